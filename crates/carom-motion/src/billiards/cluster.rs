//! Which balls, cushions and parts of the bed take part in one impact.
//!
//! An impact between two balls lasts about T = π √(m/2k). A neighbour whose gap can close within that time is part of the
//! impact; its gap is tracked. In T no ball of the cluster moves further than the fastest of them, so a neighbour at a gap
//! g takes part if
//!
//! ```text
//! g ≤ (fastest in the cluster + speed of the neighbour) · T                                 (Co.1)
//! ```
//!
//! or if it touches, and so on from ball to ball until none is added: the smallest set that is closed under (Co.1), which
//! does not depend on any order. As the gaps of a rack go to zero the answer goes to that of the tight rack. Positions
//! do not change during an impact; (Co.1) bounds what that neglects by the way of a ball during one contact. Cushions take
//! part under the same rule.
//!
//! The engine goes on until no contact of the cluster approaches, however slowly. An impact is over as soon as no contact is
//! loaded: contacts that first act after such an instant are left out, and meet later, where the balls then are.

use super::ball::{Ball, State};
use super::cushion::Touch;
use super::guard::TOUCHING;
use super::law::{BedContact, CushionModel};
use super::table::Table;

/// Cosine of the angle between the normals of two edges at a ball below which they are one piece of rubber, of which only the
/// nearer edge counts: a nose goes over into its jaw, and the jaw into the facing, without a corner; the cushions of a closed
/// corner are a right angle apart.
const SAME_RUBBER: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Two balls that touch or nearly touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PairTouch {
    pub balls: [usize; 2],
    /// In metres; zero if they touch.
    pub gap: f64,
}

/// A ball at a cushion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CushionTouch {
    pub ball: usize,
    pub cushion: usize,
    pub touch: Touch,
}

/// How the bed takes part in an impact at one ball.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BedPart {
    /// Its contact throws the ball back: the ball lands, or is hit from above.
    Springs,
    /// The ball lies on it, and a cushion or another ball's friction presses it on or lifts it: the bed takes up what
    /// presses and gives nothing back.
    Holds,
}

/// Everything that takes part in one impact.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cluster {
    pub balls: Vec<usize>,
    pub pairs: Vec<PairTouch>,
    pub cushions: Vec<CushionTouch>,
    pub bed: Vec<(usize, BedPart)>,
}

impl Cluster {
    /// Whether any contact is still open.
    pub fn has_gaps(&self) -> bool {
        self.pairs.iter().any(|pair| pair.gap > 0.0)
            || self.cushions.iter().any(|touch| touch.touch.gap > 0.0)
    }

    /// How many contacts may be left out: pairs and cushions, numbered in this order; those with the bed come after them and
    /// stay.
    pub fn open_to_choice(&self) -> usize {
        self.pairs.len() + self.cushions.len()
    }

    /// Leaves contacts out.
    pub fn leave_out(&mut self, contacts: &[usize]) {
        let mut number = 0;
        let mut stays = || {
            number += 1;
            !contacts.contains(&(number - 1))
        };
        self.pairs.retain(|_| stays());
        self.cushions.retain(|_| stays());
    }
}

/// The balls in play at one instant.
pub(crate) struct Scene<'a> {
    pub table: &'a Table,
    pub balls: &'a [Ball],
    /// `None` for a ball out of play.
    pub states: &'a [Option<State>],
}

impl Scene<'_> {
    /// T of (Co.1), in seconds, for the heaviest ball.
    pub fn contact_time(&self) -> f64 {
        let heaviest = self.balls.iter().map(Ball::mass).fold(0.0, f64::max);
        let spring = self.table.between_balls.stiffness;
        let exponent = spring.exponent();
        if exponent.is_linear() {
            return std::f64::consts::PI * (0.5 * heaviest / spring.value()).sqrt();
        }
        // With F = k·dⁿ it depends on the speed, and is at most π·d/v, d the greatest compression of two such balls.
        let fastest = self.states.iter().flatten().map(|state| state.velocity.norm()).fold(0.0, f64::max);
        if fastest == 0.0 {
            return 0.0;
        }
        let energy = 0.25 * heaviest * fastest * fastest;
        let compression = exponent.root_of_energy((exponent.value() + 1.0) * energy / spring.value());
        std::f64::consts::PI * compression / fastest
    }

    /// What takes part in an impact of the `seeds`, gaps closing within `time` (s).
    pub fn gather(&self, seeds: &[usize], time: f64) -> Cluster {
        let (balls, fastest) = self.members(seeds, time);
        let pairs = self.pairs(&balls, fastest, time);
        let cushions = self.cushions(&balls, fastest * time);
        let bed = balls.iter().filter_map(|&ball| self.bed_part(ball, &pairs, &cushions)).collect();
        Cluster { balls, pairs, cushions, bed }
    }

    /// The balls, ascending, and the greatest speed among them.
    fn members(&self, seeds: &[usize], time: f64) -> (Vec<usize>, f64) {
        let speed = |i: usize| self.states[i].map_or(0.0, |state| state.velocity.norm());
        let mut members = seeds.to_vec();
        let mut fastest = seeds.iter().map(|&i| speed(i)).fold(0.0, f64::max);
        loop {
            let joins = |j: usize| {
                let reach = (fastest + speed(j)) * time;
                members.iter().any(|&i| self.gap(i, j).is_some_and(|gap| gap <= reach))
            };
            let others = (0..self.balls.len()).filter(|j| !members.contains(j));
            let Some(next) = others.into_iter().find(|&j| joins(j)) else { break };
            members.push(next);
            fastest = fastest.max(speed(next));
        }
        members.sort_unstable();
        (members, fastest)
    }

    fn pairs(&self, members: &[usize], fastest: f64, time: f64) -> Vec<PairTouch> {
        let mut pairs = Vec::new();
        for (number, &b) in members.iter().enumerate() {
            for &a in &members[..number] {
                if let Some(gap) = self.gap(a, b).filter(|&gap| gap <= 2.0 * fastest * time) {
                    pairs.push(PairTouch { balls: [a, b], gap });
                }
            }
        }
        pairs
    }

    fn cushions(&self, members: &[usize], reach: f64) -> Vec<CushionTouch> {
        members.iter().flat_map(|&ball| self.cushions_at(ball, reach)).collect()
    }

    /// The cushions that a ball touches or may touch within `reach` (m), nearest first.
    fn cushions_at(&self, ball: usize, reach: f64) -> Vec<CushionTouch> {
        let Some(state) = &self.states[ball] else { return Vec::new() };
        let (spec, nose) = (&self.balls[ball], self.table.nose_height);
        let rounding = TOUCHING * spec.radius();
        let mut near = Vec::new();
        for (cushion, edge) in self.table.outline.cushions().iter().enumerate() {
            let touch = edge.touch(spec, state.position, nose);
            if let Some(touch) = touch.filter(|touch| touch.gap <= reach.max(rounding)) {
                let gap = if touch.gap <= rounding { 0.0 } else { touch.gap };
                near.push(CushionTouch { ball, cushion, touch: Touch { gap, ..touch } });
            }
        }
        near.sort_by(|a, b| a.touch.gap.total_cmp(&b.touch.gap));
        let mut kept: Vec<CushionTouch> = Vec::new();
        for next in near {
            let alike = |other: &CushionTouch| other.touch.normal.dot(&next.touch.normal) > SAME_RUBBER;
            if !kept.iter().any(alike) {
                kept.push(next);
            }
        }
        kept
    }

    /// Gap between two balls, in metres; zero if they touch.
    fn gap(&self, i: usize, j: usize) -> Option<f64> {
        let (a, b) = (self.states[i].as_ref()?, self.states[j].as_ref()?);
        let distance = self.balls[i].radius() + self.balls[j].radius();
        let gap = (a.position - b.position).norm() - distance;
        Some(if gap <= TOUCHING * distance { 0.0 } else { gap })
    }

    /// Whether a ball lies on the bed or has just come down on it.
    pub fn on_bed(&self, ball: usize) -> bool {
        self.states[ball].is_some_and(|state| state.position.z == self.balls[ball].radius())
    }

    fn bed_part(
        &self,
        ball: usize,
        pairs: &[PairTouch],
        cushions: &[CushionTouch],
    ) -> Option<(usize, BedPart)> {
        let state = self.states[ball].filter(|_| self.on_bed(ball))?;
        if cushions.iter().any(|touch| touch.ball == ball) && state.velocity.z >= 0.0 {
            return match self.table.cushion_model {
                CushionModel::WithBed => Some((ball, BedPart::Holds)),
                CushionModel::Alone => None,
            };
        }
        let height = |i: usize| self.states[i].map_or(0.0, |state| state.position.z);
        let mine = pairs.iter().filter(|pair| pair.balls.contains(&ball));
        let tilted = mine.into_iter().any(|pair| height(pair.balls[0]) != height(pair.balls[1]));
        if tilted || state.velocity.z != 0.0 {
            return Some((ball, BedPart::Springs));
        }
        match self.table.bed_contact {
            BedContact::Included => Some((ball, BedPart::Holds)),
            BedContact::Ignored => None,
        }
    }
}
