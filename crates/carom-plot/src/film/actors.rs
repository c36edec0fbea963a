//! Bodies of a stage as moving parts.

use nalgebra::{UnitQuaternion, Vector3};

use super::cast::values;
use super::{Part, Track};
use crate::figures::paint::Paint;
use crate::stage::view::{Frame, body_attributes};
use crate::stage::{Actor, Guide, Solid};
use crate::svg::{Anchor, Canvas, Label};
use crate::theme;

/// A turn by more than so many degrees is seen.
const SEEN: f64 = 0.5;
/// Size of the names of bodies.
const NAME: f64 = 12.0;

/// Where a body is and how it is turned, from its place on the stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placing {
    pub shift: Vector3<f64>,
    pub turn: UnitQuaternion<f64>,
}

impl Placing {
    fn moved(&self, solid: &Solid, centre: &Vector3<f64>) -> Solid {
        let moved = |corner: &Vector3<f64>| centre + self.turn * (corner - centre) + self.shift;
        Solid { corners: solid.corners.iter().map(moved).collect(), radius: solid.radius }
    }

    /// Degrees clockwise by which the body is seen turned.
    fn seen_turn(&self, frame: &Frame) -> f64 {
        let right = self.turn * frame.camera.right;
        let [x, y] = frame.camera.flat(&right);
        -libm::atan2(y, x).to_degrees()
    }
}

/// A body along its placings, each at a time of the film, with its name.
pub(super) fn parts(frame: &Frame, actor: &Actor, paint: Paint, course: &[(f64, Placing)]) -> Vec<Part> {
    if actor.guide == Guide::Fixed {
        return Vec::new();
    }
    let mut parts: Vec<Part> = Vec::new();
    let centre = |placing: &Placing| frame.place(&(actor.position + placing.shift));
    for solid in &actor.solids {
        parts.push(if solid.corners.len() == 1 {
            let turns = unwound(course.iter().map(|(_, placing)| placing.seen_turn(frame)));
            let turning = turns.iter().any(|turn| turn.abs() > SEEN);
            let key = |((time, placing), turn): (&(f64, Placing), f64)| {
                let at = frame.place(&placing.moved(solid, &actor.position).corners[0]);
                (*time, vec![at[0], at[1], turn])
            };
            let track = Track::new(course.iter().zip(turns).map(key).collect());
            Part::Moved {
                drawing: ball(frame.scale * solid.radius, actor, paint, turning),
                track,
                opacity: None,
            }
        } else {
            let key = |(time, placing): &(f64, Placing)| {
                (*time, values(&frame.outline(&placing.moved(solid, &actor.position))))
            };
            let track = Track::new(course.iter().map(key).collect());
            Part::Reshaped { attributes: body_attributes(actor, paint), track }
        });
    }
    let key = |(time, placing): &(f64, Placing)| {
        let [x, y] = centre(placing);
        (*time, vec![x, y, 0.0])
    };
    let track = Track::new(course.iter().map(key).collect());
    parts.push(Part::Moved { drawing: name(actor, paint), track, opacity: None });
    parts
}

/// A ball, with a line that shows how it turns if it does.
fn ball(radius: f64, actor: &Actor, paint: Paint, turning: bool) -> String {
    let mut canvas = Canvas::default();
    canvas.circle([0.0, 0.0], radius, &body_attributes(actor, paint));
    if turning {
        canvas.line([0.45 * radius, 0.0], [0.95 * radius, 0.0], &format!("class=\"s s{}\"", paint.colour));
    }
    canvas.into_body()
}

/// The name at the middle of a body; a body without extent is a dot with its name above.
fn name(actor: &Actor, paint: Paint) -> String {
    let mut canvas = Canvas::default();
    let mut lift = 0.36 * NAME;
    if actor.is_bare() {
        canvas.circle([0.0, 0.0], 5.0, &format!("class=\"f{}\"", paint.colour));
        lift = -9.0;
    }
    let text = theme::shortened(&actor.name, NAME, 120.0);
    canvas.text([0.0, lift], Label::new(&text).size(NAME).anchor(Anchor::Middle).class("ink halo"));
    canvas.into_body()
}

/// Angles in degrees without jumps from half a turn to minus half a turn.
fn unwound(angles: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut unwound: Vec<f64> = Vec::new();
    for angle in angles {
        let last = unwound.last().copied().unwrap_or(angle);
        unwound.push(angle - 360.0 * ((angle - last) / 360.0).round());
    }
    unwound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_goes_on_where_its_angle_jumps() {
        assert_eq!(unwound([170.0, -170.0, -150.0].into_iter()), [170.0, 190.0, 210.0]);
    }
}
