//! Fits the guessed stiffness ratios of the massé to its recovered velocities (56), by the least squares of (F.1).
//!
//! The paper prints no uncertainty of (56), so the noise is taken from the misfit itself. With the least sum of squares S of four
//! residuals and three unknowns
//!
//! ```text
//! σ² = S/(4 − 3),    covariance of x = σ² (JᵀJ)⁻¹,    J = ∂r/∂x                                    (F.2)
//! xᵢ ± t √(covariance)ᵢᵢ,    t = tan(π/2 · 0.6827)                                                   (F.3)
//! xᵢ such that some x has sum of squares ≤ S (1 + t²)                                             (F.4)
//! ```
//!
//! A noise known from one degree of freedom makes Student's t of 68 % 1.84, not 1. (F.3) takes the strike to be linear in x, which it is
//! not so far from the fit; (F.4) does not, and is evaluated on a grid.

use nalgebra::{Vector2, Vector3};

use super::least_squares::{Fit, Problem, starts};
use super::masse::Shot;
use super::masse_paths::{PIXEL, recovered_from_film};
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

/// Part of a normal distribution within one standard deviation.
const ONE_SIGMA: f64 = 0.682_689_5;

/// Student's t that holds [`ONE_SIGMA`] of the distribution with one degree of freedom, which is Cauchy's.
fn student() -> f64 {
    (std::f64::consts::FRAC_PI_2 * ONE_SIGMA).tan()
}

impl Fit {
    /// σ of (F.2), in m/s.
    fn noise(&self) -> f64 {
        self.residual.norm()
    }

    /// Half the lengths of the intervals (F.3) of the logarithms.
    fn deviations(&self) -> Option<Vector3<f64>> {
        let inverse = (self.jacobian.transpose() * self.jacobian).try_inverse()?;
        Some(inverse.diagonal().map(|variance| variance.max(0.0).sqrt() * self.noise() * student()))
    }
}

/// The strike as printed, with the ratios that fit (56) best.
pub fn fitted() -> Result<Shot, Unmet> {
    Ok(problem(Shot::PRINTED.radius).solve(&starts())?.shot)
}

pub fn fit() -> Result<Findings, Unmet> {
    let of_paper = problem(Shot::PRINTED.radius);
    let printed = of_paper.solve(&starts())?;
    let smaller = problem(0.0286).solve(&[printed.unknowns])?;
    let guess = of_paper.residual(&starts()[0])?.norm();
    let fits = [printed, smaller];
    let [fit, _] = &fits;
    let mut findings = Findings::new()
        .claim(recovery()?)
        .claim(minimum(fit, guess)?)
        .claims(reasons(fit))
        .table(values(&fits, guess, &scan(&of_paper, fit)?));
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
        "The best of the fit only: two combinations of the three are determined at all (singular values {:.3}, {:.3} and {:.3} m/s), \
         and the misfit of {:.2} m/s is that of the model, far above what a film leaves open.",
        weak[0],
        weak[1],
        weak[2],
        fit.noise()
    );
    vec![
        Claim::statement("the fitted k₂/k₁", "is below one, but not by much", softer).remark(&poor),
        Claim::statement("the fitted compliances", "η₁ < η₂", stiffer),
    ]
}

/// (56) comes back from the path it implies, sampled like the film, which is not published.
fn recovery() -> Result<Claim, Unmet> {
    /// Half a unit of the last of six digits, the first of which is one at least.
    const SIX_DIGITS: f64 = 5e-6;
    let found = recovered_from_film()?;
    let off = found.iter().zip(RECOVERED).map(|(estimate, printed)| (estimate.value / printed - 1.0).abs());
    let check =
        Check::bounded("relative error of what 45 positions on the path of (56) give back", off, SIX_DIGITS);
    let [vx, vy, wx, wy] = found.map(|estimate| estimate.deviation);
    let worth = format!(
        "Standard deviations if the centres were measured to {} mm: {vx:.4} and {vy:.4} m/s, {wx:.2} and {wy:.2} rad/s.",
        1e3 * PIXEL
    );
    Ok(Claim::own_check("v̄ and ω̄ of (56)", "follow from positions every 1/30 s", check).remark(&worth))
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
    Ok(Claim::own_check(
        "k₂/k₁, η₁², η₂², which the paper had to guess",
        "have a best fit to (56)",
        Check::counted(cases, lower, evidence),
    ))
}

const NAMES: [&str; 3] = ["k₂/k₁", "η₁²", "η₂²"];

/// Ratios at which (F.4) is asked, the same for all three: steps of a factor 2.5 about one.
const GRID: [f64; 9] = [0.026, 0.064, 0.16, 0.4, 1.0, 2.5, 6.25, 15.6, 39.1];

/// The least and the greatest of each unknown that (F.4) admits, on the grid.
fn scan(problem: &Problem, fit: &Fit) -> Result<[[f64; 2]; 3], Unmet> {
    let most = fit.noise() * (1.0 + student().powi(2)).sqrt();
    let mut ranges = fit.shot.ratios().map(|x| [x, x]);
    for (a, b) in GRID.iter().flat_map(|&a| GRID.map(|b| (a, b))) {
        for c in GRID {
            let tried = [a, b, c];
            if problem.residual(&Vector3::from(tried).map(f64::ln))?.norm() <= most {
                ranges = [0, 1, 2].map(|i: usize| [ranges[i][0].min(tried[i]), ranges[i][1].max(tried[i])]);
            }
        }
    }
    Ok(ranges)
}

/// A range on the grid; where it reaches the border nothing is known beyond.
fn range([low, high]: [f64; 2]) -> String {
    let [first, last] = [GRID[0], GRID[GRID.len() - 1]];
    match (low <= first, high >= last) {
        (true, true) => "any".to_owned(),
        (true, false) => format!("up to {high}"),
        (false, true) => format!("from {low}"),
        (false, false) => format!("{low} to {high}"),
    }
}

fn values(fits: &[Fit; 2], guess: f64, scanned: &[[f64; 2]; 3]) -> Table {
    let mut table = Table::new(
        "Least squares over Carom's strike, and intervals of 68 % with the noise from the misfit (one degree of freedom): linearised, and \
         all that a grid with steps of a factor 2.5 from 0.026 to 39 admits",
        &["", "guess", "fit, R = 0.0305 m", "linearised", "on the grid", "fit, R = 0.0286 m", "linearised"],
    );
    for (i, (name, guessed)) in NAMES.into_iter().zip(["0.8", "7", "10"]).enumerate() {
        let cells = fits.each_ref().map(|fit| {
            let x = fit.unknowns[i];
            (
                format!("{:.4}", x.exp()),
                fit.deviations().map_or("undetermined".to_owned(), |d| interval(x, d[i])),
            )
        });
        let [(one, around), (two, about)] = cells;
        table = table.row([name.to_owned(), guessed.to_owned(), one, around, range(scanned[i]), two, about]);
    }
    let [one, two] = fits.each_ref().map(|fit| format!("{:.4}", fit.noise()));
    let empty = String::new;
    table.row(["misfit / m/s".to_owned(), format!("{guess:.4}"), one, empty(), empty(), two, empty()])
}

fn interval(logarithm: f64, deviation: f64) -> String {
    /// An interval that reaches further than this factor leaves the number open.
    const OPEN: f64 = 1000.0;
    if deviation > OPEN.ln() {
        return format!("open: a factor of e^{deviation:.0} each way");
    }
    format!("{:.3} to {:.3}", (logarithm - deviation).exp(), (logarithm + deviation).exp())
}

/// The combinations of logarithms by singular values of J: how well each is determined.
fn combinations(fit: &Fit) -> Table {
    let caption = format!(
        "What is determined, R = {} m: combinations of logarithms by the singular values of J",
        fit.shot.radius
    );
    let mut table = Table::new(&caption, &["singular value / m/s", "combination", "half the interval"]);
    let svd = fit.jacobian.svd(false, true);
    let Some(rows) = svd.v_t else { return table };
    for (i, value) in svd.singular_values.iter().enumerate() {
        let term = |(j, name): (usize, &str)| format!("{:+.2} ln {name}", rows[(i, j)]).replace('-', "−");
        let combination = NAMES.into_iter().enumerate().map(term).collect::<Vec<_>>().join(" ");
        table = table.row([
            format!("{value:.4}"),
            combination,
            format!("{:.2}", student() * fit.noise() / value),
        ]);
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
