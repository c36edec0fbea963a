//! What a shot can be differentiated by, and what a direction changes.

use carom::derivative::{Axis, Direction};
use carom::{Surface, TangentialLaw};
use nalgebra::Vector3;

use super::super::ball::BallState;
use super::super::error::ShotError;
use super::super::table::Table;
use super::piece_change::StateChange;
use crate::surface_change::SurfaceChange;

/// A kind of contact on a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactKind {
    /// Between balls.
    Balls,
    /// Of balls with cushions.
    Cushion,
    /// Of balls with the bed.
    Bed,
}

/// A number that a shot depends on. Numbers of balls are those with which the shot begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ShotParameter {
    /// A component of a ball's place.
    Position {
        /// The ball.
        ball: usize,
        /// Which component.
        axis: Axis,
    },
    /// A component of its velocity.
    Velocity {
        /// The ball.
        ball: usize,
        /// Which component.
        axis: Axis,
    },
    /// A component of its angular velocity.
    AngularVelocity {
        /// The ball.
        ball: usize,
        /// Which component.
        axis: Axis,
    },
    /// A ball's mass, its moment of inertia along with it.
    Mass {
        /// The ball.
        ball: usize,
    },
    /// A ball's radius, its moment of inertia along with it; one that lies on the bed goes on to do so.
    Radius {
        /// The ball.
        ball: usize,
    },
    /// μ_s of the cloth.
    SlidingFriction,
    /// μ_r of the cloth.
    RollingResistance,
    /// μ_sp of the cloth.
    SpinFriction,
    /// g.
    Gravity,
    /// Height of the cushions' noses.
    NoseHeight,
    /// e of a kind of contact.
    Restitution(ContactKind),
    /// k of a kind of contact.
    Stiffness(ContactKind),
    /// μ of a kind of contact.
    Friction(ContactKind),
    /// η² of a kind of contact.
    Compliance(ContactKind),
}

/// δ of a table.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct TableChange {
    pub sliding_friction: f64,
    pub rolling_resistance: f64,
    pub spin_friction: f64,
    pub gravity: f64,
    pub nose_height: f64,
    surfaces: [SurfaceChange; 3],
}

impl TableChange {
    pub fn surface(&self, kind: ContactKind) -> &SurfaceChange {
        &self.surfaces[kind as usize]
    }
}

/// δ of a ball.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct BallChange {
    pub mass: f64,
    pub radius: f64,
}

/// What one direction changes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Changes {
    pub table: TableChange,
    pub balls: Vec<BallChange>,
    pub start: Vec<StateChange>,
}

impl Changes {
    /// The changes along a direction, for balls in the given order.
    pub fn along(
        Direction(parts): &Direction<ShotParameter>,
        table: &Table,
        balls: &[BallState],
        order: &[usize],
    ) -> Result<Self, ShotError> {
        let mut this = Self {
            table: TableChange::default(),
            balls: vec![BallChange::default(); balls.len()],
            start: vec![StateChange::default(); balls.len()],
        };
        for &(parameter, amount) in parts {
            this.add(parameter, amount, table, balls, order)?;
        }
        Ok(this)
    }

    fn add(
        &mut self,
        parameter: ShotParameter,
        amount: f64,
        table: &Table,
        balls: &[BallState],
        order: &[usize],
    ) -> Result<(), ShotError> {
        use ShotParameter as P;
        let place = |ball: usize| {
            let refused = ShotError::NoSuchParameter { what: "ball", number: ball };
            order.iter().position(|&name| name == ball).ok_or(refused)
        };
        let unit = |axis: Axis| {
            let mut unit = Vector3::zeros();
            unit[axis.index()] = amount;
            unit
        };
        match parameter {
            P::Position { ball, axis } => self.start[place(ball)?].position += unit(axis),
            P::Velocity { ball, axis } => self.start[place(ball)?].velocity += unit(axis),
            P::AngularVelocity { ball, axis } => self.start[place(ball)?].angular_velocity += unit(axis),
            P::Mass { ball } => self.balls[place(ball)?].mass += amount,
            P::Radius { ball } => {
                let place = place(ball)?;
                self.balls[place].radius += amount;
                if balls[place].state.position.z == balls[place].ball.radius() {
                    self.start[place].position.z += amount;
                }
            }
            P::SlidingFriction => self.table.sliding_friction += amount,
            P::RollingResistance => self.table.rolling_resistance += amount,
            P::SpinFriction => self.table.spin_friction += amount,
            P::Gravity => self.table.gravity += amount,
            P::NoseHeight => self.table.nose_height += amount,
            P::Restitution(kind) => self.table.surfaces[kind as usize].restitution += amount,
            P::Stiffness(kind) => self.table.surfaces[kind as usize].stiffness += amount,
            P::Friction(kind) => {
                if !surface(table, kind).tangential.has_friction() {
                    return Err(ShotError::NoSuchParameter {
                        what: "friction of contact",
                        number: kind as usize,
                    });
                }
                self.table.surfaces[kind as usize].friction += amount;
            }
            P::Compliance(kind) => {
                if !matches!(surface(table, kind).tangential, TangentialLaw::Compliant { .. }) {
                    return Err(ShotError::NoSuchParameter {
                        what: "compliance of contact",
                        number: kind as usize,
                    });
                }
                self.table.surfaces[kind as usize].compliance += amount;
            }
        }
        Ok(())
    }
}

fn surface(table: &Table, kind: ContactKind) -> &Surface {
    match kind {
        ContactKind::Balls => &table.between_balls,
        ContactKind::Cushion => &table.cushion,
        ContactKind::Bed => &table.bed,
    }
}
