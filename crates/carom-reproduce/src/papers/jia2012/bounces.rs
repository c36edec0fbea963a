//! Bounce after bounce: [Jia2012, Figs. 1 and 13, Table 1].

use carom_plot::chart::{Chart, Interval, Plot};
use nalgebra::{Vector2, vector};

use super::ball::{Moving, PaperSurface, bounced, bounces, simulated};
use super::contact::SLIP_ERROR;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Gravity in flight, which the paper does not name, in metres per second squared. It scales lengths and
/// nothing else.
const GRAVITY: f64 = 9.81;

/// The paper's program with all its habits.
const HABITS: &str = "slip at μe in restitution, an end at 10⁻⁴ J";

/// Four steps of the paper, and half of a fifth decimal: two programs may differ by a step or two at each
/// event of a bounce.
const STEPS: (f64, &str) = (2.05e-4, "four of the paper's steps");

/// Two steps, and half of a fifth decimal: what one bounce may be off.
const ONE_BOUNCE: f64 = 1.05e-4;

/// [Jia2012, Table 1]: V and (ω_x, ω_y) after each bounce.
const TABLE: [([&str; 3], [&str; 2]); 8] = [
    (["0.898172", "-1.627", "2.5001"], ["1.93249", "1.25457"]),
    (["1.07389", "-1.77762", "1.2501"], ["1.55595", "0.815269"]),
    (["0.944485", "-1.6667", "0.62505"], ["1.83325", "1.13879"]),
    (["1.04364", "-1.75169", "0.3123"], ["1.62078", "0.890907"]),
    (["0.963345", "-1.68287", "0.15565"], ["1.79283", "1.09164"]),
    (["1.02677", "-1.73723", "0.07665"], ["1.65692", "0.933078"]),
    (["0.998039", "-1.7126", "0.0358"], ["1.71849", "1.0049"]),
    (["1.00197", "-1.71598", "0.0111"], ["1.71006", "0.995071"]),
];

/// Which bounces reverse a component, from 1.
fn reversals(before: Moving, after: &[Moving], component: fn(&Moving) -> f64) -> Vec<f64> {
    let signs: Vec<bool> = std::iter::once(&before).chain(after).map(|m| component(m) > 0.0).collect();
    (1..signs.len())
        .filter(|&bounce| signs[bounce] != signs[bounce - 1])
        .map(|bounce| bounce as f64)
        .collect()
}

/// 1 for each of five bounces that is in the list, else 0.
fn flags(bounces: &[f64]) -> [f64; 5] {
    [1.0, 2.0, 3.0, 4.0, 5.0].map(|bounce| if bounces.contains(&bounce) { 1.0 } else { 0.0 })
}

pub fn figure_1() -> Result<Findings, Unmet> {
    let exact = bounces(5, Moving::first(), bounced)?;
    let paper = bounces(5, Moving::first(), simulated)?;
    let fifth = |course: &[Moving]| [course[4].velocity.x, course[4].velocity.z, course[4].spin.y];
    let reversed = |component: fn(&Moving) -> f64| {
        let of = |course: &[Moving]| reversals(Moving::first(), course, component);
        (of(&exact), of(&paper))
    };
    let (velocity, emulated) = reversed(|moving| moving.velocity.x);
    let (spin, _) = reversed(|moving| moving.spin.y);
    Ok(Findings::new()
        .claim(
            Claim::numbers(
                "V_x / m/s, V_z / m/s, ω_y / rad/s after the fifth bounce",
                "-0.088333 0.155565 -0.279167",
                &fifth(&exact),
            )
            .within(STEPS.0, STEPS.1)
            .emulated(HABITS, &fifth(&paper)),
        )
        .claim(
            Claim::numbers(
                "which of the five bounces reverse V_x (1: it does)",
                "1 1 0 0 0",
                &flags(&velocity),
            )
            .emulated(HABITS, &flags(&emulated))
            .erratum("With slip at μ throughout, V_x is reversed by the first four of five bounces, not by the first two only."),
        )
        .claim(Claim::numbers("bounces that reverse ω_y", "1 2 3 4 5", &spin))
        .claim(Claim::statement(
            "motion in the x–z plane",
            "velocity and spin are orthogonal, so the centre stays in the plane",
            Check::bounded("|V_y|", exact.iter().map(|moving| moving.velocity.y.abs()), 0.0),
        ))
        .claim(energy_falls(&exact))
        .figure(
            five_bounces(&exact, &paper),
            "The centre of the ball from the first strike (a, b) on, with the letters of the paper's \
             frames: c, e, g, i at the highest points, the others at the bounces. The plane is at z = 0 and \
             the ball's radius is 1 m; g = 9.81 m/s².",
        ))
}

fn energy_falls(course: &[Moving]) -> Claim {
    let energies: Vec<f64> = std::iter::once(&Moving::first()).chain(course).map(Moving::energy).collect();
    let falls = energies.windows(2).filter(|pair| pair[1] < pair[0]).count();
    Claim::statement(
        "kinetic energy",
        "decreases at every bounce",
        Check::counted(5, 5 - falls, format!("from {:.4} J to {:.4} J", energies[0], energies[5])),
    )
}

/// Points of the centre in flight, and where it lands.
fn flight(start: Vector2<f64>, moving: &Moving) -> (Vec<[f64; 2]>, Vector2<f64>) {
    let (vx, vz) = (moving.velocity.x, moving.velocity.z);
    let lasts = 2.0 * vz / GRAVITY;
    let at = |t: f64| start + vector![vx * t, vz * t - 0.5 * GRAVITY * t * t];
    let points = (0..=40).map(|i| at(lasts * f64::from(i) / 40.0).into());
    (points.collect(), at(lasts))
}

fn path(course: &[Moving]) -> (Vec<[f64; 2]>, Vec<[f64; 2]>) {
    let (mut place, mut line, mut lettered) = (vector![0.0, 1.0], Vec::new(), Vec::new());
    for (bounce, moving) in course.iter().enumerate() {
        lettered.push(place.into());
        if bounce + 1 < course.len() {
            let (points, landing) = flight(place, moving);
            lettered.push(points[points.len() / 2]);
            line.extend(points);
            place = landing;
        }
    }
    (line, lettered)
}

fn five_bounces(exact: &[Moving], paper: &[Moving]) -> carom_plot::Picture {
    let (line, lettered) = path(exact);
    let names = ["a, b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let panel = || {
        Plot::new("x / m", "z / m")
            .line("computed", line.clone())
            .dashed(&format!("with the paper's error: {SLIP_ERROR}"), path(paper).0)
    };
    let mut whole = panel().height(320.0).heading("from the first bounce on");
    let mut late = panel()
        .height(220.0)
        .heading("from the third bounce on, enlarged")
        .across(Interval::Between(0.085, 0.135))
        .upwards(Interval::Between(0.996, 1.024));
    for (place, (at, name)) in lettered.iter().zip(names).enumerate() {
        if place < 5 {
            whole = whole.letter(*at, name);
        }
        if place >= 4 {
            late = late.letter(*at, name);
        }
    }
    let subtitle = "the centre of a ball that strikes with V = (−1, 0, −5), ω = (0, 2, 0)";
    Chart::new("Five bounces of a ball", subtitle).plot(whole).plot(late).draw()
}

fn numbers(moving: &Moving) -> [f64; 5] {
    let Moving { velocity, spin } = moving;
    [velocity.x, velocity.y, velocity.z, spin.x, spin.y]
}

fn value(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

pub fn table_1() -> Result<Findings, Unmet> {
    let exact = bounces(8, Moving::of_table(), bounced)?;
    let paper = bounces(8, Moving::of_table(), simulated)?;
    let part = |bounce: usize, name: &str, printed: &[&str], of: fn(&Moving) -> Vec<f64>| {
        Claim::numbers(&format!("row {}: {name}", bounce + 1), &printed.join(" "), &of(&exact[bounce]))
            .within(STEPS.0, STEPS.1)
            .emulated(HABITS, &of(&paper[bounce]))
    };
    let row = |bounce: usize| {
        let (velocity, spin) = &TABLE[bounce];
        [
            part(bounce, "V / m/s", velocity, |moving| numbers(moving)[..3].to_vec()),
            part(bounce, "ω_x, ω_y / rad/s", spin, |moving| numbers(moving)[3..].to_vec()),
        ]
    };
    Ok(Findings::new()
        .claims((0..8).flat_map(row))
        .claim(row_by_row()?)
        .claim(first_row_slips(&exact[0], &paper[0]))
        .claims(kept_by_friction(&exact))
        .claims(halving(&exact)))
}

/// Each row from the printed row above it, by the paper's program.
fn row_by_row() -> Result<Claim, Unmet> {
    let printed = printed_course();
    let mut before = Moving::of_table();
    let mut off = Vec::new();
    for row in &printed {
        let after = numbers(&simulated(PaperSurface::PAPER, before)?);
        off.extend(after.iter().zip(numbers(row)).map(|(a, b)| (a - b).abs()));
        before = row.landing();
    }
    Ok(Claim::own_check(
        "the emulation, from each printed row to the next",
        "gives the printed row to two steps of 5·10⁻⁵ N s",
        Check::bounded("deviation / m/s or rad/s", off, ONE_BOUNCE),
    ))
}

/// The first bounce slips all the way, so the tangential impulse can be read from the printed row.
fn first_row_slips(exact: &Moving, paper: &Moving) -> Claim {
    let impulse = |after: &Moving| (after.velocity - Moving::of_table().velocity).xy().norm();
    Claim::number("tangential impulse of the first bounce, read off the row / N s", "2.500", impulse(exact))
        .remark(
            "The contact slips throughout: Coulomb's law asks for μ(1 + e)·5 N s, the printed velocities \
             have μ(1 + e²)·5.",
        )
        .emulated(SLIP_ERROR, &[impulse(paper)])
        .erratum(
            "Table 1's first bounce slips throughout and has the tangential impulse μ(1 + e²)·5 = 2.5 N s \
             where Coulomb's law gives 3 N s.",
        )
}

/// (5/7) V − (2/7) z × ω, which no impulse at the contact changes.
fn kept([vx, vy, _, wx, wy]: [f64; 5]) -> [f64; 2] {
    [5.0 / 7.0 * vx + 2.0 / 7.0 * wy, 5.0 / 7.0 * vy - 2.0 / 7.0 * wx]
}

fn kept_by_friction(exact: &[Moving]) -> [Claim; 2] {
    /// The printed rows have six digits of numbers up to 2.
    const PRINTED: f64 = 1e-5;
    /// Rounding of eight bounces.
    const ROUNDING: f64 = 1e-13;
    let off = |row: [f64; 5]| {
        let [x, y] = kept(row);
        (x - 1.0).abs().max((y + 12.0 / 7.0).abs())
    };
    let printed = TABLE.map(|([vx, vy, vz], [wx, wy])| off([vx, vy, vz, wx, wy].map(value)));
    let what = "5V/7 − 2(z × ω)/7, which no tangential impulse changes";
    let statement = "is (1, −12/7) in every row";
    [
        Claim::statement(
            &format!("{what}: printed rows"),
            statement,
            Check::bounded("deviation", printed, PRINTED),
        ),
        Claim::statement(
            &format!("{what}: computed rows"),
            statement,
            Check::bounded("deviation", exact.iter().map(|moving| off(numbers(moving))), ROUNDING),
        ),
    ]
}

fn halving(exact: &[Moving]) -> [Claim; 2] {
    let off = exact.iter().enumerate().map(|(i, m)| (m.velocity.z - 2.5 * 0.5_f64.powi(i as i32)).abs());
    let ratio = |row: usize| value(TABLE[row].0[2]) / value(TABLE[row - 1].0[2]);
    let worst = (1..8).map(|row| (ratio(row) - 0.5).abs()).fold(0.0, f64::max);
    [
        Claim::statement("V_z", "halves at every bounce", Check::bounded("deviation / m/s", off, 1e-13)),
        Claim::statement(
            "V_z in the printed rows",
            "halves up to slight numerical errors (taken here as a tenth)",
            Check::once(worst < 0.05, format!("the last ratio is {:.3}", ratio(7))),
        )
        .refuted(
            "the program ends a bounce when the strain energy falls below 10⁻⁴ J, which is most of it in \
             the last rows",
        )
        .erratum(
            "Table 1's bounces end at a strain energy of 10⁻⁴ J instead of 0: the last V_z is 0.0111 where \
             half of the one before is 0.0179.",
        ),
    ]
}

/// Where the ball lands, and lands again: eight places.
fn landings(course: &[Moving]) -> Vec<Vector2<f64>> {
    let mut places = vec![Vector2::zeros()];
    for moving in &course[..7] {
        let last = places[places.len() - 1];
        places.push(last + moving.velocity.xy() * (2.0 * moving.velocity.z / GRAVITY));
    }
    places
}

/// Largest distance of the places from the line between the first and the last, over its length.
fn crookedness(places: &[Vector2<f64>]) -> f64 {
    let chord = places[places.len() - 1] - places[0];
    places
        .iter()
        .map(|place| (chord.perp(&(place - places[0])) / chord.norm_squared()).abs())
        .fold(0.0, f64::max)
}

fn printed_course() -> Vec<Moving> {
    let row = |&(velocity, [wx, wy]): &([&str; 3], [&str; 2])| Moving {
        velocity: velocity.map(value).into(),
        spin: vector![value(wx), value(wy), 0.0],
    };
    TABLE.iter().map(row).collect()
}

pub fn figure_13() -> Result<Findings, Unmet> {
    let exact = landings(&bounces(8, Moving::of_table(), bounced)?);
    let paper = landings(&bounces(8, Moving::of_table(), simulated)?);
    let printed = landings(&printed_course());
    let apart = printed.iter().zip(&paper).map(|(a, b)| (a - b).norm());
    let straight = crookedness(&exact);
    let Moving { velocity, spin } = Moving::of_table();
    let contact = velocity + nalgebra::Vector3::z().cross(&spin);
    let angle = contact.xy().angle(&velocity.xy()).to_degrees();
    Ok(Findings::new()
        .claim(Claim::numbers("contact velocity v₀ / m/s", "-7 6 -5", contact.as_slice()))
        .claim(Claim::statement(
            "V₀ and the plane of the first impact",
            "V₀ is not in the plane of the normal and v₀",
            Check::once(angle > 1.0, format!("seen from above they are {angle:.1}° apart")),
        ))
        .claim(Claim::statement(
            "path seen from above",
            "starts at the upper left, runs down and to the right",
            Check::once(
                exact[7].x > 0.0 && exact[7].y < 0.0,
                format!("ends at ({:.3}, {:.3}) m", exact[7].x, exact[7].y),
            ),
        ))
        .claim(Claim::statement(
            "path against the line from first to eighth impact",
            "bent, but by little (taken here as up to 5 % of its length)",
            Check::once(
                straight > 1e-3 && straight < 0.05,
                format!("bent by {:.2} % of its length", 100.0 * straight),
            ),
        ))
        .claim(Claim::own_check(
            "the emulation's landings",
            "are those of the printed table to half a millimetre",
            Check::bounded("distance / m", apart, 5e-4),
        ))
        .figure(
            polyline(&exact, &printed),
            "Landings 1 to 8 on the table, and the straight line from the first to the last. The bounce at \
             which restitution slips, the first, turns the paper's path most. g = 9.81 m/s²; another g \
             scales the picture.",
        ))
}

fn polyline(exact: &[Vector2<f64>], printed: &[Vector2<f64>]) -> carom_plot::Picture {
    let points =
        |places: &[Vector2<f64>]| places.iter().map(|&place| place.into()).collect::<Vec<[f64; 2]>>();
    let mut plot = Plot::new("x / m", "y / m")
        .equal_scales()
        .height(460.0)
        .line("computed", points(exact))
        .rings("from the printed Table 1", points(printed))
        .guide(points(&[exact[0], exact[7]]));
    for (number, place) in exact.iter().enumerate().filter(|(number, _)| *number < 4 || *number == 7) {
        plot = plot.letter((*place).into(), &(number + 1).to_string());
    }
    Chart::new("Path of the bouncing ball", "projected on the table").plot(plot).draw()
}
