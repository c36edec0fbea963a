//! Colours of bodies: those that their names say, as balls of pool, snooker and carom have them, or one of the series.

use crate::theme;

/// How the colour covers a ball, or a line: it tells bodies of the same colour apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    Solid,
    Striped,
    Pale,
}

impl Face {
    const ALL: [Self; 3] = [Self::Solid, Self::Striped, Self::Pale];

    /// Opacity of its path on a table, where dashes say how a ball moves.
    pub fn strength(self) -> f64 {
        match self {
            Self::Solid => 1.0,
            Self::Striped => 0.6,
            Self::Pale => 0.4,
        }
    }

    fn dashes(self) -> &'static str {
        match self {
            Self::Solid => "",
            Self::Striped => " dash",
            Self::Pale => " dots",
        }
    }
}

/// The first numbers of pool balls have these colours; the 9 and those after it have them again, as stripes.
const NUMBERED: [&str; 8] = ["yellow", "blue", "red", "purple", "orange", "green", "brown", "black"];

/// How many bodies can be told apart by colour and face.
pub(crate) const DISTINCT: usize = theme::DISTINCT * Face::ALL.len();

/// Colour and face of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paint {
    /// The style sheet has it as classes `s` and `f` with this number.
    pub colour: usize,
    pub face: Face,
}

impl Paint {
    /// The paint of a body by its name, or by its number if the name says none.
    pub fn of(name: &str, number: usize) -> Self {
        let name = name.to_lowercase();
        let called = |word: &str| theme::named_colour(if word == "cue" { "white" } else { word });
        if let Some(colour) = name.split_whitespace().find_map(called) {
            return Self { colour, face: Face::Solid };
        }
        match name.parse::<usize>() {
            Ok(ball @ 1..=15) => {
                let face = if ball > NUMBERED.len() { Face::Striped } else { Face::Solid };
                let colour = theme::named_colour(NUMBERED[(ball - 1) % NUMBERED.len()]);
                Self { colour: colour.unwrap_or(number % theme::DISTINCT), face }
            }
            Ok(_) | Err(_) => Self {
                colour: number % theme::DISTINCT,
                face: Face::ALL[(number / theme::DISTINCT) % Face::ALL.len()],
            },
        }
    }

    /// Attributes of its line over time.
    pub fn stroke(self) -> String {
        format!("class=\"s s{}{}\"", self.colour, self.face.dashes())
    }

    /// Class of the ink of a name on a disc of this paint.
    pub fn ink(self) -> &'static str {
        if self.is_white() { "coal bold" } else { "paper bold" }
    }

    /// Whether a disc of this paint is white on any paper.
    pub fn is_white(self) -> bool {
        theme::named_colour("white") == Some(self.colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_colours_and_numbers_of_pool_balls_give_their_paint() {
        let paint = |colour, face| Paint { colour: theme::named_colour(colour).expect("a colour"), face };
        assert_eq!(Paint::of("Red 12", 5), paint("red", Face::Solid));
        assert_eq!(Paint::of("cue ball", 3), paint("white", Face::Solid));
        assert_eq!(Paint::of("8", 0), paint("black", Face::Solid));
        assert_eq!(Paint::of("9", 0), paint("yellow", Face::Striped));
        assert_eq!(Paint::of("15", 0), paint("brown", Face::Striped));
    }

    #[test]
    fn other_names_take_the_series_in_turn() {
        assert_eq!(Paint::of("ball 1", 0), Paint { colour: 0, face: Face::Solid });
        assert_eq!(Paint::of("cueing", 8), Paint { colour: 1, face: Face::Striped });
        assert_eq!(Paint::of("0", 16), Paint { colour: 2, face: Face::Pale });
    }
}
