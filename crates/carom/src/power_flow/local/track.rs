//! The series of one contact with an origin and an end of its own.

use carom_taylor::{evaluate, integral, shift};

use crate::flow::Instant;
use crate::power_flow::frame::{Frame, ORDER, Series};
use crate::power_flow::guards::Alarm;

/// Polynomials of x ∈ [0, 1], x being the time since `start` over `length`.
#[derive(Debug, Clone)]
pub(super) struct Track {
    start: Instant,
    /// Seconds per unit of x.
    pub length: f64,
    /// Where the series ends, in x: at one, or earlier if what surrounds the contact has changed since.
    pub end: f64,
    /// Where the first event of the contact lies, and what it is.
    event: Option<(f64, Alarm)>,
    velocity: Series,
    compression: Series,
    /// In newton seconds per unit of x.
    push: Series,
}

impl Track {
    /// A member of a frame in time, with `unit` seconds per unit of σ, whose series reaches so far and has this first event.
    pub fn of(
        frame: &Frame,
        member: usize,
        start: Instant,
        unit: f64,
        reach: f64,
        event: Option<(f64, Alarm)>,
    ) -> Self {
        Self {
            start,
            length: unit * reach,
            end: 1.0,
            event: event.map(|(s, alarm)| (s / reach, alarm)),
            velocity: stretched(frame.velocity(member), 1.0, reach),
            compression: stretched(frame.compression(member), 1.0, reach),
            push: stretched(&frame.push_series(member)[..ORDER], reach, reach),
        }
    }

    /// Place of an instant.
    pub fn at(&self, now: Instant) -> f64 {
        now.since(self.start) / self.length
    }

    /// When it is to be expanded anew, and the event that it has there.
    pub fn due(&self) -> (Instant, Option<Alarm>) {
        match self.event {
            Some((x, alarm)) if x <= self.end => (self.start.after(x * self.length), Some(alarm)),
            _ => (self.start.after(self.end * self.length), None),
        }
    }

    pub fn pushes(&self) -> bool {
        self.push[0] != 0.0
    }

    /// Velocity, compression, and the impulse since the start.
    pub fn values(&self, x: f64) -> [f64; 3] {
        [evaluate(&self.velocity, x), evaluate(&self.compression, x), integral(&self.push, x)]
    }

    /// The push about the instant `now`, per unit of a clock that has `unit` seconds.
    pub fn push_about(&self, now: Instant, unit: f64) -> Series {
        let mut series = self.push;
        if self.pushes() {
            shift(&mut series, self.at(now));
            let scale = unit / self.length;
            series = stretched(&series, scale, scale);
        }
        series
    }
}

/// factor · c(x·by)
fn stretched(c: &[f64], factor: f64, by: f64) -> Series {
    let (mut series, mut power) = ([0.0; ORDER + 1], factor);
    for (term, c) in series.iter_mut().zip(c) {
        *term = c * power;
        power *= by;
    }
    series
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power_flow::frame::ZERO;

    #[test]
    fn a_push_seen_from_later_is_the_same_push() {
        let push = std::array::from_fn(|j| if j < ORDER { 1.0 / (1 + j * j) as f64 } else { 0.0 });
        let track = Track {
            start: Instant::default(),
            length: 0.5,
            end: 1.0,
            event: None,
            velocity: ZERO,
            compression: ZERO,
            push,
        };
        let unit = 1.0 / 3.0;
        let series = track.push_about(Instant::default().after(0.1), unit);
        for seconds in [0.0, 0.1, 0.3] {
            let force = evaluate(&series, seconds / unit) / unit;
            let expected = evaluate(&push, (0.1 + seconds) / 0.5) / 0.5;
            assert!((force / expected - 1.0).abs() < 1e-14, "{force} {expected}");
        }
    }
}
