//! The sequence itself.

use nalgebra::Vector3;

use super::SequenceError;
use super::contact_sequence::ContactSequence;
use super::history::{History, Likeness, Push, Round, Shrinking};
use super::outcome::{Leap, SequenceCourse, SequenceEnding, SequenceSolution, Stage};
use super::random::Generator;
use super::rules::TieRule;
use super::site::{Losses, Site};
use super::state::State;
use crate::laws::{self, Collision, ImpactLaw, LawError, LoneImpact};
use crate::link::CANCELLED;

/// Rounds of up to this many collisions per site are looked for: in the random scenes of the tests no longer one settles.
const LONGEST_ROUND: usize = 8;
/// Collisions per site from one look for rounds to the next: looking then costs less than colliding.
const BETWEEN_LOOKS: usize = 4;
/// A leap that cannot be exact to rounding must leave less than this part of the approach: a thousandth.
const LEAST_GAIN: f64 = 1.0 / 1024.0;

/// The modes of a round are looked at again when its approach speed has fallen to this many times its rounding: there they can
/// still be told.
const NEARLY_OVER: f64 = 256.0;
/// An impulse that differs from the one expected by more than this part is that of another mode; less is the direction of a slip
/// that turns, or rounding.
const ANOTHER_MODE: f64 = 1.0 / 64.0;

/// What watches a sequence.
pub(super) trait Watcher {
    fn stage(&mut self, stage: impl FnOnce() -> Stage);
    fn leap(&mut self, period: usize, ratio: f64);
    /// Several sites approach equally fast; one of them collides next.
    fn tie(&mut self, sites: &[usize]);
}

impl Watcher for () {
    fn stage(&mut self, _: impl FnOnce() -> Stage) {}
    fn leap(&mut self, _: usize, _: f64) {}
    fn tie(&mut self, _: &[usize]) {}
}

impl Watcher for SequenceCourse {
    fn stage(&mut self, stage: impl FnOnce() -> Stage) {
        self.stages.push(stage());
    }

    fn leap(&mut self, period: usize, ratio: f64) {
        self.leaps.push(Leap { after: self.stages.len(), period, ratio });
    }

    fn tie(&mut self, _: &[usize]) {}
}

/// Everything that happens, for those who follow it again.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    pub course: SequenceCourse,
    /// The sites that tied, and how many stages came before.
    pub ties: Vec<(usize, Vec<usize>)>,
}

impl Watcher for Steps {
    fn stage(&mut self, stage: impl FnOnce() -> Stage) {
        self.course.stage(stage);
    }

    fn leap(&mut self, period: usize, ratio: f64) {
        self.course.leap(period, ratio);
    }

    fn tie(&mut self, sites: &[usize]) {
        self.ties.push((self.course.stages.len(), sites.to_vec()));
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
    /// The speed that the leaps of this group left uncertain, in m/s.
    uncertain: f64,
    /// The speed that the leaps of all groups left uncertain, in m/s.
    residual: f64,
}

impl<'a, W: Watcher> Run<'a, W> {
    pub fn new(sequence: &'a ContactSequence, law: &'a dyn ImpactLaw, watcher: &'a mut W) -> Self {
        let state = sequence.start.clone();
        Self {
            sequence,
            law,
            watcher,
            state,
            lost_in_restitution: 0.0,
            lost_in_friction: 0.0,
            collisions: 0,
            leaps: 0,
            uncertain: 0.0,
            residual: 0.0,
        }
    }

    /// Runs all groups.
    pub fn run(mut self) -> Result<Self, SequenceError> {
        let mut tied = Vec::with_capacity(self.sequence.sites.len());
        for (number, members) in self.sequence.groups.iter().enumerate() {
            self.uncertain = 0.0;
            self.run_group(number, members, &mut tied)?;
            self.residual = self.residual.max(self.uncertain);
        }
        let mut nodes = self.state.velocity.iter();
        match nodes.position(|velocity| velocity.iter().any(|x| !x.is_finite())) {
            Some(node) => Err(self.overflow(self.sequence.site_of[node])),
            None => Ok(self),
        }
    }

    fn overflow(&self, site: usize) -> SequenceError {
        SequenceError::Overflow { collisions: self.collisions, place: self.sequence.place(site) }
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
                let place = self.sequence.place(fastest);
                return Err(SequenceError::TooManyCollisions { collisions, place, approach });
            }
            if tied.len() > 1 {
                self.watcher.tie(tied);
            }
            history.push(self.collide(site)?);
            if made == next_look {
                next_look += between_looks;
                self.look_for_rounds(members, &mut history)?;
                // Had there been another round to sum, it would have been found: what is left is what the leap left open.
                if history.is_long() && self.state.fastest_approach(members) <= self.uncertain {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// One collision, and what it does to the others.
    fn collide(&mut self, site: usize) -> Result<Push, SequenceError> {
        let sequence = self.sequence;
        let place = &sequence.sites[site];
        let before = place.velocity(&self.state);
        let rounding = self.state.floor(site) / self.state.approach(site);
        let (impulse, friction) = match place {
            Site::Contact { lone, .. } => {
                let lone = lone.with_velocity(before[0]);
                let collision = facing_the_slip(self.law, &lone);
                let collisions = self.collisions;
                let Collision { impulse, friction_loss, .. } =
                    collision.map_err(|source| SequenceError::Law { contact: site, collisions, source })?;
                if impulse == Vector3::zeros() {
                    let approach = self.state.approach(site);
                    return Err(SequenceError::NoImpulse { contact: site, approach });
                }
                ([impulse, Vector3::zeros()], friction_loss)
            }
            // All that a hinge takes counts as lost in restitution.
            Site::Hinge { hinge, .. } => (hinge.reaction(&before[0], &before[1]), 0.0),
        };
        self.push(site, &impulse);
        let after = place.velocity(&self.state);
        if after[0].iter().any(|x| !x.is_finite()) {
            return Err(self.overflow(site));
        }
        let normal = place.losses(&impulse, &before, &after).total - friction;
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
        let weight = sequence.coupling.diagonal(place.first_node());
        Ok(Push { site, impulse, velocity: before[0], weight, rounding, friction_loss: friction })
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
            Some(Round::Shrinks(shrinking)) => {
                let Shrinking { length, ratio, .. } = shrinking;
                if self.leap(members, history.last(length), &shrinking) {
                    self.watcher.leap(length, ratio);
                    self.leaps += 1;
                    history.clear();
                }
                Ok(())
            }
            Some(Round::Lasts { length }) => match self.state.fastest(members, &mut Vec::new()) {
                Some(site) => Err(SequenceError::Endless {
                    collisions: self.collisions,
                    period: length,
                    place: self.sequence.place(site),
                    approach: self.state.approach(site),
                }),
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    /// All rounds to come at once, (D.4). A contact outside the round that approaches, however slowly, has its turn before the
    /// round has died away: then there is no leap. It is taken back if it creates energy, or leaves more approach than is
    /// uncertain about it.
    fn leap(&mut self, members: &[usize], round: &[Push], shrinking: &Shrinking) -> bool {
        let takes_part = |site: usize| round.iter().any(|push| push.site == site);
        if members.iter().any(|&site| self.state.approaches(site) && !takes_part(site)) {
            return false;
        }
        let before = self.state.clone();
        let rest = shrinking.ratio / (1.0 - shrinking.ratio); // (D.4)
        let impulse = |push: &Push| push.impulse.map(|p| p * rest);
        round.iter().for_each(|push| self.push(push.site, &impulse(push)));
        let losses: Losses = round
            .iter()
            .map(|push| {
                let place = &self.sequence.sites[push.site];
                place.losses(&impulse(push), &place.velocity(&before), &place.velocity(&self.state))
            })
            .sum();
        let uncertain = self.uncertain_speed(&before, round, shrinking);
        let uncertain = uncertain.filter(|&speed| self.keeps_its_modes(round, speed));
        let is_over = |&site: &usize| {
            uncertain.is_some_and(|speed| self.state.approach(site) <= speed.max(self.state.floor(site)))
        };
        if losses.total < -CANCELLED * losses.terms || !members.iter().all(is_over) {
            self.state = before;
            return false;
        }
        let friction: f64 = round.iter().map(|push| self.friction_to_come(push, shrinking.ratio)).sum();
        self.lost_in_restitution += losses.total - friction;
        self.lost_in_friction += friction;
        self.uncertain = uncertain.map_or(self.uncertain, |speed| self.uncertain.max(speed));
        true
    }

    /// What friction takes at a site in all rounds to come. With v* the velocity there at their end, the k-th round has λᵏ of the last one's
    /// impulse, at velocities that differ from v* by λᵏ of what they did: c λᵏ + (f − c) λ²ᵏ of its friction, f in the last round and
    /// c = −p_t·v*_t.
    fn friction_to_come(&self, push: &Push, ratio: f64) -> f64 {
        match &self.sequence.sites[push.site] {
            Site::Hinge { .. } => 0.0,
            Site::Contact { node, .. } => {
                let sliding = -push.impulse[0].xy().dot(&self.state.velocity[*node].xy());
                let square = ratio * ratio;
                sliding * ratio / (1.0 - ratio) + (push.friction_loss - sliding) * square / (1.0 - square)
            }
        }
    }

    /// Whether the law's answers still scale when the rounds have nearly died away: a contact that slides in the last round may
    /// have come to stick before. With v* what a leap has made of its velocity, a contact of which s is left collides at
    /// v* + s (v − v*), and must answer with s p.
    fn keeps_its_modes(&self, round: &[Push], uncertain: f64) -> bool {
        round.iter().all(|push| match &self.sequence.sites[push.site] {
            Site::Hinge { .. } => true,
            Site::Contact { lone, node } => {
                let rounding = self.state.floor(push.site).max(uncertain);
                let left = (NEARLY_OVER * rounding / -push.velocity.z).min(1.0);
                let end = self.state.velocity[*node];
                let velocity = end + (push.velocity - end) * left;
                let expected = push.impulse[0] * left;
                facing_the_slip(self.law, &lone.with_velocity(velocity)).is_ok_and(|collision| {
                    (collision.impulse - expected).norm() <= ANOTHER_MODE * expected.norm()
                })
            }
        })
    }

    /// The speed that a leap leaves uncertain, in m/s; none if that is more than rounding and the rounds may yet become more
    /// alike.
    fn uncertain_speed(&self, before: &State, round: &[Push], shrinking: &Shrinking) -> Option<f64> {
        let sites = || round.iter().map(|push| push.site);
        let speed = shrinking.uncertain * sites().map(|site| before.approach(site)).fold(0.0, f64::max);
        let floor = sites().map(|site| self.state.floor(site)).fold(0.0, f64::max);
        let may_leap = match shrinking.likeness {
            Likeness::Growing => speed <= floor,
            Likeness::Complete => speed <= floor || shrinking.uncertain <= LEAST_GAIN,
        };
        may_leap.then_some(speed)
    }

    /// How it ended.
    pub fn ending(&self) -> SequenceEnding {
        if self.leaps == 0 {
            return SequenceEnding::Separated;
        }
        let sites = 0..self.sequence.sites.len();
        let residual_speed = sites.map(|site| self.state.approach(site)).fold(self.residual, f64::max);
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

/// Whether a quarter turn brings t₁ along the sliding: what is planar is so whichever tangent was called the first.
pub(crate) fn slides_across(velocity: &Vector3<f64>) -> bool {
    velocity.x == 0.0 && velocity.y != 0.0
}

/// What the law does in a frame with t₁ along the sliding, if a quarter turn brings that about.
fn facing_the_slip(law: &dyn ImpactLaw, lone: &LoneImpact) -> Result<Collision, LawError> {
    if !slides_across(&lone.velocity()) {
        return laws::apply(law, lone);
    }
    let back = |v: Vector3<f64>| Vector3::new(-v.y, v.x, v.z);
    let turned = laws::apply(law, &lone.quarter_turned())?;
    Ok(Collision { impulse: back(turned.impulse), velocity: back(turned.velocity), ..turned })
}
