//! Cases that the laws are known for, against closed forms.

use carom::laws::brach::Brach;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::newton::Newton;
use carom::laws::routh::{Routh, Termination};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{Collision, Domain, ImpactLaw, LawError, LoneImpact, apply};
use nalgebra::{Matrix3, Vector2, Vector3, vector};

use crate::{coefficients, impact, impulse, planar};

/// Roundings of a few dozen operations on numbers of order one.
const ROUNDING: f64 = 1e-13;

fn close(p: Vector3<f64>, expected: Vector3<f64>) -> bool {
    (p - expected).norm() <= ROUNDING * expected.norm().max(1.0)
}

fn collision(law: &dyn ImpactLaw, lone: &LoneImpact) -> Collision {
    apply(law, lone).expect("it has an answer")
}

/// A ball of mass 1.
fn ball() -> Matrix3<f64> {
    Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0])
}

/// M = [[1, 1], [1, 2]]: p = M (−0.5, 1.8) = (1.3, 3.1), which μ = 0.42 holds; ½ p·(v + v⁺) = ½ (1.3·0.5 − 3.1·0.2).
#[test]
fn whittakers_law_creates_energy_with_moderate_friction_and_restitution_below_one() {
    let lone = impact(planar(2.0, -1.0, 1.0), vector![0.5, 0.0, -1.0], 0.5, 0.8);
    let created = collision(&Whittaker, &lone);
    assert!(close(created.impulse, vector![1.3, 0.0, 3.1]));
    assert!((created.energy_lost() + 0.015).abs() <= ROUNDING);
    for law in [&Smith as &dyn ImpactLaw, &ChatterjeeRuina, &Brach::default()] {
        assert!(collision(law, &lone).energy_lost() >= -ROUNDING);
    }
}

/// \[Chatterjee1998, Fig. 8\]: a pendulum at the slope 3:4 whose hinge is a mass 1/ε. W = q qᵀ + ε r rᵀ, q = (−0.6, 0.8), and
/// v = −q. Whittaker's law sticks at v⁺ = (0, 0.8 e), with the energy ½ (0.64 e)² + ½ (0.48 e)²/ε.
#[test]
fn whittakers_law_creates_energy_without_bound_as_a_hinge_stiffens() {
    let e = 0.5;
    for epsilon in [1e-2, 1e-4, 1e-6] {
        let (q, r) = (vector![-0.6, 0.0, 0.8], vector![0.8, 0.0, 0.6]);
        let w =
            q * q.transpose() + r * r.transpose() * epsilon + Matrix3::from_diagonal(&vector![0.0, 1.0, 0.0]);
        let lone = impact(w, -q, 2.0, e);
        let lost = 0.5 - 0.5 * (0.64_f64 * e).powi(2) - 0.5 * (0.48 * e).powi(2) / epsilon;
        // M times the rounding of W, over ε.
        let accuracy = 1e-15 / epsilon * lost.abs();
        assert!((collision(&Whittaker, &lone).energy_lost() - lost).abs() <= accuracy, "{epsilon}");
        for law in [&Smith as &dyn ImpactLaw, &ChatterjeeRuina, &Routh::default()] {
            assert!(collision(law, &lone).energy_lost() >= -ROUNDING / epsilon, "{law:?}");
        }
    }
}

/// The hinge itself: no impulse turns (0.6, −0.8) into (0, 0.4). Without restitution p_II = −v does.
#[test]
fn a_pendulum_has_no_answer_by_whittakers_law_but_a_plastic_one() {
    let q = vector![-0.6, 0.0, 0.8];
    let lone = |e| impact(q * q.transpose(), -q, 2.0, e);
    assert!(matches!(Whittaker.impulse(&lone(0.5)), Err(LawError::NoSolution { .. })));
    assert!(close(impulse(&Whittaker, &lone(0.0)), q));
    // (K.1): (1 + e) p_I + d with p_I = 1.25 n and d = q − p_I.
    assert!(close(impulse(&ChatterjeeRuina, &lone(0.5)), q + vector![0.0, 0.0, 0.625]));
    // Routh's law ends in rest, by whichever of the impulses along the rod.
    let dead = collision(&Routh { termination: Termination::Poisson }, &lone(0.5));
    assert!(dead.velocity.norm() <= ROUNDING);
}

/// M = [[1, 1], [1, 2]]: sticking, M (−4, 1.5) = (−2.5, −1), would pull. Slip without a normal impulse gains 1.5 = −p_t and leaves
/// 4 − 3 = 1.
#[test]
fn whittakers_law_with_infinite_friction_slips_where_sticking_would_pull() {
    let lone = |friction| impact(planar(2.0, -1.0, 1.0), vector![4.0, 0.0, -1.0], friction, 0.5);
    let expected = vector![-1.5, 0.0, 0.0];
    assert!(close(impulse(&Whittaker, &lone(f64::INFINITY)), expected));
    for friction in [1e3, 1e6, 1e9] {
        assert!((impulse(&Whittaker, &lone(friction)) - expected).norm() <= 10.0 / friction);
    }
}

/// p_II = (−1, 0.5)·v/1.75 for W = [[2, 0.5], [0.5, 1]], of the ratio 2.
#[test]
fn grazing_whittakers_law_sticks_in_the_cone_and_does_nothing_outside() {
    let lone = |friction| impact(planar(2.0, 0.5, 1.0), vector![1.0, 0.0, 0.0], friction, 0.7);
    assert!(close(impulse(&Whittaker, &lone(2.1)), vector![-1.0, 0.0, 0.5] / 1.75));
    assert_eq!(impulse(&Whittaker, &lone(1.9)), Vector3::zeros());
    assert_eq!(impulse(&Smith, &lone(1.9)), Vector3::zeros());
    assert_eq!(impulse(&ChatterjeeRuina, &lone(1.9)), Vector3::zeros());
}

/// In space, slip along t1 that presses the bodies together (μ b·u = 1.2 > c = 1) while p_II lies outside the cone: an approach
/// however slow ends in an impulse that does not fade with it. p_II = (−0.64, 0.14, 0.3)/0.39.
#[test]
fn grazing_in_space_is_not_always_nothing_where_sticking_is_outside_the_cone() {
    let w = Matrix3::new(1.0, 0.5, 0.6, 0.5, 1.0, 0.6, 0.6, 0.6, 1.0);
    let lone = |approach: f64| impact(w, vector![1.0, 0.0, -approach], 2.0, 0.5);
    let sticking = lone(0.0).sticking_impulse();
    assert!(sticking.xy().norm() > 2.0 * sticking.z);
    let limit = impulse(&Whittaker, &lone(0.0));
    assert!(limit.z > 0.1, "{limit}");
    for approach in [1e-4, 1e-6, 1e-8] {
        let p = impulse(&Whittaker, &lone(approach));
        assert!((p - limit).norm() <= 100.0 * approach, "{approach} {p} {limit}");
    }
}

/// \[Chatterjee1998, sec. 4.2.3\]. Without slip stopped p_t = μ pₙ. A ball that could be stopped is reversed, however little.
#[test]
fn smiths_law_reverses_the_spin_of_every_ball_that_friction_can_stop() {
    for slip in [1e-6, 0.1, 1.0, 4.0] {
        let lone = impact(ball(), vector![slip, 0.0, -1.0], 0.8, 0.9);
        let after = collision(&Smith, &lone).velocity.x;
        // Full friction takes 3.5·0.8·1.9 = 5.32.
        assert!(after < 0.0 && after > -slip, "{slip} {after}");
    }
    let fast = collision(&Smith, &impact(ball(), vector![6.0, 0.0, -1.0], 0.8, 0.9));
    assert!((fast.velocity.x - (6.0 - 5.32)).abs() <= ROUNDING);
}

/// The reversal r solves 1 + r = 5.32 (1 − r²)/(1 + r²) for a slip of 1: r³ + 6.32 r² + r − 4.32 = (r + 1) − 5.32 (1 − r²) + r²(1 + r).
#[test]
fn smiths_reversal_is_the_root_of_its_cubic() {
    let lone = impact(ball(), vector![1.0, 0.0, -1.0], 0.8, 0.9);
    let r = -collision(&Smith, &lone).velocity.x;
    assert!((r * r * r + 6.32 * r * r + r - 4.32).abs() <= ROUNDING);
    // In another frame, it is not computed in closed form.
    let turned = impact(ball(), vector![0.6, 0.8, -1.0], 0.8, 0.9);
    let v = collision(&Smith, &turned).velocity;
    assert!((v.xy() + vector![0.6, 0.8] * r).norm() <= ROUNDING);
}

/// \[Chatterjee1998, sec. 4.2.3\]: grazing, the impulse does not depend on e; the bodies do not part, but the slip is reversed.
#[test]
fn grazing_smiths_law_rebounds_tangentially_and_not_normally() {
    let lone = |e| impact(planar(2.0, 0.8, 1.0), vector![1.0, 0.0, 0.0], 2.0, e);
    let expected = collision(&Smith, &lone(0.0));
    // N = 0 asks for w = c/(μ k) = 0.625 = (1 − r²)/(1 + r²).
    let r = (0.375_f64 / 1.625).sqrt();
    assert!((expected.velocity - vector![-r, 0.0, 0.0]).norm() <= ROUNDING);
    assert!(close(impulse(&Smith, &lone(1.0)), expected.impulse));
}

/// v⁺ = −v as μ grows: p = M (−2, 0, 1.5) with M = [[1, −0.5], [−0.5, 2]]/1.75.
#[test]
fn smiths_law_with_infinite_friction_reverses_the_slip() {
    let lone = |friction| impact(planar(2.0, 0.5, 1.0), vector![1.0, 0.0, -1.0], friction, 0.5);
    let expected = vector![-2.75, 0.0, 4.0] / 1.75;
    assert!(close(impulse(&Smith, &lone(f64::INFINITY)), expected));
    for friction in [1e3, 1e6, 1e9] {
        assert!((impulse(&Smith, &lone(friction)) - expected).norm() <= 10.0 / friction);
    }
}

/// \[Chatterjee1998\] leaves open whether eq. (8) can have several solutions with pₙ > 0. It can: these three, with v_n⁺ = −e vₙ
/// and e = 0.5, to as many digits as are printed.
#[test]
fn smiths_equations_can_have_three_solutions() {
    let w = Matrix3::new(9.0, -9.0, 0.0, -9.0, 18.0, 3.0, 0.0, 3.0, 2.0);
    let lone = impact(w, vector![1.0, 0.0, -0.003], 3.0, 0.5);
    let p = impulse(&Smith, &lone);
    let slips = SMITHS_SLIPS.map(|[x, y]| Vector2::new(x, y));
    for after in slips {
        let change = (after - Vector2::x()).push(0.0045);
        let q = lone.mass().expect("bounded") * change;
        let mean = (Vector2::x() + after * after.norm()) / (1.0 + after.norm_squared());
        assert!(q.z > 0.0);
        assert!((q.xy() + mean * 3.0 * q.z).norm() <= 1e-9, "{q}");
        assert!(p.z <= q.z * (1.0 + 1e-6), "the law takes the first");
    }
    assert!((lone.velocity_after(&p).xy() - slips[0]).norm() <= 1e-9);
}

/// v_t⁺ of the three.
const SMITHS_SLIPS: [[f64; 2]; 3] = [
    [0.929_694_394_182_6, 0.075_674_485_893_6],
    [0.494_579_316_982_6, 0.440_886_209_957_4],
    [-0.571_248_974_789_3, 0.462_834_364_647_4],
];

/// A ball: (B.7) is |v_t|/(3.5·Δ) = 2/7 for v_t = 1.9, Δ = 1.9; friction below that slides, above it stops.
#[test]
fn brachs_usual_choice_slides_or_stops() {
    let lone = |friction| impact(ball(), vector![1.9, 0.0, -1.0], friction, 0.9);
    assert!(close(impulse(&Brach::default(), &lone(0.2)), vector![-0.38, 0.0, 1.9]));
    for friction in [0.3, 5.0, f64::INFINITY] {
        let stopped = collision(&Brach::default(), &lone(friction));
        assert!(close(stopped.impulse, vector![-1.9 / 3.5, 0.0, 1.9]));
    }
}

#[test]
fn brachs_ratios_are_taken_as_they_are_within_their_bounds() {
    let lone = impact(ball(), vector![3.0, 4.0, -1.0], 0.5, 0.5);
    let brach = |ratios| Brach { impulse_ratios: Some(ratios), ..Brach::default() };
    // u = (0.6, 0.8), u⊥ = (−0.8, 0.6).
    let p = impulse(&brach(vector![0.3, 0.1]), &lone);
    assert!(close(p, vector![-0.3 * 0.6 + 0.1 * 0.8, -0.3 * 0.8 - 0.1 * 0.6, 1.0] * 1.5));
    // Twice the cone is cut back to it.
    let p = impulse(&brach(vector![1.0, 0.0]), &lone);
    assert!(close(p, vector![-0.3, -0.4, 1.0] * 1.5));
}

/// Friction along the slip would speed a ball up: at e = 0.5 the normal impulse 1.5 loses 0.375 and friction may add as much,
/// 1.5 s·5 + ½ 3.5 (1.5 s)² = 0.375; at e = 1 nothing.
#[test]
fn brachs_ratios_are_cut_back_to_where_no_energy_is_created() {
    let driving = Brach { impulse_ratios: Some(vector![-0.5, 0.0]), ..Brach::default() };
    let lone = |e| impact(ball(), vector![5.0, 0.0, -1.0], 0.5, e);
    let cut = collision(&driving, &lone(0.5));
    assert!(cut.energy_lost().abs() <= ROUNDING);
    let s = cut.impulse.x / cut.impulse.z;
    assert!((7.5 * s + 1.75 * 2.25 * s * s - 0.375).abs() <= ROUNDING && s > 0.0);
    assert!(close(impulse(&driving, &lone(1.0)), vector![0.0, 0.0, 2.0]));
}

/// \[Chatterjee1998, Fig. 9\]: friction on a nearly grazing ball pays for a restitution far above one.
#[test]
fn brachs_restitution_may_exceed_one_if_friction_pays() {
    let bouncing = |e| Brach { kinematic_restitution: Some(e), ..Brach::default() };
    let lone = impact(ball(), vector![1.0, 0.0, -0.05], 0.3, 1.0);
    let outcome = collision(&bouncing(5.0), &lone);
    assert!((outcome.velocity.z - 0.25).abs() <= ROUNDING);
    // ½ (0.25² − 0.05²) = 0.03 gained, and 0.09·1 − ½ 3.5·0.09² = 0.075825 lost.
    assert!((outcome.energy_lost() - 0.045825).abs() <= ROUNDING);
    let slow = impact(ball(), vector![0.0, 0.0, -0.05], 0.3, 1.0);
    assert!(matches!(bouncing(5.0).impulse(&slow), Err(LawError::NoSolution { .. })));
}

/// p_II pulls: M = [[1, 1], [1, 2]], v = (3, −1), p_II = −(2, 1). The candidate at e_t = 0 is p_I + p_II − p_I; cut back to pₙ = 0
/// with μ = ∞: κ = N/−dₙ = (1 + e)/2, p_t = −2 κ.
#[test]
fn a_candidate_that_pulls_is_cut_back_to_the_cone() {
    let lone = |friction| impact(planar(2.0, -1.0, 1.0), vector![3.0, 0.0, -1.0], friction, 0.5);
    assert!(close(impulse(&ChatterjeeRuina, &lone(f64::INFINITY)), vector![-1.5, 0.0, 0.0]));
    // κ = μ N/(2 + 2 μ) with μ = 1: 0.375; p = (−0.75, 1.5 − 0.75).
    assert!(close(impulse(&ChatterjeeRuina, &lone(1.0)), vector![-0.75, 0.0, 0.75]));
}

#[test]
fn sticking_along_the_normal_leaves_nothing_to_friction() {
    // v = −W n: p_II = n = p_I.
    let w = Matrix3::new(2.0, 0.0, 0.5, 0.0, 1.0, 0.25, 0.5, 0.25, 1.0);
    let lone = LoneImpact::new(w, vector![-0.5, -0.25, -1.0], coefficients(0.01, 0.5, 1.0)).unwrap();
    assert!(close(impulse(&ChatterjeeRuina, &lone), vector![0.0, 0.0, 1.5]));
}

/// \[Chatterjee1998, sec. 5.3\]: σ of one law and 1 − σ of the other.
#[test]
fn a_composite_is_the_weighted_sum_and_promises_what_all_its_laws_do() {
    let lone = impact(planar(2.0, 0.5, 1.0), vector![1.0, 0.0, -1.0], 0.4, 0.5);
    let parts: Vec<(f64, Box<dyn ImpactLaw>)> =
        vec![(3.0, Box::new(ChatterjeeRuina)), (0.0, Box::new(Newton)), (1.0, Box::new(Whittaker))];
    let mixed = Composite::new(parts).unwrap();
    let expected = impulse(&ChatterjeeRuina, &lone) * 0.75 + impulse(&Whittaker, &lone) * 0.25;
    assert!(close(impulse(&mixed, &lone), expected));
    let declared = mixed.declaration();
    assert_eq!(declared.domain, Domain::Any);
    assert_eq!(declared.promises, Whittaker.declaration().promises);
    let alone = Composite::new(vec![(7.0, Box::new(Smith) as Box<dyn ImpactLaw>)]).unwrap();
    assert_eq!(impulse(&alone, &lone), impulse(&Smith, &lone));
}

#[test]
fn weights_that_are_no_weights_are_refused() {
    let refused = |weights: &[f64]| {
        let parts = weights.iter().map(|&w| (w, Box::new(Smith) as Box<dyn ImpactLaw>));
        matches!(Composite::new(parts.collect()), Err(LawError::Parameter { .. }))
    };
    assert!(refused(&[]) && refused(&[0.0, 0.0]) && refused(&[1.0, -1.0]) && refused(&[f64::NAN]));
    assert!(refused(&[f64::INFINITY]) && !refused(&[f64::MAX, f64::MAX]));
}
