//! The tangential side of a contact during a step: how its friction force unfolds as a series.
//!
//! In the local time s of [`super::series`], with tangential velocity v, load f = F_t/ω, normal load q and κ_t = k_t/ω²,
//!
//! ```text
//! sticking, compliant   f' = −κ_t v                              F_t = −k_t u, u' = v_t                  (T.1)
//! slipping              f  = −μ q û                              û the direction of sliding, |û| = 1      (T.2)
//!   compliant           (μ/κ_t) q û' = v − (v·û) û               r θ' = v_t · û⊥, r = μFₙ/k_t             (T.3)
//!   rigid               v = |v| û                                                                         (T.4)
//! sticking, rigid       v = 0, f is an unknown of the step ([`super::answer`])                            (T.5)
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
//! A particle on short springs that slides fast turns at once: with λ = |v|κ_t/(μq) large (T.3) is stiff, but then it is
//! nearly algebraic. With D = (μ/κ_t) q û' as the previous pass found it,
//!
//! ```text
//! v − D = |v − D| û                                                                                       (T.7)
//! ```
//!
//! is (T.4) for v − D, and a few passes settle D, each better by 1/λ.
//!
//! For m > l + 1 that series is only asymptotic; the step is shortened until its terms fall off (see [`Rub::reach`]).

use nalgebra::Vector2;

use super::series::{ORDER, Polynomial, RECIPROCAL, TERMS};
use crate::history::Mode;

/// A direction is followed to this accuracy: half a unit in the last place.
const DIRECTION: f64 = 0.5 * f64::EPSILON;

/// A direction counts while an error in it would change velocities by more than this part of what is rounding: the some
/// ten steps in which a force appears or vanishes then leave about one such rounding.
const NEGLIGIBLE: f64 = 1.0 / 8.0;

/// A direction follows the velocity when it turns this many times faster than the step lasts; its passes then settle in a
/// handful.
const STIFF: f64 = 512.0;

/// How the tangential load goes during a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Course {
    /// No load: the contact itself carries none.
    Idle,
    /// No load yet; decided when the normal spring begins to act.
    Starting,
    /// Compliant and sticking: (T.1).
    Spring,
    /// Compliant and slipping: (T.3).
    Turning,
    /// Compliant and slipping from the start of the contact, v ~ sˡ and q ~ sᵐ: (T.3) about its singular point.
    TurningFrom { l: usize, m: usize },
    /// Compliant and slipping on springs so short that the direction follows the velocity: (T.7).
    Following,
    /// Compliant and slipping under a force too small for its direction to matter.
    Frozen,
    /// Rigid, not sliding, and free to stick or to slide from the order m at which its normal load begins.
    Gripping { m: usize },
    /// Rigid, with a sticking force that has just reached the cone.
    Leaving,
    /// Rigid and sticking: (T.5).
    Held,
    /// Rigid and slipping with v ~ sˡ: (T.4), the speed not being due to this friction itself.
    Sliding { l: usize },
    /// Rigid and slipping from rest, v ~ sˡ under a load q ~ sᵐ with l > m: the direction is an unknown of each order.
    Resuming { l: usize, m: usize },
}

impl Course {
    /// Whether the load is the friction of a slipping contact, (T.2).
    pub fn slips(self) -> bool {
        match self {
            Self::Turning | Self::TurningFrom { .. } | Self::Following | Self::Frozen => true,
            Self::Sliding { .. } | Self::Resuming { .. } => true,
            Self::Idle | Self::Starting | Self::Spring => false,
            Self::Gripping { .. } | Self::Leaving | Self::Held => false,
        }
    }

    /// Whether a load may act: all but those that have none or none yet.
    pub fn acts(self) -> bool {
        self.slips() || matches!(self, Self::Spring | Self::Held)
    }
}

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
    pub normal: Polynomial,
    /// v·û₀ and v·û₀⊥.
    forward: Polynomial,
    sideways: Polynomial,
    /// c and z of û.
    pub along: Polynomial,
    pub across: Polynomial,
    /// j·z_j, for (T.3).
    across_slope: Polynomial,
    /// v·û.
    pub speed: Polynomial,
    /// κ_t; zero for rigid friction.
    kappa: f64,
    /// Whether z is not zero.
    turns: bool,
    /// D of (T.7), zero in all other courses.
    drag: [Vector2<f64>; TERMS],
    /// Whether (T.7) may be used in this step.
    may_follow: bool,
    /// Values at the end of the last step.
    pub last: RubValues,
}

/// What a frictional contact starts a step with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RubStart {
    pub course: Course,
    pub velocity: Vector2<f64>,
    pub stretch: Vector2<f64>,
    /// û, if it slips.
    pub direction: Vector2<f64>,
    /// F_t at the end of the last step. Of all forces that hold redundant contacts, the nearest to it is taken.
    pub force: Vector2<f64>,
}

impl Default for RubStart {
    fn default() -> Self {
        let zero = Vector2::zeros();
        Self { course: Course::Idle, velocity: zero, stretch: zero, direction: zero, force: zero }
    }
}

impl Rub {
    pub fn new(member: usize, mu: f64, stiffness: f64, floor: f64, response: f64) -> Self {
        let zero = [0.0; TERMS];
        Self {
            member,
            mu,
            stiffness,
            floor,
            response,
            start: RubStart::default(),
            course: Course::Idle,
            direction: Vector2::zeros(),
            velocity: [Vector2::zeros(); TERMS],
            load: [Vector2::zeros(); TERMS],
            normal: zero,
            forward: zero,
            sideways: zero,
            along: zero,
            across: zero,
            across_slope: zero,
            speed: zero,
            kappa: 0.0,
            turns: false,
            drag: [Vector2::zeros(); TERMS],
            may_follow: true,
            last: RubValues::default(),
        }
    }

    pub fn is_rigid(&self) -> bool {
        self.stiffness.is_infinite()
    }

    /// The stiffness that the tangential load adds to ω², given that of the normal spring.
    pub fn frequency_weight(&self, normal: f64) -> f64 {
        let spring = if self.is_rigid() { 0.0 } else { self.stiffness };
        match self.start.course {
            Course::Spring => spring,
            Course::Starting => spring.max(self.mu * normal),
            Course::Turning | Course::TurningFrom { .. } | Course::Following | Course::Frozen => {
                self.mu * normal
            }
            Course::Gripping { .. } | Course::Leaving | Course::Held => self.mu * normal,
            Course::Sliding { .. } | Course::Resuming { .. } => self.mu * normal,
            Course::Idle => 0.0,
        }
    }

    /// Whether the load comes and goes with the normal load of `member`: its own, unless tangential springs hold it.
    pub fn comes_with(&self, member: usize) -> bool {
        self.member == member && self.course != Course::Spring
    }

    /// û₀⊥.
    pub fn sideways_axis(&self) -> Vector2<f64> {
        Vector2::new(-self.direction.y, self.direction.x)
    }

    /// Terms of order zero.
    pub fn begin(&mut self, rate: f64, normal_load: f64) {
        let RubStart { course, velocity, stretch, direction, force } = self.start;
        self.course = course;
        self.kappa = if self.is_rigid() { 0.0 } else { self.stiffness / (rate * rate) };
        self.velocity[0] = velocity;
        self.load = [Vector2::zeros(); TERMS];
        self.normal = [0.0; TERMS];
        if self.course == Course::Spring {
            self.load[0] = stretch * (-self.kappa * rate);
        } else if self.course == Course::Held {
            self.load[0] = force / rate;
        }
        self.aim_at(direction);
        if course == (Course::Sliding { l: 0 }) {
            self.start_sliding(0, 0);
        }
        if course == Course::Turning && self.may_follow && self.stiffness_of_turning(normal_load) > STIFF {
            self.course = Course::Following;
            self.aim_at((velocity - self.drag[0]).normalize());
            self.aim(0);
        }
    }

    /// λ of (T.7), per unit of local time.
    fn stiffness_of_turning(&self, normal_load: f64) -> f64 {
        self.velocity[0].norm() * self.kappa / (self.mu * normal_load)
    }

    /// Starts the passes of (T.7) anew.
    pub fn reset_drag(&mut self) {
        self.drag = [Vector2::zeros(); TERMS];
        self.may_follow = true;
    }

    /// Finds D of (T.7) from the last pass; says whether it has settled.
    pub fn settle_drag(&mut self) -> bool {
        if self.course != Course::Following {
            return true;
        }
        let per_load = self.mu / self.kappa;
        let mut change = 0.0;
        for j in 0..ORDER - 2 {
            let term = |k: usize| {
                let (i, weight) = (j + 1 - k, per_load * self.normal[k] * (j + 1 - k) as f64);
                (self.direction * self.along[i] + self.sideways_axis() * self.across[i]) * weight
            };
            let drag: Vector2<f64> = if self.turns { (0..=j).map(term).sum() } else { Vector2::zeros() };
            change += (drag - self.drag[j]).norm();
            self.drag[j] = drag;
        }
        change <= self.allowed_error(self.largest_normal_load()) * self.velocity[0].norm()
    }

    /// Gives (T.7) up for this step if its passes have not settled, or if the direction with which the step starts is not
    /// the one that follows the velocity: what is left of the difference after 1/λ must be rounding.
    pub fn give_up_following(&mut self, settled: bool) -> bool {
        if self.course != Course::Following {
            return false;
        }
        let lag = (self.start.direction - self.direction).norm();
        let lambda = self.stiffness_of_turning(self.normal[0]);
        self.may_follow = settled && lag <= self.allowed_error(self.normal[0]) * lambda;
        !self.may_follow
    }

    fn largest_normal_load(&self) -> f64 {
        self.normal[..ORDER].iter().map(|q| q.abs()).sum()
    }

    /// Starts to slip in a direction.
    pub fn aim_at(&mut self, direction: Vector2<f64>) {
        self.direction = direction;
        self.turns = false;
        self.forward = [0.0; TERMS];
        self.sideways = [0.0; TERMS];
        self.along = [0.0; TERMS];
        self.across = [0.0; TERMS];
        self.across_slope = [0.0; TERMS];
        self.speed = [0.0; TERMS];
        self.along[0] = 1.0;
    }

    /// The first order up to j at which the tangential velocity exceeds rounding.
    pub fn leading_order(&self, j: usize) -> Option<usize> {
        (0..=j).find(|&order| self.velocity[order].norm() > self.floor)
    }

    /// Decides how a compliant contact starts whose normal velocity begins with `normal_velocity` at order j, by the
    /// leading order of the springs' stretch against the cone \[Jia2012, Prop. 1\].
    pub fn start_compliant(&mut self, j: usize, normal_velocity: f64, normal_kappa: f64) {
        let sticks = |l: usize| {
            l == j && self.kappa * self.velocity[j].norm() <= self.mu * normal_kappa * normal_velocity.abs()
        };
        match self.leading_order(j) {
            Some(l) if !sticks(l) => {
                self.course = Course::TurningFrom { l, m: j + 1 };
                self.aim_at(self.velocity[l].normalize());
                (l..=j).for_each(|order| self.aim(order));
            }
            Some(_) | None => self.course = Course::Spring,
        }
    }

    /// A rigid contact slides with v ~ sˡ, as its velocities up to order j say.
    pub fn start_sliding(&mut self, l: usize, j: usize) {
        self.course = Course::Sliding { l };
        self.aim_at(self.velocity[l].normalize());
        (l..=j).for_each(|order| self.aim(order));
    }

    /// Takes the velocity of order j apart along û₀ and û₀⊥.
    fn follow(&mut self, j: usize) {
        let velocity = self.aimed_velocity(j);
        self.forward[j] = velocity.dot(&self.direction);
        self.sideways[j] = velocity.dot(&self.sideways_axis());
        if matches!(self.course, Course::Sliding { .. } | Course::Resuming { .. } | Course::Following) {
            let known = if j > 0 { convolved(&self.speed[..j], &self.along[1..=j]) } else { 0.0 };
            self.speed[j] = self.forward[j] - known; // (T.4) along û₀
        }
    }

    /// The velocity of order j that û follows in (T.4) and (T.7).
    fn aimed_velocity(&self, j: usize) -> Vector2<f64> {
        if self.course == Course::Following { self.velocity[j] - self.drag[j] } else { self.velocity[j] }
    }

    /// Finds û of the order that the velocities up to order j allow.
    pub fn aim(&mut self, j: usize) {
        if !self.course.slips() {
            return;
        }
        match self.course {
            Course::Turning => {
                if j > 0 {
                    self.turn(j);
                }
                self.follow(j);
            }
            Course::TurningFrom { l, m } => {
                if j < l {
                    return;
                }
                self.follow(j);
                if j > l {
                    self.turn_from_start(j - l, l, m);
                }
            }
            Course::Sliding { l } => {
                if j < l {
                    return;
                }
                if j > l {
                    self.slide(j, l);
                }
                self.follow(j);
            }
            Course::Following => {
                if j > 0 {
                    self.slide(j, 0);
                }
                self.follow(j);
            }
            Course::Resuming { l, .. } => {
                if j >= l {
                    self.follow(j);
                } else {
                    (self.forward[j], self.sideways[j]) = (0.0, 0.0);
                }
            }
            Course::Frozen => self.follow(j),
            Course::Idle | Course::Starting | Course::Spring => {}
            Course::Gripping { .. } | Course::Leaving | Course::Held => {}
        }
    }

    /// (T.6)
    fn normalise(&mut self, i: usize) {
        let squares = convolved(&self.along[1..i], &self.along[1..i])
            + convolved(&self.across[1..i], &self.across[1..i]);
        self.along[i] = -0.5 * squares;
    }

    /// v·û of order i.
    fn speed_of_order(&self, i: usize) -> f64 {
        if !self.turns {
            return self.forward[i];
        }
        convolved(&self.forward[..=i], &self.along[..=i])
            + convolved(&self.sideways[..=i], &self.across[..=i])
    }

    /// û of order j by order j − 1 of (T.3).
    fn turn(&mut self, j: usize) {
        let i = j - 1;
        self.speed[i] = self.speed_of_order(i);
        if !self.turns && self.sideways[i] == 0.0 {
            return;
        }
        self.turns = true;
        let drawn = convolved(&self.speed[..i], &self.across[1..=i]);
        let carried = convolved(&self.normal[1..j], &self.across_slope[1..j]);
        let forced = (self.sideways[i] - drawn) * self.kappa / self.mu;
        self.across[j] = (forced - carried) * RECIPROCAL[i] / self.normal[0];
        self.across_slope[j] = j as f64 * self.across[j];
        self.normalise(j);
    }

    /// û of order i by order l + i of (T.3), about the start of the contact.
    fn turn_from_start(&mut self, i: usize, l: usize, m: usize) {
        let n = l + i;
        self.speed[n - 1] = self.speed_of_order(n - 1);
        if !self.turns && self.sideways[n] == 0.0 {
            return;
        }
        self.turns = true;
        let per_load = self.mu / self.kappa;
        let drawn = convolved(&self.speed[l + 1..n], &self.across[1..i]);
        let carried: f64 = (m..=n)
            .filter(|k| n + 1 - k < i)
            .map(|k| self.normal[k] * (n + 1 - k) as f64 * self.across[n + 1 - k])
            .sum();
        let own = if m == l + 1 { per_load * self.normal[m] * i as f64 } else { 0.0 };
        self.across[i] = (self.sideways[n] - drawn - per_load * carried) / (self.forward[l] + own);
        self.normalise(i);
    }

    /// û of order j − l by order j of (T.4).
    fn slide(&mut self, j: usize, l: usize) {
        let i = j - l;
        self.sideways[j] = self.aimed_velocity(j).dot(&self.sideways_axis());
        if !self.turns && self.sideways[j] == 0.0 {
            return;
        }
        self.turns = true;
        let known = convolved(&self.speed[l + 1..l + i], &self.across[1..i]);
        self.across[i] = (self.sideways[j] - known) / self.speed[l];
        self.normalise(i);
    }

    /// Terms of (T.4) across û₀ at order j + 1 that are known before z of order j − m is.
    pub fn known_sideways(&self, j: usize, l: usize, m: usize) -> f64 {
        let known = |k: &usize| j + 1 - k < j - m;
        (l..=j).filter(known).map(|k| self.speed[k] * self.across[j + 1 - k]).sum()
    }

    /// z of order i has been found with the other unknowns.
    pub fn set_across(&mut self, i: usize, z: f64) {
        self.across[i] = z;
        self.turns |= z != 0.0;
        self.normalise(i);
    }

    /// The load of order j, as far as it is known: (T.1), (T.2).
    pub fn load_order(&mut self, j: usize) {
        if self.course == Course::Spring {
            if j > 0 {
                self.load[j] = self.velocity[j - 1] * (-self.kappa * RECIPROCAL[j - 1]);
            }
            return;
        }
        if !self.course.slips() {
            return;
        }
        let (mut along, mut across) = (self.normal[j], 0.0);
        if self.turns {
            along = convolved(&self.normal[..=j], &self.along[..=j]);
            across = convolved(&self.normal[..=j], &self.across[..=j]);
        }
        self.load[j] = (self.direction * along + self.sideways_axis() * across) * -self.mu;
    }

    /// What is left to find when all velocities are known.
    pub fn finish(&mut self) {
        match self.course {
            Course::Turning | Course::TurningFrom { .. } | Course::Frozen => {
                self.follow(ORDER);
                if self.course == Course::Frozen {
                    self.speed = self.forward;
                } else {
                    for i in [ORDER - 1, ORDER] {
                        self.speed[i] = self.speed_of_order(i);
                    }
                }
            }
            Course::Sliding { .. } | Course::Resuming { .. } | Course::Following => self.follow(ORDER),
            Course::Idle | Course::Starting | Course::Spring => {}
            Course::Gripping { .. } | Course::Leaving | Course::Held => {}
        }
    }

    /// A direction does not turn in a step in which the force is too small for it to matter, or about to vanish.
    pub fn freeze_if_negligible(&mut self) {
        let load = self.normal[0];
        if self.course == Course::Turning && (load <= 0.0 || self.is_negligible(load)) {
            self.course = Course::Frozen;
        }
    }

    /// Whether friction under this normal load is too small to matter in this step.
    fn is_negligible(&self, normal_load: f64) -> bool {
        self.allowed_error(normal_load) >= 0.25
    }

    /// The error in û that stays below rounding in the velocities.
    fn allowed_error(&self, normal_load: f64) -> f64 {
        (NEGLIGIBLE * self.floor / (self.mu * normal_load * self.response)).max(DIRECTION)
    }

    /// How far the series of the direction can be trusted, in local time; infinite if it does not turn.
    pub fn reach(&self) -> f64 {
        if !self.turns || !self.course.slips() {
            return f64::INFINITY;
        }
        let last = match self.course {
            Course::TurningFrom { l, .. } | Course::Sliding { l } => ORDER - 1 - l,
            Course::Resuming { m, .. } => ORDER - 1 - m,
            Course::Following => ORDER - 2,
            Course::Turning | Course::Frozen | Course::Idle | Course::Starting => ORDER - 1,
            Course::Spring | Course::Gripping { .. } | Course::Leaving | Course::Held => ORDER - 1,
        };
        let allowed = self.allowed_error(self.largest_normal_load());
        let reach_of = |k: usize| {
            let size = self.across[k].abs().max(self.along[k].abs());
            if size > 0.0 { ((allowed / size).ln() / k as f64).exp() } else { f64::INFINITY }
        };
        (last.saturating_sub(2).max(1)..=last).map(reach_of).fold(f64::INFINITY, f64::min)
    }

    /// Speed at which the particle slips: v·û − r' with r = μ q/κ_t for a compliant contact, v·û for a rigid one.
    pub fn sliding(&self) -> Polynomial {
        let mut sliding = self.speed;
        if !self.is_rigid() {
            let per_load = self.mu / self.kappa;
            for (j, speed) in sliding.iter_mut().enumerate().take(ORDER - 1) {
                *speed -= per_load * (j + 1) as f64 * self.normal[j + 1];
            }
        }
        sliding[ORDER - 1] = 0.0;
        sliding[ORDER] = 0.0;
        sliding
    }

    /// The guard (μq)² − f·f of a sticking contact, unless it clearly stays positive. Leading terms that are zero to
    /// `rounding` are zero: a contact that has just stopped slipping is on the cone and moves away from it.
    pub fn room_in_cone(&self, rounding: f64) -> Option<[f64; 2 * ORDER]> {
        let fall: f64 = self.normal[1..ORDER].iter().map(|q| q.min(0.0)).sum();
        let force: f64 = self.load[..ORDER].iter().map(Vector2::norm).sum();
        let ends = self.normal[1] < 0.0 && self.is_negligible(self.normal[0]);
        if force == 0.0 || self.mu * (self.normal[0] + fall) > force || ends {
            return None;
        }
        let mut room = [0.0; 2 * ORDER];
        let mut size = [0.0; 2 * ORDER];
        for i in 0..ORDER {
            for k in 0..ORDER {
                let limit = self.mu * self.mu * self.normal[i] * self.normal[k];
                let square = self.load[i].dot(&self.load[k]);
                room[i + k] += limit - square;
                size[i + k] += limit.abs() + square.abs();
            }
        }
        for (term, size) in room.iter_mut().zip(size) {
            if term.abs() > rounding * size {
                break;
            }
            *term = 0.0;
        }
        Some(room)
    }

    /// The guard of a rigid contact that slides: its speed. One that turns reaches zero along a direction that it finds
    /// only there; it has stopped when its speed is rounding.
    pub fn speed_above_rounding(&self) -> Polynomial {
        let mut speed = self.speed;
        if self.turns && speed[0] > self.floor {
            speed[0] -= self.floor;
        }
        speed
    }

    /// Energy that slipping dissipates up to local time s: ∫ μ q (sliding speed).
    pub fn dissipated(&self, s: f64) -> f64 {
        if !self.course.slips() {
            return 0.0;
        }
        let sliding = self.sliding();
        let mut product = [0.0; 2 * TERMS];
        for (i, q) in self.normal[..ORDER].iter().enumerate() {
            for (k, speed) in sliding[..ORDER].iter().enumerate() {
                product[i + k] += q * speed;
            }
        }
        self.mu * carom_taylor::integral(&product, s)
    }

    /// The start that leads to the same course without deciding it again.
    pub fn resolved(&self, rate: f64) -> RubStart {
        let course = if self.course == Course::Following { Course::Turning } else { self.course };
        RubStart { course, direction: self.direction, force: self.load[0] * rate, ..self.start }
    }

    /// What the contact does during the step.
    pub fn mode(&self) -> Mode {
        match self.course {
            Course::Spring | Course::Held => Mode::Stick,
            Course::Turning | Course::TurningFrom { .. } | Course::Following | Course::Frozen => Mode::Slip,
            Course::Sliding { .. } | Course::Resuming { .. } => Mode::Slip,
            Course::Idle | Course::Starting | Course::Gripping { .. } | Course::Leaving => Mode::Free,
        }
    }

    /// Velocity at which the surfaces slide on each other.
    pub fn sliding_velocity(&self, s: f64, values: &RubValues) -> Vector2<f64> {
        match self.mode() {
            Mode::Slip => values.direction * carom_taylor::evaluate(&self.sliding(), s),
            Mode::Stick => Vector2::zeros(),
            Mode::Free => values.velocity,
        }
    }

    /// Strain energy of the tangential springs.
    pub fn strain(&self, stretch: Vector2<f64>) -> f64 {
        if self.is_rigid() { 0.0 } else { 0.5 * self.stiffness * stretch.norm_squared() }
    }

    /// Stretch of the tangential springs that a load means, in metres.
    pub fn stretch(&self, load: Vector2<f64>, rate: f64) -> Vector2<f64> {
        if self.is_rigid() { Vector2::zeros() } else { load * (-rate / self.stiffness) }
    }

    /// Velocity, load, impulse and direction at local time s.
    pub fn evaluate(&self, s: f64) -> RubValues {
        let mut values = RubValues::default();
        let (mut along, mut across) = (0.0, 0.0);
        for j in (0..TERMS).rev() {
            values.velocity = values.velocity * s + self.velocity[j];
            values.load = values.load * s + self.load[j];
            values.impulse = values.impulse * s + self.load[j] * RECIPROCAL[j];
            along = along * s + self.along[j];
            across = across * s + self.across[j];
        }
        values.impulse *= s;
        values.direction = if across == 0.0 {
            self.direction
        } else {
            (self.direction * along + self.sideways_axis() * across).normalize()
        };
        values
    }
}

/// A frictional contact at one instant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RubValues {
    pub velocity: Vector2<f64>,
    pub load: Vector2<f64>,
    /// Impulse since the start of the step.
    pub impulse: Vector2<f64>,
    /// û, while slipping.
    pub direction: Vector2<f64>,
}

/// Σ a_k b_{n−1−k}: the term of a product of two series. Four sums at once, which the processor works on side by side.
#[inline]
fn convolved(a: &[f64], b: &[f64]) -> f64 {
    let (mut sums, n) = ([0.0; 4], a.len());
    let (fours, rest) = a.as_chunks::<4>();
    let (rest_of_b, fours_of_b) = b[..n].as_rchunks::<4>();
    for (a, b) in fours.iter().zip(fours_of_b.iter().rev()) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[3 - lane];
        }
    }
    let tail: f64 = rest.iter().zip(rest_of_b.iter().rev()).map(|(a, b)| a * b).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + tail
}
