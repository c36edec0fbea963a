//! Tables of text with aligned columns.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::TextOptions;

/// Rows kept at either end of a long table.
const KEPT: usize = 20;

/// On which side the cells of a column are padded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Rows of cells under a heading.
pub(crate) struct Columns {
    /// What one row is, in the plural: for "... 312 more states".
    noun: &'static str,
    align: Vec<Align>,
    header: Vec<String>,
    rows: Vec<Row>,
    /// Where rows were left out when they were written, and how many.
    hidden: Option<(usize, usize)>,
}

/// A row of a table.
enum Row {
    /// A cell for each column.
    Cells(Vec<String>),
    /// The first cell, and a text over all the others.
    Spanning(String, String),
}

impl Row {
    /// The cell of a column, if it has one of its own there.
    fn cell(&self, column: usize) -> Option<&str> {
        match self {
            Self::Cells(cells) => cells.get(column).map(String::as_str),
            Self::Spanning(first, _) => Some(first.as_str()).filter(|_| column == 0),
        }
    }
}

impl Columns {
    pub fn new(noun: &'static str, columns: Vec<(Align, String)>) -> Self {
        let (align, header) = columns.into_iter().unzip();
        Self { noun, align, header, rows: Vec::new(), hidden: None }
    }

    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(Row::Cells(cells));
    }

    /// Writes so many rows, without those that would be left out.
    pub fn rows(&mut self, count: usize, options: TextOptions, cells: impl Fn(usize) -> Vec<String>) {
        let left_out = left_out(count, options);
        if !left_out.is_empty() {
            self.hidden = Some((left_out.start, left_out.len()));
        }
        (0..count).filter(|i| !left_out.contains(i)).for_each(|i| self.row(cells(i)));
    }

    /// A row whose text runs over all columns but the first.
    pub fn spanning(&mut self, first: String, text: String) {
        self.rows.push(Row::Spanning(first, text));
    }

    /// The table, with its middle left out if it is long.
    pub fn render(&self, options: TextOptions) -> String {
        let left_out = if self.hidden.is_some() { 0..0 } else { left_out(self.rows.len(), options) };
        let (gap, hidden) = self.hidden.unwrap_or((left_out.end, left_out.len()));
        let shown = || self.rows.iter().enumerate().filter(|(i, _)| !left_out.contains(i));
        let width = |column: usize| {
            let cells = shown().filter_map(|(_, row)| row.cell(column)).map(width_of);
            cells.chain([width_of(&self.header[column])]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.header.len()).map(width).collect();
        let mut text = paint(&self.line(&self.header, &widths), DIM, options);
        for (i, row) in shown() {
            if i == gap && hidden > 0 {
                let ellipsis = format!("  ... {hidden} more {}; --all shows them\n", self.noun);
                text.push_str(&paint(&ellipsis, DIM, options));
            }
            text.push_str(&match row {
                Row::Cells(cells) => self.line(cells, &widths),
                Row::Spanning(first, rest) => {
                    let width = widths.first().copied().unwrap_or(0);
                    let cell = padded(first, width, self.align.first().copied().unwrap_or(Align::Left));
                    paint(&format!("  {cell}  {rest}\n"), DIM, options)
                }
            });
        }
        text
    }

    fn line(&self, cells: &[String], widths: &[usize]) -> String {
        let mut line = String::new();
        for ((cell, &width), align) in cells.iter().zip(widths).zip(&self.align) {
            line.push_str("  ");
            line.push_str(&padded(cell, width, *align));
        }
        format!("{}\n", line.trim_end())
    }
}

/// The rows of a table of so many that are not shown.
pub(super) fn left_out(count: usize, options: TextOptions) -> std::ops::Range<usize> {
    // Leaving out fewer rows than a handful would save nothing.
    if options.all || count <= 2 * KEPT + 5 { 0..0 } else { KEPT..count - KEPT }
}

/// How many places a text takes in a terminal: letters of some scripts take two, accents none.
fn width_of(cell: &str) -> usize {
    cell.width()
}

/// The text with blanks up to a width.
fn padded(cell: &str, width: usize, align: Align) -> String {
    let padding = " ".repeat(width.saturating_sub(width_of(cell)));
    match align {
        Align::Left => format!("{cell}{padding}"),
        Align::Right => format!("{padding}{cell}"),
    }
}

pub(crate) const DIM: Style = AnsiColor::BrightBlack.on_default();
pub(crate) const HEADING: Style = Style::new().bold();

/// The text in a style, if colours are wanted; line breaks stay outside of it.
pub(crate) fn paint(text: &str, style: Style, options: TextOptions) -> String {
    let line = text.trim_end_matches('\n');
    if options.colour { format!("{style}{line}{style:#}{}", &text[line.len()..]) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(n: usize) -> Columns {
        let mut columns = Columns::new("numbers", vec![(Align::Right, "n".into())]);
        (0..n).for_each(|i| columns.row(vec![i.to_string()]));
        columns
    }

    #[test]
    fn a_long_table_loses_its_middle_and_says_so() {
        let text = numbers(352).render(TextOptions::default());
        assert_eq!(text.lines().count(), 1 + 20 + 1 + 20);
        assert!(text.contains("... 312 more numbers; --all shows them"));
        let all = numbers(352).render(TextOptions { all: true, colour: false });
        assert_eq!(all.lines().count(), 353);
    }

    #[test]
    fn rows_that_are_never_written_are_counted_as_if_they_were() {
        let mut lazy = Columns::new("numbers", vec![(Align::Right, "n".into())]);
        lazy.rows(352, TextOptions::default(), |i| vec![i.to_string()]);
        assert_eq!(lazy.render(TextOptions::default()), numbers(352).render(TextOptions::default()));
        assert_eq!(lazy.rows.len(), 40);
    }

    #[test]
    fn columns_stand_under_each_other_whatever_the_script() {
        let mut columns =
            Columns::new("names", vec![(Align::Left, "name".into()), (Align::Right, "n".into())]);
        for name in ["ball", "球", "e\u{301}"] {
            columns.row(vec![name.into(), "1".into()]);
        }
        columns.spanning("球".into(), "and more".into());
        let text = columns.render(TextOptions::default());
        // In places of a terminal: 球 takes two, the accent none.
        assert_eq!(text, "  name  n\n  ball  1\n  球    1\n  e\u{301}     1\n  球    and more\n");
    }

    #[test]
    fn a_table_that_would_hardly_be_shorter_is_shown_whole() {
        assert_eq!(numbers(45).render(TextOptions::default()).lines().count(), 46);
    }
}
