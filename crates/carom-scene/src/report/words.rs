//! Events, contacts and models in words.

use carom::{EventKind, Mode, Model, Separation, State};

use crate::read::{restitution_name, separation_name};

pub(super) fn event(kind: EventKind, separation: Separation) -> &'static str {
    match kind {
        EventKind::Pressed => "is pressed and starts to compress",
        EventKind::CompressionEnds => "ends compression",
        EventKind::CompressionRestarts => "is compressed again",
        EventKind::RestitutionEnds => "ends restitution and lets go",
        EventKind::ContactReturns => match separation {
            Separation::Instant => "returns",
            Separation::Tracked => "closes its gap and is compressed",
        },
        EventKind::ContactCloses => "closes and stays rigid",
        EventKind::ContactOpens => "opens",
        EventKind::Slips => "starts to slip",
        EventKind::Sticks => "stops slipping and sticks",
    }
}

pub(super) fn model(model: Model) -> String {
    let Model { restitution, separation } = model;
    format!(
        "simultaneous impact, {} restitution, {} separation",
        restitution_name(restitution),
        separation_name(separation)
    )
}

/// "1 body", "3 bodies".
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Names of the active contacts, with what friction does there; of many only how many there are beside the first.
pub(super) fn active(state: &State, names: &[String]) -> String {
    const NAMED: usize = 4;
    let contacts = &state.active;
    if contacts.is_empty() {
        return "none".to_owned();
    }
    if contacts.len() == names.len() && names.len() > NAMED {
        return format!("all {}", names.len());
    }
    let named: Vec<String> =
        contacts.iter().take(NAMED).map(|&contact| with_mode(contact, state, names)).collect();
    match contacts.len() - named.len() {
        0 => named.join(", "),
        more => format!("{}, {more} more", named.join(", ")),
    }
}

/// "ball-table", or "ball-table (slip)" where friction acts.
fn with_mode(contact: usize, state: &State, names: &[String]) -> String {
    let name = &names[contact];
    match state.modes.get(contact) {
        None | Some(Mode::Free) => name.clone(),
        Some(mode @ (Mode::Slip | Mode::Stick)) => format!("{name} ({})", mode.name()),
    }
}
