//! The opening of snooker: fifteen reds in a triangle and six colours on their spots.

use nalgebra::Vector2;

use super::{BallName, Gaps, Rack, RackError, RackFrame, RackedBall, positive};

/// From the face of the bottom cushion to the baulk line, in metres: 29 in. [WPBSA, section 1]
pub(in crate::billiards) const BAULK_LINE: f64 = 0.737;
/// Radius of the D, in metres: 11½ in. [WPBSA, section 1]
pub(in crate::billiards) const D_RADIUS: f64 = 0.292;
/// From the face of the top cushion to the black spot: 12¾ in. [WPBSA, section 1]
const BLACK_SPOT: f64 = 0.324;
/// Balls in each row of the reds.
const ROWS: usize = 5;

/// A snooker table for its opening.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SnookerTable {
    /// The centre spot, in metres.
    pub centre: Vector2<f64>,
    /// From the baulk end towards the top cushion, of any length.
    pub direction: Vector2<f64>,
    /// Length of the playing area between the cushion faces, in metres.
    pub length: f64,
}

impl SnookerTable {
    /// Length of the playing area of a full-size table: 11 ft 8½ in, in metres. [WPBSA, section 1]
    pub const FULL_LENGTH: f64 = 3.569;
}

impl Rack {
    /// The opening of snooker with balls of the given radius (metres). The reds stand behind the pink, which they must not touch:
    /// `pink_gap`, in diameters, is between it and the apex. The reds come first, then yellow to black; only reds are
    /// listed as neighbours.
    pub fn snooker(table: SnookerTable, radius: f64, gaps: Gaps, pink_gap: f64) -> Result<Self, RackError> {
        let radius = positive("the radius of the balls", radius)?;
        let length = positive("the length of the table", table.length)?;
        if !(pink_gap > 0.0 && pink_gap.is_finite()) {
            return Err(RackError::Gap { gap: pink_gap });
        }
        let largest = table.direction.amax();
        if !(table.direction.iter().all(|x| x.is_finite()) && largest > 0.0) {
            return Err(RackError::Frame);
        }
        let up = (table.direction / largest).normalize();
        let left = Vector2::new(-up.y, up.x);
        let at = |along: f64, across: f64| table.centre + (up * along + left * across);
        let pyramid = 0.25 * length;
        let apex = at(pyramid + 2.0 * radius * (1.0 + pink_gap), 0.0);
        let frame = RackFrame { spot: apex, direction: table.direction };
        let mut rack = Self::of_rows(&reds(), frame, radius, gaps)?;
        let baulk = BAULK_LINE - 0.5 * length;
        let colours = [
            (BallName::Yellow, at(baulk, -D_RADIUS)),
            (BallName::Green, at(baulk, D_RADIUS)),
            (BallName::Brown, at(baulk, 0.0)),
            (BallName::Blue, table.centre),
            (BallName::Pink, at(pyramid, 0.0)),
            (BallName::Black, at(0.5 * length - BLACK_SPOT, 0.0)),
        ];
        rack.balls.extend(colours.map(|(name, position)| RackedBall { name, position }));
        Ok(rack)
    }
}

fn reds() -> Vec<Vec<BallName>> {
    let mut numbers = (1..=15).map(BallName::Red);
    (1..=ROWS).map(|count| numbers.by_ref().take(count).collect()).collect()
}
