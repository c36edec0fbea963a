//! The cue, the ball and the table of Table 1.

use carom::{
    Body, Contact, Event, EventKind, Friction, Impact, Model, Motion, NormalLaw, Restitution, RestitutionLaw,
    Separation, Snapshot, Stiffness, TangentialLaw, Trace,
};
use nalgebra::{Vector2, Vector3};

use super::balls::PAPER;
use crate::item::Unmet;

/// Mass of the ball, in kilograms.
pub const BALL_MASS: f64 = 0.1673;
/// Mass of the cue, in kilograms.
pub const CUE_MASS: f64 = 0.5018;
/// Radius of the ball, in metres.
pub const RADIUS: f64 = 0.0286;
/// Friction of the ball on the table.
pub const TABLE_FRICTION: f64 = 0.152_479;
/// Friction of the tip on the ball.
pub const TIP_FRICTION: f64 = 0.4;
/// Restitution of the tip.
pub const TIP_RESTITUTION: f64 = 0.656_532;
/// Restitution of the table.
pub const TABLE_RESTITUTION: f64 = 0.516_25;
/// Stiffness of the tip over that of the table.
pub const STIFFNESS_RATIO: f64 = 1.5;

/// Number of the contact of the tip.
pub const TIP: usize = 0;
/// Number of the contact of the table.
pub const TABLE: usize = 1;

/// A shot.
#[derive(Debug, Clone, Copy)]
pub struct Shot {
    /// Outward normal of the ball where the tip meets it, of any length.
    pub normal: [f64; 3],
    /// Velocity of the cue, in metres per second.
    pub cue: [f64; 3],
}

pub const VERTICAL: Shot = Shot { normal: [-1.0, -2.0, 1.0], cue: [0.0, 0.0, -2.0] };
pub const HORIZONTAL: Shot = Shot { normal: [-1.0, -1.0, 0.0], cue: [0.8, 0.0, 0.0] };
/// With the normal that must be meant.
pub const JUMP: Shot = Shot { normal: [-1.0, 0.0, 1.0], cue: [1.0, 0.0, -1.0] };
pub const MASSE: Shot = Shot { normal: [-2.0, -1.0, 12.0], cue: [4.0, 0.0, -16.0] };

impl Shot {
    pub fn normal(&self) -> Vector3<f64> {
        Vector3::from(self.normal).normalize()
    }

    pub fn axis(&self) -> Vector3<f64> {
        Vector3::from(self.cue).normalize()
    }

    /// The impact with the stiffness of the tip over that of the table given.
    pub fn impact(&self, ratio: f64, model: Model) -> Result<Impact, Unmet> {
        self.impact_with_tip(ratio, model, TIP_RESTITUTION)
    }

    /// The same with another restitution of the tip.
    pub fn impact_with_tip(&self, ratio: f64, model: Model, restitution: f64) -> Result<Impact, Unmet> {
        let centre = Vector3::new(0.0, 0.0, RADIUS);
        let tip = centre + self.normal() * RADIUS;
        let ball = Body::ball(BALL_MASS, RADIUS)?.at(centre)?;
        let cue = Body::sliding(CUE_MASS, self.axis())?.at(tip)?.moving(Vector3::from(self.cue))?;
        let on_ball = Contact::new([1, 0], tip, self.normal(), law(restitution, ratio)?)?;
        let on_table = Contact::new([0, 2], Vector3::zeros(), Vector3::z(), law(TABLE_RESTITUTION, 1.0)?)?;
        let contacts =
            vec![on_ball.with_friction(rigid(TIP_FRICTION)?), on_table.with_friction(rigid(TABLE_FRICTION)?)];
        Ok(Impact::new(vec![ball, cue, Body::fixed()], contacts, model)?)
    }
}

fn law(restitution: f64, stiffness: f64) -> Result<NormalLaw, Unmet> {
    Ok(NormalLaw::touching(Restitution::new(restitution)?, Stiffness::new(stiffness)?))
}

fn rigid(friction: f64) -> Result<TangentialLaw, Unmet> {
    Ok(TangentialLaw::Rigid { friction: Friction::new(friction)? })
}

/// A way of computing a shot, in words, and the ball's motion that comes of it.
#[derive(Clone)]
pub struct Candidate {
    pub name: String,
    pub ball: Motion,
}

/// Every law, kind of separation and order of the stiffnesses; and the paper's law with a cue that never comes back or with the
/// printed impulse that stops the sliding.
pub fn candidates(shot: &Shot) -> Result<Vec<Candidate>, Unmet> {
    let mut found = Vec::new();
    for (order, ratio) in [("as printed", STIFFNESS_RATIO), ("exchanged", 1.0 / STIFFNESS_RATIO)] {
        for (law, restitution) in [
            ("mono-stiffness", RestitutionLaw::MonoStiffness),
            ("bi-stiffness", RestitutionLaw::BiStiffness),
            ("hardening", RestitutionLaw::Hardening),
        ] {
            for (kind, separation) in [("instant", Separation::Instant), ("tracked", Separation::Tracked)] {
                let outcome = shot.impact(ratio, Model { restitution, separation })?.solve()?;
                let name = format!("{law}, {kind} return, stiffnesses {order}");
                found.push(Candidate { name, ball: outcome.bodies[0] });
            }
        }
        if let Some(ball) = with_printed_stop(&shot.impact(ratio, PAPER)?)? {
            let name =
                format!("mono-stiffness, sliding stopped by −m v⊥ in the last S2, stiffnesses {order}");
            found.push(Candidate { name, ball });
        }
        if let Some(ball) = without_return(&shot.impact(ratio, PAPER)?)? {
            found.push(Candidate {
                name: format!("mono-stiffness, no return of the cue, stiffnesses {order}"),
                ball,
            });
        }
    }
    Ok(found)
}

/// The motion of the ball if the tip, once it has let go, never acts again. Nothing if the tip does not return.
pub fn without_return(impact: &Impact) -> Result<Option<Motion>, Unmet> {
    let (_, trace) = impact.trace()?;
    let back = trace.events().into_iter().find(|e| e.contact == TIP && e.kind == EventKind::ContactReturns);
    Ok(back.map(|back| on_table_alone(impact, &trace, back.time, 2.0 / 7.0)))
}

/// The motion of the ball if its sliding in a last state S2 is stopped by the printed impulse −m v⊥ instead of −(2/7) m v⊥.
/// Nothing if the shot does not end in S2.
fn with_printed_stop(impact: &Impact) -> Result<Option<Motion>, Unmet> {
    let (_, trace) = impact.trace()?;
    let states = trace.states();
    let last = states.iter().rfind(|state| !state.active.is_empty());
    Ok(last
        .filter(|state| state.active == [TABLE])
        .map(|state| on_table_alone(impact, &trace, state.time, 1.0)))
}

/// The motion of the ball if from an instant on only the table acts: state S2 goes on to its end by the closed form of Sec. 2.2 and
/// Coulomb's law, where sliding at v⊥ stops at the impulse −`stop` m v⊥.
fn on_table_alone(impact: &Impact, trace: &Trace, time: f64, stop: f64) -> Motion {
    let at = &trace.sample(&[time])[0];
    let (speed, energy) = (at.velocity[TABLE], at.energy[TABLE]);
    let full = energy + 0.5 * BALL_MASS * speed * speed;
    let most = if speed < 0.0 { full } else { largest_energy(trace, &trace.events(), time).unwrap_or(full) };
    let kept = (1.0 - TABLE_RESTITUTION * TABLE_RESTITUTION) * most;
    let growth = BALL_MASS * ((speed * speed + 2.0 * (energy - kept) / BALL_MASS).sqrt() - speed);
    let sliding = at.tangential[TABLE].velocity;
    let rub = (TABLE_FRICTION * growth).min(sliding.norm() * BALL_MASS * stop);
    pressed_further(impact, at, growth, rub)
}

/// The motion of the ball after the table alone has pressed it further: `growth` upwards, `rub` against the sliding, in N s.
pub fn pressed_further(impact: &Impact, at: &Snapshot, growth: f64, rub: f64) -> Motion {
    let normal = [at.impulse[TIP], at.impulse[TABLE] + growth];
    let direction = at.tangential[TABLE].velocity.try_normalize(0.0).unwrap_or_else(Vector2::zeros);
    let tangential = [at.tangential[TIP].impulse, at.tangential[TABLE].impulse - direction * rub];
    impact.motions_after(&impact.world_impulses(&normal, &tangential))[0]
}

/// Strain energy of the table's contact at its last end of compression before an instant.
fn largest_energy(trace: &Trace, events: &[Event], time: f64) -> Option<f64> {
    let mut ends = events.iter().filter(|e| e.contact == TABLE && e.kind == EventKind::CompressionEnds);
    let last = ends.rfind(|e| e.time <= time)?;
    Some(trace.sample(&[last.time])[0].energy[TABLE])
}
