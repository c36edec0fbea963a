//! A single contact under every law.

use nalgebra::{DMatrix, Vector3};

use super::answer::{Answer, ContactAnswer, mode_of, restitution_seen};
use super::{Comparison, Row, Verdict};
use crate::contact_problem::{ContactProblem, Model, NormalLaw};
use crate::coupling::Coupling;
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::laws::bilinear::Bilinear;
use crate::laws::brach::Brach;
use crate::laws::chatterjee_ruina::ChatterjeeRuina;
use crate::laws::composite::Composite;
use crate::laws::newton::Newton;
use crate::laws::pfeiffer_glocker::PfeifferGlocker;
use crate::laws::region::{Parameterisation, PermissibleRegion};
use crate::laws::routh::{Routh, Termination};
use crate::laws::smith::Smith;
use crate::laws::whittaker::Whittaker;
use crate::laws::{Collision, ImpactLaw, LawError, LoneImpact, apply};
use crate::quantity::{Compliance, Stiffness};

/// Poisson's ratio for which the compliance of a contact that gives none is taken: most metals.
const POISSONS_RATIO: f64 = 0.3;

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
    let centroid = Parameterisation::polar(0.0, 0.0, 0.0).ok();
    laws.extend(centroid.map(|law| ("permissible-region", Box::new(law) as Box<dyn ImpactLaw>)));
    laws
}

impl Comparison {
    /// A single contact under every law and under the engine's models with rigid and with compliant friction. Without a
    /// `compliance` that of spheres whose Poisson's ratio is 0.3 is taken.
    #[must_use]
    pub fn of_lone_impact(impact: &LoneImpact, compliance: Option<Compliance>) -> Self {
        let region = PermissibleRegion::of(impact);
        let laws = every_law();
        let mut rows: Vec<Row> = laws.iter().map(|(name, law)| law_row(name, law.as_ref(), &region)).collect();
        rows.extend(engine_rows(&region, compliance));
        Self { rows }
    }
}

fn law_row(name: &str, law: &dyn ImpactLaw, region: &PermissibleRegion) -> Row {
    let declaration = law.declaration();
    let verdict = match apply(law, region.impact()) {
        Ok(collision) => Verdict::Answer(answer(region, &collision)),
        Err(LawError::OutsideDomain { reason }) => Verdict::DoesNotApply(reason.to_owned()),
        Err(error) => Verdict::NoAnswer(error.to_string()),
    };
    Row {
        name: name.to_owned(),
        title: declaration.title.to_owned(),
        promises: Some(declaration.promises),
        verdict,
    }
}

/// What a collision means for a contact with this permissible region.
pub(super) fn answer(region: &PermissibleRegion, collision: &Collision) -> Answer {
    let impact = region.impact();
    let before = impact.contact_energy();
    let contact = ContactAnswer {
        impulse: collision.impulse,
        velocity: collision.velocity,
        restitution: restitution_seen(impact.velocity().z, collision.velocity.z),
        mode: mode_of(impact.friction(), &collision.impulse),
        breaches: region.membership(&collision.impulse).broken().collect(),
    };
    let lost = collision.energy_lost();
    let energy_kept = if before > 0.0 { 1.0 - lost / before } else { 1.0 };
    Answer { contacts: vec![contact], bodies: Vec::new(), energy_lost: lost, energy_kept }
}

/// The engine's models with rigid and with compliant friction; without friction they are one.
fn engine_rows(region: &PermissibleRegion, compliance: Option<Compliance>) -> Vec<Row> {
    let friction = region.impact().coefficients().friction;
    if friction.value() == 0.0 {
        return vec![engine_row("simultaneous", "simultaneous impact", TangentialLaw::Frictionless, region)];
    }
    let mut rows = vec![engine_row(
        "simultaneous",
        "simultaneous impact, rigid friction",
        TangentialLaw::Rigid { friction },
        region,
    )];
    if let Some(compliance) = compliance.or_else(|| Compliance::of_round_contact(POISSONS_RATIO).ok()) {
        let title = format!("simultaneous impact, compliant friction ({:.4})", compliance.value());
        let law = TangentialLaw::Compliant { friction, compliance };
        rows.push(engine_row("simultaneous-compliant", &title, law, region));
    }
    rows
}

fn engine_row(name: &str, title: &str, law: TangentialLaw, region: &PermissibleRegion) -> Row {
    let impact = region.impact();
    let verdict = match problem(impact, law) {
        Err(error) => Verdict::DoesNotApply(error.to_string()),
        Ok(problem) => match problem.solve() {
            Err(error @ crate::SolveError::InfiniteFriction { .. }) => Verdict::DoesNotApply(error.to_string()),
            Err(error) => Verdict::NoAnswer(error.to_string()),
            Ok(solution) => {
                let tangential = solution.tangential_impulse.first().copied().unwrap_or_default();
                let impulse = Vector3::new(tangential.x, tangential.y, solution.impulse[0]);
                let collision = Collision {
                    normal_loss: solution.lost_in_restitution,
                    friction_loss: solution.lost_in_friction,
                    ..Collision::of_impulse(impact, impulse)
                };
                Verdict::Answer(answer(region, &collision))
            }
        },
    };
    Row { name: name.to_owned(), title: title.to_owned(), promises: None, verdict }
}

fn problem(impact: &LoneImpact, law: TangentialLaw) -> Result<ContactProblem, InputError> {
    let w = impact.inverse_mass();
    let coupling = Coupling::from_spatial_matrix(&DMatrix::from_fn(3, 3, |row, column| w[(row, column)]))?;
    let (velocity, normal) = (impact.velocity(), impact.coefficients().restitution);
    let laws = vec![NormalLaw::touching(normal, Stiffness::UNIT)];
    ContactProblem::new(coupling, vec![velocity.z], laws, Model::default())?
        .with_friction(vec![law], vec![velocity.xy()])
}
