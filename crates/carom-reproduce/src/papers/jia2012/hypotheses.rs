//! The three laws of restitution with rigid Coulomb friction: [Jia2012, sec. 1.3].

use carom::laws::routh::{Outcome, Routh, RouthEventKind, Solution, Termination};
use carom::laws::{Coefficients, LoneImpact};
use carom::{Friction, Restitution};
use carom_reference::jia2012::CompliantContact;

use super::chains;
use super::random::Random;
use super::theorems::without_w;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// How many random contacts.
const CASES: usize = 5000;

/// Rounding of an impact, relative to its energy or impulse.
const ROUNDING: f64 = 1e-11;

fn follow(
    contact: &CompliantContact,
    friction: f64,
    termination: Termination,
) -> Result<Option<Solution>, Unmet> {
    let coefficients = Coefficients {
        restitution: Restitution::new(contact.restitution)?,
        friction: Friction::new(friction)?,
        ..Coefficients::default()
    };
    let impact = LoneImpact::new(contact.w, contact.velocity, coefficients)?;
    Ok(match (Routh { termination }).follow(&impact)? {
        Outcome::Solved(solution) | Outcome::Ambiguous(solution) => Some(solution),
        Outcome::NoImpact | Outcome::Jammed(_) => None,
    })
}

/// What a law did to the energies of many contacts, over the energy |v₀|² kg.
#[derive(Default)]
struct Tally {
    gains: usize,
    most: f64,
    normal_gains: usize,
}

impl Tally {
    fn of(termination: Termination) -> Result<Self, Unmet> {
        let mut random = Random::new(14);
        let mut tally = Self { most: f64::NEG_INFINITY, ..Self::default() };
        for _ in 0..CASES {
            let contact = random.contact();
            let Some(solution) = follow(&contact, contact.friction, termination)? else { continue };
            let scale = contact.velocity.norm_squared();
            let gain = -solution.energy_lost() / scale;
            tally.gains += usize::from(gain > ROUNDING);
            tally.normal_gains += usize::from(-solution.normal_loss / scale > ROUNDING);
            tally.most = tally.most.max(gain);
        }
        Ok(tally)
    }
}

pub fn three_laws() -> Result<Findings, Unmet> {
    let newton = Tally::of(Termination::Newton)?;
    let poisson = Tally::of(Termination::Poisson)?;
    let energetic = Tally::of(Termination::Energetic)?;
    Ok(Findings::new()
        .claim(Claim::statement(
            "Newton's law",
            "may increase the energy",
            Check::once(newton.gains > 0, format!("it does so for {} of {CASES} contacts", newton.gains)),
        ))
        .claim(chains::gain(poisson.most)?)
        .claim(Claim::statement(
            "Stronge's energetic law",
            "alone ensures that nothing but friction makes the loss negative",
            Check::once(
                energetic.normal_gains == 0 && poisson.normal_gains > 0 && newton.normal_gains > 0,
                format!(
                    "the normal impulse gives more than it took in {} contacts by the energetic law, {} by \
                     Poisson's, {} by Newton's",
                    energetic.normal_gains, poisson.normal_gains, newton.normal_gains
                ),
            ),
        ))
        .claims(agreement()?)
        .claim(chains::same_coefficient()?)
        .claims(energetic_and_poisson()?)
        .claim(chains::cradle()?))
}

/// The difference of the impulses by another rule and by Poisson's, over their size.
fn difference(
    contact: &CompliantContact,
    friction: f64,
    other: Termination,
) -> Result<Option<(f64, Solution)>, Unmet> {
    let other = follow(contact, friction, other)?;
    let poisson = follow(contact, friction, Termination::Poisson)?;
    Ok(other.zip(poisson).map(|(a, b)| ((a.impulse - b.impulse).norm() / b.impulse.norm(), b)))
}

fn stops(solution: &Solution) -> bool {
    solution.events.iter().any(|event| event.kind == RouthEventKind::SlipStops)
}

fn agreement() -> Result<[Claim; 2], Unmet> {
    let mut random = Random::new(15);
    let (mut smooth, mut sliding) = (Vec::new(), Vec::new());
    for _ in 0..CASES {
        let mut contact = random.contact();
        smooth.extend(difference(&contact, 0.0, Termination::Newton)?.map(|(off, _)| off));
        contact.w = without_w(contact.w);
        contact.velocity.y = 0.0;
        let planar = difference(&contact, contact.friction, Termination::Newton)?;
        let planar = planar.filter(|(_, solution)| !stops(solution));
        sliding.extend(planar.map(|(off, _)| off));
    }
    let check = |off: Vec<f64>| Check::bounded("difference of the impulses, over their size", off, ROUNDING);
    Ok([
        Claim::statement("Newton's law and Poisson's hypothesis without friction", "agree", check(smooth)),
        Claim::statement("the same in a plane with sliding only", "agree", check(sliding)),
    ])
}

/// [Jia2012, sec. 1.3.3, footnote 5]: where Poisson's coefficient is the energetic one.
fn energetic_and_poisson() -> Result<[Claim; 2], Unmet> {
    let mut random = Random::new(17);
    let (mut equal, mut apart) = (Vec::new(), 0);
    for _ in 0..CASES {
        let eccentric = random.contact();
        equal.extend(difference(&eccentric, 0.0, Termination::Energetic)?.map(|(off, _)| off));
        let mut central = eccentric;
        for tangent in 0..2 {
            (central.w[(tangent, 2)], central.w[(2, tangent)]) = (0.0, 0.0);
        }
        equal.extend(difference(&central, central.friction, Termination::Energetic)?.map(|(off, _)| off));
        let rough = difference(&eccentric, eccentric.friction, Termination::Energetic)?;
        apart += usize::from(rough.is_some_and(|(off, _)| off > 1e-3));
    }
    Ok([
        Claim::statement(
            "Poisson's and the energetic coefficient without friction, or with it in a central impact",
            "are the same",
            Check::bounded("difference of the impulses, over their size", equal, ROUNDING),
        ),
        Claim::statement(
            "the same for rough bodies in an eccentric impact",
            "may differ",
            Check::once(
                apart > 0,
                format!("the impulses differ by 0.1 % or more in {apart} of {CASES} contacts"),
            ),
        ),
    ])
}
