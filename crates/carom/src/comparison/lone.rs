//! A single contact under every law.

use nalgebra::{DMatrix, Matrix2, Vector3};

use super::answer::{Answer, Before};
use super::models::{Unanswered, usual_compliance};
use super::{Comparison, Row};
use crate::analysis::region::{Parameterisation, PolarDirection};
use crate::contact_problem::{ContactProblem, Model, NormalLaw};
use crate::coupling::Coupling;
use crate::friction::TangentialLaw;
use crate::laws::bilinear::Bilinear;
use crate::laws::brach::Brach;
use crate::laws::chatterjee_ruina::ChatterjeeRuina;
use crate::laws::composite::Composite;
use crate::laws::newton::Newton;
use crate::laws::pfeiffer_glocker::PfeifferGlocker;
use crate::laws::routh::{Routh, Termination};
use crate::laws::smith::Smith;
use crate::laws::whittaker::Whittaker;
use crate::laws::{ImpactLaw, LoneImpact, apply};
use crate::quantity::{Compliance, Friction, Stiffness};

/// Every law for a single contact that a comparison shows, with its name there.
#[must_use]
pub fn every_law() -> Vec<(&'static str, Box<dyn ImpactLaw>)> {
    let routh = |termination| Box::new(Routh { termination });
    let mut laws: Vec<(&'static str, Box<dyn ImpactLaw>)> = vec![
        ("newton", Box::new(Newton)),
        ("routh", routh(Termination::Energetic)),
        ("routh-poisson", routh(Termination::Poisson)),
        ("routh-newton", routh(Termination::Newton)),
        ("whittaker", Box::new(Whittaker)),
        ("smith", Box::new(Smith)),
        ("brach", Box::new(Brach::default())),
        ("bilinear", Box::new(Bilinear)),
        ("pfeiffer-glocker", Box::new(PfeifferGlocker::default())),
        ("chatterjee-ruina", Box::new(ChatterjeeRuina)),
    ];
    let parts: Vec<(f64, Box<dyn ImpactLaw>)> =
        vec![(1.0, routh(Termination::Energetic)), (1.0, Box::new(ChatterjeeRuina))];
    laws.extend(Composite::new(parts).ok().map(|law| ("composite", Box::new(law) as Box<dyn ImpactLaw>)));
    let direction = PolarDirection::Space { from_normal: 0.0, azimuth: 0.0 };
    laws.push(("permissible-region", Box::new(Parameterisation::Polar { direction, fraction: 0.0 })));
    laws
}

/// The laws that sequences are compared under: those that answer to all of their contacts, with or without friction.
pub(super) fn sequenced_laws(rubs: bool) -> Vec<(&'static str, Box<dyn ImpactLaw>)> {
    if !rubs {
        return vec![("newton", Box::new(Newton))]; // Without friction they all agree.
    }
    vec![
        ("routh", Box::new(Routh::default())),
        ("whittaker", Box::new(Whittaker)),
        ("smith", Box::new(Smith)),
        ("pfeiffer-glocker", Box::new(PfeifferGlocker::default())),
        ("chatterjee-ruina", Box::new(ChatterjeeRuina)),
    ]
}

impl Comparison {
    /// A single contact under every law and under the engine's models with rigid and with compliant friction. Without a
    /// `compliance` that of a round contact of bodies whose Poisson's ratio is 0.3 is taken.
    #[must_use]
    pub fn of_lone_impact(impact: &LoneImpact, compliance: Option<Compliance>) -> Self {
        let before = Before {
            friction: vec![impact.friction()],
            velocity: vec![impact.velocity()],
            energy: impact.contact_energy(),
        };
        let laws = every_law().into_iter().map(|(name, law)| {
            let declaration = law.declaration();
            let answer = under(law.as_ref(), impact, &before);
            Row::new(name, declaration.title, Some(declaration.promises), answer)
        });
        let engine = engine_models(impact, compliance)
            .into_iter()
            .map(|(name, title, law)| Row::new(name, title, None, simultaneously(law, impact, &before)));
        let (rows, lone_impact) = (laws.chain(engine).collect(), Some(Box::new(*impact)));
        Self { rows, lone_impact, tangents: Matrix2::identity() }
    }
}

fn under(law: &dyn ImpactLaw, impact: &LoneImpact, before: &Before) -> Result<Answer, Unanswered> {
    let collision = apply(law, impact)?;
    Ok(before.answer(&[collision.impulse], &[collision.velocity], collision.energy_lost()))
}

/// The engine's models: rigid and compliant friction; without friction they are one.
fn engine_models(
    impact: &LoneImpact,
    compliance: Option<Compliance>,
) -> Vec<(&'static str, String, TangentialLaw)> {
    let friction = impact.coefficients().friction;
    if friction == Friction::NONE {
        return vec![("simultaneous", "simultaneous impact".to_owned(), TangentialLaw::Frictionless)];
    }
    let rigid = (
        "rigid-friction",
        "simultaneous impact, rigid friction".to_owned(),
        TangentialLaw::Rigid { friction },
    );
    let compliant = compliance.or_else(usual_compliance).map(|compliance| {
        let title = format!("simultaneous impact, compliant friction ({:.4})", compliance.value());
        ("compliant-friction", title, TangentialLaw::Compliant { friction, compliance })
    });
    [rigid].into_iter().chain(compliant).collect()
}

fn simultaneously(law: TangentialLaw, impact: &LoneImpact, before: &Before) -> Result<Answer, Unanswered> {
    let (w, velocity) = (impact.inverse_mass(), impact.velocity());
    let coupling = Coupling::from_spatial_matrix(&DMatrix::from_fn(3, 3, |row, column| w[(row, column)]))?;
    let laws = vec![NormalLaw::touching(impact.coefficients().restitution, Stiffness::UNIT)];
    let solution = ContactProblem::new(coupling, vec![velocity.z], laws, Model::default())?
        .with_friction(vec![law], vec![velocity.xy()])?
        .solve()?;
    let tangential = solution.tangential_impulse.first().copied().unwrap_or_default();
    let impulse: Vector3<f64> = tangential.push(solution.impulse[0]);
    let lost = solution.lost_in_restitution + solution.lost_in_friction + solution.trapped;
    Ok(before.answer(&[impulse], &[impact.velocity_after(&impulse)], lost))
}
