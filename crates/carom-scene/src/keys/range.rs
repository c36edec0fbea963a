//! Which numbers a key takes.
//!
//! Worlds refuse sizes beyond which nothing is a table, a ball or a floor any more, events come by the million, and energies leave the
//! range of numbers. Signs are for the motion crate to judge.

use crate::number;
use crate::problem::{Located, Problem};

/// Numbers that a key takes, in its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Range {
    /// Every number, from 1e-100 to 1e100 in size.
    Any,
    /// Numbers of these sizes, whatever their sign, and zero, which is left to those who know what it means. The reader refuses others.
    Sizes {
        /// The smallest size; zero if there is none.
        least: f64,
        /// The largest size.
        most: f64,
    },
    /// Zero, which stands for none, or numbers of these sizes. The reader refuses others.
    NoneOr {
        /// The smallest size but zero.
        least: f64,
        /// The largest size.
        most: f64,
    },
    /// Numbers from `least` to `most`, both included; those who use them refuse others.
    Values {
        /// The smallest.
        least: f64,
        /// The largest; may be infinite.
        most: f64,
    },
    /// Numbers above this one; those who use them refuse others.
    Above(f64),
}

/// A millimetre of dust to a small hill, m.
pub(crate) const LENGTH: Range = Range::sizes(1e-6, 1e4);
/// Places: as far as the largest length, m.
pub(crate) const PLACE: Range = Range::sizes(0.0, 1e4);
/// Readings of a clock, which may count from 1970: three centuries, in which neighbours differ by a microsecond, s.
pub(crate) const CLOCK: Range = Range::sizes(0.0, 1e10);
/// A grain of sand to a large ship, kg.
pub(crate) const MASS: Range = Range::sizes(1e-6, 1e6);
/// Moments of inertia of such bodies, kg m².
pub(crate) const INERTIA: Range = Range::sizes(1e-18, 1e14);
/// Ten times the fastest balls that people drive by hand, m/s.
pub(crate) const SPEED: Range = Range::sizes(0.0, 1e3);
/// The speed range over the radius of a small ball, rad/s.
pub(crate) const SPIN: Range = Range::sizes(0.0, 1e5);
/// The cue's: more than three times the hardest breaks, m/s.
pub(crate) const CUE_SPEED: Range = Range::sizes(0.0, crate::world::FASTEST_CUE);
/// Of balls on a table: ten times the hardest breaks, m/s; spin as fast at the surface.
pub(crate) const TABLE_SPEED: Range = Range::sizes(0.0, 1e2);
/// See [`TABLE_SPEED`], rad/s.
pub(crate) const TABLE_SPIN: Range = Range::sizes(0.0, 1e4);
/// Of cloth: fifty times that of pool.
pub(crate) const CLOTH: Range = Range::none_or(1e-6, 1e1);
/// From a comet to a white dwarf's neighbourhood, m/s².
pub(crate) const GRAVITY: Range = Range::sizes(1e-3, 1e3);
/// Ten times what rubber on glue has.
pub(crate) const FRICTION: Range = Range::none_or(1e-6, 1e2);
/// η²: contacts of solids are near one; rigid friction has none.
pub(crate) const COMPLIANCE: Range = Range::none_or(1e-3, 1e3);
/// Cotton to diamond; where only ratios matter, numbers near one. N/m
pub(crate) const STIFFNESS: Range = Range::sizes(1e-6, 1e15);
/// Of contacts on a table: a pillow to diamond, N/m.
pub(crate) const TABLE_STIFFNESS: Range = Range::sizes(1e3, 1e12);
/// Of balls on a table, kg.
pub(crate) const BALL_MASS: Range = Range::sizes(1e-3, 1e3);
/// Of bodies that are no balls, which are followed turn by turn when they are near the floor, rad/s.
pub(crate) const TUMBLING: Range = Range::sizes(0.0, 1e3);
/// An hour is long for anything that moves here; a day is allowed, s.
pub(crate) const TIME: Range = Range::sizes(1e-9, 1e5);
/// A full turn, degrees.
pub(crate) const ANGLE: Range = Range::sizes(0.0, 360.0);
/// Of a cue's butt above the level: up to straight down, degrees.
pub(crate) const ELEVATION: Range = Range::sizes(0.0, 90.0);
/// Gaps of a rack, in diameters.
pub(crate) const GAP: Range = Range::sizes(0.0, 1.0);

impl Range {
    pub(crate) const fn sizes(least: f64, most: f64) -> Self {
        Self::Sizes { least, most }
    }

    pub(crate) const fn none_or(least: f64, most: f64) -> Self {
        Self::NoneOr { least, most }
    }

    pub(crate) const fn values(least: f64, most: f64) -> Self {
        Self::Values { least, most }
    }

    /// Whether the reader refuses a number of this value.
    fn refuses(&self, value: f64) -> bool {
        match *self {
            Self::Sizes { least, most } | Self::NoneOr { least, most } => {
                let size = value.abs();
                size != 0.0 && !(least..=most).contains(&size)
            }
            Self::Any | Self::Values { .. } | Self::Above(_) => false,
        }
    }

    /// The number, if the reader does not refuse it.
    pub(crate) fn checked(
        &self,
        key: &str,
        unit: &str,
        given: Located<f64>,
    ) -> Result<Located<f64>, Problem> {
        if !self.refuses(given.value) {
            return Ok(given);
        }
        let problem = Problem::new(given.span, format!("`{key}` is {}", number::exact(given.value)));
        Err(problem.expected(format!("a world takes {}{}", self.words(), spaced(unit))))
    }

    /// Whether the length of a vector is allowed.
    pub(crate) fn check_length(&self, key: &str, unit: &str, length: Located<f64>) -> Result<(), Problem> {
        let said = |problem| Problem {
            message: format!("`{key}` is {}{} long", number::short(length.value, 6), spaced(unit)),
            ..problem
        };
        self.checked(key, unit, length).map(drop).map_err(said)
    }

    /// The range in a few words, without the unit: "0 to 1", "above 0", "up to 360"; empty if there is none.
    #[must_use]
    pub fn words(&self) -> String {
        match *self {
            Self::Any => String::new(),
            Self::Sizes { least: 0.0, most } => format!("up to {}", number::exact(most)),
            Self::Sizes { least, most } | Self::Values { least, most } if most.is_finite() => {
                format!("{} to {}", number::exact(least), number::exact(most))
            }
            Self::Sizes { least, .. } | Self::Values { least, .. } => {
                format!("{} or more", number::exact(least))
            }
            Self::NoneOr { least, most } => {
                format!("0, or {} to {}", number::exact(least), number::exact(most))
            }
            Self::Above(bound) => format!("above {}", number::exact(bound)),
        }
    }
}

/// A unit after a number.
fn spaced(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Span;

    #[test]
    fn powers_of_ten_are_for_very_small_and_very_large_numbers_only() {
        let gap = Located { value: 2.0, span: Span::default() };
        let problem = GAP.checked("gap", "diameters", gap).expect_err("more than a diameter");
        assert_eq!(problem.message, "`gap` is 2");
        assert_eq!(problem.expected.as_deref(), Some("a world takes up to 1 diameters"));
        assert_eq!(LENGTH.words(), "1e-6 to 10000");
    }

    #[test]
    fn a_coefficient_may_be_none_at_all_but_not_tiny() {
        let given = |value: f64| Located { value, span: Span::default() };
        assert!(COMPLIANCE.checked("compliance", "", given(0.0)).is_ok());
        let problem = COMPLIANCE.checked("compliance", "", given(5e-4)).expect_err("too small");
        assert_eq!(problem.expected.as_deref(), Some("a world takes 0, or 0.001 to 1000"));
    }
}
