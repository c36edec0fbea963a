//! Sec. 3.3 and Fig. 3: constructions in the impulse plane.

use carom::laws::chatterjee_ruina::ChatterjeeRuina;
use carom::laws::routh::{Outcome, RouthEventKind};
use carom::laws::smith::Smith;
use carom::laws::whittaker::Whittaker;
use carom::laws::{ImpactLaw, LoneImpact};
use carom_plot::chart::{Chart, Plot};
use nalgebra::{Vector2, vector};

use super::constructed_laws::{back_on_the_axis, routh, smith, sticking_or_not, whittaker};
use super::drawing::{Plane, point};
use super::support::{IMPACTS, POISSON, ROUNDING, Random, general_laws, in_paper, lone, rod, with};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::Findings;
use crate::item::Unmet;

/// A rod 30° above the table, V_i = (−2, −1) m/s along 1 and 2, μ = 0.5: the line of sticking leans beyond the left
/// friction line, as in the paper's sketch.
fn sketched() -> Result<LoneImpact, Unmet> {
    lone(rod(std::f64::consts::FRAC_PI_6, false), vector![1.0, 0.0, -2.0], [0.5, 1.0, 0.0])
}

/// The points of Fig. 3a.
struct Points {
    /// Vertical tangents: leftmost and rightmost.
    a: Vector2<f64>,
    b: Vector2<f64>,
    /// Horizontal tangents: highest and lowest.
    c: Vector2<f64>,
    d: Vector2<f64>,
    /// 2P_I.
    e: Vector2<f64>,
}

impl Points {
    fn of(plane: &Plane) -> Self {
        let mass = plane.mass();
        let twice = plane.v.dot(&(mass * plane.v));
        // After an impulse at A or B the normal velocity is zero, at C or D the tangential one.
        let (across, along) = ((twice / mass.m11).sqrt(), (twice / mass.m22).sqrt());
        let after = |x: f64, y: f64| plane.impulse_to(vector![x, y]);
        Self {
            a: after(-across, 0.0),
            b: after(across, 0.0),
            c: after(0.0, along),
            d: after(0.0, -along),
            e: vector![0.0, -2.0 * plane.v.y / plane.w.m22],
        }
    }

    /// The other end of the line through E parallel to AB.
    fn f(&self, plane: &Plane) -> Vector2<f64> {
        let direction = self.b - self.a;
        let response = plane.w * direction;
        self.e - direction * (2.0 * (self.e - plane.sticking()).dot(&response) / direction.dot(&response))
    }
}

pub fn figure_3() -> Result<Findings, Unmet> {
    let impact = sketched()?;
    let plane = Plane::of(&impact);
    let points = Points::of(&plane);
    let title = "Constructions in the impulse plane";
    let subtitle = "slender rod, 30° above the table, V_i = (−2, −1) m/s along 1 and 2, μ = 0.5";
    let chart = Chart::new(title, subtitle)
        .columns(2)
        .plot(panel_a(&plane, &points))
        .plot(panel_b(&impact, &plane)?)
        .plot(panel_c(&impact, &plane, &points)?)
        .plot(panel_d(&impact, &plane)?);
    Ok(Findings::new()
        .claim(tangents(&plane, &points))
        .claim(point_f(&plane, &points))
        .claim(left_and_right()?)
        .claim(incidence()?)
        .claim(between_ab_and_ef()?)
        .claim(scale_is_free()?)
        .claims(routh(&impact)?)
        .claim(sticking_or_not()?)
        .claims(smith(&impact)?)
        .claim(back_on_the_axis(&impact, &plane)?)
        .claim(whittaker()?)
        .figure(
            chart.draw(),
            "(a) A, B: vertical tangents; C, D: horizontal ones; E = 2P_I; EF parallel to AB. (b)–(d) The thick lines are \
             what the law reaches with e from 0 to 1, the dashed part leads there from O. The guide in (c) has the tangential \
             velocity reversed, that in (d) e = ½.",
        ))
}

fn point_f(plane: &Plane, points: &Points) -> Claim {
    let off = (points.f(plane) - 2.0 * plane.sticking()).norm();
    Claim::statement(
        "F, where the line through E parallel to AB leaves the ellipse",
        "normal and tangential velocity are reversed there: F is 2P_II",
        Check::bounded("distance from 2P_II / N s", [off], ROUNDING),
    )
}

/// The impulse origin O is the zero of these axes: at A for grazing incidence, at D for normal incidence.
fn incidence() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(66);
    let mut distances = Vec::new();
    for _ in 0..IMPACTS / 4 {
        let any = numbers.in_plane()?;
        let points = |v| Points::of(&Plane::of(&any.with_velocity(v)));
        let [grazing, normal] = [vector![1.0, 0.0, 0.0], vector![0.0, 0.0, -1.0]].map(points);
        distances.push(grazing.a.norm() / grazing.b.norm());
        distances.push(normal.d.norm() / normal.c.norm());
    }
    Ok(Claim::statement(
        "O for grazing and for normal incidence",
        "at A (or B, had the sliding the other direction), and at D",
        Check::bounded("distance over the ellipse's width or height", distances, ROUNDING),
    ))
}

fn panel_a(plane: &Plane, points: &Points) -> Plot {
    plane
        .plot("(a) construction")
        .guide([point(points.e), point(points.f(plane))])
        .letter([0.0, 0.0], "O")
        .letter(point(points.a), "A")
        .letter(point(points.b), "B")
        .letter(point(points.c), "C")
        .letter(point(points.d), "D")
        .letter(point(points.e), "E")
        .letter(point(points.f(plane)), "F")
}

/// A law's impulses for e from −1 to 0 and from 0 to 1. Laws of kinematic restitution know of V_in only (1 + e) V_in.
fn curve(law: &dyn ImpactLaw, impact: &LoneImpact, from: f64, to: f64) -> Result<Vec<[f64; 2]>, Unmet> {
    const STEPS: usize = 100;
    let elastic = with(impact, [impact.friction(), 1.0, 0.0])?;
    let v = impact.velocity();
    let at = |i: usize| {
        let e = from + (to - from) * i as f64 / STEPS as f64;
        let slower = elastic.with_velocity(vector![v.x, v.y, v.z * (1.0 + e) / 2.0]);
        Ok(in_paper(&law.impulse(&slower)?))
    };
    (0..=STEPS).map(at).collect()
}

fn panel_b(impact: &LoneImpact, plane: &Plane) -> Result<Plot, Unmet> {
    let path = rouths_path(impact)?;
    Ok(plane
        .plot("(b) Routh")
        .dashed("before e = 0", path[..3].to_vec())
        .line("reach of the law", path[2..].to_vec())
        .letter([0.0, 0.0], "O"))
}

/// The corners of Routh's path: O, the line of sticking, the end of compression, and the end for e = 1.
fn rouths_path(impact: &LoneImpact) -> Result<[[f64; 2]; 4], Unmet> {
    let Outcome::Solved(solution) = POISSON.follow(impact)? else { return Err("the bodies approach".into()) };
    let stop = event(&solution.events, RouthEventKind::SlipStops).ok_or("slip stops")?;
    let compression = event(&solution.events, RouthEventKind::CompressionEnds).ok_or("compression ends")?;
    let friction = impact.friction();
    let end = in_paper(&solution.impulse);
    let corner = [friction * stop, stop];
    let at = [corner[0] - friction * (compression - stop), compression];
    Ok([[0.0, 0.0], corner, at, end])
}

pub fn event(events: &[carom::laws::routh::Event], kind: RouthEventKind) -> Option<f64> {
    events.iter().find(|event| event.kind == kind).map(|event| event.normal_impulse)
}

fn panel_c(impact: &LoneImpact, plane: &Plane, points: &Points) -> Result<Plot, Unmet> {
    let reversed = plane.line_of_tangential_velocity(-plane.v.x, 0.4, points.c.y);
    Ok(plane
        .plot("(c) Smith")
        .guide(reversed)
        .dashed("before e = 0", curve(&Smith, impact, -0.999, 0.0)?)
        .line("reach of the law", curve(&Smith, impact, 0.0, 1.0)?)
        .letter(point(points.e), "E")
        .letter(point(points.f(plane)), "F"))
}

fn panel_d(impact: &LoneImpact, plane: &Plane) -> Result<Plot, Unmet> {
    Ok(plane
        .plot("(d) Whittaker")
        .guide(plane.line_of_normal_velocity(-0.5 * plane.v.y, -1.2, 1.6))
        .line("reach of the law", curve(&Whittaker, impact, 0.0, 1.0)?)
        .letter(point(plane.impulse_to(vector![0.0, -0.5 * plane.v.y])), "e = ½"))
}

fn tangents(plane: &Plane, points: &Points) -> Claim {
    let ellipse = plane.ellipse();
    let beyond = |axis: usize, sign: f64, limit: Vector2<f64>| {
        ellipse.iter().map(move |p| sign * (p[axis] - limit[axis])).fold(f64::NEG_INFINITY, f64::max)
    };
    let excess = [
        beyond(0, -1.0, points.a),
        beyond(0, 1.0, points.b),
        beyond(1, 1.0, points.c),
        beyond(1, -1.0, points.d),
    ];
    Claim::statement(
        "tangents of the ellipse",
        "vertical ones touch it on the line of maximum compression (A, B), horizontal ones on the line of sticking (C, D)",
        Check::bounded("distance by which a point of the ellipse lies beyond them / N s", excess, ROUNDING),
    )
}

fn left_and_right() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(61);
    let mut failures = 0;
    for _ in 0..IMPACTS {
        let plane = Plane::of(&numbers.in_plane()?);
        let p = vector![numbers.between(-2.0, 2.0), numbers.between(-2.0, 2.0)];
        let on_line = plane.line_of_tangential_velocity(0.0, p.y, p.y)[0][0];
        let after = (plane.v + plane.w * p).x;
        failures += usize::from((after > 0.0) != (p.x > on_line));
    }
    Ok(Claim::statement(
        "left and right of CD",
        "the sliding after the impact is to the side of the line of sticking on which the impulse lies",
        Check::counted(IMPACTS, failures, "random M, V_i and P"),
    ))
}

fn between_ab_and_ef() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(64);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS / 4 {
        let impact = numbers.in_plane()?;
        for law in [&Whittaker as &dyn ImpactLaw, &Smith, &ChatterjeeRuina] {
            let after = impact.velocity_after(&law.impulse(&impact)?).z;
            let expected = -impact.restitution() * impact.velocity().z;
            errors.push((after - expected).abs() / impact.velocity().norm());
        }
    }
    Ok(Claim::statement(
        "laws with kinematic restitution",
        "their impulses lie on the line of their e, between AB (e = 0) and EF (e = 1)",
        Check::bounded("|V_fn + e V_in|/|V_i|, three laws", errors, ROUNDING),
    ))
}

/// M and V_i, and 3M and V_i/3.
fn scale_is_free() -> Result<Claim, Unmet> {
    let mut numbers = Random::new(65);
    let mut errors = Vec::new();
    for _ in 0..IMPACTS / 10 {
        let any = numbers.in_plane()?;
        let given = [any.friction(), any.restitution(), 0.0];
        let impact = with(&any, given)?;
        let heavier = lone(any.inverse_mass() / 3.0, any.velocity() / 3.0, given)?;
        for (_, law) in general_laws() {
            let (p, q) = (law.impulse(&impact)?, law.impulse(&heavier)?);
            errors.push((p - q).norm() / (p.norm() + impact.sticking_impulse().norm()));
        }
    }
    Ok(Claim::statement(
        "size of V_i",
        "the construction leaves it open: M and V_i have the same impulses as 3M and V_i/3",
        Check::bounded("relative difference of P, six laws", errors, ROUNDING),
    ))
}
