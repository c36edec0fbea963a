//! Counts how often intervals of 95 % hold the truth, in a thousand fits of synthetic noisy measurements for each of five problems:
//! `cargo run --profile quick -p carom-fit --example coverage [FITS [PROBLEM]]`. Between 93 and 97 of a hundred should.

#[path = "../tests/common/mod.rs"]
mod common;

use carom_fit::Standing;
use common::{PROBLEMS, Random};
use rayon::prelude::*;

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let fits = arguments.first().copied().unwrap_or(1000);
    for (number, problem) in PROBLEMS.iter().enumerate() {
        if arguments.get(1).is_some_and(|&asked| asked != number as u64 + 1) {
            continue;
        }
        let clean = problem.clean(&mut Random::new(number as u64));
        // How far estimates are from the truth in standard errors, and whether the interval holds it.
        let found: Vec<Vec<(f64, bool)>> = (0..fits)
            .into_par_iter()
            .map(|fit| {
                let table = problem.table(&clean, &mut Random::new(1000 * (number as u64 + 1) + fit));
                let fit = problem.study(table, "starts = 2").fit(false).expect("rows that can be solved");
                let holds = |(estimate, truth): (&carom_fit::Estimate, &f64)| match estimate.standing {
                    Standing::Determined { deviation, interval: [low, high] } => {
                        ((estimate.value - truth) / deviation, low <= *truth && *truth <= high)
                    }
                    Standing::AtBound | Standing::Undetermined | Standing::Exact => (f64::NAN, false),
                };
                fit.estimates.iter().zip(problem.truth).map(holds).collect()
            })
            .collect();
        for j in 0..problem.truth.len() {
            let n = found.len() as f64;
            let held = found.iter().filter(|fit| fit[j].1).count() as f64;
            let mean = found.iter().map(|fit| fit[j].0).sum::<f64>() / n;
            let size = (found.iter().map(|fit| fit[j].0 * fit[j].0).sum::<f64>() / n).sqrt();
            println!(
                "problem {}, parameter {}: {:.1} % of {fits} hold the truth; misses over errors have mean {mean:.3} and size {size:.3}",
                number + 1,
                j + 1,
                100.0 * held / n
            );
        }
    }
}
