//! XML as a stream of tags and text, by local name: no prefix, no namespace, no tree, and never more than one tag held.
//!
//! An XML file may end anywhere and claim anything. Reading stops, and says why, at the first thing that is no XML and at
//! each bound.

use std::borrow::Cow;

use quick_xml::events::Event;
use quick_xml::events::attributes::Attributes;
use quick_xml::name::QName;
use quick_xml::{Reader, XmlVersion};
use thiserror::Error;

use super::part::{Bound, MAX_INFLATED, MAX_NODES, PartReader};

/// How deep elements may be nested. A table in a table in a text box stands at some 40; each level costs memory.
const MAX_DEPTH: usize = 512;

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

/// Why a part ended early; reads on after "in its part …,".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum Stop {
    #[error("the XML is broken")]
    Broken,
    #[error("the document takes more than {} MB unpacked", MAX_INFLATED / 1024 / 1024)]
    Large,
    #[error("only the first {MAX_NODES} tags and runs of text are read")]
    Many,
    #[error("one piece of text or markup is too long")]
    Long,
    #[error("elements are nested more than {MAX_DEPTH} deep")]
    Deep,
}

/// Reads one part.
pub(crate) struct Xml<'a> {
    reader: Reader<PartReader<'a>>,
    buffer: Vec<u8>,
    /// The tag last read, without its brackets, or the name of the element that ended.
    tag: String,
    name_len: usize,
    local_at: usize,
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
        let (buffer, tag, text) = (Vec::new(), String::new(), String::new());
        Self { reader, buffer, tag, name_len: 0, local_at: 0, text, depth: 0, stopped: None }
    }

    /// Goes on to the next tag or piece of text. After a stop there is nothing else.
    pub fn next(&mut self) -> Result<Node, Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        let node = self.step();
        self.stopped = node.err();
        node
    }

    fn step(&mut self) -> Result<Node, Stop> {
        loop {
            self.buffer.clear();
            self.reader.get_mut().begin_token();
            if self.reader.get_ref().reached() == Some(Bound::Nodes) {
                return Err(Stop::Many);
            }
            let Ok(event) = self.reader.read_event_into(&mut self.buffer) else {
                return Err(match self.reader.get_ref().reached() {
                    Some(Bound::Inflated) => Stop::Large,
                    Some(Bound::Token) => Stop::Long,
                    Some(Bound::Nodes) => Stop::Many,
                    None => Stop::Broken,
                });
            };
            match event {
                Event::Start(start) => {
                    self.depth += 1;
                    if self.depth > MAX_DEPTH {
                        return Err(Stop::Deep);
                    }
                    self.tag.clear();
                    self.tag.push_str(&start);
                    self.name_len = start.name().as_ref().len();
                    self.local_at = local_at(&self.tag[..self.name_len]);
                    return Ok(Node::Open);
                }
                Event::End(end) => {
                    self.depth = self.depth.saturating_sub(1);
                    self.tag.clear();
                    self.tag.push_str(end.name().as_ref());
                    self.name_len = self.tag.len();
                    self.local_at = local_at(&self.tag);
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
                Event::Eof if self.depth > 0 => return Err(Stop::Broken),
                Event::Eof => return Ok(Node::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }

    /// The name of the element that began or ended last, without its prefix.
    pub fn name(&self) -> &str {
        &self.tag[self.local_at..self.name_len]
    }

    /// How many elements are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// An attribute of the element that began last, by its name without prefix.
    pub fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| key.local_name().as_ref() == name)
    }

    /// An attribute that must have a prefix, such as `r:id` where there may be an `id` too.
    pub fn prefixed(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|key| key.prefix().is_some() && key.local_name().as_ref() == name)
    }

    fn find(&self, is_it: impl Fn(QName<'_>) -> bool) -> Option<Cow<'_, str>> {
        let mut attributes = Attributes::new(&self.tag, self.name_len);
        let found = attributes.with_checks(false).flatten().find(|attribute| is_it(attribute.key))?;
        let raw = found.value.clone();
        // What is no XML is better shown as it stands than lost.
        Some(found.normalized_value(XmlVersion::Implicit1_0).unwrap_or(raw))
    }

    /// A number in the attribute `val`, and whether a switch is on: `<w:b/>` and `<w:b w:val="1"/>` are, `"0"` is not.
    pub fn number(&self) -> Option<i64> {
        self.attribute("val")?.trim().parse().ok()
    }

    /// Whether the switch that began last is on: `<w:b/>` and `<w:b w:val="1"/>` are, `<w:b w:val="0"/>` is not.
    pub fn is_on(&self) -> bool {
        !matches!(self.attribute("val").as_deref(), Some("0" | "false" | "off" | "none"))
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
}

/// How long the text of one element may be: a run of Word's holds some sentences.
const MAX_WHOLE_TEXT: usize = 2 * 1024 * 1024;

fn local_at(name: &str) -> usize {
    name.rfind(':').map_or(0, |colon| colon + 1)
}

/// XML's own five; any other is left as it is written, since what it stands for is not looked up.
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
