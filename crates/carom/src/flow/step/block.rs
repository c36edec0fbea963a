//! The block of W over the members of a frame.
//!
//! Kept by rows, and once more for the product with the loads of all members (F.3), which is most of the work of a series: the
//! entries next to the diagonal, which are nearly all in a chain, as three vectors that the processor takes several
//! at a time, and the rest by rows.

use crate::flow::reaction::Row;
use crate::flow::span::Span;

/// A sparse matrix over members.
#[derive(Debug, Default)]
pub(in crate::flow) struct Block {
    row_start: Vec<usize>,
    column: Vec<usize>,
    weight: Vec<f64>,
    /// Wᵢ,ᵢ₋₁, Wᵢᵢ and Wᵢ,ᵢ₊₁ of each row.
    near: [Vec<f64>; 3],
    /// Rows with entries elsewhere: the row, and where its entries end in `far`.
    far_rows: Vec<(usize, usize)>,
    far: Vec<(usize, f64)>,
}

impl Block {
    /// Starts an empty block, keeping its memory.
    pub fn clear(&mut self) {
        self.row_start.clear();
        self.row_start.push(0);
        self.column.clear();
        self.weight.clear();
    }

    /// Appends an entry to the row that is being written.
    pub fn push(&mut self, column: usize, weight: f64) {
        self.column.push(column);
        self.weight.push(weight);
    }

    /// Adds to an entry of the row that is being written.
    pub fn add(&mut self, column: usize, weight: f64) {
        let start = self.row_start.last().copied().unwrap_or(0);
        match self.column[start..].iter().position(|&c| c == column) {
            Some(at) => self.weight[start + at] += weight,
            None => self.push(column, weight),
        }
    }

    /// Ends the row that is being written.
    pub fn end_row(&mut self) {
        self.row_start.push(self.column.len());
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.column.len()
    }

    /// Where a row is stored.
    pub fn range(&self, row: usize) -> std::ops::Range<usize> {
        self.row_start[row]..self.row_start[row + 1]
    }

    /// The column of each stored entry.
    pub fn columns(&self) -> &[usize] {
        &self.column
    }

    /// The entries (column, value) of a row.
    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + Clone + '_ {
        let range = self.range(row);
        self.column[range.clone()].iter().copied().zip(self.weight[range].iter().copied())
    }

    /// The entry on the diagonal.
    pub fn own(&self, row: usize) -> f64 {
        self.row(row).find(|&(column, _)| column == row).map_or(0.0, |(_, w)| w)
    }

    /// A row times the loads.
    pub fn row_product(&self, row: usize, loads: &[f64]) -> f64 {
        self.row(row).map(|(column, w)| w * loads[column]).sum()
    }

    /// The block over the given members, which ascend, by rows of (place among them, value).
    pub fn among(&self, members: &[usize]) -> Vec<Row> {
        let place = |(column, w)| members.binary_search(&column).ok().map(|place| (place, w));
        members.iter().map(|&row| self.row(row).filter_map(place).collect()).collect()
    }

    /// The whole block by rows.
    pub fn fill(&self, full: &mut Vec<f64>) {
        let members = self.row_start.len() - 1;
        full.resize(members * members, 0.0);
        for row in 0..members {
            self.row(row).for_each(|(column, w)| full[row * members + column] = w);
        }
    }

    /// Sorts the entries for [`Block::multiply`].
    pub fn sort(&mut self) {
        let members = self.row_start.len() - 1;
        for diagonal in &mut self.near {
            diagonal.clear();
            diagonal.resize(members, 0.0);
        }
        self.far.clear();
        self.far_rows.clear();
        for row in 0..members {
            let known = self.far.len();
            for e in self.row_start[row]..self.row_start[row + 1] {
                let (column, w) = (self.column[e], self.weight[e]);
                match (column + 1).checked_sub(row) {
                    Some(place @ 0..=2) => self.near[place][row] = w,
                    Some(_) | None => self.far.push((column, w)),
                }
            }
            if self.far.len() > known {
                self.far_rows.push((row, self.far.len()));
            }
        }
    }

    /// `product` = factor · W · loads.
    pub fn multiply(&self, factor: f64, loads: &[f64], product: &mut [f64]) {
        let all = Span { first: 0, end: product.len() };
        self.multiply_span(factor, loads, all, product);
    }

    /// The same where loads outside the span are zero, as `product` is to begin with; returns the span of the product.
    pub fn multiply_span(&self, factor: f64, loads: &[f64], of_loads: Span, product: &mut [f64]) -> Span {
        let [below, own, above] = &self.near;
        let n = product.len();
        let mut span = of_loads.widened(1, n);
        let Span { first, end } = span;
        for ((p, w), load) in product[first..end].iter_mut().zip(&own[first..]).zip(&loads[first..]) {
            *p = w * load;
        }
        let from = first.max(1);
        for ((p, w), load) in product[from..end].iter_mut().zip(&below[from..]).zip(&loads[from - 1..]) {
            *p += w * load;
        }
        for ((p, w), load) in product[first..end].iter_mut().zip(&above[first..]).zip(&loads[first + 1..n]) {
            *p += w * load;
        }
        let mut start = 0;
        for &(row, far_end) in &self.far_rows {
            let far: f64 = self.far[start..far_end].iter().map(|&(column, w)| w * loads[column]).sum();
            if far != 0.0 {
                product[row] += far;
                span = span.hull(Span { first: row, end: row + 1 });
            }
            start = far_end;
        }
        product[span.first..span.end].iter_mut().for_each(|p| *p *= factor);
        span
    }

    /// The entries on the diagonal, once they are sorted.
    pub fn diagonal(&self) -> &[f64] {
        &self.near[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_is_that_of_the_rows_wherever_the_entries_are() {
        let entries = [vec![(0, 2.0), (3, -1.0)], vec![(1, 3.0), (2, 0.5)], vec![(1, 0.5)], vec![(0, -1.0)]];
        let mut block = Block::default();
        block.clear();
        for row in &entries {
            row.iter().for_each(|&(column, w)| block.push(column, w));
            block.end_row();
        }
        block.sort();
        let mut product = [0.0; 4];
        block.multiply(0.5, &[1.0, 10.0, 100.0, 1000.0], &mut product);
        assert_eq!(product, [-499.0, 40.0, 2.5, -0.5]);
    }
}
