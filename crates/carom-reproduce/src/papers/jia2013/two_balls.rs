//! A ball falls on a ball that rests on a table.

use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
use carom_plot::{FigureKind, Subject, draw};
use nalgebra::{Vector3, vector};

use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// The paper's first-order steps of the impulse leave this error in its velocities.
const EULER: (f64, &str) = (4e-4, "Euler steps of the impulse, first order");

/// The impact: masses 1 and `lower` in kilograms, speed 1 m/s, restitution and stiffness of each contact.
fn impact(lower: f64, restitution: [f64; 2], stiffness: [f64; 2]) -> Result<Impact, Unmet> {
    let upper = Body::ball(1.0, 1.0)?.at(vector![0.0, 0.0, 3.0])?.moving(vector![0.0, 0.0, -1.0])?;
    let lower = Body::ball(lower, 1.0)?.at(vector![0.0, 0.0, 1.0])?;
    let law = |contact: usize| -> Result<NormalLaw, Unmet> {
        Ok(NormalLaw::touching(Restitution::new(restitution[contact])?, Stiffness::new(stiffness[contact])?))
    };
    let contacts = vec![
        Contact::new([0, 1], vector![0.0, 0.0, 2.0], Vector3::z(), law(0)?)?,
        Contact::new([1, 2], vector![0.0, 0.0, 0.0], Vector3::z(), law(1)?)?,
    ];
    Ok(Impact::new(vec![upper, lower, Body::fixed()], contacts, Model::default())?)
}

pub fn elastic() -> Result<Findings, Unmet> {
    let impact = impact(2.0 / 3.0_f64.sqrt(), [1.0, 1.0], [1.0, 1.0])?;
    let (outcome, trace) = impact.trace()?;
    let velocity = [0, 1].map(|body: usize| outcome.bodies[body].linear.z);
    let names = ["upper ball", "lower ball", "table"].map(str::to_owned);
    let contact_names = ["1", "2"].map(str::to_owned);
    let subject = Subject {
        title: "Elastic impact of a ball on a ball on a table",
        impact: Some(&impact),
        problem: impact.contact_problem(),
        body_names: &names,
        contact_names: &contact_names,
        trace: &trace,
        contact: None,
    };
    Ok(Findings::new()
        .claim(
            Claim::numbers("v₁, v₂ after the impact / m/s", "0.94484 0.30376", &velocity)
                .within(EULER.0, EULER.1),
        )
        .figure(draw(FigureKind::ImpulsePlane, &subject)?, "The impulse curve in the bounding ellipse."))
}
