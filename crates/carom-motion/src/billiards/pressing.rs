//! Surfaces that touch and are pressed together by the friction of the cloth.
//!
//! A ball held against a cushion or another ball by its spin would bounce on it ever faster. A steady pressure is played instead
//! as a row of bounces of equal time τ, which carry the same momentum: surfaces whose gap would grow as u t + b t², b < 0, and
//! close again sooner than τ/2 part with the speed
//!
//! ```text
//! u = −b τ                                                                                  (Pr.1)
//! ```
//!
//! so that they meet again after τ. The ledger has an entry for the energy.

use nalgebra::Vector3;

use super::cloth::{Phase, Piece};
use super::collision::Struck;
use super::cushion::{Cushion, reach_on_bed};
use super::game::Game;
use super::guard::{Path, approach, clearance};
use super::schedule::path;

impl Game<'_> {
    /// Surfaces that touch and are pressed together part so as to meet again after the table's bounce time; whether there are any.
    pub(super) fn keep_apart(&mut self, struck: &Struck, changed: &mut Vec<usize>) -> bool {
        let mut is_pressed = false;
        for pair in struck.cluster.pairs.iter().filter(|pair| pair.gap == 0.0) {
            let [a, b] = pair.balls;
            let distance = self.balls[a].radius() + self.balls[b].radius();
            let (first, second) = (path(&self.pieces[a], self.now), path(&self.pieces[b], self.now));
            let guard = approach(&first, &second, distance);
            let per = 0.5 / distance;
            if let Some(push) = self.parting([guard[0], guard[1] * per, guard[2] * per]) {
                let normal = (first.position - second.position) / distance;
                let impulse = push / (1.0 / self.balls[a].mass() + 1.0 / self.balls[b].mass());
                self.push(a, normal * impulse, changed);
                self.push(b, -normal * impulse, changed);
                is_pressed = true;
            }
        }
        for touch in struck.cluster.cushions.iter().filter(|touch| touch.touch.gap == 0.0) {
            let ball = touch.ball;
            let path = path(&self.pieces[ball], self.now);
            let guard = self.growth(&path, ball, touch.cushion);
            if let Some(push) = self.parting(guard).filter(|_| path.velocity.z == 0.0) {
                let across = Vector3::new(touch.touch.normal.x, touch.touch.normal.y, 0.0).normalize();
                self.push(ball, across * (push * self.balls[ball].mass()), changed);
                is_pressed = true;
            }
        }
        is_pressed
    }

    /// How the distance of a ball on the bed from a cushion that it touches grows: a parabola, at first.
    fn growth(&self, path: &Path, ball: usize, cushion: usize) -> [f64; 3] {
        let reach = reach_on_bed(&self.balls[ball], self.table.nose_height);
        match self.table.outline.cushions()[cushion] {
            Cushion::Straight { from, inward, .. } => clearance(path, inward, from, reach),
            Cushion::Jaw { centre, radius } => {
                let distance = radius + reach;
                let centre = Path::fixed(Vector3::new(centre.x, centre.y, 0.0));
                let [c0, c1, c2, ..] = approach(&path.flat(), &centre, distance);
                [c0, c1 * 0.5 / distance, c2 * 0.5 / distance]
            }
        }
    }

    /// The speed to add (m/s) to a contact whose gap grows as the given parabola, if it is pressed together.
    fn parting(&self, [_, speed, bend]: [f64; 3]) -> Option<f64> {
        let wanted = -bend * self.table.bounce_time; // (Pr.1)
        let pressed = speed < 0.0 || (bend < 0.0 && speed < 0.5 * wanted);
        pressed.then(|| wanted.max(0.0) - speed)
    }

    fn push(&mut self, ball: usize, impulse: Vector3<f64>, changed: &mut Vec<usize>) {
        if !changed.contains(&ball) {
            self.go_on(ball, self.state(ball));
            changed.push(ball);
        }
        let (spec, cloth) = (self.balls[ball], self.table.cloth);
        let mut state = self.pieces[ball].state();
        let before = spec.kinetic_energy(&state);
        state.velocity += impulse / spec.mass();
        self.ledger.kept_apart += before - spec.kinetic_energy(&state);
        self.pieces[ball] = Piece::new(self.now, Phase::of(&spec, &state), state, &spec, &cloth);
    }
}
