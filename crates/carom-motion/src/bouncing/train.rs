//! The infinite train of bounces of a ball on a plane.
//!
//! A ball that lands with speed n leaves with e·n and lands with that again, so that landing k = 0, 1, … has speed eᵏn, and
//!
//! ```text
//! tₖ = (2 e n/g) · (1 − eᵏ)/(1 − e)          when                                        (B.1)
//! hₖ = (eᵏ n)²/(2g)                          how high it was before                       (B.2)
//! T  = 2 e n/(g (1 − e))                     when all is over                             (B.3)
//! P  = m n (1 + e)/(1 − e) = m (n + g T)     what the plane has given by then             (B.4)
//! ```

use carom::{InputError, Restitution};

/// All bounces of a ball from one landing on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BounceTrain {
    approach: f64,
    restitution: f64,
    gravity: f64,
}

impl BounceTrain {
    /// The train that begins with a landing at speed `approach` (metres per second) under `gravity` (metres per second squared).
    pub fn new(approach: f64, restitution: Restitution, gravity: f64) -> Result<Self, InputError> {
        for (what, value) in [("the approach speed", approach), ("the gravity", gravity)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(InputError::NotPositive { what, value });
            }
        }
        Ok(Self::of(approach, restitution, gravity))
    }

    pub(crate) fn of(approach: f64, restitution: Restitution, gravity: f64) -> Self {
        Self { approach, restitution: restitution.value(), gravity }
    }

    /// Speed of landing number `landing`, from 0, in metres per second.
    #[must_use]
    pub fn approach_speed(&self, landing: i32) -> f64 {
        self.approach * self.restitution.powi(landing)
    }

    /// Time from the first landing to landing number `landing`, in seconds: (B.1).
    #[must_use]
    pub fn time_of(&self, landing: i32) -> f64 {
        let e = self.restitution;
        let flights = if e < 1.0 { (1.0 - e.powi(landing)) / (1.0 - e) } else { f64::from(landing) };
        self.first_flight() * flights
    }

    /// Greatest height between landings `landing` and `landing` + 1, in metres: (B.2).
    #[must_use]
    pub fn height_after(&self, landing: i32) -> f64 {
        self.approach_speed(landing + 1).powi(2) / (2.0 * self.gravity)
    }

    /// Time until all bounces are over, in seconds; infinite if e = 1: (B.3).
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.first_flight() / (1.0 - self.restitution)
    }

    /// Impulse of all landings for each kilogram of the ball, in metres per second; infinite if e = 1: (B.4).
    #[must_use]
    pub fn impulse_per_mass(&self) -> f64 {
        self.approach * (1.0 + self.restitution) / (1.0 - self.restitution)
    }

    /// Height of the ball above its place on the plane, in metres, `time` seconds after the first landing.
    #[must_use]
    pub fn height_at(&self, time: f64) -> f64 {
        if time >= self.duration() {
            return 0.0;
        }
        let landing = self.last_landing(time);
        let since = time - self.time_of(landing);
        (since * (self.approach_speed(landing + 1) - 0.5 * self.gravity * since)).max(0.0)
    }

    /// The last landing at or before a time: (B.1) solved for k.
    fn last_landing(&self, time: f64) -> i32 {
        let e = self.restitution;
        let flights = time / self.first_flight();
        let guess = if e < 1.0 { libm::log1p(-flights * (1.0 - e)) / libm::log(e) } else { flights };
        let landing = guess.max(0.0) as i32;
        // The logarithm may be a rounding off at a landing.
        if self.time_of(landing + 1) <= time { landing + 1 } else { landing }
    }

    fn first_flight(&self) -> f64 {
        2.0 * self.approach_speed(1) / self.gravity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_are_those_of_ten_thousand_plain_bounces() {
        for e in [0.1, 0.5, 0.9, 0.99] {
            let train = BounceTrain::new(3.0, Restitution::new(e).unwrap(), 9.81).unwrap();
            let (mut speed, mut time, mut impulse) = (3.0, 0.0, 0.0);
            for landing in 0..10_000 {
                assert!((train.time_of(landing) - time).abs() < 1e-12);
                impulse += (1.0 + e) * speed;
                speed *= e;
                time += 2.0 * speed / 9.81;
            }
            // 0.99^10000 = 2·10⁻⁴⁴ of the sum is left; 10⁴ additions round it.
            assert!((train.duration() - time).abs() < 1e-12 * time, "{e}");
            assert!((train.impulse_per_mass() - impulse).abs() < 1e-11 * impulse);
        }
    }

    #[test]
    fn heights_fall_by_e_squared_and_are_reached_halfway() {
        let train = BounceTrain::new(2.0, Restitution::new(0.7).unwrap(), 10.0).unwrap();
        for landing in 0..20 {
            assert!((train.height_after(landing + 1) / train.height_after(landing) - 0.49).abs() < 1e-14);
            let middle = 0.5 * (train.time_of(landing) + train.time_of(landing + 1));
            assert!((train.height_at(middle) / train.height_after(landing) - 1.0).abs() < 1e-6);
        }
        assert_eq!(train.height_at(train.duration()), 0.0);
    }
}
