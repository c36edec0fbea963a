//! Charts of anything can be drawn, ordinary and degenerate ones, and say what they were told.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use carom_plot::Picture;
use carom_plot::chart::{Chart, Interval, Plot};

fn parabola() -> Vec<[f64; 2]> {
    (0..=20).map(|i| 0.1 * f64::from(i)).map(|x| [x, x * x]).collect()
}

/// The classes of every element of one kind.
fn classes(picture: &Picture, element: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let elements = document.descendants().filter(|node| node.has_tag_name(element));
    elements.filter_map(|node| node.attribute("class")).map(str::to_owned).collect()
}

fn texts(picture: &Picture) -> Vec<String> {
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text()).map(str::to_owned).collect()
}

#[test]
fn a_chart_names_its_axes_series_and_points() {
    let plot = Plot::new("time / s", "height / m")
        .heading("(a) thrown")
        .line("path", parabola())
        .rings("measured", [[1.0, 1.1]])
        .letter([2.0, 4.0], "B")
        .words([0.5, 3.0], "below the path");
    let picture = Chart::new("A stone", "height over time").plot(plot).draw();
    let texts = texts(&picture);
    for wanted in
        ["A stone", "time / s", "height / m", "(a) thrown", "path", "measured", "B", "below the path"]
    {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is missing in {texts:?}");
    }
}

#[test]
fn a_series_has_one_colour_in_all_plots_and_in_the_legend() {
    let plot =
        |others: &str| Plot::new("x", "y").line(others, [[0.0, 0.0], [1.0, 1.0]]).line("shared", parabola());
    let picture = Chart::new("Two", "plots").columns(2).plot(plot("first")).plot(plot("second")).draw();
    let lines = classes(&picture, "path");
    let of = |colour: &str| lines.iter().filter(|class| class.split(' ').any(|c| c == colour)).count();
    // In the order of their appearance: first, shared, second. Each is in the legend and once in its plot or plots.
    assert_eq!([of("s0"), of("s1"), of("s2")], [2, 3, 2], "{lines:?}");
}

#[test]
fn equal_scales_keep_a_circle_round() {
    let circle = (0..=360).map(|degree| f64::from(degree).to_radians()).map(|a| [a.cos(), a.sin()]);
    let plot = Plot::new("x", "y").equal_scales().height(200.0).area("disc", circle);
    let picture = Chart::new("Disc", "").plot(plot).draw();
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let clip = document.descendants().find(|node| node.has_tag_name("clipPath")).unwrap();
    let panel = clip.descendants().find(|node| node.has_tag_name("rect")).unwrap();
    let side = |name: &str| panel.attribute(name).unwrap().parse::<f64>().unwrap();
    // Sides are written with two decimals.
    assert!((side("width") - side("height")).abs() < 0.011);
}

#[test]
fn empty_and_hostile_charts_are_drawn_all_the_same() {
    let hostile = Plot::new("", "<&>")
        .across(Interval::Between(1.0, 1.0))
        .upwards(Interval::WithZero)
        .line("", [[f64::NAN, 1.0], [f64::INFINITY, 2.0]])
        .dots("one", [[3.0, 3.0]])
        .guide([[0.0, 0.0], [1e300, 1e300]])
        .letter([f64::NAN, 0.0], "lost");
    let many = (0..20).fold(Plot::new("x", "y"), |plot, i| plot.dashed(&format!("line {i}"), parabola()));
    for chart in [
        Chart::new("", ""),
        Chart::new("Nothing", "yet").columns(0).plot(Plot::new("x", "y").equal_scales()),
        Chart::new("Hostile", "").plot(hostile),
        Chart::new("Many", "").plot(many),
    ] {
        let picture = chart.draw();
        roxmltree::Document::parse(picture.svg()).unwrap();
        assert!(!picture.svg().contains("NaN") && !picture.svg().contains("inf\""));
        assert_eq!(picture, chart.draw(), "differs from run to run");
    }
}

#[test]
fn figures_on_one_page_share_a_style_and_no_names() {
    let chart = Chart::new("One", "").plot(Plot::new("x", "y").line("path", parabola()));
    let [first, second] = ["a", "b"].map(|prefix| chart.draw().inline_svg(prefix));
    assert!(!first.contains("<style>") && chart.draw().svg().contains(&carom_plot::style_sheet()));
    for inline in [&first, &second] {
        roxmltree::Document::parse(inline).unwrap();
    }
    assert!(first.contains("id=\"a-clip1\"") && first.contains("url(#a-clip1)") && !first.contains("b-clip"));
    assert!(second.contains("id=\"b-clip1\""));
}
