//! What bodies and impulses in the world change by once impulses of contacts do: the second half of the chain rule (V.6).

use nalgebra::{DMatrix, Vector3, Vector6};

use super::geometry::{Effect, Geometry};
use super::kink::Combination;
use super::parameter::ContactAxis;
use crate::contact_problem::ContactSolution;
use crate::coupling::NORMAL;
use crate::outcome::Outcome;

/// What follows from the solution of the contact problem.
pub(super) struct After<'a> {
    geometry: &'a Geometry<'a>,
    outcome: &'a Outcome,
    /// Impulses over (t₁, t₂, n).
    impulse: Vec<Vector3<f64>>,
    components: Vec<(usize, ContactAxis)>,
    /// Bodies that can move.
    bodies: Vec<Moved>,
    /// The place of each body among them.
    place: Vec<Option<usize>>,
}

/// How a body answers.
struct Moved {
    /// The wrench of all its contacts.
    wrench: Vector6<f64>,
    /// By component, what a unit of impulse does to its motion.
    answers: Vec<(usize, Vector6<f64>)>,
}

impl<'a> After<'a> {
    pub fn of(geometry: &'a Geometry<'a>, solution: &ContactSolution, outcome: &'a Outcome) -> Self {
        let problem = geometry.impact.contact_problem();
        let contacts = geometry.impact.contacts().len();
        let tangential = |c: usize| solution.tangential_impulse.get(c).copied().unwrap_or_default();
        let impulse: Vec<_> = (0..contacts).map(|c| tangential(c).push(solution.impulse[c])).collect();
        let axes = |contact: usize| problem.axes_of(contact).iter().map(move |&axis| (contact, axis));
        let components: Vec<_> = (0..contacts).flat_map(axes).collect();
        let mut first = vec![0; contacts];
        components.iter().enumerate().rev().for_each(|(number, &(contact, _))| first[contact] = number);
        let (mut bodies, mut place) = (Vec::new(), vec![None; geometry.sides.len()]);
        for (body, sides) in geometry.sides.iter().enumerate() {
            if geometry.impact.bodies()[body].is_fixed() {
                continue;
            }
            place[body] = Some(bodies.len());
            let mut moved = Moved { wrench: Vector6::zeros(), answers: Vec::new() };
            for side in sides {
                moved.wrench += side.wrenches * (impulse[side.contact] * side.sign);
                for (number, axis) in problem.axes_of(side.contact).iter().enumerate() {
                    let answer = side.moved.column(axis.index()) * side.sign;
                    moved.answers.push((first[side.contact] + number, answer));
                }
            }
            bodies.push(moved);
        }
        Self { geometry, outcome, impulse, components, bodies, place }
    }

    /// How many outputs there are.
    pub fn rows(&self) -> usize {
        6 * self.bodies.len() + 4 * self.impulse.len() + 3
    }

    /// The column of a combination of effects, from its parts in contact space, which `found` is memory for.
    pub fn write(
        &self,
        (effects, asked): (&[Effect], &Combination),
        (matrix, parts): (&DMatrix<f64>, &Combination),
        found: &mut Vec<f64>,
        out: &mut [f64],
    ) {
        let m = self.components.len();
        found.clear();
        found.resize(m + 2, 0.0);
        for &(direction, amount) in parts {
            let column = &matrix.as_slice()[direction * (2 * m + 2)..(direction + 1) * (2 * m + 2)];
            found.iter_mut().zip(&column[m..]).for_each(|(sum, value)| *sum += amount * value);
        }
        for (moved, rows) in self.bodies.iter().zip(out.chunks_exact_mut(6)) {
            let mut change = Vector6::zeros();
            moved.answers.iter().for_each(|(component, answer)| change += answer * found[*component]);
            rows.copy_from_slice(change.as_slice());
        }
        let first = 6 * self.bodies.len();
        for (&(contact, axis), change) in self.components.iter().zip(found.iter()) {
            let along = self.geometry.impact.axes()[contact][axis.index()] * *change;
            let rows = &mut out[first + 4 * contact..first + 4 * contact + 4];
            (0..3).for_each(|row| rows[row] += along[row]);
            if axis.index() == NORMAL {
                rows[3] += change;
            }
        }
        let mut energy_before = 0.0;
        for &(effect, amount) in asked {
            energy_before += self.add_own(&effects[effect], amount, out);
        }
        let after = energy_before + found[m];
        let (before, kept) = (self.outcome.energy.before, self.outcome.energy.after);
        let of_kept = if before > 0.0 { (after - kept / before * energy_before) / before } else { 0.0 };
        let rows = out.len();
        out[rows - 3..].copy_from_slice(&[after, of_kept, found[m + 1]]);
    }

    /// Adds what an effect does with impulses as they are; returns what it adds to the energy before.
    fn add_own(&self, effect: &Effect, amount: f64, out: &mut [f64]) -> f64 {
        for body in self.geometry.bodies_of(effect) {
            let Some(place) = self.place[body] else { continue };
            let (mut wrench, mut changes) = (Vector6::zeros(), false);
            for side in &self.geometry.sides[body] {
                if let Some(change) = self.geometry.wrenches_change(body, side, effect) {
                    wrench += change * (self.impulse[side.contact] * side.sign);
                    changes = true;
                }
            }
            let mut change = if changes { self.geometry.mobility[body] * wrench } else { wrench };
            if let Effect::Body(effect) = effect {
                change += effect.motion;
                change += effect.mobility.map_or(Vector6::zeros(), |a| a * self.bodies[place].wrench);
            }
            let rows = &mut out[6 * place..6 * place + 6];
            rows.iter_mut().zip(change.iter()).for_each(|(row, change)| *row += amount * change);
        }
        match effect {
            Effect::Body(effect) => amount * effect.energy_before,
            Effect::Contact { contact, normal, .. } => {
                let turned = self.geometry.axes_change(*contact, *normal);
                let p = self.impulse[*contact];
                let world: Vector3<f64> = (0..3).map(|k| turned[k] * p[k]).sum();
                let first = 6 * self.bodies.len() + 4 * contact;
                (0..3).for_each(|row| out[first + row] += amount * world[row]);
                0.0
            }
            Effect::Law(_) => 0.0,
        }
    }
}
