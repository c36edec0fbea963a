//! A film as a GIF: 256 colours for all of it.

use std::collections::HashMap;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::Film;
use super::raster::{Change, Frames, change};
use crate::error::PlotError;

const COLOURS: usize = 256;
/// Of all dots that change, about so many choose the colours.
const SAMPLES: usize = 400_000;
/// How carefully colours are chosen: from 1, best, to 30, fastest.
const CARE: i32 = 6;

/// The colours of a film and the number of each.
struct Palette {
    bytes: Vec<u8>,
    numbers: HashMap<[u8; 3], u8>,
    chosen: Option<NeuQuant>,
}

impl Palette {
    /// All colours that occur, or the 256 that come nearest to them.
    fn of(changes: &[Change]) -> Self {
        let mut numbers = HashMap::new();
        let mut bytes = Vec::new();
        for dot in changes.iter().flat_map(|change| change.rgb.chunks_exact(3)) {
            let dot = [dot[0], dot[1], dot[2]];
            if !numbers.contains_key(&dot) {
                if numbers.len() == COLOURS {
                    return Self::chosen(changes);
                }
                numbers.insert(dot, numbers.len() as u8);
                bytes.extend(dot);
            }
        }
        Self { bytes, numbers, chosen: None }
    }

    fn chosen(changes: &[Change]) -> Self {
        let dots: usize = changes.iter().map(|change| change.rgb.len() / 3).sum();
        let every = dots.div_ceil(SAMPLES).max(1);
        let all = changes.iter().flat_map(|change| change.rgb.chunks_exact(3));
        let sampled: Vec<u8> = all.step_by(every).flat_map(|dot| [dot[0], dot[1], dot[2], 255]).collect();
        let chosen = NeuQuant::new(CARE, COLOURS, &sampled);
        Self { bytes: chosen.color_map_rgb(), numbers: HashMap::new(), chosen: Some(chosen) }
    }

    fn number(&mut self, dot: [u8; 3]) -> u8 {
        if let Some(&number) = self.numbers.get(&dot) {
            return number;
        }
        let [red, green, blue] = dot;
        let number = self.chosen.as_ref().map_or(0, |chosen| chosen.index_of(&[red, green, blue, 255]) as u8);
        self.numbers.insert(dot, number);
        number
    }
}

pub(super) fn write(film: &Film, rate: f64, dpi: f64, count: u32) -> Result<Vec<u8>, PlotError> {
    let frames = Frames::new(film, dpi)?;
    let size = frames.size();
    let [Ok(width), Ok(height)] = size.map(u16::try_from) else {
        let [width, height] = size.map(f64::from);
        return Err(PlotError::TooLarge { width, height });
    };
    let mut changes = Vec::new();
    let mut before = None;
    for number in 0..count {
        let frame = frames.at(film.length * f64::from(number) / f64::from(count))?;
        changes.push(change(before.as_ref(), &frame));
        before = Some(frame);
    }
    let mut palette = Palette::of(&changes);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.bytes)?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (number, change) in changes.iter().enumerate() {
        // Hundredths of a second, so that frames are late by less than one.
        let at = |number: usize| (100.0 * number as f64 / rate).round();
        let dots = change.rgb.chunks_exact(3).map(|dot| palette.number([dot[0], dot[1], dot[2]]));
        // No larger than the whole, whose sides fit.
        let [left, top, width, height] =
            [change.corner[0], change.corner[1], change.size[0], change.size[1]].map(|length| length as u16);
        encoder.write_frame(&Frame {
            delay: (at(number + 1) - at(number)) as u16,
            dispose: DisposalMethod::Keep,
            left,
            top,
            width,
            height,
            buffer: dots.collect::<Vec<u8>>().into(),
            ..Frame::default()
        })?;
    }
    drop(encoder);
    Ok(bytes)
}
