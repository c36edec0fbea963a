use carom::*;
use nalgebra::{Vector3, vector};
fn main() {
    let (m, r) = (0.170097f64, 0.028575f64);
    let h = 0.635 * 2.0 * r;
    let comp = |mu: f64| TangentialLaw::Compliant {
        friction: Friction::new(mu).unwrap(),
        compliance: Compliance::new(1.2576).unwrap(),
    };
    let rig = |mu: f64| TangentialLaw::Rigid { friction: Friction::new(mu).unwrap() };
    for (name, v, w) in [
        ("rolling", vector![-2.0, 0.0, 0.0], vector![0.0, -2.0 / r, 0.0]),
        ("sliding", vector![-2.0, 0.0, 0.0], vector![0.0, 0.0, 0.0]),
        ("angled roll", vector![-1.5, 1.0, 0.0], vector![-1.0 / r, -1.5 / r, 0.0]),
        ("sidespin", vector![-1.5, 1.0, 0.0], vector![-1.0 / r, -1.5 / r, 40.0]),
        ("weird", vector![-1.5, 1.0, 0.0], vector![-30.0, 20.0, 40.0]),
    ] {
        for (bname, e, k, fr) in [
            ("k e0 comp", 0.0, 1.68e6, comp(0.2)),
            ("k e.5 comp", 0.5, 1.68e6, comp(0.2)),
            ("rigid e0 comp", 0.0, f64::INFINITY, comp(0.2)),
            ("k e0 rigidfr", 0.0, 1.68e6, rig(0.2)),
            ("rigid e0 rigidfr", 0.0, f64::INFINITY, rig(0.2)),
            ("frictionless rigid", 0.0, f64::INFINITY, TangentialLaw::Frictionless),
        ] {
            for (cname, cf) in [("comp", comp(0.2)), ("rig", rig(0.2))] {
                let x = (r * r - (h - r) * (h - r)).sqrt();
                let ball = Body::ball(m, r)
                    .unwrap()
                    .at(vector![x, 0.0, r])
                    .unwrap()
                    .moving(v)
                    .unwrap()
                    .spinning(w)
                    .unwrap();
                let n = vector![x, 0.0, r - h];
                let cushion = Contact::new(
                    [0, 1],
                    vector![0.0, 0.0, h],
                    n,
                    NormalLaw::touching(Restitution::new(0.85).unwrap(), Stiffness::new(6.7e4).unwrap()),
                )
                .unwrap()
                .with_friction(cf);
                let bed = Contact::new(
                    [0, 1],
                    vector![x, 0.0, 0.0],
                    Vector3::z(),
                    NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap()),
                )
                .unwrap()
                .with_friction(fr);
                let impact = Impact::new(
                    vec![ball, Body::fixed()],
                    vec![cushion, bed],
                    Model { restitution: RestitutionLaw::Hardening, separation: Separation::Tracked },
                )
                .unwrap();
                let t = std::time::Instant::now();
                match impact.solve() {
                    Ok(o) => println!(
                        "{name:12} {bname:18} {cname} v {:.5} {:.5} {:.5}  Rw {:.4} {:.4} {:.4} dur {:.2e} exp {} ev {} {:?}",
                        o.bodies[0].linear.x,
                        o.bodies[0].linear.y,
                        o.bodies[0].linear.z,
                        r * o.bodies[0].angular.x,
                        r * o.bodies[0].angular.y,
                        r * o.bodies[0].angular.z,
                        o.duration,
                        o.expansions,
                        o.events,
                        t.elapsed()
                    ),
                    Err(e) => println!("{name:12} {bname:18} {cname} {}", &e.to_string()[..60]),
                }
            }
        }
    }
}
