//! The `[rack]` table: balls set up for a break.

use carom_motion::billiards::rack::{
    Gaps, PINK_GAP, Rack, RackError, RackFrame, RackShape, RackedBall, SnookerTable,
};
use carom_motion::billiards::{Ball, BallState, Outline, State};
use nalgebra::{Vector2, vector};

use super::balls::Placed;
use crate::build::refusal;
use crate::problem::Located;
use crate::read::{Table, choice};

/// What stands at the foot of the table.
#[derive(Debug, Clone, Copy)]
enum Arrangement {
    Pool(RackShape),
    Snooker,
}

const SHAPES: [(&str, Arrangement); 4] = [
    ("9-ball", Arrangement::Pool(RackShape::NineBall)),
    ("8-ball", Arrangement::Pool(RackShape::EightBall)),
    ("10-ball", Arrangement::Pool(RackShape::TenBall)),
    ("snooker", Arrangement::Snooker),
];

/// The racked balls; the apex of a pool rack is on the foot spot, a quarter of the table's length from the middle.
pub(super) fn read(table: Table, ball: Ball, outline: &Outline) -> Vec<Placed> {
    table.require("shape", "`shape = \"9-ball\"`, say");
    let shape = choice(&table, "shape", &SHAPES);
    let (gap, seed, span) = (table.finite("gap"), table.seed("seed"), table.span());
    let width = gap.map_or(0.0, |gap| gap.value);
    let gaps = match seed {
        Some(Located { value: seed, .. }) => Gaps::Scattered { largest: width, seed },
        None => Gaps::Uniform { gap: width },
    };
    let rack = shape.and_then(|shape| {
        let at = gap.map_or(shape.span, |gap| gap.span);
        let rack = arrange(shape.value, ball, outline, gaps);
        table.problems().note(rack.map_err(|error| refusal::said(at, &error.to_string())))
    });
    table.finish();
    let stand = |racked: &RackedBall| Placed {
        name: racked.name.to_string(),
        span,
        position: span,
        motion: None,
        start: BallState { ball, state: State::on_bed(&ball, racked.position.into()) },
    };
    rack.map_or_else(Vec::new, |rack| rack.balls().iter().map(stand).collect())
}

fn arrange(arrangement: Arrangement, ball: Ball, outline: &Outline, gaps: Gaps) -> Result<Rack, RackError> {
    let direction = vector![1.0, 0.0];
    match arrangement {
        Arrangement::Pool(shape) => {
            let frame = RackFrame { spot: vector![0.25 * outline.length(), 0.0], direction };
            Rack::pool(shape, frame, ball.radius(), gaps)
        }
        Arrangement::Snooker => {
            let table = SnookerTable { centre: Vector2::zeros(), direction, length: outline.length() };
            Rack::snooker(table, ball.radius(), gaps, PINK_GAP)
        }
    }
}
