//! The velocity equations of a billiard shot, [Jia2013, eqs. (48)–(52)].

use carom::{Body, Motion};
use carom_reference::scenes::SplitMix;
use nalgebra::{Matrix3, Vector3};

use super::theorems::CASES;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// A cue on a rail and a ball on a table under two impulses: what (48) to (52) are about.
struct Shot {
    cue_mass: f64,
    mass: f64,
    radius: f64,
    along: Vector3<f64>,
    normal: Vector3<f64>,
    speed: f64,
    first: Vector3<f64>,
    second: Vector3<f64>,
}

fn unit(random: &mut SplitMix) -> Vector3<f64> {
    loop {
        let v = Vector3::from_fn(|_, _| random.between(-1.0, 1.0));
        if (0.1..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

impl Shot {
    fn random(random: &mut SplitMix) -> Self {
        Self {
            cue_mass: random.between(0.3, 0.7),
            mass: random.between(0.1, 0.3),
            radius: random.between(0.02, 0.04),
            along: unit(random),
            normal: unit(random),
            speed: random.between(0.5, 5.0),
            first: unit(random) * random.between(0.0, 1.0),
            second: unit(random) * random.between(0.0, 1.0),
        }
    }

    /// The contact velocities v₁ and v₂ by the mechanics of the bodies.
    fn contact_velocities(&self) -> Result<[Vector3<f64>; 2], Unmet> {
        let centre = Vector3::z() * self.radius;
        let [tip, below] = [centre + self.normal * self.radius, Vector3::zeros()];
        let ball = Body::ball(self.mass, self.radius)?.at(centre)?;
        let cue = Body::sliding(self.cue_mass, self.along)?.moving(self.along * self.speed)?;
        let struck = |body: &Body, impulses: &[(Vector3<f64>, Vector3<f64>)]| {
            let mut motion = body.motion();
            for &(impulse, point) in impulses {
                let change = body.response(impulse, point);
                motion = Motion {
                    linear: motion.linear + change.linear,
                    angular: motion.angular + change.angular,
                };
            }
            motion
        };
        let ball_after = struck(&ball, &[(-self.first, tip), (self.second, below)]);
        let cue_after = struck(&cue, &[(self.first, tip)]);
        let relative = cue.velocity_at(&cue_after, tip) - ball.velocity_at(&ball_after, tip);
        Ok([relative, ball.velocity_at(&ball_after, below)])
    }

    /// (51) and (52); `crossed` are the matrices that stand for ẑẑᵀ in (51) and for n̂n̂ᵀ in (52).
    fn equations(&self, crossed: [Matrix3<f64>; 2]) -> [Vector3<f64>; 2] {
        let (n, z, c, m) = (self.normal, Vector3::z(), self.along, self.mass);
        let one = Matrix3::identity();
        let shared = one * (2.5 * n.dot(&z) - 1.0);
        let own = |axis: Vector3<f64>| one * 3.5 - axis * axis.transpose() * 2.5;
        let v1 = c * self.speed
            + (c * c.transpose() / self.cue_mass + own(n) / m) * self.first
            + (shared - crossed[0] * 2.5) / m * self.second;
        let v2 = ((shared - crossed[1] * 2.5) * self.first + own(z) * self.second) / m;
        [v1, v2]
    }
}

pub fn velocity_equations() -> Result<Findings, Unmet> {
    let mut random = SplitMix(51);
    let (mut printed, mut mended) = ([Vec::new(), Vec::new()], Vec::new());
    for _ in 0..CASES / 4 {
        let shot = Shot::random(&mut random);
        let truth = shot.contact_velocities()?;
        let (n, z) = (shot.normal, Vector3::z());
        let as_printed = shot.equations([z * z.transpose(), n * n.transpose()]);
        let as_meant = shot.equations([z * n.transpose(), n * z.transpose()]);
        for contact in 0..2 {
            printed[contact].push((as_printed[contact] - truth[contact]).norm());
            mended.push((as_meant[contact] - truth[contact]).norm());
        }
    }
    let check = |values: Vec<f64>| Check::bounded("error / m/s", values, 1e-12);
    let mended = check(mended);
    let claim = |what: &str, values: Vec<f64>, meant: &str, reason: &str| {
        let statement = Claim::statement(what, "are the contact velocities", check(values));
        statement.misprinted_statement(meant, mended.clone(), reason)
    };
    let [first, second] = printed;
    Ok(Findings::new()
        .claim(
            claim(
                "v₁ by (51) with ẑẑᵀ, as printed",
                first,
                "(51) with ẑn̂ᵀ",
                "(ẑ × I₂) × n̂ = (n̂·ẑ) I₂ − ẑ (n̂·I₂)",
            )
            .erratum("(51) prints ẑẑᵀ where ẑn̂ᵀ belongs."),
        )
        .claim(
            claim(
                "v₂ by (52) with n̂n̂ᵀ, as printed",
                second,
                "(52) with n̂ẑᵀ",
                "(n̂ × I₁) × ẑ = (n̂·ẑ) I₁ − n̂ (ẑ·I₁)",
            )
            .erratum("(52) prints n̂n̂ᵀ where n̂ẑᵀ belongs."),
        )
        .claim(Claim::statement(
            "(48) to (50), and (51), (52) with ẑn̂ᵀ and n̂ẑᵀ",
            "are the contact velocities",
            mended,
        )))
}
