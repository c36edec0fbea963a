//! Centre of mass and inertia of a shape of given mass.
//!
//! Each solid i has mass mᵢ ∝ density × volume, centre cᵢ and inertia Jᵢ about cᵢ in its own axes, turned by Rᵢ:
//!
//! ```text
//! c = Σ mᵢ cᵢ / Σ mᵢ                                                        (centre)
//! J = Σ Rᵢ Jᵢ Rᵢᵀ + mᵢ (|cᵢ − c|² E − (cᵢ − c)(cᵢ − c)ᵀ)                    (parallel axes)
//! ```
//!
//! The sums are done in a unit of length near the shape's size, so that no volume over- or underflows.

use crate::error::ShapeError;
use crate::parry_adapter::UnitDensity;
use crate::placed::unit_near;
use crate::shape::Shape;
use crate::solid::{Solid, solids_of};
use nalgebra::{Matrix3, Vector3};

/// What a body's dynamics needs to know of its shape.
#[derive(Clone, Debug, PartialEq)]
pub struct MassProperties {
    /// Total mass, kg.
    pub mass: f64,
    /// Centre of mass in the shape's frame, m.
    pub centre_of_mass: Vector3<f64>,
    /// Inertia about the centre of mass, in the shape's axes, kg m².
    pub inertia: Matrix3<f64>,
}

impl Shape {
    /// Centre of mass and inertia of this shape filled uniformly (compounds: by relative density) with `mass` (kg).
    ///
    /// # Errors
    /// A bad shape, a mass that is not positive, or a plane, which has no mass.
    pub fn mass_properties(&self, mass: f64) -> Result<MassProperties, ShapeError> {
        self.check()?;
        if !(mass.is_finite() && mass > 0.0) {
            return Err(ShapeError::Mass { mass });
        }
        if let Self::Plane { .. } = self {
            return Err(ShapeError::PlaneHasNoMass);
        }
        let unit = unit_near(self.size());
        let lumps: Vec<Lump> = solids_of(self)
            .iter()
            .map(|weighted| Lump::new(&weighted.solid.scaled(1.0 / unit), weighted.density))
            .collect();
        let total: f64 = lumps.iter().map(|lump| lump.mass).sum();
        let centre: Vector3<f64> = lumps.iter().map(|lump| lump.centre * (lump.mass / total)).sum(); // (centre)
        let inertia: Matrix3<f64> = lumps.iter().map(|lump| lump.inertia_about(&centre)).sum();
        Ok(MassProperties {
            mass,
            centre_of_mass: centre * unit,
            inertia: inertia * (mass / total) * unit * unit,
        })
    }
}

/// One solid's share of a body.
struct Lump {
    mass: f64,
    centre: Vector3<f64>,
    inertia: Matrix3<f64>,
}

impl Lump {
    fn new(solid: &Solid, density: f64) -> Self {
        let UnitDensity { volume, centre_of_mass, principal_inertia } = solid.form.at_unit_density();
        let turn = solid.pose.rotation.to_rotation_matrix();
        let inertia = turn * Matrix3::from_diagonal(&(principal_inertia * density)) * turn.transpose();
        Self {
            mass: density * volume,
            centre: solid.world_point(&centre_of_mass),
            inertia: (inertia + inertia.transpose()) / 2.0,
        }
    }

    fn inertia_about(&self, point: &Vector3<f64>) -> Matrix3<f64> {
        let arm = self.centre - point;
        let shift = Matrix3::from_diagonal_element(arm.norm_squared()) - arm * arm.transpose();
        self.inertia + shift * self.mass // (parallel axes)
    }
}
