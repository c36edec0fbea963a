//! The law of Pfeiffer and Glocker: compression and expansion, each in one step [Chatterjee1998, sec. 4.2.4].
//!
//! Both steps ask for friction against the slip that *they leave*, (Y.1), not against the slip on the way. Compression
//! starts from v₀ and ends with v_C, expansion leads on to v_E:
//!
//! ```text
//! compression:  0 ≤ p_Cₙ ⊥ v_Cₙ ≥ 0                          p_Ct by (Y.1) with v_t = v_Ct          (Y.3)
//! expansion:    0 ≤ p_Eₙ − e p_Cₙ ⊥ v_Eₙ ≥ 0                 p_Et by (Y.1) with v_t = v_Et          (Y.4)
//! ```
//!
//! e is Poisson's coefficient. Without tangential restitution this is also the law of Anitescu and Potra, here with the
//! cone itself in place of a pyramid. Of several solutions of (Y.3) or (Y.4), which only large friction on skew bodies has, the
//! first from p = 0 counts, see `final_slip/first.rs`. Infinite friction is the limit of large friction. Grazing is the limit of ever
//! slower approach: nothing happens unless slip drives the bodies together. If W has no inverse, and a driven body a velocity that
//! no impulse could have caused, no step may end the approach: the contact jams.
//!
//! # Tangential restitution
//!
//! In the plane a part ν of the friction impulse of compression is reversible, and expansion gives it back like the
//! normal one, with a coefficient e_t of its own:
//!
//! ```text
//! p_Et = σ = e e_t ν p_Ct   and   p_Eₙ = e p_Cₙ ,   if   σ·(v_Ct + A σ + b e p_Cₙ) > 0               (Y.5)
//! ```
//!
//! that is, if σ drives the contact point where σ points; otherwise what σ would drive is less than what friction stops and
//! (Y.4) holds. At the boundary both give σ. Authors state the condition as a friction characteristic that is shifted by the
//! velocity in (Y.5); with one contact it comes to the same. (Y.5) follows the description in \[Chatterjee1998\]; the
//! details are Carom's. With one contact ν and e_t matter only by their product.
//!
//! # No energy is created, no body penetrates
//!
//! With the work of compression, E₀ − E_C = p_C·Wp_C/2 − p_Ct·v_Ct, where the last term is not positive:
//!
//! - (Y.4) with p_Eₙ = e p_Cₙ: p_Et is the least of x·Ax/2 + (v_Ct + b p_Eₙ)·x over the disc of radius μp_Eₙ, in which e p_Ct
//!   lies. So E_E − E_C ≤ e p_Ct·v_Ct + e² p_C·Wp_C/2, and E₀ − E_E ≥ (1 − e²) p_C·Wp_C/2.
//! - (Y.4) with v_Eₙ = 0: E_E − E_C = p_Et·v_Et − p_E·Wp_E/2 ≤ 0.
//! - (Y.5), κ = e_tν, α = p_Ct·Ap_Ct, β = p_Cₙ b·p_Ct: E_E − E_C ≤ e²(c p_Cₙ² + 2κβ + κ²α)/2, which is at most
//!   p_C·Wp_C/2 because the condition makes β + κα > 0. And v_Eₙ ≥ 0, for v₀ₙ ≤ 0 = v_Cₙ means c p_Cₙ² + β ≥ 0, so that
//!   c p_Cₙ² + κβ ≥ 0.

use nalgebra::{Matrix2, Vector2, Vector3};

use super::blocks::Blocks;
use super::final_slip::{FinalRest, Load, Push};
use super::given_normal_impulse::Grip;
use super::rounding::ROUNDING;
use super::scaled::Scaled;
use super::tangent::{perpendicular, polar};
use super::{Declaration, Domain, ImpactLaw, LawError, LoneImpact, Parameter, Promises, Slopes};

/// Pfeiffer and Glocker's law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PfeifferGlocker {
    /// ν, from 0 to 1: the part of the friction impulse of compression that is reversible.
    pub reversible_friction: f64,
}

impl Default for PfeifferGlocker {
    /// All of it.
    fn default() -> Self {
        Self { reversible_friction: 1.0 }
    }
}

impl ImpactLaw for PfeifferGlocker {
    fn declaration(&self) -> Declaration {
        Declaration {
            name: "pfeiffer-glocker",
            title: "Pfeiffer and Glocker's law",
            citation: "PfeifferGlocker1996, AnitescuPotra1997",
            parameters: &[
                Parameter::Friction,
                Parameter::Restitution,
                Parameter::TangentialRestitution,
                Parameter::Own("reversible_friction"),
            ],
            domain: Domain::PlanarOrWithoutTangentialRestitution,
            promises: Promises::ALL,
        }
    }

    fn slopes(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        self.slopes_of(impact)
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        let scaled = Scaled::of(impact);
        let Pushes { compression, expansion, axis } = self.pushes(impact, &scaled)?;
        let impulse = compression.impulse + expansion.impulse();
        scaled.restore(axis.map_or(impulse, |axis| (axis * impulse.x).push(impulse.z)))
    }
}

impl PfeifferGlocker {
    /// Both steps in scaled units.
    pub(super) fn pushes(&self, impact: &LoneImpact, scaled: &Scaled) -> Result<Pushes, LawError> {
        let reversed = self.reversed_part(impact)?;
        let steps = |blocks: Blocks, velocity: Vector3<f64>| Steps {
            contact: FinalRest::new(blocks, impact.friction()),
            velocity,
            restitution: impact.restitution(),
        };
        let pushes = match plane(scaled) {
            Some(axis) => {
                let (blocks, velocity) = in_plane(scaled, &axis);
                let pushes = steps(blocks, velocity).pushes(reversed);
                pushes.map(|pushes| Pushes { axis: Some(axis), ..pushes })
            }
            None if impact.tangential_restitution() == 0.0 => {
                steps(scaled.blocks, scaled.velocity).pushes(0.0)
            }
            None => {
                let reason = "tangential restitution out of one plane";
                return Err(LawError::OutsideDomain { reason });
            }
        };
        pushes.ok_or(LawError::Jammed { approach: -impact.velocity().z })
    }

    /// κ = e_t ν of (Y.5).
    fn reversed_part(&self, impact: &LoneImpact) -> Result<f64, LawError> {
        let (part, restitution) = (self.reversible_friction, impact.tangential_restitution());
        if !(0.0..=1.0).contains(&part) {
            let (what, allowed) = ("the reversible part of friction", "from 0 to 1");
            return Err(LawError::Parameter { what, value: part, allowed });
        }
        if restitution < 0.0 {
            return Err(LawError::OutsideDomain { reason: "a negative tangential restitution" });
        }
        Ok(part * restitution)
    }
}

/// The unit tangent of the plane that the impact stays in, if it does: with the normal it holds v_t, b and an axis of A.
fn plane(scaled: &Scaled) -> Option<Vector2<f64>> {
    let Scaled { blocks, velocity, .. } = scaled;
    if velocity.y == 0.0 && blocks.is_planar() {
        return Some(Vector2::x());
    }
    let Some((_, axis)) = polar(velocity.xy()).or(polar(blocks.coupling)) else { return Some(Vector2::x()) };
    let across = perpendicular(&axis);
    let is_small = |value: f64, terms: f64| value.abs() <= ROUNDING * terms;
    let stays = is_small(across.dot(&blocks.coupling), blocks.coupling.norm())
        && is_small(across.dot(&(blocks.tangential * axis)), blocks.tangential.norm());
    stays.then_some(axis)
}

/// W and v in the frame (axis, across, n) of a planar impact, with zeros where it has them.
fn in_plane(scaled: &Scaled, axis: &Vector2<f64>) -> (Blocks, Vector3<f64>) {
    let Scaled { blocks, velocity, .. } = scaled;
    let response = |axis: &Vector2<f64>| axis.dot(&(blocks.tangential * axis));
    let blocks = Blocks {
        tangential: Matrix2::new(response(axis), 0.0, 0.0, response(&perpendicular(axis))),
        coupling: Vector2::new(axis.dot(&blocks.coupling), 0.0),
        normal: blocks.normal,
    };
    (blocks, Vector3::new(axis.dot(&velocity.xy()), 0.0, velocity.z))
}

/// What the two steps came to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pushes {
    pub compression: Push,
    pub expansion: Expansion,
    /// The unit tangent that takes the place of t1, if the impact stays in a plane.
    pub axis: Option<Vector2<f64>>,
}

/// The second step.
#[derive(Debug, Clone, Copy)]
pub(super) enum Expansion {
    /// Grazing bodies have none.
    None,
    /// (Y.5).
    Restored(Vector3<f64>),
    /// (Y.4) with the load that compression left.
    Loaded(Push),
    /// (Y.4) with more than that.
    Further(Push),
}

impl Expansion {
    fn impulse(&self) -> Vector3<f64> {
        match self {
            Self::None => Vector3::zeros(),
            Self::Restored(impulse) => *impulse,
            Self::Loaded(push) | Self::Further(push) => push.impulse,
        }
    }
}

/// The two steps.
struct Steps {
    contact: FinalRest,
    velocity: Vector3<f64>,
    restitution: f64,
}

impl Steps {
    /// Both; none if nothing ends the approach.
    fn pushes(&self, reversed: f64) -> Option<Pushes> {
        // Grazing is the limit of ever slower approach: nothing happens unless friction drives the bodies together.
        if self.velocity.z == 0.0 && !self.contact.drives_together(&self.velocity) {
            let nothing = Push { impulse: Vector3::zeros(), load: Load::NONE, grip: Grip::Stick };
            return Some(Pushes { compression: nothing, expansion: Expansion::None, axis: None });
        }
        let compression = self.contact.first(&self.velocity, Load::NONE)?; // (Y.3)
        let expansion = self.expansion(&compression, reversed)?;
        Some(Pushes { compression, expansion, axis: None })
    }

    fn expansion(&self, compression: &Push, reversed: f64) -> Option<Expansion> {
        let blocks = &self.contact.blocks;
        let mut velocity = self.velocity + blocks.velocity_change(&compression.impulse);
        velocity.z = 0.0;
        if compression.grip == Grip::Stick {
            velocity.fill(0.0);
        }
        let load = compression.load.part(self.restitution);
        let restored = compression.impulse.xy() * (self.restitution * reversed);
        let driven = velocity.xy() + blocks.tangential * restored + blocks.coupling * load.normal;
        if restored.dot(&driven) > 0.0 {
            return Some(Expansion::Restored(restored.push(load.normal))); // (Y.5)
        }
        let entries = blocks.tangential.norm() + 2.0 * blocks.coupling.norm() + blocks.normal;
        let terms = self.velocity.norm() + entries * compression.impulse.norm();
        let push = self.contact.resolve(&velocity, load, ROUNDING * terms)?; // (Y.4)
        Some(if push.load == load { Expansion::Loaded(push) } else { Expansion::Further(push) })
    }
}
