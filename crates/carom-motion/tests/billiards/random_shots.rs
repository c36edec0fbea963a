//! Random shots: nothing overlaps, tunnels or gets lost.

use carom_motion::billiards::cloth::Travel;
use carom_motion::billiards::{Exit, Shot, Table};

use crate::common::{RADIUS, play, random_balls};

/// Balls and cushions may overlap by this part of a radius.
const OVERLAP: f64 = 1e-9;

/// No two balls, and no ball and cushion, overlap at any event or at a hundred times between.
pub fn assert_apart(shot: &Shot, name: &str) {
    let samples = (0..100).map(|step| shot.end * f64::from(step) / 100.0);
    for time in shot.events.iter().map(|event| event.time).chain(samples) {
        let in_play: Vec<usize> = (0..shot.balls.len())
            .filter(|&i| shot.trajectories[i].phase(time).travel != Travel::Out)
            .collect();
        for (number, &i) in in_play.iter().enumerate() {
            let here = shot.at(i, time).position;
            assert!(here.z >= RADIUS * (1.0 - OVERLAP), "{name}: ball {i} in the bed at {time}");
            for &j in &in_play[..number] {
                let gap = (here - shot.at(j, time).position).norm() - 2.0 * RADIUS;
                assert!(gap >= -OVERLAP * RADIUS, "{name}: balls {i}, {j} overlap by {:e} m at {time}", -gap);
            }
        }
    }
}

/// Every ball in play is on the table, and no edge of a cushion is inside it, on the bed or in flight.
fn assert_within(shot: &Shot, table: &Table, name: &str) {
    let samples = (0..100).map(|step| shot.end * f64::from(step) / 100.0);
    for time in shot.events.iter().map(|event| event.time).chain(samples) {
        for (i, trajectory) in shot.trajectories.iter().enumerate() {
            if trajectory.phase(time).travel == Travel::Out {
                continue;
            }
            let centre = shot.at(i, time).position;
            for cushion in table.outline.cushions() {
                let Some(edge) = cushion.nearest(centre.xy()) else { continue };
                let distance = (centre - edge.push(table.nose_height)).norm();
                assert!(distance >= RADIUS * (1.0 - OVERLAP), "{name}: ball {i} in a cushion at {time}");
            }
            let beyond = centre.xy().abs() - table.outline.edge();
            assert!(beyond.max() <= OVERLAP, "{name}: ball {i} off the table at {time}");
        }
    }
}

fn play_random(seeds: std::ops::Range<u64>) {
    let table = Table::pool_nine_foot();
    for seed in seeds {
        let shot = play(&table, &random_balls(seed));
        let name = format!("seed {seed}");
        assert_apart(&shot, &name);
        assert_within(&shot, &table, &name);
        assert!(shot.ledger.imbalance().abs() < 1e-10 * shot.ledger.before, "{name}");
        assert!(shot.events.len() < 5000, "{name}: {} events", shot.events.len());
        for ball in 0..shot.balls.len() {
            let out = shot.trajectories[ball].phase(shot.end).travel == Travel::Out;
            match shot.exit(ball) {
                Some(Exit::Pocket(_) | Exit::OverTheEdge) => assert!(out, "{name}"),
                None => assert!(!out && shot.at(ball, shot.end).velocity.norm() == 0.0, "{name}"),
            }
        }
    }
}

#[test]
fn nothing_overlaps_or_gets_lost_in_a_thousand_random_shots() {
    play_random(0..1000);
}

#[test]
#[ignore = "a minute in release: run with --release -- --ignored"]
fn nothing_overlaps_or_gets_lost_in_ten_thousand_random_shots() {
    play_random(1000..11_000);
}
