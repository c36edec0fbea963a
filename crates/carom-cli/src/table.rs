//! Figures of tables: lines, dots, or a map of a result over two settings.

use carom_plot::chart::{Chart, Map, Plot};
use carom_plot::{Page, Picture};
use carom_sweep::{Table, unit_of};

use crate::failure::Failure;
use crate::picture;

/// More lines than this are not told apart.
const MOST_LINES: usize = 8;

/// What to draw of a table; what is not said is chosen.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// Column along the horizontal axis.
    pub x: Option<&'a str>,
    /// Columns to show.
    pub y: &'a [String],
}

/// Draws a table under a title, and says what it shows.
pub fn draw(
    page: &Page,
    title: &str,
    text: &str,
    choice: Choice,
) -> Result<(Picture, &'static str), Failure> {
    let table = Table::read(text).map_err(Failure::bad_input)?;
    let shown = Shown::of(&table, choice)?;
    match shown.grid() {
        Some(upwards) => Ok((shown.map(page, title, upwards)?, "map")),
        None => Ok((shown.lines(page, title)?, "lines")),
    }
}

/// Columns of a table with their parts in the figure.
struct Shown<'a> {
    table: &'a Table,
    x: usize,
    y: Vec<usize>,
    /// Other settings that vary: their values tell lines apart.
    others: Vec<usize>,
}

impl<'a> Shown<'a> {
    fn of(table: &'a Table, choice: Choice) -> Result<Self, Failure> {
        let varied: Vec<usize> = table.settings().filter(|&column| varies(table, column)).collect();
        let numeric = |&&column: &&usize| is_numeric(table, column);
        let x =
            match choice.x {
                Some(name) => named(table, name)?,
                None => varied.iter().find(numeric).copied().or_else(|| first_numeric(table)).ok_or_else(
                    || Failure::bad_input("no column of the table holds numbers: there is nothing to draw"),
                )?,
            };
        let others = varied.into_iter().filter(|&column| column != x).collect();
        let y: Vec<usize> = match choice.y {
            [] => chosen(table, x),
            names => names.iter().map(|name| named(table, name)).collect::<Result<_, _>>()?,
        };
        for &column in y.iter().chain([&x]) {
            if !is_numeric(table, column) {
                let name = &table.names()[column];
                return Err(Failure::bad_input(format!(
                    "the column {name} holds no numbers: expected another one"
                )));
            }
        }
        if y.is_empty() {
            return Err(Failure::bad_input("no result of the table varies: name a column with --y"));
        }
        Ok(Self { table, x, y, others })
    }

    /// The setting along the vertical axis, if one result is to be shown and the rows form a grid over two settings.
    fn grid(&self) -> Option<usize> {
        let [other] = self.others[..] else { return None };
        if !is_numeric(self.table, other) || !self.table.settings().contains(&self.x) {
            return None;
        }
        let cells = distinct(self.table, self.x).len() * distinct(self.table, other).len();
        (cells == self.table.rows()).then_some(other)
    }

    fn map(&self, page: &Page, title: &str, upwards: usize) -> Result<Picture, Failure> {
        // One result has one colour; of several that were chosen for the user the first is shown.
        let y = self.y[0];
        let axes = [self.x, upwards];
        let places = axes.map(|column| distinct(self.table, column));
        let logarithmic = places.each_ref().map(|places| is_logarithmic(places));
        let mut values = vec![None; self.table.rows()];
        for row in 0..self.table.rows() {
            let place = |axis: usize| {
                let value = self.table.number(row, axes[axis])?;
                places[axis].iter().position(|known| *known == value)
            };
            if let (Some(i), Some(j)) = (place(0), place(1)) {
                values[j * places[0].len() + i] = self.table.number(row, y);
            }
        }
        let scaled =
            |axis: usize| places[axis].iter().map(|&value| scale(value, logarithmic[axis])).collect();
        let name = |axis: usize| axis_name(&self.table.names()[axes[axis]], logarithmic[axis]);
        let map = Map {
            title: title.to_owned(),
            subtitle: self.subtitle(),
            names: [name(0), name(1)],
            value_name: self.table.names()[y].clone(),
            value_unit: unit_of(&self.table.names()[y]).to_owned(),
            places: [scaled(0), scaled(1)],
            values,
        };
        map.draw_on(page).map_err(picture::refused)
    }

    fn lines(&self, page: &Page, title: &str) -> Result<Picture, Failure> {
        let families = self.families();
        let count = families.len() * self.y.len();
        if count > MOST_LINES {
            return Err(Failure::bad_input(format!(
                "{count} lines cannot be told apart: expected at most {MOST_LINES}; name fewer columns with --y, or vary \
                 fewer settings"
            )));
        }
        let logarithmic = is_logarithmic(&distinct(self.table, self.x));
        let mut plot = Plot::new(&axis_name(&self.table.names()[self.x], logarithmic), &self.vertical_name())
            .height(360.0);
        for (label, rows) in &families {
            for &y in &self.y {
                let points = self.points(rows, y, logarithmic);
                let name = self.series_name(label, y);
                // Values that were drawn at random come in any order, and rows of which something else is drawn repeat a setting.
                let repeats = self.table.settings().contains(&self.x);
                let goes_on = |from: f64, to: f64| if repeats { from < to } else { from <= to };
                let is_line = points.windows(2).all(|pair| goes_on(pair[0][0], pair[1][0]));
                plot = if is_line { plot.line(&name, points) } else { plot.dots(&name, points) };
            }
        }
        Chart::new(title, &self.subtitle()).on(*page).plot(plot).try_draw().map_err(picture::refused)
    }

    /// How many rows there are, and how many of them are not solved.
    fn subtitle(&self) -> String {
        let rows = self.table.rows();
        match self.table.unsolved() {
            0 => format!("{rows} rows"),
            unsolved => format!("{rows} rows, {unsolved} of them not solved"),
        }
    }

    /// Rows with the same values of the other settings, with those values; all of them together if one is drawn at random.
    fn families(&self) -> Vec<(String, Vec<usize>)> {
        let telling: Vec<usize> = self
            .others
            .iter()
            .copied()
            .filter(|&column| texts(self.table, column).len() <= MOST_LINES)
            .collect();
        let mut families: Vec<(String, Vec<usize>)> = Vec::new();
        for row in 0..self.table.rows() {
            let part = |&column: &usize| {
                format!("{} = {}", self.table.names()[column], self.table.text(row, column))
            };
            let label = telling.iter().map(part).collect::<Vec<_>>().join(", ");
            match families.iter_mut().find(|(known, _)| *known == label) {
                Some((_, rows)) => rows.push(row),
                None => families.push((label, vec![row])),
            }
        }
        families
    }

    /// Points of a line; a row without a number interrupts it.
    fn points(&self, rows: &[usize], y: usize, logarithmic: bool) -> Vec<[f64; 2]> {
        let point = |&row: &usize| {
            let x = self.table.number(row, self.x)?;
            Some([scale(x, logarithmic), self.table.number(row, y).unwrap_or(f64::NAN)])
        };
        rows.iter().filter_map(point).collect()
    }

    fn series_name(&self, label: &str, y: usize) -> String {
        let name = &self.table.names()[y];
        match (label, self.y.len()) {
            ("", 1) => String::new(), // The axis says it.
            ("", _) => name.clone(),
            (label, 1) => label.to_owned(),
            (label, _) => format!("{name}, {label}"),
        }
    }

    fn vertical_name(&self) -> String {
        let names: Vec<&str> = self.y.iter().map(|&y| self.table.names()[y].as_str()).collect();
        match names[..] {
            [only] => axis_name(only, false),
            _ => match unit_of(names[0]) {
                unit if !unit.is_empty() && names.iter().all(|name| unit_of(name) == unit) => {
                    format!("{}{}", what(names[0]), with_unit(unit))
                }
                _ => String::new(),
            },
        }
    }
}

/// What a path is about: `velocity` of `bodies.upper.velocity.z`.
fn what(path: &str) -> &str {
    let parts: Vec<&str> = path.split('.').collect();
    match parts[..] {
        ["energy", ..] => "energy",
        [.., last, "x" | "y" | "z" | "w" | "t1" | "t2" | "n"] | [.., last] => last,
        [] => path,
    }
}

fn with_unit(unit: &str) -> String {
    match unit {
        "" => String::new(),
        unit if unit.contains(['/', ' ']) => format!(" / ({unit})"),
        unit => format!(" / {unit}"),
    }
}

fn axis_name(path: &str, logarithmic: bool) -> String {
    let name = format!("{path}{}", with_unit(unit_of(path)));
    if logarithmic { format!("log10 of {name}") } else { name }
}

fn scale(value: f64, logarithmic: bool) -> f64 {
    if logarithmic { libm::log10(value) } else { value }
}

/// Whether values, ascending, have equal ratios over more than a decade rather than equal distances.
fn is_logarithmic(values: &[f64]) -> bool {
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return false };
    if values.len() < 3 || first <= 0.0 || last / first < 10.0 {
        return false;
    }
    let ratio = values[1] / first;
    values.windows(2).all(|pair| (pair[1] / pair[0] / ratio - 1.0).abs() < 1e-6)
}

/// The different numbers of a column, ascending.
fn distinct(table: &Table, column: usize) -> Vec<f64> {
    let mut values: Vec<f64> = (0..table.rows()).filter_map(|row| table.number(row, column)).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// The different texts of a column.
fn texts(table: &Table, column: usize) -> std::collections::BTreeSet<&str> {
    (0..table.rows()).map(|row| table.text(row, column)).collect()
}

fn varies(table: &Table, column: usize) -> bool {
    (1..table.rows()).any(|row| table.text(row, column) != table.text(0, column))
}

/// Whether every cell that is not empty holds a number, and some do.
fn is_numeric(table: &Table, column: usize) -> bool {
    let mut cells = (0..table.rows()).filter(|&row| !table.text(row, column).is_empty()).peekable();
    cells.peek().is_some() && cells.all(|row| table.number(row, column).is_some())
}

fn first_numeric(table: &Table) -> Option<usize> {
    table.results().find(|&column| is_numeric(table, column))
}

/// Results worth seeing: those that vary by more than rounding, of the unit of the first, velocities before all others.
fn chosen(table: &Table, x: usize) -> Vec<usize> {
    let visible = |&column: &usize| {
        let values = distinct(table, column);
        let (Some(low), Some(high)) = (values.first(), values.last()) else { return false };
        high - low > 1e-9 * high.abs().max(low.abs())
    };
    let mut columns: Vec<usize> =
        table.results().filter(|&column| column != x && is_numeric(table, column)).filter(visible).collect();
    let rank = |column: usize| match table.names()[column].as_str() {
        name if name.starts_with("bodies.") && name.contains(".velocity.") => 0,
        name if name.starts_with("bodies.") => 1,
        name if name.starts_with("energy.") => 2,
        _ => 3,
    };
    columns.sort_by_key(|&column| rank(column));
    let Some(&first) = columns.first() else { return columns };
    let unit = unit_of(&table.names()[first]);
    columns.retain(|&column| unit_of(&table.names()[column]) == unit && rank(column) == rank(first));
    columns.truncate(MOST_LINES);
    columns
}

/// The column of that name.
fn named(table: &Table, name: &str) -> Result<usize, Failure> {
    table.names().iter().position(|known| known == name).ok_or_else(|| {
        let names = || table.names().iter().map(String::as_str);
        let expected = match carom_scene::closest(name, names()) {
            Some(close) => format!("did you mean {close}?"),
            None => format!("expected one of {}", names().collect::<Vec<_>>().join(", ")),
        };
        Failure::bad_input(format!("the table has no column {name}: {expected}"))
    })
}
