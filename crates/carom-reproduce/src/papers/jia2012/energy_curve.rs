//! A particle on a table: [Jia2012, sec. 2, eq. (11), Fig. 5].

use carom::{Body, Contact, Impact, Model, Snapshot};
use carom_plot::chart::{Chart, Interval, Plot};
use nalgebra::Vector3;

use super::contact::normal_law;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// The mass m in kilograms, the velocity v₀ in metres per second and the restitution e of the drawn particle.
const DRAWN: [f64; 3] = [1.0, -1.0, 0.6];

/// Rounding of sums of a few terms.
const ROUNDING: f64 = 1e-13;

/// [Jia2012, eq. (11)].
fn energy([mass, velocity, restitution]: [f64; 3], impulse: f64) -> f64 {
    let parabola = -velocity * impulse - impulse * impulse / (2.0 * mass);
    if impulse <= -mass * velocity {
        parabola
    } else {
        parabola + 0.5 * (restitution * restitution - 1.0) * mass * velocity * velocity
    }
}

/// The particle at many instants, and its velocity after.
fn course([mass, velocity, restitution]: [f64; 3]) -> Result<(Vec<Snapshot>, f64), Unmet> {
    let particle = Body::point(mass)?.moving(Vector3::z() * velocity)?;
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), normal_law(restitution)?)?;
    let impact = Impact::new(vec![particle, Body::fixed()], vec![contact], Model::default())?;
    let (outcome, trace) = impact.trace()?;
    Ok((trace.sample(&trace.instants(200)), outcome.bodies[0].linear.z))
}

pub fn figure_5() -> Result<Findings, Unmet> {
    let cases = [DRAWN, [2.0, -3.0, 0.0], [0.3, -0.7, 0.35], [5.0, -2.0, 1.0]];
    let (mut off, mut ends) = (Vec::new(), Vec::new());
    for case in cases {
        let [mass, velocity, restitution] = case;
        let (shots, after) = course(case)?;
        let scale = mass * velocity * velocity;
        let compression_end = -mass * velocity;
        // At the jump itself either branch is right.
        let clear = |shot: &&Snapshot| (shot.impulse[0] - compression_end).abs() > 1e-9 * compression_end;
        off.extend(
            shots
                .iter()
                .filter(clear)
                .map(|shot| (shot.energy[0] - energy(case, shot.impulse[0])).abs() / scale),
        );
        let total = shots.last().map_or(f64::NAN, |shot| shot.impulse[0]);
        ends.push(
            (total + mass * velocity * (1.0 + restitution)).abs().max((after + restitution * velocity).abs()),
        );
    }
    Ok(Findings::new()
        .claim(Claim::statement(
            "Eq. (11)",
            "the strain energy is half a parabola over the impulse, and after compression the other half, \
             lower by ½(1 − e²)mv₀²",
            Check::bounded("difference over mv₀²", off, ROUNDING),
        ))
        .claim(Claim::statement(
            "ends of the curve",
            "the impulse ends at −(1 + e)mv₀, the velocity at −ev₀",
            Check::bounded("difference", ends, ROUNDING),
        ))
        .figure(
            parabola()?,
            "For m = 1 kg, v₀ = −1 m/s and e = 0.6. The jump is the energy that restitution loses.",
        ))
}

fn parabola() -> Result<carom_plot::Picture, Unmet> {
    let [mass, velocity, restitution] = DRAWN;
    let middle = -mass * velocity;
    let (shots, _) = course(DRAWN)?;
    let most = energy(DRAWN, middle);
    // At the jump itself a sample has the energy after it.
    let part = |falling: bool| {
        let points = shots.iter().filter(|shot| (shot.impulse[0] > middle * (1.0 - 1e-12)) == falling);
        points.map(|shot| [shot.impulse[0], shot.energy[0]]).collect::<Vec<_>>()
    };
    let rising = part(false).into_iter().chain([[middle, most]]);
    let kept = restitution * restitution * most;
    let plot = Plot::new("I / N s", "E / J")
        .across(Interval::Between(0.0, 1.8))
        .upwards(Interval::Between(-0.05, 0.58))
        .line("compression", rising)
        .line("restitution", part(true))
        .guide([[middle, most], [middle, 0.0]])
        .letter([middle, most], "½mv₀²")
        .letter([middle, kept], "½e²mv₀²")
        .words([middle, -0.03], "−mv₀")
        .words([middle * (1.0 + restitution), -0.03], "−(1+e)mv₀");
    Ok(Chart::new("Energy of a bounce over its impulse", "a particle on a table").plot(plot).draw())
}
