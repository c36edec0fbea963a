//! A single contact with a spring F = k·dⁿ against its closed forms.
//!
//! With E = k·dⁿ⁺¹/(n+1) the greatest compression D follows from E(D) = v²/(2W); compression takes
//! I(n)·D/v, I(n) = ∫₀¹ dx/√(1 − xⁿ⁺¹) = √π·Γ(1 + 1/(n+1))/Γ(½ + 1/(n+1)).

#![allow(clippy::unwrap_used)] // a test that cannot build its scene has failed

use carom::{
    ContactProblem, Coupling, Exponent, Model, NormalLaw, Restitution, RestitutionLaw, Separation, Stiffness,
};
use nalgebra::dmatrix;

const LAWS: [RestitutionLaw; 3] =
    [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness];

/// A few roundings for each of some dozen steps.
const ROUNDING: f64 = 1e-14;

fn lone(w: f64, speed: f64, k: f64, n: f64, e: f64, law: RestitutionLaw) -> ContactProblem {
    let spring = Stiffness::new(k).unwrap().with_exponent(Exponent::new(n).unwrap());
    ContactProblem::new(
        Coupling::from_matrix(&dmatrix![w]).unwrap(),
        vec![-speed],
        vec![NormalLaw::touching(Restitution::new(e).unwrap(), spring)],
        Model { restitution: law, separation: Separation::Instant },
    )
    .unwrap()
}

/// I(n).
fn quarter(n: f64) -> f64 {
    let a = 1.0 / (n + 1.0);
    std::f64::consts::PI.sqrt() * libm::tgamma(1.0 + a) / libm::tgamma(0.5 + a)
}

#[test]
fn what_is_given_as_e_is_delivered_for_any_exponent_and_law() {
    for law in LAWS {
        for n in [1.1, 1.25, 4.0 / 3.0, 1.5, 1.9, 2.0, 2.5, 3.0, 3.7, 10.0] {
            for e in [1.0, 0.98, 0.7, 0.3, 0.05] {
                let solution = lone(2.0, 3.0, 5.0, n, e, law).solve().unwrap();
                let delivered = solution.velocity[0] / 3.0;
                assert!((delivered - e).abs() < 10.0 * ROUNDING, "{law:?} n = {n}: {e} became {delivered}");
                let lost = (1.0 - e * e) * 9.0 / 4.0;
                assert!((solution.lost_in_restitution - lost).abs() < 10.0 * ROUNDING, "{law:?} n = {n}");
            }
        }
    }
}

#[test]
fn a_plastic_contact_stops_and_takes_the_time_of_compression() {
    for n in [1.25, 1.5, 2.0] {
        let solution = lone(1.0, 1.0, 1.0, n, 0.0, RestitutionLaw::Hardening).solve().unwrap();
        let depth = ((n + 1.0) / 2.0_f64).powf(1.0 / (n + 1.0));
        assert_eq!(solution.velocity[0], 0.0);
        assert!((solution.duration / (quarter(n) * depth) - 1.0).abs() < 10.0 * ROUNDING, "{n}");
    }
}

#[test]
fn duration_of_an_elastic_impact_follows_the_closed_form_over_six_decades_of_speed() {
    for n in [1.25, 1.5, 2.0, 2.5] {
        for decade in -3..=3 {
            let (w, k, v) = (0.7, 3.0e9, 10.0_f64.powi(decade));
            let depth = ((n + 1.0) * v * v / (2.0 * w * k)).powf(1.0 / (n + 1.0));
            let expected = 2.0 * quarter(n) * depth / v;
            let solution = lone(w, v, k, n, 1.0, RestitutionLaw::Hardening).solve().unwrap();
            assert!((solution.duration / expected - 1.0).abs() < 20.0 * ROUNDING, "n = {n}, v = {v}");
        }
    }
}

#[test]
fn hertz_duration_has_the_published_constant_and_goes_with_the_fifth_root_of_speed() {
    assert!((2.0 * quarter(1.5) - 2.943_28).abs() < 5e-6); // as printed in the textbooks
    let duration = |v: f64| lone(1.0, v, 1.0, 1.5, 1.0, RestitutionLaw::Hardening).solve().unwrap().duration;
    for decade in -3..3 {
        let v = 10.0_f64.powi(decade);
        let ratio = duration(10.0 * v) / duration(v);
        assert!((ratio / 10.0_f64.powf(-0.2) - 1.0).abs() < 20.0 * ROUNDING, "{v}");
    }
}

#[test]
fn restitution_takes_e_times_as_long_as_compression_with_a_hardened_spring() {
    for n in [1.25, 1.5, 2.0] {
        let (_, trace) = lone(1.0, 1.0, 1.0, n, 0.6, RestitutionLaw::Hardening).trace().unwrap();
        let events = trace.events();
        let compression = events[0].time;
        assert!(((events[1].time - compression) / compression - 0.6).abs() < 20.0 * ROUNDING, "{n}");
    }
}

#[test]
fn a_trace_shows_force_and_energy_of_the_spring_at_every_instant() {
    let (w, k, v) = (1.0, 2.0, 1.0_f64);
    for n in [1.25, 1.5, 2.0] {
        let (_, trace) = lone(w, v, k, n, 1.0, RestitutionLaw::Hardening).trace().unwrap();
        let depth = ((n + 1.0) * v * v / (2.0 * w * k)).powf(1.0 / (n + 1.0));
        let greatest = k * depth.powf(n);
        let middle = trace.duration() / 2.0;
        let at_middle = &trace.sample(&[middle])[0];
        assert!((at_middle.force[0] / greatest - 1.0).abs() < ROUNDING, "{n}");
        for snapshot in trace.sample(&trace.instants(100)) {
            let total = snapshot.energy[0] + 0.5 * snapshot.velocity[0].powi(2) / w;
            assert!((total - 0.5).abs() < ROUNDING, "n = {n} at {}", snapshot.time);
            let d = (snapshot.force[0] / k).powf(1.0 / n);
            assert!((snapshot.energy[0] - snapshot.force[0] * d / (n + 1.0)).abs() < ROUNDING);
        }
    }
}
