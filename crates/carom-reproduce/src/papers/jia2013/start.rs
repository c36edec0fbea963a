//! How S₁ starts, and the limits of very unequal stiffnesses.

use carom_plot::chart::{Chart, Plot};
use carom_reference::scenes::SplitMix;

use super::balls::Balls;
use super::theorems::CASES;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// The first step δ of I₁, in newton seconds, at which leading coefficients are read off.
const DELTA: f64 = 1e-6;

/// ρ of (27): the root of the quadratic that takes I₂ ≈ ρ δ.
fn quadratic(balls: &Balls, delta: f64) -> f64 {
    let [m1, m2] = balls.mass;
    let kappa = balls.stiffness[1] / balls.stiffness[0];
    let b = -2.0 * m2 * balls.velocity / delta - 1.0 - m2 / m1 + kappa;
    2.0 * kappa / (b + (b * b + 4.0 * kappa).sqrt())
}

/// Coefficients of the start in units of κ/(m₂|v₀|) and κ/(m₂²|v₀|), κ = k₂/k₁: dI₂/dI₁ over I₁, I₂ over I₁², E₂ over I₁³; and E₁
/// over |v₀| I₁.
fn coefficients(balls: &Balls) -> Result<[f64; 4], Unmet> {
    let course = balls.course()?;
    let [m1, m2] = balls.mass;
    let kappa = balls.stiffness[1] / balls.stiffness[0];
    // I₁ = ½ k₁ |v₀| t² at first.
    let time = (2.0 * DELTA * m1 / (balls.stiffness[0] * balls.velocity.abs())).sqrt();
    let s = course.trace.sample(&[time]).remove(0);
    let unit = kappa / (m2 * balls.velocity.abs());
    let i1 = s.impulse[0];
    Ok([
        s.force[1] / s.force[0] / i1 / unit,
        s.impulse[1] / (i1 * i1) / unit,
        s.energy[1] * m2 / i1.powi(3) / unit,
        s.energy[0] / (balls.velocity.abs() * i1),
    ])
}

pub fn series() -> Result<Findings, Unmet> {
    let balls = Balls::of_the_paper([1.0, 1.0]);
    let [slope, impulse, energy, first] = coefficients(&balls)?;
    let rho = quadratic(&balls, DELTA) / DELTA * balls.mass[1];
    let mut spread = Vec::new();
    let mut random = SplitMix(28);
    for _ in 0..CASES / 20 {
        let found = coefficients(&Balls::random(&mut random, [1.0, 1.0]))?;
        let true_ones = [1.0 / 3.0, 1.0 / 6.0, 1.0 / 9.0, 1.0];
        spread.extend((0..4).map(|i| (found[i] / true_ones[i] - 1.0).abs()));
    }
    let early = "I₂ is taken as ρδ, the tangent's value, where it grows like I₁² and is ρδ/2";
    Ok(Findings::new()
        .claim(Claim::number("(25): E₁ over |v₀| I₁", "1.00000", first))
        .claim(
            Claim::number("(28): dI₂/dI₁ over κ I₁/(m₂|v₀|)", "0.50000", slope)
                .emulated(early, &[rho])
                .erratum("Equations (28) to (31) are off: dI₂/dI₁ = κI₁/(3m₂|v₀|), I₂ = κI₁²/(6m₂|v₀|), E₂ = κI₁³/(9m₂²|v₀|), where 2, 4 and 6 are printed for 3, 6 and 9."),
        )
        .claim(Claim::number("(30): I₂ over κ I₁²/(m₂|v₀|)", "0.25000", impulse).emulated("half of (28)", &[0.5 * rho]))
        .claim(
            Claim::number("(31): E₂ over κ I₁³/(m₂²|v₀|)", "0.16667", energy)
                .emulated("(14) integrated with (28)", &[rho / 3.0]),
        )
        .claim(Claim::own_check(
            "the same for random balls",
            "powers of I₁ as printed, coefficients 1/3, 1/6 and 1/9, and 1 in (25)",
            Check::bounded("relative error at I₁ = 1e-6 N s", spread, 1e-4),
        )))
}

/// Velocities when the ball on ball is over before the table is felt, and the ball on the table follows.
fn one_after_the_other(balls: &Balls) -> [f64; 2] {
    let ([m1, m2], [e1, e2], v0) = (balls.mass, balls.restitution, balls.velocity);
    let v1 = v0 * (m1 - e1 * m2) / (m1 + m2);
    [v1, -e2 * v0 * m1 * (1.0 + e1) / (m1 + m2)]
}

pub fn limits() -> Result<Findings, Unmet> {
    let with_ratio = |balls: Balls, ratio: f64| Balls { stiffness: [1.0, ratio], ..balls }.course();
    let mut random = SplitMix(16);
    let (mut rigid, mut soft, mut other_states) = (Vec::new(), Vec::new(), 0);
    while rigid.len() < CASES / 20 {
        let balls = Balls::random(&mut random, [0.3, 1.0]);
        let [v1, v2] = with_ratio(balls, 1e10)?.velocity;
        rigid.push((v1 - balls.restitution[0]).abs().max(v2.abs()));
        let limit = one_after_the_other(&balls);
        // Else the lower ball catches up with the upper one and there is more to come.
        if limit[0] > limit[1] {
            let course = with_ratio(balls, 1e-10)?;
            let [v1, v2] = course.velocity;
            soft.push((v1 - limit[0]).abs().max((v2 - limit[1]).abs()));
            other_states += usize::from(course.sequence() != "S1 S2 S4");
        }
    }
    let mut lines: [Vec<[f64; 2]>; 2] = [Vec::new(), Vec::new()];
    for step in -100..=100 {
        let exponent = f64::from(step) / 20.0;
        let [v1, v2] = with_ratio(Balls::plastic(), 10f64.powf(exponent))?.velocity;
        lines[0].push([exponent, v1]);
        lines[1].push([exponent, v2]);
    }
    let [first, second] = lines;
    let plot = Plot::new("log₁₀ k₂/k₁", "velocity / m/s").line("v₁", first).line("v₂", second);
    let picture = Chart::new("Outcome against the stiffness ratio", "m₂ = 2/√3, e₁ = 0.9, e₂ = 0.7, v₀ = −1")
        .plot(plot.guide([[-5.0, 0.9], [5.0, 0.9]]))
        .draw();
    Ok(Findings::new()
        .claim(Claim::statement(
            "k₂/k₁ → ∞",
            "the lower ball is a part of the table: v₁ = −e₁v₀, v₂ = 0",
            Check::bounded("error at k₂/k₁ = 1e10 / m/s", rigid, LIMIT),
        ))
        .claim(Claim::statement(
            "k₂/k₁ → 0",
            "S₂ is the second state and followed by S₄, unless the lower ball catches up",
            Check::counted(soft.len(), other_states, "sequences S₁ S₂ S₄ at k₂/k₁ = 1e-10"),
        ))
        .claim(
            Claim::statement(
                "velocities for k₂/k₁ → 0",
                "those of one impact after the other",
                Check::bounded("error at k₂/k₁ = 1e-10 / m/s", soft, LIMIT),
            )
            .remark("Sec. 4.2 calls this case k₁/k₂ = 0, which is the other one."),
        )
        .figure(picture, "Both velocities for ratios over ten decades; dashed: the limit v₁ = e₁. Each kink is another sequence of states."))
}

/// The stiffer contact yields by 1e-10 of what the other does; velocities miss their limits by no more.
const LIMIT: f64 = 1e-10;
