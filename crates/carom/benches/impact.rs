//! Time of one impact, by criterion: `cargo bench --bench impact`.

use std::hint::black_box;

use carom::{
    Body, Compliance, Contact, Friction, Impact, Model, NormalLaw, Restitution, Stiffness, TangentialLaw,
};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use nalgebra::{Vector3, vector};

fn law(e: f64) -> NormalLaw {
    NormalLaw::touching(Restitution::new(e).expect("between 0 and 1"), Stiffness::UNIT)
}

fn ball(height: f64, mass: f64, velocity: f64) -> Body {
    let body = Body::ball(mass, 1.0).and_then(|body| body.at(vector![0.0, 0.0, height]));
    body.and_then(|body| body.moving(vector![0.0, 0.0, velocity])).expect("a sound body")
}

fn contact(bodies: [usize; 2], height: f64, e: f64) -> Contact {
    Contact::new(bodies, vector![0.0, 0.0, height], Vector3::z(), law(e)).expect("a sound contact")
}

/// A ball dropped on a ball on a table, [Jia2013, sec. 6.3].
fn ball_ball_table(e1: f64, e2: f64) -> Impact {
    let bodies = vec![ball(3.0, 1.0, -1.0), ball(1.0, 2.0 / 3.0_f64.sqrt(), 0.0), Body::fixed()];
    let contacts = vec![contact([0, 1], 2.0, e1), contact([1, 2], 0.0, e2)];
    Impact::new(bodies, contacts, Model::default()).expect("a sound impact")
}

/// Equal balls in a row, the first of which hits the others.
fn chain(balls: usize, e: f64) -> Impact {
    let bodies = (0..balls).map(|i| ball(-2.0 * i as f64, 1.0, if i == 0 { -1.0 } else { 0.0 }));
    let contacts = (1..balls).map(|i| contact([i - 1, i], 1.0 - 2.0 * i as f64, e));
    Impact::new(bodies.collect(), contacts.collect(), Model::default()).expect("a sound impact")
}

fn rigid(mu: f64) -> TangentialLaw {
    TangentialLaw::Rigid { friction: Friction::new(mu).expect("not negative") }
}

fn compliant(mu: f64) -> TangentialLaw {
    TangentialLaw::Compliant {
        friction: Friction::new(mu).expect("not negative"),
        compliance: Compliance::new(17.0 / 14.0).expect("positive"),
    }
}

/// A spinning ball bounces, [Jia2012, sec. 8.1.1]; out of its plane with a sideways spin.
fn bounce(friction: TangentialLaw, sideways: f64) -> Impact {
    let body = Body::ball(1.0, 1.0).and_then(|body| body.at(vector![0.0, 0.0, 1.0]));
    let body = body.and_then(|body| body.moving(vector![-1.0, 0.0, -5.0]));
    let body = body.and_then(|body| body.spinning(vector![sideways, 2.0, 0.0])).expect("a sound body");
    let contact = contact([0, 1], 0.0, 0.5).with_friction(friction);
    Impact::new(vec![body, Body::fixed()], vec![contact], Model::default()).expect("a sound impact")
}

fn impacts_with_friction(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bounce");
    for (name, friction) in [("rigid", rigid(0.4)), ("compliant", compliant(0.4))] {
        for (plane, sideways) in [("planar", 0.0), ("spatial", 3.0)] {
            let impact = bounce(friction, sideways);
            group.bench_function(format!("{name}, {plane}"), |b| b.iter(|| black_box(&impact).solve()));
        }
    }
    group.finish();
}

fn impacts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ball-ball-table");
    for (name, impact) in [("elastic", ball_ball_table(1.0, 1.0)), ("plastic", ball_ball_table(0.9, 0.7))] {
        group.bench_function(name, |b| b.iter(|| black_box(&impact).solve()));
        group.bench_function(format!("{name}, traced"), |b| b.iter(|| black_box(&impact).trace()));
    }
    group.bench_function("set up", |b| b.iter(|| ball_ball_table(black_box(1.0), 1.0)));
    group.finish();

    let mut group = criterion.benchmark_group("chain");
    group.sample_size(10);
    for balls in [10, 100, 1000] {
        let impact = chain(balls, 1.0);
        group.bench_with_input(BenchmarkId::new("e = 1", balls), &impact, |b, i| b.iter(|| i.solve()));
    }
    group.finish();
}

criterion_group!(benches, impacts, impacts_with_friction);
criterion_main!(benches);
