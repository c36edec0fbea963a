//! A finished figure, as SVG, PNG or PDF.

use resvg::{tiny_skia, usvg};

use crate::error::PlotError;
use crate::outlined::outlined;
use crate::page::PIXELS_PER_INCH;
use crate::pdf;

/// Dots to the inch of a PNG unless said otherwise: twice as many as pixels, so that it stays sharp on fine screens and on paper.
pub const USUAL_DPI: f64 = 2.0 * PIXELS_PER_INCH;

/// A finished figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    svg: String,
    /// Width and height in pixels.
    size: [f64; 2],
}

impl Picture {
    pub(crate) fn new(svg: String, size: [f64; 2]) -> Self {
        Self { svg, size }
    }

    /// Width in pixels of 1/96 inch.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.size[0]
    }

    /// Height in pixels of 1/96 inch.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.size[1]
    }

    /// The figure as an SVG document whose text is text: it can be searched, and is set in Noto Sans or in what the reader has
    /// instead.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The figure as an SVG document whose text is outlines: it looks the same everywhere.
    pub fn outlined_svg(&self) -> Result<String, PlotError> {
        Ok(outlined(&self.svg)?)
    }

    /// The figure as an element of an HTML page that has [`style_sheet`](crate::style_sheet) once for all its figures.
    /// The names of its parts begin with `prefix`, so that those of several figures differ.
    #[must_use]
    pub fn inline_svg(&self, prefix: &str) -> String {
        let bare = match (self.svg.find("<style>"), self.svg.find("</style>")) {
            (Some(start), Some(end)) => {
                format!("{}{}", &self.svg[..start], &self.svg[end + "</style>".len()..])
            }
            _ => self.svg.clone(),
        };
        bare.replace("id=\"clip", &format!("id=\"{prefix}-clip"))
            .replace("url(#clip", &format!("url(#{prefix}-clip"))
    }

    /// The figure as the bytes of a PNG file of [`USUAL_DPI`] dots to the inch. Text is set in Noto Sans, which comes with the
    /// program: no font has to be installed.
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        self.to_png_at(USUAL_DPI)
    }

    /// A PNG with another number of dots to the inch, which the file tells its readers.
    pub fn to_png_at(&self, dpi: f64) -> Result<Vec<u8>, PlotError> {
        /// Dots to the metre for each dot to the inch.
        const PER_METRE: f64 = 1.0 / 0.0254;
        let pixmap = self.pixels(dpi)?;
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let per_metre = (dpi * PER_METRE).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: per_metre,
            yppu: per_metre,
            unit: png::Unit::Meter,
        }));
        encoder.write_header()?.write_image_data(pixmap.take_demultiplied().as_slice())?;
        Ok(bytes)
    }

    /// The figure as dots.
    pub(crate) fn pixels(&self, dpi: f64) -> Result<tiny_skia::Pixmap, PlotError> {
        /// More dots on a side than paper or screens have are a mistake.
        const MOST: f64 = 4e4;
        let scale = dpi / PIXELS_PER_INCH;
        let [width, height] = self.size.map(|length| (length * scale).ceil());
        if !(width >= 1.0 && height >= 1.0 && width <= MOST && height <= MOST) {
            return Err(PlotError::TooLarge { width, height });
        }
        let too_large = PlotError::TooLarge { width, height };
        let mut pixmap = tiny_skia::Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
        let transform = tiny_skia::Transform::from_scale(scale as f32, scale as f32);
        resvg::render(&self.tree()?, transform, &mut pixmap.as_mut());
        Ok(pixmap)
    }

    /// The figure as the bytes of a PDF file with one page of its size; text is outlines.
    pub fn to_pdf(&self) -> Result<Vec<u8>, PlotError> {
        Ok(pdf::document(&self.tree()?, self.size))
    }

    fn tree(&self) -> Result<usvg::Tree, PlotError> {
        Ok(usvg::Tree::from_str(&self.outlined_svg()?, &usvg::Options::default())?)
    }
}
