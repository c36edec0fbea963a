//! The flags of `carom shot`: what they may say.

use carom_motion::billiards::TableKind;
use carom_motion::billiards::rack::{Arrangement, RackShape};
use carom_scene::FASTEST_CUE;
use clap::builder::TypedValueParser;

use crate::choices::named;

/// A place on the table, in metres from its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Along the table.
    pub x: f64,
    /// Across it, to the left.
    pub y: f64,
}

/// The tables.
pub fn tables() -> impl TypedValueParser<Value = TableKind> {
    let help = |kind| match kind {
        TableKind::Pool => "Nine-foot pool table",
        TableKind::Snooker => "Twelve-foot snooker table",
        TableKind::Carom => "Carom table, without pockets",
    };
    named(TableKind::ALL.map(|kind| (kind.name(), help(kind), kind)).to_vec())
}

/// The racks.
pub fn racks() -> impl TypedValueParser<Value = Arrangement> {
    let help = |arrangement| match arrangement {
        Arrangement::Pool(RackShape::NineBall) => "A diamond of nine",
        Arrangement::Pool(RackShape::EightBall) => "A triangle of fifteen",
        Arrangement::Pool(RackShape::TenBall) => "A triangle of ten",
        Arrangement::Snooker => "Fifteen reds and six colours",
    };
    named(Arrangement::ALL.map(|rack| (rack.name(), help(rack), rack)).to_vec())
}

/// Widest gap in a rack, in diameters.
const WIDEST: f64 = 1.0;

/// Slowest cue, in metres per second: a ball struck so comes to rest within an atom's width.
const SLOWEST_CUE: f64 = 1e-6;

pub fn speed(text: &str) -> Result<f64, String> {
    let expected = format!("metres per second, from {SLOWEST_CUE:e} to {FASTEST_CUE}, such as 2.5");
    number(text, &expected, |x| (SLOWEST_CUE..=FASTEST_CUE).contains(&x))
}

pub fn angle(text: &str) -> Result<f64, String> {
    number(text, "degrees from -360 to 360, such as -12.5", |x| x.abs() <= 360.0)
}

pub fn elevation(text: &str) -> Result<f64, String> {
    number(text, "degrees from 0 (level) to 90 (straight down)", |x| (0.0..=90.0).contains(&x))
}

pub fn offset(text: &str) -> Result<f64, String> {
    number(text, "radii of the ball, more than -1 and less than 1; 0 is its centre", |x| x.abs() < 1.0)
}

pub fn gap(text: &str) -> Result<f64, String> {
    let expected = format!("diameters of a ball, from 0 to {WIDEST}, such as 0.001");
    number(text, &expected, |x| (0.0..=WIDEST).contains(&x))
}

pub fn seconds(text: &str) -> Result<f64, String> {
    number(text, "a number of seconds, 0 or more", |x| x >= 0.0)
}

/// Softest and stiffest tips, in newtons per metre: a sponge, and a steel ball.
const TIPS: std::ops::RangeInclusive<f64> = 1e3..=1e10;

pub fn tip_stiffness(text: &str) -> Result<f64, String> {
    let expected = format!("newtons per metre, from {:e} to {:e}", TIPS.start(), TIPS.end());
    number(text, &expected, |x| TIPS.contains(&x))
}

pub fn place(text: &str) -> Result<Place, String> {
    let expected = || "expected two numbers of metres with a comma between, such as -0.6,0.1".to_owned();
    let (x, y) = text.split_once(',').ok_or_else(expected)?;
    let coordinate = |word: &str| finite(word).ok_or_else(expected);
    Ok(Place { x: coordinate(x)?, y: coordinate(y)? })
}

fn number(text: &str, expected: &str, fits: impl Fn(f64) -> bool) -> Result<f64, String> {
    finite(text).filter(|&x| fits(x)).ok_or_else(|| format!("expected {expected}"))
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|x| x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_two_finite_numbers() {
        assert_eq!(place("-0.6, 0.1"), Ok(Place { x: -0.6, y: 0.1 }));
        for bad in ["", "1", "1;2", "1,", "nan,0", "1,inf", "1,2,3"] {
            assert!(place(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges_end_where_they_say() {
        assert!(elevation("90").is_ok() && elevation("90.001").is_err() && elevation("-1").is_err());
        assert!(offset("0.999").is_ok() && offset("1").is_err());
        assert!(
            speed("0").is_err() && speed("inf").is_err() && speed("1e-3").is_ok() && speed("50.1").is_err()
        );
        assert!(speed("1e-300").is_err() && speed("1e-6").is_ok()); // The energy of the first would be zero.
        assert!(gap("0").is_ok() && gap("-0.1").is_err() && gap("1.1").is_err());
        assert!(angle("-360").is_ok() && angle("1e300").is_err());
    }
}
