//! Vectors of the tangent plane.

use nalgebra::Vector2;

/// Length and direction of a vector however short; none of zero.
pub(super) fn polar(vector: Vector2<f64>) -> Option<(f64, Vector2<f64>)> {
    let largest = vector.amax();
    if largest == 0.0 {
        return None;
    }
    let scaled = vector / largest;
    let length = scaled.norm();
    Some((largest * length, scaled / length))
}

/// u⊥ = n × u: the vector turned by a right angle, from t1 towards t2.
pub(super) fn perpendicular(vector: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-vector.y, vector.x)
}
