use carom::*;
use nalgebra::dmatrix;
fn bbt(m2: f64, k2: f64, e1: f64, e2: f64, model: Model) -> ContactProblem {
    let w = dmatrix![1.0+1.0/m2, -1.0/m2; -1.0/m2, 1.0/m2];
    let l = |e: f64, k: f64| NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap());
    ContactProblem::new(
        Coupling::from_matrix(&w).unwrap(),
        vec![-1.0, 0.0],
        vec![l(e1, 1.0), l(e2, k2)],
        model,
    )
    .unwrap()
}
#[test]
fn show() {
    let m2 = 2.0 / 3f64.sqrt();
    let h = Model::default();
    let t = Model { separation: Separation::Tracked, ..h };
    let b = Model { restitution: RestitutionLaw::BiStiffness, ..h };
    let m = Model { restitution: RestitutionLaw::MonoStiffness, ..h };
    for (n, mm2, k, e1, e2, mo, want) in [
        ("elastic", m2, 1.0, 1.0, 1.0, h, "0.945114612, 0.304064896"),
        ("table1", m2, 1.0, 0.9, 0.7, h, "0.613949419, 0.209719520"),
        ("el tracked", m2, 1.0, 1.0, 1.0, t, "0.954509307, 0.277488803"),
        ("t1 tracked", m2, 1.0, 0.9, 0.7, t, "0.617881837, 0.195277380"),
        ("bi", m2, 1.0, 0.9, 0.7, b, "0.6148543, 0.2065377"),
        ("mono", m2, 1.0, 0.9, 0.7, m, "0.6174823, 0.1925432"),
        ("fig9", 0.5, 1.0, 0.9, 0.7, h, "0.636839523, 0.155809576"),
        ("pp", 1.0, 2.25, 0.950043, 0.846529, h, "0.777986839, 0.351036643"),
        ("pp", 1.0, 2.7, 0.950043, 0.846529, h, "0.819026307, 0.297076461"),
        (
            "jia2008",
            1.0,
            10.0,
            0.9f64.sqrt(),
            0.4f64.sqrt(),
            m,
            "2.441359630/3, 0.735552362/3 = 0.813786543 0.245184121",
        ),
        ("c.5", m2, 1.0, 0.5, 0.7, h, "0.342978 | 0.299838"),
        ("c.4", m2, 1.0, 0.4, 0.7, h, "0.320216 "),
        ("c.2", m2, 1.0, 0.2, 0.7, h, "0.322707"),
        ("c0", m2, 1.0, 0.0, 0.7, h, "0.318793"),
        ("k 1e9", m2, 1e9, 0.9, 0.7, h, "0.9 0"),
        ("k 1e9 el", m2, 1e9, 1.0, 1.0, h, "1 0"),
        ("k inf", m2, f64::INFINITY, 0.9, 0.7, h, "0.9 0"),
        ("k 1e-9", m2, 1e-9, 0.9, 0.7, h, "seq"),
    ] {
        let start = std::time::Instant::now();
        match bbt(mm2, k, e1, e2, mo).trace() {
            Ok((s, tr)) => {
                let p = &s.impulse;
                let v1 = -1.0 + p[0];
                let v2 = (p[1] - p[0]) / mm2;
                println!(
                    "{n}: {v1:.15} {v2:.15} want {want}  events {} {:?} lost {:.3e} ledger {:.2e}",
                    s.events,
                    start.elapsed(),
                    s.lost_in_restitution,
                    0.5 - 0.5 * v1 * v1 - 0.5 * mm2 * v2 * v2 - s.lost_in_restitution
                );
                if s.events < 20 {
                    for e in tr.events() {
                        print!("{}@{:.4}#{} ", e.kind.name(), e.time, e.contact);
                    }
                    println!();
                    for st in tr.states() {
                        println!(
                            "   {:?} {:.4} I {:.8?} E {:.8?}",
                            st.active, st.time, st.impulse, st.energy
                        );
                    }
                }
            }
            Err(e) => println!("{n}: ERR {e}"),
        }
    }
}
