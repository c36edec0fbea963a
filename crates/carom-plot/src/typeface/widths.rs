//! How wide the letters of the typeface are, without the fonts: whoever writes no outlines, as the browser's page does, carries none.

use std::sync::OnceLock;

use super::Weight;

/// Parts of an em.
const UNITS: f64 = 2048.0;

/// Widths in those parts, regular and bold: a line for every character, by its number in hexadecimal. The first is that of the box that
/// stands for characters that the typeface does not have.
const TABLE: &str = include_str!("widths.txt");

struct Widths {
    missing: [u16; 2],
    /// By character.
    known: Vec<(u32, [u16; 2])>,
}

fn read() -> Widths {
    let number = |word: Option<&str>, radix: u32| {
        word.and_then(|word| u32::from_str_radix(word, radix).ok()).expect("a table of numbers")
    };
    let mut rows = TABLE.lines().map(|line| {
        let mut words = line.split(' ');
        let character = number(words.next(), 16);
        (character, [number(words.next(), 10) as u16, number(words.next(), 10) as u16])
    });
    let (_, missing) = rows.next().expect("the width of the box");
    Widths { missing, known: rows.collect() }
}

/// The width of a character in ems.
pub(super) fn width(character: char, weight: Weight) -> f64 {
    static WIDTHS: OnceLock<Widths> = OnceLock::new();
    let widths = WIDTHS.get_or_init(read);
    let found = widths.known.binary_search_by_key(&u32::from(character), |(known, _)| *known);
    let both = found.map_or(widths.missing, |place| widths.known[place].1);
    f64::from(both[weight as usize]) / UNITS
}

#[cfg(test)]
mod tests {
    use super::super::Font;
    use super::*;

    /// The table, as the fonts have it.
    fn of_fonts() -> String {
        let [regular, bold] = [Weight::Regular, Weight::Bold].map(Font::of);
        assert_eq!([regular.units, bold.units], [UNITS; 2]);
        let line = |number: u32, characters: Option<char>| {
            let [a, b] = [regular, bold].map(|font| {
                let glyph = characters.and_then(|character| font.face.glyph_index(character));
                font.face.glyph_hor_advance(glyph.unwrap_or(ttf_parser::GlyphId(0))).unwrap_or(0)
            });
            format!("{number:x} {a} {b}\n")
        };
        let has =
            |character: &char| [regular, bold].iter().any(|font| font.face.glyph_index(*character).is_some());
        let known = ('\0'..=char::MAX).filter(has);
        line(0, None)
            + &known.map(|character| line(u32::from(character), Some(character))).collect::<String>()
    }

    /// `CAROM_WIDTHS=write` writes it anew.
    #[test]
    fn the_table_has_the_widths_of_the_fonts() {
        if std::env::var_os("CAROM_WIDTHS").is_some_and(|value| value == "write") {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/typeface/widths.txt");
            std::fs::write(path, of_fonts()).expect("the table can be written");
        } else {
            assert!(of_fonts() == TABLE, "CAROM_WIDTHS=write cargo test -p carom-plot widths");
        }
    }
}
