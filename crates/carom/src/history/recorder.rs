//! How the course of an impact is written down while it is being solved.

use super::{ClusterTrace, Load, Member, PowerClock, Segment};
use crate::flow::{
    Bound, ClusterProblem, ClusterResult, Entry, Frame, Group, Observer, Role, Rub, RubStart, Tangent,
};
use crate::phase::EventKind;
use crate::power_flow::{self, Clock};
use crate::snapshot::{Event, Peak};
use crate::timeline::ActivityWatch;

/// Writes a cluster's course down.
pub(crate) struct Recorder {
    events: Vec<Event>,
    pub(super) activity: ActivityWatch,
    segments: Vec<Segment>,
    members: Vec<Member>,
    /// Contacts loaded in the last step.
    loaded: Vec<usize>,
    /// The greatest load of each contact.
    peaks: Vec<Peak>,
}

impl Recorder {
    pub fn new(problem: &ClusterProblem) -> Self {
        Self {
            events: Vec::new(),
            activity: ActivityWatch::new(problem),
            segments: Vec::new(),
            members: Vec::new(),
            loaded: Vec::new(),
            peaks: vec![Peak::default(); problem.velocity.len()],
        }
    }

    pub(super) fn finish(
        mut self,
        contacts: Vec<usize>,
        problem: ClusterProblem,
        result: &ClusterResult,
    ) -> ClusterTrace {
        self.begin_segment(result.duration, 0.0);
        self.release_all(&result.impulse, &result.tangents);
        let Self { events, segments, members, peaks, .. } = self;
        let (tangents, duration) = (problem.tangents(), result.duration);
        ClusterTrace { contacts, problem, tangents, events, segments, members, duration, peaks }
    }

    fn begin_segment(&mut self, start: f64, rate: f64) {
        self.segments.push(Segment { start, rate, first_member: self.members.len(), clock: None });
    }

    fn release_all(&mut self, impulse: &[f64], tangents: &[Tangent]) {
        let released = |(contact, &impulse)| released(contact, impulse, tangents);
        self.members.extend(impulse.iter().enumerate().map(released));
        self.loaded.clear();
    }
}

/// A contact that carries nothing.
fn released(contact: usize, impulse: f64, tangents: &[Tangent]) -> Member {
    let rub = tangents.get(contact).map(|tangent| (tangent.impulse, RubStart::default()));
    Member { contact, impulse, load: Load::None, rub, drag: None }
}

impl Observer for Recorder {
    fn step(&mut self, start: f64, frame: &Frame, bound: &Bound, impulse: &[f64], tangents: &[Tangent]) {
        self.begin_segment(start, frame.rate());
        let was_loaded = std::mem::take(&mut self.loaded);
        for (member, entry) in frame.entries().iter().enumerate() {
            let &Entry { contact, role, stiffness, compression, .. } = entry;
            let load = match role {
                Role::Spring | Role::Pressed => {
                    Load::Spring { stiffness, compression, velocity: frame.series().initial_velocity(member) }
                }
                Role::Held => Load::Held,
                Role::Undecided | Role::Waiting | Role::DrawnApart => continue,
                Role::Distant | Role::Free => continue,
            };
            let rub = frame.rub_of(member).map(|rub| (tangents[contact].impulse, rub.resolved(frame.rate())));
            let drag = frame.rub_of(member).and_then(Rub::settled_drag);
            self.members.push(Member { contact, impulse: impulse[contact], load, rub, drag });
            self.loaded.push(contact);
        }
        for &contact in bound.groups().iter().flat_map(Group::contacts) {
            let (impulse, load) = (impulse[contact], Load::Held);
            self.members.push(Member { contact, impulse, load, rub: None, drag: None });
            self.loaded.push(contact);
        }
        for contact in was_loaded {
            if !self.loaded.contains(&contact) {
                self.members.push(released(contact, impulse[contact], tangents));
            }
        }
    }

    fn power_step(&mut self, start: f64, frame: &power_flow::Frame, reach: f64, impulse: &[f64]) {
        let mut clock = frame.clock();
        let first = self.members.len();
        self.begin_segment(start, 0.0);
        let was_loaded = std::mem::take(&mut self.loaded);
        for (member, entry) in frame.entries().iter().enumerate() {
            let load = match entry.role {
                power_flow::Role::Acting if frame.is_silent(member) => continue,
                power_flow::Role::Acting => Load::Spring {
                    stiffness: entry.stiffness,
                    compression: entry.compression,
                    velocity: entry.velocity,
                },
                power_flow::Role::Held => Load::Held,
                power_flow::Role::Faint | power_flow::Role::Passive => continue,
            };
            match &mut clock {
                Clock::Root { leader, .. } if frame.root_of(member).is_some() => {
                    *leader = self.members.len() - first;
                }
                Clock::Root { .. } | Clock::Even { .. } => {}
            }
            let contact = entry.contact;
            self.members.push(Member { contact, impulse: impulse[contact], load, rub: None, drag: None });
            self.loaded.push(contact);
        }
        if let Some(segment) = self.segments.last_mut() {
            segment.clock = Some(PowerClock { clock, reach });
        }
        for contact in was_loaded {
            if !self.loaded.contains(&contact) {
                self.members.push(released(contact, impulse[contact], &[]));
            }
        }
    }

    fn jump(&mut self, time: f64, impulse: &[f64], tangents: &[Tangent]) {
        self.begin_segment(time, 0.0);
        self.release_all(impulse, tangents);
    }

    fn event(&mut self, time: f64, contact: usize, kind: EventKind) {
        self.events.push(Event { time, contact, kind });
    }

    fn compressed(&mut self, contact: usize, force: f64, compression: f64) {
        let peak = &mut self.peaks[contact];
        peak.force = peak.force.max(force);
        peak.compression = peak.compression.max(compression);
    }

    fn activity(&mut self, contact: usize, active: bool) {
        self.activity.activity(contact, active);
    }

    fn settled(&mut self, time: f64) {
        self.activity.settled(time);
    }
}
