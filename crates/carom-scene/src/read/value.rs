//! What a TOML value can be read as.

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeValue};

use crate::keys::{Key, Quantity, Unread};
use crate::problem::{Located, Problem, Span};
use crate::suggest;

/// Numbers beyond these are no physical quantity in any unit, and products of three of them overflow.
const LARGEST: f64 = 1e100;
const SMALLEST: f64 = 1e-100;

pub(super) type Value<'i> = Spanned<DeValue<'i>>;

pub(super) fn span(value: &Value) -> Span {
    value.span().into()
}

/// The value in a few words, for messages.
fn describe(value: &DeValue) -> String {
    match value {
        DeValue::String(_) => "a string".to_owned(),
        DeValue::Integer(_) | DeValue::Float(_) => "a number".to_owned(),
        DeValue::Boolean(_) => "a boolean".to_owned(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(array) if array.len() == 1 => "an array of 1".to_owned(),
        DeValue::Array(array) => format!("an array of {}", array.len()),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// "`key` must be ..., but is ...".
pub(super) fn wrong_type(key: &str, value: &Value, expected: &str) -> Problem {
    let found = describe(value.get_ref());
    Problem::new(span(value), format!("`{key}` is {found}")).expected(format!("expected {expected}"))
}

pub(super) fn text(key: &str, value: &Value) -> Result<Located<String>, Problem> {
    match value.get_ref() {
        DeValue::String(text) => Ok(Located::new(text.clone().into_owned(), value.span())),
        _ => Err(wrong_type(key, value, "a string")),
    }
}

pub(super) fn flag(key: &str, value: &Value) -> Result<Located<bool>, Problem> {
    match value.get_ref() {
        DeValue::Boolean(flag) => Ok(Located::new(*flag, value.span())),
        _ => Err(wrong_type(key, value, "`true` or `false`")),
    }
}

/// A whole number from 0.
pub(super) fn seed(key: &str, value: &Value) -> Result<Located<u64>, Problem> {
    let seed = match value.get_ref() {
        DeValue::Integer(integer) => u64::from_str_radix(integer.as_str(), integer.radix()).ok(),
        _ => None,
    };
    let problem = || match value.get_ref() {
        DeValue::Integer(number) => format!("`{key}` is {number}"),
        DeValue::Float(number) => format!("`{key}` is {number}"),
        other => format!("`{key}` is {}", describe(other)),
    };
    seed.map(|seed| Located::new(seed, value.span()))
        .ok_or_else(|| Problem::new(span(value), problem()).expected("expected a whole number from 0"))
}

/// What a key that takes either says.
pub(crate) enum TextOrNumber {
    Text(String),
    Number(f64),
}

pub(super) fn text_or_finite(
    key: &str,
    value: &Value,
    expected: &str,
    quantity: &Quantity,
) -> Result<Located<TextOrNumber>, Problem> {
    match value.get_ref() {
        DeValue::String(word) if quantity.read(word) == Err(Unread::NoNumber) || !quantity.has_units() => {
            Ok(text(key, value)?.map(TextOrNumber::Text))
        }
        DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) => {
            Ok(finite(key, value, quantity)?.map(TextOrNumber::Number))
        }
        _ => Err(wrong_type(key, value, expected)),
    }
}

/// What a key says that takes one number for all, or a list with one for each; any of them may be infinite.
#[derive(Debug, Clone)]
pub(crate) enum OneOrEach {
    One(Located<f64>),
    Each(Located<Vec<Located<f64>>>),
}

pub(super) fn one_or_each(
    key: &str,
    value: &Value,
    expected: &str,
    quantity: &Quantity,
) -> Result<OneOrEach, Problem> {
    match value.get_ref() {
        DeValue::Integer(_) | DeValue::Float(_) => Ok(OneOrEach::One(number(key, value, quantity)?)),
        DeValue::String(_) if quantity.has_units() => Ok(OneOrEach::One(number(key, value, quantity)?)),
        DeValue::Array(items) => {
            let each = |(i, item)| number(&format!("{key}[{i}]"), item, quantity);
            let numbers = items.iter().enumerate().map(each).collect::<Result<Vec<_>, Problem>>()?;
            Ok(OneOrEach::Each(Located::new(numbers, value.span())))
        }
        _ => Err(wrong_type(key, value, expected)),
    }
}

/// Rows of N numbers, however many.
pub(super) fn rows<const N: usize>(
    key: &str,
    value: &Value,
    expected: &str,
    listed: &Key,
) -> Result<Located<Vec<Located<[f64; N]>>>, Problem> {
    let items = items(key, value, expected)?;
    let row = |(i, item)| numbers::<N>(&format!("{key}[{i}]"), item, listed);
    let rows = items.iter().enumerate().map(row).collect::<Result<Vec<_>, Problem>>()?;
    Ok(Located::new(rows, value.span()))
}

/// A number that is neither NaN nor infinite.
pub(super) fn finite(key: &str, value: &Value, quantity: &Quantity) -> Result<Located<f64>, Problem> {
    let number = number(key, value, quantity)?;
    if number.value.is_finite() {
        return Ok(number);
    }
    Err(Problem::new(number.span, format!("`{key}` is {}", number.value))
        .expected("expected a finite number"))
}

/// A number that may be infinite, in the unit of plain numbers.
pub(super) fn number(key: &str, value: &Value, quantity: &Quantity) -> Result<Located<f64>, Problem> {
    let parsed = match value.get_ref() {
        DeValue::Integer(integer) => integer_value(integer),
        DeValue::Float(float) => float_value(float),
        DeValue::String(text) if quantity.has_units() => {
            Some(quantity.read(text).map_err(|unread| not_read(key, value, text, quantity, &unread))?)
        }
        _ => return Err(wrong_type(key, value, "a number")),
    };
    let number = parsed.unwrap_or(f64::MAX);
    let size = number.abs();
    if size.is_finite() && size > LARGEST {
        let problem = Problem::new(span(value), format!("`{key}` is too large"));
        return Err(problem.expected(format!("expected a number below {LARGEST:e}")));
    }
    if size > 0.0 && size < SMALLEST {
        let problem = Problem::new(span(value), format!("`{key}` is too small"));
        return Err(problem.expected(format!("expected zero or a number above {SMALLEST:e}")));
    }
    if number.is_nan() {
        return Err(
            Problem::new(span(value), format!("`{key}` is not a number")).expected("expected a number")
        );
    }
    Ok(Located::new(number, value.span()))
}

/// What is wrong with a number in a string, and which units it could have.
fn not_read(key: &str, value: &Value, text: &str, quantity: &Quantity, unread: &Unread) -> Problem {
    let names = quantity.unit_names();
    let (message, closest) = match unread {
        Unread::NoNumber => (format!("`{key}` is a string that does not begin with a number"), None),
        Unread::NoUnit(unit) if unit.is_empty() => {
            (format!("`{key}` is a number in quotes, without a unit"), None)
        }
        Unread::NoUnit(unit) => {
            let alike = names.iter().copied().find(|name| name.eq_ignore_ascii_case(unit));
            (format!("`{key}` is `{text}`, but `{unit}` is no unit of {}", quantity.name), alike)
        }
    };
    let help = match closest {
        Some(unit) => format!("did you mean `{unit}`?"),
        None => format!("its units are {}", suggest::all_of(&names)),
    };
    let example = names.get(1).or(names.first()).copied().unwrap_or_default();
    let expected =
        format!("expected a number, which is in {}, or a string like `\"5 {example}\"`", quantity.unit);
    Problem::new(span(value), message).expected(expected).help(help)
}

fn integer_value(integer: &DeInteger) -> Option<f64> {
    if integer.radix() == 10 {
        return integer.as_str().parse().ok().filter(|number: &f64| number.is_finite());
    }
    i128::from_str_radix(integer.as_str(), integer.radix()).ok().map(|number| number as f64)
}

fn float_value(float: &DeFloat) -> Option<f64> {
    let number: f64 = float.as_str().parse().ok()?;
    let written_infinite = float.as_str().contains("inf");
    (!number.is_infinite() || written_infinite).then_some(number)
}

pub(super) fn items<'v, 'i>(
    key: &str,
    value: &'v Value<'i>,
    expected: &str,
) -> Result<&'v [Value<'i>], Problem> {
    match value.get_ref() {
        DeValue::Array(array) => Ok(array),
        _ => Err(wrong_type(key, value, expected)),
    }
}

/// Exactly N numbers.
pub(super) fn numbers<const N: usize>(
    key: &str,
    value: &Value,
    listed: &Key,
) -> Result<Located<[f64; N]>, Problem> {
    let expected = format!("an array of {N} numbers");
    let items = items(key, value, &expected)?;
    if items.len() != N {
        return Err(wrong_type(key, value, &expected));
    }
    let mut numbers = [0.0; N];
    for (i, (number, item)) in numbers.iter_mut().zip(items).enumerate() {
        *number = finite(&format!("{key}[{i}]"), item, listed.quantity(i))?.value;
    }
    Ok(Located::new(numbers, value.span()))
}

/// Rows of numbers, all as long as there are rows.
pub(super) fn square_matrix(
    key: &str,
    value: &Value,
    quantity: &Quantity,
) -> Result<Located<Vec<Vec<f64>>>, Problem> {
    let rows = items(key, value, "an array of rows, each an array of numbers")?;
    let n = rows.len();
    let mut matrix = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let row_key = format!("{key}[{i}]");
        let expected = format!("an array of {n} numbers, as there are {n} rows");
        let entries = items(&row_key, row, &expected)?;
        if entries.len() != n {
            return Err(wrong_type(&row_key, row, &expected));
        }
        let entry = |(j, item)| finite(&format!("{row_key}[{j}]"), item, quantity).map(|entry| entry.value);
        matrix.push(entries.iter().enumerate().map(entry).collect::<Result<Vec<f64>, Problem>>()?);
    }
    Ok(Located::new(matrix, value.span()))
}
