//! A ball falls on a ball that rests on a table: the impact of [Jia2013, secs. 3–7].

use carom::{
    Body, Contact, ContactProblem, Coupling, EventKind, Impact, Model, NormalLaw, Restitution, Snapshot,
    Stiffness, Trace,
};
use carom_reference::scenes::SplitMix;
use nalgebra::{DMatrix, Vector3, vector};

use crate::item::Unmet;

/// What the impact depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Balls {
    /// Masses m₁ (upper) and m₂ (lower), in kilograms.
    pub mass: [f64; 2],
    /// Stiffnesses k₁ (ball on ball) and k₂ (ball on table), in newtons per metre.
    pub stiffness: [f64; 2],
    /// Restitutions e₁ and e₂.
    pub restitution: [f64; 2],
    /// Velocity v₀ of the upper ball, in metres per second: negative, downwards.
    pub velocity: f64,
}

/// The impact and its course.
pub struct BallsCourse {
    /// The parameters.
    pub balls: Balls,
    /// v₁ and v₂ after it, in metres per second.
    pub velocity: [f64; 2],
    /// I₁ and I₂ after it, in newton seconds.
    pub impulse: [f64; 2],
    /// Energy lost in restitution, in joules.
    pub lost: f64,
    /// Every instant.
    pub trace: Trace,
}

impl Balls {
    /// m₁ = 1, m₂ = 2/√3, k₂/k₁ = 1, v₀ = −1 [Jia2013, eqs. (36), (44)].
    pub fn of_the_paper(restitution: [f64; 2]) -> Self {
        Self { mass: [1.0, 2.0 / 3.0_f64.sqrt()], stiffness: [1.0, 1.0], restitution, velocity: -1.0 }
    }

    /// The instance of Figs. 1 and 8 and of Table 1.
    pub fn plastic() -> Self {
        Self::of_the_paper([0.9, 0.7])
    }

    /// The instance of Fig. 9.
    pub fn restarting() -> Self {
        Self { mass: [1.0, 0.5], ..Self::plastic() }
    }

    /// A random instance with m₁ = 1 and v₀ = −1: m₂ and k₂/k₁ over three decades about 1, both restitutions in the
    /// given range.
    pub fn random(random: &mut SplitMix, restitution: [f64; 2]) -> Self {
        let decades = |random: &mut SplitMix| 10f64.powf(random.between(-1.5, 1.5));
        let [low, high] = restitution;
        Self {
            mass: [1.0, decades(random)],
            stiffness: [1.0, decades(random)],
            restitution: [random.between(low, high), random.between(low, high)],
            velocity: -1.0,
        }
    }

    fn laws(&self) -> Result<Vec<NormalLaw>, Unmet> {
        let law = |contact: usize| -> Result<NormalLaw, Unmet> {
            let stiffness = Stiffness::new(self.stiffness[contact])?;
            Ok(NormalLaw::touching(Restitution::new(self.restitution[contact])?, stiffness))
        };
        Ok(vec![law(0)?, law(1)?])
    }

    /// The bodies: upper ball, lower ball, table.
    pub fn impact(&self) -> Result<Impact, Unmet> {
        let upper = Body::ball(self.mass[0], 1.0)?.at(vector![0.0, 0.0, 3.0])?;
        let upper = upper.moving(vector![0.0, 0.0, self.velocity])?;
        let lower = Body::ball(self.mass[1], 1.0)?.at(vector![0.0, 0.0, 1.0])?;
        let laws = self.laws()?;
        let contacts = vec![
            Contact::new([0, 1], vector![0.0, 0.0, 2.0], Vector3::z(), laws[0])?,
            Contact::new([1, 2], vector![0.0, 0.0, 0.0], Vector3::z(), laws[1])?,
        ];
        Ok(Impact::new(vec![upper, lower, Body::fixed()], contacts, Model::default())?)
    }

    /// The same in contact space, which is quicker: W from ẋ₁ = v₁ − v₂, ẋ₂ = v₂ and (11), (12).
    fn problem(&self) -> Result<ContactProblem, Unmet> {
        let [a, b] = self.mass.map(f64::recip);
        let coupling = Coupling::from_matrix(&DMatrix::from_row_slice(2, 2, &[a + b, -b, -b, b]))?;
        Ok(ContactProblem::new(coupling, vec![self.velocity, 0.0], self.laws()?, Model::default())?)
    }

    /// Velocities after the impulses so far: [Jia2013, eqs. (11), (12)].
    pub fn velocities(&self, impulse: &[f64]) -> [f64; 2] {
        [self.velocity + impulse[0] / self.mass[0], (impulse[1] - impulse[0]) / self.mass[1]]
    }

    /// Kinetic energy at these velocities, in joules.
    pub fn kinetic(&self, [v1, v2]: [f64; 2]) -> f64 {
        0.5 * (self.mass[0] * v1 * v1 + self.mass[1] * v2 * v2)
    }

    /// Total energy, kinetic and strain, in joules.
    pub fn total(&self, impulse: &[f64], energy: &[f64]) -> f64 {
        self.kinetic(self.velocities(impulse)) + energy[0] + energy[1]
    }

    /// Solves the impact and keeps its course.
    pub fn course(&self) -> Result<BallsCourse, Unmet> {
        let (solution, trace) = self.problem()?.trace()?;
        Ok(BallsCourse {
            balls: *self,
            velocity: self.velocities(&solution.impulse),
            impulse: [solution.impulse[0], solution.impulse[1]],
            lost: solution.lost_in_restitution,
            trace,
        })
    }
}

/// The name of a state in the paper by its active contacts.
pub fn state_name(active: &[usize]) -> &'static str {
    match active {
        [0, 1] => "S1",
        [1] => "S2",
        [0] => "S3",
        [] => "S4",
        _ => "a state with more than two contacts",
    }
}

impl BallsCourse {
    /// The sequence of states, such as "S1 S2 S4".
    pub fn sequence(&self) -> String {
        let states = self.trace.states();
        states.iter().map(|state| state_name(&state.active)).collect::<Vec<_>>().join(" ")
    }

    /// Evenly spaced instants and all events.
    pub fn samples(&self, count: usize) -> Vec<Snapshot> {
        self.trace.sample(&self.trace.instants(count))
    }

    /// The impulses at each event.
    pub fn event_points(&self) -> Vec<[f64; 2]> {
        let times: Vec<f64> = self.trace.events().iter().map(|event| event.time).collect();
        self.trace.sample(&times).iter().map(impulses).collect()
    }
}

/// I₁ and I₂ of a snapshot.
pub fn impulses(snapshot: &Snapshot) -> [f64; 2] {
    [snapshot.impulse[0], snapshot.impulse[1]]
}

/// An event in the paper's terms: C for compression, R for restitution, by impact.
pub fn short(contact: usize, kind: EventKind) -> String {
    let number = contact + 1;
    match kind {
        EventKind::Pressed => format!("C{number} begins"),
        EventKind::CompressionEnds => format!("C{number} ends"),
        EventKind::CompressionRestarts => format!("C{number} restarts"),
        EventKind::RestitutionEnds => format!("R{number} ends"),
        EventKind::ContactReturns => format!("{number} returns"),
        EventKind::ContactCloses => format!("{number} closes"),
        EventKind::ContactOpens => format!("{number} opens"),
        EventKind::Slips => format!("{number} slips"),
        EventKind::Sticks => format!("{number} sticks"),
    }
}
