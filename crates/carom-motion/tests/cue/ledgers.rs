//! Momentum and energy over random strikes.

use carom_motion::billiards::cue::{Aim, Cue, Departure, Guide, StrikeOutcome};
use nalgebra::{Vector3, vector};
use proptest::prelude::*;

use crate::common::{ball, compliant, cue, offset, rigid, strike, tip};

/// Rounding of an impact of some dozen events, in parts of the cue's momentum and energy.
const ROUNDING: f64 = 1e-12;

fn any_cue() -> impl Strategy<Value = Cue> {
    let friction = prop_oneof![
        (0.0..1.0).prop_map(rigid),
        (0.1..1.0, 0.5..8.0).prop_map(|(mu, compliance)| compliant(mu, compliance)),
    ];
    let guide = prop_oneof![Just(Guide::Rail), (0.002..0.05).prop_map(|end_mass| Guide::Hand { end_mass })];
    (0.3..1.0, friction, guide).prop_map(|(e, friction, guide)| Cue { guide, tip: tip(e, friction), ..cue() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn momentum_and_energy_are_accounted_for(
        cue in any_cue(),
        azimuth in -3.0..3.0,
        elevation in 0.0..1.5,
        speed in 0.1..10.0,
        side in -0.6..0.6,
        height in -0.5..0.6,
    ) {
        let aim = Aim { azimuth, elevation, speed };
        let strike = strike(cue, aim, offset(side, height));
        let outcome = strike.solve().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let Some(stroke) = outcome.stroke() else {
            prop_assert!(matches!(outcome, StrikeOutcome::NoContact(_)));
            return Ok(());
        };
        let (m, radius) = (ball().mass, ball().radius);
        let scale = cue.mass * speed;
        // Linear momentum of the ball, and of the cue along its axis.
        prop_assert!((stroke.velocity * m - stroke.tip_impulse - stroke.bed_impulse).norm() < ROUNDING * scale);
        let along = stroke.tip_impulse.dot(&aim.direction());
        prop_assert!((cue.mass * (speed - stroke.cue.speed) - along).abs() < ROUNDING * scale);
        // Angular momentum of the ball about its centre.
        let right = vector![azimuth.sin(), -azimuth.cos(), 0.0];
        let up = right.cross(&aim.direction());
        let normal = right * side + up * height - aim.direction() * (1.0 - side * side - height * height).sqrt();
        let torque = normal.cross(&stroke.tip_impulse) - Vector3::z().cross(&stroke.bed_impulse);
        let spin = stroke.angular_velocity * (0.4 * m * radius);
        prop_assert!((spin - torque).norm() < ROUNDING * scale);
        // Energy: before = after + losses, and nothing is gained.
        let before = 0.5 * cue.mass * speed * speed;
        prop_assert!((stroke.energy.before - before).abs() < ROUNDING * before);
        prop_assert!(stroke.energy.imbalance().abs() < ROUNDING * before);
        prop_assert!(stroke.energy.lost_in_restitution >= 0.0 && stroke.energy.lost_in_friction > -ROUNDING * before);
        // The ball does not sink, and what friction there is lies within the cone.
        prop_assert!(stroke.velocity.z > -ROUNDING * speed);
        prop_assert_eq!(matches!(stroke.departure, Departure::Airborne { .. }), stroke.velocity.z > 1e-13 * speed);
        let pressed = -stroke.tip_impulse.dot(&normal);
        let rubbed = (stroke.tip_impulse + normal * pressed).norm();
        let mu = cue.tip.friction.coefficient();
        prop_assert!(rubbed <= mu * pressed + ROUNDING * scale, "{} {}", rubbed, mu * pressed);
    }
}
