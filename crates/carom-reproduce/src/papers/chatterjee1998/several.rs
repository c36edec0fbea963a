//! Sec. 6: several contacts at once.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::complementarity::solve_contacts;
use carom::laws::newton::Newton;
use carom::laws::{Coefficients, ImpactLaw, apply};
use carom::sequence::{ContactSequence, Hinges, Place, Rules, Sequence, SequenceError, TieRule};
use carom::{Body, Contact, ContactProblem, Coupling, Impact, Model, NormalLaw, Restitution, Stiffness};
use nalgebra::{DMatrix, Matrix3, Vector3, dmatrix, vector};

use super::support::{IMPACTS, ROUNDING, Random, coefficients, lone, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

fn law(e: f64) -> Result<NormalLaw, Unmet> {
    Ok(NormalLaw::touching(Restitution::new(e)?, Stiffness::UNIT))
}

/// A contact of the body 0 with the fixed body 1.
fn touch(point: Vector3<f64>, normal: Vector3<f64>, e: f64) -> Result<Contact, Unmet> {
    Ok(Contact::new([0, 1], point, normal, law(e)?)?)
}

/// A ball that moves between two walls.
fn between_walls(e: f64) -> Result<Impact, Unmet> {
    let moving = Body::ball(1.0, 1.0)?.moving(Vector3::x())?;
    let contacts = vec![touch(Vector3::x(), -Vector3::x(), e)?, touch(-Vector3::x(), Vector3::x(), e)?];
    Ok(Impact::new(vec![moving, Body::fixed()], contacts, Model::default())?)
}

/// A uniform rod of 3 kg and 2 m that falls flat at 1 m/s on supports under its ends.
fn flat_rod(e: f64) -> Result<Impact, Unmet> {
    let rod = Body::rigid(3.0, Matrix3::from_diagonal(&vector![0.01, 1.0, 1.0]))?.moving(-Vector3::z())?;
    let contacts = vec![touch(-Vector3::x(), Vector3::z(), e)?, touch(Vector3::x(), Vector3::z(), e)?];
    Ok(Impact::new(vec![rod, Body::fixed()], contacts, Model::default())?)
}

/// Three equal balls in a row, the first of which moves at 1 m/s.
fn row_of_three(e: f64) -> Result<Impact, Unmet> {
    let ball = |x: f64| -> Result<Body, Unmet> { Ok(Body::ball(1.0, 1.0)?.at(vector![x, 0.0, 0.0])?) };
    let bodies = vec![ball(0.0)?.moving(Vector3::x())?, ball(2.0)?, ball(4.0)?];
    let touch = |i: usize| -> Result<Contact, Unmet> {
        Ok(Contact::new([i, i + 1], vector![2.0 * i as f64 + 1.0, 0.0, 0.0], -Vector3::x(), law(e)?)?)
    };
    Ok(Impact::new(bodies, vec![touch(0)?, touch(1)?], Model::default())?)
}

pub fn impulses_and_order() -> Result<Findings, Unmet> {
    let walls = between_walls(1.0)?;
    let squeezed = walls.motions_after(&[-Vector3::x(), Vector3::x()])[0].linear;
    let mut outcomes: Vec<[f64; 2]> = Vec::new();
    for seed in 0..32 {
        let rules = Rules { ties: TieRule::Random { seed }, ..Rules::default() };
        let impact = flat_rod(0.5)?;
        let found = Sequence::new(&impact, rules)?.solve(&Newton)?;
        let ends = [0, 1].map(|i: usize| found.contacts[i].velocity_after.z);
        if outcomes.iter().all(|known| (known[0] - ends[0]).abs() > ROUNDING) {
            outcomes.push(ends);
        }
    }
    outcomes.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let shown: Vec<String> = outcomes.iter().map(|[a, b]| format!("({a:.6}, {b:.6})")).collect();
    Ok(Findings::new()
        .claim(Claim::statement(
            "W of eq. (15) for a ball between two walls",
            "it is singular: impulses that balance each other move nothing",
            Check::bounded(
                "change of the ball's velocity by 1 N s from each wall / m/s",
                [(squeezed - Vector3::x()).norm()],
                0.0,
            ),
        ))
        .claim(
            Claim::statement(
                "a rod that falls flat on its two ends",
                "the order of collisions decides the outcome",
                Check::once(
                    outcomes.len() == 2,
                    format!("velocities of the ends / m/s, e = 0.5: {}", shown.join(" or ")),
                ),
            )
            .remark("By hand: 13/32 for the end that is first and 17/64 for the other."),
        ))
}

pub fn complementarity() -> Result<Findings, Unmet> {
    let solve = |w: &DMatrix<f64>, v: &[f64]| -> Result<Vec<f64>, Unmet> {
        let laws = v.iter().map(|_| law(0.0)).collect::<Result<_, _>>()?;
        let problem = ContactProblem::new(Coupling::from_matrix(w)?, v.to_vec(), laws, Model::default())?;
        Ok(solve_contacts(&problem)?.solution.impulse)
    };
    let row = dmatrix![2.0, -1.0; -1.0, 2.0];
    let all_stopped = row.clone().try_inverse().ok_or("W has an inverse")? * nalgebra::dvector![1.0, -1.0];
    let found = solve(&row, &[-1.0, 1.0])?;
    let mut numbers = Random::new(151);
    let mut worst = Vec::new();
    for _ in 0..IMPACTS / 4 {
        let root = DMatrix::from_fn(4, 6, |_, _| numbers.between(-1.0, 1.0));
        let w = &root * root.transpose();
        let v: Vec<f64> = (0..4).map(|_| numbers.between(-1.0, 1.0)).collect();
        let p = nalgebra::DVector::from_vec(solve(&w, &v)?);
        let start = nalgebra::DVector::from_vec(v);
        let after = &start + &w * &p;
        let created = p.dot(&start) + 0.5 * p.dot(&(&w * &p));
        worst.push((-p.min()).max(-after.min()).max(p.dot(&after).abs()).max(created));
    }
    Ok(Findings::new()
        .claim(Claim::statement(
            "all normal velocities brought to zero",
            "some impulses may have to be negative",
            Check::once(
                all_stopped[1] < 0.0,
                format!(
                    "three balls, contacts that approach at 1 and part at 1 m/s: ({:.3}, {:.3}) N s; complementary ({:.3}, {:.3})",
                    all_stopped[0], all_stopped[1], found[0], found[1]
                ),
            ),
        ))
        .claim(Claim::statement(
            "plastic frictionless collisions by complementarity",
            "the result is always physically permissible",
            Check::bounded("negative impulse, approach, or energy created, four contacts", worst, ROUNDING),
        )))
}

pub fn sequences() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(single_contact()?)
        .claim(ends_below_one()?)
        .claims(exponential()?)
        .claim(endless()?)
        .claim(energy_conserving()?))
}

fn in_sequence(
    w: &DMatrix<f64>,
    v: Vec<Vector3<f64>>,
    given: &[Coefficients],
) -> Result<ContactSequence, Unmet> {
    Ok(ContactSequence::new(Coupling::from_spatial_matrix(w)?, v, given, Rules::default())?)
}

fn single_contact() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(152);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS / 4 {
        let impact = numbers.spatial()?;
        let w = DMatrix::from_fn(3, 3, |i, j| impact.inverse_mass()[(i, j)]);
        let sequence = in_sequence(&w, vec![impact.velocity()], &[impact.coefficients()])?;
        let expected = ChatterjeeRuina.impulse(&impact)?;
        errors.push((sequence.solve(&ChatterjeeRuina)?.impulse[0] - expected).norm() / expected.norm());
    }
    Ok(Claim::statement(
        "a sequence at one contact",
        "it is the law of a single point, exactly",
        Check::bounded("relative difference of P", errors, 0.0),
    ))
}

/// Four contacts of random bodies, e from 0 to 0.95.
fn ends_below_one() -> Result<Claim, Unmet> {
    const CONTACTS: usize = 4;
    let mut numbers = Random::new(153);
    let (mut approach, mut most) = (Vec::new(), 0);
    for _ in 0..200 {
        let root = DMatrix::from_fn(3 * CONTACTS, 3 * CONTACTS + 2, |_, _| numbers.between(-1.0, 1.0));
        let w = &root * root.transpose();
        let v = (0..CONTACTS).map(|_| numbers.vector()).collect();
        let given: Vec<Coefficients> = (0..CONTACTS)
            .map(|_| {
                coefficients([
                    numbers.between(0.0, 1.0),
                    numbers.between(0.0, 0.95),
                    numbers.between(-1.0, 1.0),
                ])
            })
            .collect::<Result<_, _>>()?;
        let found = in_sequence(&w, v, &given)?.solve(&ChatterjeeRuina)?;
        most = most.max(found.collisions);
        approach.push(found.velocity.iter().map(|v| -v.z).fold(f64::NEG_INFINITY, f64::max));
    }
    Ok(Claim::statement(
        "sequences with e < 1",
        "a solution exists",
        Check::bounded("approach left at any of four contacts / m/s", approach, 1e-9),
    )
    .remark(&format!("The fastest approach first; {most} collisions at most.")))
}

/// The larger eigenvalue of a round: λ² − (k² − 2e) λ + e² = 0 with k = (1 + e)/2.
fn round_ratio(e: f64) -> f64 {
    let half = 0.5 * ((0.5 * (1.0 + e)).powi(2) - 2.0 * e);
    half + (half * half - e * e).sqrt()
}

fn exponential() -> Result<[Claim; 2], Unmet> {
    let (mut ratios, mut speeds) = (Vec::new(), Vec::new());
    for e in [0.01, 0.03, 0.05] {
        let impact = row_of_three(e)?;
        let (found, course) = Sequence::new(&impact, Rules::default())?.trace(&Newton)?;
        let leap = course.leaps.first().ok_or("the collisions have no end")?;
        ratios.push((leap.ratio - round_ratio(e)).abs());
        speeds.extend(found.bodies.iter().map(|body| (body.linear.x - 1.0 / 3.0).abs()));
    }
    Ok([
        Claim::statement(
            "three balls in a row with little restitution",
            "infinitely many collisions approach rest at the contacts exponentially",
            Check::bounded("error of the factor from round to round", ratios, 1e-9),
        )
        .remark("e of 0.01 to 0.05; endless for e ≤ 7 − 4√3 = 0.0718. The factor solves λ² − (k² − 2e) λ + e² = 0, k = (1 + e)/2."),
        Claim::statement(
            "their end",
            "it can be found by extrapolation: all balls at a third of the speed",
            Check::bounded("error of the velocities / m/s", speeds, ROUNDING),
        ),
    ])
}

fn endless() -> Result<Claim, Unmet> {
    let impact = between_walls(1.0)?;
    let result = Sequence::new(&impact, Rules::default())?.solve(&Newton);
    let (never, text) = match result {
        Err(error @ SequenceError::Endless { .. }) => (true, error.to_string()),
        Err(error) => (false, error.to_string()),
        Ok(_) => (false, "it ends".to_owned()),
    };
    Ok(Claim::statement(
        "sequences that conserve energy",
        "there are examples without end",
        Check::once(never, format!("a ball between elastic walls: {text}")),
    ))
}

/// Footnote 7 lists (i) e = 1 and μ = 0, (ii) e = e_t = 1, P_II pushes and μ is large, (iii) e = 1 and P_II normal.
fn energy_conserving() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(154);
    let (mut kept, cases) = (0, 500);
    for _ in 0..cases {
        let any = numbers.spatial()?;
        let impact = with(&any, [any.friction(), 1.0, -1.0])?;
        let lost = apply(&ChatterjeeRuina, &impact)?.energy_lost();
        kept += usize::from(lost.abs() <= ROUNDING * impact.contact_energy());
    }
    let example = lone(super::support::planar(2.0, 0.5, 1.0), vector![1.0, 0.0, -1.0], [0.5, 1.0, -1.0])?;
    let lost = apply(&ChatterjeeRuina, &example)?.energy_lost();
    Ok(Claim::statement(
        "footnote 7: when the new law conserves energy",
        "only (i) for e = 1, μ = 0, (ii) for e = e_t = 1, large μ and a P_II that pushes, (iii) for e = 1 and a normal P_II",
        Check::counted(
            cases,
            kept,
            format!("e = 1, e_t = −1, any μ: P = 2P_I; M⁻¹ = [[2, ½], [½, 1]] 1/kg, V_i = (1, −1) m/s, μ = 0.5 loses {:.1e} J", lost.abs()),
        ),
    )
    .refuted("With e_t = −1 there is no tangential interaction, whatever μ, and e = 1 conserves energy.")
    .erratum("Footnote 7 misses a case in which the new law conserves energy: e = 1 and e_t = −1, for any μ."))
}

/// A rod of 3 kg and 2 m, hinged at one end, that turns at 1 rad/s and strikes a stop with the other.
fn pendulum(e: f64) -> Result<Impact, Unmet> {
    let rod =
        Body::hinged(3.0, 4.0, Vector3::y(), Vector3::zeros())?.at(Vector3::x())?.spinning(Vector3::y())?;
    let contact = touch(vector![2.0, 0.0, 0.0], Vector3::z(), e)?;
    Ok(Impact::new(vec![rod, Body::fixed()], vec![contact], Model::default())?)
}

pub fn mechanisms() -> Result<Findings, Unmet> {
    let released = Rules { hinges: Hinges::Released, ..Rules::default() };
    let mut table = Table::new(
        "A hinged rod strikes a stop with its end at 2 m/s, without friction: turning after it, per turning before.",
        &["e", "intact mechanism", "free rod, then hinge", "collisions", "factor of a round"],
    );
    let (mut errors, mut rounds, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for e in [0.1, 0.3, 0.5, 0.75, 1.0] {
        let impact = pendulum(e)?;
        let intact = -Sequence::new(&impact, Rules::default())?.solve(&Newton)?.bodies[0].angular.y;
        let (found, course) = Sequence::new(&impact, released)?.trace(&Newton)?;
        let apart = -found.bodies[0].angular.y;
        errors.push((intact - e).abs().max((apart - (0.25 * (3.0 * e - 1.0)).max(0.0)).abs()));
        let ratio = course.leaps.first().map(|leap| leap.ratio);
        rounds.extend(ratio.map(|ratio| (ratio - 0.25 * (1.0 - 3.0 * e)).abs()));
        places = course.stages.iter().take(2).map(|stage| stage.place).collect();
        let ratio = ratio.map_or_else(|| "ends".to_owned(), |ratio| format!("{ratio:.4}"));
        let cells = [e, intact, apart].map(|x| format!("{:.4}", x + 0.0));
        table = table.row(cells.into_iter().chain([found.collisions.to_string(), ratio]));
    }
    let order = match places[..] {
        [Place::Contact(_), Place::Hinge(_)] => "contact, hinge",
        _ => "something else",
    };
    Ok(Findings::new()
        .claim(Claim::words("order of the collisions of a pendulum", "contact, hinge", order))
        .claim(Claim::statement(
            "the intact mechanism and the free rod",
            "both can be computed; they need not agree",
            Check::bounded("error of e, and of (3e − 1)/4 or rest below e = 1/3", errors, ROUNDING),
        ))
        .claim(Claim::statement(
            "the free rod",
            "the sequence may be infinite: here for e < 1/3, each round (1 − 3e)/4 of the one before",
            Check::bounded("error of that factor", rounds, ROUNDING),
        ))
        .table(table))
}
