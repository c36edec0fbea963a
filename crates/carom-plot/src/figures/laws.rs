//! What every law says of an impact of several contacts, laid over each other: impulses and velocities, contact by contact.
//!
//! Laws that agree are one line. Of two contacts the normal impulses are also points of a plane, as in the impulse plane.

use carom::comparison::{Answer, Comparison, ContactAnswer};

use crate::chart::{Chart, Interval, Plot};
use crate::error::PlotError;
use crate::page::Page;
use crate::picture::Picture;

/// Answers that differ by less than this part of the largest number are one line.
const ALIKE: f64 = 1e-6;
/// With more contacts than this their names do not fit below the axis.
const MOST_NAMED: usize = 12;

/// Laws that agree, and what they say.
struct Group<'a> {
    names: Vec<&'a str>,
    contacts: &'a [ContactAnswer],
}

/// Draws a comparison, whatever the number of its contacts.
pub(crate) fn draw(
    page: &Page,
    title: &str,
    contact_names: &[String],
    comparison: &Comparison,
) -> Result<Picture, PlotError> {
    let groups = groups(comparison);
    let friction =
        groups.iter().flat_map(|group| group.contacts).any(|contact| contact.impulse.xy().norm() > 0.0);
    let mut chart = Chart::new(title, "every law's answer; laws that agree are one line").on(*page);
    if let [first, second] = contact_names {
        chart = chart.plot(plane([first, second], &groups));
    }
    let axis = contact_axis(contact_names);
    let over = |quantity: &str, value: fn(&ContactAnswer) -> f64| {
        let mut plot = Plot::new(&axis, quantity).counting().upwards(Interval::WithZero).height(200.0);
        plot = plot.across(Interval::Between(0.5, contact_names.len() as f64 + 0.5));
        groups.iter().fold(plot, |plot, group| {
            let point = |(i, contact): (usize, &ContactAnswer)| [i as f64 + 1.0, value(contact)];
            plot.line(&group.names.join(", "), group.contacts.iter().enumerate().map(point))
        })
    };
    chart = chart.plot(over("normal impulse / N s", |contact| contact.impulse.z));
    if friction {
        chart = chart.plot(over("tangential impulse / N s", |contact| contact.impulse.xy().norm()));
    }
    chart.plot(over("normal velocity after / m/s", |contact| contact.velocity.z)).try_draw()
}

/// The normal impulses of two contacts, one over the other.
fn plane([first, second]: [&String; 2], groups: &[Group]) -> Plot {
    let mut plot =
        Plot::new(&format!("normal impulse at {first} / N s"), &format!("normal impulse at {second} / N s"))
            .across(Interval::WithZero)
            .upwards(Interval::WithZero)
            .height(300.0);
    for group in groups {
        if let [a, b] = group.contacts {
            plot = plot.dots(&group.names.join(", "), [[a.impulse.z, b.impulse.z]]);
        }
    }
    plot
}

/// The laws that have an answer, together with those that say the same.
fn groups(comparison: &Comparison) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    for row in &comparison.rows {
        let Some(Answer { contacts, .. }) = row.answer() else { continue };
        match groups.iter_mut().find(|group| agree(group.contacts, contacts)) {
            Some(group) => group.names.push(&row.name),
            None => groups.push(Group { names: vec![&row.name], contacts }),
        }
    }
    groups
}

fn agree(a: &[ContactAnswer], b: &[ContactAnswer]) -> bool {
    let same = |quantity: fn(&ContactAnswer) -> nalgebra::Vector3<f64>| {
        let largest = a.iter().chain(b).fold(0.0_f64, |most, contact| most.max(quantity(contact).norm()));
        a.iter().zip(b).all(|(a, b)| (quantity(a) - quantity(b)).norm() <= ALIKE * largest)
    };
    a.len() == b.len() && same(|contact| contact.impulse) && same(|contact| contact.velocity)
}

fn contact_axis(names: &[String]) -> String {
    if names.len() > MOST_NAMED {
        return "contact".to_owned();
    }
    let entry = |(i, name): (usize, &String)| format!("{} {name}", i + 1);
    format!("contact: {}", names.iter().enumerate().map(entry).collect::<Vec<_>>().join(", "))
}
