//! Orders of a series that reach only as far as their terms count.
//!
//! Where one contact of a large frame is much stiffer than the others, ω is its frequency. In its time the others hardly move:
//! their terms fall by (ωᵢ/ω)² every two orders, and those of a chain in the tail of a wave are gone after three to eight of
//! twenty. So each order has its span: the members from the first to the last whose term counts. Terms outside are zero. A span may
//! widen again from one order to the next, by what its loads move. Where contacts are not in a row a span holds many that do not count:
//! their loads are zero, and products leave them out.

use crate::flow::frame::{Entry, Frame};
use crate::flow::series::{RECIPROCAL, Series, TERMS};

/// A term below this part of the speed that is rounding does not count. A contact takes part in some 10⁵ series of 20 orders;
/// all that is left out together is a thousandth of that speed's own rounding, should it ever add up.
const NEGLIGIBLE: f64 = 1.0 / (1u64 << 31) as f64;

/// From this many members on, each order of the series goes only as far as its terms count: keeping track of that costs more
/// than it saves with fewer.
pub(in crate::flow) const MANY: usize = 24;

/// Members from the first to the one before the end.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    pub first: usize,
    pub end: usize,
}

impl Span {
    /// The members of both and all between.
    pub fn hull(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), end: self.end.max(other.end) }
    }

    /// This span with so many more on each side, of so many members.
    pub fn widened(self, by: usize, members: usize) -> Self {
        Self { first: self.first.saturating_sub(by), end: (self.end + by).min(members) }
    }

    pub fn of_order(self, order: usize, members: usize) -> std::ops::Range<usize> {
        order * members + self.first..order * members + self.end
    }
}

/// Which terms of the storage may be other than zero.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) enum Storage {
    /// Any.
    #[default]
    Full,
    /// Those within the spans.
    Spans,
}

impl Series {
    /// Terms of order zero, for a series whose orders have spans.
    pub fn begin_spans(&mut self, entries: &[Entry], kappa: &[f64], rate: f64) {
        match self.storage {
            Storage::Full => {
                self.velocity.fill(0.0);
                self.load.fill(0.0);
            }
            Storage::Spans => {
                for (order, span) in self.span.iter().enumerate() {
                    self.velocity[span.of_order(order, self.members)].fill(0.0);
                    self.load[span.of_order(order, self.members)].fill(0.0);
                }
            }
        }
        self.members = entries.len();
        self.velocity.resize(self.members * TERMS, 0.0);
        self.load.resize(self.members * TERMS, 0.0);
        self.storage = Storage::Spans;
        self.span = [Span::default(); TERMS];
        self.span[0] = Span { first: 0, end: self.members };
        self.set_start(entries, kappa, rate);
    }

    /// Narrows the span of order j to the terms that count; its loads are known on the span before it.
    pub fn narrow(&mut self, j: usize, entries: &[Entry], own: &[f64]) {
        let mut span = self.span[j].hull(self.span[j - 1]);
        let counts = |i: usize| {
            let at = j * self.members + i;
            let speed = self.velocity[at].abs().max(self.load[at].abs() * own[i]);
            speed > NEGLIGIBLE * entries[i].floor
        };
        let whole = span;
        while span.first < span.end && !counts(span.first) {
            span.first += 1;
        }
        while span.first < span.end && !counts(span.end - 1) {
            span.end -= 1;
        }
        for dropped in
            [Span { first: whole.first, end: span.first }, Span { first: span.end, end: whole.end }]
        {
            self.velocity[dropped.of_order(j, self.members)].fill(0.0);
            self.load[dropped.of_order(j, self.members)].fill(0.0);
        }
        self.span[j] = span;
    }

    /// Sets the loads of order j to zero that do not count.
    pub fn thin(&mut self, j: usize, entries: &[Entry], own: &[f64]) {
        let Span { first, end } = self.span[j];
        let loads = &mut self.load[self.span[j].of_order(j, self.members)];
        for ((load, own), entry) in loads.iter_mut().zip(&own[first..end]).zip(&entries[first..end]) {
            if load.abs() * own <= NEGLIGIBLE * entry.floor {
                *load = 0.0;
            }
        }
    }

    /// Widens the span of order j to the members `held` whose loads count; the others beyond it carry none.
    pub fn widen_to_held(&mut self, j: usize, held: &[usize], entries: &[Entry], own: &[f64]) {
        let counts =
            |&&i: &&usize| self.load[j * self.members + i].abs() * own[i] > NEGLIGIBLE * entries[i].floor;
        let (first, last) = (held.iter().find(counts), held.iter().rfind(counts));
        if let (Some(&first), Some(&last)) = (first, last) {
            self.widen(j, Span { first, end: last + 1 });
        }
        let Span { first, end } = self.span[j];
        for &i in held.iter().filter(|&&i| i < first || i >= end) {
            self.load[j * self.members + i] = 0.0;
        }
    }

    /// The span of an order.
    pub fn span(&self, j: usize) -> Span {
        self.span[j]
    }
}

impl Frame {
    /// Narrows order j to the terms that count.
    pub(in crate::flow) fn narrow_span(&mut self, j: usize) {
        let block = self.w.block();
        self.series.narrow(j, &self.entries, block.diagonal());
        if block.has_columns() {
            self.series.thin(j, &self.entries, block.diagonal());
        }
    }

    /// (F.3) as far as the loads of order j reach; says whether there are any.
    pub(in crate::flow) fn accelerate_span(&mut self, j: usize) -> bool {
        let block = self.w.block();
        if !self.held.is_empty() {
            self.series.widen_to_held(j, &self.held, &self.entries, block.diagonal());
        }
        let span = self.series.span(j);
        if span.first == span.end {
            return false;
        }
        let (loads, velocities) = self.series.product_terms(j);
        let reached = block.multiply_span(RECIPROCAL[j], loads, span, velocities);
        for &row in &self.held {
            velocities[row] = 0.0;
        }
        self.series.widen(j + 1, reached);
        true
    }
}
