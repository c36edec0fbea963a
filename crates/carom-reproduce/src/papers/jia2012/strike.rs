//! The pencil strikes: [Jia2012, eqs. (89)–(92), Fig. 17].

use carom::{EventKind, Mode, Trace};
use carom_plot::chart::{Chart, Interval, Plot};
use carom_plot::{FigureKind, Picture};
use carom_reference::jia2012::CompliantContact;
use nalgebra::{Vector3, vector};

use super::contact::{impulse, problem, simulated_impulse};
use super::first_ball::picture;
use super::pencil::{Pencil, printed_moment};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// V and ω of [Jia2012, eq. (92)].
fn printed() -> (Vector3<f64>, Vector3<f64>) {
    (vector![-0.467_515, 0.668_992, 2.864_95], vector![0.101_268, -1.590_82, -0.5])
}

/// Why the impulse is not that of the paper.
const TRIED: &str = "neither with the true inertia, nor with (85), nor with r = 1 in it, each with and without the \
    paper's slip at μe (first table below). Nor, by Euler steps with the paper's end and first stretch made apart from \
    this report: wrong signs in (48), (49) or (88), a frame turned the wrong way, slip along v_⊥, Eᵤ from (46) and E_w \
    from G_w, other powers of η: none came within 0.06 N s. With numbers fitted: the rate at which slip turns, free in \
    either phase, leaves 0.043 N s, two moments of inertia with half of ω₀ leave 0.018, the friction of slip and of the \
    cone in either phase leaves 0.005, at none that is round. Three free numbers μ, e and η₀² do reach it, but at none that is round (second table)";

/// What the two known errors of the paper are together.
const BOTH: &str = "eq. (85) with r = 1, and slip at μe in restitution";

pub fn outcome() -> Result<Findings, Unmet> {
    let exact = Pencil::TRUE.impact()?.solve()?;
    let turn = Pencil::turn();
    let (velocity, spin) = (exact.bodies[0].linear, turn.inverse() * exact.bodies[0].angular);
    let before = exact.contacts[0].velocity_before;
    Ok(Findings::new()
        .claim(Claim::numbers("v₀, along x and y / m/s", "-3.50114 -1.91447", &[before.x, before.y]))
        .claim(
            Claim::number("v₀, along z / m/s", "0", before.z)
                .misprint("-2.97862", "the sentence is about sliding: the tangential part v₀⊥ was meant")
                .erratum("Sec. 8.2 prints v₀ with z-component 0; that is v₀⊥, and v₀ has −2.97862 m/s."),
        )
        .claim(
            Claim::numbers("V after the impact / m/s", "-0.467515 0.668992 2.86495", velocity.as_slice())
                .not_reproducible(TRIED)
                .erratum(
                    "The pencil's outcome (92) and Fig. 17 do not follow from (89)–(91), with or without \
                     the known errors.",
                ),
        )
        .claim(
            Claim::numbers(
                "ω after the impact, pencil axes / rad/s",
                "0.101268 -1.59082 -0.5",
                spin.as_slice(),
            )
            .within(6e-6, "six digits of the printed velocities")
            .emulated(
                "the printed V, and (87) with r = 1 in (85)",
                Pencil::AS_SIMULATED.spin_after(&(printed().0 - Pencil::velocity_before())).as_slice(),
            ),
        )
        .claims(in_words(&velocity, &spin)?)
        .claims(energies(&exact.energy))
        .claim(normal_loss(&exact)?))
}

/// What the text says about the rebound.
fn in_words(velocity: &Vector3<f64>, spin: &Vector3<f64>) -> Result<[Claim; 3], Unmet> {
    let before = Pencil::velocity_before();
    let moves = velocity.x < 0.0 && velocity.x > before.x && velocity.y > 0.0 && velocity.z > 0.0;
    let simulated = Pencil::AS_SIMULATED.spin_after(&Pencil::AS_SIMULATED.simulated_impulse()?);
    Ok([
        Claim::statement(
            "the rebound",
            "goes up, still along −x but slower, and newly along +y",
            Check::once(moves, format!("V = ({:.5}, {:.5}, {:.5}) m/s", velocity.x, velocity.y, velocity.z)),
        ),
        Claim::statement(
            "spin about x_p",
            "is reversed, with less magnitude",
            Check::once(
                spin.x > 0.0 && spin.x < 1.0,
                format!("ω₁ = {:.5} rad/s: smaller, not reversed", spin.x),
            ),
        )
        .refuted(&format!("only with the paper's errors ({BOTH}) is it {:.5} rad/s", simulated.x))
        .erratum("With its true inertia the pencil's spin about x_p is not reversed."),
        Claim::statement(
            "spin about y_p and about the axis",
            "grows, and stays −0.5 rad/s",
            Check::once(
                spin.y < -0.5 && (spin.z + 0.5).abs() < 1e-12,
                format!("ω₂ = {:.5}, ω₃ = {:.5} rad/s", spin.y, spin.z),
            ),
        ),
    ])
}

/// Kinetic energy as the paper counts it, mr²|ω|²/10 for the rotation, for a radius in metres.
fn counted(velocity: &Vector3<f64>, spin: &Vector3<f64>, radius: f64) -> f64 {
    0.5 * velocity.norm_squared() + 0.1 * radius * radius * spin.norm_squared()
}

fn energies(ledger: &carom::EnergyLedger) -> [Claim; 2] {
    let (velocity, spin) = printed();
    let own = Pencil::AS_SIMULATED.energy(&velocity, &spin);
    let before = counted(&Pencil::velocity_before(), &Pencil::spin_before(), 0.5);
    [
        Claim::number("kinetic energy before / J", "12.5375", ledger.before)
            .emulated("counts mr²|ω|²/10 for the rotation, as for the ball, with r = 0.5", &[before])
            .remark("The ball's energies have mr²|ω|²/10 with its r = 1, half of what a ball has.")
            .erratum(
                "The pencil's energies count mr²|ω|²/10 for the rotation, which is half of a ball's and has nothing of Q: \
                 with r = 0.5 before the impact and, as for (92), r = 1 after it.",
            ),
        Claim::number("kinetic energy after / J", "4.71613", ledger.after)
            .emulated(
                "the printed velocities (92), and mr²|ω|²/10 for the rotation with r = 1",
                &[counted(&velocity, &spin, 1.0)],
            )
            .remark(&format!(
                "With the inertia they were computed with, the velocities (92) have {own:.5} J."
            )),
    ]
}

/// [Jia2012, sec. 4.2] on what deformation takes.
fn normal_loss(exact: &carom::Outcome) -> Result<Claim, Unmet> {
    let contact = Pencil::TRUE.contact();
    let carried = 0.5 * contact.velocity.z.powi(2) / contact.w[(2, 2)];
    let lost = exact.energy.lost_in_restitution;
    Ok(Claim::statement(
        "Sec. 4.2: what restitution takes",
        "1 − e² of the energy that the initial normal velocity carries",
        Check::once(
            (lost - 0.75 * carried).abs() < 1e-9,
            format!(
                "{lost:.5} J; the normal velocity alone carries {carried:.5} J, of which ¾ are {:.5} J",
                0.75 * carried
            ),
        ),
    )
    .refuted(
        "true where S couples nothing, as for the ball; here friction presses the tip into the desk, and it \
         is 1 − e² of what the normal spring has stored",
    )
    .erratum(
        "Sec. 4.2: restitution takes 1 − e² of the strain energy stored by the normal spring, which may \
         differ from the energy of the initial normal velocity when S couples the directions.",
    ))
}

/// The events after the start, by name.
fn events(trace: &Trace) -> String {
    trace.events().iter().map(|event| event.kind.name()).collect::<Vec<_>>().join(", ")
}

pub fn figure_17() -> Result<Findings, Unmet> {
    let impact = Pencil::TRUE.impact()?;
    let (outcome, trace) = impact.trace()?;
    let end = outcome.contacts[0].impulse;
    let difference = printed().0 - Pencil::velocity_before() - printed_impulse();
    Ok(Findings::new()
        .claims(modes(&trace))
        .claim(turning(&trace))
        .claim(
            Claim::numbers("where the impulse ends / N s", "3.86261 0.668992 5.36495", end.as_slice())
                .not_reproducible(TRIED),
        )
        .claim(Claim::own_check(
            "printed impulse and printed velocities (92)",
            "agree: I = V − V₀",
            Check::bounded("difference / N s", [difference.amax()], 5.5e-6),
        ))
        .figure(
            picture(FigureKind::ImpulseCurve, "Impulse curve of the pencil", &impact, "pencil", &trace)?,
            "The curve in space and its projections on the planes of I_x and I_y, I_x and I_z, I_y and I_z, \
             as in the paper, with the true inertia. The printed curve ends at (3.86261, 0.668992, 5.36495).",
        )
        .figure(
            projections()?,
            "The paper's (b), (c) and (d): the computed curve, the one with r = 1 in (85), and where the printed one \
             ends. With r = 1 and slip at μe the impulse ends at the dot: I_y is that of the paper, I_z is not.",
        )
        .table(attempts()?)
        .table(fits()?))
}

/// The curve of a pencil over two components of the impulse; its contact has the axes of the desk.
fn curve(trace: &Trace, [across, upwards]: [usize; 2]) -> Vec<[f64; 2]> {
    let impulse = |shot: &carom::Snapshot| shot.tangential[0].impulse.push(shot.impulse[0]);
    let shots = trace.sample(&trace.instants(200));
    shots.iter().map(impulse).map(|impulse| [impulse[across], impulse[upwards]]).collect()
}

fn projections() -> Result<Picture, Unmet> {
    let (_, exact) = problem(&Pencil::TRUE.contact(), 1.0)?.trace()?;
    let (_, large) = problem(&Pencil::AS_SIMULATED.contact(), 1.0)?.trace()?;
    let simulated = Pencil::AS_SIMULATED.simulated_impulse()?;
    let end = printed_impulse();
    let names = ["I_x / N s", "I_y / N s", "I_z / N s"];
    let mut chart =
        Chart::new("Impulse of the pencil on the coordinate planes", "tip of the pencil on the desk");
    for (heading, [across, upwards]) in [("(b)", [0, 1]), ("(c)", [0, 2]), ("(d)", [1, 2])] {
        let plot = Plot::new(names[across], names[upwards])
            .heading(heading)
            .across(Interval::WithZero)
            .upwards(Interval::WithZero)
            .line("computed", curve(&exact, [across, upwards]))
            .dashed("with r = 1 in (85)", curve(&large, [across, upwards]))
            .dots("with r = 1 and slip at μe: end", [[simulated[across], simulated[upwards]]])
            .rings("printed end", [[end[across], end[upwards]]]);
        chart = chart.columns(2).plot(plot);
    }
    Ok(chart.draw())
}

/// The impulse of [Jia2012, Fig. 17], in newton seconds.
fn printed_impulse() -> Vector3<f64> {
    vector![3.86261, 0.668_992, 5.36495]
}

/// μ, e and η₀² with which the impulse ends where it is printed, for a pencil: found by Newton's method from six starts.
fn fits() -> Result<Table, Unmet> {
    let mut table = Table::new(
        "Friction, restitution and compliance that lead to the printed impulse (3.86261, 0.668992, 5.36495) N s; the \
         paper has μ = 0.8, e = 0.5, η₀² = 1.2143",
        &["moment of inertia", "μ", "e", "η₀²", "impulse with them / N s"],
    );
    let printed_radius = Pencil { across: printed_moment(0.5), ..Pencil::TRUE };
    for (name, pencil, [friction, restitution, stiffness_ratio]) in [
        ("eq. (85), r = 1", Pencil::AS_SIMULATED, [0.7564, 0.4607, 1.2421]),
        ("eq. (85)", printed_radius, [0.9770, 0.5115, 1.9220]),
    ] {
        let contact = CompliantContact { friction, restitution, stiffness_ratio, ..pencil.contact() };
        let numbers = [friction, restitution, stiffness_ratio].map(|number| format!("{number:.4}"));
        let end = text(impulse(&contact)?);
        table = table.row(std::iter::once(name.to_owned()).chain(numbers).chain([end]));
    }
    Ok(table)
}

fn text(impulse: Vector3<f64>) -> String {
    format!("({:.4}, {:.4}, {:.4})", impulse.x, impulse.y, impulse.z)
}

/// Slip, stick through the end of compression, and slip again.
fn modes(trace: &Trace) -> [Claim; 3] {
    let start = trace.sample(&[1e-9 * trace.duration()])[0].tangential[0].mode;
    let impulse_at = |kind: EventKind| {
        let event = trace.events().into_iter().rev().find(|event| event.kind == kind);
        event.map_or(f64::NAN, |event| trace.sample(&[event.time])[0].impulse[0])
    };
    let kinds = [EventKind::CompressionEnds, EventKind::Slips, EventKind::RestitutionEnds];
    let [turn, slip, end] = kinds.map(impulse_at);
    let part = (slip - turn) / (end - turn);
    [
        Claim::words("mode at the start", Mode::Slip.name(), start.name()),
        Claim::words(
            "what happens then",
            "sticks, compression-ends, slips, restitution-ends",
            &events(trace),
        ),
        Claim::statement(
            "the second slip",
            "begins just before restitution ends (taken here as in the last quarter of its impulse)",
            Check::once(part > 0.75, format!("after {:.0} % of the impulse of restitution", 100.0 * part)),
        ),
    ]
}

/// How far the direction of friction turns in all, and at most between two of so many instants, in degrees.
/// The last hundredth of the time, in which force and stretch vanish, is left out.
fn turns(trace: &Trace, instants: u32) -> [f64; 2] {
    let times: Vec<f64> =
        (1..instants * 99 / 100).map(|i| trace.duration() * f64::from(i) / f64::from(instants)).collect();
    let forces: Vec<_> = trace.sample(&times).iter().map(|shot| shot.tangential[0].force).collect();
    let turns = || forces.windows(2).map(|pair| pair[0].angle(&pair[1]).to_degrees());
    [turns().sum(), turns().fold(0.0, f64::max)]
}

fn turning(trace: &Trace) -> Claim {
    let ([total, coarse], [_, fine]) = (turns(trace, 2000), turns(trace, 20_000));
    Claim::statement(
        "direction of slip, or of the tendency to it",
        "changes continuously: between instants ten times as close it turns a tenth as far",
        Check::once(
            fine < 0.11 * coarse && total > 10.0,
            format!(
                "in the first 99 % of the time (it turns fast as the force vanishes): by {total:.0}° in \
                 all; in 1/2000 of the impact by {coarse:.2}° at most, in 1/20000 \
                 by {fine:.2}°"
            ),
        ),
    )
}

fn attempts() -> Result<Table, Unmet> {
    let mut table = Table::new(
        "Where the pencil's impulse ends, in N s; printed: (3.86261, 0.668992, 5.36495)",
        &["moment of inertia", "Q₁₁ / kg m²", "exact", "slip at μe in restitution"],
    );
    let middle = Pencil { across: printed_moment(0.5), ..Pencil::TRUE };
    for (name, pencil) in
        [("true", Pencil::TRUE), ("eq. (85)", middle), ("eq. (85), r = 1", Pencil::AS_SIMULATED)]
    {
        let row = [
            name.to_owned(),
            format!("{:.6}", pencil.across),
            text(pencil.impulse()?),
            text(pencil.simulated_impulse()?),
        ];
        table = table.row(row);
    }
    let halved = Pencil::AS_SIMULATED.contact_spinning(&(Pencil::spin_before() * 0.5));
    Ok(table.row([
        "eq. (85), r = 1, half of ω₀".to_owned(),
        format!("{:.6}", Pencil::AS_SIMULATED.across),
        text(impulse(&halved)?),
        text(simulated_impulse(&halved)?),
    ]))
}
