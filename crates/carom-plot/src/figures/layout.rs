//! A simple layered layout for transition diagrams.
//!
//! A state stands in the column of its distance from the start, counted in transitions; columns that do not fit
//! side by side continue in the next row, like text.

use carom::analysis::diagram::TransitionDiagram;

use crate::svg::Point;

/// Boxes placed on the canvas.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The nodes that are shown, and where the middles of their boxes are.
    pub places: Vec<(usize, Point)>,
    pub height: f64,
}

/// Distances between boxes and the size of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spacing {
    pub width: f64,
    pub left: f64,
    pub top: f64,
    /// Most columns side by side.
    pub columns: usize,
    /// Distance of boxes one above the other.
    pub pitch: f64,
    /// Room above the middle of the highest boxes and below that of the lowest.
    pub margin: f64,
    pub box_width: f64,
}

/// Places the given nodes of the diagram.
pub(crate) fn layered(diagram: &TransitionDiagram, shown: &[usize], spacing: Spacing) -> Layout {
    let layers = layers(diagram, shown);
    let columns = layers.len().clamp(1, spacing.columns);
    let step = match columns {
        1 => 0.0,
        more => (spacing.width - spacing.box_width) / (more - 1) as f64,
    };
    let mut places = Vec::new();
    let mut top = spacing.margin - 0.5 * spacing.pitch;
    for row in layers.chunks(columns) {
        let tallest = row.iter().map(Vec::len).max().unwrap_or(1);
        let middle = spacing.top + top + 0.5 * spacing.pitch * tallest as f64;
        for (column, layer) in row.iter().enumerate() {
            let x = spacing.left + 0.5 * spacing.box_width + column as f64 * step;
            for (i, &node) in layer.iter().enumerate() {
                let from_middle = i as f64 - 0.5 * (layer.len() - 1) as f64;
                places.push((node, [x, middle + from_middle * spacing.pitch]));
            }
        }
        top += spacing.pitch * tallest as f64;
    }
    Layout { places, height: top + spacing.margin - 0.5 * spacing.pitch }
}

/// The nodes by their distance from the start. Nodes that are only reached through hidden ones come last.
fn layers(diagram: &TransitionDiagram, shown: &[usize]) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = shown.to_vec();
    let mut layers: Vec<Vec<usize>> = Vec::new();
    let starts = |node: &usize| diagram.nodes()[*node].starts > 0;
    let mut layer: Vec<usize> = shown.iter().copied().filter(starts).collect();
    while !left.is_empty() {
        if layer.is_empty() {
            layer.push(left[0]);
        }
        left.retain(|node| !layer.contains(node));
        let next = diagram.edges().iter().filter(|edge| layer.contains(&edge.from)).map(|edge| edge.to);
        let mut next: Vec<usize> = next.filter(|node| left.contains(node)).collect();
        next.sort_unstable();
        next.dedup();
        layers.push(std::mem::replace(&mut layer, next));
    }
    layers
}
