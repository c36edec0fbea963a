//! Slip whose direction turns: the series of (Q.5) once more, over numbers that carry derivatives.

use nalgebra::Vector2;

use super::{Rate, Replay};
use crate::dual::Number;
use crate::laws::routh::course::Leg;
use crate::laws::routh::turn::ORDER;
use crate::laws::slopes::{Slope, norm, scaled};

type Series = Vec<Slope>;

impl Replay {
    pub(super) fn turn(&mut self, leg: &Leg) -> Rate {
        let (direction, speed) = self.series();
        let tau = leg.length;
        let slip = [0, 1].map(|k| products(&direction[k], &speed));
        let course = integrated(&speed);
        let friction = self.weights[0];
        let pushed = [0, 1].map(|k| {
            let integral = integrated(&slip[k]);
            integral.iter().map(|x| -friction * *x).collect::<Series>()
        });
        // vₙ over τ, and its work.
        let [b1, b2] = self.contact.coupling;
        let straight = self.contact.normal * self.weights[1];
        let normal: Series = (0..=ORDER)
            .map(|j| {
                let own = if j == 0 { self.normal_velocity } else { Slope::constant(0.0) };
                own + straight * course[j] + b1 * pushed[0][j] + b2 * pushed[1][j]
            })
            .collect();
        let work = evaluated(&integrated(&products(&normal, &speed)), tau);
        let length = evaluated(&course, tau);
        let pushed = [0, 1].map(|k| evaluated(&pushed[k], tau));
        self.move_by(leg.phase, length, pushed, work, self.weights[1]);
        let end = [0, 1].map(|k| evaluated(&direction[k], tau));
        let unit = scaled(&end, Slope::constant(1.0) / norm(&end));
        self.slip = scaled(&unit, evaluated(&speed, tau));
        let plain = Vector2::new(unit[0].value, unit[1].value);
        Rate { force: plain * -friction.value, share: self.weights[1].value }
    }

    /// u and s over τ.
    fn series(&self) -> ([Series; 2], Series) {
        let length = norm(&self.slip);
        let unit = scaled(&self.slip, Slope::constant(1.0) / length);
        let mut direction = unit.map(|x| vec![x]);
        let mut speed = vec![length];
        let mut drift: [Series; 2] = [Vec::new(), Vec::new()];
        let (mut turning, mut gain) = (Series::new(), Series::new());
        let [friction, share] = self.weights;
        for j in 0..ORDER {
            let pulled = self.contact.pulled(&[direction[0][j], direction[1][j]]);
            for axis in 0..2 {
                let own = if j == 0 { self.contact.coupling[axis] * share } else { Slope::constant(0.0) };
                drift[axis].push(own - friction * pulled[axis]);
            }
            let [x, y] = &direction;
            turning.push(product(x, &drift[1], j) - product(y, &drift[0], j));
            gain.push(product(x, &drift[0], j) + product(y, &drift[1], j));
            let order = Slope::constant(1.0 / (j + 1) as f64);
            let next = [-product(y, &turning, j) * order, product(x, &turning, j) * order];
            (0..2).for_each(|axis| direction[axis].push(next[axis]));
            speed.push(product(&speed, &gain, j) * order);
        }
        (direction, speed)
    }
}

/// Coefficient j of the product of two series.
fn product(a: &[Slope], b: &[Slope], j: usize) -> Slope {
    let terms = a[..=j].iter().zip(b[..=j].iter().rev());
    terms.fold(Slope::constant(0.0), |sum, (a, b)| sum + *a * *b)
}

fn products(a: &[Slope], b: &[Slope]) -> Series {
    (0..=ORDER).map(|j| product(a, b, j)).collect()
}

/// The series that starts at zero and has the given derivative.
fn integrated(derivative: &[Slope]) -> Series {
    let later = (1..=ORDER).map(|j| derivative[j - 1] * Slope::constant(1.0 / j as f64));
    std::iter::once(Slope::constant(0.0)).chain(later).collect()
}

fn evaluated(series: &[Slope], tau: f64) -> Slope {
    let tau = Slope::constant(tau);
    series.iter().rev().fold(Slope::constant(0.0), |sum, coefficient| sum * tau + *coefficient)
}
