//! Rigid contacts that slide so slowly that their directions follow at once from what pushes them.
//!
//! Where bodies have just begun to slide, or creep near their limit of friction, a direction of slip settles within |v|/(μqW), far less
//! than a step: the series of û about an instant is stiff, and unfolded order by order it allows steps of a few such times only. What
//! the direction settles to is smooth. So it is sought as a polynomial through the nodes sₖ of Radau's rule, at which
//!
//! ```text
//! v(sₖ)·û⊥(sₖ) = 0,       f = −μ q û,       v = v₀ + ∫ W f ds                                              (T.8)
//! ```
//!
//! Everything else of the step follows from û by the usual recurrence. Turning û at the nodes by δθ changes v·û⊥ there by
//! −(A ⊗ R μq + |v|) δθ, up to what springs answer within the step, with A the integrals of the rule and R the response across û of all that
//! slides while all that sticks holds; the passes of Newton's method with this matrix contract quickly. The rule is stable however stiff
//! (T.8) is, and velocities at the end of the step are good to the square of what û is good to (Hairer and Wanner, *Solving
//! Ordinary Differential Equations II*, ch. VII.4).

use std::sync::LazyLock;

use nalgebra::{DMatrix, DVector, SMatrix, SVector, Vector2, Vector3};

use crate::flow::answer::{Kind, Unknown};
use crate::flow::course::{Course, Slip};
use crate::flow::frame::{Frame, Role};
use crate::flow::friction::turns::Turns;
use crate::flow::rub::Rub;

/// Nodes of the rule.
pub(crate) const NODES: usize = 8;
/// Points through which û goes: the nodes, and the start, where it is that of the polynomial through the nodes.
pub(in crate::flow) const POINTS: usize = NODES + 1;
/// Radau's nodes on the right: the roots of P₈ − P₇ on 0..1.
pub(crate) const RADAU: [f64; NODES] = [
    0.022479386438712498,
    0.11467905316090423,
    0.26578982278458947,
    0.45284637366944462,
    0.6473752828868304,
    0.8197593082631076,
    0.9437374394630779,
    1.0,
];

/// Contacts whose directions settle this many times in a step of the springs are worth it.
const STIFF: f64 = 24.0;
/// Terms of û of highest order are at most this: the step is good to its square.
const SMOOTH: f64 = 1e-7;
/// Most passes.
const MOST_PASSES: usize = 40;
/// The matrix of the passes is kept while each leaves at most this part of what is wrong.
const CONTRACTS: f64 = 0.1;
/// A pass turns no direction by more than this, in radians.
const LARGEST_TURN: f64 = 0.5;
/// Passes end when v·û⊥ is this part of rounding at all nodes.
const SETTLED: f64 = 0.25;
/// Or this part, if the last pass has left most of it: then it is rounding of the series.
const ROUNDING: f64 = 1.0;
/// The direction may start off what it settles to by so much that speed times the square of the angle is this many floors: what the
/// short while in which it settles changes.
const LOST_IN_SETTLING: f64 = 4.0;
/// It is not tried while unfolding allows steps longer than this part of what springs allow.
const WORTH_IT: f64 = 16.0;
/// The first attempt is at steps this many times longer than those that unfolding allows.
const FIRST: f64 = 64.0;
/// After an attempt in vain so many steps are taken before the next; then twice as many.
const FIRST_WAIT: usize = 8;
/// From one attempt to the next the step is shortened by this factor, unless the polynomials tell by how much; from one step to the next it grows by this factor at most.
const SHORTER: f64 = 4.0;
/// A step whose polynomials are too rough is shortened by this factor at least.
const LEAST_CHANGE: f64 = 1.5;
/// How rough polynomials are is known when a pass changes it by no more than this part.
const SURELY: f64 = 0.25;
/// Steps are chosen so that the polynomials are this part as rough as they may be. They are so by the eighth power of the step.
const AIM: f64 = 0.1;

/// The matrices of Radau's rule.
struct Rule {
    /// Vandermonde's matrix of the points 0, s₁, …, s₈, inverted: coefficients of the polynomial through given values.
    coefficients: SMatrix<f64, POINTS, POINTS>,
    /// Weights with which values at the nodes give the value at the start of the polynomial through them.
    start: [f64; NODES],
    /// ∫₀^{sₖ} of the polynomial that is one at node l and zero at all others.
    integrals: SMatrix<f64, NODES, NODES>,
}

static RULE: LazyLock<Rule> = LazyLock::new(|| {
    let point = |k: usize| if k == 0 { 0.0 } else { RADAU[k - 1] };
    let of_points = SMatrix::<f64, POINTS, POINTS>::from_fn(|k, j| f64::powi(point(k), j as i32));
    let of_nodes = SMatrix::<f64, NODES, NODES>::from_fn(|k, j| RADAU[k].powi(j as i32));
    let powers = SMatrix::<f64, NODES, NODES>::from_fn(|k, j| RADAU[k].powi(j as i32 + 1) / (j + 1) as f64);
    let at_start = |k: usize| {
        let others = (0..NODES).filter(|&l| l != k);
        others.map(|l| -RADAU[l] / (RADAU[k] - RADAU[l])).product()
    };
    Rule {
        coefficients: of_points.try_inverse().unwrap_or_else(SMatrix::zeros),
        start: std::array::from_fn(at_start),
        integrals: powers * of_nodes.try_inverse().unwrap_or_else(SMatrix::zeros),
    }
});

/// ∫₀^{sₖ} of the polynomial that is one at node l and zero at all others.
pub(in crate::flow) fn integrals() -> SMatrix<f64, NODES, NODES> {
    RULE.integrals
}

/// How an attempt at (T.8) ended; the polynomials are so rough, in parts of what the step allows.
enum Ending {
    Found {
        roughness: f64,
    },
    /// In a shorter step they will be smooth.
    Rough {
        roughness: f64,
    },
    /// They do not settle, or something else ends the step before.
    Unsettled,
}

/// Directions of one contact at the nodes.
type Directions = [Vector2<f64>; NODES];

impl Frame {
    /// Finds the series with directions by (T.8), if they are stiff; says how many expansions that took.
    pub(in crate::flow) fn creep(&mut self, base: f64) -> Option<usize> {
        if self.never_collocates {
            return None;
        }
        let creeping: Vec<usize> = (0..self.rubbing.rubs.len())
            .filter(|&place| {
                let rub = &self.rubbing.rubs[place];
                rub.is_rigid() && rub.start.course == (Course::Slips(Slip::Sliding { l: 0 }))
            })
            .collect();
        let explicit = self.rubbing.pace.rate(base);
        let all_rigid = self.rubbing.rubs.iter().all(Rub::is_rigid);
        let settles = |&place: &usize| {
            let rub = &self.rubbing.rubs[place];
            let entry = &self.entries()[rub.member];
            let load = match entry.role {
                // The reaction of a closed contact is still to be found. Where all directions are rigid ones, what unfolding allows says
                // how stiff it is; tangential springs have a pace of their own.
                Role::Held if all_rigid => f64::INFINITY,
                Role::Held => 0.0,
                _ => entry.stiffness * entry.compression,
            };
            rub.mu * load * rub.response / rub.start.velocity.norm()
        };
        let fastest = creeping.iter().map(settles).fold(0.0, f64::max);
        if creeping.is_empty() || fastest < STIFF * base || explicit < WORTH_IT * base {
            return None;
        }
        if self.rubbing.creeping_wait[0] > 0 {
            self.rubbing.creeping_wait[0] -= 1;
            return None;
        }
        let expected = self.rubbing.creeping_rate;
        let mut rate = base.max(if expected > 0.0 { expected } else { explicit / FIRST });
        let mut expansions = 0;
        let mut longest = SHORTER; // by which the next step may be longer
        while rate * SHORTER < explicit {
            self.use_rate(rate);
            let (spent, ending) = self.collocate(&creeping);
            expansions += spent;
            let fitting = match ending {
                Ending::Found { roughness } | Ending::Rough { roughness } => {
                    libm::pow(roughness / AIM, 1.0 / NODES as f64)
                }
                Ending::Unsettled => SHORTER,
            };
            if let Ending::Found { .. } = ending {
                self.rubbing.creeping_wait = [0, FIRST_WAIT];
                self.rubbing.creeping_rate = rate * fitting.clamp(1.0 / longest, SHORTER);
                self.step_end = 1.0;
                return Some(expansions);
            }
            rate *= fitting.clamp(LEAST_CHANGE, SHORTER);
            longest = 1.0;
        }
        self.rubbing.creeping_rate = 0.0;
        let waited = self.rubbing.creeping_wait[1].max(FIRST_WAIT);
        self.rubbing.creeping_wait = [waited, 2 * waited];
        for &place in &creeping {
            self.rubbing.rubs[place].start.course = Course::Slips(Slip::Sliding { l: 0 });
        }
        self.forget_decisions();
        None
    }

    /// Solves (T.8) in the present unit of time; says in how many passes, and how it ended.
    fn collocate(&mut self, creeping: &[usize]) -> (usize, Ending) {
        let mut directions: Vec<Directions> = creeping
            .iter()
            .map(|&place| [self.rubbing.rubs[place].start.velocity.normalize(); NODES])
            .collect();
        let mut last = f64::INFINITY;
        let mut rough = f64::INFINITY;
        let mut newton: Option<Turns> = None;
        for pass in 1..=MOST_PASSES {
            for (&place, directions) in creeping.iter().zip(&directions) {
                self.rubbing.rubs[place].prescribe(directions);
            }
            self.forget_decisions();
            self.expand();
            if !self.bear_to_the_end(creeping) {
                return (pass, Ending::Unsettled);
            }
            let wrong = self.across(creeping, &directions);
            let worst = self.worst(creeping, &wrong);
            if !worst.is_finite() || pass > 6 && worst > 0.9 * last && worst > ROUNDING {
                return (pass, Ending::Unsettled);
            }
            let stalls = worst > CONTRACTS * last;
            if worst <= SETTLED || worst <= ROUNDING && stalls {
                return (pass, self.ending(creeping));
            }
            if pass == 1 && self.stops_within(creeping) {
                return (pass, Ending::Unsettled);
            }
            // What is left to turn no longer changes how rough the polynomials are.
            let roughness = self.roughness(creeping);
            if roughness > 1.0 && (roughness - rough).abs() <= SURELY * roughness {
                return (pass, Ending::Rough { roughness });
            }
            rough = roughness;
            if stalls {
                newton = None;
            }
            last = worst;
            let turns = newton.get_or_insert_with(|| self.turns(creeping, &directions));
            let Some(turns) = turns.that_right(&wrong) else { return (pass, Ending::Unsettled) };
            for (i, directions) in directions.iter_mut().enumerate() {
                for (k, direction) in directions.iter_mut().enumerate() {
                    let angle = turns[i * NODES + k].clamp(-LARGEST_TURN, LARGEST_TURN);
                    let (sine, cosine) = libm::sincos(angle);
                    *direction = Vector2::new(
                        cosine * direction.x - sine * direction.y,
                        sine * direction.x + cosine * direction.y,
                    );
                }
            }
        }
        (MOST_PASSES, Ending::Unsettled)
    }

    /// Whether all contacts that creep bear a load to the end of the step. Where one ceases before, the nodes beyond say nothing of its direction, and if all
    /// of them lie beyond nothing is left to be wrong.
    fn bear_to_the_end(&self, creeping: &[usize]) -> bool {
        creeping.iter().all(|&place| self.rubbing.rubs[place].bound_at(1.0) > 0.0)
    }

    /// Whether a contact slows down so fast that it would stop within the step. Where one stops while it turns its direction is no polynomial, and all
    /// further passes would be in vain.
    fn stops_within(&self, creeping: &[usize]) -> bool {
        let slows_down = |rub: &Rub| rub.speed[0] + rub.speed[1] < 0.0;
        creeping.iter().any(|&place| slows_down(&self.rubbing.rubs[place]))
    }

    /// v·û⊥ at all nodes; zero where the contact bears nothing.
    fn across(&self, creeping: &[usize], directions: &[Directions]) -> DVector<f64> {
        DVector::from_fn(creeping.len() * NODES, |row, _| {
            let (rub, direction) =
                (&self.rubbing.rubs[creeping[row / NODES]], directions[row / NODES][row % NODES]);
            let s = RADAU[row % NODES];
            if rub.bound_at(s) > 0.0 { rub.velocity_at(s).dot(&across(direction)) } else { 0.0 }
        })
    }

    /// The largest of them in floors.
    fn worst(&self, creeping: &[usize], wrong: &DVector<f64>) -> f64 {
        let floors =
            |(row, wrong): (usize, &f64)| wrong.abs() / self.rubbing.rubs[creeping[row / NODES]].floor;
        wrong.iter().enumerate().map(floors).fold(0.0, |a, b| if b > a || b.is_nan() { b } else { a })
    }

    /// What turning the directions at the nodes does to v·û⊥ there.
    fn turns(&self, creeping: &[usize], directions: &[Directions]) -> Turns {
        let response = self.response_across(creeping, directions);
        let rubs: Vec<&Rub> = creeping.iter().map(|&place| &self.rubbing.rubs[place]).collect();
        let bounds = DMatrix::from_fn(NODES, rubs.len(), |k, i| rubs[i].bound_at(RADAU[k]).max(0.0));
        let speeds = DMatrix::from_fn(NODES, rubs.len(), |k, i| {
            rubs[i].velocity_at(RADAU[k]).dot(&directions[i][k]).abs()
        });
        Turns::of(response, bounds, speeds)
    }

    /// The response across the directions of what slides, all that is held answering.
    fn response_across(&self, creeping: &[usize], directions: &[Directions]) -> DMatrix<f64> {
        let across = |(&place, directions): (&usize, &Directions)| {
            let axis = across(directions[NODES / 2]);
            let axis = Vector3::new(axis.x, axis.y, 0.0);
            let member = self.rubbing.rubs[place].member;
            Unknown { member, kind: Kind::Grip, pattern: axis, condition: axis }
        };
        let chosen: Vec<Unknown> = creeping.iter().zip(directions).map(across).collect();
        self.eliminate_held(&chosen, 0).response
    }

    /// How rough the polynomials of û are, in parts of what the step allows.
    fn roughness(&self, creeping: &[usize]) -> f64 {
        let of = |&place: &usize| {
            let [c, z] = self.rubbing.rubs[place].heading[NODES];
            c.abs().max(z.abs()) / SMOOTH
        };
        creeping.iter().map(of).fold(0.0, f64::max)
    }

    /// What has settled, if the polynomials of û are as good as the step needs, and start where the directions have settled; and if the series of
    /// all other directions reach through the step.
    fn ending(&self, creeping: &[usize]) -> Ending {
        let roughness = self.roughness(creeping);
        let starts_settled = |&place: &usize| {
            let rub = &self.rubbing.rubs[place];
            let off = across(rub.direction).dot(&rub.start.velocity);
            off * off / rub.start.velocity.norm() <= LOST_IN_SETTLING * rub.floor
        };
        let reaches = self.rubbing.rubs.iter().all(|rub| rub.reach() >= 1.0);
        match reaches && creeping.iter().all(starts_settled) {
            true if roughness <= 1.0 => Ending::Found { roughness },
            true => Ending::Rough { roughness },
            false => Ending::Unsettled,
        }
    }
}

impl Rub {
    /// Slides in the step with the polynomial through these directions.
    fn prescribe(&mut self, directions: &Directions) {
        let mut start = Vector2::zeros();
        for (weight, direction) in RULE.start.iter().zip(directions) {
            start += direction * *weight;
        }
        let start = start.try_normalize(0.0).unwrap_or(directions[0]);
        let part = |axis: Vector2<f64>| {
            let values = SVector::<f64, POINTS>::from_fn(|k, _| {
                if k == 0 { start } else { directions[k - 1] }.dot(&axis)
            });
            RULE.coefficients * values
        };
        let (along, across) = (part(start), part(across(start)));
        self.start.course = Course::Slips(Slip::Creeping);
        self.start.direction = start;
        self.drag.clear();
        for j in 0..POINTS {
            self.drag.set(j, [along[j], across[j]]);
        }
        self.drag.set(0, [1.0, 0.0]);
    }

    fn velocity_at(&self, s: f64) -> Vector2<f64> {
        self.velocity[..self.terms].iter().rev().fold(Vector2::zeros(), |sum, velocity| sum * s + velocity)
    }
}

fn across(direction: Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-direction.y, direction.x)
}
