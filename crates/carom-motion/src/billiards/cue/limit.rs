//! The offset at which a tip slides off, in closed form.
//!
//! The ball is free and the tip slides along t, away from the cue's line, at the angle α between cue and normal. All happens in the
//! plane of n̂ and ĉ, where the impulse on the cue is p (n̂ − μ t̂) as long as it slides, and
//!
//! ```text
//! vₙ = −V cos α + a p     a = Wₙₙ − μ Wₙₜ                                                     (C.6)
//! vₜ =  V sin α − b p     b = μ Wₜₜ − Wₙₜ
//! Wₙₙ = 1/m + cos²α/M + sin²α/mₑ    Wₜₜ = 7/(2m) + sin²α/M + cos²α/mₑ    Wₙₜ = (1/mₑ − 1/M) sin α cos α
//! ```
//!
//! Compression ends at p_c = V cos α/a, restitution at (1 + e) p_c with vₙ = e V cos α. The tip slides on as long as its end moves
//! on, vₜ + μ η² vₙ > 0 [Jia2012, sec. 4.1 and 4.6], where η² = 0 for rigid friction and η²/e² after compression if the contact hardens. Both
//! velocities are linear in p, so it slides throughout if and only if that holds at the beginning, at p_c and at the end.

use carom::{RestitutionLaw, TangentialLaw};

use super::{Cue, Guide};

/// Halvings that bring an interval of length one to neighbouring numbers near one half.
const HALVINGS: usize = 53;

/// Offset in radii up to which the tip of `cue` grips a free ball of given mass (kg); just below one if it grips everywhere.
pub(super) fn free_critical_offset(cue: &Cue, ball_mass: f64, law: RestitutionLaw) -> f64 {
    if !cue.tip.tangential.has_friction() {
        return 0.0;
    }
    let (mut grips, mut slides) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (grips + slides);
        if slides_throughout(cue, ball_mass, law, middle) { slides = middle } else { grips = middle }
    }
    grips
}

/// Whether the tip slides from the first touch to the last at the offset sin α.
fn slides_throughout(cue: &Cue, ball_mass: f64, law: RestitutionLaw, sine: f64) -> bool {
    let (mu, e) = (cue.tip.tangential.coefficient(), cue.tip.restitution.value());
    let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
    let along = 1.0 / cue.mass;
    let across = match cue.guide {
        Guide::Rail => 0.0,
        Guide::Hand { end_mass } => 1.0 / end_mass,
    };
    let w_nn = 1.0 / ball_mass + along * cosine * cosine + across * sine * sine;
    let w_tt = 3.5 / ball_mass + along * sine * sine + across * cosine * cosine;
    let w_nt = (across - along) * sine * cosine;
    let (a, b) = (w_nn - mu * w_nt, mu * w_tt - w_nt); // (C.6)
    if a <= 0.0 {
        return false; // sliding would press ever harder, and b > 0 then stops it
    }
    let (loading, unloading) = compliances(cue.tip.tangential, law, e);
    let compressed = cosine / a;
    let at_first = sine - mu * loading * cosine;
    let at_most = sine - b * compressed;
    let at_last = sine - b * (1.0 + e) * compressed + mu * unloading * e * cosine;
    at_first > 0.0 && at_most > 0.0 && at_last > 0.0
}

/// η² while the contact is compressed and while it lets go.
fn compliances(friction: TangentialLaw, law: RestitutionLaw, e: f64) -> (f64, f64) {
    match friction {
        TangentialLaw::Frictionless | TangentialLaw::Rigid { .. } => (0.0, 0.0),
        TangentialLaw::Compliant { compliance, .. } => {
            let loading = compliance.value();
            let unloading = match law {
                RestitutionLaw::MonoStiffness => loading,
                // A plastic contact does not let go; its last condition is that of p_c.
                RestitutionLaw::Hardening | RestitutionLaw::BiStiffness if e == 0.0 => loading,
                RestitutionLaw::Hardening | RestitutionLaw::BiStiffness => loading / (e * e),
            };
            (loading, unloading)
        }
    }
}
