//! Numbers of local steps that are the same for linear springs and for springs F = k·dⁿ: how contacts with series of their own are bound to those around them.

/// Frames with fewer members step together.
pub(crate) const FEWEST: usize = 24;
/// What the bounces of a contact do to its neighbours and theirs must be known: two hops, in eighths.
pub(crate) const LEAST_HOPS: usize = 16;
/// Parts of a hop.
pub(crate) const PER_HOP: usize = 8;
/// A neighbour with less than this part of its series left is expanded along.
pub(crate) const SPENT: f64 = 1.0 / 4.0;
/// Longest series, in units of the fastest contact of its patch.
pub(crate) const LONGEST: f64 = 4096.0;
/// A contact keeps its series while what has changed around it moves it by less than this part of its floor, (LT.2).
pub(crate) const UNNOTICED: f64 = 1.0 / (1u64 << 10) as f64;
/// Series of which a change leaves less than this part are expanded along, if that is before the patch is due.
pub(crate) const SHORT: f64 = 0.5;
/// By how much a time that is too long is shortened.
pub(crate) const SHORTENED: f64 = 0.75;
/// What holds for less than this part of the series around it does not hold at all.
pub(crate) const AT_ONCE: f64 = 1e-4;
/// Rounding of a load that is seen from another instant.
pub(crate) const SEEN_FROM_ELSEWHERE: f64 = 16.0 * f64::EPSILON;
/// More patches than this without any time going by are left to ordinary steps.
pub(crate) const MOST_AT_ONCE: usize = 64;
