//! The report of a fit as text.

use std::fmt::Write;

use carom_estimate::{Combination, Crossing, Loss};
use unicode_width::UnicodeWidthStr;

use crate::fit::{Estimate, Fit, OUTLYING, Standing, Verdict};
use crate::study::Study;

/// Rows that are named when they are left out; more are counted.
const NAMED: usize = 3;
/// As many values far off, and as many of all, are not noise.
const FEW_OUTLIERS: usize = 3;
const MOST_OUTLIERS: f64 = 1e-3;

pub(super) fn report(study: &Study, fit: &Fit) -> String {
    let mut text = String::new();
    if !study.title.is_empty() {
        let _ = writeln!(text, "{}", study.title);
    }
    let measurements: usize = fit.groups.iter().map(|group| group.count).sum();
    let _ = writeln!(
        text,
        "{} from {}",
        counted(measurements, "measurement", "measurements"),
        counted(fit.rows, "row", "rows")
    );
    text.push_str(&parameters(study, fit));
    text.push_str(&combinations(study, fit));
    text.push_str(&correlations(study, fit));
    text.push_str(&columns(study, fit));
    text.push_str(&quality(study, fit));
    text
}

fn parameters(study: &Study, fit: &Fit) -> String {
    let percent = 100.0 * study.settings.level;
    let has_profiles = fit.estimates.iter().any(|estimate| estimate.profile.is_some());
    let kind = if has_profiles { "profile" } else { "interval" };
    let mut rows = vec![[
        "".to_owned(),
        "value".to_owned(),
        "error".to_owned(),
        "percent".to_owned(),
        format!("{percent} % {kind}"),
    ]];
    for estimate in &fit.estimates {
        let name = if estimate.unit.is_empty() {
            estimate.name.clone()
        } else {
            format!("{} {}", estimate.name, estimate.unit)
        };
        let interval = interval(estimate);
        rows.push(match &estimate.standing {
            Standing::Determined { deviation, .. } => {
                let (value, error) = written(estimate.value, *deviation);
                [name, value, error, relative(estimate.value, *deviation), interval]
            }
            Standing::AtBound => {
                [name, short(estimate.value), "at its bound".to_owned(), String::new(), interval]
            }
            Standing::Undetermined => {
                [name, "not determined".to_owned(), String::new(), String::new(), interval]
            }
            Standing::Exact => {
                [name, short(estimate.value), "no scatter".to_owned(), String::new(), interval]
            }
        });
    }
    format!("\nParameters\n{}", aligned(&rows))
}

fn relative(value: f64, deviation: f64) -> String {
    if value == 0.0 { String::new() } else { format!("{} %", digits(100.0 * deviation / value.abs(), 2)) }
}

fn interval(estimate: &Estimate) -> String {
    let deviation = match &estimate.standing {
        Standing::Determined { deviation, .. } => *deviation,
        Standing::AtBound | Standing::Undetermined | Standing::Exact => 0.0,
    };
    let number = |value: f64| if deviation > 0.0 { written(value, deviation).0 } else { digits(value, 4) };
    if let Some(profile) = &estimate.profile {
        let end = |crossing: Crossing| match crossing {
            Crossing::At(value) => number(value),
            Crossing::Bound(value) => format!("{} (bound)", digits(value, 4)),
            Crossing::Open => "open".to_owned(),
        };
        return format!("{} to {}", end(profile.lower), end(profile.upper));
    }
    match &estimate.standing {
        Standing::Determined { interval: [low, high], .. } => {
            format!("{} to {}", number(*low), number(*high))
        }
        Standing::AtBound | Standing::Undetermined | Standing::Exact => String::new(),
    }
}

fn combinations(study: &Study, fit: &Fit) -> String {
    let open: Vec<&str> = fit
        .estimates
        .iter()
        .filter(|estimate| estimate.standing == Standing::Undetermined)
        .map(|estimate| estimate.name.as_str())
        .collect();
    if open.is_empty() {
        return String::new();
    }
    let mut text = format!("\nNot determined\n  the measurements do not determine {}", listed(&open));
    if fit.combinations.is_empty() {
        text.push('\n');
        return text;
    }
    text.push_str(", but\n");
    for combination in &fit.combinations {
        let (value, error) = written(combination.value, combination.deviation);
        let _ = writeln!(text, "  {} = {value} with an error of {error}", formula(study, combination));
    }
    text
}

/// A combination as a formula: `k2 / k1`, `2 a - 0.5 b`.
pub(super) fn formula(study: &Study, combination: &Combination) -> String {
    let name = |j: usize| study.parameters()[j].name.as_str();
    if combination.is_product {
        let power = |(j, exponent): (usize, f64)| match exponent.abs() {
            one if (one - 1.0).abs() < 5e-4 => name(j).to_owned(),
            size => format!("{}^{}", name(j), digits(size, 3)),
        };
        let side = |sign: f64| -> Vec<String> {
            combination.parts.iter().filter(|(_, e)| e * sign > 0.0).map(|&part| power(part)).collect()
        };
        let (above, below) = (side(1.0), side(-1.0));
        let above = if above.is_empty() { "1".to_owned() } else { above.join(" ") };
        return if below.is_empty() { above } else { format!("{above} / {}", below.join(" / ")) };
    }
    let term = |&(j, factor): &(usize, f64)| format!("{} {}", digits(factor, 3), name(j));
    combination.parts.iter().map(term).collect::<Vec<_>>().join(" + ").replace("+ -", "- ")
}

fn correlations(study: &Study, fit: &Fit) -> String {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for a in 0..fit.estimates.len() {
        for b in a + 1..fit.estimates.len() {
            pairs.extend(fit.correlation(a, b).map(|correlation| (correlation, a, b)));
        }
    }
    pairs.retain(|(correlation, ..)| correlation.abs() >= study.settings.correlations_above);
    if pairs.is_empty() {
        return String::new();
    }
    pairs.sort_by(|p, q| q.0.abs().total_cmp(&p.0.abs()));
    let name = |j: usize| fit.estimates[j].name.clone();
    let rows: Vec<[String; 3]> =
        pairs.iter().map(|&(c, a, b)| [name(a), name(b), format!("{c:+.3}")]).collect();
    format!("\nCorrelations of {} or more\n{}", study.settings.correlations_above, aligned(&rows))
}

fn columns(study: &Study, fit: &Fit) -> String {
    let beyond = format!("beyond {OUTLYING}");
    let mut rows = vec![[
        "".to_owned(),
        "count".to_owned(),
        "noise".to_owned(),
        "".to_owned(),
        "scatter".to_owned(),
        beyond,
    ]];
    for group in &fit.groups {
        let source = if group.group.noise.is_some() { "given" } else { "estimated" };
        let unit = if group.group.unit.is_empty() { String::new() } else { format!(" {}", group.group.unit) };
        rows.push([
            group.group.name.clone(),
            group.count.to_string(),
            format!("{}{unit}", digits(group.noise, 3)),
            source.to_owned(),
            format!("{}{unit}", digits(group.scatter, 3)),
            group.outliers.to_string(),
        ]);
    }
    let mut text = format!("\nMeasurements\n{}", aligned(&rows));
    if !study.unused.is_empty() {
        let _ = writeln!(text, "  not used: {}", study.unused.join(", "));
    }
    text
}

fn quality(study: &Study, fit: &Fit) -> String {
    let mut text = String::from("\nFit\n");
    let Fit { chi_square, freedom, .. } = fit;
    let _ = writeln!(text, "  chi-square {} for {} degrees of freedom", digits(*chi_square, 5), freedom);
    let _ = writeln!(text, "  {}", verdict(study, fit));
    if let Some(hint) = far_off(study, fit) {
        let _ = writeln!(text, "  {hint}");
    }
    let [count, agree] = fit.starts;
    let _ = writeln!(text, "  {agree} of {} came to this minimum", counted(count, "start", "starts"));
    let _ = writeln!(text, "  derivatives: {}", derivatives(fit));
    if fit.at_kink {
        let _ = writeln!(
            text,
            "  the minimum is at a kink, where a row changes its course: errors are rough there"
        );
    }
    if !fit.idle.is_empty() {
        let rows = counted(fit.idle.len(), "row", "rows");
        let named = fit.idle.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if fit.idle.len() > NAMED { ", ..." } else { "" };
        let _ = writeln!(text, "  in {rows} no contact approaches, so that nothing happens: {named}{more}");
    }
    if !fit.left_out.is_empty() {
        let _ = writeln!(text, "  {} left out:", counted(fit.left_out.len(), "row was", "rows were"));
        for (row, why) in fit.left_out.iter().take(NAMED) {
            let _ = writeln!(text, "    {row}: {why}");
        }
    }
    if fit
        .estimates
        .iter()
        .any(|estimate| estimate.profile.as_ref().is_some_and(|profile| profile.better.is_some()))
    {
        let _ = writeln!(text, "  a profile found a better minimum than the search: expected more `starts`");
    }
    text
}

fn derivatives(fit: &Fit) -> String {
    match fit.exact_rows {
        0 => "differences of the solver".to_owned(),
        exact if exact == fit.rows => "exact".to_owned(),
        exact => format!(
            "exact in {}, differences of the solver in {}",
            counted(exact, "row", "rows"),
            counted(fit.rows - exact, "row", "rows")
        ),
    }
}

fn verdict(study: &Study, fit: &Fit) -> String {
    match fit.verdict {
        Verdict::Described => {
            format!("a larger one comes by chance in {} of 100 cases: the model describes the measurements", digits(100.0 * fit.chance.unwrap_or(1.0), 2))
        }
        Verdict::NotDescribed => format!(
            "THE MODEL DOES NOT DESCRIBE THE MEASUREMENTS: a chi-square as large has a chance of {:.0e}; the errors above are too small",
            fit.chance.unwrap_or(0.0)
        ),
        Verdict::NoiseTooLarge => "the scatter is smaller than the noise that was given: the errors above are too large".to_owned(),
        Verdict::NotTested if fit.freedom == 0 => "there are no more measurements than parameters: nothing tests the model".to_owned(),
        Verdict::NotTested if study.settings.loss != Loss::Squares => {
            format!("the loss is {}, which bears outliers: chi-square counts them and tests nothing", study.settings.loss.name())
        }
        Verdict::NotTested => {
            "the noise was estimated from the scatter, so that chi-square tests nothing: give the noise of columns to test the model".to_owned()
        }
    }
}

/// Noise alone leaves one value in sixteen thousand beyond four spreads, and few rows none.
fn far_off(study: &Study, fit: &Fit) -> Option<String> {
    if study.settings.loss != Loss::Squares || fit.verdict != Verdict::NotTested {
        return None;
    }
    let most = fit.groups.iter().max_by_key(|group| group.outliers)?;
    let is_rare = most.outliers >= FEW_OUTLIERS && most.outliers as f64 > MOST_OUTLIERS * most.count as f64;
    is_rare.then(|| {
        format!(
            "{} of {} values of {} are more than 4 spreads off, as noise leaves hardly any: outliers, which loss = \"cauchy\" bears, or rows that the model does not describe",
            most.outliers, most.count, most.group.name
        )
    })
}

/// A number of things.
pub(super) fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Rows of cells, the first column to the left and all others to the right.
pub(super) fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    // In places of a terminal: letters of some scripts take two, accents none.
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let blanks = |cell: &str, width: usize| " ".repeat(width - cell.width());
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let blanks = blanks(cell, width);
            let _ = match column {
                0 => write!(line, "  {cell}{blanks}"),
                _ => write!(line, "  {blanks}{cell}"),
            };
        }
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}

/// So many significant digits, with a power of ten where the number is very small or very large.
pub(super) fn digits(number: f64, count: usize) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let power = libm::log10(number.abs()).floor();
    if !(-4.0..6.0).contains(&power) {
        return format!("{number:.*e}", count - 1);
    }
    let decimals = (count as f64 - 1.0 - power).max(0.0) as usize;
    format!("{number:.decimals$}")
}

fn short(number: f64) -> String {
    digits(number, 6)
}

/// A value to the second digit of its error, and the error.
pub(super) fn written(value: f64, deviation: f64) -> (String, String) {
    if !(deviation > 0.0 && deviation.is_finite()) {
        return (short(value), digits(deviation, 2));
    }
    let power = libm::log10(deviation).floor();
    let large = libm::log10(value.abs().max(deviation)).floor();
    if power < -9.0 || large > 7.0 {
        let count = (large - power + 2.0).clamp(2.0, 17.0) as usize;
        return (format!("{value:.*e}", count - 1), format!("{deviation:.1e}"));
    }
    let decimals = (1.0 - power).max(0.0) as usize;
    (format!("{value:.decimals$}"), format!("{deviation:.decimals$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_its_error_does() {
        let pair = |value, error: f64| written(value, error);
        assert_eq!(pair(0.652_143, 0.003_12), ("0.6521".to_owned(), "0.0031".to_owned()));
        assert_eq!(pair(1234.5, 56.7), ("1234".to_owned(), "57".to_owned()));
        assert_eq!(pair(1.0, 1.2e-12), ("1.0000000000000e0".to_owned(), "1.2e-12".to_owned()));
    }

    #[test]
    fn numbers_of_ordinary_size_are_plain() {
        for (number, text) in
            [(0.012_345, "0.0123"), (123.456, "123"), (1.0, "1.00"), (1.5e-7, "1.50e-7"), (0.0, "0")]
        {
            assert_eq!(digits(number, 3), text);
        }
    }
}
