//! Velocities over time: of the bodies along the line of motion, or of the contacts if there are no bodies.

use crate::axis::Unit;
use crate::course::SampledCourse;
use crate::error::PlotError;
use crate::figures::motion::{direction_name, line_of_motion};
use crate::figures::over_time::{Quantity, Series, chart};
use crate::picture::Picture;
use crate::subject::Subject;
use carom::Impact;

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    let course = SampledCourse::of(subject)?;
    Ok(match subject.impact {
        Some(impact) => bodies(subject, impact, &course),
        None => contacts(subject, &course),
    })
}

fn bodies(subject: &Subject, impact: &Impact, course: &SampledCourse) -> Picture {
    let line = line_of_motion(impact, course.samples.last());
    let free: Vec<usize> = (0..impact.bodies().len()).filter(|&i| !impact.bodies()[i].is_fixed()).collect();
    let mut series: Vec<Series> =
        free.iter().map(|&i| Series { name: subject.body_name(i), values: Vec::new() }).collect();
    for sample in &course.samples {
        let motions = impact.motions_at(sample);
        for (line_of_body, &i) in series.iter_mut().zip(&free) {
            line_of_body.values.push(line.dot(&motions[i].linear));
        }
    }
    let subtitle = format!("velocities of the bodies along {}", direction_name(&line));
    let quantity =
        Quantity { subtitle: &subtitle, name: "velocity", unit: &|largest| Unit::suiting(largest, "m/s") };
    chart(subject, course, quantity, &series)
}

fn contacts(subject: &Subject, course: &SampledCourse) -> Picture {
    let velocity = |contact: usize| Series {
        name: subject.contact_name(contact),
        values: course.values(|sample| sample.velocity[contact]),
    };
    let series: Vec<Series> = (0..subject.contacts()).map(velocity).collect();
    let subtitle = "normal velocities at the contacts; negative: approaching";
    let quantity =
        Quantity { subtitle, name: "normal velocity", unit: &|largest| Unit::suiting(largest, "m/s") };
    chart(subject, course, quantity, &series)
}
