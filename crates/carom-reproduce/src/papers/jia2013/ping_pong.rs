//! The experiment with ping-pong balls, [Jia2013, sec. 9.1].

use carom::{ContactProblem, Coupling, Model, NormalLaw, Restitution, Stiffness};
use carom_plot::chart::{Chart, Interval, Plot};
use carom_reference::scenes::SplitMix;
use nalgebra::DMatrix;

use super::balls::Balls;
use super::ping_pong_ratios::{drawn_ratios, jumps_in_range};
use super::ping_pong_spread::table;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// √(h₄/h₃) of two balls on threads and √(h₂/h₁) of a ball on plexiglass: means of what was measured, and standard deviations.
pub const ROOTS: [f64; 2] = [0.950_043, 0.846_529];
pub const DEVIATIONS: [f64; 2] = [0.012_571_8, 0.020_827];
/// How often each was measured.
pub const MEASURED: [f64; 2] = [11.0, 16.0];
/// The restitutions that the measured roots mean: two equal balls on threads give (1 + e₁)/2.
pub const MENDED: [f64; 2] = [2.0 * ROOTS[0] - 1.0, ROOTS[1]];
/// The guesses of k₂/k₁ in Figs. 14(b) and 14(c).
pub const GUESSES: [f64; 2] = [2.25, 2.7];
/// −v₀ over which the lines are drawn, in m/s.
const SPEEDS: [f64; 2] = [2.0, 3.6];

/// Mass of a ball as printed, in kilograms.
const MASS: f64 = 0.000_23;

pub fn drop(ratio: f64, restitution: [f64; 2], speed: f64) -> Balls {
    Balls { mass: [MASS; 2], stiffness: [1.0, ratio], restitution, velocity: -speed }
}

/// v₁ and v₂ per unit of −v₀.
pub fn slopes(ratio: f64, restitution: [f64; 2]) -> Result<[f64; 2], Unmet> {
    Ok(drop(ratio, restitution, 1.0).course()?.velocity)
}

pub fn fig_14() -> Result<Findings, Unmet> {
    let mut findings = Findings::new();
    for ratio in GUESSES {
        let course = drop(ratio, ROOTS, 2.5).course()?;
        let what = format!("sequence of states, k₂/k₁ = {ratio}");
        findings =
            findings.claim(Claim::words(&what, "S1 S3 S4", &course.sequence()).remark(&about_the_mass()));
    }
    let pendulums = by_the_threads()?;
    Ok(findings
        .claim(straight_lines()?)
        .claim(trend()?)
        .claim(bounce()?)
        .claim(pendulums)
        .table(table()?)
        .figure(drawn_lines()?, "What the model predicts in Figs. 14(b) and (c); the measured dots were only plotted. Dashed: with e₁ from the same pendulums as it should be.")
        .table(jumps_in_range()?)
        .figure(drawn_ratios()?, "How the prediction depends on the ratio, guesses as dots. (b) lies at the edge of a jump of v₁ and v₂, (c) beyond it: no small change of the ratio leads from one to the other."))
}

/// The printed mass is that of a ball with walls as thin as foil; nothing depends on it.
fn about_the_mass() -> String {
    /// Density of celluloid, in kg/m³.
    const CELLULOID: f64 = 1400.0;
    let wall = MASS / (4.0 * std::f64::consts::PI * 0.019_f64.powi(2) * CELLULOID);
    format!(
        "By Theorem 5 the printed mass of 0.00023 kg has no effect; walls of celluloid would be {:.3} mm thick, a tenth of a ball's.",
        1e3 * wall
    )
}

/// v₁/v₀ and v₂/v₀ over the speeds of the figure.
fn straight_lines() -> Result<Claim, Unmet> {
    let mut off = Vec::new();
    for ratio in GUESSES {
        let unit = slopes(ratio, ROOTS)?;
        for step in 0..=16 {
            let speed = SPEEDS[0] + 0.1 * f64::from(step);
            let velocity = drop(ratio, ROOTS, speed).course()?.velocity;
            off.extend((0..2).map(|ball| (velocity[ball] / speed - unit[ball]).abs()));
        }
    }
    let check = Check::bounded("spread of v₁/v₀ and v₂/v₀ from 2 to 3.6 m/s", off, 1e-13);
    Ok(Claim::statement("predictions over v₀", "are straight lines through the origin", check))
}

/// (b) fits v₁ best and (c) fits v₂ best, so the lines cannot be the same.
fn trend() -> Result<Claim, Unmet> {
    let [low, high] = [slopes(GUESSES[0], ROOTS)?, slopes(GUESSES[1], ROOTS)?];
    let evidence =
        format!("v₁ {:.6} → {:.6}, v₂ {:.6} → {:.6} per unit of speed", low[0], high[0], low[1], high[1]);
    // As wide as a line of the figure, a hundredth of its height.
    let check = Check::once((0..2).all(|ball| (low[ball] - high[ball]).abs() > 0.01), evidence);
    Ok(Claim::statement("the lines of Figs. 14(b) and (c)", "differ, both v₁ and v₂", check))
}

/// e₂ = √(h₂/h₁).
fn bounce() -> Result<Claim, Unmet> {
    let mut random = SplitMix(9);
    let mut off = Vec::new();
    for _ in 0..50 {
        let e = random.between(0.1, 1.0);
        // The upper ball on a lower one that is fixed, as good as: a single impact.
        let rebound =
            Balls { mass: [1.0, 1e12], stiffness: [1.0, 1e12], restitution: [e, 1.0], velocity: -1.0 };
        off.push((rebound.course()?.velocity[0].powi(2).sqrt() - e).abs());
    }
    let check = Check::bounded("error of √(h₂/h₁)", off, 1e-11);
    Ok(Claim::statement("e₂ = √(h₂/h₁) of a ball on a block", "is the restitution", check))
}

/// e₁ = √(h₄/h₃) of two equal balls on threads.
fn by_the_threads() -> Result<Claim, Unmet> {
    let law = NormalLaw::touching(Restitution::new(ROOTS[0])?, Stiffness::new(1.0)?);
    let coupling = Coupling::from_matrix(&DMatrix::from_element(1, 1, 2.0 / MASS))?;
    let solution = ContactProblem::new(coupling, vec![-1.0], vec![law], Model::default())?.solve()?;
    let struck = solution.impulse[0] / MASS;
    let evidence = format!(
        "with e₁ = {} the struck ball leaves with {struck:.6} of the speed: √(h₄/h₃) is (1 + e₁)/2",
        ROOTS[0]
    );
    Ok(Claim::statement("e₁ = √(h₄/h₃) of two equal balls on threads", "is the restitution", Check::once((struck - ROOTS[0]).abs() < 1e-6, evidence))
        .refuted("momentum is shared: the struck ball gets (1 + e₁)/2 of the speed, so the measured 0.950043 means e₁ = 0.900086")
        .erratum("Sec. 9.1 takes √(h₄/h₃) for e₁; two equal balls give (1 + e₁)/2, so e₁ = 0.900086, not 0.950043."))
}

fn drawn_lines() -> Result<carom_plot::Picture, Unmet> {
    let mut chart = Chart::new("Fig. 14", "identical balls, e₂ = 0.846529").columns(2);
    for (ratio, heading) in GUESSES.into_iter().zip(["(b) k₂/k₁ = 2.25", "(c) k₂/k₁ = 2.7"]) {
        let mut plot = Plot::new("−v₀ / m/s", "velocity / m/s").heading(heading).height(320.0);
        plot = plot.across(Interval::Between(1.9, 3.7)).upwards(Interval::Between(0.0, 3.2));
        let line = |slope: f64| SPEEDS.map(|speed| [speed, slope * speed]);
        let [v1, v2] = slopes(ratio, ROOTS)?;
        plot = plot
            .line("v₁, e₁ = 0.950043 as printed", line(v1))
            .line("v₂, e₁ = 0.950043 as printed", line(v2));
        let [v1, v2] = slopes(ratio, MENDED)?;
        plot = plot.dashed("v₁, e₁ = 0.900086", line(v1)).dashed("v₂, e₁ = 0.900086", line(v2));
        chart = chart.plot(plot);
    }
    Ok(chart.draw())
}
