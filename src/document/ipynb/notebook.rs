//! The text of a notebook while it is written.

use lectern_base::fence::Fence;
use lectern_base::json::{Run, Value};

use crate::draft::Draft;
use crate::headings::{Headings, MAX_NAME_BYTES};
use crate::slices::Slices;

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
    pub slices: Slices,
}

impl Notebook<'_> {
    /// The pieces of a text, which is a string or a list of strings.
    pub fn runs<'v>(&self, text: Value<'v>) -> impl Iterator<Item = Run<'v>> + use<'v> {
        runs(text, self.lines_are_bare)
    }

    /// Writes the source of a code cell between fences.
    pub async fn code(&mut self, source: Value<'_>, language: &str) {
        if self.runs(source).next().is_none() {
            return;
        }
        let mut fence = LongestFence::default();
        for run in self.runs(source) {
            let mut buffer = [0; 4];
            let run = run.text(&mut buffer);
            self.slices.turn(run.len()).await;
            fence.look_at(run);
        }
        let fence = fence.longer();
        self.draft.blank();
        self.draft.line(&format!("{fence}{language}"));
        self.lines(source, false).await;
        self.draft.line(&fence);
    }

    /// Writes the source of a cell unchanged.
    pub async fn prose(&mut self, source: Value<'_>, is_markdown: bool) {
        self.headings.fence = Fence::default();
        if self.runs(source).next().is_some() {
            self.draft.blank();
        }
        self.lines(source, is_markdown).await;
    }

    /// Writes a heading that is not part of a Markdown cell.
    pub fn heading(&mut self, line: &str) {
        self.draft.blank();
        self.headings.fence = Fence::default();
        self.headings.look_at(self.draft, line);
        self.draft.line(line);
    }

    /// Writes each line of a text, and looks for headings if it `is_markdown`.
    async fn lines(&mut self, text: Value<'_>, is_markdown: bool) {
        let (mut line, mut is_cut) = (String::new(), false);
        let mut ends_in_break = true;
        for run in self.runs(text) {
            let mut buffer = [0; 4];
            let run = run.text(&mut buffer);
            self.slices.turn(run.len()).await;
            for (at, piece) in run.split('\n').enumerate() {
                if at > 0 {
                    self.line(&line, is_markdown);
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
            self.line(&line, is_markdown);
        }
        if is_cut {
            self.draft.note("lines of more than 1 MB are cut");
        }
    }

    fn line(&mut self, line: &str, is_markdown: bool) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if is_markdown {
            self.headings.look_at(self.draft, line);
        }
        self.draft.line(line);
    }
}

/// The pieces of a text. The lines of a list end in no line break if they `are_bare`.
pub(super) fn runs(text: Value<'_>, are_bare: bool) -> impl Iterator<Item = Run<'_>> {
    let one = text.is_text().then_some(text);
    one.into_iter().chain(text.items()).enumerate().flat_map(move |(at, item)| {
        let line_break = (are_bare && at > 0).then_some(Run::Char('\n'));
        line_break.into_iter().chain(item.runs())
    })
}

/// Finds the longest run of backticks.
#[derive(Debug, Default)]
pub(super) struct LongestFence {
    longest: usize,
    current: usize,
}

impl LongestFence {
    pub fn look_at(&mut self, text: &str) {
        for byte in text.bytes() {
            self.current = if byte == b'`' { self.current + 1 } else { 0 };
            self.longest = self.longest.max(self.current);
        }
    }

    /// A fence that is longer.
    pub fn longer(&self) -> String {
        "`".repeat(self.longest.max(2) + 1)
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
