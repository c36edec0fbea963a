//! The pencil of [Jia2012, sec. 8.2]: a cylinder on a cone, thrown on a desk point first.

use std::f64::consts::FRAC_PI_3;

use carom::{Body, Contact, Impact, Model};
use carom_reference::jia2012::CompliantContact;
use nalgebra::{Matrix3, UnitQuaternion, Vector3, vector};

use super::contact::{compliant, normal_law, simulated_impulse};
use crate::item::Unmet;

/// θ: the angle between the pencil and the desk, in radians.
pub const TILT: f64 = FRAC_PI_3;
/// h₁: the length of the cylinder, in metres.
const LONG: f64 = 3.0;
/// h₂: the height of the cone, in metres.
const SHORT: f64 = 0.5;
/// The part of the mass in the cylinder; volumes are as h₁ to h₂/3.
pub const CYLINDER: f64 = LONG / (LONG + SHORT / 3.0);
/// The part of the mass in the cone.
pub const CONE: f64 = 1.0 - CYLINDER;
/// h: from the tip to the centre of mass, in metres, as appendix C prints it.
pub const HEIGHT: f64 =
    (6.0 * LONG * LONG + 12.0 * LONG * SHORT + 3.0 * SHORT * SHORT) / (12.0 * LONG + 4.0 * SHORT);
/// μ, e and η₀² of [Jia2012, eq. (90)].
const FRICTION: f64 = 0.8;
const RESTITUTION: f64 = 0.5;
const RATIO: f64 = 17.0 / 14.0;

/// A pencil of mass 1 kg with the geometry of [Jia2012, eq. (89)].
#[derive(Debug, Clone, Copy)]
pub struct Pencil {
    /// Q₁₁ = Q₂₂ about the centre of mass, in kilogram square metres.
    pub across: f64,
    /// Q₃₃, in kilogram square metres.
    pub along: f64,
}

impl Pencil {
    /// With its true inertia.
    pub const TRUE: Self = Self { across: true_moment(0.5), along: (0.5 * CYLINDER + 0.3 * CONE) * 0.25 };

    /// With the inertia that the printed velocities have in them: eq. (85) for r = 1.
    pub const AS_SIMULATED: Self = Self { across: printed_moment(1.0), ..Self::TRUE };

    /// From its own axes to those of the desk, [Jia2012, eq. (86)].
    pub fn turn() -> UnitQuaternion<f64> {
        UnitQuaternion::from_axis_angle(&Vector3::y_axis(), std::f64::consts::FRAC_PI_2 - TILT)
    }

    /// V₀, in metres per second, [Jia2012, eq. (91)].
    pub fn velocity_before() -> Vector3<f64> {
        vector![-(FRAC_PI_3 / 2.0).cos(), 0.0, -(FRAC_PI_3 / 2.0).sin()] * 5.0
    }

    /// ω₀ in its own axes, in radians per second, [Jia2012, eq. (91)].
    pub fn spin_before() -> Vector3<f64> {
        vector![-1.0, -0.5, -0.5]
    }

    /// Its inertia in its own axes, in kilogram square metres.
    pub fn inertia(&self) -> Matrix3<f64> {
        Matrix3::from_diagonal(&vector![self.across, self.across, self.along])
    }

    /// The strike, with the tip at the origin.
    pub fn impact(&self) -> Result<Impact, Unmet> {
        let turn = Self::turn().to_rotation_matrix();
        let body = Body::rigid(1.0, turn * self.inertia() * turn.inverse())?
            .at(turn * vector![0.0, 0.0, HEIGHT])?
            .moving(Self::velocity_before())?
            .spinning(turn * Self::spin_before())?;
        let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), normal_law(RESTITUTION)?)?;
        let contact = contact.with_friction(compliant(FRICTION, RATIO)?);
        Ok(Impact::new(vec![body, Body::fixed()], vec![contact], Model::default())?)
    }

    /// The strike in contact space, along (x, y, z).
    pub fn contact(&self) -> CompliantContact {
        self.contact_spinning(&Self::spin_before())
    }

    /// The same with another angular velocity in its own axes, in radians per second.
    pub fn contact_spinning(&self, spin: &Vector3<f64>) -> CompliantContact {
        let (sin, cos) = TILT.sin_cos();
        let lever = vector![sin, 0.0, -cos];
        let square = lever * lever.transpose() + Vector3::y() * Vector3::y().transpose();
        CompliantContact {
            w: Matrix3::identity() + square * (HEIGHT * HEIGHT / self.across),
            velocity: Self::velocity_before() + vector![-spin.y * sin, spin.x, spin.y * cos] * HEIGHT,
            friction: FRICTION,
            restitution: RESTITUTION,
            stiffness_ratio: RATIO,
        }
    }

    /// The impulse, in newton seconds.
    pub fn impulse(&self) -> Result<Vector3<f64>, Unmet> {
        Ok(self.impact()?.solve()?.contacts[0].impulse)
    }

    /// The impulse with the paper's slip in restitution, in newton seconds.
    pub fn simulated_impulse(&self) -> Result<Vector3<f64>, Unmet> {
        simulated_impulse(&self.contact())
    }

    /// Angular velocity in its own axes after an impulse, in radians per second, [Jia2012, eq. (87)].
    pub fn spin_after(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        let (sin, cos) = TILT.sin_cos();
        let turned = vector![-impulse.y, impulse.x * sin - impulse.z * cos, 0.0];
        Self::spin_before() - turned * (HEIGHT / self.across)
    }

    /// Kinetic energy for a velocity and an angular velocity in its own axes, in joules.
    pub fn energy(&self, velocity: &Vector3<f64>, spin: &Vector3<f64>) -> f64 {
        0.5 * velocity.norm_squared() + 0.5 * spin.dot(&(self.inertia() * spin))
    }
}

/// l: from the centre of mass to the middle of the cylinder, in metres.
const MIDDLE: f64 = LONG / 2.0 + SHORT - HEIGHT;

/// Q₁₁ of [Jia2012, eq. (85)] for a radius in metres: the cone's moment about its vertex is shifted by h as if
/// it were about its centre of mass.
pub const fn printed_moment(radius: f64) -> f64 {
    CYLINDER * ((3.0 * radius * radius + LONG * LONG) / 12.0 + MIDDLE * MIDDLE)
        + CONE * (0.6 * (0.25 * radius * radius + SHORT * SHORT) + HEIGHT * HEIGHT)
}

/// Q₁₁ of [Jia2012, eq. (104)] for a radius in metres, with the matrices Q₁, Q₂ times two factors: none are
/// printed, the masses are meant.
pub fn parts_of_104(radius: f64, [cylinder, cone]: [f64; 2]) -> f64 {
    cylinder * (0.25 * radius * radius + LONG * LONG / 12.0)
        + CYLINDER * MIDDLE * MIDDLE
        + cone * (0.15 * radius * radius + 0.6 * SHORT * SHORT)
        + CONE * HEIGHT * HEIGHT
}

/// The true Q₁₁ for a radius in metres: a cone's centre of mass is ¾ of its height from the vertex.
pub const fn true_moment(radius: f64) -> f64 {
    let low = HEIGHT - 0.75 * SHORT;
    CYLINDER * ((3.0 * radius * radius + LONG * LONG) / 12.0 + MIDDLE * MIDDLE)
        + CONE * (3.0 / 80.0 * (4.0 * radius * radius + SHORT * SHORT) + low * low)
}

/// The centre of mass above the tip from the parts, in metres.
pub const fn height_of_parts() -> f64 {
    CYLINDER * (SHORT + LONG / 2.0) + CONE * 0.75 * SHORT
}
