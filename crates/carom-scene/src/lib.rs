//! Scene files in, reports out.
//!
//! A scene file is TOML: bodies, the contacts between them, and the model of their impact. [`Scene::parse`] reads one
//! and gives the impact that `carom` solves, or every [`Problem`] with the file, each with its place;
//! [`diagnostics::render`] shows them as a compiler would. [`Scene::solve`] solves the impact, and a [`Report`] says
//! what happened: as a JSON document ([`Report::json`]) and as text for a terminal ([`Report::text`]).
//!
//! ```
//! use carom_scene::{Report, Scene, TextOptions};
//!
//! let scene = Scene::parse(r#"
//!     body = [
//!       { name = "left", mass = 1, velocity = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
//!       { name = "right", mass = 1, position = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
//!     ]
//! "#).expect("a scene without mistakes");
//! let solved = scene.solve();
//! let text = Report::new(&scene, &solved).text(TextOptions::default());
//! assert!(text.contains("left-right  ends restitution and lets go"));
//! ```
//!
//! # The keys of a file
//! [`keys`] has every key of every table: what its value must be, in which unit, within which range, its default, what it means and
//! an example. It is what the reader itself uses, and what `carom help scene` prints. Plain numbers are SI units, and degrees where
//! it says so; units may be written: `"5 mm"`.
//!
//! There are three kinds of files. One with bodies (or a `[mechanism]`) is a single impact: [`Scene`]; without `[[contact]]` its contacts
//! are found among all pairs of bodies with shapes. One with a `[world]` is followed in time: [`load`] reads either kind,
//! [`WorldScene::run`] follows a world, and a [`WorldReport`] says what happened; a ball that comes to rest on a ball, or a body that comes
//! to rest on its points, ends a run as `"lasting-contact"`. One with a `[recovery]` holds where a ball was seen on the cloth;
//! [`RecoveryFile`] reads it, and [`RecoveryReport`] says how the ball moved and turned.
//!
//! What is wrong with a file is a [`Problem`] with a place in it; what only looks like a slip of the pen (a friction of 30, a ball of
//! 30 m) is a warning: [`Loaded::warnings`]. Of a document samples have up to a million rows.
//!
//! # Layers
//! `keys` lists the keys, `read` knows TOML and keys but no physics; `build` hands values to `carom` and `carom-shapes` and maps what they
//! refuse back to the file; `report` knows neither files nor TOML. `world` has
//! all three for motion in time, `recovery` for tracks. Nothing here prints.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod build;
mod clock;
mod derivatives;
pub mod diagnostics;
mod fit;
pub mod keys;
mod lone;
mod mechanism;
mod number;
mod problem;
mod read;
mod recovery;
mod report;
mod results;
mod samples;
mod scene;
pub mod schema;
mod sequential;
mod suggest;
mod unsolved;
mod variation;
mod world;

pub use carom::comparison::Comparison;
pub use clock::TimeUnit;
pub use derivatives::{Derivatives, NamedKink, OneSidedColumn, Quantity, Sensitivity, Side, Slopes};
pub use fit::{
    ColumnEntry, Constancy, FitFile, OutlineEntry, OutlineShape, ParameterEntry, SceneSource, TrackEntry,
};
pub use problem::{Problem, Span};
pub use recovery::samples_of_csv;
pub use recovery::{RecoveryFile, RecoveryReport, RecoveryScene};
pub use report::layout::to_string as json_text;
pub use report::{ComparisonReport, Report, TextOptions};
pub use results::{Column, Evaluation};
pub use samples::{Cell, Interval, Samples, SamplesError};
pub use scene::{Method, Scene, Setup, Solved, SolvedCourse};
pub use suggest::closest;
pub use unsolved::Unsolved;
pub use world::{
    Blow, FASTEST_CUE, Form, Loaded, Moment, Placement, WorldError, WorldReport, WorldRun, WorldScene, load,
};
