//! Where the energy of a whole motion went.

use super::super::WorldRun;

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
pub(super) struct Ledger {
    pub before: f64,
    pub entries: Vec<Entry>,
    pub imbalance: f64,
}

pub(super) fn ledger(run: &WorldRun) -> Ledger {
    let (before, rows, imbalance) = match run {
        WorldRun::Billiards { shot, .. } => {
            let ledger = shot.ledger;
            let rows = vec![
                ("sliding", "lost in sliding on the cloth", ledger.sliding),
                ("rolling", "lost in rolling", ledger.rolling),
                ("spinning", "lost in spinning on the spot", ledger.spinning),
                ("lost_in_restitution", "lost in restitution", ledger.restitution),
                ("lost_in_friction", "lost in friction of impacts", ledger.impact_friction),
                ("swallowed", "swallowed by the cloth", ledger.swallowed),
                ("kept_apart", "taken by keeping contacts apart", ledger.kept_apart),
                ("pocketed", "with balls into pockets", ledger.pocketed),
                ("left_table", "with balls off the table", ledger.left_table),
                ("after", "energy after", ledger.after),
            ];
            (ledger.before, rows, ledger.imbalance())
        }
        WorldRun::Bouncing(course) => {
            let ledger = course.ledger;
            let rows = vec![
                ("lost_in_restitution", "lost in restitution", ledger.lost_in_restitution),
                ("lost_in_friction", "lost in friction of impacts", ledger.lost_in_impact_friction),
                ("sliding", "lost in sliding on the floor", ledger.lost_in_sliding),
                ("after", "energy after", ledger.after),
            ];
            (ledger.before, rows, ledger.imbalance())
        }
        WorldRun::Cradle(course) => {
            let ledger = course.ledger;
            let rows = vec![
                ("lost_in_restitution", "lost in restitution", ledger.lost_in_restitution),
                ("after", "energy after", ledger.after),
            ];
            (ledger.before, rows, ledger.imbalance())
        }
    };
    let first = Entry { key: "before", words: "energy before", value: before };
    let rest = rows.into_iter().map(|(key, words, value)| Entry { key, words, value });
    Ledger { before, entries: std::iter::once(first).chain(rest).collect(), imbalance }
}
