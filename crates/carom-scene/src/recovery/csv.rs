//! Samples in a CSV file: time, x and y in each line, in seconds and metres.

use carom_motion::billiards::recovery::Sample;
use nalgebra::vector;

use crate::problem::{Located, Problem, Span};

/// More bad lines than this are one mistake: the wrong file.
const MOST_PROBLEMS: usize = 12;

/// Some editors write it where a text begins, and no one sees it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The samples of a text. Lines that are empty or begin with `#` are left out, as is a first line of words.
pub(super) fn read(text: &str) -> Result<Vec<Located<Sample>>, Vec<Problem>> {
    let (mut samples, mut problems) = (Vec::new(), Vec::new());
    let lines = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut start = text.len() - lines.len();
    let mut may_be_heading = true;
    for whole in lines.split_inclusive('\n') {
        let line = whole.trim();
        let begin = start + (whole.len() - whole.trim_start().len()).min(whole.len());
        start += whole.len();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let heading =
            may_be_heading && !line.split(NEAR_COMMAS).any(|cell| cell.trim().parse::<f64>().is_ok());
        may_be_heading = false;
        if heading {
            continue;
        }
        let span = Span { start: begin, end: begin + line.len() };
        match sample(line, span) {
            Ok(sample) => samples.push(Located { value: sample, span }),
            Err(problem) => problems.push(problem),
        }
        if problems.len() == MOST_PROBLEMS {
            break;
        }
    }
    if problems.is_empty() { Ok(samples) } else { Err(problems) }
}

/// What stands between numbers, or about them, in files that are almost as expected.
const NEAR_COMMAS: [char; 4] = [',', ';', '\t', '"'];

fn sample(line: &str, span: Span) -> Result<Sample, Problem> {
    const EXPECTED: &str = "expected time, x, y in seconds and metres, such as 0.1, -0.25, 0.03";
    let cells: Vec<&str> = line.split(',').map(str::trim).collect();
    let [time, x, y] = cells[..] else {
        let message = match cells.len() {
            1 => "the line has no commas".to_owned(),
            count => format!("the line has {count} values"),
        };
        return Err(Problem::new(span, message).expected(EXPECTED));
    };
    let number = |cell: &str| {
        let parsed = cell.parse::<f64>().ok().filter(|x| x.is_finite());
        parsed.ok_or_else(|| Problem::new(span, format!("`{cell}` is not a number")).expected(EXPECTED))
    };
    Ok(Sample { time: number(time)?, position: vector![number(x)?, number(y)?] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_comments_and_empty_lines_are_no_samples() {
        let text = "# a film\ntime, x, y\n\n0, 1, 2\r\n 0.5,\t3, -4e-1 \n";
        let samples = read(text).expect("two samples");
        assert_eq!(samples.len(), 2);
        assert_eq!(samples[1].value, Sample { time: 0.5, position: vector![3.0, -0.4] });
        assert_eq!(&text[samples[1].span.start..samples[1].span.end], "0.5,\t3, -4e-1");
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_first_line() {
        for text in ["\u{feff}0, 1, 2\n", "\u{feff}# a film\ntime, x, y\n0, 1, 2\n"] {
            let samples = read(text).expect("one sample");
            assert_eq!((samples.len(), samples[0].value.time), (1, 0.0));
            assert_eq!(&text[samples[0].span.start..samples[0].span.end], "0, 1, 2");
        }
    }

    #[test]
    fn a_first_line_of_numbers_is_no_heading_whatever_stands_between_them() {
        for text in ["0;1;2", "0\t1\t2", "\"0\",\"1\",\"2\""] {
            assert_eq!(read(text).expect_err("no commas, or quotes").len(), 1, "{text}");
        }
        assert_eq!(read("0;1;2").expect_err("no commas")[0].message, "the line has no commas");
    }

    #[test]
    fn a_bad_line_is_pointed_at() {
        let text = "0, 1, 2\n0.1, a, 2\n0.2, 3\n";
        let problems = read(text).expect_err("two bad lines");
        let pointed = |i: usize| &text[problems[i].span.start..problems[i].span.end];
        assert_eq!((problems.len(), pointed(0), pointed(1)), (2, "0.1, a, 2", "0.2, 3"));
        assert!(problems[0].message.contains("`a` is not a number"));
        // A second line of words is no heading.
        assert!(read("time,x,y\ns,m,m\n0,0,0").is_err());
    }
}
