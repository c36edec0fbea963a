//! `carom studio` serves one page to this machine alone, and writes it to a file; without a page it says how to build one.

#![allow(clippy::unwrap_used)] // Helpers of tests may panic as tests do.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A folder with a page that is shown in place of the built one.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("studio-{test}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("studio/dist")).unwrap();
    let page = "<!doctype html><title>Carom Studio</title><script type=\"text/plain\" id=\"scene\"></script>";
    std::fs::write(folder.join("studio/dist/index.html"), page).unwrap();
    std::fs::write(folder.join("scene.toml"), "title = \"of this test\"\n").unwrap();
    folder
}

fn carom(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.current_dir(folder);
    command
}

/// A server that ends with the test.
struct Server(Child, String);

impl Server {
    fn start(folder: &Path, scene: &str) -> Self {
        let mut command = carom(folder);
        let input = std::fs::File::open(folder.join("scene.toml")).unwrap();
        command.args(["studio", scene, "--no-browser"]).stdin(input).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Self(child, address)
    }

    fn ask(&self, request: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(&self.1).unwrap();
        write!(stream, "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_page_is_served_with_the_scene_as_it_is_now() {
    let folder = folder("served");
    let server = Server::start(&folder, "scene.toml");
    assert!(server.1.starts_with("127.0.0.1:"), "{}", server.1);
    let first = server.ask("GET /", &server.1);
    assert!(first.starts_with("HTTP/1.1 200") && first.contains("of this test"), "{first}");
    std::fs::write(folder.join("scene.toml"), "title = \"changed\"\n").unwrap();
    assert!(server.ask("GET /", "localhost").contains("changed"));
}

#[test]
fn a_scene_from_standard_input_is_there_at_every_load() {
    let server = Server::start(&folder("input"), "-");
    for _ in 0..2 {
        assert!(server.ask("GET /", "127.0.0.1").contains("of this test"));
    }
}

#[test]
fn other_hosts_other_pages_and_other_methods_are_refused() {
    let server = Server::start(&folder("refused"), "scene.toml");
    for (request, host, status) in [
        ("GET /", "evil.example", 403),
        ("GET /etc/passwd", "127.0.0.1", 404),
        ("GET /../scene.toml", "127.0.0.1", 404),
        ("POST /", "127.0.0.1", 405),
    ] {
        let answer = server.ask(request, host);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request} {host}: {answer}");
    }
    assert!(server.ask("GET /", "127.0.0.1").starts_with("HTTP/1.1 200"), "refusals end nothing");
}

#[test]
fn the_page_is_written_to_one_file_with_the_scene_in_it() {
    let folder = folder("written");
    let run = carom(&folder).args(["studio", "scene.toml", "--export", "page.html"]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(std::fs::read_to_string(folder.join("page.html")).unwrap().contains("of this test"));
}

#[test]
fn a_scene_that_is_not_there_is_bad_input() {
    let run = carom(&folder("missing")).args(["studio", "no.toml", "--no-browser"]).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("cannot read no.toml"));
}
