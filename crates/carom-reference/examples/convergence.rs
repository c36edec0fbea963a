//! Prints how the errors of the impulse-space methods fall with their step, against the brute-force reference.

use std::error::Error;
use std::time::Instant;

use carom_reference::lzb::{Lzb, LzbLaw};
use carom_reference::scenes::{self, BallBallTable, Scene};
use carom_reference::two_ball::TwoBallEuler;
use carom_reference::wang::Wang;
use carom_reference::{Brute, Law, Outcome, Separation};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn reference(scene: &Scene, law: Law, steps_per_radian: u32) -> Result<Outcome> {
    let solver = Brute::new(law, Separation::Instant).with_steps_per_radian(steps_per_radian);
    Ok(solver.solve(&scene.problem)?)
}

/// The largest error of any body's velocity.
fn error(scene: &Scene, found: &Outcome, exact: &Outcome) -> f64 {
    (scene.velocities(&found.impulse) - scene.velocities(&exact.impulse)).amax()
}

fn two_balls() -> Result<()> {
    for (e1, e2) in [(1.0, 1.0), (0.9, 0.7)] {
        let balls = BallBallTable::jia2013(e1, e2);
        let scene = scenes::ball_ball_table(&balls)?;
        let exact = scene.velocities(&reference(&scene, Law::Hardening, 500)?.impulse);
        println!("two-ball Euler, e = {e1}, {e2}");
        for step in [1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 1e-5, 1e-6] {
            let found = TwoBallEuler::new(step)?.solve(&balls)?;
            let [v1, v2] = found.velocity;
            let error = (v1 - exact[0]).abs().max((v2 - exact[1]).abs());
            let rows: Vec<_> = found.rows.iter().map(|r| (r.state, r.impulse)).collect();
            println!(
                "  {step:7.0e}  v {v1:.6} {v2:.6}  error {error:.2e}  S2 {:?} S3 {:?}",
                rows[1], rows[3]
            );
        }
    }
    Ok(())
}

fn wang() -> Result<()> {
    for scene in [scenes::chain(5, 0.95, 1.0)?, scenes::ball_ball_table(&BallBallTable::jia2013(0.9, 0.7))?] {
        let exact = reference(&scene, Law::Hardening, 500)?;
        println!("Wang, {} contacts", scene.problem.contacts());
        for step in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
            let found = Wang::new(step)?.solve(&scene.problem)?;
            println!("  {step:7.0e}  error {:.2e}  steps {}", error(&scene, &found, &exact), found.steps);
        }
    }
    Ok(())
}

fn lzb(scene: &Scene, name: &str, steps: &[f64]) -> Result<()> {
    for (law, exact) in [(LzbLaw::BiStiffness, Law::BiStiffness), (LzbLaw::Hardening, Law::Hardening)] {
        let exact = reference(scene, exact, if scene.problem.contacts() > 20 { 40 } else { 500 })?;
        println!("LZB {law:?}, {name}");
        for &step in steps {
            let start = Instant::now();
            let found = Lzb::new(step, law)?.solve(&scene.problem)?;
            let error = error(scene, &found, &exact);
            let seconds = start.elapsed().as_secs_f64();
            println!("  {step:7.0e}  error {error:.2e}  steps {}  {seconds:.2} s", found.steps);
        }
    }
    Ok(())
}

fn main() -> Result<()> {
    two_balls()?;
    wang()?;
    let steps = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
    lzb(&scenes::ball_ball_table(&BallBallTable::jia2013(0.9, 0.7))?, "two balls, e = 0.9, 0.7", &steps)?;
    lzb(&scenes::chain(5, 0.95, 1.0)?, "5 balls, e = 0.95", &steps)?;
    lzb(&scenes::chain(10, 1.0, 1.0)?, "10 balls, e = 1", &steps[..4])?;
    lzb(&scenes::chain(100, 1.0, 1.0)?, "100 balls, e = 1", &[1e-2, 1e-3, 1e-4, 2e-5])
}
