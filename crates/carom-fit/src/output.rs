//! Numbers that an impact leaves behind, by the paths that tables of results have.

use carom::derivative::Number;
use carom::{Impact, Outcome};
use carom_scene::Scene;

/// A number of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Velocity(usize, usize),
    Spin(usize, usize),
    NormalImpulse(usize),
    Impulse(usize, usize),
    VelocityBefore(usize, usize),
    VelocityAfter(usize, usize),
    /// Angle between the normal and the velocity with which a contact parts; positive where it slides on as it came.
    ReboundAngle(usize),
    EnergyBefore,
    EnergyAfter,
    LostInRestitution,
    LostInFriction,
    Lost,
    Duration,
}

/// The angle that a result of a contact does not have but measurements do.
pub(crate) const REBOUND_ANGLE: &str = "rebound_angle";

/// All numbers of the outcomes of a scene with bodies, each with its path and unit.
pub(crate) fn all(scene: &Scene) -> Vec<(String, &'static str, Output)> {
    const AXES: [&str; 3] = ["x", "y", "z"];
    let mut list = Vec::new();
    let mut vector = |path: String, unit: &'static str, output: &dyn Fn(usize) -> Output| {
        list.extend(
            AXES.iter().enumerate().map(|(axis, name)| (format!("{path}.{name}"), unit, output(axis))),
        );
    };
    for (i, name) in scene.body_names().iter().enumerate() {
        vector(format!("bodies.{name}.velocity"), "m/s", &|axis| Output::Velocity(i, axis));
        vector(format!("bodies.{name}.angular_velocity"), "rad/s", &|axis| Output::Spin(i, axis));
    }
    for (i, name) in scene.contact_names().iter().enumerate() {
        vector(format!("contacts.{name}.impulse"), "N s", &|axis| Output::Impulse(i, axis));
        vector(format!("contacts.{name}.velocity_before"), "m/s", &|axis| Output::VelocityBefore(i, axis));
        vector(format!("contacts.{name}.velocity_after"), "m/s", &|axis| Output::VelocityAfter(i, axis));
    }
    for (i, name) in scene.contact_names().iter().enumerate() {
        list.push((format!("contacts.{name}.normal_impulse"), "N s", Output::NormalImpulse(i)));
        list.push((format!("contacts.{name}.{REBOUND_ANGLE}"), "rad", Output::ReboundAngle(i)));
    }
    let energies = [("before", Output::EnergyBefore), ("after", Output::EnergyAfter), ("lost", Output::Lost)];
    list.extend(energies.map(|(name, output)| (format!("energy.{name}"), "J", output)));
    if scene.splits_losses() {
        list.push(("energy.lost_in_restitution".to_owned(), "J", Output::LostInRestitution));
        list.push(("energy.lost_in_friction".to_owned(), "J", Output::LostInFriction));
    }
    list.push(("duration".to_owned(), scene.time_unit().name(), Output::Duration));
    list
}

impl Output {
    /// The number.
    pub fn of(self, impact: &Impact, outcome: &Outcome) -> f64 {
        let energy = &outcome.energy;
        match self {
            Self::Velocity(i, axis) => outcome.bodies[i].linear[axis],
            Self::Spin(i, axis) => outcome.bodies[i].angular[axis],
            Self::NormalImpulse(i) => outcome.contacts[i].normal_impulse,
            Self::Impulse(i, axis) => outcome.contacts[i].impulse[axis],
            Self::VelocityBefore(i, axis) => outcome.contacts[i].velocity_before[axis],
            Self::VelocityAfter(i, axis) => outcome.contacts[i].velocity_after[axis],
            Self::ReboundAngle(i) => {
                let contact = &outcome.contacts[i];
                let normal = impact.contacts()[i].normal().into_inner();
                rebound_angle(&normal.into(), &contact.velocity_before.into(), &contact.velocity_after.into())
            }
            Self::EnergyBefore => energy.before,
            Self::EnergyAfter => energy.after,
            Self::LostInRestitution => energy.lost_in_restitution,
            Self::LostInFriction => energy.lost_in_friction,
            Self::Lost => energy.lost_in_restitution + energy.lost_in_friction,
            Self::Duration => outcome.duration,
        }
    }
}

/// From the normal to the velocity after, in radians, in the sense of the sliding before.
pub(crate) fn rebound_angle<T: Number>(normal: &[T; 3], before: &[T; 3], after: &[T; 3]) -> T {
    let dot = |a: &[T; 3], b: &[T; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let across = |velocity: &[T; 3]| -> [T; 3] {
        let along = dot(normal, velocity);
        std::array::from_fn(|axis| velocity[axis] - normal[axis] * along)
    };
    let (came, goes) = (across(before), across(after));
    let square = dot(&came, &came);
    let sliding = if square.value() > 0.0 {
        dot(&goes, &came) / square.sqrt()
    } else {
        let square = dot(&goes, &goes);
        if square.value() > 0.0 { square.sqrt() } else { T::constant(0.0) }
    };
    sliding.angle_over(dot(normal, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_reflects_at_the_angle_of_arrival_and_reversed_sliding_is_negative() {
        let (normal, before) = ([0.0, 0.0, 1.0], [1.0, 0.0, -1.0]);
        let quarter = std::f64::consts::FRAC_PI_4;
        assert!((rebound_angle(&normal, &before, &[1.0, 0.0, 1.0]) - quarter).abs() < 1e-15);
        assert!((rebound_angle(&normal, &before, &[-1.0, 0.0, 1.0]) + quarter).abs() < 1e-15);
        assert_eq!(rebound_angle(&normal, &[0.0, 0.0, -1.0], &normal), 0.0);
    }
}
