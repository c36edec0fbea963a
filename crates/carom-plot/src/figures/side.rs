//! Paths seen from the side: how high bodies fly, and how far.

use nalgebra::Vector3;

use crate::chart::{Chart, Interval, Plot};
use crate::error::PlotError;
use crate::figures::motion_over_time::Times;
use crate::motion::{Motion, Position};
use crate::picture::Picture;

/// Heights are stretched where paths are more than so many times as long as they are high.
const FLAT: f64 = 6.0;
/// A body whose height changes by less than this part of what the highest does stays on its level.
const LEVEL: f64 = 1e-6;
const HEIGHT: f64 = 300.0;

pub(crate) fn draw(motion: &Motion, position: Position) -> Result<Picture, PlotError> {
    let times = Times::of(motion.end, motion.instants, &motion.view.window, f64::INFINITY)?;
    let samples = times.samples();
    let paths: Vec<Vec<Vector3<f64>>> = (0..motion.names.len())
        .map(|body| samples.iter().map(|&time| position(body, time)).collect())
        .collect();
    let spread = |path: &[Vector3<f64>], axis: usize| {
        let values = || path.iter().map(|place| place[axis]).filter(|value| value.is_finite());
        (values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)).max(0.0)
    };
    let highest = paths.iter().map(|path| spread(path, 2)).fold(0.0, f64::max);
    let rises = |path: &&Vec<Vector3<f64>>| highest > 0.0 && spread(path, 2) > LEVEL * highest;
    if !paths.iter().any(|path| rises(&path)) {
        return Err(PlotError::NothingRises);
    }
    let flying: Vec<(usize, &Vec<Vector3<f64>>)> =
        paths.iter().enumerate().filter(|(_, path)| rises(path)).collect();
    let across = |axis: usize| flying.iter().map(|(_, path)| spread(path, axis)).fold(0.0, f64::max);
    let axis = if across(1) > across(0) { 1 } else { 0 };
    let stretched = across(axis) > FLAT * highest || across(axis) < highest / FLAT;
    let scales = if stretched { "heights and lengths on scales of their own" } else { "equal scales" };
    let (name, subtitle) =
        (["x / m", "y / m"][axis], format!("paths of the centres seen from the side, {scales}"));
    let mut plot = Plot::new(name, "height / m").height(HEIGHT).upwards(Interval::WithZero);
    if !stretched {
        plot = plot.equal_scales();
    }
    for (body, path) in flying {
        plot = plot.line(&motion.names[body], path.iter().map(|place| [place[axis], place.z]));
    }
    Chart::new(motion.title, &subtitle).on(motion.view.page).plot(plot).try_draw()
}
