//! Samples of a course in time, as a table: one row for each instant, columns under the paths of the results.
//!
//! An impact has force, velocity, impulse and strain energy of every contact, so that any of them can be seen over time or over another, the
//! impulse say; a world has position and velocity of every body.

mod impact;
mod world;

pub(crate) use impact::{ContactSample, Tangential, contact_samples};

use thiserror::Error;

use crate::results::Column;
use crate::scene::{Scene, Solved};
use crate::world::{WorldRun, WorldScene};

/// Most rows of a table, of all bodies or contacts together: some 200 bytes each.
pub(crate) const MOST: usize = 1_000_000;

/// The time between two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Interval {
    /// In seconds, or in the unit of time of an impact without real stiffnesses; above zero.
    Seconds(f64),
    /// As a part of the whole duration; above zero, at most 1.
    Part(f64),
}

impl Interval {
    /// Two hundred samples: smooth to the eye.
    pub const SMOOTH: Self = Self::Part(0.005);

    /// In seconds, for a course that lasts so long.
    #[must_use]
    pub fn seconds(self, duration: f64) -> f64 {
        match self {
            Self::Seconds(seconds) => seconds,
            Self::Part(part) => part * duration,
        }
    }
}

impl std::str::FromStr for Interval {
    type Err = String;

    /// `0.01` seconds, or `1%` of the whole.
    fn from_str(text: &str) -> Result<Self, String> {
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|number| *number > 0.0 && number.is_finite());
        let parsed = match text.trim().strip_suffix('%') {
            Some(part) => {
                number(part).filter(|percent| *percent <= 100.0).map(|percent| Self::Part(percent / 100.0))
            }
            None => number(text).map(Self::Seconds),
        };
        parsed
            .ok_or_else(|| "expected a time in seconds above 0, or a part of the whole such as 1%".to_owned())
    }
}

/// What stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell {
    /// A number in the unit of its column.
    Number(f64),
    /// A word: what friction does.
    Word(&'static str),
}

/// A table of samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    /// What stands in each column; the first is `time`.
    pub columns: Vec<Column>,
    /// One row for each instant.
    pub rows: Vec<Vec<Cell>>,
}

/// Why there are no samples.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[non_exhaustive]
pub enum SamplesError {
    /// The method knows before and after only.
    #[error(
        "samples show an impact over time, which this method does not have: they need `method = \"simultaneous\"`"
    )]
    NoTime,
    /// More rows than a table may have.
    #[error("samples every {interval:e} give more than {most:e} rows: expected {finest:e} or more")]
    TooMany {
        /// The time between samples, in seconds.
        interval: f64,
        /// How many rows there may be.
        most: usize,
        /// The shortest time that gives no more.
        finest: f64,
    },
}

impl Scene {
    /// Samples of a solved impact.
    ///
    /// # Errors
    /// A method without time, or too many samples.
    pub fn samples(&self, solved: &Solved, interval: Interval) -> Result<Samples, SamplesError> {
        impact::samples(self, solved.course.trace().ok_or(SamplesError::NoTime)?, interval)
    }

    /// Samples of the [course until it could not be followed any further](Scene::course_until_failure); none if nothing had happened.
    ///
    /// # Errors
    /// Too many samples.
    pub fn samples_until_failure(&self, interval: Interval) -> Result<Option<Samples>, SamplesError> {
        self.course_until_failure().map(|trace| impact::samples(self, &trace, interval)).transpose()
    }
}

impl WorldScene {
    /// Samples of a run of this world.
    ///
    /// # Errors
    /// Too many samples.
    pub fn samples(&self, run: &WorldRun, interval: Interval) -> Result<Samples, SamplesError> {
        world::samples(self, run, interval)
    }
}

/// Times of samples: multiples of the interval, and the end.
fn instants(end: f64, interval: Interval, series: usize) -> Result<Vec<f64>, SamplesError> {
    let step = interval.seconds(end);
    let finest = finest_step(end, MOST / series.max(1));
    if step < finest {
        return Err(SamplesError::TooMany { interval: step, most: MOST, finest });
    }
    Ok(multiples(end, step))
}

/// Multiples of the step below the end, and the end.
pub(crate) fn multiples(end: f64, step: f64) -> Vec<f64> {
    let whole = if step > 0.0 { (end / step).ceil() as usize } else { 0 };
    let times = (0..whole).map(|number| number as f64 * step).filter(|&time| time < end);
    times.chain([end]).collect()
}

/// The shortest step, rounded up to two digits, with which a motion until `end` (both in seconds) has no more than `most` samples.
pub(crate) fn finest_step(end: f64, most: usize) -> f64 {
    // One sample is at the end, and rounding of the quotient may add another.
    let step = end / most.saturating_sub(2).max(1) as f64;
    if step == 0.0 {
        return 0.0;
    }
    // Positive powers of ten are exact, negative ones are not.
    match 1 - libm::log10(step).floor() as i32 {
        finer @ 0.. => (step * 10_f64.powi(finer)).ceil() / 10_f64.powi(finer),
        coarser => (step / 10_f64.powi(-coarser)).ceil() * 10_f64.powi(-coarser),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Loaded, load};

    #[test]
    fn an_interval_is_seconds_or_a_part_of_the_whole() {
        assert_eq!("0.01".parse(), Ok(Interval::Seconds(0.01)));
        assert_eq!("1%".parse(), Ok(Interval::Part(0.01)));
        for wrong in ["", "0", "-1", "inf", "nan", "101%", "0%", "%", "x"] {
            assert!(wrong.parse::<Interval>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn samples_end_at_the_end_and_are_not_too_many() {
        assert_eq!(multiples(1.0, 0.4), [0.0, 0.4, 0.8, 1.0]);
        assert_eq!(multiples(1.0, 0.5), [0.0, 0.5, 1.0]);
        assert_eq!(multiples(0.0, 0.5), [0.0]);
        for end in [1.0, 12.345, 7e-9, 99_999.9] {
            let times = multiples(end, finest_step(end, 1000));
            assert!((900..=1000).contains(&times.len()), "{end}: {}", times.len());
        }
        assert_eq!([1.0, 12.345, 0.0].map(|end| finest_step(end, 1000)), [0.0011, 0.013, 0.0]);
        let refused = instants(1.0, Interval::Seconds(1e-9), 2);
        assert_eq!(refused, Err(SamplesError::TooMany { interval: 1e-9, most: MOST, finest: 2.1e-6 }));
    }

    #[test]
    fn a_lone_contact_is_half_a_swing_of_its_spring() {
        /// A few roundings of the series and of the sine.
        const ROUNDING: f64 = 1e-13;
        // Mass 2, k = 8: F = √(k m) sin(2t), v = −cos(2t), E = sin²(2t), until π/2.
        let text = "body = [{ name = \"ball\", mass = 2, velocity = [0, 0, -1], position = [0, 0, 1], \
                    shape = { sphere = { radius = 1 } } }, { name = \"table\", fixed = true, \
                    shape = { plane = { normal = [0, 0, 1] } } }]\n[contact_defaults]\nstiffness = 8";
        let Ok(Loaded::Impact(scene)) = load(text) else { panic!("one impact") };
        let solved = scene.solve().expect("a ball on a table");
        let samples = scene.samples(&solved, Interval::Part(0.05)).expect("it has time");
        assert_eq!(samples.rows.len(), 21);
        let place =
            |path: &str| samples.columns.iter().position(|column| column.path == path).expect("a column");
        let paths = ["time", "normal_force", "normal_velocity", "normal_impulse", "strain_energy"];
        let places =
            paths.map(|key| if key == "time" { 0 } else { place(&format!("contacts.ball-table.{key}")) });
        for row in &samples.rows {
            let [time, force, velocity, impulse, energy] = places.map(|place| match row[place] {
                Cell::Number(number) => number,
                Cell::Word(word) => panic!("{word}"),
            });
            let (sine, cosine) = (2.0 * time).sin_cos();
            for (found, exact) in [
                (force, 4.0 * sine),
                (velocity, -cosine),
                (impulse, 2.0 - 2.0 * cosine),
                (energy, sine * sine),
            ] {
                assert!((found - exact).abs() < ROUNDING, "at {time}: {found} instead of {exact}");
            }
        }
    }
}
