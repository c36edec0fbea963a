//! Scenes that several test files share, described so that a test can transform them before they are built.

#![allow(dead_code, clippy::unwrap_used)] // every file uses another part; a scene that cannot be built has failed

pub mod campaign;
pub mod differences;
pub mod families;
pub mod friction;
pub mod relations;

use carom::{
    Body, Contact, ContactProblem, Coupling, Impact, InputError, Model, NormalLaw, Outcome, Restitution,
    RestitutionLaw, Separation, Stiffness, TangentialLaw,
};
use nalgebra::{DMatrix, Matrix3, Vector3, vector};

pub const LAWS: [RestitutionLaw; 3] =
    [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness];
pub const SEPARATIONS: [Separation; 2] = [Separation::Instant, Separation::Tracked];

pub const TRACKED: Model = Model { restitution: RestitutionLaw::Hardening, separation: Separation::Tracked };

/// Every law with every kind of separation.
pub fn models() -> impl Iterator<Item = Model> {
    LAWS.into_iter().flat_map(|restitution| {
        SEPARATIONS.into_iter().map(move |separation| Model { restitution, separation })
    })
}

pub fn touching(e: f64, k: f64) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap())
}

/// A body before it is built.
#[derive(Debug, Clone)]
pub struct Solid {
    /// Mass and inertia tensor; `None` if nothing moves the body.
    pub properties: Option<(f64, Matrix3<f64>)>,
    pub position: Vector3<f64>,
    pub velocity: Vector3<f64>,
    pub spin: Vector3<f64>,
}

/// A contact before it is built.
#[derive(Debug, Clone)]
pub struct Touch {
    pub bodies: [usize; 2],
    pub point: Vector3<f64>,
    pub normal: Vector3<f64>,
    pub law: NormalLaw,
    pub friction: TangentialLaw,
}

/// Bodies and contacts before they are built.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    pub solids: Vec<Solid>,
    pub touches: Vec<Touch>,
}

impl Scene {
    pub fn fixed(&mut self, position: Vector3<f64>) -> usize {
        self.add(None, position, Vector3::zeros())
    }

    /// A ball of radius 1.
    pub fn ball(&mut self, mass: f64, position: Vector3<f64>, velocity: Vector3<f64>) -> usize {
        self.add(Some((mass, Matrix3::from_diagonal_element(0.4 * mass))), position, velocity)
    }

    /// A box of given sides.
    pub fn block(&mut self, mass: f64, sides: Vector3<f64>, position: Vector3<f64>) -> usize {
        let square = sides.component_mul(&sides);
        let moments = Vector3::from_fn(|i, _| mass / 12.0 * (square.sum() - square[i]));
        self.add(Some((mass, Matrix3::from_diagonal(&moments))), position, Vector3::zeros())
    }

    fn add(
        &mut self,
        properties: Option<(f64, Matrix3<f64>)>,
        position: Vector3<f64>,
        velocity: Vector3<f64>,
    ) -> usize {
        self.solids.push(Solid { properties, position, velocity, spin: Vector3::zeros() });
        self.solids.len() - 1
    }

    /// A contact half-way between the centres of two bodies.
    pub fn touch(&mut self, a: usize, b: usize, law: NormalLaw) {
        let (at_a, at_b) = (self.solids[a].position, self.solids[b].position);
        self.touch_at([a, b], (at_a + at_b) * 0.5, at_a - at_b, law);
    }

    pub fn touch_at(
        &mut self,
        bodies: [usize; 2],
        point: Vector3<f64>,
        normal: Vector3<f64>,
        law: NormalLaw,
    ) {
        self.touches.push(Touch { bodies, point, normal, law, friction: TangentialLaw::Frictionless });
    }

    /// The same friction at every contact.
    pub fn rub_all(&mut self, friction: TangentialLaw) {
        self.touches.iter_mut().for_each(|touch| touch.friction = friction);
    }

    /// A contact wherever two balls touch.
    pub fn touch_all(&mut self, law: NormalLaw) {
        for b in 0..self.solids.len() {
            for a in 0..b {
                let distance = (self.solids[a].position - self.solids[b].position).norm();
                if (distance - 2.0).abs() < 1e-9 {
                    self.touch(a, b, law);
                }
            }
        }
    }

    pub fn impact(&self, model: Model) -> Impact {
        self.try_impact(model).unwrap()
    }

    pub fn try_impact(&self, model: Model) -> Result<Impact, InputError> {
        let bodies = self.solids.iter().map(Solid::body).collect::<Result<_, _>>()?;
        let contact =
            |t: &Touch| Contact::new(t.bodies, t.point, t.normal, t.law).map(|c| c.with_friction(t.friction));
        let contacts = self.touches.iter().map(contact).collect::<Result<_, _>>()?;
        Impact::new(bodies, contacts, model)
    }

    pub fn solve(&self, model: Model) -> Outcome {
        self.impact(model).solve().unwrap_or_else(|error| panic!("{model:?}: {error}\n{self:?}"))
    }

    /// The fastest body's speed before the impact.
    pub fn speed(&self) -> f64 {
        self.solids.iter().map(|solid| solid.velocity.norm().max(solid.spin.norm())).fold(0.0, f64::max)
    }
}

impl Solid {
    fn body(&self) -> Result<Body, InputError> {
        let body = match self.properties {
            Some((mass, inertia)) => Body::rigid(mass, inertia)?,
            None => Body::fixed(),
        };
        body.at(self.position)?.moving(self.velocity)?.spinning(self.spin)
    }
}

/// An upper ball of mass 1 falls with speed 1 on a ball that rests on a table [Jia2013, fig. 3]. Bodies: upper ball, lower
/// ball, table. Contacts: ball-ball of stiffness 1, ball-table.
pub fn ball_ball_table(lower_mass: f64, e: [f64; 2], table_stiffness: f64) -> Scene {
    let mut scene = Scene::default();
    scene.ball(1.0, vector![0.0, 0.0, 3.0], vector![0.0, 0.0, -1.0]);
    scene.ball(lower_mass, vector![0.0, 0.0, 1.0], Vector3::zeros());
    scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.touch(0, 1, touching(e[0], 1.0));
    scene.touch(1, 2, touching(e[1], table_stiffness));
    scene
}

/// The lower ball's mass in [Jia2013, eq. (44)].
pub fn jia2013_mass() -> f64 {
    2.0 / 3.0_f64.sqrt()
}

/// A row of touching balls of mass 1, the first of which arrives with speed 1; springs of stiffness 1.
pub fn chain(balls: usize, e: f64) -> Scene {
    let mut scene = Scene::default();
    for i in 0..balls {
        let speed = if i == 0 { 1.0 } else { 0.0 };
        scene.ball(1.0, vector![2.0 * i as f64, 0.0, 0.0], vector![speed, 0.0, 0.0]);
    }
    (1..balls).for_each(|i| scene.touch(i - 1, i, touching(e, 1.0)));
    scene
}

/// Balls racked in rows of the given lengths, hit at speed 1 by a cue ball (body 0) that comes straight on, along x.
pub fn rack(rows: &[usize], e: f64) -> Scene {
    let mut scene = Scene::default();
    scene.ball(1.0, vector![-2.0, 0.0, 0.0], vector![1.0, 0.0, 0.0]);
    for (i, &count) in rows.iter().enumerate() {
        for j in 0..count {
            let across = 2.0 * j as f64 - (count as f64 - 1.0);
            scene.ball(1.0, vector![3.0_f64.sqrt() * i as f64, across, 0.0], Vector3::zeros());
        }
    }
    scene.touch_all(touching(e, 1.0));
    scene
}

/// A problem in contact space.
pub fn contact_problem(
    w: &DMatrix<f64>,
    velocity: Vec<f64>,
    laws: Vec<NormalLaw>,
    model: Model,
) -> ContactProblem {
    ContactProblem::new(Coupling::from_matrix(w).unwrap(), velocity, laws, model).unwrap()
}

/// Vertical velocities of all bodies.
pub fn heights(outcome: &Outcome) -> Vec<f64> {
    outcome.bodies.iter().map(|motion| motion.linear.z).collect()
}

#[track_caller]
pub fn assert_near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() <= tolerance, "found {found:.15?}, expected {expected:.15?} to {tolerance:e}");
    }
}

/// The largest difference between the motions of two lists of bodies (radians count as metres).
pub fn distance(found: &[carom::Motion], expected: &[carom::Motion]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let apart = |(f, e): (&carom::Motion, &carom::Motion)| {
        (f.linear - e.linear).amax().max((f.angular - e.angular).amax())
    };
    found.iter().zip(expected).map(apart).fold(0.0, f64::max)
}

/// The ledger closes, no contact still approaches, and no contact has pulled.
#[track_caller]
pub fn assert_sound(impact: &Impact, outcome: &Outcome, rounding: f64) {
    let ledger = outcome.energy.imbalance() / outcome.energy.before;
    assert!(ledger.abs() <= rounding, "ledger off by {ledger:e} of the energy");
    let speed = outcome.contacts.iter().map(|c| c.velocity_before.norm()).fold(0.0, f64::max);
    for (contact, after) in impact.contacts().iter().zip(&outcome.contacts) {
        let separation = contact.normal().dot(&after.velocity_after);
        assert!(separation >= -10.0 * rounding * speed, "{contact:?} still approaches: {separation:e}");
        assert!(after.normal_impulse >= 0.0, "{contact:?} pulls: {:e}", after.normal_impulse);
    }
}

/// The scene moved by an orthogonal matrix: angular velocities are axial vectors.
pub fn turned(scene: &Scene, q: &Matrix3<f64>) -> Scene {
    let mut scene = scene.clone();
    for solid in &mut scene.solids {
        solid.position = q * solid.position;
        solid.velocity = q * solid.velocity;
        solid.spin = q * solid.spin * q.determinant();
        solid.properties = solid.properties.map(|(mass, inertia)| (mass, q * inertia * q.transpose()));
    }
    for touch in &mut scene.touches {
        touch.point = q * touch.point;
        touch.normal = q * touch.normal;
    }
    scene
}

/// Motions of a turned scene in the axes of the original.
pub fn turned_back(motions: Vec<carom::Motion>, q: &Matrix3<f64>) -> Vec<carom::Motion> {
    let back = |motion: carom::Motion| carom::Motion {
        linear: q.transpose() * motion.linear,
        angular: q.transpose() * motion.angular * q.determinant(),
    };
    motions.into_iter().map(back).collect()
}
