//! The tangential side of a member of a step.

use carom_taylor::{evaluate, first_descent, integral};
use nalgebra::{Vector2, Vector3};

use crate::power_flow::frame::{Entry, Frame, Series, ZERO};

/// A contact has stopped at a speed of this many floors.
pub(super) const STOPPED: f64 = 64.0;

/// How friction acts in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum RubCourse {
    /// Not at all: there is no friction, or no load.
    #[default]
    Idle,
    /// It sticks, on tangential springs.
    Stretching(Load),
    /// It slips, at the end of tangential springs.
    Slipping(Load),
    /// Rigid: it sticks.
    Held,
    /// Rigid: it slides.
    Sliding,
}

/// What the normal force does: tangential springs that stiffen keep their force, springs that soften their stretch (X.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Load {
    Rises,
    Falls,
}

impl RubCourse {
    /// Whether the surfaces slide on each other.
    pub fn slides(self) -> bool {
        matches!(self, Self::Slipping(_) | Self::Sliding)
    }
}

/// With what the tangential side of a member starts a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct RubStart {
    pub course: RubCourse,
    /// μ.
    pub mu: f64,
    /// n·k₀^(1/n)/η², with which k_t = that·F^(1 − 1/n) (X.6); zero if rigid.
    pub tangential: f64,
    pub velocity: Vector2<f64>,
    /// u of the tangential springs.
    pub stretch: Vector2<f64>,
    /// û of what slides, at the start.
    pub direction: Vector2<f64>,
    /// How many zeros the guard of the course is known to have at the start.
    pub zeros: usize,
    /// Whether the load of a closed contact turns there.
    pub turns: bool,
    /// Velocities below this are rounding.
    pub floor: f64,
    /// Which part redundant contacts take of a load that they can share.
    pub share: f64,
    /// √k before the impact, as a part of that of the stiffest spring: redundant closed contacts take loads of least Σ q²/k.
    pub weight: f64,
    /// The load over (t₁, t₂, n), that of what is held too.
    pub load: Vector3<f64>,
}

impl RubStart {
    /// κ of k_t = κ·dⁿ⁻¹, for a spring.
    fn stiffness_of(&self, entry: &Entry) -> f64 {
        self.tangential * entry.stiffness / entry.exponent.root(entry.stiffness)
    }

    /// ρ of r = ρ·d, the stretch at which the springs of a contact slip.
    pub fn reach_per_compression(&self, entry: &Entry) -> f64 {
        self.mu * entry.exponent.root(entry.stiffness) / self.tangential
    }
}

/// A tangential side in a step, and its polynomials.
#[derive(Debug, Clone)]
pub(crate) struct Rub {
    pub start: RubStart,
    /// κ of k_t = κ·dⁿ⁻¹ and ρ of r = ρ·d, the stretch at which the springs of a contact slip; zero if rigid.
    pub stiffness: f64,
    pub reach_per_compression: f64,
    pub velocity: [Series; 2],
    /// The impulse per unit of σ on the first body.
    pub push: [Series; 2],
    /// The load over (t₁, t₂, n). Where the leader ends, impulse and time per unit of σ fall to zero together, and their quotient there is rounding.
    pub load: [Series; 3],
    /// What tangential springs keep while they stick: k_t·u while the normal force rises, u while it falls.
    pub kept: [Series; 2],
    /// By how much û has turned.
    pub angle: Series,
    /// Work done against friction per unit of σ.
    pub work: Series,
    /// Falls to zero where stick or slip ends.
    pub guard: Series,
    /// Falls to zero where the reaction of a closed contact turns; empty for others.
    pub turns: Option<Box<Series>>,
}

impl Rub {
    pub fn new(start: RubStart, entry: &Entry) -> Self {
        let none = [ZERO; 2];
        let is_spring = start.tangential != 0.0 && entry.stiffness.is_finite();
        let [stiffness, reach_per_compression] = match is_spring {
            true => [start.stiffness_of(entry), start.reach_per_compression(entry)],
            false => [0.0; 2],
        };
        Self {
            start,
            stiffness,
            reach_per_compression,
            velocity: none,
            push: none,
            load: [ZERO; 3],
            kept: none,
            angle: ZERO,
            work: ZERO,
            guard: ZERO,
            turns: None,
        }
    }

    pub fn velocity_at(&self, s: f64) -> Vector2<f64> {
        Vector2::from_fn(|axis, _| evaluate(&self.velocity[axis], s))
    }

    pub fn impulse_to(&self, s: f64) -> Vector2<f64> {
        Vector2::from_fn(|axis, _| integral(&self.push[axis], s))
    }

    pub fn kept_at(&self, s: f64) -> Vector2<f64> {
        Vector2::from_fn(|axis, _| evaluate(&self.kept[axis], s))
    }

    /// û at s.
    pub fn direction_at(&self, s: f64) -> Vector2<f64> {
        turned(self.start.direction, evaluate(&self.angle, s))
    }

    /// Friction at s.
    pub fn friction_at(&self, s: f64) -> Vector2<f64> {
        Vector2::from_fn(|axis, _| evaluate(&self.load[axis], s))
    }
}

impl Frame {
    /// Whether a rigid contact seems to stop in the step with a speed across its direction: where it stops the direction turns ever faster, and
    /// steps must follow it there.
    pub fn stops_aslant(&self) -> bool {
        let is_aslant = |rub: &Rub| {
            let stop = first_descent(&rub.guard, 1.0).filter(|&s| s > 0.0);
            stop.is_some_and(|s| rub.velocity_at(s).norm() > STOPPED * rub.start.floor)
        };
        self.rubs.iter().filter(|rub| rub.start.course == RubCourse::Sliding).any(is_aslant)
    }
}

/// A unit vector turned by an angle; exactly itself if that is zero.
pub(crate) fn turned(direction: Vector2<f64>, angle: f64) -> Vector2<f64> {
    if angle == 0.0 {
        return direction;
    }
    let (sine, cosine) = libm::sincos(angle);
    Vector2::new(cosine * direction.x - sine * direction.y, sine * direction.x + cosine * direction.y)
}

/// û⊥.
pub(crate) fn across(direction: Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-direction.y, direction.x)
}
