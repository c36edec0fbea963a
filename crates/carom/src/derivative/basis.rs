//! Directions in contact space that are followed, so that all that is asked for is a combination of them.
//!
//! Bodies and geometry have more numbers than contacts: those of a rack of ten balls three hundred, of which eighty differ in what they
//! change about v₀, W and the laws. Velocities and laws are followed number by number; of W either the entries, or the changes
//! that parameters make of it, whichever are fewer.

use nalgebra::{Matrix6, Matrix6x3, Vector3};

use super::geometry::{Effect, Geometry, Side, largest_of_blocks};
use super::kink::Combination;
use super::parameter::{ContactParameter, Direction};
use crate::contact_problem::ContactProblem;

/// Entries below this part of the terms that they are sums of are rounding.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// What effects change about the contact problem, one after the other.
#[derive(Default)]
struct Seen {
    /// δv₀ or δ of a law.
    own: Vec<(ContactParameter, f64)>,
    /// δW.
    coupling: Vec<(ContactParameter, f64)>,
    /// Where those of each effect end.
    ends: Vec<[usize; 2]>,
}

impl Seen {
    fn of(geometry: &Geometry<'_>, effects: &[Effect]) -> Self {
        let (mut seen, mut changes) = (Self::default(), Vec::new());
        for effect in effects {
            geometry.see_effect(effect, &mut changes, &mut seen);
            seen.ends.push([seen.own.len(), seen.coupling.len()]);
        }
        seen
    }

    fn before(&self, effect: usize) -> [usize; 2] {
        effect.checked_sub(1).map_or([0, 0], |before| self.ends[before])
    }

    /// δv₀ and δ of laws by one effect.
    fn own(&self, effect: usize) -> &[(ContactParameter, f64)] {
        &self.own[self.before(effect)[0]..self.ends[effect][0]]
    }

    /// δW by one effect.
    fn coupling(&self, effect: usize) -> &[(ContactParameter, f64)] {
        &self.coupling[self.before(effect)[1]..self.ends[effect][1]]
    }

    /// How many parts a combination of effects has at most.
    fn parts(&self, request: &Combination) -> usize {
        request.iter().map(|&(effect, _)| self.own(effect).len() + self.coupling(effect).len()).sum()
    }
}

/// All parameters among some parts, sorted, each once.
fn distinct(parts: &[(ContactParameter, f64)]) -> Vec<ContactParameter> {
    let mut parameters: Vec<ContactParameter> = parts.iter().map(|part| part.0).collect();
    parameters.sort_unstable();
    parameters.dedup();
    parameters
}

/// The directions, and what was asked for as combinations of them.
pub(super) struct Basis {
    pub directions: Vec<Direction<ContactParameter>>,
    pub combinations: Vec<Combination>,
}

impl Basis {
    /// `requests` are combinations of effects.
    pub fn of(geometry: &Geometry<'_>, effects: &[Effect], requests: &[Combination]) -> Self {
        let seen = Seen::of(geometry, effects);
        let problem = geometry.impact.contact_problem();
        let own = distinct(&seen.own);
        let changing: Vec<usize> = (0..effects.len()).filter(|&e| !seen.coupling(e).is_empty()).collect();
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

    fn as_asked(seen: &Seen, requests: &[Combination]) -> Self {
        let direction = |request: &Combination| {
            let parts = request.iter().flat_map(|&(effect, amount)| {
                let parts = seen.own(effect).iter().chain(seen.coupling(effect));
                parts.map(move |&(parameter, part)| (parameter, part * amount))
            });
            Direction(added(parts.collect()))
        };
        let combinations = (0..requests.len()).map(|number| vec![(number, 1.0)]).collect();
        Self { directions: requests.iter().map(direction).collect(), combinations }
    }

    fn by_effects(
        seen: &Seen,
        own: Vec<ContactParameter>,
        changing: &[usize],
        requests: &[Combination],
    ) -> Self {
        let mut place = vec![None; seen.ends.len()];
        changing.iter().enumerate().for_each(|(number, &effect)| place[effect] = Some(own.len() + number));
        let combination = |request: &Combination| {
            let mut parts = Combination::with_capacity(seen.parts(request));
            for &(effect, amount) in request {
                parts.extend(places(&own, 0, seen.own(effect), amount));
                parts.extend(place[effect].map(|place| (place, amount)));
            }
            parts
        };
        let combinations = requests.iter().map(combination).collect();
        let coupling = changing.iter().map(|&effect| Direction(seen.coupling(effect).to_vec()));
        let directions = own.iter().map(|&parameter| Direction::along(parameter)).chain(coupling).collect();
        Self { directions, combinations }
    }

    fn by_entries(seen: &Seen, own: Vec<ContactParameter>, requests: &[Combination]) -> Self {
        let entries = distinct(&seen.coupling);
        let combination = |request: &Combination| {
            let mut parts = Combination::with_capacity(seen.parts(request));
            for &(effect, amount) in request {
                parts.extend(places(&own, 0, seen.own(effect), amount));
                parts.extend(places(&entries, own.len(), seen.coupling(effect), amount));
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

/// What an effect changes about one side of a body.
struct SideChange {
    /// δG.
    wrenches: Option<Matrix6x3<f64>>,
    /// √(δgᵀ A δg) of every column δg.
    sizes: Vector3<f64>,
    /// δA G, if A changes.
    answers: Option<Matrix6x3<f64>>,
}

impl Geometry<'_> {
    /// δv₀, δW and δ of the laws. `changes` is memory for what each side of a body sees.
    fn see_effect(&self, effect: &Effect, changes: &mut Vec<SideChange>, seen: &mut Seen) {
        if let Effect::Law(parameter) = effect {
            seen.own.push((*parameter, 1.0));
        }
        for body in self.bodies_of(effect) {
            let answer = match effect {
                Effect::Body(effect) => effect.mobility.as_ref(),
                Effect::Contact { .. } | Effect::Law(_) => None,
            };
            let ratio = answer.map_or(0.0, |answer| largest_ratio(answer, self.largest[body]));
            changes.clear();
            changes.extend(self.sides[body].iter().map(|side| self.side_change(body, side, effect, answer)));
            self.see_velocity(body, effect, changes, seen);
            for i in 0..changes.len() {
                for j in i..changes.len() {
                    if answer.is_some() || changes[i].wrenches.is_some() || changes[j].wrenches.is_some() {
                        self.see_coupling(body, [i, j], ratio, changes, seen);
                    }
                }
            }
        }
    }

    fn side_change(
        &self,
        body: usize,
        side: &Side,
        effect: &Effect,
        answer: Option<&Matrix6<f64>>,
    ) -> SideChange {
        let axes = self.axes_of(side);
        let wrenches = self.wrenches_change(body, side, effect);
        let mut sizes = Vector3::zeros();
        if let Some(change) = &wrenches {
            for axis in axes.iter().map(|axis| axis.index()) {
                let column = change.column(axis);
                sizes[axis] = column.dot(&(self.mobility[body] * column)).max(0.0).sqrt();
            }
        }
        let answers = answer.map(|answer| {
            let mut answers = Matrix6x3::zeros();
            for axis in axes.iter().map(|axis| axis.index()) {
                answers.set_column(axis, &(answer * side.wrenches.column(axis)));
            }
            answers
        });
        SideChange { wrenches, sizes, answers }
    }

    fn see_velocity(&self, body: usize, effect: &Effect, changes: &[SideChange], seen: &mut Seen) {
        for (side, change) in self.sides[body].iter().zip(changes) {
            for &axis in self.axes_of(side) {
                let mut value = 0.0;
                if let Effect::Body(effect) = effect {
                    value += side.wrenches.column(axis.index()).dot(&effect.motion);
                }
                if let Some(change) = &change.wrenches {
                    value += change.column(axis.index()).dot(&self.motion[body]);
                }
                if value != 0.0 {
                    let parameter = ContactParameter::Velocity { contact: side.contact, axis };
                    seen.own.push((parameter, value * side.sign));
                }
            }
        }
    }

    /// δ of Wᵢⱼ through one body, whose A changes by at most the given part.
    fn see_coupling(
        &self,
        body: usize,
        [i, j]: [usize; 2],
        ratio: f64,
        changes: &[SideChange],
        seen: &mut Seen,
    ) {
        let (one, other) = (&self.sides[body][i], &self.sides[body][j]);
        for &a in self.axes_of(one) {
            for &b in self.axes_of(other).iter().filter(|&&b| i < j || a <= b) {
                let (k, l) = (a.index(), b.index());
                let (mut value, mut size) = (0.0, 0.0);
                if let Some(answers) = &changes[j].answers {
                    value += one.wrenches.column(k).dot(&answers.column(l));
                    size += ratio * one.sizes[k] * other.sizes[l];
                }
                for (change, k, side, l) in [(&changes[i], k, other, l), (&changes[j], l, one, k)] {
                    let Some(wrenches) = &change.wrenches else { continue };
                    value += wrenches.column(k).dot(&side.moved.column(l));
                    size += change.sizes[k] * side.sizes[l];
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

/// How large a change is compared with what changes, of which the largest entries are given: of linear motion, and of rotation.
fn largest_ratio(change: &Matrix6<f64>, whole: [f64; 2]) -> f64 {
    let each = largest_of_blocks(change).into_iter().zip(whole).filter(|(_, whole)| *whole > 0.0);
    each.fold(0.0, |largest, (change, whole)| largest.max(change / whole))
}
