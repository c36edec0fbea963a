//! The polynomials of a step from its values at the nodes, and the guards among them.

use nalgebra::Vector2;

use super::{Hold, Track};
use crate::power_flow::frame::{Clock, Frame, ORDER, Role, Series, ZERO};
use crate::power_flow::friction::rub::{Load, RubCourse, turned};
use crate::power_flow::friction::rule::{NODES, Nodal, rule};

/// Polynomials are known to this part of their greatest value.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

// Two more coefficients than nodes: those of a guard with two zeros at the start.
const _: () = assert!(NODES + 2 <= ORDER + 1);

impl Frame {
    /// Takes the polynomials through the nodes over.
    pub(super) fn adopt(&mut self, tracks: &[Track], rate: &Nodal, hold: &Hold) {
        let rule = rule();
        let (leader, unit) = match self.clock {
            Clock::Root { leader, unit } => (Some(leader), unit),
            Clock::Even { unit } => (None, unit),
        };
        self.root = ZERO;
        if let Some(leader) = leader {
            let slope = tracks[leader].velocity[2].map(|v| -0.5 * unit * v);
            self.root = rising_from(self.entries[leader].compression.sqrt(), &slope);
        }
        self.rate = padded(&rule.polynomial(rate));
        self.time = rising_from(0.0, rate);
        let acceleration = |i: usize| {
            let mut acceleration = self.acceleration(i, tracks);
            (0..3).filter(|&axis| hold.locks(i, axis)).for_each(|axis| acceleration[axis] = [0.0; NODES]);
            acceleration
        };
        let accelerations: Vec<[Nodal; 3]> = (0..tracks.len()).map(acceleration).collect();
        for (i, track) in tracks.iter().enumerate() {
            let entry = self.entries[i];
            let travelled = std::array::from_fn(|k| -rate[k] * track.velocity[2][k]);
            let member = &mut self.members[i];
            member.velocity = rising_from(entry.velocity, &accelerations[i][2]);
            member.compression = rising_from(entry.compression, &travelled);
            member.push = padded(&rule.polynomial(&track.push[2]));
            let rub = &mut self.rubs[i];
            for (axis, acceleration) in accelerations[i].iter().take(2).enumerate() {
                rub.velocity[axis] = rising_from(rub.start.velocity[axis], acceleration);
                rub.push[axis] = padded(&rule.polynomial(&track.push[axis]));
                rub.kept[axis] = padded(&rule.polynomial(&track.kept[axis]));
            }
            if rub.start.course != RubCourse::Idle || entry.role == Role::Held {
                let load = |axis: usize| std::array::from_fn(|k| track.push[axis][k] / rate[k]);
                rub.load = std::array::from_fn(|axis| padded(&rule.polynomial(&load(axis))));
            }
            rub.angle = padded(&rule.polynomial(&track.angle));
            let work = std::array::from_fn(|k| {
                -(track.push[0][k] * track.velocity[0][k] + track.push[1][k] * track.velocity[1][k])
            });
            rub.work = padded(&rule.polynomial(&work));
            self.set_guards(i, track, rate);
        }
    }

    /// The polynomials that end stick or slip.
    fn set_guards(&mut self, i: usize, track: &Track, rate: &Nodal) {
        let rule = rule();
        let (entry, start) = (self.entries[i], self.rubs[i].start);
        let begins = entry.role == Role::Acting && entry.compression <= 0.0;
        let closed = entry.role == Role::Held;
        let force_rate = closed.then(|| slopes(&track.force, rate));
        // Where the leader begins to slide from rest its speed goes with σ⁵, as its impulse does: in units of that it begins with a number.
        let leads = matches!(self.clock, Clock::Root { leader, .. } if leader == i);
        let from_rest = begins && leads && start.course == RubCourse::Sliding && start.zeros > 0;
        let (impulse, zeros) =
            if from_rest { (rule.integrate(&track.push[2]), 0) } else { ([1.0; NODES], start.zeros) };
        let values: Nodal = std::array::from_fn(|k| {
            let velocity = Vector2::new(track.velocity[0][k], track.velocity[1][k]);
            let kept = Vector2::new(track.kept[0][k], track.kept[1][k]);
            let stiffness = || self.tangential_stiffness(i, track, k);
            let direction = turned(start.direction, track.angle[k]);
            match start.course {
                RubCourse::Idle => 1.0,
                RubCourse::Stretching(load) => {
                    // r² − u², in units of d² where the contact begins.
                    let stretch = if load == Load::Rises { kept / stiffness() } else { kept };
                    let reach = start.mu * track.force[k] / stiffness();
                    let unit = if begins { track.compression[k] } else { 1.0 };
                    (reach * reach - stretch.norm_squared()) / (unit * unit)
                }
                RubCourse::Slipping(load) => {
                    let reach_rate = match &force_rate {
                        None => -self.rubs[i].reach_per_compression * track.velocity[2][k],
                        Some(rates) => start.mu * rates[k] / (entry.exponent.value() * stiffness()),
                    };
                    let part = if load == Load::Rises { entry.exponent.value() } else { 1.0 };
                    velocity.dot(&direction) - part * reach_rate // (X.8)
                }
                RubCourse::Held => {
                    let friction = Vector2::new(track.push[0][k], track.push[1][k]) / rate[k];
                    let unit = if begins { track.force[k] } else { 1.0 };
                    let bound = start.mu * track.force[k];
                    (bound * bound - friction.norm_squared()) / (unit * unit)
                }
                RubCourse::Sliding => velocity.dot(&direction) / impulse[k],
            }
        });
        // Where a contact ends, force and bound fall to zero together: what rounding leaves of their difference is no event.
        let spared = match start.course {
            RubCourse::Stretching(_) | RubCourse::Held if start.zeros == 0 => {
                let largest = values.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
                ROUNDING * largest
            }
            RubCourse::Idle | RubCourse::Stretching(_) | RubCourse::Held => 0.0,
            RubCourse::Slipping(_) | RubCourse::Sliding => 0.0,
        };
        let values = values.map(|value| value + spared);
        let rub = &mut self.rubs[i];
        rub.guard = rule.polynomial_with_zeros(&values, zeros);
        rub.turns = match (force_rate, start.course) {
            (Some(rates), RubCourse::Stretching(load) | RubCourse::Slipping(load)) => {
                let sign = if load == Load::Rises { 1.0 } else { -1.0 };
                let mut turns = rule.polynomial(&rates.map(|rate| sign * rate));
                // A load that has just turned has no slope there; what rounding makes of it would turn it back for ever.
                if start.turns {
                    turns[0] = turns[0].max(0.0);
                }
                (turns[0] != 0.0 || turns[1] >= 0.0).then(|| Box::new(padded(&turns)))
            }
            _ => None,
        };
    }

    /// The normal velocity that a member's friction would cause in a unit of time through the block `w`, at σ = `s`.
    pub fn friction_at(&self, member: usize, s: f64, w: &nalgebra::Matrix3<f64>) -> f64 {
        let force = self.rubs[member].friction_at(s);
        w[(2, 0)] * force.x + w[(2, 1)] * force.y
    }
}

/// The polynomial that starts with a value and has this derivative at the nodes.
fn rising_from(first: f64, slope: &Nodal) -> Series {
    let mut series = ZERO;
    series[0] = first;
    for (j, c) in rule().polynomial(slope).iter().enumerate() {
        series[j + 1] = c / (j + 1) as f64;
    }
    series
}

fn padded(polynomial: &Nodal) -> Series {
    let mut series = ZERO;
    series[..NODES].copy_from_slice(polynomial);
    series
}

/// The derivatives in time of the polynomial through these values, at the nodes.
fn slopes(values: &Nodal, rate: &Nodal) -> Nodal {
    let polynomial = rule().polynomial(values);
    std::array::from_fn(|k| carom_taylor::evaluate_with_slope(&polynomial, rule().nodes[k]).1 / rate[k])
}
