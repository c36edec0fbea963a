//! A ball falls on a ball that rests on a table, under mono-stiffness.

use carom::{
    Body, Contact, Impact, Model, NormalLaw, Outcome, Restitution, RestitutionLaw, Separation, Stiffness,
    Trace,
};
use carom_plot::{Clock, FigureKind, Picture, Subject, View, draw};
use nalgebra::{Vector3, vector};

use crate::item::Unmet;
use carom_reference::scenes::SplitMix;

/// The paper's law: stiffness never changes, restitution ends at (1 − e²) of the largest strain energy.
pub const PAPER: Model =
    Model { restitution: RestitutionLaw::MonoStiffness, separation: Separation::Instant };

/// What decides the impact; contact 1 is ball-ball, contact 2 ball-table.
#[derive(Debug, Clone, Copy)]
pub struct Balls {
    /// Upper and lower mass, in kilograms.
    pub mass: [f64; 2],
    /// Coefficients of restitution.
    pub restitution: [f64; 2],
    /// Stiffnesses, in newtons per metre.
    pub stiffness: [f64; 2],
    /// Velocity of the upper ball, in metres per second, negative downwards.
    pub velocity: f64,
}

impl Balls {
    /// The collision of Fig. 4; e is √0.9 and √0.4.
    pub fn figure_4() -> Self {
        let restitution = [0.9_f64.sqrt(), 0.4_f64.sqrt()];
        Self { mass: [1.0, 1.0], restitution, stiffness: [1.0, 10.0], velocity: -3.0 }
    }

    /// Masses within a factor of 10, stiffness ratios within 100, speeds from 0.5 to 5 m/s, e from `least` to 1.
    pub fn random(random: &mut SplitMix, least: f64) -> Self {
        Self {
            mass: [1.0, random.scale(0.1, 10.0)],
            restitution: [random.between(least, 1.0), random.between(least, 1.0)],
            stiffness: [1.0, random.scale(0.01, 100.0)],
            velocity: -random.between(0.5, 5.0),
        }
    }

    pub fn impact(&self) -> Result<Impact, Unmet> {
        let upper = Body::ball(self.mass[0], 1.0)?.at(vector![0.0, 0.0, 3.0])?;
        let upper = upper.moving(vector![0.0, 0.0, self.velocity])?;
        let lower = Body::ball(self.mass[1], 1.0)?.at(vector![0.0, 0.0, 1.0])?;
        let contact = |number: usize, height: f64| -> Result<Contact, Unmet> {
            let restitution = Restitution::new(self.restitution[number])?;
            let law = NormalLaw::touching(restitution, Stiffness::new(self.stiffness[number])?);
            Ok(Contact::new([number, number + 1], vector![0.0, 0.0, height], Vector3::z(), law)?)
        };
        let contacts = vec![contact(0, 2.0)?, contact(1, 0.0)?];
        Ok(Impact::new(vec![upper, lower, Body::fixed()], contacts, PAPER)?)
    }

    /// Velocities of both balls for impulses of both contacts, eq. (13).
    pub fn velocities(&self, impulse: [f64; 2]) -> [f64; 2] {
        let [m1, m2] = self.mass;
        [self.velocity + impulse[0] / m1, (impulse[1] - impulse[0]) / m2]
    }
}

/// Velocities of both balls after the impact.
pub fn velocities(outcome: &Outcome) -> [f64; 2] {
    [outcome.bodies[0].linear.z, outcome.bodies[1].linear.z]
}

/// The paper's name of a state.
pub fn state_name(active: &[usize]) -> &'static str {
    match active {
        [0, 1] => "S1",
        [1] => "S2",
        [0] => "S3",
        _ => "end",
    }
}

/// The states in order, without the end.
pub fn sequence(trace: &Trace) -> Vec<&'static str> {
    let names = trace.states().iter().map(|state| state_name(&state.active)).collect::<Vec<_>>();
    names.into_iter().filter(|&name| name != "end").collect()
}

/// The states that the collision visits.
pub fn diagram(title: &str, balls: &Balls) -> Result<Picture, Unmet> {
    let impact = balls.impact()?;
    let (_, trace) = impact.trace()?;
    let body_names = ["upper ball", "lower ball", "table"].map(str::to_owned);
    let contact_names = ["1", "2"].map(str::to_owned);
    let subject = Subject {
        title,
        impact: Some(&impact),
        problem: impact.contact_problem(),
        body_names: &body_names,
        contact_names: &contact_names,
        trace: &trace,
        contact: None,
        clock: Clock::Relative,
        view: View::default(),
    };
    Ok(draw(FigureKind::Diagram, &subject)?)
}
