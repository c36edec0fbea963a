//! A motion between impacts, to be drawn: bodies whose state is known at any time.

use carom_motion::Energy;
use nalgebra::Vector3;

use crate::error::PlotError;
use crate::figures::{motion_over_time, side, world_energies};
use crate::picture::Picture;
use crate::view::View;

/// Bodies in motion.
#[derive(Clone, Copy)]
pub struct Motion<'a> {
    /// Title of the figure.
    pub title: &'a str,
    /// Names of the bodies.
    pub names: &'a [String],
    /// When the motion ends, in seconds.
    pub end: f64,
    /// Times of impacts, in seconds and in any order, at which velocities may jump.
    pub instants: &'a [f64],
    /// What is shown, and on which page.
    pub view: View,
}

/// Something that every body has at every time.
#[derive(Clone, Copy)]
pub struct Quantity<'a> {
    /// What it is, such as "speed" or "velocity along x"; the unit is added to it.
    pub label: &'a str,
    /// Its unit.
    pub unit: &'a str,
    /// Its value for a body at a time in seconds, just after an impact that happens at that time.
    pub value: &'a dyn Fn(usize, f64) -> f64,
}

/// Where a body is at a time in seconds: its centre, in metres.
pub type Position<'a> = &'a dyn Fn(usize, f64) -> Vector3<f64>;

impl Motion<'_> {
    /// Draws where the mechanical energy is over time, and how much is gone; `energy` is that at a time in seconds.
    ///
    /// # Errors
    /// A window after the end, a page that is too low.
    pub fn draw_energies(&self, energy: &dyn Fn(f64) -> Energy) -> Result<Picture, PlotError> {
        self.view
            .page
            .fitted(|&page| world_energies::draw(&Self { view: View { page, ..self.view }, ..*self }, energy))
    }

    /// Draws the paths of bodies that rise or fall, seen from the side.
    ///
    /// # Errors
    /// A window after the end, a motion on one level.
    pub fn draw_side(&self, position: Position) -> Result<Picture, PlotError> {
        side::draw(self, position)
    }

    /// Draws quantities over time, one below the other, with a line for each body. Of a motion of very many impacts the figure shows
    /// the beginning, unless the view has a window.
    ///
    /// # Errors
    /// A window after the end, a page that is too low.
    pub fn draw_over_time(&self, subtitle: &str, quantities: &[Quantity]) -> Result<Picture, PlotError> {
        self.view.page.fitted(|&page| {
            let motion = Self { view: View { page, ..self.view }, ..*self };
            motion_over_time::draw(&motion, subtitle, quantities)
        })
    }
}
