//! One table of the file: hands out values by key and knows which keys nobody asked for.

use std::cell::RefCell;

use nalgebra::Vector3;
use toml::de::{DeTable, DeValue};

use super::value::{self, OneOrEach, TextOrNumber, Value};
use crate::problem::{Located, Problem, Problems, Span};
use crate::suggest;

/// Reads one table. Every method notes what is wrong and then answers `None`, as it does for a missing key.
pub(crate) struct Table<'t, 'i> {
    /// How messages call the table: `[model]`, `[[body]]`, `sphere`.
    title: String,
    span: Span,
    entries: &'t DeTable<'i>,
    problems: &'t Problems,
    asked: RefCell<Vec<&'static str>>,
}

impl<'t, 'i> Table<'t, 'i> {
    pub fn new(
        title: impl Into<String>,
        span: Span,
        entries: &'t DeTable<'i>,
        problems: &'t Problems,
    ) -> Self {
        Self { title: title.into(), span, entries, problems, asked: RefCell::default() }
    }

    /// The table that a value must be.
    pub fn of_value(
        key: &str,
        title: impl Into<String>,
        value: &'t Value<'i>,
        problems: &'t Problems,
    ) -> Option<Self> {
        match value.get_ref() {
            DeValue::Table(entries) => Some(Self::new(title, value::span(value), entries, problems)),
            _ => {
                problems.add(value::wrong_type(key, value, "a table"));
                None
            }
        }
    }

    pub fn span(&self) -> Span {
        self.span
    }

    pub fn problems(&self) -> &'t Problems {
        self.problems
    }

    /// Whether the key is there, whatever its value.
    pub fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// Whether the key holds a table.
    pub fn is_table(&self, key: &'static str) -> bool {
        self.get(key).is_some_and(|value| matches!(value.get_ref(), DeValue::Table(_)))
    }

    pub fn get(&self, key: &'static str) -> Option<&'t Value<'i>> {
        if !self.asked.borrow().contains(&key) {
            self.asked.borrow_mut().push(key);
        }
        self.entries.get(key)
    }

    /// Where a key stands that is there but that nobody has asked for yet. It counts as asked for from now on.
    pub fn unasked(&self, key: &'static str) -> Option<Span> {
        let is_new = !self.asked.borrow().contains(&key);
        self.get(key).filter(|_| is_new).and_then(|_| self.key_span(key))
    }

    /// Where the key and its value stand.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entries.get_key_value(key).map(|(key, _)| key.span().into())
    }

    /// Where the value of a key stands.
    pub fn value_span(&self, key: &str) -> Option<Span> {
        self.entries.get(key).map(value::span)
    }

    fn read<T>(
        &self,
        key: &'static str,
        convert: impl FnOnce(&str, &Value) -> Result<T, Problem>,
    ) -> Option<T> {
        self.get(key).and_then(|found| self.problems.note(convert(key, found)))
    }

    pub fn text(&self, key: &'static str) -> Option<Located<String>> {
        self.read(key, value::text)
    }

    /// A name, by which reports and other tables call something.
    pub fn name(&self) -> Option<Located<String>> {
        let name = self.text("name")?;
        if !name.value.trim().is_empty() {
            return Some(name);
        }
        self.problems.add(Problem::new(name.span, "`name` is empty").expected("expected a name"));
        None
    }

    pub fn flag(&self, key: &'static str) -> Option<Located<bool>> {
        self.read(key, value::flag)
    }

    pub fn finite(&self, key: &'static str) -> Option<Located<f64>> {
        self.read(key, value::finite)
    }

    /// A whole number from 0.
    pub fn seed(&self, key: &'static str) -> Option<Located<u64>> {
        self.read(key, value::seed)
    }

    /// A number that may be `inf`.
    pub fn number(&self, key: &'static str) -> Option<Located<f64>> {
        self.read(key, value::number)
    }

    pub fn numbers<const N: usize>(&self, key: &'static str) -> Option<Located<[f64; N]>> {
        self.read(key, value::numbers::<N>)
    }

    /// A word, or a number that is neither NaN nor infinite.
    pub fn text_or_finite(&self, key: &'static str, expected: &str) -> Option<Located<TextOrNumber>> {
        self.read(key, |key, found| value::text_or_finite(key, found, expected))
    }

    /// A number, or a list of numbers; they may be `inf`.
    pub fn one_or_each(&self, key: &'static str, expected: &str) -> Option<OneOrEach> {
        self.read(key, |key, found| value::one_or_each(key, found, expected))
    }

    /// A list of lists of N numbers.
    pub fn rows<const N: usize>(
        &self,
        key: &'static str,
        expected: &str,
    ) -> Option<Located<Vec<Located<[f64; N]>>>> {
        self.read(key, |key, found| value::rows::<N>(key, found, expected))
    }

    pub fn vector(&self, key: &'static str) -> Option<Located<Vector3<f64>>> {
        self.read(key, value::vector)
    }

    pub fn square_matrix(&self, key: &'static str) -> Option<Located<Vec<Vec<f64>>>> {
        self.read(key, value::square_matrix)
    }

    pub fn items(&self, key: &'static str, expected: &str) -> Option<&'t [Value<'i>]> {
        let found = self.get(key)?;
        self.problems.note(value::items(key, found, expected))
    }

    /// The table under `key`.
    pub fn table(&self, key: &'static str, title: &str) -> Option<Table<'t, 'i>> {
        self.get(key).and_then(|found| Table::of_value(key, title, found, self.problems))
    }

    /// The tables of an array of tables; none if the key is missing.
    pub fn tables(&self, key: &'static str, title: &str) -> Vec<Table<'t, 'i>> {
        let Some(items) = self.items(key, "an array of tables") else {
            return Vec::new();
        };
        let table =
            |(i, item)| Table::of_value(&format!("{key}[{i}]"), title.to_owned(), item, self.problems);
        items.iter().enumerate().filter_map(table).collect()
    }

    /// Notes a missing key. `example` shows it, with its unit and what could stand instead.
    pub fn require(&self, key: &'static str, example: &str) {
        if !self.has(key) {
            let problem = Problem::new(self.span, format!("`{key}` is missing in {}", self.title))
                .expected(format!("expected {example}"));
            self.problems.add(problem);
        }
    }

    /// Notes every key that nobody asked for.
    pub fn finish(self) {
        let mut known = self.asked.into_inner();
        known.sort_unstable();
        for (key, _) in self.entries.iter().filter(|(key, _)| !known.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref();
            let problem = Problem::new(key.span().into(), format!("unknown key `{name}` in {}", self.title))
                .expected("not a key of this table")
                .help(suggest::help(name, &known));
            self.problems.add(problem);
        }
    }
}
