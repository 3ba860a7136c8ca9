//! Handles the start and end of elements. Elements left open end where a browser ends them.

use lectern_base::Document;

use super::flow::is_space;
use super::html_table::Table;
use super::html_tag::{Tag, is_void};
use super::inline::language;
use super::invisible::Hiding;
use super::open_elements::{
    ANNOTATION, CELL, DESCRIPTION, Frame, HEADING, ITEM, LIST, MATH, PRE, QUOTE, SELECT, TABLE,
};
use super::page::Page;
use super::tokenizer::{Attributes, Sink};

/// Maximum length of a title in bytes.
const MAX_TITLE_BYTES: usize = 1000;

impl Sink for Page {
    fn text(&mut self, text: &str) {
        if let Some(title) = &mut self.title {
            let room = MAX_TITLE_BYTES.saturating_sub(title.len());
            title.push_str(&text[..text.floor_char_boundary(room)]);
        } else if self.hiding.as_ref().is_none_or(Hiding::shows_text) {
            if let Some(containers) = &mut self.containers
                && !self.flow.is_in_link()
            {
                containers.text(text);
            }
            self.flow.text(text);
        }
    }

    fn start(&mut self, name: &[u8], attributes: &Attributes) {
        let tag = Tag::of(name);
        if let Some(hiding) = &mut self.hiding {
            let separates = hiding.separates(name, Some(attributes));
            if !hiding.ends_before(tag, name, attributes.is_closed) {
                return self.separate(separates);
            }
            self.hiding = None;
        }
        let is_hidden = tag != Tag::Whole && (tag == Tag::Hidden || attributes.hide());
        if is_hidden {
            let has_content = !attributes.is_closed || !matches!(name, b"svg" | b"math");
            if has_content && !is_void(name) {
                self.hiding = Some(Hiding::new(tag, name));
            }
            return;
        }
        if tag.is_block() {
            self.flow.close_code();
            self.boundary(tag == Tag::Paragraph);
            self.end_run();
            let has_lines = !self.is_in_line();
            if let Some(containers) = &mut self.containers {
                containers.start(name, attributes, self.flow.lines(), has_lines);
            }
        }
        self.open(tag, name, attributes);
    }

    fn end(&mut self, name: &[u8]) {
        let tag = Tag::of(name);
        if tag == Tag::Title {
            self.end_title();
        }
        if let Some(hiding) = &mut self.hiding {
            let separates = hiding.separates(name, None);
            if !hiding.ends_at(tag, name) {
                return self.separate(separates);
            }
            let is_own = hiding.is_named(name);
            self.hiding = None;
            if is_own {
                return;
            }
        }
        if tag.is_block() {
            self.end_run();
        }
        match tag {
            Tag::Heading(_) => return self.close(HEADING),
            Tag::Pre => return self.close(PRE),
            Tag::List | Tag::OrderedList => return self.close(LIST),
            Tag::Item => return self.close_within(ITEM, LIST),
            Tag::Description => return self.close_within(DESCRIPTION, LIST),
            Tag::Quote => return self.close(QUOTE),
            Tag::Cell | Tag::HeaderCell => return self.close_within(CELL, TABLE),
            Tag::Row => return self.end_row(),
            Tag::Table => {
                if let Some(depth) = self.last(TABLE) {
                    self.pop_to(depth);
                }
                return;
            }
            Tag::Select => return self.close(SELECT),
            Tag::Math => return self.close(MATH),
            Tag::Annotation => return self.close(ANNOTATION),
            Tag::Link => self.flow.close_link(),
            Tag::Code => self.flow.close_code(),
            Tag::Superscript | Tag::Subscript => self.flow.close_script(),
            Tag::QuoteMarks => self.flow.text("\u{201d}"),
            // Browsers treat `</br>` like `<br>`.
            Tag::Break => self.flow.line_break(),
            Tag::Inline if name == b"rt" => self.flow.join(")"),
            Tag::Inline if name == b"button" => self.flow.space(),
            _ => {}
        }
        if tag.is_block() {
            self.boundary(tag == Tag::Paragraph);
            if let Some(containers) = &mut self.containers {
                containers.end(name, self.flow.lines());
            }
        }
    }

    fn cut(&mut self, why: &str) {
        self.flow.note(&format!("only the beginning of the page is shown: {why}"));
    }

    fn is_full(&self) -> bool {
        self.flow.is_full()
    }

    fn is_xml(&self) -> bool {
        self.is_chapter
    }

    fn is_foreign(&self) -> bool {
        self.hiding.as_ref().is_some_and(Hiding::is_foreign)
    }
}

impl Page {
    pub fn finish(mut self) -> Document {
        self.end_title();
        self.pop_to(0);
        let mut document = self.flow.finish();
        if let Some(containers) = self.containers {
            let has_title = self.has_title && document.text.starts_with("Title: ");
            containers.sort(&mut document, has_title);
        }
        document
    }

    /// Separates the texts of a drawing, as a line or as a word.
    fn separate(&mut self, is_line: Option<bool>) {
        match is_line {
            Some(true) => self.boundary(false),
            Some(false) => self.flow.space(),
            None => {}
        }
    }

    /// Counts the text since the last start or end of a block.
    fn end_run(&mut self) {
        if let Some(containers) = &mut self.containers {
            containers.end_run();
        }
    }

    fn open(&mut self, tag: Tag, name: &[u8], attributes: &Attributes) {
        let get = |name: &str| attributes.get(name).filter(|value| !value.is_empty());
        match tag {
            Tag::Heading(level) => {
                self.close(HEADING);
                self.lay_out();
                self.boundary(true);
                if self.push(Frame::Heading(level)) {
                    self.flow.open_heading();
                }
            }
            Tag::List | Tag::OrderedList => {
                if self.last(LIST).is_none() {
                    self.boundary(true);
                }
                let first = get("start").and_then(|start| start.parse().ok()).unwrap_or(1);
                self.push(Frame::List((tag == Tag::OrderedList).then_some(first)));
            }
            Tag::Item => self.open_item(get("value")),
            Tag::Term => self.close_within(DESCRIPTION, LIST),
            Tag::Description => {
                self.close_within(DESCRIPTION, LIST);
                self.push_indented(": ".to_owned(), "  ", |is_indented| Frame::Description { is_indented });
            }
            Tag::Quote => {
                self.boundary(true);
                self.push_indented("> ".to_owned(), "> ", |is_indented| Frame::Quote { is_indented });
            }
            Tag::Pre => {
                self.lay_out();
                self.boundary(true);
                let language = language(get("class"));
                self.flow.is_verbatim = !self.is_in_line() && self.push(Frame::Pre { language });
            }
            Tag::Break if self.is_in_line() => self.flow.space(),
            Tag::Break => self.flow.line_break(),
            Tag::Rule if !self.is_in_line() => {
                self.flow.blank();
                self.flow.write("---");
                self.flow.blank();
            }
            Tag::Table => self.open_table(get("role")),
            Tag::Row => self.end_row(),
            Tag::Cell | Tag::HeaderCell => self.open_cell(get("colspan"), get("rowspan")),
            _ => self.open_inline(tag, name, attributes),
        }
    }

    fn open_table(&mut self, role: Option<String>) {
        self.lay_out();
        self.boundary(true);
        if self.push(Frame::Table) {
            let is_layout = role.is_some_and(|role| matches!(&*role, "presentation" | "none"));
            self.tables.push(Table::new(is_layout));
        }
    }

    fn open_cell(&mut self, columns: Option<String>, rows: Option<String>) {
        self.close_within(CELL, TABLE);
        if self.last(TABLE).is_some()
            && self.push(Frame::Cell)
            && let Some(table) = self.tables.last_mut()
        {
            table.open_cell(columns, rows);
        }
    }

    fn end_title(&mut self) {
        if let Some(title) = self.title.take() {
            let words: Vec<&str> = title.split(is_space).filter(|word| !word.is_empty()).collect();
            self.has_title = !words.is_empty();
            if self.has_title && !self.is_chapter {
                self.flow.end_block();
                self.flow.write(&format!("Title: {}", words.join(" ")));
                self.flow.blank();
            }
        }
    }
}
