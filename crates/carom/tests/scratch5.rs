use carom::*;
use carom_reference as r;
#[test]
fn case() {
    let sc = r::scenes::random(49, 4, (0.0, 0.3)).unwrap();
    let p = &sc.problem;
    let k = p.contacts();
    let b = r::Brute::new(r::Law::BiStiffness, r::Separation::tracked(k))
        .with_steps_per_radian(400)
        .history(p)
        .unwrap();
    println!("k {:?} v {:?}", p.stiffness, p.velocity.as_slice());
    println!("brute v {:?} p {:?}", b.outcome.velocity.as_slice(), b.outcome.impulse.as_slice());
    for s in &b.snapshots {
        println!(
            "  {:?} t {:.6} v {:?} p {:.8?} E {:?}",
            s.active,
            s.time,
            s.velocity.as_slice(),
            s.impulse.as_slice(),
            s.energy.as_slice()
        );
    }
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
        Model { restitution: RestitutionLaw::BiStiffness, separation: Separation::Tracked },
    )
    .unwrap();
    let (o, t) = cp.trace().unwrap();
    println!("ours v {:?} p {:?}", o.velocity, o.impulse);
    for e in t.events() {
        println!("  {:?}", e);
    }
    for s in t.states() {
        println!("  {:?} {:.6} {:.8?} {:?}", s.active, s.time, s.impulse, s.energy);
    }
}
