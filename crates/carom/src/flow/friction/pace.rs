//! How long steps are whose directions of slip turn, and in which unit of time their series are best written.
//!
//! The series of a direction that turns ever faster, as where its force vanishes, reaches a fixed part of the way to that
//! point. A series is as good in any unit of time, so a step simply ends where the shortest reach does; what the last steps
//! reached tells the unit in which the next one should be about one long, and its terms all of a size.

/// Steps end this much before the series of a turning direction does: the first term left out is then a third of what is allowed,
/// 0.95²⁰, for the terms behind it.
const SAFE: f64 = 0.95;
/// The unit of time is chosen so that a step is expected to end here. What the step could reach beyond one is lost.
const AIM: f64 = 0.7;
/// A step that would end before this in its unit of time is written in another: its terms would exceed the values by too
/// much.
const SHORTEST: f64 = 1.0 / 16.0;
/// A series that reaches less far than this has terms too large to tell how far; the next attempt will.
const LEAST_REACH: f64 = 1.0 / (1 << 20) as f64;
/// From one step to the next a reach is expected to change by this factor at most.
const GREATEST_CHANGE: f64 = 4.0;
/// A reach beyond the step is believed up to this: what shortened the last steps may be gone, and a step that turns out too long is written
/// anew.
const FARTHEST: f64 = (1 << 16) as f64;

/// What an event sets swinging takes at most about so many steps to die.
const QUIET_STEPS: usize = 16;

/// How far the series of one contact's direction reached, in seconds.
#[derive(Debug, Clone, Copy)]
struct Reach {
    contact: usize,
    last: f64,
    /// The one expected in the next step.
    next: f64,
    /// The longest one to hope for in the next step: of a reach beyond the step, terms that are all rounding tell only that.
    most: f64,
}

/// What is known of the reach of the contacts' directions.
#[derive(Debug, Default)]
pub(in crate::flow) struct Pace {
    reaches: Vec<Reach>,
    /// Workspace.
    present: Vec<Reach>,
    /// Steps since something happened to a contact, attempts at one counted singly.
    quiet_steps: usize,
}

impl Pace {
    /// Units of time a second for the next step, if springs alone need `base` of them.
    pub fn rate(&self, base: f64) -> f64 {
        self.reaches.iter().map(|reach| AIM / (SAFE * reach.next)).fold(base, f64::max)
    }

    /// The least there may be if only these contacts had directions that turn.
    pub fn least_rate_of(&self, base: f64, counts: impl Fn(usize) -> bool) -> f64 {
        let counted = self.reaches.iter().filter(|reach| counts(reach.contact));
        counted.map(|reach| AIM / (SAFE * reach.most)).fold(base, f64::max)
    }

    /// Whether nothing has happened for some steps.
    pub fn is_quiet(&self) -> bool {
        self.quiet_steps > QUIET_STEPS
    }

    /// What ended the last steps does so no more: all other directions are expected to reach as far as they may.
    pub fn go_far(&mut self) {
        self.reaches.iter_mut().for_each(|reach| reach.next = reach.most);
    }

    /// A contact's direction is expected to reach so many seconds, whatever it did before.
    pub fn expect(&mut self, contact: usize, reach: Option<f64>) {
        self.reaches.retain(|known| known.contact != contact);
        self.reaches.extend(reach.map(|reach| Reach { contact, last: reach, next: reach, most: reach }));
    }

    /// Forgets all directions.
    pub fn forget_all(&mut self) {
        self.reaches.clear();
        self.quiet_steps = 0;
    }

    /// Something happened to a contact: what was known of its direction is over.
    pub fn forget(&mut self, contact: usize) {
        self.quiet_steps = 0;
        let is_shortest = |reach: &&Reach| self.reaches.iter().all(|other| reach.next <= other.next);
        let set_the_pace = self.reaches.iter().filter(is_shortest).any(|reach| reach.contact == contact);
        let is_drawn_in = |reach: &Reach| set_the_pace && reach.next < reach.last;
        self.reaches.retain(|reach| reach.contact != contact && !is_drawn_in(reach));
    }

    /// Takes note of how far the directions of contacts reach in a series with so many units of time a second. Returns where the
    /// step must end.
    pub fn end_of_step(&mut self, rate: f64, reaches: impl Iterator<Item = (usize, f64)>) -> f64 {
        self.quiet_steps += 1;
        self.present.clear();
        let mut shortest = f64::INFINITY;
        for (contact, local) in reaches {
            shortest = shortest.min(local);
            let last = local.clamp(LEAST_REACH, FARTHEST) / rate;
            let hope = if local < 1.0 { 1.0 } else { GREATEST_CHANGE };
            match self.reaches.iter().find(|reach| reach.contact == contact) {
                Some(known) if local > GREATEST_CHANGE && known.last > last => self.present.push(*known),
                Some(known) => {
                    let change = (last / known.last).clamp(1.0 / GREATEST_CHANGE, 1.0);
                    let next = last * change;
                    self.present.push(Reach { contact, last, next, most: next.max(last * hope) });
                }
                None if local.is_finite() => {
                    self.present.push(Reach { contact, last, next: last, most: last * hope });
                }
                None => {}
            }
        }
        std::mem::swap(&mut self.reaches, &mut self.present);
        (SAFE * shortest).min(1.0)
    }

    /// Whether a step that ends there is written in a fitting unit of time.
    pub fn is_fitting(end: f64) -> bool {
        end >= SHORTEST
    }

    /// Forgets what it expected of the next step: this one is written anew, to end at one or later.
    pub fn try_again(&mut self) {
        for reach in &mut self.reaches {
            reach.next = reach.last * (AIM * SAFE);
            reach.most = reach.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_as_long_as_the_series_of_the_last_could_have_reached() {
        let mut pace = Pace::default();
        let end = pace.end_of_step(1e6, [(0, 5000.0)].into_iter());
        assert_eq!(end, 1.0);
        assert_eq!(pace.rate(1.0), AIM / (SAFE * 5000.0 / 1e6));
    }
}
