//! Guards: polynomials in time that fall through zero when something happens.
//!
//! Two points that move on parabolas are r(t) = r + v t + h t² apart (h half the relative acceleration), and come within a
//! distance D when
//!
//! ```text
//! f(t) = |r|² − D² + 2 r·v t + (|v|² + 2 r·h) t² + 2 v·h t³ + |h|² t⁴                      (Ev.1)
//! ```
//!
//! falls to zero. Time runs from the present, so that all terms are of the size of what still happens. A pair that touches
//! has f(0) = 0 but for the rounding of its positions, and the next term decides: it parts, stays, or falls at once. What is
//! within the rounding of its own parts counts as zero, as it does for the impact itself.
//!
//! A coordinate is a parabola, which falls through zero where it is zero with a negative slope:
//!
//! ```text
//! t = (−c₁ − √Δ)/(2c₂) = 2c₀/(√Δ − c₁),   Δ = c₁² − 4 c₀ c₂                                (Ev.2)
//! ```

use carom_taylor::first_descent;
use nalgebra::{Vector2, Vector3};

use crate::rounding::{ROUNDING, significant};

/// A gap below this part of the distance is none: coordinates of metres are rounded to some 10⁻¹⁵ m and carried through a few
/// dozen pieces; balls are 0.05 m across.
pub(crate) const TOUCHING: f64 = 1.0 / (1u64 << 40) as f64;

/// From an error of 10⁻⁶ two steps of Newton's method go below rounding.
const NEWTON_STEPS: usize = 2;

/// A centre's motion from the present on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path {
    pub position: Vector3<f64>,
    pub velocity: Vector3<f64>,
    /// Half the acceleration.
    pub bend: Vector3<f64>,
}

impl Path {
    /// A point that does not move.
    pub fn fixed(position: Vector3<f64>) -> Self {
        Self { position, velocity: Vector3::zeros(), bend: Vector3::zeros() }
    }

    /// This path seen from above, at height zero.
    pub fn flat(&self) -> Self {
        let flat = |v: Vector3<f64>| Vector3::new(v.x, v.y, 0.0);
        Self { position: flat(self.position), velocity: flat(self.velocity), bend: flat(self.bend) }
    }

    /// Coefficients of a coordinate along `axis`, measured from `origin`.
    pub fn along(&self, axis: Vector2<f64>, origin: Vector2<f64>) -> [f64; 3] {
        [axis.dot(&(self.position.xy() - origin)), axis.dot(&self.velocity.xy()), axis.dot(&self.bend.xy())]
    }

    /// Position after a time (s).
    pub fn at(&self, time: f64) -> Vector3<f64> {
        self.position + (self.velocity + self.bend * time) * time
    }

    /// Least and greatest x and y up to `end` (s).
    pub fn bounds(&self, end: f64) -> [Vector2<f64>; 2] {
        if end.is_infinite() {
            return [f64::NEG_INFINITY, f64::INFINITY].map(|limit| Vector2::new(limit, limit));
        }
        let (start, stop) = (self.position.xy(), self.at(end).xy());
        let [mut least, mut greatest] = [start.inf(&stop), start.sup(&stop)];
        for axis in 0..2 {
            let turn = -0.5 * self.velocity[axis] / self.bend[axis];
            if turn > 0.0 && turn < end {
                let extreme = self.at(turn)[axis];
                least[axis] = least[axis].min(extreme);
                greatest[axis] = greatest[axis].max(extreme);
            }
        }
        [least, greatest]
    }
}

/// (Ev.1) for two paths that touch at `distance`.
pub(crate) fn approach(a: &Path, b: &Path, distance: f64) -> [f64; 5] {
    let r = a.position - b.position;
    let (mut v, mut h) = (a.velocity - b.velocity, a.bend - b.bend);
    let gap = r.norm_squared() - distance * distance;
    if gap > 2.0 * TOUCHING * distance * distance {
        return [gap, 2.0 * r.dot(&v), v.norm_squared() + 2.0 * r.dot(&h), 2.0 * v.dot(&h), h.norm_squared()];
    }
    let speeds = a.velocity.norm() + b.velocity.norm();
    let bends = a.bend.norm() + b.bend.norm();
    let clean = |vector: &mut Vector3<f64>, terms: f64| {
        if vector.norm() <= ROUNDING * terms {
            *vector = Vector3::zeros();
        }
    };
    clean(&mut v, speeds);
    clean(&mut h, bends);
    let first = significant(2.0 * r.dot(&v), 2.0 * distance * speeds);
    let second = significant(v.norm_squared() + 2.0 * r.dot(&h), v.norm_squared() + 2.0 * distance * bends);
    [0.0, first, second, 2.0 * v.dot(&h), h.norm_squared()]
}

/// When two paths first come within `distance`, before `end` (s).
pub(crate) fn meeting(a: &Path, b: &Path, distance: f64, end: f64) -> Option<f64> {
    first_descent(&approach(a, b, distance), end)
}

/// The coordinate of a path towards a straight nose less `reach`, made exactly zero where ball and nose touch.
pub(crate) fn clearance(path: &Path, inward: Vector2<f64>, from: Vector2<f64>, reach: f64) -> [f64; 3] {
    let [distance, speed, bend] = path.along(inward, from);
    let gap = distance - reach;
    if gap.abs() > TOUCHING * reach {
        return [gap, speed, bend];
    }
    [0.0, significant(speed, path.velocity.norm()), significant(bend, path.bend.norm())]
}

/// First t ≥ 0 at which a parabola falls through zero (Ev.2); one that starts negative must rise first.
pub(crate) fn descent_of_parabola([c0, c1, c2]: [f64; 3]) -> Option<f64> {
    let discriminant = c1 * c1 - 4.0 * c0 * c2;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    if c1 > 0.0 {
        return (c2 < 0.0).then(|| (c1 + root) / (-2.0 * c2));
    }
    if c0 == 0.0 {
        return (c1 < 0.0 || c2 < 0.0).then_some(0.0);
    }
    (c0 > 0.0 && root - c1 > 0.0).then(|| 2.0 * c0 / (root - c1))
}

/// When a ball of radius `ball` in flight first touches the rounded edge of a jaw: the distance to a circle of radius r at the
/// origin of `path` is R where A² = 4 r² B, A = x² + y² + z² + r² − R², B = x² + y². From afar that polynomial is a small
/// difference of large terms; its root is good to a millionth of a radius, and Newton's method on the distance itself does the
/// rest.
pub(crate) fn meets_ring(path: &Path, ring: f64, ball: f64, end: f64) -> Option<f64> {
    let axis = |i: usize| [path.position[i], path.velocity[i], path.bend[i]];
    let mut flat = [0.0; 5];
    for i in 0..2 {
        add_square(&mut flat, axis(i));
    }
    let mut whole = flat;
    add_square(&mut whole, axis(2));
    whole[0] += (ring - ball) * (ring + ball);
    let mut guard = [0.0; 9];
    for (i, a) in whole.iter().enumerate() {
        for (j, b) in whole.iter().enumerate() {
            guard[i + j] += a * b;
        }
    }
    for (sum, b) in guard.iter_mut().zip(flat) {
        *sum -= 4.0 * ring * ring * b;
    }
    let scale = 4.0 * ring * ring * ball * ball;
    if guard[0] <= TOUCHING * scale {
        guard[0] = 0.0;
    }
    let found = first_descent(&guard, end)?;
    Some((0..NEWTON_STEPS).fold(found, |time, _| closer_to_ring(path, ring, ball, time)))
}

/// One step of Newton's method towards the time at which the distance to the ring is that of touching.
fn closer_to_ring(path: &Path, ring: f64, ball: f64, time: f64) -> f64 {
    let (position, velocity) = (path.at(time), path.velocity + path.bend * (2.0 * time));
    let out = position.xy().norm();
    let across = Vector2::new(out - ring, position.z);
    let speed = Vector2::new(position.xy().dot(&velocity.xy()) / out, velocity.z);
    let distance = across.norm();
    let rate = across.dot(&speed) / distance;
    let next = time - (distance - ball) / rate;
    if rate < 0.0 && next >= 0.0 { next } else { time }
}

fn add_square(sum: &mut [f64; 5], [c0, c1, c2]: [f64; 3]) {
    let square = [c0 * c0, 2.0 * c0 * c1, c1 * c1 + 2.0 * c0 * c2, 2.0 * c1 * c2, c2 * c2];
    for (sum, term) in sum.iter_mut().zip(square) {
        *sum += term;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounding of times of ten seconds, over the two steps of Newton's method.
    const ROUNDED: f64 = 1e-13;

    #[test]
    fn a_parabola_falls_where_its_slope_is_negative() {
        assert_eq!(descent_of_parabola([1.0, -3.0, 2.0]), Some(0.5));
        assert_eq!(descent_of_parabola([-1.0, 3.0, -2.0]), Some(1.0)); // rises at ½ first
        assert_eq!(descent_of_parabola([0.0, 1.0, -2.0]), Some(0.5));
        assert_eq!(descent_of_parabola([0.0, 0.0, -1.0]), Some(0.0));
        assert_eq!(descent_of_parabola([0.0, -1.0, 5.0]), Some(0.0));
        assert_eq!(descent_of_parabola([0.0, 0.0, 0.0]), None);
        assert_eq!(descent_of_parabola([0.0, 1.0, 1.0]), None);
        assert_eq!(descent_of_parabola([-1.0, -1.0, -1.0]), None);
        assert_eq!(descent_of_parabola([1.0, -1.0, 1.0]), None);
        assert_eq!(descent_of_parabola([2.0, -4.0, 0.0]), Some(0.5));
    }

    #[test]
    fn a_ball_meets_a_ring_where_it_meets_the_nearest_point_of_it() {
        // Along x at the height of the ring: from x = 10 at speed 1, ring 3 and ball 2 touch at x = 5.
        let path = Path {
            position: Vector3::new(10.0, 0.0, 0.0),
            velocity: Vector3::new(-1.0, 0.0, 0.0),
            bend: Vector3::zeros(),
        };
        let time = meets_ring(&path, 3.0, 2.0, 100.0).unwrap();
        assert!((time - 5.0).abs() < ROUNDED, "{time}");
        // A small ring and ball from as far.
        let time = meets_ring(&path, 0.02, 0.03, 100.0).unwrap();
        assert!((time - 9.95).abs() < ROUNDED, "{time}");
    }
}
