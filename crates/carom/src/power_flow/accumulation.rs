//! When the bounces of a pressed contact are over.
//!
//! A pressed contact that hardens ends every compression at the same force and e² of the compression before. Energies scale with F·d and
//! accelerations stay, so each bounce is the last one made shorter by e, whatever n is; what follows is (A.1), with the duration of a
//! lone impact instead of half a period:
//!
//! ```text
//! T = 2·I(n)·d/u,   u² = 2·W·E,   I(n) = ∫₀¹ dx/√(1 − xⁿ⁺¹) = √π·Γ(1 + 1/(n+1))/Γ(½ + 1/(n+1))       (X.5)
//! ```
//!
//! 2·I is π for n = 1 and 2.943 for n = 3/2; it lies between 2 and π.

use std::f64::consts::PI;

use super::{Observer, PowerFlow};
use crate::flow::{ACCUMULATED, ClusterProblem, RIGID};
use crate::phase::RestitutionLaw;

impl<O: Observer> PowerFlow<'_, O> {
    /// Whether the bounces still to come of a hardening contact, each shorter than the last by e, are over at once, if the others
    /// press it with an acceleration.
    pub(super) fn has_accumulated(&self, contact: usize, push: impl FnOnce(&Self) -> f64) -> bool {
        let material = &self.problem.material[contact];
        let e = material.restitution.value();
        if self.problem.law != RestitutionLaw::Hardening || e == 1.0 || self.velocity[contact] != 0.0 {
            return false;
        }
        let own = self.problem.coupling.diagonal(contact);
        let state = &self.state[contact];
        let speed = (2.0 * material.energy(state) * own).sqrt();
        let lone = PI * state.compression / speed; // (X.5), at most
        let left = (2.0 * speed / push(self) + lone) / (1.0 - e); // (A.1)
        // What tangential springs are stretched by after closing is off by the time left itself, not by its square.
        let short = if self.tangents.is_empty() { ACCUMULATED } else { ACCUMULATED * ACCUMULATED };
        self.reference[contact] > 0.0 && left > 0.0 && left * self.reference[contact].sqrt() <= short
            || (PI / lone).powi(2) >= RIGID * self.reference[contact] && speed <= self.floor[contact]
    }

    /// The acceleration with which the other contacts press this one at σ = `s`; negative if they draw it apart.
    pub(super) fn push_on(&self, contact: usize, s: f64) -> f64 {
        let Some(member) = self.place[contact].checked_sub(1) else { return 0.0 };
        let others = self.frame.row(member).filter(|&(j, _)| j != member);
        let normal: f64 = others.map(|(j, w)| w * self.frame.force_at(j, s)).sum();
        let tangential: f64 = match self.tangents.is_empty() {
            true => 0.0,
            false => {
                let others = self.frame.block_row(member).filter(|&(j, _)| j != member);
                others.map(|(j, w)| self.frame.friction_at(j, s, w)).sum()
            }
        };
        -(normal + tangential)
    }
}

/// For each contact the highest k·W·dⁿ⁻¹ among all others, at the compression that the whole energy could cause there.
pub(super) fn highest_of_others(problem: &ClusterProblem, energy: f64) -> Vec<f64> {
    let own = |i: usize| {
        let material = &problem.material[i];
        let n = material.exponent;
        let d = n.root_of_energy((n.value() + 1.0) * energy / material.stiffness);
        material.stiffness * problem.coupling.diagonal(i) * if d > 0.0 { n.power(d) / d } else { 1.0 }
    };
    let own: Vec<f64> = (0..problem.material.len()).map(own).collect();
    let (mut first, mut second, mut leader) = (0.0, 0.0, None);
    for (i, &own) in own.iter().enumerate().filter(|(_, own)| own.is_finite()) {
        if own > first {
            (second, first, leader) = (first, own, Some(i));
        } else if own > second {
            second = own;
        }
    }
    (0..own.len()).map(|i| if leader == Some(i) { second } else { first }).collect()
}
