//! Newton's cradle in time.

mod laws;
mod wang2015;
