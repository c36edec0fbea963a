//! Makes measurements of a block that falls on a plate, with noise and outliers, as a table: `dropped_block ROWS SEED`.
//!
//! The impacts are solved by the engine itself; noise is normal, and one row in thirty is a gross outlier, as when a camera takes one corner for
//! another.

use std::f64::consts::TAU;

use carom::{Body, Contact, Friction, Impact, Model, NormalLaw, Restitution, Stiffness, TangentialLaw};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use nalgebra::{Matrix3, Vector3};

const MASS: f64 = 0.05;
const SIDES: [f64; 2] = [0.06, 0.03];
const RESTITUTION: f64 = 0.55;
const FRICTION: f64 = 0.22;
const NOISE: [f64; 3] = [0.01, 0.01, 0.3];

struct Random(ChaCha8Rng);

impl Random {
    fn uniform(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.uniform(0.0, 1.0)));
        radius * libm::cos(TAU * self.uniform(0.0, 1.0))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |place: usize, usual: u64| arguments.get(place).map_or(Ok(usual), |text| text.parse());
    let (rows, seed) = (number(1, 300)?, number(2, 1)?);
    let mut random = Random(ChaCha8Rng::seed_from_u64(seed));
    let [a, b] = SIDES;
    let inertia = Matrix3::from_diagonal(&Vector3::new(1.0, MASS * (a * a + b * b) / 12.0, 1.0));
    println!("trial,rx [mm],rz [mm],vx0,vz0,wy0,vx1,vz1,wy1");
    let mut row = 0;
    while row < rows {
        let angle = random.uniform(0.0, TAU);
        let corners = [(a, b), (a, -b), (-a, b), (-a, -b)].map(|(x, z)| {
            let (sine, cosine) = libm::sincos(angle);
            Vector3::new(cosine * x + sine * z, 0.0, cosine * z - sine * x) / 2.0
        });
        let lowest = corners.iter().min_by(|p, q| p.z.total_cmp(&q.z)).copied().unwrap_or_default();
        let velocity = Vector3::new(random.uniform(-1.5, 1.5), 0.0, random.uniform(-3.0, -0.5));
        let spin = Vector3::new(0.0, random.uniform(-20.0, 20.0), 0.0);
        let block = Body::rigid(MASS, inertia)?.moving(velocity)?.spinning(spin)?;
        let law = NormalLaw::touching(Restitution::new(RESTITUTION)?, Stiffness::UNIT);
        let contact = Contact::new([0, 1], lowest, Vector3::z(), law)?
            .with_friction(TangentialLaw::Rigid { friction: Friction::new(FRICTION)? });
        let impact = Impact::new(vec![block, Body::fixed()], vec![contact], Model::default())?;
        if impact.contact_problem().velocity()[0] > -0.2 {
            continue; // The corner hardly comes down.
        }
        let after = impact.solve()?.bodies[0];
        let mut seen = [after.linear.x, after.linear.z, after.angular.y];
        seen.iter_mut().zip(NOISE).for_each(|(value, noise)| *value += noise * random.normal());
        if random.uniform(0.0, 30.0) < 1.0 {
            seen = [random.uniform(-3.0, 3.0), random.uniform(0.0, 3.0), random.uniform(-60.0, 60.0)];
        }
        row += 1;
        let [x, z] = [1e3 * lowest.x, 1e3 * lowest.z];
        println!(
            "{row},{x:.4},{z:.4},{:.5},{:.5},{:.4},{:.4},{:.4},{:.3}",
            velocity.x, velocity.z, spin.y, seen[0], seen[1], seen[2]
        );
    }
    Ok(())
}
