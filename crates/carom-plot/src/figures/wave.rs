//! Contact forces over time and place: the wave that runs through a chain or a rack.
//!
//! Contacts are ordered along the line of motion, or by their number if there are no bodies. Colour is force: pale
//! is little, deep is much, and the paper shows where there is none.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use carom::{Event, EventKind, Snapshot};

use crate::axis::{Panel, Range, Unit};
use crate::course::SampledCourse;
use crate::error::PlotError;
use crate::figures::motion::{direction_name, line_of_motion};
use crate::picture::Picture;
use crate::sheet::{BELOW, Sheet, Swatch, say_nothing_happens};
use crate::subject::Subject;
use crate::svg::{Anchor, Canvas, Label, number};
use crate::theme;

/// Columns of the heat map.
const COLUMNS: usize = 280;
/// Shades of colour.
const SHADES: usize = 32;
/// A force below this part of the largest is left blank: springs ahead of a wave are loaded, but by nothing to see.
const BLANK: f64 = 0.004;
/// With more contacts than this, neighbours share a row that shows the largest force among them.
const MOST_ROWS: usize = 120;
/// With more events than this none is drawn.
const MOST_EVENTS: usize = 600;
/// Room for the contacts' names.
const NAMES: f64 = 132.0;
/// Room for the colour scale.
const SCALE: f64 = 74.0;

/// The contacts in the order of the rows, several to a row if there are many.
struct Rows {
    rows: Vec<Vec<usize>>,
    row_of: Vec<usize>,
    order: String,
}

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    let course = SampledCourse::of(subject)?;
    let rows = rows(subject, &course);
    let mut sheet = Sheet::new(
        &subject.view.page,
        subject.title,
        &format!("contact forces over time, contacts {}", rows.order),
    );
    let time = subject.clock.time(course.duration);
    let count = rows.rows.len();
    let height = sheet.panel_height((22.0 * count as f64).clamp(120.0, 420.0));
    let entries = [("f0", "compression ends"), ("paper", "restitution ends")]
        .map(|(class, name)| (Swatch::Area(format!("class=\"{class} axis\"")), name.to_owned()));
    let events = subject.trace.events();
    let shows_events = !events.is_empty() && events.len() <= MOST_EVENTS;
    if shows_events {
        sheet.legend(&entries);
    }
    let corner = [NAMES, sheet.y + 8.0];
    let panel = Panel {
        corner,
        size: [sheet.width - NAMES - SCALE, height],
        x: course.times(time.factor),
        y: Range { low: count as f64 - 0.5, high: -0.5 },
        finest: 0.0,
    };
    sheet.y = corner[1] + height + BELOW;
    let largest = heat(&mut sheet.canvas, subject, &rows, &panel, course.shown);
    if shows_events {
        draw_events(&mut sheet.canvas, subject, &rows, &panel, time.factor);
    }
    name_rows(&mut sheet.canvas, subject, &rows, &panel);
    panel.draw_x_axis(&mut sheet.canvas, &time.axis("time"));
    colour_scale(&mut sheet.canvas, &panel, largest, &subject.clock.force(largest));
    say_nothing_happens(&mut sheet.canvas, &panel, &course);
    sheet.explain_clock(subject.clock);
    Ok(sheet.finish())
}

fn rows(subject: &Subject, course: &SampledCourse) -> Rows {
    let n = subject.contacts();
    let mut order: Vec<usize> = (0..n).collect();
    let mut name = "by number".to_owned();
    if let Some(impact) = subject.impact {
        let line = line_of_motion(impact, course.samples.last());
        let place = |i: usize| line.dot(&impact.contacts()[i].point());
        order.sort_by(|&a, &b| place(a).total_cmp(&place(b)));
        name = format!("ordered along {}", direction_name(&line));
    }
    let rows: Vec<Vec<usize>> = order.chunks(n.div_ceil(MOST_ROWS)).map(<[usize]>::to_vec).collect();
    let mut row_of = vec![0; n];
    for (row, contacts) in rows.iter().enumerate() {
        for &contact in contacts {
            row_of[contact] = row;
        }
    }
    Rows { rows, row_of, order: name }
}

/// The heat map; one path for each shade, so that the file stays small. Returns the largest force.
fn heat(canvas: &mut Canvas, subject: &Subject, rows: &Rows, panel: &Panel, [from, to]: [f64; 2]) -> f64 {
    let at = |i: usize| from + (to - from) * (i as f64 + 0.5) / COLUMNS as f64;
    let instants: Vec<f64> = (0..COLUMNS).map(at).collect();
    let samples = subject.trace.sample(&instants);
    let force = |sample: &Snapshot, row: &[usize]| row.iter().map(|&i| sample.force[i]).fold(0.0, f64::max);
    let all = samples.iter().flat_map(|s| s.force.iter().copied());
    let largest = all.filter(|f| f.is_finite()).fold(0.0, f64::max);
    let shade = |force: f64| {
        let shade = (force / largest * SHADES as f64).ceil();
        (force > BLANK * largest).then_some((shade as usize).clamp(1, SHADES))
    };
    let (width, height) = (panel.size[0] / COLUMNS as f64, panel.size[1] / rows.rows.len() as f64);
    let mut paths: BTreeMap<usize, String> = BTreeMap::new();
    for (row, contacts) in rows.rows.iter().enumerate() {
        let shades: Vec<Option<usize>> = samples.iter().map(|s| shade(force(s, contacts))).collect();
        let mut column = 0;
        for run in shades.chunk_by(|a, b| a == b) {
            if let Some(shade) = run[0] {
                let x = number(panel.corner[0] + column as f64 * width);
                let y = number(panel.corner[1] + row as f64 * height);
                // A little overlap hides the seams between neighbours.
                let (w, h) = (number(run.len() as f64 * width + 0.3), number(height));
                let path = paths.entry(shade).or_default();
                let _ = write!(path, "M{x} {y}h{w}v{h}h-{w}z");
            }
            column += run.len();
        }
    }
    for (shade, path) in paths {
        let colour = theme::deepening(shade as f64 / SHADES as f64);
        canvas.path(&path, &format!("fill=\"{colour}\""));
    }
    canvas.rect(panel.corner, panel.size, 0.0, "class=\"axis\"");
    largest
}

fn draw_events(canvas: &mut Canvas, subject: &Subject, rows: &Rows, panel: &Panel, factor: f64) {
    let radius = (0.16 * panel.size[1] / rows.rows.len() as f64).clamp(1.2, 3.2);
    let inside = |event: &Event| panel.x.contains(event.time * factor);
    for event in subject.trace.events().into_iter().filter(inside) {
        let class = match event.kind {
            EventKind::CompressionEnds | EventKind::ContactCloses => "f0",
            EventKind::RestitutionEnds | EventKind::ContactOpens => "paper",
            EventKind::Pressed | EventKind::CompressionRestarts | EventKind::ContactReturns => continue,
            EventKind::Slips | EventKind::Sticks => continue,
        };
        let at = panel.place([event.time * factor, rows.row_of[event.contact] as f64]);
        canvas.circle(at, radius, &format!("class=\"{class} axis\""));
    }
}

fn name_rows(canvas: &mut Canvas, subject: &Subject, rows: &Rows, panel: &Panel) {
    const LINE: f64 = 14.0;
    let height = panel.size[1] / rows.rows.len() as f64;
    let every = (LINE / height).ceil().max(1.0) as usize;
    for (row, contacts) in rows.rows.iter().enumerate().step_by(every) {
        let y = panel.corner[1] + (row as f64 + 0.5) * height + 4.0;
        let name = theme::shortened(&subject.contact_name(contacts[0]), 12.0, NAMES - 14.0);
        canvas.text([NAMES - 7.0, y], Label::new(&name).anchor(Anchor::End));
    }
}

fn colour_scale(canvas: &mut Canvas, panel: &Panel, largest: f64, unit: &Unit) {
    const WIDE: f64 = 12.0;
    let scale = Panel {
        corner: [panel.right() + 14.0, panel.corner[1]],
        size: [WIDE, panel.size[1]],
        x: Range { low: 0.0, high: 1.0 },
        y: Range { low: 0.0, high: largest * unit.factor }.upwards(0.0),
        finest: 0.0,
    };
    let step = scale.size[1] / SHADES as f64;
    for shade in 1..=SHADES {
        let y = scale.bottom() - shade as f64 * step;
        let colour = theme::deepening(shade as f64 / SHADES as f64);
        canvas.rect([scale.corner[0], y], [WIDE, step + 0.3], 0.0, &format!("fill=\"{colour}\""));
    }
    let (ticks, decimals) = scale.y.ticks(6);
    for value in ticks {
        let [_, y] = scale.place([0.0, value]);
        canvas.line([scale.right(), y], [scale.right() + 3.0, y], "class=\"axis\"");
        canvas.text([scale.right() + 6.0, y + 4.0], Label::new(&format!("{value:.decimals$}")).size(11.0));
    }
    let name = unit.axis("force");
    let right = scale.right() + SCALE - WIDE - 20.0;
    canvas.text([right, scale.corner[1] - 6.0], Label::new(&name).size(12.0).anchor(Anchor::End));
}
