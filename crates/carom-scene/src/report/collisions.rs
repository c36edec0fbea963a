//! The collisions of a sequence, in order.

use carom::sequence::{Leap, Place, SequenceCourse, SequenceEnding, Stage};
use nalgebra::Vector3;

use super::TextOptions;
use super::columns::{Align, Columns};
use super::digits::Digits;
use crate::scene::Scene;

/// How a sequence ended, in words.
pub(super) fn note(scene: &Scene, course: &SequenceCourse, ending: SequenceEnding) -> String {
    let impulse = if scene.contact_problem().tangential_laws().iter().any(|law| law.has_friction()) {
        "size of the impulse, friction included (N s)"
    } else {
        "impulse (N s)"
    };
    let columns = format!("{impulse}, normal velocity (m/s), energy lost (J)");
    let speeds = Digits::of(course.stages.iter().flat_map(|stage| speeds(scene, stage)));
    match ending {
        SequenceEnding::Extrapolated { residual_speed, .. } if speeds.is_rounding(residual_speed) => {
            format!("{columns}; they never end, and what was left is summed")
        }
        SequenceEnding::Extrapolated { residual_speed, .. } => format!(
            "{columns}; they never end, what was left is summed, and the contacts still approach at {residual_speed:.1e} m/s"
        ),
        _ => columns,
    }
}

/// A row for each collision, and for each sum of those that never end.
pub(super) fn table(scene: &Scene, course: &SequenceCourse, options: TextOptions) -> String {
    let columns = vec![
        (Align::Right, "#".to_owned()),
        (Align::Left, "contact".to_owned()),
        (Align::Right, "impulse".to_owned()),
        (Align::Right, "before".to_owned()),
        (Align::Left, String::new()),
        (Align::Right, "after".to_owned()),
        (Align::Right, "lost".to_owned()),
    ];
    let mut table = Columns::new("collisions", columns);
    let impulse = Digits::of(course.stages.iter().map(|stage| stage.impulse.norm()));
    let speeds = |stage: &Stage| speeds(scene, stage);
    let speed = Digits::of(course.stages.iter().flat_map(speeds));
    let loss = |stage: &Stage| stage.normal_loss + stage.friction_loss;
    let energy = Digits::of(course.stages.iter().map(loss));
    for (number, stage) in course.stages.iter().enumerate() {
        let [before, after] = speeds(stage);
        table.row(vec![
            (number + 1).to_string(),
            place(scene, stage.place),
            impulse.write(stage.impulse.norm()),
            speed.write(before),
            "->".to_owned(),
            speed.write(after),
            energy.write(loss(stage)),
        ]);
        for leap in course.leaps.iter().filter(|leap| leap.after == number + 1) {
            table.spanning(String::new(), leap_in_words(leap));
        }
    }
    table.render(options)
}

fn leap_in_words(leap: &Leap) -> String {
    let what = if leap.period == 1 { "the last one".to_owned() } else { format!("the last {}", leap.period) };
    format!("{what} for ever, each time {:.6} of the last", leap.ratio)
}

/// Normal velocities before and after; at a hinge the speeds of the body's point there.
fn speeds(scene: &Scene, stage: &Stage) -> [f64; 2] {
    let along = |velocity: &Vector3<f64>| match (stage.place, scene.impact()) {
        (Place::Contact(contact), Some(impact)) => impact.contacts()[contact].normal().dot(velocity),
        (Place::Contact(_), None) => velocity.z,
        (Place::Hinge(_), _) => velocity.norm(),
    };
    [along(&stage.velocity_before), along(&stage.velocity_after)]
}

/// The contact's name, or the hinge of which body it is.
pub(super) fn place(scene: &Scene, place: Place) -> String {
    match place {
        Place::Contact(contact) => scene.contact_names[contact].clone(),
        Place::Hinge(body) => format!("hinge of {}", scene.body_names[body]),
    }
}
