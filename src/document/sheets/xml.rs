//! A part's XML as a stream of starts, ends and text, bounded in depth and in what one of them holds.
//!
//! No entity expands but the five of XML itself: there is nothing to bomb with.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use quick_xml::events::{BytesEnd, BytesStart, Event};
use quick_xml::{Error, Reader, XmlVersion};

use super::package::Flaw;

/// How much one tag or run of text may hold: ten times the longest text that Excel lets into a cell.
const MAX_EVENT: usize = 1024 * 1024;
/// What one of them costs of the document's budget beside its bytes: it takes as long as inflating so many.
const EVENT: u64 = 16;
/// How deep elements may be nested: real workbooks stay under 20.
const MAX_DEPTH: u32 = 128;
/// How long an element's name may be, since those of the open ones are kept.
const MAX_NAME: usize = 256;

/// A stream that ends in an error when the document's budget is spent, or when it is read too far since it was let out.
pub(super) struct Tether<'p> {
    source: Box<dyn Read + 'p>,
    left: Rc<Cell<u64>>,
    read: usize,
}

impl<'p> Tether<'p> {
    pub fn new(source: Box<dyn Read + 'p>, left: Rc<Cell<u64>>) -> Self {
        Self { source, left, read: 0 }
    }
}

impl Read for Tether<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.get() == 0 {
            return Err(io::Error::other("spent"));
        }
        if self.read > MAX_EVENT {
            return Err(io::Error::other("a tag or text of more than 1 MB"));
        }
        let read = self.source.read(buffer)?;
        self.read += read;
        self.left.set(self.left.get().saturating_sub(read as u64));
        Ok(read)
    }
}

/// What a part is made of. An empty element is a start and an end.
pub(super) enum Node<'b> {
    Start(Tag<'b>),
    End(End<'b>),
    Text(Cow<'b, str>),
    /// The end of the part.
    Eof,
}

/// A start tag.
pub(super) struct Tag<'b>(BytesStart<'b>);

impl Tag<'_> {
    /// Its name without the prefix.
    pub fn name(&self) -> &str {
        local(self.0.name().into_inner())
    }

    /// Its name with the prefix.
    pub fn full_name(&self) -> &str {
        self.0.name().into_inner()
    }

    /// Calls `take` with the local name and the value of each attribute. `LibreOffice`'s own ones, which repeat those
    /// of the standard under the same local name, are left out.
    pub fn attributes(&self, mut take: impl FnMut(&str, Cow<'_, str>)) {
        for attribute in self.0.attributes().with_checks(false).flatten() {
            let name = attribute.key.into_inner();
            if !name.starts_with("calcext:") && !name.starts_with("loext:") {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                take(local(name), value.unwrap_or_else(|_| attribute.value.clone()));
            }
        }
    }

    /// The value of the attribute with this local name.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let mut found = None;
        self.attributes(|key, value| {
            if key == name {
                found = Some(value.into_owned());
            }
        });
        found
    }
}

/// An end tag.
pub(super) struct End<'b>(BytesEnd<'b>);

impl End<'_> {
    /// Its name without the prefix.
    pub fn name(&self) -> &str {
        local(self.0.name().into_inner())
    }
}

fn local(name: &str) -> &str {
    match name.bytes().position(|byte| byte == b':') {
        Some(colon) => &name[colon + 1..],
        None => name,
    }
}

/// A part that is being read.
pub(super) struct Xml<'p> {
    reader: Reader<BufReader<Tether<'p>>>,
    buffer: Vec<u8>,
    depth: u32,
}

impl<'p> Xml<'p> {
    pub fn new(source: BufReader<Tether<'p>>) -> Self {
        let mut reader = Reader::from_reader(source);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, buffer: Vec::new(), depth: 0 }
    }

    /// What comes next. After an error or the end nothing may be asked.
    pub fn next(&mut self) -> Result<Node<'_>, Flaw> {
        self.buffer.clear();
        let tether = self.reader.get_mut().get_mut();
        tether.read = 0;
        tether.left.set(tether.left.get().saturating_sub(EVENT));
        let event = match self.reader.read_event_into(&mut self.buffer) {
            Ok(event) => event,
            Err(Error::Io(_)) if self.reader.get_ref().get_ref().left.get() == 0 => return Err(Flaw::Spent),
            Err(error) => return Err(Flaw::Broken(one_line(&error.to_string()))),
        };
        Ok(match event {
            Event::Start(tag) | Event::Empty(tag) => {
                self.depth += 1;
                if self.depth > MAX_DEPTH || tag.name().into_inner().len() > MAX_NAME {
                    return Err(Flaw::Broken("nested too deeply".into()));
                }
                Node::Start(Tag(tag))
            }
            Event::End(tag) => {
                self.depth = self.depth.saturating_sub(1);
                Node::End(End(tag))
            }
            Event::Text(text) => Node::Text(text.into_inner()),
            Event::CData(text) => Node::Text(text.into_inner()),
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(char)) => Node::Text(Cow::Owned(char.into())),
                _ => Node::Text(match &*reference {
                    "lt" => "<".into(),
                    "gt" => ">".into(),
                    "amp" => "&".into(),
                    "apos" => "'".into(),
                    "quot" => "\"".into(),
                    other => format!("&{};", other.chars().take(64).collect::<String>()).into(),
                }),
            },
            Event::Eof if self.depth > 0 => return Err(Flaw::Broken("its XML is cut short".into())),
            Event::Eof => Node::Eof,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => Node::Text("".into()),
        })
    }

    /// Reads past the element whose start was read last.
    pub fn skip(&mut self) -> Result<(), Flaw> {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside {
            if let Node::Eof = self.next()? {
                break;
            }
        }
        Ok(())
    }
}

/// Text of somebody else on one line of a note, cut short.
pub(super) fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(200).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
