//! [Jia2008]: two balls on a table under mono-stiffness, and the billiard shot.

mod balls;
mod dynamics;
mod experiment;
mod figure_4;
mod model;
mod nearer;
mod particle;
mod paths;
mod plane;
mod poisson;
mod rows;
mod shots;
mod theorems;

use crate::item::Item;
use crate::paper::Paper;

const PAPER: Paper = Paper::Jia2008;

/// Every item, in the order of the paper.
pub const ITEMS: &[Item] = &[
    Item::new(
        PAPER,
        "Eqs. (8)–(10)",
        "Strain energies and the slope of the impulse curve",
        "The paper expresses both strain energies by integrals over the impulses, and the slope of the impulse curve by \
         the energies. Here the integrals are taken along the exact curve of the impact of Fig. 4.",
        model::energies,
    ),
    Item::new(
        PAPER,
        "Eq. (11)",
        "How the integration leaves the origin",
        "With both energies zero the slope (10) is 0/0 at the start; the paper starts with the root of a quadratic \
         equation for a first step h.",
        model::start,
    ),
    Item::new(
        PAPER,
        "Sec. 2.1",
        "One ball on the table",
        "The classical case from which the law of restitution is taken. Random masses, coefficients of restitution and speeds.",
        particle::alone,
    ),
    Item::new(
        PAPER,
        "Fig. 2",
        "The transition diagram",
        "Both impacts are active in S1, only the ball-table impact in S2, only the ball-ball impact in S3. Random \
         impacts are followed and every transition that they make is looked at.",
        model::diagram,
    ),
    Item::new(
        PAPER,
        "Sec. 2.2",
        "The energy-based law of restitution",
        "Restitution ends when the strain energy has fallen to (1 − e²) of its maximum. The closed form of state S2 and \
         the condition under which it leads back to S1 are compared with the last state of Fig. 4 and with random impacts.",
        model::energy_law,
    ),
    Item::new(
        PAPER,
        "Theorem 1",
        "Only the ratio of the stiffnesses matters",
        "Random impacts are computed twice, the second time with both stiffnesses multiplied by the same factor.",
        theorems::ratio_only,
    ),
    Item::new(
        PAPER,
        "Theorem 2",
        "A bound of the strain energy",
        "The strain energy is never negative and never above the kinetic energy that the impulses have taken away, \
         ineq. (14). Checked along random impacts.",
        theorems::bound,
    ),
    Item::new(
        PAPER,
        "Fig. 3",
        "The impulse plane: ellipse, compression lines, four regions",
        "By Theorem 2 the impulse curve stays in an ellipse, eq. (15), for which the paper gives centre, angle and \
         points of tangency. They are compared with the ellipse itself for random masses and speeds.",
        plane::ellipse,
    ),
    Item::new(
        PAPER,
        "Fig. 4",
        "A collision of four states",
        "Equal masses of 1 kg, k₂/k₁ = 10, e₁² = 0.9, e₂² = 0.4, v₀ = −3 m/s. The paper draws the impulse curve (a), \
         tabulates the ends of the states (b) and draws the energies (c).",
        figure_4::collision,
    ),
    Item::new(
        PAPER,
        "Sec. 2.3",
        "Poisson's rule takes more energy than there is",
        "The collision of Fig. 4 again, but restitution ends when the impulse has grown by e times what it was at the end of \
         compression. The springs are followed in time with Runge-Kutta steps.",
        poisson::failure,
    ),
    Item::new(
        PAPER,
        "Theorem 3",
        "How a collision ends",
        "Random impacts, small coefficients of restitution among them, so that some of the sequences of states are \
         infinite.",
        theorems::ending,
    ),
    Item::new(
        PAPER,
        "Theorem 4",
        "Velocities scale with the speed of the blow",
        "Random impacts are computed at two speeds. The text adds that impulses scale alike, and energies with the square.",
        theorems::scaling,
    ),
    Item::new(
        PAPER,
        "Fig. 5",
        "Two ping-pong balls and a plexiglass block",
        "The paper measured e₁ = 0.807755 and e₂ = 0.846529, guessed k₂/k₁ = 10 and drew v₁ and v₂ over −v₀ from 2 to \
         4 m/s beside ten measurements, of which it prints no numbers.",
        experiment::ping_pong,
    ),
    Item::new(
        PAPER,
        "Eqs. (16)–(18)",
        "How cue, ball and table answer to impulses",
        "The changes of velocity that the paper derives are compared with those of Carom's bodies for random impulses.",
        dynamics::answers,
    ),
    Item::new(
        PAPER,
        "Eqs. (19)–(20)",
        "Strain energies of a shot",
        "Integrals over the impulses as in Sec. 2, now with friction, taken along the vertical shot of Table 1.",
        dynamics::energies,
    ),
    Item::new(
        PAPER,
        "Sec. 3",
        "Which states a shot has",
        "The paper says for which shots the table takes no part. Random shots below the equator are followed.",
        dynamics::below_the_equator,
    ),
    Item::new(
        PAPER,
        "Table 1: vertical shot",
        "A cue that points straight down, beside the centre",
        "n = (−1, −2, 1)/√6, cue at (0, 0, −2) m/s. The ball leaves obliquely. Every law, kind of separation and order of \
         the stiffnesses is tried, and whether the cue may come back.",
        rows::vertical,
    ),
    Item::new(
        PAPER,
        "Table 1: horizontal shot",
        "A cue along x that meets the ball at 45°",
        "n = −(1, 1, 0)/√2, cue at (0.8, 0, 0) m/s. Only the cue acts on the ball; the tip slides at first and then grips.",
        rows::horizontal,
    ),
    Item::new(
        PAPER,
        "Table 1: jump shot",
        "A cue at 45° through the centre",
        "Cue at (1, 0, −1) m/s. The printed normal cannot be meant; with the one that can, every law, kind of separation and \
         order of the stiffnesses is tried, and a second blow of the cue that is broken off.",
        rows::jump,
    ),
    Item::new(
        PAPER,
        "Table 1: massé shot",
        "A steep cue beside the centre",
        "n = (−2, −1, 12)/√149, cue at (4, 0, −16) m/s. Every law, kind of separation and order of the stiffnesses is tried, and a tip that \
         lets go elsewhere.",
        rows::masse,
    ),
    Item::new(
        PAPER,
        "Table 1(a)–(c)",
        "Paths of the ball on the table",
        "From the printed velocities the ball slides along a parabola and then rolls. The paper marks where rolling begins \
         and prints no lengths.",
        paths::trajectories,
    ),
];
