//! Bodies under every model.

use nalgebra::{Matrix2, Vector3};

use super::answer::{Answer, Before};
use super::lone::sequenced_laws;
use super::models::{COMPLEMENTARITY, FrictionModel, Simultaneous, Unanswered, simultaneous};
use super::{Comparison, Row, Verdict};
use crate::body::{Body, Motion};
use crate::contact::Contact;
use crate::contact_problem::Model;
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::impact::Impact;
use crate::laws::{ImpactLaw, LoneImpact, complementarity};
use crate::outcome::Outcome;
use crate::phase::RestitutionLaw;
use crate::sequence::{Rules, Sequence};

impl Comparison {
    /// Bodies under every model: those for a single contact if there is only one, otherwise those for several.
    #[must_use]
    pub fn of_bodies(impact: &Impact) -> Self {
        if let [contact] = impact.contacts()
            && contact.law().gap == 0.0
            && let Ok(lone) = LoneImpact::at_contact(impact, 0)
        {
            return Self::of_lone_impact(&lone, contact.tangential_law().compliance()).with_motions(impact);
        }
        let laws: Vec<TangentialLaw> = impact.contacts().iter().map(Contact::tangential_law).collect();
        let before = before(impact);
        let together = simultaneous(&laws).map(|model| {
            let answer = at_once(impact, &model).map(|outcome| answer(&before, impact, &outcome));
            Row::new(model.name, model.title, None, answer)
        });
        let rubs = laws.iter().any(|law| law.has_friction());
        let in_turn = sequenced_laws(rubs).into_iter().map(|(name, law)| {
            let answer = one_by_one(impact, law.as_ref()).map(|outcome| answer(&before, impact, &outcome));
            let declaration = law.declaration();
            let title = format!("one collision after the other, {}", declaration.title);
            Row::new(format!("sequential-{name}"), title, Some(declaration.promises), answer)
        });
        let answer = by_complementarity(impact).map(|outcome| answer(&before, impact, &outcome));
        let complementary = Row::new(COMPLEMENTARITY.0, COMPLEMENTARITY.1, None, answer);
        let rows = together.chain([complementary]).chain(in_turn).collect();
        Self { rows, lone_impact: None, tangents: Matrix2::identity() }.with_motions(impact)
    }

    /// The answers with the motions of the bodies they are about, and with the part of all their kinetic energy.
    fn with_motions(mut self, impact: &Impact) -> Self {
        let energy = kinetic_energy(impact);
        for row in &mut self.rows {
            let Verdict::Answer(answer) = &mut row.verdict else { continue };
            let normal: Vec<f64> = answer.contacts.iter().map(|c| c.impulse.z).collect();
            let tangential: Vec<_> = answer.contacts.iter().map(|c| c.impulse.xy()).collect();
            answer.bodies = impact.motions_after(&impact.world_impulses(&normal, &tangential));
            answer.energy_kept = if energy > 0.0 { 1.0 - answer.energy_lost / energy } else { 1.0 };
        }
        self
    }
}

fn kinetic_energy(impact: &Impact) -> f64 {
    let motions: Vec<Motion> = impact.bodies().iter().map(Body::motion).collect();
    impact.kinetic_energy(&motions)
}

fn before(impact: &Impact) -> Before {
    let contacts = impact.contacts();
    Before {
        friction: contacts.iter().map(|contact| contact.tangential_law().coefficient()).collect(),
        velocity: (0..contacts.len()).map(|i| impact.relative_velocity(i)).collect(),
        energy: kinetic_energy(impact),
    }
}

/// The outcome in the contacts' frames.
fn answer(before: &Before, impact: &Impact, outcome: &Outcome) -> Answer {
    let in_frame =
        |(i, vector): (usize, Vector3<f64>)| Vector3::from(impact.axes()[i].map(|axis| axis.dot(&vector)));
    let contacts = || outcome.contacts.iter().enumerate();
    let impulses: Vec<Vector3<f64>> = contacts().map(|(i, contact)| in_frame((i, contact.impulse))).collect();
    let velocities: Vec<Vector3<f64>> =
        contacts().map(|(i, contact)| in_frame((i, contact.velocity_after))).collect();
    before.answer(&impulses, &velocities, outcome.energy.lost())
}

/// The same bodies with other rules.
fn variant(
    impact: &Impact,
    restitution: RestitutionLaw,
    friction: FrictionModel,
) -> Result<Impact, InputError> {
    let rules = Model { restitution, ..impact.contact_problem().model() };
    let contact = |contact: &Contact| contact.clone().with_friction(friction.of(contact.tangential_law()));
    let contacts = impact.contacts().iter().map(contact).collect();
    Impact::with_joints(impact.bodies().to_vec(), contacts, impact.joints().to_vec(), rules)
}

fn at_once(impact: &Impact, model: &Simultaneous) -> Result<Outcome, Unanswered> {
    Ok(variant(impact, model.restitution, model.friction)?.solve()?)
}

fn by_complementarity(impact: &Impact) -> Result<Outcome, Unanswered> {
    let rigid = variant(impact, RestitutionLaw::default(), FrictionModel::Rigid)?;
    Ok(complementarity::solve(&rigid)?.outcome)
}

fn one_by_one(impact: &Impact, law: &dyn ImpactLaw) -> Result<Outcome, Unanswered> {
    let rigid = variant(impact, RestitutionLaw::default(), FrictionModel::Rigid)?;
    Ok(Sequence::new(&rigid, Rules::default())?.solve(law)?.into())
}
