//! How the rebound depends on velocity and spin: [Jia2012, sec. 8.1.3, Fig. 14].

use carom::{Body, Contact, EventKind, Friction, Impact, Mode, Model, TangentialLaw};
use carom_plot::Picture;
use carom_plot::chart::{Chart, Interval, Plot};
use nalgebra::Vector3;

use super::ball::{self, Moving, PaperSurface, bounced, simulated};
use super::contact::{COPY, SLIP_ERROR, normal_law};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// A step of 5·10⁻⁵ N s more or less at the end of slip, passed on to the spin.
const STEP: (f64, &str) = (1e-4, "a step or two of 5·10⁻⁵ N s more or less in slip");

/// Whether the contact never sticks.
fn slips_throughout(impact: &Impact) -> Result<bool, Unmet> {
    let (_, trace) = impact.trace()?;
    let start = trace.sample(&[1e-9 * trace.duration()])[0].tangential[0].mode;
    Ok(start == Mode::Slip && trace.events().iter().all(|event| event.kind != EventKind::Sticks))
}

/// The same ball without tangential springs.
fn rigid(before: Moving) -> Result<Impact, Unmet> {
    let ball = Body::ball(1.0, 1.0)?.at(Vector3::z())?.moving(before.velocity)?.spinning(before.spin)?;
    let law = TangentialLaw::Rigid { friction: Friction::new(PaperSurface::PAPER.friction)? };
    let contact =
        Contact::new([0, 1], Vector3::zeros(), Vector3::z(), normal_law(PaperSurface::PAPER.restitution)?)?;
    Ok(Impact::new(vec![ball, Body::fixed()], vec![contact.with_friction(law)], Model::default())?)
}

/// Between a value at which the contact slips throughout and one at which it does not, where that changes.
fn limit(
    mut slips: f64,
    mut sticks: f64,
    impact: impl Fn(f64) -> Result<Impact, Unmet>,
) -> Result<f64, Unmet> {
    for _ in 0..40 {
        let middle = 0.5 * (slips + sticks);
        if slips_throughout(&impact(middle)?)? { slips = middle } else { sticks = middle }
    }
    Ok(0.5 * (slips + sticks))
}

pub fn by_velocity() -> Result<Findings, Unmet> {
    let compliant = |velocity: f64| ball::impact(PaperSurface::PAPER, Moving::planar(velocity, 2.0));
    let without = |velocity: f64| rigid(Moving::planar(velocity, 2.0));
    let limits = [limit(-15.0, 1.9, compliant)?, limit(15.0, 2.1, compliant)?];
    let rigid_limits = [limit(-15.0, 1.9, without)?, limit(15.0, 2.1, without)?];
    let ends = |bounce: fn(PaperSurface, Moving) -> Result<Moving, Unmet>| -> Result<[[f64; 2]; 2], Unmet> {
        let [left, right] = [
            bounce(PaperSurface::PAPER, Moving::planar(-10.0, 2.0))?,
            bounce(PaperSurface::PAPER, Moving::planar(12.0, 2.0))?,
        ];
        Ok([[left.velocity.x + 10.0, right.velocity.x - 12.0], [left.spin.y, right.spin.y]])
    };
    let ([impulse, spin], [impulse_paper, spin_paper]) = (ends(bounced)?, ends(simulated)?);
    Ok(Findings::new()
        .claim(antisymmetry()?)
        .claim(Claim::numbers(
            "limits of V_0x between which the contact sticks at times / m/s",
            "-5 9",
            &limits,
        ))
        .claim(whole_numbers(limits, rigid_limits))
        .claim(printed_name(limits[0]))
        .claim(
            Claim::numbers("extreme I_x / N s", "2.5 -2.5", &impulse)
                .within(STEP.0, STEP.1)
                .emulated(SLIP_ERROR, &impulse_paper)
                .remark("Coulomb's law: μ(1 + e)·5 = 3 N s. The paper's is μ(1 + e²)·5.")
                .erratum(
                    "The extreme impulse of sec. 8.1.3 is 3 N s, μ times the normal impulse, not the \
                     observed 5/2.",
                ),
        )
        .claim(
            Claim::numbers("ω_y there, 2 ∓ 25/4 / rad/s", "-4.25 8.25", &spin)
                .within(2.5 * STEP.0, STEP.1)
                .emulated(SLIP_ERROR, &spin_paper),
        )
        .claim(friction_ratio()?)
        .claim(Claim::numbers(
            "limits of V_0x for pure sliding without tangential compliance / m/s",
            "-8.5 12.5",
            &rigid_limits,
        ))
        .claims(by_spin()?))
}

/// V_x and ω_y at 2 ± d.
fn antisymmetry() -> Result<Claim, Unmet> {
    let at = |velocity: f64| {
        Ok::<_, Unmet>(bounced(PaperSurface::PAPER, Moving::planar(velocity, 2.0))?.in_plane())
    };
    let centre = at(2.0)?;
    let mut off = Vec::new();
    for i in 1..=130 {
        let (left, right) = (at(2.0 - 0.1 * f64::from(i))?, at(2.0 + 0.1 * f64::from(i))?);
        off.extend([0, 1].map(|k: usize| (left[k] + right[k] - 2.0 * centre[k]).abs()));
    }
    Ok(Claim::statement(
        "curves of V_x and ω_y over V_0x",
        "are antisymmetric about V_0x = 2, where the contact has no tangential velocity",
        Check::bounded("deviation", off, 1e-11),
    ))
}

/// At −5 and 9 slip would stop at the very end of compression, so that these limits are exact; and so are those
/// without tangential springs, ∓(7/2)μ(1 + e)·5 about 2.
fn whole_numbers(limits: [f64; 2], rigid: [f64; 2]) -> Claim {
    let off = limits.into_iter().chain(rigid).zip([-5.0, 9.0, -8.5, 12.5]);
    Claim::statement(
        "these limits, and those without tangential compliance",
        "are −5, 9, −8.5 and 12.5 m/s and not only near them",
        Check::bounded("deviation / m/s", off.map(|(found, exact)| (found - exact).abs()), 1e-9),
    )
}

/// −5 is a velocity of the centre, not of the contact.
fn printed_name(limit: f64) -> Claim {
    let name = if (limit + 5.0).abs() < (limit - 2.0 + 5.0).abs() { "V_0x" } else { "v_0x" };
    Claim::words("the velocity that is −5 at the limit", "v_0x", name)
        .misprint(
            "V_0x",
            "at V_0x = −5 the contact velocity v_0x is −7; the same slip of the pen fixes v_0x = −1 for \
             Fig. 14(b)",
        )
        .remark(COPY)
        .erratum("Sec. 8.1.3 has v_0x for V_0x, twice (capitals may be lost in our text).")
}

/// Iᵤ′ along a bounce that slips throughout.
fn friction_ratio() -> Result<Claim, Unmet> {
    let (_, trace) = ball::impact(PaperSurface::PAPER, Moving::planar(-10.0, 2.0))?.trace()?;
    let times: Vec<f64> = (1..100).map(|i| trace.duration() * f64::from(i) / 100.0).collect();
    let ratios: Vec<f64> =
        trace.sample(&times).iter().map(|shot| shot.tangential[0].force.norm() / shot.force[0]).collect();
    let differs = ratios.iter().filter(|ratio| (*ratio - 0.4).abs() > 1e-9).count();
    Ok(Claim::statement(
        "why the extreme impulse is less than μ·7.5",
        "dIᵤ/dIₙ is (α/η)√(Eᵤ/Eₙ) by (64) rather than μ, and η grows when compression ends",
        Check::once(
            differs > 0,
            format!(
                "dIᵤ/dIₙ is μ at all {} instants looked at, in compression and restitution",
                ratios.len()
            ),
        ),
    )
    .refuted("in slip (46) makes (1/η)√(Eᵤ/Eₙ) equal to μ at any η")
    .erratum("The reasons that sec. 8.1.3 gives for an impulse below μIₙ contradict eq. (46)."))
}

/// [Jia2012, Fig. 14(b)] in the text.
fn by_spin() -> Result<Vec<Claim>, Unmet> {
    let impact = |spin: f64| ball::impact(PaperSurface::PAPER, Moving::planar(-1.0, spin));
    let limits = [limit(-12.0, -1.1, impact)?, limit(12.0, -0.9, impact)?];
    let at = |spin: f64, bounce: fn(PaperSurface, Moving) -> Result<Moving, Unmet>| {
        bounce(PaperSurface::PAPER, Moving::planar(-1.0, spin))
    };
    let velocities = |bounce| Ok::<_, Unmet>([at(-9.0, bounce)?.velocity.x, at(8.0, bounce)?.velocity.x]);
    let slope = |from: f64| Ok::<_, Unmet>(at(from + 1.0, bounced)?.spin.y - at(from, bounced)?.spin.y);
    Ok(vec![
        Claim::numbers(
            "limits of ω_0y between which the contact sticks at times / rad/s",
            "-8.0 6.0",
            &limits,
        ),
        Claim::numbers("V_x beyond them / m/s", "-3.5 1.5", &velocities(bounced)?)
            .within(STEP.0, STEP.1)
            .emulated(SLIP_ERROR, &velocities(simulated)?),
        Claim::numbers("slope of ω_y there", "1 1", &[slope(-10.0)?, slope(7.0)?]),
    ])
}

/// V_x and ω_y over a parameter.
pub type Curves = [Vec<[f64; 2]>; 2];

/// The curves over a grid, by one or the other bounce.
pub fn curves(
    grid: &[f64],
    case: impl Fn(f64) -> (PaperSurface, Moving),
    bounce: fn(PaperSurface, Moving) -> Result<Moving, Unmet>,
) -> Result<Curves, Unmet> {
    let mut curves = Curves::default();
    for &x in grid {
        let (surface, before) = case(x);
        let [velocity, spin] = bounce(surface, before)?.in_plane();
        curves[0].push([x, velocity]);
        curves[1].push([x, spin]);
    }
    Ok(curves)
}

/// A panel with the curves of both bounces.
pub fn panel(x_name: &str, heading: &str, exact: Curves, paper: Curves) -> Plot {
    let [velocity, spin] = exact;
    let [velocity_paper, spin_paper] = paper;
    Plot::new(x_name, "V_x / m/s, ω_y / rad/s")
        .heading(heading)
        .line("V_x", velocity)
        .line("ω_y", spin)
        .dashed("V_x with the paper's error", velocity_paper)
        .dashed("ω_y with the paper's error", spin_paper)
}

/// `count` steps from the first to the last value.
pub fn grid(first: f64, last: f64, count: usize) -> Vec<f64> {
    (0..=count).map(|i| first + (last - first) * i as f64 / count as f64).collect()
}

pub fn figure_14() -> Result<Findings, Unmet> {
    let by_velocity = |velocity: f64| (PaperSurface::PAPER, Moving::planar(velocity, 2.0));
    let by_spin = |spin: f64| (PaperSurface::PAPER, Moving::planar(-1.0, spin));
    let (velocities, spins) = (grid(-15.0, 15.0, 120), grid(-10.0, 10.0, 80));
    let [exact, of_spin] = [curves(&velocities, by_velocity, bounced)?, curves(&spins, by_spin, bounced)?];
    let (coarse, coarse_spins) = (grid(-15.0, 15.0, 60), grid(-10.0, 10.0, 40));
    let [paper, paper_of_spin] =
        [curves(&coarse, by_velocity, simulated)?, curves(&coarse_spins, by_spin, simulated)?];
    let straight = |points: &[[f64; 2]]| {
        let rise = |pair: &[[f64; 2]]| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0]);
        points.windows(2).map(|pair| (rise(pair) - 1.0).abs()).fold(0.0, f64::max)
    };
    let ends = [straight(&exact[0][..41]), straight(&exact[0][96..])];
    let flat =
        |points: &[[f64; 2]]| points.iter().map(|point| (point[1] - points[0][1]).abs()).fold(0.0, f64::max);
    let flats =
        [flat(&exact[1][..41]), flat(&exact[1][96..]), flat(&of_spin[0][..9]), flat(&of_spin[0][64..])];
    Ok(Findings::new()
        .claim(Claim::statement(
            "(a) for V_0x ≤ −5 and V_0x ≥ 9",
            "V_x is a straight line of slope 1",
            Check::bounded("deviation of the slope", ends, 1e-11),
        ))
        .claim(Claim::statement(
            "(a) ω_y for V_0x ≤ −5 and ≥ 9, (b) V_x for ω_0y ≤ −8 and ≥ 6",
            "are constant",
            Check::bounded("variation", flats, 1e-11),
        ))
        .figure(sheet(exact, paper, of_spin, paper_of_spin), CAPTION))
}

const CAPTION: &str = "As in the paper: V_x and ω_y after the bounce (a) over V_0x with ω₀ = (0, 2, 0), (b) \
    over ω_0y with V_0x = −1. The paper's curves are the dashed ones: beyond the limits at which the \
    contact slips throughout (guides) they have 5/2 N s where friction gives 3.";

fn sheet(exact: Curves, paper: Curves, of_spin: Curves, paper_of_spin: Curves) -> Picture {
    let guides = |plot: Plot, places: [f64; 2]| {
        places.into_iter().fold(plot, |plot, x| plot.guide([[x, -20.0], [x, 20.0]]))
    };
    let left = panel("V_0x / m/s", "(a)", exact, paper).across(Interval::Between(-15.0, 15.0));
    let right = panel("ω_0y / rad/s", "(b)", of_spin, paper_of_spin).across(Interval::Between(-10.0, 10.0));
    Chart::new("Rebound over velocity and spin", "V₀ = (V_0x, 0, −5) m/s, ω₀ = (0, ω_0y, 0)")
        .columns(2)
        .plot(guides(left, [-5.0, 9.0]))
        .plot(guides(right, [-8.0, 6.0]))
        .draw()
}
