//! The tangential sides of contacts between steps.

use carom_taylor::integral;
use nalgebra::{Vector2, Vector3};

use super::rub::{Load, RubCourse, RubStart, STOPPED};
use crate::flow::{Observer, Tangent};
use crate::grip::{Grip, GripEvent, Question};
use crate::phase::{EventKind, Phase};
use crate::power_flow::PowerFlow;
use crate::power_flow::frame::{Entry, Role};

impl<O: Observer> PowerFlow<'_, O> {
    /// Whether the contact has friction.
    pub(in crate::power_flow) fn rubs(&self, contact: usize) -> bool {
        self.tangents.get(contact).is_some_and(Tangent::has_friction)
    }

    /// n·k₀^(1/n)/η² of (X.6); zero if friction is rigid.
    fn tangential_coefficient(&self, contact: usize) -> f64 {
        let (tangent, material) = (&self.tangents[contact], &self.problem.material[contact]);
        if tangent.is_rigid() {
            return 0.0;
        }
        let n = material.exponent;
        n.value() * n.root(material.stiffness) * tangent.stiffness / material.stiffness
    }

    /// The normal force, of a spring or of a closed contact.
    fn normal_force(&self, contact: usize) -> f64 {
        match self.state[contact].phase {
            Phase::Closed => self.reaction[contact],
            Phase::Compressing | Phase::Restituting { .. } | Phase::Open | Phase::Resting => {
                self.force(contact)
            }
        }
    }

    /// k_t now, by (X.6).
    fn tangential_stiffness(&self, contact: usize) -> f64 {
        self.tangential_stiffness_under(contact, self.normal_force(contact))
    }

    /// k_t under a normal force.
    fn tangential_stiffness_under(&self, contact: usize, force: f64) -> f64 {
        let n = self.problem.material[contact].exponent;
        let coefficient = self.tangential_coefficient(contact);
        match n.root(force) {
            _ if n.is_linear() => coefficient,
            root if root > 0.0 => coefficient * force / root,
            _ => 0.0,
        }
    }

    /// r, the stretch at which the contact slips now: μF/k_t = μF^(1/n) over the coefficient.
    fn slipping_stretch(&self, contact: usize) -> f64 {
        let root = self.problem.material[contact].exponent.root(self.normal_force(contact));
        self.tangents[contact].mu * root / self.tangential_coefficient(contact)
    }

    /// Energy of the tangential springs.
    pub(in crate::power_flow) fn tangential_energy(&self, contact: usize) -> f64 {
        match self.tangents.get(contact) {
            Some(tangent) if !tangent.is_rigid() && tangent.stretch != Vector2::zeros() => {
                0.5 * self.tangential_stiffness(contact) * tangent.stretch.norm_squared()
            }
            Some(_) | None => 0.0,
        }
    }

    /// The load on a contact as far as its own state gives it: reactions, and friction that holds, are none here.
    pub(in crate::power_flow) fn load_of(&self, contact: usize) -> Vector3<f64> {
        let normal = self.force(contact);
        let Some(tangent) = self.tangents.get(contact) else { return Vector3::new(0.0, 0.0, normal) };
        let friction = match tangent.grip {
            _ if !tangent.is_rigid() => tangent.stretch * -self.tangential_stiffness(contact),
            Grip::Slipping { direction } | Grip::Pending(Question::Starting { direction }) => {
                direction * (-tangent.mu * normal)
            }
            Grip::Loose
            | Grip::Stuck
            | Grip::Pending(Question::Stopped | Question::Leaving | Question::Creeping) => Vector2::zeros(),
        };
        friction.push(normal)
    }

    /// The normal acceleration of a contact under these loads.
    pub(in crate::power_flow) fn pushed(&self, contact: usize) -> f64 {
        if self.tangents.is_empty() {
            return self.problem.coupling.row(contact).map(|(j, w)| w * self.force(j)).sum();
        }
        self.problem.coupling.block_row(contact).map(|(j, w)| (w.row(2) * self.load_of(j)).x).sum()
    }

    /// Contacts that have begun to bear load grip or slip, by (X.8).
    pub(in crate::power_flow) fn grip_contacts(&mut self) {
        let (mut is_open, mut begun) = (false, Vec::new());
        for member in 0..self.frame.entries().len() {
            let Entry { contact, role, velocity, .. } = self.frame.entries()[member];
            if !matches!(role, Role::Acting | Role::Held) || !self.rubs(contact) {
                continue;
            }
            let start = self.rub_start(member);
            let entry = &self.frame.entries()[member];
            let tangent = &mut self.tangents[contact];
            let speed = tangent.velocity.norm();
            let direction = || tangent.velocity / speed;
            if tangent.grip == Grip::Loose {
                let event = match role {
                    _ if tangent.is_rigid() && speed > tangent.floor => {
                        GripEvent::Slides { direction: direction() }
                    }
                    _ if tangent.is_rigid() => GripEvent::Stops,
                    Role::Held => GripEvent::Sticks,
                    _ => {
                        let reach = start.reach_per_compression(entry) * entry.exponent.value();
                        if speed <= reach * velocity.abs() {
                            GripEvent::Sticks
                        } else {
                            GripEvent::Slides { direction: direction() }
                        }
                    }
                };
                tangent.happen(event);
                begun.push(contact);
            }
            is_open |= matches!(
                tangent.grip,
                Grip::Pending(Question::Stopped | Question::Leaving | Question::Creeping)
            );
        }
        if is_open {
            self.decide(&begun);
        }
    }

    /// With what the tangential side of a member starts the step.
    pub(in crate::power_flow) fn rub_start(&self, member: usize) -> RubStart {
        let Entry { contact, role, .. } = self.frame.entries()[member];
        let tangent = &self.tangents[contact];
        let load = match self.state[contact].phase {
            Phase::Compressing => Load::Rises,
            Phase::Closed if self.rises[contact] => Load::Rises,
            Phase::Restituting { .. } | Phase::Closed | Phase::Open | Phase::Resting => Load::Falls,
        };
        let bears = matches!(role, Role::Acting | Role::Held) && tangent.has_friction();
        let none = Vector2::zeros();
        let (course, direction) = match tangent.grip {
            _ if !bears => (RubCourse::Idle, none),
            Grip::Loose => (RubCourse::Idle, none),
            Grip::Stuck | Grip::Pending(Question::Stopped | Question::Leaving | Question::Creeping)
                if tangent.is_rigid() =>
            {
                (RubCourse::Held, none)
            }
            Grip::Stuck | Grip::Pending(Question::Stopped | Question::Leaving | Question::Creeping) => {
                (RubCourse::Stretching(load), none)
            }
            Grip::Slipping { direction } | Grip::Pending(Question::Starting { direction }) => {
                (if tangent.is_rigid() { RubCourse::Sliding } else { RubCourse::Slipping(load) }, direction)
            }
        };
        let normal = self.normal_force(contact);
        let friction = match course {
            RubCourse::Idle => none,
            RubCourse::Held => self.held[contact],
            RubCourse::Sliding => direction * (-tangent.mu * normal),
            RubCourse::Stretching(_) | RubCourse::Slipping(_) => {
                tangent.stretch * -self.tangential_stiffness(contact)
            }
        };
        RubStart {
            course,
            load: friction.push(normal),
            mu: tangent.mu,
            tangential: if bears { self.tangential_coefficient(contact) } else { 0.0 },
            velocity: tangent.velocity,
            stretch: tangent.stretch,
            direction,
            zeros: self.zeros[contact],
            turns: self.turned[contact],
            floor: tangent.floor,
            share: tangent.share * (tangent.mu * normal).powi(2),
            weight: self.weight[contact],
        }
    }

    /// Makes the tangential values at σ = `s` the present ones, after the normal ones; `strain` is what the springs held before.
    pub(in crate::power_flow) fn take_over_friction(&mut self, s: f64, strain: f64) {
        let mut worked = 0.0;
        for member in 0..self.frame.rubs.len() {
            let Entry { contact, role, .. } = self.frame.entries[member];
            if role == Role::Held {
                self.reaction[contact] = self.frame.force_at(member, s).max(0.0);
            }
            let rub = &self.frame.rubs[member];
            let (course, kept, direction) = (rub.start.course, rub.kept_at(s), rub.direction_at(s));
            worked += integral(&rub.work, s);
            let tangent = &mut self.tangents[contact];
            if course != RubCourse::Held {
                tangent.velocity = rub.velocity_at(s);
            }
            tangent.impulse += rub.impulse_to(s);
            match course {
                RubCourse::Idle => {}
                RubCourse::Held => self.held[contact] = self.frame.rubs[member].friction_at(s),
                RubCourse::Sliding => tangent.happen(GripEvent::Slides { direction }),
                RubCourse::Stretching(load) => {
                    let stiffness = self.tangential_stiffness(contact);
                    self.tangents[contact].stretch = match load {
                        Load::Falls => kept,
                        Load::Rises if stiffness > 0.0 => kept / stiffness,
                        Load::Rises => Vector2::zeros(),
                    };
                }
                RubCourse::Slipping(_) => {
                    let stretch = direction * self.slipping_stretch(contact);
                    let tangent = &mut self.tangents[contact];
                    tangent.stretch = stretch;
                    tangent.happen(GripEvent::Slides { direction });
                }
            }
            if s > 0.0 {
                self.zeros[contact] = 0;
                self.turned[contact] = false;
            }
        }
        self.losses.friction += worked - (self.strain_of_friction() - strain);
    }

    /// Energy of all tangential springs.
    pub(in crate::power_flow) fn strain_of_friction(&self) -> f64 {
        (0..self.tangents.len()).map(|contact| self.tangential_energy(contact)).sum()
    }

    /// A rigid contact whose speed is rounding has stopped, and with it others that have next to none: the contacts of a body that comes to rest
    /// stop at one instant, and where one is held the speeds of the others are what rounding makes of it.
    pub(in crate::power_flow) fn stop_slow_contacts(&mut self) {
        self.stop_below(1.0);
        let has_stopped = |tangent: &Tangent| tangent.grip == Grip::Pending(Question::Stopped);
        if self.tangents.iter().any(has_stopped) {
            self.stop_below(STOPPED);
        }
    }

    /// Stops rigid contacts that slide slower than so many floors.
    fn stop_below(&mut self, floors: f64) {
        for member in 0..self.frame.rubs.len() {
            let contact = self.frame.entries[member].contact;
            let tangent = &mut self.tangents[contact];
            let slides = self.frame.rubs[member].start.course == RubCourse::Sliding
                && matches!(tangent.grip, Grip::Slipping { .. });
            if slides && self.zeros[contact] == 0 && tangent.velocity.norm() <= floors * tangent.floor {
                tangent.velocity = Vector2::zeros();
                tangent.happen(GripEvent::Stops);
            }
        }
    }

    /// A contact that sticks begins to slip.
    pub(in crate::power_flow) fn begin_to_slip(&mut self, contact: usize) {
        let reach = if self.tangents[contact].is_rigid() { 0.0 } else { self.slipping_stretch(contact) };
        let tangent = &mut self.tangents[contact];
        if tangent.is_rigid() {
            tangent.happen(GripEvent::Leaves);
            return;
        }
        let Some(direction) = tangent.stretch.try_normalize(0.0) else { return };
        tangent.stretch = direction * reach;
        tangent.happen(GripEvent::Slides { direction });
        self.zeros[contact] = 0;
        self.report(contact, EventKind::Slips);
    }

    /// A contact that slips stops; or has been stopped by a jump, unless its sliding speed is `at_zero`.
    pub(in crate::power_flow) fn stop_slipping(&mut self, contact: usize, at_zero: bool) {
        let tangent = &mut self.tangents[contact];
        if !tangent.is_rigid() {
            tangent.happen(GripEvent::Sticks);
            // It is on its circle, and leaves it with the second derivative, or where it is stopped by a jump with the first.
            self.zeros[contact] = if at_zero { 2 } else { 1 };
            self.report(contact, EventKind::Sticks);
        } else if self.zeros[contact] > 0 {
            tangent.happen(GripEvent::Sticks); // it could not begin to slide
            tangent.velocity = Vector2::zeros();
            self.zeros[contact] = 1;
        } else {
            tangent.velocity = Vector2::zeros();
            tangent.happen(GripEvent::Stops);
        }
    }

    /// The reaction of a closed contact has become `force`, perhaps at a jump: its springs keep their stretch, or their force (X.7), and what
    /// they hold beyond the cone is lost.
    pub(in crate::power_flow) fn set_reaction(&mut self, contact: usize, force: f64) {
        if !self.rubs(contact) || self.tangents[contact].is_rigid() {
            self.reaction[contact] = force;
            return;
        }
        let (before, stiffness) = (self.tangential_energy(contact), self.tangential_stiffness(contact));
        self.reaction[contact] = force;
        let now = self.tangential_stiffness(contact);
        if now > stiffness && now > 0.0 {
            self.tangents[contact].stretch *= stiffness / now;
        }
        let reach = self.slipping_stretch(contact);
        let tangent = &mut self.tangents[contact];
        let length = tangent.stretch.norm();
        // More than rounding beyond: a contact that slips stays on its circle.
        if length > reach {
            let direction = tangent.stretch / length;
            tangent.stretch = direction * reach;
            if length > reach * (1.0 + 1e-12) {
                tangent.happen(GripEvent::Slides { direction });
            }
        }
        self.losses.friction += before - self.tangential_energy(contact);
    }

    /// The friction that the springs of a closed contact would have if its reaction became `force`, as [`Self::set_reaction`] leaves them.
    pub(super) fn friction_under(&self, contact: usize, force: f64) -> Vector2<f64> {
        let (before, now) =
            (self.tangential_stiffness(contact), self.tangential_stiffness_under(contact, force.max(0.0)));
        let tangent = &self.tangents[contact];
        let friction = tangent.stretch * -before.min(now);
        let (size, bound) = (friction.norm(), tangent.mu * force.max(0.0));
        if size > bound { friction * (bound / size) } else { friction }
    }

    /// A contact that bears no load any more lets go of its springs.
    pub(in crate::power_flow) fn release_tangent(&mut self, contact: usize) {
        if let Some(tangent) = self.tangents.get_mut(contact) {
            tangent.release();
            self.held[contact] = Vector2::zeros();
            self.zeros[contact] = 0;
            self.turned[contact] = false;
            self.reaction[contact] = 0.0;
        }
    }
}
