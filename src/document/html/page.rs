//! What elements mean for the text. Elements that were left open end where a browser ends them.

use super::super::Document;
use super::flow::{Flow, is_space};
use super::hidden::Hiding;
use super::table::Table;
use super::tag::{Tag, is_void};
use super::tokens::Attributes;

/// How many elements that change the text may be open at once. What is deeper is text without its meaning.
const MAX_FRAMES: usize = 128;

/// How much of a page's title is shown.
const MAX_TITLE_BYTES: usize = 1000;

/// How long an address may be. Longer ones are data.
const MAX_ADDRESS_BYTES: usize = 2000;

/// An open element that changes the text.
#[derive(Debug, Clone, PartialEq)]
enum Frame {
    Heading(u8),
    /// With the number of its next item, if its items are numbered.
    List(Option<i64>),
    Item {
        is_indented: bool,
    },
    Description {
        is_indented: bool,
    },
    Quote {
        is_indented: bool,
    },
    Pre {
        language: String,
    },
    Table,
    Cell,
    /// With where its text begins, and whether an option has been shown.
    Select {
        start: usize,
        has_option: bool,
    },
    Math {
        start: usize,
    },
    Annotation,
}

impl Frame {
    /// Its place in [`Page::open`].
    fn kind(&self) -> usize {
        match self {
            Self::Heading(_) => HEADING,
            Self::List(_) => LIST,
            Self::Item { .. } => ITEM,
            Self::Description { .. } => DESCRIPTION,
            Self::Quote { .. } => QUOTE,
            Self::Pre { .. } => PRE,
            Self::Table => TABLE,
            Self::Cell => CELL,
            Self::Select { .. } => SELECT,
            Self::Math { .. } => MATH,
            Self::Annotation => ANNOTATION,
        }
    }
}

const HEADING: usize = 0;
const LIST: usize = 1;
const ITEM: usize = 2;
const DESCRIPTION: usize = 3;
const QUOTE: usize = 4;
const PRE: usize = 5;
const TABLE: usize = 6;
const CELL: usize = 7;
const SELECT: usize = 8;
const MATH: usize = 9;
const ANNOTATION: usize = 10;

/// A page as it is read.
#[derive(Debug, Default)]
pub(super) struct Page {
    flow: Flow,
    frames: Vec<Frame>,
    /// For each kind of frame, a bit for every depth at which one is open: finding one takes no walk.
    open: [u128; 11],
    /// One for each table that is open.
    tables: Vec<Table>,
    hiding: Option<Hiding>,
    /// The page's title while it is read.
    title: Option<String>,
    has_title: bool,
}

impl Page {
    pub fn is_full(&self) -> bool {
        self.flow.is_full()
    }

    /// Notes that the rest of the page is not looked at.
    pub fn cut(&mut self) {
        self.flow.note("only the beginning of the page is shown: it has too many elements");
    }

    pub fn finish(mut self) -> Document {
        self.end_title();
        self.pop_to(0);
        self.flow.finish()
    }

    /// Whether content is skipped to which HTML's rules for text do not apply.
    pub fn is_foreign(&self) -> bool {
        self.hiding.as_ref().is_some_and(Hiding::is_foreign)
    }

    pub fn text(&mut self, text: &str) {
        if let Some(title) = &mut self.title {
            let room = MAX_TITLE_BYTES.saturating_sub(title.len());
            title.push_str(&text[..text.floor_char_boundary(room)]);
        } else if self.hiding.is_none() {
            self.flow.text(text);
        }
    }

    pub fn start(&mut self, name: &[u8], attributes: &Attributes) {
        let tag = Tag::of(name);
        if let Some(hiding) = &mut self.hiding {
            if !hiding.ends_before(tag, name, attributes.is_closed) {
                return;
            }
            self.hiding = None;
        }
        let is_hidden = tag != Tag::Whole && (tag == Tag::Hidden || attributes.hide());
        if is_hidden {
            if !is_void(name) && !(attributes.is_closed && matches!(name, b"svg" | b"math")) {
                self.hiding = Some(Hiding::new(tag, name));
            }
            return;
        }
        if tag.is_block() {
            self.flow.close_code();
            self.boundary(tag == Tag::Paragraph);
        }
        self.open(tag, name, attributes);
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
                let is_indented = !self.is_in_line() && self.flow.indent(": ".to_owned(), "  ");
                self.push_indented(Frame::Description { is_indented }, is_indented);
            }
            Tag::Quote => {
                self.boundary(true);
                let is_indented = !self.is_in_line() && self.flow.indent("> ".to_owned(), "> ");
                self.push_indented(Frame::Quote { is_indented }, is_indented);
            }
            Tag::Pre => {
                self.lay_out();
                self.boundary(true);
                let language = language(get("class"));
                self.flow.is_verbatim = !self.is_in_line() && self.push(Frame::Pre { language });
            }
            Tag::Code => {
                if let Some(Frame::Pre { language: known }) = self.frames.last_mut()
                    && known.is_empty()
                {
                    *known = language(get("class"));
                }
                self.flow.open_code();
            }
            Tag::Link => self.flow.open_link(get("href").filter(|target| is_address(target))),
            Tag::Superscript => self.flow.set_sign(Some('^')),
            Tag::Subscript => self.flow.set_sign(Some('_')),
            Tag::Break if self.is_in_line() => self.flow.space(),
            Tag::Break => self.flow.line_break(),
            Tag::Rule if !self.is_in_line() => {
                self.flow.blank();
                self.flow.write("---");
                self.flow.blank();
            }
            Tag::Image => self.image(attributes),
            Tag::Input => self.input(&get),
            Tag::Select => {
                self.close(SELECT);
                self.flow.apart("[select:");
                let start = self.flow.position();
                self.push(Frame::Select { start, has_option: false });
            }
            Tag::Option => self.option(attributes.get("selected").is_some()),
            Tag::Media => {
                let kind = String::from_utf8_lossy(name);
                let source = get("title").or_else(|| get("src").filter(|source| is_address(source)));
                self.flow.apart(&source.map_or_else(|| format!("[{kind}]"), |source| format!("[{kind}: {source}]")));
                if !is_void(name) {
                    self.hiding = Some(Hiding::new(tag, name));
                }
            }
            Tag::Table => {
                self.lay_out();
                self.boundary(true);
                if self.push(Frame::Table) {
                    let is_layout = get("role").is_some_and(|role| matches!(&*role, "presentation" | "none"));
                    self.tables.push(Table::new(is_layout));
                }
            }
            Tag::Row => self.end_row(),
            Tag::Cell | Tag::HeaderCell => {
                self.close_within(CELL, TABLE);
                if self.last(TABLE).is_some() && self.push(Frame::Cell) {
                    let spans = (get("colspan"), get("rowspan"));
                    if let Some(table) = self.tables.last_mut() {
                        table.open_cell(spans.0, spans.1);
                    }
                }
            }
            Tag::Title if !self.has_title => self.title = Some(String::new()),
            Tag::Math => match get("alttext") {
                Some(formula) => {
                    self.flow.text(&format!("${formula}$"));
                    self.hiding = Some(Hiding::new(tag, name));
                }
                None if !attributes.is_closed => {
                    let start = self.flow.position();
                    self.push(Frame::Math { start });
                }
                None => {}
            },
            Tag::Annotation => self.annotation(get("encoding"), name),
            Tag::QuoteMarks => self.flow.text("\u{201c}"),
            Tag::Inline if name == b"button" => self.flow.space(),
            _ => {}
        }
    }

    pub fn end(&mut self, name: &[u8]) {
        let tag = Tag::of(name);
        if tag == Tag::Title {
            self.end_title();
        }
        if let Some(hiding) = &mut self.hiding {
            let is_over = hiding.ends_at(tag, name);
            if is_over {
                let is_own = hiding.is_named(name);
                self.hiding = None;
                if is_own {
                    return;
                }
            } else {
                return;
            }
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
            Tag::Superscript | Tag::Subscript => self.flow.set_sign(None),
            Tag::QuoteMarks => self.flow.text("\u{201d}"),
            // As a browser takes it.
            Tag::Break => self.flow.line_break(),
            Tag::Inline if name == b"button" => self.flow.space(),
            _ => {}
        }
        if tag.is_block() {
            self.boundary(tag == Tag::Paragraph);
        }
    }

    /// Whether blocks are parts of one line: in a heading, and in a cell of a table that is one.
    fn is_in_line(&self) -> bool {
        self.last(HEADING).is_some()
            || (self.last(CELL).is_some() && self.tables.last().is_some_and(|table| !table.is_layout))
    }

    fn boundary(&mut self, wants_blank: bool) {
        if self.flow.is_verbatim {
            return;
        }
        if self.is_in_line() {
            self.flow.space();
            return;
        }
        self.flow.end_block();
        // The first paragraph of an item stands behind its mark.
        let is_at_mark = matches!(self.frames.last(), Some(Frame::Item { .. } | Frame::Description { .. }));
        if wants_blank && !(is_at_mark && self.flow.is_at_mark()) {
            self.flow.blank();
        }
    }

    /// How deep the innermost frame of a kind lies.
    fn last(&self, kind: usize) -> Option<usize> {
        let open = self.open[kind];
        (open != 0).then(|| 127 - open.leading_zeros() as usize)
    }

    fn push(&mut self, frame: Frame) -> bool {
        let depth = self.frames.len();
        if depth == MAX_FRAMES {
            return false;
        }
        self.open[frame.kind()] |= 1 << depth;
        self.frames.push(frame);
        true
    }

    fn push_indented(&mut self, frame: Frame, is_indented: bool) {
        if !self.push(frame) && is_indented {
            self.flow.outdent();
        }
    }

    /// Closes the innermost frame of a kind, unless a cell's border lies between.
    fn close(&mut self, kind: usize) {
        self.close_within(kind, CELL);
    }

    /// Closes the innermost frame of a kind, unless one of kind `border`, or a cell's border, lies between.
    fn close_within(&mut self, kind: usize, border: usize) {
        let borders = if kind == CELL { [self.last(TABLE), None] } else { [self.last(border), self.last(CELL)] };
        if let Some(depth) = self.last(kind)
            && borders.into_iter().flatten().all(|border| border < depth)
        {
            self.pop_to(depth);
        }
    }

    /// Closes the frames from `depth` on.
    fn pop_to(&mut self, depth: usize) {
        while self.frames.len() > depth {
            let Some(frame) = self.frames.last().cloned() else { return };
            self.leave(&frame);
            self.frames.pop();
            self.open[frame.kind()] &= !(1 << self.frames.len());
            if let Frame::Table = frame
                && let Some(table) = self.tables.pop()
            {
                if !table.is_layout {
                    table.finish(&mut self.flow);
                }
                self.flow.blank();
            }
            if let Frame::List(_) = frame
                && self.last(LIST).is_none()
            {
                self.boundary(true);
            }
        }
    }

    /// What a frame's end does, while it is still open.
    fn leave(&mut self, frame: &Frame) {
        match frame {
            Frame::Heading(level) => self.flow.close_heading(*level),
            Frame::Item { is_indented } | Frame::Description { is_indented } | Frame::Quote { is_indented } => {
                self.boundary(false);
                if *is_indented {
                    self.flow.outdent();
                }
                if matches!(frame, Frame::Quote { .. }) {
                    self.boundary(true);
                }
            }
            Frame::Pre { language } => {
                let text = self.flow.take();
                self.flow.is_verbatim = false;
                self.flow.write_fenced(&text, language);
                self.flow.blank();
            }
            Frame::Cell => match self.tables.last_mut() {
                Some(table) if !table.is_layout => table.close_cell(&self.flow.take(), &mut self.flow),
                _ => self.boundary(false),
            },
            Frame::Table => {
                if let Some(table) = self.tables.last_mut()
                    && !table.is_layout
                {
                    table.end_row(&mut self.flow);
                }
                self.boundary(false);
            }
            Frame::Select { .. } => {
                self.flow.join("]");
                self.flow.space();
            }
            Frame::Annotation => self.flow.text("$"),
            Frame::List(_) => self.boundary(false),
            Frame::Math { .. } => {}
        }
    }

    fn open_item(&mut self, value: Option<String>) {
        self.close_within(ITEM, LIST);
        let mut mark = "- ".to_owned();
        if let Some(at) = self.last(LIST)
            && let Some(Frame::List(Some(next))) = self.frames.get_mut(at)
        {
            let number = value.and_then(|value| value.parse().ok()).unwrap_or(*next);
            *next = number.saturating_add(1);
            mark = format!("{number}. ");
        }
        if self.is_in_line() {
            self.flow.apart(mark.trim_end());
            self.push(Frame::Item { is_indented: false });
            return;
        }
        let rest = if mark.len() > 2 { "   " } else { "  " };
        let is_indented = self.flow.indent(mark, rest);
        self.push_indented(Frame::Item { is_indented }, is_indented);
    }

    fn end_row(&mut self) {
        self.close_within(CELL, TABLE);
        if self.last(CELL) < self.last(TABLE)
            && let Some(table) = self.tables.last_mut()
            && !table.is_layout
        {
            table.end_row(&mut self.flow);
        }
    }

    /// What has begun is no cell of a table: the table lays out a page.
    fn lay_out(&mut self) {
        if self.last(CELL) > self.last(TABLE)
            && let Some(table) = self.tables.last_mut()
            && !table.is_layout
        {
            let text = self.flow.take();
            table.lay_out(&mut self.flow);
            self.flow.text(&text);
        }
    }

    fn end_title(&mut self) {
        if let Some(title) = self.title.take() {
            let words: Vec<&str> = title.split(is_space).filter(|word| !word.is_empty()).collect();
            self.has_title = !words.is_empty();
            if self.has_title {
                self.flow.end_block();
                self.flow.write(&format!("Title: {}", words.join(" ")));
                self.flow.blank();
            }
        }
    }

    fn image(&mut self, attributes: &Attributes) {
        let name = match attributes.get("alt") {
            Some(alt) if alt.is_empty() => return,
            Some(alt) => Some(alt),
            // No word on what it shows: its file's name may say it.
            None => attributes.get("src").filter(|source| is_address(source)).and_then(|source| {
                let path = source.split(['?', '#']).next().unwrap_or_default();
                path.rsplit('/').next().map(str::to_owned)
            }),
        };
        let name = name.filter(|name| !name.is_empty());
        self.flow.text(&name.map_or_else(|| "[image]".to_owned(), |name| format!("[image: {name}]")));
    }

    fn input(&mut self, get: &impl Fn(&str) -> Option<String>) {
        let kind = get("type").unwrap_or_default().to_ascii_lowercase();
        let label = get("value").or_else(|| get("placeholder"));
        match (&*kind, label) {
            ("hidden", _) => {}
            ("checkbox" | "radio", _) => self.flow.apart(if get("checked").is_some() { "[x]" } else { "[ ]" }),
            ("submit" | "button" | "reset", Some(label)) => self.flow.apart(&format!("[button: {label}]")),
            ("submit" | "button" | "reset" | "image", None) => self.flow.apart("[button]"),
            (_, Some(label)) => self.flow.apart(&format!("[input: {label}]")),
            (_, None) => self.flow.apart("[input]"),
        }
    }

    /// Of a choice, a browser shows what is chosen, or else the first.
    fn option(&mut self, is_selected: bool) {
        let Some(Frame::Select { start, has_option }) = self.frames.last_mut() else { return };
        if is_selected && *has_option {
            self.flow.go_back(*start);
        } else if *has_option {
            self.hiding = Some(Hiding::new(Tag::Option, b"option"));
        }
        *has_option = true;
        self.flow.space();
    }

    /// A formula as it was written in TeX takes the place of its signs.
    fn annotation(&mut self, encoding: Option<String>, name: &[u8]) {
        match self.frames.last() {
            Some(Frame::Math { start }) if encoding.is_some_and(|encoding| encoding.ends_with("tex")) => {
                self.flow.go_back(*start);
                self.flow.text("$");
                self.push(Frame::Annotation);
            }
            _ => self.hiding = Some(Hiding::new(Tag::Annotation, name)),
        }
    }
}

/// Whether a link leads somewhere from outside of its page.
fn is_address(target: &str) -> bool {
    let scheme = target.get(..11).unwrap_or(target).to_ascii_lowercase();
    target.len() <= MAX_ADDRESS_BYTES
        && !["#", "javascript:", "data:"].iter().any(|other| scheme.starts_with(other))
        && !target.contains(char::is_control)
}

/// The language that highlighters write into a class.
fn language(class: Option<String>) -> String {
    let class = class.unwrap_or_default();
    let name = class.split_whitespace().find_map(|word| {
        ["language-", "lang-", "highlight-source-"].iter().find_map(|prefix| word.strip_prefix(prefix))
    });
    name.filter(|name| !name.contains('`')).unwrap_or_default().to_owned()
}
