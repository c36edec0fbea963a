//! Impacts a second from Rust, for `throughput.py` to compare with Python: the impacts of its batches on all cores of one pool.

use std::time::Instant;

use carom::{Impact, Outcome};
use carom_scene::{Loaded, load};
use rayon::prelude::*;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (Some(path), Some(rows)) =
        (arguments.next(), arguments.next().and_then(|rows| rows.parse::<usize>().ok()))
    else {
        println!("expected a scene and a number of impacts: benches/throughput.py runs this");
        return;
    };
    let text = std::fs::read_to_string(&path).expect("the scene can be read");
    let Ok(Loaded::Impact(scene)) = load(&text) else { panic!("{path} is no impact") };
    let impact = scene.impact().expect("the scene has bodies");
    let solve = |row: usize| -> Outcome {
        let mut bodies = impact.bodies().to_vec();
        let factor = 1.0 + row as f64 / rows as f64;
        bodies[0] =
            bodies[0].clone().moving(impact.bodies()[0].motion().linear * factor).expect("a velocity");
        let model = impact.contact_problem().model();
        let row = Impact::new(bodies, impact.contacts().to_vec(), model).expect("an impact");
        row.solve().expect("an answer")
    };
    (0..rows / 10).into_par_iter().for_each(|row| drop(solve(row)));
    let start = Instant::now();
    let outcomes: Vec<Outcome> = (0..rows).into_par_iter().map(solve).collect();
    println!("{}", outcomes.len() as f64 / start.elapsed().as_secs_f64());
}
