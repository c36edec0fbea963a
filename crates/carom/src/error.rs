//! What can be wrong with an impact, and what can go wrong in solving it.

use thiserror::Error;

use crate::laws::LawError;
use crate::laws::complementarity::ComplementarityError;
use crate::sequence::SequenceError;

/// Anything that can go wrong between bodies and their outcome: one type for programs that only pass it on.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Error {
    /// It cannot be set up.
    #[error(transparent)]
    Input(#[from] InputError),
    /// It cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A law for a single contact has no answer.
    #[error(transparent)]
    Law(#[from] LawError),
    /// Complementarity has no answer.
    #[error(transparent)]
    Complementarity(#[from] ComplementarityError),
    /// A sequence of collisions has no answer.
    #[error(transparent)]
    Sequence(#[from] SequenceError),
}

/// An impact that cannot be set up. Every variant says what was wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum InputError {
    /// A coefficient of restitution outside 0..=1.
    #[error("restitution is {value}, but must lie between 0 (plastic) and 1 (elastic)")]
    Restitution {
        /// The value given.
        value: f64,
    },
    /// A stiffness that is not positive.
    #[error("stiffness is {value}, but must be positive (`inf` for a rigid contact)")]
    Stiffness {
        /// The value given.
        value: f64,
    },
    /// An exponent of a spring outside 1..=10.
    #[error("exponent is {value}, but must lie between 1 (linear) and 10; Hertz's contact has 1.5")]
    Exponent {
        /// The value given.
        value: f64,
    },
    /// A coefficient of friction that is negative or not a number.
    #[error("friction is {value}, but must be zero or positive (`inf` for a contact that never slips)")]
    Friction {
        /// The value given.
        value: f64,
    },
    /// A coefficient of tangential restitution outside −1..=1.
    #[error(
        "tangential restitution is {value}, but must lie between -1 (the tangential velocity stays) and 1 (it is reversed)"
    )]
    TangentialRestitution {
        /// The value given.
        value: f64,
    },
    /// A tangential compliance that is not positive and finite.
    #[error("compliance is {value}, but must be positive and finite (leave it out for rigid friction)")]
    Compliance {
        /// The value given.
        value: f64,
    },
    /// Friction with a contact matrix that says nothing of tangents.
    #[error("contact {contact} has friction, but the contact matrix holds normal directions only")]
    FrictionNeedsTangents {
        /// The contact.
        contact: usize,
    },
    /// A mass or moment of inertia that is not positive and finite.
    #[error("{what} is {value}, but must be positive and finite")]
    NotPositive {
        /// Which quantity.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// A Poisson's ratio that no stable solid has.
    #[error("Poisson's ratio is {value}, but must lie between -0.9 and 0.5")]
    PoissonRatio {
        /// The value given.
        value: f64,
    },
    /// Surfaces that touch along a line or in an area.
    #[error(
        "the surfaces touch along a line or in an area (curvatures {least} and {most} 1/m): Hertz's contact needs a point; \
         give the contact a stiffness, or its radius of curvature"
    )]
    NoPointContact {
        /// Lesser curvature of one surface relative to the other, in 1/m.
        least: f64,
        /// Greater curvature.
        most: f64,
    },
    /// A law of restitution by yielding for solids whose yield strength is not known.
    #[error("restitution by yielding needs the yield strength of one of the two solids")]
    NoYieldStrength,
    /// A vector or matrix with a NaN or infinite entry.
    #[error("{what} has an entry that is not a finite number")]
    NotFinite {
        /// Which quantity.
        what: &'static str,
    },
    /// A direction of length zero.
    #[error("{what} has length zero and gives no direction")]
    NoDirection {
        /// Which direction.
        what: &'static str,
    },
    /// A quantity that is negative or not finite.
    #[error("{what} is {value}, but must be zero or positive and finite")]
    Negative {
        /// Which quantity.
        what: &'static str,
        /// The value given.
        value: f64,
    },
    /// An inverse inertia tensor with a negative eigenvalue.
    #[error(
        "the inverse inertia tensor must be positive semidefinite, but its smallest eigenvalue is {smallest:e}"
    )]
    InverseInertiaNegative {
        /// Smallest eigenvalue.
        smallest: f64,
    },
    /// An inertia tensor, or its inverse, that is not symmetric.
    #[error(
        "{what} must be symmetric, but its entries ({row}, {column}) and ({column}, {row}) differ by {difference:e}"
    )]
    InertiaNotSymmetric {
        /// Which tensor.
        what: &'static str,
        /// Row of the upper entry, from 1.
        row: usize,
        /// Column of the upper entry, from 1.
        column: usize,
        /// How far the two are apart.
        difference: f64,
    },
    /// An inertia tensor with a principal moment that is zero or negative.
    #[error(
        "the inertia tensor must be positive definite, but its smallest principal moment is {smallest:e}"
    )]
    InertiaNotPositive {
        /// Smallest principal moment.
        smallest: f64,
    },
    /// A velocity that the body's bearing does not allow.
    #[error("the body's bearing does not allow this {what}: it must be {allowed}")]
    VelocityAgainstBearing {
        /// Velocity or angular velocity.
        what: &'static str,
        /// What the bearing allows.
        allowed: &'static str,
    },
    /// A contact that names a body that is not there.
    #[error("contact {contact} names body {body}, but there are only {bodies} bodies (numbered from 0)")]
    NoSuchBody {
        /// The contact.
        contact: usize,
        /// The body it names.
        body: usize,
        /// How many there are.
        bodies: usize,
    },
    /// A contact of a body with itself.
    #[error("contact {contact} joins body {body} with itself")]
    SelfContact {
        /// The contact.
        contact: usize,
        /// The body.
        body: usize,
    },
    /// A contact along whose normal neither body can move.
    #[error(
        "contact {contact}: neither body can move along the contact normal, so no impulse there changes anything"
    )]
    Immovable {
        /// The contact.
        contact: usize,
    },
    /// A number of motions that is not that of the bodies.
    #[error("there are {found} motions for {bodies} bodies, but must be {bodies}")]
    MotionCount {
        /// How many were given.
        found: usize,
        /// How many bodies there are.
        bodies: usize,
    },
    /// A motion that one of several bodies cannot have.
    #[error("body {body} cannot have this {what}: it must be {allowed}")]
    MotionOfBody {
        /// The body.
        body: usize,
        /// Velocity or angular velocity.
        what: &'static str,
        /// What it can have.
        allowed: &'static str,
    },
    /// A joint that names a body that is not there.
    #[error("joint {joint} names body {body}, but there are only {bodies} bodies (numbered from 0)")]
    NoBodyToJoin {
        /// The joint.
        joint: usize,
        /// The body it names.
        body: usize,
        /// How many there are.
        bodies: usize,
    },
    /// A joint of a body with itself, or of two fixed ones.
    #[error("joint {joint} holds nothing together: it must join two bodies, one of which can move")]
    JointHoldsNothing {
        /// The joint.
        joint: usize,
    },
    /// Motions before the impact that a joint does not allow.
    #[error(
        "the motions given pull joint {joint} apart, by {speed:e} {what}: both bodies must move together there"
    )]
    JointPulledApart {
        /// The joint.
        joint: usize,
        /// How fast, in m/s or rad/s.
        speed: f64,
        /// Which of the two.
        what: &'static str,
    },
    /// Bodies that overlap too much to count as touching.
    #[error(
        "contact {contact}: the bodies overlap by {depth} m, but no more than {allowed} m counts as touching, 1 % of the \
         longer way from the contact to their centres"
    )]
    Overlap {
        /// The contact.
        contact: usize,
        /// How far they overlap, in metres.
        depth: f64,
        /// How far they may, in metres.
        allowed: f64,
    },
    /// A gap that is negative or not finite.
    #[error("contact {contact}: gap is {gap}, but must be zero or positive and finite")]
    Gap {
        /// The contact.
        contact: usize,
        /// The gap given.
        gap: f64,
    },
    /// A gap with a separation rule that ignores gaps.
    #[error("contact {contact} starts with a gap of {gap}, which only tracked separation can close")]
    GapNeedsTracking {
        /// The contact.
        contact: usize,
        /// The gap given.
        gap: f64,
    },
    /// A contact-space matrix of the wrong shape.
    #[error(
        "the contact matrix is {rows} by {columns}, but {contacts} contacts need {contacts} by {contacts}"
    )]
    MatrixShape {
        /// Rows given.
        rows: usize,
        /// Columns given.
        columns: usize,
        /// Contacts given.
        contacts: usize,
    },
    /// As many of something as there are contacts were wanted.
    #[error("there are {found} {what} for {contacts} contacts, but must be {contacts}")]
    Count {
        /// What was counted, in the plural.
        what: &'static str,
        /// How many were given.
        found: usize,
        /// How many contacts there are.
        contacts: usize,
    },
    /// A contact-space matrix that is not symmetric.
    #[error(
        "the contact matrix must be symmetric, but its entries ({row}, {column}) and ({column}, {row}) differ"
    )]
    MatrixNotSymmetric {
        /// Row, from 1.
        row: usize,
        /// Column, from 1.
        column: usize,
    },
    /// A contact-space matrix with a negative eigenvalue.
    #[error("the contact matrix must be positive semidefinite, but its smallest eigenvalue is {smallest:e}")]
    MatrixNotPositive {
        /// Smallest eigenvalue.
        smallest: f64,
    },
}

/// An impact that could not be solved.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// More Taylor expansions than any well-posed impact needs.
    #[error(
        "gave up at {time:?} s after {expansions} Taylor steps; contact {contact} oscillates fastest: bodies \
         caught between contacts may never part, and very unequal stiffnesses or masses may take this long"
    )]
    TooManySteps {
        /// Time reached, in seconds.
        time: f64,
        /// How many series were expanded.
        expansions: usize,
        /// The contact of highest frequency.
        contact: usize,
    },
    /// Bodies that friction and elastic springs hold between them: they swing, and nothing takes their energy.
    #[error(
        "the impact does not end: at {time:?} s all bodies move as they did at {since:?} s, contact {contact} among those \
         between which they swing; friction that sticks and springs with restitution one hold them for ever"
    )]
    Endless {
        /// When they moved so before, in seconds.
        since: f64,
        /// Time reached, in seconds.
        time: f64,
        /// One of the contacts that swing.
        contact: usize,
    },
    /// Closed contacts for which no consistent set of reactions was found at one instant.
    #[error("at {time:?} s no consistent set of closed contacts was found; contact {contact} changed last")]
    Unsettled {
        /// Time, in seconds.
        time: f64,
        /// The contact that changed last.
        contact: usize,
    },
    /// The numbers left the range of double precision.
    #[error("at {time:?} s the motion of contact {contact} is no longer a finite number")]
    Overflow {
        /// Time, in seconds.
        time: f64,
        /// The contact.
        contact: usize,
    },
    /// Rigid friction without a consistent answer, or with several: bodies that jam, or more sticking contacts than it takes
    /// to hold them.
    #[error(
        "at {time:?} s rigid friction at contact {contact} has no unique consistent answer (jamming, or more \
         contacts that stick than it takes to hold the bodies); tangential compliance would decide it"
    )]
    NoConsistentFriction {
        /// Time, in seconds.
        time: f64,
        /// The contact.
        contact: usize,
    },
    /// Friction without bound, which only laws for a single contact know.
    #[error(
        "contact {contact} has infinite friction, which only laws for a single contact know: a simultaneous impact needs a \
         finite coefficient"
    )]
    InfiniteFriction {
        /// The contact.
        contact: usize,
    },
    /// The energy ledger of the solution does not close, or friction or restitution would have given energy.
    #[error(
        "the energy ledger is wrong by {imbalance:e} J: contacts that keep each other bouncing could \
         not be followed to rounding (contact {contact} was loaded last)"
    )]
    OpenLedger {
        /// What is missing, or was given (negative), in joules.
        imbalance: f64,
        /// A contact that was loaded last.
        contact: usize,
    },
}

impl SolveError {
    /// The same error, its contact by its number among `contacts`.
    pub(crate) fn in_contacts(mut self, contacts: &[usize]) -> Self {
        match &mut self {
            Self::TooManySteps { contact, .. }
            | Self::Endless { contact, .. }
            | Self::Unsettled { contact, .. }
            | Self::Overflow { contact, .. }
            | Self::NoConsistentFriction { contact, .. }
            | Self::InfiniteFriction { contact }
            | Self::OpenLedger { contact, .. } => *contact = contacts[*contact],
        }
        self
    }
}
