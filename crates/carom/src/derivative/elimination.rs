//! Linear systems with many right sides, by elimination with the largest pivots.
//!
//! Rows of [A | B] lie one after the other. Columns of A are eliminated a few at a time, so that what is left of a row is loaded and stored once for
//! all of them.

/// So many columns are eliminated together.
const PANEL: usize = 8;
/// So many entries of a row are kept in registers.
const CHUNK: usize = 8;

/// A X = B, of which the solution takes the place of B.
#[derive(Debug, Default)]
pub(super) struct System {
    size: usize,
    width: usize,
    data: Vec<f64>,
}

impl System {
    /// Makes room for so many equations with so many right sides, all of whose numbers are still to be written.
    pub fn begin(&mut self, size: usize, right_sides: usize) {
        (self.size, self.width) = (size, size + right_sides);
        self.data.resize(size * self.width, 0.0);
    }

    /// An equation: its row of A, and of B.
    pub fn equation_mut(&mut self, row: usize) -> (&mut [f64], &mut [f64]) {
        self.data[row * self.width..(row + 1) * self.width].split_at_mut(self.size)
    }

    /// A row of X, once it is solved.
    pub fn solution(&self, row: usize) -> &[f64] {
        &self.data[row * self.width + self.size..(row + 1) * self.width]
    }

    /// Solves it; says whether there is a solution.
    pub fn solve(&mut self) -> bool {
        for first in (0..self.size).step_by(PANEL) {
            let beyond = (first + PANEL).min(self.size);
            if !(first..beyond).all(|column| self.eliminate(column, beyond)) {
                return false;
            }
            for row in first + 1..self.size {
                let last = row.min(beyond);
                self.take_away(row, first..last, beyond);
            }
        }
        for row in (0..self.size).rev() {
            let pivot = self.data[row * self.width + row];
            self.substitute(row);
            self.data[row * self.width + self.size..(row + 1) * self.width]
                .iter_mut()
                .for_each(|x| *x /= pivot);
        }
        true
    }

    /// Eliminates a column from the rows below it, as far as the columns of its panel go. The factors take its place.
    fn eliminate(&mut self, column: usize, beyond: usize) -> bool {
        let width = self.width;
        let entry = |row: usize| self.data[row * width + column];
        let largest = (column..self.size).max_by(|&a, &b| entry(a).abs().total_cmp(&entry(b).abs()));
        let pivot = largest.unwrap_or(column);
        let value = entry(pivot);
        if value == 0.0 || value.is_nan() {
            return false;
        }
        if pivot != column {
            let (above, below) = self.data.split_at_mut(pivot * width);
            above[column * width..(column + 1) * width].swap_with_slice(&mut below[..width]);
        }
        let (above, below) = self.data.split_at_mut((column + 1) * width);
        let chosen = &above[column * width + column + 1..column * width + beyond];
        for row in below.chunks_exact_mut(width) {
            let factor = row[column] / value;
            row[column] = factor;
            row[column + 1..beyond].iter_mut().zip(chosen).for_each(|(x, chosen)| *x -= factor * chosen);
        }
        true
    }

    /// Takes the multiples of the rows of a panel that its factors say from what is left of a row behind the panel.
    fn take_away(&mut self, row: usize, panel: std::ops::Range<usize>, beyond: usize) {
        let width = self.width;
        let (above, below) = self.data.split_at_mut(row * width);
        let (factors, rest) = below[..width].split_at_mut(beyond);
        take_away(rest, &factors[panel.clone()], &above[panel.start * width + beyond..], width);
    }

    /// Takes what is known already from the right sides of a row.
    fn substitute(&mut self, row: usize) {
        let (width, size) = (self.width, self.size);
        let (above, below) = self.data.split_at_mut((row + 1) * width);
        let (factors, right) = above[row * width..].split_at_mut(size);
        if row + 1 < size {
            take_away(right, &factors[row + 1..], &below[size..], width);
        }
    }
}

/// Takes multiples of rows, which begin `width` apart, from another.
fn take_away(to: &mut [f64], factors: &[f64], rows: &[f64], width: usize) {
    if factors.iter().all(|&factor| factor == 0.0) {
        return;
    }
    let length = to.len();
    let (chunks, rest) = to.as_chunks_mut::<CHUNK>();
    for (number, chunk) in chunks.iter_mut().enumerate() {
        let mut sum = *chunk;
        for (row, factor) in rows[number * CHUNK..].chunks(width).zip(factors) {
            if let Some(row) = row.first_chunk::<CHUNK>() {
                (0..CHUNK).for_each(|i| sum[i] -= factor * row[i]);
            }
        }
        *chunk = sum;
    }
    let done = length - rest.len();
    for (row, factor) in rows[done..].chunks(width).zip(factors) {
        rest.iter_mut().zip(row).for_each(|(x, value)| *x -= factor * value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few roundings, times how much elimination of these systems amplifies them.
    const ROUNDED: f64 = 1e-11;

    /// Numbers between −1 and 1 that are the same every time.
    fn number(seed: &mut u64) -> f64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    #[test]
    fn solutions_satisfy_their_equations_however_the_panels_fall() {
        let mut seed = 1;
        for size in [1, 2, 7, 8, 9, 16, 23, 40] {
            for right_sides in [1, 5, 8, 19] {
                let mut system = System::default();
                system.begin(size, right_sides);
                for row in 0..size {
                    let (left, right) = system.equation_mut(row);
                    left.iter_mut().chain(right).for_each(|x| *x = number(&mut seed));
                    // Pivots must be sought.
                    left[row] = 0.0;
                }
                if size == 1 {
                    system.equation_mut(0).0[0] = -0.3;
                }
                let whole = system.data.clone();
                assert!(system.solve());
                for row in 0..size {
                    for side in 0..right_sides {
                        let equation = &whole[row * system.width..(row + 1) * system.width];
                        let sum: f64 = (0..size).map(|k| equation[k] * system.solution(k)[side]).sum();
                        assert!(
                            (sum - equation[size + side]).abs() < ROUNDED,
                            "{size} {right_sides}: {row} {side}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn dependent_equations_have_no_solution() {
        let mut system = System::default();
        system.begin(3, 1);
        for (row, entries) in [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 1.0, 1.0]].iter().enumerate() {
            system.equation_mut(row).0.copy_from_slice(entries);
        }
        assert!(!system.solve());
    }
}
