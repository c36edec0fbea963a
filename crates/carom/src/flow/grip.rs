//! Whether rigid contacts that do not slide stick or begin to slide.
//!
//! At the order m at which their normal loads begin, the friction loads x of all of them follow from Coulomb's law: each
//! either sticks, with no tangential acceleration, or opposes the sliding that begins with all the force it may have:
//!
//! ```text
//! least of  x·R x/2 + b·x   over   |xᵢ| ≤ μᵢ qᵢ                                                            (G.1)
//! ```
//!
//! R is W between their tangents with everything that is held answering, b the acceleration without them. Where the
//! normal loads q are those of springs, they are given, (G.1) is convex and its accelerations are unique. Where q is the
//! reaction of a closed contact it depends on x; (G.1) is then solved for q and x in turn, and if that does not settle,
//! friction has no unique consistent answer.

use nalgebra::{DMatrix, DVector, Matrix2, Vector2, Vector3};

use super::answer::{Kind, Solver, Unknown};
use super::frame::Frame;
use super::guards::COINCIDENT;
use super::rub::Course;

/// Most sweeps over the contacts of (G.1); a handful of coupled contacts takes some dozens.
const MOST_SWEEPS: usize = 2000;

/// Sweeps end when no load moves by more than this part of its bound, for each contact: the rounding of a sweep.
const SETTLED: f64 = 8.0 * f64::EPSILON;

/// A sticking force this close to the cone, relative to the cone, is on it: it has been followed there by its series.
const ON_THE_CONE: f64 = 1e-9;

/// The share of their cones within which redundant contacts could hold in another way than they do.
const ROOM: f64 = 1.0 - 1e-6;

/// (G.1) with bounds that may depend on the loads: radius = μ·(given + by_load · x).
struct Discs {
    response: DMatrix<f64>,
    push: DVector<f64>,
    given: Vec<f64>,
    by_load: DMatrix<f64>,
    mu: Vec<f64>,
    /// Accelerations below this are rounding.
    floor: Vec<f64>,
}

impl Discs {
    fn radius(&self, i: usize, x: &DVector<f64>) -> f64 {
        (self.mu[i] * (self.given[i] + self.by_load.row(i).transpose().dot(x))).max(0.0)
    }

    /// The loads, or a contact at which they have no unique answer.
    ///
    /// Redundant contacts share the load so that its norm is least. Where that share leaves a cone although another would
    /// hold with room to spare, rigid friction leaves open what happens.
    fn solve(&self) -> Result<DVector<f64>, usize> {
        let solver = Solver::of(self.response.clone());
        let all_stick = solver.solve(&-&self.push);
        let outside = |share: f64| (0..self.mu.len()).find(|&i| !self.is_within_cone(i, &all_stick, share));
        let stops = self.stops(&all_stick);
        match (outside(1.0 - ON_THE_CONE), solver) {
            (None, _) if stops => Ok(all_stick),
            (Some(contact), Solver::Redundant(_)) if self.stops(&self.sweep(ROOM)?) => Err(contact),
            (Some(_), _) if stops && outside(1.0 + ON_THE_CONE).is_none() => Ok(all_stick),
            (Some(_) | None, Solver::Regular(_) | Solver::Redundant(_)) => self.sweep(1.0),
        }
    }

    /// Whether these loads stop every contact, up to rounding.
    fn stops(&self, x: &DVector<f64>) -> bool {
        let left = &self.response * x + &self.push;
        let rounding = SETTLED * self.mu.len() as f64 * (self.push.amax() + self.response.amax() * x.amax());
        (0..self.mu.len()).all(|i| libm::hypot(left[2 * i], left[2 * i + 1]) <= rounding.max(self.floor[i]))
    }

    /// Largest acceleration that a unit load causes at its own contact.
    fn response_of(&self, i: usize) -> f64 {
        self.response[(2 * i, 2 * i)] + self.response[(2 * i + 1, 2 * i + 1)]
    }

    /// Whether the load lies within this share of the cone, or does nothing.
    fn is_within_cone(&self, i: usize, x: &DVector<f64>, share: f64) -> bool {
        let load = libm::hypot(x[2 * i], x[2 * i + 1]);
        load <= share * self.radius(i, x) || load * self.response_of(i) <= self.floor[i]
    }

    /// Solves (G.1) with this share of the bounds, contact by contact.
    fn sweep(&self, share: f64) -> Result<DVector<f64>, usize> {
        let n = self.mu.len();
        let mut x = DVector::zeros(2 * n);
        let mut restless = 0;
        for _ in 0..MOST_SWEEPS {
            let mut still = true;
            for i in 0..n {
                let own: Matrix2<f64> = self.response.fixed_view::<2, 2>(2 * i, 2 * i).into_owned();
                let before = Vector2::new(x[2 * i], x[2 * i + 1]);
                let all = self.response.rows(2 * i, 2) * &x;
                let push =
                    Vector2::new(all[0] + self.push[2 * i], all[1] + self.push[2 * i + 1]) - own * before;
                let radius = share * self.radius(i, &x);
                let after = least_in_disc(&own, &push, radius);
                if (after - before).norm() > SETTLED * n as f64 * radius {
                    (still, restless) = (false, i);
                }
                (x[2 * i], x[2 * i + 1]) = (after.x, after.y);
            }
            if still {
                return Ok(x);
            }
        }
        Err(restless)
    }
}

/// Least of x·Rx/2 + b·x over |x| ≤ radius. On the circle (R + λ)x = −b with λ ≥ 0, and |x| falls with λ.
fn least_in_disc(response: &Matrix2<f64>, push: &Vector2<f64>, radius: f64) -> Vector2<f64> {
    let solve = |lambda: f64| {
        (response + Matrix2::identity() * lambda).try_inverse().map(|inverse| -(inverse * push))
    };
    if let Some(x) = solve(0.0).filter(|x| x.norm() <= radius) {
        return x;
    }
    if radius == 0.0 || push.norm() == 0.0 {
        return Vector2::zeros();
    }
    // |x| ≤ |b|/λ, so the circle is reached before λ = |b|/radius.
    let (mut low, mut high) = (0.0, push.norm() / radius);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        match solve(middle) {
            Some(x) if x.norm() <= radius => high = middle,
            Some(_) | None => low = middle,
        }
    }
    solve(high).map_or(Vector2::zeros(), |x| x * (radius / x.norm()))
}

impl Frame {
    /// Decides the rigid contacts whose normal load begins at order j.
    pub(super) fn grip(&mut self, j: usize) {
        let is_open = |course: Course| match course {
            Course::Gripping { m } => m == j,
            Course::Leaving => j == 0,
            Course::Idle | Course::Starting | Course::Spring | Course::Turning => false,
            Course::TurningFrom { .. } | Course::Following | Course::Frozen | Course::Held => false,
            Course::Sliding { .. } | Course::Resuming { .. } => false,
        };
        let open: Vec<usize> =
            (0..self.rubbing.rubs.len()).filter(|&place| is_open(self.rubbing.rubs[place].course)).collect();
        if open.is_empty() {
            return;
        }
        let open = self.with_those_that_hold(open, j);
        let discs = self.discs(&open, j);
        match discs.solve() {
            Ok(x) => self.adopt_grips(&open, &discs, &x, j),
            Err(i) => {
                self.rubbing.jammed = Some(self.entries()[self.rubbing.rubs[open[i]].member].contact);
                open.iter().for_each(|&place| self.rubbing.rubs[place].course = Course::Held);
            }
        }
    }

    /// When a contact stops or leaves its cone, all that stick are asked anew: they may hold in another way.
    fn with_those_that_hold(&mut self, open: Vec<usize>, j: usize) -> Vec<usize> {
        if j > 0 {
            return open;
        }
        let leaves = open.iter().any(|&place| self.rubbing.rubs[place].course == Course::Leaving);
        let asked = if leaves { Course::Leaving } else { Course::Gripping { m: 0 } };
        let sticks = |&place: &usize| self.rubbing.rubs[place].course == Course::Held;
        let sticking: Vec<usize> = (0..self.rubbing.rubs.len()).filter(sticks).collect();
        for &place in &sticking {
            self.rubbing.rubs[place].course = asked;
            self.rubbing.rubs[place].load[0] = Vector2::zeros();
        }
        let mut all = [open, sticking].concat();
        all.sort_unstable();
        all
    }

    /// Sets (G.1) up: what the open contacts' loads do when everything that is held answers.
    fn discs(&mut self, open: &[usize], j: usize) -> Discs {
        self.gather_loads(j);
        let held = self.unknowns(j);
        let mut all = held.clone();
        for &place in open {
            let member = self.rubbing.rubs[place].member;
            for axis in [Vector3::x(), Vector3::y()] {
                all.push(Unknown { member, kind: Kind::Grip, pattern: axis, condition: axis });
            }
        }
        let (h, n) = (held.len(), all.len() - held.len());
        let matrix = self.answer_matrix(&all, j);
        let wanted = self.wanted(&all, j);
        let mut response = matrix.view((h, h), (n, n)).into_owned();
        let mut push = -wanted.rows(h, n);
        let mut by_load = DMatrix::zeros(open.len(), n);
        let mut given: Vec<f64> = open.iter().map(|&place| self.rubbing.rubs[place].normal[j]).collect();
        if h > 0 {
            let solver = Solver::of(matrix.view((0, 0), (h, h)).into_owned());
            let alone = solver.solve(&wanted.rows(0, h).into_owned());
            let mut answers = DMatrix::zeros(h, n);
            for column in 0..n {
                let answer = solver.solve(&-matrix.view((0, h + column), (h, 1)).column(0).into_owned());
                answers.set_column(column, &answer);
            }
            let back = matrix.view((h, 0), (n, h));
            response += back * &answers;
            push += back * &alone;
            for (i, &place) in open.iter().enumerate() {
                let member = self.rubbing.rubs[place].member;
                let own = held.iter().position(|u| u.member == member && u.kind == Kind::Reaction);
                if let Some(own) = own {
                    given[i] = alone[own];
                    by_load.set_row(i, &answers.row(own));
                }
            }
        }
        let mu = open.iter().map(|&place| self.rubbing.rubs[place].mu).collect();
        let floor = open.iter().map(|&place| self.rubbing.rubs[place].floor).collect();
        Discs { response, push, given, by_load, mu, floor }
    }

    fn adopt_grips(&mut self, open: &[usize], discs: &Discs, x: &DVector<f64>, j: usize) {
        let acceleration = &discs.response * x + &discs.push;
        for (i, &place) in open.iter().enumerate() {
            let load = Vector2::new(x[2 * i], x[2 * i + 1]);
            let speed = Vector2::new(acceleration[2 * i], acceleration[2 * i + 1]).norm();
            let radius = discs.radius(i, x);
            let rub = &mut self.rubbing.rubs[place];
            let moves = speed > rub.floor.max(COINCIDENT * rub.response * load.norm());
            let leaves = rub.course == Course::Leaving && load.norm() >= radius * (1.0 - ON_THE_CONE);
            if load.norm() > 0.0 && (moves || leaves) {
                let l = if moves { j + 1 } else { j + 2 };
                rub.course = Course::Resuming { l, m: j };
                rub.aim_at(-load.normalize());
                rub.load_order(j);
            } else if moves {
                rub.course = Course::Idle; // sliding would lift it off
            } else {
                rub.course = Course::Held;
                rub.load[j] = load;
            }
        }
    }
}
