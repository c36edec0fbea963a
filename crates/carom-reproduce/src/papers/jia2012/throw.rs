//! The pencil before and after its bounce: [Jia2012, Fig. 18].

use carom_motion::flight::{Flight, PrincipalInertia, RigidState};
use carom_plot::Picture;
use carom_plot::chart::{Chart, Plot};
use nalgebra::{Vector3, vector};

use super::pencil::{HEIGHT, Pencil};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Gravity, which the paper does not name, in metres per second squared.
const GRAVITY: f64 = 9.81;

/// The nine frames, in tenths of a second.
const FRAMES: std::ops::RangeInclusive<i32> = -4..=4;

/// The pencil at each frame; the fifth is the impact.
fn frames(velocity: Vector3<f64>, spin: Vector3<f64>) -> Result<Vec<RigidState>, Unmet> {
    let inertia = PrincipalInertia::new(Pencil::TRUE.inertia())?;
    let turn = Pencil::turn();
    let strike = RigidState {
        position: turn * vector![0.0, 0.0, HEIGHT],
        orientation: turn,
        velocity: Pencil::velocity_before(),
        angular_velocity: turn * Pencil::spin_before(),
    };
    let rebound = RigidState { velocity, angular_velocity: turn * spin, ..strike };
    let gravity = Vector3::z() * -GRAVITY;
    let [before, after] =
        [Flight::new(&inertia, &strike, gravity)?, Flight::new(&inertia, &rebound, gravity)?];
    let frame = |tenths: i32| {
        let time = 0.1 * f64::from(tenths);
        if tenths < 0 { before.at(time) } else { after.at(time) }
    };
    Ok(FRAMES.map(frame).collect())
}

fn tip(state: &RigidState) -> Vector3<f64> {
    state.position + state.orientation * vector![0.0, 0.0, -HEIGHT]
}

pub fn figure_18() -> Result<Findings, Unmet> {
    let exact = &Pencil::TRUE.impact()?.solve()?.bodies[0];
    let ours = frames(exact.linear, Pencil::turn().inverse() * exact.angular)?;
    let printed = frames(vector![-0.467_515, 0.668_992, 2.864_95], vector![0.101_268, -1.590_82, -0.5])?;
    let axial =
        ours.iter().map(|state| ((state.orientation.inverse() * state.angular_velocity).z + 0.5).abs());
    let lowest = |frames: &[RigidState]| {
        let heights = frames.iter().enumerate().filter(|(i, _)| *i != 4).map(|(_, state)| tip(state).z);
        heights.fold(f64::INFINITY, f64::min)
    };
    let apart = (ours[8].position - printed[8].position).norm();
    let turned = ours[8].orientation.angle_to(&printed[8].orientation).to_degrees();
    Ok(Findings::new()
        .claim(Claim::statement(
            "collision",
            "is in the fifth of nine frames: the tip touches the desk there and is above it in all others",
            Check::once(
                tip(&ours[4]).norm() < 1e-12 && lowest(&ours) > 0.0 && lowest(&printed) > 0.0,
                format!("lowest tip in the other frames: {:.3} m, with the printed (92): {:.3} m", lowest(&ours), lowest(&printed)),
            ),
        ))
        .claim(Claim::statement(
            "spin about the pencil's axis",
            "is −0.5 rad/s in all frames: neither the impact nor the flight has a torque about it",
            Check::bounded("change / rad/s", axial, 1e-12),
        ))
        .claim(conserved(&ours))
        .claim(Claim::statement(
            "way of the pencil",
            "comes from +x, goes on along −x more slowly, and moves along +y only after the impact",
            Check::once(goes_on(&ours), format!("x from {:.3} m to {:.3} m, y from 0 to {:.3} m", ours[0].position.x, ours[8].position.x, ours[8].position.y)),
        ))
        .figure(
            views(&ours, &printed),
            &format!(
                "Nine frames at 10 Hz, the fifth at the impact; g = 9.81 m/s². Solid: before, and after with the computed velocities. Dashed: after \
                 with the printed (92). In the last frame the two are {apart:.2} m and {turned:.0}° apart."
            ),
        ))
}

/// Angular momentum over the flights.
fn conserved(frames: &[RigidState]) -> Claim {
    let momentum = |state: &RigidState| {
        state.orientation * (Pencil::TRUE.inertia() * (state.orientation.inverse() * state.angular_velocity))
    };
    let off = [&frames[..4], &frames[4..]].into_iter().flat_map(|flight| {
        let first = momentum(&flight[0]);
        flight.iter().map(move |state| (momentum(state) - first).norm())
    });
    Claim::statement(
        "angular momentum in flight",
        "is constant before and after",
        Check::bounded("change / N m s", off, 1e-12),
    )
}

fn goes_on(frames: &[RigidState]) -> bool {
    let x: Vec<f64> = frames.iter().map(|state| state.position.x).collect();
    let falling = x.windows(2).all(|pair| pair[1] < pair[0]);
    let level = frames[..5].iter().all(|state| state.position.y.abs() < 1e-12);
    falling && x[0] - x[4] > x[4] - x[8] && level && frames[5..].iter().all(|state| state.position.y > 0.0)
}

/// The outline of the pencil seen along a direction: tip, edge of the cone, top, and back.
fn outline(state: &RigidState, sight: &Vector3<f64>, seen: fn(&Vector3<f64>) -> [f64; 2]) -> Vec<[f64; 2]> {
    let axis = state.orientation * Vector3::z();
    let side = axis.cross(sight).normalize() * 0.5;
    let at = |along: f64, across: f64| seen(&(tip(state) + axis * along + side * across));
    let border = [(0.0, 0.0), (0.5, 1.0), (3.5, 1.0), (3.5, -1.0), (0.5, -1.0), (0.0, 0.0)];
    border.map(|(along, across)| at(along, across)).into_iter().chain([[f64::NAN; 2]]).collect()
}

fn views(ours: &[RigidState], printed: &[RigidState]) -> Picture {
    let inwards: fn(&Vector3<f64>) -> [f64; 2] = |place| [place.x, place.z];
    let outwards: fn(&Vector3<f64>) -> [f64; 2] = |place| [place.y, place.z];
    let views = [
        ("(a) y-axis inward", "x / m", Vector3::y(), inwards),
        ("(b) x-axis outward", "y / m", Vector3::x(), outwards),
    ];
    let mut chart =
        Chart::new("The thrown pencil", "at 10 Hz from 0.4 s before its impact to 0.4 s after it").columns(2);
    for (heading, name, sight, seen) in views {
        let drawn = |frames: &[RigidState]| {
            frames.iter().flat_map(|state| outline(state, &sight, seen)).collect::<Vec<_>>()
        };
        let mut plot = Plot::new(name, "z / m")
            .heading(heading)
            .equal_scales()
            .height(420.0)
            .line("before", drawn(&ours[..4]))
            .line("impact", drawn(&ours[4..5]))
            .line("after, computed", drawn(&ours[5..]))
            .dashed("after, printed (92)", drawn(&printed[5..]));
        for (frame, state) in ours.iter().enumerate() {
            plot = plot.letter(seen(&state.position), &(frame + 1).to_string());
        }
        chart = chart.plot(plot);
    }
    chart.draw()
}
