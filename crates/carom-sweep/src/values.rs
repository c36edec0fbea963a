//! The values that a setting takes.

use toml_edit::{DocumentMut, Value};

use crate::draw::Draws;
use crate::error::SweepError;

/// Most rows of a sweep: a table of them has terabytes.
pub(crate) const MOST_ROWS: u64 = 1_000_000_000_000;

/// The values that a parameter takes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Values {
    /// Evenly spaced, both ends included.
    Even { from: f64, to: f64, count: u64 },
    /// In equal ratios, both ends included.
    Logarithmic { from: f64, to: f64, count: u64 },
    /// One after the other, as TOML.
    List(Vec<String>),
    /// A draw for each row, normally distributed.
    Normal { mean: f64, deviation: f64 },
    /// A draw for each row, evenly distributed.
    Uniform { from: f64, to: f64 },
}

impl Values {
    /// Reads what stands behind the `=` of a setting.
    pub fn parse(text: &str) -> Result<Self, SweepError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(wrong(text, "there is no value"));
        }
        if let Some((function, inner)) = call(text) {
            return of_function(text, function, inner);
        }
        if text.contains(':') && !text.contains(['"', '[', '{', '\'']) {
            let (from, to, count) = range(text)?;
            return Ok(Self::Even { from, to, count });
        }
        list(text).map(Self::List)
    }

    /// How many there are; none if there is a draw for each row.
    pub fn count(&self) -> Option<u64> {
        match self {
            Self::Even { count, .. } | Self::Logarithmic { count, .. } => Some(*count),
            Self::List(values) => Some(values.len() as u64),
            Self::Normal { .. } | Self::Uniform { .. } => None,
        }
    }

    /// Whether all of them are numbers.
    pub fn are_numbers(&self) -> bool {
        match self {
            Self::List(values) => values.iter().all(|value| value.parse::<f64>().is_ok()),
            Self::Even { .. } | Self::Logarithmic { .. } | Self::Normal { .. } | Self::Uniform { .. } => true,
        }
    }

    /// The value at a place of the range or list, or drawn, as TOML.
    pub fn at(&self, place: u64, draws: &Draws) -> String {
        match self {
            Self::Even { from, to, count } => number(even(*from, *to, place, *count)),
            // Ends are exact; exp(log x) is not.
            Self::Logarithmic { from, .. } if place == 0 => number(*from),
            Self::Logarithmic { to, count, .. } if place + 1 == *count => number(*to),
            Self::Logarithmic { from, to, count } => {
                let sign = from.signum();
                let logarithm = even(libm::log(from.abs()), libm::log(to.abs()), place, *count);
                number(sign * libm::exp(logarithm))
            }
            Self::List(values) => values[place as usize].clone(),
            Self::Normal { mean, deviation } => number(mean + deviation * draws.normal()),
            Self::Uniform { from, to } => number(from + (to - from) * draws.uniform()),
        }
    }
}

/// One of `count` values from `from` to `to`: 0:1:101 gives hundredths as they are written.
fn even(from: f64, to: f64, place: u64, count: u64) -> f64 {
    let (place, last) = (place as f64, (count - 1) as f64);
    if place == last { to } else { (from * (last - place) + to * place) / last }
}

/// A number as it stands in scenes and tables, with all its digits: whole ones without a point, so that keys which count take them.
#[must_use]
pub fn number(value: f64) -> String {
    /// Whole numbers beyond are written with a power of ten.
    const PLAIN: f64 = 1e15;
    if value == value.trunc() && value.abs() < PLAIN {
        format!("{}", value + 0.0)
    } else {
        format!("{value:?}")
    }
}

/// `name(inner)`.
fn call(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('(')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic());
    rest.strip_suffix(')').filter(|_| is_name).map(|inner| (name, inner))
}

fn of_function(text: &str, function: &str, inner: &str) -> Result<Values, SweepError> {
    match function {
        "log" => {
            let (from, to, count) = range(inner)?;
            if from == 0.0 || to == 0.0 || from.signum() != to.signum() {
                return Err(wrong(text, "equal ratios need two ends of one sign, neither of them zero"));
            }
            Ok(Values::Logarithmic { from, to, count })
        }
        "normal" => {
            let [mean, deviation] = pair(text, inner)?;
            if deviation < 0.0 {
                return Err(wrong(text, "a standard deviation is not negative"));
            }
            Ok(Values::Normal { mean, deviation })
        }
        "uniform" => {
            let [from, to] = pair(text, inner)?;
            if from > to {
                return Err(wrong(text, "the first end is above the second"));
            }
            Ok(Values::Uniform { from, to })
        }
        _ => Err(wrong(
            text,
            "the only functions are log(FROM:TO:COUNT), normal(MEAN, DEVIATION) and uniform(FROM, TO)",
        )),
    }
}

fn pair(text: &str, inner: &str) -> Result<[f64; 2], SweepError> {
    let numbers: Vec<f64> = inner.split(',').map(|part| finite(text, part)).collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| wrong(text, "two numbers are expected, with a comma between them"))
}

/// `from:to:count`.
fn range(text: &str) -> Result<(f64, f64, u64), SweepError> {
    let parts: Vec<&str> = text.split(':').collect();
    let [from, to, count] = parts[..] else {
        return Err(wrong(text, "a range is FROM:TO:COUNT, such as 0:1:101"));
    };
    let count: u64 = count.trim().parse().map_err(|_| wrong(text, "COUNT is not a whole number from 2"))?;
    if !(2..=MOST_ROWS).contains(&count) {
        return Err(wrong(text, "COUNT is not a whole number from 2, or there are too many"));
    }
    Ok((finite(text, from)?, finite(text, to)?, count))
}

fn finite(text: &str, part: &str) -> Result<f64, SweepError> {
    let number = part.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| wrong(text, "a number is expected where there is none"))
}

/// Values separated by commas: TOML, or words without quotes.
fn list(text: &str) -> Result<Vec<String>, SweepError> {
    let as_toml = format!("values = [{text}]").parse::<DocumentMut>().ok();
    let Some(items) = as_toml.as_ref().and_then(|document| document["values"].as_array()) else {
        return words(text);
    };
    let item = |value: &Value| match value {
        Value::Float(number) if number.value().is_nan() => Err(wrong(text, "nan is not a number")),
        Value::Float(written) => Ok(number(*written.value())),
        Value::Integer(whole) => Ok(whole.value().to_string()),
        other => Ok(other.to_string().trim().to_owned()),
    };
    items.iter().map(item).collect()
}

fn words(text: &str) -> Result<Vec<String>, SweepError> {
    let word = |part: &str| {
        let part = part.trim();
        if part.is_empty() {
            return Err(wrong(text, "a value between commas is missing"));
        }
        // What is TOML already stays as it is: a number, true or false, a text in quotes.
        let is_toml = format!("value = {part}").parse::<DocumentMut>().is_ok();
        Ok(if is_toml { part.to_owned() } else { Value::from(part).to_string() })
    };
    text.split(',').map(word).collect()
}

fn wrong(values: &str, why: &'static str) -> SweepError {
    SweepError::Values { values: values.to_owned(), why }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let values = Values::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let count = values.count().expect("no draws");
        (0..count).map(|place| values.at(place, &Draws::new(0, "", 0))).collect()
    }

    #[test]
    fn a_range_has_both_ends_and_round_numbers_between() {
        assert_eq!(all("0:1:5"), ["0", "0.25", "0.5", "0.75", "1"]);
        let hundredths = all("0:1:101");
        assert!((0..=100).all(|i| hundredths[i].parse() == Ok(i as f64 / 100.0)), "{hundredths:?}");
        assert_eq!(all("-1:-3:3"), ["-1", "-2", "-3"]);
    }

    #[test]
    fn a_logarithmic_range_has_exact_ends_and_equal_ratios() {
        let values: Vec<f64> =
            all("log(1e-3:10:5)").iter().map(|text| text.parse().expect("a number")).collect();
        assert_eq!((values[0], values[4]), (1e-3, 10.0));
        for pair in values.windows(2) {
            assert!((pair[1] / pair[0] - 10.0).abs() < 1e-13, "{values:?}");
        }
        assert_eq!(all("log(-1:-100:3)")[0], "-1");
    }

    #[test]
    fn lists_hold_numbers_words_flags_and_vectors() {
        assert_eq!(all("0.1,0.2, 3.0"), ["0.1", "0.2", "3"]);
        assert_eq!(all("hardening,mono-stiffness"), ["\"hardening\"", "\"mono-stiffness\""]);
        assert_eq!(all("true,false"), ["true", "false"]);
        assert_eq!(all("1, inf"), ["1", "inf"]);
        assert_eq!(all("[0, 0, -1], [0, 0, -2]"), ["[0, 0, -1]", "[0, 0, -2]"]);
        assert_eq!(all("\"5 mm\", \"6 mm\""), ["\"5 mm\"", "\"6 mm\""]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in [
            "",
            "0:1",
            "0:1:1",
            "0:1:2:3",
            "0:1:x",
            "a:1:3",
            "0:1:1e3",
            "nan",
            "nan:1:3",
            "log(0:1:3)",
            "log(-1:1:3)",
            "normal(1)",
            "normal(1,2,3)",
            "normal(1,-2)",
            "normal(inf,1)",
            "uniform(2,1)",
            "poisson(3)",
            "1,,2",
            "0:1:18446744073709551616",
            "0:1:99999999999999",
        ] {
            assert!(Values::parse(text).is_err(), "{text} is taken");
        }
    }
}
