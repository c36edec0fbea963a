//! The jump and massé rows of Table 1: where the tip lets go for the last time.
//!
//! With the stiffness ratio exchanged, as in the vertical row, both rows lie on the way of the model up to its last restitution of
//! the tip, which ends elsewhere than at (1 − e²) of the largest energy. Where it ends is given as
//!
//! ```text
//! e' = √(1 − E/E_max)                                                                          (O.1)
//! ```
//!
//! For the jump e' is fitted. The massé has compressions of the tip that end in S1 and again in S3, and near its row comes
//! E = (1 − e²)(E' + E'') with E' at the first of these ends and E'' what the tip stores in S3 up to the second, as if E' were the energy
//! with which S3 begins:
//!
//! ```text
//! 1 − e'² = (1 − e²)(E' + E'')/E_max                                                           (O.2)
//! ```
//!
//! After its last blow the ball slides on without being stopped at −(2/7) m v⊥ (the paper's −m v⊥ is out of reach), and the state S2
//! ends when the cue is back, n·(v_c − v) = 0. With u = n·(v_c − v) at its start and ŝ the direction of sliding
//!
//! ```text
//! ΔI₂z = m u/(n·z − μ n·ŝ)                                                                     (O.3)
//! ```

use carom::{EventKind, Impact, Motion, Snapshot, Trace};
use nalgebra::Vector3;

use super::balls::PAPER;
use super::shots::{
    BALL_MASS, CUE_MASS, Candidate, JUMP, MASSE, RADIUS, STIFFNESS_RATIO, Shot, TABLE, TABLE_FRICTION,
    TABLE_RESTITUTION, TIP, TIP_RESTITUTION, VERTICAL, pressed_further,
};
use crate::findings::Table;
use crate::item::Unmet;

/// Halvings, so to speak, of the golden section: 0.618⁴⁰ = 4e-9 of the interval is left.
const SECTIONS: usize = 40;

/// Where the e' of the massé is looked for; its distance has one minimum there.
const MASSE_INTERVAL: [f64; 2] = [0.7, 0.85];

/// A way on which the tip lets go elsewhere.
pub struct LetGo {
    pub candidate: Candidate,
    /// e' of (O.1).
    pub restitution: f64,
    /// Normal impulse of the tip at its end, in newton seconds.
    pub impulse: f64,
}

/// Where a function with one minimum has it, by golden section.
fn minimum([mut low, mut high]: [f64; 2], f: impl Fn(f64) -> Result<f64, Unmet>) -> Result<f64, Unmet> {
    let golden = 0.5 * (5_f64.sqrt() - 1.0);
    for _ in 0..SECTIONS {
        let [a, b] = [high - golden * (high - low), low + golden * (high - low)];
        if f(a)? < f(b)? { high = b } else { low = a }
    }
    Ok(0.5 * (low + high))
}

/// The last instant of something at the tip.
fn last_at_tip(trace: &Trace, kind: EventKind) -> Result<f64, Unmet> {
    let mut events = trace.events().into_iter();
    let last = events.rfind(|event| event.contact == TIP && event.kind == kind);
    Ok(last.ok_or("the tip has no such event")?.time)
}

/// The ball if everything stopped at a snapshot.
fn ball_at(impact: &Impact, at: &Snapshot) -> Motion {
    pressed_further(impact, at, 0.0, 0.0)
}

/// A motion with its spin reversed.
fn reversed(ball: Motion) -> Motion {
    Motion { angular: -ball.angular, ..ball }
}

/// The jump shot with its last restitution of the tip broken off where the ball, its spin reversed, is nearest to a motion.
pub fn jump(distance: impl Fn(&Motion) -> f64) -> Result<LetGo, Unmet> {
    let impact = JUMP.impact(1.0 / STIFFNESS_RATIO, PAPER)?;
    let (_, trace) = impact.trace()?;
    let start = last_at_tip(&trace, EventKind::CompressionEnds)?;
    let end = last_at_tip(&trace, EventKind::RestitutionEnds)?;
    let at = |time: f64| trace.sample(&[time]).swap_remove(0);
    let time =
        minimum([start, end * (1.0 - 1e-12)], |time| Ok(distance(&reversed(ball_at(&impact, &at(time))))))?;
    let (most, broken) = (at(start).energy[TIP], at(time));
    let restitution = (1.0 - broken.energy[TIP] / most).sqrt(); // (O.1)
    let name = format!(
        "mono-stiffness, stiffnesses exchanged, last restitution of the tip broken off at e' = {restitution:.3} (fitted), spin reversed"
    );
    let candidate = Candidate { name, ball: reversed(ball_at(&impact, &broken)) };
    Ok(LetGo { candidate, restitution, impulse: broken.impulse[TIP] })
}

/// The massé with another restitution of the tip, up to its last end and then on the table until the cue is back.
fn masse_with(restitution: f64) -> Result<(Motion, f64), Unmet> {
    let impact = MASSE.impact_with_tip(1.0 / STIFFNESS_RATIO, PAPER, restitution)?;
    let (_, trace) = impact.trace()?;
    let at = &trace.sample(&[last_at_tip(&trace, EventKind::RestitutionEnds)?])[0];
    let sliding = ball_sliding(&ball_at(&impact, at));
    let n = MASSE.normal();
    let growth = BALL_MASS * at.velocity[TIP] / (n.z - TABLE_FRICTION * n.dot(&sliding)); // (O.3)
    Ok((pressed_further(&impact, at, growth, TABLE_FRICTION * growth), at.impulse[TIP]))
}

/// Direction in which the ball slides on the table.
fn ball_sliding(ball: &Motion) -> Vector3<f64> {
    let at_table = ball.linear - ball.angular.cross(&(Vector3::z() * RADIUS));
    Vector3::new(at_table.x, at_table.y, 0.0).normalize()
}

/// The massé with the e' of (O.2).
pub fn masse() -> Result<LetGo, Unmet> {
    let restitution = masse_restitution()?;
    let (ball, impulse) = masse_with(restitution)?;
    let name = format!(
        "mono-stiffness, stiffnesses exchanged, E_max of the tip counted from its first value (e' = {restitution:.4}), sliding not stopped in the last \
         S2, which ends when the cue is back"
    );
    Ok(LetGo { candidate: Candidate { name, ball }, restitution, impulse })
}

/// The e' that brings the massé nearest to a motion.
pub fn masse_fit(distance: impl Fn(&Motion) -> f64) -> Result<f64, Unmet> {
    minimum(MASSE_INTERVAL, |e| Ok(distance(&masse_with(e)?.0)))
}

/// e' of the massé by (O.2).
fn masse_restitution() -> Result<f64, Unmet> {
    let (_, trace) = MASSE.impact(1.0 / STIFFNESS_RATIO, PAPER)?.trace()?;
    let energy = |contact: usize, kind: EventKind| -> Result<f64, Unmet> {
        let mut events = trace.events().into_iter();
        let first = events.find(|event| event.contact == contact && event.kind == kind);
        Ok(trace.sample(&[first.ok_or("no such event")?.time])[0].energy[TIP])
    };
    let most = trace.sample(&[last_at_tip(&trace, EventKind::CompressionEnds)?])[0].energy[TIP];
    let counted =
        energy(TIP, EventKind::CompressionEnds)? + most - energy(TABLE, EventKind::RestitutionEnds)?;
    let kept = (1.0 - TIP_RESTITUTION * TIP_RESTITUTION) * counted;
    Ok((1.0 - kept / most).sqrt()) // (O.2)
}

/// Whether the cue comes back in S2, by the inequality of Sec. 2.2 with the upward velocity of the cue in place of v₁, and in the rows.
pub fn decisions(masse_restitution: f64) -> Result<Table, Unmet> {
    let caption = "Whether the cue comes back while the table acts alone (S2), stiffnesses exchanged. By the inequality of Sec. 2.2, with the vertical \
                   velocity of the cue in place of v₁, it does if e²E_max of the table exceeds m(v_c·z)²/2; the rows follow this and not the motion";
    let mut table = Table::new(
        caption,
        &[
            "shot",
            "e²E_max / J",
            "m(v_c·z)²/2 / J",
            "by the inequality",
            "in the printed row",
            "by the motion",
        ],
    );
    let said = |yes: bool| if yes { "yes" } else { "no" };
    for (name, shot, tip, row) in [
        ("vertical", VERTICAL, TIP_RESTITUTION, "no"),
        ("jump", JUMP, TIP_RESTITUTION, "yes"),
        ("massé", MASSE, masse_restitution, "yes"),
    ] {
        let (_, trace) = shot.impact_with_tip(1.0 / STIFFNESS_RATIO, PAPER, tip)?.trace()?;
        let back = trace.events().iter().any(|e| e.contact == TIP && e.kind == EventKind::ContactReturns);
        let [left, right] = sides(&shot, tip)?;
        let sizes = [format!("{left:.4}"), format!("{right:.4}")];
        let words = [said(left > right), row, said(back)].map(str::to_owned);
        table = table.row([name.to_owned()].into_iter().chain(sizes).chain(words));
    }
    Ok(table)
}

/// Both sides of the inequality when the tip lets go for the first time.
fn sides(shot: &Shot, tip: f64) -> Result<[f64; 2], Unmet> {
    let impact = shot.impact_with_tip(1.0 / STIFFNESS_RATIO, PAPER, tip)?;
    let (_, trace) = impact.trace()?;
    let mut events = trace.events().into_iter();
    let first = events.find(|event| event.contact == TIP && event.kind == EventKind::RestitutionEnds);
    let at = &trace.sample(&[first.ok_or("the tip never lets go")?.time])[0];
    let most = at.energy[TABLE] + 0.5 * BALL_MASS * at.velocity[TABLE] * at.velocity[TABLE];
    let tangential: Vec<_> = at.tangential.iter().map(|side| side.impulse).collect();
    let on_cue = impact.world_impulses(&at.impulse, &tangential)[TIP];
    let (c, before) = (shot.axis(), Vector3::from(shot.cue));
    let upward = (before + c * (on_cue.dot(&c) / CUE_MASS)).z;
    Ok([TABLE_RESTITUTION * TABLE_RESTITUTION * most, 0.5 * BALL_MASS * upward * upward])
}
