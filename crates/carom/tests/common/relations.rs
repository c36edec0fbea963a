//! What must not matter to an impact: axes, handedness, numbering, a common velocity, and whether a contact is given once or as two of half the
//! stiffness. Each relation changes a scene and brings the motions back.

use carom::{Motion, Stiffness};
use nalgebra::{Matrix3, Rotation3, Vector3};

use super::families::Draw;
use super::{Scene, turned, turned_back};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    Turned,
    Mirrored,
    Relabelled,
    Boosted,
    Split,
}

impl Relation {
    pub const ALL: [Self; 5] = [Self::Turned, Self::Mirrored, Self::Relabelled, Self::Boosted, Self::Split];

    pub fn changed(self, scene: &Scene, seed: u64) -> Scene {
        let mut changed = scene.clone();
        match self {
            Self::Turned | Self::Mirrored => return turned(scene, &self.matrix(seed)),
            Self::Relabelled => {
                let places = changed.solids.len() - 1;
                changed.solids.reverse();
                changed.touches.reverse();
                for touch in &mut changed.touches {
                    touch.bodies = touch.bodies.map(|body| places - body);
                }
            }
            Self::Boosted => changed.solids.iter_mut().for_each(|solid| solid.velocity += boost(seed)),
            Self::Split => {
                let chosen = seed as usize % changed.touches.len();
                let touch = &mut changed.touches[chosen];
                let spring = touch.law.stiffness;
                touch.law.stiffness =
                    Stiffness::new(0.5 * spring.value()).unwrap().with_exponent(spring.exponent());
                let twin = touch.clone();
                changed.touches.push(twin);
            }
        }
        changed
    }

    /// The motions of the changed scene as those of the original.
    pub fn back(self, mut motions: Vec<Motion>, seed: u64) -> Vec<Motion> {
        match self {
            Self::Turned | Self::Mirrored => return turned_back(motions, &self.matrix(seed)),
            Self::Relabelled => motions.reverse(),
            Self::Boosted => motions.iter_mut().for_each(|motion| motion.linear -= boost(seed)),
            Self::Split => {}
        }
        motions
    }

    /// A rotation or a reflection, another one for every seed.
    fn matrix(self, seed: u64) -> Matrix3<f64> {
        let mut draw = Draw::new(seed + 77);
        if self == Self::Turned {
            return Rotation3::new(draw.vector(2.0)).into_inner();
        }
        let plane = draw.unit();
        Matrix3::identity() - plane * plane.transpose() * 2.0
    }
}

fn boost(seed: u64) -> Vector3<f64> {
    Draw::new(seed + 78).vector(1.0)
}
