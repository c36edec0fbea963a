//! The diagrams of an impact as graphs: its transition diagram, the phase diagram of its contacts, and which state and phases hold when.

use carom::analysis::diagram::{phase_diagram, DiagramEdge, PhaseDiagram, TransitionDiagram};
use carom::{Event, EventKind, NormalLaw, Phase, Snapshot, State, Trace};
use carom_scene::Scene;
use serde::Serialize;

/// More states than this are no diagram any more.
const MOST_NODES: usize = 24;

#[derive(Serialize)]
pub(super) struct Diagrams {
    /// The sets of active contacts that the impact went through, and what took it from one to the next; null if there are too many to be drawn.
    transitions: Option<Graph>,
    /// For each state of the document, the number of its node in `transitions`.
    states: Vec<usize>,
    /// What can happen to a contact under the scene's law of restitution.
    phases: Graph,
    /// For each contact the phases it went through: when each begins, and the number of its node in `phases`.
    courses: Vec<Vec<(f64, usize)>>,
}

#[derive(Serialize)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

#[derive(Serialize)]
struct Node {
    name: String,
    /// Contacts of a set; empty for a phase.
    active: Vec<usize>,
    /// Whether nothing acts there any more.
    last: bool,
}

#[derive(Serialize)]
struct Edge {
    from: usize,
    to: usize,
    /// The contact, if the edge is that of one, and what happens to it.
    causes: Vec<(Option<usize>, &'static str)>,
    /// How often the impact took it.
    count: usize,
}

pub(super) fn diagrams(scene: &Scene, trace: &Trace, events: &[Event], snapshots: &[Snapshot]) -> Diagrams {
    let mut transitions = TransitionDiagram::default();
    transitions.record(trace);
    let visited = trace.states();
    let states = visited.iter().filter_map(|state| transitions.find(&state.active)).collect();
    let problem = scene.contact_problem();
    let phases = phase_diagram(problem.model().restitution);
    let course = |(contact, law): (usize, &NormalLaw)| {
        let first = if law.gap > 0.0 { Phase::Open } else { Phase::Resting };
        let own = events.iter().filter(|event| event.contact == contact);
        let mut own: Vec<(f64, EventKind)> = own.map(|event| (event.time, event.kind)).collect();
        if first == Phase::Resting {
            own.splice(0..0, first_event(contact, &own, &visited, snapshots));
        }
        let course = phases.course(first, own);
        course.into_iter().filter_map(|(time, phase)| Some((time, number(&phases, phase)?))).collect()
    };
    let courses: Vec<_> = problem.contacts().iter().enumerate().map(course).collect();
    let drawn = transitions.nodes().len() <= MOST_NODES;
    Diagrams {
        transitions: drawn.then(|| of_sets(&transitions)),
        states,
        phases: of_phases(&phases),
        courses,
    }
}

/// How a contact that begins at rest leaves that phase, if it does. Traces do not keep this event: that it is pressed is seen by the load that follows,
/// to the sample before it, that it is drawn apart by the active sets.
fn first_event(
    contact: usize,
    events: &[(f64, EventKind)],
    states: &[State],
    snapshots: &[Snapshot],
) -> Option<(f64, EventKind)> {
    let is_loaded = |snapshot: &Snapshot| snapshot.force[contact] > 0.0 || snapshot.impulse[contact] > 0.0;
    let loaded = snapshots.iter().position(is_loaded);
    let loaded = loaded.map(|sample| snapshots[sample.saturating_sub(1)].time);
    let apart = states.iter().find(|state| !state.active.contains(&contact)).map(|state| state.time);
    let drawn_apart = apart.map(|time| (time, EventKind::ContactOpens));
    match (events.first(), loaded) {
        (Some((_, EventKind::ContactOpens)), _) => None,
        (Some((_, EventKind::ContactReturns)), _) | (None, None) => drawn_apart,
        (Some(&(time, _)), loaded) => {
            Some((loaded.map_or(time, |loaded| loaded.min(time)), EventKind::Pressed))
        }
        (None, Some(time)) => Some((time, EventKind::Pressed)),
    }
}

fn of_sets(diagram: &TransitionDiagram) -> Graph {
    let node = |(number, node): (usize, &carom::analysis::diagram::DiagramNode)| Node {
        name: format!("S{}", number + 1),
        active: node.active.clone(),
        last: node.active.is_empty(),
    };
    let edge = |edge: &DiagramEdge| Edge {
        from: edge.from,
        to: edge.to,
        causes: edge.causes.iter().map(|cause| (Some(cause.contact), cause.kind.name())).collect(),
        count: edge.count,
    };
    Graph {
        nodes: diagram.nodes().iter().enumerate().map(node).collect(),
        edges: diagram.edges().iter().map(edge).collect(),
    }
}

fn of_phases(diagram: &PhaseDiagram) -> Graph {
    let node =
        |phase: &Phase| Node { name: phase.name().to_owned(), active: Vec::new(), last: !phase.is_active() };
    let edge = |edge: &carom::analysis::diagram::PhaseEdge| {
        let (from, to) = (number(diagram, edge.from)?, number(diagram, edge.to)?);
        Some(Edge { from, to, causes: vec![(None, edge.event.name())], count: 0 })
    };
    Graph {
        nodes: diagram.phases.iter().map(node).collect(),
        edges: diagram.edges.iter().filter_map(edge).collect(),
    }
}

fn number(diagram: &PhaseDiagram, phase: Phase) -> Option<usize> {
    diagram.phases.iter().position(|known| known.name() == phase.name())
}
