//! The report of a recovery as text: values with their standard deviations.

use std::fmt::Write;

use carom_motion::billiards::recovery::{
    Coefficient, Estimate, FitQuality, Noise, Recovered, Recovery, RollingStart, SlidingStart, StartMotion,
    Undetermined,
};

use super::RecoveryScene;
use crate::report::TextOptions;
use crate::report::columns::{Align, Columns, HEADING, paint};
use crate::report::text::section;
use crate::report::words::count;

/// Digits of a deviation that are shown.
const DEVIATION_DIGITS: i32 = 2;
/// Most decimals of any number: what is beyond is rounding for metres and seconds.
const MOST_DECIMALS: i32 = 12;
/// Decimals of numbers without a deviation.
const DECIMALS: usize = 6;

pub(super) fn report(scene: &RecoveryScene, recovery: &Recovery, options: TextOptions) -> String {
    let mut text = String::new();
    if !scene.title().is_empty() {
        text.push_str(&paint(&format!("{}\n", scene.title()), HEADING, options));
    }
    let _ = writeln!(text, "{}", samples(scene));
    match recovery {
        Recovery::SlidingThenRolling(found) => both(&mut text, scene, found, options),
        Recovery::SlidingOnly(found) => sliding(&mut text, scene, found, options),
        Recovery::RollingOnly(found) => rolling(&mut text, scene, found, options),
        Recovery::Undetermined(open) => {
            let _ = writeln!(text, "\nnot recovered: {}", why(*open));
        }
    }
    text
}

fn samples(scene: &RecoveryScene) -> String {
    let positions = count(scene.samples.len(), "position", "positions");
    match (scene.samples.first(), scene.samples.last()) {
        (Some(first), Some(last)) => {
            format!("{positions} from {:.3} s to {:.3} s", first.time, last.time)
        }
        _ => positions,
    }
}

fn both(text: &mut String, scene: &RecoveryScene, found: &Recovered, options: TextOptions) {
    let start = scene.problem.start;
    let _ = writeln!(text, "the ball slides, then rolls");
    let note = format!("at {start:.6} s; spin about the vertical leaves no trace in a path");
    section(text, "Motion", &note, &motion(&found.motion, options), options);
    let switch = &found.switch;
    let time = Estimate { value: start + switch.time.value, ..switch.time };
    let rows = [("time s", time), ("x m", switch.position[0]), ("y m", switch.position[1])];
    let speeds = [("vx m/s", switch.velocity[0]), ("vy m/s", switch.velocity[1])];
    let rows: Vec<(&str, Estimate)> = rows.into_iter().chain(speeds).collect();
    section(text, "Rolling begins", "", &table(&rows, options), options);
    cloth(text, scene, Some(found.sliding_friction), Some(found.rolling_friction), options);
    fit(text, scene, &found.quality, options);
}

fn sliding(text: &mut String, scene: &RecoveryScene, found: &SlidingStart, options: TextOptions) {
    let _ = writeln!(text, "the ball slides all the time: how fast it spins cannot be told, but that it");
    let _ = writeln!(text, "slips at {:.6} m/s or more at the start", found.least_slip);
    let degrees = Estimate {
        value: found.slip_azimuth.value.to_degrees(),
        deviation: found.slip_azimuth.deviation.to_degrees(),
    };
    let rows = [
        ("x m", found.position[0]),
        ("y m", found.position[1]),
        ("vx m/s", found.velocity[0]),
        ("vy m/s", found.velocity[1]),
        ("direction of slip degrees", degrees),
    ];
    let note = format!("at {:.6} s", scene.problem.start);
    section(text, "Motion", &note, &table(&rows, options), options);
    cloth(text, scene, Some(found.sliding_friction), None, options);
    fit(text, scene, &found.quality, options);
}

fn rolling(text: &mut String, scene: &RecoveryScene, found: &RollingStart, options: TextOptions) {
    let _ = writeln!(text, "the ball rolls all the time: how it was struck cannot be told");
    let note = format!("at {:.6} s", found.time);
    section(text, "Motion", &note, &motion(&found.motion, options), options);
    cloth(text, scene, None, Some(found.rolling_friction), options);
    fit(text, scene, &found.quality, options);
}

fn motion(motion: &StartMotion, options: TextOptions) -> String {
    let [position, velocity, spin] = [motion.position, motion.velocity, motion.angular_velocity];
    let names = ["x m", "y m", "vx m/s", "vy m/s", "wx rad/s", "wy rad/s"];
    let values = position.into_iter().chain(velocity).chain(spin);
    table(&names.into_iter().zip(values).collect::<Vec<_>>(), options)
}

/// The coefficients, each with whether it was known or found.
fn cloth(
    text: &mut String,
    scene: &RecoveryScene,
    sliding: Option<Estimate>,
    rolling: Option<Estimate>,
    options: TextOptions,
) {
    let sought = |coefficient: Coefficient| matches!(coefficient, Coefficient::Sought { .. });
    let rows: Vec<(&str, Estimate)> = [
        ("sliding friction", sliding, sought(scene.problem.sliding_friction)),
        ("rolling resistance", rolling, sought(scene.problem.rolling_friction)),
    ]
    .into_iter()
    .filter_map(|(name, value, sought)| value.filter(|_| sought).map(|value| (name, value)))
    .collect();
    if !rows.is_empty() {
        section(text, "Cloth", "found", &table(&rows, options), options);
    }
}

fn fit(text: &mut String, scene: &RecoveryScene, quality: &FitQuality, options: TextOptions) {
    let FitQuality { noise, chi_square, degrees_of_freedom, chance } = *quality;
    let source = match scene.problem.noise {
        Noise::Known(_) => "as given",
        Noise::FromScatter => "from the scatter about the path",
    };
    let mut body = format!("  noise of a coordinate  {:.4} mm, {source}\n", 1e3 * noise);
    if let Noise::Known(_) = scene.problem.noise {
        let _ = writeln!(
            body,
            "  chi-square             {chi_square:.1} for {degrees_of_freedom} degrees of freedom"
        );
    }
    if !quality.is_described() {
        let sign = match scene.problem.noise {
            Noise::Known(_) => "a chi-square as large",
            Noise::FromScatter => "a scatter as regular",
        };
        let _ = writeln!(
            body,
            "  THE PATH DOES NOT DESCRIBE THE POSITIONS: {sign} has a chance of {chance:.0e};"
        );
        body.push_str("  deviations are too small, and what is found may be of no use\n");
    }
    section(text, "Fit", "", &body, options);
}

fn table(rows: &[(&str, Estimate)], options: TextOptions) -> String {
    let columns = vec![
        (Align::Left, String::new()),
        (Align::Right, "value".to_owned()),
        (Align::Right, "deviation".to_owned()),
    ];
    let mut table = Columns::new("numbers", columns);
    for &(name, estimate) in rows {
        let (value, deviation) = written(estimate);
        table.row(vec![name.to_owned(), value, deviation]);
    }
    table.render(options)
}

/// A value to the last digit that its deviation leaves it, and the deviation.
fn written(Estimate { value, deviation }: Estimate) -> (String, String) {
    if deviation == 0.0 {
        return (format!("{value:.DECIMALS$}"), "known".to_owned());
    }
    let power = libm::log10(deviation).floor() as i32;
    let decimals = (DEVIATION_DIGITS - 1 - power).clamp(0, MOST_DECIMALS) as usize;
    let plain = format!("{deviation:.decimals$}");
    let hidden = power < 1 - MOST_DECIMALS;
    (format!("{value:.decimals$}"), if hidden { format!("{deviation:.1e}") } else { plain })
}

fn why(open: Undetermined) -> String {
    match open {
        Undetermined::TooFewSamples { unknowns, coordinates } => {
            format!("{coordinates} coordinates are too few for {unknowns} unknowns")
        }
        Undetermined::RankDeficient { unknowns, rank } => {
            format!("the positions determine only {rank} of {unknowns} unknowns")
        }
        Undetermined::SlidingOrRolling => {
            "both a sliding and a rolling ball fit: the stretch is too short for the noise".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_its_deviation_does() {
        let write = |value, deviation| written(Estimate { value, deviation });
        assert_eq!(write(1.234_567, 0.012), ("1.235".to_owned(), "0.012".to_owned()));
        assert_eq!(write(123.4, 34.0), ("123".to_owned(), "34".to_owned()));
        assert_eq!(write(0.5, 0.0), ("0.500000".to_owned(), "known".to_owned()));
        assert_eq!(write(0.5, 3.2e-15), ("0.500000000000".to_owned(), "3.2e-15".to_owned()));
    }
}
