//! Every figure of ordinary and of degenerate impacts: it can be drawn, is well-formed, says what it must, and is
//! the same every time.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use carom::comparison::Comparison;
use carom::laws::{Coefficients, LoneImpact};
use carom::{
    Body, Compliance, Contact, ContactProblem, Coupling, Friction, Impact, Model, NormalLaw, Restitution,
    Separation, Stiffness, TangentialLaw, Trace,
};
use carom_plot::{
    Clock, FigureKind, Page, PlotError, Subject, View, Window, dot, draw, draw_impulse_space, draw_laws,
    fitting,
};
use nalgebra::{DMatrix, Matrix3, Vector2, Vector3, dmatrix, vector};

fn law(e: f64, k: f64) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap())
}

fn problem(w: &DMatrix<f64>, v0: &[f64], laws: Vec<NormalLaw>, model: Model) -> ContactProblem {
    ContactProblem::new(Coupling::from_matrix(w).unwrap(), v0.to_vec(), laws, model).unwrap()
}

/// The ball on a ball on a table of [Jia2013, Table 1].
fn ball_ball_table(e: [f64; 2]) -> Impact {
    let up = Vector3::z();
    let m2 = 2.0 / 3f64.sqrt();
    let upper = Body::ball(1.0, 1.0).unwrap().at(3.0 * up).unwrap().moving(-up).unwrap();
    let lower = Body::ball(m2, 1.0).unwrap().at(up).unwrap();
    let contacts = vec![
        Contact::new([0, 1], 2.0 * up, up, law(e[0], 1.0)).unwrap(),
        Contact::new([1, 2], 0.0 * up, up, law(e[1], 1.0)).unwrap(),
    ];
    Impact::new(vec![upper, lower, Body::fixed()], contacts, Model::default()).unwrap()
}

/// The contact space of a chain of equal unit balls, the first of which strikes.
fn chain(contacts: usize, e: f64) -> ContactProblem {
    let entry = |i: usize, j: usize| match i.abs_diff(j) {
        0 => 2.0,
        1 => -1.0,
        _ => 0.0,
    };
    let mut v0 = vec![0.0; contacts];
    v0[0] = -1.0;
    let w = DMatrix::from_fn(contacts, contacts, entry);
    problem(&w, &v0, vec![law(e, 1.0); contacts], Model::default())
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|&name| name.to_owned()).collect()
}

fn bare<'a>(title: &'a str, problem: &'a ContactProblem, trace: &'a Trace) -> Subject<'a> {
    Subject {
        title,
        impact: None,
        problem,
        body_names: &[],
        contact_names: &[],
        trace,
        contact: None,
        clock: Clock::Real,
        view: View::default(),
    }
}

fn friction(mu: f64, compliance: Option<f64>) -> TangentialLaw {
    let friction = Friction::new(mu).unwrap();
    match compliance.map(|compliance| Compliance::new(compliance).unwrap()) {
        Some(compliance) => TangentialLaw::Compliant { friction, compliance },
        None => TangentialLaw::Rigid { friction },
    }
}

/// A unit ball on a table [Jia2012, sec. 8.1].
fn ball_on_table(velocity: Vector3<f64>, spin: Vector3<f64>, e: f64, tangential: TangentialLaw) -> Impact {
    let ball = Body::ball(1.0, 1.0).unwrap().at(Vector3::z()).unwrap();
    let ball = ball.moving(velocity).unwrap().spinning(spin).unwrap();
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law(e, 1.0)).unwrap();
    let contacts = vec![contact.with_friction(tangential)];
    Impact::new(vec![ball, Body::fixed()], contacts, Model::default()).unwrap()
}

/// A tumbling block that lands on a corner: its impulse curve leaves every plane.
fn block_on_corner(normal: Vector3<f64>, tangential: TangentialLaw) -> Impact {
    let inertia = nalgebra::Matrix3::from_diagonal(&vector![1.0, 2.0, 2.5]);
    let block = Body::rigid(1.0, inertia).unwrap().moving(vector![-2.0, 0.5, -3.0]).unwrap();
    let block = block.spinning(vector![1.0, -0.5, 0.3]).unwrap();
    let contact = Contact::new([0, 1], vector![0.7, 0.4, -1.0], normal, law(0.6, 1.0)).unwrap();
    let contacts = vec![contact.with_friction(tangential)];
    Impact::new(vec![block, Body::fixed()], contacts, Model::default()).unwrap()
}

fn of_bodies<'a>(title: &'a str, impact: &'a Impact, trace: &'a Trace) -> Subject<'a> {
    Subject { impact: Some(impact), ..bare(title, impact.contact_problem(), trace) }
}

/// All texts of a figure.
fn texts(kind: FigureKind, subject: &Subject) -> Vec<String> {
    let picture = draw(kind, subject).unwrap();
    let document = roxmltree::Document::parse(picture.svg()).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| node.descendants().filter_map(|part| part.text().filter(|_| part.is_text())).collect())
        .collect()
}

fn assert_among(wanted: &[&str], texts: &[String]) {
    for wanted in wanted {
        assert!(texts.iter().any(|text| text == wanted), "{wanted} is not among {texts:?}");
    }
}

/// Draws every figure that makes sense and checks what holds for all of them.
fn check_all(subject: &Subject) {
    let mut kinds = fitting(subject);
    kinds.extend([FigureKind::Wave, FigureKind::Diagram, FigureKind::Forces]);
    for kind in kinds {
        let picture = draw(kind, subject).unwrap();
        let svg = picture.svg();
        roxmltree::Document::parse(svg)
            .unwrap_or_else(|error| panic!("{kind:?} of {}: {error}", subject.title));
        for word in ["NaN", "inf\"", "inf "] {
            assert!(!svg.contains(word), "{kind:?} of {} contains {word}", subject.title);
        }
        assert_eq!(svg, draw(kind, subject).unwrap().svg(), "{kind:?} differs from run to run");
        check_png(&picture.to_png().unwrap());
    }
}

/// It is a PNG, and not all of it is paper.
fn check_png(png: &[u8]) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(png).unwrap();
    let dark = pixmap.pixels().iter().filter(|pixel| pixel.red() < 128).count();
    assert!(pixmap.width() >= 1400 && dark > 500, "{dark} dark pixels");
}

#[test]
fn ordinary_impacts_can_be_drawn() {
    let bodies = names(&["upper", "lower", "table"]);
    let contacts = names(&["upper–lower", "lower–table"]);
    for e in [[1.0, 1.0], [0.9, 0.7], [0.4, 0.7], [0.0, 0.0]] {
        let impact = ball_ball_table(e);
        let (_, trace) = impact.trace().unwrap();
        let subject = Subject {
            title: "Ball on ball on table",
            impact: Some(&impact),
            problem: impact.contact_problem(),
            body_names: &bodies,
            contact_names: &contacts,
            trace: &trace,
            contact: None,
            clock: Clock::Relative,
            view: View::default(),
        };
        assert_eq!(fitting(&subject)[0], FigureKind::ImpulsePlane);
        check_all(&subject);
    }
}

#[test]
fn the_impulse_plane_names_lines_regions_events_and_axes() {
    let contacts = names(&["upper–lower", "lower–table"]);
    let impact = ball_ball_table([0.9, 0.7]);
    let (_, trace) = impact.trace().unwrap();
    let problem = impact.contact_problem();
    let subject = Subject { contact_names: &contacts, impact: Some(&impact), ..bare("Jia", problem, &trace) };
    let texts = texts(FigureKind::ImpulsePlane, &subject);
    let wanted = [
        "ℓ1",
        "ℓ2",
        "I",
        "II",
        "III",
        "IV",
        "C1C2",
        "A",
        "G",
        "impulse at upper–lower / N s",
        "impulse at lower–table / N s",
        "upper–lower: compression ends",
        "S2: lower–table",
    ];
    assert_among(&wanted, &texts);
}

#[test]
fn a_planar_contact_shows_its_tangential_impulse_over_the_normal_one() {
    let spring = friction(0.4, Some(17.0 / 14.0));
    let impact = ball_on_table(vector![-1.0, 0.0, -5.0], vector![0.0, 2.0, 0.0], 0.5, spring);
    let (_, trace) = impact.trace().unwrap();
    let subject = of_bodies("Ball", &impact, &trace);
    assert_eq!(fitting(&subject)[0], FigureKind::ImpulseCurve);
    let curve = texts(FigureKind::ImpulseCurve, &subject);
    let events = ["contact 1: sticks", "contact 1: slips", "contact 1: compression ends"];
    assert_among(&["impulse along z / N s", "impulse along x / N s", "slips", "sticks", "A", "D"], &curve);
    assert_among(&events, &curve);
    let sliding = texts(FigureKind::Sliding, &subject);
    assert_among(&["normal impulse / N s", "velocity along x / m/s", "stretch along x"], &sliding);
    assert_among(&["lost in friction", "lost in restitution"], &texts(FigureKind::Energies, &subject));
    check_all(&subject);
}

#[test]
fn a_contact_in_space_shows_its_impulse_curve_from_all_sides() {
    let upright = block_on_corner(Vector3::z(), friction(0.5, Some(1.5)));
    let (_, trace) = upright.trace().unwrap();
    let subject = of_bodies("Block", &upright, &trace);
    let curve = texts(FigureKind::ImpulseCurve, &subject);
    for axis in ["x", "y", "z"] {
        let name = format!("impulse along {axis} / N s");
        assert_eq!(curve.iter().filter(|text| **text == name).count(), 2, "{name} in {curve:?}");
    }
    check_all(&subject);
    let inclined = block_on_corner(vector![0.3, 0.2, 1.0], friction(0.5, None));
    let (_, trace) = inclined.trace().unwrap();
    let subject = of_bodies("Inclined", &inclined, &trace);
    assert_among(
        &["impulse along t1 / N s", "impulse along n / N s"],
        &texts(FigureKind::ImpulseCurve, &subject),
    );
    check_all(&subject);
}

#[test]
fn impacts_with_friction_can_be_drawn_however_odd() {
    let (still, spin) = (Vector3::zeros(), vector![0.0, 2.0, 0.0]);
    let down = vector![0.0, 0.0, -1.0];
    for (title, velocity, spin, e, tangential) in [
        ("nothing moves", still, still, 0.5, friction(0.4, None)),
        ("separates", -down, spin, 0.5, friction(0.4, None)),
        ("no sliding", down, still, 0.5, friction(0.4, Some(1.0))),
        ("plastic", down, spin, 0.0, friction(0.4, Some(1.0))),
        ("rigid", down, spin, 0.8, friction(0.4, None)),
        ("hardly any friction", down, spin, 0.8, friction(1e-12, None)),
        ("much friction", down, spin, 0.8, friction(1e6, Some(1e-3))),
        ("grazing", vector![1.0, 0.0, -1e-9], still, 0.8, friction(0.4, Some(1.0))),
        ("huge", 1e50 * down, 1e50 * spin, 0.8, friction(0.4, Some(1.0))),
        ("tiny", 1e-50 * down, 1e-50 * spin, 0.8, friction(0.4, Some(1.0))),
    ] {
        let impact = ball_on_table(velocity, spin, e, tangential);
        let (_, trace) = impact.trace().unwrap_or_else(|error| panic!("{title}: {error}"));
        check_all(&of_bodies(title, &impact, &trace));
    }
}

#[test]
fn a_mechanism_with_friction_is_drawn_along_the_tangents_of_its_matrix() {
    let w = dmatrix![2.5, 0.0, 1.5; 0.0, 4.0, 0.0; 1.5, 0.0, 2.5];
    let coupling = Coupling::from_spatial_matrix(&w).unwrap();
    let problem = ContactProblem::new(coupling, vec![-1.0], vec![law(0.8, 1.0)], Model::default()).unwrap();
    let problem = problem.with_friction(vec![friction(0.3, None)], vec![Vector2::new(-0.5, 0.0)]).unwrap();
    let (_, trace) = problem.trace().unwrap();
    let subject = bare("Rod", &problem, &trace);
    assert_among(&["impulse along t1 / N s"], &texts(FigureKind::ImpulseCurve, &subject));
    check_all(&subject);
}

#[test]
fn figures_of_one_contact_show_the_one_that_is_asked_for() {
    let mut contacts = ball_ball_table([0.9, 0.7]).contacts().to_vec();
    contacts[1] = contacts[1].clone().with_friction(friction(0.3, None));
    let impact = ball_ball_table([0.9, 0.7]);
    let upper = impact.bodies()[0].clone().spinning(vector![0.0, 3.0, 0.0]).unwrap();
    let lower = impact.bodies()[1].clone().spinning(vector![0.0, 3.0, 0.0]).unwrap();
    let rubs = Impact::new(vec![upper, lower, Body::fixed()], contacts, Model::default()).unwrap();
    let (_, trace) = rubs.trace().unwrap();
    let subject = of_bodies("Spinning", &rubs, &trace);
    assert_among(&["impulse curve of contact 2"], &texts(FigureKind::ImpulseCurve, &subject));
    check_all(&subject);
    let asked = |contact: usize| draw(FigureKind::Sliding, &Subject { contact: Some(contact), ..subject });
    assert!(asked(1).is_ok());
    assert!(matches!(asked(0), Err(PlotError::ContactWithoutFriction { .. })));
    assert!(matches!(asked(2), Err(PlotError::NoSuchContact { number: 3, contacts: 2 })));
    let plane = draw(FigureKind::ImpulsePlane, &subject);
    assert!(matches!(plane, Err(PlotError::PlaneWithFriction)));
}

#[test]
fn chains_show_a_wave_first_and_many_states_are_cut_short() {
    for contacts in [3, 40, 200] {
        let problem = chain(contacts, 0.99);
        let (_, trace) = problem.trace().unwrap();
        let subject = bare("Chain", &problem, &trace);
        assert_eq!(fitting(&subject)[0], FigureKind::Wave);
        let diagram = draw(FigureKind::Diagram, &subject).unwrap();
        assert_eq!(diagram.svg().contains("the 30 most visited of"), contacts >= 40, "{contacts}");
        if contacts < 100 {
            check_all(&subject);
        } else {
            for kind in fitting(&subject) {
                let size = draw(kind, &subject).unwrap().svg().len();
                assert!(size < 500_000, "{kind:?} has {size} bytes");
            }
        }
    }
}

#[test]
fn degenerate_impacts_can_be_drawn() {
    let two = dmatrix![2.0, -1.0; -1.0, 1.0];
    let singular = dmatrix![1.0, -1.0; -1.0, 1.0];
    let tracked = Model { separation: Separation::Tracked, ..Model::default() };
    let instant = Model::default();
    let far = NormalLaw { gap: 0.3, ..law(0.5, 1.0) };
    for (title, problem) in [
        ("nothing moves", problem(&two, &[0.0, 0.0], vec![law(0.9, 1.0); 2], instant)),
        ("all separate", problem(&two, &[1.0, 2.0], vec![law(0.9, 1.0); 2], instant)),
        ("one contact", problem(&dmatrix![1.0], &[-1.0], vec![law(0.5, 1.0)], instant)),
        ("one contact at rest", problem(&dmatrix![1.0], &[0.0], vec![law(0.5, 1.0)], instant)),
        ("no duration", problem(&dmatrix![1.0], &[-1.0], vec![law(0.5, f64::INFINITY)], instant)),
        ("rigid pair", problem(&two, &[-1.0, 0.0], vec![law(0.5, f64::INFINITY); 2], instant)),
        ("one rigid", problem(&two, &[-1.0, 0.0], vec![law(0.9, 1.0), law(0.7, f64::INFINITY)], instant)),
        ("unequal", problem(&two, &[-1.0, 0.0], vec![law(0.9, 1e6), law(0.7, 1.0)], instant)),
        ("tiny", problem(&two, &[-1e-200, 0.0], vec![law(0.9, 1.0); 2], instant)),
        ("huge", problem(&two, &[-1e100, 0.0], vec![law(0.9, 1e20); 2], instant)),
        ("squeezed", problem(&singular, &[-1.0, 1.0], vec![law(0.9, 1.0); 2], instant)),
        ("closing gaps", problem(&two, &[-1.0, 0.0], vec![law(0.9, 1.0), far], tracked)),
        ("two apart", problem(&dmatrix![1.0, 0.0; 0.0, 2.0], &[-1.0, -1.0], vec![law(0.9, 1.0); 2], instant)),
    ] {
        let (_, trace) = problem.trace().unwrap_or_else(|error| panic!("{title}: {error}"));
        check_all(&bare(title, &problem, &trace));
    }
}

#[test]
fn names_are_text_whatever_they_contain() {
    let problem = chain(2, 0.9);
    let (_, trace) = problem.trace().unwrap();
    let contacts = names(&[
        "<b>&\"x\"\u{7}",
        "a very long name of a contact that no legend or axis has room for at all",
    ]);
    let subject = Subject { contact_names: &contacts, ..bare("5 < 6 & \u{0}", &problem, &trace) };
    check_all(&subject);
    assert!(dot(&subject).contains("\\\"x\\\""));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let (three, two) = (chain(3, 1.0), chain(2, 1.0));
    let (_, trace) = three.trace().unwrap();
    let plane = draw(FigureKind::ImpulsePlane, &bare("three", &three, &trace));
    assert!(matches!(plane, Err(PlotError::NotAPlane { contacts: 3 })));
    let curve = draw(FigureKind::ImpulseCurve, &bare("three", &three, &trace));
    assert!(matches!(curve, Err(PlotError::NoFriction)));
    let mixed = draw(FigureKind::Forces, &bare("mixed", &two, &trace));
    assert!(matches!(mixed, Err(PlotError::Mismatch { trace: 3, problem: 2 })));
    let none = ContactProblem::new(Coupling::default(), vec![], vec![], Model::default()).unwrap();
    let (_, trace) = none.trace().unwrap();
    assert!(fitting(&bare("none", &none, &trace)).is_empty());
    assert!(matches!(draw(FigureKind::Forces, &bare("none", &none, &trace)), Err(PlotError::NoContact)));
}

#[test]
fn kinds_have_names() {
    for kind in FigureKind::ALL {
        assert_eq!(FigureKind::parse(kind.name()), Some(kind));
    }
    assert_eq!(FigureKind::parse("impulse_plane"), None);
}

/// The tip of a rod that leans 30 degrees above a table; nothing along t2 if `planar`.
fn rod_tip(velocity: Vector3<f64>, mu: f64, planar: bool) -> LoneImpact {
    let across = if planar { 0.0 } else { 0.4 };
    let w = Matrix3::new(1.75, across, -1.3, across, 4.0, 0.0, -1.3, 0.0, 3.25);
    let coefficients = Coefficients { friction: Friction::new(mu).unwrap(), ..Coefficients::default() };
    LoneImpact::new(w, velocity, coefficients).unwrap()
}

#[test]
fn impulse_space_shows_the_landmarks_the_region_and_every_law_that_answers() {
    let comparison = Comparison::of_lone_impact(&rod_tip(vector![1.0, 0.0, -2.0], 0.7, true), None);
    let picture = draw_impulse_space("rod", &comparison).unwrap();
    let svg = picture.svg();
    for part in [
        "permissible region",
        "reach of smith",
        "maximum compression",
        "sticking",
        ">O<",
        ">A<",
        ">B<",
        ">C<",
    ] {
        assert!(svg.contains(part), "{part} is missing");
    }
    for row in comparison.rows.iter().filter(|row| row.answer().is_some()) {
        assert!(svg.contains(&row.name), "{} is missing", row.name);
    }
    assert!(!svg.contains("seen along the normal"));
    assert!(picture.to_png().unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn impulse_space_of_any_single_contact_can_be_drawn_twice_alike() {
    let singular = Matrix3::new(1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0);
    let pendulum = LoneImpact::new(singular, vector![-1.0, 0.0, -1.0], Coefficients::default()).unwrap();
    let impacts = [
        rod_tip(vector![0.3, 0.0, -1.0], 0.0, true),
        rod_tip(vector![1.0, 0.0, 0.0], 3.0, true),
        rod_tip(vector![1.0, 0.0, -0.3], f64::INFINITY, true),
        rod_tip(vector![0.0, 0.0, 1.0], 0.5, true),
        rod_tip(vector![0.0, 0.0, 0.0], 0.5, true),
        rod_tip(vector![1.0, 0.5, -1.0], 0.5, false),
        pendulum,
    ];
    for impact in impacts {
        let comparison = Comparison::of_lone_impact(&impact, None);
        let svg = draw_impulse_space("any", &comparison).unwrap();
        let again = draw_impulse_space("any", &comparison).unwrap();
        assert_eq!(svg.svg(), again.svg());
        assert!(!svg.svg().contains("NaN"), "{impact:?}");
        assert_eq!(svg.svg().contains("seen along the normal"), !impact.is_planar());
    }
}

#[test]
fn laws_of_several_contacts_are_laid_over_each_other_and_those_that_agree_are_one_line() {
    let comparison = Comparison::of_bodies(&ball_ball_table([0.9, 0.7]));
    let names = ["upper-lower", "lower-table"].map(str::to_owned);
    let svg = draw_laws(&Page::default(), "two", &names, &comparison).unwrap();
    for row in comparison.rows.iter().filter(|row| row.answer().is_some()) {
        assert!(svg.svg().contains(&row.name), "{} is missing", row.name);
    }
    assert!(svg.svg().contains("normal impulse at upper-lower / N s"));
    assert!(!svg.svg().contains("tangential impulse"));
    // Without losses in the springs the three laws of restitution are one.
    let elastic = Comparison::of_bodies(&ball_ball_table([1.0, 1.0]));
    let svg = draw_laws(&Page::default(), "two", &names, &elastic).unwrap();
    assert!(svg.svg().contains("simultaneous, bi-stiffness, mono-stiffness"), "{}", svg.svg());
}

#[test]
fn impulse_space_of_several_contacts_is_refused() {
    let comparison = Comparison::of_bodies(&ball_ball_table([0.9, 0.7]));
    assert!(matches!(draw_impulse_space("two", &comparison), Err(PlotError::NotOneContact)));
}

#[test]
fn curves_of_impulses_and_energies_end_with_the_window() {
    let impact = ball_ball_table([0.9, 0.7]);
    let (_, trace) = impact.trace().unwrap();
    let names = names(&["upper", "lower"]);
    let whole = Subject { contact_names: &names, ..of_bodies("Plastic", &impact, &trace) };
    let begun =
        Subject { view: View { window: Window::new(None, Some(1.0)).unwrap(), ..View::default() }, ..whole };
    // Until 1 both contacts are active [Jia2013, Table 1]; what follows is neither drawn nor explained, and the axes end before it.
    let largest_tick = |kind: FigureKind, subject: &Subject| {
        let numbers =
            texts(kind, subject).iter().filter_map(|text| text.parse::<f64>().ok()).collect::<Vec<_>>();
        numbers.into_iter().fold(0.0, f64::max)
    };
    for kind in [FigureKind::ImpulsePlane, FigureKind::Energies] {
        assert_among(&["S1: upper, lower", "S2: lower", "S3: upper"], &texts(kind, &whole));
        let shown = texts(kind, &begun);
        assert_among(&["S1: upper, lower"], &shown);
        assert!(!shown.iter().any(|text| text.starts_with("S2") || text.starts_with("S3")), "{shown:?}");
    }
    let (all, part) =
        (largest_tick(FigureKind::ImpulsePlane, &whole), largest_tick(FigureKind::ImpulsePlane, &begun));
    assert!(part < 0.6 * all, "{part} of {all}");
    let down = vector![-3.0, 0.0, -5.0];
    let impact = ball_on_table(down, Vector3::zeros(), 0.5, friction(0.4, Some(1.2)));
    let (_, trace) = impact.trace().unwrap();
    let whole = of_bodies("Bounce", &impact, &trace);
    let begun = Subject { view: begun.view, ..whole };
    let [all, part] = [&whole, &begun].map(|subject| largest_tick(FigureKind::ImpulseCurve, subject));
    // The impulse ends at (1 + e) m v = 7.5 N s; until 1 it is m v (1 - cos 1) = 2.3 N s.
    assert_eq!((all, part), (7.0, 2.0));
}
