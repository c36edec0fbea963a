//! What changes along each direction, by contact.

use nalgebra::Vector3;

use crate::derivative::parameter::{ContactParameter, Direction};
use crate::derivative::rows::Rows;
use crate::laws::{FRICTION, NUMBERS, RESTITUTION, TANGENTIAL_RESTITUTION, place_of_entry};

/// δW of an entry off the contacts' own blocks.
struct Entry {
    to: usize,
    from: usize,
    direction: usize,
    value: f64,
}

/// The numbers of a sequence along each direction.
pub(super) struct Variation {
    /// δ of the numbers that a contact's law knows, velocities before the impact first: [`NUMBERS`] rows a contact.
    own: Rows,
    /// By component that the impulse has.
    entries: Vec<Entry>,
}

impl Variation {
    pub fn of(contacts: usize, directions: &[Direction<ContactParameter>]) -> Self {
        let mut variation =
            Self { own: Rows::zeros(NUMBERS * contacts, directions.len()), entries: Vec::new() };
        for (direction, Direction(parts)) in directions.iter().enumerate() {
            for &(parameter, amount) in parts {
                variation.take_in(direction, parameter, amount);
            }
        }
        variation.entries.sort_by_key(|entry| entry.from);
        variation
    }

    fn take_in(&mut self, direction: usize, parameter: ContactParameter, amount: f64) {
        use ContactParameter as P;
        let (contact, place) = match parameter {
            P::Velocity { contact, axis } => (contact, axis.index()),
            P::Coupling { contacts: [i, j], axes: [a, b] } if i == j => {
                (i, place_of_entry(a.index(), b.index()))
            }
            P::Coupling { contacts: [i, j], axes: [a, b] } => {
                let (to, from) = (3 * i + a.index(), 3 * j + b.index());
                self.entries.push(Entry { to, from, direction, value: amount });
                self.entries.push(Entry { to: from, from: to, direction, value: amount });
                return;
            }
            P::Restitution { contact } => (contact, RESTITUTION),
            P::Friction { contact } => (contact, FRICTION),
            P::TangentialRestitution { contact } => (contact, TANGENTIAL_RESTITUTION),
            // Springs do not matter, and gaps are closed.
            P::Stiffness { .. } | P::Gap { .. } | P::Compliance { .. } => return,
        };
        *self.own.at_mut(NUMBERS * contact + place, direction) += amount;
    }

    /// δ of a number that a contact's law knows.
    pub fn own(&self, contact: usize, place: usize) -> &[f64] {
        self.own.row(NUMBERS * contact + place)
    }

    /// Adds δW p of an impulse at one contact to the velocities of all.
    pub fn push(&self, contact: usize, impulse: &Vector3<f64>, velocity: &mut Rows) {
        for axis in 0..3 {
            for other in 0..3 {
                let change = self.own(contact, place_of_entry(axis, other));
                velocity.add(3 * contact + axis, impulse[other], change);
            }
            let from = 3 * contact + axis;
            let first = self.entries.partition_point(|entry| entry.from < from);
            for entry in self.entries[first..].iter().take_while(|entry| entry.from == from) {
                *velocity.at_mut(entry.to, entry.direction) += entry.value * impulse[axis];
            }
        }
    }
}
