//! Stages and films: what moves is drawn, well-formed, the same every time, and plays in every format.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness, Trace};
use carom_motion::billiards::{Ball, BallState, State, Table, Until, simulate};
use carom_plot::film::{Film, Step, film_in_steps, film_of_bodies, film_of_impact, film_of_table};
use carom_plot::stage::{Actor, Guide, HalfSpace, Solid, Stage};
use carom_plot::{Clock, Motion, Page, Subject, TableFigure, View, Window};
use carom_shapes::{Placed, Shape};
use nalgebra::{UnitQuaternion, Vector3, vector};

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

/// A ball falls on a ball on a table.
fn impact() -> (Impact, Trace, Stage) {
    let law = NormalLaw::touching(Restitution::new(0.9).unwrap(), Stiffness::UNIT);
    let upper =
        Body::ball(1.0, 1.0).unwrap().at(vector![0.0, 0.0, 3.0]).unwrap().moving(vector![0.0, 0.0, -1.0]);
    let lower = Body::ball(1.2, 1.0).unwrap().at(vector![0.0, 0.0, 1.0]).unwrap();
    let contacts = vec![
        Contact::new([0, 1], vector![0.0, 0.0, 2.0], Vector3::z(), law).unwrap(),
        Contact::new([1, 2], Vector3::zeros(), Vector3::z(), law).unwrap(),
    ];
    let impact = Impact::new(vec![upper.unwrap(), lower, Body::fixed()], contacts, Model::default()).unwrap();
    let (_, trace) = impact.trace().unwrap();
    let sphere = Shape::Sphere { radius: 1.0 };
    let plane = Shape::Plane { normal: Vector3::z() };
    let placed = |shape, z| {
        Some(Placed { shape, position: vector![0.0, 0.0, z], orientation: UnitQuaternion::identity() })
    };
    let shapes = [placed(&sphere, 3.0), placed(&sphere, 1.0), placed(&plane, 0.0)];
    let bodies = names(&["upper", "lower", "table"]);
    let stage = Stage::of_impact(&impact, &bodies, &names(&["upper-lower", "lower-table"]), &shapes);
    (impact, trace, stage)
}

fn impact_film(seconds: f64) -> Film {
    let (impact, trace, stage) = impact();
    let subject = Subject {
        title: "Ball on ball",
        impact: Some(&impact),
        problem: impact.contact_problem(),
        body_names: &[],
        contact_names: &[],
        trace: &trace,
        contact: None,
        clock: Clock::Relative,
        view: View::default(),
    };
    film_of_impact(&subject, &stage, seconds).unwrap()
}

/// What holds for every film: well-formed, with animations over the whole film, no number that is none, the same every time.
fn check(film: &Film, again: &Film) {
    let svg = film.svg().unwrap();
    assert_eq!(svg, again.svg().unwrap(), "differs from run to run");
    for word in ["NaN", "inf\"", "inf "] {
        assert!(!svg.contains(word), "contains {word}");
    }
    let document = roxmltree::Document::parse(&svg).unwrap();
    let mut animations = 0;
    for node in document.descendants().filter(|node| node.tag_name().name().starts_with("animate")) {
        animations += 1;
        let times: Vec<f64> =
            node.attribute("keyTimes").unwrap().split(';').map(|time| time.parse().unwrap()).collect();
        assert!(times.is_sorted() && times[0] == 0.0 && times[times.len() - 1] == 1.0, "{times:?}");
        assert_eq!(node.attribute("values").unwrap().split(';').count(), times.len());
    }
    assert!(animations > 0);
}

#[test]
fn an_impact_plays_in_slow_motion_with_its_bodies_contacts_and_forces() {
    let film = impact_film(6.0);
    check(&film, &impact_film(6.0));
    assert_eq!(film.length(), 6.0);
    let svg = film.searchable_svg();
    for text in ["upper", "lower", "slow motion", "force (relative)", "contact that is pressed"] {
        assert!(svg.contains(text), "{text} is missing");
    }
}

#[test]
fn frames_of_an_apng_are_as_many_as_asked_for_and_differ() {
    let bytes = impact_film(2.0).to_apng(10.0, 48.0).unwrap();
    let decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
    let mut reader = decoder.read_info().unwrap();
    let control = reader.info().animation_control.unwrap();
    assert_eq!((control.num_frames, control.num_plays), (20, 0));
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let first = reader.next_frame(&mut buffer).unwrap();
    assert_eq!((first.width, first.height), (reader.info().width, reader.info().height));
    let second = reader.next_frame(&mut buffer).unwrap();
    assert!(second.width < first.width || second.height < first.height, "only what changes is written");
}

#[test]
fn a_gif_has_its_frames_and_repeats() {
    let bytes = impact_film(1.0).to_gif(10.0, 48.0).unwrap();
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(b";"));
    let mut decoder = gif::DecodeOptions::new().read_info(std::io::Cursor::new(&bytes)).unwrap();
    let mut frames = 0;
    let mut hundredths = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames += 1;
        hundredths += u32::from(frame.delay);
    }
    assert_eq!((frames, hundredths), (10, 100));
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
}

#[test]
fn too_many_frames_are_refused() {
    let error = impact_film(600.0).to_apng(100.0, 48.0).unwrap_err();
    assert!(error.to_string().contains("expected 1 to"), "{error}");
}

#[test]
fn a_shot_plays_in_real_time_and_balls_that_fall_vanish() {
    let table = Table::pool_nine_foot();
    let at = |x: f64, y: f64| State::on_bed(&Ball::POOL, [x, y]);
    let corner =
        table.outline.pockets().iter().find(|pocket| pocket.centre.x > 0.0 && pocket.centre.y > 0.0).unwrap();
    let towards = Vector3::new(corner.centre.x - 0.9, corner.centre.y - 0.3, 0.0).normalize();
    let states = [at(0.9, 0.3).moving(towards * 2.0), at(-0.5, 0.0)];
    let balls: Vec<BallState> = states.iter().map(|&state| BallState { ball: Ball::POOL, state }).collect();
    let shot = simulate(&table, &balls, Until::Rest).unwrap();
    assert!(shot.exit(0).is_some(), "the ball falls");
    let names = names(&["1", "2"]);
    let instants: Vec<f64> = shot.events.iter().map(|event| event.time).collect();
    let figure = TableFigure {
        title: "",
        table: &table,
        shot: &shot,
        names: &names,
        cue: None,
        page: Page::default(),
    };
    let motion =
        Motion { title: "", names: &names, end: shot.end, instants: &instants, view: View::default() };
    let film = || film_of_table(&figure, &motion, None).unwrap();
    check(&film(), &film());
    assert!((film().length() - shot.end - 0.8).abs() < 1e-9, "{} s of {} s", film().length(), shot.end);
    assert!(film().searchable_svg().contains("attributeName=\"opacity\""));
    let slow = film_of_table(&figure, &motion, Some(10.0)).unwrap();
    assert!((slow.length() - 10.0).abs() < 1e-9 && slow.searchable_svg().contains("times real time"));
}

#[test]
fn tumbling_bodies_and_pendulums_play_from_the_side() {
    let corners = [-1.0, 1.0].iter().flat_map(|&x| [-0.2, 0.2].map(|z| vector![x, 0.0, 1.0 + z])).collect();
    let actor = Actor {
        name: "stick".to_owned(),
        solids: vec![Solid { corners, radius: 0.0 }],
        half_space: None,
        position: vector![0.0, 0.0, 1.0],
        velocity: Vector3::zeros(),
        angular_velocity: Vector3::zeros(),
        guide: Guide::Free,
    };
    let floor = Actor {
        name: "floor".to_owned(),
        solids: Vec::new(),
        half_space: Some(HalfSpace { point: Vector3::zeros(), normal: Vector3::z() }),
        guide: Guide::Fixed,
        ..actor.clone()
    };
    let stage = Stage { actors: vec![actor, floor], ..Stage::default() };
    let pose = |_: usize, time: f64| {
        (vector![time, 0.0, 1.0], UnitQuaternion::from_scaled_axis(Vector3::y() * (3.0 * time)))
    };
    let names = names(&["stick"]);
    let view = View { window: Window::new(None, Some(1.0)).unwrap(), ..View::default() };
    let motion = Motion { title: "stick", names: &names, end: 2.0, instants: &[], view };
    for pivots in [vec![], vec![vector![0.0, 0.0, 3.0]]] {
        let film = || film_of_bodies(&stage, &pivots, &motion, &pose, None).unwrap();
        check(&film(), &film());
        assert!(film().searchable_svg().contains("attributeName=\"points\""), "the stick turns");
    }
}

#[test]
fn an_impact_without_time_plays_step_by_step() {
    let (impact, _, stage) = impact();
    let start: Vec<carom::Motion> = impact.bodies().iter().map(Body::motion).collect();
    let mut after = start.clone();
    after.swap(0, 1);
    let steps = [
        Step { contacts: vec![0], motions: after.clone() },
        Step { contacts: vec![1], motions: start.clone() },
    ];
    let film = || film_in_steps(&Page::default(), "steps", &stage, (&start, &steps), 4.0).unwrap();
    check(&film(), &film());
    assert!(film().searchable_svg().contains("2 collisions, one after the other"));
}

#[test]
fn a_scene_shows_bodies_contacts_and_velocities() {
    let (_, _, stage) = impact();
    let picture = stage.draw(&Page::default(), "Ball on ball").unwrap();
    assert_eq!(picture, stage.draw(&Page::default(), "Ball on ball").unwrap());
    let svg = picture.svg();
    for text in [
        "upper",
        "lower",
        "table",
        "velocity, the longest 1 m/s",
        "3 bodies and 2 contacts",
        "1: upper-lower",
        "from the front",
    ] {
        assert!(svg.contains(text), "{text} is missing");
    }
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(&picture.to_png().unwrap()).unwrap();
    assert!(pixmap.pixels().iter().filter(|pixel| pixel.red() < 128).count() > 500);
}

#[test]
fn scenes_of_bodies_without_shapes_and_of_nothing_can_be_drawn() {
    let (impact, _, _) = impact();
    let bare = Stage::of_impact(&impact, &[], &[], &[]);
    let svg = bare.draw(&Page::default(), "").unwrap();
    assert!(svg.svg().contains("body 1") && svg.svg().contains("body 3"));
    roxmltree::Document::parse(Stage::default().draw(&Page::default(), "").unwrap().svg()).unwrap();
}
