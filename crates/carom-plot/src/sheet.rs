//! The page of a figure: title, legend, panels, and the key to the lettered events, one below the other.

use crate::axis::{Panel, Range};
use crate::course::{Moment, SampledCourse};
use crate::film::{Film, Part};
use crate::page::Page;
use crate::picture::Picture;
use crate::subject::{Clock, Subject};
use crate::svg::{self, Anchor, Canvas, Label};
use crate::theme;
use crate::typeface::Weight;

/// Width of most figures unless the page has one.
pub(crate) const WIDTH: f64 = 700.0;
/// Room for the axis names and tick labels to the left of a panel.
pub(crate) const LEFT: f64 = 66.0;
/// Room to the right of a panel.
pub(crate) const RIGHT: f64 = 22.0;
/// Room for the axis below a panel.
pub(crate) const BELOW: f64 = 50.0;

const LINE: f64 = 17.0;
/// Titles longer than so many lines are cut.
const MOST_TITLE_LINES: usize = 3;

/// The sample of a legend entry, as attributes of what is drawn.
#[derive(Debug, Clone)]
pub(crate) enum Swatch {
    Line(String),
    Area(String),
    Disc { radius: f64, attributes: String },
}

/// A page under construction.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub canvas: Canvas,
    /// What lies above is taken.
    pub y: f64,
    title: String,
    left: f64,
    pub width: f64,
    page: Page,
}

impl Sheet {
    pub fn new(page: &Page, title: &str, subtitle: &str) -> Self {
        Self::sized(page, title, subtitle, LEFT, WIDTH)
    }

    /// A page of another width, unless the page has one, whose content begins at `left`.
    pub fn sized(page: &Page, title: &str, subtitle: &str, left: f64, natural: f64) -> Self {
        const SIZE: f64 = 16.0;
        let width = page.width(natural);
        let mut sheet = Self {
            canvas: Canvas::default(),
            y: 28.0,
            title: if title.is_empty() { subtitle.to_owned() } else { format!("{title}: {subtitle}") },
            left,
            width,
            page: *page,
        };
        let mut lines = theme::lines_of(title, SIZE, sheet.room(), Weight::Bold);
        if lines.len() > MOST_TITLE_LINES {
            let rest = lines.split_off(MOST_TITLE_LINES - 1).join(" ");
            lines.push(theme::shortened(&rest, 1.07 * SIZE, sheet.room())); // Bold letters are wider.
        }
        for line in lines.iter().filter(|line| !line.is_empty()) {
            sheet.canvas.text([left, sheet.y], Label::new(line).size(SIZE).class("ink bold"));
            sheet.y += 20.0;
        }
        for line in theme::lines(subtitle, 12.5, sheet.room()) {
            sheet.canvas.text([left, sheet.y - 2.0], Label::new(&line).size(12.5).class("muted"));
            sheet.y += 16.0;
        }
        sheet.y -= 6.0;
        sheet
    }

    /// Width of what the sheet holds.
    pub fn room(&self) -> f64 {
        self.width - self.left - RIGHT
    }

    /// Height of a panel on this page that would be `natural` high.
    pub fn panel_height(&self, natural: f64) -> f64 {
        self.page.panel(natural)
    }

    /// The legend, in as many rows as it needs.
    pub fn legend(&mut self, entries: &[(Swatch, String)]) {
        const SWATCH: f64 = 20.0;
        const SIZE: f64 = 12.0;
        let mut x = self.left;
        for (swatch, name) in entries {
            let indent = SWATCH + 6.0;
            let lines = theme::lines(name, SIZE, self.room() - indent);
            let widest = lines.iter().map(|line| theme::text_width(line, SIZE)).fold(0.0, f64::max);
            let width = indent + widest + 16.0;
            if x > self.left && x + width - 16.0 > self.width - RIGHT {
                x = self.left;
                self.y += LINE;
            }
            let middle = self.y + 6.0;
            match swatch {
                Swatch::Line(attributes) => {
                    self.canvas.line([x, middle], [x + SWATCH, middle], attributes);
                }
                Swatch::Area(attributes) => {
                    self.canvas.rect([x + 3.0, self.y], [SWATCH - 6.0, 12.0], 2.0, attributes);
                }
                Swatch::Disc { radius, attributes } => {
                    self.canvas.circle([x + 0.5 * SWATCH, middle], *radius, attributes);
                }
            }
            for (i, line) in lines.iter().enumerate() {
                self.y += if i > 0 { LINE } else { 0.0 };
                self.canvas.text([x + indent, self.y + 10.0], Label::new(line).size(SIZE));
            }
            x += width;
        }
        self.y += LINE + 5.0;
    }

    /// A panel over the whole width, with room above it for letters and below it for its axis.
    pub fn panel(&mut self, height: f64, x: Range, y: Range) -> Panel {
        let height = self.panel_height(height);
        let corner = [self.left, self.y + 16.0];
        self.y = corner[1] + height + BELOW;
        Panel { corner, size: [self.room(), height], x, y, finest: 0.0 }
    }

    /// The key to the letters, in two columns if that saves room.
    pub fn key(&mut self, moments: &[Moment], subject: &Subject) {
        let lettered: Vec<(char, String)> = moments
            .iter()
            .filter_map(|moment| Some((moment.letter?, subject.describe(&moment.events))))
            .collect();
        if lettered.is_empty() {
            if !moments.is_empty() {
                self.remark(&format!("{} events, too many to mark", moments.len()));
            }
            return;
        }
        self.list(&lettered);
    }

    /// Characters that mark places of the figure and what they stand for, in two columns if that saves room and, of a short list,
    /// cuts no text; in one column long texts have several lines.
    pub fn list(&mut self, marked: &[(char, String)]) {
        /// Lists up to this long may have one column.
        const SHORT: usize = 8;
        /// Two columns of a narrower page would be too narrow to read.
        const NARROW: f64 = 380.0;
        self.y += 6.0;
        let whole = self.room();
        let fits_half = marked.iter().all(|(_, text)| theme::text_width(text, 12.0) <= 0.5 * whole - 30.0);
        if (marked.len() <= SHORT && (marked.len() <= 3 || !fits_half)) || whole < NARROW {
            self.paragraphs(marked, whole - 30.0);
            return;
        }
        let rows = marked.len().div_ceil(2);
        let width = 0.5 * whole;
        for (i, (mark, text)) in marked.iter().enumerate() {
            let (column, row) = (i / rows, i % rows);
            let [x, y] = [self.left + column as f64 * width, self.y + 10.0 + row as f64 * LINE];
            self.canvas.text([x, y], Label::new(&mark.to_string()).class("ink bold"));
            let text = theme::shortened(text, 12.0, width - 30.0);
            self.canvas.text([x + 18.0, y], Label::new(&text));
        }
        self.y += rows as f64 * LINE + 4.0;
    }

    /// Marks and what they stand for, one below the other, on as many lines as each needs.
    fn paragraphs(&mut self, marked: &[(char, String)], width: f64) {
        for (mark, text) in marked {
            self.canvas.text([self.left, self.y + 10.0], Label::new(&mark.to_string()).class("ink bold"));
            for line in theme::lines(text, 12.0, width) {
                self.canvas.text([self.left + 18.0, self.y + 10.0], Label::new(&line));
                self.y += LINE;
            }
        }
        self.y += 4.0;
    }

    /// A remark below the figure.
    pub fn remark(&mut self, text: &str) {
        self.y += 4.0;
        for line in theme::lines(text, 12.0, self.room()) {
            self.canvas.text([self.left, self.y + 10.0], Label::new(&line).class("muted"));
            self.y += LINE;
        }
    }

    /// What relative times and forces are, if they are.
    pub fn explain_clock(&mut self, clock: Clock) {
        match clock {
            Clock::Real => {}
            Clock::Relative => self.remark(Clock::RELATIVE),
        }
    }

    pub fn finish(self) -> Picture {
        let (size, scale) = ([self.width, self.y + 12.0], self.page.scale());
        let document = svg::document(&self.canvas.into_body(), size, scale, &self.title);
        Picture::new(document, size.map(|length| length * scale))
    }

    /// The page as the background of a film of so many seconds.
    pub fn film(self, parts: Vec<Part>, length: f64) -> Film {
        let (size, scale) = ([self.width, self.y + 12.0], self.page.scale());
        Film::new(self.title, [size, [scale, length]], self.canvas.into_body(), parts)
    }
}

/// Vertical lines at the lettered events of a panel over time, with their letters on top.
pub(crate) fn mark_moments(canvas: &mut Canvas, panel: &Panel, course: &SampledCourse, factor: f64) {
    let mark = |moment: &Moment| Some((moment.time * factor, moment.letter?));
    mark_places(canvas, panel, &course.moments.iter().filter_map(mark).collect::<Vec<_>>());
}

/// Vertical lines at the given values along the horizontal axis, which ascend, with their letters on top.
pub(crate) fn mark_places(canvas: &mut Canvas, panel: &Panel, marks: &[(f64, char)]) {
    const ROOM: f64 = 9.5;
    let mut last = f64::NEG_INFINITY;
    for &(place, letter) in marks {
        let x = panel.place([place, 0.0])[0];
        canvas.line([x, panel.corner[1]], [x, panel.bottom()], "class=\"mark dots\"");
        last = x.max(last + ROOM);
        let label = letter.to_string();
        let label = Label::new(&label).size(11.0).anchor(Anchor::Middle).class("muted");
        canvas.text([last, panel.corner[1] - 4.0], label);
    }
}

/// What to say if the impact has no course to show.
pub(crate) fn say_nothing_happens(canvas: &mut Canvas, panel: &Panel, course: &SampledCourse) {
    let text = if course.moments.is_empty() {
        "no contact approaches: nothing happens"
    } else if course.duration == 0.0 {
        "rigid contacts: all happens in one instant"
    } else {
        return;
    };
    let middle = [panel.corner[0] + 0.5 * panel.size[0], panel.corner[1] + 0.5 * panel.size[1] - 8.0];
    canvas.text(middle, Label::new(text).size(13.0).anchor(Anchor::Middle).class("muted halo"));
}
