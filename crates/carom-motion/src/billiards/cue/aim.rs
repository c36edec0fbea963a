//! Where a cue points and where it meets the ball: (C.1) to (C.3).

use carom::InputError;
use nalgebra::{Unit, Vector3};

/// Where a cue points, and how fast it comes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// Direction over the table, in radians from +x towards +y.
    pub azimuth: f64,
    /// How far the butt is raised, in radians: 0 level, π/2 straight down.
    pub elevation: f64,
    /// Speed along the cue before the blow, in metres per second.
    pub speed: f64,
}

/// Where the tip meets the ball.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TipPoint {
    /// As seen along the cue.
    Offset {
        /// To the right of the centre, in radii of the ball.
        side: f64,
        /// Above the centre, across the cue, in radii of the ball.
        height: f64,
    },
    /// Outward direction from the centre of the ball to the point, of any length, in world axes.
    Direction(Vector3<f64>),
}

/// The axes of a cue: along it, to its right and up across it.
#[derive(Debug, Clone, Copy)]
pub(in crate::billiards) struct CueAxes {
    pub along: Vector3<f64>,
    pub right: Vector3<f64>,
    pub up: Vector3<f64>,
}

impl Aim {
    pub(super) fn checked(self) -> Result<Self, InputError> {
        let Self { azimuth, elevation, speed } = self;
        if ![azimuth, elevation, speed].iter().all(|value| value.is_finite()) {
            return Err(InputError::NotFinite { what: "the aim of the cue" });
        }
        Ok(self)
    }

    /// Unit vector along the cue, from butt to tip.
    #[must_use]
    pub fn direction(&self) -> Vector3<f64> {
        self.axes().along
    }

    /// The axes of the cue.
    pub(in crate::billiards) fn frame(&self) -> CueAxes {
        self.axes()
    }

    pub(super) fn axes(&self) -> CueAxes {
        let (sine, cosine) = libm::sincos(self.azimuth);
        let (rise, level) = libm::sincos(self.elevation);
        let along = Vector3::new(cosine * level, sine * level, -rise); // (C.1)
        let right = Vector3::new(sine, -cosine, 0.0); // (C.2)
        CueAxes { along, right, up: right.cross(&along) }
    }
}

impl TipPoint {
    /// Distance of the point from the centre across the cue, in radii; one where only a direction is given.
    pub(super) fn distance_from_the_line(self) -> f64 {
        match self {
            Self::Offset { side, height } => libm::hypot(side, height),
            Self::Direction(_) => 1.0,
        }
    }

    /// The centre of the ball, as seen along the cue.
    pub const CENTRE: Self = Self::Offset { side: 0.0, height: 0.0 };

    /// Outward normal n̂ at the point; nothing if the cue's line passes the ball by.
    pub(super) fn normal(self, axes: &CueAxes) -> Result<Option<Unit<Vector3<f64>>>, InputError> {
        match self {
            Self::Offset { side, height } => {
                if !(side.is_finite() && height.is_finite()) {
                    return Err(InputError::NotFinite { what: "the offset of the tip" });
                }
                let depth_squared = 1.0 - side * side - height * height;
                if depth_squared <= 0.0 {
                    return Ok(None);
                }
                let normal = axes.right * side + axes.up * height - axes.along * depth_squared.sqrt(); // (C.3)
                Ok(Some(Unit::new_normalize(normal)))
            }
            Self::Direction(direction) => {
                if direction.iter().any(|x| !x.is_finite()) {
                    return Err(InputError::NotFinite { what: "the direction of the tip's point" });
                }
                let largest = direction.amax(); // scaled first, so that the norm neither overflows nor vanishes
                if largest == 0.0 {
                    return Err(InputError::NoDirection { what: "the direction of the tip's point" });
                }
                Ok(Some(Unit::new_normalize(direction / largest)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::vector;

    /// Rounding of unit vectors: a few operations on numbers up to one.
    const ROUNDED: f64 = 1e-15;

    #[test]
    fn the_player_sees_right_and_up_across_the_cue() {
        let axes = Aim { azimuth: 0.0, elevation: 0.0, speed: 1.0 }.axes();
        assert_eq!((axes.along, axes.right, axes.up), (Vector3::x(), -Vector3::y(), Vector3::z()));
        // Straight down, aimed along x: up across the cue is forward.
        let steep = Aim { azimuth: 0.0, elevation: std::f64::consts::FRAC_PI_2, speed: 1.0 }.axes();
        assert!((steep.along - vector![0.0, 0.0, -1.0]).norm() < ROUNDED);
        assert!((steep.up - Vector3::x()).norm() < ROUNDED);
    }

    #[test]
    fn offsets_and_directions_name_the_same_point() {
        let axes = Aim { azimuth: 0.7, elevation: 0.4, speed: 1.0 }.axes();
        let offset = TipPoint::Offset { side: 0.3, height: -0.4 };
        let normal = offset.normal(&axes).unwrap().unwrap();
        assert!(
            (normal.dot(&axes.right) - 0.3).abs() < ROUNDED && (normal.dot(&axes.up) + 0.4).abs() < ROUNDED
        );
        let again = TipPoint::Direction(normal.into_inner() * 3e200).normal(&axes).unwrap().unwrap();
        assert!((again.into_inner() - normal.into_inner()).norm() < ROUNDED);
    }
}
