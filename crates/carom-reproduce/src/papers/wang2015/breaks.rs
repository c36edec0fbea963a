//! \[Wang2015, sec. IV-B\]: a nine-ball rack broken by a cue ball without spin, with forward spin and with backspin.

use carom::{Friction, Restitution, TangentialLaw};
use carom_motion::billiards::rack::{Gaps, Rack, RackFrame, RackShape, WANG_BREAK, WangShot};
use carom_motion::billiards::{Ball, BallState, Outline, Shot, State, Table, Until, simulate};
use nalgebra::{Vector2, Vector3, vector};

use crate::item::Unmet;

/// Where the apex of the rack stands, in metres from the middle of the table: the foot spot of a nine-foot table.
const FOOT_SPOT: f64 = 0.635;
/// Way of the cue ball from the head spot to the rack, in metres.
pub const FROM_HEAD_SPOT: f64 = 2.0 * FOOT_SPOT - WANG_BREAK.diameter;
/// As good as no way at all, in metres.
pub const SHORT_WAY: f64 = 0.005;

/// The nine-foot table that the paper does not describe, with the balls and the cloth of its Table II.
pub fn table() -> Result<Table, Unmet> {
    let mut table = Table::pool_nine_foot();
    table.between_balls.restitution = Restitution::new(WANG_BREAK.restitution)?;
    table.between_balls.tangential =
        TangentialLaw::Rigid { friction: Friction::new(WANG_BREAK.ball_friction)? };
    table.cloth.sliding_friction = WANG_BREAK.sliding_friction;
    table.cloth.rolling_resistance = WANG_BREAK.rolling_friction;
    Ok(table)
}

/// The ball of Table II.
pub fn ball() -> Result<Ball, Unmet> {
    Ok(Ball::new(WANG_BREAK.mass, 0.5 * WANG_BREAK.diameter)?)
}

/// The tight rack on the foot spot.
pub fn rack() -> Result<Rack, Unmet> {
    let frame = RackFrame { spot: vector![FOOT_SPOT, 0.0], direction: Vector2::x() };
    Ok(Rack::pool(RackShape::NineBall, frame, 0.5 * WANG_BREAK.diameter, Gaps::TIGHT)?)
}

/// The cue ball `way` metres before the rack, and the rack.
pub fn balls(shot: WangShot, way: f64) -> Result<Vec<BallState>, Unmet> {
    let ball = ball()?;
    let cue = State::on_bed(&ball, [FOOT_SPOT - WANG_BREAK.diameter - way, 0.0]);
    let cue = cue.moving(shot.velocity()).spinning(shot.angular_velocity());
    let mut balls = vec![BallState { ball, state: cue }];
    let racked = rack()?;
    let places = racked.balls().iter().map(|racked| racked.position);
    balls.extend(places.map(|place| BallState { ball, state: State::on_bed(&ball, [place.x, place.y]) }));
    Ok(balls)
}

/// The same table so large that no ball reaches a cushion.
pub fn large_table() -> Result<Table, Unmet> {
    Ok(Table { outline: Outline::closed(40.0, 20.0), ..table()? })
}

/// The shot on a table, to rest.
pub fn play(table: &Table, shot: WangShot, way: f64) -> Result<Shot, Unmet> {
    Ok(simulate(table, &balls(shot, way)?, Until::Rest)?)
}

/// Root of the mean squared distance from the common centre, in metres.
pub fn spread(places: &[Vector3<f64>]) -> f64 {
    let count = places.len() as f64;
    let centre = places.iter().sum::<Vector3<f64>>() / count;
    (places.iter().map(|place| (place - centre).norm_squared()).sum::<f64>() / count).sqrt()
}

/// Where the balls rest.
pub fn resting(shot: &Shot) -> Vec<Vector3<f64>> {
    shot.final_states().iter().map(|ball| ball.state.position).collect()
}
