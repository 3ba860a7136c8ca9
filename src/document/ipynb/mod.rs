//! Jupyter notebooks (formats 2 to 4): cells in order, each with its source and the start of its outputs.
//!
//! Images are named but not shown. [`output`] defines the limits for outputs.

mod output;

use super::headings::{Fence, Headings, MAX_NAME_BYTES, cut};
use super::json::{self, Run, Value, joined};
use super::{Document, Draft, Fault};

/// Maximum number of bytes of a source line: more than code or prose has, and little compared with the limit of the
/// text.
const MAX_LINE_BYTES: usize = 1024 * 1024;

/// Maximum number of cells shown: a hundred times what people write.
const MAX_CELLS: usize = 50_000;

/// Maximum number of attachments listed per cell.
const MAX_ATTACHMENTS: usize = 100;

/// The newest supported format.
const NEWEST: f64 = 4.0;

/// State shared by all cells of a notebook.
struct Notebook<'a> {
    /// The language of the kernel, for the fences of code.
    language: String,
    /// Whether lists of lines come without line breaks, as in format 2.
    lines_are_bare: bool,
    headings: Headings,
    draft: &'a mut Draft,
}

/// Reads a notebook, or only its cell with the number `wanted`, counted from 1.
pub(crate) fn read(bytes: &[u8], wanted: Option<u32>) -> Result<Document, Fault> {
    let wanted = wanted.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let file = json::parse(bytes)?;
    if !file.is_object() {
        return Err(Fault::Broken(format!("not a notebook: {}, not an object", file.kind())));
    }
    let [cells, worksheets, metadata, format] = file.pick(["cells", "worksheets", "metadata", "nbformat"]);
    for (name, list) in [("cells", cells), ("worksheets", worksheets)] {
        if !list.is_null() && !list.is_list() {
            return Err(Fault::Broken(format!("not a notebook: `{name}` is {}, not a list", list.kind())));
        }
    }
    if cells.is_null() && worksheets.is_null() {
        return Err(Fault::Broken("not a notebook: `cells` is missing".to_owned()));
    }
    let mut draft = Draft::default();
    let format = format.number().unwrap_or(NEWEST);
    if format > NEWEST {
        draft.note(format!("written in notebook format {format}, read as {NEWEST}"));
    }
    let language = language(metadata);
    let (headings, lines_are_bare) = (Headings::default(), format < 3.0);
    let mut notebook = Notebook { language, lines_are_bare, headings, draft: &mut draft };
    let sheets = worksheets.items().flat_map(|sheet| sheet.pick(["cells"])[0].items());
    let mut number = 0_usize;
    for cell in cells.items().chain(sheets) {
        if wanted.is_some_and(|wanted| wanted != number + 1) {
            number += 1;
            continue;
        }
        if wanted.is_none() && number == MAX_CELLS {
            notebook.draft.note(format!("only the first {MAX_CELLS} cells are shown"));
            break;
        }
        number += 1;
        notebook.cell(number, cell);
        if notebook.draft.is_full() {
            break;
        }
    }
    if let Some(wanted) = wanted.filter(|wanted| *wanted > number) {
        let help = if number == 0 { "leave cell out".to_owned() } else { format!("give cell 1 to {number}") };
        return Err(Fault::NoPlace { message: format!("there is no cell {wanted}"), help });
    }
    if number == 0 {
        draft.note("the notebook has no cells");
    }
    Ok(draft.finish())
}

/// The language that the kernel declares, if it can follow a code fence.
fn language(metadata: Value<'_>) -> String {
    let [info, kernel] = metadata.pick(["language_info", "kernelspec"]);
    let ([name], [language]) = (info.pick(["name"]), kernel.pick(["language"]));
    [name, language].into_iter().map(fence_word).find(|word| !word.is_empty()).unwrap_or_default()
}

/// The name if it can follow a code fence, otherwise an empty string.
fn fence_word(name: Value<'_>) -> String {
    let name = name.text(MAX_NAME_BYTES).unwrap_or_default();
    if name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '`') { String::new() } else { name.into() }
}

/// A short text on one line.
fn name_of(value: Value<'_>) -> Option<String> {
    let name = value.text(MAX_NAME_BYTES)?;
    let name = name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    Some(name.collect::<Vec<_>>().join(" ")).filter(|name| !name.is_empty())
}

impl Notebook<'_> {
    fn cell(&mut self, number: usize, cell: Value<'_>) {
        let [kind, source, input, level, language, outputs, attachments, count, prompt] = cell.pick([
            "cell_type",
            "source",
            "input",
            "level",
            "language",
            "outputs",
            "attachments",
            "execution_count",
            "prompt_number",
        ]);
        let kind = name_of(kind).unwrap_or_else(|| "of no kind".to_owned());
        let count = count.number().or(prompt.number());
        let count = count.map_or_else(String::new, |count| format!(" [{count}]"));
        let title = format!("Cell {number}: {kind}{count}");
        self.draft.blank();
        self.draft.part(1, &title);
        self.draft.line(&format!("## {title}"));
        let source = if source.is_null() { input } else { source };
        match kind.as_str() {
            "code" => {
                let own = fence_word(language);
                let language = if own.is_empty() { self.language.clone() } else { own };
                self.code(source, &language);
                output::write(self, outputs);
            }
            "heading" => {
                let marks = "#".repeat(level.index().filter(|level| (1..=6).contains(level)).unwrap_or(1));
                let title = joined(self.runs(source), MAX_NAME_BYTES);
                self.heading(&format!("{marks} {}", title.split_whitespace().collect::<Vec<_>>().join(" ")));
            }
            _ => self.prose(source, kind == "markdown"),
        }
        let mut attachments = attachments
            .fields()
            .flat_map(|(name, data)| data.fields().map(move |(mime, data)| (name.clone(), mime, data)));
        for (name, mime, data) in attachments.by_ref().take(MAX_ATTACHMENTS) {
            let (name, mime, size) = (cut(&name), cut(&mime), output::size(data));
            self.draft.line(&format!("[attachment {name}: {mime}, {size}]"));
        }
        let left = attachments.count();
        if left > 0 {
            self.draft.line(&format!("[… {left} more attachments left out]"));
        }
    }

    /// The pieces of a text, which is a string or a list of strings.
    fn runs<'v>(&self, text: Value<'v>) -> impl Iterator<Item = Run<'v>> + use<'v> {
        let is_bare = self.lines_are_bare;
        let one = text.is_text().then_some(text);
        one.into_iter().chain(text.items()).enumerate().flat_map(move |(at, item)| {
            let line_break = (is_bare && at > 0).then_some(Run::Char('\n'));
            line_break.into_iter().chain(item.runs())
        })
    }

    /// Writes the source of a code cell between fences.
    fn code(&mut self, source: Value<'_>, language: &str) {
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
    fn prose(&mut self, source: Value<'_>, is_markdown: bool) {
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
    fn heading(&mut self, line: &str) {
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

/// The length of the longest run of backticks.
fn longest_fence<'v>(runs: impl Iterator<Item = Run<'v>>) -> usize {
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
