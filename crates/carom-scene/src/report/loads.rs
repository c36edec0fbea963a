//! The greatest loads of springs that are not linear: forces, overlaps and spots of contacts of real materials.

use carom::Peak;

use super::TextOptions;
use super::columns::{Align, Columns};
use super::digits::Digits;
use crate::scene::{Scene, Solved, SolvedCourse};

/// The greatest load of a contact.
pub(super) struct Load {
    pub peak: Peak,
    /// √(R*·d), in metres, where the spring is from materials.
    pub contact_radius: Option<f64>,
}

/// The loads of contacts whose springs are not linear, by contact; none where there is no time.
pub(super) fn of(scene: &Scene, solved: &Solved) -> Vec<Option<Load>> {
    let SolvedCourse::OverTime { trace, .. } = &solved.course else { return Vec::new() };
    let laws = scene.contact_problem().contacts().iter().map(|law| law.stiffness.exponent());
    let load = |(i, (peak, exponent)): (usize, (Peak, carom::Exponent))| {
        let radius = scene.radii.get(i).copied().flatten();
        let contact_radius = radius.map(|radius| (radius * peak.compression).sqrt());
        (!exponent.is_linear()).then_some(Load { peak, contact_radius })
    };
    trace.peaks().into_iter().zip(laws).enumerate().map(load).collect()
}

/// What the columns of the table mean.
pub(super) fn note(scene: &Scene, duration: f64) -> String {
    match scene.time_unit() {
        crate::clock::TimeUnit::Seconds => format!(
            "greatest force (N), overlap (um) and radius of the spot (um); the impact takes {} us",
            crate::number::short(duration * 1e6, 6)
        ),
        crate::clock::TimeUnit::Relative => {
            "greatest force and overlap, in the unit of the stiffnesses".to_owned()
        }
    }
}

/// A row for each contact whose spring is not linear; none if all are.
pub(super) fn table(scene: &Scene, solved: &Solved, options: TextOptions) -> Option<String> {
    let loads = of(scene, solved);
    if !loads.iter().any(Option::is_some) {
        return None;
    }
    let scale = match scene.time_unit() {
        crate::clock::TimeUnit::Seconds => 1e6,
        crate::clock::TimeUnit::Relative => 1.0,
    };
    let present = || loads.iter().flatten();
    let force = Digits::of(present().map(|load| load.peak.force));
    let overlap = Digits::of(present().map(|load| scale * load.peak.compression));
    let radius = Digits::of(present().filter_map(|load| load.contact_radius).map(|radius| scale * radius));
    let heading = |text: &str| (Align::Right, text.to_owned());
    let columns =
        vec![(Align::Left, "contact".to_owned()), heading("force"), heading("overlap"), heading("spot")];
    let mut table = Columns::new("contacts", columns);
    for (name, load) in scene.contact_names.iter().zip(&loads) {
        let Some(load) = load else { continue };
        table.row(vec![
            name.clone(),
            force.write(load.peak.force),
            overlap.write(scale * load.peak.compression),
            load.contact_radius.map_or_else(String::new, |spot| radius.write(scale * spot)),
        ]);
    }
    Some(table.render(options))
}
