//! Receives text and tags from the tokenizer and passes them on with the few attributes that matter.
//!
//! Comments, doctypes and errors are dropped. Memory use does not grow with the page.

use std::cell::Cell;

use html5gum::{Emitter, Error, State, naive_next_state};

use super::html_tag::is_void;

/// Maximum length of an attribute in bytes. Longer addresses are data URLs.
const MAX_VALUE_BYTES: usize = 2048;

/// Maximum number of bytes kept of a name: longer than any known name.
const MAX_NAME_BYTES: usize = 24;

/// The attributes that are kept.
const NAMES: [&str; 23] = [
    "href",
    "src",
    "alt",
    "title",
    "hidden",
    "aria-hidden",
    "style",
    "class",
    "colspan",
    "rowspan",
    "start",
    "value",
    "type",
    "placeholder",
    "checked",
    "selected",
    "alttext",
    "encoding",
    "role",
    "epub:type",
    "x",
    "y",
    "dy",
];

/// Maximum amount of work for one page, counted in pieces of text and attributes. A tag counts as [`TAG_WORK`]. A page
/// of 1 MB takes 100,000. A phone reaches the limit in about a second.
const MAX_WORK: u32 = 4_000_000;

/// The cost of a tag, relative to a piece of text.
const TAG_WORK: u32 = 3;

/// Nothing more is taken.
#[derive(Debug)]
pub(super) struct Full;

/// The attributes of a tag.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    values: [Option<Vec<u8>>; NAMES.len()],
    /// Whether the tag ended in `/>`, which has an effect only outside HTML.
    pub is_closed: bool,
}

impl Attributes {
    /// The value of an attribute. Empty if the attribute has no value, and `None` if there is no such attribute.
    pub fn get(&self, name: &str) -> Option<String> {
        let at = NAMES.iter().position(|known| *known == name)?;
        self.values[at].as_ref().map(|value| String::from_utf8_lossy(value).trim().to_owned())
    }

    /// Whether an attribute of the element hides it.
    pub fn hide(&self) -> bool {
        let style = || self.get("style").map(|style| style.to_ascii_lowercase().replace([' ', '\t', '\n'], ""));
        self.get("hidden").is_some()
            || self.get("aria-hidden").is_some_and(|value| value.eq_ignore_ascii_case("true"))
            || style().is_some_and(|style| style.contains("display:none") || style.contains("visibility:hidden"))
    }

    fn clear(&mut self) {
        self.values.fill(None);
        self.is_closed = false;
    }
}

/// What takes the tokens.
pub(super) trait Sink {
    fn text(&mut self, text: &str);

    fn start(&mut self, name: &[u8], attributes: &Attributes);

    fn end(&mut self, name: &[u8]);

    /// Adds a note that the rest of the page is skipped, and why.
    fn cut(&mut self, why: &str);

    /// Whether nothing more is taken.
    fn is_full(&self) -> bool;

    /// Whether the page is XML, so that `<a/>` ends what it starts.
    fn is_xml(&self) -> bool;

    /// Whether SVG or `MathML` is being skipped, which is tokenized by other rules than HTML.
    fn is_foreign(&self) -> bool;
}

/// Passes tokens on.
pub(super) struct Tokens<'a, S> {
    page: &'a mut S,
    is_end: bool,
    name: Vec<u8>,
    last_start: Vec<u8>,
    attributes: Attributes,
    attribute: Vec<u8>,
    /// The index in [`NAMES`] of the attribute that is being read.
    at: Option<usize>,
    work: u32,
    /// The start of an incomplete character.
    torn: Vec<u8>,
    /// Number of attributes of the tag, shared with the decoder.
    count: &'a Cell<u32>,
}

impl<'a, S: Sink> Tokens<'a, S> {
    pub fn new(page: &'a mut S, count: &'a Cell<u32>) -> Self {
        let (attributes, at) = (Attributes::default(), None);
        let [name, last_start, attribute, torn] = [const { Vec::new() }; 4];
        Self { page, is_end: false, name, last_start, attributes, attribute, at, work: 0, torn, count }
    }

    fn text(&mut self, bytes: &[u8]) {
        if self.torn.is_empty() {
            match str::from_utf8(bytes) {
                Ok(text) => return self.page.text(text),
                Err(error) if error.error_len().is_none() => {
                    let (whole, torn) = bytes.split_at(error.valid_up_to());
                    self.torn.extend_from_slice(torn);
                    return self.page.text(&String::from_utf8_lossy(whole));
                }
                Err(_) => return self.page.text(&String::from_utf8_lossy(bytes)),
            }
        }
        let mut whole = std::mem::take(&mut self.torn);
        whole.extend_from_slice(bytes);
        if whole.len() >= 4 || str::from_utf8(&whole).is_ok() {
            self.text(&whole);
        } else {
            self.torn = whole;
        }
    }

    /// Called at the end of an attribute's name. If a name occurs more than once, the first attribute is kept.
    fn name_attribute(&mut self) {
        let at = NAMES.iter().position(|name| name.as_bytes() == self.attribute);
        self.at = at.filter(|at| self.attributes.values[*at].is_none());
        if let Some(at) = self.at {
            self.attributes.values[at] = Some(Vec::new());
        }
        self.attribute.clear();
    }
}

/// Appends as many of the `bytes` as fit into `limit` bytes.
fn push(into: &mut Vec<u8>, bytes: &[u8], limit: usize) {
    let room = limit.saturating_sub(into.len());
    into.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

impl<S: Sink> Emitter for Tokens<'_, S> {
    type Token = Full;

    fn pop_token(&mut self) -> Option<Full> {
        let is_spent = self.work > MAX_WORK;
        if is_spent {
            self.page.cut("it has too many elements");
        }
        (is_spent || self.page.is_full()).then_some(Full)
    }

    fn emit_string(&mut self, bytes: &[u8]) {
        self.work += 1;
        self.text(bytes);
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.attributes.clear();
        self.count.set(0);
        self.is_end = false;
    }

    fn init_end_tag(&mut self) {
        self.init_start_tag();
        self.is_end = true;
    }

    fn push_tag_name(&mut self, bytes: &[u8]) {
        push(&mut self.name, bytes, MAX_NAME_BYTES);
    }

    fn init_attribute(&mut self) {
        self.work += 1;
        self.count.set(self.count.get() + 1);
        self.name_attribute();
        self.at = None;
    }

    fn push_attribute_name(&mut self, bytes: &[u8]) {
        push(&mut self.attribute, bytes, MAX_NAME_BYTES);
    }

    fn init_attribute_value(&mut self) {
        self.name_attribute();
    }

    fn push_attribute_value(&mut self, bytes: &[u8]) {
        if let Some(value) = self.at.and_then(|at| self.attributes.values[at].as_mut()) {
            // One byte more than is kept, to detect a value that was cut.
            push(value, bytes, MAX_VALUE_BYTES + 1);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.work += TAG_WORK;
        self.count.set(0);
        self.torn.clear();
        if !self.attribute.is_empty() {
            self.name_attribute();
        }
        if self.is_end {
            self.page.end(&self.name);
            return None;
        }
        self.page.start(&self.name, &self.attributes);
        if self.page.is_xml() && self.attributes.is_closed && !is_void(&self.name) {
            self.page.end(&self.name);
            return None;
        }
        self.last_start.clone_from(&self.name);
        if self.page.is_foreign() { None } else { naive_next_state(&self.name) }
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end && !self.last_start.is_empty() && self.name == self.last_start
    }

    fn set_self_closing(&mut self) {
        self.attributes.is_closed = true;
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start = name.unwrap_or_default().to_vec();
    }

    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}
