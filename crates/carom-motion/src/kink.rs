//! Where a motion has no derivative.

use carom::derivative::KinkCause;

/// A place where a motion of bodies or pendulums is not differentiable: the numbers given are those of what did happen.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionKink {
    /// When, in seconds.
    pub time: f64,
    /// Why.
    pub cause: MotionKinkCause,
    /// The bodies concerned, ascending.
    pub bodies: Vec<usize>,
    /// The directions concerned, ascending.
    pub directions: Vec<usize>,
}

/// Why a motion is not differentiable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MotionKinkCause {
    /// Something within an impact.
    Impact(KinkCause),
    /// Bodies meet without speed: a little less, and they would not.
    Grazing,
    /// Several contacts close at one instant that would close one after the other otherwise.
    Coincidence,
    /// Bodies touch and move alike, and would part or collide otherwise.
    AtRest,
    /// Motion has died out to rounding where its change has not.
    Fading,
}

impl MotionKinkCause {
    /// The name used in reports and documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Impact(cause) => cause.name(),
            Self::Grazing => KinkCause::Grazing.name(),
            Self::Coincidence => KinkCause::Coincidence.name(),
            Self::AtRest => KinkCause::AtRest.name(),
            Self::Fading => KinkCause::Fading.name(),
        }
    }
}

/// The kinks found on the way, direction by direction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kinks(Vec<MotionKink>);

impl Kinks {
    /// Notes a kink along one direction; those of one instant, cause and bodies are one.
    pub(crate) fn note(&mut self, time: f64, cause: MotionKinkCause, bodies: &[usize], direction: usize) {
        let same = |kink: &&mut MotionKink| kink.time == time && kink.cause == cause && kink.bodies == bodies;
        match self.0.iter_mut().rev().find(same) {
            Some(kink) if kink.directions.contains(&direction) => {}
            Some(kink) => kink.directions.push(direction),
            None => {
                self.0.push(MotionKink { time, cause, bodies: bodies.to_vec(), directions: vec![direction] })
            }
        }
    }

    /// All of them, with their directions in order.
    pub(crate) fn found(mut self) -> Vec<MotionKink> {
        self.0.iter_mut().for_each(|kink| kink.directions.sort_unstable());
        self.0
    }
}
