//! Friction forces at contacts whose sliding velocity is zero.
//!
//! With all other forces given, b is the tangential acceleration they cause and A the tangential block of W. The
//! friction forces of these contacts minimise
//!
//! ```text
//! ½ Fᵀ A F + b·F     over |Fᵢ| ≤ ρᵢ = μᵢ F_nᵢ                                                     (D.1)
//! ```
//!
//! The optimality conditions are Coulomb's law for accelerations a = A F + b: either |Fᵢ| < ρᵢ and aᵢ = 0, or |Fᵢ| = ρᵢ
//! and aᵢ points against Fᵢ. The problem is convex; it is solved disc by disc,
//!
//! ```text
//! Fᵢ = −(Aᵢᵢ + λ)⁻¹ gᵢ,   λ ≥ 0 the least for which |Fᵢ| ≤ ρᵢ,   gᵢ = bᵢ + Σ_{j≠i} Aᵢⱼ Fⱼ         (D.2)
//! ```
//!
//! over and over until nothing moves.

use nalgebra::{DMatrix, DVector, Matrix2, Vector2};

/// Sweeps after which the forces are taken as they are. Two contacts need some dozens.
const MOST_SWEEPS: usize = 5000;
/// Forces that move by less than this part of the largest have converged.
const STILL: f64 = 2e-16;
/// Halvings that take an interval below its own rounding.
const BISECTIONS: usize = 70;
/// Eigenvalues below this part of the larger one are zero: no force is wasted on what cannot move.
const RANK_TOLERANCE: f64 = 1e-12;

/// Solves (D.1). An infinite radius leaves the force free.
pub(super) fn minimum(a: &DMatrix<f64>, b: &DVector<f64>, radii: &[f64]) -> DVector<f64> {
    let mut forces = DVector::zeros(b.len());
    for _ in 0..MOST_SWEEPS {
        let mut moved: f64 = 0.0;
        for (i, &radius) in radii.iter().enumerate() {
            let own = Vector2::new(forces[2 * i], forces[2 * i + 1]);
            let block = a.fixed_view::<2, 2>(2 * i, 2 * i).into_owned();
            let acceleration = a.rows(2 * i, 2) * &forces;
            let others =
                Vector2::new(acceleration[0] + b[2 * i], acceleration[1] + b[2 * i + 1]) - block * own;
            let better = on_disc(&block, &others, radius);
            moved = moved.max((better - own).norm());
            forces.fixed_rows_mut::<2>(2 * i).copy_from(&better);
        }
        if moved <= STILL * forces.amax() {
            break;
        }
    }
    forces
}

/// (D.2)
fn on_disc(block: &Matrix2<f64>, g: &Vector2<f64>, radius: f64) -> Vector2<f64> {
    if radius <= 0.0 || *g == Vector2::zeros() {
        return Vector2::zeros();
    }
    let eigen = block.symmetric_eigen();
    let pull = eigen.eigenvectors.transpose() * g;
    let cutoff = RANK_TOLERANCE * eigen.eigenvalues.amax();
    let at = |shift: f64| {
        Vector2::from_fn(|i, _| {
            let curvature = eigen.eigenvalues[i] + shift;
            if curvature > cutoff { -pull[i] / curvature } else { 0.0 }
        })
    };
    if at(0.0).norm() <= radius {
        return eigen.eigenvectors * at(0.0);
    }
    let (mut low, mut high) = (0.0, g.norm() / radius);
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (low + high);
        if at(middle).norm() > radius {
            low = middle;
        } else {
            high = middle;
        }
    }
    let force = at(high);
    eigen.eigenvectors * force * (radius / force.norm())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Conditions that any solution of (D.1) meets, whatever the way to it.
    fn assert_coulomb(a: &DMatrix<f64>, b: &DVector<f64>, radii: &[f64]) {
        let forces = minimum(a, b, radii);
        let acceleration = a * &forces + b;
        for (i, radius) in radii.iter().enumerate() {
            let force = forces.fixed_rows::<2>(2 * i).into_owned();
            let slides = acceleration.fixed_rows::<2>(2 * i).into_owned();
            assert!(force.norm() <= radius * (1.0 + 1e-14));
            assert!((slides * force.norm() + force * slides.norm()).norm() < 1e-13);
            assert!(slides.norm() < 1e-13 || force.norm() > radius * (1.0 - 1e-13));
        }
    }

    #[test]
    fn forces_within_their_discs_stop_all_sliding_and_the_others_oppose_it() {
        let root = DMatrix::from_fn(4, 4, |i, j| ((3 * i + 5 * j * j + i * j) % 7) as f64 - 2.5);
        let a = &root * root.transpose() + DMatrix::identity(4, 4);
        let b = DVector::from_vec(vec![1.0, -2.0, 0.5, 3.0]);
        for radii in [[10.0, 10.0], [0.01, 10.0], [10.0, 0.02], [0.01, 0.02]] {
            assert_coulomb(&a, &b, &radii);
        }
    }
}
