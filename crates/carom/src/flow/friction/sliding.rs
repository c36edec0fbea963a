//! What a frictional contact does within a step: its guards, its losses, and its values at any instant.

use nalgebra::Vector2;

use crate::flow::course::{Course, Slip};
use crate::flow::rub::Rub;
use crate::flow::series::{ORDER, Polynomial, RECIPROCAL};
use crate::flow::thresholds::REST;
use crate::snapshot::Mode;

/// Points of Gauss's rule for ∫₀¹, two by two. Ten are exact up to order 19. Where springs set the length of a step, a term of order 20
/// of the product of two series is at most (2·REACH)²⁰/20! = 2·10⁻¹¹ of the whole; where a turning direction does, it is
/// rounding; and the rule is off by 10⁻¹² of that.
const POINTS: [[f64; 2]; 5] = [
    [0.01304673574141414, 0.06746831665550775],
    [0.1602952158504878, 0.2833023029353764],
    [0.4255628305091844, 0.5744371694908156],
    [0.7166976970646236, 0.8397047841495122],
    [0.9325316833444922, 0.9869532642585859],
];
/// The weights of these points.
const WEIGHTS: [[f64; 2]; 5] = [
    [0.03333567215434407, 0.0747256745752903],
    [0.10954318125799102, 0.13463335965499817],
    [0.14776211235737644, 0.14776211235737644],
    [0.13463335965499817, 0.10954318125799102],
    [0.0747256745752903, 0.03333567215434407],
];

/// For 0 ≤ s ≤ 1 the point (s, s², s³) lies in the hull of these four, the control points of that curve. μq − |f| of the first four terms is concave
/// over it, a linear function less a norm, and so nowhere less than at one of them:
///
/// ```text
/// μ q(s) − |f(s)| ≥ least over (a, b, c) of μ(q₀ + q₁a + q₂b + q₃c) − |f₀ + f₁a + f₂b + f₃c|  −  Σⱼ≥₄ (|fⱼ| − μ min(0, qⱼ))    (T.13)
/// ```
const HULL: [[f64; 3]; 4] =
    [[0.0, 0.0, 0.0], [1.0 / 3.0, 0.0, 0.0], [2.0 / 3.0, 1.0 / 3.0, 0.0], [1.0, 1.0, 1.0]];

impl Rub {
    /// Speed at which the particle slips: v·û − r' with r = μ q/κ_t for a compliant contact, v·û for a rigid one.
    pub fn sliding(&self) -> Polynomial {
        let mut sliding = *self.speed;
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

    /// The speed of slipping as a guard: a contact whose stretch and cone start alike, to `rounding`, starts with a speed of zero.
    pub fn sliding_from_zero(&self, rounding: f64) -> Polynomial {
        let mut sliding = self.sliding();
        let starts = matches!(self.course, Course::Slips(Slip::TurningFrom { .. }));
        if starts && sliding[0].abs() <= rounding * self.speed[0].abs() {
            sliding[0] = 0.0;
        }
        sliding
    }

    /// Whether the speed at the end of the last step falls, and is below so many floors.
    pub fn is_stopping(&self, floors: f64) -> bool {
        let (speed, slope) = carom_taylor::evaluate_with_slope(&*self.speed, self.ended.s);
        slope < 0.0 && speed <= floors * self.floor
    }

    /// The normal force at the end of the last step.
    pub fn normal_force(&self) -> f64 {
        carom_taylor::evaluate(&*self.normal, self.ended.s) * self.ended.rate
    }

    /// Whether tangential springs are strained by these two loads so differently that it is more than rounding: in a
    /// short step a load of rounding is a large force.
    pub fn strains_differ(&self, load: f64, other: f64) -> bool {
        let strain = (other * other - load * load).abs() * self.response;
        !self.is_rigid() && REST * strain > 2.0 * self.kappa * self.floor * self.floor
    }

    /// Whether the cone opens from its apex faster than the particle of a compliant contact moves, so that it must stick.
    pub fn slips_backwards(&self) -> bool {
        let is_at_apex = self.course.slips() && !self.is_rigid() && self.normal[0] <= 0.0;
        is_at_apex && self.speed[0] * self.kappa < self.mu * self.normal[1]
    }

    /// (μq)² − f·f at the end of the last step, and the size of its terms there.
    pub fn room_left(&self) -> (f64, f64) {
        let limit = self.bound_at(self.ended.s);
        let (limit, force) = (limit * limit, self.last.load.norm_squared());
        (limit - force, limit + force)
    }

    /// The guard (μq)² − f·f of a sticking contact, unless it clearly stays positive. Leading terms that are zero to
    /// `rounding`, or below zero by that of a reaction, are zero: a contact that has just stopped slipping is on the cone and moves away
    /// from it.
    pub fn room_in_cone(&self, rounding: f64) -> Option<[f64; 2 * ORDER]> {
        let ends = self.normal[1] < 0.0 && self.is_negligible(self.normal[0]);
        if ends || self.load[..ORDER].iter().all(|load| *load == Vector2::zeros()) || self.stays_in_cone() {
            return None;
        }
        let limit: [f64; ORDER] = std::array::from_fn(|i| self.mu * self.normal[i]);
        let [x, y]: [[f64; ORDER]; 2] = [0, 1].map(|axis| std::array::from_fn(|i| self.load[i][axis]));
        let mut room = [0.0; 2 * ORDER];
        for i in 0..ORDER {
            room[2 * i] += limit[i] * limit[i] - x[i] * x[i] - y[i] * y[i];
            let (twice, x_twice, y_twice) = (2.0 * limit[i], 2.0 * x[i], 2.0 * y[i]);
            let others = limit[i + 1..].iter().zip(&x[i + 1..]).zip(&y[i + 1..]);
            for (term, ((limit, x), y)) in room[2 * i + 1..i + ORDER].iter_mut().zip(others) {
                *term += twice * limit - x_twice * x - y_twice * y;
            }
        }
        let size = |order: usize| -> f64 {
            let terms = (order + 1).saturating_sub(ORDER)..ORDER.min(order + 1);
            let product = |i: usize| {
                let k = order - i;
                (limit[i] * limit[k]).abs() + (x[i] * x[k] + y[i] * y[k]).abs()
            };
            terms.map(product).sum()
        };
        let mut blur = 0.0;
        for (order, term) in room.iter_mut().enumerate() {
            blur += self.blur_of_limit(order);
            let size = size(order);
            if *term > rounding * size || *term < -(rounding * size + blur) {
                break;
            }
            *term = 0.0;
        }
        Some(room)
    }

    /// Whether bounds alone keep the force inside the cone throughout the step: (T.13).
    pub(in crate::flow) fn stays_in_cone(&self) -> bool {
        let norm = |load: Vector2<f64>| (load.x * load.x + load.y * load.y).sqrt();
        let (q, f) = (&*self.normal, &self.load);
        let left_out = |(q, &f): (&f64, &Vector2<f64>)| norm(f) - self.mu * q.min(0.0);
        let rest: f64 = q[4..ORDER].iter().zip(&f[4..ORDER]).map(left_out).sum();
        HULL.iter().all(|&[a, b, c]| {
            let force = f[0] + f[1] * a + f[2] * b + f[3] * c;
            self.mu * (q[0] + q[1] * a + q[2] * b + q[3] * c) - norm(force) > rest
        })
    }

    /// What the rounding of a reaction takes from (μq)² by its term of one order and those before: a load is rounded as the velocities are
    /// that it stops.
    fn blur_of_limit(&self, order: usize) -> f64 {
        if !self.is_reaction || order >= ORDER {
            return 0.0;
        }
        2.0 * self.mu * self.mu * self.normal[order].abs() * self.floor / self.response
    }

    /// The guard of a rigid contact that slides: its speed. One that turns reaches zero along a direction that it finds
    /// only there; it has stopped when its speed is rounding.
    pub fn speed_above_rounding(&self) -> Polynomial {
        let mut speed = *self.speed;
        if self.turns && speed[0] > self.floor {
            speed[0] -= self.floor;
        }
        speed
    }

    /// Energy that slipping dissipates up to local time s: ∫ μ q (sliding speed), less what a pull would strain.
    pub fn dissipated(&self, s: f64) -> f64 {
        if !self.course.slips() {
            return 0.0;
        }
        let (sliding, terms) = (self.sliding(), self.terms.min(ORDER));
        let points = POINTS.map(|pair| pair.map(|x| x * s));
        let [mut loads, mut speeds] = [[[0.0; 2]; 5]; 2];
        for (q, speed) in self.normal[..terms].iter().zip(&sliding[..terms]).rev() {
            for (k, point) in points.iter().enumerate() {
                loads[k] = [loads[k][0] * point[0] + q, loads[k][1] * point[1] + q];
                speeds[k] = [speeds[k][0] * point[0] + speed, speeds[k][1] * point[1] + speed];
            }
        }
        let lost = |k: usize| -> f64 { (0..2).map(|i| WEIGHTS[k][i] * loads[k][i] * speeds[k][i]).sum() };
        let slipping = self.mu * s * (0..5).map(lost).sum::<f64>();
        slipping + self.strain_let_go() + self.strain_of_pull(s) - self.strain_of_pull(0.0)
    }

    /// The strain that the springs lose as they slip to the cone with which the step starts. A reaction is rounded as the stiffest force it
    /// answers, anew in each step.
    fn strain_let_go(&self) -> f64 {
        let is_on_cone = self.is_reaction && !self.is_rigid() && self.normal[0] > 0.0;
        let cone = || 0.5 * self.load[0].norm_squared() / self.kappa;
        if is_on_cone { self.strain(self.start.stretch) - cone() } else { 0.0 }
    }

    /// The strain that the integral sees where a reaction pulls, as rounding may make one of no reaction: r = μ q/κ_t is negative there.
    /// But the cone is closed, and the springs hold nothing.
    fn strain_of_pull(&self, s: f64) -> f64 {
        if !self.is_reaction || self.is_rigid() {
            return 0.0;
        }
        let pull = self.mu * carom_taylor::evaluate(&*self.normal, s).min(0.0);
        0.5 * pull * pull / self.kappa
    }

    /// What the contact does during the step.
    pub fn mode(&self) -> Mode {
        match self.course {
            Course::Sticks(_) => Mode::Stick,
            Course::Slips(_) => Mode::Slip,
            Course::Idle | Course::Pending(_) => Mode::Free,
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

    /// Whether it slips in one direction all the time, and moves in no other, to the last bit.
    pub fn is_straight(&self) -> bool {
        let is_aside = |v: &Vector2<f64>| v.dot(&self.sideways_axis()) != 0.0;
        self.course != Course::Slips(Slip::Frozen)
            && !self.turns
            && !self.velocity[..self.terms].iter().any(is_aside)
    }

    /// Velocity, load, impulse and direction at local time s.
    pub fn evaluate(&self, s: f64) -> RubValues {
        let terms = self.terms;
        let mut values = RubValues { direction: self.direction, ..RubValues::default() };
        for velocity in self.velocity[..terms].iter().rev() {
            values.velocity = values.velocity * s + velocity;
        }
        if !self.course.acts() {
            return values;
        }
        for (load, &reciprocal) in self.load[..terms].iter().zip(&RECIPROCAL).rev() {
            values.load = values.load * s + load;
            values.impulse = values.impulse * s + load * reciprocal;
        }
        values.impulse *= s;
        if self.is_reaction && self.course.slips() && carom_taylor::evaluate(&*self.normal, s) <= 0.0 {
            values.load = Vector2::zeros(); // the cone is closed
        }
        let [along, across] = if self.turns { self.heading.evaluate(s) } else { [1.0, 0.0] };
        if self.course == Course::Slips(Slip::Frozen) {
            values.direction = self.thawed_direction(s, values.velocity);
            values.load = values.direction * -values.load.norm();
        } else if across != 0.0 {
            values.direction = (self.direction * along + self.sideways_axis() * across).normalize();
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten products, each with a power that is rounded some twenty times.
    const ROUNDING: f64 = 32.0 * f64::EPSILON;
    /// (10!)⁴/(21·(20!)²): by how much ten points miss ∫ x²⁰.
    const NEXT_ORDER: f64 = 1.4e-12;

    /// A contact whose loads and normal loads are numbers between −1 and 1 that fall off as those of a step of the springs do.
    fn sticking(seed: u64) -> Rub {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut number = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        let mut rub = Rub::new();
        rub.mu = 0.5;
        let mut size = 1.0;
        for j in 0..ORDER {
            rub.load[j] = Vector2::new(number(), number()) * (0.3 * size);
            rub.normal.set(j, if j == 0 { 1.0 } else { number() * size });
            size *= 1.2 / (j + 1) as f64;
        }
        rub
    }

    #[test]
    fn a_force_that_bounds_keep_in_its_cone_is_in_it_throughout() {
        let room = |rub: &Rub, s: f64| rub.bound_at(s) - rub.load_at(s).norm();
        let least = |rub: &Rub| (0..=100).map(|k| room(rub, f64::from(k) / 100.0)).fold(1.0, f64::min);
        let (mut kept, mut inside) = (0, 0);
        for rub in (0..2000).map(sticking) {
            let (is_kept, least) = (rub.stays_in_cone(), least(&rub));
            assert!(!is_kept || least > 0.0, "{least}");
            kept += usize::from(is_kept);
            inside += usize::from(least > 0.0);
        }
        assert!(2 * kept > inside && inside < 2000, "{kept} of {inside} that stay inside");
    }

    fn integral_of_power(n: i32) -> f64 {
        let pairs = POINTS.as_flattened().iter().zip(WEIGHTS.as_flattened());
        pairs.map(|(x, w)| w * x.powi(n)).sum()
    }

    #[test]
    fn ten_points_integrate_powers_up_to_19_exactly_and_the_next_nearly() {
        for n in 0..20 {
            let exact = 1.0 / f64::from(n + 1);
            assert!((integral_of_power(n) - exact).abs() <= ROUNDING * exact, "order {n}");
        }
        let missed = 1.0 / 21.0 - integral_of_power(20);
        assert!((missed / NEXT_ORDER - 1.0).abs() < 0.01, "{missed:e}");
    }
}
