//! The outline of a file: its structure with line numbers, instead of its content.

use super::notice::remarks;
use crate::limits::{Bounds, WITHOUT_CONTENT_BYTES};
use crate::path::quoted;
use crate::text::outline::{Entry, Outline, from_parts, language_of, outline, render};
use crate::text::{Amount, Shown, own};
use crate::tool::file_text::Content;
use crate::wire::reply::FileShown;

/// A file's outline.
#[derive(Debug)]
pub(super) struct Contents {
    pub file: FileShown,
    entries: Vec<Entry>,
    /// How many entries were dropped because there were too many.
    dropped: usize,
    /// The size of the whole outline.
    pub demand: Amount,
    /// Whether the file was read only in part.
    unfinished: bool,
}

impl Contents {
    /// The outline of the file at `path`.
    pub fn new(path: &str, content: &Content, bounds: &Bounds) -> Self {
        let text = &content.text;
        let total = text.total_lines();
        let found = if content.parts.is_empty() {
            language_of(path).map(|language| outline(language, text.as_bytes()))
        } else {
            let parts = content.parts.iter().map(|part| (part.line, part.level, part.title.as_str()));
            Some(from_parts(parts, total))
        };
        let Outline { entries, dropped } = found.unwrap_or(Outline { entries: Vec::new(), dropped: 0 });
        let whole = render(&entries, usize::MAX).text;
        let lines = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        let demand = Amount { lines, ..bounds.taken_by(&whole) };
        let file = FileShown { truncated: content.unfinished, ..content.file(path) };
        Self { file, entries, dropped, demand, unfinished: content.unfinished }
    }

    /// The line above the entries, or in place of them.
    pub fn heading(&self) -> String {
        let path = quoted(&self.file.path);
        let lines = match self.file.total_lines {
            1 => "1 line".to_owned(),
            total => format!("{total} lines"),
        };
        let far = if self.unfinished { " so far" } else { "" };
        match (self.entries.is_empty(), self.file.total_lines) {
            (true, 0) if self.file.format.is_some() => format!("[{path} has no text{far}]"),
            (true, 0) => format!("[{path} is empty]"),
            (true, _) => format!("[{path} has {lines}{far} and no outline; read its lines instead]"),
            (false, _) => format!("[outline of {path}, {lines}{far}]"),
        }
    }

    /// One sentence for the user.
    pub fn display(&self) -> String {
        format!("Read the outline of {}, {} entries", self.file.path, self.entries.len())
    }

    /// The outline within `limit`: deeper levels are dropped first.
    pub fn shown(&self, limit: Amount, bounds: &Bounds) -> Shown {
        let mut bytes = if bounds.is_outline_only() { WITHOUT_CONTENT_BYTES } else { limit.bytes };
        let mut rendered = render(&self.entries, bytes);
        // Limits in tokens and lines are met by fewer bytes.
        let fits = |text: &str| {
            let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
            let lines_fit = bounds.is_outline_only() || lines <= limit.lines;
            lines_fit && bounds.millitokens(text) <= limit.millitokens
        };
        while bytes > 0 && !fits(&rendered.text) {
            bytes = rendered.text.len().min(bytes) * 3 / 4;
            rendered = render(&self.entries, bytes);
        }
        let left = rendered.dropped + self.dropped;
        let mut text = self.heading();
        if !rendered.text.is_empty() {
            text = format!("{text}\n{}", rendered.text.trim_end());
        }
        if left > 0 {
            text = format!("{text}\n{}", left_out(left));
        }
        own(text + &remarks(&self.file))
    }

    /// The outline below lines of the file of which a limit cut the rest, within `room`; empty if there is none, or no
    /// room for it.
    pub fn below(&self, room: Amount, bounds: &Bounds) -> String {
        let mut bytes = WITHOUT_CONTENT_BYTES.min(bounds.limit.bytes);
        while !self.entries.is_empty() && bytes > 0 {
            let rendered = render(&self.entries, bytes);
            let left = rendered.dropped + self.dropped;
            let more = if left > 0 { format!("\n{}", left_out(left)) } else { String::new() };
            let text = format!("\n{}\n{}{more}", self.heading(), rendered.text.trim_end());
            if bounds.millitokens(&text) <= room.millitokens {
                return text;
            }
            bytes = rendered.text.len().min(bytes) * 3 / 4;
        }
        String::new()
    }

    /// The size of the lines around the entries.
    pub fn fixed(&self, bounds: &Bounds) -> Amount {
        bounds.taken_by(&self.heading())
            + bounds.taken_by(&format!("\n{}\n{}", left_out(usize::MAX), remarks(&self.file)))
    }
}

fn left_out(count: usize) -> String {
    format!("[... {count} deeper entries left out; read the lines of a section for them]")
}
