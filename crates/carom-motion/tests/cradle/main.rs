//! Newton's cradle in time.

mod derivatives;
mod laws;
mod wang2015;
