//! The collisions once more, with the variation of all velocities.

use nalgebra::Vector3;

use super::variation::Variation;
use crate::derivative::error::DerivativeError;
use crate::derivative::kink::{Along, Form, Kink, KinkCause};
use crate::derivative::parameter::{ContactParameter, Direction};
use crate::derivative::rows::Rows;
use crate::laws::{self, Border, ImpactLaw, LoneImpact, NUMBERS, Slopes};
use crate::link::CANCELLED;
use crate::sequence::{ContactSequence, Leap, Place, Stage, Steps, slides_across};

/// What cancels to this part of its terms is rounding of a variation.
const ROUNDING: f64 = 1e-11;
/// Rounds that are less than this part of the last one change nothing.
const NOTHING: f64 = 1e-17;
/// So is what they change, below this part of its terms.
const NO_CHANGE: f64 = 8.0 * f64::EPSILON;
/// Slopes of the rounds to come are taken as long as these are more than that part of the last: then their modes can still be told.
const TOLD: f64 = 1e-12;
/// Collisions that sums of endless rounds are followed for.
const MOST_COLLISIONS: usize = 1_000_000;

/// A sequence under way, with its variation.
pub(super) struct Replay<'a> {
    sequence: &'a ContactSequence,
    law: &'a dyn ImpactLaw,
    /// The contacts as if they were alone.
    lone: Vec<LoneImpact>,
    pub variation: Variation,
    directions: usize,
    /// δv, three rows a contact, and the size of the terms that it is the sum of.
    pub velocity: Rows,
    terms: Rows,
    /// δp, three rows a contact.
    pub impulse: Rows,
    /// Velocities themselves.
    speed: Vec<Vector3<f64>>,
    /// f of (D.3) by contact.
    floor: Vec<f64>,
    pub kinks: Vec<Form>,
    collisions: usize,
}

impl<'a> Replay<'a> {
    pub fn new(
        sequence: &'a ContactSequence,
        law: &'a dyn ImpactLaw,
        directions: &[Direction<ContactParameter>],
    ) -> Self {
        let contacts = sequence.contacts();
        let variation = Variation::of(contacts, directions);
        let count = directions.len();
        let mut velocity = Rows::zeros(3 * contacts, count);
        let mut terms = Rows::zeros(3 * contacts, count);
        for contact in 0..contacts {
            for axis in 0..3 {
                let change = variation.own(contact, axis);
                velocity.set(3 * contact + axis, change);
                add_size(terms.row_mut(3 * contact + axis), 1.0, change);
            }
        }
        Self {
            sequence,
            law,
            lone: (0..contacts).filter_map(|contact| sequence.lone(contact).copied()).collect(),
            variation,
            directions: count,
            velocity,
            terms,
            impulse: Rows::zeros(3 * contacts, count),
            speed: sequence.start().1.to_vec(),
            floor: (0..contacts).map(|contact| sequence.rounding(contact)).collect(),
            kinks: Vec::new(),
            collisions: 0,
        }
    }

    /// All of it.
    pub fn run(&mut self, steps: &Steps) -> Result<(), DerivativeError> {
        let mut leaps = steps.course.leaps.iter().peekable();
        let mut ties = steps.ties.iter().peekable();
        for (number, stage) in steps.course.stages.iter().enumerate() {
            if let Some((_, tied)) = ties.next_if(|(after, _)| *after == number) {
                self.note_tie(tied, &steps.course.stages[number..]);
            }
            let Place::Contact(contact) = stage.place else { continue };
            let slopes = self.slopes(contact, stage.velocity_before)?;
            self.note_borders(contact, &slopes.borders);
            self.collide(contact, &slopes.by, &slopes.by, &stage.impulse);
            self.collisions += 1;
            if let Some(leap) = leaps.next_if(|leap| leap.after == number + 1) {
                let round = &steps.course.stages[number + 1 - leap.period..=number];
                self.leap(leap, round)?;
            }
        }
        self.note_rest();
        Ok(())
    }

    /// The law's derivatives at a velocity.
    fn slopes(&self, contact: usize, velocity: Vector3<f64>) -> Result<Slopes, DerivativeError> {
        let collisions = self.collisions;
        let refused = |source| DerivativeError::Law { contact, collisions, source };
        let lone = self.lone[contact].with_velocity(velocity);
        if slides_across(&velocity) {
            let turned = laws::slopes(self.law, &lone.quarter_turned()).map_err(refused)?;
            return Ok(turned.quarter_turned_back());
        }
        laws::slopes(self.law, &lone).map_err(refused)
    }

    /// (J.6). Derivatives by velocities are of the one, all others of the other. Says whether nothing has changed, to rounding.
    fn collide(
        &mut self,
        contact: usize,
        by_velocity: &[[f64; NUMBERS]; 3],
        by_others: &[[f64; NUMBERS]; 3],
        impulse: &Vector3<f64>,
    ) -> bool {
        let mut change = Rows::zeros(3, self.directions);
        for axis in 0..3 {
            let places = by_velocity[axis].iter().zip(&by_others[axis]).enumerate();
            for (place, (by_velocity, by_other)) in places {
                if place < 3 {
                    change.add(axis, *by_velocity, self.velocity.row(3 * contact + place));
                } else {
                    change.add(axis, *by_other, self.variation.own(contact, place));
                }
            }
        }
        (0..3).for_each(|axis| self.impulse.add(3 * contact + axis, 1.0, change.row(axis)));
        // The block is that of the contact's own row: its transpose is the other's.
        for (other, w) in self.sequence.start().0.block_row(contact) {
            for (to, from) in (0..3).flat_map(|to| (0..3).map(move |from| (to, from))) {
                self.velocity.add(3 * other + to, w[(from, to)], change.row(from));
                add_size(self.terms.row_mut(3 * other + to), w[(from, to)], change.row(from));
            }
            self.speed[other] += w.tr_mul(impulse);
            self.floor[other] += CANCELLED * w.column(2).component_mul(impulse).abs().sum();
        }
        self.variation.push(contact, impulse, &mut self.velocity);
        self.changes_nothing(contact, &change)
    }

    /// Whether δp is rounding of what it does, along all directions.
    fn changes_nothing(&self, contact: usize, change: &Rows) -> bool {
        let own = self.sequence.start().0.diagonal(contact);
        (0..3).all(|axis| {
            let terms = self.terms.row(3 * contact + 2);
            change.row(axis).iter().zip(terms).all(|(part, terms)| own * part.abs() <= NO_CHANGE * terms)
        })
    }

    /// All rounds to come, one after the other.
    fn leap(&mut self, leap: &Leap, round: &[Stage]) -> Result<(), DerivativeError> {
        let end = self.end_of(leap, round);
        let mut kept: Vec<Slopes> = Vec::new();
        let mut scale = 1.0;
        let mut followed = 0;
        loop {
            scale *= leap.ratio;
            let mut over = scale < NOTHING;
            for (number, stage) in round.iter().enumerate() {
                let Place::Contact(contact) = stage.place else { continue };
                if scale > TOLD || kept.len() < round.len() {
                    let mut velocity = end[contact] + (stage.velocity_before - end[contact]) * scale;
                    velocity.z = stage.velocity_before.z * scale;
                    let slopes = self.slopes(contact, velocity)?;
                    match kept.get_mut(number) {
                        Some(place) => *place = slopes,
                        None => kept.push(slopes),
                    }
                }
                let by = kept[number].by;
                let told = kept[number].impulse.norm() / stage.impulse.norm();
                let others = by.map(|row| row.map(|slope| slope * (scale / told)));
                over &= self.collide(contact, &by, &others, &(stage.impulse * scale));
                followed += 1;
            }
            if over {
                return Ok(());
            }
            if followed > MOST_COLLISIONS {
                let contact = match round.first().map(|stage| stage.place) {
                    Some(Place::Contact(contact)) => contact,
                    Some(Place::Hinge(_)) | None => 0,
                };
                let what = "collides in more rounds than can be followed";
                return Err(DerivativeError::Unsupported { contact, time: 0.0, what });
            }
        }
    }

    /// The velocities at the end of all rounds.
    fn end_of(&self, leap: &Leap, round: &[Stage]) -> Vec<Vector3<f64>> {
        let rest = leap.ratio / (1.0 - leap.ratio); // (D.4)
        let mut velocity = self.speed.clone();
        for stage in round {
            let Place::Contact(contact) = stage.place else { continue };
            for (other, w) in self.sequence.start().0.block_row(contact) {
                velocity[other] += w.tr_mul(&stage.impulse) * rest;
            }
        }
        velocity
    }

    /// Contacts that approach equally fast. If they do not feel each other and collide one after the other, their order does not count.
    fn note_tie(&mut self, tied: &[usize], to_come: &[Stage]) {
        let first = match to_come.first().map(|stage| stage.place) {
            Some(Place::Contact(first)) => first,
            Some(Place::Hinge(_)) | None => return,
        };
        let feels = |a: usize, b: usize| self.sequence.start().0.block_row(a).any(|(other, _)| other == b);
        let alone = tied.iter().all(|&a| tied.iter().all(|&b| a == b || !feels(a, b)));
        let next = to_come.iter().take(tied.len());
        let in_turn = next.clone().count() == tied.len()
            && next.clone().all(|stage| tied.iter().any(|&site| stage.place == Place::Contact(site)));
        if alone && in_turn {
            return;
        }
        for &other in tied.iter().filter(|&&site| site != first) {
            let row = |rows: &Rows, contact: usize| rows.row(3 * contact + 2).to_vec();
            let (mine, its) = (row(&self.velocity, first), row(&self.velocity, other));
            let sizes = row(&self.terms, first).into_iter().zip(row(&self.terms, other));
            let change = mine.iter().zip(&its).map(|(a, b)| a - b).collect();
            let rounding = sizes.map(|(a, b)| ROUNDING * (a + b)).collect();
            let mut contacts = vec![first, other];
            contacts.sort_unstable();
            self.note(KinkCause::Coincidence, contacts, change, rounding);
        }
    }

    fn note_borders(&mut self, contact: usize, borders: &[Border]) {
        for border in borders {
            let mut change = vec![0.0; self.directions];
            let mut rounding = vec![0.0; self.directions];
            for (place, &slope) in border.change.iter().enumerate().filter(|(_, slope)| **slope != 0.0) {
                let (row, size) = if place < 3 {
                    (self.velocity.row(3 * contact + place), self.terms.row(3 * contact + place))
                } else {
                    (self.variation.own(contact, place), self.variation.own(contact, place))
                };
                change.iter_mut().zip(row).for_each(|(sum, x)| *sum += slope * x);
                add_size(&mut rounding, ROUNDING * slope, size);
            }
            self.note(border.cause, vec![contact], change, rounding);
        }
    }

    /// Contacts that are left touching without approach.
    fn note_rest(&mut self) {
        for contact in 0..self.sequence.contacts() {
            if self.speed[contact].z.abs() <= self.floor[contact] {
                let change = self.velocity.row(3 * contact + 2).to_vec();
                let rounding = self.terms.row(3 * contact + 2).iter().map(|size| ROUNDING * size).collect();
                self.note(KinkCause::AtRest, vec![contact], change, rounding);
            }
        }
    }

    fn note(&mut self, cause: KinkCause, contacts: Vec<usize>, change: Vec<f64>, rounding: Vec<f64>) {
        if change.iter().zip(&rounding).any(|(change, rounding)| change.abs() > *rounding) {
            let kink = Kink { time: 0.0, cause, contacts, events: Vec::new(), columns: Vec::new() };
            self.kinks.push(Form { kink, along: Along::Change { change, rounding } });
        }
    }
}

/// Adds the size of a multiple.
fn add_size(to: &mut [f64], factor: f64, row: &[f64]) {
    to.iter_mut().zip(row).for_each(|(to, x)| *to += (factor * x).abs());
}
