//! Symbols and numbers of a line of text, apart from the words: what is set below the line and what above it.
//!
//! | text | read as |
//! |---|---|
//! | `V_x`, `k_bt`, `E_max`, `k_⊥` | a symbol with an index below the line (N1) |
//! | `I₂`, `vₙ`, `10⁻⁴`, `n̂ᵀ`, `v₀⊥` | the same, and powers, written with the small characters of Unicode (N2) |
//! | `1e-6`, `2.7e4` | a power of ten: 10 to the −6, 2.7×10 to the 4 (N3) |
//! | `-2.5` | a number with a minus sign, not a hyphen (N4) |
//!
//! A symbol is one letter, whose neighbours to the left are no Latin letters but the d of a differential; its index is a few letters
//! and digits and ends with the word. So `contact_returns`, `snake_case_name` and `x_position` stay what they are: names.

use std::iter::repeat_n;

/// The longest index in letters: "max", "init". Longer ones are words of a name.
const LONGEST_INDEX: usize = 4;

/// Unicode's small characters and what they stand for.
const BELOW: [(&str, &str); 2] =
    [("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", "0123456789+−=()"), ("ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "aehijklmnoprstuvx")];
const ABOVE: [(&str, &str); 2] = [("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾", "0123456789+−=()"), ("ⁱⁿᵀᵖᵗ", "inTpt")];

/// Where a piece of text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// On the line.
    On,
    /// Below it: an index.
    Below,
    /// Above it: an exponent.
    Above,
}

/// A piece of text and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The characters, none of them small or raised themselves.
    pub text: String,
    /// Where they stand.
    pub place: Place,
}

/// The text as pieces, with all that (N1) to (N4) say.
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece> {
    let characters: Vec<char> = text.chars().collect();
    let mut set: Vec<(char, Place)> = Vec::with_capacity(characters.len());
    let mut at = 0;
    while at < characters.len() {
        at += if let Some(index) = index_at(&characters, at) {
            set.extend(characters[at + 1..=at + index].iter().map(|&c| (c, Place::Below))); // (N1)
            index + 1
        } else if let Some(power) = power_of_ten(&characters, at) {
            power.set(&mut set)
        } else {
            set.push(single(&characters, at));
            1
        };
    }
    gathered(set)
}

/// The text as pieces by (N1) and, for the small characters that the typeface of figures does not have, (N2).
pub(crate) fn with_indices(text: &str) -> Vec<Piece> {
    let characters: Vec<char> = text.chars().collect();
    let mut set: Vec<(char, Place)> = Vec::with_capacity(characters.len());
    let mut at = 0;
    while at < characters.len() {
        let length = index_at(&characters, at).unwrap_or(0);
        if length == 0 {
            set.push(match characters[at] {
                own @ ('¹' | '²' | '³') => (own, Place::On),
                other => small(other).unwrap_or((other, Place::On)),
            });
        }
        set.extend(characters[at + 1..at + 1 + length].iter().map(|&c| (c, Place::Below)));
        at += length + 1;
    }
    gathered(set)
}

/// (N2): what a small character stands for, and where.
fn small(character: char) -> Option<(char, Place)> {
    let stands_for = |tables: &[(&str, &str)]| {
        let in_table = |(small, plain): &(&str, &str)| {
            small.chars().position(|c| c == character).and_then(|place| plain.chars().nth(place))
        };
        tables.iter().find_map(in_table)
    };
    let below = stands_for(&BELOW).map(|plain| (plain, Place::Below));
    below.or_else(|| stands_for(&ABOVE).map(|plain| (plain, Place::Above)))
}

/// (N2), (N4), and all other characters.
fn single(characters: &[char], at: usize) -> (char, Place) {
    if let Some(set) = small(characters[at]) {
        set
    } else if is_direction(characters[at]) && at > 0 && is_letter_or_index(characters[at - 1]) {
        (characters[at], Place::Below)
    } else if is_sign(characters, at) {
        ('−', Place::On)
    } else {
        (characters[at], Place::On)
    }
}

/// Neighbours that stand at the same place, together.
fn gathered(set: Vec<(char, Place)>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (character, place) in set {
        match pieces.last_mut() {
            Some(last) if last.place == place => last.text.push(character),
            _ => pieces.push(Piece { text: character.to_string(), place }),
        }
    }
    pieces
}

/// The number of characters of the index that the low line at `at` begins, if it does.
fn index_at(characters: &[char], at: usize) -> Option<usize> {
    if characters[at] != '_' || !ends_in_symbol(&characters[..at]) {
        return None;
    }
    let rest = &characters[at + 1..];
    if rest.first().is_some_and(|&c| is_direction(c) || c == '∞') {
        return Some(1);
    }
    let is_part = |c: &char| c.is_ascii_alphanumeric() || is_greek(*c);
    let length = rest.iter().take_while(|c| is_part(c)).count();
    let is_whole = rest.get(length).is_none_or(|&c| c != '_');
    ((1..=LONGEST_INDEX).contains(&length) && is_whole).then_some(length)
}

/// Whether the text ends in a letter of its own: "V", "2P", "μP", "dI", but not "contact" or "a_b".
fn ends_in_symbol(text: &[char]) -> bool {
    let mut before = text.iter().rev().copied().skip_while(|c| is_mark(*c));
    if !before.next().is_some_and(char::is_alphabetic) {
        return false;
    }
    let is_of_a_name = |c: char| c.is_ascii_alphabetic() || c == '_';
    match (before.next(), before.next()) {
        (Some('d'), further) => !further.is_some_and(is_of_a_name),
        (Some(neighbour), _) => !is_of_a_name(neighbour),
        (None, _) => true,
    }
}

/// Across or along the surface: an index, for which Unicode has no small character.
fn is_direction(c: char) -> bool {
    matches!(c, '⊥' | '∥')
}

fn is_letter_or_index(c: char) -> bool {
    c.is_alphabetic() || BELOW.iter().any(|(small, _)| small.contains(c))
}

/// Hats, bars, dots and primes of a letter.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '′')
}

fn is_greek(c: char) -> bool {
    matches!(c, 'α'..='ω' | 'Α'..='Ω')
}

/// Whether the hyphen at `at` is the sign of a number.
fn is_sign(characters: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| characters[before]);
    characters[at] == '-'
        && characters.get(at + 1).is_some_and(char::is_ascii_digit)
        && before.is_none_or(|c| matches!(c, ' ' | '(' | '[' | ',' | '=' | '|' | '±'))
}

/// What follows the digits of a number in scientific notation.
struct PowerOfTen {
    /// How many characters "e-06" has.
    length: usize,
    is_negative: bool,
    digits: Vec<char>,
    /// Whether the number is a bare 1, which a power of ten does without.
    is_bare: bool,
}

impl PowerOfTen {
    /// Sets it, and says how many characters of the text it was.
    fn set(&self, set: &mut Vec<(char, Place)>) -> usize {
        if self.digits == ['0'] {
            return self.length;
        }
        if self.is_bare {
            set.pop();
        } else {
            set.push(('×', Place::On));
        }
        set.extend("10".chars().zip(repeat_n(Place::On, 2)));
        let sign = self.is_negative.then_some('−');
        set.extend(sign.into_iter().chain(self.digits.iter().copied()).map(|c| (c, Place::Above)));
        self.length
    }
}

/// (N3): the exponent that the letter e at `at` begins, if it stands after a number and is the end of one.
fn power_of_ten(characters: &[char], at: usize) -> Option<PowerOfTen> {
    let is_digit = |c: &&char| c.is_ascii_digit();
    let mantissa = characters[..at].iter().rev().take_while(|c| is_digit(c) || **c == '.').count();
    let before = at.checked_sub(mantissa + 1).map(|before| characters[before]);
    if !matches!(characters[at], 'e' | 'E') || mantissa == 0 || before.is_some_and(char::is_alphabetic) {
        return None;
    }
    let sign = characters.get(at + 1).copied().filter(|c| matches!(c, '-' | '−' | '+'));
    let first = at + 1 + usize::from(sign.is_some());
    let digits: Vec<char> = characters[first..].iter().take_while(is_digit).copied().collect();
    let after = characters.get(first + digits.len()).copied();
    if digits.is_empty() || after.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let length = first + digits.len() - at;
    let is_bare = characters[at - mantissa..at] == ['1'];
    let zeros = digits.iter().take_while(|c| **c == '0').count().min(digits.len() - 1);
    let is_negative = matches!(sign, Some('-' | '−'));
    Some(PowerOfTen { length, is_negative, digits: digits[zeros..].to_vec(), is_bare })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces below the line in brackets, pieces above it in braces.
    fn shown(pieces: &[Piece]) -> String {
        let show = |piece: &Piece| match piece.place {
            Place::On => piece.text.clone(),
            Place::Below => format!("[{}]", piece.text),
            Place::Above => format!("{{{}}}", piece.text),
        };
        pieces.iter().map(show).collect()
    }

    #[test]
    fn symbols_have_their_index_below_the_line() {
        for (text, set) in [
            ("V_x", "V[x]"),
            ("k_bt/k_cb = 1.5", "k[bt]/k[cb] = 1.5"),
            ("(1 − e²)E_max", "(1 − e{2})E[max]"),
            ("(5/7)V_x + (2/7)ω_y.", "(5/7)V[x] + (2/7)ω[y]."),
            ("k/k_⊥²", "k/k[⊥]{2}"),
            ("2P_II, μP_n, ΔI_z, dI_z", "2P[II], μP[n], ΔI[z], dI[z]"),
            ("P_II's, |V_fn|, V_f·n, v_0x, I_w′", "P[II]'s, |V[fn]|, V[f]·n, v[0x], I[w]′"),
            ("ω̄_y and P_IIₙ", "ω̄[y] and P[IIn]"),
        ] {
            assert_eq!(shown(&pieces(text)), set);
        }
    }

    #[test]
    fn names_of_things_are_no_symbols() {
        for text in
            ["contact_returns", "snake_case_name", "x_position", "a_b_c", "V_", "_x", "e_", "tip_of 3_4"]
        {
            assert_eq!(shown(&pieces(text)), text);
        }
    }

    #[test]
    fn small_characters_become_indices_and_powers() {
        assert_eq!(shown(&pieces("v₀ₙ² = I₂/m₁, 10⁻⁴ J, ẑn̂ᵀ")), "v[0n]{2} = I[2]/m[1], 10{−4} J, ẑn̂{T}");
        assert_eq!(shown(&pieces("|v₀⊥|, m v⊥, a ⊥ b")), "|v[0⊥]|, m v[⊥], a ⊥ b");
    }

    #[test]
    fn powers_of_ten_are_written_out() {
        for (text, set) in [
            ("1e-4 J", "10{−4} J"),
            ("(allowed: 1.00e-12)", "(allowed: 1.00×10{−12})"),
            ("-5.46e-10", "−5.46×10{−10}"),
            ("2.7e4, 1e+06", "2.7×10{4}, 10{6}"),
            ("0.0e0 J", "0.0 J"),
            ("2e, 3em, S1e5x, e-4, 1e-x", "2e, 3em, S1e5x, e-4, 1e-x"),
        ] {
            assert_eq!(shown(&pieces(text)), set);
        }
    }

    #[test]
    fn only_signs_of_numbers_become_minus_signs() {
        assert_eq!(shown(&pieces("-2.5 (-1, -3) e=-1")), "−2.5 (−1, −3) e=−1");
        assert_eq!(shown(&pieces("C2-C1-R2, ball-table, 3-4")), "C2-C1-R2, ball-table, 3-4");
    }

    #[test]
    fn figures_set_small_characters_apart_that_their_typeface_does_not_have() {
        assert_eq!(shown(&with_indices("V_x² over I₂ / 10⁻⁶ 1e-6")), "V[x]² over I[2] / 10{−6} 1e-6");
        assert_eq!(shown(&with_indices("")), "");
    }
}
