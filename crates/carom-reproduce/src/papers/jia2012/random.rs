//! Random contacts and bodies.

use carom_reference::jia2012::CompliantContact;
use nalgebra::{Matrix3, Rotation3, Vector3};

pub use crate::papers::random::Random;

impl Random {
    pub fn rotation(&mut self) -> Rotation3<f64> {
        Rotation3::new(self.vector() * std::f64::consts::PI)
    }

    /// A body with an inertia that a solid can have: principal moments a + b, b + c, c + a.
    pub fn body(&mut self) -> RandomBody {
        let [a, b, c] = [0, 1, 2].map(|_| self.between(0.05, 0.5));
        RandomBody {
            mass: self.between(0.5, 2.0),
            moments: Vector3::new(b + c, c + a, a + b),
            turn: self.rotation(),
            arm: self.vector(),
        }
    }

    /// A body strikes a fixed one: μ from 0.1 to 1, e from 0.2 to 1, η₀² from 0.5 to 3, tangential velocities
    /// up to twice the normal one along each axis.
    pub fn contact(&mut self) -> CompliantContact {
        let w = self.body().inverse_inertia_at_contact();
        let approach = self.between(0.5, 5.0);
        let along = self.vector() * 2.0 * approach;
        CompliantContact {
            w,
            velocity: Vector3::new(along.x, along.y, -approach),
            friction: self.between(0.1, 1.0),
            restitution: self.between(0.2, 1.0),
            stiffness_ratio: self.between(0.5, 3.0),
        }
    }
}

/// A body that is touched at the end of an arm.
pub struct RandomBody {
    /// Mass, in kilograms.
    pub mass: f64,
    /// Principal moments of inertia, in kilogram square metres.
    pub moments: Vector3<f64>,
    /// From the principal axes to the world.
    pub turn: Rotation3<f64>,
    /// From the centre of mass to the contact, in metres, principal axes.
    pub arm: Vector3<f64>,
}

impl RandomBody {
    /// R P Q⁻¹ P R⁻¹ of [Jia2012, eq. (4)].
    pub fn rotational_part(&self) -> Matrix3<f64> {
        let p = self.arm.cross_matrix();
        let inverse = Matrix3::from_diagonal(&self.moments.map(f64::recip));
        self.turn * (p * inverse * p) * self.turn.inverse()
    }

    /// 1/m − R P Q⁻¹ P R⁻¹.
    pub fn inverse_inertia_at_contact(&self) -> Matrix3<f64> {
        Matrix3::identity() / self.mass - self.rotational_part()
    }

    /// Its inertia tensor in world axes, in kilogram square metres.
    pub fn inertia(&self) -> Matrix3<f64> {
        self.turn * Matrix3::from_diagonal(&self.moments) * self.turn.inverse()
    }
}
