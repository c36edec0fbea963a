//! One contact between two bodies whose slip stays on a line, in closed form and with derivatives: for many impacts that differ in their
//! numbers only.
//!
//! Bodies in a plane, balls that do not turn about the normal, and everything without friction are of this kind. W of (V.6) over the
//! tangent t along which the contact slides and the normal n is then all that counts, and the impulse is that of [`line`]. The
//! model of springs, whatever they are, gives the same for a contact alone with rigid friction or none.
//!
//! ```
//! use carom::derivative::{Dual, LoneBodies, LoneContact, LANES};
//! use carom::laws::routh::Termination;
//! use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
//! use nalgebra::{Vector3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let ball = Body::ball(1.0, 0.5)?.at(vector![0.0, 0.0, 0.5])?.moving(vector![0.0, 0.0, -2.0])?;
//! let law = NormalLaw::touching(Restitution::new(0.5)?, Stiffness::UNIT);
//! let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law)?;
//! let impact = Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default())?;
//!
//! let bodies = LoneBodies::of(&impact).expect("a free body and a fixed one, at one contact");
//! let mut contact = LoneContact::<Dual>::of(&impact);
//! contact.restitution.slopes[0] = 1.0; // The first direction is along e.
//! let after = bodies.collide(&contact, Termination::Energetic).expect("no slip at all");
//! assert!((after.velocity[0][2].value - 1.0).abs() < 1e-15);
//! assert!((after.velocity[0][2].slopes[0] - 2.0).abs() < 1e-15);
//! # Ok(())
//! # }
//! ```

mod line;
mod vector;

use nalgebra::Matrix3;

use line::Line;
use vector::{V, add, constant, cross, dot, scaled, sub, transformed, value, zero};

use crate::dual::Number;
use crate::impact::{Impact, any_tangent};
use crate::laws::routh::Termination;
use crate::link::CANCELLED;

/// How two bodies answer impulses: 1/m and I⁻¹ of each, zero for a fixed one.
#[derive(Debug, Clone, Copy)]
pub struct LoneBodies {
    inverse_mass: [f64; 2],
    inverse_inertia: [Matrix3<f64>; 2],
}

/// The numbers of a contact between two bodies; the first of each pair is of the contact's first body.
#[derive(Debug, Clone, Copy)]
pub struct LoneContact<T> {
    /// Centres of mass, in metres.
    pub position: [[T; 3]; 2],
    /// Their velocities before, in metres per second.
    pub velocity: [[T; 3]; 2],
    /// Angular velocities before, in radians per second.
    pub angular_velocity: [[T; 3]; 2],
    /// Where they touch, in metres.
    pub point: [T; 3],
    /// From the second body to the first, of any length.
    pub normal: [T; 3],
    /// e.
    pub restitution: T,
    /// μ.
    pub friction: T,
}

/// What follows an impact at one contact.
#[derive(Debug, Clone, Copy)]
pub struct LoneOutcome<T> {
    /// Velocities of the centres of mass after, in metres per second.
    pub velocity: [[T; 3]; 2],
    /// Angular velocities after, in radians per second.
    pub angular_velocity: [[T; 3]; 2],
    /// Impulse on the first body, in newton seconds.
    pub impulse: [T; 3],
    /// Its part along the normal.
    pub normal_impulse: T,
    /// Velocity of the first body's point against the second's before, in metres per second.
    pub velocity_before: [T; 3],
    /// The same after.
    pub velocity_after: [T; 3],
    /// The unit normal.
    pub normal: [T; 3],
}

impl LoneBodies {
    /// The bodies of an impact with one contact; none if one of them is neither free nor fixed, or if there are joints.
    #[must_use]
    pub fn of(impact: &Impact) -> Option<Self> {
        let [contact] = impact.contacts() else { return None };
        if !impact.joints().is_empty() {
            return None;
        }
        let [first, second] = contact.bodies().map(|body| impact.bodies()[body].free_response());
        let (first, second) = (first?, second?);
        Some(Self { inverse_mass: [first.0, second.0], inverse_inertia: [first.1, second.1] })
    }

    /// What the impact leads to; nothing where slip leaves its line, or where there is no single answer.
    #[must_use]
    pub fn collide<T: Number>(
        &self,
        contact: &LoneContact<T>,
        termination: Termination,
    ) -> Option<LoneOutcome<T>> {
        let arms = contact.position.map(|position| sub(&contact.point, &position));
        let length = dot(&contact.normal, &contact.normal).sqrt();
        let normal = contact.normal.map(|n| n / length);
        let before = contact.relative_velocity(&arms, &contact.velocity, &contact.angular_velocity);
        let approach = dot(&before, &normal);
        let (impulse, normal_impulse) = if approach.value() < 0.0 {
            self.impulse(contact, &arms, &normal, &before, termination)?
        } else if approach.value() > 0.0 {
            (zero(), T::constant(0.0))
        } else {
            return None; // It grazes.
        };
        let (mut velocity, mut angular_velocity) = (contact.velocity, contact.angular_velocity);
        for (side, push) in [impulse, impulse.map(|p| -p)].iter().enumerate() {
            let [linear, angular] = self.response(side, &arms[side], push);
            velocity[side] = add(&velocity[side], &linear);
            angular_velocity[side] = add(&angular_velocity[side], &angular);
        }
        let velocity_after = contact.relative_velocity(&arms, &velocity, &angular_velocity);
        let finite = velocity_after.iter().all(|v| v.value().is_finite());
        finite.then_some(LoneOutcome {
            velocity,
            angular_velocity,
            impulse,
            normal_impulse,
            velocity_before: before,
            velocity_after,
            normal,
        })
    }

    /// (W.1): change of velocity and of angular velocity.
    fn response<T: Number>(&self, side: usize, arm: &V<T>, impulse: &V<T>) -> [V<T>; 2] {
        if self.inverse_mass[side] == 0.0 {
            return [zero(), zero()];
        }
        let linear = scaled(impulse, T::constant(self.inverse_mass[side]));
        [linear, transformed(&self.inverse_inertia[side], &cross(arm, impulse))]
    }

    /// W times a unit impulse.
    fn relative_response<T: Number>(&self, arms: &[V<T>; 2], impulse: &V<T>) -> V<T> {
        let of = |side: usize| {
            let [linear, angular] = self.response(side, &arms[side], impulse);
            add(&linear, &cross(&angular, &arms[side]))
        };
        add(&of(0), &of(1))
    }

    /// The impulse in world axes, and its normal part.
    fn impulse<T: Number>(
        &self,
        contact: &LoneContact<T>,
        arms: &[V<T>; 2],
        normal: &V<T>,
        before: &V<T>,
        termination: Termination,
    ) -> Option<(V<T>, T)> {
        let approach = dot(before, normal);
        let by_normal = self.relative_response(arms, normal);
        let c = dot(&by_normal, normal);
        if contact.friction.value() == 0.0 && !contact.friction.changes() {
            let whole = -approach / c * (T::constant(1.0) + contact.restitution);
            return Some((scaled(normal, whole), whole));
        }
        let sliding = sub(before, &scaled(normal, approach));
        let square = dot(&sliding, &sliding);
        let terms = value(before).norm_squared();
        let (tangent, speed) = if square.value() > CANCELLED * CANCELLED * terms {
            let speed = square.sqrt();
            (sliding.map(|s| s / speed), speed)
        } else if sliding.iter().chain(normal).any(|s| s.changes()) {
            return None; // It would begin to slide.
        } else {
            let across = value(&sub(&by_normal, &scaled(normal, c)));
            let direction = across.try_normalize(CANCELLED * c.value().abs());
            (constant(&direction.unwrap_or_else(|| any_tangent(&value(normal)))), T::constant(0.0))
        };
        let by_tangent = self.relative_response(arms, &tangent);
        let aside = cross(normal, &tangent);
        let a = dot(&by_tangent, &tangent);
        if !(vanishes(dot(&by_tangent, &aside), a) && vanishes(dot(&by_normal, &aside), a)) {
            return None;
        }
        let line = Line {
            inverse_mass: [a, dot(&by_normal, &tangent), c],
            sliding: speed,
            normal: approach,
            restitution: contact.restitution,
            friction: contact.friction,
        };
        let [along, whole] = line.impulse(termination)?;
        Some((add(&scaled(&tangent, along), &scaled(normal, whole)), whole))
    }
}

/// Whether an entry of W is zero to rounding, and stays so.
fn vanishes<T: Number>(entry: T, size: T) -> bool {
    entry.value().abs() <= CANCELLED * size.value() && entry.stays(CANCELLED, size)
}

impl LoneContact<f64> {
    /// The same with derivatives, all of them zero.
    #[must_use]
    pub fn with_derivatives<T: Number>(&self) -> LoneContact<T> {
        let vector = |v: [f64; 3]| v.map(T::constant);
        LoneContact {
            position: self.position.map(vector),
            velocity: self.velocity.map(vector),
            angular_velocity: self.angular_velocity.map(vector),
            point: vector(self.point),
            normal: vector(self.normal),
            restitution: T::constant(self.restitution),
            friction: T::constant(self.friction),
        }
    }
}

impl<T: Number> LoneContact<T> {
    /// The numbers of an impact's first contact.
    ///
    /// # Panics
    /// An impact without contacts.
    #[must_use]
    pub fn of(impact: &Impact) -> Self {
        let contact = &impact.contacts()[0];
        let bodies = contact.bodies().map(|body| &impact.bodies()[body]);
        Self {
            position: bodies.map(|body| constant(&body.position())),
            velocity: bodies.map(|body| constant(&body.motion().linear)),
            angular_velocity: bodies.map(|body| constant(&body.motion().angular)),
            point: constant(&contact.point()),
            normal: constant(&contact.normal().into_inner()),
            restitution: T::constant(contact.law().restitution.value()),
            friction: T::constant(contact.tangential_law().coefficient()),
        }
    }

    /// How fast the bodies approach each other, in metres per second; below zero if they part.
    #[must_use]
    pub fn approach_speed(&self) -> T {
        let arms = self.position.map(|position| sub(&self.point, &position));
        let velocity = self.relative_velocity(&arms, &self.velocity, &self.angular_velocity);
        -dot(&velocity, &self.normal) / dot(&self.normal, &self.normal).sqrt()
    }

    fn relative_velocity(&self, arms: &[V<T>; 2], velocity: &[V<T>; 2], spin: &[V<T>; 2]) -> V<T> {
        let of = |side: usize| add(&velocity[side], &cross(&spin[side], &arms[side]));
        sub(&of(0), &of(1))
    }
}
