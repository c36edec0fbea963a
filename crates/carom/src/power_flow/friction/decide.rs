//! Whether rigid contacts that do not slide stick or begin to: the convex problem (G.1), as among linear springs.

use nalgebra::{DMatrix, DVector, Vector2, Vector3};

use super::rub::RubCourse;
use crate::coupling::NORMAL;
use crate::flow::{Discs, Hold, Observer};
use crate::grip::{Grip, GripEvent, Question};
use crate::phase::{EventKind, Phase};
use crate::power_flow::PowerFlow;
use crate::power_flow::frame::Role;

/// Contacts whose springs have only begun bear what they will after this part of the time scale of the springs.
const SHORTLY: f64 = 1e-6;
/// Eigenvalues below this part of the greatest are those of redundant contacts.
const REDUNDANT: f64 = 1e-11;
/// What lets go is told after this part of a step: accelerations are a million times what (G.1) leaves of them by then.
const LATER: f64 = 1e-5;
/// So often a step is asked whether a load can still be shared.
const LOOKS: usize = 8;
/// A contact has no more acceleration than those that stick if it has less than so many times theirs.
const LEFT_ALIKE: f64 = 16.0;
/// Accelerations below this part of what they are the sum of are rounding: cones are reached to some units in the last place.
const NO_ACCELERATION: f64 = 1e-12;
/// A load may seem to be this part of its bound away from its cone where the guard has found it there: guards are known to 64 units in the last place of what
/// they are at most in a step, and contacts are asked down to a millionth of the force that they have at its start.
const SEEMS_OFF: f64 = 64.0 * f64::EPSILON * 1e12;

impl<O: Observer> PowerFlow<'_, O> {
    /// Decides all rigid contacts that do not slide. Those that have only `begun` to bear load make no event of it, nor do those that bear none yet.
    pub(super) fn decide(&mut self, begun: &[usize]) {
        let is_asked = |&member: &usize| {
            let entry = &self.frame.entries()[member];
            let tangent = &self.tangents[entry.contact];
            matches!(entry.role, Role::Acting | Role::Held)
                && tangent.has_friction()
                && tangent.is_rigid()
                && matches!(
                    tangent.grip,
                    Grip::Pending(Question::Stopped | Question::Leaving | Question::Creeping) | Grip::Stuck
                )
        };
        let asked: Vec<usize> = (0..self.frame.entries().len()).filter(is_asked).collect();
        let known: Vec<Known> =
            (0..self.frame.entries().len()).map(|member| self.known_shortly(member)).collect();
        let discs = self.discs(&asked, &known);
        let (_, found) = discs.solve();
        let Ok(least) = found else {
            // Bodies that jam: they stick.
            for member in asked {
                let contact = self.frame.entries()[member].contact;
                self.tangents[contact].happen(GripEvent::Sticks);
            }
            return;
        };
        // What (G.1) leaves of the accelerations of contacts that stick: among redundant ones it is more than rounding, and no less at the others.
        let left = (0..asked.len()).filter(|&i| least.hold[i] == Hold::Sticks);
        let left = left.map(|i| acceleration(&discs, &least.load, i).0).fold(0.0, f64::max);
        let alone = !self.frame.shares_friction();
        for (i, &member) in asked.iter().enumerate() {
            let load = Vector2::new(least.load[2 * i], least.load[2 * i + 1]);
            let share = least.share(i, discs.radius(i, &least.load));
            let contact = self.frame.entries()[member].contact;
            // One that has come to its cone by itself leaves it with the next derivative.
            let leaves = self.tangents[contact].grip == Grip::Pending(Question::Leaving);
            let hold = match least.hold[i] {
                // Of those that shared a load some let go, from no acceleration.
                _ if leaves && self.collapsing.contains(&contact) => Hold::OnTheCone,
                Hold::OnTheCone if leaves && !self.collapsing.is_empty() => Hold::Sticks,
                Hold::Slides if leaves && is_still(&discs, &least.load, i, left) => Hold::OnTheCone,
                // It has come to its cone and would go on beyond it, whatever rounding has left of the way.
                Hold::Sticks if leaves && alone && near_cone(load, discs.radius(i, &least.load)) => {
                    Hold::OnTheCone
                }
                hold => hold,
            };
            let event = self.adopt(contact, hold, load, share);
            if let Some(kind) = event.filter(|_| !begun.contains(&contact)) {
                self.report(contact, kind);
            }
        }
    }

    /// Takes the contact to its grip, and says what has happened.
    fn adopt(&mut self, contact: usize, hold: Hold, load: Vector2<f64>, share: f64) -> Option<EventKind> {
        let before = self.tangents[contact].grip;
        let bears = self.force(contact) > 0.0;
        let tangent = &mut self.tangents[contact];
        tangent.velocity = Vector2::zeros();
        tangent.share = share;
        self.held[contact] = load;
        let slides = match hold {
            Hold::Sticks => None,
            Hold::Slides => Some(1),
            Hold::OnTheCone if before == Grip::Stuck => None,
            Hold::OnTheCone => Some(2),
        };
        match slides.zip((-load).try_normalize(0.0)) {
            Some((zeros, direction)) => {
                tangent.happen(GripEvent::Begins { direction });
                self.zeros[contact] = zeros;
                bears.then_some(EventKind::Slips)
            }
            None => {
                tangent.happen(GripEvent::Sticks);
                if before == Grip::Pending(Question::Leaving) {
                    self.stayed[contact] = Some(self.time);
                }
                let stopped = before == Grip::Pending(Question::Stopped);
                (stopped && bears).then_some(EventKind::Sticks)
            }
        }
    }

    /// Sets (G.1) up for these members: what their friction does when the reactions of closed contacts answer, and with them the friction of those that slide.
    fn discs(&self, asked: &[usize], known: &[Known]) -> Discs {
        let entries = self.frame.entries();
        let closed: Vec<usize> = (0..entries.len()).filter(|&i| entries[i].role == Role::Held).collect();
        let axes = |member: usize| [(member, 0), (member, 1)];
        let open: Vec<(usize, usize)> = asked.iter().flat_map(|&member| axes(member)).collect();
        let normals: Vec<(usize, usize)> = closed.iter().map(|&member| (member, NORMAL)).collect();
        let pushed = |&(member, axis): &(usize, usize)| {
            self.frame.block_row(member).map(|(j, w)| (w.row(axis) * known[j].load).x).sum::<f64>()
        };
        let acts = |&(member, axis): &(usize, usize)| {
            let own = if axis == NORMAL { known[member].by_reaction } else { Vector3::ith(axis, 1.0) };
            (member, own)
        };
        let between = |rows: &[(usize, usize)], columns: &[(usize, usize)]| {
            let columns: Vec<(usize, Vector3<f64>)> = columns.iter().map(acts).collect();
            DMatrix::from_fn(rows.len(), columns.len(), |a, b| {
                let ((member, axis), (other, along)) = (rows[a], columns[b]);
                let block = self.frame.block_row(member).find(|&(j, _)| j == other);
                block.map_or(0.0, |(_, w)| (w.row(axis) * along).x)
            })
        };
        let answers_of = if normals.is_empty() {
            DMatrix::zeros(0, 0)
        } else {
            let among = between(&normals, &normals);
            let least = REDUNDANT * among.amax();
            among.pseudo_inverse(least).unwrap_or_else(|_| DMatrix::zeros(normals.len(), normals.len()))
        };
        let of_closed = DVector::from_iterator(normals.len(), normals.iter().map(pushed));
        let alone = -(&answers_of * of_closed);
        let answers = -(&answers_of * between(&normals, &open));
        let across = between(&open, &normals);
        let push = DVector::from_iterator(open.len(), open.iter().map(pushed)) + &across * &alone;
        let response = between(&open, &open) + &across * &answers;
        let mut by_load = DMatrix::zeros(asked.len(), open.len());
        let mut given = Vec::new();
        for (i, &member) in asked.iter().enumerate() {
            match closed.iter().position(|&other| other == member) {
                Some(own) => {
                    given.push(alone[own]);
                    by_load.set_row(i, &answers.row(own));
                }
                None => given.push(known[member].load.z),
            }
        }
        let mu = asked.iter().map(|&member| self.tangents[entries[member].contact].mu).collect();
        let is_symmetric = closed.iter().all(|&member| known[member].by_reaction == Vector3::z());
        Discs { response, push, given, by_load, mu, is_symmetric }
    }

    /// Where in the step, up to `end`, redundant contacts that stick can share their load no longer: while they stick the motion does not depend on how they
    /// share, so that (G.1) may be asked at any instant of it. By halving, to the last digits that (G.1) has; and a little later it tells which contacts let go:
    /// their accelerations begin at zero.
    pub(in crate::power_flow) fn first_collapse(&self, end: f64) -> Option<(f64, Vec<usize>)> {
        if !self.frame.shares_friction() {
            return None;
        }
        let held = |&member: &usize| self.frame.rubs[member].start.course == RubCourse::Held;
        let asked: Vec<usize> = (0..self.frame.rubs.len()).filter(held).collect();
        let sliding = |s: f64| -> Vec<usize> {
            let known: Vec<Known> =
                (0..self.frame.entries().len()).map(|member| self.known_at(member, s)).collect();
            let discs = self.discs(&asked, &known);
            let Ok(least) = discs.solve().1 else { return Vec::new() }; // bodies that jam stick
            let slides = |&i: &usize| {
                let (acceleration, parts) = acceleration(&discs, &least.load, i);
                least.hold[i] == Hold::Slides && acceleration > NO_ACCELERATION * parts
            };
            (0..asked.len()).filter(slides).map(|i| self.frame.entries()[asked[i]].contact).collect()
        };
        let slides = |s: f64| !sliding(s).is_empty();
        let instant = |k: usize| end * k as f64 / LOOKS as f64;
        let first = (0..=LOOKS).find(|&k| slides(instant(k)))?;
        let Some(last) = first.checked_sub(1) else { return Some((0.0, sliding(LATER * self.reach))) };
        let (mut before, mut after) = (instant(last), instant(first));
        while after - before > f64::EPSILON * end {
            let middle = 0.5 * (before + after);
            if slides(middle) { after = middle } else { before = middle }
        }
        let at = if before > 0.0 { after } else { 0.0 }; // no step goes on by rounding
        Some((at, sliding(at + LATER * self.reach)))
    }

    /// All rigid contacts that stick are asked again.
    pub(in crate::power_flow) fn collapse(&mut self) {
        for member in 0..self.frame.rubs.len() {
            let contact = self.frame.entries[member].contact;
            if self.frame.rubs[member].start.course == RubCourse::Held
                && self.tangents[contact].grip == Grip::Stuck
            {
                self.tangents[contact].happen(GripEvent::Leaves);
            }
        }
    }

    /// What is known of a member at σ = `s`.
    fn known_at(&self, member: usize, s: f64) -> Known {
        let course = self.frame.rubs[member].start.course;
        let friction = match course {
            RubCourse::Idle | RubCourse::Held => Vector2::zeros(),
            RubCourse::Stretching(_) | RubCourse::Slipping(_) | RubCourse::Sliding => {
                self.frame.rubs[member].friction_at(s)
            }
        };
        let entry = &self.frame.entries()[member];
        match entry.role {
            Role::Acting => Known::load(friction.push(self.frame.force_at(member, s).max(0.0))),
            Role::Held if course == RubCourse::Sliding => {
                let along = friction.try_normalize(0.0).unwrap_or_else(Vector2::zeros);
                Known::sliding(along * self.tangents[entry.contact].mu)
            }
            Role::Held => Known::load(friction.push(0.0)),
            Role::Faint | Role::Passive => Known::load(Vector3::zeros()),
        }
    }

    /// What is known of a member now, or in an instant if its load has only begun.
    fn known_shortly(&self, member: usize) -> Known {
        let entry = &self.frame.entries()[member];
        let contact = entry.contact;
        let tangent = &self.tangents[contact];
        let slides = match tangent.grip {
            Grip::Slipping { direction } if tangent.is_rigid() => Some(direction * -tangent.mu),
            _ => None,
        };
        match (entry.role, slides) {
            (Role::Acting, _) => {}
            (Role::Held, Some(friction)) => return Known::sliding(friction),
            (Role::Held, None) => return Known::load(self.load_of(contact).xy().push(0.0)),
            (Role::Faint | Role::Passive, _) => return Known::load(Vector3::zeros()),
        }
        if self.state[contact].phase != Phase::Compressing || entry.compression > 0.0 {
            return Known::load(self.load_of(contact));
        }
        let time = SHORTLY * self.shortest_time();
        let force = entry.stiffness * entry.exponent.power(-entry.velocity.min(0.0) * time);
        Known::load((slides.unwrap_or_else(Vector2::zeros) * force).push(force))
    }
}

/// What is known of a contact's load before it is decided which contacts stick.
struct Known {
    /// All but what holds it.
    load: Vector3<f64>,
    /// What a closed contact bears for each newton of its reaction: friction comes with it if it slides.
    by_reaction: Vector3<f64>,
}

impl Known {
    fn load(load: Vector3<f64>) -> Self {
        Self { load, by_reaction: Vector3::z() }
    }

    /// A closed contact that slides with so much friction for each newton.
    fn sliding(friction: Vector2<f64>) -> Self {
        Self { load: Vector3::zeros(), by_reaction: friction.push(1.0) }
    }
}

/// Whether a load is on its cone, as far as guards tell.
fn near_cone(load: Vector2<f64>, bound: f64) -> bool {
    load.norm() >= (1.0 - SEEMS_OFF) * bound
}

/// Whether the loads leave a contact no acceleration but rounding, or what is left where contacts stick.
fn is_still(discs: &Discs, load: &DVector<f64>, contact: usize, left: f64) -> bool {
    let (acceleration, parts) = acceleration(discs, load, contact);
    acceleration <= (NO_ACCELERATION * parts).max(LEFT_ALIKE * left)
}

/// The greater acceleration of a contact along its tangents, and what it is the sum of.
fn acceleration(discs: &Discs, load: &DVector<f64>, contact: usize) -> (f64, f64) {
    let mut greatest = (0.0_f64, 0.0_f64);
    for row in 2 * contact..2 * contact + 2 {
        let parts = discs.response.row(row).transpose().component_mul(load);
        let acceleration = (discs.push[row] + parts.sum()).abs();
        let size = discs.push[row].abs() + parts.abs().sum();
        greatest = (greatest.0.max(acceleration), greatest.1.max(size));
    }
    greatest
}
