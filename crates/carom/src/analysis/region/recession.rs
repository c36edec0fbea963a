//! Whether the region has an end.
//!
//! It has none along d if d lies in the cone, costs nothing, Wd = 0, and does not create energy, v₀·d ≤ 0. Then Wd = 0 leaves the
//! normal velocity alone too. For velocities that a bearing allows v₀·d = 0.

use nalgebra::{Matrix2, SymmetricEigen, Vector3};

use super::PermissibleRegion;
use super::landmarks::NullSpace;
use crate::laws::lone_impact::ROUNDING_OF_EIGENVALUES;

impl PermissibleRegion {
    /// A direction in which the region has no end, of unit length; none if it is bounded.
    #[must_use]
    pub fn endless_direction(&self) -> Option<Vector3<f64>> {
        self.endless_directions(&Vector3::z()).first().copied()
    }

    /// Directions in which the region has no end: those on the edges, and those nearest to a given one, to the normal and to where
    /// v₀ drives the bodies.
    pub(super) fn endless_directions(&self, along: &Vector3<f64>) -> Vec<Vector3<f64>> {
        let null = NullSpace::of(&self.impact);
        let mut directions = match null.basis()[..] {
            [] => Vec::new(),
            [only] => vec![only, -only],
            [..] => self.endless_in_plane_across(&null.directions.column(2).into(), along),
        };
        directions.retain(|direction| self.has_no_end_along(direction));
        directions
    }

    /// A direction in which it is endless in the plane of t1 and n.
    pub(super) fn endless_direction_in_plane(&self) -> Option<Vector3<f64>> {
        let w = &self.space.inverse_mass;
        let eigen = SymmetricEigen::new(Matrix2::new(w.m11, w.m13, w.m13, w.m33));
        let smallest = if eigen.eigenvalues[0] < eigen.eigenvalues[1] { 0 } else { 1 };
        if eigen.eigenvalues[smallest] > ROUNDING_OF_EIGENVALUES * eigen.eigenvalues.amax() {
            return None;
        }
        let along = eigen.eigenvectors.column(smallest);
        let along = Vector3::new(along.x, 0.0, along.y);
        [along, -along].into_iter().find(|direction| self.has_no_end_along(direction))
    }

    /// The directions of the plane across the only one in which anything moves that may be the extreme ones.
    fn endless_in_plane_across(&self, moving: &Vector3<f64>, along: &Vector3<f64>) -> Vec<Vector3<f64>> {
        let across = |d: Vector3<f64>| (d - moving * moving.dot(&d)).try_normalize(ROUNDING_OF_EIGENVALUES);
        let mut candidates: Vec<Vector3<f64>> =
            [across(Vector3::z()), across(*along), across(-self.space.velocity)]
                .into_iter()
                .flatten()
                .collect();
        match across(Vector3::z()) {
            Some(steepest) => {
                let level = moving.cross(&steepest);
                let cosine = (self.space.cone.cosine / steepest.z).min(1.0);
                let sine = (1.0 - cosine * cosine).sqrt();
                candidates.extend([1.0, -1.0].map(|side: f64| steepest * cosine + level * (side * sine)));
            }
            // The plane is level: only a half space contains it.
            None => candidates.extend([Vector3::x(), -Vector3::x(), Vector3::y(), -Vector3::y()]),
        }
        candidates
    }

    fn has_no_end_along(&self, direction: &Vector3<f64>) -> bool {
        self.space.cone.margin(direction) >= -ROUNDING_OF_EIGENVALUES
            && self.space.velocity.dot(direction) <= ROUNDING_OF_EIGENVALUES * self.space.velocity.norm()
    }
}
