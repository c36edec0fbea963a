//! What contacts are called in reports.

use std::collections::HashMap;

use super::contacts::PlacedContact;
use crate::problem::{Located, Problem, Problems};
use crate::read::ContactTable;

/// `upper-lower` for a contact between `upper` and `lower`, unless it has a name of its own; where several share a
/// name, they are numbered: `box-table #1`, `box-table #2`.
pub(super) fn contact_names(bodies: &[String], contacts: &[PlacedContact]) -> Vec<String> {
    let plain = |placed: &PlacedContact| {
        let [first, second] = placed.contact.bodies();
        placed.name.clone().unwrap_or_else(|| format!("{}-{}", bodies[first], bodies[second]))
    };
    numbered(contacts.iter().map(plain).collect())
}

fn numbered(names: Vec<String>) -> Vec<String> {
    let mut total: HashMap<&str, usize> = HashMap::new();
    for name in &names {
        *total.entry(name).or_default() += 1;
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut numbered = Vec::new();
    for name in &names {
        let count = seen.entry(name).or_default();
        *count += 1;
        let alone = total[name.as_str()] == 1;
        numbered.push(if alone { name.clone() } else { format!("{name} #{count}") });
    }
    numbered
}

/// Two contact tables may not have the same name.
pub(super) fn refuse_same_names(tables: &[ContactTable], problems: &Problems) {
    let mut known: HashMap<&str, &Located<String>> = HashMap::new();
    for name in tables.iter().filter_map(|table| table.name.as_ref()) {
        let first = *known.entry(&name.value).or_insert(name);
        if std::ptr::eq(first, name) {
            continue;
        }
        let problem = Problem::new(name.span, format!("two contacts are called `{}`", name.value))
            .expected("expected a name of its own")
            .related(first.span, "first used here");
        problems.add(problem);
    }
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn only_names_that_occur_twice_are_numbered() {
        let names = ["box-table", "ball-box", "box-table"].map(str::to_owned).to_vec();
        assert_eq!(numbered(names), ["box-table #1", "ball-box", "box-table #2"]);
    }
}
