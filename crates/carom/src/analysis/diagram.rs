//! Diagrams as graphs: the transition diagram of the active sets, and the phase diagram of one contact.
//!
//! The state of an impact is its set of active contacts; events take it from one state to the next until none is
//! active [Jia2013, sec. 3.1, Fig. 4]. For two contacts the diagram has four states and can be drawn beforehand.
//! With n contacts there are 2ⁿ of them and an impact visits few: a [`TransitionDiagram`] holds those that have
//! been met in the traces given to it, numbered S1, S2, … in the order of discovery.
//!
//! The [`PhaseDiagram`] of a single contact is small and complete. It is found by letting every event happen in
//! every phase that [`transition`] can reach, so what is drawn is what the solver does. The [`GripDiagram`] of its tangential side is
//! found in the same way.

mod friction;

pub use friction::{GripDiagram, GripEdge, grip_diagram};

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use crate::history::Trace;
use crate::phase::{ContactState, EventKind, NormalSpring, Phase, RestitutionLaw, transition};
use crate::quantity::{Exponent, Restitution};
use crate::snapshot::{Event, State};

/// A state of the transition diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramNode {
    /// The active contacts, in ascending order.
    pub active: Vec<usize>,
    /// How often it was entered.
    pub visits: usize,
    /// How often an impact began in it.
    pub starts: usize,
}

/// Why a contact entered or left the active set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    /// The contact.
    pub contact: usize,
    /// What happened to it.
    pub kind: EventKind,
}

/// A transition from one state to another. Transitions between the same states for different causes are
/// different edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramEdge {
    /// The state that is left.
    pub from: usize,
    /// The state that is entered.
    pub to: usize,
    /// What happened to the contacts in which the two states differ, by contact. A contact that leaves because
    /// the impact ended without reaching it has no cause here.
    pub causes: Vec<Cause>,
    /// How often it was taken.
    pub count: usize,
}

/// The states and transitions met so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransitionDiagram {
    nodes: Vec<DiagramNode>,
    edges: Vec<DiagramEdge>,
    node_of: BTreeMap<Vec<usize>, usize>,
    edge_of: BTreeMap<(usize, usize, Vec<Cause>), usize>,
}

impl TransitionDiagram {
    /// Adds the states and transitions of one more impact.
    pub fn record(&mut self, trace: &Trace) {
        let events = trace.events();
        let states = trace.states();
        let mut previous: Option<usize> = None;
        for (position, state) in states.iter().enumerate() {
            let node = self.enter(state);
            match previous {
                None => self.nodes[node].starts += 1,
                Some(from) => self.take(from, node, causes(&states[position - 1], state, &events)),
            }
            previous = Some(node);
        }
    }

    /// The states, in the order in which they were met: the first is S1.
    #[must_use]
    pub fn nodes(&self) -> &[DiagramNode] {
        &self.nodes
    }

    /// The state with these active contacts (in ascending order), if it has been met.
    #[must_use]
    pub fn find(&self, active: &[usize]) -> Option<usize> {
        self.node_of.get(active).copied()
    }

    /// The transitions, in the order in which they were met.
    #[must_use]
    pub fn edges(&self) -> &[DiagramEdge] {
        &self.edges
    }

    /// The diagram in Graphviz' DOT language. Contacts without a name go by their number, from 1.
    #[must_use]
    pub fn to_dot<S: AsRef<str>>(&self, contact_names: &[S]) -> String {
        let mut dot =
            String::from("digraph transitions {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let label = format!("S{}\n{}", number + 1, active_label(&node.active, contact_names));
            let shape = if node.active.is_empty() { ", peripheries=2" } else { "" };
            let width = if node.starts > 0 { ", penwidth=2" } else { "" };
            let _ = writeln!(dot, "  S{} [label={}{shape}{width}];", number + 1, quoted(&label));
        }
        for edge in &self.edges {
            let mut lines: Vec<String> = edge.causes.iter().map(|cause| cause.label(contact_names)).collect();
            if edge.count > 1 {
                lines.push(format!("{} times", edge.count));
            }
            let label = quoted(&lines.join("\n"));
            let _ = writeln!(dot, "  S{} -> S{} [label={label}];", edge.from + 1, edge.to + 1);
        }
        dot.push_str("}\n");
        dot
    }

    fn enter(&mut self, state: &State) -> usize {
        let node = *self.node_of.entry(state.active.clone()).or_insert(self.nodes.len());
        if node == self.nodes.len() {
            self.nodes.push(DiagramNode { active: state.active.clone(), visits: 0, starts: 0 });
        }
        self.nodes[node].visits += 1;
        node
    }

    fn take(&mut self, from: usize, to: usize, causes: Vec<Cause>) {
        let edge = *self.edge_of.entry((from, to, causes.clone())).or_insert(self.edges.len());
        if edge == self.edges.len() {
            self.edges.push(DiagramEdge { from, to, causes, count: 0 });
        }
        self.edges[edge].count += 1;
    }
}

impl Cause {
    /// The contact's name and what happened, as in "upper–lower: restitution ends".
    #[must_use]
    pub fn label<S: AsRef<str>>(&self, contact_names: &[S]) -> String {
        format!("{}: {}", contact_name(self.contact, contact_names), self.kind.name().replace('-', " "))
    }
}

/// The events at which the contacts that only one of the two states holds have entered or left.
fn causes(before: &State, after: &State, events: &[Event]) -> Vec<Cause> {
    let first = events.partition_point(|event| event.time < after.time);
    let now = events[first..].iter().take_while(|event| event.time == after.time);
    let mut last: BTreeMap<usize, EventKind> = BTreeMap::new();
    for event in now {
        let was_active = before.active.binary_search(&event.contact).is_ok();
        let is_active = after.active.binary_search(&event.contact).is_ok();
        if was_active != is_active && enters(event.kind) == Some(is_active) {
            last.insert(event.contact, event.kind);
        }
    }
    last.into_iter().map(|(contact, kind)| Cause { contact, kind }).collect()
}

/// Whether an event brings its contact into the active set, takes it out, or neither.
fn enters(kind: EventKind) -> Option<bool> {
    match kind {
        EventKind::ContactReturns => Some(true),
        EventKind::RestitutionEnds | EventKind::ContactOpens => Some(false),
        EventKind::Pressed
        | EventKind::CompressionEnds
        | EventKind::CompressionRestarts
        | EventKind::ContactCloses
        | EventKind::Slips
        | EventKind::Sticks => None,
    }
}

fn contact_name<S: AsRef<str>>(contact: usize, names: &[S]) -> String {
    names.get(contact).map_or_else(|| (contact + 1).to_string(), |name| name.as_ref().to_owned())
}

fn active_label<S: AsRef<str>>(active: &[usize], names: &[S]) -> String {
    if active.is_empty() {
        return "none active".to_owned();
    }
    let names: Vec<String> = active.iter().map(|&contact| contact_name(contact, names)).collect();
    names.join(", ")
}

/// A string of the DOT language.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\r', "").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// What a transition does to a contact's stiffness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StiffnessChange {
    /// It stays.
    None,
    /// It grows by 1/e².
    Hardens,
    /// It falls back to what it was before the impact.
    Restored,
}

/// A transition between two phases of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhaseEdge {
    /// The phase that is left.
    pub from: Phase,
    /// What happens.
    pub event: EventKind,
    /// The phase that is entered.
    pub to: Phase,
    /// What happens to the stiffness.
    pub stiffness: StiffnessChange,
}

/// The phases of a contact and all transitions between them under one law.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseDiagram {
    /// The phases, in the order in which they are reached from rest.
    pub phases: Vec<Phase>,
    /// The transitions.
    pub edges: Vec<PhaseEdge>,
}

/// Coefficient of restitution of the contact whose diagram is explored, a power of two so that the change of
/// stiffness is recognised without rounding.
const PROBE: f64 = 0.5;

/// The phase diagram of a contact with 0 < e < 1, found by asking [`transition`] for every event in every phase
/// reached.
#[must_use]
pub fn phase_diagram(law: RestitutionLaw) -> PhaseDiagram {
    let mut diagram = PhaseDiagram { phases: vec![Phase::Resting], edges: Vec::new() };
    let Ok(restitution) = Restitution::new(PROBE) else { return diagram };
    let material = NormalSpring { restitution, stiffness: 1.0, exponent: Exponent::LINEAR };
    let mut waiting =
        VecDeque::from([ContactState { phase: Phase::Resting, stiffness: 1.0, compression: 0.0 }]);
    while let Some(mut state) = waiting.pop_front() {
        if state.phase.is_spring() {
            state.compression = 1.0;
        }
        for event in EventKind::ALL {
            let Some(next) = transition(law, &material, state, event) else { continue };
            let stiffness = stiffness_change(&material, &state, &next);
            diagram.edges.push(PhaseEdge { from: state.phase, event, to: next.phase, stiffness });
            if !diagram.phases.iter().any(|&phase| same_phase(phase, next.phase)) {
                diagram.phases.push(next.phase);
                waiting.push_back(next);
            }
        }
    }
    diagram
}

fn stiffness_change(material: &NormalSpring, before: &ContactState, after: &ContactState) -> StiffnessChange {
    if after.stiffness > before.stiffness {
        StiffnessChange::Hardens
    } else if after.stiffness < before.stiffness && after.stiffness == material.stiffness {
        StiffnessChange::Restored
    } else {
        StiffnessChange::None
    }
}

fn same_phase(a: Phase, b: Phase) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

impl PhaseDiagram {
    /// The phases of a contact that begins in `first`, each with the instant at which it is entered, by the events that happen to it, in their order.
    /// Events that leave the phase as it is are passed over. A trace does not keep that a contact at rest is pressed or drawn apart: these are for the
    /// caller to add.
    pub fn course(
        &self,
        first: Phase,
        events: impl IntoIterator<Item = (f64, EventKind)>,
    ) -> Vec<(f64, Phase)> {
        let mut course = vec![(0.0, first)];
        let mut now = first;
        for (time, event) in events {
            let edge = self.edges.iter().find(|edge| same_phase(edge.from, now) && edge.event == event);
            if let Some(edge) = edge {
                now = edge.to;
                course.push((time, now));
            }
        }
        course
    }

    /// The diagram in Graphviz' DOT language.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("digraph phases {\n  node [shape=box, style=rounded];\n");
        for &phase in &self.phases {
            let outline = if phase.is_active() { "" } else { " [peripheries=2]" };
            let _ = writeln!(dot, "  {}{outline};", phase.name());
        }
        for edge in &self.edges {
            let effect = match edge.stiffness {
                StiffnessChange::None => "",
                StiffnessChange::Hardens => "\nk ← k/e²",
                StiffnessChange::Restored => "\nk ← k₀",
            };
            let label = quoted(&format!("{}{effect}", edge.event.name().replace('-', " ")));
            let _ = writeln!(dot, "  {} -> {} [label={label}];", edge.from.name(), edge.to.name());
        }
        dot.push_str("}\n");
        dot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContactProblem, Coupling, Model, NormalLaw, Stiffness};
    use nalgebra::dmatrix;

    fn ball_ball_table(m2: f64, e: [f64; 2]) -> Trace {
        let w = dmatrix![1.0 + 1.0 / m2, -1.0 / m2; -1.0 / m2, 1.0 / m2];
        let law = |e| NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::UNIT);
        let coupling = Coupling::from_matrix(&w).unwrap();
        let laws = e.map(law).to_vec();
        ContactProblem::new(coupling, vec![-1.0, 0.0], laws, Model::default()).unwrap().trace().unwrap().1
    }

    /// [Jia2013, Table 1]: the sequence S1 S2 S1 S3 S4, with Jia2013's numbers of the states.
    #[test]
    fn the_states_of_ball_ball_table_are_discovered_in_the_order_of_jia2013() {
        let mut diagram = TransitionDiagram::default();
        diagram.record(&ball_ball_table(2.0 / 3f64.sqrt(), [0.9, 0.7]));
        let active: Vec<&[usize]> = diagram.nodes().iter().map(|node| node.active.as_slice()).collect();
        assert_eq!(active, [&[0, 1][..], &[1], &[0], &[]]);
        assert_eq!((diagram.find(&[0]), diagram.find(&[2])), (Some(2), None));
        assert_eq!(diagram.nodes().iter().map(|node| node.visits).collect::<Vec<_>>(), [2, 1, 1, 1]);
        let edges: Vec<_> = diagram.edges().iter().map(|e| (e.from, e.to, e.causes.clone())).collect();
        let cause = |contact, kind| vec![Cause { contact, kind }];
        use EventKind::{ContactReturns, RestitutionEnds};
        assert_eq!(
            edges,
            [
                (0, 1, cause(0, RestitutionEnds)),
                (1, 0, cause(0, ContactReturns)),
                (0, 2, cause(1, RestitutionEnds)),
                (2, 3, cause(0, RestitutionEnds)),
            ]
        );
    }

    #[test]
    fn counts_add_up_over_many_impacts() {
        let mut diagram = TransitionDiagram::default();
        for _ in 0..3 {
            diagram.record(&ball_ball_table(2.0 / 3f64.sqrt(), [0.9, 0.7]));
        }
        diagram.record(&ball_ball_table(0.5, [0.9, 0.7])); // S1 S2 S4
        assert_eq!(diagram.nodes()[0].starts, 4);
        let entered: usize = diagram.edges().iter().map(|edge| edge.count).sum();
        let visits: usize = diagram.nodes().iter().map(|node| node.visits - node.starts).sum();
        assert_eq!(entered, visits);
        assert_eq!(diagram.nodes().iter().map(|node| node.visits).collect::<Vec<_>>(), [7, 4, 3, 4]);
    }

    #[test]
    fn dot_is_escaped_and_the_same_every_time() {
        let mut diagram = TransitionDiagram::default();
        diagram.record(&ball_ball_table(1.0, [1.0, 0.5]));
        let names = ["the \"upper\" one", "back\\slash"];
        let dot = diagram.to_dot(&names);
        assert_eq!(dot, diagram.clone().to_dot(&names));
        assert!(dot.contains(r#"S1 [label="S1\nthe \"upper\" one, back\\slash", penwidth=2];"#), "{dot}");
        assert!(diagram.to_dot::<&str>(&[]).contains(r#"label="S1\n1, 2""#));
    }

    #[test]
    fn a_contact_is_in_an_active_phase_whenever_it_is_in_the_active_set() {
        let trace = ball_ball_table(2.0 / 3f64.sqrt(), [0.9, 0.7]);
        let diagram = phase_diagram(RestitutionLaw::Hardening);
        for contact in [0, 1] {
            let events = trace.events().into_iter().filter(|event| event.contact == contact);
            // Both are pressed at once; traces do not keep that event.
            let pressed = std::iter::once((0.0, EventKind::Pressed));
            let events = pressed.chain(events.map(|event| (event.time, event.kind)));
            let course = diagram.course(Phase::Resting, events);
            for state in trace.states() {
                let entered = course.iter().rev().find(|(time, _)| *time <= state.time);
                let active = entered.is_some_and(|(_, phase)| phase.is_active());
                assert_eq!(active, state.active.contains(&contact), "{contact} at {}", state.time);
            }
        }
    }

    #[test]
    fn every_law_reaches_every_phase_and_only_some_change_the_stiffness() {
        use StiffnessChange::{Hardens, None, Restored};
        for (law, [ends, restarts, opens]) in [
            (RestitutionLaw::Hardening, [Hardens, None, None]),
            (RestitutionLaw::BiStiffness, [Hardens, Restored, Restored]),
            (RestitutionLaw::MonoStiffness, [None, None, None]),
        ] {
            let diagram = phase_diagram(law);
            assert_eq!(diagram.phases.len(), 5);
            let change = |event| diagram.edges.iter().find(|edge| edge.event == event).unwrap().stiffness;
            assert_eq!(change(EventKind::CompressionEnds), ends, "{law:?}");
            assert_eq!(change(EventKind::CompressionRestarts), restarts, "{law:?}");
            assert_eq!(change(EventKind::RestitutionEnds), opens, "{law:?}");
            assert!(diagram.to_dot().contains("compressing -> restituting [label=\"compression ends"));
        }
    }
}
