//! The typeface of all figures, Noto Sans: how wide its letters are, and their outlines.
//!
//! Figures are laid out with the true widths, and written with outlines where they must look the same whatever fonts a
//! machine has. Kerning is left out: at the sizes of labels it moves letters by less than a tenth of a pixel.

mod widths;

use std::fmt::Write as _;
use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// A letter of the typeface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Glyph {
    weight: Weight,
    number: u16,
}

/// The fonts of all weights, read once.
struct Fonts {
    regular: Font,
    bold: Font,
}

struct Font {
    face: Face<'static>,
    /// Letters to the em.
    units: f64,
}

impl Font {
    fn read(bytes: &'static [u8]) -> Self {
        let face = Face::parse(bytes, 0).expect("the font comes with the program and is whole");
        let units = f64::from(face.units_per_em());
        Self { face, units }
    }

    fn of(weight: Weight) -> &'static Self {
        static FONTS: OnceLock<Fonts> = OnceLock::new();
        let fonts = FONTS.get_or_init(|| Fonts {
            regular: Self::read(notosans::REGULAR_TTF),
            bold: Self::read(notosans::BOLD_TTF),
        });
        match weight {
            Weight::Regular => &fonts.regular,
            Weight::Bold => &fonts.bold,
        }
    }

    /// The glyph of a character; a box for one that the typeface does not have.
    fn glyph(&self, character: char) -> GlyphId {
        self.face.glyph_index(character).unwrap_or(GlyphId(0))
    }
}

/// The characters of a text for which figures have a box only, each once.
#[must_use]
pub fn missing_letters(text: &str) -> Vec<char> {
    let face = &Font::of(Weight::Regular).face;
    let mut missing: Vec<char> = Vec::new();
    for character in text.chars().filter(|character| !character.is_ascii()) {
        if face.glyph_index(character).is_none() && !missing.contains(&character) {
            missing.push(character);
        }
    }
    missing
}

/// Width of a text in ems.
pub(crate) fn width(text: &str, weight: Weight) -> f64 {
    text.chars().map(|character| widths::width(character, weight)).sum()
}

/// The letters of a text, each with its place along the line in ems.
pub(crate) fn letters(text: &str, weight: Weight) -> Vec<(Glyph, f64)> {
    let font = Font::of(weight);
    let mut at = 0.0;
    let letter = |character: char| {
        let place = at;
        at += widths::width(character, weight);
        (Glyph { weight, number: font.glyph(character).0 }, place)
    };
    text.chars().map(letter).collect()
}

impl Glyph {
    /// Parts of an em in which its outline is written.
    pub const EM: f64 = 1000.0;

    /// Its name in a document.
    pub fn id(self) -> String {
        match self.weight {
            Weight::Regular => format!("g{}", self.number),
            Weight::Bold => format!("b{}", self.number),
        }
    }

    /// Its outline as commands of an SVG path, in thousandths of an em with y downwards; empty for a space.
    pub fn outline(self) -> String {
        let font = Font::of(self.weight);
        let mut pen = Pen::new(Self::EM / font.units);
        // A glyph that cannot be drawn is left out, as a space is.
        let _ = font.face.outline_glyph(GlyphId(self.number), &mut pen);
        pen.path
    }
}

/// Writes an outline as a path.
struct Pen {
    scale: f64,
    path: String,
    /// Where the contour began.
    start: (f32, f32),
    /// Where the last command stands in the path and leads to, if it is a straight line.
    line: Option<(usize, (f32, f32))>,
}

impl Pen {
    fn new(scale: f64) -> Self {
        Self { scale, path: String::new(), start: (0.0, 0.0), line: None }
    }

    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (i, &(x, y)) in points.iter().enumerate() {
            let [x, y] = [x, -y].map(|length| (f64::from(length) * self.scale).round() as i32);
            let space = if i > 0 { " " } else { "" };
            let _ = write!(self.path, "{space}{x} {y}");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = (x, y);
        self.line = None;
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.line = Some((self.path.len(), (x, y)));
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.line = None;
        self.push('Q', &[(cx, cy), (x, y)]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.line = None;
        self.push('C', &[(ax, ay), (bx, by), (x, y)]);
    }

    /// A straight line back to the start is what closing means, and is not written.
    fn close(&mut self) {
        if let Some((place, _)) = self.line.take().filter(|(_, end)| *end == self.start) {
            self.path.truncate(place);
        }
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_letters_are_wider_and_an_m_is_wider_than_an_i() {
        assert!(width("impulse", Weight::Bold) > width("impulse", Weight::Regular));
        assert!(width("m", Weight::Regular) > 2.0 * width("i", Weight::Regular));
        assert_eq!(width("", Weight::Regular), 0.0);
    }

    #[test]
    fn letters_follow_each_other_at_their_widths() {
        let letters = letters("no", Weight::Regular);
        assert_eq!((letters[0].1, letters[1].1), (0.0, width("n", Weight::Regular)));
    }

    #[test]
    fn the_symbols_of_figures_have_outlines_of_their_own() {
        let outline = |character: char| letters(&character.to_string(), Weight::Regular)[0].0.outline();
        let missing = outline('\u{10ffff}');
        for symbol in "ℓ−×√µηθω²³…–°Δ∞·".chars() {
            let drawn = outline(symbol);
            assert!(!drawn.is_empty() && drawn != missing, "{symbol}");
        }
        assert_eq!(outline(' '), "");
    }
}
