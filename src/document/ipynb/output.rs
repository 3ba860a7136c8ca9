//! The outputs of a code cell: the start of their text, and the names of other content.

use std::iter;

use lectern_base::json::{Run, Value, joined};

use super::CELL_BYTES;
use super::notebook::{LongestFence, Notebook, name_of, runs};
use crate::base64;
use crate::draft::Draft;
use crate::headings::cut;
use crate::html;
use crate::slices::give_way;

/// Maximum number of lines shown of one output: about a screen, which is enough to recognize it.
const MAX_LINES: usize = 40;
/// Maximum number of bytes shown of one output: 40 lines of 100 columns.
const MAX_BYTES: usize = 4096;
/// Maximum number of outputs shown per cell. Programs that report progress produce thousands.
const MAX_OUTPUTS: usize = 50;
/// Maximum number of content types listed per output.
const MAX_KINDS: usize = 20;
/// Maximum number of consecutive outputs of one stream that are merged.
const MAX_STREAMS: usize = 10_000;
/// Maximum number of bytes of HTML converted per output. The resulting text is cut to [`MAX_BYTES`] anyway.
const MAX_HTML_BYTES: usize = 256 * 1024;

/// The names of content types in format 3.
const SHORT_NAMES: [(&str, &str); 9] = [
    ("text", "text/plain"),
    ("markdown", "text/markdown"),
    ("latex", "text/latex"),
    ("html", "text/html"),
    ("png", "image/png"),
    ("jpeg", "image/jpeg"),
    ("svg", "image/svg+xml"),
    ("pdf", "application/pdf"),
    ("javascript", "application/javascript"),
];

/// Writes the outputs of one cell.
pub(super) async fn write(notebook: &mut Notebook<'_>, outputs: Value<'_>) {
    let mut outputs = outputs.items().peekable();
    let mut shown = 0;
    while let Some(output) = outputs.next() {
        if shown == MAX_OUTPUTS {
            let mut left = 1;
            for output in outputs {
                notebook.slices.turn(output.byte_len().min(CELL_BYTES)).await;
                left += 1;
            }
            notebook.draft.blank();
            notebook.draft.line(&format!("[… {left} more outputs left out]"));
            return;
        }
        shown += 1;
        notebook.slices.turn(output.byte_len().min(CELL_BYTES)).await;
        let [kind, name, stream] = output.pick(["output_type", "name", "stream"]);
        let kind = name_of(kind).unwrap_or_default();
        match kind.as_str() {
            "stream" => {
                let name = stream_name(name, stream);
                // Some kernels create an output for every line they print.
                let mut left = MAX_STREAMS;
                let more = iter::from_fn(|| {
                    left = left.checked_sub(1)?;
                    outputs.next_if(|next| is_stream(*next, &name))
                });
                let is_bare = notebook.lines_are_bare;
                let mut runs = iter::once(output).chain(more).flat_map(|one| runs(one.pick(["text"])[0], is_bare));
                show(notebook, &mut || runs.next(), &format!("Output ({name}):"), true).await;
            }
            "error" | "pyerr" => error(notebook, output).await,
            "execute_result" | "pyout" | "display_data" | "update_display_data" => rich(notebook, output, &kind).await,
            _ => {
                notebook.draft.blank();
                notebook.draft.line(&format!("[output of kind {kind:?}]"));
            }
        }
    }
}

fn stream_name(name: Value<'_>, stream: Value<'_>) -> String {
    name_of(name).or_else(|| name_of(stream)).unwrap_or_else(|| "stdout".to_owned())
}

fn is_stream(output: Value<'_>, wanted: &str) -> bool {
    let [kind, name, stream] = output.pick(["output_type", "name", "stream"]);
    name_of(kind).as_deref() == Some("stream") && stream_name(name, stream) == wanted
}

/// Writes an error: its traceback, or its name and message if there is none.
async fn error(notebook: &mut Notebook<'_>, output: Value<'_>) {
    let [name, message, traceback] = output.pick(["ename", "evalue", "traceback"]);
    let mut frames = traceback.items().flat_map(|frame| frame.runs().chain([Run::Char('\n')]));
    if !show(notebook, &mut || frames.next(), "Error:", true).await {
        let mut runs = name.runs().chain([Run::Plain(": ")]).chain(message.runs());
        show(notebook, &mut || runs.next(), "Error:", true).await;
    }
}

/// Writes the beginning of an output, whose pieces `next` gives. Returns whether it has text.
async fn show<'v>(
    notebook: &mut Notebook<'_>,
    next: &mut dyn FnMut() -> Option<Run<'v>>,
    label: &str,
    is_fenced: bool,
) -> bool {
    let mut head = Head::default();
    while let Some(run) = next() {
        notebook.slices.turn(if let Run::Plain(plain) = run { plain.len() } else { 1 }).await;
        match run {
            Run::Plain(plain) => plain.chars().for_each(|c| head.push(c)),
            Run::Char(c) => head.push(c),
        }
    }
    let has_text = !head.is_empty();
    head.write(notebook.draft, label, is_fenced);
    has_text
}

/// Writes a result or displayed content, which may have several content types at once.
async fn rich(notebook: &mut Notebook<'_>, output: Value<'_>, kind: &str) {
    let [data] = output.pick(["data"]);
    let by_mime = |mime: &str| {
        let short = SHORT_NAMES.iter().find(|(_, long)| *long == mime).map_or("", |(short, _)| short);
        if data.is_object() { data.pick([mime])[0] } else { output.pick([short])[0] }
    };
    let label = if matches!(kind, "execute_result" | "pyout") { "Result:" } else { "Displayed:" };
    let mut has_text = false;
    for (mime, is_fenced) in [("text/plain", true), ("text/markdown", false), ("text/latex", false)] {
        let content = by_mime(mime);
        if !content.is_null() && !has_text {
            let mut runs = notebook.runs(content);
            has_text = show(notebook, &mut || runs.next(), label, is_fenced).await;
        }
    }
    let page = by_mime("text/html");
    if !has_text && !page.is_null() {
        let page = joined(notebook.runs(page), MAX_HTML_BYTES);
        let page = html::read(page.as_bytes(), None).await;
        let mut text = Some(Run::Plain(&page.text));
        has_text = show(notebook, &mut || text.take(), label, false).await;
    }
    let mut named = false;
    let contents: Vec<_> = if data.is_object() {
        data.fields().take(MAX_KINDS).collect()
    } else {
        let known = |field: &str| SHORT_NAMES.iter().find(|(short, _)| *short == field);
        output.fields().filter_map(|(field, content)| Some((known(&field)?.1.into(), content))).collect()
    };
    for (mime, content) in contents {
        let is_image = mime.starts_with("image/");
        if (is_image || !has_text) && !mime.starts_with("text/") {
            if !named {
                notebook.draft.blank();
            }
            named = true;
            notebook.draft.line(&format!("[{} output, {}]", cut(&mime), size(content).await));
        }
    }
}

/// The size of content for display: decoded for base64, as JSON for anything else.
pub(super) async fn size(content: Value<'_>) -> String {
    let is_letter = |byte: &u8| base64::digit(*byte).is_some();
    let (mut letters, mut others) = (0, 0);
    for run in content.is_text().then_some(content).into_iter().chain(content.items()).flat_map(Value::runs) {
        if let Run::Plain(plain) = run {
            letters += plain.bytes().filter(is_letter).count();
            others += plain.bytes().filter(|byte| !is_letter(byte) && *byte != b'=').count();
            give_way().await;
        }
    }
    let bytes = if letters > 0 && others == 0 { letters * 3 / 4 } else { content.byte_len() };
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KB", (bytes + 512) / 1024),
        _ => format!("{} MB", (bytes + 524_288) / 1_048_576),
    }
}

/// The state of the parser for terminal escape sequences.
#[derive(Default, PartialEq)]
enum Escape {
    #[default]
    None,
    /// After ESC.
    Begun,
    /// In `ESC [ … letter`.
    Control,
    /// In `ESC ] … BEL`, or `… ESC \`.
    Command,
}

/// The first lines of an output as a terminal would show them, and the number of further lines.
#[derive(Default)]
struct Head {
    text: String,
    lines: usize,
    left_out: usize,
    line: String,
    /// Whether the line has any characters, including those that a terminal does not show.
    line_has_begun: bool,
    /// Whether there was a carriage return, so that the next character overwrites the line.
    returned: bool,
    is_cut: bool,
    escape: Escape,
}

impl Head {
    fn push(&mut self, c: char) {
        match (&self.escape, c) {
            (_, '\n') => return self.line_break(),
            (Escape::Begun, '[') => self.escape = Escape::Control,
            (Escape::Begun, ']') => self.escape = Escape::Command,
            (Escape::Control, c) if ('\u{40}'..='\u{7e}').contains(&c) => self.escape = Escape::None,
            (Escape::Command, '\u{7}') | (Escape::Begun, _) => self.escape = Escape::None,
            (_, '\u{1b}') => self.escape = Escape::Begun,
            (Escape::Control | Escape::Command, _) => {}
            (Escape::None, '\r') => self.returned = true,
            (Escape::None, c) => self.show(c),
        }
        self.line_has_begun = true;
    }

    fn show(&mut self, c: char) {
        if self.returned {
            self.line.clear();
            self.returned = false;
            self.is_cut = false;
        }
        if c.is_control() && c != '\t' {
            return;
        }
        // A line that will be left out need not be kept.
        let has_room = self.left_out == 0 && self.text.len() + self.line.len() + c.len_utf8() <= MAX_BYTES;
        if has_room && !self.is_cut {
            self.line.push(c);
        } else {
            self.is_cut = true;
        }
    }

    fn line_break(&mut self) {
        self.escape = Escape::None;
        if self.left_out > 0 || self.lines == MAX_LINES || (self.is_cut && self.lines > 0) {
            self.left_out += 1;
        } else {
            self.text.push_str(self.line.trim_end());
            self.text.push_str(if self.is_cut { "…\n" } else { "\n" });
            self.lines += 1;
        }
        self.line.clear();
        (self.line_has_begun, self.returned, self.is_cut) = (false, false, false);
    }

    fn is_empty(&self) -> bool {
        self.lines == 0 && self.left_out == 0 && self.line.is_empty()
    }

    fn write(mut self, draft: &mut Draft, label: &str, is_fenced: bool) {
        if self.line_has_begun {
            self.line_break();
        }
        let text = self.text.trim_matches('\n');
        if text.is_empty() && self.left_out == 0 {
            return;
        }
        draft.blank();
        draft.line(label);
        if is_fenced {
            let mut fence = LongestFence::default();
            fence.look_at(text);
            let fence = fence.longer();
            draft.line(&format!("{fence}\n{text}\n{fence}"));
        } else {
            draft.blank();
            draft.line(text);
        }
        if self.left_out > 0 {
            let lines = if self.left_out == 1 { "line" } else { "lines" };
            draft.line(&format!("[… {} more {lines} of output left out]", self.left_out));
        }
    }
}
