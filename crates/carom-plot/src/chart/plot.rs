//! What one plot of a chart shows.

/// A pair of values.
pub(crate) type Values = [f64; 2];

/// The part of an axis that is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Interval {
    /// As much as the marks need.
    Fitting,
    /// As much as the marks need, and zero.
    WithZero,
    /// From the first value to the second.
    Between(f64, f64),
}

/// How the scales of the two axes are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scales {
    Independent,
    Equal,
}

/// The look of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Line,
    Dashed,
    Dots,
    Rings,
    Area,
}

/// Something drawn in a plot.
#[derive(Debug, Clone)]
pub(crate) enum Mark {
    /// A series, which the legend names.
    Series { name: String, look: Look, points: Vec<Values> },
    /// A thin dashed line that belongs to no series: an axis of symmetry, a limit.
    Guide { points: Vec<Values> },
    /// A dot with a few letters beside it.
    Letter { at: Values, text: String },
    /// Words in the plot, centred on a point.
    Words { at: Values, text: String },
}

/// One panel of a [`Chart`](super::Chart).
#[derive(Debug, Clone)]
pub struct Plot {
    pub(crate) heading: String,
    pub(crate) names: [String; 2],
    pub(crate) intervals: [Interval; 2],
    pub(crate) scales: Scales,
    pub(crate) height: f64,
    /// Ticks along x lie no closer than this.
    pub(crate) finest: f64,
    pub(crate) marks: Vec<Mark>,
}

impl Plot {
    /// An empty plot; the names of its axes carry their units, such as "time / s".
    #[must_use]
    pub fn new(x_name: &str, y_name: &str) -> Self {
        /// Height in pixels unless said otherwise.
        const USUAL: f64 = 300.0;
        Self {
            heading: String::new(),
            names: [x_name.to_owned(), y_name.to_owned()],
            intervals: [Interval::Fitting; 2],
            scales: Scales::Independent,
            height: USUAL,
            finest: 0.0,
            marks: Vec::new(),
        }
    }

    /// A line of text above the plot, such as "(a) energetic restitution".
    #[must_use]
    pub fn heading(self, text: &str) -> Self {
        Self { heading: text.to_owned(), ..self }
    }

    /// The part of the horizontal axis that is shown.
    #[must_use]
    pub fn across(self, interval: Interval) -> Self {
        Self { intervals: [interval, self.intervals[1]], ..self }
    }

    /// The part of the vertical axis that is shown.
    #[must_use]
    pub fn upwards(self, interval: Interval) -> Self {
        Self { intervals: [self.intervals[0], interval], ..self }
    }

    /// One unit is as long on one axis as on the other; the height is then the most the plot may have.
    #[must_use]
    pub fn equal_scales(self) -> Self {
        Self { scales: Scales::Equal, ..self }
    }

    /// Whole numbers along the horizontal axis: it counts.
    #[must_use]
    pub fn counting(self) -> Self {
        Self { finest: 1.0, ..self }
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(self, pixels: f64) -> Self {
        Self { height: pixels, ..self }
    }

    /// A line through points; one that is not finite interrupts it.
    #[must_use]
    pub fn line(self, name: &str, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.series(name, Look::Line, points)
    }

    /// A dashed line through points.
    #[must_use]
    pub fn dashed(self, name: &str, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.series(name, Look::Dashed, points)
    }

    /// Filled dots.
    #[must_use]
    pub fn dots(self, name: &str, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.series(name, Look::Dots, points)
    }

    /// Open circles, for values that were published or measured.
    #[must_use]
    pub fn rings(self, name: &str, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.series(name, Look::Rings, points)
    }

    /// A pale area with the given border.
    #[must_use]
    pub fn area(self, name: &str, border: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.series(name, Look::Area, border)
    }

    /// A thin dashed line that belongs to no series.
    #[must_use]
    pub fn guide(mut self, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        self.marks.push(Mark::Guide { points: points.into_iter().collect() });
        self
    }

    /// A dot with a few letters beside it.
    #[must_use]
    pub fn letter(mut self, at: [f64; 2], text: &str) -> Self {
        self.marks.push(Mark::Letter { at, text: text.to_owned() });
        self
    }

    /// Words in the plot, centred on a point.
    #[must_use]
    pub fn words(mut self, at: [f64; 2], text: &str) -> Self {
        self.marks.push(Mark::Words { at, text: text.to_owned() });
        self
    }

    fn series(mut self, name: &str, look: Look, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        let points = points.into_iter().collect();
        self.marks.push(Mark::Series { name: name.to_owned(), look, points });
        self
    }
}
