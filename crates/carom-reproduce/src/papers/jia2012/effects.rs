//! Effects of friction, compliance and restitution: [Jia2012, sec. 8.1.4, Fig. 15].

use carom::EventKind;
use carom_plot::Picture;
use carom_plot::chart::{Chart, Interval};

use super::ball::{self, Moving, PaperSurface, bounced, simulated};
use super::contact::SLIP_ERROR;
use super::first_ball::HALF;
use super::sweeps::{Curves, curves, grid, panel};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// The curves of both bounces over one parameter.
struct Sweep {
    exact: Curves,
    paper: Curves,
}

impl Sweep {
    fn new(grid: &[f64], surface: impl Fn(f64) -> PaperSurface) -> Result<Self, Unmet> {
        let case = |x: f64| (surface(x), Moving::first());
        Ok(Self { exact: curves(grid, case, bounced)?, paper: curves(grid, case, simulated)? })
    }
}

fn over_friction() -> Result<Sweep, Unmet> {
    Sweep::new(&grid(0.01, 1.0, 99), |friction| PaperSurface { friction, ..PaperSurface::PAPER })
}

fn over_compliance() -> Result<Sweep, Unmet> {
    Sweep::new(&grid(1.0, 3.0, 40), |eta| PaperSurface { ratio: eta * eta, ..PaperSurface::PAPER })
}

fn over_restitution() -> Result<Sweep, Unmet> {
    Sweep::new(&grid(0.0, 1.0, 100), |restitution| PaperSurface { restitution, ..PaperSurface::PAPER })
}

/// The point with the largest value.
fn highest(points: &[[f64; 2]]) -> [f64; 2] {
    points
        .iter()
        .copied()
        .fold([f64::NAN, f64::NEG_INFINITY], |best, point| if point[1] > best[1] { point } else { best })
}

/// The point with the smallest value.
fn lowest(points: &[[f64; 2]]) -> [f64; 2] {
    points
        .iter()
        .copied()
        .fold([f64::NAN, f64::INFINITY], |best, point| if point[1] < best[1] { point } else { best })
}

/// Where a curve crosses zero last, between two points of it.
fn last_zero(points: &[[f64; 2]]) -> f64 {
    let crossing = points.windows(2).rev().find(|pair| (pair[0][1] > 0.0) != (pair[1][1] > 0.0));
    crossing.map_or(f64::NAN, |pair| {
        let [[x, y], [x_next, y_next]] = [pair[0], pair[1]];
        x - y * (x_next - x) / (y_next - y)
    })
}

/// Where a curve crosses zero first.
fn first_zero(points: &[[f64; 2]]) -> f64 {
    let reversed: Vec<[f64; 2]> = points.iter().rev().copied().collect();
    last_zero(&reversed)
}

pub fn figure_15() -> Result<Findings, Unmet> {
    let sweeps = [over_friction()?, over_compliance()?, over_restitution()?];
    Ok(Findings::new()
        .claims(friction_claims(&sweeps[0]))
        .claims(compliance_claims(&sweeps[1]))
        .claims(restitution_claims(&sweeps[2])?)
        .figure(
            sheet(sweeps),
            "As in the paper: V_x and ω_y after the first ball's bounce over (a) friction, (b) tangential \
             compliance, (c) restitution. The paper's curves are the dashed ones; in (c) they meet the \
             others at e = 0 and e = 1.",
        ))
}

fn friction_claims(sweep: &Sweep) -> Vec<Claim> {
    let best = |curves: &Curves| [highest(&curves[0]), lowest(&curves[1])];
    let ([velocity, spin], [velocity_paper, spin_paper]) = (best(&sweep.exact), best(&sweep.paper));
    let rises = |points: &[[f64; 2]], peak: f64| {
        let wrong = |pair: &&[[f64; 2]]| (pair[1][1] > pair[0][1]) != (pair[1][0] <= peak + 1e-9);
        points.windows(2).filter(wrong).count()
    };
    let wrong = rises(&sweep.exact[0], velocity[0]);
    vec![
        Claim::number("(a) μ at the largest V_x", "0.36", velocity[0])
            .emulated(SLIP_ERROR, &[velocity_paper[0]]),
        Claim::numbers("(a) V_x / m/s and ω_y / rad/s there", "0.575906 -1.93976", &[velocity[1], spin[1]])
            .within(3e-5, "a step of 5·10⁻⁵ N s more or less in slip changes V_x by 10⁻⁵ and ω_y by 2.5·10⁻⁵")
            .emulated(SLIP_ERROR, &[velocity_paper[1], spin_paper[1]]),
        Claim::statement(
            "(a) shape",
            "V_x rises with μ to one peak and falls after it; ω_y does the opposite",
            Check::counted(sweep.exact[0].len() - 1, wrong, format!("one peak, at μ = {:.2}", velocity[0])),
        ),
        Claim::number("(a) μ above which the spin is reversed", "0.13", first_zero(&sweep.exact[1]))
            .emulated(SLIP_ERROR, &[first_zero(&sweep.paper[1])]),
        Claim::number("(a) μ above which the ball bounces backwards", "0.16", first_zero(&sweep.exact[0]))
            .emulated(SLIP_ERROR, &[first_zero(&sweep.paper[0])]),
    ]
}

fn compliance_claims(sweep: &Sweep) -> Vec<Claim> {
    let peak = |curves: &Curves| highest(&curves[0])[0];
    let same = [&sweep.exact, &sweep.paper].map(|curves| peak(curves) - lowest(&curves[1])[0]);
    let best = peak(&sweep.exact);
    let zero = |curves: &Curves| last_zero(&curves[1]);
    vec![
        Claim::statement(
            "(b) η₀ at the largest V_x",
            "is slightly less than 1.5 (taken here as from 1.35 on)",
            Check::once(
                (1.35..1.5).contains(&best),
                format!("{best:.2}, and {:.2} with the paper's error", peak(&sweep.paper)),
            ),
        ),
        Claim::number(
            "(b) η₀ from which on the ball bounces forward, close to",
            "2.4",
            last_zero(&sweep.exact[0]),
        )
        .remark(&format!("With the paper's error: {:.3}.", last_zero(&sweep.paper[0]))),
        Claim::number("(b) η₀ at which the spin is no longer reversed, around", "2.6", zero(&sweep.exact))
            .refuted(
                "ω_y is 0 where V_x is −1/5, and the curves are there at η₀ = 2.8; 2.6 may have been misread",
            )
            .remark(&format!("With the paper's error: {:.3}.", zero(&sweep.paper)))
            .erratum(
                "Sec. 8.1.4: the spin is no longer reversed from η₀ = 2.84 on (2.80 with the slip at μe), not from \
                 around 2.6 on.",
            ),
        Claim::statement(
            "(b) η₀ at which the spin is most reversed",
            "is a little less than that at which V_x is largest",
            Check::once(
                same[0] > 0.0,
                format!("they differ by {} in the exact curves and by {} in the paper's", same[0], same[1]),
            ),
        )
        .refuted("(5/7)V_x + (2/7)ω_y is the same for every impulse: both have their extremum at the same η₀")
        .erratum(
            "Sec. 8.1.4: V_x and ω_y reach their extrema at the same compliance, since friction cannot \
             change (5/7)V_x + (2/7)ω_y.",
        ),
    ]
}

fn falls_from_peak(curves: &Curves) -> Check {
    let peak = highest(&curves[0])[0];
    let beyond =
        |points: &[[f64; 2]]| points.iter().copied().filter(|point| point[0] >= peak).collect::<Vec<_>>();
    let (velocity, spin) = (beyond(&curves[0]), beyond(&curves[1]));
    let pairs = velocity.windows(2).zip(spin.windows(2));
    let wrong = pairs.filter(|(v, w)| v[1][1] >= v[0][1] || w[1][1] <= w[0][1]).count();
    Check::counted(velocity.len() - 1, wrong, format!("from e = {peak:.2} to 1"))
}

fn restitution_claims(sweep: &Sweep) -> Result<Vec<Claim>, Unmet> {
    let mut wrong = 0;
    let mut example = String::new();
    for e in grid(0.01, 1.0, 99) {
        let surface = PaperSurface { restitution: e, ..PaperSurface::PAPER };
        let (_, trace) = ball::impact(surface, Moving::first())?.trace()?;
        let kinds: Vec<EventKind> = trace.events().iter().map(|event| event.kind).collect();
        let expected =
            [EventKind::Sticks, EventKind::CompressionEnds, EventKind::Slips, EventKind::RestitutionEnds];
        if kinds != expected {
            wrong += 1;
            example = format!("not at e = {e:.2}");
        }
    }
    Ok(vec![
        Claim::number("(c) e at the largest V_x", "0.22", highest(&sweep.exact[0])[0]),
        Claim::statement(
            "(c) from there to the elastic bounce",
            "the more elastic, the more of the tangential velocity −1 m/s and of the spin 2 rad/s is kept: \
             V_x falls, ω_y rises",
            falls_from_peak(&sweep.exact),
        ),
        Claim::statement(
            "(c) modes for e > 0",
            "slip, then stick until after compression, then slip before the end",
            Check::counted(100, wrong, if wrong == 0 { "so at every e".to_owned() } else { example }),
        ),
    ])
}

fn sheet(sweeps: [Sweep; 3]) -> Picture {
    let headings = [
        ("(a) friction", "μ", [0.0, 1.0]),
        ("(b) tangential compliance", "η₀", [1.0, 3.0]),
        ("(c) restitution", "e", [0.0, 1.0]),
    ];
    let mut chart = Chart::new(
        "Rebound over friction, compliance and restitution",
        "V₀ = (−1, 0, −5) m/s, ω₀ = (0, 2, 0)",
    )
    .columns(2);
    for ((heading, name, [from, to]), Sweep { exact, paper }) in headings.into_iter().zip(sweeps) {
        chart = chart.plot(panel(name, heading, exact, paper).across(Interval::Between(from, to)));
    }
    chart.draw()
}

/// What is lost of the energy before, in per cent, by a count of the energy.
fn loss(after: Moving, count: fn(&Moving) -> f64) -> f64 {
    100.0 * (1.0 - count(&after) / count(&Moving::first()))
}

pub fn plastic_and_elastic() -> Result<Findings, Unmet> {
    let [plastic, elastic] = [
        bounced(PaperSurface { restitution: 0.0, ..PaperSurface::PAPER }, Moving::first())?,
        bounced(PaperSurface { restitution: 1.0, ..PaperSurface::PAPER }, Moving::first())?,
    ];
    let steps = |claim: Claim, absolute: f64| claim.within(absolute, "Euler steps of 5·10⁻⁵ N s");
    Ok(Findings::new()
        .claim(steps(Claim::number("e = 0: V_x / m/s", "0.554553", plastic.velocity.x), 2e-5))
        .claim(steps(Claim::number("e = 0: ω_y / rad/s", "-1.88638", plastic.spin.y), 4e-5))
        .claim(
            Claim::number("e = 0: energy after / J", "0.5096", plastic.energy())
                .emulated(HALF, &[plastic.miscounted_energy()]),
        )
        .claim(
            Claim::number("e = 0: energy lost / %", "96.197", loss(plastic, Moving::energy))
                .emulated(HALF, &[loss(plastic, Moving::miscounted_energy)]),
        )
        .claim(steps(Claim::number("e = 1: V_x / m/s", "-0.089745", elastic.velocity.x), 2e-6))
        .claim(steps(Claim::number("e = 1: ω_y / rad/s", "-0.275637", elastic.spin.y), 5e-6))
        .claim(Claim::number("e = 1: V_z / m/s", "5", elastic.velocity.z))
        .claim(
            Claim::number("e = 1: energy lost / %", "6.628", loss(elastic, Moving::energy))
                .within(2e-3, "a step of 5·10⁻⁵ N s in V_z is 0.0019 %")
                .emulated(HALF, &[loss(elastic, Moving::miscounted_energy)]),
        ))
}
