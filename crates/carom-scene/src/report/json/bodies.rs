//! What became of bodies and joints.

use carom::{Joint, JointOutcome, Motion};
use serde::Serialize as SerializeDerive;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::array;
use crate::scene::Scene;

/// An object with the bodies in the order of the scene.
pub struct Bodies<'a>(Vec<(&'a str, Velocities)>);

impl<'a> Bodies<'a> {
    pub fn of(scene: &'a Scene, motions: &[Motion]) -> Self {
        let velocities = |motion: &Motion| Velocities {
            velocity: array(motion.linear),
            angular_velocity: array(motion.angular),
        };
        Self(scene.body_names.iter().map(String::as_str).zip(motions.iter().map(velocities)).collect())
    }
}

impl Serialize for Bodies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, velocities) in &self.0 {
            map.serialize_entry(name, velocities)?;
        }
        map.end()
    }
}

#[derive(SerializeDerive)]
struct Velocities {
    velocity: [f64; 3],
    angular_velocity: [f64; 3],
}

/// What a joint carried, on its first body; world axes.
#[derive(SerializeDerive)]
pub struct JointEntry<'a> {
    name: &'a str,
    kind: &'static str,
    between: [&'a str; 2],
    impulse: [f64; 3],
    couple: [f64; 3],
}

pub fn joints<'a>(scene: &'a Scene, outcomes: &[JointOutcome]) -> Vec<JointEntry<'a>> {
    let joints = scene.impact().map_or(&[][..], |impact| impact.joints());
    let entry = |((name, joint), carried): ((&'a String, &Joint), &JointOutcome)| JointEntry {
        name,
        kind: joint.kind().name(),
        between: joint.bodies().map(|body| scene.body_names[body].as_str()),
        impulse: array(carried.impulse),
        couple: array(carried.couple),
    };
    scene.joint_names.iter().zip(joints).zip(outcomes).map(entry).collect()
}
