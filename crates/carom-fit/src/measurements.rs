//! What was measured, row by row.

use carom_scene::Loaded;

use crate::route::outputs;
use crate::study::{DataSource, Group};
use crate::table::Role;

/// What was measured, row by row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measurements {
    /// Where the numbers of each row begin, and where the last one's end.
    offsets: Vec<usize>,
    /// NaN where nothing was measured.
    values: Vec<f64>,
    groups: Vec<u16>,
    /// The line of each row in the table; none for tracks.
    pub lines: Vec<Option<u64>>,
}

impl Measurements {
    fn push_row(&mut self, values: impl Iterator<Item = (f64, u16)>, line: Option<u64>) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        for (value, group) in values {
            self.values.push(value);
            self.groups.push(group);
        }
        self.offsets.push(self.values.len());
        self.lines.push(line);
    }

    pub fn rows(&self) -> usize {
        self.lines.len()
    }

    /// Numbers of a row with their groups; NaN where nothing was measured.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (f64, usize)> + '_ {
        let range = self.offsets[row]..self.offsets[row + 1];
        range.map(|i| (self.values[i], usize::from(self.groups[i])))
    }

    /// How many numbers of a group were measured in these rows.
    pub fn count(&self, rows: &[usize], group: usize) -> usize {
        rows.iter()
            .map(|&row| self.row(row).filter(|(value, of)| *of == group && value.is_finite()).count())
            .sum()
    }

    /// What a row is called in messages.
    pub fn name(&self, row: usize) -> String {
        match self.lines[row] {
            Some(line) => format!("line {line}"),
            None => "the track".to_owned(),
        }
    }
}

pub(crate) fn all_rows(measurements: &Measurements) -> Vec<usize> {
    (0..measurements.rows()).collect()
}

pub(crate) type Measured = (Vec<Group>, Measurements, Vec<Vec<f64>>, Vec<(usize, f64)>);

/// The measurements of a table or of tracks, the numbers before, and their noise.
pub(crate) fn measured(source: &DataSource, scene: &Loaded) -> Measured {
    let known = outputs(scene);
    let (mut groups, mut measurements) = (Vec::new(), Measurements::default());
    let (mut before, mut input_noise) = (Vec::new(), Vec::new());
    if let Some(table) = &source.table {
        let mut after = Vec::new();
        for (column, numbers) in table.columns.iter().zip(&table.numbers) {
            match &column.role {
                Role::Before { noise, .. } => {
                    input_noise.extend(noise.map(|noise| (before.len(), noise)));
                    before.push(numbers.clone());
                }
                Role::After { output, noise } => {
                    let (path, unit) = &known[*output];
                    let unit = if *unit == "relative" { "" } else { unit };
                    groups.push(Group {
                        name: column.name.clone(),
                        path: path.clone(),
                        unit: unit.to_owned(),
                        noise: *noise,
                    });
                    after.push(numbers);
                }
            }
        }
        for (row, &line) in table.lines.iter().enumerate() {
            let values = after.iter().enumerate().map(|(group, numbers)| (numbers[row], group as u16));
            measurements.push_row(values, Some(line));
        }
    }
    for (entry, samples) in &source.tracks {
        let group = groups.len() as u16;
        let (name, unit) = (format!("track of {}", entry.ball), "m".to_owned());
        groups.push(Group { path: name.clone(), name, unit, noise: entry.noise });
        let values =
            samples.iter().flat_map(|sample| [(sample.position.x, group), (sample.position.y, group)]);
        measurements.push_row(values, None);
    }
    (groups, measurements, before, input_noise)
}
