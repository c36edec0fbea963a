//! Plays a shot: checks the balls and puts them in an order that does not depend on how they were given.

use std::cmp::Ordering;

use carom::derivative::Direction;

use super::ball::BallState;
use super::derivative::{ShotDerivatives, ShotParameter, Tangent};
use super::error::ShotError;
use super::game::Game;
use super::guard::TOUCHING;
use super::shot::{Shot, Until};
use super::table::Table;
use crate::encounter::{Encounter, Lookout};
use crate::progress::Watch;

/// Plays a shot: balls on a table, until they rest or until a time.
///
/// The result does not depend on the order of the balls, to the last bit: inside, they are ordered by where they are.
pub fn simulate(table: &Table, balls: &[BallState], until: Until) -> Result<Shot, ShotError> {
    simulate_watched(table, balls, until, &mut |_| {})
}

/// Plays a shot, and how its end depends on its beginning.
pub(super) fn differentiated(
    table: &Table,
    balls: &[BallState],
    until: Until,
    directions: &[Direction<ShotParameter>],
) -> Result<(Shot, ShotDerivatives), ShotError> {
    let (order, sorted) = ordered(table, balls)?;
    let mut game = Game::new(table, &sorted, None);
    game.tangent = Some(Tangent::new(directions, table, &sorted, &order, &game.pieces)?);
    game.play(until, &mut |_| {}).map_err(|error| renamed(error, &order))?;
    let derivatives = game.derivatives(until, &order).unwrap_or_default();
    Ok((game.finish(until).reordered(&order), derivatives))
}

/// Plays a shot, while `watch` is told how far it has come.
pub fn simulate_watched(
    table: &Table,
    balls: &[BallState],
    until: Until,
    watch: Watch,
) -> Result<Shot, ShotError> {
    let (order, sorted) = ordered(table, balls)?;
    let mut game = Game::new(table, &sorted, None);
    game.play(until, watch).map_err(|error| renamed(error, &order))?;
    Ok(game.finish(until).reordered(&order))
}

/// The impact of the shot's event of this number, counted from 0; none if that is no impact.
pub fn encounter(
    table: &Table,
    balls: &[BallState],
    until: Until,
    event: usize,
) -> Result<Option<Encounter>, ShotError> {
    let (order, sorted) = ordered(table, balls)?;
    let mut game = Game::new(table, &sorted, Some(Lookout::of(event)));
    game.play(until, &mut |_| {}).map_err(|error| renamed(error, &order))?;
    let named = |encounter: Encounter| {
        let bodies = encounter.bodies.iter().map(|&ball| order[ball]).collect();
        Encounter { bodies, ..encounter }
    };
    Ok(game.encounter().map(named))
}

/// The balls, checked and in order of place, and the number that each was given by.
fn ordered(table: &Table, balls: &[BallState]) -> Result<(Vec<usize>, Vec<BallState>), ShotError> {
    check_table(table)?;
    check_balls(table, balls)?;
    let mut order: Vec<usize> = (0..balls.len()).collect();
    order.sort_by(|&a, &b| by_place(&balls[a], &balls[b]));
    let sorted = order.iter().map(|&i| balls[i]).collect();
    Ok((order, sorted))
}

/// An order of balls that do not overlap; a shot and its mirror image in the length of the table have the same.
fn by_place(a: &BallState, b: &BallState) -> Ordering {
    let key = |ball: &BallState| {
        let place = ball.state.position;
        [place.x, place.y.abs(), place.y, place.z]
    };
    let differences = key(a).into_iter().zip(key(b)).map(|(a, b)| a.total_cmp(&b));
    differences.fold(Ordering::Equal, Ordering::then)
}

/// Refuses coefficients with which nothing can be played.
fn check_table(table: &Table) -> Result<(), ShotError> {
    let cloth = table.cloth;
    let positive =
        [("gravity", cloth.gravity), ("nose height", table.nose_height), ("bounce time", table.bounce_time)];
    if let Some(&(what, value)) = positive.iter().find(|(_, value)| !(*value > 0.0 && value.is_finite())) {
        return Err(ShotError::NotPositive { what, value });
    }
    let rest = [
        ("sliding friction", cloth.sliding_friction),
        ("rolling resistance", cloth.rolling_resistance),
        ("spin friction", cloth.spin_friction),
        ("capture speed", table.capture_speed),
    ];
    match rest.iter().find(|(_, value)| !(*value >= 0.0 && value.is_finite())) {
        Some(&(what, value)) => Err(ShotError::Negative { what, value }),
        None => Ok(()),
    }
}

/// Refuses balls that overlap each other, the bed or the cushions, that the noses would pass over, or that they would
/// throw up rather than back: a ball met at less than half its radius climbs over the cushion.
fn check_balls(table: &Table, balls: &[BallState]) -> Result<(), ShotError> {
    for (i, BallState { ball, state }) in balls.iter().enumerate() {
        if !state.is_finite() {
            return Err(ShotError::NotFinite { ball: i });
        }
        if table.nose_height >= 2.0 * ball.radius() {
            return Err(ShotError::NoseTooHigh { ball: i, nose: table.nose_height, radius: ball.radius() });
        }
        if 2.0 * table.nose_height < ball.radius() {
            return Err(ShotError::NoseTooLow { ball: i, nose: table.nose_height, radius: ball.radius() });
        }
        let depth = depth(table, &balls[i]);
        if depth > TOUCHING * ball.radius() {
            return Err(ShotError::OutsideTable { ball: i, depth });
        }
        for (j, other) in balls[..i].iter().enumerate() {
            let distance = ball.radius() + other.ball.radius();
            let overlap = distance - (state.position - other.state.position).norm();
            if overlap > TOUCHING * distance {
                return Err(ShotError::Overlap { first: j, second: i, overlap });
            }
        }
    }
    Ok(())
}

/// How far a ball is in the bed, a rail or a pocket, or beyond the edge, in metres; negative where it is clear of them all.
fn depth(table: &Table, BallState { ball, state }: &BallState) -> f64 {
    let place = state.position.xy();
    let mut depth = (ball.radius() - state.position.z).max((place.abs() - table.outline.edge()).max());
    for cushion in table.outline.cushions() {
        if let Some(touch) = cushion.touch(ball, state.position, table.nose_height) {
            let over = if cushion.is_over(place) { ball.radius() + touch.gap } else { 0.0 };
            depth = depth.max(over - touch.gap.min(0.0));
        }
    }
    for pocket in table.outline.pockets() {
        depth = depth.max(pocket.radius - (place - pocket.centre).norm());
    }
    depth
}

/// An error that names balls as the caller does.
fn renamed(error: ShotError, order: &[usize]) -> ShotError {
    match error {
        ShotError::Impact { time, mut balls, source } => {
            balls.iter_mut().for_each(|ball| *ball = order[*ball]);
            balls.sort_unstable();
            ShotError::Impact { time, balls, source }
        }
        ShotError::Derivative { time, mut balls, source } => {
            balls.iter_mut().for_each(|ball| *ball = order[*ball]);
            balls.sort_unstable();
            ShotError::Derivative { time, balls, source }
        }
        other => other,
    }
}
