//! A step without friction: the series of (P.2), and beside it the series of its variation.
//!
//! With x = d, the compression of a loaded contact, or x = −g of one whose gap is followed, h the duration of the step and
//! σ = t/h, the coefficients of σʲ are
//!
//! ```text
//! Fⱼ = k xⱼ           pⱼ₊₁ = h Fⱼ/(j+1)     vⱼ = W pⱼ               xⱼ₊₁ = −h vⱼ/(j+1)
//! δFⱼ = k δxⱼ + δk xⱼ  δpⱼ₊₁ = h δFⱼ/(j+1)   δvⱼ = W δpⱼ + δW pⱼ     δxⱼ₊₁ = −h δvⱼ/(j+1)    (V.1)
//! ```
//!
//! and for closed contacts C, whose velocity stays zero,
//!
//! ```text
//! W_CC F_C = −W_CS F_S                W_CC δF_C = −W_CS δF_S − (δW F)_C                       (V.2)
//! ```
//!
//! Where closed contacts are redundant both are the solutions of least norm, W⁺ instead of W⁻¹, and the second has the part
//! (1 − W⁺W) δW W⁺F_C outside the range of W, by which that least norm turns.

use nalgebra::{DMatrix, DVector};

use super::changes::{Changes, CouplingChange};
use super::rows::Rows;
use crate::coupling::Coupling;

/// What a contact does during a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// Its spring acts.
    Spring { stiffness: f64 },
    /// It is closed.
    Held,
    /// It carries nothing, and its gap is followed.
    Free,
}

/// One contact of a step, as the step begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Member {
    pub contact: usize,
    pub role: Role,
    /// Compression; gaps of free contacts are not needed.
    pub compression: f64,
    pub velocity: f64,
}

/// Closed contacts' part of an eigenvalue below this part of the largest is none: they are redundant.
const REDUNDANT: f64 = 1e-11;

#[derive(Debug, Clone, Copy)]
struct Link {
    to: usize,
    from: usize,
    value: f64,
}

/// W_CC⁻¹, or W_CC⁺ with the projector 1 − W⁺W if contacts are redundant.
#[derive(Debug, Default)]
struct Holding {
    members: Vec<usize>,
    inverse: DMatrix<f64>,
    idle: Option<DMatrix<f64>>,
}

/// The contacts of a step and the workspace of its series.
#[derive(Debug, Default)]
pub(super) struct LinearStep {
    pub members: Vec<Member>,
    place: Vec<usize>,
    links: Vec<Link>,
    changes: Vec<CouplingChange>,
    holding: Holding,
    /// Nominal coefficients of the present order.
    x: Vec<f64>,
    v: Vec<f64>,
    f: Vec<f64>,
    /// The same at the end of the step.
    pub x_end: Vec<f64>,
    pub v_end: Vec<f64>,
    pub p_gain: Vec<f64>,
    /// Which members have a stiffness that changes along some direction.
    stiffens: Vec<bool>,
    /// Their variations.
    dx: Rows,
    dv: Rows,
    df: Rows,
    next: Rows,
}

impl LinearStep {
    /// Whether closed contacts share their load in a way that the model leaves open.
    pub fn is_redundant(&self) -> bool {
        self.holding.idle.is_some()
    }

    /// Takes in who is coupled with whom. `place` must hold zeros for all contacts that are no member of the last step.
    pub fn couple(&mut self, coupling: &Coupling, changes: &Changes) {
        self.place.clear();
        self.place.resize(coupling.len(), 0);
        for (number, member) in self.members.iter().enumerate() {
            self.place[member.contact] = number + 1;
        }
        self.links.clear();
        for (to, member) in self.members.iter().enumerate() {
            for (j, value) in coupling.row(member.contact) {
                if let Some(from) = self.loaded_place(j) {
                    self.links.push(Link { to, from, value });
                }
            }
        }
        self.changes.clear();
        for change in &changes.coupling {
            if let (Some(to), Some(from)) =
                (self.place[change.to].checked_sub(1), self.loaded_place(change.from))
            {
                self.changes.push(CouplingChange { to, from, ..*change });
            }
        }
        self.hold();
    }

    fn loaded_place(&self, contact: usize) -> Option<usize> {
        let place = self.place[contact].checked_sub(1)?;
        (self.members[place].role != Role::Free).then_some(place)
    }

    fn hold(&mut self) {
        let members: Vec<usize> =
            (0..self.members.len()).filter(|&m| self.members[m].role == Role::Held).collect();
        self.holding = Holding::default();
        if members.is_empty() {
            return;
        }
        let mut number = vec![None; self.members.len()];
        members.iter().enumerate().for_each(|(c, &member)| number[member] = Some(c));
        let mut matrix = DMatrix::zeros(members.len(), members.len());
        for link in &self.links {
            if let (Some(to), Some(from)) = (number[link.to], number[link.from]) {
                matrix[(to, from)] = link.value;
            }
        }
        let (inverse, idle) = pseudo_inverse(matrix);
        self.holding = Holding { members, inverse, idle };
    }

    /// Forces at the start of the step, of every member.
    pub fn forces(&mut self) -> &[f64] {
        self.x = self.members.iter().map(|member| member.compression).collect();
        self.load();
        &self.f
    }

    /// Forces at the end of the step.
    pub fn forces_at_end(&mut self) -> &[f64] {
        self.x.clone_from(&self.x_end);
        self.load();
        &self.f
    }

    /// Fⱼ of (V.1) and (V.2).
    fn load(&mut self) {
        self.f.clear();
        self.f.extend(self.members.iter().zip(&self.x).map(|(member, x)| match member.role {
            Role::Spring { stiffness } => stiffness * x,
            Role::Held | Role::Free => 0.0,
        }));
        if self.holding.members.is_empty() {
            return;
        }
        let mut push = vec![0.0; self.members.len()];
        self.links.iter().for_each(|link| push[link.to] += link.value * self.f[link.from]);
        let push = DVector::from_iterator(
            self.holding.members.len(),
            self.holding.members.iter().map(|&member| push[member]),
        );
        let reaction = &self.holding.inverse * push;
        for (&member, reaction) in self.holding.members.iter().zip(reaction.iter()) {
            self.f[member] = -reaction;
        }
    }

    /// δFⱼ of (V.1) and (V.2).
    fn load_variation(&mut self, stiffness_change: &Rows, directions: usize) {
        self.df.fit(self.members.len(), directions);
        for (number, member) in self.members.iter().enumerate() {
            if let Role::Spring { stiffness } = member.role {
                self.df.set_scaled(number, stiffness, self.dx.row(number));
                if self.stiffens[number] {
                    self.df.add(number, self.x[number], stiffness_change.row(member.contact));
                }
            } else {
                self.df.clear_row(number);
            }
        }
        if self.holding.members.is_empty() {
            return;
        }
        self.next.reset(self.members.len(), directions);
        for &Link { to, from, value } in &self.links {
            self.next.add(to, value, self.df.row(from));
        }
        for &CouplingChange { to, from, direction, value } in &self.changes {
            *self.next.at_mut(to, direction) += value * self.f[from];
        }
        for (c, &member) in self.holding.members.iter().enumerate() {
            for (other, &from) in self.holding.members.iter().enumerate() {
                self.df.add(member, -self.holding.inverse[(c, other)], self.next.row(from));
            }
        }
        self.turn_shares(directions);
    }

    /// The part of (V.2) that redundant contacts have.
    fn turn_shares(&mut self, directions: usize) {
        let Some(idle) = &self.holding.idle else { return };
        let held = &self.holding.members;
        let load = DVector::from_iterator(held.len(), held.iter().map(|&m| self.f[m]));
        let shared = &self.holding.inverse * load;
        let mut number = vec![None; self.members.len()];
        held.iter().enumerate().for_each(|(c, &member)| number[member] = Some(c));
        let mut turned = DMatrix::zeros(held.len(), directions);
        for change in &self.changes {
            if let (Some(to), Some(from)) = (number[change.to], number[change.from]) {
                turned[(to, change.direction)] += change.value * shared[from];
            }
        }
        let turned = idle * turned;
        for (c, &member) in held.iter().enumerate() {
            for direction in 0..directions {
                *self.df.at_mut(member, direction) += turned[(c, direction)];
            }
        }
    }

    /// Follows the step for `duration` with so many orders. `position` holds δx of all contacts and `impulse` δp; `velocity`
    /// is δv of each member at the start.
    pub fn advance(
        &mut self,
        duration: f64,
        orders: usize,
        stiffness_change: &Rows,
        velocity: &Rows,
        (position, impulse): (&mut Rows, &mut Rows),
    ) {
        let directions = self.begin(velocity, position);
        self.stiffens.clear();
        let changes =
            |member: &Member| stiffness_change.row(member.contact).iter().any(|change| *change != 0.0);
        self.stiffens.extend(self.members.iter().map(changes));
        for j in 0..orders {
            let part = duration / (j + 1) as f64;
            self.load();
            self.load_variation(stiffness_change, directions);
            for (number, member) in self.members.iter().enumerate() {
                if member.role != Role::Free {
                    self.p_gain[number] += part * self.f[number];
                    impulse.add(member.contact, part, self.df.row(number));
                }
            }
            self.move_on(part, position);
            self.accelerate(part, directions);
        }
    }

    fn begin(&mut self, velocity: &Rows, position: &Rows) -> usize {
        let directions = velocity.row(0).len();
        self.x = self.members.iter().map(|member| member.compression).collect();
        self.v = self.members.iter().map(|member| member.velocity).collect();
        self.x_end.clone_from(&self.x);
        self.v_end.clone_from(&self.v);
        self.p_gain.clear();
        self.p_gain.resize(self.members.len(), 0.0);
        self.dx.reset(self.members.len(), directions);
        self.dv.reset(self.members.len(), directions);
        for (number, member) in self.members.iter().enumerate() {
            if member.role != Role::Held {
                self.dx.set(number, position.row(member.contact));
                self.dv.set(number, velocity.row(number));
            }
        }
        directions
    }

    /// xⱼ₊₁ and δxⱼ₊₁, added to what the step ends with.
    fn move_on(&mut self, part: f64, position: &mut Rows) {
        for (number, member) in self.members.iter().enumerate() {
            if member.role == Role::Held {
                continue;
            }
            self.x[number] = -part * self.v[number];
            self.x_end[number] += self.x[number];
            self.dx.set_scaled(number, -part, self.dv.row(number));
            position.add(member.contact, 1.0, self.dx.row(number));
        }
    }

    /// vⱼ₊₁ and δvⱼ₊₁.
    fn accelerate(&mut self, part: f64, directions: usize) {
        self.v.fill(0.0);
        self.dv.fit(self.members.len(), directions);
        // Links come in the order of where they lead: the first to a member begins its row.
        let mut begun = 0;
        for &Link { to, from, value } in &self.links {
            self.v[to] += value * part * self.f[from];
            if to >= begun {
                (begun..to).for_each(|without| self.dv.clear_row(without));
                self.dv.set_scaled(to, value * part, self.df.row(from));
                begun = to + 1;
            } else {
                self.dv.add(to, value * part, self.df.row(from));
            }
        }
        (begun..self.members.len()).for_each(|without| self.dv.clear_row(without));
        for &CouplingChange { to, from, direction, value } in &self.changes {
            *self.dv.at_mut(to, direction) += value * part * self.f[from];
        }
        for &member in &self.holding.members {
            self.v[member] = 0.0;
            self.dv.clear_row(member);
        }
        self.v_end.iter_mut().zip(&self.v).for_each(|(end, v)| *end += v);
    }
}

/// The inverse of a symmetric positive semidefinite matrix on its range, and the projector on its null space if it has one.
fn pseudo_inverse(matrix: DMatrix<f64>) -> (DMatrix<f64>, Option<DMatrix<f64>>) {
    let size = matrix.nrows();
    let eigen = matrix.clone().symmetric_eigen();
    let largest = eigen.eigenvalues.amax();
    if eigen.eigenvalues.min() > REDUNDANT * largest
        && let Some(cholesky) = matrix.cholesky()
    {
        return (cholesky.inverse(), None);
    }
    let inverted = eigen.eigenvalues.map(|value| if value > REDUNDANT * largest { 1.0 / value } else { 0.0 });
    let kept = inverted.map(|value| if value > 0.0 { 1.0 } else { 0.0 });
    let vectors = &eigen.eigenvectors;
    let inverse = vectors * DMatrix::from_diagonal(&inverted) * vectors.transpose();
    let range = vectors * DMatrix::from_diagonal(&kept) * vectors.transpose();
    (inverse, Some(DMatrix::identity(size, size) - range))
}
