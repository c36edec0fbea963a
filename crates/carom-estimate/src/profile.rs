//! (LS.5): how the least cost grows when one parameter is held away from its best value.

use nalgebra::DVector;

use crate::search::{Bounds, Found, Problem, foreseen, search_nearly};

/// Where the cost has grown by as much as the interval allows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Crossing {
    /// At this value.
    At(f64),
    /// Not before the bound.
    Bound(f64),
    /// Not within reach: the data leave the parameter open on this side.
    Open,
}

impl Crossing {
    /// The value where it ends; none if it is open.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        match self {
            Self::At(value) | Self::Bound(value) => Some(value),
            Self::Open => None,
        }
    }
}

/// The profile of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Values of the parameter, ascending, with by how much the least cost there exceeds the minimum.
    pub points: Vec<[f64; 2]>,
    /// Where the interval begins.
    pub lower: Crossing,
    /// Where it ends.
    pub upper: Crossing,
    /// A better minimum than the one given, if the profile found one.
    pub better: Option<DVector<f64>>,
}

/// Steps outwards, each twice as long as the one before: far enough to call a side open.
const MOST_STEPS: usize = 14;
/// Steps that halve the bracket about a crossing, or better.
const MOST_HALVINGS: usize = 40;
/// A crossing is known well enough to this part of the interval.
const CLOSE: f64 = 1e-4;
/// The least cost is known well enough to this part of what it may grow by.
const ENOUGH: f64 = 1e-5;

/// The profile of `parameter` about a minimum, to where the cost has grown by `allowed`; `reach` is a first guess of how far that is.
pub fn profile(
    problem: &impl Problem,
    best: &Found,
    bounds: &Bounds,
    parameter: usize,
    reach: f64,
    allowed: f64,
) -> Profile {
    let mut side = Side { problem, best, bounds, parameter, allowed, points: Vec::new(), better: None };
    let lower = side.crossing(-reach);
    side.fill(lower);
    let upper = side.crossing(reach);
    side.fill(upper);
    let mut points = side.points;
    points.push([best.x[parameter], 0.0]);
    points.sort_by(|a, b| a[0].total_cmp(&b[0]));
    Profile { points, lower, upper, better: side.better }
}

struct Side<'a, P> {
    problem: &'a P,
    best: &'a Found,
    bounds: &'a Bounds,
    parameter: usize,
    allowed: f64,
    points: Vec<[f64; 2]>,
    better: Option<DVector<f64>>,
}

impl<P: Problem> Side<'_, P> {
    /// By how much the least cost with the parameter held exceeds the minimum, and what was found there, from what was found nearby.
    fn excess(&mut self, value: f64, near: &Found) -> Option<(f64, Found)> {
        let held = self.bounds.holding(self.parameter, value);
        let start = foreseen(near, self.parameter, value, self.bounds);
        let enough = ENOUGH * self.allowed;
        let found = search_nearly(self.problem, &start, &held, enough)
            .or_else(|| search_nearly(self.problem, &near.x, &held, enough))?;
        let excess = found.cost - self.best.cost;
        // Lower by more than searches differ: there is another valley.
        if excess < -ENOUGH * self.allowed && self.better.is_none() {
            self.better = Some(found.x.clone());
        }
        self.points.push([value, excess]);
        Some((excess, found))
    }

    /// Points between the minimum and the end of a side, for a smooth curve.
    fn fill(&mut self, end: Crossing) {
        let center = self.best.x[self.parameter];
        let Some(end) = end.value().filter(|end| *end != center) else { return };
        let mut near = self.best.clone();
        for part in [0.25, 0.5, 0.75] {
            if let Some((_, found)) = self.excess(center + part * (end - center), &near) {
                near = found;
            }
        }
    }

    fn crossing(&mut self, reach: f64) -> Crossing {
        let center = self.best.x[self.parameter];
        let side = if reach < 0.0 { &self.bounds.lower } else { &self.bounds.upper };
        let bound = side[self.parameter];
        let beyond = |value: f64| if reach < 0.0 { value <= bound } else { value >= bound };
        if beyond(center) {
            return Crossing::Bound(bound);
        }
        let (mut inner, mut near, mut step) = ([center, 0.0], self.best.clone(), reach);
        for _ in 0..MOST_STEPS {
            let stops = beyond(inner[0] + step);
            let value = if stops { bound } else { inner[0] + step };
            let Some((excess, found)) = self.excess(value, &near) else {
                return self.bisected(inner, value, &near);
            };
            if excess >= self.allowed {
                return self.refined(inner, [value, excess], near);
            }
            if stops {
                return Crossing::Bound(bound);
            }
            // The cost grows as the square of the distance: most crossings are met by the second step.
            let grown = (self.allowed / excess.max(1e-3 * self.allowed)).sqrt().min(2.0);
            step = (value - center) * (1.05 * grown - 1.0).max(0.05);
            (inner, near) = ([value, excess], found);
        }
        Crossing::Open
    }

    /// The crossing between two values, by the square root of the cost, which is nearly straight.
    fn refined(&mut self, inner: [f64; 2], outer: [f64; 2], near: Found) -> Crossing {
        let (mut inner, mut outer, mut near) = (inner, outer, near);
        let root = |excess: f64| excess.max(0.0).sqrt();
        let wanted = root(self.allowed);
        let tolerance = CLOSE * (outer[0] - self.best.x[self.parameter]).abs();
        for round in 0..MOST_HALVINGS {
            if (outer[0] - inner[0]).abs() <= tolerance {
                break;
            }
            let part = (wanted - root(inner[1])) / (root(outer[1]) - root(inner[1]));
            // Every third time the middle, so that the bracket shrinks in any case.
            let part = if round % 3 == 2 { 0.5 } else { part.clamp(0.02, 0.98) };
            let value = inner[0] + part * (outer[0] - inner[0]);
            let Some((excess, found)) = self.excess(value, &near) else { break };
            if (root(excess) - wanted).abs() <= CLOSE * wanted {
                return Crossing::At(value);
            }
            if excess < self.allowed {
                (inner, near) = ([value, excess], found);
            } else {
                outer = [value, excess];
            }
        }
        Crossing::At(0.5 * (inner[0] + outer[0]))
    }

    /// Where the residuals cease to exist the interval ends too.
    fn bisected(&mut self, inner: [f64; 2], outer: f64, near: &Found) -> Crossing {
        let (mut low, mut high) = (inner[0], outer);
        for _ in 0..MOST_HALVINGS / 2 {
            let middle = 0.5 * (low + high);
            match self.excess(middle, near) {
                Some((excess, _)) if excess < self.allowed => low = middle,
                _ => high = middle,
            }
        }
        Crossing::At(low)
    }
}
