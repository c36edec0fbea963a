//! The theorems of secs. 3 to 5, on random impacts.

use carom::EventKind;
use carom_reference::scenes::{BallBallTable, SplitMix, ball_ball_table};
use carom_reference::{Brute, Law, Separation};

use super::balls::{Balls, BallsCourse};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Random impacts on which a statement is checked.
pub const CASES: usize = 2000;
/// Restitutions of the random impacts: the paper excludes 0, and below about a half cycles of a pressed contact accumulate.
pub const ANY: [f64; 2] = [0.05, 1.0];
/// What rounding leaves of a quantity of order one after some thousand operations.
pub const ROUNDING: f64 = 1e-12;

/// The random impacts of this paper's items, the same every time.
pub fn random_courses(seed: u64, cases: usize, restitution: [f64; 2]) -> Result<Vec<BallsCourse>, Unmet> {
    let mut random = SplitMix(seed);
    (0..cases).map(|_| Balls::random(&mut random, restitution).course()).collect()
}

pub fn proposition_1() -> Result<Findings, Unmet> {
    let mut random = SplitMix(1);
    let mut worst = Vec::new();
    for _ in 0..CASES / 4 {
        let balls = Balls::random(&mut random, ANY);
        let impact = balls.impact()?;
        let (outcome, trace) = impact.trace()?;
        for sample in trace.sample(&trace.instants(10)) {
            let moving = impact.motions_at(&sample);
            let stated = balls.velocities(&sample.impulse);
            worst.extend((0..2).map(|ball| (moving[ball].linear.z - stated[ball]).abs()));
        }
        let impulse = [outcome.contacts[0].normal_impulse, outcome.contacts[1].normal_impulse];
        let stated = balls.velocities(&impulse);
        worst.extend((0..2).map(|ball| (outcome.bodies[ball].linear.z - stated[ball]).abs()));
    }
    let check = Check::bounded("error / m/s", worst, ROUNDING);
    Ok(Findings::new().claim(Claim::statement(
        "velocities within and after the impact",
        "are (11) and (12)",
        check,
    )))
}

pub fn theorem_2() -> Result<Findings, Unmet> {
    let (mut drift, mut wrong, mut error) = (Vec::new(), Vec::new(), Vec::new());
    for course in random_courses(2, CASES / 2, ANY)? {
        let total = |time: f64| {
            let sample = course.trace.sample(&[time]).remove(0);
            course.balls.total(&sample.impulse, &sample.energy)
        };
        let ends: Vec<f64> = compression_ends(&course);
        let mut bounds = vec![0.0];
        bounds.extend(ends.iter().copied().chain([course.trace.duration()]));
        for pair in bounds.windows(2) {
            let inside = |part: f64| total(pair[0] + part * (pair[1] - pair[0]));
            drift.push((inside(0.25) - inside(0.75)).abs());
        }
        for end in course.trace.events().iter().filter(|event| event.kind == EventKind::CompressionEnds) {
            let before = course.trace.sample(&[end.time.next_down()]).remove(0);
            let loss = (1.0 - course.balls.restitution[end.contact].powi(2)) * before.energy[end.contact];
            wrong.push((total(end.time.next_down()) - total(end.time) - loss).abs());
        }
        error.push((0.5 - course.lost - course.balls.kinetic(course.velocity)).abs());
    }
    let between = Check::bounded("change / J", drift, ROUNDING);
    let at_end = Check::bounded("error of the loss / J", wrong, LOSS_ROUNDING);
    Ok(Findings::new()
        .claim(Claim::statement("total energy between ends of compression", "does not vary", between))
        .claim(Claim::statement(
            "total energy at an end of compression",
            "falls by (1 − e²) of the strain energy",
            at_end,
        ))
        .claim(Claim::statement(
            "energy before the impact",
            "is the kinetic energy after it and what the ends of compression took",
            Check::bounded("difference / J", error, ROUNDING),
        )))
}

/// Just before an accumulation the last bit of time is a noticeable part of a cycle, whose strain energy is then as small as this.
const LOSS_ROUNDING: f64 = 1e-10;

/// The instants at which a compression ends, those at which a contact becomes rigid included.
fn compression_ends(course: &BallsCourse) -> Vec<f64> {
    let is_end = |kind| matches!(kind, EventKind::CompressionEnds | EventKind::ContactCloses);
    let events = course.trace.events().into_iter();
    events.filter(|event| is_end(event.kind)).map(|event| event.time).collect()
}

/// Impacts that are also solved by brute force, which is slow.
const BY_BRUTE_FORCE: usize = 24;
/// Steps of the brute-force solver per radian; its error then is far below the bound that is asked for.
const STEPS_PER_RADIAN: u32 = 200;

pub fn theorem_4() -> Result<Findings, Unmet> {
    let courses = random_courses(4, CASES, ANY)?;
    let unfinished = courses.iter().filter(|course| !course.sequence().ends_with("S4")).count();
    let evidence =
        format!("{CASES} impacts with m₂/m₁ and k₂/k₁ from 0.03 to 32 and restitutions from 0.05 to 1");
    let exists = Check::counted(CASES, unfinished, evidence);
    // Without accumulation, which the brute-force solver follows only to its own limit.
    let mut differences = Vec::new();
    for course in random_courses(5, BY_BRUTE_FORCE, [0.6, 1.0])? {
        let Balls { mass, stiffness, restitution, velocity } = course.balls;
        let scene = ball_ball_table(&BallBallTable { mass, stiffness, restitution, velocity })?;
        let solver = Brute::new(Law::Hardening, Separation::Instant).with_steps_per_radian(STEPS_PER_RADIAN);
        let found = scene.velocities(&solver.solve(&scene.problem)?.impulse);
        differences.extend((0..2).map(|ball| (found[ball] - course.velocity[ball]).abs()));
    }
    let unique = Check::bounded("difference of the velocities / m/s", differences, 1e-10);
    Ok(Findings::new()
        .claim(Claim::statement("a solution", "exists: S₄ is reached", exists))
        .claim(Claim::own_check("two independent solvers", "find the same solution", unique)))
}

pub fn theorem_5() -> Result<Findings, Unmet> {
    let (mut by_stiffness, mut by_mass, mut by_speed) = (Vec::new(), Vec::new(), Vec::new());
    let mut random = SplitMix(7);
    for _ in 0..CASES / 4 {
        let balls = Balls::random(&mut random, ANY);
        let s = 10f64.powf(random.between(-3.0, 3.0));
        let course = balls.course()?;
        let stiffer = Balls { stiffness: balls.stiffness.map(|k| k * s), ..balls };
        // Oscillations are √s times as fast.
        by_stiffness.push(difference(&course, &stiffer.course()?, [1.0, 1.0, 1.0 / s.sqrt()]));
        let heavier = Balls { mass: balls.mass.map(|m| m * s), ..balls };
        by_mass.push(difference(&course, &heavier.course()?, [s, s, s.sqrt()]));
        let faster = Balls { velocity: balls.velocity * s, ..balls };
        by_speed.push(difference(&course, &faster.course()?, [s, s * s, 1.0]));
    }
    let checked = |what: &str, statement: &str, values: Vec<f64>| {
        Claim::statement(what, statement, Check::bounded("relative difference", values, SCALED))
    };
    Ok(Findings::new()
        .claim(checked(
            "k₁ and k₂ scaled alike",
            "change neither velocities nor the growth of I₁, I₂, E₁, E₂",
            by_stiffness,
        ))
        .claim(checked("m₁ and m₂ scaled alike", "scale I₁, I₂, E₁ and E₂ and leave the velocities", by_mass))
        .claim(checked("v₀ scaled by s", "scales velocities and impulses by s, energies by s²", by_speed)))
}

/// Rounding of impulses whose stiffnesses have grown through many cycles.
const SCALED: f64 = 1e-12;

/// The largest relative difference of impulses and energies at ten instants, the second impact's divided by the given factors
/// of impulse, energy and time.
fn difference(one: &BallsCourse, other: &BallsCourse, [impulse, energy, time]: [f64; 3]) -> f64 {
    let instants: Vec<f64> = (1..=10).map(|i| one.trace.duration() * f64::from(i) / 10.0).collect();
    let scaled: Vec<f64> = instants.iter().map(|t| t * time).collect();
    let pairs = one.trace.sample(&instants).into_iter().zip(other.trace.sample(&scaled));
    let of_pair = |(a, b): (carom::Snapshot, carom::Snapshot)| {
        let off = |contact: usize| {
            let impulses = (a.impulse[contact] - b.impulse[contact] / impulse).abs();
            impulses.max((a.energy[contact] - b.energy[contact] / energy).abs())
        };
        off(0).max(off(1))
    };
    let final_velocity =
        (one.velocity[0] / one.balls.velocity - other.velocity[0] / other.balls.velocity).abs();
    pairs.map(of_pair).fold(final_velocity, f64::max)
}

pub fn proposition_6() -> Result<Findings, Unmet> {
    let (mut jumps, mut left) = (Vec::new(), Vec::new());
    for course in random_courses(6, CASES / 2, ANY)? {
        let events = course.trace.events();
        let largest = course.samples(50).iter().map(|s| s.force[0].max(s.force[1])).fold(0.0, f64::max);
        let closings: Vec<f64> = events.iter().filter(|e| !smooth(e.kind)).map(|e| e.time).collect();
        for event in events.iter().filter(|event| !closings.contains(&event.time)) {
            let around = course.trace.sample(&[event.time.next_down(), event.time]);
            let jump = (0..2).map(|i| (around[0].force[i] - around[1].force[i]).abs()).fold(0.0, f64::max);
            jumps.push(jump / largest);
            if matches!(event.kind, EventKind::RestitutionEnds | EventKind::ContactReturns) {
                left.push(around[0].force[event.contact].max(around[1].force[event.contact]) / largest);
            }
        }
    }
    let continuous = Check::bounded("jump of a force, as a part of the largest", jumps, FORCE_ROUNDING);
    let vanishing = Check::bounded("force there, as a part of the largest", left, FORCE_ROUNDING);
    Ok(Findings::new()
        .claim(Claim::statement(
            "direction (F₁, F₂) of the impulse curve",
            "is continuous at every event",
            continuous,
        ))
        .claim(Claim::statement("force of a contact that leaves or returns", "is zero there", vanishing))
        .claim(tangent_at_accumulation()?))
}

/// F₁/F₂ at the last end and at the last restart of compression 1 before it accumulates.
fn tangent_at_accumulation() -> Result<Claim, Unmet> {
    let course = Balls::of_the_paper([0.2, 0.7]).course()?;
    let events = course.trace.events();
    let Some(closing) = events.iter().find(|e| e.kind == EventKind::ContactCloses) else {
        return Err("it does not accumulate".into());
    };
    let last = |kind: EventKind| {
        let is_before = |e: &&carom::Event| e.kind == kind && e.contact == 0 && e.time < closing.time;
        let time = events.iter().rfind(is_before).map_or(0.0, |e| e.time);
        let sample = course.trace.sample(&[time]).remove(0);
        sample.force[0] / sample.force[1]
    };
    let (high, low) = (last(EventKind::CompressionEnds), last(EventKind::CompressionRestarts));
    let evidence = format!(
        "e₁ = 0.2, e₂ = 0.7: dI₁/dI₂ swings between {low:.4} and {high:.4} ever faster until t = {:.6} s",
        closing.time
    );
    Ok(Claim::own_check("tangent where phases accumulate", "is defined there too", Check::once((high - low).abs() < 1e-3, evidence))
        .refuted("the force of the accumulating contact has no limit there")
        .erratum("Proposition 6 fails where cycles accumulate: the slope of the impulse curve oscillates without a limit."))
}

/// A force near its zero changes by k v δt over the last bit of time; k grows by 1/e² with every end of compression.
const FORCE_ROUNDING: f64 = 1e-9;

/// Whether forces are continuous at such an event. Where an accumulation is summed up the engine leaps to its end.
fn smooth(kind: EventKind) -> bool {
    match kind {
        EventKind::Pressed | EventKind::CompressionEnds | EventKind::CompressionRestarts => true,
        EventKind::RestitutionEnds | EventKind::ContactReturns => true,
        EventKind::ContactCloses | EventKind::ContactOpens | EventKind::Slips | EventKind::Sticks => false,
    }
}
