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
//! | | `inertia` | 3 by 3, kg m², about the centre of mass; goes before that of the shape. World axes, or body axes if there is an `orientation`. Of a body that is free no principal moment exceeds the sum of the other two |
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
//! | `[world]` | `gravity`, `until` | m/s², default 9.81; `"rest"` (default: until nothing happens any more) or seconds. A table on which balls would never rest needs seconds |
//! | | `table` | `"pool"` (nine-foot), `"snooker"` (twelve-foot) or `"carom"`: billiards. The middle of the table is the origin, x runs along it |
//! | `[[ball]]` | `name`, `position` | required; `[x, y]` on the bed |
//! | | `velocity`, `angular_velocity` | world axes, default zero |
//! | | `mass`, `radius` | default: those of `[balls]`. The noses of the cushions must meet a ball at half its radius or above |
//! | `[balls]` | `mass`, `radius` | of all balls, default: those of the table's game |
//! | | `restitution`, `stiffness`, `friction`, `compliance` | between balls |
//! | `[cushion]` | the same four | of balls with cushions |
//! | | `model` | `"with-bed"` (default): the bed carries what the nose presses down; `"alone"`: the cushion acts alone |
//! | `[cloth]` | `sliding_friction`, `rolling_resistance`, `spin_friction` | of the cloth; rolling resistance is deceleration over gravity |
//! | `[bed]` | `restitution`, `stiffness`, `friction`, `compliance` | where balls land or a cue presses them down; the friction is by default the cloth's |
//! | | `between_balls` | whether the bed takes part where balls that lie on it hit each other: `"ignored"` (default) or `"included"` |
//! | | `capture_speed` | a ball that leaves the bed slower than this stays on it, m/s, default 0.05; 0 lets it bounce infinitely often unless `restitution` is 0 |
//! | `[rack]` | `shape` | `"9-ball"`, `"8-ball"`, `"10-ball"` (balls `1` to `n`) or `"snooker"` (`red 1` to `red 15` and the colours) |
//! | | `gap`, `seed` | between neighbours, in diameters, default 0; with a seed, gaps are scattered between 0 and `gap` |
//! | | `spot` | of the apex of a pool rack, `[x, y]`; default the foot spot, a quarter of the table's length from its middle at x > 0 |
//! | `[cue]` | `ball` | struck at time 0, at rest; default `"cue"` |
//! | | `speed` | required: along the cue, m/s |
//! | | `aim`, `elevation` | degrees from x towards y, and of the butt above the level; default 0 |
//! | | `side`, `height` | of the tip to the right and above the ball's centre, in radii, as seen along the cue; default 0 |
//! | | `mass`, `restitution`, `stiffness`, `friction`, `compliance`, `guide`, `end_mass` | of the cue and its tip, default a pool cue, stiffness 1.3e6 N/m; `"hand"`, or `"rail"`: does not yield sideways; mass that a hand-held tip yields with |
//! | `[[body]]` | `name`, `mass`, `position`, `orientation`, `velocity`, `angular_velocity` | without `table` and `[cradle]`: bodies over the floor z = 0; by default they stand on it |
//! | | `shape`, `points` | a sphere, touched by the floor and other spheres; any other shape, touched by the floor at its `points`, `[[x, y, z], ...]` in the coordinates of the shape (of a box the corners, by default) |
//! | | `inertia` | 3 by 3, body axes; goes before that of the shape |
//! | `[floor]`, `[contact_defaults]` | `restitution`, `stiffness`, `friction`, `compliance` | of the floor, and between balls; default elastic and without friction |
//! | `[cradle]` | `balls`, `mass`, `radius`, `length`, `angle` | required: how many, kg, m, m from pivot to centre, degrees to the left. Mass and radius may be lists, one number for each ball |
//! | | `restitution`, `stiffness` | default 1; a number, or a list with one for each pair of neighbours from left to right |
//! | | `lifted`, `swing` | how many from the left, default 1; `"small"` (default) or `"true"` angles |
//! | `[model]` | `restitution`, `separation` | as for impacts; not with a `table`, whose contacts are hardening and track their gaps |
//!
//! Numbers of worlds have ranges, beyond which they are refused: lengths 1e-6 to 1e4 m, masses 1e-6 to 1e6 kg (of balls on a table 1e-3 to 1e3), speeds up to 1e3 m/s and
//! 1e5 rad/s (of balls on a table 1e2 and 1e4, of a cue 50 m/s, of bodies with points 1e3 rad/s), gravity 1e-3 to 1e3 m/s², coefficients of friction 1e-6 to 1e2 (of cloth 10) or zero, compliance 1e-3 to 1e3, stiffness
//! 1e-6 to 1e15 N/m (on a table 1e3 to 1e12) or `inf`, times 1e-9 to 1e5 s, angles up to 360 degrees (of the elevation of a cue 90), gaps of racks up to one diameter. Of a document samples have up to a million rows.
//!
//! A ball that comes to rest on a ball, or a body that comes to rest on its points, ends a run as `"lasting-contact"`.
//!
//! # Recoveries
//! A file with a `[recovery]` table holds where a ball was seen on the cloth; [`RecoveryFile`] reads it, and [`RecoveryReport`] says how the
//! ball moved and turned.
//!
//! | table | key | meaning |
//! |---|---|---|
//! | `[recovery]` | `radius` or `ball` | m; or `"pool"`, `"snooker"`, `"carom"` |
//! | | `samples` or `file` | `[[time, x, y], ...]`, s and m, in ascending order of time; or the name of a CSV file beside this one with a line for each |
//! | | `sliding_friction`, `rolling_resistance` | a number that is known (default: pool cloth), `"sought"`, or `{ sought_from = guess }` |
//! | | `noise` | standard deviation of a coordinate, m; by default taken from the scatter about the path |
//! | | `start` | the instant whose motion is sought, s; default the first sample's |
//! | | `gravity` | m/s², default 9.81 |
//!
//! # Layers
//! `read` knows TOML and keys but no physics; `build` hands values to `carom` and `carom-shapes` and maps what they
//! refuse back to the file; `report` knows neither files nor TOML. `world` has
//! all three for motion in time, `recovery` for tracks. Nothing here prints.

mod build;
pub mod diagnostics;
mod lone;
mod number;
mod problem;
mod read;
mod recovery;
mod report;
mod results;
mod samples;
mod scene;
mod sequential;
mod suggest;
mod world;

pub use carom::comparison::Comparison;
pub use problem::{Problem, Span};
pub use recovery::{RecoveryFile, RecoveryReport, RecoveryScene};
pub use report::{ComparisonReport, Report, TextOptions};
pub use results::{Column, Evaluation};
pub use samples::{Cell, Interval, Samples, SamplesError};
pub use scene::{Course, Method, Scene, Setup, Solved, SolvedSetup, Unsolved};
pub use suggest::closest;
pub use world::{
    Blow, FASTEST_CUE, Loaded, WorldEnding, WorldError, WorldReport, WorldRun, WorldScene, load,
};
