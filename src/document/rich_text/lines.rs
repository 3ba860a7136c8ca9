//! Writes headings, lists and tables as Markdown.

use crate::draft::Draft;

/// Maximum number of headings listed as parts of the document. Each takes about 100 bytes, and a model reads far fewer.
const MAX_PARTS: usize = 20_000;
/// The deepest heading level in Markdown.
const MAX_HEADING: u8 = 6;

/// The label before a list paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label {
    /// `-`, a check box, or the number as Word shows it.
    pub text: String,
    pub level: usize,
}

/// A complete paragraph.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    /// The level of a heading, 1 being outermost.
    pub heading: Option<u8>,
    pub label: Option<Label>,
    pub text: String,
}

impl Line {
    /// The label and the text only, for cells, notes and headers.
    pub fn plain(&self) -> String {
        match &self.label {
            Some(label) if self.text.is_empty() => label.text.clone(),
            Some(label) => format!("{} {}", label.text, self.text),
            None => self.text.clone(),
        }
    }
}

/// Writes the body of the document.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub draft: Draft,
    parts: usize,
    ends_block: bool,
}

impl Writer {
    /// Writes a paragraph.
    pub fn write(&mut self, line: &Line) {
        if let Some(level) = line.heading {
            let title = line.plain().replace('\n', " ");
            if title.is_empty() {
                return;
            }
            let level = level.min(MAX_HEADING);
            self.begin_block();
            if self.parts < MAX_PARTS {
                self.parts += 1;
                self.draft.part(level, &title);
            }
            self.draft.line(&format!("{} {title}", "#".repeat(usize::from(level))));
            return;
        }
        if line.text.trim().is_empty() && line.label.as_ref().is_none_or(|label| label.text == "-") {
            self.ends_block = true;
            return;
        }
        self.end_block();
        match &line.label {
            Some(label) => {
                let indent = "  ".repeat(label.level);
                // Indent the further lines of an item to align with its text.
                let text = line.plain().replace('\n', &format!("\n{indent}  "));
                self.draft.line(&format!("{indent}{text}"));
            }
            None => self.draft.line(&line.text),
        }
    }

    /// Writes a table row, padded to `columns` columns. The first row becomes the table header.
    pub fn row(&mut self, cells: &[String], columns: usize, is_first: bool) {
        if is_first {
            self.begin_block();
        }
        let mut line = String::from("|");
        for at in 0..cells.len().max(columns) {
            let text = cells.get(at).map_or("", |cell| cell.trim());
            line.push(' ');
            line.push_str(&text.replace('|', "\\|").replace('\n', "<br>").replace('\t', " "));
            line.push_str(if text.is_empty() { "|" } else { " |" });
        }
        self.draft.line(&line);
        if is_first {
            self.draft.line(&format!("|{}", " --- |".repeat(cells.len().max(columns))));
        }
        self.ends_block = true;
    }

    /// Separates the last text written from what follows.
    pub fn ends_block(&mut self) {
        self.ends_block = true;
    }

    /// Writes a line that is not a paragraph of the body, such as a note.
    pub fn raw(&mut self, line: &str) {
        self.end_block();
        self.draft.line(line);
    }

    fn begin_block(&mut self) {
        self.draft.blank();
        self.ends_block = false;
    }

    fn end_block(&mut self) {
        if std::mem::take(&mut self.ends_block) {
            self.draft.blank();
        }
    }
}
