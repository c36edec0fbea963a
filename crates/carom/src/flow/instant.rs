//! Instants of local steps, to twice the digits: contacts that are 10⁷ times as fast as others must know their instants as well as these do.

/// Seconds since local steps began, as the sum of two numbers of which the second is the rounding of the first.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Instant {
    seconds: f64,
    rest: f64,
}

impl Instant {
    /// So many seconds later.
    pub fn after(self, seconds: f64) -> Self {
        let sum = self.seconds + seconds;
        let added = sum - self.seconds;
        let lost = (self.seconds - (sum - added)) + (seconds - added);
        let rest = self.rest + lost;
        let whole = sum + rest;
        Self { seconds: whole, rest: rest - (whole - sum) }
    }

    /// Seconds from another instant to this one.
    pub fn since(self, other: Self) -> f64 {
        (self.seconds - other.seconds) + (self.rest - other.rest)
    }

    /// Rounded to one number.
    pub fn seconds(self) -> f64 {
        self.seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_spans_keep_their_digits_late_in_time() {
        let late = Instant::default().after(1e3);
        let mut now = late;
        for _ in 0..1000 {
            now = now.after(1e-13);
        }
        assert!((now.since(late) / 1e-10 - 1.0).abs() < 1e-14, "{:e}", now.since(late));
    }
}
