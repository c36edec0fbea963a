//! Scenes with friction, and impacts of the reference as problems of this library and the other way round.

use carom::{
    Body, Compliance, Contact, ContactProblem, ContactSolution, Coupling, Friction, Impact, Model, NormalLaw,
    RestitutionLaw, Separation, TangentialLaw,
};
use carom_reference::rubbing::{self, Law, Problem};
use carom_reference::scenes::SplitMix;
use nalgebra::{DMatrix, DVector, Vector2, Vector3, vector};

use super::touching;

/// Coulomb friction behind tangential springs, η² = k/k_t.
pub fn compliant(mu: f64, compliance: f64) -> TangentialLaw {
    TangentialLaw::Compliant {
        friction: Friction::new(mu).unwrap(),
        compliance: Compliance::new(compliance).unwrap(),
    }
}

/// Coulomb friction between rigid surfaces.
pub fn rigid(mu: f64) -> TangentialLaw {
    TangentialLaw::Rigid { friction: Friction::new(mu).unwrap() }
}

/// A ball of mass 1 and radius 1 at the origin of a table, which is the second body.
pub fn ball_on_table(
    law: NormalLaw,
    friction: TangentialLaw,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
) -> Impact {
    let ball = Body::ball(1.0, 1.0).unwrap().at(vector![0.0, 0.0, 1.0]).unwrap();
    let ball = ball.moving(velocity).unwrap().spinning(spin).unwrap();
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law).unwrap().with_friction(friction);
    Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default()).unwrap()
}

/// The ball of [Jia2012, sec. 8.1.1] with any restitution.
pub fn ball_of_jia2012(e: f64) -> Impact {
    let friction = compliant(0.4, 17.0 / 14.0);
    ball_on_table(touching(e, 1.0), friction, vector![-1.0, 0.0, -5.0], vector![0.0, 2.0, 0.0])
}

fn tangential_law(friction: rubbing::Friction) -> TangentialLaw {
    match friction {
        rubbing::Friction::None => TangentialLaw::Frictionless,
        rubbing::Friction::Rigid { coefficient } => rigid(coefficient),
        rubbing::Friction::Compliant { coefficient, compliance } => compliant(coefficient, compliance),
    }
}

/// Three rows (t₁, t₂, n) for each contact, taken apart.
pub fn normals(rows: &DVector<f64>) -> Vec<f64> {
    rows.as_slice().chunks(3).map(|row| row[2]).collect()
}

/// The tangential part of such rows.
pub fn tangents(rows: &DVector<f64>) -> Vec<Vector2<f64>> {
    rows.as_slice().chunks(3).map(|row| Vector2::new(row[0], row[1])).collect()
}

/// Three rows for each contact from their normal and tangential parts.
pub fn stacked(normal: &[f64], tangential: &[Vector2<f64>]) -> DVector<f64> {
    let rows = normal.iter().zip(tangential).flat_map(|(&n, t)| [t.x, t.y, n]);
    DVector::from_iterator(3 * normal.len(), rows)
}

/// An impact of the reference.
pub fn problem_of(problem: &Problem, model: Model) -> ContactProblem {
    let law = |(&e, &k)| touching(e, k);
    let laws = problem.restitution.iter().zip(&problem.stiffness).map(law).collect();
    let coupling = Coupling::from_spatial_matrix(&problem.w).unwrap();
    ContactProblem::new(coupling, normals(&problem.velocity), laws, model)
        .unwrap()
        .with_friction(
            problem.friction.iter().map(|&friction| tangential_law(friction)).collect(),
            tangents(&problem.velocity),
        )
        .unwrap()
}

/// The same impact for the reference.
pub fn reference_of(impact: &Impact) -> Problem {
    let contacts = impact.contact_problem();
    let n = contacts.contacts().len();
    let mut w = DMatrix::zeros(3 * n, 3 * n);
    for i in 0..n {
        for (j, block) in contacts.coupling().block_row(i) {
            w.view_mut((3 * i, 3 * j), (3, 3)).copy_from(block);
        }
    }
    let friction = |law: &TangentialLaw| match *law {
        TangentialLaw::Frictionless => rubbing::Friction::None,
        TangentialLaw::Rigid { friction } => rubbing::Friction::Rigid { coefficient: friction.value() },
        TangentialLaw::Compliant { friction, compliance } => {
            rubbing::Friction::Compliant { coefficient: friction.value(), compliance: compliance.value() }
        }
    };
    Problem {
        w,
        velocity: stacked(contacts.velocity(), contacts.tangential_velocity()),
        stiffness: contacts.contacts().iter().map(|law| law.stiffness.value()).collect(),
        restitution: contacts.contacts().iter().map(|law| law.restitution.value()).collect(),
        friction: contacts.tangential_laws().iter().map(friction).collect(),
    }
}

/// μ from 1e-6 to 2 and η² from 0.01 to 50, both even in their logarithms, in place of what a random impact has.
pub fn draw_friction(problem: &mut Problem, random: &mut SplitMix) {
    for friction in &mut problem.friction {
        let (mu, softness) = (random.scale(1e-6, 2.0), random.scale(0.01, 50.0));
        match friction {
            rubbing::Friction::None => {}
            rubbing::Friction::Rigid { coefficient } => *coefficient = mu,
            rubbing::Friction::Compliant { coefficient, compliance } => {
                (*coefficient, *compliance) = (mu, softness);
            }
        }
    }
}

/// The impulses of a solution in three rows for each contact, also where no contact has friction.
pub fn impulse_rows(solution: &ContactSolution) -> DVector<f64> {
    let none = vec![Vector2::zeros(); solution.impulse.len()];
    let given = &solution.tangential_impulse;
    stacked(&solution.impulse, if given.is_empty() { &none } else { given })
}

/// The brute force with the rules of a model.
pub fn brute_force(model: Model, contacts: usize) -> rubbing::Rubbing {
    let law = match model.restitution {
        RestitutionLaw::Hardening => Law::Hardening,
        RestitutionLaw::BiStiffness => Law::BiStiffness,
        RestitutionLaw::MonoStiffness => Law::MonoStiffness,
    };
    let separation = match model.separation {
        Separation::Instant => rubbing::Separation::Instant,
        Separation::Tracked => rubbing::Separation::tracked(contacts),
    };
    rubbing::Rubbing::new(law, separation)
}
