//! "Did you mean": the known name that a mistyped one resembles.

/// Names less alike than this (Jaro-Winkler, 1 = equal) are not worth suggesting: `fricton` is to `friction` 0.98,
/// `radius` is to `ratio` 0.75.
const ALIKE: f64 = 0.8;

/// The candidate most like a mistyped `name`, if any is like it.
#[must_use]
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let alike = |candidate: &str| strsim::jaro_winkler(&name, &candidate.to_lowercase());
    candidates
        .into_iter()
        .map(|candidate| (alike(candidate), candidate))
        .filter(|&(score, _)| score >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// "did you mean `x`?", or what there is to choose from.
pub(crate) fn help(name: &str, candidates: &[&str]) -> String {
    match closest(name, candidates.iter().copied()) {
        Some(candidate) => format!("did you mean `{candidate}`?"),
        None => format!("expected {}", one_of(candidates)),
    }
}

/// "`a`, `b` or `c`".
pub(crate) fn one_of(names: &[&str]) -> String {
    listed(names, "or")
}

/// "`a`, `b` and `c`".
pub(crate) fn all_of(names: &[&str]) -> String {
    listed(names, "and")
}

fn listed(names: &[&str], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_is_recognised_and_a_stranger_is_not() {
        let keys = ["restitution", "stiffness", "friction"];
        assert_eq!(closest("restitutoin", keys), Some("restitution"));
        assert_eq!(closest("Stifness", keys), Some("stiffness"));
        assert_eq!(closest("colour", keys), None);
    }

    #[test]
    fn choices_read_as_a_sentence() {
        assert_eq!(one_of(&["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(one_of(&["a"]), "`a`");
    }
}
