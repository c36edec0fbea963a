//! Reads the tables of a scene file, key by key, and notes everything that is wrong with them.
//!
//! [`Table`] knows which table it reads and which keys it was asked for: a key nobody asked for is unknown. What a
//! value must be is in `value`; what the tables mean is in the files named after them. Nothing here knows physics:
//! ranges of coefficients are checked where the `build` modules hand them to the engine.

mod body;
mod contact;
mod document;
mod joint;
mod law;
mod model;
mod sequence;
mod shape;
mod syntax;
mod table;
mod value;

pub(crate) use body::{Bearing, BodyTable, HingeTable, material as read_material};
pub(crate) use contact::{
    Between, ContactTable, Geometry, LawFromSpeed, MechanismVelocity, Place, RestitutionLawKey, SurfaceKeys,
};
pub(crate) use document::Document;
pub(crate) use joint::{JointKey, JointTable};
pub(crate) use law::{LawKey, RegionKey};
pub(crate) use model::{
    MethodKey, ModelTable, SEPARATIONS, read_rules, restitution_name, separation_name, termination_name,
};
pub(crate) use sequence::{HingesKey, SequenceKey, TieKey};
pub(crate) use shape::{orientation as read_orientation, read as read_shape, shape_problem};
pub(crate) use syntax::parsed;
pub(crate) use table::Table;
pub(crate) use value::{OneOrEach, TextOrNumber};
