//! The contact springs: [Jia2012, secs. 3 and 4].

use carom::{Compliance, EventKind, Mode, Snapshot};
use nalgebra::Vector2;

use super::ball::{Moving, PaperSurface, contact as ball};
use super::contact::{COPY, problem};
use super::probes::Probe;
use super::random::Random;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// How many random contacts are followed.
const CONTACTS: usize = 400;

/// Difference quotients over 10⁻⁴ of the time between events: their error is of second order in that.
const QUOTIENT: f64 = 1e-7;

fn probes(seed: u64) -> Result<Vec<Probe>, Unmet> {
    let mut random = Random::new(seed);
    let mut probes = Vec::new();
    for _ in 0..CONTACTS {
        probes.extend(Probe::all(&random.contact())?);
    }
    Ok(probes)
}

/// A relation between vectors, checked at every probe relative to a scale.
fn relation(probes: &[Probe], bound: f64, off: impl Fn(&Probe) -> Option<f64>) -> Check {
    Check::bounded("relative error", probes.iter().filter_map(off), bound)
}

pub fn derivatives() -> Result<Findings, Unmet> {
    let probes = probes(1)?;
    let sign = |probe: &Probe| probe.energy_slope() / probe.normal_velocity();
    let opposite = probes.iter().all(|probe| sign(probe) < 0.0);
    let energy = |probe: &Probe| Some((probe.energy_slope() + probe.normal_velocity()).abs() / probe.scale());
    let rate = |probe: &Probe| {
        let expected = (2.0 * probe.hardening * probe.normal_share()).sqrt();
        Some((probe.impulse_rate() / expected - 1.0).abs())
    };
    let impulse = |probe: &Probe| {
        let expected = probe.roots() / -(probe.ratio() * probe.normal_energy()).sqrt();
        Some((probe.impulse_slope() - expected).norm())
    };
    let stretch = |probe: &Probe| {
        let rate = probe.side().velocity - probe.side().sliding;
        let expected = rate / (probe.hardening * probe.normal_energy()).sqrt();
        Some((probe.stretch_slope() - expected).norm() / (probe.scale() / probe.normal_energy().sqrt()))
    };
    Ok(Findings::new()
        .claim(Claim::number(
            "η₀² of a round contact with Poisson's ratio 0.3, 17/14",
            "1.2142857",
            Compliance::of_round_contact(0.3)?.value(),
        ))
        .claim(Claim::statement("Eq. (17)", "İₙ = √(2kEₙ)", relation(&probes, QUOTIENT, rate)))
        .claim(Claim::statement("Eq. (18)", "Eₙ′ = −vₙ", relation(&probes, QUOTIENT, energy)))
        .claim(
            Claim::words("Eq. (65): Eₙ′ in terms of v·n̂", "v·n̂", if opposite { "−v·n̂" } else { "v·n̂" })
                .misprint("−v·n̂", "the same line goes on with −vₙ, and (18) has it too")
                .remark(COPY)
                .erratum("Eq. (65) lacks the minus of −v·n̂ (the proof of Theorem 3 repeats Eₙ′ = vₙ)."),
        )
        .claim(Claim::statement(
            "Eqs. (23), (24)",
            "Iᵤ′ = −(α/η)√(Eᵤ/Eₙ), and likewise along ŵ",
            relation(&probes, QUOTIENT, impulse),
        ))
        .claim(Claim::statement(
            "Eqs. (27)–(29), (67)",
            "√(2k₀)·u grows by u̇/√Eₙ for each unit of normal impulse, by e times that in restitution",
            relation(&probes, QUOTIENT, stretch),
        )))
}

/// (u̇, ẇ) of [Jia2012, eqs. (48), (49)]; α√Eᵤ and β√E_w are the components of `roots`.
fn slip_rates(probe: &Probe) -> Vector2<f64> {
    let (mu, eta, root) = (probe.contact.friction, probe.ratio().sqrt(), probe.roots());
    let (v, energy) = (probe.side().velocity, probe.normal_energy());
    let normal = -mu * mu * eta.powi(3) * probe.normal_velocity() * energy.sqrt();
    Vector2::new(
        normal * root.x + v.x * root.y * root.y - v.y * root.x * root.y,
        normal * root.y + v.y * root.x * root.x - v.x * root.x * root.y,
    ) / (mu * mu * eta * eta * energy)
}

pub fn modes() -> Result<Findings, Unmet> {
    let probes = probes(2)?;
    let scaled = |vector: Vector2<f64>, probe: &Probe| vector.norm() / probe.scale();
    let across = |probe: &Probe| {
        let (u, v) = (probe.side().stretch, probe.side().velocity);
        Some((u.perp(&probe.stretch_rate()) - u.perp(&v)).abs() / (u.norm() * probe.scale()))
    };
    let stick =
        |probe: &Probe| (!probe.slips()).then(|| scaled(probe.stretch_rate() - probe.side().velocity, probe));
    let sticking = |probe: &Probe| {
        (!probe.slips()).then(|| (probe.acceleration() - probe.pull()).norm() / (1.0 + probe.pull().norm()))
    };
    let slip = |probe: &Probe| probe.slips().then(|| scaled(probe.stretch_rate() - slip_rates(probe), probe));
    let cone = |probe: &Probe| {
        let bound = probe.contact.friction.powi(2) * probe.ratio() * probe.normal_energy();
        let stored = probe.roots().norm_squared() / bound;
        Some(if probe.slips() { (stored - 1.0).abs() } else { (stored - 1.0).max(0.0) })
    };
    Ok(Findings::new()
        .claim(Claim::statement(
            "Eq. (35)",
            "w u̇ − u ẇ = vᵤ w − v_w u, in stick and in slip",
            relation(&probes, QUOTIENT, across),
        ))
        .claim(Claim::statement(
            "Eqs. (38), (39)",
            "in stick u̇ = vᵤ, ẇ = v_w",
            relation(&probes, QUOTIENT, stick),
        ))
        .claim(Claim::statement(
            "Eqs. (40), (41)",
            "in stick (ü, ẅ) = −(1/m₁ + 1/m₂)k_⊥(u, w) + the tangential part of S(k_⊥u, k_⊥w, kn)",
            relation(&probes, QUOTIENT, sticking),
        ))
        .claim(power_in_eq_45(&probes))
        .claim(Claim::statement(
            "Eqs. (46), (51)",
            "Eᵤ + E_w is μ²η²Eₙ in slip and no more in stick",
            relation(&probes, 1e-12, cone),
        ))
        .claim(Claim::statement(
            "Eqs. (48), (49)",
            "the rates u̇, ẇ in slip",
            relation(&probes, QUOTIENT, slip),
        ))
        .claim(dissipation()?)
        .claims(harmonic()?)
        .claim(transitions()?)
        .claim(hardening()?))
}

/// log of 2μ²kEₙ/(u² + w²) in slip over log k_⊥: the power of k_⊥ under the fraction.
fn power_in_eq_45(probes: &[Probe]) -> Claim {
    let power = |probe: &Probe| {
        let energy = probe.hardening * probe.normal_energy();
        let ratio = 2.0 * probe.contact.friction.powi(2) * energy / probe.side().stretch.norm_squared();
        ratio.ln() / probe.tangential_stiffness().ln()
    };
    let clear = |probe: &&Probe| probe.slips() && probe.tangential_stiffness().ln().abs() > 0.1;
    let powers: Vec<f64> = probes.iter().filter(clear).map(power).collect();
    let mean = powers.iter().sum::<f64>() / powers.len() as f64;
    Claim::number("Eqs. (45), (47): power of k_⊥ below μ²k", "1", mean)
        .misprint("2", "squaring (44) gives k_⊥²; the line below (47) repeats the first power, those after it and sec. 8.1.1 have it right")
        .remark(&format!("Mean over {} instants of slip. {COPY}", powers.len()))
        .erratum("Eqs. (45) and (47), and the line below it, need k/k_⊥² where k/k_⊥ is printed.")
}

/// The energy that friction takes, by the midpoint rule on [Jia2012, eq. (36)], against the ledger.
fn dissipation() -> Result<Claim, Unmet> {
    /// The midpoint rule with 400 parts between events is of second order in a part.
    const MIDPOINT: f64 = 1e-6;
    let mut random = Random::new(3);
    let mut errors = Vec::new();
    for _ in 0..200 {
        let contact = random.contact();
        let (solution, trace) = problem(&contact, 1.0)?.trace()?;
        let mut times: Vec<f64> = trace.events().iter().map(|event| event.time).collect();
        times.insert(0, 0.0);
        times.dedup();
        let mut lost = 0.0;
        for pair in times.windows(2) {
            let step = (pair[1] - pair[0]) / 400.0;
            let instants: Vec<f64> = (0..400).map(|i| pair[0] + step * (f64::from(i) + 0.5)).collect();
            let power = |shot: &carom::Snapshot| shot.force[0] * shot.tangential[0].sliding.norm();
            lost += trace.sample(&instants).iter().map(power).sum::<f64>() * step * contact.friction;
        }
        errors.push((lost - solution.lost_in_friction).abs() / contact.velocity.norm_squared());
    }
    Ok(Claim::statement(
        "Eq. (36)",
        "friction takes μ|v_s| for each unit of normal impulse, and nothing in stick",
        Check::bounded("difference to the ledger over |v₀|²", errors, MIDPOINT),
    ))
}

/// [Jia2012, sec. 8.1.1]: ẍ + 7k_⊥x/(2m) = 0 while the ball sticks.
fn harmonic() -> Result<[Claim; 1], Unmet> {
    let (_, trace) = problem(&ball(PaperSurface::PAPER, Moving::first()), 1.0)?.trace()?;
    let sticks: Vec<f64> = trace.events().iter().map(|event| event.time).collect();
    let frequency = (3.5 / PaperSurface::PAPER.ratio).sqrt();
    let width = 0.1;
    let off = (1..20).map(|i| {
        let time = sticks[0] + width + (sticks[2] - sticks[0] - 2.0 * width) * f64::from(i) / 20.0;
        let x: Vec<f64> = trace
            .sample(&[time - width, time, time + width])
            .iter()
            .map(|shot| shot.tangential[0].stretch.x)
            .collect();
        (x[0] + x[2] - 2.0 * (frequency * width).cos() * x[1]).abs()
    });
    Ok([Claim::statement(
        "Eqs. (41)–(43) for the ball",
        "in stick ẍ + (7/2m) k_⊥ x = 0, also across the end of compression",
        Check::bounded("x(t+h) + x(t−h) − 2 cos(h√(7k_⊥/2m)) x(t) / m", off, 1e-13),
    )])
}

/// What the end of compression changes, [Jia2012, sec. 4.5].
fn hardening() -> Result<Claim, Unmet> {
    /// What an instant of 10⁻⁹ of the impact changes by itself, relative.
    const INSTANT: f64 = 1e-7;
    let mut random = Random::new(18);
    let mut off = Vec::new();
    for _ in 0..CONTACTS {
        let contact = random.contact();
        let (_, trace) = problem(&contact, 1.0)?.trace()?;
        let ends = trace.events().into_iter().find(|event| event.kind == EventKind::CompressionEnds);
        let time = ends.ok_or("compression does not end")?.time;
        let short = 1e-9 * trace.duration();
        let shots = trace.sample(&[time - short, time + short]);
        let stored = |shot: &Snapshot| {
            let tangential = 0.5 * shot.tangential[0].stretch.norm_squared() / contact.stiffness_ratio;
            (shot.energy[0] - tangential, tangential)
        };
        let [(normal, side), (normal_after, side_after)] = [0, 1].map(|i: usize| stored(&shots[i]));
        off.push((normal_after / normal / contact.restitution.powi(2) - 1.0).abs());
        off.push((side_after / side - 1.0).abs());
        off.push((shots[1].force[0] / shots[0].force[0] - 1.0).abs());
    }
    Ok(Claim::statement(
        "Sec. 4.5: the end of compression",
        "leaves e² of Eₙ and changes neither Eᵤ + E_w nor the force, so that μ²η²Eₙ stays",
        Check::bounded("relative error", off, INSTANT),
    ))
}

/// u̇ just before and after each change of mode.
fn transitions() -> Result<Claim, Unmet> {
    /// The jump of u̇ that an instant of 10⁻⁷ of the impact can make by itself, over |v₀|.
    const SMOOTH: f64 = 1e-4;
    let mut random = Random::new(4);
    let (mut cases, mut failures, mut jumps) = (0, 0, 0);
    for _ in 0..CONTACTS {
        let contact = random.contact();
        let (_, trace) = problem(&contact, 1.0)?.trace()?;
        let short = 1e-7 * trace.duration();
        for event in trace.events() {
            let shots = trace.sample(&[event.time - short, event.time + short]);
            let [before, after] = [0, 1].map(|i: usize| &shots[i].tangential[0]);
            let jump = (after.velocity - after.sliding - before.velocity + before.sliding).norm()
                / contact.velocity.norm();
            match (before.mode, after.mode) {
                (Mode::Slip, Mode::Stick) => {
                    cases += 1;
                    failures += usize::from(jump > SMOOTH);
                }
                (Mode::Stick, Mode::Slip) => jumps += usize::from(jump > SMOOTH),
                (Mode::Slip | Mode::Stick | Mode::Free, _) => {}
            }
        }
    }
    failures += usize::from(jumps == 0);
    Ok(Claim::statement(
        "Sec. 4.4",
        "u̇ is continuous where slip turns into stick, and may jump where stick turns into slip",
        Check::counted(cases, failures, format!("no jump at slip → stick, {jumps} jumps at stick → slip")),
    ))
}
