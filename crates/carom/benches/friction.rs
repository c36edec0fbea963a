//! What friction costs and how cost grows, in one run: `cargo bench -p carom --bench friction`. Everything is a ratio to the frictionless
//! ball on a ball on a table, measured in the same run; a bare time means nothing on another machine. Every line is bounded in time. `-- singles`, `-- families` or
//! `-- growth` prints one of the three parts.

#[path = "../tests/common/mod.rs"]
mod common;

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use carom::laws::routh::Routh;
use carom::laws::{Coefficients, ImpactLaw, LoneImpact};
use carom::{Compliance, Friction, Impact, Model, Outcome, Restitution, TangentialLaw, Workspace};
use carom_reference::scenes::BallBallTable;
use carom_reference::two_ball::TwoBallEuler;
use common::families::{Draw, Family, Surface, heap};
use common::{Scene, ball_ball_table, chain, jia2013_mass, rack, touching};
use nalgebra::{Matrix3, Vector3, vector};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const SURFACES: [Surface; 3] = [Surface::None, Surface::Compliant, Surface::Rigid];
/// Impacts of each family, as far as they are done within [`LONGEST_FAMILY`].
const SCENES: u64 = 10_000;
const LONGEST_FAMILY: Duration = Duration::from_secs(2);
/// Runs of each of them, of which the best counts: the tail should be that of impacts, not of what else the machine does.
const RUNS: usize = 2;
/// Contacts of scenes that grow, as far as one impact takes no longer than [`LONGEST_IMPACT`].
const CONTACTS: [usize; 6] = [10, 30, 100, 300, 1000, 3000];
const LONGEST_IMPACT: Duration = Duration::from_secs(3);
/// The next size is tried only if it will not take much longer than that, should cost grow with the square.
const GROWTH_EXPECTED: f64 = 9.0;
/// Step of the Euler scheme that the papers use.
const EULER_STEP: f64 = 5e-5;

fn main() -> Result<()> {
    let unit = time(&two(Surface::None)?.try_impact(Model::default())?);
    println!("one frictionless impact of a ball on a ball on a table is the unit");
    let parts: Vec<String> = std::env::args().skip(1).filter(|part| !part.starts_with('-')).collect();
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    if wanted("singles") {
        singles(unit)?;
    }
    if wanted("families") {
        families(unit);
    }
    if wanted("growth") {
        growth(unit)?;
    }
    Ok(())
}

fn families(unit: Duration) {
    println!(
        "\n{:<14}{:<11}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}",
        "family", "friction", "scenes", "median", "mean", "p99", "most", "refused"
    );
    for family in Family::ALL {
        SURFACES.into_iter().for_each(|surface| report(family, surface, unit));
    }
}

fn growth(unit: Duration) -> Result<()> {
    println!(
        "\ncost of one impact by the number of contacts, the exponent of its growth from the size before, and series/events"
    );
    for surface in SURFACES {
        for e in [1.0, 0.95, 0.5] {
            grow(&format!("chain, e = {e}"), surface, unit, |contacts| chain(contacts + 1, e))?;
        }
        for e in [0.9, 0.6] {
            grow(&format!("rack, e = {e}"), surface, unit, |contacts| rack(&rows(contacts), e))?;
        }
        grow("heap", surface, unit, |contacts| heap(&mut Draw::new(1), contacts))?;
    }
    Ok(())
}

/// One and two contacts, and what others make of them.
fn singles(unit: Duration) -> Result<()> {
    let ratio = |time: Duration| time.as_secs_f64() / unit.as_secs_f64();
    for surface in SURFACES {
        let (lone, two) = (lone(surface)?, two(surface)?);
        let [lone, two] = [lone, two].map(|scene| scene.try_impact(Model::default()).map(|i| time(&i)));
        println!(
            "{:<11} one contact {:>7.2}   two contacts {:>7.2}",
            name(surface),
            ratio(lone?),
            ratio(two?)
        );
    }
    let coefficients = Coefficients {
        restitution: Restitution::new(0.8)?,
        friction: Friction::new(0.2)?,
        ..Coefficients::default()
    };
    let w = Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]);
    let impact = LoneImpact::new(w, vector![1.0, 0.0, -1.0], coefficients)?;
    let routh = best_of(1000, || Routh::default().collision(black_box(&impact)).is_ok());
    println!("one rigid contact by Routh's law alone {:.2}", ratio(routh));
    let (balls, euler) = (BallBallTable::jia2013(0.9, 0.7), TwoBallEuler::new(EULER_STEP)?);
    let theirs = best_of(20, || euler.solve(black_box(&balls)).is_ok());
    println!("two contacts by Euler steps of {EULER_STEP:e} over the primary impulse {:.0}", ratio(theirs));
    Ok(())
}

fn report(family: Family, surface: Surface, unit: Duration) {
    let (mut times, mut refused, start) = (Vec::new(), 0, Instant::now());
    for impact in (0..SCENES).map(|seed| family.scene(surface, seed).impact(Model::default())) {
        let mut is_refused = false;
        let cost = best_of(RUNS, || is_refused = black_box(&impact).solve().is_err());
        times.push(cost.as_secs_f64() / unit.as_secs_f64());
        refused += usize::from(is_refused);
        if start.elapsed() > LONGEST_FAMILY {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    println!(
        "{:<14}{:<11}{:>9}{:>9.1}{mean:>9.1}{:>9.0}{:>9.0}{refused:>9}",
        format!("{family:?}"),
        name(surface),
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Cost of larger and larger scenes, as long as it can be waited for.
fn grow(what: &str, surface: Surface, unit: Duration, scene: impl Fn(usize) -> Scene) -> Result<()> {
    let mut row = String::new();
    let mut before: Option<(f64, f64)> = None;
    for contacts in CONTACTS {
        let mut scene = scene(contacts);
        scene.rub_all(law(surface)?);
        let impact = scene.try_impact(Model::default())?;
        let contacts = impact.contacts().len() as f64;
        if before.is_some_and(|(fewer, _)| contacts <= fewer) {
            continue; // racks and heaps come in whole rows
        }
        let start = Instant::now();
        let solved = black_box(&impact).solve();
        let mut cost = start.elapsed();
        if cost < LONGEST_IMPACT / 100 {
            cost = cost.min(best_of(5, || black_box(&impact).solve().is_ok()));
        }
        let cost = cost.as_secs_f64();
        let exponent = before.map(|(n, c)| (cost / c).ln() / (contacts / n).ln());
        let exponent = exponent.map_or(String::new(), |exponent| format!(" (n^{exponent:.1})"));
        let work = match solved {
            Ok(outcome) => format!("{}/{}", outcome.expansions, outcome.events),
            Err(_) => "refused".into(),
        };
        row += &format!("  {contacts}: {:.1}{exponent} {work}", cost / unit.as_secs_f64());
        before = Some((contacts, cost));
        if cost * GROWTH_EXPECTED > LONGEST_IMPACT.as_secs_f64() {
            break;
        }
    }
    println!("{what:<17}{:<10}{row}", name(surface));
    Ok(())
}

fn name(surface: Surface) -> String {
    format!("{surface:?}").to_lowercase()
}

fn law(surface: Surface) -> Result<TangentialLaw> {
    let (friction, compliance) = (Friction::new(0.2)?, Compliance::new(1.2)?);
    Ok(match surface {
        Surface::None | Surface::Mixed => TangentialLaw::Frictionless,
        Surface::Compliant => TangentialLaw::Compliant { friction, compliance },
        Surface::Rigid => TangentialLaw::Rigid { friction },
    })
}

/// Rows of a triangular rack of about so many contacts: n rows have 3n(n − 1)/2, and the cue ball one more.
fn rows(contacts: usize) -> Vec<usize> {
    let count = (1..).find(|n| 3 * n * (n + 1) / 2 >= contacts).unwrap_or(1);
    (1..=count + 1).collect()
}

/// A ball of mass 1 that falls obliquely on a table.
fn lone(surface: Surface) -> Result<Scene> {
    let mut scene = Scene::default();
    let ball = scene.ball(1.0, vector![0.0, 0.0, 1.0], vector![1.0, 0.0, -1.0]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.touch_at([ball, table], Vector3::zeros(), Vector3::z(), touching(0.8, 1.0));
    scene.rub_all(law(surface)?);
    Ok(scene)
}

/// A ball that falls obliquely on a ball on a table.
fn two(surface: Surface) -> Result<Scene> {
    let mut scene = ball_ball_table(jia2013_mass(), [0.9, 0.7], 1.0);
    scene.solids[0].velocity = vector![0.3, 0.1, -1.0];
    scene.rub_all(law(surface)?);
    Ok(scene)
}

/// The time of one impact in memory that is used again.
fn time(impact: &Impact) -> Duration {
    let (mut workspace, mut outcome) = (Workspace::default(), Outcome::default());
    let few = || {
        for _ in 0..10 {
            black_box(impact.solve_into(&mut workspace, &mut outcome)).ok();
        }
    };
    best_of(300, few) / 10
}

fn best_of<T>(runs: usize, mut run: impl FnMut() -> T) -> Duration {
    let timed = |_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    };
    (0..runs).map(timed).min().unwrap_or_default()
}
