//! Bodies in their places: what a scene looks like before it is solved, and what moves in an animation.
//!
//! Bodies are convex solids, half-spaces, or points; a camera shows them from one side without perspective.

pub(crate) mod camera;
pub(crate) mod marks;
mod scene;
pub(crate) mod view;

use carom::{Body, Impact};
use carom_shapes::{Placed, Shape};
use nalgebra::{UnitQuaternion, Vector3};

use crate::error::PlotError;
use crate::page::Page;
use crate::picture::Picture;

/// Corners that stand for the rim of a cylinder or cone.
const RIM: u32 = 48;

/// A convex solid: everything within `radius` of the hull of its corners.
#[derive(Debug, Clone, PartialEq)]
pub struct Solid {
    /// In metres.
    pub corners: Vec<Vector3<f64>>,
    /// How far it reaches beyond their hull, in metres; a ball is one corner with its radius.
    pub radius: f64,
}

/// Everything below a plane: a table, a wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HalfSpace {
    /// A point of the plane, in metres.
    pub point: Vector3<f64>,
    /// Out of the solid side, of length 1.
    pub normal: Vector3<f64>,
}

/// What guides a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Guide {
    /// Nothing.
    Free,
    /// It stays where it is.
    Fixed,
    /// It moves along an axis only.
    Slide {
        /// The axis.
        axis: Vector3<f64>,
    },
    /// It turns about an axis only.
    Hinge {
        /// The axis.
        axis: Vector3<f64>,
        /// A point of it, in metres.
        pivot: Vector3<f64>,
    },
}

/// A body in its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Actor {
    /// What it is called.
    pub name: String,
    /// What it is made of, in the world; nothing for a point or a body of unknown shape.
    pub solids: Vec<Solid>,
    /// The half-space that it is, if it is one.
    pub half_space: Option<HalfSpace>,
    /// Its centre of mass, in metres.
    pub position: Vector3<f64>,
    /// Velocity of the centre, in metres per second.
    pub velocity: Vector3<f64>,
    /// In radians per second.
    pub angular_velocity: Vector3<f64>,
    /// What guides it.
    pub guide: Guide,
}

/// A contact of two bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    /// What it is called.
    pub name: String,
    /// The first and the second body.
    pub bodies: [usize; 2],
    /// Where it is, in metres.
    pub point: Vector3<f64>,
    /// From the second body to the first, of length 1.
    pub normal: Vector3<f64>,
}

/// What holds two bodies together.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The first and the second body.
    pub bodies: [usize; 2],
    /// Where it is, in metres.
    pub point: Vector3<f64>,
}

/// Bodies, contacts and joints to be drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stage {
    /// The bodies.
    pub actors: Vec<Actor>,
    /// The contacts between them.
    pub meetings: Vec<Meeting>,
    /// The joints between them.
    pub links: Vec<Link>,
}

impl Solid {
    /// A ball.
    #[must_use]
    pub fn ball(centre: Vector3<f64>, radius: f64) -> Self {
        Self { corners: vec![centre], radius }
    }

    /// The solids of a body, which stands where its centre of mass is; none of a half-space.
    #[must_use]
    pub fn of_body(shape: &Shape, position: Vector3<f64>, orientation: UnitQuaternion<f64>) -> Vec<Self> {
        shape.mass_properties(1.0).map_or_else(
            |_| Vec::new(),
            |mass| Self::of_shape(shape, position - orientation * mass.centre_of_mass, orientation),
        )
    }

    /// The solids of a shape whose frame stands at a place, turned.
    #[must_use]
    pub fn of_shape(shape: &Shape, place: Vector3<f64>, turn: UnitQuaternion<f64>) -> Vec<Self> {
        let made = |corners: Vec<Vector3<f64>>, radius: f64| {
            vec![Self { corners: corners.into_iter().map(|corner| place + turn * corner).collect(), radius }]
        };
        let rim = |radius: f64, height: f64| {
            let corner = move |i: u32| {
                let angle = std::f64::consts::TAU * f64::from(i) / f64::from(RIM);
                Vector3::new(radius * libm::cos(angle), radius * libm::sin(angle), height)
            };
            (0..RIM).map(corner)
        };
        match shape {
            Shape::Sphere { radius } => made(vec![Vector3::zeros()], *radius),
            Shape::Cylinder { radius, height } => {
                made(rim(*radius, -0.5 * height).chain(rim(*radius, 0.5 * height)).collect(), 0.0)
            }
            Shape::Cone { radius, height } => {
                let apex = Vector3::new(0.0, 0.0, 0.5 * height);
                made(rim(*radius, -0.5 * height).chain([apex]).collect(), 0.0)
            }
            Shape::Capsule { radius, height } => {
                made([-0.5, 0.5].map(|part| Vector3::new(0.0, 0.0, part * height)).to_vec(), *radius)
            }
            Shape::Box { size } => {
                let corner = |i: usize| {
                    let side = |axis: usize| if i >> axis & 1 == 0 { -0.5 } else { 0.5 };
                    Vector3::new(side(0) * size[0], side(1) * size[1], side(2) * size[2])
                };
                made((0..8).map(corner).collect(), 0.0)
            }
            Shape::Plane { .. } => Vec::new(),
            Shape::Compound(parts) => parts
                .iter()
                .flat_map(|part| {
                    Self::of_shape(&part.shape, place + turn * part.position, turn * part.orientation)
                })
                .collect(),
        }
    }
}

impl Actor {
    /// A body of an impact with the shape it has, if it has one.
    #[must_use]
    pub fn new(name: &str, body: &Body, shape: Option<Placed>) -> Self {
        let mut actor = Self {
            name: name.to_owned(),
            solids: Vec::new(),
            half_space: None,
            position: body.position(),
            velocity: body.motion().linear,
            angular_velocity: body.motion().angular,
            guide: guide(body),
        };
        let Some(Placed { shape, position, orientation }) = shape else { return actor };
        if let Shape::Plane { normal } = shape {
            actor.half_space = Some(HalfSpace { point: position, normal: orientation * normal.normalize() });
        } else {
            actor.solids = Solid::of_body(shape, position, orientation);
        }
        actor
    }

    /// Whether nothing of it is known but where it is touched: it is a dot, with lines to its contacts and joints.
    pub(crate) fn is_bare(&self) -> bool {
        self.solids.iter().all(|solid| solid.radius == 0.0 && solid.corners.len() <= 2)
    }

    /// Whether it has an extent to be seen.
    pub(crate) fn is_visible(&self) -> bool {
        !self.solids.is_empty() || self.half_space.is_some() || self.guide != Guide::Fixed
    }
}

fn guide(body: &Body) -> Guide {
    match (body.is_fixed(), body.slide_axis(), body.hinge_line()) {
        (true, ..) => Guide::Fixed,
        (false, Some(axis), _) => Guide::Slide { axis },
        (false, None, Some([axis, pivot])) => Guide::Hinge { axis, pivot },
        (false, None, None) => Guide::Free,
    }
}

impl Stage {
    /// The bodies of an impact, with their shapes if they have one, and its contacts.
    #[must_use]
    pub fn of_impact(
        impact: &Impact,
        body_names: &[String],
        contact_names: &[String],
        shapes: &[Option<Placed>],
    ) -> Self {
        let name = |names: &[String], i: usize, what: &str| {
            names.get(i).cloned().unwrap_or_else(|| format!("{what} {}", i + 1))
        };
        let actor = |(i, body): (usize, &Body)| {
            Actor::new(&name(body_names, i, "body"), body, shapes.get(i).copied().flatten())
        };
        let meeting = |(i, contact): (usize, &carom::Contact)| Meeting {
            name: name(contact_names, i, "contact"),
            bodies: contact.bodies(),
            point: contact.point(),
            normal: contact.normal().into_inner(),
        };
        let mut stage = Self {
            actors: impact.bodies().iter().enumerate().map(actor).collect(),
            meetings: impact.contacts().iter().enumerate().map(meeting).collect(),
            links: impact
                .joints()
                .iter()
                .map(|joint| Link { bodies: joint.bodies(), point: joint.point() })
                .collect(),
        };
        stage.give_sliding_bodies_a_rod();
        stage.give_bare_bodies_levers();
        stage
    }

    /// Bodies of unknown shape are lines from their centres to their contacts and joints.
    fn give_bare_bodies_levers(&mut self) {
        for (body, actor) in self.actors.iter_mut().enumerate() {
            if !actor.solids.is_empty() || actor.guide == Guide::Fixed {
                continue;
            }
            let touched = self.meetings.iter().map(|meeting| (meeting.bodies, meeting.point));
            let held = self.links.iter().map(|link| (link.bodies, link.point));
            let own = touched.chain(held).filter(|(bodies, _)| bodies.contains(&body));
            let lever = |(_, point)| Solid { corners: vec![actor.position, point], radius: 0.0 };
            actor.solids = own.map(lever).collect();
        }
    }

    /// Bodies of unknown shape on slides, such as cues, become rods along their slides that end at their contacts: wherever on the slide
    /// they are, it is all the same to the impact.
    fn give_sliding_bodies_a_rod(&mut self) {
        /// Length and radius of a rod over the size of what else there is.
        const ROD: [f64; 2] = [0.9, 0.03];
        let reach = |solid: &Solid| {
            let middle = solid.corners.iter().sum::<Vector3<f64>>() / solid.corners.len().max(1) as f64;
            let far = solid.corners.iter().map(|corner| (corner - middle).norm()).fold(0.0, f64::max);
            2.0 * (far + solid.radius)
        };
        let solids = self.actors.iter().flat_map(|actor| &actor.solids);
        let largest = solids.map(reach).fold(0.0, f64::max);
        let [length, radius] = ROD.map(|part| part * if largest > 0.0 { largest } else { 1.0 });
        for (body, actor) in self.actors.iter_mut().enumerate().filter(|(_, actor)| actor.solids.is_empty()) {
            let Guide::Slide { axis } = actor.guide else { continue };
            let Some(meeting) = self.meetings.iter().find(|meeting| meeting.bodies.contains(&body)) else {
                continue;
            };
            let outward = if meeting.bodies[0] == body { meeting.normal } else { -meeting.normal };
            let away = if axis.dot(&outward) < 0.0 { -axis } else { axis };
            let end = |along: f64| meeting.point + away * along;
            actor.solids.push(Solid { corners: vec![end(radius), end(length - radius)], radius });
            actor.position = end(0.5 * length);
        }
    }

    /// Draws the bodies, their contacts with the normals, and their velocities, from the side that shows most; from a second side
    /// what that hides.
    ///
    /// # Errors
    /// A page that is too low.
    pub fn draw(&self, page: &Page, title: &str) -> Result<Picture, PlotError> {
        page.fitted(|page| Ok(scene::draw(self, page, title)))
    }
}
