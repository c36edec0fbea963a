//! Hertz contacts where nothing has a closed form, against an integration that shares no code with the flow: gaps that close under
//! friction, tangential springs on contacts that have closed, and joints.
//!
//! The integration takes kicks and drifts of balls. Springs are F = k·max(d, 0)^(3/2), so e is 1, or 0: then the contact turns rigid where its
//! compression ends, and its reaction keeps it so. Tangential springs follow (X.6) and (X.7), cut off at the cone.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use crate::common::friction::compliant;
use crate::common::{LAWS, Scene, TRACKED};
use carom::{
    Body, Contact, Exponent, Friction, Impact, Joint, Model, NormalLaw, Restitution, RestitutionLaw,
    Separation, Stiffness, TangentialLaw,
};
use carom_reference::{Brute, Law, Problem};
use nalgebra::{Matrix3, Vector3, dmatrix, dvector, vector};

const MU: f64 = 0.3;
/// η².
const COMPLIANCE: f64 = 1.2;
/// Length of a step in seconds, and of a longer one; contacts last some 3 s. What the answers of both differ by bounds the error of the finer one:
/// it goes with the square of a step, or in proportion to it where a direction turns as its contact ends.
const STEP: f64 = 5e-5;
const LONGER_STEP: f64 = 1e-4;
/// The longer step is good to this, or the comparison would say nothing.
const COARSE: f64 = 2e-6;
/// Rounding of two impacts.
const ROUNDING: f64 = 1e-12;

fn hertz(k: f64, e: f64, gap: f64) -> NormalLaw {
    let stiffness = Stiffness::new(k).unwrap().with_exponent(Exponent::HERTZ);
    NormalLaw { restitution: Restitution::new(e).unwrap(), stiffness, gap }
}

/// A ball of mass 1 and radius 1 in motion.
#[derive(Debug, Clone, Copy)]
struct Ball {
    position: Vector3<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
}

impl Ball {
    fn receive(&mut self, impulse: Vector3<f64>, point: Vector3<f64>) {
        self.velocity += impulse;
        self.spin += (point - self.position).cross(&impulse) / 0.4;
    }

    fn velocity_at(&self, point: Vector3<f64>) -> Vector3<f64> {
        self.velocity + self.spin.cross(&(point - self.position))
    }
}

/// A contact on its way: of a ball with another one, or with what is fixed.
#[derive(Debug, Clone, Copy)]
struct Spring {
    balls: (usize, Option<usize>),
    point: Vector3<f64>,
    normal: Vector3<f64>,
    stiffness: f64,
    plastic: bool,
    closed: bool,
    compression: f64,
    /// F.
    normal_force: f64,
    /// k_t·u.
    stretched: Vector3<f64>,
}

impl Spring {
    fn tangential_stiffness(&self) -> f64 {
        1.5 / COMPLIANCE * self.stiffness.powf(2.0 / 3.0) * self.normal_force.cbrt()
    }

    fn force(&self) -> Vector3<f64> {
        self.normal * self.normal_force - self.stretched
    }
}

#[derive(Debug, Clone)]
struct Integration {
    duration: f64,
    balls: Vec<Ball>,
    springs: Vec<Spring>,
}

impl Integration {
    fn relative_velocity(&self, spring: &Spring) -> Vector3<f64> {
        let other = spring.balls.1.map(|other| self.balls[other].velocity_at(spring.point));
        self.balls[spring.balls.0].velocity_at(spring.point) - other.unwrap_or_default()
    }

    fn normal_velocity(&self, spring: usize) -> f64 {
        let spring = &self.springs[spring];
        self.relative_velocity(spring).dot(&spring.normal)
    }

    fn kick(&mut self, duration: f64) {
        for spring in self.springs.clone() {
            let impulse = spring.force() * duration;
            self.balls[spring.balls.0].receive(impulse, spring.point);
            if let Some(other) = spring.balls.1 {
                self.balls[other].receive(-impulse, spring.point);
            }
        }
    }

    /// The reaction that keeps the velocity of a closed contact zero under all other forces. A ball turns no normal velocity on a plane.
    fn reaction(&self, at: usize) -> f64 {
        let mut still = self.clone();
        still.balls.iter_mut().for_each(|ball| (ball.velocity, ball.spin) = Default::default());
        still.springs[at].normal_force = 0.0;
        still.kick(1.0);
        (-still.normal_velocity(at)).max(0.0)
    }

    fn step(&mut self, duration: f64) {
        self.kick(0.5 * duration);
        let before: Vec<f64> = self.springs.iter().map(Spring::tangential_stiffness).collect();
        for (i, &before) in before.iter().enumerate() {
            self.springs[i].compression -= self.normal_velocity(i) * duration;
            if !self.springs[i].closed {
                self.springs[i].normal_force =
                    self.springs[i].stiffness * self.springs[i].compression.max(0.0).powf(1.5);
                self.stretch(i, before, duration);
            }
        }
        for i in (0..self.springs.len()).filter(|&i| self.springs[i].closed).collect::<Vec<_>>() {
            self.springs[i].normal_force = self.reaction(i);
            self.stretch(i, before[i], duration);
        }
        self.kick(0.5 * duration);
    }

    /// (X.7), up to the cone.
    fn stretch(&mut self, at: usize, before: f64, duration: f64) {
        let velocity = self.relative_velocity(&self.springs[at]);
        let spring = &mut self.springs[at];
        let sliding = velocity - spring.normal * velocity.dot(&spring.normal);
        let now = spring.tangential_stiffness();
        spring.stretched = if now >= before {
            spring.stretched + sliding * (0.5 * (before + now) * duration)
        } else {
            (spring.stretched / before + sliding * duration) * now
        };
        let (size, bound) = (spring.stretched.norm(), MU * spring.normal_force);
        if size > bound {
            spring.stretched *= bound / size;
        }
    }

    /// A plastic contact closes where its compression ends, which lies within this step.
    fn close(&mut self, at: usize, start: &Self) {
        let (before, after) = (start.normal_velocity(at), self.normal_velocity(at));
        *self = start.clone();
        self.step(self.duration * before / (before - after));
        let stiffness = self.springs[at].tangential_stiffness();
        self.springs[at].closed = true;
        self.springs[at].normal_force = self.reaction(at);
        self.stretch(at, stiffness, 0.0);
    }

    /// Until all contacts have parted.
    fn run(mut self) -> Vec<Ball> {
        let parted = |now: &Self| {
            (0..now.springs.len()).all(|i| {
                let spring = &now.springs[i];
                spring.normal_force <= 0.0 && (spring.closed || now.normal_velocity(i) > 0.0)
            })
        };
        for _ in 0..400_000 {
            let start = self.clone();
            self.step(self.duration);
            let closes = |&i: &usize| {
                let spring = &self.springs[i];
                spring.plastic
                    && !spring.closed
                    && start.normal_velocity(i) < 0.0
                    && self.normal_velocity(i) >= 0.0
            };
            if let Some(at) = (0..self.springs.len()).find(closes) {
                self.close(at, &start);
            }
            if parted(&self) {
                return self.balls;
            }
        }
        panic!("the contacts do not part");
    }
}

/// An upper ball that comes aslant and turning, on a ball over a table, whose contact has this law. `aside` is the angle of their centres.
fn on_a_ball(aside: f64, table: NormalLaw, friction: TangentialLaw) -> Scene {
    let mut scene = Scene::default();
    let (sine, cosine) = aside.sin_cos();
    let lower = vector![0.0, 0.0, 1.0];
    scene.ball(1.0, lower + vector![sine, 0.0, cosine] * 2.0, vector![0.4, 0.1, -1.0]);
    scene.solids[0].spin = vector![0.2, -0.5, 0.3];
    scene.ball(1.0, lower, Vector3::zeros());
    scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.touch(0, 1, hertz(1.0, 1.0, 0.0));
    scene.touch(1, 2, table);
    scene.rub_all(friction);
    scene
}

fn integrate(scene: &Scene, duration: f64) -> Vec<Ball> {
    let balls = scene.solids[..2].iter().map(|solid| Ball {
        position: solid.position,
        velocity: solid.velocity,
        spin: solid.spin,
    });
    let springs = scene.touches.iter().map(|touch| Spring {
        balls: (touch.bodies[0], (touch.bodies[1] < 2).then_some(touch.bodies[1])),
        point: touch.point,
        normal: touch.normal.normalize(),
        stiffness: touch.law.stiffness.value(),
        plastic: touch.law.restitution == Restitution::PLASTIC,
        closed: false,
        compression: -touch.law.gap,
        normal_force: 0.0,
        stretched: Vector3::zeros(),
    });
    Integration { duration, balls: balls.collect(), springs: springs.collect() }.run()
}

#[track_caller]
fn assert_integrated(name: &str, scene: &Scene, model: Model) {
    let outcome = scene.solve(model);
    let apart = |a: Vector3<f64>, b: Vector3<f64>| (a - b).amax();
    let (fine, coarse) = (integrate(scene, STEP), integrate(scene, LONGER_STEP));
    let of_steps = fine.iter().zip(&coarse);
    let unsure = of_steps
        .map(|(a, b)| apart(a.velocity, b.velocity).max(apart(a.spin, b.spin)))
        .fold(f64::EPSILON, f64::max);
    assert!(unsure < COARSE, "{name}: the integration is off by {unsure:e}");
    for (found, expected) in outcome.bodies.iter().zip(&fine) {
        let error = apart(found.linear, expected.velocity).max(apart(found.angular, expected.spin));
        assert!(error < 2.0 * unsure, "{name}: off by {error:e}, {unsure:e}: {found:?} {expected:?}");
    }
    let open = outcome.energy.imbalance();
    assert!(open.abs() < 1e-12, "{name}: open by {open:e}");
}

#[test]
fn gaps_that_close_under_compliant_friction_end_as_integrated() {
    for (aside, gap) in [(0.0, 0.0), (0.0, 0.2), (0.3, 0.05)] {
        let scene = on_a_ball(aside, hertz(2.0, 1.0, gap), compliant(MU, COMPLIANCE));
        assert_integrated(&format!("{aside}, gap {gap}"), &scene, TRACKED);
    }
}

#[test]
fn tangential_springs_of_closed_hertz_contacts_end_as_integrated() {
    for (aside, stiffness) in [(0.0, 8.0), (0.3, 8.0), (0.3, 40.0)] {
        let scene = on_a_ball(aside, hertz(stiffness, 0.0, 0.0), compliant(MU, COMPLIANCE));
        for separation in [Separation::Instant, Separation::Tracked] {
            let model = Model { restitution: RestitutionLaw::Hardening, separation };
            assert_integrated(&format!("{aside}, k = {stiffness}, {separation:?}"), &scene, model);
        }
    }
}

/// Where the first contact ends before the gap closes, an impact is two, one after the other.
#[test]
fn a_wide_gap_under_friction_makes_two_impacts() {
    let rigid = TangentialLaw::Rigid { friction: Friction::new(MU).unwrap() };
    for friction in [rigid, compliant(MU, COMPLIANCE)] {
        for law in LAWS {
            let model = Model { restitution: law, separation: Separation::Tracked };
            let mut whole = on_a_ball(0.2, hertz(2.0, 0.1, 50.0), friction);
            whole.touches[0].law = hertz(1.0, 0.8, 0.0);
            // So heavy that the upper ball leaves it for good.
            whole.solids[1].properties = Some((4.0, Matrix3::from_diagonal_element(1.6)));
            let together = whole.solve(model);
            let mut parts = whole.clone();
            parts.touches.truncate(1);
            let first = parts.solve(model);
            let mut parts = whole.clone();
            for (solid, motion) in parts.solids.iter_mut().zip(&first.bodies) {
                (solid.velocity, solid.spin) = (motion.linear, motion.angular);
            }
            parts.touches.remove(0);
            parts.touches[0].law = hertz(2.0, 0.1, 0.0);
            let second = parts.solve(model);
            for (found, expected) in together.bodies.iter().zip(&second.bodies) {
                let error =
                    (found.linear - expected.linear).amax().max((found.angular - expected.angular).amax());
                assert!(error < ROUNDING, "{friction:?}, {law:?}: off by {error:e}");
            }
        }
    }
}

/// A ball falls on the end of a beam that turns about a hinge and lies on a fixed edge. W by hand, brute force from there on.
#[test]
fn a_hinged_beam_on_hertz_contacts_answers_as_integrated() {
    const REFERENCE_ERROR: f64 = 2e-8;
    let (mass, inertia, arms) = (0.5, 0.8, [1.0, 0.6]);
    let beam = Body::rigid(2.0, Matrix3::from_diagonal(&vector![0.1, inertia, inertia])).unwrap();
    let ball = Body::ball(mass, 0.1).unwrap().at(vector![arms[0], 0.0, 0.1]).unwrap();
    let ball = ball.moving(vector![0.0, 0.0, -1.5]).unwrap();
    let w = dmatrix![
        1.0 / mass + arms[0] * arms[0] / inertia, -arms[0] * arms[1] / inertia;
        -arms[0] * arms[1] / inertia, arms[1] * arms[1] / inertia
    ];
    for (law, of_reference) in LAWS.into_iter().zip([Law::Hardening, Law::BiStiffness, Law::MonoStiffness]) {
        let contact =
            |bodies, x: f64, law| Contact::new(bodies, vector![x, 0.0, 0.0], Vector3::z(), law).unwrap();
        let impact = Impact::with_joints(
            vec![Body::fixed(), beam.clone(), ball.clone()],
            vec![
                contact([2, 1], arms[0], hertz(3.0, 0.8, 0.0)),
                contact([1, 0], arms[1], hertz(20.0, 0.6, 0.0)),
            ],
            vec![Joint::hinge([1, 0], Vector3::zeros(), Vector3::y()).unwrap()],
            Model { restitution: law, separation: Separation::Instant },
        );
        let outcome = impact.unwrap().solve().unwrap();
        let problem = Problem::new(w.clone(), dvector![-1.5, 0.0], vec![3.0, 20.0], vec![0.8, 0.6]).unwrap();
        let reference = Brute::new(of_reference, carom_reference::Separation::Instant)
            .with_steps_per_radian(100)
            .with_exponents(vec![1.5, 1.5])
            .solve(&problem)
            .unwrap();
        for (found, expected) in outcome.contacts.iter().zip(reference.impulse.iter()) {
            let error = (found.normal_impulse - expected).abs();
            assert!(error < REFERENCE_ERROR, "{law:?}: off by {error:e}");
        }
        assert!(outcome.energy.imbalance().abs() < 1e-12, "{law:?}");
    }
}
