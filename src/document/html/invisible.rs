//! Finds the end of hidden content: at its end tag, or where a browser closes an unclosed element.

use super::html_tag::{Tag, is_void};
use super::tokenizer::Attributes;

/// An open hidden element.
#[derive(Debug)]
pub(super) struct Hiding {
    name: Vec<u8>,
    tag: Tag,
    /// Number of open elements inside it with the same name.
    same: u32,
    /// Number of open blocks inside it that need an end tag.
    blocks: u32,
    /// Number of open lists and tables inside it.
    containers: u32,
    /// Number of open elements of a drawing whose text it shows, one inside the other.
    texts: u32,
}

impl Hiding {
    pub fn new(tag: Tag, name: &[u8]) -> Self {
        Self { name: name.to_vec(), tag, same: 0, blocks: 0, containers: 0, texts: 0 }
    }

    pub fn is_named(&self, name: &[u8]) -> bool {
        self.name == name
    }

    /// Whether it is SVG or `MathML` instead of HTML.
    pub fn is_foreign(&self) -> bool {
        matches!(&*self.name, b"svg" | b"math")
    }

    /// Handles the start (or the end) of an element of a drawing. Returns how it separates the text of the drawing:
    /// `Some(true)` as a line of its own, `Some(false)` as a word.
    pub fn separates(&mut self, name: &[u8], attributes: Option<&Attributes>) -> Option<bool> {
        if self.name != b"svg" {
            return None;
        }
        if matches!(name, b"text" | b"foreignobject") {
            match attributes {
                Some(attributes) => self.texts += u32::from(!attributes.is_closed),
                None => self.texts = self.texts.saturating_sub(1),
            }
            return Some(true);
        }
        // A line of a longer text has a place of its own.
        let is_moved = |attributes: &Attributes| ["x", "y", "dy"].iter().any(|name| attributes.get(name).is_some());
        let is_apart = if name == b"tspan" { attributes.is_some_and(is_moved) } else { self.texts > 0 };
        is_apart.then_some(false)
    }

    /// Whether text in it is shown: that of a drawing.
    pub fn shows_text(&self) -> bool {
        self.texts > 0
    }

    /// Handles the start of an element. Returns whether the hidden element ended before it.
    pub fn ends_before(&mut self, tag: Tag, name: &[u8], is_closed: bool) -> bool {
        let is_implied = self.containers == 0
            && match (self.tag, tag) {
                (Tag::Item, Tag::Item)
                | (Tag::Term | Tag::Description, Tag::Term | Tag::Description)
                | (Tag::Cell | Tag::HeaderCell, Tag::Cell | Tag::HeaderCell | Tag::Row)
                | (Tag::Row, Tag::Row)
                | (Tag::Option, Tag::Option) => true,
                (Tag::Paragraph, tag) => self.name == b"p" && tag.is_block(),
                _ => false,
            };
        if is_implied {
            return true;
        }
        if is_void(name) || (is_closed && self.is_foreign()) {
            return false;
        }
        self.same += u32::from(self.name == name);
        self.blocks += u32::from(needs_end(tag, name));
        self.containers += u32::from(is_container(tag));
        false
    }

    /// Handles the end of an element. Returns whether the hidden element ended with it.
    pub fn ends_at(&mut self, tag: Tag, name: &[u8]) -> bool {
        if self.name == name {
            if self.same == 0 {
                return true;
            }
            self.same -= 1;
        } else if self.tag == Tag::Option && tag == Tag::Select {
            return true;
        } else if needs_end(tag, name) && self.blocks == 0 {
            // The tag belongs to an element around the hidden one. Scripts and drawings cannot be ended from outside.
            return self.tag != Tag::Hidden && !self.is_foreign();
        }
        self.blocks = self.blocks.saturating_sub(u32::from(needs_end(tag, name)));
        self.containers = self.containers.saturating_sub(u32::from(is_container(tag)));
        false
    }
}

fn is_container(tag: Tag) -> bool {
    matches!(tag, Tag::List | Tag::OrderedList | Tag::Table)
}

/// Whether a block ends only at its end tag.
fn needs_end(tag: Tag, name: &[u8]) -> bool {
    let may_lack_end = matches!(name, b"p" | b"hr" | b"tbody" | b"thead" | b"tfoot" | b"optgroup")
        || matches!(tag, Tag::Item | Tag::Term | Tag::Description | Tag::Row | Tag::Cell | Tag::HeaderCell);
    tag.is_block() && !may_lack_end
}
