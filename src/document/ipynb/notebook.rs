//! The text of a notebook while it is written.

use lectern_base::fence::Fence;
use lectern_base::json::{Run, Value};

use crate::draft::Draft;
use crate::headings::{Headings, MAX_NAME_BYTES};

/// Maximum number of bytes of a source line: more than code or prose has, and little compared with the limit of the
/// text.
const MAX_LINE_BYTES: usize = 1024 * 1024;

/// State shared by all cells of a notebook.
pub(super) struct Notebook<'a> {
    /// The language of the kernel, for the fences of code.
    pub language: String,
    /// Whether lists of lines come without line breaks, as in format 2.
    pub lines_are_bare: bool,
    pub headings: Headings,
    pub draft: &'a mut Draft,
}

impl Notebook<'_> {
    /// The pieces of a text, which is a string or a list of strings.
    pub fn runs<'v>(&self, text: Value<'v>) -> impl Iterator<Item = Run<'v>> + use<'v> {
        let is_bare = self.lines_are_bare;
        let one = text.is_text().then_some(text);
        one.into_iter().chain(text.items()).enumerate().flat_map(move |(at, item)| {
            let line_break = (is_bare && at > 0).then_some(Run::Char('\n'));
            line_break.into_iter().chain(item.runs())
        })
    }

    /// Writes the source of a code cell between fences.
    pub fn code(&mut self, source: Value<'_>, language: &str) {
        if self.runs(source).next().is_none() {
            return;
        }
        let fence = "`".repeat(longest_fence(self.runs(source)).max(2) + 1);
        self.draft.blank();
        self.draft.line(&format!("{fence}{language}"));
        self.lines(source, Draft::line);
        self.draft.line(&fence);
    }

    /// Writes the source of a cell unchanged.
    pub fn prose(&mut self, source: Value<'_>, is_markdown: bool) {
        let mut headings = std::mem::take(&mut self.headings);
        headings.fence = Fence::default();
        if self.runs(source).next().is_some() {
            self.draft.blank();
        }
        self.lines(source, |draft, line| {
            if is_markdown {
                headings.look_at(draft, line);
            }
            draft.line(line);
        });
        self.headings = headings;
    }

    /// Writes a heading that is not part of a Markdown cell.
    pub fn heading(&mut self, line: &str) {
        self.draft.blank();
        self.headings.fence = Fence::default();
        self.headings.look_at(self.draft, line);
        self.draft.line(line);
    }

    /// Calls `write` for each line of a text, without its line break.
    fn lines(&mut self, text: Value<'_>, mut write: impl FnMut(&mut Draft, &str)) {
        let (mut line, mut is_cut) = (String::new(), false);
        let mut ends_in_break = true;
        for run in self.runs(text) {
            let mut buffer = [0; 4];
            let run = match run {
                Run::Plain(plain) => plain,
                Run::Char(c) => &*c.encode_utf8(&mut buffer),
            };
            for (at, piece) in run.split('\n').enumerate() {
                if at > 0 {
                    write(self.draft, line.strip_suffix('\r').unwrap_or(&line));
                    line.clear();
                }
                let fitting = piece.floor_char_boundary(MAX_LINE_BYTES - line.len().min(MAX_LINE_BYTES));
                is_cut |= fitting < piece.len();
                line.push_str(&piece[..fitting]);
            }
            ends_in_break = run.ends_with('\n');
            if self.draft.is_full() {
                return;
            }
        }
        if !ends_in_break {
            write(self.draft, line.strip_suffix('\r').unwrap_or(&line));
        }
        if is_cut {
            self.draft.note("lines of more than 1 MB are cut");
        }
    }
}

/// The name if it can follow a code fence, otherwise an empty string.
pub(super) fn fence_word(name: Value<'_>) -> String {
    let name = name.text(MAX_NAME_BYTES).unwrap_or_default();
    if name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '`') { String::new() } else { name.into() }
}

/// A short text on one line.
pub(super) fn name_of(value: Value<'_>) -> Option<String> {
    let name = value.text(MAX_NAME_BYTES)?;
    let name = name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    Some(name.collect::<Vec<_>>().join(" ")).filter(|name| !name.is_empty())
}

/// The length of the longest run of backticks.
pub(super) fn longest_fence<'v>(runs: impl Iterator<Item = Run<'v>>) -> usize {
    let (mut longest, mut current) = (0, 0);
    for run in runs {
        let mut buffer = [0; 4];
        let run = match run {
            Run::Plain(plain) => plain,
            Run::Char(c) => &*c.encode_utf8(&mut buffer),
        };
        for byte in run.bytes() {
            current = if byte == b'`' { current + 1 } else { 0 };
            longest = longest.max(current);
        }
    }
    longest
}
