//! Secs. 3.3 and 3.5 of [Jia2013]: what becomes of a stiffness, and where compression ends.
//!
//! ```text
//! k = F²/(2E)                                                                                (H.1)
//! ```

use carom::{Event, EventKind};

use super::balls::BallsCourse;
use super::theorems::{CASES, ROUNDING, random_courses};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Restitutions with which the same contact is compressed several times without becoming rigid.
const SEVERAL: [f64; 2] = [0.4, 0.95];
/// A force this small against the largest leaves too few digits of F and E to divide them.
const LOADED: f64 = 1e-3;
/// Rounding of (H.1): F and E of a loaded contact are known to some 1e-12.
const STIFFNESS_ROUNDING: f64 = 1e-8;

pub fn assumptions() -> Result<Findings, Unmet> {
    let courses = random_courses(33, CASES / 4, SEVERAL)?;
    let (mut by_ends, mut by_print) = (Vec::new(), Vec::new());
    for course in &courses {
        for (stiffness, ends, e) in stiffnesses(course) {
            by_ends.push((stiffness * e.powi(2 * ends) - 1.0).abs());
            // j − 1 ends of compression, as printed.
            by_print.push((stiffness * e.powi(2 * (ends + 1)) - 1.0).abs());
        }
    }
    let meant = Check::bounded("relative error of k", by_ends, STIFFNESS_ROUNDING);
    let printed = Check::bounded("relative error of k", by_print, STIFFNESS_ROUNDING);
    Ok(Findings::new()
        .claim(
            Claim::statement("k after j − 1 ends of compression, Sec. 3.3", "is k̄/e²ʲ", printed)
                .misprinted_statement("is k̄/e²⁽ʲ⁻¹⁾", meant, "by assumption (i) each of the j − 1 ends divides k by e² once")
                .remark("k = F²/(2E) of both contacts between all events of random impacts: restarts and returns leave it as it is.")
                .erratum("Sec. 3.3: after j − 1 ends of compression the stiffness is k̄/e²⁽ʲ⁻¹⁾, not k̄/e²ʲ."),
        )
        .claims(ends_of_compression(&courses)))
}

/// Before anything becomes rigid: (k/k̄, ends of compression so far, e) of each loaded contact between two events.
fn stiffnesses(course: &BallsCourse) -> Vec<(f64, i32, f64)> {
    let events = course.trace.events();
    let soft = events.iter().take_while(|event| event.kind != EventKind::ContactCloses);
    let mut times = vec![0.0];
    times.extend(soft.map(|event| event.time));
    let middles: Vec<f64> = times.windows(2).map(|pair| 0.5 * (pair[0] + pair[1])).collect();
    let samples = course.trace.sample(&middles);
    let largest = samples.iter().flat_map(|s| s.force.iter().copied()).fold(0.0, f64::max);
    let of = |(contact, time, force, energy): (usize, f64, f64, f64)| {
        let is_end =
            |e: &&Event| e.contact == contact && e.kind == EventKind::CompressionEnds && e.time < time;
        let ends = events.iter().filter(is_end).count() as i32;
        let stiffness = force * force / (2.0 * energy) / course.balls.stiffness[contact]; // (H.1)
        (stiffness, ends, course.balls.restitution[contact])
    };
    let both = samples.iter().flat_map(|s| [0, 1].map(|i: usize| (i, s.time, s.force[i], s.energy[i])));
    both.filter(|&(_, _, force, _)| force > LOADED * largest).map(of).collect()
}

/// Sec. 3.5: ẋ = 0 and a local maximum of the strain energy.
fn ends_of_compression(courses: &[BallsCourse]) -> [Claim; 2] {
    /// Part of the time since the event before, at which the strain energy is compared.
    const EARLIER: f64 = 0.01;
    let (mut moving, mut cases, mut failures) = (Vec::new(), 0, 0);
    for course in courses {
        let events = course.trace.events();
        let ends = events.iter().enumerate().filter(|(_, event)| event.kind == EventKind::CompressionEnds);
        for (number, end) in ends {
            let since = number.checked_sub(1).map_or(0.0, |before| events[before].time);
            let around =
                course.trace.sample(&[end.time - EARLIER * (end.time - since), end.time.next_down()]);
            let [v1, v2] = course.balls.velocities(&around[1].impulse);
            moving.push(if end.contact == 0 { (v1 - v2).abs() } else { v2.abs() });
            cases += 1;
            failures += usize::from(around[0].energy[end.contact] > around[1].energy[end.contact]);
        }
    }
    let still = Check::bounded("velocity of the contact / m/s", moving, ROUNDING);
    let highest = Check::counted(cases, failures, format!("{cases} ends of compression"));
    [
        Claim::statement("an end of compression, (16) and (17)", "lies on ℓ₁ or ℓ₂", still),
        Claim::statement("the strain energy of the contact there", "is at a maximum", highest),
    ]
}
