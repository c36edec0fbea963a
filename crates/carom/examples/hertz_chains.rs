//! Energy of long rows of balls with Hertz's contacts: what is left, what restitution took, and what the ledger leaves open.
//!
//! ```text
//! cargo run --release -p carom --example hertz_chains -- [BALLS] [E] [hardening|bi-stiffness|mono-stiffness] [EXPONENT]
//! ```
//!
//! Without arguments a table of 3, 10 and 100 balls, e = 1, 0.95 and 0.5, and all three laws of restitution.

use std::error::Error;
use std::time::Instant;

use carom::nalgebra::{Vector3, vector};
use carom::{Body, Contact, Exponent, Impact, Model, NormalLaw, Restitution, RestitutionLaw, Stiffness};

const LAWS: [(&str, RestitutionLaw); 3] = [
    ("hardening", RestitutionLaw::Hardening),
    ("bi-stiffness", RestitutionLaw::BiStiffness),
    ("mono-stiffness", RestitutionLaw::MonoStiffness),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).map(|text| text.parse::<f64>()).transpose();
    let exponent = Exponent::new(number(3)?.unwrap_or(1.5))?;
    let balls = number(0)?.map_or(vec![3, 10, 100], |balls| vec![balls as usize]);
    let restitutions = number(1)?.map_or(vec![1.0, 0.95, 0.5], |e| vec![e]);
    let is_wanted = |name: &str| arguments.get(2).is_none_or(|wanted| wanted == name);
    println!(
        "{:>6}{:>6}  {:<16}{:>20}{:>10}{:>9}{:>9}{:>9}",
        "balls", "e", "law", "kinetic after", "open", "events", "series", "s"
    );
    for &balls in &balls {
        for &e in &restitutions {
            for (name, law) in LAWS.into_iter().filter(|(name, _)| is_wanted(name)) {
                print!("{balls:>6}{e:>6}  {name:<16}");
                follow(balls, e, law, exponent)?;
            }
        }
    }
    Ok(())
}

/// A row of balls of mass 1 with k = 1, the first of which has speed 1: solves it and prints the rest of the line.
fn follow(balls: usize, e: f64, law: RestitutionLaw, exponent: Exponent) -> Result<(), Box<dyn Error>> {
    let spring = Stiffness::new(1.0)?.with_exponent(exponent);
    let normal = NormalLaw::touching(Restitution::new(e)?, spring);
    let (mut bodies, mut contacts) = (Vec::new(), Vec::new());
    for i in 0..balls {
        let velocity = vector![if i == 0 { 1.0 } else { 0.0 }, 0.0, 0.0];
        bodies.push(Body::ball(1.0, 0.5)?.at(vector![i as f64, 0.0, 0.0])?.moving(velocity)?);
        if i > 0 {
            contacts.push(Contact::new([i, i - 1], vector![i as f64 - 0.5, 0.0, 0.0], Vector3::x(), normal)?);
        }
    }
    let impact = Impact::new(bodies, contacts, Model { restitution: law, ..Model::default() })?;
    let start = Instant::now();
    let outcome = match impact.solve() {
        Ok(outcome) => outcome,
        Err(error) => {
            println!("{error} ({:.1} s)", start.elapsed().as_secs_f64());
            return Ok(());
        }
    };
    let after = outcome.energy.after;
    let open = outcome.energy.imbalance() / outcome.energy.before;
    println!(
        "{after:>20.15}{open:>10.1e}{:>9}{:>9}{:>9.2}",
        outcome.events,
        outcome.expansions,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
