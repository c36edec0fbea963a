//! Random impacts with friction between rigid bodies of any inertia.
//!
//! Bodies hang together in a tree; contacts beyond those of the tree close loops. Every body has a random mass,
//! random principal moments that a real body can have, and a random orientation; contacts have random points and frames. So
//! W = J M⁻¹ Jᵀ is one that occurs. The same seed gives the same impact on every machine.

use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

use super::Friction;
use super::scenes::{Scene, Surface, cross, place, stack};
use crate::ReferenceError;
use crate::scenes::SplitMix;

/// Which kinds of friction occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kinds {
    /// None at all.
    Frictionless,
    /// Compliant friction at every contact.
    Compliant,
    /// Rigid friction at every contact.
    Rigid,
    /// Compliant, rigid or none, at random.
    Mixed,
}

/// What is drawn at random, and between which bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// Number of contacts, at least 1.
    pub contacts: usize,
    /// Kinds of friction.
    pub kinds: Kinds,
    /// Bounds of the coefficients of restitution.
    pub restitution: (f64, f64),
    /// Bounds of the coefficients of friction.
    pub friction: (f64, f64),
    /// Bounds of η²; drawn evenly on a logarithmic scale.
    pub compliance: (f64, f64),
}

impl Recipe {
    /// μ from 0 to 2, η² from 0.1 to 20, e from 0.3 to 1, so that few contacts accumulate.
    pub fn new(contacts: usize, kinds: Kinds) -> Self {
        Self { contacts, kinds, restitution: (0.3, 1.0), friction: (0.0, 2.0), compliance: (0.1, 20.0) }
    }

    /// Other bounds of the coefficients of restitution.
    pub fn with_restitution(self, low: f64, high: f64) -> Self {
        Self { restitution: (low, high), ..self }
    }

    /// The impact of this recipe with this seed. One contact at least approaches. Every third has its first body fixed.
    pub fn scene(&self, seed: u64) -> Result<Scene, ReferenceError> {
        let mut random = SplitMix(seed);
        let loops = if self.contacts > 1 { random.below(self.contacts.div_ceil(2)) } else { 0 };
        let bodies = self.contacts - loops + 1;
        let jacobian = jacobian(&mut random, bodies, self.contacts);
        let mut inverse_mass = DMatrix::zeros(6 * bodies, 6 * bodies);
        let fixed = seed.is_multiple_of(3);
        for body in usize::from(fixed)..bodies {
            let mass = random.between(0.5, 2.0);
            place(&mut inverse_mass, 6 * body, 6 * body, &(Matrix3::identity() / mass));
            place(&mut inverse_mass, 6 * body + 3, 6 * body + 3, &inverse_inertia(&mut random, mass));
        }
        let mut initial = stack(&(0..2 * bodies).map(|_| within_cube(&mut random)).collect::<Vec<_>>());
        if fixed {
            initial.rows_mut(0, 6).fill(0.0);
        }
        approach(&jacobian, &mut initial);
        let surfaces: Vec<Surface> = (0..self.contacts).map(|_| self.surface(&mut random)).collect();
        Scene::new(jacobian, inverse_mass, initial, &surfaces)
    }

    fn surface(&self, random: &mut SplitMix) -> Surface {
        let stiffness = random.between(0.3, 3.0);
        let restitution = random.between(self.restitution.0, self.restitution.1);
        let coefficient = random.between(self.friction.0, self.friction.1);
        let compliance = random.between(self.compliance.0.ln(), self.compliance.1.ln()).exp();
        let kind = random.below(5);
        let compliant = Friction::Compliant { coefficient, compliance };
        let rigid = Friction::Rigid { coefficient };
        let friction = match self.kinds {
            Kinds::Frictionless => Friction::None,
            Kinds::Compliant => compliant,
            Kinds::Rigid => rigid,
            Kinds::Mixed if kind == 0 => Friction::None,
            Kinds::Mixed if kind <= 2 => rigid,
            Kinds::Mixed => compliant,
        };
        Surface { stiffness, restitution, friction }
    }
}

/// Contact i joins body i + 1 to an earlier one while there are bodies left, and two different ones at random afterwards.
fn jacobian(random: &mut SplitMix, bodies: usize, contacts: usize) -> DMatrix<f64> {
    let mut jacobian = DMatrix::zeros(3 * contacts, 6 * bodies);
    for contact in 0..contacts {
        let (a, b) = if contact + 1 < bodies {
            (contact + 1, random.below(contact + 1))
        } else {
            let a = random.below(bodies);
            (a, (a + 1 + random.below(bodies - 1)) % bodies)
        };
        let frame = rotation(random);
        for (body, sign) in [(a, 1.0), (b, -1.0)] {
            let arm = within_cube(random);
            place(&mut jacobian, 3 * contact, 6 * body, &(sign * frame));
            place(&mut jacobian, 3 * contact, 6 * body + 3, &(-sign * frame * cross(&arm)));
        }
    }
    jacobian
}

/// Reverses all velocities if no contact approaches.
fn approach(jacobian: &DMatrix<f64>, initial: &mut DVector<f64>) {
    let velocity = jacobian * &*initial;
    if (0..velocity.len() / 3).all(|i| velocity[3 * i + 2] >= 0.0) {
        initial.neg_mut();
    }
}

/// The inverse inertia tensor of a box of the given mass with random sides, turned at random.
fn inverse_inertia(random: &mut SplitMix, mass: f64) -> Matrix3<f64> {
    let side: [f64; 3] = std::array::from_fn(|_| random.between(0.8, 2.5));
    let moment = |a: f64, b: f64| 12.0 / (mass * (a * a + b * b));
    let principal =
        Vector3::new(moment(side[1], side[2]), moment(side[2], side[0]), moment(side[0], side[1]));
    let turn = rotation(random);
    turn.transpose() * Matrix3::from_diagonal(&principal) * turn
}

/// A right-handed orthonormal frame, as rows.
fn rotation(random: &mut SplitMix) -> Matrix3<f64> {
    loop {
        let (a, b) = (within_cube(random), within_cube(random));
        let normal = a.cross(&b);
        if normal.norm() > 0.1 {
            let (first, normal) = (a.normalize(), normal.normalize());
            return Matrix3::from_rows(&[
                first.transpose(),
                normal.cross(&first).transpose(),
                normal.transpose(),
            ]);
        }
    }
}

fn within_cube(random: &mut SplitMix) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.between(-1.0, 1.0))
}
