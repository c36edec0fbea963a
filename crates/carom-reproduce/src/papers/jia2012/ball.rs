//! The ball of [Jia2012, sec. 8.1]: mass 1 kg, radius 1 m, on a table.
//!
//! ```text
//! V = V₀ + I ,   ω = ω₀ − (5/2) z × I ,   v = V + z × ω          [Jia2012, eqs. (79), (80)]          (B.1)
//! ```

use carom::{Body, Contact, Impact, Model};
use carom_reference::jia2012::CompliantContact;
use nalgebra::{Matrix3, Vector3, vector};

use super::contact::{compliant, normal_law, simulated_impulse};
use crate::item::Unmet;

/// What happens between the ball and the table.
#[derive(Debug, Clone, Copy)]
pub struct PaperSurface {
    /// μ.
    pub friction: f64,
    /// e.
    pub restitution: f64,
    /// η₀².
    pub ratio: f64,
}

impl PaperSurface {
    /// [Jia2012, eq. (83)].
    pub const PAPER: Self = Self { friction: 0.4, restitution: 0.5, ratio: 17.0 / 14.0 };
}

/// How the ball moves.
#[derive(Debug, Clone, Copy)]
pub struct Moving {
    /// Velocity of its centre, in metres per second.
    pub velocity: Vector3<f64>,
    /// Angular velocity, in radians per second.
    pub spin: Vector3<f64>,
}

impl Moving {
    /// In the plane y = 0, with V_z = −5 m/s.
    pub fn planar(velocity: f64, spin: f64) -> Self {
        Self { velocity: vector![velocity, 0.0, -5.0], spin: vector![0.0, spin, 0.0] }
    }

    /// The strike of [Jia2012, sec. 8.1.1].
    pub fn first() -> Self {
        Self::planar(-1.0, 2.0)
    }

    /// The strike of [Jia2012, Table 1].
    pub fn of_table() -> Self {
        Self { velocity: vector![-1.0, 0.0, -5.0], spin: vector![6.0, 6.0, 0.0] }
    }

    /// As it lands again after a flight.
    pub fn landing(self) -> Self {
        Self { velocity: vector![self.velocity.x, self.velocity.y, -self.velocity.z], ..self }
    }

    /// V_x and ω_y.
    pub fn in_plane(&self) -> [f64; 2] {
        [self.velocity.x, self.spin.y]
    }

    /// Kinetic energy, in joules.
    pub fn energy(&self) -> f64 {
        0.5 * self.velocity.norm_squared() + 0.2 * self.spin.norm_squared()
    }

    /// The same with half of the rotational part, as the paper counts it.
    pub fn miscounted_energy(&self) -> f64 {
        0.5 * self.velocity.norm_squared() + 0.1 * self.spin.norm_squared()
    }

    /// (B.1).
    fn after(self, impulse: Vector3<f64>) -> Self {
        Self { velocity: self.velocity + impulse, spin: self.spin - Vector3::z().cross(&impulse) * 2.5 }
    }
}

/// The bounce as an impact of bodies.
pub fn impact(surface: PaperSurface, before: Moving) -> Result<Impact, Unmet> {
    let ball = Body::ball(1.0, 1.0)?.at(Vector3::z())?.moving(before.velocity)?.spinning(before.spin)?;
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), normal_law(surface.restitution)?)?
        .with_friction(compliant(surface.friction, surface.ratio)?);
    Ok(Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default())?)
}

/// The motion after the bounce.
pub fn bounced(surface: PaperSurface, before: Moving) -> Result<Moving, Unmet> {
    let outcome = impact(surface, before)?.solve()?;
    Ok(Moving { velocity: outcome.bodies[0].linear, spin: outcome.bodies[0].angular })
}

/// The motion after the bounce as the paper's program had it.
pub fn simulated(surface: PaperSurface, before: Moving) -> Result<Moving, Unmet> {
    Ok(before.after(simulated_impulse(&contact(surface, before))?))
}

/// The bounce in contact space.
pub fn contact(surface: PaperSurface, before: Moving) -> CompliantContact {
    CompliantContact {
        w: Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]),
        velocity: before.velocity + Vector3::z().cross(&before.spin),
        friction: surface.friction,
        restitution: surface.restitution,
        stiffness_ratio: surface.ratio,
    }
}

/// The motion after each of several bounces, by one or the other.
pub fn bounces(
    count: usize,
    first: Moving,
    bounce: fn(PaperSurface, Moving) -> Result<Moving, Unmet>,
) -> Result<Vec<Moving>, Unmet> {
    let mut before = first;
    let mut after = Vec::new();
    for _ in 0..count {
        let moving = bounce(PaperSurface::PAPER, before)?;
        after.push(moving);
        before = moving.landing();
    }
    Ok(after)
}
