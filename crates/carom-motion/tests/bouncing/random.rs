//! Random worlds: nothing overlaps, sinks, gains energy or hangs.

use carom::{Compliance, Friction, Restitution, Stiffness, Surface, TangentialLaw};
use carom_motion::bouncing::{BouncingError, FloorCourse, Participant, Shape, World};
use carom_motion::flight::RigidState;
use nalgebra::{Matrix3, UnitQuaternion, Vector3, vector};

use crate::common::GRAVITY;

/// Numbers in [0, 1) from a linear congruence: the same ones every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.roll()
    }

    fn vector(&mut self, size: f64) -> Vector3<f64> {
        vector![self.between(-size, size), self.between(-size, size), self.between(-size, size)]
    }

    fn surface(&mut self) -> Surface {
        let friction = Friction::new(self.between(0.0, 0.8)).expect("it is positive");
        let compliance = Compliance::new(self.between(0.3, 3.0)).expect("it is positive");
        Surface {
            restitution: Restitution::new(self.roll()).expect("it is between 0 and 1"),
            stiffness: Stiffness::new(self.between(0.5, 2.0)).expect("it is positive"),
            tangential: match (3.0 * self.roll()) as u8 {
                0 => TangentialLaw::Frictionless,
                1 => TangentialLaw::Rigid { friction },
                _ => TangentialLaw::Compliant { friction, compliance },
            },
        }
    }

    fn ball(&mut self, number: usize) -> Participant {
        let radius = self.between(0.05, 0.15);
        let start = RigidState {
            // Apart from the others: one above the other, in columns that they may leave.
            position: vector![self.between(-0.1, 0.1), self.between(-0.1, 0.1), radius + 0.4 * number as f64],
            velocity: self.vector(1.0),
            angular_velocity: self.vector(10.0),
            ..RigidState::default()
        };
        let surface = self.surface();
        let mass = self.between(0.1, 2.0);
        Participant::ball(mass, radius, surface)
            .and_then(|ball| ball.starting(start))
            .expect("it is possible")
    }

    fn stick(&mut self) -> Participant {
        let inertia = Matrix3::from_diagonal(&vector![0.01, 0.012, 0.004]);
        // One point: several that rock on the plane with friction and small e are beyond what impacts can be followed through.
        let points = vec![self.vector(0.2)];
        let start = RigidState {
            position: vector![5.0, 0.0, 1.0],
            orientation: UnitQuaternion::from_scaled_axis(self.vector(3.0)),
            velocity: self.vector(1.0),
            angular_velocity: self.vector(10.0),
        };
        let surface = self.surface();
        Participant::with_points(0.5, inertia, points, surface)
            .and_then(|stick| stick.starting(start))
            .expect("it is possible")
    }
}

fn random_world(seed: u64) -> World {
    let mut dice = Dice(seed);
    let surface = dice.surface();
    let world = World::new(GRAVITY).expect("gravity is positive").with_surface_between_balls(surface);
    let balls = 1 + (4.0 * dice.roll()) as usize;
    let world = (0..balls).fold(world, |world, number| world.with_body(dice.ball(number)));
    world.with_body(dice.stick())
}

fn check(seed: u64, world: &World, course: &FloorCourse) {
    let imbalance = course.ledger.imbalance() / course.ledger.before;
    assert!(imbalance.abs() < 1e-12, "seed {seed}: {imbalance:e}");
    for sample in 0..200 {
        let time = course.end * f64::from(sample) / 199.0;
        let states: Vec<RigidState> = (0..world.bodies().len()).map(|body| course.at(body, time)).collect();
        for (body, state) in world.bodies().iter().zip(&states) {
            let lowest = match body.shape() {
                Shape::Ball { radius } => state.position.z - radius,
                Shape::Points { points } => points
                    .iter()
                    .map(|point| state.position.z + (state.orientation * point).z)
                    .fold(f64::INFINITY, f64::min),
            };
            assert!(lowest > -1e-12, "seed {seed}, {time}: {lowest:e}");
        }
        for (i, a) in world.bodies().iter().enumerate() {
            for (j, b) in world.bodies().iter().enumerate().skip(i + 1) {
                let (Shape::Ball { radius: r }, Shape::Ball { radius: s }) = (a.shape(), b.shape()) else {
                    continue;
                };
                let gap = (states[i].position - states[j].position).norm() - r - s;
                assert!(gap > -1e-12, "seed {seed}, {time}: {gap:e}");
            }
        }
    }
}

#[test]
fn random_worlds_keep_their_bodies_apart_and_their_books_in_order() {
    let mut refused = 0;
    for seed in 0..400 {
        let world = random_world(seed);
        match world.run(3.0) {
            Ok(course) => check(seed, &world, &course),
            // Impacts with friction and small e may end in a typed error of the engine.
            Err(BouncingError::Impact { .. }) => refused += 1,
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(refused <= 4, "{refused}");
}
