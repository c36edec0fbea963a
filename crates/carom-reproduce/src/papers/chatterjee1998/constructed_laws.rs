//! Fig. 3b–d: what the paper's constructions say of the laws of Routh, Smith and Whittaker.

use carom::laws::routh::{Outcome, RouthEventKind};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact};
use nalgebra::vector;

use super::construction::event;
use super::drawing::Plane;
use super::support::{IMPACTS, POISSON, ROUNDING, Random, in_paper, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::item::Unmet;

pub fn routh(impact: &LoneImpact) -> Result<[Claim; 3], Unmet> {
    let Outcome::Solved(solution) = POISSON.follow(impact)? else { return Err("the bodies approach".into()) };
    let names: Vec<&str> = solution.events.iter().map(|event| name(event.kind)).collect();
    let stop = event(&solution.events, RouthEventKind::SlipStops).ok_or("slip stops")?;
    let [x, y] = in_paper(&solution.impulse);
    let slope = (x - impact.friction() * stop) / (y - stop);
    let mut ends = Vec::new();
    for e in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let given = with(impact, [impact.friction(), e, 0.0])?;
        let Outcome::Solved(found) = POISSON.follow(&given)? else {
            return Err("the bodies approach".into());
        };
        let compression = event(&found.events, RouthEventKind::CompressionEnds).ok_or("compression ends")?;
        ends.push((found.impulse.z / compression - 1.0 - e).abs());
    }
    Ok([
        Claim::words(
            "Routh's path in (b)",
            "along the right friction line to the line of sticking; then parallel to the left one; over AB; end",
            &names.join("; "),
        ),
        Claim::statement(
            "its slope P₂ over P₁ after the kink",
            "it is −μ, that of the left friction line",
            Check::bounded("error of the slope", [(slope + impact.friction()).abs()], ROUNDING),
        )
        .remark("The line of sticking leans further, by 0.742, than the friction lines."),
        Claim::statement(
            "P₁ at the end over P₁ on AB",
            "it is 1 + e_k",
            Check::bounded("error, e_k from 0 to 1", ends, ROUNDING),
        ),
    ])
}

/// Where the path meets the line of sticking: before AB, after it, or never.
pub fn sticking_or_not() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(67);
    let (mut failures, mut met) = (0, [0; 3]);
    for _ in 0..IMPACTS {
        let impact = numbers.in_plane()?;
        let Outcome::Solved(solution) = POISSON.follow(&impact)? else { continue };
        let at = |kind: RouthEventKind| solution.events.iter().position(|event| event.kind == kind);
        let Some(stop) = at(RouthEventKind::SlipStops) else {
            met[2] += 1;
            continue;
        };
        met[usize::from(at(RouthEventKind::CompressionEnds).is_some_and(|end| end < stop))] += 1;
        let w = impact.inverse_mass();
        let sticks = solution.events.iter().any(|event| event.kind == RouthEventKind::Sticks);
        failures += usize::from(sticks != (w.m13.abs() <= impact.friction() * w.m11));
    }
    Ok(Claim::statement(
        "Routh's path beyond the line of sticking",
        "it climbs that line if it makes a smaller angle with the normal than the friction lines, else it slips back; the line may \
         also be met above AB, or not at all",
        Check::counted(
            IMPACTS,
            failures + met.iter().filter(|&&count| count == 0).count(),
            format!(
                "random impacts: met below AB in {}, above it in {}, not at all in {}",
                met[0], met[1], met[2]
            ),
        ),
    ))
}

fn name(kind: RouthEventKind) -> &'static str {
    match kind {
        RouthEventKind::SlipStops => "along the right friction line to the line of sticking",
        RouthEventKind::SlipReverses { .. } => "then parallel to the left one",
        RouthEventKind::CompressionEnds => "over AB",
        RouthEventKind::RestitutionEnds => "end",
        RouthEventKind::Sticks => "along the line of sticking",
        RouthEventKind::SlipStarts { .. } | RouthEventKind::SlipResumes { .. } => "slip starts",
        RouthEventKind::CompressionRestarts => "back over AB",
    }
}

/// P₂/(μP₁) and V_ft/V_it of Smith's law; the impact's own e is 1.
fn smiths_ratio(impact: &LoneImpact, e: f64) -> Result<(f64, f64), Unmet> {
    let v = impact.velocity();
    let slower = impact.with_velocity(vector![v.x, v.y, v.z * (1.0 + e) / 2.0]);
    let p = Smith.impulse(&slower)?;
    Ok((-p.x / (impact.friction() * p.z), slower.velocity_after(&p).x / v.x))
}

/// Eq. (8) has P₂/(μP₁) = (1 − s²)/(1 + s²) for s = −V_ft/V_it > 0: it leaves 1 as 1 − 2s².
pub fn smith(impact: &LoneImpact) -> Result<[Claim; 2], Unmet> {
    // Slip changes its direction between e = −1 and 1.
    let (mut low, mut high) = (-0.999, 1.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if smiths_ratio(impact, middle)?.1 > 0.0 { low = middle } else { high = middle }
    }
    let before = smiths_ratio(impact, 0.5 * (low - 0.999))?.0;
    let mut bends = Vec::new();
    for beyond in [1e-3, 1e-2, 1e-1] {
        let (ratio, slip) = smiths_ratio(impact, high + beyond)?;
        let square = slip * slip;
        bends.push((ratio - (1.0 - square) / (1.0 + square)).abs());
    }
    Ok([
        Claim::statement(
            "Smith's P₂/(μP₁) before the line of sticking",
            "it is 1: up the right friction line",
            Check::bounded("error", [(before - 1.0).abs()], ROUNDING),
        ),
        Claim::statement(
            "beyond it",
            "the ratio leaves μ quadratically in V_ft, without a kink",
            Check::bounded("difference of P₂/(μP₁) from 1 − 2s²/(1 + s²), s = V_ft/V_it", bends, ROUNDING),
        ),
    ])
}

pub fn back_on_the_axis(impact: &LoneImpact, plane: &Plane) -> Result<Claim, Unmet> {
    let axis = -2.0 * plane.v.x / plane.w.m12;
    let beyond = axis / (-2.0 * plane.v.y / plane.w.m22);
    Ok(Claim::statement(
        "where the curve meets the normal axis in (c)",
        "where the tangential velocity is reversed; here beyond E",
        Check::once(
            beyond > 1.0 && reversal_is_on_the_axis(impact, axis)?,
            format!("P₁ = {axis:.4} N s, {beyond:.3} times that of E"),
        ),
    ))
}

/// Whether Smith's law reaches the axis at this P₁, with an approach as fast as that needs.
fn reversal_is_on_the_axis(impact: &LoneImpact, axis: f64) -> Result<bool, Unmet> {
    let v = impact.velocity();
    let needed = -0.5 * impact.inverse_mass().m33 * axis;
    let p = Smith.impulse(&impact.with_velocity(vector![v.x, v.y, needed]))?;
    Ok((p - vector![0.0, 0.0, axis]).norm() <= ROUNDING * axis)
}

/// The paper's rule for (d), against the law's equations.
pub fn whittaker() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(62);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS {
        let impact = numbers.in_plane()?;
        let plane = Plane::of(&impact);
        let rebound = -impact.restitution() * plane.v.y;
        let stuck = plane.impulse_to(vector![0.0, rebound]);
        let side = if stuck.x > 0.0 { impact.friction() } else { -impact.friction() };
        let height = (rebound - plane.v.y) / (plane.w.m21 * side + plane.w.m22);
        let holds = stuck.x.abs() <= impact.friction() * stuck.y;
        let rule = if holds { stuck } else { vector![side * height, height] };
        let [x, y] = in_paper(&Whittaker.impulse(&impact)?);
        errors.push((rule - vector![x, y]).norm() / rule.norm());
    }
    Ok(Claim::statement(
        "Whittaker's rule of (d)",
        "the impulse is where the e line meets the line of sticking, or else the friction line beyond which that point lies",
        Check::bounded("relative difference from the law's equations, in the plane", errors, ROUNDING),
    ))
}
