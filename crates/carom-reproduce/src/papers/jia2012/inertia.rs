//! The pencil's inertia: [Jia2012, eq. (85), appendix C].

use super::pencil::{
    CONE, CYLINDER, HEIGHT, Pencil, height_of_parts, parts_of_104, printed_moment, true_moment,
};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// How many discs the solids are cut into; the middle of each is taken, so the error is of second order
/// in a disc.
const DISCS: usize = 20_000;

/// Q₁₁ and Q₃₃ of the pencil with a radius in metres about its centre of mass, summed over discs, for unit
/// mass.
fn moments_by_discs(radius: f64, short: f64, long: f64) -> [f64; 2] {
    let thick = (short + long) / DISCS as f64;
    let disc = |i: usize| {
        let z = thick * (i as f64 + 0.5);
        let r = if z < short { radius * z / short } else { radius };
        (z, r * r)
    };
    let discs: Vec<(f64, f64)> = (0..DISCS).map(disc).collect();
    let mass: f64 = discs.iter().map(|(_, square)| square).sum();
    let centre = discs.iter().map(|(z, square)| z * square).sum::<f64>() / mass;
    let across = |(z, square): &(f64, f64)| square * (square / 4.0 + (z - centre).powi(2));
    let along = |(_, square): &(f64, f64)| square * square / 2.0;
    [discs.iter().map(across).sum::<f64>() / mass, discs.iter().map(along).sum::<f64>() / mass]
}

pub fn pencil() -> Result<Findings, Unmet> {
    let [across, _] = moments_by_discs(0.5, 0.5, 3.0);
    // V_y = I_y and ω₁ of the printed velocities (92), by (87).
    let deduced = HEIGHT * 0.668_992 / (0.101_268 + 1.0);
    Ok(Findings::new()
        .claim(Claim::statement(
            "h",
            "(6h₁² + 12h₁h₂ + 3h₂²)/(12h₁ + 4h₂)",
            Check::once(
                (HEIGHT - height_of_parts()).abs() < 1e-14,
                format!("{HEIGHT:.6} m, as from the two parts"),
            ),
        ))
        .claim(
            Claim::number("Q₁₁ of (89) by the printed (85) / kg m²", "0.979441", across)
                .emulated(
                    "takes the cone's moment about its vertex for that about its centre of mass",
                    &[printed_moment(0.5)],
                )
                .remark(
                    "The published digits are those of the printed formula; computed by cutting the pencil \
                     into 20 000 discs.",
                )
                .erratum(
                    "Eqs. (85) and (104) shift the cone's moment about its vertex by h as if it were about \
                     its centre of mass: Q₁₁ is 0.903869 for (89), not 0.979441.",
                ),
        )
        .claim(sum_of_parts())
        .claim(inertia_of_velocities(across))
        .claim(axial_moment())
        .table(moments(across, deduced)))
}

/// (85) from [Jia2012, eq. (104)], with the matrices of the parts as printed and times their masses.
fn sum_of_parts() -> Claim {
    let [with, without] = [[CYLINDER, CONE], [1.0, 1.0]].map(|factors| parts_of_104(0.5, factors));
    let check = |found: f64| {
        let off = (found - printed_moment(0.5)).abs();
        Check::once(off < 1e-12, format!("{found:.6} kg m², and (85) gives {:.6}", printed_moment(0.5)))
    };
    Claim::statement("appendix C: Q₁₁ of (104) with the printed Q₁ and Q₂", "is that of (85)", check(without))
        .misprinted_statement(
            "is that of (85) with m₁Q₁ and m₂Q₂",
            check(with),
            "the matrices of appendix C are those of unit masses",
        )
        .erratum("Appendix C prints Q₁ and Q₂ without the masses m₁ and m₂, which (85) has.")
}

/// The inertia that [Jia2012, eq. (92)] has in it.
fn inertia_of_velocities(across: f64) -> Claim {
    Claim::number(
        "Q₁₁ that the printed velocities (92) have in them, h·V_y/(ω₁ + 1) / kg m²",
        "1.162994",
        across,
    )
    .within(2e-6, "six printed digits of V_y and ω₁")
    .emulated("eq. (85) with r = 1 instead of r = 0.5", &[Pencil::AS_SIMULATED.across])
    .erratum(
        "The pencil's printed velocities (92) belong to r = 1 in (85), Q₁₁ = 1.162993, not to the r = 0.5 \
         of (89).",
    )
}

fn axial_moment() -> Claim {
    let [_, cylinder] = moments_by_discs(1.0, 0.0, 3.0);
    Claim::number("appendix C: Q₃₃ of the cylinder over m₁r²", "1.0", cylinder)
        .misprint("0.5", "the moment of a solid cylinder about its axis is ½mr²")
        .remark(super::contact::COPY)
        .within(1e-9, "sum over discs")
        .erratum(
            "Appendix C has r² for the cylinder's moment about its axis, which is ½r² (the ½ may be lost in our \
             text); the impact does not depend on it.",
        )
}

fn moments(by_discs: f64, deduced: f64) -> Table {
    let row = |how: &str, moment: f64| [how.to_owned(), format!("{moment:.6}")];
    Table::new("Q₁₁ of the pencil (89)", &["how", "Q₁₁ / kg m²"])
        .row(row("sum over 20 000 discs", by_discs))
        .row(row("parallel axes, the cone's moment about its centre of mass", true_moment(0.5)))
        .row(row("eq. (85)", printed_moment(0.5)))
        .row(row("eq. (85) with r = 1", printed_moment(1.0)))
        .row(row("deduced from the printed velocities (92)", deduced))
}
