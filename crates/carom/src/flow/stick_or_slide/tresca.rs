//! Friction of rigid contacts whose normal forces are given: the least of a quadratic over discs.
//!
//! ```text
//! least of  x·R x/2 + b·x   over   |xᵢ| ≤ rᵢ                                                               (G.1)
//! ```
//!
//! x are the friction forces of all contacts, two components each, rᵢ = μᵢqᵢ what each may bear, b the accelerations without
//! friction, R x + b those with it. R is symmetric and positive semidefinite, so that the accelerations are unique even where
//! redundant contacts may share the load in many ways: contacts whose acceleration is not zero slide against their force, all others
//! stick. A path through the middle of the discs ([`interior_point`](crate::flow::stick_or_slide::interior_point)) tells which do; Newton's method on the conditions with the
//! sets then known gives the last digits.

use nalgebra::{DMatrix, DVector, Vector2};

use crate::flow::equations::Solver;
use crate::flow::stick_or_slide::interior_point::{Path, Scaled};
use crate::flow::stick_or_slide::neighbours::Neighbours;
use crate::flow::thresholds::{BEYOND_THE_CONE, ON_THE_CONE};

/// Newton steps at the end; they converge quadratically from a path followed to rounding.
const POLISHING: usize = 4;
/// A contact near its bound bears at least this part of what it could in the middle of its disc: to spare it more, the others would have to
/// strain against each other.
const LEAST_SHARE: f64 = 1e-3;
/// A contact that has less than this part of what it bears to spare at the end of the path bears all it can: √τ with room.
const AT_THE_END: f64 = 1e-8;
/// Accelerations below this part of the terms they are made of are zero.
const ROUNDING: f64 = 128.0 * f64::EPSILON;

/// (G.1).
#[derive(Debug)]
pub(in crate::flow) struct Tresca<'a> {
    pub response: &'a DMatrix<f64>,
    pub push: &'a DVector<f64>,
    pub radius: &'a [f64],
}

/// What a contact does at the least of (G.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// It sticks, with room to spare in some share of the load.
    Sticks,
    /// It does not accelerate, but bears all it can in every share: what it will do is decided at the next order.
    OnTheCone,
    /// It begins to slide.
    Slides,
}

/// The least of (G.1).
#[derive(Debug, Clone)]
pub(crate) struct Least {
    pub load: DVector<f64>,
    pub hold: Vec<Hold>,
}

impl Least {
    /// 1 − |x|²/r², the share of a contact among redundant ones; never so small that it would bear nothing.
    pub fn share(&self, contact: usize, radius: f64) -> f64 {
        let part = at(&self.load, contact).norm() / radius;
        if part.is_finite() { (1.0 - part * part).max(LEAST_SHARE) } else { 1.0 }
    }
}

impl Tresca<'_> {
    pub fn solve(&self) -> Least {
        let neighbours = Neighbours::of(self.response);
        if let Some(least) = self.all_stick(neighbours.as_ref()) {
            return least;
        }
        let scaled = Scaled::of(self);
        let mut path = Path::start(&scaled);
        path.follow(&scaled, neighbours.as_ref());
        let hold = path.guess(&scaled);
        let load = DVector::from_fn(path.y.len(), |row, _| path.y[row] * self.radius[row / 2]);
        let end = Least { load, hold };
        let mut least = end.clone();
        // Polishing shows on which side of its circle a doubtful contact is; each doubtful one changes once at most.
        for _ in 0..=self.radius.len() {
            self.polish(&mut least, neighbours.as_ref());
            if !self.correct(&mut least) {
                break;
            }
        }
        if self.error(&least) > self.error(&end).max(BEYOND_THE_CONE) {
            least = self.as_it_moves(end);
        }
        self.still(&mut least);
        least
    }

    /// By what part a contact bears more than it can, or its load fails to oppose its acceleration by all it can, x·a + r|a|. At the very end of what redundant contacts can hold
    /// no set is right, and polishing strains them against each other; the end of the path is right to rounding there.
    fn error(&self, least: &Least) -> f64 {
        let acceleration = self.response * &least.load + self.push;
        let of = |i: usize| {
            let (x, a, r) = (at(&least.load, i), at(&acceleration, i), self.radius[i]);
            let terms = self.push.amax() + self.response.amax() * least.load.amax();
            (x.norm() / r - 1.0).max((x.dot(&a) / r + a.norm()) / terms)
        };
        (0..self.radius.len()).filter(|&i| self.radius[i] > 0.0).map(of).fold(0.0, f64::max)
    }

    /// These loads, and what each contact does by its acceleration.
    fn as_it_moves(&self, mut least: Least) -> Least {
        let acceleration = self.response * &least.load + self.push;
        for (i, hold) in least.hold.iter_mut().enumerate() {
            let bears_all = at(&least.load, i).norm() >= self.radius[i] * (1.0 - AT_THE_END);
            let moves = at(&acceleration, i).norm() > ROUNDING * self.terms(i, &least.load);
            *hold = match (bears_all, moves) {
                (true, true) => Hold::Slides,
                (true, false) => Hold::OnTheCone,
                (false, _) => Hold::Sticks,
            };
        }
        least
    }

    /// The terms of which a contact's acceleration is the sum.
    fn terms(&self, contact: usize, load: &DVector<f64>) -> f64 {
        let of = |row: usize| {
            let products = (0..load.len()).map(|k| (self.response[(row, k)] * load[k]).abs());
            self.push[row].abs() + products.sum::<f64>()
        };
        of(2 * contact) + of(2 * contact + 1)
    }

    /// The loads that hold all contacts, if there is one share only and it lies inside all discs: no other can be the least.
    fn all_stick(&self, neighbours: Option<&Neighbours>) -> Option<Least> {
        let solver = match neighbours {
            Some(neighbours) => {
                let contacts = pairs(self.radius.len());
                Solver::sparse(&neighbours.rows(&contacts, |i, j| self.response[(i, j)]), &contacts)
            }
            None => Solver::regular(self.response),
        };
        let load = solver?.solve(&-self.push);
        let sticks = |i: usize| at(&load, i).norm() < self.radius[i] * (1.0 - ON_THE_CONE);
        let all = (0..self.radius.len()).all(sticks);
        all.then(|| Least { hold: vec![Hold::Sticks; self.radius.len()], load })
    }

    /// Contacts that bear all they can and yet do not accelerate by more than rounding are on the cone.
    fn still(&self, least: &mut Least) {
        let acceleration = self.response * &least.load + self.push;
        let Least { load, hold } = least;
        for (i, hold) in hold.iter_mut().enumerate() {
            if *hold == Hold::Slides
                && self.radius[i] > 0.0
                && at(&acceleration, i).norm() <= ROUNDING * self.terms(i, load)
            {
                *hold = Hold::OnTheCone;
            }
        }
    }

    /// Newton's method on the conditions for contacts that do not accelerate, and for the directions û of those that slide:
    ///
    /// ```text
    /// a = R x + b,    a = 0,    a·û⊥ = 0 with x = −r û                                                     (G.3)
    /// ```
    ///
    /// A direction turned by w/r changes a·û⊥ by its own (R + |a|/r) w, so the matrix is symmetric.
    fn polish(&self, least: &mut Least, neighbours: Option<&Neighbours>) {
        let unknowns = self.unknowns(least);
        let n = unknowns.len();
        if n == 0 {
            return;
        }
        let contacts: Vec<usize> = unknowns.iter().map(|unknown| unknown.contact).collect();
        let bears: Vec<f64> = contacts.iter().map(|&contact| self.radius[contact]).collect();
        for _ in 0..POLISHING {
            let acceleration = self.response * &least.load + self.push;
            let axes: Vec<Vector2<f64>> = unknowns.iter().map(|unknown| unknown.axis(least)).collect();
            let entry = |row: usize, column: usize| {
                let (to, from) = (unknowns[row].contact, unknowns[column].contact);
                let own = self.response.fixed_view::<2, 2>(2 * to, 2 * from) * axes[column];
                let turning = match unknowns[row].kind {
                    Freedom::Direction if row == column => at(&acceleration, to).norm() / self.radius[to],
                    Freedom::Direction | Freedom::Axis(_) => 0.0,
                };
                axes[row].dot(&own) + turning
            };
            let wrong =
                DVector::from_fn(n, |row, _| -axes[row].dot(&at(&acceleration, unknowns[row].contact)));
            let solver = match neighbours {
                Some(neighbours) => Solver::of_rows(&neighbours.rows(&contacts, entry), &contacts, &bears),
                None => Solver::of(DMatrix::from_fn(n, n, entry), &bears),
            };
            let change = solver.solve(&wrong);
            let mut largest = 0.0_f64;
            for ((unknown, axis), &part) in unknowns.iter().zip(axes).zip(&change) {
                let radius = self.radius[unknown.contact];
                let load = at(&least.load, unknown.contact) + axis * part;
                let load = match unknown.kind {
                    Freedom::Axis(_) => load,
                    Freedom::Direction => load * (radius / load.norm()),
                };
                least.load.fixed_rows_mut::<2>(2 * unknown.contact).copy_from(&load);
                largest = largest.max(part.abs() / radius);
            }
            if largest <= 4.0 * f64::EPSILON {
                break;
            }
        }
    }

    fn unknowns(&self, least: &mut Least) -> Vec<Unknown> {
        let mut unknowns = Vec::new();
        for contact in (0..self.radius.len()).filter(|&i| self.radius[i] > 0.0) {
            if least.hold[contact] == Hold::Slides {
                let load = at(&least.load, contact);
                let full = load * (self.radius[contact] / load.norm());
                least.load.fixed_rows_mut::<2>(2 * contact).copy_from(&full);
                unknowns.push(Unknown { contact, kind: Freedom::Direction });
            } else {
                unknowns.extend(
                    [Vector2::x(), Vector2::y()].map(|axis| Unknown { contact, kind: Freedom::Axis(axis) }),
                );
            }
        }
        unknowns
    }

    /// Moves contacts to the set in which the polished solution shows them to be; says whether one has moved to slide or to stick.
    fn correct(&self, least: &mut Least) -> bool {
        let acceleration = self.response * &least.load + self.push;
        let mut moved = false;
        for (i, hold) in least.hold.iter_mut().enumerate() {
            let load = at(&least.load, i);
            let part = load.norm() / self.radius[i];
            let after = match *hold {
                _ if self.radius[i] == 0.0 => Hold::Slides,
                Hold::Slides if load.dot(&at(&acceleration, i)) > 0.0 => Hold::Sticks,
                Hold::Slides => Hold::Slides,
                Hold::Sticks | Hold::OnTheCone if part > 1.0 + BEYOND_THE_CONE => Hold::Slides,
                Hold::Sticks | Hold::OnTheCone if part >= 1.0 - ON_THE_CONE => Hold::OnTheCone,
                Hold::Sticks | Hold::OnTheCone => Hold::Sticks,
            };
            moved |= (after == Hold::Slides) != (*hold == Hold::Slides) && self.radius[i] > 0.0;
            *hold = after;
        }
        moved
    }
}

/// How the load of a contact may be changed.
enum Freedom {
    Axis(Vector2<f64>),
    Direction,
}

struct Unknown {
    contact: usize,
    kind: Freedom,
}

impl Unknown {
    fn axis(&self, least: &Least) -> Vector2<f64> {
        match self.kind {
            Freedom::Axis(axis) => axis,
            Freedom::Direction => {
                let along = at(&least.load, self.contact).normalize();
                Vector2::new(-along.y, along.x)
            }
        }
    }
}

/// The two components of a contact.
pub(in crate::flow) fn at(y: &DVector<f64>, i: usize) -> Vector2<f64> {
    Vector2::new(y[2 * i], y[2 * i + 1])
}

/// The contact of each unknown, two each.
pub(in crate::flow) fn pairs(contacts: usize) -> Vec<usize> {
    (0..2 * contacts).map(|row| row / 2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: f64 = 1e-13;
    /// Elimination may lose ten digits where conditions all but depend on each other, of loads that at the limit are known to as many.
    const OPEN: f64 = 1e-11;

    /// A body of `rows` degrees of freedom felt at n contacts: R = J Jᵀ.
    fn random(seed: u64, n: usize, freedoms: usize) -> (DMatrix<f64>, DVector<f64>, Vec<f64>) {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
        let mut draw = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / (1u64 << 31) as f64 * 2.0 - 1.0
        };
        let j = DMatrix::from_fn(2 * n, freedoms, |_, _| draw());
        let motion = DVector::from_fn(freedoms, |_, _| draw());
        let radius = (0..n).map(|_| draw().abs()).collect();
        (&j * j.transpose(), &j * motion, radius)
    }

    /// (G.2) in the units of (G.1).
    fn assert_least(response: &DMatrix<f64>, push: &DVector<f64>, radius: &[f64], least: &Least) {
        let a = response * &least.load + push;
        for (i, &r) in radius.iter().enumerate() {
            let (x, a) = (at(&least.load, i), at(&a, i));
            assert!(x.norm() <= r * (1.0 + BEYOND_THE_CONE), "contact {i} bears too much");
            match least.hold[i] {
                Hold::Slides => {
                    let along = -x.dot(&a);
                    assert!((along - r * a.norm()).abs() <= EXACT, "contact {i} does not oppose its sliding");
                }
                Hold::Sticks | Hold::OnTheCone => assert!(a.norm() <= EXACT, "contact {i} moves: {a}"),
            }
        }
    }

    #[test]
    fn the_least_fulfils_coulombs_law_however_redundant_the_contacts_are() {
        for seed in 0..2000 {
            let n = 1 + (seed % 8) as usize;
            let (response, push, radius) = random(seed, n, 1 + (seed / 8 % 6) as usize);
            let least = Tresca { response: &response, push: &push, radius: &radius }.solve();
            assert_least(&response, &push, &radius, &least);
        }
    }

    /// Contacts in a row, each between two bodies that turn and move in the plane of its tangents, or, if it is redundant, given twice.
    fn row(contacts: usize, twice: impl Fn(usize) -> bool) -> (DMatrix<f64>, DVector<f64>, Vec<f64>) {
        let (mut j, mut radius) = (DMatrix::zeros(2 * contacts, 3 * (contacts + 1)), Vec::new());
        for i in 0..contacts {
            let at = if twice(i) { i - 1 } else { i };
            for axis in 0..2 {
                j[(2 * i + axis, 3 * at + axis)] = 1.0;
                j[(2 * i + axis, 3 * at + 3 + axis)] = -1.0;
                j[(2 * i + axis, 3 * at + 2)] = 1.1 - 0.3 * axis as f64;
                j[(2 * i + axis, 3 * at + 5)] = 0.7;
            }
            radius.push(0.4 + 0.3 * libm::sin(5.0 * i as f64));
        }
        let motion = DVector::from_fn(3 * (contacts + 1), |i, _| libm::sin((i * i) as f64));
        (&j * j.transpose(), &j * motion, radius)
    }

    #[test]
    fn many_contacts_that_feel_few_others_fulfil_coulombs_law() {
        for twice in [|_: usize| false, |i: usize| i % 5 == 4] {
            let (response, push, radius) = row(60, twice);
            assert!(Neighbours::of(&response).is_some());
            let least = Tresca { response: &response, push: &push, radius: &radius }.solve();
            assert_least(&response, &push, &radius, &least);
            for hold in [Hold::Sticks, Hold::Slides] {
                assert!(least.hold.contains(&hold), "both stick and slide");
            }
        }
    }

    #[test]
    fn just_beyond_what_contacts_can_hold_they_fulfil_coulombs_law_too() {
        for seed in 0..100 {
            let n = 3 + (seed % 4) as usize;
            let (response, push, radius) = random(seed, n, 6);
            let solve = |part: f64| {
                let push = &push * part;
                (Tresca { response: &response, push: &push, radius: &radius }.solve(), push)
            };
            let slides = |part: f64| solve(part).0.hold.contains(&Hold::Slides);
            let (mut holds, mut gives) = (0.0, 1.0);
            while !slides(gives) {
                gives *= 2.0;
            }
            for _ in 0..60 {
                let part = 0.5 * (holds + gives);
                if slides(part) { gives = part } else { holds = part }
            }
            for beyond in [1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6] {
                let (least, push) = solve(gives * (1.0 + beyond));
                let a = &response * &least.load + &push;
                for (i, &r) in radius.iter().enumerate() {
                    let (x, a) = (at(&least.load, i), at(&a, i));
                    let opposes = (x.dot(&a) + r * a.norm()).abs() <= OPEN;
                    assert!(x.norm() <= r * (1.0 + BEYOND_THE_CONE), "contact {i} bears too much");
                    assert!(opposes, "contact {i} bears {x} of {r} and is accelerated by {a}");
                }
            }
        }
    }

    #[test]
    fn four_equal_contacts_of_one_body_stick_as_long_as_some_share_holds() {
        // Loads along x alone; together they may bear 4, one after another in any share.
        let j = DVector::from_fn(8, |row, _| if row % 2 == 0 { 1.0 } else { 0.0 });
        let response = &j * j.transpose();
        for (total, sticks) in [(3.9, true), (4.1, false)] {
            let push = &j * total;
            let radius = [2.5, 0.5, 0.5, 0.5];
            let least = Tresca { response: &response, push: &push, radius: &radius }.solve();
            assert_eq!(least.hold.iter().all(|&hold| hold == Hold::Sticks), sticks);
            assert_eq!(least.hold.iter().all(|&hold| hold == Hold::Slides), !sticks);
        }
    }

    #[test]
    fn a_load_that_all_contacts_bear_just_so_is_on_the_cone() {
        let j = DVector::from_fn(4, |row, _| if row % 2 == 0 { 1.0 } else { 0.0 });
        let (response, push) = (&j * j.transpose(), &j * 1.5);
        let least = Tresca { response: &response, push: &push, radius: &[1.0, 0.5] }.solve();
        assert_eq!(least.hold, [Hold::OnTheCone, Hold::OnTheCone]);
    }
}
