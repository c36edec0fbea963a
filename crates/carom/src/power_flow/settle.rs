//! Which contacts take part in the next step, how, and how far its series reach.

use super::frame::{Clock, Entry, LONGEST_IN_TIME, ORDER, Role};
use super::{FAINT, Observer, PowerFlow};
use crate::error::SolveError;
use crate::flow::REST;
use crate::phase::Phase;
use crate::quantity::Exponent;

/// A contact starts with its speed if that is more than this many floors; below, it is faint first.
const STARTING: f64 = 1024.0;

/// A contact that gathers speed has started with most of it if v² is this many times d·v'. With d ~ tᵖ it is p/(p − 1). So has one that loses speed as it
/// opens, seen backwards: the last of a wave is d ~ (−t)ᵖ with p well above 1.
const STEADY: f64 = 4.0;

/// A contact leads if its compression is zero within this part of the shortest time scale. Further off, series in time reach as far as others do
/// and cost half as much; not so those of steps with friction.
const NEAR: f64 = 0.5;

/// What a step may leave out, as a part of the greatest speed that a contact can have: a fraction of a unit in the last place. With eight times
/// as much steps are a tenth longer, and a chain of a thousand balls with e = 0.5 has a ledger that is open by 10⁻¹².
const TRUNCATED: f64 = f64::EPSILON / 8.0;

/// As many of the last terms of a series tell how far it reaches. Powers of a start come at every fifth order for n = 3/2, at every
/// eleventh for n = 10.
const LAST_TERMS: usize = 12;

/// No step is longer than this many times the shortest time scale of its contacts, on which their series have been scaled.
const LONGEST_STEP: f64 = 16.0;

/// A step in which a rigid contact stops while its direction still turns is tried again with this part of its length.
const SHORTER: f64 = 0.4;

/// A step with friction that has to be shorter than this part of the shortest time scale does not end.
const SHORTEST_STRIDE: f64 = 1e-15;

/// Most Taylor expansions for one cluster, and as many more for each contact; as in the flow of linear springs.
const MOST_EXPANSIONS: usize = 2_000_000;
const MOST_EXPANSIONS_PER_CONTACT: usize = 20_000;
/// Most work for one cluster, in members and couplings of the frames expanded, and as much more for each contact.
const MOST_WORK: usize = 50_000_000;
const MOST_WORK_PER_CONTACT: usize = 2_000_000;
/// What a pass of a step with friction costs, in expansions.
const COST_OF_A_PASS: usize = 8;

impl<O: Observer> PowerFlow<'_, O> {
    /// Brings the frame up to date with the state at the present time.
    pub(super) fn settle(&mut self) -> Result<(), SolveError> {
        if !self.tangents.is_empty() {
            self.hold_contacts();
            return self.settle_friction(self.choose_clock());
        }
        self.choose_closed();
        self.leave_faint();
        self.prepare_frame();
        self.frame.set_clock(self.choose_clock());
        self.frame.expand();
        self.reach = self.reach_of_series();
        self.count(1, 1)
    }

    /// The same with friction: the longest step whose polynomials are good.
    fn settle_friction(&mut self, clock: Clock) -> Result<(), SolveError> {
        loop {
            let starts: Vec<_> =
                (0..self.frame.entries().len()).map(|member| self.rub_start(member)).collect();
            self.frame.rub(starts);
            self.frame.set_clock(clock.scaled(self.stride));
            let attempt = self.frame.collocate();
            self.count(attempt.passes, COST_OF_A_PASS)?;
            self.stride = (self.stride * attempt.stretch).min(LONGEST_STEP);
            if attempt.is_good && !self.frame.stops_aslant() {
                self.reach = 1.0;
                return Ok(());
            }
            if attempt.is_good {
                self.stride *= SHORTER;
            }
            if self.stride < SHORTEST_STRIDE {
                let contact = self.frame.entries()[0].contact;
                return Err(SolveError::TooManySteps {
                    time: self.time,
                    expansions: self.expansions,
                    contact,
                });
            }
        }
    }

    /// Counts expansions that cost so much each, and fails if there were too many.
    pub(super) fn count(&mut self, expansions: usize, cost: usize) -> Result<(), SolveError> {
        self.expansions += expansions;
        self.work += cost * expansions * self.frame.size();
        let contacts = self.state.len();
        if self.expansions > MOST_EXPANSIONS + MOST_EXPANSIONS_PER_CONTACT * contacts
            || self.work > MOST_WORK + MOST_WORK_PER_CONTACT * contacts
        {
            let contact = self.frame.entries()[0].contact;
            return Err(SolveError::TooManySteps { time: self.time, expansions: self.expansions, contact });
        }
        Ok(())
    }

    /// F of a spring, now.
    pub(super) fn force(&self, contact: usize) -> f64 {
        self.problem.material[contact].force(&self.state[contact])
    }

    pub(super) fn prepare_frame(&mut self) {
        for entry in self.frame.entries() {
            self.place[entry.contact] = 0;
        }
        self.frame.clear();
        self.loaded.sort_unstable();
        let is_closed = |i: &usize| self.state[*i].phase == Phase::Closed;
        let (closed, springs): (Vec<usize>, Vec<usize>) = self.loaded.iter().partition(|i| is_closed(i));
        for contact in springs {
            let role = self.role_of_loaded(contact);
            self.join(contact, role);
        }
        let problem = self.problem;
        let bears = |entry: &Entry| (entry.role == Role::Acting).then_some(entry.contact);
        let acting: Vec<usize> = self.frame.entries().iter().filter_map(bears).collect();
        for &contact in acting.iter().chain(&closed) {
            for (neighbour, _) in problem.coupling.row(contact) {
                if self.place[neighbour] == 0 && self.state[neighbour].phase != Phase::Closed {
                    self.join(neighbour, Role::Passive);
                }
            }
        }
        // They come last: what they answer is added to what the others do.
        for contact in closed {
            self.join(contact, Role::Held);
        }
        self.frame.couple(&self.problem.coupling, &self.place);
    }

    pub(super) fn role_of_loaded(&self, contact: usize) -> Role {
        let (state, velocity) = (&self.state[contact], self.velocity[contact]);
        let exponent = self.problem.material[contact].exponent;
        if state.compression > 0.0 {
            let floor = self.floor[contact];
            // One that gives back from rest acts, however little it holds: others may lean on it.
            let speed = match state.phase {
                Phase::Restituting { .. } => velocity.abs(),
                Phase::Compressing | Phase::Resting | Phase::Open | Phase::Closed => {
                    velocity.abs().max(floor)
                }
            };
            // A quarter of it: where a spring has just begun to act it goes on to.
            let own = self.problem.coupling.diagonal(contact) * self.force(contact);
            let acts = 4.0 * own * state.compression > FAINT * floor * speed; // (X.4)
            return if acts { Role::Acting } else { Role::Faint };
        }
        let has_exact_start = exponent.value().fract() == 0.0
            || exponent == Exponent::HERTZ && (velocity < -STARTING * self.floor[contact] || velocity == 0.0);
        if has_exact_start { Role::Acting } else { Role::Faint }
    }

    /// The compression at which a spring begins to act, by (X.4).
    pub(super) fn faintest(&self, contact: usize, velocity: f64) -> f64 {
        let exponent = self.problem.material[contact].exponent;
        exponent.root_of_energy(self.faintest_work(contact, velocity))
    }

    /// Whether a spring that is compressed by `d` acts, by (X.4).
    pub(super) fn would_act(&self, contact: usize, d: f64, velocity: f64) -> bool {
        d > 0.0
            && d * self.problem.material[contact].exponent.power(d) >= self.faintest_work(contact, velocity)
    }

    /// dⁿ⁺¹ of (X.4).
    fn faintest_work(&self, contact: usize, velocity: f64) -> f64 {
        let floor = self.floor[contact];
        let own = self.problem.coupling.diagonal(contact) * self.state[contact].stiffness;
        FAINT * floor * velocity.abs().max(floor) / own
    }

    pub(super) fn join(&mut self, contact: usize, role: Role) {
        let state = &self.state[contact];
        let compression = match state.phase {
            Phase::Compressing | Phase::Restituting { .. } => state.compression,
            Phase::Resting => self.lead[contact],
            Phase::Open => -self.gap[contact],
            Phase::Closed => 0.0,
        };
        self.frame.push(Entry {
            contact,
            role,
            stiffness: state.stiffness,
            exponent: self.problem.material[contact].exponent,
            compression,
            velocity: self.velocity[contact],
            floor: self.floor[contact],
        });
        self.place[contact] = self.frame.entries().len();
    }

    /// The leader is the contact of Hertz's kind that is nearest to where its compression is zero, if one is near.
    fn choose_clock(&self) -> Clock {
        let entries = self.frame.entries();
        let acting = || (0..entries.len()).filter(|&i| entries[i].role == Role::Acting);
        let time = self.shortest_time();
        let nearest = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0);
        let is_hertz = |i: &usize| entries[*i].exponent == Exponent::HERTZ;
        let leader =
            acting().filter(is_hertz).filter_map(|i| Some((self.time_to_zero(i)?, i))).min_by(nearest);
        let is_near = |&(left, _): &(f64, usize)| left < NEAR * time || !self.tangents.is_empty();
        match leader.filter(is_near) {
            Some((_, leader)) => {
                Clock::Root { leader, unit: time / self.greatest_compression(leader).sqrt() }
            }
            None => Clock::Even { unit: time },
        }
    }

    /// The shortest time scale of the springs that act.
    pub(super) fn shortest_time(&self) -> f64 {
        let entries = self.frame.entries();
        let acting = (0..entries.len()).filter(|&i| entries[i].role == Role::Acting);
        let time = acting.map(|i| self.time_scale(i)).fold(f64::INFINITY, f64::min);
        if time.is_finite() { time } else { self.time_to_act() }
    }

    /// The compression that a member has, or will have by its speed, to a tenth: d, or k·W·dⁿ⁺¹ = v².
    fn greatest_compression(&self, member: usize) -> f64 {
        let entry = &self.frame.entries()[member];
        let own = entry.stiffness * self.problem.coupling.diagonal(entry.contact);
        let exponent = 1.0 / (entry.exponent.value() + 1.0);
        let by_speed = about_log2(entry.velocity * entry.velocity / own) * exponent;
        entry.compression.max(if entry.velocity == 0.0 { 0.0 } else { about_exp2(by_speed) })
    }

    /// The time scale on which a spring acts, 1/√(W·F/d).
    fn time_scale(&self, member: usize) -> f64 {
        let entry = &self.frame.entries()[member];
        let own = entry.stiffness * self.problem.coupling.diagonal(entry.contact);
        let d = self.greatest_compression(member);
        if entry.exponent.is_linear() {
            return 1.0 / own.sqrt();
        }
        (d / (own * entry.exponent.power(d))).sqrt()
    }

    /// Time until a faint spring begins to act, where nothing else does.
    fn time_to_act(&self) -> f64 {
        let entries = self.frame.entries().iter().filter(|entry| entry.role != Role::Held);
        let time = |entry: &Entry| {
            let way = self.faintest(entry.contact, entry.velocity).max(entry.compression);
            way / entry.velocity.abs().max(entry.floor)
        };
        let time = entries.map(time).filter(|&time| time > 0.0).fold(f64::INFINITY, f64::min);
        if time.is_finite() { time } else { 1.0 }
    }

    /// How far in time a member's compression is from zero, before or after. None if it starts from rest, or did, or ends there: where
    /// d ~ tᵖ with p well above 1, √d is no better than d, and others should lead. With friction those that
    /// end there lead all the same: on another clock one of 36 random scenes was refused, and why is not known.
    fn time_to_zero(&self, member: usize) -> Option<f64> {
        let entry = &self.frame.entries()[member];
        let (d, speed) = (entry.compression, entry.velocity.abs());
        if d <= 0.0 {
            return (speed > 0.0).then_some(0.0);
        }
        let acceleration = self.pushed(entry.contact);
        let follows = entry.velocity < 0.0 || self.tangents.is_empty();
        if follows && speed * speed < STEADY * d * -acceleration {
            return None;
        }
        Some(2.0 * d / (speed + (speed * speed + 2.0 * acceleration.abs() * d).sqrt()))
    }

    /// How far the series reach: with cⱼ = S/Rʲ, S the greatest speed of a contact, what a step of h leaves out is S·(h/R)ᴺ. Where
    /// contacts start, most terms are zero, so that several of the last ones are asked for R.
    fn reach_of_series(&self) -> f64 {
        let longest = match self.frame.clock() {
            Clock::Even { .. } => LONGEST_IN_TIME,
            Clock::Root { .. } => LONGEST_STEP,
        };
        reach_by(&self.frame.largest_terms()).min(longest)
    }

    /// The same for the velocity of one contact.
    pub(super) fn reach_of(velocity: &[f64], floor: f64) -> f64 {
        let first = ORDER + 1 - LAST_TERMS;
        let term = |j: usize| velocity.get(first + j).map_or(0.0, |term| term.abs() / floor);
        reach_by(&std::array::from_fn(term))
    }
}

/// How far series reach whose last terms have these sizes, in floors.
fn reach_by(last: &[f64; LAST_TERMS]) -> f64 {
    let first = ORDER + 1 - LAST_TERMS;
    let radius = last
        .iter()
        .enumerate()
        .filter(|(_, term)| **term > 0.0)
        .map(|(j, term)| (about_log2(1.0 / REST) - about_log2(*term)) / (first + j) as f64)
        .fold(f64::INFINITY, f64::min);
    libm::exp2(radius + about_log2(TRUNCATED) / ORDER as f64)
}

/// log₂ x to a tenth, from the bits of a positive number: enough for a root of high order.
fn about_log2(x: f64) -> f64 {
    x.to_bits() as f64 / (1u64 << 52) as f64 - 1023.0
}

/// 2ˣ to a tenth, its inverse.
fn about_exp2(x: f64) -> f64 {
    f64::from_bits(((x + 1023.0).clamp(1.0, 2046.0) * (1u64 << 52) as f64) as u64)
}
