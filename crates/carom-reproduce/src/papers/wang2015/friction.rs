//! \[Wang2015, sec. III\]: friction between the balls.

use carom::{
    Body, Contact, ContactOutcome, Friction, Impact, Mode, Model, NormalLaw, Outcome, Restitution, Stiffness,
    TangentialLaw,
};
use carom_motion::billiards::rack::WANG_BREAK;
use carom_reference::scenes::SplitMix;
use nalgebra::{DMatrix, Vector3, vector};

use super::breaks::{ball, rack};
use crate::check::Check;
use crate::claim::Claim;
use crate::findings::{Findings, Table};
use crate::item::Unmet;

/// The break as one impact: the cue ball touches the apex of the rack, with the given motion.
fn break_impact(velocity: Vector3<f64>, spin: Vector3<f64>) -> Result<Impact, Unmet> {
    let radius = 0.5 * WANG_BREAK.diameter;
    let rack = rack()?;
    let place = |x: f64, y: f64| vector![x, y, 0.0];
    let apex = rack.balls()[0].position;
    let cue = Body::ball(WANG_BREAK.mass, radius)?.at(place(apex.x - WANG_BREAK.diameter, apex.y))?;
    let mut bodies = vec![cue.moving(velocity)?.spinning(spin)?];
    for racked in rack.balls() {
        bodies.push(Body::ball(WANG_BREAK.mass, radius)?.at(place(racked.position.x, racked.position.y))?);
    }
    let pairs = rack.neighbours().iter().map(|pair| pair.balls.map(|ball| ball + 1));
    let contacts = std::iter::once([0, 1]).chain(pairs).map(|pair| contact(&bodies, pair));
    let contacts = contacts.collect::<Result<_, Unmet>>()?;
    Ok(Impact::new(bodies, contacts, Model::default())?)
}

fn contact(bodies: &[Body], [a, b]: [usize; 2]) -> Result<Contact, Unmet> {
    let [first, second] = [a, b].map(|body| bodies[body].position());
    let law = NormalLaw::touching(Restitution::new(WANG_BREAK.restitution)?, Stiffness::UNIT);
    let friction = TangentialLaw::Rigid { friction: Friction::new(WANG_BREAK.ball_friction)? };
    Ok(Contact::new([a, b], (first + second) * 0.5, first - second, law)?.with_friction(friction))
}

/// What breaks at random speeds and spins show.
#[derive(Default)]
struct Seen {
    solved: usize,
    refused: usize,
    balance: Vec<f64>,
    approach: Vec<f64>,
    cone: Vec<f64>,
    sticking: Vec<f64>,
    sliding: Vec<f64>,
    gained: Vec<f64>,
}

/// Secs. III: equations (12)–(18) on random breaks.
pub fn contact_modes() -> Result<Findings, Unmet> {
    let mut random = SplitMix(3);
    let mut seen = Seen::default();
    for _ in 0..200 {
        let velocity = vector![random.between(0.5, 3.0), random.between(-0.3, 0.3), 0.0];
        let spin = Vector3::from_fn(|_, _| random.between(-60.0, 60.0));
        seen.add(&break_impact(velocity, spin)?);
    }
    let (check, table) = ranks()?;
    let moment = ball()?.moment() / (WANG_BREAK.mass * (0.5 * WANG_BREAK.diameter).powi(2));
    Ok(Findings::new()
        .claim(Claim::number("moment of inertia of a ball over mr²", "0.4", moment))
        .claims(seen.claims())
        .claims([
            Claim::statement(
                "system (16)",
                "The conditions Δv̄ = 0 of the sticking contacts determine ΔIₙ, ΔIᵤ and ΔI_z of each: 3|T| equations for 3|T| unknowns.",
                check,
            )
            .refuted("Δv̄ lies in the tangent plane: two of its three components are independent, and for balls the normal impulse of a contact does not even enter its own Δv̄. Only ΔIᵤ and ΔI_z follow, from ΔIₙ given by eqs. (9), (10).")
            .erratum("Sec. III, system (16): its rank is 2|T| at most, so it cannot give the normal impulses; they must come from the ratios ρₙ."),
            Claim::words("projection onto the tangent plane", "Δv̄ = Δv − Δv·n̂", &projection())
                .misprint("Δv̄ = Δv − (Δv·n̂) n̂", "A number cannot be taken from a vector; the normal component as a vector is meant.")
                .erratum("Before eq. (16): the projection lacks the factor n̂."),
        ])
        .table(table))
}

impl Seen {
    fn add(&mut self, impact: &Impact) {
        let Ok((outcome, trace)) = impact.trace() else {
            self.refused += 1;
            return;
        };
        self.solved += 1;
        self.balance.extend((0..impact.bodies().len()).map(|ball| unbalanced(impact, &outcome, ball)));
        for (number, contact) in impact.contacts().iter().enumerate() {
            let normal = contact.normal().into_inner();
            let found = -outcome.contacts[number].velocity_after.dot(&normal);
            self.approach.push((approach(impact, &outcome, number) - found).abs());
        }
        self.gained.push(outcome.energy.after - outcome.energy.before);
        for at in trace.sample(&trace.instants(20)) {
            for (side, &force) in at.tangential.iter().zip(&at.force) {
                self.cone.push(side.force.norm() - WANG_BREAK.ball_friction * force);
                match side.mode {
                    Mode::Free => {}
                    Mode::Stick => self.sticking.push(side.velocity.norm()),
                    // A slip that begins has no direction yet.
                    Mode::Slip if side.sliding.norm() > 1e-9 => {
                        let full = -side.sliding.normalize() * (WANG_BREAK.ball_friction * force);
                        self.sliding.push((side.force - full).norm());
                    }
                    Mode::Slip => {}
                }
            }
        }
    }

    fn claims(self) -> Vec<Claim> {
        let remark = format!(
            "{} breaks at 0.5 to 3 m/s with spins up to 60 rad/s about each axis, μ = 0.03, e = 0.96; {} more could not be solved.",
            self.solved, self.refused
        );
        vec![
            Claim::statement(
                "eqs. (12), (13)",
                "The impulses of a ball's contacts change its velocity, their moments its angular velocity.",
                Check::bounded("mΔv − ΣI, and QΔω − Σr × I over the radius / N s", self.balance, 1e-14),
            )
            .remark(&remark),
            Claim::statement(
                "eqs. (14), (15)",
                "dE/dIₙ is the speed of approach: that before the impact and the normal and in-plane tangential impulses at both balls, turned by the angles between contacts.",
                // Sums of a dozen impulses over the mass, of a few metres per second each.
                Check::bounded(
                    "difference from the speed of approach after the impact / m/s",
                    self.approach,
                    1e-13,
                ),
            ),
            Claim::statement(
                "eqs. (17), (18): Coulomb's law",
                "The tangential impulse grows by no more than μ times the normal one.",
                Check::bounded("force beyond the cone / N", self.cone, 1e-12),
            ),
            Claim::statement(
                "eq. (16): sticking contacts",
                "While a contact sticks its tangential velocity is zero.",
                Check::bounded("tangential velocity of sticking contacts / m/s", self.sticking, 1e-10),
            ),
            Claim::statement(
                "eq. (17): sliding contacts",
                "Friction of a sliding contact is μ times the normal force, against the sliding.",
                Check::bounded("difference of the force / N", self.sliding, 1e-9),
            ),
            Claim::own_check(
                "energy with friction",
                "No energy is gained.",
                Check::bounded("energy gained / J", self.gained, 0.0),
            ),
        ]
    }
}

/// The impulses that a ball receives, with their contacts.
fn received<'a>(
    impact: &'a Impact,
    outcome: &'a Outcome,
    ball: usize,
) -> impl Iterator<Item = (&'a Contact, f64, &'a ContactOutcome)> {
    impact.contacts().iter().zip(&outcome.contacts).filter_map(move |(contact, done)| {
        match contact.bodies() {
            [first, _] if first == ball => Some((contact, 1.0, done)),
            [_, second] if second == ball => Some((contact, -1.0, done)),
            _ => None,
        }
    })
}

/// What (12) and (13) leave of the change of a ball's motion, in newton seconds.
fn unbalanced(impact: &Impact, outcome: &Outcome, ball: usize) -> f64 {
    let radius = 0.5 * WANG_BREAK.diameter;
    let (before, after) = (impact.bodies()[ball].motion(), &outcome.bodies[ball]);
    let mut linear = (after.linear - before.linear) * WANG_BREAK.mass;
    let mut angular = (after.angular - before.angular) * (0.4 * WANG_BREAK.mass * radius.powi(2));
    for (contact, sign, done) in received(impact, outcome, ball) {
        let impulse = done.impulse * sign;
        linear -= impulse;
        angular -= (contact.point() - impact.bodies()[ball].position()).cross(&impulse);
    }
    linear.norm().max(angular.norm() / radius)
}

/// The right side of (15) at the end of the impact, with the angles and the signs of the paper, in metres per second.
fn approach(impact: &Impact, outcome: &Outcome, contact: usize) -> f64 {
    let angle = |contact: &Contact| contact.normal().y.atan2(contact.normal().x);
    let own = angle(&impact.contacts()[contact]);
    let along = |ball: usize| {
        let gained = received(impact, outcome, ball).map(|(other, sign, done)| {
            let normal = other.normal().into_inner();
            let [straight, aside] = [normal, Vector3::z().cross(&normal)].map(|axis| done.impulse.dot(&axis));
            let turn = angle(other) - own;
            sign * (straight * turn.cos() - aside * turn.sin())
        });
        let before = impact.bodies()[ball].motion().linear;
        own.cos() * before.x + own.sin() * before.y + gained.sum::<f64>() / WANG_BREAK.mass
    };
    let [first, second] = impact.contacts()[contact].bodies();
    along(second) - along(first)
}

/// The rank of the conditions (16) if all contacts of the first rows of the break stick.
fn ranks() -> Result<(Check, Table), Unmet> {
    let impact = break_impact(vector![1.0, 0.0, 0.0], Vector3::zeros())?;
    let mut table = Table::new(
        "Rank of system (16) if the first |T| contacts of the break stick.",
        &["|T|", "unknowns 3|T|", "rank"],
    );
    let (mut cases, mut failures) = (0, 0);
    for count in [1, 2, 4, 8, 17] {
        let rank = conditions(&impact, count).rank(1e-9);
        cases += 1;
        failures += usize::from(rank < 3 * count);
        table = table.row([count, 3 * count, rank].map(|number| number.to_string()));
    }
    let evidence = format!("in {failures} of {cases} cases the rank is below the number of unknowns");
    Ok((Check::counted(cases, failures, evidence), table))
}

/// Δv̄ of each contact, three rows in world axes, for unit impulses along n, u and z of each contact, three columns.
fn conditions(impact: &Impact, count: usize) -> DMatrix<f64> {
    let zero = impact.motions_after(&vec![Vector3::zeros(); impact.contacts().len()]);
    let mut matrix = DMatrix::zeros(3 * count, 3 * count);
    for column in 0..3 * count {
        let mut impulses = vec![Vector3::zeros(); impact.contacts().len()];
        let normal = impact.contacts()[column / 3].normal().into_inner();
        impulses[column / 3] = [normal, Vector3::z().cross(&normal), Vector3::z()][column % 3];
        let after = impact.motions_after(&impulses);
        for (row, contact) in impact.contacts().iter().take(count).enumerate() {
            let [a, b] = contact.bodies();
            let at_point = |body: usize| {
                let (new, old) = (&after[body], &zero[body]);
                let arm = contact.point() - impact.bodies()[body].position();
                new.linear - old.linear + (new.angular - old.angular).cross(&arm)
            };
            let relative = at_point(a) - at_point(b);
            let normal = contact.normal().into_inner();
            let tangential = relative - normal * relative.dot(&normal);
            matrix.fixed_view_mut::<3, 1>(3 * row, column).copy_from(&tangential);
        }
    }
    matrix
}

/// Which reading of the projection gives something orthogonal to the normal.
fn projection() -> String {
    let (velocity, normal) = (vector![0.3, -1.0, 0.5], vector![0.6, 0.8, 0.0]);
    let projected: Vector3<f64> = velocity - normal * velocity.dot(&normal);
    if projected.dot(&normal).abs() < 1e-15 {
        "Δv̄ = Δv − (Δv·n̂) n̂".to_owned()
    } else {
        String::new()
    }
}
