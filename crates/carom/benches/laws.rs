//! Time of one evaluation of each single-contact law, by criterion: `cargo bench --bench laws`.

use std::hint::black_box;

use carom::laws::bilinear::Bilinear;
use carom::laws::brach::Brach;
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::composite::Composite;
use carom::laws::newton::Newton;
use carom::laws::pfeiffer_glocker::PfeifferGlocker;
use carom::laws::routh::Routh;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{Coefficients, ImpactLaw, LoneImpact};
use carom::{Friction, Restitution, TangentialRestitution};
use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::{Matrix3, vector};

fn coefficients(friction: f64) -> Coefficients {
    Coefficients {
        restitution: Restitution::new(0.6).expect("between 0 and 1"),
        friction: Friction::new(friction).expect("not negative"),
        tangential_restitution: TangentialRestitution::NONE,
    }
}

fn impact(matrix: Matrix3<f64>, friction: f64) -> LoneImpact {
    let velocity = vector![0.9, -0.4, -1.0];
    LoneImpact::new(matrix, velocity, coefficients(friction)).expect("a positive definite matrix")
}

/// An impact that stays in the plane of t1 and n.
fn planar(friction: f64) -> LoneImpact {
    let matrix = Matrix3::new(2.0, 0.0, 0.5, 0.0, 1.5, 0.0, 0.5, 0.0, 1.0);
    LoneImpact::new(matrix, vector![0.9, 0.0, -1.0], coefficients(friction))
        .expect("a positive definite matrix")
}

/// All three directions coupled.
fn generic() -> Matrix3<f64> {
    Matrix3::new(2.0, 0.3, 0.5, 0.3, 1.5, -0.4, 0.5, -0.4, 1.0)
}

fn one_impact(criterion: &mut Criterion) {
    let mixed: Vec<(f64, Box<dyn ImpactLaw>)> =
        vec![(0.5, Box::new(ChatterjeeRuina)), (0.5, Box::new(Smith))];
    let mixed = Composite::new(mixed).expect("positive weights");
    let ratios = Brach { impulse_ratios: Some(vector![0.2, 0.1]), ..Brach::default() };
    let ball = Matrix3::from_diagonal(&vector![3.5, 3.5, 1.0]);
    let pfeiffer_glocker = PfeifferGlocker::default();
    let cases: [(&str, &dyn ImpactLaw, LoneImpact); 18] = [
        ("newton", &Newton, impact(generic(), 0.0)),
        ("bilinear", &Bilinear, impact(ball, 0.3)),
        ("chatterjee-ruina", &ChatterjeeRuina, impact(generic(), 0.3)),
        ("brach", &Brach::default(), impact(generic(), 0.3)),
        ("brach, ratios", &ratios, impact(generic(), 0.3)),
        ("whittaker", &Whittaker, impact(generic(), 0.3)),
        ("whittaker, planar", &Whittaker, planar(0.3)),
        ("pfeiffer-glocker", &pfeiffer_glocker, impact(generic(), 0.3)),
        ("pfeiffer-glocker, planar", &pfeiffer_glocker, planar(0.3)),
        ("smith", &Smith, impact(generic(), 0.3)),
        ("smith, planar", &Smith, planar(3.0)),
        ("smith, pressed", &Smith, impact(generic(), 3.0)),
        ("composite", &mixed, impact(generic(), 0.3)),
        ("routh", &Routh::default(), impact(generic(), 0.3)),
        ("routh, sticking", &Routh::default(), impact(generic(), 3.0)),
        ("routh, planar", &Routh::default(), planar(0.3)),
        ("routh, planar, sticking", &Routh::default(), planar(3.0)),
        ("routh, ball", &Routh::default(), impact(ball, 0.3)),
    ];
    let mut group = criterion.benchmark_group("law");
    for (name, law, impact) in &cases {
        group.bench_function(*name, |bencher| bencher.iter(|| law.impulse(black_box(impact))));
    }
    group.finish();
}

criterion_group!(benches, one_impact);
criterion_main!(benches);
