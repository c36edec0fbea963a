//! Derivatives of a shot: where balls stop and when, by the cue, the table and the balls, under the names that scene files use; those of
//! bouncing bodies and of cradles are in modules of their own.

mod bouncing;
mod cradle;

use carom::derivative::{Axis, Coefficient, Direction};
use carom::{Surface, TangentialLaw};
use carom_motion::MotionKink;
use carom_motion::billiards::cue::{CueStrike, Guide, TipPoint};
use carom_motion::billiards::derivative::{
    BlowParameter, ContactKind, CueShotParameter, ShotDerivatives, ShotKink, ShotKinkCause, ShotParameter,
    play_with_derivatives, simulate_with_derivatives,
};
use carom_motion::billiards::{BallState, Shot};
use nalgebra::Vector3;

use super::billiards::Billiards;
use super::{WorldScene, WorldSetup};
use crate::derivatives::{Derivatives, NamedKink, Quantity};

impl WorldScene {
    /// Derivatives of the end: where balls or bodies are, how fast those are that still move, and when it comes; by the cue, by how the motion
    /// begins, and by the table, the balls, the bodies, the strings and the laws between them. Angles are in radians.
    ///
    /// # Errors
    /// A motion whose derivatives are not known: in words.
    pub fn derivatives(&self) -> Result<Derivatives, String> {
        match &self.setup {
            WorldSetup::Billiards(billiards) => self.derivatives_of_shot(billiards),
            WorldSetup::Bouncing { world, stop, .. } => self.derivatives_of_bodies(world, *stop),
            WorldSetup::Cradle { cradle, stop } => self.derivatives_of_cradle(cradle, *stop),
        }
    }

    fn derivatives_of_shot(&self, billiards: &Billiards) -> Result<Derivatives, String> {
        let columns = self.numbers(billiards);
        let directions: Vec<_> = columns.iter().map(|(parameter, _)| Direction::along(*parameter)).collect();
        let (shot, found) = play(billiards, &directions)?;
        let names: Vec<String> = columns.iter().map(|(_, quantity)| quantity.name.clone()).collect();
        let kink = |kink: &ShotKink| NamedKink {
            time: kink.time,
            cause: cause(kink.cause),
            contacts: kink.balls.iter().map(|&ball| self.names[ball].clone()).collect(),
            columns: kink.directions.iter().map(|&direction| names[direction].clone()).collect(),
        };
        let (rows, matrix) = self.rows(&shot, &found, columns.len());
        Ok(Derivatives {
            rows,
            matrix,
            kinks: found.kinks.iter().map(kink).collect(),
            one_sided: Vec::new(),
            columns: columns.into_iter().map(|(_, quantity)| quantity).collect(),
        })
    }

    /// Places of all balls at the end, and its time, with their derivatives.
    fn rows(&self, shot: &Shot, found: &ShotDerivatives, columns: usize) -> (Vec<Quantity>, Vec<Vec<f64>>) {
        let (mut rows, mut matrix) = (Vec::new(), Vec::new());
        for (ball, last) in shot.final_states().iter().enumerate() {
            for axis in [Axis::X, Axis::Y] {
                let name = format!("{}.position.{axis}", self.names[ball]);
                rows.push(Quantity { name, value: last.state.position[axis.index()], has_scale: false });
                let slope = |column: usize| found.states[column][ball].position[axis.index()];
                matrix.push((0..columns).map(slope).collect());
            }
        }
        if let Some(end) = &found.end {
            rows.push(Quantity { name: "end".to_owned(), value: shot.end, has_scale: true });
            matrix.push(end.clone());
        }
        (rows, matrix)
    }

    /// Everything that a shot is differentiated by.
    fn numbers(&self, billiards: &Billiards) -> Vec<(CueShotParameter, Quantity)> {
        let mut all = Vec::new();
        if let Some(blow) = &billiards.blow {
            of_cue(&blow.strike, &mut all);
        }
        let struck = billiards.blow.as_ref().map(|blow| blow.ball);
        for (ball, start) in billiards.balls.iter().enumerate() {
            of_ball(ball, &self.names[ball], start, struck == Some(ball), &mut all);
        }
        of_table(billiards, &mut all);
        all
    }
}

/// A kink of a motion, by name.
fn named(kink: &MotionKink, bodies: &[String], columns: &[Quantity]) -> NamedKink {
    NamedKink {
        time: kink.time,
        cause: kink.cause.name(),
        contacts: kink.bodies.iter().map(|&body| bodies[body].clone()).collect(),
        columns: kink.directions.iter().map(|&direction| columns[direction].name.clone()).collect(),
    }
}

type Numbers = Vec<(CueShotParameter, Quantity)>;

fn push(all: &mut Numbers, parameter: CueShotParameter, name: String, value: f64, has_scale: bool) {
    all.push((parameter, Quantity { name, value, has_scale }));
}

/// A ball may be called `cue` as well, and has a mass: what the cue is like is told of its stick and its tip.
fn of_cue(strike: &CueStrike, all: &mut Numbers) {
    use BlowParameter as B;
    let mut add = |parameter: B, name: &str, value: f64, has_scale: bool| {
        push(all, CueShotParameter::Blow(parameter), name.to_owned(), value, has_scale);
    };
    add(B::Speed, "cue.speed", strike.aim.speed, true);
    add(B::Azimuth, "cue.aim", strike.aim.azimuth, false);
    add(B::Elevation, "cue.elevation", strike.aim.elevation, true);
    if let TipPoint::Offset { side, height } = strike.point {
        add(B::Side, "cue.side", side, true);
        add(B::Height, "cue.height", height, true);
    }
    add(B::CueMass, "cue_stick.mass", strike.cue.mass, true);
    if let Guide::Hand { end_mass } = strike.cue.guide {
        add(B::EndMass, "cue_stick.end_mass", end_mass, true);
    }
    let tip = &strike.cue.tip;
    add(B::Tip(Coefficient::Restitution), "cue_tip.restitution", tip.restitution.value(), true);
    add(B::Tip(Coefficient::Stiffness), "cue_tip.stiffness", tip.stiffness.value(), true);
    if tip.tangential.has_friction() {
        add(B::Tip(Coefficient::Friction), "cue_tip.friction", tip.tangential.coefficient(), true);
    }
    if let TangentialLaw::Compliant { compliance, .. } = tip.tangential {
        add(B::Tip(Coefficient::Compliance), "cue_tip.compliance", compliance.value(), true);
    }
}

fn of_ball(ball: usize, name: &str, start: &BallState, struck: bool, all: &mut Numbers) {
    let mut add = |parameter: ShotParameter, what: String, value: f64, has_scale: bool| {
        push(all, CueShotParameter::Shot(parameter), format!("{name}.{what}"), value, has_scale);
    };
    let axes = [Axis::X, Axis::Y];
    for axis in axes {
        let value = start.state.position[axis.index()];
        add(ShotParameter::Position { ball, axis }, format!("position.{axis}"), value, false);
    }
    // What a cue strikes moves as that makes it, and what lies still would have to be struck.
    if !struck && start.state.velocity != Vector3::zeros() {
        for axis in axes {
            let value = start.state.velocity[axis.index()];
            add(ShotParameter::Velocity { ball, axis }, format!("velocity.{axis}"), value, true);
        }
    }
    if !struck && start.state.angular_velocity != Vector3::zeros() {
        for axis in Axis::ALL {
            let value = start.state.angular_velocity[axis.index()];
            add(
                ShotParameter::AngularVelocity { ball, axis },
                format!("angular_velocity.{axis}"),
                value,
                true,
            );
        }
    }
    add(ShotParameter::Mass { ball }, "mass".to_owned(), start.ball.mass(), true);
    add(ShotParameter::Radius { ball }, "radius".to_owned(), start.ball.radius(), true);
}

fn of_table(billiards: &Billiards, all: &mut Numbers) {
    use ShotParameter as P;
    let table = &billiards.table;
    let mut add = |parameter: P, name: String, value: f64| {
        push(all, CueShotParameter::Shot(parameter), name, value, true);
    };
    let cloth = &table.cloth;
    add(P::SlidingFriction, "cloth.sliding_friction".to_owned(), cloth.sliding_friction);
    add(P::RollingResistance, "cloth.rolling_resistance".to_owned(), cloth.rolling_resistance);
    add(P::SpinFriction, "cloth.spin_friction".to_owned(), cloth.spin_friction);
    add(P::Gravity, "gravity".to_owned(), cloth.gravity);
    let kinds: [(ContactKind, &str, &Surface); 3] = [
        (ContactKind::Balls, "balls", &table.between_balls),
        (ContactKind::Cushion, "cushion", &table.cushion),
        (ContactKind::Bed, "bed", &table.bed),
    ];
    for (kind, name, law) in kinds {
        add(P::Restitution(kind), format!("{name}.restitution"), law.restitution.value());
        add(P::Stiffness(kind), format!("{name}.stiffness"), law.stiffness.value());
        if law.tangential.has_friction() {
            add(P::Friction(kind), format!("{name}.friction"), law.tangential.coefficient());
        }
        if let TangentialLaw::Compliant { compliance, .. } = law.tangential {
            add(P::Compliance(kind), format!("{name}.compliance"), compliance.value());
        }
    }
}

/// The shot again, with its derivatives.
fn play(
    billiards: &Billiards,
    directions: &[Direction<CueShotParameter>],
) -> Result<(Shot, ShotDerivatives), String> {
    let Billiards { table, balls, blow, until } = billiards;
    let Some(blow) = blow else {
        let of_shot = |Direction(parts): &Direction<CueShotParameter>| {
            let only = parts.iter().filter_map(|&(parameter, amount)| match parameter {
                CueShotParameter::Shot(parameter) => Some((parameter, amount)),
                CueShotParameter::Blow(_) => None,
            });
            Direction(only.collect())
        };
        let along: Vec<Direction<ShotParameter>> = directions.iter().map(of_shot).collect();
        return simulate_with_derivatives(table, balls, *until, &along).map_err(|error| error.to_string());
    };
    let mut still = balls.clone();
    let state = still[blow.ball].state.moving(Vector3::zeros()).spinning(Vector3::zeros());
    still[blow.ball].state = state;
    let played = play_with_derivatives(&blow.strike, blow.ball, table, &still, *until, directions);
    played.map(|(_, shot, found)| (shot, found)).map_err(|error| error.to_string())
}

fn cause(cause: ShotKinkCause) -> &'static str {
    match cause {
        ShotKinkCause::Impact(cause) => cause.name(),
        ShotKinkCause::Grazing => "grazing",
        ShotKinkCause::Coincidence => "coincidence",
        ShotKinkCause::Tilted => "tilted",
        ShotKinkCause::Pressed => "pressed",
    }
}
