//! Every shape on a plane, at rounding accuracy.

use crate::common::{ROUNDING, assert_touches, at, table, touches, turned, v};
use carom_shapes::{Part, RIM_POINTS, Shape, ShapeError, distance, touching};
use nalgebra::Vector3;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

#[test]
fn a_ball_touches_a_table_at_one_point() {
    let (ball, table) = (Shape::Sphere { radius: 0.3 }, table());
    let found = touches(&at(&ball, v(0.1, -0.2, 0.3)), &at(&table, v(5.0, 5.0, 0.0)));
    assert_touches(&found, Vector3::z(), &[v(0.1, -0.2, 0.0)], 0.0);
}

#[test]
fn a_ball_touches_a_sloping_wall() {
    let slope = v(1.0, 2.0, 2.0) / 3.0;
    let (ball, wall) = (Shape::Sphere { radius: 0.7 }, Shape::Plane { normal: slope * 10.0 });
    let foot = v(0.4, 0.5, -0.6);
    let found = touches(&at(&ball, foot + slope * 0.7), &at(&wall, foot));
    assert_touches(&found, slope, &[foot], ROUNDING);
}

#[test]
fn a_box_rests_on_the_four_corners_of_its_lowest_face() {
    let (block, table) = (Shape::Box { size: [2.0, 1.0, 0.5] }, table());
    let found = touches(&at(&block, v(0.0, 0.0, 0.25)), &at(&table, Vector3::zeros()));
    let corners = [v(-1.0, -0.5, 0.0), v(-1.0, 0.5, 0.0), v(1.0, -0.5, 0.0), v(1.0, 0.5, 0.0)];
    assert_touches(&found, Vector3::z(), &corners, 0.0);
    let order: Vec<_> = found.iter().map(|t| t.point).collect();
    assert_eq!(order, corners, "lexicographic order");
}

#[test]
fn a_box_on_edge_rests_on_two_corners() {
    let (block, table) = (Shape::Box { size: [1.0, 1.0, 1.0] }, table());
    let half_diagonal = 0.5_f64.sqrt();
    let tilted = turned(&block, v(0.0, 0.0, half_diagonal), v(FRAC_PI_4, 0.0, 0.0));
    let found = touches(&tilted, &at(&table, Vector3::zeros()));
    assert_touches(&found, Vector3::z(), &[v(-0.5, 0.0, 0.0), v(0.5, 0.0, 0.0)], ROUNDING);
}

#[test]
fn a_box_on_a_corner_touches_once() {
    let (block, table) = (Shape::Box { size: [1.0, 1.0, 1.0] }, table());
    let down = v(1.0, 1.0, 1.0).normalize();
    let orientation = nalgebra::UnitQuaternion::rotation_between(&down, &-Vector3::z()).unwrap();
    let position = v(0.0, 0.0, 0.75_f64.sqrt());
    let found = touches(
        &carom_shapes::Placed { shape: &block, position, orientation },
        &at(&table, Vector3::zeros()),
    );
    assert_touches(&found, Vector3::z(), &[Vector3::zeros()], ROUNDING);
}

#[test]
fn a_standing_cylinder_rests_on_four_points_of_its_rim() {
    let (can, table) = (Shape::Cylinder { radius: 0.5, height: 2.0 }, table());
    let found = touches(&at(&can, v(0.0, 0.0, 1.0)), &at(&table, Vector3::zeros()));
    assert_eq!(found.len(), RIM_POINTS);
    let rim = [v(0.5, 0.0, 0.0), v(-0.5, 0.0, 0.0), v(0.0, 0.5, 0.0), v(0.0, -0.5, 0.0)];
    assert_touches(&found, Vector3::z(), &rim, 0.0);
}

#[test]
fn a_lying_cylinder_rests_on_the_ends_of_a_line() {
    let (roller, table) = (Shape::Cylinder { radius: 0.5, height: 2.0 }, table());
    let lying = turned(&roller, v(0.0, 0.0, 0.5), v(0.0, FRAC_PI_2, 0.0));
    let found = touches(&lying, &at(&table, Vector3::zeros()));
    assert_touches(&found, Vector3::z(), &[v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0)], ROUNDING);
}

#[test]
fn a_tilted_cylinder_touches_with_one_point_of_its_rim() {
    let (can, table) = (Shape::Cylinder { radius: 0.5, height: 2.0 }, table());
    let tilt = 0.3_f64;
    let position = v(0.0, 0.0, 0.5 * tilt.sin() + tilt.cos());
    let found = touches(&turned(&can, position, v(0.0, tilt, 0.0)), &at(&table, Vector3::zeros()));
    let foot = v(0.5 * tilt.cos() - tilt.sin(), 0.0, 0.0);
    assert_touches(&found, Vector3::z(), &[foot], ROUNDING);
}

#[test]
fn a_lying_capsule_rests_below_the_ends_of_its_axis_and_a_standing_one_on_its_pole() {
    let (pill, table) = (Shape::Capsule { radius: 0.5, height: 2.0 }, table());
    let lying = turned(&pill, v(0.0, 0.0, 0.5), v(0.0, FRAC_PI_2, 0.0));
    let floor = at(&table, Vector3::zeros());
    assert_touches(&touches(&lying, &floor), Vector3::z(), &[v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0)], ROUNDING);
    let standing = at(&pill, v(0.0, 0.0, 1.5));
    assert_touches(&touches(&standing, &floor), Vector3::z(), &[Vector3::zeros()], 0.0);
}

/// The centre of mass of a cone is a quarter of its height above the base.
#[test]
fn a_cone_stands_on_its_rim_balances_on_its_apex_and_lies_on_a_line() {
    let (cone, table) = (Shape::Cone { radius: 3.0, height: 4.0 }, table());
    let floor = at(&table, Vector3::zeros());
    let rim = [v(3.0, 0.0, 0.0), v(-3.0, 0.0, 0.0), v(0.0, 3.0, 0.0), v(0.0, -3.0, 0.0)];
    assert_touches(&touches(&at(&cone, v(0.0, 0.0, 1.0)), &floor), Vector3::z(), &rim, 4.0 * ROUNDING);
    let on_apex = turned(&cone, v(0.0, 0.0, 3.0), v(std::f64::consts::PI, 0.0, 0.0));
    assert_touches(&touches(&on_apex, &floor), Vector3::z(), &[Vector3::zeros()], 4.0 * ROUNDING);
    // Lying: the axis, from base to apex, points along x and down by the half angle, whose sine is 3/5.
    let half_angle = 0.6_f64.asin();
    let centre = v(-3.0 * 0.8, 0.0, 3.0 * 0.6);
    let lying = turned(&cone, centre, v(0.0, FRAC_PI_2 + half_angle, 0.0));
    let line = [Vector3::zeros(), v(-5.0, 0.0, 0.0)];
    assert_touches(&touches(&lying, &floor), Vector3::z(), &line, 4.0 * ROUNDING);
}

/// Shaft and tip meet in a rim point, which is reported once.
#[test]
fn a_lying_pencil_rests_on_both_ends_of_its_shaft() {
    let shaft = Part::new(Shape::Cylinder { radius: 0.5, height: 4.0 });
    let tip = Part::new(Shape::Cone { radius: 0.5, height: 1.0 }).at(v(0.0, 0.0, 2.5));
    let pencil = Shape::Compound(vec![shaft, tip]);
    let centre = pencil.mass_properties(1.0).unwrap().centre_of_mass.z;
    let table = table();
    let lying = turned(&pencil, v(0.0, 0.0, 0.5), v(0.0, FRAC_PI_2, 0.0));
    let found = touches(&lying, &at(&table, Vector3::zeros()));
    let ends = [v(-2.0 - centre, 0.0, 0.0), v(2.0 - centre, 0.0, 0.0)];
    assert_touches(&found, Vector3::z(), &ends, 4.0 * ROUNDING);
}

#[test]
fn gaps_within_tolerance_touch_wider_ones_do_not_and_overlaps_name_their_depth() {
    let (ball, table) = (Shape::Sphere { radius: 0.5 }, table());
    let floor = at(&table, Vector3::zeros());
    let found = touches(&at(&ball, v(0.0, 0.0, 0.5 + 1e-10)), &floor);
    assert!((found[0].gap - 1e-10).abs() < 1e-16);
    assert!(touches(&at(&ball, v(0.0, 0.0, 0.5 + 1e-8)), &floor).is_empty());
    let sunk = at(&ball, v(0.0, 0.0, 0.4));
    let Err(ShapeError::Overlap { depth, tolerance }) = touching(&sunk, &floor) else {
        panic!("overlap expected")
    };
    assert!((depth - 0.1).abs() < ROUNDING && tolerance == 1e-9);
    assert!(matches!(distance(&sunk, &floor), Err(ShapeError::Overlap { .. })));
}

#[test]
fn distance_to_a_table_is_the_height_of_the_lowest_point() {
    let (block, table) = (Shape::Box { size: [1.0; 3] }, table());
    let found = distance(&at(&table, Vector3::zeros()), &at(&block, v(0.0, 0.0, 1.5))).unwrap();
    assert_eq!(found.gap, 1.0);
    assert_eq!(found.normal.into_inner(), -Vector3::z());
    assert_eq!(found.point, v(0.0, 0.0, 0.5));
}

#[test]
fn planes_have_no_contacts_with_each_other() {
    let table = table();
    let here = at(&table, Vector3::zeros());
    assert_eq!(touching(&here, &here), Err(ShapeError::TwoPlanes));
}

#[test]
fn a_position_that_is_no_number_is_refused() {
    let (ball, table) = (Shape::Sphere { radius: 0.5 }, table());
    let lost = at(&ball, v(0.0, f64::NAN, 0.0));
    assert!(matches!(touching(&lost, &at(&table, Vector3::zeros())), Err(ShapeError::Position { .. })));
}
