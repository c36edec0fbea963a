//! Friction against the slip that is left: the impulses after which the normal velocity has a given value.
//!
//! With the blocks A, b and c of W, (P.6), and Δ = vₙ⁺ − vₙ given:
//!
//! ```text
//! b·p_t + c pₙ = Δ ,   and
//! stick:  v_t⁺ = 0 ,           |p_t| ≤ μ pₙ                                                        (V.1)
//! slip:   p_t = −μ pₙ u ,      u = v_t⁺/|v_t⁺|                                                     (V.2)
//! ```
//!
//! Let μ = β/α with the larger of the two 1, and p = P (−β u, α): infinite friction needs no limit, it slips with α = 0. Of the
//! slip's equations the part across u, with P eliminated, holds the direction alone:
//!
//! ```text
//! P G = Δ ,   v_t⁺ = v_t + P h = s u ,   s > 0 ,   P ≥ 0
//! G = α c − β b·u ,   h = α b − β A u                                                              (V.3)
//! (u⊥·v_t) G + Δ (u⊥·h) = 0                                                                        (V.4)
//! ```
//!
//! (V.4) is of the second degree in u, (I.17) without a constant. P comes from that one of P G = Δ and P (u⊥·h) = −u⊥·v_t
//! which has lost fewer digits; a root that does not fulfil both is spurious.
//!
//! # When there is one, and when several
//!
//! *If W has an inverse, μ < ∞ and Δ > 0, there is a solution.* For v_t⁺ = ṽ + S p_t with S = A − bbᵀ/c positive definite and
//! ṽ = v_t + bΔ/c, and friction chooses p_t from a disc whose radius μ (Δ − b·p_t)/c, if not zero, depends on p_t
//! continuously. It never works with the slip: p_t·v_t⁺ ≤ 0 bounds |p_t| by |ṽ|/σ with the smallest eigenvalue σ of S, so
//! that discs may be cut off there, and Kakutani's theorem gives a fixed point. Its radius is not zero: p_t = 0 would have
//! pₙ = Δ/c > 0. The bound does not depend on μ: as μ grows, solutions tend to one for μ = ∞, which sticks, or slips with pₙ = 0.
//!
//! *In a plane there is exactly one.* Along the line b p_t + c pₙ = Δ, v_t⁺ rises with p_t; so where the sticking
//! impulse lies in the cone, slip at its ends would work with friction.
//!
//! In space there may be several, and the laws choose differently: [`final_impulse`] prefers to stick, [`FinalRest`] takes the first that a normal impulse which grows from zero, or from a given load, comes to. If W has no
//! inverse there may be none.

mod all;
mod first;

use nalgebra::{Matrix2, Vector2, Vector3};

use super::blocks::Blocks;
use super::cone::Cone;
use super::harmonic::{Harmonic, MOST_ZEROS};
use super::short_list::ShortList;
use super::tangent::perpendicular;

pub(crate) use all::final_impulse;
pub(crate) use first::{FinalRest, Load, Push};

/// Part of its terms to which a root of (V.4) fulfils (V.3): rounding, grown where two roots are close.
const ACCURACY_OF_ROOTS: f64 = 1e-9;

/// Directions u. One across t1 may be listed twice.
type Directions = ShortList<Vector2<f64>, MOST_ZEROS>;

/// The equations of slip, (V.3) and (V.4).
#[derive(Debug, Clone, Copy)]
struct Slip<'a> {
    blocks: &'a Blocks,
    cone: Cone,
    /// v_t.
    velocity: Vector2<f64>,
    /// Δ.
    gain: f64,
}

/// A direction that fulfils (V.4), with P ≥ 0; whether s > 0 is left to see.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// u.
    direction: Vector2<f64>,
    /// P.
    size: f64,
    /// P (−β u, α).
    impulse: Vector3<f64>,
    /// s.
    speed: f64,
    /// Size of the terms that s is the sum of, and of those of the other equations of (V.3).
    terms: f64,
}

impl Slip<'_> {
    /// Those of the directions that have P ≥ 0.
    fn candidates<'b>(&'b self, directions: &'b Directions) -> impl Iterator<Item = Candidate> + 'b {
        directions.iter().filter_map(|direction| self.candidate(*direction))
    }

    /// All that fulfils (V.4). A planar impact slips in its plane, to the last bit.
    fn directions(&self) -> Directions {
        if self.velocity.y == 0.0 && self.blocks.is_planar() {
            [Vector2::x(), -Vector2::x()].into_iter().collect()
        } else {
            self.turning().directions()
        }
    }

    /// (V.4) as a polynomial in u.
    fn turning(&self) -> Harmonic {
        let Blocks { tangential: a, coupling: b, normal: c } = self.blocks;
        let (v, gain, (alpha, beta)) = (&self.velocity, self.gain, (self.cone.normal, self.cone.tangential));
        let mixed = beta * (v.x * b.x - v.y * b.y - gain * (a.m22 - a.m11)) / 2.0;
        let linear = (v * *c + b * gain) * alpha;
        Harmonic {
            quadratic: Matrix2::new(
                -beta * (v.y * b.x + gain * a.m12),
                mixed,
                mixed,
                beta * (v.x * b.y + gain * a.m12),
            ),
            linear: Vector2::new(linear.y, -linear.x),
            constant: 0.0,
        }
    }

    /// P and s of (V.3), if P ≥ 0.
    fn candidate(&self, direction: Vector2<f64>) -> Option<Candidate> {
        let Blocks { tangential: a, coupling: b, normal: c } = self.blocks;
        let (alpha, beta) = (self.cone.normal, self.cone.tangential);
        let across = perpendicular(&direction);
        let rate = alpha * c - beta * b.dot(&direction); // G of (V.3)
        let drift = b * alpha - a * direction * beta; // h of (V.3)
        let turn = across.dot(&drift);
        let turned = -across.dot(&self.velocity);
        // The terms of each quotient's parts over the parts themselves: how many digits they have lost.
        let (rates, drifts) = (alpha * c + beta * b.norm(), alpha * b.norm() + beta * a.norm());
        let lost_in_turn = self.velocity.norm() / turned.abs() + drifts / turn.abs();
        let size = if lost_in_turn < rates / rate.abs() {
            Some(turned / turn).filter(|size| *size > 0.0)
        } else {
            // Without a gain P = 0, as the limit of ever smaller ones.
            ((rate > 0.0) == (self.gain >= 0.0)).then(|| self.gain / rate).filter(|size| size.is_finite())
        }?;
        let terms = self.velocity.norm() + self.gain.abs() + size * (rates + drifts);
        let left = (size * rate - self.gain).abs().max((size * turn - turned).abs());
        (left <= ACCURACY_OF_ROOTS * terms).then(|| Candidate {
            direction,
            size,
            impulse: (direction * (-beta * size)).push(alpha * size),
            speed: direction.dot(&self.velocity) + size * direction.dot(&drift),
            terms,
        })
    }
}
