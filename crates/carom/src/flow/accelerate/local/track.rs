//! The series of one contact with an origin and an end of its own.

use carom_taylor::shift;

use crate::flow::Instant;
use crate::flow::frame::Role;
use crate::flow::series::{Polynomial, RECIPROCAL, TERMS};

/// Where the first event of a contact lies on its track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Event {
    None,
    At(f64),
    /// Not before this place; roots are sought when that is reached, since most series end earlier.
    NotBefore(f64),
}

/// Polynomials of x ∈ [0, 1], x being the time since `start` over `length`.
#[derive(Debug, Clone)]
pub(super) struct Track {
    pub start: Instant,
    /// What the contact does.
    pub role: Role,
    /// Seconds per unit of x.
    pub length: f64,
    /// Where the series ends, in x: at one, or earlier if what surrounds the contact has changed since.
    pub end: f64,
    /// Where the first event of the contact lies.
    pub event: Event,
    pub velocity: Polynomial,
    /// In newton seconds per unit of x.
    pub load: Polynomial,
}

impl Track {
    /// A contact without load that keeps its velocity.
    pub fn uniform(start: Instant, length: f64, velocity: f64) -> Self {
        let mut track = Self {
            start,
            role: Role::Free,
            length,
            end: 1.0,
            event: Event::None,
            velocity: [0.0; TERMS],
            load: [0.0; TERMS],
        };
        track.velocity[0] = velocity;
        track
    }

    /// Place of an instant.
    pub fn at(&self, now: Instant) -> f64 {
        now.since(self.start) / self.length
    }

    /// Where it is to be expanded anew, in x.
    pub fn due(&self) -> f64 {
        match self.event {
            Event::None => self.end,
            Event::At(x) | Event::NotBefore(x) => x.min(self.end),
        }
    }

    /// Whether an event comes before the end.
    pub fn has_event(&self) -> bool {
        matches!(self.event, Event::At(x) if x <= self.end)
    }

    pub fn acts_as_spring(&self) -> bool {
        matches!(self.role, Role::Spring | Role::Pressed)
    }

    pub fn is_loaded(&self) -> bool {
        self.load.iter().any(|&q| q != 0.0)
    }

    /// Velocity, change of the load, and impulse since the start.
    pub fn values(&self, x: f64) -> (f64, f64, f64) {
        let (mut velocity, mut load, mut impulse) = (0.0, 0.0, 0.0);
        for j in (1..TERMS).rev() {
            velocity = velocity * x + self.velocity[j];
            load = load * x + self.load[j];
            impulse = impulse * x + self.load[j] * RECIPROCAL[j];
        }
        (velocity * x + self.velocity[0], load * x, (impulse * x + self.load[0]) * x)
    }

    /// The load about the instant `now` as a series in a local time of `rate` units a second, in newton seconds per unit.
    pub fn load_about(&self, now: Instant, rate: f64) -> Polynomial {
        let mut series = self.load;
        shift(&mut series, self.at(now));
        let scale = 1.0 / (rate * self.length);
        let mut power = scale;
        for term in &mut series {
            *term *= power;
            power *= scale;
        }
        series
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_taylor::evaluate;

    #[test]
    fn a_load_seen_from_later_is_the_same_load() {
        let mut track = Track::uniform(Instant::default(), 0.5, 1.0);
        for (j, term) in track.load.iter_mut().enumerate() {
            *term = 1.0 / (1 + j * j) as f64;
        }
        let rate = 3.0;
        let series = track.load_about(Instant::default().after(0.1), rate);
        for seconds in [0.0, 0.1, 0.3] {
            let force = evaluate(&series, rate * seconds) * rate;
            let expected = evaluate(&track.load, (0.1 + seconds) / 0.5) / 0.5;
            assert!((force / expected - 1.0).abs() < 1e-14, "{force} {expected}");
        }
    }
}
