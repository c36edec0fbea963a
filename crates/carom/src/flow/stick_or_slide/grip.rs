//! Whether rigid contacts that do not slide stick or begin to slide.
//!
//! At the order m at which their normal loads begin, the friction loads x of all of them follow from Coulomb's law, a convex problem
//! (G.1) that [`crate::flow::tresca`] solves: accelerations are unique, however redundant the contacts are. A contact that bears all it can and yet
//! does not accelerate is decided at the next order, by (G.4). R is W between their tangents with everything that is held answering, b
//! the acceleration without them. Redundant contacts go on sticking as long as some share of the load lies in all discs, whatever share the
//! series has taken: [`crate::flow::sharing`].
//!
//! Where normal loads are the reactions of closed contacts they depend on x, and both are solved together ([`crate::flow::discs`]); where that
//! fails, forces inside all cones that hold everything are looked for ([`crate::flow::cones`]). Bodies for which there are none jam: an
//! outcome of its own.

use nalgebra::{DMatrix, DVector, Vector2, Vector3};

use crate::flow::answer::{Kind, Unknown};
use crate::flow::closed::reactions_needed;
use crate::flow::cones::{Bound, Cones};
use crate::flow::course::{Course, Pending, Slip};
use crate::flow::discs::Discs;
use crate::flow::elimination::Eliminated;
use crate::flow::frame::Frame;
use crate::flow::reaction::Row;
use crate::flow::rub::Rub;
use crate::flow::tresca::{Hold, Least};
use crate::grip::Tie;

/// What is held while friction is decided, and how it answers.
struct Held {
    unknowns: Vec<Unknown>,
    alone: DVector<f64>,
    answers: DMatrix<f64>,
}

impl Frame {
    /// Decides the rigid contacts whose normal load begins at order j, and those that were on the cone at the order before.
    pub(in crate::flow) fn grip(&mut self, j: usize) {
        let is_pending = |rub: &Rub| {
            matches!(rub.course, Course::Pending(Pending::Gripping { .. } | Pending::OnTheCone { .. }))
        };
        if !self.rubbing.rubs.iter().any(is_pending) {
            return;
        }
        self.leave_cones(j);
        let is_open =
            |place: &usize| self.rubbing.rubs[*place].course == Course::Pending(Pending::Gripping { m: j });
        let open: Vec<usize> = (0..self.rubbing.rubs.len()).filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let open = self.with_those_that_hold(open, j);
        let (discs, held) = self.discs(&open, j);
        let (solves, found) = discs.solve();
        self.rubbing.solves += solves;
        let all_stick = |least: &Least| least.hold.iter().all(|&hold| hold == Hold::Sticks);
        match found {
            Ok(least) if all_stick(&least) || !self.hold_together(&open, j) => {
                self.adopt_answers(&held, &least.load, j);
                self.adopt_grips(&open, &discs, &least, j);
            }
            Ok(_) => {}
            Err(_) if self.hold_together(&open, j) => {}
            Err(i) => {
                self.rubbing.jammed = Some(self.entries()[self.rubbing.rubs[open[i]].member].contact);
                open.iter().for_each(|&place| self.rubbing.rubs[place].course = Course::Sticks(Tie::Rigid));
            }
        }
    }

    /// Lets all open contacts stick if some of them are closed and forces inside all cones hold them: (G.5).
    fn hold_together(&mut self, open: &[usize], j: usize) -> bool {
        let Some((unknowns, bounds)) = self.bounds_of(open, |rub| rub.mu * rub.normal[j]) else {
            return false;
        };
        self.gather_loads(j);
        let response = self.answer_matrix(&unknowns, j);
        let push = -self.wanted(&unknowns, j);
        let Some(forces) = (Cones { response: &response, push: &push, bounds: &bounds }).hold() else {
            return false;
        };
        for (unknown, &force) in unknowns.iter().zip(&forces) {
            match unknown.kind {
                Kind::Reaction => self.series_mut().set_load_term(j, unknown.member, force),
                Kind::Grip | Kind::Turn { .. } => {
                    let Some(place) = self.rubbing.of_member[unknown.member] else { continue };
                    let rub = &mut self.rubbing.rubs[place];
                    rub.course = Course::Sticks(Tie::Rigid);
                    rub.load[j] += unknown.pattern.xy() * force;
                }
            }
        }
        true
    }

    /// The unknowns of (G.5) for these contacts and all closed ones, and where they may lie; none if no contact with friction is closed, or
    /// one of them slides: its friction comes with its reaction.
    fn bounds_of(&self, open: &[usize], radius: impl Fn(&Rub) -> f64) -> Option<(Vec<Unknown>, Vec<Bound>)> {
        let is_open = |member: usize| open.iter().any(|&place| self.rubbing.rubs[place].member == member);
        let (mut unknowns, mut bounds) = (Vec::new(), Vec::new());
        for &member in self.held() {
            if self.rub_of(member).is_some_and(|rub| rub.course.slips()) {
                return None;
            }
            if !is_open(member) {
                bounds.push(Bound::Positive(unknowns.len()));
                unknowns.push(reaction_of(member));
            }
        }
        let mut any_closed = false;
        for &place in open {
            let rub = &self.rubbing.rubs[place];
            let rows = [unknowns.len(), unknowns.len() + 1];
            unknowns.extend(grips_of(rub.member));
            if self.held().contains(&rub.member) {
                any_closed = true;
                bounds.push(Bound::Cone(rows, unknowns.len(), rub.mu));
                unknowns.push(reaction_of(rub.member));
            } else {
                bounds.push(Bound::Disc(rows, radius(rub).max(0.0)));
            }
        }
        any_closed.then_some((unknowns, bounds))
    }

    /// When a contact stops or leaves its cone, all that stick are asked anew: they may hold in another way.
    fn with_those_that_hold(&mut self, mut open: Vec<usize>, j: usize) -> Vec<usize> {
        if j > 0 {
            return open;
        }
        for (place, rub) in self.rubbing.rubs.iter_mut().enumerate() {
            if rub.course.is_held() {
                rub.course = Course::Pending(Pending::Gripping { m: 0 });
                rub.load[0] = Vector2::zeros();
                open.push(place);
            }
        }
        open.sort_unstable();
        open
    }

    /// Contacts that bear all they can at order m and do not accelerate go on sticking if they may bear more at the next order than they
    /// must, w of it, and slide otherwise:
    ///
    /// ```text
    /// 0 ≤ w  ⊥  a = R w + b ≥ 0       a along û = −x/|x|, b its part with μq of that order borne       (G.4)
    /// ```
    fn leave_cones(&mut self, j: usize) {
        let is_due =
            |rub: &Rub| matches!(rub.course, Course::Pending(Pending::OnTheCone { m }) if m + 1 == j);
        let due: Vec<usize> =
            (0..self.rubbing.rubs.len()).filter(|&place| is_due(&self.rubbing.rubs[place])).collect();
        if due.is_empty() {
            return;
        }
        for &place in &due {
            let rub = &mut self.rubbing.rubs[place];
            let m = j - 1;
            rub.course = Course::Slips(Slip::Resuming { l: m + 2, m });
            rub.aim(j);
            rub.set_across(1, 0.0);
            rub.load_order(j);
        }
        self.gather_loads(j);
        let along = |&place: &usize| {
            let rub = &self.rubbing.rubs[place];
            let along = Vector3::new(rub.direction.x, rub.direction.y, 0.0);
            Unknown { member: rub.member, kind: Kind::Grip, pattern: along, condition: along }
        };
        let chosen: Vec<Unknown> = due.iter().map(along).collect();
        let Eliminated { response, push, .. } = self.eliminate_held(&chosen, j);
        let n = due.len();
        let rows: Vec<Row> = (0..n).map(|i| (0..n).map(|k| (k, response[(i, k)])).collect()).collect();
        let spare = reactions_needed(&rows, push.as_slice(), &vec![false; n]);
        for (&place, w) in due.iter().zip(spare) {
            let rub = &mut self.rubbing.rubs[place];
            if w > 0.0 {
                rub.course = Course::Sticks(Tie::Rigid);
                rub.load[j] = Vector2::zeros();
            }
        }
    }

    /// Sets (G.1) up: what the open contacts' loads do when everything that is held answers.
    fn discs(&mut self, open: &[usize], j: usize) -> (Discs, Held) {
        self.gather_loads(j);
        let chosen: Vec<Unknown> =
            open.iter().flat_map(|&place| grips_of(self.rubbing.rubs[place].member)).collect();
        let Eliminated { held, response, push, alone, answers } = self.eliminate_held(&chosen, j);
        let mut by_load = DMatrix::zeros(open.len(), chosen.len());
        let mut given: Vec<f64> = open.iter().map(|&place| self.rubbing.rubs[place].normal[j]).collect();
        for (i, &place) in open.iter().enumerate() {
            let member = self.rubbing.rubs[place].member;
            let own = held.iter().position(|u| u.member == member && u.kind == Kind::Reaction);
            if let Some(own) = own {
                given[i] = alone[own];
                by_load.set_row(i, &answers.row(own));
            }
        }
        let mu = open.iter().map(|&place| self.rubbing.rubs[place].mu).collect();
        let is_symmetric = held.iter().all(|unknown| unknown.pattern == unknown.condition);
        (Discs { response, push, given, by_load, mu, is_symmetric }, Held { unknowns: held, alone, answers })
    }

    /// What is held answers these loads; of all shares, that to which they belong.
    fn adopt_answers(&mut self, held: &Held, load: &DVector<f64>, j: usize) {
        let answers = &held.alone + &held.answers * load;
        held.unknowns.iter().zip(&answers).for_each(|(unknown, &x)| self.take_answer(unknown, x, j));
    }

    fn adopt_grips(&mut self, open: &[usize], discs: &Discs, least: &Least, j: usize) {
        let acceleration = &discs.response * &least.load + &discs.push;
        for (i, &place) in open.iter().enumerate() {
            let load = Vector2::new(least.load[2 * i], least.load[2 * i + 1]);
            let speed = Vector2::new(acceleration[2 * i], acceleration[2 * i + 1]).norm();
            let rub = &mut self.rubbing.rubs[place];
            match least.hold[i] {
                Hold::Slides if speed > 0.0 && load.norm() > 0.0 => {
                    rub.course = Course::Slips(Slip::Resuming { l: j + 1, m: j });
                    rub.aim_at(-load.normalize());
                    rub.load_order(j);
                }
                Hold::Slides if speed > rub.floor => rub.course = Course::Idle, // sliding would lift it off
                Hold::Slides | Hold::OnTheCone
                    if load.norm() > 0.0 && !rub.is_negligible(load.norm() / rub.mu) =>
                {
                    rub.course = Course::Pending(Pending::OnTheCone { m: j });
                    rub.aim_at(-load.normalize());
                    rub.load[j] = load;
                }
                Hold::Slides | Hold::OnTheCone | Hold::Sticks => {
                    rub.course = Course::Sticks(Tie::Rigid);
                    rub.load[j] = load;
                    rub.share = least.share(i, discs.radius(i, &least.load));
                }
            }
        }
    }
}

/// The two friction forces of a contact that sticks.
pub(in crate::flow) fn grips_of(member: usize) -> [Unknown; 2] {
    [Vector3::x(), Vector3::y()].map(|axis| Unknown {
        member,
        kind: Kind::Grip,
        pattern: axis,
        condition: axis,
    })
}

/// The normal load of a member, whether it is a reaction or asked for as if it were.
pub(in crate::flow) fn reaction_of(member: usize) -> Unknown {
    let axis = Vector3::z();
    Unknown { member, kind: Kind::Reaction, pattern: axis, condition: axis }
}
