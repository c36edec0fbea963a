//! The model of Sec. 2: energies over impulses, the start of the integration, the transition diagram, the law of restitution.

use std::collections::BTreeMap;

use carom::{EventKind, Snapshot, State, Trace};

use super::balls::{Balls, diagram as drawn_diagram, sequence, state_name, velocities};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;
use carom_reference::scenes::SplitMix;

const CASES: usize = 300;
/// Rounding of a few hundred series in a row, relative to the speed or the energy at the start.
const ROUNDING: f64 = 1e-10;
/// Just before the end of a state: a thousand units in the last place.
const BEFORE: f64 = 1.0 - 1e-12;

/// Snapshots of the first state of Fig. 4.
fn first_state(count: usize) -> Result<(Balls, Vec<Snapshot>), Unmet> {
    let balls = Balls::figure_4();
    let (_, trace) = balls.impact()?.trace()?;
    let end = trace.states()[1].time * BEFORE;
    let instants: Vec<f64> = (0..=count).map(|i| end * i as f64 / count as f64).collect();
    Ok((balls, trace.sample(&instants)))
}

/// Errors of (8) and (9) along the first state, the integrals taken by the trapezoidal rule.
fn energy_errors(balls: &Balls, snapshots: &[Snapshot]) -> Vec<f64> {
    let [m1, m2] = balls.mass;
    let mut area = [0.0, 0.0]; // ∫ I₂ dI₁ and ∫ I₁ dI₂
    let mut errors = Vec::new();
    for pair in snapshots.windows(2) {
        let [i1, i2] = [pair[1].impulse[0], pair[1].impulse[1]];
        area[0] += 0.5 * (pair[0].impulse[1] + i2) * (i1 - pair[0].impulse[0]);
        area[1] += 0.5 * (pair[0].impulse[0] + i1) * (i2 - pair[0].impulse[1]);
        let e1 = -balls.velocity * i1 - 0.5 * (1.0 / m1 + 1.0 / m2) * i1 * i1 + area[0] / m2; // (8)
        let e2 = -0.5 * i2 * i2 / m2 + area[1] / m2; // (9)
        errors.push((e1 - pair[1].energy[0]).abs().max((e2 - pair[1].energy[1]).abs()));
    }
    errors
}

pub fn energies() -> Result<Findings, Unmet> {
    let (balls, snapshots) = first_state(4000)?;
    let ratio = balls.stiffness[1] / balls.stiffness[0];
    let slope_error = |snapshot: &Snapshot| {
        let slope = snapshot.force[1] / snapshot.force[0];
        (slope - (ratio * snapshot.energy[1] / snapshot.energy[0]).sqrt()).abs()
    };
    let slopes: Vec<f64> = snapshots[1..].iter().map(slope_error).collect();
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "E₁ and E₂ by eqs. (8), (9) against k x²/2",
                "Both energies are the given quadratic forms and integrals of the impulses.",
                Check::bounded("difference in joules", energy_errors(&balls, &snapshots), 1e-6),
            )
            .remark("First state of Fig. 4; the trapezoidal rule over 4000 intervals is right to 1e-6 J."),
        )
        .claim(Claim::statement(
            "slope of the impulse curve, eq. (10)",
            "dI₂/dI₁ = √(k₂E₂/k₁E₁), which holds the stiffnesses only as a ratio.",
            Check::bounded("difference of the slopes", slopes, 1e-9),
        ))
        .claim(Claim::statement(
            "velocities at the end, eq. (13)",
            "v₁ = v₀ + I₁/m₁ and v₂ = (I₂ − I₁)/m₂ for the impulses of the whole collision.",
            Check::bounded("difference over |v₀|", velocity_errors()?, ROUNDING),
        )))
}

/// Errors of (13) for random impacts.
fn velocity_errors() -> Result<Vec<f64>, Unmet> {
    let mut random = SplitMix(13);
    let mut errors = Vec::new();
    for _ in 0..CASES {
        let balls = Balls::random(&mut random, 0.0);
        let outcome = balls.impact()?.solve()?;
        let printed = balls.velocities([0, 1].map(|i: usize| outcome.contacts[i].normal_impulse));
        let found = velocities(&outcome);
        errors.extend([0, 1].map(|i: usize| ((printed[i] - found[i]) / balls.velocity).abs()));
    }
    Ok(errors)
}

/// The printed root of the quadratic equation, eq. (11).
fn printed_start(balls: &Balls, h: f64) -> f64 {
    let [m1, m2] = balls.mass;
    let ratio = balls.stiffness[1] / balls.stiffness[0];
    let b = -2.0 * m2 * balls.velocity / h - 1.0 - m2 / m1 + ratio;
    2.0 * ratio / (b + (b * b + 4.0 * ratio).sqrt())
}

pub fn start() -> Result<Findings, Unmet> {
    let balls = Balls::figure_4();
    let (_, trace) = balls.impact()?.trace()?;
    let end = trace.states()[1].time;
    let mut table = Table::new(
        "Slope after a first step h of I₁, and the slope of the exact curve there",
        &["h / N s", "eq. (11)", "exact", "ratio"],
    );
    let mut ratios = Vec::new();
    for fraction in [0.1, 0.03, 0.01, 0.003, 0.001] {
        let at = &trace.sample(&[fraction * end])[0];
        let (h, exact) = (at.impulse[0], at.force[1] / at.force[0]);
        let printed = printed_start(&balls, h);
        ratios.push(printed / exact);
        table = table.row([
            format!("{h:.3e}"),
            format!("{printed:.6e}"),
            format!("{exact:.6e}"),
            format!("{:.5}", printed / exact),
        ]);
    }
    let smallest = printed_start(&balls, 1e-12);
    let last = ratios.last().copied().unwrap_or(f64::NAN);
    Ok(Findings::new()
        .claim(Claim::statement(
            "limit of eq. (11) for h → 0",
            "The curve leaves the origin along the axis of I₁.",
            Check::once(smallest < 1e-11, format!("slope {smallest:.1e} after a step of 1e-12 N s")),
        ))
        .claim(
            Claim::own_check(
                "eq. (11) as the slope after the step",
                "The root is dI₂/dI₁ at I₁ = h, to first order in h.",
                Check::once((last - 1.0).abs() < 0.01, format!("{last:.4} times the exact slope for the smallest step")),
            )
            .refuted("I₂ grows with the square of I₁, so the chord that replaces I₂(h) is half the slope and the root 3/2 of it")
            .erratum(
                "Eq. (11) starts the integration with 3/2 of the true slope, however small the step; what this adds to I₂ vanishes \
                 with the step and does not spoil the result.",
            ),
        )
        .table(table))
}

/// What is wrong with a transition, if anything is.
fn objection(before: &State, after: &State, balls: &Balls) -> Option<&'static str> {
    let [v1, v2] = balls.velocities([after.impulse[0], after.impulse[1]]);
    let rounding = ROUNDING * balls.velocity.abs();
    match (state_name(&before.active), state_name(&after.active)) {
        ("S1", "S2") if v1 < v2 - rounding => Some("S2 begins with the balls approaching"),
        ("S1", "S3") if v2 < -rounding => Some("S3 begins with the lower ball going down"),
        ("S2", "S1") if (v1 - v2).abs() > rounding => Some("S2 goes back to S1 before v₁ = v₂"),
        ("S3", "S1") if v2.abs() > rounding => Some("S3 goes back to S1 before v₂ = 0"),
        ("S2" | "S3", "end") if v1 < v2 - rounding || v2 < -rounding => Some("it ends while bodies approach"),
        ("S1", "S2" | "S3") | ("S2" | "S3", "S1" | "end") => None,
        _ => Some("a transition that is not in the diagram"),
    }
}

/// A collision with S1 → S2 → S1 and later S1 → S3 → S1.
fn every_transition() -> Result<Balls, Unmet> {
    let mut random = SplitMix(11);
    for _ in 0..100 * CASES {
        let balls = Balls::random(&mut random, 0.6);
        let states = sequence(&balls.impact()?.trace()?.1);
        let back = |name: &str| states.windows(3).position(|three| three == ["S1", name, "S1"]);
        let first = |name: &str| states.iter().position(|&state| state == name);
        if back("S2").is_some() && back("S3").is_some() && first("S2") < first("S3") {
            return Ok(balls);
        }
    }
    Err("no collision makes every transition".into())
}

pub fn diagram() -> Result<Findings, Unmet> {
    let mut random = SplitMix(6);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut objections: BTreeMap<&str, usize> = BTreeMap::new();
    let mut starts = 0;
    for _ in 0..CASES {
        let balls = Balls::random(&mut random, 0.6);
        let (_, trace) = balls.impact()?.trace()?;
        let states = trace.states();
        starts += usize::from(state_name(&states[0].active) == "S1");
        for pair in states.windows(2) {
            let named = format!("{} → {}", state_name(&pair[0].active), state_name(&pair[1].active));
            *counts.entry(named).or_default() += 1;
            let middle = &trace.sample(&[0.5 * (pair[0].time + pair[1].time)])[0];
            let down = state_name(&pair[0].active) == "S3" && middle.velocity[1] < 0.0;
            let wrong = objection(&pair[0], &pair[1], &balls).or(down.then_some("v₂ < 0 in S3"));
            if let Some(wrong) = wrong {
                *objections.entry(wrong).or_default() += 1;
            }
        }
    }
    let total: usize = counts.values().sum();
    let failures: usize = objections.values().sum();
    let seen = counts.iter().map(|(name, count)| format!("{name}: {count}")).collect::<Vec<_>>().join(", ");
    let evidence = if failures == 0 { seen.clone() } else { format!("{seen}; {objections:?}") };
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "transitions and their conditions",
                "S1 goes to S2 or S3 when an impact ends restitution; S2 goes back when v₁ = v₂, S3 when v₂ = 0, or they end the \
                 collision; v₂ is upward in S3.",
                Check::counted(total, failures, evidence),
            )
            .remark("Random impacts with e from 0.6 to 1, mass ratio 0.1 to 10, stiffness ratio 0.01 to 100."),
        )
        .claim(Claim::statement(
            "the first state",
            "A collision starts in S1.",
            Check::counted(CASES, CASES - starts, "the ball-table impact is active from the first instant"),
        ))
        .figure(
            drawn_diagram("A collision that makes every transition between states", &every_transition()?)?,
            "A collision found at random that makes all four transitions between states, S2 before S3, so that the numbers are the paper's: \
             S1 both impacts, S2 ball-table (2) only, S3 ball-ball (1) only, S4 the end.",
        ))
}

/// The paper's condition for S2 → S1 in restitution, and the growth of I₂ that it gives.
fn state_2(m2: f64, [v1, v2]: [f64; 2], energy: f64, kept: f64) -> (bool, f64) {
    let returns = energy + 0.5 * m2 * v2 * v2 > 0.5 * m2 * v1 * v1 + kept;
    let growth =
        if returns { m2 * (v1 - v2) } else { m2 * ((v2 * v2 + 2.0 * (energy - kept) / m2).sqrt() - v2) };
    (returns, growth)
}

/// Energy of the ball-table impact at its latest end of compression before an instant; nothing if it is compressing then.
fn largest_energy(trace: &Trace, time: f64) -> Option<f64> {
    let mut of_table = trace.events().into_iter().filter(|e| e.contact == 1 && e.time <= time);
    let last = of_table.next_back()?;
    (last.kind == EventKind::CompressionEnds).then(|| trace.sample(&[last.time])[0].energy[1])
}

fn closed_form_errors() -> Result<(Vec<f64>, usize, usize), Unmet> {
    let mut random = SplitMix(7);
    let (mut errors, mut wrong, mut returns) = (Vec::new(), 0, 0);
    while errors.len() < CASES {
        let balls = Balls::random(&mut random, 0.6);
        let (_, trace) = balls.impact()?.trace()?;
        for pair in trace.states().windows(2).filter(|pair| pair[0].active == [1]) {
            let Some(most) = largest_energy(&trace, pair[0].time) else { continue };
            let [v1, v2] = balls.velocities([pair[0].impulse[0], pair[0].impulse[1]]);
            let kept = (1.0 - balls.restitution[1].powi(2)) * most;
            let (back, growth) = state_2(balls.mass[1], [v1, v2], pair[0].energy[1], kept);
            let found = state_name(&pair[1].active) == "S1";
            wrong += usize::from(back != found);
            returns += usize::from(found);
            errors.push((growth - (pair[1].impulse[1] - pair[0].impulse[1])).abs() / balls.velocity.abs());
        }
    }
    Ok((errors, wrong, returns))
}

pub fn energy_law() -> Result<Findings, Unmet> {
    let (errors, wrong, returns) = closed_form_errors()?;
    let cases = errors.len();
    let (_, trace) = Balls::figure_4().impact()?.trace()?;
    let end = trace.duration() * BEFORE;
    let most = largest_energy(&trace, end).ok_or("the ball-table impact ends in restitution")?;
    let left = trace.sample(&[end])[0].energy[1] / most;
    Ok(Findings::new()
        .claim(
            Claim::words(
                "part of E_max that is lost when restitution ends",
                "e²",
                if (left - (1.0 - 0.4)).abs() < 1e-6 { "1 − e²" } else { "neither" },
            )
            .misprint(
                "1 − e²",
                "the paper's own rule stops at E = (1 − e²)E_max, so that is what remains and is lost",
            )
            .remark(&format!(
                "Ball-table impact at the end of Fig. 4, e² = 0.4: E = {left:.6} E_max is left."
            ))
            .erratum(
                "The text calls the amount lost at the end of restitution e² E_max; it is (1 − e²) E_max.",
            ),
        )
        .claim(Claim::statement(
            "ΔI₂ during S2",
            "I₂ grows by m₂(v₁ − v₂) if S1 follows, otherwise as the energy left allows.",
            Check::bounded("difference over m₁|v₀|", errors, 1e-9),
        ))
        .claim(Claim::statement(
            "when S2 that begins in restitution leads back to S1",
            "If and only if E₂ + m₂v₂²/2 > m₂v₁²/2 + (1 − e₂²)E₂max.",
            Check::counted(cases, wrong, format!("{returns} of {cases} states S2 went back")),
        ))
        .claims(begun_in_compression()?))
}

/// What becomes of states S2 that begin in compression.
#[derive(Default)]
struct Begun {
    /// With v₁ < 0: all, and those that S1 does not follow.
    down: [usize; 2],
    /// With v₁ ≥ 0: all, and those that S1 follows.
    up: [usize; 2],
    /// Those for which the inequality is wrong.
    wrong: usize,
}

impl Begun {
    fn count(&mut self, balls: &Balls, pair: &[State]) {
        let [v1, v2] = balls.velocities([pair[0].impulse[0], pair[0].impulse[1]]);
        let most = pair[0].energy[1] + 0.5 * balls.mass[1] * v2 * v2;
        let kept = (1.0 - balls.restitution[1].powi(2)) * most;
        let back = state_name(&pair[1].active) == "S1";
        let decided = v1 < 0.0 || state_2(balls.mass[1], [v1, v2], pair[0].energy[1], kept).0;
        self.wrong += usize::from(decided != back);
        let (list, against) = if v1 < 0.0 { (&mut self.down, !back) } else { (&mut self.up, back) };
        list[0] += 1;
        list[1] += usize::from(against);
    }
}

fn begun_in_compression() -> Result<[Claim; 2], Unmet> {
    let mut random = SplitMix(14);
    let mut begun = Begun::default();
    while begun.down[0] + begun.up[0] < CASES {
        let balls = Balls::random(&mut random, 0.6);
        let (_, trace) = balls.impact()?.trace()?;
        for pair in trace.states().windows(2).filter(|pair| pair[0].active == [1]) {
            if largest_energy(&trace, pair[0].time).is_none() {
                begun.count(&balls, pair);
            }
        }
    }
    let Begun { down, up, wrong } = begun;
    Ok([
        Claim::statement(
            "when S2 begins in compression with v₁ < 0",
            "S1 follows.",
            Check::counted(down[0], down[1], format!("{} of {} went back", down[0] - down[1], down[0])),
        ),
        Claim::statement(
            "when S2 begins in compression with v₁ ≥ 0",
            "The collision ends: S1 follows only if S2 begins in compression with v₁ < 0, or in restitution with the inequality above.",
            Check::counted(up[0], up[1], format!("{} of {} went back to S1 all the same", up[1], up[0])),
        )
        .misprinted_statement(
            "The inequality above decides there, too, with E₂max = E₂ + m₂v₂²/2.",
            Check::counted(down[0] + up[0], wrong, format!("it decides all {} rightly", down[0] + up[0])),
            "the lower ball may still catch up with the upper one in its own restitution; the text asks the inequality only of an S2 that begins in \
             restitution",
        )
        .erratum("Sec. 2.2: an S2 that begins in compression with v₁ ≥ 0 need not end the collision; it may lead back to S1, by the same inequality as \
                  in restitution."),
    ])
}
