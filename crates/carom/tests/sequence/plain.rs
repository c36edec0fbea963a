//! The sequence as plainly as it can be said: bodies' motions, no W, no leaps.

use carom::laws::{self, ImpactLaw, LoneImpact};
use carom::{Body, Impact, Motion};
use nalgebra::Matrix3;

/// An approach below this part of the fastest at the start is called none.
const OVER: f64 = 1e-15;

/// Motions after at most `most` collisions.
pub fn plain_run(impact: &Impact, law: &dyn ImpactLaw, most: usize) -> Vec<Motion> {
    let (bodies, contacts) = (impact.bodies(), impact.contacts());
    let lone: Vec<LoneImpact> =
        (0..contacts.len()).map(|i| LoneImpact::at_contact(impact, i).expect("a sound contact")).collect();
    let axes: Vec<Matrix3<f64>> = impact.axes().iter().map(|axes| Matrix3::from_columns(axes)).collect();
    let mut motions: Vec<Motion> = bodies.iter().map(Body::motion).collect();
    let velocity = |motions: &[Motion], i: usize| {
        let [a, b] = contacts[i].bodies();
        let point = contacts[i].point();
        let relative = bodies[a].velocity_at(&motions[a], point) - bodies[b].velocity_at(&motions[b], point);
        axes[i].tr_mul(&relative)
    };
    let mut first = None;
    for _ in 0..most {
        let normals = (0..contacts.len()).map(|i| (velocity(&motions, i).z, i));
        let Some((fastest, i)) = normals.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        if fastest >= -OVER * *first.get_or_insert(-fastest) {
            break;
        }
        let collision =
            laws::apply(law, &lone[i].with_velocity(velocity(&motions, i))).expect("a law for all");
        let impulse = axes[i] * collision.impulse;
        let [a, b] = contacts[i].bodies();
        motions[a] += bodies[a].response(impulse, contacts[i].point());
        motions[b] += bodies[b].response(-impulse, contacts[i].point());
    }
    motions
}
