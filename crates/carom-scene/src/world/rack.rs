//! The `[rack]` table: balls set up for a break.

use carom_motion::billiards::rack::{Arrangement, Gaps, Rack, RackError, RackFrame, RackedBall};
use carom_motion::billiards::{BallState, State, Table as PlayTable};
use nalgebra::{Vector2, vector};

use super::balls::{Kind, Placed};
use crate::build::refusal;
use crate::problem::{Located, Problem};
use crate::read::Table;

/// The racked balls; the apex of a pool rack is on its `spot`, by default the foot spot.
pub(super) fn read(table: Table, kind: Kind, play: &PlayTable) -> Vec<Placed> {
    let Kind { ball, radius } = kind;
    table.require("shape", "`shape = \"9-ball\"`, say");
    let shape = table.choice("shape", &Arrangement::ALL.map(|known| (known.name(), known)));
    let (gap, seed, span) = (table.finite("gap"), table.seed("seed"), table.span());
    let spot = table.numbers::<2>("spot");
    let width = gap.map_or(0.0, |gap| gap.value);
    let gaps = match seed {
        Some(Located { value: seed, .. }) => Gaps::Scattered { largest: width, seed },
        None => Gaps::Uniform { gap: width },
    };
    let rack = shape.and_then(|shape| {
        let at = gap.map_or(shape.span, |gap| gap.span);
        let spot = spot.filter(|spot| !refuse_spot_of_snooker(&table, shape.value, spot));
        let rack = set_up(shape.value, spot.map(|spot| spot.value.into()), play, ball.radius(), gaps);
        table.problems().note(rack.map_err(|error| refusal::said(at, &error.to_string())))
    });
    table.finish();
    let place = spot.map_or(span, |spot| spot.span);
    let stand = |racked: &RackedBall| Placed {
        name: racked.name.to_string(),
        span,
        position: place,
        motion: None,
        radius,
        start: BallState { ball, state: State::on_bed(&ball, racked.position.into()) },
    };
    rack.map_or_else(Vec::new, |rack| rack.balls().iter().map(stand).collect())
}

fn set_up(
    arrangement: Arrangement,
    spot: Option<Vector2<f64>>,
    play: &PlayTable,
    radius: f64,
    gaps: Gaps,
) -> Result<Rack, RackError> {
    match (arrangement, spot) {
        (Arrangement::Pool(shape), Some(spot)) => {
            Rack::pool(shape, RackFrame { spot, direction: vector![1.0, 0.0] }, radius, gaps)
        }
        (Arrangement::Pool(_) | Arrangement::Snooker, _) => Rack::on_table(arrangement, play, radius, gaps),
    }
}

/// The colours of snooker have spots of their own.
fn refuse_spot_of_snooker(table: &Table, arrangement: Arrangement, spot: &Located<[f64; 2]>) -> bool {
    match arrangement {
        Arrangement::Pool(_) => false,
        Arrangement::Snooker => {
            let problem = Problem::new(spot.span, "the balls of snooker have spots of their own")
                .expected("only a rack of pool can stand elsewhere");
            table.problems().add(problem);
            true
        }
    }
}
