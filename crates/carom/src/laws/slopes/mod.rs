//! Derivatives of a law's impulse by everything that the law knows of its contact.
//!
//! A law's answer fulfils equations F(p, θ) = 0, one set for each of its cases: stick, slip, the border of the cone. θ are the
//! velocity, the entries of W and the coefficients. However the answer was found, its derivative is
//!
//! ```text
//! dp/dθ = −(∂F/∂p)⁻¹ ∂F/∂θ                                                                          (J.2)
//! ```
//!
//! F is written down once, over [numbers that carry derivatives](Number), and both matrices come out of it. Where one case borders
//! on another the derivative is that of the case taken, and a [`Border`] has the gradient of the number that is zero there: along
//! directions that leave it zero there is no kink.

mod bilinear;
mod brach;
mod chatterjee_ruina;
mod contact;
mod final_slip;
mod implicit;
mod pfeiffer_glocker;
mod smith;

use nalgebra::Vector3;

pub(super) use contact::{Contact, Pair, dot, norm, scaled};
pub(super) use final_slip::{Rebound, ending};
pub(super) use implicit::{Equations, unknowns};

use super::{ImpactLaw, LawError, LoneImpact};
use crate::derivative::KinkCause;
use crate::dual::{Dual, Number};

/// How many numbers a law's impulse depends on: v₀ over (t1, t2, n); the entries t1t1, t1t2, t2t2, t1n, t2n and nn of W; e; μ; e_t. All
/// derivatives are in this order.
pub const NUMBERS: usize = 12;
/// The place of e among them.
pub const RESTITUTION: usize = 9;
/// The place of μ among them.
pub const FRICTION: usize = 10;
/// The place of e_t among them.
pub const TANGENTIAL_RESTITUTION: usize = 11;

/// The place of an entry of W among them; the matrix is symmetric.
#[must_use]
pub fn place_of_entry(row: usize, column: usize) -> usize {
    const PLACES: [[usize; 3]; 3] = [[3, 4, 6], [4, 5, 7], [6, 7, 8]];
    PLACES[row][column]
}

/// A number with its derivatives by all of them.
pub(super) type Slope = Dual<NUMBERS>;

/// What borders on another case, as a part of its terms, is told from rounding by this: the roots that some laws are made of are good
/// to 1e-9.
pub(super) const AT_THE_BORDER: f64 = 1e-9;

/// An impulse and its derivatives.
#[derive(Debug, Clone, PartialEq)]
pub struct Slopes {
    /// Impulse on the first body in the frame (t1, t2, n), in N s.
    pub impulse: Vector3<f64>,
    /// Its derivatives, a row for each component, by the [numbers](NUMBERS) that it depends on. Those by an entry of W are with the one across the
    /// diagonal.
    pub by: [[f64; NUMBERS]; 3],
    /// Where the derivative is that of the case taken.
    pub borders: Vec<Border>,
}

/// The border between two cases of a law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Border {
    /// Why it is one.
    pub cause: KinkCause,
    /// The gradient of what is zero at the border: there is a kink along every direction along which it changes.
    pub change: [f64; NUMBERS],
}

impl Border {
    /// Along one of the numbers.
    fn along(cause: KinkCause, place: usize) -> Self {
        Self { cause, change: Slope::along(0.0, place).slopes }
    }
}

impl Slopes {
    /// Of an impulse with its derivatives.
    pub(super) fn of(impulse: [Slope; 3], borders: Vec<Border>) -> Self {
        let [x, y, z] = impulse.map(|p| p.value);
        Self { impulse: Vector3::new(x, y, z), by: impulse.map(|p| p.slopes), borders }
    }

    /// No impulse.
    fn none(borders: Vec<Border>) -> Self {
        Self { impulse: Vector3::zeros(), by: [[0.0; NUMBERS]; 3], borders }
    }

    /// A part of it.
    pub(super) fn weighted(mut self, weight: f64) -> Self {
        self.by.iter_mut().flatten().for_each(|slope| *slope *= weight);
        Self { impulse: self.impulse * weight, ..self }
    }

    /// The sum of both.
    pub(super) fn and(mut self, other: Self) -> Self {
        let slopes = self.by.iter_mut().flatten().zip(other.by.iter().flatten());
        slopes.for_each(|(slope, added)| *slope += added);
        self.borders.extend(other.borders);
        Self { impulse: self.impulse + other.impulse, ..self }
    }

    /// These slopes with the frame turned back from (t2, −t1, n).
    pub(crate) fn quarter_turned_back(self) -> Self {
        // What stands at a place of the turned frame's list, in the other frame: its place there, and a sign.
        const PLACES: [(usize, f64); NUMBERS] = [
            (1, 1.0),
            (0, -1.0),
            (2, 1.0),
            (5, 1.0),
            (4, -1.0),
            (3, 1.0),
            (7, 1.0),
            (6, -1.0),
            (8, 1.0),
            (9, 1.0),
            (10, 1.0),
            (11, 1.0),
        ];
        let back = |row: &[f64; NUMBERS]| {
            let mut turned = [0.0; NUMBERS];
            row.iter().zip(PLACES).for_each(|(value, (place, sign))| turned[place] = sign * value);
            turned
        };
        let [x, y, z] = [&self.by[0], &self.by[1], &self.by[2]].map(back);
        let impulse = Vector3::new(-self.impulse.y, self.impulse.x, self.impulse.z);
        let borders = self.borders.iter().map(|border| Border { change: back(&border.change), ..*border });
        Self { impulse, by: [y.map(|value| -value), x, z], borders: borders.collect() }
    }
}

/// What a law makes of an impact, with derivatives: nothing if the bodies part.
///
/// # Errors
/// Impacts for which the law has no answer, and laws or cases of them whose derivatives are not known.
pub fn slopes(law: &dyn ImpactLaw, impact: &LoneImpact) -> Result<Slopes, LawError> {
    let approach = impact.velocity().z;
    if approach > 0.0 {
        return Ok(Slopes::none(Vec::new()));
    }
    if approach == 0.0 {
        return match law.impulse(impact)? {
            p if p == Vector3::zeros() => Ok(Slopes::none(vec![Border::along(KinkCause::AtRest, 2)])),
            _ => Err(LawError::NoSlopes { reason: "bodies that do not approach may collide or not" }),
        };
    }
    let mut slopes = if impact.friction() == 0.0 {
        without_friction(impact) // All laws agree.
    } else {
        law.slopes(impact)?
    };
    if impact.restitution() == 0.0 {
        slopes.borders.push(Border::along(KinkCause::EndOfRange, RESTITUTION));
    }
    let finite = |row: &[f64; NUMBERS]| row.iter().all(|x| x.is_finite());
    if slopes.by.iter().chain(slopes.borders.iter().map(|border| &border.change)).all(finite) {
        Ok(slopes)
    } else {
        Err(LawError::NoSlopes { reason: "they are not finite" })
    }
}

/// (N.3).
fn without_friction(impact: &LoneImpact) -> Slopes {
    let contact = Contact::of(impact);
    let zero = Slope::constant(0.0);
    Slopes::of([zero, zero, contact.newton()], vec![Border::along(KinkCause::EndOfRange, FRICTION)])
}

/// The borders that the numbers in a list are at: those that are zero to a part of the given terms.
pub(super) fn borders_at(cause: KinkCause, margins: &[(Slope, f64)]) -> Vec<Border> {
    let at_border = margins.iter().filter(|(margin, terms)| margin.value.abs() <= AT_THE_BORDER * terms);
    at_border.map(|(margin, _)| Border { cause, change: margin.slopes }).collect()
}

/// The two borders of a contact that does not slide before the impact.
pub(super) fn without_slip() -> [Border; 2] {
    [0, 1].map(|place| Border::along(KinkCause::Border, place))
}
