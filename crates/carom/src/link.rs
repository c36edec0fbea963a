//! How contacts feel each other through bodies: the blocks of W, sums of what each shared body answers.

use nalgebra::{Matrix3, Vector3};

use crate::body::{Body, Motion};
use crate::coupling::NORMAL;

/// An entry of W, or a velocity before the impact, that is this small against the terms it is the sum of is the
/// rounding of that sum, and zero: normals at right angles, bodies that move together.
pub(crate) const CANCELLED: f64 = 16.0 * f64::EPSILON;

/// Which impulses a place on a body takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// One along the normal.
    Normal,
    /// One in any direction.
    Force,
    /// A couple about any direction; what it moves there is the angular velocity.
    Couple,
}

/// One end of a link: a place on the body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    pub point: Vector3<f64>,
    /// (t₁, t₂, n).
    pub axes: [Vector3<f64>; 3],
    pub takes: Takes,
}

impl End {
    pub(crate) fn axes_that_take_part(&self) -> std::ops::Range<usize> {
        match self.takes {
            Takes::Normal => NORMAL..3,
            Takes::Force | Takes::Couple => 0..3,
        }
    }

    /// What a unit impulse along an axis does to the body.
    pub(crate) fn pushed(&self, body: &Body, axis: usize) -> Motion {
        match self.takes {
            Takes::Normal | Takes::Force => body.response(self.axes[axis], self.point),
            Takes::Couple => body.response_to_couple(self.axes[axis]),
        }
    }

    /// Velocities along the axes that take part when the body moves so, and the size of the terms they are sums of.
    fn seen(&self, body: &Body, motion: &Motion) -> impl Iterator<Item = (usize, f64, f64)> {
        let (velocity, linear, turned) = match self.takes {
            Takes::Normal | Takes::Force => {
                let turned = motion.angular.abs().norm() * (self.point - body.position()).norm();
                (body.velocity_at(motion, self.point), motion.linear.abs(), turned)
            }
            Takes::Couple => (motion.angular, motion.angular.abs(), 0.0),
        };
        self.axes_that_take_part().map(move |a| {
            let axis = &self.axes[a];
            (a, axis.dot(&velocity), axis.abs().dot(&linear) + turned)
        })
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
        for b in from.axes_that_take_part() {
            for (a, value, terms) in to.seen(body, &from.pushed(body, b)) {
                link.value[(a, b)] = 0.5 * value;
                link.terms[(a, b)] = 0.5 * terms;
            }
        }
        for a in to.axes_that_take_part() {
            for (b, value, terms) in from.seen(body, &to.pushed(body, a)) {
                link.value[(a, b)] += 0.5 * value;
                link.terms[(a, b)] += 0.5 * terms;
            }
        }
        link
    }
}

/// A sum of links: one block of W.
pub(crate) struct Entry {
    pub port: usize,
    link: Link,
}

impl Entry {
    pub fn new(port: usize, sign: f64, link: &Link) -> Self {
        Self { port, link: Link { value: link.value * sign, terms: link.terms } }
    }

    pub fn add(&mut self, sign: f64, link: &Link) {
        self.link.value += link.value * sign;
        self.link.terms += link.terms;
    }

    /// The block without what is only rounding.
    pub fn significant(&self) -> (usize, Matrix3<f64>) {
        let keep = |w: f64, terms: f64| if w.abs() > CANCELLED * terms { w } else { 0.0 };
        (self.port, self.link.value.zip_map(&self.link.terms, keep))
    }
}

/// A place through which impulses act: on one body, or between two.
pub(crate) struct Port {
    pub end: End,
    /// The body that takes the impulse, and the one that takes its opposite.
    pub bodies: [Option<usize>; 2],
}

impl Port {
    /// The bodies with the sign of the impulse that each takes.
    pub fn sides(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.bodies.iter().zip([1.0, -1.0]).filter_map(|(body, sign)| body.map(|body| (body, sign)))
    }
}

/// W of (P.1) in rows of (column, block), body by body: ports that share a body couple through it.
pub(crate) fn couple(bodies: &[Body], ports: &[Port]) -> Vec<Vec<(usize, Matrix3<f64>)>> {
    let ports_of = ports_of_bodies(bodies.len(), ports);
    let mut rows: Vec<Vec<(usize, Matrix3<f64>)>> = vec![Vec::new(); ports.len()];
    let mut entries: Vec<Entry> = Vec::new();
    for (i, port) in ports.iter().enumerate() {
        entries.clear();
        for (body, sign) in port.sides().filter(|&(body, _)| !bodies[body].is_fixed()) {
            for &(j, other_sign) in ports_of[body].iter().filter(|&&(j, _)| j >= i) {
                let link = Link::through(&bodies[body], &port.end, &ports[j].end);
                match entries.iter_mut().find(|entry| entry.port == j) {
                    Some(entry) => entry.add(sign * other_sign, &link),
                    None => entries.push(Entry::new(j, sign * other_sign, &link)),
                }
            }
        }
        entries.sort_unstable_by_key(|entry| entry.port);
        for (j, block) in entries.iter().map(Entry::significant).filter(|(_, w)| w.iter().any(|&x| x != 0.0))
        {
            rows[i].push((j, block));
            if j > i {
                rows[j].push((i, block.transpose())); // a link is the same both ways to the last bit
            }
        }
    }
    rows
}

/// The ports on each body, with the sign of the impulse that it takes.
pub(crate) fn ports_of_bodies(bodies: usize, ports: &[Port]) -> Vec<Vec<(usize, f64)>> {
    let mut ports_of = vec![Vec::new(); bodies];
    for (number, port) in ports.iter().enumerate() {
        port.sides().for_each(|(body, sign)| ports_of[body].push((number, sign)));
    }
    ports_of
}
