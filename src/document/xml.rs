//! Reads XML as a stream of tags and text. Names have no prefix, there is no tree, and at most one tag is held in
//! memory.
//!
//! An XML file may end anywhere and declare anything. Reading stops at the first invalid XML and at each limit, and
//! returns the reason.

use std::borrow::Cow;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;
use quick_xml::events::attributes::{Attribute, Attributes};
use quick_xml::name::QName;
use quick_xml::{Error, Reader, XmlVersion};

use super::part_reader::{Bound, PartReader};
use super::slices::give_way;
use crate::draft::Stop;

/// Maximum length of an element's name in bytes. The names of all open elements are kept. The longest name in any of
/// the formats has 40 letters.
const MAX_NAME: usize = 256;
/// Maximum length of the text of one element in bytes. A run in Word contains a few sentences.
const MAX_WHOLE_TEXT: usize = 2 * 1024 * 1024;

/// The next item of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// The start of an element. An empty element gives both `Open` and `Close`.
    Open,
    /// The end of an element.
    Close,
    /// Text. The text of an element may come in several pieces.
    Text,
    /// The regular end of the part.
    End,
}

/// The reader of one part.
pub(crate) struct Xml<'a> {
    reader: Reader<PartReader<'a>>,
    buffer: Vec<u8>,
    /// The last start tag, without its angle brackets.
    pub(super) tag: String,
    /// The length of the element name at the start of `tag`.
    name_len: usize,
    /// The name of the element in the last start or end tag.
    name: String,
    /// Where its local name starts.
    local: usize,
    text: String,
    depth: usize,
    stopped: Option<Stop>,
}

impl<'a> Xml<'a> {
    /// Creates a reader at the start of the part.
    pub fn new(part: PartReader<'a>) -> Self {
        let mut reader = Reader::from_reader(part);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        let (buffer, tag, name, text) = (Vec::new(), String::new(), String::new(), String::new());
        Self { reader, buffer, tag, name_len: 0, name, local: 0, text, depth: 0, stopped: None }
    }

    /// Advances to the next tag or piece of text. After an error, every call returns the same error.
    pub fn next(&mut self) -> Result<Node, Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        self.step().map_err(|stop| self.stop(stop))
    }

    fn step(&mut self) -> Result<Node, Stop> {
        loop {
            self.buffer.clear();
            if !self.reader.get_mut().begin_token() {
                return Err(self.bound(Bound::Nodes));
            }
            let event = match self.reader.read_event_into(&mut self.buffer) {
                Ok(event) => event,
                Err(error) => {
                    let otherwise = if matches!(error, Error::Io(_)) { Stop::Packed } else { Stop::Broken };
                    return Err(self.reader.get_ref().reached().map_or(otherwise, |bound| self.bound(bound)));
                }
            };
            match event {
                Event::Start(start) => {
                    self.depth += 1;
                    self.name_len = start.name().as_ref().len();
                    if self.name_len > MAX_NAME {
                        return Err(Stop::Long);
                    }
                    set(&mut self.tag, &start);
                    let limit = self.reader.get_ref().limits().depth;
                    if self.depth > limit {
                        return Err(Stop::Deep(limit));
                    }
                    self.local = set_name(&mut self.name, start.name());
                    return Ok(Node::Open);
                }
                Event::End(end) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.local = set_name(&mut self.name, end.name());
                    return Ok(Node::Close);
                }
                Event::Text(text) => set(&mut self.text, &text.xml10_content()),
                Event::CData(text) => set(&mut self.text, &text.xml10_content()),
                Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                    Ok(Some(char)) => set(&mut self.text, char.encode_utf8(&mut [0; 4])),
                    Ok(None) => match resolve_xml_entity(&reference) {
                        Some(letter) => set(&mut self.text, letter),
                        None => self.text = format!("&{};", &*reference),
                    },
                    Err(_) => set(&mut self.text, "\u{fffd}"),
                },
                // An element is still open, so the part was truncated.
                Event::Eof if self.depth > 0 => return Err(Stop::Cut),
                Event::Eof => return Ok(Node::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
            }
            return Ok(Node::Text);
        }
    }

    /// Counts `bytes` that were written towards the current slice.
    pub fn charge(&mut self, bytes: usize) {
        self.reader.get_mut().charge(bytes);
    }

    /// Gives way to the caller if a slice is done.
    pub async fn pause(&mut self) {
        if self.reader.get_mut().is_slice_done() {
            give_way().await;
        }
    }

    /// The local name of the element that was opened or closed last.
    pub fn name(&self) -> &str {
        &self.name[self.local..]
    }

    /// The same name with its prefix.
    pub fn full_name(&self) -> &str {
        &self.name
    }

    /// The last piece of text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of open elements.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The attribute with this local name of the element that was opened last.
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| local(key) == name)
    }

    /// Like [`Self::attribute`], but only finds attributes with a prefix, such as `r:id` next to an `id`.
    pub fn prefixed(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| key.prefix().is_some() && local(key) == name)
    }

    /// Calls `take` with the local name and the value of each attribute of the element that was opened last. Reads the
    /// tag only once, which helps if several attributes are needed.
    pub fn attributes(&self, mut take: impl FnMut(&str, Cow<'_, str>)) {
        for attribute in self.all().flatten().filter(is_standard) {
            take(local(attribute.key), value(&attribute));
        }
    }

    fn find(&self, is_it: impl Fn(QName<'_>) -> bool) -> Option<Cow<'_, str>> {
        let mut found = self.all().flatten().filter(|attribute| is_it(attribute.key));
        found.find(is_standard).map(|attribute| value(&attribute))
    }

    fn all(&self) -> Attributes<'_> {
        let mut attributes = Attributes::new(&self.tag, self.name_len);
        attributes.with_checks(false);
        attributes
    }

    /// Advances to the next start tag inside the element that was opened at depth `inside`; at depth 0, in the part.
    /// Returns false at its end.
    pub fn opens(&mut self, inside: usize) -> Result<bool, Stop> {
        while self.depth >= inside {
            match self.next()? {
                Node::Open => return Ok(true),
                Node::Close | Node::Text => {}
                Node::End => break,
            }
        }
        Ok(false)
    }

    /// Skips the rest of the element that was opened last.
    pub fn skip(&mut self) -> Result<(), Stop> {
        let inside = self.depth;
        while self.depth >= inside {
            if self.next()? == Node::End {
                break;
            }
        }
        Ok(())
    }

    /// Reads the whole text of the element that was opened last.
    pub fn whole_text(&mut self) -> Result<String, Stop> {
        let (inside, mut whole) = (self.depth, String::new());
        while self.depth >= inside {
            match self.next()? {
                Node::Text if whole.len() + self.text.len() <= MAX_WHOLE_TEXT => whole.push_str(&self.text),
                Node::Text => return Err(self.stop(Stop::Long)),
                Node::Open | Node::Close => {}
                Node::End => break,
            }
        }
        Ok(whole)
    }

    fn stop(&mut self, stop: Stop) -> Stop {
        self.stopped = Some(stop);
        stop
    }

    /// The error for a limit, with the limit's value for this format.
    fn bound(&self, bound: Bound) -> Stop {
        let limits = self.reader.get_ref().limits();
        match bound {
            Bound::Inflated if limits.node_bytes > 0 => Stop::Spent,
            Bound::Inflated => Stop::Large(limits.bytes),
            Bound::Nodes => Stop::Many(limits.nodes),
            Bound::Token => Stop::Long,
        }
    }
}

/// Whether it is a standard attribute. `LibreOffice` repeats some under its own prefix with the same local name.
fn is_standard(attribute: &Attribute<'_>) -> bool {
    let name = attribute.key.into_inner();
    !name.starts_with("calcext:") && !name.starts_with("loext:")
}

/// Invalid values are returned unchanged.
fn value<'a>(attribute: &Attribute<'a>) -> Cow<'a, str> {
    attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or_else(|_| attribute.value.clone())
}

fn set(held: &mut String, text: &str) {
    held.clear();
    held.push_str(text);
}

/// Keeps a name, and returns where its local name starts.
fn set_name(held: &mut String, name: QName<'_>) -> usize {
    set(held, name.into_inner());
    held.len() - local(name).len()
}

/// A name without its prefix. Names are so short that a plain loop is faster than an optimized search.
fn local(name: QName<'_>) -> &str {
    let name = name.into_inner();
    name.bytes().position(|byte| byte == b':').map_or(name, |colon| &name[colon + 1..])
}
