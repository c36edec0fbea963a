//! Derivatives to either side of a kink.

use carom::derivative::{DerivativeError, Direction, OneSided};

use super::Derivatives;
use crate::mechanism::Mechanism;
use crate::scene::{Method, Scene, Setup};

/// To which side of its value a number is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// It grows.
    More,
    /// It falls.
    Less,
}

impl Side {
    const BOTH: [Self; 2] = [Self::More, Self::Less];

    /// The name used in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::More => "more",
            Self::Less => "less",
        }
    }

    fn sign(self) -> f64 {
        match self {
            Self::More => 1.0,
            Self::Less => -1.0,
        }
    }
}

/// Slopes of the outcome to one side.
#[derive(Debug, Clone, PartialEq)]
pub struct Slopes {
    /// A slope for each row, in the unit of the row over that of the column: what the matrix would have if the outcome were smooth. Of what jumps,
    /// the one beside the jump.
    pub values: Vec<f64>,
    /// Rows that jump to that side.
    pub jumps: Vec<String>,
    /// How well the slopes are known, as a part of the largest.
    pub uncertainty: f64,
}

/// The column of a kink, to one side.
#[derive(Debug, Clone, PartialEq)]
pub struct OneSidedColumn {
    /// The column, by name.
    pub column: String,
    /// To which side.
    pub side: Side,
    /// The slopes, or why there are none.
    pub slopes: Result<Slopes, String>,
}

impl Scene {
    /// Slopes to either side, of every column that a kink concerns.
    #[must_use]
    pub fn one_sided_derivatives(&self, derivatives: &Derivatives) -> Vec<OneSidedColumn> {
        let is_concerned = |name: &String| derivatives.kinks.iter().any(|kink| kink.columns.contains(name));
        let concerned =
            derivatives.columns.iter().enumerate().filter(|(_, column)| is_concerned(&column.name));
        let each = concerned.flat_map(|(place, column)| Side::BOTH.map(|side| (place, column, side)));
        each.map(|(place, column, side)| OneSidedColumn {
            column: column.name.clone(),
            side,
            slopes: self.slopes(derivatives, place, side),
        })
        .collect()
    }

    /// Slopes of all rows along the column at a place, to one side.
    fn slopes(&self, derivatives: &Derivatives, place: usize, side: Side) -> Result<Slopes, String> {
        if !matches!(self.method(), Method::Simultaneous) {
            return Err("slopes to one side are known for contacts with springs".to_owned());
        }
        let explained = |error: DerivativeError| self.explained(&error);
        match self.setup() {
            Setup::Bodies(impact) => {
                let direction = Direction(vec![(impact.parameters()[place], side.sign())]);
                let (_, found) = impact.solve_one_sided(&direction).map_err(explained)?;
                Ok(slopes(derivatives, side, &found))
            }
            Setup::Mechanism(Mechanism { problem, .. }) => {
                let direction = Direction(vec![(problem.parameters()[place], side.sign())]);
                let (_, found) = problem.solve_one_sided(&direction).map_err(explained)?;
                Ok(slopes(derivatives, side, &found))
            }
        }
    }
}

fn slopes<O: PartialEq>(derivatives: &Derivatives, side: Side, found: &OneSided<O>) -> Slopes {
    let rows = found.rows().iter().zip(&derivatives.rows);
    let jumping = rows.filter(|(output, _)| found.jumps().contains(output));
    Slopes {
        values: found.values().iter().map(|value| side.sign() * value).collect(),
        jumps: jumping.map(|(_, row)| row.name.clone()).collect(),
        uncertainty: found.error(),
    }
}
