//! Draws that are the same on every machine.

/// SplitMix64 \[Steele2014\]: a counter with steps of the golden ratio, well mixed. Sixty-four bits of state are plenty for the
/// few ties of an impact.
#[derive(Debug, Clone)]
pub(super) struct Generator {
    state: u64,
}

/// 2⁶⁴ divided by the golden ratio, and odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The draws of one group of contacts, told from the others by a number of its own.
    pub fn of_group(seed: u64, group: usize) -> Self {
        let mut generator = Self::new(seed);
        let mixed = generator.next() ^ group as u64;
        Self::new(mixed)
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of 0 … count − 1, as the high word of a product: chances differ by count/2⁶⁴.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    /// A number between −1 and 1.
    pub fn even(&mut self) -> f64 {
        // The upper 53 bits fill a double exactly.
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        2.0 * unit - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_those_of_the_published_generator() {
        let mut generator = Generator::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([generator.next(), generator.next(), generator.next()], expected);
    }

    #[test]
    fn draws_cover_their_range_evenly() {
        let mut generator = Generator::new(1);
        let mut count = [0_u32; 3];
        (0..30_000).for_each(|_| count[generator.below(3)] += 1);
        // Five standard deviations of a binomial distribution: √(30000·2/9) = 82.
        assert!(count.iter().all(|&n| n.abs_diff(10_000) < 410), "{count:?}");
        assert!((0..1000).map(|_| generator.even()).all(|x| (-1.0..1.0).contains(&x)));
    }
}
