//! Contacts with friction, one after the other, until Newton's method takes over.

use nalgebra::DVector;

use super::error::ComplementarityError;
use super::newton::Sharing;
use super::of_contact;
use super::system::{SETTLED, Solved, System, Task};
use crate::coupling::NORMAL;
use crate::laws::blocks::Blocks;
use crate::laws::final_slip::{FinalRest, Load};
use crate::laws::rounding::ROUNDING;

/// Most sweeps over all contacts. A handful of contacts takes some ten, long stacks some thousand.
const MOST_SWEEPS: usize = 1 << 14;

impl System {
    /// Sweeps; Newton's method is tried after 1, 2, 4, 8, … of them.
    pub(super) fn with_friction(&self, task: &Task) -> Result<Solved, ComplementarityError> {
        let mut impulse = DVector::zeros(3 * self.contacts());
        for (i, &least) in task.least.iter().enumerate() {
            impulse[3 * i + NORMAL] = least;
        }
        let locals: Vec<FinalRest> = (0..self.contacts())
            .map(|i| FinalRest::new(Blocks::of(&self.own(i)), self.friction[i]))
            .collect();
        for sweep in 1..=MOST_SWEEPS {
            self.sweep(task, &locals, &mut impulse)?;
            if sweep.is_power_of_two()
                && let Some(settled) = self.settled(task, &impulse)
            {
                return Ok(self.finish(task, settled, sweep));
            }
        }
        let (contact, residual) = self.worst(task, &impulse);
        Err(ComplementarityError::Unsettled { contact, residual, sweeps: MOST_SWEEPS })
    }

    /// Resolves each contact with the impulses of the others as they are.
    fn sweep(
        &self,
        task: &Task,
        locals: &[FinalRest],
        impulse: &mut DVector<f64>,
    ) -> Result<(), ComplementarityError> {
        let floor = ROUNDING * self.scale(task, impulse);
        let mut velocity = self.velocity(task, impulse);
        for (i, local) in locals.iter().enumerate() {
            let before = of_contact(impulse, i);
            let given = of_contact(&velocity, i) - self.own(i) * before;
            let least = Load { normal: task.least[i], radius: self.friction[i] * task.least[i] };
            let push = local
                .resolve(&given, least, floor)
                .ok_or(ComplementarityError::Jammed { contact: i, approach: -given.z })?;
            velocity += self.matrix.fixed_columns::<3>(3 * i) * (push.impulse - before);
            impulse.fixed_rows_mut::<3>(3 * i).copy_from(&push.impulse);
        }
        Ok(())
    }

    /// What Newton's method makes of the impulses, or they themselves, if that fulfils every condition.
    fn settled(&self, task: &Task, impulse: &DVector<f64>) -> Option<DVector<f64>> {
        let fulfils = |p: &DVector<f64>| self.worst(task, p).1 <= SETTLED * self.scale(task, p);
        [Sharing::Evenly, Sharing::AsGiven]
            .into_iter()
            .filter_map(|sharing| self.newton(task, impulse, sharing))
            .chain([impulse.clone()])
            .map(|p| self.tidied(task, p))
            .find(fulfils)
    }
}
