//! Scenes in which no contact acts say so in their first line, and why.

use carom_scene::{Report, Scene, TextOptions};

fn first_line(text: &str) -> String {
    let scene = Scene::parse(text).expect("a scene");
    let solved = scene.solve();
    let report = Report::new(&scene, &solved).text(TextOptions::default());
    report.lines().next().unwrap_or_default().to_owned()
}

fn two_points(velocity: &str, normal: &str) -> String {
    format!(
        "[[body]]\nname = \"a\"\nmass = 1\nvelocity = {velocity}\n[[body]]\nname = \"b\"\nfixed = true\n\
         [[contact]]\nbetween = [\"a\", \"b\"]\npoint = [0, 0, 0]\nnormal = {normal}\n"
    )
}

#[test]
fn a_reversed_normal_without_shapes_is_suspected() {
    let line = first_line(&two_points("[0, 0, -1]", "[0, 0, -1]"));
    assert_eq!(line, "Nothing happens: the only contact separates; is a normal reversed, or a velocity?");
}

#[test]
fn bodies_at_rest_or_gliding_past_are_told_apart_from_those_that_separate() {
    for velocity in ["[0, 0, 0]", "[1, 0, 0]"] {
        let line = first_line(&two_points(velocity, "[0, 0, 1]"));
        assert_eq!(line, "Nothing happens: nothing moves along the normal of any contact");
    }
}

#[test]
fn normals_from_shapes_are_not_suspected() {
    let text = "[[body]]\nname = \"a\"\nmass = 1\nvelocity = [0, 0, 1]\nposition = [0, 0, 1]\nshape = { sphere = { radius = 1 } }\n\
                [[body]]\nname = \"b\"\nfixed = true\nshape = { plane = {} }\n";
    assert_eq!(first_line(text), "Nothing happens: the only contact separates");
}

#[test]
fn an_impact_has_its_usual_first_line() {
    let line = first_line(&two_points("[0, 0, -1]", "[0, 0, 1]"));
    assert!(line.starts_with("simultaneous impact"), "{line}");
}
