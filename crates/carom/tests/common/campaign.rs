//! Random impacts of every kind, whose derivatives along random directions are held against differences of the solver itself.
//!
//! One direction through all numbers of an impact sees every column of its Jacobian: a wrong one would show in the sum.

use carom::derivative::{ContactParameter, DerivativeError, Direction};
use carom::{Model, RestitutionLaw, Separation};

use super::differences::{Happened, Numbers, Rubbing, central, furthest, one_sided, ridders};
use super::families::Draw;

/// Most contacts of an impact.
const MOST_CONTACTS: usize = 10;
/// Reaches of the differences, as parts of the numbers that change: wide ones suffer less from rounding, near ones meet fewer kinks.
const REACHES: [f64; 4] = [3e-2, 3e-3, 3e-4, 3e-5];
/// Powers of the step by which differences are off: events that coincide at the impact itself make second derivatives jump, contacts that
/// rest there make them infinite.
const POWERS: [f64; 3] = [2.0, 1.0, 0.5];
/// The same to one side.
const NEAR: [f64; 5] = [3e-3, 3e-4, 3e-5, 3e-6, 3e-7];
const POWERS_TO_ONE_SIDE: [f64; 2] = [1.0, 0.5];
/// Differences whose own table is not this sure are no judge of 10⁻⁸.
const SURE: f64 = 1e-9;

/// Steps so short that events change within them by accident only, and what a difference over one of them may be off by: the root of the shortest, where second
/// derivatives are infinite, times what these usually are. Outcomes that jump, and derivatives that are wrong, are off by more in all. The longer ones are for outcomes that
/// amplify the solver's rounding, as where a small gap closes long after.
const NEAREST: [f64; 3] = [1e-8, 1e-6, 1e-4];
const NO_LIMIT: f64 = 1e-2;

const LAWS: [RestitutionLaw; 3] =
    [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness];

/// What became of one impact.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Derivative and differences agree to this part of the derivative's size.
    Agrees(f64),
    /// They do not.
    Differs { off: f64, what: String },
    /// Differences do not settle, since events change within all their reaches. The nearest is off by no more than singular second derivatives explain.
    Unjudged { off: f64 },
    /// The solver refuses the impact, by name.
    Unsolved,
    /// There are no derivatives, and the error says why.
    Refused(String),
}

/// A kind of impacts: friction, model, and the numbers' ranges.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub rubbing: Rubbing,
    pub model: Model,
    pub contacts: usize,
}

impl Kind {
    /// All kinds in turn.
    pub fn of(number: u64, rubbing: Rubbing) -> Self {
        let restitution = LAWS[number as usize % 3];
        let separation = [Separation::Instant, Separation::Tracked][number as usize / 3 % 2];
        let contacts = 1 + number as usize / 6 % MOST_CONTACTS;
        Self { rubbing, model: Model { restitution, separation }, contacts }
    }
}

/// An impact of a kind, by its number, and a random direction that leaves no kink of it.
pub fn judge(number: u64, rubbing: Rubbing, tolerance: f64) -> Verdict {
    let kind = Kind::of(number, rubbing);
    let mut draw = Draw::new(number + 1);
    let numbers = Numbers::draw(&mut draw, kind.contacts, kind.model, rubbing);
    let problem = numbers.problem();
    if problem.solve().is_err() {
        return Verdict::Unsolved;
    }
    let jacobian = match problem.solve_with_jacobian() {
        Ok((_, jacobian)) => jacobian,
        Err(error @ (DerivativeError::Unsupported { .. } | DerivativeError::Wedged { .. })) => {
            return Verdict::Refused(error.to_string());
        }
        Err(error) => return Verdict::Differs { off: f64::NAN, what: error.to_string() },
    };
    let mut parts = Vec::new();
    let mut exact = vec![0.0; jacobian.rows().len()];
    for (column, &parameter) in jacobian.columns().iter().enumerate() {
        let amount = draw.between(-1.0, 1.0) * usual(&numbers, parameter);
        if jacobian.is_smooth_along(column) && !numbers.moves_from_rest(parameter) {
            parts.push((parameter, amount));
            let change = jacobian.matrix().column(column);
            exact.iter_mut().zip(change.iter()).for_each(|(sum, change)| *sum += amount * change);
        }
    }
    compare(&numbers, &Direction(parts), &exact, tolerance)
}

/// How much of a number is its whole.
fn usual(numbers: &Numbers, parameter: ContactParameter) -> f64 {
    use ContactParameter as P;
    match parameter {
        P::Velocity { .. } => 1.0,
        P::Coupling { .. } => 1.0 / numbers.velocity.len() as f64,
        P::Restitution { contact } => numbers.restitution[contact],
        P::Stiffness { contact } => numbers.stiffness[contact],
        P::Gap { contact } => numbers.gap[contact],
        P::Friction { contact } => numbers.friction[contact],
        P::Compliance { contact } => numbers.compliance[contact],
        P::TangentialRestitution { .. } => 0.0,
    }
}

fn compare(
    numbers: &Numbers,
    Direction(parts): &Direction<ContactParameter>,
    exact: &[f64],
    tolerance: f64,
) -> Verdict {
    let Some((now, course)) = numbers.outputs() else { return Verdict::Unsolved };
    let changed = |amount: f64| {
        let change =
            |all: Numbers, &(parameter, part): &(ContactParameter, f64)| all.with(parameter, amount * part);
        parts.iter().fold(numbers.clone(), change).outputs()
    };
    let size = exact.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    // A table in the wrong powers may be sure of itself by accident.
    let mut differs = None;
    for table in Table::all() {
        let mut same_course = true;
        let at = |amount: f64| -> Option<Vec<f64>> {
            let (values, happened): (Vec<f64>, Happened) = changed(amount)?;
            same_course &= happened == course;
            Some(values)
        };
        let found = match table.side {
            None => ridders(central(at), table.reach, table.power),
            Some(side) => ridders(one_sided(at, &now, side), table.reach, table.power),
        };
        let Some((found, error)) = found else { continue };
        let off = furthest(&found, exact) / size;
        if off <= tolerance && error <= tolerance * size {
            return Verdict::Agrees(off);
        }
        if error <= SURE * size && same_course {
            differs = Some(Verdict::Differs { off, what: worst(numbers, exact, &found) });
        }
    }
    if let Some(differs) = differs {
        return differs;
    }
    let off_by = |step: f64| {
        let ((high, _), (low, _)) = (changed(step)?, changed(-step)?);
        let central = high.iter().zip(&low).map(|(h, l)| (h - l) / (2.0 * step));
        Some(furthest(&central.collect::<Vec<_>>(), exact) / size)
    };
    let off = NEAREST.into_iter().filter_map(off_by).fold(f64::NAN, f64::min);
    if off < NO_LIMIT {
        return Verdict::Unjudged { off };
    }
    Verdict::Differs { off, what: "the nearest difference is somewhere else".to_owned() }
}

/// A table of differences, central or to one side.
#[derive(Debug, Clone, Copy)]
struct Table {
    reach: f64,
    power: f64,
    side: Option<f64>,
}

impl Table {
    /// Central ones first. Where events change nearby, the outcome is often smooth to one side, close by.
    fn all() -> impl Iterator<Item = Self> {
        let of = |reaches: &'static [f64], powers: &'static [f64], side: Option<f64>| {
            let both = reaches.iter().flat_map(move |&reach| powers.iter().map(move |&power| (reach, power)));
            both.map(move |(reach, power)| Self { reach, power, side })
        };
        let sides = [1.0, -1.0].into_iter();
        of(&REACHES, &POWERS, None)
            .chain(sides.flat_map(move |side| of(&NEAR, &POWERS_TO_ONE_SIDE, Some(side))))
    }
}

/// The output of which a derivative and differences say the most different things.
fn worst(numbers: &Numbers, exact: &[f64], found: &[f64]) -> String {
    let off = |row: usize| (found[row] - exact[row]).abs();
    let row = (0..exact.len()).max_by(|&a, &b| off(a).total_cmp(&off(b))).unwrap_or(0);
    let output = numbers.problem().outputs()[row];
    format!("{output}: {} but differences say {}", exact[row], found[row])
}
