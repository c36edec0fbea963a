//! When the bounces of a pressed contact are over: infinitely many of them in finite time, or ever fainter ones.
//!
//! A contact that is pressed with the acceleration a, and leaves with the speed u, is back after 2u/a. Every bounce is
//! slower than the last by e, so that with the spring's own half period all bounces to come take
//!
//! ```text
//! τ = (2u/a + π/√(kW)) / (1 − e)                                                        (A.1)
//! ```
//!
//! They displace the contact by at most a·τ², against a·T² that its neighbours do meanwhile, T their time scale. Once
//! τ/T is below 2⁻²¹ that is rounding, and the contact has closed.
//!
//! Rigid contacts bounce in groups: each impact of one throws others off, so that none of them is pressed steadily. But
//! the reactions that would hold all of them say how each is pressed on average, and the energy of the approaches how fast
//! any of them can be:
//!
//! ```text
//! aᵢ = Wᵢᵢ qᵢ,   q the solution of (C.1);      uᵢ ≤ √(2 Wᵢᵢ Σ v²/2W)                     (A.2)
//! ```
//!
//! Where (A.1) with these is rounding, the impact that throws the group off is its last: plastic.
//!
//! Contacts that do not harden bounce on at their own pace until rounding is all that is left of them. The same rounding,
//! at every return of a contact to rest, would keep them going for good: when neither the speed nor the strain of any
//! contact exceeds it, they have faded.

use crate::coupling::Coupling;
use crate::flow::closed::reactions_needed;
use crate::flow::ending::RESTFUL;
use crate::flow::frame::{Entry, Role};
use crate::flow::reaction::Row;
use crate::flow::thresholds::{
    ACCUMULATED, ACCUMULATED_GRIPPING, ACCUMULATED_RUBBING, FADED, HARD, REST, RIGID,
};
use crate::flow::{Flow, Observer};
use crate::phase::{ContactState, EventKind, Phase, RestitutionLaw};

impl<O: Observer> Flow<'_, O> {
    /// Whether nothing but rounding is left of the contacts that carry load, or could.
    pub(in crate::flow) fn has_faded(&self) -> bool {
        let is_faint = |entry: &Entry| {
            let state = &self.state[entry.contact];
            let is_strained = state.phase.is_spring() && state.compression > 0.0;
            let of_strain =
                if is_strained { state.compression * self.own_stiffness(entry.contact).sqrt() } else { 0.0 };
            entry.role == Role::Free || entry.velocity.abs().max(of_strain) <= FADED * entry.floor
        };
        self.frame.entries().iter().all(is_faint) && !self.frame.tangential_springs_move(FADED)
    }

    /// Ends the bounces of contacts that have faded; what strain they have is lost.
    pub(in crate::flow) fn leave_faded(&mut self) {
        let wedged = self.losses.trapped;
        self.leave_wedged();
        self.losses.restitution += self.losses.trapped - wedged;
        self.losses.trapped = wedged;
    }

    /// Whether the bounces still to come of a hardening contact, each shorter than the last by e, are over at once.
    pub(in crate::flow) fn has_accumulated(&self, contact: usize) -> bool {
        let e = self.problem.material[contact].restitution.value();
        if self.problem.law != RestitutionLaw::Hardening || e == 1.0 {
            return false;
        }
        let own = self.problem.coupling.diagonal(contact);
        let push = match self.place[contact] {
            0 => 0.0,
            member => self.frame.push_on_spring(member - 1, &self.values.load) * self.frame.rate(),
        };
        let speed = (2.0 * self.state[contact].energy() * own).sqrt();
        let half_period = std::f64::consts::PI / (self.state[contact].stiffness * own).sqrt();
        self.bounces_are_over(contact, speed, push, half_period)
            || self.accelerators.early_closing && self.bounces_go_unnoticed(contact, push)
            || self.own_stiffness(contact) >= RIGID * self.reference[contact] && speed <= self.floor[contact]
    }

    /// Whether [`Flow::has_accumulated`] is to be asked of a contact that will be in a state, pressed with an acceleration: what costs
    /// little to know.
    pub(in crate::flow) fn may_have_accumulated(
        &self,
        contact: usize,
        state: &ContactState,
        push: f64,
    ) -> bool {
        let e = self.problem.material[contact].restitution.value();
        if self.problem.law != RestitutionLaw::Hardening || e == 1.0 {
            return false;
        }
        let own = self.problem.coupling.diagonal(contact);
        let speed = (2.0 * state.energy() * own).sqrt();
        let half_period = std::f64::consts::PI / (state.stiffness * own).sqrt();
        self.bounces_are_over(contact, speed, push, half_period)
            || !self.is_noticed_by_its_like(contact, state, push / own, e)
            || state.stiffness * own >= RIGID * self.reference[contact]
    }

    /// Closes contacts that are hard against all others, and whose motion and strain energy are rounding: pressed ever harder, or held by friction or closed contacts elsewhere, they may
    /// never end their compression. Among contacts with rigid friction those without tangential springs; those that have yielded may have just begun to move, and are given time. Without
    /// friction they must have been at rest for some ten of their own periods. Says whether there were any.
    pub(in crate::flow) fn close_hardened(&mut self) -> bool {
        let grips = self.frame.has_rigid_friction();
        if !(grips || self.tangents.is_empty()) || self.problem.law != RestitutionLaw::Hardening {
            return false;
        }
        let (hard, moving) = if grips { (HARD, RESTFUL) } else { (RIGID, 0) };
        let is_hard = |contact: usize| self.own_stiffness(contact) >= hard * self.reference[contact];
        if self.frame.stiffest().is_some_and(|contact| !is_hard(contact)) {
            return false; // a hard one would be the stiffest
        }
        let mut spent = Vec::new();
        for (member, entry) in self.frame.entries().iter().enumerate() {
            let contact = entry.contact;
            let is_stretched = self.rubs(contact) && !self.grips_rigidly(contact);
            if is_stretched || !self.state[contact].phase.is_spring() {
                continue;
            }
            if self.own_stiffness(contact) < hard * self.reference[contact] {
                continue;
            }
            let (slowest, fastest) = self.frame.series().velocity_range(member);
            let moves = slowest.abs().max(fastest.abs()) > FADED * entry.floor;
            let strain = self.state[contact].compression * self.own_stiffness(contact).sqrt();
            self.quiet_steps[contact] = if moves { moving } else { self.quiet_steps[contact] + 1 };
            if !moves && self.quiet_steps[contact] > RESTFUL && strain * REST.sqrt() <= entry.floor {
                spent.push(contact);
            }
        }
        for &contact in &spent {
            self.velocity[contact] = 0.0;
            self.harden_for_good(contact);
            self.fire(contact, EventKind::ContactCloses);
        }
        !spent.is_empty()
    }

    /// Which of the rigid contacts that are about to bounce off each other do so for the last time, by (A.2).
    pub(in crate::flow) fn last_bounces(&self, rigid: &[usize], coupling: &Coupling) -> Vec<bool> {
        let force = |j: usize| {
            let state = &self.state[j];
            if state.phase.is_spring() { state.stiffness * state.compression } else { 0.0 }
        };
        let push = |&i: &usize| self.problem.coupling.row(i).map(|(j, w)| w * force(j)).sum();
        let push: Vec<f64> = rigid.iter().map(push).collect();
        let rows: Vec<Row> = (0..coupling.len()).map(|i| coupling.row(i).collect()).collect();
        let closed: Vec<bool> = rigid.iter().map(|&i| self.state[i].phase == Phase::Closed).collect();
        let reaction = reactions_needed(&rows, &push, &closed);
        let approaching = |&i: &usize| self.velocity[i] < 0.0;
        let energy = |&i: &usize| 0.5 * self.velocity[i].powi(2) / self.problem.coupling.diagonal(i);
        let energy: f64 = rigid.iter().filter(|i| approaching(i)).map(energy).sum();
        let is_last = |(&contact, q): (&usize, f64)| {
            let own = self.problem.coupling.diagonal(contact);
            self.bounces_are_over(contact, (2.0 * energy * own).sqrt(), own * q, 0.0)
        };
        rigid.iter().zip(reaction).map(is_last).collect()
    }

    /// Whether (A.1) is rounding.
    fn bounces_are_over(&self, contact: usize, speed: f64, push: f64, half_period: f64) -> bool {
        let e = self.problem.material[contact].restitution.value();
        let left = (2.0 * speed / push + half_period) / (1.0 - e); // (A.1)
        let soon = match self.rubs(contact) {
            false => ACCUMULATED,
            true if self.grips_rigidly(contact) => ACCUMULATED_GRIPPING,
            true => ACCUMULATED_RUBBING,
        };
        push > 0.0 && left * self.reference[contact].sqrt() <= soon
    }
}
