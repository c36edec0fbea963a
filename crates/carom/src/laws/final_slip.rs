//! Friction against the slip that is left: the impulse for a given normal velocity after an impact.
//!
//! With W split into its tangential block A, the column b that couples tangent and normal, and c = Wₙₙ, and with
//! Δ = vₙ⁺ − vₙ ≥ 0 given:
//!
//! ```text
//! b·p_t + c pₙ = Δ ,   and
//! stick:  v_t⁺ = 0 ,           |p_t| ≤ μ pₙ                                                        (V.1)
//! slip:   p_t = −μ pₙ u ,      u = v_t⁺/|v_t⁺|                                                     (V.2)
//! ```
//!
//! Let μ = β/α with the larger of the two 1, and p = P (−β u, α). Of the slip's equations the part across u, with P
//! eliminated, holds the direction alone:
//!
//! ```text
//! P G = Δ ,   v_t⁺ = v_t + P h = s u ,   s > 0 ,   P ≥ 0
//! G = α c − β b·u ,   h = α b − β A u                                                              (V.3)
//! (u⊥·v_t) G + Δ (u⊥·h) = 0                                                                        (V.4)
//! ```
//!
//! a trigonometric polynomial of degree two in the angle of u, which the tangent t of half the angle turns into a quartic.
//! Its roots with |t| ≤ 1 and those of the quartic for −u are all there are. P comes from that one of P G = Δ and
//! P (u⊥·h) = −u⊥·v_t which has lost fewer digits; it is zero where Δ and not G vanishes.
//!
//! # When there is one, and when several
//!
//! *If W has an inverse, μ < ∞ and Δ > 0, there is a solution.* For v_t⁺ = ṽ + S p_t with S = A − bbᵀ/c positive definite and
//! ṽ = v_t + bΔ/c, and friction chooses p_t from a disc whose radius μ (Δ − b·p_t)/c, if not zero, depends on p_t
//! continuously. It never works with the slip: p_t·v_t⁺ ≤ 0 bounds |p_t| by |ṽ|/σ with the smallest eigenvalue σ of S, so
//! that discs may be cut off there, and Kakutani's theorem gives a fixed point. Its radius is not zero: p_t = 0 would have
//! pₙ = Δ/c > 0. Should rounding reject all candidates, one of them is on the border between stick and slip, and is taken.
//!
//! *In a plane there is exactly one.* Along the line b p_t + c pₙ = Δ, v_t⁺ rises with p_t; so where the sticking
//! impulse lies in the cone, slip at its ends would work with friction.
//!
//! In space there may be several: then all are listed. If W has no inverse, or friction is infinite, there may be none. A
//! sticking impulse is then the shortest one, as p_II of (P.4) is.

use nalgebra::{Vector2, Vector3};

use super::cone::Cone;
use super::quartic;
use super::rounding::ROUNDING_OF_REST;
use super::scaled::Scaled;
use super::{LawError, LoneImpact};

/// Most directions: two quartics.
const MOST: usize = 8;

/// All impulses that end an impact with a given normal velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FinalSlip {
    /// (V.1), in N s.
    pub sticking: Option<Vector3<f64>>,
    sliding: [Vector3<f64>; MOST],
    slidings: usize,
}

impl FinalSlip {
    /// (V.2), in N s, with the smallest normal impulse first. One across t1 may be listed twice.
    pub fn sliding(&self) -> &[Vector3<f64>] {
        &self.sliding[..self.slidings]
    }

    /// All solutions for an impact that ends with this normal velocity, in m/s; it must not be below that before.
    ///
    /// A planar impact has planar solutions only. Without friction the one solution is listed as sliding.
    ///
    /// # Errors
    /// An impulse that no number can hold.
    pub fn of(impact: &LoneImpact, final_normal_velocity: f64) -> Result<Self, LawError> {
        Problem::new(impact, final_normal_velocity).solve()
    }

    /// The sticking solution, or else the sliding one of the smallest normal impulse, if there is one. Quicker than all.
    ///
    /// # Errors
    /// An impulse that no number can hold.
    pub fn preferred(
        impact: &LoneImpact,
        final_normal_velocity: f64,
    ) -> Result<Option<Vector3<f64>>, LawError> {
        let problem = Problem::new(impact, final_normal_velocity);
        if problem.cone.tangential > 0.0
            && !impact.is_planar()
            && let Some(sticking) = problem.sticking().filter(|p| problem.holds(p))
        {
            return problem.scaled.restore(sticking).map(Some);
        }
        let all = Self::of(impact, final_normal_velocity)?;
        Ok(all.sticking.or(all.sliding().first().copied()))
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

/// A direction that satisfies (V.4).
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// P (−β u, α).
    impulse: Vector3<f64>,
    /// s, the speed along u.
    speed: f64,
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

    fn solve(&self) -> Result<FinalSlip, LawError> {
        let mut candidates = Candidates::NONE;
        if self.cone.tangential == 0.0 {
            let impulse = Vector3::new(0.0, 0.0, self.gain / self.scaled.blocks.normal);
            candidates.push(Candidate { impulse, speed: 1.0 });
            return self.listed(None, candidates);
        }
        let sticking = self.sticking();
        if self.cone.is_infinite() {
            return self.listed(sticking.filter(|p| p.z >= 0.0), candidates);
        }
        if self.impact.is_planar() {
            for side in [1.0, -1.0] {
                candidates.extend(self.candidate(Vector2::new(side, 0.0)));
            }
        } else {
            self.directions(&mut candidates);
        }
        let slipping = self.slipping(&candidates);
        let sticks = sticking.filter(|p| self.holds(p));
        if self.impact.is_planar() && slipping.count > 0 {
            self.listed(None, slipping)
        } else if sticks.is_some() || slipping.count > 0 {
            self.listed(sticks, slipping)
        } else {
            self.on_the_border(sticking, &candidates)
        }
    }

    /// Those that slip along their own direction. Where W has no inverse, impulses that stop the slip differ from each other,
    /// and their speed is rounding.
    fn slipping(&self, candidates: &Candidates) -> Candidates {
        let rounding = if self.has_inverse() { 0.0 } else { ROUNDING_OF_REST };
        let mut slipping = Candidates::NONE;
        for &candidate in candidates.as_slice() {
            let terms = self.scaled.velocity.amax() + candidate.impulse.amax();
            slipping.extend((candidate.speed > rounding * terms).then_some(candidate));
        }
        slipping
    }

    /// Where rounding has rejected all: the candidate next to the sticking impulse, if it does not slip.
    fn on_the_border(
        &self,
        sticking: Option<Vector3<f64>>,
        candidates: &Candidates,
    ) -> Result<FinalSlip, LawError> {
        let Some(sticking) = sticking else { return self.listed(None, Candidates::NONE) };
        let distance = |candidate: &Candidate| (candidate.impulse - sticking).norm();
        let stops = |candidate: &&Candidate| {
            let terms = self.scaled.velocity.amax() + candidate.impulse.amax();
            self.has_inverse() || candidate.speed.abs() <= ROUNDING_OF_REST * terms
        };
        let nearest = candidates.as_slice().iter().filter(stops);
        let nearest = nearest.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        match nearest {
            Some(candidate) => self.listed(Some(candidate.impulse), Candidates::NONE),
            None => self.listed(self.has_inverse().then_some(sticking), Candidates::NONE),
        }
    }

    /// Whether W has an inverse, in the plane if the impact is planar.
    fn has_inverse(&self) -> bool {
        let product = self.scaled.blocks.tangential.m11 * self.scaled.blocks.normal;
        let determinant = product - self.scaled.blocks.coupling.x * self.scaled.blocks.coupling.x;
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

    /// All that satisfies (V.4).
    fn directions(&self, candidates: &mut Candidates) {
        let (a, b, c) =
            (&self.scaled.blocks.tangential, &self.scaled.blocks.coupling, self.scaled.blocks.normal);
        let (v, (alpha, beta)) = (self.scaled.velocity.xy(), (self.cone.normal, self.cone.tangential));
        // (V.4) = q·(x², xy, y²) + l·(x, y) for u = (x, y).
        let q_xx = -beta * (v.y * b.x + self.gain * a.m12);
        let q_yy = beta * (v.x * b.y + self.gain * a.m12);
        let q_xy = beta * (v.x * b.x - v.y * b.y - self.gain * (a.m22 - a.m11));
        let l = (v * c + b * self.gain) * alpha;
        for side in [1.0, -1.0] {
            let (l_x, l_y) = (side * l.y, -side * l.x);
            let quartic =
                [q_xx + l_x, 2.0 * (q_xy + l_y), 4.0 * q_yy - 2.0 * q_xx, 2.0 * (l_y - q_xy), q_xx - l_x];
            for &t in quartic::roots(&quartic).as_slice() {
                let direction = Vector2::new(1.0 - t * t, 2.0 * t) * (side / (1.0 + t * t));
                candidates.extend(self.candidate(direction));
            }
        }
    }

    /// P and s of (V.3), if P ≥ 0.
    fn candidate(&self, direction: Vector2<f64>) -> Option<Candidate> {
        let (a, b, c) =
            (&self.scaled.blocks.tangential, &self.scaled.blocks.coupling, self.scaled.blocks.normal);
        let (alpha, beta) = (self.cone.normal, self.cone.tangential);
        let across = Vector2::new(-direction.y, direction.x);
        let velocity = self.scaled.velocity.xy();
        let rate = alpha * c - beta * b.dot(&direction); // G of (V.3)
        let drift = b * alpha - a * direction * beta; // h of (V.3)
        let turn = across.dot(&drift);
        let turned = -across.dot(&velocity);
        // The terms of each quotient's parts over the parts themselves: how many digits they have lost.
        let lost_in_rate = (alpha * c + beta * b.norm()) / rate.abs();
        let lost_in_turn = velocity.norm() / turned.abs() + (alpha * b.norm() + beta * a.norm()) / turn.abs();
        let size = if lost_in_turn < lost_in_rate {
            Some(turned / turn).filter(|size| *size > 0.0)
        } else {
            (rate > 0.0).then(|| self.gain / rate)
        }?;
        let impulse = (direction * (-beta * size)).push(alpha * size);
        Some(Candidate { impulse, speed: direction.dot(&velocity) + size * direction.dot(&drift) })
    }

    fn listed(&self, sticking: Option<Vector3<f64>>, candidates: Candidates) -> Result<FinalSlip, LawError> {
        let sticking = sticking.map(|p| self.scaled.restore(p)).transpose()?;
        let mut sliding = [Vector3::zeros(); MOST];
        for (restored, candidate) in sliding.iter_mut().zip(candidates.as_slice()) {
            *restored = self.scaled.restore(candidate.impulse)?;
        }
        let slidings = candidates.count;
        sliding[..slidings].sort_by(|p, q| p.z.total_cmp(&q.z));
        Ok(FinalSlip { sticking, sliding, slidings })
    }
}

/// A short list.
struct Candidates {
    list: [Candidate; MOST],
    count: usize,
}

impl Candidates {
    const NONE: Self =
        Self { list: [Candidate { impulse: Vector3::new(0.0, 0.0, 0.0), speed: 0.0 }; MOST], count: 0 };

    fn push(&mut self, candidate: Candidate) {
        if self.count < MOST {
            self.list[self.count] = candidate;
            self.count += 1;
        }
    }

    fn extend(&mut self, candidate: Option<Candidate>) {
        if let Some(candidate) = candidate {
            self.push(candidate);
        }
    }

    fn as_slice(&self) -> &[Candidate] {
        &self.list[..self.count]
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
            let found = FinalSlip::of(&impact, 0.0).unwrap();
            assert_eq!(found.sliding().len(), slides_by_brute_force(&impact), "{impact:?} {found:?}");
            let all = found.sliding().len() + usize::from(found.sticking.is_some());
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
            let all = FinalSlip::of(&impact, 0.25).unwrap();
            let first = all.sticking.or(all.sliding().first().copied());
            assert_eq!(FinalSlip::preferred(&impact, 0.25).unwrap(), first);
        }
    }
}
