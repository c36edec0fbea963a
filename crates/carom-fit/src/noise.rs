//! Noise that is not given, from the scatter about the fit.
//!
//! Columns with many measurements have a noise each; with few, those of one unit have one in common, or all of them, in proportion to their
//! spreads. A group of n measurements with residuals r in its own unit and leverages h (the part of each that the parameters follow) has
//!
//! ```text
//! σ² = Σ r²/(n − Σ h)                                                                          (LS.9)
//! σ  = 1.4826 · median |r| · √(n/(n − Σ h))      if the loss bears outliers, and n − Σ h ≥ 10    (LS.10)
//! ```
//!
//! so that few measurements of a column that decides a parameter are not taken for quiet ones. Under a loss with ψ = ρ'/2 errors are
//! those of Huber's estimate, and the cost grows more slowly than χ²:
//!
//! ```text
//! covariance = (JᵀJ)⁻¹ · Σψ²/(n − p)/(Σψ'/n)²,     growth = (Σψ²/n)/(Σψ'/n)                    (LS.11)
//! ```

use carom_estimate::{Bounds, Found, Loss, Problem, Triangle, Worth};
use nalgebra::DMatrix;
use rayon::prelude::*;

use crate::fit::{OUTLYING, Point};
use crate::model::Origin;
use crate::study::Study;
use crate::weighted::{Row, Weighted};

/// Normal scatter has this times its median as its standard deviation.
const OF_MEDIAN: f64 = 1.4826;
/// Scatter below this part of the largest number is rounding.
const ROUNDING: f64 = 1e-13;
/// Figures show no more points than this.
const MOST_POINTS: usize = 4000;

/// A column with at least this many measurements has a noise of its own.
const ENOUGH_ALONE: usize = 30;
/// Columns of one unit with at least this many together have a noise in common.
const ENOUGH_TOGETHER: usize = 10;

/// Noise to begin with: as given, or the spread of what was measured. Columns that share an estimated noise have proportional spreads.
pub(crate) struct Prior {
    /// Noise of each group.
    pub sigma: Vec<f64>,
    /// For each estimated group, the class of groups whose noises change together.
    classes: Vec<Option<usize>>,
}

impl Prior {
    /// With few measurements every column could have a parameter to itself, and a noise of zero; so columns of one unit, or all, share one.
    pub fn of(study: &Study, rows: &[usize]) -> Self {
        let estimated: Vec<usize> =
            (0..study.groups.len()).filter(|&g| study.groups[g].noise.is_none()).collect();
        let counts: Vec<usize> = (0..study.groups.len()).map(|g| study.measurements.count(rows, g)).collect();
        let unit = |g: usize| study.groups[g].unit.as_str();
        let together = |g: usize| -> usize {
            estimated.iter().filter(|&&other| unit(other) == unit(g)).map(|&other| counts[other]).sum()
        };
        let first_alike = |g: usize| estimated.iter().position(|&other| unit(other) == unit(g)).unwrap_or(0);
        let class = |g: usize| {
            if estimated.iter().all(|&g| counts[g] >= ENOUGH_ALONE) {
                g
            } else if estimated.iter().all(|&g| together(g) >= ENOUGH_TOGETHER) {
                first_alike(g)
            } else {
                0
            }
        };
        let classes: Vec<Option<usize>> =
            (0..study.groups.len()).map(|g| estimated.contains(&g).then(|| class(g))).collect();
        let is_alone = estimated.iter().all(|&g| counts[g] >= ENOUGH_ALONE);
        let size = |g: usize| {
            let of: Vec<usize> = if is_alone {
                vec![g]
            } else {
                estimated.iter().copied().filter(|&other| unit(other) == unit(g)).collect()
            };
            let all: Vec<f64> = of.iter().flat_map(|&g| values(study, rows, g)).collect();
            spread(&all)
        };
        let sigma =
            (0..study.groups.len()).map(|g| study.groups[g].noise.unwrap_or_else(|| size(g))).collect();
        Self { sigma, classes }
    }
}

/// A robust spread of numbers; their size if they do not spread.
fn spread(numbers: &[f64]) -> f64 {
    let mut values = numbers.to_vec();
    let middle = median(&mut values);
    let mut off: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    let spread = OF_MEDIAN * median(&mut off);
    let size = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    if spread > ROUNDING * size { spread } else { size.max(f64::MIN_POSITIVE) }
}

fn values(study: &Study, rows: &[usize], group: usize) -> Vec<f64> {
    let of_row = |&row: &usize| {
        study.measurements.row(row).filter(move |(_, of)| *of == group).map(|(value, _)| value)
    };
    rows.iter().flat_map(of_row).filter(|value| value.is_finite()).collect()
}

/// The median; zero of nothing.
fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    let (_, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    *upper
}

/// Noise of the estimated groups after a search; the others stay as they are.
pub(crate) fn next(weighted: &Weighted, found: &Found, prior: &Prior) -> Vec<f64> {
    let mut sigma = weighted.sigma.to_vec();
    if prior.classes.iter().all(Option::is_none) {
        return sigma;
    }
    let seen = Assessment::of(weighted, found);
    let of_class = |class: usize| {
        prior.classes.iter().enumerate().filter(move |(_, of)| **of == Some(class)).map(|(g, _)| g)
    };
    for class in 0..sigma.len() {
        let members: Vec<usize> = of_class(class).collect();
        let count: usize = members.iter().map(|&g| seen.groups[g].count).sum();
        let free = count as f64 - members.iter().map(|&g| seen.groups[g].leverage).sum::<f64>();
        // Residuals over the spreads to begin with.
        let squares = match weighted.loss {
            Loss::Huber | Loss::SoftL1 | Loss::Cauchy if free >= ENOUGH_TOGETHER as f64 => {
                let mut sizes: Vec<f64> = members
                    .iter()
                    .flat_map(|&g| seen.sizes[g].iter().map(move |size| size / prior.sigma[g]))
                    .collect();
                let typical = OF_MEDIAN * median(&mut sizes);
                typical * typical * count as f64 / free
            }
            // Of few measurements parameters follow so many exactly that the median is theirs: zero.
            Loss::Squares | Loss::Huber | Loss::SoftL1 | Loss::Cauchy => {
                let of_group = |&g: &usize| seen.groups[g].raw_squares / (prior.sigma[g] * prior.sigma[g]);
                members.iter().map(of_group).sum::<f64>() / free
            }
        };
        // A class that the parameters follow wholly has no scatter of its own.
        if free > 1e-6 * count as f64 && squares.is_finite() {
            for &g in &members {
                let size = values(weighted.study, weighted.rows, g)
                    .iter()
                    .fold(0.0_f64, |most, value| most.max(value.abs()));
                sigma[g] = (squares.sqrt() * prior.sigma[g]).max(ROUNDING * size).max(f64::MIN_POSITIVE);
            }
        }
    }
    sigma
}

/// What a group looks like after a search.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    pub count: usize,
    pub leverage: f64,
    /// Sum of squares, in the unit of the group.
    pub raw_squares: f64,
    pub outliers: usize,
}

/// Residuals after a search.
pub(crate) struct Assessment {
    pub groups: Vec<Seen>,
    pub count: usize,
    pub chi_square: f64,
    /// Derivatives as of plain squares.
    pub plain: Triangle,
    pub points: Vec<Point>,
    /// Rows whose derivatives are exact.
    pub exact_rows: usize,
    /// Sizes of the residuals of each group, in its unit, where the loss bears outliers.
    sizes: Vec<Vec<f64>>,
    psi_squares: f64,
    psi_slope: f64,
    loss: Loss,
}

/// What a few rows add.
struct Portion {
    groups: Vec<Seen>,
    sizes: Vec<Vec<f64>>,
    points: Vec<Point>,
    count: usize,
    exact_rows: usize,
    psi_squares: f64,
    psi_slope: f64,
}

impl Portion {
    /// Of these rows, of which every so many, counted from the first of all, give points.
    fn of(
        weighted: &Weighted,
        rows: &[usize],
        found: (&[f64], &DMatrix<f64>),
        (first, every): (usize, usize),
        row: &mut Row,
    ) -> Self {
        let (x, covariance) = found;
        let count = weighted.study.groups.len();
        let mut this = Self {
            groups: vec![Seen::default(); count],
            sizes: vec![Vec::new(); count],
            points: Vec::new(),
            count: 0,
            exact_rows: 0,
            psi_squares: 0.0,
            psi_slope: 0.0,
        };
        for (ordinal, &number) in rows.iter().enumerate() {
            if weighted.linearise(number, x, row).is_err() {
                continue;
            }
            this.exact_rows += usize::from(row.origin() == Origin::Exact);
            let shown = (first + ordinal).is_multiple_of(every);
            for (i, (measured, &r)) in row.measured.iter().zip(&row.residuals).enumerate() {
                let slopes = &row.slopes[i * x.len()..(i + 1) * x.len()];
                let raw = r * weighted.sigma[measured.group];
                let (psi, slope) = weighted.loss.influence(r);
                this.psi_squares += psi * psi;
                this.psi_slope += slope;
                this.count += 1;
                let seen = &mut this.groups[measured.group];
                seen.count += 1;
                seen.leverage += leverage(slopes, covariance);
                seen.raw_squares += raw * raw;
                seen.outliers += usize::from(r.abs() > OUTLYING);
                if weighted.loss != Loss::Squares {
                    this.sizes[measured.group].push(raw.abs());
                }
                if shown {
                    let (group, measured) = (measured.group, measured.value);
                    this.points.push(Point { group, row: number, measured, residual: r });
                }
            }
        }
        this
    }
}

/// j C jᵀ: the part of a residual that the parameters follow.
fn leverage(slopes: &[f64], covariance: &DMatrix<f64>) -> f64 {
    let row = |(i, a): (usize, &f64)| {
        a * slopes.iter().enumerate().map(|(j, b)| covariance[(i, j)] * b).sum::<f64>()
    };
    slopes.iter().enumerate().map(row).sum()
}

impl Assessment {
    pub fn of(weighted: &Weighted, found: &Found) -> Self {
        let x = found.x.as_slice();
        let plain = match weighted.loss {
            Loss::Squares => found.triangle.clone(),
            _ => {
                let squares = Weighted { loss: Loss::Squares, ..*weighted };
                squares.reduced(&found.x).unwrap_or_else(|| found.triangle.clone())
            }
        };
        let covariance = Worth::of(&plain, &found.x, &Bounds::none(x.len())).spread;
        let measurements = &weighted.study.measurements;
        let total: usize = weighted
            .rows
            .iter()
            .map(|&row| measurements.row(row).filter(|(v, _)| v.is_finite()).count())
            .sum();
        // Whole rows, so that every column is seen.
        let every = total.div_ceil(MOST_POINTS).max(1);
        let size = weighted.portion_size();
        let portions: Vec<Portion> = weighted
            .rows
            .par_chunks(size)
            .enumerate()
            .map_init(Row::default, |row, (number, rows)| {
                Portion::of(weighted, rows, (x, &covariance), (number * size, every), row)
            })
            .collect();
        let groups = weighted.study.groups.len();
        let mut this = Self {
            groups: vec![Seen::default(); groups],
            count: 0,
            chi_square: plain.cost,
            plain,
            points: Vec::new(),
            exact_rows: 0,
            sizes: vec![Vec::new(); groups],
            psi_squares: 0.0,
            psi_slope: 0.0,
            loss: weighted.loss,
        };
        // In the order of the rows, so that the answer does not depend on the number of threads.
        for portion in portions {
            for (seen, of_portion) in this.groups.iter_mut().zip(&portion.groups) {
                seen.count += of_portion.count;
                seen.leverage += of_portion.leverage;
                seen.raw_squares += of_portion.raw_squares;
                seen.outliers += of_portion.outliers;
            }
            this.sizes.iter_mut().zip(portion.sizes).for_each(|(all, sizes)| all.extend(sizes));
            this.points.extend(portion.points);
            this.count += portion.count;
            this.exact_rows += portion.exact_rows;
            this.psi_squares += portion.psi_squares;
            this.psi_slope += portion.psi_slope;
        }
        this
    }

    /// By how much errors are larger than those of squares with the given noise: (LS.11).
    pub fn spread(&self, freedom: usize) -> f64 {
        match self.loss {
            Loss::Squares => 1.0,
            _ => {
                let n = self.count as f64;
                let slope = (self.psi_slope / n).max(0.1);
                self.psi_squares / (freedom.max(1) as f64) / (slope * slope)
            }
        }
    }

    /// By how much the cost grows where that of squares would grow by one: (LS.11).
    pub fn growth(&self) -> f64 {
        match self.loss {
            Loss::Squares => 1.0,
            _ => self.psi_squares / self.psi_slope.max(0.1 * self.count as f64),
        }
    }
}
