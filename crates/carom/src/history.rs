//! The course of an impact: events, states, and every quantity at any instant.
//!
//! What is kept of a step is where it began: the contacts that were loaded then, with their compression,
//! velocity, stiffness and impulse, and what directions that follow their velocity have settled on. The series
//! of the step follows from that by the same recurrence that solved it, so a trace can be sampled as densely as
//! wanted and is exact at every instant.

mod recorder;

use nalgebra::{Vector2, Vector3};

use crate::coupling::NORMAL;
use crate::flow::{
    Bound, ClusterProblem, ClusterResult, Entry, Frame, Modes, Role, RubStart, SettledDrag, Span, Tangent,
    Values,
};
use crate::snapshot::{Event, Snapshot, State};
use crate::timeline::Timeline;
pub(crate) use recorder::Recorder;

/// The course of a whole impact.
#[derive(Debug, Default)]
pub struct Trace {
    contacts: usize,
    timeline: Timeline,
    clusters: Vec<ClusterTrace>,
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
        self.timeline.take_in(contacts, &recorder.activity);
        self.clusters.push(recorder.finish(contacts.to_vec(), problem, result));
    }

    pub(crate) fn clusters(&self) -> &[ClusterTrace] {
        &self.clusters
    }

    /// When the last contact is released, in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.clusters.iter().map(|cluster| cluster.duration).fold(0.0, f64::max)
    }

    /// All events in the order of time; those of one instant in the order of the contacts.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        let numbered = |cluster: &ClusterTrace| {
            let global = cluster.contacts.clone();
            let events = cluster.events.clone();
            events.into_iter().map(move |event| Event { contact: global[event.contact], ..event })
        };
        let mut events: Vec<Event> = self.clusters.iter().flat_map(numbered).collect();
        events.sort_by(|a, b| a.time.total_cmp(&b.time));
        events
    }

    /// The states the impact goes through, each as it is entered; the last one has no active contact.
    #[must_use]
    pub fn states(&self) -> Vec<State> {
        let mut playback = Playback::new(self);
        let state = |(instant, active): (f64, Vec<usize>)| {
            let Snapshot { time, impulse, energy, tangential, .. } = playback.at(instant);
            let modes = tangential.iter().map(|side| side.mode).collect();
            State { time, active, impulse, energy, modes }
        };
        self.timeline.active_sets().into_iter().map(state).collect()
    }

    /// Every contact at each of the given instants, which must ascend. At the instant of an event the values
    /// are those after it.
    #[must_use]
    pub fn sample(&self, instants: &[f64]) -> Vec<Snapshot> {
        let mut playback = Playback::new(self);
        instants.iter().map(|&time| playback.at(time)).collect()
    }

    /// Ascending instants for a smooth picture: at least `count` evenly spaced ones, with every event between.
    #[must_use]
    pub fn instants(&self, count: usize) -> Vec<f64> {
        let duration = self.duration();
        let even = (0..=count).map(|i| duration * i as f64 / count.max(1) as f64);
        let mut instants: Vec<f64> = even.chain(self.events().iter().map(|event| event.time)).collect();
        instants.sort_by(f64::total_cmp);
        instants.dedup();
        instants
    }
}

/// A loaded contact at the start of a step, or one that has just been released.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub contact: usize,
    pub impulse: f64,
    pub load: Load,
    /// Tangential impulse and start, if the contact has friction.
    pub rub: Option<(Vector2<f64>, RubStart)>,
    /// What a direction that follows its velocity has settled on.
    drag: Option<SettledDrag>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Load {
    Spring { stiffness: f64, compression: f64, velocity: f64 },
    Held,
    None,
}

#[derive(Debug, Clone)]
struct Segment {
    span: Span,
    rate: f64,
    /// Where the segment's members begin in the pool.
    first_member: usize,
    /// Where the events at its end begin among all.
    first_event: usize,
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
    pub members: &'a [Member],
    pub events: &'a [Event],
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
    segments: Vec<Segment>,
    members: Vec<Member>,
    duration: f64,
}

impl ClusterTrace {
    /// (P.1) over all three directions.
    fn velocities(&self, snapshot: &mut Snapshot) {
        let impulse = |local: usize| {
            let contact = self.contacts[local];
            let tangential = snapshot.tangential[contact].impulse;
            Vector3::new(tangential.x, tangential.y, snapshot.impulse[contact])
        };
        let gained = |local: usize| -> Vector3<f64> {
            self.problem.coupling.block_row(local).map(|(j, w)| w * impulse(j)).sum()
        };
        let gained: Vec<Vector3<f64>> = (0..self.contacts.len()).map(gained).collect();
        for (local, &contact) in self.contacts.iter().enumerate() {
            snapshot.velocity[contact] = self.problem.velocity[local] + gained[local][NORMAL];
            snapshot.tangential[contact].velocity =
                self.problem.tangential_velocity[local] + gained[local].xy();
        }
    }

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

    /// The steps in the order of time. Before the first one only contacts of infinite stiffness meet events; they come
    /// with a step of their own, without duration.
    pub fn steps(&self) -> impl Iterator<Item = RecordedStep<'_>> {
        self.segments.iter().enumerate().map(|(number, segment)| {
            let next = self.segments.get(number + 1);
            let end = next.map_or(self.events.len(), |next| next.first_event);
            let start = if number == 0 { 0 } else { segment.first_event };
            RecordedStep {
                number,
                start: segment.span.start,
                duration: segment.span.duration,
                rate: segment.rate,
                members: self.members_of(number),
                events: &self.events[start..end],
            }
        })
    }

    /// Fills a frame with the series of a step.
    pub fn expand_step(&self, step: usize, frame: &mut Frame, place: &mut [usize]) {
        for entry in frame.entries() {
            place[entry.contact] = 0;
        }
        frame.clear();
        for member in self.members_of(step) {
            let (role, stiffness, compression, velocity) = match member.load {
                Load::Spring { stiffness, compression, velocity } => {
                    (Role::Spring, stiffness, compression, velocity)
                }
                Load::Held => (Role::Held, f64::INFINITY, 0.0, 0.0),
                Load::None => continue,
            };
            let contact = member.contact;
            let (gap, patient, floor) = (0.0, false, 0.0);
            frame.push(Entry { contact, role, stiffness, compression, velocity, gap, patient, floor });
            place[contact] = frame.entries().len();
            if let Some((_, start)) = member.rub {
                let mut rub = self.tangents[contact].to_rub();
                if let Some(drag) = &member.drag {
                    rub.follow_with(drag);
                }
                frame.push_rub(rub);
                frame.start_last_rub_with(start);
            }
        }
        if !frame.entries().is_empty() {
            frame.couple(&self.problem.coupling, &Bound::default(), place);
            frame.use_rate(self.segments[step].rate);
            frame.expand();
        }
    }

    fn members_of(&self, segment: usize) -> &[Member] {
        let end = self.segments.get(segment + 1).map_or(self.members.len(), |next| next.first_member);
        &self.members[self.segments[segment].first_member..end]
    }
}

/// Reads a trace forwards in time.
struct Playback<'a> {
    trace: &'a Trace,
    cursors: Vec<Cursor>,
    now: Snapshot,
}

#[derive(Default)]
struct Cursor {
    /// Segments whose start has been taken in.
    taken: usize,
    frame: Frame,
    /// The natural oscillations of the present segment, if it is a leap.
    modes: Option<Modes>,
    values: Values,
    place: Vec<usize>,
}

impl<'a> Playback<'a> {
    fn new(trace: &'a Trace) -> Self {
        let cursor =
            |cluster: &ClusterTrace| Cursor { place: vec![0; cluster.contacts.len()], ..Cursor::default() };
        Self {
            trace,
            cursors: trace.clusters.iter().map(cursor).collect(),
            now: Snapshot::new(
                trace.contacts,
                trace.clusters.iter().any(|cluster| !cluster.tangents.is_empty()),
            ),
        }
    }

    /// The snapshot at `time`, which must not be earlier than that of the last call.
    fn at(&mut self, time: f64) -> Snapshot {
        self.now.time = time;
        for (cluster, cursor) in self.trace.clusters.iter().zip(&mut self.cursors) {
            cursor.take_up_to(cluster, time, &mut self.now);
        }
        let mut snapshot = self.now.clone();
        for (cluster, cursor) in self.trace.clusters.iter().zip(&mut self.cursors) {
            cursor.evaluate(cluster, time, &mut snapshot);
            if !cluster.tangents.is_empty() {
                cluster.velocities(&mut snapshot);
                continue;
            }
            for (local, &contact) in cluster.contacts.iter().enumerate() {
                let gained = cluster.problem.coupling.row(local);
                let gained: f64 = gained.map(|(j, w)| w * snapshot.impulse[cluster.contacts[j]]).sum();
                snapshot.velocity[contact] = cluster.problem.velocity[local] + gained; // (P.1)
            }
        }
        snapshot
    }
}

impl Cursor {
    /// Takes in the impulses with which segments up to `time` begin.
    fn take_up_to(&mut self, cluster: &ClusterTrace, time: f64, now: &mut Snapshot) {
        let before = self.taken;
        while self.taken < cluster.segments.len() && cluster.segments[self.taken].span.start <= time {
            for member in cluster.members_of(self.taken) {
                let contact = cluster.contacts[member.contact];
                now.impulse[contact] = member.impulse;
                if let Some((impulse, _)) = member.rub {
                    now.tangential[contact].impulse = impulse;
                }
            }
            self.taken += 1;
        }
        if self.taken > before {
            self.expand(cluster);
        }
    }

    /// The series of the segment taken in last.
    fn expand(&mut self, cluster: &ClusterTrace) {
        self.modes = None;
        cluster.expand_step(self.taken - 1, &mut self.frame, &mut self.place);
    }

    /// Adds what has happened since the segment began.
    fn evaluate(&mut self, cluster: &ClusterTrace, time: f64, snapshot: &mut Snapshot) {
        let Some(segment) = self.taken.checked_sub(1).map(|last| &cluster.segments[last]) else { return };
        let s = (time - segment.span.start) * segment.rate;
        if s <= 1.0 {
            self.frame.series().evaluate(s, &mut self.values);
        } else {
            // A leap: longer than its series reaches.
            let modes = self.modes.get_or_insert_with(|| Modes::of(&self.frame));
            modes.evaluate(&self.frame, time - segment.span.start, &mut self.values);
        }
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let contact = cluster.contacts[entry.contact];
            snapshot.impulse[contact] += self.values.impulse[member];
            let load_now = self.values.load[member];
            snapshot.force[contact] = load_now * segment.rate;
            if entry.role == Role::Spring {
                let compression = load_now * self.frame.compression_per_load(member);
                snapshot.energy[contact] = 0.5 * entry.stiffness * compression * compression;
            }
            if let Some(rub) = self.frame.rub_of(member) {
                let now = &mut snapshot.tangential[contact];
                let values = rub.evaluate(s);
                now.impulse += values.impulse;
                now.force = values.load * segment.rate;
                now.stretch = rub.stretch(values.load, segment.rate);
                now.mode = rub.mode();
                now.sliding = rub.sliding_velocity(s, &values);
                snapshot.energy[contact] += rub.strain(now.stretch);
            }
        }
    }
}
