//! A finished figure, as SVG or PNG.

#[cfg(feature = "png")]
use {
    crate::error::PlotError,
    resvg::{tiny_skia, usvg},
};

/// Pixels of the PNG for each pixel of the drawing, so that it stays sharp on fine screens and paper.
#[cfg(feature = "png")]
const PNG_SCALE: f32 = 2.0;

/// A finished figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    svg: String,
}

impl Picture {
    pub(crate) fn new(svg: String) -> Self {
        Self { svg }
    }

    /// The figure as an SVG document.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
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

    /// The figure as the bytes of a PNG file, twice as many pixels wide as the drawing. Text is set in Noto Sans,
    /// which comes with the program: no font has to be installed.
    #[cfg(feature = "png")]
    pub fn to_png(&self) -> Result<Vec<u8>, PlotError> {
        let mut options = usvg::Options { font_family: "Noto Sans".to_owned(), ..usvg::Options::default() };
        let fonts = options.fontdb_mut();
        fonts.load_font_data(notosans::REGULAR_TTF.to_vec());
        fonts.load_font_data(notosans::BOLD_TTF.to_vec());
        let tree = usvg::Tree::from_str(&self.svg, &options)?;
        let size = tree.size();
        let pixels = |length: f32| (length * PNG_SCALE).ceil() as u32;
        let (width, height) = (pixels(size.width()), pixels(size.height()));
        let mut pixmap =
            tiny_skia::Pixmap::new(width, height).ok_or(PlotError::TooLarge { width, height })?;
        let scale = tiny_skia::Transform::from_scale(PNG_SCALE, PNG_SCALE);
        resvg::render(&tree, scale, &mut pixmap.as_mut());
        pixmap.encode_png().map_err(|error| PlotError::Png { reason: error.to_string() })
    }
}
