//! Fig. 4 as it is discovered, and the closed forms of S₂ and S₃.

use carom::analysis::diagram::TransitionDiagram;
use carom::{EventKind, State};
use carom_plot::{Clock, FigureKind, Subject, View, draw};
use carom_reference::scenes::SplitMix;

use super::balls::{Balls, BallsCourse, state_name};
use super::theorems::{ANY, CASES, ROUNDING, random_courses};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Restitutions with which contacts let go by restitution, as the diagram assumes.
const LIVELY: [f64; 2] = [0.5, 1.0];

pub fn fig_4() -> Result<Findings, Unmet> {
    let courses = random_courses(40, CASES, LIVELY)?;
    let mut diagram = TransitionDiagram::default();
    courses.iter().for_each(|course| diagram.record(&course.trace));
    let mut counts = std::collections::BTreeMap::new();
    for edge in diagram.edges() {
        let [from, to] = [edge.from, edge.to].map(|node| state_name(&diagram.nodes()[node].active));
        *counts.entry(format!("{from}→{to}")).or_insert(0) += edge.count;
    }
    let found = counts.keys().cloned().collect::<Vec<_>>().join(" ");
    let mut table = Table::new("Transitions met in random impacts", &["transition", "times"]);
    for (name, count) in &counts {
        table = table.row([name.clone(), count.to_string()]);
    }
    let findings = Findings::new()
        .claim(
            Claim::words("transitions", "S1→S2 S1→S3 S1→S4 S2→S1 S2→S4 S3→S1 S3→S4", &found)
                .remark(&both_at_once(&courses)),
        )
        .claims(velocities_in_states(&courses))
        .claim(directions(&random_courses(41, CASES, ANY)?))
        .claim(end_of_s3(&courses))
        .table(table);
    with_diagrams(findings, &courses)
}

/// When S₁ leads to S₄.
fn both_at_once(courses: &[BallsCourse]) -> String {
    let direct: Vec<&BallsCourse> =
        courses.iter().filter(|course| course.sequence().ends_with("S1 S4")).collect();
    let rigid =
        |course: &&&BallsCourse| course.trace.events().iter().any(|e| e.kind == EventKind::ContactOpens);
    let closed = direct.iter().filter(rigid).count();
    format!(
        "Both contacts end at once in {} impacts; in {closed} of them one contact had become rigid, so that it lets go with the other.",
        direct.len()
    )
}

fn velocities_in_states(courses: &[BallsCourse]) -> Vec<Claim> {
    let (mut in_s3, mut in_s4) = (Vec::new(), Vec::new());
    for course in courses {
        let states = course.trace.states();
        for sample in course.samples(40) {
            let number = states.partition_point(|state| state.time <= sample.time).max(1) - 1;
            if state_name(&states[number].active) == "S3" {
                in_s3.push(-course.balls.velocities(&sample.impulse)[1]);
            }
        }
        in_s4.push((-course.velocity[0]).max(-course.velocity[1]));
    }
    let starts = courses.iter().filter(|course| course.sequence().starts_with("S1")).count();
    vec![
        Claim::statement("v₂ in S₃", "is upward", Check::bounded("downward velocity / m/s", in_s3, ROUNDING)),
        Claim::statement(
            "v₁ and v₂ in S₄",
            "are upward",
            Check::bounded("downward velocity / m/s", in_s4, ROUNDING),
        ),
        Claim::statement(
            "the first state",
            "is S₁",
            Check::counted(courses.len(), courses.len() - starts, "every random impact"),
        ),
    ]
}

/// Which way the balls go in each state.
fn directions(courses: &[BallsCourse]) -> Claim {
    let mut met: std::collections::BTreeMap<&str, [[bool; 2]; 2]> = std::collections::BTreeMap::new();
    for course in courses {
        let states = course.trace.states();
        for sample in course.samples(40) {
            let number = states.partition_point(|state| state.time <= sample.time).max(1) - 1;
            let seen = met.entry(state_name(&states[number].active)).or_default();
            for (ball, velocity) in course.balls.velocities(&sample.impulse).into_iter().enumerate() {
                seen[ball][0] |= velocity > ROUNDING;
                seen[ball][1] |= velocity < -ROUNDING;
            }
        }
    }
    let word = |[up, down]: [bool; 2]| match (up, down) {
        (true, true) => "both",
        (true, false) => "up",
        (false, true) => "down",
        (false, false) => "at rest",
    };
    let found = met.iter().map(|(state, [v1, v2])| format!("{state} {} {}", word(*v1), word(*v2)));
    Claim::words(
        "directions of v₁ and v₂ met in each state",
        "S1 both both, S2 both both, S3 both up, S4 up up",
        &found.collect::<Vec<_>>().join(", "),
    )
}

/// Sec. 3.1 lets the ball–table impact finish restitution in S₃, where it is not active.
fn end_of_s3(courses: &[BallsCourse]) -> Claim {
    let last = |course: &BallsCourse| {
        let events = course.trace.events();
        let event = events.iter().rfind(|event| event.kind == EventKind::RestitutionEnds)?;
        course.sequence().ends_with("S3 S4").then_some(["ball–ball", "ball–table"][event.contact])
    };
    let found: std::collections::BTreeSet<&str> = courses.iter().filter_map(last).collect();
    let found = found.into_iter().collect::<Vec<_>>().join(" ");
    Claim::words("the impact whose restitution ends S₃ and the collision, Sec. 3.1", "ball–table", &found)
        .misprint("ball–ball", "in S₃ only the ball–ball impact is active")
        .erratum("Sec. 3.1 lets the ball–table impact finish restitution in S₃; it is the ball–ball impact.")
}

/// The richest impacts that end by S₂ and by S₃, drawn as the diagrams of what they went through.
fn with_diagrams(mut findings: Findings, courses: &[BallsCourse]) -> Result<Findings, Unmet> {
    for (last, caption) in [
        ("S2 S4", "An impact that meets every state and ends with the ball on the table."),
        ("S3 S4", "An impact that meets every state and ends with the ball on the ball."),
    ] {
        let all = |course: &&BallsCourse| {
            let sequence = course.sequence();
            let goes = |step: &str| sequence.contains(step);
            sequence.ends_with(last) && goes("S1 S2") && goes("S2 S1") && goes("S1 S3") && goes("S3 S1")
        };
        let shortest = courses.iter().filter(all).min_by_key(|course| course.sequence().len());
        let Some(course) = shortest else { continue };
        let balls = course.balls;
        let impact = balls.impact()?;
        let names = ["upper ball", "lower ball", "table"].map(str::to_owned);
        let contacts = ["ball–ball", "ball–table"].map(str::to_owned);
        let title = format!(
            "m₂ = {:.3}, k₂/k₁ = {:.3}, e₁ = {:.3}, e₂ = {:.3}",
            balls.mass[1], balls.stiffness[1], balls.restitution[0], balls.restitution[1]
        );
        let subject = Subject {
            title: &title,
            impact: Some(&impact),
            problem: impact.contact_problem(),
            body_names: &names,
            contact_names: &contacts,
            trace: &course.trace,
            contact: None,
            clock: Clock::Relative,
            view: View::default(),
        };
        findings = findings.figure(draw(FigureKind::Diagram, &subject)?, caption);
    }
    Ok(findings)
}

pub fn closed_forms() -> Result<Findings, Unmet> {
    let (mut of_s2, mut of_s3, mut next) = (Vec::new(), Vec::new(), [0; 2]);
    for course in random_courses(43, CASES, LIVELY)? {
        let states = course.trace.states();
        for pair in states.windows(2) {
            match state_name(&pair[0].active) {
                "S2" => {
                    let (leads, end) = after_s2(&course, &pair[0]);
                    next[usize::from(leads == state_name(&pair[1].active))] += 1;
                    of_s2.push((end - course.balls.velocities(&pair[1].impulse)[1]).abs());
                }
                "S3" => {
                    let (leads, growth) = after_s3(&course, &pair[0]);
                    next[usize::from(leads == state_name(&pair[1].active))] += 1;
                    of_s3.push((growth - (pair[1].impulse[0] - pair[0].impulse[0])).abs());
                }
                _ => {}
            }
        }
    }
    let which = Check::counted(next[0] + next[1], next[0], format!("{} states S₂ and S₃", next[0] + next[1]));
    Ok(Findings::new()
        .claim(Claim::statement(
            "v₂ at the end of S₂",
            "is the closed form of Sec. 4.3",
            Check::bounded("error / m/s", of_s2, ROUNDING),
        ))
        .claim(Claim::statement(
            "growth of I₁ in S₃",
            "is that of Sec. 4.4, eqs. (34) and (35)",
            Check::bounded("error / N s", of_s3, ROUNDING),
        ))
        .claim(Claim::statement(
            "the state after S₂ and after S₃",
            "is the one that the conditions of Secs. 4.3 and 4.4 name",
            which,
        ))
        .claim(assumption()?)
        .claim(named_state()))
}

/// [Jia2013, sec. 4.3]: the next state, and v₂ then.
fn after_s2(course: &BallsCourse, start: &State) -> (&'static str, f64) {
    let balls = &course.balls;
    let ([v1, v2], m2) = (balls.velocities(&start.impulse), balls.mass[1]);
    if v1 < 0.0 {
        return ("S1", v1);
    }
    let most = start.energy[1] + 0.5 * m2 * v2 * v2;
    let e2 = if v2 < 0.0 { balls.restitution[1] } else { 1.0 };
    if e2 * e2 * most > 0.5 * m2 * v1 * v1 { ("S1", v1) } else { ("S4", e2 * (2.0 * most / m2).sqrt()) }
}

/// [Jia2013, eqs. (34), (35)]: the next state, and how much I₁ grows.
fn after_s3(course: &BallsCourse, start: &State) -> (&'static str, f64) {
    let balls = &course.balls;
    let [v1, v2] = balls.velocities(&start.impulse);
    let reduced = 1.0 / (balls.mass[0].recip() + balls.mass[1].recip());
    let closing = v2 - v1;
    let e1 = if closing > 0.0 { balls.restitution[0] } else { 1.0 };
    let most = reduced * (closing + e1 * (closing * closing + 2.0 / reduced * start.energy[0]).sqrt());
    if v2 - most / balls.mass[1] < 0.0 { ("S1", balls.mass[1] * v2) } else { ("S4", most) }
}

/// Why Secs. 4 to 6 exclude e = 0, as note 19 says.
fn assumption() -> Result<Claim, Unmet> {
    let course = Balls::of_the_paper([0.0, 0.0]).course()?;
    let found = course.trace.events().iter().filter(|e| e.kind == EventKind::RestitutionEnds).count();
    let evidence = format!("ends of restitution with e₁ = e₂ = 0: {found}");
    Ok(Claim::statement(
        "e₁, e₂ ≠ 0 in Secs. 4 to 6, note 19",
        "is needed: with e = 0 no restitution ends a state",
        Check::once(found == 0, evidence),
    )
    .remark("Assumptions (b) and (c) of Sec. 4 read e₁ = 0 and e₂ = 0 in some copies of the text, where the stroke of ≠ is lost."))
}

/// Below (35) the growth of I₁ is said to be that "within S₂".
fn named_state() -> Claim {
    let mut random = SplitMix(44);
    let grows = |_| -> Option<&'static str> {
        let course = Balls::random(&mut random, LIVELY).course().ok()?;
        let states = course.trace.states();
        let pair = states
            .windows(2)
            .find(|pair| state_name(&pair[0].active) != "S1" && pair[1].impulse[0] > pair[0].impulse[0])?;
        Some(state_name(&pair[0].active))
    };
    let found: std::collections::BTreeSet<&str> = (0..200).filter_map(grows).collect();
    Claim::words(
        "the state with one contact in which I₁ grows, below (35)",
        "S2",
        &found.into_iter().collect::<Vec<_>>().join(" "),
    )
    .misprint("S3", "in S₂ only the ball on the table is active, and I₁ is constant")
    .erratum("Below (35) the growth m₂v₂ of I₁ is that within S₃, not S₂.")
}
