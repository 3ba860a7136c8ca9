//! The outputs of a code cell: the start of their text, and the names of other content.

use lectern_base::json::{Run, Value, joined};

use super::notebook::{Notebook, longest_fence, name_of};
use crate::base64;
use crate::headings::cut;
use crate::html;

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
pub(super) fn write(notebook: &mut Notebook<'_>, outputs: Value<'_>) {
    let mut outputs = outputs.items().peekable();
    let mut shown = 0;
    while let Some(output) = outputs.next() {
        if shown == MAX_OUTPUTS {
            let left = 1 + outputs.count();
            notebook.draft.blank();
            notebook.draft.line(&format!("[… {left} more outputs left out]"));
            return;
        }
        shown += 1;
        let [kind, name, stream] = output.pick(["output_type", "name", "stream"]);
        let kind = name_of(kind).unwrap_or_default();
        match kind.as_str() {
            "stream" => {
                let name = stream_name(name, stream);
                let mut head = Head::default();
                head.take(notebook.runs(output.pick(["text"])[0]));
                // Some kernels create an output for every line they print.
                let mut left = MAX_STREAMS;
                while left > 0
                    && let Some(more) = outputs.next_if(|next| is_stream(*next, &name))
                {
                    left -= 1;
                    head.take(notebook.runs(more.pick(["text"])[0]));
                }
                head.write(notebook, &format!("Output ({name}):"), true);
            }
            "error" | "pyerr" => error(notebook, output),
            "execute_result" | "pyout" | "display_data" | "update_display_data" => rich(notebook, output, &kind),
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
fn error(notebook: &mut Notebook<'_>, output: Value<'_>) {
    let [name, message, traceback] = output.pick(["ename", "evalue", "traceback"]);
    let mut head = Head::default();
    for frame in traceback.items() {
        head.take(frame.runs());
        head.line_break();
    }
    if head.is_empty() {
        head.take(name.runs());
        head.take([Run::Plain(": ")].into_iter());
        head.take(message.runs());
    }
    head.write(notebook, "Error:", true);
}

/// Writes a result or displayed content, which may have several content types at once.
fn rich(notebook: &mut Notebook<'_>, output: Value<'_>, kind: &str) {
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
            let mut head = Head::default();
            head.take(notebook.runs(content));
            has_text = !head.is_empty();
            head.write(notebook, label, is_fenced);
        }
    }
    let page = by_mime("text/html");
    if !has_text && !page.is_null() {
        let page = joined(notebook.runs(page), MAX_HTML_BYTES);
        let mut head = Head::default();
        head.take([Run::Plain(&html::read(page.as_bytes()).text)].into_iter());
        has_text = !head.is_empty();
        head.write(notebook, label, false);
    }
    let mut named = false;
    let mut name = |mime: &str, content: Value<'_>| {
        let is_image = mime.starts_with("image/");
        if (is_image || !has_text) && !mime.starts_with("text/") {
            if !named {
                notebook.draft.blank();
            }
            named = true;
            notebook.draft.line(&format!("[{} output, {}]", cut(mime), size(content)));
        }
    };
    if data.is_object() {
        data.fields().take(MAX_KINDS).for_each(|(mime, content)| name(&mime, content));
    } else {
        for (field, content) in output.fields() {
            if let Some((_, mime)) = SHORT_NAMES.iter().find(|(short, _)| **short == *field) {
                name(mime, content);
            }
        }
    }
}

/// The size of content for display: decoded for base64, as JSON for anything else.
pub(super) fn size(content: Value<'_>) -> String {
    let is_letter = |byte: &u8| base64::digit(*byte).is_some();
    let (mut letters, mut others) = (0, 0);
    for run in content.is_text().then_some(content).into_iter().chain(content.items()).flat_map(Value::runs) {
        if let Run::Plain(plain) = run {
            letters += plain.bytes().filter(is_letter).count();
            others += plain.bytes().filter(|byte| !is_letter(byte) && *byte != b'=').count();
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
    fn take<'v>(&mut self, runs: impl Iterator<Item = Run<'v>>) {
        for run in runs {
            match run {
                Run::Plain(plain) => plain.chars().for_each(|c| self.push(c)),
                Run::Char(c) => self.push(c),
            }
        }
    }

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

    fn write(mut self, notebook: &mut Notebook<'_>, label: &str, is_fenced: bool) {
        if self.line_has_begun {
            self.line_break();
        }
        let text = self.text.trim_matches('\n');
        if text.is_empty() && self.left_out == 0 {
            return;
        }
        let draft = &mut *notebook.draft;
        draft.blank();
        draft.line(label);
        if is_fenced {
            let fence = "`".repeat(longest_fence([Run::Plain(text)].into_iter()).max(2) + 1);
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
