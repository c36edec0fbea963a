//! A step with friction, by values at the nodes of Radau's rule.
//!
//! Springs F = k·dⁿ and tangential springs of stiffness (X.6) are simple at an instant and awkward as series, and directions of slip
//! may turn much faster than the springs swing. So all that happens in a step is sought as polynomials in σ through [`NODES`] nodes, at which
//! the laws hold:
//!
//! ```text
//! v = v₀ + ∫ W G,   d = d₀ − ∫ φ vₙ,   G = φ·(F_t, k dⁿ)                                          (X.9)
//! stick   k_t·u = f₀ + ∫ φ k_t v_t   or   u = u₀ + ∫ φ v_t,   F_t = −k_t·u                          (X.10)
//! slip    θ = ∫ φ v_t·û⊥/r,   F_t = −μF û(θ);      rigid   v_t·û⊥(θ) = 0                           (X.11)
//! held    v' = 0
//! ```
//!
//! with the clock of (X.1), in which contacts start and end smoothly. Passes over (X.9) and (X.10) contract by the square of the angle that
//! the fastest spring swings in the step. The angles of (X.11) are unknowns of Newton's method in each pass, with what they do to
//! velocities, so that directions may settle as fast as they like: the rule is stable. Legendre coefficients of the accelerations tell
//! whether the polynomials are good to rounding.

mod polynomials;
mod turning;

use nalgebra::Vector2;

use super::hold::Hold;
use super::rub::{Load, Rub, RubCourse, turned};
use super::rule::{NODES, Nodal, rule};
use crate::coupling::NORMAL;
use crate::power_flow::frame::{Clock, Entry, Frame, Role};
use turning::Newton;

/// Passes end when one moves no velocity by more than this many floors: half a unit in the last place.
const SETTLED: f64 = 1.0 / 16.0;
/// Or by no more than this many floors, if passes do not help any more.
const NEARLY_SETTLED: f64 = 1.0;
/// Most passes of a step; a usual one takes ten.
const MOST_PASSES: usize = 60;
/// Newton's matrix is kept while passes contract by this.
const CONTRACTS: f64 = 0.2;
/// Polynomials are good if their last terms change no velocity by more than this many floors.
const RESOLVED: f64 = 0.25;

/// A velocity need not be known better than to this part of what it is the sum of. Contacts that have hardened bounce at speeds and in times far below the
/// floors of their cluster; where such a one leaves its cone is found to as many digits as its forces have.
const KNOWN: f64 = 256.0 * f64::EPSILON;

/// At most so many nodes lie beyond the end of a contact whose direction turns.
const FEW: usize = 3;
/// A step that goes too far beyond it is tried again with at least, and at most, this part of its length.
const SHORTEST_RETRY: f64 = 0.1;
const LONGEST_RETRY: f64 = 0.95;

/// The greater of two numbers; not a number if one is none: passes that diverge end in those, and must not pass for settled.
fn greater(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}

/// How a step went.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt {
    pub passes: usize,
    /// Whether its polynomials are good.
    pub is_good: bool,
    /// How long the next one may be, as a multiple of this one.
    pub stretch: f64,
}

/// A member at the nodes.
#[derive(Debug, Clone)]
struct Track {
    velocity: [Nodal; 3],
    compression: Nodal,
    force: Nodal,
    push: [Nodal; 3],
    kept: [Nodal; 2],
    angle: Nodal,
}

/// A step at the nodes.
struct Collocation<'a> {
    frame: &'a Frame,
    tracks: Vec<Track>,
    root: Nodal,
    rate: Nodal,
    hold: Hold,
    /// Velocities of members below these are rounding: of the cluster, or of what moves them in this step, if that is less. Zero along axes that nothing moves.
    floors: Vec<[f64; 3]>,
    /// Members whose direction may turn.
    turning: Vec<usize>,
    newton: Option<Newton>,
}

impl Frame {
    /// Seeks the polynomials of a step with friction from 0 to 1.
    pub fn collocate(&mut self) -> Attempt {
        let last = self.hold.take();
        let hold = Hold::of(self, last);
        self.stop_locked(&hold);
        let mut step = Collocation::new(self, hold);
        let (passes, settled) = step.settle();
        let worst = if settled { step.worst_term() } else { f64::INFINITY };
        let ended = if settled { step.first_end() } else { None };
        let is_good = worst <= RESOLVED && ended.is_none();
        let stretch = if let Some(end) = ended {
            end
        } else if settled {
            (0.9 * libm::exp2(libm::log2(RESOLVED / worst) / NODES as f64)).clamp(0.3, 1.6)
        } else {
            0.4
        };
        let Collocation { tracks, rate, hold, .. } = step;
        if is_good {
            self.adopt(&tracks, &rate, &hold);
        }
        self.hold = Some(hold);
        Attempt { passes, is_good, stretch }
    }

    /// What is locked stands still: a speed that it still has is what rounding left of it.
    fn stop_locked(&mut self, hold: &Hold) {
        for (member, (entry, rub)) in self.entries.iter_mut().zip(&mut self.rubs).enumerate() {
            for axis in (0..3).filter(|&axis| hold.locks(member, axis)) {
                match axis {
                    NORMAL => entry.velocity = 0.0,
                    along => rub.start.velocity[along] = 0.0,
                }
            }
        }
    }

    /// Whether contacts are held that can share their load in many ways.
    pub fn shares_friction(&self) -> bool {
        self.hold.as_ref().is_some_and(Hold::is_redundant)
    }

    /// k_t of a member at a node, by (X.6).
    fn tangential_stiffness(&self, i: usize, track: &Track, k: usize) -> f64 {
        let (entry, start) = (&self.entries[i], &self.rubs[i].start);
        match (entry.role, self.clock) {
            (Role::Held, _) => {
                let force = track.force[k].max(0.0);
                let root = entry.exponent.root(force);
                if entry.exponent.is_linear() {
                    start.tangential
                } else if root > 0.0 {
                    start.tangential * force / root
                } else {
                    0.0
                }
            }
            // Through y, so that it stays smooth beyond the end of the contact.
            (_, Clock::Root { leader, .. }) if leader == i => {
                self.rubs[i].stiffness * track.compression[k].sqrt().copysign(track.force[k])
            }
            _ => self.rubs[i].stiffness * entry.exponent.power_of_slope(track.compression[k].max(0.0)),
        }
    }

    /// The blocks (member, Wᵢⱼ) of a member's row over (t₁, t₂, n).
    pub fn block_row(&self, member: usize) -> impl Iterator<Item = (usize, &nalgebra::Matrix3<f64>)> + '_ {
        let range = self.row_start[member]..self.row_start[member + 1];
        self.columns[range.clone()].iter().copied().zip(&self.blocks[range])
    }

    /// W G of a member at the nodes.
    fn acceleration(&self, i: usize, tracks: &[Track]) -> [Nodal; 3] {
        let mut sum = [[0.0; NODES]; 3];
        for (j, w) in self.block_row(i) {
            let push = &tracks[j].push;
            for (axis, sum) in sum.iter_mut().enumerate() {
                for (from, push) in push.iter().enumerate() {
                    let w = w[(axis, from)];
                    if w != 0.0 {
                        sum.iter_mut().zip(push).for_each(|(sum, push)| *sum += w * push);
                    }
                }
            }
        }
        sum
    }
}

impl<'a> Collocation<'a> {
    fn new(frame: &'a Frame, hold: Hold) -> Self {
        let rule = rule();
        let (leader, unit) = match frame.clock {
            Clock::Root { leader, unit } => (Some(leader), unit),
            Clock::Even { unit } => (None, unit),
        };
        let root = leader.map_or([0.0; NODES], |leader| {
            let Entry { compression, velocity, .. } = frame.entries[leader];
            rule.nodes.map(|s| compression.sqrt() - 0.5 * unit * velocity * s)
        });
        let rate = if leader.is_some() { root.map(|y| unit * y) } else { [unit; NODES] };
        let track = |(entry, rub): (&Entry, &Rub)| {
            let start = &rub.start;
            let velocity = [start.velocity.x, start.velocity.y, entry.velocity].map(|v| [v; NODES]);
            let travelled = rule.integrate(&rate).map(|time| entry.compression - entry.velocity * time);
            Track {
                velocity,
                compression: travelled,
                force: [0.0; NODES],
                push: [[0.0; NODES]; 3],
                kept: [[0.0; NODES]; 2],
                angle: [0.0; NODES],
            }
        };
        let tracks = frame.entries.iter().zip(&frame.rubs).map(track).collect();
        let turning = (0..frame.rubs.len()).filter(|&i| frame.rubs[i].start.course.slides()).collect();
        let floors = |(entry, rub): (&Entry, &Rub)| [rub.start.floor, rub.start.floor, entry.floor];
        let floors = frame.entries.iter().zip(&frame.rubs).map(floors).collect();
        Self { frame, tracks, root, rate, hold, floors, turning, newton: None }
    }

    /// Repeats passes until they change nothing; says how many, and whether they settled.
    fn settle(&mut self) -> (usize, bool) {
        let mut last = f64::INFINITY;
        for pass in 1..=MOST_PASSES {
            let moved = self.pass();
            if !moved.is_finite() {
                return (pass, false);
            }
            if pass == 1 {
                self.lower_floors();
            } else if moved <= SETTLED || pass > 8 && moved <= NEARLY_SETTLED && moved > 0.5 * last {
                return (pass, true);
            }
            if pass > 8 && moved > 0.9 * last {
                return (pass, false);
            }
            if moved > CONTRACTS * last {
                self.newton = None;
            }
            last = moved;
        }
        (MOST_PASSES, false)
    }

    /// Floors are those of the step, once its loads are known, where rigid contacts stick or begin to slide: along normals, and along tangents of what begins. What
    /// slides comes to rest at the floor of the cluster, wherever it is going.
    fn lower_floors(&mut self) {
        let is_asked = |rub: &Rub| {
            let start = &rub.start;
            start.course == RubCourse::Held || start.course == RubCourse::Sliding && start.zeros > 0
        };
        if !self.frame.rubs.iter().any(is_asked) {
            return;
        }
        for i in 0..self.tracks.len() {
            let (entry, start) = (&self.frame.entries[i], &self.frame.rubs[i].start);
            let velocity = [start.velocity.x, start.velocity.y, entry.velocity];
            let begins = start.course == RubCourse::Sliding && start.zeros > 0;
            for (axis, floor) in self.floors[i].iter_mut().enumerate().skip(if begins { 0 } else { 2 }) {
                let size = |push: &Nodal| push.iter().fold(0.0_f64, |a, b| greater(a, b.abs()));
                let parts = |(j, w): (usize, &nalgebra::Matrix3<f64>)| {
                    self.tracks[j]
                        .push
                        .iter()
                        .enumerate()
                        .map(|(from, push)| w[(axis, from)].abs() * size(push))
                        .sum::<f64>()
                };
                let moved = velocity[axis].abs() + self.frame.block_row(i).map(parts).sum::<f64>();
                *floor = floor.min(KNOWN * moved);
            }
        }
    }

    /// One pass over (X.9) to (X.11); the greatest change of a velocity, in floors.
    fn pass(&mut self) -> f64 {
        let rule = rule();
        for i in 0..self.tracks.len() {
            self.load(i);
        }
        self.answer();
        let mut moved = 0.0_f64;
        for i in 0..self.tracks.len() {
            let (entry, rub) = (&self.frame.entries[i], &self.frame.rubs[i]);
            let velocity = [rub.start.velocity.x, rub.start.velocity.y, entry.velocity];
            let acceleration = self.frame.acceleration(i, &self.tracks);
            for (axis, acceleration) in acceleration.iter().enumerate() {
                if self.stays(i, axis) {
                    continue;
                }
                let (first, floor) = (velocity[axis], self.floors[i][axis]);
                if floor == 0.0 {
                    continue; // nothing moves it along its tangents
                }
                let gained = rule.integrate(acceleration);
                for (old, gained) in self.tracks[i].velocity[axis].iter_mut().zip(gained) {
                    let new = first + gained;
                    moved = greater(moved, (new - *old).abs() / floor);
                    *old = new;
                }
            }
        }
        self.travel();
        greater(moved, self.turn())
    }

    /// Compressions, and the leader's clock.
    fn travel(&mut self) {
        let rule = rule();
        let mut leads = None;
        if let Clock::Root { leader, unit } = self.frame.clock {
            leads = Some(leader);
            let entry = &self.frame.entries[leader];
            let fallen = rule.integrate(&self.tracks[leader].velocity[2]);
            self.root = fallen.map(|way| entry.compression.sqrt() - 0.5 * unit * way);
            self.rate = self.root.map(|y| unit * y);
            self.tracks[leader].compression = self.root.map(|y| y * y);
        }
        for (i, track) in self.tracks.iter_mut().enumerate().filter(|(i, _)| leads != Some(*i)) {
            let way = rule.integrate(&std::array::from_fn(|k| self.rate[k] * track.velocity[2][k]));
            track.compression = way.map(|way| self.frame.entries[i].compression - way);
        }
    }

    /// The loads of a member at the nodes, but for reactions.
    fn load(&mut self, i: usize) {
        let (entry, start) = (&self.frame.entries[i], &self.frame.rubs[i].start);
        let is_leader = matches!(self.frame.clock, Clock::Root { leader, .. } if leader == i);
        let track = &mut self.tracks[i];
        match entry.role {
            Role::Acting if is_leader => track.force = self.root.map(|y| entry.stiffness * y * y * y),
            Role::Acting => {
                track.force = track.compression.map(|d| {
                    if entry.exponent.is_linear() || d > 0.0 {
                        entry.stiffness * entry.exponent.power(d)
                    } else {
                        0.0
                    }
                });
            }
            Role::Held => track.force = std::array::from_fn(|k| track.push[2][k] / self.rate[k]),
            Role::Faint | Role::Passive => return,
        }
        if entry.role == Role::Acting {
            track.push[2] = std::array::from_fn(|k| self.rate[k] * track.force[k]);
        }
        match start.course {
            RubCourse::Idle | RubCourse::Held => {}
            RubCourse::Stretching(load) => self.stretch(i, load),
            RubCourse::Slipping(_) | RubCourse::Sliding => self.drag(i),
        }
    }

    /// (X.10).
    fn stretch(&mut self, i: usize, load: Load) {
        let rule = rule();
        let start = self.frame.rubs[i].start;
        let stiffness: Nodal =
            std::array::from_fn(|k| self.frame.tangential_stiffness(i, &self.tracks[i], k));
        let first = match load {
            Load::Rises => self.frame.stiffness_at_start(i, &self.tracks[i]),
            Load::Falls => 1.0,
        };
        let track = &mut self.tracks[i];
        for axis in 0..2 {
            let velocity = &track.velocity[axis];
            let kept = rule.integrate(&std::array::from_fn(|k| match load {
                Load::Rises => self.rate[k] * stiffness[k] * velocity[k],
                Load::Falls => self.rate[k] * velocity[k],
            }));
            track.kept[axis] = kept.map(|kept| first * start.stretch[axis] + kept);
            track.push[axis] = std::array::from_fn(|k| {
                let force = if load == Load::Rises { 1.0 } else { stiffness[k] } * track.kept[axis][k];
                -self.rate[k] * force
            });
        }
    }

    /// The reactions of all that is held.
    fn answer(&mut self) {
        let sliders: Vec<usize> = self.hold.sliders().collect();
        let push = |member: usize, axis: usize| match axis != NORMAL && sliders.contains(&member) {
            true => [0.0; NODES],
            false => self.tracks[member].push[axis],
        };
        let answers = self.hold.answer(self.frame, push, |member| self.directions(member));
        for (number, (row, answer)) in self.hold.rows().iter().zip(answers).enumerate() {
            let spare = self.hold.spare(number);
            self.tracks[row.member].push[row.axis] =
                std::array::from_fn(|k| answer[k] + spare * self.rate[k]);
        }
        sliders.into_iter().for_each(|member| self.drag(member));
    }

    /// û of a member that slides, at the nodes.
    fn directions(&self, member: usize) -> [Vector2<f64>; NODES] {
        self.tracks[member].angle.map(|angle| turned(self.frame.rubs[member].start.direction, angle))
    }

    /// The friction of a member that slides: −μF û.
    fn drag(&mut self, member: usize) {
        let (mu, directions) = (self.frame.rubs[member].start.mu, self.directions(member));
        let track = &mut self.tracks[member];
        for (k, direction) in directions.iter().enumerate() {
            let push = direction * (-mu * track.push[2][k]);
            (track.push[0][k], track.push[1][k]) = (push.x, push.y);
        }
    }

    /// Whether the velocity of a member along an axis is held, or locked by what is held.
    fn stays(&self, member: usize, axis: usize) -> bool {
        self.hold.holds(member, axis) || self.hold.locks(member, axis)
    }

    /// Where in the step a contact ends, if too few nodes lie before that to tell how: a spring goes on beyond its end, and what it does
    /// there says nothing. One node is enough, since a kink shows in the last terms; directions that turn need more.
    fn first_end(&self) -> Option<f64> {
        let end = |(i, track): (usize, &Track)| {
            let entry = &self.frame.entries[i];
            if entry.role != Role::Acting || entry.compression <= 0.0 && !self.turning.contains(&i) {
                return None;
            }
            let bears = track.push[2].iter().take_while(|&&push| push > 0.0).count();
            let turns = track.angle[..bears].iter().any(|&angle| angle != 0.0);
            let unclear = bears == 0 || turns && bears + FEW < NODES;
            unclear.then(|| rule().nodes[bears].clamp(SHORTEST_RETRY, LONGEST_RETRY))
        };
        self.tracks.iter().enumerate().filter_map(end).reduce(f64::min)
    }

    /// The greatest velocity that the last terms of the accelerations make, in floors.
    fn worst_term(&self) -> f64 {
        let rule = rule();
        let mut worst = f64::MIN_POSITIVE;
        for i in 0..self.tracks.len() {
            let acceleration = self.frame.acceleration(i, &self.tracks);
            let floors = self.floors[i];
            for axis in (0..3).filter(|&axis| floors[axis] > 0.0 && !self.stays(i, axis)) {
                let spectrum = rule.spectrum(&acceleration[axis]);
                let last = spectrum[NODES - 3..].iter().fold(0.0_f64, |a, b| greater(a, b.abs()));
                worst = greater(worst, last / (2 * NODES) as f64 / floors[axis]);
            }
        }
        worst
    }
}

impl Frame {
    /// k_t of a member where the step starts.
    fn stiffness_at_start(&self, i: usize, track: &Track) -> f64 {
        let entry = &self.entries[i];
        match entry.role {
            Role::Held => {
                let polynomial = rule().polynomial(&track.force);
                let at_start = Track { force: [polynomial[0]; NODES], ..track.clone() };
                self.tangential_stiffness(i, &at_start, 0)
            }
            Role::Acting | Role::Faint | Role::Passive => {
                self.rubs[i].stiffness * entry.exponent.power_of_slope(entry.compression)
            }
        }
    }
}
