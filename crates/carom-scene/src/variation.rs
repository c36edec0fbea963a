//! The same scene with other numbers.

use carom::laws::complementarity;
use carom::laws::routh::{self, Routh};
use carom::laws::{self, LoneImpact};
use carom::sequence::Sequence;
use carom::{Impact, Outcome};

use crate::scene::{Method, Scene};
use crate::unsolved::Unsolved;

impl Scene {
    /// What the method of this scene makes of another impact of its bodies: one with other velocities or coefficients, or with its contact
    /// elsewhere. Faster than reading a scene with these numbers.
    ///
    /// # Errors
    /// Why it could not be solved.
    pub fn outcome_of(&self, impact: &Impact) -> Result<Outcome, Unsolved> {
        match &self.method {
            Method::Simultaneous => Ok(impact.solve()?),
            Method::Routh { termination, .. } => of_routh(impact, Routh { termination: *termination }),
            Method::Law { law, .. } => {
                let contact = LoneImpact::between_bodies(impact)?;
                Ok(laws::apply(law.as_ref(), &contact)?.of_bodies(impact))
            }
            Method::Complementarity => Ok(complementarity::solve(impact)?.outcome),
            Method::Sequential { law, rules } => {
                Ok(Sequence::new(impact, *rules)?.solve(law.as_ref())?.into())
            }
        }
    }
}

fn of_routh(impact: &Impact, law: Routh) -> Result<Outcome, Unsolved> {
    let contact = LoneImpact::between_bodies(impact)?;
    let solution = match law.follow(&contact)? {
        routh::Outcome::Solved(solution) => solution,
        routh::Outcome::NoImpact => routh::Solution::untouched(&contact),
        // Of a motion that grazes, the limit of ever slower approach.
        routh::Outcome::Ambiguous(rebound) => rebound,
        routh::Outcome::Jammed(jam) => {
            return Err(Unsolved::Jamming { mode: "jams", approach: -jam.velocity.z });
        }
    };
    Ok(solution.of_bodies(impact))
}
