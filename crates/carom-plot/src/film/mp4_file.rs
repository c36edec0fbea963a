//! A film as an MP4 file: H.264, which every player and every lecture hall knows.
//!
//! OpenH264 is compiled from its C++ sources; docs/dependencies.md says what that means.

use muxide::api::{Metadata, MuxerBuilder, VideoCodec};
use openh264::OpenH264API;
use openh264::encoder::{
    Encoder, EncoderConfig, FrameRate, FrameType, IntraFramePeriod, QpRange, RateControlMode, UsageType,
};
use openh264::formats::{RgbSliceU8, YUVBuffer};
use resvg::tiny_skia;

use super::Film;
use super::raster::{Frames, dots};
use crate::error::PlotError;

/// Seconds from one frame that stands by itself to the next: as far as a player has to go back when one jumps.
const JUMP: f64 = 2.0;

/// How coarse colours may become: thin lines stay sharp. H.264 counts from 0, finest, to 51.
const COARSENESS: QpRange = QpRange::new(12, 24);

/// The longest side that OpenH264 encodes, in dots.
const LONGEST: u32 = 3840;

pub(super) fn write(film: &Film, rate: f64, dpi: f64, count: u32) -> Result<Vec<u8>, PlotError> {
    let frames = Frames::new(film, dpi)?;
    // Colours are stored for two by two dots, so sides are even.
    let size = frames.size().map(|length| length / 2 * 2);
    if size.iter().any(|&length| length > LONGEST) {
        let [width, height] = size.map(f64::from);
        return Err(PlotError::TooLarge { width, height });
    }
    let config = EncoderConfig::new()
        .usage_type(UsageType::ScreenContentRealTime)
        .rate_control_mode(RateControlMode::Quality)
        .qp(COARSENESS)
        .skip_frames(false)
        .num_threads(1) // the same bytes on every machine
        .max_frame_rate(FrameRate::from_hz(rate as f32))
        .intra_frame_period(IntraFramePeriod::from_num_frames((JUMP * rate).ceil() as u32));
    let mut encoder = Encoder::with_api_config(OpenH264API::from_source(), config).map_err(refused)?;
    let mut bytes = Vec::new();
    let mut file = MuxerBuilder::new(&mut bytes)
        .video(VideoCodec::H264, size[0], size[1], rate)
        .with_metadata(Metadata::new().with_title(film.title.as_str()))
        .build()
        .map_err(refused)?;
    for number in 0..count {
        let frame = frames.at(film.length * f64::from(number) / f64::from(count))?;
        let encoded = encoder.encode(&picture(&frame, size)).map_err(refused)?;
        let stands_alone = matches!(encoded.frame_type(), FrameType::IDR);
        file.write_video(f64::from(number) / rate, &encoded.to_vec(), stands_alone).map_err(refused)?;
    }
    file.finish().map_err(refused)?;
    Ok(bytes)
}

/// A frame in the colours of video.
fn picture(frame: &tiny_skia::Pixmap, size: [u32; 2]) -> YUVBuffer {
    let rgb = dots(frame, [0, 0], size);
    YUVBuffer::from_rgb8_source(RgbSliceU8::new(&rgb, size.map(|length| length as usize).into()))
}

fn refused(error: impl std::fmt::Display) -> PlotError {
    PlotError::Video { reason: error.to_string() }
}
