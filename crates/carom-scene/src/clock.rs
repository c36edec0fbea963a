//! Whether the times of an impact are seconds.
//!
//! The outcome of an impact depends on ratios of stiffnesses alone, so most scenes give ratios: one contact has stiffness 1, another 2.25.
//! With k what stiffness 1 stands for, times are then in √(kg/k) and forces in N s/√(kg/k); nobody knows the seconds. Stiffnesses are
//! taken for newtons per metre where a contact has a gap, whose closing takes real time, or where even the softest contact is
//! as hard as real contacts are and no ratio is.

use carom::{ContactProblem, NormalLaw};

/// The softest contact of a scene in newtons per metre is at least as hard as this: an inflated ball has some 10⁴ N/m, billiard
/// balls and leather tips 10⁶ and more. Ratios begin with numbers near 1.
pub(crate) const SOFTEST_REAL: f64 = 1e3;

/// What the times of an impact are measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    /// Stiffnesses are newtons per metre, and forces newtons.
    Seconds,
    /// Stiffnesses are ratios: times and forces are known up to a factor.
    Relative,
}

impl TimeUnit {
    /// What the stiffnesses of an impact say.
    #[must_use]
    pub fn of(problem: &ContactProblem) -> Self {
        let has_gap = problem.contacts().iter().any(|law| law.gap > 0.0);
        let stiffness = |law: &NormalLaw| law.stiffness.value();
        let finite = problem.contacts().iter().map(stiffness).filter(|k| k.is_finite());
        let softest = finite.fold(f64::INFINITY, f64::min);
        if has_gap || softest >= SOFTEST_REAL { Self::Seconds } else { Self::Relative }
    }

    /// Its name in documents: `"s"` or `"relative"`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Relative => "relative",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scene;

    /// A ball on a ball on a table with the given keys of the two contacts.
    fn unit(first: &str, second: &str) -> TimeUnit {
        let text = format!(
            "[model]\nseparation = \"tracked\"\n[mechanism]\nmatrix = [[2, -1], [-1, 1]]\n\
             [[contact]]\nnormal_velocity = -1\n{first}\n[[contact]]\nnormal_velocity = 0\n{second}\n"
        );
        TimeUnit::of(Scene::parse(&text).expect("a scene").contact_problem())
    }

    #[test]
    fn ratios_of_stiffnesses_give_no_seconds() {
        for (first, second) in [("", ""), ("", "stiffness = 2.25"), ("stiffness = 1", "stiffness = 1e6")] {
            assert_eq!(unit(first, second), TimeUnit::Relative, "{first} {second}");
        }
    }

    #[test]
    fn stiffnesses_of_real_contacts_and_gaps_give_seconds() {
        for (first, second) in [
            ("stiffness = 1.3e6", "stiffness = 2e4"),
            ("stiffness = 1.3e6", "stiffness = inf"),
            ("", "gap = 1e-3"),
        ] {
            assert_eq!(unit(first, second), TimeUnit::Seconds, "{first} {second}");
        }
    }
}
