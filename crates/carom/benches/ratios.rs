//! How much faster and more accurate Carom is than the papers' own methods, all measured in one run:
//! `cargo bench --bench ratios`. Ratios only; a bare time means nothing on another machine.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use carom::{
    Body, Compliance, Contact, ContactProblem, Coupling, Friction, Impact, Model, NormalLaw, Restitution,
    Stiffness, TangentialLaw,
};
use carom_reference::jia2012::{CompliantContact, Jia2012, Reading};
use carom_reference::lzb::{Lzb, LzbLaw};
use carom_reference::rubbing;
use carom_reference::rubbing::scenes::{BallOnTable, JIA2012_COMPLIANCE};
use carom_reference::scenes::{self, BallBallTable, Scene};
use carom_reference::two_ball::TwoBallEuler;
use nalgebra::{DVector, Vector2, Vector3, vector};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// v₁ and v₂ of [Jia2013, sec. 6.3.1 and Table 1], from the closed form of each state in 40-digit arithmetic.
const EXACT: [(f64, f64, [f64; 2]); 2] = [
    (1.0, 1.0, [0.945_114_611_914_528_3, 0.304_064_895_681_761_7]),
    (0.9, 0.7, [0.613_949_419_250_414_1, 0.209_719_520_346_968]),
];
/// Errors below this are rounding of the comparison itself.
const RESOLUTION: f64 = f64::EPSILON;

/// Impulses of the ball [Jia2012, sec. 8.1.1] and of the pencil [Jia2012, sec. 8.2] with its true inertia, to nine decimals.
const BALL_IMPULSE: Vector3<f64> = Vector3::new(1.544_090_155, 0.0, 7.5);
const PENCIL_IMPULSE: Vector3<f64> = Vector3::new(4.037_483_675, 0.330_736_589, 5.789_891_361);
/// Half a unit of their last decimal: no error can be seen below it.
const NINE_DECIMALS: f64 = 0.5e-9;
/// Friction between clean phenolic balls.
const BALL_FRICTION: f64 = 0.06;

/// Step of the Euler scheme that the papers use.
const EULER_STEP: f64 = 5e-5;
/// Impulse step with which the fixed-step method reaches 1e-4 on 100 balls.
const LZB_STEP: f64 = 2.3e-5;

fn main() -> Result<()> {
    two_balls()?;
    single_contacts_with_friction()?;
    racks_with_friction()?;
    growth_of_chains(1.0, &[10, 100, 1000, 10_000])?;
    growth_of_chains(0.95, &[10, 100, 200, 400, 1000, 10_000])?;
    hundred_balls()
}

fn two_balls() -> Result<()> {
    println!("ball-ball-table, against Euler steps of {EULER_STEP:e} over the primary impulse");
    for (e1, e2, exact) in EXACT {
        let balls = BallBallTable::jia2013(e1, e2);
        let scene = scenes::ball_ball_table(&balls)?;
        let problem = problem_of(&scene)?;
        let ours = best_time(2000, || black_box(&problem).solve());
        let euler = TwoBallEuler::new(EULER_STEP)?;
        let theirs = best_time(20, || euler.solve(black_box(&balls)));
        let impulse = DVector::from_vec(problem.solve()?.impulse);
        let our_error = largest_difference(scene.velocities(&impulse).as_slice(), &exact);
        let their_error = largest_difference(&euler.solve(&balls)?.velocity, &exact);
        println!(
            "  e = {e1}, {e2}: {:.0} times as fast, {:.0e} times as accurate",
            ratio(theirs, ours),
            their_error / our_error.max(RESOLUTION)
        );
        println!("     (the energy ledger closes to {:.0e})", ledger(&scene)?);
    }
    Ok(())
}

fn single_contacts_with_friction() -> Result<()> {
    println!(
        "one contact with compliant friction, against Euler steps of {EULER_STEP:e} over the normal impulse"
    );
    let ball = BallOnTable::jia2012(0.5).scene()?.problem;
    let pencil = rubbing::scenes::pencil()?.problem;
    for (name, scene, exact) in [("ball", ball, BALL_IMPULSE), ("pencil", pencil, PENCIL_IMPULSE)] {
        let problem = rubbing_problem_of(&scene)?;
        let ours = best_time(2000, || black_box(&problem).solve());
        let euler = Jia2012::new(EULER_STEP, Reading::AsPrinted)?;
        let contact = compliant_contact_of(&scene)?;
        let theirs = best_time(20, || euler.solve(black_box(&contact)));
        let found = problem.solve()?;
        let side = found.tangential_impulse[0];
        let our_error = (Vector3::new(side.x, side.y, found.impulse[0]) - exact).amax();
        let their_error = (euler.solve(&contact)?.impulse - exact).amax();
        println!(
            "  {name}: {:.0} times as fast, at least {:.0e} times as accurate, {} series, {} events",
            ratio(theirs, ours),
            their_error / our_error.max(NINE_DECIMALS),
            found.expansions,
            found.events
        );
    }
    Ok(())
}

fn racks_with_friction() -> Result<()> {
    println!(
        "9-ball rack struck by a cue ball with spin, 17 contacts, against the same rack without friction"
    );
    let smooth = rack(TangentialLaw::Frictionless)?;
    let smooth_time = best_time(50, || black_box(&smooth).contact_problem().solve());
    let smooth_series = smooth.solve()?.expansions;
    let friction = Friction::new(BALL_FRICTION)?;
    let compliance = Compliance::new(JIA2012_COMPLIANCE)?;
    for (name, law) in [
        ("rigid", TangentialLaw::Rigid { friction }),
        ("compliant", TangentialLaw::Compliant { friction, compliance }),
    ] {
        let impact = rack(law)?;
        let time = best_time(20, || black_box(&impact).contact_problem().solve());
        let outcome = impact.solve()?;
        println!(
            "  {name}: {:.1} times the time; {} series against {smooth_series}, {} events, ledger {:.0e}",
            ratio(time, smooth_time),
            outcome.expansions,
            outcome.events,
            outcome.energy.imbalance().abs() / outcome.energy.before
        );
    }
    Ok(())
}

/// Cost of chains, as a whole and for each ball; the exponent is that of the growth since the chain before.
fn growth_of_chains(e: f64, sizes: &[usize]) -> Result<()> {
    println!("chains of equal balls, e = {e}: cost against the chain ten balls long");
    let mut known: Option<(usize, Duration, Duration)> = None;
    for &balls in sizes {
        let impact = chain(balls, e)?;
        let runs = match balls {
            0..=50 => 50,
            51..=100 => 3,
            _ => 1,
        };
        let mut outcome = None;
        let time = best_time(runs, || outcome = Some(black_box(&impact).solve()));
        let outcome = outcome.ok_or("a chain was not solved")??;
        let (before, time_before, first) = *known.get_or_insert((balls, time, time));
        let size = balls as f64 / before as f64;
        let exponent = if size > 1.0 { ratio(time, time_before).ln() / size.ln() } else { 1.0 };
        let growth = ratio(time, first);
        println!(
            "  {balls:6} balls: {growth:10.1} times the cost, a ball {:8.2} times, N^{exponent:.2}; {} series, ledger {:.0e}",
            growth * sizes[0] as f64 / balls as f64,
            outcome.expansions,
            outcome.energy.imbalance().abs() / outcome.energy.before
        );
        known = Some((balls, time, first));
    }
    Ok(())
}

fn hundred_balls() -> Result<()> {
    let scene = scenes::chain(100, 1.0, 1.0)?;
    let problem = problem_of(&scene)?;
    let ours = best_time(20, || black_box(&problem).solve());
    let lzb = Lzb::new(LZB_STEP, LzbLaw::BiStiffness)?;
    let start = Instant::now();
    let theirs_found = lzb.solve(&scene.problem)?;
    let theirs = start.elapsed();
    let exact = scene.velocities(&DVector::from_vec(problem.solve()?.impulse));
    let error = (scene.velocities(&theirs_found.impulse) - exact).amax();
    println!("100 balls, e = 1, against fixed impulse steps with a full W (error {error:.1e})");
    println!("  {:.0} times as fast", ratio(theirs, ours));
    Ok(())
}

/// Equal balls in a row, the first of which hits the others.
fn chain(balls: usize, e: f64) -> Result<Impact> {
    let law = NormalLaw::touching(Restitution::new(e)?, Stiffness::UNIT);
    let mut bodies = Vec::new();
    let mut contacts = Vec::new();
    for i in 0..balls {
        let speed = if i == 0 { 1.0 } else { 0.0 };
        let place = 2.0 * i as f64;
        bodies.push(Body::ball(1.0, 1.0)?.at(vector![place, 0.0, 0.0])?.moving(vector![speed, 0.0, 0.0])?);
        if i > 0 {
            contacts.push(Contact::new([i - 1, i], vector![place - 1.0, 0.0, 0.0], -Vector3::x(), law)?);
        }
    }
    Ok(Impact::new(bodies, contacts, Model::default())?)
}

/// Nine balls in a diamond, struck along its axis by a cue ball that spins about the vertical and rolls.
fn rack(friction: TangentialLaw) -> Result<Impact> {
    let law = NormalLaw::touching(Restitution::new(0.96)?, Stiffness::UNIT);
    let cue = Body::ball(1.0, 1.0)?.at(vector![-2.0, 0.0, 0.0])?;
    let mut bodies = vec![cue.moving(Vector3::x())?.spinning(vector![0.0, 1.0, 0.8])?];
    for (row, count) in [1_i32, 2, 3, 2, 1].into_iter().enumerate() {
        for place in 0..count {
            let across = f64::from(2 * place - (count - 1));
            bodies.push(Body::ball(1.0, 1.0)?.at(vector![3.0_f64.sqrt() * row as f64, across, 0.0])?);
        }
    }
    let mut contacts = Vec::new();
    for b in 0..bodies.len() {
        for a in 0..b {
            let (at_a, at_b) = (bodies[a].position(), bodies[b].position());
            if ((at_a - at_b).norm() - 2.0).abs() < 1e-9 {
                contacts.push(
                    Contact::new([a, b], (at_a + at_b) * 0.5, at_a - at_b, law)?.with_friction(friction),
                );
            }
        }
    }
    Ok(Impact::new(bodies, contacts, Model::default())?)
}

/// An impact of the reference with compliant friction at its only contact.
fn rubbing_problem_of(problem: &rubbing::Problem) -> Result<ContactProblem> {
    let contact = compliant_contact_of(problem)?;
    let law =
        NormalLaw::touching(Restitution::new(contact.restitution)?, Stiffness::new(problem.stiffness[0])?);
    let friction = TangentialLaw::Compliant {
        friction: Friction::new(contact.friction)?,
        compliance: Compliance::new(contact.stiffness_ratio)?,
    };
    let coupling = Coupling::from_spatial_matrix(&problem.w)?;
    let sliding = Vector2::new(contact.velocity.x, contact.velocity.y);
    let flat = ContactProblem::new(coupling, vec![contact.velocity.z], vec![law], Model::default())?;
    Ok(flat.with_friction(vec![friction], vec![sliding])?)
}

fn compliant_contact_of(problem: &rubbing::Problem) -> Result<CompliantContact> {
    let rubbing::Friction::Compliant { coefficient, compliance } = problem.friction[0] else {
        return Err("the contact must have compliant friction".into());
    };
    Ok(CompliantContact {
        w: problem.w.fixed_view::<3, 3>(0, 0).into_owned(),
        velocity: problem.velocity.fixed_rows::<3>(0).into_owned(),
        friction: coefficient,
        restitution: problem.restitution[0],
        stiffness_ratio: compliance,
    })
}

fn problem_of(scene: &Scene) -> Result<ContactProblem> {
    let problem = &scene.problem;
    let law = |(&e, &k): (&f64, &f64)| -> Result<NormalLaw> {
        Ok(NormalLaw::touching(Restitution::new(e)?, Stiffness::new(k)?))
    };
    let laws = problem.restitution.iter().zip(&problem.stiffness).map(law).collect::<Result<Vec<_>>>()?;
    let velocity = problem.velocity.iter().copied().collect();
    Ok(ContactProblem::new(Coupling::from_matrix(&problem.w)?, velocity, laws, Model::default())?)
}

fn ledger(scene: &Scene) -> Result<f64> {
    let solution = problem_of(scene)?.solve()?;
    let before = scene.kinetic_energy(&scene.initial);
    let after = scene.kinetic_energy(&scene.velocities(&DVector::from_vec(solution.impulse)));
    Ok((before - after - solution.lost_in_restitution).abs() / before)
}

/// The shortest of several runs: what the work takes when nothing else disturbs it.
fn best_time<T>(runs: usize, mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..runs.max(1)).map(time).min().unwrap_or_default()
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64()
}

fn largest_difference(found: &[f64], exact: &[f64]) -> f64 {
    found.iter().zip(exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}
