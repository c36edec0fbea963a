//! How large the numbers of a world may be.
//!
//! Beyond these ranges nothing is a table, a ball or a floor any more, events come by the million, and energies leave the range of
//! numbers. Signs are for the motion crate to judge.

use nalgebra::Vector3;

use crate::number;
use crate::problem::{Located, Problem};
use crate::read::Table;

/// Sizes that a quantity may have; zero is left to those who know what it means.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    least: f64,
    most: f64,
    unit: &'static str,
}

/// A millimetre of dust to a small hill.
pub(crate) const LENGTH: Range = Range::new(1e-6, 1e4, "m");
/// Places: as far as the largest length.
pub(crate) const PLACE: Range = Range::new(0.0, 1e4, "m");
/// Readings of a clock, which may count from 1970: three centuries, in which neighbours differ by a microsecond.
pub(crate) const CLOCK: Range = Range::new(0.0, 1e10, "s");
/// A grain of sand to a large ship.
pub(crate) const MASS: Range = Range::new(1e-6, 1e6, "kg");
/// Moments of inertia of such bodies.
pub(crate) const INERTIA: Range = Range::new(1e-18, 1e14, "kg m²");
/// Ten times the fastest balls that people drive by hand.
pub(crate) const SPEED: Range = Range::new(0.0, 1e3, "m/s");
/// The speed range over the radius of a small ball.
pub(crate) const SPIN: Range = Range::new(0.0, 1e5, "rad/s");
/// The cue's: more than three times the hardest breaks.
pub(crate) const CUE_SPEED: Range = Range::new(0.0, super::FASTEST_CUE, "m/s");
/// Of balls on a table: ten times the hardest breaks; spin as fast at the surface.
pub(crate) const TABLE_SPEED: Range = Range::new(0.0, 1e2, "m/s");
/// See [`TABLE_SPEED`].
pub(crate) const TABLE_SPIN: Range = Range::new(0.0, 1e4, "rad/s");
/// Of cloth: fifty times that of pool.
pub(crate) const CLOTH: Range = Range::new(1e-6, 1e1, "");
/// From a comet to a white dwarf's neighbourhood.
pub(crate) const GRAVITY: Range = Range::new(1e-3, 1e3, "m/s²");
/// Ten times what rubber on glue has.
pub(crate) const FRICTION: Range = Range::new(1e-6, 1e2, "");
/// η²: contacts of solids are near one.
pub(crate) const COMPLIANCE: Range = Range::new(1e-3, 1e3, "");
/// Cotton to diamond; where only ratios matter, numbers near one.
pub(crate) const STIFFNESS: Range = Range::new(1e-6, 1e15, "N/m");
/// Of contacts on a table: a pillow to diamond.
pub(crate) const TABLE_STIFFNESS: Range = Range::new(1e3, 1e12, "N/m");
/// Of balls on a table.
pub(crate) const BALL_MASS: Range = Range::new(1e-3, 1e3, "kg");
/// Of bodies that are no balls, which are followed turn by turn when they are near the floor.
pub(crate) const TUMBLING: Range = Range::new(0.0, 1e3, "rad/s");
/// An hour is long for anything that moves here; a day is allowed.
pub(crate) const TIME: Range = Range::new(1e-9, 1e5, "s");
/// A full turn.
pub(crate) const ANGLE: Range = Range::new(0.0, 360.0, "degrees");
/// Of a cue's butt above the level: up to straight down.
pub(crate) const ELEVATION: Range = Range::new(0.0, 90.0, "degrees");
/// Gaps of a rack, in diameters.
pub(crate) const GAP: Range = Range::new(0.0, 1.0, "diameters");

impl Range {
    const fn new(least: f64, most: f64, unit: &'static str) -> Self {
        Self { least, most, unit }
    }

    /// The number under a key, if its size is allowed.
    pub fn finite(&self, table: &Table, key: &'static str) -> Option<Located<f64>> {
        let given = table.finite(key)?;
        table.problems().note(self.checked(key, given))
    }

    /// The number, if its size is allowed.
    pub fn checked(&self, key: &str, given: Located<f64>) -> Result<Located<f64>, Problem> {
        let size = given.value.abs();
        if size == 0.0 || (self.least..=self.most).contains(&size) {
            return Ok(given);
        }
        let problem = Problem::new(given.span, format!("`{key}` is {}", number::exact(given.value)));
        Err(problem.expected(format!("a world takes {}", self.words())))
    }

    /// The number, if its size is allowed or it is infinite.
    pub fn checked_or_infinite(&self, key: &str, given: Located<f64>) -> Result<Located<f64>, Problem> {
        if given.value.is_infinite() {
            return Ok(given);
        }
        self.checked(key, given).map_err(|problem| {
            let expected = problem.expected.as_deref().map(|range| format!("{range}, or `inf`"));
            Problem { expected, ..problem }
        })
    }

    /// The vector under a key, if its length is allowed.
    pub fn vector(&self, table: &Table, key: &'static str) -> Option<Located<Vector3<f64>>> {
        let given = table.vector(key)?;
        let size = Located { value: given.value.norm(), span: given.span };
        let checked = self.checked(key, size).map_err(|problem| Problem {
            message: format!("`{key}` is {}{} long", number::short(size.value, 6), self.unit()),
            ..problem
        });
        table.problems().note(checked.map(|_| given))
    }

    fn unit(&self) -> String {
        if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) }
    }

    fn words(&self) -> String {
        let unit = self.unit();
        match self.least {
            0.0 => format!("up to {}{unit}", number::exact(self.most)),
            least => format!("{} to {}{unit}", number::exact(least), number::exact(self.most)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Span;

    #[test]
    fn powers_of_ten_are_for_very_small_and_very_large_numbers_only() {
        let gap = Located { value: 2.0, span: Span::default() };
        let problem = GAP.checked("gap", gap).expect_err("more than a diameter");
        assert_eq!(problem.message, "`gap` is 2");
        assert_eq!(problem.expected.as_deref(), Some("a world takes up to 1 diameters"));
        assert_eq!(LENGTH.words(), "1e-6 to 10000 m");
    }
}
