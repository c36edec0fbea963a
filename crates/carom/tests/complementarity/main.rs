//! Laws by complementarity: Pfeiffer and Glocker's for one contact, and its like for several.

mod lone;
mod lone_random;

use carom::laws::{self, Coefficients, Collision, LawError, LoneImpact, PfeifferGlocker};
use carom::{Friction, Restitution, TangentialRestitution};
use nalgebra::{Matrix3, Vector3};

fn lone(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, e: f64, e_t: f64) -> LoneImpact {
    let coefficients = Coefficients {
        restitution: Restitution::new(e).expect("the tests stay within 0..=1"),
        friction: Friction::new(friction).expect("the tests have friction of zero or more"),
        tangential_restitution: TangentialRestitution::new(e_t).expect("the tests stay within -1..=1"),
    };
    LoneImpact::new(w, v, coefficients).expect("the matrix is positive semidefinite")
}

fn applied(impact: &LoneImpact) -> Result<Collision, LawError> {
    laws::apply(&PfeifferGlocker::default(), impact)
}
