//! A particle on a plane, [Jia2013, sec. 2].

use carom::{ContactProblem, Coupling, Model, NormalLaw, Restitution, Stiffness};
use carom_reference::scenes::SplitMix;
use nalgebra::DMatrix;

use super::theorems::{CASES, ROUNDING};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Relative errors of one impact, in the order of the claims.
fn errors(random: &mut SplitMix) -> Result<[f64; 6], Unmet> {
    let (mass, speed) = (random.between(0.1, 10.0), random.between(0.1, 10.0));
    let (e, k) = (random.between(0.05, 1.0), random.between(0.1, 10.0));
    let law = NormalLaw::touching(Restitution::new(e)?, Stiffness::new(k)?);
    let coupling = Coupling::from_matrix(&DMatrix::from_element(1, 1, 1.0 / mass))?;
    let (solution, trace) =
        ContactProblem::new(coupling, vec![-speed], vec![law], Model::default())?.trace()?;
    let Some(end) = trace.events().first().copied() else { return Err("nothing happens".into()) };
    let around = trace.sample(&[end.time.next_down(), end.time]);
    let half = trace.sample(&[0.5 * end.time]).remove(0);
    let work = half.impulse[0] * (speed - 0.5 * half.impulse[0] / mass);
    let (momentum, energy) = (mass * speed, 0.5 * mass * speed * speed);
    Ok([
        around[1].impulse[0] / momentum - 1.0,
        around[0].energy[0] / energy - 1.0,
        around[1].energy[0] / (e * e * energy) - 1.0,
        (around[1].force[0] - around[0].force[0]) / around[0].force[0],
        (solution.impulse[0] / momentum - 1.0 - e).abs().max((solution.velocity[0] / speed - e).abs()),
        half.energy[0] / work - 1.0,
    ])
}

pub fn single_impact() -> Result<Findings, Unmet> {
    let mut random = SplitMix(2);
    let cases: Vec<[f64; 6]> = (0..CASES / 4).map(|_| errors(&mut random)).collect::<Result<_, _>>()?;
    let claim = |number: usize, what: &str, statement: &str| {
        let values = cases.iter().map(|case| case[number].abs());
        Claim::statement(what, statement, Check::bounded("relative error", values, ROUNDING))
    };
    Ok(Findings::new()
        .claim(claim(5, "strain energy in mid-compression", "is the integral −v₀I − I²/(2m) of (6)"))
        .claim(claim(0, "impulse at the end of compression", "is −mv₀"))
        .claim(claim(1, "largest strain energy", "is the kinetic energy ½mv₀²"))
        .claim(claim(2, "strain energy after the end of compression", "is e² of it"))
        .claim(claim(3, "force at the end of compression", "is continuous"))
        .claim(claim(4, "impulse and velocity at the end", "are −(1 + e)mv₀ and −ev₀")))
}
