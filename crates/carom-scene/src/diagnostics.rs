//! Problems as text in the look of rustc: file, line and column, the offending value underlined, what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::problem::{Problem, Span};

/// More problems than this are counted, not shown.
const SHOWN: usize = 12;

/// Renders problems of the scene file `path` with the given text.
#[must_use]
pub fn render(problems: &[Problem], path: &str, text: &str, colour: bool) -> String {
    let shown = rendered(&Level::ERROR, problems, path, text, colour);
    format!("{shown}{}", summary(problems.len(), path))
}

/// Renders warnings about the scene file `path` with the given text; nothing if there are none.
#[must_use]
pub fn render_warnings(warnings: &[Problem], path: &str, text: &str, colour: bool) -> String {
    let shown = rendered(&Level::WARNING, warnings, path, text, colour);
    match warnings.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown}{more} more warnings about {path}\n\n"),
    }
}

fn rendered(level: &Level<'static>, problems: &[Problem], path: &str, text: &str, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let one = |problem| renderer.render(&[group(level, problem, path, text)]) + "\n\n";
    problems.iter().take(SHOWN).map(one).collect()
}

fn summary(count: usize, path: &str) -> String {
    match count {
        1 => format!("1 problem in {path}\n"),
        _ if count <= SHOWN => format!("{count} problems in {path}\n"),
        _ => format!("{count} problems in {path}; the first {SHOWN} are shown\n"),
    }
}

fn group<'a>(level: &Level<'static>, problem: &'a Problem, path: &'a str, text: &'a str) -> Group<'a> {
    let range = |span: Span| on_characters(text, span);
    let mut primary = AnnotationKind::Primary.span(range(problem.span));
    if let Some(expected) = &problem.expected {
        primary = primary.label(expected.as_str());
    }
    let mut snippet = Snippet::source(text).path(path).annotation(primary);
    if let Some((span, what)) = problem.related.as_deref() {
        snippet = snippet.annotation(AnnotationKind::Context.span(range(*span)).label(what.as_str()));
    }
    let group = level.clone().primary_title(problem.message.as_str()).element(snippet);
    match &problem.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    }
}

/// The span within the text, on character boundaries, and of a table only its first line: all of it would be
/// underlined otherwise.
fn on_characters(text: &str, span: Span) -> std::ops::Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.start);
    let end = floor(span.end).max(start);
    let line_end = text[start..end].find(['\n', '\r']).map_or(end, |length| start + length);
    start..line_end
}
