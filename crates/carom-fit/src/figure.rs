//! Figures of a fit: residuals over what was measured, and profiles.

use carom_plot::chart::{Chart, Interval, Plot};
use carom_plot::{Page, Picture, PlotError};

use crate::fit::{Fit, Standing};
use crate::study::Study;

/// Residuals within this many standard deviations are usual; guides show them.
const USUAL: f64 = 2.0;

/// Residuals further off are drawn here: an outlier would hide all others.
const FARTHEST: f64 = 6.0;

/// Draws residuals, one plot for each column of measurements, and profiles if there are any.
///
/// # Errors
/// A page that is too low.
pub fn draw(study: &Study, fit: &Fit, page: &Page) -> Result<Picture, PlotError> {
    let title = if study.title.is_empty() { "Fit" } else { &study.title };
    let values: Vec<String> = fit
        .estimates
        .iter()
        .filter_map(|estimate| match &estimate.standing {
            Standing::Determined { deviation, .. } => {
                Some(format!("{} = {:.4} ± {:.1e}", estimate.name, estimate.value, deviation))
            }
            Standing::AtBound | Standing::Undetermined | Standing::Exact => None,
        })
        .collect();
    let columns = if fit.groups.len() > 1 { 2 } else { 1 };
    let mut chart = Chart::new(title, &values.join(", ")).columns(columns).on(*page);
    for group in 0..fit.groups.len() {
        chart = chart.plot(residuals(fit, group));
    }
    for estimate in 0..fit.estimates.len() {
        if let Some(plot) = profile(fit, estimate) {
            chart = chart.plot(plot);
        }
    }
    chart.try_draw()
}

/// Residuals of a column over what was measured.
fn residuals(fit: &Fit, group: usize) -> Plot {
    let seen = &fit.groups[group].group;
    let unit = if seen.unit.is_empty() { String::new() } else { format!(" / ({})", seen.unit) };
    let points: Vec<[f64; 2]> = fit
        .points
        .iter()
        .filter(|point| point.group == group)
        .map(|point| [point.measured, point.residual.clamp(-FARTHEST, FARTHEST)])
        .collect();
    let ends = points
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], [x, _]| [low.min(*x), high.max(*x)]);
    let level = |y: f64| [[ends[0], y], [ends[1], y]];
    let mut plot =
        Plot::new(&format!("measured {}{unit}", seen.name), &format!("residual / noise, to {FARTHEST}"))
            .height(220.0);
    if !points.is_empty() {
        plot = [-USUAL, 0.0, USUAL].into_iter().fold(plot, |plot, y| plot.guide(level(y)));
    }
    plot.upwards(Interval::WithZero).dots("", points)
}

/// How the cost grows about a parameter.
fn profile(fit: &Fit, number: usize) -> Option<Plot> {
    let estimate = &fit.estimates[number];
    let profile = estimate.profile.as_ref()?;
    let unit = if estimate.unit.is_empty() { String::new() } else { format!(" / ({})", estimate.unit) };
    let name = format!("{}{unit}", estimate.name);
    let top = profile.points.iter().map(|point| point[1]).fold(0.0, f64::max);
    let mut plot = Plot::new(&name, "growth of chi-square").height(220.0).upwards(Interval::WithZero);
    plot = plot.line("", profile.points.clone());
    for end in [profile.lower.value(), profile.upper.value()].into_iter().flatten() {
        plot = plot.guide([[end, 0.0], [end, top]]);
    }
    Some(plot)
}
