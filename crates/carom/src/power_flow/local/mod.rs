//! Local time steps: every contact of a large frame has a series of its own, until what surrounds it has changed.
//!
//! Behind a wave with e < 1 contacts stay pressed, bounce on themselves and harden until they close, each cycle shorter than the last by e: nearly all
//! events of a long row are of contacts that are 10 to 10⁷ times as fast as most others, and a frame would expand all its members anew at each.
//!
//! As among linear springs (`flow/accelerate/local/`, where (LT.1) to (LT.3) are derived) contact i has polynomials vᵢ, dᵢ and Gᵢ of the time since an instant of
//! its own, a [`Track`]. Where a series ends or has an event a *patch* P of contacts is expanded together, among the pushes of the others as they are known,
//!
//! ```text
//! v_P' = W_PP G_P + W_PO G_O(t),                                                        (LT.1)
//! ```
//!
//! and a contact n around it keeps its series as long as the new pushes move it by less than 2⁻¹⁰ of its floor otherwise than those with which it was expanded,
//!
//! ```text
//! |δvₙ(t)| ≤ Σⱼ |Σ_c W_nc δG_c,ⱼ| sʲ⁺¹/(j+1),                                           (LT.2)
//! ```
//!
//! or joins the patch. Nothing in this asks springs to be linear: pushes are polynomials of time, whatever they come from. W is that of the contacts that move, closed ones
//! answering (X.12). A series reaches as far as that of a frame would: its last terms tell (`settle.rs`), its own floor being the measure.
//!
//! What (LT.2) leaves out is lost from velocities, not from impulses. Where all meet again velocities are set to what the impulses have made of them since local steps
//! began, so that the ledger does not feel it.
//!
//! Local steps know compressions that end and begin again, no more: before any other event, and where a contact closes or begins to act, all contacts meet at one instant
//! and ordinary steps go on. Friction and tracked gaps do without, and so do closed contacts that a spring could open. So do observers, who want whole frames;
//! since watching must not change an outcome, a large cluster that is watched is solved once more.

mod patch;
mod track;

use super::frame::{Clock, Entry, Frame, Role};
use super::guards::Alarm;
use super::{Observer, PowerFlow};
use crate::error::SolveError;
use crate::flow::local_steps::{FEWEST, LEAST_HOPS, MOST_AT_ONCE};
use crate::flow::{Instant, Row};
use crate::phase::{EventKind, Phase};
use track::Track;

/// So much before an event that ends local steps all contacts meet, as a part of the time that is left until then.
const JUST_BEFORE: f64 = 1.0 / 64.0;
/// Parts that make local steps worth while: what begins and ends them costs some four whole frames.
const WORTHWHILE: usize = 8;
/// So many ordinary steps follow where local ones did not pay; twice as many each time, up to the most.
const SHORTEST_PAUSE: usize = 2;
const LONGEST_PAUSE: usize = 32;

/// The contacts' own series, while there are any. Lists are by member of the whole frame unless they say otherwise.
#[derive(Debug)]
pub(super) struct Local {
    /// Whether there are local steps.
    pub allowed: bool,
    /// When local steps began, in seconds, and how long ago that is.
    base: f64,
    now: Instant,
    /// The members that move, as they were then.
    entries: Vec<Entry>,
    /// W among them, by rows and by columns.
    rows: Vec<Row>,
    columns: Vec<Row>,
    tracks: Vec<Track>,
    /// When each of them is to be expanded anew, in seconds since then.
    due: Vec<f64>,
    /// Impulses that they have gained since then.
    gained: Vec<f64>,
    /// Members that are expanded together now; and the place + 1 of each member among them, or zero.
    patch: Vec<usize>,
    place: Vec<usize>,
    /// How far the series of each member of the patch reaches, in σ, and its first event.
    reaches: Vec<f64>,
    events: Vec<Option<(f64, Alarm)>>,
    /// Workspace: pushes around the patch, and what changes there.
    changes: Vec<patch::Change>,
    /// Eighths of hops within which contacts are expanded along with one that has an event; by contact.
    hops: Vec<usize>,
    /// Room for the frame of a patch.
    frame: Frame,
    /// Ordinary steps to be taken before the next trial, and after one that does not pay.
    waits: usize,
    pause: usize,
}

impl Default for Local {
    fn default() -> Self {
        Self {
            allowed: true,
            base: 0.0,
            now: Instant::default(),
            entries: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            tracks: Vec::new(),
            due: Vec::new(),
            gained: Vec::new(),
            patch: Vec::new(),
            place: Vec::new(),
            reaches: Vec::new(),
            events: Vec::new(),
            changes: Vec::new(),
            hops: Vec::new(),
            frame: Frame::default(),
            waits: 0,
            pause: SHORTEST_PAUSE,
        }
    }
}

impl Local {
    /// Begins with the members of a frame that move.
    fn begin(&mut self, base: f64, whole: &Frame, contacts: usize) {
        (self.base, self.now) = (base, Instant::default());
        self.entries.clear();
        self.entries.extend(whole.entries().iter().take_while(|entry| entry.role != Role::Held));
        let moving = self.entries.len();
        self.rows.clear();
        self.rows.extend((0..moving).map(|member| whole.effective_row(member)));
        self.columns.iter_mut().for_each(Row::clear);
        self.columns.resize(moving, Row::new());
        for (member, row) in self.rows.iter().enumerate() {
            row.iter().for_each(|&(j, w)| self.columns[j].push((member, w)));
        }
        for numbers in [&mut self.due, &mut self.gained] {
            numbers.clear();
            numbers.resize(moving, 0.0);
        }
        self.tracks.clear();
        self.patch.clear();
        self.place.clear();
        self.place.resize(moving, 0);
        self.hops.resize(contacts, LEAST_HOPS);
    }

    /// The member that is to be expanded next.
    fn earliest(&self) -> usize {
        let first = self.due.iter().fold(f64::INFINITY, |first, &due| if due < first { due } else { first });
        self.due.iter().position(|&due| due == first).unwrap_or(0)
    }

    fn leave_patch(&mut self) {
        for member in self.patch.drain(..) {
            self.place[member] = 0;
        }
    }

    /// Takes note of whether so many parts have paid.
    fn learn(&mut self, parts: usize) {
        if parts >= WORTHWHILE {
            self.pause = SHORTEST_PAUSE;
        } else {
            self.waits = self.pause;
            self.pause = (2 * self.pause).min(LONGEST_PAUSE);
        }
    }
}

impl<O: Observer> PowerFlow<'_, O> {
    /// Follows the contacts by series of their own for a while, from the present frame, if that pays; says whether it did.
    pub(super) fn step_locally(&mut self) -> Result<bool, SolveError> {
        if !self.may_step_locally() {
            return Ok(false);
        }
        let Clock::Even { unit } = self.frame.clock() else { return Ok(false) };
        self.local.begin(self.time, &self.frame, self.state.len());
        let mut part = std::mem::take(&mut self.local.frame);
        part.clear();
        let before = std::mem::replace(&mut self.frame.to_the_end, true);
        self.frame.expand();
        self.frame.to_the_end = before;
        self.count(1, 1)?;
        self.look_ahead(self.local.entries.len());
        for member in 0..self.local.entries.len() {
            let (reach, event) = (self.local.reaches[member], self.local.events[member]);
            let track = Track::of(&self.frame, member, self.local.now, unit, reach, event);
            self.local.due[member] = track.due().0.seconds();
            self.local.tracks.push(track);
        }
        let whole = self.exchange(part);
        self.frame.to_the_end = true;
        let (mut parts, mut at_once) = (0, 0);
        while at_once < MOST_AT_ONCE {
            let seed = self.local.earliest();
            let before = self.local.now;
            let (due, alarm) = self.local.tracks[seed].due();
            let left = due.since(before).max(0.0);
            if !matches!(alarm, None | Some(Alarm::CompressionEnds | Alarm::CompressionRestarts)) {
                self.local.now = before.after((1.0 - JUST_BEFORE) * left);
                break;
            }
            self.local.now = before.after(left);
            self.time = self.local.base + self.local.now.seconds();
            parts += 1;
            if !self.restart(seed, alarm)? {
                break;
            }
            at_once = if left > 0.0 { 0 } else { at_once + 1 };
        }
        self.local.learn(parts);
        self.meet(&whole)?;
        self.local.frame = self.exchange(whole);
        Ok(true)
    }

    fn may_step_locally(&mut self) -> bool {
        if !self.local.allowed || !self.problem.steps_locally() || self.observer.sees_steps() {
            return false;
        }
        let entries = self.frame.entries();
        let moving = entries.iter().take_while(|entry| entry.role != Role::Held).count();
        if moving < FEWEST || matches!(self.frame.clock(), Clock::Root { .. }) {
            return false;
        }
        if self.local.waits > 0 {
            self.local.waits -= 1;
            return false;
        }
        let starts = |entry: &Entry| entry.role == Role::Acting && entry.compression <= 0.0;
        !entries.iter().any(starts) && !(moving..entries.len()).any(|closed| self.frame.may_open(closed))
    }

    /// Puts a frame in the place of the present one, which is returned.
    fn exchange(&mut self, frame: Frame) -> Frame {
        for entry in self.frame.entries() {
            self.place[entry.contact] = 0;
        }
        for (member, entry) in frame.entries().iter().enumerate() {
            self.place[entry.contact] = member + 1;
        }
        std::mem::replace(&mut self.frame, frame)
    }

    /// Takes all contacts to the present instant and forgets their tracks.
    fn meet(&mut self, whole: &Frame) -> Result<(), SolveError> {
        for member in 0..self.local.entries.len() {
            if self.local.place[member] == 0 {
                self.arrive(member)?;
            }
        }
        self.local.leave_patch();
        self.time = self.local.base + self.local.now.seconds();
        let Local { entries, rows, gained, .. } = &self.local;
        for (entry, row) in entries.iter().zip(rows) {
            let by_impulses = entry.velocity + row.iter().map(|&(j, w)| w * gained[j]).sum::<f64>();
            let velocity = &mut self.velocity[entry.contact];
            // One that has just turned keeps its zero, and none turns by this.
            if *velocity * by_impulses > 0.0 {
                *velocity = by_impulses;
            }
        }
        for member in entries.len()..whole.entries().len() {
            let impulse = whole.answer(member, |spring| gained[spring]);
            self.impulse[whole.entries()[member].contact] += impulse.max(0.0);
        }
        Ok(())
    }

    /// Takes a member to the present instant.
    fn arrive(&mut self, member: usize) -> Result<(), SolveError> {
        let track = &self.local.tracks[member];
        let values = track.values(track.at(self.local.now));
        self.local.gained[member] += values[2].max(0.0);
        let entry = self.local.entries[member];
        self.take_over(&entry, values)
    }

    /// A compression ends or begins again. False if the contact has closed.
    fn turn(&mut self, member: usize, alarm: Alarm) -> bool {
        let contact = self.local.entries[member].contact;
        self.velocity[contact] = 0.0;
        match alarm {
            Alarm::CompressionEnds => self.end_compression(contact, |flow| flow.pushed_by_acting(member)),
            _ => self.fire(contact, EventKind::CompressionRestarts),
        }
        self.observer.settled(self.time);
        self.undecided = true;
        self.state[contact].phase != Phase::Closed
    }

    /// The acceleration with which the others, which are where they are now, press a member.
    fn pushed_by_acting(&self, member: usize) -> f64 {
        let acts = |j: usize| j != member && self.local.entries[j].role == Role::Acting;
        let others = self.local.rows[member].iter().filter(|&&(j, _)| acts(j));
        -others.map(|&(j, w)| w * self.force(self.local.entries[j].contact)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::coupling::Coupling;
    use crate::flow::{ClusterProblem, ClusterResult, Separation};
    use crate::phase::{NormalSpring, RestitutionLaw};
    use crate::quantity::{Exponent, Restitution};

    /// Answers may differ by this part of the speed before the impact.
    const ROUNDING: f64 = 1e-12;

    /// Balls of mass 1 in a row with the given springs between them, the first of which arrives with speed 1.
    fn row(law: RestitutionLaw, stiffness: &[f64], exponent: Exponent, e: f64) -> ClusterProblem {
        let contacts = stiffness.len();
        let row = |i: usize| {
            let near = [(i.wrapping_sub(1), -1.0), (i, 2.0), (i + 1, -1.0)];
            near.into_iter().filter(|&(j, _)| j < contacts).collect()
        };
        let restitution = Restitution::new(e).unwrap();
        let spring = |&stiffness: &f64| NormalSpring { restitution, stiffness, exponent };
        ClusterProblem {
            coupling: Arc::new(Coupling::from_rows((0..contacts).map(row).collect()).unwrap()),
            velocity: (0..contacts).map(|i| if i == 0 { -1.0 } else { 0.0 }).collect(),
            material: stiffness.iter().map(spring).collect(),
            gap: vec![0.0; contacts],
            law,
            separation: Separation::Instant,
            tangential: Vec::new(),
            tangential_velocity: Vec::new(),
        }
    }

    fn solve(problem: &ClusterProblem, locally: bool) -> ClusterResult {
        let mut observer = ();
        let mut flow = PowerFlow::new(problem, &mut observer);
        flow.local.allowed = locally;
        flow.run().unwrap();
        flow.finish()
    }

    #[test]
    fn local_steps_change_no_answer() {
        let stiffness = |contacts: usize, stiff: f64| -> Vec<f64> {
            (0..contacts).map(|i| if i % 23 == 11 { stiff } else { 1.0 + 0.1 * (i % 5) as f64 }).collect()
        };
        let between = Exponent::new(1.2).unwrap();
        let (hardening, bi_stiffness) = (RestitutionLaw::Hardening, RestitutionLaw::BiStiffness);
        for (law, springs, exponent, e) in [
            (hardening, stiffness(110, 1.0), Exponent::HERTZ, 0.95),
            (hardening, stiffness(80, 1e4), Exponent::HERTZ, 0.95),
            (hardening, stiffness(80, 1.0), between, 0.97),
            (bi_stiffness, stiffness(100, 1e3), Exponent::HERTZ, 0.95),
            (RestitutionLaw::MonoStiffness, stiffness(80, 1e4), Exponent::HERTZ, 1.0),
        ] {
            let problem = row(law, &springs, exponent, e);
            let [with, without] = [true, false].map(|locally| solve(&problem, locally));
            assert_ne!(with.expansions, without.expansions, "{law:?}, e = {e}: no local steps");
            let values = |result: &ClusterResult| [result.velocity.clone(), result.impulse.clone()].concat();
            for (a, b) in values(&with).iter().zip(values(&without)) {
                assert!((a - b).abs() <= ROUNDING, "{law:?}, e = {e}: {a} {b}");
            }
            assert!(
                (with.losses.restitution - without.losses.restitution).abs() <= ROUNDING,
                "{law:?}, e = {e}"
            );
        }
    }
}
