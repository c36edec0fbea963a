//! When an impact stays in a plane, and how it scales: [Jia2012, Theorems 2 and 3, sec. 9].

use carom_reference::jia2012::CompliantContact;
use nalgebra::{Matrix3, Rotation3, Vector3};

use super::contact::{impulse, problem};
use super::random::Random;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// How many random contacts.
const CASES: usize = 2000;

/// Rounding of an impact of a few dozen series, relative to the impulse.
const ROUNDING: f64 = 1e-13;

/// W without its couplings of ŵ, in a frame (û, ŵ, n̂).
pub fn without_w(mut w: Matrix3<f64>) -> Matrix3<f64> {
    for (row, column) in [(0, 1), (1, 0), (1, 2), (2, 1)] {
        w[(row, column)] = 0.0;
    }
    w
}

/// The contact turned about its normal, so that no axis is special.
fn turned(contact: &CompliantContact, angle: f64) -> CompliantContact {
    let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), angle);
    CompliantContact { w: turn * contact.w * turn.inverse(), velocity: turn * contact.velocity, ..*contact }
}

/// How far the impulse leaves the plane of û and n̂ if that is turned by an angle about n̂, relative to its
/// size.
fn out_of_plane(contact: &CompliantContact, angle: f64) -> Result<f64, Unmet> {
    let across = Vector3::new(-angle.sin(), angle.cos(), 0.0);
    let impulse = impulse(&turned(contact, angle))?;
    Ok(impulse.dot(&across).abs() / impulse.norm())
}

/// How far impulses leave their plane, for each case of the theorem, and how many do without its condition.
#[derive(Default)]
struct Planes {
    sliding: Vec<f64>,
    falling: Vec<f64>,
    direct: Vec<f64>,
    leaving: usize,
}

impl Planes {
    fn look_at(&mut self, any: &CompliantContact, angle: f64) -> Result<(), Unmet> {
        let along = Vector3::new(any.velocity.x, 0.0, any.velocity.z);
        let straight = Vector3::new(0.0, 0.0, any.velocity.z);
        let plane = CompliantContact { w: without_w(any.w), velocity: along, ..*any };
        self.sliding.push(out_of_plane(&plane, angle)?);
        self.falling.push(out_of_plane(&CompliantContact { velocity: straight, ..plane }, angle)?);
        let mut direct = CompliantContact { velocity: straight, ..*any };
        for i in 0..2 {
            (direct.w[(i, 2)], direct.w[(2, i)]) = (0.0, 0.0);
        }
        let impulse = impulse(&turned(&direct, angle))?;
        self.direct.push(impulse.xy().norm() / impulse.norm());
        let free = CompliantContact { velocity: along, ..*any };
        self.leaving += usize::from(out_of_plane(&free, angle)? > 1e-6);
        Ok(())
    }
}

pub fn planar() -> Result<Findings, Unmet> {
    let mut random = Random::new(8);
    let mut planes = Planes::default();
    for _ in 0..CASES {
        let any = random.contact();
        planes.look_at(&any, random.between(0.0, std::f64::consts::TAU))?;
    }
    let Planes { sliding, falling, direct, leaving } = planes;
    let check = |off: Vec<f64>| Check::bounded("impulse out of the plane, over its size", off, ROUNDING);
    let evidence = format!("it leaves the plane in {leaving} of {CASES} random contacts");
    Ok(Findings::new()
        .claim(Claim::statement(
            "i) with v₀ × n̂ ≠ 0",
            "if Sû and Sn̂ are in the plane of û and n̂, so is the impulse",
            check(sliding),
        ))
        .claim(Claim::statement(
            "i) with v₀ along n̂, which is no eigenvector of S",
            "the same, with û along the tangential part of Sn̂",
            check(falling),
        ))
        .claim(Claim::statement(
            "ii) with v₀ along n̂, an eigenvector of S",
            "the impulse is along n̂",
            check(direct),
        ))
        .claim(Claim::statement(
            "Sec. 6: is the condition necessary?",
            "often: without it the impulse leaves the plane",
            Check::counted(CASES, CASES - leaving, evidence),
        )))
}

pub fn scaling() -> Result<Findings, Unmet> {
    let mut random = Random::new(9);
    let mut off: [Vec<f64>; 4] = Default::default();
    for _ in 0..CASES / 4 {
        let contact = random.contact();
        let s = 10.0_f64.powf(random.between(-2.0, 2.0));
        let scaled = CompliantContact { velocity: contact.velocity * s, ..contact };
        let (_, a) = problem(&contact, 1.0)?.trace()?;
        let (_, b) = problem(&scaled, 1.0)?.trace()?;
        let times: Vec<f64> = (1..10).map(|i| a.duration() * f64::from(i) / 10.0).collect();
        for (a, b) in a.sample(&times).iter().zip(&b.sample(&times)) {
            let (p, q) = (&a.tangential[0], &b.tangential[0]);
            let speed = contact.velocity.norm();
            let velocity =
                (q.velocity / s - p.velocity).norm().max((b.velocity[0] / s - a.velocity[0]).abs());
            let impulse = (b.impulse[0] / s - a.impulse[0]).abs() / a.impulse[0];
            off[0].push(impulse.max(velocity / speed));
            off[1].push((b.energy[0] / (s * s) / a.energy[0] - 1.0).abs());
            let length = (q.stretch / s - p.stretch).norm() / p.stretch.norm();
            off[2].push((((q.velocity - q.sliding) / s - p.velocity + p.sliding).norm() / speed).max(length));
            off[3].push((q.force / b.force[0] - p.force / a.force[0]).norm());
        }
    }
    let [velocity, energy, rate, slope] =
        off.map(|off| Check::bounded("relative error", off, 10.0 * ROUNDING));
    Ok(Findings::new()
        .claim(Claim::statement("i) at the impulse sIₙ", "all velocities are s times as large", velocity))
        .claim(Claim::statement("ii) strain energies", "are s² times as large", energy))
        .claim(Claim::statement("iii), iv) rates and changes in length", "are s times as large", rate))
        .claim(Claim::statement("v) the impulse derivatives", "are the same", slope)))
}

pub fn stiffnesses() -> Result<Findings, Unmet> {
    let mut random = Random::new(10);
    let mut off = Vec::new();
    for _ in 0..CASES / 4 {
        let contact = random.contact();
        let stiffness = 10.0_f64.powf(random.between(-3.0, 9.0));
        let solution = problem(&contact, stiffness)?.solve()?;
        let other = impulse(&contact)?;
        off.push((solution.tangential_impulse[0].push(solution.impulse[0]) - other).norm() / other.norm());
    }
    Ok(Findings::new().claim(Claim::statement(
        "stiffnesses",
        "only their ratio decides the outcome",
        Check::bounded("difference of the impulse, over its size", off, ROUNDING),
    )))
}
