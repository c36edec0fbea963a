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

const PAPER: Paper = Paper::Wang2015;

/// Every item, in the order of the paper.
pub const ITEMS: &[Item] = &[
    Item::new(
        PAPER,
        "Eqs. (1)–(4)",
        "Impulse, force and energy of virtual springs",
        "Each contact is a spring; the paper relates its energy to its impulse and the impulses of two contacts to \
                each other. Both are checked along impacts that Carom follows in time.",
        springs::springs,
    ),
    Item::new(
        PAPER,
        "Eqs. (5)–(8)",
        "How a stretch of the integration is started",
        "The ratios of all impulses to the primary one are found from a system of cubic equations. The system, the \
                guess from which it is solved and a constant in it are put to the test on the cradle.",
        springs::initialisation,
    ),
    Item::new(
        PAPER,
        "Algorithm 1",
        "Frictionless collisions of n balls",
        "The paper integrates over the largest impulse with Euler steps. Here the algorithm is run, with the start \
                mended as above and ever smaller steps, against the outcome that Carom computes in time without steps.",
        algorithm::convergence,
    ),
    Item::new(
        PAPER,
        "Sec. II-C",
        "The pendulums of the cradle",
        "Between collisions each ball is a pendulum of small angle, for which the paper gives angle and speed in \
                closed form.",
        cradle::pendulum,
    ),
    Item::new(
        PAPER,
        "Sec. III",
        "Friction: sticking and sliding contacts",
        "Rigid bodies rub on each other by Coulomb's law; sticking contacts are found from a linear system. Breaks \
                with random speeds and spins are followed to see whether the equations hold.",
        friction::contact_modes,
    ),
    Item::new(
        PAPER,
        "Fig. 4",
        "The cradle before its release",
        "Five balls, the leftmost held at an angle of 25 degrees.",
        cradle::initial_state,
    ),
    Item::new(
        PAPER,
        "Table I",
        "The first collision of the cradle",
        "Velocities of the five balls after their first collision, measured and simulated, for e = 0.95 and equal \
                stiffness. The simulated row is sought with every reading of Algorithm 1.",
        table_one::first_collision,
    ),
    Item::new(
        PAPER,
        "Fig. 5",
        "Velocity of the first ball until all swing together",
        "The paper draws the horizontal velocity of ball 1 over time, measured and simulated, until there are no \
                more impacts; it prints no numbers.",
        cradle::velocity_over_time,
    ),
    Item::new(
        PAPER,
        "Table II",
        "Parameters of the break shots",
        "Diameter and mass of the balls, restitution and the three coefficients of friction.",
        shots::parameters,
    ),
    Item::new(
        PAPER,
        "Fig. 6",
        "The rack before the break",
        "Nine balls in a diamond and the cue ball to their left.",
        shots::initial_state,
    ),
    Item::new(
        PAPER,
        "Fig. 7",
        "Where the balls come to rest after three breaks",
        "The cue ball starts with 1 m/s and with no spin, 20 rad/s forward or 20 rad/s backward. Balls slide and \
                roll on the cloth until they rest. The paper shows the resting places without numbers.",
        shots::resting_configurations,
    ),
];
