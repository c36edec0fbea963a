//! Where the energy of a whole motion went.

use super::super::{WorldRun, WorldSetup};

/// One entry of a ledger.
pub(super) struct Entry {
    /// In the JSON document.
    pub key: &'static str,
    /// For people.
    pub words: &'static str,
    /// In joules.
    pub value: f64,
}

/// A whole ledger: before, after, what was lost, and what it fails to account for.
pub(super) struct Account {
    pub before: f64,
    pub entries: Vec<Entry>,
    pub imbalance: f64,
}

/// Entries of the ledger of a shot after the first: key, and what it is for people.
const OF_SHOT: [(&str, &str); 10] = [
    ("sliding", "lost in sliding on the cloth"),
    ("rolling", "lost in rolling"),
    ("spinning", "lost in spinning on the spot"),
    ("lost_in_restitution", "lost in restitution"),
    ("lost_in_friction", "lost in friction of impacts"),
    ("swallowed", "swallowed by the cloth"),
    ("kept_apart", "taken by keeping contacts apart"),
    ("pocketed", "with balls into pockets"),
    ("left_table", "with balls off the table"),
    ("after", "energy after"),
];

/// Entries of the ledger of bodies on the floor.
const OF_BOUNCES: [(&str, &str); 4] = [
    ("lost_in_restitution", "lost in restitution"),
    ("lost_in_friction", "lost in friction of impacts"),
    ("sliding", "lost in sliding on the floor"),
    ("after", "energy after"),
];

/// Entries of the ledger of a cradle.
const OF_CRADLE: [(&str, &str); 2] =
    [("lost_in_restitution", "lost in restitution"), ("after", "energy after")];

/// The keys that the ledger of a world has, whatever becomes of it.
pub(in crate::world) fn keys(setup: &WorldSetup) -> Vec<&'static str> {
    let rows: &[(&str, &str)] = match setup {
        WorldSetup::Billiards(_) => &OF_SHOT,
        WorldSetup::Bouncing { .. } => &OF_BOUNCES,
        WorldSetup::Cradle { .. } => &OF_CRADLE,
    };
    ["before"].into_iter().chain(rows.iter().map(|row| row.0)).chain(["imbalance"]).collect()
}

/// Their values, in joules, in the same order.
pub(in crate::world) fn values(run: &WorldRun) -> Vec<f64> {
    let ledger = ledger(run);
    ledger.entries.iter().map(|entry| entry.value).chain([ledger.imbalance]).collect()
}

pub(super) fn ledger(run: &WorldRun) -> Account {
    match run {
        WorldRun::Billiards { shot, .. } => {
            let ledger = shot.ledger;
            let values = [
                ledger.sliding,
                ledger.rolling,
                ledger.spinning,
                ledger.restitution,
                ledger.impact_friction,
                ledger.swallowed,
                ledger.kept_apart,
                ledger.pocketed,
                ledger.left_table,
                ledger.after,
            ];
            Account::new(ledger.before, OF_SHOT, values, ledger.imbalance())
        }
        WorldRun::Bouncing(course) => {
            let ledger = course.ledger;
            let values = [
                ledger.lost_in_restitution,
                ledger.lost_in_impact_friction,
                ledger.lost_in_sliding,
                ledger.after,
            ];
            Account::new(ledger.before, OF_BOUNCES, values, ledger.imbalance())
        }
        WorldRun::Cradle(course) => {
            let ledger = course.ledger;
            let values = [ledger.lost_in_restitution, ledger.after];
            Account::new(ledger.before, OF_CRADLE, values, ledger.imbalance())
        }
    }
}

impl Account {
    fn new<const N: usize>(
        before: f64,
        rows: [(&'static str, &'static str); N],
        values: [f64; N],
        imbalance: f64,
    ) -> Self {
        let first = Entry { key: "before", words: "energy before", value: before };
        let rest = rows.into_iter().zip(values).map(|((key, words), value)| Entry { key, words, value });
        Self { before, entries: std::iter::once(first).chain(rest).collect(), imbalance }
    }
}
