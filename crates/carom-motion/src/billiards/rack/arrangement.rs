//! Racks by their games, each where it stands on its table.

use nalgebra::{Vector2, vector};

use super::{Gaps, PINK_GAP, Rack, RackError, RackFrame, RackShape, SnookerTable};
use crate::billiards::kind::TableKind;
use crate::billiards::table::Table;

/// What stands at the foot of a table before the break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// A rack of pool, its apex on the foot spot.
    Pool(RackShape),
    /// The reds and colours of snooker.
    Snooker,
}

impl Arrangement {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Pool(RackShape::NineBall),
        Self::Pool(RackShape::EightBall),
        Self::Pool(RackShape::TenBall),
        Self::Snooker,
    ];

    /// Its name in scene files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pool(RackShape::NineBall) => "9-ball",
            Self::Pool(RackShape::EightBall) => "8-ball",
            Self::Pool(RackShape::TenBall) => "10-ball",
            Self::Snooker => "snooker",
        }
    }

    /// The table that it belongs on.
    #[must_use]
    pub fn table_kind(self) -> TableKind {
        match self {
            Self::Pool(_) => TableKind::Pool,
            Self::Snooker => TableKind::Snooker,
        }
    }
}

impl Rack {
    /// Balls of a radius (metres) set up on a table whose foot is at x > 0.
    pub fn on_table(
        arrangement: Arrangement,
        table: &Table,
        radius: f64,
        gaps: Gaps,
    ) -> Result<Self, RackError> {
        let direction = vector![1.0, 0.0];
        match arrangement {
            Arrangement::Pool(shape) => {
                Self::pool(shape, RackFrame { spot: table.foot_spot(), direction }, radius, gaps)
            }
            Arrangement::Snooker => {
                let centre = Vector2::zeros();
                let table = SnookerTable { centre, direction, length: table.outline.length() };
                Self::snooker(table, radius, gaps, PINK_GAP)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billiards::rack::BallName;

    #[test]
    fn a_pool_rack_has_its_apex_on_the_foot_spot_and_snooker_its_pink_there() {
        for arrangement in Arrangement::ALL {
            let kind = arrangement.table_kind();
            let table = kind.table();
            let rack = Rack::on_table(arrangement, &table, kind.ball().radius(), Gaps::TIGHT);
            let rack = rack.expect("a sound rack");
            let on_spot = rack.balls().iter().find(|ball| ball.position == table.foot_spot());
            let expected = match arrangement {
                Arrangement::Pool(_) => BallName::Number(1),
                Arrangement::Snooker => BallName::Pink,
            };
            assert_eq!(on_spot.map(|ball| ball.name), Some(expected), "{}", arrangement.name());
        }
    }
}
