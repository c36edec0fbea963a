//! The Taylor series of one step, for all contacts of a frame.
//!
//! In the local time s = ω·t, with ω chosen so that a whole step is s ∈ [0, 1], velocities vᵢ(s) = Σ Vᵢⱼ sʲ and
//! loads qᵢ(s) = Σ Qᵢⱼ sʲ, where q = F/ω is the force measured in impulse per unit of s, obey
//!
//! ```text
//! Qᵢⱼ   = −κᵢ Vᵢ,ⱼ₋₁ / j,       κᵢ = kᵢ/ω²        springs: F = k·d, d' = −v         (F.1)
//! Q_Hⱼ  = −W_HH⁻¹ W_HS Q_Sⱼ                       closed contacts: v' = 0             (F.2)
//! Vᵢ,ⱼ₊₁ = Σ_c Wᵢ_c Q_cⱼ / (j+1)                   (P.2), one sparse product an order  (F.3)
//! ```
//!
//! A contact at rest (touching, unloaded, vₙ = 0) does not know yet whether it will be pressed or drawn apart. The
//! first term of its own velocity decides, and it may do so at any order: j hops from the struck contact that
//! is order 2j. Its own force cannot change that term, so the decision is taken while the series unfolds.
//! Terms below the rounding of the velocities (`floor`) decide nothing: they are what symmetric forces that
//! cancel leave behind, or a wave front so faint that it has not arrived.
//!
//! Terms of one order are stored side by side, so that every pass runs over all contacts at once. In
//! large frames each order has its span of members whose terms count, see [`crate::flow::span`].

use crate::flow::frame::{Entry, Role};
use crate::flow::span::{Span, Storage};

/// Highest order of the velocity series.
pub(crate) const ORDER: usize = 20;
/// Length of a step in radians of the highest frequency. The first term left out is at most
/// REACH^(ORDER+1)/(ORDER+1)! = 9e-19 of the motion, a hundredth of the rounding that every step makes. Longer steps
/// were slower, of this order or a higher one: their polynomials take longer to search for roots.
pub(crate) const REACH: f64 = 1.2;
/// Coefficients of a series.
pub(crate) const TERMS: usize = ORDER + 1;
/// 1/(j+1) for every order.
pub(crate) static RECIPROCAL: [f64; TERMS] = {
    let mut table = [0.0; TERMS];
    let mut j = 0;
    while j < TERMS {
        table[j] = 1.0 / (j + 1) as f64;
        j += 1;
    }
    table
};

/// Up to this many members the recurrence has its loops unrolled.
pub(crate) const FEW: usize = 4;

/// The coefficients of one series.
pub(crate) type Polynomial = [f64; TERMS];

/// Velocity and load series of the members of a frame.
#[derive(Debug, Default)]
pub(crate) struct Series {
    pub(in crate::flow) members: usize,
    /// Terms from this order on are zero.
    terms: usize,
    /// The span of each order; those of higher orders lie within those of lower ones once the series is unfolded.
    pub(in crate::flow) span: [Span; TERMS],
    pub(in crate::flow) storage: Storage,
    /// κ of (F.1), zero for members that do not act as springs in this step.
    kappa: Vec<f64>,
    pub(in crate::flow) velocity: Vec<f64>,
    pub(in crate::flow) load: Vec<f64>,
    /// Σⱼ≥₁ max(0, Vⱼ), Σⱼ≥₁ min(0, Vⱼ) and Σⱼ≥₁ min(0, Qⱼ): how far a value can move within the step.
    velocity_rise: Vec<f64>,
    velocity_fall: Vec<f64>,
    load_fall: Vec<f64>,
}

impl Series {
    /// Unfolds the whole series of at most [`FEW`] members, none of them held, with their full W by rows: the same
    /// recurrence with its loops unrolled, since their upkeep would cost more than the work.
    pub fn unfold_few(&mut self, full: &[f64], entries: &mut [Entry], kappa: &[f64]) {
        match self.members {
            1 => self.unfold::<1>(full, entries, kappa),
            2 => self.unfold::<2>(full, entries, kappa),
            3 => self.unfold::<3>(full, entries, kappa),
            _ => self.unfold::<FEW>(full, entries, kappa),
        }
    }

    fn unfold<const N: usize>(&mut self, full: &[f64], entries: &mut [Entry], kappa: &[f64]) {
        let coupling: [[f64; N]; N] = std::array::from_fn(|i| std::array::from_fn(|c| full[i * N + c]));
        let mut acting: [f64; N] = std::array::from_fn(|i| self.kappa[i]);
        let [mut rise, mut fall, mut load_fall] = [[0.0; N]; 3];
        let mut undecided = entries.iter().any(|entry| entry.role == Role::Undecided);
        let velocities = self.velocity.as_chunks_mut::<N>().0;
        let loads = self.load.as_chunks_mut::<N>().0;
        let (mut velocity, mut load) = (velocities[0], loads[0]);
        for j in 0..ORDER {
            if undecided {
                let terms = velocities.as_flattened_mut();
                (0..N).for_each(|i| decide(j, i, terms, &mut acting, entries, kappa));
                undecided = entries.iter().any(|entry| entry.role == Role::Undecided);
                velocity = velocities[j];
            }
            let weights = coupling.map(|row| row.map(|w| w * RECIPROCAL[j]));
            let next = weights.map(|row| row_product(&row, &load)); // (F.3)
            load = std::array::from_fn(|i| velocity[i] * (-acting[i] * RECIPROCAL[j])); // (F.1)
            velocity = next;
            (velocities[j + 1], loads[j + 1]) = (velocity, load);
            for i in 0..N {
                rise[i] += positive_part(velocity[i]);
                fall[i] += negative_part(velocity[i]);
                load_fall[i] += negative_part(load[i]);
            }
        }
        self.set_ranges(&rise, &fall, &load_fall);
    }

    /// Terms of order zero.
    pub fn begin(&mut self, entries: &[Entry], kappa: &[f64], rate: f64) {
        self.members = entries.len();
        self.velocity.resize(self.members * TERMS, 0.0);
        self.load.resize(self.members * TERMS, 0.0);
        self.load.fill(0.0);
        if self.storage != Storage::Full || self.span[0].end != self.members {
            self.storage = Storage::Full;
            self.span = [Span { first: 0, end: self.members }; TERMS];
        }
        self.set_start(entries, kappa, rate);
    }

    pub(in crate::flow) fn set_start(&mut self, entries: &[Entry], kappa: &[f64], rate: f64) {
        self.terms = TERMS;
        self.kappa.clear();
        for (i, entry) in entries.iter().enumerate() {
            self.velocity[i] = entry.velocity;
            let is_spring = entry.role == Role::Spring;
            self.kappa.push(if is_spring { kappa[i] } else { 0.0 });
            if is_spring || entry.role == Role::Locked {
                self.load[i] = kappa[i] * rate * entry.compression;
            }
        }
    }

    /// κ of a member, zero if it does not act as a spring.
    pub fn kappa_of(&self, member: usize) -> f64 {
        self.kappa[member]
    }

    /// Takes over each member's load of order j and the velocity of order j + 1 that all loads cause.
    #[inline]
    pub fn take_order(&mut self, j: usize, terms: impl Fn(usize) -> [f64; 2]) {
        let n = self.members;
        for member in 0..n {
            [self.load[j * n + member], self.velocity[(j + 1) * n + member]] = terms(member);
        }
    }

    /// Decides those of the members `undecided` whose velocity first rises above rounding in its term j.
    pub fn decide(&mut self, j: usize, entries: &mut [Entry], kappa: &[f64], undecided: &mut Vec<usize>) {
        undecided.retain(|&member| {
            decide(j, member, &mut self.velocity, &mut self.kappa, entries, kappa);
            entries[member].role == Role::Undecided
        });
    }

    /// (F.1)
    pub fn load_springs(&mut self, j: usize) {
        let span = self.span[j - 1];
        let velocities = &self.velocity[span.of_order(j - 1, self.members)];
        let loads = &mut self.load[span.of_order(j, self.members)];
        let kappas = &self.kappa[span.first..span.end];
        for ((load, velocity), kappa) in loads.iter_mut().zip(velocities).zip(kappas) {
            *load = -kappa * velocity * RECIPROCAL[j - 1];
        }
    }

    /// Widens the span of an order to `span`.
    pub fn widen(&mut self, j: usize, span: Span) {
        self.span[j] = if self.span[j].first == self.span[j].end { span } else { self.span[j].hull(span) };
    }

    pub fn load_held(&mut self, j: usize, held: &[usize], reaction: &[f64]) {
        for (&row, &load) in held.iter().zip(reaction) {
            self.load[j * self.members + row] = load;
        }
    }

    /// The velocity of a member of order j.
    pub fn velocity_term(&self, j: usize, member: usize) -> f64 {
        self.velocity[j * self.members + member]
    }

    /// Sets a load of order j.
    pub fn set_load_term(&mut self, j: usize, member: usize, load: f64) {
        self.load[j * self.members + member] = load;
    }

    /// Loads of order j.
    pub fn loads(&self, j: usize) -> &[f64] {
        &self.load[j * self.members..(j + 1) * self.members]
    }

    /// Loads of order j and the velocities of order j + 1 that they cause.
    pub fn product_terms(&mut self, j: usize) -> (&[f64], &mut [f64]) {
        let loads = &self.load[j * self.members..(j + 1) * self.members];
        (loads, &mut self.velocity[(j + 1) * self.members..(j + 2) * self.members])
    }

    /// Velocities above this order are zero, and loads from it on.
    pub fn end_at(&mut self, order: usize) {
        self.terms = order + 1;
    }

    /// Takes stock of how far each value can move.
    pub fn finish(&mut self) {
        let n = self.members;
        match n {
            _ if self.storage != Storage::Full => {}
            1 => return self.finish_few::<1>(),
            2 => return self.finish_few::<2>(),
            3 => return self.finish_few::<3>(),
            FEW => return self.finish_few::<FEW>(),
            _ => {}
        }
        for sums in [&mut self.velocity_rise, &mut self.velocity_fall, &mut self.load_fall] {
            sums.clear();
            sums.resize(n, 0.0);
        }
        for j in (1..self.terms).rev() {
            if j + 1 < self.terms && self.span[j + 1].first < self.span[j + 1].end {
                self.widen(j, self.span[j + 1]);
            }
            let span = self.span[j];
            let velocities = &self.velocity[span.of_order(j, n)];
            let loads = &self.load[span.of_order(j, n)];
            let rises = &mut self.velocity_rise[span.first..span.end];
            let falls = &mut self.velocity_fall[span.first..span.end];
            let load_falls = &mut self.load_fall[span.first..span.end];
            let sums = rises.iter_mut().zip(falls).zip(load_falls);
            for (((rise, fall), load_fall), (&velocity, &load)) in sums.zip(velocities.iter().zip(loads)) {
                *rise += positive_part(velocity);
                *fall += negative_part(velocity);
                *load_fall += negative_part(load);
            }
        }
    }

    /// Takes stock of at most [`FEW`] members, with its loops unrolled.
    fn finish_few<const N: usize>(&mut self) {
        let [mut rise, mut fall, mut load_fall] = [[0.0; N]; 3];
        let velocities = &self.velocity.as_chunks::<N>().0[..self.terms];
        let loads = &self.load.as_chunks::<N>().0[..self.terms];
        for (velocity, load) in velocities.iter().zip(loads).skip(1).rev() {
            for i in 0..N {
                rise[i] += positive_part(velocity[i]);
                fall[i] += negative_part(velocity[i]);
                load_fall[i] += negative_part(load[i]);
            }
        }
        self.set_ranges(&rise, &fall, &load_fall);
    }

    fn set_ranges(&mut self, rise: &[f64], fall: &[f64], load_fall: &[f64]) {
        for (sums, found) in [
            (&mut self.velocity_rise, rise),
            (&mut self.velocity_fall, fall),
            (&mut self.load_fall, load_fall),
        ] {
            sums.clear();
            sums.extend_from_slice(found);
        }
    }

    /// Velocity series of a member, in metres per second.
    pub fn velocity(&self, member: usize) -> Polynomial {
        gather(&self.velocity[..self.terms * self.members], self.members, member)
    }

    /// Load series of a member, in newton seconds per unit of local time.
    pub fn load(&self, member: usize) -> Polynomial {
        gather(&self.load[..self.terms * self.members], self.members, member)
    }

    /// Velocity of a member at the start of the step.
    pub fn initial_velocity(&self, member: usize) -> f64 {
        self.velocity[member]
    }

    /// Bounds of a member's velocity within the step.
    pub fn velocity_range(&self, member: usize) -> (f64, f64) {
        let start = self.velocity[member];
        (start + self.velocity_fall[member], start + self.velocity_rise[member])
    }

    /// Lower bound of a member's load within the step.
    pub fn lowest_load(&self, member: usize) -> f64 {
        self.load[member] + self.load_fall[member]
    }

    /// Velocities, loads and impulses (∫ load) of all members at local time s, by Horner's rule.
    pub fn evaluate(&self, s: f64, values: &mut Values) {
        let n = self.members;
        values.reset(n);
        match n {
            _ if self.terms < TERMS => {}
            1 => return self.evaluate_few::<1>(s, values),
            2 => return self.evaluate_few::<2>(s, values),
            3 => return self.evaluate_few::<3>(s, values),
            FEW => return self.evaluate_few::<FEW>(s, values),
            _ => {}
        }
        for j in (0..self.terms).rev() {
            let span = self.span[j];
            let members = span.first..span.end;
            let velocities = &self.velocity[span.of_order(j, n)];
            let loads = &self.load[span.of_order(j, n)];
            let (found_loads, found_impulses) =
                (&mut values.load[members.clone()], &mut values.impulse[members.clone()]);
            let sums = values.velocity[members].iter_mut().zip(found_loads).zip(found_impulses);
            for (((v, q), p), (&velocity, &load)) in sums.zip(velocities.iter().zip(loads)) {
                *v = *v * s + velocity;
                *q = *q * s + load;
                *p = *p * s + load * RECIPROCAL[j];
            }
        }
        values.impulse.iter_mut().for_each(|impulse| *impulse *= s);
    }

    /// Values of at most [`FEW`] members, even and odd orders side by side: f = E(s²) + s·O(s²), chains of half the length.
    fn evaluate_few<const N: usize>(&self, s: f64, values: &mut Values) {
        let x = s * s;
        let (velocities, last_velocity) = self.velocity.as_chunks::<N>().0.as_chunks::<2>();
        let (loads, last_load) = self.load.as_chunks::<N>().0.as_chunks::<2>();
        let even = |last: &[[f64; N]]| [last.first().copied().unwrap_or([0.0; N]), [0.0; N]];
        let (mut velocity, mut load) = (even(last_velocity), even(last_load));
        let mut impulse = load.map(|order| order.map(|q| q * RECIPROCAL[ORDER]));
        let reciprocals = RECIPROCAL.as_chunks::<2>().0;
        for ((velocities, loads), reciprocals) in velocities.iter().zip(loads).zip(reciprocals).rev() {
            for parity in 0..2 {
                for i in 0..N {
                    velocity[parity][i] = velocity[parity][i] * x + velocities[parity][i];
                    load[parity][i] = load[parity][i] * x + loads[parity][i];
                    impulse[parity][i] = impulse[parity][i] * x + loads[parity][i] * reciprocals[parity];
                }
            }
        }
        let whole =
            |[even, odd]: [[f64; N]; 2]| -> [f64; N] { std::array::from_fn(|i| even[i] + s * odd[i]) };
        let (velocity, load, impulse) = (whole(velocity), whole(load), whole(impulse));
        values.velocity.copy_from_slice(&velocity);
        values.load.copy_from_slice(&load);
        values.impulse.copy_from_slice(&impulse.map(|sum| sum * s));
    }
}

/// A row of W times the loads, written so that it is compiled in place.
#[inline]
fn row_product<const N: usize>(row: &[f64; N], loads: &[f64; N]) -> f64 {
    let mut sum = row[0] * loads[0];
    for c in 1..N {
        sum += row[c] * loads[c];
    }
    sum
}

/// max(0, x), zero for what is no number: one comparison.
fn positive_part(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}

/// min(0, x), likewise.
fn negative_part(x: f64) -> f64 {
    if x < 0.0 { x } else { 0.0 }
}

/// A contact at rest whose velocity first rises above rounding in its term j is pressed, and acts from there on, or
/// drawn apart.
fn decide(
    j: usize,
    i: usize,
    velocity: &mut [f64],
    acting: &mut [f64],
    entries: &mut [Entry],
    kappa: &[f64],
) {
    let members = entries.len();
    let term = velocity[j * members + i];
    let entry = &mut entries[i];
    if entry.role != Role::Undecided || term.abs() < entry.floor || term == 0.0 {
        return;
    }
    if term < 0.0 {
        entry.role = Role::Pressed;
        acting[i] = kappa[i];
    } else {
        entry.role = Role::DrawnApart;
    }
    for earlier in (0..j).map(|order| order * members + i) {
        if velocity[earlier] * term < 0.0 {
            velocity[earlier] = 0.0;
        }
    }
}

/// The terms of one member.
fn gather(terms: &[f64], members: usize, member: usize) -> Polynomial {
    let mut series = [0.0; TERMS];
    for (term, order) in series.iter_mut().zip(terms.chunks_exact(members)) {
        *term = order[member];
    }
    series
}

/// Values of all members at one instant.
#[derive(Debug, Default)]
pub(crate) struct Values {
    pub velocity: Vec<f64>,
    pub load: Vec<f64>,
    /// Impulse since the start of the step.
    pub impulse: Vec<f64>,
    /// Momenta that the bodies have gained since, if the frame has a root of W.
    pub momentum: Vec<f64>,
}

impl Values {
    pub fn reset(&mut self, members: usize) {
        self.momentum.clear();
        for values in [&mut self.velocity, &mut self.load, &mut self.impulse] {
            values.resize(members, 0.0);
            values.fill(0.0);
        }
    }
}
