//! From derivatives in contact space to those of bodies and geometry.
//!
//! A unit impulse along an axis t at a point x is for a body the wrench (t, (x − c) × t); the three of a contact are the columns of
//! G, 6 × 3. With A of (W.6), s = ±1 for the first and the second body of a contact, and motions (v, ω) as six numbers
//!
//! ```text
//! v₀ᵢ = Σ s Gᵢᵀ motion      Wᵢⱼ = Σ s s' Gᵢᵀ A Gⱼ      motion⁺ = motion + A Σ s Gᵢ pᵢ          (V.6)
//! ```
//!
//! the sums over bodies, and over contacts at the end. All derivatives are those of products. The tangents of a contact whose
//! normal turns by δn turn along, δt = −n (t·δn); as friction has no preferred tangent, any other choice would do.

use std::collections::BTreeMap;

use nalgebra::{DMatrix, Matrix3, Matrix6, Matrix6x3, Vector3, Vector6};

use super::contact_space::Differentiated;
use super::error::DerivativeError;
use super::jacobian::{ImpactDerivatives, ImpactJacobian, Jacobian};
use super::kink::Kink;
use super::output::Output;
use super::parameter::{Axis, Coefficient, ContactParameter, Direction, LawParameter, Parameter};
use crate::body::{Body, BodyNumber};
use crate::contact_problem::ContactSolution;
use crate::coupling::NORMAL;
use crate::impact::Impact;
use crate::outcome::Outcome;

impl Impact {
    /// The outcome, and its derivatives by everything that bodies and contacts start with.
    ///
    /// ```
    /// use carom::derivative::{Axis, Coefficient, LawParameter, Output, Parameter};
    /// use carom::{Body, Contact, Impact, Model, NormalLaw, Restitution, Stiffness};
    /// use nalgebra::{Vector3, vector};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let ball = Body::ball(1.0, 0.5)?.at(vector![0.0, 0.0, 0.5])?.moving(vector![0.0, 0.0, -2.0])?;
    /// let law = NormalLaw::touching(Restitution::new(0.5)?, Stiffness::UNIT);
    /// let contact = Contact::new([0, 1], Vector3::zeros(), Vector3::z(), law)?;
    /// let impact = Impact::new(vec![ball, Body::fixed()], vec![contact], Model::default())?;
    ///
    /// // A ball bounces with -e times its velocity.
    /// let (_, jacobian) = impact.solve_with_jacobian()?;
    /// let after = Output::Velocity { body: 0, axis: Axis::Z };
    /// let by_velocity = jacobian.get(&after, &Parameter::Velocity { body: 0, axis: Axis::Z }).unwrap();
    /// let restitution = LawParameter { contact: 0, coefficient: Coefficient::Restitution };
    /// let by_restitution = jacobian.get(&after, &Parameter::Law(restitution)).unwrap();
    /// assert!((by_velocity + 0.5).abs() < 1e-14);
    /// assert!((by_restitution - 2.0).abs() < 1e-14);
    /// # Ok(())
    /// # }
    /// ```
    pub fn solve_with_jacobian(&self) -> Result<(Outcome, ImpactJacobian), DerivativeError> {
        let columns = self.parameters();
        self.solve_with_columns(&columns)
    }

    /// The outcome, and its derivatives by the given parameters alone.
    pub fn solve_with_columns(
        &self,
        columns: &[Parameter],
    ) -> Result<(Outcome, ImpactJacobian), DerivativeError> {
        let directions: Vec<_> = columns.iter().map(|&parameter| Direction::along(parameter)).collect();
        let (outcome, matrix, kinks) = self.differentiate(&directions)?;
        Ok((outcome, Jacobian::new(self.outputs(), columns.to_vec(), matrix, kinks)))
    }

    /// The outcome, and its derivatives along the given directions.
    pub fn solve_with_derivatives(
        &self,
        directions: &[Direction<Parameter>],
    ) -> Result<(Outcome, ImpactDerivatives), DerivativeError> {
        let (outcome, matrix, kinks) = self.differentiate(directions)?;
        Ok((outcome, Jacobian::new(self.outputs(), directions.to_vec(), matrix, kinks)))
    }

    /// The rows of its derivatives: motions of all bodies that can move, impulses of all contacts, energy, duration.
    #[must_use]
    pub fn outputs(&self) -> Vec<Output> {
        let mut outputs = Vec::new();
        for body in (0..self.bodies().len()).filter(|&body| !self.bodies()[body].is_fixed()) {
            outputs.extend(Axis::ALL.map(|axis| Output::Velocity { body, axis }));
            outputs.extend(Axis::ALL.map(|axis| Output::AngularVelocity { body, axis }));
        }
        for contact in 0..self.contacts().len() {
            outputs.extend(Axis::ALL.map(|axis| Output::Impulse { contact, axis }));
            outputs.push(Output::NormalImpulse { contact });
        }
        outputs.extend([Output::EnergyAfter, Output::EnergyKept, Output::Duration]);
        outputs
    }

    /// Everything that it can be differentiated by. Numbers that a body or a contact does not have are left out.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut all = Vec::new();
        for body in 0..self.bodies().len() {
            all.extend(Axis::ALL.map(|axis| Parameter::Velocity { body, axis }));
            all.extend(Axis::ALL.map(|axis| Parameter::AngularVelocity { body, axis }));
            all.push(Parameter::Mass { body });
            for (a, row) in Axis::ALL.into_iter().enumerate() {
                all.extend(
                    Axis::ALL[a..].iter().map(|&column| Parameter::Inertia { body, axes: [row, column] }),
                );
            }
            all.push(Parameter::Moment { body });
            all.extend(Axis::ALL.map(|axis| Parameter::Position { body, axis }));
        }
        for contact in 0..self.contacts().len() {
            all.extend(Axis::ALL.map(|axis| Parameter::Point { contact, axis }));
            all.extend(Axis::ALL.map(|axis| Parameter::Normal { contact, axis }));
            let law = |coefficient| Parameter::Law(LawParameter { contact, coefficient });
            all.extend(Coefficient::ALL.map(law));
        }
        all.retain(|parameter| self.check_parameter(parameter).is_ok());
        all
    }

    fn check_parameter(&self, parameter: &Parameter) -> Result<(), DerivativeError> {
        let checked = match *parameter {
            Parameter::Law(LawParameter { contact, coefficient }) => {
                self.contact_problem().check_coefficient(contact, coefficient)
            }
            Parameter::Point { contact, .. } | Parameter::Normal { contact, .. } => {
                if contact < self.contacts().len() { Ok(()) } else { Err("there is no such contact") }
            }
            _ => match body_number(parameter) {
                Some((body, _)) if body >= self.bodies().len() => Err("there is no such body"),
                Some((body, number)) if !self.bodies()[body].has_number(number) => Err("the body has none"),
                Some(_) | None => Ok(()),
            },
        };
        checked
            .map_err(|reason| DerivativeError::NoSuchParameter { parameter: parameter.to_string(), reason })
    }

    fn differentiate(
        &self,
        directions: &[Direction<Parameter>],
    ) -> Result<(Outcome, DMatrix<f64>, Vec<Kink>), DerivativeError> {
        for Direction(parts) in directions {
            parts.iter().try_for_each(|(parameter, _)| self.check_parameter(parameter))?;
        }
        if !self.joints().is_empty() {
            return Err(DerivativeError::Joints);
        }
        let geometry = Geometry::of(self);
        let shifts: Vec<Shift> = directions.iter().map(|direction| geometry.shift(direction)).collect();
        let in_contact_space: Vec<_> = shifts.iter().map(|shift| geometry.seen_by_contacts(shift)).collect();
        let Differentiated { solution, momenta, matrix, kinks } =
            self.contact_problem().differentiate_reduced(&in_contact_space)?;
        let outcome = self.outcome_of_momenta(&solution, &momenta);
        let mut full = DMatrix::zeros(self.outputs().len(), directions.len());
        for (column, shift) in shifts.iter().enumerate() {
            let found = matrix.column(column).iter().copied().collect::<Vec<f64>>();
            let rows = geometry.rows(shift, &found, &solution, &outcome);
            full.column_mut(column).copy_from_slice(&rows);
        }
        Ok((outcome, full, kinks))
    }
}

/// The body and the number of it that a parameter is.
pub(super) fn body_number(parameter: &Parameter) -> Option<(usize, BodyNumber)> {
    Some(match *parameter {
        Parameter::Velocity { body, axis } => (body, BodyNumber::Velocity(axis.index())),
        Parameter::AngularVelocity { body, axis } => (body, BodyNumber::AngularVelocity(axis.index())),
        Parameter::Mass { body } => (body, BodyNumber::Mass),
        Parameter::Inertia { body, axes } => (body, BodyNumber::Inertia(axes.map(Axis::index))),
        Parameter::Moment { body } => (body, BodyNumber::Moment),
        Parameter::Position { body, axis } => (body, BodyNumber::Position(axis.index())),
        Parameter::Point { .. } | Parameter::Normal { .. } | Parameter::Law(_) => return None,
    })
}

/// A contact seen from one of its bodies.
struct Side {
    contact: usize,
    sign: f64,
    /// G of (V.6).
    wrenches: Matrix6x3<f64>,
}

/// (V.6) for one impact.
struct Geometry<'a> {
    impact: &'a Impact,
    mobility: Vec<Matrix6<f64>>,
    motion: Vec<Vector6<f64>>,
    /// The contacts of each body.
    sides: Vec<Vec<Side>>,
}

/// δA, δ of the motion, δ of the place of a body.
type BodyShift = (Matrix6<f64>, Vector6<f64>, Vector3<f64>);

/// What bodies and contacts change by along a direction.
#[derive(Default)]
struct Shift {
    bodies: BTreeMap<usize, BodyShift>,
    /// By contact: δ of the point and of the normal.
    contacts: BTreeMap<usize, (Vector3<f64>, Vector3<f64>)>,
    laws: Vec<(ContactParameter, f64)>,
    energy_before: f64,
}

impl<'a> Geometry<'a> {
    fn of(impact: &'a Impact) -> Self {
        let bodies = impact.bodies();
        let mut sides: Vec<Vec<Side>> = bodies.iter().map(|_| Vec::new()).collect();
        for (number, contact) in impact.contacts().iter().enumerate() {
            for (body, sign) in contact.bodies().into_iter().zip([1.0, -1.0]) {
                let wrenches = wrenches(&bodies[body], contact.point(), &impact.axes()[number]);
                sides[body].push(Side { contact: number, sign, wrenches });
            }
        }
        let motion = bodies.iter().map(|body| stacked(body.motion().linear, body.motion().angular));
        Self {
            impact,
            mobility: bodies.iter().map(Body::mobility).collect(),
            motion: motion.collect(),
            sides,
        }
    }

    fn shift(&self, Direction(parts): &Direction<Parameter>) -> Shift {
        let mut shift = Shift::default();
        for &(parameter, amount) in parts {
            if let Some((number, which)) = body_number(&parameter) {
                let body = &self.impact.bodies()[number];
                let entry = shift.bodies.entry(number).or_default();
                let motion = body.motion_change(which);
                entry.0 += body.mobility_change(which) * amount;
                entry.1 += stacked(motion.linear, motion.angular) * amount;
                if let BodyNumber::Position(axis) = which {
                    entry.2[axis] += amount;
                }
                shift.energy_before += body.energy_change(which) * amount;
            }
            match parameter {
                Parameter::Point { contact, axis } => {
                    shift.contacts.entry(contact).or_default().0[axis.index()] += amount;
                }
                Parameter::Normal { contact, axis } => {
                    let normal = self.impact.contacts()[contact].normal().into_inner();
                    let mut turned = -normal * (normal[axis.index()] * amount);
                    turned[axis.index()] += amount;
                    shift.contacts.entry(contact).or_default().1 += turned;
                }
                Parameter::Law(LawParameter { contact, coefficient }) => {
                    shift.laws.push((coefficient.of(contact), amount));
                }
                Parameter::Velocity { .. } | Parameter::AngularVelocity { .. } | Parameter::Mass { .. } => {}
                Parameter::Inertia { .. } | Parameter::Moment { .. } | Parameter::Position { .. } => {}
            }
        }
        shift
    }

    /// δ of a contact's axes.
    fn axes_change(&self, contact: usize, shift: &Shift) -> [Vector3<f64>; 3] {
        let Some((_, turned)) = shift.contacts.get(&contact) else { return [Vector3::zeros(); 3] };
        let [first, second, normal] = self.impact.axes()[contact];
        [-normal * first.dot(turned), -normal * second.dot(turned), *turned]
    }

    /// δG of a side, if it changes.
    fn wrenches_change(&self, body: usize, side: &Side, shift: &Shift) -> Option<Matrix6x3<f64>> {
        let of_contact = shift.contacts.get(&side.contact);
        let moved = shift.bodies.get(&body).map_or(Vector3::zeros(), |(_, _, place)| *place);
        if of_contact.is_none() && moved == Vector3::zeros() {
            return None;
        }
        let arm_change = of_contact.map_or(Vector3::zeros(), |(point, _)| *point) - moved;
        let axes = self.impact.axes()[side.contact];
        let turned = self.axes_change(side.contact, shift);
        let arm = self.impact.contacts()[side.contact].point() - self.impact.bodies()[body].position();
        Some(columns(|k| stacked(turned[k], arm.cross(&turned[k]) + arm_change.cross(&axes[k]))))
    }

    /// The bodies that a shift concerns.
    fn bodies_of(&self, shift: &Shift) -> Vec<usize> {
        let of_contacts = shift.contacts.keys().flat_map(|&contact| self.impact.contacts()[contact].bodies());
        let mut bodies: Vec<usize> = shift.bodies.keys().copied().chain(of_contacts).collect();
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }

    /// δv₀, δW and δ of the laws.
    fn seen_by_contacts(&self, shift: &Shift) -> Direction<ContactParameter> {
        let mut velocity: BTreeMap<usize, Vector3<f64>> = BTreeMap::new();
        let mut coupling: BTreeMap<[usize; 2], Matrix3<f64>> = BTreeMap::new();
        for body in self.bodies_of(shift) {
            let (answer, motion, _) = shift.bodies.get(&body).copied().unwrap_or_default();
            let sides = &self.sides[body];
            let changes: Vec<_> = sides.iter().map(|side| self.wrenches_change(body, side, shift)).collect();
            let answers = answer != Matrix6::zeros();
            for (i, side) in sides.iter().enumerate() {
                let mut seen = side.wrenches.transpose() * motion;
                seen += changes[i].map_or(Vector3::zeros(), |change| change.transpose() * self.motion[body]);
                *velocity.entry(side.contact).or_default() += seen * side.sign;
                for (j, other) in sides.iter().enumerate().skip(i) {
                    if !answers && changes[i].is_none() && changes[j].is_none() {
                        continue;
                    }
                    let mut block = side.wrenches.transpose() * answer * other.wrenches;
                    if let Some(change) = changes[i] {
                        block += change.transpose() * self.mobility[body] * other.wrenches;
                    }
                    if let Some(change) = changes[j] {
                        block += side.wrenches.transpose() * self.mobility[body] * change;
                    }
                    let key = [side.contact.min(other.contact), side.contact.max(other.contact)];
                    let block = if side.contact > other.contact { block.transpose() } else { block };
                    *coupling.entry(key).or_default() += block * (side.sign * other.sign);
                }
            }
        }
        self.listed(&velocity, &coupling, shift)
    }

    /// The changes as a list of parameters, of those that the contact problem has.
    fn listed(
        &self,
        velocity: &BTreeMap<usize, Vector3<f64>>,
        coupling: &BTreeMap<[usize; 2], Matrix3<f64>>,
        shift: &Shift,
    ) -> Direction<ContactParameter> {
        let problem = self.impact.contact_problem();
        let mut parts = shift.laws.clone();
        let mut push = |parameter, amount: f64| {
            if amount != 0.0 {
                parts.push((parameter, amount));
            }
        };
        for (&contact, change) in velocity {
            for &axis in problem.axes_of(contact) {
                push(ContactParameter::Velocity { contact, axis }, change[axis.index()]);
            }
        }
        for (&[i, j], block) in coupling {
            for &a in problem.axes_of(i) {
                for &b in problem.axes_of(j).iter().filter(|&&b| i < j || a <= b) {
                    let parameter = ContactParameter::Coupling { contacts: [i, j], axes: [a, b] };
                    push(parameter, block[(a.index(), b.index())]);
                }
            }
        }
        Direction(parts)
    }

    /// The column of the Jacobian that follows from one in contact space.
    fn rows(&self, shift: &Shift, found: &[f64], solution: &ContactSolution, outcome: &Outcome) -> Vec<f64> {
        let problem = self.impact.contact_problem();
        let contacts = self.impact.contacts();
        let impulse = |contact: usize| {
            let tangential = solution.tangential_impulse.get(contact).copied().unwrap_or_default();
            tangential.push(solution.impulse[contact])
        };
        let half = (found.len() - 2) / 2;
        let mut component = half;
        let mut changes: Vec<Vector3<f64>> = Vec::with_capacity(contacts.len());
        for contact in 0..contacts.len() {
            let mut change = Vector3::zeros();
            for axis in problem.axes_of(contact) {
                change[axis.index()] = found[component];
                component += 1;
            }
            changes.push(change);
        }
        let mut rows = Vec::new();
        for body in (0..self.sides.len()).filter(|&body| !self.impact.bodies()[body].is_fixed()) {
            rows.extend(self.motion_change(body, shift, &impulse, &changes).iter());
        }
        for (contact, change) in changes.iter().enumerate() {
            let (axes, turned) = (self.impact.axes()[contact], self.axes_change(contact, shift));
            let p = impulse(contact);
            let world: Vector3<f64> = (0..3).map(|k| axes[k] * change[k] + turned[k] * p[k]).sum();
            rows.extend(world.iter());
            rows.push(change[NORMAL]);
        }
        let after = shift.energy_before + found[found.len() - 2];
        let (before, kept) = (outcome.energy.before, outcome.energy.after);
        let of_kept = if before > 0.0 { (after - kept / before * shift.energy_before) / before } else { 0.0 };
        rows.extend([after, of_kept, found[found.len() - 1]]);
        rows
    }

    /// δ of a body's motion after the impact.
    fn motion_change(
        &self,
        body: usize,
        shift: &Shift,
        impulse: &impl Fn(usize) -> Vector3<f64>,
        changes: &[Vector3<f64>],
    ) -> Vector6<f64> {
        let (answer, motion, _) = shift.bodies.get(&body).copied().unwrap_or_default();
        let (mut wrench, mut wrench_change) = (Vector6::zeros(), Vector6::zeros());
        for side in &self.sides[body] {
            let p = impulse(side.contact) * side.sign;
            wrench += side.wrenches * p;
            wrench_change += side.wrenches * changes[side.contact] * side.sign;
            if let Some(change) = self.wrenches_change(body, side, shift) {
                wrench_change += change * p;
            }
        }
        motion + answer * wrench + self.mobility[body] * wrench_change
    }
}

fn stacked(upper: Vector3<f64>, lower: Vector3<f64>) -> Vector6<f64> {
    Vector6::new(upper.x, upper.y, upper.z, lower.x, lower.y, lower.z)
}

fn columns(column: impl Fn(usize) -> Vector6<f64>) -> Matrix6x3<f64> {
    Matrix6x3::from_columns(&[column(0), column(1), column(2)])
}

/// G of (V.6).
fn wrenches(body: &Body, point: Vector3<f64>, axes: &[Vector3<f64>; 3]) -> Matrix6x3<f64> {
    let arm = point - body.position();
    columns(|k| stacked(axes[k], arm.cross(&axes[k])))
}
