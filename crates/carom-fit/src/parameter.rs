//! What is sought: where it stands, within which range, and where the search begins.

use carom::derivative::Number;
use carom_estimate::Bounds;
use carom_scene::{Constancy, ParameterEntry, Span};

use crate::error::FitError;

/// A number that is sought.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// What reports call it.
    pub name: String,
    /// Its unit; empty if it has none, or if that depends on the scene.
    pub unit: &'static str,
    /// Where it stands in the scene.
    pub(crate) paths: Vec<String>,
    /// What it is there.
    pub(crate) part: Part,
    /// Within which it is sought.
    pub range: [f64; 2],
    /// Where the search begins first.
    pub guess: f64,
    /// Between which values other searches begin.
    pub(crate) starts: Starts,
    pub(crate) span: Span,
}

/// What a parameter is at its places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Part {
    /// The value itself.
    Value,
    /// The e of e (v/v₀)^−p; the exponent p is the next parameter.
    AtReference {
        /// v₀, in metres per second.
        speed: f64,
    },
    /// That exponent.
    Exponent,
}

/// Where searches begin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Starts {
    /// Evenly between two values.
    Even(f64, f64),
    /// In even ratios between two positive values.
    Ratios(f64, f64),
    /// At the guess only.
    Guess,
}

impl Starts {
    /// The start at a part, 0 to 1, of the way.
    pub fn at(self, part: f64, guess: f64) -> f64 {
        match self {
            Self::Even(from, to) => from + part * (to - from),
            Self::Ratios(from, to) => from * libm::pow(to / from, part),
            Self::Guess => guess,
        }
    }
}

/// What is usual for a key.
struct Usual {
    range: [f64; 2],
    guess: f64,
    starts: Starts,
    unit: &'static str,
}

/// Range and starts of a key, from what stands there now.
fn usual(path: &str, present: f64) -> Usual {
    let key = path.rsplit('.').find(|part| !["x", "y", "z", "0", "1", "2"].contains(part)).unwrap_or(path);
    let plain = |range, guess, starts| Usual { range, guess, starts, unit: carom_sweep::unit_of(path) };
    match key {
        "restitution" => plain([0.0, 1.0], 0.7, Starts::Even(0.1, 0.98)),
        "tangential_restitution" => plain([-1.0, 1.0], 0.0, Starts::Even(-0.7, 0.9)),
        "friction" => plain([0.0, 10.0], 0.2, Starts::Ratios(0.03, 1.2)),
        "compliance" => plain([0.01, 100.0], 1.2, Starts::Ratios(0.3, 5.0)),
        "stiffness" => {
            let size = if present > 0.0 && present.is_finite() { present } else { 1.0 };
            plain([1e-9 * size, 1e9 * size], size, Starts::Ratios(0.1 * size, 10.0 * size))
        }
        "sliding_friction" | "rolling_resistance" | "spinning_friction" | "spin_resistance" => {
            let size = if present > 0.0 { present } else { 0.1 };
            plain([1e-6, 10.0], size, Starts::Ratios(0.3 * size, 3.0 * size))
        }
        "mass" | "radius" | "end_mass" | "gravity" => {
            plain([1e-6 * present, 1e6 * present], present, Starts::Ratios(0.5 * present, 2.0 * present))
        }
        _ => plain([f64::NEG_INFINITY, f64::INFINITY], present, Starts::Guess),
    }
}

impl Parameter {
    /// The parameters of an entry whose places are these; `present` is what stands at the first of them.
    pub(crate) fn of_entry(
        entry: &ParameterEntry,
        paths: Vec<String>,
        name: String,
        present: f64,
    ) -> Result<Vec<Self>, FitError> {
        let refused = |message: String, expected: &str| Err(FitError::entry(entry.span, message, expected));
        let Usual { range, guess, starts, unit } = usual(&paths[0], present);
        let range = match entry.range {
            Some([least, most]) if least < range[0] || most > range[1] => {
                return refused(
                    format!("`{name}` cannot range from {least} to {most}"),
                    &format!("expected a range within {} to {}", range[0], range[1]),
                );
            }
            Some(given) => given,
            None => range,
        };
        let starts = match (entry.range, starts) {
            (None, starts) => starts,
            (Some([least, most]), Starts::Ratios(..)) if least > 0.0 => Starts::Ratios(least, most),
            (Some([least, most]), _) => Starts::Even(least, most),
        };
        let guess = match entry.guess {
            Some(given) if given < range[0] || given > range[1] => {
                return refused(
                    format!("the guess {given} of `{name}` is out of its range"),
                    &format!("expected a number from {} to {}", range[0], range[1]),
                );
            }
            Some(given) => given,
            None if entry.range.is_some() => starts.at(0.5, guess),
            None => guess.clamp(range[0], range[1]),
        };
        let plain = Self { name, unit, paths, part: Part::Value, range, guess, starts, span: entry.span };
        match entry.constancy {
            Constancy::Constant => Ok(vec![plain]),
            Constancy::FallsWithSpeed { reference } => {
                if !plain.paths.iter().all(|path| path.ends_with(".restitution")) {
                    return refused(
                        format!("`{}` cannot depend on the approach speed", plain.name),
                        "expected a restitution",
                    );
                }
                let exponent = Self {
                    name: format!("{}.exponent", plain.name),
                    unit: "",
                    part: Part::Exponent,
                    range: [-2.0, 2.0],
                    guess: 0.0,
                    starts: Starts::Even(-0.1, 0.4),
                    ..plain.clone()
                };
                Ok(vec![Self { part: Part::AtReference { speed: reference }, ..plain }, exponent])
            }
        }
    }
}

/// The bounds of parameters.
pub(crate) fn bounds(parameters: &[Parameter]) -> Bounds {
    let side = |which: usize| parameters.iter().map(|parameter| parameter.range[which]).collect();
    Bounds::new(side(0), side(1))
}

/// e (v/v₀)^−p, within what restitution can be.
pub(crate) fn at_speed<T: Number>(e: T, exponent: T, speed: T, reference: f64) -> T {
    if speed.value() <= 0.0 {
        return e;
    }
    let found = e * (speed / T::constant(reference)).power(-exponent);
    if (0.0..=1.0).contains(&found.value()) { found } else { T::constant(found.value().clamp(0.0, 1.0)) }
}
