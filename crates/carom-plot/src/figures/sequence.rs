//! Impacts that take no time: velocities before and after, and from collision to collision.

use carom::Motion;
use nalgebra::Vector3;

use crate::chart::{Chart, Interval, Plot};
use crate::figures::motion::{direction_name, direction_of};
use crate::film::Step;
use crate::page::Page;
use crate::picture::Picture;

/// With more bodies than this, names of single ones would not be told apart.
const MOST_NAMED: usize = 12;

/// An impact that takes no time, to be drawn.
#[derive(Debug, Clone, Copy)]
pub struct StepsFigure<'a> {
    /// Title of the figure.
    pub title: &'a str,
    /// Names of the bodies.
    pub body_names: &'a [String],
    /// Names of the contacts.
    pub contact_names: &'a [String],
    /// Motion of every body before.
    pub start: &'a [Motion],
    /// What happens, in order.
    pub steps: &'a [Step],
    /// Impulse of each contact over all steps, in newton seconds: along the normal, and across it.
    pub impulses: &'a [[f64; 2]],
    /// The page it is drawn on.
    pub page: Page,
}

impl StepsFigure<'_> {
    /// Draws the velocities of the bodies from step to step, and the impulses of the contacts.
    #[must_use]
    pub fn draw(&self) -> Picture {
        let motions: Vec<&[Motion]> =
            [self.start].into_iter().chain(self.steps.iter().map(|step| &step.motions[..])).collect();
        let line =
            direction_of(motions.iter().flat_map(|motions| motions.iter().map(|motion| motion.linear)));
        let subtitle = match self.steps.len() {
            1 => "before and after, in no time".to_owned(),
            count => format!("{count} collisions, one after the other, in no time"),
        };
        Chart::new(self.title, &subtitle)
            .on(self.page)
            .plot(self.velocities(&motions, &line))
            .plot(self.impulses())
            .draw()
    }

    /// Velocities along the line of motion, as steps at the collisions.
    fn velocities(&self, motions: &[&[Motion]], line: &Vector3<f64>) -> Plot {
        let name = format!("velocity along {} / m/s", direction_name(line));
        let mut plot = Plot::new("collision", &name).counting().upwards(Interval::WithZero);
        plot = plot.across(Interval::Between(0.0, motions.len() as f64));
        for body in 0..self.start.len() {
            let speed =
                |motions: &&[Motion]| motions.get(body).map_or(f64::NAN, |motion| line.dot(&motion.linear));
            let speeds: Vec<f64> = motions.iter().map(speed).collect();
            if speeds.iter().all(|&speed| speed == 0.0) && self.start.len() > 1 {
                continue; // Fixed, or never moved.
            }
            let level = |(i, &speed): (usize, &f64)| [[i as f64, speed], [i as f64 + 1.0, speed]];
            let points: Vec<[f64; 2]> = speeds.iter().enumerate().flat_map(level).collect();
            let name = self.body_names.get(body).cloned().unwrap_or_else(|| format!("body {}", body + 1));
            plot = plot.line(&name, points);
        }
        for i in (0..self.steps.len()).filter(|_| self.steps.len() <= MOST_NAMED) {
            plot = plot.guide([[i as f64 + 1.0, -1e6], [i as f64 + 1.0, 1e6]]);
        }
        plot
    }

    /// A dot for the normal impulse of each contact, and a ring for the size of the tangential one.
    fn impulses(&self) -> Plot {
        let mut plot = Plot::new(&self.contact_axis(), "impulse / N s")
            .counting()
            .upwards(Interval::WithZero)
            .height(180.0);
        plot = plot.across(Interval::Between(0.5, self.impulses.len() as f64 + 0.5));
        let along = |which: usize| {
            let point = move |(i, impulse): (usize, &[f64; 2])| [i as f64 + 1.0, impulse[which]];
            self.impulses.iter().enumerate().map(point).collect::<Vec<_>>()
        };
        plot = plot.dots("normal impulse", along(0));
        if self.impulses.iter().any(|impulse| impulse[1] != 0.0) {
            plot = plot.rings("size of the tangential impulse", along(1));
        }
        plot
    }

    fn contact_axis(&self) -> String {
        if self.contact_names.len() > MOST_NAMED {
            return "contact".to_owned();
        }
        let entry = |(i, name): (usize, &String)| format!("{} {name}", i + 1);
        let names: Vec<String> = self.contact_names.iter().enumerate().map(entry).collect();
        format!("contact: {}", names.join(", "))
    }
}
