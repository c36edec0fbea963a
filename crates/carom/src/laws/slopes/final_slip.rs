//! The equations of friction that opposes the slip which is left: (V.1), (V.2) and (Y.1).

use nalgebra::Vector3;

use super::contact::{Contact, Pair, norm, scaled};
use super::implicit::{Equations, unknowns};
use super::{AT_THE_BORDER, Border, Slope, borders_at};
use crate::derivative::KinkCause;
use crate::dual::Number;
use crate::laws::LawError;

/// The normal velocity that an impact ends with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::laws) enum Rebound {
    /// None.
    Rest,
    /// −e vₙ with the contact's e.
    Restitution,
}

impl Rebound {
    /// Δ = vₙ⁺ − vₙ.
    pub fn gain<T: Number>(self, contact: &Contact<T>) -> T {
        match self {
            Self::Rest => -contact.velocity[2],
            Self::Restitution => -(T::constant(1.0) + contact.restitution) * contact.velocity[2],
        }
    }
}

/// (V.1): the unknowns are p.
pub(in crate::laws) struct Sticking(pub Rebound);

impl Equations<3> for Sticking {
    const NEEDS_INVERSE: bool = true;

    fn left<T: Number>(&self, contact: &Contact<T>, p: &[T; 3]) -> [T; 3] {
        let change = contact.velocity_change(p);
        let [x, y] = contact.slip();
        [x + change[0], y + change[1], change[2] - self.0.gain(contact)]
    }
}

/// (V.2), p = P (−β u, α): the unknowns are p_t and P.
pub(in crate::laws) struct FinalSlip(pub Rebound);

impl Equations<3> for FinalSlip {
    fn left<T: Number>(&self, contact: &Contact<T>, unknown: &[T; 3]) -> [T; 3] {
        let [alpha, beta] = contact.cone();
        let impulse = [unknown[0], unknown[1], alpha * unknown[2]];
        let after = contact.velocity_after(&impulse);
        let direction = unit(&[after[0], after[1]]);
        let share = beta * unknown[2];
        [
            unknown[0] + share * direction[0],
            unknown[1] + share * direction[1],
            contact.velocity_change(&impulse)[2] - self.0.gain(contact),
        ]
    }
}

/// (Y.1) for a load that is given: the unknowns are p_t.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::laws) enum Loaded {
    Stick,
    Slip,
}

impl Equations<2> for Loaded {
    fn left<T: Number>(&self, contact: &Contact<T>, p: &Pair<T>) -> Pair<T> {
        let [normal, radius] = contact.load;
        let after = contact.velocity_after(&[p[0], p[1], normal]);
        let after = [after[0], after[1]];
        match self {
            Self::Stick => after,
            Self::Slip => {
                let direction = unit(&after);
                [p[0] + radius * direction[0], p[1] + radius * direction[1]]
            }
        }
    }
}

fn unit<T: Number>(a: &Pair<T>) -> Pair<T> {
    scaled(a, T::constant(1.0) / norm(a))
}

/// β pₙ − α|p_t|: how far an impulse is from the border of the cone, and the size of the terms.
pub(in crate::laws) fn within_cone<T: Number>(contact: &Contact<T>, p: &[T; 3]) -> (T, f64) {
    let [alpha, beta] = contact.cone();
    let (held, used) = (beta * p[2], alpha * norm(&[p[0], p[1]]));
    (held - used, held.value().abs() + used.value())
}

/// The derivatives of an impulse that ends an impact with a given normal velocity, in stick or against the slip that is left. One that hardly
/// slips is at the border of stick.
///
/// # Errors
/// As those of [`unknowns`].
pub(in crate::laws) fn ending(
    contact: &Contact<Slope>,
    impulse: &Vector3<f64>,
    rebound: Rebound,
    borders: &mut Vec<Border>,
) -> Result<[Slope; 3], LawError> {
    let plain = [impulse.x, impulse.y, impulse.z];
    let after = contact.constant::<f64>().velocity_after(&plain);
    if norm(&[after[0], after[1]]) <= AT_THE_BORDER * contact.terms(&plain) {
        let p = unknowns(contact, &Sticking(rebound), plain, borders)?;
        borders.extend(borders_at(KinkCause::Border, &[within_cone(contact, &p)]));
        return Ok(p);
    }
    let [alpha, beta] = contact.cone();
    let size =
        if alpha.value >= beta.value { impulse.z / alpha.value } else { impulse.xy().norm() / beta.value };
    let [x, y, size] = unknowns(contact, &FinalSlip(rebound), [plain[0], plain[1], size], borders)?;
    Ok([x, y, alpha * size])
}
