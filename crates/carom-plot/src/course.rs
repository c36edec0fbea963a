//! The course of an impact, sampled for drawing.
//!
//! Instants are dense and include every event. The quantities of a contact may jump at an event, so each event is
//! sampled twice: at the last floating-point instant before it, and at itself, where a trace gives what holds
//! after it.

use std::ops::Range;

use carom::analysis::diagram::TransitionDiagram;
use carom::{Event, Mode, Snapshot, Trace};

use crate::error::PlotError;
use crate::subject::Subject;

/// Instants besides the events.
const SAMPLES: usize = 900;

/// With more events than this, the samples are spaced evenly and their jumps are not resolved.
const MOST_EVENTS: usize = 500;

/// Events closer than this part of the impact's duration are one dot in a figure.
const AT_ONCE: f64 = 1e-6;

/// As many instants as there are letters can be lettered.
const LETTERS: usize = 26;

/// Events of one instant.
#[derive(Debug, Clone)]
pub(crate) struct Moment {
    pub time: f64,
    pub events: Vec<Event>,
    /// The letter that stands for it in the figure; none if there are too many.
    pub letter: Option<char>,
}

/// A sampled impact.
#[derive(Debug, Clone)]
pub(crate) struct SampledCourse {
    pub samples: Vec<Snapshot>,
    /// For each sample the state it belongs to, as a node of `diagram`.
    pub states: Vec<usize>,
    pub diagram: TransitionDiagram,
    pub moments: Vec<Moment>,
    pub duration: f64,
    /// The first and the last time that is shown.
    pub shown: [f64; 2],
}

impl SampledCourse {
    /// The course, sampled most densely where it is shown.
    ///
    /// # Errors
    /// A window after its end.
    pub fn of(subject: &Subject) -> Result<Self, PlotError> {
        let trace = subject.trace;
        let mut events = trace.events();
        let duration = trace.duration();
        let shown = subject.view.window.within(duration)?;
        let mut instants = instants(trace, &events);
        if subject.view.window.is_given() {
            instants.extend(evenly(shown));
            instants.sort_by(f64::total_cmp);
            instants.dedup();
            events.retain(|event| event.time >= shown[0] && event.time <= shown[1]);
        }
        let samples = trace.sample(&instants);
        let mut diagram = TransitionDiagram::default();
        diagram.record(trace);
        let states = states_at(subject, &diagram, &instants);
        let moments = moments(events, shown[1] - shown[0]);
        Ok(Self { samples, states, diagram, moments, duration, shown })
    }

    /// The course without what is not shown: for curves over something else than time, which no axis cuts off.
    pub fn cut(mut self) -> Self {
        let [from, to] = self.shown;
        let is_shown = |sample: &Snapshot| sample.time >= from && sample.time <= to;
        let states = self.samples.iter().zip(self.states).filter(|(sample, _)| is_shown(sample));
        self.states = states.map(|(_, state)| state).collect();
        self.samples.retain(is_shown);
        self
    }

    /// The range of a horizontal axis over time whose unit has the given factor.
    pub fn times(&self, factor: f64) -> crate::axis::Range {
        let [low, high] = self.shown.map(|time| time * factor);
        if high > low {
            crate::axis::Range { low, high }
        } else {
            crate::axis::Range { low, high: low + 1.0 }
        }
    }

    /// Of values given for every sample, those of the samples that are shown.
    pub fn shown_values<'a>(&'a self, values: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let [from, to] = self.shown;
        let shown = move |sample: &Snapshot| sample.time >= from && sample.time <= to;
        self.samples.iter().zip(values).filter(move |(sample, _)| shown(sample)).map(|(_, &value)| value)
    }

    /// The index of the first sample that is not earlier than `time`.
    pub fn sample_at(&self, time: f64) -> usize {
        let index = self.samples.partition_point(|sample| sample.time < time);
        index.min(self.samples.len().saturating_sub(1))
    }

    /// Ranges of samples over which the state stays the same; each begins with the last sample of the one
    /// before, so that a line drawn through them has no gaps.
    pub fn runs(&self) -> Vec<(usize, Range<usize>)> {
        runs_of(&self.states)
    }

    /// The same for the modes of a contact with friction.
    pub fn mode_runs(&self, contact: usize) -> Vec<(Mode, Range<usize>)> {
        let modes: Vec<Mode> = self.samples.iter().map(|sample| sample.tangential[contact].mode).collect();
        runs_of(&modes)
    }

    /// The events of one contact, with letters of their own.
    pub fn moments_of(&self, contact: usize) -> Vec<Moment> {
        let events = self.moments.iter().flat_map(|moment| &moment.events);
        let lasting = self.shown[1] - self.shown[0];
        moments(events.filter(|event| event.contact == contact).copied().collect(), lasting)
    }

    /// A quantity of every sample.
    pub fn values(&self, pick: impl Fn(&Snapshot) -> f64) -> Vec<f64> {
        self.samples.iter().map(pick).collect()
    }
}

fn runs_of<T: Copy + PartialEq>(values: &[T]) -> Vec<(T, Range<usize>)> {
    let mut runs = Vec::new();
    let mut start = 0;
    for i in 1..=values.len() {
        if i == values.len() || values[i] != values[start] {
            runs.push((values[start], start.saturating_sub(1)..i));
            start = i;
        }
    }
    runs
}

fn instants(trace: &Trace, events: &[Event]) -> Vec<f64> {
    if events.len() > MOST_EVENTS {
        return evenly([0.0, trace.duration()]).collect();
    }
    let before = events.iter().map(|event| event.time.next_down()).filter(|&t| t >= 0.0);
    let mut instants: Vec<f64> = trace.instants(SAMPLES).into_iter().chain(before).collect();
    instants.sort_by(f64::total_cmp);
    instants.dedup();
    instants
}

/// Instants at equal distances.
fn evenly([from, to]: [f64; 2]) -> impl Iterator<Item = f64> {
    (0..=SAMPLES).map(move |i| from + (to - from) * i as f64 / SAMPLES as f64)
}

fn states_at(subject: &Subject, diagram: &TransitionDiagram, instants: &[f64]) -> Vec<usize> {
    let entered: Vec<(f64, usize)> = subject
        .trace
        .states()
        .iter()
        .map(|state| (state.time, diagram.find(&state.active).unwrap_or(0)))
        .collect();
    let at = |&t: &f64| {
        let next = entered.partition_point(|&(time, _)| time <= t);
        next.checked_sub(1).map_or(0, |current| entered[current].1)
    };
    instants.iter().map(at).collect()
}

fn moments(events: Vec<Event>, duration: f64) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    for event in events {
        match moments.last_mut() {
            Some(moment) if event.time - moment.time <= AT_ONCE * duration => moment.events.push(event),
            _ => moments.push(Moment { time: event.time, events: vec![event], letter: None }),
        }
    }
    if moments.len() <= LETTERS {
        for (moment, letter) in moments.iter_mut().zip('A'..='Z') {
            moment.letter = Some(letter);
        }
    }
    moments
}
