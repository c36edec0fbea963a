//! The rows of Table 1.

use carom::Motion;
use carom::laws::routh::{Outcome, Routh, Termination};
use carom::laws::{Coefficients, LoneImpact};
use carom::{Friction, Restitution};
use nalgebra::{Matrix3, Vector3};

use super::balls::PAPER;
use super::nearer::{self, LetGo};
use super::shots::{
    BALL_MASS, CUE_MASS, Candidate, HORIZONTAL, JUMP, MASSE, RADIUS, STIFFNESS_RATIO, Shot, TABLE_FRICTION,
    TIP_FRICTION, TIP_RESTITUTION, VERTICAL, candidates, without_return,
};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// A row as printed: velocity in m/s and angular velocity in rad/s.
struct Row {
    velocity: &'static str,
    spin: &'static str,
}

const VERTICAL_ROW: Row = Row { velocity: "0.3963 0.7926 0.4506", spin: "27.97 -13.98 0" };
const HORIZONTAL_ROW: Row = Row { velocity: "0.6299 0.4614 0", spin: "0 0 10.42" };
const JUMP_ROW: Row = Row { velocity: "1.169 0 0.1883", spin: "0 13.15 0" };
const MASSE_ROW: Row = Row { velocity: "-0.3253 0.2938 6.232", spin: "-88.48 179.8 -3.178" };

impl Row {
    fn vector(text: &str) -> Vector3<f64> {
        let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
        Vector3::from_fn(|_, _| numbers.next().unwrap_or(f64::NAN))
    }

    pub fn motion(&self) -> Motion {
        Motion { linear: Self::vector(self.velocity), angular: Self::vector(self.spin) }
    }

    fn claims(&self, ball: &Motion) -> [Claim; 2] {
        [
            Claim::numbers("v of the ball / m/s", self.velocity, ball.linear.as_slice()),
            Claim::numbers("ω of the ball / rad/s", self.spin, ball.angular.as_slice()),
        ]
    }
}

/// The printed motions of the vertical, horizontal and massé shots, for their trajectories.
pub fn printed() -> [Motion; 3] {
    [VERTICAL_ROW, HORIZONTAL_ROW, MASSE_ROW].map(|row| row.motion())
}

/// How far a motion is from another: velocity and surface speed, in metres per second.
fn distance(one: &Motion, other: &Motion) -> f64 {
    (one.linear - other.linear).norm().hypot(RADIUS * (one.angular - other.angular).norm())
}

/// What was tried, nearest first.
fn tried(row: &Row, shot: &Shot, explained: Option<Candidate>) -> Result<Table, Unmet> {
    let printed = row.motion();
    let mut found = candidates(shot)?;
    found.extend(explained);
    found.sort_by(|a, b| distance(&a.ball, &printed).total_cmp(&distance(&b.ball, &printed)));
    let mut table = Table::new(
        "Everything tried, nearest to the printed row first; the distance is √(|Δv|² + r²|Δω|²)",
        &["model", "v / m/s", "ω / rad/s", "distance / m/s"],
    );
    let shown = |v: &Vector3<f64>, decimals: usize| {
        let number =
            |x: f64| format!("{:.decimals$}", if x.abs() < 1e-9 { 0.0 } else { x }).replace('-', "−");
        format!("({}, {}, {})", number(v.x), number(v.y), number(v.z))
    };
    for candidate in &found {
        let (v, w) = (shown(&candidate.ball.linear, 4), shown(&candidate.ball.angular, 2));
        table =
            table.row([candidate.name.clone(), v, w, format!("{:.4}", distance(&candidate.ball, &printed))]);
    }
    Ok(table)
}

/// The balance of angular momentum about both contact points, which holds whatever the impulses are: with I₂ = m v + I₁,
/// (17) gives (n + z) × I₁ = −(2/5) m r ω − z × m v, so that (n + z)·((2/5) r ω + z × v) = 0.
fn balance(row: &Row, shot: &Shot) -> Claim {
    let (both, ball) = (shot.normal() + Vector3::z(), row.motion());
    let turned = ball.angular * (0.4 * RADIUS) + Vector3::z().cross(&ball.linear);
    let rounding = 2e-4 * turned.norm() * both.norm();
    Claim::own_check(
        "angular momentum of the printed row",
        "Whatever the impulses at the two points are, (n + z)·((2/5) r ω + z × v) = 0.",
        Check::bounded("residual in m/s", [both.dot(&turned).abs()], rounding),
    )
    .remark("Follows from eqs. (16), (17) alone; allowed is the rounding of four digits.")
}

pub fn vertical() -> Result<Findings, Unmet> {
    let model = VERTICAL.impact(STIFFNESS_RATIO, PAPER)?.solve()?.bodies[0];
    let exchanged = VERTICAL.impact(1.0 / STIFFNESS_RATIO, PAPER)?;
    let emulated = without_return(&exchanged)?.ok_or("the cue does not return")?;
    let error = "k_bt/k_cb = 1.5 instead of k_cb/k_bt, and a cue that has let go does not act again although the ball comes back to it";
    let [velocity, spin] = VERTICAL_ROW.claims(&model);
    let erratum = "The printed row is that of the inverse stiffness ratio, k_bt/k_cb = 1.5, with the return of the \
                   cue (S2 → S1) left out.";
    let euler = "the paper's steps of the impulse, first order";
    let table = tried(&VERTICAL_ROW, &VERTICAL, None)?;
    Ok(Findings::new()
        .claim(velocity.within(2.5e-4, euler).emulated(error, emulated.linear.as_slice()).erratum(erratum))
        .claim(spin.within(0.012, euler).emulated(error, emulated.angular.as_slice()))
        .claim(balance(&VERTICAL_ROW, &VERTICAL))
        .claim(approaching(&VERTICAL_ROW, &VERTICAL))
        .table(table))
}

/// What impulses the printed row needs if the ball slides on the table throughout, and how the cue then moves.
///
/// I₁ is known up to a multiple of n + z; the multiple follows from |I₂⊥| = μ I₂z, the greater root being the one with friction
/// against the sliding.
fn approaching(row: &Row, shot: &Shot) -> Claim {
    let (n, c, z, ball) = (shot.normal(), shot.axis(), Vector3::z(), row.motion());
    let both = n + z;
    let turned = (ball.angular * (0.4 * RADIUS) + z.cross(&ball.linear)) * BALL_MASS;
    let least = (-turned).cross(&both) / both.norm_squared();
    let on_table = |s: f64| ball.linear * BALL_MASS + least + both * s;
    let excess = |s: f64| {
        let i2 = on_table(s);
        i2.x.hypot(i2.y) - TABLE_FRICTION * i2.z
    };
    let (mut low, mut high) = (0.12, 0.5);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    let i1 = least + both * low;
    let share = (i1 - n * i1.dot(&n)).norm() / i1.dot(&n);
    let cue = Vector3::from(shot.cue) + c * (i1.dot(&c) / CUE_MASS);
    let opening = n.dot(&(cue - ball.linear));
    Claim::own_check(
        "cue and ball at the end of the printed row",
        "The row is the end of the shot, where the cue no longer approaches the ball: n·(v_c − v) ≥ 0.",
        Check::once(
            opening >= 0.0,
            format!(
                "with the ball sliding on the table the row needs I₁ₙ = {:.4} and I₂z = {:.4} N s, tangential part {share:.4} of the normal one at \
                 the cue (μ = 0.4); n·(v_c − v) = {opening:.4} m/s is left",
                i1.dot(&n),
                on_table(low).z
            ),
        ),
    )
    .refuted("in the printed row the ball is still running into the cue")
    .erratum("At the printed velocities ball and cue still approach at 0.03 m/s, against the paper's own rule for the end.")
}

/// W of (P.1) at the tip, from eqs. (16)–(18), in a frame with n as its third axis.
fn at_tip(shot: &Shot, termination: Termination) -> Result<Motion, Unmet> {
    let (n, c) = (shot.normal(), shot.axis());
    let t1 = Vector3::z();
    let frame = Matrix3::from_columns(&[t1, n.cross(&t1), n]);
    let world = c * c.transpose() / CUE_MASS
        + Matrix3::identity() / BALL_MASS
        + (Matrix3::identity() - n * n.transpose()) * (2.5 / BALL_MASS);
    let coefficients = Coefficients {
        restitution: Restitution::new(TIP_RESTITUTION)?,
        friction: Friction::new(TIP_FRICTION)?,
        ..Coefficients::default()
    };
    let before = frame.transpose() * Vector3::from(shot.cue);
    let lone = LoneImpact::new(frame.transpose() * world * frame, before, coefficients)?;
    let Outcome::Solved(solution) = (Routh { termination }).follow(&lone)? else {
        return Err("the cue does not hit the ball".into());
    };
    let on_cue = frame * solution.impulse;
    Ok(Motion { linear: -on_cue / BALL_MASS, angular: n.cross(&on_cue) * (-2.5 / (BALL_MASS * RADIUS)) })
}

pub fn horizontal() -> Result<Findings, Unmet> {
    let model = HORIZONTAL.impact(STIFFNESS_RATIO, PAPER)?.solve()?.bodies[0];
    let lone = at_tip(&HORIZONTAL, Termination::Energetic)?;
    let poisson = at_tip(&HORIZONTAL, Termination::Poisson)?;
    let error =
        "restitution ends by Poisson's rule for the impulse, not by the energy as in the rest of the paper";
    let [velocity, spin] = HORIZONTAL_ROW.claims(&model);
    let n = HORIZONTAL.normal();
    let polar = n.y.atan2(n.x).rem_euclid(std::f64::consts::TAU) / std::f64::consts::PI;
    let printed = HORIZONTAL_ROW.motion().linear;
    let angle = printed.y.atan2(printed.x).to_degrees();
    Ok(Findings::new()
        .claim(velocity.emulated(error, poisson.linear.as_slice()).erratum(
            "The row is that of Poisson's rule, which the paper rejects, and not of its own energetic law.",
        ))
        .claim(spin.emulated(error, poisson.angular.as_slice()))
        .claim(Claim::own_check(
            "two solvers on the energetic law",
            "With one contact the springs and Routh's construction must agree.",
            Check::bounded("distance in m/s", [distance(&model, &lone)], 1e-12),
        ))
        .claim(balance(&HORIZONTAL_ROW, &HORIZONTAL))
        .claim(
            Claim::number("polar angle of the point that is hit / π", "0.75", polar)
                .misprint(
                    "1.25",
                    "n = −(1, 1, 0)/√2 points to 5π/4 or −3π/4; at 3π/4 the ball would go to the other side",
                )
                .remark("−3π/4 would be right: the sign may be lost in our text.")
                .erratum("Sec. 3.2: the horizontal shot hits the equator at the polar angle 5π/4 or −3π/4, not 3π/4 (a minus may be lost in our text)."),
        )
        .claim(Claim::statement(
            "direction of the ball",
            "The path makes a smaller angle with the x-axis than with the y-axis.",
            Check::once(angle < 45.0, format!("{angle:.2}° from the x-axis")),
        )))
}

/// Claims of a row that nothing in the paper gives; `near` says what comes near it.
fn unexplained(row: &Row, shot: &Shot, found: &LetGo, near: &str) -> Result<Findings, Unmet> {
    let model = shot.impact(STIFFNESS_RATIO, PAPER)?.solve()?.bodies[0];
    let table = tried(row, shot, Some(found.candidate.clone()))?;
    Ok(Findings::new().claims(row.claims(&model).map(|claim| claim.not_reproducible(near))).table(table))
}

pub fn jump() -> Result<Findings, Unmet> {
    let sign = |positive: bool| if positive { "+" } else { "−" };
    let fits = [(false, false), (false, true), (true, false), (true, true)].into_iter().filter(|&(x, z)| {
        let normal = [if x { 1.0 } else { -1.0 }, 0.0, if z { 1.0 } else { -1.0 }];
        Vector3::from(normal).dot(&JUMP.axis()) < -1e-12
    });
    let fits: Vec<String> = fits.map(|(x, z)| format!("({}, 0, {})", sign(x), sign(z))).collect();
    let normal = Claim::words("signs of the normal", "(−, 0, −)", &fits.join(" or "))
        .misprint(
            "(−, 0, +)",
            "of the four choices of sign it is the only one with n·c < 0, without which there is no shot",
        )
        .remark("The printed normal is at right angles to the cue: n·c = 0.")
        .erratum("The normal must be (−√2/2, 0, +√2/2); with the printed sign the cue passes by.");
    let printed = JUMP_ROW.motion();
    let found = nearer::jump(|ball| distance(ball, &printed))?;
    let near = format!(
        "no law, kind of separation or order of the stiffnesses gives it (table below). With the stiffnesses exchanged, as in the vertical row, the ball passes \
         through it, but for the sign of the spin, if the tip lets go for the second time at {:.4} N s, at E = (1 − e'²)E_max with e' = {:.3} (one \
         number fitted to three) instead of {TIP_RESTITUTION:.3}; what would break the blow off there was not found",
        found.impulse, found.restitution
    );
    let findings = unexplained(&JUMP_ROW, &JUMP, &found, &near)?;
    Ok(Findings {
        claims: [normal].into_iter().chain(findings.claims).chain([turning(&printed)?]).collect(),
        ..findings
    })
}

/// Which way the jump ball turns while the tip slides on it.
fn turning(printed: &Motion) -> Result<Claim, Unmet> {
    let after = |ratio: f64| Ok::<f64, Unmet>(JUMP.impact(ratio, PAPER)?.solve()?.bodies[0].angular.y);
    let spins = [after(STIFFNESS_RATIO)?, after(1.0 / STIFFNESS_RATIO)?];
    let n = JUMP.normal();
    let surface = printed.linear + printed.angular.cross(&(n * RADIUS));
    let sliding = surface.dot(&Vector3::y().cross(&n));
    let found = if spins.iter().all(|&spin| spin < 0.0) { "−" } else { "+" };
    Ok(Claim::words("sign of ω_y", "+", found)
        .misprint(
            "−",
            "the second blow of the tip, which slides, turns the ball backwards, and more than the table has turned it forwards",
        )
        .remark(&format!(
            "The sign may be lost in our text. The model has ω_y = {:.2} rad/s with the stiffnesses as printed, {:.2} exchanged. With ω_y > 0 the surface \
             of the ball would slide at {sliding:.2} m/s under the tip and yet hardly be rubbed.",
            spins[0], spins[1]
        ).replace('-', "−"))
        .erratum("The spin wants a minus, (0, −13.15, 0): by the model it is negative (the minus may be lost in our text)."))
}

pub fn masse() -> Result<Findings, Unmet> {
    let (printed, found) = (MASSE_ROW.motion(), nearer::masse()?);
    let near = format!(
        "no law, kind of separation or order of the stiffnesses gives it (table below). Near it comes k_bt/k_cb = 1.5 instead of k_cb/k_bt with three more \
         errors: the tip lets go at {:.3} N s, at (1 − e²) of an E_max that is made of that at the first end of its compression and of what it \
         stores in S3; then −m v⊥ instead of −(2/7) m v⊥ would stop the sliding and is not reached; and the shot ends when the cue is back. The \
         E_max was sought to explain a fit: fitted to the row, the tip lets go at √(1 − E/E_max) = {:.4}, this E_max gives {:.4}, the model \
         {TIP_RESTITUTION:.4}",
        found.impulse,
        nearer::masse_fit(|ball| distance(ball, &printed))?,
        found.restitution
    );
    let findings = unexplained(&MASSE_ROW, &MASSE, &found, &near)?;
    Ok(findings.claim(balance(&MASSE_ROW, &MASSE)).table(nearer::decisions(found.restitution)?))
}
