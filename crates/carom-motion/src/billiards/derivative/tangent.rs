//! The variation of a whole shot, carried beside it: (Sv.1) and (Sv.2).

use carom::derivative::{Direction, KinkCause, Parameter};
use nalgebra::Vector3;

use super::super::ball::{Ball, BallState, State};
use super::super::cloth::{Change, Piece};
use super::super::cluster::{Cluster, Scene};
use super::super::error::ShotError;
use super::super::table::Table;
use super::contacts::{AtImpact, Gap};
use super::direction::{Changes, ShotParameter};
use super::piece_change::{PieceChange, Setting, StateChange};
use super::{ShotDerivatives, ShotKink, ShotKinkCause};

/// Speeds, and changes of gaps, below this part of those that they are the difference of are none.
pub(super) const ROUNDING: f64 = 1e-9;

/// The variation of a shot.
pub(in super::super) struct Tangent {
    changes: Vec<Changes>,
    /// By ball and direction.
    courses: Vec<Vec<PieceChange>>,
    /// By event; none where that is not followed.
    events: Vec<Option<Vec<f64>>>,
    kinks: Vec<ShotKink>,
}

/// What an impact does: by direction, when it comes, and by ball of the cluster δ of the states just after it.
pub(in super::super) struct StruckChange {
    balls: Vec<usize>,
    shifts: Vec<f64>,
    after: Vec<Vec<StateChange>>,
}

/// Why an impact happens at its instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Trigger {
    /// Balls meet each other or a cushion.
    Meeting,
    /// A ball comes down.
    Landing,
}

impl Tangent {
    pub fn new(
        directions: &[Direction<ShotParameter>],
        table: &Table,
        balls: &[BallState],
        order: &[usize],
        pieces: &[Piece],
    ) -> Result<Self, ShotError> {
        let along = |direction| Changes::along(direction, table, balls, order);
        let changes: Vec<Changes> = directions.iter().map(along).collect::<Result<_, _>>()?;
        let mut this = Self { changes, courses: Vec::new(), events: Vec::new(), kinks: Vec::new() };
        for (ball, piece) in pieces.iter().enumerate() {
            let begin = |change: &Changes| {
                let setting = setting(table, &balls[ball].ball, change, ball);
                setting.begin(piece, change.start[ball])
            };
            this.courses.push(this.changes.iter().map(begin).collect());
        }
        Ok(this)
    }

    /// The travel or the spin of a ball ends by itself.
    pub fn end(&mut self, table: &Table, spec: &Ball, ball: usize, change: Change, pieces: [&Piece; 2]) {
        let [before, next] = pieces;
        let elapsed = next.start() - before.start();
        let mut shifts = Vec::with_capacity(self.changes.len());
        for (direction, along) in self.changes.iter().enumerate() {
            let setting = setting(table, spec, along, ball);
            let course = &mut self.courses[ball][direction];
            let shift = setting.end_shift(before, change, course);
            *course = match change {
                Change::SpinningEnds => course.without_twist(elapsed),
                Change::SlidingEnds | Change::RollingEnds | Change::Struck | Change::Removed => {
                    let there = course.at(elapsed).later(before, &before.at(elapsed), shift);
                    setting.begin(next, there.later(next, &next.state(), -shift))
                }
            };
            shifts.push(shift);
        }
        self.events.push(Some(shifts));
    }

    /// A ball goes out of play.
    pub fn remove(&mut self, ball: usize) {
        self.courses[ball].fill(PieceChange::default());
        self.events.push(None);
    }

    /// Differentiates an impact.
    pub fn strike(
        &mut self,
        scene: &Scene<'_>,
        cluster: &Cluster,
        trigger: (Trigger, &[usize]),
        pieces: &[Piece],
        now: f64,
    ) -> Result<StruckChange, ShotError> {
        let mut directions: Vec<Direction<Parameter>> = Vec::new();
        let (mut shifts, mut before) = (Vec::new(), Vec::new());
        for (number, changes) in self.changes.iter().enumerate() {
            let there = |shift: f64| -> Vec<StateChange> {
                let of = |&ball: &usize| {
                    let (piece, course) = (&pieces[ball], &self.courses[ball][number]);
                    let elapsed = now - piece.start();
                    course.at(elapsed).later(piece, &piece.at(elapsed), shift)
                };
                cluster.balls.iter().map(of).collect()
            };
            let (balls, table) = (&changes.balls, &changes.table);
            let fixed = there(0.0);
            let at_fixed_time = AtImpact { scene, cluster, states: &fixed, size: 0.0, balls, table };
            let (shift, cause) = shift(&at_fixed_time, trigger);
            let states = there(shift);
            let size = fixed.iter().map(|state| state.position.norm()).fold(0.0, f64::max);
            let impact = AtImpact { scene, cluster, states: &states, size, balls, table };
            let late = impact.gaps().into_iter().find(|gap| !gap.is_open && gap.change != 0.0);
            let late = late.map(|gap| (ShotKinkCause::Coincidence, gap.balls));
            let tilted = impact.tilted().map(|balls| (ShotKinkCause::Tilted, balls));
            for (cause, balls) in cause.into_iter().chain(late).chain(tilted) {
                self.kinks.push(ShotKink { time: now, cause, balls, directions: vec![number] });
            }
            directions.push(impact.direction());
            shifts.push(shift);
            before.push(states);
        }
        let refused = |source| ShotError::Derivative { time: now, balls: cluster.balls.clone(), source };
        let impact = scene.impact(cluster).map_err(|source| ShotError::ImpactInput { time: now, source })?;
        let (_, found) = impact.solve_with_derivatives(&directions).map_err(refused)?;
        // How long an impact lasts does not matter to a shot.
        for kink in found.kinks().iter().filter(|kink| kink.cause != KinkCause::Tie) {
            let (cause, balls) = (ShotKinkCause::Impact(kink.cause), cluster.balls.clone());
            self.kinks.push(ShotKink { time: now, cause, balls, directions: kink.columns.clone() });
        }
        // Rows: six for each ball, velocity and angular velocity.
        let after = |(number, states): (usize, &Vec<StateChange>)| -> Vec<StateChange> {
            let vector = |row: usize| Vector3::from_fn(|axis, _| found.matrix()[(row + axis, number)]);
            let of = |(body, state): (usize, &StateChange)| StateChange {
                position: state.position,
                velocity: vector(6 * body),
                angular_velocity: vector(6 * body + 3),
            };
            states.iter().enumerate().map(of).collect()
        };
        let after = before.iter().enumerate().map(after).collect();
        self.events.push(Some(shifts.clone()));
        Ok(StruckChange { balls: cluster.balls.clone(), shifts, after })
    }

    /// Goes on with a ball after an impact, in its next piece.
    pub fn go_on(&mut self, struck: &StruckChange, table: &Table, spec: &Ball, ball: usize, next: &Piece) {
        let body = struck.balls.partition_point(|&other| other < ball);
        for (direction, along) in self.changes.iter().enumerate() {
            let mut change = struck.after[direction][body];
            let state: State = next.state();
            // What the cloth swallows is gone whatever it was.
            if state.velocity.z == 0.0 && state.position.z == spec.radius() {
                change.velocity.z = 0.0;
            }
            let change = change.later(next, &state, -struck.shifts[direction]);
            self.courses[ball][direction] = setting(table, spec, along, ball).begin(next, change);
        }
    }

    /// Notes that surfaces were pushed apart.
    pub fn note_pressed(&mut self, balls: Vec<usize>, now: f64) {
        let directions = (0..self.changes.len()).collect();
        self.kinks.push(ShotKink { time: now, cause: ShotKinkCause::Pressed, balls, directions });
    }

    /// What is to be told, with balls called as in `order`; the shot ended at `end`, by itself or when it was stopped.
    pub fn finish(self, pieces: &[Piece], end: f64, rests: bool, order: &[usize]) -> ShotDerivatives {
        let of_direction = |direction: usize| {
            let mut states = vec![StateChange::default(); pieces.len()];
            for (ball, piece) in pieces.iter().enumerate() {
                states[order[ball]] = self.courses[ball][direction].at(end - piece.start());
            }
            states
        };
        let states = (0..self.changes.len()).map(of_direction).collect();
        let end =
            if rests { self.events.last().cloned().flatten() } else { Some(vec![0.0; self.changes.len()]) };
        let name = |mut kink: ShotKink| {
            kink.balls.iter_mut().for_each(|ball| *ball = order[*ball]);
            kink.balls.sort_unstable();
            kink
        };
        ShotDerivatives {
            states,
            end,
            events: self.events,
            kinks: self.kinks.into_iter().map(name).collect(),
        }
    }
}

fn setting<'a>(table: &'a Table, ball: &'a Ball, changes: &'a Changes, number: usize) -> Setting<'a> {
    Setting { ball, cloth: &table.cloth, table_change: &changes.table, ball_change: &changes.balls[number] }
}

type Cause = Option<(ShotKinkCause, Vec<usize>)>;

/// δτ of an impact, (Sv.2), and why there is none if the guard does not fall.
fn shift(impact: &AtImpact<'_>, (trigger, seeds): (Trigger, &[usize])) -> (f64, Cause) {
    let found = match trigger {
        Trigger::Landing => {
            let ball = seeds[0];
            let state = impact.cluster.balls.iter().position(|&other| other == ball);
            let change =
                state.map_or(0.0, |place| impact.states[place].position.z) - impact.balls[ball].radius;
            let rate = impact.scene.states[ball].map_or(0.0, |state| state.velocity.z);
            Gap { balls: vec![ball], is_open: false, change, rate, speed: rate.abs() }
        }
        Trigger::Meeting => {
            let gaps = impact.gaps().into_iter();
            let meets = |gap: &Gap| !gap.is_open && gap.balls == seeds;
            let Some(gap) = gaps.filter(meets).min_by(|a, b| a.rate.total_cmp(&b.rate)) else {
                return (0.0, Some((ShotKinkCause::Grazing, seeds.to_vec())));
            };
            gap
        }
    };
    if found.rate < -ROUNDING * found.speed {
        (-found.change / found.rate, None)
    } else {
        (0.0, Some((ShotKinkCause::Grazing, found.balls)))
    }
}
