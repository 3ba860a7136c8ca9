//! XML as a stream of tags and text, by local name: no prefix, no namespace, no tree, and never more than one tag held.
//!
//! An XML file may end anywhere and claim anything. Reading stops, and says why, at the first thing that is no XML and
//! at each bound.

use std::borrow::Cow;

use quick_xml::events::Event;
use quick_xml::events::attributes::{Attribute, Attributes};
use quick_xml::name::QName;
use quick_xml::{Error, Reader, XmlVersion};

use super::part_reader::{Bound, PartReader};
use super::stop::Stop;

/// How long an element's name may be, since those of the open ones are kept. The longest of any format has 40 letters.
const MAX_NAME: usize = 256;
/// How long the text of one element may be: a run of Word's holds some sentences.
const MAX_WHOLE_TEXT: usize = 2 * 1024 * 1024;

/// What comes next in the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// An element begins. One without content begins and ends.
    Open,
    /// An element ends.
    Close,
    /// Text, in one piece or several.
    Text,
    /// The part has ended as it should.
    End,
}

/// Reads one part.
pub(crate) struct Xml<'a> {
    reader: Reader<PartReader<'a>>,
    buffer: Vec<u8>,
    /// The tag that began last, without its brackets.
    tag: String,
    /// How long the name is that it begins with.
    name_len: usize,
    /// The name of the element that began or ended last, without its prefix.
    name: String,
    text: String,
    depth: usize,
    stopped: Option<Stop>,
}

impl<'a> Xml<'a> {
    /// Begins to read.
    pub fn new(part: PartReader<'a>) -> Self {
        let mut reader = Reader::from_reader(part);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        let (buffer, tag, name, text) = (Vec::new(), String::new(), String::new(), String::new());
        Self { reader, buffer, tag, name_len: 0, name, text, depth: 0, stopped: None }
    }

    /// Goes on to the next tag or piece of text. After a stop there is nothing else.
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
                // At the end nothing may be open: a part that was cut off is no whole part.
                Event::Eof if self.depth > 0 => return Err(Stop::Cut),
                Event::Eof => return Ok(Node::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    /// The name of the element that began or ended last, without its prefix.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the element that began last, with its prefix.
    pub fn full_name(&self) -> &str {
        &self.tag[..self.name_len]
    }

    /// The piece of text that came last.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many elements are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// An attribute of the element that began last, by its name without prefix.
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| local(key) == name)
    }

    /// An attribute that must have a prefix, such as `r:id` where there may be an `id` too.
    pub fn prefixed(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| key.prefix().is_some() && local(key) == name)
    }

    /// Calls `take` with the local name and the value of each attribute of the element that began last: where several
    /// are asked for, they are looked through once.
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

    /// A number in the attribute `val`, and whether a switch is on: `<w:b/>` and `<w:b w:val="1"/>` are, `"0"` is not.
    pub fn number(&self) -> Option<i64> {
        self.attribute("val")?.trim().parse().ok()
    }

    /// Whether the switch that began last is on: `<w:b/>` and `<w:b w:val="1"/>` are, `<w:b w:val="0"/>` is not.
    pub fn is_on(&self) -> bool {
        !matches!(self.attribute("val").as_deref(), Some("0" | "false" | "off" | "none"))
    }

    /// Goes on to the next element that begins in the one that began at depth `inside`; false once that has ended.
    pub fn opens(&mut self, inside: usize) -> Result<bool, Stop> {
        while self.depth >= inside {
            if self.next()? == Node::Open {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Leaves out what is left of the element that began last.
    pub fn skip(&mut self) -> Result<(), Stop> {
        let inside = self.depth;
        while self.depth >= inside {
            if self.next()? == Node::End {
                break;
            }
        }
        Ok(())
    }

    /// The text of the element that began last.
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

    /// How the bound reads for what may be read of this document.
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

/// Whether it is none of `LibreOffice`'s own, which repeat those of the standard under the same local name.
fn is_standard(attribute: &Attribute<'_>) -> bool {
    let name = attribute.key.into_inner();
    !name.starts_with("calcext:") && !name.starts_with("loext:")
}

/// Invalid values are returned unchanged.
fn value<'a>(attribute: &Attribute<'a>) -> Cow<'a, str> {
    attribute.normalized_value(XmlVersion::Implicit1_0).unwrap_or_else(|_| attribute.value.clone())
}

/// A name without its prefix. Names are too short for a search to be worth starting.
fn local(name: QName<'_>) -> &str {
    let name = name.into_inner();
    name.bytes().position(|byte| byte == b':').map_or(name, |colon| &name[colon + 1..])
}

/// Resolves XML's five predefined entities. Others are left as written.
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
