//! Adaptive integrals of several functions at once.
//!
//! Gauss's rule of seven nodes is exact for polynomials up to degree 13, Kronrod's extension to fifteen up to degree 22; their
//! difference bounds the error of the latter generously. The interval with the largest difference is halved until the sum of all
//! is below rounding, or is as small as it gets.

/// Nodes of Kronrod's rule on (0, 1), and 0; every second one is a node of Gauss's.
const NODES: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];

/// Kronrod's weights.
const WEIGHTS: [f64; 8] = [
    0.022_935_322_010_529_224,
    0.063_092_092_629_978_55,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_9,
    0.209_482_141_084_727_82,
];

/// Gauss's weights, for nodes 1, 3, 5 and 7.
const GAUSS_WEIGHTS: [f64; 4] =
    [0.129_484_966_168_869_7, 0.279_705_391_489_276_64, 0.381_830_050_505_118_9, 0.417_959_183_673_469_4];

/// The difference of the two rules is rounding below this part of the sum of the terms' magnitudes: one for every node.
const ROUNDING: f64 = 15.0 * f64::EPSILON;

/// One interval with its integrals and how far the two rules differ.
struct Interval<const N: usize> {
    from: f64,
    to: f64,
    value: [f64; N],
    error: [f64; N],
}

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Accuracy {
    /// How far the two rules may differ, over the integral.
    pub tolerance: f64,
    /// How many intervals the integral may be cut into.
    pub most_intervals: usize,
}

impl Accuracy {
    /// This accuracy for functions with a noise of that part.
    pub fn above(self, noise: f64) -> Self {
        Self { tolerance: self.tolerance.max(noise), ..self }
    }
}

/// The integrals of N functions over consecutive intervals, to a part of their size: that of the first function, and of the
/// largest of the others.
pub(super) fn integrals<const N: usize>(
    breakpoints: &[f64],
    accuracy: Accuracy,
    mut functions: impl FnMut(f64) -> [f64; N],
) -> [f64; N] {
    let mut intervals: Vec<Interval<N>> =
        breakpoints.windows(2).map(|ends| interval(ends[0], ends[1], &mut functions)).collect();
    while intervals.len() < accuracy.most_intervals {
        let sizes = sizes(&intervals);
        let weigh = |interval: &Interval<N>| weight(interval, &sizes);
        if intervals.iter().map(weigh).sum::<f64>() <= accuracy.tolerance {
            break;
        }
        let worst =
            (0..intervals.len()).max_by(|i, j| weigh(&intervals[*i]).total_cmp(&weigh(&intervals[*j])));
        let Some(worst) = worst.map(|index| intervals.swap_remove(index)) else { break };
        let middle = f64::midpoint(worst.from, worst.to);
        if middle <= worst.from || middle >= worst.to {
            // As narrow as it gets: what it misses is a single number's rounding.
            intervals.push(Interval { error: [0.0; N], ..worst });
            continue;
        }
        intervals.push(interval(worst.from, middle, &mut functions));
        intervals.push(interval(middle, worst.to, &mut functions));
    }
    sum(&intervals)
}

/// The largest error of an interval over the size of what it is an error of.
fn weight<const N: usize>(interval: &Interval<N>, sizes: &[f64; N]) -> f64 {
    let relative = |(error, size): (&f64, &f64)| if *error > 0.0 { error / size } else { 0.0 };
    interval.error.iter().zip(sizes).map(relative).fold(0.0, f64::max)
}

fn sizes<const N: usize>(intervals: &[Interval<N>]) -> [f64; N] {
    let sum = sum(intervals).map(f64::abs);
    let largest = sum[1..].iter().copied().fold(0.0, f64::max);
    std::array::from_fn(|i| if i == 0 { sum[0] } else { largest })
}

fn sum<const N: usize>(intervals: &[Interval<N>]) -> [f64; N] {
    std::array::from_fn(|i| intervals.iter().map(|interval| interval.value[i]).sum())
}

fn interval<const N: usize>(from: f64, to: f64, functions: &mut impl FnMut(f64) -> [f64; N]) -> Interval<N> {
    let (middle, half) = (f64::midpoint(from, to), (to - from) / 2.0);
    let (mut kronrod, mut gauss, mut terms) = ([0.0; N], [0.0; N], [0.0; N]);
    for (i, (node, weight)) in NODES.iter().zip(WEIGHTS).enumerate() {
        let values = if *node == 0.0 {
            functions(middle)
        } else {
            let (left, right) = (functions(middle - half * node), functions(middle + half * node));
            std::array::from_fn(|j| left[j] + right[j])
        };
        for j in 0..N {
            kronrod[j] += weight * values[j];
            terms[j] += weight * values[j].abs();
            if i % 2 == 1 {
                gauss[j] += GAUSS_WEIGHTS[i / 2] * values[j];
            }
        }
    }
    let error = std::array::from_fn(|j| {
        let difference = (kronrod[j] - gauss[j]).abs();
        if difference > ROUNDING * terms[j] { difference * half } else { 0.0 }
    });
    Interval { from, to, value: kronrod.map(|value| value * half), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounding of fifteen terms.
    const FEW_ROUNDINGS: f64 = 1e-15;

    #[test]
    fn one_interval_is_exact_for_polynomials_up_to_degree_22() {
        for degree in 0..=22_i32 {
            let [value] = interval(0.0, 2.0, &mut |x: f64| [x.powi(degree)]).value;
            let exact = 2.0_f64.powi(degree + 1) / f64::from(degree + 1);
            assert!((value / exact - 1.0).abs() < 4.0 * FEW_ROUNDINGS, "{degree}: {value} {exact}");
        }
    }

    #[test]
    fn gausss_part_is_exact_up_to_degree_13_so_that_no_error_is_seen() {
        let seen = interval(-1.0, 1.0, &mut |x: f64| [x.powi(12)]);
        assert!(seen.error[0] < FEW_ROUNDINGS);
    }

    #[test]
    fn a_kink_and_a_peak_are_found() {
        let [kink, peak] =
            integrals(&[0.0, 1.0], Accuracy { tolerance: 1e-14, most_intervals: 200 }, |x: f64| {
                [(x - 0.3).abs(), 1e-4 / ((x - 0.7).powi(2) + 1e-8)]
            });
        assert!((kink - (0.3_f64.powi(2) + 0.7_f64.powi(2)) / 2.0).abs() < 1e-13);
        assert!((peak - (0.3e4_f64.atan() + 0.7e4_f64.atan())).abs() < 1e-13);
    }
}
