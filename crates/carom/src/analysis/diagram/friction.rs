//! The state machine of friction, drawn from the one function that decides it.

use std::collections::VecDeque;
use std::fmt::Write as _;

use nalgebra::Vector2;

use super::quoted;
use crate::grip::{Grip, GripEvent, Tie, transition};

/// A transition between two grips of a contact, by their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GripEdge {
    /// The grip that is left.
    pub from: &'static str,
    /// What happens.
    pub event: &'static str,
    /// The grip that is entered.
    pub to: &'static str,
}

/// How a contact may hold on tangentially, and what follows from what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GripDiagram {
    /// The grips, in the order in which they are reached from a contact without load. Those with a question mark are open decisions.
    pub grips: Vec<&'static str>,
    /// The transitions that change a grip.
    pub edges: Vec<GripEdge>,
}

/// The diagram of a contact with rigid friction, or with tangential springs, found by asking for every event in every grip reached.
///
/// ```
/// let rigid = carom::analysis::diagram::grip_diagram(true);
/// assert_eq!(rigid.grips.len(), 7);
/// assert_eq!(carom::analysis::diagram::grip_diagram(false).grips, ["loose", "slipping", "stuck"]);
/// ```
#[must_use]
pub fn grip_diagram(is_rigid: bool) -> GripDiagram {
    let tie = if is_rigid { Tie::Rigid } else { Tie::Springs };
    let mut diagram = GripDiagram { grips: vec![Grip::Loose.name()], edges: Vec::new() };
    let mut waiting = VecDeque::from([Grip::Loose]);
    while let Some(grip) = waiting.pop_front() {
        for event in GripEvent::all(Vector2::x()) {
            let Some(next) = transition(tie, grip, event).filter(|next| next.name() != grip.name()) else {
                continue;
            };
            diagram.edges.push(GripEdge { from: grip.name(), event: event.name(), to: next.name() });
            if !diagram.grips.contains(&next.name()) {
                diagram.grips.push(next.name());
                waiting.push_back(next);
            }
        }
    }
    diagram
}

impl GripDiagram {
    /// The diagram in Graphviz' DOT language.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("digraph friction {\n  node [shape=box, style=rounded];\n");
        for grip in &self.grips {
            let _ = writeln!(dot, "  {};", quoted(grip));
        }
        for GripEdge { from, event, to } in &self.edges {
            let _ = writeln!(dot, "  {} -> {} [label={}];", quoted(from), quoted(to), quoted(event));
        }
        dot.push_str("}\n");
        dot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rigid_friction_has_open_decisions() {
        let open = |diagram: &GripDiagram| diagram.grips.iter().filter(|grip| grip.ends_with('?')).count();
        assert_eq!((open(&grip_diagram(true)), open(&grip_diagram(false))), (4, 0));
    }

    #[test]
    fn every_grip_is_drawn_and_can_be_released() {
        for is_rigid in [true, false] {
            let diagram = grip_diagram(is_rigid);
            let dot = diagram.to_dot();
            for &grip in &diagram.grips {
                assert!(dot.contains(&format!("\"{grip}\";")), "{dot}");
                let is_release = |edge: &&GripEdge| (edge.from, edge.to) == (grip, "loose");
                assert_eq!(diagram.edges.iter().filter(is_release).count(), usize::from(grip != "loose"));
            }
        }
    }
}
