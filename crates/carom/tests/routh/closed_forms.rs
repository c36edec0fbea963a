//! Impacts whose answer is a formula.

use carom::laws::routh::{Ending, Outcome, RouthEventKind, Termination};
use nalgebra::{Matrix3, Rotation2, Vector2, Vector3, vector};

use crate::{TERMINATIONS, outcome, solved};

/// Rounding of a closed form of a dozen operations.
const ROUNDING: f64 = 1e-14;

/// A series of some dozen steps, each right to rounding.
const SERIES: f64 = 2e-13;

/// Unit mass, radius one: 1 + 5/2 in the tangent plane.
fn sphere() -> Matrix3<f64> {
    Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0])
}

#[test]
fn a_sphere_that_slides_through_loses_friction_times_normal_impulse() {
    // |v_t| = 5 in the direction (3, 4)/5; pₙ = (1 + e)·2 = 3, so Δv_t = 3.5·0.2·3 = 2.1.
    for termination in TERMINATIONS {
        let s = solved(sphere(), vector![3.0, 4.0, -2.0], 0.2, 0.5, termination);
        assert!((s.velocity - vector![2.9 * 0.6, 2.9 * 0.8, 1.0]).amax() < ROUNDING);
        assert!((s.impulse - vector![-0.6 * 0.6, -0.6 * 0.8, 3.0]).amax() < ROUNDING);
        assert!((s.normal_loss - 0.5 * (4.0 - 1.0)).abs() < ROUNDING);
        // Tangential energy: ½(25 − 2.9²)/3.5.
        assert!((s.friction_loss - 0.5 * (25.0 - 2.9 * 2.9) / 3.5).abs() < ROUNDING);
        let kinds: Vec<_> = s.events.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, [RouthEventKind::CompressionEnds, RouthEventKind::RestitutionEnds]);
    }
}

#[test]
fn a_sphere_with_enough_friction_stops_slipping_and_sticks() {
    // |v_t| = 0.7 needs pₙ = 0.7/(3.5·0.4) = 0.5.
    for termination in TERMINATIONS {
        let s = solved(sphere(), vector![0.0, -0.7, -2.0], 0.4, 0.5, termination);
        assert!((s.velocity - vector![0.0, 0.0, 1.0]).amax() < ROUNDING);
        assert!((s.impulse - vector![0.0, 0.2, 3.0]).amax() < ROUNDING);
        assert_eq!((s.events[0].kind, s.events[1].kind), (RouthEventKind::SlipStops, RouthEventKind::Sticks));
        assert!((s.events[0].normal_impulse - 0.5).abs() < ROUNDING);
        assert!((s.friction_loss - 0.5 * 0.49 / 3.5).abs() < ROUNDING);
    }
}

#[test]
fn terminations_agree_for_central_impacts() {
    let w = Matrix3::new(2.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.8);
    for e in [0.0, 0.3, 1.0] {
        let [a, b, c] =
            TERMINATIONS.map(|termination| solved(w, vector![0.9, -0.4, -1.5], 0.35, e, termination));
        for other in [b, c] {
            assert!((a.velocity - other.velocity).amax() < ROUNDING);
            assert!((a.impulse - other.impulse).amax() < ROUNDING);
        }
    }
}

/// A rod in the plane, W = [[2, −1], [−1, 1.5]], μ = 0.3 < ½, its sticking ratio: it slips on, the other way.
#[test]
fn slip_reverses_when_the_cone_is_too_narrow_to_stick() {
    let w = Matrix3::new(2.0, 0.0, -1.0, 0.0, 2.0, 0.0, -1.0, 0.0, 1.5);
    let s = solved(w, vector![1.6, 0.0, -3.6], 0.3, 0.5, Termination::Poisson);
    // Slip forwards: dv_t = −1 − 0.6 = −1.6, dvₙ = 1.5 + 0.3 = 1.8: stops at 1 with vₙ = −1.8.
    // Slip backwards: dv_t = −1 + 0.6 = −0.4, dvₙ = 1.5 − 0.3 = 1.2: vₙ = 0 at 2.5; ends at 1.5·2.5 = 3.75.
    assert!((s.velocity - vector![-0.4 * 2.75, 0.0, 1.2 * 1.25]).amax() < ROUNDING, "{s:?}");
    assert!((s.impulse - vector![-0.3 + 0.3 * 2.75, 0.0, 3.75]).amax() < ROUNDING);
    let at: Vec<_> = s.events.iter().map(|event| event.normal_impulse).collect();
    assert_eq!(at.len(), 4);
    assert!(at.iter().zip([1.0, 1.0, 2.5, 3.75]).all(|(a, b)| (a - b).abs() < ROUNDING), "{at:?}");
    assert!(matches!(s.events[1].kind, RouthEventKind::SlipReverses { direction } if direction.x < 0.0));
}

/// The same rod with the energetic end: work of compression, by trapezia: ½(3.6 + 1.8)·1 + ½·1.8·1.5 = 4.05; a quarter of it
/// is ½·1.2·x², x = √(1.0125/0.6).
#[test]
fn the_energetic_end_returns_a_quarter_of_the_work_at_one_half() {
    let w = Matrix3::new(2.0, 0.0, -1.0, 0.0, 2.0, 0.0, -1.0, 0.0, 1.5);
    let s = solved(w, vector![1.6, 0.0, -3.6], 0.3, 0.5, Termination::Energetic);
    let x = (1.0125_f64 / 0.6).sqrt();
    assert!((s.impulse.z - (2.5 + x)).abs() < ROUNDING);
    assert!((s.velocity.z - 1.2 * x).abs() < ROUNDING);
    assert!((s.normal_loss - 0.75 * 4.05).abs() < ROUNDING);
    let newton = solved(w, vector![1.6, 0.0, -3.6], 0.3, 0.5, Termination::Newton);
    assert!((newton.velocity.z - 1.8).abs() < ROUNDING);
    assert!((newton.impulse.z - (2.5 + 1.5)).abs() < ROUNDING);
}

/// With A = a·1 the hodograph has a closed form. Let θ be the angle from b to v_t, t = tan(θ/2) and k = μa/|b|:
///
/// ```text
/// s = C t^(k−1) (1 + t²)/2 ,   pₙ = C/(2|b|) [x^(k−1)/(k−1) + x^(k+1)/(k+1)] between t and t₀
/// ```
struct Hodograph {
    k: f64,
    b: f64,
    t0: f64,
    c: f64,
}

impl Hodograph {
    fn new(a: f64, b: f64, friction: f64, angle: f64, speed: f64) -> Self {
        let (k, t0) = (friction * a / b, (angle / 2.0).tan());
        Self { k, b, t0, c: 2.0 * speed / (t0.powf(k - 1.0) * (1.0 + t0 * t0)) }
    }

    fn speed(&self, t: f64) -> f64 {
        self.c * t.powf(self.k - 1.0) * (1.0 + t * t) / 2.0
    }

    fn normal_impulse(&self, t: f64) -> f64 {
        let part = |exponent: f64| (self.t0.powf(exponent) - t.powf(exponent)) / exponent;
        self.c / (2.0 * self.b) * (part(self.k - 1.0) + part(self.k + 1.0))
    }
}

const A: f64 = 2.0;
const B: f64 = 0.9;
const C: f64 = 1.1;

/// So fast that slip stops long before compression ends, also for k = 1.01 with its pₙ of some sixty.
const APPROACH: f64 = 500.0;

/// W with an isotropic tangential block and b at `heading` in the tangent plane.
fn isotropic(heading: f64) -> (Matrix3<f64>, Vector2<f64>) {
    let b = Rotation2::new(heading) * vector![B, 0.0];
    (Matrix3::new(A, 0.0, b.x, 0.0, A, b.y, b.x, b.y, C), b)
}

/// vₙ gained up to pₙ by slip from v_t0 to v_t: c pₙ − μ b·∫u dpₙ, where v_t − v_t0 = b pₙ − μa ∫u dpₙ.
fn normal_gain(b: Vector2<f64>, impulse: f64, change: Vector2<f64>) -> f64 {
    C * impulse - b.dot(&(b * impulse - change)) / A
}

#[test]
fn a_slip_that_turns_follows_the_hodograph() {
    for (friction, angle, t) in [(0.2, 2.0, 0.6), (0.4, 1.2, 0.3), (0.7, 2.9, 4.0), (0.6, 0.4, 0.05)] {
        let curve = Hodograph::new(A, B, friction, angle, 1.3);
        let (w, b) = isotropic(0.77);
        let along = |angle: f64| Rotation2::new(angle) * b / B;
        let (start, end) = (along(angle) * 1.3, along(2.0 * f64::atan(t)) * curve.speed(t));
        let impulse = curve.normal_impulse(t);
        // Approach so fast that compression ends there, without restitution.
        let approach = normal_gain(b, impulse, end - start);
        assert!(approach > 0.0 && impulse > 0.0);
        let s = solved(w, start.push(-approach), friction, 0.0, Termination::Poisson);
        assert!((s.impulse.z / impulse - 1.0).abs() < SERIES, "{friction}: {} {impulse}", s.impulse.z);
        assert!((s.velocity - end.push(0.0)).amax() < SERIES, "{friction}: {} {end}", s.velocity);
    }
}

#[test]
fn a_slip_that_turns_stops_where_the_hodograph_ends() {
    // k = μa/|b| > 1: slip stops, at t = 0, and then sticks. k − 1 and k + 1 are no integers: nothing is analytic there.
    for (friction, angle) in [(0.5, 2.0), (0.6, 0.4), (0.9, 2.9), (3.0, 1.5), (0.455, 1.0)] {
        let curve = Hodograph::new(A, B, friction, angle, 1.3);
        let (w, b) = isotropic(-1.9);
        let start = Rotation2::new(angle) * b / B * 1.3;
        let impulse = curve.normal_impulse(0.0);
        let at_stop = -APPROACH + normal_gain(b, impulse, -start);
        let stick_rate = C - B * B / A;
        let expected = impulse - at_stop / stick_rate;
        let s = solved(w, start.push(-APPROACH), friction, 0.0, Termination::Poisson);
        assert_eq!(s.events[1].kind, RouthEventKind::Sticks, "{friction}");
        assert!((s.events[0].normal_impulse / impulse - 1.0).abs() < SERIES, "{friction}");
        assert!((s.impulse.z / expected - 1.0).abs() < SERIES, "{friction}");
        assert_eq!(s.velocity, Vector3::zeros());
    }
}

#[test]
fn without_friction_the_tangential_velocity_only_follows_the_normal_impulse() {
    let w = Matrix3::new(2.0, 0.3, 0.6, 0.3, 1.0, -0.2, 0.6, -0.2, 1.25);
    for termination in TERMINATIONS {
        let s = solved(w, vector![0.4, 0.3, -1.0], 0.0, 0.5, termination);
        assert!((s.impulse - vector![0.0, 0.0, 1.2]).amax() < ROUNDING);
        assert!((s.velocity - vector![0.4 + 0.72, 0.3 - 0.24, 0.5]).amax() < ROUNDING);
        assert_eq!(s.friction_loss, 0.0);
    }
}

#[test]
fn an_impact_without_slip_sticks_or_slips_as_the_cone_decides() {
    // Sticking ratio ½.
    let w = Matrix3::new(2.0, 0.0, 1.0, 0.0, 2.0, 0.0, 1.0, 0.0, 1.5);
    let sticks = solved(w, vector![0.0, 0.0, -1.0], 0.5, 1.0, Termination::Poisson);
    assert_eq!(sticks.events[0].kind, RouthEventKind::Sticks);
    assert!((sticks.impulse - vector![-1.0, 0.0, 2.0]).amax() < ROUNDING);
    let slips = solved(w, vector![0.0, 0.0, -1.0], 0.25, 1.0, Termination::Poisson);
    assert!(matches!(slips.events[0].kind, RouthEventKind::SlipStarts { direction } if direction.x > 0.0));
    // dv_t = 1 − ½, dvₙ = 1.5 − ¼.
    assert!((slips.impulse - vector![-0.4, 0.0, 1.6]).amax() < ROUNDING);
    assert!((slips.velocity - vector![0.8, 0.0, 1.0]).amax() < ROUNDING);
    assert_eq!(slips.ending, Ending::Terminated);
}

#[test]
fn bodies_that_do_not_approach_do_not_collide() {
    for v in [vector![1.0, 0.0, 0.5], vector![1.0, 2.0, 0.0], Vector3::zeros()] {
        assert_eq!(outcome(sphere(), v, 0.5, 0.5, Termination::Energetic), Outcome::NoImpact);
    }
}
