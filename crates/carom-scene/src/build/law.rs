//! Laws for a single contact from their keys.

use std::sync::Arc;

use carom::laws::bilinear::Bilinear;
use carom::laws::brach::Brach;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::newton::Newton;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::region::Parameterisation;
use carom::laws::routh::Routh;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LawError};
use nalgebra::{Matrix3, Vector2, Vector3};

use super::refusal;
use crate::problem::{Located, Problem, Span};
use crate::read::{LawKey, RegionKey};

/// The law. `axes` has (t₁, t₂, n) as its columns, for what the file says in world axes.
pub(super) fn build(key: &LawKey, axes: &Matrix3<f64>) -> Result<Arc<dyn ImpactLaw>, Problem> {
    Ok(match key {
        LawKey::Newton => Arc::new(Newton),
        &LawKey::Routh { termination } => Arc::new(Routh { termination }),
        LawKey::Whittaker => Arc::new(Whittaker),
        LawKey::Smith => Arc::new(Smith),
        LawKey::Brach { impulse_ratios, kinematic_restitution } => {
            let ratios = impulse_ratios.map(|given| Vector2::from(given.value));
            let restitution = kinematic_restitution.map(|given| given.value);
            let span = kinematic_restitution.map(|given| given.span);
            Arc::new(made(Brach::new(ratios, restitution), span.unwrap_or_default())?)
        }
        LawKey::Bilinear => Arc::new(Bilinear),
        LawKey::PfeifferGlocker { reversible_friction: None } => Arc::new(PfeifferGlocker::default()),
        &LawKey::PfeifferGlocker { reversible_friction: Some(Located { value, span }) } => {
            Arc::new(made(PfeifferGlocker::new(value), span)?)
        }
        LawKey::ChatterjeeRuina => Arc::new(ChatterjeeRuina),
        LawKey::Composite { weights, parts } => {
            let part = |(weight, key): &(Located<f64>, LawKey)| Ok((weight.value, build(key, axes)?));
            let parts = parts.iter().map(part).collect::<Result<Vec<_>, Problem>>()?;
            Arc::new(made(Composite::new(parts), *weights)?)
        }
        &LawKey::PermissibleRegion(Located { value, span }) => {
            Arc::new(made(parameterisation(value, axes), span)?)
        }
    })
}

fn parameterisation(key: RegionKey, axes: &Matrix3<f64>) -> Result<Parameterisation, LawError> {
    match key {
        RegionKey::Polar([from_normal, about_normal, part]) => {
            Parameterisation::polar(from_normal, about_normal, part)
        }
        RegionKey::Impulse(impulse) => Ok(Parameterisation::projected(axes.tr_mul(&Vector3::from(impulse)))),
        RegionKey::Ratios([restitution, first, second]) => {
            Parameterisation::ratios(restitution, Vector2::new(first, second))
        }
    }
}

fn made<T>(law: Result<T, LawError>, span: Span) -> Result<T, Problem> {
    law.map_err(|error| refusal::of_law(&error, span))
}
