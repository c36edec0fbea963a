//! Joints from their tables.

use carom::{InputError, Joint};

use super::contacts::no_such_body;
use super::refusal;
use crate::problem::{Problem, Problems, Span};
use crate::read::{Document, JointKey, JointTable};

/// A joint and the place in the file that made it.
pub(super) struct PlacedJoint {
    pub joint: Joint,
    pub name: String,
    pub span: Span,
}

pub(super) fn build(document: &Document, problems: &Problems) -> Vec<PlacedJoint> {
    document.joints.iter().filter_map(|table| build_one(document, table, problems)).collect()
}

fn build_one(document: &Document, table: &JointTable, problems: &Problems) -> Option<PlacedJoint> {
    let find = |name: &crate::problem::Located<String>| {
        let place = document.bodies.iter().position(|body| body.name.value == name.value);
        if place.is_none() {
            problems.add(no_such_body(document, name));
        }
        place
    };
    let [first, second] = [find(&table.names[0]), find(&table.names[1])];
    let bodies = [first?, second?];
    let point = table.point.value;
    let made = match (table.kind, table.axis) {
        (JointKey::Ball, _) | (_, None) => Joint::ball(bodies, point),
        (JointKey::Hinge, Some(axis)) => Joint::hinge(bodies, point, axis.value),
        (JointKey::Slider, Some(axis)) => Joint::slider(bodies, point, axis.value),
    };
    let span = match (&made, table.axis) {
        (Err(InputError::NoDirection { .. }), Some(axis)) => axis.span,
        _ => table.point.span,
    };
    let joint = problems.note(made.map_err(|error| refusal::at(span, &error)))?;
    let between = || format!("{}-{}", table.names[0].value, table.names[1].value);
    let name = table.name.as_ref().map_or_else(between, |name| name.value.clone());
    Some(PlacedJoint { joint, name, span: table.span })
}

/// What the engine refuses about a joint, at its place in the file.
pub(super) fn problem(error: &InputError, joints: &[PlacedJoint]) -> Option<Problem> {
    let at = |joint: usize| joints.get(joint).map(|placed| placed.span);
    match *error {
        InputError::JointHoldsNothing { joint } => Some(
            Problem::new(at(joint)?, "the joint holds nothing together")
                .expected("expected two different bodies, one of which can move"),
        ),
        InputError::JointPulledApart { joint, speed, what } => {
            let speed = crate::number::short(speed, 3);
            Some(
                Problem::new(at(joint)?, format!("the bodies' motions pull the joint apart, by {speed} {what}"))
                    .expected("expected velocities with which both bodies move together here")
                    .help("the velocity of a body at a point x is `velocity` + `angular_velocity` × (x − `position`)"),
            )
        }
        _ => None,
    }
}
