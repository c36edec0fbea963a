//! Springs that stand still while rigid friction holds their bodies.
//!
//! A body that stops in a groove stops along all its normals and tangents at once: vₙ rises to zero and stays there. Compression has not ended: when friction lets go the body may
//! well go on into the groove. But what rounding has left of its motion swings for as long as friction holds, through zero at every turn, and each end of a
//! compression takes a part 1 − e² of a spring's energy, however small the swing. The model has no limit there: with no swing at all nothing is lost. One rule decides, the same
//! in every frame: a spring that was slower than rounding when friction held all contacts stands, until it is faster, and its turns are none.
//!
//! ```text
//! compressing: ρ − vₙ falls to zero        restituting: ρ + vₙ falls to zero        ρ = so many floors                          (T.11)
//! ```
//!
//! Where such a spring does turn, its event comes late by the time in which it gains ρ. A spring hardest pressed is not shortened by that time but by its square, and a force that hardening leaves
//! continuous is off by no more: the error is of the order of ρ², far below rounding. A plastic spring closes there, and the impulse that closing takes includes ρ.

use crate::flow::frame::Role;
use crate::flow::thresholds::{STANDS, STANDS_UP_TO};
use crate::flow::{Flow, Observer};

impl<O: Observer> Flow<'_, O> {
    /// Takes note, once an instant is settled, of the springs that stand and of those that stand no more.
    pub(in crate::flow) fn note_standing(&mut self) {
        if self.tangents.is_empty() {
            return;
        }
        let is_held = self.frame.is_held_rigidly();
        for entry in self.frame.entries().iter().filter(|entry| entry.role == Role::Spring) {
            let contact = entry.contact;
            let limit = STANDS * entry.floor;
            let strain = entry.compression * self.own_stiffness(contact).sqrt();
            // One that has hardened bounces on itself, and closes when that is over; one that hardly bears anything may let go.
            let may_stand = entry.stiffness <= STANDS_UP_TO * entry.original && strain > 2.0 * limit;
            let stands = &mut self.tangents[contact].stands;
            *stands = (*stands || is_held) && may_stand && entry.velocity.abs() <= limit;
        }
    }

    /// ρ of (T.11): zero for a spring that does not stand.
    pub(in crate::flow) fn room_to_swing(&self, contact: usize) -> f64 {
        let stands = self.tangents.get(contact).is_some_and(|tangent| tangent.stands);
        if stands { STANDS * self.floor[contact] } else { 0.0 }
    }
}
