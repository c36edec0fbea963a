//! What friction costs: random impacts of every family with compliant and with rigid friction against the same impacts without, median, tail
//! and most; and how chains grow. `cargo bench -p carom --bench friction`. All are ratios to the frictionless ball on a ball on a table,
//! measured in the same run; a bare time means nothing on another machine.

#[path = "../tests/common/mod.rs"]
mod common;

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use carom::{ContactProblem, Coupling, Model, NormalLaw, Restitution, Stiffness};
use carom_reference::scenes::{self, BallBallTable, Scene};
use common::families::{Family, Surface};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Impacts of each family; those of bodies by the dozen take longer.
const SCENES: u64 = 200;
const LARGE_SCENES: u64 = 10;

/// Balls in the chains.
const CHAINS: [usize; 4] = [10, 30, 100, 300];

fn main() -> Result<()> {
    let unit = unit()?;
    println!("one frictionless impact of a ball on a ball on a table is the unit\n");
    println!(
        "{:<14}{:<11}{:>9}{:>9}{:>9}{:>9}{:>9}",
        "family", "friction", "median", "mean", "p99", "most", "refused"
    );
    for family in Family::ALL {
        for surface in [Surface::None, Surface::Compliant, Surface::Rigid] {
            report(family, surface, unit);
        }
    }
    println!("\nchains of n balls struck at one end: cost for each contact, relative to the shortest");
    for e in [1.0, 0.95, 0.5] {
        growth(e)?;
    }
    Ok(())
}

/// The time of one impact that all others are measured by.
fn unit() -> Result<Duration> {
    let problem = problem_of(&scenes::ball_ball_table(&BallBallTable::jia2013(0.9, 0.7))?)?;
    Ok(best_of(20, || {
        for _ in 0..100 {
            black_box(black_box(&problem).solve()).ok();
        }
    }) / 100)
}

fn report(family: Family, surface: Surface, unit: Duration) {
    let is_large = matches!(family, Family::Heap | Family::RackOfNine | Family::Slab);
    let count = if is_large { LARGE_SCENES } else { SCENES };
    let (mut times, mut refused) = (Vec::new(), 0);
    for seed in 0..count {
        let impact = family.scene(surface, seed).impact(Model::default());
        let start = Instant::now();
        let outcome = black_box(&impact).solve();
        times.push(start.elapsed().as_secs_f64() / unit.as_secs_f64());
        refused += usize::from(outcome.is_err());
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let (family, surface) = (format!("{family:?}"), format!("{surface:?}").to_lowercase());
    println!(
        "{family:<14}{surface:<11}{:>9.1}{mean:>9.1}{:>9.0}{:>9.0}{refused:>9}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Cost for each contact of longer and longer chains, and the exponent of the whole cost between the last two.
fn growth(e: f64) -> Result<()> {
    let mut costs = Vec::new();
    for balls in CHAINS {
        let problem = problem_of(&scenes::chain(balls, e, 1.0)?)?;
        costs.push(best_of(3, || black_box(black_box(&problem).solve()).is_ok()).as_secs_f64());
    }
    let each = |i: usize| costs[i] / (CHAINS[i] - 1) as f64;
    let row: Vec<String> =
        (0..CHAINS.len()).map(|i| format!("{}: {:.1}", CHAINS[i], each(i) / each(0))).collect();
    let last = CHAINS.len() - 1;
    let exponent =
        (costs[last] / costs[last - 1]).ln() / (CHAINS[last] as f64 / CHAINS[last - 1] as f64).ln();
    println!("  e = {e:<5} {}, the last two as n^{exponent:.1}", row.join(", "));
    Ok(())
}

fn problem_of(scene: &Scene) -> Result<ContactProblem> {
    let problem = &scene.problem;
    let law = |(&e, &k): (&f64, &f64)| -> Result<NormalLaw> {
        Ok(NormalLaw::touching(Restitution::new(e)?, Stiffness::new(k)?))
    };
    let laws = problem.restitution.iter().zip(&problem.stiffness).map(law).collect::<Result<Vec<_>>>()?;
    let velocity = problem.velocity.iter().copied().collect();
    Ok(ContactProblem::new(Coupling::from_matrix(&problem.w)?, velocity, laws, Model::default())?)
}

fn best_of<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(run());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}
