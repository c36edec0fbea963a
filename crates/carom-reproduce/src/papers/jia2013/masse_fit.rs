//! Fits the guessed stiffness ratios of the massé to its recovered velocities (56), by the least squares of (F.1).
//!
//! The paper prints no uncertainty of (56), so the noise is taken from the misfit itself. With the least sum of squares S of four
//! residuals and three unknowns
//!
//! ```text
//! σ² = S/(4 − 3),    covariance of x = σ² (JᵀJ)⁻¹,    J = ∂r/∂x                                    (F.2)
//! ```

use nalgebra::{Vector2, Vector3};

use super::least_squares::{Fit, Problem, starts};
use super::masse::Shot;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// The recovered v_x, v_y in m/s and ω_x, ω_y in rad/s: (56).
pub const RECOVERED: [f64; 4] = [-1.67063, -0.274_431, 28.4584, 79.1561];

/// The strike whose ball has the given radius (m), with (56) as its target.
fn problem(radius: f64) -> Problem {
    let [vx, vy, wx, wy] = RECOVERED.map(Some);
    Problem { shot: Shot { radius, ..Shot::PRINTED }, target: [vx, vy, None, wx, wy, None] }
}

impl Fit {
    /// σ of (F.2), in m/s.
    fn noise(&self) -> f64 {
        self.residual.norm()
    }

    /// Standard deviations of the logarithms, by (F.2).
    fn deviations(&self) -> Option<Vector3<f64>> {
        let inverse = (self.jacobian.transpose() * self.jacobian).try_inverse()?;
        Some(inverse.diagonal().map(|variance| variance.max(0.0).sqrt() * self.noise()))
    }
}

pub fn fit() -> Result<Findings, Unmet> {
    let of_paper = problem(Shot::PRINTED.radius);
    let printed = of_paper.solve(&starts())?;
    let smaller = problem(0.0286).solve(&[printed.unknowns])?;
    let guess = of_paper.residual(&starts()[0])?.norm();
    let fits = [printed, smaller];
    let [fit, _] = &fits;
    let mut findings = Findings::new()
        .claims(recovery()?)
        .claim(minimum(fit, guess)?)
        .claims(reasons(fit))
        .table(values(&fits, guess));
    for fit in &fits {
        findings = findings.table(combinations(fit));
    }
    Ok(findings.table(residuals(fit)?))
}

/// Why the paper guessed as it did: the cloth is a little softer than the tip, and the tip has the smaller tangential compliance.
fn reasons(fit: &Fit) -> Vec<Claim> {
    let [ratio, tip, cloth] = fit.unknowns.map(f64::exp).into();
    let softer = Check::once(ratio < 1.0 && ratio > 0.5, format!("k₂/k₁ = {ratio:.4}"));
    let stiffer = Check::once(tip < cloth, format!("η₁² = {tip:.4}, η₂² = {cloth:.4}"));
    let weak = fit.jacobian.svd(false, false).singular_values;
    let poor = format!(
        "Only two combinations of the three are determined: the singular values are {:.3}, {:.3} and {:.3} m/s.",
        weak[0], weak[1], weak[2]
    );
    vec![
        Claim::statement("the fitted k₂/k₁", "is below one, but not by much", softer).remark(&poor),
        Claim::statement("the fitted compliances", "η₁ < η₂", stiffer),
    ]
}

/// (56) comes back from the path it implies, sampled like the film.
fn recovery() -> Result<[Claim; 2], Unmet> {
    let [vx, vy, wx, wy] = super::masse_paths::recovered_from_film()?;
    let claim = |what: &str, published: &str, computed: [f64; 2]| {
        Claim::numbers(what, published, &computed).remark(
            "Recovered from 45 frames of its own path at 30 Hz: the film of the paper is not published, so this shows only that \
             such a film determines (56), and with which formulae.",
        )
    };
    Ok([
        claim("v̄_x, v̄_y / m/s", "-1.67063 -0.274431", [vx, vy]),
        claim("ω̄_x, ω̄_y / rad/s", "28.4584 79.1561", [wx, wy]),
    ])
}

/// No neighbour is better.
fn minimum(fit: &Fit, guess: f64) -> Result<Claim, Unmet> {
    let (mut lower, mut cases) = (0, 0);
    for (axis, step) in (0..3).flat_map(|axis| [(axis, -0.05), (axis, 0.05)]) {
        let nearby = fit.unknowns + Vector3::ith(axis, step);
        cases += 1;
        lower += usize::from(problem(fit.shot.radius).residual(&nearby)?.norm() < fit.noise());
    }
    let evidence = format!(
        "misfit {:.4} m/s, {guess:.4} m/s at the guess; {lower} of {cases} neighbours at 5 % are better",
        fit.noise()
    );
    Ok(Claim::statement(
        "k₂/k₁, η₁², η₂²",
        "which the paper could not measure, can be fitted to (56)",
        Check::counted(cases, lower, evidence),
    ))
}

const NAMES: [&str; 3] = ["k₂/k₁", "η₁²", "η₂²"];

fn values(fits: &[Fit; 2], guess: f64) -> Table {
    let mut table = Table::new(
        "Least squares over Carom's strike; intervals of one standard deviation of the logarithm, noise from the misfit (one degree of freedom)",
        &["", "guess", "fit, R = 0.0305 m", "interval", "fit, R = 0.0286 m", "interval"],
    );
    for (i, (name, guessed)) in NAMES.into_iter().zip(["0.8", "7", "10"]).enumerate() {
        let mut row = vec![name.to_owned(), guessed.to_owned()];
        for fit in fits {
            let x = fit.unknowns[i];
            row.push(format!("{:.4}", x.exp()));
            row.push(fit.deviations().map_or("undetermined".to_owned(), |d| interval(x, d[i])));
        }
        table = table.row(row);
    }
    let noise = fits.each_ref().map(|fit| format!("{:.4}", fit.noise()));
    let [one, two] = noise;
    table.row(["misfit / m/s".to_owned(), format!("{guess:.4}"), one, String::new(), two, String::new()])
}

fn interval(logarithm: f64, deviation: f64) -> String {
    format!("{:.3} to {:.3}", (logarithm - deviation).exp(), (logarithm + deviation).exp())
}

/// The combinations of logarithms by singular values of J: how well each is determined.
fn combinations(fit: &Fit) -> Table {
    let caption = format!(
        "What is determined, R = {} m: combinations of logarithms by the singular values of J",
        fit.shot.radius
    );
    let mut table = Table::new(&caption, &["singular value / m/s", "combination", "standard deviation"]);
    let svd = fit.jacobian.svd(false, true);
    let Some(rows) = svd.v_t else { return table };
    for (i, value) in svd.singular_values.iter().enumerate() {
        let term = |(j, name): (usize, &str)| format!("{:+.2} ln {name}", rows[(i, j)]).replace('-', "−");
        let combination = NAMES.into_iter().enumerate().map(term).collect::<Vec<_>>().join(" ");
        table = table.row([format!("{value:.4}"), combination, format!("{:.2}", fit.noise() / value)]);
    }
    table
}

fn residuals(fit: &Fit) -> Result<Table, Unmet> {
    let stroke = fit.shot.stroke()?;
    let (v, w) = (stroke.velocity.xy(), stroke.angular_velocity.xy());
    let cells = |pair: Vector2<f64>| [format!("{:.4}", pair.x), format!("{:.4}", pair.y)];
    let [vx, vy] = cells(v);
    let [wx, wy] = cells(w);
    Ok(Table::new(
        "Recovered and fitted, R = 0.0305 m",
        &["", "v_x / m/s", "v_y / m/s", "ω_x / rad/s", "ω_y / rad/s"],
    )
    .row(["recovered (56)", "−1.67063", "−0.274431", "28.4584", "79.1561"].map(str::to_owned))
    .row(["fit".to_owned(), vx, vy, wx, wy].map(|cell| cell.replace('-', "−"))))
}
