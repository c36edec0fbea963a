//! Where the energy of a cluster of contacts goes, and whether the books close.

/// Energies since the impact began, in joules.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Losses {
    /// Taken by restitution.
    pub restitution: f64,
    /// Taken by friction.
    pub friction: f64,
    /// Left in springs between which bodies are wedged; it is never given back.
    pub trapped: f64,
}

impl Losses {
    /// What the books are wrong by where the impulses have done this `work` on the bodies: what is missing, or what friction or restitution
    /// has given, less than zero. An answer to which they have given energy is none, however well the books close.
    pub fn error(&self, work: f64) -> f64 {
        let missing = self.restitution + self.friction + self.trapped + work;
        let given = self.restitution.min(self.friction).min(0.0);
        if given < -missing.abs() { given } else { missing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energy_that_friction_gives_is_an_error_though_the_books_close() {
        let losses = Losses { restitution: 0.25, friction: -1.0, trapped: 0.0 };
        assert_eq!(losses.error(0.75), -1.0);
        assert_eq!(Losses { friction: 1.0, ..losses }.error(-1.0), 0.25);
    }
}
