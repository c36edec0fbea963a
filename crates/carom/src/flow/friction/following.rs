//! Directions that turn so fast that they follow the velocity.
//!
//! With λ = |v|κ_t/(μq) large, (T.3) is stiff: what a direction has turned too far or too little dies as exp(−∫λ), and what is left is
//! nearly algebraic. Series unfolded order by order amplify the rounding of each term by λ and allow steps of a few 1/λ only, even
//! where nothing is left to die. So the term that makes (T.3) stiff is taken from the last pass, as D:
//!
//! ```text
//! v − D − ((v − D)·û) û = (μ/κ_t)(q − p) û',      D = (μ/κ_t) p û'                                         (T.7)
//!   p = q(0)   while the load rises: what is left starts from zero, as where a contact starts
//!   p = q      while it falls: nothing is left; and where it is a reaction, of which û of the same order cannot know
//! ```
//!
//! A pass changes û of order j by some (j+1)/λ of the change in order j + 1. Passes over this contact alone, its velocity kept,
//! settle D for that velocity; passes over the whole frame then settle the velocity, which so small turns of a force hardly change.
//! The first pass takes D as the last step leaves it.

use nalgebra::Vector2;

use crate::flow::collocation::POINTS;
use crate::flow::course::{Course, Slip};
use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::rub::Rub;
use crate::flow::rubbing::Rubbing;
use crate::flow::series::{ORDER, Polynomial};
use crate::flow::short::Pair;

/// A direction may follow the velocity when differences die this many times in a step of the springs.
const LEAST_STIFF: f64 = 24.0;

/// It does when they die this many times in the step that the other directions allow: below that, steps in which it turns by itself
/// cost less than the passes, of which some are in vain while what an event has set swinging is not dead yet.
const STIFF: f64 = 96.0;

/// `STIFF` when nothing has happened for some steps.
const STIFF_AND_QUIET: f64 = 48.0;

/// Orders of D that the last step foretells. Those of higher order are mostly what it left out.
const FORETOLD: usize = 6;

/// Of a step that is longer than the last one by a factor g, the last one tells û of order j with rounding that gʲ has amplified: up to
/// the square root of the reciprocal rounding half of all digits are left, more than the first pass needs.
const AMPLIFIED: f64 = (1_u64 << 26) as f64;

/// Orders of D that û, known up to order ORDER − 1, gives.
const DRAGGED: usize = ORDER - 2;

/// Most passes over one contact with its velocity kept.
const MOST_OWN_PASSES: usize = 12;

/// Passes over one contact need not settle D better than this part of its change: the next pass over the frame changes it by more.
const OWN: f64 = 1.0 / 1024.0;

/// After passes that have not settled, (T.7) is tried again when differences have died by exp(−this), in about two steps.
const UNSETTLED: f64 = 8.0;

/// A direction that must turn by itself is expected to reach this many times 1/λ.
const TURNING: f64 = 4.0;

/// How the passes of (T.7) go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flow) enum Passes {
    /// The last one had it.
    Settled,
    /// Another one is needed.
    GoOn,
    /// They do not settle.
    Fail,
}

/// Contacts whose directions differ too much from those that follow the velocity.
#[derive(Debug, Default)]
pub(in crate::flow) struct Patience {
    waiting: Vec<Waiting>,
}

#[derive(Debug, Clone, Copy)]
struct Waiting {
    contact: usize,
    /// The difference must still die by exp(−this).
    excess: f64,
}

impl Patience {
    /// Waits for none.
    pub fn forget_all(&mut self) {
        self.waiting.clear();
    }

    fn is_over(&self, contact: usize) -> bool {
        self.waiting.iter().all(|waiting| waiting.contact != contact)
    }

    fn wait(&mut self, contact: usize, excess: f64) {
        self.waiting.push(Waiting { contact, excess });
    }

    /// Differences at a contact have died by exp(−`decay`).
    fn lapse(&mut self, contact: usize, decay: f64) {
        let waiting = self.waiting.iter_mut().filter(|waiting| waiting.contact == contact);
        waiting.for_each(|waiting| waiting.excess -= decay);
        self.waiting.retain(|waiting| waiting.excess > 0.0);
    }
}

/// Series that end with the step are known to this local time, in units of which `rate` make a second.
#[derive(Debug, Clone, Copy)]
pub(in crate::flow) struct Ended {
    pub s: f64,
    pub rate: f64,
}

/// D of (T.7) as it has settled, order by order: with it one pass gives the series again.
pub(crate) type SettledDrag = Box<[[f64; 2]]>;

impl Rub {
    /// D, if the direction follows the velocity.
    pub fn settled_drag(&self) -> Option<SettledDrag> {
        match self.course {
            Course::Slips(Slip::Following) => Some((0..DRAGGED).map(|j| self.drag[j]).collect()),
            Course::Slips(Slip::Creeping) => Some((0..POINTS).map(|j| self.drag[j]).collect()),
            _ => None,
        }
    }

    /// Follows the velocity with a D that has settled.
    pub fn follow_with(&mut self, drag: &SettledDrag) {
        drag.iter().enumerate().for_each(|(j, &term)| self.drag.set(j, term));
    }

    /// The velocity of order j that û follows in (T.7).
    pub(in crate::flow) fn aimed_velocity(&self, j: usize) -> Vector2<f64> {
        let velocity = self.velocity[j];
        if self.course == Course::Slips(Slip::Following) {
            velocity - Vector2::from(self.drag[j])
        } else {
            velocity
        }
    }

    /// λ, for a stiffness and a normal load in the same units of time.
    fn stiffness_of_turning(&self, stiffness: f64, normal_load: f64) -> f64 {
        self.start.velocity.norm() * stiffness / (self.mu * normal_load)
    }

    /// Finds v·û when all orders of both are known.
    pub(in crate::flow) fn follow_to(&mut self, last: usize) {
        for j in 0..=last {
            let velocity = self.velocity[j];
            self.aimed.put(j, [velocity.dot(&self.direction), velocity.dot(&self.sideways_axis())]);
        }
        (0..=last).for_each(|j| self.set_speed(j, self.speed_of_order(j)));
    }

    /// Takes D from the present û; says by how much it has changed within reach.
    fn drag_on(&mut self) -> f64 {
        let end = self.reach().min(1.0);
        let (mut change, mut power) = (0.0, 1.0);
        for j in 0..DRAGGED {
            let drag = self.dragged(&self.heading, &self.normal, j);
            change += (drag - Vector2::from(self.drag[j])).norm() * power;
            power *= end;
            self.drag.set(j, drag.into());
        }
        change
    }

    /// D of order j of this û and normal load.
    fn dragged(&self, heading: &Pair, normal: &Polynomial, j: usize) -> Vector2<f64> {
        let last = if self.drags_all(normal) { j } else { 0 };
        let mut drag = [0.0; 2];
        for (k, q) in normal[..=last].iter().enumerate() {
            let (i, weight) = (j + 1 - k, q * (j + 1 - k) as f64);
            drag = [drag[0] + heading[i][0] * weight, drag[1] + heading[i][1] * weight];
        }
        (self.direction * drag[0] + self.sideways_axis() * drag[1]) * (self.mu / self.kappa)
    }

    /// Whether p = q in (T.7).
    pub(in crate::flow) fn drags_all(&self, normal: &Polynomial) -> bool {
        self.is_reaction || normal[1] < 0.0
    }

    /// Settles D for the velocity of the last pass.
    pub(in crate::flow) fn settle_drag(&mut self) {
        self.passes =
            if self.course == Course::Slips(Slip::Following) { self.own_passes() } else { Passes::Settled };
    }

    fn own_passes(&mut self) -> Passes {
        let allowed = self.allowed_error(self.largest_normal_load()) * self.velocity[0].norm();
        let first = self.drag_on();
        if first <= allowed {
            return Passes::Settled;
        }
        let mut last = f64::INFINITY;
        for _ in 0..MOST_OWN_PASSES {
            self.aim_at(self.aimed_velocity(0).normalize());
            (0..ORDER).for_each(|j| self.aim(j));
            let change = self.drag_on();
            if change >= last {
                return Passes::Fail;
            }
            if change <= allowed.max(OWN * first) {
                break;
            }
            last = change;
        }
        Passes::GoOn
    }

    /// Expects û to go on as it does at the end of the last step.
    fn foretell_drag(&mut self) {
        self.drag.clear();
        // One that turns has what dies faster than the step.
        let is_known = matches!(self.course, Course::Slips(Slip::TurningFrom { .. } | Slip::Following));
        if is_known && self.turns {
            let (heading, normal) = (self.heading.shifted(self.ended.s), self.normal.shifted(self.ended.s));
            for j in 0..FORETOLD {
                let drag = self.dragged(&heading, &normal, j);
                self.drag.set(j, drag.into());
            }
        }
    }

    /// Writes D in the present unit of time, but for what would be amplified rounding.
    pub(in crate::flow) fn rescale_drag(&mut self, rate: f64) {
        let change = self.ended.rate / rate;
        self.ended.rate = rate;
        if self.start.course == Course::Slips(Slip::Following) && change != 1.0 {
            let mut power = 1.0;
            for j in 0..DRAGGED {
                let kept = if power * change <= AMPLIFIED { power } else { 0.0 }; // D of order j has û of order j + 1
                let [x, y] = self.drag[j];
                self.drag.set(j, [x * kept, y * kept]);
                power *= change;
            }
        }
    }

    /// How many times the direction with which the step starts differs too much from the one that follows the velocity: what is
    /// left of the difference after 1/λ must be rounding.
    fn excess(&self) -> f64 {
        self.excess_of((self.start.direction - self.direction).norm())
    }

    /// The excess of any difference of the force, as part of it.
    pub(in crate::flow) fn excess_of(&self, difference: f64) -> f64 {
        let load = self.normal[0];
        difference / (self.allowed_error(load) * self.stiffness_of_turning(self.kappa, load))
    }

    /// Differences in direction have died by exp(−this) at s, at least.
    fn died(&self, s: f64) -> f64 {
        let load = self.normal[0].max(carom_taylor::evaluate(&*self.normal, s));
        if load > 0.0 { self.stiffness_of_turning(self.kappa, load) * s } else { 0.0 }
    }

    /// Where a direction points at s that has been frozen: under a force that does not count it turns to the velocity all the same.
    pub(in crate::flow) fn thawed_direction(&self, s: f64, velocity: Vector2<f64>) -> Vector2<f64> {
        let Some(aim) = velocity.try_normalize(self.floor) else { return self.direction };
        let turned = aim + (self.direction - aim) * libm::exp(-self.died(s));
        turned.try_normalize(0.0).unwrap_or(self.direction)
    }

    /// Rate at which forces die that differences in direction cause, (T.3): λ, less what a rising load adds. A falling one must not
    /// fall faster than passes settle.
    fn decay(&self, entry: &Entry) -> f64 {
        match entry.role {
            Role::Held if self.start.stretch == Vector2::zeros() => 0.0,
            Role::Held => self.start.velocity.norm() / self.start.stretch.norm(), // λ = |v|/r
            Role::Spring | Role::Undecided | Role::Pressed | Role::DrawnApart if entry.compression > 0.0 => {
                let rise = -entry.velocity / entry.compression;
                let lambda = self.stiffness_of_turning(self.stiffness, entry.stiffness * entry.compression);
                if lambda < -rise * ORDER as f64 { 0.0 } else { lambda - 2.0 * rise.max(0.0) }
            }
            Role::Spring | Role::Undecided | Role::Pressed | Role::DrawnApart => 0.0,
            Role::Locked | Role::Waiting | Role::Distant | Role::Free => 0.0,
        }
    }
}

impl Frame {
    /// Lets directions follow their velocities that may and are stiff for the steps that the others allow; springs take `base` units
    /// of time a second.
    pub(in crate::flow) fn choose_followers(&mut self, base: f64) {
        let Self { rubbing, entries, .. } = self;
        let Rubbing { rubs, patience, pace, .. } = rubbing;
        let decay = |rub: &Rub| {
            let entry = &entries[rub.member];
            let turns = rub.start.course == Course::Slips(Slip::Turning) && !rub.is_rigid();
            if turns && patience.is_over(entry.contact) { rub.decay(entry) } else { 0.0 }
        };
        let is_stiff = |contact: usize| {
            rubs.iter().any(|rub| entries[rub.member].contact == contact && decay(rub) > LEAST_STIFF * base)
        };
        let rate = pace.least_rate_of(base, |contact| !is_stiff(contact));
        let stiff = if pace.is_quiet() { STIFF_AND_QUIET } else { STIFF };
        let mut sets_free = false;
        for rub in rubs.iter_mut() {
            let (contact, decay, followed) =
                (entries[rub.member].contact, decay(rub), rub.course == Course::Slips(Slip::Following));
            let follows = decay > stiff * rate;
            sets_free |= follows && !followed;
            if follows {
                rub.start.course = Course::Slips(Slip::Following);
                rub.foretell_drag();
            }
            if follows != followed && decay > 0.0 {
                pace.expect(contact, (!follows).then(|| TURNING / decay)); // its reach is another one now
            }
        }
        if sets_free {
            pace.go_far();
        }
    }

    /// Lets the directions turn again that do not follow their velocity; says whether there are any.
    pub(in crate::flow) fn give_up_following(&mut self) -> bool {
        let Self { rubbing, entries, rate, .. } = self;
        let mut gave_up = false;
        for rub in rubbing.rubs.iter_mut().filter(|rub| rub.course == Course::Slips(Slip::Following)) {
            let excess = rub.excess();
            if rub.passes == Passes::Settled && excess <= 1.0 {
                continue;
            }
            gave_up = true;
            rub.start.course = Course::Slips(Slip::Turning);
            let contact = entries[rub.member].contact;
            rubbing.patience.wait(contact, if excess > 1.0 { libm::log(excess) } else { UNSETTLED });
            let load = rub.normal[0];
            let turns = load > 0.0 && !rub.is_negligible(load); // else it does not turn in this step
            let lambda = rub.stiffness_of_turning(rub.kappa, load) * *rate;
            rubbing.pace.expect(contact, turns.then(|| TURNING / lambda));
        }
        gave_up
    }

    /// The step ends at s: directions are known up to there, and differences have died.
    pub(in crate::flow) fn end_step(&mut self, s: f64) {
        let Self { rubbing, entries, rate, .. } = self;
        for rub in rubbing.rubs.iter_mut() {
            rub.ended = Ended { s, rate: *rate };
            let contact = entries[rub.member].contact;
            let turns = matches!(rub.course, Course::Slips(Slip::Turning | Slip::Frozen));
            if turns && !rubbing.patience.is_over(contact) {
                rubbing.patience.lapse(contact, rub.died(s));
            }
        }
    }
}
