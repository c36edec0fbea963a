//! \[Wang2015, sec. II-A\]: energies and impulses of the virtual springs, and how they are started.

use carom::{EventKind, Model, Snapshot, Trace};
use carom_reference::scenes::{self, SplitMix, chain};
use nalgebra::{DMatrix, DVector, Matrix2, vector};

use super::setting::{RESTITUTION, contact_problem, outcome, signed};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Random clusters of touching discs that statements are checked on.
const CLUSTERS: u64 = 300;

/// Newton's method halves a far guess at each step and then converges quadratically: more than it takes from −500 to 1e-12.
const NEWTON_STEPS: usize = 40;

/// Eqs. (1)–(4): work, force and energy of a spring.
pub fn springs() -> Result<Findings, Unmet> {
    let (mut ratios, mut works) = (Vec::new(), Vec::new());
    for seed in 0..CLUSTERS {
        let scene = scenes::random(seed, 3 + (seed % 5) as usize, (0.5, 1.0))?;
        let (_, trace) = contact_problem(&scene.problem, Model::default())?.trace()?;
        ratios.extend(force_errors(&scene.problem.stiffness, &scene.problem.restitution, &trace));
        works.extend(work_errors(&trace));
    }
    let five = chain(5, RESTITUTION, 1.0)?;
    let (_, trace) = contact_problem(&five.problem, Model::default())?.trace()?;
    Ok(Findings::new().claims([
        Claim::statement(
            "eq. (3): work of a contact",
            "The energy of a spring grows with its impulse by the speed of approach, dE/dI = −ẋ.",
            Check::bounded("E gained between two instants less the mean speed of approach times the impulse / J", works, 1e-9),
        )
        .remark("Random clusters of 3 to 7 discs, 400 stretches of each impact without an event; the mean of the two ends is exact to third order."),
        Claim::statement(
            "eq. (4): ratio of impulses",
            "dI/dI′ = F/F′ = √(kE/(k′E′)), with k divided by e² at each end of compression.",
            Check::bounded("relative difference of F² and 2kE", ratios, 1e-9),
        )
        .remark("The same clusters; k is counted from the events."),
        Claim::words("Hooke's law and eq. (3)", "F = k x, dE/dI = −ẋ", &hooke(&trace))
            .misprint("F = −k x, dE/dI = −ẋ", "x is the change in length, negative under compression; E = kx²/2 and dE/dI = −ẋ then ask for F = −kx > 0. As printed the law can only mean the size of the force.")
            .erratum("Sec. II-A: Hooke's law must read F = −k x for eq. (3) to hold (the minus may be lost in our text)."),
        lone_contact()?,
    ]))
}

/// F²/(2kE) − 1 wherever a spring is loaded.
fn force_errors(stiffness: &[f64], restitution: &[f64], trace: &Trace) -> Vec<f64> {
    let events = trace.events();
    let mut errors = Vec::new();
    for at in trace.sample(&trace.instants(40)) {
        for (contact, (&force, &energy)) in at.force.iter().zip(&at.energy).enumerate() {
            let ends = |event: &&carom::Event| {
                event.contact == contact && event.kind == EventKind::CompressionEnds && event.time <= at.time
            };
            let hardened = events.iter().filter(ends).count() as i32;
            let k = stiffness[contact] * restitution[contact].powi(-2 * hardened);
            // Below a thousandth of unit force rounding of the compression shows.
            if force > 1e-3 {
                errors.push((force * force / (2.0 * k * energy) - 1.0).abs());
            }
        }
    }
    errors
}

/// |ΔE + (v + v′)/2 ΔI| over short stretches without events.
fn work_errors(trace: &Trace) -> Vec<f64> {
    let duration = trace.duration();
    let events: Vec<f64> = trace.events().iter().map(|event| event.time).collect();
    let mut errors = Vec::new();
    for part in 0..400 {
        let from = duration * f64::from(part) / 400.0;
        let to = from + 1e-4 * duration;
        if events.iter().any(|&time| time >= from && time <= to) {
            continue;
        }
        let [a, b] = [from, to].map(|time| trace.sample(&[time]).remove(0));
        for contact in 0..a.force.len() {
            let work =
                0.5 * (a.velocity[contact] + b.velocity[contact]) * (b.impulse[contact] - a.impulse[contact]);
            errors.push((b.energy[contact] - a.energy[contact] + work).abs());
        }
    }
    errors
}

/// The sign in Hooke's law, from the first quarter of the impact at contact 1: change in length and force.
fn hooke(trace: &Trace) -> String {
    let instants: Vec<f64> = (0..=100).map(|part| trace.duration() * f64::from(part) / 2000.0).collect();
    let samples = trace.sample(&instants);
    let change =
        |pair: &[Snapshot]| 0.5 * (pair[0].velocity[0] + pair[1].velocity[0]) * (pair[1].time - pair[0].time);
    let length: f64 = samples.windows(2).map(change).sum();
    let sign = if length * samples[100].force[0] < 0.0 { "−" } else { "" };
    format!("F = {sign}k x, dE/dI = −ẋ")
}

/// A lone contact gives back e² of its energy, whatever e is.
fn lone_contact() -> Result<Claim, Unmet> {
    let mut errors = Vec::new();
    for percent in 0..=100 {
        let e = f64::from(percent) / 100.0;
        let velocity = outcome(&chain(2, e, 1.0)?, Model::default())?;
        let expected = DVector::from_vec(vec![0.5 * (1.0 - e), 0.5 * (1.0 + e)]);
        errors.push((velocity - expected).amax());
    }
    Ok(Claim::statement(
        "e of a lone contact",
        "At the end of compression a spring loses the part 1 − e² of its energy and hardens to k/e².",
        Check::bounded("difference from (1 ∓ e)/2 / m/s", errors, 1e-14),
    )
    .remark("Two equal balls, e from 0 to 1: they part with e times the speed of approach."))
}

/// System (8) for the ratios ρ of the contacts to the primary one.
struct Ratios<'a> {
    w: &'a DMatrix<f64>,
    stiffness: &'a [f64],
    velocity: &'a [f64],
    energy: &'a [f64],
    primary: usize,
    step: f64,
    c: f64,
}

impl Ratios<'_> {
    /// Eq. (7), compression.
    fn energy(&self, j: usize, rho: &DVector<f64>) -> f64 {
        let coupled = self.w.row(j).dot(&rho.transpose());
        self.energy[j] - self.step * self.velocity[j] * rho[j] - self.c * rho[j] * coupled
    }

    /// Derivative of [`Self::residual`] of a contact other than the primary one by another such ratio: a cubic, so the
    /// central difference with the step h is off by h² times a third derivative of the size of the energies.
    fn slope(&self, j: usize, by: usize, rho: &DVector<f64>) -> f64 {
        const H: f64 = 1e-6;
        let at = |change: f64| {
            let mut moved = rho.clone();
            moved[by] += change;
            self.residual(j, &moved)
        };
        (at(H) - at(-H)) / (2.0 * H)
    }

    /// Left less right side of eq. (8).
    fn residual(&self, j: usize, rho: &DVector<f64>) -> f64 {
        let p = self.primary;
        self.stiffness[p] / self.stiffness[j] * rho[j].powi(2) * self.energy(p, rho) - self.energy(j, rho)
    }
}

/// Eqs. (5)–(8): the start of a stretch.
pub fn initialisation() -> Result<Findings, Unmet> {
    let five = chain(5, RESTITUTION, 1.0)?;
    let problem = &five.problem;
    let velocity: Vec<f64> = problem.velocity.iter().copied().collect();
    let start = Ratios {
        w: &problem.w,
        stiffness: &problem.stiffness,
        velocity: &velocity,
        energy: &[0.0; 4],
        primary: 0,
        step: 1e-3,
        c: 5e-7,
    };
    let guess = DVector::from_vec(vec![1.0, 0.0, 0.0, 0.0]);
    let stuck = (1..4).map(|j| start.residual(j, &guess).abs()).fold(0.0, f64::max);
    let alone = outcome(&chain(2, RESTITUTION, 1.0)?, Model::default())?;
    let [later, wanted] = later_start()?;
    let (check, table) = constant()?;
    Ok(Findings::new()
        .claims([
            degrees(&start),
            Claim::statement(
                "guess for Newton's method",
                "Newton's method from ρ = 1 for the primary contact and 0 for all others finds the ratios.",
                Check::counted(
                    2,
                    usize::from(stuck <= 0.0) + usize::from((later - wanted).abs() > 0.1 * wanted),
                    format!(
                        "start of the cradle's collision: the residual of (8) at the guess is {stuck}, the iteration stays there, balls 3 to 5 never move, and v₁ = {:.3}, v₂ = {:.3} per unit speed; \
                         start after contact 1 has left: the iteration ends at ρ = {} for contact 3, where the forces have the ratio {wanted:.3}",
                        alone[0],
                        alone[1],
                        signed(later, 3)
                    ),
                ),
            )
            .refuted("ρ = 0 solves (8) for every contact that has no energy yet: the guess is a root, and not the one that is meant. The factor ρ must be divided out. At later starts the guess leads a contact that is being compressed to the negative root; (9) is the better guess.")
            .erratum("Sec. II-A: the initial guess ρ = 0 is itself a root of system (8), so Newton's method does not leave it and no wave starts; at later starts it leads to negative ratios of contacts under compression."),
            Claim::statement(
                "c below eqs. (5), (6)",
                "(7) with c = (δ² + 2Iδ)/2 gives the energies after a step δ of the primary impulse I.",
                check,
            )
            .refuted("If (dE/dI)⁽⁰⁾ in (7) is that at the start of the step it contains the impulses so far already, and the term 2Iδ counts them again. If it is that before the impact, the term stands for ratios that have been the same all along, which they are not. c = δ²/2 with the former is right; the readings agree only while I = 0.")
            .erratum("Eqs. (5)–(7): c must be δ²/2, with dE/dI from the start of the step; the printed (δ² + 2I⁽⁰⁾δ)/2 counts the impulse so far twice, or else takes the ratios as constant since the impact began."),
        ])
        .table(table))
}

/// Newton's method for (8) from the printed guess when contact 1 of the cradle has left: the ratio of contact 3 that it
/// ends at, and that of the forces.
fn later_start() -> Result<[f64; 2], Unmet> {
    let five = chain(5, RESTITUTION, 1.0)?;
    let (_, trace) = contact_problem(&five.problem, Model::default())?.trace()?;
    let leaves = |event: &&carom::Event| event.contact == 0 && event.kind == EventKind::RestitutionEnds;
    let time = trace.events().iter().find(leaves).ok_or("contact 1 leaves")?.time;
    let at = trace.sample(&[time]).remove(0);
    let hardened = |j: usize| if at.velocity[j] > 0.0 { RESTITUTION.powi(-2) } else { 1.0 };
    let stiffness = [0, 1, 2, 3].map(hardened);
    let system = Ratios {
        w: &five.problem.w,
        stiffness: &stiffness,
        velocity: &at.velocity,
        energy: &at.energy,
        primary: 1,
        step: 1e-3,
        c: 5e-7,
    };
    let mut rho = DVector::from_vec(vec![0.0, 1.0, 0.0, 0.0]);
    for _ in 0..NEWTON_STEPS {
        let jacobian = Matrix2::from_fn(|row, column| system.slope(row + 2, column + 2, &rho));
        let residual = vector![system.residual(2, &rho), system.residual(3, &rho)];
        let change = jacobian.lu().solve(&residual).ok_or("the equations (8) are independent")?;
        rho[2] -= change[0];
        rho[3] -= change[1];
    }
    Ok([rho[2], at.force[2] / at.force[1]])
}

/// The degrees of (7) and (8) along random lines: differences of one order more than the degree vanish.
fn degrees(start: &Ratios) -> Claim {
    let mut random = SplitMix(8);
    let (mut flat, mut cubic) = (0.0_f64, 0.0_f64);
    let scale = start.step;
    for _ in 0..1000 {
        let mut point = || {
            let mut rho = DVector::from_fn(4, |_, _| random.between(0.0, 1.0));
            rho[0] = 1.0;
            rho
        };
        let (from, mut along) = (point(), point());
        along[0] = 0.0;
        let at = |part: i32| &from + &along * f64::from(part);
        let residual: Vec<f64> = (0..5).map(|part| start.residual(2, &at(part)) / scale).collect();
        let energy: Vec<f64> = (0..4).map(|part| start.energy(2, &at(part)) / scale).collect();
        let primary: Vec<f64> = (0..3).map(|part| start.energy(0, &at(part)) / scale).collect();
        flat = [difference(residual.clone()), difference(energy), difference(primary)]
            .iter()
            .fold(flat, |worst, d| worst.max(d.abs()));
        cubic = cubic.max(difference(residual[..4].to_vec()).abs());
    }
    Claim::statement(
        "degree of eq. (8)",
        "Every equation is at most a cubic in the ratios: the energy of a contact has degree two, that of the primary one.",
        Check::once(
            flat < 1e-12 && cubic > 1e-6,
            format!(
                "on 1000 random lines differences of order 4, 3 and 2 are at most {flat:.0e} of the energies, those of order 3 of (8) up to {cubic:.0e}"
            ),
        ),
    )
}

/// The difference of highest order.
fn difference(mut values: Vec<f64>) -> f64 {
    while values.len() > 1 {
        values = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    }
    values[0]
}

/// Eq. (7) against the impact of five balls, with the printed and the right c.
fn constant() -> Result<(Check, Table), Unmet> {
    const STEP: f64 = 1e-3;
    let five = chain(5, RESTITUTION, 1.0)?;
    let (_, trace) = contact_problem(&five.problem, Model::default())?.trace()?;
    let head = [
        "I₁",
        "E₂ gained",
        "(7), c printed",
        "(7), c printed, dE/dI from before the impact",
        "(7), c = δ²/2",
    ];
    let mut table = Table::new(
        "Energy that contact 2 of the cradle gains while the impulse of contact 1 grows by 0.001, per unit of momentum: the impact itself, and eq. (7).",
        &head,
    );
    let start: Vec<f64> = five.problem.velocity.iter().copied().collect();
    let (mut cases, mut failures, mut right) = (0, 0, 0.0_f64);
    for impulse in [0.1, 0.2, 0.3, 0.4] {
        let [from, to] = [impulse, impulse + STEP].map(|impulse| reached(&trace, impulse));
        let gained = to.energy[1] - from.energy[1];
        let rho = DVector::from_iterator(4, from.force.iter().map(|force| force / from.force[0]));
        let by = |c: f64, velocity: &[f64]| {
            let system = Ratios {
                w: &five.problem.w,
                stiffness: &five.problem.stiffness,
                velocity,
                energy: &from.energy,
                primary: 0,
                step: STEP,
                c,
            };
            system.energy(1, &rho) - from.energy[1]
        };
        let c = 0.5 * (STEP * STEP + 2.0 * impulse * STEP);
        let (printed, from_rest, half) =
            (by(c, &from.velocity), by(c, &start), by(0.5 * STEP * STEP, &from.velocity));
        cases += 1;
        // Ratios change within the step: with the right c errors are of second order.
        let wrong = |reading: f64| (reading - gained).abs() > 10.0 * (half - gained).abs();
        failures += usize::from(wrong(printed) && wrong(from_rest));
        right = right.max((half - gained).abs());
        table = table.row([
            format!("{impulse}"),
            format!("{gained:.3e}"),
            format!("{printed:.3e}"),
            format!("{from_rest:.3e}"),
            format!("{half:.3e}"),
        ]);
    }
    let evidence = format!(
        "either reading is more than ten times as far off as c = δ²/2 at {failures} of {cases} instants of the cradle's collision; with c = δ²/2 it is off by {right:.0e} J at most"
    );
    Ok((Check::counted(cases, failures, evidence), table))
}

/// The impact when contact 1 has this impulse.
fn reached(trace: &Trace, impulse: f64) -> Snapshot {
    let (mut low, mut high) = (0.0, trace.duration());
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if trace.sample(&[middle])[0].impulse[0] < impulse { low = middle } else { high = middle }
    }
    trace.sample(&[low]).remove(0)
}
