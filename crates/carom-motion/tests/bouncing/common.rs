//! Bodies and states that several tests use.

use carom::{Compliance, Friction, Restitution, Stiffness, Surface, TangentialLaw};
use carom_motion::flight::RigidState;
use nalgebra::Vector3;

pub const GRAVITY: f64 = 9.81;

/// The friction, restitution and compliance of [Jia2012, eq. (83)]; 17/14 is η².
pub fn jia2012_surface(friction: f64) -> Surface {
    Surface {
        restitution: restitution(0.5),
        stiffness: Stiffness::UNIT,
        tangential: TangentialLaw::Compliant {
            friction: Friction::new(friction).expect("the friction is possible"),
            compliance: Compliance::new(17.0 / 14.0).expect("17/14 is positive"),
        },
    }
}

pub fn restitution(e: f64) -> Restitution {
    Restitution::new(e).expect("e is between 0 and 1")
}

pub fn rigid_friction(e: f64, friction: f64) -> Surface {
    let friction = Friction::new(friction).expect("the friction is possible");
    Surface {
        restitution: restitution(e),
        stiffness: Stiffness::UNIT,
        tangential: TangentialLaw::Rigid { friction },
    }
}

pub fn state(position: Vector3<f64>, velocity: Vector3<f64>, spin: Vector3<f64>) -> RigidState {
    RigidState { position, velocity, angular_velocity: spin, ..RigidState::default() }
}
