//! A single ball on the table, Sec. 2.1.

use carom::{Body, Contact, EventKind, Impact, NormalLaw, Restitution, Stiffness};
use nalgebra::{Vector3, vector};

use super::balls::PAPER;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;
use carom_reference::scenes::SplitMix;

const CASES: usize = 100;
/// Rounding of a few series in a row, relative to what is compared.
const ROUNDING: f64 = 1e-12;

/// A ball that falls on the table.
struct Drop {
    mass: f64,
    restitution: f64,
    velocity: f64,
}

impl Drop {
    fn random(random: &mut SplitMix) -> Self {
        Self {
            mass: random.scale(0.01, 10.0),
            restitution: random.between(0.05, 1.0),
            velocity: -random.between(0.5, 5.0),
        }
    }

    fn impact(&self) -> Result<Impact, Unmet> {
        let ball = Body::ball(self.mass, 1.0)?.at(Vector3::z())?.moving(vector![0.0, 0.0, self.velocity])?;
        let law = NormalLaw::touching(Restitution::new(self.restitution)?, Stiffness::new(1.0)?);
        let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law)?;
        Ok(Impact::new(vec![ball, Body::fixed()], vec![contact], PAPER)?)
    }

    /// Errors of impulse and energy at the end of compression and of velocity and loss at the end, over m|v₀|, m v₀²/2 and |v₀|.
    fn errors(&self) -> Result<[f64; 4], Unmet> {
        let (outcome, trace) = self.impact()?.trace()?;
        let (e, v0, energy) =
            (self.restitution, self.velocity, 0.5 * self.mass * self.velocity * self.velocity);
        let mut events = trace.events().into_iter();
        let turn =
            events.find(|event| event.kind == EventKind::CompressionEnds).ok_or("compression never ends")?;
        let at = &trace.sample(&[turn.time])[0];
        let loss = outcome.energy.before - outcome.energy.after;
        Ok([
            at.impulse[0] / (-self.mass * v0) - 1.0,
            at.energy[0] / energy - 1.0,
            outcome.bodies[0].linear.z / -v0 - e,
            loss / energy - (1.0 - e * e),
        ]
        .map(f64::abs))
    }
}

pub fn alone() -> Result<Findings, Unmet> {
    let mut random = SplitMix(12);
    let (mut compression, mut end) = (Vec::new(), Vec::new());
    for _ in 0..CASES {
        let [impulse, energy, velocity, loss] = Drop::random(&mut random).errors()?;
        compression.extend([impulse, energy]);
        end.extend([velocity, loss]);
    }
    let is_restitution = end.iter().all(|&off| off < ROUNDING);
    Ok(Findings::new()
        .claim(Claim::statement(
            "the end of compression",
            "I = −m v₀ and E = m v₀²/2.",
            Check::bounded("relative difference", compression, ROUNDING),
        ))
        .claim(Claim::statement(
            "the end of the impact",
            "The velocity is −e v₀ and m v₀²(1 − e²)/2 is lost.",
            Check::bounded("difference over |v₀| and over m v₀²/2", end, ROUNDING),
        ))
        .claim(
            Claim::words(
                "what e is called",
                "coefficient of friction",
                if is_restitution { "coefficient of restitution" } else { "neither" },
            )
            .misprint(
                "coefficient of restitution",
                "with −e v₀ at the end it is that, and there is no friction",
            )
            .erratum("Sec. 2.1 calls e the coefficient of friction; it is the coefficient of restitution."),
        ))
}
