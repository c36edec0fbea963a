//! The course of one impact: which leg follows which, from the first touch to the end.

use nalgebra::{Vector2, Vector3};

use super::contact::ContactSpace;
use super::line::Line;
use super::outcome::{Ending, Event, Jam, JamMode, RouthEventKind, Solution};
use super::rest::FromRest;
use super::restitution::{Goal, Phase, Rule, StoredRate, Termination};
use super::turn::Turn;
use crate::laws::LawError;
use crate::laws::rounding::ROUNDING;
use crate::quantity::Restitution;

/// Most Taylor steps of a slip that turns. Its direction settles, or its speed vanishes or outgrows everything, within a few
/// dozen; a matrix with entries of very unequal size may take some hundred.
const MOST_STEPS: usize = 20_000;

/// Everything that changes along the way.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub tangential_impulse: Vector2<f64>,
    pub normal_impulse: f64,
    pub tangential_velocity: Vector2<f64>,
    pub normal_velocity: f64,
    /// Strain energy or normal impulse to be given back, by the rule; in slip under infinite friction, over the vanishing
    /// dpₙ/dx, (Q.10).
    pub stored: f64,
    pub normal_loss: f64,
    pub friction_loss: f64,
}

/// What the tangential motion does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// Without friction there is nothing to follow.
    Frictionless,
    /// Slip whose direction turns; v_t has it.
    TurningSlip,
    /// Slip along an invariant direction.
    StraightSlip { direction: Vector2<f64> },
    /// Stick under this tangential force per unit of normal force.
    Stick { force: Vector2<f64> },
}

/// Why a leg stopped where it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Halt {
    /// v_t is zero.
    SlipStops,
    /// vₙ passes through zero and ends compression, or restitution before its time.
    PhaseEnds,
    /// Restitution is complete.
    GoalReached,
    /// The series is good no further.
    StepEnds,
    /// None of these ever happens on this line.
    Never,
}

/// How the course came out.
pub(super) enum Finish {
    /// It ends.
    Solved(Solution),
    /// It does not.
    Jammed(Jam),
}

/// A stretch of the course on which nothing happens but at its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    pub mode: Mode,
    pub phase: Phase,
    /// How far it went: in x, or in τ where slip turns.
    pub length: f64,
    pub halt: Halt,
}

/// What is written down on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Record {
    /// Every event.
    Events,
    /// Every leg.
    Legs,
    /// Nothing but the end, which needs no memory.
    EndOnly,
}

/// One impact under way.
pub(super) struct UnderWay<'a> {
    contact: &'a ContactSpace,
    rule: Rule,
    state: State,
    phase: Phase,
    mode: Mode,
    record: Record,
    events: Vec<Event>,
    legs: Vec<Leg>,
}

impl<'a> UnderWay<'a> {
    pub fn new(
        contact: &'a ContactSpace,
        velocity: Vector3<f64>,
        restitution: Restitution,
        termination: Termination,
        record: Record,
    ) -> Self {
        let state = State {
            tangential_impulse: Vector2::zeros(),
            normal_impulse: 0.0,
            tangential_velocity: velocity.xy(),
            normal_velocity: velocity.z,
            stored: 0.0,
            normal_loss: 0.0,
            friction_loss: 0.0,
        };
        let rule = Rule::new(termination, restitution, velocity.z);
        let mut course = Self {
            contact,
            rule,
            state,
            phase: Phase::Compression,
            mode: Mode::Frictionless,
            record,
            events: Vec::new(),
            legs: Vec::new(),
        };
        if contact.friction > 0.0 {
            course.start();
        }
        course
    }

    /// The mode an impact with friction begins in.
    fn start(&mut self) {
        if self.state.tangential_velocity != Vector2::zeros() {
            self.mode = Mode::TurningSlip;
            self.straighten();
            return;
        }
        match self.contact.leave_rest() {
            FromRest::Stick { force } => self.stick(force),
            FromRest::Slip { direction } => {
                self.mode = Mode::StraightSlip { direction };
                self.record(RouthEventKind::SlipStarts { direction });
            }
        }
    }

    /// (dp_t, dpₙ)/dx here.
    fn impulse_rate(&self) -> (Vector2<f64>, f64) {
        let slip = |direction: Vector2<f64>| (direction * -self.contact.friction, self.contact.share);
        match self.mode {
            Mode::Frictionless => (Vector2::zeros(), 1.0),
            Mode::TurningSlip => slip(self.state.tangential_velocity.normalize()),
            Mode::StraightSlip { direction } => slip(direction),
            Mode::Stick { force } => (force, 1.0),
        }
    }

    /// dvₙ/dx here.
    fn normal_rate(&self) -> f64 {
        let (force, share) = self.impulse_rate();
        self.contact.normal_rate(&force, share)
    }

    /// Whether the impulse that begins here drives the bodies together.
    pub fn drives_together(&self) -> bool {
        self.normal_rate() < 0.0
    }

    /// dvₙ/dpₙ here; infinite where friction is and the slip has a part in vₙ.
    pub fn normal_rate_by_impulse(&self) -> f64 {
        let (rate, (_, share)) = (self.normal_rate(), self.impulse_rate());
        if share == 0.0 && rate == 0.0 { self.contact.blocks.normal } else { rate / share }
    }

    /// From the first touch to the end.
    pub fn follow(&mut self) -> Result<Finish, LawError> {
        for _ in 0..MOST_STEPS {
            match self.advance() {
                Halt::StepEnds => self.straighten(),
                Halt::SlipStops => self.stop_slipping(),
                Halt::PhaseEnds => {
                    if self.change_phase() {
                        return Ok(Finish::Solved(self.solution(Ending::Terminated)));
                    }
                }
                Halt::GoalReached => {
                    self.record(RouthEventKind::RestitutionEnds);
                    return Ok(Finish::Solved(self.solution(Ending::Terminated)));
                }
                Halt::Never => {
                    if let Some(finish) = self.give_up() {
                        return Ok(finish);
                    }
                }
            }
        }
        Err(LawError::TooManySteps { normal_impulse: self.state.normal_impulse, steps: MOST_STEPS })
    }

    /// One leg, to whatever stops it.
    fn advance(&mut self) -> Halt {
        let line = match self.mode {
            Mode::Frictionless => Line::frictionless(self.contact),
            Mode::TurningSlip => {
                let turn = Turn::new(self.contact, &self.state);
                let (length, halt) = turn.advance(&mut self.state, self.phase, &self.rule);
                return self.write_down(length, halt);
            }
            Mode::StraightSlip { direction } => Line::slip(self.contact, &self.state, direction),
            Mode::Stick { force } => Line::stick(force),
        };
        let (length, halt) = line.advance(self.contact, &mut self.state, self.phase, &self.rule);
        self.write_down(length, halt)
    }

    fn write_down(&mut self, length: f64, halt: Halt) -> Halt {
        match self.record {
            Record::Legs => self.legs.push(Leg { mode: self.mode, phase: self.phase, length, halt }),
            Record::Events | Record::EndOnly => {}
        }
        halt
    }

    /// The legs so far.
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }

    /// A slip that no longer turns is a straight one, for good.
    fn straighten(&mut self) {
        let direction = self.state.tangential_velocity.normalize();
        if self.contact.is_invariant(&direction) {
            self.mode = Mode::StraightSlip { direction };
        }
    }

    /// What slip under infinite friction stored is nothing by the measure of stick, (Q.10).
    fn stick(&mut self, force: Vector2<f64>) {
        if self.contact.share == 0.0 {
            self.state.stored = 0.0;
        }
        self.mode = Mode::Stick { force };
        self.record(RouthEventKind::Sticks);
    }

    /// v_t = 0: stick, or slip on.
    fn stop_slipping(&mut self) {
        let arrival = self.state.tangential_velocity;
        self.state.tangential_velocity = Vector2::zeros();
        self.record(RouthEventKind::SlipStops);
        match self.contact.leave_rest() {
            FromRest::Stick { force } => self.stick(force),
            FromRest::Slip { direction } => {
                self.mode = Mode::StraightSlip { direction };
                self.record(if direction.dot(&arrival) < 0.0 {
                    RouthEventKind::SlipReverses { direction }
                } else {
                    RouthEventKind::SlipResumes { direction }
                });
            }
        }
    }

    /// vₙ = 0: the other phase begins. True if it is over at once.
    fn change_phase(&mut self) -> bool {
        match self.phase {
            Phase::Compression => {
                self.phase = Phase::Restitution;
                self.state.stored *= self.rule.returned();
                self.record(RouthEventKind::CompressionEnds);
                let over = match self.rule.goal() {
                    Goal::NothingStored => self.state.stored <= 0.0,
                    Goal::NormalVelocity(rebound) => rebound <= 0.0,
                };
                if over {
                    self.record(RouthEventKind::RestitutionEnds);
                }
                over
            }
            Phase::Restitution => {
                self.phase = Phase::Compression;
                self.record(RouthEventKind::CompressionRestarts);
                false
            }
        }
    }

    /// Nothing will ever happen again on this line. A contact that is at rest to rounding has ended compression.
    fn give_up(&mut self) -> Option<Finish> {
        match self.phase {
            Phase::Compression if self.state.normal_velocity >= -ROUNDING => {
                self.state.normal_velocity = 0.0;
                self.change_phase().then(|| Finish::Solved(self.solution(Ending::Terminated)))
            }
            Phase::Compression => Some(Finish::Jammed(self.jam())),
            Phase::Restitution => Some(Finish::Solved(self.solution(Ending::Dead))),
        }
    }

    fn record(&mut self, kind: RouthEventKind) {
        match self.record {
            Record::Events => self.events.push(Event { normal_impulse: self.state.normal_impulse, kind }),
            Record::Legs | Record::EndOnly => {}
        }
    }

    fn solution(&mut self, ending: Ending) -> Solution {
        Solution {
            impulse: self.state.impulse(),
            velocity: self.state.velocity(),
            normal_loss: self.state.normal_loss,
            friction_loss: self.state.friction_loss,
            ending,
            events: std::mem::take(&mut self.events),
        }
    }

    fn jam(&mut self) -> Jam {
        let mode = match self.mode {
            Mode::Stick { .. } => JamMode::Sticking,
            Mode::StraightSlip { direction } => JamMode::Slipping { direction },
            Mode::Frictionless | Mode::TurningSlip => {
                JamMode::Slipping { direction: self.state.tangential_velocity.normalize() }
            }
        };
        let events = std::mem::take(&mut self.events);
        Jam { impulse: self.state.impulse(), velocity: self.state.velocity(), mode, events }
    }
}

impl State {
    fn impulse(&self) -> Vector3<f64> {
        self.tangential_impulse.push(self.normal_impulse)
    }

    fn velocity(&self) -> Vector3<f64> {
        self.tangential_velocity.push(self.normal_velocity)
    }

    /// Gives the quantity that an event is defined by its exact value. The velocity with which slip arrives at zero is left
    /// for its direction.
    pub fn settle(&mut self, halt: Halt, rule: &Rule) {
        match halt {
            Halt::PhaseEnds => self.normal_velocity = 0.0,
            Halt::GoalReached => match rule.goal() {
                Goal::NothingStored => self.stored = 0.0,
                Goal::NormalVelocity(rebound) => self.normal_velocity = rebound,
            },
            Halt::SlipStops | Halt::StepEnds | Halt::Never => {}
        }
    }
}

/// The two conditions of the normal motion as polynomials that fall to zero: the end of the phase, and of restitution.
pub(super) struct Guards<const N: usize> {
    pub phase: [f64; N],
    pub goal: Option<[f64; N]>,
}

impl<const N: usize> Guards<N> {
    /// From vₙ and what is stored, as polynomials of the same parameter.
    pub fn new(phase: Phase, rule: &Rule, normal_velocity: &[f64; N], stored: &[f64; N]) -> Self {
        let approach = normal_velocity.map(|coefficient| -coefficient);
        match phase {
            Phase::Compression => Self { phase: approach, goal: None },
            Phase::Restitution => Self {
                phase: *normal_velocity,
                goal: Some(match rule.goal() {
                    Goal::NothingStored => *stored,
                    Goal::NormalVelocity(rebound) => {
                        let mut short_of_it = approach;
                        short_of_it[0] += rebound;
                        short_of_it
                    }
                }),
            },
        }
    }
}

impl StoredRate {
    /// Rate of what is stored per unit of the parameter, from those of the normal impulse and of its work.
    pub fn of(self, impulse_rate: f64, work_rate: f64) -> f64 {
        match self {
            Self::Work => -work_rate,
            Self::Constant(rate) => rate * impulse_rate,
        }
    }
}
