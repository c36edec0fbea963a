//! The worked impacts of Figs. 1, 7 and 8.

use carom::{EventKind, Snapshot};
use carom_plot::chart::{Chart, Interval, Plot};
use carom_reference::scenes::BallBallTable;
use carom_reference::two_ball::{Reading, TwoBallEuler};

use super::balls::{Balls, BallsCourse, impulses, short, state_name};
use super::figures::{Letter, crossing, impulse_curve, parameters, with_course, with_letters};
use super::region::found_ellipse;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// The events with the letters that the paper gives them.
fn lettered<'a>(course: &BallsCourse, letters: &[&'a str]) -> Vec<Letter<'a>> {
    letters.iter().copied().zip(course.event_points()).collect()
}

/// The events in words beside the letters: "A: C1 ends".
pub fn described(course: &BallsCourse, letters: &[&str]) -> String {
    let events = course.trace.events();
    let describe =
        |(letter, event): (&&str, &carom::Event)| format!("{letter}: {}", short(event.contact, event.kind));
    letters.iter().zip(&events).map(describe).collect::<Vec<_>>().join(", ")
}

const FIG_1: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];

/// What happens at the letters of Fig. 1 according to its text.
const FIG_1_EVENTS: &str =
    "A: C1 ends, B: R1 ends, C: C2 ends, D: 1 returns, E: R2 ends, F: C1 ends, G: R1 ends";

pub fn fig_1() -> Result<Findings, Unmet> {
    let course = Balls::plastic().course()?;
    let [v1, v2] = course.velocity;
    let picture = impulse_curve("Fig. 1", &parameters(&course.balls), &course, &lettered(&course, &FIG_1));
    let separating = Check::once(v1 > v2 && v2 > 0.0, format!("v₁ = {v1:.6}, v₂ = {v2:.6}"));
    let constant = constant_impulses(&course);
    Ok(Findings::new()
        .claim(Claim::words("sequence of states", "S1 S2 S1 S3 S4", &course.sequence()))
        .claim(Claim::words("events at the lettered points", FIG_1_EVENTS, &described(&course, &FIG_1)))
        .claim(Claim::words("segments of the states", FIG_1_SEGMENTS, &segments(&course, &FIG_1)))
        .claim(until_a(&course))
        .claim(parting_at_b(&course))
        .claim(Claim::statement("v₁ and v₂ at the end", "both balls rise, the upper one faster", separating))
        .claim(Claim::statement("I₁ in S₂ and I₂ in S₃", "neither changes there", constant))
        .figure(picture, "Growth of both impulses; letters as in the paper."))
}

const FIG_1_SEGMENTS: &str = "S1 [O, B), S2 [B, D), S1 [D, E), S3 [E, G), S4 G";

/// The states with the letters between which the curve runs in them.
fn segments(course: &BallsCourse, letters: &[&str]) -> String {
    let (states, events) = (course.trace.states(), course.trace.events());
    let letter = |time: f64| {
        let number = events.iter().position(|event| event.time == time);
        number.and_then(|number| letters.get(number).copied()).unwrap_or("O")
    };
    let segment = |(i, state): (usize, &carom::State)| match states.get(i + 1) {
        Some(next) => {
            format!("{} [{}, {})", state_name(&state.active), letter(state.time), letter(next.time))
        }
        None => format!("{} {}", state_name(&state.active), letter(state.time)),
    };
    states.iter().enumerate().map(segment).collect::<Vec<_>>().join(", ")
}

/// What the introduction says of the first phase.
fn until_a(course: &BallsCourse) -> Claim {
    /// Instants of the phase that are compared.
    const INSTANTS: u32 = 200;
    let end = course.trace.events()[0].time.next_down();
    let times: Vec<f64> = (0..=INSTANTS).map(|i| end * f64::from(i) / f64::from(INSTANTS)).collect();
    let samples = course.trace.sample(&times);
    let goes_on = |pair: &&[Snapshot]| {
        let [before, after] = [0, 1].map(|i: usize| course.balls.velocities(&pair[i].impulse));
        let loaded = (0..2).all(|contact| pair[1].energy[contact] > pair[0].energy[contact]);
        after[0] > before[0] && after[1] < before[1] && loaded
    };
    let failures = samples.windows(2).filter(|pair| !goes_on(pair)).count();
    let [v1, v2] = course.balls.velocities(&samples[samples.len() - 1].impulse);
    let check = Check::counted(times.len() - 1, failures, format!("v₁ = {v1:.6}, v₂ = {v2:.6} m/s at A"));
    Claim::statement("from O to A", "v₁ rises, v₂ falls, and both strain energies grow", check)
}

fn parting_at_b(course: &BallsCourse) -> Claim {
    let [v1, v2] = course.balls.velocities(&course.trace.states()[1].impulse);
    let check = Check::once(v1 > 0.0 && v2 < 0.0, format!("v₁ = {v1:.6}, v₂ = {v2:.6} m/s"));
    Claim::statement("the balls at B", "separate, one going up and the other down", check)
}

/// How much I₁ grows in S₂ and I₂ in S₃.
fn constant_impulses(course: &BallsCourse) -> Check {
    let states = course.trace.states();
    let grown = states.windows(2).filter_map(|pair| match pair[0].active[..] {
        [1] => Some(pair[1].impulse[0] - pair[0].impulse[0]),
        [0] => Some(pair[1].impulse[1] - pair[0].impulse[1]),
        _ => None,
    });
    Check::bounded("change", grown.map(f64::abs), 0.0)
}

const FIG_7: [&str; 9] = ["A", "B", "C", "D", "E", "F", "G", "H", "J"];

pub fn fig_7() -> Result<Findings, Unmet> {
    let course = Balls::of_the_paper([1.0, 1.0]).course()?;
    let [b, c] = slopes(&course);
    let events = course.event_points();
    let on_curve = [
        events[0],
        impulses(&b),
        impulses(&c),
        events[1],
        events[2],
        events[3],
        events[4],
        events[5],
        events[6],
    ];
    let letters: Vec<Letter> = FIG_7.into_iter().zip(on_curve).collect();
    let named = ["A", "D", "E", "F", "G", "H", "J"];
    let picture = impulse_curve("Fig. 7", &parameters(&course.balls), &course, &letters);
    Ok(Findings::new()
        .claim(Claim::words("sequence of states", "S1 S2 S1 S3 S4", &course.sequence()))
        .claim(Claim::words("events at the lettered points", FIG_7_EVENTS, &described(&course, &named)))
        .claim(Claim::words("segments of the states", FIG_7_SEGMENTS, &segments(&course, &named)))
        .claim(turn_of_the_ellipse(&course.balls)?)
        .claims(end_of_fig_7(&course)?)
        .claims(minima_of_fig_7(&course, &b, &c))
        .claim(side_of_c(&course))
        .figure(
            picture,
            "The elastic impact: it ends at J on the ellipse. At B the slope is 1, at C it is 1 + m₂.",
        ))
}

const FIG_7_EVENTS: &str =
    "A: C1 ends, D: R1 ends, E: C2 ends, F: 1 returns, G: R2 ends, H: C1 ends, J: R1 ends";

const FIG_7_SEGMENTS: &str = "S1 [O, D), S2 [D, F), S1 [F, G), S3 [G, J), S4 J";

/// B and C: where the tangent is parallel to ℓ₂ and to ℓ₁, between A and D.
fn slopes(course: &BallsCourse) -> [Snapshot; 2] {
    let events = course.trace.events();
    let between = [events[0].time, events[1].time.next_down()];
    let lower = course.balls.mass[1];
    [1.0, 1.0 + lower].map(|slope| crossing(course, between, |s| s.force[1] - slope * s.force[0]))
}

fn turn_of_the_ellipse(balls: &Balls) -> Result<Claim, Unmet> {
    let turn = found_ellipse(balls.mass[1])?.angle * 6.0 / std::f64::consts::PI;
    Ok(Claim::number("turn of the ellipse's minor axis, in units of π/6", "-1.000000000", turn))
}

/// The end of the elastic impact as printed: I₁, I₂ in N s and v₁, v₂ in m/s.
const PRINTED_J: [f64; 2] = [1.944_84, 2.295_59];
const PRINTED_VELOCITIES: [f64; 2] = [0.944_84, 0.303_76];

fn end_of_fig_7(course: &BallsCourse) -> Result<Vec<Claim>, Unmet> {
    let balls = &course.balls;
    let [i1, i2] = course.impulse;
    let by_difference = |s: &Snapshot| {
        let around = course.trace.sample(&[s.time - 1e-5, s.time + 1e-5]);
        (around[1].impulse[1] - around[0].impulse[1]) / (around[1].impulse[0] - around[0].impulse[0])
    };
    let at_b_and_c = slopes(course).each_ref().map(by_difference);
    let missing = off_the_ellipse(balls, PRINTED_J).abs();
    let [_, v2] = PRINTED_VELOCITIES;
    let exact = format!("To nine decimals: I₁ = {i1:.9}, I₂ = {i2:.9} N s.");
    let known = format!(
        "no energy is lost here, yet the printed numbers miss {missing:.1e} J; they are known no better than by what brings \
         the energy back when the one that changes it least is changed alone"
    );
    Ok(vec![
        // dE = v₂ dI₂ = m₂v₂ dv₂.
        Claim::numbers("J = (I₁, I₂) / N s", "1.94484 2.29559", &course.impulse)
            .within(missing / v2, &known)
            .remark(&exact),
        Claim::numbers("v₁, v₂ / m/s", "0.94484 0.30376", &course.velocity)
            .within(missing / (balls.mass[1] * v2), &known),
        Claim::own_check(
            "where the computed J lies",
            "on the ellipse (42)",
            Check::bounded("|left side of (42)| / J", [off_the_ellipse(balls, course.impulse).abs()], 1e-14),
        ),
        printed_end(balls)?,
        Claim::numbers("slopes dI₂/dI₁ at B and C: 1 and 1 + 2/√3", "1.000000 2.154701", &at_b_and_c)
            .remark("By differences of the impulses; B and C are where the forces have these ratios."),
    ])
}

/// The left side of (42), in joules.
fn off_the_ellipse(balls: &Balls, [i1, i2]: [f64; 2]) -> f64 {
    0.5 * i1 * i1 + 0.5 * (i1 - i2).powi(2) / balls.mass[1] - i1
}

/// The printed J against the ellipse on which the paper sees it.
fn printed_end(balls: &Balls) -> Result<Claim, Unmet> {
    let off = off_the_ellipse(balls, PRINTED_J);
    let [v1, v2] = PRINTED_VELOCITIES;
    // Half a unit of the fifth decimal in I₁ and in I₂.
    let rounding = 5e-6 * ((v1 - v2).abs() + v2.abs());
    let [p1, p2] = program_of_table_1()?;
    let evidence = format!(
        "(42) gives {off:.2e} J at the printed J, where rounding allows {rounding:.0e} J; the program behind Table 1 ends at ({p1:.5}, {p2:.5})"
    );
    Ok(Claim::statement("the printed J", "lies on the ellipse (42)", Check::once(off.abs() <= rounding, evidence))
        .refuted("the numbers come from an integration that loses energy; tried: steps from 1e-6 to 1e-3 N s, energies by the left, \
                  mean and right velocity of a step, ends of restitution at 0 to 1e-3 J, three choices of the primary impulse: the \
                  nearest ends at (1.94484, 2.29565)")
        .erratum("The printed end J = (1.94484, 2.29559) of the elastic impact misses the ellipse that it is said to lie on by \
                  3.7e-4 J; it is (1.945115, 2.296219), and the velocities are 0.945115 and 0.304065 m/s."))
}

/// I₁ and I₂ of the elastic impact by the program behind Table 1.
fn program_of_table_1() -> Result<[f64; 2], Unmet> {
    let program = TwoBallEuler::new(1e-5)?.reading(Reading::AsSimulated);
    Ok(program.solve(&BallBallTable::jia2013(1.0, 1.0))?.impulse)
}

fn minima_of_fig_7(course: &BallsCourse, b: &Snapshot, c: &Snapshot) -> Vec<Claim> {
    let velocities = |s: &Snapshot| course.balls.velocities(&s.impulse);
    let samples = course.samples(2000);
    let least = |of: fn([f64; 2]) -> f64, from: &Snapshot| {
        let below = samples.iter().filter(|s| of(velocities(s)) < of(velocities(from)) - 1e-15).count();
        Check::counted(
            samples.len(),
            below,
            format!("{:.6} m/s at ({:.5}, {:.5})", of(velocities(from)), from.impulse[0], from.impulse[1]),
        )
    };
    vec![
        Claim::statement("v₂ at B", "the least of the whole impact", least(|[_, v2]| v2, b)),
        Claim::statement("v₂ − v₁ at C", "the least of the whole impact", least(|[v1, v2]| v2 - v1, c)),
    ]
}

/// "v₁ > v₂ to the right of" which line.
fn side_of_c(course: &BallsCourse) -> Claim {
    let samples = course.samples(2000);
    let slower = |right_of: fn([f64; 2], f64) -> bool| {
        let right = samples.iter().filter(|s| right_of(impulses(s), course.balls.mass[1]));
        let falls = |s: &&Snapshot| {
            let [v1, v2] = course.balls.velocities(&s.impulse);
            v1 <= v2
        };
        let (cases, failures) = (right.clone().count(), right.filter(falls).count());
        Check::counted(cases, failures, format!("v₁ ≤ v₂ at {failures} of {cases} points of the curve there"))
    };
    /// Points on a line are on neither side of it.
    const APART: f64 = 1e-9;
    let second = slower(|[i1, i2], _| i1 > i2 + APART);
    let first = slower(|[i1, i2], m2| (1.0 + m2) * i1 - m2 > i2 + APART);
    Claim::statement("where v₁ > v₂, below (45)", "to the right of ℓ₂", second)
        .misprinted_statement("to the right of ℓ₁", first, "v₁ = v₂ on ℓ₁; on ℓ₂ it is v₂ that vanishes")
        .erratum("Below (45), v₁ > v₂ holds to the right of ℓ₁, not of ℓ₂.")
}

pub fn fig_8() -> Result<Findings, Unmet> {
    let course = Balls::plastic().course()?;
    let events = course.trace.events();
    let losses: Vec<f64> = [0, 2].iter().map(|&event| lost_part(&course, event)).collect();
    let states = course.trace.states();
    let velocity = |state: usize| course.balls.velocities(&states[state].impulse);
    let (e, g) = (velocity(3), velocity(4));
    let slope = (g[1] - e[1]) / (g[0] - e[0]);
    let ends_at_c = events[2].kind == EventKind::CompressionEnds && events[2].contact == 1;
    let around = course.trace.sample(&[events[2].time.next_down(), events[2].time]);
    let jump = format!("E₂ drops from {:.6} J to {:.6} J", around[0].energy[1], around[1].energy[1]);
    Ok(Findings::new()
        .claim(Claim::number("part of E₁ lost at A", "0.19", losses[0]))
        .claim(Claim::number("part of E₂ lost at C", "0.51", losses[1]))
        .claim(Claim::number("slope of v₂ over v₁ in S₃, −1/m₂ = −√3/2", "-0.8660254", slope))
        .claim(Claim::statement("E₂ jumps at C", "impact 2 ends compression in S₂", Check::once(ends_at_c, jump)))
        .claim(Claim::numbers("the velocity curve begins at", "-1 0", &course.balls.velocities(&course.trace.sample(&[0.0])[0].impulse)))
        .claim(decrease_after_c(&course))
        .figure(drawn_fig_8(&course), "Velocities and strain energies against each other; a prime marks what is left after a loss. Circled numbers: the states in the order of the sequence; dashed: losses."))
}

/// The part of the strain energy that an end of compression takes.
fn lost_part(course: &BallsCourse, event: usize) -> f64 {
    let event = course.trace.events()[event];
    let around = course.trace.sample(&[event.time.next_down(), event.time]);
    1.0 - around[1].energy[event.contact] / around[0].energy[event.contact]
}

/// "A small decrease" of E₂ between C′ and D.
fn decrease_after_c(course: &BallsCourse) -> Claim {
    let events = course.trace.events();
    let samples = course.trace.sample(&[events[2].time, events[3].time]);
    let [before, after] = [0, 1].map(|i: usize| samples[i].energy[1]);
    let evidence = format!("E₂ falls from {before:.6} J to {after:.6} J");
    Claim::statement(
        "E₂ from C′ to D",
        "decreases slightly",
        Check::once(after < before && after > 0.9 * before, evidence),
    )
}

fn drawn_fig_8(course: &BallsCourse) -> carom_plot::Picture {
    let velocities = |s: &Snapshot| course.balls.velocities(&s.impulse);
    let energies = |s: &Snapshot| [s.energy[0], s.energy[1]];
    let times: Vec<f64> = course.trace.events().iter().map(|event| event.time).collect();
    let before: Vec<f64> = times.iter().map(|time| time.next_down()).collect();
    let (after, before) = (course.trace.sample(&times), course.trace.sample(&before));
    let of_velocity: Vec<Letter> = FIG_1.into_iter().zip(after.iter().map(velocities)).collect();
    let mut of_energy: Vec<Letter> = FIG_1.into_iter().zip(before.iter().map(energies)).collect();
    let primes = [("A′", 0), ("C′", 2), ("F′", 5)];
    of_energy.extend(primes.map(|(name, i)| (name, energies(&after[i]))));
    of_energy.retain(|(name, _)| *name != "G");
    let a = Plot::new("v₁ / m/s", "v₂ / m/s").heading("(a) velocities").height(330.0);
    let b = Plot::new("E₁ / J", "E₂ / J").heading("(b) strain energies").height(330.0);
    let mut b = b.across(Interval::Between(-0.02, 0.4)).upwards(Interval::Between(-0.03, 0.48));
    for (_, i) in primes {
        b = b.guide([energies(&before[i]), energies(&after[i])]);
    }
    let a = numbered(with_course(a, course, velocities), course, velocities, [-0.09, 0.05]);
    let b = numbered(with_course(b, course, energies), course, energies, [0.022, 0.012]);
    Chart::new("Fig. 8", &parameters(&course.balls))
        .columns(2)
        .plot(with_letters(a, &of_velocity))
        .plot(with_letters(b, &of_energy))
        .draw()
}

/// Numbers of the states, after a quarter of each and set off from the curve.
fn numbered(plot: Plot, course: &BallsCourse, at: impl Fn(&Snapshot) -> [f64; 2], aside: [f64; 2]) -> Plot {
    let states = course.trace.states();
    let number = |plot: Plot, (i, name): (usize, &str)| {
        let middle = course.trace.sample(&[0.75 * states[i].time + 0.25 * states[i + 1].time]).remove(0);
        let [x, y] = at(&middle);
        plot.words([x + aside[0], y + aside[1]], name)
    };
    ["①", "②", "③", "④"].into_iter().enumerate().fold(plot, number)
}
