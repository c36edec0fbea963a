//! The algebraic laws against each other, their own promises, closed forms and the symmetries of impact.

mod agreement;
mod invariance;
mod promises;
mod slopes;
mod special;

use carom::laws::bilinear::Bilinear;
use carom::laws::brach::Brach;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::newton::Newton;
use carom::laws::routh::Routh;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{Coefficients, ImpactLaw, LoneImpact};
use carom::{Friction, Restitution, TangentialRestitution};
use nalgebra::{Matrix3, Vector3, vector};

/// How many random impacts a claim is tried on.
const IMPACTS: usize = 100_000;

fn coefficients(friction: f64, restitution: f64, tangential: f64) -> Coefficients {
    Coefficients {
        restitution: Restitution::new(restitution).expect("from 0 to 1"),
        friction: Friction::new(friction).expect("zero or more"),
        tangential_restitution: TangentialRestitution::new(tangential).expect("from -1 to 1"),
    }
}

fn impact(w: Matrix3<f64>, v: Vector3<f64>, friction: f64, restitution: f64) -> LoneImpact {
    LoneImpact::new(w, v, coefficients(friction, restitution, 0.0)).expect("positive semidefinite")
}

/// A planar W: t1 and n coupled by [[a, b], [b, c]], t2 on its own.
fn planar(a: f64, b: f64, c: f64) -> Matrix3<f64> {
    Matrix3::new(a, 0.0, b, 0.0, 1.0, 0.0, b, 0.0, c)
}

fn impulse(law: &dyn ImpactLaw, impact: &LoneImpact) -> Vector3<f64> {
    law.impulse(impact).unwrap_or_else(|error| panic!("{law:?} {impact:?}: {error}"))
}

/// Newton's law for impacts without friction, the bilinear law for central ones.
fn laws_of_narrow_domain() -> [Box<dyn ImpactLaw>; 2] {
    [Box::new(Newton), Box::new(Bilinear)]
}

/// The laws that know every impact.
fn laws() -> Vec<Box<dyn ImpactLaw>> {
    let mixed: Vec<(f64, Box<dyn ImpactLaw>)> =
        vec![(1.0, Box::new(ChatterjeeRuina)), (2.0, Box::new(Smith)), (0.5, Box::new(Brach::default()))];
    vec![
        Box::new(Whittaker),
        Box::new(Smith),
        Box::new(ChatterjeeRuina),
        Box::new(Brach::default()),
        Box::new(Brach { impulse_ratios: Some(vector![0.3, -0.2]), ..Brach::default() }),
        Box::new(Brach { impulse_ratios: Some(vector![-2.0, 0.5]), ..Brach::default() }),
        Box::new(Composite::new(mixed).expect("positive weights")),
    ]
}

/// Routh's law is tested elsewhere; here it is one to compare with.
fn routh() -> Routh {
    Routh::default()
}

/// Numbers that look random (SplitMix64), the same in every run.
struct Numbers(u64);

impl Numbers {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    fn one_of(&mut self, special: &[f64], low: f64, high: f64) -> f64 {
        match self.below(2 * special.len() + 2) {
            i if i < special.len() => special[i],
            _ => self.between(low, high),
        }
    }

    fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-1.0, 1.0))
    }

    /// L Lᵀ + δ with entries of order one and δ from 1e-3 to 0.1.
    fn matrix(&mut self) -> Matrix3<f64> {
        let l = Matrix3::from_fn(|i, j| if j <= i { self.between(-1.0, 1.0) } else { 0.0 });
        l * l.transpose() + Matrix3::identity() * 10.0_f64.powf(self.between(-3.0, -1.0))
    }

    /// μ of 0, ∞, or 0.01 to 100.
    fn friction(&mut self) -> f64 {
        let power = self.between(-2.0, 2.0);
        match self.below(8) {
            0 => 0.0,
            1 => f64::INFINITY,
            _ => 10.0_f64.powf(power),
        }
    }

    fn coefficients(&mut self) -> Coefficients {
        let friction = self.friction();
        let (e, e_t) = (self.one_of(&[0.0, 1.0], 0.0, 1.0), self.one_of(&[-1.0, 0.0, 1.0], -1.0, 1.0));
        coefficients(friction, e, e_t)
    }

    /// Approaching; sometimes grazing, sometimes without slip.
    fn velocity(&mut self) -> Vector3<f64> {
        let mut v = self.vector();
        v.z = -v.z.abs();
        match self.below(8) {
            0 => v.z = 0.0,
            1 => (v.x, v.y) = (0.0, 0.0),
            2 => v.z *= 1e-6,
            _ => {}
        }
        v
    }

    /// In space, with an M that is bounded.
    fn spatial(&mut self) -> LoneImpact {
        let (w, v) = (self.matrix(), self.velocity());
        LoneImpact::new(w, v, self.coefficients()).expect("positive definite")
    }

    /// In the plane of t1 and n.
    fn planar(&mut self) -> LoneImpact {
        let mut w = self.matrix();
        (w.m12, w.m21, w.m23, w.m32) = (0.0, 0.0, 0.0, 0.0);
        if self.below(2) == 0 {
            w.m22 = 0.0;
        }
        let v = self.velocity().component_mul(&vector![1.0, 0.0, 1.0]);
        LoneImpact::new(w, v, self.coefficients()).expect("positive semidefinite")
    }

    /// A W of rank two or one, and a velocity that its bearings allow.
    fn singular(&mut self) -> LoneImpact {
        let rank = 1 + self.below(2);
        let mut w = Matrix3::zeros();
        for _ in 0..rank {
            let column = self.vector();
            w += column * column.transpose();
        }
        w.m33 = w.m33.max(f64::MIN_POSITIVE);
        let v = w * self.vector();
        let v = if v.z > 0.0 { -v } else { v };
        LoneImpact::new(w, v, self.coefficients()).expect("positive semidefinite")
    }
}
