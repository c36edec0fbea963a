//! How an impact starts: [Jia2012, sec. 4.6, eqs. (71)–(74), appendices A and B].

use carom::{Mode, Trace};
use carom_reference::jia2012::CompliantContact;
use nalgebra::{Rotation2, Vector2};

use super::contact::{COPY, problem};
use super::random::Random;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// How many random contacts are started.
const CONTACTS: usize = 2000;

/// An early instant, over the duration of the impact; what is said to hold in the limit is off at second order.
const EARLY: f64 = 1e-6;

/// What the limits may be off by at that instant: its square with a factor of the order of a hundred.
const LIMIT: f64 = 1e-10;

/// A contact shortly after its start, along û against v₀⊥ and ŵ = n̂ × û.
struct Start {
    contact: CompliantContact,
    mode: Mode,
    normal_impulse: f64,
    normal_energy: f64,
    impulse: Vector2<f64>,
    /// (Gᵤ, G_w) = √(2k₀)(u, w) with k₀ = 1.
    stretch: Vector2<f64>,
    rate: Vector2<f64>,
}

impl Start {
    fn of(contact: &CompliantContact, trace: &Trace, time: f64) -> Self {
        let shot = &trace.sample(&[time])[0];
        let side = &shot.tangential[0];
        let turn = Rotation2::rotation_between(&-contact.velocity.xy(), &Vector2::x());
        Self {
            contact: *contact,
            mode: side.mode,
            normal_impulse: shot.impulse[0],
            normal_energy: 0.5 * shot.force[0].powi(2),
            impulse: turn * side.impulse,
            stretch: turn * side.stretch * 2.0_f64.sqrt(),
            rate: turn * (side.velocity - side.sliding),
        }
    }

    fn all(seed: u64) -> Result<Vec<Self>, Unmet> {
        let mut random = Random::new(seed);
        let start = |contact: CompliantContact| {
            let (_, trace) = problem(&contact, 1.0)?.trace()?;
            Ok(Self::of(&contact, &trace, EARLY * trace.duration()))
        };
        (0..CONTACTS).map(|_| start(random.contact())).collect()
    }

    /// −v₀ₙ.
    fn approach(&self) -> f64 {
        -self.contact.velocity.z
    }

    /// v₀ᵤ < 0.
    fn along(&self) -> f64 {
        -self.contact.velocity.xy().norm()
    }

    /// [Jia2012, eq. (55)].
    fn should_stick(&self) -> bool {
        let bound = (1.0 + (self.contact.friction * self.contact.stiffness_ratio).powi(2)).sqrt();
        self.contact.velocity.norm() <= bound * self.approach()
    }

    /// Eᵤ or E_w by [Jia2012, eqs. (30), (31)].
    fn energy(&self, stretch: f64) -> f64 {
        stretch * stretch / (4.0 * self.contact.stiffness_ratio)
    }

    /// What stands in an equation for stick or for slip.
    fn by_mode(&self, stick: f64, slip: f64) -> f64 {
        if self.should_stick() { stick } else { slip }
    }
}

pub fn first_mode() -> Result<Findings, Unmet> {
    let starts = Start::all(5)?;
    let wrong = starts.iter().filter(|start| (start.mode == Mode::Stick) != start.should_stick()).count();
    let sticking = starts.iter().filter(|start| start.should_stick()).count();
    let evidence = format!("{sticking} start in stick, {} in slip", starts.len() - sticking);
    Ok(Findings::new()
        .claim(Claim::statement(
            "Proposition 1, eqs. (55), (56)",
            "the contact starts in stick if |v₀| ≤ −√(1 + μ²η₀⁴) v₀·n̂, else in slip",
            Check::counted(starts.len(), wrong, evidence),
        ))
        .claim(square_of_the_tangential_velocity(&starts))
        .claims(limits(&starts))
        .claim(direction_of_u(&starts)))
}

/// p in v₀ᵤ² = (v₀·v₀)ᵖ − v₀ₙ².
fn square_of_the_tangential_velocity(starts: &[Start]) -> Claim {
    let power = |start: &Start| {
        let square = start.along().powi(2) + start.approach().powi(2);
        square.ln() / start.contact.velocity.norm_squared().ln()
    };
    let mean = starts.iter().map(power).sum::<f64>() / starts.len() as f64;
    Claim::number("before Proposition 1: power of v₀·v₀ in v₀ᵤ² = (v₀·v₀)ᵖ − v₀ₙ²", "2", mean)
        .misprint("1", "Pythagoras; (55) and (56) follow from the first power")
        .remark(COPY)
        .erratum("Sec. 4.6 squares v₀·v₀ in v₀ᵤ² = v₀·v₀ − v₀ₙ².")
}

/// [Jia2012, eqs. (57)–(62)] and appendix A.
fn limits(starts: &[Start]) -> [Claim; 4] {
    let check = |off: &dyn Fn(&Start) -> f64| Check::bounded("relative error", starts.iter().map(off), LIMIT);
    let speed = |start: &Start| start.along().hypot(start.approach());
    let energy = |start: &Start| {
        let CompliantContact { friction: mu, stiffness_ratio: ratio, .. } = start.contact;
        let limit = start.by_mode((start.along() / start.approach()).powi(2) / ratio, mu * mu * ratio);
        (start.energy(start.stretch.x) / start.normal_energy / limit - 1.0).abs()
    };
    let rate = |start: &Start| {
        let slip = -start.contact.friction * start.contact.stiffness_ratio * start.approach();
        (start.rate.x - start.by_mode(start.along(), slip)).abs() / speed(start)
    };
    let slope = |start: &Start| {
        let stick = -start.along() / (start.contact.stiffness_ratio * start.approach());
        (start.impulse.x / start.normal_impulse - start.by_mode(stick, start.contact.friction)).abs()
    };
    let across = |start: &Start| {
        let energy = start.energy(start.stretch.y) / start.normal_energy;
        (start.impulse.y / start.normal_impulse).abs().max(start.rate.y.abs() / speed(start)).max(energy)
    };
    [
        Claim::statement(
            "Eqs. (57), (93), (95)",
            "Eᵤ/Eₙ starts at (v₀ᵤ/η₀v₀ₙ)² in stick, μ²η₀² in slip",
            check(&energy),
        ),
        Claim::statement("Eq. (59)", "u̇ starts at v₀ᵤ in stick, μη₀²v₀ₙ in slip", check(&rate)),
        Claim::statement("Eq. (61)", "Iᵤ′ starts at v₀ᵤ/(η₀²v₀ₙ) in stick, μ in slip", check(&slope)),
        Claim::statement("Eqs. (58), (60), (62)", "E_w/Eₙ, ẇ and I_w′ start at 0", check(&across)),
    ]
}

/// The sign of û in [Jia2012, eq. (12)]: (61) has Iᵤ′ = +μ in slip only if û is against v₀⊥.
fn direction_of_u(starts: &[Start]) -> Claim {
    let positive = starts.iter().all(|start| start.impulse.x > 0.0);
    let direction = if positive { "−v₀⊥/|v₀⊥|" } else { "v₀⊥/|v₀⊥|" };
    Claim::words("Eq. (12): û that makes Iᵤ′(0) = +μ in slip, as (61) has it", "v₀⊥/|v₀⊥|", direction)
        .misprint("−v₀⊥/|v₀⊥|", "the text before (12) and all that follows take û against v₀⊥")
        .remark(COPY)
        .erratum("Eq. (12) lacks the minus in its first case (it may be lost in our text).")
}

pub fn first_stretch() -> Result<Findings, Unmet> {
    let starts = Start::all(6)?;
    let law = |start: &Start| {
        let stick = 2.0 * start.along() / start.approach().sqrt();
        let slip = -2.0 * start.contact.friction * start.contact.stiffness_ratio * start.approach().sqrt();
        start.stretch.x / (start.by_mode(stick, slip) * start.normal_impulse.sqrt())
    };
    let off = starts.iter().map(|start| (law(start) - 1.0).abs());
    Ok(Findings::new()
        .claim(Claim::statement(
            "Eq. (73)",
            "Gᵤ starts as 2v₀ᵤ√(Iₙ/−v₀ₙ) in stick, as −2μη₀²√(−v₀ₙIₙ) in slip",
            Check::bounded("relative error", off, LIMIT),
        ))
        .claim(power_of_friction()?)
        .claim(growth_across()?))
}

/// The power of μ in Gᵤ at a start in slip, from two coefficients of friction.
fn power_of_friction() -> Result<Claim, Unmet> {
    let contact = CompliantContact {
        friction: 0.1,
        ..super::ball::contact(super::ball::PaperSurface::PAPER, super::ball::Moving::of_table())
    };
    let stretch = |friction: f64| -> Result<f64, Unmet> {
        let contact = CompliantContact { friction, ..contact };
        let (_, trace) = problem(&contact, 1.0)?.trace()?;
        let start = Start::of(&contact, &trace, EARLY * trace.duration());
        Ok(-start.stretch.x / start.normal_impulse.sqrt())
    };
    let power = (stretch(0.2)? / stretch(0.1)?).log2();
    Ok(Claim::number("Eq. (102): power of μ in Gᵤ", "2", power)
        .within(LIMIT, "a limit, taken at 10⁻⁶ of the impact's duration")
        .misprint(
            "1",
            "the root of the line before it, 4μ²η₀⁴(−v₀ₙ)Iₙ, has the first power, and is negative; (73) is \
             right",
        )
        .remark(COPY)
        .erratum(
            "Eq. (102) prints +2μ²η₀²√(−v₀ₙIₙ) for −2μη₀²√(−v₀ₙIₙ), and the ratio above it is Eᵤ/Eₙ, not \
             Eᵤ/E_w.",
        ))
}

/// p in G_w ~ Iₙᵖ, from two early instants.
fn growth_across() -> Result<Claim, Unmet> {
    let mut random = Random::new(7);
    let mut lowest = f64::INFINITY;
    let mut cases = 0;
    for _ in 0..CONTACTS {
        let contact = random.contact();
        let (_, trace) = problem(&contact, 1.0)?.trace()?;
        let [early, later] = [1e-3, 2e-3].map(|part| Start::of(&contact, &trace, part * trace.duration()));
        let power = (later.stretch.y / early.stretch.y).abs().ln()
            / (later.normal_impulse / early.normal_impulse).ln();
        if power.is_finite() {
            lowest = power.min(lowest);
            cases += 1;
        }
    }
    Ok(Claim::statement(
        "Eqs. (74), (103)",
        "G_w is of order Iₙ^(3/2)",
        Check::counted(cases, usize::from(lowest < 1.4), format!("lowest power found: {lowest:.4}")),
    ))
}
