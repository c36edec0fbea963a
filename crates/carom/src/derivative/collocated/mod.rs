//! A step with friction: its variation by collocation at the nodes of Radau's rule.
//!
//! The variation of a contact that slips is linear too, but its coefficients change with time, it is stiff where directions
//! follow velocities, and singular where a normal force begins or ends. So the loads δF are sought at the nodes tₖ of a stretch of length h as
//! polynomials through them. With a the integrals of the rule, û the direction of slip and ŵ across it,
//!
//! ```text
//! δp(tₖ) = δp + h Σ aₖₗ δF(tₗ)        δv = δv₀ + W δp + δW p        δx(tₖ) = δx − h Σ aₖₗ δvₙ(tₗ)     (V.7)
//!
//! spring           δFₙ = k δx + δk x             closed          δvₙ = 0
//! sticks, springs  δF_t = −k_t δu − δk_t u, δu' = δv_t             rigid   δv_t = 0
//! slips            δF_t = −δ(μFₙ) û − φ ŵ        φ = μFₙ δθ, the part that turns                        (V.8)
//!   springs        r φ'/k_t + σ φ/k_t + (v·ŵ) δr = r ŵ·δv          with δu = δr û + (φ/k_t) ŵ
//!   rigid          |v| φ = μFₙ ŵ·δv
//! ```
//!
//! r = μFₙ/k_t is the stretch and σ the speed at which the particle slides, as in (T.3). Nothing is divided by r or |v|: where they
//! vanish the rule takes the solution that stays finite. How long stretches are, and in which time they are followed, is in [`way`].

mod apart;
mod holding;
mod outcome;
mod stopping;
mod stretch;
mod system;
mod way;

use nalgebra::{SMatrix, Vector2, Vector3};

use super::changes::Changes;
use super::rows::Rows;
use crate::coupling::NORMAL;
use crate::flow::{ClusterProblem, Frame, NODES, RADAU, Values};
use crate::history::{ClusterTrace, RecordedStep};
use crate::snapshot::Mode;
use apart::Group;
pub(super) use holding::{Hold, hold_together};
pub(super) use stopping::{Approach, Stopping};
use stretch::Stretch;
pub(super) use system::{NEGLIGIBLE, SMOOTH, solve_part};
pub(super) use way::{ENDS, Piece, Roughness, Way};

/// Most stretches of one step.
pub(super) const MOST_STRETCHES: usize = 2000;

/// A load that is to be found.
#[derive(Debug, Clone, Copy)]
enum Load {
    Spring {
        stiffness: f64,
    },
    Closed,
    /// Tangential springs that stick, along one axis.
    Stretched {
        axis: usize,
    },
    /// Rigid friction that sticks, along one axis.
    Stuck {
        axis: usize,
    },
    /// φ of a slipping contact with springs.
    Turning,
    /// φ of a rigid one.
    Swerving,
}

impl Load {
    fn is_normal(self) -> bool {
        matches!(self, Self::Spring { .. } | Self::Closed)
    }

    /// Whether it turns a direction of slip.
    fn is_aside(self) -> bool {
        matches!(self, Self::Turning | Self::Swerving)
    }
}

#[derive(Debug, Clone, Copy)]
struct Unknown {
    member: usize,
    load: Load,
}

/// One contact of the step.
#[derive(Debug, Clone, Copy)]
struct Member {
    contact: usize,
    /// Its place in the frame; none if it carries nothing, or is at rest.
    place: Option<usize>,
    stiffness: f64,
    mode: Mode,
    mu: f64,
    tangential_stiffness: f64,
}

/// The course of one contact at an instant.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sample {
    pub force: Vector3<f64>,
    pub compression: f64,
    /// Normal velocity.
    pub velocity: f64,
    /// v_t, û, u and, of one on springs, σ.
    pub tangential_velocity: Vector2<f64>,
    pub direction: Vector2<f64>,
    pub stretch: Vector2<f64>,
    pub sliding: f64,
    pub impulse: Vector3<f64>,
}

/// The variations that a step changes.
pub(super) struct Varied<'a> {
    pub impulse: &'a mut Rows,
    pub position: &'a mut Rows,
    /// Two rows a contact.
    pub stretch: &'a mut Rows,
    pub stiffness: &'a Rows,
}

/// The workspace of steps with friction.
pub(super) struct Collocated {
    frame: Frame,
    place: Vec<usize>,
    values: Values,
    members: Vec<Member>,
    unknowns: Vec<Unknown>,
    /// a, and its inverse.
    integrals: SMatrix<f64, NODES, NODES>,
    slopes: SMatrix<f64, NODES, NODES>,
    /// Weights of the term of highest order of the polynomial through the nodes, in Legendre's form.
    highest: [f64; NODES],
    /// p of all components at the start of the step.
    impulse: Vec<f64>,
    /// How long the impact lasts.
    lasts: f64,
}

impl Collocated {
    pub fn new(contacts: usize, lasts: f64) -> Self {
        let integrals = integrals();
        Self {
            frame: Frame::default(),
            place: vec![0; contacts],
            values: Values::default(),
            members: Vec::new(),
            unknowns: Vec::new(),
            integrals,
            slopes: integrals.try_inverse().unwrap_or_else(SMatrix::zeros),
            highest: highest_term(),
            impulse: Vec::new(),
            lasts,
        }
    }

    /// Takes in a recorded step. `unloaded` are contacts that are followed although they carry nothing, with the
    /// stiffness with which those at rest answer.
    pub fn enter(&mut self, cluster: &ClusterTrace, step: &RecordedStep<'_>, impulse: &[f64]) {
        cluster.expand_step(step.members, step.rate, &mut self.frame, &mut self.place);
        self.impulse.clear();
        self.impulse.extend_from_slice(impulse);
        self.members.clear();
        for (place, entry) in self.frame.entries().iter().enumerate() {
            let rub = self.frame.rub_of(place);
            self.members.push(Member {
                contact: entry.contact,
                place: Some(place),
                stiffness: entry.stiffness,
                mode: rub.map_or(Mode::Free, |rub| rub.mode()),
                mu: rub.map_or(0.0, |rub| rub.mu),
                tangential_stiffness: rub.map_or(f64::INFINITY, |rub| rub.stiffness),
            });
        }
    }

    /// Adds a contact that carries nothing: one whose gap is followed (no stiffness), or one at rest.
    pub fn add_unloaded(&mut self, contact: usize, stiffness: f64) {
        let (place, mode, mu, tangential_stiffness) = (None, Mode::Free, 0.0, f64::INFINITY);
        self.members.push(Member { contact, place, stiffness, mode, mu, tangential_stiffness });
    }

    /// Lists what is to be found.
    pub fn list_unknowns(&mut self) {
        self.unknowns.clear();
        for (member, found) in self.members.iter().enumerate() {
            let Member { place, stiffness, mode, tangential_stiffness, .. } = *found;
            if place.is_none() && stiffness == 0.0 {
                continue;
            }
            let normal = if stiffness.is_finite() { Load::Spring { stiffness } } else { Load::Closed };
            self.unknowns.push(Unknown { member, load: normal });
            let is_rigid = tangential_stiffness.is_infinite();
            match mode {
                Mode::Free => {}
                Mode::Stick => {
                    for axis in 0..2 {
                        let load = if is_rigid { Load::Stuck { axis } } else { Load::Stretched { axis } };
                        self.unknowns.push(Unknown { member, load });
                    }
                }
                Mode::Slip => {
                    let load = if is_rigid { Load::Swerving } else { Load::Turning };
                    self.unknowns.push(Unknown { member, load });
                }
            }
        }
    }

    /// Whether the contact slips in this step.
    pub fn slips(&self, contact: usize) -> bool {
        self.members.iter().any(|member| member.contact == contact && member.mode == Mode::Slip)
    }

    /// What the loaded contacts do at time `t` from the start of the step.
    pub fn sample(&mut self, t: f64) -> Vec<(usize, Sample)> {
        let rate = self.frame.rate();
        let s = t * rate;
        if self.frame.entries().is_empty() {
            return Vec::new();
        }
        self.frame.series().evaluate(s, &mut self.values);
        let sample = |(place, entry): (usize, &crate::flow::Entry)| {
            let load = self.values.load[place] * rate;
            let mut sample = Sample {
                force: Vector3::new(0.0, 0.0, load),
                compression: if entry.stiffness.is_finite() { load / entry.stiffness } else { 0.0 },
                velocity: self.values.velocity[place],
                impulse: Vector3::new(0.0, 0.0, self.values.impulse[place]),
                ..Sample::default()
            };
            if let Some(rub) = self.frame.rub_of(place) {
                let values = rub.evaluate(s);
                sample.force += (values.load * rate).push(0.0);
                sample.impulse += values.impulse.push(0.0);
                sample.tangential_velocity = values.velocity;
                sample.direction = values.direction;
                sample.stretch = rub.stretch(values.load, rate);
                if rub.mode() == Mode::Slip && rub.stiffness.is_finite() {
                    sample.sliding = carom_taylor::evaluate(&rub.sliding(), s);
                }
            }
            (entry.contact, sample)
        };
        self.frame.entries().iter().enumerate().map(sample).collect()
    }

    /// The loads that keep contacts at rest where they do what is sampled.
    pub fn holds(&self, samples: &[(usize, Sample)]) -> Vec<Hold> {
        let mut holds = Vec::new();
        for (member, (_, sample)) in self.members.iter().zip(samples) {
            holding::holds_of(member, sample, sample.direction, &mut holds);
        }
        holds
    }

    /// A step without duration leaves a particle that slips where its cone is.
    pub fn stay(&mut self, problem: &ClusterProblem, changes: &Changes, varied: &mut Varied<'_>) {
        let samples = self.sample(0.0);
        for (member, (contact, sample)) in self.members.iter().zip(samples) {
            let Member { stiffness, mode, mu, tangential_stiffness, .. } = *member;
            if mode != Mode::Slip || tangential_stiffness.is_infinite() || stiffness.is_infinite() {
                continue;
            }
            let (along, side) = (sample.direction, across(sample.direction));
            let stiffening = stiffening(problem, changes, contact);
            let radius = mu * sample.force[NORMAL] / tangential_stiffness;
            for (direction, stiffening) in stiffening.into_iter().enumerate() {
                let normal = stiffness * varied.position.at(contact, direction)
                    + sample.compression * varied.stiffness.at(contact, direction);
                let limit = changes.friction.at(contact, direction) * sample.force[NORMAL] + mu * normal;
                let longer = limit / tangential_stiffness - radius * stiffening;
                let rows = [2 * contact, 2 * contact + 1];
                let before = Vector2::from(rows.map(|row| varied.stretch.at(row, direction)));
                let stretch = along * longer + side * side.dot(&before);
                *varied.stretch.at_mut(rows[0], direction) = stretch.x;
                *varied.stretch.at_mut(rows[1], direction) = stretch.y;
            }
        }
    }

    /// Follows the step for `duration`, of the time `ends_at` that it lasts; says at which contact it failed and why, if it did. `impulses` are of the size of what
    /// impulses change by along each direction.
    pub fn advance(
        &mut self,
        [duration, ends_at]: [f64; 2],
        problem: &ClusterProblem,
        changes: &Changes,
        varied: &mut Varied<'_>,
        impulses: &[f64],
    ) -> Result<(), (usize, &'static str)> {
        let ends = self.ends_of_slip(ends_at);
        for group in self.groups(problem) {
            let ends_singular =
                group.unknowns.iter().any(|unknown| unknown.load.is_aside() && ends[unknown.member]);
            let way = Way::new(duration, ends_at, ends_singular);
            self.follow_group(&group, way, (problem, changes), varied, impulses)?;
        }
        Ok(())
    }

    fn follow_group(
        &mut self,
        group: &Group,
        mut way: Way,
        (problem, changes): (&ClusterProblem, &Changes),
        varied: &mut Varied<'_>,
        impulses: &[f64],
    ) -> Result<(), (usize, &'static str)> {
        let first = self.members.first().map_or(0, |member| member.contact);
        let highest = self.highest;
        let mut tried = 0;
        while let Some(piece) = way.next() {
            tried += 1;
            if tried > MOST_STRETCHES {
                return Err((first, "or another one turns faster than its variation can be followed"));
            }
            let stretch = Stretch::over(self, group, piece, (problem, changes), varied);
            let Some(loads) = stretch.solve(varied) else {
                if way.shorten() {
                    continue;
                }
                return Err((first, "or another one shares its load in a way that the model leaves open"));
            };
            let rough = stretch.roughness(&loads, impulses, &highest);
            if way.goes_on(rough) {
                stretch.take_over(&loads, varied);
            }
        }
        Ok(())
    }
}

/// δk_t per unit of k_t, by direction: of δk₀ and of δη².
fn stiffening(problem: &ClusterProblem, changes: &Changes, contact: usize) -> Vec<f64> {
    let original = problem.material[contact].stiffness;
    let compliance = problem.tangential[contact].compliance().map_or(f64::INFINITY, |c| c.value());
    let by = changes.stiffness.row(contact).iter().zip(changes.compliance.row(contact));
    by.map(|(k, eta)| k / original - eta / compliance).collect()
}

fn axis_of(axis: usize) -> Vector3<f64> {
    let mut unit = Vector3::zeros();
    unit[axis] = 1.0;
    unit
}

fn across(direction: Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-direction.y, direction.x)
}

/// Points and weights of Gauss's rule for ∫₀¹, exact for the polynomials through the nodes.
const GAUSS: [[f64; 2]; 4] = [
    [0.069_431_844_202_973_71, 0.173_927_422_568_726_93],
    [0.330_009_478_207_571_87, 0.326_072_577_431_273_07],
    [0.669_990_521_792_428_1, 0.326_072_577_431_273_07],
    [0.930_568_155_797_026_3, 0.173_927_422_568_726_93],
];

/// ∫₀^{sₖ} of the polynomial that is one at node l and zero at all others, to the last digits: solved for by powers of the nodes they would be known to twelve.
pub(super) fn integrals() -> SMatrix<f64, NODES, NODES> {
    let basis = |l: usize, s: f64| -> f64 {
        let others = (0..NODES).filter(|&m| m != l);
        others.map(|m| (s - RADAU[m]) / (RADAU[l] - RADAU[m])).product()
    };
    let integral = |k: usize, l: usize| {
        let terms = GAUSS.iter().map(|&[point, weight]| weight * basis(l, RADAU[k] * point));
        RADAU[k] * terms.sum::<f64>()
    };
    SMatrix::from_fn(integral)
}

/// Weights that give the coefficient of P₇ of the polynomial through values at the nodes.
pub(super) fn highest_term() -> [f64; NODES] {
    let vandermonde = SMatrix::<f64, NODES, NODES>::from_fn(|k, j| RADAU[k].powi(j as i32));
    let inverse = vandermonde.try_inverse().unwrap_or_else(SMatrix::zeros);
    // P₇(2s − 1) = 3432 s⁷ + …
    std::array::from_fn(|k| inverse[(NODES - 1, k)] / 3432.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few roundings.
    const ROUNDED: f64 = 1e-15;

    #[test]
    fn the_rule_integrates_what_goes_through_its_nodes_to_the_last_digits() {
        // Symptom: derivatives were off by 1e-12. Solved for by powers of the nodes the table was as well known as those are told apart.
        let table = integrals();
        for power in 0..NODES as i32 {
            for k in 0..NODES {
                let sum: f64 = (0..NODES).map(|l| table[(k, l)] * RADAU[l].powi(power)).sum();
                let exact = RADAU[k].powi(power + 1) / f64::from(power + 1);
                assert!((sum - exact).abs() < ROUNDED, "s^{power} up to node {k}: {}", sum - exact);
            }
        }
    }
}
