//! The first impulse that ends the approach of a contact whose friction opposes the slip that is left in the end.
//!
//! For every normal impulse there is one friction impulse, (Y.1); both together are a path p(pₙ) from p = 0. Its normal
//! velocity vₙ(pₙ) need not be monotone: where friction is large and b·u > 0, friction drives the bodies together (Painlevé's
//! case) and vₙ may fall first, or have three zeros. **The one meant is the first at which vₙ, negative before, is zero**:
//! the one that is reached from p = 0 without jumping.
//!
//! # All zeros
//!
//! Slip has p = r(−m u, k) with (m, k) = (μ, 1), or (1, 1/μ) for μ > 1, so that infinite friction needs no limit: it slips
//! with k = 0, pₙ = 0. With vₙ = 0 in the end,
//!
//! ```text
//! vₙ + r (k c − m b·u) = 0 ,     v_t + r (k b − m A u) = s u ,   s ≥ 0                             (Y.3)
//! (u⊥·v_t)(k c − m b·u) = vₙ u⊥·(k b − m A u)                                                     (Y.4)
//! ```
//!
//! (Y.4), without r and s, is of second degree in u = (cos θ, sin θ), and a quartic in tan θ/2. Besides, the contact may stick,
//! at p_II of (P.4), if that is in the cone.

use nalgebra::{Matrix2, Matrix3, Vector2, Vector3};

use super::given_normal_impulse::{FrictionImpulse, Grip, friction_impulse};
use super::quartic;
use super::rounding::ROUNDING;

/// Part of its terms to which a root of (Y.4) fulfils (Y.3): rounding, grown where two roots are close.
const ACCURACY_OF_ROOTS: f64 = 1e-9;

/// W by blocks, and the coefficient of friction from 0 to ∞.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FinalRest {
    /// A, the tangential block.
    pub tangential: Matrix2<f64>,
    /// b, the column that couples tangent and normal.
    pub coupling: Vector2<f64>,
    /// c = Wₙₙ.
    pub normal: f64,
    /// μ.
    pub friction: f64,
}

/// A normal impulse and what friction may have with it.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Load {
    /// pₙ, in N s.
    pub normal: f64,
    /// The largest tangential impulse, in N s: μpₙ, or its limit where μ is infinite.
    pub radius: f64,
}

/// An impulse with its load and its mode.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Push {
    /// (p_t, pₙ), in N s.
    pub impulse: Vector3<f64>,
    pub load: Load,
    pub grip: Grip,
}

impl Load {
    pub const NONE: Self = Self { normal: 0.0, radius: 0.0 };

    /// The part e of it, from 0 to 1.
    pub fn part(self, e: f64) -> Self {
        if e == 0.0 { Self::NONE } else { Self { normal: e * self.normal, radius: e * self.radius } }
    }
}

impl FinalRest {
    pub fn new(inverse_mass: &Matrix3<f64>, friction: f64) -> Self {
        Self {
            tangential: inverse_mass.fixed_view::<2, 2>(0, 0).into_owned(),
            coupling: inverse_mass.fixed_view::<2, 1>(0, 2).into_owned(),
            normal: inverse_mass.m33,
            friction,
        }
    }

    /// 0 ≤ pₙ − least ⊥ vₙ ≥ 0 with (Y.1): the given load if it ends the approach, otherwise the first greater one that does.
    /// None if none does. An approach slower than `floor`, the rounding of the given velocity, is none.
    pub fn resolve(&self, velocity: &Vector3<f64>, least: Load, floor: f64) -> Option<Push> {
        let push = self.push(velocity, least);
        let (pull, lift) = (self.coupling.dot(&push.impulse.xy()), self.normal * least.normal);
        let left = velocity.z + pull + lift;
        if left >= -floor - ROUNDING * (velocity.z.abs() + pull.abs() + lift) {
            return Some(push);
        }
        self.first(velocity, least)
    }

    /// The push of a given load: (Y.1).
    pub fn push(&self, velocity: &Vector3<f64>, load: Load) -> Push {
        let sliding = velocity.xy() + self.coupling * load.normal;
        let FrictionImpulse { impulse, grip } = friction_impulse(&self.tangential, &sliding, load.radius);
        Push { impulse: impulse.push(load.normal), load, grip }
    }

    /// The first greater load after which vₙ = 0, if there is one.
    pub fn first(&self, velocity: &Vector3<f64>, least: Load) -> Option<Push> {
        if self.friction == 0.0 {
            let load = Load { normal: -velocity.z / self.normal, radius: 0.0 };
            return (load > least).then(|| self.push(velocity, load));
        }
        // If vₙ is zero already, p = 0 is a root of (Y.4) too, up to rounding.
        let nothing = if velocity.z == 0.0 { ACCURACY_OF_ROOTS * velocity.norm() / self.normal } else { 0.0 };
        let is_beyond = |push: &Push| push.load > least && push.impulse.norm() > nothing;
        let earlier = |a: Push, b: Push| if b.load < a.load { b } else { a };
        let slips = self.directions(velocity).into_iter().filter_map(|u| self.slip(velocity, u));
        slips.chain(self.stick(velocity)).filter(is_beyond).reduce(earlier)
    }

    /// Whether the impulse that begins at this velocity drives the bodies together: k c < m b·u.
    pub fn drives_together(&self, velocity: &Vector3<f64>) -> bool {
        let (m, k) = self.weights();
        let (lift, pull) = (k * self.normal, m * self.coupling.dot(&velocity.xy().normalize()));
        velocity.xy() != Vector2::zeros() && lift - pull < -ROUNDING * (lift + pull.abs())
    }

    /// (m, k) of (Y.3).
    fn weights(&self) -> (f64, f64) {
        if self.friction > 1.0 { (1.0, 1.0 / self.friction) } else { (self.friction, 1.0) }
    }

    /// Unit vectors among which are all u of (Y.4); the axis of a planar impact to the last bit.
    fn directions(&self, velocity: &Vector3<f64>) -> Vec<Vector2<f64>> {
        let planar = velocity.y == 0.0 && self.coupling.y == 0.0 && self.tangential.m12 == 0.0;
        if planar {
            return vec![Vector2::x(), -Vector2::x()];
        }
        let ((m, k), v, w) = (self.weights(), velocity, &self.tangential);
        let b = &self.coupling;
        // G = α cos + β sin + q₀ cos² + q₁ cos sin + q₂ sin² of (Y.4).
        let alpha = k * (self.normal * v.y - v.z * b.y);
        let beta = -k * (self.normal * v.x - v.z * b.x);
        let q = [
            m * (v.z * w.m12 - v.y * b.x),
            m * (v.x * b.x - v.y * b.y + v.z * (w.m22 - w.m11)),
            m * (v.x * b.y - v.z * w.m12),
        ];
        let half = |sign: f64| {
            let (alpha, beta) = (sign * alpha, sign * beta);
            let polynomial = [
                q[0] + alpha,
                2.0 * (beta + q[1]),
                4.0 * q[2] - 2.0 * q[0],
                2.0 * (beta - q[1]),
                q[0] - alpha,
            ];
            let direction = move |t: f64| Vector2::new(1.0 - t * t, 2.0 * t) * (sign / (1.0 + t * t));
            quartic::roots(&polynomial).into_iter().map(direction)
        };
        half(1.0).chain(half(-1.0)).collect()
    }

    /// (Y.3) along a direction that fulfils (Y.4). Its two equations across u agree; r is from the one that tells more.
    fn slip(&self, velocity: &Vector3<f64>, direction: Vector2<f64>) -> Option<Push> {
        let (m, k) = self.weights();
        let across = Vector2::new(-direction.y, direction.x);
        let drift = self.coupling * k - self.tangential * direction * m;
        let lift = Vector2::new(k * self.normal - m * self.coupling.dot(&direction), across.dot(&drift));
        let wanted = Vector2::new(-velocity.z, -across.dot(&velocity.xy()));
        let r = lift.dot(&wanted) / lift.norm_squared();
        let speed = direction.dot(&velocity.xy()) + r * direction.dot(&drift);
        let terms = velocity.norm() + r * drift.norm();
        let fits = (lift * r - wanted).norm() <= ACCURACY_OF_ROOTS * terms;
        (r > 0.0 && r.is_finite() && fits && speed >= -ACCURACY_OF_ROOTS * terms).then(|| Push {
            impulse: (direction * (-m * r)).push(k * r),
            load: Load { normal: k * r, radius: m * r },
            grip: Grip::Slip { direction },
        })
    }

    /// p_II, if the cone holds it and the contact can be stopped at all.
    fn stick(&self, velocity: &Vector3<f64>) -> Option<Push> {
        let alone = friction_impulse(&self.tangential, &velocity.xy(), f64::INFINITY);
        let answer = friction_impulse(&self.tangential, &self.coupling, f64::INFINITY);
        let stops = alone.grip == Grip::Stick && answer.grip == Grip::Stick;
        let lift = self.normal + self.coupling.dot(&answer.impulse);
        if !stops || lift <= ROUNDING * self.normal {
            return None;
        }
        let normal = -(velocity.z + self.coupling.dot(&alone.impulse)) / lift;
        let impulse = alone.impulse + answer.impulse * normal;
        // Infinite friction holds whatever pushes.
        let radius = if normal > 0.0 { self.friction * normal } else { 0.0 };
        (normal > 0.0 && impulse.norm() <= radius).then(|| Push {
            impulse: impulse.push(normal),
            load: Load { normal, radius },
            grip: Grip::Stick,
        })
    }
}
