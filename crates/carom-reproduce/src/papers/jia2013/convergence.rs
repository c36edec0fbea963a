//! Sec. 7: how sequences of states end.

use carom::{Event, EventKind};

use super::balls::{Balls, BallsCourse, state_name};
use super::theorems::{ANY, CASES, ROUNDING, random_courses};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn lemma_10() -> Result<Findings, Unmet> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for course in random_courses(100, 2 * CASES, ANY)? {
        let states = course.trace.states();
        for (number, pair) in
            states.windows(2).enumerate().filter(|(_, pair)| state_name(&pair[0].active) == "S1")
        {
            let [v1, v2] = course.balls.velocities(&pair[0].impulse);
            let grown = [0, 1].map(|i: usize| pair[1].impulse[i] - pair[0].impulse[i]);
            let m2 = course.balls.mass[1];
            let ratio = hardened(&course, pair[0].time);
            let follows = number.checked_sub(1).map_or("none", |before| state_name(&states[before].active));
            match follows {
                "none" | "S3" if v1 < 0.0 => first.push(-v1 / (1.0 + (1.0 + ratio) / m2) - grown[0]), // (46)
                "S2" if v2 < 0.0 => second.push(-m2 * v2 / (1.0 + (1.0 + m2) / ratio) - grown[1]),    // (47)
                _ => {}
            }
        }
    }
    let counted = format!("{} states", second.len());
    let counted_first = format!("{} states, {} of them after S₃", first.len(), first.len() - 2 * CASES);
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "growth of I₁ in an S₁ that is first or follows S₃ with v₁ < 0",
                "exceeds (46)",
                Check::bounded("shortfall / N s", first, ROUNDING),
            )
            .remark(&counted_first),
        )
        .claim(
            Claim::statement(
                "growth of I₂ in an S₁ that follows S₂ with v₂ < 0",
                "exceeds (47)",
                Check::bounded("shortfall / N s", second, ROUNDING),
            )
            .remark(&counted),
        ))
}

/// k₂/k₁ at an instant: each end of compression has divided a stiffness by e².
fn hardened(course: &BallsCourse, time: f64) -> f64 {
    let ends = |contact: usize| {
        let events = course.trace.events().into_iter();
        let is_end =
            |e: &carom::Event| e.contact == contact && e.kind == EventKind::CompressionEnds && e.time <= time;
        events.filter(is_end).count() as i32
    };
    let [e1, e2] = course.balls.restitution;
    course.balls.stiffness[1] / course.balls.stiffness[0] * e1.powi(2 * ends(0)) / e2.powi(2 * ends(1))
}

/// Restitutions at which cycles of a pressed contact accumulate often.
const DULL: [f64; 2] = [0.02, 0.6];

/// What repeats ever faster until a contact is rigid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cycle {
    /// It leaves and returns: S₁ alternates with S₂ or S₃.
    States,
    /// Its compression restarts, within S₁.
    Phases,
}

/// Where a contact closes: the limit point of an infinite sequence.
struct Limit {
    contact: usize,
    cycle: Cycle,
    velocity: [f64; 2],
    /// Strain energy that the other contact holds there.
    strain: f64,
}

fn limits_of(course: &BallsCourse) -> Vec<Limit> {
    let events = course.trace.events();
    let closes = events.iter().filter(|event| event.kind == EventKind::ContactCloses);
    let at = |closing: &Event| {
        let is_before = |event: &&Event| event.contact == closing.contact && event.time < closing.time;
        let returned =
            events.iter().rfind(is_before).is_some_and(|event| event.kind == EventKind::ContactReturns);
        let cycle = if returned { Cycle::States } else { Cycle::Phases };
        let sample = course.trace.sample(&[closing.time]).remove(0);
        let velocity = course.balls.velocities(&sample.impulse);
        Limit { contact: closing.contact, cycle, velocity, strain: sample.energy[1 - closing.contact] }
    };
    closes.map(at).collect()
}

pub fn theorem_12() -> Result<Findings, Unmet> {
    let disorder = random_courses(120, CASES, ANY)?.into_iter().map(|course| {
        let [v1, v2] = course.velocity;
        (v2 - v1).max(-v2)
    });
    let disorder = Check::bounded("violation / m/s", disorder, ROUNDING);
    let dull = random_courses(121, CASES, DULL)?;
    let limits: Vec<Limit> = dull.iter().flat_map(limits_of).collect();
    let off_line = limits.iter().map(|limit| {
        let [v1, v2] = limit.velocity;
        if limit.contact == 0 { (v1 - v2).abs() } else { v2.abs() }
    });
    let off_line = Check::bounded("velocity of the contact there / m/s", off_line, ROUNDING);
    let together = dull.iter().filter(|course| !limits_of(course).is_empty()).map(|course| {
        let [v1, v2] = course.velocity;
        (v1 - v2).abs().min(v2.abs())
    });
    let together = Check::bounded("smaller of v₁ − v₂ and v₂ / m/s", together, ROUNDING);
    Ok(Findings::new()
        .claim(Claim::statement("the end of every impact", "v₁ ≥ v₂ ≥ 0", disorder))
        .claim(Claim::statement("Lemma 9: accumulation points", "lie on ℓ₁ or ℓ₂", off_line))
        .claim(Claim::statement(
            "the end of an impact with an infinite sequence",
            "v₁ = v₂ or v₂ = 0",
            together,
        ))
        .claim(not_below(&limits))
        .claim(phases_within_s1(&limits))
        .claims(end_at_the_limit()?))
}

/// How many lie below (1, 1), that is, have a negative velocity.
fn below(limits: &[&Limit]) -> (usize, f64) {
    let lowest = |limit: &&Limit| limit.velocity[0].min(limit.velocity[1]);
    let count = limits.iter().filter(|limit| lowest(limit) < -ROUNDING).count();
    (count, limits.iter().map(lowest).fold(f64::INFINITY, f64::min))
}

fn of_cycle(limits: &[Limit], cycle: Cycle) -> Vec<&Limit> {
    limits.iter().filter(|limit| limit.cycle == cycle).collect()
}

fn not_below(limits: &[Limit]) -> Claim {
    let states = of_cycle(limits, Cycle::States);
    let (count, lowest) = below(&states);
    let evidence = format!(
        "{count} of {} sequences of states accumulate below (1, 1); lowest velocity {lowest:.1e} m/s",
        states.len()
    );
    Claim::statement(
        "Proposition 11: an infinite sequence of states",
        "accumulates not below (1, 1)",
        Check::counted(states.len(), count, evidence),
    )
}

fn phases_within_s1(limits: &[Limit]) -> Claim {
    let phases = of_cycle(limits, Cycle::Phases);
    let (count, lowest) = below(&phases);
    let evidence = format!(
        "in {} of {CASES} impacts with restitutions from 0.02 to 0.6 compression restarts ever faster within S₁; the restarts accumulate \
         {count} times below (1, 1), the lowest at a velocity of {lowest:.6} m/s",
        phases.len()
    );
    Claim::statement("a state S₁, Sec. 7 and Appendix B", "ends with the restitution of an impact", Check::counted(CASES, phases.len(), evidence))
        .refuted("each end of compression divides k by e²; for small e a pressed contact restarts infinitely often in a finite time without \
                  ever letting go, and both contacts stay active beyond that instant")
        .erratum("Sec. 7 overlooks that hardening lets compression restart infinitely often within a single S₁, at a point that may lie below (1, 1).")
}

/// The impact with e₁ = 0.4, e₂ = 0.7 as a counter-example.
fn end_at_the_limit() -> Result<Vec<Claim>, Unmet> {
    let course = Balls::of_the_paper([0.4, 0.7]).course()?;
    let Some(limit) = limits_of(&course).into_iter().find(|limit| limit.cycle == Cycle::States) else {
        return Err("its states do not accumulate".into());
    };
    let evidence = format!(
        "e₁ = 0.4, e₂ = 0.7: S₁ and S₂ alternate towards v₁ = v₂ = {:.6} m/s, where E₂ is still {:.3e} J; the impact ends with both at {:.6} m/s",
        limit.velocity[0], limit.strain, course.velocity[0]
    );
    Ok(vec![
        Claim::statement("impulses to which an infinite sequence converges, proof of Proposition 11", "are the final ones", Check::once(limit.strain == 0.0, evidence))
            .refuted("the other contact holds strain energy at the accumulation point, and the impact goes on with one contact rigid")
            .erratum("The impulses to which an infinite sequence of states converges (Proposition 11, Theorem 12) need not be the final ones: strain energy may be left in the other contact."),
    ])
}
