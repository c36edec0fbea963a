//! Paths of the massé's ball over the table: Fig. 16.

use carom_motion::billiards::recovery::{
    Coefficient, Estimate, Noise, PathParameters, Recovery, RecoveryProblem, Sample, path_position,
};
use carom_plot::chart::{Chart, Plot};
use nalgebra::{Vector2, Vector3, vector};

use super::masse::{PREDICTED, RADIUS, SLIDING};
use super::masse_bundle::{Bundles, bundles};
use super::masse_fit::RECOVERED;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Gravity, in m/s².
pub const GRAVITY: f64 = 9.81;
/// Rolling friction as a deceleration over gravity, for a ball that rolled down the slope: (5/7)² of the printed value.
const ROLLING: f64 = 25.0 / 49.0 * 0.020_972_7;
/// Time between frames, in seconds.
const FRAME: f64 = 1.0 / 30.0;

/// The path of a ball with a given velocity (m/s) and angular velocity (rad/s).
pub fn path(velocity: Vector2<f64>, spin: Vector2<f64>, radius: f64) -> PathParameters {
    PathParameters {
        position: Vector2::zeros(),
        velocity,
        slip: vector![velocity.x - radius * spin.y, velocity.y + radius * spin.x],
        sliding_friction: SLIDING,
        rolling_friction: ROLLING,
    }
}

pub fn recovered() -> PathParameters {
    let [vx, vy, wx, wy] = RECOVERED;
    path(vector![vx, vy], vector![wx, wy], RADIUS)
}

fn predicted() -> PathParameters {
    let [v, w] = PREDICTED.map(|v: Vector3<f64>| v.xy());
    path(v, w, 0.0286)
}

/// How well a centre of the ball is known that is measured by hand in a film, in metres: a guess, about a pixel.
pub const PIXEL: f64 = 0.001;

/// v_x, v_y, ω_x, ω_y recovered from 45 frames of the path of (56), with their standard deviations for positions good to a pixel.
pub fn recovered_from_film() -> Result<[Estimate; 4], Unmet> {
    let film = |frame: u32| {
        let time = f64::from(frame) * FRAME;
        Sample { time, position: path_position(&recovered(), GRAVITY, time) }
    };
    let problem = RecoveryProblem {
        radius: RADIUS,
        gravity: GRAVITY,
        sliding_friction: Coefficient::Known(SLIDING),
        rolling_friction: Coefficient::Known(ROLLING),
        noise: Noise::Known(PIXEL),
        start: 0.0,
    };
    match problem.recover(&(0..45).map(film).collect::<Vec<_>>())? {
        Recovery::SlidingThenRolling(found) => {
            let ([vx, vy], [wx, wy]) = (found.motion.velocity, found.motion.angular_velocity);
            Ok([vx, vy, wx, wy])
        }
        Recovery::SlidingOnly(_) | Recovery::RollingOnly(_) | Recovery::Undetermined(_) => {
            Err("the film does not show both sliding and rolling".into())
        }
    }
}

/// Positive if sliding bends the path to the left: v × a with a along −s.
pub fn bend(path: &PathParameters) -> f64 {
    let (v, s) = (path.velocity, path.slip);
    -(v.x * s.y - v.y * s.x) / (v.norm() * s.norm())
}

pub fn turn(path: &PathParameters) -> &'static str {
    if bend(path) > 0.0 { "left" } else { "right" }
}

/// Points along a path until a time (s).
pub fn points(path: &PathParameters, end: f64) -> Vec<[f64; 2]> {
    (0..=400).map(|i| path_position(path, GRAVITY, end * f64::from(i) / 400.0).into()).collect()
}

pub fn fig_16() -> Result<Findings, Unmet> {
    let Bundles { claims, table, picture } = bundles()?;
    Ok(Findings::new()
        .claims(shapes())
        .claims(claims)
        .table(table)
        .figure(drawn_film(), "(a) Path of the velocities (56) with a dot for every frame; the ball rolls from about the twenty-fourth on.")
        .figure(drawn_to_rest(), "(b), (c) Parabola and straight line: to rest from the velocities (56) and (57), with a deceleration of 0.0107 g while the ball rolls.")
        .figure(picture, "(d) Carom's strike for η₁² from 2 to 7, the first metres of each path: with the other ratios as guessed, and as fitted to (56). They leave towards +y; (56) and (57) towards −y."))
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
            "looks like that of (56), here: rolls within ten degrees of it",
            Check::once((rolls(&a) - rolls(&c)).abs() < 10.0, directions),
        ),
    ]
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
