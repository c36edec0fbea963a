//! Scene files in, reports out.
//!
//! A scene file is TOML: bodies, the contacts between them, and the model of their impact. [`Scene::parse`] reads one
//! and gives the impact that `carom` solves, or every [`Problem`] with the file, each with its place;
//! [`diagnostics::render`] shows them as a compiler would. [`Scene::solve`] solves the impact, and a [`Report`] says
//! what happened: as a JSON document ([`Report::json`]) and as text for a terminal ([`Report::text`]).
//!
//! ```
//! use carom_scene::{Report, Scene, TextOptions};
//!
//! let scene = Scene::parse(r#"
//!     body = [
//!       { name = "left", mass = 1, velocity = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
//!       { name = "right", mass = 1, position = [1, 0, 0], shape = { sphere = { radius = 0.5 } } },
//!     ]
//! "#).expect("a scene without mistakes");
//! let solved = scene.solve();
//! let text = Report::new(&scene, &solved).text(TextOptions::default());
//! assert!(text.contains("left-right  ends restitution and lets go"));
//! ```
//!
//! # The scene file
//! SI units throughout. Keys not marked are optional. A key that is not listed is an error.
//!
//! | table | key | meaning |
//! |---|---|---|
//! | | `title` | shown above reports and figures |
//! | `[model]` | `method` | `"simultaneous"` (default); `"sequential"`: one collision after the other; or a law for a scene with exactly one contact: `"newton"`, `"routh"`, `"whittaker"`, `"smith"`, `"brach"`, `"bilinear"`, `"pfeiffer-glocker"` (several contacts too, by complementarity), `"chatterjee-ruina"`, `"composite"`, `"permissible-region"`. All but the first know rigid friction only, no gaps, and ignore the stiffness |
//! | | `restitution` | of simultaneous impacts `"hardening"` (default), `"bi-stiffness"` or `"mono-stiffness"`; of Routh's law `"energetic"` (default), `"poisson"` or `"newton"` |
//! | | `law` | of a sequence: any of the laws above, default `"chatterjee-ruina"` |
//! | | `tie`, `seed`, `perturbation` | of a sequence: which of equally fast contacts is first, by `"order"` (default: by place), by `"random"` lot with a `seed`, or by a start that is `"perturb"`ed with a `seed` by a part `perturbation` (default 1e-9) of the fastest approach |
//! | | `hinges` | of a sequence: `"intact"` (default), or `"released"`: a hinge collides too, plastic and sticking |
//! | | `impulse_ratios`, `kinematic_restitution` | of Brach's law: tangential over normal impulse against the sliding and aside; e, which may exceed 1 |
//! | | `reversible_friction` | of Pfeiffer and Glocker's law: ν, from 0 to 1 (default) |
//! | | `weights` | of a composite law: `{ routh = 1, chatterjee-ruina = 1 }`, say |
//! | | `polar`, `impulse` or `ratios` | a point of the permissible region: angle from the normal, angle about it, and part of the way from the centroid to the boundary; an impulse (N s), brought back if it lies outside; or restitution and two impulse ratios |
//! | | `separation` | `"instant"` (default), or `"tracked"`: a gap must close before a contact acts again |
//! | `[[body]]` | `name` | required |
//! | | `mass` | kg; required unless the body is fixed |
//! | | `shape` | `{ sphere = { radius } }`, `cylinder` and `cone` and `capsule` `= { radius, height }` about z, `box = { size }`, `plane = { normal }`, or `compound = { parts = [{ shape, position, orientation, density }] }` |
//! | | `inertia` | 3 by 3, kg m², about the centre of mass; goes before that of the shape. World axes, or body axes if there is an `orientation` |
//! | | `position` | of the centre of mass; for a plane any point of it |
//! | | `orientation` | quaternion w, x, y, z of any length; turns shape and inertia |
//! | | `velocity`, `angular_velocity` | world axes |
//! | | `fixed = true` | nothing moves it |
//! | | `point = true` | has no extent and does not turn; so does a mass without shape and inertia |
//! | | `slides_along` | the only axis along which it moves |
//! | | `hinge` | `{ axis, pivot }`: it only turns about this axis through this point |
//! | `[[contact]]` | `between` | required: two bodies; impulses are those on the first |
//! | | `point`, `normal` | the normal points from the second body to the first. Without both, the shapes say where the bodies touch: at several points there are several contacts |
//! | | `restitution`, `stiffness` | e, default 1; k, default 1, may be `inf` |
//! | | `friction` | coefficient of friction μ, default 0; `inf` for laws of one contact |
//! | | `tangential_restitution` | e_t, −1 to 1, default 0, for the laws that use it |
//! | | `compliance` | η², normal over tangential stiffness: friction acts through tangential springs. Without it friction is rigid |
//! | | `gap` | still open at the start; needs `separation = "tracked"` |
//! | | `name` | default `first-second` |
//! | `[contact_defaults]` | `restitution`, `stiffness`, `friction`, `compliance`, `tangential_restitution` | for contacts that do not say |
//! | | `max_gap` | without `[[contact]]`: bodies up to this far apart make a contact; default 0 |
//! | `[mechanism]` | `matrix` | the contact-space matrix W, 1/kg, instead of bodies; each `[[contact]]` then has `normal_velocity` instead of `between`, `point` and `normal`. With friction it has three rows for each contact, in the order t1, t2, n (right-handed, n pointing to the first body), and each contact has `velocity = [t1, t2, n]` |
//!
//! A scene of bodies without `[[contact]]` finds its contacts among all pairs of bodies with shapes.
//!
//! # Worlds
//! A file with a `[world]` table is followed in time. [`load`] reads either kind of file, [`WorldScene::run`] follows a world, and a
//! [`WorldReport`] says what happened. SI units; angles in degrees.
//!
//! | table | key | meaning |
//! |---|---|---|
//! | `[world]` | `gravity`, `until` | m/s², default 9.81; `"rest"` (default: until nothing happens any more) or seconds |
//! | | `table` | `"pool"` (nine-foot), `"snooker"` (twelve-foot) or `"carom"`: billiards. The middle of the table is the origin, x runs along it |
//! | `[[ball]]` | `name`, `position` | required; `[x, y]` on the bed |
//! | | `velocity`, `angular_velocity` | world axes, default zero |
//! | | `mass`, `radius` | default: those of `[balls]` |
//! | `[balls]` | `mass`, `radius` | of all balls, default: those of the table's game |
//! | | `restitution`, `stiffness`, `friction`, `compliance` | between balls |
//! | `[cushion]` | the same four | of balls with cushions |
//! | `[cloth]` | `sliding_friction`, `rolling_resistance`, `spin_friction` | of the cloth |
//! | `[rack]` | `shape` | `"9-ball"`, `"8-ball"`, `"10-ball"` (balls `1` to `n`, the apex on the foot spot at x > 0) or `"snooker"` (`red 1` to `red 15` and the colours) |
//! | | `gap`, `seed` | between neighbours, in diameters, default 0; with a seed, gaps are scattered between 0 and `gap` |
//! | `[cue]` | `ball` | struck at time 0, at rest; default `"cue"` |
//! | | `speed` | required: along the cue, m/s |
//! | | `aim`, `elevation` | degrees from x towards y, and of the butt above the level; default 0 |
//! | | `side`, `height` | of the tip to the right and above the ball's centre, in radii, as seen along the cue; default 0 |
//! | | `mass`, `restitution`, `friction`, `compliance`, `guide`, `end_mass` | of the cue and its tip, default a pool cue; `"hand"`, or `"rail"`: does not yield sideways; mass that a hand-held tip yields with |
//! | `[[body]]` | `name`, `mass`, `shape`, `position`, `velocity`, `angular_velocity` | without `table` and `[cradle]`: spheres over the floor z = 0 |
//! | `[floor]`, `[contact_defaults]` | `restitution`, `stiffness`, `friction`, `compliance` | of the floor, and between balls; default elastic and without friction |
//! | `[cradle]` | `balls`, `mass`, `radius`, `length`, `angle` | required: how many, kg, m, m from pivot to centre, degrees to the left |
//! | | `lifted`, `restitution`, `stiffness`, `swing` | how many from the left, default 1; default 1; default 1; `"small"` (default) or `"true"` angles |
//!
//! # Layers
//! `read` knows TOML and keys but no physics; `build` hands values to `carom` and `carom-shapes` and maps what they
//! refuse back to the file; `report` knows neither files nor TOML. `world` has
//! all three for motion in time. Nothing here prints.

mod build;
pub mod diagnostics;
mod lone;
mod problem;
mod read;
mod report;
mod scene;
mod sequential;
mod suggest;
mod world;

pub use carom::comparison::Comparison;
pub use problem::{Problem, Span};
pub use report::{ComparisonReport, Report, TextOptions};
pub use scene::{Course, Method, Scene, Setup, Solved, SolvedSetup, Unsolved};
pub use world::{Blow, Loaded, WorldEnding, WorldError, WorldReport, WorldRun, WorldScene, load};
