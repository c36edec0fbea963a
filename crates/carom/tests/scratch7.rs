use carom::*;
use nalgebra::dmatrix;
#[test]
fn loops() {
    let m2 = 2.0 / 3f64.sqrt();
    let w = dmatrix![1.0+1.0/m2, -1.0/m2; -1.0/m2, 1.0/m2];
    let l = |e: f64, k: f64| NormalLaw::touching(Restitution::new(e).unwrap(), Stiffness::new(k).unwrap());
    let p = ContactProblem::new(
        Coupling::from_matrix(&w).unwrap(),
        vec![-1.0, 0.0],
        vec![l(1.0, 1.0), l(1.0, 1.0)],
        Model::default(),
    )
    .unwrap();
    println!("expansions {}", p.solve().unwrap().expansions);
    for _ in 0..2000 {
        std::hint::black_box(p.solve().unwrap());
    }
}
