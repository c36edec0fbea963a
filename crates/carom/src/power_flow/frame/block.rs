//! The series of four members side by side.
//!
//! Every sum of (X.2) and (X.3) runs over the orders of one member, so four members are summed at a time, and nothing of a series has to be
//! turned round or filled up.

use super::{Entry, ORDER, Role};

/// Members of a block.
pub(super) const LANES: usize = 4;
/// One number of each member of a block.
pub(super) type Lanes = [f64; LANES];
type Terms = [Lanes; ORDER + 1];

const NOTHING: Lanes = [0.0; LANES];

/// 1/(j + 1).
const INVERSE: [f64; ORDER] = {
    let mut inverse = [1.0; ORDER];
    let mut j = 1;
    while j < ORDER {
        inverse[j] = 1.0 / (j + 1) as f64;
        j += 1;
    }
    inverse
};

/// Four members; those that are missing in the last block carry nothing and do not move.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub velocity: Terms,
    pub compression: Terms,
    /// F.
    pub force: Terms,
    /// G.
    pub push: Terms,
    /// d₀ of springs that are loaded, 1 elsewhere.
    base: Lanes,
    /// n + 1.
    raised: Lanes,
    /// Terms of the velocity and of G; those that follow are zero.
    pub terms: usize,
    pub pushes: usize,
    /// Whether its forces go on: (X.13).
    pub is_awake: bool,
}

impl Block {
    const EMPTY: Self = Self {
        velocity: [NOTHING; ORDER + 1],
        compression: [NOTHING; ORDER + 1],
        force: [NOTHING; ORDER + 1],
        push: [NOTHING; ORDER + 1],
        base: [1.0; LANES],
        raised: [1.0; LANES],
        terms: ORDER + 1,
        pushes: ORDER,
        is_awake: true,
    };

    /// Up to four members as they start. The force of the leader and of those that start in the step is for others to say.
    pub fn set(blocks: &mut Vec<Self>, at: usize, entries: &[Entry], leader: Option<usize>) {
        if blocks.len() == at {
            blocks.push(Self::EMPTY);
        }
        let block = &mut blocks[at];
        (block.base, block.raised) = ([1.0; LANES], [1.0; LANES]);
        (block.terms, block.pushes, block.is_awake) = (ORDER + 1, ORDER, true);
        (block.velocity[0], block.compression[0], block.force[0]) = (NOTHING, NOTHING, NOTHING);
        for (lane, entry) in entries.iter().enumerate() {
            block.velocity[0][lane] = entry.velocity;
            block.compression[0][lane] = entry.compression;
            if entry.role == Role::Acting && entry.compression > 0.0 && leader != Some(LANES * at + lane) {
                block.base[lane] = entry.compression;
                block.raised[lane] = entry.exponent.value() + 1.0;
                block.force[0][lane] = entry.stiffness * entry.exponent.power(entry.compression);
            }
        }
    }

    /// F of this order, by (X.3), with i·n − (j − i) = i·(n + 1) − j.
    pub fn next_force(&mut self, order: usize) {
        let j = order as f64;
        let (mut sum, mut weight) = (NOTHING, self.raised.map(|raised| raised - j));
        for (d, f) in self.compression[1..=order].iter().zip(self.force[..order].iter().rev()) {
            for lane in 0..LANES {
                sum[lane] += weight[lane] * d[lane] * f[lane];
                weight[lane] += self.raised[lane];
            }
        }
        self.force[order] = std::array::from_fn(|lane| sum[lane] / (j * self.base[lane]));
    }

    /// G of this order and the next term of d, by (X.2) with φ = c.
    pub fn move_on_evenly(&mut self, order: usize, unit: f64) {
        let way = unit / (order + 1) as f64;
        for lane in 0..LANES {
            self.push[order][lane] = unit * self.force[order][lane];
            self.compression[order + 1][lane] = -way * self.velocity[order][lane];
        }
    }

    /// The same with φ in all its terms.
    pub fn move_on(&mut self, order: usize, rate: &[f64]) {
        let (mut push, mut way) = (NOTHING, NOTHING);
        let (forces, velocities) = (&self.force[..=order], &self.velocity[..=order]);
        for (rate, (f, v)) in rate[..=order].iter().zip(forces.iter().zip(velocities).rev()) {
            for lane in 0..LANES {
                push[lane] += rate * f[lane];
                way[lane] += rate * v[lane];
            }
        }
        self.push[order] = push;
        self.compression[order + 1] = way.map(|way| -way / (order + 1) as f64);
    }

    /// Forces that have ended.
    pub fn stay_quiet(&mut self, order: usize) {
        self.force[order] = NOTHING;
    }

    /// Velocity, compression and the impulse since the start of the step, at σ.
    pub fn at(&self, s: f64) -> [Lanes; 3] {
        let horner = |terms: &[Lanes]| {
            terms
                .iter()
                .rev()
                .fold(NOTHING, |sum, term| std::array::from_fn(|lane| sum[lane] * s + term[lane]))
        };
        let mut impulse = NOTHING;
        for (push, part) in self.push[..self.pushes].iter().zip(&INVERSE).rev() {
            for lane in 0..LANES {
                impulse[lane] = impulse[lane] * s + push[lane] * part;
            }
        }
        let last = (self.terms + 1).min(ORDER + 1);
        [horner(&self.velocity[..self.terms]), horner(&self.compression[..last]), impulse.map(|p| p * s)]
    }

    /// The terms of one member.
    pub fn series_of(terms: &Terms, lane: usize) -> super::Series {
        std::array::from_fn(|order| terms[order][lane])
    }
}
