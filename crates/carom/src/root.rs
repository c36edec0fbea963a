//! A square root of W, kept where bodies are very unequal.
//!
//! W is a sum over bodies, and so has a root with a few columns for each of them:
//!
//! ```text
//! W = Σ_b J_b M_b⁻¹ J_bᵀ = U Uᵀ,       y = Uᵀ p,       v = v₀ + U y                        (P.7)
//! ```
//!
//! y are the bodies' gains of momentum over the roots of their masses; |y|²/2 is an energy. A light body that is squeezed
//! between heavy ones passes their momentum on: loads of its contacts are nearly equal, and in W p the answers of the light
//! body cancel. With the entries of W, each rounded for itself, what is left is off by ε/m, against 1/M of the heavy bodies
//! that it ought to be: ε·M/m of the energy. In (P.7) the light body's momentum is rounded once, for all its contacts alike,
//! as by a force on it of the size ε·p. The bodies' motions after the impact follow from y too, column by column: from p a
//! light body's speed would be known to ε·p/m only, however small the part of p that it has kept.

use nalgebra::{DMatrix, DVector};

use crate::body::{Body, Motion};
use crate::coupling::NORMAL;
use crate::link::{Link, Port, ports_of_bodies};

/// Bodies that answer alike to within this need no root: W loses ten bits to them at most.
const ALIKE: f64 = 1024.0;

/// Most contacts of a cluster whose steps use a root: closed contacts are dealt with by dense matrices then, whose work
/// grows with the cube of their number.
const MOST_CONTACTS: usize = 64;

/// A pivot this small against its diagonal entry is the rounding of that entry.
const RANK: f64 = 64.0 * f64::EPSILON;

/// What a moving body contributes to W: the contacts on it and its block over them.
struct BodyPart {
    body: usize,
    contacts: Vec<usize>,
    block: DMatrix<f64>,
    /// What a unit impulse at each of the contacts does to the body.
    motions: Vec<Motion>,
}

/// A component of y.
#[derive(Debug, Clone)]
struct Component {
    body: usize,
    /// What a unit of it is to the body.
    motion: Motion,
    /// Its number in the root that this one is a block of.
    origin: usize,
}

/// U of (P.7), by rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Root {
    rows: Vec<Vec<(usize, f64)>>,
    components: Vec<Component>,
}

impl Root {
    /// Whether a root is worth keeping, given what each body of each contact answers to a unit impulse there.
    pub fn is_needed(answers: &[f64]) -> bool {
        let moved = || answers.iter().copied().filter(|&w| w > 0.0);
        moved().fold(0.0, f64::max) > ALIKE * moved().fold(f64::INFINITY, f64::min)
    }

    /// The root over the normals of contacts between bodies.
    pub fn between(bodies: &[Body], ports: &[Port]) -> Self {
        let ports_of = ports_of_bodies(bodies.len(), ports);
        let part = |body: usize| {
            let on_body = &ports_of[body];
            let entry = |i: usize, j: usize| {
                let ((i, sign), (j, other_sign)) = (on_body[i], on_body[j]);
                Link::through(&bodies[body], &ports[i].end, &ports[j].end).normal() * sign * other_sign
            };
            let pushed = |&(contact, sign): &(usize, f64)| {
                let end = &ports[contact].end;
                bodies[body].response(end.axes[NORMAL] * sign, end.point)
            };
            BodyPart {
                body,
                contacts: on_body.iter().map(|&(contact, _)| contact).collect(),
                block: DMatrix::from_fn(on_body.len(), on_body.len(), entry),
                motions: on_body.iter().map(pushed).collect(),
            }
        };
        let moving = (0..bodies.len()).filter(|&body| !bodies[body].is_fixed() && !ports_of[body].is_empty());
        Self::of(ports.len(), &moving.map(part).collect::<Vec<_>>())
    }

    /// The root of the sum of the given parts.
    fn of(contacts: usize, parts: &[BodyPart]) -> Self {
        let mut root = Self { rows: vec![Vec::new(); contacts], components: Vec::new() };
        for part in parts {
            for (column, motion) in columns(part) {
                let origin = root.components.len();
                for (&contact, &u) in part.contacts.iter().zip(&column).filter(|(_, u)| **u != 0.0) {
                    root.rows[contact].push((origin, u));
                }
                root.components.push(Component { body: part.body, motion, origin });
            }
        }
        root
    }

    /// The rows of the contacts `kept`, in their order, if they still need a root.
    pub fn block(&self, kept: &[usize]) -> Option<Self> {
        let mut root = Self::default();
        let mut number = vec![None; self.len()];
        for &contact in kept {
            let mut renumbered = |&(column, u): &(usize, f64)| {
                let new = *number[column].get_or_insert_with(|| {
                    root.components.push(Component { origin: column, ..self.components[column].clone() });
                    root.components.len() - 1
                });
                (new, u)
            };
            let row = self.rows[contact].iter().map(&mut renumbered).collect();
            root.rows.push(row);
        }
        let of_bodies = |row: &Vec<(usize, f64)>| -> Vec<f64> {
            let parts = row.chunk_by(|a, b| self.components[a.0].body == self.components[b.0].body);
            parts.map(|part| part.iter().map(|(_, u)| u * u).sum()).collect()
        };
        let answers: Vec<f64> = kept.iter().flat_map(|&contact| of_bodies(&self.rows[contact])).collect();
        Self::is_needed(&answers).then_some(root)
    }

    /// Whether there are few enough contacts for dense matrices over them.
    pub fn is_small(&self) -> bool {
        self.rows.len() <= MOST_CONTACTS
    }

    /// Number of components of y.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// The entries (component of y, u) of a contact's row.
    pub fn row(&self, contact: usize) -> &[(usize, f64)] {
        &self.rows[contact]
    }

    /// y = Uᵀ p for impulses at the given contacts.
    pub fn momenta(&self, contacts: &[usize], impulses: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.len()];
        for (&contact, impulse) in contacts.iter().zip(impulses) {
            self.row(contact).iter().for_each(|&(k, u)| y[k] += u * impulse);
        }
        y
    }

    /// Adds momenta to those of the root that this one is a block of.
    pub fn add_to_origins(&self, y: &[f64], sum: &mut [f64]) {
        self.components.iter().zip(y).for_each(|(component, y)| sum[component.origin] += y);
    }

    /// (P.7): adds what impulses at the given contacts cause to the velocities of all.
    pub fn accelerate(&self, contacts: &[usize], impulses: &[f64], velocity: &mut [f64]) {
        let y = self.momenta(contacts, impulses);
        for (v, row) in velocity.iter_mut().zip(&self.rows) {
            *v += row.iter().map(|&(k, u)| u * y[k]).sum::<f64>();
        }
    }

    /// Adds to the motions of all bodies what the momenta y are to them.
    pub fn move_bodies(&self, y: &[f64], motions: &mut [Motion]) {
        for (component, &y) in self.components.iter().zip(y) {
            motions[component.body] += component.motion * y;
        }
    }
}

/// Columns c with Σ c cᵀ = the block, as many as its rank, each with the motion of a body that has the momentum cᵀp = 1 and
/// no other.
fn columns(part: &BodyPart) -> Vec<(DVector<f64>, Motion)> {
    let block = &part.block;
    let (mut rest, mut motions) = (block.clone(), part.motions.clone());
    let mut columns = Vec::new();
    let part =
        |rest: &DMatrix<f64>, i: usize| if block[(i, i)] > 0.0 { rest[(i, i)] / block[(i, i)] } else { 0.0 };
    for _ in 0..block.nrows() {
        let larger = |best: usize, i: usize| if part(&rest, i) > part(&rest, best) { i } else { best };
        let pivot = (0..block.nrows()).fold(0, larger);
        if part(&rest, pivot) <= RANK {
            break;
        }
        let root = rest[(pivot, pivot)].sqrt();
        let (column, motion) = (rest.column(pivot) / root, motions[pivot] * (1.0 / root));
        motions.iter_mut().zip(&column).for_each(|(other, &c)| *other += motion * -c);
        rest -= &column * column.transpose();
        rest.row_mut(pivot).fill(0.0);
        rest.column_mut(pivot).fill(0.0);
        columns.push((column, motion));
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector3, dmatrix};

    /// A light body between two heavy ones, in a row: masses 1000, 0.001, 1000.
    fn wedge() -> Root {
        let pushed = |speed: f64| Motion { linear: Vector3::x() * speed, ..Motion::default() };
        let heavy = |body, contact, sign: f64| BodyPart {
            body,
            contacts: vec![contact],
            block: dmatrix![0.001],
            motions: vec![pushed(sign * 0.001)],
        };
        let light = BodyPart {
            body: 1,
            contacts: vec![0, 1],
            block: dmatrix![1000.0, -1000.0; -1000.0, 1000.0],
            motions: vec![pushed(-1000.0), pushed(1000.0)],
        };
        Root::of(2, &[heavy(0, 0, 1.0), light, heavy(2, 1, -1.0)])
    }

    #[test]
    fn a_body_between_two_contacts_in_line_has_one_component() {
        assert_eq!(wedge().len(), 3);
    }

    #[test]
    fn what_a_light_body_passes_on_reaches_the_heavy_ones_to_the_last_bit() {
        let mut velocity = [0.0; 2];
        wedge().accelerate(&[0, 1], &[1.0, 1.0], &mut velocity);
        // Equal impulses from both sides: the light body stays, each heavy one gains 1/1000.
        for v in velocity {
            assert!((v - 0.001).abs() <= f64::EPSILON * 0.001, "{v}");
        }
    }

    #[test]
    fn the_motions_that_momenta_are_to_the_bodies_are_those_of_the_impulses() {
        let mut motions = [Motion::default(); 3];
        let y = wedge().momenta(&[0, 1], &[1.0, 1.5]);
        wedge().move_bodies(&y, &mut motions);
        for (motion, expected) in motions.iter().zip([0.001, 500.0, -0.0015]) {
            assert!((motion.linear.x - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(), "{motion:?}");
        }
    }

    #[test]
    fn bodies_that_are_alike_need_no_root() {
        assert!(!Root::is_needed(&[2.0, 1.0, 0.0, 500.0]));
        assert!(Root::is_needed(&[0.001, 1000.0]));
        assert!(wedge().block(&[0, 1]).is_some());
    }
}
