//! Memory that is kept from impact to impact.

use nalgebra::Vector3;

use crate::body::Motion;
use crate::contact_problem::ContactSolution;
use crate::flow::{ClusterProblem, ClusterResult, Memory};

/// The memory of a solution, for the next one: with it, an impact like one that was solved before allocates nothing.
///
/// A workspace holds no results and no settings. Any impact may be solved in any workspace, with the same bits as in a new one; one
/// workspace serves one thread.
///
/// ```
/// use carom::{Body, Contact, Impact, Model, Motion, NormalLaw, Outcome, Restitution, Stiffness, Workspace};
/// use nalgebra::{Vector3, vector};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let law = NormalLaw::touching(Restitution::new(0.8)?, Stiffness::UNIT);
/// let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law)?;
/// let ball = Body::ball(1.0, 0.1)?.at(vector![0.0, 0.0, 0.1])?;
/// let mut impact = Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default())?;
///
/// let (mut workspace, mut outcome) = (Workspace::default(), Outcome::default());
/// for speed in [1.0, 2.0, 3.0] {
///     let falling = Motion { linear: Vector3::z() * -speed, ..Motion::default() };
///     impact.set_velocities(&[falling, Motion::default()])?;
///     impact.solve_into(&mut workspace, &mut outcome)?;
///     assert!((outcome.bodies[0].linear.z - 0.8 * speed).abs() < 1e-14);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    pub(crate) flow: Memory,
    pub(crate) cluster: ClusterProblem,
    pub(crate) result: ClusterResult,
    pub(crate) solution: ContactSolution,
    /// y of (P.7), gained by all bodies.
    pub(crate) momenta: Vec<f64>,
    /// Impulses in world axes.
    pub(crate) impulses: Vec<Vector3<f64>>,
    pub(crate) before: Vec<Motion>,
}
