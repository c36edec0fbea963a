//! Standard scenes: a [`Problem`] together with the bodies it came from.
//!
//! Bodies here translate only. With u the stacked velocities of all degrees of freedom,
//!
//! ```text
//! v = J u,    u = u₀ + M⁻¹ Jᵀ p,    W = J M⁻¹ Jᵀ                                                 (S.1)
//! ```

use nalgebra::{DMatrix, DVector, Vector2};

use crate::{Problem, ReferenceError};

/// A problem and the bodies behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The impact in contact space.
    pub problem: Problem,
    /// J: one row per contact, one column per degree of freedom.
    pub jacobian: DMatrix<f64>,
    /// The diagonal of M⁻¹ \[1/kg\]; zero for what cannot move.
    pub inverse_mass: DVector<f64>,
    /// u₀: velocities of the degrees of freedom before the impact \[m/s\].
    pub initial: DVector<f64>,
}

impl Scene {
    /// A scene from its bodies, by (S.1).
    pub fn new(
        jacobian: DMatrix<f64>,
        inverse_mass: DVector<f64>,
        initial: DVector<f64>,
        stiffness: Vec<f64>,
        restitution: Vec<f64>,
    ) -> Result<Self, ReferenceError> {
        let w = &jacobian * DMatrix::from_diagonal(&inverse_mass) * jacobian.transpose();
        let problem = Problem::new(w, &jacobian * &initial, stiffness, restitution)?;
        Ok(Self { problem, jacobian, inverse_mass, initial })
    }

    /// u after the impulses p, by (S.1) \[m/s\].
    pub fn velocities(&self, impulse: &DVector<f64>) -> DVector<f64> {
        &self.initial + (self.jacobian.transpose() * impulse).component_mul(&self.inverse_mass)
    }

    /// Kinetic energy of everything that can move \[J\].
    pub fn kinetic_energy(&self, velocities: &DVector<f64>) -> f64 {
        let energy = |(u, w): (&f64, &f64)| if *w > 0.0 { 0.5 * u * u / w } else { 0.0 };
        velocities.iter().zip(self.inverse_mass.iter()).map(energy).sum()
    }
}

/// The two balls and the table of \[Jia2013, sec. 3\].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallBallTable {
    /// Masses of the upper and the lower ball \[kg\].
    pub mass: [f64; 2],
    /// Stiffness at the ball-ball and the ball-table contact \[N/m\].
    pub stiffness: [f64; 2],
    /// Restitution at the ball-ball and the ball-table contact.
    pub restitution: [f64; 2],
    /// Velocity of the upper ball \[m/s\]; negative is downward.
    pub velocity: f64,
}

impl BallBallTable {
    /// m₁ = 1, m₂ = 2/√3, k₂/k₁ = 1, v₀ = −1: the balls of \[Jia2013, eq. (44)\], with any restitution.
    pub fn jia2013(e1: f64, e2: f64) -> Self {
        Self {
            mass: [1.0, 2.0 / 3.0_f64.sqrt()],
            stiffness: [1.0, 1.0],
            restitution: [e1, e2],
            velocity: -1.0,
        }
    }
}

/// An upper ball falls on a lower one that rests on a table \[Jia2013, fig. 3\]. Contact 0 is ball-ball, contact 1
/// ball-table; the degrees of freedom are v₁ and v₂, upwards.
pub fn ball_ball_table(balls: &BallBallTable) -> Result<Scene, ReferenceError> {
    Scene::new(
        DMatrix::from_row_slice(2, 2, &[1.0, -1.0, 0.0, 1.0]),
        DVector::from_vec(balls.mass.map(|m| 1.0 / m).to_vec()),
        DVector::from_vec(vec![balls.velocity, 0.0]),
        balls.stiffness.to_vec(),
        balls.restitution.to_vec(),
    )
}

/// A row of touching unit masses, the first of which arrives with speed 1. Contact i joins balls i and i + 1.
pub fn chain(balls: usize, restitution: f64, stiffness: f64) -> Result<Scene, ReferenceError> {
    let contacts = balls.saturating_sub(1);
    let jacobian = DMatrix::from_fn(contacts, balls, |i, j| match j {
        _ if j == i => -1.0,
        _ if j == i + 1 => 1.0,
        _ => 0.0,
    });
    let initial = DVector::from_fn(balls, |j, _| if j == 0 { 1.0 } else { 0.0 });
    let inverse_mass = DVector::from_element(balls, 1.0);
    Scene::new(jacobian, inverse_mass, initial, vec![stiffness; contacts], vec![restitution; contacts])
}

/// One mass against a wall.
pub fn single_contact(
    mass: f64,
    velocity: f64,
    stiffness: f64,
    restitution: f64,
) -> Result<Scene, ReferenceError> {
    Scene::new(
        DMatrix::from_element(1, 1, 1.0),
        DVector::from_element(1, 1.0 / mass),
        DVector::from_element(1, velocity),
        vec![stiffness],
        vec![restitution],
    )
}

/// Nine equal balls in a diamond, hit head-on at speed 1 by a tenth. Ball 0 is the cue ball, ball 1 the apex, ball 9
/// the far corner; the degrees of freedom are (x, y) of each ball, and the cue ball moves along +x.
pub fn nine_ball_rack(restitution: f64) -> Result<Scene, ReferenceError> {
    let row = 3.0_f64.sqrt();
    let mut centres = vec![Vector2::new(-2.0, 0.0)];
    for (i, count) in [1, 2, 3, 2, 1].into_iter().enumerate() {
        let place = |j: i32| Vector2::new(i as f64 * row, f64::from(2 * j - (count - 1)));
        centres.extend((0..count).map(place));
    }
    let balls = Balls { inverse_mass: vec![1.0; centres.len()], centres };
    let mut initial = DVector::zeros(2 * balls.centres.len());
    initial[0] = 1.0;
    let contacts = balls.touching().len();
    balls.scene(initial, vec![1.0; contacts], vec![restitution; contacts])
}

/// Balls of radius 1 in the plane.
struct Balls {
    centres: Vec<Vector2<f64>>,
    inverse_mass: Vec<f64>,
}

impl Balls {
    /// Distances are judged to this.
    const TOUCH: f64 = 1e-9;

    fn touching(&self) -> Vec<(usize, usize)> {
        let touch = |a: usize, b: usize| (self.centres[a] - self.centres[b]).norm() < 2.0 + Self::TOUCH;
        let pairs = (0..self.centres.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|&(a, b)| touch(a, b)).collect()
    }

    fn scene(
        &self,
        initial: DVector<f64>,
        stiffness: Vec<f64>,
        restitution: Vec<f64>,
    ) -> Result<Scene, ReferenceError> {
        let touching = self.touching();
        let mut jacobian = DMatrix::zeros(touching.len(), 2 * self.centres.len());
        for (i, &(a, b)) in touching.iter().enumerate() {
            let normal = (self.centres[a] - self.centres[b]).normalize();
            for axis in 0..2 {
                jacobian[(i, 2 * a + axis)] = normal[axis];
                jacobian[(i, 2 * b + axis)] = -normal[axis];
            }
        }
        let inverse_mass = DVector::from_fn(initial.len(), |j, _| self.inverse_mass[j / 2]);
        Scene::new(jacobian, inverse_mass, initial, stiffness, restitution)
    }

    fn is_free(&self, centre: &Vector2<f64>) -> bool {
        self.centres.iter().all(|c| (c - centre).norm() > 2.0 - Self::TOUCH)
    }
}

/// A cluster of touching discs in the plane with random masses (0.5 to 2), stiffnesses (0.3 to 3), restitutions (in
/// `restitution`) and velocities (each component in ±1). Every third cluster holds a fixed disc. The same seed gives
/// the same scene on every machine.
pub fn random(seed: u64, balls: usize, restitution: (f64, f64)) -> Result<Scene, ReferenceError> {
    let mut random = SplitMix(seed);
    let mut cluster = Balls { centres: vec![Vector2::zeros()], inverse_mass: Vec::new() };
    while cluster.centres.len() < balls {
        let centre = place_beside(&cluster, &mut random);
        if cluster.is_free(&centre) {
            cluster.centres.push(centre);
        }
    }
    cluster.inverse_mass = (0..balls).map(|_| 1.0 / random.between(0.5, 2.0)).collect();
    let mut initial = DVector::from_fn(2 * balls, |_, _| random.between(-1.0, 1.0));
    if seed.is_multiple_of(3) {
        cluster.inverse_mass[0] = 0.0;
        initial.rows_mut(0, 2).fill(0.0);
    }
    let contacts = cluster.touching().len();
    let stiffness = (0..contacts).map(|_| random.between(0.3, 3.0)).collect();
    let restitution = (0..contacts).map(|_| random.between(restitution.0, restitution.1)).collect();
    cluster.scene(initial, stiffness, restitution)
}

/// A place that touches one ball of the cluster at a random angle or, half of the time and if there is one, two balls.
fn place_beside(cluster: &Balls, random: &mut SplitMix) -> Vector2<f64> {
    let a = cluster.centres[random.below(cluster.centres.len())];
    let b = cluster.centres[random.below(cluster.centres.len())];
    let angle = random.between(0.0, std::f64::consts::TAU);
    let between = b - a;
    let distance = between.norm();
    if random.between(0.0, 1.0) < 0.5 && (1.0..3.9).contains(&distance) {
        let across = Vector2::new(-between.y, between.x) / distance;
        return (a + b) * 0.5 + across * (4.0 - 0.25 * distance * distance).sqrt();
    }
    a + Vector2::new(angle.cos(), angle.sin()) * 2.0
}

/// Steele, Lea and Flood's SplitMix64: enough randomness for scenes, with no dependency.
#[derive(Debug, Clone)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    /// A random number in [low, high), both positive, even in its logarithm.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        self.between(low.ln(), high.ln()).exp()
    }

    /// A random index below `count`, which must not be zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }
}
