use crate::laws::*;
use crate::scenes::*;
use carom::Model;
use carom::laws::ImpactLaw;
use carom::sequence::*;
#[test]
fn explore() {
    for (name, e, mu) in [
        ("e0", [0.0, 0.0], [0.0, 0.0]),
        ("e.5", [0.5, 0.5], [0.0, 0.0]),
        ("e.9", [0.9, 0.9], [0.0, 0.0]),
        ("e1", [1.0, 1.0], [0.0, 0.0]),
        ("mix", [0.0, 1.0], [0.0, 0.0]),
        ("fric", [0.5, 0.5], [0.0, 1.0]),
    ] {
        let law: &dyn ImpactLaw = if mu[1] > 0.0 { &StickOrSlide } else { &Newton };
        let (mut counts, mut leaps, mut errors) = (vec![], 0, vec![]);
        let t = std::time::Instant::now();
        let mut worst = 0.0f64;
        let mut resid = 0.0f64;
        for seed in 0..300 {
            let impact = random(seed, 10, 30, e, mu).impact(Model::default());
            let s = Sequence::new(&impact, Rules::default()).unwrap();
            match s.solve(law) {
                Ok(o) => {
                    counts.push(o.collisions);
                    if let SequenceEnding::Extrapolated { leaps: l, residual_speed } = o.ending {
                        leaps += l;
                        resid = resid.max(residual_speed);
                    }
                    worst = worst.max(o.energy.imbalance().abs() / o.energy.before);
                }
                Err(e) => errors.push(e.to_string()),
            }
        }
        counts.sort();
        let n = counts.len();
        if n == 0 {
            println!("{name} errors {:?}", &errors[0..2]);
            continue;
        }
        println!(
            "{name}: median {} 90% {} max {} leaps {leaps} errors {} {:?} imbalance {worst:e} resid {resid:e} time {:?}",
            counts[n / 2],
            counts[n * 9 / 10],
            counts[n - 1],
            errors.len(),
            errors.first(),
            t.elapsed()
        );
    }
}
