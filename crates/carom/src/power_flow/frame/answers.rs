//! What closed contacts answer to the springs of a step.
//!
//! Reactions keep v' = 0 of closed contacts h, so they are linear in the pushes of the springs a,
//!
//! ```text
//! G_h = Σ r_ha·G_a,   r = −W_hh⁻¹ W_ha,   and all others feel W + W_ih r_ha                          (X.12)
//! ```
//!
//! Few springs touch the bodies of closed contacts: a row of a thousand that move as one answers with two columns, and no series of its
//! members is unfolded. Where no r_ha of a contact is negative no spring can open it, since springs only press.

use super::{Frame, Role, Series, ZERO};
use crate::flow::{Reactions, Row};

/// r, and W with it. Empty if no contact is closed.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// The first closed member; all that follow are closed.
    first: usize,
    /// The springs that are answered, and r of each by closed member.
    columns: Vec<(usize, Vec<f64>)>,
    /// Rows of W + W_ih r_ha by member.
    rows: Vec<Row>,
}

impl Answers {
    pub fn of(frame: &Frame) -> Self {
        let closed = |role: Role| role == Role::Held;
        let Some(first) = frame.entries.iter().position(|entry| closed(entry.role)) else {
            return Self::default();
        };
        debug_assert!(
            frame.entries[first..].iter().all(|entry| closed(entry.role)),
            "closed contacts come last"
        );
        let split = |member: usize| frame.row(member).partition::<Row, _>(|&(j, _)| j < first);
        let among = |member: usize| -> Row { split(member).1.iter().map(|&(j, w)| (j - first, w)).collect() };
        let reactions = Reactions::of(&(first..frame.entries.len()).map(among).collect::<Vec<_>>());
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        for spring in (0..first).filter(|&i| frame.entries[i].role == Role::Acting) {
            let mut answer = vec![0.0; frame.entries.len() - first];
            among(spring).iter().for_each(|&(h, w)| answer[h] = -w);
            if answer.iter().any(|&w| w != 0.0) {
                reactions.solve(&mut answer);
                columns.push((spring, answer));
            }
        }
        for member in 0..first {
            let (mut row, of_closed) = split(member);
            for (spring, answer) in columns.iter().filter(|_| !of_closed.is_empty()) {
                let felt: f64 = of_closed.iter().map(|&(h, w)| w * answer[h - first]).sum();
                match row.iter_mut().find(|(j, _)| j == spring) {
                    Some((_, w)) => *w += felt,
                    None => row.push((*spring, felt)),
                }
            }
            rows.push(row);
        }
        Self { first, columns, rows }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The non-zero entries of a member's row of W + W_ih r_ha.
    pub fn row(&self, member: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.rows[member].iter().copied()
    }

    /// (a, r_ha) of a closed member.
    pub fn parts(&self, member: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.columns.iter().map(move |(spring, answer)| (*spring, answer[member - self.first]))
    }

    /// Σ r_ha·Gₐ.
    pub fn sum(&self, member: usize, push: impl Fn(usize) -> Series) -> Series {
        self.parts(member).fold(ZERO, |sum, (spring, part)| {
            let push = push(spring);
            std::array::from_fn(|j| sum[j] + part * push[j])
        })
    }
}
