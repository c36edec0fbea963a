//! What five papers on impact have published, against what Carom computes.
//!
//! Each [`Paper`] has [`Item`]s: its numbered tables and figures, its theorems, the numbers in its text. Computing an
//! item gives its [`Findings`]: figures drawn anew, tables, and [`Claim`]s. A claim holds what was published, what is
//! computed and a tolerance, and its [`Verdict`] follows from them by [`Claim::verdict`]. The verdict that its author
//! declared stands beside it; the tests ask that both are the same for every claim, so that none can rot.
//!
//! ```
//! use carom_reproduce::{Paper, Verdict, reproduce};
//!
//! let report = reproduce(&[Paper::Jia2008], &mut |_| {});
//! assert!(report.stands());
//! assert!(report.count(Paper::Jia2008, Verdict::Reproduced) > 0);
//! let page = carom_reproduce::page(&report);
//! assert!(page.starts_with("<!DOCTYPE html>"));
//! ```
//!
//! To add a claim, add a line to the item in `papers/`; to add an item, add a line to the list of its paper and a
//! function that computes it.

mod check;
mod claim;
mod findings;
mod item;
mod json;
mod number;
mod page;
mod paper;
mod papers;
mod printed;
mod report;
mod summary;
mod verdict;

pub use check::Check;
pub use claim::{Claim, ClaimKind, Computed, Published};
pub use findings::{Figure, Findings, Table};
pub use item::{Item, Unmet};
pub use json::json;
pub use page::page;
pub use paper::Paper;
pub use printed::Printed;
pub use report::{Numbers, Progress, Report, Reproduced, reproduce};
pub use summary::{Detail, summary};
pub use verdict::Verdict;
