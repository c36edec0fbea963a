//! Contact forces over time.

use crate::course::SampledCourse;
use crate::error::PlotError;
use crate::figures::over_time::{Quantity, Series, chart};
use crate::picture::Picture;
use crate::subject::Subject;

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    let course = SampledCourse::of(subject)?;
    let force = |contact: usize| Series {
        name: subject.contact_name(contact),
        values: course.values(|sample| sample.force[contact]),
    };
    let series: Vec<Series> = (0..subject.contacts()).map(force).collect();
    let unit = |largest| subject.clock.force(largest);
    let quantity = Quantity { subtitle: "contact forces", name: "force", unit: &unit };
    Ok(chart(subject, &course, quantity, &series))
}
