//! Energy and momentum over whole shots.

use carom_motion::billiards::{BedContact, CushionModel, ShotEventKind, Table, Until, simulate};
use nalgebra::{Vector3, vector};

use crate::common::{nine_ball_break, play, random_balls};

/// The ledger of a whole shot closes to this part of its energy.
const CLOSES: f64 = 1e-10;

#[test]
fn the_ledger_of_a_break_closes() {
    let mut hopping = Table::pool_nine_foot();
    hopping.bed_contact = BedContact::Included;
    let mut cheap = Table::pool_nine_foot();
    cheap.cushion_model = CushionModel::Alone;
    for table in
        [Table::pool_nine_foot(), cheap, hopping, Table::pool_nine_foot().with_cushions_of_mathavan()]
    {
        let shot = play(&table, &nine_ball_break(9.0, 0.004, 0.0));
        let ledger = shot.ledger;
        assert!(ledger.imbalance().abs() < CLOSES * ledger.before, "{ledger:?}");
        for taken in [ledger.sliding, ledger.rolling, ledger.restitution, ledger.impact_friction] {
            assert!(taken > 0.0, "{ledger:?}");
        }
        assert_eq!(ledger.after, 0.0);
    }
}

#[test]
fn the_ledger_closes_at_any_time() {
    let table = Table::pool_nine_foot();
    for time in [0.05, 0.3, 0.7, 2.0] {
        let balls = nine_ball_break(8.0, -0.01, 1e-4);
        let shot = simulate(&table, &balls, Until::Time(time)).expect("a sound shot");
        assert_eq!(shot.end, time);
        assert!(shot.ledger.imbalance().abs() < CLOSES * shot.ledger.before);
        assert!(shot.ledger.after > 0.0);
    }
}

#[test]
fn impacts_between_balls_alone_conserve_momentum() {
    let table = Table::pool_nine_foot();
    let mut impacts = 0;
    let breaks = [nine_ball_break(9.0, 0.003, 0.0), nine_ball_break(9.0, 0.003, 1e-5)];
    for (number, balls) in (0..20).map(random_balls).chain(breaks).enumerate() {
        let shot = play(&table, &balls);
        for event in &shot.events {
            let ShotEventKind::Collides(collision) = &event.kind else { continue };
            if !collision.cushions.is_empty() || !collision.on_bed.is_empty() {
                continue;
            }
            let sum = |velocity: &dyn Fn(usize) -> Vector3<f64>| {
                collision.balls.iter().map(|&ball| velocity(ball)).sum::<Vector3<f64>>()
            };
            let before = sum(&|ball| shot.trajectories[ball].before(event.time).velocity);
            let after = sum(&|ball| shot.at(ball, event.time).velocity);
            let scale = collision
                .balls
                .iter()
                .map(|&ball| shot.trajectories[ball].before(event.time).velocity.norm());
            // Along the bed: what is vertical the bed takes.
            let lost = (before - after).component_mul(&vector![1.0, 1.0, 0.0]);
            assert!(lost.norm() < 1e-12 * scale.sum::<f64>(), "shot {number} at {}: {lost}", event.time);
            impacts += 1;
        }
    }
    assert!(impacts > 20, "{impacts}");
}
