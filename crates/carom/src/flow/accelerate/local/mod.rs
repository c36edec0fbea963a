//! Local time steps: every contact of a large frame has a series of its own, until what surrounds it has changed.
//!
//! A frame expands all its members anew at every event of one of them, and at the pace of the fastest. Behind a wave that
//! leaves contacts pressed, one of them bounces a hundred times as fast as the springs around it, and others have an event every few of
//! its bounces: the rest would be expanded thousands of times without having changed.
//!
//! So contact i has polynomials vᵢ and Fᵢ of the time since an instant of its own, a [`Track`], which hold until Tᵢ. Where a
//! series ends or has an event, a *patch* P of contacts is expanded together; the others act on it by the polynomials that they have,
//! seen from that instant:
//!
//! ```text
//! v_P' = W_PP F_P + W_PO F_O(t)                                                        (LT.1)
//! ```
//!
//! which adds a known term to every order of (F.3). Its unit of time ends no later than the series around it, so that contacts at rest
//! are decided as in any frame. The new loads of P are not those with which a contact n around it was expanded. What n does not know
//! moves it by
//!
//! ```text
//! |δvₙ(t)| ≤ Σⱼ |Σ_c W_nc δF_c,ⱼ| tʲ⁺¹/(j+1),      δF = F_new − F_old                   (LT.2)
//! ```
//!
//! The differences of all restarts telescope: together they are the difference between the loads that are and those that n was
//! expanded with. n keeps its series as long as each of them moves it by less than 2⁻¹⁰ of its floor, which is a rounding of eight units: Tₙ becomes
//! the end of that time. If that is before the patch itself is due again, n joins it, and (LT.2) is asked of the contacts around
//! n. A change of a spring enters the velocity j hops away at order 2j + 1, so that this ends: after some five hops among
//! contacts alike, after two or three around one that is a hundred times as fast.
//!
//! A series of its own ends where its last terms count,
//!
//! ```text
//! |V_m| sᵐ ≤ 2⁻⁹ floor,      m = 19, 20                                                  (LT.3)
//! ```
//!
//! which is no earlier than s = 1, the step of the patch (9·10⁻¹⁹ of the motion are left out there), and much later for
//! contacts that are slow or far from the fast one: at h hops its frequency enters at order 2h only.
//!
//! What (LT.2) and (LT.3) leave out is lost from velocities and not from impulses: the energy that it costs is Σ Fᵢ δvᵢ dt, at
//! most a few thousandths of a floor times the impulse of each contact over the whole impact. Loads seen from another instant
//! are rounded, and what is below that counts for nothing in (LT.2).
//!
//! Instants are known to twice the digits ([`Instant`]): the time of a fast contact must not be rounded by that of a slow one.
//!
//! The one entrance is [`Flow::step_locally`]. After some parts for each member, and wherever contacts close or open, a series contradicts what it
//! assumes, or no spring is left, all contacts meet at one instant and ordinary steps go on. Friction, tracked gaps and very unequal bodies
//! do without. So do observers, who want whole frames; since watching must not change an outcome, a large cluster that is watched is solved once more.

mod patch;
mod surroundings;
mod track;

use crate::error::SolveError;
use crate::flow::frame::{Frame, Role};
use crate::flow::guard_table::{Alarm, Watched, for_each_guard_of, phase_in_frame};
use crate::flow::guards::Fallen;
use crate::flow::local_steps::{FEWEST, LEAST_HOPS, LONGEST, MOST_AT_ONCE};
use crate::flow::series::{ORDER, Polynomial, REACH};
use crate::flow::span::Storage;
use crate::flow::thresholds::COINCIDENT;
use crate::flow::{Flow, Instant, Observer, Separation};
use crate::phase::Phase;
use carom_taylor::{evaluate_with_slope, first_descent, magnitude};
use track::{Event, Track};

/// Contacts of smaller clusters step together.
pub(in crate::flow) const MANY_CONTACTS: usize = 64;
/// What the end of a series leaves out may be this part of a contact's floor, (LT.3).
const LEFT_OUT: f64 = 1.0 / (1u64 << 9) as f64;
/// Members must be expected to be expanded so many times less often.
const WORTHWHILE: f64 = 6.0;
/// A member of a part costs as much as so many of a frame, whose orders end where their terms do not count.
const COST_OF_PART: f64 = 16.0;
/// So many parts are tried first; twice as many each time that they pay.
const FEWEST_PARTS: usize = 8;
/// So many for each member are expanded at most before all contacts meet again.
const PARTS_PER_MEMBER: usize = 8;
/// So many ordinary steps follow where local ones did not pay; twice as many each time, up to the most.
const SHORTEST_PAUSE: usize = 32;
const LONGEST_PAUSE: usize = 4096;

/// When local steps are tried, and for how long.
#[derive(Debug)]
struct Trial {
    /// Most parts.
    parts: usize,
    /// Ordinary steps that follow if they do not pay.
    pause: usize,
    /// Ordinary steps still to be taken.
    waits: usize,
}

impl Default for Trial {
    fn default() -> Self {
        Self { parts: FEWEST_PARTS, pause: SHORTEST_PAUSE, waits: 0 }
    }
}

impl Trial {
    /// Takes note of whether local steps have paid.
    fn end(&mut self, paid: bool) {
        if paid {
            *self = Self { parts: 2 * self.parts, ..Self::default() };
        } else {
            *self =
                Self { parts: FEWEST_PARTS, waits: self.pause, pause: (2 * self.pause).min(LONGEST_PAUSE) };
        }
    }
}

/// The contacts' own series, while there are any.
#[derive(Debug, Default)]
pub(in crate::flow) struct Local {
    /// When local steps began, in seconds.
    base: f64,
    now: Instant,
    tracks: Vec<Option<Track>>,
    /// Contacts with a track, and when each of them is to be expanded anew, in seconds since `base`.
    tracked: Vec<usize>,
    due: Vec<f64>,
    /// Where a contact with a track stands among these.
    place: Vec<usize>,
    /// Eighths of hops within which contacts are expanded along with one that has an event.
    reach: Vec<usize>,
    /// Contacts that are expanded together now.
    patch: Vec<usize>,
    is_in_patch: Vec<bool>,
    /// Which of the times that local steps began it is.
    begun: usize,
    /// The contacts that feel a load at each, and by how much; and since when that is known.
    around: Vec<(usize, Vec<(usize, f64)>)>,
    /// How long the series of each member hold, in local time.
    lasts: Vec<f64>,
    /// Workspace: what changes around the patch.
    changes: Vec<surroundings::Change>,
    /// Loads of contacts around the patch, about the present instant.
    loads: Vec<(usize, Polynomial)>,
    /// Workspace: the place + 1 of each contact in one of these two lists, zero for the others.
    found: Vec<usize>,
    /// Members of all parts since local steps began.
    spent: usize,
    trial: Trial,
}

impl Local {
    /// Forgets all but its memory.
    pub(in crate::flow) fn forget(&mut self) {
        self.tracks.clear();
        self.due.clear();
        self.tracked.clear();
        self.reach.clear();
        self.patch.clear();
        self.is_in_patch.clear();
        self.found.clear();
        self.trial = Trial::default();
    }

    fn begin(&mut self, base: f64, contacts: usize) {
        self.base = base;
        self.now = Instant::default();
        self.spent = 0;
        self.begun += 1;
        self.around.resize_with(contacts, Default::default);
        self.tracks.resize_with(contacts, || None);
        self.place.resize(contacts, 0);
        self.found.resize(contacts, 0);
        self.is_in_patch.resize(contacts, false);
        self.reach.resize(contacts, LEAST_HOPS);
    }

    fn follow(&mut self, contact: usize, track: Track) {
        let due = track.start.seconds() + track.due() * track.length;
        if self.tracks[contact].replace(track).is_some() {
            self.due[self.place[contact]] = due;
        } else {
            self.place[contact] = self.tracked.len();
            self.tracked.push(contact);
            self.due.push(due);
        }
    }

    /// The contact that is to be expanded next.
    fn earliest(&self) -> Option<usize> {
        let first = self.due.iter().fold(f64::INFINITY, |first, &due| if due < first { due } else { first });
        self.due.iter().position(|&due| due == first).map(|place| self.tracked[place])
    }
}

impl<O: Observer> Flow<'_, O> {
    /// Follows the contacts by series of their own for a while, from the present frame, if that pays; says whether it did.
    pub(in crate::flow) fn step_locally(&mut self) -> Result<bool, SolveError> {
        if !self.may_step_locally() {
            return Ok(false);
        }
        self.local.begin(self.time, self.state.len());
        self.frame.whole_orders = true;
        self.frame.forget_decisions();
        self.frame.expand();
        self.frame.whole_orders = !self.accelerators.spans;
        for member in 0..self.frame.entries().len() {
            let track = self.track_of(member, self.lasts(member));
            self.local.follow(self.frame.entries()[member].contact, track);
        }
        self.frame_is_current = false;
        let (members, rate, events) = (self.frame.entries().len(), self.frame.rate(), self.effort.events);
        let most = self.local.trial.parts.min(PARTS_PER_MEMBER * members);
        let (mut parts, mut at_once) = (0, 0);
        while parts < most && at_once < MOST_AT_ONCE {
            let Some(seed) = self.local.earliest() else { break };
            if self.find_event(seed) {
                continue;
            }
            let before = self.local.now;
            parts += 1;
            if !self.restart(seed)? {
                break;
            }
            at_once = if self.local.now.since(before) > 0.0 { 0 } else { at_once + 1 };
        }
        self.local.trial.parts = most;
        let steps = self.local.now.seconds() * rate + (self.effort.events - events) as f64;
        let spared = steps * members as f64;
        self.local.trial.end(spared > COST_OF_PART * self.local.spent as f64 && at_once < MOST_AT_ONCE);
        self.meet()?;
        Ok(true)
    }

    fn may_step_locally(&mut self) -> bool {
        let members = self.frame.entries().len();
        let may = self.accelerators.local_steps && members >= FEWEST && self.problem.steps_locally();
        if self.observer.sees_steps() || !may {
            return false;
        }
        if self.local.trial.waits > 0 {
            self.local.trial.waits -= 1;
            return false;
        }
        let pace: f64 = (0..members).map(|member| 1.0 / self.lasts(member).max(1.0)).sum();
        pace * WORTHWHILE < members as f64
    }

    /// Takes all contacts to the present instant and forgets their tracks.
    fn meet(&mut self) -> Result<(), SolveError> {
        let tracked = std::mem::take(&mut self.local.tracked);
        for &contact in &tracked {
            if !self.local.is_in_patch[contact] {
                self.arrive(contact)?;
            }
            self.local.tracks[contact] = None;
        }
        self.local.tracked = tracked;
        self.local.tracked.clear();
        self.local.due.clear();
        self.leave_patch();
        self.frame_is_current = false;
        Ok(())
    }

    /// Takes a contact to the present instant.
    fn arrive(&mut self, contact: usize) -> Result<(), SolveError> {
        let Some(track) = &self.local.tracks[contact] else { return Ok(()) };
        let x = track.at(self.local.now);
        let (velocity, change, impulse) = track.values(x);
        self.velocity[contact] = velocity;
        self.impulse[contact] = (self.impulse[contact] + impulse).max(0.0);
        if track.acts_as_spring() {
            // As a change: see `Flow::take_over`.
            let state = &mut self.state[contact];
            state.compression += change / (track.length * state.stiffness);
        }
        self.reaction[contact] = match track.role {
            Role::Held => ((track.load[0] + change) / track.length).max(0.0),
            _ => 0.0,
        };
        self.bound.press_by(contact, impulse);
        if !(self.velocity[contact].is_finite() && self.impulse[contact].is_finite()) {
            return Err(SolveError::Overflow { time: self.time, contact });
        }
        Ok(())
    }

    /// For how much local time the series of a member holds, (LT.3).
    fn lasts(&self, member: usize) -> f64 {
        let entry = &self.frame.entries()[member];
        let left_out = LEFT_OUT * entry.floor;
        let own = self.problem.coupling.diagonal(entry.contact);
        let (last, before) = self.frame.last_terms(member, own);
        let root = |term: f64, order: f64| match term > 0.0 {
            true => rough_power(left_out / term, 1.0 / order),
            false => LONGEST,
        };
        let order = ORDER as f64;
        let longest = root(last, order).min(root(before, order - 1.0)).min(LONGEST);
        let next = last * REACH / (order + 1.0) + before * REACH * REACH / (order * (order + 1.0));
        let longest = if next <= left_out { longest.max(1.0) } else { longest.min(1.0) };
        let longest = match self.frame.left_out_from(member) {
            Some(order) => longest.min(rough_power(LEFT_OUT * (1u64 << 31) as f64, 1.0 / order as f64)),
            None => longest,
        };
        let mut end = longest;
        // One at rest is followed until its speed exceeds rounding.
        let stirs = |_, watched| {
            let Watched::Rest { sign } = watched else { return };
            let mut guard = self.frame.series().velocity(member).map(|v| sign * v);
            guard[0] += entry.floor;
            end = first_descent(&guard, longest).filter(|&s| s > 0.0).map_or(end, |s| s.min(end));
        };
        if let Some(phase) = phase_in_frame(self.state[entry.contact].phase, entry.role) {
            for_each_guard_of(phase, Separation::Instant, stirs);
        }
        end
    }

    /// A member's own series, from the frame's.
    fn track_of(&self, member: usize, s: f64) -> Track {
        let entry = &self.frame.entries()[member];
        let mut track = Track::uniform(self.local.now, s / self.frame.rate(), 0.0);
        track.role = entry.role;
        track.velocity = stretched(self.frame.series().velocity(member), 1.0, s);
        track.load = stretched(self.frame.whole_load(member), s, s);
        track.event = match self.state[entry.contact].phase {
            Phase::Closed => {
                let reaction = stretched(self.reaction_series(member), s, s);
                first_descent(&reaction, 1.0).map_or(Event::None, Event::At)
            }
            _ => self.event_not_before(entry.contact, &track),
        };
        track
    }

    /// A bound for the first event of a contact, by what its guards can fall in the time of the track.
    fn event_not_before(&self, contact: usize, track: &Track) -> Event {
        let mut first = f64::INFINITY;
        self.visit_guards(contact, track, |guard, _| {
            let fall: f64 = guard[1..].iter().map(|&c| (-c).max(0.0)).sum();
            if guard[0] <= fall {
                first = first.min((guard[0] / fall).max(0.0));
            }
        });
        match first <= 1.0 {
            true => Event::NotBefore(first),
            false => Event::None,
        }
    }

    /// Looks for the first event of a contact where it was not known yet; says whether it was not.
    fn find_event(&mut self, contact: usize) -> bool {
        let Some(track) = &self.local.tracks[contact] else { return false };
        if !matches!(track.event, Event::NotBefore(x) if x < track.end) {
            return false;
        }
        let mut first: Option<f64> = None;
        self.visit_guards(contact, track, |guard, _| {
            let end = first.unwrap_or(track.end.min(1.0));
            first = first_descent(guard, end).or(first);
        });
        let event = first.map_or(Event::None, Event::At);
        if let Some(track) = &mut self.local.tracks[contact] {
            track.event = event;
            self.local.due[self.local.place[contact]] = track.start.seconds() + track.due() * track.length;
        }
        true
    }

    /// The guards of a contact that is neither closed, whose reaction is known once, nor at rest, whose series ends where it stirs.
    fn visit_guards(&self, contact: usize, track: &Track, mut visit: impl FnMut(&Polynomial, Alarm)) {
        let Some(phase) = phase_in_frame(self.state[contact].phase, track.role) else { return };
        for_each_guard_of(phase, Separation::Instant, |alarm, watched| match watched {
            Watched::Approach => visit(&track.velocity.map(|v| -v), alarm),
            Watched::Parting => visit(&track.velocity, alarm),
            Watched::ForceAbove { compression } => {
                let mut guard = track.load;
                guard[0] -= compression * self.state[contact].stiffness * track.length;
                visit(&guard, alarm);
            }
            Watched::Reaction | Watched::Rest { .. } | Watched::Gap => {} // gaps are tracked by ordinary steps alone
        });
    }

    /// The guard of a contact that has fallen at the present instant.
    fn fallen(&self, contact: usize) -> Option<Fallen> {
        let track = self.local.tracks[contact].as_ref()?;
        let x = track.at(self.local.now);
        if x <= 0.0 {
            return None;
        }
        if self.state[contact].phase == Phase::Closed {
            let is_due = matches!(track.event, Event::At(event) if event <= track.end && event <= x);
            return is_due.then_some(Fallen { contact, alarm: Alarm::ReactionEnds, at_zero: true });
        }
        let mut fallen = None;
        self.visit_guards(contact, track, |guard, alarm| {
            let (value, slope) = evaluate_with_slope(guard, x);
            if fallen.is_none() && slope < 0.0 {
                let rounding = COINCIDENT * magnitude(guard, x);
                let at_zero = value >= -rounding;
                fallen = (value <= rounding).then_some(Fallen { contact, alarm, at_zero });
            }
        });
        fallen
    }
}

/// x to a power to a few per cent, for positive x: the bits of a number are, but for a shift, its logarithm to base two with the mantissa on
/// straight lines.
fn rough_power(x: f64, power: f64) -> f64 {
    const ONE: f64 = 4_607_182_418_800_017_408.0; // the bits of 1.0
    let bits = (x.to_bits() as f64 - ONE) * power + ONE;
    f64::from_bits(bits.clamp(0.0, 2.0 * ONE) as u64)
}

/// factor · c(x·by)
fn stretched(mut c: Polynomial, factor: f64, by: f64) -> Polynomial {
    let mut power = factor;
    for term in &mut c {
        *term *= power;
        power *= by;
    }
    c
}

impl Frame {
    /// Sizes of a member's last two terms, as speeds.
    fn last_terms(&self, member: usize, own: f64) -> (f64, f64) {
        let series = self.series();
        match self.entries()[member].role {
            Role::Held => {
                (series.loads(ORDER - 1)[member].abs() * own, series.loads(ORDER - 2)[member].abs() * own)
            }
            _ => (series.velocity_term(ORDER, member).abs(), series.velocity_term(ORDER - 1, member).abs()),
        }
    }

    /// The order from which on the terms of a member are left out of the series, if they are.
    fn left_out_from(&self, member: usize) -> Option<usize> {
        let series = self.series();
        if series.storage != Storage::Spans {
            return None;
        }
        (1..=ORDER).find(|&j| {
            let span = series.span(j);
            member < span.first || member >= span.end
        })
    }

    /// The load of a member with its last term, which the series does without.
    fn whole_load(&self, member: usize) -> Polynomial {
        let mut load = self.series().load(member);
        if matches!(self.entries()[member].role, Role::Spring | Role::Pressed) {
            load[ORDER] = -self.kappa(member) * self.series().velocity_term(ORDER - 1, member) / ORDER as f64;
        }
        load
    }
}
