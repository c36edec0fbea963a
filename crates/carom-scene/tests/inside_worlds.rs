//! Every impact of a world is a scene of its own, which has the outcome that it had in the world.

use std::path::{Path, PathBuf};

use carom_motion::billiards::ShotEventKind;
use carom_motion::bouncing::FloorEventKind;
use carom_scene::{Loaded, Moment, Scene, WorldRun, WorldScene, load};

/// Impacts looked at in each world: the first ones, among which is the break of a rack.
const FIRST: usize = 12;
/// Relative. A text has all digits; normals are made unit vectors twice, and a cradle's collision is solved in another frame. An impact of ten balls
/// amplifies such roundings a little.
const ROUNDING: f64 = 1e-9;

fn worlds() -> Vec<(PathBuf, WorldScene)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/motion");
    let paths = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    paths.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a file");
    let world = |path: PathBuf| match load(&read(&path)) {
        Ok(Loaded::World(world)) => (path, world),
        other => panic!("{}: {other:?}", path.display()),
    };
    paths.into_iter().map(world).collect()
}

fn solved(text: &str) -> (Scene, carom::Outcome) {
    let scene = Scene::parse(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    let outcome = scene.solve().expect("an answer").outcome;
    (scene, outcome)
}

fn close(a: f64, b: f64, size: f64, what: &str) {
    assert!((a - b).abs() <= ROUNDING * size, "{what}: {a} against {b}");
}

#[test]
fn an_impact_opened_has_the_outcome_it_had_in_the_world() {
    let mut seen = 0;
    for (path, world) in worlds() {
        let at = |event: usize| world.impact_scene(Moment::Event(event)).expect("a run");
        let name = path.display().to_string();
        match world.run().expect("a run") {
            WorldRun::Billiards { shot, .. } => {
                for (number, event) in shot.events.iter().enumerate().take(FIRST) {
                    let ShotEventKind::Collides(collision) = &event.kind else {
                        assert_eq!(at(number), None, "{name}");
                        continue;
                    };
                    let (scene, outcome) = solved(&at(number).expect("an impact"));
                    let energy = outcome.energy;
                    close(energy.before, collision.energy.before, energy.before, &name);
                    close(energy.after, collision.energy.after, energy.before, &name);
                    close(outcome.duration, collision.duration, outcome.duration, &name);
                    for &ball in &collision.balls {
                        assert!(scene.body_names().contains(&world.names()[ball]), "{name}");
                    }
                    seen += 1;
                }
            }
            WorldRun::Bouncing(course) => {
                for (number, event) in course.events.iter().enumerate().take(FIRST) {
                    let FloorEventKind::Impact { contacts } = &event.kind else {
                        assert_eq!(at(number), None, "{name}");
                        continue;
                    };
                    let (_, outcome) = solved(&at(number).expect("an impact"));
                    for (touch, contact) in contacts.iter().zip(&outcome.contacts) {
                        let off = (touch.impulse - contact.impulse).norm();
                        close(off, 0.0, touch.impulse.norm(), &name);
                    }
                    seen += 1;
                }
            }
            WorldRun::Cradle(course) => {
                for (number, collision) in course.collisions.iter().enumerate().take(FIRST) {
                    let (_, outcome) = solved(&at(number).expect("an impact"));
                    let fastest =
                        collision.velocities_before.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
                    for (body, after) in outcome.bodies.iter().zip(&collision.velocities_after) {
                        close(body.linear.x, *after, fastest, &name);
                    }
                    seen += 1;
                }
                assert_eq!(at(course.collisions.len()), None, "{name}");
            }
        }
    }
    assert!(seen > 50, "only {seen} impacts");
}

#[test]
fn the_blow_of_the_cue_opened_sets_the_ball_going_as_in_the_world() {
    let mut seen = 0;
    for (path, world) in worlds() {
        let text = world.impact_scene(Moment::Cue).expect("a run");
        let stroke = world.blow().and_then(|blow| blow.outcome.as_ref().ok()?.stroke().cloned());
        assert_eq!(text.is_some(), stroke.is_some(), "{}", path.display());
        let Some((text, stroke)) = text.zip(stroke) else { continue };
        let (scene, outcome) = solved(&text);
        let ball = &world.names()[world.blow().expect("a blow").ball];
        let number = scene.body_names().iter().position(|name| name == ball).expect("the ball");
        let off = (outcome.bodies[number].linear - stroke.velocity).norm();
        close(off, 0.0, stroke.velocity.norm(), &path.display().to_string());
        seen += 1;
    }
    assert!(seen > 5, "only {seen} blows");
}

#[test]
fn names_of_fixed_bodies_give_way_to_those_of_the_world() {
    let text = "[world]\nuntil = 1\n[floor]\nrestitution = 0.5\n[[body]]\nname = \"floor\"\nmass = 1\n\
                shape = { sphere = { radius = 0.1 } }\nposition = [0, 0, 0.3]\n";
    let Ok(Loaded::World(world)) = load(text) else { panic!("no world") };
    let scene = world.impact_scene(Moment::Event(0)).expect("a run").expect("an impact");
    assert_eq!(solved(&scene).0.body_names(), ["floor", "floor'"]);
}

#[test]
fn a_body_of_an_opened_impact_has_its_shape_turned_as_it_is_then() {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/motion/thrown-pencil.toml"),
    )
    .expect("a file");
    let Ok(Loaded::World(world)) = load(&text) else { panic!("no world") };
    let (scene, _) = solved(&world.impact_scene(Moment::Event(0)).expect("a run").expect("an impact"));
    let impact = scene.impact().expect("bodies");
    // The tip is a corner of the shape: with the shape, and without `point`, the contact is found there.
    let shapes = scene.shapes();
    let [pencil, floor] = [shapes[0].expect("its shape"), shapes[1].expect("the floor")];
    let touches = carom_shapes::touching(&pencil, &floor).expect("a pair");
    let off = (touches[0].point - impact.contacts()[0].point()).norm();
    close(off, 0.0, 3.5, "the tip");
}

#[test]
fn points_that_are_not_on_the_surface_leave_a_body_without_its_shape() {
    let text = "[world]\nuntil = 1\n[floor]\nrestitution = 0.5\n[[body]]\nname = \"die\"\nmass = 1\n\
                shape = { box = { size = [0.1, 0.1, 0.1] } }\npoints = [[0, 0, -0.2]]\nposition = [0, 0, 0.3]\n";
    let Ok(Loaded::World(world)) = load(text) else { panic!("no world") };
    let scene = world.impact_scene(Moment::Event(0)).expect("a run").expect("an impact");
    assert!(!scene.contains("box") && scene.contains("inertia"), "{scene}");
    solved(&scene);
}
