//! A film as an animated PNG.

use super::Film;
use super::raster::{Frames, change};
use crate::error::PlotError;

/// Parts of a second in which frames are timed.
const TICKS: u16 = 1000;

pub(super) fn write(film: &Film, rate: f64, dpi: f64, count: u32) -> Result<Vec<u8>, PlotError> {
    let frames = Frames::new(film, dpi)?;
    let [width, height] = frames.size();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(count, 0)?;
    encoder.set_frame_delay((f64::from(TICKS) / rate).round() as u16, TICKS)?;
    let mut writer = encoder.write_header()?;
    let mut before = None;
    for number in 0..count {
        let frame = frames.at(film.length * f64::from(number) / f64::from(count))?;
        let change = change(before.as_ref(), &frame);
        if number > 0 {
            // Sizes are checked against the place of the frame before.
            writer.set_frame_position(0, 0)?;
            writer.set_frame_dimension(change.size[0], change.size[1])?;
            writer.set_frame_position(change.corner[0], change.corner[1])?;
        }
        writer.write_image_data(&change.rgb)?;
        before = Some(frame);
    }
    writer.finish()?;
    Ok(bytes)
}
