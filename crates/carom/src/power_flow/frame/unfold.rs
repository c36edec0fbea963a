//! Unfolds the series of a step, order by order.

use super::block::{Block, LANES, Lanes};
use super::convolution::{Backward, convolve};
use super::member::{Member, Start};
use super::quiet::Quiet;
use super::{Clock, Entry, Frame, ORDER, Role, Series, ZERO};

/// What the springs do to the members that move.
#[derive(Debug, Default)]
pub(super) struct Felt {
    /// Where the springs that each block feels begin, and each of them with W on the members of the block.
    start: Vec<usize>,
    springs: Vec<(usize, Lanes)>,
    /// W of each member on itself.
    own: Vec<f64>,
}

impl Felt {
    /// From rows (member, W) of all members that move.
    pub fn of<R: Iterator<Item = (usize, f64)>>(entries: &[Entry], row: impl Fn(usize) -> R) -> Self {
        let mut felt = Self { start: vec![0], springs: Vec::new(), own: vec![0.0; entries.len()] };
        let acts = |spring: usize| entries.get(spring).is_some_and(|entry| entry.role == Role::Acting);
        for first in (0..entries.len()).step_by(LANES) {
            let from = felt.springs.len();
            for member in first..(first + LANES).min(entries.len()) {
                for (spring, w) in row(member).filter(|&(spring, _)| acts(spring)) {
                    let known = felt.springs[from..].iter().position(|(other, _)| *other == spring);
                    let at = from + known.unwrap_or(felt.springs.len() - from);
                    if known.is_none() {
                        felt.springs.push((spring, [0.0; LANES]));
                    }
                    felt.springs[at].1[member - first] += w;
                    felt.own[member] += if spring == member { w } else { 0.0 };
                }
            }
            felt.start.push(felt.springs.len());
        }
        felt
    }

    fn by_block(&self, block: usize) -> &[(usize, Lanes)] {
        &self.springs[self.start[block]..self.start[block + 1]]
    }

    /// W of a member on itself.
    pub fn own(&self, member: usize) -> f64 {
        self.own[member]
    }
}

/// A spring whose force (X.3) does not give: a linear one, or one that starts in the step.
#[derive(Debug)]
struct Special {
    member: usize,
    start: Start,
}

/// The leader's d, forwards and backwards.
#[derive(Debug, Default)]
struct Lead {
    compression: Series,
    backward: Backward,
}

/// What is needed while series unfold.
#[derive(Debug, Default)]
pub(super) struct Unfolding {
    pub blocks: Vec<Block>,
    pub quiet: Vec<Quiet>,
    specials: Vec<Special>,
    lead: Lead,
    /// φ backwards.
    rate: Backward,
    /// G of one order by member.
    pushes: Vec<f64>,
}

impl Frame {
    /// Unfolds all series.
    pub fn expand(&mut self) {
        let mut unfolding = std::mem::take(&mut self.unfolding);
        let moving = self.begin(&mut unfolding);
        let rounding = self.rounding();
        for order in 0..ORDER {
            self.tick(&mut unfolding, order);
            for (at, block) in unfolding.blocks.iter_mut().enumerate().filter(|_| order > 0) {
                if let Some(quiet) = unfolding.quiet.get_mut(at) {
                    quiet.ask(block, order);
                }
                match block.is_awake {
                    true => block.next_force(order),
                    false => block.stay_quiet(order),
                }
            }
            self.force_specially(&mut unfolding, order, rounding);
            for block in &mut unfolding.blocks {
                match self.clock {
                    Clock::Even { unit } => block.move_on_evenly(order, unit),
                    Clock::Root { .. } => block.move_on(order, &self.rate),
                }
            }
            self.lead(&mut unfolding, order);
            self.accelerate(&mut unfolding, order);
        }
        if let Clock::Root { leader, unit } = self.clock {
            unfolding.rate.set(ORDER, unit * self.root[ORDER]);
            let square = convolve(&self.root, &unfolding.rate, ORDER) / unit;
            unfolding.blocks[leader / LANES].compression[ORDER][leader % LANES] = square;
        }
        self.hand_out(&unfolding, moving);
        self.unfolding = unfolding;
    }

    /// Sets all members up as they start; their number.
    fn begin(&mut self, unfolding: &mut Unfolding) -> usize {
        let moving = self.entries.iter().take_while(|entry| entry.role != Role::Held).count();
        let (leader, unit) = match self.clock {
            Clock::Even { unit } => (None, unit),
            Clock::Root { leader, unit } => (Some(leader), unit),
        };
        (self.root, self.rate, self.time) = (ZERO, ZERO, ZERO);
        unfolding.blocks.truncate(moving.div_ceil(LANES));
        for (at, entries) in self.entries[..moving].chunks(LANES).enumerate() {
            Block::set(&mut unfolding.blocks, at, entries, leader);
        }
        unfolding.specials.clear();
        for (member, entry) in self.entries[..moving].iter().enumerate() {
            let is_special = entry.exponent.is_linear() || entry.compression <= 0.0;
            if entry.role == Role::Acting && is_special && leader != Some(member) {
                let linear = Start::At { m: 0, r: 0 };
                let start = if entry.exponent.is_linear() { linear } else { Start::of(entry) };
                unfolding.specials.push(Special { member, start });
            }
        }
        unfolding.pushes.clear();
        unfolding.pushes.resize(LANES * unfolding.blocks.len(), 0.0);
        unfolding.quiet.clear();
        match leader {
            Some(leader) => {
                self.root[0] = self.entries[leader].compression.sqrt();
                unfolding.rate = Backward::ZERO;
                unfolding.lead = Lead::default();
            }
            // Where all share a block none is slow beside the others.
            None if moving > LANES && !self.to_the_end => {
                unfolding.quiet.extend(
                    self.entries[..moving].chunks(LANES).enumerate().map(|(at, entries)| {
                        Quiet::of(entries, unit, |lane| self.felt.own(LANES * at + lane))
                    }),
                );
            }
            None => {}
        }
        moving
    }

    /// What a term of d must exceed for it to be asked with which one d starts: what a speed of rounding becomes in the time that counts.
    fn rounding(&self) -> f64 {
        match self.clock {
            Clock::Even { unit } => unit,
            Clock::Root { leader, unit } => {
                let entry = &self.entries[leader];
                unit * entry.compression.sqrt().max(unit * entry.velocity.abs())
            }
        }
    }

    /// φ and t of this order, and d = y² = y·φ/c of the leader.
    fn tick(&mut self, unfolding: &mut Unfolding, order: usize) {
        match self.clock {
            Clock::Even { unit } if order == 0 => (self.rate[0], self.time[1]) = (unit, unit),
            Clock::Even { .. } => {}
            Clock::Root { leader, unit } => {
                self.rate[order] = unit * self.root[order];
                self.time[order + 1] = self.rate[order] / (order + 1) as f64;
                unfolding.rate.set(order, self.rate[order]);
                let square = convolve(&self.root, &unfolding.rate, order) / unit;
                unfolding.lead.compression[order] = square;
                unfolding.lead.backward.set(order, square);
                unfolding.blocks[leader / LANES].compression[order][leader % LANES] = square;
            }
        }
    }

    /// F of linear springs, and of those that start in the step: σʳ·gⁿ with g = d/σᵐ, by (X.3) for g.
    fn force_specially(&self, unfolding: &mut Unfolding, order: usize, rounding: f64) {
        for Special { member, start } in &mut unfolding.specials {
            let entry = &self.entries[*member];
            let (block, lane) = (&mut unfolding.blocks[*member / LANES], *member % LANES);
            if !block.is_awake {
                continue;
            }
            let term = |order: usize| block.compression[order][lane];
            if entry.exponent.is_linear() {
                block.force[order][lane] = entry.stiffness * term(order);
                continue;
            }
            *start = start.with_term(entry, order, term(order), rounding * entry.floor);
            block.force[order][lane] = match *start {
                Start::At { m, r } if order == r => entry.stiffness * entry.exponent.power(term(m)),
                Start::At { m, r } if order > r => {
                    let (j, raised) = ((order - r) as f64, entry.exponent.value() + 1.0);
                    let part =
                        |i: usize| (i as f64 * raised - j) * term(m + i) * block.force[order - i][lane];
                    (1..=order - r).map(part).sum::<f64>() / (j * term(m))
                }
                Start::At { .. } | Start::Unknown | Start::Silent => 0.0,
            };
        }
    }

    /// G of the leader, φ·F = c·y·k·y³ = c·k·d², and the next term of y, by (X.1).
    fn lead(&mut self, unfolding: &mut Unfolding, order: usize) {
        let Clock::Root { leader, unit } = self.clock else { return };
        let (block, lane) = (&mut unfolding.blocks[leader / LANES], leader % LANES);
        let Lead { compression, backward } = &unfolding.lead;
        block.push[order][lane] =
            unit * self.entries[leader].stiffness * convolve(compression, backward, order);
        self.root[order + 1] = -0.5 * unit * block.velocity[order][lane] / (order + 1) as f64;
    }

    /// The next terms of velocities, v' = W G.
    fn accelerate(&self, unfolding: &mut Unfolding, order: usize) {
        let next = (order + 1) as f64;
        for (pushes, block) in unfolding.pushes.chunks_exact_mut(LANES).zip(&unfolding.blocks) {
            pushes.copy_from_slice(&block.push[order]);
        }
        for at in 0..unfolding.blocks.len() {
            let felt = self.felt.by_block(at);
            let is_moved = unfolding.quiet.is_empty()
                || !self.outside.is_empty()
                || felt.iter().any(|(spring, _)| unfolding.blocks[spring / LANES].is_awake);
            let mut gained = [0.0; LANES];
            for (spring, w) in felt.iter().filter(|_| is_moved) {
                let push = unfolding.pushes[*spring];
                for lane in 0..LANES {
                    gained[lane] += w[lane] * push;
                }
            }
            for (gained, outside) in gained.iter_mut().zip(self.outside.iter().skip(LANES * at)) {
                *gained += outside[order];
            }
            let block = &mut unfolding.blocks[at];
            block.velocity[order + 1] = gained.map(|gained| gained / next);
            block.terms = if is_moved { order + 2 } else { block.terms };
        }
    }

    /// Gives every member its series.
    fn hand_out(&mut self, unfolding: &Unfolding, moving: usize) {
        self.members.clear();
        self.members.extend(self.entries[..moving].iter().enumerate().map(|(member, entry)| {
            let (block, lane) = (&unfolding.blocks[member / LANES], member % LANES);
            let mut push = Block::series_of(&block.push, lane);
            push[ORDER] = 0.0;
            Member {
                velocity: Block::series_of(&block.velocity, lane),
                compression: Block::series_of(&block.compression, lane),
                push,
                start: Start::of(entry),
                terms: block.terms,
                pushes: block.pushes,
            }
        }));
        for special in &unfolding.specials {
            self.members[special.member].start = special.start;
        }
    }

    /// The largest of the last terms of all velocities, order by order, in floors.
    pub fn largest_terms<const LAST: usize>(&self) -> [f64; LAST] {
        let mut largest = [[0.0; LANES]; LAST];
        let moving = self.entries[..self.members.len()].chunks(LANES);
        for (block, entries) in self.unfolding.blocks.iter().zip(moving) {
            let mut inverse = [0.0; LANES];
            inverse.iter_mut().zip(entries).for_each(|(inverse, entry)| *inverse = 1.0 / entry.floor);
            let terms = &block.velocity[ORDER + 1 - LAST..block.terms.max(ORDER + 1 - LAST)];
            for (largest, terms) in largest.iter_mut().zip(terms) {
                for lane in 0..LANES {
                    largest[lane] = f64::max(largest[lane], terms[lane].abs() * inverse[lane]);
                }
            }
        }
        largest.map(|terms| terms.into_iter().fold(0.0, f64::max))
    }

    /// Velocity, compression and impulse since the start of the step of all members at σ, without friction; compressions of closed ones are zero.
    pub(super) fn states_without_friction(&self, s: f64) -> Vec<[f64; 3]> {
        let blocks = self.unfolding.blocks.iter().map(|block| block.at(s));
        let mut states: Vec<[f64; 3]> =
            blocks.flat_map(|values| (0..LANES).map(move |lane| values.map(|value| value[lane]))).collect();
        states.truncate(self.members.len());
        if let Clock::Root { leader, .. } = self.clock {
            states[leader][1] = self.compression_at(leader, s);
        }
        for closed in self.members.len()..self.entries.len() {
            let impulse = self.answers.parts(closed).map(|(spring, part)| part * states[spring][2]).sum();
            states.push([0.0, 0.0, impulse]);
        }
        states
    }
}
