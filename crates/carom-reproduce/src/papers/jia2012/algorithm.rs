//! [Jia2012, Algorithm 1]: Euler steps of the normal impulse.

use carom_plot::chart::{Chart, Plot};
use carom_reference::jia2012::{Jia2012, Reading};

use super::ball::{self, Moving, PaperSurface};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Lines 4 to 8 of the algorithm from (73) while the first ball slips: Iₙ, and Gᵤ over what (46) asks for,
/// at each step.
///
/// Without a stretch along ŵ, (68) is u̇ = −αηvₙ√(Eᵤ/Eₙ).
fn slipping(step: f64) -> Vec<[f64; 2]> {
    let PaperSurface { friction, ratio, .. } = PaperSurface::PAPER;
    let (approach, end) = (5.0, 0.625);
    let mut stretch = -2.0 * friction * ratio * f64::sqrt(approach * step); // (73)
    let (mut impulse, mut energy) = (step, approach * step); // (72)
    let mut ratios = Vec::new();
    while impulse < end {
        let velocity = impulse - approach;
        let rate = -velocity * ratio.sqrt() * (stretch / (2.0 * ratio.sqrt())) / energy.sqrt(); // (68)
        stretch += rate / energy.sqrt() * step; // (67)
        energy -= velocity * step; // (65)
        impulse += step;
        ratios.push([impulse, stretch / (-2.0 * friction * ratio * energy.sqrt())]); // over (46)
    }
    ratios
}

pub fn algorithm_1() -> Result<Findings, Unmet> {
    let steps = [1e-3, 1e-4, 1e-5];
    let curves = steps.map(slipping);
    let last = |curve: &Vec<[f64; 2]>| curve.last().map_or(f64::NAN, |point| point[1]);
    let worst = curves.iter().map(|curve| (last(curve) - 1.0).abs());
    let evidence = curves.iter().map(last).map(|ratio| format!("{ratio:.4}")).collect::<Vec<_>>().join(", ");
    let off = Check {
        evidence: format!(
            "stretch over that of (46) at the end of slip for δ = 10⁻³, 10⁻⁴, 10⁻⁵ N s: {evidence}; 2/√π = {:.4}",
            2.0 / std::f64::consts::PI.sqrt()
        ),
        ..Check::bounded("", worst, 0.01)
    };
    Ok(Findings::new()
        .claim(
            Claim::statement(
                "steps of (67)–(69) from (73) as the step goes to 0",
                "approach the solution: the stretch is that of (46) while the contact slips",
                off,
            )
            .refuted(
                "each step multiplies the stretch by 1 + 1/2j, and Π(1 + 1/2j) is 2√(N/π), not √N: 13 % too \
                 much friction at any step",
            )
            .erratum(
                "Algorithm 1 does not converge as printed: from (73), Euler steps of (67)–(69) keep 2/√π = \
                 1.128 times the friction in slip, however small the step.",
            ),
        )
        .claim(convergence()?)
        .table(errors()?)
        .figure(
            drift(&curves),
            "The stretch of the spring during the first slip of the ball of sec. 8.1.1 over its value on \
             the friction cone, after each step. The curves of all steps lie on each other and go to 2/√π, \
             none to 1.",
        ))
}

fn drift(curves: &[Vec<[f64; 2]>; 3]) -> carom_plot::Picture {
    let mut plot = Plot::new("normal impulse over step, log₁₀", "stretch over that of (46)");
    for (curve, name) in curves.iter().zip(["δ = 10⁻³ N s", "δ = 10⁻⁴ N s", "δ = 10⁻⁵ N s"]) {
        let step = curve[1][0] - curve[0][0];
        let thin = curve.iter().enumerate().filter(|(i, _)| i.is_power_of_two() || i % 500 == 0);
        plot = plot.line(name, thin.map(|(_, [impulse, ratio])| [(impulse / step).log10(), *ratio]));
    }
    let limit = 2.0 / std::f64::consts::PI.sqrt();
    let plot = plot.guide([[0.0, limit], [5.0, limit]]).words([0.3, limit - 0.004], "2/√π");
    Chart::new("Euler steps in slip", "they keep too much friction, however small the step").plot(plot).draw()
}

/// V_x after the first bounce with the stretch put back on the cone, and its error.
fn repaired(step: f64) -> Result<(f64, f64), Unmet> {
    let contact = ball::contact(PaperSurface::PAPER, Moving::first());
    let impulse = Jia2012::new(step, Reading::AsPrinted)?.solve(&contact)?.impulse;
    let exact = ball::bounced(PaperSurface::PAPER, Moving::first())?.velocity.x;
    let velocity = impulse.x - 1.0;
    Ok((velocity, velocity - exact))
}

/// Powers of two, so that compression ends on a step.
const STEPS: [f64; 4] = [1.0 / 512.0, 1.0 / 2048.0, 1.0 / 8192.0, 1.0 / 32768.0];

fn convergence() -> Result<Claim, Unmet> {
    let mut off = Vec::new();
    for step in STEPS {
        off.push(repaired(step)?.1.abs() / step);
    }
    Ok(Claim::own_check(
        "with the stretch put back on the cone after each step in slip",
        "the integration approaches the solution: an error of at most a tenth of a step",
        Check::bounded("error of V_x over the step / m/s per N s", off, 0.1),
    ))
}

fn errors() -> Result<Table, Unmet> {
    let mut table = Table::new(
        "V_x of sec. 8.1.1 by Algorithm 1 as printed, with the stretch put back on the cone",
        &["δ / N s", "V_x / m/s", "error / m/s"],
    );
    for step in STEPS {
        let (velocity, error) = repaired(step)?;
        table = table.row([format!("1/{}", 1.0 / step), format!("{velocity:.6}"), format!("{error:.1e}")]);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn euler_steps_in_slip_keep_two_over_the_root_of_pi_of_the_friction() {
        /// Π(1 + 1/2j) to N is 2√(N/π)(1 + 1/8N + …); N is 62 500 here, and (65) is off by half a step of energy.
        const REMAINDER: f64 = 1e-4;
        let last = slipping(1e-5).last().map(|point| point[1]).expect("some steps");
        assert!((last - 2.0 / std::f64::consts::PI.sqrt()).abs() < REMAINDER, "{last}");
    }
}
