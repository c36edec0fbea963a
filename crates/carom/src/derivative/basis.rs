//! Directions in contact space that are followed, so that all that is asked for is a combination of them.
//!
//! Bodies and geometry have more numbers than contacts: those of a rack of ten balls three hundred, of which eighty differ in what they
//! change about v₀, W and the laws. Velocities and laws are followed number by number; of W either the entries, or the changes
//! that parameters make of it, whichever are fewer.

use nalgebra::{Matrix6, Matrix6x3};

use super::geometry::{Effect, Geometry, Side};
use super::kink::Combination;
use super::parameter::{ContactParameter, Direction};
use crate::contact_problem::ContactProblem;

/// Entries below this part of the terms that they are sums of are rounding.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// What an effect changes about the contact problem.
#[derive(Default)]
struct Seen {
    /// δv₀ or δ of a law.
    own: Vec<(ContactParameter, f64)>,
    /// δW.
    coupling: Vec<(ContactParameter, f64)>,
}

/// The directions, and what was asked for as combinations of them.
pub(super) struct Basis {
    pub directions: Vec<Direction<ContactParameter>>,
    pub combinations: Vec<Combination>,
}

impl Basis {
    /// `requests` are combinations of effects.
    pub fn of(geometry: &Geometry<'_>, effects: &[Effect], requests: &[Combination]) -> Self {
        let seen: Vec<Seen> = effects.iter().map(|effect| geometry.seen_by_contacts(effect)).collect();
        let problem = geometry.impact.contact_problem();
        let mut own: Vec<ContactParameter> =
            seen.iter().flat_map(|seen| &seen.own).map(|part| part.0).collect();
        own.sort_unstable();
        own.dedup();
        let changing: Vec<usize> = (0..effects.len()).filter(|&e| !seen[e].coupling.is_empty()).collect();
        let entries = entries(problem);
        if requests.len() <= 1 || requests.len() <= own.len() + changing.len().min(entries) {
            return Self::as_asked(&seen, requests);
        }
        if changing.len() <= entries {
            Self::by_effects(&seen, own, &changing, requests)
        } else {
            Self::by_entries(&seen, own, requests)
        }
    }

    fn as_asked(seen: &[Seen], requests: &[Combination]) -> Self {
        let direction = |request: &Combination| {
            let parts = request.iter().flat_map(|&(effect, amount)| {
                let parts = seen[effect].own.iter().chain(&seen[effect].coupling);
                parts.map(move |&(parameter, part)| (parameter, part * amount))
            });
            Direction(added(parts.collect()))
        };
        let combinations = (0..requests.len()).map(|number| vec![(number, 1.0)]).collect();
        Self { directions: requests.iter().map(direction).collect(), combinations }
    }

    fn by_effects(
        seen: &[Seen],
        own: Vec<ContactParameter>,
        changing: &[usize],
        requests: &[Combination],
    ) -> Self {
        let mut place = vec![None; seen.len()];
        changing.iter().enumerate().for_each(|(number, &effect)| place[effect] = Some(own.len() + number));
        let combination = |request: &Combination| {
            let mut parts = Combination::new();
            for &(effect, amount) in request {
                parts.extend(places(&own, 0, &seen[effect].own, amount));
                parts.extend(place[effect].map(|place| (place, amount)));
            }
            parts
        };
        let combinations = requests.iter().map(combination).collect();
        let coupling = changing.iter().map(|&effect| Direction(seen[effect].coupling.clone()));
        let directions = own.iter().map(|&parameter| Direction::along(parameter)).chain(coupling).collect();
        Self { directions, combinations }
    }

    fn by_entries(seen: &[Seen], own: Vec<ContactParameter>, requests: &[Combination]) -> Self {
        let mut entries: Vec<ContactParameter> =
            seen.iter().flat_map(|seen| &seen.coupling).map(|part| part.0).collect();
        entries.sort_unstable();
        entries.dedup();
        let combination = |request: &Combination| {
            let mut parts = Combination::new();
            for &(effect, amount) in request {
                parts.extend(places(&own, 0, &seen[effect].own, amount));
                parts.extend(places(&entries, own.len(), &seen[effect].coupling, amount));
            }
            parts
        };
        let combinations = requests.iter().map(combination).collect();
        let directions = own.iter().chain(&entries).map(|&parameter| Direction::along(parameter)).collect();
        Self { directions, combinations }
    }
}

/// Every parameter once; those whose parts cancel each other are left out, as where a body is moved with all its contacts.
fn added(mut parts: Vec<(ContactParameter, f64)>) -> Vec<(ContactParameter, f64)> {
    parts.sort_by_key(|part| part.0);
    let sum = |same: &[(ContactParameter, f64)]| {
        let (sum, size) =
            same.iter().fold((0.0, 0.0), |(sum, size), part| (sum + part.1, size + part.1.abs()));
        (sum.abs() > ROUNDING * size).then_some((same[0].0, sum))
    };
    parts.chunk_by(|a, b| a.0 == b.0).filter_map(sum).collect()
}

/// Parts as numbers of a sorted list that begins at `first`.
fn places<'a>(
    sorted: &'a [ContactParameter],
    first: usize,
    parts: &'a [(ContactParameter, f64)],
    amount: f64,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    parts.iter().filter_map(move |&(parameter, part)| {
        Some((first + sorted.binary_search(&parameter).ok()?, part * amount))
    })
}

/// How many entries W has, those of its upper half.
fn entries(problem: &ContactProblem) -> usize {
    let axes = |contact: usize| problem.axes_of(contact).len();
    let of_row = |i: usize| {
        let beside = problem.coupling().row(i).filter(move |&(j, _)| j > i);
        let beside: usize = beside.map(|(j, _)| axes(i) * axes(j)).sum();
        beside + axes(i) * (axes(i) + 1) / 2
    };
    (0..problem.contacts().len()).map(of_row).sum()
}

impl Geometry<'_> {
    /// δv₀, δW and δ of the laws.
    fn seen_by_contacts(&self, effect: &Effect) -> Seen {
        let mut seen = Seen::default();
        if let Effect::Law(parameter) = effect {
            seen.own.push((*parameter, 1.0));
        }
        for body in self.bodies_of(effect) {
            let sides = &self.sides[body];
            let changes: Vec<_> = sides.iter().map(|side| self.wrenches_change(body, side, effect)).collect();
            self.see_velocity(body, effect, &changes, &mut seen);
            let answer = match effect {
                Effect::Body(effect) => effect.mobility,
                Effect::Contact { .. } | Effect::Law(_) => None,
            };
            for i in 0..sides.len() {
                for j in i..sides.len() {
                    if answer.is_some() || changes[i].is_some() || changes[j].is_some() {
                        self.see_coupling(body, [i, j], answer.as_ref(), &changes, &mut seen);
                    }
                }
            }
        }
        seen
    }

    fn see_velocity(
        &self,
        body: usize,
        effect: &Effect,
        changes: &[Option<Matrix6x3<f64>>],
        seen: &mut Seen,
    ) {
        let problem = self.impact.contact_problem();
        for (side, change) in self.sides[body].iter().zip(changes) {
            for &axis in problem.axes_of(side.contact) {
                let mut value = 0.0;
                if let Effect::Body(effect) = effect {
                    value += side.wrenches.column(axis.index()).dot(&effect.motion);
                }
                if let Some(change) = change {
                    value += change.column(axis.index()).dot(&self.motion[body]);
                }
                if value != 0.0 {
                    let parameter = ContactParameter::Velocity { contact: side.contact, axis };
                    seen.own.push((parameter, value * side.sign));
                }
            }
        }
    }

    /// δ of Wᵢⱼ through one body.
    fn see_coupling(
        &self,
        body: usize,
        [i, j]: [usize; 2],
        answer: Option<&Matrix6<f64>>,
        changes: &[Option<Matrix6x3<f64>>],
        seen: &mut Seen,
    ) {
        let problem = self.impact.contact_problem();
        let (one, other) = (&self.sides[body][i], &self.sides[body][j]);
        let mobility = &self.mobility[body];
        let ratio = answer.map_or(0.0, |answer| largest_ratio(answer, mobility));
        for &a in problem.axes_of(one.contact) {
            for &b in problem.axes_of(other.contact).iter().filter(|&&b| i < j || a <= b) {
                let (k, l) = (a.index(), b.index());
                let (mut value, mut size) = (0.0, 0.0);
                if let Some(answer) = answer {
                    value += one.wrenches.column(k).dot(&(answer * other.wrenches.column(l)));
                    size += ratio * one.sizes[k] * other.sizes[l];
                }
                for (change, k, side, l) in [(&changes[i], k, other, l), (&changes[j], l, one, k)] {
                    let Some(change) = change else { continue };
                    let change = change.column(k);
                    value += change.dot(&side.moved.column(l));
                    size += change.dot(&(mobility * change)).max(0.0).sqrt() * side.sizes[l];
                }
                if value.abs() > ROUNDING * size {
                    let (contacts, axes) = ordered(one, a, other, b);
                    let parameter = ContactParameter::Coupling { contacts, axes };
                    seen.coupling.push((parameter, value * one.sign * other.sign));
                }
            }
        }
    }
}

fn ordered<A>(one: &Side, a: A, other: &Side, b: A) -> ([usize; 2], [A; 2]) {
    if one.contact <= other.contact {
        ([one.contact, other.contact], [a, b])
    } else {
        ([other.contact, one.contact], [b, a])
    }
}

/// How large a change is compared with what changes: of linear motion, of rotation, and of what couples them.
fn largest_ratio(change: &Matrix6<f64>, whole: &Matrix6<f64>) -> f64 {
    let mut largest = 0.0_f64;
    for (row, column) in [(0, 0), (3, 3)] {
        let of = |matrix: &Matrix6<f64>| matrix.fixed_view::<3, 3>(row, column).amax();
        if of(whole) > 0.0 {
            largest = largest.max(of(change) / of(whole));
        }
    }
    largest
}
