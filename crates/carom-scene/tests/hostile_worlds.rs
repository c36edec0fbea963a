//! Worlds with any numbers that the ranges allow: followed or given up with a reason, and every number of the document is one.

use carom_scene::{Loaded, WorldReport, load};

/// Worlds of each kind.
const WORLDS: u64 = 40;

/// A small generator: the same worlds on every machine.
struct Random(u64);

impl Random {
    /// In [0, 1).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        (mixed >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Any power of ten between two of them.
    fn size(&mut self, low: f64, high: f64) -> f64 {
        10_f64.powf(low.log10() + (high / low).log10() * self.next())
    }

    /// A vector no longer than `most`.
    fn vector(&mut self, most: f64) -> String {
        let size = self.size(1e-3, most) / 3_f64.sqrt();
        let [x, y, z] = [(); 3].map(|()| size * (2.0 * self.next() - 1.0));
        format!("[{x}, {y}, {z}]")
    }

    /// A coefficient of restitution, at its ends one time in three.
    fn restitution(&mut self) -> f64 {
        let e = 1.5 * self.next() - 0.25;
        e.clamp(0.0, 1.0)
    }

    fn material(&mut self) -> String {
        let (e, mu, compliance) = (self.restitution(), self.size(1e-6, 1e2), self.size(1e-3, 1e3));
        format!("restitution = {e}\nfriction = {mu}\ncompliance = {compliance}\n")
    }
}

fn bouncing(random: &mut Random) -> String {
    let (floor, between) = (random.material(), random.material());
    let mut text = format!("[world]\nuntil = 0.5\n[floor]\n{floor}[contact_defaults]\n{between}");
    for (name, shape) in [("a", "sphere = { radius = 1 }"), ("b", "box = { size = [1, 2, 0.5] }")] {
        let (mass, velocity, spin) = (random.size(1e-6, 1e6), random.vector(1e3), random.vector(1e3));
        text += &format!(
            "[[body]]\nname = \"{name}\"\nmass = {mass}\nshape = {{ {shape} }}\nposition = [0, 0, 2]\n\
             velocity = {velocity}\nangular_velocity = {spin}\n"
        );
    }
    text
}

fn cradle(random: &mut Random) -> String {
    let (mass, length) = (random.size(1e-6, 1e6), random.size(1e-2, 1e4));
    let each = |random: &mut Random, value: fn(&mut Random) -> f64| {
        let [a, b, c] = [(); 3].map(|()| value(random));
        format!("[{a}, {b}, {c}]")
    };
    let e = each(random, Random::restitution);
    let k = each(random, |random| random.size(1e-3, 1e3));
    format!(
        "[world]\nuntil = 1\n[cradle]\nballs = 4\nmass = {mass}\nradius = 0.01\nlength = {length}\nangle = 60\n\
         restitution = {e}\nstiffness = {k}\nswing = \"true\"\n"
    )
}

fn billiards(random: &mut Random) -> String {
    let (balls, cushion) = (random.material(), random.material());
    let (sliding, rolling) = (random.size(1e-3, 1e1), random.size(1e-3, 1e1));
    let (velocity, spin) = (random.vector(1e2), random.vector(1e4));
    format!(
        "[world]\ntable = \"pool\"\nuntil = 1\n[balls]\n{balls}[cushion]\n{cushion}\
         [cloth]\nsliding_friction = {sliding}\nrolling_resistance = {rolling}\n\
         [[ball]]\nname = \"a\"\nposition = [0, 0]\nvelocity = {velocity}\nangular_velocity = {spin}\n\
         [[ball]]\nname = \"b\"\nposition = [0.3, 0.1]\n"
    )
}

#[test]
fn every_world_within_the_ranges_has_an_end_and_a_document_of_numbers() {
    let mut followed = 0;
    for seed in 0..WORLDS {
        for make in [bouncing, cradle, billiards] {
            let text = make(&mut Random(seed.wrapping_mul(7919) + 1));
            let Ok(Loaded::World(scene)) = load(&text) else { panic!("refused:\n{text}") };
            let run = scene.run();
            followed += u64::from(run.is_ok());
            let json = WorldReport::new(&scene, &run).json(Some(0.1));
            assert!(!json.contains("null"), "{text}\n{json}");
        }
    }
    // Those given up are few: cue balls that hop for ever, strings that go slack.
    assert!(followed >= 3 * WORLDS * 9 / 10, "{followed}");
}
