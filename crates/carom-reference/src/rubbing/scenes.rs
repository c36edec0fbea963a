//! Published impacts with friction: a [`Problem`] together with the bodies it came from.
//!
//! With q̇ the stacked velocities of all degrees of freedom,
//!
//! ```text
//! v = J q̇,    q̇ = q̇₀ + M⁻¹ Jᵀ p,    W = J M⁻¹ Jᵀ                                                 (G.1)
//! ```

use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

use super::{Friction, Problem};
use crate::ReferenceError;

/// A problem and the bodies behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The impact in contact space.
    pub problem: Problem,
    /// J: three rows (t₁, t₂, n) per contact, one column per degree of freedom.
    pub jacobian: DMatrix<f64>,
    /// M⁻¹ \[1/kg, 1/(kg m²)\]; zero for what cannot move.
    pub inverse_mass: DMatrix<f64>,
    /// q̇₀: velocities of the degrees of freedom before the impact \[m/s, rad/s\].
    pub initial: DVector<f64>,
}

/// What a contact is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Original normal stiffness \[N/m\].
    pub stiffness: f64,
    /// Energetic coefficient of restitution.
    pub restitution: f64,
    /// Friction.
    pub friction: Friction,
}

impl Scene {
    /// A scene from its bodies, by (G.1).
    pub fn new(
        jacobian: DMatrix<f64>,
        inverse_mass: DMatrix<f64>,
        initial: DVector<f64>,
        surfaces: &[Surface],
    ) -> Result<Self, ReferenceError> {
        let w = &jacobian * &inverse_mass * jacobian.transpose();
        let problem = Problem::new(
            (&w + w.transpose()) * 0.5,
            &jacobian * &initial,
            surfaces.iter().map(|m| m.stiffness).collect(),
            surfaces.iter().map(|m| m.restitution).collect(),
            surfaces.iter().map(|m| m.friction).collect(),
        )?;
        Ok(Self { problem, jacobian, inverse_mass, initial })
    }

    /// q̇ after the impulses p, by (G.1) \[m/s, rad/s\].
    pub fn velocities(&self, impulse: &DVector<f64>) -> DVector<f64> {
        &self.initial + &self.inverse_mass * self.jacobian.transpose() * impulse
    }
}

/// η² = 17/14 of \[Jia2012, eq. (83)\], from Poisson's ratio 0.3.
pub const JIA2012_COMPLIANCE: f64 = 17.0 / 14.0;

/// A solid ball of mass 1 and radius 1 strikes a table \[Jia2012, sec. 8.1\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallOnTable {
    /// Velocity of the centre before the impact \[m/s\]; z is up.
    pub velocity: Vector3<f64>,
    /// Angular velocity before the impact \[rad/s\].
    pub angular_velocity: Vector3<f64>,
    /// Energetic coefficient of restitution.
    pub restitution: f64,
    /// Friction.
    pub friction: Friction,
}

impl BallOnTable {
    /// The ball of \[Jia2012, sec. 8.1.1\], V = (−1, 0, −5), ω = (0, 2, 0), μ = 0.4, η² = 17/14, with any restitution; e = 0.5
    /// in the paper. The unit mass is implied: with it the kinetic energy before the impact is 13.8 (the paper prints 13.4,
    /// having counted half of the rotational part).
    pub fn jia2012(restitution: f64) -> Self {
        Self {
            velocity: Vector3::new(-1.0, 0.0, -5.0),
            angular_velocity: Vector3::new(0.0, 2.0, 0.0),
            restitution,
            friction: Friction::Compliant { coefficient: 0.4, compliance: JIA2012_COMPLIANCE },
        }
    }

    /// Degrees of freedom: V, ω. Contact frame: x, y, z. The stiffness is 1: a lone contact does not feel its value.
    pub fn scene(&self) -> Result<Scene, ReferenceError> {
        let mut jacobian = DMatrix::zeros(3, 6);
        place(&mut jacobian, 0, 0, &Matrix3::identity());
        place(&mut jacobian, 0, 3, &cross(&Vector3::z())); // V + ω × (−z)
        let inverse_mass = DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 1.0, 1.0, 2.5, 2.5, 2.5]));
        let surface = Surface { stiffness: 1.0, restitution: self.restitution, friction: self.friction };
        Scene::new(jacobian, inverse_mass, stack(&[self.velocity, self.angular_velocity]), &[surface])
    }
}

/// The pencil of \[Jia2012, sec. 8.2\] on its point: m = 1, r = 0.5, h₁ = 3, h₂ = 0.5, tilted by θ = π/3, μ = 0.8, η² = 17/14,
/// e = 0.5, V₀ = 5(−cos π/6, 0, −sin π/6), ω₀ = (−1, −0.5, −0.5) in the frame of the pencil [eqs. (89)–(91)].
///
/// The moment of inertia is the true one, Q₁₁ = 0.903869. The paper's formula (85) uses the moment of the cone about its vertex as
/// if it were the one about its centre of mass.
///
/// Degrees of freedom: V in the frame of the desk, ω in the frame of the pencil. Contact frame: x, y, z of the desk.
pub fn pencil() -> Result<Scene, ReferenceError> {
    let (radius, cylinder, cone) = (0.5_f64, 3.0_f64, 0.5_f64);
    let third = cone / 3.0;
    let (cylinder_mass, cone_mass) = (cylinder / (cylinder + third), third / (cylinder + third));
    let centres = [cone + 0.5 * cylinder, 0.75 * cone];
    let height = cylinder_mass * centres[0] + cone_mass * centres[1];
    let across = cylinder_mass
        * ((3.0 * radius * radius + cylinder * cylinder) / 12.0 + (centres[0] - height).powi(2))
        + cone_mass * (0.15 * radius * radius + 0.0375 * cone * cone + (centres[1] - height).powi(2));
    let along = (0.5 * cylinder_mass + 0.3 * cone_mass) * radius * radius;
    let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
    let turn = Matrix3::new(sin, 0.0, cos, 0.0, 1.0, 0.0, -cos, 0.0, sin); // [Jia2012, eq. (86)]
    let mut jacobian = DMatrix::zeros(3, 6);
    place(&mut jacobian, 0, 0, &Matrix3::identity());
    place(&mut jacobian, 0, 3, &(turn * cross(&Vector3::new(0.0, 0.0, height)))); // ω × (0, 0, −h)
    let inverse_mass = [1.0, 1.0, 1.0, 1.0 / across, 1.0 / across, 1.0 / along];
    let (rise, run) = std::f64::consts::FRAC_PI_6.sin_cos();
    let initial = stack(&[Vector3::new(-5.0 * run, 0.0, -5.0 * rise), Vector3::new(-1.0, -0.5, -0.5)]);
    let friction = Friction::Compliant { coefficient: 0.8, compliance: JIA2012_COMPLIANCE };
    let surface = Surface { stiffness: 1.0, restitution: 0.5, friction };
    Scene::new(jacobian, DMatrix::from_diagonal(&DVector::from_row_slice(&inverse_mass)), initial, &[surface])
}

/// The massé shot of \[Jia2013, sec. 9.2\]: a cue that can only move along its axis strikes a ball that rests on a table.
///
/// Parameters as printed: cue 0.5018 kg at 3.089095 m/s, ball of radius 0.0305 m, elevation φ = 2π/5, azimuth θ = 0.465762, outward
/// normal of the ball where it is hit (0.480151, −0.102889, 0.871131); restitution 0.656532 (cue) and 0.51625 (table), friction
/// 0.7 and 0.152479, η² = 7 and 10, k₂/k₁ = 0.8. The mass of the ball is 0.1701 kg, where the paper prints a tenth of it. The cue
/// points along (−cos φ cos θ, −cos φ sin θ, −sin φ).
///
/// Contact 0 joins the cue (a) and the ball (b), contact 1 the ball (a) and the table (b). Degrees of freedom: the velocity
/// of the cue along its axis, then V and ω of the ball. The frame of contact 1 is x, y, z; that of contact 0 has its first tangent
/// horizontal.
pub fn masse() -> Result<Scene, ReferenceError> {
    let (cue_mass, mass, radius) = (0.5018, 0.1701, 0.0305);
    let (sin_elevation, cos_elevation) = (0.4 * std::f64::consts::PI).sin_cos();
    let (sin_azimuth, cos_azimuth) = 0.465_762_f64.sin_cos();
    let cue = -Vector3::new(cos_elevation * cos_azimuth, cos_elevation * sin_azimuth, sin_elevation);
    let normal = Vector3::new(0.480_151, -0.102_889, 0.871_131).normalize();
    let first = Vector3::z().cross(&normal).normalize();
    let frame = Matrix3::from_columns(&[first, normal.cross(&first), normal]).transpose();
    let mut jacobian = DMatrix::zeros(6, 7);
    jacobian.fixed_view_mut::<3, 1>(0, 0).copy_from(&(frame * cue));
    place(&mut jacobian, 0, 1, &-frame);
    place(&mut jacobian, 0, 4, &(frame * cross(&(radius * normal)))); // −ω × (R n)
    place(&mut jacobian, 3, 1, &Matrix3::identity());
    place(&mut jacobian, 3, 4, &cross(&(radius * Vector3::z()))); // ω × (−R z)
    let spin = 2.5 / (mass * radius * radius);
    let inverse_mass = [1.0 / cue_mass, 1.0 / mass, 1.0 / mass, 1.0 / mass, spin, spin, spin];
    let mut initial = DVector::zeros(7);
    initial[0] = 3.089_095;
    let friction = |coefficient, compliance| Friction::Compliant { coefficient, compliance };
    let surfaces = [
        Surface { stiffness: 1.0, restitution: 0.656_532, friction: friction(0.7, 7.0) },
        Surface { stiffness: 0.8, restitution: 0.516_25, friction: friction(0.152_479, 10.0) },
    ];
    Scene::new(jacobian, DMatrix::from_diagonal(&DVector::from_row_slice(&inverse_mass)), initial, &surfaces)
}

/// The matrix of a ×.
pub(super) fn cross(a: &Vector3<f64>) -> Matrix3<f64> {
    a.cross_matrix()
}

pub(super) fn place(matrix: &mut DMatrix<f64>, row: usize, column: usize, block: &Matrix3<f64>) {
    matrix.fixed_view_mut::<3, 3>(row, column).copy_from(block);
}

pub(super) fn stack(vectors: &[Vector3<f64>]) -> DVector<f64> {
    DVector::from_iterator(3 * vectors.len(), vectors.iter().flat_map(|v| v.iter().copied()))
}
