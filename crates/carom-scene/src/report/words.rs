//! Events, contacts and models in words.

use carom::laws::ImpactLaw;
use carom::laws::routh::{self, Routh};
use carom::sequence::{Hinges, TieRule};
use carom::{EventKind, Mode, Model, Separation, State};

use crate::read::{restitution_name, separation_name};
use crate::scene::{Method, Scene};

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

/// An event under Routh's law, which tells more of a slip than the name that other methods have for it.
pub(super) fn lone_event(kind: routh::RouthEventKind, named: EventKind) -> &'static str {
    match kind {
        routh::RouthEventKind::SlipReverses { .. } => "stops and slips back",
        routh::RouthEventKind::SlipResumes { .. } => "stops and slips on another way",
        routh::RouthEventKind::SlipStops
        | routh::RouthEventKind::Sticks
        | routh::RouthEventKind::SlipStarts { .. }
        | routh::RouthEventKind::CompressionEnds
        | routh::RouthEventKind::CompressionRestarts
        | routh::RouthEventKind::RestitutionEnds => event(named, Separation::Instant),
    }
}

/// The method and its rules.
pub(super) fn method(scene: &Scene) -> String {
    match &scene.method {
        Method::Simultaneous => {
            let Model { restitution, separation } = scene.contact_problem().model();
            let (restitution, separation) = (restitution_name(restitution), separation_name(separation));
            format!("simultaneous impact, {restitution} restitution, {separation} separation")
        }
        &Method::Routh { termination, .. } => Routh { termination }.declaration().title.to_owned(),
        Method::Law { law, .. } => law.declaration().title.to_owned(),
        Method::Complementarity => "Pfeiffer and Glocker's law, all contacts at once".to_owned(),
        Method::Sequential { law, rules } => {
            let ties = match rules.ties {
                TieRule::Order => "ties by place".to_owned(),
                TieRule::Random { seed } => format!("ties by lot (seed {seed})"),
                TieRule::Perturb { seed, size } => {
                    format!("start perturbed by {size:e} (seed {seed})")
                }
            };
            let hinges = match rules.hinges {
                Hinges::Intact => "",
                Hinges::Released => ", hinges released",
            };
            format!("one collision after the other, {}, {ties}{hinges}", law.declaration().title)
        }
    }
}

/// "1 body", "3 bodies".
pub(crate) fn count(n: usize, one: &str, many: &str) -> String {
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
