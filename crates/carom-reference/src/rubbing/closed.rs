//! Closed contacts: which of them are pressed, and whether they stick or slip.
//!
//! A closed contact may open, or stay closed; if it has tangential springs it may then stick or slip. All combinations
//! are tried, the present modes first, then those with the fewest openings. One is consistent if
//!
//! ```text
//! v̇_n ≥ 0 for every contact that opens,   F_n ≥ 0 for every one that does not,
//! k_t |u| ≤ μ F_n for every one that sticks,   k_t |u| ≥ μ F_n for every one that slips           (C.1)
//! ```
//!
//! F_n jumps when a contact closes; a spring that is then longer than its new disc is clipped. An impact of rigid contacts
//! takes no time, so no tangential spring moves in it, and the normal impulses λ satisfy
//!
//! ```text
//! 0 ≤ λ  ⊥  v_n + W_nn λ ≥ 0   over the closed contacts.                                          (C.2)
//! ```
//!
//! Those that separate in it, v_n > 0, open.

use nalgebra::{DMatrix, DVector};

use super::problem::RubbingEventKind;
use super::state::{Normal, RANK_TOLERANCE, State, Tangential};
use crate::ReferenceError;

/// Signs are judged to this part of the largest number involved.
const SIGN_TOLERANCE: f64 = 1e-11;
/// Combinations of more contacts than this are too many to try.
const MOST_CLOSED: usize = 8;

/// What a closed contact may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Open,
    Press(Tangential),
}

impl State<'_> {
    /// Finds modes of the closed contacts that satisfy (C.1), and refreshes all that depends on modes. Call after every
    /// event.
    pub(super) fn settle(&mut self) -> Result<(), ReferenceError> {
        let closed = self.closed();
        if !closed.is_empty() {
            *self = self.settled(&closed)?;
        }
        self.refresh();
        self.follow_the_rim();
        Ok(())
    }

    fn settled(&self, closed: &[usize]) -> Result<Self, ReferenceError> {
        let none = || ReferenceError::NoReaction { contacts: closed.to_vec() };
        if closed.len() > MOST_CLOSED {
            return Err(none());
        }
        let mut combinations: Vec<Vec<Choice>> = vec![Vec::new()];
        for &i in closed {
            let longer = |known: Vec<Choice>| {
                self.choices(i).into_iter().map(move |choice| [known.clone(), vec![choice]].concat())
            };
            combinations = combinations.into_iter().flat_map(longer).collect();
        }
        combinations.sort_by_key(|c| c.iter().filter(|choice| **choice == Choice::Open).count());
        combinations.into_iter().find_map(|choices| self.consistent(closed, &choices)).ok_or_else(none)
    }

    /// The present mode comes first, so a contact on the rim stays as it is.
    fn choices(&self, i: usize) -> Vec<Choice> {
        let present = self.tangential[i];
        let other = match present {
            Tangential::Stick => vec![Choice::Press(Tangential::Slip)],
            Tangential::Slip | Tangential::Trail => vec![Choice::Press(Tangential::Stick)],
            Tangential::Free | Tangential::Slide | Tangential::Creep | Tangential::Hold => vec![],
        };
        [vec![Choice::Press(present)], other, vec![Choice::Open]].concat()
    }

    /// The state with these choices made, if it satisfies (C.1).
    fn consistent(&self, closed: &[usize], choices: &[Choice]) -> Option<Self> {
        let mut trial = self.clone();
        for (&i, choice) in closed.iter().zip(choices) {
            match *choice {
                Choice::Open => {
                    trial.leave(i);
                    trial.log(i, RubbingEventKind::Opens);
                }
                Choice::Press(mode) => {
                    trial.tangential[i] = mode;
                    trial.motion.set_normal(i, 0.0);
                    if mode != self.tangential[i] {
                        trial.log(
                            i,
                            if mode == Tangential::Stick {
                                RubbingEventKind::Sticks
                            } else {
                                RubbingEventKind::Slips
                            },
                        );
                    }
                }
            }
        }
        let pushes = trial.pushes(&trial.motion);
        let (forces, acceleration) = (&pushes.forces, &pushes.acceleration);
        let spread = self.problem.w.map(f64::abs) * forces.map(f64::abs);
        let (tolerance, weak) = (SIGN_TOLERANCE * spread.amax(), SIGN_TOLERANCE * forces.amax());
        for &i in closed {
            let (normal, rim) = (forces[3 * i + 2], self.friction(i) * forces[3 * i + 2]);
            let held = self.tangential_stiffness(i).map_or(0.0, |k| k * self.motion.stretch(i).norm());
            let fits = match (trial.normal[i], trial.tangential[i]) {
                (Normal::Inactive, _) => acceleration[3 * i + 2] >= -tolerance,
                (_, Tangential::Stick) => normal >= -weak && held <= rim + weak,
                (_, Tangential::Slip | Tangential::Trail) => normal >= -weak && held >= rim - weak,
                (_, Tangential::Free | Tangential::Slide | Tangential::Creep | Tangential::Hold) => {
                    normal >= -weak
                }
            };
            if !fits {
                return None;
            }
        }
        for i in trial.closed() {
            trial.clip(i, self.length(i, forces[3 * i + 2]).max(0.0));
        }
        Some(trial)
    }

    /// (C.2)
    pub(super) fn plastic_impact(&mut self) -> Result<(), ReferenceError> {
        let closed = self.closed();
        let rows: Vec<usize> = closed.iter().map(|i| 3 * i + 2).collect();
        let w = self.problem.w.select_rows(&rows).select_columns(&rows);
        let before = self.motion.velocities().select_rows(&rows);
        let impulses =
            complementary(&w, &before).ok_or(ReferenceError::NoReaction { contacts: closed.clone() })?;
        self.lost_in_restitution -= impulses.dot(&(&before + 0.5 * &w * &impulses));
        let mut all = DVector::zeros(3 * self.normal.len());
        for (j, &i) in closed.iter().enumerate() {
            all[3 * i + 2] = impulses[j];
            self.motion.add_normal_impulse(i, impulses[j]);
        }
        let after = self.motion.velocities() + &self.problem.w * all;
        self.motion.set_velocities(&after);
        for i in closed {
            if self.motion.normal(i) > self.rest() {
                self.leave(i);
                self.log(i, RubbingEventKind::Opens);
            }
        }
        Ok(())
    }
}

/// λ of 0 ≤ λ ⊥ q + A λ ≥ 0, by trying every subset, larger ones first.
fn complementary(a: &DMatrix<f64>, q: &DVector<f64>) -> Option<DVector<f64>> {
    if q.len() > MOST_CLOSED {
        return None;
    }
    let mut subsets: Vec<u32> = (0..1u32 << q.len()).collect();
    subsets.sort_by_key(|subset| std::cmp::Reverse(subset.count_ones()));
    subsets.into_iter().find_map(|subset| {
        let members: Vec<usize> = (0..q.len()).filter(|j| subset >> j & 1 == 1).collect();
        let mut values = DVector::zeros(q.len());
        if !members.is_empty() {
            let svd = a.select_rows(&members).select_columns(&members).svd(true, true);
            let cutoff = RANK_TOLERANCE * svd.singular_values.amax();
            let solved = svd.solve(&-q.select_rows(&members), cutoff).ok()?;
            members.iter().zip(solved.iter()).for_each(|(&j, value)| values[j] = *value);
        }
        let slack = a * &values + q;
        let tolerance = SIGN_TOLERANCE * q.amax();
        let pushes = values.iter().zip(a.diagonal().iter()).all(|(value, w)| value * w >= -tolerance);
        let closes = members.iter().all(|&j| slack[j].abs() <= tolerance);
        (pushes && closes && slack.min() >= -tolerance).then_some(values)
    })
}
