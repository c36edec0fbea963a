//! A small writer of SVG.
//!
//! Coordinates are in pixels and rounded to two decimals, so that files are small and the same input gives the
//! same bytes. What is not a finite number is never written: it interrupts a line and drops a mark.

use std::fmt::Write as _;

use crate::clip::{self, FARTHEST};
use crate::notation::{self, Place};
use crate::theme;

/// A place on the canvas, in pixels from the top left corner.
pub(crate) type Point = [f64; 2];

/// Lines are simplified where that moves them by less than this many pixels.
const INVISIBLE: f64 = 0.06;

/// Where a text stands relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Label<'a> {
    pub text: &'a str,
    pub subscript: &'a str,
    pub size: f64,
    pub anchor: Anchor,
    /// Classes of the style sheet.
    pub class: &'a str,
    /// Whether it reads upwards.
    pub upright: bool,
}

impl<'a> Label<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, subscript: "", size: 12.0, anchor: Anchor::Start, class: "ink", upright: false }
    }

    pub fn subscript(self, subscript: &'a str) -> Self {
        Self { subscript, ..self }
    }

    pub fn size(self, size: f64) -> Self {
        Self { size, ..self }
    }

    pub fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub fn class(self, class: &'a str) -> Self {
        Self { class, ..self }
    }

    pub fn upright(self) -> Self {
        Self { upright: true, ..self }
    }
}

/// A document of some elements, of the given size, each of whose units is so many pixels.
pub(crate) fn document(body: &str, [width, height]: Point, scale: f64, title: &str) -> String {
    let (w, h) = (number(width), number(height));
    let (wide, high) = (number(width * scale), number(height * scale));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {w} {h}\" \
         role=\"img\" font-family=\"{}\">\n<title>{}</title>\n<style>{}</style>\n\
         <rect class=\"paper\" width=\"{w}\" height=\"{h}\"/>\n{body}</svg>\n",
        theme::FONTS,
        escape(title),
        theme::style_sheet(),
    )
}

/// A document of some elements through which what lies below is seen.
pub(crate) fn without_paper(body: &str, [width, height]: Point) -> String {
    let (w, h) = (number(width), number(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\
         <style>{}</style>\n{body}</svg>\n",
        theme::style_sheet(),
    )
}

/// SVG elements as they are added.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    body: String,
    clips: usize,
}

impl Canvas {
    /// The elements that were added.
    pub fn into_body(self) -> String {
        self.body
    }

    pub fn line(&mut self, a: Point, b: Point, attributes: &str) {
        self.polyline(&[a, b], attributes);
    }

    /// A line through the points, interrupted where one of them is not finite.
    pub fn polyline(&mut self, points: &[Point], attributes: &str) {
        let pieces = points.split(|p| !is_finite(p)).flat_map(clip::line);
        for piece in pieces.filter(|piece| piece.len() > 1) {
            let path = path(&simplified(&piece));
            let _ = writeln!(self.body, "<path {attributes} d=\"{path}\"/>");
        }
    }

    /// A filled polygon; nothing if it has no area to speak of.
    pub fn polygon(&mut self, points: &[Point], attributes: &str) {
        let points: Vec<Point> = points.iter().copied().filter(is_finite).collect();
        let points = clip::polygon(&points);
        if points.len() > 2 {
            let path = path(&simplified(&points));
            let _ = writeln!(self.body, "<path {attributes} d=\"{path}Z\"/>");
        }
    }

    /// A path given by its commands, whose numbers the caller has written with [`number`].
    pub fn path(&mut self, commands: &str, attributes: &str) {
        let _ = writeln!(self.body, "<path {attributes} d=\"{commands}\"/>");
    }

    pub fn circle(&mut self, centre: Point, radius: f64, attributes: &str) {
        if is_finite(&centre) {
            let [x, y] = centre.map(number);
            let _ =
                writeln!(self.body, "<circle {attributes} cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", number(radius));
        }
    }

    /// A rectangle with corners of the given radius.
    pub fn rect(&mut self, corner: Point, size: Point, radius: f64, attributes: &str) {
        if is_finite(&corner) && is_finite(&size) {
            let ([x, y], [w, h]) = (corner.map(number), size.map(|s| number(s.max(0.0))));
            let r = number(radius);
            let _ = writeln!(
                self.body,
                "<rect {attributes} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>"
            );
        }
    }

    /// A text whose baseline passes through the point.
    pub fn text(&mut self, at: Point, label: Label) {
        if label.text.is_empty() || !is_finite(&at) {
            return;
        }
        let [x, y] = at.map(number);
        let anchor = match label.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let turn = if label.upright { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
        let _ = write!(
            self.body,
            "<text class=\"{}\" x=\"{x}\" y=\"{y}\" font-size=\"{}\" text-anchor=\"{anchor}\"{turn}>",
            label.class,
            number(label.size),
        );
        self.write_pieces(label);
        self.body.push_str("</text>\n");
    }

    /// The characters of a text, with indices below the line and exponents above it; what follows is on the line again.
    fn write_pieces(&mut self, label: Label) {
        let small = number(theme::INDEX_SIZE * label.size);
        let mut stands = 0.0;
        let pieces = notation::with_indices(label.text).into_iter().map(|piece| (piece.text, piece.place));
        let subscript = (!label.subscript.is_empty()).then(|| (label.subscript.to_owned(), Place::Below));
        for (text, place) in pieces.chain(subscript) {
            let (text, size) = (escape(&text), format!(" font-size=\"{small}\""));
            let (drop, size) = match place {
                Place::On => (0.0, ""),
                Place::Below => (0.22 * label.size, size.as_str()),
                Place::Above => (-0.36 * label.size, size.as_str()),
            };
            let _ = if drop == stands && size.is_empty() {
                write!(self.body, "{text}")
            } else {
                write!(self.body, "<tspan dy=\"{}\"{size}>{text}</tspan>", number(drop - stands))
            };
            stands = drop;
        }
    }

    /// Draws what `content` draws, but only inside the rectangle.
    pub fn clipped(&mut self, corner: Point, size: Point, content: impl FnOnce(&mut Self)) {
        self.clips += 1;
        let id = self.clips;
        let _ = write!(self.body, "<clipPath id=\"clip{id}\">");
        self.rect(corner, size, 0.0, "");
        let _ = writeln!(self.body, "</clipPath>\n<g clip-path=\"url(#clip{id})\">");
        content(self);
        self.body.push_str("</g>\n");
    }
}

/// A number with at most two decimals; zero for what is not finite.
pub(crate) fn number(x: f64) -> String {
    if !x.is_finite() {
        return "0".to_owned();
    }
    let hundredths = (x.clamp(-FARTHEST, FARTHEST) * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (part, part % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", part / 10),
        _ => format!("{sign}{whole}.{part:02}"),
    }
}

/// Text as XML content or attribute; characters that XML forbids are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

fn is_finite(point: &Point) -> bool {
    point.iter().all(|x| x.is_finite())
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (i, &[x, y]) in points.iter().enumerate() {
        let command = match i {
            0 => "M",
            1 => "L",
            _ => " ",
        };
        let _ = write!(path, "{command}{} {}", number(x), number(y));
    }
    path
}

/// A line is simplified so many points at a time: where it swings to and fro the work grows with their square.
const AT_A_TIME: usize = 1024;

/// The line without the points that a straight piece passes invisibly close to (Douglas and Peucker).
fn simplified(points: &[Point]) -> Vec<Point> {
    let mut kept = vec![false; points.len()];
    let last = points.len() - 1;
    let mut open: Vec<(usize, usize)> =
        (0..last).step_by(AT_A_TIME).map(|first| (first, last.min(first + AT_A_TIME))).collect();
    kept[last] = true;
    open.iter().for_each(|&(first, _)| kept[first] = true);
    while let Some((first, last)) = open.pop() {
        let away = |i: usize| distance_to_segment(points[i], points[first], points[last]);
        let farthest = (first + 1..last).map(|i| (i, away(i))).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((i, distance)) = farthest
            && distance > INVISIBLE
        {
            kept[i] = true;
            open.extend([(first, i), (i, last)]);
        }
    }
    points.iter().zip(kept).filter_map(|(&p, keep)| keep.then_some(p)).collect()
}

/// Distance of a point from a piece of a straight line.
pub(crate) fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let along = if square > 0.0 { ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square } else { 0.0 };
    let along = along.clamp(0.0, 1.0);
    libm::hypot(p[0] - a[0] - along * dx, p[1] - a[1] - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_always_finite() {
        for (x, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1.005, "1"),
            (-12.345_6, "-12.35"),
            (0.5, "0.5"),
            (0.07, "0.07"),
            (f64::NAN, "0"),
            (f64::INFINITY, "0"),
            (1e300, "100000"),
        ] {
            assert_eq!(number(x), text, "{x}");
        }
    }

    #[test]
    fn a_line_is_interrupted_where_it_is_not_a_number() {
        let mut canvas = Canvas::default();
        let gap = [f64::NAN, 0.0];
        canvas.polyline(&[[0.0, 0.0], [1.0, 1.0], gap, [2.0, 2.0], gap, [3.0, 3.0], [4.0, 0.0]], "");
        canvas.circle(gap, 1.0, "");
        canvas.text(gap, Label::new("lost"));
        assert_eq!(canvas.body, "<path  d=\"M0 0L1 1\"/>\n<path  d=\"M3 3L4 0\"/>\n");
    }

    #[test]
    fn straight_lines_need_two_points() {
        let points: Vec<Point> = (0..100).map(|i| [f64::from(i), 0.5 * f64::from(i)]).collect();
        assert_eq!(simplified(&points), [[0.0, 0.0], [99.0, 49.5]]);
    }

    #[test]
    fn an_index_is_lowered_and_what_follows_is_not() {
        let mut canvas = Canvas::default();
        canvas.text([0.0, 0.0], Label::new("V_x / m/s").size(10.0));
        let wanted = "V<tspan dy=\"2.2\" font-size=\"7.2\">x</tspan><tspan dy=\"-2.2\"> / m/s</tspan></text>";
        assert!(canvas.body.contains(wanted), "{}", canvas.body);
    }

    #[test]
    fn markup_in_names_is_text() {
        assert_eq!(escape("a<b> & \"c\"\u{1}\n"), "a&lt;b&gt; &amp; &quot;c&quot; ");
    }
}
