//! How long redundant contacts can share their load by rigid friction.
//!
//! Contacts of one body that stick may share its load in many ways. They go on sticking exactly as long as *some* share lies in the discs of
//! all of them (limit analysis), whatever share the series has taken. While that share lies in the discs itself, nothing needs to be
//! asked; where it does not, (G.1) of [`crate::flow::tresca`] says whether another one does. Past the end the least accelerations grow in
//! proportion to time, so that two of them tell where they were zero.
//!
//! What closed contacts may bear is part of the share: their reactions are unknown with it, and whether some share lies in all cones is
//! (G.5) of [`crate::flow::cones`]. The end to the last digits, and the directions in which sliding begins there, are those of a
//! collapse: [`super::collapse`].

use carom_taylor::evaluate_with_slope;
use nalgebra::{DMatrix, DVector, Vector2};

use crate::flow::answer::Unknown;
use crate::flow::cones::{Bound, Cones};
use crate::flow::discs::Discs;
use crate::flow::equations::Solver;
use crate::flow::frame::Frame;
use crate::flow::grip::{grips_of, reaction_of};
use crate::flow::rub::Rub;
use crate::flow::series::Polynomial;
use crate::flow::tresca::{Hold, Least, Tresca};

/// Instants of a step at which redundant contacts are asked whether some share holds. A step is a sixth of the shortest period.
const SAMPLES: usize = 4;

/// Where loads vanish at the end of a step, so does what they let friction bear, and nothing can be told from them there. Instants this many times nearer
/// to the end than the last are asked instead.
const NEARER: f64 = 8.0;
/// So often: 8⁻¹¹/4 of the step. To slide later than one should by that is wrong by its square.
const APPROACHES: usize = 11;

/// The end of sharing is found to this part of the step. Being early by it is wrong by its square: sliding begins without a jump.
const SHARING: f64 = 1e-12;

/// To which part of the step it is found before a collapse is looked for, which then tells the rest: well above what an interior-point method leaves of
/// accelerations, so that a few guesses do.
const NEARLY: f64 = 1e-6;

/// Contacts slide whose accelerations exceed this part of those that friction stops: an interior-point method leaves some 10⁻¹⁰ of them. What that makes late
/// the collapse finds (G.6).
const CLEAR: f64 = 1e-9;

/// So much later, in parts of the step, the directions of sliding are clear.
const LATE: f64 = 1e-5;

/// Among closed contacts, to which part of the step the end is found by halving before the collapse is looked for: (G.5) leaves room in its cones.
const ABOUT: f64 = 1e-4;

/// So much later, in parts of the step, closed contacts slide however much room (G.5) leaves.
const LATE_IF_CLOSED: f64 = 1e-3;

/// Guesses of the end from accelerations beyond it, before it is found by halving.
const GUESSES: usize = 12;

/// The end of sharing among redundant contacts.
#[derive(Debug)]
pub(crate) struct EndOfSharing {
    /// When, in local time.
    pub s: f64,
    /// The contacts that begin to slide, and in which directions; none if that has yet to be found.
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
pub(in crate::flow) struct Sharing<'a> {
    /// Their numbers and tangential sides.
    pub sticking: Vec<(usize, &'a Rub)>,
    /// The closed contacts that hold with them.
    pub reactions: Vec<Reaction>,
    /// W between the loads of those that stick, two each, and then the reactions.
    pub response: DMatrix<f64>,
    /// Whether closed contacts slide, whose friction comes with reactions that are not part of the share.
    any_slide: bool,
    /// How often (G.1) was solved.
    solves: usize,
}

/// The reaction of a closed contact.
pub(in crate::flow) struct Reaction {
    load: Polynomial,
    /// Which of the contacts that stick it is.
    pub place: Option<usize>,
}

/// An instant at which no share holds, and the largest acceleration there.
#[derive(Clone, Copy)]
struct Beyond {
    s: f64,
    acceleration: f64,
}

/// What can be told of an instant.
enum Share {
    /// Some share of the load lies in all discs.
    Holds,
    /// None does.
    Fails(Beyond),
    /// What would slide bears nothing but rounding.
    Vanishes,
}

/// How sliding begins.
struct Start {
    /// As a collapse, to the last digits, if it is one: (G.6).
    collapse: Option<EndOfSharing>,
    /// As accelerations a little later tell it.
    about: EndOfSharing,
}

/// What slides at an instant at which no share holds.
struct Sliding {
    acceleration: DVector<f64>,
    /// The greatest acceleration that friction would have to stop.
    stopped: f64,
    least: Least,
}

impl<'a> Sharing<'a> {
    fn of(frame: &'a Frame) -> Option<Self> {
        let sticks = |rub: &&Rub| rub.course.is_held();
        let sticking: Vec<(usize, &Rub)> = frame
            .rubbing
            .rubs
            .iter()
            .filter(sticks)
            .map(|rub| (frame.entries()[rub.member].contact, rub))
            .collect();
        if sticking.is_empty() {
            return None;
        }
        let mut unknowns: Vec<Unknown> = sticking.iter().flat_map(|(_, rub)| grips_of(rub.member)).collect();
        let slides = |&member: &usize| frame.rub_of(member).is_some_and(|rub| rub.course.slips());
        let any_slide = frame.held().iter().any(slides);
        let mut reactions = Vec::new();
        if !any_slide {
            for &member in frame.held() {
                let place = sticking.iter().position(|(_, rub)| rub.member == member);
                reactions.push(Reaction { load: frame.series().load(member), place });
                unknowns.push(reaction_of(member));
            }
        }
        let response = frame.answer_matrix(&unknowns, 0);
        Some(Self { sticking, reactions, response, any_slide, solves: 0 })
    }

    fn end(&mut self, end: f64) -> Option<EndOfSharing> {
        let step = end / SAMPLES as f64;
        let mut samples = (1..=SAMPLES).map(|k| k as f64 * step);
        if !self.reactions.is_empty() {
            let high = samples.find(|&s| !self.holds(s))?;
            return Some(self.end_among_closed(high - step, high, end));
        }
        let (mut low, mut beyond) = self.first_beyond(samples, end, step)?;
        if !self.any_slide {
            (low, beyond) = self.close_in(beyond, low, NEARLY * end);
            let is_there = |found: &EndOfSharing| low - NEARLY * end <= found.s && found.s <= beyond.s;
            if let Some(found) = self.sliding_from(low, LATE * end).collapse.filter(is_there) {
                return Some(found);
            }
        }
        let (low, beyond) = self.close_in(beyond, low, SHARING * end);
        Some(if self.any_slide {
            EndOfSharing { s: beyond.s, sliding: Vec::new() }
        } else {
            let Start { collapse, about } = self.sliding_from(low, LATE * end);
            collapse.unwrap_or(about)
        })
    }

    /// The first of the instants at which no share holds, and the one before it, at which one does.
    fn first_beyond(
        &mut self,
        samples: impl Iterator<Item = f64>,
        end: f64,
        step: f64,
    ) -> Option<(f64, Beyond)> {
        let approaches = (1..=APPROACHES).map(|k| end - step * NEARER.powi(-(k as i32)));
        let mut low = 0.0;
        for s in samples {
            match self.share_at(s) {
                Share::Fails(beyond) => return Some((low, beyond)),
                Share::Holds => low = s,
                Share::Vanishes => {
                    for s in approaches {
                        if let Share::Fails(beyond) = self.share_at(s) {
                            return Some((low, beyond));
                        }
                        low = s;
                    }
                    return None;
                }
            }
        }
        None
    }

    /// The end of sharing between two instants, some of the contacts being closed.
    fn end_among_closed(&mut self, low: f64, high: f64, end: f64) -> EndOfSharing {
        let (low, high) = self.halve(low, high, ABOUT * end);
        if let Some(found) = self.sliding_from(high, LATE_IF_CLOSED * end).collapse {
            return found;
        }
        let (_, high) = self.halve(low, high, SHARING * end);
        EndOfSharing { s: high, sliding: Vec::new() }
    }

    fn halve(&mut self, mut low: f64, mut high: f64, within: f64) -> (f64, f64) {
        while high - low > within {
            let middle = 0.5 * (low + high);
            *(if self.holds(middle) { &mut low } else { &mut high }) = middle;
        }
        (low, high)
    }

    /// The end of sharing to `within`, given an instant at which some share holds and one at which none does.
    fn close_in(&mut self, first: Beyond, mut low: f64, within: f64) -> (f64, Beyond) {
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
            match self.share_at(s) {
                Share::Holds | Share::Vanishes => low = s,
                Share::Fails(beyond) => (far, near) = (Some(near), beyond),
            }
        }
        (low, near)
    }

    /// Whether the share that the series has taken lies in all discs.
    fn is_inside(&self, s: f64) -> bool {
        let pushes = |reaction: &Reaction| carom_taylor::evaluate(&reaction.load, s) >= 0.0;
        self.sticking.iter().all(|(_, rub)| rub.load_at(s).norm() <= rub.bound_at(s))
            && self.reactions.iter().all(pushes)
    }

    /// Whether some share lies in all cones: (G.5).
    fn holds(&mut self, s: f64) -> bool {
        if self.is_inside(s) {
            return true;
        }
        self.solves += 1;
        let n = self.sticking.len();
        let push = -(&self.response * self.loads_at(s).0);
        let mut bounds: Vec<Bound> = Vec::new();
        for (i, (_, rub)) in self.sticking.iter().enumerate() {
            let rows = [2 * i, 2 * i + 1];
            bounds.push(match self.reaction_of(i) {
                Some(k) => Bound::Cone(rows, 2 * n + k, rub.mu),
                None => Bound::Disc(rows, rub.bound_at(s)),
            });
        }
        let alone = self.reactions.iter().enumerate().filter(|(_, reaction)| reaction.place.is_none());
        bounds.extend(alone.map(|(k, _)| Bound::Positive(2 * n + k)));
        Cones { response: &self.response, push: &push, bounds: &bounds }.hold().is_some()
    }

    /// Which reaction is that of one of the contacts that stick.
    pub fn reaction_of(&self, place: usize) -> Option<usize> {
        self.reactions.iter().position(|reaction| reaction.place == Some(place))
    }

    /// The loads and reactions of the series at local time s, and their rates.
    pub fn loads_at(&self, s: f64) -> (DVector<f64>, DVector<f64>) {
        let n = self.sticking.len();
        let rows = 2 * n + self.reactions.len();
        let (mut loads, mut rates) = (DVector::zeros(rows), DVector::zeros(rows));
        for (i, (_, rub)) in self.sticking.iter().enumerate() {
            let [load, rate] = rub.load_with_slope(s);
            loads.fixed_rows_mut::<2>(2 * i).copy_from(&load);
            rates.fixed_rows_mut::<2>(2 * i).copy_from(&rate);
        }
        for (k, reaction) in self.reactions.iter().enumerate() {
            (loads[2 * n + k], rates[2 * n + k]) = evaluate_with_slope(&reaction.load, s);
        }
        (loads, rates)
    }

    /// Coulomb's law at local time s, for the accelerations that the loads of the series stop: (G.1), with the reactions of closed contacts
    /// as they answer.
    fn least(&mut self, s: f64) -> Option<Sliding> {
        self.solves += 1;
        let n = self.sticking.len();
        let loads = self.loads_at(s).0;
        let load = loads.rows(0, 2 * n).into_owned();
        let bound: Vec<f64> = self.sticking.iter().map(|(_, rub)| rub.bound_at(s)).collect();
        if self.reactions.is_empty() {
            let push = -(&self.response * load);
            let least = Tresca { response: &self.response, push: &push, radius: &bound }.solve();
            let stopped = push.amax();
            return Some(Sliding { acceleration: &self.response * &least.load + push, stopped, least });
        }
        let c = self.reactions.len();
        let closed = self.response.view((2 * n, 2 * n), (c, c)).into_owned();
        let solver = Solver::of(closed, &vec![1.0; c]);
        let mut answers = DMatrix::zeros(c, 2 * n);
        for column in 0..2 * n {
            let pushed = -self.response.view((2 * n, column), (c, 1)).column(0).into_owned();
            answers.set_column(column, &solver.solve(&pushed));
        }
        let response = self.response.view((0, 0), (2 * n, 2 * n))
            + self.response.view((0, 2 * n), (2 * n, c)) * &answers;
        let mut by_load = DMatrix::zeros(n, 2 * n);
        let mut given: Vec<f64> = self.sticking.iter().zip(&bound).map(|((_, rub), b)| b / rub.mu).collect();
        for (k, reaction) in self.reactions.iter().enumerate() {
            if let Some(i) = reaction.place {
                by_load.set_row(i, &answers.row(k));
                given[i] = loads[2 * n + k] - answers.row(k).transpose().dot(&load);
            }
        }
        let push = -(&response * load);
        let mu = self.sticking.iter().map(|(_, rub)| rub.mu).collect();
        let discs = Discs { response, push, given, by_load, mu, is_symmetric: true };
        let least = discs.solve().1.ok()?;
        let acceleration = &discs.response * &least.load + &discs.push;
        Some(Sliding { acceleration, stopped: discs.push.amax(), least })
    }

    /// Whether some share holds at local time s, and how fast contacts slide if none does.
    fn share_at(&mut self, s: f64) -> Share {
        if self.is_inside(s) {
            return Share::Holds;
        }
        let Some(Sliding { acceleration, stopped, least }) = self.least(s) else { return Share::Holds };
        let clear = CLEAR * stopped;
        let slides = |&i: &usize| least.hold[i] == Hold::Slides && part(&acceleration, i).norm() > clear;
        let bears = |&i: &usize| {
            let rub = self.sticking[i].1;
            !rub.is_negligible(rub.bound_at(s) / rub.mu)
        };
        let sliding: Vec<usize> = (0..self.sticking.len()).filter(slides).collect();
        let speeds = sliding.iter().filter(|i| bears(i)).map(|&i| part(&acceleration, i).norm());
        match speeds.reduce(f64::max) {
            Some(acceleration) => Share::Fails(Beyond { s, acceleration }),
            None if sliding.is_empty() => Share::Holds,
            None => Share::Vanishes,
        }
    }

    /// Which contacts slide when no share holds any more, and when exactly, from instants a little `late`: there accelerations have a size
    /// and a direction, and two of them give the instant at which they were zero and the directions they started from.
    fn sliding_from(&mut self, s: f64, late: f64) -> Start {
        let [Some(first), Some(second)] = [1.0, 2.0].map(|times| self.least(s + times * late)) else {
            return Start { collapse: None, about: EndOfSharing { s, sliding: Vec::new() } };
        };
        let (least, first, second) = (first.least, first.acceleration, second.acceleration);
        let slides = |i: &usize| {
            let moves = [&first, &second].iter().all(|a| part(a, *i) != Vector2::zeros());
            least.hold[*i] == Hold::Slides && moves
        };
        let sliding: Vec<usize> = (0..self.sticking.len()).filter(slides).collect();
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
        let bears: Vec<f64> = (0..self.sticking.len()).map(|i| part(&least.load, i).norm()).collect();
        Start { collapse: self.collapse(&sliding, &first, &bears, about.s), about }
    }
}

/// What two components of a vector say of one contact.
pub(in crate::flow) fn part(vector: &DVector<f64>, contact: usize) -> Vector2<f64> {
    Vector2::new(vector[2 * contact], vector[2 * contact + 1])
}
