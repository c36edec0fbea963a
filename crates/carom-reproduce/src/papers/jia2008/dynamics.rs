//! Sec. 3: how cue, ball and table answer to impulses, and when the table takes part.

use carom::{Motion, Snapshot};
use nalgebra::Vector3;

use super::balls::PAPER;
use super::shots::{BALL_MASS, CUE_MASS, RADIUS, STIFFNESS_RATIO, Shot, TABLE, TIP, VERTICAL};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;
use carom_reference::scenes::SplitMix;

const CASES: usize = 500;

fn random_vector(random: &mut SplitMix) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.between(-1.0, 1.0))
}

/// Velocities of cue, ball and spin after two impulses, eqs. (16) and (17); I₁ acts on the cue and −I₁ on the ball.
fn printed_answer(shot: &Shot, i1: Vector3<f64>, i2: Vector3<f64>) -> [Vector3<f64>; 3] {
    let (n, c, z) = (shot.normal(), shot.axis(), Vector3::z());
    let cue = Vector3::from(shot.cue) + c * (i1.dot(&c) / CUE_MASS);
    let ball = (i2 - i1) / BALL_MASS;
    let spin = ((n * RADIUS).cross(&-i1) + (-z * RADIUS).cross(&i2)) * (2.5 / (BALL_MASS * RADIUS * RADIUS));
    [cue, ball, spin]
}

fn random_shot(random: &mut SplitMix) -> Shot {
    let normal = random_vector(random);
    let cue = random_vector(random);
    // The cue meets the ball from outside.
    let cue = if normal.dot(&cue) > 0.0 { -cue } else { cue };
    Shot { normal: normal.into(), cue: cue.into() }
}

pub fn answers() -> Result<Findings, Unmet> {
    let mut random = SplitMix(9);
    let (mut off, mut at_tip) = (Vec::new(), Vec::new());
    for _ in 0..CASES {
        let shot = random_shot(&mut random);
        let impact = shot.impact(STIFFNESS_RATIO, PAPER)?;
        let [i1, i2] = [(); 2].map(|()| random_vector(&mut random));
        let motions = impact.motions_after(&[i1, i2]);
        let [cue, ball, spin] = printed_answer(&shot, i1, i2);
        let wrong = (motions[1].linear - cue).norm() + (motions[0].linear - ball).norm();
        off.push((wrong + RADIUS * (motions[0].angular - spin).norm()) / (i1.norm() + i2.norm()));
        at_tip.push(tangential_error(&shot, &impact.motions_after(&[i1, Vector3::zeros()]), i1));
    }
    Ok(Findings::new()
        .claim(Claim::statement(
            "velocities after two impulses",
            "Cue, ball and spin change as eqs. (16), (17) say.",
            Check::bounded("difference in m/s per N s", off, 1e-12),
        ))
        .claim(Claim::statement(
            "tangential velocity at the tip in S3",
            "Δv_cb⊥ = (c·ΔI₁)c⊥/M + (7/2m)ΔI₁⊥.",
            Check::bounded("difference in m/s per N s", at_tip, 1e-12),
        ))
        .claims(sticking()))
}

/// Error of the printed change of the tangential velocity at the tip, per newton second, for an impulse of the tip alone.
fn tangential_error(shot: &Shot, motions: &[Motion], i1: Vector3<f64>) -> f64 {
    let (n, c) = (shot.normal(), shot.axis());
    let tangential = |v: Vector3<f64>| v - n * n.dot(&v);
    let relative = motions[1].linear
        - Vector3::from(shot.cue)
        - motions[0].linear
        - motions[0].angular.cross(&(n * RADIUS));
    let printed = tangential(c) * (c.dot(&i1) / CUE_MASS) + tangential(i1) * (3.5 / BALL_MASS);
    (tangential(relative) - printed).norm() / i1.norm()
}

/// In state S2 a horizontal impulse changes the velocity at the table by 7/(2m) of itself; the paper then stops it with −m v.
fn sticking() -> [Claim; 2] {
    let at_table = |impulse: Vector3<f64>| {
        let [_, v, w] = printed_answer(&VERTICAL, Vector3::zeros(), impulse);
        let contact = v - w.cross(&(Vector3::z() * RADIUS)); // (18)
        contact - Vector3::z() * contact.z
    };
    let sliding = Vector3::new(1.0, 0.0, 0.0);
    let answer = at_table(Vector3::x()).x * BALL_MASS;
    let left = (sliding + at_table(-sliding * BALL_MASS)).x;
    let stopped = (sliding + at_table(-sliding * (2.0 / 7.0 * BALL_MASS))).norm();
    [
        Claim::number("m Δv/ΔI at the table, horizontally", "3.5", answer),
        Claim::statement(
            "impulse that stops the sliding in S2",
            "ΔI₂⊥ = −m v⊥ makes the sliding velocity v⊥ zero.",
            Check::once(
                left.abs() < 1e-12,
                format!("sliding of 1 m/s becomes {left:.3} m/s; with −(2/7) m v⊥ it becomes {stopped:.0e} m/s"),
            ),
        )
        .misprinted_statement(
            "ΔI₂⊥ = −(2/7) m v⊥",
            Check::once(stopped < 1e-12, "it stops the sliding"),
            "the factor 7/2 that the paper has just derived is left out",
        )
        .erratum(
            "Sec. 3.1, ball-table impact only: the impulse that stops the sliding is −(2/7) m v⊥, with |ΔI₂z| ≥ 2m|v⊥|/(7μ); the printed \
             −m v⊥ would reverse it to 5/2 of itself.",
        ),
    ]
}

/// Errors of (19) and (20) along the first state, with D₁ to D₄ by the trapezoidal rule.
fn energy_errors(snapshots: &[Snapshot], impulses: &[[Vector3<f64>; 2]]) -> Vec<f64> {
    let (n, c, z) = (VERTICAL.normal(), VERTICAL.axis(), Vector3::z());
    let approach = Vector3::from(VERTICAL.cue);
    let mut d = [Vector3::zeros(); 3];
    let mut errors = Vec::new();
    for (i, pair) in snapshots.windows(2).enumerate() {
        let steps = [TIP, TABLE].map(|contact| pair[1].impulse[contact] - pair[0].impulse[contact]);
        let mean = [0, 1].map(|which: usize| (impulses[i][which] + impulses[i + 1][which]) * 0.5);
        d[0] += mean[0] * steps[TIP];
        d[1] += mean[1] * steps[TIP];
        d[2] += mean[0] * steps[TABLE];
        let [p1, p2] = [pair[1].impulse[TIP], pair[1].impulse[TABLE]];
        let yields = c * (c.dot(&d[0]) / CUE_MASS) + d[0] / BALL_MASS;
        let e1 = -n.dot(&(approach * p1 + yields - d[1] / BALL_MASS)); // (19)
        let e2 = z.dot(&d[2]) / BALL_MASS - 0.5 * p2 * p2 / BALL_MASS; // (20)
        errors.push((e1 - pair[1].energy[TIP]).abs().max((e2 - pair[1].energy[TABLE]).abs()));
    }
    errors
}

pub fn energies() -> Result<Findings, Unmet> {
    let impact = VERTICAL.impact(STIFFNESS_RATIO, PAPER)?;
    let (_, trace) = impact.trace()?;
    let end = trace.states()[1].time * (1.0 - 1e-12);
    let instants: Vec<f64> = (0..=4000).map(|i| end * f64::from(i) / 4000.0).collect();
    let snapshots = trace.sample(&instants);
    let world = |at: &Snapshot| {
        let tangential: Vec<_> = at.tangential.iter().map(|side| side.impulse).collect();
        let impulses = impact.world_impulses(&at.impulse, &tangential);
        [impulses[TIP], impulses[TABLE]]
    };
    let impulses: Vec<[Vector3<f64>; 2]> = snapshots.iter().map(world).collect();
    let slope_error = |at: &Snapshot| {
        let slope = at.force[TABLE] / at.force[TIP];
        (slope - (at.energy[TABLE] / (STIFFNESS_RATIO * at.energy[TIP])).sqrt()).abs() // (21)
    };
    let slopes: Vec<f64> = snapshots[1..].iter().map(slope_error).collect();
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "E₁ and E₂ by eqs. (19), (20) against k x²/2",
                "Both energies follow from the impulses by the integrals D₁ to D₄.",
                Check::bounded("difference in joules", energy_errors(&snapshots, &impulses), 1e-6),
            )
            .remark(
                "First state of the vertical shot; the trapezoidal rule over 4000 intervals is right to 1e-6 J.",
            ),
        )
        .claim(Claim::statement(
            "slope of the impulse curve, eq. (21)",
            "dI₂z/dI₁ₙ = √(k_bt E₂/k_cb E₁).",
            Check::bounded("difference of the slopes", slopes, 1e-9),
        )))
}

/// A cue inclined by 40° that meets the ball 3° below its equator.
fn steep_and_low() -> Shot {
    let (sin, cos) = 40_f64.to_radians().sin_cos();
    let (down, out) = 3_f64.to_radians().sin_cos();
    Shot { normal: [-out, 0.0, -down], cue: [cos, 0.0, -sin] }
}

pub fn below_the_equator() -> Result<Findings, Unmet> {
    let mut random = SplitMix(10);
    let (mut below, mut level) = (Vec::new(), Vec::new());
    let mut upward: Vec<f64> = Vec::new();
    while below.len() < CASES {
        let shot = random_shot(&mut random);
        if shot.normal[2] < 0.0 {
            below.push(impulse_on_table(&shot)?);
            upward.extend((shot.cue[2] >= 0.0).then_some(below[below.len() - 1]));
        }
        let [nx, ny, _] = shot.normal;
        let [cx, cy, cz] = shot.cue;
        let at_equator = Shot { normal: [nx, ny, 0.0], cue: [cx, cy, cz.abs()] };
        if at_equator.normal().dot(&at_equator.axis()) < 0.0 {
            level.push(impulse_on_table(&at_equator)?);
        }
    }
    let pressed = |list: &[f64]| list.iter().filter(|&&impulse| impulse > 1e-9).count();
    let evidence = format!(
        "a cue inclined by 40° that hits 3° below the equator at 1 m/s presses the ball on the table with {:.4} N s; of {} random shots with the \
         cue level or upward {} do",
        impulse_on_table(&steep_and_low())?,
        upward.len(),
        pressed(&upward)
    );
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "shots below the equator",
                "If n·z < 0 only the cue acts on the ball.",
                Check::counted(below.len(), pressed(&below), evidence),
            )
            .refuted("the normal force lifts the ball, but the friction of a tip that slides down on it may press it down harder")
            .remark("Random normals and directions of the cue, 1 m/s and below, constants of Table 1.")
            .erratum("A shot below the equator may press the ball on the table all the same, by the friction of the tip."),
        )
        .claim(Claim::statement(
            "shots at the equator, level or upward",
            "Only the cue acts on the ball.",
            Check::bounded("impulse of the table in N s", level, 1e-12),
        )))
}

fn impulse_on_table(shot: &Shot) -> Result<f64, Unmet> {
    Ok(shot.impact(STIFFNESS_RATIO, PAPER)?.solve()?.contacts[TABLE].normal_impulse)
}
