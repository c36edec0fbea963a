//! A figure as a page of PDF: the resolved paths of its drawing, filled and stroked.
//!
//! Figures have paths, flat colours, dashes, opacities and rectangles that clip; all text is outlines by then. `svg2pdf` does the whole
//! of SVG, but is built on another version of the parser than the one that renders the PNGs.

use std::collections::BTreeMap;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{
    Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, PaintOrder, Path, Stroke, Transform, Tree,
};

use crate::page::PIXELS_PER_INCH;

/// Points to the inch, the unit of PDF.
const POINTS_PER_INCH: f64 = 72.0;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const FIRST_OPACITY: i32 = 5;

/// Opacity of fills and of strokes, in thousandths.
type Opacity = (u16, u16);

/// What is drawn, and the opacities that it needs.
struct Drawing {
    content: Content,
    opacities: BTreeMap<Opacity, String>,
}

/// A document of one page of a size in pixels.
pub(crate) fn document(tree: &Tree, size: [f64; 2]) -> Vec<u8> {
    let points = POINTS_PER_INCH / PIXELS_PER_INCH;
    let [width, height] = size.map(|length| (length * points) as f32);
    let scale = [width / tree.size().width(), height / tree.size().height()];
    let mut drawing = Drawing { content: Content::new(), opacities: BTreeMap::new() };
    // PDF counts upwards from the lower left corner.
    drawing.content.transform([scale[0], 0.0, 0.0, -scale[1], 0.0, height]);
    drawing.group(tree.root());
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.parent(PAGES).media_box(Rect::new(0.0, 0.0, width, height)).contents(CONTENT);
    let mut resources = page.resources();
    let mut states = resources.ext_g_states();
    for (i, name) in drawing.opacities.values().enumerate() {
        states.pair(Name(name.as_bytes()), Ref::new(FIRST_OPACITY + i as i32));
    }
    states.finish();
    resources.finish();
    page.finish();
    for (i, &(fill, stroke)) in drawing.opacities.keys().enumerate() {
        let [fill, stroke] = [fill, stroke].map(|thousandths| f32::from(thousandths) / 1000.0);
        pdf.ext_graphics(Ref::new(FIRST_OPACITY + i as i32)).non_stroking_alpha(fill).stroking_alpha(stroke);
    }
    let content = drawing.content.finish();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&content, 8);
    pdf.stream(CONTENT, &packed).filter(Filter::FlateDecode);
    pdf.finish()
}

impl Drawing {
    fn group(&mut self, group: &Group) {
        self.content.save_state();
        self.transform(group.transform());
        if let Some(clip) = group.clip_path() {
            for node in clip.root().children() {
                if let Node::Path(path) = node {
                    self.outline(path);
                }
            }
            self.content.clip_nonzero().end_path();
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) => self.path(path),
                // Figures have no images, and their text is outlines.
                Node::Image(_) | Node::Text(_) => {}
            }
        }
        self.content.restore_state();
    }

    fn transform(&mut self, matrix: Transform) {
        if !matrix.is_identity() {
            self.content.transform([matrix.sx, matrix.ky, matrix.kx, matrix.sy, matrix.tx, matrix.ty]);
        }
    }

    fn path(&mut self, path: &Path) {
        if !path.is_visible() {
            return;
        }
        let fill = |drawing: &mut Self| {
            if let Some(fill) = path.fill() {
                drawing.fill(path, fill);
            }
        };
        let stroke = |drawing: &mut Self| {
            if let Some(stroke) = path.stroke() {
                drawing.stroke(path, stroke);
            }
        };
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                fill(self);
                stroke(self);
            }
            PaintOrder::StrokeAndFill => {
                stroke(self);
                fill(self);
            }
        }
    }

    fn fill(&mut self, path: &Path, fill: &Fill) {
        let Some([red, green, blue]) = colour(fill.paint()) else { return };
        self.opacity((thousandths(fill.opacity().get()), 1000));
        self.content.set_fill_rgb(red, green, blue);
        self.outline(path);
        match fill.rule() {
            FillRule::NonZero => self.content.fill_nonzero(),
            FillRule::EvenOdd => self.content.fill_even_odd(),
        };
    }

    fn stroke(&mut self, path: &Path, stroke: &Stroke) {
        let Some([red, green, blue]) = colour(stroke.paint()) else { return };
        self.opacity((1000, thousandths(stroke.opacity().get())));
        self.content.set_stroke_rgb(red, green, blue);
        self.content.set_line_width(stroke.width().get());
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        let dashes = stroke.dasharray().unwrap_or(&[]).iter().copied();
        self.content.set_dash_pattern(dashes, stroke.dashoffset());
        self.outline(path);
        self.content.stroke();
    }

    fn opacity(&mut self, opacity: Opacity) {
        let name = self.opacities.entry(opacity).or_insert_with(|| format!("a{}s{}", opacity.0, opacity.1));
        self.content.set_parameters(Name(name.as_bytes()));
    }

    fn outline(&mut self, path: &Path) {
        let mut last = [0.0_f32; 2];
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    self.content.move_to(p.x, p.y);
                    last = [p.x, p.y];
                }
                PathSegment::LineTo(p) => {
                    self.content.line_to(p.x, p.y);
                    last = [p.x, p.y];
                }
                PathSegment::QuadTo(c, p) => {
                    // The same curve as a cubic one, which is all that PDF knows.
                    let towards = |from: f32, control: f32| from + (control - from) * (2.0 / 3.0);
                    self.content.cubic_to(
                        towards(last[0], c.x),
                        towards(last[1], c.y),
                        towards(p.x, c.x),
                        towards(p.y, c.y),
                        p.x,
                        p.y,
                    );
                    last = [p.x, p.y];
                }
                PathSegment::CubicTo(a, b, p) => {
                    self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y);
                    last = [p.x, p.y];
                }
                PathSegment::Close => {
                    self.content.close_path();
                }
            }
        }
    }
}

/// A flat colour from 0 to 1; figures have no other.
fn colour(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(colour) => {
            Some([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0))
        }
        Paint::LinearGradient(_) | Paint::RadialGradient(_) | Paint::Pattern(_) => None,
    }
}

fn thousandths(opacity: f32) -> u16 {
    (opacity * 1000.0).round() as u16
}
