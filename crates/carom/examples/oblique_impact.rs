//! A sphere of alumina, 5 mm across, thrown at a thick plate of glass at 3.9 m/s under 5 to 85 degrees from the normal: how it leaves.
//!
//!     cargo run -p carom --example oblique_impact > alumina-on-glass.csv
//!     carom plot alumina-on-glass.csv --y "spin / (rad/s)" -o spin.svg

use carom::hertz::{Curvature, HertzContact, Solid};
use carom::nalgebra::vector;
use carom::{Body, Contact, Error, Friction, Impact, Model, NormalLaw, Restitution, TangentialLaw};

const RADIUS: f64 = 2.5e-3;
const SPEED: f64 = 3.9;

fn main() -> Result<(), Error> {
    println!("angle of impact / deg,angle of rebound / deg,spin / (rad/s)");
    for angle in 5..=85 {
        let (rebound, spin) = thrown(f64::from(angle).to_radians())?;
        println!("{angle},{:.9},{:.9}", rebound.to_degrees(), spin);
    }
    Ok(())
}

/// Angle of the rebound from the normal, in radians, and spin, in rad/s.
fn thrown(angle: f64) -> Result<(f64, f64), Error> {
    let alumina = Solid::new(380e9, 0.23, 4000.0)?;
    let glass = Solid::new(70e9, 0.22, 2500.0)?;
    let hertz = HertzContact::new([&alumina, &glass], Curvature::of_sphere_on_plane(RADIUS)?)?;
    let friction = TangentialLaw::Compliant {
        friction: Friction::new(0.092)?,
        compliance: hertz.tangential_compliance()?,
    };
    let mass = 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3) * alumina.density;
    let velocity = vector![angle.sin(), 0.0, -angle.cos()] * SPEED;
    let sphere = Body::ball(mass, RADIUS)?.at(vector![0.0, 0.0, RADIUS])?.moving(velocity)?;
    let law = NormalLaw::touching(Restitution::new(0.98)?, hertz.spring()?);
    let contact =
        Contact::new([0, 1], vector![0.0, 0.0, 0.0], vector![0.0, 0.0, 1.0], law)?.with_friction(friction);
    let outcome = Impact::new(vec![sphere, Body::fixed()], vec![contact], Model::default())?.solve()?;
    let after = outcome.bodies[0];
    Ok((after.linear.x.atan2(after.linear.z), after.angular.y))
}
