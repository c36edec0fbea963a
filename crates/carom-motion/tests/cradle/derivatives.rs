//! Derivatives of cradles: closed forms, and differences of the course itself.

use std::f64::consts::PI;

use carom::derivative::Direction;
use carom::{Restitution, Stiffness, Surface};
use carom_motion::MotionKinkCause;
use carom_motion::cradle::derivative::{CradleDerivatives, CradleParameter as P};
use carom_motion::cradle::{Ball, Cradle, CradleCourse, Swing, Until};

/// Steps of extrapolated differences, as a part of a number's size: rounding of some 10⁻¹⁵ over it, its sixth power for the rest.
const STEP: f64 = 3e-4;
/// So differences are good to this part of the largest derivative.
const DIFFERENCES: f64 = 1e-9;
/// Closed forms and derivatives round some hundred times.
const ROUNDED: f64 = 1e-13;

/// What a cradle is made from, so that any of its numbers can be changed.
#[derive(Clone)]
struct Parts {
    balls: Vec<Ball>,
    surfaces: Vec<(f64, f64)>,
    angles: Vec<f64>,
    length: f64,
    gravity: f64,
    swing: Swing,
}

impl Parts {
    fn cradle(&self) -> Cradle {
        let surface = |&(e, k): &(f64, f64)| Surface {
            restitution: Restitution::new(e).expect("e is between 0 and 1"),
            stiffness: Stiffness::new(k).expect("k is positive"),
            ..Surface::ELASTIC
        };
        let surfaces = self.surfaces.iter().map(surface).collect();
        let cradle = Cradle::new(self.balls.clone(), surfaces, self.length).expect("the row is possible");
        let cradle = cradle.with_gravity(self.gravity).expect("it is positive").with_swing(self.swing);
        cradle.held_at(self.angles.clone()).expect("the angles do not decrease")
    }

    fn changed(&self, parameter: P, by: f64) -> Self {
        let mut other = self.clone();
        match parameter {
            P::Angle { ball } => other.angles[ball] += by,
            P::Length => other.length += by,
            P::Gravity => other.gravity += by,
            P::Mass { ball } => other.balls[ball].mass += by,
            P::Restitution { pair } => other.surfaces[pair].0 += by,
            P::Stiffness { pair } => other.surfaces[pair].1 += by,
        }
        other
    }

    /// Every number and its size.
    fn parameters(&self) -> Vec<(P, f64)> {
        let mut all = vec![(P::Length, self.length), (P::Gravity, self.gravity)];
        for (ball, of) in self.balls.iter().enumerate() {
            all.extend([(P::Angle { ball }, 0.1), (P::Mass { ball }, of.mass)]);
        }
        for (pair, (_, stiffness)) in self.surfaces.iter().enumerate() {
            all.extend([(P::Restitution { pair }, 0.1), (P::Stiffness { pair }, *stiffness)]);
        }
        all
    }

    fn derivatives(&self, until: Until, parameters: &[(P, f64)]) -> (CradleCourse, CradleDerivatives) {
        let directions: Vec<_> =
            parameters.iter().map(|&(parameter, _)| Direction::along(parameter)).collect();
        self.cradle().run_with_derivatives(until, &directions).expect("it can be differentiated")
    }
}

fn uneven(swing: Swing) -> Parts {
    let ball = |mass: f64| Ball { mass, radius: 0.02 };
    Parts {
        balls: vec![ball(0.1), ball(0.13), ball(0.08)],
        surfaces: vec![(0.9, 1.0), (0.8, 1.7)],
        angles: vec![-0.5, -0.04, 0.03],
        length: 0.4,
        gravity: 9.81,
        swing,
    }
}

/// Angles and speeds at the end, the end, and the times of all collisions.
fn numbers(course: &CradleCourse, balls: usize) -> Vec<f64> {
    let states = (0..balls).map(|ball| course.at(ball, course.end));
    let states = states.flat_map(|state| [state.angle, state.speed]);
    states.chain([course.end]).chain(course.collisions.iter().map(|collision| collision.time)).collect()
}

fn exact(found: &CradleDerivatives, direction: usize) -> Vec<f64> {
    let states = found.states[direction].iter().flat_map(|ball| [ball.angle, ball.speed]);
    let end = found.end.as_ref().map_or(0.0, |end| end[direction]);
    states.chain([end]).chain(found.collisions.iter().map(|shifts| shifts[direction])).collect()
}

/// Richardson's extrapolation of central differences with steps of h, 2h and 4h.
fn differences(parts: &Parts, until: Until, parameter: P, step: f64) -> Vec<f64> {
    let balls = parts.balls.len();
    let central = |step: f64| -> Vec<f64> {
        let at = |by: f64| {
            let course = parts.changed(parameter, by).cradle().run(until).expect("it can be followed");
            numbers(&course, balls)
        };
        at(step).iter().zip(at(-step)).map(|(above, below)| (above - below) / (2.0 * step)).collect()
    };
    let [fine, middle, coarse] = [1.0, 2.0, 4.0].map(|times| central(times * step));
    let extrapolate = |i: usize| {
        let [first, second] = [(4.0 * fine[i] - middle[i]) / 3.0, (4.0 * middle[i] - coarse[i]) / 3.0];
        (16.0 * first - second) / 15.0
    };
    (0..fine.len()).map(extrapolate).collect()
}

fn agrees(parts: &Parts, until: Until) {
    let parameters = parts.parameters();
    let (course, found) = parts.derivatives(until, &parameters);
    assert_eq!(course, parts.cradle().run(until).expect("it can be followed"));
    for (direction, &(parameter, size)) in parameters.iter().enumerate() {
        assert!(found.is_smooth_along(direction), "{parameter:?}: {:?}", found.kinks);
        let exact = exact(&found, direction);
        let rough = differences(parts, until, parameter, STEP * size);
        let largest = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        for (i, (exact, rough)) in exact.iter().zip(&rough).enumerate() {
            let bound = DIFFERENCES * largest + 4.0 * f64::EPSILON / (STEP * size);
            assert!((exact - rough).abs() < bound, "{parameter:?}, {i}: {exact} {rough}");
        }
    }
}

#[test]
fn angles_speeds_and_times_depend_on_every_number_as_differences_say() {
    for swing in [Swing::SmallAngle, Swing::TrueAngle] {
        agrees(&uneven(swing), Until::Time(1.7));
    }
}

#[test]
fn a_course_that_ends_with_a_collision_ends_later_where_that_comes_later() {
    for swing in [Swing::SmallAngle, Swing::TrueAngle] {
        agrees(&uneven(swing), Until::Collisions(5));
    }
}

#[test]
fn two_equal_balls_bounce_as_their_closed_form_does() {
    // They meet after (k + ½)π/Ω, and k collisions leave eᵏ of their relative speed: w = aΩl (1 ± eᵏ)/2.
    let (e, angle, collisions) = (0.9, 0.2, 6);
    let ball = Ball { mass: 0.1, radius: 0.02 };
    let parts = Parts {
        balls: vec![ball; 2],
        surfaces: vec![(e, 1.0)],
        angles: vec![-angle, 0.0],
        length: 0.7,
        gravity: 9.81,
        swing: Swing::SmallAngle,
    };
    let parameters = [P::Restitution { pair: 0 }, P::Angle { ball: 0 }, P::Length, P::Gravity];
    let (_, found) =
        parts.derivatives(Until::Collisions(collisions), &parameters.map(|parameter| (parameter, 1.0)));
    assert!(found.kinks.is_empty(), "{:?}", found.kinks);
    let frequency = (parts.gravity / parts.length).sqrt();
    for (number, shifts) in found.collisions.iter().enumerate() {
        let time = (number as f64 + 0.5) * PI / frequency;
        let expected = [0.0, 0.0, 0.5 * time / parts.length, -0.5 * time / parts.gravity];
        for (shift, expected) in shifts.iter().zip(expected) {
            assert!((shift - expected).abs() < ROUNDED * time, "{number}: {shift} {expected}");
        }
    }
    // Each collision but the first comes half a period after the one before, with all speeds reversed: the common part by (−1)^(k−1), the relative
    // one by that and, at each collision, by −1.
    let speed = angle * frequency * parts.length;
    let (common, relative) = (-0.5 * speed, 0.5 * speed * e.powi(collisions as i32));
    let by_restitution = relative * collisions as f64 / e;
    let [left, right] = [&found.states[0][0], &found.states[0][1]];
    assert!((left.speed + right.speed).abs() < ROUNDED * speed);
    assert!((left.speed.abs() - by_restitution).abs() < 10.0 * ROUNDED * speed, "{left:?} {by_restitution}");
    let by_angle = found.states[1].iter().map(|ball| -ball.speed * angle);
    for (ball, scaled) in by_angle.enumerate() {
        let sign = if ball == 0 { -1.0 } else { 1.0 };
        let expected = [common + sign * relative, common - sign * relative];
        assert!(
            expected.iter().any(|expected| (scaled - expected).abs() < 10.0 * ROUNDED * speed),
            "{ball}: {scaled} {expected:?}"
        );
    }
}

#[test]
fn a_row_at_rest_has_derivatives_by_what_moves_all_of_it_and_kinks_by_what_parts_it() {
    let ball = Ball { mass: 0.044, radius: 0.011 };
    let parts = Parts {
        balls: vec![ball; 5],
        surfaces: vec![(0.95, 1.0); 4],
        angles: vec![-0.4, 0.0, 0.0, 0.0, 0.0],
        length: 0.129,
        gravity: 9.81,
        swing: Swing::SmallAngle,
    };
    let smooth = [(P::Angle { ball: 0 }, 0.1), (P::Length, 0.1), (P::Mass { ball: 2 }, 0.04)];
    let (_, found) = parts.derivatives(Until::Time(2.0), &smooth);
    assert!(found.kinks.is_empty(), "{:?}", found.kinks);
    for (direction, &(parameter, size)) in smooth.iter().enumerate() {
        let exact = exact(&found, direction);
        let rough = differences(&parts, Until::Time(2.0), parameter, STEP * size);
        let largest = exact.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        for (i, (exact, rough)) in exact.iter().zip(&rough).enumerate() {
            let bound = DIFFERENCES * largest + 4.0 * f64::EPSILON / (STEP * size);
            assert!((exact - rough).abs() < bound, "{parameter:?}, {i}: {exact} {rough}");
        }
    }
    let (_, found) = parts.derivatives(Until::Time(2.0), &[(P::Angle { ball: 4 }, 0.1)]);
    let kink = &found.kinks[0];
    assert_eq!((kink.cause, kink.bodies.as_slice()), (MotionKinkCause::AtRest, [3, 4].as_slice()));
}

#[test]
fn balls_that_come_to_swing_together_do_so_with_their_momentum_whatever_is_lost() {
    // In the end all balls swing with the momentum of the first: by its angle its share of the mass, by e nothing.
    let ball = |mass: f64| Ball { mass, radius: 0.02 };
    let parts = Parts {
        balls: vec![ball(0.1), ball(0.3)],
        surfaces: vec![(0.6, 1.0)],
        angles: vec![-0.2, 0.0],
        length: 0.5,
        gravity: 9.81,
        swing: Swing::SmallAngle,
    };
    let parameters = [(P::Angle { ball: 0 }, 0.1), (P::Restitution { pair: 0 }, 0.1)];
    let (course, found) = parts.derivatives(Until::Together, &parameters);
    assert!(found.kinks.is_empty() && found.end.is_none(), "{:?}", found.kinks);
    let frequency = (parts.gravity / parts.length).sqrt();
    let phase = frequency * course.end;
    // Rounding stops it where 10⁻¹⁵ of the relative motion is left, of which the derivative by e is some hundred times more.
    for ball in 0..2 {
        let angle = found.states[0][ball].angle - 0.25 * phase.cos();
        let speed = found.states[0][ball].speed + 0.25 * frequency * parts.length * phase.sin();
        assert!(angle.abs() < 1e-12 && speed.abs() < 1e-12, "{angle:e} {speed:e}");
        assert!(found.states[1][ball].angle.abs() < 1e-12, "{:?}", found.states[1]);
        assert!(found.states[1][ball].speed.abs() < 1e-12, "{:?}", found.states[1]);
    }
}

#[test]
fn numbers_that_a_cradle_does_not_have_are_refused() {
    let parts = uneven(Swing::SmallAngle);
    for parameter in [P::Angle { ball: 3 }, P::Stiffness { pair: 2 }] {
        let found = parts.cradle().run_with_derivatives(Until::Time(1.0), &[Direction::along(parameter)]);
        assert!(found.is_err(), "{parameter:?}");
    }
}
