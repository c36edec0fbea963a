//! One contact in closed form: the same as the solver, and derivatives that are those of the course.

use carom::derivative::{
    Axis, Coefficient, Dual, LANES, LawParameter, LoneBodies, LoneContact, LoneOutcome, Number, Output,
    Parameter,
};
use carom::laws::LoneImpact;
use carom::laws::routh::{Outcome as RouthOutcome, Routh, Termination};
use carom::{
    Body, Contact, Friction, Impact, Model, NormalLaw, Restitution, RestitutionLaw, Separation, Stiffness,
    TangentialLaw,
};
use nalgebra::{Matrix3, Vector3, vector};

/// Rounding of a few dozen operations on speeds of metres per second, for bodies whose W has entries that differ by a hundred.
const ROUNDED: f64 = 1e-12;
/// Derivatives of the course are good to this part of the largest.
const EXACT: f64 = 1e-9;

/// Numbers that look random: the fractional parts of multiples of irrational numbers.
fn random(row: usize, column: usize) -> f64 {
    const ROOTS: [f64; 8] = [
        4.795_831_523,
        1.732_050_808,
        2.236_067_977,
        2.645_751_311,
        3.316_624_790,
        3.605_551_275,
        4.123_105_626,
        4.358_898_944,
    ];
    ((row + 1) as f64 * ROOTS[column]).fract()
}

fn between(row: usize, column: usize, from: f64, to: f64) -> f64 {
    from + (to - from) * random(row, column)
}

/// A block that meets another, or the floor, with a corner, in the plane of x and z.
fn impact(row: usize, second: Body, law: RestitutionLaw) -> Impact {
    let inertia = Matrix3::from_diagonal(&vector![2e-5, between(row, 0, 1e-5, 4e-5), 3e-5]);
    let block = Body::rigid(0.05, inertia)
        .and_then(|body| body.at(vector![0.01, 0.0, 0.03]))
        .and_then(|body| body.moving(vector![between(row, 1, -2.0, 2.0), 0.0, between(row, 2, -3.0, -0.5)]))
        .and_then(|body| body.spinning(vector![0.0, between(row, 3, -40.0, 40.0), 0.0]))
        .expect("a sound body");
    let point = vector![between(row, 4, -0.02, 0.04), 0.0, between(row, 5, -0.01, 0.01)];
    let restitution = Restitution::new(random(row, 6)).expect("between 0 and 1");
    let friction = Friction::new(between(row, 7, 0.02, 1.2)).expect("not negative");
    let contact = Contact::new(
        [0, 1],
        point,
        vector![0.1, 0.0, 1.0],
        NormalLaw::touching(restitution, Stiffness::UNIT),
    )
    .expect("a sound contact")
    .with_friction(TangentialLaw::Rigid { friction });
    let model = Model { restitution: law, separation: Separation::Instant };
    Impact::new(vec![block, second], vec![contact], model).expect("a sound impact")
}

fn other_block() -> Body {
    let body = Body::rigid(0.2, Matrix3::from_diagonal_element(1e-4))
        .and_then(|body| body.at(vector![0.02, 0.0, -0.04]));
    body.and_then(|body| body.spinning(vector![0.0, 3.0, 0.0])).expect("a sound body")
}

fn vectors(outcome: &LoneOutcome<f64>) -> [Vector3<f64>; 4] {
    [outcome.velocity[0], outcome.angular_velocity[0], outcome.velocity[1], outcome.angular_velocity[1]]
        .map(Vector3::from)
}

#[test]
fn the_closed_form_is_what_springs_do_under_every_law() {
    let mut solved = 0;
    for row in 0..600 {
        let law =
            [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness][row % 3];
        let impact = impact(row, if row % 2 == 0 { Body::fixed() } else { other_block() }, law);
        let bodies = LoneBodies::of(&impact).expect("two bodies at one contact");
        let Some(found) = bodies.collide(&LoneContact::<f64>::of(&impact), Termination::Energetic) else {
            panic!("row {row} has no closed form")
        };
        let outcome = impact.solve().expect("an impact that can be solved");
        let [first, second] = [outcome.bodies[0], outcome.bodies[1]];
        let expected = [first.linear, first.angular, second.linear, second.angular];
        for (number, (found, expected)) in vectors(&found).iter().zip(&expected).enumerate() {
            let size = 1.0 + expected.norm();
            assert!((found - expected).norm() <= ROUNDED * size, "row {row}, {number}: {found} {expected}");
        }
        solved += usize::from(outcome.contacts[0].normal_impulse > 0.0);
    }
    assert!(solved > 400, "{solved}");
}

#[test]
fn it_is_the_law_of_routh_with_each_of_its_ends() {
    for row in 0..300 {
        let impact = impact(row, other_block(), RestitutionLaw::Hardening);
        let contact = LoneImpact::between_bodies(&impact).expect("one contact");
        for termination in [Termination::Energetic, Termination::Poisson, Termination::Newton] {
            let bodies = LoneBodies::of(&impact).expect("two bodies at one contact");
            let found =
                bodies.collide(&LoneContact::<f64>::of(&impact), termination).expect("slip on a line");
            let expected = match (Routh { termination }).follow(&contact).expect("series that end") {
                RouthOutcome::Solved(solution) => solution.impulse.z,
                RouthOutcome::NoImpact => 0.0,
                other => panic!("{other:?}"),
            };
            assert!(
                (found.normal_impulse - expected).abs() <= ROUNDED * (1.0 + expected),
                "{row} {termination:?}"
            );
        }
    }
}

/// The contact with one number varied.
fn varied(impact: &Impact, parameter: Parameter) -> LoneContact<Dual> {
    let mut contact = LoneContact::<Dual>::of(impact);
    let lane = |dual: &mut Dual| dual.slopes[0] = 1.0;
    match parameter {
        Parameter::Law(LawParameter { coefficient: Coefficient::Restitution, .. }) => {
            lane(&mut contact.restitution)
        }
        Parameter::Law(LawParameter { coefficient: Coefficient::Friction, .. }) => {
            lane(&mut contact.friction)
        }
        Parameter::Velocity { body, axis } => lane(&mut contact.velocity[body][axis.index()]),
        Parameter::AngularVelocity { body, axis } => lane(&mut contact.angular_velocity[body][axis.index()]),
        Parameter::Point { axis, .. } => lane(&mut contact.point[axis.index()]),
        Parameter::Position { body, axis } => lane(&mut contact.position[body][axis.index()]),
        other => panic!("{other}"),
    }
    contact
}

#[test]
fn its_derivatives_are_those_of_the_course() {
    let coefficient = |coefficient| Parameter::Law(LawParameter { contact: 0, coefficient });
    let parameters = [
        coefficient(Coefficient::Restitution),
        coefficient(Coefficient::Friction),
        Parameter::Velocity { body: 0, axis: Axis::X },
        Parameter::Velocity { body: 1, axis: Axis::Z },
        Parameter::AngularVelocity { body: 0, axis: Axis::Y },
        Parameter::Point { contact: 0, axis: Axis::X },
        Parameter::Position { body: 1, axis: Axis::Z },
    ];
    let mut compared = 0;
    for row in 0..120 {
        let impact = impact(row, other_block(), RestitutionLaw::Hardening);
        let Ok((_, jacobian)) = impact.solve_with_columns(&parameters) else { continue };
        if !jacobian.kinks().is_empty() {
            continue;
        }
        let bodies = LoneBodies::of(&impact).expect("two bodies at one contact");
        for (column, &parameter) in parameters.iter().enumerate() {
            let found =
                bodies.collide(&varied(&impact, parameter), Termination::Energetic).expect("slip on a line");
            for body in 0..2 {
                for axis in [Axis::X, Axis::Z] {
                    let expected = jacobian.get(&Output::Velocity { body, axis }, &parameter).expect("a row");
                    let slope = found.velocity[body][axis.index()].slopes[0];
                    let size = jacobian.matrix().column(column).amax().max(1.0);
                    assert!(
                        (slope - expected).abs() <= EXACT * size,
                        "row {row}, {parameter}: {slope} {expected}"
                    );
                }
            }
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn slip_that_leaves_its_line_has_no_closed_form() {
    let mut impact = impact(1, Body::fixed(), RestitutionLaw::Hardening);
    let mut motions: Vec<_> = impact.bodies().iter().map(Body::motion).collect();
    motions[0].linear.y = 1.0;
    impact.set_velocities(&motions).expect("a sound motion");
    let bodies = LoneBodies::of(&impact).expect("two bodies at one contact");
    assert!(bodies.collide(&LoneContact::<f64>::of(&impact), Termination::Energetic).is_none());
    // A change that would set the slip turning is refused as well.
    let planar = self::impact(1, Body::fixed(), RestitutionLaw::Hardening);
    let mut contact = LoneContact::<Dual>::of(&planar);
    contact.velocity[0][1] = Dual { value: 0.0, slopes: [1.0; LANES] };
    assert!(bodies.collide(&contact, Termination::Energetic).is_none());
    assert!(!<Dual>::constant(1.0).changes());
}
