//! The collision of Fig. 4 under Poisson's rule, which asks for more energy than there is.
//!
//! The springs obey ẋ₁ = v₁ − v₂, ẋ₂ = v₂, m₁v̇₁ = F₁, m₂v̇₂ = F₂ − F₁ with Fᵢ = −kᵢxᵢ [Jia2008, eqs. (1)–(4)]. Here d = −x
//! is the compression. An impact ends when its impulse has reached (1 + e) times its value at the end of compression, both counted
//! from when it became active; what strain is left is lost. An impact that is alone changes its energy by (8) with ΔI₂ = 0:
//!
//! ```text
//! E₁(I₁) = E₁⁽⁰⁾ − (v₁ − v₂) ΔI₁ − (1/m₁ + 1/m₂) ΔI₁²/2                                      (Q.1)
//! I₁ = I₂   where v₂ = 0, on ℓ₂ of eq. (12): S3 goes over into S1 there                         (Q.2)
//! ```

use carom::analysis::impulse_plane::ImpulsePlane;
use carom_plot::Picture;
use carom_plot::chart::{Chart, Plot};

use super::balls::Balls;
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// Steps per radian of the fastest mode: the phase error of the Runge-Kutta method is 1e-12 per radian.
const STEPS_PER_RADIAN: f64 = 300.0;
/// Halvings that take a step below its rounding.
const HALVINGS: usize = 60;
/// More steps than any of these collisions needs.
const STEP_LIMIT: usize = 1_000_000;

/// Compressions, velocities and impulses.
#[derive(Debug, Clone, Copy)]
struct Motion([f64; 6]);

impl Motion {
    fn plus(self, rate: Self, h: f64) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + h * rate.0[i]))
    }

    fn impulse(&self) -> [f64; 2] {
        [self.0[4], self.0[5]]
    }

    /// Normal velocities of both impacts.
    fn opening(&self) -> [f64; 2] {
        [self.0[2] - self.0[3], self.0[3]]
    }
}

/// What an impact has gone through since it became active.
#[derive(Debug, Clone, Copy)]
enum Stage {
    Compressing { from: f64 },
    Restituting { until: f64 },
    Over,
}

struct Run {
    balls: Balls,
    motion: Motion,
    stages: [Stage; 2],
    path: Vec<[f64; 2]>,
}

/// Where the fourth state begins with impact 1 alone, and what Poisson's rule asks of it.
struct Fourth {
    path: Vec<[f64; 2]>,
    start: [f64; 2],
    /// What Poisson's rule asks I₁ to be, in newton seconds, and E₁ there, in joules.
    required: [f64; 2],
    /// I₁ on ℓ₂, where S3 would be left for S1, and E₁ there.
    on_table: [f64; 2],
}

impl Run {
    fn new(balls: Balls) -> Self {
        let motion = Motion([0.0, 0.0, balls.velocity, 0.0, 0.0, 0.0]);
        Self { balls, motion, stages: [Stage::Compressing { from: 0.0 }; 2], path: vec![[0.0, 0.0]] }
    }

    fn rate(&self, at: Motion) -> Motion {
        let force = |i: usize| match self.stages[i] {
            Stage::Over => 0.0,
            Stage::Compressing { .. } | Stage::Restituting { .. } => self.balls.stiffness[i] * at.0[i],
        };
        let closing = |i: usize| match self.stages[i] {
            Stage::Over => 0.0,
            Stage::Compressing { .. } | Stage::Restituting { .. } => -at.opening()[i],
        };
        let ([f1, f2], [m1, m2]) = ([force(0), force(1)], self.balls.mass);
        Motion([closing(0), closing(1), f1 / m1, (f2 - f1) / m2, f1, f2])
    }

    fn after(&self, h: f64) -> Motion {
        let y = self.motion;
        let k1 = self.rate(y);
        let k2 = self.rate(y.plus(k1, 0.5 * h));
        let k3 = self.rate(y.plus(k2, 0.5 * h));
        let k4 = self.rate(y.plus(k3, h));
        y.plus(k1, h / 6.0).plus(k2, h / 3.0).plus(k3, h / 3.0).plus(k4, h / 6.0)
    }

    /// Which impact has passed the end of its stage.
    fn passed(&self, motion: &Motion) -> Option<usize> {
        (0..2).find(|&i| match self.stages[i] {
            Stage::Compressing { .. } => motion.opening()[i] > 0.0,
            Stage::Restituting { until } => motion.impulse()[i] > until,
            Stage::Over => motion.opening()[i] < 0.0,
        })
    }

    fn change(&mut self, i: usize) {
        let impulse = self.motion.impulse()[i];
        self.stages[i] = match self.stages[i] {
            Stage::Compressing { from } => {
                Stage::Restituting { until: impulse + self.balls.restitution[i] * (impulse - from) }
            }
            Stage::Restituting { .. } => Stage::Over,
            Stage::Over => Stage::Compressing { from: impulse },
        };
        if !matches!(self.stages[i], Stage::Restituting { .. }) {
            self.motion.0[i] = 0.0;
        }
    }

    /// One step, or the part of it up to the first change.
    fn step(&mut self, h: f64) -> Option<usize> {
        let whole = self.after(h);
        let Some(_) = self.passed(&whole) else {
            self.motion = whole;
            return None;
        };
        let (mut low, mut high) = (0.0, h);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if self.passed(&self.after(middle)).is_some() { high = middle } else { low = middle }
        }
        self.motion = self.after(high);
        let changed = self.passed(&self.motion)?;
        self.change(changed);
        Some(changed)
    }

    /// Follows the springs until the ball-table impact is over for the second time; nothing if a spring runs empty first.
    fn fourth_state(mut self) -> Option<Fourth> {
        let [m1, m2] = self.balls.mass;
        let [k1, k2] = self.balls.stiffness;
        let h = 1.0 / (STEPS_PER_RADIAN * (k1 / m1 + (k1 + k2) / m2).sqrt());
        let mut ended = 0;
        for _ in 0..STEP_LIMIT {
            let changed = self.step(h);
            self.path.push(self.motion.impulse());
            if changed == Some(1) && matches!(self.stages[1], Stage::Over) {
                ended += 1;
            }
            let empty = (0..2).any(|i| self.motion.0[i] < 0.0);
            match self.stages[0] {
                Stage::Over => return None,
                Stage::Restituting { until } if ended == 2 => return Some(self.asked(until)),
                Stage::Restituting { .. } | Stage::Compressing { .. } if empty => return None,
                Stage::Restituting { .. } | Stage::Compressing { .. } => {}
            }
        }
        None
    }

    fn asked(self, required: f64) -> Fourth {
        let [m1, m2] = self.balls.mass;
        let start = self.motion.impulse();
        let stored = 0.5 * self.balls.stiffness[0] * self.motion.0[0].powi(2);
        let opening = self.motion.opening()[0];
        let at = |impulse: f64| {
            let growth = impulse - start[0];
            [impulse, stored - opening * growth - 0.5 * (1.0 / m1 + 1.0 / m2) * growth * growth] // (Q.1)
        };
        let (required, on_table) = (at(required), at(start[1])); // (Q.2)
        Fourth { path: self.path, start, required, on_table }
    }
}

/// Other readings of the example.
fn variants() -> Vec<(&'static str, Balls)> {
    let balls = Balls::figure_4();
    let [e1, e2] = balls.restitution;
    vec![
        ("as printed", balls),
        ("e = 0.9 and 0.4, not their roots", Balls { restitution: [0.9, 0.4], ..balls }),
        ("e₁ = 0.9, e₂ = √0.4", Balls { restitution: [0.9, e2], ..balls }),
        ("e₁ and e₂ exchanged", Balls { restitution: [e2, e1], ..balls }),
        ("k₂/k₁ = √10", Balls { stiffness: [1.0, 10.0_f64.sqrt()], ..balls }),
        ("k₂/k₁ = 1/10", Balls { stiffness: [1.0, 0.1], ..balls }),
        ("k₂/k₁ = 15", Balls { stiffness: [1.0, 15.0], ..balls }),
        ("k₂/k₁ = 20", Balls { stiffness: [1.0, 20.0], ..balls }),
    ]
}

/// The readings side by side.
fn readings() -> Table {
    let head = ["reading", "asked: I₁ / N s", "E₁ / J", "on ℓ₂: I₁ / N s", "E₁ / J"];
    let mut table = Table::new(
        "Readings tried: what the rule asks I₁ to be, where S3 comes to ℓ₂ and goes over into S1, and E₁ at both",
        &head,
    );
    for (name, variant) in variants() {
        let cells = Run::new(variant).fourth_state().map_or(
            ["no such fourth state".to_owned(), String::new(), String::new(), String::new()],
            |found| {
                let [asked, on_table] = [found.required, found.on_table];
                [asked[0], asked[1], on_table[0], on_table[1]]
                    .map(|value| format!("{value:.4}").replace('-', "−"))
            },
        );
        table = table.row([name.to_owned()].into_iter().chain(cells));
    }
    table
}

pub fn failure() -> Result<Findings, Unmet> {
    let missing = "Poisson's rule does not reach a fourth state";
    let balls = Balls::figure_4();
    let fourth = Run::new(balls).fourth_state().ok_or(missing)?;
    let unrooted = Run::new(Balls { restitution: [0.9, 0.4], ..balls }).fourth_state().ok_or(missing)?;
    let impact = balls.impact()?;
    let plane = ImpulsePlane::of(impact.contact_problem()).ok_or("two contacts have an impulse plane")?;
    let [required, energy] = fourth.required;
    let beyond = plane.strain_energy_bound([required, fourth.start[1]]);
    let error = "0.9 and 0.4, which are e₁² and e₂², are put into Poisson's rule as e₁ and e₂; state S3 then runs to ℓ₂, where the lower ball \
                 is back on the table (I₁ = I₂)";
    let euler = "the paper's steps of the impulse, first order";
    let evidence = format!(
        "from ({:.4}, {:.4}) to I₁ = {required:.4}: E₁ = {energy:.3} J, {:.3} J outside the bound (14)",
        fourth.start[0], fourth.start[1], -beyond
    );
    Ok(Findings::new()
        .claim(Claim::statement(
            "the impulse curve under Poisson's rule",
            "In the fourth state I₁ must grow so far that the curve leaves the ellipse and E₁ becomes negative.",
            Check::once(beyond < 0.0 && energy < 0.0, evidence),
        ))
        .claim(
            Claim::number("I₁ that the rule asks for / N s", "5.906", required)
                .within(1e-3, euler)
                .emulated(error, &unrooted.on_table[..1])
                .erratum(
                    "The printed 5.906 and −1.01 come out where S3 reaches ℓ₂ with e₁ = 0.9 and e₂ = 0.4; with √0.9 and √0.4, as stated, \
                     Poisson's rule asks for I₁ = 6.444 N s, where E₁ = −2.151 J. The conclusion, a negative energy, stands.",
                ),
        )
        .claim(Claim::number("E₁ there / J", "-1.01", energy).emulated(error, &unrooted.on_table[1..]))
        .figure(
            drawn(&plane, &fourth, &unrooted),
            "The curve of Poisson's rule leaves the ellipse in its fourth state: from A to B with e₁ = √0.9 and e₂ = √0.4, from C to the \
             printed point P, on ℓ₂, with 0.9 and 0.4.",
        )
        .table(readings()))
}

fn drawn(plane: &ImpulsePlane, fourth: &Fourth, unrooted: &Fourth) -> Picture {
    let end = [fourth.required[0], fourth.start[1]];
    let printed = [unrooted.on_table[0], unrooted.start[1]];
    let line = plane.compression_line(1).within([-0.4, -0.4], [7.0, 7.0]);
    let plot = Plot::new("I₁ / N s", "I₂ / N s")
        .equal_scales()
        .height(460.0)
        .area("ellipse (15)", plane.boundary().points(200, 10.0))
        .guide(line.into_iter().flatten())
        .words([6.75, 7.1], "ℓ₂")
        .line("e₁ = √0.9, e₂ = √0.4: S1, S3, S1", fourth.path.iter().copied())
        .dashed("its fourth state: E₁ < 0", [fourth.start, end])
        .line("0.9, 0.4: S1, S3, S1", unrooted.path.iter().copied())
        .dashed("its fourth state", [unrooted.start, printed])
        .letter(fourth.start, "A")
        .letter(end, "B")
        .letter(unrooted.start, "C")
        .letter(printed, "P");
    Chart::new("Poisson's rule", "the collision of Fig. 4").plot(plot).draw()
}
