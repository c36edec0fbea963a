//! How much shorter than the springs alone would have them the steps of turning directions must be.
//!
//! The series of a direction that turns ever faster, as where its force vanishes, reaches a fixed part of the way to that
//! point. So the reach shrinks by the same factor from step to step, and the next one can be foretold.

/// Steps are made this much shorter than the series of a turning direction would just allow.
const SAFE: f64 = 0.85;
/// From one step to the next the reach is expected to change by this factor at most, and the pace is eased by no more.
const GREATEST_CHANGE: f64 = 4.0;

/// The pace of the steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// Rate of the present step over that which the springs alone need.
    haste: f64,
    /// Reach of the last step that was made, in units of what the springs alone allow.
    last_reach: Option<f64>,
}

impl Default for Pace {
    fn default() -> Self {
        Self { haste: 1.0, last_reach: None }
    }
}

impl Pace {
    pub fn haste(&self) -> f64 {
        self.haste
    }

    /// Whether a series that can be trusted up to local time `reach` allows the step; sets the pace of the next attempt or
    /// the next step.
    pub fn allows(&mut self, reach: f64) -> bool {
        let reached = reach / self.haste;
        let allowed = reach >= 1.0;
        let change = match self.last_reach {
            Some(last) if allowed => (reached / last).clamp(1.0 / GREATEST_CHANGE, GREATEST_CHANGE),
            Some(_) | None => 1.0,
        };
        let needed = 1.0 / (SAFE * reached * change.min(1.0));
        let eased = if allowed { self.haste / GREATEST_CHANGE } else { 1.0 };
        self.haste = needed.max(eased).max(1.0);
        if allowed {
            self.last_reach = Some(reached).filter(|reached| reached.is_finite());
        }
        allowed
    }
}
