//! \[Wang2015, Algorithm 1\]: does it end, where does it converge to, and how fast?

use carom::{ContactSolution, Model};
use carom_plot::chart::{Chart, Plot};
use carom_reference::scenes::{self, BallBallTable, ball_ball_table, chain, nine_ball_rack};
use carom_reference::wang::Wang;
use carom_reference::{Outcome, Scene};

use super::attempts::exact;
use super::setting::{RESTITUTION, apart, contact_problem, outcome};
use super::variants::{Constant, Loss, Primary, Slope, Starts, Variant};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Steps of the primary impulse over the momentum that arrives, each a third of the one before.
const STEPS: [f64; 7] = [1e-2, 3.33e-3, 1.11e-3, 3.7e-4, 1.23e-4, 4.1e-5, 1.4e-5];

/// What a step of 0.001 may leave on a random cluster, in metres per second: a ball feels the ends of two or three contacts,
/// each of which overshoots by up to a step.
const LARGEST_ERROR: f64 = 3e-3;

/// How far the slope of a fitted line may be from the order: an end overshoots by any part of the last step, so an error
/// may be half or twice what the step promises; log₁₀ 2 over the three decades of [`STEPS`].
const ORDER_ERROR: f64 = 0.1;

pub fn convergence() -> Result<Findings, Unmet> {
    let scenes = [
        ("cradle of five", chain(5, RESTITUTION, 1.0)?),
        ("ball on ball on table", ball_ball_table(&BallBallTable::jia2013(0.9, 0.7))?),
        ("nine-ball rack", nine_ball_rack(0.96)?),
    ];
    let mut plot = Plot::new("log₁₀ of the step δ", "log₁₀ of the error / m/s").height(320.0);
    let mut table = Table::new(
        "Errors of Algorithm 1 over its step, and the order: the slope of the fitted line.",
        &["", "δ = 0.01", "δ = 0.00111", "δ = 0.000123", "δ = 0.000014", "order"],
    );
    let mut orders = Vec::new();
    for (name, scene) in &scenes {
        let exact = outcome(scene, Model::default())?;
        let mut points = Vec::new();
        for step in STEPS {
            let found = Wang::new(step)?.solve(&scene.problem)?;
            let error = apart(scene.velocities(&found.impulse).iter(), exact.iter());
            points.push([step.log10(), error.log10()]);
        }
        let order = slope(&points);
        let shown = [0, 2, 4, 6].map(|i: usize| format!("{:.1e}", 10f64.powf(points[i][1])));
        table = table.row(std::iter::once((*name).to_owned()).chain(shown).chain([format!("{order:.2}")]));
        plot = plot.line(name, points.clone()).dots(name, points);
        orders.push(order);
    }
    let chart =
        Chart::new("Algorithm 1 converges to the exact outcome", "largest error of a velocity").plot(plot);
    Ok(Findings::new()
        .claim(Claim::own_check(
            "order of Algorithm 1",
            "Euler steps over the primary impulse integrate the model: they tend to its outcome, at first order.",
            Check::bounded("difference of the order from 1", orders.iter().map(|order| (order - 1.0).abs()), ORDER_ERROR),
        )
        .remark("The exact outcome is Carom's, in time, without a step. Algorithm 1 is run with c = δ²/2, the strongest contact as primary one at every step and the derivative of step n in (11)."))
        .claim(text_below_eleven())
        .claim(largest_ratio()?)
        .claims(properties()?)
        .table(table)
        .figure(chart.draw(), "Errors fall in proportion to the step."))
}

/// Slope of the line of least squares.
fn slope(points: &[[f64; 2]]) -> f64 {
    let count = points.len() as f64;
    let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
    let [x, y] = [mean(0), mean(1)];
    let product = |a: usize, b: usize| -> f64 {
        let means = [x, y];
        points.iter().map(|point| (point[a] - means[a]) * (point[b] - means[b])).sum()
    };
    product(0, 1) / product(0, 0)
}

/// Algorithm 1 for the cradle, as the reference solver has it but for what is given.
fn variant(primary: Primary, slope: Slope, step: f64) -> Variant {
    let e2 = RESTITUTION * RESTITUTION;
    let loss = Loss::Energy { kept: e2, hardening: e2 };
    Variant { primary, slope, constant: Constant::Half, loss, step, first_step: step, starts: Starts::All }
}

/// (11) prints the derivative after the step, the text below it the one before.
fn text_below_eleven() -> Claim {
    let [before, after] = [Slope::Before, Slope::After]
        .map(|slope| variant(Primary::Strongest, slope, 1e-3).first_energies()[1]);
    let grows = |energy: f64, step: &str| {
        let evidence = format!(
            "energy of contact 2 of the cradle after a first step of 0.001 with the derivative of step {step}: {energy:.1e}"
        );
        Check::once(energy > 0.0, evidence)
    };
    Claim::statement(
        "derivative in eq. (11)",
        "(Text below the equation.) The energy is advanced with the derivative (dE/dI) of step n − 1.",
        grows(before, "n − 1"),
    )
    .misprinted_statement(
        "(The equation.) The energy is advanced with the derivative (dE/dI) of step n.",
        grows(after, "n"),
        "Equation and text disagree. With n − 1 a contact at rest gathers no energy in its first step and leaves at once.",
    )
    .erratum("Below eq. (11) the derivative must be that of step n, as in the equation, not n − 1.")
}

/// Where the largest ratio is the denominator, and where the primary contact is kept until a contact leaves or comes.
fn largest_ratio() -> Result<Claim, Unmet> {
    const COUNT: u32 = 30;
    let exact = exact(RESTITUTION, [1.0; 4], Model::default())?;
    let mut errors = [0.0; 2];
    for part in 0..COUNT {
        let step = 1e-4 * 100f64.powf(f64::from(part) / f64::from(COUNT - 1));
        for (sum, primary) in errors.iter_mut().zip([Primary::Strongest, Primary::Kept]) {
            let row = variant(primary, Slope::After, step).solve().ok_or("Algorithm 1 ends")?;
            *sum += (apart(&row, &exact) / step.sqrt()).powi(2) / f64::from(COUNT);
        }
    }
    let [strongest, kept] = errors.map(f64::sqrt);
    Ok(Claim::statement(
        "the largest ratio in the denominator",
        "It improves numerical stability if the largest impulse rate stays in the denominator of the ratios.",
        Check::once(
            strongest < kept,
            format!(
                "root mean square of error/√δ on the cradle, {COUNT} steps δ from 0.0001 to 0.01: {strongest:.3} if the primary contact is chosen at every step, {kept:.3} if only when a contact leaves or comes"
            ),
        ),
    )
    .remark("Algorithm 1 chooses it at its line 3 only. That does not keep the ratios below one: a primary contact weakens until it leaves, and the ratios to it grow without bound."))
}

/// What the exact outcome and Algorithm 1 share: they end, lose energy, and keep symmetry.
fn properties() -> Result<Vec<Claim>, Unmet> {
    let mut seen = Seen::default();
    for seed in 0..1500 {
        seen.add(seed, &scenes::random(seed, 3 + (seed % 5) as usize, (0.5, 1.0))?)?;
    }
    Ok(vec![
        Claim::statement(
            "a collision ends",
            "The loops of Algorithm 1 come to an end with no contact active.",
            Check::counted(
                seen.cases,
                seen.refused,
                format!(
                    "{} random clusters of 3 to 7 discs, e from 0.5 to 1, solved exactly; at most {} events",
                    seen.cases, seen.most_events
                ),
            ),
        ),
        Claim::statement(
            "no contact approaches after it",
            "When the active set is empty the bodies part.",
            Check::bounded("speed of approach left / m/s", seen.approach, 1e-12),
        ),
        Claim::statement(
            "energy",
            "What is lost is the part 1 − e² of the energy at each end of compression, nothing is gained.",
            Check::bounded("kinetic energy gained / J", seen.gained, 1e-12),
        ),
        Claim::own_check(
            "Algorithm 1 on clusters",
            "With a step of 0.001 Algorithm 1 ends near the exact outcome.",
            Check::bounded("error of a velocity, every fifth cluster / m/s", seen.errors, LARGEST_ERROR),
        ),
        symmetry()?,
    ])
}

#[derive(Default)]
struct Seen {
    cases: usize,
    refused: usize,
    most_events: usize,
    approach: Vec<f64>,
    gained: Vec<f64>,
    errors: Vec<f64>,
}

impl Seen {
    fn add(&mut self, seed: u64, scene: &Scene) -> Result<(), Unmet> {
        self.cases += 1;
        let Ok(ContactSolution { velocity, impulse, events, .. }) =
            contact_problem(&scene.problem, Model::default())?.solve()
        else {
            self.refused += 1;
            return Ok(());
        };
        let bodies = scene.velocities(&impulse.into());
        self.most_events = self.most_events.max(events);
        self.approach.push(velocity.iter().fold(0.0, |worst: f64, v| worst.max(-v)));
        self.gained.push(scene.kinetic_energy(&bodies) - scene.kinetic_energy(&scene.initial));
        if seed.is_multiple_of(5) {
            let found = Wang::new(1e-3)?.solve(&scene.problem);
            let error = |found: Outcome| apart(scene.velocities(&found.impulse).iter(), bodies.iter());
            self.errors.push(found.map_or(f64::NAN, error));
        }
        Ok(())
    }
}

/// A head-on break is its own mirror image.
fn symmetry() -> Result<Claim, Unmet> {
    let rack = nine_ball_rack(0.96)?;
    let exact = outcome(&rack, Model::default())?;
    let by_steps = rack.velocities(&Wang::new(1e-3)?.solve(&rack.problem)?.impulse);
    // Balls 0 to 9: cue, apex, rows of 2, 3, 2, 1.
    let mirror = [0, 1, 3, 2, 6, 5, 4, 8, 7, 9];
    let errors = [exact, by_steps].into_iter().flat_map(|velocity| {
        mirror.iter().enumerate().map(move |(ball, &image)| {
            let (x, y) =
                (velocity[2 * ball] - velocity[2 * image], velocity[2 * ball + 1] + velocity[2 * image + 1]);
            x.hypot(y)
        })
    });
    Ok(Claim::own_check(
        "symmetry",
        "A rack struck head-on without friction leaves as its own mirror image.",
        Check::bounded(
            "difference of a ball and the image of its partner, exact and by steps / m/s",
            errors,
            1e-12,
        ),
    ))
}
