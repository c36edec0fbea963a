//! \[Wang2015, Table II, Figs. 6, 7\]: the parameters of the break, the rack, and where the balls come to rest.

use carom::TangentialLaw;
use carom_motion::billiards::rack::{WANG_BREAK, WangShot};
use carom_motion::billiards::{Ball, Shot, ShotEvent, ShotEventKind, Until, simulate};
use carom_plot::chart::{Chart, Plot};
use carom_plot::draw_table;
use carom_reference::scenes::nine_ball_rack;

use super::breaks::{
    FROM_HEAD_SPOT, SHORT_WAY, ball, balls, large_table, play, rack, resting, spread, table,
};
use super::setting::{outcome, signed};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Table II: what the break is simulated with.
pub fn parameters() -> Result<Findings, Unmet> {
    let (table, ball) = (table()?, ball()?);
    let friction = match table.between_balls.tangential {
        TangentialLaw::Rigid { friction } => friction.value(),
        TangentialLaw::Frictionless | TangentialLaw::Compliant { .. } => f64::NAN,
    };
    let used = [
        2.0 * ball.radius(),
        ball.mass(),
        friction,
        table.between_balls.restitution.value(),
        table.cloth.sliding_friction,
        table.cloth.rolling_resistance,
    ];
    Ok(Findings::new().claims([
        Claim::numbers(
            "d / m, m / kg, μ and e between balls, μ of sliding and of rolling on the cloth",
            "0.06 0.17 0.03 0.96 0.2 0.01",
            &used,
        )
        .remark("Read from the table and the ball with which Figs. 6 and 7 are computed below."),
        Claim::numbers(
            "diameter and mass of a pool ball / m, kg",
            "0.06 0.17",
            &[2.0 * Ball::POOL.radius(), Ball::POOL.mass()],
        )
        .remark("By the rules of the game, to the digits printed: 57.15 mm and 6 ounces."),
    ]))
}

/// Names of the balls: the cue ball and those of the rack.
fn names() -> Result<Vec<String>, Unmet> {
    let racked = rack()?;
    Ok(std::iter::once("cue".to_owned())
        .chain(racked.balls().iter().map(|ball| ball.name.to_string()))
        .collect())
}

/// Fig. 6: the rack before the break.
pub fn initial_state() -> Result<Findings, Unmet> {
    let start = balls(WangShot::Stop, FROM_HEAD_SPOT)?;
    let racked = rack()?;
    let leftmost = start[1..].iter().all(|ball| ball.state.position.x > start[0].state.position.x);
    let distance = |pair: [usize; 2]| {
        let [a, b] = pair.map(|ball| racked.balls()[ball].position);
        (a - b).norm()
    };
    let gaps = racked.neighbours().iter().map(|pair| (distance(pair.balls) - WANG_BREAK.diameter).abs());
    let before = simulate(&table()?, &balls(WangShot::Stop, FROM_HEAD_SPOT)?, Until::Time(1e-3))?;
    Ok(Findings::new()
        .claims([
            Claim::number("balls on the table", "10", start.len() as f64),
            Claim::statement(
                "the cue ball",
                "The cue ball is the leftmost ball.",
                Check::once(leftmost, format!("at x = {} m, the rack from {} m on",
                        signed(start[0].state.position.x, 3),
                        signed(start[1].state.position.x, 3))),
            ),
            Claim::statement(
                "a tight diamond",
                "Rows of one, two, three, two and one equal balls touch their neighbours.",
                Check::bounded("gap between neighbours / m", gaps, 4e-15),
            )
            .remark("16 contacts, and one more when the cue ball arrives."),
        ])
        .figure(
            draw_table("Before the break", &table()?, &before, &names()?),
            "The rack on the foot spot and the cue ball on the head spot of a nine-foot table; the paper gives no table and no distance.",
        ))
}

/// When the rack is hit, and velocities just after.
fn impact_time(shot: &Shot) -> Option<f64> {
    let in_rack = |event: &&ShotEvent| match &event.kind {
        ShotEventKind::Collides(collision) => collision.pairs.len() > 1,
        ShotEventKind::Ends { .. } | ShotEventKind::Leaves { .. } => false,
    };
    shot.events.iter().find(in_rack).map(|event| event.time)
}

const SHOTS: [(WangShot, &str, &str); 3] = [
    (WangShot::Stop, "stop", "(a) stop shot"),
    (WangShot::Follow, "follow", "(b) follow shot"),
    (WangShot::Draw, "draw", "(c) draw shot"),
];

/// Fig. 7: three breaks, to rest.
pub fn resting_configurations() -> Result<Findings, Unmet> {
    let nine_foot = table()?;
    let far = SHOTS.map(|(shot, ..)| play(&nine_foot, shot, FROM_HEAD_SPOT));
    let [stop, follow, draw] = far;
    let far = [stop?, follow?, draw?];
    let spreads = far.each_ref().map(|shot| spread(&resting(shot)));
    let (chart, near, turning) = over_ways()?;
    let words =
        |[stop, follow, draw]: [f64; 3]| format!("stop {stop:.3} m, follow {follow:.3} m, draw {draw:.3} m");
    let mut findings = Findings::new()
        .claims([
            Claim::statement(
                "how far the balls spread",
                "Compared with the stop shot the balls spread out more after the follow shot and less after the draw shot.",
                Check::once(is_published_order(spreads), format!("root mean square distance from the common centre: {}", words(spreads))),
            )
            .remark(&format!(
                "The cue ball starts on the head spot, 1.21 m from contact; the paper gives no distance. It rolls when it arrives: forward spin has been turned into speed, backspin has cost speed. On a table without cushions the order holds if it runs {turning:.2} m or more. From 5 mm the order is the opposite ({}; without the cue ball {}): spin hardly changes the impact itself, and a cue ball with backspin runs back farthest.",
                words(near.all),
                words(near.racked)
            )),
            given_motions()?,
        ])
        .claims(ledger(&far))
        .claims(names_of_shots()?)
        .claim(frictionless_rack()?)
        .table(table_of(&far))
        .figure(chart.draw(), "Spread of the ten resting balls (root mean square distance from their common centre) over the way of the cue ball to the rack, no cushion in reach. The order of the paper, follow above stop above draw, is that of the right part.");
    for ((_, _, heading), shot) in SHOTS.iter().zip(&far) {
        findings = findings.figure(
            draw_table(heading, &table()?, shot, &names()?),
            &format!("{heading}: paths and resting places of all balls, to lay beside the same part of Fig. 7. The table and the start of the cue ball are ours; rings are the balls before the break."),
        );
    }
    Ok(findings)
}

/// The motions of the cue ball just after the cue, as the simulation takes them.
fn given_motions() -> Result<Claim, Unmet> {
    let mut used = Vec::new();
    for (shot, ..) in SHOTS {
        let cue = balls(shot, FROM_HEAD_SPOT)?[0].state;
        used.extend(cue.velocity.iter().chain(cue.angular_velocity.iter()).copied());
    }
    Ok(Claim::numbers(
        "v / m/s and ω / rad/s of the cue ball for the stop, the follow and the draw shot",
        "1 0 0 0 0 0 1 0 0 0 20 0 1 0 0 0 -20 0",
        &used,
    )
    .remark("Read from the balls with which the figures are computed; forward spin about y speeds a ball up along x."))
}

/// Follow, stop, draw, from the widest to the narrowest.
fn is_published_order([stop, follow, draw]: [f64; 3]) -> bool {
    follow > stop && stop > draw
}

/// Spreads after the three shots: of all ten balls, and of the nine without the cue ball.
#[derive(Clone, Copy)]
struct Spreads {
    all: [f64; 3],
    racked: [f64; 3],
}

/// How far the balls spread if the cue ball runs so far, in metres, where no cushion is in reach.
fn spreads(way: f64) -> Result<Spreads, Unmet> {
    let large = large_table()?;
    let mut found = Spreads { all: [0.0; 3], racked: [0.0; 3] };
    for (place, (shot, ..)) in SHOTS.into_iter().enumerate() {
        let rest = resting(&play(&large, shot, way)?);
        (found.all[place], found.racked[place]) = (spread(&rest), spread(&rest[1..]));
    }
    Ok(found)
}

/// Spreads over the way of the cue ball: the chart, those from close by, and where the order of the paper begins.
fn over_ways() -> Result<(Chart, Spreads, f64), Unmet> {
    const WAYS: [f64; 12] = [SHORT_WAY, 0.03, 0.06, 0.08, 0.1, 0.12, 0.13, 0.14, 0.15, 0.2, 0.3, 0.5];
    let mut rows = Vec::new();
    for way in WAYS {
        rows.push((way, spreads(way)?));
    }
    let begins = rows.iter().rev().take_while(|(_, spreads)| is_published_order(spreads.all)).last();
    let turning = begins.map_or(f64::NAN, |row| row.0);
    let mut plot = Plot::new("way of the cue ball to the rack / m", "spread at rest / m").height(280.0);
    for (place, (_, name, _)) in SHOTS.iter().enumerate() {
        let points: Vec<[f64; 2]> = rows.iter().map(|(way, spreads)| [*way, spreads.all[place]]).collect();
        plot = plot.line(name, points.clone()).dots(name, points);
    }
    let chart = Chart::new(
        "How far a break spreads the balls",
        "1 m/s, spin 0 and ±20 rad/s, parameters of Table II",
    );
    Ok((chart.plot(plot), rows[0].1, turning))
}

/// One impact, all balls at rest in the end, books that close.
fn ledger(shots: &[Shot; 3]) -> Vec<Claim> {
    let rest =
        shots.iter().flat_map(|shot| shot.final_states().into_iter().map(|ball| ball.state.velocity.norm()));
    let imbalance = shots.iter().map(|shot| shot.ledger.imbalance().abs());
    vec![
        Claim::statement(
            "at rest",
            "Fig. 7 shows resting configurations.",
            Check::bounded("speed of a ball at the end / m/s", rest, 0.0),
        ),
        Claim::own_check(
            "energy",
            "All energy is accounted for: cloth, restitution, friction between balls.",
            Check::bounded("energy unaccounted for / J", imbalance, 1e-14),
        ),
    ]
}

/// Stop, follow and draw, against one ball instead of a rack.
fn names_of_shots() -> Result<Vec<Claim>, Unmet> {
    let mut ends = [0.0; 3];
    let large = large_table()?;
    for (end, (shot, ..)) in ends.iter_mut().zip(SHOTS) {
        let pair: Vec<_> = balls(shot, SHORT_WAY)?.into_iter().take(2).collect();
        let contact = pair[1].state.position.x - WANG_BREAK.diameter;
        let played = simulate(&large, &pair, Until::Rest)?;
        *end = played.final_states()[0].state.position.x - contact;
    }
    let [stop, follow, draw] = ends;
    Ok(vec![Claim::statement(
        "names of the shots",
        "With the three angular velocities the cue ball stops, follows or is drawn back.",
        Check::once(
            stop.abs() < 0.5 * WANG_BREAK.diameter && follow > WANG_BREAK.diameter && draw < -WANG_BREAK.diameter,
            format!("against a single ball 5 mm away the cue ball ends {} mm, {} mm and {} mm from where it struck",
                signed(1e3 * stop, 0),
                signed(1e3 * follow, 0),
                signed(1e3 * draw, 0)),
        ),
    )
    .remark("Against the whole rack all three recoil: ten balls are not two.")])
}

/// The impact without friction and spin, by an independent solver.
fn frictionless_rack() -> Result<Claim, Unmet> {
    let rack = nine_ball_rack(WANG_BREAK.restitution)?;
    let ours = outcome(&rack, carom::Model::default())?;
    let steps = carom_reference::wang::Wang::new(1e-4)?.solve(&rack.problem)?;
    let theirs = rack.velocities(&steps.impulse);
    let off = (&ours - &theirs).amax();
    Ok(Claim::own_check(
        "the impact of the rack",
        "The impact is that of the model of Sec. II when balls do not rub.",
        Check::bounded(
            "difference of a velocity from Algorithm 1 with a step of 0.0001, per unit speed",
            [off],
            2e-4,
        ),
    )
    .remark(&format!(
        "The cue ball recoils at {}, the last ball leaves at {} of the speed of arrival.",
        signed(ours[0], 6),
        signed(ours[18], 6)
    )))
}

fn table_of(shots: &[Shot; 3]) -> Table {
    let head = [
        "shot",
        "speed of arrival / m/s",
        "recoil of the cue ball / m/s",
        "last ball / m/s",
        "spread / m",
        "cue ball from the foot spot / m",
        "all at rest / s",
    ];
    SHOTS.iter().zip(shots).fold(
        Table::new("The three breaks from the head spot.", &head),
        |table, ((_, name, _), shot)| {
            let time = impact_time(shot).unwrap_or(0.0);
            let last = shot.balls.len() - 1;
            let rest = resting(shot);
            let numbers = [
                shot.trajectories[0].before(time).velocity.x,
                shot.at(0, time).velocity.x,
                shot.at(last, time).velocity.x,
                spread(&rest),
                rest[0].x - 0.635,
                shot.end,
            ];
            table.row(std::iter::once((*name).to_owned()).chain(numbers.map(|number| signed(number, 3))))
        },
    )
}
