//! Laws of restitution where two contacts are struck at once: [Jia2012, sec. 1.3].
//!
//! Three bodies in a row. Poisson's hypothesis gives each contact its impulse of compression p, found by letting both
//! contacts keep what they have compressed, and in restitution e p more:
//!
//! ```text
//! v_c = v₀ + W p = 0 ,   v = v₀ + W (1 + e) p                                                        (H.1)
//! ```

use carom::{Body, Contact, Impact, Model};
use nalgebra::Vector3;

use super::contact::normal_law;
use super::random::Random;
use crate::check::Check;
use crate::claim::Claim;
use crate::item::Unmet;

/// How many random rows.
const CASES: usize = 500;

/// Rounding of an impact, relative to its velocities.
const ROUNDING: f64 = 1e-11;

/// Three bodies above each other, in kilograms and metres per second upwards, with a restitution at both contacts.
fn row(masses: [f64; 3], velocities: [f64; 3], restitution: f64) -> Result<Impact, Unmet> {
    let mut bodies = Vec::new();
    for (mass, velocity) in masses.into_iter().zip(velocities) {
        bodies.push(Body::point(mass)?.moving(Vector3::z() * velocity)?);
    }
    let contact = |upper: usize| -> Result<Contact, Unmet> {
        Ok(Contact::new([upper, upper + 1], Vector3::zeros(), Vector3::z(), normal_law(restitution)?)?)
    };
    Ok(Impact::new(bodies, vec![contact(0)?, contact(1)?], Model::default())?)
}

/// Velocities by Poisson's hypothesis with a coefficient for each contact (H.1), in metres per second; nothing if the
/// two contacts do not stay closed together.
fn poisson(
    masses: [f64; 3],
    velocities: [f64; 3],
    restitutions: [f64; 2],
) -> Result<Option<[f64; 3]>, Unmet> {
    let plastic = row(masses, velocities, 0.0)?;
    let compressed = plastic.solve()?;
    if compressed.contacts.iter().any(|contact| contact.velocity_after.z.abs() > ROUNDING) {
        return Ok(None);
    }
    let impulses: Vec<Vector3<f64>> = compressed
        .contacts
        .iter()
        .zip(restitutions)
        .map(|(contact, e)| contact.impulse * (1.0 + e))
        .collect();
    let after = plastic.motions_after(&impulses);
    Ok(Some([0, 1, 2].map(|body: usize| after[body].linear.z)))
}

/// [Jia2012, sec. 1.3.2] on the energy.
pub fn gain(most_of_lone_contacts: f64) -> Result<Claim, Unmet> {
    let (masses, before) = ([1.0, 0.5, 1.0], [-1.0, 0.0, 1.0]);
    let energy = |velocities: [f64; 3]| {
        masses.iter().zip(velocities).map(|(mass, velocity)| 0.5 * mass * velocity * velocity).sum::<f64>()
    };
    let after = poisson(masses, before, [1.0, 0.0])?.ok_or("the row does not stay closed")?;
    Ok(Claim::statement(
        "Poisson's hypothesis",
        "may increase the kinetic energy; it is applied to each of several contacts on its own",
        Check::once(
            energy(after) > energy(before),
            format!(
                "a body of ½ kg between two of 1 kg that strike it at 1 m/s, e = 1 and 0: {:.2} J become {:.2} J",
                energy(before),
                energy(after)
            ),
        ),
    )
    .remark(&format!(
        "Each contact gets its own (1 + e)p; the second then approaches again, which the hypothesis leaves open. No \
         lone contact of those above gains: at best {most_of_lone_contacts:.1e} of |v₀|².",
    )))
}

/// Newton's law and Poisson's hypothesis on rows with the same coefficient at both contacts, and on those where they
/// differ: the largest difference of a contact's velocity, over the fastest approach.
pub fn same_coefficient() -> Result<Claim, Unmet> {
    let mut random = Random::new(16);
    let (mut same, mut other) = (Vec::new(), 0);
    for _ in 0..CASES {
        let masses = [0, 1, 2].map(|_| random.between(0.2, 2.0));
        let velocities = [random.between(-2.0, -0.5), 0.0, random.between(0.5, 2.0)];
        let [e, f] = [0, 1].map(|_| random.between(0.2, 1.0));
        let off = |restitutions: [f64; 2]| -> Result<Option<f64>, Unmet> {
            let after = poisson(masses, velocities, restitutions)?;
            Ok(after.map(|after| {
                let deviation = |contact: usize| {
                    let of = |v: &[f64; 3]| v[contact] - v[contact + 1];
                    (of(&after) + restitutions[contact] * of(&velocities)).abs()
                };
                deviation(0).max(deviation(1))
            }))
        };
        same.extend(off([e, e])?);
        other += usize::from(off([e, f])?.is_some_and(|off| off > 1e-3));
    }
    let check = Check::bounded("difference of a contact's velocity / m/s", same, ROUNDING);
    let evidence = format!("{}; with two coefficients they differ in {other} rows", check.evidence);
    Ok(Claim::statement(
        "the same for several contacts without friction",
        "agree if all have the same coefficient",
        Check { evidence, ..check },
    ))
}

/// [Jia2012, sec. 1.3.1] on a cradle of three balls.
pub fn cradle() -> Result<Claim, Unmet> {
    let outcome = row([1.0; 3], [-1.0, 0.0, 0.0], 1.0)?.solve()?;
    let after: Vec<f64> = outcome.bodies.iter().map(|body| body.linear.z).collect();
    let still = after.iter().filter(|velocity| velocity.abs() < 1e-3).count();
    Ok(Claim::statement(
        "a cradle of three equal balls, elastic, equal springs",
        "all three may move after the impact",
        Check::once(
            still == 0,
            format!("{:.4}, {:.4}, {:.4} of the first one's velocity", -after[0], -after[1], -after[2]),
        ),
    ))
}
