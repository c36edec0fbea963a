//! The permissible region of impulse space against closed forms, sampling and the invariants of impact.

mod membership;
mod parameterisations;
mod size;
mod special;

use carom::Friction;
use carom::analysis::region::PermissibleRegion;
use carom::laws::{Coefficients, LoneImpact};
use nalgebra::{Matrix3, Vector3, vector};

/// `SplitMix64`: the same impacts on every run.
struct Generator(u64);

impl Generator {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        #[allow(clippy::cast_precision_loss)] // 53 bits fit
        let bits = ((z ^ (z >> 31)) >> 11) as f64;
        bits / 9_007_199_254_740_992.0
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-1.0, 1.0))
    }

    /// W = L Lᵀ with entries of order one.
    fn matrix(&mut self) -> Matrix3<f64> {
        let l = Matrix3::from_fn(|i, j| if j <= i { self.between(-1.0, 1.0) } else { 0.0 });
        l * l.transpose() + Matrix3::identity() * 0.05
    }

    fn velocity(&mut self) -> Vector3<f64> {
        vector![self.between(-2.0, 2.0), self.between(-2.0, 2.0), self.between(-2.0, -0.05)]
    }

    fn impact(&mut self) -> LoneImpact {
        let (w, v) = (self.matrix(), self.velocity());
        impact(w, v, self.between(0.0, 1.5))
    }

    /// In the plane of t1 and n.
    fn planar_impact(&mut self) -> LoneImpact {
        let (mut w, mut v) = (self.matrix(), self.velocity());
        (w.m12, w.m21, w.m23, w.m32, v.y) = (0.0, 0.0, 0.0, 0.0, 0.0);
        impact(w, v, self.between(0.0, 1.5))
    }
}

fn with_friction(friction: f64) -> Coefficients {
    let friction = Friction::new(friction).expect("the tests have friction of zero or more");
    Coefficients { friction, ..Coefficients::default() }
}

fn impact(w: Matrix3<f64>, v: Vector3<f64>, friction: f64) -> LoneImpact {
    LoneImpact::new(w, v, with_friction(friction)).expect("the matrix is positive semidefinite")
}

fn region(w: Matrix3<f64>, v: Vector3<f64>, friction: f64) -> PermissibleRegion {
    PermissibleRegion::of(&impact(w, v, friction))
}

/// A box that holds the whole region of a bounded M: the energy ellipsoid's.
fn bounding_box(impact: &LoneImpact) -> (Vector3<f64>, Vector3<f64>) {
    let mass = impact.mass().expect("M is bounded");
    let twice = 2.0 * impact.contact_energy();
    let half = Vector3::from_fn(|i, _| (twice * mass[(i, i)]).sqrt());
    (impact.sticking_impulse() - half, impact.sticking_impulse() + half)
}

/// A pendulum whose rod stands askew on the floor: its tip moves along (1, 0, −1) only.
fn pendulum() -> Matrix3<f64> {
    Matrix3::new(1.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 1.0)
}
