//! The sequence itself.

use nalgebra::Vector3;

use super::SequenceError;
use super::contact_sequence::ContactSequence;
use super::history::{History, Push, Round};
use super::outcome::{Leap, SequenceCourse, SequenceEnding, SequenceSolution, Stage};
use super::random::Generator;
use super::rules::TieRule;
use super::site::{Losses, Site};
use super::state::State;
use crate::laws::{self, ImpactLaw, LawError, LoneImpact};
use crate::link::CANCELLED;

/// Rounds of up to this many collisions per site are looked for: in the random scenes of the tests no longer one settles.
const LONGEST_ROUND: usize = 8;
/// Collisions per site from one look for rounds to the next: looking then costs less than colliding.
const BETWEEN_LOOKS: usize = 4;
/// What watches a sequence.
pub(super) trait Watcher {
    fn stage(&mut self, stage: impl FnOnce() -> Stage);
    fn leap(&mut self, period: usize, ratio: f64);
}

impl Watcher for () {
    fn stage(&mut self, _: impl FnOnce() -> Stage) {}
    fn leap(&mut self, _: usize, _: f64) {}
}

impl Watcher for SequenceCourse {
    fn stage(&mut self, stage: impl FnOnce() -> Stage) {
        self.stages.push(stage());
    }

    fn leap(&mut self, period: usize, ratio: f64) {
        self.leaps.push(Leap { after: self.stages.len(), period, ratio });
    }
}

/// A sequence under way.
pub(super) struct Run<'a, W> {
    sequence: &'a ContactSequence,
    law: &'a dyn ImpactLaw,
    watcher: &'a mut W,
    pub state: State,
    pub lost_in_restitution: f64,
    pub lost_in_friction: f64,
    pub collisions: usize,
    leaps: usize,
}

impl<'a, W: Watcher> Run<'a, W> {
    pub fn new(sequence: &'a ContactSequence, law: &'a dyn ImpactLaw, watcher: &'a mut W) -> Self {
        let state = sequence.start.clone();
        let (lost_in_restitution, lost_in_friction) = (0.0, 0.0);
        Self { sequence, law, watcher, state, lost_in_restitution, lost_in_friction, collisions: 0, leaps: 0 }
    }

    /// Runs all groups.
    pub fn run(mut self) -> Result<Self, SequenceError> {
        let mut tied = Vec::with_capacity(self.sequence.sites.len());
        for (number, members) in self.sequence.groups.iter().enumerate() {
            self.run_group(number, members, &mut tied)?;
        }
        Ok(self)
    }

    fn run_group(
        &mut self,
        number: usize,
        members: &[usize],
        tied: &mut Vec<usize>,
    ) -> Result<(), SequenceError> {
        let mut lots = match self.sequence.rules.ties {
            TieRule::Order | TieRule::Perturb { .. } => None,
            TieRule::Random { seed } => Some(Generator::of_group(seed, number)),
        };
        let most = members.len().saturating_mul(self.sequence.rules.collisions_per_contact);
        let between_looks = BETWEEN_LOOKS * members.len();
        let mut history = History::new(LONGEST_ROUND * members.len());
        let mut next_look = between_looks;
        for made in 0_usize.. {
            let Some(fastest) = self.state.fastest(members, tied) else { return Ok(()) };
            let site = match &mut lots {
                Some(lots) if tied.len() > 1 => tied[lots.below(tied.len())],
                _ => tied[0],
            };
            if made == most {
                let (collisions, approach) = (self.collisions, self.state.approach(fastest));
                return Err(SequenceError::TooManyCollisions { collisions, contact: fastest, approach });
            }
            history.push(self.collide(site)?);
            if made == next_look {
                next_look += between_looks;
                self.look_for_rounds(members, &mut history)?;
            }
        }
        Ok(())
    }

    /// One collision, and what it does to the others.
    fn collide(&mut self, site: usize) -> Result<Push, SequenceError> {
        let sequence = self.sequence;
        let place = &sequence.sites[site];
        let before = place.velocity(&self.state);
        let impulse = match place {
            Site::Contact { lone, .. } => {
                let lone = lone.with_velocity(before[0]);
                let impulse = facing_the_slip(self.law, &lone);
                let collisions = self.collisions;
                let impulse =
                    impulse.map_err(|source| SequenceError::Law { contact: site, collisions, source })?;
                if impulse == Vector3::zeros() {
                    let approach = self.state.approach(site);
                    return Err(SequenceError::NoImpulse { contact: site, approach });
                }
                [impulse, Vector3::zeros()]
            }
            Site::Hinge { hinge, .. } => hinge.reaction(&before[0], &before[1]),
        };
        self.push(site, &impulse);
        let after = place.velocity(&self.state);
        if after[0].iter().any(|x| !x.is_finite()) {
            return Err(SequenceError::Overflow { collisions: self.collisions, contact: site });
        }
        let Losses { normal, friction, .. } = place.losses(&impulse, &before, &after);
        self.lost_in_restitution += normal;
        self.lost_in_friction += friction;
        self.collisions += 1;
        self.watcher.stage(|| Stage {
            place: sequence.place(site),
            impulse: impulse[0],
            couple: impulse[1],
            velocity_before: before[0],
            velocity_after: after[0],
            normal_loss: normal,
            friction_loss: friction,
        });
        Ok(Push { site, impulse, weight: sequence.coupling.diagonal(place.first_node()) })
    }

    fn push(&mut self, site: usize, impulse: &[Vector3<f64>; 2]) {
        match &self.sequence.sites[site] {
            Site::Contact { node, .. } => self.state.push(self.sequence, *node, &impulse[0]),
            Site::Hinge { nodes, .. } => {
                nodes.iter().zip(impulse).for_each(|(&node, p)| self.state.push(self.sequence, node, p));
            }
        }
    }

    /// Sums the rounds to come if they repeat the last ones.
    fn look_for_rounds(&mut self, members: &[usize], history: &mut History) -> Result<(), SequenceError> {
        match history.round() {
            Some(Round::Shrinks { length, ratio, uncertain }) => {
                if self.leap(members, history.last(length), ratio / (1.0 - ratio), uncertain) {
                    // (S.4)
                    self.watcher.leap(length, ratio);
                    self.leaps += 1;
                    history.clear();
                }
                Ok(())
            }
            Some(Round::Lasts { length }) => match self.state.fastest(members, &mut Vec::new()) {
                Some(contact) => Err(SequenceError::Endless {
                    collisions: self.collisions,
                    period: length,
                    contact,
                    approach: self.state.approach(contact),
                }),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    /// All rounds to come at once, `rest` times the last, (S.4). Taken back unless what is uncertain about it, and all approach
    /// that it leaves, is rounding, and it creates no energy. A contact outside the round that approaches, however slowly, has
    /// its turn before the round has died away: then there is no leap.
    fn leap(&mut self, members: &[usize], round: &[Push], rest: f64, uncertain: f64) -> bool {
        let takes_part = |site: usize| round.iter().any(|push| push.site == site);
        if members.iter().any(|&site| self.state.approaches(site) && !takes_part(site)) {
            return false;
        }
        let before = self.state.clone();
        let impulse = |push: &Push| push.impulse.map(|p| p * rest);
        round.iter().for_each(|push| self.push(push.site, &impulse(push)));
        let losses: Losses = round
            .iter()
            .map(|push| {
                let place = &self.sequence.sites[push.site];
                place.losses(&impulse(push), &place.velocity(&before), &place.velocity(&self.state))
            })
            .sum();
        let approach = round.iter().map(|push| before.approach(push.site)).fold(0.0, f64::max);
        let floor = round.iter().map(|push| self.state.floor(push.site)).fold(0.0, f64::max);
        let is_exact =
            uncertain * approach <= floor && losses.normal + losses.friction >= -CANCELLED * losses.terms;
        if !is_exact || members.iter().any(|&site| self.state.approaches(site)) {
            self.state = before;
            return false;
        }
        self.lost_in_restitution += losses.normal;
        self.lost_in_friction += losses.friction;
        true
    }

    /// How it ended.
    pub fn ending(&self) -> SequenceEnding {
        if self.leaps == 0 {
            return SequenceEnding::Separated;
        }
        let sites = 0..self.sequence.sites.len();
        let residual_speed = sites.map(|site| self.state.approach(site)).fold(0.0, f64::max);
        SequenceEnding::Extrapolated { residual_speed, leaps: self.leaps }
    }

    /// What it came to, at the contacts.
    pub fn solution(self) -> SequenceSolution {
        let ending = self.ending();
        let State { mut velocity, mut impulse, .. } = self.state;
        velocity.truncate(self.sequence.contacts());
        impulse.truncate(self.sequence.contacts());
        SequenceSolution {
            ending,
            collisions: self.collisions,
            impulse,
            velocity,
            lost_in_restitution: self.lost_in_restitution,
            lost_in_friction: self.lost_in_friction,
        }
    }
}

/// The law's impulse in a frame with t₁ along the sliding, if a quarter turn brings that about: what is planar is so
/// whichever tangent was called the first.
fn facing_the_slip(law: &dyn ImpactLaw, lone: &LoneImpact) -> Result<Vector3<f64>, LawError> {
    let velocity = lone.velocity();
    if velocity.x != 0.0 || velocity.y == 0.0 {
        return Ok(laws::apply(law, lone)?.impulse);
    }
    let impulse = laws::apply(law, &lone.quarter_turned())?.impulse;
    Ok(Vector3::new(-impulse.y, impulse.x, impulse.z))
}
