//! The impulses that a law can reach as its coefficients of restitution vary: the curves and areas of
//! \[Chatterjee1998, Figs. 3 to 8\].

use nalgebra::Vector3;

use crate::laws::{Coefficients, ImpactLaw, LoneImpact, Parameter};
use crate::quantity::{Restitution, TangentialRestitution};

/// What a law can reach, in the frame (t1, t2, n), in N s.
#[derive(Debug, Clone, PartialEq)]
pub enum Reach {
    /// As e goes from 0 to 1.
    Curve(Vec<Vector3<f64>>),
    /// As e goes from 0 to 1 and e_t from its least value to 1: the border, which the edges of that rectangle map to.
    Area(Vec<Vector3<f64>>),
}

/// What a law can reach with this contact's friction; samples along each edge of the range of its coefficients. None where it
/// has no answer.
#[must_use]
pub fn reach(law: &dyn ImpactLaw, impact: &LoneImpact, samples: usize) -> Option<Reach> {
    let at = |e: f64, e_t: f64| {
        let coefficients = Coefficients {
            restitution: Restitution::new(e).ok()?,
            tangential_restitution: TangentialRestitution::new(e_t).ok()?,
            ..impact.coefficients()
        };
        law.impulse(&impact.with_coefficients(coefficients)).ok()
    };
    let part = |i: usize| i as f64 / samples.max(1) as f64;
    let parameters = law.declaration().parameters;
    if !parameters.contains(&Parameter::TangentialRestitution) {
        let e_t = impact.tangential_restitution();
        return (0..=samples).map(|i| at(part(i), e_t)).collect::<Option<_>>().map(Reach::Curve);
    }
    let least = if at(0.0, -1.0).is_some() { -1.0 } else { 0.0 }; // Some laws know no e_t below zero.
    let tangential = |i: usize| least + (1.0 - least) * part(i);
    let rising_e = (0..samples).map(|i| at(part(i), least));
    let rising_e_t = (0..samples).map(|i| at(1.0, tangential(i)));
    let falling_e = (0..samples).map(|i| at(1.0 - part(i), 1.0));
    let falling_e_t = (0..samples).map(|i| at(0.0, tangential(samples - i)));
    let border = rising_e.chain(rising_e_t).chain(falling_e).chain(falling_e_t);
    border.collect::<Option<_>>().map(Reach::Area)
}
