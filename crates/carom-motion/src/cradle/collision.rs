//! One collision: neighbours that touch, as balls in a straight row.

use carom::{Body, Contact, Impact, InputError, SolveError};
use nalgebra::Vector3;

use super::row::{Ball, Cradle};

/// Why a collision has no outcome.
pub(crate) enum Refused {
    Input(InputError),
    Solve(SolveError),
}

impl From<InputError> for Refused {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// What a collision does.
pub(crate) struct Resolved {
    /// Speeds along the arc after it, in metres per second.
    pub(crate) speeds: Vec<f64>,
    /// Between neighbours, in newton seconds.
    pub(crate) impulses: Vec<f64>,
    /// In joules.
    pub(crate) lost: f64,
}

/// Resolves the collision of the balls from number `first` on, with these speeds along the arc in metres per second.
///
/// An impact does not depend on a velocity that all bodies share. It is resolved in the frame of the common centre of mass, where small differences
/// of large speeds are not lost.
pub(crate) fn collide(cradle: &Cradle, first: usize, speeds: &[f64]) -> Result<Resolved, Refused> {
    let (impact, shared) = impact(cradle, first, speeds)?;
    let outcome = impact.solve().map_err(Refused::Solve)?;
    Ok(Resolved {
        speeds: outcome.bodies.iter().map(|motion| motion.linear.x + shared).collect(),
        impulses: outcome.contacts.iter().map(|contact| contact.normal_impulse).collect(),
        lost: outcome.energy.lost_in_restitution,
    })
}

/// The impact for the engine, and the velocity of the frame that it is seen from, in metres per second along the arc.
pub(crate) fn impact(cradle: &Cradle, first: usize, speeds: &[f64]) -> Result<(Impact, f64), InputError> {
    let balls = &cradle.balls[first..first + speeds.len()];
    let (mass, momentum) = balls
        .iter()
        .zip(speeds)
        .fold((0.0, 0.0), |(mass, momentum), (ball, speed)| (mass + ball.mass, momentum + ball.mass * speed));
    let shared = momentum / mass;
    let along = Vector3::x();
    // Where the balls are does not matter to a row of points; they are put in order, one metre apart.
    let place = |ball: usize| along * ball as f64;
    let body = |(number, (ball, speed)): (usize, (&Ball, &f64))| {
        Body::point(ball.mass)?.at(place(number))?.moving(along * (speed - shared))
    };
    let bodies: Vec<Body> =
        balls.iter().zip(speeds).enumerate().map(body).collect::<Result<_, InputError>>()?;
    let contact = |left: usize| {
        Contact::new([left + 1, left], place(left), along, cradle.surfaces[first + left].normal_law(0.0))
    };
    let contacts: Vec<Contact> =
        (0..speeds.len().saturating_sub(1)).map(contact).collect::<Result<_, InputError>>()?;
    Ok((Impact::new(bodies, contacts, cradle.model)?, shared))
}
