//! The block of W over the members of a frame.
//!
//! Kept by rows, and once more for the product with the loads of all members (F.3), which is most of the work of a series: the
//! entries next to the diagonal, which are nearly all in a chain, as three vectors that the processor takes several
//! at a time, and the rest by rows. In large blocks that have many more the rest is kept by columns too: of a high order most loads are zero, and their columns
//! are not visited.

use crate::flow::reaction::Row;
use crate::flow::span::{MANY, Span};

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
    /// The far entries (row, value) by columns, and where those of each column end; empty in small blocks, and where they are few.
    far_of_column: Vec<(usize, f64)>,
    column_end: Vec<usize>,
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
        self.sort_by_columns(members);
    }

    /// Sorts the far entries by columns, rows ascending, in a large block that has more than one a row.
    fn sort_by_columns(&mut self, members: usize) {
        let Self { far_rows, far, far_of_column, column_end, .. } = self;
        far_of_column.clear();
        column_end.clear();
        if members < MANY || far.len() <= members {
            return;
        }
        column_end.resize(members + 1, 0);
        far.iter().for_each(|&(column, _)| column_end[column + 1] += 1);
        (0..members).for_each(|column| column_end[column + 1] += column_end[column]); // where columns start
        far_of_column.resize(far.len(), (0, 0.0));
        let mut start = 0;
        for &(row, end) in far_rows.iter() {
            for &(column, w) in &far[start..end] {
                far_of_column[column_end[column]] = (row, w);
                column_end[column] += 1; // and, after the last entry, end
            }
            start = end;
        }
    }

    /// `product` = factor · W · loads.
    pub fn multiply(&self, factor: f64, loads: &[f64], product: &mut [f64]) {
        let all = Span { first: 0, end: product.len() };
        self.multiply_span(factor, loads, all, product);
    }

    /// `product` = factor · W · loads where loads outside the span are zero, as `product` is to begin with; returns the span of the product.
    pub fn multiply_span(&self, factor: f64, loads: &[f64], of_loads: Span, product: &mut [f64]) -> Span {
        let near = self.multiply_near(loads, of_loads, product);
        let span = match self.has_columns() {
            true => self.add_columns(loads, of_loads, near, product),
            false => self.add_rows(loads, near, product),
        };
        product[span.first..span.end].iter_mut().for_each(|p| *p *= factor);
        span
    }

    /// Adds what the far entries do, row by row; returns the span of the sum, whose other part lies in `span`.
    fn add_rows(&self, loads: &[f64], mut span: Span, product: &mut [f64]) -> Span {
        let mut start = 0;
        for &(row, far_end) in &self.far_rows {
            let far: f64 = self.far[start..far_end].iter().map(|&(column, w)| w * loads[column]).sum();
            if far != 0.0 {
                product[row] += far;
                span = span.hull(Span { first: row, end: row + 1 });
            }
            start = far_end;
        }
        span
    }

    /// Adds what the far entries do, column by column, without those of loads that are zero.
    fn add_columns(&self, loads: &[f64], of_loads: Span, mut span: Span, product: &mut [f64]) -> Span {
        let mut start = if of_loads.first > 0 { self.column_end[of_loads.first - 1] } else { 0 };
        let (loads, ends) =
            (&loads[of_loads.first..of_loads.end], &self.column_end[of_loads.first..of_loads.end]);
        for (&load, &end) in loads.iter().zip(ends) {
            let far = &self.far_of_column[start..end];
            start = end;
            if let ([(first, _), ..], [.., (last, _)], true) = (far, far, load != 0.0) {
                far.iter().for_each(|&(row, w)| product[row] += w * load);
                span = span.hull(Span { first: *first, end: last + 1 });
            }
        }
        span
    }

    /// What the entries next to the diagonal do; returns the span of the product.
    fn multiply_near(&self, loads: &[f64], of_loads: Span, product: &mut [f64]) -> Span {
        let [below, own, above] = &self.near;
        let n = product.len();
        let span = of_loads.widened(1, n);
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
        span
    }

    /// Whether far entries are visited by columns, those of loads that are zero left out.
    pub fn has_columns(&self) -> bool {
        !self.far_of_column.is_empty()
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

    #[test]
    fn columns_of_loads_that_are_zero_are_left_out_and_nothing_else() {
        let members = 2 * MANY;
        let mut block = Block::default();
        block.clear();
        for row in 0..members {
            (0..members).filter(|column| (row + column) % 3 == 0).for_each(|column| {
                block.push(column, (1 + row + 2 * column) as f64);
            });
            block.end_row();
        }
        block.sort();
        assert!(block.has_columns());
        let of_loads = Span { first: 5, end: 20 };
        let mut loads = vec![0.0; members];
        (5..20).filter(|i| i % 4 != 0).for_each(|i| loads[i] = i as f64);
        let mut product = vec![0.0; members];
        let span = block.multiply_span(0.5, &loads, of_loads, &mut product);
        for (row, &found) in product.iter().enumerate() {
            assert_eq!(found, 0.5 * block.row_product(row, &loads), "row {row}");
            assert!(found == 0.0 || (span.first..span.end).contains(&row), "row {row}");
        }
    }
}
