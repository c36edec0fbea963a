//! \[Wang2015\]: collisions of n bodies, Newton's cradle and nine-ball breaks.

mod algorithm;
mod attempts;
mod breaks;
mod cradle;
mod friction;
mod setting;
mod shots;
mod springs;
mod table_one;
mod variants;

use crate::item::Item;
use crate::paper::Paper;

/// Every item, in the order of the paper.
pub const ITEMS: &[Item] = &[
    Item {
        paper: Paper::Wang2015,
        label: "Eqs. (1)–(4)",
        title: "Impulse, force and energy of virtual springs",
        about: "Each contact is a spring; the paper relates its energy to its impulse and the impulses of two contacts to \
                each other. Both are checked along impacts that Carom follows in time.",
        compute: springs::springs,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Eqs. (5)–(8)",
        title: "How a stretch of the integration is started",
        about: "The ratios of all impulses to the primary one are found from a system of cubic equations. The system, the \
                guess from which it is solved and a constant in it are put to the test on the cradle.",
        compute: springs::initialisation,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Algorithm 1",
        title: "Frictionless collisions of n balls",
        about: "The paper integrates over the largest impulse with Euler steps. Here the algorithm is run as it is printed, \
                with ever smaller steps, against the outcome that Carom computes in time without steps.",
        compute: algorithm::convergence,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Sec. II-C",
        title: "The pendulums of the cradle",
        about: "Between collisions each ball is a pendulum of small angle, for which the paper gives angle and speed in \
                closed form.",
        compute: cradle::pendulum,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Sec. III",
        title: "Friction: sticking and sliding contacts",
        about: "Rigid bodies rub on each other by Coulomb's law; sticking contacts are found from a linear system. Breaks \
                with random speeds and spins are followed to see whether the equations hold.",
        compute: friction::contact_modes,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Fig. 4",
        title: "The cradle before its release",
        about: "Five balls, the leftmost held at an angle of 25 degrees.",
        compute: cradle::initial_state,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Table I",
        title: "The first collision of the cradle",
        about: "Velocities of the five balls after their first collision, measured and simulated, for e = 0.95 and equal \
                stiffness. The simulated row is sought with every reading of Algorithm 1.",
        compute: table_one::first_collision,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Fig. 5",
        title: "Velocity of the first ball until all swing together",
        about: "The paper draws the horizontal velocity of ball 1 over time, measured and simulated, until there are no \
                more impacts; it prints no numbers.",
        compute: cradle::velocity_over_time,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Table II",
        title: "Parameters of the break shots",
        about: "Diameter and mass of the balls, restitution and the three coefficients of friction.",
        compute: shots::parameters,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Fig. 6",
        title: "The rack before the break",
        about: "Nine balls in a diamond and the cue ball to their left.",
        compute: shots::initial_state,
    },
    Item {
        paper: Paper::Wang2015,
        label: "Fig. 7",
        title: "Where the balls come to rest after three breaks",
        about: "The cue ball starts with 1 m/s and with no spin, 20 rad/s forward or 20 rad/s backward. Balls slide and \
                roll on the cloth until they rest. The paper shows the resting places without numbers.",
        compute: shots::resting_configurations,
    },
];
