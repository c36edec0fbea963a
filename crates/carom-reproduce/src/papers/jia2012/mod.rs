//! [Jia2012]: one contact with friction and tangential compliance; a ball and a pencil on a table.

mod algorithm;
mod ball;
mod bounces;
mod chains;
mod contact;
mod dynamics;
mod effects;
mod energy_curve;
mod first_ball;
mod hypotheses;
mod inertia;
mod pencil;
mod probes;
mod random;
mod springs;
mod start;
mod strike;
mod sweeps;
mod theorems;
mod throw;

use crate::item::Item;
use crate::paper::Paper;

const PAPER: Paper = Paper::Jia2012;

/// Every item, in the order of the paper.
pub const ITEMS: &[Item] = &[
    Item::new(
        PAPER,
        "Fig. 1",
        "Five bounces of a ball",
        "A spinning ball strikes a plane; tangential springs give back what they took, so that velocity and \
         spin may reverse. The paper's text and its final velocities come from a simulation that slips at \
         μe in restitution.",
        bounces::figure_1,
    ),
    Item::new(
        PAPER,
        "Eqs. (1)–(5)",
        "Impulse and velocities of two bodies",
        "Two random bodies touch: their change of motion and of contact velocity by the paper's formulas \
         and by Carom's contact matrix.",
        dynamics::two_bodies,
    ),
    Item::new(
        PAPER,
        "Sec. 1.3",
        "Newton's, Poisson's and the energetic law of restitution",
        "What the paper's overview says of the three, on 5000 random contacts with rigid Coulomb friction \
         followed exactly along the normal impulse, and on rows of three bodies that touch at two contacts.",
        hypotheses::three_laws,
    ),
    Item::new(
        PAPER,
        "Fig. 5",
        "Energy of a particle's bounce over its impulse",
        "A particle on a table: two halves of a parabola, the second lower by what restitution loses. Four \
         particles are followed and compared with eq. (11).",
        energy_curve::figure_5,
    ),
    Item::new(
        PAPER,
        "Eqs. (14)–(31), (64)–(67)",
        "Impulses, energies and spring lengths over the normal impulse",
        "The derivatives on which the method rests, as difference quotients along 400 random impacts, at \
         three instants between each two events.",
        springs::derivatives,
    ),
    Item::new(
        PAPER,
        "Eqs. (32)–(53)",
        "Stick and slip",
        "Rates of the tangential springs in both modes, the energy bound of Coulomb's law, what friction \
         takes, and the harmonic motion of a sticking ball: along 400 random impacts and the ball of sec. \
         8.1.1.",
        springs::modes,
    ),
    Item::new(
        PAPER,
        "Proposition 1",
        "How an impact starts",
        "The mode at the start and the limits of appendix A, on 2000 random contacts at a millionth of \
         their duration.",
        start::first_mode,
    ),
    Item::new(
        PAPER,
        "Eqs. (73), (74)",
        "The first stretch of the springs",
        "The expansions of appendix B with which the integration starts, on 2000 random contacts.",
        start::first_stretch,
    ),
    Item::new(
        PAPER,
        "Algorithm 1",
        "Euler steps of the normal impulse",
        "The loop of the algorithm as printed, started by (73), while the first ball slips; and the \
         algorithm with the stretch put back on the friction cone after each step, which is what must have \
         made the paper's numbers.",
        algorithm::algorithm_1,
    ),
    Item::new(
        PAPER,
        "Theorem 2",
        "When an impact stays in a plane",
        "2000 random contacts for each case, turned about the normal so that no axis is special; mass \
         matrices, velocities, friction, restitution and compliance vary.",
        theorems::planar,
    ),
    Item::new(
        PAPER,
        "Theorem 3",
        "Impacts scale with their velocities",
        "500 random contacts struck s times as fast, s from 0.01 to 100, compared at nine corresponding \
         moments each.",
        theorems::scaling,
    ),
    Item::new(
        PAPER,
        "Eqs. (79)–(84)",
        "A ball on a table",
        "The velocities and the contact matrix of a ball, against those of a body with its inertia.",
        dynamics::ball,
    ),
    Item::new(
        PAPER,
        "Sec. 8.1.1",
        "Outcome and energy of the first bounce",
        "V₀ = (−1, 0, −5), ω₀ = (0, 2, 0), μ = 0.4, e = 0.5, η₀² = 17/14. The contact slips at the end of \
         restitution, where the paper's program has e times the friction.",
        first_ball::outcome,
    ),
    Item::new(
        PAPER,
        "Fig. 11",
        "Impulse curve of the first bounce",
        "The contact slips, sticks, and slips in reverse just before it lets go. Where this happens does \
         not depend on the paper's error.",
        first_ball::figure_11,
    ),
    Item::new(
        PAPER,
        "Fig. 12",
        "Tangential velocity and spring of the first bounce",
        "Contact velocity, rate and length of the spring over the normal impulse, with the jump of the rate \
         at the reverse slip.",
        first_ball::figure_12,
    ),
    Item::new(
        PAPER,
        "Table 1",
        "Eight bounces of a ball",
        "A ball with spin about both axes of the table bounces eight times. Computed are the exact rows, \
         and the rows of the paper's program from the same start: Algorithm 1 with Euler steps, its wrong \
         friction in restitution and its early end.",
        bounces::table_1,
    ),
    Item::new(
        PAPER,
        "Fig. 13",
        "Path of the bouncing ball from above",
        "The eight bounces of Table 1 projected on the table: a polyline that is not quite straight because \
         the first contact velocity and the velocity of the centre point in different directions.",
        bounces::figure_13,
    ),
    Item::new(
        PAPER,
        "Sec. 8.1.3",
        "Extreme impulses and limits of sliding",
        "Beyond which velocity or spin the contact slips throughout, found by bisection, and what it then \
         does; with tangential compliance and without.",
        sweeps::by_velocity,
    ),
    Item::new(
        PAPER,
        "Fig. 14",
        "Rebound over velocity and spin",
        "V_x and ω_y after the bounce over V_0x and over ω_0y, exactly and as the paper's program had them.",
        sweeps::figure_14,
    ),
    Item::new(
        PAPER,
        "Fig. 15",
        "Effects of friction, compliance and restitution",
        "V_x and ω_y of the first bounce over μ, η₀ and e, exactly and as the paper's program had them.",
        effects::figure_15,
    ),
    Item::new(
        PAPER,
        "Sec. 8.1.4",
        "Plastic and elastic bounce",
        "With e = 0 there is no restitution and with e = 1 the paper's slip at μe is that at μ: these \
         printed velocities are right. The energies count half of the rotation.",
        effects::plastic_and_elastic,
    ),
    Item::new(
        PAPER,
        "Eq. (85), appendix C",
        "Inertia of the pencil",
        "A cylinder on a cone of the same density. The true moment is found by cutting the pencil into \
         discs.",
        inertia::pencil,
    ),
    Item::new(
        PAPER,
        "Eqs. (86)–(88)",
        "Impulse and velocities of the pencil",
        "The change of spin and of the velocity of the tip for random impulses, against a body with the \
         pencil's inertia.",
        dynamics::pencil,
    ),
    Item::new(
        PAPER,
        "Eqs. (89)–(92)",
        "Outcome of the pencil's impact",
        "A pencil tilted by 30° from the vertical strikes a desk with its tip. Computed with its true \
         inertia; the printed outcome has another inertia, slips at μe in restitution, and something else.",
        strike::outcome,
    ),
    Item::new(
        PAPER,
        "Fig. 17",
        "Impulse curve of the pencil",
        "A curve in space: the direction of friction turns all the time.",
        strike::figure_17,
    ),
    Item::new(
        PAPER,
        "Fig. 18",
        "The pencil before and after its bounce",
        "Free flight with torque-free rotation, backwards from the strike and forwards from the rebound.",
        throw::figure_18,
    ),
    Item::new(
        PAPER,
        "Sec. 9",
        "Only the ratio of the stiffnesses matters",
        "500 random contacts with stiffnesses from 10⁻³ to 10⁹ N/m and the same ratio.",
        theorems::stiffnesses,
    ),
];
