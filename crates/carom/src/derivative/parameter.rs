//! What an outcome is differentiated by, and how it is called.

use std::fmt;

/// An axis of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Its place among the components of a vector.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["x", "y", "z"][self.index()])
    }
}

/// An axis of a contact, in the order (t₁, t₂, n).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ContactAxis {
    /// t₁, along which the contact slides at first.
    FirstTangent,
    /// t₂, across.
    SecondTangent,
    /// n.
    Normal,
}

impl ContactAxis {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::FirstTangent, Self::SecondTangent, Self::Normal];

    /// Its place in (t₁, t₂, n).
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Self::FirstTangent => 0,
            Self::SecondTangent => 1,
            Self::Normal => 2,
        }
    }
}

impl fmt::Display for ContactAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["t1", "t2", "n"][self.index()])
    }
}

/// A number that an impact in contact space starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ContactParameter {
    /// Velocity of a contact before the impact, in metres per second.
    Velocity {
        /// The contact.
        contact: usize,
        /// Along which of its axes.
        axis: ContactAxis,
    },
    /// An entry of W, together with the one across the diagonal, in 1/kg.
    Coupling {
        /// The contacts of its row and its column.
        contacts: [usize; 2],
        /// Along which of their axes.
        axes: [ContactAxis; 2],
    },
    /// Energetic coefficient of restitution.
    Restitution {
        /// The contact.
        contact: usize,
    },
    /// Stiffness of the normal spring before the impact, in newtons per metre.
    Stiffness {
        /// The contact.
        contact: usize,
    },
    /// Gap still open at the start, in metres. Where there is none the derivative is the one towards a gap.
    Gap {
        /// The contact.
        contact: usize,
    },
    /// Coefficient of friction.
    Friction {
        /// The contact.
        contact: usize,
    },
    /// Original normal stiffness over tangential stiffness, η².
    Compliance {
        /// The contact.
        contact: usize,
    },
    /// Coefficient of tangential restitution e_t, of laws that know it.
    TangentialRestitution {
        /// The contact.
        contact: usize,
    },
}

impl fmt::Display for ContactParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Velocity { contact, axis } => write!(f, "contact {contact} velocity {axis}"),
            Self::Coupling { contacts: [i, j], axes: [a, b] } => write!(f, "W of contacts {i} {a}, {j} {b}"),
            Self::Restitution { contact } => write!(f, "contact {contact} restitution"),
            Self::Stiffness { contact } => write!(f, "contact {contact} stiffness"),
            Self::Gap { contact } => write!(f, "contact {contact} gap"),
            Self::Friction { contact } => write!(f, "contact {contact} friction"),
            Self::Compliance { contact } => write!(f, "contact {contact} compliance"),
            Self::TangentialRestitution { contact } => write!(f, "contact {contact} tangential restitution"),
        }
    }
}

/// A number that an impact between bodies starts with. Vectors in world axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parameter {
    /// Velocity of a body's centre of mass before the impact, in metres per second.
    Velocity {
        /// The body.
        body: usize,
        /// The component.
        axis: Axis,
    },
    /// Angular velocity of a body before the impact, in radians per second.
    AngularVelocity {
        /// The body.
        body: usize,
        /// The component.
        axis: Axis,
    },
    /// Mass of a body, in kilograms, its inertia being given.
    Mass {
        /// The body.
        body: usize,
    },
    /// An entry of a body's inertia tensor about its centre of mass, together with the one across the diagonal, in kg m².
    Inertia {
        /// The body.
        body: usize,
        /// Row and column, the row not after the column.
        axes: [Axis; 2],
    },
    /// Moment of inertia of a body about the one axis it turns about, in kg m².
    Moment {
        /// The body.
        body: usize,
    },
    /// Place of a body's centre of mass, in metres, contact points staying where they are.
    Position {
        /// The body.
        body: usize,
        /// The component.
        axis: Axis,
    },
    /// A contact point, in metres.
    Point {
        /// The contact.
        contact: usize,
        /// The component.
        axis: Axis,
    },
    /// A component of a contact's normal, which is given length one afterwards.
    Normal {
        /// The contact.
        contact: usize,
        /// The component.
        axis: Axis,
    },
    /// A coefficient of a contact: restitution, stiffness, gap, friction or compliance.
    Law(LawParameter),
}

/// A number of a contact's law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LawParameter {
    /// The contact.
    pub contact: usize,
    /// Which of its coefficients.
    pub coefficient: Coefficient,
}

/// A coefficient of a contact's law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Coefficient {
    /// Energetic coefficient of restitution.
    Restitution,
    /// Stiffness of the normal spring before the impact, in newtons per metre.
    Stiffness,
    /// Gap still open at the start, in metres.
    Gap,
    /// Coefficient of friction.
    Friction,
    /// Original normal stiffness over tangential stiffness, η².
    Compliance,
    /// Coefficient of tangential restitution e_t, of laws that know it.
    TangentialRestitution,
}

impl Coefficient {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [
        Self::Restitution,
        Self::Stiffness,
        Self::Gap,
        Self::Friction,
        Self::Compliance,
        Self::TangentialRestitution,
    ];

    /// The name used in reports, documents and scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Restitution => "restitution",
            Self::Stiffness => "stiffness",
            Self::Gap => "gap",
            Self::Friction => "friction",
            Self::Compliance => "compliance",
            Self::TangentialRestitution => "tangential_restitution",
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Velocity { body, axis } => write!(f, "body {body} velocity {axis}"),
            Self::AngularVelocity { body, axis } => write!(f, "body {body} angular velocity {axis}"),
            Self::Mass { body } => write!(f, "body {body} mass"),
            Self::Inertia { body, axes: [a, b] } => write!(f, "body {body} inertia {a}{b}"),
            Self::Moment { body } => write!(f, "body {body} moment of inertia"),
            Self::Position { body, axis } => write!(f, "body {body} position {axis}"),
            Self::Point { contact, axis } => write!(f, "contact {contact} point {axis}"),
            Self::Normal { contact, axis } => write!(f, "contact {contact} normal {axis}"),
            Self::Law(LawParameter { contact, coefficient }) => {
                write!(f, "contact {contact} {}", coefficient.name())
            }
        }
    }
}

/// A direction in the space of parameters: so much of each, the same one several times being added.
#[derive(Debug, Clone, PartialEq)]
pub struct Direction<P>(pub Vec<(P, f64)>);

impl<P> Direction<P> {
    /// Along one parameter alone.
    #[must_use]
    pub fn along(parameter: P) -> Self {
        Self(vec![(parameter, 1.0)])
    }
}
