//! What loads do to the members of a frame, closed contacts answering them by (F.2).

use nalgebra::{DMatrix, Vector2};

use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::momentum::Momentum;

/// Effects of unit forces at the springs of a frame, closed contacts answering.
pub(crate) struct Reduced {
    /// Rate of each member's velocity.
    pub velocity: DMatrix<f64>,
    /// The bodies' momenta, where they are kept: a root of the block over the springs.
    pub root: Option<DMatrix<f64>>,
    /// Force at each member: one at the spring itself, the reactions at the closed contacts.
    pub load: DMatrix<f64>,
}

impl Frame {
    /// What unit forces at `springs` do when the closed contacts answer: columns in the order of `springs`.
    pub fn reduced_coupling(&self, springs: &[usize]) -> Reduced {
        if let Some(momentum) = self.w.momentum() {
            return self.reduced_by_momentum(momentum, springs);
        }
        let (members, n) = (self.entries.len(), springs.len());
        let mut column_of = vec![None; members];
        springs.iter().enumerate().for_each(|(column, &member)| column_of[member] = Some(column));
        let mut velocity = DMatrix::zeros(members, n);
        let mut load = DMatrix::zeros(members, n);
        for row in 0..members {
            for (member, w) in self.w.row(row) {
                if let Some(column) = column_of[member] {
                    velocity[(row, column)] = w;
                }
            }
        }
        springs.iter().enumerate().for_each(|(column, &member)| load[(member, column)] = 1.0);
        for column in 0..n {
            let mut reaction: Vec<f64> = self.held.iter().map(|&row| -velocity[(row, column)]).collect();
            self.w.react(&mut reaction);
            for (&row, &force) in self.held.iter().zip(&reaction) {
                load[(row, column)] = force;
            }
        }
        for row in 0..members {
            for (member, w) in self.w.row(row) {
                if self.entries[member].role == Role::Held {
                    for column in 0..n {
                        velocity[(row, column)] += w * load[(member, column)];
                    }
                }
            }
        }
        self.held.iter().for_each(|&row| velocity.row_mut(row).fill(0.0));
        Reduced { velocity, load, root: None }
    }

    /// What unit forces at `springs` do, by (F.4).
    fn reduced_by_momentum(&self, momentum: &Momentum, springs: &[usize]) -> Reduced {
        let (members, n) = (self.entries.len(), springs.len());
        let (mut velocity, mut load) = (DMatrix::zeros(members, n), DMatrix::zeros(members, n));
        let mut root = Vec::new();
        for (column, &spring) in springs.iter().enumerate() {
            let gain = momentum.gain(|member| if member == spring { 1.0 } else { 0.0 });
            load[(spring, column)] = 1.0;
            for (&row, &force) in self.held.iter().zip(&gain.reaction) {
                load[(row, column)] = force;
            }
            for row in 0..members {
                velocity[(row, column)] = momentum.velocity(row, &gain);
            }
            root.push(gain.y);
        }
        self.held.iter().for_each(|&row| velocity.row_mut(row).fill(0.0));
        Reduced { velocity, load, root: (n > 0).then(|| DMatrix::from_columns(&root)) }
    }

    /// Rates of velocity that the springs' loads of order j cause at the given members.
    pub fn push_of_springs(&self, members: &[usize], j: usize) -> Vec<f64> {
        let loads = self.series.loads(j);
        let push = |&row: &usize| {
            let of_spring = |&(column, _): &(usize, f64)| {
                matches!(self.entries[column].role, Role::Spring | Role::Locked)
            };
            let of_springs: f64 = self.w.row(row).filter(of_spring).map(|(c, w)| w * loads[c]).sum();
            of_springs + self.push_of_friction(row, |rub| rub.load[j])
        };
        members.iter().map(push).collect()
    }

    /// Rate at which the loads of all other springs close a spring, closed contacts answering them.
    pub fn push_on_spring(&self, member: usize, loads: &[f64]) -> f64 {
        let of_others = |row: usize| -> f64 {
            let acts = |&(c, _): &(usize, f64)| c != member && self.entries[c].role != Role::Held;
            let of_others: f64 = self.w.row(row).filter(acts).map(|(c, w)| w * loads[c]).sum();
            of_others
                + self.push_of_friction(row, |rub| {
                    if rub.comes_with(member) { Vector2::zeros() } else { rub.last.load }
                })
        };
        let reaction = self.reactions_to(of_others);
        -(of_others(member) + self.answer_at(member, &reaction))
    }

    /// The reactions that stop the closed contacts, each accelerated as given.
    fn reactions_to(&self, acceleration: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut reaction: Vec<f64> = self.held.iter().map(|&row| -acceleration(row)).collect();
        self.w.react(&mut reaction);
        reaction
    }

    /// Acceleration of a member by the given reactions of the closed contacts.
    fn answer_at(&self, member: usize, reaction: &[f64]) -> f64 {
        let answer = |(c, w): (usize, f64)| self.held.binary_search(&c).ok().map(|h| w * reaction[h]);
        self.w.row(member).filter_map(answer).sum()
    }

    /// Accelerations of all members by a unit load at one of them, closed contacts answering it; zero at those.
    pub fn response_to(&self, member: usize) -> Vec<f64> {
        let of_load =
            |row: usize| -> f64 { self.w.row(row).filter(|&(c, _)| c == member).map(|(_, w)| w).sum() };
        let reaction = self.reactions_to(of_load);
        let response = |row: usize| match self.entries[row].role {
            Role::Held => 0.0,
            Role::Spring | Role::Locked | Role::Pressed | Role::Undecided | Role::Waiting => {
                of_load(row) + self.answer_at(row, &reaction)
            }
            Role::DrawnApart | Role::Distant | Role::Free => of_load(row) + self.answer_at(row, &reaction),
        };
        (0..self.entries.len()).map(response).collect()
    }

    /// Acceleration of a member by the given loads.
    pub fn acceleration(&self, member: usize, loads: &[f64]) -> f64 {
        self.w.block().row_product(member, loads) * self.rate
    }

    /// Rates at which the loads of springs change, per unit of local time, at the given velocities.
    pub fn load_rates(&self, velocities: &[f64]) -> Vec<f64> {
        let rate = |(member, entry): (usize, &Entry)| match entry.role {
            Role::Spring | Role::Pressed => -self.kappa[member] * velocities[member],
            Role::Held | Role::Locked | Role::Undecided | Role::Waiting => 0.0,
            Role::DrawnApart | Role::Distant | Role::Free => 0.0,
        };
        self.entries.iter().enumerate().map(rate).collect()
    }
}
