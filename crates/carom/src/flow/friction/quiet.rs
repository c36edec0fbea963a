//! Which terms of a series with friction are too faint to matter, and which contacts have nothing to do in an order.
//!
//! A step that a turning direction shortens is short for all other contacts: their terms fall off fast, and most orders concern
//! that one contact alone. A load q of one order at contact c changes velocities of the next by W_ic q, and
//! |W_ic q| ≤ √(W_ii W_cc) |q|. Floors are as √W, so a load with
//!
//! ```text
//! W_cc |q| ≤ FAINT · least of floor_c and ε·(first terms of c)                                             (J.1)
//! ```
//!
//! is faint at every contact, and does not act. A contact is asleep while its velocity of this order and of the last is zero, so
//! that its springs do not load, and its direction has not turned for some orders.

use nalgebra::Vector2;

use crate::flow::frame::Role;
use crate::flow::thresholds::REST;

/// What is this part of rounding, 2⁻²⁰, is faint: what is left out in ten thousand steps adds up to some hundredths of rounding.
pub(in crate::flow) const FAINT: f64 = 1.0 / 1048576.0;
/// Terms below this order are never faint: where steps are much shorter than a force lasts, they add up.
pub(in crate::flow) const FIRST_FAINT: usize = 2;
/// A direction has ceased to turn when its terms of this many orders in a row are faint: those of even or of odd order may
/// vanish alone.
pub(in crate::flow) const QUIET_ORDERS: usize = 3;

/// The largest of the first terms of a contact's series.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::flow) struct FirstTerms {
    /// Of its normal velocity.
    pub moved: f64,
    /// Of its normal load.
    pub pressed: f64,
    /// Of its tangential load.
    pub rubbed: f64,
    /// μ, by which the normal load bounds the tangential one.
    pub mu: f64,
}

/// One member.
#[derive(Debug, Clone, Copy)]
struct Measure {
    /// Loads that are faint against the floors; zero along directions in which loads move nothing.
    floor: [f64; 2],
    /// Normal velocity that a unit normal load causes.
    response: f64,
    /// Loads, normal and tangential, that are faint in this step.
    faint: [f64; 2],
}

/// What is faint at the members of a frame.
#[derive(Debug, Default)]
pub(in crate::flow) struct Quiet {
    members: Vec<Measure>,
}

impl Quiet {
    pub fn clear(&mut self) {
        self.members.clear();
    }

    /// Appends a member with its floor and its response, normal and tangential.
    pub fn push(&mut self, normal: [f64; 2], tangential: [f64; 2]) {
        let faint = |[floor, response]: [f64; 2]| if response > 0.0 { FAINT * floor / response } else { 0.0 };
        let response = normal[1];
        let floor = [faint(normal), faint(tangential)];
        self.members.push(Measure { floor, response, faint: [0.0; 2] });
    }

    /// Nothing is faint yet.
    pub fn wake(&mut self) {
        self.members.iter_mut().for_each(|member| member.faint = [0.0; 2]);
    }

    /// (J.1). A contact at rest that nothing moves yet has no first terms of its own, and is measured by its floor alone.
    pub fn measure(&mut self, member: usize, role: Role, first: FirstTerms) {
        let Measure { floor, response, .. } = self.members[member];
        let at_rest = match role {
            Role::Spring | Role::Locked | Role::Held => false,
            Role::Undecided | Role::Waiting | Role::Pressed => true,
            Role::DrawnApart | Role::Distant | Role::Free => true,
        };
        if at_rest && first.moved == 0.0 || response == 0.0 {
            self.members[member].faint = floor;
            return;
        }
        let normal = first.pressed.max(first.moved / response);
        let tangential = first.rubbed.max(first.mu * normal);
        let least = |floor: f64, own: f64| floor.min(FAINT * REST * own);
        self.members[member].faint = [least(floor[0], normal), least(floor[1], tangential)];
    }

    /// A normal load of order j, or zero if both it and the friction it allows are faint.
    pub fn significant(&self, member: usize, j: usize, mu: f64, load: f64) -> f64 {
        let [normal, tangential] = self.members[member].faint;
        let faint = load.abs() <= normal && mu * load.abs() <= tangential;
        if j >= FIRST_FAINT && faint { 0.0 } else { load }
    }

    /// Whether the loads of order j are faint.
    pub fn is_faint(&self, member: usize, j: usize, tangential: Vector2<f64>, normal: f64) -> bool {
        if j < FIRST_FAINT {
            return normal == 0.0 && tangential == Vector2::zeros();
        }
        let faint = self.members[member].faint;
        normal.abs() <= faint[0] && tangential.norm_squared() <= faint[1] * faint[1]
    }
}
