//! The nose of a cushion: where a ball can touch it, and along which normal.
//!
//! A nose is an edge at height h above the bed, straight along a rail and a facing, round at a jaw. It touches a ball of
//! radius R above its centre, \[Mathavan2010\], \[Han2005\]: the normal from the nearest point c of the edge to the centre
//! x is inclined, and the cushion presses a ball that lies on the bed on it. The ball touches where
//!
//! ```text
//! |x − c| = R,    on the bed at the horizontal distance ρ = √(R² − (h − R)²)               (Cu.1)
//! ```
//!
//! The impact is one problem of two contacts, nose and bed, for the engine. With rigid friction and a bed that does not give, it is
//! the published model, which the tests integrate step by step; with the table's compliant friction (e = 0.85, μ = 0.2) a
//! ball that comes rolling straight at a rail leaves it at 0.85 of its speed, one that comes sliding at 0.77.

use nalgebra::{Vector2, Vector3};

use super::ball::Ball;

/// An edge that balls rebound from, seen from above; all edges of a table are at the same height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cushion {
    /// A straight nose.
    Straight {
        /// One end, in metres.
        from: Vector2<f64>,
        /// The other end, in metres.
        to: Vector2<f64>,
        /// Unit normal towards the playing area.
        inward: Vector2<f64>,
    },
    /// The rounded corner between a nose and the facing of a pocket; a radius of zero is a sharp one.
    Jaw {
        /// Centre of its circle, in metres.
        centre: Vector2<f64>,
        /// Radius of its circle, in metres.
        radius: f64,
    },
}

/// A ball near a cushion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Touch {
    pub point: Vector3<f64>,
    /// From the cushion to the ball.
    pub normal: Vector3<f64>,
    pub gap: f64,
}

impl Cushion {
    /// The point of the edge nearest to a place on the bed; `None` beyond the ends of a straight one.
    #[must_use]
    pub fn nearest(&self, place: Vector2<f64>) -> Option<Vector2<f64>> {
        match *self {
            Self::Straight { from, to, inward } => {
                let along = to - from;
                let part = (place - from).dot(&along);
                let within = (0.0..=along.norm_squared()).contains(&part);
                within.then(|| place - inward * inward.dot(&(place - from)))
            }
            Self::Jaw { centre, radius } => {
                let out = place - centre;
                let distance = out.norm();
                (distance > 0.0).then(|| centre + out * (radius / distance))
            }
        }
    }

    /// Whether a place is behind the edge, over the rail.
    #[must_use]
    pub fn is_over(&self, place: Vector2<f64>) -> bool {
        match *self {
            Self::Straight { from, inward, .. } => {
                self.nearest(place).is_some() && inward.dot(&(place - from)) < 0.0
            }
            Self::Jaw { centre, radius } => (place - centre).norm() < radius,
        }
    }

    /// The contact of a ball whose centre is at `position` with the edge at height `nose`; `None` where it cannot touch.
    pub(crate) fn touch(&self, ball: &Ball, position: Vector3<f64>, nose: f64) -> Option<Touch> {
        let nearest = self.nearest(position.xy())?;
        let point = Vector3::new(nearest.x, nearest.y, nose);
        let out = position - point;
        let distance = out.norm();
        (distance > 0.0).then(|| Touch { point, normal: out / distance, gap: distance - ball.radius() })
    }

    /// Least and greatest coordinates of the edge, in metres.
    pub(crate) fn bounds(&self) -> [Vector2<f64>; 2] {
        match *self {
            Self::Straight { from, to, .. } => [from.inf(&to), from.sup(&to)],
            Self::Jaw { centre, radius } => [centre.add_scalar(-radius), centre.add_scalar(radius)],
        }
    }
}

/// ρ of (Cu.1), in metres.
pub(crate) fn reach_on_bed(ball: &Ball, nose: f64) -> f64 {
    let above = nose - ball.radius();
    ((ball.radius() - above) * (ball.radius() + above)).max(0.0).sqrt()
}
