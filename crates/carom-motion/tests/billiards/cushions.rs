//! Balls against cushions: the published model integrated by hand, and what must hold of any rebound.

use carom::{Friction, Restitution, Stiffness, TangentialLaw};
use carom_motion::billiards::{
    Ball, BallState, CushionModel, Exit, Shot, ShotEventKind, State, Table, Until, simulate,
};
use nalgebra::{Vector3, vector};

use crate::common::{RADIUS, ball, play, rolling, stunned};

fn first_impact(shot: &Shot) -> f64 {
    let hit = |kind: &ShotEventKind| matches!(kind, ShotEventKind::Collides(_));
    shot.events.iter().find(|event| hit(&event.kind)).expect("an impact").time
}

/// The model of [Mathavan2010]: rigid Coulomb friction at nose and bed, the ball kept on the bed, energetic restitution at the
/// nose; Euler steps over the normal impulse of the nose. A wall at +x.
fn mathavan(mut v: Vector3<f64>, mut w: Vector3<f64>, e: f64, mu: f64, mu_bed: f64, h: f64) -> Vector3<f64> {
    let (m, r) = (Ball::POOL.mass(), RADIUS);
    let moment = Ball::POOL.moment();
    let sin = (h - r) / r;
    let normal = vector![-(1.0 - sin * sin).sqrt(), 0.0, -sin];
    let step = m * v.norm() / 2e5;
    let along = |u: Vector3<f64>, n: Vector3<f64>| {
        let t = u - n * n.dot(&u);
        if t.norm() > 1e-9 { t / t.norm() } else { Vector3::zeros() }
    };
    let (mut work, mut stored) = (0.0, None);
    loop {
        let nose = v + w.cross(&(-normal * r));
        let bed = v + w.cross(&vector![0.0, 0.0, -r]);
        let push = normal - along(nose, normal) * mu;
        // The bed's normal impulse keeps v_z at zero; its friction is horizontal.
        let press = (-push.z).max(0.0);
        let rub = -along(bed, Vector3::z()) * (mu_bed * press);
        let total = push + rub + vector![0.0, 0.0, press];
        let torque = (-normal * r).cross(&push) + vector![0.0, 0.0, -r].cross(&rub);
        let approach = normal.dot(&nose);
        v += total * (step / m);
        w += torque * (step / moment);
        work += -approach * step;
        match stored {
            None if approach >= 0.0 => stored = Some(work),
            None => {}
            Some(most) if work <= (1.0 - e * e) * most => return v,
            Some(_) => {}
        }
    }
}

/// A table with the rigid friction of the published model, and a bed as good as rigid.
fn published(e: f64, mu: f64) -> Table {
    let mut table = Table::pool_nine_foot();
    table.bed.stiffness = Stiffness::new(1e4 * table.cushion.stiffness.value()).expect("positive");
    table.cushion.restitution = Restitution::new(e).expect("within 0 and 1");
    table.cushion.tangential = TangentialLaw::Rigid { friction: Friction::new(mu).expect("positive") };
    table
}

#[test]
fn rebounds_agree_with_the_published_model_integrated_step_by_step() {
    // Steps of 1/200000 of the impulse leave some 10⁻⁵; the bed, which gives by 10⁻⁴ of what the nose does, leaves less.
    const AGREEMENT: f64 = 2e-5;
    let table = published(0.85, 0.2);
    let shots = [
        rolling(1.0, 0.2, vector![2.0, 0.0, 0.0]),
        stunned(1.2, 0.2, vector![2.0, 0.0, 0.0]),
        rolling(1.0, 0.2, vector![1.5, 1.0, 0.0]),
        ball(
            State::on_bed(&Ball::POOL, [1.2, 0.2])
                .moving(vector![1.5, 0.5, 0.0])
                .spinning(vector![30.0, 20.0, 40.0]),
        ),
    ];
    for start in shots {
        let shot = play(&table, &[start]);
        let time = first_impact(&shot);
        let before = shot.trajectories[0].before(time);
        let expected = mathavan(before.velocity, before.angular_velocity, 0.85, 0.2, 0.2, table.nose_height);
        let after = shot.at(0, time).velocity;
        let error = (after - expected).norm() / before.velocity.norm();
        assert!(error < AGREEMENT, "{expected} {after}");
    }
}

#[test]
fn a_ball_hit_square_on_comes_back_along_its_line_and_slower_than_e() {
    for start in [rolling(1.0, 0.2, vector![2.0, 0.0, 0.0]), stunned(1.0, 0.2, vector![2.0, 0.0, 0.0])] {
        let shot = play(&Table::pool_nine_foot(), &[start]);
        let time = first_impact(&shot);
        let ratio = -shot.at(0, time).velocity.x / shot.trajectories[0].before(time).velocity.x;
        assert!(shot.at(0, time).velocity.y.abs() < 1e-15);
        assert!((0.6..=0.85).contains(&ratio), "{ratio}");
    }
}

#[test]
fn the_cushion_alone_without_friction_turns_the_inclined_normal_part_around() {
    // v' = v (1 − (1 + e) cos²θ) along the bed, sin θ = (h − R)/R.
    let mut table = Table::pool_nine_foot();
    table.cushion = table.cushion.frictionless();
    table.cushion_model = CushionModel::Alone;
    let shot = play(&table, &[stunned(1.0, 0.2, vector![2.0, 0.0, 0.0])]);
    let time = first_impact(&shot);
    let ratio = shot.at(0, time).velocity.x / shot.trajectories[0].before(time).velocity.x;
    let sin = (table.nose_height - RADIUS) / RADIUS;
    assert!((ratio - (1.0 - 1.85 * (1.0 - sin * sin))).abs() < 1e-13, "{ratio}");
}

#[test]
fn running_english_widens_and_reverse_english_narrows_the_rebound() {
    let angle = |spin: f64| {
        let velocity = vector![1.5, 1.5, 0.0];
        let state = State::on_bed(&Ball::POOL, [1.0, -0.2]).moving(velocity);
        let start = ball(state.spinning(Ball::POOL.rolling(velocity, spin)));
        let shot = play(&Table::pool_nine_foot(), &[start]);
        let after = shot.at(0, first_impact(&shot)).velocity;
        after.y.atan2(-after.x)
    };
    // At a wall at +x, travelling towards +y, the ball rolls along the wall if it turns clockwise: ω_z < 0.
    assert!(angle(-60.0) > angle(0.0));
    assert!(angle(60.0) < angle(0.0));
}

#[test]
fn a_ball_in_a_closed_corner_hits_both_cushions_at_once() {
    let table = Table::carom();
    let carom = Ball::CAROM;
    let state = State::on_bed(&carom, [1.0, 0.71 - 0.42]).moving(vector![2.0, 2.0, 0.0]);
    let shot = simulate(&table, &[BallState { ball: carom, state }], Until::Rest).expect("a sound shot");
    let both = shot.events.iter().find_map(|event| match &event.kind {
        ShotEventKind::Collides(collision) => Some(collision.cushions.len()),
        ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
    });
    assert_eq!(both, Some(2));
    let after = shot.at(0, first_impact(&shot)).velocity;
    assert!((after.x - after.y).abs() < 1e-12 && after.x < 0.0, "{after}");
}

#[test]
fn balls_shot_at_pockets_fall() {
    let table = Table::pool_nine_foot();
    for (number, pocket) in table.outline.pockets().iter().enumerate() {
        // From the middle of the table at the middle of the mouth.
        let tip = 4.5 * 0.0254 * std::f64::consts::FRAC_1_SQRT_2;
        let corner = vector![1.27 - 0.5 * tip, 0.635 - 0.5 * tip];
        let mouth = if pocket.centre.x == 0.0 {
            pocket.centre
        } else {
            pocket.centre.map(f64::signum).component_mul(&corner)
        };
        let aim = mouth.normalize() * 2.0;
        let shot = play(&table, &[stunned(0.0, 0.0, vector![aim.x, aim.y, 0.0])]);
        assert_eq!(shot.exit(0), Some(Exit::Pocket(number)));
    }
    let snooker = Table::snooker_twelve_foot();
    for (number, pocket) in snooker.outline.pockets().iter().enumerate() {
        let from = pocket.centre * 0.8;
        let towards = (pocket.centre - from).normalize();
        let corner = vector![pocket.centre.x.signum(), pocket.centre.y.signum()];
        let axis = if pocket.centre.x == 0.0 { towards } else { corner.normalize() };
        let start = pocket.centre - axis * 0.4;
        let state = State::on_bed(&Ball::SNOOKER, [start.x, start.y]).moving(vector![axis.x, axis.y, 0.0]);
        let shot = play(&snooker, &[BallState { ball: Ball::SNOOKER, state }]);
        assert_eq!(shot.exit(0), Some(Exit::Pocket(number)), "{number}");
    }
}

#[test]
fn a_ball_pressed_on_a_cushion_by_its_spin_stays_outside_it() {
    // Frozen to the rail, struck along it, with spin that pulls it into the rail for as long as it slides.
    let table = Table::pool_nine_foot();
    let reach = (RADIUS * RADIUS - (table.nose_height - RADIUS).powi(2)).sqrt();
    let y = 0.5 * table.outline.width() - reach;
    let state = State::on_bed(&Ball::POOL, [-0.8, y]).moving(vector![0.7, 0.0, 0.0]);
    let shot = play(&table, &[ball(state.spinning(vector![-30.0, 0.0, 0.0]))]);
    assert!(shot.events.len() < 2000, "{}", shot.events.len());
    for step in 0..2000 {
        let at = shot.at(0, shot.end * f64::from(step) / 2000.0).position;
        assert!(at.y <= y + 1e-9 * RADIUS, "{}", at.y - y);
    }
    assert!(shot.ledger.imbalance().abs() < 1e-10 * shot.ledger.before);
}

#[test]
fn a_ball_frozen_to_a_rail_is_hit_together_with_the_rail() {
    let table = Table::pool_nine_foot();
    let reach = (RADIUS * RADIUS - (table.nose_height - RADIUS).powi(2)).sqrt();
    let hit = |gap: f64| {
        let y = 0.5 * table.outline.width() - reach - gap;
        let balls = [stunned(0.5, y - 0.3, vector![0.1, 2.0, 0.0]), stunned(0.52, y, Vector3::zeros())];
        let shot = play(&table, &balls);
        let first = shot.events.iter().find_map(|event| match &event.kind {
            ShotEventKind::Collides(collision) => Some((event.time, collision.clone())),
            ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => None,
        });
        let (time, collision) = first.expect("an impact");
        assert_eq!((collision.pairs.len(), collision.cushions.len()), (1, 1));
        assert!(shot.ledger.imbalance().abs() < 1e-12 * shot.ledger.before);
        [0, 1].map(|ball| shot.at(ball, time).velocity)
    };
    // The object ball comes off the rail, and so it does with the smallest gap: velocities change in proportion to it.
    let [frozen, nearly] = [hit(0.0), hit(1e-9)];
    assert!(frozen[1].y < 0.0, "{frozen:?}");
    for ball in 0..2 {
        assert!((frozen[ball] - nearly[ball]).norm() < 1e-4, "{frozen:?} {nearly:?}");
    }
}
