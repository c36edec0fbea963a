//! Time of a sequence of collisions, by criterion: `cargo bench --bench sequence`.

use std::hint::black_box;

use carom::laws::newton::Newton;
use carom::sequence::{Rules, Sequence};
use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use nalgebra::{Matrix3, Vector3, vector};

/// Numbers between −1 and 1: the fractional parts of multiples of the golden ratio, with another start for every scene.
struct Draws(f64);

impl Draws {
    fn next(&mut self) -> f64 {
        self.0 = (self.0 + 0.618_033_988_749_895).fract();
        (self.0 * 1e4).fract() * 2.0 - 1.0
    }

    fn vector(&mut self) -> Vector3<f64> {
        vector![self.next(), self.next(), self.next()]
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.next() + 1.0) / 2.0 * count as f64) as usize
    }
}

/// Ten bodies that touch at thirty random points.
fn cluster(e: f64, start: f64) -> Impact {
    let mut draws = Draws(start);
    let mut body = || {
        let inertia = Matrix3::from_diagonal(&draws.vector().map(|x| 0.6 + 0.3 * x));
        let body = Body::rigid(1.0, inertia).and_then(|body| body.at(draws.vector() * 3.0));
        let body = body.and_then(|body| body.moving(draws.vector()));
        body.and_then(|body| body.spinning(draws.vector())).expect("a sound body")
    };
    let bodies: Vec<Body> = (0..10).map(|_| body()).collect();
    let law = NormalLaw::touching(Restitution::new(e).expect("between 0 and 1"), Stiffness::UNIT);
    let mut contact = || {
        let a = draws.below(10);
        let b = (a + 1 + draws.below(9)) % 10;
        let point = (bodies[a].position() + bodies[b].position()) / 2.0 + draws.vector();
        Contact::new([a, b], point, draws.vector(), law).expect("a sound contact")
    };
    let contacts = (0..30).map(|_| contact()).collect();
    Impact::new(bodies, contacts, Model::default()).expect("a sound impact")
}

fn prepare(impact: &Impact) -> Sequence<'_> {
    Sequence::new(impact, Rules::default()).expect("a sound sequence")
}

/// Sixteen scenes at a time; the time of one is a sixteenth.
fn sequences(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("30 contacts, 16 scenes");
    for e in [1.0, 0.5, 0.0] {
        let impacts: Vec<Impact> = (0..16).map(|i| cluster(e, f64::from(i) / 17.0)).collect();
        let sequences: Vec<Sequence> = impacts.iter().map(prepare).collect();
        let collisions: usize =
            sequences.iter().map(|s| s.solve(&Newton).map_or(0, |outcome| outcome.collisions)).sum();
        println!("e = {e}: {collisions} collisions in 16 scenes");
        group.bench_with_input(BenchmarkId::new("solve", e), &sequences, |bencher, sequences| {
            bencher.iter(|| sequences.iter().for_each(|s| drop(black_box(s.solve(&Newton)))));
        });
        group.bench_with_input(BenchmarkId::new("set up", e), &impacts, |bencher, impacts| {
            bencher.iter(|| impacts.iter().for_each(|impact| drop(black_box(prepare(impact)))));
        });
    }
    group.finish();
}

criterion_group!(benches, sequences);
criterion_main!(benches);
