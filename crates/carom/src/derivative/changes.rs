//! Directions in the space of contact problems, as one cluster of contacts sees them.

use super::parameter::{ContactAxis, ContactParameter, Direction};
use super::rows::Rows;
use crate::history::ClusterTrace;

/// δW of one entry along one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct CouplingChange {
    /// The component of the velocity that changes.
    pub to: usize,
    /// The component of the impulse that changes it.
    pub from: usize,
    pub direction: usize,
    pub value: f64,
}

/// How the numbers that a cluster starts with change along each direction. A component is a contact's normal, or one of
/// three axes (t₁, t₂, n) if contacts have friction.
#[derive(Debug)]
pub(super) struct Changes {
    pub directions: usize,
    /// Axes a contact has: one or three.
    pub axes: usize,
    /// δv₀, by component.
    pub velocity: Rows,
    /// In the order of the components they change.
    pub coupling: Vec<CouplingChange>,
    /// Where those of each component begin.
    first: Vec<usize>,
    pub restitution: Rows,
    pub stiffness: Rows,
    pub gap: Rows,
    pub friction: Rows,
    pub compliance: Rows,
}

impl Changes {
    pub fn of(
        cluster: &ClusterTrace,
        directions: &[Direction<ContactParameter>],
        local: &[Option<usize>],
    ) -> Self {
        let problem = cluster.problem();
        let axes = if problem.tangential.is_empty() { 1 } else { 3 };
        let (n, d) = (cluster.contacts().len(), directions.len());
        let mut changes = Self {
            directions: d,
            axes,
            velocity: Rows::zeros(n * axes, d),
            coupling: Vec::new(),
            first: vec![0; n * axes + 1],
            restitution: Rows::zeros(n, d),
            stiffness: Rows::zeros(n, d),
            gap: Rows::zeros(n, d),
            friction: Rows::zeros(n, d),
            compliance: Rows::zeros(n, d),
        };
        for (direction, Direction(parts)) in directions.iter().enumerate() {
            for &(parameter, amount) in parts {
                changes.take_in(direction, parameter, amount, local);
            }
        }
        changes.coupling.sort_by_key(|change| change.to);
        for component in 0..n * axes {
            let beyond = changes.coupling.partition_point(|change| change.to <= component);
            changes.first[component + 1] = beyond;
        }
        changes
    }

    /// δW of the row of one component.
    pub fn coupling_to(&self, component: usize) -> &[CouplingChange] {
        &self.coupling[self.first[component]..self.first[component + 1]]
    }

    /// The component of a contact along an axis, if it takes part.
    fn component(&self, contact: usize, axis: ContactAxis) -> Option<usize> {
        match (self.axes, axis) {
            (1, ContactAxis::Normal) => Some(contact),
            (1, _) => None,
            _ => Some(3 * contact + axis.index()),
        }
    }

    fn take_in(
        &mut self,
        direction: usize,
        parameter: ContactParameter,
        amount: f64,
        local: &[Option<usize>],
    ) {
        use ContactParameter as P;
        let rows = match parameter {
            P::Velocity { contact, axis } => {
                if let Some(component) = local[contact].and_then(|i| self.component(i, axis)) {
                    *self.velocity.at_mut(component, direction) += amount;
                }
                return;
            }
            P::Coupling { contacts: [i, j], axes: [a, b] } => {
                let to = local[i].and_then(|i| self.component(i, a));
                let from = local[j].and_then(|j| self.component(j, b));
                if let (Some(to), Some(from)) = (to, from) {
                    self.coupling.push(CouplingChange { to, from, direction, value: amount });
                    if to != from {
                        self.coupling.push(CouplingChange { to: from, from: to, direction, value: amount });
                    }
                }
                return;
            }
            P::Restitution { .. } => &mut self.restitution,
            P::Stiffness { .. } => &mut self.stiffness,
            P::Gap { .. } => &mut self.gap,
            P::Friction { .. } => &mut self.friction,
            P::Compliance { .. } => &mut self.compliance,
            P::TangentialRestitution { .. } => return, // springs have none
        };
        let (P::Restitution { contact }
        | P::Stiffness { contact }
        | P::Gap { contact }
        | P::Friction { contact }
        | P::Compliance { contact }) = parameter
        else {
            return;
        };
        if let Some(contact) = local[contact] {
            *rows.at_mut(contact, direction) += amount;
        }
    }

    /// The size of what impulses change by along each direction: those of the impact, by the part by which its numbers change.
    pub fn impulses(&self, cluster: &ClusterTrace) -> Vec<f64> {
        let problem = cluster.problem();
        let last = cluster.steps().last();
        let impulse =
            last.map_or(0.0, |step| step.members.iter().fold(0.0_f64, |most, m| most.max(m.impulse)));
        let mut sizes = vec![0.0_f64; self.directions];
        let mut grow = |factor: f64, row: &[f64]| {
            for (size, value) in sizes.iter_mut().zip(row) {
                let grown = factor * value.abs();
                *size = if grown.is_finite() { size.max(grown) } else { *size };
            }
        };
        for i in 0..problem.velocity.len() {
            let own = problem.coupling.diagonal(i);
            (0..self.axes).for_each(|axis| grow(1.0 / own, self.velocity.row(i * self.axes + axis)));
            let stiffness = problem.material[i].stiffness;
            let law = problem.tangential.get(i).copied().unwrap_or_default();
            let softness = law.compliance().map_or(1.0, |compliance| compliance.value());
            grow(impulse, self.restitution.row(i));
            grow(impulse / stiffness, self.stiffness.row(i));
            grow(impulse, self.friction.row(i));
            grow(impulse / softness, self.compliance.row(i));
            // Springs are about as stiff as masses and durations say.
            let is_linear = problem.material[i].exponent.is_linear();
            let stiffness = if is_linear { stiffness } else { 1.0 / (own * cluster.duration().powi(2)) };
            grow(stiffness * cluster.duration(), self.gap.row(i));
        }
        for change in &self.coupling {
            let own = problem.coupling.diagonal(change.to / self.axes);
            let size = &mut sizes[change.direction];
            *size = size.max(impulse * change.value.abs() / own);
        }
        sizes
    }
}
