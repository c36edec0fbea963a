//! Paths to values: `contact.0.friction`, `body."red 1".velocity.z`.

use crate::error::SweepError;

/// The parts of a path through a scene file. A part with a dot in it stands in double quotes.
///
/// # Errors
/// A path with an empty part, or with a quotation mark that is not closed.
pub fn parts(path: &str) -> Result<Vec<String>, SweepError> {
    let wrong = |why: &'static str| SweepError::Path { path: path.to_owned(), why };
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for character in path.trim().chars() {
        match character {
            '"' => quoted = !quoted,
            '.' if !quoted => parts.push(String::new()),
            _ => parts.last_mut().expect("there is always a part").push(character),
        }
    }
    if quoted {
        return Err(wrong("a quotation mark is not closed"));
    }
    if parts.iter().any(String::is_empty) {
        return Err(wrong("a part of the path is empty"));
    }
    Ok(parts)
}

/// The place of a table in a list of them: a number from 0.
pub(crate) fn number(part: &str) -> Option<usize> {
    part.parse().ok()
}

/// The place of a number in a list of them: a number from 0, or an axis.
pub(crate) fn number_or_axis(part: &str) -> Option<usize> {
    match part {
        "x" => Some(0),
        "y" => Some(1),
        "z" => Some(2),
        _ => number(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_split_at_dots_outside_of_quotes() {
        let split = |path: &str| parts(path).map_err(|error| error.to_string());
        assert_eq!(split("contact.0.friction"), Ok(vec!["contact".into(), "0".into(), "friction".into()]));
        assert_eq!(split("body.\"no. 1\".mass"), Ok(vec!["body".into(), "no. 1".into(), "mass".into()]));
        for wrong in ["", "body..mass", "body.\"a", ".mass"] {
            assert!(split(wrong).is_err(), "{wrong}");
        }
    }
}
