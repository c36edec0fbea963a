//! Secs. 5 and 5.3: what the laws can do, and sums of them.

use carom::laws::bilinear::Bilinear;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact, Parameter, apply};
use nalgebra::vector;

use super::routh::grazing_rod;
use super::support::{POISSON, ROUNDING, Random, ball, breach, lone, planar, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// The features that the paper asks for and that can be computed, in its order.
const FEATURES: [&str; 6] = [
    "knows any M in 3D",
    "spin may stay",
    "spin may be reversed",
    "permissible",
    "two parameters or more",
    "one solution",
];

/// Which features a law has.
fn features(law: &dyn ImpactLaw) -> Result<[bool; 6], Unmet> {
    let tangential = law.declaration().parameters.contains(&Parameter::TangentialRestitution);
    let spins = spins(law, tangential)?;
    Ok([
        knows_space(law, tangential)?,
        spins.iter().any(|&after| after > -ROUNDING),
        spins.iter().any(|&after| after < -ROUNDING),
        is_permissible(law)?,
        tangential,
        law.declaration().promises.is_unique,
    ])
}

/// V_ft/V_it of a ball whose slip friction can stop, over the law's coefficients.
fn spins(law: &dyn ImpactLaw, tangential: bool) -> Result<Vec<f64>, Unmet> {
    let mut after = Vec::new();
    for e in [0.0, 0.5, 1.0] {
        for e_t in if tangential { vec![0.0, 0.5, 1.0] } else { vec![0.0] } {
            let impact = lone(ball(), vector![0.5, 0.0, -1.0], [0.8, e, e_t])?;
            after.push(apply(law, &impact)?.velocity.x / 0.5);
        }
    }
    Ok(after)
}

/// Whether it answers to a skew impact in space with all of its coefficients.
fn knows_space(law: &dyn ImpactLaw, tangential: bool) -> Result<bool, Unmet> {
    let any = Random::new(131).spatial()?;
    let e_t = if tangential { 0.5 } else { 0.0 };
    Ok(law.impulse(&with(&any, [any.friction(), any.restitution(), e_t])?).is_ok())
}

/// Whether all of its impulses are, of random impacts in the plane, or of balls if it knows no others.
fn is_permissible(law: &dyn ImpactLaw) -> Result<bool, Unmet> {
    let mut numbers = Random::new(132);
    let central = law.impulse(&numbers.in_plane()?).is_err();
    for _ in 0..1000 {
        let any = numbers.in_plane()?;
        let given = [any.friction(), any.restitution(), any.tangential_restitution().abs()];
        let w = if central { ball() } else { any.inverse_mass() };
        let impact = lone(w, any.velocity(), given)?;
        if breach(&impact, &law.impulse(&impact)?) > ROUNDING {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The laws of secs. 4.2 and 5, the new one last.
fn compared_laws() -> [(&'static str, Box<dyn ImpactLaw>); 6] {
    [
        ("Routh", Box::new(POISSON)),
        ("Whittaker", Box::new(Whittaker)),
        ("Smith", Box::new(Smith)),
        ("Pfeiffer–Glocker", Box::new(PfeifferGlocker::default())),
        ("bilinear", Box::new(Bilinear)),
        ("new law", Box::new(ChatterjeeRuina)),
    ]
}

pub fn table() -> Result<Findings, Unmet> {
    let laws = compared_laws();
    let mut head = vec!["law"];
    head.extend(FEATURES);
    let mut table = Table::new(
        "Computed, the spin for a ball whose slip friction can stop; “one solution” is declared by Carom's laws and tested \
         there.",
        &head,
    );
    let (mut complete, mut lacking) = (Vec::new(), Vec::new());
    for (name, law) in &laws {
        let found = features(law.as_ref())?;
        let mut row = vec![(*name).to_owned()];
        row.extend(found.map(|has| if has { "yes" } else { "no" }.to_owned()));
        table = table.row(row);
        match found.iter().position(|has| !has) {
            None => complete.push(*name),
            Some(first) => lacking.push(format!("{name}: {}", FEATURES[first])),
        }
    }
    Ok(Findings::new()
        .claim(Claim::words("laws with all features", "new law", &complete.join(", ")))
        .claim(Claim::statement(
            "earlier laws",
            "each lacks one of the features at least",
            Check::counted(
                laws.len() - 1,
                laws.len() - 1 - lacking.len(),
                format!("the first that each lacks: {}", lacking.join("; ")),
            ),
        ))
        .table(table))
}

fn sum_of(sigma: f64) -> Result<Composite, Unmet> {
    let parts: Vec<(f64, Box<dyn ImpactLaw>)> =
        vec![(sigma, Box::new(ChatterjeeRuina)), (1.0 - sigma, Box::new(POISSON))];
    Ok(Composite::new(parts)?)
}

pub fn composite() -> Result<Findings, Unmet> {
    let mut numbers = Random::new(133);
    let (mut outside, mut ends) = (Vec::new(), Vec::new());
    for _ in 0..500 {
        let impact = numbers.spatial()?;
        outside.push(breach(&impact, &sum_of(numbers.between(0.0, 1.0))?.impulse(&impact)?));
        let (p, q) = (POISSON.impulse(&impact)?, ChatterjeeRuina.impulse(&impact)?);
        ends.push((sum_of(0.0)?.impulse(&impact)? - p).norm() / p.norm());
        ends.push((sum_of(1.0)?.impulse(&impact)? - q).norm() / q.norm());
    }
    let grazing = apply(&sum_of(0.5)?, &grazing_rod(0.8, 0.5)?)?.velocity;
    Ok(Findings::new()
        .claim(Claim::statement(
            "σ P_new + (1 − σ) P_R",
            "it is permissible, as the region is convex",
            Check::bounded("breach of a condition, relative", outside, ROUNDING),
        ))
        .claim(Claim::statement(
            "σ = 0 and σ = 1",
            "they are Routh's law and the new law",
            Check::bounded("relative difference of P", ends, 0.0),
        ))
        .claim(Claim::statement(
            "grazing incidence",
            "the sum has normal and tangential rebound at once",
            Check::once(
                grazing.z > 0.01 && grazing.x < -0.01,
                format!("rod of Fig. 6, σ = ½, e = 0.8, e_t = 0.5: V_f = ({:.4}, {:.4}) m/s after (0, −1), along 1 and 2", grazing.z, -grazing.x),
            ),
        ))
        .claim(both_in_the_plane()?))
}

/// Routh's and the new law's impulses for the same rod, and the middle between them.
fn both_in_the_plane() -> Result<Claim, Unmet> {
    let impact: LoneImpact = lone(planar(1.75, -1.3, 3.25), vector![1.0, 0.0, -2.0], [0.7, 0.8, 0.3])?;
    let (p, q) = (POISSON.impulse(&impact)?, ChatterjeeRuina.impulse(&impact)?);
    let middle = sum_of(0.5)?.impulse(&impact)?;
    Ok(Claim::statement(
        "σ = ½",
        "the impulse lies half way between those of the two laws",
        Check::bounded("distance from the middle / N s", [(middle - (p + q) / 2.0).norm()], ROUNDING),
    ))
}
