//! Every key that a file may have: one table, which the reader itself uses.
//!
//! [`FILES`] lists the kinds of files, each with its tables and their keys: what a value must be ([`Kind`]), in which unit
//! ([`Quantity`]), within which range, what it is by default and what it means, with an example. A key that is not here cannot be
//! read, units are understood as said here, and numbers outside a [`Range::Sizes`] are refused by it; [`page`] prints it all. What the
//! engine judges itself ([`Range::Values`]) is held to this table by tests, as are the kinds, the examples and the defaults.
//!
//! ```
//! use carom_scene::keys;
//!
//! let body = keys::table("impact", "[[body]]").expect("a table of files with one impact");
//! let mass = body.key("mass").expect("a key of bodies");
//! assert_eq!(mass.unit(), "kg");
//! ```

mod billiards;
mod contact;
mod fit;
mod impact;
pub mod page;
mod quantity;
pub(crate) mod range;
mod recovery;
mod shape;
mod world;

pub use quantity::{Quantity, Unit};
pub use range::Range;

pub(crate) use contact::MECHANISM_CONTACT;
pub(crate) use fit::FIT;
pub(crate) use impact::IMPACT;
pub(crate) use quantity::{NUMBER, Unread};
pub(crate) use recovery::RECOVERY;
pub(crate) use shape::SHAPE;
pub(crate) use world::WORLD;

/// A kind of file.
#[derive(Debug)]
pub struct File {
    /// Short name: `impact`, `world`, `recovery` or `fit`.
    pub name: &'static str,
    /// What such a file describes, in a sentence.
    pub about: &'static str,
    /// Its keys at the top level.
    pub root: &'static TableKeys,
    /// All tables, the top level first.
    pub tables: &'static [&'static TableKeys],
}

/// One table of a file.
#[derive(Debug)]
pub struct TableKeys {
    /// How files open it and messages call it: `[model]`, `[[body]]`, `sphere`.
    pub heading: &'static str,
    /// What it describes, in a sentence or two; may be empty.
    pub about: &'static str,
    /// Its keys, in the order of this page.
    pub keys: &'static [Key],
}

/// A key of a table.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// As files write it.
    pub name: &'static str,
    /// What its value must be.
    pub kind: Kind,
    /// What numbers in it measure, one for each; the last one also for all that follow.
    pub quantities: &'static [&'static Quantity],
    /// Whether it must be there, and what holds if it is not.
    pub need: Need,
    /// Numbers that are allowed; of a vector, its length.
    pub range: Range,
    /// Sizes beyond which a number is more likely a slip of the pen than meant: a warning, not an error.
    pub usual: Option<Usual>,
    /// What it means, in a sentence without a full stop.
    pub meaning: &'static str,
    /// Lines of a file with it.
    pub example: &'static str,
}

/// What the value of a key must be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Any string.
    Text,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A whole number from 0.
    Count,
    /// A number; `infinite` says whether it may be `inf`.
    Number {
        /// Whether `inf` is allowed.
        infinite: bool,
    },
    /// An array of so many numbers.
    Numbers(usize),
    /// An array of numbers, however many.
    NumberList {
        /// Whether `inf` is allowed among them.
        infinite: bool,
    },
    /// An array of so many strings.
    Texts(usize),
    /// An array of arrays of so many numbers.
    Rows(usize),
    /// As many rows as columns of numbers.
    SquareMatrix,
    /// A table.
    Table(&'static TableKeys),
    /// An array of tables; files write each as `[[name]]`.
    Tables(&'static TableKeys),
    /// The tables of a scene, in which "sought" may stand for numbers.
    Scene,
    /// Any of these.
    OneOf(&'static [Kind]),
}

/// Whether a key must be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It must be there.
    Required,
    /// Without it this TOML value holds.
    Default(&'static str),
    /// Without it, what these words say.
    Otherwise(&'static str),
}

/// Sizes of a number that nobody wonders at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usual {
    /// The smallest, in the key's unit; zero is always usual.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// What is known about such numbers, for the warning.
    pub because: &'static str,
}

/// All kinds of files.
pub static FILES: &[&File] = &[&impact::FILE, &world::FILE, &recovery::FILE, &fit::FILE];

/// How many of a unit such as `m/s` one of `written` is: 0.001 for `mm/s`; none if it is no unit of the same quantity.
#[must_use]
pub fn units_in(written: &str, unit: &str) -> Option<f64> {
    let measures = |quantity: &&&Quantity| quantity.units.iter().any(|known| known.names.contains(&unit));
    let quantity = quantity::ALL.iter().find(measures)?;
    let factor = |name: &str| {
        let known = quantity.units.iter().find(|known| known.names.contains(&name))?;
        Some(known.times / known.over)
    };
    Some(factor(written)? / factor(unit)?)
}

/// A table of a kind of file, by the heading that it has there.
#[must_use]
pub fn table(file: &str, heading: &str) -> Option<&'static TableKeys> {
    let file = FILES.iter().find(|known| known.name == file)?;
    file.tables.iter().copied().find(|table| table.heading == heading)
}

impl TableKeys {
    /// The key of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}

pub(crate) const NUMBER_KIND: Kind = Kind::Number { infinite: false };
pub(crate) const NUMBER_OR_INFINITE: Kind = Kind::Number { infinite: true };

impl Key {
    pub(crate) const fn new(name: &'static str, kind: Kind, meaning: &'static str) -> Self {
        let need = Need::Otherwise("");
        let quantities: &'static [&'static Quantity] = &[&NUMBER];
        Self { name, kind, quantities, need, range: Range::Any, usual: None, meaning, example: "" }
    }

    pub(crate) const fn number(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, NUMBER_KIND, meaning)
    }

    pub(crate) const fn vector(name: &'static str, meaning: &'static str) -> Self {
        Self::new(name, Kind::Numbers(3), meaning)
    }

    pub(crate) const fn in_units(self, quantities: &'static [&'static Quantity]) -> Self {
        Self { quantities, ..self }
    }

    pub(crate) const fn required(self) -> Self {
        Self { need: Need::Required, ..self }
    }

    pub(crate) const fn default(self, value: &'static str) -> Self {
        Self { need: Need::Default(value), ..self }
    }

    pub(crate) const fn otherwise(self, words: &'static str) -> Self {
        Self { need: Need::Otherwise(words), ..self }
    }

    pub(crate) const fn range(self, range: Range) -> Self {
        Self { range, ..self }
    }

    pub(crate) const fn usual(self, usual: Usual) -> Self {
        Self { usual: Some(usual), ..self }
    }

    pub(crate) const fn example(self, example: &'static str) -> Self {
        Self { example, ..self }
    }

    /// What the number at this place of the value measures.
    #[must_use]
    pub fn quantity(&self, place: usize) -> &'static Quantity {
        self.quantities.get(place).or(self.quantities.last()).copied().unwrap_or(&NUMBER)
    }

    /// The units of its numbers: `m/s`, or `s, m, m`; empty for pure numbers.
    #[must_use]
    pub fn unit(&self) -> String {
        if self.quantities.iter().all(|quantity| quantity.unit.is_empty()) {
            return String::new();
        }
        let unit = |quantity: &&Quantity| if quantity.unit.is_empty() { "1" } else { quantity.unit };
        self.quantities.iter().map(unit).collect::<Vec<_>>().join(", ")
    }
}

impl Kind {
    /// The table or tables that such a value is or holds.
    #[must_use]
    pub fn inner(&self) -> Option<&'static TableKeys> {
        match self {
            Self::Table(keys) | Self::Tables(keys) => Some(keys),
            Self::OneOf(kinds) => kinds.iter().find_map(Self::inner),
            _ => None,
        }
    }

    /// The words that such a value may be.
    #[must_use]
    pub fn choices(&self) -> &'static [&'static str] {
        match self {
            Self::Choice(words) => words,
            Self::OneOf(kinds) => {
                kinds.iter().map(Self::choices).find(|words| !words.is_empty()).unwrap_or(&[])
            }
            _ => &[],
        }
    }

    /// Whether this kind, or one of those that it lets one choose from, satisfies a condition.
    pub(crate) fn any(&self, holds: fn(&Kind) -> bool) -> bool {
        match self {
            Self::OneOf(kinds) => kinds.iter().any(|kind| kind.any(holds)),
            kind => holds(kind),
        }
    }

    /// The kind in a few words: "a number", "an array of 3 numbers".
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Text => "a string".to_owned(),
            Self::Choice(words) => {
                words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | ")
            }
            Self::Flag => "true or false".to_owned(),
            Self::Count => "a whole number".to_owned(),
            Self::Number { infinite: false } => "a number".to_owned(),
            Self::Number { infinite: true } => "a number or inf".to_owned(),
            Self::Numbers(count) => format!("an array of {count} numbers"),
            Self::NumberList { .. } => "an array of numbers".to_owned(),
            Self::Texts(count) => format!("an array of {count} strings"),
            Self::Rows(count) => format!("an array of arrays of {count} numbers"),
            Self::SquareMatrix => "an array of rows of numbers, as many as columns".to_owned(),
            Self::Table(keys) => format!("a table, see {}", keys.heading),
            Self::Tables(keys) => format!("an array of tables, see {}", keys.heading),
            Self::Scene => "the tables of a scene".to_owned(),
            Self::OneOf(kinds) => kinds.iter().map(Self::words).collect::<Vec<_>>().join(", or "),
        }
    }
}
