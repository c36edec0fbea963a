use carom::*;
use carom_reference as r;
#[test]
fn versus_brute() {
    let mut worst: f64 = 0.0;
    let mut n = 0;
    let mut bad = 0;
    let t0 = std::time::Instant::now();
    let mut ours = std::time::Duration::ZERO;
    let lim: u64 = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(100);
    for seed in 0..lim {
        for (lo, hi) in [(0.5, 1.0), (0.0, 0.3), (0.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            for balls in [3, 4] {
                let sc = r::scenes::random(seed, balls, (lo, hi)).unwrap();
                for law in 0..3 {
                    for tracked in [false, true] {
                        let (rl, cl) = match law {
                            0 => (r::Law::Hardening, RestitutionLaw::Hardening),
                            1 => (r::Law::BiStiffness, RestitutionLaw::BiStiffness),
                            _ => (r::Law::MonoStiffness, RestitutionLaw::MonoStiffness),
                        };
                        let p = &sc.problem;
                        let k = p.contacts();
                        let sep = if tracked { r::Separation::tracked(k) } else { r::Separation::Instant };
                        let b = r::Brute::new(rl, sep).with_steps_per_radian(200).solve(p);
                        let contacts = (0..k)
                            .map(|i| {
                                NormalLaw::touching(
                                    Restitution::new(p.restitution[i]).unwrap(),
                                    Stiffness::new(p.stiffness[i]).unwrap(),
                                )
                            })
                            .collect();
                        let cp = ContactProblem::new(
                            Coupling::from_matrix(&p.w).unwrap(),
                            p.velocity.iter().copied().collect(),
                            contacts,
                            Model {
                                restitution: cl,
                                separation: if tracked { Separation::Tracked } else { Separation::Instant },
                            },
                        )
                        .unwrap();
                        let t = std::time::Instant::now();
                        let o = cp.solve();
                        ours += t.elapsed();
                        if t.elapsed().as_millis() > 200 {
                            println!(
                                "SLOW seed {seed} {lo}-{hi} balls {balls} law {law} tracked {tracked} {:?}",
                                t.elapsed()
                            );
                        }
                        n += 1;
                        match (b, o) {
                            (Ok(b), Ok(o)) => {
                                let u = sc.velocities(&b.impulse);
                                let uo = sc.velocities(&nalgebra::DVector::from_vec(o.impulse.clone()));
                                let e = (u - &uo).amax();
                                let ke0 = sc.kinetic_energy(&sc.initial);
                                let ke = sc.kinetic_energy(&uo);
                                let led = (ke0 - ke - o.lost_in_restitution) / ke0;
                                let appr = o.velocity.iter().fold(0.0f64, |a, &v| a.max(-v));
                                if e > 1e-8 || led.abs() > 1e-12 || appr > 1e-12 {
                                    bad += 1;
                                    if bad < 25 {
                                        println!(
                                            "BAD seed {seed} e {lo}-{hi} balls {balls} law {law} tracked {tracked} err {e:.2e} led {led:.2e} appr {appr:.2e} events {}",
                                            o.events
                                        );
                                    }
                                } else {
                                    worst = worst.max(e);
                                }
                            }
                            (b, o) => {
                                bad += 1;
                                if bad < 25 {
                                    println!(
                                        "FAIL seed {seed} {lo}-{hi} balls {balls} law {law} tracked {tracked} brute {:?} ours {:?}",
                                        b.as_ref().err(),
                                        o.as_ref().err()
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    println!("n {n} bad {bad} worst of good {worst:.2e} total {:?} ours {:?}", t0.elapsed(), ours);
}
