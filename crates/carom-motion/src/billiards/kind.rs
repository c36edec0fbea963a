//! Tables by the game that is played on them.

use nalgebra::{Vector2, vector};

use super::ball::Ball;
use super::rack::{BAULK_LINE, D_RADIUS};
use super::table::Table;

/// A table by its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    /// Nine-foot pool.
    Pool,
    /// Twelve-foot snooker.
    Snooker,
    /// Carom: no pockets.
    Carom,
}

impl TableKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Pool, Self::Snooker, Self::Carom];

    /// Its name in scene files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pool => "pool",
            Self::Snooker => "snooker",
            Self::Carom => "carom",
        }
    }

    /// The table.
    #[must_use]
    pub fn table(self) -> Table {
        match self {
            Self::Pool => Table::pool_nine_foot(),
            Self::Snooker => Table::snooker_twelve_foot(),
            Self::Carom => Table::carom(),
        }
    }

    /// The ball that is played with.
    #[must_use]
    pub fn ball(self) -> Ball {
        match self {
            Self::Pool => Ball::POOL,
            Self::Snooker => Ball::SNOOKER,
            Self::Carom => Ball::CAROM,
        }
    }

    /// Where the cue ball lies when the game begins, in metres from the middle of the table: on the head spot; at snooker on the baulk
    /// line, halfway out in the D.
    #[must_use]
    pub fn cue_ball_spot(self) -> Vector2<f64> {
        let table = self.table();
        match self {
            Self::Pool | Self::Carom => table.head_spot(),
            Self::Snooker => vector![BAULK_LINE - 0.5 * table.outline.length(), 0.5 * D_RADIUS],
        }
    }
}
