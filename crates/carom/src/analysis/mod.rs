//! Analysis of impacts: graphs of their states, and geometry of their impulses.
//!
//! Springs are solved without any of it. It is what one draws, bounds and proves with:
//!
//! | module | of | what |
//! |---|---|---|
//! | [`diagram`] | any impact | the states that it visits and the events between them, and the phases of one contact, as graphs |
//! | [`impulse_plane`] | two contacts | the plane of their impulses: bounding ellipse, lines of compression; the bound of the strain energy, for any number |
//! | [`region`] | a lone contact | the space of its impulses: which of them energy, friction and the surfaces permit, and laws that reach each of those |

pub mod diagram;
pub mod impulse_plane;
pub mod region;
