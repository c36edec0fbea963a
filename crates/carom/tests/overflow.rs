//! Contacts that close and open again hundreds of times under hardening keep their stiffness, which once overflowed: the
//! solver then returned `Ok` with a loss that was not a number.

use carom::{ContactProblem, Coupling, Model, NormalLaw, Restitution, RestitutionLaw, Separation, Stiffness};
use nalgebra::DMatrix;

fn law((e, k): (f64, f64)) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).expect("in range"), Stiffness::new(k).expect("positive"))
}

#[test]
fn a_contact_that_hardens_a_thousand_times_keeps_the_ledger() {
    #[rustfmt::skip]
    let w = DMatrix::from_row_slice(5, 5, &[
        0.4553463748723755, 0.0, -0.15663557652499044, -0.03160580440288385, -0.06628217464385952,
        0.0, 1.297226549329141, 0.0, 0.0, 0.0,
        -0.15663557652499044, 0.0, 2.9299303399200327, -0.31090131123317266, 0.06311385911098791,
        -0.03160580440288385, 0.0, -0.31090131123317266, 2.21297656061369, -0.14096069894418073,
        -0.06628217464385952, 0.0, 0.06311385911098791, -0.14096069894418073, 2.0614298079155526,
    ]);
    let laws = [
        (0.2673809620979112, 0.0020265589708160178),
        (1.0, 7.921617280813673),
        (0.8978460863698935, 155.0841631783042),
        (0.8188708168418496, 0.494126421197267),
        (0.21194964558983853, 288.06203439439355),
    ];
    let velocity = vec![0.0, 0.0, 0.0, -0.30932157458627435, 0.0];
    let model = Model { restitution: RestitutionLaw::Hardening, separation: Separation::Tracked };
    let coupling = Coupling::from_matrix(&w).unwrap();
    let problem = ContactProblem::new(coupling, velocity, laws.map(law).to_vec(), model).unwrap();
    let solution = problem.solve().unwrap();
    // −(v₀·p + p·Wp/2) is the energy taken from the motion, whatever the solver says was lost.
    let taken = carom::analysis::impulse_plane::strain_energy_bound(&problem, &solution.impulse);
    let before = 0.5 * problem.velocity()[3].powi(2) / w[(3, 3)];
    let imbalance = taken - solution.lost_in_restitution - solution.trapped;
    assert!(imbalance.abs() <= 1e-12 * before, "{imbalance:e}: {solution:?}");
}
