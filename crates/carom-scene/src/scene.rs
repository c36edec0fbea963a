//! A scene: an impact with names.

use std::borrow::Cow;
use std::sync::Arc;

use carom::comparison::{Comparison, mode_at_end};
use carom::laws::complementarity;
use carom::laws::routh::{self, Termination};
use carom::laws::{ImpactLaw, LoneImpact};
use carom::sequence::{Rules, SequenceCourse, SequenceEnding};
use carom::{
    ContactProblem, ContactSolution, Event, Impact, Mode, Motion, Outcome, State, TangentialLaw, Trace,
};

use carom_shapes::{Placed, Shape};
use nalgebra::{UnitQuaternion, Vector3};

use crate::build;
use crate::clock::TimeUnit;
use crate::lone;
use crate::mechanism::Mechanism;
use crate::number;
use crate::problem::{Problem, Problems};
use crate::read::Document;
use crate::sequential;
use crate::unsolved::Unsolved;

/// An impact read from a scene file, with the names of its bodies and contacts.
#[derive(Debug, Clone)]
pub struct Scene {
    pub(crate) title: Option<String>,
    pub(crate) setup: Setup,
    pub(crate) method: Method,
    pub(crate) body_names: Vec<String>,
    pub(crate) joint_names: Vec<String>,
    pub(crate) contact_names: Vec<String>,
    /// What each body looks like, if the file says. Empty for a mechanism.
    pub(crate) shapes: Vec<Option<PlacedShape>>,
    pub(crate) warnings: Vec<Problem>,
    /// Whether a normal is as the file says, with no shape that could contradict it.
    pub(crate) normals_given: bool,
    /// R* of contacts whose spring follows from materials, in metres. Empty for a mechanism.
    pub(crate) radii: Vec<Option<f64>>,
}

/// A shape in its place before the impact.
#[derive(Debug, Clone)]
pub(crate) struct PlacedShape {
    pub shape: Shape,
    pub position: Vector3<f64>,
    pub orientation: UnitQuaternion<f64>,
}

/// What is to be solved.
#[derive(Debug, Clone)]
pub enum Setup {
    /// Bodies and the contacts between them.
    Bodies(Impact),
    /// Contacts of a mechanism whose contact-space matrix was given.
    Mechanism(Mechanism),
}

/// What solves it.
#[derive(Debug, Clone)]
pub enum Method {
    /// All contacts act at once.
    Simultaneous,
    /// Routh's law at the only contact.
    Routh {
        /// The contact.
        contact: Box<LoneImpact>,
        /// What ends the impact.
        termination: Termination,
    },
    /// An algebraic law at the only contact.
    Law {
        /// The contact.
        contact: Box<LoneImpact>,
        /// The law.
        law: Arc<dyn ImpactLaw>,
    },
    /// Pfeiffer and Glocker's complementarity, for several contacts at once.
    Complementarity,
    /// A law for a single contact, one contact after the other.
    Sequential {
        /// The law.
        law: Arc<dyn ImpactLaw>,
        /// What decides the order.
        rules: Rules,
    },
}

/// A solved scene.
#[derive(Debug)]
pub struct Solved {
    /// What the impact did. A mechanism has no bodies: the vectors of its contacts are along their (t₁, t₂, n), and its energies are counted
    /// from that before the impact.
    pub outcome: Outcome,
    /// Its whole course.
    pub course: SolvedCourse,
    /// The states of a course without time; those over time follow from the trace.
    pub(crate) without_time: Vec<State>,
}

impl Solved {
    /// The states it went through, each as it was entered. With many contacts those of a long course take much memory, which
    /// [`Trace::some_states`] does not.
    #[must_use]
    pub fn states(&self) -> Cow<'_, [State]> {
        match &self.course {
            SolvedCourse::OverTime { trace, .. } => Cow::Owned(trace.states()),
            SolvedCourse::OverImpulse { .. }
            | SolvedCourse::AtOnce { .. }
            | SolvedCourse::InSequence { .. } => Cow::Borrowed(&self.without_time),
        }
    }
}

/// The course of an impact.
#[derive(Debug)]
pub enum SolvedCourse {
    /// Over time.
    OverTime {
        /// Every quantity at any instant.
        trace: Trace,
        /// What happened.
        events: Vec<Event>,
    },
    /// Over the normal impulse of the only contact, as Routh's law has it: there is no time.
    OverImpulse {
        /// What happened.
        events: Vec<routh::Event>,
        /// What made it end.
        ending: routh::Ending,
    },
    /// None: an algebraic law knows before and after only.
    AtOnce {
        /// Whether each contact sticks or slips; empty without friction.
        modes: Vec<Mode>,
    },
    /// One collision after the other.
    InSequence {
        /// The collisions; vectors in world axes, or along (t₁, t₂, n) of a mechanism's contacts.
        course: SequenceCourse,
        /// How they ended.
        ending: SequenceEnding,
    },
}

impl SolvedCourse {
    /// Every quantity at any instant; none where there is no time.
    #[must_use]
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Self::OverTime { trace, .. } => Some(trace),
            Self::OverImpulse { .. } | Self::AtOnce { .. } | Self::InSequence { .. } => None,
        }
    }
}

impl Scene {
    /// Reads a scene file.
    ///
    /// # Errors
    /// Everything that is wrong with the file, in its order.
    pub fn parse(text: &str) -> Result<Self, Vec<Problem>> {
        let problems = Problems::default();
        let scene = Document::read(text, &problems).and_then(|document| build::build(&document, &problems));
        let (scene, warnings) = problems.conclude(scene)?;
        Ok(Self { warnings, ..scene })
    }

    /// The title; empty if the file has none.
    #[must_use]
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or_default()
    }

    /// What in the file looks like a slip of the pen.
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// What is to be solved.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What solves it.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The impact between bodies; none for a mechanism.
    #[must_use]
    pub fn impact(&self) -> Option<&Impact> {
        match &self.setup {
            Setup::Bodies(impact) => Some(impact),
            Setup::Mechanism(_) => None,
        }
    }

    /// The impact in contact space.
    #[must_use]
    pub fn contact_problem(&self) -> &ContactProblem {
        match &self.setup {
            Setup::Bodies(impact) => impact.contact_problem(),
            Setup::Mechanism(mechanism) => &mechanism.problem,
        }
    }

    /// The normal of a contact, in the axes of its outcome: world axes, or (t₁, t₂, n) of a mechanism's contact.
    pub(crate) fn normal(&self, contact: usize) -> Vector3<f64> {
        match &self.setup {
            Setup::Bodies(impact) => impact.contacts()[contact].normal().into_inner(),
            Setup::Mechanism(_) => Vector3::z(),
        }
    }

    /// Whether the outcome of a contact has tangents; that of a mechanism has none where neither friction nor a law for a single contact needs them.
    pub(crate) fn has_tangents(&self) -> bool {
        match (&self.setup, &self.method) {
            (Setup::Bodies(_), _) | (Setup::Mechanism(_), Method::Routh { .. } | Method::Law { .. }) => true,
            (Setup::Mechanism(mechanism), _) => !mechanism.problem.tangential_laws().is_empty(),
        }
    }

    /// What a solution in contact space is of this scene.
    pub(crate) fn outcome(&self, solution: &ContactSolution) -> Outcome {
        match &self.setup {
            Setup::Bodies(impact) => impact.outcome(solution),
            Setup::Mechanism(mechanism) => mechanism.outcome(solution),
        }
    }

    /// What the times of its course are measured in.
    #[must_use]
    pub fn time_unit(&self) -> TimeUnit {
        TimeUnit::of(self.contact_problem())
    }

    /// The bodies' names, in the order of the file; none for a mechanism.
    #[must_use]
    pub fn body_names(&self) -> &[String] {
        &self.body_names
    }

    /// The shape of each body in its place before the impact, if it has one; nothing for a mechanism.
    #[must_use]
    pub fn shapes(&self) -> Vec<Option<Placed<'_>>> {
        fn placed(shape: &PlacedShape) -> Placed<'_> {
            Placed { shape: &shape.shape, position: shape.position, orientation: shape.orientation }
        }
        self.shapes.iter().map(|shape| shape.as_ref().map(placed)).collect()
    }

    /// The contacts' names, such as `upper-lower`, in the order of the impact's contacts.
    #[must_use]
    pub fn contact_names(&self) -> &[String] {
        &self.contact_names
    }

    /// The joints' names, such as `arm-hand`, in the order of the file.
    #[must_use]
    pub fn joint_names(&self) -> &[String] {
        &self.joint_names
    }

    /// The course of a simultaneous impact up to where it could not be followed any further; none if nothing had happened.
    #[must_use]
    pub fn course_until_failure(&self) -> Option<Trace> {
        let Method::Simultaneous = self.method else { return None };
        let (ended, trace) = match &self.setup {
            Setup::Bodies(impact) => {
                let (ended, trace) = impact.trace_as_far_as_possible();
                (ended.map(|_| ()), trace)
            }
            Setup::Mechanism(mechanism) => {
                let (ended, trace) = mechanism.problem.trace_as_far_as_possible();
                (ended.map(|_| ()), trace)
            }
        };
        (ended.is_err() && trace.duration() > 0.0).then_some(trace)
    }

    /// Solves the impact and keeps its course.
    ///
    /// # Errors
    /// Why it could not be solved.
    pub fn solve(&self) -> Result<Solved, Unsolved> {
        let solved = match &self.method {
            Method::Simultaneous => self.solve_simultaneously()?,
            Method::Routh { contact, termination } => lone::follow(self, contact, *termination)?,
            Method::Law { contact, law } => lone::apply(self, contact, law.as_ref())?,
            Method::Complementarity => self.solve_by_complementarity()?,
            Method::Sequential { law, rules } => sequential::solve(self, law.as_ref(), *rules)?,
        };
        refuse_infinite(&solved.outcome)?;
        for state in &solved.without_time {
            finite("an impulse or strain energy", state.impulse.iter().chain(&state.energy).copied())?;
        }
        match &solved.course {
            SolvedCourse::OverTime { trace, events } => {
                let most = trace.peaks().into_iter().map(|peak| peak.force * peak.compression);
                finite("an impulse or strain energy", most)?; // those of the end are finite
                finite("the time of an event", events.iter().map(|event| event.time))?;
            }
            SolvedCourse::OverImpulse { events, .. } => {
                finite("the impulse at an event", events.iter().map(|event| event.normal_impulse))?;
            }
            SolvedCourse::AtOnce { .. } | SolvedCourse::InSequence { .. } => {}
        }
        Ok(solved)
    }

    /// What an error of this scene says, with the names of contacts instead of their numbers, and times in the scene's unit.
    #[must_use]
    pub fn explain(&self, error: &Unsolved) -> String {
        let mut said = error.to_string();
        for time in error.time().into_iter().chain(error.earlier()) {
            let shown = number::short(time, 6);
            let instant = match self.time_unit() {
                TimeUnit::Seconds => format!("at {shown} s"),
                TimeUnit::Relative => format!("at the relative time {shown}"),
            };
            said = said.replace(&format!("at {time:?} s"), &instant);
        }
        // From the last to the first, so that contact 1 is not found in contact 12.
        for (number, name) in self.contact_names.iter().enumerate().rev() {
            said = said.replace(&format!("contact {number}"), &format!("contact `{name}`"));
        }
        said
    }

    /// Whether the model says which part of the lost energy friction took. An algebraic law knows before and after only: with
    /// friction just the sum has a meaning.
    #[must_use]
    pub fn splits_losses(&self) -> bool {
        let has_course = match &self.method {
            Method::Simultaneous | Method::Routh { .. } => true,
            Method::Law { law, .. } | Method::Sequential { law, .. } => law.has_course(),
            Method::Complementarity => false,
        };
        let frictionless = match &self.setup {
            Setup::Bodies(impact) => {
                impact.contacts().iter().all(|contact| !contact.tangential_law().has_friction())
            }
            Setup::Mechanism(mechanism) => {
                mechanism.coefficients.iter().all(|coefficients| coefficients.friction.value() == 0.0)
            }
        };
        has_course || frictionless
    }

    /// Why no contact got an impulse, if none did.
    #[must_use]
    pub fn why_idle(&self, solved: &Solved) -> Option<String> {
        let idle = solved.outcome.contacts.iter().all(|contact| contact.normal_impulse == 0.0);
        let velocity = self.contact_problem().velocity();
        let contacts = if velocity.len() == 1 { "the only contact" } else { "every contact" };
        let why = match (velocity.iter().all(|&v| v > 0.0), velocity.iter().any(|&v| v != 0.0)) {
            (true, _) if self.normals_given => {
                format!("{contacts} separates; is a normal reversed, or a velocity?")
            }
            (true, _) => format!("{contacts} separates"),
            (false, true) => "no contact approaches".to_owned(),
            (false, false) => "nothing moves along the normal of any contact".to_owned(),
        };
        let approaches = velocity.iter().any(|&v| v < 0.0);
        (idle && !approaches).then_some(why)
    }

    /// What every model says of the impact, whatever the scene's own method.
    #[must_use]
    pub fn compare(&self) -> Comparison {
        match &self.setup {
            Setup::Bodies(impact) => Comparison::of_bodies(impact),
            Setup::Mechanism(Mechanism { problem, velocity, coefficients }) => {
                Comparison::of_mechanism(problem, velocity, coefficients)
            }
        }
    }

    fn solve_simultaneously(&self) -> Result<Solved, Unsolved> {
        let (outcome, trace) = match &self.setup {
            Setup::Bodies(impact) => impact.trace()?,
            Setup::Mechanism(mechanism) => {
                let (solution, trace) = mechanism.problem.trace()?;
                (mechanism.outcome(&solution), trace)
            }
        };
        let events = trace.events();
        Ok(Solved { outcome, without_time: Vec::new(), course: SolvedCourse::OverTime { trace, events } })
    }

    fn solve_by_complementarity(&self) -> Result<Solved, Unsolved> {
        let (outcome, answer) = match &self.setup {
            Setup::Bodies(impact) => {
                let answer = complementarity::solve(impact)?;
                (answer.outcome, answer.contacts)
            }
            Setup::Mechanism(mechanism) => {
                let answer = complementarity::solve_contacts(&mechanism.problem)?;
                (mechanism.outcome(&answer.solution), answer)
            }
        };
        let (problem, solution) = (self.contact_problem(), &answer.solution);
        let mode = |(i, law): (usize, &TangentialLaw)| {
            let impulse = answer.compression.impulse[i] + answer.expansion.impulse[i];
            let before = problem.tangential_velocity()[i].push(problem.velocity()[i]);
            let after = solution.tangential_velocity[i].push(solution.velocity[i]);
            mode_at_end(law.coefficient(), &impulse, [&before, &after])
        };
        let modes = problem.tangential_laws().iter().enumerate().map(mode).collect();
        let states = sequential::before_and_after(self.contact_problem(), &outcome);
        Ok(Solved { outcome, without_time: states, course: SolvedCourse::AtOnce { modes } })
    }
}

/// Documents and tables hold finite numbers only.
pub(crate) fn refuse_infinite(outcome: &Outcome) -> Result<(), Unsolved> {
    let components = |motion: &Motion| {
        let Motion { linear: v, angular: w } = *motion;
        [v.x, v.y, v.z, w.x, w.y, w.z]
    };
    finite("a velocity", outcome.bodies.iter().flat_map(components))?;
    for contact in &outcome.contacts {
        let vectors = [contact.impulse, contact.velocity_before, contact.velocity_after];
        finite("an impulse or velocity of a contact", vectors.iter().flat_map(|v| [v.x, v.y, v.z]))?;
    }
    let energy = &outcome.energy;
    let lost = [energy.lost_in_restitution, energy.lost_in_friction];
    finite("the kinetic energy", [energy.before, energy.after].into_iter().chain(lost))
}

fn finite(what: &'static str, numbers: impl IntoIterator<Item = f64>) -> Result<(), Unsolved> {
    if numbers.into_iter().all(f64::is_finite) { Ok(()) } else { Err(Unsolved::TooLarge { what }) }
}
