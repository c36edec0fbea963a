//! Racks: where the balls stand before the break.
//!
//! Rows of balls, the apex on a spot of the table, row k at k times the row distance behind it and its balls one pitch apart:
//!
//! ```text
//! pitch = 2R (1 + gap)      row distance = pitch √3/2                                        (R.1)
//! ```
//!
//! A rack is never quite tight, so the gap is a parameter; zero is allowed, and then every ball touches its neighbours. Places are
//! rounded to one binary grid, outwards: in a rack along a coordinate axis the two sides are mirror images to the last bit, and
//! no computed distance is below the pitch. What rounding adds is below 10⁻¹⁵ of the rack's coordinates.
//!
//! [`Rack::neighbours`] lists the pairs that face each other with the gap that is meant, so that a simulation need not guess from
//! rounded distances which balls touch.

//!
//! ```
//! use carom_motion::billiards::rack::{BallName, Gaps, Rack, RackFrame, RackShape};
//! use nalgebra::vector;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let frame = RackFrame { spot: vector![0.4953, 1.4859], direction: vector![0.0, 1.0] };
//! let rack = Rack::pool(RackShape::NineBall, frame, 0.028575, Gaps::Uniform { gap: 1e-3 })?;
//! assert_eq!(rack.balls().len(), 9);
//! assert_eq!(rack.balls()[4].name, BallName::Number(9));
//! assert_eq!(rack.neighbours().len(), 16);
//! # Ok(())
//! # }
//! ```

mod arrangement;
mod breaks;
mod layout;
mod scatter;
mod snooker;

pub use arrangement::Arrangement;
pub use breaks::{WANG_BREAK, WangBreak, WangShot};
pub use snooker::SnookerTable;
pub(super) use snooker::{BAULK_LINE, D_RADIUS};

use std::fmt;

use nalgebra::Vector2;
use thiserror::Error;

use layout::{Grid, Place};

/// How the balls of a pool rack are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RackShape {
    /// Nine-ball: a diamond, the 1 at the apex and the 9 in the middle.
    NineBall,
    /// Ten-ball: a triangle of ten, the 1 at the apex and the 10 in the middle.
    TenBall,
    /// Eight-ball: a triangle of fifteen, the 8 in the middle of the third row, a solid and a stripe in the back corners.
    EightBall,
}

impl RackShape {
    /// The numbers of the balls, row by row from the apex, left to right. Where the rules leave the order open, it is arbitrary.
    #[must_use]
    pub fn rows(self) -> &'static [&'static [u8]] {
        match self {
            Self::NineBall => &[&[1], &[2, 3], &[4, 9, 5], &[6, 7], &[8]],
            Self::TenBall => &[&[1], &[4, 5], &[6, 10, 7], &[2, 8, 9, 3]],
            Self::EightBall => &[&[1], &[10, 3], &[4, 8, 11], &[12, 5, 13, 6], &[7, 14, 15, 2, 9]],
        }
    }
}

/// Gap between the pink and the reds of snooker, in diameters: half a millimetre. The rules say as near as possible without
/// touching.
pub const PINK_GAP: f64 = 0.01;

/// Which ball it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BallName {
    /// A pool ball, by its number.
    Number(u8),
    /// One of the fifteen reds of snooker, numbered from the apex, row by row.
    Red(u8),
    /// 2 points.
    Yellow,
    /// 3 points.
    Green,
    /// 4 points.
    Brown,
    /// 5 points.
    Blue,
    /// 6 points.
    Pink,
    /// 7 points.
    Black,
}

impl fmt::Display for BallName {
    /// The number of a pool ball, "red 7", "pink".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Red(number) => write!(f, "red {number}"),
            Self::Yellow => f.write_str("yellow"),
            Self::Green => f.write_str("green"),
            Self::Brown => f.write_str("brown"),
            Self::Blue => f.write_str("blue"),
            Self::Pink => f.write_str("pink"),
            Self::Black => f.write_str("black"),
        }
    }
}

/// Gaps between neighbours, in diameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Gaps {
    /// One gap between all neighbours.
    Uniform {
        /// Width of the gaps, in diameters: zero or more.
        gap: f64,
    },
    /// Each ball stands anywhere in a small disc about its place: the gaps lie between zero and `largest`.
    Scattered {
        /// Largest gap that may occur, in diameters.
        largest: f64,
        /// The same seed gives the same rack.
        seed: u64,
    },
}

impl Gaps {
    /// No gaps at all.
    pub const TIGHT: Self = Self::Uniform { gap: 0.0 };

    /// Gap between the places of neighbours, in diameters.
    fn nominal(self) -> f64 {
        match self {
            Self::Uniform { gap } => gap,
            Self::Scattered { largest, .. } => 0.5 * largest,
        }
    }

    fn checked(self) -> Result<Self, RackError> {
        let gap = match self {
            Self::Uniform { gap } => gap,
            Self::Scattered { largest, .. } => largest,
        };
        if gap >= 0.0 && gap.is_finite() { Ok(self) } else { Err(RackError::Gap { gap }) }
    }
}

/// Where a rack stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RackFrame {
    /// Place of the apex ball, in metres: the foot spot.
    pub spot: Vector2<f64>,
    /// From the apex towards the back rows, of any length.
    pub direction: Vector2<f64>,
}

/// A ball of a rack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RackedBall {
    /// Which.
    pub name: BallName,
    /// Its centre, in metres over the table.
    pub position: Vector2<f64>,
}

/// Two balls that face each other across one gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbours {
    /// Their numbers in [`Rack::balls`], the smaller first.
    pub balls: [usize; 2],
    /// The gap between them, in metres: zero where they touch.
    pub gap: f64,
}

/// Balls set up for a break.
#[derive(Debug, Clone, PartialEq)]
pub struct Rack {
    balls: Vec<RackedBall>,
    neighbours: Vec<Neighbours>,
}

/// A rack that cannot be set up.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
pub enum RackError {
    /// A gap that is negative or not a number.
    #[error("the gap is {gap} diameters, but must be zero or positive and finite")]
    Gap {
        /// The gap given, in diameters.
        gap: f64,
    },
    /// A length that is not positive and finite.
    #[error("{what} is {value} m, but must be positive and finite")]
    Length {
        /// Which length.
        what: &'static str,
        /// The value given, in metres.
        value: f64,
    },
    /// A spot or direction with an entry that is not finite, or a direction of length zero.
    #[error("the rack's spot must be finite, and its direction finite and not zero")]
    Frame,
}

impl Rack {
    /// A pool rack of balls of the given radius (metres).
    pub fn pool(shape: RackShape, frame: RackFrame, radius: f64, gaps: Gaps) -> Result<Self, RackError> {
        let names =
            shape.rows().iter().map(|row| row.iter().map(|&number| BallName::Number(number)).collect());
        Self::of_rows(&names.collect::<Vec<Vec<BallName>>>(), frame, radius, gaps)
    }

    fn of_rows(rows: &[Vec<BallName>], frame: RackFrame, radius: f64, gaps: Gaps) -> Result<Self, RackError> {
        let radius = positive("the radius of the balls", radius)?;
        let gaps = gaps.checked()?;
        let half_pitch = radius * (1.0 + gaps.nominal()); // (R.1)
        let grid = Grid::new(frame, half_pitch, rows.len())?;
        let places: Vec<Place> = layout::places(rows);
        let names = rows.iter().flatten();
        let stand = |(&name, &place)| RackedBall { name, position: grid.position(place) };
        let balls: Vec<RackedBall> = names.zip(&places).map(stand).collect();
        let gap = 2.0 * radius * gaps.nominal();
        let facing = layout::facing(&places).into_iter().map(|balls| Neighbours { balls, gap });
        let rack = Self { balls, neighbours: facing.collect() };
        Ok(match gaps {
            Gaps::Uniform { .. } => rack,
            Gaps::Scattered { largest, seed } => rack.scattered(radius, largest, seed),
        })
    }

    /// The balls, row by row from the apex, left to right.
    #[must_use]
    pub fn balls(&self) -> &[RackedBall] {
        &self.balls
    }

    /// The pairs that face each other.
    #[must_use]
    pub fn neighbours(&self) -> &[Neighbours] {
        &self.neighbours
    }
}

fn positive(what: &'static str, value: f64) -> Result<f64, RackError> {
    if value > 0.0 && value.is_finite() { Ok(value) } else { Err(RackError::Length { what, value }) }
}
