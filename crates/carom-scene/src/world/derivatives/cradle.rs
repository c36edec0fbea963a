//! Derivatives of a cradle: angles and speeds of its balls at the end.

use carom::derivative::Direction;
use carom_motion::cradle::derivative::CradleParameter as P;
use carom_motion::cradle::{Cradle, Until};

use super::super::WorldScene;
use super::super::settings::Stop;
use super::named;
use crate::derivatives::{Derivatives, Quantity};

impl WorldScene {
    pub(super) fn derivatives_of_cradle(&self, cradle: &Cradle, stop: Stop) -> Result<Derivatives, String> {
        let (columns, directions): (Vec<Quantity>, Vec<_>) =
            self.numbers_of_cradle(cradle).into_iter().unzip();
        let until = match stop {
            Stop::Rest => Until::Together,
            Stop::Time(time) => Until::Time(time),
        };
        let (course, found) =
            cradle.run_with_derivatives(until, &directions).map_err(|error| error.to_string())?;
        let (mut rows, mut matrix) = (Vec::new(), Vec::new());
        let mut add = |name: String, value: f64, has_scale: bool, slopes: Vec<f64>| {
            rows.push(Quantity { name, value, has_scale });
            matrix.push(slopes);
        };
        for (ball, name) in self.names.iter().enumerate() {
            let last = course.at(ball, course.end);
            let angles = found.states.iter().map(|balls| balls[ball].angle).collect();
            let speeds = found.states.iter().map(|balls| balls[ball].speed).collect();
            add(format!("{name}.angle"), last.angle, false, angles);
            add(format!("{name}.speed"), last.speed, true, speeds);
        }
        if let Some(end) = &found.end {
            add("end".to_owned(), course.end, true, end.clone());
        }
        let kinks = found.kinks.iter().map(|kink| named(kink, &self.names, &columns)).collect();
        Ok(Derivatives { rows, matrix, kinks, one_sided: Vec::new(), columns })
    }

    /// Everything that a cradle is differentiated by.
    fn numbers_of_cradle(&self, cradle: &Cradle) -> Vec<(Quantity, Direction<P>)> {
        let mut all = Vec::new();
        let mut add = |name: String, value: f64, direction: Direction<P>| {
            all.push((Quantity { name, value, has_scale: true }, direction));
        };
        // Lifted balls are held to the left by the angle of the file.
        let lifted: Vec<(P, f64)> = (0..cradle.balls().len())
            .filter(|&ball| cradle.angles()[ball] != 0.0)
            .map(|ball| (P::Angle { ball }, -1.0))
            .collect();
        if !lifted.is_empty() {
            add("cradle.angle".to_owned(), -cradle.angles()[0], Direction(lifted));
        }
        add("cradle.length".to_owned(), cradle.length(), Direction::along(P::Length));
        add("gravity".to_owned(), cradle.gravity(), Direction::along(P::Gravity));
        for (ball, of) in cradle.balls().iter().enumerate() {
            add(format!("{}.mass", self.names[ball]), of.mass, Direction::along(P::Mass { ball }));
        }
        for (pair, of) in cradle.surfaces().iter().enumerate() {
            let name = format!("{}-{}", self.names[pair], self.names[pair + 1]);
            let (e, k) = (of.restitution.value(), of.stiffness.value());
            add(format!("{name}.restitution"), e, Direction::along(P::Restitution { pair }));
            add(format!("{name}.stiffness"), k, Direction::along(P::Stiffness { pair }));
        }
        all
    }
}
