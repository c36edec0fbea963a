//! Secs. 4.1 and 4.2: laws that reach the whole permissible region, and how much of it the others do.

use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::region::{Parameterisation, PolarDirection};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact, PermissibleRegion};
use nalgebra::{DMatrix, Matrix3, Vector3, vector};

use super::support::{POISSON, ROUNDING, Random, ball, breach, lone, shown, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// How many impacts the laws of the whole region are tried on; each needs the region's centroid.
const REGIONS: usize = 150;

pub fn whole_region() -> Result<Findings, Unmet> {
    let (mut outside, mut polar, mut projected, mut ratios) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut numbers = Random::new(71);
    for _ in 0..REGIONS {
        let impact = numbers.spatial()?;
        let region = PermissibleRegion::of(&impact);
        let p = some_permissible(&region, &mut numbers);
        let size = p.norm();
        let back =
            |law: Parameterisation| -> Result<f64, Unmet> { Ok((law.impulse(&impact)? - p).norm() / size) };
        polar.push(back(Parameterisation::polar_of(&region, &p)?)?);
        projected.push(back(Parameterisation::Projected { impulse: p })?);
        ratios.push(back(Parameterisation::ratios_of(&region, &p)?)?);
        let direction = PolarDirection::Space {
            from_normal: numbers.between(0.0, std::f64::consts::PI),
            azimuth: numbers.between(0.0, std::f64::consts::TAU),
        };
        let any = Parameterisation::Polar { direction, fraction: numbers.between(0.0, 1.0) };
        let far = Parameterisation::Projected { impulse: numbers.vector() * 10.0 };
        for law in [any, far] {
            outside.push(breach(&impact, &law.impulse(&impact)?));
        }
    }
    let reaches = |what: &str, errors: Vec<f64>| {
        Claim::statement(
            what,
            "it reaches every permissible impulse",
            Check::bounded("relative distance from a random permissible impulse", errors, ROUNDING),
        )
    };
    Ok(Findings::new()
        .claim(reaches("1. angles and part of the way", polar))
        .claim(reaches("2. projected impulses", projected))
        .claim(reaches("3. Brach's restitution and ratios, e > 1 allowed", ratios))
        .claim(Claim::statement(
            "laws 1 and 2 with any parameters",
            "no choice picks an impulse that is not permissible",
            Check::bounded("breach of a condition, relative", outside, ROUNDING),
        ))
        .claim(brach_cannot_grazing()?))
}

/// From 3/2 P_I a random part of the way to the boundary.
fn some_permissible(region: &PermissibleRegion, numbers: &mut Random) -> Vector3<f64> {
    let inside = 1.5 * region.impact().plastic_impulse();
    let direction = numbers.vector();
    inside + direction * (region.exit(&inside, &direction).distance() * numbers.between(0.0, 0.999))
}

/// W = [[2, 1/2], [1/2, 1]] slides at 1 m/s and does not approach: V_fn = −e·0 whatever e.
fn brach_cannot_grazing() -> Result<Claim, Unmet> {
    let impact = lone(super::support::planar(2.0, 0.5, 1.0), vector![1.0, 0.0, 0.0], [2.5, 1.0, 0.0])?;
    let region = PermissibleRegion::of(&impact);
    let p = vector![-0.6, 0.0, 0.45];
    let permissible = region.membership(&p).is_inside();
    let after = impact.velocity_after(&p).z;
    let reached = Parameterisation::ratios_of(&region, &p).is_ok();
    Ok(Claim::statement(
        "Brach's law for grazing incidence",
        "it can capture all permissible impulses if e > 1 is allowed",
        Check::counted(
            1,
            usize::from(permissible && !reached),
            format!(
                "P = {} is permissible: it leaves V_fn = {after:.2} m/s of V_in = 0, for which there is no e",
                shown(&p)
            ),
        ),
    )
    .refuted("At grazing incidence a kinematic coefficient gives no rebound at all, as sec. 3.4 says.")
    .erratum("Brach's parameters miss the rebounds of grazing collisions, which are permissible.")
    .remark("With infinite friction they also miss impulses along the surface, whose ratio is infinite."))
}

/// How an impulse depends on a law's parameters.
type Of<'a> = &'a dyn Fn(&[f64]) -> Result<Vector3<f64>, Unmet>;

/// The rank of the impulses' slopes in the parameters.
fn dimension(of: Of, at: &[f64]) -> Result<usize, Unmet> {
    const STEP: f64 = 1e-5;
    /// Slopes below this part of the largest are the error of differences.
    const NOTHING: f64 = 1e-5;
    let mut slopes = DMatrix::zeros(3, at.len());
    for i in 0..at.len() {
        let moved = |by: f64| -> Result<Vector3<f64>, Unmet> {
            let mut parameters = at.to_vec();
            parameters[i] += by;
            of(&parameters)
        };
        slopes.set_column(i, &((moved(STEP)? - moved(-STEP)?) / (2.0 * STEP)));
    }
    let singular = slopes.svd(false, false).singular_values;
    Ok(singular.iter().filter(|&&value| value > NOTHING * singular.max()).count())
}

/// A law whose parameters are e and perhaps e_t.
fn of_law<'a>(
    law: &'a dyn ImpactLaw,
    impact: &'a LoneImpact,
) -> impl Fn(&[f64]) -> Result<Vector3<f64>, Unmet> + 'a {
    move |parameters| {
        let e_t = parameters.get(1).copied().unwrap_or(0.0);
        Ok(law.impulse(&with(impact, [impact.friction(), parameters[0], e_t])?)?)
    }
}

fn spatial() -> Result<LoneImpact, Unmet> {
    let w = Matrix3::new(1.5, 0.3, 0.4, 0.3, 1.0, -0.5, 0.4, -0.5, 1.2);
    lone(w, vector![0.4, 0.0, -1.0], [2.0, 0.5, 0.0])
}

pub fn dimensions() -> Result<Findings, Unmet> {
    let impact = spatial()?;
    let plane = lone(super::support::planar(1.75, -0.3, 3.25), vector![0.4, 0.0, -1.0], [2.0, 0.5, 0.0])?;
    let sphere = lone(ball(), vector![0.4, 0.0, -1.0], [2.0, 0.5, 0.0])?;
    let glocker = |p: &[f64]| -> Result<Vector3<f64>, Unmet> {
        let law = PfeifferGlocker { reversible_friction: p[2] };
        Ok(law.impulse(&with(&plane, [2.0, p[0], p[1]])?)?)
    };
    let brach = |p: &[f64]| -> Result<Vector3<f64>, Unmet> {
        let law = Parameterisation::Ratios { restitution: p[0], ratios: vector![p[1], p[2]] };
        Ok(law.impulse(&impact)?)
    };
    let composite = |p: &[f64]| -> Result<Vector3<f64>, Unmet> {
        let parts: Vec<(f64, Box<dyn ImpactLaw>)> =
            vec![(p[2], Box::new(ChatterjeeRuina)), (1.0 - p[2], Box::new(POISSON))];
        Ok(Composite::new(parts)?.impulse(&with(&impact, [2.0, p[0], p[1]])?)?)
    };
    let rows: Vec<(&str, &str, usize, usize)> = vec![
        ("Routh", "e_k", 1, dimension(&of_law(&POISSON, &impact), &[0.5])?),
        ("Whittaker", "e", 1, dimension(&of_law(&Whittaker, &impact), &[0.5])?),
        ("Smith", "e", 1, dimension(&of_law(&Smith, &impact), &[0.5])?),
        ("Pfeiffer–Glocker, in the plane", "e_k, ν, e_t", 2, dimension(&glocker, &[0.5, 0.5, 0.5])?),
        ("bilinear, spheres", "e, e_t", 2, dimension(&of_law(&Bilinear, &sphere), &[0.5, 0.2])?),
        ("new law", "e, e_t", 2, dimension(&of_law(&ChatterjeeRuina, &impact), &[0.5, 0.2])?),
        ("Brach", "e, μ₂, μ₃", 3, dimension(&brach, &[0.5, 0.1, 0.1])?),
        ("Routh and new law, sec. 5.3", "e, e_t, σ", 3, dimension(&composite, &[0.5, 0.2, 0.5])?),
    ];
    let claims = rows.iter().map(|(law, parameters, published, found)| {
        Claim::number(
            &format!("dimension of the reach: {law} ({parameters})"),
            &published.to_string(),
            *found as f64,
        )
    });
    Ok(Findings::new().claims(claims))
}
