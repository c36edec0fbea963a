//! Worlds that would never end, and balls that no table has, are refused where the file says so; their neighbours that do end are not.

use carom_scene::{Loaded, Problem, WorldRun, WorldScene, load};

/// A ball that rolls from cushion to cushion, one that stops before any, one that hops on the spot, and one that falls into a pocket.
const ALONG: &str = "[[ball]]\nname = \"a\"\nposition = [0, 0]\nvelocity = [1, 0.3, 0]\n";
const HOPPING: &str = "[[ball]]\nname = \"a\"\nposition = [0, 0]\nvelocity = [0, 0, 1]\n";
const SLOW: &str = "[[ball]]\nname = \"a\"\nposition = [0, 0]\nvelocity = [0.3, 0, 0]\n";
const STILL: &str = "[[ball]]\nname = \"a\"\nposition = [0, 0]\n";
const INTO_A_POCKET: &str = "[[ball]]\nname = \"a\"\nposition = [0, 0]\nvelocity = [0, 1, 0]\n";

fn table(kind: &str, keys: &str, ball: &str) -> String {
    format!("[world]\ntable = \"{kind}\"\n{keys}\n{ball}")
}

fn world(text: &str) -> WorldScene {
    match load(text) {
        Ok(Loaded::World(scene)) => scene,
        Ok(Loaded::Impact(_)) => panic!("an impact, not a world"),
        Err(problems) => panic!("{text}\n{problems:#?}"),
    }
}

fn ending(text: &str) -> &'static str {
    world(text).run().expect("a world that ends").ending().name()
}

/// The only problem, and the text that it points at.
fn refused(text: &str) -> (Problem, &str) {
    let mut found = load(text).map(|_| ()).expect_err(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    let problem = found.remove(0);
    let at = &text[problem.span.start..problem.span.end];
    (problem, at)
}

#[test]
fn a_table_on_which_balls_never_rest_is_refused_and_told_of_until() {
    for (keys, ball, at, message) in [
        ("[cloth]\nrolling_resistance = 0", ALONG, "0", "rolls without resistance never comes to rest"),
        ("[cloth]\nsliding_friction = 0", ALONG, "0", "slides without friction never comes to rest"),
        ("[bed]\ncapture_speed = 0", HOPPING, "0", "infinitely many bounces"),
        ("[bed]\nrestitution = 1.0", HOPPING, "1.0", "hops without loss never comes to rest"),
    ] {
        let text = table("carom", keys, ball);
        let (problem, pointed) = refused(&text);
        assert_eq!(pointed, at);
        assert!(problem.message.contains(message), "{}", problem.message);
        let said = problem.expected.expect("what would be right") + &problem.help.expect("what to do");
        assert!(said.contains("`until = ...`, seconds"), "{said}");
    }
}

#[test]
fn the_same_tables_are_followed_until_a_time_or_where_nothing_goes_on() {
    let timed = |keys: &str, ball: &str| ending(&table("carom", &format!("until = 0.3\n{keys}"), ball));
    assert_eq!(timed("[cloth]\nrolling_resistance = 0", ALONG), "time");
    assert_eq!(timed("[cloth]\nsliding_friction = 0", ALONG), "time");
    assert_eq!(timed("[bed]\ncapture_speed = 0", HOPPING), "time");
    assert_eq!(timed("[bed]\nrestitution = 1", HOPPING), "time");
    for (kind, keys, ball) in [
        ("carom", "[cloth]\nrolling_resistance = 0", STILL),
        ("pool", "[cloth]\nrolling_resistance = 0", INTO_A_POCKET),
        ("carom", "[bed]\ncapture_speed = 0", SLOW),
        ("carom", "[bed]\ncapture_speed = 0\nrestitution = 0", HOPPING),
        ("carom", "[bed]\nrestitution = 1", SLOW),
        ("carom", "[cloth]\nspin_friction = 0", ALONG),
    ] {
        assert_eq!(ending(&table(kind, keys, ball)), "rest", "{keys}");
    }
}

#[test]
fn a_time_beyond_infinitely_many_bounces_is_refused_with_when_they_come_together() {
    // Thrown up at v = 1 m/s it is back after 2v/g, and all bounces at e = ½ take 2v/g · 1/(1 − e) = 0.4077 s.
    let text = table("carom", "until = 1\n[bed]\ncapture_speed = 0", HOPPING);
    let (problem, at) = refused(&text);
    assert_eq!(at, "0");
    assert!(problem.help.expect("when").contains("do not get beyond 0.4077 s"));
    let related = problem.related.expect("the time that is waited for");
    assert_eq!(&text[related.0.start..related.0.end], "1");
}

#[test]
fn a_ball_that_the_cushions_do_not_hold_is_refused_at_its_radius_with_the_range_that_fits() {
    // Pool noses are 36.29 mm high: no higher than a ball, and not below half its radius.
    for (keys, at) in [
        (format!("{STILL}radius = 1e4"), "1e4"),
        (format!("{STILL}radius = 0.3"), "0.3"),
        (format!("{STILL}[balls]\nradius = 0.08"), "0.08"),
        (format!("{STILL}radius = 0.01"), "0.01"),
        ("[balls]\nradius = 0.7\n[rack]\nshape = \"9-ball\"".to_owned(), "0.7"),
    ] {
        let text = table("pool", "", &keys);
        let problems = load(&text).map(|_| ()).expect_err(&text);
        let problem = problems.first().expect("a problem");
        assert_eq!(&text[problem.span.start..problem.span.end], at, "{problems:#?}");
        let expected = problem.expected.as_deref().expect("what would be right");
        assert!(expected.contains("expected a radius from 0.0182 to 0.0725 m"), "{expected}");
    }
    for radius in ["0.0182", "0.0725"] {
        world(&table("pool", "", &format!("{STILL}radius = {radius}")));
    }
}

#[test]
fn a_rigid_pair_of_a_cradle_answers_as_one_ball_of_twice_the_mass() {
    let cradle = |stiffness: &str| {
        world(&format!(
            "[world]\nuntil = 0.3\n[cradle]\nballs = 3\nmass = 1\nradius = 0.01\nlength = 0.1\nangle = 10\n\
             stiffness = {stiffness}"
        ))
    };
    let WorldRun::Cradle(course) = cradle("[1, inf]").run().expect("a cradle") else { panic!("a cradle") };
    let speeds = &course.collisions[0].velocities_after;
    let speed: f64 = speeds.iter().sum();
    // (m − 2m)/(m + 2m) and 2m/(m + 2m) of the speed, to rounding.
    for (found, part) in speeds.iter().zip([-1.0, 2.0, 2.0]) {
        assert!((found - part / 3.0 * speed).abs() < 1e-13 * speed, "{speeds:?}");
    }
    assert!(cradle("inf").run().is_ok());
    let text = "[world]\nuntil = 1\n[cradle]\nballs = 2\nmass = inf\nradius = 0.01\nlength = 1\nangle = 1\nstiffness = 1e30";
    let found = load(text).map(|_| ()).expect_err("no such mass, no such stiffness");
    let expected: Vec<&str> = found.iter().filter_map(|problem| problem.expected.as_deref()).collect();
    assert_eq!(expected, ["a world takes 1e-6 to 1e6 kg", "a world takes 1e-6 to 1e15 N/m, or `inf`"]);
}

#[test]
fn lengths_of_ordinary_size_are_plain_decimals() {
    let text = table("pool", "", "[[ball]]\nname = \"a\"\nposition = [99, 0]\n");
    let (problem, _) = refused(&text);
    assert!(problem.message.starts_with("`a` is 97.73 m inside"), "{}", problem.message);
    let text = "[world]\nuntil = 1\n[[body]]\nname = \"b\"\nmass = 1\nshape = { sphere = { radius = 1 } }\nposition = [0, 0, -40]";
    let (problem, _) = refused(text);
    assert_eq!(problem.message, "`b` starts 41 m below the floor");
}

#[test]
fn a_fixed_body_in_a_world_is_told_of_the_floor_and_of_nothing_else() {
    let text = "[world]\nuntil = 1\n[[body]]\nname = \"table\"\nfixed = true\nshape = { plane = { normal = [0, 0, 1] } }";
    let (problem, pointed) = refused(text);
    assert_eq!(pointed, "fixed");
    assert!(problem.help.expect("a way on").contains("`[floor]`"));
}

#[test]
fn small_slips_in_worlds_are_answered() {
    for (text, at, said) in [
        (
            table("pool", "", &format!("{STILL}[cue]\nball = \"a\"\nspeed = 2\nelevation = 170")),
            "170",
            "up to 90 degrees",
        ),
        (table("pool", "", "[[ball]]\nname = \"\"\nposition = [0, 0]"), "\"\"", "expected a name"),
    ] {
        let (problem, pointed) = refused(&text);
        let expected = problem.expected.expect("what would be right");
        assert!(pointed == at && expected.contains(said), "{pointed}: {expected}");
    }
    // A length just beyond a limit is not rounded to it.
    let fast = table("pool", "", &format!("{STILL}velocity = [100, 3, 0]"));
    assert_eq!(refused(&fast).0.message, "`velocity` is 100.045 m/s long");
    let sought = "[recovery]\nball = \"pool\"\nsliding_friction = \"saught\"\nsamples = [[0, 0, 0]]";
    let problems = carom_scene::RecoveryFile::parse(sought).map(|_| ()).expect_err("no such word");
    assert_eq!(problems[0].help.as_deref(), Some("did you mean `sought`?"));
}

#[test]
fn a_part_of_a_world_without_its_world_is_told_what_is_missing() {
    for (text, at, wanted) in [
        ("[cue]\nspeed = 2\n", "cue", "`[world]` with `table = \"pool\"`"),
        ("title = \"a\"\n[rack]\nshape = \"9-ball\"\n", "rack", "`[world]` with `table = \"pool\"`"),
        ("[cradle]\nballs = 5\n", "cradle", "`[world]`"),
    ] {
        let (problem, pointed) = refused(text);
        assert_eq!(pointed, at);
        assert_eq!(problem.expected.expect("what would be right"), format!("expected {wanted} before it"));
    }
}
