//! Frames as dots: the background once, and what moves on top of it.

use resvg::{tiny_skia, usvg};

use super::Film;
use crate::error::PlotError;
use crate::outlined::outlined;
use crate::page::PIXELS_PER_INCH;
use crate::picture::Picture;
use crate::svg;

/// Makes the frames of a film.
pub(super) struct Frames<'a> {
    film: &'a Film,
    background: tiny_skia::Pixmap,
    transform: tiny_skia::Transform,
}

/// A rectangle of dots that differ from the frame before: corner, size, and the dots as red, green and blue.
pub(super) struct Change {
    pub corner: [u32; 2],
    pub size: [u32; 2],
    pub rgb: Vec<u8>,
}

impl<'a> Frames<'a> {
    pub fn new(film: &'a Film, dpi: f64) -> Result<Self, PlotError> {
        let pixels = film.size.map(|length| length * film.scale);
        let still = Picture::new(svg::document(&film.background, film.size, film.scale, &film.title), pixels);
        let scale = (dpi / PIXELS_PER_INCH * film.scale) as f32;
        let transform = tiny_skia::Transform::from_scale(scale, scale);
        Ok(Self { film, background: still.pixels(dpi)?, transform })
    }

    pub fn size(&self) -> [u32; 2] {
        [self.background.width(), self.background.height()]
    }

    /// The frame at a time, in seconds.
    pub fn at(&self, time: f64) -> Result<tiny_skia::Pixmap, PlotError> {
        let parts: String = self.film.parts.iter().map(|part| part.still(time)).collect();
        let moving = outlined(&svg::without_paper(&parts, self.film.size))?;
        let tree = usvg::Tree::from_str(&moving, &usvg::Options::default())?;
        let mut frame = self.background.clone();
        resvg::render(&tree, self.transform, &mut frame.as_mut());
        Ok(frame)
    }
}

/// What is new in a frame; of the first frame all of it. A frame like the one before has one dot.
pub(super) fn change(before: Option<&tiny_skia::Pixmap>, frame: &tiny_skia::Pixmap) -> Change {
    let (width, height) = (frame.width(), frame.height());
    let differs = |x: u32, y: u32| before.is_none_or(|before| before.pixel(x, y) != frame.pixel(x, y));
    let rows: Vec<u32> = (0..height).filter(|&y| (0..width).any(|x| differs(x, y))).collect();
    let (Some(&top), Some(&bottom)) = (rows.first(), rows.last()) else {
        return Change { corner: [0, 0], size: [1, 1], rgb: dots(frame, [0, 0], [1, 1]) };
    };
    let column = |x: &u32| (top..=bottom).any(|y| differs(*x, y));
    let left = (0..width).find(column).unwrap_or(0);
    let right = (0..width).rev().find(column).unwrap_or(width - 1);
    let (corner, size) = ([left, top], [right - left + 1, bottom - top + 1]);
    Change { corner, size, rgb: dots(frame, corner, size) }
}

/// Dots of a part of a frame, which no paper shines through.
pub(super) fn dots(frame: &tiny_skia::Pixmap, corner: [u32; 2], size: [u32; 2]) -> Vec<u8> {
    let mut rgb = Vec::with_capacity(3 * (size[0] * size[1]) as usize);
    for y in corner[1]..corner[1] + size[1] {
        for x in corner[0]..corner[0] + size[0] {
            let pixel = frame.pixel(x, y).map_or([0; 3], |dot| [dot.red(), dot.green(), dot.blue()]);
            rgb.extend(pixel);
        }
    }
    rgb
}
