//! Derivatives by differences of the solver itself, to hold exact ones against.

use carom::derivative::ContactParameter;
use carom::{
    Compliance, ContactProblem, ContactSolution, Coupling, EventKind, Exponent, Friction, Model, NormalLaw,
    Restitution, Stiffness, TangentialLaw,
};
use nalgebra::{DMatrix, Vector2, Vector3};

use super::families::Draw;

/// Which friction contacts have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Rubbing {
    None,
    Compliant,
    Rigid,
    /// All three in turn, from contact to contact.
    Mixed,
    /// None, and springs F = k·dⁿ.
    Power,
}

/// Events of an impact, contact by contact.
pub type Happened = Vec<(usize, EventKind)>;

/// An impact in contact space, every number of which can be changed.
#[derive(Debug, Clone)]
pub struct Numbers {
    pub model: Model,
    pub rubbing: Rubbing,
    /// Over (t₁, t₂, n) of every contact.
    pub matrix: DMatrix<f64>,
    pub velocity: Vec<Vector3<f64>>,
    pub restitution: Vec<f64>,
    pub stiffness: Vec<f64>,
    pub exponent: Vec<f64>,
    pub gap: Vec<f64>,
    pub friction: Vec<f64>,
    pub compliance: Vec<f64>,
}

impl Numbers {
    /// A random impact: all contacts are coupled, some rest, some separate.
    pub fn draw(draw: &mut Draw, contacts: usize, model: Model, rubbing: Rubbing) -> Self {
        let size = 3 * contacts;
        let factor =
            DMatrix::from_fn(size + 2, size, |i, j| draw.between(-0.4, 0.4) + if i == j { 1.0 } else { 0.0 });
        let velocity = |draw: &mut Draw| {
            let normal = match draw.below(4) {
                0 => 0.0,
                1 => draw.between(0.1, 1.0),
                _ => draw.between(-1.5, -0.3),
            };
            Vector3::new(draw.between(-1.0, 1.0), draw.between(-1.0, 1.0), normal)
        };
        let mut velocity: Vec<_> = (0..contacts).map(|_| velocity(draw)).collect();
        velocity[0].z = draw.between(-2.0, -1.0);
        let tracked = model.separation == carom::Separation::Tracked;
        let mut each =
            |low: f64, high: f64| (0..contacts).map(|_| draw.between(low, high)).collect::<Vec<_>>();
        let (restitution, stiffness) = (each(0.2, 0.98), each(0.5, 3.0));
        let (friction, compliance) = (each(0.05, 0.6), each(0.7, 2.0));
        let gap =
            (0..contacts).map(|i| if tracked && i % 3 == 1 { draw.between(0.0, 0.5) } else { 0.0 }).collect();
        let matrix = factor.transpose() * factor;
        // Hertz's springs mostly.
        let is_power = rubbing == Rubbing::Power;
        let exponents = [1.5, 1.5, 2.0, 1.5, 1.5, 1.0, 1.5, 2.5];
        let exponent = (0..contacts).map(|_| if is_power { exponents[draw.below(8)] } else { 1.0 }).collect();
        Self { model, rubbing, matrix, velocity, restitution, stiffness, exponent, gap, friction, compliance }
    }

    /// The same impact with all motion along the first tangents and the normals.
    pub fn in_a_plane(mut self) -> Self {
        let is_across = |component: usize| component % 3 == 1;
        let size = self.matrix.nrows();
        for (i, j) in (0..size).flat_map(|i| (0..size).map(move |j| (i, j))) {
            if is_across(i) != is_across(j) {
                self.matrix[(i, j)] = 0.0;
            }
        }
        self.velocity.iter_mut().for_each(|velocity| velocity.y = 0.0);
        self
    }

    pub fn problem(&self) -> ContactProblem {
        let n = self.velocity.len();
        let law = |i: usize| NormalLaw {
            restitution: Restitution::new(self.restitution[i]).unwrap(),
            stiffness: Stiffness::new(self.stiffness[i])
                .unwrap()
                .with_exponent(Exponent::new(self.exponent[i]).unwrap()),
            gap: self.gap[i],
        };
        let friction = |i: usize| Friction::new(self.friction[i]).unwrap();
        let kinds = [Rubbing::Compliant, Rubbing::Rigid, Rubbing::None];
        let kind = |i: usize| if self.rubbing == Rubbing::Mixed { kinds[i % 3] } else { self.rubbing };
        let tangential = |i: usize| match kind(i) {
            Rubbing::None | Rubbing::Mixed | Rubbing::Power => TangentialLaw::Frictionless,
            Rubbing::Compliant => TangentialLaw::Compliant {
                friction: friction(i),
                compliance: Compliance::new(self.compliance[i]).unwrap(),
            },
            Rubbing::Rigid => TangentialLaw::Rigid { friction: friction(i) },
        };
        let coupling = Coupling::from_spatial_matrix(&self.matrix).unwrap();
        let normal = self.velocity.iter().map(|v| v.z).collect();
        let sliding: Vec<Vector2<f64>> = self.velocity.iter().map(|v| v.xy()).collect();
        ContactProblem::new(coupling, normal, (0..n).map(law).collect(), self.model)
            .unwrap()
            .with_friction((0..n).map(tangential).collect(), sliding)
            .unwrap()
    }

    /// Whether a parameter moves a contact at rest, among springs that are not linear: differences are off by powers of their step that depend on all exponents.
    pub fn moves_from_rest(&self, parameter: ContactParameter) -> bool {
        let ContactParameter::Velocity { contact, .. } = parameter else { return false };
        self.rubbing == Rubbing::Power && self.velocity[contact].z == 0.0
    }

    /// The same impact with one number changed.
    pub fn with(&self, parameter: ContactParameter, amount: f64) -> Self {
        use ContactParameter as P;
        let mut changed = self.clone();
        match parameter {
            P::Velocity { contact, axis } => changed.velocity[contact][axis.index()] += amount,
            P::Coupling { contacts: [i, j], axes: [a, b] } => {
                let (row, column) = (3 * i + a.index(), 3 * j + b.index());
                changed.matrix[(row, column)] += amount;
                if row != column {
                    changed.matrix[(column, row)] += amount;
                }
            }
            P::Restitution { contact } => changed.restitution[contact] += amount,
            P::Stiffness { contact } => changed.stiffness[contact] += amount,
            P::Gap { contact } => changed.gap[contact] += amount,
            P::Friction { contact } => changed.friction[contact] += amount,
            P::Compliance { contact } => changed.compliance[contact] += amount,
            P::TangentialRestitution { .. } => {}
        }
        changed
    }

    /// Everything it ends with, in the order of its Jacobian's rows, and what happened on the way.
    pub fn outputs(&self) -> Option<(Vec<f64>, Happened)> {
        if self.gap.iter().any(|&gap| gap < 0.0) || self.restitution.iter().any(|e| !(0.0..=1.0).contains(e))
        {
            return None;
        }
        Coupling::from_spatial_matrix(&self.matrix).ok()?; // a large change may leave the positive ones
        let problem = self.problem();
        let (solution, trace) = problem.trace().ok()?;
        let mut events: Vec<_> = trace.events().iter().map(|event| (event.contact, event.kind)).collect();
        events.sort_unstable();
        Some((outputs(&problem, &solution), events))
    }
}

/// What an impact in contact space ends with, in the order of its Jacobian's rows.
pub fn outputs(problem: &ContactProblem, solution: &ContactSolution) -> Vec<f64> {
    let rubs = |i: usize| problem.tangential_laws().get(i).is_some_and(|law| law.has_friction());
    let stacked = |normal: &[f64], tangential: &[Vector2<f64>]| {
        let mut all = Vec::new();
        for (i, &normal) in normal.iter().enumerate() {
            if rubs(i) {
                all.extend([tangential[i].x, tangential[i].y]);
            }
            all.push(normal);
        }
        all
    };
    let after = stacked(&solution.velocity, &solution.tangential_velocity);
    let impulse = stacked(&solution.impulse, &solution.tangential_impulse);
    let before = stacked(problem.velocity(), problem.tangential_velocity());
    let mean = before.iter().zip(&after).map(|(before, after)| 0.5 * (before + after));
    let gained: f64 = impulse.iter().zip(mean).map(|(p, v)| p * v).sum();
    after.into_iter().chain(impulse).chain([gained, solution.duration]).collect()
}

/// Ratio of one step to the next.
const SHRINK: f64 = 1.6;
/// Steps of a table.
const STEPS: usize = 9;

/// Derivatives by Ridders' table of central differences, and what the table says of their error; none where the course changes
/// within reach.
pub fn differences(numbers: &Numbers, parameter: ContactParameter, reach: f64) -> Option<(Vec<f64>, f64)> {
    let (_, course) = numbers.outputs()?;
    let at = |amount: f64| {
        let (values, found) = numbers.with(parameter, amount).outputs()?;
        (found == course).then_some(values)
    };
    ridders(central(at), reach, 2.0)
}

/// Central differences of numbers that depend on one.
pub fn central(mut at: impl FnMut(f64) -> Option<Vec<f64>>) -> impl FnMut(f64) -> Option<Vec<f64>> {
    move |step| {
        let (high, low) = (at(step)?, at(-step)?);
        Some(high.iter().zip(&low).map(|(h, l)| (h - l) / (2.0 * step)).collect())
    }
}

/// Their differences from what they are at zero, of steps towards one side.
pub fn one_sided<'a>(
    mut at: impl FnMut(f64) -> Option<Vec<f64>> + 'a,
    zero: &'a [f64],
    side: f64,
) -> impl FnMut(f64) -> Option<Vec<f64>> + 'a {
    move |step| Some(at(side * step)?.iter().zip(zero).map(|(a, zero)| (a - zero) / (side * step)).collect())
}

/// The limit of difference quotients for short steps by Ridders' table, and what the table says of its error. `power` is by which powers
/// of the step they are off: of central ones 2 where all is smooth, 1 where the second derivative jumps there, ½ where it is singular.
pub fn ridders(
    mut quotient: impl FnMut(f64) -> Option<Vec<f64>>,
    reach: f64,
    power: f64,
) -> Option<(Vec<f64>, f64)> {
    let shrink = SHRINK.powf(2.0 / (1.0 + power));
    let mut rows: Vec<Vec<Vec<f64>>> = Vec::new();
    let (mut best, mut error) = (None, f64::INFINITY);
    let mut step = reach;
    for i in 0..STEPS {
        let mut row = vec![quotient(step)?];
        let mut factor = 1.0;
        for j in 1..=i {
            factor *= shrink.powf(power);
            let (last, above) = (&row[j - 1], &rows[i - 1][j - 1]);
            let next: Vec<f64> =
                last.iter().zip(above).map(|(a, b)| (a * factor - b) / (factor - 1.0)).collect();
            let off = furthest(&next, last).max(furthest(&next, above));
            if off < error {
                (best, error) = (Some(next.clone()), off);
            }
            row.push(next);
        }
        rows.push(row);
        step /= shrink;
    }
    best.map(|best| (best, error))
}

pub fn furthest(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// What holds exact derivatives against differences.
#[derive(Debug, Default)]
pub struct Comparison {
    pub impacts: usize,
    pub columns: usize,
    /// Columns with a kink.
    pub flagged: usize,
    /// Columns where differences are no judge.
    pub unjudged: usize,
    pub refused: usize,
    pub worst: f64,
}

/// Most columns that are compared of one impact, every so many of its Jacobian.
const MOST_COLUMNS: usize = 12;
/// Differences whose own table is not this sure are no judge.
const SURE: f64 = 2e-10;

impl Comparison {
    /// Compares every column of an impact's Jacobian; returns the first that is off by more than the tolerance.
    pub fn take_in(&mut self, numbers: &Numbers, tolerance: f64) -> Option<String> {
        self.impacts += 1;
        let problem = numbers.problem();
        if problem.solve().is_err() {
            return None;
        }
        let (_, jacobian) = match problem.solve_with_jacobian() {
            Ok(found) => found,
            Err(error) => {
                assert!(matches!(error, carom::derivative::DerivativeError::Unsupported { .. }), "{error}");
                self.refused += 1;
                return None;
            }
        };
        let mut wrong = None;
        let apart = jacobian.columns().len().div_ceil(MOST_COLUMNS);
        for (c, &parameter) in jacobian.columns().iter().enumerate().skip(self.impacts % apart).step_by(apart)
        {
            self.columns += 1;
            let exact: Vec<f64> = jacobian.matrix().column(c).iter().copied().collect();
            let size = exact.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
            if !jacobian.is_smooth_along(c) {
                self.flagged += 1;
                continue;
            }
            let judged = [3e-2, 3e-3, 3e-4]
                .into_iter()
                .filter_map(|reach| differences(numbers, parameter, reach))
                .find(|(_, error)| *error <= SURE * size);
            let Some((found, _)) = judged else {
                self.unjudged += 1;
                continue;
            };
            let off = furthest(&found, &exact) / size;
            self.worst = self.worst.max(off);
            if off > tolerance && wrong.is_none() {
                let row = (0..exact.len())
                    .max_by(|&a, &b| (found[a] - exact[a]).abs().total_cmp(&(found[b] - exact[b]).abs()));
                let row = row.unwrap_or(0);
                wrong = Some(format!(
                    "d({}) / d({parameter}) = {} but differences say {}; {:?}",
                    jacobian.rows()[row],
                    exact[row],
                    found[row],
                    jacobian.kinks()
                ));
            }
        }
        wrong
    }
}
