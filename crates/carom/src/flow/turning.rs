//! How the direction of slip turns: the series of û, order by order, and how far it can be trusted.
//!
//! The equations (T.3), (T.4), (T.6) and (T.7) are those of [`super::rub`].

use nalgebra::Vector2;

use super::rub::{Course, Rub};
use super::series::{ORDER, RECIPROCAL, TERMS};

/// A direction is followed to this accuracy: half a unit in the last place.
const DIRECTION: f64 = 0.5 * f64::EPSILON;

/// A direction counts while an error in it would change velocities by more than this part of what is rounding: the some
/// ten steps in which a force appears or vanishes then leave about one such rounding.
const NEGLIGIBLE: f64 = 1.0 / 8.0;

/// A direction follows the velocity when it turns this many times faster than the step lasts; its passes then settle in a
/// handful.
pub(super) const STIFF: f64 = 512.0;

impl Rub {
    /// Starts to slip in a direction.
    pub fn aim_at(&mut self, direction: Vector2<f64>) {
        self.direction = direction;
        self.turns = false;
        self.forward = [0.0; TERMS];
        self.sideways = [0.0; TERMS];
        self.along = [0.0; TERMS];
        self.across = [0.0; TERMS];
        self.across_slope = [0.0; TERMS];
        self.speed = [0.0; TERMS];
        self.along[0] = 1.0;
    }

    /// Takes the velocity of order j apart along û₀ and û₀⊥.
    pub(super) fn follow(&mut self, j: usize) {
        let velocity = self.aimed_velocity(j);
        self.forward[j] = velocity.dot(&self.direction);
        self.sideways[j] = velocity.dot(&self.sideways_axis());
        if matches!(self.course, Course::Sliding { .. } | Course::Resuming { .. } | Course::Following) {
            let known = if j > 0 { convolved(&self.speed[..j], &self.along[1..=j]) } else { 0.0 };
            self.speed[j] = self.forward[j] - known; // (T.4) along û₀
        }
    }

    /// The velocity of order j that û follows in (T.4) and (T.7).
    pub(super) fn aimed_velocity(&self, j: usize) -> Vector2<f64> {
        if self.course == Course::Following { self.velocity[j] - self.drag[j] } else { self.velocity[j] }
    }

    /// Finds û of the order that the velocities up to order j allow.
    pub fn aim(&mut self, j: usize) {
        if !self.course.slips() {
            return;
        }
        match self.course {
            Course::Turning => {
                if j > 0 {
                    self.turn(j);
                }
                self.follow(j);
            }
            Course::TurningFrom { l, m } => {
                if j < l {
                    return;
                }
                self.follow(j);
                if j > l {
                    self.turn_from_start(j - l, l, m);
                }
            }
            Course::Sliding { l } => {
                if j < l {
                    return;
                }
                if j > l {
                    self.slide(j, l);
                }
                self.follow(j);
            }
            Course::Following => {
                if j > 0 {
                    self.slide(j, 0);
                }
                self.follow(j);
            }
            Course::Resuming { l, .. } => {
                if j >= l {
                    self.follow(j);
                } else {
                    (self.forward[j], self.sideways[j]) = (0.0, 0.0);
                }
            }
            Course::Frozen => self.follow(j),
            Course::Idle | Course::Starting | Course::Spring => {}
            Course::Gripping { .. } | Course::Leaving | Course::Held => {}
        }
    }

    /// (T.6)
    pub(super) fn normalise(&mut self, i: usize) {
        let squares = convolved(&self.along[1..i], &self.along[1..i])
            + convolved(&self.across[1..i], &self.across[1..i]);
        self.along[i] = -0.5 * squares;
    }

    /// v·û of order i.
    pub(super) fn speed_of_order(&self, i: usize) -> f64 {
        if !self.turns {
            return self.forward[i];
        }
        convolved(&self.forward[..=i], &self.along[..=i])
            + convolved(&self.sideways[..=i], &self.across[..=i])
    }

    /// û of order j by order j − 1 of (T.3).
    pub(super) fn turn(&mut self, j: usize) {
        let i = j - 1;
        self.speed[i] = self.speed_of_order(i);
        if !self.turns && self.sideways[i] == 0.0 {
            return;
        }
        self.turns = true;
        let drawn = convolved(&self.speed[..i], &self.across[1..=i]);
        let carried = convolved(&self.normal[1..j], &self.across_slope[1..j]);
        let forced = (self.sideways[i] - drawn) * self.kappa / self.mu;
        self.across[j] = (forced - carried) * RECIPROCAL[i] / self.normal[0];
        self.across_slope[j] = j as f64 * self.across[j];
        self.normalise(j);
    }

    /// û of order i by order l + i of (T.3), about the start of the contact.
    pub(super) fn turn_from_start(&mut self, i: usize, l: usize, m: usize) {
        let n = l + i;
        self.speed[n - 1] = self.speed_of_order(n - 1);
        if !self.turns && self.sideways[n] == 0.0 {
            return;
        }
        self.turns = true;
        let per_load = self.mu / self.kappa;
        let drawn = convolved(&self.speed[l + 1..n], &self.across[1..i]);
        let carried: f64 = (m..=n)
            .filter(|k| n + 1 - k < i)
            .map(|k| self.normal[k] * (n + 1 - k) as f64 * self.across[n + 1 - k])
            .sum();
        let own = if m == l + 1 { per_load * self.normal[m] * i as f64 } else { 0.0 };
        self.across[i] = (self.sideways[n] - drawn - per_load * carried) / (self.forward[l] + own);
        self.normalise(i);
    }

    /// û of order j − l by order j of (T.4).
    pub(super) fn slide(&mut self, j: usize, l: usize) {
        let i = j - l;
        self.sideways[j] = self.aimed_velocity(j).dot(&self.sideways_axis());
        if !self.turns && self.sideways[j] == 0.0 {
            return;
        }
        self.turns = true;
        let known = convolved(&self.speed[l + 1..l + i], &self.across[1..i]);
        self.across[i] = (self.sideways[j] - known) / self.speed[l];
        self.normalise(i);
    }

    /// Terms of (T.4) across û₀ at order j + 1 that are known before z of order j − m is.
    pub fn known_sideways(&self, j: usize, l: usize, m: usize) -> f64 {
        let known = |k: &usize| j + 1 - k < j - m;
        (l..=j).filter(known).map(|k| self.speed[k] * self.across[j + 1 - k]).sum()
    }

    /// z of order i has been found with the other unknowns.
    pub fn set_across(&mut self, i: usize, z: f64) {
        self.across[i] = z;
        self.turns |= z != 0.0;
        self.normalise(i);
    }

    /// λ of (T.7), per unit of local time.
    pub(super) fn stiffness_of_turning(&self, normal_load: f64) -> f64 {
        self.velocity[0].norm() * self.kappa / (self.mu * normal_load)
    }

    /// Starts the passes of (T.7) anew.
    pub fn reset_drag(&mut self) {
        self.drag = [Vector2::zeros(); TERMS];
        self.may_follow = true;
    }

    /// Finds D of (T.7) from the last pass; says whether it has settled.
    pub fn settle_drag(&mut self) -> bool {
        if self.course != Course::Following {
            return true;
        }
        let per_load = self.mu / self.kappa;
        let mut change = 0.0;
        for j in 0..ORDER - 2 {
            let term = |k: usize| {
                let (i, weight) = (j + 1 - k, per_load * self.normal[k] * (j + 1 - k) as f64);
                (self.direction * self.along[i] + self.sideways_axis() * self.across[i]) * weight
            };
            let drag: Vector2<f64> = if self.turns { (0..=j).map(term).sum() } else { Vector2::zeros() };
            change += (drag - self.drag[j]).norm();
            self.drag[j] = drag;
        }
        change <= self.allowed_error(self.largest_normal_load()) * self.velocity[0].norm()
    }

    /// Gives (T.7) up for this step if its passes have not settled, or if the direction with which the step starts is not
    /// the one that follows the velocity: what is left of the difference after 1/λ must be rounding.
    pub fn give_up_following(&mut self, settled: bool) -> bool {
        if self.course != Course::Following {
            return false;
        }
        let lag = (self.start.direction - self.direction).norm();
        let lambda = self.stiffness_of_turning(self.normal[0]);
        self.may_follow = settled && lag <= self.allowed_error(self.normal[0]) * lambda;
        !self.may_follow
    }

    pub(super) fn largest_normal_load(&self) -> f64 {
        self.normal[..ORDER].iter().map(|q| q.abs()).sum()
    }

    /// A direction does not turn in a step in which the force is too small for it to matter, or about to vanish.
    pub fn freeze_if_negligible(&mut self) {
        let load = self.normal[0];
        if self.course == Course::Turning && (load <= 0.0 || self.is_negligible(load)) {
            self.course = Course::Frozen;
        }
    }

    /// Whether friction under this normal load is too small to matter in this step.
    pub(super) fn is_negligible(&self, normal_load: f64) -> bool {
        self.allowed_error(normal_load) >= 0.25
    }

    /// The error in û that stays below rounding in the velocities.
    pub(super) fn allowed_error(&self, normal_load: f64) -> f64 {
        (NEGLIGIBLE * self.floor / (self.mu * normal_load * self.response)).max(DIRECTION)
    }

    /// How far the series of the direction can be trusted, in local time; infinite if it does not turn.
    pub fn reach(&self) -> f64 {
        if !self.turns || !self.course.slips() {
            return f64::INFINITY;
        }
        let last = match self.course {
            Course::TurningFrom { l, .. } | Course::Sliding { l } => ORDER - 1 - l,
            Course::Resuming { m, .. } => ORDER - 1 - m,
            Course::Following => ORDER - 2,
            Course::Turning | Course::Frozen | Course::Idle | Course::Starting => ORDER - 1,
            Course::Spring | Course::Gripping { .. } | Course::Leaving | Course::Held => ORDER - 1,
        };
        let allowed = self.allowed_error(self.largest_normal_load());
        let reach_of = |k: usize| {
            let size = self.across[k].abs().max(self.along[k].abs());
            if size > 0.0 { ((allowed / size).ln() / k as f64).exp() } else { f64::INFINITY }
        };
        (last.saturating_sub(2).max(1)..=last).map(reach_of).fold(f64::INFINITY, f64::min)
    }
}

/// Σ a_k b_{n−1−k}: the term of a product of two series. Four sums at once, which the processor works on side by side.
#[inline]
pub(super) fn convolved(a: &[f64], b: &[f64]) -> f64 {
    let (mut sums, n) = ([0.0; 4], a.len());
    let (fours, rest) = a.as_chunks::<4>();
    let (rest_of_b, fours_of_b) = b[..n].as_rchunks::<4>();
    for (a, b) in fours.iter().zip(fours_of_b.iter().rev()) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[3 - lane];
        }
    }
    let tail: f64 = rest.iter().zip(rest_of_b.iter().rev()).map(|(a, b)| a * b).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + tail
}
