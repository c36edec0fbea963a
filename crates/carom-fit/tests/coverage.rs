//! Intervals hold the truth as often as they say. The example `coverage` counts a thousand fits of each problem; here it is fewer.

mod common;

use carom_fit::Standing;
use common::{PROBLEMS, Random};

const FITS: u64 = 120;
/// How often an interval of 95 % holds the truth in 120 fits: four standard deviations of the binomial distribution, √(0.95·0.05/120) = 0.0199, below;
/// all of them above.
const LEAST: f64 = 0.95 - 4.0 * 0.0199;

#[test]
fn intervals_of_ninety_five_percent_hold_the_truth_about_that_often() {
    for (number, problem) in PROBLEMS.iter().enumerate() {
        let clean = problem.clean(&mut Random::new(number as u64));
        let mut held = vec![0_u32; problem.truth.len()];
        let mut widths = vec![0.0; problem.truth.len()];
        for fit in 0..FITS {
            let table = problem.table(&clean, &mut Random::new(1000 * (number as u64 + 1) + fit));
            let fit = problem.study(table, "starts = 2").fit(false).expect("rows that can be solved");
            for (j, (estimate, &truth)) in fit.estimates.iter().zip(problem.truth).enumerate() {
                let Standing::Determined { deviation, interval: [low, high] } = estimate.standing else {
                    panic!("problem {number}: {estimate:?}")
                };
                held[j] += u32::from(low <= truth && truth <= high);
                widths[j] += ((estimate.value - truth) / deviation).powi(2);
            }
        }
        for (j, &held) in held.iter().enumerate() {
            let part = f64::from(held) / FITS as f64;
            assert!(part >= LEAST, "problem {number}, parameter {j}: {part}");
            // An interval that is too wide holds too much: the squares of misses over errors have mean 1, of Student's distribution up to
            // ν/(ν − 2) = 1.22 for 11 degrees of freedom; four standard errors √(2/120) = 0.13 below.
            let mean = widths[j] / FITS as f64;
            assert!(
                mean > 1.0 - 4.0 * 0.13,
                "problem {number}, parameter {j}: errors are too large by {}",
                mean.sqrt()
            );
        }
    }
}
