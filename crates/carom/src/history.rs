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
    Bound, ClusterProblem, ClusterResult, Entry, Frame, Modes, Role, RubStart, SettledDrag, Tangent, Values,
};
use crate::power_flow;
use crate::snapshot::{Event, Peak, Snapshot, State};
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

    /// When the last contact is released, in seconds.
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
struct Member {
    contact: usize,
    impulse: f64,
    load: Load,
    /// Tangential impulse and start, if the contact has friction.
    rub: Option<(Vector2<f64>, RubStart)>,
    /// What a direction that follows its velocity has settled on.
    drag: Option<SettledDrag>,
}

#[derive(Debug, Clone, Copy)]
enum Load {
    Spring { stiffness: f64, compression: f64, velocity: f64 },
    Held,
    None,
}

#[derive(Debug, Clone)]
struct Segment {
    start: f64,
    rate: f64,
    /// Where the segment's members begin in the pool.
    first_member: usize,
    /// How time follows from the variable of the series, if springs are not linear; the leader is counted among the segment's members.
    clock: Option<PowerClock>,
}

/// The clock of a step with springs F = k·dⁿ, and how far its series reach.
#[derive(Debug, Clone, Copy)]
struct PowerClock {
    clock: power_flow::Clock,
    reach: f64,
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
    peaks: Vec<Peak>,
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
    /// The same with springs that are not linear.
    power_frame: power_flow::Frame,
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
        while self.taken < cluster.segments.len() && cluster.segments[self.taken].start <= time {
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
        let segment = self.taken - 1;
        self.modes = None;
        if !cluster.problem.is_linear() {
            return self.expand_power(cluster, segment);
        }
        for entry in self.frame.entries() {
            self.place[entry.contact] = 0;
        }
        self.frame.clear();
        for member in cluster.members_of(segment) {
            let (role, stiffness, compression, velocity) = match member.load {
                Load::Spring { stiffness, compression, velocity } => {
                    (Role::Spring, stiffness, compression, velocity)
                }
                Load::Held => (Role::Held, f64::INFINITY, 0.0, 0.0),
                Load::None => continue,
            };
            let contact = member.contact;
            self.frame.push(Entry {
                contact,
                role,
                stiffness,
                compression,
                velocity,
                gap: 0.0,
                patient: false,
                floor: 0.0,
            });
            self.place[contact] = self.frame.entries().len();
            if let Some((_, start)) = member.rub {
                let mut rub = cluster.tangents[contact].to_rub();
                if let Some(drag) = &member.drag {
                    rub.follow_with(drag);
                }
                self.frame.push_rub(rub);
                self.frame.start_last_rub_with(start);
            }
        }
        if !self.frame.entries().is_empty() {
            self.frame.couple(&cluster.problem.coupling, &Bound::default(), &self.place);
            self.frame.use_rate(cluster.segments[segment].rate);
            self.frame.expand();
        }
    }

    /// The same for springs that are not linear.
    fn expand_power(&mut self, cluster: &ClusterTrace, segment: usize) {
        for entry in self.power_frame.entries() {
            self.place[entry.contact] = 0;
        }
        self.power_frame.clear();
        let Some(PowerClock { clock, .. }) = cluster.segments[segment].clock else { return };
        let floors = power_flow::floors(&cluster.problem);
        for member in cluster.members_of(segment) {
            let (role, stiffness, compression, velocity) = match member.load {
                Load::Spring { stiffness, compression, velocity } => {
                    (power_flow::Role::Acting, stiffness, compression, velocity)
                }
                Load::Held => (power_flow::Role::Held, f64::INFINITY, 0.0, 0.0),
                Load::None => continue,
            };
            let contact = member.contact;
            let exponent = cluster.problem.material[contact].exponent;
            let floor = floors[contact];
            let entry =
                power_flow::Entry { contact, role, stiffness, exponent, compression, velocity, floor };
            self.power_frame.push(entry);
            self.place[contact] = self.power_frame.entries().len();
        }
        self.power_frame.couple(&cluster.problem.coupling, &self.place);
        self.power_frame.set_clock(clock);
        self.power_frame.expand();
    }

    /// Adds what has happened since a segment with springs that are not linear began.
    fn evaluate_power(&self, cluster: &ClusterTrace, segment: &Segment, time: f64, snapshot: &mut Snapshot) {
        let Some(PowerClock { reach, .. }) = segment.clock else { return };
        let s = self.power_frame.local(time - segment.start, reach);
        for (member, entry) in self.power_frame.entries().iter().enumerate() {
            let contact = cluster.contacts[entry.contact];
            snapshot.impulse[contact] += self.power_frame.impulse_to(member, s);
            let force = self.power_frame.force_at(member, s);
            snapshot.force[contact] = force;
            if entry.role == power_flow::Role::Acting {
                let d = self.power_frame.compression_at(member, s).max(0.0);
                snapshot.energy[contact] = force * d / (entry.exponent.value() + 1.0);
            }
        }
    }

    /// Adds what has happened since the segment began.
    fn evaluate(&mut self, cluster: &ClusterTrace, time: f64, snapshot: &mut Snapshot) {
        let Some(segment) = self.taken.checked_sub(1).map(|last| &cluster.segments[last]) else { return };
        if !cluster.problem.is_linear() {
            return self.evaluate_power(cluster, segment, time, snapshot);
        }
        let s = (time - segment.start) * segment.rate;
        if s <= 1.0 {
            self.frame.series().evaluate(s, &mut self.values);
        } else {
            // A leap: longer than its series reaches.
            let modes = self.modes.get_or_insert_with(|| Modes::of(&self.frame));
            modes.evaluate(&self.frame, time - segment.start, &mut self.values);
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
