//! How the direction of slip turns: the series of û, order by order, and how far it can be trusted.
//!
//! The equations (T.3), (T.4), (T.6) and (T.7) are those of [`crate::flow::rub`].

use nalgebra::Vector2;

use crate::flow::course::{Course, Slip};
use crate::flow::quiet::{FAINT, FIRST_FAINT, QUIET_ORDERS};
use crate::flow::rub::Rub;
use crate::flow::series::{ORDER, RECIPROCAL};
use crate::flow::short::{Met, Slipping};

/// A direction is followed to this accuracy: half a unit in the last place.
const DIRECTION: f64 = 0.5 * f64::EPSILON;

/// A direction counts while an error in it would change velocities by more than this part of what is rounding: the some
/// ten steps in which a force appears or vanishes then leave about one such rounding.
const NEGLIGIBLE: f64 = 1.0 / 8.0;

/// Terms that tell how large a normal load becomes in a step.
const FIRST_TERMS: usize = 4;

impl Rub {
    /// Starts to slip in a direction.
    pub fn aim_at(&mut self, direction: Vector2<f64>) {
        self.direction = direction;
        self.turns = false;
        for series in [&mut self.aimed, &mut self.heading, &mut self.bend, &mut self.drive] {
            series.clear();
        }
        self.speed.clear();
        self.heading.set(0, [1.0, 0.0]);
    }

    /// Takes the velocity of order j apart along û₀ and û₀⊥.
    pub(in crate::flow) fn follow(&mut self, j: usize) {
        let velocity = self.aimed_velocity(j);
        self.aimed.put(j, [velocity.dot(&self.direction), velocity.dot(&self.sideways_axis())]);
        if matches!(self.course, Course::Slips(Slip::Sliding { .. } | Slip::Resuming { .. })) {
            self.set_speed(j, 0.0);
            let [known, _] = self.heading.scaled_term(&self.speed, j);
            self.set_speed(j, self.aimed[j][0] - known); // (T.4) along û₀
        }
    }

    /// Finds û of the order that the velocities up to order j allow, and the load of order j as far as it is known.
    #[inline(never)]
    pub fn aim_and_load(&mut self, j: usize) {
        let Course::Slips(slip) = self.course else { return self.load_order(j) };
        match slip {
            Slip::Turning if j > 0 => return self.turn(j),
            Slip::Sliding { l: 0 } if j > 0 => return self.slide_on(j),
            Slip::Creeping => {}
            Slip::TurningFrom { .. } if self.is_reaction => {} // q of this order is not known yet
            Slip::Turning | Slip::TurningFrom { .. } | Slip::Following | Slip::Frozen => self.aim(j),
            Slip::Sliding { .. } => self.aim(j),
            Slip::Resuming { m, .. } => {
                self.aim(j);
                if j > m {
                    self.set_across(j - m, 0.0); // until the order is solved
                }
            }
        }
        self.load_order(j);
    }

    /// Finds û of the order that the velocities up to order j allow. Of a direction that turns or follows that is more than the
    /// first only in [`Rub::aim_and_load`].
    pub fn aim(&mut self, j: usize) {
        let Course::Slips(slip) = self.course else { return };
        match slip {
            Slip::Turning | Slip::Frozen => self.follow(j),
            Slip::Following => {
                self.follow(j);
                if j > 0 {
                    self.turn_from_start(j, 0, 1);
                }
            }
            Slip::TurningFrom { l, m } => {
                if j < l {
                    return;
                }
                self.follow(j);
                if j > l {
                    self.turn_from_start(j - l, l, m);
                }
            }
            Slip::Sliding { l } => {
                if j < l {
                    return;
                }
                if j > l {
                    self.slide(j, l);
                }
                self.follow(j);
            }
            Slip::Resuming { l, .. } => {
                if j >= l {
                    self.follow(j);
                } else {
                    self.aimed.set(j, [0.0; 2]);
                }
            }
            Slip::Creeping => {}
        }
    }

    /// Sets z of order i, and c by (T.6).
    fn turn_to(&mut self, i: usize, z: f64) {
        let z = self.significant(z, i);
        self.bend.set(i, [z, i as f64 * z]);
        let c = self.significant(-0.5 * self.heading.inner_square_term(i), i);
        self.heading.set(i, [c, z]);
    }

    /// A term of a direction, or zero if it is faint.
    fn significant(&self, term: f64, order: usize) -> f64 {
        let faint = order >= FIRST_FAINT && term.abs() <= FAINT * DIRECTION;
        if faint && !self.is_rigid() { 0.0 } else { term }
    }

    /// Sets v·û of order i.
    pub(in crate::flow) fn set_speed(&mut self, i: usize, speed: f64) {
        self.speed.set(i, speed);
        self.drive.put(i, [speed, self.drive[i][1]]);
    }

    /// (μ/κ_t)·q of order j > 0, as far as it is not in D of (T.7).
    fn carried(&self, j: usize) -> f64 {
        let is_dragged = self.course == Course::Slips(Slip::Following) && self.drags_all(&self.normal);
        if is_dragged { 0.0 } else { self.mu / self.kappa * self.normal[j] }
    }

    /// Takes the normal load of order j into (T.3).
    fn carry(&mut self, j: usize) {
        if let Some(k) = j.checked_sub(1) {
            self.drive.put(k, [self.drive[k][0], self.carried(j)]);
        }
    }

    /// v·û of order i.
    pub(in crate::flow) fn speed_of_order(&self, i: usize) -> f64 {
        if !self.turns {
            return self.aimed[i][0];
        }
        self.aimed.dot_term(&self.heading, i)
    }

    /// û and the load of order j > 0, by order j − 1 of (T.3).
    fn turn(&mut self, j: usize) {
        let i = j - 1;
        self.carry(i);
        if i == 0 {
            self.per_radius = self.kappa / (self.mu * self.normal[0]);
        }
        let [along, across] = self.aimed[i];
        if self.turns || across != 0.0 {
            self.turns = true;
            let slipping = Slipping { normal: &self.normal, heading: &self.heading };
            let (met, [speed, drawn_and_carried]) = slipping.turning(&self.aimed, &self.drive, &self.bend, j);
            self.set_speed(i, speed);
            let forced = across - drawn_and_carried;
            self.turn_on(j, forced * RECIPROCAL[i] * self.per_radius, &met);
        } else {
            self.set_speed(i, along);
            self.load[j] = self.direction * self.normal[j] * -self.mu;
        }
        let velocity = self.velocity[j];
        self.aimed.put(j, [velocity.dot(&self.direction), velocity.dot(&self.sideways_axis())]);
    }

    /// û, v·û and the load of order j > 0, by order j of (T.4) for a velocity that is not zero.
    fn slide_on(&mut self, j: usize) {
        let velocity = self.velocity[j];
        let [along, across] = [velocity.dot(&self.direction), velocity.dot(&self.sideways_axis())];
        self.aimed.set(j, [along, across]);
        if self.turns || across != 0.0 {
            self.turns = true;
            self.heading.set(j, [0.0; 2]); // until they are known
            self.speed.set(j, 0.0);
            let slipping = Slipping { normal: &self.normal, heading: &self.heading };
            let (met, known) = slipping.sliding(&self.speed, j);
            self.turn_on(j, (across - known[1]) / self.speed[0], &met);
            self.set_speed(j, along - (known[0] + self.speed[0] * self.heading[j][0]));
        } else {
            self.set_speed(j, along);
            self.load[j] = self.direction * self.normal[j] * -self.mu;
        }
    }

    /// Sets z and c of order j, and the load that they give.
    #[inline]
    fn turn_on(&mut self, j: usize, z: f64, met: &Met) {
        let z = self.significant(z, j);
        let c = self.significant(-0.5 * met.square, j); // (T.6)
        self.bend.put(j, [z, j as f64 * z]);
        self.heading.set(j, [c, z]);
        let [along, across] = [met.pressed[0] + self.normal[0] * c, met.pressed[1] + self.normal[0] * z];
        self.load[j] = (self.direction * along + self.sideways_axis() * across) * -self.mu; // (T.2)
    }

    /// û of order i by order l + i of (T.3), about the start of the contact.
    pub(in crate::flow) fn turn_from_start(&mut self, i: usize, l: usize, m: usize) {
        let n = l + i;
        self.set_speed(n - 1, self.speed_of_order(n - 1));
        self.carry(n);
        if !self.turns && self.aimed[n][1] == 0.0 {
            return;
        }
        self.turns = true;
        self.bend.set(i, [0.0; 2]); // until it is known
        let drawn_and_carried = self.drive.dot_term(&self.bend, n);
        let own = if m == l + 1 { self.carried(m) * i as f64 } else { 0.0 };
        self.turn_to(i, (self.aimed[n][1] - drawn_and_carried) / (self.aimed[l][0] + own));
    }

    /// û of order j − l by order j of (T.4).
    pub(in crate::flow) fn slide(&mut self, j: usize, l: usize) {
        let i = j - l;
        let sideways = self.velocity[j].dot(&self.sideways_axis());
        if !self.turns && sideways == 0.0 {
            return;
        }
        self.turns = true;
        self.bend.set(i, [0.0; 2]); // until it is known
        let known = self.drive.dot_term(&self.bend, j);
        self.turn_to(i, (sideways - known) / self.speed[l]);
    }

    /// Terms of (T.4) across û₀ at order j + 1 that are known before z of order j − m is.
    pub fn known_sideways(&self, j: usize, l: usize, m: usize) -> f64 {
        let known = |k: &usize| j + 1 - k < j - m;
        (l..=j).filter(known).map(|k| self.speed[k] * self.heading[j + 1 - k][1]).sum()
    }

    /// z of order i has been found with the other unknowns.
    pub fn set_across(&mut self, i: usize, z: f64) {
        self.turns |= z != 0.0;
        self.turn_to(i, z);
    }

    /// Whether û has a term of the order that those of velocities of order j give.
    pub fn turns_at(&self, j: usize) -> bool {
        let Course::Slips(slip) = self.course else { return false };
        let behind = match slip {
            Slip::TurningFrom { l, .. } | Slip::Sliding { l } => l,
            Slip::Resuming { m, .. } => m,
            Slip::Turning | Slip::Following | Slip::Frozen | Slip::Creeping => 0,
        };
        self.turns && self.heading.terms() + behind > j
    }

    /// The normal load within a step, by its first terms: where the step must end early those of high order mean nothing.
    pub(in crate::flow) fn largest_normal_load(&self) -> f64 {
        self.normal[..FIRST_TERMS].iter().map(|q| q.abs()).sum()
    }

    /// Takes note of what the normal load of order j says of whether the direction matters.
    #[inline(always)]
    pub fn freeze_or_thaw(&mut self, j: usize) {
        if j == 0 {
            self.freeze_if_negligible();
        } else if self.course == Course::Slips(Slip::Frozen) {
            self.thaw_if_loaded(j);
        }
    }

    /// A direction does not turn in a step in which the force is too small for it to matter, or about to vanish.
    fn freeze_if_negligible(&mut self) {
        let load = self.normal[0];
        if self.course == Course::Slips(Slip::Turning) && (load <= 0.0 || self.is_negligible(load)) {
            self.course = Course::Slips(Slip::Frozen);
            if self.is_reaction && self.turns_at_once() {
                self.aim_at(self.velocity[0].normalize());
                self.follow(0);
            }
        }
    }

    /// The load of a frozen contact may rise from what is negligible in order j, as where a contact starts: then its direction counts
    /// after all.
    fn thaw_if_loaded(&mut self, j: usize) {
        let load = self.normal[j];
        let rises = load > 0.0 && !self.is_negligible(load);
        if rises && self.turns_at_once() {
            self.course = Course::Slips(Slip::TurningFrom { l: 0, m: 1 });
            self.aim_at(self.velocity[0].normalize());
            (0..j).for_each(|order| self.aim(order));
        }
    }

    /// Whether the stretch with which a step starts is so short that the particle turns to the velocity within it.
    fn turns_at_once(&self) -> bool {
        let (speed, rate_squared) = (self.velocity[0].norm(), self.stiffness / self.kappa);
        speed > self.floor && self.start.stretch.norm_squared() * rate_squared < speed * speed
    }

    /// Whether friction under this normal load is too small to matter in this step.
    pub(in crate::flow) fn is_negligible(&self, normal_load: f64) -> bool {
        self.allowed_error(normal_load) >= 0.25
    }

    /// The error in û that stays below rounding in the velocities.
    pub(in crate::flow) fn allowed_error(&self, normal_load: f64) -> f64 {
        (NEGLIGIBLE * self.floor / (self.mu * normal_load * self.response)).max(DIRECTION)
    }

    /// How far the series of the direction can be trusted, in local time; infinite if it does not turn.
    pub fn reach(&self) -> f64 {
        let Course::Slips(slip) = self.course else { return f64::INFINITY };
        if !self.turns {
            return f64::INFINITY;
        }
        let known = match slip {
            Slip::TurningFrom { l, .. } | Slip::Sliding { l } => ORDER - 1 - l,
            Slip::Resuming { m, .. } => ORDER - 1 - m,
            Slip::Following => ORDER - 2,
            Slip::Creeping => return f64::INFINITY,
            Slip::Turning | Slip::Frozen => ORDER - 1,
        };
        let allowed = self.allowed_error(self.largest_normal_load());
        let reach_of = |k: usize, size: f64| {
            if size > 0.0 { libm::exp(libm::log(allowed / size) / k as f64) } else { f64::INFINITY }
        };
        let terms = self.heading.terms();
        if terms + QUIET_ORDERS <= known + 1 && !self.is_rigid() {
            return reach_of(terms, FAINT * DIRECTION); // the first term left out is no larger
        }
        let size = |k: usize| self.heading[k][0].abs().max(self.heading[k][1].abs());
        let last = (known + 1).saturating_sub(QUIET_ORDERS).max(1)..=known;
        last.map(|k| reach_of(k, size(k))).fold(f64::INFINITY, f64::min)
    }
}
