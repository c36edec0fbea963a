//! The first impulse that ends the approach of a contact.
//!
//! For every normal impulse there is one friction impulse, (Y.1); both together are a path p(pₙ) from p = 0. Its normal
//! velocity vₙ(pₙ) need not be monotone: where friction is large and b·u > 0, friction drives the bodies together (Painlevé's
//! case) and vₙ may fall first, or have three zeros, all of them solutions of (V.1) or (V.2) with vₙ⁺ = 0. **The one meant is
//! the first at which vₙ, negative before, is zero**: the one that is reached from p = 0 without jumping.
//!
//! Here the contact is known by its block of W alone, and sticking is by that. If W has no inverse, no pₙ changes the vₙ of a
//! sticking contact, and none is the first. So that no zero is missed, a slip on the border of sticking counts within the
//! accuracy of the roots.

use nalgebra::Vector3;

use super::{ACCURACY_OF_ROOTS, Candidate, Slip};
use crate::laws::blocks::Blocks;
use crate::laws::cone::Cone;
use crate::laws::given_normal_impulse::{FrictionImpulse, Grip, friction_impulse};
use crate::laws::rounding::ROUNDING;
use crate::laws::tangent::polar;

/// A contact whose friction opposes the slip that is left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FinalRest {
    pub blocks: Blocks,
    /// μ, from 0 to ∞.
    friction: f64,
    cone: Cone,
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
    pub fn new(blocks: Blocks, friction: f64) -> Self {
        Self { blocks, friction, cone: Cone::of_friction(friction) }
    }

    /// 0 ≤ pₙ − least ⊥ vₙ ≥ 0 with (Y.1): the given load if it ends the approach, otherwise the first greater one that does.
    /// None if none does. An approach slower than `floor`, the rounding of the given velocity, is none.
    pub fn resolve(&self, velocity: &Vector3<f64>, least: Load, floor: f64) -> Option<Push> {
        let push = self.push(velocity, least);
        let (pull, lift) = (self.blocks.coupling.dot(&push.impulse.xy()), self.blocks.normal * least.normal);
        let left = velocity.z + pull + lift;
        let rounding = floor + ROUNDING * (velocity.z.abs() + pull.abs() + lift);
        if left >= -rounding || left >= -rounding - self.rounding_of_stick(&push) {
            return Some(push);
        }
        self.first(velocity, least)
    }

    /// Rounding of the normal velocity that a sticking push leaves: as x = −A⁻¹(v_t + b pₙ), a change δA of A, its rounding, changes
    /// b·x by −(A⁻¹b)·δA x. If W has no inverse, the whole of vₙ is made of it.
    fn rounding_of_stick(&self, push: &Push) -> f64 {
        match push.grip {
            Grip::Slip { .. } => 0.0,
            Grip::Stick => {
                let blocks = &self.blocks;
                let answer = friction_impulse(&blocks.tangential, &blocks.coupling, f64::INFINITY);
                let terms = blocks.tangential.norm() * push.impulse.xy().norm();
                ROUNDING * answer.impulse.norm() * terms
            }
        }
    }

    /// The push of a given load: (Y.1).
    pub fn push(&self, velocity: &Vector3<f64>, load: Load) -> Push {
        let sliding = velocity.xy() + self.blocks.coupling * load.normal;
        let FrictionImpulse { impulse, grip } =
            friction_impulse(&self.blocks.tangential, &sliding, load.radius);
        Push { impulse: impulse.push(load.normal), load, grip }
    }

    /// The first greater load after which vₙ = 0, if there is one.
    pub fn first(&self, velocity: &Vector3<f64>, least: Load) -> Option<Push> {
        if self.friction == 0.0 {
            let load = Load { normal: -velocity.z / self.blocks.normal, radius: 0.0 };
            return (load > least).then(|| self.push(velocity, load));
        }
        let slip = Slip { blocks: &self.blocks, cone: self.cone, velocity: velocity.xy(), gain: -velocity.z };
        let directions = slip.directions();
        let slips = slip.candidates(&directions).filter_map(|candidate| self.slipping(&candidate));
        let earlier = |a: Push, b: Push| if b.load < a.load { b } else { a };
        slips.chain(self.stick(velocity)).filter(|push| push.load > least).reduce(earlier)
    }

    /// Whether the impulse that begins at this velocity drives the bodies together: α c < β b·u.
    pub fn drives_together(&self, velocity: &Vector3<f64>) -> bool {
        let Some((_, direction)) = polar(velocity.xy()) else { return false };
        let lift = self.cone.normal * self.blocks.normal;
        let pull = self.cone.tangential * self.blocks.coupling.dot(&direction);
        lift - pull < -ROUNDING * (lift + pull.abs())
    }

    /// The push of a candidate that slips along its own direction.
    fn slipping(&self, candidate: &Candidate) -> Option<Push> {
        let Candidate { direction, size, impulse, speed, terms } = *candidate;
        (size > 0.0 && speed >= -ACCURACY_OF_ROOTS * terms).then(|| Push {
            impulse,
            load: Load { normal: impulse.z, radius: self.cone.tangential * size },
            grip: Grip::Slip { direction },
        })
    }

    /// p_II, if the cone holds it and the contact can be stopped at all.
    fn stick(&self, velocity: &Vector3<f64>) -> Option<Push> {
        let alone = friction_impulse(&self.blocks.tangential, &velocity.xy(), f64::INFINITY);
        let answer = friction_impulse(&self.blocks.tangential, &self.blocks.coupling, f64::INFINITY);
        let stops = alone.grip == Grip::Stick && answer.grip == Grip::Stick;
        let lift = self.blocks.normal + self.blocks.coupling.dot(&answer.impulse);
        if !stops || lift <= ROUNDING * self.blocks.normal {
            return None;
        }
        let normal = -(velocity.z + self.blocks.coupling.dot(&alone.impulse)) / lift;
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
