//! \[Chatterjee1998\]: impulse space, the laws in it, and a new one.

mod constructed_laws;
mod construction;
mod drawing;
mod extremes;
mod features;
mod full_laws;
mod grazing;
mod landmarks;
mod new_law;
mod other_laws;
mod realisation;
mod restitution;
mod restrictions;
mod routh;
mod sequences;
mod several;
mod situations;
mod smith;
mod support;
mod whittaker;

use crate::item::Item;
use crate::paper::Paper;

const PAPER: Paper = Paper::Chatterjee1998;

/// Every item, in the order of the paper; figures stand where they are first discussed.
pub const ITEMS: &[Item] = &[
    Item::new(
        PAPER,
        "Sec. 2",
        "Local mass matrices",
        "P = M (V_f − V_i) at one contact. Every symmetric positive definite M is said to belong to some pair of bodies; here such a pair is made for random ones.",
        realisation::mass_matrices,
    ),
    Item::new(
        PAPER,
        "Sec. 3.1",
        "Points, lines and surfaces in impulse space",
        "P_I, P_II, the contact energy E_c and its ellipsoids, the line of sticking and the plane of maximum compression, on 4000 random impacts in 3D.",
        landmarks::points_and_surfaces,
    ),
    Item::new(
        PAPER,
        "Fig. 1",
        "Permissible region of a generic collision",
        "A sketch in the paper, drawn here for a rod that strikes a table.",
        landmarks::figure_1,
    ),
    Item::new(
        PAPER,
        "Fig. 2",
        "The plane that the new law reaches in 3D",
        "A sketch in the paper, drawn here for a skew M: a parallelogram in the plane of n and P_II, cut by the friction cone.",
        new_law::figure_2,
    ),
    Item::new(
        PAPER,
        "Sec. 3.2",
        "Reasonable restrictions on the impulse",
        "No energy created, no penetration, no tension, Coulomb's cone: what these make of impulse space, and what laws with parameters without dimension have in common.",
        restrictions::conditions,
    ),
    Item::new(
        PAPER,
        "Fig. 3",
        "Constructions for three laws",
        "Sec. 3.3 constructs the impulse plane, secs. 4.2.1 to 4.2.3 the impulses of Routh's, Smith's and Whittaker's laws in it. The rod is that of Fig. 1 with less friction, so that slip reverses as in the sketch.",
        construction::figure_3,
    ),
    Item::new(
        PAPER,
        "Fig. 4",
        "A generic 2D collision",
        "The curves that Routh's, Whittaker's and Smith's laws reach as e varies, and the region of the new law.",
        situations::generic,
    ),
    Item::new(
        PAPER,
        "Fig. 5",
        "A collision with diagonal M",
        "Spheres and disks: normal and tangent are not coupled.",
        situations::diagonal,
    ),
    Item::new(
        PAPER,
        "Fig. 6",
        "A tangential or grazing collision",
        "No approach, but friction drives the bodies together. Laws are taken in the limit of ever slower approach.",
        grazing::figure_6,
    ),
    Item::new(
        PAPER,
        "Fig. 7",
        "A collision with infinite friction",
        "The friction lines are the tangential axis, and the centre of the ellipse lies below it.",
        extremes::infinite_friction,
    ),
    Item::new(
        PAPER,
        "Fig. 8",
        "A pendulum strikes a wall",
        "One eigenvalue of M grows without bound: a hinge as the limit of heavy masses.",
        extremes::unbounded,
    ),
    Item::new(
        PAPER,
        "Sec. 3.5",
        "Energy dissipation and e ≤ 1",
        "What e ≤ 1 has to do with energy: everything without friction, little with it.",
        restitution::energy_and_restitution,
    ),
    Item::new(
        PAPER,
        "Fig. 9",
        "Large restitution in a dissipative central collision",
        "The paper's figure has no numbers but its largest e. A disk with μ = 1/2 that slides 29.5 times as fast as it approaches has it exactly.",
        restitution::figure_9,
    ),
    Item::new(
        PAPER,
        "Sec. 4.1",
        "Laws that reach the whole permissible region",
        "Three parameterisations of the region, on 150 random impacts in 3D.",
        full_laws::whole_region,
    ),
    Item::new(
        PAPER,
        "Sec. 4.2",
        "Dimension of what a law reaches",
        "One parameter besides μ reaches a curve, two a surface, three a volume. Computed as the rank of the slopes of P in the parameters.",
        full_laws::dimensions,
    ),
    Item::new(
        PAPER,
        "Sec. 4.2.1",
        "Routh's law",
        "Coulomb's friction along the growing normal impulse, ended by Poisson's kinetic e_k.",
        routh::law,
    ),
    Item::new(
        PAPER,
        "Sec. 4.2.2",
        "Whittaker's law",
        "Kinematic e; the contact sticks, or friction opposes the slip that is left.",
        whittaker::law,
    ),
    Item::new(
        PAPER,
        "Sec. 4.2.3",
        "Smith's law",
        "Kinematic e; friction opposes a mean of the slips before and after, eq. (8).",
        smith::law,
    ),
    Item::new(
        PAPER,
        "Sec. 4.2.4",
        "Pfeiffer and Glocker's law",
        "Compression and expansion, each one algebraic step; in 3D without tangential restitution the law of Anitescu and Potra.",
        other_laws::pfeiffer_glocker,
    ),
    Item::new(
        PAPER,
        "Sec. 4.2.5",
        "The bilinear law of spheres and disks",
        "Eq. (9), for M diagonal in the axes of normal and sliding.",
        other_laws::bilinear,
    ),
    Item::new(
        PAPER,
        "Sec. 5",
        "Features of the laws",
        "The paper asks for a law for any M in 3D, that may reverse spin or not, is permissible, has two parameters at least and one solution. Which law has what is computed.",
        features::table,
    ),
    Item::new(
        PAPER,
        "Sec. 5.1",
        "The candidate impulse",
        "Eq. (10): P̂ = (1 + e) P_I + (1 + e_t) (P_II − P_I), and the proof that it keeps conditions 1 and 2 (of sec. 3.2, though the text says 3.1).",
        new_law::candidate_impulse,
    ),
    Item::new(
        PAPER,
        "Sec. 5.2",
        "The slipping check",
        "Eqs. (11) to (14): a candidate outside the friction cone is brought back to it along P_II − P_I.",
        new_law::slipping_check,
    ),
    Item::new(
        PAPER,
        "Sec. 5.3",
        "Composite laws",
        "A weighted sum of Routh's law and the new one.",
        features::composite,
    ),
    Item::new(
        PAPER,
        "Sec. 6.1",
        "Simultaneous collisions are ill posed",
        "Eq. (15) couples all contacts by W, which may be singular; and the order of nearly simultaneous collisions decides.",
        several::impulses_and_order,
    ),
    Item::new(
        PAPER,
        "Sec. 6.2",
        "Linear complementarity",
        "What a plastic frictionless collision at several contacts may mean.",
        several::complementarity,
    ),
    Item::new(
        PAPER,
        "Sec. 6.4",
        "Sequences of single collisions",
        "The contact that approaches fastest collides first, by the new law, until none approaches.",
        sequences::sequences,
    ),
    Item::new(
        PAPER,
        "Sec. 6.5",
        "Mechanisms as simultaneous impacts",
        "A pendulum as one collision of a mechanism, or as a free rod whose hinge collides too.",
        sequences::mechanisms,
    ),
    Item::new(
        PAPER,
        "App. A.1",
        "Calculating the mass matrix",
        "Columns of M⁻¹ from rigid-body calculations with unit forces, for random pairs of bodies.",
        realisation::columns_by_unit_forces,
    ),
    Item::new(
        PAPER,
        "App. A.2",
        "The program of the new law",
        "The paper's program, step by step, against Carom's law.",
        new_law::program,
    ),
];
