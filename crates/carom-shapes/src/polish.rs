//! Polishing a contact normal to rounding.
//!
//! Solids that touch have no vector between nearest points from which to read a normal. So the first is pulled away
//! from the second by a distance p along the current normal n, and the nearest points a, b of the parted solids are
//! improved by projecting each on the other solid:
//!
//! ```text
//! a ← nearest point of (first + p n) to b,   b ← nearest point of second to a,   n ← (a − b)/|a − b|      (polish)
//! ```
//!
//! A fixed point is a stationary point of the gap over all directions (the gap is concave, and p n·n′ adds only what is
//! largest at n′ = n). Every step uses exact projections, so the limit is exact to rounding.
//!
//! By itself the step converges linearly: with radii of curvature R₁, R₂ the error shrinks by R₁R₂/((R₁+p)(R₂+p))
//! and by p/(p+R₁+R₂+gap), and by cos²θ where straight lines cross at an angle θ. Near the limit the map is linear in
//! the few directions b and n can move in, so mixing the last few steps to cancel their residuals (Anderson's mixing)
//! ends the search in tens of steps even where those factors are close to 1. A mixed step that narrows the gap is undone.
//!
//! The start matters: from points b that do not belong to n even plain steps can wander off along nearly parallel edges,
//! which is why `rough` finds both together.

use crate::parry_adapter::{Start, gjk};
use crate::solid::{Solid, gap_along};
use nalgebra::{Matrix6xX, Vector3, Vector6};

/// Steps allowed. Typical pairs take tens; an edge all but tangent to a rim takes over a thousand.
const STEPS: usize = 10_000;
/// The pull, in units of the smaller solid's radius: a compromise between the two rates above.
const PULL: f64 = 0.25;
/// A step shorter than this many roundings has converged.
const ROUNDINGS: f64 = 4.0;
/// Earlier steps kept for mixing: b and n together move in four dimensions.
const DEPTH: usize = 5;

/// A polished normal and the points it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Polished {
    /// From the second solid to the first.
    pub(crate) normal: Vector3<f64>,
    /// The normal before polishing, as GJK gave it.
    pub(crate) rough: Vector3<f64>,
    /// How far the solids were pulled apart.
    pub(crate) pull: f64,
    pub(crate) on_first: Vector3<f64>,
    pub(crate) on_second: Vector3<f64>,
    /// How much the last step still changed the normal (rad) and the point (in the unit of length).
    pub(crate) change: f64,
    /// How much of that may be rounding.
    pub(crate) rounding: f64,
    pub(crate) steps: usize,
}

impl Polished {
    pub(crate) fn has_converged(&self) -> bool {
        self.change <= self.rounding
    }

    /// Point on the second solid and normal, the unknowns of the fixed-point problem.
    fn unknowns(&self) -> Vector6<f64> {
        let (b, n) = (self.on_second, self.normal);
        Vector6::new(b.x, b.y, b.z, n.x, n.y, n.z)
    }

    fn set_unknowns(&mut self, x: &Vector6<f64>) {
        self.on_second = x.fixed_rows::<3>(0).into_owned();
        self.normal = x.fixed_rows::<3>(3).normalize();
    }
}

/// The contact normal of two solids, as good as it gets; none if they overlap by more than a thin layer.
pub(crate) fn polished(first: &Solid, second: &Solid) -> Option<Polished> {
    let pull = PULL * first.form.outradius().min(second.form.outradius());
    Some(polish(first, second, rough(first, second, pull)?, pull))
}

/// A start close enough for (polish): n from the solids without a thin layer, so that those that touch are safely apart,
/// then n and b together from the solids pulled apart.
fn rough(first: &Solid, second: &Solid, pull: f64) -> Option<Start> {
    /// Thickness of the layer, relative to the thinner solid: thin enough to leave the normal nearly right.
    const LAYER: f64 = 0.01;
    /// Turn of the normal, rad, at which (polish) takes over; GJK cannot be relied on for less on curved sides.
    const NEAR: f64 = 1e-4;
    const REFINEMENTS: usize = 20;
    if let Some(start) = from_afar(first, second) {
        return Some(start);
    }
    let mut start = gjk(first, second, LAYER * first.form.inradius().min(second.form.inradius()))?;
    for _ in 0..REFINEMENTS {
        let Some(next) = gjk(&first.moved(&(start.normal * pull)), second, 0.0) else { break };
        let turn = (next.normal - start.normal).norm();
        start = next;
        if turn <= NEAR {
            break;
        }
    }
    Some(start)
}

/// Solids far apart for their size lie along the line of centres; GJK, which multiplies distances, might overflow.
fn from_afar(first: &Solid, second: &Solid) -> Option<Start> {
    const FAR: f64 = 1e3;
    let centres = first.centre() - second.centre();
    let distance = centres.norm();
    let is_far = distance > FAR * (first.form.outradius() + second.form.outradius());
    is_far.then(|| Start {
        normal: centres / distance,
        on_second: second.nearest_point(&first.centre()),
        distance,
    })
}

fn polish(first: &Solid, second: &Solid, start: Start, pull: f64) -> Polished {
    let (r1, r2) = (first.form.outradius(), second.form.outradius());
    let scale = r1 + r2 + first.centre().norm() + second.centre().norm();
    let mut reached = Polished {
        normal: start.normal,
        rough: start.normal,
        pull,
        on_first: start.on_second,
        on_second: start.on_second,
        change: f64::INFINITY,
        rounding: ROUNDINGS * f64::EPSILON * scale / pull,
        steps: 0,
    };
    let gap = |at: &Polished| gap_along(first, second, &at.normal);
    let (mut from, mut mixing, mut rejected) = (reached, Mixing::default(), 0);
    for steps in 1..=STEPS {
        let Some(next) = step(first, second, &from) else {
            reached.pull *= 2.0; // pulled too little to part them
            (from, mixing) = (reached, Mixing::default());
            continue;
        };
        if reached.has_converged() && next.change >= reached.change {
            break; // within rounding, and no longer shrinking
        }
        if mixing.is_mixed() && gap(&next) < gap(&reached) - reached.rounding {
            rejected += 1;
            (from, mixing) = (reached, Mixing::resting(rejected)); // led astray
            continue;
        }
        reached = Polished { steps, ..next };
        from.set_unknowns(&mixing.mix(&from.unknowns(), &next.unknowns()));
    }
    reached
}

/// One step of (polish); none if the pull does not part the solids.
fn step(first: &Solid, second: &Solid, from: &Polished) -> Option<Polished> {
    let offset = from.normal * from.pull;
    let a = first.moved(&offset).nearest_point(&from.on_second);
    let on_second = second.nearest_point(&a);
    let normal = (a - on_second).try_normalize(from.rounding)?;
    let mut next = Polished { normal, on_first: a - offset, on_second, ..*from };
    next.change = (next.unknowns() - from.unknowns()).norm();
    Some(next)
}

/// The last few steps x → T(x), as differences of T(x) and of the residuals T(x) − x from one to the next.
#[derive(Default)]
struct Mixing {
    /// Plain steps to go before mixing begins.
    rest: usize,
    last: Option<(Vector6<f64>, Vector6<f64>)>,
    images: Vec<Vector6<f64>>,
    residuals: Vec<Vector6<f64>>,
}

impl Mixing {
    /// Starts afresh after some plain steps, more of them the more often mixing has failed.
    fn resting(rest: usize) -> Self {
        Self { rest, ..Self::default() }
    }

    /// Whether the last result was more than a plain step.
    fn is_mixed(&self) -> bool {
        !self.images.is_empty()
    }

    /// The combination of the remembered images in which the residuals cancel best.
    fn mix(&mut self, x: &Vector6<f64>, image: &Vector6<f64>) -> Vector6<f64> {
        /// Residuals that differ less, relative to the largest, are taken for equal.
        const EQUAL: f64 = 1e-10;
        if self.rest > 0 {
            self.rest -= 1;
            return *image;
        }
        let residual = image - x;
        if let Some((last_image, last_residual)) = self.last.replace((*image, residual)) {
            if self.images.len() == DEPTH {
                self.images.remove(0);
                self.residuals.remove(0);
            }
            self.images.push(image - last_image);
            self.residuals.push(residual - last_residual);
        }
        if self.images.is_empty() {
            return *image;
        }
        let differences = Matrix6xX::from_columns(&self.residuals).svd(true, true);
        let equal = EQUAL * differences.singular_values.max();
        match differences.solve(&residual, equal) {
            Ok(weights) => image - Matrix6xX::from_columns(&self.images) * weights,
            Err(_) => *image,
        }
    }
}
