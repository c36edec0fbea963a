//! Where a picture goes, in which format, and how large it is: the options that all commands that draw share.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use carom_plot::{PIXELS_PER_INCH, Page, Picture, PlotError, USUAL_DPI, missing_letters};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::choices;
use crate::failure::Failure;
use crate::output;

/// Options of every picture.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Picture")]
pub struct PictureOptions {
    /// Width, such as 85mm, 17cm, 3.4in, 240pt or 700px; without it the figure's own.
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub width: Option<f64>,
    /// Height of ordinary letters; 9pt unless said otherwise.
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub font_size: Option<f64>,
    /// Dots to the inch of what is made of dots.
    #[arg(long, value_name = "DPI", default_value_t = USUAL_DPI, value_parser = dots, allow_negative_numbers = true)]
    pub dpi: f64,
    /// How an SVG holds its text.
    #[arg(long, value_name = "HOW", default_value = "outlines", value_parser = lettering())]
    pub text: Lettering,
}

/// Options of a picture that is drawn beside a report.
#[derive(Debug, Clone, Args)]
pub struct DrawnBeside {
    /// How large, and with which letters.
    #[command(flatten)]
    picture: PictureOptions,
    /// Format of the file, if its name does not say; that of `-o -` is svg.
    #[arg(long, value_name = "FORMAT", value_parser = picture_formats(), help_heading = "Picture")]
    format: Option<PictureFormat>,
}

impl DrawnBeside {
    /// Where the picture goes, if one is asked for.
    pub fn target(&self, path: Option<&Path>) -> Result<Option<Target>, Failure> {
        let of = |path| Target::of_picture(path, &self.picture, self.format.map(Format::Picture), None);
        path.map(of).transpose()
    }
}

/// What to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Picture(PictureFormat),
    /// A transition diagram as a graph.
    Dot,
}

/// How to write a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
    Pdf,
}

/// How an SVG holds its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lettering {
    Outlines,
    Text,
}

fn lettering() -> impl TypedValueParser<Value = Lettering> {
    choices::named(vec![
        ("outlines", "As outlines: it looks the same everywhere", Lettering::Outlines),
        ("text", "As text, in Noto Sans or what the reader has instead: it can be edited", Lettering::Text),
    ])
}

const SVG: (&str, &str) = ("svg", "Lines and areas, for the screen");
const PNG: (&str, &str) = ("png", "Dots");
const PDF: (&str, &str) = ("pdf", "Lines and areas, for paper");

/// What `carom plot` writes.
pub fn formats() -> impl TypedValueParser<Value = Format> {
    choices::named(vec![
        (SVG.0, SVG.1, Format::Picture(PictureFormat::Svg)),
        (PNG.0, PNG.1, Format::Picture(PictureFormat::Png)),
        (PDF.0, PDF.1, Format::Picture(PictureFormat::Pdf)),
        ("dot", "The transition diagram as a graph", Format::Dot),
    ])
}

/// What commands write that draw pictures only.
fn picture_formats() -> impl TypedValueParser<Value = PictureFormat> {
    choices::named(vec![
        (SVG.0, SVG.1, PictureFormat::Svg),
        (PNG.0, PNG.1, PictureFormat::Png),
        (PDF.0, PDF.1, PictureFormat::Pdf),
    ])
}

/// A length with its unit, in pixels.
pub fn length(text: &str) -> Result<f64, String> {
    /// Units of length, and how many of them make an inch.
    const UNITS: [(&str, f64); 5] =
        [("mm", 25.4), ("cm", 2.54), ("in", 1.0), ("pt", 72.0), ("px", PIXELS_PER_INCH)];
    let wrong = || "expected a length with its unit, such as 85mm, 17cm, 3.4in, 240pt or 700px".to_owned();
    let (unit, per_inch) =
        UNITS.into_iter().find(|(unit, _)| text.trim_end().ends_with(unit)).ok_or_else(wrong)?;
    let number = text.trim_end().trim_end_matches(unit).trim().parse::<f64>().map_err(|_| wrong())?;
    if number > 0.0 && number.is_finite() { Ok(number / per_inch * PIXELS_PER_INCH) } else { Err(wrong()) }
}

fn dots(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(dpi) if (10.0..=2400.0).contains(&dpi) => Ok(dpi),
        _ => Err("expected dots to the inch, from 10 to 2400".to_owned()),
    }
}

/// Where a picture goes, and how it is written.
#[derive(Debug, Clone)]
pub struct Target {
    path: PathBuf,
    pub format: Format,
    pub page: Page,
    dpi: f64,
    text: Lettering,
}

impl Target {
    /// Refuses what cannot be written or is no page, before long work begins.
    pub fn new(
        path: &Path,
        options: &PictureOptions,
        format: Option<Format>,
        height: Option<f64>,
    ) -> Result<Self, Failure> {
        let format = format_of(path, format, ".svg, .png, .pdf or .dot")?;
        Self::in_format(path, options, height, format)
    }

    fn in_format(
        path: &Path,
        options: &PictureOptions,
        height: Option<f64>,
        format: Format,
    ) -> Result<Self, Failure> {
        let page = Page::new(options.width, height, options.font_size).map_err(Failure::bad_input)?;
        Ok(Self { path: path.to_owned(), format, page, dpi: options.dpi, text: options.text })
    }

    /// The same for a film, whose format is told by its own rules.
    pub fn of_film(path: &Path, options: &PictureOptions) -> Result<Self, Failure> {
        Self::in_format(path, options, None, Format::Picture(PictureFormat::Svg))
    }

    /// The same where only a picture can be drawn, and no graph is offered.
    pub fn of_picture(
        path: &Path,
        options: &PictureOptions,
        format: Option<Format>,
        height: Option<f64>,
    ) -> Result<Self, Failure> {
        let format = format_of(path, format, ".svg, .png or .pdf")?;
        let target = Self::in_format(path, options, height, format)?;
        target.refuse_graph()?;
        Ok(target)
    }

    /// Refuses to write a graph of something that is none.
    pub fn refuse_graph(&self) -> Result<(), Failure> {
        match self.format {
            Format::Picture(_) => Ok(()),
            Format::Dot => Err(Failure::bad_input(
                "only the transition diagram of an impact over time can be a .dot file: expected .svg, .png or .pdf",
            )),
        }
    }

    /// Whether it is standard output.
    pub fn is_stdout(&self) -> bool {
        output::is_stdout(&self.path)
    }

    /// Writes a picture and says which figure it is, unless it goes to standard output.
    pub fn write(&self, picture: &Picture, what: &str) -> Result<(), Failure> {
        self.write_quietly(picture)?;
        self.say(what)
    }

    /// Writes a picture.
    pub fn write_quietly(&self, picture: &Picture) -> Result<(), Failure> {
        let bytes = match self.format {
            Format::Picture(PictureFormat::Svg) => match self.text {
                Lettering::Outlines => picture.outlined_svg().map(String::into_bytes),
                Lettering::Text => Ok(picture.svg().as_bytes().to_vec()),
            },
            Format::Picture(PictureFormat::Png) => picture.to_png_at(self.dpi),
            Format::Picture(PictureFormat::Pdf) => picture.to_pdf(),
            Format::Dot => return self.refuse_graph(),
        };
        self.write_bytes(&bytes.map_err(refused)?)?;
        self.warn_of_boxes(picture.svg());
        Ok(())
    }

    /// Says on standard error which characters of a picture, given as an SVG with text, are drawn as boxes.
    pub fn warn_of_boxes(&self, svg: &str) {
        const MOST: usize = 12;
        if self.format == Format::Picture(PictureFormat::Svg) && self.text == Lettering::Text {
            return;
        }
        let missing = missing_letters(svg);
        if missing.is_empty() {
            return;
        }
        let shown: String = missing.iter().take(MOST).collect();
        let more = if missing.len() > MOST { " and others" } else { "" };
        // A warning that cannot be given does not keep the picture from being written.
        let _ = writeln!(
            anstream::stderr(),
            "warning: the figures' typeface has no {shown}{more}: they are drawn as boxes\n  = help: an .svg with `--text text` leaves them to the reader's fonts"
        );
    }

    /// Writes the bytes of a file that has been made already.
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_stdout() { output::print_bytes(bytes) } else { output::write_file(&self.path, bytes) }
    }

    /// Says what was written, unless it went to standard output.
    pub fn say(&self, what: &str) -> Result<(), Failure> {
        if self.is_stdout() { Ok(()) } else { output::print(&format!("{}: {what}\n", self.path.display())) }
    }
}

/// Whether a figure cannot be drawn because of what was asked for, or could not be drawn.
pub fn refused(error: PlotError) -> Failure {
    match error {
        PlotError::Mismatch { .. } | PlotError::Text(_) | PlotError::Render(_) | PlotError::Png(_) => {
            Failure::unsolved(error)
        }
        _ => Failure::bad_input(error),
    }
}

/// The format that was asked for, or that the file's name says; SVG for standard output.
fn format_of(path: &Path, asked: Option<Format>, offered: &str) -> Result<Format, Failure> {
    match asked {
        Some(format) => Ok(format),
        None if output::is_stdout(path) => Ok(Format::Picture(PictureFormat::Svg)),
        None => by_extension(path, offered),
    }
}

/// What a file's name says; `offered` are the extensions that would do.
fn by_extension(path: &Path, offered: &str) -> Result<Format, Failure> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Format::Picture(PictureFormat::Svg)),
        Some("png") => Ok(Format::Picture(PictureFormat::Png)),
        Some("pdf") => Ok(Format::Picture(PictureFormat::Pdf)),
        Some("dot" | "gv") => Ok(Format::Dot),
        _ => Err(Failure::bad_input(format!(
            "cannot tell what to draw from the name {}: expected {offered}, or --format",
            path.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_needs_its_unit() {
        assert_eq!(length("25.4mm"), Ok(96.0));
        assert_eq!(length("72pt"), Ok(96.0));
        assert_eq!(length(" 2.54 cm "), Ok(96.0));
        assert_eq!(length("10px"), Ok(10.0));
        for wrong in ["85", "mm", "-3mm", "0in", "nanpx", "infpx", "3.4.1in", "8 5mm", "85 miles", ""] {
            assert!(length(wrong).is_err(), "{wrong}");
        }
    }
}
