//! Variations of many quantities along several directions, those of one quantity side by side.

/// So many directions are followed side by side.
pub(super) const LANES: usize = 8;
/// One quantity along some directions.
pub(super) type Lanes = [f64; LANES];

/// A row for every quantity, a column for every direction.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    directions: usize,
    data: Vec<f64>,
}

impl Rows {
    pub fn zeros(quantities: usize, directions: usize) -> Self {
        Self { directions, data: vec![0.0; quantities * directions] }
    }

    /// All zero again, for so many quantities.
    pub fn reset(&mut self, quantities: usize, directions: usize) {
        self.directions = directions;
        self.data.clear();
        self.data.resize(quantities * directions, 0.0);
    }

    pub fn directions(&self) -> usize {
        self.directions
    }

    /// Some directions of a row; zero beyond the last.
    #[inline]
    pub fn lanes(&self, quantity: usize, directions: &[usize]) -> Lanes {
        let (mut lanes, row) = ([0.0; LANES], self.row(quantity));
        lanes.iter_mut().zip(directions).for_each(|(lane, &direction)| *lane = row[direction]);
        lanes
    }

    pub fn set_lanes(&mut self, quantity: usize, directions: &[usize], lanes: &Lanes) {
        let row = self.row_mut(quantity);
        directions.iter().zip(lanes).for_each(|(&direction, value)| row[direction] = *value);
    }

    pub fn add_lanes(&mut self, quantity: usize, directions: &[usize], lanes: &Lanes) {
        let row = self.row_mut(quantity);
        directions.iter().zip(lanes).for_each(|(&direction, value)| row[direction] += *value);
    }

    pub fn row(&self, quantity: usize) -> &[f64] {
        &self.data[quantity * self.directions..(quantity + 1) * self.directions]
    }

    pub fn row_mut(&mut self, quantity: usize) -> &mut [f64] {
        &mut self.data[quantity * self.directions..(quantity + 1) * self.directions]
    }

    /// Adds a multiple of a row to a row.
    #[inline]
    pub fn add(&mut self, quantity: usize, factor: f64, row: &[f64]) {
        add(self.row_mut(quantity), factor, row);
    }

    pub fn set(&mut self, quantity: usize, row: &[f64]) {
        self.row_mut(quantity).copy_from_slice(row);
    }

    pub fn clear_row(&mut self, quantity: usize) {
        self.row_mut(quantity).fill(0.0);
    }

    pub fn scale(&mut self, quantity: usize, factor: f64) {
        self.row_mut(quantity).iter_mut().for_each(|value| *value *= factor);
    }

    pub fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.is_finite())
    }

    /// Makes the right side of a linear system its solution, by elimination with the largest pivots; says whether there is one. It is a
    /// square matrix, and is used up.
    pub fn solve(&mut self, right: &mut Self) -> bool {
        let size = self.directions;
        for column in 0..size {
            let below = column..size;
            let largest =
                below.max_by(|&a, &b| self.at(a, column).abs().total_cmp(&self.at(b, column).abs()));
            let pivot = largest.unwrap_or(column);
            if self.at(pivot, column) == 0.0 || self.at(pivot, column).is_nan() {
                return false;
            }
            self.swap(pivot, column);
            right.swap(pivot, column);
            let (above, below) = self.data.split_at_mut((column + 1) * size);
            let chosen = &above[column * size..];
            let (known, open) = right.data.split_at_mut((column + 1) * right.directions);
            let known = &known[column * right.directions..];
            for (number, row) in below.chunks_exact_mut(size).enumerate() {
                let factor = -row[column] / chosen[column];
                if factor != 0.0 {
                    add(&mut row[column + 1..], factor, &chosen[column + 1..]);
                    let first = number * right.directions;
                    add(&mut open[first..first + right.directions], factor, known);
                }
            }
        }
        for row in (0..size).rev() {
            let (open, known) = right.data.split_at_mut((row + 1) * right.directions);
            let open = &mut open[row * right.directions..];
            for column in row + 1..size {
                let first = (column - row - 1) * right.directions;
                add(open, -self.at(row, column), &known[first..first + right.directions]);
            }
            open.iter_mut().for_each(|x| *x /= self.at(row, row));
        }
        true
    }

    fn swap(&mut self, one: usize, other: usize) {
        if one != other {
            let (first, second) = (one.min(other), one.max(other));
            let (above, below) = self.data.split_at_mut(second * self.directions);
            let first = first * self.directions;
            above[first..first + self.directions].swap_with_slice(&mut below[..self.directions]);
        }
    }

    pub fn at(&self, quantity: usize, direction: usize) -> f64 {
        self.data[quantity * self.directions + direction]
    }

    pub fn at_mut(&mut self, quantity: usize, direction: usize) -> &mut f64 {
        &mut self.data[quantity * self.directions + direction]
    }
}

/// Adds a multiple of a row to another.
#[inline]
pub(super) fn add(to: &mut [f64], factor: f64, row: &[f64]) {
    for (to, value) in to.iter_mut().zip(row) {
        *to += factor * value;
    }
}
