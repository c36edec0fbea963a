use carom::*;
use carom_reference::scenes::SplitMix;
use nalgebra::*;
#[test]
fn stress() {
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(300);
    let from: u64 = std::env::var("FROM").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let decades: f64 = std::env::var("DEC").ok().and_then(|s| s.parse().ok()).unwrap_or(6.0);
    let mut worst = (0.0f64, 0);
    let mut slow = (0u128, 0);
    let mut bad = 0;
    for seed in from..from + seeds {
        let mut r = SplitMix(seed * 7919 + 13);
        let mut u = |a: f64, b: f64| r.between(a, b);
        let nb = 2 + (u(0.0, 10.0) as usize);
        let mut bodies: Vec<Body> = vec![];
        for i in 0..nb {
            let m = 10f64.powf(u(-decades / 2.0, decades / 2.0));
            let vel = vector![u(-1., 1.), u(-1., 1.), u(-1., 1.)];
            let rest = u(0., 1.) < 0.5;
            bodies.push(if i == 0 && u(0., 1.) < 0.5 {
                Body::fixed()
            } else {
                Body::ball(m, 1.0)
                    .unwrap()
                    .at(vector![u(-2., 2.), u(-2., 2.), u(-2., 2.)])
                    .unwrap()
                    .moving(if rest { Vector3::zeros() } else { vel })
                    .unwrap()
                    .spinning(if rest {
                        Vector3::zeros()
                    } else {
                        vector![u(-1., 1.), u(-1., 1.), u(-1., 1.)]
                    })
                    .unwrap()
            });
        }
        let nc = 1 + (u(0.0, 30.0) as usize);
        let emode = u(0.0, 5.0) as usize;
        let mut cs = vec![];
        for _ in 0..nc {
            let a = u(0., nb as f64) as usize;
            let mut b = u(0., nb as f64) as usize;
            if a == b {
                b = (a + 1) % nb;
            }
            let e = match emode {
                0 => u(0., 1.),
                1 => 0.0,
                2 => 1.0,
                3 => {
                    let x = u(0., 1.);
                    if x < 0.2 {
                        0.0
                    } else if x < 0.4 {
                        1.0
                    } else {
                        u(0., 1.)
                    }
                }
                _ => u(0.8, 1.0),
            };
            let k = 10f64.powf(u(-decades / 2.0, decades / 2.0));
            cs.push(
                Contact::new(
                    [a, b],
                    vector![u(-2., 2.), u(-2., 2.), u(-2., 2.)],
                    vector![u(-1., 1.), u(-1., 1.), u(-1., 1.)],
                    NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap()),
                )
                .unwrap(),
            );
        }
        let law = [RestitutionLaw::Hardening, RestitutionLaw::BiStiffness, RestitutionLaw::MonoStiffness]
            [(u(0., 3.) as usize).min(2)];
        let sep = if u(0., 1.) < 0.7 { Separation::Instant } else { Separation::Tracked };
        let im = match Impact::new(bodies, cs, Model { restitution: law, separation: sep }) {
            Ok(i) => i,
            Err(e) => {
                println!("seed {seed} input {e}");
                continue;
            }
        };
        let t = std::time::Instant::now();
        let o = im.solve();
        let ms = t.elapsed().as_millis();
        if ms > slow.0 {
            slow = (ms, seed);
        }
        if ms > 500 {
            println!(
                "SLOW seed {seed} {ms} ms nb {nb} nc {nc} emode {emode} {law:?} {sep:?} {:?}",
                o.as_ref().map(|o| o.events)
            );
        }
        match o {
            Ok(o) => {
                let led = o.energy.imbalance() / o.energy.before.max(1e-300);
                let appr = im
                    .contacts()
                    .iter()
                    .zip(&o.contacts)
                    .map(|(c, oc)| -c.normal().dot(&oc.velocity_after) / (1.0 + oc.velocity_after.norm()))
                    .fold(0.0f64, f64::max);
                if led.abs() > worst.0 {
                    worst = (led.abs(), seed);
                }
                if led.abs() > 1e-12 || appr > 1e-9 {
                    bad += 1;
                    println!(
                        "BAD seed {seed} led {led:.2e} appr {appr:.2e} nb {nb} nc {nc} emode {emode} {law:?} {sep:?} events {} {ms}ms",
                        o.events
                    );
                }
            }
            Err(e) => {
                bad += 1;
                println!("ERR seed {seed} {e} nb {nb} nc {nc} emode {emode} {law:?} {sep:?} {ms}ms");
            }
        }
    }
    println!("done bad {bad} worst ledger {worst:?} slowest {slow:?}");
}
