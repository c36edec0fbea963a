//! What events do to the variation of a motion.
//!
//! An event whose guard h falls to zero at τ comes later by δτ = −δh/h' in a perturbed motion. A quantity y that is y⁺ = R(y⁻) after it
//! has, at a fixed time,
//!
//! ```text
//! δy⁺ = R' δy⁻ + δR + (R' y'⁻ − y'⁺) δτ                                                        (V.4)
//! ```
//!
//! Where a compression ends or restarts vₙ = 0, so that x' = 0 on both sides and nothing depends on δτ; forces are continuous there, and
//! where a contact ends or returns:
//!
//! ```text
//! compression ends      δx ← e² δx + 2e δe x,  δk ← δk/e²ⁿ − 2n k δe/e²ⁿ⁺¹    hardening, bi-stiffness
//!                       δ(untilⁿ⁺¹) ← δ((1 − e²) xⁿ⁺¹)                      mono-stiffness
//! compression restarts  δx ← δ((k/k₀)^(1/n) x),  δk ← δk₀                   bi-stiffness
//! ```
//!
//! of springs F = k·dⁿ.
//!
//! Of restitution that ends and of a gap that closes only the sign of x changes its meaning: x = d, or x = −g. Forces jump
//! where a contact closes and where mono-stiffness lets a loaded spring go, and with them p' = F:
//!
//! ```text
//! δp⁺ = δp⁻ + (F⁻ − F⁺) δτ                                                                    (V.5)
//! closes:    δτ = −δvₙ/vₙ'               ends:  δτ = (δd − δuntil)/vₙ
//! ```
//!
//! A plastic contact that nothing presses opens in the instant in which it closes. With a little restitution e it would leave with e
//! times what its spring holds: δp = √(2E/W) δe.

use nalgebra::Vector2;

use super::error::DerivativeError;
use super::kink::{Along, Form, Kink, KinkCause};
use super::replay::{ROUNDING, Replay, Standing};
use crate::flow::Separation;
use crate::history::RecordedStep;
use crate::phase::{EventKind, RestitutionLaw};
use crate::snapshot::Event;

/// An event at which forces jump.
#[derive(Debug)]
pub(super) struct Jump {
    pub event: Event,
    /// δτ.
    pub shift: Vec<f64>,
    /// Other events of the same instant whose time depends on accelerations, with their own δτ.
    pub others: Vec<(Event, Vec<f64>)>,
}

impl Replay<'_> {
    /// Lets the events at the end of a step happen to the variation.
    pub fn happen(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        let mut released: Vec<(Event, Vec<f64>)> = Vec::new();
        self.set_clock(step.events);
        for (number, event) in step.events.iter().enumerate() {
            let contact = event.contact;
            match event.kind {
                EventKind::CompressionEnds => self.end_compression(contact),
                EventKind::CompressionRestarts => self.restart_compression(contact),
                EventKind::RestitutionEnds => {
                    let shift = self.end_restitution(event);
                    released.push((*event, shift));
                }
                EventKind::ContactReturns => self.let_return(contact),
                EventKind::ContactCloses => {
                    self.check_closing(event)?;
                    let shift = self.close(event);
                    let opens =
                        |later: &Event| later.contact == contact && later.kind == EventKind::ContactOpens;
                    if step.events[number..].iter().any(opens) {
                        self.leave_at_once(event);
                    }
                    released.push((*event, shift));
                }
                EventKind::ContactOpens => {
                    self.standing[contact] = Standing::Open;
                    self.position_change.clear_row(contact);
                }
                EventKind::Slips | EventKind::Sticks => self.stop_sliding(event)?,
                EventKind::Pressed => {}
            }
        }
        self.note_release(released);
        self.pair_jumps(step.events);
        Ok(())
    }

    /// Tangential springs slip back a little at each of infinitely many bounces, to where the least of a normal force that swings ever faster
    /// lets them. How that force changes at a fixed time is not known to the digits that this takes.
    fn check_closing(&self, event: &Event) -> Result<(), DerivativeError> {
        let contact = event.contact;
        let springs = self.problem.tangential.get(contact).is_some_and(|law| law.compliance().is_some());
        if springs && self.problem.material[contact].restitution.value() > 0.0 {
            return Err(DerivativeError::Unsupported {
                contact: self.cluster.contacts()[contact],
                time: event.time,
                what: "closes after infinitely many bounces on tangential springs",
            });
        }
        Ok(())
    }

    fn end_compression(&mut self, contact: usize) {
        let e = self.problem.material[contact].restitution.value();
        let (returned, exponent) = (e * e, self.problem.material[contact].exponent);
        let (n, softer) = (exponent.value(), exponent.power(returned));
        let (x, k) = (self.compression[contact], self.stiffness[contact]);
        let restitution = self.changes.restitution.row(contact).to_vec();
        match self.problem.law {
            RestitutionLaw::Hardening | RestitutionLaw::BiStiffness if e > 0.0 => {
                self.position_change.scale(contact, returned);
                self.position_change.add(contact, 2.0 * e * x, &restitution);
                self.stiffness_change.scale(contact, 1.0 / softer);
                self.stiffness_change.add(contact, -2.0 * n * k / (softer * e), &restitution);
                self.compression[contact] = returned * x;
                self.stiffness[contact] = k / softer;
            }
            RestitutionLaw::Hardening | RestitutionLaw::BiStiffness => {} // it closes
            RestitutionLaw::MonoStiffness => {
                self.until[contact] = x * exponent.root_of_energy(1.0 - returned);
                let position = self.position_change.row(contact).to_vec();
                let power = exponent.power(x);
                self.until_power_change.clear_row(contact);
                self.until_power_change.add(contact, (1.0 - returned) * (n + 1.0) * power, &position);
                self.until_power_change.add(contact, -2.0 * e * power * x, &restitution);
            }
        }
    }

    fn restart_compression(&mut self, contact: usize) {
        match self.problem.law {
            RestitutionLaw::Hardening | RestitutionLaw::MonoStiffness => {}
            RestitutionLaw::BiStiffness => {
                let original = self.problem.material[contact].stiffness;
                let (x, k) = (self.compression[contact], self.stiffness[contact]);
                let exponent = self.problem.material[contact].exponent;
                let longer = exponent.root(k / original);
                let per_part = longer * x / exponent.value();
                self.position_change.scale(contact, longer);
                self.position_change.add(contact, per_part / k, self.stiffness_change.row(contact));
                self.position_change.add(contact, -per_part / original, self.changes.stiffness.row(contact));
                self.forget_hardening(contact);
                self.compression[contact] = longer * x;
            }
        }
    }

    fn forget_hardening(&mut self, contact: usize) {
        self.stiffness[contact] = self.problem.material[contact].stiffness;
        self.stiffness_change.set(contact, self.changes.stiffness.row(contact));
    }

    /// Restitution ends; returns δτ.
    fn end_restitution(&mut self, event: &Event) -> Vec<f64> {
        let contact = event.contact;
        let (speed, until, k) = (self.velocity[contact], self.until[contact], self.stiffness[contact]);
        let exponent = self.problem.material[contact].exponent;
        let per_power = 1.0 / (exponent.value() + 1.0); // δ(untilⁿ⁺¹)/(n + 1) = untilⁿ δuntil
        self.standing[contact] = Standing::Open;
        if speed.is_nan() || speed <= ROUNDING * self.fastest() {
            let change = self.position_change.row(contact).to_vec();
            self.note_all(event, KinkCause::Grazing, &change);
            self.position_change.clear_row(contact);
            return vec![0.0; self.changes.directions];
        }
        if until > 0.0 {
            let power = self.until_power_change.row(contact).to_vec();
            self.position_change.add(contact, -per_power / exponent.power(until), &power); // δd − δuntil
        } else if self.problem.law == RestitutionLaw::MonoStiffness {
            let power = self.until_power_change.row(contact).to_vec();
            let normal = self.normal(contact);
            self.impulse_change.add(normal, -per_power * k / speed, &power); // F δτ as until falls to zero
            self.note_end_of_range(event, &power);
        }
        let shift: Vec<f64> = self.position_change.row(contact).iter().map(|x| x / speed).collect();
        if until > 0.0 {
            self.jumps.push(Jump { event: *event, shift: shift.clone(), others: Vec::new() });
        }
        self.until[contact] = 0.0;
        self.until_power_change.clear_row(contact);
        match self.problem.law {
            RestitutionLaw::Hardening => {}
            RestitutionLaw::BiStiffness | RestitutionLaw::MonoStiffness => self.forget_hardening(contact),
        }
        if self.problem.separation == Separation::Instant {
            self.position_change.clear_row(contact);
        }
        shift
    }

    fn let_return(&mut self, contact: usize) {
        self.standing[contact] = Standing::Loaded;
        if self.problem.separation == Separation::Instant {
            self.position_change.clear_row(contact);
        }
        self.begin_stretch(contact);
    }

    /// A rigid contact that has slid stops: it sticks, or slides on in another direction, and its friction jumps.
    fn stop_sliding(&mut self, event: &Event) -> Result<(), DerivativeError> {
        let contact = event.contact;
        let is_rigid = self.problem.tangential[contact].compliance().is_none();
        if !(is_rigid && self.slipped[contact]) {
            return Ok(());
        }
        let found = self.stopped.take_if(|stopped| stopped.0 == contact);
        let shift = match found {
            Some((_, shift)) => shift,
            None => self.stop_along(event)?,
        };
        self.jumps.push(Jump { event: *event, shift, others: Vec::new() });
        Ok(())
    }

    /// A contact closes; returns δτ.
    fn close(&mut self, event: &Event) -> Vec<f64> {
        let contact = event.contact;
        self.standing[contact] = Standing::Closed;
        self.position_change.clear_row(contact);
        let shift = self.shift_of_velocity(contact);
        self.jumps.push(Jump { event: *event, shift: shift.clone(), others: Vec::new() });
        shift
    }

    /// δτ of an instant at which vₙ = 0; none where vₙ' vanishes too.
    fn shift_of_velocity(&self, contact: usize) -> Vec<f64> {
        let (acceleration, size) = self.acceleration(self.normal(contact), &self.force);
        let mut change = vec![0.0; self.changes.directions];
        if acceleration.abs() > ROUNDING * size {
            self.velocity_change(self.normal(contact), &mut change);
            change.iter_mut().for_each(|v| *v /= -acceleration);
        }
        change
    }

    /// A plastic contact is let go in the instant in which it closes.
    fn leave_at_once(&mut self, event: &Event) {
        let contact = event.contact;
        let restitution = self.changes.restitution.row(contact).to_vec();
        if self.problem.material[contact].restitution.value() == 0.0 {
            let (x, k) = (self.compression[contact], self.stiffness[contact]);
            let exponent = self.problem.material[contact].exponent;
            let energy = k * exponent.power(x) * x / (exponent.value() + 1.0);
            let leaving = (2.0 * energy / self.problem.coupling.diagonal(contact)).sqrt();
            let normal = self.normal(contact);
            self.impulse_change.add(normal, leaving, &restitution);
            self.note_end_of_range(event, &restitution);
        }
    }

    pub(super) fn fastest(&self) -> f64 {
        self.problem.velocity.iter().chain(&self.velocity).fold(0.0, |most, v| most.max(v.abs()))
    }

    fn note_end_of_range(&mut self, event: &Event, change: &[f64]) {
        self.note_all(event, KinkCause::EndOfRange, change);
    }

    /// Notes a kink in every direction in which a change is not zero at all.
    fn note_all(&mut self, event: &Event, cause: KinkCause, change: &[f64]) {
        if change.iter().any(|change| *change != 0.0) {
            let kink = self.kink_of(event.time, cause, vec![self.global(event)]);
            let along = Along::Change { change: change.to_vec(), rounding: vec![0.0; change.len()] };
            self.kinks.push(Form { kink, along });
        }
    }

    /// A kink of these events.
    fn kink_of(&self, time: f64, cause: KinkCause, events: Vec<Event>) -> Kink {
        let mut contacts: Vec<usize> = events.iter().map(|event| event.contact).collect();
        contacts.sort_unstable();
        contacts.dedup();
        Kink { time, cause, contacts, events, columns: Vec::new() }
    }

    /// By how much two δτ may differ and be the same: a part of either, or of the time by which events come later along the direction at all.
    fn rounding_of_shifts(&self, one: &[f64], other: &[f64]) -> Vec<f64> {
        let largest = self.impulse.iter().fold(f64::MIN_POSITIVE, |most, p| most.max(p.abs()));
        let each = one.iter().zip(other).zip(&self.impulses);
        let rounding = |((a, b), change): ((&f64, &f64), &f64)| {
            let usual = change / largest * self.cluster.duration();
            ROUNDING.sqrt() * a.abs().max(b.abs()) + ROUNDING * usual
        };
        each.map(rounding).collect()
    }

    /// Of several releases at one instant the last one counts, and which that is differs from direction to direction.
    fn note_release(&mut self, released: Vec<(Event, Vec<f64>)>) {
        let mut released = released.into_iter();
        let Some((first, shift)) = released.next() else { return };
        self.ties.clear();
        for (event, other) in released {
            let events = vec![self.global(&first), self.global(&event)];
            let kink = self.kink_of(event.time, KinkCause::Tie, events);
            let rounding = self.rounding_of_shifts(&shift, &other);
            let change = shift.iter().zip(&other).map(|(a, b)| a - b).collect();
            self.ties.push(Form { kink, along: Along::Change { change, rounding } });
        }
        self.release = Some(shift.iter().zip(&self.clock).map(|(shift, late)| shift + late).collect());
    }

    /// Which other events happen where forces jump.
    fn pair_jumps(&mut self, events: &[Event]) {
        if self.jumps.is_empty() {
            return;
        }
        let times_by_velocity = |event: &&Event| match event.kind {
            EventKind::CompressionEnds | EventKind::CompressionRestarts | EventKind::ContactCloses => true,
            EventKind::ContactReturns => self.problem.separation == Separation::Instant,
            EventKind::RestitutionEnds | EventKind::ContactOpens | EventKind::Pressed => false,
            EventKind::Slips | EventKind::Sticks => false,
        };
        let others: Vec<(Event, Vec<f64>)> = events
            .iter()
            .filter(times_by_velocity)
            .map(|event| (*event, self.shift_of_velocity(event.contact)))
            .collect();
        for jump in &mut self.jumps {
            let apart = others.iter().filter(|(event, _)| event.contact != jump.event.contact);
            jump.others = apart.cloned().collect();
        }
    }

    /// (V.5), now that the step after a jump is known.
    pub fn land(&mut self, time: f64) -> Result<(), DerivativeError> {
        let jumps = std::mem::take(&mut self.jumps);
        let Some(first) = jumps.first() else { return Ok(()) };
        let after = self.forces_at_start();
        let fallen: Vec<f64> = self.force.iter().zip(after).map(|(before, after)| before - after).collect();
        for (component, &force) in fallen.iter().enumerate() {
            let contact = component / self.changes.axes;
            let own = jumps.iter().find(|jump| jump.event.contact == contact).unwrap_or(first);
            self.impulse_change.add(component, force, &own.shift);
        }
        self.land_stretches(&first.shift, time)?;
        self.note_coincidences(&jumps, &fallen);
        Ok(())
    }

    /// Tangential springs where forces jump: those on a cone that becomes narrower slip back at once, in their direction.
    fn land_stretches(&mut self, shift: &[f64], time: f64) -> Result<(), DerivativeError> {
        let Some(collocated) = &mut self.collocated else { return Ok(()) };
        let samples = collocated.sample(0.0);
        let slip: Vec<bool> = samples.iter().map(|(contact, _)| collocated.slips(*contact)).collect();
        for ((contact, after), slips) in samples.into_iter().zip(slip) {
            let before = self.last[contact];
            let (length, left) = (before.stretch.norm(), after.stretch.norm());
            if length == 0.0 || self.problem.tangential[contact].compliance().is_none() {
                continue;
            }
            let along = before.stretch / length;
            let across = Vector2::new(-along.y, along.x);
            let stretching = self.stretching(contact);
            let sliding = before.tangential_velocity;
            if !slips && left < length * (1.0 - ROUNDING.sqrt()) {
                let contact = self.cluster.contacts()[contact];
                let what = "slips back to its cone and sticks there";
                return Err(DerivativeError::Unsupported { contact, time, what });
            }
            for (direction, &later) in shift.iter().enumerate() {
                let rows = [2 * contact, 2 * contact + 1];
                let change = Vector2::from(rows.map(|row| self.stretch_change.at(row, direction)));
                let there = change + stretching * later;
                let landed = if slips {
                    across * (across.dot(&there) * left / length - across.dot(&sliding) * later)
                } else {
                    there - sliding * later
                };
                *self.stretch_change.at_mut(rows[0], direction) = landed.x;
                *self.stretch_change.at_mut(rows[1], direction) = landed.y;
            }
        }
        Ok(())
    }

    fn note_coincidences(&mut self, jumps: &[Jump], fallen: &[f64]) {
        let largest = fallen.iter().fold(0.0_f64, |most, f| most.max(f.abs()));
        for jump in jumps {
            for (other, shift) in &jump.others {
                let (felt, _) = self.acceleration(self.normal(other.contact), fallen);
                if felt.abs() <= ROUNDING * largest * self.problem.coupling.diagonal(other.contact) {
                    continue;
                }
                let rounding = self.rounding_of_shifts(shift, &jump.shift);
                let change = shift.iter().zip(&jump.shift).map(|(a, b)| a - b).collect();
                let events = vec![self.global(&jump.event), self.global(other)];
                let kink = self.kink_of(jump.event.time, KinkCause::Coincidence, events);
                self.kinks.push(Form { kink, along: Along::Change { change, rounding } });
            }
        }
    }
}
