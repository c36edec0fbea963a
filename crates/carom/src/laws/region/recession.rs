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
        let null = NullSpace::of(&self.impact);
        let candidates = match null.basis()[..] {
            [] => Vec::new(),
            [along] => vec![along, -along],
            [..] => self.endless_in_plane_across(&null.directions.column(2).into()),
        };
        candidates.into_iter().find(|direction| self.has_no_end_along(direction))
    }

    /// The same in the plane of t1 and n.
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

    /// The directions of the plane across the only one in which anything moves that may lie in the cone and not create energy: the
    /// steepest, those on the cone, and the one that v₀ drives most.
    fn endless_in_plane_across(&self, moving: &Vector3<f64>) -> Vec<Vector3<f64>> {
        let across = |d: Vector3<f64>| (d - moving * moving.dot(&d)).try_normalize(ROUNDING_OF_EIGENVALUES);
        let mut candidates: Vec<Vector3<f64>> = across(-self.space.velocity).into_iter().collect();
        match across(Vector3::z()) {
            Some(steepest) => {
                let level = moving.cross(&steepest);
                let cosine = self.space.cone.cosine / steepest.z;
                let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
                let edge = |side: f64| steepest * cosine.min(1.0) + level * (side * sine);
                candidates.extend([steepest, edge(1.0), edge(-1.0)]);
            }
            None => candidates.extend([Vector3::x(), -Vector3::x()]),
        }
        candidates
    }

    fn has_no_end_along(&self, direction: &Vector3<f64>) -> bool {
        self.space.cone.margin(direction) >= -ROUNDING_OF_EIGENVALUES
            && self.space.velocity.dot(direction) <= ROUNDING_OF_EIGENVALUES * self.space.velocity.norm()
    }
}
