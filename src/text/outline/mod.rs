//! The outline of a text: its structure with line numbers, instead of its content.
//!
//! Works on bytes, since a large file is never checked as UTF-8 as a whole. Every outline takes one pass, keeps at most
//! [`MAX_ENTRIES`] entries, and uses a bounded stack instead of recursion. Callers report omitted entries and files
//! without structure.

mod code;
mod data;
mod entries;
mod language;
mod latex;
mod markdown;
mod render;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

pub(crate) use entries::from_parts;
pub(crate) use language::{Language, language_of, outlined};
pub(crate) use render::render;

/// Maximum entries per file: more than any reply shows, and only a few MB of memory.
const MAX_ENTRIES: usize = 20_000;

/// One part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its first line, 1-indexed.
    pub first: u32,
    /// Its last line, inclusive.
    pub last: u32,
    /// Its depth: 1 is outermost. The deepest entries are omitted first.
    pub level: u8,
    /// Its label: one line, indented by level unless the label shows the level itself.
    pub label: String,
}

/// The structure of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    /// In the order of their first lines. An entry inside another comes after it.
    pub entries: Vec<Entry>,
    /// Number of entries that were dropped because there are too many. The deepest are dropped first.
    pub dropped: usize,
}

/// The structure of `text`. Empty if none is found.
pub(crate) fn outline(language: Language, text: &[u8]) -> Outline {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    match language {
        Language::Markdown => markdown::outline(text),
        Language::Latex => latex::outline(text),
        Language::Yaml => data::yaml(text),
        Language::Toml => data::toml(text),
        Language::Json => data::json(text),
        _ => code::outline(language, text),
    }
}

/// The number of lines of `text`. A final line break does not start another line: `"a\n"` has 1.
fn total_lines(text: &[u8]) -> u32 {
    line_breaks(text).saturating_add(u32::from(!text.is_empty() && !text.ends_with(b"\n")))
}

fn line_breaks(text: &[u8]) -> u32 {
    text.iter().map(|&byte| u32::from(byte == b'\n')).sum()
}

/// The lines of `text` with their numbers, without their endings.
fn lines(text: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let any = !text.is_empty();
    (1..).zip(text.split(|&byte| byte == b'\n').filter(move |_| any)).map(|(number, line)| {
        let line: &[u8] = line;
        (number, line.strip_suffix(b"\r").unwrap_or(line))
    })
}
