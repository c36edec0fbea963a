//! Contacts, laws and numbers that look random, for the items of this paper.
//!
//! Impacts are in Carom's frame (t1, t2, n) with the sliding along t1. The paper's axes are 1 along n and 2 against the
//! sliding, so that P₁ = pₙ and P₂ = −p₁: [`in_paper`].

use carom::analysis::region::PermissibleRegion;
use carom::laws::brach::Brach;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::routh::{Routh, Termination};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{Coefficients, ImpactLaw, LoneImpact};
use carom::{Friction, Restitution, TangentialRestitution};
use nalgebra::{Matrix3, Vector3, vector};

use crate::item::Unmet;
pub use crate::papers::random::Random;

/// How many random impacts a statement is tried on.
pub const IMPACTS: usize = 4000;

/// Rounding of some dozen operations in matrices of condition up to a thousand, as part of their terms.
pub const ROUNDING: f64 = 1e-12;

/// Routh's law with the paper's termination.
pub const POISSON: Routh = Routh { termination: Termination::Poisson };

/// μ, e and e_t.
pub fn coefficients([friction, e, e_t]: [f64; 3]) -> Result<Coefficients, Unmet> {
    Ok(Coefficients {
        restitution: Restitution::new(e)?,
        friction: Friction::new(friction)?,
        tangential_restitution: TangentialRestitution::new(e_t)?,
    })
}

/// An impact from W in 1/kg, v in m/s, and μ, e, e_t.
pub fn lone(w: Matrix3<f64>, v: Vector3<f64>, given: [f64; 3]) -> Result<LoneImpact, Unmet> {
    Ok(LoneImpact::new(w, v, coefficients(given)?)?)
}

/// W of a plane: t1 and n are coupled by [[a, b], [b, c]], t2 stands on its own. In 1/kg.
pub fn planar(a: f64, b: f64, c: f64) -> Matrix3<f64> {
    Matrix3::new(a, 0.0, b, 0.0, 1.0, 0.0, b, 0.0, c)
}

/// W at the end of a slender rod of 1 kg and 1 m that stands at `tilt` above the table and slides with its end first
/// (`forwards`) or last.
pub fn rod(tilt: f64, forwards: bool) -> Matrix3<f64> {
    let (sin, cos) = tilt.sin_cos();
    let coupling = if forwards { 3.0 * sin * cos } else { -3.0 * sin * cos };
    planar(1.0 + 3.0 * sin * sin, coupling, 1.0 + 3.0 * cos * cos)
}

/// A uniform disk of 1 kg: 1 + 2 along the tangent.
pub fn disk() -> Matrix3<f64> {
    Matrix3::from_diagonal(&vector![3.0, 3.0, 1.0])
}

/// A uniform ball of 1 kg: 1 + 5/2 along the tangents.
pub fn ball() -> Matrix3<f64> {
    Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0])
}

/// (P₂, P₁) of an impulse, in N s.
pub fn in_paper(impulse: &Vector3<f64>) -> [f64; 2] {
    [-impulse.x, impulse.z]
}

/// The laws of secs. 4.2 and 5 that know every impact, without tangential restitution.
pub fn general_laws() -> Vec<(&'static str, Box<dyn ImpactLaw>)> {
    vec![
        ("Routh", Box::new(POISSON)),
        ("Whittaker", Box::new(Whittaker)),
        ("Smith", Box::new(Smith)),
        ("Brach", Box::new(Brach::default())),
        ("Pfeiffer–Glocker", Box::new(PfeifferGlocker::default())),
        ("new law", Box::new(ChatterjeeRuina)),
    ]
}

/// By how much an impulse breaks each of the four conditions of sec. 3.2, as a part of the energy, the speed or the
/// impulse before: energy, penetration, tension, cone; negative if it keeps it.
pub fn breaches(impact: &LoneImpact, impulse: &Vector3<f64>) -> [f64; 4] {
    let m = PermissibleRegion::of(impact).membership(impulse);
    [m.energy, m.penetration, m.tension, m.cone].map(|margin| -margin.relative)
}

/// The largest of [`breaches`].
pub fn breach(impact: &LoneImpact, impulse: &Vector3<f64>) -> f64 {
    breaches(impact, impulse).into_iter().fold(f64::NEG_INFINITY, f64::max)
}

/// An impulse in a short text, in N s.
pub fn shown(impulse: &Vector3<f64>) -> String {
    // Not −0.0000.
    let [x, y, z] = [impulse.x, impulse.y, impulse.z].map(|part| (part * 1e4).round() / 1e4 + 0.0);
    format!("({x:.4}, {y:.4}, {z:.4})")
}

/// Random impacts and what they are made of.
impl Random {
    /// L Lᵀ + δ with entries of order one and δ from 0.01 to 0.1.
    pub fn matrix(&mut self) -> Matrix3<f64> {
        let l = Matrix3::from_fn(|i, j| if j <= i { self.between(-1.0, 1.0) } else { 0.0 });
        l * l.transpose() + Matrix3::identity() * 10.0_f64.powf(self.between(-2.0, -1.0))
    }

    /// An approach in any direction.
    pub fn velocity(&mut self) -> Vector3<f64> {
        let v = self.vector();
        vector![v.x, v.y, -v.z.abs().max(0.01)]
    }

    /// μ of 0.03 to 10, e of 0 to 1, e_t of −1 to 1.
    pub fn coefficients(&mut self) -> [f64; 3] {
        let friction = 10.0_f64.powf(self.between(-1.5, 1.0));
        [friction, self.between(0.0, 1.0), self.between(-1.0, 1.0)]
    }

    /// Any W, v, μ, e and e_t.
    pub fn spatial(&mut self) -> Result<LoneImpact, Unmet> {
        let (w, v) = (self.matrix(), self.velocity());
        lone(w, v, self.coefficients())
    }

    /// The same in the plane of t1 and n, sliding along t1.
    pub fn in_plane(&mut self) -> Result<LoneImpact, Unmet> {
        let (mut w, v) = (self.matrix(), self.velocity());
        (w.m12, w.m21, w.m23, w.m32) = (0.0, 0.0, 0.0, 0.0);
        lone(w, vector![v.x.abs(), 0.0, v.z], self.coefficients())
    }
}

/// The same impact with another μ, e and e_t.
pub fn with(impact: &LoneImpact, given: [f64; 3]) -> Result<LoneImpact, Unmet> {
    Ok(impact.with_coefficients(coefficients(given)?))
}
