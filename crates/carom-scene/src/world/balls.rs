//! The balls of a billiards world: `[balls]` and `[[ball]]`.

use carom_motion::billiards::{Ball, BallState, ShotError, State};
use nalgebra::Vector3;

use crate::build::refusal;
use crate::problem::{Located, Problem, Problems, Span};
use crate::read::Table;

/// A ball on the table, with the places in the file that errors point at.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub name: String,
    /// Where its name stands, or the rack that it belongs to.
    pub span: Span,
    /// Where its place is given.
    pub position: Span,
    /// Where its motion is given, if it is.
    pub motion: Option<Span>,
    /// Where its radius is given, if it is.
    pub radius: Option<Span>,
    pub start: BallState,
}

/// A ball and where its radius is given, if it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    pub ball: Ball,
    pub radius: Option<Span>,
}

/// A ball as `mass` and `radius` of a table say, else as `default`.
pub(super) fn kind(table: &Table, default: Kind) -> Kind {
    let radius = table.value_span("radius").or(default.radius);
    Kind { ball: ball(table, default.ball), radius }
}

fn ball(table: &Table, default: Ball) -> Ball {
    let (mass, radius) = (table.finite("mass"), table.finite("radius"));
    let value = |given: Option<Located<f64>>, default| given.map_or(default, |given| given.value);
    match Ball::new(value(mass, default.mass()), value(radius, default.radius())) {
        Ok(ball) => ball,
        Err(error) => {
            let span = match &error {
                ShotError::NotPositive { what: "radius", .. } => radius.map(|given| given.span),
                _ => mass.map(|given| given.span),
            };
            table.problems().add(refusal::said(span.unwrap_or(table.span()), &error.to_string()));
            default
        }
    }
}

pub(super) fn read(tables: Vec<Table>, default: Kind) -> Vec<Placed> {
    tables.into_iter().filter_map(|table| read_one(table, default)).collect()
}

fn read_one(table: Table, default: Kind) -> Option<Placed> {
    table.require("name", "`name = \"...\"`");
    table.require("position", "`position = [x, y]`, metres from the middle of the table");
    let (name, position) = (table.name(), table.numbers::<2>("position"));
    let velocity = table.vector("velocity");
    let spin = table.vector("angular_velocity");
    let Kind { ball, radius } = kind(&table, default);
    table.finish();
    let (name, position) = (name?, position?);
    let part = |given: Option<Located<Vector3<f64>>>| given.map_or_else(Vector3::zeros, |given| given.value);
    let state = State::on_bed(&ball, position.value).moving(part(velocity)).spinning(part(spin));
    Some(Placed {
        name: name.value,
        span: name.span,
        position: position.span,
        motion: [velocity, spin]
            .into_iter()
            .flatten()
            .find(|given| given.value != Vector3::zeros())
            .map(|given| given.span),
        radius,
        start: BallState { ball, state },
    })
}

/// Every ball has a name of its own.
pub(super) fn refuse_same_names(names: &[(&str, Span)], problems: &Problems) {
    for (i, (name, span)) in names.iter().enumerate() {
        if let Some((_, first)) = names[..i].iter().find(|(other, _)| other == name) {
            let problem = Problem::new(*span, format!("two of them are called `{name}`"))
                .expected("expected a name of its own")
                .related(*first, "first used here");
            problems.add(problem);
        }
    }
}
