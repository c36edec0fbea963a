//! The bundle of paths in [Jia2013, Fig. 16(d)]: which way the ball turns as the tip becomes more compliant.

use carom_motion::billiards::recovery::PathParameters;
use carom_plot::Picture;
use carom_plot::chart::{Chart, Interval, Plot};

use super::masse::Shot;
use super::masse_fit::fitted;
use super::masse_paths::{GRAVITY, bend, path, points, recovered, turn};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Table;
use crate::item::Unmet;

/// The values of η₁² in Fig. 16(d).
const BUNDLE: [f64; 6] = [2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
/// How the paths turn according to the text.
const TURNS: &str = "right right left left left left";

/// What the bundle gives: with the ratios as guessed and as fitted.
pub struct Bundles {
    /// Turns and bends against the text.
    pub claims: Vec<Claim>,
    /// Velocities and bends.
    pub table: Table,
    /// The paths.
    pub picture: Picture,
}

/// The path of a strike with another compliance of the tip.
fn path_with(base: &Shot, eta_squared: f64) -> Result<PathParameters, Unmet> {
    let stroke = Shot { compliance: [eta_squared, base.compliance[1]], ..*base }.stroke()?;
    Ok(path(stroke.velocity.xy(), stroke.angular_velocity.xy(), base.radius))
}

fn bundle(base: &Shot) -> Result<Vec<PathParameters>, Unmet> {
    BUNDLE.iter().map(|&eta| path_with(base, eta)).collect()
}

pub fn bundles() -> Result<Bundles, Unmet> {
    let shots = [Shot::PRINTED, fitted()?];
    let [guessed, refitted] = [bundle(&shots[0])?, bundle(&shots[1])?];
    let mut claims = turns(&guessed, &limits(&shots[0])?);
    claims.push(turns_of_the_fit(&shots[1], &refitted));
    claims.push(friction_alone(&shots[0])?);
    let picture = drawn(&shots, &[guessed.clone(), refitted.clone()]);
    Ok(Bundles { claims, table: table(&guessed, &refitted), picture })
}

fn table(guessed: &[PathParameters], refitted: &[PathParameters]) -> Table {
    let mut table = Table::new(
        "The bundle: velocity, and bend, the sine of the angle between the path and the pull of friction (positive: to the left)",
        &["η₁²", "v / m/s, as guessed", "bend", "turn", "v / m/s, as fitted", "bend", "turn"],
    );
    let cells = |path: &PathParameters| {
        let v = path.velocity;
        [format!("{:.4}, {:.4}", v.x, v.y), format!("{:+.4}", bend(path)), turn(path).to_owned()]
            .map(|cell| cell.replace('-', "−"))
    };
    for (eta, (one, other)) in BUNDLE.iter().zip(guessed.iter().zip(refitted)) {
        table = table.row([eta.to_string()].into_iter().chain(cells(one)).chain(cells(other)));
    }
    table
}

fn words(paths: &[PathParameters]) -> String {
    paths.iter().map(turn).collect::<Vec<_>>().join(" ")
}

/// Which way the paths turn with the guessed ratios.
fn turns(paths: &[PathParameters], [low, high]: &[f64; 2]) -> Vec<Claim> {
    let bends: Vec<f64> = paths.iter().map(bend).collect();
    // From η₁² = 4 on: "increasingly like the real one".
    let falling = bends[2..].windows(2).filter(|pair| pair[1] < pair[0]).count();
    let evidence = format!(
        "bend from {:.4} at η₁² = 4 to {:.4} at 7; that of (56) is {:.4}",
        bends[2],
        bends[5],
        bend(&recovered())
    );
    let straight = format!(
        "the path is nearly straight, with a bend of {:.4}, and turns left from η₁² = {:.2} on. It is a matter of the guessed k₂/k₁: from \
         {low:.3} to {high:.3} instead of 0.8, all else as printed, all six paths turn as the text says",
        bends[2],
        change_of_sign(&bends)
    )
    .replace('-', "−");
    vec![
        Claim::words("turn for η₁² = 2, 3", "right right", &words(&paths[..2])),
        Claim::words("turn for η₁² = 4", "left", &words(&paths[2..3])).not_reproducible(&straight),
        Claim::words("turn for η₁² = 5, 6, 7", "left left left", &words(&paths[3..])),
        Claim::statement(
            "bend from η₁² = 4 to 7",
            "grows towards that of the film",
            Check::counted(3, falling, evidence),
        ),
    ]
}

/// The same with the ratios that fit (56) best.
fn turns_of_the_fit(shot: &Shot, paths: &[PathParameters]) -> Claim {
    let what = format!(
        "turns for η₁² = 2 to 7, fitted k₂/k₁ = {:.3} and η₂² = {:.2}",
        shot.ratio, shot.compliance[1]
    );
    Claim::words(&what, TURNS, &words(paths))
}

/// The last paragraph of Sec. 9.2: without tangential compliance the path of the film is out of reach.
fn friction_alone(base: &Shot) -> Result<Claim, Unmet> {
    let stroke = base.stroke_by_friction_alone()?;
    let rigid = bend(&path(stroke.velocity.xy(), stroke.angular_velocity.xy(), base.radius));
    let film = bend(&recovered());
    let evidence = format!("bend {rigid:.4} with rigid friction, {film:.4} of (56)");
    let remark = format!(
        "Not every small compliance turns the ball to the right: η₁² = 1 bends its path by {:.4}, more than 7 does.",
        bend(&path_with(base, 1.0)?)
    );
    // Less than half as much is another path.
    let check = Check::once(rigid < 0.5 * film, evidence);
    Ok(Claim::statement("friction alone", "cannot bend the path like that of the film", check)
        .remark(&remark))
}

/// η₁² at which the bend passes zero, by linear interpolation.
fn change_of_sign(bends: &[f64]) -> f64 {
    let place = bends.windows(2).position(|pair| pair[0] < 0.0 && pair[1] >= 0.0).unwrap_or(0);
    BUNDLE[place] + bends[place] / (bends[place] - bends[place + 1]) * (BUNDLE[place + 1] - BUNDLE[place])
}

/// The least and the greatest k₂/k₁ for which the bundle turns as the text says: η₁² = 4 to the left, and still 3 to the right.
fn limits(base: &Shot) -> Result<[f64; 2], Unmet> {
    let left = |ratio: f64, eta: f64| -> Result<bool, Unmet> {
        Ok(bend(&path_with(&Shot { ratio, ..*base }, eta)?) > 0.0)
    };
    Ok([halved(|ratio| left(ratio, 4.0))?, halved(|ratio| left(ratio, 3.0))?])
}

/// The ratio from which on something holds, sought between 0.8 and 2.5.
fn halved(holds: impl Fn(f64) -> Result<bool, Unmet>) -> Result<f64, Unmet> {
    /// Halvings that leave an interval below the digits shown.
    const HALVINGS: usize = 14;
    let [mut low, mut high] = [0.8, 2.5];
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if holds(middle)? { high = middle } else { low = middle }
    }
    Ok(high)
}

fn drawn(shots: &[Shot; 2], bundles: &[Vec<PathParameters>; 2]) -> Picture {
    let mut chart = Chart::new("Fig. 16(d)", "m = 0.1701 kg; dashed: the path of (56)").columns(2);
    for ((shot, paths), source) in shots.iter().zip(bundles).zip(["guessed", "fitted"]) {
        let heading = format!("k₂/k₁ = {:.3}, η₂² = {:.2}, {source}", shot.ratio, shot.compliance[1]);
        let mut plot = Plot::new("x / m", "y / m").heading(&heading).equal_scales().height(420.0);
        plot = plot.across(Interval::Between(-2.8, 0.1)).upwards(Interval::Between(-1.4, 1.4));
        for (eta, path) in BUNDLE.iter().zip(paths) {
            plot = plot.line(&format!("η₁² = {eta}"), points(path, path.stops(GRAVITY)));
        }
        chart = chart.plot(plot.dashed("path of (56)", points(&recovered(), recovered().stops(GRAVITY))));
    }
    chart.draw()
}
