//! Random impacts with friction by family, each a kind of scene that people build: boxes on their corners, plates on legs, ladders,
//! wedges, grooves, heaps and racks. A family and a number give one scene, the same on every machine.

use carom::{Compliance, Friction, TangentialLaw};
use nalgebra::{Matrix3, Vector3, vector};

use super::{Scene, touching};

/// A stream of random numbers: SplitMix64 (Steele, Lea and Flood 2014).
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn vector(&mut self, size: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-size, size))
    }

    pub fn unit(&mut self) -> Vector3<f64> {
        loop {
            let v = self.vector(1.0);
            if v.norm() > 0.1 && v.norm() <= 1.0 {
                return v.normalize();
            }
        }
    }
}

/// Which friction the contacts of a family get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    Rigid,
    Compliant,
    Mixed,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    BoxOnCorners,
    Pair,
    Plate3,
    Plate4,
    Plate8,
    SlidingBox,
    Ladder,
    Tree,
    Loop,
    Wedge,
    Groove,
    Slab,
    Dumbbell,
    RackOfNine,
    PressedBox,
    RockingRod,
    Heap,
}

impl Family {
    pub const ALL: [Self; 17] = [
        Self::BoxOnCorners,
        Self::Pair,
        Self::Plate3,
        Self::Plate4,
        Self::Plate8,
        Self::SlidingBox,
        Self::Ladder,
        Self::Tree,
        Self::Loop,
        Self::Wedge,
        Self::Groove,
        Self::Slab,
        Self::Dumbbell,
        Self::RackOfNine,
        Self::PressedBox,
        Self::RockingRod,
        Self::Heap,
    ];

    pub fn scene(self, surface: Surface, seed: u64) -> Scene {
        let mut draw = Draw::new(seed.wrapping_add(1_000_003 * self as u64));
        let draw = &mut draw;
        let mut scene = match self {
            Self::BoxOnCorners => box_on_corners(draw, false),
            Self::SlidingBox => box_on_corners(draw, true),
            Self::Pair => pair(draw),
            Self::Plate3 => plate(draw, 3),
            Self::Plate4 => plate(draw, 4),
            Self::Plate8 => plate(draw, 8),
            Self::Ladder => ladder(draw),
            Self::Tree => tree(draw),
            Self::Loop => ring(draw),
            Self::Wedge => wedge(draw),
            Self::Groove => groove(draw),
            Self::Slab => slab(draw),
            Self::Dumbbell => dumbbell(draw),
            Self::RackOfNine => rack_of_nine(draw),
            Self::PressedBox => pressed_box(draw),
            Self::RockingRod => rocking_rod(draw),
            Self::Heap => heap(draw, 30),
        };
        rub(&mut scene, surface, draw);
        scene
    }
}

/// Restitution: often anything, sometimes one of the special values.
fn restitution(draw: &mut Draw) -> f64 {
    match draw.below(8) {
        0 => 0.0,
        1 => 1.0,
        _ => draw.between(0.0, 1.0),
    }
}

fn stiffness(draw: &mut Draw) -> f64 {
    10.0_f64.powf(draw.between(-1.0, 1.0))
}

fn rub(scene: &mut Scene, surface: Surface, draw: &mut Draw) {
    let common = (draw.below(2) == 0).then(|| draw.between(0.0, 2.0));
    for touch in &mut scene.touches {
        let mu = Friction::new(common.unwrap_or_else(|| draw.between(0.0, 2.0))).unwrap();
        let eta2 = Compliance::new(10.0_f64.powf(draw.between(-1.0, 0.7))).unwrap();
        let compliant = TangentialLaw::Compliant { friction: mu, compliance: eta2 };
        let rigid = TangentialLaw::Rigid { friction: mu };
        touch.friction = match surface {
            Surface::None => TangentialLaw::Frictionless,
            Surface::Rigid => rigid,
            Surface::Compliant => compliant,
            Surface::Mixed => [rigid, compliant, TangentialLaw::Frictionless][draw.below(3)],
        };
    }
}

fn inertia(mass: f64, sides: Vector3<f64>) -> Matrix3<f64> {
    let square = sides.component_mul(&sides);
    Matrix3::from_diagonal(&Vector3::from_fn(|i, _| mass / 12.0 * (square.sum() - square[i])))
}

fn box_on_corners(draw: &mut Draw, slides: bool) -> Scene {
    let mut scene = Scene::default();
    let sides = Vector3::from_fn(|_, _| draw.between(0.5, 2.0));
    let b = scene.block(draw.between(0.5, 2.0), sides, vector![0.0, 0.0, sides.z / 2.0]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    let across = if slides { 3.0 } else { 0.5 };
    scene.solids[b].velocity = draw.vector(across);
    scene.solids[b].velocity.z = -draw.between(0.2, 2.0);
    scene.solids[b].spin = draw.vector(if slides { 0.3 } else { 1.0 });
    let (e, k) = (restitution(draw), stiffness(draw));
    for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let point = vector![x * sides.x / 2.0, y * sides.y / 2.0, 0.0];
        scene.touch_at([b, table], point, Vector3::z(), touching(e, k));
    }
    scene
}

fn pair(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let a = scene.ball(draw.between(0.5, 2.0), vector![0.0, 0.0, 1.0], Vector3::zeros());
    let normal = draw.unit();
    let b = scene.ball(draw.between(0.5, 2.0), vector![0.0, 0.0, 1.0] + normal * 2.0, draw.vector(1.0));
    scene.solids[a].velocity = draw.vector(1.0);
    scene.solids[a].spin = draw.vector(1.0);
    scene.solids[b].spin = draw.vector(1.0);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch(a, b, law);
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch(a, table, law);
    scene
}

fn plate(draw: &mut Draw, legs: usize) -> Scene {
    let mut scene = Scene::default();
    let sides = vector![draw.between(0.5, 2.0), draw.between(0.5, 2.0), draw.between(0.05, 0.5)];
    let b = scene.block(draw.between(0.5, 2.0), sides, vector![0.0, 0.0, draw.between(0.05, 0.5)]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.solids[b].velocity = draw.vector(1.0);
    scene.solids[b].velocity.z = -draw.between(0.1, 2.0);
    scene.solids[b].spin = draw.vector(1.0);
    let same = draw.below(2) == 0;
    let (mut e, mut k) = (restitution(draw), stiffness(draw));
    for _ in 0..legs {
        if !same {
            (e, k) = (restitution(draw), stiffness(draw));
        }
        let point = vector![draw.between(-1.0, 1.0), draw.between(-1.0, 1.0), 0.0];
        scene.touch_at([b, table], point, Vector3::z(), touching(e, k));
    }
    scene
}

fn ladder(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let (angle, length, mass) = (draw.between(0.3, 1.3), draw.between(0.5, 2.0), draw.between(0.5, 2.0));
    let (foot, top) = (vector![length * angle.cos(), 0.0, 0.0], vector![0.0, 0.0, length * angle.sin()]);
    let axis = (top - foot).normalize();
    let tensor = (Matrix3::identity() - axis * axis.transpose()) * (mass * length * length / 12.0)
        + axis * axis.transpose() * (mass * 1e-3);
    let rod = scene.solids.len();
    scene.solids.push(super::Solid {
        properties: Some((mass, tensor)),
        position: (foot + top) / 2.0,
        velocity: draw.vector(1.0),
        spin: if draw.below(2) == 0 { vector![0.0, draw.between(-1.0, 1.0), 0.0] } else { draw.vector(1.0) },
    });
    if draw.below(2) == 0 {
        scene.solids[rod].velocity.y = 0.0;
    }
    let ground = scene.fixed(Vector3::zeros());
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch_at([rod, ground], foot, Vector3::z(), law);
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch_at([rod, ground], top, Vector3::x(), law);
    scene
}

/// Balls that touch along the branches of a tree.
fn tree(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let n = 3 + draw.below(6);
    scene.ball(draw.between(0.5, 2.0), Vector3::zeros(), draw.vector(1.0));
    for i in 1..n {
        let parent = draw.below(i);
        let at = scene.solids[parent].position + draw.unit() * 2.0;
        let velocity = if draw.below(2) == 0 { draw.vector(1.0) } else { Vector3::zeros() };
        let ball = scene.ball(draw.between(0.5, 2.0), at, velocity);
        if draw.below(2) == 0 {
            scene.solids[ball].spin = draw.vector(1.0);
        }
        let law = touching(restitution(draw), stiffness(draw));
        scene.touch(ball, parent, law);
    }
    scene
}

/// Bodies joined in a ring by contacts at random places.
fn ring(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let n = 3 + draw.below(4);
    for i in 0..n {
        let angle = std::f64::consts::TAU * i as f64 / n as f64;
        let sides = Vector3::from_fn(|_, _| draw.between(0.5, 1.5));
        let mass = draw.between(0.5, 2.0);
        scene.solids.push(super::Solid {
            properties: Some((mass, inertia(mass, sides))),
            position: vector![angle.cos(), angle.sin(), draw.between(-0.2, 0.2)] * 2.0,
            velocity: draw.vector(1.0),
            spin: draw.vector(1.0),
        });
    }
    for i in 0..n {
        let j = (i + 1) % n;
        let (a, b) = (scene.solids[i].position, scene.solids[j].position);
        let point = (a + b) / 2.0 + draw.vector(0.3);
        let normal = (a - b).normalize() + draw.vector(0.4);
        let law = touching(restitution(draw), stiffness(draw));
        scene.touch_at([i, j], point, normal, law);
    }
    scene
}

/// A block between two inclined walls, struck from above by a ball.
fn wedge(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let sides = Vector3::from_fn(|_, _| draw.between(0.5, 1.5));
    let block = scene.block(draw.between(0.5, 2.0), sides, Vector3::zeros());
    let ground = scene.fixed(vector![0.0, 0.0, -2.0]);
    let drift = if draw.below(2) == 0 { 0.5 } else { 0.0 };
    scene.solids[block].velocity = draw.vector(drift);
    let ball = scene.ball(draw.between(0.5, 2.0), vector![0.0, 0.0, 1.0 + sides.z / 2.0], Vector3::zeros());
    scene.solids[ball].velocity =
        vector![draw.between(-0.3, 0.3), draw.between(-0.3, 0.3), -draw.between(0.5, 2.0)];
    let tilt = draw.between(0.1, 1.2);
    for side in [1.0, -1.0] {
        for y in [1.0, -1.0] {
            let point = vector![side * sides.x / 2.0, y * sides.y / 2.0, draw.between(-0.3, 0.3) * sides.z];
            let law = touching(restitution(draw), stiffness(draw));
            scene.touch_at([block, ground], point, vector![-side * tilt.cos(), 0.0, tilt.sin()], law);
        }
    }
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch_at([ball, block], vector![0.0, 0.0, sides.z / 2.0], Vector3::z(), law);
    scene
}

/// A ball in a groove, struck by another.
fn groove(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let ball = scene.ball(draw.between(0.5, 2.0), Vector3::zeros(), Vector3::zeros());
    let straight = draw.below(2) == 0;
    let from = if straight { Vector3::z() } else { (Vector3::z() * 2.0 + draw.vector(1.0)).normalize() };
    let striker = scene.ball(draw.between(0.5, 2.0), from * 2.0, -from * draw.between(0.5, 2.0));
    if !straight {
        scene.solids[striker].spin = draw.vector(1.0);
    }
    let ground = scene.fixed(vector![0.0, 0.0, -3.0]);
    let tilt = draw.between(0.2, 1.3);
    let law = touching(restitution(draw), stiffness(draw));
    for side in [1.0, -1.0] {
        let normal = vector![side * tilt.sin(), 0.0, tilt.cos()];
        scene.touch_at([ball, ground], -normal, normal, law);
    }
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch(striker, ball, law);
    scene
}

/// A slab that rests on balls and is struck by another.
fn slab(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let sides = vector![draw.between(3.0, 5.0), draw.between(3.0, 5.0), 0.4];
    let top = scene.block(draw.between(0.5, 3.0), sides, vector![0.0, 0.0, 2.2]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    let balls = 3 + draw.below(2);
    let mut places = vec![vector![-1.4, -1.4], vector![1.4, -1.4], vector![-1.4, 1.4], vector![1.4, 1.4]];
    places.truncate(balls);
    for place in places {
        let ball = scene.ball(draw.between(0.5, 2.0), vector![place.x, place.y, 1.0], Vector3::zeros());
        let law = touching(restitution(draw), stiffness(draw));
        scene.touch_at([top, ball], vector![place.x, place.y, 2.0], Vector3::z(), law);
        let law = touching(restitution(draw), stiffness(draw));
        scene.touch_at([ball, table], vector![place.x, place.y, 0.0], Vector3::z(), law);
    }
    let at = vector![draw.between(-1.0, 1.0), draw.between(-1.0, 1.0)];
    let striker = scene.ball(draw.between(0.5, 2.0), vector![at.x, at.y, 3.4], Vector3::zeros());
    scene.solids[striker].velocity = vector![draw.between(-0.5, 0.5), draw.between(-0.5, 0.5), -1.0];
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch_at([striker, top], vector![at.x, at.y, 2.4], Vector3::z(), law);
    scene
}

/// Two balls on a rod that land on a table, and a third that strikes them.
fn dumbbell(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let body = scene.block(draw.between(0.5, 2.0), vector![3.0, 0.5, 0.5], vector![0.0, 0.0, 0.5]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.solids[body].velocity = draw.vector(0.5);
    scene.solids[body].spin = draw.vector(0.5);
    for x in [-1.5, 1.5] {
        let law = touching(restitution(draw), stiffness(draw));
        scene.touch_at([body, table], vector![x, 0.0, 0.0], Vector3::z(), law);
    }
    let at = draw.between(-1.0, 1.0);
    let striker = scene.ball(draw.between(0.5, 2.0), vector![at, 0.0, 1.75], draw.vector(0.5));
    scene.solids[striker].velocity.z = -1.0;
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch_at([striker, body], vector![at, 0.0, 0.75], Vector3::z(), law);
    scene
}

fn rack_of_nine(draw: &mut Draw) -> Scene {
    let e = restitution(draw);
    let mut scene = super::rack(&[1, 2, 3, 2, 1], e);
    scene.solids[0].spin = draw.vector(1.0);
    scene
}

/// A box on four corners, pressed by a ball.
fn pressed_box(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let sides = Vector3::from_fn(|_, _| draw.between(0.5, 2.0));
    let b = scene.block(draw.between(0.5, 2.0), sides, vector![0.0, 0.0, sides.z / 2.0]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    let e = if draw.below(2) == 0 { 0.0 } else { restitution(draw) };
    let k = stiffness(draw);
    for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let point = vector![x * sides.x / 2.0, y * sides.y / 2.0, 0.0];
        scene.touch_at([b, table], point, Vector3::z(), touching(e, k));
    }
    let at = vector![draw.between(-0.4, 0.4) * sides.x, draw.between(-0.4, 0.4) * sides.y];
    let ball = scene.ball(draw.between(0.5, 2.0), vector![at.x, at.y, sides.z + 1.0], Vector3::zeros());
    scene.solids[ball].velocity = vector![draw.between(-1.0, 1.0), draw.between(-1.0, 1.0), -1.0];
    let law = touching(restitution(draw), stiffness(draw));
    scene.touch_at([ball, b], vector![at.x, at.y, sides.z], Vector3::z(), law);
    scene
}

fn rocking_rod(draw: &mut Draw) -> Scene {
    let mut scene = Scene::default();
    let rod = scene.block(1.0, vector![2.0, 0.1, 0.1], vector![0.0, 0.0, 0.05]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.solids[rod].velocity = vector![draw.between(-1.0, 1.0), 0.0, -1.0];
    scene.solids[rod].spin = vector![0.0, draw.between(-1.0, 1.0), draw.between(-0.5, 0.5)];
    let e = restitution(draw);
    for x in [-1.0, 1.0] {
        scene.touch_at([rod, table], vector![x, 0.0, 0.0], Vector3::z(), touching(e, 1.0));
    }
    scene
}

/// Equal balls heaped at places of a close packing, `contacts` of them or a few more, struck from above.
pub fn heap(draw: &mut Draw, contacts: usize) -> Scene {
    let mut scene = Scene::default();
    let size = ((contacts as f64 / 6.0).cbrt().ceil() as usize).max(2) + 1;
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    let e = draw.between(0.3, 1.0);
    let half = 3.0_f64.sqrt();
    let mut balls = Vec::new();
    'fill: for layer in 0..size {
        for row in 0..size - layer {
            for column in 0..size - layer - row {
                let at = vector![
                    2.0 * column as f64 + row as f64 + layer as f64,
                    half * row as f64 + layer as f64 / half,
                    1.0 + layer as f64 * (8.0_f64 / 3.0).sqrt()
                ];
                balls.push(scene.ball(1.0, at, Vector3::zeros()));
                if scene.solids.len() > contacts {
                    break 'fill;
                }
            }
        }
    }
    for i in 0..balls.len() {
        for j in 0..i {
            let (a, b) = (scene.solids[balls[i]].position, scene.solids[balls[j]].position);
            if ((a - b).norm() - 2.0).abs() < 1e-9 {
                scene.touch(balls[i], balls[j], touching(e, 1.0));
            }
        }
        let at = scene.solids[balls[i]].position;
        if (at.z - 1.0).abs() < 1e-9 {
            scene.touch_at([balls[i], table], vector![at.x, at.y, 0.0], Vector3::z(), touching(e, 1.0));
        }
    }
    let top = balls
        .iter()
        .copied()
        .max_by(|&a, &b| scene.solids[a].position.z.total_cmp(&scene.solids[b].position.z))
        .unwrap_or(1);
    let from = (Vector3::z() * 2.0 + draw.vector(1.0)).normalize();
    let at = scene.solids[top].position + from * 2.0;
    let striker = scene.ball(1.0, at, -from);
    scene.solids[striker].spin = draw.vector(1.0);
    scene.touch(striker, top, touching(e, 1.0));
    scene
}
