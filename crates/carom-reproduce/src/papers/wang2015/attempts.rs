//! Attempts at the simulated row of \[Wang2015, Table I\]: laws, parameters, steps and readings of Algorithm 1.

use carom::{Model, RestitutionLaw, Separation};
use carom_reference::scenes::chain;
use carom_reference::wang::Wang;
use carom_reference::{Problem, Scene};

use super::setting::{RESTITUTION, apart, outcome, signed};
use super::variants::{Constant, Loss, Primary, Slope, Starts, Variant};
use crate::findings::Table;
use crate::item::Unmet;

/// Velocities of five balls, per unit of the momentum that arrives.
pub type Row = [f64; 5];

pub fn row(values: &[f64]) -> Result<Row, Unmet> {
    Ok(Row::try_from(values.to_vec()).map_err(|_| "five balls have five velocities")?)
}

/// Carom's outcome per unit speed.
pub fn exact(e: f64, stiffness: [f64; 4], model: Model) -> Result<Row, Unmet> {
    let five = chain(5, e, 1.0)?;
    let problem = Problem { stiffness: stiffness.to_vec(), ..five.problem.clone() };
    row(outcome(&Scene { problem, ..five }, model)?.as_slice())
}

/// An attempt at the printed row: what it is, and its closest outcome with the step or parameter that gives it.
struct Attempt {
    what: String,
    with: String,
    row: Row,
    parameters: Parameters,
}

/// Whether an attempt keeps to e = 0.95 and equal stiffness.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameters {
    AsStated,
    Fitted,
}

/// What became of the attempts.
pub struct Tried {
    /// All of them, the closest last.
    pub table: Table,
    /// How far the closest with the stated parameters is from the printed row, per unit momentum.
    pub closest: f64,
    /// With how many of the [`LOSSES`] the printed c of eq. (7) comes closer than the right one.
    pub closer_with_printed_constant: usize,
}

/// Tries everything.
pub fn attempts(target: &Row) -> Result<Tried, Unmet> {
    let mut all = laws(target)?;
    all.push(letter(target)?);
    let (readings, closer_with_printed_constant) = readings(target);
    all.extend(readings);
    all.sort_by(|a, b| apart(&b.row, target).total_cmp(&apart(&a.row, target)));
    let stated = all.iter().rev().find(|attempt| attempt.parameters == Parameters::AsStated);
    let closest = stated.map_or(f64::INFINITY, |attempt| apart(&attempt.row, target));
    Ok(Tried { table: table(&all, target), closest, closer_with_printed_constant })
}

fn table(all: &[Attempt], target: &Row) -> Table {
    let head = ["what was tried", "closest with", "ball 1", "ball 2", "ball 3", "ball 4", "ball 5", "off by"];
    let caption = "Attempts at the simulated row, per unit momentum. Each is shown with the step or parameter that brings it closest; steps are over the momentum that arrives.";
    let shown = |v: f64| signed(v, 4);
    let table = Table::new(caption, &head).row(
        ["printed".to_owned(), String::new()].into_iter().chain(target.map(shown)).chain([String::new()]),
    );
    all.iter().fold(table, |table, attempt| {
        let off = shown(apart(&attempt.row, target));
        table.row(
            [attempt.what.clone(), attempt.with.clone()]
                .into_iter()
                .chain(attempt.row.map(shown))
                .chain([off]),
        )
    })
}

/// The model without error of integration: its laws, any restitution, any ratio of stiffness.
fn laws(target: &Row) -> Result<Vec<Attempt>, Unmet> {
    let tracked = Model { separation: Separation::Tracked, ..Model::default() };
    let law = |restitution| Model { restitution, ..Model::default() };
    let mut attempts = Vec::new();
    for (what, model) in [
        ("the model, hardening", Model::default()),
        ("the model, bi-stiffness", law(RestitutionLaw::BiStiffness)),
        ("the model, mono-stiffness", law(RestitutionLaw::MonoStiffness)),
        ("the model, separation tracked", tracked),
    ] {
        let row = exact(RESTITUTION, [1.0; 4], model)?;
        attempts.push(Attempt {
            what: what.to_owned(),
            with: "e = 0.95".to_owned(),
            row,
            parameters: Parameters::AsStated,
        });
        let mut best = (f64::INFINITY, 0.0, row);
        for thousandths in 930..=1000 {
            let e = f64::from(thousandths) * 1e-3;
            let row = exact(e, [1.0; 4], model)?;
            if apart(&row, target) < best.0 {
                best = (apart(&row, target), e, row);
            }
        }
        let (_, e, row) = best;
        attempts.push(Attempt {
            what: format!("{what}, any e"),
            with: format!("e = {e:.3}"),
            row,
            parameters: Parameters::Fitted,
        });
    }
    attempts.push(any_stiffness(target, Free::Stiffness)?);
    attempts.push(any_stiffness(target, Free::StiffnessAndRestitution)?);
    Ok(attempts)
}

/// Which parameters of the model are free.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Free {
    Stiffness,
    StiffnessAndRestitution,
}

/// The ratios of stiffness, and the restitution if it is free, that come closest: a search on a lattice that is halved
/// whenever no neighbour is closer.
fn any_stiffness(target: &Row, free: Free) -> Result<Attempt, Unmet> {
    /// A unit of the lattice is this much restitution; of the stiffness it is a factor e.
    const UNIT: f64 = 0.05;
    let (start, axes) = match free {
        Free::Stiffness => (RESTITUTION, 3),
        Free::StiffnessAndRestitution => (RESTITUTION, 4),
    };
    let of = |at: [f64; 4]| {
        let stiffness = [1.0, at[0].exp(), at[1].exp(), at[2].exp()];
        exact((start + UNIT * at[3]).min(1.0), stiffness, Model::default())
    };
    let off = |row: &Row| row.iter().zip(target).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
    let (mut at, mut mesh) = ([0.0; 4], 0.4);
    let mut row = of(at)?;
    while mesh > 1e-4 {
        let mut moved = false;
        for way in 0..2 * axes {
            let mut trial = at;
            trial[way / 2] += if way % 2 == 0 { mesh } else { -mesh };
            let found = of(trial)?;
            if off(&found) < off(&row) {
                (at, row, moved) = (trial, found, true);
            }
        }
        mesh *= if moved { 1.0 } else { 0.5 };
    }
    let (what, e) = match free {
        Free::Stiffness => ("the model, any ratios of stiffness", RESTITUTION),
        Free::StiffnessAndRestitution => ("the model, any e and ratios of stiffness", start + UNIT * at[3]),
    };
    let with = format!("e = {e:.4}, k/k₁ = {:.3}, {:.3}, {:.3}", at[0].exp(), at[1].exp(), at[2].exp());
    Ok(Attempt { what: what.to_owned(), with, row, parameters: Parameters::Fitted })
}

/// Algorithm 1 as the reference solver has it, with any step.
fn letter(target: &Row) -> Result<Attempt, Unmet> {
    let five = chain(5, RESTITUTION, 1.0)?;
    let mut best: Option<(f64, f64, Row)> = None;
    for step in steps(1e-3, 0.3, 60) {
        let Ok(outcome) = Wang::new(step)?.solve(&five.problem) else { continue };
        let row = row(five.velocities(&outcome.impulse).as_slice())?;
        let off = apart(&row, target);
        if best.is_none_or(|(known, _, _)| off < known) {
            best = Some((off, step, row));
        }
    }
    let (_, step, row) = best.ok_or("Algorithm 1 ends with no step")?;
    Ok(Attempt {
        what: "Algorithm 1, Newton's method for (8)".to_owned(),
        with: format!("δ = {step:.4}"),
        row,
        parameters: Parameters::AsStated,
    })
}

/// Steps in a geometric progression.
fn steps(low: f64, high: f64, count: u32) -> impl Iterator<Item = f64> {
    (0..count).map(move |i| low * (high / low).powf(f64::from(i) / f64::from(count - 1)))
}

/// Readings of Algorithm 1: the primary contact, the slope in (11), c of (7), the loss, the steps; and with how many losses
/// the printed c comes closer than the right one.
fn readings(target: &Row) -> (Vec<Attempt>, usize) {
    let (e, e2) = (RESTITUTION, RESTITUTION * RESTITUTION);
    let energy = |kept, hardening| Loss::Energy { kept, hardening };
    let losses: [(&str, Loss); LOSSES as usize] = [
        ("E ← e²E, k ← k/e²", energy(e2, e2)),
        ("E ← e²E alone", energy(e2, 1.0)),
        ("E ← eE, k ← k/e", energy(e, e)),
        ("E ← eE alone", energy(e, 1.0)),
        ("no loss", energy(1.0, 1.0)),
        ("Poisson's law, I ≤ (1 + e) I_c", Loss::Impulse { e }),
    ];
    let (mut attempts, mut closer) = (Vec::new(), 0);
    for (name, loss) in losses {
        let [half, printed] = [("c = δ²/2", Constant::Half), ("c as printed", Constant::Printed)].map(
            |(c_name, constant)| -> Option<Attempt> {
                let (variant, row) = closest_reading(constant, loss, target)?;
                Some(Attempt {
                    what: format!("Algorithm 1: {name}; {c_name}"),
                    with: described(&variant),
                    row,
                    parameters: Parameters::AsStated,
                })
            },
        );
        let off = |attempt: &Option<Attempt>| attempt.as_ref().map(|attempt| apart(&attempt.row, target));
        closer +=
            usize::from(matches!((off(&printed), off(&half)), (Some(printed), Some(half)) if printed < half));
        attempts.extend(half.into_iter().chain(printed));
    }
    (attempts, closer)
}

/// Slope, primary contact and steps in words.
fn described(variant: &Variant) -> String {
    let slope = match variant.slope {
        Slope::After => "slope after",
        Slope::Before => "slope before",
        Slope::Mean => "mean slope",
    };
    let primary = match variant.primary {
        Primary::Kept => "primary kept",
        Primary::Strongest => "strongest primary",
    };
    let starts = match variant.starts {
        Starts::All => "at starts",
        Starts::Later => "at later starts",
    };
    format!("{slope}, {primary}, δ = {:.4}, {starts} {:.4}", variant.step, variant.first_step)
}

/// Losses, steps between starts, and other steps at all starts or the later ones, that are tried.
pub const LOSSES: u32 = 6;
const STEPS: u32 = 10;
const FIRST_STEPS: u32 = 30;

/// How many runs of Algorithm 1 are tried: the losses, two constants, three slopes, two choices of the primary contact.
pub const RUNS: u32 = LOSSES * 2 * 3 * 2 * STEPS * (1 + 2 * FIRST_STEPS);

/// The steps, the slope and the choice of the primary contact with which a reading comes closest.
fn closest_reading(constant: Constant, loss: Loss, target: &Row) -> Option<(Variant, Row)> {
    let mut best: Option<(f64, Variant, Row)> = None;
    for slope in [Slope::After, Slope::Before, Slope::Mean] {
        for primary in [Primary::Kept, Primary::Strongest] {
            for step in steps(1e-3, 0.1, STEPS) {
                let others = steps(0.01, 0.25, FIRST_STEPS)
                    .flat_map(|first_step| [(first_step, Starts::All), (first_step, Starts::Later)]);
                for (first_step, starts) in std::iter::once((step, Starts::All)).chain(others) {
                    let variant = Variant { primary, slope, constant, loss, step, first_step, starts };
                    let Some(row) = variant.solve() else { continue };
                    let off = apart(&row, target);
                    if best.is_none_or(|(known, _, _)| off < known) {
                        best = Some((off, variant, row));
                    }
                }
            }
        }
    }
    best.map(|(_, variant, row)| (variant, row))
}
