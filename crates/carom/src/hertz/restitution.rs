//! Published laws that give the coefficient of restitution of a contact by the speed at which it is hit.
//!
//! Each is derived from a force over the overlap of a lone impact; what it gives is the ratio of speeds after and before, which for a lone
//! contact is the energetic coefficient e of [`crate::RestitutionLaw`] too.

mod hunt_crossley;
mod thornton_ning;
mod tsuji;
mod walton_braun;

pub use hunt_crossley::HuntCrossley;
pub use thornton_ning::ThorntonNing;
pub use tsuji::Tsuji;
pub use walton_braun::WaltonBraun;

use crate::quantity::Restitution;

/// A coefficient of restitution that may depend on the speed of approach.
pub trait RestitutionFromSpeed {
    /// e of an impact with this speed of approach, in metres per second.
    fn at(&self, speed: f64) -> Restitution;
}

/// e clipped to what rounding may have left of 0..=1.
fn clipped(e: f64) -> Restitution {
    Restitution::new(e.clamp(0.0, 1.0)).unwrap_or(Restitution::PLASTIC)
}

#[cfg(test)]
fn rebound(force: impl Fn(f64, f64) -> f64, speed: f64, step: f64) -> f64 {
    // m = 1: d'' = −F(d, d'), classical Runge-Kutta until d = 0, the last step by bisection.
    let rate = |(d, u): (f64, f64)| (u, -force(d, u));
    let advance = |(d, u): (f64, f64), h: f64| {
        let k1 = rate((d, u));
        let k2 = rate((d + 0.5 * h * k1.0, u + 0.5 * h * k1.1));
        let k3 = rate((d + 0.5 * h * k2.0, u + 0.5 * h * k2.1));
        let k4 = rate((d + h * k3.0, u + h * k3.1));
        (d + h / 6.0 * (k1.0 + 2.0 * (k2.0 + k3.0) + k4.0), u + h / 6.0 * (k1.1 + 2.0 * (k2.1 + k3.1) + k4.1))
    };
    let mut state = (0.0, speed);
    let mut h = 1e-6 * step;
    loop {
        let next = advance(state, h);
        if next.0 <= 0.0 {
            if h < 1e-9 * step {
                return -state.1 / speed;
            }
            h *= 0.5;
            continue;
        }
        state = next;
        if state.1 > 0.0 {
            h = (h * 1.05).min(step);
        } else {
            h = h.min(0.05 * state.0 / -state.1).min(step).max(1e-9 * step);
        }
    }
}
