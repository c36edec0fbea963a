//! What a trace keeps grows with its events, and by little.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use allocation_counter::measure;
use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
use nalgebra::{Vector3, vector};

/// Equal balls in a row, the first of which runs into the others.
fn row(balls: usize, e: f64) -> Impact {
    let law = NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::UNIT);
    let ball = |i: usize| {
        let speed = if i == 0 { 1.0 } else { 0.0 };
        let ball = Body::ball(1.0, 0.5).unwrap().at(vector![i as f64, 0.0, 0.0]).unwrap();
        ball.moving(vector![speed, 0.0, 0.0]).unwrap()
    };
    let contact =
        |i: usize| Contact::new([i, i + 1], vector![i as f64 + 0.5, 0.0, 0.0], -Vector3::x(), law).unwrap();
    Impact::new((0..balls).map(ball).collect(), (0..balls - 1).map(contact).collect(), Model::default())
        .unwrap()
}

/// Bytes an event that a trace may take besides its steps: the event, a change of the active set, and as much again for vectors that
/// double as they grow.
const BYTES_PER_EVENT: u64 = 2 * (32 + 32);
/// Bytes that the steps of a trace may take, however long it is, and what solving takes.
const BYTES_OF_STEPS: u64 = 12 << 20;

#[test]
fn a_trace_takes_bytes_by_its_events_not_by_its_steps() {
    for balls in [60, 120] {
        // 250 events in 60 balls, 12 108 in 120: some 30 MB of steps.
        let impact = row(balls, 0.95);
        let mut events = 0;
        let counted = measure(|| {
            let (_, trace) = impact.trace().unwrap();
            assert!(!trace.states().is_empty());
            events = trace.events().len() as u64;
        });
        assert!(counted.bytes_max < BYTES_OF_STEPS + events * BYTES_PER_EVENT, "{balls} balls: {counted:?}");
    }
}
