//! A contact that is given, against the shapes of its bodies.

use carom_shapes::{Placed, ShapeError, misfit, misfit_alone};
use nalgebra::{Unit, Vector3};

use super::pairs;
use crate::number;
use crate::problem::{Located, Problem};

/// Part of the smaller body's size up to which a given contact may be off from what the shapes say: coordinates of three digits, and normals off
/// by 2.5 degrees, since a ball of radius r reaches r α²/2 over a plane that is tilted by α.
pub(super) const AGREEMENT: f64 = 1e-3;

/// Whether a contact at a point, with a normal from the second body to the first, is one that [`check`] lets pass.
pub(crate) fn agrees([a, b]: [&Placed; 2], point: &Vector3<f64>, normal: Unit<Vector3<f64>>) -> bool {
    misfit(a, b, point, &normal)
        .is_ok_and(|(fits, size)| fits.iter().all(|fit| fit.worst() <= AGREEMENT * size))
}

/// Refuses a point or a normal that the shapes of the two bodies contradict. `gap` (m) is what the file says is still open.
pub(super) fn check(
    names: [&str; 2],
    bodies: [&Placed; 2],
    point: Located<Vector3<f64>>,
    normal: Located<Vector3<f64>>,
    gap: f64,
) -> Result<(), Problem> {
    let [a, b] = bodies;
    let Some(direction) = Unit::try_new(normal.value, 0.0) else { return Ok(()) }; // Refused with the contact.
    let Ok((fits, size)) = misfit(a, b, &point.value, &direction) else { return Ok(()) }; // Two half-spaces: nothing to say.
    let allowed = AGREEMENT * size + gap;
    if fits.iter().all(|fit| fit.worst() <= allowed) {
        return Ok(());
    }
    let allowed = format!("within {} m, {AGREEMENT} of the smaller body's size", pairs::length(allowed));
    let off = fits.iter().zip(names).max_by(|s, t| s.0.off.total_cmp(&t.0.off));
    let problem = match off {
        Some((fit, name)) if fit.off > AGREEMENT * size + gap => {
            let off = pairs::length(fit.off);
            Problem::new(point.span, format!("the point is {off} m from the surface of `{name}`"))
                .expected(format!("expected a point of both surfaces, {allowed}"))
        }
        _ => {
            let [first, second] = names;
            let message = if is_reversed(bodies, &point.value, direction, AGREEMENT * size + gap) {
                format!("the normal points from `{first}` to `{second}`: it is reversed")
            } else {
                format!(
                    "along this normal the shapes of `{first}` and `{second}` are not on either side of the point"
                )
            };
            Problem::new(normal.span, message).expected(format!(
                "expected a direction from `{second}` to `{first}`, to which both keep {allowed}"
            ))
        }
    };
    Err(problem.help(said_by_shapes(bodies)))
}

/// What is suspicious where only one of the two bodies has a shape: the first, if `is_first`. The other one's centre of mass is at `other`.
/// The shape may have been given for the body's inertia only, so that nothing is refused.
pub(super) fn suspicion(
    [name, other_name]: [&str; 2],
    body: &Placed,
    (is_first, other): (bool, Vector3<f64>),
    point: Located<Vector3<f64>>,
    normal: Located<Vector3<f64>>,
    gap: f64,
) -> Option<Problem> {
    let direction = Unit::try_new(normal.value, 0.0)?; // Refused with the contact.
    let outward = if is_first { -direction } else { direction };
    // A half-space is judged by how far the other body reaches; a point that touches it has no size at all.
    let reach = (point.value - other).norm();
    let size = match body.shape.size() {
        size if size.is_finite() => size,
        _ if reach > 0.0 => reach,
        _ => 1.0,
    };
    let allowed = AGREEMENT * size + gap;
    let worst = |outward| misfit_alone(body, &point.value, &outward, size).map(|fit| (fit.off, fit.worst()));
    let (off, worst_of_both) = worst(outward).ok()?; // A bad shape is reported with its body.
    if worst_of_both <= allowed {
        return None;
    }
    let within = format!("within {} m, {AGREEMENT} of its size", pairs::length(allowed));
    let problem = if off > allowed {
        Problem::new(
            point.span,
            format!("the point is {} m from the surface of `{name}`", pairs::length(off)),
        )
        .expected(format!("expected a point of this surface, {within}"))
    } else {
        let [from, to] = if is_first { [other_name, name] } else { [name, other_name] };
        let message = match worst(-outward) {
            Ok((_, worst)) if worst <= allowed => {
                format!("the normal points from `{to}` to `{from}`: it is reversed")
            }
            _ => format!("along this normal `{name}` does not keep to its side of the point"),
        };
        Problem::new(normal.span, message).expected(format!(
            "expected a direction from `{from}` to `{to}`, to which `{name}` keeps {within}"
        ))
    };
    let help = format!(
        "a shape says where a body can be touched; if `{name}` reaches elsewhere, give it an `inertia` instead"
    );
    Some(problem.help(help))
}

fn is_reversed([a, b]: [&Placed; 2], point: &Vector3<f64>, normal: Unit<Vector3<f64>>, allowed: f64) -> bool {
    misfit(a, b, point, &-normal).is_ok_and(|(fits, _)| fits.iter().all(|fit| fit.worst() <= allowed))
}

/// What the shapes say instead.
fn said_by_shapes([a, b]: [&Placed; 2]) -> String {
    let vector = |v: Vector3<f64>| {
        let numbers: Vec<String> = v.iter().map(|&x| number::short(x + 0.0, 6)).collect();
        format!("[{}]", numbers.join(", "))
    };
    let nearest = |gap: &str, point, normal| {
        format!("the shapes {gap} at `point = {}`, `normal = {}`", vector(point), vector(normal))
    };
    match pairs::touches(a, b).map(|touches| touches.into_iter().next()) {
        Ok(Some(touch)) => {
            let touch = nearest("touch", touch.point, touch.normal);
            format!("{touch}; without `point` and `normal` they are asked")
        }
        Ok(None) => match pairs::nearest(a, b) {
            Ok(open) => {
                nearest(&format!("are {} m apart, nearest", pairs::length(open.gap)), open.point, open.normal)
            }
            Err(_) => "move the bodies to where they touch".to_owned(),
        },
        Err(ShapeError::Overlap { depth, .. }) => {
            format!("the shapes overlap by {} m: move them apart first", pairs::length(depth))
        }
        Err(_) => "move the bodies to where they touch".to_owned(),
    }
}
