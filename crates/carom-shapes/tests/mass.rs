//! Mass properties against the closed forms of any mechanics table.

use carom_shapes::{Part, Shape, ShapeError};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// A handful of roundings: parry keeps reciprocals, which costs two more than the formula itself.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

const M: f64 = 0.17;
const R: f64 = 0.028575;
const H: f64 = 0.19;

#[track_caller]
fn assert_mass(shape: &Shape, centre_z: f64, inertia: [f64; 3]) {
    let found = shape.mass_properties(M).expect("the shape is well formed");
    let expected = Matrix3::from_diagonal(&Vector3::from(inertia));
    assert_eq!(found.mass, M);
    assert!((found.centre_of_mass - Vector3::new(0.0, 0.0, centre_z)).norm() <= ROUNDING * H);
    assert!(
        (found.inertia - expected).norm() <= ROUNDING * expected.norm(),
        "{} != {expected}",
        found.inertia
    );
}

#[test]
fn a_sphere_has_two_fifths_m_r_squared() {
    let j = 0.4 * M * R * R;
    assert_mass(&Shape::Sphere { radius: R }, 0.0, [j, j, j]);
}

#[test]
fn a_cylinder_has_its_axis_along_z() {
    let across = M * (3.0 * R * R + H * H) / 12.0;
    assert_mass(&Shape::Cylinder { radius: R, height: H }, 0.0, [across, across, M * R * R / 2.0]);
}

#[test]
fn a_cone_balances_a_quarter_of_its_height_above_the_base() {
    let across = 3.0 / 80.0 * M * (4.0 * R * R + H * H);
    assert_mass(&Shape::Cone { radius: R, height: H }, -H / 4.0, [across, across, 0.3 * M * R * R]);
}

#[test]
fn a_box_is_given_by_its_full_edges() {
    let [x, y, z] = [0.1, 0.2, 0.3_f64];
    let j = |a: f64, b: f64| M * (a * a + b * b) / 12.0;
    assert_mass(&Shape::Box { size: [x, y, z] }, 0.0, [j(y, z), j(z, x), j(x, y)]);
}

/// A hemisphere's centre of mass lies 3r/8 from its flat side and its inertia about a diameter of that side is 2/5 m r²,
/// hence 83/320 m r² about the centre of mass.
#[test]
fn a_capsule_is_a_cylinder_and_two_hemispheres() {
    let (cylinder_volume, cap_volume) = (R * R * H, 2.0 / 3.0 * R * R * R);
    let density = M / (cylinder_volume + 2.0 * cap_volume);
    let (cylinder, cap) = (density * cylinder_volume, density * cap_volume);
    let arm = H / 2.0 + 3.0 / 8.0 * R;
    let across = cylinder * (3.0 * R * R + H * H) / 12.0 + 2.0 * cap * (83.0 / 320.0 * R * R + arm * arm);
    let along = cylinder * R * R / 2.0 + 2.0 * cap * 0.4 * R * R;
    assert_mass(&Shape::Capsule { radius: R, height: H }, 0.0, [across, across, along]);
}

/// A pencil: a shaft of length H from z = 0 down and a tip of length t above it, the tip twice as dense.
#[test]
fn a_pencil_follows_from_its_parts_by_the_parallel_axis_theorem() {
    let t = 0.03;
    let shaft = Part::new(Shape::Cylinder { radius: R, height: H }).at(Vector3::new(0.0, 0.0, -H / 2.0));
    let tip =
        Part::new(Shape::Cone { radius: R, height: t }).at(Vector3::new(0.0, 0.0, t / 2.0)).with_density(2.0);
    let (shaft_share, tip_share) = (H, 2.0 * t / 3.0);
    let shaft_mass = M * shaft_share / (shaft_share + tip_share);
    let tip_mass = M - shaft_mass;
    let (shaft_z, tip_z) = (-H / 2.0, t / 4.0);
    let z = (shaft_mass * shaft_z + tip_mass * tip_z) / M;
    let across = shaft_mass * ((3.0 * R * R + H * H) / 12.0 + (shaft_z - z).powi(2))
        + tip_mass * (3.0 / 80.0 * (4.0 * R * R + t * t) + (tip_z - z).powi(2));
    let along = shaft_mass * R * R / 2.0 + tip_mass * 0.3 * R * R;
    assert_mass(&Shape::Compound(vec![shaft, tip]), z, [across, across, along]);
}

#[test]
fn a_part_turned_a_quarter_about_x_exchanges_y_and_z() {
    let quarter = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), std::f64::consts::FRAC_PI_2);
    let cylinder = Shape::Cylinder { radius: R, height: H };
    let across = M * (3.0 * R * R + H * H) / 12.0;
    assert_mass(
        &Shape::Compound(vec![Part::new(cylinder).turned(quarter)]),
        0.0,
        [across, M * R * R / 2.0, across],
    );
}

#[test]
fn eight_cubes_make_a_cube() {
    let mut parts = Vec::new();
    for i in 0..8 {
        let sign = |bit: usize| if i & bit == 0 { -0.25 } else { 0.25 };
        parts.push(Part::new(Shape::Box { size: [0.5; 3] }).at(Vector3::new(sign(1), sign(2), sign(4))));
    }
    let j = M / 6.0;
    assert_mass(&Shape::Compound(parts), 0.0, [j, j, j]);
}

#[test]
fn size_in_metres_does_not_limit_mass_properties() {
    for scale in [1e-12, 1e-6, 1e6, 1e12] {
        let found = Shape::Sphere { radius: scale }.mass_properties(1.0).unwrap().inertia.m11;
        assert!((found - 0.4 * scale * scale).abs() <= ROUNDING * found);
    }
}

#[test]
fn what_has_no_mass_properties_says_why() {
    let sphere = Shape::Sphere { radius: 1.0 };
    assert_eq!(Shape::Plane { normal: Vector3::z() }.mass_properties(1.0), Err(ShapeError::PlaneHasNoMass));
    assert_eq!(sphere.mass_properties(0.0), Err(ShapeError::Mass { mass: 0.0 }));
    assert!(matches!(sphere.mass_properties(f64::NAN), Err(ShapeError::Mass { .. })));
}

#[test]
fn bad_dimensions_are_refused_by_name() {
    for value in [0.0, -1.0, f64::INFINITY, 1e13] {
        let refused = ShapeError::Dimension { shape: "cone", dimension: "height", value };
        assert_eq!(Shape::Cone { radius: 1.0, height: value }.check(), Err(refused));
    }
    let nan = Shape::Box { size: [1.0, f64::NAN, 1.0] }.check().unwrap_err();
    assert!(nan.to_string().contains("y size of the box is NaN"), "{nan}");
    let foil = Shape::Box { size: [1.0, 1.0, 1e-7] }.check();
    assert_eq!(foil, Err(ShapeError::TooThin { shape: "box", thinnest: 1e-7, longest: 1.0 }));
    assert!(matches!(Shape::Plane { normal: Vector3::zeros() }.check(), Err(ShapeError::Normal { .. })));
}

#[test]
fn bad_compounds_are_refused_by_part() {
    let sphere = || Part::new(Shape::Sphere { radius: 1.0 });
    let check = |parts| Shape::Compound(parts).check();
    assert_eq!(check(vec![]), Err(ShapeError::EmptyCompound));
    let plane = Part::new(Shape::Plane { normal: Vector3::z() });
    assert_eq!(check(vec![sphere(), plane]), Err(ShapeError::PlaneInCompound { part: 1 }));
    let light = sphere().with_density(-1.0);
    assert_eq!(check(vec![light]), Err(ShapeError::Density { part: 0, density: -1.0 }));
    let lost = sphere().at(Vector3::new(f64::NAN, 0.0, 0.0));
    assert!(matches!(check(vec![lost]), Err(ShapeError::Position { .. })));
}
