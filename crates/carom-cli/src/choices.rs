//! Flags with a fixed choice of values: the command line lists them, and suggests the one that a mistyped value resembles.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A parser of names, each with its help and what it stands for.
pub fn named<T: Copy + Send + Sync + 'static>(
    values: Vec<(&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let names = values.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names.collect::<Vec<_>>()).try_map(move |given| {
        let found = values.iter().find(|(name, ..)| name.eq_ignore_ascii_case(&given));
        found.map(|&(_, _, value)| value).ok_or("unknown name") // The parser lets only known names pass.
    })
}
