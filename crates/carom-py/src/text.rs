//! A dictionary with the keys of a scene file becomes the text of one, so that there is one way into the program and one kind of
//! error: numbers are written with as many digits as tell them apart from all others.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

/// How deep lists and tables may lie in each other; a list that holds itself has no end.
const DEEPEST: usize = 32;

/// The TOML text of a mapping. Keys whose value is None are left out; NumPy arrays are lists.
#[pyfunction]
#[pyo3(signature = (mapping: "collections.abc.Mapping[str, typing.Any]") -> "str")]
pub fn toml(mapping: &Bound<'_, PyMapping>) -> PyResult<String> {
    let mut document = DocumentMut::new();
    let (mut plain, mut tables) = (Vec::new(), Vec::new());
    for (key, value) in entries(mapping, "")? {
        let item = item(&value, &key)?;
        if item.is_value() { plain.push((key, item)) } else { tables.push((key, item)) }
    }
    // A key after a table would belong to that table.
    for (key, item) in plain.into_iter().chain(tables) {
        document.insert(&key, item);
    }
    Ok(document.to_string())
}

/// The keys and values of a mapping that are not None; `place` is where it stands.
fn entries<'py>(mapping: &Bound<'py, PyMapping>, place: &str) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let mut entries = Vec::new();
    for pair in mapping.items()?.iter() {
        let (key, value): (Bound<PyAny>, Bound<PyAny>) = pair.extract()?;
        let key = key.extract::<String>().map_err(|_| {
            let kind = key.get_type();
            PyTypeError::new_err(format!(
                "the keys of a scene are strings, but {} has one of {kind}",
                at(place)
            ))
        })?;
        if !value.is_none() {
            entries.push((key, value));
        }
    }
    Ok(entries)
}

fn at(place: &str) -> String {
    if place.is_empty() { "the scene".to_owned() } else { format!("`{place}`") }
}

/// A value at the top of a scene: tables and lists of tables get headers of their own.
fn item(value: &Bound<'_, PyAny>, place: &str) -> PyResult<Item> {
    if let Ok(mapping) = value.cast::<PyMapping>() {
        return Ok(Item::Table(table(mapping, place)?));
    }
    let rows: Vec<Bound<PyAny>> = match sequence(value)? {
        Some(rows) => rows,
        None => return Ok(Item::Value(inner(value, place, 0)?)),
    };
    let mappings: Option<Vec<&Bound<PyMapping>>> =
        rows.iter().map(|row| row.cast::<PyMapping>().ok()).collect();
    match mappings {
        Some(mappings) if !mappings.is_empty() => {
            let mut tables = ArrayOfTables::new();
            for (number, mapping) in mappings.into_iter().enumerate() {
                tables.push(table(mapping, &format!("{place}[{number}]"))?);
            }
            Ok(Item::ArrayOfTables(tables))
        }
        _ => Ok(Item::Value(inner(value, place, 0)?)),
    }
}

fn table(mapping: &Bound<'_, PyMapping>, place: &str) -> PyResult<Table> {
    let mut table = Table::new();
    for (key, value) in entries(mapping, place)? {
        let item = inner(&value, &format!("{place}.{key}"), 0)?;
        table.insert(&key, Item::Value(item));
    }
    Ok(table)
}

/// A value inside a table.
fn inner(value: &Bound<'_, PyAny>, place: &str, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("`{place}` is nested more than {DEEPEST} deep")));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().into());
    }
    if let Ok(number) = value.cast::<PyInt>() {
        return number.extract::<i64>().map(Value::from).map_err(|_| {
            PyValueError::new_err(format!(
                "`{place}` is {number}: whole numbers lie within 64 bits, write a float"
            ))
        });
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.extract::<f64>()?.into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.into());
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let mut table = InlineTable::new();
        for (key, value) in entries(mapping, place)? {
            table.insert(&key, inner(&value, &format!("{place}.{key}"), depth + 1)?);
        }
        return Ok(table.into());
    }
    if let Some(rows) = sequence(value)? {
        let mut array = Array::new();
        for (number, row) in rows.iter().enumerate() {
            array.push(inner(row, &format!("{place}[{number}]"), depth + 1)?);
        }
        return Ok(array.into());
    }
    // NumPy's numbers know themselves as Python's.
    if let Ok(plain) = value.call_method0("item") {
        return inner(&plain, place, depth + 1);
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(number.into());
    }
    Err(PyTypeError::new_err(format!(
        "`{place}` is a {}: expected a number, a string, a list or a dictionary",
        value.get_type()
    )))
}

/// The elements of a list, a tuple or a NumPy array; nothing for anything else.
fn sequence<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    if let Ok(list) = value.cast::<PyList>() {
        return Ok(Some(list.iter().collect()));
    }
    if let Ok(tuple) = value.cast::<PyTuple>() {
        return Ok(Some(tuple.iter().collect()));
    }
    if value.hasattr("__array__")? && value.hasattr("tolist")? {
        let plain = value.call_method0("tolist")?;
        return Ok(plain.cast::<PyList>().ok().map(|list| list.iter().collect()));
    }
    Ok(None)
}
