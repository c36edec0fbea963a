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
use crate::site::{ContactNumber, Site};

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
                let mut dual = <Dual>::constant(x[k]);
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
            Site::Of(_, ContactNumber::Restitution) => Some(Place::Restitution),
            Site::Of(_, ContactNumber::Friction) => Some(Place::Friction),
            Site::Of(_, ContactNumber::Stiffness | ContactNumber::TangentialRestitution) => None,
            Site::Of(_, ContactNumber::Compliance | ContactNumber::Gap) => return None,
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

#[cfg(test)]
mod tests {
    use carom_scene::FitFile;

    use crate::model::{Linear, Model, Origin};
    use crate::parameter::Parameter;
    use crate::predictor::{Memory, Route};
    use crate::study::{Sources, Study};

    /// Differences of the solver are right to about this: (LS.7).
    const DIFFERENCES: f64 = 1e-7;
    /// Rounding of the solver.
    const ROUNDED: f64 = 1e-11;

    /// A block in a plane that sticks, slips and slips back, with restitution that falls with speed; one row misses.
    fn study() -> Study {
        let file = r#"
            fit.data = "table.csv"
            [[scene.body]]
            name = "block"
            mass = 0.05
            inertia = [[1, 0, 0], [0, 1.875e-5, 0], [0, 0, 1]]
            [[scene.body]]
            name = "plate"
            fixed = true
            [[scene.contact]]
            between = ["block", "plate"]
            point = [0.01, 0, -0.02]
            normal = [0, 0, 1]
            restitution = 0.5
            friction = "sought"
            [[parameter]]
            at = "contact.0.restitution"
            name = "e"
            depends_on = "approach-speed"
            reference_speed = 1
            [[parameter]]
            at = "contact.0.point.x"
        "#;
        let table = "body.block.velocity.x,body.block.velocity.z,body.block.angular_velocity.y,\
                     bodies.block.velocity.x,bodies.block.angular_velocity.y,contacts.block-plate.rebound_angle,energy.lost\n\
                     1,-2,5,1,1,0,0\n-1.5,-1,-30,1,1,0,0\n0.1,-3,0,1,1,0,0\n0.2,-0.5,40,1,1,0,0\n0,2,0,0,0,0,0\n";
        let sources = Sources { data: Some(table.to_owned()), ..Sources::default() };
        Study::new(&FitFile::parse(file).expect("a fit file"), &sources).expect("a study")
    }

    #[test]
    fn the_closed_form_predicts_and_differentiates_as_the_solver_does() {
        let (fast, mut slow) = (study(), study());
        let Route::Direct(direct) = &mut slow.predictor.route else { panic!("changed in place") };
        assert!(direct.lone.take().is_some());
        let steps = fast.steps();
        let (mut exact, mut rough, mut memory) = (Linear::default(), Linear::default(), Memory::default());
        for [friction, e, exponent, place] in
            [[0.2, 0.6, 0.1, 0.012], [0.05, 0.9, 0.3, -0.01], [0.8, 0.3, 0.0, 0.004]]
        {
            let number = |parameter: &Parameter| match parameter.name.as_str() {
                "e" => e,
                "e.exponent" => exponent,
                "contact.0.friction" => friction,
                "contact.0.point.x" => place,
                other => panic!("{other}"),
            };
            let x: Vec<f64> = fast.parameters().iter().map(number).collect();
            for row in 0..fast.rows() {
                fast.predictor.linearise(row, &x, &steps, &mut memory, &mut exact).expect("solved");
                slow.predictor.linearise(row, &x, &steps, &mut memory, &mut rough).expect("solved");
                assert_eq!((exact.origin, rough.origin), (Origin::Exact, Origin::Differences));
                for (a, b) in exact.values.iter().zip(&rough.values) {
                    assert!((a - b).abs() < ROUNDED * (1.0 + b.abs()), "row {row} {x:?}: {a} {b}");
                }
                let size = rough.slopes.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
                for (place, (a, b)) in exact.slopes.iter().zip(&rough.slopes).enumerate() {
                    assert!((a - b).abs() < DIFFERENCES * size, "row {row} {x:?}, {place}: {a} {b}");
                }
            }
        }
    }
}
