//! Draws every figure that fits a few impacts into the directory given as the argument.

use std::error::Error;
use std::path::Path;

use carom::{
    Body, Compliance, Contact, ContactProblem, Coupling, Friction, Impact, Model, NormalLaw, Restitution,
    Stiffness, TangentialLaw,
};
use carom_plot::{Clock, Subject, View, draw, fitting};
use nalgebra::{DMatrix, Vector3};

fn law(e: f64, k: f64) -> Result<NormalLaw, Box<dyn Error>> {
    Ok(NormalLaw::touching(Restitution::new(e)?, Stiffness::new(k)?))
}

/// A ball falls on a ball on a table [Jia2013, sec. 6.3].
fn ball_ball_table(m2: f64, e: [f64; 2]) -> Result<Impact, Box<dyn Error>> {
    let up = Vector3::z();
    let bodies =
        vec![Body::ball(1.0, 1.0)?.at(3.0 * up)?.moving(-up)?, Body::ball(m2, 1.0)?.at(up)?, Body::fixed()];
    let contacts = vec![
        Contact::new([0, 1], 2.0 * up, up, law(e[0], 1.0)?)?,
        Contact::new([1, 2], 0.0 * up, up, law(e[1], 1.0)?)?,
    ];
    Ok(Impact::new(bodies, contacts, Model::default())?)
}

/// A row of equal balls, the first of which strikes the others.
fn row_of_balls(n: usize, e: f64, k: f64) -> Result<Impact, Box<dyn Error>> {
    let (mut bodies, mut contacts) = (Vec::new(), Vec::new());
    for i in 0..n {
        let speed = if i == 0 { 1.0 } else { 0.0 };
        let ball = Body::ball(0.17, 0.028)?.at(Vector3::x() * 0.056 * i as f64)?;
        bodies.push(ball.moving(Vector3::x() * speed)?);
    }
    for i in 1..n {
        let point = Vector3::x() * 0.056 * (i as f64 - 0.5);
        contacts.push(Contact::new([i, i - 1], point, Vector3::x(), law(e, k)?)?);
    }
    Ok(Impact::new(bodies, contacts, Model::default())?)
}

/// A spinning ball strikes a table with compliant friction [Jia2012, sec. 8.1.1].
fn ball_on_table() -> Result<Impact, Box<dyn Error>> {
    let ball = Body::ball(1.0, 1.0)?.at(Vector3::z())?.moving(Vector3::new(-1.0, 0.0, -5.0))?;
    let (friction, compliance) = (Friction::new(0.4)?, Compliance::new(17.0 / 14.0)?);
    let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law(0.5, 1.0)?)?
        .with_friction(TangentialLaw::Compliant { friction, compliance });
    let bodies = vec![ball.spinning(2.0 * Vector3::y())?, Body::fixed()];
    Ok(Impact::new(bodies, vec![contact], Model::default())?)
}

fn show(directory: &Path, name: &str, subject: &Subject) -> Result<(), Box<dyn Error>> {
    for kind in fitting(subject) {
        let picture = draw(kind, subject)?;
        let file = directory.join(format!("{name}-{}", kind.name()));
        std::fs::write(file.with_extension("svg"), picture.svg())?;
        std::fs::write(file.with_extension("png"), picture.to_png()?)?;
        println!("{} {} bytes of SVG", file.display(), picture.svg().len());
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: gallery DIRECTORY")?;
    let directory = Path::new(&directory);
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
    let m2 = 2.0 / 3f64.sqrt();
    let bodies = names(&["upper", "lower", "table"]);
    let contacts = names(&["upper–lower", "lower–table"]);
    for (name, title, impact) in [
        ("elastic", "Elastic ball on ball on table", ball_ball_table(m2, [1.0, 1.0])?),
        ("plastic", "Ball on ball on table, e = 0.9 and 0.7", ball_ball_table(m2, [0.9, 0.7])?),
        ("restarts", "Light lower ball, e = 0.9 and 0.7", ball_ball_table(0.5, [0.9, 0.7])?),
        ("accumulates", "Ball on ball on table, e = 0.4 and 0.7", ball_ball_table(m2, [0.4, 0.7])?),
    ] {
        let (_, trace) = impact.trace()?;
        let (problem, impact) = (impact.contact_problem(), Some(&impact));
        let subject = Subject {
            title,
            impact,
            problem,
            body_names: &bodies,
            contact_names: &contacts,
            trace: &trace,
            contact: None,
            clock: Clock::Relative,
            view: View::default(),
        };
        show(directory, name, &subject)?;
    }
    for n in [5, 30] {
        let impact = row_of_balls(n, 0.96, 1e7)?;
        let (_, trace) = impact.trace()?;
        let bodies: Vec<String> = (1..=n).map(|i| format!("ball {i}")).collect();
        let contacts: Vec<String> = (1..n).map(|i| format!("{i}–{}", i + 1)).collect();
        let title = format!("Row of {n} balls");
        let (problem, impact) = (impact.contact_problem(), Some(&impact));
        let (title, trace) = (&title[..], &trace);
        let subject = Subject {
            title,
            impact,
            problem,
            body_names: &bodies,
            contact_names: &contacts,
            trace,
            contact: None,
            clock: Clock::Real,
            view: View::default(),
        };
        show(directory, &format!("row{n}"), &subject)?;
    }
    let impact = ball_on_table()?;
    let (_, trace) = impact.trace()?;
    let (bodies, contacts) = (names(&["ball", "table"]), names(&["ball–table"]));
    let subject = Subject {
        title: "Spinning ball on a table",
        problem: impact.contact_problem(),
        impact: Some(&impact),
        body_names: &bodies,
        contact_names: &contacts,
        trace: &trace,
        contact: None,
        clock: Clock::Relative,
        view: View::default(),
    };
    show(directory, "friction", &subject)?;
    let w = DMatrix::from_row_slice(3, 3, &[2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0]);
    let laws = vec![law(0.9, 1.0)?; 3];
    let problem =
        ContactProblem::new(Coupling::from_matrix(&w)?, vec![-1.0, 0.0, 0.0], laws, Model::default())?;
    let (_, trace) = problem.trace()?;
    let (problem, title) = (&problem, "Contact space alone");
    let subject = Subject {
        title,
        impact: None,
        problem,
        body_names: &[],
        contact_names: &[],
        trace: &trace,
        contact: None,
        clock: Clock::Relative,
        view: View::default(),
    };
    show(directory, "matrix", &subject)
}
