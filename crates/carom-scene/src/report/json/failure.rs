//! Why a scene could not be solved, and what happened until then.

use carom::Trace;
use serde::Serialize;

use super::Units;
use super::contacts::SampleEntry;
use super::course::{self, EventEntry, StateEntry};
use crate::report::about::About;
use crate::samples::ContactSample;
use crate::scene::Scene;
use crate::unsolved::Unsolved;

/// Most states and most events that are told of an impact that could not be followed to its end, the last ones: one that is given up
/// may have had a million.
const MOST_TOLD: usize = 1000;

/// The document of a scene that could not be solved.
#[derive(Serialize)]
pub struct Failed<'a> {
    outcome: &'static str,
    #[serde(flatten)]
    about: About<'a>,
    error: Reason,
    #[serde(flatten)]
    course: Option<CourseUntilThen<'a>>,
}

#[derive(Serialize)]
struct Reason {
    kind: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

/// What happened until then, under the names that it has where an impact is solved.
#[derive(Serialize)]
struct CourseUntilThen<'a> {
    /// With samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Vec<SampledContact<'a>>>,
    /// States before those that are told.
    #[serde(skip_serializing_if = "is_zero")]
    states_left_out: usize,
    states: Vec<StateEntry>,
    /// Events before those that are told.
    #[serde(skip_serializing_if = "is_zero")]
    events_left_out: usize,
    events: Vec<EventEntry>,
    duration: f64,
    units: Units,
}

#[derive(Serialize)]
struct SampledContact<'a> {
    name: &'a str,
    samples: Vec<SampleEntry>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl<'a> Failed<'a> {
    /// With what happened until then, if anything did, and samples of it, if they are wanted.
    pub fn new(
        scene: &'a Scene,
        error: &Unsolved,
        trace: Option<&Trace>,
        samples: Option<Vec<Vec<ContactSample>>>,
    ) -> Self {
        let error = Reason {
            kind: error.kind(),
            message: scene.explain(error),
            contact: error.contact(),
            time: error.time(),
        };
        let course = trace.map(|trace| CourseUntilThen::new(scene, trace, samples, MOST_TOLD));
        Self { outcome: "error", about: About::scene(scene), error, course }
    }
}

impl<'a> CourseUntilThen<'a> {
    fn new(scene: &'a Scene, trace: &Trace, samples: Option<Vec<Vec<ContactSample>>>, most: usize) -> Self {
        let first = trace.timeline().starts().len().saturating_sub(most);
        let events = trace.events();
        let events_left_out = events.len().saturating_sub(most);
        let sampled = |(name, samples): (&'a String, Vec<ContactSample>)| SampledContact {
            name,
            samples: samples.into_iter().map(SampleEntry::from).collect(),
        };
        Self {
            contacts: samples.map(|samples| scene.contact_names.iter().zip(samples).map(sampled).collect()),
            states_left_out: first,
            states: trace.states_from(first).iter().map(course::state).collect(),
            events_left_out,
            events: events[events_left_out..].iter().map(course::over_time).collect(),
            duration: trace.duration(),
            units: Units::of(scene),
        }
    }
}

#[cfg(test)]
mod tests {
    use carom::SolveError;
    use serde_json::Value;

    use super::*;
    use crate::report::layout;
    use crate::samples::{Interval, contact_samples};
    use crate::{Loaded, load, schema};

    /// A ball that falls on another one, which bounces between it and the table: several states. Solved, so that its course is known; where an
    /// impact was given up makes no difference to how that is told.
    fn scene() -> Scene {
        let text = "body = [\
            { name = \"upper\", mass = 1, position = [0, 0, 3], velocity = [0, 0, -1], shape = { sphere = { radius = 1 } } },\
            { name = \"lower\", mass = 1.1547, position = [0, 0, 1], shape = { sphere = { radius = 1 } } },\
            { name = \"table\", fixed = true, shape = { plane = { normal = [0, 0, 1] } } }]";
        match load(text) {
            Ok(Loaded::Impact(scene)) => scene,
            other => panic!("{other:?}"),
        }
    }

    fn trace(scene: &Scene) -> Trace {
        scene.impact().expect("bodies").trace().expect("it is solved").1
    }

    #[test]
    fn the_course_until_then_has_the_names_it_has_where_an_impact_is_solved() {
        let scene = scene();
        let trace = trace(&scene);
        let samples = contact_samples(&scene, &trace, Interval::Part(0.25)).expect("few samples");
        let error = Unsolved::Engine(SolveError::Unsettled { time: 1.5, contact: 1 });
        let text = layout::to_string(&Failed::new(&scene, &error, Some(&trace), Some(samples)));
        let found: Value = serde_json::from_str(&text).expect("a JSON document");
        let rules: Value = serde_json::from_str(schema::of_documents()).expect("a JSON document");
        let validator = jsonschema::validator_for(&rules).expect("a schema");
        assert!(validator.is_valid(&found), "{:?}", validator.iter_errors(&found).collect::<Vec<_>>());

        let solved = scene.solve();
        let solved = crate::Report::new(&scene, &solved).json_with_samples(Interval::Part(0.25));
        let solved: Value = serde_json::from_str(&solved.expect("it has time")).expect("a JSON document");
        for key in ["states", "events", "duration", "units"] {
            assert_eq!(found[key], solved[key], "{key}");
        }
        assert_eq!(found["contacts"][1]["samples"], solved["contacts"][1]["samples"]);
        assert!(found.get("states_left_out").is_none());
    }

    #[test]
    fn of_many_states_and_events_the_last_are_told() {
        let scene = scene();
        let trace = trace(&scene);
        let (states, events) = (trace.states(), trace.events());
        assert!(states.len() > 2 && events.len() > 2, "{states:?} {events:?}");
        let told = serde_json::to_value(CourseUntilThen::new(&scene, &trace, None, 2)).expect("JSON");
        assert_eq!(told["states_left_out"], states.len() - 2);
        assert_eq!(told["states"][0]["time"], states[states.len() - 2].time);
        assert_eq!(told["events_left_out"], events.len() - 2);
        assert_eq!(told["events"][1]["time"], events[events.len() - 1].time);
    }
}
