//! How long redundant contacts can share their load by rigid friction.
//!
//! Contacts of one body that stick may share its load in many ways. They go on sticking exactly as long as *some* share lies in the discs of
//! all of them (limit analysis), whatever share the series has taken. While that share lies in the discs itself, nothing needs to be
//! asked; where it does not, (G.1) of [`crate::flow::tresca`] says whether another one does. Past the end the least accelerations grow in
//! proportion to time, so that two of them tell where they were zero.

use nalgebra::{DMatrix, DVector, Vector2};

use crate::flow::answer::{Solver, Unknown};
use crate::flow::frame::Frame;
use crate::flow::grip::grips_of;
use crate::flow::rub::{Course, Rub};
use crate::flow::tresca::{Hold, Least, Tresca};

/// Instants of a step at which redundant contacts are asked whether some share holds. A step is a sixth of the shortest period.
const SAMPLES: usize = 4;

/// The end of sharing is found to this part of the step. Being early by it is wrong by its square: sliding begins without a jump.
const SHARING: f64 = 1e-12;

/// So much later, in parts of the step, the directions of sliding are clear.
const LATE: f64 = 1e-5;

/// Guesses of the end from accelerations beyond it, before it is found by halving.
const GUESSES: usize = 12;

/// Most steps of Newton's method from a guess that is good to eight digits or so.
const MOST_NEWTON: usize = 8;

/// They end when nothing moves by more than this.
const SETTLED: f64 = 1e-14;

/// The end lies within this local time from where it seemed to be: close to it, whether contacts slide is hard to tell.
const NEAR: f64 = 1e-3;

/// Bodies allow motions to which forces lead with more than this part of the greatest response: less is what rounding leaves of none.
const FREE: f64 = 1e-10;

/// The end of sharing among redundant contacts.
#[derive(Debug)]
pub(crate) struct EndOfSharing {
    /// When, in local time.
    pub s: f64,
    /// The contacts that begin to slide, and in which directions.
    pub sliding: Vec<(usize, Vector2<f64>)>,
}

impl Frame {
    /// Where in the step redundant contacts that stick can no longer share their load: the first instant at which no share lies in all
    /// discs.
    pub fn end_of_sharing(&mut self, end: f64) -> Option<EndOfSharing> {
        if !self.rubbing.is_redundant {
            return None;
        }
        let mut group = Sharing::of(self)?;
        let found = group.end(end);
        let solves = group.solves;
        self.rubbing.solves += solves;
        found
    }
}

/// Contacts that stick together.
struct Sharing<'a> {
    sticking: Vec<(usize, &'a Rub)>,
    response: DMatrix<f64>,
    /// Whether closed contacts are among them, whose bounds depend on the loads.
    with_closed: bool,
    /// How often (G.1) was solved.
    solves: usize,
}

/// An instant at which no share holds, and the largest acceleration there.
#[derive(Clone, Copy)]
struct Beyond {
    s: f64,
    acceleration: f64,
}

impl<'a> Sharing<'a> {
    fn of(frame: &'a Frame) -> Option<Self> {
        let sticks = |rub: &&Rub| rub.course == Course::Held;
        let sticking: Vec<(usize, &Rub)> = frame
            .rubbing
            .rubs
            .iter()
            .filter(sticks)
            .map(|rub| (frame.entries()[rub.member].contact, rub))
            .collect();
        let grips: Vec<Unknown> = sticking.iter().flat_map(|(_, rub)| grips_of(rub.member)).collect();
        let with_closed = sticking.iter().any(|(_, rub)| rub.is_reaction);
        let response = || frame.answer_matrix(&grips, 0);
        (!grips.is_empty()).then(|| Self { response: response(), sticking, with_closed, solves: 0 })
    }

    fn end(&mut self, end: f64) -> Option<EndOfSharing> {
        let mut beyond = None;
        let mut high = end;
        for k in 1..=SAMPLES {
            high = end * k as f64 / SAMPLES as f64;
            beyond = self.beyond(high);
            if beyond.is_some() {
                break;
            }
        }
        let (low, high) = self.close_in(beyond?, high - end / SAMPLES as f64, SHARING * end);
        Some(if self.with_closed {
            EndOfSharing { s: high, sliding: Vec::new() }
        } else {
            self.sliding_from(low, LATE * end)
        })
    }

    /// The end of sharing to `within`, given an instant at which some share holds and one at which none does.
    fn close_in(&mut self, first: Beyond, mut low: f64, within: f64) -> (f64, f64) {
        let (mut near, mut far) = (first, None::<Beyond>);
        let mut guesses = 0;
        while near.s - low > within {
            let start = far.map(|far| {
                let slope = (far.acceleration - near.acceleration) / (far.s - near.s);
                near.s - near.acceleration / slope
            });
            let margin = 0.25 * within;
            let inside = |s: &f64| low < *s && *s < near.s;
            let sides = start.map(|start| [start + margin, start - margin]);
            let guess = sides.and_then(|sides| sides.into_iter().find(inside)).filter(|_| guesses < GUESSES);
            guesses += 1;
            let s = guess.unwrap_or(0.5 * (low + near.s));
            match self.beyond(s) {
                None => low = s,
                Some(beyond) => (far, near) = (Some(near), beyond),
            }
        }
        (low, near.s)
    }

    /// Whether the share that the series has taken lies in all discs.
    fn is_inside(&self, s: f64) -> bool {
        self.sticking.iter().all(|(_, rub)| rub.load_at(s).norm() <= rub.bound_at(s))
    }

    /// (G.1) at local time s, for the accelerations that the loads of the series stop.
    fn least(&mut self, s: f64) -> (DVector<f64>, Least) {
        self.solves += 1;
        let loads: Vec<Vector2<f64>> = self.sticking.iter().map(|(_, rub)| rub.load_at(s)).collect();
        let load = DVector::from_fn(2 * loads.len(), |row, _| loads[row / 2][row % 2]);
        let radius: Vec<f64> = self.sticking.iter().map(|(_, rub)| rub.bound_at(s)).collect();
        let push = -(&self.response * load);
        let least = Tresca { response: &self.response, push: &push, radius: &radius }.solve();
        (&self.response * &least.load + push, least)
    }

    /// How fast contacts slide at local time s for which no share holds any more.
    fn beyond(&mut self, s: f64) -> Option<Beyond> {
        if self.is_inside(s) {
            return None;
        }
        let (accelerations, least) = self.least(s);
        let slides = |&(i, (_, rub)): &(usize, &(usize, &Rub))| {
            least.hold[i] == Hold::Slides && !rub.is_negligible(rub.bound_at(s) / rub.mu)
        };
        let sliding = self.sticking.iter().enumerate().filter(slides);
        let acceleration = sliding.map(|(i, _)| part(&accelerations, i).norm()).reduce(f64::max)?;
        Some(Beyond { s, acceleration })
    }

    /// Which contacts slide when no share holds any more, and when exactly, from instants a little `late`: there accelerations have a size
    /// and a direction, and two of them give the instant at which they were zero and the directions they started from.
    fn sliding_from(&mut self, s: f64, late: f64) -> EndOfSharing {
        let [(first, least), (second, _)] = [1.0, 2.0].map(|times| self.least(s + times * late));
        let slides = |i: &usize| {
            let moves = [&first, &second].iter().all(|a| part(a, *i) != Vector2::zeros());
            least.hold[*i] == Hold::Slides && moves
        };
        let (sliding, sticking) = (0..self.sticking.len()).partition::<Vec<usize>, _>(slides);
        let size = |a: &DVector<f64>| sliding.iter().map(|&i| part(a, i).norm()).fold(0.0, f64::max);
        let (slow, fast) = (size(&first), size(&second));
        let start = s + late - late * slow / (fast - slow);
        let is_near = (start - s).abs() <= late;
        let about = EndOfSharing {
            s: if is_near { start.max(0.0) } else { s },
            sliding: sliding
                .iter()
                .map(|&i| {
                    let [a, b] = [part(&first, i).normalize(), part(&second, i).normalize()];
                    (self.sticking[i].0, (a * 2.0 - b).normalize())
                })
                .collect(),
        };
        self.collapse(&sliding, &sticking, &first, about.s).unwrap_or(about)
    }

    /// The end of sharing to the last digits. Let w be velocities of the `sliding` contacts that their bodies allow while the others stick.
    /// The load does as much work on them as friction dissipates, and on no others more, where
    ///
    /// ```text
    /// D(w, s) = Σ rᵢ(s)|wᵢ| + ℓ(s)·w,     D = 0 and ∂D/∂w = 0,    ûᵢ = wᵢ/|wᵢ|                             (G.6)
    /// ```
    ///
    /// with ℓ the loads of the series. Newton's method finds w = B y and s together, B a basis of what bodies allow and |y| = 1.
    fn collapse(
        &self,
        sliding: &[usize],
        sticking: &[usize],
        acceleration: &DVector<f64>,
        about: f64,
    ) -> Option<EndOfSharing> {
        if sliding.is_empty() {
            return None;
        }
        let basis = self.allowed_motions(sliding, sticking)?;
        let n = sliding.len();
        let rubs: Vec<&Rub> = sliding.iter().map(|&i| self.sticking[i].1).collect();
        let towards = DVector::from_fn(2 * n, |row, _| acceleration[2 * sliding[row / 2] + row % 2]);
        let mut y = basis.tr_mul(&towards).try_normalize(0.0)?;
        let mut s = about;
        for _ in 0..MOST_NEWTON {
            let w = &basis * &y;
            let m = y.len();
            let mut matrix = DMatrix::zeros(m + 1, m + 1);
            let (mut forces, mut changes) = (DVector::zeros(2 * n), DVector::zeros(2 * n));
            for (i, rub) in rubs.iter().enumerate() {
                let speed = part(&w, i).norm();
                let along = part(&w, i).try_normalize(0.0)?;
                let [bound, faster] = rub.bound_with_slope(s);
                let [load, growing] = rub.load_with_slope(s);
                forces.fixed_rows_mut::<2>(2 * i).copy_from(&(along * bound + load));
                changes.fixed_rows_mut::<2>(2 * i).copy_from(&(along * faster + growing));
                let rows = basis.fixed_rows::<2>(2 * i);
                let across = rows.tr_mul(&Vector2::new(-along.y, along.x));
                let mut curvature = matrix.view_mut((0, 0), (m, m));
                curvature.ger(bound / speed, &across, &across, 1.0);
            }
            matrix.view_mut((0, m), (m, 1)).copy_from(&basis.tr_mul(&changes));
            matrix.view_mut((m, 0), (1, m)).copy_from(&y.transpose());
            let mut wrong = DVector::zeros(m + 1);
            wrong.rows_mut(0, m).copy_from(&-basis.tr_mul(&forces));
            let step = matrix.lu().solve(&wrong)?;
            y += step.rows(0, m);
            y = y.try_normalize(0.0)?;
            s += step[m];
            if !((s - about).abs() <= NEAR && s >= 0.0) {
                return None;
            }
            if step.amax() <= SETTLED {
                let w = &basis * &y;
                let direction =
                    |(i, &place): (usize, &usize)| (self.sticking[place].0, part(&w, i).normalize());
                return Some(EndOfSharing {
                    s,
                    sliding: sliding.iter().enumerate().map(direction).collect(),
                });
            }
        }
        None
    }

    /// An orthonormal basis of the velocities of `sliding` contacts that forces can cause while the `sticking` ones hold.
    fn allowed_motions(&self, sliding: &[usize], sticking: &[usize]) -> Option<DMatrix<f64>> {
        let row = |contacts: &[usize], k: usize| 2 * contacts[k / 2] + k % 2;
        let block = |rows: &[usize], columns: &[usize]| {
            DMatrix::from_fn(2 * rows.len(), 2 * columns.len(), |i, k| {
                self.response[(row(rows, i), row(columns, k))]
            })
        };
        let mut response = block(sliding, sliding);
        if !sticking.is_empty() {
            let held = Solver::of(block(sticking, sticking), &vec![1.0; 2 * sticking.len()]);
            let by = block(sticking, sliding);
            let answers: Vec<DVector<f64>> = by.column_iter().map(|c| held.solve(&c.into_owned())).collect();
            response -= block(sliding, sticking) * DMatrix::from_columns(&answers);
        }
        let symmetric = (&response + response.transpose()) * 0.5;
        let eigen = symmetric.symmetric_eigen();
        let largest = eigen.eigenvalues.amax();
        let kept: Vec<usize> =
            (0..eigen.eigenvalues.len()).filter(|&k| eigen.eigenvalues[k] > FREE * largest).collect();
        (!kept.is_empty()).then(|| eigen.eigenvectors.select_columns(&kept))
    }
}

/// What two components of a vector say of one contact.
fn part(vector: &DVector<f64>, contact: usize) -> Vector2<f64> {
    Vector2::new(vector[2 * contact], vector[2 * contact + 1])
}
