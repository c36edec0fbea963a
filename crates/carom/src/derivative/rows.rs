//! Variations of many quantities along several directions, those of one quantity side by side.

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
    pub fn lanes<const L: usize>(&self, quantity: usize, directions: &[usize]) -> [f64; L] {
        let (mut lanes, row) = ([0.0; L], self.row(quantity));
        lanes.iter_mut().zip(directions).for_each(|(lane, &direction)| *lane = row[direction]);
        lanes
    }

    pub fn set_lanes(&mut self, quantity: usize, directions: &[usize], lanes: &[f64]) {
        let row = self.row_mut(quantity);
        directions.iter().zip(lanes).for_each(|(&direction, value)| row[direction] = *value);
    }

    pub fn add_lanes(&mut self, quantity: usize, directions: &[usize], lanes: &[f64]) {
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
