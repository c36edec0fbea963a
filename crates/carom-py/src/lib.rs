//! Carom for Python: the part that is in Rust.
//!
//! An adapter. It reads scenes with `carom-scene`, solves them without holding Python's lock, and hands arrays, documents and
//! figures over; what users see is in `python/carom/`, which gives these names, types and documentation. No physics is here.
//!
//! | file | what it does |
//! |---|---|
//! | `text.rs` | a dictionary with the keys of a scene file becomes the text of one |
//! | `scene.rs` | a scene: an impact or a world, solved, followed, compared |
//! | `solved.rs` | a solved impact: its document, its course at any instants, its figures |
//! | `run.rs` | a world that was followed: its document, places and velocities at any times |
//! | `fit.rs` | parameters of scenes from measurements |
//! | `recovery.rs` | how a ball moved, from where it was seen |
//! | `billiards.rs` | tables and racks, by name |
//! | `batch/` | many impacts or shots at once, on all cores |
//! | `studio.rs` | the browser's page |
//! | `sweep.rs` | parameter studies, row by row |
//! | `errors.rs` | what was refused or unsolved, as exceptions |

mod arrays;
mod batch;
mod billiards;
mod errors;
mod figure;
mod fit;
mod recovery;
mod run;
mod scene;
mod solved;
mod studio;
mod sweep;
mod text;

use pyo3::prelude::*;

/// The part of Carom that is in Rust. Use the package `carom` instead: it documents every name.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::{shot_batch, solve_batch};
    #[pymodule_export]
    use crate::billiards::opening;
    #[pymodule_export]
    use crate::figure::Picture;
    #[pymodule_export]
    use crate::fit::{fit, fit_files, fit_laws};
    #[pymodule_export]
    use crate::recovery::{recover, samples_file};
    #[pymodule_export]
    use crate::run::Run;
    #[pymodule_export]
    use crate::scene::Scene;
    #[pymodule_export]
    use crate::solved::Solved;
    #[pymodule_export]
    use crate::studio::studio_page;
    #[pymodule_export]
    use crate::sweep::Sweep;
    #[pymodule_export]
    use crate::text::toml;

    /// The version of the workspace, by the name that Python has for it.
    #[allow(non_upper_case_globals)]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
