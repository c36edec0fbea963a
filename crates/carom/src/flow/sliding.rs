//! What a frictional contact does within a step: its guards, its losses, and its values at any instant.

use nalgebra::Vector2;

use super::rub::{Course, Rub};
use super::series::{ORDER, Polynomial, RECIPROCAL, TERMS};
use crate::snapshot::Mode;

impl Rub {
    /// Speed at which the particle slips: v·û − r' with r = μ q/κ_t for a compliant contact, v·û for a rigid one.
    pub fn sliding(&self) -> Polynomial {
        let mut sliding = *self.speed;
        if !self.is_rigid() {
            let per_load = self.mu / self.kappa;
            for (j, speed) in sliding.iter_mut().enumerate().take(ORDER - 1) {
                *speed -= per_load * (j + 1) as f64 * self.normal[j + 1];
            }
        }
        sliding[ORDER - 1] = 0.0;
        sliding[ORDER] = 0.0;
        sliding
    }

    /// The guard (μq)² − f·f of a sticking contact, unless it clearly stays positive. Leading terms that are zero to
    /// `rounding` are zero: a contact that has just stopped slipping is on the cone and moves away from it.
    pub fn room_in_cone(&self, rounding: f64) -> Option<[f64; 2 * ORDER]> {
        let fall: f64 = self.normal[1..ORDER].iter().map(|q| q.min(0.0)).sum();
        let force: f64 = self.load[..ORDER].iter().map(Vector2::norm).sum();
        let ends = self.normal[1] < 0.0 && self.is_negligible(self.normal[0]);
        if force == 0.0 || self.mu * (self.normal[0] + fall) > force || ends {
            return None;
        }
        let mut room = [0.0; 2 * ORDER];
        let mut size = [0.0; 2 * ORDER];
        for i in 0..ORDER {
            for k in 0..ORDER {
                let limit = self.mu * self.mu * self.normal[i] * self.normal[k];
                let square = self.load[i].dot(&self.load[k]);
                room[i + k] += limit - square;
                size[i + k] += limit.abs() + square.abs();
            }
        }
        for (term, size) in room.iter_mut().zip(size) {
            if term.abs() > rounding * size {
                break;
            }
            *term = 0.0;
        }
        Some(room)
    }

    /// The guard of a rigid contact that slides: its speed. One that turns reaches zero along a direction that it finds
    /// only there; it has stopped when its speed is rounding.
    pub fn speed_above_rounding(&self) -> Polynomial {
        let mut speed = *self.speed;
        if self.turns && speed[0] > self.floor {
            speed[0] -= self.floor;
        }
        speed
    }

    /// Energy that slipping dissipates up to local time s: ∫ μ q (sliding speed).
    pub fn dissipated(&self, s: f64) -> f64 {
        if !self.course.slips() {
            return 0.0;
        }
        let sliding = self.sliding();
        let mut product = [0.0; 2 * TERMS];
        let terms = self.terms.min(ORDER);
        for (i, q) in self.normal[..terms].iter().enumerate().filter(|&(_, &q)| q != 0.0) {
            for (sum, speed) in product[i..].iter_mut().zip(&sliding[..terms]) {
                *sum += q * speed;
            }
        }
        self.mu * carom_taylor::integral(&product[..2 * terms], s)
    }

    /// What the contact does during the step.
    pub fn mode(&self) -> Mode {
        match self.course {
            Course::Spring | Course::Held => Mode::Stick,
            Course::Turning | Course::TurningFrom { .. } | Course::Following | Course::Frozen => Mode::Slip,
            Course::Sliding { .. } | Course::Resuming { .. } => Mode::Slip,
            Course::Idle | Course::Starting | Course::Gripping { .. } | Course::Leaving => Mode::Free,
        }
    }

    /// Velocity at which the surfaces slide on each other.
    pub fn sliding_velocity(&self, s: f64, values: &RubValues) -> Vector2<f64> {
        match self.mode() {
            Mode::Slip => values.direction * carom_taylor::evaluate(&self.sliding(), s),
            Mode::Stick => Vector2::zeros(),
            Mode::Free => values.velocity,
        }
    }

    /// Strain energy of the tangential springs.
    pub fn strain(&self, stretch: Vector2<f64>) -> f64 {
        if self.is_rigid() { 0.0 } else { 0.5 * self.stiffness * stretch.norm_squared() }
    }

    /// Stretch of the tangential springs that a load means, in metres.
    pub fn stretch(&self, load: Vector2<f64>, rate: f64) -> Vector2<f64> {
        if self.is_rigid() { Vector2::zeros() } else { load * (-rate / self.stiffness) }
    }

    /// Velocity, load, impulse and direction at local time s.
    pub fn evaluate(&self, s: f64) -> RubValues {
        let mut values = RubValues::default();
        let (mut along, mut across) = (0.0, 0.0);
        for j in (0..self.terms).rev() {
            values.velocity = values.velocity * s + self.velocity[j];
            values.load = values.load * s + self.load[j];
            values.impulse = values.impulse * s + self.load[j] * RECIPROCAL[j];
            along = along * s + self.heading[j][0];
            across = across * s + self.heading[j][1];
        }
        values.impulse *= s;
        values.direction = if across == 0.0 {
            self.direction
        } else {
            (self.direction * along + self.sideways_axis() * across).normalize()
        };
        values
    }
}

/// A frictional contact at one instant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RubValues {
    pub velocity: Vector2<f64>,
    pub load: Vector2<f64>,
    /// Impulse since the start of the step.
    pub impulse: Vector2<f64>,
    /// û, while slipping.
    pub direction: Vector2<f64>,
}
