//! The course of an impact: events, states, and every quantity at any instant.
//!
//! What is kept of a step is where it began: the contacts that were loaded then, with their compression,
//! velocity, stiffness and impulse, and what directions that follow their velocity have settled on. The series
//! of the step follows from that by the same recurrence that solved it, so a trace can be sampled as densely as
//! wanted and is exact at every instant. Of a very long course not even that is kept: the same problem gives the same steps, to the last
//! bit, and is solved again while it is played back. What grows with the course is the list of its events, and no more.

mod playback;
mod recorder;
mod step;

use crate::flow::{Bound, ClusterProblem, ClusterResult, Entry, Frame, Role, Tangent};
use crate::phase::EventKind;
use crate::power_flow;
use crate::snapshot::{Event, Mode, Peak, Snapshot, State};
use crate::timeline::Timeline;
use playback::play;
pub(crate) use recorder::Recorder;
use recorder::Steps;
pub(crate) use step::{Load, Member, PowerClock};

/// Most events among the instants of a picture: more than it has dots.
const MOST_EVENTS: usize = 20_000;

/// The course of a whole impact.
#[derive(Debug, Default)]
pub struct Trace {
    contacts: usize,
    timeline: Timeline,
    clusters: Vec<ClusterTrace>,
}

/// The course of one cluster, in its own numbering.
#[derive(Debug)]
pub(crate) struct ClusterTrace {
    /// The cluster's contacts in the numbering of the impact.
    contacts: Vec<usize>,
    problem: ClusterProblem,
    /// The tangential sides before the impact; empty if no contact has friction.
    tangents: Vec<Tangent>,
    events: Vec<Event>,
    steps: Steps,
    duration: f64,
    peaks: Vec<Peak>,
}

/// A step as it was recorded, with the events at its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordedStep<'a> {
    pub number: usize,
    /// In seconds.
    pub start: f64,
    pub duration: f64,
    /// The rate ω of its local time; zero for a motion without load, or a jump.
    pub rate: f64,
    /// How time follows from the variable of its series, if springs are not linear; it has no duration then.
    pub clock: Option<PowerClock>,
    pub members: &'a [Member],
    pub events: &'a [Event],
}

impl ClusterTrace {
    /// The cluster's contacts in the numbering of the impact.
    pub fn contacts(&self) -> &[usize] {
        &self.contacts
    }

    pub fn problem(&self) -> &ClusterProblem {
        &self.problem
    }

    /// When the last contact is released, in seconds.
    pub fn duration(&self) -> f64 {
        self.duration
    }

    /// The steps in the order of time; none if they were not kept. Before the first one only contacts of infinite stiffness meet events;
    /// they come with a step of their own, without duration.
    pub fn steps(&self) -> impl Iterator<Item = RecordedStep<'_>> {
        let (segments, members): (&[_], &[_]) = match &self.steps {
            Steps::Kept { segments, members } => (segments, members),
            Steps::NotKept => (&[], &[]),
        };
        segments.iter().enumerate().map(move |(number, (segment, last_member))| {
            let last_event = segments.get(number + 1).map_or(self.events.len(), |(next, _)| next.first_event);
            let first_event = if number == 0 { 0 } else { segment.first_event };
            let first_member = if number == 0 { 0 } else { segments[number - 1].1 };
            RecordedStep {
                number,
                start: segment.start,
                duration: segment.duration,
                rate: segment.rate,
                clock: segment.clock,
                members: &members[first_member..*last_member],
                events: &self.events[first_event..last_event],
            }
        })
    }

    /// Fills a frame with the series of a step.
    pub fn expand_step(&self, members: &[Member], rate: f64, frame: &mut Frame, place: &mut [usize]) {
        for entry in frame.entries() {
            place[entry.contact] = 0;
        }
        frame.clear();
        for member in members {
            let (role, stiffness, compression, velocity) = match member.load {
                Load::Spring { stiffness, compression, velocity } => {
                    (Role::Spring, stiffness, compression, velocity)
                }
                Load::Locked { stiffness, compression } => (Role::Locked, stiffness, compression, 0.0),
                Load::Held => (Role::Held, f64::INFINITY, 0.0, 0.0),
                Load::None => continue,
            };
            let contact = member.contact;
            frame.push(Entry {
                contact,
                role,
                stiffness,
                compression,
                velocity,
                gap: 0.0,
                original: self.problem.material[contact].stiffness,
                patient: false,
                floor: 0.0,
            });
            place[contact] = frame.entries().len();
            if let Some(start) = &member.rub {
                let rub = frame.push_rub(&self.tangents[contact]);
                rub.start = start.start;
                if let Some(drag) = &start.drag {
                    rub.follow_with(drag);
                }
            }
        }
        if !frame.entries().is_empty() {
            frame.couple(&self.problem.coupling, &Bound::default(), place);
            frame.use_rate(rate);
            frame.expand();
            for member in members {
                if let Some(reported) = &member.reported {
                    frame.report(place[member.contact] - 1, reported);
                }
            }
        }
    }

    /// The same for springs that are not linear.
    pub fn expand_power_step(
        &self,
        members: &[Member],
        clock: PowerClock,
        frame: &mut power_flow::Frame,
        place: &mut [usize],
    ) {
        for entry in frame.entries() {
            place[entry.contact] = 0;
        }
        frame.clear();
        let problem = &self.problem;
        let floors = power_flow::floors(problem);
        for member in members {
            let (role, stiffness, compression, velocity) = match member.load {
                Load::Spring { stiffness, compression, velocity } => {
                    (power_flow::Role::Acting, stiffness, compression, velocity)
                }
                Load::Locked { .. } => continue, // springs of this kind have no friction
                Load::Held => (power_flow::Role::Held, f64::INFINITY, 0.0, 0.0),
                Load::None => continue,
            };
            let contact = member.contact;
            let (exponent, floor) = (problem.material[contact].exponent, floors[contact]);
            let entry =
                power_flow::Entry { contact, role, stiffness, exponent, compression, velocity, floor };
            frame.push(entry);
            place[contact] = frame.entries().len();
        }
        frame.couple(&problem.coupling, place);
        frame.set_clock(clock.clock);
        if problem.tangential.is_empty() {
            return frame.expand();
        }
        let acting = members.iter().filter(|member| !matches!(member.load, Load::None));
        let starts = acting.map(|member| member.rub.as_ref().map(|rub| rub.power_start).unwrap_or_default());
        frame.rub(starts);
        frame.collocate();
    }
}

impl Trace {
    pub(crate) fn new(contacts: usize) -> Self {
        Self { contacts, timeline: Timeline::new(contacts), clusters: Vec::new() }
    }

    /// Takes in what happened to a cluster of contacts.
    pub(crate) fn take_in(
        &mut self,
        recorder: Recorder,
        contacts: &[usize],
        problem: ClusterProblem,
        result: &ClusterResult,
    ) {
        let (activity, cluster) = recorder.finish(contacts.to_vec(), problem, result);
        self.timeline.take_in(contacts, &activity);
        self.clusters.push(cluster);
    }

    pub(crate) fn clusters(&self) -> &[ClusterTrace] {
        &self.clusters
    }

    /// When the last contact is released, in seconds; after a failure, how far the impact could be followed.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.clusters.iter().map(|cluster| cluster.duration).fold(0.0, f64::max)
    }

    /// The greatest force and compression of each contact's spring, at ends of compression.
    #[must_use]
    pub fn peaks(&self) -> Vec<Peak> {
        let mut peaks = vec![Peak::default(); self.contacts];
        for cluster in &self.clusters {
            for (&contact, &peak) in cluster.contacts.iter().zip(&cluster.peaks) {
                peaks[contact] = peak;
            }
        }
        peaks
    }

    /// All events in the order of time. What friction decided and took back within an instant is none.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        let numbered = |cluster: &ClusterTrace| {
            let global = cluster.contacts.clone();
            let events = cluster.events.clone();
            events.into_iter().map(move |event| Event { contact: global[event.contact], ..event })
        };
        let mut events: Vec<Event> = self.clusters.iter().flat_map(numbered).collect();
        events.sort_by(|a, b| a.time.total_cmp(&b.time));
        let instants = events.chunk_by(|a, b| a.time == b.time);
        let standing = |instant: &[Event]| -> Vec<Event> {
            let stands = |&place: &usize| stands(instant, place);
            (0..instant.len()).filter(stands).map(|place| instant[place]).collect()
        };
        instants.flat_map(standing).collect()
    }

    /// When the contacts are active.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The states the impact goes through, each as it is entered; the last one has no active contact.
    #[must_use]
    pub fn states(&self) -> Vec<State> {
        self.states_from(0)
    }

    /// The states from a number on, counted from 0: the last ones of a long course.
    #[must_use]
    pub fn states_from(&self, first: usize) -> Vec<State> {
        let mut states = self.empty_states(|number| number >= first);
        let instants: Vec<f64> = states.iter().map(|state| state.time).collect();
        for cluster in &self.clusters {
            play(cluster, &instants, &mut |number, now| enter(&mut states[number], cluster, now));
        }
        states
    }

    /// Those states whose numbers, from 0, are `wanted`, and of all states, in their order, the strain energy of all contacts
    /// together, in joules: what a table shows of a long course, for less memory than all.
    #[must_use]
    pub fn some_states(&self, wanted: impl Fn(usize) -> bool) -> (Vec<State>, Vec<f64>) {
        let mut states = self.empty_states(&wanted);
        let starts = self.timeline.starts();
        let numbers: Vec<usize> = (0..starts.len()).filter(|&number| wanted(number)).collect();
        let mut energies = vec![0.0; starts.len()];
        for cluster in &self.clusters {
            play(cluster, &starts, &mut |number, now| {
                energies[number] += now.energy.iter().sum::<f64>();
                if let Ok(place) = numbers.binary_search(&number) {
                    enter(&mut states[place], cluster, now);
                }
            });
        }
        (states, energies)
    }

    /// The states whose numbers are `wanted`, without what their contacts bear.
    fn empty_states(&self, wanted: impl Fn(usize) -> bool) -> Vec<State> {
        let (zero, friction) =
            (vec![0.0; self.contacts], if self.has_friction() { self.contacts } else { 0 });
        let state = |(time, active)| {
            let (impulse, energy) = (zero.clone(), zero.clone());
            State { time, active, impulse, energy, modes: vec![Mode::Free; friction] }
        };
        self.timeline.some_active_sets(wanted).into_iter().map(state).collect()
    }

    /// What friction does at every contact in turn, asked at each of the given instants, which must ascend: answers that repeat the last
    /// one are left out. Empty if none has friction.
    #[must_use]
    pub fn modes(&self, instants: &[f64]) -> Vec<Vec<Mode>> {
        let mut modes = vec![Vec::new(); if self.has_friction() { self.contacts } else { 0 }];
        for cluster in &self.clusters {
            play(cluster, instants, &mut |_, now| {
                for (&contact, side) in cluster.contacts.iter().zip(&now.tangential) {
                    let list: &mut Vec<Mode> = &mut modes[contact];
                    if list.last() != Some(&side.mode) {
                        list.push(side.mode);
                    }
                }
            });
        }
        modes
    }

    /// What friction does at a contact at an instant, for pairs of both, whose instants must ascend.
    #[must_use]
    pub fn modes_of(&self, asked: &[(f64, usize)]) -> Vec<Mode> {
        let instants: Vec<f64> = asked.iter().map(|&(instant, _)| instant).collect();
        let mut modes = vec![Mode::Free; asked.len()];
        for cluster in self.clusters.iter().filter(|_| self.has_friction()) {
            play(cluster, &instants, &mut |number, now| {
                let sides = cluster.contacts.iter().zip(&now.tangential);
                for (_, side) in sides.filter(|&(&contact, _)| contact == asked[number].1) {
                    modes[number] = side.mode;
                }
            });
        }
        modes
    }

    /// Strain energy of all contacts together at each of the given instants, which must ascend, in joules.
    #[must_use]
    pub fn strain_energies(&self, instants: &[f64]) -> Vec<f64> {
        let mut energies = vec![0.0; instants.len()];
        for cluster in &self.clusters {
            play(cluster, instants, &mut |number, now| energies[number] += now.energy.iter().sum::<f64>());
        }
        energies
    }

    /// Every contact at each of the given instants, which must ascend. At the instant of an event the values
    /// are those after it.
    #[must_use]
    pub fn sample(&self, instants: &[f64]) -> Vec<Snapshot> {
        let empty = Snapshot::new(self.contacts, self.has_friction());
        let mut snapshots: Vec<Snapshot> =
            instants.iter().map(|&time| Snapshot { time, ..empty.clone() }).collect();
        for cluster in &self.clusters {
            play(cluster, instants, &mut |number, now| {
                now.scatter(&cluster.contacts, &mut snapshots[number])
            });
        }
        snapshots
    }

    /// Ascending instants for a smooth picture: at least `count` evenly spaced ones, with every event between; of more than
    /// 20 000 events some, evenly chosen.
    #[must_use]
    pub fn instants(&self, count: usize) -> Vec<f64> {
        let (duration, events) = (self.duration(), self.events());
        let even = (0..=count).map(|i| duration * i as f64 / count.max(1) as f64);
        let chosen = events.iter().step_by(events.len().div_ceil(MOST_EVENTS).max(1));
        let mut instants: Vec<f64> = even.chain(chosen.map(|event| event.time)).collect();
        instants.sort_by(f64::total_cmp);
        instants.dedup();
        instants
    }

    fn has_friction(&self) -> bool {
        self.clusters.iter().any(|cluster| !cluster.tangents.is_empty())
    }
}

/// Writes down what the contacts of a cluster bear as a state is entered.
fn enter(state: &mut State, cluster: &ClusterTrace, now: &Snapshot) {
    for (local, &contact) in cluster.contacts.iter().enumerate() {
        state.impulse[contact] = now.impulse[local];
        state.energy[contact] = now.energy[local];
        if let Some(side) = now.tangential.get(local) {
            state.modes[contact] = side.mode;
        }
    }
}

/// Whether an event of an instant is left when all has been decided. Of what a contact does along its tangents at an instant the last stands,
/// and only if it does something else than before: one that slips and sticks again has stuck all along, unless it has just returned.
fn stands(instant: &[Event], place: usize) -> bool {
    let tangential = |event: &&Event| matches!(event.kind, EventKind::Slips | EventKind::Sticks);
    let event = &instant[place];
    let same = |other: &&Event| other.contact == event.contact;
    let (before, after) = (&instant[..place], &instant[place + 1..]);
    if !tangential(&event) || before.is_empty() && after.is_empty() {
        return true;
    }
    if after.iter().filter(same).any(|other| tangential(&other)) {
        return false;
    }
    let has_returned = || instant.iter().filter(same).any(|other| other.kind == EventKind::ContactReturns);
    match before.iter().filter(same).find(tangential) {
        Some(first) => first.kind == event.kind || has_returned(),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Vector3, vector};

    use super::*;
    use crate::{
        Body, Compliance, Contact, Friction, Impact, Model, NormalLaw, Restitution, Stiffness, TangentialLaw,
    };

    /// A ball that falls obliquely on a ball on a table, and two others far away.
    fn impact(tangential: TangentialLaw) -> Impact {
        let ball = |x: f64, z: f64, velocity: Vector3<f64>| {
            Body::ball(1.0, 1.0).unwrap().at(vector![x, 0.0, z]).unwrap().moving(velocity).unwrap()
        };
        let still = Vector3::zeros();
        let bodies = vec![
            ball(0.0, 3.0, vector![0.4, 0.1, -1.0]),
            ball(0.0, 1.0, still),
            Body::fixed(),
            ball(9.0, 3.0, vector![0.0, 0.0, -2.0]),
            ball(9.0, 1.0, still),
        ];
        let law = NormalLaw::touching(Restitution::new(0.6).unwrap(), Stiffness::UNIT);
        let contact =
            |bodies, x: f64, z: f64| Contact::new(bodies, vector![x, 0.0, z], Vector3::z(), law).unwrap();
        let contacts = vec![
            contact([0, 1], 0.0, 2.0).with_friction(tangential),
            contact([3, 4], 9.0, 2.0),
            contact([1, 2], 0.0, 0.0).with_friction(tangential),
        ];
        Impact::new(bodies, contacts, Model::default()).unwrap()
    }

    #[test]
    fn some_states_are_those_of_all_and_know_what_all_have_stored() {
        let friction = Friction::new(0.3).unwrap();
        let (_, trace) = impact(TangentialLaw::Rigid { friction }).trace().unwrap();
        let (all, starts) = (trace.states(), trace.timeline().starts());
        assert!(all.len() > 4, "{all:?}");
        let (some, energies) = trace.some_states(|number| number % 3 == 1);
        assert_eq!(some, all.iter().skip(1).step_by(3).cloned().collect::<Vec<_>>());
        assert_eq!(energies, trace.strain_energies(&starts));
        let modes = trace.modes(&starts);
        for (contact, modes) in modes.iter().enumerate().filter(|(contact, _)| *contact != 1) {
            let mut each: Vec<Mode> = all.iter().map(|state| state.modes[contact]).collect();
            each.dedup();
            assert_eq!(modes, &each);
        }
    }

    #[test]
    fn a_course_that_is_solved_again_is_the_one_that_was_kept_to_the_last_bit() {
        let (friction, compliance) = (Friction::new(0.3).unwrap(), Compliance::new(1.2).unwrap());
        for law in [TangentialLaw::Frictionless, TangentialLaw::Compliant { friction, compliance }] {
            let (_, mut trace) = impact(law).trace().unwrap();
            let instants = trace.instants(100);
            let kept = (trace.sample(&instants), trace.states(), trace.strain_energies(&instants));
            trace.clusters.iter_mut().for_each(|cluster| cluster.steps = Steps::NotKept);
            assert_eq!((trace.sample(&instants), trace.states(), trace.strain_energies(&instants)), kept);
        }
    }
}
