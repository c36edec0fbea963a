//! One impact under every law: what each says of it, and which answers are permissible.
//!
//! The laws for a single contact get the contact's own coefficients; the incremental models of the engine, with rigid and with
//! compliant friction, stand beside them. Several contacts at once are compared under the simultaneous models, under sequences
//! of single collisions, and under complementarity. A model that does not know the impact is a row with its reason.
//!
//! ```
//! use carom::comparison::Comparison;
//! use carom::laws::{Coefficients, LoneImpact};
//! use carom::{Friction, Restitution};
//! use nalgebra::{Matrix3, vector};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A rod that leans over the point at which it strikes a table.
//! let inverse_mass = Matrix3::new(1.75, 0.0, -1.3, 0.0, 4.0, 0.0, -1.3, 0.0, 3.25);
//! let coefficients = Coefficients { friction: Friction::new(0.7)?, ..Coefficients::default() };
//! let impact = LoneImpact::new(inverse_mass, vector![1.0, 0.0, -2.0], coefficients)?;
//! let comparison = Comparison::of_lone_impact(&impact, None);
//! let whittaker = comparison.row("whittaker").and_then(|row| row.answer()).expect("the law has an answer");
//! assert!(whittaker.energy_lost < 0.0); // it creates energy
//! assert!(!whittaker.is_permissible());
//! # Ok(())
//! # }
//! ```

mod answer;
mod bodies;
mod lone;
mod mechanism;
mod models;
mod reach;

use nalgebra::{Matrix2, Vector3};

use crate::laws::{LoneImpact, Promises};

pub use answer::{Answer, BreachAt, ContactAnswer, mode_at_end};
pub use lone::every_law;
pub use reach::{Reach, reach};

/// What every model says of one impact.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// A row for each model.
    pub rows: Vec<Row>,
    /// The impact, if it has only one contact, in the frame of its answers: t1 along the sliding before, t2 across, n the normal.
    pub lone_impact: Option<Box<LoneImpact>>,
    /// That frame's t1 and t2 along those that the tangents of a mechanism's only contact were given by, as columns; the identity where
    /// answers are in the axes given.
    pub tangents: Matrix2<f64>,
}

/// What one model says.
#[derive(Debug, Clone)]
pub struct Row {
    /// The model in one word, as in `routh-poisson`; unique within a comparison.
    pub name: String,
    /// The model in words.
    pub title: String,
    /// What the law promises; none for models that are not laws for a single contact.
    pub promises: Option<Promises>,
    /// What it says of the impact.
    pub verdict: Verdict,
}

/// What came of a model.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// An answer.
    Answer(Answer),
    /// The model does not know such impacts, for this reason.
    DoesNotApply(String),
    /// The model knows such impacts, but has no answer to this one, for this reason.
    NoAnswer(String),
}

impl Comparison {
    /// A vector of an answer along the (t1, t2, n) that the impact was given in.
    #[must_use]
    pub fn in_given_axes(&self, vector: &Vector3<f64>) -> Vector3<f64> {
        (self.tangents * vector.xy()).push(vector.z)
    }

    /// The row of that name.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }
}

impl Row {
    /// The answer, if there is one.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        match &self.verdict {
            Verdict::Answer(answer) => Some(answer),
            Verdict::DoesNotApply(_) | Verdict::NoAnswer(_) => None,
        }
    }
}
