//! Routh's law where slip stays on a line, in closed form.
//!
//! With W over (t, n) = [a b; b c], slip with a speed s ≥ 0 along t as the impact begins, and normal impulse p for time, (Q.1) to (Q.3) are two
//! straight stretches at most. The first slips, until p₁; in the second the contact sticks, or slips against t:
//!
//! ```text
//! first    s' = b − μa,  vₙ' = k₁ = c − μb                until s = 0, p₁ = s₀/(μa − b), if ever
//! second   stick   φ = −b/a,  k₂ = c − b²/a               if |b| ≤ μa
//!          slip    φ = ∓μ,    k₂ = c ∓ μb                 for b of either sign                     (V.9)
//! ```
//!
//! k₂ > 0, so that vₙ rises through zero once. Where that is in the first stretch, at p_c = −vₙ₀/k₁, and restitution lasts no longer
//! than it, the impulse is p_c (1 + e) whatever ends it. Otherwise with v₁ = vₙ₀ + k₁p₁ where slip stops, (Q.6) is
//!
//! ```text
//! vₙ² = v₁² + k₂/k₁ (e²vₙ₀² − v₁²)            compression ended while it slipped
//! vₙ² = e² (v₁² − k₂p₁ (vₙ₀ + v₁))            compression ends afterwards                          (V.10)
//! ```

use crate::dual::Number;
use crate::laws::routh::Termination;

/// An impact on a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<T> {
    /// a, b and c.
    pub inverse_mass: [T; 3],
    /// s₀, not below zero.
    pub sliding: T,
    /// vₙ₀, below zero.
    pub normal: T,
    pub restitution: T,
    pub friction: T,
}

/// Where slip stops, and what follows.
struct Stop<T> {
    /// p₁.
    at: T,
    /// φ.
    ratio: T,
    /// k₂.
    rate: T,
}

impl<T: Number> Line<T> {
    /// Tangential and normal impulse; nothing where there is no answer, or no single one.
    #[inline]
    pub fn impulse(&self, termination: Termination) -> Option<[T; 2]> {
        let [_, b, c] = self.inverse_mass;
        let first = c - self.friction * b; // k₁
        let stop = self.stop()?;
        let ends_slipping = |stop: &Stop<T>| -self.normal.value() <= first.value() * stop.at.value();
        let Some(stop) = stop.filter(|stop| !self.slips_throughout(first, stop)) else {
            let whole = -self.normal / first * (T::constant(1.0) + self.restitution);
            return (first.value() > 0.0).then(|| [-self.friction * whole, whole]);
        };
        if stop.rate.value() <= 0.0 {
            return None;
        }
        let normal = if ends_slipping(&stop) {
            self.after_compression(first, &stop, termination)
        } else {
            self.through_stop(first, &stop, termination)
        };
        Some([stop.ratio * (normal - stop.at) - self.friction * stop.at, normal])
    }

    /// Where slip stops; `Some(None)` if never, nothing if it begins with none and a change would set it going.
    #[inline]
    fn stop(&self) -> Option<Option<Stop<T>>> {
        let [a, b, c] = self.inverse_mass;
        let (mu, slowing) = (self.friction, self.friction * a - b);
        if self.sliding.value() == 0.0 && self.sliding.changes() {
            return None;
        }
        let at = if self.sliding.value() == 0.0 {
            T::constant(0.0)
        } else if slowing.value() > 0.0 {
            self.sliding / slowing
        } else {
            return Some(None);
        };
        let (ratio, rate) = if b.value().abs() <= (mu * a).value() {
            (-b / a, c - b * b / a)
        } else if b.value() > 0.0 {
            (-mu, c - mu * b)
        } else {
            (mu, c + mu * b)
        };
        Some(Some(Stop { at, ratio, rate }))
    }

    /// Whether the impact is over before slip stops: all three rules agree until then.
    #[inline]
    fn slips_throughout(&self, first: T, stop: &Stop<T>) -> bool {
        -self.normal.value() * (1.0 + self.restitution.value()) <= first.value() * stop.at.value()
    }

    /// The normal impulse if compression ended in slip, and restitution lasts longer than that.
    #[inline]
    fn after_compression(&self, first: T, stop: &Stop<T>, termination: Termination) -> T {
        let before = self.normal + first * stop.at; // v₁
        let rebound = self.restitution * self.normal;
        match termination {
            Termination::Poisson => -self.normal / first * (T::constant(1.0) + self.restitution),
            Termination::Newton => stop.at + (-rebound - before) / stop.rate,
            Termination::Energetic => {
                let kept = before * before + stop.rate / first * (rebound * rebound - before * before);
                stop.at + (kept.sqrt() - before) / stop.rate // (V.10)
            }
        }
    }

    /// The normal impulse if slip stops in compression.
    #[inline]
    fn through_stop(&self, first: T, stop: &Stop<T>, termination: Termination) -> T {
        let before = self.normal + first * stop.at; // v₁
        let compressed = stop.at - before / stop.rate;
        match termination {
            Termination::Poisson => compressed * (T::constant(1.0) + self.restitution),
            Termination::Newton => compressed - self.restitution * self.normal / stop.rate,
            Termination::Energetic => {
                let stored = before * before - stop.rate * stop.at * (self.normal + before);
                compressed + self.restitution * stored.sqrt() / stop.rate // (V.10)
            }
        }
    }
}
