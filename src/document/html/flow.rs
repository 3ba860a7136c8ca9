//! Builds lines from running text: collapses white space like a browser, indents lists and quotes, and puts links
//! around their text.

use lectern_base::Document;

use crate::draft::Draft;

/// Maximum depth of indents. Deeper lists and quotes are indented like this one.
const MAX_INDENTS: usize = 16;

/// Maximum length of a paragraph in bytes. A longer one is written in parts.
const MAX_PARAGRAPH_BYTES: usize = 256 * 1024;

/// Maximum number of bytes shown of a heading.
const MAX_HEADING_BYTES: usize = 4096;

/// Maximum number of headings listed as parts of the document. Each takes about 100 bytes.
const MAX_PARTS: usize = 100_000;

/// The prefix of the lines of a list item or quote.
#[derive(Debug)]
struct Indent {
    /// The prefix of the first line.
    first: String,
    /// The prefix of the other lines.
    rest: &'static str,
    is_used: bool,
}

/// An open link or code element.
#[derive(Debug)]
pub(super) struct Mark {
    /// The offset in the line where its text starts. `None` before there is any text.
    pub start: Option<usize>,
    /// The target of a link.
    pub target: Option<String>,
    /// It was opened inside the other kind of mark: a link in code, or code in a link.
    pub is_inner: bool,
}

/// Writes lines.
#[derive(Debug, Default)]
pub(super) struct Flow {
    draft: Draft,
    pub(super) line: String,
    /// Whether there was white space since the last word.
    space: bool,
    /// Whether white space is kept.
    pub is_verbatim: bool,
    wants_blank: bool,
    indents: Vec<Indent>,
    pub(super) link: Option<Mark>,
    pub(super) code: Option<Mark>,
    /// The sign of the open superscript or subscript, and the offset in the line where it is. `None` before there is any
    /// text.
    pub(super) script: Option<(char, Option<usize>)>,
    /// The offset in the line where the name in the open mark of a note starts.
    pub(super) note_mark: Option<usize>,
    /// The text of the open heading, without link marks.
    title: Option<String>,
    parts: usize,
}

/// White space that a browser collapses, and the no-break space, which pages use for layout.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}' | '\u{a0}')
}

impl Flow {
    pub fn is_full(&self) -> bool {
        self.draft.is_full()
    }

    /// The number of lines so far.
    pub fn lines(&self) -> u32 {
        self.draft.lines()
    }

    /// Whether the text is that of a link to another page.
    pub fn is_in_link(&self) -> bool {
        self.link.as_ref().is_some_and(|link| link.target.is_some())
    }

    pub fn note(&mut self, note: &str) {
        self.draft.note(note);
    }

    pub fn finish(mut self) -> Document {
        self.end_block();
        self.draft.finish()
    }

    pub fn text(&mut self, text: &str) {
        if self.is_verbatim {
            self.line.extend(text.chars().map(|c| if c == '\u{a0}' { ' ' } else { c }));
        } else {
            for (at, word) in text.split(is_space).enumerate() {
                self.space |= at > 0;
                self.word(word);
            }
        }
        if self.line.len() > MAX_PARAGRAPH_BYTES {
            if self.is_verbatim {
                let text = self.take();
                self.write_fenced(&text, "");
            } else {
                self.end_block();
            }
        }
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() || self.title.as_ref().is_some_and(|title| title.len() > MAX_HEADING_BYTES) {
            return;
        }
        let due = self.space && !self.line.is_empty() && !self.line.ends_with(['\n', ' ']);
        self.space = false;
        let due = due && self.note_mark != Some(self.line.len());
        if due {
            self.line.push(' ');
        }
        let start = self.line.len();
        for mark in [&mut self.link, &mut self.code].into_iter().flatten() {
            mark.start.get_or_insert(start);
        }
        if let Some((sign, at @ None)) = &mut self.script {
            *at = Some(start);
            self.line.push(*sign);
        }
        self.line.push_str(word);
        if let Some(title) = &mut self.title {
            if due {
                title.push(' ');
            }
            title.push_str(word);
        }
    }

    /// Writes a word with a space on both sides.
    pub fn apart(&mut self, word: &str) {
        self.space = true;
        self.word(word);
        self.space = true;
    }

    /// Writes a word without a space before it.
    pub fn join(&mut self, word: &str) {
        self.space = false;
        self.word(word);
    }

    pub fn space(&mut self) {
        self.space = true;
    }

    pub fn line_break(&mut self) {
        self.line.truncate(self.line.trim_end_matches(' ').len());
        // At most one blank line in a row.
        if !self.line.ends_with("\n\n") {
            self.line.push('\n');
        }
        self.space = false;
    }

    /// The length of the current line, to be passed to [`Self::go_back`].
    pub fn position(&self) -> usize {
        self.line.len()
    }

    /// Removes everything written since `position`.
    pub fn go_back(&mut self, position: usize) {
        let position = self.line.floor_char_boundary(position.min(self.line.len()));
        self.line.truncate(position);
        for mark in [&mut self.link, &mut self.code].into_iter().flatten() {
            mark.start = mark.start.filter(|start| *start <= position);
        }
        self.space = true;
    }

    /// Ends the current line and returns it.
    pub fn take(&mut self) -> String {
        // A link that continues on the next line omits its target if the first part has it.
        let go_on = |mark: &Option<Mark>| {
            let mark = mark.as_ref()?;
            let target = mark.target.clone().filter(|_| mark.start.is_none());
            Some(Mark { start: None, target, is_inner: mark.is_inner })
        };
        let (link, code) = (go_on(&self.link), go_on(&self.code));
        self.close_code();
        self.close_link();
        (self.link, self.code) = (link, code);
        self.space = false;
        self.script = None;
        let text = std::mem::take(&mut self.line);
        if self.is_verbatim { text } else { text.trim().to_owned() }
    }

    /// Ends the paragraph.
    pub fn end_block(&mut self) {
        let text = self.take();
        if !text.trim().is_empty() {
            self.write(&text);
        }
    }

    /// Adds a blank line before the next content.
    pub fn blank(&mut self) {
        self.wants_blank = true;
    }

    /// Writes lines with the prefixes of the open lists and quotes.
    pub fn write(&mut self, text: &str) {
        self.write_blank();
        if self.indents.is_empty() {
            return self.draft.line(text);
        }
        for line in text.split('\n') {
            let line = self.indented(line);
            self.draft.line(line.trim_end());
        }
    }

    fn write_blank(&mut self) {
        if !std::mem::take(&mut self.wants_blank) {
            return;
        }
        let used = self.indents.iter().take_while(|indent| indent.is_used);
        let before: String = used.map(|indent| indent.rest).collect();
        if before.contains('>') { self.draft.line(before.trim_end()) } else { self.draft.blank() }
    }

    fn indented(&mut self, line: &str) -> String {
        let mut text = String::new();
        for indent in &mut self.indents {
            text.push_str(if indent.is_used { indent.rest } else { &indent.first });
            indent.is_used = true;
        }
        text.push_str(line);
        text
    }

    /// Adds an indent: `first` before the next line, `rest` before the following ones. Returns false if the indents are
    /// too deep already.
    pub fn indent(&mut self, first: String, rest: &'static str) -> bool {
        let fits = self.indents.len() < MAX_INDENTS;
        if fits {
            self.indents.push(Indent { first, rest, is_used: false });
        }
        fits
    }

    /// Whether the marker of the innermost item has not been written yet.
    pub fn is_at_mark(&self) -> bool {
        self.indents.last().is_some_and(|indent| !indent.is_used)
    }

    pub fn outdent(&mut self) {
        self.indents.pop();
    }

    pub fn open_heading(&mut self) {
        self.title = Some(String::new());
    }

    pub fn close_heading(&mut self, level: u8) {
        let text = self.take().replace('\n', " ");
        let title = self.title.take().unwrap_or_default();
        if text.is_empty() {
            return;
        }
        self.wants_blank = true;
        self.write_blank();
        self.parts += 1;
        if self.parts <= MAX_PARTS {
            self.draft.part(level, &title);
        }
        let line = self.indented(&format!("{} {text}", "#".repeat(usize::from(level))));
        self.draft.line(&line);
        self.wants_blank = true;
    }

    /// Writes text unchanged inside a fenced code block.
    pub fn write_fenced(&mut self, text: &str, language: &str) {
        let text = text.strip_prefix('\n').unwrap_or(text).trim_end();
        if text.trim().is_empty() {
            return;
        }
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        self.write(&format!("{fence}{language}\n{text}\n{fence}"));
    }
}
