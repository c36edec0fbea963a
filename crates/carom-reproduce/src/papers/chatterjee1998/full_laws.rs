//! Secs. 4.1 and 4.2: laws that reach the whole permissible region, and how much of it the others do.

use carom::analysis::region::{Parameterisation, PermissibleRegion, PolarDirection};
use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact};
use nalgebra::{DMatrix, Matrix3, Vector3, vector};

use super::support::{POISSON, ROUNDING, Random, ball, breach, lone, planar, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// How many impacts the laws of the whole region are tried on; each needs the region's centroid.
const REGIONS: usize = 150;

/// How far each law of sec. 4.1 is from impulses that it should reach, and what laws 1 and 2 make of any parameters.
#[derive(Default)]
struct WholeRegion {
    polar: Vec<f64>,
    projected: Vec<f64>,
    ratios: Vec<f64>,
    outside: Vec<f64>,
}

impl WholeRegion {
    fn take_in(&mut self, impact: &LoneImpact, numbers: &mut Random) -> Result<(), Unmet> {
        let region = PermissibleRegion::of(impact);
        let p = some_permissible(&region, numbers);
        let back = |law: Parameterisation| -> Result<f64, Unmet> {
            Ok((law.impulse(impact)? - p).norm() / p.norm())
        };
        self.polar.push(back(Parameterisation::polar_of(&region, &p)?)?);
        self.projected.push(back(Parameterisation::Projected { impulse: p })?);
        self.ratios.push(back(Parameterisation::ratios_of(&region, &p)?)?);
        let direction = PolarDirection::Space {
            from_normal: numbers.between(0.0, std::f64::consts::PI),
            azimuth: numbers.between(0.0, std::f64::consts::TAU),
        };
        let any = Parameterisation::Polar { direction, fraction: numbers.between(0.0, 1.0) };
        let far = Parameterisation::Projected { impulse: numbers.vector() * 10.0 };
        for law in [any, far] {
            self.outside.push(breach(impact, &law.impulse(impact)?));
        }
        Ok(())
    }
}

pub fn whole_region() -> Result<Findings, Unmet> {
    let mut found = WholeRegion::default();
    let mut numbers = Random::new(71);
    for _ in 0..REGIONS {
        found.take_in(&numbers.spatial()?, &mut numbers)?;
    }
    let reaches = |what: &str, errors: Vec<f64>| {
        let check = Check::bounded("relative distance from a random permissible impulse", errors, ROUNDING);
        Claim::statement(what, "it reaches every permissible impulse", check)
    };
    Ok(Findings::new()
        .claim(reaches("1. angles and part of the way", found.polar))
        .claim(reaches("2. projected impulses", found.projected))
        .claim(
            reaches("3. Brach's restitution and ratios, e > 1 allowed", found.ratios)
                .remark(&restitution_of_grazing_rebounds()?),
        )
        .claim(Claim::statement(
            "laws 1 and 2 with any parameters",
            "no choice picks an impulse that is not permissible",
            Check::bounded("breach of a condition, relative", found.outside, ROUNDING),
        ))
        .claim(slab()?))
}

/// From 3/2 P_I a random part of the way to the boundary.
fn some_permissible(region: &PermissibleRegion, numbers: &mut Random) -> Vector3<f64> {
    let inside = 1.5 * region.impact().plastic_impulse();
    let direction = numbers.vector();
    inside + direction * (region.exit(&inside, &direction).distance() * numbers.between(0.0, 0.999))
}

/// W = [[2, 1/2], [1/2, 1]] slides at 1 m/s and approaches ever slower: P = (−0.6, 0.45) N s leaves V_fn = 0.15 m/s.
fn restitution_of_grazing_rebounds() -> Result<String, Unmet> {
    let mut needed = Vec::new();
    for approach in [1e-3, 1e-6] {
        let impact = lone(planar(2.0, 0.5, 1.0), vector![1.0, 0.0, -approach], [2.5, 1.0, 0.0])?;
        let found = Parameterisation::ratios_of(&PermissibleRegion::of(&impact), &vector![-0.6, 0.0, 0.45])?;
        let Parameterisation::Ratios { restitution, .. } = found else { return Err("ratios".into()) };
        needed.push(format!("{restitution:.4e}"));
    }
    Ok(format!(
        "Rebounds of nearly grazing collisions need ever larger e: P = (−0.6, 0.45) N s with M⁻¹ = [[2, ½], [½, 1]] 1/kg and sliding \
         at 1 m/s has e = {} for approaches of 10⁻³ and 10⁻⁶ m/s; grazing itself has no finite e.",
        needed.join(" and ")
    ))
}

/// Brach's eq. (B.3) without his bounds: V_fn = −e V_in and P_t = −(μ₂, μ₃) P_n give P_n = (1 + e) |V_in|/(c + b·φ).
fn slab() -> Result<Claim, Unmet> {
    let impact = spatial()?;
    let w = impact.inverse_mass();
    // Across b the ratio leaves P_n as it is, and P_t grows without bound.
    let across = vector![-w.m23, w.m13].normalize();
    let (mut errors, mut furthest) = (Vec::new(), 0.0_f64);
    for e in [0.0, 0.5, 1.0] {
        for size in [1.0, 1e3, 1e6] {
            let normal = -(1.0 + e) * impact.velocity().z / w.m33;
            let p = (across * (size * normal)).push(normal);
            let after = impact.velocity_after(&p).z;
            errors.push((after + e * impact.velocity().z).abs() / (w.norm() * p.norm()));
            furthest = furthest.max(p.norm());
        }
    }
    Ok(Claim::statement(
        "Brach's law with 0 ≤ e ≤ 1 and any ratios",
        "it reaches an endless slab, parallel to the plane of maximum compression",
        Check::bounded("distance from the plane of e, relative", errors, ROUNDING),
    )
    .remark(&format!(
        "Impulses of up to {furthest:.1e} N s, with ratios across the coupling of normal and tangent."
    )))
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
    let sphere = lone(ball(), vector![0.4, 0.0, -1.0], [2.0, 0.5, 0.0])?;
    let rows: [(&str, &str, usize, usize); 8] = [
        ("Routh", "e_k", 1, dimension(&of_law(&POISSON, &impact), &[0.5])?),
        ("Whittaker", "e", 1, dimension(&of_law(&Whittaker, &impact), &[0.5])?),
        ("Smith", "e", 1, dimension(&of_law(&Smith, &impact), &[0.5])?),
        ("Pfeiffer–Glocker, in the plane", "e_k, e_t, ν", 2, dimension(&of_glocker, &[0.5, 0.5, 0.5])?),
        ("bilinear, spheres", "e, e_t", 2, dimension(&of_law(&Bilinear, &sphere), &[0.5, 0.2])?),
        ("new law", "e, e_t", 2, dimension(&of_law(&ChatterjeeRuina, &impact), &[0.5, 0.2])?),
        ("Brach", "e, μ₂, μ₃", 3, dimension(&of_brach, &[0.5, 0.1, 0.1])?),
        ("Routh and new law, sec. 5.3", "e, e_t, σ", 3, dimension(&of_sum, &[0.5, 0.2, 0.5])?),
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

fn of_glocker(p: &[f64]) -> Result<Vector3<f64>, Unmet> {
    let impact = lone(planar(1.75, -0.3, 3.25), vector![0.4, 0.0, -1.0], [2.0, p[0], p[1]])?;
    Ok(PfeifferGlocker { reversible_friction: p[2] }.impulse(&impact)?)
}

fn of_brach(p: &[f64]) -> Result<Vector3<f64>, Unmet> {
    Ok(Parameterisation::Ratios { restitution: p[0], ratios: vector![p[1], p[2]] }.impulse(&spatial()?)?)
}

fn of_sum(p: &[f64]) -> Result<Vector3<f64>, Unmet> {
    let parts: Vec<(f64, Box<dyn ImpactLaw>)> =
        vec![(p[2], Box::new(ChatterjeeRuina)), (1.0 - p[2], Box::new(POISSON))];
    Ok(Composite::new(parts)?.impulse(&with(&spatial()?, [2.0, p[0], p[1]])?)?)
}
