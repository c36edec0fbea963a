//! Ranges, round ticks, units with prefixes, and the panel they frame.

use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

/// A range of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Range {
    pub low: f64,
    pub high: f64,
}

impl Range {
    /// The least range that holds the finite values and `also`.
    pub fn of(values: impl IntoIterator<Item = f64>, also: f64) -> Self {
        let start = Self { low: also, high: also };
        values
            .into_iter()
            .filter(|x| x.is_finite())
            .fold(start, |range, x| Self { low: range.low.min(x), high: range.high.max(x) })
    }

    pub fn contains(self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }

    pub fn length(self) -> f64 {
        self.high - self.low
    }

    /// Wider by a part of its length on the sides that are not at zero; a range without length gets one.
    pub fn padded(self, part: f64) -> Self {
        if self.length() <= 0.0 {
            let half = if self.low == 0.0 { 0.5 } else { 0.5 * self.low.abs() };
            return Self { low: self.low - half, high: self.high + half };
        }
        let pad = part * self.length();
        let low = if self.low == 0.0 { 0.0 } else { self.low - pad };
        let high = if self.high == 0.0 { 0.0 } else { self.high + pad };
        Self { low, high }
    }

    /// From zero to the highest value, for quantities that are never negative.
    pub fn upwards(self, part: f64) -> Self {
        Self { low: 0.0, high: if self.high > 0.0 { self.high * (1.0 + part) } else { 1.0 } }
    }

    /// Round values in the range, about `wanted` of them but two at least, and how many decimals they need.
    pub fn ticks(self, wanted: usize) -> (Vec<f64>, usize) {
        let wanted = wanted.max(1);
        let step = |finer: usize| round_step(self.length() / (finer * wanted) as f64);
        // A step may be 2.5 times as long as asked for, and two of its multiples need a range of twice its length.
        let step = [1, 2, 3, 5].map(step).into_iter().find(|&step| self.multiples(step).0.len() >= 2);
        self.multiples(step.unwrap_or_else(|| round_step(self.length() / wanted as f64)))
    }

    /// The multiples of a step in the range, and how many decimals they need.
    fn multiples(self, step: f64) -> (Vec<f64>, usize) {
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        let decimals = (-libm::log10(step).floor()).max(0.0) as usize;
        ((first..=last.min(first + 100)).map(|i| i as f64 * step).collect(), decimals.min(12))
    }
}

/// The least of 1, 2, 5 times a power of ten that is not below `rough`.
fn round_step(rough: f64) -> f64 {
    if !(rough > 0.0 && rough.is_finite()) {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::log10(rough).floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= rough * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// Size of the names of axes, px.
const NAME: f64 = 13.0;

/// The name of an axis, cut where it would be longer than `room` pixels, but never its unit.
fn axis_name(name: &str, room: f64) -> String {
    let (quantity, unit) = name.rsplit_once(" / ").unwrap_or((name, ""));
    let unit = if unit.is_empty() { String::new() } else { format!(" / {unit}") };
    format!("{}{unit}", theme::shortened(quantity, NAME, room - theme::text_width(&unit, NAME)))
}

/// A tick's value in words.
fn tick_label(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let is_zero = text.chars().all(|c| c == '0' || c == '.');
    if value < 0.0 && !is_zero { format!("−{text}") } else { text }
}

/// A unit with the prefix that suits the size of the values, or none if values have no unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unit {
    /// What to multiply values by.
    pub factor: f64,
    /// Prefix and unit.
    pub name: String,
    is_relative: bool,
}

const PREFIXES: [(i32, &str); 9] =
    [(-12, "p"), (-9, "n"), (-6, "µ"), (-3, "m"), (0, ""), (3, "k"), (6, "M"), (9, "G"), (12, "T")];

impl Unit {
    /// The unit for values up to `largest`: none of them has more than four digits before the point, and the
    /// largest has one in sight behind it.
    pub fn suiting(largest: f64, unit: &str) -> Self {
        let thousands = thousands(largest);
        let name = match PREFIXES.into_iter().find(|&(power, _)| power == thousands) {
            Some((_, prefix)) => format!("{prefix}{unit}"),
            None => format!("1e{thousands} {unit}"),
        };
        Self { factor: 10f64.powi(-thousands), name, is_relative: false }
    }

    /// The power of ten for values up to `largest` that have no unit of their own.
    pub fn relative(largest: f64) -> Self {
        let thousands = thousands(largest);
        let name = if thousands == 0 { String::new() } else { format!("1e{thousands}") };
        Self { factor: 10f64.powi(-thousands), name, is_relative: true }
    }

    /// Prefix and unit, or other words if there is none.
    pub fn unit_or<'a>(&'a self, words: &'a str) -> &'a str {
        if self.is_relative { words } else { &self.name }
    }

    /// The name of an axis: "time / ms", "time (relative)".
    pub fn axis(&self, quantity: &str) -> String {
        match (self.is_relative, self.name.as_str()) {
            (false, name) => format!("{quantity} / {name}"),
            (true, "") => format!("{quantity} (relative)"),
            (true, power) => format!("{quantity} / {power} (relative)"),
        }
    }
}

/// The power of a thousand that leaves values up to `largest` at most four digits before the point and one in sight behind it.
fn thousands(largest: f64) -> i32 {
    if !(largest > 0.0 && largest.is_finite()) || (0.02..5000.0).contains(&largest) {
        return 0;
    }
    3 * (libm::log10(largest) / 3.0).floor() as i32
}

/// A rectangle of the canvas with a value range along each side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Panel {
    pub corner: Point,
    pub size: Point,
    pub x: Range,
    pub y: Range,
    /// Ticks along x lie no closer than this.
    pub finest: f64,
}

impl Panel {
    /// Where a pair of values lies on the canvas.
    pub fn place(&self, [x, y]: [f64; 2]) -> Point {
        [
            self.corner[0] + self.size[0] * (x - self.x.low) / self.x.length(),
            self.corner[1] + self.size[1] * (self.y.high - y) / self.y.length(),
        ]
    }

    pub fn right(&self) -> f64 {
        self.corner[0] + self.size[0]
    }

    pub fn bottom(&self) -> f64 {
        self.corner[1] + self.size[1]
    }

    /// Whether a point lies inside, at least so many pixels from the edge.
    pub fn holds(&self, [x, y]: Point, margin: f64) -> bool {
        x - self.corner[0] >= margin
            && self.right() - x >= margin
            && y - self.corner[1] >= margin
            && self.bottom() - y >= margin
    }

    /// Grid lines at the ticks, and stronger ones at zero.
    pub fn draw_grid(&self, canvas: &mut Canvas) {
        for x in self.ticks_across().0 {
            let at = self.place([x, self.y.low])[0];
            canvas.line([at, self.corner[1]], [at, self.bottom()], "class=\"grid\"");
        }
        for y in self.y.ticks(self.wanted_up()).0 {
            let at = self.place([self.x.low, y])[1];
            canvas.line([self.corner[0], at], [self.right(), at], "class=\"grid\"");
        }
    }

    /// The lines on which x or y is zero, where they lie inside.
    pub fn draw_zero_lines(&self, canvas: &mut Canvas) {
        let [x, y] = self.place([0.0, 0.0]);
        if self.y.low < 0.0 && self.y.high > 0.0 {
            canvas.line([self.corner[0], y], [self.right(), y], "class=\"mark\"");
        }
        if self.x.low < 0.0 && self.x.high > 0.0 {
            canvas.line([x, self.corner[1]], [x, self.bottom()], "class=\"mark\"");
        }
    }

    /// The left and lower axes with ticks and names.
    pub fn draw_axes(&self, canvas: &mut Canvas, x_name: &str, y_name: &str) {
        self.draw_x_axis(canvas, x_name);
        let (ticks, decimals) = self.y.ticks(self.wanted_up());
        let left = self.corner[0];
        canvas.line(self.corner, [left, self.bottom()], "class=\"axis\"");
        for y in ticks {
            let at = self.place([self.x.low, y])[1];
            canvas.line([left - 4.0, at], [left, at], "class=\"axis\"");
            let label = tick_label(y, decimals);
            canvas.text([left - 7.0, at + 4.0], Label::new(&label).anchor(Anchor::End));
        }
        let middle = self.corner[1] + 0.5 * self.size[1];
        // As far above the panel and below it as its ticks reach.
        let shown = axis_name(y_name, self.size[1] + 40.0);
        canvas.text([left - 44.0, middle], Label::new(&shown).size(NAME).anchor(Anchor::Middle).upright());
    }

    /// The lower axis alone.
    pub fn draw_x_axis(&self, canvas: &mut Canvas, x_name: &str) {
        let (ticks, decimals) = self.ticks_across();
        let bottom = self.bottom();
        canvas.line([self.corner[0], bottom], [self.right(), bottom], "class=\"axis\"");
        for x in ticks {
            let at = self.place([x, self.y.low])[0];
            canvas.line([at, bottom], [at, bottom + 4.0], "class=\"axis\"");
            let label = tick_label(x, decimals);
            canvas.text([at, bottom + 17.0], Label::new(&label).anchor(Anchor::Middle));
        }
        let middle = self.corner[0] + 0.5 * self.size[0];
        let shown = axis_name(x_name, self.size[0] + 40.0);
        canvas.text([middle, bottom + 36.0], Label::new(&shown).size(NAME).anchor(Anchor::Middle));
    }

    /// Draws only inside the panel.
    pub fn clipped(&self, canvas: &mut Canvas, content: impl FnOnce(&mut Canvas)) {
        // A little wider, so that lines along the border keep their width.
        let corner = [self.corner[0] - 1.5, self.corner[1] - 1.5];
        canvas.clipped(corner, [self.size[0] + 3.0, self.size[1] + 3.0], content);
    }

    /// The part of a straight line inside the panel, both given by their ends on the canvas (Liang and Barsky).
    pub fn part_inside(&self, from: Point, to: Point) -> Option<[Point; 2]> {
        let step = [to[0] - from[0], to[1] - from[1]];
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (axis, low, high) in [(0, self.corner[0], self.right()), (1, self.corner[1], self.bottom())] {
            if step[axis] == 0.0 {
                if from[axis] < low || from[axis] > high {
                    return None;
                }
                continue;
            }
            let [a, b] = [(low - from[axis]) / step[axis], (high - from[axis]) / step[axis]];
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        let at = |part: f64| [from[0] + part * step[0], from[1] + part * step[1]];
        (enter < leave).then(|| [at(enter), at(leave)])
    }

    /// Values along the horizontal axis; where it counts, multiples of the finest step alone, even if that leaves one.
    fn ticks_across(&self) -> (Vec<f64>, usize) {
        let wanted = ((self.size[0] / 72.0) as usize).max(2);
        if self.finest > 0.0 {
            self.x.multiples(round_step(self.x.length() / wanted as f64).max(self.finest))
        } else {
            self.x.ticks(wanted)
        }
    }

    fn wanted_up(&self) -> usize {
        ((self.size[1] / 45.0) as usize).max(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let (ticks, decimals) = Range { low: -0.07, high: 2.13 }.ticks(6);
        assert_eq!((ticks.len(), decimals), (5, 1));
        assert_eq!(
            ticks.iter().map(|&t| tick_label(t, decimals)).collect::<Vec<_>>(),
            ["0.0", "0.5", "1.0", "1.5", "2.0"]
        );
        assert_eq!(tick_label(-0.25, 2), "−0.25");
        assert_eq!(tick_label(-1e-20, 1), "0.0");
    }

    #[test]
    fn a_long_name_is_cut_to_its_axis_and_keeps_its_unit() {
        assert_eq!(axis_name("impulse / N s", 200.0), "impulse / N s");
        let long = axis_name(&format!("impulse at {} / N s", "a-very-long-name".repeat(9)), 200.0);
        assert!(long.ends_with("… / N s") && theme::text_width(&long, NAME) <= 200.0, "{long}");
        assert_eq!(axis_name("time", 200.0), "time");
    }

    #[test]
    fn an_axis_that_counts_has_whole_numbers_alone() {
        let ticks = |low: f64, high: f64| {
            let y = Range { low: 0.0, high: 1.0 };
            Panel { corner: [0.0; 2], size: [600.0, 180.0], x: Range { low, high }, y, finest: 1.0 }
                .ticks_across()
        };
        assert_eq!(ticks(0.5, 1.5), (vec![1.0], 0));
        assert_eq!(ticks(0.0, 2.0), (vec![0.0, 1.0, 2.0], 0));
        assert_eq!(ticks(0.5, 17.5), (vec![5.0, 10.0, 15.0], 0));
    }

    #[test]
    fn a_range_about_zero_has_more_ticks_than_zero() {
        let (ticks, decimals) = Range { low: -9.4, high: 9.2 }.ticks(3);
        assert_eq!((ticks, decimals), (vec![-5.0, 0.0, 5.0], 0));
    }

    #[test]
    fn a_range_of_one_value_or_none_can_be_drawn() {
        for range in [Range::of([], 0.0), Range::of([f64::NAN, 3.0], 3.0), Range::of([1e-300], 1e-300)] {
            let padded = range.padded(0.05);
            assert!(padded.length() > 0.0, "{padded:?}");
            assert!(padded.ticks(5).0.len() < 20, "{padded:?}");
        }
        assert_eq!(Range::of([], 0.0).upwards(0.1).length(), 1.0);
    }

    #[test]
    fn units_take_the_prefix_that_suits() {
        for (largest, name) in [
            (1.9, "N"),
            (0.3, "N"),
            (0.004, "mN"),
            (7300.0, "kN"),
            (2e-7, "nN"),
            (0.0, "N"),
            (3e16, "1e15 N"),
        ] {
            assert_eq!(Unit::suiting(largest, "N").name, name, "{largest}");
        }
    }

    #[test]
    fn what_has_no_unit_is_said_to_be_relative() {
        assert_eq!(Unit::suiting(0.004, "s").axis("time"), "time / ms");
        assert_eq!(Unit::relative(1.0).axis("time"), "time (relative)");
        assert_eq!(Unit::relative(0.004).axis("force"), "force / 1e-3 (relative)");
    }
}
