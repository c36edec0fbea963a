//! \[Wang2015, secs. II-C, IV-A\]: the cradle in time.

use std::f64::consts::TAU;

use carom_motion::Ending;
use carom_motion::cradle::{CradleCourse, Pendulum, PendulumState, Swing, Until};
use carom_plot::chart::{Chart, Interval, Plot};
use carom_reference::scenes::SplitMix;

use super::setting::{FRAMES_PER_SECOND, GRAVITY, LENGTH, RADIUS, RELEASE, cradle};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Sec. II-C: the closed form of small swings.
pub fn pendulum() -> Result<Findings, Unmet> {
    let mut random = SplitMix(2015);
    let pendulum = cradle(Swing::SmallAngle)?.pendulum();
    let (mut angles, mut speeds) = (Vec::new(), Vec::new());
    for _ in 0..2000 {
        let start = PendulumState { angle: random.between(-0.5, 0.5), rate: random.between(-4.0, 4.0) };
        let time = random.between(0.0, 3.0);
        let [angle, speed] = printed_swing(start, time);
        let there = pendulum.advance(start, time);
        angles.push((there.angle - angle).abs());
        speeds.push((there.rate * LENGTH - speed).abs());
    }
    // Phases up to 30 rad in double precision.
    const ROUNDING: f64 = 1e-14;
    let period = TAU / pendulum.frequency;
    let real = Pendulum { swing: Swing::TrueAngle, ..pendulum };
    let quarter = quarter_period(&real);
    Ok(Findings::new().claims([
        Claim::statement(
            "θ(t) of a small swing",
            "θ = √(θ₀² + v₀²/(gl)) cos(ω(t − t₀) + β₀) with ω = √(g/l).",
            Check::bounded("difference / rad", angles, ROUNDING),
        ),
        Claim::statement(
            "v(t) of a small swing",
            "v = −√(θ₀² + v₀²/(gl)) √(gl) sin(ω(t − t₀) + β₀).",
            Check::bounded("difference / m/s", speeds, ROUNDING),
        )
        .remark("β₀ is not printed; tan β₀ = −v₀/(θ₀√(gl)) is used."),
        Claim::statement(
            "sin θ ≈ θ at 25°",
            "Until the first collision the swing of the experiment may be called small.",
            Check::bounded(
                "time from the release to the lowest point, true less small angle, against one picture of the camera / s",
                [quarter - 0.25 * period],
                1.0 / FRAMES_PER_SECOND,
            ),
        )
        .remark(&format!(
            "A true pendulum let go at 25° is {:.1} % slower, {:.1} ms until the first collision; at the lowest point its speed is {:.1} % less.",
            100.0 * (4.0 * quarter / period - 1.0),
            1e3 * (quarter - 0.25 * period),
            100.0 * (1.0 - 2.0 * (0.5 * RELEASE).sin() / RELEASE),
        )),
    ]))
}

/// Angle and speed after a time by the paper's closed form.
fn printed_swing(start: PendulumState, time: f64) -> [f64; 2] {
    let unit = (GRAVITY * LENGTH).sqrt();
    let speed = start.rate * LENGTH;
    let amplitude = start.angle.hypot(speed / unit);
    let phase = (-speed / unit).atan2(start.angle) + (GRAVITY / LENGTH).sqrt() * time;
    [amplitude * phase.cos(), -amplitude * unit * phase.sin()]
}

/// Time from the angle of release to the lowest point, in seconds.
fn quarter_period(pendulum: &Pendulum) -> f64 {
    let start = PendulumState { angle: -RELEASE, rate: 0.0 };
    let (mut low, mut high) = (0.0, 0.4 * TAU / pendulum.frequency);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if pendulum.advance(start, middle).angle < 0.0 { low = middle } else { high = middle }
    }
    low
}

/// Fig. 4: the cradle before it is let go.
pub fn initial_state() -> Result<Findings, Unmet> {
    let course = cradle(Swing::TrueAngle)?.run(Until::Collisions(1))?;
    let angles: Vec<f64> = (0..5).map(|ball| course.at(ball, 0.0).angle).collect();
    let centres: Vec<[f64; 2]> =
        angles.iter().enumerate().map(|(ball, &angle)| centre(ball, angle)).collect();
    let distance = |pair: &[[f64; 2]]| (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
    let gaps: Vec<f64> = centres.windows(2).map(|pair| distance(pair) - 2.0 * RADIUS).collect();
    let others = gaps[1..].iter().map(|gap| gap.abs());
    Ok(Findings::new()
        .claims([
            Claim::numbers("length l and radius r / m", "0.129 0.011", &lengths(&course, &centres))
                .remark("From what Carom computes with them: l from the frequency √(g/l), r from the distance of resting centres."),
            Claim::number("angle of ball 1, 5π/36 / degrees", "25", -angles[0].to_degrees())
                .remark("25° to the left; the others hang at rest."),
            Claim::words("balls that touch a neighbour", "2 3 4 5", &touching(&gaps)),
            Claim::statement(
                "balls 2 to 5 hang side by side",
                "Five equal balls are aligned in a row; only the leftmost is raised.",
                Check::bounded("gap between neighbours 2 to 5 / m", others, 1e-15),
            )
            .remark(&format!(
                "Ball 1 is clear of ball 2 by {:.1} mm and {:.1} mm higher.",
                1e3 * gaps[0],
                1e3 * (centres[0][1] - centres[1][1])
            )),
        ])
        .figure(
            draw_cradle(&centres).draw(),
            "The cradle at the instant of release, balls numbered 1 to 5 from the left, to lay beside the photograph of Fig. 4. Strings are drawn to the centres.",
        ))
}

/// Length of the pendulums and radius of the balls, in metres, from the frequency and from the centres.
fn lengths(course: &CradleCourse, centres: &[[f64; 2]]) -> [f64; 2] {
    [GRAVITY / course.pendulum().frequency.powi(2), 0.5 * (centres[4][0] - centres[3][0])]
}

/// Centre of a ball whose string is at an angle, in metres; the strings hang on the line y = 0, that of ball 1 at x = 0.
fn centre(ball: usize, angle: f64) -> [f64; 2] {
    [pivot(ball) + LENGTH * angle.sin(), -LENGTH * angle.cos()]
}

fn pivot(ball: usize) -> f64 {
    2.0 * RADIUS * ball as f64
}

/// Numbers of the balls without a gap on one side.
fn touching(gaps: &[f64]) -> String {
    let closed = |gap: Option<&f64>| gap.is_some_and(|gap| gap.abs() < 1e-12);
    let touches = |&ball: &usize| closed(gaps.get(ball)) || (ball > 0 && closed(gaps.get(ball - 1)));
    (0..=gaps.len()).filter(touches).map(|ball| (ball + 1).to_string()).collect::<Vec<_>>().join(" ")
}

fn draw_cradle(centres: &[[f64; 2]]) -> Chart {
    let mut plot = Plot::new("x / m", "y / m").equal_scales().height(330.0);
    for (ball, &[x, y]) in centres.iter().enumerate() {
        let angle = |part: u32| TAU * f64::from(part) / 72.0;
        let rim = (0..=72).map(|part| [x + RADIUS * angle(part).cos(), y + RADIUS * angle(part).sin()]);
        let number = (ball + 1).to_string();
        plot = plot.line("contour of a ball", rim).guide([[pivot(ball), 0.0], [x, y]]).words([x, y], &number);
    }
    let plot = plot.across(Interval::Between(-0.09, 0.12)).upwards(Interval::Between(-0.15, 0.01));
    Chart::new("Newton's cradle before its release", "l = 0.129 m, r = 0.011 m, ball 1 at 25°").plot(plot)
}

/// Fig. 5: horizontal velocity of ball 1 over time.
pub fn velocity_over_time() -> Result<Findings, Unmet> {
    let course = cradle(Swing::SmallAngle)?.run(Until::Together)?;
    let real = cradle(Swing::TrueAngle)?.run(Until::Together)?;
    let peaks = peaks(&course);
    let rises = peaks.windows(2).filter(|pair| pair[1] > pair[0] + 1e-12).count();
    Ok(Findings::new()
        .claims([
            together(&course, &real)?,
            Claim::statement(
                "largest speed",
                "Ball 1 reaches the others with the speed θ₀√(gl) of its closed form.",
                Check::bounded("difference / m/s", [(peaks[0] - RELEASE * (GRAVITY * LENGTH).sqrt()).abs()], 1e-14),
            )
            .remark(&format!("{:.4} m/s with g = 9.80665 m/s²: the first peak of the curve.", peaks[0])),
            Claim::statement(
                "peaks of ball 1",
                "Ball 1 loses speed from cycle to cycle.",
                Check::counted(
                    peaks.len() - 1,
                    rises,
                    format!("peaks {:.3}, {:.3}, {:.3}, … {:.4} m/s in 40 cycles; the limit is a fifth of the first", peaks[0], peaks[1], peaks[2], peaks[peaks.len() - 1]),
                ),
            ),
        ])
        .table(milestones(&course, &real))
        .figure(draw_velocity(&course).draw(), "Above, the horizontal velocity of ball 1 over time, to lay beside the dashed line of Fig. 5: it jumps at every collision, and what is left in the end is a fifth of the first speed. Below, two cycles of all balls; compare ball 1 with the inset."))
}

/// How the cradle ends, with small and with true angles.
fn together(course: &CradleCourse, real: &CradleCourse) -> Result<Claim, Unmet> {
    let (end, real_end) = (since(course)?, since(real)?);
    let left = course.ledger.after / course.ledger.before;
    Ok(Claim::statement(
        "all balls swing together in the end",
        "Impacts go on until none happens any more and all balls swing as one.",
        Check::bounded("difference of speeds after the end / m/s", differences(course, end + 0.1), 1e-13),
    )
    .remark(&format!(
        "To rounding that takes {} collisions and {end:.1} s with small angles, {} and {real_end:.1} s with true ones; {left:.3} of the \
         energy is left, as five balls share the momentum of one.",
        course.collisions.len(),
        real.collisions.len(),
    )))
}

/// When all balls began to swing together, in seconds.
fn since(course: &CradleCourse) -> Result<f64, Unmet> {
    if let Ending::Together { since } = course.ending {
        Ok(since)
    } else {
        Err("the balls never swing together".into())
    }
}

/// Largest speed of ball 1 in each of the first forty cycles, in metres per second.
fn peaks(course: &CradleCourse) -> Vec<f64> {
    let period = TAU / course.pendulum().frequency;
    let peak = |cycle: u32| {
        let samples = (0..800).map(|part| (f64::from(cycle) + f64::from(part) / 800.0) * period);
        let collisions = course.collisions.iter().map(|collision| collision.time);
        let inside = collisions.filter(|time| (time / period) as u32 == cycle);
        let times = samples.chain(inside.flat_map(|time| [time.next_down(), time]));
        times.map(|time| course.at(0, time).horizontal_velocity.abs()).fold(0.0, f64::max)
    };
    (0..40).map(peak).collect()
}

fn differences(course: &CradleCourse, time: f64) -> Vec<f64> {
    let first = course.at(0, time).speed;
    (1..5).map(|ball| (course.at(ball, time).speed - first).abs()).collect()
}

/// When the largest difference of speeds after a collision falls for good below a bound.
fn milestones(small: &CradleCourse, real: &CradleCourse) -> Table {
    let spread = |speeds: &[f64]| {
        speeds.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b))
            - speeds.iter().fold(f64::INFINITY, |a, &b| a.min(b))
    };
    let last = |course: &CradleCourse, bound: f64| {
        let above =
            |collision: &&carom_motion::cradle::Collision| spread(&collision.velocities_before) > bound;
        let count = course.collisions.iter().filter(above).count();
        let time = course.collisions.iter().rev().find(above).map_or(0.0, |collision| collision.time);
        (format!("{time:.1} s"), count.to_string())
    };
    let head =
        ["relative speeds above", "small angles: until", "collisions", "true angles: until", "collisions"];
    let caption =
        "How long impacts are worth counting: the last collision of balls that approach faster than a bound.";
    [0.1, 0.03, 0.01, 1e-3, 1e-6].iter().fold(Table::new(caption, &head), |table, &bound| {
        let ((a, b), (c, d)) = (last(small, bound), last(real, bound));
        table.row([format!("{bound} m/s"), a, b, c, d])
    })
}

fn draw_velocity(course: &CradleCourse) -> Chart {
    let times = |from: f64, to: f64, count: u32| {
        let even = (0..=count).map(move |i| from + (to - from) * f64::from(i) / f64::from(count));
        let jumps = course.collisions.iter().map(|collision| collision.time);
        let jumps = jumps.filter(move |&time| time > from && time < to);
        let mut times: Vec<f64> = even.chain(jumps.flat_map(|time| [time.next_down(), time])).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let curve = |ball: usize, times: Vec<f64>| -> Vec<[f64; 2]> {
        times.into_iter().map(|time| [time, course.at(ball, time).horizontal_velocity]).collect()
    };
    let whole =
        Plot::new("t / s", "vₓ / m/s").heading("Ball 1").line("ball 1", curve(0, times(0.0, 30.0, 3000)));
    let mut inset = Plot::new("t / s", "vₓ / m/s").heading("Two cycles of all balls");
    for ball in 0..5 {
        inset = inset.line(&format!("ball {}", ball + 1), curve(ball, times(0.0, 1.5, 400)));
    }
    let subtitle = "small angles, e = 0.95, g = 9.80665 m/s²";
    Chart::new("Velocities of Newton's cradle", subtitle).plot(whole.height(260.0)).plot(inset.height(260.0))
}
