//! The line along which most of the motion is.

use carom::{Body, Impact, Motion, Snapshot};
use nalgebra::{Matrix3, Vector3};

/// Unit vector of the line that holds most of the squared velocities before and after the impact, Σ v vᵀ, pointing
/// along its largest component.
pub(crate) fn line_of_motion(impact: &Impact, last: Option<&Snapshot>) -> Vector3<f64> {
    let before: Vec<Motion> = impact.bodies().iter().map(Body::motion).collect();
    let after = last.map_or(Vec::new(), |last| impact.motions_at(last));
    direction_of(before.iter().chain(&after).map(|motion| motion.linear))
}

/// The direction along which any velocities are largest.
pub(crate) fn direction_of(velocities: impl Iterator<Item = Vector3<f64>>) -> Vector3<f64> {
    let squares: Matrix3<f64> = velocities.map(|velocity| velocity * velocity.transpose()).sum();
    if !(squares.trace() > 0.0 && squares.trace().is_finite()) {
        return Vector3::x();
    }
    let eigen = (squares / squares.trace()).symmetric_eigen();
    let line = eigen.eigenvectors.column(eigen.eigenvalues.imax()).into_owned();
    if line[line.iamax()] < 0.0 { -line } else { line }
}

/// The direction in words: an axis, or components.
pub(crate) fn direction_name(direction: &Vector3<f64>) -> String {
    const ALONG_AN_AXIS: f64 = 0.9999;
    let axis = direction.iamax();
    if direction[axis] > ALONG_AN_AXIS {
        return ["x", "y", "z"][axis].to_owned();
    }
    let component = |x: &f64| {
        let text = format!("{:.2}", x.abs());
        if *x < -0.005 { format!("−{text}") } else { text }
    };
    format!("({})", direction.iter().map(component).collect::<Vec<_>>().join(", "))
}
