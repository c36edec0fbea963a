//! Loads of a step that do not feel each other, as those of motions in a plane and those across it.
//!
//! Each group of them is followed on its own way through the step: where a contact that slips ends, what turns its direction goes as a power of the time left, which takes
//! many short stretches; what moves in the plane needs few.

use super::{Collocated, Load, Unknown};
use crate::coupling::NORMAL;
use crate::flow::ClusterProblem;

/// Loads that feel each other.
#[derive(Debug)]
pub(super) struct Group {
    pub unknowns: Vec<Unknown>,
    /// By member and axis, whether it moves contacts there, and whether velocities there are needed.
    pub moves: Vec<bool>,
    pub sees: Vec<bool>,
}

impl Group {
    /// The place of the normal load of a member among the unknowns.
    pub fn normal_of(&self, member: usize) -> Option<usize> {
        self.unknowns.iter().position(|unknown| unknown.member == member && unknown.load.is_normal())
    }
}

/// A load, or a contact without one that is moved, with the axes along which it sees velocities and acts.
struct Part {
    member: usize,
    unknown: Option<Unknown>,
    sees: [bool; 3],
    acts: [bool; 3],
}

impl Collocated {
    /// The groups of the step.
    pub(super) fn groups(&self, problem: &ClusterProblem) -> Vec<Group> {
        let parts = self.list_parts();
        let mut group: Vec<usize> = (0..parts.len()).collect();
        for (number, part) in parts.iter().enumerate() {
            for other in (0..parts.len()).filter(|&other| self.feels(part, &parts[other], problem)) {
                let (from, to) = (group[number].max(group[other]), group[number].min(group[other]));
                group.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
        let firsts = (0..parts.len()).filter(|&number| group[number] == number);
        let of = |first: usize| parts.iter().zip(&group).filter(move |(_, group)| **group == first);
        firsts.map(|first| self.group_of(of(first).map(|(part, _)| part))).collect()
    }

    fn group_of<'a>(&self, parts: impl Iterator<Item = &'a Part>) -> Group {
        let rows = 3 * self.members.len();
        let mut group = Group { unknowns: Vec::new(), moves: vec![false; rows], sees: vec![false; rows] };
        for part in parts {
            group.unknowns.extend(part.unknown);
            (0..3).for_each(|axis| group.sees[3 * part.member + axis] |= part.sees[axis]);
            let moved = match part.unknown.map(|unknown| unknown.load) {
                Some(Load::Spring { .. }) | None => Some(NORMAL),
                Some(Load::Stretched { axis }) => Some(axis),
                Some(Load::Closed | Load::Stuck { .. } | Load::Turning | Load::Swerving) => None,
            };
            moved.iter().for_each(|axis| group.moves[3 * part.member + axis] = true);
        }
        group
    }

    fn list_parts(&self) -> Vec<Part> {
        let normal = [false, false, true];
        let loads = self.unknowns.iter().map(|&unknown| {
            let member = unknown.member;
            let [along, across] = self.axes_of_slip(member);
            let (sees, acts) = match unknown.load {
                Load::Spring { .. } | Load::Closed => (normal, [along[0], along[1], true]),
                Load::Stretched { axis } | Load::Stuck { axis } => {
                    let own = [axis == 0, axis == 1, false];
                    (own, own)
                }
                Load::Turning | Load::Swerving => {
                    let aside = [across[0], across[1], false];
                    (aside, aside)
                }
            };
            Part { member, unknown: Some(unknown), sees, acts }
        });
        let free = self.members.iter().enumerate().filter(|(_, m)| m.place.is_none() && m.stiffness == 0.0);
        let free = free.map(|(member, _)| Part { member, unknown: None, sees: normal, acts: [false; 3] });
        loads.chain(free).collect()
    }

    /// The tangential axes along a contact's direction of slip, and across it: both if it turns, none if it does not slip.
    fn axes_of_slip(&self, member: usize) -> [[bool; 2]; 2] {
        let rub = self.members[member].place.and_then(|place| self.frame.rub_of(place));
        match rub.filter(|rub| rub.course.slips()) {
            None => [[false; 2]; 2],
            Some(rub) if rub.is_straight() => {
                let [x, y] = [rub.direction.x != 0.0, rub.direction.y != 0.0];
                [[x, y], [y, x]]
            }
            Some(_) => [[true; 2]; 2],
        }
    }

    /// Whether what one sees changes by how the other acts.
    fn feels(&self, one: &Part, other: &Part, problem: &ClusterProblem) -> bool {
        let turns = |part: &Part| {
            let is_aside = matches!(part.unknown, Some(Unknown { load: Load::Turning | Load::Swerving, .. }));
            is_aside && self.axes_of_slip(part.member)[0] == [true; 2]
        };
        if one.member == other.member && turns(one) {
            return true;
        }
        let [contact, from] = [one.member, other.member].map(|member| self.members[member].contact);
        let blocks = problem.coupling.block_row(contact).filter(|&(j, _)| j == from);
        blocks.into_iter().any(|(_, w)| {
            let entries = (0..3).flat_map(|a| (0..3).map(move |b| (a, b)));
            entries.into_iter().any(|(a, b)| one.sees[a] && other.acts[b] && w[(a, b)] != 0.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, Vector2};

    use super::*;
    use crate::contact_problem::{ContactProblem, Model, NormalLaw};
    use crate::friction::TangentialLaw;
    use crate::quantity::{Friction, Restitution, Stiffness};

    /// How many groups the first step has of a contact that slips with this velocity; a push along the first tangent moves it along its normal.
    fn groups_of(sliding: Vector2<f64>) -> usize {
        let mut coupling = DMatrix::identity(3, 3);
        coupling[(0, 2)] = 0.2;
        coupling[(2, 0)] = 0.2;
        let coupling = crate::Coupling::from_spatial_matrix(&coupling).unwrap();
        let law = NormalLaw::touching(Restitution::new(0.5).unwrap(), Stiffness::UNIT);
        let friction = TangentialLaw::Rigid { friction: Friction::new(0.1).unwrap() };
        let problem = ContactProblem::new(coupling, vec![-1.0], vec![law], Model::default()).unwrap();
        let problem = problem.with_friction(vec![friction], vec![sliding]).unwrap();
        let (_, _, trace) = problem.trace_clusters(vec![vec![0]]).unwrap();
        let cluster = &trace.clusters()[0];
        let mut collocated = Collocated::new(1, cluster.duration());
        let step = cluster.steps().next().unwrap();
        collocated.enter(cluster, &step, &[0.0; 3]);
        collocated.list_unknowns();
        collocated.groups(cluster.problem()).len()
    }

    #[test]
    fn motions_in_a_plane_are_followed_apart_from_those_across_it() {
        assert_eq!(groups_of(Vector2::new(1.0, 0.0)), 2);
        assert_eq!(groups_of(Vector2::new(1.0, 0.5)), 1);
    }
}
