//! The impulse plane of a planar impact, in the paper's axes: P₂ to the right, P₁ upwards.

use carom::comparison::{Reach, reach};
use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact};
use carom_plot::chart::Plot;
use nalgebra::{Matrix2, Vector2, vector};

use super::support::{POISSON, in_paper};

/// Points of an ellipse.
const POINTS: usize = 240;

/// An impulse plane.
pub struct Plane {
    /// W in the paper's axes (2, 1).
    pub w: Matrix2<f64>,
    /// V_i in the same.
    pub v: Vector2<f64>,
    /// μ.
    pub friction: f64,
}

impl Plane {
    /// That of an impact in the plane of t1 and n.
    pub fn of(impact: &LoneImpact) -> Self {
        let (w, v) = (impact.inverse_mass(), impact.velocity());
        Self {
            w: Matrix2::new(w.m11, -w.m13, -w.m13, w.m33),
            v: vector![-v.x, v.z],
            friction: impact.friction(),
        }
    }

    /// M.
    pub fn mass(&self) -> Matrix2<f64> {
        self.w.try_inverse().unwrap_or_else(Matrix2::zeros)
    }

    /// P_II.
    pub fn sticking(&self) -> Vector2<f64> {
        -self.mass() * self.v
    }

    /// The impulse with a given velocity after it.
    pub fn impulse_to(&self, after: Vector2<f64>) -> Vector2<f64> {
        self.mass() * (after - self.v)
    }

    /// The energy surface: impulses after which the energy is what it was.
    pub fn ellipse(&self) -> Vec<[f64; 2]> {
        let twice = self.v.dot(&(self.mass() * self.v));
        let root = self.mass().cholesky().map_or_else(Matrix2::zeros, |c| c.l()) * twice.sqrt();
        let at = |i: usize| {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / POINTS as f64).sin_cos();
            let p = self.sticking() + root * vector![cos, sin];
            [p.x, p.y]
        };
        (0..=POINTS).map(at).collect()
    }

    /// The permissible region: the ellipse, cut by the line of maximum compression and the friction lines.
    pub fn region(&self) -> Vec<[f64; 2]> {
        let separates = |p: [f64; 2]| self.v.y + self.w.m21 * p[0] + self.w.m22 * p[1];
        let polygon = cut(&self.ellipse(), &separates);
        if self.friction.is_infinite() {
            return cut(&polygon, &|p| p[1]);
        }
        let polygon = cut(&polygon, &|p| self.friction * p[1] - p[0]);
        cut(&polygon, &|p| self.friction * p[1] + p[0])
    }

    /// The part of the region with e ≤ 1.
    pub fn region_up_to_one(&self) -> Vec<[f64; 2]> {
        cut(&self.region(), &|p| -2.0 * self.v.y - self.w.m21 * p[0] - self.w.m22 * p[1])
    }

    /// The line of impulses with a given normal velocity after them, from one P₂ to another.
    pub fn line_of_normal_velocity(&self, velocity: f64, from: f64, to: f64) -> [[f64; 2]; 2] {
        [from, to].map(|x| [x, (velocity - self.v.y - self.w.m21 * x) / self.w.m22])
    }

    /// The line of impulses with a given tangential velocity after them, from one P₁ to another.
    pub fn line_of_tangential_velocity(&self, velocity: f64, from: f64, to: f64) -> [[f64; 2]; 2] {
        [from, to].map(|y| [(velocity - self.v.x - self.w.m12 * y) / self.w.m11, y])
    }

    /// Left and right friction line, up to a normal impulse; the tangential axis, as far, if friction is infinite.
    pub fn friction_lines(&self, length: f64) -> [[f64; 2]; 3] {
        let [x, y] =
            if self.friction.is_infinite() { [length, 0.0] } else { [self.friction * length, length] };
        [[-x, y], [0.0, 0.0], [x, y]]
    }

    /// The energy ellipse, the permissible region, the friction lines and the lines of sticking and maximum compression.
    pub fn plot(&self, heading: &str) -> Plot {
        let ellipse = self.ellipse();
        let edge =
            |axis: usize, sign: f64| ellipse.iter().map(|p| sign * p[axis]).fold(f64::NEG_INFINITY, f64::max);
        let (left, right, top, bottom) = (-edge(0, -1.0), edge(0, 1.0), edge(1, 1.0), -edge(1, -1.0));
        Plot::new("P₂ / N s", "P₁ / N s")
            .heading(heading)
            .equal_scales()
            .area("permissible region", self.region())
            .line("no energy lost", ellipse)
            .dashed(
                "friction lines",
                self.friction_lines(if self.friction.is_infinite() { right } else { top }),
            )
            .guide(self.line_of_normal_velocity(0.0, left, right))
            .guide(self.line_of_tangential_velocity(0.0, bottom, top))
    }
}

/// Adds what the laws of the paper's figures reach: the new law's region, and the curves of the others for e from 0 to 1.
pub fn with_laws(plot: Plot, impact: &LoneImpact) -> Plot {
    const STEPS: usize = 100;
    let points = |reached: Option<Reach>| match reached {
        Some(Reach::Area(points) | Reach::Curve(points)) => points.iter().map(in_paper).collect(),
        None => Vec::new(),
    };
    let of = |law: &dyn ImpactLaw| points(reach(law, impact, STEPS));
    let new = of(&ChatterjeeRuina);
    let plot = if is_flat(&new) { plot.line("new law", new) } else { plot.area("new law", new) };
    let plot = plot.line("Routh", of(&POISSON)).line("Smith", of(&Smith));
    let whittaker = of(&Whittaker);
    if runs_away(&whittaker, &Plane::of(impact)) { plot } else { plot.dashed("Whittaker", whittaker) }
}

/// Whether a law leaves the ellipse by far, as Whittaker's does in Fig. 8, where the paper does not show it.
fn runs_away(curve: &[[f64; 2]], plane: &Plane) -> bool {
    /// In lengths of the ellipse, from its centre.
    const FAR: f64 = 3.0;
    let from_centre = |p: &[f64; 2]| (vector![p[0], p[1]] - plane.sticking()).norm();
    let furthest = |points: &[[f64; 2]]| points.iter().map(from_centre).fold(0.0, f64::max);
    furthest(curve) > FAR * furthest(&plane.ellipse())
}

/// Whether a polygon is a line: its area is next to nothing, for the length of its border.
fn is_flat(polygon: &[[f64; 2]]) -> bool {
    const NOTHING: f64 = 1e-6;
    let (mut area, mut border) = (0.0, 0.0);
    for (i, p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        area += 0.5 * (p[0] * q[1] - p[1] * q[0]);
        border += (q[0] - p[0]).hypot(q[1] - p[1]);
    }
    area.abs() <= NOTHING * border * border
}

/// The part of a closed polygon on which a linear function is not negative.
pub fn cut(polygon: &[[f64; 2]], margin: &dyn Fn([f64; 2]) -> f64) -> Vec<[f64; 2]> {
    let mut kept = Vec::new();
    for (i, &here) in polygon.iter().enumerate() {
        let next = polygon[(i + 1) % polygon.len()];
        let (a, b) = (margin(here), margin(next));
        if a >= 0.0 {
            kept.push(here);
        }
        if (a >= 0.0) != (b >= 0.0) {
            let part = a / (a - b);
            kept.push([here[0] + part * (next[0] - here[0]), here[1] + part * (next[1] - here[1])]);
        }
    }
    kept
}

/// A vector as a point.
pub fn point(p: Vector2<f64>) -> [f64; 2] {
    [p.x, p.y]
}
