//! Colours, type and the style sheet that all figures share.
//!
//! Series have the colours of Okabe and Ito, which people with any kind of colour vision can tell apart; the
//! yellow is left out because it vanishes on white. Ordered quantities use viridis. The style sheet switches the
//! paper and the ink when the reader prefers dark pages on a screen; renderers that do not know the query see the light one.

use std::fmt::Write as _;

use crate::notation::{self, Place};
use crate::typeface::{self, Weight};

/// Fonts, in the order of preference; the first is the one that outlines are taken from.
pub(crate) const FONTS: &str = "Noto Sans, Helvetica, Arial, sans-serif";

/// Colours of series on light and on dark paper.
const SERIES: [(&str, &str); 7] = [
    ("#0072b2", "#4ba8e0"),
    ("#d55e00", "#f08a3c"),
    ("#009e73", "#2cc99a"),
    ("#b45592", "#e09cc7"),
    ("#c98a00", "#f0b429"),
    ("#3f9bd3", "#8accf2"),
    ("#555555", "#bbbbbb"),
];

/// Colours that balls are called by, as lines and discs on light and on dark paper. Their classes are numbered on from
/// those of the series.
const NAMED: [(&str, (&str, &str)); 10] = [
    ("yellow", ("#d29b00", "#f2c431")),
    ("blue", ("#1f5fbf", "#5b95ea")),
    ("red", ("#cc2b2b", "#f06060")),
    ("purple", ("#6f3fa0", "#b394dc")),
    ("orange", ("#e56a00", "#f59a45")),
    ("green", ("#1b8a4b", "#3fbf7d")),
    ("brown", ("#7d3b2b", "#c08a74")),
    ("black", ("#1a1a1a", "#b8b8b8")),
    ("pink", ("#d9659b", "#f0a0c5")),
    ("white", ("#7a7a7a", "#e6e6e6")),
];

/// Number of the classes of a colour by its name.
pub(crate) fn named_colour(name: &str) -> Option<usize> {
    NAMED.iter().position(|colour| colour.0 == name).map(|place| DISTINCT + place)
}

/// How many series have a colour of their own.
pub(crate) const DISTINCT: usize = SERIES.len();

/// viridis from dark to bright, at equal distances.
const VIRIDIS: [[u8; 3]; 9] = [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
];

/// What does not depend on the paper.
const SHAPES: &str = "\
.s{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\
.axis{fill:none;stroke-width:1}\
.grid{fill:none;stroke-width:.7}\
.mark{fill:none;stroke-width:.7}\
.bound{fill:none;stroke-width:1.3}\
.dash{stroke-dasharray:5 4}\
.dots{stroke-dasharray:1.5 3;stroke-linecap:butt}\
.thin{stroke-width:1.2}\
.bold{font-weight:bold}\
.coal{fill:#1a1a1a}\
.chalk{fill:#ffffff}\
.cue{stroke-width:.8}\
.halo{paint-order:stroke;stroke-width:3;stroke-linejoin:round}\
.node{stroke-width:1.4}\
.edge{fill:none;stroke-width:1.3}";

struct Paper {
    paper: &'static str,
    ink: &'static str,
    muted: &'static str,
    faint: &'static str,
    tint: &'static str,
    loss: &'static str,
    rubbed: &'static str,
    kinetic: &'static str,
    bed: &'static str,
    cushion: &'static str,
    wood: &'static str,
    hole: &'static str,
}

const LIGHT: Paper = Paper {
    paper: "#ffffff",
    ink: "#1a1a1a",
    muted: "#666666",
    faint: "#e3e3e3",
    tint: "#f1f4f8",
    loss: "#f3c9b5",
    rubbed: "#e6d588",
    kinetic: "#dcdcdc",
    bed: "#eaf3ee",
    cushion: "#c3dccf",
    wood: "#e4d8c6",
    hole: "#4a4d52",
};

const DARK: Paper = Paper {
    paper: "#16181c",
    ink: "#ececec",
    muted: "#a6a6a6",
    faint: "#34373d",
    tint: "#1f242b",
    loss: "#6b3f2a",
    rubbed: "#6e6020",
    kinetic: "#3c3f45",
    bed: "#1a2622",
    cushion: "#2b4a3f",
    wood: "#3b332a",
    hole: "#07080a",
};

/// The style sheet of every figure.
pub(crate) fn style_sheet() -> String {
    let mut sheet = String::from(SHAPES);
    push_colours(&mut sheet, &LIGHT, |pair| pair.0);
    sheet.push_str("@media screen and (prefers-color-scheme:dark){");
    push_colours(&mut sheet, &DARK, |pair| pair.1);
    sheet.push('}');
    sheet
}

fn push_colours(sheet: &mut String, paper: &Paper, pick: fn((&'static str, &'static str)) -> &'static str) {
    let Paper { paper, ink, muted, faint, tint, loss, rubbed, kinetic, bed, cushion, wood, hole } = paper;
    let _ = write!(
        sheet,
        ".paper{{fill:{paper}}}.ink{{fill:{ink}}}.muted{{fill:{muted}}}.halo{{stroke:{paper}}}\
         .axis{{stroke:{ink}}}.grid{{stroke:{faint}}}.mark{{stroke:{muted}}}.bound{{stroke:{muted}}}\
         .tint{{fill:{tint}}}.loss{{fill:{loss}}}.rubbed{{fill:{rubbed}}}.kinetic{{fill:{kinetic}}}\
         .node{{fill:{paper};stroke:{ink}}}.edge{{stroke:{muted}}}.head{{fill:{muted}}}\
         .bed{{fill:{bed}}}.cushion{{fill:{cushion}}}.nose{{stroke:{muted}}}.wood{{fill:{wood}}}.cue{{fill:{wood};stroke:{muted}}}.hole{{fill:{hole}}}"
    );
    let named = NAMED.into_iter().map(|(_, pair)| pair);
    for (i, pair) in SERIES.into_iter().chain(named).enumerate() {
        let colour = pick(pair);
        let _ = write!(sheet, ".s{i}{{stroke:{colour}}}.f{i}{{fill:{colour}}}");
    }
}

/// The colour at `part` (0 to 1) of viridis, bright to dark, so that little is pale and much is deep.
pub(crate) fn deepening(part: f64) -> String {
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    let place = (1.0 - part) * (VIRIDIS.len() - 1) as f64;
    let (below, rest) = (place.floor() as usize, place.fract());
    let above = (below + 1).min(VIRIDIS.len() - 1);
    let mix = |channel: usize| {
        let (a, b) = (f64::from(VIRIDIS[below][channel]), f64::from(VIRIDIS[above][channel]));
        (a + rest * (b - a)).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// Which of so many series a legend names that cannot name all: the first, the last, and some between at equal distances.
pub(crate) fn some_of(count: usize) -> Vec<usize> {
    const NAMED: usize = 5;
    if count <= NAMED {
        return (0..count).collect();
    }
    (0..NAMED).map(|i| i * (count - 1) / (NAMED - 1)).collect()
}

/// Attributes of the line of series `index` of `count`: a colour of its own, or its place in an order if there are
/// too many.
pub(crate) fn stroke(index: usize, count: usize) -> String {
    if count <= DISTINCT {
        format!("class=\"s s{index}\"")
    } else {
        format!("class=\"s thin\" stroke=\"{}\"", ordered(index, count))
    }
}

/// Attributes of the line of series `index` of `count` with a further class of the style sheet.
pub(crate) fn stroke_of_class(class: &str, index: usize, count: usize) -> String {
    if count <= DISTINCT {
        format!("class=\"s {class} s{index}\"")
    } else {
        format!("class=\"s thin {class}\" stroke=\"{}\"", ordered(index, count))
    }
}

/// Attributes of a line in the colour of state `index` of `count`. States begin with the third colour, so that a
/// figure of two contacts can show both states and contacts.
pub(crate) fn state_stroke(index: usize, count: usize) -> String {
    const FIRST: usize = 2;
    if count <= DISTINCT {
        format!("class=\"s s{}\"", (index + FIRST) % DISTINCT)
    } else {
        stroke(index, count)
    }
}

/// Attributes of the area of series `index` of `count`.
pub(crate) fn fill(index: usize, count: usize) -> String {
    if count <= DISTINCT {
        format!("class=\"f{index}\" fill-opacity=\".85\"")
    } else {
        format!("fill=\"{}\"", ordered(index, count))
    }
}

/// Attributes of the pale area of series `index` of `count`, on which lines can be read.
pub(crate) fn pale_fill(index: usize, count: usize) -> String {
    if count <= DISTINCT {
        format!("class=\"f{index}\" fill-opacity=\".16\"")
    } else {
        format!("fill=\"{}\" fill-opacity=\".16\"", ordered(index, count))
    }
}

fn ordered(index: usize, count: usize) -> String {
    // The palest tenth is too pale for a line on white.
    deepening(0.1 + 0.9 * index as f64 / (count - 1).max(1) as f64)
}

/// A number to three significant digits.
pub(crate) fn short(x: f64) -> f64 {
    format!("{x:.2e}").parse().unwrap_or(x)
}

/// Size of an index over that of its symbol.
pub(crate) const INDEX_SIZE: f64 = 0.72;

/// Width of a text in pixels.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    width_of(text, size, Weight::Regular)
}

/// Width in pixels of a text of some weight.
pub(crate) fn width_of(text: &str, size: f64, weight: Weight) -> f64 {
    let of_piece = |piece: &notation::Piece| {
        let part = match piece.place {
            Place::On => 1.0,
            Place::Below | Place::Above => INDEX_SIZE,
        };
        part * typeface::width(&piece.text, weight)
    };
    size * notation::with_indices(text).iter().map(of_piece).sum::<f64>()
}

/// The text, cut with an ellipsis if it would be wider than `width` pixels.
pub(crate) fn shortened(text: &str, size: f64, width: f64) -> String {
    cut(text, size, width, Weight::Regular)
}

fn cut(text: &str, size: f64, width: f64, weight: Weight) -> String {
    if width_of(text, size, weight) <= width {
        return text.to_owned();
    }
    let room = width - width_of("…", size, weight);
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if width_of(&kept, size, weight) > room {
            kept.pop();
            break;
        }
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// The text in lines no wider than `width` pixels, broken between words; a word that is wider is cut.
pub(crate) fn lines(text: &str, size: f64, width: f64) -> Vec<String> {
    lines_of(text, size, width, Weight::Regular)
}

/// The lines of a text of some weight.
pub(crate) fn lines_of(text: &str, size: f64, width: f64, weight: Weight) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let word = cut(word, size, width, weight);
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            *line = word;
        } else if width_of(&format!("{line} {word}"), size, weight) <= width {
            line.push(' ');
            line.push_str(&word);
        } else {
            lines.push(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_lose_none() {
        let text = "routh, routh-poisson, routh-newton, whittaker, smith";
        let lines = lines(text, 12.0, 150.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| text_width(line, 12.0) <= 150.0), "{lines:?}");
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn an_index_is_narrower_than_a_letter() {
        assert!(text_width("V_x", 10.0) < text_width("Vx", 10.0));
        assert!(text_width("V_x", 10.0) > text_width("V", 10.0));
    }
}
