//! Where a body touches another, row by row, from the angle by which it is turned.
//!
//! The body's outline, turned by R about an axis, touches at the point that is furthest against the normal n, which points
//! towards it:
//!
//! ```text
//! r = R c, the corner c with the least n·R c                                        corners
//! r = −R D² m/|D m|, m = Rᵀ n, D the half axes                                      ellipsoid     (LS.12)
//! ```
//!
//! The contact is at r from the body's place in that row.

use carom::Impact;
use carom_scene::{Loaded, OutlineEntry, OutlineShape, closest};
use nalgebra::{Rotation3, Unit, Vector3};

use crate::error::FitError;
use crate::table::{Role, Table, UsedColumn};

const AXES: [&str; 3] = ["x", "y", "z"];

/// Adds the points of contacts that outlines tell of as columns.
pub(crate) fn add_points(
    table: &mut Table,
    outlines: &[OutlineEntry],
    scene: &Loaded,
) -> Result<(), FitError> {
    for (number, outline) in outlines.iter().enumerate() {
        let Loaded::Impact(found) = scene else { return Err(no_contacts(outline)) };
        let Some(impact) = found.impact() else { return Err(no_contacts(outline)) };
        let contact = contact(outline, found.contact_names())?;
        let path = |axis: &str| format!("contact.{contact}.point.{axis}");
        let name = &found.contact_names()[contact];
        let own = [format!("contact.{contact}.point."), format!("contact.{name}.point.")];
        let is_point = |column: &UsedColumn| match &column.role {
            Role::Before { path, .. } => own.iter().any(|own| path.starts_with(own.as_str())),
            Role::After { .. } => false,
        };
        if let Some(twice) = table.columns.iter().find(|column| is_point(column)) {
            return Err(FitError::entry(
                outline.span,
                format!("the point of contact {contact} is that of the column `{}` too", twice.name),
                "expected a column or an outline",
            ));
        }
        let body = impact.contacts()[contact].bodies()[0];
        let place = places(table, &found.body_names()[body], body, impact);
        let normal = impact.contacts()[contact].normal().into_inner();
        let axis = Unit::new_normalize(outline.axis);
        let points: Vec<Vector3<f64>> = table.angles[number]
            .iter()
            .enumerate()
            .map(|(row, &angle)| {
                place(row) + touching(&outline.shape, &Rotation3::from_axis_angle(&axis, angle), normal)
            })
            .collect();
        for (axis, label) in AXES.into_iter().enumerate() {
            table.columns.push(UsedColumn {
                name: outline.angle.clone(),
                place: 0,
                role: Role::Before { path: path(label), noise: None },
                factor: 1.0,
            });
            table.numbers.push(points.iter().map(|point| point[axis]).collect());
        }
    }
    Ok(())
}

/// (LS.12).
fn touching(shape: &OutlineShape, turned: &Rotation3<f64>, normal: Vector3<f64>) -> Vector3<f64> {
    let against = turned.inverse() * normal;
    let point = match shape {
        OutlineShape::Corners(corners) => {
            let lowest = corners.iter().min_by(|a, b| a.dot(&against).total_cmp(&b.dot(&against)));
            lowest.copied().unwrap_or_default()
        }
        OutlineShape::Ellipsoid(half) => {
            let stretched = half.component_mul(&against);
            let length = stretched.norm();
            if length > 0.0 { half.component_mul(&stretched) / -length } else { Vector3::zeros() }
        }
    };
    turned * point
}

/// Where the body is in each row.
fn places<'a>(
    table: &Table,
    name: &str,
    body: usize,
    impact: &'a Impact,
) -> impl Fn(usize) -> Vector3<f64> + use<'a> {
    let column = |axis: &str| {
        let paths = [format!("body.{name}.position.{axis}"), format!("body.{body}.position.{axis}")];
        let is_it = |column: &UsedColumn| match &column.role {
            Role::Before { path, .. } => paths.contains(path),
            Role::After { .. } => false,
        };
        table.columns.iter().position(is_it).map(|place| table.numbers[place].clone())
    };
    let columns = AXES.map(column);
    let position = impact.bodies()[body].position();
    move |row| Vector3::from_fn(|axis, _| columns[axis].as_ref().map_or(position[axis], |column| column[row]))
}

fn contact(outline: &OutlineEntry, names: &[String]) -> Result<usize, FitError> {
    let named = names.iter().position(|name| *name == outline.contact);
    let numbered = outline.contact.parse().ok().filter(|&number: &usize| number < names.len());
    named.or(numbered).ok_or_else(|| {
        let expected = match closest(&outline.contact, names.iter().map(String::as_str)) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("expected a number below {}, or one of {}", names.len(), names.join(", ")),
        };
        FitError::entry(outline.span, format!("the scene has no contact `{}`", outline.contact), expected)
    })
}

fn no_contacts(outline: &OutlineEntry) -> FitError {
    FitError::entry(
        outline.span,
        "an outline tells where bodies of an impact touch, and this scene is none",
        "expected a scene with a `[[contact]]` that has a `normal`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Sources, Study};
    use carom_scene::FitFile;
    use nalgebra::vector;

    #[test]
    fn an_ellipse_touches_where_its_tangent_is_the_plate() {
        // x²/a² + z²/b² = 1 turned by θ about y reaches down to √(a² sin²θ + b² cos²θ).
        let (a, b) = (0.05, 0.02);
        let shape = OutlineShape::Ellipsoid(vector![a, 0.0, b]);
        for angle in [0.0, 0.3, 1.0, 2.5, -2.0] {
            let turned = Rotation3::from_axis_angle(&Vector3::y_axis(), angle);
            let found = touching(&shape, &turned, Vector3::z());
            let depth = libm::sqrt((a * libm::sin(angle)).powi(2) + (b * libm::cos(angle)).powi(2));
            assert!((found.z + depth).abs() < 1e-16, "{angle}: {found}");
            let within = turned.inverse() * found;
            assert!(((within.x / a).powi(2) + (within.z / b).powi(2) - 1.0).abs() < 1e-13, "{angle}");
            // The depth changes with the angle by the arm: d(depth)/dθ = x of the point.
            let slope = (a * a - b * b) * libm::sin(angle) * libm::cos(angle) / depth;
            assert!((found.x.abs() - slope.abs()).abs() < 1e-15, "{angle}: {found} {slope}");
        }
    }

    #[test]
    fn a_box_touches_with_its_lowest_corner() {
        let corners = vec![
            vector![0.03, 0.0, 0.01],
            vector![0.03, 0.0, -0.01],
            vector![-0.03, 0.0, 0.01],
            vector![-0.03, 0.0, -0.01],
        ];
        let turned = Rotation3::from_axis_angle(&Vector3::y_axis(), 0.1);
        let found = touching(&OutlineShape::Corners(corners), &turned, Vector3::z());
        // Turned about y by a little, +x goes down.
        assert!((found - turned * vector![0.03, 0.0, -0.01]).norm() < 1e-16, "{found}");
    }

    fn study(outline: &str, table: &str) -> Result<Study, FitError> {
        let file = format!(
            "fit.data = \"table.csv\"\n[[scene.body]]\nname = \"block\"\nmass = 0.05\ninertia = [[1, 0, 0], [0, 1e-5, 0], [0, 0, 1]]\nposition = [0, 0, 0.1]\n\
             [[scene.body]]\nname = \"plate\"\nfixed = true\n[[scene.contact]]\nbetween = [\"block\", \"plate\"]\n\
             normal = [0, 0, 1]\nrestitution = \"sought\"\nfriction = 0.2\n[[outline]]\n{outline}"
        );
        let sources = Sources { data: Some(table.to_owned()), ..Sources::default() };
        Study::new(&FitFile::parse(&file).expect("a fit file"), &sources)
    }

    #[test]
    fn the_points_of_rows_are_those_of_bodies_as_they_lie_there() {
        let table = "theta [deg],body.block.position.x,body.block.velocity.z,bodies.block.velocity.z\n\
                     0,1,-2,1\n90,0,-2,1\n";
        let outline = "angle = \"theta\"\naxis = [0, 1, 0]\nellipsoid = [0.05, 0, 0.02]";
        let study = study(outline, table).expect("a study");
        let table = study.source.table.as_ref().expect("a table");
        let point = |row: usize| table.numbers[3..].iter().map(|column| column[row]).collect::<Vec<f64>>();
        for (row, expected) in [(0, [1.0, 0.0, 0.08]), (1, [0.0, 0.0, 0.05])] {
            let found = point(row);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{row}: {found:?}");
        }
        assert_eq!(table.unused, Vec::<String>::new());
    }

    #[test]
    fn what_is_wrong_with_an_outline_is_told() {
        let table = "theta,body.block.velocity.z,bodies.block.velocity.z\n0,-2,1\n,-2,1\n";
        let said = |outline: &str| match study(outline, table) {
            Err(FitError::Data { line, column, message }) => format!("{line:?} {column:?} {message}"),
            Err(other) => other.to_string(),
            Ok(_) => panic!("{outline}"),
        };
        let shape = "box = [0.1, 0, 0.1]";
        let missing = said(&format!("angle = \"theta\"\n{shape}"));
        assert!(missing.starts_with("Some(3) Some(1) `theta` is missing"), "{missing}");
        assert!(said(&format!("angle = \"thta\"\n{shape}")).contains("no column `thta`"));
        let table = "theta,contact.0.point.x,bodies.block.velocity.z\n0,0,1\n";
        let twice = study(&format!("angle = \"theta\"\n{shape}"), table).expect_err("twice").to_string();
        assert!(twice.contains("that of the column"), "{twice}");
        let none = study(&format!("angle = \"theta\"\ncontact = \"rim\"\n{shape}"), table).expect_err("none");
        assert!(none.to_string().contains("no contact `rim`"), "{none}");
    }
}
