//! Points, lines and surfaces of impulse space \[Chatterjee1998, sec. 3.1\].
//!
//! ```text
//! E_c(p) = ½ (p − p_II)·W(p − p_II)      contact energy, its eq. (5)                                    (I.5)
//! E_c(p) − E_c(0) = p·v₀ + p·Wp/2        its change, which is that of the system: E(p) of (I.1)
//! semi-axis along eigenvector i of W     √(2 E_c(0)/λᵢ)                                                 (I.6)
//! W n · p = −vₙ                          plane of maximum compression                                   (I.7)
//! A p_t + b pₙ = −v_t                    line of sticking, A and b the tangential rows of W             (I.8)
//! ```

use nalgebra::{Matrix3, SymmetricEigen, Vector2, Vector3};

use super::FrictionCone;
use crate::laws::LoneImpact;
use crate::laws::lone_impact::ROUNDING_OF_EIGENVALUES;

/// The points, lines and surfaces of one contact's impulse space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landmarks {
    /// p_I, in N s: plastic without friction.
    pub plastic: Vector3<f64>,
    /// 2p_I, in N s: elastic without friction.
    pub elastic: Vector3<f64>,
    /// p_II, in N s: plastic and sticking.
    pub sticking: Vector3<f64>,
    /// E_c(0) of (I.5), in J: what impulses can take away.
    pub contact_energy: f64,
    /// Where the energy is what it was.
    pub energy_surface: EnergySurface,
    /// Where the normal velocity is zero, (I.7): normal W n in 1/kg, offset −vₙ in m/s.
    pub maximum_compression: Plane,
    /// Where the tangential velocity is zero, (I.8).
    pub line_of_sticking: Sticking,
    /// The friction cone, with its apex at the origin.
    pub cone: FrictionCone,
}

/// The impulses p with normal·p = offset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// Not of unit length.
    pub normal: Vector3<f64>,
    /// In the unit of the normal times N s.
    pub offset: f64,
}

/// The impulses that leave the energy as it was.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EnergySurface {
    /// M is bounded.
    Ellipsoid {
        /// p_II, in N s.
        centre: Vector3<f64>,
        /// Half the axes, in N s, the longest first.
        semi_axes: Vector3<f64>,
        /// Their directions, as columns.
        directions: Matrix3<f64>,
    },
    /// A bearing makes M unbounded: the axes along which W is zero have no end.
    Cylinder {
        /// p_II, in N s: the point of the cylinder's axis or middle plane that is nearest to the origin.
        centre: Vector3<f64>,
        /// Half the axes, in N s, the longest first: infinite along the cylinder.
        semi_axes: Vector3<f64>,
        /// Their directions, as columns.
        directions: Matrix3<f64>,
    },
    /// A body is driven: v₀ has a part that no impulse could have caused, and along it the energy falls without end.
    Paraboloid {
        /// That part of v₀, in m/s.
        driven: Vector3<f64>,
    },
}

/// The impulses that stop the sliding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sticking {
    /// A line.
    Line {
        /// A point of it, in N s: the one without normal impulse.
        point: Vector3<f64>,
        /// Its direction per unit of normal impulse.
        direction: Vector3<f64>,
    },
    /// A plane: nothing moves along one tangent.
    Plane {
        /// A point of it, in N s.
        point: Vector3<f64>,
        /// Two directions that span it: per unit of normal impulse, and along the tangent.
        directions: [Vector3<f64>; 2],
    },
    /// All of them: nothing moves along the tangents.
    Everywhere,
    /// None: a body is driven along a tangent along which no impulse moves it.
    Nowhere,
}

impl Landmarks {
    /// Those of an impact.
    #[must_use]
    pub fn of(impact: &LoneImpact) -> Self {
        let plastic = impact.plastic_impulse();
        Self {
            plastic,
            elastic: 2.0 * plastic,
            sticking: impact.sticking_impulse(),
            contact_energy: impact.contact_energy(),
            energy_surface: EnergySurface::of(impact),
            maximum_compression: Plane {
                normal: impact.inverse_mass().column(2).into(), // (I.7)
                offset: -impact.velocity().z,
            },
            line_of_sticking: Sticking::of(impact),
            cone: FrictionCone::of(impact.friction()),
        }
    }
}

impl EnergySurface {
    fn of(impact: &LoneImpact) -> Self {
        let null = NullSpace::of(impact);
        let driven = null.part_of(&impact.velocity());
        if driven.norm() > ROUNDING_OF_EIGENVALUES * impact.velocity().norm() {
            return Self::Paraboloid { driven };
        }
        let centre = impact.sticking_impulse();
        let twice = 2.0 * impact.contact_energy().max(0.0);
        let semi_axes = null.eigenvalues.map(|x| if x > 0.0 { (twice / x).sqrt() } else { f64::INFINITY }); // (I.6)
        match impact.mass() {
            Some(_) => Self::Ellipsoid { centre, semi_axes, directions: null.directions },
            None => Self::Cylinder { centre, semi_axes, directions: null.directions },
        }
    }
}

/// The eigenvectors of W, and which of them have none of its eigenvalue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NullSpace {
    /// In 1/kg, rising; zero below rounding.
    pub eigenvalues: Vector3<f64>,
    /// As columns.
    pub directions: Matrix3<f64>,
}

impl NullSpace {
    pub fn of(impact: &LoneImpact) -> Self {
        let eigen = SymmetricEigen::new(impact.inverse_mass());
        let mut order = [0, 1, 2];
        order.sort_by(|i, j| eigen.eigenvalues[*i].total_cmp(&eigen.eigenvalues[*j]));
        let rounding = ROUNDING_OF_EIGENVALUES * eigen.eigenvalues.amax();
        let bounded = impact.mass().is_some();
        let eigenvalues = Vector3::from_fn(|i, _| {
            let eigenvalue = eigen.eigenvalues[order[i]];
            if bounded || eigenvalue > rounding { eigenvalue } else { 0.0 }
        });
        let directions = Matrix3::from_fn(|row, i| eigen.eigenvectors[(row, order[i])]);
        Self { eigenvalues, directions }
    }

    /// The directions in which no impulse moves the contact.
    pub fn basis(&self) -> Vec<Vector3<f64>> {
        let null = |i: &usize| self.eigenvalues[*i] == 0.0;
        (0..3).filter(null).map(|i| self.directions.column(i).into()).collect()
    }

    /// The part of a velocity along them.
    fn part_of(&self, velocity: &Vector3<f64>) -> Vector3<f64> {
        self.basis().iter().map(|direction| direction * direction.dot(velocity)).sum()
    }
}

impl Sticking {
    fn of(impact: &LoneImpact) -> Self {
        let w = impact.inverse_mass();
        let coupling = Vector2::new(w.m13, w.m23);
        let sliding = impact.velocity().xy();
        let eigen = SymmetricEigen::new(w.fixed_view::<2, 2>(0, 0).into_owned());
        let rounding = ROUNDING_OF_EIGENVALUES * w.amax();
        let (mut point, mut direction) = (Vector2::zeros(), Vector2::zeros());
        let mut free: Vec<Vector2<f64>> = Vec::new();
        for (value, along) in eigen.eigenvalues.iter().zip(eigen.eigenvectors.column_iter()) {
            if *value > rounding {
                point -= along * (along.dot(&sliding) / value); // (I.8)
                direction -= along * (along.dot(&coupling) / value); // (I.8)
            } else if along.dot(&sliding).abs() > ROUNDING_OF_EIGENVALUES * impact.velocity().norm() {
                return Self::Nowhere;
            } else {
                free.push(along.into());
            }
        }
        let (point, direction) = (point.push(0.0), direction.push(1.0));
        match free[..] {
            [] => Self::Line { point, direction },
            [along] => Self::Plane { point, directions: [direction, along.push(0.0)] },
            _ => Self::Everywhere,
        }
    }
}
