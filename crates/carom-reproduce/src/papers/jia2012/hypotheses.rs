//! The three laws of restitution with rigid Coulomb friction: [Jia2012, sec. 1.3].

use carom::laws::routh::{EventKind, Outcome, Routh, Solution, Termination};
use carom::laws::{Coefficients, LoneImpact};
use carom::{Friction, Restitution};
use carom_reference::jia2012::CompliantContact;

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
        .claim(
            Claim::statement(
                "Poisson's hypothesis",
                "may increase the kinetic energy",
                Check::once(
                    poisson.gains > 0,
                    format!(
                        "for none of {CASES} contacts; the largest gain is {:.1e} of |v₀|²",
                        poisson.most
                    ),
                ),
            )
            .not_reproducible(
                "random single contacts with Coulomb friction do not show it; several \
                contacts at once were not tried",
            ),
        )
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
        .claims(agreement()?))
}

/// The largest difference of the impulses by Newton's and Poisson's rules, over their size.
fn difference(contact: &CompliantContact, friction: f64) -> Result<Option<(f64, Solution)>, Unmet> {
    let newton = follow(contact, friction, Termination::Newton)?;
    let poisson = follow(contact, friction, Termination::Poisson)?;
    Ok(newton.zip(poisson).map(|(a, b)| ((a.impulse - b.impulse).norm() / b.impulse.norm(), b)))
}

fn agreement() -> Result<[Claim; 2], Unmet> {
    let mut random = Random::new(15);
    let (mut smooth, mut sliding) = (Vec::new(), Vec::new());
    for _ in 0..CASES {
        let mut contact = random.contact();
        smooth.extend(difference(&contact, 0.0)?.map(|(off, _)| off));
        contact.w = without_w(contact.w);
        contact.velocity.y = 0.0;
        let stops =
            |solution: &Solution| solution.events.iter().any(|event| event.kind == EventKind::SlipStops);
        let planar = difference(&contact, contact.friction)?.filter(|(_, solution)| !stops(solution));
        sliding.extend(planar.map(|(off, _)| off));
    }
    let check = |off: Vec<f64>| Check::bounded("difference of the impulses, over their size", off, ROUNDING);
    Ok([
        Claim::statement("Newton's law and Poisson's hypothesis without friction", "agree", check(smooth)),
        Claim::statement("the same in a plane with sliding only", "agree", check(sliding)),
    ])
}
