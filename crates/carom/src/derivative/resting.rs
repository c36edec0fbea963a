//! Contacts that touch at rest, and where the outcome has a kink because of them.
//!
//! A contact at rest that others press from the first instant has a derivative: moved towards each other or apart by δv, its bodies are pressed
//! all the same, from an instant of order √δv. Others have none along directions that move them:
//!
//! - Nothing presses it, or only later: moved towards each other its bodies would have collided by then.
//! - It is drawn apart at first and returns later, and its spring stays hard: moved towards each other its bodies would have ended a compression,
//!   however small, and the spring that they return to would be k/e² instead of k. The outcome jumps there.

use super::kink::{Along, Form, Kink, KinkCause};
use super::replay::{ROUNDING, Replay, Standing};
use super::rows::Rows;
use crate::phase::RestitutionLaw;

impl Replay<'_> {
    /// A contact that was at rest carries load from now on. If only now, or if it is rigid, a motion towards it would have
    /// been felt before.
    pub(super) fn join(&mut self, contact: usize, time: f64, is_rigid: bool) {
        let is_pressed_from_the_start =
            time == 0.0 || self.power.is_some() && self.is_reached_at_once(contact);
        if is_pressed_from_the_start && !is_rigid {
            return;
        }
        let mut velocity = vec![0.0; self.changes.directions];
        self.velocity_change(self.normal(contact), &mut velocity);
        self.note_where_not_zero(time, KinkCause::AtRest, contact, &velocity, &[]);
    }

    /// Whether forces act on a contact from the first instant, be it with less than rounding: touching contacts connect it with one that approaches.
    fn is_reached_at_once(&self, contact: usize) -> bool {
        let mut reached = vec![contact];
        let mut seen = 0;
        while seen < reached.len() {
            let here = reached[seen];
            seen += 1;
            if self.problem.velocity[here] < 0.0 {
                return true;
            }
            for (other, _) in self.problem.coupling.row(here) {
                if self.problem.gap[other] == 0.0 && !reached.contains(&other) {
                    reached.push(other);
                }
            }
        }
        false
    }

    /// Contacts at rest that are drawn apart, and return to a spring that stays hard once it has been compressed.
    pub(super) fn note_drawn_apart(&mut self) {
        match self.problem.law {
            RestitutionLaw::Hardening => {}
            RestitutionLaw::BiStiffness | RestitutionLaw::MonoStiffness => return,
        }
        let fastest = self.problem.velocity.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        for contact in 0..self.standing.len() {
            let touches = self.problem.gap[contact] == 0.0;
            let rests = self.problem.velocity[contact].abs() <= ROUNDING * fastest;
            let hardens = self.problem.material[contact].restitution.value() < 1.0;
            if self.standing[contact] == Standing::Open && touches && rests && hardens {
                let velocity = self.changes.velocity.row(self.normal(contact)).to_vec();
                self.note_where_not_zero(0.0, KinkCause::AtRest, contact, &velocity, &[]);
                self.note_first_push(contact);
            }
        }
    }

    /// The forces that draw a contact apart grow from zero. Where those that grow first cancel each other, a change of W alone decides
    /// whether its bodies are pressed before they are drawn apart.
    fn note_first_push(&mut self, contact: usize) {
        let axes = self.changes.axes;
        let mut slopes = vec![0.0; self.force.len()];
        for other in (0..self.standing.len()).filter(|&other| self.problem.gap[other] == 0.0) {
            let approach = (-self.problem.velocity[other]).max(0.0);
            slopes[self.normal(other)] =
                self.stiffness[other] * self.problem.material[other].exponent.power(approach);
        }
        let (push, size) = self.acceleration(self.normal(contact), &slopes);
        if push.abs() > ROUNDING * size {
            return;
        }
        let (mut change, mut rounding) =
            (vec![0.0; self.changes.directions], vec![0.0; self.changes.directions]);
        for entry in self.changes.coupling_to(self.normal(contact)) {
            // Friction grows with the normal force.
            let term = entry.value * slopes[self.normal(entry.from / axes)];
            change[entry.direction] += term;
            rounding[entry.direction] += ROUNDING * term.abs();
        }
        if change.iter().zip(&rounding).any(|(change, rounding)| change.abs() > *rounding) {
            let (cause, contacts) = (KinkCause::AtRest, vec![self.cluster.contacts()[contact]]);
            let kink = Kink { time: 0.0, cause, contacts, events: Vec::new(), columns: Vec::new() };
            self.kinks.push(Form { kink, along: Along::Change { change, rounding } });
        }
    }

    /// Contacts that neither approach nor separate at the end would collide if they were moved towards each other.
    pub(super) fn note_contacts_left_at_rest(&mut self, after: &[f64], change: &Rows) {
        let speeds = self.problem.velocity.iter().chain(after).fold(0.0_f64, |most, v| most.max(v.abs()));
        for contact in 0..self.standing.len() {
            let normal = self.normal(contact);
            if after[normal].abs() <= ROUNDING * speeds {
                let row = change.row(normal).to_vec();
                self.note_where_not_zero(self.cluster.duration(), KinkCause::AtRest, contact, &row, &[]);
            }
        }
    }
}
