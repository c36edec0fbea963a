//! [`first_descent`] against the plainest search for the same root: intervals are halved until bounds on value or slope
//! settle them, and the root itself is bisected to the last bit. No parabola, no series reversion, no shortcuts for the
//! second half or for steps that need no halving.

use carom_taylor::{evaluate, evaluate_with_slope, first_descent, magnitude};

/// Both evaluations of the polynomial, here and there, round each of some twenty products and sums.
const ROUNDING: f64 = 32.0 * f64::EPSILON;
/// Intervals are not halved further: the same resolution of neighbouring roots as documented.
const NARROWEST: f64 = 1.0 / (1u64 << 30) as f64;

/// Uniform numbers in [−1, 1), the same in every run: Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn unit(&mut self) -> f64 {
        0.5 * (self.next() + 1.0)
    }

    /// Terms that fall off as those of a step of a Taylor series do.
    fn taylor(&mut self) -> Vec<f64> {
        let mut size = 1.0;
        let mut c = Vec::new();
        for j in 0..21 {
            c.push(self.next() * size);
            size *= 1.2 / f64::from(j + 1);
        }
        c[0] = c[0].abs();
        c
    }

    /// Three pairs of roots, some of them close neighbours, but not so many that rounding could not tell them apart.
    fn rooted(&mut self) -> Vec<f64> {
        let mut c = vec![1.0];
        let mut root = 0.0;
        for i in 0..6 {
            let close = i == 1 && self.next() > 0.0;
            root = if close { root + 1e-3 * (1.0 + self.unit()) } else { 1.5 * self.next() };
            let mut next = vec![0.0; c.len() + 1];
            for (j, &cj) in c.iter().enumerate() {
                next[j] += root * cj;
                next[j + 1] -= cj;
            }
            c = next;
        }
        c
    }
}

/// The first descent in [0, `end`] of a polynomial that starts above zero.
fn by_halving(c: &[f64], end: f64) -> Option<f64> {
    let mut at = 0.0;
    while at < end {
        let mut width = end - at;
        let local = loop {
            let local = about(c, at, width);
            let falling = slope_bounds(&local).1 < 0.0;
            if falling || stays_positive(&local) || width <= NARROWEST * end {
                break local;
            }
            width *= 0.5;
        };
        if local[0] <= 0.0 && slope_bounds(&local).1 < 0.0 {
            return Some(at);
        }
        if !stays_positive(&local) && local.iter().sum::<f64>() < 0.0 {
            return Some(bisect(c, at, at + width));
        }
        at += width;
    }
    None
}

/// c(at + width·x), by repeated synthetic division.
fn about(c: &[f64], at: f64, width: f64) -> Vec<f64> {
    let mut local = c.to_vec();
    for k in 0..c.len() {
        for j in (k..c.len() - 1).rev() {
            local[j] += at * local[j + 1];
        }
    }
    let mut power = 1.0;
    for cj in &mut local {
        *cj *= power;
        power *= width;
    }
    local
}

fn stays_positive(c: &[f64]) -> bool {
    let lowest = c[0] + c[1..].iter().map(|cj| cj.min(0.0)).sum::<f64>();
    lowest > 0.0 || (c[0] >= 0.0 && slope_bounds(c).0 > 0.0)
}

fn slope_bounds(c: &[f64]) -> (f64, f64) {
    let higher = || c[2..].iter().enumerate().map(|(j, cj)| (j + 2) as f64 * cj);
    (c[1] + higher().map(|x| x.min(0.0)).sum::<f64>(), c[1] + higher().map(|x| x.max(0.0)).sum::<f64>())
}

fn bisect(c: &[f64], mut from: f64, mut to: f64) -> f64 {
    loop {
        let middle = 0.5 * (from + to);
        if middle <= from || middle >= to {
            return to;
        }
        if evaluate(c, middle) > 0.0 {
            from = middle;
        } else {
            to = middle;
        }
    }
}

/// How far rounding of the polynomial can move a root at `s`.
fn resolution(c: &[f64], s: f64) -> f64 {
    ROUNDING * (s + magnitude(c, s) / evaluate_with_slope(c, s).1.abs())
}

fn assert_same(c: &[f64], end: f64, shifted_by: usize) {
    let mut guard = vec![0.0; shifted_by];
    guard.extend_from_slice(c);
    let (found, expected) = (first_descent(&guard, end), by_halving(c, end));
    match (found, expected) {
        (None, None) => {}
        (Some(found), Some(expected)) => {
            let off = (found - expected).abs();
            assert!(off <= resolution(c, expected), "{found} is off by {off:e}: {c:?}, end {end}");
        }
        (None, Some(_)) | (Some(_), None) => panic!("{found:?}, expected {expected:?}: {c:?}, end {end}"),
    }
}

#[test]
fn random_series_fall_where_plain_halving_finds_them_to_fall() {
    let mut random = Random(2013);
    let mut descents = 0;
    for case in 0..20_000 {
        let c = random.taylor();
        let end = if case % 2 == 0 { 1.0 } else { random.unit() };
        descents += usize::from(first_descent(&c, end).is_some());
        assert_same(&c, end, case % 3);
    }
    assert!(descents > 4_000, "too few descents to mean anything: {descents}");
}

#[test]
fn polynomials_with_neighbouring_roots_fall_at_the_first_of_them() {
    let mut random = Random(1998);
    for case in 0..20_000 {
        let mut c = random.rooted();
        let sign = c[0].signum();
        c.iter_mut().for_each(|cj| *cj *= sign);
        assert_same(&c, [1.0, 0.3, 2.0][case % 3], case % 2);
    }
}

#[test]
fn a_root_just_beyond_the_end_does_not_count_and_one_just_before_does() {
    let mut random = Random(2012);
    for _ in 0..5_000 {
        let c = random.taylor();
        let Some(s) = first_descent(&c, 1.0).filter(|&s| s > 0.0) else { continue };
        let margin = 2.0 * resolution(&c, s);
        if margin < 0.1 * s {
            assert_eq!(first_descent(&c, s - margin), None, "{c:?}");
            assert!(s + margin > 1.0 || first_descent(&c, s + margin).is_some(), "{c:?}");
        }
    }
}
