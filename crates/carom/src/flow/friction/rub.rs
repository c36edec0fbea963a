//! The tangential side of a contact during a step: how its friction force unfolds as a series.
//!
//! In the local time s of [`crate::flow::series`], with tangential velocity v, load f = F_t/ω, normal load q and κ_t = k_t/ω²,
//!
//! ```text
//! sticking, compliant   f' = −κ_t v                              F_t = −k_t u, u' = v_t                  (T.1)
//! slipping              f  = −μ q û                              û the direction of sliding, |û| = 1      (T.2)
//!   compliant           (μ/κ_t) q û' = v − (v·û) û               r θ' = v_t · û⊥, r = μFₙ/k_t             (T.3)
//!   rigid               v = |v| û                                                                         (T.4)
//! sticking, rigid       v = 0, f is an unknown of the step ([`crate::flow::answer`])                            (T.5)
//! ```
//!
//! (T.3) is [Jia2012, eqs. (46)–(48)] for any number of contacts. A direction is kept in the axes it starts from,
//! û = c û₀ + z û₀⊥ with c₀ = 1, z₀ = 0: what moves in a plane has z = 0 to the last bit, and |û| = 1 gives c from z:
//!
//! ```text
//! 2 c_i = −Σ_{0<k<i} (c_k c_{i−k} + z_k z_{i−k})                                                          (T.6)
//! ```
//!
//! Where the normal load starts from zero, q = q_m sᵐ + …, and v = v_l sˡ + … with l < m, (T.3) is singular, but its
//! analytic solution is the physical one: order l + i of (T.3) gives z_i, dividing by |v_l| + [m = l+1]·(μ/κ_t)·q_m·i.
//! For m > l + 1 that series is only asymptotic; the step is shortened until its terms fall off (see [`Rub::reach`]).
//!
//! A particle on short springs that slides fast turns at once: with λ = |v|κ_t/(μq) large (T.3) is stiff, and its direction follows
//! the velocity: see [`crate::flow::following`].

use nalgebra::Vector2;

use crate::flow::bracing::Brace;
use crate::flow::collocation::POINTS;
use crate::flow::course::{Course, Pending, Slip};
use crate::flow::following::{Ended, Passes};
use crate::flow::series::{RECIPROCAL, TERMS};
use crate::flow::short::{Pair, Short};
use crate::flow::sliding::RubValues;
use crate::flow::tangent::Tangent;
use crate::flow::thresholds::COINCIDENT;
use crate::grip::Tie;

/// One frictional contact of a frame.
#[derive(Debug, Clone)]
pub(crate) struct Rub {
    /// The member of the frame that is its normal.
    pub member: usize,
    pub mu: f64,
    /// k_t, infinite for rigid friction.
    pub stiffness: f64,
    /// Velocities below this are rounding.
    pub floor: f64,
    /// Largest velocity that a unit impulse along a tangent causes at the contact.
    pub response: f64,
    /// What the step starts with.
    pub start: RubStart,
    pub course: Course,
    /// û₀, while slipping.
    pub direction: Vector2<f64>,
    pub velocity: [Vector2<f64>; TERMS],
    pub load: [Vector2<f64>; TERMS],
    /// The normal load q.
    pub normal: Short,
    /// Whether q is the reaction of a closed contact: of each order it is found after û.
    pub(in crate::flow) is_reaction: bool,
    /// v·û₀ and v·û₀⊥.
    pub(in crate::flow) aimed: Pair,
    /// c and z of û.
    pub heading: Pair,
    /// z_k and k·z_k, for (T.3).
    pub(in crate::flow) bend: Pair,
    /// v·û of order k and, while (T.3) holds, (μ/κ_t)·q of order k + 1.
    pub(in crate::flow) drive: Pair,
    /// v·û.
    pub speed: Short,
    /// κ_t; zero for rigid friction.
    pub(in crate::flow) kappa: f64,
    /// κ_t/(μ q₀) = 1/r at the start of the step, while (T.3) holds.
    pub(in crate::flow) per_radius: f64,
    /// Whether z is not zero.
    pub(in crate::flow) turns: bool,
    /// D of (T.7), zero in all other courses.
    pub(in crate::flow) drag: Pair,
    /// How its passes go.
    pub(in crate::flow) passes: Passes,
    /// Springs that stick from the start of the contact have loads from this order on: velocities before are rounding.
    pub(in crate::flow) first_load: usize,
    /// Where the last step ended.
    pub(in crate::flow) ended: Ended,
    /// Terms from this order on are zero.
    pub(in crate::flow) terms: usize,
    /// Values at the end of the last step.
    pub last: RubValues,
    /// The part that it takes of a load that redundant contacts could share otherwise.
    pub share: f64,
    /// What it is said to bear besides: (G.7).
    pub braces: Vec<Brace>,
}

/// What a frictional contact starts a step with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RubStart {
    pub course: Course,
    pub velocity: Vector2<f64>,
    pub stretch: Vector2<f64>,
    /// û, if it slips.
    pub direction: Vector2<f64>,
    /// F_t at its start, if it sticks and the step is played back; zero if it is to be found.
    pub force: Vector2<f64>,
    /// The part that it takes of a load that redundant contacts could share otherwise: see [`Rub::bears`].
    pub share: f64,
}

impl RubStart {
    /// Whether a rigid contact sticks in the step.
    pub fn sticks(&self) -> bool {
        matches!(self.course, Course::Sticks(_))
    }
}

impl Default for RubStart {
    fn default() -> Self {
        let zero = Vector2::zeros();
        Self { course: Course::Idle, velocity: zero, stretch: zero, direction: zero, force: zero, share: 1.0 }
    }
}

impl Rub {
    /// Memory for a contact, of none so far.
    pub fn new() -> Self {
        Self {
            member: 0,
            mu: 0.0,
            stiffness: f64::INFINITY,
            floor: 0.0,
            response: 0.0,
            start: RubStart::default(),
            course: Course::Idle,
            direction: Vector2::zeros(),
            velocity: [Vector2::zeros(); TERMS],
            load: [Vector2::zeros(); TERMS],
            normal: Short::default(),
            is_reaction: false,
            aimed: Pair::default(),
            heading: Pair::default(),
            bend: Pair::default(),
            drive: Pair::default(),
            speed: Short::default(),
            kappa: 0.0,
            per_radius: 0.0,
            turns: false,
            first_load: 0,
            drag: Pair::default(),
            passes: Passes::Settled,
            ended: Ended { s: 0.0, rate: 1.0 },
            terms: TERMS,
            last: RubValues::default(),
            share: 1.0,
            braces: Vec::new(),
        }
    }

    /// Becomes the tangential side of a member, as if it had been none before. The series are those of the first step to come.
    pub fn renew(&mut self, member: usize, tangent: &Tangent) {
        (self.member, self.mu, self.stiffness) = (member, tangent.mu, tangent.stiffness);
        (self.floor, self.response) = (tangent.floor, tangent.response);
        (self.start, self.last) = (RubStart::default(), RubValues::default());
        (self.course, self.passes) = (Course::Idle, Passes::Settled);
        self.ended = Ended { s: 0.0, rate: 1.0 };
        self.drag.clear();
        self.braces.clear();
        self.begin(1.0);
    }

    /// What the contact bears of a load that redundant contacts share, relative to the others: of all shares the one with the least
    /// Σ|xᵢ|²/bᵢ² is taken. With b = √w·μq, the share goes with the square of what a contact may bear, so that one about to open
    /// has let go before; and w = 1 − |x|²/(μq)² of the middle of all shares makes it that one (see [`crate::flow::tresca`]).
    pub(in crate::flow) fn bears(&self, normal_load: f64) -> f64 {
        self.share.sqrt() * self.mu * normal_load.max(0.0)
    }

    /// Whether the contact acts and moves by more than so many floors within the step. Rigid friction of one that bears nothing does not act, however fast it slides.
    pub(in crate::flow) fn moves(&self, floors: f64) -> bool {
        let reaches: f64 = self.velocity.iter().map(Vector2::norm).sum();
        let bears: f64 = self.normal.iter().map(|load| load.abs()).sum();
        let acts = self.course.acts() && !(self.is_rigid() && self.is_negligible(bears));
        acts && reaches > floors * self.floor
    }

    /// The load at local time s.
    pub fn load_at(&self, s: f64) -> Vector2<f64> {
        self.load[..self.terms].iter().rev().fold(Vector2::zeros(), |sum, load| sum * s + load)
    }

    /// What it may bear at local time s.
    pub fn bound_at(&self, s: f64) -> f64 {
        (self.mu * carom_taylor::evaluate(&*self.normal, s)).max(0.0)
    }

    /// The load at local time s, and its rate.
    pub fn load_with_slope(&self, s: f64) -> [Vector2<f64>; 2] {
        let zero = Vector2::zeros();
        self.load[..self.terms]
            .iter()
            .rev()
            .fold([zero, zero], |[sum, slope], load| [sum * s + load, slope * s + sum])
    }

    /// What it may bear at local time s, and the rate of that.
    pub fn bound_with_slope(&self, s: f64) -> [f64; 2] {
        let (load, slope) = carom_taylor::evaluate_with_slope(&*self.normal, s);
        [self.mu * load, self.mu * slope]
    }

    pub fn is_rigid(&self) -> bool {
        self.stiffness.is_infinite()
    }

    /// The stiffness that the tangential load adds to ω², given that of the normal spring.
    pub fn frequency_weight(&self, normal: f64) -> f64 {
        let spring = if self.is_rigid() { 0.0 } else { self.stiffness };
        match self.start.course {
            Course::Idle => 0.0,
            Course::Sticks(Tie::Springs) => spring,
            Course::Pending(Pending::Starting) => spring.max(self.mu * normal),
            Course::Pending(_) | Course::Sticks(Tie::Rigid) | Course::Slips(_) => self.mu * normal,
        }
    }

    /// Whether the load comes and goes with the normal load of `member`: its own, unless tangential springs hold it.
    pub fn comes_with(&self, member: usize) -> bool {
        self.member == member && !self.course.is_on_springs()
    }

    /// Whether the velocity of this order is held at zero: the contact sticks, or begins to slide at a higher order.
    pub fn is_at_rest(&self, order: usize) -> bool {
        match self.course {
            Course::Sticks(tie) => tie == Tie::Rigid,
            Course::Pending(pending) => matches!(pending, Pending::OnTheCone { .. }),
            Course::Slips(Slip::Resuming { l, .. }) => order < l,
            Course::Idle | Course::Slips(_) => false,
        }
    }

    /// Whether the load of some order may have to be solved for, as those of rigid contacts that do not slide.
    pub fn may_be_held(&self) -> bool {
        match self.course {
            Course::Pending(_) => self.is_rigid(),
            Course::Sticks(tie) => tie == Tie::Rigid,
            Course::Slips(slip) => matches!(slip, Slip::Resuming { .. }),
            Course::Idle => false,
        }
    }

    /// Whether the orders to come leave the course as it is, and what is solved for in them too.
    pub fn is_decided(&self) -> bool {
        match self.course {
            Course::Pending(_) => false,
            Course::Slips(slip) => !matches!(slip, Slip::Resuming { .. } | Slip::Frozen),
            Course::Idle | Course::Sticks(_) => true,
        }
    }

    /// û₀⊥.
    pub fn sideways_axis(&self) -> Vector2<f64> {
        Vector2::new(-self.direction.y, self.direction.x)
    }

    /// Terms of order zero.
    pub fn begin(&mut self, rate: f64) {
        let RubStart { course, velocity, stretch, direction, force, share } = self.start;
        self.share = share;
        self.course = course;
        self.kappa = if self.is_rigid() { 0.0 } else { self.stiffness / (rate * rate) };
        self.velocity = [Vector2::zeros(); TERMS];
        self.velocity[0] = velocity;
        self.load = [Vector2::zeros(); TERMS];
        self.normal.clear();
        self.first_load = 1;
        if self.course.is_on_springs() {
            self.load[0] = stretch * (-self.kappa * rate);
        } else if self.course.is_held() {
            self.load[0] = force / rate;
        }
        self.aim_at(direction);
        if course == (Course::Slips(Slip::Sliding { l: 0 })) {
            self.start_sliding(0, 0);
        }
        if course == Course::Slips(Slip::Creeping) {
            self.turns = true;
            (0..POINTS).for_each(|j| self.heading.set(j, self.drag[j]));
        }
        if course == Course::Slips(Slip::Following) {
            self.aim_at(self.aimed_velocity(0).normalize());
            self.aim(0);
        }
    }

    /// The first order up to j at which the tangential velocity exceeds rounding.
    pub fn leading_order(&self, j: usize) -> Option<usize> {
        (0..=j).find(|&order| self.velocity[order].norm() > self.floor)
    }

    /// Decides how a compliant contact starts whose normal velocity begins with `normal_velocity` at order j, by the
    /// leading order of the springs' stretch against the cone \[Jia2012, Prop. 1\]. If the two are equal to rounding it slips, unless the
    /// guard of slip falls at once.
    pub fn start_compliant(&mut self, j: usize, normal_velocity: f64, normal_kappa: f64) {
        let cone = (1.0 - 2.0 * COINCIDENT) * self.mu * normal_kappa * normal_velocity.abs();
        let sticks = |l: usize| l == j && self.kappa * self.velocity[j].norm() <= cone;
        match self.leading_order(j) {
            Some(l) if !sticks(l) => {
                self.course = Course::Slips(Slip::TurningFrom { l, m: j + 1 });
                self.aim_at(self.velocity[l].normalize());
                (l..=j).for_each(|order| self.aim(order));
            }
            leading => {
                self.course = Course::Sticks(Tie::Springs);
                self.first_load = leading.unwrap_or(j + 1) + 1;
            }
        }
    }

    /// A rigid contact slides with v ~ sˡ, as its velocities up to order j say.
    pub fn start_sliding(&mut self, l: usize, j: usize) {
        self.course = Course::Slips(Slip::Sliding { l });
        self.aim_at(self.velocity[l].normalize());
        (l..=j).for_each(|order| self.aim(order));
    }

    /// The load of order j, as far as it is known: (T.1), (T.2).
    pub fn load_order(&mut self, j: usize) {
        if self.course.is_on_springs() {
            if j >= self.first_load {
                self.load[j] = self.velocity[j - 1] * (-self.kappa * RECIPROCAL[j - 1]);
            }
            return;
        }
        if !self.course.slips() {
            return;
        }
        let [along, across] =
            if self.turns { self.heading.scaled_term(&self.normal, j) } else { [self.normal[j], 0.0] };
        self.load[j] = (self.direction * along + self.sideways_axis() * across) * -self.mu;
    }

    /// What is left to find when all velocities, up to order `last`, are known.
    pub fn finish(&mut self, last: usize) {
        self.terms = last + 1;
        let Course::Slips(slip) = self.course else { return };
        match slip {
            Slip::Turning | Slip::TurningFrom { .. } => {
                self.follow(last);
                [last - 1, last].into_iter().for_each(|i| self.set_speed(i, self.speed_of_order(i)));
            }
            Slip::Frozen => {
                self.follow(last);
                (0..=last).for_each(|i| self.set_speed(i, self.aimed[i][0]));
            }
            Slip::Following | Slip::Creeping => self.follow_to(last),
            Slip::Sliding { .. } | Slip::Resuming { .. } => self.follow(last),
        }
    }

    /// The start that leads to the same course without deciding it again.
    pub fn resolved(&self, rate: f64) -> RubStart {
        RubStart {
            course: self.course,
            direction: self.direction,
            force: self.load[0] * rate,
            share: self.share,
            ..self.start
        }
    }
}
