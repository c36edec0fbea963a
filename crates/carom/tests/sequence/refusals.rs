//! What a sequence does not take.

use carom::laws::newton::Newton;
use carom::laws::{Declaration, ImpactLaw, LawError, LoneImpact};
use carom::sequence::{Place, Rules, Sequence, SequenceError, TieRule};
use carom::{Compliance, Friction, Model, NormalLaw, TangentialLaw};
use nalgebra::Vector3;

use crate::common::{Scene, TRACKED, chain};

fn refusal(scene: &Scene, rules: Rules) -> Option<SequenceError> {
    Sequence::new(&scene.impact(TRACKED), rules).err()
}

#[test]
fn gaps_springs_and_certain_uncertainties_are_refused() {
    let mut open = chain(3, 0.5);
    open.touches[1].law = NormalLaw { gap: 0.5, ..open.touches[1].law };
    let error = refusal(&open, Rules::default());
    let gap = LawError::Gap { gap: 0.5 };
    assert_eq!(error, Some(SequenceError::Law { contact: 1, collisions: 0, source: gap }));
    let mut soft = chain(3, 0.5);
    let (friction, compliance) = (Friction::new(0.1).unwrap(), Compliance::new(1.0).unwrap());
    soft.touches[0].friction = TangentialLaw::Compliant { friction, compliance };
    let error = refusal(&soft, Rules::default());
    assert_eq!(error, Some(SequenceError::Law { contact: 0, collisions: 0, source: LawError::Compliant }));
    for size in [0.0, -1.0, 1.0, f64::NAN] {
        let rules = Rules { ties: TieRule::Perturb { seed: 0, size }, ..Rules::default() };
        assert!(matches!(refusal(&chain(3, 0.5), rules), Some(SequenceError::Uncertainty { .. })), "{size}");
    }
}

/// Gives every impulse the wrong way, or none.
#[derive(Debug)]
struct Broken(f64);

impl ImpactLaw for Broken {
    fn declaration(&self) -> Declaration {
        Newton.declaration()
    }

    fn impulse(&self, impact: &LoneImpact) -> Result<Vector3<f64>, LawError> {
        Ok(impact.plastic_impulse() * self.0)
    }
}

#[test]
fn a_broken_law_ends_in_an_error() {
    let impact = chain(3, 0.5).impact(Model::default());
    let solve = |law: Broken| Sequence::new(&impact, Rules::default()).unwrap().solve(&law).unwrap_err();
    assert!(matches!(solve(Broken(0.0)), SequenceError::NoImpulse { contact: 0, approach: 1.0 }));
    assert!(matches!(solve(Broken(-1.0)), SequenceError::Overflow { .. }));
    assert!(matches!(
        solve(Broken(f64::NAN)),
        SequenceError::Overflow { collisions: 0, place: Place::Contact(0) }
    ));
}
