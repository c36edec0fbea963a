//! Derivatives of bodies that bounce: closed forms, and differences of the course itself.

#![allow(clippy::unwrap_used)] // a test that cannot build its world has failed

use carom::derivative::{Axis, Direction, KinkCause};
use carom::{Compliance, Friction, Restitution, Stiffness, Surface, TangentialLaw};
use carom_motion::MotionKinkCause;
use carom_motion::bouncing::derivative::{BouncingDerivatives, BouncingParameter as P, SurfaceOf};
use carom_motion::bouncing::{BouncingError, FloorCourse, FloorEventKind, Participant, World};
use carom_motion::flight::RigidState;
use nalgebra::{Matrix3, UnitQuaternion, Vector3, vector};

use super::common::{GRAVITY, state};

/// Steps of extrapolated differences, as a part of a number's size: rounding of some 10⁻¹⁵ over it, its sixth power for the rest.
const STEP: f64 = 3e-4;
/// So differences are good to this part of the largest derivative.
const DIFFERENCES: f64 = 2e-9;
/// Closed forms and derivatives round at each of some hundred bounces.
const ROUNDED: f64 = 1e-12;

/// What a body is made from, so that any of its numbers can be changed.
#[derive(Clone)]
struct Parts {
    bodies: Vec<Part>,
    floor: Law,
    between: Law,
    gravity: f64,
}

#[derive(Clone)]
struct Part {
    mass: f64,
    form: Form,
    start: RigidState,
}

#[derive(Clone)]
enum Form {
    Ball(f64),
    /// Moments for a kilogram, and points.
    Points(Vector3<f64>, Vec<Vector3<f64>>),
}

#[derive(Clone, Copy)]
struct Law {
    restitution: f64,
    friction: f64,
    compliance: Option<f64>,
}

impl Law {
    fn surface(&self) -> Surface {
        let friction = Friction::new(self.friction).unwrap();
        let tangential = match self.compliance {
            _ if self.friction == 0.0 => TangentialLaw::Frictionless,
            None => TangentialLaw::Rigid { friction },
            Some(value) => TangentialLaw::Compliant { friction, compliance: Compliance::new(value).unwrap() },
        };
        Surface {
            restitution: Restitution::new(self.restitution).unwrap(),
            stiffness: Stiffness::UNIT,
            tangential,
        }
    }

    fn parameters(&self, of: impl Fn() -> SurfaceOf) -> Vec<(P, f64)> {
        let mut all = vec![(P::Restitution(of()), 0.3)];
        if self.friction > 0.0 {
            all.push((P::Friction(of()), 0.2));
        }
        if let Some(compliance) = self.compliance {
            all.push((P::Compliance(of()), compliance));
        }
        all
    }
}

impl Parts {
    fn world(&self) -> World {
        let mut world = World::new(self.gravity).unwrap().with_surface_between_balls(self.between.surface());
        for part in &self.bodies {
            let floor = self.floor.surface();
            let body = match &part.form {
                Form::Ball(radius) => Participant::ball(part.mass, *radius, floor),
                Form::Points(moments, points) => {
                    let inertia = Matrix3::from_diagonal(&(moments * part.mass));
                    Participant::with_points(part.mass, inertia, points.clone(), floor)
                }
            };
            world = world.with_body(body.unwrap().starting(part.start).unwrap());
        }
        world
    }

    /// The law of the floor is one for all bodies: its parameters are those of body 0, and directions add them up.
    fn changed(&self, parameter: P, by: f64) -> Self {
        let mut other = self.clone();
        let place = |parts: &mut Self, of: SurfaceOf, change: fn(&mut Law, f64)| match of {
            SurfaceOf::Floor { .. } => change(&mut parts.floor, by),
            SurfaceOf::Balls | SurfaceOf::Pair(_) => change(&mut parts.between, by),
        };
        match parameter {
            P::Position { body, axis } => other.bodies[body].start.position[axis.index()] += by,
            P::Velocity { body, axis } => other.bodies[body].start.velocity[axis.index()] += by,
            P::AngularVelocity { body, axis } => {
                other.bodies[body].start.angular_velocity[axis.index()] += by;
            }
            P::Turn { body, axis } => {
                let turn = UnitQuaternion::from_scaled_axis(Vector3::ith(axis.index(), by));
                let start = &mut other.bodies[body].start;
                start.orientation = turn * start.orientation;
            }
            P::Mass { body } => other.bodies[body].mass += by,
            P::Radius { body } => {
                let part = &mut other.bodies[body];
                let Form::Ball(radius) = &mut part.form else { panic!("it is a ball") };
                if part.start.position.z == *radius {
                    part.start.position.z += by;
                }
                *radius += by;
            }
            P::Gravity => other.gravity += by,
            P::Restitution(of) => place(&mut other, of, |law, by| law.restitution += by),
            P::Stiffness(_) => panic!("not varied here"),
            P::Friction(of) => place(&mut other, of, |law, by| law.friction += by),
            P::Compliance(of) => {
                place(&mut other, of, |law, by| law.compliance = law.compliance.map(|value| value + by));
            }
        }
        other
    }

    /// Every number and its size.
    fn parameters(&self) -> Vec<(P, f64)> {
        let mut all = vec![(P::Gravity, self.gravity)];
        for (body, part) in self.bodies.iter().enumerate() {
            let lies = matches!(part.form, Form::Ball(radius) if part.start.position.z == radius);
            all.push((P::Mass { body }, part.mass));
            if let Form::Ball(radius) = part.form {
                all.push((P::Radius { body }, radius));
            }
            for axis in Axis::ALL {
                if !(lies && axis == Axis::Z) {
                    all.push((P::Position { body, axis }, 0.1));
                    all.push((P::Velocity { body, axis }, 1.0));
                }
                all.push((P::AngularVelocity { body, axis }, 3.0));
                if matches!(part.form, Form::Points(..)) {
                    all.push((P::Turn { body, axis }, 0.1));
                }
            }
        }
        all.extend(self.floor.parameters(|| SurfaceOf::Floor { body: 0 }));
        if self.bodies.len() > 1 {
            all.extend(self.between.parameters(|| SurfaceOf::Balls));
        }
        all
    }

    /// The floor is one for all bodies.
    fn direction(&self, parameter: P) -> Direction<P> {
        let everywhere = |make: fn(SurfaceOf) -> P| {
            let all = (0..self.bodies.len()).map(|body| (make(SurfaceOf::Floor { body }), 1.0));
            Direction(all.collect())
        };
        match parameter {
            P::Restitution(SurfaceOf::Floor { .. }) => everywhere(P::Restitution),
            P::Friction(SurfaceOf::Floor { .. }) => everywhere(P::Friction),
            P::Compliance(SurfaceOf::Floor { .. }) => everywhere(P::Compliance),
            other => Direction::along(other),
        }
    }

    fn derivatives(&self, until: f64, parameters: &[(P, f64)]) -> (FloorCourse, BouncingDerivatives) {
        let directions: Vec<_> = parameters.iter().map(|&(parameter, _)| self.direction(parameter)).collect();
        self.world().run_with_derivatives(until, &directions).unwrap()
    }
}

/// Places and velocities at the end, the end, and the times of all events.
fn numbers(course: &FloorCourse) -> Vec<f64> {
    let states = (0..course.pieces.len()).map(|body| course.at(body, course.end));
    let states = states.flat_map(|state| {
        let vectors = [state.position, state.velocity, state.angular_velocity];
        vectors.into_iter().flat_map(|vector| vector.iter().copied().collect::<Vec<_>>())
    });
    states.chain([course.end]).chain(course.events.iter().map(|event| event.time)).collect()
}

fn exact(found: &BouncingDerivatives, direction: usize) -> Vec<f64> {
    let states = found.states[direction].iter().flat_map(|change| {
        let vectors = [change.position, change.velocity, change.angular_velocity];
        vectors.into_iter().flat_map(|vector| vector.iter().copied().collect::<Vec<_>>())
    });
    let end = found.end.as_ref().map_or(0.0, |end| end[direction]);
    states.chain([end]).chain(found.events.iter().map(|shifts| shifts[direction])).collect()
}

/// Richardson's extrapolation of central differences with steps of h, 2h and 4h.
fn differences(parts: &Parts, until: f64, parameter: P, step: f64) -> Vec<f64> {
    let central = |step: f64| -> Vec<f64> {
        let at = |by: f64| numbers(&parts.changed(parameter, by).world().run(until).unwrap());
        at(step).iter().zip(at(-step)).map(|(above, below)| (above - below) / (2.0 * step)).collect()
    };
    let [fine, middle, coarse] = [1.0, 2.0, 4.0].map(|times| central(times * step));
    let extrapolate = |i: usize| {
        let [first, second] = [(4.0 * fine[i] - middle[i]) / 3.0, (4.0 * middle[i] - coarse[i]) / 3.0];
        (16.0 * first - second) / 15.0
    };
    (0..fine.len().min(middle.len()).min(coarse.len())).map(extrapolate).collect()
}

/// Of the rows that come first; events of the last bounces come at other places of the list.
fn agrees(parts: &Parts, until: f64, rows: usize) {
    agrees_along(parts, until, rows, &parts.parameters());
}

fn agrees_along(parts: &Parts, until: f64, rows: usize, parameters: &[(P, f64)]) {
    let (course, found) = parts.derivatives(until, parameters);
    assert_eq!(course, parts.world().run(until).unwrap());
    assert_eq!(course.events.len(), found.events.len());
    for (direction, &(parameter, size)) in parameters.iter().enumerate() {
        assert!(found.is_smooth_along(direction), "{parameter:?}: {:?}", found.kinks);
        let exact = exact(&found, direction);
        let rough = differences(parts, until, parameter, STEP * size);
        let largest = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let farthest = numbers(&course).iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        for (i, (exact, rough)) in exact.iter().zip(&rough).enumerate().take(rows) {
            let bound = DIFFERENCES * largest + 8.0 * f64::EPSILON * farthest / (STEP * size);
            assert!((exact - rough).abs() < bound, "{parameter:?}, {i}: {exact} {rough}");
        }
    }
}

const SMOOTH: Law = Law { restitution: 0.8, friction: 0.0, compliance: None };
const RIGID: Law = Law { restitution: 0.6, friction: 0.15, compliance: None };
const COMPLIANT: Law = Law { restitution: 0.5, friction: 0.3, compliance: Some(17.0 / 14.0) };

fn ball(place: Vector3<f64>, velocity: Vector3<f64>, spin: Vector3<f64>) -> Part {
    Part { mass: 0.2, form: Form::Ball(0.1), start: state(place, velocity, spin) }
}

fn thrown(floor: Law) -> Parts {
    let body = ball(vector![0.0, 0.0, 0.8], vector![1.0, 0.4, 0.5], vector![-12.0, 7.0, 3.0]);
    Parts { bodies: vec![body], floor, between: SMOOTH, gravity: GRAVITY }
}

#[test]
fn the_bounces_of_a_dropped_ball_depend_on_height_and_restitution_as_their_closed_forms_do() {
    // It lands first after f = √(2h/g) with n = √(2gh), for the kth time after f (1 + 2 (e + … + eᵏ)), with eᵏ n.
    for e in [0.3, 0.8, 0.95] {
        let height = 0.7;
        let mut parts = thrown(Law { restitution: e, ..SMOOTH });
        parts.bodies[0] = ball(vector![0.0, 0.0, height + 0.1], Vector3::zeros(), Vector3::zeros());
        let parameters = [
            (P::Position { body: 0, axis: Axis::Z }, 1.0),
            (P::Restitution(SurfaceOf::Floor { body: 0 }), 1.0),
            (P::Gravity, 1.0),
            (P::Radius { body: 0 }, 1.0),
            (P::Mass { body: 0 }, 1.0),
        ];
        let (course, found) = parts.derivatives(f64::INFINITY, &parameters);
        assert!(found.kinks.is_empty(), "{:?}", found.kinks);
        let fall = (2.0 * height / GRAVITY).sqrt();
        let mut landings = 0;
        let (mut sum, mut by_e) = (1.0, 0.0);
        for (event, shifts) in course.events.iter().zip(&found.events) {
            match event.kind {
                FloorEventKind::Impact { .. } | FloorEventKind::Settles { .. } => {
                    if landings > 0 {
                        sum += 2.0 * e.powi(landings);
                        by_e += 2.0 * f64::from(landings) * e.powi(landings - 1);
                    }
                    landings += 1;
                }
                FloorEventKind::Rests { .. } => {
                    (sum, by_e) = ((1.0 + e) / (1.0 - e), 2.0 / (1.0 - e).powi(2));
                }
                FloorEventKind::Rolls { .. } => panic!("it does not slip"),
            }
            let expected = [
                0.5 * sum * fall / height,
                fall * by_e,
                -0.5 * sum * fall / GRAVITY,
                -0.5 * sum * fall / height,
                0.0,
            ];
            for (shift, expected) in shifts.iter().zip(expected) {
                let size = expected.abs().max(fall);
                assert!((shift - expected).abs() < ROUNDED * size, "{e} {landings}: {shift} {expected}");
            }
        }
        assert!(landings > 10);
        assert_eq!(found.end.as_ref(), found.events.last());
        let told = |direction: usize| found.states[direction][0].position.z;
        assert_eq!([0, 1, 2, 4].map(told), [0.0; 4]);
        assert_eq!(told(3), 1.0);
    }
}

#[test]
fn speeds_of_a_bouncing_ball_depend_on_restitution_as_their_closed_form_does() {
    // Just after the third landing: e³ n upwards, and at a fixed time g δτ (1 + …) of it comes from when that was.
    let (e, height) = (0.7, 0.5);
    let mut parts = thrown(Law { restitution: e, ..SMOOTH });
    parts.bodies[0] = ball(vector![0.0, 0.0, height + 0.1], Vector3::zeros(), Vector3::zeros());
    let fall = (2.0 * height / GRAVITY).sqrt();
    let third = fall * (1.0 + 2.0 * e + 2.0 * e * e);
    let until = third + 0.01;
    let (_, found) = parts.derivatives(until, &[(P::Restitution(SurfaceOf::Floor { body: 0 }), 1.0)]);
    let shift = fall * (2.0 + 4.0 * e);
    let speed = 3.0 * e * e * GRAVITY * fall + GRAVITY * shift;
    let height = 3.0 * e * e * GRAVITY * fall * 0.01 - (e.powi(3) * GRAVITY * fall - 0.01 * GRAVITY) * shift;
    let change = found.states[0][0];
    assert!((change.velocity.z - speed).abs() < ROUNDED * speed, "{} {speed}", change.velocity.z);
    assert!((change.position.z - height).abs() < ROUNDED * speed, "{} {height}", change.position.z);
}

#[test]
fn a_ball_that_is_thrown_bounces_rests_slides_and_rolls_as_differences_say() {
    for floor in [SMOOTH, RIGID, COMPLIANT] {
        // In flight, after some bounces; and long after it has come to rest.
        agrees(&thrown(floor), 1.0, 10);
        agrees(&thrown(floor), 9.0, 10);
    }
}

#[test]
fn a_ball_that_still_slips_when_it_rests_slides_on_as_differences_say() {
    let mut parts = thrown(Law { friction: 0.02, ..RIGID });
    agrees(&parts, 1.9, 10);
    agrees(&parts, 30.0, 10);
    parts.floor = Law { friction: 0.02, ..COMPLIANT };
    agrees(&parts, 30.0, 10);
}

#[test]
fn balls_that_meet_in_the_air_and_on_the_plane_depend_on_each_other_as_differences_say() {
    let slides =
        |x: f64, v: f64| ball(vector![x, 0.03, 0.1], vector![v, 0.0, 0.0], vector![1.0, 0.5 * v / 0.1, 0.0]);
    let flies = ball(vector![0.5, 0.0, 0.9], vector![-0.7, 0.1, 0.0], vector![3.0, 1.0, 2.0]);
    let falls = ball(vector![0.0, 0.02, 0.6], vector![0.3, 0.0, 0.4], vector![0.0, -5.0, 0.0]);
    for between in [SMOOTH, RIGID] {
        let pair =
            Parts { bodies: vec![flies.clone(), falls.clone()], floor: RIGID, between, gravity: GRAVITY };
        agrees(&pair, 1.2, 22);
    }
    let chase = Parts {
        bodies: vec![slides(0.0, 1.5), slides(0.7, 0.4)],
        floor: Law { friction: 0.2, ..RIGID },
        between: SMOOTH,
        gravity: GRAVITY,
    };
    let (radii, others): (Vec<_>, Vec<_>) =
        chase.parameters().into_iter().partition(|(parameter, _)| matches!(parameter, P::Radius { .. }));
    agrees_along(&chase, 3.0, 20, &others);
    // The larger of two balls would press the smaller one on the plane.
    let (_, found) = chase.derivatives(3.0, &radii);
    assert!(!found.is_smooth_along(0) && !found.is_smooth_along(1));
}

#[test]
fn a_pencil_that_tumbles_and_bounces_on_its_ends_does_as_differences_say() {
    let ends = vec![vector![0.0, 0.0, 0.09], vector![0.0, 0.0, -0.09]];
    let start = RigidState {
        position: vector![0.0, 0.0, 0.4],
        orientation: UnitQuaternion::from_euler_angles(0.4, 0.9, 0.2),
        velocity: vector![0.3, -0.2, 0.1],
        angular_velocity: vector![4.0, -3.0, 11.0],
    };
    let pencil = Part { mass: 1.0, form: Form::Points(vector![2.7e-3, 2.7e-3, 3e-4], ends), start };
    for floor in [SMOOTH, RIGID] {
        let parts = Parts { bodies: vec![pencil.clone()], floor, between: SMOOTH, gravity: GRAVITY };
        // Its mass, its inertia along with it, changes nothing: of that differences leave their rounding alone.
        let (mass, others): (Vec<_>, Vec<_>) =
            parts.parameters().into_iter().partition(|(parameter, _)| matches!(parameter, P::Mass { .. }));
        agrees_along(&parts, 0.55, 11, &others);
        let (_, found) = parts.derivatives(0.55, &mass);
        assert!(exact(&found, 0).iter().all(|slope| slope.abs() < DIFFERENCES), "{:?}", found.states);
    }
}

#[test]
fn what_cannot_be_differentiated_is_named() {
    // A ball that lies still and would be lifted.
    let mut parts = thrown(RIGID);
    parts.bodies[0] = ball(vector![0.0, 0.0, 0.1], vector![1.0, 0.0, 0.0], Vector3::zeros());
    let (_, found) = parts.derivatives(1.0, &[(P::Position { body: 0, axis: Axis::Z }, 1.0)]);
    assert_eq!(found.kinks[0].cause, MotionKinkCause::AtRest);
    // One that would bounce if e were not zero.
    let mut parts = thrown(Law { restitution: 0.0, ..RIGID });
    let restitution = (P::Restitution(SurfaceOf::Floor { body: 0 }), 1.0);
    let (_, found) = parts.derivatives(1.0, &[restitution, (P::Gravity, 1.0)]);
    assert_eq!(found.kinks.len(), 1);
    assert_eq!(found.kinks[0].cause, MotionKinkCause::Impact(KinkCause::EndOfRange));
    assert!(found.is_smooth_along(1));
    // One that lands on two at once.
    let lying = |x: f64| ball(vector![x, 0.0, 0.1], Vector3::zeros(), Vector3::zeros());
    let falls = ball(vector![0.0, 0.0, 0.6], Vector3::zeros(), Vector3::zeros());
    parts.bodies = vec![lying(-0.12), lying(0.12), falls];
    parts.floor = SMOOTH;
    let (_, found) = parts.derivatives(
        0.35,
        &[(P::Position { body: 2, axis: Axis::Z }, 1.0), (P::Position { body: 2, axis: Axis::X }, 1.0)],
    );
    assert!(found.is_smooth_along(0), "{:?}", found.kinks);
    assert!(
        found.kinks.iter().any(|kink| kink.cause == MotionKinkCause::Coincidence && kink.directions == [1])
    );
    // Bodies with three unequal moments, and numbers that are not there.
    let tumbles = Form::Points(vector![1e-3, 2e-3, 2.5e-3], vec![vector![0.0, 0.0, 0.1]]);
    parts.bodies = vec![Part { form: tumbles, ..thrown(RIGID).bodies[0].clone() }];
    let found = parts.world().run_with_derivatives(1.0, &[Direction::along(P::Gravity)]);
    assert!(matches!(found, Err(BouncingError::Tumbling { body: 0 })), "{found:?}");
    for parameter in [P::Mass { body: 1 }, P::Radius { body: 0 }, P::Compliance(SurfaceOf::Balls)] {
        assert!(parts.world().run_with_derivatives(1.0, &[Direction::along(parameter)]).is_err());
    }
}
