//! A step of springs F = k·dⁿ without friction: its variation by collocation.
//!
//! Between events such a spring varies as a linear one does whose stiffness goes with its compression, and closed contacts stay closed:
//!
//! ```text
//! spring  δF = n k dⁿ⁻¹ δd + dⁿ δk         closed  δvₙ = 0                                      (V.16)
//! ```
//!
//! with δv and δd as in (V.7). What is sought at the nodes is not δF but δG = δF dt/dσ, as polynomials of the variable σ of the step's own series, in which the
//! course is analytic even where contacts start and end, and time stands still (X.1).

use nalgebra::{SMatrix, SVector};

use super::changes::Changes;
use super::collocated::{
    ENDS, MOST_STRETCHES, NEGLIGIBLE, Piece, Roughness, SMOOTH, Way, highest_term, integrals, solve_part,
};
use super::elimination::System;
use super::error::DerivativeError;
use super::linear::{Member, Role};
use super::replay::Replay;
use super::rows::{Rows, add};
use crate::flow::{ClusterProblem, NODES, RADAU};
use crate::history::{ClusterTrace, PowerClock, RecordedStep};
use crate::power_flow::{Clock, Frame, Role as Doing};
use crate::quantity::Exponent;

const END: usize = NODES - 1;

type Table = SMatrix<f64, NODES, NODES>;
type Profile = SVector<f64, NODES>;

/// The series of a step, and where it ends.
pub(super) struct PowerStep {
    frame: Frame,
    place: Vec<usize>,
    end: f64,
    integrals: Table,
    highest: [f64; NODES],
    system: System,
}

impl PowerStep {
    pub fn new(contacts: usize) -> Self {
        Self {
            frame: Frame::default(),
            place: vec![0; contacts],
            end: 0.0,
            integrals: integrals(),
            highest: highest_term(),
            system: System::default(),
        }
    }

    pub fn enter(&mut self, cluster: &ClusterTrace, step: &RecordedStep<'_>, clock: PowerClock) {
        cluster.expand_power_step(step.members, clock, &mut self.frame, &mut self.place);
        self.end = clock.end;
    }

    /// Nothing acts.
    pub fn leave(&mut self) {
        self.place.fill(0);
        self.frame.clear();
    }

    /// F of a member at σ.
    pub fn force(&self, member: usize, s: f64) -> f64 {
        let spring = |other: usize| self.frame.force_at(other, s);
        match self.frame.entries()[member].role {
            Doing::Held => self.frame.answer(member, spring),
            Doing::Acting | Doing::Faint | Doing::Passive => spring(member),
        }
    }

    /// Forces of all members where the step begins.
    pub fn forces_at_start(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let entries = self.frame.entries().iter().enumerate();
        entries.map(|(member, entry)| (entry.contact, self.force(member, 0.0)))
    }

    /// Whether a spring ends where the step does, in a way that is no power series.
    fn ends_singular(&self) -> bool {
        let is_root = matches!(self.frame.clock(), Clock::Root { .. });
        self.frame.entries().iter().enumerate().any(|(member, entry)| {
            let is_series =
                entry.exponent.value().fract() == 0.0 || is_root && entry.exponent == Exponent::HERTZ;
            !is_series && self.force(member, self.end) <= ENDS * self.force(member, 0.0)
        })
    }
}

/// One stretch of a step.
struct Stretch<'a> {
    members: &'a [Member],
    /// Those that carry load, which come first.
    loaded: usize,
    problem: &'a ClusterProblem,
    changes: &'a Changes,
    /// What integrates from the start of the stretch to the nodes: over σ, over t, and over both.
    integrals: Table,
    in_time: Table,
    twice: Table,
    since: Profile,
    /// n k dⁿ⁻¹ and dⁿ at the nodes, times dt/dσ.
    slope: Vec<Profile>,
    power: Vec<Profile>,
    /// δv without the loads that are to be found, and what changes of W make of it: δW p.
    steady: Rows,
    pushes: Vec<Vec<(usize, Profile)>>,
}

impl<'a> Stretch<'a> {
    fn over(replay: &'a Replay<'_>, step: &PowerStep, piece: Piece) -> Self {
        let members = &replay.step.members;
        let loaded = step.frame.entries().len();
        let at = RADAU.map(|part| piece.at(part));
        let integrals = Table::from_fn(|k, l| step.integrals[(k, l)] * at[l].1);
        let pace = Profile::from_fn(|k, _| step.frame.pace_at(at[k].0));
        let in_time = Table::from_fn(|k, l| integrals[(k, l)] * pace[l]);
        let profile = |of: &dyn Fn(f64) -> f64| Profile::from_fn(|k, _| of(at[k].0));
        let mut impulses: Vec<Profile> =
            replay.impulse.iter().map(|&impulse| Profile::repeat(impulse)).collect();
        let (mut slope, mut power) = (Vec::with_capacity(loaded), Vec::with_capacity(loaded));
        for (member, entry) in step.frame.entries().iter().enumerate() {
            impulses[entry.contact] += profile(&|s| step.frame.impulse_to(member, s));
            let compression = profile(&|s| step.frame.compression_at(member, s).max(0.0));
            let n = entry.exponent;
            slope.push(
                compression.map(|d| n.value() * entry.stiffness * n.power_of_slope(d)).component_mul(&pace),
            );
            power.push(compression.map(|d| n.power(d)).component_mul(&pace));
        }
        let mut steady = Rows::zeros(members.len(), replay.changes.directions);
        let mut pushes = Vec::with_capacity(members.len());
        for (number, member) in members.iter().enumerate() {
            let contact = member.contact;
            steady.set(number, replay.changes.velocity.row(contact));
            for (j, w) in replay.problem.coupling.row(contact) {
                steady.add(number, w, replay.impulse_change.row(j));
            }
            let changes = replay.changes.coupling_to(contact).iter();
            pushes.push(changes.map(|c| (c.direction, impulses[c.from] * c.value)).collect());
        }
        Self {
            members,
            loaded,
            problem: replay.problem,
            changes: replay.changes,
            integrals,
            in_time,
            twice: in_time * integrals,
            since: in_time.column_sum(),
            slope,
            power,
            steady,
            pushes,
        }
    }

    /// The way that a member goes until a node without the loads that are to be found.
    fn add_way(&self, to: &mut [f64], factor: f64, member: usize, node: usize) {
        add(to, factor * self.since[node], self.steady.row(member));
        for (direction, push) in &self.pushes[member] {
            to[*direction] += factor * self.in_time.row(node).tr_dot(push);
        }
    }

    /// The loads at the nodes, a row for each loaded member and node.
    fn solve(&self, replay: &Replay<'_>, system: &mut System) -> Option<Rows> {
        let size = self.loaded * NODES;
        let mut matrix = Rows::zeros(size, size);
        let mut right = Rows::zeros(size, self.changes.directions);
        let place = self.place();
        for (number, member) in self.members[..self.loaded].iter().enumerate() {
            let is_held = member.role == Role::Held;
            for (j, w) in self.problem.coupling.row(member.contact) {
                let Some(other) = place[j].filter(|&other| other < self.loaded) else { continue };
                for (k, l) in (0..NODES).flat_map(|k| (0..NODES).map(move |l| (k, l))) {
                    let moved = if is_held {
                        self.integrals[(k, l)]
                    } else {
                        self.slope[number][k] * self.twice[(k, l)]
                    };
                    *matrix.at_mut(number * NODES + k, other * NODES + l) += w * moved;
                }
            }
            for node in 0..NODES {
                let row = number * NODES + node;
                let to = right.row_mut(row);
                if is_held {
                    add(to, -1.0, self.steady.row(number));
                    self.pushes[number].iter().for_each(|(direction, push)| to[*direction] -= push[node]);
                    continue;
                }
                *matrix.at_mut(row, row) += 1.0;
                let slope = self.slope[number][node];
                add(to, slope, replay.position_change.row(member.contact));
                self.add_way(to, -slope, number, node);
                add(to, self.power[number][node], replay.stiffness_change.row(member.contact));
            }
        }
        let all: Vec<usize> = (0..self.loaded).collect();
        (solve_part(&all, &matrix, &mut right, system) && right.is_finite()).then_some(right)
    }

    fn place(&self) -> Vec<Option<usize>> {
        let mut place = vec![None; self.problem.coupling.len()];
        self.members.iter().enumerate().for_each(|(m, member)| place[member.contact] = Some(m));
        place
    }

    fn roughness(&self, loads: &Rows, step: &PowerStep, impulses: &[f64]) -> Roughness {
        let mut roughness = Roughness::default();
        let negligible = NEGLIGIBLE / self.integrals.row(END).sum();
        for number in 0..self.loaded {
            let rows = std::array::from_fn(|node| loads.row(number * NODES + node));
            roughness.take_in(rows, &step.highest, impulses, [SMOOTH, negligible]);
        }
        roughness
    }

    /// What impulses gain, and by how much contacts move on: a row for each member.
    fn outcome(&self, loads: &Rows) -> [Rows; 2] {
        let directions = self.changes.directions;
        let (mut gains, mut pushed) =
            (Rows::zeros(self.loaded, directions), Rows::zeros(self.loaded, directions));
        for number in 0..self.loaded {
            for node in 0..NODES {
                gains.add(number, self.integrals[(END, node)], loads.row(number * NODES + node));
                pushed.add(number, self.twice[(END, node)], loads.row(number * NODES + node));
            }
        }
        let mut moves = Rows::zeros(self.members.len(), directions);
        let place = self.place();
        for (number, member) in self.members.iter().enumerate().filter(|(_, m)| m.role != Role::Held) {
            self.add_way(moves.row_mut(number), -1.0, number, END);
            for (j, w) in self.problem.coupling.row(member.contact) {
                if let Some(other) = place[j].filter(|&other| other < self.loaded) {
                    moves.add(number, -w, pushed.row(other));
                }
            }
        }
        [gains, moves]
    }
}

impl Replay<'_> {
    /// Follows the variation through a step of springs F = k·dⁿ.
    pub(super) fn follow_power(&mut self, step: &RecordedStep<'_>) -> Result<(), DerivativeError> {
        let Some(mut power) = self.power.take() else { return Ok(()) };
        let followed = self.follow_stretches(&mut power);
        self.take_over_power(&power);
        self.power = Some(power);
        followed.map_err(|what| {
            let contact =
                self.cluster.contacts()[self.step.members.first().map_or(0, |member| member.contact)];
            DerivativeError::Unsupported { contact, time: step.start, what }
        })
    }

    fn follow_stretches(&mut self, power: &mut PowerStep) -> Result<(), &'static str> {
        if power.end == 0.0 {
            return Ok(());
        }
        let mut way = Way::new(power.end, power.end, power.ends_singular());
        let mut system = std::mem::take(&mut power.system);
        let mut tried = 0;
        while let Some(piece) = way.next() {
            tried += 1;
            if tried > MOST_STRETCHES {
                return Err("or another one swings faster than its variation can be followed");
            }
            let stretch = Stretch::over(self, power, piece);
            let Some(loads) = stretch.solve(self, &mut system) else {
                if way.shorten() {
                    continue;
                }
                return Err("or another one shares its load in a way that the model leaves open");
            };
            if way.goes_on(stretch.roughness(&loads, power, &self.impulses)) {
                let [gains, moves] = stretch.outcome(&loads);
                for (number, member) in self.step.members.iter().enumerate() {
                    self.position_change.add(member.contact, 1.0, moves.row(number));
                    if number < power.frame.entries().len() {
                        self.impulse_change.add(member.contact, 1.0, gains.row(number));
                    }
                }
            }
        }
        power.system = system;
        Ok(())
    }

    /// Where the course of the step has led.
    fn take_over_power(&mut self, power: &PowerStep) {
        self.force.fill(0.0);
        for (member, entry) in power.frame.entries().iter().enumerate() {
            self.impulse[entry.contact] += power.frame.impulse_to(member, power.end).max(0.0);
            self.compression[entry.contact] = power.frame.compression_at(member, power.end).max(0.0);
            self.force[entry.contact] = power.force(member, power.end);
        }
        for contact in 0..self.velocity.len() {
            self.velocity[contact] = self.velocity_now(contact);
        }
    }
}
