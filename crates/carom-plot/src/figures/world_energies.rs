//! Where the energy of a motion is over time, and how much of it is gone.

use carom_motion::Energy;

use crate::axis::{Range, Unit};
use crate::error::PlotError;
use crate::figures::motion_over_time::Times;
use crate::motion::Motion;
use crate::picture::Picture;
use crate::sheet::{Sheet, Swatch};
use crate::svg::Point;

const HEIGHT: f64 = 330.0;

/// Name, attributes and energy of a layer.
type Layer = (&'static str, &'static str, fn(&Energy) -> f64);

/// The layers of the stack from below: name, attributes, and their part of the energy.
const LAYERS: [Layer; 3] = [
    ("motion of the centres", "class=\"f0\" fill-opacity=\".85\"", |energy| energy.translation),
    ("turning", "class=\"f2\" fill-opacity=\".85\"", |energy| energy.rotation),
    ("height", "class=\"f5\" fill-opacity=\".55\"", |energy| energy.height),
];
const LOST: (&str, &str) = ("lost, or gone with balls that left", "class=\"loss\"");

pub(crate) fn draw(motion: &Motion, energy: &dyn Fn(f64) -> Energy) -> Result<Picture, PlotError> {
    let mut sheet = Sheet::new(&motion.view.page, motion.title, "where the energy is");
    let times = Times::of(motion.end, motion.instants, &motion.view.window, sheet.room())?;
    let samples = times.samples();
    let energies: Vec<Energy> = samples.iter().map(|&time| energy(time)).collect();
    let before = energy(0.0).total();
    let shown: Vec<usize> = (0..LAYERS.len())
        .filter(|&i| energies.iter().any(|energy| LAYERS[i].2(energy) > 1e-9 * before))
        .collect();
    let entry = |name: &str, attributes: &str| (Swatch::Area(attributes.to_owned()), name.to_owned());
    let mut entries: Vec<(Swatch, String)> = shown.iter().map(|&i| entry(LAYERS[i].0, LAYERS[i].1)).collect();
    entries.push(entry(LOST.0, LOST.1));
    sheet.legend(&entries);
    let most = energies.iter().map(Energy::total).filter(|total| total.is_finite()).fold(before, f64::max);
    let (time, unit) = (Unit::suiting(times.to, "s"), Unit::suiting(most, "J"));
    let y = Range { low: 0.0, high: most * unit.factor }.upwards(0.04);
    let panel = sheet.panel(HEIGHT, times.range(time.factor), y);
    panel.draw_grid(&mut sheet.canvas);
    let line = |top: &[f64]| -> Vec<Point> {
        let place = |(&at, &value): (&f64, &f64)| panel.place([at * time.factor, value * unit.factor]);
        samples.iter().zip(top).map(place).collect()
    };
    panel.clipped(&mut sheet.canvas, |canvas| {
        let mut top = vec![0.0; samples.len()];
        let mut below = line(&top);
        let mut layer = |top: &[f64], attributes: &str| {
            let above = line(top);
            let outline: Vec<Point> = above.iter().chain(below.iter().rev()).copied().collect();
            canvas.polygon(&outline, attributes);
            below = above;
        };
        for &i in &shown {
            for (sum, energy) in top.iter_mut().zip(&energies) {
                *sum += LAYERS[i].2(energy).max(0.0);
            }
            layer(&top, LAYERS[i].1);
        }
        layer(&vec![before; samples.len()], LOST.1);
    });
    panel.draw_axes(&mut sheet.canvas, &time.axis("time"), &unit.axis("energy"));
    if let Some(remark) = times.remark(motion.end) {
        sheet.remark(&remark);
    }
    Ok(sheet.finish())
}
