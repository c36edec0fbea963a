//! A number that tells texts apart: Fowler, Noll and Vo's hash FNV-1a, the same on every machine and with every compiler.

/// Grows with every piece of data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    #[must_use]
    pub fn with(mut self, data: &[u8]) -> Self {
        for &byte in data {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }

    /// The same with an end that no text has, so that "ab" and "c" are not "a" and "bc".
    #[must_use]
    pub fn with_text(self, text: &str) -> Self {
        self.with(text.as_bytes()).with(&[0xff])
    }

    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_fnv_1a() {
        // From the test vectors of the draft "The FNV Non-Cryptographic Hash Algorithm".
        for (text, value) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(Fingerprint::default().with(text.as_bytes()).value(), value);
        }
    }
}
