//! Tests of the impulse plane.

use super::*;
use crate::{Coupling, Model, NormalLaw, Restitution, RestitutionLaw, Separation, Stiffness, Trace};
use nalgebra::{DMatrix, dmatrix};
use proptest::prelude::*;

/// Sums of a few hundred rounded terms, against the energy of the approach.
const ROUNDING: f64 = 1e-12;

fn problem(w: &DMatrix<f64>, v0: &[f64], k: &[f64], e: &[f64], model: Model) -> ContactProblem {
    let law = |(&e, &k)| NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap());
    let laws = e.iter().zip(k).map(law).collect();
    ContactProblem::new(Coupling::from_matrix(w).unwrap(), v0.to_vec(), laws, model).unwrap()
}

/// The unit ball on a ball of mass m2 on a table of [Jia2013, eq. (36)].
fn ball_ball_table(m2: f64) -> ImpulsePlane {
    let w = dmatrix![1.0 + 1.0 / m2, -1.0 / m2; -1.0 / m2, 1.0 / m2];
    ImpulsePlane::of(&problem(&w, &[-1.0, 0.0], &[1.0; 2], &[1.0; 2], Model::default())).unwrap()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-14 * (1.0 + b.abs())
}

#[test]
fn the_ellipse_of_ball_ball_table_is_that_of_jia2013() {
    for m2 in [2.0 / 3f64.sqrt(), 0.5, 7.0] {
        let plane = ball_ball_table(m2);
        let Boundary::Ellipse(ellipse) = plane.boundary() else { panic!("not an ellipse") };
        assert!(close(ellipse.centre[0], 1.0) && close(ellipse.centre[1], 1.0));
        assert!(close(ellipse.angle, -0.5 * (2.0 / m2).atan())); // [Jia2013, eq. (43)]
        let root = (4.0 + m2 * m2).sqrt();
        assert!(close(ellipse.semi_minor.powi(2), (2.0 + m2 - root) / 2.0)); // [Jia2013, eq. (58)]
        assert!(close(ellipse.semi_major.powi(2), (2.0 + m2 + root) / 2.0));
    }
}

/// A line touches the ellipse where B vanishes and its gradient −v is normal to the line.
#[test]
fn the_ellipse_touches_the_four_lines_of_jia2013() {
    let m2: f64 = 2.0 / 3f64.sqrt();
    let plane = ball_ball_table(m2);
    let touches = |p: Impulses, tangent: usize| {
        let tolerance = 1e-14;
        plane.strain_energy_bound(p).abs() < tolerance && plane.velocities(p)[tangent].abs() < tolerance
    };
    assert!(touches([0.0, 0.0], 1), "the axis of the second impulse, at the origin");
    assert!(touches([2.0, 2.0], 1), "I1 = 2");
    for sign in [-1.0, 1.0] {
        let root = sign * (1.0 + m2).sqrt();
        assert!(touches([1.0 + 1.0 / root, 1.0 + root], 0), "I2 = 1 + {root}");
    }
}

#[test]
fn compression_lines_cut_the_plane_into_the_regions_of_jia2013() {
    let plane = ball_ball_table(1.0);
    for (p, region) in [
        ([0.3, 0.1], Region::I),
        ([1.0, 0.5], Region::II),
        ([0.5, 1.0], Region::III),
        ([1.5, 1.7], Region::IV),
        ([1.0, 1.0], Region::IV),
    ] {
        assert_eq!(plane.region(p), region, "{p:?}");
    }
    // l2 is the diagonal, l1 the line I2 = (1 + m2) I1 - m2 [Jia2013, eqs. (16), (17)].
    let [a, b] = plane.compression_line(1).within([0.0, 0.0], [2.0, 3.0]).unwrap();
    assert_eq!([a, b].iter().map(|p| p[0]).fold(0.0, f64::max), 2.0);
    assert!(close(a[0], a[1]) && close(b[0], b[1]));
    assert!(plane.compression_line(0).velocity_at([0.75, 0.5]).abs() < 1e-15);
    assert!(plane.compression_line(0).within([0.0, 2.0], [0.5, 3.0]).is_none());
}

#[test]
fn a_singular_matrix_bounds_by_a_strip_or_a_parabola() {
    // A ball squeezed between two walls, and a matrix that no bodies give.
    for (v0, strip) in [([-1.0, 1.0], true), ([-1.0, -1.0], false)] {
        let w = dmatrix![1.0, -1.0; -1.0, 1.0];
        let problem = problem(&w, &v0, &[1.0; 2], &[1.0; 2], Model::default());
        let plane = ImpulsePlane::of(&problem).unwrap();
        let boundary = plane.boundary();
        assert_eq!(matches!(boundary, Boundary::Strip(_)), strip);
        assert_eq!(matches!(boundary, Boundary::Parabola(_)), !strip);
        for p in boundary.points(16, 5.0).iter().skip(1) {
            assert!(plane.strain_energy_bound(*p).abs() < 1e-13, "{v0:?} {p:?}");
        }
    }
}

/// Σ E and B at many instants of a trace, each on both sides of every event.
fn energies_and_bounds(problem: &ContactProblem, trace: &Trace) -> Vec<(f64, f64)> {
    let instants = trace.instants(40);
    let mut both: Vec<f64> = instants.iter().flat_map(|&t| [t.next_down().max(0.0), t]).collect();
    both.dedup();
    let pair = |s: &crate::Snapshot| (s.energy.iter().sum(), strain_energy_bound(problem, &s.impulse));
    trace.sample(&both).iter().map(pair).collect()
}

const LAWS: [RestitutionLaw; 3] =
    [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness];

prop_compose! {
    /// W = A Aᵀ + diagonal, as n contacts among bodies of random masses give.
    fn any_problem()(n in 1_usize..6)(
        a in proptest::collection::vec(-1.0..1.0, n * n),
        v0 in proptest::collection::vec(-1.0..0.3, n),
        k in proptest::collection::vec(0.2..5.0, n),
        e in proptest::collection::vec(0.3..=1.0, n),
        (law, tracked, elastic) in (0_usize..3, any::<bool>(), any::<bool>()),
    ) -> ContactProblem {
        let n = v0.len();
        let a = DMatrix::from_vec(n, n, a);
        let w: DMatrix<f64> = &a * a.transpose();
        let w = (&w + w.transpose()) * 0.5 + DMatrix::identity(n, n) * 0.1;
        let e = if elastic { vec![1.0; n] } else { e };
        let separation = if tracked { Separation::Tracked } else { Separation::Instant };
        problem(&w, &v0, &k, &e, Model { restitution: LAWS[law], separation })
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
    cases: 200,
    rng_seed: proptest::test_runner::RngSeed::Fixed(1998),
    failure_persistence: None,
    ..ProptestConfig::default()
})]
    #[test]
    fn strain_energy_stays_below_its_bound_and_meets_it_while_nothing_is_lost(problem in any_problem()) {
        let (_, trace) = problem.trace().unwrap();
        let elastic = problem.contacts().iter().all(|c| c.restitution == Restitution::ELASTIC);
        let scale: f64 = problem.velocity().iter().map(|v| v * v / 0.1).sum::<f64>().max(1e-300);
        for (energy, bound) in energies_and_bounds(&problem, &trace) {
            prop_assert!(energy >= 0.0 && bound >= -ROUNDING * scale, "{energy} {bound}");
            prop_assert!(energy <= bound + ROUNDING * scale, "{energy} above {bound}");
            prop_assert!(!elastic || (energy - bound).abs() <= ROUNDING * scale, "{energy} is not {bound}");
        }
    }

    #[test]
    fn two_contacts_stay_inside_their_ellipse_and_end_in_region_iv(problem in any_problem()) {
        if let Some(plane) = ImpulsePlane::of(&problem) {
            let (solution, _) = problem.trace().unwrap();
            let end = [solution.impulse[0], solution.impulse[1]];
            prop_assert!(plane.strain_energy_bound(end) >= -ROUNDING * 100.0);
            prop_assert!(plane.velocities(end).iter().all(|&v| v >= -ROUNDING));
            for p in plane.boundary().points(16, 1.0) {
                prop_assert!(plane.strain_energy_bound(p).abs() < ROUNDING * 100.0);
            }
        }
    }
}
