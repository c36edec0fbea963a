//! What the items share: the cradle, the row of five balls, and problems of the reference solvers given to Carom.

use std::f64::consts::PI;

use carom::{ContactProblem, Coupling, Model, NormalLaw, Restitution, Stiffness, Surface};
use carom_motion::cradle::{Cradle, Swing};
use carom_reference::{Problem, Scene};
use nalgebra::DVector;

use crate::item::Unmet;

/// String length, in metres \[Wang2015, sec. IV-A\].
pub const LENGTH: f64 = 0.129;
/// Radius of the balls, in metres.
pub const RADIUS: f64 = 0.011;
/// Coefficient of restitution between two balls.
pub const RESTITUTION: f64 = 0.95;
/// Angle of the lifted ball, in radians.
pub const RELEASE: f64 = 5.0 * PI / 36.0;
/// The paper gives no mass; none of its results depends on it. In kilograms.
const MASS: f64 = 0.044;

/// Pictures of the camera per second.
pub const FRAMES_PER_SECOND: f64 = 30.0;
/// Standard gravity, in metres per second squared: the paper does not say which it uses.
pub const GRAVITY: f64 = 9.806_65;

/// The cradle of \[Wang2015, sec. IV-A\], ball 1 lifted, with l as the length of the pendulums.
pub fn cradle(swing: Swing) -> Result<Cradle, Unmet> {
    cradle_of_length(LENGTH, swing)
}

/// The same with another distance, in metres, from where the strings hang to the centres of the balls.
pub fn cradle_of_length(length: f64, swing: Swing) -> Result<Cradle, Unmet> {
    let smooth = Surface::smooth(Restitution::new(RESTITUTION)?);
    Ok(Cradle::equal(5, MASS, RADIUS, length, smooth)?.lift_left(1, RELEASE)?.with_swing(swing))
}

/// A problem of the reference solvers as one of Carom's.
pub fn contact_problem(problem: &Problem, model: Model) -> Result<ContactProblem, Unmet> {
    let law = |(&e, &k): (&f64, &f64)| -> Result<NormalLaw, Unmet> {
        Ok(NormalLaw::touching(Restitution::new(e)?, Stiffness::new(k)?))
    };
    let laws = problem.restitution.iter().zip(&problem.stiffness).map(law).collect::<Result<_, _>>()?;
    let velocity = problem.velocity.iter().copied().collect();
    Ok(ContactProblem::new(Coupling::from_matrix(&problem.w)?, velocity, laws, model)?)
}

/// Velocities of the bodies of a scene after its impact, by Carom.
pub fn outcome(scene: &Scene, model: Model) -> Result<DVector<f64>, Unmet> {
    let impulse = contact_problem(&scene.problem, model)?.solve()?.impulse;
    Ok(scene.velocities(&DVector::from_vec(impulse)))
}

/// Largest difference of two rows of numbers.
pub fn apart<'a>(a: impl IntoIterator<Item = &'a f64>, b: impl IntoIterator<Item = &'a f64>) -> f64 {
    a.into_iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// A number with so many decimals and a true minus sign.
pub fn signed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "−")
}
