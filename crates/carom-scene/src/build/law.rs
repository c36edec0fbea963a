//! Laws for a single contact from their keys.

use carom::analysis::region::{Parameterisation, PolarDirection};
use carom::laws::bilinear::Bilinear;
use carom::laws::brach::Brach;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::newton::Newton;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::routh::Routh;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LawError};
use nalgebra::{Matrix3, Vector2, Vector3};

use super::refusal;
use crate::problem::{Located, Problem, Span};
use crate::read::{LawKey, RegionKey};

/// The law. `axes` has (t₁, t₂, n) as its columns, for what the file says in world axes.
pub(super) fn build(key: &LawKey, axes: &Matrix3<f64>) -> Result<Box<dyn ImpactLaw>, Problem> {
    Ok(match key {
        LawKey::Newton => Box::new(Newton),
        &LawKey::Routh { termination } => Box::new(Routh { termination }),
        LawKey::Whittaker => Box::new(Whittaker),
        LawKey::Smith => Box::new(Smith),
        LawKey::Brach { impulse_ratios, kinematic_restitution } => {
            let restitution =
                kinematic_restitution.map(|given| in_range(given, f64::INFINITY)).transpose()?;
            Box::new(Brach {
                impulse_ratios: impulse_ratios.map(|given| Vector2::from(given.value)),
                kinematic_restitution: restitution,
            })
        }
        LawKey::Bilinear => Box::new(Bilinear),
        LawKey::PfeifferGlocker { reversible_friction: None } => Box::new(PfeifferGlocker::default()),
        &LawKey::PfeifferGlocker { reversible_friction: Some(part) } => {
            Box::new(PfeifferGlocker { reversible_friction: in_range(part, 1.0)? })
        }
        LawKey::ChatterjeeRuina => Box::new(ChatterjeeRuina),
        LawKey::Composite { weights, parts } => {
            let part = |(weight, key): &(Located<f64>, LawKey)| Ok((weight.value, build(key, axes)?));
            let parts = parts.iter().map(part).collect::<Result<Vec<_>, Problem>>()?;
            Box::new(made(Composite::new(parts), *weights)?)
        }
        &LawKey::PermissibleRegion(Located { value, span }) => {
            let law = parameterisation(value, axes);
            made(law.check().map_err(named), span)?;
            Box::new(law)
        }
    })
}

fn parameterisation(key: RegionKey, axes: &Matrix3<f64>) -> Parameterisation {
    match key {
        RegionKey::Polar([from_normal, azimuth, fraction]) => {
            let direction = PolarDirection::Space { from_normal, azimuth };
            Parameterisation::Polar { direction, fraction }
        }
        RegionKey::Impulse(impulse) => {
            Parameterisation::Projected { impulse: axes.tr_mul(&Vector3::from(impulse)) }
        }
        RegionKey::Ratios([restitution, first, second]) => {
            Parameterisation::Ratios { restitution, ratios: Vector2::new(first, second) }
        }
    }
}

/// The refusal of a parameter by what the file calls it.
fn named(error: LawError) -> LawError {
    match error {
        LawError::Parameter { what, value, allowed } => {
            let what = match what {
                "psi_1" => "the angle from the normal, the first of `polar`,",
                "psi_2" => "the angle about the normal, the second of `polar`,",
                "rho" => "the part of the way to the boundary, the last of `polar`,",
                other => other,
            };
            LawError::Parameter { what, value, allowed }
        }
        other => other,
    }
}

/// The value, from 0 to `most`.
fn in_range(given: Located<f64>, most: f64) -> Result<f64, Problem> {
    let Located { value, span } = given;
    if (0.0..=most).contains(&value) {
        return Ok(value);
    }
    let range = if most.is_finite() { format!("from 0 to {most}") } else { "zero or more".to_owned() };
    Err(Problem::new(span, format!("the value is {value}")).expected(format!("must be {range}")))
}

fn made<T>(law: Result<T, LawError>, span: Span) -> Result<T, Problem> {
    law.map_err(|error| refusal::of_law(&error, span))
}
