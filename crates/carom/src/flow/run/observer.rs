//! Who watches a flow, and what is shown to them.

use crate::flow::{Bound, Flow, Frame, Tangent};
use crate::phase::EventKind;
use crate::power_flow;

/// When a step happens, in seconds. The difference of two starts would know a short duration to few digits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub start: f64,
    pub duration: f64,
}

/// Watches a flow. All methods default to nothing, and `()` watches nothing at no cost.
pub(crate) trait Observer {
    /// Whether it wants to see steps: impulses must be brought up to date for it.
    fn sees_steps(&self) -> bool {
        true
    }
    /// Itself, if there is anything to show it.
    fn watcher(&mut self) -> Option<&mut dyn Observer>
    where
        Self: Sized,
    {
        Some(self)
    }
    /// A step over a span of time, described by the frame it began with, the groups bound in it, and the impulses so far.
    fn step(&mut self, _span: Span, _frame: &Frame, _bound: &Bound, _impulse: &[f64], _tangents: &[Tangent]) {
    }
    /// A step of a cluster with springs F = k·dⁿ from `start` as far as its series' variable is `end`, and the impulses so far.
    fn power_step(
        &mut self,
        _start: f64,
        _frame: &power_flow::Frame,
        _end: f64,
        _impulse: &[f64],
        _tangents: &[Tangent],
    ) {
    }
    /// A motion without load begins, or impulses have jumped; all contacts' impulses after it.
    fn jump(&mut self, _span: Span, _impulse: &[f64], _tangents: &[Tangent]) {}
    /// Something happened to a contact.
    fn event(&mut self, _time: f64, _contact: usize, _kind: EventKind) {}
    /// A compression ends with this force and compression, before the event.
    fn compressed(&mut self, _contact: usize, _force: f64, _compression: f64) {}
    /// A contact has entered or left the active set.
    fn activity(&mut self, _contact: usize, _active: bool) {}
    /// All events of one instant have been dealt with.
    fn settled(&mut self, _time: f64) {}
}

impl Observer for () {
    fn sees_steps(&self) -> bool {
        false
    }

    fn watcher(&mut self) -> Option<&mut dyn Observer> {
        None
    }
}

/// Any observer, or none: what they watch is compiled once for all of them. Steps are long enough not to feel the calls.
#[derive(Default)]
pub(crate) struct Watched<'a>(pub Option<&'a mut dyn Observer>);

impl Observer for Watched<'_> {
    fn sees_steps(&self) -> bool {
        self.0.as_ref().is_some_and(|observer| observer.sees_steps())
    }

    fn step(&mut self, span: Span, frame: &Frame, bound: &Bound, impulse: &[f64], tangents: &[Tangent]) {
        if let Some(observer) = &mut self.0 {
            observer.step(span, frame, bound, impulse, tangents);
        }
    }

    fn power_step(
        &mut self,
        start: f64,
        frame: &power_flow::Frame,
        end: f64,
        impulse: &[f64],
        tangents: &[Tangent],
    ) {
        if let Some(observer) = &mut self.0 {
            observer.power_step(start, frame, end, impulse, tangents);
        }
    }

    fn jump(&mut self, span: Span, impulse: &[f64], tangents: &[Tangent]) {
        if let Some(observer) = &mut self.0 {
            observer.jump(span, impulse, tangents);
        }
    }

    fn event(&mut self, time: f64, contact: usize, kind: EventKind) {
        if let Some(observer) = &mut self.0 {
            observer.event(time, contact, kind);
        }
    }

    fn compressed(&mut self, contact: usize, force: f64, compression: f64) {
        if let Some(observer) = &mut self.0 {
            observer.compressed(contact, force, compression);
        }
    }

    fn activity(&mut self, contact: usize, active: bool) {
        if let Some(observer) = &mut self.0 {
            observer.activity(contact, active);
        }
    }

    fn settled(&mut self, time: f64) {
        if let Some(observer) = &mut self.0 {
            observer.settled(time);
        }
    }
}

impl<O: Observer> Flow<'_, O> {
    /// The impulses of all contacts, those in groups too.
    fn impulses_now(&self) -> Vec<f64> {
        let mut impulses = self.impulse.clone();
        self.bound.answer(&mut impulses);
        impulses
    }

    /// Lets the observer see the step that begins.
    pub(in crate::flow) fn show_step(&mut self, duration: f64) {
        if self.observer.sees_steps() {
            let impulses = self.impulses_now();
            let span = Span { start: self.time, duration };
            self.observer.step(span, &self.frame, &self.bound, &impulses, &self.tangents);
        }
    }

    /// Lets the observer see a motion without load, or a jump.
    pub(in crate::flow) fn show_jump(&mut self, duration: f64) {
        if self.observer.sees_steps() {
            let impulses = self.impulses_now();
            let span = Span { start: self.time, duration };
            self.observer.jump(span, &impulses, &self.tangents);
        }
    }
}
