//! `[[joint]]` tables.

use nalgebra::Vector3;

use super::contact;
use super::table::Table;
use crate::problem::{Located, Problem, Span};

/// What a joint leaves free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JointKey {
    Ball,
    Hinge,
    Slider,
}

const KINDS: [(&str, JointKey); 3] =
    [("hinge", JointKey::Hinge), ("ball", JointKey::Ball), ("slider", JointKey::Slider)];

/// What a `[[joint]]` says, if it could be read.
pub(crate) struct JointTable {
    pub span: Span,
    pub name: Option<Located<String>>,
    pub names: [Located<String>; 2],
    pub kind: JointKey,
    pub point: Located<Vector3<f64>>,
    /// Of a hinge or a slider.
    pub axis: Option<Located<Vector3<f64>>>,
}

pub(super) fn read(table: Table) -> Option<JointTable> {
    table.require("between", "`between = [\"first body\", \"second body\"]`");
    table.require("kind", "`kind = \"hinge\"`, `\"ball\"` or `\"slider\"`");
    table.require("point", "`point = [x, y, z]`, metres: where the bodies are joined");
    let (name, names) = (table.name(), contact::names(&table));
    let kind = table.choice("kind", &KINDS);
    let (point, axis) = (table.vector("point"), table.vector("axis"));
    match (kind.map(|kind| kind.value), &axis) {
        (Some(JointKey::Hinge | JointKey::Slider), None) if !table.has("axis") => {
            table.require(
                "axis",
                "`axis = [x, y, z]`, about which a hinge turns or along which a slider slides",
            );
        }
        (Some(JointKey::Ball), Some(axis)) => {
            let problem = Problem::new(axis.span, "a ball joint has no axis")
                .expected("remove it, or `kind = \"hinge\"`");
            table.problems().add(problem);
        }
        _ => {}
    }
    table.finish();
    let (names, kind, point) = (names?, kind?.value, point?);
    if kind != JointKey::Ball && axis.is_none() {
        return None;
    }
    Some(JointTable { span: names.span, name, names: names.value, kind, point, axis })
}
