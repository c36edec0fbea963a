//! How far a long motion has been followed, for those who wait for it.

/// How far a motion has been followed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Time reached, in seconds of the motion.
    pub time: f64,
    /// Events so far.
    pub events: usize,
}

/// Is told before every event how far the motion has come. It cannot change the motion.
pub type Watch<'a> = &'a mut dyn FnMut(Progress);
