//! A chapter as a session at a terminal: files it shows are written, commands it shows are run, in a folder of its own.
//!
//! A block `toml,file=NAME` is a file. A block `console` has commands behind `$ `, each followed by what it prints. Of a shell, a command may use
//! quotes, `> FILE` and `| head -N`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Plays a chapter and settles its text and its pictures; says how many commands it has.
pub fn play(chapter: &str) -> usize {
    let path = super::source().join(chapter);
    let text = std::fs::read_to_string(&path).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(chapter);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut session = Session { folder, commands: 0 };
    let right = session.played(&text);
    super::settle(chapter, right.as_bytes());
    let own = Path::new(chapter).parent().unwrap();
    for picture in super::links::targets(&text).filter(|target| target.ends_with(".svg")) {
        let drawn = std::fs::read(session.folder.join(picture));
        let drawn = drawn.unwrap_or_else(|_| panic!("{chapter}: no command draws {picture}"));
        super::settle(own.join(picture).to_str().unwrap(), &drawn);
    }
    session.commands
}

struct Session {
    folder: PathBuf,
    commands: usize,
}

impl Session {
    /// The chapter with what its commands print now.
    fn played(&mut self, text: &str) -> String {
        let mut right = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            right.push_str(line);
            right.push('\n');
            let Some(language) = line.strip_prefix("```") else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if language == "console" {
                for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                    right.push_str(&format!("$ {command}\n{}", self.run(command)));
                }
            } else {
                let contents: String = block.iter().map(|line| format!("{line}\n")).collect();
                if let Some((_, name)) = language.split_once(",file=") {
                    std::fs::write(self.folder.join(name), &contents).unwrap();
                }
                right.push_str(&contents);
            }
            right.push_str("```\n");
        }
        right
    }

    /// What a command prints, on either stream; words about bad input are part of the lesson.
    fn run(&mut self, command: &str) -> String {
        self.commands += 1;
        let (command, head) = match command.split_once(" | head -") {
            Some((command, count)) => (command, count.parse().unwrap()),
            None => (command, usize::MAX),
        };
        let (command, file) = match command.split_once(" > ") {
            Some((command, file)) => (command, Some(file)),
            None => (command, None),
        };
        let words = words(command);
        assert_eq!(words[0], "carom", "{command}");
        let mut carom = Command::new(env!("CARGO_BIN_EXE_carom"));
        let output = carom.current_dir(&self.folder).args(&words[1..]).output().unwrap();
        let [printed, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let printed = match file {
            Some(file) => {
                std::fs::write(self.folder.join(file), printed).unwrap();
                said
            }
            None => printed + &said,
        };
        let ellipsis = if printed.lines().count() > head { "...\n" } else { "" };
        let shown: String = printed.lines().take(head).map(|line| format!("{}\n", line.trim_end())).collect();
        shown + ellipsis
    }
}

/// The words of a command, as a shell sees them.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in command.split('\'').enumerate() {
        match number % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
