//! A film as an SVG that browsers play.

use std::fmt::Write as _;

use super::cast::{opacity, points};
use super::{Film, Part, Track};
use crate::svg::{self, number};

/// The document. Readers that do not play it see the first frame.
pub(super) fn document(film: &Film) -> String {
    let mut body = film.background.clone();
    for part in &film.parts {
        match part {
            Part::Moved { drawing, track, opacity } => {
                body.push_str("<g>");
                write_moves(&mut body, track, film.length);
                if let Some(opacity) = opacity {
                    write_opacity(&mut body, opacity, film.length);
                }
                let _ = writeln!(body, "{drawing}</g>");
            }
            Part::Reshaped { attributes, track } => {
                let shown = |values: &[f64]| points(values);
                let first = track.keys().first().map(|key| shown(&key.1)).unwrap_or_default();
                let _ = write!(body, "<polygon {attributes} points=\"{first}\">");
                write_animation(&mut body, "animate attributeName=\"points\"", track, film.length, shown);
                body.push_str("</polygon>\n");
            }
        }
    }
    svg::document(&body, film.size, film.scale, &film.title)
}

fn write_moves(body: &mut String, track: &Track, length: f64) {
    let shift = |values: &[f64]| format!("{} {}", number(values[0]), number(values[1]));
    write_animation(
        body,
        "animateTransform attributeName=\"transform\" type=\"translate\"",
        track,
        length,
        shift,
    );
    if track.keys().iter().any(|key| key.1[2] != 0.0) {
        let turn = |values: &[f64]| number(values[2]);
        let element = "animateTransform attributeName=\"transform\" type=\"rotate\" additive=\"sum\"";
        write_animation(body, element, track, length, turn);
    }
}

fn write_opacity(body: &mut String, track: &Track, length: f64) {
    write_animation(body, "animate attributeName=\"opacity\"", track, length, |values| opacity(values[0]));
}

/// One animated attribute over the whole film, again and again.
fn write_animation(
    body: &mut String,
    element: &str,
    track: &Track,
    length: f64,
    shown: impl Fn(&[f64]) -> String,
) {
    let mut times: Vec<f64> = track.keys().iter().map(|key| (key.0 / length).clamp(0.0, 1.0)).collect();
    let mut values: Vec<String> = track.keys().iter().map(|key| shown(&key.1)).collect();
    // Key times begin with 0 and end with 1.
    if times.first().is_some_and(|&time| time > 0.0) {
        times.insert(0, 0.0);
        values.insert(0, values[0].clone());
    }
    if times.last().is_some_and(|&time| time < 1.0) {
        times.push(1.0);
        values.extend(values.last().cloned());
    }
    let times: Vec<String> = times.iter().map(|time| key_time(*time)).collect();
    let _ = write!(
        body,
        "<{element} dur=\"{}s\" repeatCount=\"indefinite\" keyTimes=\"{}\" values=\"{}\"/>",
        number(length),
        times.join(";"),
        values.join(";")
    );
}

/// A part of the film to a hundred-thousandth: a millisecond of a minute and a half.
fn key_time(part: f64) -> String {
    let text = format!("{part:.5}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
