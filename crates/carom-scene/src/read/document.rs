//! The whole file: syntax, top-level keys, and what may stand beside what.

use super::body::{self, BodyTable};
use super::contact::{self, ContactTable, SurfaceKeys};
use super::joint::{self, JointTable};
use super::model::{self, ModelTable};
use super::syntax;
use super::table::Table;
use crate::keys;
use crate::problem::{Located, Problem, Problems, Span};

/// What a scene file says, before any of it is given a meaning.
pub(crate) struct Document {
    pub title: Option<String>,
    pub model: ModelTable,
    pub bodies: Vec<BodyTable>,
    pub contacts: Vec<ContactTable>,
    pub joints: Vec<JointTable>,
    pub defaults: Defaults,
    pub mechanism: Option<MechanismTable>,
}

/// What `[contact_defaults]` says.
#[derive(Default)]
pub(crate) struct Defaults {
    pub surface: SurfaceKeys,
    /// Pairs of bodies at most this far apart (metres) are contacts, where contacts are found from the shapes.
    pub max_gap: Option<Located<f64>>,
}

/// What `[mechanism]` says.
pub(crate) struct MechanismTable {
    pub span: Span,
    pub matrix: Option<Located<Vec<Vec<f64>>>>,
}

impl Document {
    /// Reads as much as can be read; what is wrong is in `problems`. `None` if not even the syntax is right.
    pub fn read(text: &str, problems: &Problems) -> Option<Self> {
        let root = match syntax::parsed(text) {
            Ok(root) => root,
            Err(mistakes) => {
                mistakes.into_iter().for_each(|mistake| problems.add(mistake));
                return None;
            }
        };
        let root = Table::new(&keys::IMPACT, Span::default(), &root, problems);
        let document = Self::read_root(&root);
        root.finish();
        Some(document)
    }

    fn read_root(root: &Table) -> Self {
        refuse_world(root);
        let complaints = root.problems().count();
        let mechanism = root.table("mechanism").map(mechanism);
        let of_mechanism = mechanism.is_some();
        let bodies = root.tables("body");
        if let (Some(mechanism), Some(body)) = (&mechanism, bodies.first()) {
            let problem = Problem::new(body.span(), "a scene has either bodies or a mechanism, not both")
                .expected("this body")
                .related(mechanism.span, "and this mechanism")
                .help(
                    "a `[mechanism]` gives the contact matrix directly, so nothing is left for bodies to say",
                );
            root.problems().add(problem);
        }
        if mechanism.is_none() && bodies.is_empty() && root.problems().count() == complaints {
            root.problems().add(no_bodies());
        }
        let joints = root.tables("joint");
        if let (Some(mechanism), Some(joint)) = (&mechanism, joints.first()) {
            let problem = Problem::new(joint.span(), "a mechanism has no joints beside its matrix")
                .expected("remove this joint")
                .related(mechanism.span, "the matrix knows what is joined");
            root.problems().add(problem);
        }
        let contacts = if of_mechanism {
            root.tables_with("contact", &keys::MECHANISM_CONTACT)
        } else {
            root.tables("contact")
        };
        Self {
            title: root.text("title").map(|title| title.value),
            model: root.table("model").map(model::read).unwrap_or_default(),
            bodies: bodies.into_iter().enumerate().map(|(number, table)| body::read(table, number)).collect(),
            contacts: contacts.into_iter().map(|table| contact::read(table, of_mechanism)).collect(),
            joints: joints.into_iter().filter_map(joint::read).collect(),
            defaults: root.table("contact_defaults").map(defaults).unwrap_or_default(),
            mechanism,
        }
    }
}

/// A world is another kind of file. Its key is known here so that it can be suggested for one like it.
fn refuse_world(root: &Table) {
    if let Some(span) = root.unasked("world") {
        let problem = Problem::new(span, "the file describes a world in motion")
            .expected("expected a single impact, without `[world]`");
        root.problems().add(problem);
    }
}

fn no_bodies() -> Problem {
    Problem::new(Span::default(), "the scene has no bodies")
        .expected("expected at least one `[[body]]`")
        .help("a body needs a name and a mass: `[[body]]`, `name = \"ball\"`, `mass = 1.0`")
}

fn mechanism(table: Table) -> MechanismTable {
    table.require("matrix", "`matrix = [[...], ...]`, 1/kg: the velocities that unit impulses cause");
    let mechanism = MechanismTable { span: table.span(), matrix: table.square_matrix("matrix") };
    table.finish();
    mechanism
}

fn defaults(table: Table) -> Defaults {
    let defaults = Defaults { surface: contact::surface(&table), max_gap: table.finite("max_gap") };
    table.finish();
    defaults
}
