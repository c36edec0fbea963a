//! The pencil before and after its bounce: [Jia2012, Fig. 18].

use carom_motion::flight::{Flight, PrincipalInertia, RigidState};
use carom_plot::Picture;
use carom_plot::chart::{Chart, Interval, Plot};
use nalgebra::{Vector3, vector};

use super::pencil::{HEIGHT, Pencil};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// Gravity, which the paper does not name, in metres per second squared.
const GRAVITY: f64 = 9.81;

/// The flights to the impact, at time 0, and from it.
struct Throw {
    before: Flight,
    after: Flight,
}

impl Throw {
    /// With a velocity and an angular velocity in the pencil's axes after the impact.
    fn new(velocity: Vector3<f64>, spin: Vector3<f64>) -> Result<Self, Unmet> {
        let inertia = PrincipalInertia::new(Pencil::TRUE.inertia())?;
        let turn = Pencil::turn();
        let strike = RigidState {
            position: turn * vector![0.0, 0.0, HEIGHT],
            orientation: turn,
            velocity: Pencil::velocity_before(),
            angular_velocity: turn * Pencil::spin_before(),
        };
        let rebound = RigidState { velocity, angular_velocity: turn * spin, ..strike };
        let flight = |state: &RigidState| Flight::new(&inertia, state, Vector3::z() * -GRAVITY);
        Ok(Self { before: flight(&strike)?, after: flight(&rebound)? })
    }

    /// The pencil so many times in each tenth of a second, from four tenths before the impact to four after it.
    fn states(&self, per_frame: i32) -> Vec<RigidState> {
        let state = |step: i32| {
            let time = 0.1 * f64::from(step) / f64::from(per_frame);
            if step < 0 { self.before.at(time) } else { self.after.at(time) }
        };
        (-4 * per_frame..=4 * per_frame).map(state).collect()
    }

    /// The nine frames; the fifth is the impact.
    fn frames(&self) -> Vec<RigidState> {
        self.states(1)
    }
}

fn tip(state: &RigidState) -> Vector3<f64> {
    state.position + state.orientation * vector![0.0, 0.0, -HEIGHT]
}

pub fn figure_18() -> Result<Findings, Unmet> {
    let exact = &Pencil::TRUE.impact()?.solve()?.bodies[0];
    let throw = Throw::new(exact.linear, Pencil::turn().inverse() * exact.angular)?;
    let (velocity, spin) = (vector![-0.467_515, 0.668_992, 2.864_95], vector![0.101_268, -1.590_82, -0.5]);
    let (ours, printed) = (throw.frames(), Throw::new(velocity, spin)?.frames());
    let axial =
        ours.iter().map(|state| ((state.orientation.inverse() * state.angular_velocity).z + 0.5).abs());
    let apart = (ours[8].position - printed[8].position).norm();
    let turned = ours[8].orientation.angle_to(&printed[8].orientation).to_degrees();
    Ok(Findings::new()
        .claim(collision(&ours, &printed))
        .claim(Claim::statement(
            "spin about the pencil's axis",
            "is −0.5 rad/s in all frames: neither the impact nor the flight has a torque about it",
            Check::bounded("change / rad/s", axial, 1e-12),
        ))
        .claim(conserved(&ours))
        .claim(way(&ours))
        .figure(
            strips(&ours, &printed),
            "The frames side by side, each around its centre of mass; the desk is at z = 0 and the fifth \
             frame is the impact. g = 9.81 m/s².",
        )
        .figure(
            paths(&throw, &printed),
            &format!(
                "In the last frame the computed pencil and that with the printed velocities are {apart:.2} m \
                 and {turned:.0}° apart."
            ),
        ))
}

fn collision(ours: &[RigidState], printed: &[RigidState]) -> Claim {
    let lowest = |frames: &[RigidState]| {
        let heights = frames.iter().enumerate().filter(|(i, _)| *i != 4).map(|(_, state)| tip(state).z);
        heights.fold(f64::INFINITY, f64::min)
    };
    let [lowest, lowest_printed] = [lowest(ours), lowest(printed)];
    Claim::statement(
        "collision",
        "is in the fifth of nine frames: the tip touches the desk there and is above it in all others",
        Check::once(
            tip(&ours[4]).norm() < 1e-12 && lowest > 0.0 && lowest_printed > 0.0,
            format!("lowest tip in the other frames: {lowest:.3} m, with (92): {lowest_printed:.3} m"),
        ),
    )
}

fn way(frames: &[RigidState]) -> Claim {
    let [from, to] = [frames[0].position, frames[8].position];
    Claim::statement(
        "way of the pencil",
        "comes from +x, goes on along −x more slowly, and moves along +y only after the impact",
        Check::once(
            goes_on(frames),
            format!("x from {:.3} m to {:.3} m, y from 0 to {:.3} m", from.x, to.x, to.y),
        ),
    )
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

/// A view of the pencil: its heading, the name of the axis to the right, and both directions.
struct View {
    heading: &'static str,
    right: &'static str,
    sight: Vector3<f64>,
    across: Vector3<f64>,
}

fn views() -> [View; 2] {
    [
        View { heading: "(a) y-axis inward", right: "x", sight: Vector3::y(), across: Vector3::x() },
        View { heading: "(b) x-axis outward", right: "y", sight: Vector3::x(), across: Vector3::y() },
    ]
}

/// Room for a frame in a strip, in metres.
const FRAME: f64 = 2.4;

impl View {
    fn seen(&self, place: &Vector3<f64>) -> [f64; 2] {
        [place.dot(&self.across), place.z]
    }

    /// The outline of the pencil in its frame, which is centred on the centre of mass: tip, edge of the cone,
    /// top, and back.
    fn outline(&self, frame: usize, state: &RigidState) -> Vec<[f64; 2]> {
        let axis = state.orientation * Vector3::z();
        let side = axis.cross(&self.sight).normalize() * 0.5;
        let middle = state.position.dot(&self.across) - FRAME * (frame + 1) as f64;
        let at = |(along, across): (f64, f64)| {
            let [right, up] = self.seen(&(tip(state) + axis * along + side * across));
            [right - middle, up]
        };
        let border = [(0.0, 0.0), (0.5, 1.0), (3.5, 1.0), (3.5, -1.0), (0.5, -1.0), (0.0, 0.0)];
        border.map(at).into_iter().chain([[f64::NAN; 2]]).collect()
    }

    /// The frames side by side.
    fn strip(&self, ours: &[RigidState], printed: &[RigidState]) -> Plot {
        let drawn = |frames: &[RigidState], from: usize| {
            let outlines =
                frames.iter().enumerate().skip(from).map(|(frame, state)| self.outline(frame, state));
            outlines.flatten().collect::<Vec<_>>()
        };
        let name = format!("{} from the centre of mass + {FRAME} m for each frame / m", self.right);
        let end = FRAME * 10.0;
        let mut plot = Plot::new(&name, "z / m")
            .heading(self.heading)
            .equal_scales()
            .across(Interval::Between(FRAME * 0.3, end - FRAME * 0.3))
            .upwards(Interval::Between(-0.2, 4.6))
            .line("computed", drawn(ours, 0))
            .dashed("after the impact with the printed (92)", drawn(printed, 5))
            .guide([[0.0, 0.0], [end, 0.0]]);
        for frame in 1..=9_u32 {
            plot = plot.words([FRAME * f64::from(frame), 4.25], &frame.to_string());
        }
        plot
    }

    /// The path of the centre of mass.
    fn path(&self, throw: &Throw, printed: &[RigidState]) -> Plot {
        let points =
            |frames: &[RigidState]| frames.iter().map(|state| self.seen(&state.position)).collect::<Vec<_>>();
        let mut plot = Plot::new(&format!("{} / m", self.right), "z / m")
            .heading(self.heading)
            .line("computed", points(&throw.states(10)))
            .rings("after the impact with the printed (92)", points(&printed[5..]));
        for (frame, at) in points(&throw.frames()).into_iter().enumerate() {
            plot = plot.letter(at, &(frame + 1).to_string());
        }
        plot
    }
}

fn strips(ours: &[RigidState], printed: &[RigidState]) -> Picture {
    let chart = Chart::new("The thrown pencil", "at 10 Hz from 0.4 s before its impact to 0.4 s after it");
    views().iter().fold(chart, |chart, view| chart.plot(view.strip(ours, printed))).draw()
}

fn paths(throw: &Throw, printed: &[RigidState]) -> Picture {
    let chart = Chart::new("Path of the pencil's centre of mass", "the same nine frames").columns(2);
    views().iter().fold(chart, |chart, view| chart.plot(view.path(throw, printed))).draw()
}
