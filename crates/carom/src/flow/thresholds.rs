//! Every number that says what counts as none, as at rest, as rigid, or as the same.
//!
//! Answers must not depend on them: each is a multiple of rounding, chosen so that what it neglects is rounding too. Numbers that only steer a method
//! (steps, passes, orders) stand with the method.

// Speeds, as multiples of the floor: the speed below which a contact is at rest.

/// Speeds below this part of the speed that the whole energy of the impact could cause at a contact are rounding:
/// eight units in the last place.
pub(crate) const REST: f64 = 8.0 * f64::EPSILON;

/// Springs whose contacts all move slower than this many floors are in balance.
pub(crate) const STILL: f64 = 4.0;

/// Contacts whose speeds, and those that their strain could cause, are all below this many floors have faded. Every event
/// may round a speed by a floor; a bounce is four events, and a contact has some five neighbours that bounce along with it.
pub(crate) const FADED: f64 = 24.0;

/// A contact that slides slower than this many floors when another stops has stopped too: the rounding of both.
pub(crate) const STOPS_TOO: f64 = 4.0;

/// A rigid contact that slides slower than this many floors creeps: its direction is rounding, and whether it goes on is asked anew.
pub(crate) const CREEPS: f64 = 64.0;

/// Contacts of one body that still slow down, and slide slower than this many floors when the first of them stops, stop with it. In a groove the difference between
/// two symmetric contacts grows while the body slides: some hundred times what rounding began with.
pub(crate) const STOP_TOGETHER: f64 = 1024.0;

/// ρ of (T.11), in floors: springs that are slower while friction holds their bodies stand still.
pub(crate) const STANDS: f64 = 1024.0;

/// Springs that have hardened by more than this bounce on themselves: they do not stand still, they close.
pub(crate) const STANDS_UP_TO: f64 = 1024.0;

/// A normal load begins where the normal velocity exceeds this many floors: below, its own rounding decides in which direction it slides.
pub(crate) const BEGINS: f64 = 64.0;

/// Contacts held by rigid friction that move slower than this many floors may be at rest.
pub(crate) const AT_REST: f64 = 2048.0;

/// Contacts that are faster than this many floors are not locked, nor stopped by others; asking more closely is spared.
pub(crate) const FAST: f64 = 1e6;

// Instants.

/// Guards this small against the terms they are made of are zero: the rounding of a few hundred operations.
pub(crate) const COINCIDENT: f64 = 128.0 * f64::EPSILON;

/// A spring whose load ends within this part of the frame's time is all but released: (μq)² and the square of the friction both vanish there, and which of them is larger is known to the
/// root of their rounding. What friction still does is the square of this part, rounding.
pub(crate) const ALL_BUT_RELEASED: f64 = 1.0 / (1u64 << 23) as f64;

/// Steps longer than this are no instant.
pub(crate) const INSTANT: f64 = 1e-4;

/// Rigid contacts that were asked several times within an instant whether they stick pause so long, in local time, before they are asked again.
pub(crate) const SHORTEST_PAUSE: f64 = 1e-12;

/// The longest such pause.
pub(crate) const LONGEST_PAUSE: f64 = 1e-6;

// Stiffnesses, as multiples of the others', and the time that is left to bounces.

/// A contact at rest whose k·W is this many times the highest original one of the others is rigid against them.
/// Pressed by a force F it would be deflected by F/k; treating it as rigid is off by that, 2⁻⁴⁸ of the others'
/// deflections: rounding. With friction, unless its own motion is rounding already, it is the square of this: while a
/// contact of finite stiffness is pressed from rest its force swings from zero to twice the push, and so does what friction
/// may hold.
pub(crate) const RIGID: f64 = (1u64 << 48) as f64;

/// A contact that opens after it has hardened to this many times the others' k·W is rigid from then on: its impacts are
/// over in 2⁻¹⁰⁰ of their time, and ever more hardening would leave the range of numbers.
pub(crate) const RIGID_FOR_GOOD: f64 = RIGID * RIGID * RIGID * RIGID * 256.0;

/// A contact that neither moves nor stores more than rounding is as good as closed if it is this many times harder than all others.
pub(crate) const HARD: f64 = RIGID / 256.0;

/// A contact that has closed is as hard as this many times what counts as rigid: infinitely many bounces have
/// hardened it, and when it opens and is pressed again it must not bounce.
pub(crate) const HARDENED: f64 = 64.0;

/// Tangential springs of a compliance η² below 2⁻⁹⁶ are rigid: what they change is of order η, less than rounding.
pub(crate) const RIGID_COMPLIANCE: f64 = 1.0 / (1u128 << 96) as f64;

/// A contact at rest whose k·W is this many times that of the springs at work waits for its speed to exceed
/// rounding. Below, it would shorten the steps fourfold at most.
pub(crate) const MUCH_STIFFER: f64 = 16.0;

/// A contact that bounces on itself, pressed by its neighbours, has closed when all bounces to come take less than
/// this part of the neighbours' time scale T. Every bounce ends compression where the last one did, so the
/// contact is displaced only in between, by at most the push times the square of the time left: 2⁻⁴² of the
/// neighbours' motion.
pub(crate) const ACCUMULATED: f64 = 1.0 / (1u64 << 21) as f64;

/// The part of T for a contact with tangential springs. Its normal force keeps swinging while it bounces, and lets its tangential springs
/// slip back each time; so what they are stretched by after closing is off by the time left itself, not its square.
pub(crate) const ACCUMULATED_RUBBING: f64 = ACCUMULATED * ACCUMULATED;

/// The part of T for a contact with rigid friction. Between bounces nothing holds it tangentially, so what it slides by when it closes is off by the
/// time left; but no springs remember it.
pub(crate) const ACCUMULATED_GRIPPING: f64 = ACCUMULATED / (1u64 << 14) as f64;

// Motions that are small beside those of others.

/// Ways to save work may change the motion of a contact by this part of itself, and by no more than rounding of the others'. Ahead of a wave contacts move by 10⁻¹² of what
/// comes, and yet each end of a compression hardens them by 1/e² for good: how many there are is decided by that motion's own digits.
pub(crate) const OWN_MOTION: f64 = 1.0 / (1u64 << 30) as f64;

// Loads, relative to what they are compared with.

/// Tangential forces this close to the cone, relative to it, lie on it: what rounding leaves of a contact that slips.
pub(crate) const NEAR_THE_CONE: f64 = 1e-10;

/// Where the cone exceeds the tangential force by more than this factor at the instant at which it should equal it, the
/// rounding of the normal force hides that instant.
pub(crate) const UNRESOLVED: f64 = 1.0 + 1e-6;

/// A force below its bound by less than this part of it is on it.
pub(crate) const ON_THE_CONE: f64 = 1e-11;

/// A force above its bound by more than this part of it is beyond: a few thousand roundings.
pub(crate) const BEYOND_THE_CONE: f64 = 1e-12;

/// An acceleration below this part of the largest push is none.
pub(crate) const NO_PUSH: f64 = 1e-12;

/// An energy ledger that fails to close by more than this part of the work done is wrong, not rounded.
pub(crate) const OPEN_LEDGER: f64 = 1e-9;

// Conditions on contacts that depend on each other.

/// Below this ratio of a pivot to the largest of its row the conditions count as dependent: elimination would lose ten
/// digits there.
pub(crate) const DEPENDENT: f64 = 1e-10;

/// Entries of A, its columns combined, that are below this part of the largest in their row are none: contacts that share a
/// load in a way rigid bodies leave open.
pub(crate) const DEPENDENT_ROOT: f64 = 1e-8;
