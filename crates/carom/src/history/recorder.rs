//! How the course of an impact is written down while it is being solved.

use super::{ClusterTrace, Load, Member, Segment};
use crate::flow::{
    Bound, ClusterProblem, ClusterResult, Entry, Frame, Group, Observer, Role, Rub, RubStart, Span, Tangent,
};
use crate::phase::EventKind;
use crate::snapshot::Event;
use crate::timeline::ActivityWatch;

/// Writes a cluster's course down.
pub(crate) struct Recorder {
    events: Vec<Event>,
    pub(super) activity: ActivityWatch,
    segments: Vec<Segment>,
    members: Vec<Member>,
    /// Contacts loaded in the last step.
    loaded: Vec<usize>,
}

impl Recorder {
    pub fn new(problem: &ClusterProblem) -> Self {
        Self {
            events: Vec::new(),
            activity: ActivityWatch::new(problem),
            segments: Vec::new(),
            members: Vec::new(),
            loaded: Vec::new(),
        }
    }

    pub(super) fn finish(
        mut self,
        contacts: Vec<usize>,
        problem: ClusterProblem,
        result: &ClusterResult,
    ) -> ClusterTrace {
        self.begin_segment(Span { start: result.duration, duration: 0.0 }, 0.0);
        self.release_all(&result.impulse, &result.tangents);
        let Self { events, segments, members, .. } = self;
        let (tangents, duration) = (problem.tangents(), result.duration);
        ClusterTrace { contacts, problem, tangents, events, segments, members, duration }
    }

    fn begin_segment(&mut self, span: Span, rate: f64) {
        let (first_member, first_event) = (self.members.len(), self.events.len());
        self.segments.push(Segment { span, rate, first_member, first_event });
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
    fn step(&mut self, span: Span, frame: &Frame, bound: &Bound, impulse: &[f64], tangents: &[Tangent]) {
        self.begin_segment(span, frame.rate());
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

    fn jump(&mut self, span: Span, impulse: &[f64], tangents: &[Tangent]) {
        self.begin_segment(span, 0.0);
        self.release_all(impulse, tangents);
    }

    fn event(&mut self, time: f64, contact: usize, kind: EventKind) {
        self.events.push(Event { time, contact, kind });
    }

    fn activity(&mut self, contact: usize, active: bool) {
        self.activity.activity(contact, active);
    }

    fn settled(&mut self, time: f64) {
        self.activity.settled(time);
    }
}
