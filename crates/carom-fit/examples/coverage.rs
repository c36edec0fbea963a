//! Counts how often intervals of 95 % hold the truth, in a thousand fits of synthetic noisy measurements for each of five problems:
//! `cargo run --profile quick -p carom-fit --example coverage`. Between 93 and 97 of a hundred should.

#[path = "../tests/common/mod.rs"]
mod common;

use carom_fit::Standing;
use common::{PROBLEMS, Random};
use rayon::prelude::*;

const FITS: u64 = 1000;

fn main() {
    for (number, problem) in PROBLEMS.iter().enumerate() {
        let clean = problem.clean(&mut Random::new(number as u64));
        let held: Vec<Vec<bool>> = (0..FITS)
            .into_par_iter()
            .map(|fit| {
                let table = problem.table(&clean, &mut Random::new(1000 + fit));
                let fit = problem.study(table, "starts = 2").fit(false).expect("rows that can be solved");
                let holds = |(estimate, truth): (&carom_fit::Estimate, &f64)| match estimate.standing {
                    Standing::Determined { interval: [low, high], .. } => low <= *truth && *truth <= high,
                    Standing::AtBound | Standing::Undetermined | Standing::Exact => false,
                };
                fit.estimates.iter().zip(problem.truth).map(holds).collect()
            })
            .collect();
        for j in 0..problem.truth.len() {
            let count = held.iter().filter(|held| held[j]).count();
            println!(
                "problem {}, parameter {}: {:.1} % of {FITS}",
                number + 1,
                j + 1,
                100.0 * count as f64 / FITS as f64
            );
        }
    }
}
