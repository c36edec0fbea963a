//! [Jia2013]: two balls and a table, what can be proved about them, and a massé shot.

mod assumptions;
mod balls;
mod convergence;
mod figures;
mod least_squares;
mod masse;
mod masse_bundle;
mod masse_fit;
mod masse_paths;
mod ping_pong;
mod ping_pong_ratios;
mod ping_pong_spread;
mod pool;
mod region;
mod restarts;
mod single;
mod start;
mod states;
mod table_1;
mod theorems;
mod worked;

use crate::item::Item;
use crate::paper::Paper;

const PAPER: Paper = Paper::Jia2013;

/// Every item, in the order of the paper.
pub const ITEMS: &[Item] = &[
    Item::new(
        PAPER,
        "Fig. 1",
        "States and impulses of a plastic impact",
        "A ball of mass 1 falls at unit speed on a ball of mass 2/√3 that rests on a table; the impulses at both contacts \
         grow along a curve that five states divide.",
        worked::fig_1,
    ),
    Item::new(
        PAPER,
        "Sec. 2",
        "Single impact",
        "A particle falls on a plane: impulses, energies and velocity at the ends of compression and of restitution.",
        single::single_impact,
    ),
    Item::new(
        PAPER,
        "Fig. 4",
        "Transition diagram",
        "Which state follows which, discovered from random impacts instead of drawn beforehand.",
        states::fig_4,
    ),
    Item::new(
        PAPER,
        "Proposition 1",
        "Velocities from impulses",
        "The velocities of both balls follow from the impulses so far, across all states.",
        theorems::proposition_1,
    ),
    Item::new(
        PAPER,
        "Secs. 3.3, 3.5",
        "Stiffness and the end of compression",
        "The stiffness of a contact from its force and strain energy all along random impacts, and what holds where compression ends.",
        assumptions::assumptions,
    ),
    Item::new(
        PAPER,
        "Theorem 2",
        "Where energy is lost",
        "Random impacts: the total of kinetic and strain energy between and at the ends of compression.",
        theorems::theorem_2,
    ),
    Item::new(
        PAPER,
        "Eqs. (27)–(31)",
        "Start of the first state",
        "Leading terms of the second impulse and of its strain energy in the first impulse, read off the exact solution.",
        start::series,
    ),
    Item::new(
        PAPER,
        "Sec. 4.2",
        "Steps over the impulse",
        "The paper integrates over the primary impulse by Euler steps. Its method, followed to the letter, converges to the \
         solution in time that Carom computes.",
        table_1::convergence,
    ),
    Item::new(
        PAPER,
        "Secs. 4.3, 4.4, Eq. (34)",
        "Closed forms with one active contact",
        "What ends a state with one active contact and with which velocities, against the solution in time.",
        states::closed_forms,
    ),
    Item::new(
        PAPER,
        "Theorem 4",
        "Existence and uniqueness",
        "Every random impact has a solution that ends, and an independent solver finds the same one.",
        theorems::theorem_4,
    ),
    Item::new(
        PAPER,
        "Theorem 5",
        "What the outcome depends on",
        "Stiffnesses, masses or the speed are scaled by random factors over six decades; impulses and energies are compared all along.",
        theorems::theorem_5,
    ),
    Item::new(
        PAPER,
        "Note 16",
        "Very unequal stiffnesses",
        "The degenerate cases of the stiffness ratio as limits of the general one.",
        start::limits,
    ),
    Item::new(
        PAPER,
        "Proposition 6",
        "The curve has a tangent",
        "Forces are compared on both sides of every event of random impacts.",
        theorems::proposition_6,
    ),
    Item::new(
        PAPER,
        "Theorem 7, Corollary 8",
        "Bound of the strain energy",
        "The inequality that keeps the impulses inside an ellipse, along random impacts.",
        region::theorem_7,
    ),
    Item::new(
        PAPER,
        "Fig. 5, Appendix A",
        "The bounding ellipse",
        "Centre, axes, turn and extent of the ellipse for lower balls of masses over four decades.",
        region::fig_5,
    ),
    Item::new(
        PAPER,
        "Fig. 6",
        "Regions of the impulse plane",
        "Where the states can be, and where an impact begins and ends.",
        region::fig_6,
    ),
    Item::new(
        PAPER,
        "Sec. 6.3.1, Fig. 7",
        "Elastic impact",
        "The same balls with both restitutions 1, followed from phase to phase, with the final impulses and velocities.",
        worked::fig_7,
    ),
    Item::new(
        PAPER,
        "Sec. 6.3.2, Fig. 8",
        "Velocities and strain energies of the plastic impact",
        "The impact of Fig. 1 seen in the plane of the velocities and in that of the strain energies.",
        worked::fig_8,
    ),
    Item::new(
        PAPER,
        "Table 1",
        "Start of every state of the plastic impact",
        "Seven numbers at the start of each of five states, computed exactly and as the paper's program must have computed \
         them: every digit comes out with steps of 1e-5 N s, strain energies by the trapezoidal rule, and an end of S₁ as soon \
         as a contact in restitution holds less than 1e-4 J, which is dropped.",
        table_1::table_1,
    ),
    Item::new(
        PAPER,
        "Sec. 6.3.3, Fig. 9",
        "Restarts of compression",
        "With a lower ball of half the mass the compression restarts at either contact.",
        restarts::fig_9,
    ),
    Item::new(
        PAPER,
        "Lemma 10",
        "Least growth within S₁",
        "Lower bounds of the impulse that S₁ takes before it can end.",
        convergence::lemma_10,
    ),
    Item::new(
        PAPER,
        "Lemma 9, Proposition 11, Theorem 12",
        "How sequences of states end",
        "Random impacts, many of them with contacts whose cycles accumulate: where they accumulate and how they end.",
        convergence::theorem_12,
    ),
    Item::new(
        PAPER,
        "Eqs. (48)–(52)",
        "Velocities of cue and ball",
        "Contact velocities of a cue on a rail and a ball on a table under random impulses: the printed equations against the mechanics of the bodies.",
        pool::velocity_equations,
    ),
    Item::new(
        PAPER,
        "Sec. 9.1, Fig. 14",
        "Ping-pong balls on plexiglass",
        "A ball is dropped on an identical one that lies on a block. Restitutions were measured, the ratio of stiffnesses was guessed twice; results were plotted only.",
        ping_pong::fig_14,
    ),
    Item::new(
        PAPER,
        "Sec. 9.2",
        "Parameters of the massé shot",
        "What the mechanical cue and its ball were: where the printed numbers contradict each other, and which were meant.",
        masse::parameters,
    ),
    Item::new(
        PAPER,
        "Eq. (56)",
        "Recovered velocities and the guessed stiffness ratios",
        "The velocities were recovered from a film. Three ratios of stiffnesses were guessed; here they are fitted to the recovered velocities.",
        masse_fit::fit,
    ),
    Item::new(
        PAPER,
        "Eq. (57)",
        "Predicted velocities",
        "What the paper's simulation predicts, against Carom's solution for the printed parameters and for other readings of them.",
        masse::prediction,
    ),
    Item::new(
        PAPER,
        "Fig. 16",
        "Paths of the massé",
        "Paths of the ball over the table: recovered, predicted, and for six tangential compliances of the tip.",
        masse_paths::fig_16,
    ),
    Item::new(
        PAPER,
        "Sec. 10",
        "Sensitivity",
        "The discussion expects discontinuities. One lies between the two stiffness ratios that were guessed for the ping-pong balls.",
        ping_pong_ratios::discontinuity,
    ),
];
