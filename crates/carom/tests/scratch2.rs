use carom::*;
use nalgebra::*;
fn chain(n: usize, e: f64, k: f64) -> Impact {
    let bodies: Vec<Body> = (0..n)
        .map(|i| {
            Body::point(1.0)
                .unwrap()
                .at(vector![i as f64, 0., 0.])
                .unwrap()
                .moving(vector![if i == 0 { 1.0 } else { 0.0 }, 0., 0.])
                .unwrap()
        })
        .collect();
    let law = NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap());
    let contacts = (0..n - 1)
        .map(|i| {
            Contact::new([i, i + 1], vector![i as f64 + 0.5, 0., 0.], vector![-1., 0., 0.], law).unwrap()
        })
        .collect();
    Impact::new(bodies, contacts, Model::default()).unwrap()
}
#[test]
fn chains() {
    for (n, e) in [
        (3, 1.0),
        (5, 0.95),
        (10, 1.0),
        (10, 0.95),
        (100, 1.0),
        (100, 0.95),
        (1000, 1.0),
        (1000, 0.95),
        (10000, 1.0),
        (10000, 0.95),
        (20, 0.0),
        (20, 0.3),
    ] {
        let im = chain(n, e, 1.0);
        let t = std::time::Instant::now();
        match im.solve() {
            Ok(o) => {
                let el = t.elapsed();
                let v: Vec<f64> = o.bodies.iter().map(|b| b.linear.x).collect();
                println!(
                    "{n} {e}: {el:?} events {} dur {:.3} ledger {:.2e} mom {:.2e} {:.7?}",
                    o.events,
                    o.duration,
                    o.energy.imbalance(),
                    v.iter().sum::<f64>() - 1.0,
                    if n <= 5 { v.clone() } else { v[n - 4..].to_vec() }
                );
                let bad = v.windows(2).filter(|w| w[0] > w[1] + 1e-12).count();
                if bad > 0 {
                    println!("  BAD {bad}");
                }
            }
            Err(e) => println!("{n}: ERR {e} {:?}", t.elapsed()),
        }
    }
    // rack 9 ball
    let r = 1.0;
    let mut pos = vec![vector![-2.0 * r, 0.0, 0.0]];
    let dx = 3f64.sqrt() * r;
    for (row, cnt) in [(0, 1), (1, 2), (2, 3), (3, 2), (4, 1)] {
        for j in 0..cnt {
            pos.push(vector![row as f64 * dx, (2.0 * j as f64 - (cnt as f64 - 1.0)) * r, 0.0]);
        }
    }
    let bodies: Vec<Body> = pos
        .iter()
        .enumerate()
        .map(|(i, p)| {
            Body::ball(1.0, r)
                .unwrap()
                .at(*p)
                .unwrap()
                .moving(vector![if i == 0 { 1.0 } else { 0.0 }, 0., 0.])
                .unwrap()
        })
        .collect();
    let law = NormalLaw::touching(Restitution::new(0.96).unwrap(), Stiffness::new(1.0).unwrap());
    let mut cs = vec![];
    for i in 0..pos.len() {
        for j in 0..i {
            let d: Vector3<f64> = pos[i] - pos[j];
            if (d.norm() - 2.0).abs() < 1e-9 {
                cs.push(Contact::new([i, j], (pos[i] + pos[j]) * 0.5, d, law).unwrap());
            }
        }
    }
    println!("contacts {}", cs.len());
    let im = Impact::new(bodies, cs, Model::default()).unwrap();
    let t = std::time::Instant::now();
    let o = im.solve().unwrap();
    println!(
        "{:?} cue {} last {} kept {} ledger {:.2e} events {}",
        t.elapsed(),
        o.bodies[0].linear.x,
        o.bodies[9].linear.x,
        o.energy.after / o.energy.before,
        o.energy.imbalance(),
        o.events
    );
    println!("sym {:.3e}", (o.bodies[2].linear.y + o.bodies[3].linear.y).abs());
}
