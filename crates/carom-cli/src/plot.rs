//! `carom plot`.

use carom::sequence::Place;
use carom::{Body, ContactOutcome, Motion, Trace};
use carom_motion::billiards::recovery::Recovery;
use carom_plot::film::Step;
use carom_plot::{FigureKind, ResidualsFigure, StepsFigure, Subject, View, Window};
use carom_scene::{Loaded, RecoveryFile, RecoveryScene, Scene, Solved, SolvedCourse, TimeUnit, Unsolved};
use nalgebra::Vector3;

use crate::arguments::PlotOptions;
use crate::failure::Failure;
use crate::figure::Figure;
use crate::picture::{self, Format, Target};
use crate::sweep::is_parquet;
use crate::{compare, input, motion, recover, stage, table};

/// Solves a scene, or follows a world, and draws it.
pub fn plot(options: &PlotOptions) -> Result<(), Failure> {
    let picture_only =
        || Target::of_picture(&options.output, &options.picture, options.format, options.height);
    if options.scene.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
        return plot_table(options, &picture_only()?);
    }
    if is_parquet(&options.scene) {
        return Err(Failure::bad_input(
            "figures are drawn of tables in CSV\n  = help: write the table as .csv, or draw the Parquet file in Python",
        ));
    }
    if options.x.is_some() || !options.y.is_empty() {
        return Err(Failure::bad_input("--x and --y name columns of a table: expected a .csv file"));
    }
    let window = Window::new(options.from, options.to).map_err(Failure::bad_input)?;
    let view = |target: &Target| View { page: target.page, window };
    let (name, text) = input::text(&options.scene)?;
    if RecoveryFile::is_one(&text) {
        let target = picture_only()?;
        return plot_recovery(options, &target, &recover::scene(&options.scene, &name, &text)?);
    }
    match input::parsed(&name, &text)? {
        Loaded::Impact(scene) => {
            let target = Target::new(&options.output, &options.picture, options.format, options.height)?;
            plot_impact(options, &target, view(&target), &scene)
        }
        Loaded::World(world) => {
            let target = picture_only()?;
            motion::plot(options, &target, view(&target), &world)
        }
    }
}

/// Draws a table, such as that of a sweep.
fn plot_table(options: &PlotOptions, target: &Target) -> Result<(), Failure> {
    target.refuse_graph()?;
    if options.figure.is_some() || options.contact.is_some() || options.from.is_some() || options.to.is_some()
    {
        return Err(Failure::bad_input(
            "--figure, --contact, --from and --to are for scenes: of a table, --x and --y name columns",
        ));
    }
    let (name, text) = input::text(&options.scene)?;
    let choice = table::Choice { x: options.x.as_deref(), y: &options.y };
    let title = options.scene.file_stem().map_or(name, |stem| stem.to_string_lossy().into_owned());
    let (picture, kind) = table::draw(&target.page, &title, &text, choice)?;
    target.write(&picture, kind)
}

fn plot_impact(options: &PlotOptions, target: &Target, view: View, scene: &Scene) -> Result<(), Failure> {
    let format = target.format;
    let asked = match options.figure {
        Some(Figure::ImpulseSpace) => return impulse_space(target, scene),
        Some(Figure::Scene) => return plot_scene(target, scene),
        Some(Figure::Steps) => {
            let solved = scene.solve().map_err(|error| Failure::unsolved(scene.explain(&error)))?;
            return plot_steps(target, scene, &solved);
        }
        Some(figure @ (Figure::Table | Figure::Positions | Figure::Side | Figure::Residuals)) => {
            return Err(of_another_kind(figure));
        }
        Some(Figure::OverTime(kind)) => Some(kind),
        None => None,
    };
    if format == Format::Dot && asked.is_some_and(|kind| kind != FigureKind::Diagram) {
        return Err(Failure::bad_input("a .dot file holds the transition diagram; leave --figure out"));
    }
    let solved = match scene.solve() {
        Ok(solved) => solved,
        Err(error) => return plot_until_failure(options, target, view, scene, &error),
    };
    let trace = match &solved.course {
        SolvedCourse::OverTime { trace, .. } => trace,
        SolvedCourse::OverImpulse { .. } | SolvedCourse::AtOnce { .. } | SolvedCourse::InSequence { .. }
            if asked.is_some() || format == Format::Dot =>
        {
            return Err(needs_time());
        }
        SolvedCourse::OverImpulse { .. } | SolvedCourse::AtOnce { .. }
            if scene.contact_names().len() == 1 =>
        {
            return impulse_space(target, scene);
        }
        SolvedCourse::OverImpulse { .. } | SolvedCourse::AtOnce { .. } | SolvedCourse::InSequence { .. } => {
            return plot_steps(target, scene, &solved);
        }
    };
    plot_course(options, target, view, scene, trace)
}

/// Draws what happened until an impact could not be followed any further, which is not solved all the same.
fn plot_until_failure(
    options: &PlotOptions,
    target: &Target,
    view: View,
    scene: &Scene,
    error: &Unsolved,
) -> Result<(), Failure> {
    let why = scene.explain(error);
    let Some(trace) = scene.course_until_failure() else { return Err(Failure::unsolved(why)) };
    plot_course(options, target, view, scene, &trace)?;
    Err(Failure::unsolved(format!("{why}; the figure shows what happened until then")))
}

/// Draws the course of an impact over time.
fn plot_course(
    options: &PlotOptions,
    target: &Target,
    view: View,
    scene: &Scene,
    trace: &Trace,
) -> Result<(), Failure> {
    let asked = match options.figure {
        Some(Figure::OverTime(kind)) => Some(kind),
        _ => None,
    };
    let contact = options.contact.as_deref().map(|name| contact_named(scene, name)).transpose()?;
    let subject = Subject { contact, view, ..subject(scene, trace) };
    let kind = if target.format == Format::Dot { FigureKind::Diagram } else { choose(asked, &subject)? };
    if contact.is_some() && !kind.is_of_one_contact() {
        let message = format!("{} shows all contacts; leave --contact out", kind.name());
        return Err(Failure::bad_input(message));
    }
    match target.format {
        Format::Dot => {
            target.write_bytes(carom_plot::dot(&subject).as_bytes())?;
            target.say(kind.name())
        }
        Format::Picture(_) => {
            target.write(&carom_plot::draw(kind, &subject).map_err(picture::refused)?, kind.name())
        }
    }
}

/// What a scene looks like before it is solved.
fn plot_scene(target: &Target, scene: &Scene) -> Result<(), Failure> {
    target.refuse_graph()?;
    let Some(stage) = stage::of_impact(scene) else {
        return Err(Failure::bad_input(
            "only the contact matrix of this mechanism is known: there are no bodies to draw; expected another --figure",
        ));
    };
    let picture = stage.draw(&target.page, scene.title()).map_err(picture::refused)?;
    target.write(&picture, Figure::Scene.name())
}

/// What the collisions of an impact do that takes no time.
fn plot_steps(target: &Target, scene: &Scene, solved: &Solved) -> Result<(), Failure> {
    target.refuse_graph()?;
    let Some(impact) = scene.impact() else {
        return Err(Failure::bad_input(
            "only the contact matrix of this mechanism is known: there are no bodies whose velocities could be drawn",
        ));
    };
    let outcome = &solved.outcome;
    let start: Vec<Motion> = impact.bodies().iter().map(Body::motion).collect();
    let impulse = |contact: &ContactOutcome| {
        let across = contact.impulse.norm_squared() - contact.normal_impulse * contact.normal_impulse;
        // What is left of a normal impulse is rounding.
        let is_seen = across > 1e-20 * contact.impulse.norm_squared();
        [contact.normal_impulse, if is_seen { across.sqrt() } else { 0.0 }]
    };
    let figure = StepsFigure {
        title: scene.title(),
        body_names: scene.body_names(),
        contact_names: scene.contact_names(),
        start: &start,
        steps: &steps(scene, solved),
        impulses: &outcome.contacts.iter().map(impulse).collect::<Vec<_>>(),
        page: target.page,
    };
    target.write(&figure.draw(), Figure::Steps.name())
}

/// How far the samples of a recovery lie from the path that was found.
fn plot_recovery(options: &PlotOptions, target: &Target, scene: &RecoveryScene) -> Result<(), Failure> {
    target.refuse_graph()?;
    match options.figure {
        None | Some(Figure::Residuals) => {}
        Some(figure) => {
            let name = figure.name();
            return Err(Failure::bad_input(format!(
                "a recovery has residuals, not {name}: leave --figure out"
            )));
        }
    }
    let recovery = scene.recover().map_err(Failure::bad_input)?;
    let Some(path) = scene.fitted_path(&recovery) else {
        return Err(Failure::unsolved("the samples leave the motion open: `carom recover` says why"));
    };
    let (noise, switch) = match &recovery {
        Recovery::SlidingThenRolling(found) => {
            (found.quality.noise, Some(path.start + found.switch.time.value))
        }
        Recovery::SlidingOnly(found) => (found.quality.noise, None),
        Recovery::RollingOnly(found) => (found.quality.noise, None),
        Recovery::Undetermined(_) => (0.0, None),
    };
    let times: Vec<f64> = scene.samples().iter().map(|sample| sample.time).collect();
    let figure = ResidualsFigure {
        title: scene.title(),
        seen: &scene.samples().iter().map(|sample| sample.position.into()).collect::<Vec<[f64; 2]>>(),
        fitted: &times.iter().map(|&time| path.at(time).into()).collect::<Vec<[f64; 2]>>(),
        times: &times,
        noise,
        switch,
        page: target.page,
    };
    target.write(&figure.draw(), Figure::Residuals.name())
}

fn of_another_kind(figure: Figure) -> Failure {
    let kind = if figure == Figure::Residuals { "recoveries" } else { "worlds in motion" };
    Failure::bad_input(format!("{} is a figure of {kind}, and this is a single impact", figure.name()))
}

/// The figure of a single contact that shows no course.
fn impulse_space(target: &Target, scene: &Scene) -> Result<(), Failure> {
    target.refuse_graph()?;
    let picture = compare::draw(&target.page, scene.title(), &scene.compare())?;
    target.write(&picture, Figure::ImpulseSpace.name())
}

/// A scene with its course, to be drawn.
pub fn subject<'a>(scene: &'a Scene, trace: &'a Trace) -> Subject<'a> {
    let names = [scene.body_names(), scene.contact_names()];
    Subject::new(scene.title(), scene.impact(), scene.contact_problem(), names, trace)
        .timed(scene.time_unit() == TimeUnit::Seconds)
}

/// The steps of an impact that takes no time: one collision after the other, or all at once.
pub fn steps(scene: &Scene, solved: &Solved) -> Vec<Step> {
    let Some(impact) = scene.impact() else {
        return Vec::new();
    };
    let outcome = &solved.outcome;
    let SolvedCourse::InSequence { course, .. } = &solved.course else {
        let pressed = |i: &usize| outcome.contacts[*i].normal_impulse > 0.0;
        let contacts = (0..outcome.contacts.len()).filter(pressed).collect();
        return vec![Step { contacts, motions: outcome.bodies.clone() }];
    };
    let mut impulses = vec![Vector3::zeros(); impact.contacts().len()];
    let mut steps: Vec<Step> = Vec::new();
    for stage in &course.stages {
        let Place::Contact(contact) = stage.place else { continue };
        impulses[contact] += stage.impulse;
        steps.push(Step { contacts: vec![contact], motions: impact.motions_after(&impulses) });
    }
    // What an endless rest of collisions adds, and what hinges give, is in the end only.
    if let Some(last) = steps.last_mut() {
        last.motions.clone_from(&outcome.bodies);
    }
    steps
}

fn needs_time() -> Failure {
    Failure::bad_input(
        "this figure shows an impact over time, which this method does not have: it needs `method = \"simultaneous\"`; \
         `--figure steps` shows what it does, and `carom compare` draws the impulses of all laws",
    )
}

/// The figure asked for, or the one that fits best; if a contact is asked for, the best of one contact.
fn choose(asked: Option<FigureKind>, subject: &Subject) -> Result<FigureKind, Failure> {
    let of_one = subject.contact.map(|_| FigureKind::ImpulseCurve);
    asked
        .or(of_one)
        .or_else(|| carom_plot::fitting(subject).first().copied())
        .ok_or_else(|| Failure::bad_input("no figure fits this scene"))
}

/// The contact of that name, or of that number from 1.
fn contact_named(scene: &Scene, name: &str) -> Result<usize, Failure> {
    let names = scene.contact_names();
    let by_name = names.iter().position(|known| known == name);
    let by_number = || name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    by_name.or_else(by_number).filter(|&contact| contact < names.len()).ok_or_else(|| {
        let expected = match carom_scene::closest(name, names.iter().map(String::as_str)) {
            Some(close) => format!("did you mean {close}?"),
            None => format!("expected one of {}, or a number from 1 to {}", names.join(", "), names.len()),
        };
        Failure::bad_input(format!("there is no contact called {name}: {expected}"))
    })
}
