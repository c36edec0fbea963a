//! Serves the page to browsers of this machine.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use tiny_http::{Header, Method, Request, Response, Server};

use crate::arguments::StudioOptions;
use crate::failure::Failure;
use crate::{input, output};

/// The scene that the page opens with.
enum Opening {
    Nothing,
    /// Read anew whenever the page is loaded.
    File(PathBuf),
    /// What standard input held, which can be read once.
    Text(String),
}

impl Opening {
    fn of(scene: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = scene else { return Ok(Self::Nothing) };
        let (_, text) = input::text(path)?;
        Ok(if input::is_stdin(path) { Self::Text(text) } else { Self::File(path.to_owned()) })
    }

    fn text(&self) -> Result<Option<String>, Failure> {
        match self {
            Self::Nothing => Ok(None),
            Self::File(path) => input::text(path).map(|(_, text)| Some(text)),
            Self::Text(text) => Ok(Some(text.clone())),
        }
    }
}

/// Serves the page until the command is interrupted.
pub fn serve(page: &str, scene: Option<&Path>, options: &StudioOptions) -> Result<(), Failure> {
    let opening = Opening::of(scene)?;
    let port = options.port;
    let server = Server::http((Ipv4Addr::LOCALHOST, port))
        .map_err(|error| Failure::bad_input(format!("cannot listen on port {port}: {error}")))?;
    let Some(address) = server.server_addr().to_ip() else {
        return Err(Failure::unsolved("the server has no address"));
    };
    let address = format!("http://{address}/");
    output::print(&format!("Carom Studio is at {address}; Ctrl-C ends it\n"))?;
    if !options.no_browser && open::that_detached(&address).is_err() {
        output::print("no browser could be opened: open the address in one\n")?;
    }
    for request in server.incoming_requests() {
        // A browser that has gone away is no reason to end.
        let _ = answer(page, &opening, request);
    }
    Ok(())
}

fn answer(page: &str, opening: &Opening, request: Request) -> std::io::Result<()> {
    if !is_for_this_machine(&request) {
        return refuse(request, 403, "this server answers requests for 127.0.0.1 and localhost only");
    }
    if !matches!(request.method(), Method::Get | Method::Head) {
        return refuse(request, 405, "only GET and HEAD are answered");
    }
    if !matches!(request.url().split(['?', '#']).next(), Some("/" | "/index.html")) {
        return refuse(request, 404, "there is one page, at /");
    }
    match contents(page, opening) {
        Ok(page) => request.respond(
            Response::from_string(page)
                .with_header(header("Content-Type", "text/html; charset=utf-8"))
                .with_header(header("Cache-Control", "no-store"))
                .with_header(header("X-Content-Type-Options", "nosniff")),
        ),
        Err(message) => refuse(request, 500, &message),
    }
}

fn contents(page: &str, opening: &Opening) -> Result<String, String> {
    let in_words = |failure: Failure| match failure {
        Failure::BadInput(text) | Failure::Unsolved(text) => text,
        Failure::Reported => String::new(),
    };
    let text = opening.text().map_err(in_words)?;
    carom_studio::with_scene(page, text.as_deref()).map_err(|error| error.to_string())
}

/// Whether the request names this machine: pages of other hosts cannot reach the server under a name of their own.
fn is_for_this_machine(request: &Request) -> bool {
    let host = request.headers().iter().find(|header| header.field.equiv("Host"));
    host.is_some_and(|header| {
        let host = header.value.as_str();
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        matches!(name, "127.0.0.1" | "localhost")
    })
}

fn refuse(request: Request, status: u16, message: &str) -> std::io::Result<()> {
    let text = format!("{message}\n");
    request.respond(
        Response::from_string(text)
            .with_status_code(status)
            .with_header(header("Content-Type", "text/plain; charset=utf-8")),
    )
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("names and values of headers are ASCII here")
}
