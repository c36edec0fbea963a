//! Paths of the massé's ball over the table: Fig. 16.

use carom_motion::billiards::recovery::{
    Coefficient, Noise, PathParameters, Recovery, RecoveryProblem, Sample, path_position,
};
use carom_plot::chart::{Chart, Interval, Plot};
use nalgebra::{Vector2, Vector3, vector};

use super::masse::{PREDICTED, RADIUS, SLIDING, Shot};
use super::masse_fit::RECOVERED;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Gravity, in m/s².
const GRAVITY: f64 = 9.81;
/// Rolling friction as a deceleration over gravity, for a ball that rolled down the slope: (5/7)² of the printed value.
const ROLLING: f64 = 25.0 / 49.0 * 0.020_972_7;
/// Time between frames, in seconds.
const FRAME: f64 = 1.0 / 30.0;

/// The path of a ball with a given velocity (m/s) and angular velocity (rad/s).
fn path(velocity: Vector2<f64>, spin: Vector2<f64>, radius: f64) -> PathParameters {
    PathParameters {
        position: Vector2::zeros(),
        velocity,
        slip: vector![velocity.x - radius * spin.y, velocity.y + radius * spin.x],
        sliding_friction: SLIDING,
        rolling_friction: ROLLING,
    }
}

fn recovered() -> PathParameters {
    let [vx, vy, wx, wy] = RECOVERED;
    path(vector![vx, vy], vector![wx, wy], RADIUS)
}

fn predicted() -> PathParameters {
    let [v, w] = PREDICTED.map(|v: Vector3<f64>| v.xy());
    path(v, w, 0.0286)
}

/// v_x, v_y, ω_x, ω_y recovered from 45 frames of the path of (56).
pub fn recovered_from_film() -> Result<[f64; 4], Unmet> {
    let film = |frame: u32| {
        let time = f64::from(frame) * FRAME;
        Sample { time, position: path_position(&recovered(), GRAVITY, time) }
    };
    let problem = RecoveryProblem {
        radius: RADIUS,
        gravity: GRAVITY,
        sliding_friction: Coefficient::Known(SLIDING),
        rolling_friction: Coefficient::Known(ROLLING),
        noise: Noise::FromScatter,
        start: 0.0,
    };
    match problem.recover(&(0..45).map(film).collect::<Vec<_>>())? {
        Recovery::SlidingThenRolling(found) => {
            let [vx, vy] = found.motion.velocity.map(|estimate| estimate.value);
            let [wx, wy] = found.motion.angular_velocity.map(|estimate| estimate.value);
            Ok([vx, vy, wx, wy])
        }
        Recovery::SlidingOnly(_) | Recovery::RollingOnly(_) | Recovery::Undetermined(_) => {
            Err("the film does not show both sliding and rolling".into())
        }
    }
}

/// Positive if sliding bends the path to the left: v × a with a along −s.
fn bend(path: &PathParameters) -> f64 {
    let (v, s) = (path.velocity, path.slip);
    -(v.x * s.y - v.y * s.x) / (v.norm() * s.norm())
}

fn turn(path: &PathParameters) -> &'static str {
    if bend(path) > 0.0 { "left" } else { "right" }
}

/// Points along a path until a time (s).
fn points(path: &PathParameters, end: f64) -> Vec<[f64; 2]> {
    (0..=400).map(|i| path_position(path, GRAVITY, end * f64::from(i) / 400.0).into()).collect()
}

/// The values of η₁² in Fig. 16(d).
const BUNDLE: [f64; 6] = [2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

fn bundle(base: &Shot) -> Result<Vec<PathParameters>, Unmet> {
    let of = |&eta: &f64| -> Result<PathParameters, Unmet> {
        let stroke = Shot { compliance: [eta, base.compliance[1]], ..*base }.stroke()?;
        Ok(path(stroke.velocity.xy(), stroke.angular_velocity.xy(), base.radius))
    };
    BUNDLE.iter().map(of).collect()
}

pub fn fig_16() -> Result<Findings, Unmet> {
    let paths = bundle(&Shot::PRINTED)?;
    let mut table = Table::new(
        "The bundle, Carom's strike with the printed parameters",
        &["η₁²", "v / m/s", "bend: sine of the angle between path and pull", "turn"],
    );
    for (eta, path) in BUNDLE.iter().zip(&paths) {
        let v = path.velocity;
        table = table.row([
            eta.to_string(),
            format!("{:.4}, {:.4}", v.x, v.y).replace('-', "−"),
            format!("{:+.4}", bend(path)).replace('-', "−"),
            turn(path).to_owned(),
        ]);
    }
    Ok(Findings::new()
        .claims(shapes())
        .claims(turns(&paths))
        .table(table)
        .figure(drawn_film(), "Path of the velocities (56) with a dot for every frame; the ball rolls from about the twenty-fourth on.")
        .figure(drawn_to_rest(), "Parabola and straight line: to rest from the velocities (56) and (57).")
        .figure(drawn_bundle(&paths), "(d) Carom's strike with the printed parameters, η₁² from 2 to 7, the first metres of each path."))
}

/// What the figures show without numbers.
fn shapes() -> Vec<Claim> {
    let (a, c) = (recovered(), predicted());
    let along = |path: &PathParameters| {
        // Rolling is straight: three positions on a line.
        let (begin, end) = (path.rolling_begins(GRAVITY), path.stops(GRAVITY));
        let [p, q, r] = [begin, 0.5 * (begin + end), end].map(|time| path_position(path, GRAVITY, time));
        let (u, w) = (q - p, r - p);
        (u.x * w.y - u.y * w.x).abs() / (u.norm() * w.norm())
    };
    let straight = Check::bounded("sine of the angle at mid-way", [along(&a), along(&c)], 1e-12);
    let both = format!("(56): {}, (57): {}", turn(&a), turn(&c));
    let rolls =
        |path: &PathParameters| path.rolling_velocity().y.atan2(path.rolling_velocity().x).to_degrees();
    let directions = format!(
        "rolling at {:.1}° and {:.1}° from +x, after {:.3} s and {:.3} s",
        rolls(&a),
        rolls(&c),
        a.rolling_begins(GRAVITY),
        c.rolling_begins(GRAVITY)
    );
    vec![
        Claim::statement("the end of the paths of Figs. 16(b) and (c)", "is a straight line", straight),
        Claim::statement(
            "the turns of Figs. 16(b) and (c)",
            "are to the left",
            Check::once(bend(&a) > 0.0 && bend(&c) > 0.0, both),
        ),
        Claim::statement(
            "the path of (57)",
            "looks like that of (56)",
            Check::once((rolls(&a) - rolls(&c)).abs() < 5.0, directions),
        ),
    ]
}

/// Which way the paths of the bundle turn.
fn turns(paths: &[PathParameters]) -> Vec<Claim> {
    let of = |etas: std::ops::Range<usize>| paths[etas].iter().map(turn).collect::<Vec<_>>().join(" ");
    let bends: Vec<f64> = paths.iter().map(bend).collect();
    // From η₁² = 4 on: "increasingly like the real one".
    let falling = bends[2..].windows(2).filter(|pair| pair[1] < pair[0]).count();
    let evidence = format!(
        "bend from {:.4} at η₁² = 4 to {:.4} at 7; that of (56) is {:.4}",
        bends[2],
        bends[5],
        bend(&recovered())
    );
    let straight = format!(
        "the path is nearly straight, with a bend of {:.4}; (57) itself cannot be reproduced from the printed parameters, and the turn changes its sign at η₁² = {:.2}",
        bends[2],
        change_of_sign(&bends)
    );
    vec![
        Claim::words("turn for η₁² = 2, 3", "right right", &of(0..2)),
        Claim::words("turn for η₁² = 4", "left", &of(2..3)).not_reproducible(&straight),
        Claim::words("turn for η₁² = 5, 6, 7", "left left left", &of(3..6)),
        Claim::statement(
            "bend from η₁² = 4 to 7",
            "grows towards that of the film",
            Check::counted(3, falling, evidence),
        ),
    ]
}

/// η₁² at which the bend passes zero, by linear interpolation.
fn change_of_sign(bends: &[f64]) -> f64 {
    let place = bends.windows(2).position(|pair| pair[0] < 0.0 && pair[1] >= 0.0).unwrap_or(0);
    BUNDLE[place] + bends[place] / (bends[place] - bends[place + 1]) * (BUNDLE[place + 1] - BUNDLE[place])
}

fn drawn_film() -> carom_plot::Picture {
    let path = recovered();
    let frames = (path.rolling_begins(GRAVITY) / FRAME) as u32 + 8;
    let at = |frame: u32| -> [f64; 2] { path_position(&path, GRAVITY, f64::from(frame) * FRAME).into() };
    let plot = Plot::new("x / m", "y / m")
        .equal_scales()
        .line("path", points(&path, f64::from(frames - 1) * FRAME))
        .dots("frames at 30 Hz", (0..frames).map(at));
    Chart::new("Fig. 16(a)", "x along a table edge, from the point of the shot").plot(plot).draw()
}

fn drawn_to_rest() -> carom_plot::Picture {
    let mut chart = Chart::new("Fig. 16(b) and (c)", "were there no cushion").columns(2);
    for (heading, path) in [("(b) recovered (56)", recovered()), ("(c) predicted (57)", predicted())] {
        let (rolls, stops) = (path.rolling_begins(GRAVITY), path.stops(GRAVITY));
        let straight = [rolls, stops].map(|time| -> [f64; 2] { path_position(&path, GRAVITY, time).into() });
        let plot = Plot::new("x / m", "y / m")
            .heading(heading)
            .equal_scales()
            .line("sliding: parabola", points(&path, rolls))
            .line("rolling: straight line", straight);
        chart = chart.plot(plot);
    }
    chart.draw()
}

fn drawn_bundle(paths: &[PathParameters]) -> carom_plot::Picture {
    let view = [Interval::Between(-2.8, 0.1), Interval::Between(-1.2, 0.9)];
    let mut plot = Plot::new("x / m", "y / m").equal_scales().height(420.0).across(view[0]).upwards(view[1]);
    for (eta, path) in BUNDLE.iter().zip(paths) {
        plot = plot.line(&format!("η₁² = {eta}"), points(path, path.stops(GRAVITY)));
    }
    plot = plot.dashed("path of (56)", points(&recovered(), recovered().stops(GRAVITY)));
    Chart::new("Fig. 16(d)", "k₂/k₁ = 0.8, η₂² = 10, m = 0.1701 kg").plot(plot).draw()
}
