//! One contact with friction and tangential compliance: exactly, and as the paper's program had it.

use carom::{
    Compliance, ContactProblem, Coupling, Friction, Model, NormalLaw, Restitution, Stiffness, TangentialLaw,
};
use carom_reference::jia2012::{CompliantContact, Jia2012, Reading};
use nalgebra::{DMatrix, Vector3};

use crate::item::Unmet;

/// The paper's step of the normal impulse, in newton seconds.
pub const STEP: f64 = 5e-5;

/// The error of the paper's program, for which nearly every number with restitution is off.
pub const SLIP_ERROR: &str = "slips at μe instead of μ in restitution";

/// That error as an erratum.
pub const SLIP_ERRATUM: &str = "The simulations let the contact slip at μe instead of μ during restitution, \
    against Coulomb's law and the paper's own eq. (46).";

/// For slips of the pen that need not be the author's.
pub const COPY: &str = "A sign, an exponent or a capital may also have been lost in a copy of the text.";

/// Friction at the end of springs; `ratio` is η₀².
pub fn compliant(friction: f64, ratio: f64) -> Result<TangentialLaw, Unmet> {
    Ok(TangentialLaw::Compliant { friction: Friction::new(friction)?, compliance: Compliance::new(ratio)? })
}

/// A contact of unit stiffness with the given restitution.
pub fn normal_law(restitution: f64) -> Result<NormalLaw, Unmet> {
    Ok(NormalLaw::touching(Restitution::new(restitution)?, Stiffness::UNIT))
}

/// The contact as a problem of Carom, with the normal stiffness in newtons per metre.
pub fn problem(contact: &CompliantContact, stiffness: f64) -> Result<ContactProblem, Unmet> {
    let coupling = Coupling::from_spatial_matrix(&DMatrix::from_column_slice(3, 3, contact.w.as_slice()))?;
    let law = NormalLaw::touching(Restitution::new(contact.restitution)?, Stiffness::new(stiffness)?);
    let normal = ContactProblem::new(coupling, vec![contact.velocity.z], vec![law], Model::default())?;
    let tangential = compliant(contact.friction, contact.stiffness_ratio)?;
    Ok(normal.with_friction(vec![tangential], vec![contact.velocity.xy()])?)
}

/// The impulse, in newton seconds.
pub fn impulse(contact: &CompliantContact) -> Result<Vector3<f64>, Unmet> {
    let solution = problem(contact, 1.0)?.solve()?;
    Ok(solution.tangential_impulse[0].push(solution.impulse[0]))
}

/// The impulse as the paper's program had it, in newton seconds.
pub fn simulated_impulse(contact: &CompliantContact) -> Result<Vector3<f64>, Unmet> {
    Ok(Jia2012::new(STEP, Reading::AsSimulated)?.solve(contact)?.impulse)
}
