//! The point of a half plane's slice that lies furthest along a direction.
//!
//! A slice is bounded by the normal axis, the cone, the plane of maximum compression and an arc of the energy surface. So that
//! point is one of its corners, or the one on the arc where the velocity v₀ + W p, the arc's normal, points along g:
//!
//! ```text
//! v + W q = κ g ,   q·(v + κ g) = 0   ⇒   κ² = (v·W̃v)/(g·W̃g) ,   W̃ = adj W                            (I.18)
//! ```

use nalgebra::Vector2;

use super::slice::HalfPlane;

/// What holds a point of a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeldBy {
    /// The normal axis, which all slices share.
    Axis,
    /// The energy surface alone.
    Energy,
    /// The energy surface and the cone.
    EnergyAndCone,
    /// The plane of maximum compression and the cone.
    CompressionAndCone,
    /// The energy surface and the plane of maximum compression.
    EnergyAndCompression,
}

/// A point of a slice.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub angle: f64,
    pub distance: f64,
    pub held: HeldBy,
}

impl HalfPlane {
    /// The corner, or point of the arc, that lies furthest along g = (gₑ, gₙ).
    pub fn furthest(&self, along: Vector2<f64>) -> Corner {
        let height = |corner: &Corner| {
            let (sine, cosine) = libm::sincos(corner.angle);
            corner.distance * (along.x * sine + along.y * cosine)
        };
        let mut best = Corner { angle: 0.0, distance: self.stretch(0.0).to, held: HeldBy::Axis };
        for corner in self.corners().into_iter().chain(self.point_of_arc(along)) {
            if corner.distance < f64::INFINITY && height(&corner) > height(&best) {
                best = corner;
            }
        }
        best
    }

    /// All but the far one on the axis.
    fn corners(&self) -> Vec<Corner> {
        let axis = Corner { angle: 0.0, distance: self.stretch(0.0).from, held: HeldBy::Axis };
        let mut corners = vec![axis];
        let end = self.end();
        if end < self.opening {
            corners.push(Corner { angle: end, distance: self.far(end), held: HeldBy::EnergyAndCompression });
        }
        // If they approach, nothing is left beyond that corner; if they part, compression is what limits them there.
        if end >= self.opening || self.velocity.y > 0.0 {
            let end = self.opening;
            let stretch = self.stretch(end);
            let held =
                if stretch.to < self.far(end) { HeldBy::CompressionAndCone } else { HeldBy::EnergyAndCone };
            corners.push(Corner { angle: end, distance: stretch.to, held });
            if stretch.from > 0.0 {
                corners.push(Corner { angle: end, distance: stretch.from, held: HeldBy::CompressionAndCone });
            }
        }
        corners
    }

    /// The point of the arc where its normal is along g.
    fn point_of_arc(&self, along: Vector2<f64>) -> Option<Corner> {
        let adjugate = |v: Vector2<f64>| {
            Vector2::new(self.normal * v.x - self.across * v.y, self.along * v.y - self.across * v.x)
        };
        let square = along.dot(&adjugate(along));
        let left = self.velocity.dot(&adjugate(self.velocity));
        if square <= 0.0 || left <= 0.0 {
            return None;
        }
        let kappa = (left / square).sqrt(); // (I.18)
        let determinant = self.along * self.normal - self.across * self.across;
        let rest = along * kappa - self.velocity;
        let point = if determinant > 0.0 { adjugate(rest) } else { self.point_of_parabola(rest)? };
        let angle = libm::atan2(point.x, point.y);
        let distance = self.stretch(angle).to;
        let inside = angle > 0.0 && angle < self.end() && distance > 0.0 && distance >= self.far(angle);
        inside.then_some(Corner { angle, distance, held: HeldBy::Energy })
    }

    /// The same where W = w wᵀ and a body is driven: w w·q = κg − v, and E(q) = 0.
    fn point_of_parabola(&self, rest: Vector2<f64>) -> Option<Vector2<f64>> {
        let w = Vector2::new(self.along.sqrt(), self.normal.sqrt().copysign(self.across));
        let level = Vector2::new(-w.y, w.x);
        let moved = w.dot(&rest) / w.norm_squared();
        let foot = w * (moved / w.norm_squared());
        let driven = level.dot(&self.velocity);
        (driven != 0.0).then(|| foot - level * ((foot.dot(&self.velocity) + moved * moved / 2.0) / driven))
    }
}
