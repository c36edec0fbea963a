//! The impulse plane of an impact with two contacts: where its impulses can go, and which phases they pass.
//!
//! The strain energy that all springs hold together cannot exceed the kinetic energy that the impulses p have
//! taken from the bodies. With (P.1), v = v₀ + W p, that is a quadratic form in p,
//!
//! ```text
//! Σ E ≤ B(p) = −(v₀·p + p·W p/2)                                                    (E.1)
//! ```
//!
//! with equality while nothing has been lost; it holds for any number of contacts. [Jia2013, eq. (37)] and
//! [Jia2008, eq. (14)] give it for a ball on a ball on a table. Since Σ E ≥ 0, the impulses of two contacts stay in
//!
//! ```text
//! v₀·p + p·W p/2 ≤ 0        ⇔        (p − c)·W (p − c) ≤ v₀·W⁻¹ v₀,   c = −W⁻¹ v₀    (E.2)
//! ```
//!
//! an ellipse through the origin [Jia2013, eqs. (41), (42); Jia2008, eq. (15)] whose centre c is where both
//! velocities vanish. With the eigenvalues λ₁ ≥ λ₂ of W and σ = v₀·W⁻¹ v₀ its semi-axes are √(σ/λ₁) and √(σ/λ₂),
//! and the minor one makes with the axis of the first impulse the angle
//!
//! ```text
//! θ = ½ atan2(2 W₁₂, W₁₁ − W₂₂)                                                      (E.3)
//! ```
//!
//! [Jia2013, eqs. (43), (58)] in general form. A singular W leaves one direction n in which impulses change
//! nothing: if v₀·n = 0, as for all W that come from bodies, the ellipse has become a strip along n, and
//! otherwise a parabola about it. The lines vᵢ = 0, the compression lines [Jia2013, eqs. (16), (17)], cut the
//! plane into four regions, one for each pair of phases [Jia2013, sec. 6.2].

use nalgebra::{Matrix2, Vector2};

use crate::contact_problem::ContactProblem;

/// A matrix whose smaller eigenvalue is this part of the larger is singular, and a velocity along its null
/// direction that is this part of the whole is zero: a hundred times the rounding of the entries, as for
/// [`crate::Coupling::from_matrix`].
const VANISHING: f64 = 1e-13;

/// A point of the plane: the impulses of the first and of the second contact, in newton seconds.
pub type Impulses = [f64; 2];

/// B of (E.1): an upper bound of the strain energy that all contacts hold together when their normal impulses are
/// `impulse` (newton seconds), in joules. Equal to it while nothing has been lost in restitution.
///
/// # Panics
/// If `impulse` has not one entry for each contact.
#[must_use]
pub fn strain_energy_bound(problem: &ContactProblem, impulse: &[f64]) -> f64 {
    let (coupling, velocity) = (problem.coupling(), problem.velocity());
    assert_eq!(impulse.len(), velocity.len(), "one impulse for each contact");
    let work_at = |i: usize| {
        let gained: f64 = coupling.row(i).map(|(j, w)| w * impulse[j]).sum();
        impulse[i] * (velocity[i] + 0.5 * gained)
    };
    -(0..impulse.len()).map(work_at).sum::<f64>()
}

/// The impulse plane of an impact with two contacts.
#[derive(Debug, Clone, PartialEq)]
pub struct ImpulsePlane {
    coupling: Matrix2<f64>,
    velocity: Vector2<f64>,
}

/// What bounds the impulses (E.2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Boundary {
    /// W is positive definite.
    Ellipse(Ellipse),
    /// W is singular and its null direction does no work.
    Strip(Strip),
    /// W is singular and its null direction does work.
    Parabola(Parabola),
}

/// The bounding ellipse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ellipse {
    /// Where both normal velocities vanish, in newton seconds.
    pub centre: Impulses,
    /// Semi-minor axis, in newton seconds.
    pub semi_minor: f64,
    /// Semi-major axis, in newton seconds.
    pub semi_major: f64,
    /// Angle of the minor axis from the axis of the first impulse, in radians (E.3).
    pub angle: f64,
}

/// A pair of parallel lines: an ellipse of infinite length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strip {
    /// A point half-way between the lines, in newton seconds.
    pub centre: Impulses,
    /// Half the distance of the lines, in newton seconds.
    pub half_width: f64,
    /// Angle of the normal of the lines from the axis of the first impulse, in radians.
    pub angle: f64,
}

/// A parabola p = vertex + s·u + t·n with t = bend·s²; u at the given angle, n a quarter turn on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parabola {
    /// The vertex, in newton seconds.
    pub vertex: Impulses,
    /// Coefficient of s², per newton second.
    pub bend: f64,
    /// Angle of the tangent at the vertex from the axis of the first impulse, in radians.
    pub angle: f64,
}

impl ImpulsePlane {
    /// The plane of a problem, or `None` if it has not exactly two contacts.
    #[must_use]
    pub fn of(problem: &ContactProblem) -> Option<Self> {
        let &[v1, v2] = problem.velocity() else { return None };
        let full = problem.coupling().to_matrix();
        let coupling = Matrix2::new(full[(0, 0)], full[(0, 1)], full[(1, 0)], full[(1, 1)]);
        Some(Self { coupling, velocity: Vector2::new(v1, v2) })
    }

    /// B of (E.1), in joules: positive inside the boundary, zero on it.
    #[must_use]
    pub fn strain_energy_bound(&self, impulses: Impulses) -> f64 {
        let p = Vector2::from(impulses);
        -(self.velocity.dot(&p) + 0.5 * p.dot(&(self.coupling * p)))
    }

    /// The normal velocities after these impulses, in metres per second (P.1).
    #[must_use]
    pub fn velocities(&self, impulses: Impulses) -> [f64; 2] {
        (self.velocity + self.coupling * Vector2::from(impulses)).into()
    }

    /// The curve that bounds the impulses (E.2).
    #[must_use]
    pub fn boundary(&self) -> Boundary {
        let (w11, w12, w22) = (self.coupling[(0, 0)], self.coupling[(0, 1)], self.coupling[(1, 1)]);
        let angle = 0.5 * libm::atan2(2.0 * w12, w11 - w22); // (E.3)
        let larger = 0.5 * (w11 + w22 + libm::hypot(w11 - w22, 2.0 * w12));
        let smaller = (w11 * w22 - w12 * w12) / larger;
        let [across, along] = axes(angle);
        let (a, b) = (across.dot(&self.velocity), along.dot(&self.velocity));
        if smaller <= VANISHING * larger {
            let nearest = across * (-a / larger);
            if b.abs() <= VANISHING * self.velocity.norm() {
                return Boundary::Strip(Strip {
                    centre: nearest.into(),
                    half_width: (a / larger).abs(),
                    angle,
                });
            }
            let vertex = nearest + along * (0.5 * a * a / (larger * b));
            return Boundary::Parabola(Parabola { vertex: vertex.into(), bend: -0.5 * larger / b, angle });
        }
        let sigma = a * a / larger + b * b / smaller;
        Boundary::Ellipse(Ellipse {
            centre: (across * (-a / larger) + along * (-b / smaller)).into(),
            semi_minor: (sigma / larger).sqrt(),
            semi_major: (sigma / smaller).sqrt(),
            angle,
        })
    }

    /// The line on which the normal velocity of `contact` (0 or 1) vanishes.
    ///
    /// # Panics
    /// If there is no such contact.
    #[must_use]
    pub fn compression_line(&self, contact: usize) -> CompressionLine {
        assert!(contact < 2, "an impulse plane has two contacts");
        CompressionLine {
            velocity: self.velocity[contact],
            gain: [self.coupling[(contact, 0)], self.coupling[(contact, 1)]],
        }
    }

    /// The region that holds these impulses. The compression lines belong to the side of restitution, so that
    /// an impact ends in region IV even if it ends on its border.
    #[must_use]
    pub fn region(&self, impulses: Impulses) -> Region {
        let [v1, v2] = self.velocities(impulses);
        match (v1 < 0.0, v2 < 0.0) {
            (true, true) => Region::I,
            (false, true) => Region::II,
            (true, false) => Region::III,
            (false, false) => Region::IV,
        }
    }
}

/// The unit vectors at `angle` and a quarter turn on.
fn axes(angle: f64) -> [Vector2<f64>; 2] {
    let (sin, cos) = libm::sincos(angle);
    [Vector2::new(cos, sin), Vector2::new(-sin, cos)]
}

impl Boundary {
    /// Points along the boundary for drawing, once round and closed if it is an ellipse. A boundary that is
    /// not bounded itself comes as a closed polygon that reaches `reach` newton seconds from its middle.
    #[must_use]
    pub fn points(&self, count: usize, reach: f64) -> Vec<Impulses> {
        let count = count.max(4);
        let part = |i: usize| i as f64 / count as f64;
        let place = |middle: Impulses, angle: f64, s: f64, t: f64| -> Impulses {
            let [u, n] = axes(angle);
            (Vector2::from(middle) + u * s + n * t).into()
        };
        match *self {
            Self::Ellipse(Ellipse { centre, semi_minor, semi_major, angle }) => {
                let at = |i| {
                    let (sin, cos) = libm::sincos(std::f64::consts::TAU * part(i));
                    place(centre, angle, semi_minor * cos, semi_major * sin)
                };
                (0..=count).map(at).collect()
            }
            Self::Strip(Strip { centre, half_width, angle }) => {
                [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)]
                    .map(|(s, t)| place(centre, angle, s * half_width, t * reach))
                    .to_vec()
            }
            Self::Parabola(Parabola { vertex, bend, angle }) => {
                let half_width = (reach / bend.abs()).sqrt();
                let at = |i| {
                    let s = half_width * (2.0 * part(i) - 1.0);
                    place(vertex, angle, s, bend * s * s)
                };
                (0..=count).map(at).chain([at(0)]).collect()
            }
        }
    }
}

/// A line vᵢ = 0 of the impulse plane, on which a compression ends or restarts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CompressionLine {
    /// Normal velocity before the impact, in metres per second.
    pub velocity: f64,
    /// What a unit of either impulse adds to it, in 1/kg.
    pub gain: [f64; 2],
}

impl CompressionLine {
    /// The contact's normal velocity at a point of the plane: negative on the side of compression.
    #[must_use]
    pub fn velocity_at(&self, [p1, p2]: Impulses) -> f64 {
        self.velocity + self.gain[0] * p1 + self.gain[1] * p2
    }

    /// The ends of the piece of the line within the rectangle between two corners, or `None` if it misses it.
    #[must_use]
    pub fn within(&self, low: Impulses, high: Impulses) -> Option<[Impulses; 2]> {
        let gain = Vector2::from(self.gain);
        let foot = gain * (-self.velocity / gain.norm_squared());
        let along = Vector2::new(-gain.y, gain.x);
        let (mut first, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..2 {
            if along[axis] == 0.0 {
                if foot[axis] < low[axis] || foot[axis] > high[axis] {
                    return None;
                }
                continue;
            }
            let [a, b] = [low, high].map(|corner| (corner[axis] - foot[axis]) / along[axis]);
            first = first.max(a.min(b));
            last = last.min(a.max(b));
        }
        (first < last).then(|| [(foot + along * first).into(), (foot + along * last).into()])
    }
}

/// The four regions of [Jia2013, Fig. 6], each with the phases its impulses belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// Both contacts approach: compression at both.
    I,
    /// The first contact separates, the second approaches.
    II,
    /// The first contact approaches, the second separates.
    III,
    /// Both contacts separate; here every impact ends.
    IV,
}

impl Region {
    /// Every region.
    pub const ALL: [Self; 4] = [Self::I, Self::II, Self::III, Self::IV];

    /// Its Roman numeral.
    #[must_use]
    pub fn numeral(self) -> &'static str {
        match self {
            Self::I => "I",
            Self::II => "II",
            Self::III => "III",
            Self::IV => "IV",
        }
    }

    /// The phases of the two contacts, C for compression and R for restitution.
    #[must_use]
    pub fn phases(self) -> &'static str {
        match self {
            Self::I => "C1C2",
            Self::II => "R1C2",
            Self::III => "C1R2",
            Self::IV => "R1R2",
        }
    }

    /// Whether each contact approaches in this region.
    #[must_use]
    pub fn compresses(self) -> [bool; 2] {
        match self {
            Self::I => [true, true],
            Self::II => [false, true],
            Self::III => [true, false],
            Self::IV => [false, false],
        }
    }
}

#[cfg(test)]
mod tests;
