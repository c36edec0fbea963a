//! Contacts of a world, and the clusters of bodies they join.

/// A contact of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meeting {
    /// Of a body with the plane.
    Floor {
        /// The body.
        body: usize,
        /// Which of its points; 0 for a ball.
        point: usize,
    },
    /// Of two balls.
    Balls {
        /// The ball that impulses are given for.
        first: usize,
        /// The other; its number is higher.
        second: usize,
    },
}

impl Meeting {
    /// Whether the body takes part.
    #[must_use]
    pub fn involves(&self, body: usize) -> bool {
        match *self {
            Self::Floor { body: of, .. } => of == body,
            Self::Balls { first, second } => first == body || second == body,
        }
    }

    fn bodies(&self) -> impl Iterator<Item = usize> {
        let (one, other) = match *self {
            Self::Floor { body, .. } => (body, None),
            Self::Balls { first, second } => (first, Some(second)),
        };
        std::iter::once(one).chain(other)
    }
}

/// Those of the contacts that are joined to the first through bodies they share, and the bodies; the plane joins nothing. In order of number.
pub(crate) fn cluster(trigger: Meeting, touching: &[Meeting]) -> (Vec<Meeting>, Vec<usize>) {
    let mut bodies: Vec<usize> = trigger.bodies().collect();
    let mut next = 0;
    while next < bodies.len() {
        let here = bodies[next];
        for body in touching.iter().filter(|meeting| meeting.involves(here)).flat_map(Meeting::bodies) {
            if !bodies.contains(&body) {
                bodies.push(body);
            }
        }
        next += 1;
    }
    bodies.sort_unstable();
    let mut meetings: Vec<Meeting> = touching
        .iter()
        .copied()
        .filter(|meeting| meeting.bodies().all(|body| bodies.contains(&body)))
        .collect();
    if !meetings.contains(&trigger) {
        meetings.push(trigger);
    }
    meetings.sort_unstable();
    (meetings, bodies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plane_joins_nothing_and_shared_balls_join_all() {
        let touching = [
            Meeting::Floor { body: 0, point: 0 },
            Meeting::Floor { body: 3, point: 0 },
            Meeting::Balls { first: 0, second: 2 },
            Meeting::Balls { first: 1, second: 2 },
        ];
        let (meetings, bodies) = cluster(touching[3], &touching);
        assert_eq!(bodies, [0, 1, 2]);
        assert_eq!(meetings, [touching[0], touching[2], touching[3]]);
        assert_eq!(cluster(touching[1], &touching).1, [3]);
    }
}
