//! The impulse plane of two contacts without friction: what bounds the impulses, and where compression ends.

use carom::analysis::impulse_plane::{ImpulsePlane, Impulses};
use carom::{ContactProblem, Trace};
use serde::Serialize;

/// Points of the boundary.
const POINTS: usize = 160;

/// All in newton seconds, the first contact's impulse first.
#[derive(Serialize)]
pub(super) struct Plane {
    boundary: Vec<Impulses>,
    /// For each contact the ends of the line on which its normal velocity is zero, if that crosses what is seen.
    compression: [Option<[Impulses; 2]>; 2],
}

pub(super) fn plane(problem: &ContactProblem, trace: &Trace) -> Option<Plane> {
    if problem.tangential_laws().iter().any(|law| law.has_friction()) {
        return None;
    }
    let plane = ImpulsePlane::of(problem)?;
    let last = trace.sample(&[trace.duration()]).pop()?;
    let reach = 1.2 * last.impulse.iter().fold(0.0, |most: f64, impulse| most.max(impulse.abs()));
    let boundary = plane.boundary().points(POINTS, reach);
    let corner = |pick: fn(f64, f64) -> f64, axis: usize| {
        boundary.iter().fold(0.0, |seen, point| pick(seen, point[axis]))
    };
    let low = [corner(f64::min, 0), corner(f64::min, 1)];
    let high = [corner(f64::max, 0), corner(f64::max, 1)];
    let compression = [0, 1].map(|contact| plane.compression_line(contact).within(low, high));
    Some(Plane { boundary, compression })
}
