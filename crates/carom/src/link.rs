//! How contacts feel each other through a body: the entries of W, sums of what each shared body answers.

use nalgebra::{Matrix3, Vector3};

use crate::body::Body;
use crate::coupling::NORMAL;

/// An entry of W, or a velocity before the impact, that is this small against the terms it is the sum of is the
/// rounding of that sum, and zero: normals at right angles, bodies that move together.
pub(crate) const CANCELLED: f64 = 16.0 * f64::EPSILON;

/// One end of a link: a contact on the body.
pub(crate) struct End<'a> {
    pub point: Vector3<f64>,
    /// (t₁, t₂, n).
    pub axes: &'a [Vector3<f64>; 3],
    /// Whether the tangents matter.
    pub rubs: bool,
}

impl End<'_> {
    fn takes_part(&self, axis: usize) -> bool {
        axis == NORMAL || self.rubs
    }
}

/// Velocities at one end per unit impulse at the other, and the size of the terms they are sums of.
pub(crate) struct Link {
    value: Matrix3<f64>,
    terms: Matrix3<f64>,
}

impl Link {
    /// The part along both normals.
    pub fn normal(&self) -> f64 {
        self.value[(NORMAL, NORMAL)]
    }

    /// The mean of both directions, so that W is symmetric to the last bit.
    pub fn through(body: &Body, to: &End, from: &End) -> Self {
        let mut link = Self { value: Matrix3::zeros(), terms: Matrix3::zeros() };
        for a in (0..3).filter(|&a| to.takes_part(a)) {
            for b in (0..3).filter(|&b| from.takes_part(b)) {
                let (forth, forth_terms) = answer(body, (to, a), (from, b));
                let (back, back_terms) = answer(body, (from, b), (to, a));
                link.value[(a, b)] = 0.5 * (forth + back);
                link.terms[(a, b)] = 0.5 * (forth_terms + back_terms);
            }
        }
        link
    }
}

/// Velocity along an axis of `to` that a unit impulse along an axis of `from` causes, and the size of its terms.
fn answer(body: &Body, (to, a): (&End, usize), (from, b): (&End, usize)) -> (f64, f64) {
    let change = body.response(from.axes[b], from.point);
    let arm = to.point - body.position();
    let turned = change.angular.abs().norm() * arm.norm();
    let w = to.axes[a].dot(&body.velocity_at(&change, to.point));
    (w, to.axes[a].abs().dot(&change.linear.abs()) + turned)
}

/// A sum of links: one block of W.
pub(crate) struct Entry {
    pub contact: usize,
    link: Link,
}

impl Entry {
    pub fn new(contact: usize, sign: f64, link: &Link) -> Self {
        Self { contact, link: Link { value: link.value * sign, terms: link.terms } }
    }

    pub fn add(&mut self, sign: f64, link: &Link) {
        self.link.value += link.value * sign;
        self.link.terms += link.terms;
    }

    /// The block without what is only rounding.
    pub fn significant(&self) -> (usize, Matrix3<f64>) {
        let keep = |w: f64, terms: f64| if w.abs() > CANCELLED * terms { w } else { 0.0 };
        (self.contact, self.link.value.zip_map(&self.link.terms, keep))
    }
}
