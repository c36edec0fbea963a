//! Synthetic measurements: scenes are solved through their files, not by the route that fits take.

#![allow(dead_code, clippy::unwrap_used)] // Every suite uses a part, and helpers of tests may panic as tests do.

use std::f64::consts::TAU;

use carom_fit::{Fit, Sources, Study};
use carom_scene::{FitFile, load};
use carom_sweep::Template;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// Random numbers that are the same every time.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn uniform(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.uniform(0.0, 1.0)));
        radius * libm::cos(TAU * self.uniform(0.0, 1.0))
    }
}

/// A problem whose truth is known.
pub struct Synthetic {
    /// The scene, with the truth in it.
    pub scene: &'static str,
    /// What is sought, as tables of a fit file.
    pub parameters: &'static str,
    /// The truth, in the order of the parameters.
    pub truth: &'static [f64],
    /// Columns before, with the ends between which they are drawn.
    pub before: &'static [(&'static str, f64, f64)],
    /// Columns after, with their noise, and whether the fit is told of it.
    pub after: &'static [(&'static str, f64, bool)],
    pub rows: usize,
    /// What else a row does to the scene: paths with values that follow from those before.
    pub follows: fn(&[f64]) -> Vec<(&'static str, f64)>,
}

impl Synthetic {
    /// What would be measured without noise, row by row: numbers before and after.
    pub fn clean(&self, random: &mut Random) -> Vec<(Vec<f64>, Vec<f64>)> {
        let example: Vec<f64> = self.before.iter().map(|(_, from, _)| *from).collect();
        let follow: Vec<String> =
            (self.follows)(&example).iter().map(|(path, _)| (*path).to_owned()).collect();
        let paths: Vec<String> =
            self.before.iter().map(|(path, ..)| (*path).to_owned()).chain(follow).collect();
        let template = Template::with_holes(self.scene, &paths).unwrap();
        let row = |_| {
            let before: Vec<f64> =
                self.before.iter().map(|&(_, from, to)| random.uniform(from, to)).collect();
            let followed = (self.follows)(&before).into_iter().map(|(_, value)| value);
            let values: Vec<String> =
                before.iter().copied().chain(followed).map(|value| format!("{value:?}")).collect();
            let scene = load(&template.filled(&values)).unwrap_or_else(|problems| panic!("{problems:?}"));
            let done = scene.evaluate().unwrap();
            let columns = scene.columns();
            let value = |path: &str| {
                done.values[columns.iter().position(|column| column.path == path).unwrap()].unwrap()
            };
            (before, self.after.iter().map(|(path, ..)| value(path)).collect())
        };
        (0..self.rows).map(row).collect()
    }

    /// The table of clean measurements with noise.
    pub fn table(&self, clean: &[(Vec<f64>, Vec<f64>)], random: &mut Random) -> String {
        let names: Vec<&str> = self
            .before
            .iter()
            .map(|(path, ..)| *path)
            .chain(self.after.iter().map(|(path, ..)| *path))
            .collect();
        let mut text = names.join(",") + "\n";
        for (before, after) in clean {
            let after =
                after.iter().zip(self.after).map(|(value, (_, noise, _))| value + noise * random.normal());
            let cells: Vec<String> =
                before.iter().copied().chain(after).map(|value| format!("{value:?}")).collect();
            text.push_str(&(cells.join(",") + "\n"));
        }
        text
    }

    /// The fit file.
    pub fn file(&self, settings: &str) -> FitFile {
        let columns: String = self
            .after
            .iter()
            .filter(|(_, _, told)| *told)
            .map(|(path, noise, _)| format!("[[column]]\nname = \"{path}\"\nnoise = {noise:?}\n"))
            .collect();
        let text = format!(
            "scene = \"scene.toml\"\n[fit]\ndata = \"table.csv\"\n{settings}\n{}\n{columns}",
            self.parameters
        );
        FitFile::parse(&text).unwrap_or_else(|problems| panic!("{problems:?}"))
    }

    pub fn study(&self, table: String, settings: &str) -> Study {
        study_of(&self.file(settings), Some(self.scene), table)
    }

    pub fn fit(&self, seed: u64, settings: &str) -> Fit {
        let mut random = Random::new(seed);
        let clean = self.clean(&mut random);
        let table = self.table(&clean, &mut random);
        self.study(table, settings).fit(false).unwrap()
    }
}

pub fn study_of(file: &FitFile, scene: Option<&str>, table: String) -> Study {
    let sources = Sources { scene: scene.map(str::to_owned), data: Some(table), tracks: Vec::new() };
    Study::new(file, &sources).unwrap_or_else(|error| panic!("{error}: {error:?}"))
}

/// A ball on a floor.
pub const BALL: &str = "
[[body]]
name = \"ball\"
mass = 0.2
inertia = [[8e-5, 0, 0], [0, 8e-5, 0], [0, 0, 8e-5]]
position = [0, 0, 0.0316]
velocity = [1, 0, -2]
angular_velocity = [0, 0, 0]
[[body]]
name = \"floor\"
fixed = true
[[contact]]
between = [\"ball\", \"floor\"]
point = [0, 0, 0]
normal = [0, 0, 1]
restitution = 0.8
friction = 0.25
";

/// A block that hits a floor with a corner.
pub const BLOCK: &str = "
[[body]]
name = \"block\"
mass = 0.05
inertia = [[1, 0, 0], [0, 1.875e-5, 0], [0, 0, 1]]
velocity = [0.3, 0, -2]
angular_velocity = [0, 0, 0]
[[body]]
name = \"floor\"
fixed = true
[[contact]]
between = [\"block\", \"floor\"]
point = [0.01, 0, -0.02]
normal = [0, 0, 1]
restitution = 0.55
friction = 0.22
";

/// Two balls on a table, elastic, so that nothing jumps.
pub const BALLS: &str = "
[[body]]
name = \"upper\"
mass = 1
shape = { sphere = { radius = 1 } }
position = [0, 0, 3]
velocity = [0, 0, -1]
[[body]]
name = \"lower\"
mass = 1.5
shape = { sphere = { radius = 1 } }
position = [0, 0, 1]
[[body]]
name = \"table\"
fixed = true
shape = { plane = { normal = [0, 0, 1] } }
[[contact]]
between = [\"upper\", \"lower\"]
[[contact]]
between = [\"lower\", \"table\"]
stiffness = 1.6
";

fn nothing(_: &[f64]) -> Vec<(&'static str, f64)> {
    Vec::new()
}

/// Five problems: restitution alone; restitution and friction of a ball; of a block at its corners; a ratio of stiffnesses; restitution
/// that falls with speed.
pub const PROBLEMS: [Synthetic; 5] = [
    Synthetic {
        scene: BALL,
        parameters: "[[parameter]]\nat = \"contact.0.restitution\"",
        truth: &[0.8],
        before: &[("body.ball.velocity.z", -4.0, -1.0)],
        after: &[("bodies.ball.velocity.z", 0.03, false)],
        rows: 12,
        follows: nothing,
    },
    Synthetic {
        scene: BALL,
        parameters: "[[parameter]]\nat = \"contact.0.restitution\"\n[[parameter]]\nat = \"contact.0.friction\"",
        truth: &[0.8, 0.25],
        before: &[
            ("body.ball.velocity.x", 1.0, 4.0),
            ("body.ball.velocity.z", -3.0, -1.0),
            ("body.ball.angular_velocity.y", -30.0, 30.0),
        ],
        after: &[
            ("bodies.ball.velocity.x", 0.02, true),
            ("bodies.ball.velocity.z", 0.02, true),
            ("bodies.ball.angular_velocity.y", 1.0, true),
        ],
        rows: 15,
        follows: nothing,
    },
    Synthetic {
        scene: BLOCK,
        parameters: "[[parameter]]\nat = \"contact.0.restitution\"\n[[parameter]]\nat = \"contact.0.friction\"",
        truth: &[0.55, 0.22],
        before: &[
            ("contact.0.point.x", -0.02, 0.02),
            ("body.block.velocity.x", -1.5, 1.5),
            ("body.block.velocity.z", -3.0, -2.0),
            ("body.block.angular_velocity.y", -15.0, 15.0),
        ],
        after: &[
            ("bodies.block.velocity.x", 0.02, false),
            ("bodies.block.velocity.z", 0.02, false),
            ("bodies.block.angular_velocity.y", 0.5, false),
        ],
        rows: 25,
        follows: nothing,
    },
    Synthetic {
        scene: BALLS,
        parameters: "[[parameter]]\nat = \"contact.1.stiffness\"",
        truth: &[1.6],
        before: &[("body.upper.velocity.z", -3.0, -1.0)],
        after: &[("bodies.upper.velocity.z", 0.02, true), ("bodies.lower.velocity.z", 0.02, true)],
        rows: 10,
        follows: nothing,
    },
    Synthetic {
        scene: BALL,
        parameters: "[[parameter]]\nat = \"contact.0.restitution\"\ndepends_on = \"approach-speed\"\nreference_speed = 2",
        truth: &[0.8, 0.15],
        before: &[("body.ball.velocity.z", -5.0, -0.8)],
        after: &[("bodies.ball.velocity.z", 0.03, true)],
        rows: 15,
        follows: |before| vec![("contact.0.restitution", 0.8 * libm::pow(-before[0] / 2.0, -0.15))],
    },
];
