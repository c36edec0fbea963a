//! How a step with friction is cut into stretches.
//!
//! Loads of a stretch are polynomials of its own time s, from 0 to 1. Usually t = t₀ + h s. Where a contact that slips comes to its end, or a rigid one stops, at the time
//! T at which the step ends, loads go as powers of T − t that need not be whole; they are smooth in the logarithm:
//!
//! ```text
//! T − t = (T − t₀) qˢ        dt/ds = −ln q (T − t)                                             (V.14)
//! ```
//!
//! A stretch whose loads are not smooth is tried again, shorter; how much so, and how long the next may be, is told by the terms of highest order,
//! which go with the seventh power of its length.

use super::{Collocated, NODES};
use crate::coupling::NORMAL;
use crate::snapshot::Mode;

/// Stretches in proportion to the time left reach at most down to this part of it.
const LEAST_RATIO: f64 = 1.0 / 64.0;
/// A step ends where a contact does if its force, or the speed at which it slides, falls to this part or less.
pub(in crate::derivative) const ENDS: f64 = 1e-3;
/// No stretch is shorter than this part of its step: what is rough there is a jump.
const SHORTEST: f64 = 1.0 / (1_u64 << 44) as f64;
/// What stays as large however short a stretch is, and is no more than this multiple of what is of no account, is rounding of velocities
/// that must vanish, and is taken as it is.
const ROUNDED: f64 = 1e3;
/// It stays as large if a shorter stretch leaves at least this part of it.
const STAYS: f64 = 0.5;
/// Of the length that would be just smooth enough, so much is tried.
const CAREFUL: f64 = 0.8;
/// Lengths change at most by these factors from one to the next.
const CHANGES: [f64; 2] = [0.1, 4.0];
/// After a stretch whose roughness is of no account, and may be rounding, at least this factor is tried.
const GROWTH: f64 = 2.0;

/// A stretch and its time.
#[derive(Debug, Clone, Copy)]
pub(in crate::derivative) enum Piece {
    Plain {
        start: f64,
        length: f64,
    },
    /// (V.14): from `left` before the end down to `ratio` of it.
    Graded {
        end: f64,
        left: f64,
        ratio: f64,
    },
}

impl Piece {
    /// t and dt/ds.
    pub fn at(&self, s: f64) -> (f64, f64) {
        match *self {
            Self::Plain { start, length } => (start + length * s, length),
            Self::Graded { end, left, ratio } => {
                let logarithm = libm::log(ratio);
                let left = left * libm::exp(logarithm * s);
                (end - left, -logarithm * left)
            }
        }
    }

    pub fn length(&self) -> f64 {
        match *self {
            Self::Plain { length, .. } => length,
            Self::Graded { left, ratio, .. } => left * (1.0 - ratio),
        }
    }
}

/// How large terms of highest order are: as a multiple of what is of no account in impulses, and of what they may be, which is small against the loads, or of no
/// account.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::derivative) struct Roughness {
    pub of_account: f64,
    pub allowed: f64,
}

impl Roughness {
    /// Takes in a load, by node and direction: terms of highest order may be the part `smooth` of it, and `negligible` times what impulses change by is of no account.
    pub fn take_in(
        &mut self,
        load: [&[f64]; NODES],
        highest: &[f64; NODES],
        impulses: &[f64],
        [smooth, negligible]: [f64; 2],
    ) {
        for (direction, impulse) in impulses.iter().enumerate() {
            let (mut term, mut size) = (0.0_f64, 0.0_f64);
            for (load, weight) in load.iter().zip(highest) {
                term += load[direction] * weight;
                size = size.max(load[direction].abs());
            }
            let (term, negligible) = (term.abs(), negligible * impulse);
            if term > self.of_account * negligible {
                self.of_account = term / negligible;
            }
            let allowed = negligible.max(smooth * size);
            if term > self.allowed * allowed {
                self.allowed = term / allowed;
            }
        }
    }
}

/// The way through a step.
#[derive(Debug)]
pub(in crate::derivative) struct Way {
    /// Where it ends, and where the step does.
    duration: f64,
    end: f64,
    ends_singular: bool,
    /// How much is left to the end of the step.
    left: f64,
    /// The length that is tried next, as time or as −ln q.
    plain: f64,
    graded: f64,
    /// What is being tried.
    piece: Option<Piece>,
    /// What was too rough from here, the last time and in which lengths the first time.
    failed: Option<Failed>,
}

#[derive(Debug, Clone, Copy)]
struct Failed {
    of_account: f64,
    plain: f64,
    graded: f64,
}

impl Way {
    /// Through a step that lasts `end`, for `duration`; it may end where a contact does.
    pub fn new(duration: f64, end: f64, ends_singular: bool) -> Self {
        Self {
            duration,
            end,
            ends_singular,
            left: end,
            plain: duration,
            graded: -libm::log(LEAST_RATIO),
            piece: None,
            failed: None,
        }
    }

    /// What is to be tried next.
    pub fn next(&mut self) -> Option<Piece> {
        let beyond = self.end - self.duration;
        if self.left <= beyond {
            return None;
        }
        let wanted = self.left - beyond;
        let is_last = self.plain >= wanted * (1.0 - f64::EPSILON);
        self.piece = Some(if self.ends_singular && !is_last {
            let ratio = libm::exp(-self.graded).max(beyond / self.left);
            Piece::Graded { end: self.end, left: self.left, ratio }
        } else {
            // Two equal stretches rather than a long one and a rest.
            let length = if is_last { wanted } else { self.plain.min(wanted).max(f64::MIN_POSITIVE) };
            let length = if !is_last && length > 0.5 * wanted { 0.5 * wanted } else { length };
            Piece::Plain { start: self.end - self.left, length }
        });
        self.piece
    }

    /// What was tried cannot be solved; says whether it can be tried shorter.
    pub fn shorten(&mut self) -> bool {
        self.change(0.5);
        self.piece.is_some_and(|piece| piece.length() > SHORTEST * self.end)
    }

    /// Whether what was tried is smooth enough, so that the way goes on behind it.
    pub fn goes_on(&mut self, Roughness { of_account, allowed }: Roughness) -> bool {
        let Some(piece) = self.piece else { return false };
        let (plain, graded) = (self.plain, self.graded);
        let is_rounding = of_account <= ROUNDED
            && self.failed.is_some_and(|failed| of_account >= STAYS * failed.of_account);
        let goes_on = allowed <= 1.0 || is_rounding || piece.length() <= SHORTEST * self.end;
        let factor = CAREFUL * libm::pow(allowed, -1.0 / (NODES - 1) as f64);
        match self.failed {
            Some(Failed { plain, graded, .. }) if is_rounding => (self.plain, self.graded) = (plain, graded),
            _ => self.change(match piece {
                _ if goes_on && of_account <= 1.0 => factor.clamp(GROWTH, CHANGES[1]),
                _ if goes_on => factor.clamp(1.0, CHANGES[1]),
                // Powers of the time left are as rough on any scale, until they are of no account.
                Piece::Plain { .. } if self.ends_singular => {
                    libm::pow(of_account, -0.5).clamp(SHORTEST, CHANGES[0])
                }
                Piece::Plain { .. } | Piece::Graded { .. } => factor.clamp(CHANGES[0], 0.5),
            }),
        }
        self.failed = (!goes_on).then(|| {
            let first = self.failed.unwrap_or(Failed { of_account, plain, graded });
            Failed { of_account, ..first }
        });
        if goes_on {
            self.left = match piece {
                Piece::Plain { length, .. } => self.left - length,
                Piece::Graded { left, ratio, .. } => left * ratio,
            };
            if self.left <= (self.end - self.duration) * (1.0 + f64::EPSILON) {
                self.left = self.end - self.duration;
            }
        }
        goes_on
    }

    fn change(&mut self, factor: f64) {
        match self.piece {
            Some(Piece::Plain { length, .. }) => self.plain = factor * length,
            Some(Piece::Graded { ratio, .. }) => {
                self.graded = (-libm::log(ratio) * factor).min(-libm::log(LEAST_RATIO));
            }
            None => {}
        }
    }
}

impl Collocated {
    /// Of each member whether it slips and ends where the step does, or is rigid and stops there.
    pub(super) fn ends_of_slip(&mut self, end: f64) -> Vec<bool> {
        let (before, after) = (self.sample(0.0), self.sample(end));
        let loaded = self.members.iter().zip(before).zip(after);
        let mut ends: Vec<bool> = loaded
            .map(|((member, (_, before)), (_, after))| {
                let is_rigid = member.tangential_stiffness.is_infinite();
                let stops =
                    is_rigid && after.tangential_velocity.norm() <= ENDS * before.tangential_velocity.norm();
                let ends = after.force[NORMAL] <= ENDS * before.force[NORMAL];
                member.mode == Mode::Slip && (stops || ends)
            })
            .collect();
        ends.resize(self.members.len(), false);
        ends
    }
}
