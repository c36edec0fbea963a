//! How a frame with friction finds a series that holds for a step: in a fitting unit of time, and with directions that follow their
//! velocities settled.

use crate::flow::course::{Course, Pending, Slip};
use crate::flow::following::Passes;
use crate::flow::frame::{Entry, Frame, Role};
use crate::flow::pace::Pace;
use crate::flow::rub::Rub;
use crate::flow::series::REACH;

/// Most attempts at one step: each shortens it by what the last one showed, so a few do.
const MOST_ATTEMPTS: usize = 64;

/// So many contacts that begin to slide together may be more than the freedoms of their body: it slides on a plane with three, and turns about
/// one point. Where others stick, so may one less.
const MANY: usize = 3;
/// Their directions are then bound to each other, and unfolding them contact by contact leaves open how. What that costs is of high order in
/// the time since they were at rest: in a first step this many times shorter it is rounding, and from then on velocities tell.
const START_TOGETHER: f64 = 4096.0;

/// Most passes for directions that follow their velocity; where they need more they are followed as they turn.
const MOST_PASSES: usize = 8;

impl Frame {
    /// Expands the series, with steps as short as turning directions demand; says how many expansions that took, or nothing if no
    /// step is short enough.
    pub fn expand_within_reach(&mut self) -> Option<usize> {
        self.step_end = 1.0;
        if self.rubbing.is_empty() {
            self.expand();
            return Some(1);
        }
        let base = self.rate();
        self.choose_followers(base);
        if let Some(passes) = self.creep(base) {
            return Some(passes);
        }
        let mut passes = 0;
        let together = base.max(START_TOGETHER * self.slowest_rate());
        let mut slowest = if self.start_together(|rub| rub.start.course) { together } else { base };
        for _ in 0..MOST_ATTEMPTS {
            self.use_rate(self.rubbing.pace.rate(slowest));
            passes += self.expand_settled();
            if slowest < together && self.start_together(|rub| rub.course) {
                slowest = together;
                self.forget_decisions();
                continue;
            }
            if self.give_up_following() {
                self.forget_decisions();
                continue;
            }
            let Self { rubbing, entries, rate, step_end, .. } = self;
            let may_slip =
                |rub: &&Rub| rub.course.slips() || rub.course == Course::Pending(Pending::Starting);
            let reaches =
                rubbing.rubs.iter().filter(may_slip).map(|rub| (entries[rub.member].contact, rub.reach()));
            *step_end = rubbing.pace.end_of_step(*rate, reaches);
            let holds = Pace::is_fitting(self.step_end) && (self.step_end >= 1.0 || !self.decides());
            if holds || self.rubbing.jammed.is_some() {
                return Some(passes);
            }
            self.rubbing.pace.try_again();
            self.forget_decisions();
        }
        None
    }

    /// ω for the softest spring alone.
    fn slowest_rate(&self) -> f64 {
        let springs = (0..self.entries().len()).filter(|&member| self.entries()[member].role == Role::Spring);
        let slowest = springs.map(|member| self.own_frequency_squared(member)).reduce(f64::min);
        slowest.map_or(0.0, |squared| squared.sqrt() / REACH)
    }

    /// Whether so many contacts begin to slide that their directions are bound to each other.
    fn start_together(&self, course: impl Fn(&Rub) -> Course) -> bool {
        let starts = |rub: &&Rub| matches!(course(rub), Course::Slips(Slip::Resuming { m: 0, .. }));
        let any_stick = self.rubbing.rubs.iter().any(|rub| course(rub).is_held());
        self.rubbing.rubs.iter().filter(starts).count() + usize::from(any_stick) >= MANY
    }

    /// Whether terms above order zero have decided what a contact does, as rigid friction may at any order. Only a series that
    /// reaches through its whole unit of time can: where a step ends early, terms of high order may rise above rounding that the
    /// step never sees. A contact that sticks and did so before has nothing to decide: whether it goes on is asked by its guard.
    fn decides(&self) -> bool {
        let decided = |entry: &Entry| {
            matches!(entry.role, Role::Pressed | Role::DrawnApart) && entry.velocity.abs() < entry.floor
        };
        let started = |rub: &Rub| match rub.start.course {
            Course::Pending(Pending::Starting) => {
                rub.course.acts() && rub.course != (Course::Slips(Slip::TurningFrom { l: 0, m: 1 }))
            }
            Course::Pending(Pending::Gripping { .. } | Pending::OnTheCone { .. }) => true,
            Course::Idle | Course::Sticks(_) | Course::Slips(_) => false,
        };
        let resumes = |rub: &Rub| matches!(rub.course, Course::Slips(Slip::Resuming { .. }));
        self.entries().iter().any(decided) || self.rubbing.rubs.iter().any(|rub| resumes(rub) || started(rub))
    }

    /// Something happened to a contact: if it shortened the steps, that may be over.
    pub fn forget_pace_of(&mut self, contact: usize) {
        self.rubbing.pace.forget(contact);
    }

    /// Expands the series, in as many passes as directions that follow their velocity need; says how many.
    fn expand_settled(&mut self) -> usize {
        let rate = self.rate();
        self.rubbing.rubs.iter_mut().for_each(|rub| rub.rescale_drag(rate));
        self.expand();
        for pass in 1..MOST_PASSES {
            self.rubbing.rubs.iter_mut().for_each(Rub::settle_drag);
            let any = |passes: Passes| self.rubbing.rubs.iter().any(|rub| rub.passes == passes);
            if any(Passes::Fail) || !any(Passes::GoOn) {
                return pass;
            }
            self.forget_decisions();
            self.expand();
        }
        MOST_PASSES
    }

    /// Contacts at rest that an expansion has decided are open again.
    pub(in crate::flow) fn forget_decisions(&mut self) {
        for entry in self.entries_mut() {
            if matches!(entry.role, Role::Pressed | Role::DrawnApart) {
                entry.role = Role::Undecided;
            }
        }
    }
}
