//! What can be wrong with a shape or a pair of shapes.

use crate::shape::{LARGEST_LENGTH, SMALLEST_LENGTH, THINNEST_RATIO};

/// Why a shape was refused, or why two shapes have no contact points.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A length that is not a positive number of a sensible magnitude.
    #[error(
        "the {dimension} of the {shape} is {value:?} m; it must be between {SMALLEST_LENGTH:e} and {LARGEST_LENGTH:e} m"
    )]
    Dimension {
        /// Kind of shape, in words.
        shape: &'static str,
        /// Which of its dimensions, in words.
        dimension: &'static str,
        /// The value given, in metres.
        value: f64,
    },
    /// A shape whose dimensions differ so much that its thickness is lost in rounding.
    #[error(
        "the {shape} is {thinnest} m by {longest} m; its smallest dimension must be at least {THINNEST_RATIO:e} of its largest"
    )]
    TooThin {
        /// Kind of shape, in words.
        shape: &'static str,
        /// Smallest dimension, in metres.
        thinnest: f64,
        /// Largest dimension, in metres.
        longest: f64,
    },
    /// A plane whose normal has no direction.
    #[error("the normal of the plane is {normal:?}; it must be finite and not zero (any length will do)")]
    Normal {
        /// The normal given.
        normal: [f64; 3],
    },
    /// A compound without parts.
    #[error("the compound has no parts; it needs at least one")]
    EmptyCompound,
    /// A half-space as part of a compound.
    #[error("part {part} of the compound is a plane, which has no mass; make the plane a body of its own")]
    PlaneInCompound {
        /// Index of the part, from 0.
        part: usize,
    },
    /// A relative density that is not a positive number.
    #[error(
        "the relative density of part {part} is {density}; it must be finite and positive (1 if omitted)"
    )]
    Density {
        /// Index of the part, from 0.
        part: usize,
        /// The density given.
        density: f64,
    },
    /// A position that is not a point of space.
    #[error("the position is {position:?}; each coordinate must be a number of at most {LARGEST_LENGTH:e} m")]
    Position {
        /// The position given, in metres.
        position: [f64; 3],
    },
    /// An orientation that is not a rotation.
    #[error("the orientation is {quaternion:?} (w, x, y, z); it must be a unit quaternion")]
    Orientation {
        /// The quaternion given, as w, x, y, z.
        quaternion: [f64; 4],
    },
    /// A mass that is not a positive number.
    #[error("the mass is {mass} kg; it must be finite and positive")]
    Mass {
        /// The mass given, in kilograms.
        mass: f64,
    },
    /// Mass properties of a half-space were asked for.
    #[error("a plane is a half-space and has no mass properties; declare its body fixed")]
    PlaneHasNoMass,
    /// Contacts between two half-spaces were asked for.
    #[error("two planes have no contact points; at least one of the two shapes must be finite")]
    TwoPlanes,
    /// The shapes do not touch but interpenetrate.
    #[error(
        "the shapes overlap by {depth:e} m, more than the {tolerance:e} m that count as touching; move them apart"
    )]
    Overlap {
        /// How far one must be moved to just touch the other, in metres. Exact for small overlaps, an upper bound
        /// for those of more than a hundredth of the thinner shape.
        depth: f64,
        /// The largest overlap taken for a touch, in metres.
        tolerance: f64,
    },
    /// The search for the contact normal did not settle, which happens where an edge is all but tangent to a rim.
    #[error(
        "the contact normal still changes by {change:e} per step after {steps} steps: the shapes meet all but tangentially \
         along curved edges; give the contact's point and normal, or turn one shape by a thousandth"
    )]
    NotConverged {
        /// Last change of the normal, in radians, and of the contact point relative to the smaller shape's size.
        change: f64,
        /// Steps made.
        steps: usize,
    },
}
