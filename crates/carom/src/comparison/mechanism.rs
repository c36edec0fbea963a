//! Mechanisms of which only the contact matrix is known, under every model.

use nalgebra::{DMatrix, DVector, Matrix2, Vector2, Vector3};

use super::answer::{Answer, Before};
use super::lone::sequenced_laws;
use super::models::{COMPLEMENTARITY, FrictionModel, Simultaneous, Unanswered, simultaneous};
use super::{Comparison, Row};
use crate::contact_problem::{ContactProblem, ContactSolution, Model};
use crate::error::InputError;
use crate::friction::TangentialLaw;
use crate::laws::{Coefficients, ImpactLaw, LoneImpact, complementarity};
use crate::sequence::{ContactSequence, Rules};

/// Directions of a contact.
const DIRECTIONS: usize = 3;

/// A contact problem with all that laws for a single contact know of it.
struct Mechanism<'a> {
    problem: &'a ContactProblem,
    velocity: &'a [Vector3<f64>],
    coefficients: &'a [Coefficients],
    before: Before,
}

impl Comparison {
    /// A mechanism under every model, with the velocities of its contacts along (t1, t2, n), in m/s, and their coefficients.
    #[must_use]
    pub fn of_mechanism(
        problem: &ContactProblem,
        velocity: &[Vector3<f64>],
        coefficients: &[Coefficients],
    ) -> Self {
        let tangential = |i: usize| problem.tangential_laws().get(i).copied().unwrap_or_default();
        if let (&[velocity], &[coefficients], true) =
            (velocity, coefficients, problem.coupling().is_spatial())
            && let Some((_, block)) = problem.coupling().block_row(0).next()
            && let tangents = along_sliding(&velocity)
            && let frame = tangents.to_homogeneous()
            && let Ok(lone) =
                LoneImpact::new(frame.tr_mul(block) * frame, frame.tr_mul(&velocity), coefficients)
        {
            return Self { tangents, ..Self::of_lone_impact(&lone, tangential(0).compliance()) };
        }
        let before = Before {
            friction: coefficients.iter().map(|c| c.friction.value()).collect(),
            velocity: velocity.to_vec(),
            energy: contact_energy(problem, velocity),
        };
        let mechanism = Mechanism { problem, velocity, coefficients, before };
        let laws: Vec<TangentialLaw> = (0..coefficients.len()).map(tangential).collect();
        let together = simultaneous(&laws)
            .map(|model| Row::new(model.name, model.title, None, mechanism.at_once(&model, &laws)));
        let rubs = laws.iter().any(|law| law.has_friction());
        let in_turn = sequenced_laws(rubs).into_iter().map(|(name, law)| {
            let declaration = law.declaration();
            let title = format!("one collision after the other, {}", declaration.title);
            let answer = mechanism.one_by_one(law.as_ref());
            Row::new(format!("sequential-{name}"), title, Some(declaration.promises), answer)
        });
        let answer = mechanism.by_complementarity(&laws);
        let complementary = Row::new(COMPLEMENTARITY.0, COMPLEMENTARITY.1, None, answer);
        let rows = together.chain([complementary]).chain(in_turn).collect();
        Self { rows, lone_impact: None, tangents: Matrix2::identity() }
    }
}

/// Tangents along the sliding and across it, as columns; those given where nothing slides.
fn along_sliding(velocity: &Vector3<f64>) -> Matrix2<f64> {
    let direction = velocity.xy().try_normalize(0.0).unwrap_or_else(Vector2::x);
    Matrix2::new(direction.x, -direction.y, direction.y, direction.x)
}

impl Mechanism<'_> {
    fn at_once(&self, model: &Simultaneous, laws: &[TangentialLaw]) -> Result<Answer, Unanswered> {
        let rules = Model { restitution: model.restitution, ..self.problem.model() };
        Ok(self.answer(&self.variant(rules, model.friction, laws)?.solve()?))
    }

    fn by_complementarity(&self, laws: &[TangentialLaw]) -> Result<Answer, Unanswered> {
        let rigid = self.variant(self.problem.model(), FrictionModel::Rigid, laws)?;
        Ok(self.answer(&complementarity::solve_contacts(&rigid)?.solution))
    }

    /// The same contacts with other rules.
    fn variant(
        &self,
        rules: Model,
        friction: FrictionModel,
        laws: &[TangentialLaw],
    ) -> Result<ContactProblem, InputError> {
        let coupling = self.problem.coupling().clone();
        let normal = self.velocity.iter().map(|v| v.z).collect();
        let laws = laws.iter().map(|&law| friction.of(law)).collect();
        let tangential = self.velocity.iter().map(|v| v.xy()).collect();
        ContactProblem::new(coupling, normal, self.problem.contacts().to_vec(), rules)?
            .with_friction(laws, tangential)
    }

    fn answer(&self, solution: &ContactSolution) -> Answer {
        let spatial = |tangential: &[Vector2<f64>], normal: &[f64]| -> Vec<Vector3<f64>> {
            let vector = |(i, &n): (usize, &f64)| tangential.get(i).copied().unwrap_or_default().push(n);
            normal.iter().enumerate().map(vector).collect()
        };
        let impulses = spatial(&solution.tangential_impulse, &solution.impulse);
        let velocities = spatial(&solution.tangential_velocity, &solution.velocity);
        let lost = solution.lost_in_restitution + solution.lost_in_friction + solution.trapped;
        self.before.answer(&impulses, &velocities, lost)
    }

    fn one_by_one(&self, law: &dyn ImpactLaw) -> Result<Answer, Unanswered> {
        let coupling = self.problem.coupling().clone();
        let sequence =
            ContactSequence::new(coupling, self.velocity.to_vec(), self.coefficients, Rules::default())?;
        let solution = sequence.solve(law)?;
        let lost = solution.lost_in_restitution + solution.lost_in_friction;
        Ok(self.before.answer(&solution.impulse, &solution.velocity, lost))
    }
}

/// The kinetic energy ½ v·W⁺v that impulses at the contacts could take, in J.
fn contact_energy(problem: &ContactProblem, velocity: &[Vector3<f64>]) -> f64 {
    /// Singular values of W below this part of the largest are zero: a hundred roundings of its entries.
    const ROUNDING: f64 = 1e-13;
    let coupling = problem.coupling();
    let (matrix, motion) = if coupling.is_spatial() {
        let mut matrix = DMatrix::zeros(DIRECTIONS * coupling.len(), DIRECTIONS * coupling.len());
        for i in 0..coupling.len() {
            for (j, block) in coupling.block_row(i) {
                matrix.fixed_view_mut::<3, 3>(DIRECTIONS * i, DIRECTIONS * j).copy_from(block);
            }
        }
        (
            matrix,
            DVector::from_iterator(
                DIRECTIONS * velocity.len(),
                velocity.iter().flat_map(|v| [v.x, v.y, v.z]),
            ),
        )
    } else {
        (coupling.to_matrix(), DVector::from_iterator(velocity.len(), velocity.iter().map(|v| v.z)))
    };
    let largest = matrix.amax();
    let impulse = matrix.svd(true, true).solve(&motion, ROUNDING * largest);
    impulse.map_or(0.0, |impulse| impulse.dot(&motion) / 2.0)
}
