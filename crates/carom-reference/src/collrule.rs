//! \[Chatterjee1998, appendix A.2\]: the law of Chatterjee and Ruina, step by step as their program has it.
//!
//! In any axes, with a unit normal n and the mass matrix M:
//!
//! ```text
//! P_I  = −n (n·V)/(n·M⁻¹n) ,   P_II = −M V                            [Chatterjee1998, eqs. (3), (4)]  (K.1)
//! P̂    = (1 + e) P_I + (1 + e_t) (P_II − P_I)                         [Chatterjee1998, eq. (10)]       (K.2)
//! κ    = μ (1 + e) n·P_I/(|P_II,t| − μ n·(P_II − P_I)) if |P̂_t| > μ n·P̂, else 1 + e_t
//!                                                                     [Chatterjee1998, eqs. (12)–(14)] (K.3)
//! P    = (1 + e) P_I + κ (P_II − P_I)                                 [Chatterjee1998, eq. (11)]       (K.4)
//! ```
//!
//! The inverse is that of M as it stands; μ must be finite.

use nalgebra::{Matrix3, Vector3};

/// What the law needs to know of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// M, in kg.
    pub mass: Matrix3<f64>,
    /// Unit normal, towards the body that the impulse acts on.
    pub normal: Vector3<f64>,
    /// μ, finite.
    pub friction: f64,
    /// e.
    pub restitution: f64,
    /// e_t.
    pub tangential_restitution: f64,
}

/// The impulse at a contact with this relative velocity in m/s, in N s; none if M has no inverse.
#[must_use]
pub fn impulse(contact: &Contact, velocity: Vector3<f64>) -> Option<Vector3<f64>> {
    let Contact { mass, normal, friction, restitution, tangential_restitution } = *contact;
    let across = |p: Vector3<f64>| p - normal * normal.dot(&p);
    let inverse = mass.try_inverse()?;
    let frictionless = normal * (-normal.dot(&velocity) / normal.dot(&(inverse * normal))); // (K.1)
    let sticking = -(mass * velocity); // (K.1)
    let difference = sticking - frictionless;
    let bounced = frictionless * (1.0 + restitution);
    let candidate = bounced + difference * (1.0 + tangential_restitution); // (K.2)
    let slips = across(candidate).norm() > friction * normal.dot(&candidate);
    let kappa = if slips {
        let excess = across(sticking).norm() - friction * normal.dot(&difference);
        friction * normal.dot(&bounced) / excess // (K.3)
    } else {
        1.0 + tangential_restitution // (K.3)
    };
    Some(bounced + difference * kappa) // (K.4)
}
