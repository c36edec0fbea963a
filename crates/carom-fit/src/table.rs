//! The table of measurements: which column is what, and its numbers.

use carom_scene::{ColumnEntry, OutlineEntry, closest, keys};
use csv::{ReaderBuilder, StringRecord, Trim};

use crate::error::FitError;

/// What a column is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Role {
    /// A number of the scene, before the impact.
    Before {
        /// Its place in the scene.
        path: String,
        /// Its standard deviation, in SI units, if it is not exact.
        noise: Option<f64>,
    },
    /// A number of the result.
    After {
        /// Its place among the results.
        output: usize,
        /// Its standard deviation, in SI units, if it is known.
        noise: Option<f64>,
    },
}

/// A column that is used.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct UsedColumn {
    /// Its name in the first line, without a unit.
    pub name: String,
    /// Its place in a line.
    pub(crate) place: usize,
    pub role: Role,
    /// What its numbers are multiplied by to be in SI units.
    pub factor: f64,
}

/// What columns can be: results by path with their units, and a judge of paths into the scene, which gives the unit or says what is wrong.
pub(crate) struct Known<'a> {
    pub outputs: &'a [(String, &'static str)],
    pub before: &'a dyn Fn(&str) -> Result<&'static str, String>,
}

/// The numbers of the used columns, column by column; NaN where a result was not measured.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Table {
    pub columns: Vec<UsedColumn>,
    pub numbers: Vec<Vec<f64>>,
    /// The line of each row, from 1.
    pub lines: Vec<u64>,
    /// Names of columns that are not used.
    pub unused: Vec<String>,
    /// The angles of each outline, in radians.
    pub angles: Vec<Vec<f64>>,
}

/// Some editors write it where a text begins, and no one sees it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads the text of a table.
pub(crate) fn read(
    text: &str,
    entries: &[ColumnEntry],
    outlines: &[OutlineEntry],
    known: &Known,
) -> Result<Table, FitError> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let heading =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
    let delimiter =
        [b',', b';', b'\t'].into_iter().find(|&mark| heading.contains(char::from(mark))).unwrap_or(b',');
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .comment(Some(b'#'))
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| refused(&error))?.clone();
    let turning = turning(&names, outlines)?;
    let (columns, unused) = roles(&names, entries, &turning, known)?;
    let mut numbers: Vec<Vec<f64>> = vec![Vec::new(); columns.len()];
    let mut angles: Vec<Vec<f64>> = vec![Vec::new(); turning.len()];
    let mut lines = Vec::new();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| refused(&error))? {
        let line = record.position().map_or(0, |position| line_of_record(text, position));
        for (column, numbers) in columns.iter().zip(&mut numbers) {
            numbers.push(cell(&record, column, line)?);
        }
        for (column, angles) in turning.iter().zip(&mut angles) {
            angles.push(cell(&record, column, line)?);
        }
        lines.push(line);
    }
    if lines.is_empty() {
        return Err(FitError::table(
            "the table has no rows: expected a line with the names of the columns, and rows",
        ));
    }
    Ok(Table { columns, numbers, lines, unused, angles })
}

/// The names of the columns of a table, without units.
pub(crate) fn headings(text: &str) -> Vec<String> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let heading =
        text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or("");
    heading.split([',', ';', '\t']).map(|cell| split_unit(cell.trim().trim_matches('"')).0).collect()
}

/// The number in a cell, in SI units.
fn cell(record: &StringRecord, column: &UsedColumn, line: u64) -> Result<f64, FitError> {
    let text = record.get(column.place).unwrap_or_default();
    let may_be_missing = matches!(column.role, Role::After { .. });
    if text.is_empty() && may_be_missing {
        return Ok(f64::NAN);
    }
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(|number| number * column.factor).ok_or_else(|| {
        let expected = if may_be_missing {
            "expected a number, or nothing if it was not measured"
        } else {
            "expected a number"
        };
        let message = match text {
            "" => format!("`{}` is missing: {expected}", column.name),
            _ => format!("`{text}` in `{}` is not a finite number: {expected}", column.name),
        };
        FitError::Data { line: Some(line), column: Some(column.place + 1), message }
    })
}

/// The columns with the angles of outlines.
fn turning(names: &StringRecord, outlines: &[OutlineEntry]) -> Result<Vec<UsedColumn>, FitError> {
    let headings: Vec<(String, Option<String>)> = names.iter().map(split_unit).collect();
    let column = |outline: &OutlineEntry| {
        let place = headings.iter().position(|(name, _)| *name == outline.angle).ok_or_else(|| {
            let known = headings.iter().map(|(name, _)| name.as_str());
            let message = format!("the table has no column `{}`", outline.angle);
            FitError::entry(outline.span, message, expected(&outline.angle, &known.collect::<Vec<_>>()))
        })?;
        let (name, unit) = &headings[place];
        let factor = factor(None, unit.as_deref(), "rad", name, place)?;
        let role = Role::Before { path: String::new(), noise: None };
        Ok(UsedColumn { name: name.clone(), place, role, factor })
    };
    outlines.iter().map(column).collect()
}

/// What a name should have been.
fn expected(name: &str, names: &[&str]) -> String {
    match closest(name, names.iter().copied()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("expected one of {}", names.join(", ")),
    }
}

/// What the columns of a heading are, and the names of those that are not used.
fn roles(
    names: &StringRecord,
    entries: &[ColumnEntry],
    turning: &[UsedColumn],
    known: &Known,
) -> Result<(Vec<UsedColumn>, Vec<String>), FitError> {
    let headings: Vec<(String, Option<String>)> = names.iter().map(split_unit).collect();
    for (place, (name, _)) in headings.iter().enumerate() {
        if headings[..place].iter().any(|(before, _)| before == name) {
            let message = format!("two columns are called `{name}`: expected different names");
            return Err(FitError::Data { line: Some(1), column: Some(place + 1), message });
        }
    }
    for entry in entries {
        if !headings.iter().any(|(name, _)| *name == entry.name) {
            let names: Vec<&str> = headings.iter().map(|(name, _)| name.as_str()).collect();
            return Err(FitError::entry(
                entry.span,
                format!("the table has no column `{}`", entry.name),
                expected(&entry.name, &names),
            ));
        }
    }
    let (mut used, mut unused) = (Vec::new(), Vec::new());
    for (place, (name, unit)) in headings.iter().enumerate() {
        let entry = entries.iter().find(|entry| entry.name == *name);
        let path = entry.and_then(|entry| entry.is.as_deref()).unwrap_or(name);
        match role(path, entry, known) {
            Ok((role, si)) => {
                let factor = factor(entry, unit.as_deref(), si, name, place)?;
                used.push(UsedColumn { name: name.clone(), place, role: scaled(role, factor), factor });
            }
            // Without a word on columns, every one should be something.
            Err(message) => match entry {
                Some(entry) => {
                    return Err(FitError::entry(
                        entry.span,
                        message,
                        "expected a path into the scene or into the results",
                    ));
                }
                None if turning.iter().any(|column| column.place == place) => {}
                None if entries.is_empty() => {
                    return Err(FitError::Data {
                        line: Some(1),
                        column: Some(place + 1),
                        message: format!(
                            "{message}; columns that are no paths are named by a [[column]] of the fit file"
                        ),
                    });
                }
                None => unused.push(name.clone()),
            },
        }
    }
    Ok((used, unused))
}

/// What a path is, and its unit; or what it should be.
fn role(path: &str, entry: Option<&ColumnEntry>, known: &Known) -> Result<(Role, &'static str), String> {
    let noise = entry.and_then(|entry| entry.noise);
    if let Some(output) = known.outputs.iter().position(|(output, _)| output == path) {
        return Ok((Role::After { output, noise }, known.outputs[output].1));
    }
    let why = match (known.before)(path) {
        Ok(unit) => return Ok((Role::Before { path: path.to_owned(), noise }, unit)),
        Err(why) => why,
    };
    // Of `body.…`, a part of the scene, no result is meant, of `bodies.…` none of the scene.
    let part = |path: &str| path.split('.').next().map(str::to_owned);
    let alike = closest(path, known.outputs.iter().map(|(output, _)| output.as_str()));
    Err(match alike.filter(|close| part(close) == part(path) || !path.contains('.')) {
        Some(close) => {
            format!("`{path}` is neither a number of the scene nor a result: did you mean `{close}`?")
        }
        None => format!("`{path}` is neither a result nor a number of the scene: {why}"),
    })
}

fn scaled(role: Role, factor: f64) -> Role {
    match role {
        Role::Before { path, noise } => Role::Before { path, noise: noise.map(|noise| noise * factor.abs()) },
        Role::After { output, noise } => {
            Role::After { output, noise: noise.map(|noise| noise * factor.abs()) }
        }
    }
}

/// How many SI units one of the column's is.
fn factor(
    entry: Option<&ColumnEntry>,
    heading: Option<&str>,
    si: &'static str,
    name: &str,
    place: usize,
) -> Result<f64, FitError> {
    let Some(written) = entry.and_then(|entry| entry.unit.as_deref()).or(heading) else { return Ok(1.0) };
    if written == si || (written == "1" && si.is_empty()) {
        return Ok(1.0);
    }
    let known = keys::units_in(written, si);
    // Times are relative until stiffnesses are real.
    let known = known.or_else(|| if si == "relative" { keys::units_in(written, "s") } else { None });
    known.ok_or_else(|| {
        let expected =
            if si.is_empty() { "a number without a unit".to_owned() } else { format!("a unit like {si}") };
        let message = format!("`{written}` is no unit of `{name}`: expected {expected}");
        match entry.filter(|entry| entry.unit.is_some()) {
            Some(entry) => FitError::entry(entry.span, message, expected),
            None => FitError::Data { line: Some(1), column: Some(place + 1), message },
        }
    })
}

/// Name and unit of a heading such as `vz [mm/s]` or `vz (mm/s)`.
fn split_unit(heading: &str) -> (String, Option<String>) {
    for (open, close) in [('[', ']'), ('(', ')')] {
        if let Some((name, unit)) = heading.strip_suffix(close).and_then(|rest| rest.rsplit_once(open)) {
            return (name.trim().to_owned(), Some(unit.trim().to_owned()));
        }
    }
    (heading.trim().to_owned(), None)
}

/// The line of a record: the reader tells where it began to look for it, before empty lines and comments.
fn line_of_record(text: &str, began: &csv::Position) -> u64 {
    let rest = text.get(began.byte() as usize..).unwrap_or("");
    let is_empty = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    began.line() + rest.lines().take_while(is_empty).count() as u64
}

fn refused(error: &csv::Error) -> FitError {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => FitError::Data {
            line: pos.as_ref().map(csv::Position::line),
            column: None,
            message: format!("the line has {len} cells: expected {expected_len}, as in the first line"),
        },
        _ => FitError::table(format!("the table is not CSV: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_scene::Span;

    fn known(read: impl Fn(&Known) -> Result<Table, FitError>) -> Result<Table, FitError> {
        let outputs =
            [("bodies.ball.velocity.z".to_owned(), "m/s"), ("contacts.b-p.rebound_angle".to_owned(), "rad")];
        let before = |path: &str| match path {
            "body.ball.velocity.z" => Ok("m/s"),
            _ => Err("there is no such key".to_owned()),
        };
        read(&Known { outputs: &outputs, before: &before })
    }

    fn entry(name: &str, is: Option<&str>) -> ColumnEntry {
        ColumnEntry {
            span: Span::default(),
            name: name.to_owned(),
            is: is.map(str::to_owned),
            noise: Some(2.0),
            unit: None,
        }
    }

    #[test]
    fn paths_and_units_are_understood_from_the_heading() {
        let text = "\u{feff}# a drop\nbody.ball.velocity.z [mm/s]; bodies.ball.velocity.z (m/s)\n-1000;0.5\n\n-2000;\n";
        let table = known(|known| read(text, &[], &[], known)).expect("a table");
        assert_eq!(table.numbers[0], [-1.0, -2.0]);
        assert_eq!(table.numbers[1][0], 0.5);
        assert!(table.numbers[1][1].is_nan());
        assert_eq!(table.lines, [3, 5]);
    }

    #[test]
    fn columns_are_named_by_entries_and_others_are_left_out() {
        let text = "trial,v,angle [deg]\n1,-1,90\n";
        let entries =
            [entry("v", Some("body.ball.velocity.z")), entry("angle", Some("contacts.b-p.rebound_angle"))];
        let table = known(|known| read(text, &entries, &[], known)).expect("a table");
        assert_eq!(table.unused, ["trial"]);
        assert!((table.numbers[1][0] - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
        let Role::After { noise: Some(noise), .. } = table.columns[1].role else { panic!() };
        assert!((noise - 2.0_f64.to_radians()).abs() < 1e-15);
    }

    #[test]
    fn what_is_wrong_is_told_with_line_and_column() {
        let wrong = |text: &str, entries: &[ColumnEntry]| {
            let error = known(|known| read(text, entries, &[], known)).expect_err(text);
            match error {
                FitError::Data { line, column, message } => format!("{line:?} {column:?} {message}"),
                other => other.to_string(),
            }
        };
        let heading = "body.ball.velocity.z,bodies.ball.velocity.z\n";
        let said = wrong(&format!("{heading}-1,x\n"), &[]);
        assert!(said.starts_with("Some(2) Some(2) `x` in"), "{said}");
        let said = wrong(&format!("{heading}-1,1\nNaN,2\n"), &[]);
        assert!(said.starts_with("Some(3) Some(1) `NaN`"), "{said}");
        assert!(wrong(&format!("{heading},1\n"), &[]).contains("is missing"));
        assert!(wrong(&format!("{heading}1\n"), &[]).starts_with("Some(2) None the line has 1 cells"));
        assert!(wrong(heading, &[]).contains("no rows"));
        assert!(wrong("", &[]).contains("no rows"));
        assert!(wrong("bodies.bal.velocity.z\n1\n", &[]).contains("did you mean `bodies.ball.velocity.z`"));
        assert!(wrong("body.ball.velocity.z [kg]\n1\n", &[]).contains("`kg` is no unit"));
        assert!(wrong("v,v\n1,1\n", &[]).contains("two columns"));
        assert!(wrong("w\n1\n", &[entry("v", None)]).contains("no column `v`"));
    }
}
