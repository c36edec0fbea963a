//! What a world can be differentiated by, and what a direction changes.

use carom::derivative::{Axis, Direction};
use carom::{Surface, TangentialLaw};
use nalgebra::Vector3;

use super::super::error::BouncingError;
use super::super::meeting::Meeting;
use super::super::world::World;
use super::carry::StateChange;
use crate::surface_change::SurfaceChange;

/// Which surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SurfaceOf {
    /// Of a body with the plane.
    Floor {
        /// The body.
        body: usize,
    },
    /// Of any two balls that have none of their own.
    Balls,
    /// Of two balls that have one of their own, in ascending order.
    Pair([usize; 2]),
}

/// A number that a motion depends on. Vectors in world axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BouncingParameter {
    /// A component of a body's place, in metres.
    Position {
        /// The body.
        body: usize,
        /// Which component.
        axis: Axis,
    },
    /// A turn of a body about an axis through its centre of mass, in radians; of a ball it changes nothing.
    Turn {
        /// The body.
        body: usize,
        /// Which axis.
        axis: Axis,
    },
    /// A component of its velocity, in metres per second.
    Velocity {
        /// The body.
        body: usize,
        /// Which component.
        axis: Axis,
    },
    /// A component of its angular velocity, in radians per second.
    AngularVelocity {
        /// The body.
        body: usize,
        /// Which component.
        axis: Axis,
    },
    /// A body's mass, its inertia along with it, in kilograms.
    Mass {
        /// The body.
        body: usize,
    },
    /// A ball's radius, its inertia along with it, in metres; one that lies on the plane goes on to do so.
    Radius {
        /// The ball.
        body: usize,
    },
    /// g, in metres per second squared.
    Gravity,
    /// e of a surface.
    Restitution(SurfaceOf),
    /// k of a surface, in newtons per metre.
    Stiffness(SurfaceOf),
    /// μ of a surface.
    Friction(SurfaceOf),
    /// η² of a surface.
    Compliance(SurfaceOf),
}

/// δ of what a body is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct BodyChange {
    pub mass: f64,
    pub radius: f64,
    pub floor: SurfaceChange,
}

/// What one direction changes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Changes {
    pub gravity: f64,
    pub bodies: Vec<BodyChange>,
    pub start: Vec<StateChange>,
    between_balls: SurfaceChange,
    pairs: Vec<([usize; 2], SurfaceChange)>,
}

impl Changes {
    /// The changes along a direction; `lying` says which bodies lie on the plane.
    pub fn along(
        Direction(parts): &Direction<BouncingParameter>,
        world: &World,
        lying: &[bool],
    ) -> Result<Self, BouncingError> {
        let count = world.bodies.len();
        let mut this = Self {
            gravity: 0.0,
            bodies: vec![BodyChange::default(); count],
            start: vec![StateChange::default(); count],
            between_balls: SurfaceChange::default(),
            pairs: Vec::new(),
        };
        for &(parameter, amount) in parts {
            this.add(parameter, amount, world, lying)?;
        }
        Ok(this)
    }

    /// δ of the surface of a contact.
    pub fn surface(&self, meeting: &Meeting, world: &World) -> SurfaceChange {
        match *meeting {
            Meeting::Floor { body, .. } => self.bodies[body].floor,
            Meeting::Balls { first, second } if world.has_own_surface(first, second) => {
                let own = self.pairs.iter().find(|(pair, _)| *pair == [first, second]);
                own.map_or_else(SurfaceChange::default, |(_, change)| *change)
            }
            Meeting::Balls { .. } => self.between_balls,
        }
    }

    fn add(
        &mut self,
        parameter: BouncingParameter,
        amount: f64,
        world: &World,
        lying: &[bool],
    ) -> Result<(), BouncingError> {
        use BouncingParameter as P;
        let unit = |axis: Axis| Vector3::ith(axis.index(), amount);
        let known = |body: usize| {
            let what = || format!("body {body} in this world");
            world.bodies.get(body).ok_or_else(|| BouncingError::NoSuchParameter { what: what() })
        };
        match parameter {
            P::Position { body, axis } => {
                known(body)?;
                self.start[body].position += unit(axis);
            }
            P::Turn { body, axis } => {
                // Balls turn unseen.
                if known(body)?.radius().is_none() {
                    self.start[body].turn += unit(axis);
                }
            }
            P::Velocity { body, axis } => {
                known(body)?;
                self.start[body].velocity += unit(axis);
            }
            P::AngularVelocity { body, axis } => {
                known(body)?;
                self.start[body].angular_velocity += unit(axis);
            }
            P::Mass { body } => {
                known(body)?;
                self.bodies[body].mass += amount;
            }
            P::Radius { body } => {
                if known(body)?.radius().is_none() {
                    let what = format!("radius of body {body}, which is no ball,");
                    return Err(BouncingError::NoSuchParameter { what });
                }
                self.bodies[body].radius += amount;
                if !lying[body] {
                    // Its centre stays: its lowest point does not.
                    self.start[body].position.z -= amount;
                }
            }
            P::Gravity => self.gravity += amount,
            P::Restitution(of) => self.surface_of(of, world)?.1.restitution += amount,
            P::Stiffness(of) => self.surface_of(of, world)?.1.stiffness += amount,
            P::Friction(of) => {
                let (law, change) = self.surface_of(of, world)?;
                if !law.has_friction() {
                    let what = format!("friction of a surface without it ({of:?})");
                    return Err(BouncingError::NoSuchParameter { what });
                }
                change.friction += amount;
            }
            P::Compliance(of) => {
                let (law, change) = self.surface_of(of, world)?;
                if law.compliance().is_none() {
                    let what = format!("compliance of a surface without it ({of:?})");
                    return Err(BouncingError::NoSuchParameter { what });
                }
                change.compliance += amount;
            }
        }
        Ok(())
    }

    /// The friction of a surface, and δ of the surface.
    fn surface_of(
        &mut self,
        of: SurfaceOf,
        world: &World,
    ) -> Result<(TangentialLaw, &mut SurfaceChange), BouncingError> {
        let unknown = || BouncingError::NoSuchParameter { what: format!("surface {of:?} in this world") };
        match of {
            SurfaceOf::Floor { body } => {
                let law = world.bodies.get(body).ok_or_else(unknown)?.floor.tangential;
                Ok((law, &mut self.bodies[body].floor))
            }
            SurfaceOf::Balls => {
                let Surface { tangential, .. } = *world.surface_between_balls();
                Ok((tangential, &mut self.between_balls))
            }
            SurfaceOf::Pair([first, second]) => {
                if !world.has_own_surface(first, second) {
                    return Err(unknown());
                }
                let law = world.surface_between(first, second).tangential;
                if !self.pairs.iter().any(|(pair, _)| *pair == [first, second]) {
                    self.pairs.push(([first, second], SurfaceChange::default()));
                }
                let place = self.pairs.iter().position(|(pair, _)| *pair == [first, second]);
                let place = place.ok_or_else(unknown)?;
                Ok((law, &mut self.pairs[place].1))
            }
        }
    }
}
