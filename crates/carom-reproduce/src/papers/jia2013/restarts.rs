//! The impact of [Jia2013, Fig. 9], in which compression restarts.

use carom::EventKind;
use carom_reference::scenes::BallBallTable;
use carom_reference::two_ball::{Reading, TwoBallEuler};

use super::balls::{Balls, BallsCourse};
use super::figures::{Letter, impulse_curve, parameters};
use super::worked::described;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

const FIG_9: [&str; 5] = ["A", "B", "C", "D", "E"];
const FIG_9_EVENTS: &str = "A: C1 ends, B: C1 restarts, C: C2 ends, D: C1 ends, E: C2 restarts";

pub fn fig_9() -> Result<Findings, Unmet> {
    let course = Balls::restarting().course()?;
    let letters = FIG_9.into_iter().chain(std::iter::repeat("")).zip(course.event_points());
    let picture =
        impulse_curve("Fig. 9", &parameters(&course.balls), &course, &letters.collect::<Vec<Letter>>());
    let first_to_leave =
        course.trace.events().into_iter().find(|event| event.kind == EventKind::RestitutionEnds);
    let leaves = first_to_leave.map_or(0, |event| event.contact + 1);
    let [v1, v2] = course.velocity;
    let computed = format!(
        "Impact {leaves} ends restitution first; v₁ = {v1:.9}, v₂ = {v2:.9} m/s. The program behind Table 1 finds {} too.",
        program_of_fig_9(&course.balls)?
    );
    Ok(Findings::new()
        .claim(
            Claim::words("sequence of states", "S1 S3 S4", &course.sequence())
                .misprint("S1 S2 S4", "after E impact 2 compresses again, so impact 1 is the one that ends restitution first: S₂ follows")
                .remark(&computed)
                .erratum("Fig. 9's impact goes through S₁, S₂, S₄, not S₁, S₃, S₄."),
        )
        .claim(Claim::words("events at the lettered points", FIG_9_EVENTS, &described(&course, &FIG_9)))
        .claim(
            Claim::words("where the caption sees impact 2 restart", "D", FIG_9[letter_of(&course, 1)])
                .misprint("E", "at D impact 1 ends compression; impact 2 restarts at E, as the text of Sec. 6.3.3 says")
                .erratum("The caption of Fig. 9 places the restart of impact 2 at D; it is at E."),
        )
        .claim(regions_of_fig_9(&course))
        .claim(hardening_of_fig_9(&course))
        .figure(picture, "In S₁ the curve crosses ℓ₁ at A, B and D and ℓ₂ at C and E, and passes all four regions. Dots without a letter: the ends of S₁, of compression 2 and of the impact."))
}

/// The number of the letter at which an impact's compression restarts.
fn letter_of(course: &BallsCourse, contact: usize) -> usize {
    let is_restart =
        |event: &carom::Event| event.contact == contact && event.kind == EventKind::CompressionRestarts;
    course.trace.events().iter().position(is_restart).unwrap_or(0)
}

/// The states that the program behind Table 1 goes through.
fn program_of_fig_9(balls: &Balls) -> Result<String, Unmet> {
    let Balls { mass, stiffness, restitution, velocity } = *balls;
    let program = TwoBallEuler::new(1e-5)?.reading(Reading::AsSimulated);
    let outcome = program.solve(&BallBallTable { mass, stiffness, restitution, velocity })?;
    let names = outcome.sequence().into_iter().map(|state| format!("{state:?}"));
    Ok(names.collect::<Vec<_>>().join(" "))
}

/// k = F²/(2E) of the impact that has the event, after it over before it, at A to E.
fn hardening_of_fig_9(course: &BallsCourse) -> Claim {
    let [e1, e2] = course.balls.restitution.map(|e| e.powi(-2));
    let grown = |event: &carom::Event| {
        let around = course.trace.sample(&[event.time.next_down(), event.time]);
        let [before, after] =
            [0, 1].map(|i: usize| around[i].force[event.contact].powi(2) / around[i].energy[event.contact]);
        after / before
    };
    let found: Vec<f64> = course.trace.events()[..FIG_9.len()].iter().map(grown).collect();
    let off = found.iter().zip([e1, 1.0, e2, e1, 1.0]).map(|(found, stated)| (found / stated - 1.0).abs());
    Claim::statement(
        "stiffness of the impact at A, B, C, D, E",
        "grows by 1/e₁² at A and D, by 1/e₂² at C, and not at B and E",
        Check::bounded("relative error of the growth", off, 1e-9),
    )
}

fn regions_of_fig_9(course: &BallsCourse) -> Claim {
    let end = course.trace.states()[1].time;
    let samples = course.samples(2000);
    let signs = samples.iter().filter(|s| s.time > 0.0 && s.time < end).map(|s| {
        let [v1, v2] = course.balls.velocities(&s.impulse);
        (v1 < v2, v2 < 0.0)
    });
    let met: std::collections::BTreeSet<(bool, bool)> = signs.collect();
    let evidence = format!("{} of the four combinations of signs are met in S₁", met.len());
    Claim::statement("regions passed in S₁", "all four", Check::counted(4, 4 - met.len(), evidence))
}
