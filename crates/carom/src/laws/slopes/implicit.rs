//! (J.2): derivatives of numbers that are known as a solution of equations.

use super::contact::Contact;
use super::{Border, NUMBERS, Slope};
use crate::derivative::KinkCause;
use crate::dual::Dual;
use crate::dual::Number;
use crate::laws::LawError;

/// As many equations as unknowns.
pub(in crate::laws) trait Equations<const U: usize> {
    /// Whether they stop a velocity, so that what W cannot move leaves them open.
    const NEEDS_INVERSE: bool = false;

    /// What is zero for the unknowns of this contact.
    fn left<T: Number>(&self, contact: &Contact<T>, unknown: &[T; U]) -> [T; U];
}

/// A pivot below this part of its row is rounding: the equations leave an unknown open.
const SINGULAR: f64 = 1e-13;

/// The unknowns with their derivatives. An unknown that no equation holds and whose equation holds nothing, like the impulse
/// along a tangent along which nothing can move, stays as it is, and whatever would move it leaves what the law knows.
///
/// # Errors
/// Equations that do not determine the unknowns beside their solution.
pub(in crate::laws) fn unknowns<const U: usize, E: Equations<U>>(
    contact: &Contact<Slope>,
    equations: &E,
    values: [f64; U],
    borders: &mut Vec<Border>,
) -> Result<[Slope; U], LawError> {
    let along: [Dual<U>; U] = std::array::from_fn(|place| Dual::along(values[place], place));
    let mut matrix = equations.left(&contact.constant(), &along).map(|row| row.slopes);
    let mut right = equations.left(contact, &values.map(Slope::constant)).map(|row| row.slopes);
    let mut any_idle = false;
    for place in 0..U {
        let idle = (0..U).all(|other| matrix[place][other] == 0.0 && matrix[other][place] == 0.0);
        any_idle |= idle;
        if idle {
            borders.push(Border { cause: KinkCause::Domain, change: right[place] });
            matrix[place][place] = 1.0;
            right[place] = [0.0; NUMBERS];
        }
    }
    if E::NEEDS_INVERSE && !contact.has_inverse && !any_idle {
        return Err(LawError::NoSlopes { reason: "W has no inverse" }); // what is rounding of its rows could not be told
    }
    solve(&mut matrix, &mut right)?;
    Ok(std::array::from_fn(|place| Slope { value: values[place], slopes: right[place].map(|x| -x) }))
}

/// Makes the right side the solution, by elimination with the largest pivots of rows of equal size.
fn solve<const U: usize>(
    matrix: &mut [[f64; U]; U],
    right: &mut [[f64; NUMBERS]; U],
) -> Result<(), LawError> {
    for (row, right) in matrix.iter_mut().zip(right.iter_mut()) {
        let size = row.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        row.iter_mut().for_each(|x| *x /= size);
        right.iter_mut().for_each(|x| *x /= size);
    }
    for column in 0..U {
        let largest = |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let pivot = (column..U).max_by(largest).unwrap_or(column);
        matrix.swap(pivot, column);
        right.swap(pivot, column);
        let (chosen, known) = (matrix[column], right[column]);
        if chosen[column].abs() <= SINGULAR || chosen[column].is_nan() {
            return Err(LawError::NoSlopes {
                reason: "its conditions do not determine the impulse beside this one",
            });
        }
        for row in (0..U).filter(|&row| row != column) {
            let factor = matrix[row][column] / chosen[column];
            (0..U).for_each(|k| matrix[row][k] -= factor * chosen[k]);
            (0..NUMBERS).for_each(|k| right[row][k] -= factor * known[k]);
        }
    }
    for row in 0..U {
        let pivot = matrix[row][row];
        right[row].iter_mut().for_each(|x| *x /= pivot);
    }
    Ok(())
}
