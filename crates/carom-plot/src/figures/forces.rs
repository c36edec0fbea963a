//! Contact forces over time.

use crate::course::Course;
use crate::figures::over_time::{Quantity, Series, chart};
use crate::picture::Picture;
use crate::subject::Subject;

pub(crate) fn draw(subject: &Subject) -> Picture {
    let course = Course::of(subject);
    let force = |contact: usize| Series {
        name: subject.contact_name(contact),
        values: course.values(|sample| sample.force[contact]),
    };
    let series: Vec<Series> = (0..subject.contacts()).map(force).collect();
    let quantity = Quantity { subtitle: "contact forces", name: "force", unit: "N" };
    chart(subject, &course, quantity, &series)
}
