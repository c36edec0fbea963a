//! Scenes that several tests share.

use carom::{Friction, TangentialLaw};
use nalgebra::{Matrix3, Rotation3, Vector3, vector};

use crate::common::{Scene, touching};

/// Draws for scenes: a linear congruential generator modulo 2⁶⁴, of which the upper bits are used.
pub struct Draws(u64);

impl Draws {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f))
    }

    /// Between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        low + (high - low) * (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.between(0.0, count as f64) as usize
    }

    pub fn vector(&mut self) -> Vector3<f64> {
        vector![self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0)]
    }
}

pub fn rigid(friction: f64) -> TangentialLaw {
    TangentialLaw::Rigid {
        friction: Friction::new(friction).expect("the tests have friction of zero or more"),
    }
}

/// Bodies of any shape with contacts between random pairs of them, at random points and normals: harder than any pile.
pub fn random(seed: u64, bodies: usize, contacts: usize, e: [f64; 2], friction: [f64; 2]) -> Scene {
    let mut draws = Draws::new(seed);
    let mut scene = Scene::default();
    for _ in 0..bodies {
        let (mass, position) = (draws.between(0.5, 2.0), draws.vector() * 3.0);
        let body = scene.ball(mass, position, draws.vector());
        let turn = Rotation3::new(draws.vector() * 3.0).into_inner();
        let moments = Vector3::from_fn(|_, _| draws.between(0.5, 1.0) * mass);
        scene.solids[body].properties =
            Some((mass, turn * Matrix3::from_diagonal(&moments) * turn.transpose()));
        scene.solids[body].spin = draws.vector();
    }
    for _ in 0..contacts {
        let a = draws.below(bodies);
        let b = (a + 1 + draws.below(bodies - 1)) % bodies;
        let point = (scene.solids[a].position + scene.solids[b].position) * 0.5 + draws.vector();
        let law = touching(draws.between(e[0], e[1]), 1.0);
        scene.touch_at([a, b], point, draws.vector(), law);
        let last = scene.touches.len() - 1;
        scene.touches[last].friction = rigid(draws.between(friction[0], friction[1]));
    }
    scene
}

/// A uniform rod of mass 3 and length 2 along x that falls flat, at 1 m/s, on supports under its ends. Nothing turns about its
/// own line but a hundredth of the rest.
pub fn rod(e: f64) -> Scene {
    let mut scene = Scene::default();
    let rod = scene.ball(3.0, Vector3::zeros(), -Vector3::z());
    scene.solids[rod].properties = Some((3.0, Matrix3::from_diagonal(&vector![0.01, 1.0, 1.0])));
    let floor = scene.fixed(Vector3::zeros());
    scene.touch_at([rod, floor], -Vector3::x(), Vector3::z(), touching(e, 1.0));
    scene.touch_at([rod, floor], Vector3::x(), Vector3::z(), touching(e, 1.0));
    scene
}
