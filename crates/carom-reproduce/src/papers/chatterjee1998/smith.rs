//! Sec. 4.2.3: Smith's law.

use carom::laws::smith::Smith;
use carom::laws::{ImpactLaw, LoneImpact, apply};
use nalgebra::{Matrix2, Matrix3, Vector2, Vector3, vector};

use super::support::{IMPACTS, ROUNDING, Random, ball, breach, lone, shown, with};
use super::whittaker::grazing_in_space;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

pub fn law() -> Result<Findings, Unmet> {
    Ok(Findings::new()
        .claims(solves_its_equations()?)
        .claim(spheres()?)
        .claims(grazing_in_the_plane()?)
        .claim(grazing_in_3d()?)
        .claim(spurious_solutions()?)
        .claim(uniqueness()?))
}

/// The impulse that eq. (8) asks for with a given V_ft, and what is then left of its tangential part.
fn residual(impact: &LoneImpact, mass: &Matrix3<f64>, after: Vector2<f64>) -> (Vector3<f64>, Vector2<f64>) {
    let before = impact.velocity();
    let p = mass * (after - before.xy()).push(-(1.0 + impact.restitution()) * before.z);
    let (a, r) = (before.xy().norm(), after.norm());
    let mean = (before.xy() * a + after * r) / (a * a + r * r);
    (p, p.xy() + mean * (impact.friction() * p.z))
}

fn solves_its_equations() -> Result<[Claim; 2], Unmet> {
    let mut numbers = Random::new(101);
    let (mut outside, mut errors) = (Vec::new(), Vec::new());
    for _ in 0..IMPACTS {
        let impact = numbers.spatial()?;
        let p = Smith.impulse(&impact)?;
        outside.push(breach(&impact, &p));
        let mass = impact.mass().ok_or("W is positive definite")?;
        let (asked, left) = residual(&impact, &mass, impact.velocity_after(&p).xy());
        let size = p.norm() + mass.norm() * impact.velocity().norm();
        errors.push(((asked - p).norm() + left.norm()) / (size * (1.0 + impact.friction())));
    }
    Ok([
        Claim::statement(
            "solutions of eq. (8)",
            "there is one with P_n > 0",
            Check::bounded("residual of eq. (8), relative", errors, ROUNDING),
        ),
        Claim::statement(
            "Smith's impulses",
            "they are permissible: no energy is created",
            Check::bounded("breach of a condition, relative", outside, ROUNDING),
        ),
    ])
}

/// Of balls whose slip friction could stop: full friction takes 3.5 μ (1 + e) |V_in| of the slip.
fn spheres() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(102);
    let mut kept = Vec::new();
    while kept.len() < IMPACTS {
        let v = numbers.velocity();
        let [friction, e, _] = numbers.coefficients();
        if v.xy().norm() < 3.5 * friction * (1.0 + e) * v.z.abs() {
            let after = apply(&Smith, &lone(ball(), v, [friction, e, 0.0])?)?.velocity;
            kept.push(after.xy().dot(&v.xy()) / v.xy().norm_squared());
        }
    }
    let fast = apply(&Smith, &lone(ball(), vector![6.0, 0.0, -1.0], [0.8, 0.9, 0.0])?)?.velocity.x;
    Ok(Claim::statement(
        "spheres whose slip friction could stop",
        "the law reverses their slip; for μ > 0 it cannot do otherwise",
        Check::bounded("V_ft·V_it/V_it²", kept, 0.0),
    )
    .remark(&format!(
        "Faster balls slide on: μ = 0.8, e = 0.9 and V_i = (6, −1) m/s leave V_ft = {fast:.2} m/s."
    )))
}

/// What the law makes of grazing impacts in the plane.
#[derive(Default)]
struct Grazing {
    /// With P_II in the cone: how far P for e = 0 and 1 are apart, and the normal rebound.
    differences: Vec<f64>,
    /// The same cases, and those in which P for μ and 2μ are the same.
    held: usize,
    unmoved: usize,
    /// With P_II outside the cone: |P|/|P_II|.
    nothing: Vec<f64>,
}

impl Grazing {
    fn take_in(&mut self, any: &LoneImpact) -> Result<(), Unmet> {
        let slip = any.velocity().x;
        let impact = |friction: f64, e: f64| -> Result<LoneImpact, Unmet> {
            Ok(with(any, [friction, e, 0.0])?.with_velocity(vector![slip, 0.0, 0.0]))
        };
        let friction = any.friction();
        let plastic = impact(friction, 0.0)?;
        let (p, q) = (Smith.impulse(&plastic)?, Smith.impulse(&impact(friction, 1.0)?)?);
        let sticking = plastic.sticking_impulse();
        if sticking.x.abs() > friction * sticking.z {
            self.nothing.push(p.norm() / sticking.norm());
            return Ok(());
        }
        self.differences.extend([(p - q).norm() / p.norm(), plastic.velocity_after(&p).z.abs() / slip]);
        let more = Smith.impulse(&impact(2.0 * friction, 0.0)?)?;
        self.held += 1;
        self.unmoved += usize::from((more - p).norm() <= 1e-6 * p.norm());
        Ok(())
    }
}

fn grazing_in_the_plane() -> Result<[Claim; 3], Unmet> {
    let mut numbers = Random::new(103);
    let mut found = Grazing::default();
    for _ in 0..IMPACTS {
        found.take_in(&numbers.in_plane()?)?;
    }
    let inside = "grazing incidence in the plane, P_II in the friction cone";
    Ok([
        Claim::statement(
            inside,
            "there is one impulse whatever e, without normal rebound",
            Check::bounded(
                "relative difference between e = 0 and 1, and V_fn/V_it",
                found.differences,
                ROUNDING,
            ),
        ),
        Claim::statement(
            inside,
            "it depends on μ",
            Check::counted(found.held, found.unmoved, "P for μ and 2μ differ"),
        ),
        Claim::statement(
            "grazing incidence in the plane, P_II outside the cone",
            "the impulse is zero",
            Check::bounded("|P|/|P_II|", found.nothing, ROUNDING),
        ),
    ])
}

fn grazing_in_3d() -> Result<Claim, Unmet> {
    let impact = grazing_in_space(0.0)?;
    let (p, slow) = (Smith.impulse(&impact)?, Smith.impulse(&grazing_in_space(1e-8)?)?);
    let text = format!(
        "the impact of sec. 4.2.2, P_II = {}, μ = 2: P = {}, and {} for V_in = −10⁻⁸ m/s",
        shown(&impact.sticking_impulse()),
        shown(&p),
        shown(&slow)
    );
    Ok(Claim::statement(
        "grazing incidence in 3D, P_II outside the cone",
        "the impulse is zero",
        Check::once(p.norm() <= ROUNDING, text),
    )
    .refuted(
        "Right in the plane of Fig. 6; in 3D, for which eq. (8) is written, slip that drives the bodies together needs no \
         P_II in the cone, as for Whittaker's law.",
    )
    .erratum(
        "Sec. 4.2.3: in 3D Smith's law can have a finite impulse at grazing incidence although P_II lies outside the \
         friction cone; in 2D it cannot.",
    ))
}

/// Solutions of eq. (8), by Newton's method from many starts, in order of P_n.
fn solutions(impact: &LoneImpact, numbers: &mut Random, starts: usize) -> Vec<(Vector3<f64>, Vector2<f64>)> {
    let Some(mass) = impact.mass() else { return Vec::new() };
    let speed = impact.velocity().norm();
    let mut found: Vec<(Vector3<f64>, Vector2<f64>)> = Vec::new();
    for _ in 0..starts {
        let size = speed * 10.0_f64.powf(numbers.between(-1.0, 1.0));
        let start = vector![numbers.between(-size, size), numbers.between(-size, size)];
        let Some(after) = newton(impact, &mass, start) else { continue };
        if found.iter().all(|(_, known)| (known - after).norm() > 1e-6 * speed) {
            found.push((residual(impact, &mass, after).0, after));
        }
    }
    found.sort_by(|a, b| a.0.z.total_cmp(&b.0.z));
    found
}

fn newton(impact: &LoneImpact, mass: &Matrix3<f64>, start: Vector2<f64>) -> Option<Vector2<f64>> {
    const STEPS: usize = 50;
    let mut after = start;
    for _ in 0..STEPS {
        let (_, left) = residual(impact, mass, after);
        let step = 1e-7 * (after.norm() + impact.velocity().norm());
        let slope = |axis: Vector2<f64>| (residual(impact, mass, after + axis * step).1 - left) / step;
        let change = Matrix2::from_columns(&[slope(Vector2::x()), slope(Vector2::y())]).lu().solve(&left)?;
        after -= change;
        if !after.norm().is_finite() {
            return None;
        }
    }
    let (p, left) = residual(impact, mass, after);
    (left.norm() <= 1e-10 * p.norm()).then_some(after)
}

fn spurious_solutions() -> Result<Claim, Unmet> {
    const TRIED: usize = 150;
    let mut numbers = Random::new(104);
    let mut counts = Vec::new();
    for friction in [0.3, 1.0, 5.0] {
        let mut count = 0;
        for _ in 0..TRIED {
            let impact = lone(numbers.matrix(), numbers.velocity(), [friction, 0.5, 0.0])?;
            count += usize::from(solutions(&impact, &mut numbers, 25).iter().any(|(p, _)| p.z < 0.0));
        }
        counts.push(count);
    }
    Ok(Claim::statement(
        "solutions of eq. (8) with P_n < 0",
        "for large enough μ they are frequent in 3D",
        Check::once(
            counts[0] * 10 < counts[2] && 2 * counts[2] > TRIED,
            format!(
                "in {}, {} and {} of {TRIED} random impacts with μ = 0.3, 1 and 5",
                counts[0], counts[1], counts[2]
            ),
        ),
    ))
}

/// Three with P_n > 0.
fn uniqueness() -> Result<Claim, Unmet> {
    let w = Matrix3::new(9.0, -9.0, 0.0, -9.0, 18.0, 3.0, 0.0, 3.0, 2.0);
    let impact = lone(w, vector![1.0, 0.0, -0.003], [3.0, 0.5, 0.0])?;
    let found = solutions(&impact, &mut Random::new(105), 400);
    let pushing: Vec<String> = found
        .iter()
        .filter(|(p, _)| p.z > 0.0)
        .map(|(p, after)| format!("P_n = {:.6} N s with V_ft = ({:.6}, {:.6}) m/s", p.z, after.x, after.y))
        .collect();
    Ok(Claim::statement(
        "several solutions with P_n > 0",
        "are not excluded: whether there is only one is left open",
        Check::once(pushing.len() > 1, pushing.join("; ")),
    )
    .remark(
        "Now it is settled: M⁻¹ = [[9, −9, 0], [−9, 18, 3], [0, 3, 2]] 1/kg, V_i = (1, 0, −0.003) m/s, μ = 3, e = 0.5 has three.",
    ))
}
