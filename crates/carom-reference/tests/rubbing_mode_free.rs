//! The solver against a scheme that has no modes of friction at all, and against its own order of convergence.
//!
//! In steps of length h: move the normal springs, drag the tangential ones along and cut them back to their disc, find rigid friction
//! impulses that oppose the sliding velocity they leave, push.
//!
//! ```text
//! d ← d − h v_n,   u ← cut(u + h v_t, μ k d/k_t),   |Pᵢ| ≤ h μ F_n with P against v_t after the step,   v ← v + W (h F + P)
//! ```
//!
//! Wrong by a multiple of h; two step lengths are extrapolated to h = 0.

use carom_reference::rubbing::random::{Kinds, Recipe};
use carom_reference::rubbing::{Friction, Law, Problem, Rubbing, Separation};
use nalgebra::{DVector, Vector2};

/// Steps per radian of the fastest spring at the coarse level.
const COARSE: f64 = 2e3;
/// What extrapolation leaves, in parts of the largest impulse: events fall anywhere within a step, which moves the impulses by multiples
/// of the square of the step that no extrapolation removes.
const TOLERANCE: f64 = 4.0 / (COARSE * COARSE);
/// Sweeps over the rigid contacts in one step.
const SWEEPS: usize = 50;

struct Stepper<'a> {
    problem: &'a Problem,
    velocity: DVector<f64>,
    impulse: DVector<f64>,
    stiffness: Vec<f64>,
    compression: Vec<f64>,
    stretch: Vec<Vector2<f64>>,
    active: Vec<bool>,
    was_compressing: Vec<bool>,
}

impl<'a> Stepper<'a> {
    fn new(problem: &'a Problem) -> Self {
        let n = problem.contacts();
        Self {
            problem,
            velocity: problem.velocity.clone(),
            impulse: DVector::zeros(3 * n),
            stiffness: problem.stiffness.clone(),
            compression: vec![0.0; n],
            stretch: vec![Vector2::zeros(); n],
            active: vec![false; n],
            was_compressing: vec![false; n],
        }
    }

    /// Arrivals, ends of compression and ends of restitution, as found at the end of a step. False when all is over.
    fn update_contacts(&mut self) -> bool {
        for i in 0..self.active.len() {
            let approaches = self.velocity[3 * i + 2] < 0.0;
            if self.active[i] && self.was_compressing[i] && !approaches {
                let e2 = self.problem.restitution[i].powi(2);
                self.stiffness[i] /= e2;
                self.compression[i] *= e2;
            }
            self.was_compressing[i] = approaches;
            if self.compression[i] <= 0.0 && !approaches {
                (self.active[i], self.compression[i], self.stretch[i]) = (false, 0.0, Vector2::zeros());
            } else {
                self.active[i] = self.active[i] || approaches;
            }
        }
        self.active.contains(&true)
    }

    fn step(&mut self, h: f64) {
        let n = self.active.len();
        let mut push = DVector::zeros(3 * n);
        let mut discs = Vec::new();
        for i in (0..n).filter(|&i| self.active[i]) {
            self.compression[i] = (self.compression[i] - h * self.velocity[3 * i + 2]).max(0.0);
            let normal = self.stiffness[i] * self.compression[i];
            push[3 * i + 2] = h * normal;
            match self.problem.friction[i] {
                Friction::None => {}
                Friction::Rigid { coefficient } => discs.push((i, h * coefficient * normal)),
                Friction::Compliant { coefficient, compliance } => {
                    let stiffness = self.problem.stiffness[i] / compliance;
                    let dragged = self.stretch[i] + h * self.velocity.fixed_rows::<2>(3 * i);
                    self.stretch[i] = cut(dragged, coefficient * normal / stiffness);
                    push.fixed_rows_mut::<2>(3 * i).copy_from(&(-h * stiffness * self.stretch[i]));
                }
            }
        }
        self.oppose(&mut push, &discs);
        self.velocity += &self.problem.w * &push;
        self.impulse += push;
    }

    /// Rigid friction impulses, by projected relaxation.
    fn oppose(&self, push: &mut DVector<f64>, discs: &[(usize, f64)]) {
        for _ in 0..SWEEPS {
            for &(i, radius) in discs {
                let w = self.problem.w.rows(3 * i, 2);
                let after = self.velocity.fixed_rows::<2>(3 * i) + w * &*push;
                let softness = self.problem.w[(3 * i, 3 * i)] + self.problem.w[(3 * i + 1, 3 * i + 1)];
                let own = push.fixed_rows::<2>(3 * i).into_owned();
                push.fixed_rows_mut::<2>(3 * i).copy_from(&cut(own - after / softness, radius));
            }
        }
    }
}

fn cut(vector: Vector2<f64>, most: f64) -> Vector2<f64> {
    if vector.norm() > most { vector * (most / vector.norm()) } else { vector }
}

/// The impulses found with a number of steps per radian.
fn mode_free(problem: &Problem, steps_per_radian: f64) -> DVector<f64> {
    let mut stepper = Stepper::new(problem);
    let stiffest = |i: usize| match problem.friction[i] {
        Friction::None | Friction::Rigid { .. } => 1.0 / problem.restitution[i].powi(4),
        Friction::Compliant { compliance, .. } => problem.restitution[i].powi(-4).max(1.0 / compliance),
    };
    let pace = (0..problem.contacts()).map(|i| problem.stiffness[i] * stiffest(i)).fold(0.0, f64::max);
    let h = 1.0 / (steps_per_radian * (pace * problem.w.diagonal().max()).sqrt());
    while stepper.update_contacts() {
        stepper.step(h);
    }
    stepper.impulse
}

fn assert_agreement(kinds: Kinds, seeds: std::ops::Range<u64>) {
    let mut errors = [0.0; 2];
    for seed in seeds {
        let recipe = Recipe::new(1 + (seed % 3) as usize, kinds).with_restitution(0.5, 1.0);
        let scene = recipe.scene(seed).expect("a valid scene");
        let solver = Rubbing::new(Law::Hardening, Separation::Instant);
        let exact = solver.solve(&scene.problem).expect("the impact ends").impulse;
        let coarse = mode_free(&scene.problem, COARSE);
        let fine = mode_free(&scene.problem, 2.0 * COARSE);
        let limit = &fine * 2.0 - &coarse;
        let error = |found: &DVector<f64>| (found - &exact).amax() / exact.amax();
        assert!(error(&limit) < TOLERANCE, "seed {seed}: {:e}", error(&limit));
        errors[0] += error(&coarse);
        errors[1] += error(&fine);
    }
    let ratio = errors[0] / errors[1];
    assert!((1.7..2.3).contains(&ratio), "halving the step divided the errors by {ratio}");
}

#[test]
fn a_scheme_without_stick_and_slip_tends_to_compliant_friction_in_first_order() {
    assert_agreement(Kinds::Compliant, 0..12);
}

#[test]
fn a_scheme_without_stick_and_slip_tends_to_rigid_friction_in_first_order() {
    assert_agreement(Kinds::Rigid, 0..12);
}

#[test]
fn a_scheme_without_stick_and_slip_tends_to_mixed_friction_in_first_order() {
    assert_agreement(Kinds::Mixed, 12..24);
}
