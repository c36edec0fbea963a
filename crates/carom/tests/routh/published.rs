//! The horizontal shot of \[Jia2008, Table 1\]: a cue that can only move along itself, and a ball.

use carom::laws::routh::Termination;
use nalgebra::{Matrix3, Vector3, vector};

use crate::solved;

const BALL_MASS: f64 = 0.1673;
const CUE_MASS: f64 = 0.5018;
const RADIUS: f64 = 0.0286;
const FRICTION: f64 = 0.4;
const RESTITUTION: f64 = 0.656532;

/// Half a unit of the last printed decimal of velocities and of spins.
const PRINTED: (f64, f64) = (0.5e-4, 0.5e-2);

/// Velocity and vertical spin of the ball after the shot, with W from \[Jia2008, eqs. (16)–(18)\].
fn horizontal_shot(termination: Termination) -> (Vector3<f64>, f64) {
    let c = Vector3::x();
    let n = vector![-1.0, -1.0, 0.0].normalize();
    let t1 = Vector3::z();
    let t2 = n.cross(&t1);
    let frame = Matrix3::from_columns(&[t1, t2, n]);
    let world = c * c.transpose() / CUE_MASS
        + Matrix3::identity() / BALL_MASS
        + (Matrix3::identity() - n * n.transpose()) * (2.5 / BALL_MASS);
    let w = frame.transpose() * world * frame;
    let shot = solved(w, frame.transpose() * (0.8 * c), FRICTION, RESTITUTION, termination);
    let on_cue = frame * shot.impulse;
    let spin = n.cross(&on_cue) * (-2.5 / (BALL_MASS * RADIUS));
    (-on_cue / BALL_MASS, spin.z)
}

#[test]
fn the_horizontal_shot_of_jia2008_is_poissons() {
    let (velocity, spin) = horizontal_shot(Termination::Poisson);
    assert!((velocity - vector![0.6299, 0.4614, 0.0]).amax() < PRINTED.0, "{velocity}");
    assert!((spin - 10.42).abs() < PRINTED.1, "{spin}");
}

/// The paper's own model is energetic; its printed row is 37 units of the last decimal away from that.
#[test]
fn the_horizontal_shot_of_jia2008_is_not_the_energetic_one() {
    let (velocity, spin) = horizontal_shot(Termination::Energetic);
    assert!((velocity - vector![0.6336, 0.4653, 0.0]).amax() < PRINTED.0, "{velocity}");
    assert!((spin - 10.398).abs() < PRINTED.1 / 10.0, "{spin}");
    assert!((velocity.x - 0.6299).abs() > 50.0 * PRINTED.0);
}
