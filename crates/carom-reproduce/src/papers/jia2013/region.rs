//! Where the impulses can be: Theorem 7, Corollary 8, Figs. 5 and 6, and the start of the curve.

use carom::analysis::impulse_plane::{Boundary, Ellipse, ImpulsePlane};
use carom::{EventKind, Snapshot};
use carom_plot::chart::Chart;
use carom_reference::scenes::SplitMix;
use nalgebra::Matrix3;

use super::balls::{Balls, BallsCourse, state_name};
use super::figures::{ellipse, plane};
use super::theorems::{ANY, CASES, ROUNDING, random_courses};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// The right side of (37).
fn bound(course: &BallsCourse, [i1, i2]: [f64; 2]) -> f64 {
    i1 - 0.5 * i1 * i1 - 0.5 * (i1 - i2).powi(2) / course.balls.mass[1]
}

/// By how much the strain energy exceeds the right side of (37).
fn excess(course: &BallsCourse, sample: &Snapshot) -> f64 {
    sample.energy[0] + sample.energy[1] - bound(course, [sample.impulse[0], sample.impulse[1]])
}

/// The instant of the first end of compression, at which energy is lost if e < 1, in seconds.
fn first_loss(course: &BallsCourse) -> f64 {
    let events = course.trace.events();
    events
        .iter()
        .find(|event| event.kind == EventKind::CompressionEnds)
        .map_or(f64::INFINITY, |event| event.time)
}

/// Instants of each impact at which an inequality is asked.
const INSTANTS: usize = 40;

pub fn theorem_7() -> Result<Findings, Unmet> {
    let (mut over, mut outside, mut before_loss, mut after_loss) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for course in random_courses(70, CASES, ANY)? {
        let loss = first_loss(&course);
        for sample in course.samples(INSTANTS) {
            over.push(excess(&course, &sample));
            if sample.time < loss {
                before_loss.push(over[over.len() - 1].abs())
            } else {
                after_loss.push(over[over.len() - 1])
            }
            outside.push(-bound(&course, [sample.impulse[0], sample.impulse[1]]));
        }
    }
    let mut unequal = Vec::new();
    for course in random_courses(71, CASES / 4, [1.0, 1.0])? {
        unequal.extend(course.samples(INSTANTS).iter().map(|sample| excess(&course, sample).abs()));
    }
    let touching =
        random_courses(72, CASES / 4, ANY)?.into_iter().map(|course| -bound(&course, course.impulse));
    Ok(Findings::new()
        .claim(Claim::statement(
            "strain energy, (37)",
            "never exceeds the bound",
            Check::bounded("excess / J", over, ROUNDING),
        ))
        .claim(Claim::statement(
            "strain energy if e₁ = e₂ = 1",
            "equals the bound",
            Check::bounded("difference / J", unequal, ROUNDING),
        ))
        .claim(Claim::statement(
            "strain energy until the first loss",
            "equals the bound",
            Check::bounded("difference / J", before_loss, ROUNDING),
        ))
        .claim(Claim::statement(
            "strain energy after it",
            "is below the bound",
            Check::bounded("excess / J", after_loss, 0.0),
        ))
        .claim(Claim::statement(
            "Corollary 8, (41)",
            "holds on the whole curve",
            Check::bounded("left side / J", outside, ROUNDING),
        ))
        .claim(Claim::statement(
            "the end of an impact with losses",
            "lies strictly inside the ellipse",
            Check::bounded("left side of (41) / J", touching, 0.0),
        )))
}

/// The ellipse that Carom finds from the contact matrix, for m₁ = 1 and v₀ = −1.
pub fn found_ellipse(lower_mass: f64) -> Result<Ellipse, Unmet> {
    let balls = Balls { mass: [1.0, lower_mass], ..Balls::of_the_paper([1.0, 1.0]) };
    let impact = balls.impact()?;
    match ImpulsePlane::of(impact.contact_problem()).map(|plane| plane.boundary()) {
        Some(Boundary::Ellipse(ellipse)) => Ok(ellipse),
        Some(Boundary::Strip(_) | Boundary::Parabola(_)) | None => {
            Err("the impulses are not bounded by an ellipse".into())
        }
    }
}

pub fn fig_5() -> Result<Findings, Unmet> {
    let mut random = SplitMix(5);
    let (mut centre, mut angle, mut axes, mut extent) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..CASES / 4 {
        let m2 = 10f64.powf(random.between(-2.0, 2.0));
        let found = found_ellipse(m2)?;
        centre.extend(found.centre.map(|c| (c - 1.0).abs()));
        angle.push((found.angle + 0.5 * (2.0 / m2).atan()).abs()); // (43)
        let root = (4.0 + m2 * m2).sqrt();
        axes.push((found.semi_minor.powi(2) * 2.0 / (2.0 + m2 - root) - 1.0).abs()); // (58)
        axes.push((found.semi_major.powi(2) * 2.0 / (2.0 + m2 + root) - 1.0).abs());
        // Half the extent along an axis: √(a² cos² + b² sin²).
        let (sine, cosine) = found.angle.sin_cos();
        let half = |along: f64, across: f64| (found.semi_minor * along).hypot(found.semi_major * across);
        extent.push((half(cosine, sine) - 1.0).abs());
        extent.push((half(sine, cosine) / (1.0 + m2).sqrt() - 1.0).abs());
    }
    let checked = |what, statement, quantity, values| {
        Claim::statement(what, statement, Check::bounded(quantity, values, 1e-12))
    };
    Ok(Findings::new()
        .claim(checked("centre of the ellipse", "is (1, 1)", "error / N s", centre))
        .claim(checked("turn of its minor axis, (43)", "is −½ arctan(2/m₂)", "error", angle))
        .claim(checked("semi-axes squared, (58)", "are (2 + m₂ ∓ √(4 + m₂²))/2", "relative error", axes))
        .claim(checked("extent", "I₁ from 0 to 2, I₂ from 1 − √(1 + m₂) to 1 + √(1 + m₂)", "relative error", extent))
        .claims(tangent_points()?)
        .claim(conic()?)
        .figure(drawn_fig_5(), "The impulse region for m₂ = 2/√3. The ellipse touches I₁ = 0 at the origin, I₁ = 2 at (2, 2) and two horizontals."))
}

/// Masses of the lower ball on which points of the ellipse are looked at, in kilograms.
const LOWER: [f64; 4] = [0.1, 1.0, 1.154_700_538_379_251_5, 10.0];

fn impulse_plane(lower_mass: f64) -> Result<ImpulsePlane, Unmet> {
    let balls = Balls { mass: [1.0, lower_mass], ..Balls::of_the_paper([1.0, 1.0]) };
    ImpulsePlane::of(balls.impact()?.contact_problem()).ok_or_else(|| "no plane of impulses".into())
}

/// Where the bound B of the strain energy vanishes with its derivative along I₂ (the contact velocity −ẋ₂) or along I₁ (−ẋ₁).
fn tangent_points() -> Result<[Claim; 2], Unmet> {
    let (mut verticals, mut horizontals) = (Vec::new(), Vec::new());
    for m2 in LOWER {
        let plane = impulse_plane(m2)?;
        for point in [[0.0, 0.0], [2.0, 2.0]] {
            verticals.push(plane.strain_energy_bound(point).abs());
            verticals.push(plane.velocities(point)[1].abs());
        }
        let (across, up) = ((1.0 + m2).sqrt().recip(), (1.0 + m2).sqrt());
        for point in [[1.0 - across, 1.0 - up], [1.0 + across, 1.0 + up]] {
            horizontals.push(plane.strain_energy_bound(point).abs());
            horizontals.push(plane.velocities(point)[0].abs());
        }
    }
    let check = |values| Check::bounded("|B| / J and the derivative of B / m/s", values, 1e-14);
    Ok([
        Claim::statement(
            "the verticals I₁ = 0 and I₁ = 2",
            "touch the ellipse at (0, 0) and (2, 2)",
            check(verticals),
        ),
        Claim::statement(
            "the horizontals I₂ = 1 ± √(1 + m₂)",
            "touch the ellipse at I₁ = 1 ± 1/√(1 + m₂)",
            check(horizontals),
        ),
    ])
}

/// The determinants of Appendix A from the bound B, of which (42) is −B = 0.
fn conic() -> Result<Claim, Unmet> {
    let mut off = Vec::new();
    for m2 in LOWER {
        let plane = impulse_plane(m2)?;
        let at = |point| -plane.strain_energy_bound(point);
        // A quadratic form from its values at lattice points.
        let h = at([0.0, 0.0]);
        let (a, d) =
            (0.5 * (at([1.0, 0.0]) + at([-1.0, 0.0])) - h, 0.25 * (at([1.0, 0.0]) - at([-1.0, 0.0])));
        let (c, f) =
            (0.5 * (at([0.0, 1.0]) + at([0.0, -1.0])) - h, 0.25 * (at([0.0, 1.0]) - at([0.0, -1.0])));
        let b = 0.5 * (at([1.0, 1.0]) - a - c - 2.0 * d - 2.0 * f - h);
        let whole = Matrix3::new(a, b, d, b, c, f, d, f, h).determinant();
        off.extend([(whole * -8.0 * m2 - 1.0).abs(), ((a * c - b * b) * 4.0 * m2 - 1.0).abs()]);
    }
    let check = Check::bounded("relative error", off, 1e-12);
    Ok(Claim::statement("determinants A and B of the conic, Appendix A", "are −1/(8m₂) and 1/(4m₂)", check))
}

fn drawn_fig_5() -> carom_plot::Picture {
    let m2 = Balls::plastic().mass[1];
    let top = 1.0 + (1.0 + m2).sqrt();
    let highest = 1.0 + 1.0 / (1.0 + m2).sqrt();
    let plot = carom_plot::chart::Plot::new("I₁ / N s", "I₂ / N s")
        .equal_scales()
        .height(520.0)
        .area("impulse region", super::figures::impulse_region(m2))
        .line("ellipse (42)", ellipse(m2))
        .guide([[0.0, top], [2.0, top]])
        .guide([[0.0, 2.0 - top], [2.0, 2.0 - top]])
        .guide([[2.0, 2.0 - top], [2.0, top]])
        .letter([0.0, 0.0], "O")
        .letter([1.0, 1.0], "")
        .letter([2.0, 2.0], "")
        .letter([highest, top], "")
        .letter([2.0 - highest, 2.0 - top], "")
        .words([1.0, 1.1], "(1, 1)")
        .words([1.8, 1.9], "(2, 2)")
        .words([1.05, top + 0.09], "I₂ = 1 + √(1 + m₂)")
        .words([1.05, 1.92 - top], "I₂ = 1 − √(1 + m₂)");
    Chart::new("Fig. 5", "m₁ = 1, v₀ = −1").plot(plot).draw()
}

pub fn fig_6() -> Result<Findings, Unmet> {
    let (mut right, mut left, mut outside, mut slopes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for course in random_courses(60, CASES / 2, ANY)? {
        let states = course.trace.states();
        for sample in course.samples(INSTANTS) {
            let [v1, v2] = course.balls.velocities(&sample.impulse);
            let number = states.partition_point(|state| state.time <= sample.time).max(1) - 1;
            match state_name(&states[number].active) {
                "S2" => right.push(v2 - v1),
                "S3" => left.push(-v2),
                _ => {}
            }
        }
        outside.push((course.velocity[1] - course.velocity[0]).max(-course.velocity[1]));
        let early = course.trace.sample(&[1e-6 * course.trace.duration()]).remove(0);
        slopes.push(early.impulse[1] / early.impulse[0]);
    }
    let m2 = Balls::plastic().mass[1];
    let named =
        plane(m2).letter([1.0, 1.0], "p").words([0.36, 0.17], "I: C1C2").words([1.3, 0.72], "II: R1C2");
    let named = named.words([0.75, 1.55], "III: C1R2").words([1.72, 1.95], "IV: R1R2");
    let picture = Chart::new("Fig. 6", "m₂ = 2/√3").plot(named).draw();
    Ok(Findings::new()
        .claim(Claim::statement(
            "S₂",
            "lies to the right of ℓ₁",
            Check::bounded("v₂ − v₁ / m/s", right, ROUNDING),
        ))
        .claim(Claim::statement("S₃", "lies to the left of ℓ₂", Check::bounded("−v₂ / m/s", left, ROUNDING)))
        .claim(Claim::statement(
            "the end of the impact",
            "lies in region IV or on its border",
            Check::bounded("distance outside, as a velocity / m/s", outside, ROUNDING),
        ))
        .claim(Claim::statement(
            "the curve at the origin",
            "is tangent to the I₁-axis",
            Check::bounded("I₂/I₁ after a millionth of the impact", slopes, 1e-8),
        ))
        .figure(picture, "The compression lines divide the impulse region by the phases of the two impacts."))
}
