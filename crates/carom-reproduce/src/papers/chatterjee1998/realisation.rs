//! Sec. 2 and app. A.1: local mass matrices and the bodies that have them.

use carom::laws::{Coefficients, LoneImpact};
use carom::{Body, Contact, Impact, Model, NormalLaw, Stiffness};
use nalgebra::{Matrix3, SymmetricEigen, Vector3};

use super::support::{ROUNDING, Random};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Two free bodies that touch at the origin with this W, in 1/kg, and approach along z at 1 m/s.
///
/// With the eigenvectors u₁, u₂, u₃ of W, the centre of one body is at −u₁ and that of the other at −u₂. Half of the
/// least eigenvalue is left to the masses, the rest to the moments of inertia about u₂ and u₃, or u₁ and u₃; the third
/// moment is the larger of those two, which the triangle inequality allows.
pub fn bodies_with(w: &Matrix3<f64>) -> Result<Impact, Unmet> {
    let eigen = SymmetricEigen::new(*w);
    let axes: Vec<Vector3<f64>> = eigen.eigenvectors.column_iter().map(Into::into).collect();
    let by_mass = 0.5 * eigen.eigenvalues.min();
    let by_spin = eigen.eigenvalues.map(|value| value - by_mass);
    let body = |centre: usize, along: usize| -> Result<Body, Unmet> {
        let (about_third, about_other) = (1.0 / by_spin[along], 2.0 / by_spin[2]);
        let own = about_third.max(about_other);
        let turned = |axis: usize, moment: f64| axes[axis] * axes[axis].transpose() * moment;
        let inertia = turned(2, about_third) + turned(along, about_other) + turned(centre, own);
        Ok(Body::rigid(2.0 / by_mass, inertia)?.at(-axes[centre])?)
    };
    let first = body(0, 1)?.moving(-Vector3::z())?;
    let law = NormalLaw::touching(Coefficients::default().restitution, Stiffness::UNIT);
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law)?;
    Ok(Impact::new(vec![first, body(1, 0)?], vec![contact], Model::default())?)
}

/// W in the contact's frame, turned into world axes.
fn found_in_world(impact: &Impact) -> Result<Matrix3<f64>, Unmet> {
    let [t1, t2, n] = impact.axes()[0];
    let frame = Matrix3::from_columns(&[t1, t2, n]);
    Ok(frame * LoneImpact::at_contact(impact, 0)?.inverse_mass() * frame.transpose())
}

pub fn mass_matrices() -> Result<Findings, Unmet> {
    let mut numbers = Random::new(1998);
    let (mut errors, mut asymmetries) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        let w = numbers.matrix();
        let found = found_in_world(&bodies_with(&w)?)?;
        errors.push((found - w).norm() / w.norm());
        asymmetries.push((found - found.transpose()).norm() / w.norm());
    }
    let realised = "300 random positive definite M, each given to a pair of free bodies made for it";
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "M of two bodies",
                "every symmetric positive definite M belongs to a pair of free bodies of finite mass",
                Check::bounded("relative error of M⁻¹ of the bodies", errors, ROUNDING),
            )
            .remark(realised),
        )
        .claim(Claim::statement(
            "symmetry of M",
            "M is symmetric",
            Check::bounded("relative difference of M⁻¹ from its transpose", asymmetries, ROUNDING),
        )))
}

/// A.1: three columns of M⁻¹ from calculations with a unit force along each axis, less the one without.
pub fn columns_by_unit_forces() -> Result<Findings, Unmet> {
    let mut numbers = Random::new(7);
    let mut errors = Vec::new();
    for _ in 0..300 {
        let w = numbers.matrix();
        let impact = bodies_with(&w)?;
        let velocity = |force: Vector3<f64>| {
            let after = impact.motions_after(&[force]);
            let at = |i: usize| impact.bodies()[i].velocity_at(&after[i], Vector3::zeros());
            at(0) - at(1)
        };
        let reference = velocity(Vector3::zeros());
        let columns = [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| velocity(axis) - reference);
        errors.push((Matrix3::from_columns(&columns) - found_in_world(&impact)?).norm() / w.norm());
    }
    Ok(Findings::new().claim(Claim::statement(
        "columns of M⁻¹",
        "four calculations, without and with a unit force along each axis, give the columns of M⁻¹ by their differences",
        Check::bounded("relative difference from Carom's M⁻¹", errors, ROUNDING),
    )))
}
