//! The motion of a frame as a sum of harmonic oscillations: exact however long nothing happens.
//!
//! With y = √k·d the springs of a frame obey y'' = −S y, S = √K W_eff √K, where W_eff is W with the closed contacts
//! eliminated. Its eigenvectors Q and frequencies ω give
//!
//! ```text
//! y = Q z,   z_m(t) = A_m cos ω_m t + B_m sin ω_m t                                     (N.1)
//! F_i = Σ_m √k_i Q_im z_m,         v_r(t) = v_r(0) + Σ_m H_rm ∫ z_m dt                    (N.2)
//! Δy = Σ_m g_m ∫ z_m dt                                                                 (N.4)
//! ```
//!
//! (N.4) are the bodies' momenta (P.7) where these are kept, g_m = Uᵀ √K Q_m with closed contacts answering: orthogonal
//! columns of length ω_m, so that Δy is rounded by ε of an energy, which the sum of all impulses is not.
//!
//! Stiffnesses may differ by thirty decades, and an ordinary eigenvalue solver would lose the slow oscillations in
//! the rounding of the fast ones. S = Gᵀ G with G = Lᵀ·√(k_i W_ii), W scaled to unit diagonal and L its Cholesky
//! factor; Jacobi rotations that make the columns of G orthogonal find every ω to full *relative* accuracy
//! (Demmel and Veselić 1992). Q comes out graded as its entries are, |δQ_im| ≤ ε min(ω_m/ω_i, ω_i/ω_m) with ω_i² = k_i W_ii, so that of the motion of
//! spring i, √k_i d_i and √k_i v_i/ω_i, the sum rounds
//!
//! ```text
//! δ_i = ε Σ_m min(ω_m/ω_i, ω_i/ω_m) √(A_m² + B_m²)                                      (N.5)
//! ```

use nalgebra::DMatrix;

use crate::flow::frame::{Frame, Role};
use crate::flow::series::Values;
use crate::flow::thresholds::OWN_MOTION;

/// A pivot of the scaled matrix below this is rounding: the contacts are redundant from here on.
const RANK: f64 = 64.0 * f64::EPSILON;
/// Columns are orthogonal when their cosine is below this.
const ORTHOGONAL: f64 = 4.0 * f64::EPSILON;
/// Jacobi's method converges quadratically; six to ten sweeps are usual.
const MOST_SWEEPS: usize = 40;

/// Natural oscillations of a frame.
#[derive(Debug)]
pub(crate) struct Modes {
    /// Members of the frame that are springs.
    springs: Vec<usize>,
    /// Frequencies ω in radians per second; zero for a load that moves nothing.
    pub frequency: Vec<f64>,
    /// Q of (N.1).
    shape: DMatrix<f64>,
    /// Forces of all members per unit of z.
    force: DMatrix<f64>,
    /// H of (N.2): accelerations of all members per unit of z.
    acceleration: DMatrix<f64>,
    /// g of (N.4), if the frame has a root of W.
    momentum: Option<DMatrix<f64>>,
}

/// A quantity that is a cubic plus oscillations: Σ cⱼ tʲ + Σ_m (a_m cos ω_m t + b_m sin ω_m t).
#[derive(Debug, Clone, Default)]
pub(crate) struct Signal {
    pub cubic: [f64; 4],
    pub cosine: Vec<f64>,
    pub sine: Vec<f64>,
}

/// Amplitudes A and B of (N.1); for ω = 0, B is the rate of z.
#[derive(Debug)]
pub(crate) struct Amplitudes {
    a: Vec<f64>,
    b: Vec<f64>,
}

impl Modes {
    pub fn of(frame: &Frame) -> Self {
        let entries = frame.entries();
        let is_spring = |&i: &usize| matches!(entries[i].role, Role::Spring | Role::Pressed);
        let springs: Vec<usize> = (0..entries.len()).filter(is_spring).collect();
        let reduced = frame.reduced_coupling(&springs);
        let n = springs.len();
        let stiffness: Vec<f64> = springs.iter().map(|&i| entries[i].stiffness).collect();
        let own = DMatrix::from_fn(n, n, |i, j| reduced.velocity[(springs[i], j)]);
        let has_root = reduced.root.is_some();
        let mut columns = reduced.root.unwrap_or_else(|| root_of(&own));
        let (frequency, shape) = oscillations(&mut columns, &stiffness);
        let rooted = DMatrix::from_fn(n, n, |i, m| stiffness[i].sqrt() * shape[(i, m)]);
        let mut acceleration = &reduced.velocity * &rooted;
        for (i, &member) in springs.iter().enumerate() {
            for m in 0..n {
                acceleration[(member, m)] = shape[(i, m)] * frequency[m].powi(2) / stiffness[i].sqrt();
            }
        }
        let force = &reduced.load * &rooted;
        let momentum = has_root.then_some(columns);
        Self { springs, frequency, shape, force, acceleration, momentum }
    }

    /// The amplitudes with which the frame's present values set the oscillations going.
    pub fn amplitudes(&self, frame: &Frame) -> Amplitudes {
        let n = self.frequency.len();
        let (mut a, mut b) = (vec![0.0; n], vec![0.0; n]);
        for (i, &member) in self.springs.iter().enumerate() {
            let entry = &frame.entries()[member];
            let root = entry.stiffness.sqrt();
            for m in 0..n {
                a[m] += self.shape[(i, m)] * root * entry.compression;
                b[m] -= self.shape[(i, m)] * root * entry.velocity;
            }
        }
        for (rate, &frequency) in b.iter_mut().zip(&self.frequency) {
            if frequency > 0.0 {
                *rate /= frequency;
            }
        }
        Amplitudes { a, b }
    }

    /// Whether (N.5) is little of the motion of every spring.
    pub fn keep_every_motion(&self, frame: &Frame) -> bool {
        let z = self.amplitudes(frame);
        let is_kept = |&member: &usize| {
            let entry = &frame.entries()[member];
            let own = frame.own_frequency_squared(member).sqrt();
            let graded = |m: usize| {
                let ratio = self.frequency[m] / own;
                ratio.min(1.0 / ratio) * libm::hypot(z.a[m], z.b[m])
            };
            let rounded = f64::EPSILON * (0..self.frequency.len()).map(graded).sum::<f64>(); // (N.5)
            rounded
                <= OWN_MOTION * entry.stiffness.sqrt() * libm::hypot(entry.compression, entry.velocity / own)
        };
        self.springs.iter().all(is_kept)
    }

    /// cos ω_m t and sin ω_m t.
    pub fn waves(&self, t: f64) -> Vec<(f64, f64)> {
        let wave = |&w: &f64| {
            let (sin, cos) = libm::sincos(w * t);
            (cos, sin)
        };
        self.frequency.iter().map(wave).collect()
    }

    /// Velocities, loads and impulses of all members, `t` seconds after the frame's values.
    pub fn evaluate(&self, frame: &Frame, t: f64, values: &mut Values) {
        let z = self.amplitudes(frame);
        let waves = self.waves(t);
        let mut signal = Signal::default();
        values.reset(frame.entries().len());
        for (member, entry) in frame.entries().iter().enumerate() {
            if entry.role != Role::Held {
                self.velocity(member, entry.velocity, &z, &mut signal);
                values.velocity[member] = signal.value(t, &waves);
            }
            self.force(member, &z, &mut signal);
            values.load[member] = signal.value(t, &waves) / frame.rate();
            self.impulse(member, &z, &mut signal);
            values.impulse[member] = signal.value(t, &waves);
        }
        if let Some(momentum) = &self.momentum {
            for component in 0..momentum.nrows() {
                signal.reset(self.frequency.len());
                self.add(&mut signal, momentum, component, &z, 1); // (N.4)
                values.momentum.push(signal.value(t, &waves));
            }
        }
    }

    /// Force of a member (a spring or a closed contact), in newtons.
    pub fn force(&self, member: usize, z: &Amplitudes, signal: &mut Signal) {
        signal.reset(self.frequency.len());
        self.add(signal, &self.force, member, z, 0);
    }

    /// Impulse of a member since the start, in newton seconds.
    pub fn impulse(&self, member: usize, z: &Amplitudes, signal: &mut Signal) {
        signal.reset(self.frequency.len());
        self.add(signal, &self.force, member, z, 1);
    }

    /// Normal velocity of a member that starts with `velocity`.
    pub fn velocity(&self, member: usize, velocity: f64, z: &Amplitudes, signal: &mut Signal) {
        signal.reset(self.frequency.len());
        signal.cubic[0] = velocity;
        self.add(signal, &self.acceleration, member, z, 1);
    }

    /// Gap of a member that starts with `gap` and `velocity`.
    pub fn gap(&self, member: usize, gap: f64, velocity: f64, z: &Amplitudes, signal: &mut Signal) {
        signal.reset(self.frequency.len());
        signal.cubic[0] = gap;
        signal.cubic[1] = velocity;
        self.add(signal, &self.acceleration, member, z, 2);
    }

    /// Adds Σ_m weight·z_m, integrated `times` times from zero.
    fn add(&self, signal: &mut Signal, weights: &DMatrix<f64>, row: usize, z: &Amplitudes, times: usize) {
        for (m, &w) in self.frequency.iter().enumerate() {
            let (a, b) = (weights[(row, m)] * z.a[m], weights[(row, m)] * z.b[m]);
            if w == 0.0 {
                let factorial = [1.0, 1.0, 2.0, 6.0];
                signal.cubic[times] += a / factorial[times];
                signal.cubic[times + 1] += b / factorial[times + 1];
                continue;
            }
            match times {
                0 => (signal.cosine[m], signal.sine[m]) = (a, b),
                1 => {
                    (signal.cosine[m], signal.sine[m]) = (-b / w, a / w);
                    signal.cubic[0] += b / w;
                }
                _ => {
                    (signal.cosine[m], signal.sine[m]) = (-a / (w * w), -b / (w * w));
                    signal.cubic[0] += a / (w * w);
                    signal.cubic[1] += b / w;
                }
            }
        }
    }
}

impl Signal {
    fn reset(&mut self, modes: usize) {
        self.cubic = [0.0; 4];
        self.cosine.clear();
        self.cosine.resize(modes, 0.0);
        self.sine.clear();
        self.sine.resize(modes, 0.0);
    }

    /// Turns the signal f into factor·f + constant.
    pub fn scale_and_add(&mut self, factor: f64, constant: f64) {
        let terms = self.cubic.iter_mut().chain(&mut self.cosine).chain(&mut self.sine);
        terms.for_each(|x| *x *= factor);
        self.cubic[0] += constant;
    }

    /// Value at time t, given cos ω_m t and sin ω_m t.
    pub fn value(&self, t: f64, waves: &[(f64, f64)]) -> f64 {
        let cubic = carom_taylor::evaluate(&self.cubic, t);
        let oscillations = self.cosine.iter().zip(&self.sine).zip(waves);
        cubic + oscillations.map(|((a, b), (cos, sin))| a * cos + b * sin).sum::<f64>()
    }
}

/// Frequencies ω and orthonormal shapes Q with √K W √K = Q ω² Qᵀ, from columns with Gᵀ G = W, which become G √K Q.
fn oscillations(columns: &mut DMatrix<f64>, stiffness: &[f64]) -> (Vec<f64>, DMatrix<f64>) {
    for (i, k) in stiffness.iter().enumerate() {
        columns.column_mut(i).scale_mut(k.sqrt());
    }
    let shape = orthogonalise(columns);
    let frequency = columns.column_iter().map(|column| column.norm()).collect();
    (frequency, shape)
}

/// Columns G with Gᵀ G = W, small entries as exact as large ones.
fn root_of(own: &DMatrix<f64>) -> DMatrix<f64> {
    let n = own.nrows();
    let diagonal: Vec<f64> = (0..n).map(|i| own[(i, i)].max(0.0).sqrt()).collect();
    let inverse: Vec<f64> = diagonal.iter().map(|&x| if x > 0.0 { 1.0 / x } else { 0.0 }).collect();
    let scaled = DMatrix::from_fn(n, n, |i, j| own[(i, j)] * inverse[i] * inverse[j]);
    let factor = pivoted_cholesky(scaled);
    let mut columns = factor.transpose();
    for (i, &root) in diagonal.iter().enumerate() {
        columns.column_mut(i).scale_mut(root);
    }
    columns
}

/// L with L Lᵀ = the matrix, rows in its own order, columns in the order of the pivots; rank deficiency gives zero
/// columns.
fn pivoted_cholesky(mut rest: DMatrix<f64>) -> DMatrix<f64> {
    let n = rest.nrows();
    let mut factor = DMatrix::zeros(n, n);
    for step in 0..n {
        let pivot = (0..n).fold(0, |best, i| if rest[(i, i)] > rest[(best, best)] { i } else { best });
        if rest[(pivot, pivot)] <= RANK {
            break;
        }
        let column = rest.column(pivot) / rest[(pivot, pivot)].sqrt();
        rest -= &column * column.transpose();
        for i in 0..n {
            rest[(i, pivot)] = 0.0;
            rest[(pivot, i)] = 0.0;
        }
        factor.set_column(step, &column);
    }
    factor
}

/// Rotates pairs of columns until all are orthogonal, and returns the product of the rotations.
pub(in crate::flow) fn orthogonalise(columns: &mut DMatrix<f64>) -> DMatrix<f64> {
    let n = columns.ncols();
    let mut rotations = DMatrix::identity(n, n);
    for _ in 0..MOST_SWEEPS {
        let mut done = true;
        for i in 0..n {
            for j in i + 1..n {
                let (aa, bb) = (columns.column(i).norm_squared(), columns.column(j).norm_squared());
                let ab = columns.column(i).dot(&columns.column(j));
                if ab.abs() <= ORTHOGONAL * (aa * bb).sqrt() || ab == 0.0 {
                    continue;
                }
                done = false;
                let zeta = (bb - aa) / (2.0 * ab);
                let tangent = zeta.signum() / (zeta.abs() + libm::hypot(zeta, 1.0));
                let cosine = 1.0 / libm::hypot(tangent, 1.0);
                rotate(columns, i, j, cosine, tangent * cosine);
                rotate(&mut rotations, i, j, cosine, tangent * cosine);
            }
        }
        if done {
            break;
        }
    }
    rotations
}

fn rotate(matrix: &mut DMatrix<f64>, i: usize, j: usize, cosine: f64, sine: f64) {
    for row in 0..matrix.nrows() {
        let (x, y) = (matrix[(row, i)], matrix[(row, j)]);
        matrix[(row, i)] = cosine * x - sine * y;
        matrix[(row, j)] = sine * x + cosine * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::dmatrix;

    #[test]
    fn slow_oscillations_survive_beside_fast_ones() {
        // Two springs, W = [[2, -1], [-1, 1]], k = 1 and 10²⁰: to leading order ω² = 10²⁰·1 and 1·(2 − 1).
        let (frequency, shape) = oscillations(&mut root_of(&dmatrix![2.0, -1.0; -1.0, 1.0]), &[1.0, 1e20]);
        let mut sorted = frequency.clone();
        sorted.sort_by(f64::total_cmp);
        assert!((sorted[0] - 1.0).abs() < 1e-15, "{sorted:?}");
        assert!((sorted[1] / 1e10 - 1.0).abs() < 1e-15, "{sorted:?}");
        assert!((shape.transpose() * &shape - DMatrix::identity(2, 2)).norm() < 1e-15);
    }

    #[test]
    fn a_redundant_pair_has_a_load_that_moves_nothing() {
        let (mut frequency, _) = oscillations(&mut root_of(&dmatrix![1.0, 1.0; 1.0, 1.0]), &[1.0, 1.0]);
        frequency.sort_by(f64::total_cmp);
        assert!(frequency[0] < 1e-15);
        assert!((frequency[1] - 2.0_f64.sqrt()).abs() < 1e-15);
    }
}
