//! A map: one number over two axes, as colour.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::axis::{Panel, Range, Unit};
use crate::error::PlotError;
use crate::page::Page;
use crate::picture::Picture;
use crate::sheet::{BELOW, LEFT, Sheet};
use crate::svg::{Anchor, Canvas, Label, number};
use crate::theme;

/// Shades of colour.
const SHADES: usize = 48;
/// Room for the colour scale to the right.
const SCALE: f64 = 96.0;
const HEIGHT: f64 = 420.0;

/// One number at every point of a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// Above the figure.
    pub title: String,
    /// Below the title.
    pub subtitle: String,
    /// Names of the axes with their units, such as "time / s": across and upwards.
    pub names: [String; 2],
    /// Name of the number, without its unit.
    pub value_name: String,
    /// Its unit; empty if it has none.
    pub value_unit: String,
    /// Ascending places along the axes: across and upwards.
    pub places: [Vec<f64>; 2],
    /// The numbers, row by row from the lowest, each from left to right. Points without a number stay blank.
    pub values: Vec<Option<f64>>,
}

impl Map {
    /// Draws it.
    #[must_use]
    pub fn draw(&self) -> Picture {
        self.draw_on_page(&Page::default())
    }

    /// Draws it on a page of another size.
    ///
    /// # Errors
    /// A page that is too low.
    pub fn draw_on(&self, page: &Page) -> Result<Picture, PlotError> {
        page.fitted(|page| Ok(self.draw_on_page(page)))
    }

    fn draw_on_page(&self, page: &Page) -> Picture {
        let mut sheet = Sheet::new(page, &self.title, &self.subtitle);
        let height = sheet.panel_height(HEIGHT);
        let [across, upwards] = self.places.each_ref().map(|places| edges(places));
        let range = |edges: &[f64]| Range {
            low: edges.first().copied().unwrap_or(0.0),
            high: edges.last().copied().unwrap_or(1.0),
        };
        let panel = Panel {
            corner: [LEFT, sheet.y + 20.0],
            size: [sheet.width - LEFT - SCALE, height],
            x: range(&across),
            y: range(&upwards),
            finest: 0.0,
        };
        sheet.y = panel.corner[1] + height + BELOW;
        let colours = Range::of(self.values.iter().flatten().copied(), self.any());
        self.paint(&mut sheet.canvas, &panel, [&across, &upwards], colours);
        panel.draw_axes(
            &mut sheet.canvas,
            &self.names[0],
            &theme::shortened(&self.names[1], 13.0, height + 30.0),
        );
        self.colour_scale(&mut sheet.canvas, &panel, colours);
        sheet.finish()
    }

    /// Any number of the map.
    fn any(&self) -> f64 {
        self.values.iter().flatten().copied().find(|value| value.is_finite()).unwrap_or(0.0)
    }

    /// The cells; one path for each shade, so that the file stays small.
    fn paint(&self, canvas: &mut Canvas, panel: &Panel, [across, upwards]: [&[f64]; 2], colours: Range) {
        let columns = self.places[0].len();
        let mut paths: BTreeMap<usize, String> = BTreeMap::new();
        for (row, values) in self.values.chunks(columns.max(1)).enumerate().take(self.places[1].len()) {
            let shades: Vec<Option<usize>> =
                values.iter().map(|value| value.map(|v| shade(v, colours))).collect();
            let mut column = 0;
            for run in shades.chunk_by(|a, b| a == b) {
                if let Some(shade) = run[0] {
                    let [left, bottom] = panel.place([across[column], upwards[row]]);
                    let [right, top] = panel.place([across[column + run.len()], upwards[row + 1]]);
                    // A little overlap hides the seams between neighbours.
                    let (w, h) = (number(right - left + 0.3), number(bottom - top + 0.3));
                    let _ = write!(
                        paths.entry(shade).or_default(),
                        "M{} {}h{w}v{h}h-{w}z",
                        number(left),
                        number(top)
                    );
                }
                column += run.len();
            }
        }
        panel.clipped(canvas, |canvas| {
            for (shade, path) in &paths {
                let colour = theme::deepening(*shade as f64 / SHADES as f64);
                canvas.path(path, &format!("fill=\"{colour}\""));
            }
        });
        canvas.rect(panel.corner, panel.size, 0.0, "class=\"axis\"");
    }

    fn colour_scale(&self, canvas: &mut Canvas, panel: &Panel, colours: Range) {
        const WIDE: f64 = 12.0;
        let unit = Unit::suiting(colours.low.abs().max(colours.high.abs()), &self.value_unit);
        let scaled = Range { low: colours.low * unit.factor, high: colours.high * unit.factor };
        let scale = Panel {
            corner: [panel.right() + 14.0, panel.corner[1]],
            size: [WIDE, panel.size[1]],
            x: Range { low: 0.0, high: 1.0 },
            y: if scaled.length() > 0.0 { scaled } else { scaled.padded(0.0) },
            finest: 0.0,
        };
        let step = scale.size[1] / SHADES as f64;
        for shade in 0..SHADES {
            let y = scale.bottom() - (shade + 1) as f64 * step;
            let colour = theme::deepening((shade + 1) as f64 / SHADES as f64);
            canvas.rect([scale.corner[0], y], [WIDE, step + 0.3], 0.0, &format!("fill=\"{colour}\""));
        }
        let (ticks, decimals) = scale.y.ticks(6);
        for value in ticks {
            let [_, y] = scale.place([0.0, value]);
            canvas.line([scale.right(), y], [scale.right() + 3.0, y], "class=\"axis\"");
            let label = format!("{value:.decimals$}").replace('-', "−");
            canvas.text([scale.right() + 6.0, y + 4.0], Label::new(&label).size(11.0));
        }
        let name = match unit.name.as_str() {
            "" => self.value_name.clone(),
            name => format!("{} / {}", self.value_name, name),
        };
        let right = panel.right() + SCALE - 6.0;
        let name = theme::shortened(&name, 12.0, right - LEFT - 6.0);
        let at = [right, scale.corner[1] - 7.0];
        canvas.text(at, Label::new(&name).size(12.0).anchor(Anchor::End));
    }
}

/// From 1 for the lowest values to the number of shades for the highest.
fn shade(value: f64, colours: Range) -> usize {
    if colours.length() <= 0.0 {
        return SHADES / 2;
    }
    let part = (value - colours.low) / colours.length();
    ((part * SHADES as f64).floor() as usize).min(SHADES - 1) + 1
}

/// The borders between cells: half-way between places, and as far beyond the ends.
fn edges(places: &[f64]) -> Vec<f64> {
    match places {
        [] => vec![0.0, 1.0],
        [only] => vec![only - 0.5, only + 0.5],
        [first, second, ..] => {
            let middles = places.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
            let [last, before] = [places[places.len() - 1], places[places.len() - 2]];
            let (low, high) = (first - 0.5 * (second - first), last + 0.5 * (last - before));
            std::iter::once(low).chain(middles).chain([high]).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_meet_half_way() {
        assert_eq!(edges(&[0.0, 1.0, 3.0]), [-0.5, 0.5, 2.0, 4.0]);
        assert_eq!(edges(&[2.0]), [1.5, 2.5]);
    }

    #[test]
    fn the_lowest_and_the_highest_value_have_the_outermost_shades() {
        let colours = Range { low: -1.0, high: 1.0 };
        assert_eq!([-1.0, 1.0].map(|value| shade(value, colours)), [1, SHADES]);
    }

    #[test]
    fn a_map_with_blank_cells_or_one_value_is_drawn() {
        for values in [vec![Some(1.0), None, Some(2.0), Some(3.0)], vec![Some(5.0); 4], vec![None; 4]] {
            let map = Map {
                title: "map".to_owned(),
                subtitle: String::new(),
                names: ["a".to_owned(), "b".to_owned()],
                value_name: "v".to_owned(),
                value_unit: "J".to_owned(),
                places: [vec![0.0, 1.0], vec![0.0, 2.0]],
                values,
            };
            assert!(!map.draw().svg().contains("NaN"));
        }
    }
}
