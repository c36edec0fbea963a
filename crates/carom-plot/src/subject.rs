//! What a figure is drawn of.

use carom::{ContactProblem, Event, Impact, Trace};

use crate::axis::Unit;
use crate::theme;
use crate::view::View;

/// Longest name in a description of an event, in widths of the letter m or so.
const LONGEST_NAME: f64 = 12.0;

/// An impact to be drawn: its problem, its course, and how bodies and contacts are called.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// Title of the figure.
    pub title: &'a str,
    /// The bodies, if the problem comes from bodies.
    pub impact: Option<&'a Impact>,
    /// The problem in contact space.
    pub problem: &'a ContactProblem,
    /// Names of the bodies; those without one go by their number.
    pub body_names: &'a [String],
    /// Names of the contacts; those without one go by their number.
    pub contact_names: &'a [String],
    /// The course of the impact.
    pub trace: &'a Trace,
    /// The contact that figures of one contact show; without it the one with friction that is pressed hardest.
    pub contact: Option<usize>,
    /// What times and forces are measured in.
    pub clock: Clock,
    /// What is shown, and on which page.
    pub view: View,
}

/// What the times, forces and compressions of an impact are measured in. Velocities, impulses and energies depend on ratios of
/// stiffnesses alone and always have their units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// Stiffnesses are in newtons per metre: seconds, newtons, metres.
    Real,
    /// Only ratios of stiffnesses are known. With k the unknown unit of stiffness, times are in √(kg/k).
    #[default]
    Relative,
}

impl Clock {
    /// What a figure on which a quantity is relative has to say.
    pub(crate) const RELATIVE: &str = "relative: stiffnesses are ratios; with k what stiffness 1 stands for, times are in √(kg/k), forces in N s/√(kg/k)";

    pub(crate) fn time(self, largest: f64) -> Unit {
        self.unit(largest, "s")
    }

    pub(crate) fn force(self, largest: f64) -> Unit {
        self.unit(largest, "N")
    }

    /// Of compressions and stretches.
    pub(crate) fn length(self, largest: f64) -> Unit {
        self.unit(largest, "m")
    }

    fn unit(self, largest: f64, unit: &str) -> Unit {
        match self {
            Self::Real => Unit::suiting(largest, unit),
            Self::Relative => Unit::relative(largest),
        }
    }
}

impl<'a> Subject<'a> {
    /// An impact that came from bodies, or from a contact matrix alone, with its course. Names are those of the bodies and of the
    /// contacts. It is shown as a whole, on the usual page.
    #[must_use]
    pub fn new(
        title: &'a str,
        impact: Option<&'a Impact>,
        problem: &'a ContactProblem,
        [body_names, contact_names]: [&'a [String]; 2],
        trace: &'a Trace,
    ) -> Self {
        let (contact, clock, view) = (None, Clock::default(), View::default());
        Self { title, impact, problem, body_names, contact_names, trace, contact, clock, view }
    }

    /// This subject with times and forces in seconds and newtons, or known up to a factor only.
    #[must_use]
    pub fn timed(self, in_seconds: bool) -> Self {
        Self { clock: if in_seconds { Clock::Real } else { Clock::Relative }, ..self }
    }
}

impl Subject<'_> {
    pub(crate) fn contacts(&self) -> usize {
        self.problem.velocity().len()
    }

    /// Whether any contact has friction.
    pub(crate) fn has_friction(&self) -> bool {
        self.problem.tangential_laws().iter().any(|law| law.has_friction())
    }

    pub(crate) fn contact_name(&self, contact: usize) -> String {
        self.contact_names.get(contact).cloned().unwrap_or_else(|| format!("contact {}", contact + 1))
    }

    pub(crate) fn body_name(&self, body: usize) -> String {
        self.body_names.get(body).cloned().unwrap_or_else(|| format!("body {}", body + 1))
    }

    /// The contacts in few words: their names if they are short, else their numbers.
    pub(crate) fn contact_list(&self, contacts: &[usize]) -> String {
        const FEW: usize = 34;
        if contacts.is_empty() {
            return "none active".to_owned();
        }
        let names = contacts.iter().map(|&i| self.contact_name(i)).collect::<Vec<_>>().join(", ");
        let noun = if contacts.len() == 1 { "contact" } else { "contacts" };
        if names.chars().count() <= FEW { names } else { format!("{noun} {}", number_list(contacts)) }
    }

    /// What happened at one instant, in a line.
    pub(crate) fn describe(&self, events: &[Event]) -> String {
        let what = |event: &Event| event.kind.name().replace('-', " ");
        match events {
            [] => String::new(),
            [event] => {
                let name = theme::shortened(&self.contact_name(event.contact), 1.0, LONGEST_NAME);
                format!("{name}: {}", what(event))
            }
            [first, rest @ ..] if rest.iter().all(|event| event.kind == first.kind) => {
                let mut contacts: Vec<usize> = events.iter().map(|event| event.contact).collect();
                contacts.sort_unstable();
                contacts.dedup();
                format!("{}: {}", self.contact_list(&contacts), what(first))
            }
            [first, second] => {
                format!("{}; {}", self.describe(&[*first]), self.describe(&[*second]))
            }
            events => format!("{} events at once", events.len()),
        }
    }
}

/// Numbers from 1, with runs as ranges: "1–3, 5".
pub(crate) fn number_list(indices: &[usize]) -> String {
    let run = |run: &[usize]| match run {
        [] => String::new(),
        [one] => (one + 1).to_string(),
        [first, .., last] => format!("{}–{}", first + 1, last + 1),
    };
    indices.chunk_by(|a, b| a + 1 == *b).map(run).collect::<Vec<_>>().join(", ")
}
