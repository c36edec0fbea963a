//! Rows with one contact whose slip stays on a line: solved and differentiated in closed form, a hundred times as fast.
//!
//! What the closed form does not cover, a row that slides out of its plane or one that grazes, is left to the solver.

use carom::Impact;
use carom::TangentialLaw;
use carom::derivative::{Dual, LANES, LoneBodies, LoneContact, LoneOutcome, Number};
use carom::laws::routh::Termination;
use carom_scene::{Method, Scene};

use crate::model::Steps;
use crate::output::{Output, rebound_angle};
use crate::parameter::{Parameter, Part, at_speed};
use crate::site::{Material, Site};

/// The contact, and where numbers go.
#[derive(Debug)]
pub(crate) struct Lone {
    bodies: LoneBodies,
    contact: LoneContact<f64>,
    termination: Termination,
    /// What each column before and each parameter sets.
    before: Vec<Vec<Place>>,
    sought: Vec<Vec<Place>>,
    outputs: Vec<Output>,
    /// The numbers of the two bodies.
    numbers: [usize; 2],
}

/// A number of the contact; the first of two is the side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Position(usize, usize),
    Velocity(usize, usize),
    Spin(usize, usize),
    Point(usize),
    Normal(usize),
    Restitution,
    Friction,
}

impl Lone {
    /// The closed form of a scene, if it covers what is sought and measured.
    pub fn of(
        scene: &Scene,
        impact: &Impact,
        before: &[Vec<Site>],
        sought: &[Vec<Site>],
        outputs: &[Output],
    ) -> Option<Self> {
        let termination = match scene.method() {
            Method::Simultaneous => Termination::Energetic,
            Method::Routh { termination, .. } => *termination,
            Method::Law { .. } | Method::Complementarity | Method::Sequential { .. } => return None,
        };
        let bodies = LoneBodies::of(impact)?;
        let contact = &impact.contacts()[0];
        let is_simple = match contact.tangential_law() {
            TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => contact.law().gap == 0.0,
            TangentialLaw::Compliant { .. } => matches!(scene.method(), Method::Routh { .. }),
        };
        let numbers = contact.bodies();
        let has = |body: usize| numbers.contains(&body);
        let is_covered = |output: &Output| match *output {
            Output::Velocity(body, _) | Output::Spin(body, _) => has(body),
            Output::NormalImpulse(_) | Output::Impulse(..) | Output::ReboundAngle(_) | Output::Lost => true,
            Output::VelocityBefore(..) | Output::VelocityAfter(..) => true,
            Output::EnergyBefore | Output::EnergyAfter | Output::Duration => false,
            Output::LostInRestitution | Output::LostInFriction => false,
        };
        if !is_simple || !outputs.iter().all(is_covered) {
            return None;
        }
        let places = |lists: &[Vec<Site>]| -> Option<Vec<Vec<Place>>> {
            lists.iter().map(|sites| places(sites, numbers)).collect()
        };
        Some(Self {
            bodies,
            contact: LoneContact::of(impact),
            termination,
            before: places(before)?,
            sought: places(sought)?,
            outputs: outputs.to_vec(),
            numbers,
        })
    }

    /// The contact of a row.
    fn contact<T: Number>(
        &self,
        parameters: &[Parameter],
        before: impl Fn(usize) -> f64,
        x: impl Fn(usize) -> T,
    ) -> LoneContact<T> {
        let mut contact = self.contact.with_derivatives();
        for (column, places) in self.before.iter().enumerate() {
            places.iter().for_each(|&place| set(&mut contact, place, T::constant(before(column))));
        }
        for (k, parameter) in parameters.iter().enumerate() {
            for &place in &self.sought[k] {
                let number = match parameter.part {
                    Part::Exponent => continue,
                    Part::AtReference { speed } if place == Place::Restitution => {
                        at_speed(x(k), x(k + 1), contact.approach_speed(), speed)
                    }
                    Part::Value | Part::AtReference { .. } => x(k),
                };
                set(&mut contact, place, number);
            }
        }
        contact
    }

    fn outcome<T: Number>(&self, contact: &LoneContact<T>) -> Option<LoneOutcome<T>> {
        let is_sound = (0.0..=1.0).contains(&contact.restitution.value()) && contact.friction.value() >= 0.0;
        if is_sound { self.bodies.collide(contact, self.termination) } else { None }
    }

    fn number<T: Number>(&self, output: Output, outcome: &LoneOutcome<T>) -> T {
        let side = |body: usize| usize::from(body != self.numbers[0]);
        match output {
            Output::Velocity(body, axis) => outcome.velocity[side(body)][axis],
            Output::Spin(body, axis) => outcome.angular_velocity[side(body)][axis],
            Output::NormalImpulse(_) => outcome.normal_impulse,
            Output::Impulse(_, axis) => outcome.impulse[axis],
            Output::VelocityBefore(_, axis) => outcome.velocity_before[axis],
            Output::VelocityAfter(_, axis) => outcome.velocity_after[axis],
            Output::ReboundAngle(_) => {
                rebound_angle(&outcome.normal, &outcome.velocity_before, &outcome.velocity_after)
            }
            // What the impulse takes, by the mean of the velocities before and after; the others are not covered.
            Output::Lost
            | Output::EnergyBefore
            | Output::EnergyAfter
            | Output::LostInRestitution
            | Output::LostInFriction
            | Output::Duration => (0..3).fold(T::constant(0.0), |lost, axis| {
                let mean = outcome.velocity_before[axis] + outcome.velocity_after[axis];
                lost - T::constant(0.5) * outcome.impulse[axis] * mean
            }),
        }
    }

    /// The numbers of a row, if the closed form has them.
    pub fn predict(
        &self,
        parameters: &[Parameter],
        before: impl Fn(usize) -> f64,
        x: &[f64],
        into: &mut Vec<f64>,
    ) -> Option<()> {
        let outcome = self.outcome(&self.contact(parameters, before, |k| x[k]))?;
        into.clear();
        into.extend(self.outputs.iter().map(|&output| self.number(output, &outcome)));
        into.iter().all(|value| value.is_finite()).then_some(())
    }

    /// The numbers of a row and their derivatives, if the closed form has them.
    pub fn linearise(
        &self,
        parameters: &[Parameter],
        before: impl Fn(usize) -> f64,
        x: &[f64],
        steps: &Steps,
        (values, slopes): (&mut Vec<f64>, &mut Vec<f64>),
    ) -> Option<()> {
        values.clear();
        values.resize(self.outputs.len(), 0.0);
        slopes.clear();
        slopes.resize(self.outputs.len() * x.len(), 0.0);
        for first in (0..x.len()).step_by(LANES) {
            let dual = |k: usize| {
                let mut dual = Dual::constant(x[k]);
                if (first..first + LANES).contains(&k) && !steps.is_held(k) {
                    dual.slopes[k - first] = 1.0;
                }
                dual
            };
            let outcome = self.outcome(&self.contact(parameters, &before, dual))?;
            for (i, &output) in self.outputs.iter().enumerate() {
                let number = self.number(output, &outcome);
                values[i] = number.value;
                let lanes = LANES.min(x.len() - first);
                slopes[i * x.len() + first..][..lanes].copy_from_slice(&number.slopes[..lanes]);
            }
        }
        values.iter().chain(slopes.iter()).all(|value| value.is_finite()).then_some(())
    }

    /// Whether the bodies of a row do not approach each other.
    pub fn is_idle(&self, parameters: &[Parameter], before: impl Fn(usize) -> f64, x: &[f64]) -> bool {
        self.contact(parameters, before, |k| x[k]).approach_speed() <= 0.0
    }
}

/// Where the numbers of sites go; those of other bodies, and of coefficients that a contact alone does not feel, go nowhere.
fn places(sites: &[Site], numbers: [usize; 2]) -> Option<Vec<Place>> {
    let mut places = Vec::new();
    for &site in sites {
        let side = |body: usize| numbers.iter().position(|&number| number == body);
        places.extend(match site {
            Site::Position(body, axis) => side(body).map(|side| Place::Position(side, axis)),
            Site::Velocity(body, axis) => side(body).map(|side| Place::Velocity(side, axis)),
            Site::Spin(body, axis) => side(body).map(|side| Place::Spin(side, axis)),
            Site::Point(_, axis) => Some(Place::Point(axis)),
            Site::Normal(_, axis) => Some(Place::Normal(axis)),
            Site::Of(_, Material::Restitution) => Some(Place::Restitution),
            Site::Of(_, Material::Friction) => Some(Place::Friction),
            Site::Of(_, Material::Stiffness | Material::TangentialRestitution) => None,
            Site::Of(_, Material::Compliance | Material::Gap) => return None,
        });
    }
    Some(places)
}

fn set<T: Number>(contact: &mut LoneContact<T>, place: Place, number: T) {
    match place {
        Place::Position(side, axis) => contact.position[side][axis] = number,
        Place::Velocity(side, axis) => contact.velocity[side][axis] = number,
        Place::Spin(side, axis) => contact.angular_velocity[side][axis] = number,
        Place::Point(axis) => contact.point[axis] = number,
        Place::Normal(axis) => contact.normal[axis] = number,
        Place::Restitution => contact.restitution = number,
        Place::Friction => contact.friction = number,
    }
}
