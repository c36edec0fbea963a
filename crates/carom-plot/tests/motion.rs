//! Figures of motions: shots on the table and velocities over time can be drawn, ordinary and degenerate ones, are
//! well-formed, say what they must, and are the same every time.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use carom::{Restitution, Surface};
use carom_motion::billiards::rack::{BallName, Gaps, Rack, RackFrame, RackShape};
use carom_motion::billiards::{Ball, BallState, Exit, Shot, State, Table, Until, simulate};
use carom_motion::cradle::{self, Cradle};
use carom_plot::{Picture, draw_table, draw_velocities_over_time};
use nalgebra::{Vector3, vector};

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

fn at(x: f64, y: f64) -> State {
    State::on_bed(&Ball::POOL, [x, y])
}

fn play(table: &Table, states: &[State]) -> Shot {
    let balls: Vec<BallState> = states.iter().map(|&state| BallState { ball: Ball::POOL, state }).collect();
    simulate(table, &balls, Until::Rest).unwrap()
}

/// Every text of a picture.
fn texts(picture: &Picture) -> Vec<String> {
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

fn has(texts: &[String], wanted: &str) -> bool {
    texts.iter().any(|text| text == wanted)
}

/// How many circles of a picture have a class among their classes.
fn circles(picture: &Picture, class: &str) -> usize {
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let circles = document.descendants().filter(|node| node.has_tag_name("circle"));
    circles.filter(|node| node.attribute("class").is_some_and(|it| it.split(' ').any(|c| c == class))).count()
}

/// What holds for every picture: well-formed, no numbers that are none, and it becomes a PNG that is not all paper.
fn check(picture: &Picture, again: &Picture) {
    let svg = picture.svg();
    roxmltree::Document::parse(svg).unwrap();
    for word in ["NaN", "inf\"", "inf "] {
        assert!(!svg.contains(word), "contains {word}");
    }
    assert_eq!(svg, again.svg(), "differs from run to run");
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(&picture.to_png().unwrap()).unwrap();
    let dark = pixmap.pixels().iter().filter(|pixel| pixel.red() < 128).count();
    assert!(pixmap.width() >= 1400 && dark > 500, "{dark} dark pixels");
}

/// Draws a shot and checks what holds for every picture.
fn drawn(title: &str, table: &Table, shot: &Shot, names: &[String]) -> Picture {
    let picture = draw_table(title, table, shot, names);
    check(&picture, &draw_table(title, table, shot, names));
    picture
}

/// Balls of a nine-ball break and their names.
fn nine_ball() -> (Vec<State>, Vec<String>) {
    let frame = RackFrame { spot: vector![0.635, 0.0], direction: vector![1.0, 0.0] };
    let rack = Rack::pool(RackShape::NineBall, frame, Ball::POOL.radius(), Gaps::TIGHT).unwrap();
    let mut states = vec![at(-0.635, 0.01).moving(vector![8.0, -0.16, 0.0])];
    let mut names = names(&["cue"]);
    for ball in rack.balls() {
        let BallName::Number(number) = ball.name else { panic!("a pool ball has a number") };
        states.push(at(ball.position.x, ball.position.y));
        names.push(number.to_string());
    }
    (states, names)
}

#[test]
fn a_break_shows_every_ball_by_name_where_it_ends_or_among_those_out() {
    let table = Table::pool_nine_foot();
    let (states, names) = nine_ball();
    let shot = play(&table, &states);
    let picture = drawn("Break", &table, &shot, &names);
    let texts = texts(&picture);
    for wanted in
        names.iter().map(String::as_str).chain(["Break", "slides", "rolls", "start", "end", "0.5 m"])
    {
        assert!(has(&texts, wanted), "{wanted} is not among {texts:?}");
    }
    assert_eq!(circles(&picture, "hole"), table.outline.pockets().len());
    assert!(has(&texts, "cue hits a ball"));
}

#[test]
fn a_ball_into_the_middle_pocket_is_listed_below() {
    let table = Table::pool_nine_foot();
    let shot = play(&table, &[at(0.0, 0.0).moving(vector![0.0, 2.0, 0.0])]);
    let Some(Exit::Pocket(_)) = shot.exit(0) else { panic!("{:?}", shot.exit(0)) };
    let texts = texts(&drawn("Alone", &table, &shot, &names(&["a lone ball"])));
    let listed = |text: &String| text.starts_with("a lone ball: left side pocket, ");
    assert!(texts.iter().any(listed), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("1 ball seen from above, ")), "{texts:?}");
}

#[test]
fn hits_of_the_first_ball_are_marked_once_each() {
    let table = Table::carom();
    let first = State { velocity: vector![1.5, 0.0, 0.0], ..at(0.5, 0.2) };
    let shot = play(&table, &[first, at(0.0, -0.4)]);
    let picture = drawn("Cushion", &table, &shot, &names(&["first", "second"]));
    // One mark at the cushion, one in the legend; the sample mark for balls is not there.
    assert_eq!(circles(&picture, "node"), 2);
    let texts = texts(&picture);
    assert!(has(&texts, "first hits a cushion") && !has(&texts, "first hits a ball"), "{texts:?}");
}

#[test]
fn a_ball_that_jumps_is_said_to_fly() {
    let table = Table::pool_nine_foot();
    let shot = play(&table, &[at(-0.5, -0.2).moving(vector![2.0, 0.3, 1.5])]);
    let picture = drawn("Jump", &table, &shot, &names(&["cue"]));
    assert!(has(&texts(&picture), "flies") && picture.svg().contains("class=\"s dots s"));
}

#[test]
fn shots_in_which_nothing_or_little_happens_can_be_drawn() {
    let still = Vector3::zeros();
    for table in [Table::pool_nine_foot(), Table::snooker_twelve_foot(), Table::carom()] {
        let picture = drawn("Still", &table, &play(&table, &[at(0.1, 0.2)]), &names(&["only"]));
        let shown = texts(&picture);
        assert!(has(&shown, "only") && has(&shown, "nothing moves"), "{shown:?}");
        drawn("No ball", &table, &play(&table, &[]), &[]);
        let spins = at(0.1, 0.2).moving(still).spinning(vector![0.0, 0.0, 30.0]);
        drawn("Spins in place", &table, &play(&table, &[spins]), &[]);
        let slow = at(0.1, 0.2).moving(vector![1e-9, 0.0, 0.0]);
        drawn("Hardly moves", &table, &play(&table, &[slow]), &names(&["", "one name too many"]));
    }
}

#[test]
fn a_shot_that_pockets_everything_can_be_drawn() {
    let table = Table::pool_nine_foot();
    let states = [at(0.0, 0.2).moving(vector![0.0, 2.0, 0.0]), at(0.0, -0.2).moving(vector![0.0, -2.0, 0.0])];
    let shot = play(&table, &states);
    assert!((0..2).all(|ball| shot.exit(ball).is_some()));
    let texts = texts(&drawn("All out", &table, &shot, &names(&["7", "8"])));
    for pocket in ["left side pocket", "right side pocket"] {
        assert!(texts.iter().any(|text| text.starts_with(pocket)), "{texts:?}");
    }
}

#[test]
fn names_of_balls_are_text_whatever_they_contain() {
    let table = Table::carom();
    let shot = play(&table, &[at(0.1, 0.2).moving(vector![1.0, 0.0, 0.0]), at(0.7, 0.2), at(-0.7, 0.1)]);
    let odd = names(&["<b>&\"x\"\u{7}", "a very long name of a ball that no table has room for beside it"]);
    let picture = drawn("5 < 6 & \u{0}", &table, &shot, &odd);
    assert!(has(&texts(&picture), "3"), "a ball without a name is numbered");
}

#[test]
fn velocities_of_a_cradle_step_at_its_collisions() {
    let smooth = Surface::smooth(Restitution::new(0.97).unwrap());
    let cradle = Cradle::equal(5, 0.1, 0.015, 0.2, smooth).unwrap().lift_left(1, 0.3).unwrap();
    let course = cradle.run(cradle::Until::Time(2.0)).unwrap();
    let instants: Vec<f64> = course.collisions.iter().map(|collision| collision.time).collect();
    let balls = names(&["first", "second", "third", "fourth", "fifth"]);
    let speed = |ball: usize, time: f64| course.at(ball, time).speed;
    let draw = || draw_velocities_over_time("Cradle", &balls, course.end, &instants, &speed, "velocity");
    let picture = draw();
    check(&picture, &draw());
    let texts = texts(&picture);
    for wanted in balls.iter().map(String::as_str).chain(["velocity / m/s", "time / s", "velocity over time"])
    {
        assert!(has(&texts, wanted), "{wanted} is not among {texts:?}");
    }
}

#[test]
fn a_jump_is_a_vertical_step_and_a_straight_line_stays_straight() {
    // 1 m/s until 0.3 s, then 0.5 m/s, on axes from 0 to 1 s and 0 to 1.05 m/s: four points, of which the two in the
    // middle share their place across the page.
    let speed = |_: usize, time: f64| if time < 0.3 { 1.0 } else { 0.5 };
    let picture = draw_velocities_over_time("Step", &names(&["body"]), 1.0, &[0.3], &speed, "speed");
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let lines = document.descendants().filter(|node| node.attribute("class") == Some("s s0"));
    let path = lines.filter_map(|node| node.attribute("d")).next_back().unwrap();
    let points: Vec<Vec<f64>> = path[1..]
        .replace('L', " ")
        .split(' ')
        .map(|number| number.parse::<f64>().unwrap())
        .collect::<Vec<f64>>()
        .chunks(2)
        .map(<[f64]>::to_vec)
        .collect();
    assert_eq!(points.len(), 4, "{path}");
    assert_eq!(points[1][0], points[2][0], "{path}");
    assert_eq!((points[0][1], points[2][1]), (points[1][1], points[3][1]), "{path}");
}

#[test]
fn odd_velocities_can_be_drawn() {
    let draw = |end: f64, instants: &[f64], bodies: usize, speed: &dyn Fn(usize, f64) -> f64| {
        let names: Vec<String> = (0..bodies).map(|body| format!("body {body}")).collect();
        let picture = draw_velocities_over_time("Odd", &names, end, instants, speed, "speed");
        check(&picture, &draw_velocities_over_time("Odd", &names, end, instants, speed, "speed"));
        picture
    };
    assert!(has(&texts(&draw(1.0, &[], 2, &|_, _| 0.0)), "nothing moves"));
    draw(0.0, &[0.0], 1, &|_, _| 1.0);
    draw(f64::NAN, &[f64::NAN, 1.0], 1, &|_, _| 1.0);
    draw(f64::INFINITY, &[], 1, &|_, _| 1.0);
    draw(1.0, &[], 0, &|_, _| 1.0);
    draw(1.0, &[0.5], 1, &|_, time| if time < 0.5 { f64::NAN } else { f64::INFINITY });
    draw(1e-9, &[5e-10], 1, &|_, time| 1e12 * time);
    draw(1.0, &[0.9, 0.1, 0.5, 0.5, 7.0, -1.0], 10, &|body, time| time * body as f64);
    let many = draw(1.0, &[], 60, &|body, time| time * body as f64);
    assert!(has(&texts(&many), "body 59"));
}
