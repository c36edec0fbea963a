//! Plays the course of a cluster back: every contact at given instants.
//!
//! Steps come in their order, from where they are kept or from solving the cluster once more; the way from a step to the
//! values within it is the same.

use nalgebra::Vector3;

use super::ClusterTrace;
use super::recorder::Steps;
use super::step::{Member, PowerClock, Scribe, Segment};
use crate::contact_problem::run;
use crate::coupling::NORMAL;
use crate::flow::{Bound, ClusterResult, Frame, Memory, Modes, Observer, Role, Span, Tangent, Values};
use crate::power_flow;
use crate::snapshot::Snapshot;

/// Every contact of the cluster, in its own numbering, at each of the given instants, which ascend: `take` gets the number of the
/// instant and the values, those after an event at its instant.
pub(super) fn play(cluster: &ClusterTrace, instants: &[f64], take: &mut dyn FnMut(usize, &Snapshot)) {
    let mut player = Player::new(cluster, instants, take);
    match &cluster.steps {
        Steps::Kept { segments, members } => {
            let mut first = 0;
            for &(segment, end) in segments {
                player.enter(segment, &members[first..end]);
                first = end;
            }
        }
        Steps::NotKept => {
            let mut solver = Again { player: &mut player, scribe: Scribe::default(), members: Vec::new() };
            let mut result = ClusterResult::default();
            // An error was reported when the course was recorded; this is its course until then.
            let _ended = run(&cluster.problem, Some(&mut solver), &mut Memory::default(), &mut result);
            solver.jump(Span { start: result.duration, duration: 0.0 }, &result.impulse, &result.tangents);
        }
    }
    player.finish();
}

/// Solves a cluster again and shows its steps to a player.
struct Again<'p, 'a> {
    player: &'p mut Player<'a>,
    scribe: Scribe,
    members: Vec<Member>,
}

impl Observer for Again<'_, '_> {
    fn step(
        &mut self,
        Span { start, duration }: Span,
        frame: &Frame,
        bound: &Bound,
        impulse: &[f64],
        tangents: &[Tangent],
    ) {
        self.members.clear();
        self.scribe.step(frame, bound, impulse, tangents, &mut self.members);
        self.player
            .enter(Segment { start, duration, rate: frame.rate(), ..Segment::default() }, &self.members);
    }

    fn power_step(
        &mut self,
        start: f64,
        frame: &power_flow::Frame,
        end: f64,
        impulse: &[f64],
        tangents: &[Tangent],
    ) {
        self.members.clear();
        let clock = Some(self.scribe.power_step(frame, end, impulse, tangents, &mut self.members));
        self.player.enter(Segment { start, clock, ..Segment::default() }, &self.members);
    }

    fn jump(&mut self, Span { start, duration }: Span, impulse: &[f64], tangents: &[Tangent]) {
        self.members.clear();
        self.scribe.release_all(impulse, tangents, &mut self.members);
        self.player.enter(Segment { start, duration, ..Segment::default() }, &self.members);
    }
}

struct Player<'a> {
    cluster: &'a ClusterTrace,
    instants: &'a [f64],
    /// Instants that are past.
    taken: usize,
    take: &'a mut dyn FnMut(usize, &Snapshot),
    /// The step that was entered last, with its members.
    segment: Option<Segment>,
    members: Vec<Member>,
    /// Whether the frame holds its series.
    is_expanded: bool,
    /// Impulses with which it began, and nothing else.
    began: Snapshot,
    now: Snapshot,
    frame: Frame,
    /// The frame of springs that are not linear.
    power_frame: power_flow::Frame,
    /// The natural oscillations of the present step, if it is a leap.
    modes: Option<Modes>,
    values: Values,
    place: Vec<usize>,
}

impl<'a> Player<'a> {
    fn new(
        cluster: &'a ClusterTrace,
        instants: &'a [f64],
        take: &'a mut dyn FnMut(usize, &Snapshot),
    ) -> Self {
        let contacts = cluster.contacts.len();
        let began = Snapshot::new(contacts, !cluster.tangents.is_empty());
        Self {
            cluster,
            instants,
            taken: 0,
            take,
            segment: None,
            members: Vec::new(),
            is_expanded: false,
            now: began.clone(),
            began,
            frame: Frame::default(),
            power_frame: power_flow::Frame::default(),
            modes: None,
            values: Values::default(),
            place: vec![0; contacts],
        }
    }

    /// A step begins: all instants before it belong to the one that ends.
    fn enter(&mut self, segment: Segment, members: &[Member]) {
        self.show_before(segment.start);
        self.segment = Some(segment);
        self.is_expanded = false;
        self.members.clear();
        self.members.extend_from_slice(members);
        for member in members {
            self.began.impulse[member.contact] = member.impulse;
            if let Some(rub) = &member.rub {
                self.began.tangential[member.contact].impulse = rub.impulse;
            }
        }
    }

    fn finish(mut self) {
        self.show_before(f64::INFINITY);
    }

    fn show_before(&mut self, end: f64) {
        while let Some(&time) = self.instants.get(self.taken).filter(|&&time| time < end) {
            self.at(time);
            (self.take)(self.taken, &self.now);
            self.taken += 1;
        }
    }

    fn at(&mut self, time: f64) {
        self.now.clone_from(&self.began);
        self.now.time = time;
        if let Some(segment) = self.segment {
            if !self.is_expanded {
                self.expand(segment);
            }
            self.evaluate(segment, time);
        }
        self.set_velocities();
    }

    /// The series of the present step.
    fn expand(&mut self, segment: Segment) {
        self.is_expanded = true;
        self.modes = None;
        if !self.cluster.problem.is_linear() {
            return self.expand_power(segment);
        }
        self.cluster.expand_step(&self.members, segment.rate, &mut self.frame, &mut self.place);
    }

    /// Unfolds a step of springs that are not linear.
    fn expand_power(&mut self, segment: Segment) {
        let Some(clock) = segment.clock else { return };
        self.cluster.expand_power_step(&self.members, clock, &mut self.power_frame, &mut self.place);
    }

    /// Adds what has happened since a step with springs that are not linear began.
    fn evaluate_power(&mut self, segment: Segment, time: f64) {
        let Some(PowerClock { end, .. }) = segment.clock else { return };
        let s = self.power_frame.local(time - segment.start, end);
        let now = &mut self.now;
        for (member, entry) in self.power_frame.entries().iter().enumerate() {
            let contact = entry.contact;
            now.impulse[contact] += self.power_frame.impulse_to(member, s);
            let force = self.power_frame.force_at(member, s);
            now.force[contact] = force;
            if entry.role == power_flow::Role::Acting {
                let d = self.power_frame.compression_at(member, s).max(0.0);
                now.energy[contact] = force * d / (entry.exponent.value() + 1.0);
            }
            if self.power_frame.rub_of(member).is_some() {
                let values = self.power_frame.friction_of(member, s);
                let side = &mut now.tangential[contact];
                side.impulse += values.impulse;
                side.force = values.force;
                side.stretch = values.stretch;
                side.mode = values.mode;
                side.sliding = values.sliding;
                now.energy[contact] += values.energy;
            }
        }
    }

    /// Adds what has happened since the step began.
    fn evaluate(&mut self, segment: Segment, time: f64) {
        if !self.cluster.problem.is_linear() {
            return self.evaluate_power(segment, time);
        }
        let s = (time - segment.start) * segment.rate;
        if s <= 1.0 {
            self.frame.series().evaluate(s, &mut self.values);
        } else {
            // A leap: longer than its series reaches.
            let modes = self.modes.get_or_insert_with(|| Modes::of(&self.frame));
            modes.evaluate(&self.frame, time - segment.start, &mut self.values);
        }
        let now = &mut self.now;
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let contact = entry.contact;
            now.impulse[contact] += self.values.impulse[member];
            let load_now = self.values.load[member];
            now.force[contact] = load_now * segment.rate;
            if matches!(entry.role, Role::Spring | Role::Locked) {
                let compression = load_now * self.frame.compression_per_load(member);
                now.energy[contact] = 0.5 * entry.stiffness * compression * compression;
            }
            if let Some(rub) = self.frame.rub_of(member) {
                let values = rub.evaluate(s);
                let [load, impulse] = rub.braced(s);
                now.impulse[contact] += impulse.z;
                now.force[contact] += load.z * segment.rate;
                let side = &mut now.tangential[contact];
                side.impulse += values.impulse + impulse.xy();
                side.force = (values.load + load.xy()) * segment.rate;
                side.stretch = rub.stretch(values.load, segment.rate);
                side.mode = rub.mode();
                side.sliding = rub.sliding_velocity(s, &values);
                now.energy[contact] += rub.strain(side.stretch);
            }
        }
    }

    /// (P.1), over all three directions where there is friction.
    fn set_velocities(&mut self) {
        let problem = &self.cluster.problem;
        let now = &mut self.now;
        for contact in 0..self.cluster.contacts.len() {
            if now.tangential.is_empty() {
                let gained: f64 = problem.coupling.row(contact).map(|(j, w)| w * now.impulse[j]).sum();
                now.velocity[contact] = problem.velocity[contact] + gained;
                continue;
            }
            let impulse = |j: usize| now.tangential[j].impulse.push(now.impulse[j]);
            let gained: Vector3<f64> = problem.coupling.block_row(contact).map(|(j, w)| w * impulse(j)).sum();
            now.velocity[contact] = problem.velocity[contact] + gained[NORMAL];
            now.tangential[contact].velocity = problem.tangential_velocity[contact] + gained.xy();
        }
    }
}
