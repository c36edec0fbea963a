//! Whether rigid contacts that do not slide stick or begin to slide.
//!
//! At the order m at which their normal loads begin, the friction loads x of all of them follow from Coulomb's law, a convex problem
//! (G.1) that [`super::tresca`] solves: accelerations are unique, however redundant the contacts are. A contact that bears all it can and yet
//! does not accelerate is decided at the next order, by (G.4). R is W between their tangents with everything that is held answering, b
//! the acceleration without them. Redundant contacts go on sticking as long as some share of the load lies in all discs, whatever share the
//! series has taken: [`Frame::end_of_sharing`].
//!
//! Where normal loads are the reactions of closed contacts they depend on x. (G.1) and the reactions are then solved in turn; where that
//! does not settle, by Newton's method on both together; and where that fails too, forces inside all cones that hold everything are
//! looked for ([`super::cones`]). Bodies for which there are none jam: an outcome of its own.

use std::ops::AddAssign;

use nalgebra::{DMatrix, DVector, Vector2, Vector3};

use super::answer::{Kind, Solver, Unknown};
use super::closed::reactions_needed;
use super::cones::{Bound, Cones};
use super::frame::Frame;
use super::reaction::Row;
use super::rub::{Course, Rub};
use super::tresca::{Hold, Least, Tresca};

/// Most turns between (G.1) and the reactions of closed contacts.
const MOST_TURNS: usize = 40;

/// Most steps of Newton's method where turns do not settle.
const MOST_NEWTON: usize = 60;

/// Its shortest steps.
const SHORTEST: f64 = 1.0 / 1024.0;

/// Accelerations and distances from the cone below this part are none.
const STILL: f64 = 1e-11;

/// Turns end when nothing moves by more than this part.
const SETTLED: f64 = 64.0 * f64::EPSILON;

/// Instants of a step at which redundant contacts are asked whether some share holds. A step is a sixth of the shortest period.
const SAMPLES: usize = 4;

/// The end of sharing is found to this part of the step. Being early by it is wrong by its square: sliding begins without a jump.
const SHARING: f64 = 1e-8;

/// So much later, in parts of the step, the directions of sliding are clear.
const LATE: f64 = 1e-5;

/// (G.1) with bounds that may depend on the loads: radius = μ·(given + by_load · x).
struct Discs {
    response: DMatrix<f64>,
    push: DVector<f64>,
    given: Vec<f64>,
    by_load: DMatrix<f64>,
    mu: Vec<f64>,
}

impl Discs {
    fn radius(&self, i: usize, x: &DVector<f64>) -> f64 {
        (self.mu[i] * (self.given[i] + self.by_load.row(i).transpose().dot(x))).max(0.0)
    }

    /// How often (G.1) was solved, and the loads, or a contact at which they have no answer. Where bounds depend on the loads, through reactions of closed
    /// contacts, (G.1) is solved for given bounds, and the bounds for given loads, in turn.
    fn solve(&self) -> (usize, Result<Least, usize>) {
        let n = self.mu.len();
        let symmetric = (&self.response + self.response.transpose()) * 0.5;
        let skew = &self.response - &symmetric;
        let mut x = DVector::zeros(2 * n);
        let mut restless = 0;
        let is_coupled = self.by_load.amax() > 0.0 || skew.amax() > SETTLED * symmetric.amax();
        for turn in 1..=MOST_TURNS {
            let radius: Vec<f64> = (0..n).map(|i| self.radius(i, &x)).collect();
            let push = &self.push + &skew * &x;
            let least = Tresca { response: &symmetric, push: &push, radius: &radius }.solve();
            let change = |i: usize| (self.radius(i, &least.load) - radius[i]).abs();
            let largest = radius.iter().fold(0.0_f64, |a, &r| a.max(r));
            let moved = (0..n).find(|&i| change(i) > SETTLED * largest);
            let turned = &skew * (&least.load - &x);
            x.copy_from(&least.load);
            match moved {
                _ if !is_coupled => return (turn, Ok(least)),
                None if turned.amax() <= SETTLED * (self.push.amax() + symmetric.amax() * x.amax()) => {
                    return (turn, Ok(least));
                }
                Some(i) => restless = i,
                None => {}
            }
        }
        let all_stick = Solver::of(self.response.clone(), &vec![1.0; 2 * n]).solve(&-&self.push);
        let starts = [x, all_stick, DVector::zeros(2 * n)];
        (2 * MOST_TURNS, starts.into_iter().find_map(|start| self.newton(start)).ok_or(restless))
    }

    /// Newton's method on x = P(x − ρ a), P the projection on the discs that the loads themselves give (Alart and Curnier 1991).
    fn newton(&self, mut x: DVector<f64>) -> Option<Least> {
        let n = self.mu.len();
        let (mut wrong, mut jacobian) = self.off(&x);
        for _ in 0..MOST_NEWTON {
            let scale = (0..n).map(|i| self.radius(i, &x)).fold(x.amax(), f64::max);
            if wrong.amax() <= SETTLED * scale {
                return Some(self.least_of(x, scale));
            }
            let step = Solver::of(jacobian, &vec![1.0; 2 * n]).solve(&-&wrong);
            if step.iter().any(|x| !x.is_finite()) {
                return None;
            }
            let mut length = 1.0;
            let (mut next, mut of_next) = (&x + &step, self.off(&(&x + &step)));
            while of_next.0.norm() > (1.0 - 0.1 * length) * wrong.norm() && length > SHORTEST {
                length *= 0.5;
                next = &x + &step * length;
                of_next = self.off(&next);
            }
            x = next;
            (wrong, jacobian) = of_next;
        }
        None
    }

    /// x − P(x − ρ a) and its derivative.
    fn off(&self, x: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let n = self.mu.len();
        let acceleration = &self.response * x + &self.push;
        let (mut wrong, mut jacobian) = (x.clone(), DMatrix::identity(2 * n, 2 * n));
        for i in 0..n {
            let own = self.response[(2 * i, 2 * i)] + self.response[(2 * i + 1, 2 * i + 1)];
            let rho = if own > 0.0 { 1.0 / own } else { 1.0 };
            let y = Vector2::new(
                x[2 * i] - rho * acceleration[2 * i],
                x[2 * i + 1] - rho * acceleration[2 * i + 1],
            );
            let mut slope = self.response.fixed_rows::<2>(2 * i) * -rho;
            slope[(0, 2 * i)] += 1.0;
            slope[(1, 2 * i + 1)] += 1.0;
            let radius = self.radius(i, x);
            let (projected, of_projected) = if y.norm() <= radius {
                (y, slope)
            } else {
                let along = y / y.norm();
                let across = Vector2::new(-along.y, along.x);
                let mut turned = across * (across.transpose() * &slope) * (radius / y.norm());
                if radius > 0.0 {
                    turned += along * self.by_load.row(i) * self.mu[i];
                }
                (along * radius, turned)
            };
            for k in 0..2 {
                wrong[2 * i + k] -= projected[k];
                let mut row = jacobian.row_mut(2 * i + k);
                row -= of_projected.row(k);
            }
        }
        (wrong, jacobian)
    }

    /// What each contact does with these loads.
    fn least_of(&self, load: DVector<f64>, scale: f64) -> Least {
        let acceleration = &self.response * &load + &self.push;
        let hold = |i: usize| {
            let size = Vector2::new(load[2 * i], load[2 * i + 1]).norm();
            let speed = Vector2::new(acceleration[2 * i], acceleration[2 * i + 1]).norm();
            let moves = speed > STILL * (self.push.amax() + self.response.amax() * scale);
            match size >= self.radius(i, &load) * (1.0 - STILL) {
                true if moves => Hold::Slides,
                true => Hold::OnTheCone,
                false => Hold::Sticks,
            }
        };
        Least { hold: (0..self.mu.len()).map(hold).collect(), load }
    }
}

impl Frame {
    /// Decides the rigid contacts whose normal load begins at order j, and those that were on the cone at the order before.
    pub(super) fn grip(&mut self, j: usize) {
        self.leave_cones(j);
        let is_open = |course: Course| match course {
            Course::Gripping { m } => m == j,
            Course::Idle | Course::Starting | Course::Spring | Course::Turning => false,
            Course::TurningFrom { .. } | Course::Following | Course::Frozen | Course::Held => false,
            Course::OnTheCone { .. }
            | Course::Sliding { .. }
            | Course::Resuming { .. }
            | Course::Creeping => false,
        };
        let open: Vec<usize> =
            (0..self.rubbing.rubs.len()).filter(|&place| is_open(self.rubbing.rubs[place].course)).collect();
        if open.is_empty() {
            return;
        }
        let open = self.with_those_that_hold(open, j);
        let discs = self.discs(&open, j);
        let (solves, found) = discs.solve();
        self.rubbing.solves += solves;
        match found {
            Ok(least) => self.adopt_grips(&open, &discs, &least, j),
            Err(_) if self.hold_together(&open, j) => {}
            Err(i) => {
                self.rubbing.jammed = Some(self.entries()[self.rubbing.rubs[open[i]].member].contact);
                open.iter().for_each(|&place| self.rubbing.rubs[place].course = Course::Held);
            }
        }
    }

    /// Lets all open contacts stick if some of them are closed and forces inside all cones hold them: (G.5).
    fn hold_together(&mut self, open: &[usize], j: usize) -> bool {
        let Some((unknowns, bounds)) = self.bounds_of(open, |rub| rub.mu * rub.normal[j]) else {
            return false;
        };
        self.gather_loads(j);
        let response = self.answer_matrix(&unknowns, j);
        let push = -self.wanted(&unknowns, j);
        let Some(forces) = (Cones { response: &response, push: &push, bounds: &bounds }).hold() else {
            return false;
        };
        for (unknown, &force) in unknowns.iter().zip(&forces) {
            match unknown.kind {
                Kind::Reaction => self.series_mut().set_load_term(j, unknown.member, force),
                Kind::Grip | Kind::Turn { .. } => {
                    let Some(place) = self.rubbing.of_member[unknown.member] else { continue };
                    let rub = &mut self.rubbing.rubs[place];
                    rub.course = Course::Held;
                    rub.load[j] += unknown.pattern.xy() * force;
                }
            }
        }
        true
    }

    /// The unknowns of (G.5) for these contacts and all closed ones, and where they may lie; none if no contact with friction is closed, or
    /// one of them slides: its friction comes with its reaction.
    fn bounds_of(&self, open: &[usize], radius: impl Fn(&Rub) -> f64) -> Option<(Vec<Unknown>, Vec<Bound>)> {
        let is_open = |member: usize| open.iter().any(|&place| self.rubbing.rubs[place].member == member);
        let (mut unknowns, mut bounds) = (Vec::new(), Vec::new());
        for &member in self.held() {
            if self.rub_of(member).is_some_and(|rub| rub.course.slips()) {
                return None;
            }
            if !is_open(member) {
                bounds.push(Bound::Positive(unknowns.len()));
                unknowns.push(Unknown {
                    member,
                    kind: Kind::Reaction,
                    pattern: Vector3::z(),
                    condition: Vector3::z(),
                });
            }
        }
        let mut any_closed = false;
        for &place in open {
            let rub = &self.rubbing.rubs[place];
            let rows = [unknowns.len(), unknowns.len() + 1];
            unknowns.extend(grips_of(rub.member));
            if self.held().contains(&rub.member) {
                any_closed = true;
                bounds.push(Bound::Cone(rows, unknowns.len(), rub.mu));
                let (member, axis) = (rub.member, Vector3::z());
                unknowns.push(Unknown { member, kind: Kind::Reaction, pattern: axis, condition: axis });
            } else {
                bounds.push(Bound::Disc(rows, radius(rub).max(0.0)));
            }
        }
        any_closed.then_some((unknowns, bounds))
    }

    /// When a contact stops or leaves its cone, all that stick are asked anew: they may hold in another way.
    fn with_those_that_hold(&mut self, mut open: Vec<usize>, j: usize) -> Vec<usize> {
        if j > 0 {
            return open;
        }
        for (place, rub) in self.rubbing.rubs.iter_mut().enumerate() {
            if rub.course == Course::Held {
                rub.course = Course::Gripping { m: 0 };
                rub.load[0] = Vector2::zeros();
                open.push(place);
            }
        }
        open.sort_unstable();
        open
    }

    /// Contacts that bear all they can at order m and do not accelerate go on sticking if they may bear more at the next order than they
    /// must, w of it, and slide otherwise:
    ///
    /// ```text
    /// 0 ≤ w  ⊥  a = R w + b ≥ 0       a along û = −x/|x|, b its part with μq of that order borne       (G.4)
    /// ```
    fn leave_cones(&mut self, j: usize) {
        let is_due = |rub: &Rub| matches!(rub.course, Course::OnTheCone { m } if m + 1 == j);
        let due: Vec<usize> =
            (0..self.rubbing.rubs.len()).filter(|&place| is_due(&self.rubbing.rubs[place])).collect();
        if due.is_empty() {
            return;
        }
        for &place in &due {
            let rub = &mut self.rubbing.rubs[place];
            let m = j - 1;
            rub.course = Course::Resuming { l: m + 2, m };
            rub.aim(j);
            rub.set_across(1, 0.0);
            rub.load_order(j);
        }
        self.gather_loads(j);
        let held = self.unknowns(j);
        let mut all = held.clone();
        for &place in &due {
            let rub = &self.rubbing.rubs[place];
            let along = Vector3::new(rub.direction.x, rub.direction.y, 0.0);
            all.push(Unknown { member: rub.member, kind: Kind::Grip, pattern: along, condition: along });
        }
        let (h, n) = (held.len(), due.len());
        let matrix = self.answer_matrix(&all, j);
        let wanted = self.wanted(&all, j);
        let mut response = matrix.view((h, h), (n, n)).into_owned();
        let mut push = -wanted.rows(h, n);
        if h > 0 {
            let solver = self.solver(&held, j);
            let back = matrix.view((h, 0), (n, h));
            push += back * solver.solve(&wanted.rows(0, h).into_owned());
            for column in 0..n {
                let answer = solver.solve(&-matrix.view((0, h + column), (h, 1)).column(0).into_owned());
                response.column_mut(column).add_assign(&(back * answer));
            }
        }
        let rows: Vec<Row> = (0..n).map(|i| (0..n).map(|k| (k, response[(i, k)])).collect()).collect();
        let spare = reactions_needed(&rows, push.as_slice(), &vec![false; n]);
        for (&place, w) in due.iter().zip(spare) {
            let rub = &mut self.rubbing.rubs[place];
            if w > 0.0 {
                rub.course = Course::Held;
                rub.load[j] = Vector2::zeros();
            }
        }
    }

    /// Where in the step redundant contacts that stick can no longer share their load: the first instant at which no share lies in all
    /// discs. What share the series has taken does not matter for that.
    pub fn end_of_sharing(&self, end: f64) -> Option<EndOfSharing> {
        if !self.rubbing.is_redundant {
            return None;
        }
        let group = Sharing::of(self)?;
        let mut high = (1..=SAMPLES).map(|k| end * k as f64 / SAMPLES as f64).find(|&s| !group.holds(s))?;
        let mut low = high - end / SAMPLES as f64;
        while high - low > SHARING * end {
            let middle = 0.5 * (low + high);
            if group.holds(middle) { low = middle } else { high = middle }
        }
        Some(if group.with_closed {
            EndOfSharing { s: high, sliding: Vec::new() }
        } else {
            group.sliding_from(low, LATE * end)
        })
    }

    /// Sets (G.1) up: what the open contacts' loads do when everything that is held answers.
    fn discs(&mut self, open: &[usize], j: usize) -> Discs {
        self.gather_loads(j);
        let held = self.unknowns(j);
        let mut all = held.clone();
        for &place in open {
            all.extend(grips_of(self.rubbing.rubs[place].member));
        }
        let (h, n) = (held.len(), all.len() - held.len());
        let matrix = self.answer_matrix(&all, j);
        let wanted = self.wanted(&all, j);
        let mut response = matrix.view((h, h), (n, n)).into_owned();
        let mut push = -wanted.rows(h, n);
        let mut by_load = DMatrix::zeros(open.len(), n);
        let mut given: Vec<f64> = open.iter().map(|&place| self.rubbing.rubs[place].normal[j]).collect();
        if h > 0 {
            let solver = self.solver(&held, j);
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
        Discs { response, push, given, by_load, mu }
    }

    fn adopt_grips(&mut self, open: &[usize], discs: &Discs, least: &Least, j: usize) {
        let acceleration = &discs.response * &least.load + &discs.push;
        for (i, &place) in open.iter().enumerate() {
            let load = Vector2::new(least.load[2 * i], least.load[2 * i + 1]);
            let speed = Vector2::new(acceleration[2 * i], acceleration[2 * i + 1]).norm();
            let rub = &mut self.rubbing.rubs[place];
            match least.hold[i] {
                Hold::Slides if speed > rub.floor && load.norm() > 0.0 => {
                    rub.course = Course::Resuming { l: j + 1, m: j };
                    rub.aim_at(-load.normalize());
                    rub.load_order(j);
                }
                Hold::Slides if speed > rub.floor => rub.course = Course::Idle, // sliding would lift it off
                Hold::Slides | Hold::OnTheCone
                    if load.norm() > 0.0 && !rub.is_negligible(load.norm() / rub.mu) =>
                {
                    rub.course = Course::OnTheCone { m: j };
                    rub.aim_at(-load.normalize());
                    rub.load[j] = load;
                }
                Hold::Slides | Hold::OnTheCone | Hold::Sticks => {
                    rub.course = Course::Held;
                    rub.load[j] = load;
                    rub.share = least.share(i, discs.radius(i, &least.load));
                }
            }
        }
    }
}

/// The two friction forces of a contact that sticks.
fn grips_of(member: usize) -> [Unknown; 2] {
    [Vector3::x(), Vector3::y()].map(|axis| Unknown {
        member,
        kind: Kind::Grip,
        pattern: axis,
        condition: axis,
    })
}

/// The end of sharing among redundant contacts.
#[derive(Debug)]
pub(crate) struct EndOfSharing {
    /// When, in local time.
    pub s: f64,
    /// The contacts that begin to slide, and in which directions.
    pub sliding: Vec<(usize, Vector2<f64>)>,
}

/// Contacts that stick together.
struct Sharing<'a> {
    sticking: Vec<(usize, &'a Rub)>,
    response: DMatrix<f64>,
    /// Whether closed contacts are among them, whose bounds depend on the loads.
    with_closed: bool,
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
        (!grips.is_empty()).then(|| Self { response: frame.answer_matrix(&grips, 0), sticking, with_closed })
    }

    /// (G.1) at local time s, for the accelerations that the loads of the series stop.
    fn least(&self, s: f64) -> (DVector<f64>, Least) {
        let loads: Vec<Vector2<f64>> = self.sticking.iter().map(|(_, rub)| rub.load_at(s)).collect();
        let load = DVector::from_fn(2 * loads.len(), |row, _| loads[row / 2][row % 2]);
        let radius: Vec<f64> = self.sticking.iter().map(|(_, rub)| rub.bound_at(s)).collect();
        let push = -(&self.response * load);
        let least = Tresca { response: &self.response, push: &push, radius: &radius }.solve();
        (&self.response * &least.load + push, least)
    }

    /// Whether some share holds.
    fn holds(&self, s: f64) -> bool {
        let (_, least) = self.least(s);
        !self.sticking.iter().enumerate().any(|(i, (_, rub))| {
            least.hold[i] == Hold::Slides && !rub.is_negligible(rub.bound_at(s) / rub.mu)
        })
    }

    /// Which contacts slide when no share holds any more, and when exactly, from instants a little `late`: there accelerations have a size
    /// and a direction, and two of them give the instant at which they were zero and the directions they started from.
    fn sliding_from(&self, s: f64, late: f64) -> EndOfSharing {
        let [(first, least), (second, _)] = [1.0, 2.0].map(|times| self.least(s + times * late));
        let part = |a: &DVector<f64>, i: usize| Vector2::new(a[2 * i], a[2 * i + 1]);
        let mut sliding = Vec::new();
        let (mut fastest, mut start) = (0.0, s);
        for (i, &(contact, _)) in self.sticking.iter().enumerate() {
            let [a, b] = [part(&first, i), part(&second, i)];
            let (Some(first), Some(second)) = (a.try_normalize(0.0), b.try_normalize(0.0)) else { continue };
            if least.hold[i] != Hold::Slides {
                continue;
            }
            sliding.push((contact, (first * 2.0 - second).normalize()));
            if b.norm() > fastest {
                fastest = b.norm();
                start = s + late - late * a.norm() / (b.norm() - a.norm());
            }
        }
        let is_near = (start - s).abs() <= late;
        EndOfSharing { s: if is_near { start.max(0.0) } else { s }, sliding }
    }
}
