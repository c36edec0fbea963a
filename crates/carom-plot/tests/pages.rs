//! Figures on pages of any size, as outlines, PNG and PDF, and of a part of the time.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness, Trace};
use carom_plot::{Clock, FigureKind, Page, Picture, PlotError, Subject, View, Window, draw, fitting};
use nalgebra::{Vector3, vector};

fn ball_ball_table(stiffness: f64) -> (Impact, Trace) {
    let law = |e: f64| NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(stiffness).unwrap());
    let upper =
        Body::ball(1.0, 1.0).unwrap().at(vector![0.0, 0.0, 3.0]).unwrap().moving(vector![0.0, 0.0, -1.0]);
    let lower = Body::ball(1.1547, 1.0).unwrap().at(vector![0.0, 0.0, 1.0]).unwrap();
    let contacts = vec![
        Contact::new([0, 1], vector![0.0, 0.0, 2.0], Vector3::z(), law(0.9)).unwrap(),
        Contact::new([1, 2], Vector3::zeros(), Vector3::z(), law(0.7)).unwrap(),
    ];
    let impact = Impact::new(vec![upper.unwrap(), lower, Body::fixed()], contacts, Model::default()).unwrap();
    let (_, trace) = impact.trace().unwrap();
    (impact, trace)
}

fn subject<'a>(impact: &'a Impact, trace: &'a Trace, clock: Clock, view: View) -> Subject<'a> {
    Subject {
        title: "Ball on ball on table",
        impact: Some(impact),
        problem: impact.contact_problem(),
        body_names: &[],
        contact_names: &[],
        trace,
        contact: None,
        clock,
        view,
    }
}

fn drawn(kind: FigureKind, clock: Clock, view: View) -> Result<Picture, PlotError> {
    let (impact, trace) = ball_ball_table(1.0);
    draw(kind, &subject(&impact, &trace, clock, view))
}

fn on(width: Option<f64>, height: Option<f64>, text: Option<f64>) -> View {
    View { page: Page::new(width, height, text).unwrap(), window: Window::default() }
}

/// Every text of a picture with its index, if it has one.
fn texts(picture: &Picture) -> Vec<String> {
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| {
            node.descendants().filter_map(|part| part.is_text().then(|| part.text()).flatten()).collect()
        })
        .collect()
}

#[test]
fn ratios_of_stiffnesses_give_relative_times_and_forces() {
    for kind in [FigureKind::Forces, FigureKind::Velocities, FigureKind::Energies, FigureKind::Wave] {
        let relative = texts(&drawn(kind, Clock::Relative, View::default()).unwrap());
        assert!(relative.iter().any(|text| text == "time (relative)"), "{relative:?}");
        assert!(relative.iter().any(|text| text.starts_with("relative: stiffnesses are ratios")));
        assert!(!relative.iter().any(|text| text.ends_with("/ s") || text.ends_with("/ N")), "{relative:?}");
        let real = texts(&drawn(kind, Clock::Real, View::default()).unwrap());
        assert!(real.iter().any(|text| text == "time / s"), "{real:?}");
        assert!(!real.iter().any(|text| text.contains("relative")), "{real:?}");
    }
}

#[test]
fn a_page_has_the_width_that_was_asked_for_and_letters_keep_their_size() {
    let (impact, trace) = ball_ball_table(1.0);
    for (width, text) in [(330.0, 12.0), (600.0, 12.0), (321.0, 8.0), (1400.0, 24.0)] {
        let view = on(Some(width), None, Some(text));
        let subject = subject(&impact, &trace, Clock::Real, view);
        for kind in fitting(&subject) {
            let picture = draw(kind, &subject).unwrap();
            assert!((picture.width() - width).abs() < 1e-9, "{kind:?} {width}: {}", picture.width());
            let document = roxmltree::Document::parse(picture.svg()).unwrap();
            let of_root = |name: &str| document.root_element().attribute(name).unwrap().to_owned();
            let shown: f64 = of_root("width").parse().unwrap();
            let layout: f64 = of_root("viewBox").split(' ').nth(2).unwrap().parse().unwrap();
            assert!((shown / layout - text / 12.0).abs() < 1e-3, "{kind:?}: {shown} over {layout}");
        }
    }
}

#[test]
fn no_text_leaves_a_narrow_page() {
    let (impact, trace) = ball_ball_table(1.0);
    let subject = Subject {
        title: "A very long title of a scene in which a ball falls on a ball on a table, and then on",
        ..subject(&impact, &trace, Clock::Relative, on(Some(340.0), None, None))
    };
    for kind in fitting(&subject) {
        let picture = draw(kind, &subject).unwrap();
        let pixmap = resvg::tiny_skia::Pixmap::decode_png(&picture.to_png_at(96.0).unwrap()).unwrap();
        let paper = pixmap.pixel(0, 0).unwrap();
        let edge = (0..pixmap.height()).all(|y| pixmap.pixel(pixmap.width() - 1, y).unwrap() == paper);
        assert!(edge, "{kind:?} is cut on the right");
    }
}

#[test]
fn a_page_has_the_height_that_was_asked_for_or_says_what_it_needs() {
    for height in [420.0, 700.0, 1100.0] {
        let picture = drawn(FigureKind::Forces, Clock::Real, on(None, Some(height), None)).unwrap();
        assert!((picture.height() - height).abs() < 1.0, "{height}: {}", picture.height());
    }
    let error = drawn(FigureKind::Forces, Clock::Real, on(None, Some(60.0), None)).unwrap_err();
    assert!(error.to_string().contains("expected at least"), "{error}");
    let plane = drawn(FigureKind::ImpulsePlane, Clock::Real, on(None, Some(520.0), None)).unwrap();
    assert!(plane.height() <= 521.0, "{}", plane.height());
}

#[test]
fn pages_that_are_none_are_refused_with_what_would_do() {
    for (width, height, text) in [
        (Some(0.0), None, None),
        (None, Some(-1.0), None),
        (Some(f64::NAN), None, None),
        (None, None, Some(f64::INFINITY)),
        (Some(1e9), None, None),
        (Some(200.0), None, None),
        (Some(600.0), None, Some(30.0)),
    ] {
        let error = Page::new(width, height, text).unwrap_err();
        assert!(error.to_string().contains("expected"), "{error}");
    }
}

#[test]
fn outlines_need_no_font_and_say_what_they_show() {
    let picture = drawn(FigureKind::ImpulsePlane, Clock::Real, View::default()).unwrap();
    let outlined = picture.outlined_svg().unwrap();
    let document = roxmltree::Document::parse(&outlined).unwrap();
    assert!(!document.descendants().any(|node| node.has_tag_name("text")));
    let said: Vec<&str> = document.descendants().filter_map(|node| node.attribute("aria-label")).collect();
    assert!(
        said.contains(&"impulse at contact 1 / N s") && said.contains(&"Ball on ball on table"),
        "{said:?}"
    );
    for used in document.descendants().filter_map(|node| node.attribute("href")) {
        assert!(document.descendants().any(|node| node.attribute("id") == Some(&used[1..])), "{used}");
    }
}

#[test]
fn a_png_has_the_dots_that_were_asked_for_and_says_how_large_they_are() {
    let picture = drawn(FigureKind::Forces, Clock::Real, on(Some(384.0), None, None)).unwrap();
    let bytes = picture.to_png_at(300.0).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let info = reader.info();
    assert_eq!(info.width, 1200); // 4 inches
    let dims = info.pixel_dims.unwrap();
    assert_eq!((dims.xppu, dims.yppu), (11811, 11811));
}

#[test]
fn a_pdf_is_one_page_of_the_size_of_the_figure() {
    let picture = drawn(FigureKind::ImpulsePlane, Clock::Real, on(Some(480.0), None, None)).unwrap();
    let bytes = picture.to_pdf().unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
    assert!(text.contains("/MediaBox [0 0 360 "), "480 pixels are 360 points");
    assert!(text.contains("/Count 1") && text.contains("/FlateDecode"));
}

#[test]
fn a_window_shows_its_part_of_the_time_and_letters_begin_anew_in_it() {
    let window = Window::new(Some(2.6), Some(4.5)).unwrap();
    let view = View { window, ..View::default() };
    let part = texts(&drawn(FigureKind::Forces, Clock::Relative, view).unwrap());
    let whole = texts(&drawn(FigureKind::Forces, Clock::Relative, View::default()).unwrap());
    let letters =
        |texts: &[String]| texts.iter().filter(|text| text.len() == 1 && *text >= &"A".to_owned()).count();
    assert!(letters(&part) < letters(&whole) && part.contains(&"A".to_owned()), "{part:?}");
    assert!(!part.contains(&"1".to_owned()) && part.contains(&"3.0".to_owned()), "{part:?}");
    let late = View { window: Window::new(Some(1e3), None).unwrap(), ..View::default() };
    let error = drawn(FigureKind::Forces, Clock::Relative, late).unwrap_err();
    assert!(error.to_string().contains("ends at"), "{error}");
}
