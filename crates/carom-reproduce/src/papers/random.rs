//! Random numbers for statements that hold in all cases: the same in every run. Papers add what their cases are made of.

use carom_reference::scenes::SplitMix;
use nalgebra::Vector3;

/// A source of random cases.
pub struct Random(SplitMix);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(SplitMix(seed))
    }

    /// Evenly between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0.between(low, high)
    }

    /// Each component between −1 and 1.
    pub fn vector(&mut self) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-1.0, 1.0))
    }
}
