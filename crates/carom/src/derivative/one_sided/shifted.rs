//! An impact beside another one, and how far that is.

use nalgebra::{DMatrix, Matrix3, Vector2};

use super::super::parameter::{ContactParameter, Direction};
use crate::contact_problem::ContactProblem;
use crate::coupling::Coupling;
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::quantity::{Compliance, Friction, Restitution, Stiffness};

impl ContactProblem {
    /// By which part of themselves a unit of the direction changes the numbers of the problem.
    pub(super) fn size_of(&self, Direction(parts): &Direction<ContactParameter>) -> f64 {
        let mut fastest = self.velocities().iter().fold(0.0_f64, |most, v| most.max(v.norm()));
        if fastest == 0.0 {
            // Where nothing moves every speed is as good as another.
            let speed = |&(parameter, amount): &(ContactParameter, f64)| match parameter {
                ContactParameter::Velocity { .. } => amount.abs(),
                _ => 0.0,
            };
            fastest = parts.iter().map(speed).fold(0.0, f64::max);
        }
        let size = |parameter: &ContactParameter| match *parameter {
            ContactParameter::Velocity { .. } => fastest,
            ContactParameter::Coupling { contacts: [i, j], .. } => {
                (self.coupling().diagonal(i) * self.coupling().diagonal(j)).sqrt()
            }
            ContactParameter::Restitution { .. }
            | ContactParameter::Friction { .. }
            | ContactParameter::TangentialRestitution { .. } => 1.0,
            ContactParameter::Gap { contact } => {
                let k = self.contacts()[contact].stiffness.value() * self.coupling().diagonal(contact);
                fastest / k.sqrt()
            }
            ContactParameter::Stiffness { .. } | ContactParameter::Compliance { .. } => {
                self.parameter_value(parameter)
            }
        };
        parts.iter().map(|(parameter, amount)| amount.abs() / size(parameter)).fold(0.0, f64::max)
    }

    /// The problem with its numbers changed by an amount of a direction.
    pub(super) fn shifted(
        &self,
        Direction(parts): &Direction<ContactParameter>,
        amount: f64,
    ) -> Result<Self, InputError> {
        use ContactParameter as P;
        let mut velocity = self.velocities();
        let mut laws = self.contacts().to_vec();
        let mut tangential = self.tangential_laws().to_vec();
        let mut blocks: Vec<([usize; 2], Matrix3<f64>)> = Vec::new();
        for &(parameter, part) in parts {
            let by = part * amount;
            match parameter {
                P::Velocity { contact, axis } => velocity[contact][axis.index()] += by,
                P::Coupling { contacts: [i, j], axes: [a, b] } => {
                    let mut block = Matrix3::zeros();
                    block[(a.index(), b.index())] = by;
                    if i == j && a != b {
                        block[(b.index(), a.index())] = by;
                    }
                    blocks.push(([i, j], block));
                }
                P::Restitution { contact } => {
                    let law = &mut laws[contact];
                    law.restitution = Restitution::new(law.restitution.value() + by)?;
                }
                P::Stiffness { contact } => {
                    let law = &mut laws[contact];
                    law.stiffness = Stiffness::new(law.stiffness.value() + by)?;
                }
                P::Gap { contact } => laws[contact].gap += by,
                P::TangentialRestitution { .. } => {} // springs have none
                P::Friction { contact } => {
                    let friction = Friction::new(tangential[contact].coefficient() + by)?;
                    tangential[contact] = match tangential[contact] {
                        TangentialLaw::Compliant { compliance, .. } => {
                            TangentialLaw::Compliant { friction, compliance }
                        }
                        TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => {
                            TangentialLaw::Rigid { friction }
                        }
                    };
                }
                P::Compliance { contact } => {
                    let friction = tangential[contact].friction();
                    let old = tangential[contact].compliance().map_or(0.0, |compliance| compliance.value());
                    let compliance = Compliance::new(old + by)?;
                    tangential[contact] = TangentialLaw::Compliant { friction, compliance };
                }
            }
        }
        let coupling =
            if blocks.is_empty() { self.coupling().clone() } else { self.changed_coupling(&blocks)? };
        let normal = velocity.iter().map(|v| v.z).collect();
        let problem = Self::new(coupling, normal, laws, self.model())?;
        if self.tangential_laws().is_empty() {
            return Ok(problem);
        }
        problem.with_friction(tangential, velocity.iter().map(|v| Vector2::new(v.x, v.y)).collect())
    }

    /// W with something added to some of its blocks and to those opposite.
    fn changed_coupling(&self, blocks: &[([usize; 2], Matrix3<f64>)]) -> Result<Coupling, InputError> {
        let n = self.contacts().len();
        if !self.coupling().is_spatial() {
            let mut full = self.coupling().to_matrix();
            for &([i, j], block) in blocks {
                full[(i, j)] += block.m33;
                if i != j {
                    full[(j, i)] += block.m33;
                }
            }
            return Coupling::from_matrix(&full);
        }
        let mut full = DMatrix::zeros(3 * n, 3 * n);
        let mut add = |i: usize, j: usize, block: &Matrix3<f64>| {
            let mut view = full.fixed_view_mut::<3, 3>(3 * i, 3 * j);
            view += block;
        };
        for i in 0..n {
            self.coupling().block_row(i).for_each(|(j, block)| add(i, j, block));
        }
        for ([i, j], block) in blocks {
            add(*i, *j, block);
            if i != j {
                add(*j, *i, &block.transpose());
            }
        }
        Coupling::from_spatial_matrix(&full)
    }
}
