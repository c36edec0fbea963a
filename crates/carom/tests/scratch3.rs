use carom::*;
use nalgebra::*;
#[test]
fn one() {
    let n: usize = std::env::var("N").unwrap().parse().unwrap();
    let e: f64 = std::env::var("E").unwrap().parse().unwrap();
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
    let law = NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(1.0).unwrap());
    let contacts = (0..n - 1)
        .map(|i| {
            Contact::new([i, i + 1], vector![i as f64 + 0.5, 0., 0.], vector![-1., 0., 0.], law).unwrap()
        })
        .collect();
    let sep = if std::env::var("T").is_ok() { Separation::Tracked } else { Separation::Instant };
    let law = match std::env::var("L").as_deref() {
        Ok("b") => RestitutionLaw::BiStiffness,
        Ok("m") => RestitutionLaw::MonoStiffness,
        _ => RestitutionLaw::Hardening,
    };
    let im = Impact::new(bodies, contacts, Model { separation: sep, restitution: law }).unwrap();
    let t = std::time::Instant::now();
    let o = im.solve();
    match o {
        Ok(o) => println!(
            "N {n} e {e} {:?} events {} exp {} dur {} ledger {:.2e} last {:.10}",
            t.elapsed(),
            o.events,
            o.expansions,
            o.duration,
            o.energy.imbalance() / o.energy.before,
            o.bodies[n - 1].linear.x
        ),
        Err(e) => println!("ERR {e} {:?}", t.elapsed()),
    }
}
