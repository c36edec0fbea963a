//! Derivatives of shots: closed forms, differences of the shot itself, and a goal reached by Newton's method.

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use carom::Surface;
use carom::derivative::{Axis, Coefficient, DerivativeError, Direction};
use carom_motion::billiards::cue::{Aim, BallOnBed, Cue, CueStrike, Guide, TipPoint};
use carom_motion::billiards::derivative::{
    BlowParameter, ContactKind, CueShotError, CueShotParameter, ShotDerivatives, ShotKinkCause,
    ShotParameter as P, play_with_derivatives, simulate_with_derivatives,
};
use carom_motion::billiards::{Ball, BallState, CushionModel, Shot, State, Table, Until, simulate};
use nalgebra::{Matrix2, Vector2, Vector3, vector};

/// Steps of differences of fourth order, as a part of a number's size: rounding of some 10⁻¹³ over it, its fourth power for the rest.
const STEP: f64 = 1e-4;
/// So differences are good to this part of the derivatives, which are as large as shots are unstable.
const DIFFERENCES: f64 = 2e-8;
/// Where a derivative is zero a difference is what four rounded numbers leave, each off by some two units in its last place, times the weights 18/12.
const ROUNDED: f64 = 2.0 * f64::EPSILON * 18.0 / 12.0;

fn rolling(ball: &Ball, place: [f64; 2], velocity: Vector3<f64>) -> State {
    State::on_bed(ball, place).moving(velocity).spinning(ball.rolling(velocity, 0.0))
}

fn frictionless(law: Surface) -> Surface {
    law.frictionless()
}

/// The table and the balls with a number changed.
fn changed(table: &Table, balls: &[BallState], parameter: P, by: f64) -> (Table, Vec<BallState>) {
    let (mut table, mut balls) = (table.clone(), balls.to_vec());
    match parameter {
        P::Position { ball, axis } => balls[ball].state.position[axis.index()] += by,
        P::Velocity { ball, axis } => balls[ball].state.velocity[axis.index()] += by,
        P::AngularVelocity { ball, axis } => balls[ball].state.angular_velocity[axis.index()] += by,
        P::Mass { ball } => {
            let old = balls[ball].ball;
            balls[ball].ball = Ball::new(old.mass() + by, old.radius()).unwrap();
        }
        P::Radius { ball } => {
            let old = balls[ball].ball;
            balls[ball].ball = Ball::new(old.mass(), old.radius() + by).unwrap();
            balls[ball].state.position.z += by;
        }
        P::SlidingFriction => table.cloth.sliding_friction += by,
        P::RollingResistance => table.cloth.rolling_resistance += by,
        P::SpinFriction => table.cloth.spin_friction += by,
        P::Gravity => table.cloth.gravity += by,
        P::NoseHeight => table.nose_height += by,
        P::Restitution(kind) => {
            let law = law(&mut table, kind);
            law.restitution = carom::Restitution::new(law.restitution.value() + by).unwrap();
        }
        P::Stiffness(kind) => {
            let law = law(&mut table, kind);
            law.stiffness = carom::Stiffness::new(law.stiffness.value() + by).unwrap();
        }
        P::Friction(_) | P::Compliance(_) => panic!("not varied here"),
    }
    (table, balls)
}

fn law(table: &mut Table, kind: ContactKind) -> &mut Surface {
    match kind {
        ContactKind::Balls => &mut table.between_balls,
        ContactKind::Cushion => &mut table.cushion,
        ContactKind::Bed => &mut table.bed,
    }
}

/// Places of all balls at the end, and the time of the end.
fn numbers(shot: &Shot) -> Vec<f64> {
    let places =
        shot.final_states().into_iter().flat_map(|ball| [ball.state.position.x, ball.state.position.y]);
    places.chain([shot.end]).collect()
}

fn derivatives(found: &ShotDerivatives, direction: usize) -> Vec<f64> {
    let places = found.states[direction].iter().flat_map(|change| [change.position.x, change.position.y]);
    places.chain([found.end.as_ref().unwrap()[direction]]).collect()
}

/// Differences of fourth order of the shot itself.
fn differences(table: &Table, balls: &[BallState], parameter: P, step: f64) -> Vec<f64> {
    let at = |by: f64| {
        let (table, balls) = changed(table, balls, parameter, by);
        numbers(&simulate(&table, &balls, Until::Rest).unwrap())
    };
    let [far_below, below, above, far_above] = [-2.0, -1.0, 1.0, 2.0].map(|times| at(times * step));
    let slope = |i: usize| (8.0 * (above[i] - below[i]) - far_above[i] + far_below[i]) / (12.0 * step);
    (0..above.len()).map(slope).collect()
}

fn agrees(table: &Table, balls: &[BallState], parameters: &[(P, f64)]) {
    let directions: Vec<_> = parameters.iter().map(|&(parameter, _)| Direction::along(parameter)).collect();
    let (shot, found) = simulate_with_derivatives(table, balls, Until::Rest, &directions).unwrap();
    assert_eq!(shot, simulate(table, balls, Until::Rest).unwrap());
    assert_eq!(shot.events.len(), found.events.len());
    for (direction, &(parameter, size)) in parameters.iter().enumerate() {
        assert!(found.is_smooth_along(direction), "{parameter:?}: {:?}", found.kinks);
        let exact = derivatives(&found, direction);
        let rough = differences(table, balls, parameter, STEP * size);
        let largest = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let farthest = numbers(&shot).iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let bound = DIFFERENCES * largest + ROUNDED * farthest / (STEP * size);
        for (i, (exact, rough)) in exact.iter().zip(&rough).enumerate() {
            assert!((exact - rough).abs() < bound, "{parameter:?}, {i}: {exact} {rough}");
        }
    }
}

fn of_ball(ball: usize) -> Vec<(P, f64)> {
    let mut all = vec![(P::Mass { ball }, 0.1), (P::Radius { ball }, 0.001)];
    for axis in [Axis::X, Axis::Y] {
        all.push((P::Position { ball, axis }, 0.01));
        all.push((P::Velocity { ball, axis }, 0.1));
        all.push((P::AngularVelocity { ball, axis }, 1.0));
    }
    all.push((P::AngularVelocity { ball, axis: Axis::Z }, 1.0));
    all
}

const OF_TABLE: [(P, f64); 4] =
    [(P::SlidingFriction, 0.1), (P::RollingResistance, 0.01), (P::SpinFriction, 0.01), (P::Gravity, 1.0)];

#[test]
fn a_ball_alone_that_slides_curves_and_rolls_depends_on_everything_as_its_closed_forms_do() {
    let ball = Ball::POOL;
    let state =
        State::on_bed(&ball, [-0.5, 0.1]).moving(vector![1.0, 0.2, 0.0]).spinning(vector![25.0, 10.0, 8.0]);
    let parameters: Vec<_> = of_ball(0).into_iter().chain(OF_TABLE).collect();
    agrees(&Table::carom(), &[BallState { ball, state }], &parameters);
}

#[test]
fn a_ball_that_hits_another_off_its_centre_and_a_cushion() {
    let mut table = Table::carom();
    table.between_balls = frictionless(table.between_balls);
    table.cushion_model = CushionModel::Alone;
    table.cushion = frictionless(table.cushion);
    let ball = Ball::CAROM;
    let balls = [
        // It slides: beside rolling, a second derivative jumps, which differences would feel.
        State::on_bed(&ball, [-0.6, 0.0]).moving(vector![1.6, 0.1, 0.0]).spinning(vector![-2.0, 30.0, 4.0]),
        State::on_bed(&ball, [0.2, 0.07]),
    ]
    .map(|state| BallState { ball, state });
    let mut parameters = of_ball(0);
    parameters.retain(|(parameter, _)| !matches!(parameter, P::Radius { .. }));
    parameters.extend(OF_TABLE);
    parameters.extend([(P::Position { ball: 1, axis: Axis::Y }, 0.01), (P::Mass { ball: 1 }, 0.1)]);
    parameters
        .extend([(P::Restitution(ContactKind::Balls), 0.1), (P::Restitution(ContactKind::Cushion), 0.1)]);
    parameters.push((P::NoseHeight, 0.001));
    agrees(&table, &balls, &parameters);
    // Of different sizes they would press on the bed.
    let radius = [Direction::along(P::Radius { ball: 0 })];
    let (_, found) = simulate_with_derivatives(&table, &balls, Until::Rest, &radius).unwrap();
    assert_eq!(found.kinks[0].cause, ShotKinkCause::Tilted);
}

#[test]
fn friction_between_balls_and_of_cushions_is_differentiated_along() {
    let mut table = Table::carom();
    table.cushion_model = CushionModel::Alone;
    let ball = Ball::CAROM;
    let balls = [
        State::on_bed(&ball, [-0.3, 0.0]).moving(vector![1.2, 0.1, 0.0]).spinning(vector![0.0, 10.0, 20.0]),
        State::on_bed(&ball, [0.2, 0.08]),
    ]
    .map(|state| BallState { ball, state });
    let axes = [Axis::X, Axis::Y].map(|axis| (P::Velocity { ball: 0, axis }, 0.1));
    let spin = (P::AngularVelocity { ball: 0, axis: Axis::Z }, 1.0);
    agrees(&table, &balls, &[axes[0], axes[1], spin, (P::Gravity, 1.0)]);
}

#[test]
fn cushions_that_press_a_ball_on_the_bed_are_differentiated_with_it() {
    let ball = Ball::CAROM;
    let state =
        State::on_bed(&ball, [-0.3, 0.0]).moving(vector![1.2, 0.7, 0.0]).spinning(vector![0.0, 10.0, 20.0]);
    let [x, y] = [Axis::X, Axis::Y].map(|axis| (P::Velocity { ball: 0, axis }, 0.1));
    let spin = (P::AngularVelocity { ball: 0, axis: Axis::Z }, 1.0);
    let restitution = (P::Restitution(ContactKind::Cushion), 0.1);
    agrees(
        &Table::carom(),
        &[BallState { ball, state }],
        &[x, y, spin, restitution, (P::SlidingFriction, 0.1)],
    );
}

/// Ten balls in a triangle with room between them, and one that is shot at them.
fn triangle(speed: f64, aim: f64) -> Vec<BallState> {
    let ball = Ball::CAROM;
    let spacing = 3.4 * ball.radius();
    let (sine, cosine) = aim.sin_cos();
    let mut states = vec![rolling(&ball, [-0.9, 0.013], vector![speed * cosine, speed * sine, 0.0])];
    for row in 0..4 {
        for i in 0..=row {
            let across = spacing * (f64::from(i) - 0.5 * f64::from(row));
            states
                .push(State::on_bed(&ball, [0.2 + 0.5 * 3.0_f64.sqrt() * spacing * f64::from(row), across]));
        }
    }
    states.into_iter().map(|state| BallState { ball, state }).collect()
}

#[test]
fn newtons_method_brings_a_ball_of_eleven_to_its_target_by_speed_and_aim() {
    let mut table = Table::carom();
    table.between_balls = frictionless(table.between_balls);
    table.cushion_model = CushionModel::Alone;
    table.cushion = frictionless(table.cushion);
    /// The ball that should stop at the target.
    const CHOSEN: usize = 7;
    /// In metres.
    const CLOSE: f64 = 1e-9;
    let stops = |speed: f64, aim: f64| -> Vector2<f64> {
        simulate(&table, &triangle(speed, aim), Until::Rest).unwrap().final_states()[CHOSEN]
            .state
            .position
            .xy()
    };
    let (mut speed, mut aim) = (1.8, 0.003);
    // Two centimetres from where the first shot leaves it.
    let target = stops(speed, aim) + vector![0.016, -0.012];
    let mut off = stops(speed, aim) - target;
    for _ in 0..8 {
        if off.norm() < CLOSE {
            break;
        }
        // A ball that rolls: ω goes with v.
        let ball = Ball::CAROM;
        let along = |dx: f64, dy: f64| {
            let spin = ball.rolling(vector![dx, dy, 0.0], 0.0);
            Direction(vec![
                (P::Velocity { ball: 0, axis: Axis::X }, dx),
                (P::Velocity { ball: 0, axis: Axis::Y }, dy),
                (P::AngularVelocity { ball: 0, axis: Axis::X }, spin.x),
                (P::AngularVelocity { ball: 0, axis: Axis::Y }, spin.y),
            ])
        };
        let (sine, cosine) = aim.sin_cos();
        let directions = [along(cosine, sine), along(-speed * sine, speed * cosine)];
        let (_, found) =
            simulate_with_derivatives(&table, &triangle(speed, aim), Until::Rest, &directions).unwrap();
        let column = |direction: usize| found.states[direction][CHOSEN].position.xy();
        let matrix = Matrix2::from_columns(&[column(0), column(1)]);
        let step = matrix.try_inverse().expect("a ball that both change") * -off;
        // Shorter steps until one comes nearer: another order of impacts is another valley.
        let mut part = 1.0;
        while part > 1e-6 {
            let next = stops(speed + part * step.x, aim + part * step.y) - target;
            if next.norm() < (1.0 - 0.3 * part) * off.norm() {
                (speed, aim, off) = (speed + part * step.x, aim + part * step.y, next);
                break;
            }
            part *= 0.5;
        }
        assert!(part > 1e-6, "no step comes nearer than {off}");
    }
    assert!(off.norm() < CLOSE, "{off}");
}

#[test]
fn a_ball_that_meets_two_at_once_has_a_kink_along_its_aim_and_none_along_its_speed() {
    let ball = Ball::CAROM;
    let r = ball.radius();
    let mut table = Table::carom();
    table.between_balls = frictionless(table.between_balls);
    let states = [
        rolling(&ball, [-0.5, 0.0], vector![1.0, 0.0, 0.0]),
        State::on_bed(&ball, [0.0, 1.2 * r]),
        State::on_bed(&ball, [0.0, -1.2 * r]),
    ];
    let balls = states.map(|state| BallState { ball, state });
    let directions = [Axis::X, Axis::Y].map(|axis| Direction::along(P::Velocity { ball: 0, axis }));
    let (_, found) = simulate_with_derivatives(&table, &balls, Until::Time(1.0), &directions).unwrap();
    assert!(found.is_smooth_along(0), "{:?}", found.kinks);
    assert!(!found.is_smooth_along(1));
    assert_eq!(found.kinks[0].cause, ShotKinkCause::Coincidence);
}

#[test]
fn what_a_shot_does_not_have_is_refused() {
    let ball = Ball::CAROM;
    let balls = [BallState { ball, state: State::on_bed(&ball, [0.0, 0.0]) }];
    let mut table = Table::carom();
    let refused = |table: &Table, parameter: P| {
        simulate_with_derivatives(table, &balls, Until::Rest, &[Direction::along(parameter)]).is_err()
    };
    assert!(refused(&table, P::Mass { ball: 1 }));
    assert!(!refused(&table, P::Friction(ContactKind::Balls)));
    table.between_balls = frictionless(table.between_balls);
    assert!(refused(&table, P::Friction(ContactKind::Balls)));
    assert!(refused(&table, P::Compliance(ContactKind::Balls)));
}

/// Cues of every kind, level and raised, with and without side.
fn strikes() -> Vec<CueStrike> {
    let ball = BallOnBed {
        position: Vector2::new(-0.3, 0.1),
        ..BallOnBed::lying_on(
            &Table::pool_nine_foot(),
            &BallState { ball: Ball::POOL, state: State::on_bed(&Ball::POOL, [-0.3, 0.1]) },
        )
    };
    let mut all = Vec::new();
    for cue in [Cue::pool().unwrap(), Cue::mechanical().unwrap()] {
        for (elevation, side, height) in [(0.1, 0.15, 0.2), (0.3, -0.25, -0.1), (1.1, 0.3, 0.25)] {
            let aim = Aim { azimuth: 0.4, elevation, speed: 2.1 };
            let point = TipPoint::Offset { side, height };
            all.push(CueStrike { cue, aim, point, ball, model: CueStrike::MODEL });
        }
    }
    all
}

/// A strike with a number changed.
fn struck_with(strike: &CueStrike, parameter: BlowParameter, by: f64) -> CueStrike {
    use BlowParameter as B;
    let mut strike = *strike;
    let TipPoint::Offset { mut side, mut height } = strike.point else { panic!("an offset") };
    match parameter {
        B::Speed => strike.aim.speed += by,
        B::Azimuth => strike.aim.azimuth += by,
        B::Elevation => strike.aim.elevation += by,
        B::Side => side += by,
        B::Height => height += by,
        B::CueMass => strike.cue.mass += by,
        B::EndMass => {
            let Guide::Hand { end_mass } = &mut strike.cue.guide else { panic!("a cue in the hand") };
            *end_mass += by;
        }
        B::Tip(Coefficient::Restitution) => {
            let e = strike.cue.tip.restitution.value() + by;
            strike.cue.tip.restitution = carom::Restitution::new(e).unwrap();
        }
        B::Bed(Coefficient::Restitution) => {
            let e = strike.ball.bed.restitution.value() + by;
            strike.ball.bed.restitution = carom::Restitution::new(e).unwrap();
        }
        B::BallMass => strike.ball.mass += by,
        B::BallRadius => strike.ball.radius += by,
        B::Tip(_) | B::Bed(_) => panic!("not varied here"),
    }
    strike.point = TipPoint::Offset { side, height };
    strike
}

const OF_BLOW: [(BlowParameter, f64); 10] = [
    (BlowParameter::Speed, 1.0),
    (BlowParameter::Azimuth, 0.3),
    (BlowParameter::Elevation, 0.1),
    (BlowParameter::Side, 0.1),
    (BlowParameter::Height, 0.1),
    (BlowParameter::CueMass, 0.2),
    (BlowParameter::Tip(Coefficient::Restitution), 0.1),
    (BlowParameter::Bed(Coefficient::Restitution), 0.1),
    (BlowParameter::BallMass, 0.05),
    (BlowParameter::BallRadius, 0.005),
];

#[test]
fn a_blow_depends_on_the_cue_and_its_aim_as_differences_of_it_do() {
    for strike in strikes() {
        let mut parameters = OF_BLOW.to_vec();
        if let Guide::Hand { .. } = strike.cue.guide {
            parameters.push((BlowParameter::EndMass, 0.002));
        }
        let directions: Vec<_> = parameters.iter().map(|&(p, _)| Direction::along(p)).collect();
        let (_, found) = strike.solve_with_derivatives(&directions).unwrap();
        for (number, &(parameter, size)) in parameters.iter().enumerate() {
            assert!(found.kinks.iter().all(|kink| !kink.directions.contains(&number)), "{:?}", found.kinks);
            let step = STEP * size;
            let at = |times: f64| {
                let outcome = struck_with(&strike, parameter, times * step).solve().unwrap();
                let stroke = outcome.stroke().unwrap();
                (stroke.velocity, stroke.angular_velocity)
            };
            let [(v0, w0), (v1, w1), (v2, w2), (v3, w3)] = [-2.0, -1.0, 1.0, 2.0].map(at);
            let velocity = ((v2 - v1) * 8.0 - (v3 - v0)) / (12.0 * step);
            let spin = ((w2 - w1) * 8.0 - (w3 - w0)) / (12.0 * step);
            let off = |exact: Vector3<f64>, rough: Vector3<f64>, value: Vector3<f64>| {
                (exact - rough).norm() / (exact.norm() + value.norm() / size)
            };
            let worst =
                off(found.velocity[number], velocity, v1).max(off(found.angular_velocity[number], spin, w1));
            assert!(worst < DIFFERENCES, "{parameter:?} of {strike:?}: {worst:e}");
        }
    }
}

#[test]
fn where_a_struck_ball_stops_depends_on_the_cue_as_differences_of_the_shot_do() {
    let table = Table {
        between_balls: frictionless(Table::pool_nine_foot().between_balls),
        ..Table::pool_nine_foot()
    };
    let place = |x, y| BallState { ball: Ball::POOL, state: State::on_bed(&Ball::POOL, [x, y]) };
    let balls = [place(-0.3, 0.1), place(0.2, 0.12)];
    let aim = Aim { azimuth: 0.03, elevation: 0.08, speed: 1.2 };
    let point = TipPoint::Offset { side: 0.2, height: -0.15 };
    let strike = |aim, point, table: &Table, balls: &[BallState]| CueStrike {
        cue: Cue::pool().unwrap(),
        aim,
        point,
        ball: BallOnBed::lying_on(table, &balls[0]),
        model: CueStrike::MODEL,
    };
    use BlowParameter as B;
    use CueShotParameter as C;
    let sizes = [
        (C::Blow(B::Speed), 0.1),
        (C::Blow(B::Azimuth), 0.01),
        (C::Blow(B::Elevation), 0.1),
        (C::Blow(B::Side), 0.1),
        (C::Blow(B::Height), 0.1),
        (C::Shot(P::Mass { ball: 0 }), 0.02),
        (C::Shot(P::SlidingFriction), 0.05),
        (C::Shot(P::Restitution(ContactKind::Bed)), 0.1),
    ];
    let directions: Vec<_> = sizes.iter().map(|&(parameter, _)| Direction::along(parameter)).collect();
    let whole = strike(aim, point, &table, &balls);
    let (_, shot, found) =
        play_with_derivatives(&whole, 0, &table, &balls, Until::Rest, &directions).unwrap();
    assert!(shot.events.len() > 4, "the balls meet");
    for (number, &(parameter, size)) in sizes.iter().enumerate() {
        let step = STEP * size;
        let at = |times: f64| {
            let by = times * step;
            let (table, mut balls) = match parameter {
                C::Blow(_) => (table.clone(), balls.to_vec()),
                C::Shot(parameter) => changed(&table, &balls, parameter, by),
            };
            let this = match parameter {
                C::Blow(parameter) => struck_with(&whole, parameter, by),
                C::Shot(_) => strike(aim, point, &table, &balls),
            };
            let outcome = this.solve().unwrap();
            balls[0] = outcome.stroke().unwrap().applied(balls[0], &table);
            numbers(&simulate(&table, &balls, Until::Rest).unwrap())
        };
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(at);
        let exact = derivatives(&found, number);
        let largest = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        for (i, exact) in exact.iter().enumerate() {
            let rough = (8.0 * (c[i] - b[i]) - d[i] + a[i]) / (12.0 * step);
            let bound = 5.0 * DIFFERENCES * largest + ROUNDED * 10.0 / step;
            assert!((exact - rough).abs() < bound, "{parameter:?}, {i}: {exact} {rough}");
        }
    }
}

#[test]
fn a_cue_on_a_rail_has_no_end_mass_to_differentiate_by() {
    let strike = strikes().into_iter().find(|strike| strike.cue.guide == Guide::Rail).unwrap();
    let refused = strike.solve_with_derivatives(&[Direction::along(BlowParameter::EndMass)]);
    assert!(matches!(refused, Err(CueShotError::Derivative(DerivativeError::NoSuchParameter { .. }))));
}
