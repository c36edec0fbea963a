//! Which share of their load redundant contacts are said to bear.
//!
//! Rigid contacts that stick may brace each other by forces z that move nothing, besides the x that the series finds:
//!
//! ```text
//! R z = 0,    |xᵢ(s) + zᵢ(s)| ≤ μᵢqᵢ(s)                                                                      (G.7)
//! ```
//!
//! R as in (G.1); where contacts are closed, their reactions are among x and z. Motions do not depend on z, and the flow knows nothing of it. x bears least, relative to what contacts could bear when the
//! step began, and may leave cones inside which another share lies; what is reported is x + z. z is sᵐ times pieces linear in s, m the order with which the loads begin: at the ends of each piece it
//! leads to the middle of all shares, in between to what lies between, and where that leaves a cone the piece is halved.

use nalgebra::{DMatrix, DVector, Vector2, Vector3};

use crate::flow::cones::{Bound, Cones};
use crate::flow::equations::Solver;
use crate::flow::frame::{Frame, Role};
use crate::flow::grip::{grips_of, reaction_of};
use crate::flow::rub::Rub;
use crate::flow::series::{Polynomial, TERMS};
use crate::flow::sharing::{EndOfSharing, part};
use crate::flow::tresca::Tresca;

/// A piece is halved so often at most.
const HALVINGS: usize = 12;
/// Most pieces of a step; a few do.
const MOST_PIECES: usize = 64;
/// So often no share may be found in a step before halving ends.
const MOST_FAILURES: usize = 4;
/// Where a share is held to its cones, as parts of a piece: loads that begin or end with it do so in proportion.
const PLACES: [f64; 9] = [1e-3, 1.0 / 32.0, 0.125, 0.25, 0.5, 0.75, 0.875, 31.0 / 32.0, 0.999];
/// Beyond its cone by this part of it is on it.
const ON_IT: f64 = 1e-13;
/// Accelerations below this part of those that friction stops are what (G.1) leaves of none where discs hardly suffice.
const STILL: f64 = 1e-8;
/// Below this part they are rounding.
const ROUNDING: f64 = 1e-11;

/// What a contact bears besides, over (t₁, t₂, n) and from an instant of a step on: sᵐ (a + b s).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Brace {
    from: f64,
    order: usize,
    terms: [Vector3<f64>; 2],
}

impl Brace {
    fn load(&self, s: f64) -> Vector3<f64> {
        (self.terms[0] + self.terms[1] * s) * s.powi(self.order as i32)
    }

    /// Its integral from zero.
    fn impulse(&self, s: f64) -> Vector3<f64> {
        let [first, second] = [1, 2].map(|more| 1.0 / (self.order + more) as f64);
        (self.terms[0] * first + self.terms[1] * (s * second)) * s.powi(self.order as i32 + 1)
    }
}

/// What is reported of a contact that shares its load, over a step.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reported {
    /// Over (t₁, t₂, n).
    load: [Polynomial; 3],
    braces: Vec<Brace>,
}

impl Rub {
    /// Load and impulse of the braces at local time s.
    pub fn braced(&self, s: f64) -> [Vector3<f64>; 2] {
        let [mut load, mut impulse] = [Vector3::zeros(); 2];
        for (k, brace) in self.braces.iter().enumerate() {
            if k > 0 && brace.from >= s {
                break;
            }
            let until = self.braces.get(k + 1).map_or(s, |next| next.from.min(s));
            load = brace.load(s);
            impulse += brace.impulse(until) - brace.impulse(brace.from);
        }
        [load, impulse]
    }

    /// Whether the load of the series lies inside its cone up to local time `end`.
    fn stays_inside(&self, end: f64) -> bool {
        self.stays_in_cone() || PLACES.iter().all(|of| self.is_inside(Vector3::zeros(), of * end))
    }

    fn is_inside(&self, z: Vector3<f64>, s: f64) -> bool {
        let bound = (self.mu * (carom_taylor::evaluate(&*self.normal, s) + z.z)).max(0.0);
        let beyond = (self.load_at(s) + z.xy()).norm() - bound;
        beyond <= ON_IT * bound || self.is_negligible(beyond / self.mu)
    }
}

/// Contacts that stick together, over a step.
struct Group<'a> {
    rubs: Vec<&'a Rub>,
    /// Those of them that are closed.
    closed: Vec<usize>,
    /// R between their loads, two each, and then the reactions of those that are closed.
    response: DMatrix<f64>,
    /// m.
    order: usize,
    /// Those that slide from the end of the step on, and in which directions.
    sliding: Vec<(usize, Vector2<f64>)>,
    end: f64,
    pieces: Vec<Piece>,
    /// How often no share was found.
    failures: usize,
}

/// From an instant on z = sᵐ (a + b s).
struct Piece {
    from: f64,
    terms: [DVector<f64>; 2],
}

/// An instant, and z/sᵐ there if some share holds.
struct Node {
    s: f64,
    z: Option<DVector<f64>>,
}

impl Frame {
    /// What is to be kept of a member that shares its load: the start of the step leaves that open.
    pub fn reported(&self, member: usize) -> Option<Reported> {
        let rub = self.rub_of(member);
        let is_open =
            self.entries()[member].role == Role::Held || rub.is_some_and(|rub| rub.course.is_held());
        (self.rubbing.is_redundant && is_open).then(|| {
            let load = |axis: usize| rub.map_or([0.0; TERMS], |rub| rub.load.map(|load| load[axis]));
            Reported {
                load: [load(0), load(1), self.series().load(member)],
                braces: rub.map_or(Vec::new(), |rub| rub.braces.clone()),
            }
        })
    }

    /// Takes over what was kept of a member.
    pub fn report(&mut self, member: usize, Reported { load: [x, y, normal], braces }: &Reported) {
        (0..TERMS).for_each(|j| self.series_mut().set_load_term(j, member, normal[j]));
        let Some(place) = self.rubbing.of_member[member] else { return };
        let rub = &mut self.rubbing.rubs[place];
        rub.load = std::array::from_fn(|j| Vector2::new(x[j], y[j]));
        (0..TERMS).for_each(|j| rub.normal.set(j, normal[j]));
        rub.terms = TERMS;
        rub.braces.clone_from(braces);
    }

    /// Finds the share that is reported of the step up to `end`, at which contacts may begin to slide.
    pub fn brace(&mut self, end: f64, sharing: Option<&EndOfSharing>) {
        self.rubbing.rubs.iter_mut().for_each(|rub| rub.braces.clear());
        if !self.rubbing.is_redundant || end == 0.0 {
            return;
        }
        let rubs = &self.rubbing.rubs;
        let places: Vec<usize> = (0..rubs.len()).filter(|&place| rubs[place].course.is_held()).collect();
        if places.iter().all(|&place| rubs[place].stays_inside(end)) {
            return;
        }
        let Some(mut group) = self.group(&places, end, sharing) else { return };
        let [first, last] = [0.0, end].map(|s| group.node(s));
        group.between(&first, &last, HALVINGS);
        let order = group.order;
        let braces = |i: usize| {
            let brace = |piece: &Piece| Brace {
                from: piece.from,
                order,
                terms: [0, 1].map(|k| group.of(&piece.terms[k], i)),
            };
            group.pieces.iter().map(brace).collect()
        };
        let braces: Vec<Vec<Brace>> = (0..places.len()).map(braces).collect();
        for (&place, braces) in places.iter().zip(braces) {
            self.rubbing.rubs[place].braces = braces;
        }
    }

    fn group(&self, places: &[usize], end: f64, sharing: Option<&EndOfSharing>) -> Option<Group<'_>> {
        let rubs: Vec<&Rub> = places.iter().map(|&place| &self.rubbing.rubs[place]).collect();
        let closed: Vec<usize> = (0..rubs.len()).filter(|&i| rubs[i].is_reaction).collect();
        let grips = rubs.iter().flat_map(|rub| grips_of(rub.member));
        let unknowns: Vec<_> = grips.chain(closed.iter().map(|&i| reaction_of(rubs[i].member))).collect();
        let slides = |(i, rub): (usize, &&Rub)| {
            let contact = self.entries()[rub.member].contact;
            sharing?.sliding.iter().find(|(of, _)| *of == contact).map(|found| (i, found.1))
        };
        let sliding = rubs.iter().enumerate().filter_map(slides).collect();
        let first = |rub: &&Rub| (0..TERMS).find(|&j| !rub.is_negligible(rub.normal[j]));
        let order = rubs.iter().filter_map(first).min()?;
        let response = self.answer_matrix(&unknowns, 0);
        Some(Group { rubs, closed, response, order, sliding, end, pieces: Vec::new(), failures: 0 })
    }
}

impl Group<'_> {
    /// What a vector over all rows says of one contact.
    fn of(&self, vector: &DVector<f64>, contact: usize) -> Vector3<f64> {
        let reaction = self.closed.iter().position(|&closed| closed == contact);
        let normal = reaction.map_or(0.0, |k| vector[2 * self.rubs.len() + k]);
        part(vector, contact).push(normal)
    }

    /// The loads, reactions too, and what contacts may bear, over sᵐ.
    fn state(&self, s: f64) -> (DVector<f64>, Vec<f64>) {
        let m = self.order;
        let per = s.powi(-(m as i32));
        let of = |rub: &&Rub| match s > 0.0 {
            true => (rub.load_at(s) * per, carom_taylor::evaluate(&*rub.normal, s) * per),
            false => (rub.load[m], rub.normal[m]),
        };
        let (loads, normals): (Vec<Vector2<f64>>, Vec<f64>) = self.rubs.iter().map(of).unzip();
        let radius = self.rubs.iter().zip(&normals).map(|(rub, normal)| (rub.mu * normal).max(0.0)).collect();
        let reactions = self.closed.iter().map(|&i| normals[i]);
        let loads = loads.iter().flat_map(|load| [load.x, load.y]).chain(reactions);
        (DVector::from_iterator(self.response.nrows(), loads), radius)
    }

    /// The middle of all shares at an instant; reactions stay as they are where that leaves one.
    fn node(&mut self, s: f64) -> Node {
        let (load, radius) = self.state(s);
        let push = -(&self.response * &load);
        let sliding: &[_] = if s == self.end { &self.sliding } else { &[] };
        let holds = |x: &DVector<f64>| (&self.response * x + &push).amax() <= ROUNDING * push.amax();
        let found = Some(self.among_springs(&load, &push, &radius, sliding)).filter(holds);
        let closed = || self.among_closed(&push, &radius).filter(holds);
        let x = if self.closed.is_empty() { found } else { found.or_else(closed) };
        self.failures += usize::from(x.is_none());
        Node { s, z: x.map(|x| x - load) }
    }

    /// Forces that hold, where normal loads are given; those of contacts that are about to slide are known, and of those that bear nothing.
    fn among_springs(
        &self,
        load: &DVector<f64>,
        push: &DVector<f64>,
        radius: &[f64],
        sliding: &[(usize, Vector2<f64>)],
    ) -> DVector<f64> {
        let mut x = load.clone();
        x.rows_mut(0, 2 * radius.len()).fill(0.0);
        for &(i, direction) in sliding {
            x.fixed_rows_mut::<2>(2 * i).copy_from(&(direction * -radius[i]));
        }
        let is_open = |&i: &usize| radius[i] > 0.0 && sliding.iter().all(|&(slides, _)| slides != i);
        let open: Vec<usize> = (0..radius.len()).filter(is_open).collect();
        if open.is_empty() {
            return x;
        }
        let rows: Vec<usize> = open.iter().flat_map(|&i| [2 * i, 2 * i + 1]).collect();
        let pushed = (&self.response * &x + push).select_rows(&rows);
        let response = self.response.select_rows(&rows).select_columns(&rows);
        let radius: Vec<f64> = open.iter().map(|&i| radius[i]).collect();
        let mut load = Tresca { response: &response, push: &pushed, radius: &radius }.solve().load;
        let left = &response * &load + &pushed;
        if left.amax() <= STILL * pushed.amax() {
            let bears: Vec<f64> = radius.iter().flat_map(|&r| [r, r]).collect();
            load -= Solver::of(response, &bears).solve(&left);
        }
        rows.iter().zip(&load).for_each(|(&row, &load)| x[row] = load);
        x
    }

    /// Forces that hold, where some normal loads are reactions: (G.5).
    fn among_closed(&self, push: &DVector<f64>, radius: &[f64]) -> Option<DVector<f64>> {
        let n = self.rubs.len();
        let bound = |i: usize| {
            let rows = [2 * i, 2 * i + 1];
            match self.closed.iter().position(|&closed| closed == i) {
                Some(k) => Bound::Cone(rows, 2 * n + k, self.rubs[i].mu),
                None => Bound::Disc(rows, radius[i]),
            }
        };
        let bounds: Vec<Bound> = (0..n).map(bound).collect();
        Cones { response: &self.response, push, bounds: &bounds }.hold()
    }

    fn between(&mut self, from: &Node, to: &Node, halvings: usize) {
        let none = || DVector::zeros(self.response.nrows());
        let terms = match (&from.z, &to.z) {
            (Some(first), Some(last)) => {
                let slope = (last - first) / (to.s - from.s);
                [first - &slope * from.s, slope]
            }
            (Some(known), None) | (None, Some(known)) => [known.clone(), none()],
            (None, None) => [none(), none()],
        };
        let is_done = halvings == 0 || self.pieces.len() == MOST_PIECES || self.failures > MOST_FAILURES;
        if is_done || self.are_inside(&terms, from.s, to.s) {
            return self.pieces.push(Piece { from: from.s, terms });
        }
        let half = self.node(0.5 * (from.s + to.s));
        self.between(from, &half, halvings - 1);
        self.between(&half, to, halvings - 1);
    }

    fn are_inside(&self, [a, b]: &[DVector<f64>; 2], from: f64, to: f64) -> bool {
        let are_inside = |&of: &f64| {
            let s = from + (to - from) * of;
            let power = s.powi(self.order as i32);
            let z = |i: usize| (self.of(a, i) + self.of(b, i) * s) * power;
            self.rubs.iter().enumerate().all(|(i, rub)| rub.is_inside(z(i), s))
        };
        PLACES.iter().all(are_inside)
    }
}
