//! What parameters of bodies and contacts change about wrenches and mobilities: the first half of the chain rule (V.6).

use nalgebra::{Matrix6, Matrix6x3, Vector3, Vector6};

use super::bodies::body_number;
use super::parameter::{ContactAxis, ContactParameter, LawParameter, Parameter};
use crate::body::{Body, BodyNumber};
use crate::impact::Impact;

/// A contact seen from one of its bodies.
pub(super) struct Side {
    pub contact: usize,
    pub sign: f64,
    /// G of (V.6).
    pub wrenches: Matrix6x3<f64>,
    /// A G.
    pub moved: Matrix6x3<f64>,
    /// √(gᵀ A g) of every column g.
    pub sizes: Vector3<f64>,
}

/// Bodies, and contacts as they see them.
pub(super) struct Geometry<'a> {
    pub impact: &'a Impact,
    pub mobility: Vec<Matrix6<f64>>,
    /// The largest entries of their blocks, see [`largest_of_blocks`].
    pub largest: Vec<[f64; 2]>,
    pub motion: Vec<Vector6<f64>>,
    /// The contacts of each body.
    pub sides: Vec<Vec<Side>>,
}

/// What a unit of one parameter changes.
pub(super) enum Effect {
    Body(Box<BodyEffect>),
    /// The point and the normal of a contact.
    Contact {
        contact: usize,
        point: Vector3<f64>,
        normal: Vector3<f64>,
    },
    Law(ContactParameter),
}

/// What a number of a body changes.
pub(super) struct BodyEffect {
    pub body: usize,
    /// δA, if it changes.
    pub mobility: Option<Matrix6<f64>>,
    /// δ of (v, ω).
    pub motion: Vector6<f64>,
    pub place: Vector3<f64>,
    pub energy_before: f64,
}

impl<'a> Geometry<'a> {
    pub fn of(impact: &'a Impact) -> Self {
        let bodies = impact.bodies();
        let mobility: Vec<_> = bodies.iter().map(Body::mobility).collect();
        let largest = mobility.iter().map(largest_of_blocks).collect();
        let mut sides: Vec<Vec<Side>> = bodies.iter().map(|_| Vec::new()).collect();
        for (contact, found) in impact.contacts().iter().enumerate() {
            for (body, sign) in found.bodies().into_iter().zip([1.0, -1.0]) {
                let arm = found.point() - bodies[body].position();
                let axes = impact.axes()[contact];
                let wrenches = columns(|k| stacked(axes[k], arm.cross(&axes[k])));
                let moved = mobility[body] * wrenches;
                let size = |k: usize| wrenches.column(k).dot(&moved.column(k)).max(0.0).sqrt();
                let sizes = Vector3::new(size(0), size(1), size(2));
                sides[body].push(Side { contact, sign, wrenches, moved, sizes });
            }
        }
        let motion = bodies.iter().map(|body| stacked(body.motion().linear, body.motion().angular));
        Self { impact, mobility, largest, motion: motion.collect(), sides }
    }

    pub fn effect(&self, parameter: Parameter) -> Effect {
        let unit = |axis: usize| Vector3::from_fn(|row, _| if row == axis { 1.0 } else { 0.0 });
        match (parameter, body_number(&parameter)) {
            (_, Some((body, number))) => Effect::Body(Box::new(self.effect_of_body(body, number))),
            (Parameter::Point { contact, axis }, None) => {
                Effect::Contact { contact, point: unit(axis.index()), normal: Vector3::zeros() }
            }
            (Parameter::Normal { contact, axis }, None) => {
                let old = self.impact.contacts()[contact].normal().into_inner();
                let normal = unit(axis.index()) - old * old[axis.index()];
                Effect::Contact { contact, point: Vector3::zeros(), normal }
            }
            (Parameter::Law(LawParameter { contact, coefficient }), None) => {
                Effect::Law(coefficient.of(contact))
            }
            (other, None) => unreachable!("{other} is a number of a body"),
        }
    }

    fn effect_of_body(&self, number: usize, which: BodyNumber) -> BodyEffect {
        let body = &self.impact.bodies()[number];
        let mobility = match which {
            BodyNumber::Velocity(_) | BodyNumber::AngularVelocity(_) => None,
            BodyNumber::Mass | BodyNumber::Inertia(_) | BodyNumber::Moment | BodyNumber::Position(_) => {
                Some(body.mobility_change(which)).filter(|change| *change != Matrix6::zeros())
            }
        };
        let motion = body.motion_change(which);
        let mut place = Vector3::zeros();
        if let BodyNumber::Position(axis) = which {
            place[axis] = 1.0;
        }
        BodyEffect {
            body: number,
            mobility,
            motion: stacked(motion.linear, motion.angular),
            place,
            energy_before: body.energy_change(which),
        }
    }

    /// δ of a contact's axes whose normal turns.
    pub fn axes_change(&self, contact: usize, turned: Vector3<f64>) -> [Vector3<f64>; 3] {
        let [first, second, normal] = self.impact.axes()[contact];
        [-normal * first.dot(&turned), -normal * second.dot(&turned), turned]
    }

    /// δG of a side, if it changes; only along the axes on which the contact carries impulses.
    pub fn wrenches_change(&self, body: usize, side: &Side, effect: &Effect) -> Option<Matrix6x3<f64>> {
        let axes = self.impact.axes()[side.contact];
        match effect {
            Effect::Body(effect) if effect.body == body && effect.place != Vector3::zeros() => {
                Some(self.columns_of(side, |k| stacked(Vector3::zeros(), -effect.place.cross(&axes[k]))))
            }
            Effect::Contact { contact, point, normal } if *contact == side.contact => {
                let turned = self.axes_change(*contact, *normal);
                let arm = self.impact.contacts()[*contact].point() - self.impact.bodies()[body].position();
                let column = |k: usize| stacked(turned[k], arm.cross(&turned[k]) + point.cross(&axes[k]));
                Some(self.columns_of(side, column))
            }
            Effect::Body(_) | Effect::Contact { .. } | Effect::Law(_) => None,
        }
    }

    /// The given columns for the axes on which a contact carries impulses, zeros for others.
    fn columns_of(&self, side: &Side, column: impl Fn(usize) -> Vector6<f64>) -> Matrix6x3<f64> {
        let mut columns = Matrix6x3::zeros();
        for axis in self.axes_of(side) {
            columns.set_column(axis.index(), &column(axis.index()));
        }
        columns
    }

    /// The axes on which a contact carries impulses.
    pub fn axes_of(&self, side: &Side) -> &'static [ContactAxis] {
        self.impact.contact_problem().axes_of(side.contact)
    }

    /// The bodies that an effect concerns.
    pub fn bodies_of(&self, effect: &Effect) -> impl Iterator<Item = usize> + use<> {
        let bodies = match effect {
            Effect::Body(effect) => [Some(effect.body), None],
            Effect::Contact { contact, .. } => self.impact.contacts()[*contact].bodies().map(Some),
            Effect::Law(_) => [None, None],
        };
        bodies.into_iter().flatten()
    }
}

/// The largest entries of the blocks of a mobility that move and that turn a body.
pub(super) fn largest_of_blocks(mobility: &Matrix6<f64>) -> [f64; 2] {
    [0, 3].map(|first| {
        let block = (first..first + 3).flat_map(|column| (first..first + 3).map(move |row| (row, column)));
        block.fold(0.0_f64, |largest, entry| largest.max(mobility[entry].abs()))
    })
}

pub(super) fn stacked(upper: Vector3<f64>, lower: Vector3<f64>) -> Vector6<f64> {
    Vector6::new(upper.x, upper.y, upper.z, lower.x, lower.y, lower.z)
}

fn columns(column: impl Fn(usize) -> Vector6<f64>) -> Matrix6x3<f64> {
    Matrix6x3::from_columns(&[column(0), column(1), column(2)])
}
