//! Derivatives of Routh's law: its course, leg by leg, with the variation of everything.
//!
//! The course has been decided in plain numbers. Each leg is followed again, to the same length of x or τ, with numbers that carry
//! derivatives; then the event at its end moves, by what its guard G has become over the rate of that,
//!
//! ```text
//! δx = −δG/(dG/dx) ,                                                                                (J.3)
//! ```
//!
//! and the state moves with it. Slip along an invariant direction u needs more than its own line: a change turns it aside, by an angle ψ
//! that grows or dies away,
//!
//! ```text
//! dψ/dτ = γ ψ + δg ,   γ = −f − μ u⊥·A u⊥ ,   ds/dτ = f s ,   dx/dτ = s                             (J.4)
//! ```
//!
//! with f and g of (Q.5). Of ψ the course needs Ψ₁ = ∫ψ dx and Ψ₂ = ∫Ψ₁ dx. All of these are linear equations with constant
//! coefficients in a chain, so that they are divided differences of the exponential function:
//!
//! ```text
//! Ψ₁ = s₀ (ψ₀ [0, f+γ] + δg [0, f+γ, f]) ,   Ψ₂ = s₀² (ψ₀ [0, f, 2f+γ] + δg [0, f, 2f+γ, 2f])      (J.5)
//! ```
//!
//! where \[a, b, …\] is that of exp(τ·) at a, b, …; as slip stops, τ = ∞, those are 1/(−b)(−c)….

mod legs;
mod straight;
mod turning;

use nalgebra::Vector2;

use super::Routh;
use super::contact::ContactSpace;
use super::course::{Finish, Halt, Leg, Mode, Record, UnderWay};
use super::restitution::{Phase, Termination};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::scaled::Scaled;
use crate::laws::slopes::{Border, Contact, Pair, Slope, borders_at, norm, without_slip};
use crate::laws::tangent::perpendicular;
use crate::laws::{LawError, LoneImpact, RESTITUTION, Slopes};

impl Routh {
    pub(in crate::laws) fn slopes_of(&self, impact: &LoneImpact) -> Result<Slopes, LawError> {
        let Scaled { blocks, velocity, units } = Scaled::of(impact);
        let space = ContactSpace::new(blocks, impact.friction());
        let restitution = impact.coefficients().restitution;
        let mut course = UnderWay::new(&space, velocity, restitution, self.termination, Record::Legs);
        match course.follow()? {
            Finish::Solved(_) => {}
            Finish::Jammed(jam) => return Err(LawError::Jammed { approach: -jam.velocity.z }),
        }
        let contact = Contact::of(impact).scaled(&units);
        let mut replay = Replay::new(contact, self.termination);
        for leg in course.legs() {
            replay.follow(leg)?;
        }
        let unit = Slope::constant(units.length(1.0));
        let [x, y] = replay.tangential_impulse;
        Ok(Slopes::of([x, y, replay.normal_impulse].map(|p| p * unit), replay.borders))
    }
}

/// The state of the course with its variation.
struct Replay {
    contact: Contact<Slope>,
    termination: Termination,
    /// m and k of [`ContactSpace`].
    weights: [Slope; 2],
    tangential_impulse: Pair<Slope>,
    normal_impulse: Slope,
    slip: Pair<Slope>,
    normal_velocity: Slope,
    stored: Slope,
    borders: Vec<Border>,
}

/// dp/dx at a place, in plain numbers.
#[derive(Clone, Copy)]
struct Rate {
    force: Vector2<f64>,
    share: f64,
}

impl Replay {
    fn new(contact: Contact<Slope>, termination: Termination) -> Self {
        let zero = Slope::constant(0.0);
        let weights = if contact.friction.value.is_finite() {
            [contact.friction, Slope::constant(1.0)]
        } else {
            [Slope::constant(1.0), zero]
        };
        let slip = contact.slip();
        let rests = slip.iter().all(|v| v.value == 0.0);
        let mut borders = Vec::new();
        let slip = if rests {
            borders.extend(without_slip());
            [zero; 2]
        } else {
            slip
        };
        Self {
            contact,
            termination,
            weights,
            tangential_impulse: [zero; 2],
            normal_impulse: zero,
            slip,
            normal_velocity: contact.velocity[2],
            stored: zero,
            borders,
        }
    }

    /// One leg and the event at its end.
    fn follow(&mut self, leg: &Leg) -> Result<(), LawError> {
        let rests = self.slip.iter().all(|v| v.value == 0.0);
        let rate = match (leg.mode, leg.halt) {
            (_, Halt::Never) => {
                return Err(LawError::NoSlopes {
                    reason: "the contact comes to rest where nothing can part it",
                });
            }
            (Mode::Frictionless, _) => {
                return Err(LawError::NoSlopes { reason: "there is no friction" });
            }
            (Mode::TurningSlip, _) => self.turn(leg),
            (Mode::StraightSlip { direction }, _) if rests => self.slip_from_rest(leg, direction),
            (Mode::StraightSlip { direction }, _) => self.slip_straight(leg, direction),
            (Mode::Stick { force }, _) => self.stick(leg, force)?,
        };
        self.arrive(leg, rate);
        Ok(())
    }

    /// Moves the end of a leg to where its event is, and lets that happen.
    fn arrive(&mut self, leg: &Leg, rate: Rate) {
        let zero = Slope::constant(0.0);
        match leg.halt {
            Halt::StepEnds | Halt::Never => {}
            Halt::SlipStops => {
                let speed = norm(&self.slip);
                let drift = self.drift(rate);
                let slowing = -rate.force.normalize().dot(&drift);
                // Where the closed form has reached zero, the direction it came from is that of friction.
                let speed = if speed.value == 0.0 { self.along(&-rate.force.normalize()) } else { speed };
                self.shift(leg.phase, rate, speed / Slope::constant(-slowing));
                self.slip = [zero; 2];
                self.note_stop(leg.phase);
            }
            Halt::PhaseEnds => {
                let rising = self.rising(rate);
                self.shift(leg.phase, rate, -self.normal_velocity / Slope::constant(rising));
                self.normal_velocity = zero;
                if leg.phase == Phase::Compression {
                    self.give_back(leg, rate);
                }
            }
            Halt::GoalReached => {
                let (short, closing) = self.short_of_goal(rate);
                self.note_end(leg);
                self.shift(leg.phase, rate, short / Slope::constant(closing));
            }
        }
    }

    /// How much is missing to the end of restitution, and the rate at which that falls.
    fn short_of_goal(&self, rate: Rate) -> (Slope, f64) {
        match self.termination {
            Termination::Energetic => (self.stored, self.normal_velocity.value),
            Termination::Poisson => (self.stored, 1.0),
            Termination::Newton => (self.rebound() - self.normal_velocity, self.rising(rate)),
        }
    }

    /// −e vₙ₀.
    fn rebound(&self) -> Slope {
        -self.contact.restitution * self.contact.velocity[2]
    }

    /// Compression has ended.
    fn give_back(&mut self, leg: &Leg, rate: Rate) {
        let e = self.contact.restitution;
        let stored = self.stored.value;
        match self.termination {
            Termination::Energetic => self.stored = self.stored * e * e,
            Termination::Poisson => self.stored = self.stored * e,
            Termination::Newton => {}
        }
        if e.value == 0.0 {
            // It is over at once. With a little restitution it would go on for so long.
            let rising = self.rising(rate);
            let longer = match self.termination {
                Termination::Energetic => (2.0 * stored / rising).sqrt(),
                Termination::Poisson => stored,
                Termination::Newton => -self.contact.velocity[2].value / rising,
            };
            let mut more = Slope::constant(0.0);
            more.slopes[RESTITUTION] = longer;
            self.stored = Slope::constant(0.0);
            self.note_end(leg);
            self.shift(Phase::Restitution, rate, more);
        }
    }

    /// Slip has stopped: does something else happen there, so that it might as well come first?
    fn note_stop(&mut self, phase: Phase) {
        let terms = self.contact.velocity.iter().map(|v| v.value.abs()).sum();
        match (phase, self.termination) {
            (Phase::Compression, Termination::Poisson) => {
                self.at_border(self.normal_velocity, terms);
            }
            (Phase::Compression, Termination::Energetic | Termination::Newton) => {}
            (Phase::Restitution, Termination::Newton) => {
                self.at_border(self.rebound() - self.normal_velocity, terms);
            }
            (Phase::Restitution, Termination::Energetic) => {
                let energy = terms * terms / self.contact.normal.value;
                self.at_border(self.stored, energy);
            }
            (Phase::Restitution, Termination::Poisson) => {
                self.at_border(self.stored, self.normal_impulse.value);
            }
        }
    }

    /// The impact is over: does it slip no longer than that?
    fn note_end(&mut self, leg: &Leg) {
        match leg.mode {
            Mode::TurningSlip | Mode::StraightSlip { .. } => {
                let terms = self.contact.velocity.iter().map(|v| v.value.abs()).sum();
                let speed = norm(&self.slip);
                self.at_border(speed, terms);
            }
            Mode::Frictionless | Mode::Stick { .. } => {}
        }
    }

    fn at_border(&mut self, margin: Slope, terms: f64) {
        self.borders.extend(borders_at(KinkCause::Border, &[(margin, terms)]));
    }

    /// dv_t/dx.
    fn drift(&self, rate: Rate) -> Vector2<f64> {
        let plain = self.contact.constant::<f64>();
        let pulled = plain.pulled(&[rate.force.x, rate.force.y]);
        Vector2::new(pulled[0] + plain.coupling[0] * rate.share, pulled[1] + plain.coupling[1] * rate.share)
    }

    /// dvₙ/dx.
    fn rising(&self, rate: Rate) -> f64 {
        let plain = self.contact.constant::<f64>();
        let [b1, b2] = plain.coupling;
        b1 * rate.force.x + b2 * rate.force.y + plain.normal * rate.share
    }

    /// The part of the slip along a unit vector.
    fn along(&self, direction: &Vector2<f64>) -> Slope {
        self.slip[0] * Slope::constant(direction.x) + self.slip[1] * Slope::constant(direction.y)
    }

    /// Moves on by a small length.
    fn shift(&mut self, phase: Phase, rate: Rate, by: Slope) {
        let times = |factor: f64| by * Slope::constant(factor);
        let drift = self.drift(rate);
        for axis in 0..2 {
            self.tangential_impulse[axis] = self.tangential_impulse[axis] + times(rate.force[axis]);
            self.slip[axis] = self.slip[axis] + times(drift[axis]);
        }
        self.normal_impulse = self.normal_impulse + times(rate.share);
        let stored = self.stored_rate(phase, self.normal_velocity.value);
        self.stored = self.stored + times(stored);
        let rising = self.rising(rate);
        self.normal_velocity = self.normal_velocity + times(rising);
    }

    /// Rate of what is stored over x.
    fn stored_rate(&self, phase: Phase, normal_velocity: f64) -> f64 {
        match (self.termination, phase) {
            (Termination::Energetic, Phase::Compression | Phase::Restitution) => -normal_velocity,
            (Termination::Poisson, Phase::Compression) => 1.0,
            (Termination::Poisson, Phase::Restitution) => -1.0,
            (Termination::Newton, Phase::Compression | Phase::Restitution) => 0.0,
        }
    }

    /// Takes in what a leg has made: impulses over x, x itself, and ∫∫ of the impulse (dp_t/dx), for the work.
    fn take_in(&mut self, phase: Phase, length: Slope, pushed: Pair<Slope>, twice: Pair<Slope>) {
        let share = self.weights[1];
        let half = length * length * Slope::constant(0.5);
        let [b1, b2] = self.contact.coupling;
        let work = self.normal_velocity * length
            + self.contact.normal * share * half
            + b1 * twice[0]
            + b2 * twice[1];
        self.move_by(phase, length, pushed, work, share);
    }

    fn move_by(&mut self, phase: Phase, length: Slope, pushed: Pair<Slope>, work: Slope, share: Slope) {
        let impulse = [pushed[0], pushed[1], share * length];
        let change = self.contact.velocity_change(&impulse);
        for axis in 0..2 {
            self.tangential_impulse[axis] = self.tangential_impulse[axis] + pushed[axis];
            self.slip[axis] = self.slip[axis] + change[axis];
        }
        self.normal_impulse = self.normal_impulse + impulse[2];
        self.normal_velocity = self.normal_velocity + change[2];
        self.stored = self.stored
            + match self.termination {
                Termination::Energetic => -work,
                Termination::Poisson | Termination::Newton => {
                    length * Slope::constant(self.stored_rate(phase, 0.0))
                }
            };
    }
}

/// A direction and the one across it, as constants.
fn frame(direction: Vector2<f64>) -> [Pair<Slope>; 2] {
    let across = perpendicular(&direction);
    [direction, across].map(|v| [Slope::constant(v.x), Slope::constant(v.y)])
}
