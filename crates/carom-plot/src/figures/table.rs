//! A shot on its table, seen from above: where every ball went.
//!
//! Paths are lines of the centres, drawn from the exact pieces of the motion; balls have their true size. Where a ball
//! starts it is an outline, where it ends a disc with its name. Balls that went out of play are listed below.

use carom_motion::billiards::{Exit, Outline, Shot, ShotEvent, ShotEventKind, Table};

use crate::error::PlotError;
use crate::figures::ball_mark::{BallMark, draw_names_beside};
use crate::figures::furniture::Plan;
use crate::figures::paint::Paint;
use crate::figures::trail::{Manner, Obstacle, Trail, hits, trails};
use crate::page::Page;
use crate::picture::Picture;
use crate::sheet::{Sheet, Swatch};
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

/// Width of the figure, in pixels: balls of a pool table are wide enough for two digits.
const WIDTH: f64 = 960.0;
const MARGIN: f64 = 22.0;
/// Greatest height of a table on the page, in pixels.
const HIGHEST: f64 = 900.0;
/// Marks nearer than this many pixels to one of the same kind are the same to the eye.
const SAME: f64 = 2.0;
/// What moves by less than this many pixels seems to stay.
const UNMOVED: f64 = 0.5;
/// Length of the bar that shows the scale, in metres.
const BAR: f64 = 0.5;
/// Points of paths this far apart, in pixels, keep names away.
const SPACING: f64 = 4.0;

pub(crate) fn draw(figure: &TableFigure) -> Result<Picture, PlotError> {
    let TableFigure { title, table, shot, names, .. } = *figure;
    let names: Vec<String> = (0..shot.balls.len())
        .map(|ball| names.get(ball).cloned().unwrap_or_else(|| (ball + 1).to_string()))
        .collect();
    let count = shot.balls.len();
    let balls = if count == 1 { "ball" } else { "balls" };
    let subtitle = format!("{count} {balls} seen from above, {:.1} s", shot.end);
    let mut sheet = Sheet::sized(&figure.page, title, &subtitle, MARGIN, WIDTH);
    let size = [sheet.width - 2.0 * MARGIN, sheet.panel_height(HIGHEST)];
    let plan = Plan::new(&table.outline, [MARGIN, sheet.y], size);
    let drawing =
        Drawing { plan, shot, names: &names, paths: (0..count).map(|ball| trails(shot, ball)).collect() };
    drawing.draw_scale(&mut sheet.canvas);
    plan.draw(&mut sheet.canvas);
    if let Some(cue) = &figure.cue {
        drawing.draw_cue(&mut sheet.canvas, cue);
    }
    drawing.draw(&mut sheet.canvas);
    sheet.y += plan.height() + 12.0;
    sheet.legend(&drawing.legend());
    drawing.list_those_out(&mut sheet, &table.outline);
    Ok(sheet.finish())
}

/// A shot to be drawn on its table.
#[derive(Debug, Clone, Copy)]
pub struct TableFigure<'a> {
    /// Title of the figure.
    pub title: &'a str,
    /// The table.
    pub table: &'a Table,
    /// The shot.
    pub shot: &'a Shot,
    /// Names of the balls; those without one are numbered from 1.
    pub names: &'a [String],
    /// The cue that struck, if one did.
    pub cue: Option<CueMark>,
    /// The page it is drawn on.
    pub page: Page,
}

/// A cue that strikes at the beginning of a shot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CueMark {
    /// The ball that it strikes.
    pub ball: usize,
    /// Direction over the table, in radians from +x towards +y.
    pub azimuth: f64,
}

impl TableFigure<'_> {
    /// When a ball leaves the table, in seconds.
    pub(crate) fn left_at(&self, ball: usize) -> Option<f64> {
        self.shot.events.iter().find_map(|event| match event.kind {
            ShotEventKind::Leaves { ball: gone, .. } if gone == ball => Some(event.time),
            ShotEventKind::Leaves { .. } | ShotEventKind::Ends { .. } | ShotEventKind::Collides(_) => None,
        })
    }

    /// Draws the table seen from above, every ball's path from where it starts to where it ends, what the first ball hits, and below which
    /// balls went out of play.
    ///
    /// # Errors
    /// A page that is too low.
    pub fn draw(&self) -> Result<Picture, PlotError> {
        self.page.fitted(|&page| draw(&Self { page, ..*self }))
    }
}

struct Drawing<'a> {
    plan: Plan<'a>,
    shot: &'a Shot,
    names: &'a [String],
    /// Of each ball.
    paths: Vec<Vec<Trail>>,
}

impl Drawing<'_> {
    fn draw(&self, canvas: &mut Canvas) {
        let [corner, size] = self.plan.frame();
        let ends: Vec<BallMark> = (0..self.names.len())
            .filter(|&ball| self.shot.exit(ball).is_none())
            .map(|ball| self.mark(ball, self.shot.end))
            .collect();
        canvas.clipped(corner, size, |canvas| {
            for (ball, path) in self.paths.iter().enumerate() {
                for trail in path {
                    let Paint { colour, face } = self.paint(ball);
                    let (classes, strength) = (trail.manner.classes(), face.strength());
                    let attributes = format!("class=\"{classes} s{colour}\" stroke-opacity=\"{strength}\"");
                    canvas.polyline(&self.line(trail), &attributes);
                }
            }
            for ball in (0..self.names.len()).filter(|&ball| self.has_moved(ball)) {
                self.mark(ball, 0.0).draw_start(canvas);
            }
            self.draw_hits(canvas);
            ends.iter().for_each(|mark| mark.draw(canvas));
        });
        let lines: Vec<Point> =
            self.paths.iter().flatten().flat_map(|trail| spaced(&self.line(trail))).collect();
        draw_names_beside(canvas, &ends, &lines, [corner, size]);
    }

    fn line(&self, trail: &Trail) -> Vec<Point> {
        trail.points.iter().map(|&place| self.plan.place(place)).collect()
    }

    /// A ball at a time, in seconds.
    fn mark(&self, ball: usize, time: f64) -> BallMark<'_> {
        let centre = self.plan.place(self.shot.at(ball, time).position.xy());
        let radius = self.plan.scale * self.shot.balls[ball].radius();
        BallMark { paint: self.paint(ball), centre, radius, name: &self.names[ball] }
    }

    fn paint(&self, ball: usize) -> Paint {
        Paint::of(&self.names[ball], ball)
    }

    /// Whether a ball ends elsewhere than it starts.
    fn has_moved(&self, ball: usize) -> bool {
        let [start, end] = [0.0, self.shot.end].map(|time| self.mark(ball, time).centre);
        libm::hypot(start[0] - end[0], start[1] - end[1]) > UNMOVED || self.shot.exit(ball).is_some()
    }

    /// Whether a trail can be told from a point.
    fn is_visible(&self, trail: &Trail) -> bool {
        let line = self.line(trail);
        line.iter().any(|point| libm::hypot(point[0] - line[0][0], point[1] - line[0][1]) > UNMOVED)
    }

    /// Marks where the first ball hit something, each place once.
    fn draw_hits(&self, canvas: &mut Canvas) {
        let mut drawn: Vec<(Obstacle, Point)> = Vec::new();
        for (obstacle, place) in self.hits() {
            let at = self.plan.place(place);
            let near = |other: &(Obstacle, Point)| {
                other.0 == obstacle && libm::hypot(at[0] - other.1[0], at[1] - other.1[1]) < SAME
            };
            if !drawn.iter().any(near) {
                let (radius, attributes) = hit_mark(obstacle);
                canvas.circle(at, radius, attributes);
                drawn.push((obstacle, at));
            }
        }
    }

    fn hits(&self) -> Vec<(Obstacle, nalgebra::Vector2<f64>)> {
        if self.names.is_empty() { Vec::new() } else { hits(self.shot, 0) }
    }

    /// The front of a cue behind the ball that it strikes, and an arrow to it.
    fn draw_cue(&self, canvas: &mut Canvas, cue: &CueMark) {
        const LENGTH: f64 = 92.0;
        const WIDTHS: [f64; 2] = [2.2, 4.2];
        let Some(mark) = (cue.ball < self.names.len()).then(|| self.mark(cue.ball, 0.0)) else { return };
        let (sine, cosine) = libm::sincos(cue.azimuth);
        let behind = |distance: f64, aside: f64| {
            let [x, y] = mark.centre;
            [x - distance * cosine - aside * sine, y + distance * sine - aside * cosine]
        };
        let [tip, butt] = [mark.radius + 3.0, mark.radius + 3.0 + LENGTH];
        let corners = [
            behind(tip, WIDTHS[0]),
            behind(butt, WIDTHS[1]),
            behind(butt, -WIDTHS[1]),
            behind(tip, -WIDTHS[0]),
        ];
        canvas.polygon(&corners, "class=\"cue\"");
        canvas.line(
            behind(tip + 1.5, WIDTHS[0]),
            behind(tip + 1.5, -WIDTHS[0]),
            "class=\"axis\" stroke-width=\"3\"",
        );
    }

    /// A bar on the right above the table.
    fn draw_scale(&self, canvas: &mut Canvas) {
        let [corner, size] = self.plan.frame();
        let (right, y) = (corner[0] + size[0], corner[1] - 16.0); // Beside the subtitle.
        let left = right - BAR * self.plan.scale;
        canvas.line([left, y], [right, y], "class=\"axis\"");
        for x in [left, right] {
            canvas.line([x, y - 4.0], [x, y + 4.0], "class=\"axis\"");
        }
        canvas
            .text([left - 8.0, y + 4.0], Label::new(&format!("{BAR} m")).anchor(Anchor::End).class("muted"));
    }

    /// What occurs in the figure.
    fn legend(&self) -> Vec<(Swatch, String)> {
        let disc = |radius: f64, attributes: &str| Swatch::Disc { radius, attributes: attributes.to_owned() };
        let mut entries = Vec::new();
        for manner in Manner::ALL {
            if self.paths.iter().flatten().any(|trail| trail.manner == manner && self.is_visible(trail)) {
                let line = Swatch::Line(format!("class=\"{} s6\"", manner.classes()));
                entries.push((line, manner.name().to_owned()));
            }
        }
        if (0..self.names.len()).any(|ball| self.has_moved(ball)) {
            entries.push((disc(6.0, "class=\"axis\""), "start".to_owned()));
            entries.push((disc(6.0, "class=\"muted\""), "end".to_owned()));
        }
        let hits = self.hits();
        for (obstacle, what) in [(Obstacle::Ball, "a ball"), (Obstacle::Cushion, "a cushion")] {
            if hits.iter().any(|hit| hit.0 == obstacle) {
                let (radius, attributes) = hit_mark(obstacle);
                entries.push((disc(radius, attributes), format!("{} hits {what}", self.names[0])));
            }
        }
        if entries.is_empty() {
            entries.push((disc(0.0, ""), "nothing moves".to_owned()));
        }
        entries
    }

    /// Which balls went out of play, when and where, in the order of events.
    fn list_those_out(&self, sheet: &mut Sheet, outline: &Outline) {
        const SIZE: f64 = 12.0;
        const ROW: f64 = 24.0;
        let mut x = MARGIN;
        let mut row_begun = false;
        for (ball, text) in self.shot.events_as_told().into_iter().filter_map(|event| leaving(event, outline))
        {
            let mark = BallMark { radius: 9.0, ..self.mark(ball, 0.0) };
            let text = match mark.size_inside() {
                Some(_) => text,
                None => format!("{}: {text}", theme::shortened(mark.name, SIZE, 120.0)),
            };
            let width = 2.0 * mark.radius + 6.0 + theme::text_width(&text, SIZE) + 22.0;
            if row_begun && x + width > sheet.width - MARGIN {
                x = MARGIN;
                sheet.y += ROW;
            }
            row_begun = true;
            let centre = [x + mark.radius, sheet.y + 10.0];
            BallMark { centre, ..mark }.draw(&mut sheet.canvas);
            sheet.canvas.text([x + 2.0 * mark.radius + 6.0, sheet.y + 14.0], Label::new(&text).size(SIZE));
            x += width;
        }
        if row_begun {
            sheet.y += ROW;
        }
    }
}

/// The ball that leaves at an event, and when and where.
fn leaving(event: &ShotEvent, outline: &Outline) -> Option<(usize, String)> {
    match event.kind {
        ShotEventKind::Leaves { ball, exit } => {
            let place = match exit {
                Exit::Pocket(pocket) => outline.pocket_name(pocket),
                Exit::OverTheEdge => "off the table".to_owned(),
            };
            Some((ball, format!("{place}, {:.2} s", event.time)))
        }
        ShotEventKind::Ends { .. } | ShotEventKind::Collides(_) => None,
    }
}

/// Radius in pixels and attributes of the mark where the first ball hit something.
fn hit_mark(obstacle: Obstacle) -> (f64, &'static str) {
    match obstacle {
        Obstacle::Ball => (3.0, "class=\"ink\""),
        Obstacle::Cushion => (3.0, "class=\"node\""),
    }
}

/// Points along a line, no farther apart than names need to keep clear of it.
fn spaced(line: &[Point]) -> Vec<Point> {
    let mut points = Vec::new();
    for pair in line.windows(2) {
        let (dx, dy) = (pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]);
        let steps = (libm::hypot(dx, dy) / SPACING).ceil().clamp(1.0, 1e3);
        let at = |i: u32| [0, 1].map(|axis| pair[0][axis] + [dx, dy][axis] * f64::from(i) / steps);
        points.extend((0..steps as u32).map(at));
    }
    points
}
