//! One table of the file: hands out values by key and knows which keys nobody asked for.

use std::cell::RefCell;

use nalgebra::Vector3;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::value::{self, OneOrEach, TextOrNumber, Value};
use crate::keys::{Key, Kind, Range, TableKeys};
use crate::number;
use crate::problem::{Located, Problem, Problems, Span};
use crate::suggest;

/// Reads one table. Every method notes what is wrong and then answers `None`, as it does for a missing key.
pub(crate) struct Table<'t, 'i> {
    /// The keys that it may have.
    keys: &'static TableKeys,
    span: Span,
    entries: &'t DeTable<'i>,
    problems: &'t Problems,
    asked: RefCell<Vec<&'static str>>,
}

impl<'t, 'i> Table<'t, 'i> {
    pub fn new(
        keys: &'static TableKeys,
        span: Span,
        entries: &'t DeTable<'i>,
        problems: &'t Problems,
    ) -> Self {
        Self { keys, span, entries, problems, asked: RefCell::default() }
    }

    /// The table that a value must be; `example` are lines of a file that have it.
    pub fn of_value(
        key: &str,
        example: &str,
        keys: &'static TableKeys,
        value: &'t Value<'i>,
        problems: &'t Problems,
    ) -> Option<Self> {
        match value.get_ref() {
            DeValue::Table(entries) => Some(Self::new(keys, value::span(value), entries, problems)),
            _ => {
                let lines: Vec<String> = example.lines().map(|line| format!("`{line}`")).collect();
                let help = format!("for example {}", lines.join(", "));
                problems.add(value::wrong_type(key, value, "a table").help(help));
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

    /// What the table of keys says of a key.
    fn key(&self, key: &'static str) -> &'static Key {
        self.keys.key(key).expect("every key that is read is listed in `keys`")
    }

    /// The same, of a key that is read as a value of this kind.
    fn key_of_kind(&self, key: &'static str, fits: fn(&Kind) -> bool) -> &'static Key {
        let listed = self.key(key);
        debug_assert!(
            listed.kind.any(fits),
            "`{key}` of {} is listed as {:?}",
            self.keys.heading,
            listed.kind
        );
        listed
    }

    pub fn get(&self, key: &'static str) -> Option<&'t Value<'i>> {
        self.key(key);
        if !self.asked.borrow().contains(&key) {
            self.asked.borrow_mut().push(key);
        }
        self.entries.get(key)
    }

    /// Where a key stands that is there but that nobody has asked for yet; it may be one of another table, to be refused with a word
    /// of its own. It counts as asked for from now on.
    pub fn unasked(&self, key: &'static str) -> Option<Span> {
        let is_new = !self.asked.borrow().contains(&key);
        if is_new {
            self.asked.borrow_mut().push(key);
        }
        self.key_span(key).filter(|_| is_new)
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
        self.key_of_kind(key, |kind| matches!(kind, Kind::Text | Kind::Choice(_)));
        self.read(key, value::text)
    }

    /// One of these words.
    pub fn choice<T: Copy>(&self, key: &'static str, choices: &[(&str, T)]) -> Option<Located<T>> {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let listed = self.key(key).kind.choices();
        debug_assert!(names.iter().all(|name| listed.contains(name)), "{names:?} of `{key}` are not listed");
        let Located { value, span } = self.text(key)?;
        if let Some(&(_, choice)) = choices.iter().find(|(name, _)| *name == value) {
            return Some(Located::new(choice, span));
        }
        let problem = Problem::new(span, format!("unknown {key} `{value}`"))
            .expected(format!("expected {}", suggest::one_of(&names)))
            .maybe_help(suggest::closest(&value, names).map(|name| format!("did you mean `{name}`?")));
        self.problems.add(problem);
        None
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
        self.key_of_kind(key, |kind| matches!(kind, Kind::Flag));
        self.read(key, value::flag)
    }

    /// A number that is neither NaN nor infinite, of a size that the key takes.
    pub fn finite(&self, key: &'static str) -> Option<Located<f64>> {
        let listed = self.key_of_kind(key, |kind| matches!(kind, Kind::Number { infinite: false }));
        let given = self.read(key, |key, found| value::finite(key, found, listed.quantity(0)))?;
        self.checked(listed, given)
    }

    /// A finite number above zero, of a size that the key takes.
    pub fn positive(&self, key: &'static str) -> Option<f64> {
        let given = self.finite(key)?;
        if given.value > 0.0 {
            return Some(given.value);
        }
        let problem =
            Problem::new(given.span, format!("`{key}` is {}", given.value)).expected("must be positive");
        self.problems.add(problem);
        None
    }

    /// A whole number from 0.
    pub fn seed(&self, key: &'static str) -> Option<Located<u64>> {
        self.key_of_kind(key, |kind| matches!(kind, Kind::Count));
        self.read(key, value::seed)
    }

    /// A number that may be `inf`, of a size that the key takes.
    pub fn number(&self, key: &'static str) -> Option<Located<f64>> {
        let listed = self.key_of_kind(key, |kind| matches!(kind, Kind::Number { infinite: true }));
        let given = self.read(key, |key, found| value::number(key, found, listed.quantity(0)))?;
        self.checked(listed, given)
    }

    pub fn numbers<const N: usize>(&self, key: &'static str) -> Option<Located<[f64; N]>> {
        let listed = self.key_of_kind(key, |kind| matches!(kind, Kind::Numbers(_)));
        debug_assert!(
            matches!(listed.kind, Kind::Numbers(count) if count == N),
            "`{key}` has another length"
        );
        let given = self.read(key, |key, found| value::numbers::<N>(key, found, listed))?;
        for number in given.value {
            self.warn_if_unusual(listed, Located { value: number, span: given.span });
        }
        Some(given)
    }

    /// A vector of a length that the key takes.
    pub fn vector(&self, key: &'static str) -> Option<Located<Vector3<f64>>> {
        let given = self.numbers::<3>(key)?.map(Vector3::from);
        self.within(key, self.key(key).range, given)
    }

    /// A vector of a length within a range.
    pub fn within(
        &self,
        key: &'static str,
        range: Range,
        given: Located<Vector3<f64>>,
    ) -> Option<Located<Vector3<f64>>> {
        let length = Located { value: given.value.norm(), span: given.span };
        let checked = range.check_length(key, self.key(key).quantity(0).unit, length);
        self.problems.note(checked.map(|()| given))
    }

    /// A word, or a number that is neither NaN nor infinite, of a size that the key takes.
    pub fn text_or_finite(&self, key: &'static str, expected: &str) -> Option<Located<TextOrNumber>> {
        let listed = self.key_of_kind(key, |kind| matches!(kind, Kind::Number { infinite: false }));
        self.key_of_kind(key, |kind| matches!(kind, Kind::Text | Kind::Choice(_)));
        self.read(key, |key, found| value::text_or_finite(key, found, expected, listed.quantity(0)))
    }

    /// A number, or a list of numbers, of sizes that the key takes; they may be `inf` if the key says so.
    pub fn one_or_each(&self, key: &'static str, expected: &str) -> Option<OneOrEach> {
        let listed = self.key_of_kind(key, |kind| matches!(kind, Kind::NumberList { .. }));
        let given =
            self.read(key, |key, found| value::one_or_each(key, found, expected, listed.quantity(0)))?;
        let numbers: &[Located<f64>] = match &given {
            OneOrEach::One(number) => std::slice::from_ref(number),
            OneOrEach::Each(list) => &list.value,
        };
        let before = self.problems.count();
        for &number in numbers {
            self.checked(listed, number);
        }
        (self.problems.count() == before).then_some(given)
    }

    /// A list of lists of N numbers.
    pub fn rows<const N: usize>(
        &self,
        key: &'static str,
        expected: &str,
    ) -> Option<Located<Vec<Located<[f64; N]>>>> {
        let listed = self.key_of_kind(key, |kind| matches!(kind, Kind::Rows(_)));
        debug_assert!(
            matches!(listed.kind, Kind::Rows(count) if count == N),
            "rows of `{key}` have another length"
        );
        self.read(key, |key, found| value::rows::<N>(key, found, expected, listed))
    }

    pub fn square_matrix(&self, key: &'static str) -> Option<Located<Vec<Vec<f64>>>> {
        let listed = self.key_of_kind(key, |kind| matches!(kind, Kind::SquareMatrix));
        self.read(key, |key, found| value::square_matrix(key, found, listed.quantity(0)))
    }

    pub fn items(&self, key: &'static str, expected: &str) -> Option<&'t [Value<'i>]> {
        let found = self.get(key)?;
        self.problems.note(value::items(key, found, expected))
    }

    /// The table under `key`.
    pub fn table(&self, key: &'static str) -> Option<Table<'t, 'i>> {
        let listed = self.key(key);
        let keys = listed.kind.inner().expect("a key that is read as a table is listed as one");
        self.get(key).and_then(|found| Table::of_value(key, listed.example, keys, found, self.problems))
    }

    /// The tables of an array of tables; none if the key is missing.
    pub fn tables(&self, key: &'static str) -> Vec<Table<'t, 'i>> {
        let keys = self.key(key).kind.inner().expect("a key that is read as tables is listed as such");
        self.tables_with(key, keys)
    }

    /// The same, with other keys than usual.
    pub fn tables_with(&self, key: &'static str, keys: &'static TableKeys) -> Vec<Table<'t, 'i>> {
        let Some(items) = self.items(key, "an array of tables") else {
            return Vec::new();
        };
        let example = self.key(key).example;
        let table = |(i, item)| Table::of_value(&format!("{key}[{i}]"), example, keys, item, self.problems);
        items.iter().enumerate().filter_map(table).collect()
    }

    /// The number, if it is of a size that the key takes; one that is hardly meant gets a warning.
    fn checked(&self, key: &Key, given: Located<f64>) -> Option<Located<f64>> {
        let or_infinite = key.kind.any(|kind| {
            matches!(kind, Kind::Number { infinite: true } | Kind::NumberList { infinite: true })
        });
        if or_infinite && given.value.is_infinite() {
            return Some(given);
        }
        let checked = key.range.checked(key.name, key.quantity(0).unit, given).map_err(|problem| {
            let expected = problem.expected.as_deref().filter(|_| or_infinite);
            let expected = expected.map(|range| format!("{range}, or `inf`"));
            Problem { expected: expected.or(problem.expected.clone()), ..problem }
        });
        let given = self.problems.note(checked)?;
        self.warn_if_unusual(key, given);
        Some(given)
    }

    fn warn_if_unusual(&self, key: &Key, given: Located<f64>) {
        let Some(usual) = key.usual else { return };
        let size = given.value.abs();
        let how = match (size < usual.least, size > usual.most) {
            _ if size == 0.0 || size.is_infinite() => return,
            (true, _) => "small",
            (_, true) => "large",
            (false, false) => return,
        };
        let unit = key.quantity(0).unit;
        let [size, least, most] = [size, usual.least, usual.most].map(|value| number::short(value, 6));
        let range = if usual.least == 0.0 { format!("up to {most}") } else { format!("{least} to {most}") };
        let message = format!("`{}` of {size} {unit} is suspiciously {how}", key.name).replace("  ", " ");
        let warning = Problem::new(given.span, message)
            .expected(format!("{}; usual are {range}", usual.because))
            .maybe_help(key.quantity(0).hint());
        self.problems.warn(warning);
    }

    /// Notes a missing key, or the one that it is misspelt as. `example` shows it, with its unit and what could stand instead.
    pub fn require(&self, key: &'static str, example: &str) {
        if self.has(key) {
            return;
        }
        let listed = || self.keys.keys.iter().map(|key| key.name);
        let is_meant =
            |name: &str| self.keys.key(name).is_none() && suggest::closest(name, listed()) == Some(key);
        self.problems.add(match self.entries.iter().find(|(name, _)| is_meant(name.get_ref())) {
            Some((name, _)) => self.unknown(name, &[key]),
            None => Problem::new(self.span, format!("`{key}` is missing in {}", self.keys.heading))
                .expected(format!("expected {example}")),
        });
    }

    fn unknown(&self, key: &Spanned<DeString>, known: &[&str]) -> Problem {
        let name = key.get_ref();
        Problem::new(key.span().into(), format!("unknown key `{name}` in {}", self.keys.heading))
            .expected("not a key of this table")
            .help(suggest::help(name, known))
    }

    /// Notes every key that nobody asked for.
    pub fn finish(self) {
        let mut known = self.asked.borrow().clone();
        known.sort_unstable();
        for (key, _) in self.entries.iter().filter(|(key, _)| !known.contains(&key.get_ref().as_ref())) {
            self.problems.add(self.unknown(key, &known));
        }
    }
}
