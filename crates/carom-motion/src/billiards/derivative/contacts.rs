//! What a direction of a shot is for one impact: changes of bodies, of the places and normals of contacts, of gaps and laws.

use carom::TangentialLaw;
use carom::derivative::{Axis, Coefficient, Direction, LawParameter, Parameter};
use nalgebra::{Vector2, Vector3};

use super::super::cluster::{BedPart, Cluster, CushionTouch, PairTouch, Scene};
use super::super::cushion::Cushion;
use super::direction::{BallChange, ContactKind, TableChange};
use super::piece_change::StateChange;
use super::tangent::ROUNDING;
use crate::surface_change::SurfaceChange;

/// What a contact changes by.
struct ContactChange {
    point: Vector3<f64>,
    /// Of the unit normal.
    normal: Vector3<f64>,
    gap: f64,
}

/// One direction at the instant of an impact.
pub(super) struct AtImpact<'a> {
    pub scene: &'a Scene<'a>,
    pub cluster: &'a Cluster,
    /// δ of the cluster's balls at that instant, in their order.
    pub states: &'a [StateChange],
    /// Size of the terms that places in these are sums of, in metres.
    pub size: f64,
    /// δ of all balls of the shot.
    pub balls: &'a [BallChange],
    pub table: &'a TableChange,
}

impl AtImpact<'_> {
    fn state(&self, ball: usize) -> &StateChange {
        &self.states[self.cluster.balls.partition_point(|&other| other < ball)]
    }

    fn position(&self, ball: usize) -> Vector3<f64> {
        self.scene.states[ball].map_or(Vector3::zeros(), |state| state.position)
    }

    /// The direction in the impact's own parameters.
    pub fn direction(&self) -> Direction<Parameter> {
        let mut parts = Vec::new();
        for (body, (&ball, change)) in self.cluster.balls.iter().zip(self.states).enumerate() {
            self.add_body(&mut parts, body, ball, change);
        }
        for (contact, (change, surface, law)) in self.contacts().into_iter().enumerate() {
            add_contact(&mut parts, contact, &change);
            surface.add_to(&mut parts, contact, law);
        }
        Direction(parts)
    }

    /// δ of the contacts and of their surfaces, with the friction that they have, in the order of the impact's contacts.
    fn contacts(&self) -> Vec<(ContactChange, SurfaceChange, TangentialLaw)> {
        let (table, by) = (self.scene.table, self.table);
        let mut all = Vec::new();
        for pair in &self.cluster.pairs {
            all.push((self.pair(pair), *by.surface(ContactKind::Balls), table.between_balls.tangential));
        }
        for touch in &self.cluster.cushions {
            all.push((self.cushion(touch), *by.surface(ContactKind::Cushion), table.cushion.tangential));
        }
        for &(ball, part) in &self.cluster.bed {
            let bed = *by.surface(ContactKind::Bed);
            let change = match part {
                BedPart::Springs => bed,
                // It gives nothing back, and rubs as the cloth does.
                BedPart::Holds => SurfaceChange { restitution: 0.0, friction: by.sliding_friction, ..bed },
            };
            let law = self.scene.bed_surface(part).map_or(TangentialLaw::Frictionless, |bed| bed.tangential);
            all.push((self.bed(ball), change, law));
        }
        all
    }

    fn add_body(&self, parts: &mut Vec<(Parameter, f64)>, body: usize, ball: usize, change: &StateChange) {
        for (number, axis) in Axis::ALL.into_iter().enumerate() {
            let mut add = |parameter, amount: f64| {
                if amount != 0.0 {
                    parts.push((parameter, amount));
                }
            };
            add(Parameter::Position { body, axis }, change.position[number]);
            add(Parameter::Velocity { body, axis }, change.velocity[number]);
            add(Parameter::AngularVelocity { body, axis }, change.angular_velocity[number]);
            let (spec, by) = (&self.scene.balls[ball], &self.balls[ball]);
            let moment = spec.moment() * (by.mass / spec.mass() + 2.0 * by.radius / spec.radius());
            add(Parameter::Inertia { body, axes: [axis, axis] }, moment);
        }
        if self.balls[ball].mass != 0.0 {
            parts.push((Parameter::Mass { body }, self.balls[ball].mass));
        }
    }

    fn pair(&self, pair: &PairTouch) -> ContactChange {
        let [a, b] = pair.balls;
        let apart = self.position(a) - self.position(b);
        let by = self.state(a).position - self.state(b).position;
        let (ra, rb) = (self.scene.balls[a].radius(), self.scene.balls[b].radius());
        let (da, db) = (self.balls[a].radius, self.balls[b].radius);
        let part = rb / (ra + rb);
        let part_change = (db * ra - rb * da) / ((ra + rb) * (ra + rb));
        let distance = apart.norm();
        ContactChange {
            point: self.state(b).position + by * part + apart * part_change,
            normal: by / distance,
            gap: self.gap_change(pair.gap, apart.dot(&by) / distance - da - db),
        }
    }

    fn cushion(&self, touch: &CushionTouch) -> ContactChange {
        let (ball, nose) = (touch.ball, self.table.nose_height);
        let by = self.state(ball).position;
        let nearest = nearest_change(
            &self.scene.table.outline.cushions()[touch.cushion],
            self.position(ball).xy(),
            by.xy(),
        );
        let point = Vector3::new(nearest.x, nearest.y, nose);
        let distance = (self.position(ball) - touch.touch.point).norm();
        let gap = touch.touch.normal.dot(&(by - point)) - self.balls[ball].radius;
        ContactChange { point, normal: (by - point) / distance, gap: self.gap_change(touch.touch.gap, gap) }
    }

    /// δ of a gap; of one that is closed, zero if that is rounding.
    fn gap_change(&self, gap: f64, change: f64) -> f64 {
        if gap == 0.0 && change.abs() <= ROUNDING * self.size { 0.0 } else { change }
    }

    fn bed(&self, ball: usize) -> ContactChange {
        let below = Vector3::new(0.0, 0.0, self.balls[ball].radius);
        ContactChange { point: self.state(ball).position - below, normal: Vector3::zeros(), gap: 0.0 }
    }

    /// A pair of balls of one height that would be of different ones, while the bed does not take part.
    pub fn tilted(&self) -> Option<Vec<usize>> {
        let would_tilt = |pair: &&PairTouch| {
            let [a, b] = pair.balls;
            let has_bed = self.cluster.bed.iter().any(|(ball, _)| pair.balls.contains(ball));
            let [above, below] = [a, b].map(|ball| self.state(ball).position.z);
            !has_bed && self.position(a).z == self.position(b).z && above != below
        };
        self.cluster.pairs.iter().find(would_tilt).map(|pair| pair.balls.to_vec())
    }

    /// δ of the gaps of pairs and of cushions, and the rates at which they close, in their order.
    pub fn gaps(&self) -> Vec<Gap> {
        let velocity = |ball: usize| self.scene.states[ball].map_or(Vector3::zeros(), |s| s.velocity);
        let pairs = self.cluster.pairs.iter().map(|pair| {
            let [a, b] = pair.balls;
            let normal = (self.position(a) - self.position(b)).normalize();
            let speed = velocity(a).norm() + velocity(b).norm();
            let rate = normal.dot(&(velocity(a) - velocity(b)));
            Gap { balls: vec![a, b], is_open: pair.gap > 0.0, change: self.pair(pair).gap, rate, speed }
        });
        let cushions = self.cluster.cushions.iter().map(|touch| {
            let velocity = velocity(touch.ball);
            let rate = touch.touch.normal.dot(&velocity);
            let (is_open, change) = (touch.touch.gap > 0.0, self.cushion(touch).gap);
            Gap { balls: vec![touch.ball], is_open, change, rate, speed: velocity.norm() }
        });
        pairs.chain(cushions).collect()
    }
}

/// A gap at an instant.
pub(super) struct Gap {
    pub balls: Vec<usize>,
    pub is_open: bool,
    /// δ of it.
    pub change: f64,
    /// How fast it grows, in metres per second, and the size of the speeds that this is the difference of.
    pub rate: f64,
    pub speed: f64,
}

/// δ of the point of an edge nearest to a place.
fn nearest_change(cushion: &Cushion, place: Vector2<f64>, by: Vector2<f64>) -> Vector2<f64> {
    match *cushion {
        Cushion::Straight { inward, .. } => by - inward * inward.dot(&by),
        Cushion::Jaw { centre, radius } => {
            let out = place - centre;
            let distance = out.norm();
            let along = out / distance;
            (by - along * along.dot(&by)) * (radius / distance)
        }
    }
}

fn add_contact(parts: &mut Vec<(Parameter, f64)>, contact: usize, change: &ContactChange) {
    for (number, axis) in Axis::ALL.into_iter().enumerate() {
        if change.point[number] != 0.0 {
            parts.push((Parameter::Point { contact, axis }, change.point[number]));
        }
        if change.normal[number] != 0.0 {
            parts.push((Parameter::Normal { contact, axis }, change.normal[number]));
        }
    }
    if change.gap != 0.0 {
        let gap = LawParameter { contact, coefficient: Coefficient::Gap };
        parts.push((Parameter::Law(gap), change.gap));
    }
}
