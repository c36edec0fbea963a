//! The numbers of a result, each under a path: what a table of many results has as columns.
//!
//! A path is that of the JSON document, with names instead of numbers where there are names: `bodies.upper.velocity.z`,
//! `contacts.upper-lower.normal_impulse`, `energy.after`. Which paths a scene has depends on its bodies and contacts alone, not on
//! whether it can be solved.

mod impact;
mod world;

use crate::world::Loaded;

/// A number that the result of a scene has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its place among the results, such as `bodies.upper.velocity.z`.
    pub path: String,
    /// Its unit, such as `m/s`; empty for counts, and `relative` for times and forces of impacts whose stiffnesses are ratios.
    pub unit: &'static str,
}

/// What became of a scene, as numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// How it ended: the `outcome` of the JSON document.
    pub outcome: &'static str,
    /// One value for each column of the scene; none where it does not apply, as the pocket of a ball that stays on the table.
    pub values: Vec<Option<f64>>,
}

impl Loaded {
    /// The numbers that a result has, in the order of [`Evaluation::values`].
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        match self {
            Self::Impact(scene) => impact::columns(scene),
            Self::World(world) => world::columns(world),
        }
    }

    /// Solves the impact, or follows the world, and gives the numbers alone: faster than a report, which has the whole course.
    ///
    /// # Errors
    /// Why it could not be solved, in words.
    pub fn evaluate(&self) -> Result<Evaluation, String> {
        match self {
            Self::Impact(scene) => impact::evaluate(scene),
            Self::World(world) => world::evaluate(world),
        }
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// A list of columns that grows.
#[derive(Default)]
struct Listing(Vec<Column>);

impl Listing {
    fn number(&mut self, path: &str, unit: &'static str) {
        self.0.push(Column { path: path.to_owned(), unit });
    }

    /// One column for each part.
    fn parts(&mut self, path: &str, parts: &[&str], unit: &'static str) {
        for part in parts {
            self.number(&format!("{path}.{part}"), unit);
        }
    }

    fn vector(&mut self, path: &str, unit: &'static str) {
        self.parts(path, &AXES, unit);
    }
}

/// −0 has a sign that means nothing here.
fn known(numbers: impl IntoIterator<Item = f64>) -> impl Iterator<Item = Option<f64>> {
    numbers.into_iter().map(|number| Some(number + 0.0))
}

#[cfg(test)]
mod tests {
    use crate::load;

    /// One scene of every kind; the second mechanism has friction.
    const KINDS: [&str; 6] = [
        "body = [{ name = \"a\", mass = 1, velocity = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },\n\
                 { name = \"b\", mass = 1, position = [1, 0, 0], shape = { sphere = { radius = 0.5 } } }]",
        "[mechanism]\nmatrix = [[1]]\n[[contact]]\nnormal_velocity = -1",
        "[mechanism]\nmatrix = [[2, 0, 0], [0, 2, 0], [0, 0, 1]]\n[[contact]]\nvelocity = [1, 0, -1]\nfriction = 0.2",
        "[world]\n[[body]]\nname = \"ball\"\nmass = 1\nshape = { sphere = { radius = 0.1 } }\nposition = [0, 0, 1]\n\
         [floor]\nrestitution = 0.5",
        "[world]\ntable = \"pool\"\n[[ball]]\nname = \"cue\"\nposition = [0, 0]\n[cue]\nspeed = 1",
        "[world]\nuntil = 1.0\n[cradle]\nballs = 3\nmass = 0.1\nradius = 0.01\nlength = 0.1\nangle = 10",
    ];

    #[test]
    fn every_kind_of_scene_has_one_value_for_each_column_and_no_path_twice() {
        for text in KINDS {
            let scene = load(text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"));
            let columns = scene.columns();
            let done = scene.evaluate().unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_eq!(done.values.len(), columns.len(), "{text}");
            let mut paths: Vec<&str> = columns.iter().map(|column| column.path.as_str()).collect();
            paths.sort_unstable();
            assert!(paths.windows(2).all(|pair| pair[0] != pair[1]), "{paths:?}");
        }
    }

    #[test]
    fn values_stand_under_their_paths() {
        let scene = load(KINDS[0]).expect("a scene without mistakes");
        let done = scene.evaluate().expect("two balls");
        let value = |path: &str| {
            let place = scene.columns().iter().position(|column| column.path == path);
            place.and_then(|place| done.values[place])
        };
        assert_eq!(done.outcome, "separated");
        // Equal elastic balls swap their velocities: 1 kg takes over 1 m/s.
        for (path, exact) in [
            ("bodies.b.velocity.x", 1.0),
            ("bodies.a.velocity.x", 0.0),
            ("contacts.a-b.normal_impulse", 1.0),
            ("energy.after", 0.5),
        ] {
            let found = value(path).unwrap_or_else(|| panic!("{path} is missing"));
            assert!((found - exact).abs() < 1e-14, "{path} is {found}");
        }
    }
}
