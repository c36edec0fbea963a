//! What moves in a film, and along which tracks.

use crate::svg::{Point, number};

/// Keyframes that are off the straight line between their neighbours by less than this many pixels, degrees or thousandths are left out.
const UNSEEN: f64 = 0.12;

/// Values over time: keyframes with straight lines between them. Ascending in time, at least one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Track {
    keys: Vec<(f64, Vec<f64>)>,
}

impl Track {
    /// The keyframes that can be seen; all have as many values as the first.
    pub fn new(keys: Vec<(f64, Vec<f64>)>) -> Self {
        Self { keys: simplified(keys) }
    }

    pub fn keys(&self) -> &[(f64, Vec<f64>)] {
        &self.keys
    }

    /// The values at a time.
    pub fn at(&self, time: f64) -> Vec<f64> {
        let after = self.keys.partition_point(|key| key.0 <= time);
        let Some((start, from)) = after.checked_sub(1).and_then(|i| self.keys.get(i)) else {
            return self.keys.first().map_or_else(Vec::new, |key| key.1.clone());
        };
        let Some((end, to)) = self.keys.get(after) else { return from.clone() };
        let part = (time - start) / (end - start);
        from.iter().zip(to).map(|(a, b)| a + part * (b - a)).collect()
    }
}

/// Without the keyframes that lie on the line between their neighbours (Douglas and Peucker, over time).
fn simplified(keys: Vec<(f64, Vec<f64>)>) -> Vec<(f64, Vec<f64>)> {
    if keys.len() < 3 {
        return keys;
    }
    let mut kept = vec![false; keys.len()];
    let last = keys.len() - 1;
    (kept[0], kept[last]) = (true, true);
    let mut open = vec![(0, last)];
    while let Some((first, last)) = open.pop() {
        let off = |i: usize| {
            let ((start, from), (end, to), (time, values)) = (&keys[first], &keys[last], &keys[i]);
            let part = if end > start { (time - start) / (end - start) } else { 0.0 };
            let miss = |((a, b), value): ((&f64, &f64), &f64)| (a + part * (b - a) - value).abs();
            from.iter().zip(to).zip(values).map(miss).fold(0.0, f64::max)
        };
        let farthest = (first + 1..last).map(|i| (i, off(i))).max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((i, distance)) = farthest
            && distance > UNSEEN
        {
            kept[i] = true;
            open.extend([(first, i), (i, last)]);
        }
    }
    keys.into_iter().zip(kept).filter_map(|(key, keep)| keep.then_some(key)).collect()
}

/// Something that moves.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    /// A drawing about the origin that is moved and turned: x, y, and degrees clockwise.
    Moved {
        drawing: String,
        track: Track,
        /// How much of it is seen, from 0 to 1000; all of it if there is none.
        opacity: Option<Track>,
    },
    /// A polygon whose corners move: x, y of each in turn.
    Reshaped { attributes: String, track: Track },
}

impl Part {
    /// The element as it is at a time.
    pub fn still(&self, time: f64) -> String {
        match self {
            Self::Moved { drawing, track, opacity } => {
                let opacity = opacity.as_ref().map_or(1000.0, |opacity| opacity.at(time)[0]);
                let attributes = opacity_attribute(opacity);
                format!("<g transform=\"{}\"{attributes}>{drawing}</g>\n", transform(&track.at(time)))
            }
            Self::Reshaped { attributes, track } => {
                format!("<polygon {attributes} points=\"{}\"/>\n", points(&track.at(time)))
            }
        }
    }
}

/// Corners as values of a track.
pub(crate) fn values(points: &[Point]) -> Vec<f64> {
    points.iter().flatten().copied().collect()
}

/// Values of a track as the corners of a polygon.
pub(super) fn points(values: &[f64]) -> String {
    values
        .chunks(2)
        .map(|pair| format!("{},{}", number(pair[0]), number(pair[1])))
        .collect::<Vec<_>>()
        .join(" ")
}

fn transform(values: &[f64]) -> String {
    let [x, y, turn] = values else { return String::new() };
    format!("translate({} {})rotate({})", number(*x), number(*y), number(*turn))
}

fn opacity_attribute(thousandths: f64) -> String {
    if thousandths >= 1000.0 { String::new() } else { format!(" opacity=\"{}\"", opacity(thousandths)) }
}

pub(super) fn opacity(thousandths: f64) -> String {
    format!("{:.2}", (thousandths / 1000.0).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_track_needs_two_keyframes_and_a_bent_one_its_corner() {
        let straight: Vec<(f64, Vec<f64>)> =
            (0..50).map(|i| (f64::from(i), vec![3.0 * f64::from(i)])).collect();
        assert_eq!(Track::new(straight).keys().len(), 2);
        let bent: Vec<(f64, Vec<f64>)> =
            (0..50).map(|i| (f64::from(i), vec![(f64::from(i) - 20.0).abs()])).collect();
        assert_eq!(Track::new(bent).keys().iter().map(|key| key.0).collect::<Vec<_>>(), [0.0, 20.0, 49.0]);
    }

    #[test]
    fn a_track_is_a_straight_line_between_its_keyframes_and_still_beyond_them() {
        let track = Track::new(vec![(1.0, vec![0.0]), (3.0, vec![10.0])]);
        assert_eq!([0.0, 2.0, 9.0].map(|time| track.at(time)[0]), [0.0, 5.0, 10.0]);
    }
}
