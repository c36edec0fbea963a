//! Finite shapes against each other.

use crate::common::{ROUNDING, assert_touches, at, touches, turned, v};
use carom_shapes::{Part, Placed, Shape, ShapeError, distance, touching};
use nalgebra::Vector3;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

fn ball(radius: f64) -> Shape {
    Shape::Sphere { radius }
}

fn block(x: f64, y: f64, z: f64) -> Shape {
    Shape::Box { size: [x, y, z] }
}

#[test]
fn two_balls_touch_on_the_line_of_their_centres() {
    let (small, large) = (ball(1.0), ball(2.0));
    let n = v(2.0, -1.0, 2.0) / 3.0;
    let found = touches(&at(&small, n * 3.0), &at(&large, Vector3::zeros()));
    assert_touches(&found, n, &[n * 2.0], ROUNDING);
}

#[test]
fn a_rack_of_equal_balls_typed_to_ten_decimals_touches() {
    let ball = ball(0.028575);
    let found = touches(&at(&ball, v(0.028575, 0.0494933518, 0.0)), &at(&ball, Vector3::zeros()));
    assert_eq!(found.len(), 1);
    assert!(found[0].gap.abs() < 5e-11);
}

#[test]
fn a_ball_touches_face_edge_and_corner_of_a_box() {
    let (ball, cube) = (ball(1.0), block(2.0, 2.0, 2.0));
    let box_here = at(&cube, Vector3::zeros());
    let cases = [
        (v(0.2, 0.3, 1.0), Vector3::z()),
        (v(0.2, 1.0, 1.0), v(0.0, 0.6, 0.8)),
        (v(1.0, 1.0, 1.0), v(1.0, 2.0, 2.0) / 3.0),
    ];
    for (foot, n) in cases {
        assert_touches(&touches(&at(&ball, foot + n), &box_here), n, &[foot], ROUNDING);
    }
}

#[test]
fn a_ball_touches_side_rim_and_cap_of_a_cylinder() {
    let (ball, can) = (ball(1.0), Shape::Cylinder { radius: 5.0, height: 2.0 });
    let here = at(&can, Vector3::zeros());
    let cases = [
        (v(3.0, 4.0, 0.5), v(0.6, 0.8, 0.0)),
        (v(3.0, 4.0, 1.0), v(0.36, 0.48, 0.8)),
        (v(1.0, 2.0, -1.0), -Vector3::z()),
    ];
    for (foot, n) in cases {
        assert_touches(&touches(&at(&ball, foot + n), &here), n, &[foot], 2.0 * ROUNDING);
    }
}

#[test]
fn a_ball_touches_side_and_apex_of_a_cone() {
    let (ball, cone) = (ball(1.0), Shape::Cone { radius: 3.0, height: 4.0 });
    let here = at(&cone, v(0.0, 0.0, 1.0)); // base in z = 0
    let side = v(0.8, 0.0, 0.6);
    assert_touches(
        &touches(&at(&ball, v(1.5, 0.0, 2.0) + side), &here),
        side,
        &[v(1.5, 0.0, 2.0)],
        4.0 * ROUNDING,
    );
    assert_touches(
        &touches(&at(&ball, v(0.0, 0.0, 5.0)), &here),
        Vector3::z(),
        &[v(0.0, 0.0, 4.0)],
        ROUNDING,
    );
}

#[test]
fn a_box_on_a_box_touches_at_the_corners_of_the_overlap() {
    let (upper, lower) = (block(2.0, 2.0, 2.0), block(4.0, 4.0, 2.0));
    let found = touches(&at(&upper, v(1.5, 0.0, 2.0)), &at(&lower, Vector3::zeros()));
    let corners = [v(0.5, -1.0, 1.0), v(0.5, 1.0, 1.0), v(2.0, -1.0, 1.0), v(2.0, 1.0, 1.0)];
    assert_touches(&found, Vector3::z(), &corners, ROUNDING);
}

/// A square on an equal one turned by 45° overlap in an octagon.
#[test]
fn boxes_turned_on_each_other_touch_at_eight_points() {
    let cube = block(2.0, 2.0, 2.0);
    let found =
        touches(&turned(&cube, v(0.0, 0.0, 2.0), v(0.0, 0.0, FRAC_PI_4)), &at(&cube, Vector3::zeros()));
    let a = 2.0_f64.sqrt() - 1.0;
    let octagon: Vec<_> =
        [(1.0, a), (1.0, -a), (-1.0, a), (-1.0, -a), (a, 1.0), (-a, 1.0), (a, -1.0), (-a, -1.0)]
            .map(|(x, y)| v(x, y, 1.0))
            .to_vec();
    assert_touches(&found, Vector3::z(), &octagon, 2.0 * ROUNDING);
}

#[test]
fn crossed_edges_of_boxes_touch_at_the_crossing() {
    let cube = block(2.0, 2.0, 2.0);
    let diagonal = 2.0_f64.sqrt();
    let upper = turned(&cube, v(0.1, 0.2, 2.0 * diagonal), v(FRAC_PI_4, 0.0, 0.0));
    let lower = turned(&cube, Vector3::zeros(), v(0.0, FRAC_PI_4, 0.0));
    assert_touches(&touches(&upper, &lower), Vector3::z(), &[v(0.0, 0.2, diagonal)], 4.0 * ROUNDING);
}

/// Parallel edges allow a quarter turn of normals; the bisector is taken.
#[test]
fn boxes_meeting_edge_to_edge_touch_along_it() {
    let cube = block(2.0, 2.0, 2.0);
    let found = touches(&at(&cube, v(2.0, 0.5, 2.0)), &at(&cube, Vector3::zeros()));
    let bisector = v(1.0, 0.0, 1.0).normalize();
    assert_touches(&found, bisector, &[v(1.0, -0.5, 1.0), v(1.0, 1.0, 1.0)], 4.0 * ROUNDING);
}

#[test]
fn a_roller_on_a_box_touches_along_a_line_cut_by_its_edges() {
    let (roller, slab) = (Shape::Cylinder { radius: 0.5, height: 3.0 }, block(2.0, 2.0, 1.0));
    let found =
        touches(&turned(&roller, v(0.5, 0.0, 1.0), v(0.0, FRAC_PI_2, 0.0)), &at(&slab, Vector3::zeros()));
    assert_touches(&found, Vector3::z(), &[v(-1.0, 0.0, 0.5), v(1.0, 0.0, 0.5)], 2.0 * ROUNDING);
}

/// Tilted by 1e-10 its ends differ in height by less than the tolerance and both touch; tilted by 1e-6 only one does.
#[test]
fn a_roller_lies_on_a_box_up_to_the_touch_tolerance() {
    let (roller, slab) = (Shape::Cylinder { radius: 0.5, height: 1.0 }, block(2.0, 2.0, 1.0));
    for (tilt, ends) in [(0.0, 2), (1e-12, 2), (1e-10, 2), (1e-8, 1), (1e-6, 1), (1e-3, 1)] {
        let lowest = 0.5 * f64::cos(tilt) + 0.5 * f64::sin(tilt);
        let tilted = turned(&roller, v(0.0, 0.0, 0.5 + lowest), v(0.0, FRAC_PI_2 + tilt, 0.0));
        let found = touches(&tilted, &at(&slab, Vector3::zeros()));
        assert_eq!(found.len(), ends, "tilt {tilt}: {found:#?}");
        for touch in found {
            assert!((touch.normal.into_inner() - Vector3::z()).norm() <= ROUNDING, "tilt {tilt}: {touch:?}");
            assert!(touch.gap.abs() <= 2.0 * ROUNDING);
        }
    }
}

#[test]
fn a_can_overhanging_a_box_touches_at_rim_points_and_where_the_edge_cuts_the_rim() {
    let (can, slab) = (Shape::Cylinder { radius: 0.5, height: 1.0 }, block(4.0, 4.0, 1.0));
    let found = touches(&at(&can, v(1.7, 0.0, 1.0)), &at(&slab, Vector3::zeros()));
    let points = [v(1.2, 0.0, 0.5), v(1.7, 0.5, 0.5), v(1.7, -0.5, 0.5), v(2.0, 0.4, 0.5), v(2.0, -0.4, 0.5)];
    assert_touches(&found, Vector3::z(), &points, 2.0 * ROUNDING);
}

#[test]
fn stacked_coins_touch_at_rim_points_and_where_their_rims_cross() {
    let coin = Shape::Cylinder { radius: 1.0, height: 0.2 };
    let found = touches(&at(&coin, v(1.2, 0.0, 0.2)), &at(&coin, Vector3::zeros()));
    let points = [v(1.0, 0.0, 0.1), v(0.2, 0.0, 0.1), v(0.6, 0.8, 0.1), v(0.6, -0.8, 0.1)];
    assert_touches(&found, Vector3::z(), &points, ROUNDING);
}

#[test]
fn parallel_rollers_touch_along_the_shared_part_of_a_line() {
    let roller = Shape::Cylinder { radius: 0.5, height: 2.0 };
    let n = v(0.6, 0.8, 0.0);
    let found = touches(&at(&roller, n + v(0.0, 0.0, 0.5)), &at(&roller, Vector3::zeros()));
    let foot = n * 0.5;
    assert_touches(&found, n, &[foot + v(0.0, 0.0, -0.5), foot + v(0.0, 0.0, 1.0)], 4.0 * ROUNDING);
}

/// Rounding ε in the axes turns the common normal by ε/angle and moves the crossing by ε/angle².
#[test]
fn crossed_rollers_touch_at_one_point_even_at_a_small_angle() {
    let roller = Shape::Cylinder { radius: 0.5, height: 2.0 };
    let lower = turned(&roller, Vector3::zeros(), v(FRAC_PI_2, 0.0, 0.0));
    for angle in [1.0, 0.1, 0.001] {
        let turn = nalgebra::UnitQuaternion::from_scaled_axis(v(0.0, 0.0, angle)) * lower.orientation;
        let upper = Placed { shape: &roller, position: v(0.0, 0.0, 1.0), orientation: turn };
        assert_touches(
            &touches(&upper, &lower),
            Vector3::z(),
            &[v(0.0, 0.0, 0.5)],
            4.0 * ROUNDING / (angle * angle),
        );
    }
}

#[test]
fn capsules_touch_end_to_end_side_to_side_and_crossed() {
    let pill = Shape::Capsule { radius: 0.5, height: 2.0 };
    let here = at(&pill, Vector3::zeros());
    let above = touches(&at(&pill, v(0.0, 0.0, 3.0)), &here);
    assert_touches(&above, Vector3::z(), &[v(0.0, 0.0, 1.5)], ROUNDING);
    let beside = touches(&at(&pill, v(1.0, 0.0, 1.5)), &here);
    assert_touches(&beside, Vector3::x(), &[v(0.5, 0.0, 0.5), v(0.5, 0.0, 1.0)], 2.0 * ROUNDING);
    let crossed = touches(&turned(&pill, v(1.0, 0.3, 0.2), v(FRAC_PI_2, 0.0, 0.0)), &here);
    assert_touches(&crossed, Vector3::x(), &[v(0.5, 0.0, 0.2)], 2.0 * ROUNDING);
}

#[test]
fn a_cone_balances_with_its_apex_on_a_box() {
    let (cone, slab) = (Shape::Cone { radius: 0.3, height: 1.0 }, block(2.0, 2.0, 1.0));
    let found = touches(&turned(&cone, v(0.1, 0.2, 1.25), v(PI, 0.0, 0.0)), &at(&slab, Vector3::zeros()));
    assert_touches(&found, Vector3::z(), &[v(0.1, 0.2, 0.5)], 4.0 * ROUNDING);
}

#[test]
fn compounds_touch_by_their_parts() {
    let dumbbell = Shape::Compound(vec![
        Part::new(ball(0.5)).at(v(-1.0, 0.0, 0.0)),
        Part::new(ball(0.5)).at(v(1.0, 0.0, 0.0)),
    ]);
    let slab = block(4.0, 4.0, 1.0);
    let found = touches(&at(&dumbbell, v(0.0, 0.0, 1.0)), &at(&slab, Vector3::zeros()));
    assert_touches(&found, Vector3::z(), &[v(-1.0, 0.0, 0.5), v(1.0, 0.0, 0.5)], ROUNDING);
}

#[test]
fn shapes_apart_do_not_touch_and_have_a_distance() {
    let (upper, lower) = (block(1.0, 1.0, 1.0), block(4.0, 4.0, 1.0));
    let (a, b) = (at(&upper, v(0.5, 0.0, 3.0)), at(&lower, Vector3::zeros()));
    assert!(touches(&a, &b).is_empty());
    let found = distance(&a, &b).unwrap();
    assert!((found.gap - 2.0).abs() <= ROUNDING);
    assert!((found.point - v(0.5, 0.0, 1.5)).norm() <= 2.0 * ROUNDING, "the middle of the facing parts");
    let back = distance(&b, &a).unwrap();
    assert_eq!((back.point, back.normal, back.gap), (found.point, -found.normal, found.gap));
}

#[test]
fn overlaps_shallow_and_deep_are_refused_with_their_depth() {
    let (cube, can) = (block(2.0, 2.0, 2.0), Shape::Cylinder { radius: 1.0, height: 2.0 });
    for depth in [1e-8, 1e-4, 0.3] {
        for upper in [&cube, &can] {
            let result = touching(&at(upper, v(0.2, 0.1, 2.0 - depth)), &at(&cube, Vector3::zeros()));
            let Err(ShapeError::Overlap { depth: found, .. }) = result else { panic!("{result:?}") };
            assert!((found - depth).abs() <= 4.0 * ROUNDING, "{found} != {depth}");
        }
    }
    for shape in [&cube, &can] {
        let same = touching(&at(shape, Vector3::zeros()), &at(shape, Vector3::zeros()));
        assert!(matches!(same, Err(ShapeError::Overlap { .. })));
    }
    let inside = touching(&at(&ball(0.1), v(0.0, 0.0, 0.5)), &at(&cube, Vector3::zeros()));
    let Err(ShapeError::Overlap { depth, .. }) = inside else { panic!("{inside:?}") };
    assert!((depth - 0.6).abs() <= ROUNDING);
}
