//! A rod on a hinge strikes the floor, as a mechanism and as a free rod whose hinge collides.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::newton::Newton;
use carom::sequence::{Hinges, Place, Rules, Sequence, SequenceEnding, SequenceOutcome};
use carom::{Body, Contact, Impact, InputError, Model, TangentialLaw};
use nalgebra::{Matrix3, Vector3, vector};

use crate::common::touching;
use crate::scenes::{Draws, rigid};
use crate::{FEW_ROUNDINGS, trace};

const RELEASED: Rules =
    Rules { hinges: Hinges::Released, ties: carom::sequence::TieRule::Order, collisions_per_contact: 20_000 };
const INTACT: Rules = Rules { hinges: Hinges::Intact, ..RELEASED };

/// A rod of mass 3 and length 2 along x, hinged at the origin about y, that turns at 1 rad/s and strikes a stop at x = d from
/// above.
fn pendulum(d: f64, e: f64) -> Impact {
    let rod = Body::hinged(3.0, 4.0, Vector3::y(), Vector3::zeros()).and_then(|rod| rod.at(Vector3::x()));
    let rod = rod.and_then(|rod| rod.spinning(Vector3::y())).expect("a sound body");
    let contact = Contact::new([0, 1], vector![d, 0.0, 0.0], Vector3::z(), touching(e, 1.0));
    Impact::new(vec![rod, Body::fixed()], vec![contact.expect("a sound contact")], Model::default())
        .expect("a sound impact")
}

#[test]
fn an_intact_pendulum_is_a_single_collision() {
    for e in [0.0, 0.5, 1.0] {
        let (found, course) = trace(&pendulum(2.0, e), &Newton, INTACT);
        assert_eq!(course.stages.len(), 1);
        assert!((found.bodies[0].angular - Vector3::y() * -e).amax() < FEW_ROUNDINGS);
        assert!(found.hinges.is_empty());
    }
}

/// With r² = W_ch²/(W_cc W_hh) a blow and the hinge's answer turn the approach speed a into −a (e − (1 + e) r²); r² is 1/4 for
/// a uniform rod struck at its end. So for e ≥ 1/3 there are two collisions, and the rod rebounds with (3e − 1)/4.
#[test]
fn a_released_pendulum_rebounds_less_than_an_intact_one() {
    for e in [0.4, 0.5, 0.75, 1.0] {
        let (found, course) = trace(&pendulum(2.0, e), &Newton, RELEASED);
        let places: Vec<Place> = course.stages.iter().map(|stage| stage.place).collect();
        assert_eq!(places, [Place::Contact(0), Place::Hinge(0)]);
        let rebound = (3.0 * e - 1.0) / 4.0;
        assert!((found.bodies[0].angular - Vector3::y() * -rebound).amax() < FEW_ROUNDINGS, "{found:?}");
        assert!((found.bodies[0].linear - Vector3::z() * rebound).amax() < FEW_ROUNDINGS, "{found:?}");
        assert_eq!(found.ending, SequenceEnding::Separated);
        assert_sound(&found);
    }
}

/// For e < 1/3 the hinge throws the rod back on the stop, each time (1 − 3e)/4 as fast: for ever, and to rest.
#[test]
fn a_released_pendulum_with_little_restitution_collides_for_ever_and_comes_to_rest() {
    for e in [0.0, 0.1, 0.3] {
        let (found, course) = trace(&pendulum(2.0, e), &Newton, RELEASED);
        assert!(found.bodies[0].angular.norm() < FEW_ROUNDINGS, "{found:?}");
        assert!((course.leaps[0].ratio - (1.0 - 3.0 * e) / 4.0).abs() < FEW_ROUNDINGS);
        assert_eq!(course.leaps[0].period, 2);
        assert_sound(&found);
    }
}

#[test]
fn a_blow_at_the_centre_of_percussion_leaves_the_hinge_alone() {
    let (found, course) = trace(&pendulum(4.0 / 3.0, 0.5), &Newton, RELEASED);
    assert_eq!(course.stages.len(), 1);
    assert!((found.bodies[0].angular + Vector3::y() * 0.5).amax() < FEW_ROUNDINGS);
}

/// Any body on any hinge, struck anywhere with friction: afterwards it obeys its hinge, and only the contact has changed its
/// angular momentum about the axis.
#[test]
fn a_body_released_from_any_hinge_returns_to_it() {
    let mut slow = 0;
    for seed in 0..300 {
        let mut draws = Draws::new(seed);
        let (axis, pivot, centre) = (draws.vector().normalize(), draws.vector(), draws.vector());
        let root = Matrix3::from_fn(|_, _| draws.between(-1.0, 1.0));
        let (mass, inertia) = (draws.between(0.5, 2.0), root * root.transpose() + Matrix3::identity() * 0.2);
        let body = Body::rigid_on_hinge(mass, inertia, axis, pivot, centre).unwrap().spinning(axis).unwrap();
        let contact =
            Contact::new([0, 1], draws.vector(), draws.vector(), touching(draws.between(0.0, 0.9), 1.0));
        let friction: TangentialLaw = rigid(draws.between(0.0, 0.8));
        let contacts = vec![contact.unwrap().with_friction(friction)];
        let impact = Impact::new(vec![body, Body::fixed()], contacts, Model::default()).unwrap();
        let (found, _) = trace(&impact, &ChatterjeeRuina, RELEASED);
        assert_sound(&found);
        let open = match found.ending {
            SequenceEnding::Extrapolated { residual_speed, .. } => 1e-12 + residual_speed,
            _ => 1e-12,
        };
        slow = slow.max(found.collisions);
        let after = found.bodies[0];
        let at_pivot = after.linear + after.angular.cross(&(pivot - centre));
        assert!(at_pivot.norm() < open, "{seed}: {at_pivot:?}");
        assert!(after.angular.cross(&axis).norm() < 10.0 * open, "{seed}: {after:?}");
        let arm = axis.cross(&(centre - pivot));
        let moment = axis.dot(&(inertia * axis)) + mass * arm.norm_squared();
        let torque = (impact.contacts()[0].point() - pivot).cross(&found.contacts[0].impulse).dot(&axis);
        let expected = 1.0 + torque / moment;
        assert!(
            (axis.dot(&after.angular) - expected).abs() < open * (10.0 + torque.abs() / moment),
            "{seed}"
        );
    }
}

/// What is known of the body across its axis does not matter to a rod that is struck in its plane.
#[test]
fn a_planar_release_is_a_free_one_for_blows_in_the_plane() {
    let inertia = Matrix3::from_diagonal(&vector![0.3, 1.0, 1.2]);
    let rod = Body::rigid_on_hinge(3.0, inertia, Vector3::y(), Vector3::zeros(), Vector3::x()).unwrap();
    let planar = pendulum(2.0, 0.5);
    let contacts = planar.contacts().to_vec();
    let free =
        Impact::new(vec![rod.spinning(Vector3::y()).unwrap(), Body::fixed()], contacts, Model::default());
    let (found, _) = trace(&free.unwrap(), &Newton, RELEASED);
    let (expected, _) = trace(&planar, &Newton, RELEASED);
    assert!((found.bodies[0].linear - expected.bodies[0].linear).amax() < FEW_ROUNDINGS);
    assert!((found.bodies[0].angular - expected.bodies[0].angular).amax() < FEW_ROUNDINGS);
}

#[test]
fn a_point_mass_on_a_string_cannot_be_released() {
    let body = Body::hinged(1.0, 1.0, Vector3::y(), Vector3::zeros()).and_then(|body| body.at(Vector3::x()));
    let contact = Contact::new([0, 1], Vector3::x(), Vector3::z(), touching(0.5, 1.0)).unwrap();
    let impact = Impact::new(vec![body.unwrap(), Body::fixed()], vec![contact], Model::default()).unwrap();
    let error = Sequence::new(&impact, RELEASED).unwrap_err();
    assert!(
        matches!(error, carom::sequence::SequenceError::Input(InputError::NotPositive { .. })),
        "{error}"
    );
}

/// The ledger closes to the rounding of the work of all impulses.
#[track_caller]
fn assert_sound(found: &SequenceOutcome) {
    let work: f64 = found.contacts.iter().map(|c| c.impulse.norm() * c.velocity_before.norm()).sum();
    let imbalance = found.energy.imbalance() / (found.energy.before + work);
    assert!(imbalance.abs() < 1e-12, "{imbalance:e} {:?}", found.energy);
    assert!(found.energy.lost_in_restitution + found.energy.lost_in_friction >= -1e-13);
}
