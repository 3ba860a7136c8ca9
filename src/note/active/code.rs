//! Code of a note: what plugins run of it, and the text without what is only shown.

use std::ops::Range;

use super::address::Decoded;
use super::found::{Effect, Found, MAX_PART, begins, next_of, part_end, table};
use crate::note::cautious::{Cautious, Certain, fence_info};
use crate::note::code_spans::ticks;
use crate::note::front_matter;

/// Languages that are only highlighted. Any other may belong to a plugin that reads the code block.
#[rustfmt::skip]
const SHOWN: &[&str] = &[
    "", "asm", "awk", "bash", "bat", "batch", "bibtex", "c", "c++", "clojure", "cmake", "conf", "cpp", "cs", "csharp",
    "css", "csv", "dart", "diff", "docker", "dockerfile", "ebnf", "elixir", "elm", "erb", "erlang", "fish", "fortran",
    "go", "graphql", "groovy", "haskell", "hcl", "hs", "html", "http", "ini", "java", "javascript", "js", "json",
    "json5", "jsonc", "jsx", "julia", "kotlin", "kt", "latex", "less", "lisp", "log", "lua", "make", "makefile",
    "markdown", "matlab", "md", "mdx", "mjs", "nginx", "nim", "nix", "objectivec", "ocaml", "output", "pascal",
    "patch", "perl", "php", "plain", "plaintext", "powershell", "prolog", "properties", "proto", "ps1", "py",
    "python", "r", "rb", "regex", "rs", "ruby", "rust", "sass", "scala", "scheme", "scss", "sh", "shell", "sql",
    "svelte", "svg", "swift", "tex", "text", "toml", "ts", "tsx", "txt", "typescript", "vb", "vim", "vue", "wasm",
    "xml", "yaml", "yml", "zig", "zsh",
];

/// Languages of plugins that run the code or load what it names, besides those that end in `js` or `ts`.
const RUN: &[&str] =
    &["js-engine", "meta-bind-button", "meta-bind-js-view", "button", "templater", "customjs", "leaflet", "plantuml"];

/// What a code block is.
enum Block {
    /// Its text is only shown.
    Shown,
    /// A plugin may read it.
    Plugin,
}

/// The note with spaces in place of code that is only shown, and `found` with the code that plugins run. Every byte
/// keeps its place.
pub(super) fn live_text(found: &mut Found<'_>) -> Vec<u8> {
    let note = found.note.as_bytes();
    let body = front_matter::split(note).map_or(0, |(_, body)| body);
    let mut reader = Cautious::default();
    let mut block = Block::Shown;
    // Where code begins that a plugin runs.
    let mut running: Option<usize> = None;
    let mut live = Live { text: note.to_vec(), may_be_taken: false };
    let mut at = body;
    while let Some(line) = note[at..].split_inclusive(|&byte| byte == b'\n').next() {
        let (start, is_inside) = (at, reader.is_inside());
        at += line.len();
        let certain = reader.line(&note[body..], start - body..at - body);
        let info = fence_info(line);
        if !is_inside && let Some(info) = info {
            let language = language(&Decoded(&String::from_utf8_lossy(info)).collect::<String>());
            block = if SHOWN.contains(&language.as_str()) { Block::Shown } else { Block::Plugin };
            if is_run(&language) {
                running = running.or(Some(start));
            }
        }
        if let Some(begin) = running.filter(|&begin| begin < start && info.is_some_and(<[u8]>::is_empty)) {
            found.add(Effect::Runs, begin, at);
            running = None;
        }
        match &block {
            Block::Shown if reader.is_code() => live.hide(start..start + line.trim_ascii_end().len()),
            Block::Plugin if reader.is_code() => read_by_plugin(line, start, found),
            _ => live.line(line, start, certain == Certain::Spans, found),
        }
    }
    if let Some(begin) = running {
        found.add(Effect::Runs, begin, note.len());
    }
    templates(&live.text, found);
    live.text
}

/// The language that the `info` of a fence names: `js` for `js title="a"` and for `{.js}`.
fn language(info: &str) -> String {
    let name = info.trim().trim_start_matches(['{', '.', ' ']);
    name.split(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',')).next().unwrap_or_default().to_lowercase()
}

fn is_run(language: &str) -> bool {
    let is_script = ["js", "jsx", "ts", "tsx"].iter().any(|end| language.ends_with(end));
    RUN.contains(&language)
        || (is_script && !SHOWN.contains(&language))
        || ["jsx:", "run-", "datacore"].iter().any(|start| language.starts_with(start))
}

/// Finds what a plugin may load or run of a `line` of its block.
fn read_by_plugin(line: &[u8], start: usize, found: &mut Found<'_>) {
    let has = |wanted: &[u8]| line.windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted));
    let end = start + line.trim_ascii_end().len().min(MAX_PART);
    if has(b"://") {
        found.add(Effect::Loads, start, end);
    }
    // The Tasks plugin runs `filter by function`, `sort by function` and `group by function`.
    if has(b" by function ") {
        found.add(Effect::Runs, start, end);
    }
}

/// The note without what is only shown.
struct Live {
    text: Vec<u8>,
    /// Whether a link, HTML, a formula or a comment before may contain the next backtick.
    may_be_taken: bool,
}

impl Live {
    /// Puts spaces in place of these bytes.
    fn hide(&mut self, bytes: Range<usize>) {
        self.text[bytes].fill(b' ');
    }

    /// Reads a line. If backticks are `certain` to delimit code spans, these are hidden.
    fn line(&mut self, bytes: &[u8], start: usize, certain: bool, found: &mut Found<'_>) {
        const SIGNS: [bool; 256] = table(b"`<[]%$");
        if bytes.trim_ascii().is_empty() {
            self.may_be_taken = false;
        }
        let mut open: Option<(usize, usize)> = None;
        let mut at = 0;
        while let Some(next) = next_of(bytes, at, &SIGNS) {
            at = next;
            let run = ticks(&bytes[at..]);
            if run == 0 {
                self.may_be_taken |= open.is_none()
                    && match bytes[at..] {
                        [b'<', next, ..] => next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'),
                        [b']', next, ..] => matches!(next, b'(' | b':'),
                        [first, next, ..] => matches!((first, next), (b'[', b'[') | (b'%', b'%')) || first == b'$',
                        _ => false,
                    };
                at += 1;
                continue;
            }
            inline_code(bytes, start, at + run, found);
            match open {
                Some((len, begin)) if len == run => {
                    self.hide(start + begin..start + at);
                    open = None;
                }
                None if certain && !self.may_be_taken => open = Some((run, at + run)),
                _ => {}
            }
            at += run;
        }
    }
}

/// Finds code that a plugin runs in the code span that may begin at `at` of a line: `$= dv.view("a")`, `button-save`.
fn inline_code(line: &[u8], start: usize, at: usize, found: &mut Found<'_>) {
    let at = at + line[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>')).count();
    let end = part_end(line, at, |byte| byte == b'`');
    if ["$=", "jsx:", "button[", "button-", "view["].iter().any(|sign| begins(line, at, sign)) {
        found.add(Effect::Runs, start + at, start + end);
    } else if line[at..].starts_with(b"=") && line[at..end].windows(2).any(|pair| pair == b"//") {
        found.add(Effect::Loads, start + at, start + end);
    }
}

/// Finds templates. Templater runs them in code blocks too; there, only what other template languages don't have counts.
fn templates(live: &[u8], found: &mut Found<'_>) {
    let note = found.note;
    for (start, _) in note.match_indices("<%") {
        let rest = &note[start + 2..];
        let next = rest.find("<%").unwrap_or(rest.len());
        let end = rest[..next].find("%>").map_or(next, |len| len + 2);
        let command = &rest[..end];
        let is_templater = command.trim_start_matches(['-', '_']).starts_with(['*', '+']) || command.contains("tp.");
        if live[start] == b'<' || is_templater {
            found.add(Effect::Runs, start, start + 2 + end);
        }
    }
}
