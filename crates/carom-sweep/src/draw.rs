//! Random numbers by counter: the draw of a parameter in a row depends on the seed, the parameter's path and the row alone.
//!
//! ChaCha8 is a function of (key, stream, position). The key is the seed, the stream the fingerprint of the path, the position the row, so that
//! no draw depends on which others were made before it, on the order of the settings, or on who computes the row.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::fingerprint::Fingerprint;

/// Words of 32 bits that a row takes: two numbers of 64 bits.
const WORDS: u128 = 4;

/// The draws of one parameter in one row.
#[derive(Debug, Clone)]
pub(crate) struct Draws {
    seed: u64,
    stream: u64,
    row: u64,
}

impl Draws {
    pub fn new(seed: u64, path: &str, row: u64) -> Self {
        Self { seed, stream: Fingerprint::default().with(path.as_bytes()).value(), row }
    }

    /// From 0 to 1, without 1.
    pub fn uniform(&self) -> f64 {
        part(self.words()[0])
    }

    /// With mean 0 and standard deviation 1, by Box and Muller's transformation. The `libm` crate has the same digits on every machine.
    pub fn normal(&self) -> f64 {
        let [first, second] = self.words();
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - part(first))); // 1 − u is never zero.
        radius * libm::cos(std::f64::consts::TAU * part(second))
    }

    fn words(&self) -> [u64; 2] {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.seed.to_le_bytes());
        let mut random = ChaCha8Rng::from_seed(key);
        random.set_stream(self.stream);
        random.set_word_pos(u128::from(self.row) * WORDS);
        [random.next_u64(), random.next_u64()]
    }
}

/// The upper 53 bits, as a part of 1.
fn part(word: u64) -> f64 {
    (word >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: u64 = 20_000;

    fn mean(of: impl Fn(&Draws) -> f64) -> f64 {
        (0..MANY).map(|row| of(&Draws::new(7, "contact.0.friction", row))).sum::<f64>() / MANY as f64
    }

    #[test]
    fn draws_have_the_moments_of_their_distribution() {
        /// Five standard errors of the mean of `MANY` draws with unit deviation; squares scatter by √2.
        const SCATTER: f64 = 5.0 * 1.42 / 141.0;
        assert!(mean(Draws::normal).abs() < SCATTER);
        assert!((mean(|draws| draws.normal().powi(2)) - 1.0).abs() < SCATTER);
        assert!((mean(Draws::uniform) - 0.5).abs() < SCATTER);
        assert!((mean(|draws| (draws.uniform() - 0.5).powi(2)) - 1.0 / 12.0).abs() < SCATTER);
    }

    #[test]
    fn draws_differ_by_seed_path_and_row_and_by_nothing_else() {
        let draw = |seed, path, row| Draws::new(seed, path, row).uniform();
        let first = draw(1, "a", 5);
        assert_eq!(first, draw(1, "a", 5));
        for other in [draw(2, "a", 5), draw(1, "b", 5), draw(1, "a", 6)] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn the_first_words_are_those_of_chacha8() {
        // Key and nonce zero: the keystream of ECRYPT's test vector begins 3e 00 ef 2f 89 5f 40 d6.
        let zero = Draws { seed: 0, stream: 0, row: 0 };
        assert_eq!(zero.words()[0], u64::from_le_bytes([0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]));
    }
}
