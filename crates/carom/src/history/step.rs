//! What is kept of a step: where it began.

use nalgebra::Vector2;

use crate::flow::{Bound, Entry, Frame, Group, Reported, Role, Rub, RubStart, SettledDrag, Tangent};
use crate::power_flow::{self, Clock};

/// A loaded contact at the start of a step, or one that has just been released.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub contact: usize,
    pub impulse: f64,
    pub load: Load,
    /// Its tangential side, if it has friction.
    pub rub: Option<Box<RubMember>>,
    /// What it is said to bear of a load that others share.
    pub reported: Option<Box<Reported>>,
}

/// The tangential side of a member.
#[derive(Debug, Clone)]
pub(crate) struct RubMember {
    pub impulse: Vector2<f64>,
    pub start: RubStart,
    /// The start where springs are not linear.
    pub power_start: power_flow::RubStart,
    /// What a direction that follows its velocity has settled on.
    pub drag: Option<SettledDrag>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Load {
    Spring {
        stiffness: f64,
        compression: f64,
        velocity: f64,
    },
    /// A spring that friction elsewhere keeps as it is.
    Locked {
        stiffness: f64,
        compression: f64,
    },
    Held,
    None,
}

/// The start of a step, without its members.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Segment {
    /// In seconds.
    pub start: f64,
    /// The difference of two starts would know a short duration to few digits.
    pub duration: f64,
    pub rate: f64,
    /// Where the events at its end begin among all.
    pub first_event: usize,
    /// How time follows from the variable of the series, if springs are not linear.
    pub clock: Option<PowerClock>,
}

/// The clock of a step with springs F = k·dⁿ, whose leader is counted among the step's members, and where the step ends by it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PowerClock {
    pub clock: Clock,
    pub end: f64,
}

/// Writes down the members of one step after the other.
#[derive(Debug, Default)]
pub(super) struct Scribe {
    /// Contacts loaded in the last step.
    loaded: Vec<usize>,
    was_loaded: Vec<usize>,
}

impl Scribe {
    /// Appends the members of a step that begins.
    pub fn step(
        &mut self,
        frame: &Frame,
        bound: &Bound,
        impulse: &[f64],
        tangents: &[Tangent],
        members: &mut Vec<Member>,
    ) {
        std::mem::swap(&mut self.loaded, &mut self.was_loaded);
        self.loaded.clear();
        for (member, entry) in frame.entries().iter().enumerate() {
            let &Entry { contact, role, stiffness, compression, .. } = entry;
            let load = match role {
                Role::Spring | Role::Pressed => {
                    Load::Spring { stiffness, compression, velocity: frame.series().initial_velocity(member) }
                }
                Role::Locked => Load::Locked { stiffness, compression },
                Role::Held => Load::Held,
                Role::Undecided | Role::Waiting | Role::DrawnApart => continue,
                Role::Distant | Role::Free => continue,
            };
            let rub = |rub: &Rub| {
                let (impulse, start) = (tangents[contact].impulse, rub.resolved(frame.rate()));
                Box::new(RubMember {
                    impulse,
                    start,
                    power_start: power_flow::RubStart::default(),
                    drag: rub.settled_drag(),
                })
            };
            let rub = frame.rub_of(member).map(rub);
            let reported = frame.reported(member).map(Box::new);
            members.push(Member { contact, impulse: impulse[contact], load, rub, reported });
            self.loaded.push(contact);
        }
        for &contact in bound.groups().iter().flat_map(Group::contacts) {
            members.push(Member {
                contact,
                impulse: impulse[contact],
                load: Load::Held,
                rub: None,
                reported: None,
            });
            self.loaded.push(contact);
        }
        for &contact in &self.was_loaded {
            if !self.loaded.contains(&contact) {
                members.push(released(contact, impulse[contact], tangents));
            }
        }
    }

    /// Plays a step of springs that are not linear; returns its clock.
    pub fn power_step(
        &mut self,
        frame: &power_flow::Frame,
        end: f64,
        impulse: &[f64],
        tangents: &[Tangent],
        members: &mut Vec<Member>,
    ) -> PowerClock {
        let mut clock = frame.clock();
        let first = members.len();
        std::mem::swap(&mut self.loaded, &mut self.was_loaded);
        self.loaded.clear();
        for (member, entry) in frame.entries().iter().enumerate() {
            let load = match entry.role {
                power_flow::Role::Acting if frame.is_silent(member) => continue,
                power_flow::Role::Acting => Load::Spring {
                    stiffness: entry.stiffness,
                    compression: entry.compression,
                    velocity: entry.velocity,
                },
                power_flow::Role::Held => Load::Held,
                power_flow::Role::Faint | power_flow::Role::Passive => continue,
            };
            match &mut clock {
                Clock::Root { leader, .. } if frame.root_of(member).is_some() => {
                    *leader = members.len() - first;
                }
                Clock::Root { .. } | Clock::Even { .. } => {}
            }
            let contact = entry.contact;
            let rub = frame.rub_of(member).map(|rub| {
                Box::new(RubMember {
                    impulse: tangents[contact].impulse,
                    start: RubStart::default(),
                    power_start: rub.start,
                    drag: None,
                })
            });
            members.push(Member { contact, impulse: impulse[contact], load, rub, reported: None });
            self.loaded.push(contact);
        }
        for &contact in &self.was_loaded {
            if !self.loaded.contains(&contact) {
                members.push(released(contact, impulse[contact], tangents));
            }
        }
        PowerClock { clock, end }
    }

    /// Appends all contacts, which carry nothing now.
    pub fn release_all(&mut self, impulse: &[f64], tangents: &[Tangent], members: &mut Vec<Member>) {
        let released = |(contact, &impulse)| released(contact, impulse, tangents);
        members.extend(impulse.iter().enumerate().map(released));
        self.loaded.clear();
    }
}

/// A contact that carries nothing.
fn released(contact: usize, impulse: f64, tangents: &[Tangent]) -> Member {
    let rub = |tangent: &Tangent| {
        Box::new(RubMember {
            impulse: tangent.impulse,
            start: RubStart::default(),
            power_start: power_flow::RubStart::default(),
            drag: None,
        })
    };
    Member { contact, impulse, load: Load::None, rub: tangents.get(contact).map(rub), reported: None }
}
