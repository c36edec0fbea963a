//! How a rigid contact that slides comes to a stop, and what that makes of its variation.
//!
//! Shortly before it stops all forces but those that turn with its own direction û(θ) are constant, and with them
//!
//! ```text
//! v' = b(θ) = (W F(θ))_t        F(θ): friction −μFₙ û(θ), and what keeps sticking and closed contacts at rest
//! ```
//!
//! so that the impulse and the time that are left are |v| P(θ) and |v| T(θ). That v changes at the rate b, and they at −F and −1, says
//!
//! ```text
//! (b·ŵ) P' + (b·û) P = −F          (b·ŵ) T' + (b·û) T = −1                                     (V.12)
//! ```
//!
//! Sliding ends along a direction θ* with b·ŵ = 0, a regular singular point of (V.12): of its solutions the smooth one is meant. What is left changes by
//!
//! ```text
//! δ(|v| P) = (P û + P' ŵ)·δv       δτ = (T û + T' ŵ)·δv                                         (V.13)
//! ```
//!
//! Directions go to θ* as a power of the time left that may be small, τ^ν with ν = (b·ŵ)'/(b·û). Then they have not arrived where rounding ends the
//! course, and a variation at a fixed time, of the order τ^ν too, has not died out: P' counts.

use nalgebra::{DVector, SMatrix, SVector, Vector2, Vector3};

use super::holding::{hold_together, holds_of};
use super::{Collocated, Sample, across};
use crate::flow::{ClusterProblem, NODES, RADAU};

/// (V.12) is solved over at least this angle, in which b·ŵ is far above its rounding.
const LEAST_ANGLE: f64 = 1e-3;
/// The direction at which sliding ends is near: at most this angle away.
const MOST_ANGLE: f64 = 0.5;
/// Most steps of the secants that find it; they take five.
const MOST_SECANTS: usize = 30;
/// It is found to this angle.
const FOUND: f64 = 1e-14;

/// What (V.13) multiplies δv by.
#[derive(Debug)]
pub(in crate::derivative) struct Stopping {
    pub contact: usize,
    /// |v|, and θ − θ*.
    pub speed: f64,
    pub aside: f64,
    /// P û + P' ŵ by component.
    pub impulse: Vec<Vector2<f64>>,
    /// T û + T' ŵ.
    pub time: Vector2<f64>,
}

impl Collocated {
    /// How the contact, which slides at time `t` of the step and stops soon after, does so.
    pub fn stopping(&mut self, contact: usize, t: f64, problem: &ClusterProblem) -> Option<Stopping> {
        let samples: Vec<Sample> = self.sample(t).into_iter().map(|(_, sample)| sample).collect();
        let stopping = self.members.iter().position(|member| member.contact == contact)?;
        let course = Course { step: self, samples: &samples, problem, stopping };
        let Sample { direction: now, tangential_velocity, .. } = *samples.get(stopping)?;
        let aside = course.angle_to_its_end(now)?;
        let reach = aside.signum() * aside.abs().max(LEAST_ANGLE);
        let end = turned(now, -aside);
        let (mut matrix, mut right) = (SMatrix::<f64, NODES, NODES>::zeros(), Vec::new());
        for (row, part) in RADAU.into_iter().enumerate() {
            let direction = turned(end, part * reach);
            let forces = course.forces(direction)?;
            let acceleration = course.acceleration(contact, &forces).xy();
            let (along, side) = (acceleration.dot(&direction), acceleration.dot(&across(direction)) / reach);
            for power in 0..NODES {
                let slope = if power == 0 { 0.0 } else { power as f64 * part.powi(power as i32 - 1) };
                matrix[(row, power)] = along * part.powi(power as i32) + side * slope;
            }
            right.push(forces);
        }
        let inverse = matrix.try_inverse()?;
        let at = aside / reach;
        let of = |values: SVector<f64, NODES>| {
            let coefficients = inverse * values;
            let (mut value, mut slope) = (0.0, 0.0);
            for coefficient in coefficients.iter().rev() {
                slope = slope * at + value;
                value = value * at + coefficient;
            }
            -(now * value + across(now) * (slope / reach))
        };
        let components = right[0].len();
        let impulse = (0..components).map(|c| of(SVector::from_fn(|row, _| right[row][c]))).collect();
        Some(Stopping {
            contact,
            speed: tangential_velocity.norm(),
            aside,
            impulse,
            time: of(SVector::repeat(1.0)),
        })
    }
}

fn turned(direction: Vector2<f64>, angle: f64) -> Vector2<f64> {
    direction * libm::cos(angle) + across(direction) * libm::sin(angle)
}

/// The instant before a contact stops.
struct Course<'a> {
    step: &'a Collocated,
    samples: &'a [Sample],
    problem: &'a ClusterProblem,
    /// The member that stops.
    stopping: usize,
}

impl Course<'_> {
    /// θ − θ*.
    fn angle_to_its_end(&self, now: Vector2<f64>) -> Option<f64> {
        let contact = self.step.members[self.stopping].contact;
        let aside = |angle: f64| {
            let direction = turned(now, angle);
            let acceleration = self.acceleration(contact, &self.forces(direction)?).xy();
            Some((acceleration.dot(&across(direction)), acceleration.norm()))
        };
        let (mut last, mut angle) = (0.0, LEAST_ANGLE);
        let (mut before, size) = aside(last)?;
        for _ in 0..MOST_SECANTS {
            let (found, _) = aside(angle)?;
            if found.abs() <= FOUND * size || found == before {
                break;
            }
            let next = angle - found * (angle - last) / (found - before);
            (last, before) = (angle, found);
            angle = next;
            if angle.is_nan() || angle.abs() > MOST_ANGLE {
                return None;
            }
            if (angle - last).abs() <= FOUND {
                break;
            }
        }
        Some(-angle)
    }

    /// F(θ), by component.
    fn forces(&self, direction: Vector2<f64>) -> Option<Vec<f64>> {
        let mut forces = vec![0.0; 3 * self.problem.coupling.len()];
        let mut holds = Vec::new();
        for ((number, member), sample) in self.step.members.iter().enumerate().zip(self.samples) {
            let along = if number == self.stopping { direction } else { sample.direction };
            let given = holds_of(member, sample, along, &mut holds);
            forces[3 * member.contact..3 * member.contact + 3].copy_from_slice(given.as_slice());
        }
        if holds.is_empty() {
            return Some(forces);
        }
        let right = DVector::from_fn(holds.len(), |row, _| {
            -holds[row].axis.dot(&self.acceleration(holds[row].contact, &forces))
        });
        let loads = hold_together(&holds, self.problem)?.solve(&right)?;
        for (hold, size) in holds.iter().zip(loads.iter()) {
            (0..3).for_each(|axis| forces[3 * hold.contact + axis] += hold.load[axis] * size);
        }
        Some(forces)
    }

    fn acceleration(&self, contact: usize, forces: &[f64]) -> Vector3<f64> {
        let row = self.problem.coupling.block_row(contact);
        row.map(|(j, w)| w * Vector3::from_column_slice(&forces[3 * j..3 * j + 3])).sum()
    }
}
