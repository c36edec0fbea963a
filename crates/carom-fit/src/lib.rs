//! Parameters of scenes from measurements, with uncertainties.
//!
//! A [`Study`] is a fit file ([`carom_scene::FitFile`]) with the files that it names: a scene, a table with one row for each impact or shot, or
//! tracks of balls. [`Study::fit`] finds the parameters that explain the measurements best and says what they are worth;
//! [`Study::compare`] does it under every law that applies, and lets each predict rows that it has not seen.
//!
//! ```
//! use carom_fit::{FitReport, Sources, Standing, Study};
//! use carom_scene::FitFile;
//!
//! let file = FitFile::parse(r#"
//!     fit.data = "drops.csv"
//!     [[scene.body]]
//!     name = "ball"
//!     mass = 1
//!     shape = { sphere = { radius = 0.1 } }
//!     position = [0, 0, 0.1]
//!     [[scene.body]]
//!     name = "floor"
//!     fixed = true
//!     shape = { plane = { normal = [0, 0, 1] } }
//!     [scene.contact_defaults]
//!     restitution = "sought"
//! "#).expect("a fit file without mistakes");
//! let data = "body.ball.velocity.z, bodies.ball.velocity.z\n -1, 0.79\n -2, 1.62\n -3, 2.40\n";
//! let study = Study::new(&file, &Sources { data: Some(data.to_owned()), ..Sources::default() })?;
//! let fit = study.fit(false)?;
//! // Least squares of v' = e v: Σ v v'/Σ v² = (0.79 + 3.24 + 7.2)/14.
//! assert!((fit.estimates[0].value - 11.23 / 14.0).abs() < 1e-9);
//! assert!(matches!(fit.estimates[0].standing, Standing::Determined { .. }));
//! # Ok::<(), carom_fit::FitError>(())
//! ```
//!
//! # Layers
//! `table` reads `measurements`, `sought` and `parameter` what is sought; `route` chooses how rows are solved, `site` and `output` know where numbers stand in an impact and in its result,
//! `predictor` solves a row, `lone` and `model` differentiate it. `weighted` makes residuals of that, `starts`, `noise` and `fit` search with
//! `carom-estimate`, which knows no mechanics. `compare`, `report` and `figure` are about what comes out.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod compare;
mod error;
mod figure;
mod fit;
mod lone;
mod measurements;
mod model;
mod noise;
mod outline;
mod output;
mod parameter;
mod predictor;
mod report;
mod route;
mod site;
mod sought;
mod starts;
mod study;
mod table;
mod weighted;

pub use compare::{LawComparison, LawRow, Scale, Score};
pub use error::FitError;
pub use figure::draw;
pub use fit::{Estimate, Fit, GroupFit, OUTLYING, Point, Standing, Verdict};
pub use parameter::Parameter;
pub use report::{FitReport, LawReport};
pub use study::{Group, Settings, Sources, Study, sought};
