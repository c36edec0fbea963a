//! Where the ball goes after a shot: sliding along a parabola, then rolling.
//!
//! The contact of the ball slides with s = v − ω × r z. Friction turns the ball as it brakes it, so that s keeps its direction and
//!
//! ```text
//! x(t) = v t − μ g ŝ t²/2,   t ≤ t₁ = 2|s|/(7 μ g)                                            (R.1)
//! v(t₁) = v − (2/7) s                                                                          (R.2)
//! ```

use carom::Motion;
use carom_plot::chart::{Chart, Plot};
use nalgebra::Vector2;

use super::rows::printed;
use super::shots::{HORIZONTAL, MASSE, RADIUS, TABLE_FRICTION, VERTICAL};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Acceleration of free fall, in m/s².
const GRAVITY: f64 = 9.80665;
/// How far the rolling ball is drawn, in seconds.
const ROLLING: f64 = 0.25;

/// How much of the cue is drawn, in metres.
const CUE_DRAWN: f64 = 0.05;

struct Path {
    velocity: Vector2<f64>,
    sliding: Vector2<f64>,
}

impl Path {
    fn of(ball: &Motion) -> Self {
        let (v, w) = (ball.linear, ball.angular);
        Self { velocity: v.xy(), sliding: Vector2::new(v.x - RADIUS * w.y, v.y + RADIUS * w.x) }
    }

    /// When rolling begins, in seconds.
    fn rolls(&self) -> f64 {
        2.0 * self.sliding.norm() / (7.0 * TABLE_FRICTION * GRAVITY)
    }

    fn at(&self, time: f64) -> Vector2<f64> {
        let slid = time.min(self.rolls());
        let braked = self.sliding.normalize() * (0.5 * TABLE_FRICTION * GRAVITY * slid * slid); // (R.1)
        self.velocity * slid - braked + self.rolling() * (time - slid)
    }

    /// Velocity when rolling, in metres per second (R.2).
    fn rolling(&self) -> Vector2<f64> {
        self.velocity - self.sliding * (2.0 / 7.0)
    }

    /// By how much the parabola turns the ball, in degrees.
    fn turned(&self) -> f64 {
        let (a, b) = (self.velocity, self.rolling());
        (a.x * b.y - a.y * b.x).atan2(a.dot(&b)).to_degrees()
    }
}

pub fn trajectories() -> Result<Findings, Unmet> {
    let names = ["(a) vertical", "(b) horizontal", "(c) massé"];
    let balls = printed();
    let paths: Vec<Path> = balls.iter().map(Path::of).collect();
    let mut chart = Chart::new(
        "Table 1(a)–(c): paths of the ball, seen from above",
        "from the printed velocities; R: rolling begins",
    )
    .columns(3);
    let mut table = Table::new(
        "Where sliding ends",
        &["shot", "sliding at the start / m/s", "time / s", "x / m", "y / m", "turned by / °"],
    );
    for ((name, path), cue) in names.into_iter().zip(&paths).zip([VERTICAL.cue, HORIZONTAL.cue, MASSE.cue]) {
        let end = path.rolls() + ROLLING;
        let points = (0..=120).map(|i| path.at(end * f64::from(i) / 120.0).into());
        let rolls: [f64; 2] = path.at(path.rolls()).into();
        let mut plot = Plot::new("x / m", "y / m").heading(name).equal_scales().height(300.0);
        plot = plot.line("centre of the ball", points);
        // The vertical cue is a point, seen from above.
        if let Some(along) = Vector2::new(cue[0], cue[1]).try_normalize(0.0) {
            plot = plot.dashed("cue", [(along * -CUE_DRAWN).into(), [0.0, 0.0]]);
        }
        chart = chart.plot(plot.letter([0.0, 0.0], "O").letter(rolls, "R"));
        table = table.row([
            name.to_owned(),
            format!("{:.4}", path.sliding.norm()),
            format!("{:.4}", path.rolls()),
            format!("{:.4}", rolls[0]),
            format!("{:.4}", rolls[1]),
            format!("{:.2}", path.turned()),
        ]);
    }
    let straight = |ball: &Motion| ball.linear.xy().dot(&ball.angular.xy()).abs() < 0.02;
    let agrees =
        balls.iter().zip(&paths).filter(|(ball, path)| straight(ball) == (path.turned().abs() < 0.1));
    let agreeing = agrees.count();
    Ok(Findings::new()
        .claim(Claim::statement(
            "shot (a)",
            "The vertical shot gives a straight path.",
            Check::bounded("turn in degrees", [paths[0].turned().abs()], 0.1),
        ))
        .claim(Claim::statement(
            "which paths are bent",
            "The ball first follows a parabola, unless ω·v = 0 in the plane of the table; then it goes straight.",
            Check::counted(
                balls.len(),
                balls.len() - agreeing,
                format!("turned by {:.2}°, {:.2}° and {:.2}°", paths[0].turned(), paths[1].turned(), paths[2].turned())
                    .replace('-', "−"),
            ),
        ))
        .figure(chart.draw(), "Dashed: the cue, which points straight down in (a). The massé ball sets out against the cue and is bent round by 101°; the other two go straight. \
             The bounces that follow from v_z > 0 are left out, as in the paper.")
        .table(table))
}
