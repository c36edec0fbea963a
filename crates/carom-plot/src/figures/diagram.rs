//! The transition diagram, like [Jia2013, Fig. 4]: states with their active contacts, and what takes one to the next.

use carom::EventKind;
use carom::analysis::diagram::{Cause, DiagramEdge, TransitionDiagram};

use crate::course::SampledCourse;
use crate::error::PlotError;
use crate::figures::arrow::{Arrow, Boxes};
use crate::figures::edge_labels::{self, EdgeLabel};
use crate::figures::layout::{Layout, Spacing, layered};
use crate::picture::Picture;
use crate::sheet::Sheet;
use crate::subject::{Subject, number_list};
use crate::svg::{Anchor, Canvas, Label, Point};
use crate::theme;

/// With more states than this only the most visited are drawn.
const MOST_NODES: usize = 30;
/// Up to this many states, transitions say in words what caused them.
const IN_WORDS: usize = 6;
/// Up to this many contacts, their numbers are explained.
const MOST_EXPLAINED: usize = 60;
const MARGIN: f64 = 30.0;
const SIZE: f64 = 11.0;
const LINE: f64 = 13.0;

struct Drawing<'a> {
    subject: &'a Subject<'a>,
    diagram: &'a TransitionDiagram,
    layout: Layout,
    boxes: Boxes,
    /// Corners of what labels may use.
    room: [Point; 2],
    in_words: bool,
}

pub(crate) fn draw(subject: &Subject) -> Result<Picture, PlotError> {
    let course = SampledCourse::of(subject)?;
    let diagram = &course.diagram;
    let shown = most_visited(diagram);
    let mut sheet = Sheet::new(
        &subject.view.page,
        subject.title,
        "transition diagram: the active contacts and what changes them",
    );
    let in_words = shown.len() <= IN_WORDS;
    let spacing = spacing(diagram, &shown, &sheet);
    let boxes = Boxes { width: spacing.box_width, height: 44.0 };
    let layout = layered(diagram, &shown, spacing);
    let top = sheet.y;
    sheet.y += layout.height + 8.0;
    let room = [[0.0, top], [sheet.width, sheet.y]];
    let drawing = Drawing { subject, diagram, layout, boxes, room, in_words };
    drawing.draw(&mut sheet.canvas);
    if !in_words {
        sheet.remark("−3: contact 3 leaves, +3: contact 3 returns");
        explain_numbers(&mut sheet, subject);
    }
    if shown.len() < diagram.nodes().len() {
        let all = diagram.nodes().len();
        sheet.remark(&format!("the {} most visited of {all} states, with start and end", shown.len()));
    }
    Ok(sheet.finish())
}

/// Few states stand far apart, with words between them; boxes are as wide as their lists of numbers need.
fn spacing(diagram: &TransitionDiagram, shown: &[usize], sheet: &Sheet) -> Spacing {
    const NARROW: f64 = 88.0;
    /// Height of a box with words above and below it.
    const LABELLED: f64 = 136.0;
    /// Least room between two boxes, for an arrow and what is written at it.
    const BETWEEN: f64 = 30.0;
    let list_width = |&node: &usize| theme::text_width(&number_list(&diagram.nodes()[node].active), SIZE);
    let longest = shown.iter().map(list_width).fold(0.0, f64::max);
    let (columns, pitch, box_width) = match (shown.len() <= IN_WORDS, longest > NARROW - 8.0) {
        (true, _) => (3, 172.0, 150.0),
        (false, true) => (4, 92.0, 122.0),
        (false, false) => (5, 92.0, NARROW),
    };
    let room = sheet.width - 2.0 * MARGIN;
    Spacing {
        width: room,
        left: MARGIN,
        top: sheet.y,
        columns: columns.min((room / (box_width + BETWEEN)) as usize).max(1),
        pitch,
        margin: pitch.min(LABELLED) * 0.5,
        box_width,
    }
}

/// The nodes to draw in the order of discovery: all, or the most visited with start and end.
fn most_visited(diagram: &TransitionDiagram) -> Vec<usize> {
    let nodes = diagram.nodes();
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    let rank = |&i: &usize| {
        let at_an_end = nodes[i].starts > 0 || nodes[i].active.is_empty();
        (!at_an_end, std::cmp::Reverse(nodes[i].visits), i)
    };
    order.sort_by_key(rank);
    order.truncate(MOST_NODES);
    order.sort_unstable();
    order
}

fn explain_numbers(sheet: &mut Sheet, subject: &Subject) {
    if subject.contacts() > MOST_EXPLAINED || subject.contact_names.is_empty() {
        return;
    }
    let mut line = String::from("contacts:");
    for contact in 0..subject.contacts() {
        let entry = format!(" {} {},", contact + 1, subject.contact_name(contact));
        if theme::text_width(&line, 12.0) + theme::text_width(&entry, 12.0) > sheet.room() {
            sheet.remark(&line);
            line.clear();
        }
        line.push_str(&entry);
    }
    sheet.remark(line.trim_end_matches(','));
}

impl Drawing<'_> {
    fn draw(&self, canvas: &mut Canvas) {
        let mut ends: Vec<(usize, usize)> = Vec::new();
        let mut arrows: Vec<(Arrow, Vec<String>)> = Vec::new();
        for edge in self.diagram.edges() {
            let (Some(from), Some(to)) = (self.place(edge.from), self.place(edge.to)) else { continue };
            let parallel = ends.iter().filter(|&&other| other == (edge.from, edge.to)).count();
            ends.push((edge.from, edge.to));
            arrows.push((Arrow::between(self.boxes, from, to, parallel), self.words(edge)));
        }
        for (arrow, _) in &arrows {
            arrow.draw(canvas);
        }
        for &(node, middle) in &self.layout.places {
            self.node(canvas, node, middle);
        }
        self.label(canvas, &arrows);
    }

    fn place(&self, node: usize) -> Option<Point> {
        self.layout.places.iter().find(|place| place.0 == node).map(|place| place.1)
    }

    fn node(&self, canvas: &mut Canvas, node: usize, middle: Point) {
        let data = &self.diagram.nodes()[node];
        let Boxes { width, height } = self.boxes;
        let corner = |inset: f64| [middle[0] - 0.5 * width + inset, middle[1] - 0.5 * height + inset];
        let size = |inset: f64| [width - 2.0 * inset, height - 2.0 * inset];
        canvas.rect(corner(0.0), size(0.0), 8.0, "class=\"node\"");
        if data.active.is_empty() {
            canvas.rect(corner(3.0), size(3.0), 6.0, "class=\"node\"");
        }
        let number = (node + 1).to_string();
        let name = Label::new("S").subscript(&number).size(15.0).anchor(Anchor::Middle).class("ink bold");
        canvas.text([middle[0], middle[1] - 3.0], name);
        let room = width - 8.0;
        let mut list = self.subject.contact_list(&data.active);
        if !data.active.is_empty() && (!self.in_words || theme::text_width(&list, SIZE) > room) {
            list = number_list(&data.active);
        }
        let list = theme::shortened(&list, SIZE, room);
        let list = Label::new(&list).size(SIZE).anchor(Anchor::Middle).class("muted");
        canvas.text([middle[0], middle[1] + 14.0], list);
    }

    /// The words beside their arrows, clear of boxes, arrows and each other.
    fn label(&self, canvas: &mut Canvas, arrows: &[(Arrow, Vec<String>)]) {
        let boxes = self.layout.places.iter().map(|&(_, middle)| self.boxes.around(middle));
        let labels: Vec<EdgeLabel> = arrows.iter().map(|(arrow, words)| edge_label(arrow, words)).collect();
        let places = edge_labels::places(&labels, &boxes.collect::<Vec<_>>(), self.room);
        for ((_, words), at) in arrows.iter().zip(places) {
            for (i, word) in words.iter().enumerate() {
                let y = at[1] + 4.0 + LINE * (i as f64 - 0.5 * (words.len() - 1) as f64);
                let label = Label::new(word).size(SIZE).anchor(Anchor::Middle).class("ink halo");
                canvas.text([at[0], y], label);
            }
        }
    }

    fn words(&self, edge: &DiagramEdge) -> Vec<String> {
        let mut words = if self.in_words { self.full_words(edge) } else { short_words(edge) };
        if edge.count > 1 {
            words.push(format!("{}×", edge.count));
        }
        words
    }

    fn full_words(&self, edge: &DiagramEdge) -> Vec<String> {
        if edge.causes.len() > 2 {
            return vec![format!("{} events at once", edge.causes.len())];
        }
        let words = |cause: &Cause| {
            let name = theme::shortened(&self.subject.contact_name(cause.contact), SIZE, 150.0);
            [name, cause.kind.name().replace('-', " ")]
        };
        edge.causes.iter().flat_map(words).collect()
    }
}

fn edge_label(arrow: &Arrow, words: &[String]) -> EdgeLabel {
    let width = words.iter().map(|word| theme::text_width(word, SIZE)).fold(0.0, f64::max);
    EdgeLabel { line: arrow.points(), size: [width + 4.0, LINE * words.len() as f64] }
}

/// The contacts that leave and those that return, by number.
fn short_words(edge: &DiagramEdge) -> Vec<String> {
    let (back, gone): (Vec<&Cause>, Vec<&Cause>) =
        edge.causes.iter().partition(|cause| cause.kind == EventKind::ContactReturns);
    let words = |(sign, causes): (&str, Vec<&Cause>)| {
        let contacts: Vec<usize> = causes.iter().map(|cause| cause.contact).collect();
        (!contacts.is_empty()).then(|| format!("{sign}{}", number_list(&contacts)))
    };
    [("−", gone), ("+", back)].into_iter().filter_map(words).collect()
}
