//! Ten fixed impacts whose instructions are counted: `crates/carom/count_instructions` runs this program under callgrind and compares
//! the counts with those in `instructions.txt`. With a number from 1 to 10 it solves that impact, without one all of them.

#[path = "../tests/common/mod.rs"]
mod common;

use std::error::Error;
use std::hint::black_box;

use carom::{
    Compliance, Friction, Impact, Model, Outcome, RestitutionLaw, Separation, SolveError, TangentialLaw,
    Workspace,
};
use common::families::{Family, Surface};
use common::{Scene, ball_ball_table, chain, jia2013_mass, rack, touching};
use nalgebra::{Vector3, vector};

fn main() -> Result<(), Box<dyn Error>> {
    let model = Model { restitution: RestitutionLaw::Hardening, separation: Separation::Instant };
    let wanted: Option<usize> = std::env::args().find_map(|argument| argument.parse().ok());
    for (number, (name, scene)) in (1..).zip(scenes()?) {
        if wanted.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let impact = scene.try_impact(model)?;
        let (mut workspace, mut outcome) = (Workspace::default(), Outcome::default());
        impact.solve_into(&mut workspace, &mut outcome)?; // memory and clusters are there when it counts
        counted(&impact, &mut workspace, &mut outcome)?;
        println!("{name}: {} series", outcome.expansions);
    }
    Ok(())
}

/// What is counted.
#[inline(never)]
fn counted(impact: &Impact, workspace: &mut Workspace, outcome: &mut Outcome) -> Result<(), SolveError> {
    black_box(impact).solve_into(workspace, outcome)
}

fn scenes() -> Result<[(&'static str, Scene); 10], Box<dyn Error>> {
    let friction = Friction::new(0.2)?;
    let rigid = TangentialLaw::Rigid { friction };
    let compliant = TangentialLaw::Compliant { friction, compliance: Compliance::new(1.2)? };
    let rubbed = |mut scene: Scene, law: TangentialLaw| {
        scene.rub_all(law);
        scene
    };
    let two = || {
        let mut scene = ball_ball_table(jia2013_mass(), [0.9, 0.7], 1.0);
        scene.solids[0].velocity = vector![0.3, 0.1, -1.0];
        scene
    };
    Ok([
        ("ball on a table", rubbed(lone(), rigid)),
        ("ball on a table, compliant", rubbed(lone(), compliant)),
        ("ball on a ball on a table", two()),
        ("ball on a ball on a table, compliant", rubbed(two(), compliant)),
        ("ball on a ball on a table, rigid", rubbed(two(), rigid)),
        ("chain of 20, elastic", chain(20, 1.0)),
        ("chain of 60, e = 0.95", chain(60, 0.95)),
        ("rack of nine", rack(&[1, 2, 3, 2, 1], 0.9)),
        ("rack of nine, compliant", rubbed(rack(&[1, 2, 3, 2, 1], 0.9), compliant)),
        ("box on its corners, rigid", Family::BoxOnCorners.scene(Surface::Rigid, 1)),
    ])
}

/// A ball of mass 1 that falls obliquely on a table.
fn lone() -> Scene {
    let mut scene = Scene::default();
    let ball = scene.ball(1.0, vector![0.0, 0.0, 1.0], vector![1.0, 0.0, -1.0]);
    let table = scene.fixed(vector![0.0, 0.0, -1.0]);
    scene.touch_at([ball, table], Vector3::zeros(), Vector3::z(), touching(0.8, 1.0));
    scene
}
