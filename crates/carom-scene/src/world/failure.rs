//! Why a world could not be followed to its end, in the words of its file.

use carom_motion::billiards::ShotError;

use super::{WorldError, WorldScene};

impl WorldScene {
    /// What an error of this world's run says, with the names of the balls instead of their numbers.
    #[must_use]
    pub fn explain(&self, error: &WorldError) -> String {
        match error {
            WorldError::Shot(ShotError::Impact { time, balls, source }) => {
                format!("the impact of {} at {time} s: {source}", self.named(balls))
            }
            WorldError::Shot(ShotError::TooManyEvents { .. }) => {
                format!("{error}: `until` would stop before")
            }
            WorldError::Strike(_) | WorldError::Shot(_) | WorldError::Bouncing(_) | WorldError::Cradle(_) => {
                error.to_string()
            }
        }
    }

    /// "`cue`, `1` and `2`".
    fn named(&self, balls: &[usize]) -> String {
        let names: Vec<String> = balls.iter().map(|&ball| format!("`{}`", self.names[ball])).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            _ => names.concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use carom::SolveError;

    use super::*;
    use crate::{Loaded, load};

    fn two_balls() -> WorldScene {
        let text = "[world]\ntable = \"pool\"\n[[ball]]\nname = \"cue\"\nposition = [0, 0]\n\
                    [[ball]]\nname = \"red\"\nposition = [0.3, 0]\n";
        match load(text) {
            Ok(Loaded::World(scene)) => scene,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn balls_of_an_impact_are_called_by_their_names() {
        let source = SolveError::Overflow { time: 1e-4, contact: 0 };
        let error = ShotError::Impact { time: 0.5, balls: vec![0, 1], source };
        let said = two_balls().explain(&error.into());
        assert!(said.starts_with("the impact of `cue` and `red` at 0.5 s: "), "{said}");
    }

    #[test]
    fn a_shot_of_too_many_events_is_told_how_to_end() {
        let error = ShotError::TooManyEvents { time: 2.0, events: 20_000 };
        let said = two_balls().explain(&error.into());
        assert_eq!(said, "gave up at 2 s after 20000 events: `until` would stop before");
    }
}
