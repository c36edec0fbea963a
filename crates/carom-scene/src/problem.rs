//! What is wrong with a scene file, and where.

use std::cell::RefCell;
use std::ops::Range;

/// A range of bytes of the scene file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// A value and where it stands in the file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Located<T> {
    pub(crate) fn new(value: T, span: impl Into<Span>) -> Self {
        Self { value, span: span.into() }
    }

    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: f(self.value), span: self.span }
    }
}

/// Something wrong with a scene file.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The offending value, key or table.
    pub span: Span,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What was expected; shown under the offending value.
    pub expected: Option<String>,
    /// Another place in the file that has to do with it, and what is there.
    pub related: Option<Box<(Span, String)>>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), expected: None, related: None, help: None }
    }

    pub(crate) fn expected(self, expected: impl Into<String>) -> Self {
        Self { expected: Some(expected.into()), ..self }
    }

    pub(crate) fn related(self, span: Span, what: impl Into<String>) -> Self {
        Self { related: Some(Box::new((span, what.into()))), ..self }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn maybe_help(self, help: Option<String>) -> Self {
        Self { help, ..self }
    }
}

/// Collects problems while a file is read, so that all of them can be reported at once.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    errors: RefCell<Vec<Problem>>,
    /// What is not wrong but looks like a slip of the pen.
    warnings: RefCell<Vec<Problem>>,
}

impl Problems {
    /// Notes what makes the file unusable; once, however often it is read.
    pub fn add(&self, problem: Problem) {
        add_once(&self.errors, problem);
    }

    /// Notes what looks like a slip of the pen; once, however often it is read.
    pub fn warn(&self, warning: Problem) {
        add_once(&self.warnings, warning);
    }

    /// How many errors there are.
    pub fn count(&self) -> usize {
        self.errors.borrow().len()
    }

    /// The value, or its problem noted.
    pub fn note<T>(&self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.add(problem)).ok()
    }

    /// What was made of the file and the warnings about it, or its errors, in the order of the file.
    pub fn conclude<T>(self, made: Option<T>) -> Result<(T, Vec<Problem>), Vec<Problem>> {
        match made {
            Some(made) if self.count() == 0 => Ok((made, sorted(self.warnings))),
            _ => Err(sorted(self.errors)),
        }
    }
}

fn add_once(list: &RefCell<Vec<Problem>>, problem: Problem) {
    let mut list = list.borrow_mut();
    if !list.contains(&problem) {
        list.push(problem);
    }
}

fn sorted(list: RefCell<Vec<Problem>>) -> Vec<Problem> {
    let mut problems = list.into_inner();
    problems.sort_by_key(|problem| problem.span.start);
    problems
}
