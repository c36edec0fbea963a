//! How the course of an impact is written down while it is being solved.

use super::ClusterTrace;
use super::step::{Member, PowerClock, Scribe, Segment};
use crate::flow::{Bound, ClusterProblem, ClusterResult, Frame, Observer, Span, Tangent};
use crate::phase::EventKind;
use crate::power_flow;
use crate::snapshot::{Event, Peak};
use crate::timeline::ActivityWatch;

/// Most members of steps that are kept, some 4 MB without friction and 16 MB with it. A longer course is played back by solving it
/// again, which takes as long as it did and no memory.
const MOST_MEMBERS: usize = 1 << 16;

/// The steps of a cluster, as far as they are kept.
#[derive(Debug)]
pub(super) enum Steps {
    /// All of them: where each begins, and where its members end in the pool.
    Kept { segments: Vec<(Segment, usize)>, members: Vec<Member> },
    /// There were too many.
    NotKept,
}

/// Writes a cluster's course down.
pub(crate) struct Recorder {
    events: Vec<Event>,
    activity: ActivityWatch,
    steps: Steps,
    scribe: Scribe,
    /// Most members that are kept.
    most_members: usize,
    /// The greatest load of each contact.
    peaks: Vec<Peak>,
}

impl Recorder {
    pub fn new(problem: &ClusterProblem) -> Self {
        Self {
            events: Vec::new(),
            activity: ActivityWatch::new(problem),
            steps: Steps::Kept { segments: Vec::new(), members: Vec::new() },
            scribe: Scribe::default(),
            most_members: MOST_MEMBERS,
            peaks: vec![Peak::default(); problem.velocity.len()],
        }
    }

    /// Keeps all steps, however many.
    pub fn of_all(problem: &ClusterProblem) -> Self {
        Self { most_members: usize::MAX, ..Self::new(problem) }
    }

    /// What happened, if it ended so: also where it could not be followed any further.
    pub(super) fn finish(
        mut self,
        contacts: Vec<usize>,
        problem: ClusterProblem,
        result: &ClusterResult,
    ) -> (ActivityWatch, ClusterTrace) {
        self.activity.settled(result.duration);
        self.jump(Span { start: result.duration, duration: 0.0 }, &result.impulse, &result.tangents);
        let Self { events, activity, steps, peaks, .. } = self;
        let (tangents, duration) = (problem.tangents().collect(), result.duration);
        (activity, ClusterTrace { contacts, problem, tangents, events, steps, duration, peaks })
    }

    /// Keeps a step whose members are appended by `write`, unless that would be too many.
    fn keep(
        &mut self,
        span: Span,
        rate: f64,
        write: impl FnOnce(&mut Scribe, &mut Vec<Member>) -> Option<PowerClock>,
    ) {
        let Steps::Kept { segments, members } = &mut self.steps else { return };
        let clock = write(&mut self.scribe, members);
        let (Span { start, duration }, first_event) = (span, self.events.len());
        segments.push((Segment { start, duration, rate, first_event, clock }, members.len()));
        if members.len() > self.most_members {
            self.steps = Steps::NotKept;
        }
    }
}

impl Observer for Recorder {
    fn step(&mut self, span: Span, frame: &Frame, bound: &Bound, impulse: &[f64], tangents: &[Tangent]) {
        self.keep(span, frame.rate(), |scribe, members| {
            scribe.step(frame, bound, impulse, tangents, members);
            None
        });
    }

    fn power_step(
        &mut self,
        start: f64,
        frame: &power_flow::Frame,
        end: f64,
        impulse: &[f64],
        tangents: &[Tangent],
    ) {
        let span = Span { start, duration: 0.0 };
        self.keep(span, 0.0, |scribe, members| {
            Some(scribe.power_step(frame, end, impulse, tangents, members))
        });
    }

    fn compressed(&mut self, contact: usize, force: f64, compression: f64) {
        let peak = &mut self.peaks[contact];
        peak.force = peak.force.max(force);
        peak.compression = peak.compression.max(compression);
    }

    fn jump(&mut self, span: Span, impulse: &[f64], tangents: &[Tangent]) {
        self.keep(span, 0.0, |scribe, members| {
            scribe.release_all(impulse, tangents, members);
            None
        });
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
