//! What the outcome is most sensitive to.

use super::{Derivatives, Quantity};

/// How strongly a number of the outcome follows one that the scene starts with.
#[derive(Debug, Clone, PartialEq)]
pub struct Sensitivity {
    /// What the scene starts with.
    pub by: String,
    /// What follows it most.
    pub of: String,
    /// d ln(of)/d ln(by): by how many per cent it changes if the other grows by one per cent.
    pub relative: f64,
    /// Whether a kink concerns it.
    pub has_kink: bool,
}

/// Numbers of the outcome below this part of the largest of their kind are left out: what is nearly zero changes by any per cent.
const NEARLY_ZERO: f64 = 1e-6;

impl Derivatives {
    /// For every number that the scene starts with, and that is not zero, the velocity, energy or duration that follows it most, the
    /// strongest first.
    #[must_use]
    pub fn sensitivities(&self) -> Vec<Sensitivity> {
        let counts: Vec<bool> = self.rows.iter().map(|row| self.counts(row)).collect();
        let mut all: Vec<Sensitivity> = Vec::new();
        for (place, column) in self.columns.iter().enumerate().filter(|(_, c)| c.has_scale && c.value != 0.0)
        {
            let relative = |row: usize| self.matrix[row][place] * column.value / self.rows[row].value;
            let rows = (0..self.rows.len()).filter(|&row| counts[row]);
            let Some(most) = rows.max_by(|&a, &b| relative(a).abs().total_cmp(&relative(b).abs())) else {
                continue;
            };
            all.push(Sensitivity {
                by: column.name.clone(),
                of: self.rows[most].name.clone(),
                relative: relative(most),
                has_kink: self.kinks.iter().any(|kink| kink.columns.contains(&column.name)),
            });
        }
        all.sort_by(|a, b| b.relative.abs().total_cmp(&a.relative.abs()));
        all
    }

    /// Whether a row is a velocity, an angular velocity, the energy kept or the duration, and not nearly zero.
    fn counts(&self, row: &Quantity) -> bool {
        let kind = |name: &str| {
            [".velocity.", ".angular_velocity.", "energy.kept", "energy.gained", "duration"]
                .into_iter()
                .find(|kind| name.contains(kind))
        };
        let Some(own) = kind(&row.name) else { return false };
        let alike = self.rows.iter().filter(|other| kind(&other.name) == Some(own));
        let largest = alike.fold(0.0_f64, |most, other| most.max(other.value.abs()));
        row.value.abs() > NEARLY_ZERO * largest
    }
}
