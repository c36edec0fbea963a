//! Secs. 6.4 and 6.5: sequences of single collisions.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::laws::{Coefficients, ImpactLaw, LoneImpact, apply};
use carom::sequence::{ContactSequence, Hinges, Place, Rules, Sequence, SequenceError};
use carom::{Body, Coupling, Impact, Model};
use nalgebra::{DMatrix, DVector, Vector3, vector};

use super::several::{between_walls, row_of_three, touch};
use super::support::{IMPACTS, ROUNDING, Random, coefficients, lone, planar, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

pub fn sequences() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claim(single_contact()?)
        .claim(ends_below_one()?)
        .claim(ends_at_one()?)
        .claim(five_to_ten_bodies()?)
        .claims(exponential()?)
        .claim(endless()?)
        .claim(energy_conserving()?)
        .claim(energy_conserving_besides()?))
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

/// Sequences of random bodies with four contacts and e in a range: the approach left, and the most collisions.
fn random_sequences(seed: u64, [least, most]: [f64; 2]) -> Result<(Vec<f64>, usize), Unmet> {
    const CONTACTS: usize = 4;
    let mut numbers = Random::new(seed);
    let (mut approach, mut collisions) = (Vec::new(), 0);
    for _ in 0..200 {
        let root = DMatrix::from_fn(3 * CONTACTS, 3 * CONTACTS + 2, |_, _| numbers.between(-1.0, 1.0));
        let w = &root * root.transpose();
        let v = (0..CONTACTS).map(|_| numbers.vector()).collect();
        let mut given = |_| {
            let friction = numbers.between(0.0, 1.0);
            coefficients([friction, numbers.between(least, most), numbers.between(-1.0, 1.0)])
        };
        let given: Vec<Coefficients> = (0..CONTACTS).map(&mut given).collect::<Result<_, _>>()?;
        let found = in_sequence(&w, v, &given)?.solve(&ChatterjeeRuina)?;
        collisions = collisions.max(found.collisions);
        approach.push(found.velocity.iter().map(|v| -v.z).fold(f64::NEG_INFINITY, f64::max));
    }
    Ok((approach, collisions))
}

fn ends_below_one() -> Result<Claim, Unmet> {
    let (approach, most) = random_sequences(153, [0.0, 0.95])?;
    Ok(Claim::statement(
        "sequences with e < 1",
        "a solution exists",
        Check::bounded("approach left at any of four contacts / m/s", approach, 1e-9),
    )
    .remark(&format!("The fastest approach first; {most} collisions at most.")))
}

fn ends_at_one() -> Result<Claim, Unmet> {
    let (approach, most) = random_sequences(157, [1.0, 1.0])?;
    Ok(Claim::statement(
        "sequences with e = 1",
        "a solution exists in all but some non-generic configurations",
        Check::bounded("approach left at any of four contacts / m/s", approach, 1e-9),
    )
    .remark(&format!("Random bodies, W with an inverse; {most} collisions at most. For others see below.")))
}

/// W of contacts between bodies: each has three rows that know two of the bodies, of six freedoms each.
fn between_many(bodies: usize, contacts: usize, numbers: &mut Random) -> DMatrix<f64> {
    let mut root = DMatrix::zeros(3 * contacts, 6 * bodies);
    for contact in 0..contacts {
        let first = contact % bodies;
        let second = (first + 1 + contact / bodies) % bodies;
        for body in [first, second] {
            let own = DMatrix::from_fn(3, 6, |_, _| numbers.between(-1.0, 1.0));
            root.view_mut((3 * contact, 6 * body), (3, 6)).copy_from(&own);
        }
    }
    &root * root.transpose()
}

fn five_to_ten_bodies() -> Result<Claim, Unmet> {
    const CONTACTS: usize = 30;
    let mut numbers = Random::new(156);
    let (mut approach, mut most) = (Vec::new(), 0);
    for bodies in 5..=10 {
        let w = between_many(bodies, CONTACTS, &mut numbers);
        // Velocities that the bodies can have: those that impulses at the contacts cause.
        let v = &w * DVector::from_fn(3 * CONTACTS, |_, _| numbers.between(-0.1, 0.1));
        let v = (0..CONTACTS).map(|i| vector![v[3 * i], v[3 * i + 1], v[3 * i + 2]]).collect();
        let found =
            in_sequence(&w, v, &[coefficients([0.3, 0.5, 0.0])?; CONTACTS])?.solve(&ChatterjeeRuina)?;
        most = most.max(found.collisions);
        approach.push(found.velocity.iter().map(|v| -v.z).fold(f64::NEG_INFINITY, f64::max));
    }
    Ok(Claim::statement(
        "5 to 10 bodies with 30 contacts",
        "the new law in a sequence of collisions can be computed",
        Check::bounded("approach left at any contact / m/s", approach, 1e-9),
    )
    .remark(&format!(
        "The paper reports such simulations by B. Mirtich without data. Here random bodies, μ = 0.3, e = 0.5, e_t = 0; {most} \
         collisions at most."
    )))
}

/// The larger eigenvalue of a round: λ² − (k² − 2e) λ + e² = 0 with k = (1 + e)/2.
fn round_ratio(e: f64) -> f64 {
    let half = 0.5 * ((0.5 * (1.0 + e)).powi(2) - 2.0 * e);
    half + (half * half - e * e).sqrt()
}

fn exponential() -> Result<[Claim; 2], Unmet> {
    let (mut ratios, mut speeds) = (Vec::new(), Vec::new());
    for e in [0.01, 0.03, 0.05] {
        let impact = row_of_three(e, 1.0)?;
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

/// A ball enclosed by three walls, whose normals lie in a plane and hold a random motion.
fn enclosed(angles: [f64; 3]) -> Result<Impact, Unmet> {
    let moving = Body::ball(1.0, 1.0)?.moving(vector![1.0, 0.2, 0.0])?;
    let walls = angles.map(|angle: f64| {
        let outwards = vector![angle.cos(), angle.sin(), 0.0];
        touch(outwards, -outwards, 1.0)
    });
    let contacts = walls.into_iter().collect::<Result<_, _>>()?;
    Ok(Impact::new(vec![moving, Body::fixed()], contacts, Model::default())?)
}

fn endless() -> Result<Claim, Unmet> {
    let (mut ending, mut shown) = (0, Vec::new());
    let held = [("two walls", between_walls(1.0)?), ("three walls", enclosed([0.1, 2.0, 4.3])?)];
    for (walls, impact) in &held {
        let rules = Rules { collisions_per_contact: 1000, ..Rules::default() };
        let text = match Sequence::new(impact, rules)?.solve(&Newton) {
            Err(SequenceError::Endless { collisions, period, approach, .. }) => {
                format!(
                    "after {collisions} collisions the last {period} repeat, with an approach of {approach:.3} m/s"
                )
            }
            Err(error) => return Err(error.into()),
            Ok(_) => {
                ending += 1;
                "it ends".to_owned()
            }
        };
        shown.push(format!("{walls}: {text}"));
    }
    Ok(Claim::statement(
        "sequences that conserve energy",
        "there are examples without end",
        Check::counted(held.len(), ending, format!("an elastic ball held by {}", shown.join("; by "))),
    )
    .remark("Bodies that contacts hold from all sides have none, whatever the walls' angles, as long as they enclose the ball."))
}

/// Footnote 7: (i) e = 1 and μ = 0, (ii) e = e_t = 1, P_II pushes and μ is large, (iii) e = 1 and P_II normal.
fn rare_conditions(numbers: &mut Random) -> Result<Vec<LoneImpact>, Unmet> {
    let any = numbers.spatial()?;
    let [friction, _, e_t] = numbers.coefficients();
    let sticking = any.sticking_impulse();
    let mut met = vec![
        with(&any, [0.0, 1.0, e_t])?,
        lone(any.inverse_mass(), -any.inverse_mass().column(2).into_owned(), [friction, 1.0, e_t])?,
    ];
    if sticking.z > 0.0 {
        met.push(with(&any, [1.001 * sticking.xy().norm() / sticking.z, 1.0, 1.0])?);
    }
    Ok(met)
}

fn energy_conserving() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(155);
    let mut lost = Vec::new();
    for _ in 0..IMPACTS / 4 {
        for impact in rare_conditions(&mut numbers)? {
            lost.push(apply(&ChatterjeeRuina, &impact)?.energy_lost().abs() / impact.contact_energy());
        }
    }
    Ok(Claim::statement(
        "footnote 7: the new law",
        "it conserves energy (i) for e = 1, μ = 0, (ii) for e = e_t = 1, large μ and a P_II that pushes, (iii) for e = 1 and a \
         normal P_II",
        Check::bounded("part of E_c that is lost", lost, ROUNDING),
    ))
}

fn energy_conserving_besides() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(154);
    let (mut kept, cases) = (0, 500);
    for _ in 0..cases {
        let any = numbers.spatial()?;
        let impact = with(&any, [any.friction(), 1.0, -1.0])?;
        let lost = apply(&ChatterjeeRuina, &impact)?.energy_lost();
        kept += usize::from(lost.abs() <= ROUNDING * impact.contact_energy());
    }
    let example = lone(planar(2.0, 0.5, 1.0), vector![1.0, 0.0, -1.0], [0.5, 1.0, -1.0])?;
    let lost = apply(&ChatterjeeRuina, &example)?.energy_lost();
    Ok(Claim::statement(
        "footnote 7: the new law otherwise",
        "it dissipates energy where neither (i) nor (ii) nor (iii) is met",
        Check::counted(
            cases,
            kept,
            format!(
                "e = 1, e_t = −1, any μ: P = 2P_I; M⁻¹ = [[2, ½], [½, 1]] 1/kg, V_i = (1, −1) m/s, μ = 0.5 loses {:.1e} J of {:.3} J",
                lost.abs(),
                example.contact_energy()
            ),
        ),
    )
    .refuted("With e_t = −1, which eq. (10) allows, there is no tangential interaction whatever μ, and e = 1 conserves energy.")
    .erratum("Footnote 7 misses a case in which the new law conserves energy: e = 1 and e_t = −1, for any μ."))
}

/// A rod of 3 kg and 2 m, hinged at one end, that turns at 1 rad/s and strikes a stop with the other.
fn pendulum(e: f64) -> Result<Impact, Unmet> {
    let rod =
        Body::hinged(3.0, 4.0, Vector3::y(), Vector3::zeros())?.at(Vector3::x())?.spinning(Vector3::y())?;
    let contact = touch(vector![2.0, 0.0, 0.0], Vector3::z(), e)?;
    Ok(Impact::new(vec![rod, Body::fixed()], vec![contact], Model::default())?)
}

/// The pendulum both ways: turning after it per turning before.
struct BothWays {
    intact: f64,
    apart: f64,
    collisions: usize,
    /// Each round of an endless sequence over the one before.
    ratio: Option<f64>,
    order: [Option<Place>; 2],
}

fn both_ways(e: f64) -> Result<BothWays, Unmet> {
    let impact = pendulum(e)?;
    let released = Rules { hinges: Hinges::Released, ..Rules::default() };
    let intact = Sequence::new(&impact, Rules::default())?.solve(&Newton)?;
    let (found, course) = Sequence::new(&impact, released)?.trace(&Newton)?;
    Ok(BothWays {
        intact: -intact.bodies[0].angular.y,
        apart: -found.bodies[0].angular.y,
        collisions: found.collisions,
        ratio: course.leaps.first().map(|leap| leap.ratio),
        order: [0, 1].map(|i: usize| course.stages.get(i).map(|stage| stage.place)),
    })
}

pub fn mechanisms() -> Result<Findings, Unmet> {
    let mut table = Table::new(
        "A hinged rod strikes a stop with its end at 2 m/s, without friction: turning after it, per turning before.",
        &["e", "intact mechanism", "free rod, then hinge", "collisions", "factor of a round"],
    );
    let (mut errors, mut rounds, mut astray) = (Vec::new(), Vec::new(), 0);
    let restitutions = [0.1, 0.3, 0.5, 0.75, 1.0];
    for e in restitutions {
        let found = both_ways(e)?;
        let rest = (0.25 * (3.0 * e - 1.0)).max(0.0);
        errors.push((found.intact - e).abs().max((found.apart - rest).abs()));
        rounds.extend(found.ratio.map(|ratio| (ratio - 0.25 * (1.0 - 3.0 * e)).abs()));
        astray += usize::from(!matches!(found.order, [Some(Place::Contact(_)), Some(Place::Hinge(_))]));
        let ratio = found.ratio.map_or_else(|| "ends".to_owned(), |ratio| format!("{ratio:.4}"));
        let cells = [e, found.intact, found.apart].map(|x| format!("{:.4}", x + 0.0));
        table = table.row(cells.into_iter().chain([found.collisions.to_string(), ratio]));
    }
    Ok(Findings::new()
        .claim(Claim::statement(
            "order of the collisions of a pendulum",
            "the free rod strikes the ground, then its other end the hinge",
            Check::counted(restitutions.len(), astray, "the first two collisions, e from 0.1 to 1"),
        ))
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
