//! Elements inside a line (links, images, form fields, formulas), and list items.

use super::html_tag::{Tag, is_void};
use super::invisible::Hiding;
use super::open_elements::{Frame, ITEM, LIST, SELECT};
use super::page::Page;
use super::tokenizer::Attributes;

/// Maximum length of an address. A longer one is probably data.
const MAX_ADDRESS_BYTES: usize = 2000;

impl Page {
    /// Handles the start of an element that does not end the line.
    pub(super) fn open_inline(&mut self, tag: Tag, name: &[u8], attributes: &Attributes) {
        let get = |name: &str| attributes.get(name).filter(|value| !value.is_empty());
        match tag {
            Tag::Link if self.is_chapter && is_note_mark(&get) => self.flow.open_note_mark(),
            Tag::Link => {
                let is_shown = |target: &String| is_address(target) && (!self.is_chapter || target.contains(':'));
                self.flow.open_link(get("href").filter(is_shown));
            }
            Tag::Code => {
                if let Some(Frame::Pre { language: known }) = self.open.innermost()
                    && known.is_empty()
                {
                    *known = language(get("class"));
                }
                self.flow.open_code();
            }
            Tag::Superscript => self.flow.open_script('^'),
            Tag::Subscript => self.flow.open_script('_'),
            Tag::Image => self.image(attributes),
            Tag::Input => self.input(attributes.get("checked").is_some(), &get),
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
            // The reading of a word, which is above it.
            Tag::Inline if name == b"rt" => self.flow.join("("),
            Tag::Inline if name == b"button" => self.flow.space(),
            _ => {}
        }
    }

    /// Handles the start of a list item: on a new line after its marker, or within the line of a table cell.
    pub(super) fn open_item(&mut self, value: Option<String>) {
        self.close_within(ITEM, LIST);
        let mut mark = "- ".to_owned();
        if let Some(at) = self.last(LIST)
            && let Some(Frame::List(Some(next))) = self.open.at(at)
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
        self.push_indented(mark, rest, |is_indented| Frame::Item { is_indented });
    }

    fn image(&mut self, attributes: &Attributes) {
        let name = match attributes.get("alt") {
            Some(alt) if alt.is_empty() => return,
            Some(alt) => Some(alt),
            // Without a description, use the name of the image file.
            None => attributes.get("src").filter(|source| is_address(source)).and_then(|source| {
                let path = source.split(['?', '#']).next().unwrap_or_default();
                path.rsplit('/').next().map(str::to_owned)
            }),
        };
        let name = name.filter(|name| !name.is_empty());
        self.flow.text(&name.map_or_else(|| "[image]".to_owned(), |name| format!("[image: {name}]")));
    }

    fn input(&mut self, is_checked: bool, get: &impl Fn(&str) -> Option<String>) {
        let kind = get("type").unwrap_or_default().to_ascii_lowercase();
        let label = get("value").or_else(|| get("placeholder"));
        match (&*kind, label) {
            ("hidden", _) => {}
            ("checkbox" | "radio", _) => self.flow.apart(if is_checked { "[x]" } else { "[ ]" }),
            ("submit" | "button" | "reset", Some(label)) => self.flow.apart(&format!("[button: {label}]")),
            ("submit" | "button" | "reset" | "image", None) => self.flow.apart("[button]"),
            (_, Some(label)) => self.flow.apart(&format!("[input: {label}]")),
            (_, None) => self.flow.apart("[input]"),
        }
    }

    /// Like a browser, shows the selected option, or else the first one.
    fn option(&mut self, is_selected: bool) {
        let Some(Frame::Select { start, has_option }) = self.open.innermost() else { return };
        if is_selected && *has_option {
            self.flow.go_back(*start);
        } else if *has_option {
            self.hiding = Some(Hiding::new(Tag::Option, b"option"));
        }
        *has_option = true;
        self.flow.space();
    }

    /// If a formula includes its TeX source, the source replaces the text of the formula.
    fn annotation(&mut self, encoding: Option<String>, name: &[u8]) {
        match self.open.innermost() {
            Some(Frame::Math { start }) if encoding.is_some_and(|encoding| encoding.ends_with("tex")) => {
                self.flow.go_back(*start);
                self.flow.text("$");
                self.push(Frame::Annotation);
            }
            _ => self.hiding = Some(Hiding::new(Tag::Annotation, name)),
        }
    }
}

/// Whether a link of a book leads to a note.
fn is_note_mark(get: &impl Fn(&str) -> Option<String>) -> bool {
    get("epub:type").is_some_and(|kind| kind.split_whitespace().any(|kind| kind == "noteref"))
        || get("role").is_some_and(|role| role == "doc-noteref")
}

/// Whether a target is still useful outside its page.
fn is_address(target: &str) -> bool {
    let scheme = target.get(..11).unwrap_or(target).to_ascii_lowercase();
    target.len() <= MAX_ADDRESS_BYTES
        && !["#", "javascript:", "data:"].iter().any(|other| scheme.starts_with(other))
        && !target.contains(char::is_control)
}

/// The language of a code block, as syntax highlighters write it into `class`.
pub(super) fn language(class: Option<String>) -> String {
    let class = class.unwrap_or_default();
    let name = class.split_whitespace().find_map(|word| {
        ["language-", "lang-", "highlight-source-"].iter().find_map(|prefix| word.strip_prefix(prefix))
    });
    name.filter(|name| !name.contains('`')).unwrap_or_default().to_owned()
}
