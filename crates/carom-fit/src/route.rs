//! The fastest way to solve the rows of a study.

use carom_scene::{Loaded, Method, Scene};
use carom_sweep::Template;

use crate::error::FitError;
use crate::lone::Lone;
use crate::output;
use crate::parameter::{Parameter, Part};
use crate::predictor::{Direct, Route};
use crate::site::{Draft, Places};
use crate::table::{Role, UsedColumn};

/// The results that a scene has, by path, with their units.
pub(crate) fn outputs(scene: &Loaded) -> Vec<(String, &'static str)> {
    match scene {
        Loaded::Impact(scene) if scene.impact().is_some() => {
            output::all(scene).into_iter().map(|(path, unit, _)| (path, unit)).collect()
        }
        _ => scene.columns().into_iter().map(|column| (column.path, column.unit)).collect(),
    }
}

/// The fastest way to solve the rows.
pub(crate) fn route(
    scene: &Loaded,
    text: &str,
    before: &[String],
    parameters: &[Parameter],
    columns: &[UsedColumn],
    template: Template,
) -> Result<Route, FitError> {
    let wanted: Vec<usize> = columns
        .iter()
        .filter_map(|column| match column.role {
            Role::After { output, .. } => Some(output),
            Role::Before { .. } => None,
        })
        .collect();
    if let Loaded::Impact(scene) = scene
        && let Some(direct) = direct(scene, text, before, parameters, &wanted)
    {
        return Ok(Route::Direct(Box::new(direct)));
    }
    if let Some(parameter) = parameters.iter().find(|parameter| parameter.part != Part::Value) {
        return Err(FitError::entry(
            parameter.span,
            format!("`{}` cannot depend on the approach speed here", parameter.name),
            "expected an impact of bodies whose contacts the scene lists, and columns that are velocities or coefficients",
        ));
    }
    let known = outputs(scene);
    let angle =
        wanted.iter().map(|&output| &known[output].0).find(|path| path.ends_with(output::REBOUND_ANGLE));
    if let Some(path) = angle {
        return Err(FitError::table(format!(
            "`{path}` needs a scene that lists its contacts: expected a `point` and a `normal`"
        )));
    }
    Ok(Route::Text { template, outputs: wanted.iter().map(|&output| known[output].0.clone()).collect() })
}

/// Bodies and contacts to be changed in place, if everything that varies can be.
fn direct(
    scene: &Scene,
    text: &str,
    before: &[String],
    parameters: &[Parameter],
    wanted: &[usize],
) -> Option<Direct> {
    let impact = scene.impact()?;
    // Such a law may have been given an impulse in world axes, which turns with the contact.
    if let Method::Law { law, .. } = scene.method()
        && law.declaration().name == "permissible-region"
    {
        return None;
    }
    let places = Places::new(scene, text)?;
    let sites = |path: &String| places.sites(path).filter(|sites| !sites.is_empty());
    let all = output::all(scene);
    let before: Vec<_> = before.iter().map(sites).collect::<Option<_>>()?;
    let of_parameter = |parameter: &Parameter| {
        parameter.paths.iter().map(sites).collect::<Option<Vec<_>>>().map(|sites| sites.concat())
    };
    let sought: Vec<_> = parameters.iter().map(of_parameter).collect::<Option<_>>()?;
    let outputs: Vec<_> = wanted.iter().map(|&output| all[output].2).collect();
    Some(Direct {
        rules: impact.contact_problem().model(),
        draft: Draft::of(impact),
        lone: Lone::of(scene, impact, &before, &sought, &outputs),
        before,
        sought,
        outputs,
        scene: scene.clone(),
    })
}
