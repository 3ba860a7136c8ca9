//! Reads XML as a stream of tags and text. Uses local names without namespaces, builds no tree, and buffers one tag.
//!
//! Files are untrusted. Reading stops with a [`Stop`] at the first syntax error, at a premature end, and at each limit.

use std::borrow::Cow;

use quick_xml::events::Event;
use quick_xml::events::attributes::{Attribute, Attributes};
use quick_xml::name::QName;
use quick_xml::{Error, Reader, XmlVersion};

use super::part_reader::{Bound, PartReader};
use super::stop::Stop;

/// Maximum bytes of an element's name, because the names of all open elements are kept. The longest name in any of the
/// formats has 40 characters.
const MAX_NAME: usize = 256;
/// Maximum bytes of the text of one element. A run in Word has a few sentences.
const MAX_WHOLE_TEXT: usize = 2 * 1024 * 1024;

/// An item of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// The start of an element. An empty element (`<b/>`) has a start and an end.
    Open,
    /// The end of an element.
    Close,
    /// Text. The text of an element may come in several pieces.
    Text,
    /// The end of the part, with all elements closed.
    End,
}

/// Reads one part.
pub(crate) struct Xml<'a> {
    reader: Reader<PartReader<'a>>,
    buffer: Vec<u8>,
    /// The last start tag, without its brackets.
    tag: String,
    /// The length of the name at the start of `tag`.
    name_len: usize,
    /// The name in the last start or end tag, without its prefix.
    name: String,
    text: String,
    depth: usize,
    stopped: Option<Stop>,
}

impl<'a> Xml<'a> {
    /// Creates a reader of `part`.
    pub fn new(part: PartReader<'a>) -> Self {
        let mut reader = Reader::from_reader(part);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        let (buffer, tag, name, text) = (Vec::new(), String::new(), String::new(), String::new());
        Self { reader, buffer, tag, name_len: 0, name, text, depth: 0, stopped: None }
    }

    /// Reads the next tag or piece of text. After an error, returns that error again.
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
                    self.tag.clear();
                    self.tag.push_str(&start);
                    let limit = self.reader.get_ref().limits().depth;
                    if self.depth > limit {
                        return Err(Stop::Deep(limit));
                    }
                    self.name.clear();
                    self.name.push_str(local(start.name()));
                    return Ok(Node::Open);
                }
                Event::End(end) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.name.clear();
                    self.name.push_str(local(end.name()));
                    return Ok(Node::Close);
                }
                Event::Text(text) => {
                    self.text.clear();
                    self.text.push_str(&text.xml10_content());
                    return Ok(Node::Text);
                }
                Event::CData(text) => {
                    self.text.clear();
                    self.text.push_str(&text.xml10_content());
                    return Ok(Node::Text);
                }
                Event::GeneralRef(reference) => {
                    self.text.clear();
                    match reference.resolve_char_ref() {
                        Ok(Some(char)) => self.text.push(char),
                        Ok(None) => self.text.push_str(&entity(&reference)),
                        Err(_) => self.text.push(char::REPLACEMENT_CHARACTER),
                    }
                    return Ok(Node::Text);
                }
                // An open element at the end means that the part is truncated.
                Event::Eof if self.depth > 0 => return Err(Stop::Cut),
                Event::Eof => return Ok(Node::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    /// The name in the last start or end tag, without its prefix.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in the last start tag, with its prefix.
    pub fn full_name(&self) -> &str {
        &self.tag[..self.name_len]
    }

    /// The last piece of text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of open elements.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// An attribute in the last start tag, by its local name.
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| local(key) == name)
    }

    /// Like [`Xml::attribute`], but the attribute must have a prefix: finds `r:id`, not `id`.
    pub fn prefixed(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| key.prefix().is_some() && local(key) == name)
    }

    /// Calls `take` with the local name and value of each attribute in the last start tag. To get several attributes,
    /// this is faster than [`Xml::attribute`], which searches each time.
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

    /// The integer in the `val` attribute of the last start tag.
    pub fn number(&self) -> Option<i64> {
        self.attribute("val")?.trim().parse().ok()
    }

    /// Whether the last start tag switches a property on: `<w:b/>` and `<w:b w:val="1"/>` do, `<w:b w:val="0"/>` does
    /// not.
    pub fn is_on(&self) -> bool {
        !matches!(self.attribute("val").as_deref(), Some("0" | "false" | "off" | "none"))
    }

    /// Reads to the next start tag inside the element at depth `inside`. Returns false when that element has ended.
    pub fn opens(&mut self, inside: usize) -> Result<bool, Stop> {
        while self.depth >= inside {
            if self.next()? == Node::Open {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Skips the rest of the element whose start tag was read last.
    pub fn skip(&mut self) -> Result<(), Stop> {
        let inside = self.depth;
        while self.depth >= inside {
            if self.next()? == Node::End {
                break;
            }
        }
        Ok(())
    }

    /// Reads the element whose start tag was read last to its end, and returns its text.
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

    /// The [`Stop`] for a limit.
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

/// Whether it is not an extension of `LibreOffice`. Those repeat standard attributes with the same local names.
fn is_standard(attribute: &Attribute<'_>) -> bool {
    let name = attribute.key.into_inner();
    !name.starts_with("calcext:") && !name.starts_with("loext:")
}

/// The unescaped value. An invalid value is returned unchanged.
fn value<'a>(attribute: &Attribute<'a>) -> Cow<'a, str> {
    attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or_else(|_| attribute.value.clone())
}

/// A name without its prefix. A simple loop is faster than `memchr` here, because names are short.
fn local(name: QName<'_>) -> &str {
    let name = name.into_inner();
    name.bytes().position(|byte| byte == b':').map_or(name, |colon| &name[colon + 1..])
}

/// Resolves the five predefined entities of XML. Others are returned as written.
fn entity(name: &str) -> Cow<'static, str> {
    match name {
        "amp" => "&".into(),
        "lt" => "<".into(),
        "gt" => ">".into(),
        "quot" => "\"".into(),
        "apos" => "'".into(),
        other => format!("&{other};").into(),
    }
}
