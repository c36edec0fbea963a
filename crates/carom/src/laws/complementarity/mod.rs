//! Several contacts at once by complementarity [Chatterjee1998, sec. 6.2]: what [`pfeiffer_glocker`](super::pfeiffer_glocker) is
//! for one.
//!
//! No springs, no order of events: all contacts together end a compression, and then an expansion, whose impulses p and
//! velocities v = v_before + W p obey at every contact
//!
//! ```text
//! compression:  0 ≤ pₙ ⊥ vₙ ≥ 0 ,            p_t by (Y.1): stick, or −μpₙ against the slip that is left      (Z.1)
//! expansion:    0 ≤ pₙ − e p_Cₙ ⊥ vₙ ≥ 0 ,   p_t by (Y.1)                                                    (Z.2)
//! ```
//!
//! with p_C the impulses of compression and e each contact's own coefficient, which is Poisson's here. The friction cone is
//! the true one. There is no tangential restitution. [Chatterjee1998, sec. 6.2] warns that such conditions are no more than a
//! convention for impacts: a row of equal balls does not hand its momentum on, see the example. A contact that slides without
//! approaching, vₙ = 0, takes part only if the others press it; with one contact alone, that is where this law and
//! [`pfeiffer_glocker`](super::pfeiffer_glocker) may differ.
//!
//! # What is solved
//!
//! Without friction (Z.1) and (Z.2) are the conditions of a convex quadratic minimum. The velocities are unique and found by
//! Lawson and Hanson's method in finitely many steps. Where contacts are redundant, of all ways to share the load the one
//! with the least sum of squares counts, so that the numbering of the contacts does not matter.
//!
//! With friction there may be several solutions, or with large friction and bearings none. Contacts are resolved one after
//! the other, each exactly, until Newton's method on all of them at once, from there, fulfils every condition. What it leaves
//! is [reported](Step::residual). If nothing fulfils them within a bounded number of sweeps, that is an
//! [error](ComplementarityError::Unsettled), not an answer. Where sticking contacts are redundant the least impulses are
//! tried first.
//!
//! # Energy
//!
//! Compression never creates energy: with p its impulse and v_C its end, E₀ − E_C = p·Wp/2 − Σ p_t·v_Ct ≥ p·Wp/2. For the
//! impulse r of expansion and any other x the quadratic f(x) = v_C·x + x·Wx/2, the energy that x adds, obeys
//!
//! ```text
//! f(r) ≤ f(x) − v_E·(x − r)                                                                       (Z.6)
//! ```
//!
//! - *One e for all contacts*: x = e p. Along the normals v_E·(x − r) is zero by (Z.2), and along the tangents it is not negative,
//!   for r_t is all friction can do against v_E and x_t lies in the same discs. So f(r) ≤ e² p·Wp/2: **no energy is created**.
//! - *No friction*: x = p, and v_E·(x − r) = Σ (1 − e) pₙ v_Eₙ ≥ 0. So f(r) ≤ p·Wp/2: no energy is created, whatever the coefficients.
//! - *Friction and different coefficients*: nothing of the kind holds, and energy **can be created**, many times what there was, by
//!   contacts that slip faster than they part. The ledger then shows a negative loss. \[Glocker2013\] also has a counter-example
//!   with several frictional contacts.
//!
//! ```
//! use carom::laws::complementarity;
//! use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
//! use nalgebra::{Vector3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Three equal balls in a row, the first of them moving.
//! let ball = |x: f64| Body::ball(1.0, 0.5).and_then(|ball| ball.at(vector![x, 0.0, 0.0]));
//! let bodies = vec![ball(0.0)?.moving(vector![3.0, 0.0, 0.0])?, ball(1.0)?, ball(2.0)?];
//! let elastic = NormalLaw::touching(Restitution::ELASTIC, Stiffness::UNIT);
//! let touch = |a: usize| Contact::new([a + 1, a], vector![a as f64 + 0.5, 0.0, 0.0], Vector3::x(), elastic);
//! let impact = Impact::new(bodies, vec![touch(0)?, touch(1)?], Model::default())?;
//! let answer = complementarity::solve(&impact)?;
//! let speeds: Vec<f64> = answer.outcome.bodies.iter().map(|body| body.linear.x.round()).collect();
//! assert_eq!(speeds, [-1.0, 2.0, 2.0]); // not 0, 0, 3
//! # Ok(())
//! # }
//! ```

mod answer;
mod error;
mod frictionless;
mod newton;
mod sweep;
mod system;

use nalgebra::{DVector, Vector2, Vector3};

use crate::contact_problem::ContactProblem;
use crate::coupling::NORMAL;
use crate::friction::TangentialLaw;
use crate::impact::Impact;
use crate::laws::units::power_of_two;

pub use answer::{Answer, ContactAnswer, ContactMode, Step};
pub use error::ComplementarityError;

use system::{Solved, System, Task};

/// What the law makes of bodies in contact.
///
/// # Errors
/// Gaps, tangential springs, infinite friction, and conditions that were not fulfilled.
pub fn solve(impact: &Impact) -> Result<Answer, ComplementarityError> {
    let contacts = solve_contacts(impact.contact_problem())?;
    Ok(Answer { outcome: impact.outcome(&contacts.solution), contacts })
}

/// What the law makes of an impact in contact space.
///
/// # Errors
/// Gaps, tangential springs, infinite friction, and conditions that were not fulfilled.
pub fn solve_contacts(problem: &ContactProblem) -> Result<ContactAnswer, ComplementarityError> {
    check(problem)?;
    let mut answer = ContactAnswer::untouched(problem);
    for cluster in problem.coupling().clusters() {
        let start = start(problem, &cluster);
        let speed = power_of_two(start.amax());
        let system = System::of(problem, &cluster);
        let name = |error: ComplementarityError| error.at(&cluster, speed);
        let compression = Task { start: start / speed, least: vec![0.0; cluster.len()] };
        let compressed = system.solve(&compression).map_err(name)?; // (Z.1)
        let expansion = Task {
            least: system.returned(problem, &cluster, &compressed),
            start: compressed.velocity.clone(),
        };
        let expanded = system.solve(&expansion).map_err(name)?; // (Z.2)
        answer.take_in(&system, &cluster, speed, &compression, [&compressed, &expanded]);
    }
    Ok(answer)
}

/// What the law does not know.
fn check(problem: &ContactProblem) -> Result<(), ComplementarityError> {
    for (contact, law) in problem.contacts().iter().enumerate() {
        if law.gap > 0.0 {
            return Err(ComplementarityError::Gap { contact, gap: law.gap });
        }
    }
    for (contact, law) in problem.tangential_laws().iter().enumerate() {
        match law {
            TangentialLaw::Frictionless => {}
            TangentialLaw::Rigid { friction } if friction.value().is_finite() => {}
            TangentialLaw::Rigid { .. } => return Err(ComplementarityError::InfiniteFriction { contact }),
            TangentialLaw::Compliant { .. } => return Err(ComplementarityError::Compliant { contact }),
        }
    }
    Ok(())
}

/// (t₁, t₂, n) of every contact's velocity before the impact; no tangents where there is no friction.
fn start(problem: &ContactProblem, cluster: &[usize]) -> DVector<f64> {
    let mut start = DVector::zeros(3 * cluster.len());
    for (i, &contact) in cluster.iter().enumerate() {
        start[3 * i + NORMAL] = problem.velocity()[contact];
        if problem.tangential_laws().get(contact).is_some_and(|law| law.has_friction()) {
            let sliding: Vector2<f64> = problem.tangential_velocity()[contact];
            (start[3 * i], start[3 * i + 1]) = (sliding.x, sliding.y);
        }
    }
    start
}

impl System {
    /// e p_Cₙ of (Z.2).
    fn returned(&self, problem: &ContactProblem, cluster: &[usize], compressed: &Solved) -> Vec<f64> {
        let returned = |(i, &contact): (usize, &usize)| {
            problem.contacts()[contact].restitution.value() * compressed.impulse[3 * i + NORMAL]
        };
        cluster.iter().enumerate().map(returned).collect()
    }
}

/// The three components of one contact.
fn of_contact(vector: &DVector<f64>, i: usize) -> Vector3<f64> {
    vector.fixed_rows::<3>(3 * i).into_owned()
}
