//! The impulse plane: the bounding ellipse and the compression lines.

use carom::analysis::impulse_plane::{Boundary, ImpulsePlane};
use carom_plot::Picture;
use carom_plot::chart::{Chart, Plot};

use super::balls::Balls;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;
use carom_reference::scenes::SplitMix;

const CASES: usize = 1000;
const ROUNDING: f64 = 1e-12;

fn plane_of(balls: &Balls) -> Result<ImpulsePlane, Unmet> {
    let impact = balls.impact()?;
    Ok(ImpulsePlane::of(impact.contact_problem()).ok_or("two contacts have an impulse plane")?)
}

/// The printed angle of the ellipse.
fn printed_angle(balls: &Balls) -> f64 {
    0.5 * (-2.0 * balls.mass[0] / balls.mass[1]).atan()
}

/// The printed centre of the ellipse.
fn printed_centre(balls: &Balls) -> [f64; 2] {
    let ([m1, m2], v0, angle) = (balls.mass, balls.velocity, printed_angle(balls));
    let (sin, cos) = angle.sin_cos();
    let twice = (2.0 * angle).sin();
    [-v0 * cos / (cos * cos / m1 + (1.0 - twice) / m2), v0 * sin / (sin * sin / m1 + (1.0 + twice) / m2)]
}

/// What the printed formulas are off by, over m₁|v₀|: centre in the axes of the ellipse, angle, tangents to I₁ = 0 and
/// I₁ = −2m₁v₀.
fn errors(balls: &Balls) -> Result<[f64; 3], Unmet> {
    let plane = plane_of(balls)?;
    let Boundary::Ellipse(ellipse) = plane.boundary() else {
        return Err("the boundary is no ellipse".into());
    };
    let scale = balls.mass[0] * balls.velocity.abs();
    let (sin, cos) = printed_angle(balls).sin_cos();
    let [c1, c2] = ellipse.centre;
    let [p, q] = printed_centre(balls);
    let far = 2.0 * scale;
    let tangents = [[0.0, 0.0], [far, far]].map(|at| {
        // On the ellipse, with the gradient of (15) along I₁, which is where v₂ = 0.
        plane.strain_energy_bound(at).abs() / (scale * balls.velocity.abs()) + plane.velocities(at)[1].abs()
    });
    let turned = (ellipse.angle - printed_angle(balls)).rem_euclid(std::f64::consts::FRAC_PI_2);
    Ok([
        ((cos * c1 + sin * c2 - p).abs()).max((cos * c2 - sin * c1 - q).abs()) / scale,
        turned.min(std::f64::consts::FRAC_PI_2 - turned),
        tangents[0].max(tangents[1]),
    ])
}

/// Highest and lowest I₂ on the ellipse: where v₁ − v₂ = 0.
fn extremes(balls: &Balls) -> [f64; 2] {
    let ([m1, m2], v0) = (balls.mass, balls.velocity);
    [1.0, -1.0].map(|sign: f64| -v0 * (m1 + sign * (m1 * (m1 + m2)).sqrt()))
}

pub fn ellipse() -> Result<Findings, Unmet> {
    let mut random = SplitMix(8);
    let mut found: [Vec<f64>; 3] = Default::default();
    for _ in 0..CASES {
        let balls = Balls::random(&mut random, 0.0);
        errors(&balls)?.into_iter().zip(&mut found).for_each(|(error, list)| list.push(error));
    }
    let [in_axes, angle, tangents] = found;
    let balls = Balls::figure_4();
    let [p, q] = printed_centre(&balls);
    Ok(Findings::new()
        .claim(Claim::statement(
            "angle of the ellipse",
            "An axis makes the angle ½ arctan(−2m₁/m₂) with the axis of I₁.",
            Check::bounded("difference in radians", angle, 1e-9),
        ))
        .claim(
            Claim::statement(
                "centre of the ellipse",
                "The printed pair is the centre, in coordinates along the axes of the ellipse.",
                Check::bounded("difference over m₁|v₀|", in_axes, 1e-9),
            )
            .remark(&format!(
                "In coordinates I₁, I₂ the centre is simply (−m₁v₀, −m₁v₀): for Fig. 4 it is (3, 3), and the printed pair ({p:.4}, {q:.4})."
            )),
        )
        .claim(Claim::statement(
            "points of tangency",
            "The ellipse touches I₁ = 0 at the origin and I₁ = −2m₁v₀ at (−2m₁v₀, −2m₁v₀).",
            Check::bounded("distance from tangency", tangents, 1e-9),
        ))
        .claim(footnote_3(&balls)?)
        .figure(
            drawn(&balls)?,
            "Fig. 3 for the masses of Fig. 4: ellipse (15), compression lines ℓ₁ and ℓ₂, regions I to IV and (dashed) the true tangents: the \
             horizontal ones at 7.24 and −1.24 N s, where footnote 3 has 6 and 0.",
        ))
}

/// Footnote 3 puts the horizontal tangents at (−m₁ ± √(m₁m₂))v₀, touching at I₁ = −m₁v₀.
fn footnote_3(balls: &Balls) -> Result<Claim, Unmet> {
    let plane = plane_of(balls)?;
    let ([m1, m2], v0) = (balls.mass, balls.velocity);
    let printed = [1.0, -1.0].map(|sign: f64| -v0 * (m1 + sign * (m1 * m2).sqrt()));
    let slope = plane.velocities([-m1 * v0, printed[0]])[0]; // ∂/∂I₁ of (15), zero on a horizontal tangent
    let [high, low] = extremes(balls);
    let touch = m1 * (high - m2 * v0) / (m1 + m2); // on ℓ₁
    let bound = plane.strain_energy_bound([touch, high]).abs() + plane.velocities([touch, high])[0].abs();
    let evidence = format!(
        "Fig. 4: printed lines I₂ = {:.4} and {:.4}, but the slope of (15) there is {slope:.3} m/s, not 0; the tangents are I₂ = {high:.4} \
         (at I₁ = {touch:.4}, residual {bound:.0e}) and {low:.4}",
        printed[0], printed[1]
    );
    Ok(Claim::statement(
        "horizontal tangents (footnote 3)",
        "The lines I₂ = (−m₁ ± √(m₁m₂))v₀ bound the ellipse and touch it at I₁ = −m₁v₀.",
        Check::once(slope.abs() < ROUNDING, evidence),
    )
    .refuted("those points lie on the ellipse, but its tangent there is not horizontal: that is so where v₁ = v₂, on ℓ₁")
    .erratum(
        "Footnote 3: the horizontal tangents of the ellipse are I₂ = (−m₁ ± √(m₁(m₁ + m₂)))v₀, touching on ℓ₁; the printed \
         I₂ = (−m₁ ± √(m₁m₂))v₀ cut it.",
    ))
}

fn drawn(balls: &Balls) -> Result<Picture, Unmet> {
    let plane = plane_of(balls)?;
    let [high, low] = extremes(balls);
    let far = -2.0 * balls.mass[0] * balls.velocity;
    let across = |i2: f64| [[-0.4, i2], [far + 0.4, i2]];
    let line = |contact: usize| {
        let ends = plane.compression_line(contact).within([-0.4, low - 0.6], [far + 0.4, high + 0.6]);
        ends.map_or(Vec::new(), |ends| ends.to_vec())
    };
    let plot = Plot::new("I₁ / N s", "I₂ / N s")
        .equal_scales()
        .height(520.0)
        .area("ellipse (15)", plane.boundary().points(200, far))
        .line("ℓ₁: v₁ = v₂", line(0))
        .line("ℓ₂: v₂ = 0", line(1))
        .guide(across(high))
        .guide(across(low))
        .guide([[far, low - 0.6], [far, high + 0.6]])
        .dots("points of tangency", [[0.0, 0.0], [far, far]])
        .words([1.2, 0.55], "I")
        .words([3.5, 2.2], "II")
        .words([2.2, 3.9], "III")
        .words([4.6, 5.6], "IV");
    Ok(Chart::new("Impulse plane", "m₁ = m₂ = 1 kg, v₀ = −3 m/s").plot(plot).draw())
}
