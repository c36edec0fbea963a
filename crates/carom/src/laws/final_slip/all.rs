//! All impulses that end an impact of one contact with a given normal velocity.
//!
//! Sticking is by M, or by W⁺ where W has no inverse: the shortest impulse then, as p_II of (P.4) is. Slip counts if its speed is
//! positive. Should rounding so reject all candidates, one of them is on the border between stick and slip, and is taken.

use nalgebra::Vector3;

use super::{Candidate, Slip};
use crate::laws::cone::Cone;
use crate::laws::harmonic::MOST_ZEROS;
use crate::laws::rounding::ROUNDING_OF_REST;
use crate::laws::scaled::Scaled;
use crate::laws::short_list::ShortList;
use crate::laws::{LawError, LoneImpact};

/// The impulse that ends an impact with this normal velocity, in m/s, which must not be below that before: the sticking one, or
/// else the sliding one of the smallest normal part, if there is one. In N s.
///
/// # Errors
/// An impulse that no number can hold.
pub(crate) fn final_impulse(
    impact: &LoneImpact,
    final_normal_velocity: f64,
) -> Result<Option<Vector3<f64>>, LawError> {
    let problem = Problem::new(impact, final_normal_velocity);
    // Most impacts in space that can stick need no list.
    if problem.cone.tangential > 0.0
        && !impact.is_planar()
        && let Some(sticking) = problem.sticking().filter(|p| problem.holds(p))
    {
        return problem.scaled.restore(sticking).map(Some);
    }
    problem.solve().preferred().map(|impulse| problem.scaled.restore(impulse)).transpose()
}

type Impulses = ShortList<Vector3<f64>, MOST_ZEROS>;

/// All impulses that end an impact with a given normal velocity, in scaled units. A planar impact has planar ones only. Without
/// friction the one there is is listed as sliding.
#[derive(Debug, Clone, Copy, PartialEq)]
struct FinalImpulses {
    /// (V.1).
    sticking: Option<Vector3<f64>>,
    /// (V.2). One across t1 may be listed twice.
    sliding: Impulses,
}

impl FinalImpulses {
    fn preferred(&self) -> Option<Vector3<f64>> {
        let earlier = |p: Vector3<f64>, q: Vector3<f64>| if q.z < p.z { q } else { p };
        self.sticking.or(self.sliding.iter().copied().reduce(earlier))
    }
}

/// The equations in scaled units.
struct Problem<'a> {
    impact: &'a LoneImpact,
    scaled: Scaled,
    cone: Cone,
    /// Δ.
    gain: f64,
}

impl<'a> Problem<'a> {
    fn new(impact: &'a LoneImpact, final_normal_velocity: f64) -> Self {
        let scaled = Scaled::of(impact);
        let gain = final_normal_velocity / scaled.units.velocity - scaled.velocity.z;
        Self { impact, scaled, cone: Cone::of_friction(impact.friction()), gain }
    }

    /// Whether an impulse lies in the cone.
    fn holds(&self, impulse: &Vector3<f64>) -> bool {
        self.cone.contains(impulse.xy().norm(), impulse.z)
    }

    /// A planar impact that slips has no other answer.
    fn solve(&self) -> FinalImpulses {
        if self.cone.tangential == 0.0 {
            let impulse = Vector3::new(0.0, 0.0, self.gain / self.scaled.blocks.normal);
            return FinalImpulses { sticking: None, sliding: [impulse].into_iter().collect() };
        }
        let slip = Slip {
            blocks: &self.scaled.blocks,
            cone: self.cone,
            velocity: self.scaled.velocity.xy(),
            gain: self.gain,
        };
        let directions = slip.directions();
        let slipping = slip.candidates(&directions).filter(|candidate| self.slips(candidate));
        let sliding: Impulses = slipping.map(|candidate| candidate.impulse).collect();
        if self.impact.is_planar() && !sliding.is_empty() {
            return FinalImpulses { sticking: None, sliding };
        }
        let stopping = self.sticking();
        let sticking = match stopping.filter(|p| self.holds(p)) {
            None if sliding.is_empty() => {
                stopping.and_then(|stopping| self.on_the_border(stopping, slip.candidates(&directions)))
            }
            sticking => sticking,
        };
        FinalImpulses { sticking, sliding }
    }

    /// Whether a candidate slips along its own direction. Where W has no inverse, impulses that stop the slip differ from each
    /// other, and their speed is rounding.
    fn slips(&self, candidate: &Candidate) -> bool {
        let rounding = if self.has_inverse() { 0.0 } else { ROUNDING_OF_REST };
        candidate.speed > rounding * candidate.terms
    }

    /// Where rounding has rejected all: the candidate next to the sticking impulse, if it does not slip.
    fn on_the_border(
        &self,
        sticking: Vector3<f64>,
        candidates: impl Iterator<Item = Candidate>,
    ) -> Option<Vector3<f64>> {
        let distance = |candidate: &Candidate| (candidate.impulse - sticking).norm();
        let stops = |candidate: &Candidate| {
            self.has_inverse() || candidate.speed.abs() <= ROUNDING_OF_REST * candidate.terms
        };
        let nearest = candidates.filter(stops).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map(|candidate| candidate.impulse).or(self.has_inverse().then_some(sticking))
    }

    /// Whether W has an inverse, in the plane if the impact is planar.
    fn has_inverse(&self) -> bool {
        let blocks = &self.scaled.blocks;
        let product = blocks.tangential.m11 * blocks.normal;
        let determinant = product - blocks.coupling.x * blocks.coupling.x;
        self.impact.mass().is_some() || self.impact.is_planar() && determinant > ROUNDING_OF_REST * product
    }

    /// The impulse of (V.1) without regard to the cone, if one stops the slip.
    fn sticking(&self) -> Option<Vector3<f64>> {
        let target = self.scaled.velocity.xy().push(-self.gain);
        let impulse = self.scaled.stopping_impulse(self.impact, target);
        let rest = target + self.scaled.blocks.velocity_change(&impulse);
        let stops = rest.amax() <= ROUNDING_OF_REST * (target.amax() + impulse.amax());
        (stops || self.has_inverse()).then_some(impulse)
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::Matrix3;

    use super::*;
    use crate::laws::Coefficients;
    use crate::quantity::{Friction, Restitution};

    /// Directions looked at by brute force; two solutions closer than this are not told apart.
    const DIRECTIONS: usize = 20_000;

    fn numbers(seed: u64) -> impl FnMut(f64, f64) -> f64 {
        let mut state = seed;
        move |low, high| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + (high - low) * ((state >> 11) as f64 / (1u64 << 53) as f64)
        }
    }

    fn random(number: &mut impl FnMut(f64, f64) -> f64) -> LoneImpact {
        let l = Matrix3::from_fn(|i, j| if j <= i { number(-1.0, 1.0) } else { 0.0 });
        let w = l * l.transpose() + Matrix3::identity() * 0.02;
        let v = Vector3::new(number(-1.0, 1.0), number(-1.0, 1.0), number(-0.5, -0.01));
        let friction = Friction::new(number(0.1, 6.0)).unwrap();
        let coefficients =
            Coefficients { friction, restitution: Restitution::PLASTIC, ..Coefficients::default() };
        LoneImpact::new(w, v, coefficients).unwrap()
    }

    /// How many directions on the circle turn v_t + P h from one side of themselves to the other while P > 0 and s > 0.
    fn slides_by_brute_force(impact: &LoneImpact) -> usize {
        let (w, v, mu) = (impact.inverse_mass(), impact.velocity(), impact.friction());
        let at = |i: usize| {
            let (y, x) = (i as f64 / DIRECTIONS as f64 * std::f64::consts::TAU).sin_cos();
            let unit = Vector3::new(-mu * x, -mu * y, 1.0);
            let size = -v.z / (w * unit).z;
            let after = v + w * unit * size;
            (size, x * after.y - y * after.x, x * after.x + y * after.y)
        };
        let changes = |i: &usize| {
            let ((size, side, speed), (next_size, next_side, _)) = (at(*i), at(i + 1));
            size > 0.0 && next_size > 0.0 && speed > 0.0 && (side < 0.0) != (next_side < 0.0)
        };
        (0..DIRECTIONS).filter(changes).count()
    }

    #[test]
    fn all_solutions_are_found_and_there_may_be_several() {
        let mut number = numbers(7);
        let mut several = 0;
        for _ in 0..300 {
            let impact = random(&mut number);
            let found = Problem::new(&impact, 0.0).solve();
            assert_eq!(found.sliding.len(), slides_by_brute_force(&impact), "{impact:?} {found:?}");
            let all = found.sliding.len() + usize::from(found.sticking.is_some());
            assert!(all > 0, "{impact:?}");
            several += usize::from(all > 1);
        }
        assert!(several > 0, "some have several");
    }

    #[test]
    fn the_preferred_solution_is_one_of_all() {
        let mut number = numbers(8);
        for _ in 0..1000 {
            let impact = random(&mut number);
            let problem = Problem::new(&impact, 0.25);
            let first = problem.solve().preferred().map(|p| problem.scaled.units.impulse(&p));
            assert_eq!(final_impulse(&impact, 0.25).unwrap(), first);
        }
    }
}
