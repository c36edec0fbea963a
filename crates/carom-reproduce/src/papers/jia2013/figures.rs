//! The impulse plane with the paper's letters: ellipse, compression lines, the curve in a colour for each state.

use carom::Snapshot;
use carom_plot::Picture;
use carom_plot::chart::{Chart, Plot};

use super::balls::{Balls, BallsCourse, impulses, state_name};

/// Points along a curve that is drawn.
const FINE: usize = 600;

/// A letter of the paper and where it stands.
pub type Letter<'a> = (&'a str, [f64; 2]);

/// Points of the ellipse (42): with I₁ = 1 − cos φ it reads (I₁ − I₂)² = m₂ sin² φ.
pub fn ellipse(lower_mass: f64) -> Vec<[f64; 2]> {
    let at = |i: usize| {
        let (sine, cosine) = (std::f64::consts::TAU * i as f64 / FINE as f64).sin_cos();
        let i1 = 1.0 - cosine;
        [i1, i1 + lower_mass.sqrt() * sine]
    };
    (0..=FINE).map(at).collect()
}

/// The piece of the ellipse above the I₁-axis: the impulse region of [Jia2013, Fig. 5].
pub fn impulse_region(lower_mass: f64) -> Vec<[f64; 2]> {
    ellipse(lower_mass).into_iter().map(|[x, y]| [x, y.max(0.0)]).collect()
}

/// An impulse plane with the region, the ellipse and the compression lines (16), (17), but no curve yet.
pub fn plane(lower_mass: f64) -> Plot {
    let top = 1.0 + (1.0 + lower_mass).sqrt();
    let bottom = 2.0 - top;
    // ℓ₁: I₂ = (1 + m₂) I₁ − m₂.
    let first = |i2: f64| [(i2 + lower_mass) / (1.0 + lower_mass), i2];
    Plot::new("I₁ / N s", "I₂ / N s")
        .equal_scales()
        .height(560.0)
        .area("impulse region", impulse_region(lower_mass))
        .line("bounding ellipse", ellipse(lower_mass))
        .guide([first(bottom - 0.1), first(top + 0.1)])
        .guide([[bottom - 0.1, bottom - 0.1], [top + 0.1, top + 0.1]])
        .words([first(top + 0.1)[0] + 0.07, top + 0.08], "ℓ₁")
        .words([2.1, 2.1], "ℓ₂")
}

/// A jump of what is drawn by more than this is left open.
const JUMP: f64 = 1e-9;

/// Adds a curve of the impact, with one series for each kind of state; it is interrupted where it jumps.
pub fn with_course(mut plot: Plot, course: &BallsCourse, at: impl Fn(&Snapshot) -> [f64; 2]) -> Plot {
    let states = course.trace.states();
    let times = course.trace.instants(FINE);
    for (number, state) in states.iter().enumerate().filter(|(_, state)| !state.active.is_empty()) {
        let end = states.get(number + 1).map_or(f64::INFINITY, |next| next.time);
        let mut points: Vec<[f64; 2]> = Vec::new();
        for &time in times.iter().filter(|&&time| time >= state.time && time <= end) {
            let around = course.trace.sample(&[time.next_down().max(0.0), time]);
            let [before, after] = [at(&around[0]), at(&around[1])];
            if time > state.time && (0..2).any(|axis| (after[axis] - before[axis]).abs() > JUMP) {
                points.extend([before, [f64::NAN; 2]]);
            }
            points.push(after);
        }
        let active = match state_name(&state.active) {
            "S1" => "S₁: both impacts",
            "S2" => "S₂: ball on table",
            "S3" => "S₃: ball on ball",
            other => other,
        };
        plot = plot.line(active, points);
    }
    plot
}

/// Adds letters.
pub fn with_letters(plot: Plot, letters: &[Letter]) -> Plot {
    letters.iter().fold(plot, |plot, (text, at)| plot.letter(*at, text))
}

/// The figure of an impulse curve.
pub fn impulse_curve(title: &str, subtitle: &str, course: &BallsCourse, letters: &[Letter]) -> Picture {
    let plot = with_course(plane(course.balls.mass[1]), course, impulses);
    Chart::new(title, subtitle).plot(with_letters(plot, letters)).draw()
}

/// The instant between two others at which a quantity of the snapshot changes its sign, by bisection.
pub fn crossing(course: &BallsCourse, between: [f64; 2], quantity: impl Fn(&Snapshot) -> f64) -> Snapshot {
    /// Halvings that leave neighbouring numbers.
    const HALVINGS: usize = 60;
    let at = |time: f64| course.trace.sample(&[time]).remove(0);
    let [mut low, mut high] = between;
    let sign = quantity(&at(low)) > 0.0;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if (quantity(&at(middle)) > 0.0) == sign { low = middle } else { high = middle }
    }
    at(0.5 * (low + high))
}

/// The masses of the balls in words.
pub fn parameters(balls: &Balls) -> String {
    let [e1, e2] = balls.restitution;
    let ratio = balls.stiffness[1] / balls.stiffness[0];
    format!("m₁ = 1, m₂ = {:.4}, k₂/k₁ = {ratio}, e₁ = {e1}, e₂ = {e2}, v₀ = −1", balls.mass[1])
}
