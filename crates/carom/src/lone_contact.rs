//! One contact alone: its impact in closed form, without a flow.
//!
//! Over the normal impulse pₙ, which only grows, the motion of a contact that sticks, slides in a direction that does not turn, or
//! has no friction is a straight line (Q.1): with φ = dp_t/dpₙ constant,
//!
//! ```text
//! v_t = v_t₀ + (b + A φ) x,    vₙ = vₙ₀ + r x,    r = c + b·φ,    E = E₀ − ∫ vₙ dpₙ = E₀ − (vₙ₀ + r x/2) x          (O.1)
//! ```
//!
//! E is the strain energy. Compression ends at vₙ = 0, sliding at v_t = 0, and what follows that is (Q.3) or (Q.4): the contact goes through four
//! lines at most. Compression leaves e²E to be given back, by every law of restitution, and restitution ends where that is gone,
//!
//! ```text
//! vₙ = √(vₙ₀² + 2rE₀),    x = 2E₀ / (vₙ₀ + √(vₙ₀² + 2rE₀))                                                         (O.2)
//! ```
//!
//! Time is the angle at which the spring swings: F' = −k vₙ and vₙ' = r F turn (√(2rE), vₙ) at the rate √(kr), and if r < 0
//! (Painlevé's case) they make a hyperbola of it,
//!
//! ```text
//! t = Δ atan2(vₙ, √(2rE)) / √(kr),       t = Δ ln(√(−2rE) − vₙ) / √(−kr)                                            (O.3)
//! ```
//!
//! Everything else is left to the flow: a direction that turns, tangential springs, springs of infinite stiffness or F = k·dⁿ, speeds that are
//! rounding, and events that all but coincide.

use nalgebra::Vector2;

use crate::flow::{ClusterProblem, ClusterResult, REST};
use crate::friction::TangentialLaw;
use crate::laws::blocks::Blocks;
use crate::laws::routh::{ContactSpace, FromRest};
use crate::phase::{Material, RestitutionLaw};

/// Events closer than this part of the way to them may coincide; speeds below this many times their rounding may be none. The flow
/// knows what is to be made of both.
const TOO_CLOSE: f64 = 1e-9;
const CLEAR_OF_ROUNDING: f64 = 1e4;
/// A contact that gives back less may have closed.
const LEAST_RESTITUTION: f64 = 1e-9;
/// A normal rate r that cancels to this part of its terms is known to too few digits for (O.3).
const CANCELLED: f64 = 1e-3;
/// Quantities beyond this, or below its inverse, have squares that may leave the range of numbers.
const EXTREME: f64 = 1e100;

/// What became of the contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LoneContact {
    normal_velocity: f64,
    normal_impulse: f64,
    tangential_velocity: Vector2<f64>,
    tangential_impulse: Vector2<f64>,
    lost: f64,
    rubbed: f64,
    events: usize,
    /// When it was released, in seconds.
    pub duration: f64,
}

impl LoneContact {
    /// The impact of a cluster that is one contact; none if it has no closed form.
    pub fn of(problem: &ClusterProblem) -> Option<Self> {
        let (&[velocity], &[material], &[gap]) =
            (&problem.velocity[..], &problem.material[..], &problem.gap[..])
        else {
            return None;
        };
        let e = material.restitution.value();
        let own = problem.coupling.diagonal(0);
        let usual = |x: f64| x > 1.0 / EXTREME && x < EXTREME;
        let has_form = material.exponent.is_linear() && (e == 0.0 || e >= LEAST_RESTITUTION);
        if !(has_form && usual(-velocity) && usual(material.stiffness) && usual(own)) {
            return None;
        }
        let mut found = match problem.tangential.first() {
            None => Self::frictionless(velocity, own, &material, problem.law),
            Some(law) => Self::with_friction(problem, *law)?,
        };
        if gap > 0.0 {
            found.duration += gap / -velocity;
            found.events += 1; // it returns
        }
        found.duration.is_finite().then_some(found)
    }

    /// (O.1) to (O.3) with φ = 0.
    fn frictionless(velocity: f64, own: f64, material: &Material, law: RestitutionLaw) -> Self {
        let (e, strain) = (material.restitution.value(), 0.5 * velocity * velocity / own);
        let quarter = std::f64::consts::FRAC_PI_2;
        let restitution = match law {
            RestitutionLaw::Hardening | RestitutionLaw::BiStiffness => e * quarter, // stiffer by 1/e²
            RestitutionLaw::MonoStiffness => libm::asin(e),
        };
        Self {
            normal_velocity: -e * velocity,
            normal_impulse: -(1.0 + e) * velocity / own,
            tangential_velocity: Vector2::zeros(),
            tangential_impulse: Vector2::zeros(),
            lost: (1.0 - material.restitution.energy_returned()) * strain,
            rubbed: 0.0,
            events: events_of_normal(e),
            duration: (quarter + restitution) / (material.stiffness * own).sqrt(),
        }
    }

    /// Rigid friction, as long as the direction of sliding does not turn.
    fn with_friction(problem: &ClusterProblem, law: TangentialLaw) -> Option<Self> {
        let tangent =
            problem.tangents().next().filter(|tangent| tangent.is_rigid() && tangent.has_friction())?;
        let (normal, own) = (problem.velocity[0], problem.coupling.diagonal(0));
        let energy = 0.5 * normal * normal / own + 0.5 * tangent.velocity.norm_squared() / tangent.response;
        let rounding = |response: f64| CLEAR_OF_ROUNDING * REST * (2.0 * energy * response).sqrt();
        let speed = tangent.velocity.norm();
        let slides = speed > 0.0;
        let is_clear = -normal > rounding(own) && (!slides || speed > rounding(tangent.response));
        let (_, block) = problem.coupling.block_row(0).next()?;
        if !is_clear || block.iter().any(|w| w.abs() >= EXTREME) || law.coefficient() >= EXTREME {
            return None;
        }
        let contact = ContactSpace::new(Blocks::of(block), law.coefficient());
        let line = if slides {
            Line::sliding(&contact, tangent.velocity / speed, speed)?
        } else {
            Line::from_rest(&contact)?
        };
        Course::new(problem, &contact, tangent.velocity).follow(line)
    }

    /// Makes it the result of its cluster, all but the duration.
    pub fn write(&self, problem: &ClusterProblem, result: &mut ClusterResult) {
        let ClusterResult { velocity, impulse, momenta, tangents, .. } = result;
        for (kept, found) in [(velocity, self.normal_velocity), (impulse, self.normal_impulse)] {
            kept.clear();
            kept.push(found);
        }
        momenta.clear();
        tangents.clear();
        tangents.extend(problem.tangents());
        for tangent in tangents {
            tangent.velocity = self.tangential_velocity;
            tangent.impulse = self.tangential_impulse;
        }
        result.lost = self.lost;
        result.rubbed = self.rubbed;
        result.trapped = 0.0;
        result.events = self.events;
        result.expansions = 0;
    }
}

/// Compression ends and restitution does; or a plastic contact closes, and opens again.
fn events_of_normal(e: f64) -> usize {
    if e == 0.0 { 3 } else { 2 }
}

/// A course over pₙ along which φ is constant.
#[derive(Debug, Clone, Copy)]
struct Line {
    /// φ.
    force: Vector2<f64>,
    /// dv_t/dpₙ.
    drift: Vector2<f64>,
    /// r of (O.1).
    rate: f64,
    /// pₙ until v_t = 0, infinite if never.
    length: f64,
}

impl Line {
    /// (Q.2); none if the direction would turn.
    fn sliding(contact: &ContactSpace, direction: Vector2<f64>, speed: f64) -> Option<Self> {
        if !contact.is_invariant(&direction) {
            return None;
        }
        let drift = contact.slip_drift(&direction).dot(&direction);
        let length = if drift < 0.0 { speed / -drift } else { f64::INFINITY };
        Self::under(contact, direction * -contact.friction, direction * drift, length)
    }

    /// (Q.3) or (Q.4).
    fn from_rest(contact: &ContactSpace) -> Option<Self> {
        let stick = |force| Self::under(contact, force, Vector2::zeros(), f64::INFINITY);
        if contact.blocks.coupling == Vector2::zeros() {
            return stick(Vector2::zeros());
        }
        match contact.leave_rest() {
            FromRest::Stick { force } => stick(force),
            // It speeds up, and never stops.
            FromRest::Slip { direction } => {
                Self::sliding(contact, direction, 0.0).map(|line| Self { length: f64::INFINITY, ..line })
            }
        }
    }

    fn under(contact: &ContactSpace, force: Vector2<f64>, drift: Vector2<f64>, length: f64) -> Option<Self> {
        let (push, pull) = (contact.blocks.normal, contact.blocks.coupling.dot(&force));
        let rate = push + pull;
        (rate.abs() > CANCELLED * (push + pull.abs())).then_some(Self { force, drift, rate, length })
    }

    /// The angle of (O.3) at a speed and a strain energy.
    fn clock(&self, normal_velocity: f64, strain: f64) -> f64 {
        let size = (2.0 * self.rate.abs() * strain).sqrt();
        if self.rate > 0.0 { libm::atan2(normal_velocity, size) } else { libm::log(size - normal_velocity) }
    }
}

/// A contact with rigid friction under way.
struct Course<'a> {
    contact: &'a ContactSpace,
    material: Material,
    law: RestitutionLaw,
    /// E of (O.1): what is still to be given back, once compression has ended.
    strain: f64,
    /// Strain that will not be given back, by the law of mono-stiffness.
    kept: f64,
    stiffness: f64,
    now: LoneContact,
}

impl<'a> Course<'a> {
    fn new(problem: &ClusterProblem, contact: &'a ContactSpace, tangential_velocity: Vector2<f64>) -> Self {
        let material = problem.material[0];
        let now = LoneContact {
            normal_velocity: problem.velocity[0],
            normal_impulse: 0.0,
            tangential_velocity,
            tangential_impulse: Vector2::zeros(),
            lost: 0.0,
            rubbed: 0.0,
            events: events_of_normal(material.restitution.value()),
            duration: 0.0,
        };
        Self {
            contact,
            material,
            law: problem.law,
            strain: 0.0,
            kept: 0.0,
            stiffness: material.stiffness,
            now,
        }
    }

    /// From the first touch to the end; none if two events all but coincide.
    fn follow(mut self, mut line: Line) -> Option<LoneContact> {
        let to_compression = |course: &Self, line: &Line| match line.rate > 0.0 {
            true => -course.now.normal_velocity / line.rate,
            false => f64::INFINITY,
        };
        line = self.follow_until(line, to_compression)?;
        self.now.normal_velocity = 0.0;
        self.end_compression();
        if self.strain > 0.0 {
            self.follow_until(line, Self::to_end_of_restitution)?;
        }
        Some(self.now)
    }

    /// Follows lines until the normal motion has come to its `goal`, whose distance is given; returns the last of them.
    fn follow_until(&mut self, mut line: Line, goal: impl Fn(&Self, &Line) -> f64) -> Option<Line> {
        let mut end = goal(self, &line);
        if line.length.is_finite() && (end - line.length).abs() <= TOO_CLOSE * line.length {
            return None;
        }
        if line.length < end {
            self.advance(&line, line.length, None);
            self.now.tangential_velocity = Vector2::zeros();
            self.now.events += 1; // it sticks, or slips on
            line = Line::from_rest(self.contact)?;
            end = goal(self, &line);
        }
        if end.is_infinite() {
            return None;
        }
        let is_restitution = self.now.normal_velocity >= 0.0;
        let final_strain = if is_restitution { Some(0.0) } else { None };
        self.advance(&line, end, final_strain);
        Some(Line { length: line.length - end, ..line })
    }

    /// x of (O.2).
    fn to_end_of_restitution(&self, line: &Line) -> f64 {
        let square = self.now.normal_velocity * self.now.normal_velocity + 2.0 * line.rate * self.strain;
        if line.rate > 0.0 {
            2.0 * self.strain / (self.now.normal_velocity + square.sqrt())
        } else {
            f64::INFINITY
        }
    }

    /// (O.1), to a strain that may be known.
    fn advance(&mut self, line: &Line, x: f64, strain: Option<f64>) {
        let Self { now, .. } = self;
        let start = line.clock(now.normal_velocity, self.strain + self.kept);
        let normal_velocity = now.normal_velocity + line.rate * x;
        let change = if x == line.length { -now.tangential_velocity } else { line.drift * x };
        now.rubbed -= line.force.dot(&(now.tangential_velocity + change / 2.0)) * x;
        self.strain = strain.unwrap_or(self.strain - 0.5 * (now.normal_velocity + normal_velocity) * x);
        now.normal_velocity = normal_velocity;
        now.tangential_velocity += change;
        now.normal_impulse += x;
        now.tangential_impulse += line.force * x;
        let swung = line.clock(normal_velocity, self.strain + self.kept) - start;
        now.duration += swung / (self.stiffness * line.rate.abs()).sqrt();
    }

    /// What compression leaves to be given back.
    fn end_compression(&mut self) {
        let (all, returned) = (self.strain, self.material.restitution.energy_returned());
        self.strain = returned * all;
        self.now.lost = all - self.strain;
        match self.law {
            RestitutionLaw::Hardening | RestitutionLaw::BiStiffness => self.stiffness /= returned,
            RestitutionLaw::MonoStiffness => self.kept = self.now.lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nalgebra::{DMatrix, Matrix3, Vector3, matrix, vector};

    use super::*;
    use crate::contact_problem::run;
    use crate::coupling::Coupling;
    use crate::flow::{Memory, Separation};
    use crate::quantity::{Exponent, Friction, Restitution};

    /// Rounding of the flow's dozen steps.
    const ROUNDING_OF_FLOW: f64 = 1e-13;
    /// The flow finds the direction of sliding from rest in space to some nine digits, and what follows from it no better.
    const FLOW_FROM_REST: f64 = 1e-8;
    /// Rounding of a dozen operations.
    const FEW_ROUNDINGS: f64 = 1e-14;

    /// Numbers between 0 and 1 by a linear congruence.
    struct Draw(u64);

    impl Draw {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }

        fn between(&mut self, low: f64, high: f64) -> f64 {
            low + (high - low) * self.next()
        }
    }

    #[derive(Debug, Clone, Copy)]
    enum Kind {
        Frictionless,
        Ball,
        Planar,
        FromRest,
    }

    /// W of a contact: that of a ball, of a body that moves in a plane, or any.
    fn response(kind: Kind, draw: &mut Draw) -> Matrix3<f64> {
        let root = Matrix3::from_fn(|_, _| draw.between(-1.0, 1.0));
        let any = root * root.transpose() + Matrix3::identity() * 0.05;
        match kind {
            Kind::Frictionless | Kind::Ball => Matrix3::from_diagonal(&vector![any.m11, any.m11, any.m33]),
            Kind::Planar => matrix![any.m11, 0.0, any.m13; 0.0, any.m22, 0.0; any.m13, 0.0, any.m33],
            Kind::FromRest => any,
        }
    }

    fn problem(kind: Kind, w: &Matrix3<f64>, draw: &mut Draw) -> ClusterProblem {
        let law = match draw.between(0.0, 3.0) {
            x if x < 1.0 => RestitutionLaw::Hardening,
            x if x < 2.0 => RestitutionLaw::BiStiffness,
            _ => RestitutionLaw::MonoStiffness,
        };
        let e = if draw.next() < 0.1 { 0.0 } else { draw.between(0.05, 1.0) };
        let gap = if draw.next() < 0.2 { draw.between(0.0, 1.0) } else { 0.0 };
        let friction = Friction::new(draw.between(0.01, 1.5)).unwrap();
        let slip = vector![draw.between(-2.0, 2.0), 0.0];
        let whole = DMatrix::from_fn(3, 3, |i, j| w[(i, j)]);
        let (coupling, tangential, slips) = match kind {
            Kind::Frictionless => {
                (Coupling::from_matrix(&DMatrix::from_element(1, 1, w.m33)), vec![], vec![])
            }
            Kind::Ball | Kind::Planar | Kind::FromRest => (
                Coupling::from_spatial_matrix(&whole),
                vec![TangentialLaw::Rigid { friction }],
                vec![if matches!(kind, Kind::FromRest) { Vector2::zeros() } else { slip }],
            ),
        };
        ClusterProblem {
            coupling: Arc::new(coupling.unwrap()),
            velocity: vec![-draw.between(0.1, 2.0)],
            material: vec![Material {
                restitution: Restitution::new(e).unwrap(),
                stiffness: draw.between(0.1, 10.0),
                exponent: Exponent::LINEAR,
            }],
            gap: vec![gap],
            law,
            separation: Separation::Tracked,
            tangential,
            tangential_velocity: slips,
        }
    }

    fn by_flow(problem: &ClusterProblem) -> ClusterResult {
        let mut result = ClusterResult::default();
        run(problem, &mut (), &mut Memory::default(), &mut result).unwrap();
        result
    }

    fn in_closed_form(problem: &ClusterProblem) -> Option<ClusterResult> {
        let alone = LoneContact::of(problem)?;
        let mut result = ClusterResult { duration: alone.duration, ..ClusterResult::default() };
        alone.write(problem, &mut result);
        Some(result)
    }

    /// Velocities over the speed, impulses times W over it, energies over that of the approach, and the duration.
    fn numbers(problem: &ClusterProblem, result: &ClusterResult) -> Vec<f64> {
        let own = problem.coupling.diagonal(0);
        let slip = problem.tangential_velocity.first().map_or(0.0, |slip| slip.norm());
        let speed = problem.velocity[0].abs() + slip;
        let tangents = result.tangents.iter().flat_map(|t| {
            [t.velocity.x / speed, t.velocity.y / speed, t.impulse.x * own / speed, t.impulse.y * own / speed]
        });
        let energy = 0.5 * speed * speed / own;
        let normal = [
            result.velocity[0] / speed,
            result.impulse[0] * own / speed,
            result.lost / energy,
            result.rubbed / energy,
            result.trapped,
            result.duration * (problem.material[0].stiffness * own).sqrt(),
        ];
        normal.into_iter().chain(tangents).collect()
    }

    /// Work of the impulses and all that was lost, over the energy of the motions.
    fn imbalance(problem: &ClusterProblem, result: &ClusterResult) -> f64 {
        let normal = result.impulse[0] * (problem.velocity[0] + result.velocity[0]);
        let sides = problem.tangential_velocity.iter().zip(&result.tangents);
        let tangential: f64 = sides.map(|(before, t)| t.impulse.dot(&(before + t.velocity))).sum();
        let size = normal.abs() + tangential.abs() + result.impulse[0] * problem.velocity[0].abs();
        (0.5 * (normal + tangential) + result.lost + result.rubbed) / size
    }

    /// From rest a contact sticks or slides to the end: Coulomb's law, (P.1) and vₙ = −e vₙ₀ leave one answer.
    fn assert_is_one_line(problem: &ClusterProblem, w: &Matrix3<f64>, result: &ClusterResult) {
        let (tangent, impulse) = (&result.tangents[0], result.impulse[0]);
        let whole = w * tangent.impulse.push(impulse);
        let velocity = tangent.velocity.push(result.velocity[0] - problem.velocity[0]);
        let scale = w.norm() * impulse * (1.0 + tangent.mu);
        assert!((whole - velocity).norm() <= FEW_ROUNDINGS * scale, "{whole} {velocity}");
        let rebound = -problem.material[0].restitution.value() * problem.velocity[0];
        assert!((result.velocity[0] - rebound).abs() <= FEW_ROUNDINGS * scale, "{rebound} {result:?}");
        let limit = tangent.mu * impulse;
        if tangent.velocity == Vector2::zeros() {
            assert!(tangent.impulse.norm() <= limit * (1.0 + FEW_ROUNDINGS), "{result:?}");
        } else {
            let against = tangent.impulse + tangent.velocity.normalize() * limit;
            assert!(against.norm() <= FEW_ROUNDINGS * scale / w.norm(), "{against} {result:?}");
        }
    }

    #[test]
    fn the_closed_form_is_the_flow() {
        let mut draw = Draw(14);
        for kind in [Kind::Frictionless, Kind::Ball, Kind::Planar, Kind::FromRest] {
            let mut solved = 0;
            for case in 0..2000 {
                let w = response(kind, &mut draw);
                let problem = problem(kind, &w, &mut draw);
                let Some(found) = in_closed_form(&problem) else { continue };
                solved += 1;
                assert!(imbalance(&problem, &found).abs() <= FEW_ROUNDINGS, "{kind:?} {case}: {problem:?}");
                if matches!(kind, Kind::FromRest) {
                    assert_is_one_line(&problem, &w, &found);
                }
                let flow = by_flow(&problem);
                assert_eq!(found.events, flow.events, "{kind:?} {case}: {problem:?}");
                let (found, flow) = (numbers(&problem, &found), numbers(&problem, &flow));
                assert_eq!(found.len(), flow.len());
                let tolerance = match kind {
                    Kind::Frictionless | Kind::Ball | Kind::Planar => ROUNDING_OF_FLOW,
                    Kind::FromRest => FLOW_FROM_REST,
                };
                for (a, b) in found.iter().zip(&flow) {
                    let error = (a - b).abs();
                    assert!(error <= tolerance, "{kind:?} {case}: {found:?}\n{flow:?}\n{problem:?}");
                }
            }
            assert!(solved > 1900, "{kind:?}: {solved} of 2000");
        }
    }

    #[test]
    fn a_direction_that_turns_is_left_to_the_flow() {
        let mut draw = Draw(3);
        let w = response(Kind::FromRest, &mut draw);
        assert!(LoneContact::of(&problem(Kind::Ball, &w, &mut draw)).is_none());
    }

    #[test]
    fn a_ball_that_grips_in_compression_has_the_textbook_answer() {
        let w = Matrix3::from_diagonal(&Vector3::new(3.5, 3.5, 1.0));
        let mut problem = problem(Kind::Ball, &w, &mut Draw(1));
        problem.law = RestitutionLaw::Hardening;
        problem.velocity = vec![-5.0];
        problem.tangential_velocity = vec![vector![-3.0, 0.0]];
        problem.tangential = vec![TangentialLaw::Rigid { friction: Friction::new(0.4).unwrap() }];
        problem.material[0].restitution = Restitution::new(0.5).unwrap();
        problem.gap = vec![0.0];
        let found = in_closed_form(&problem).unwrap();
        assert_eq!((found.velocity[0], found.impulse[0]), (2.5, 7.5));
        assert_eq!(found.tangents[0].velocity, Vector2::zeros());
        assert!((found.tangents[0].impulse.x - 3.0 / 3.5).abs() < 1e-15);
        assert_eq!(found.events, 3);
        assert!((found.rubbed - 0.5 * 9.0 / 3.5).abs() < 1e-14);
    }
}
