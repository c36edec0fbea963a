//! All that changes continuously, in one vector, so that an integrator need not know what it integrates.
//!
//! With n contacts: v (3n), p (3n), u (2n), d (n), gap (n), work lost to friction (n).

use nalgebra::{DVector, Vector2, Vector3};

/// Velocities, impulses, stretches, compressions, gaps and friction losses of all contacts. Also their rates.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Motion {
    contacts: usize,
    pub(super) values: DVector<f64>,
}

impl Motion {
    pub(super) fn zeros(contacts: usize) -> Self {
        Self { contacts, values: DVector::zeros(11 * contacts) }
    }

    /// The same contacts with other values.
    pub(super) fn with(&self, values: DVector<f64>) -> Self {
        Self { contacts: self.contacts, values }
    }

    fn index_of_stretch(&self, i: usize) -> usize {
        6 * self.contacts + 2 * i
    }

    fn index_of_compression(&self, i: usize) -> usize {
        8 * self.contacts + i
    }

    fn index_of_gap(&self, i: usize) -> usize {
        9 * self.contacts + i
    }

    fn index_of_loss(&self, i: usize) -> usize {
        10 * self.contacts + i
    }

    /// v of all contacts.
    pub(super) fn velocities(&self) -> DVector<f64> {
        self.values.rows(0, 3 * self.contacts).into_owned()
    }

    pub(super) fn set_velocities(&mut self, velocities: &DVector<f64>) {
        self.values.rows_mut(0, 3 * self.contacts).copy_from(velocities);
    }

    /// p of all contacts.
    pub(super) fn impulses(&self) -> DVector<f64> {
        self.values.rows(3 * self.contacts, 3 * self.contacts).into_owned()
    }

    pub(super) fn set_impulses(&mut self, impulses: &DVector<f64>) {
        self.values.rows_mut(3 * self.contacts, 3 * self.contacts).copy_from(impulses);
    }

    pub(super) fn impulse(&self, i: usize) -> Vector3<f64> {
        let at = 3 * self.contacts + 3 * i;
        Vector3::new(self.values[at], self.values[at + 1], self.values[at + 2])
    }

    pub(super) fn add_normal_impulse(&mut self, i: usize, impulse: f64) {
        self.values[3 * self.contacts + 3 * i + 2] += impulse;
    }

    /// v_n.
    pub(super) fn normal(&self, i: usize) -> f64 {
        self.values[3 * i + 2]
    }

    pub(super) fn set_normal(&mut self, i: usize, velocity: f64) {
        self.values[3 * i + 2] = velocity;
    }

    /// v_t.
    pub(super) fn tangential(&self, i: usize) -> Vector2<f64> {
        Vector2::new(self.values[3 * i], self.values[3 * i + 1])
    }

    pub(super) fn set_tangential(&mut self, i: usize, velocity: Vector2<f64>) {
        self.values[3 * i] = velocity.x;
        self.values[3 * i + 1] = velocity.y;
    }

    /// u.
    pub(super) fn stretch(&self, i: usize) -> Vector2<f64> {
        let at = self.index_of_stretch(i);
        Vector2::new(self.values[at], self.values[at + 1])
    }

    pub(super) fn set_stretch(&mut self, i: usize, stretch: Vector2<f64>) {
        let at = self.index_of_stretch(i);
        self.values[at] = stretch.x;
        self.values[at + 1] = stretch.y;
    }

    /// d.
    pub(super) fn compression(&self, i: usize) -> f64 {
        self.values[self.index_of_compression(i)]
    }

    pub(super) fn set_compression(&mut self, i: usize, compression: f64) {
        let at = self.index_of_compression(i);
        self.values[at] = compression;
    }

    pub(super) fn gap(&self, i: usize) -> f64 {
        self.values[self.index_of_gap(i)]
    }

    pub(super) fn set_gap(&mut self, i: usize, gap: f64) {
        let at = self.index_of_gap(i);
        self.values[at] = gap;
    }

    /// Work lost to friction at contact i.
    pub(super) fn loss(&self, i: usize) -> f64 {
        self.values[self.index_of_loss(i)]
    }

    pub(super) fn set_loss(&mut self, i: usize, loss: f64) {
        let at = self.index_of_loss(i);
        self.values[at] = loss;
    }
}
