//! Parameter studies of scenes: one row for every combination of values, each row a scene that is solved on its own.
//!
//! A [`Sweep`] is a scene file, [settings](Setting) such as `contact.0.friction=0:1:101`, and which results to keep. Row i depends on the
//! sweep and on i alone, random draws included, so rows may be computed in any order, in parallel, or on different machines
//! ([`Shard`]), and are the same to the last byte. A row that cannot be solved says so in its status and ends nothing.
//!
//! ```
//! use carom_sweep::{Options, Setting, Sweep};
//!
//! let scene = r#"
//!     body = [
//!       { name = "left", mass = 1, velocity = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
//!       { name = "right", mass = 1, position = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
//!     ]
//! "#;
//! let setting: Setting = "contact_defaults.restitution=0:1:3".parse()?;
//! let options = Options { columns: vec!["bodies.right.velocity.x".to_owned()], ..Options::default() };
//! let sweep = Sweep::new(scene, vec![setting], &options)?;
//! let speeds: Vec<_> = (0..sweep.rows()).map(|row| sweep.row(row).values[0]).collect();
//! assert_eq!(speeds, [Some(0.5), Some(0.75), Some(1.0)]); // (1 + e)/2
//! # Ok::<(), carom_sweep::SweepError>(())
//! ```
//!
//! # Layers
//! `setting` and `values` know what the user wrote, `template` where it stands in the scene file, `draw` the random numbers; `sweep`
//! makes rows of them, `run` many rows at once, `table` CSV of rows, `part` a file that grows and can be taken up again, and [`columnar`]
//! Parquet files of any table.

pub mod columnar;
mod draw;
mod error;
mod fingerprint;
mod part;
mod path;
mod reading;
mod run;
mod setting;
mod shard;
mod sweep;
mod table;
mod template;
mod thrift;
mod values;

pub use error::SweepError;
pub use part::{PartError, PartFile};
pub use path::parts as path_parts;
pub use reading::{Table, TableError, unit_of};
pub use run::Ending;
pub use setting::Setting;
pub use shard::Shard;
pub use sweep::{Options, Row, Status, Sweep};
pub use table::{header_line, lines, to_parquet};
pub use template::Template;
pub use values::number;
