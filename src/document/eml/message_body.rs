//! Writes messages and their parts.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use lectern_base::Document;
use lectern_base::encoding::{decode, detect};
use lectern_base::kind::size;

use super::encoded_words::decoded;
use super::header_fields::{Header, SHOWN, first_line};
use super::parameters::Parameters;
use super::transfer::quoted;
use crate::base64;
use crate::draft::Draft;
use crate::{html, legacy};

/// Maximum depth of parts. Mailing lists and forwarded messages have about five.
const MAX_DEPTH: usize = 20;
/// Maximum number of parts.
const MAX_PARTS: usize = 10_000;
/// Maximum number of bytes shown of a field or a name.
const MAX_SHOWN_BYTES: usize = 4000;

/// The text of a message while it is written.
#[derive(Debug, Default)]
pub(super) struct Body {
    draft: Draft,
    parts: usize,
    has_text: bool,
    /// Whether the last line names an attachment.
    ends_in_list: bool,
    /// The number of files of web pages that are left out.
    left_out: usize,
}

/// How a part is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Part,
    /// A file that a web page shows.
    OfPage,
}

/// A part of a message.
struct Part<'a> {
    header: Header,
    content: &'a [u8],
    /// Its type if it declares none.
    default: &'static str,
    depth: usize,
    role: Use,
}

impl Body {
    /// Writes a message that is `depth` parts deep.
    pub fn message(&mut self, header: Header, content: &[u8], depth: usize) {
        let value = |name: &str| header.get(name).map(decoded).filter(|value| !value.is_empty());
        let fields: Vec<_> = SHOWN.iter().filter_map(|name| Some((*name, value(name)?))).collect();
        self.draft.blank();
        if let Some((_, subject)) = fields.iter().find(|(name, _)| *name == "Subject") {
            let level = u8::try_from(depth / 2 + 1).unwrap_or(u8::MAX);
            self.draft.part(level, shown(subject));
        }
        for (name, value) in &fields {
            self.draft.line(&format!("{name}: {}", shown(value)));
        }
        self.ends_in_list = false;
        self.part(&Part { header, content, default: "text/plain", depth, role: Use::Part });
    }

    /// Writes a part. Returns whether it has text.
    fn part(&mut self, part: &Part<'_>) -> bool {
        self.parts += 1;
        if part.depth > MAX_DEPTH {
            self.draft.note(format!("parts are nested more than {MAX_DEPTH} deep, and deeper ones are left out"));
            return false;
        }
        if self.parts > MAX_PARTS {
            self.draft.note("only the first 10,000 parts are shown");
            return false;
        }
        let Part { header, content, .. } = part;
        let mut kind = Parameters::read(header.get("Content-Type"));
        if !kind.value.contains('/') {
            part.default.clone_into(&mut kind.value);
        }
        if let Some(kinds) = kind.value.strip_prefix("multipart/")
            && let Some(parts) = kind.get("boundary").map(|boundary| split(content, &boundary))
            && !parts.is_empty()
        {
            return self.parts(&parts, kinds, part.depth + 1);
        }
        let coding = header.get("Content-Transfer-Encoding").map(|coding| coding.trim_ascii().to_ascii_lowercase());
        let coding = coding.as_deref().unwrap_or_default();
        let disposition = Parameters::read(header.get("Content-Disposition"));
        let name = disposition.get("filename").or_else(|| kind.get("name"));
        let is_text = kind.value.starts_with("text/")
            || kind.value.starts_with("multipart/")
            || kind.value == "message/delivery-status";
        match &*kind.value {
            "message/rfc822" | "message/global" => {
                let content = transferred(coding, content);
                let (header, content) = Header::read(content.trim_ascii_start());
                self.message(header, content, part.depth + 1);
                true
            }
            _ if part.role == Use::OfPage && name.is_none() => {
                self.left_out += 1;
                false
            }
            _ if is_text && disposition.value != "attachment" && part.role == Use::Part => {
                let charset = kind.get("charset");
                self.text(&transferred(coding, content), kind.value == "text/html", charset.as_deref())
            }
            _ => {
                let len = if coding == b"base64" { base64::decoded_len(content) } else { content.trim_ascii().len() };
                let (name, kind) = (name.as_deref().unwrap_or("without a name"), shown(&kind.value));
                if !std::mem::replace(&mut self.ends_in_list, true) {
                    self.draft.blank();
                }
                self.draft.line(&format!("[attachment: {}, {kind}, {}]", shown(name), size(len as u64)));
                false
            }
        }
    }

    /// Writes the parts of a part.
    fn parts(&mut self, parts: &[&[u8]], kinds: &str, depth: usize) -> bool {
        let default = if kinds == "digest" { "message/rfc822" } else { "text/plain" };
        let parts = parts.iter().enumerate().map(|(at, part)| {
            let (header, content) = Header::read(part);
            let role = if kinds == "related" && at > 0 { Use::OfPage } else { Use::Part };
            Part { header, content, default, depth, role }
        });
        if kinds == "alternative" {
            // The plain text, or else the first of the others that has text.
            let (plain, others): (Vec<_>, Vec<_>) = parts.partition(|part| is_plain(&part.header));
            return plain.iter().chain(&others).any(|part| self.part(part));
        }
        let mut has_text = false;
        for part in parts {
            has_text |= self.part(&part);
            if self.parts > MAX_PARTS || self.draft.is_full() {
                break;
            }
        }
        has_text
    }

    /// Writes text. Returns whether there is any.
    fn text(&mut self, bytes: &[u8], is_html: bool, charset: Option<&str>) -> bool {
        let encoding = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        let is_utf8 = str::from_utf8(bytes).is_ok() && !bytes.iter().any(|byte| matches!(byte, 0 | 0x1b));
        let wide = detect(bytes).filter(|_| !is_utf8);
        let text = match encoding {
            _ if is_utf8 => Some(String::from_utf8_lossy(bytes)),
            // The standard for the web lacks UTF-32, and `utf-16` leaves the order of bytes open.
            _ if wide.is_some() => wide.map(|wide| decode(wide, bytes).0.into()),
            Some(encoding) => Some(encoding.decode_with_bom_removal(bytes).0),
            None => None,
        };
        let mut document = match (text, is_html) {
            // The mark tells that it is UTF-8, whatever the page says.
            (Some(text), true) => html::read(format!("\u{feff}{text}").as_bytes()),
            (None, true) => html::read(bytes),
            (Some(text), false) => Document { text: text.into_owned(), ..Document::default() },
            (None, false) => legacy::read(bytes).unwrap_or_else(|_| Document {
                text: UTF_8.decode_without_bom_handling(bytes).0.into_owned(),
                ..Document::default()
            }),
        };
        if !is_html {
            let lines: Vec<_> = document.text.lines().map(str::trim_end).collect();
            document.text = lines.join("\n");
            let blank = document.text.len() - document.text.trim_start_matches('\n').len();
            document.text.drain(..blank);
            document.text.truncate(document.text.trim_end().len());
            document.text.push('\n');
        }
        if document.text.trim().is_empty() {
            return false;
        }
        self.draft.blank();
        self.draft.append(document);
        (self.has_text, self.ends_in_list) = (true, false);
        true
    }

    pub fn finish(mut self) -> Document {
        match self.left_out {
            0 => {}
            1 => self.draft.note("1 image or other file of the page is left out"),
            count => self.draft.note(format!("{count} images and other files of the page are left out")),
        }
        if !self.has_text {
            self.draft.note("the message has no text");
        }
        self.draft.finish()
    }
}

fn is_plain(header: &Header) -> bool {
    let kind = header.get("Content-Type");
    kind.is_none_or(|kind| kind.trim_ascii().to_ascii_lowercase().starts_with(b"text/plain"))
}

/// The parts between lines that are `boundary`.
fn split<'a>(content: &'a [u8], boundary: &str) -> Vec<&'a [u8]> {
    let mark = format!("--{boundary}");
    let (mut parts, mut start, mut rest) = (Vec::new(), None, content);
    while !rest.is_empty() && parts.len() <= MAX_PARTS {
        let at = content.len() - rest.len();
        let (line, below) = first_line(rest);
        rest = below;
        let Some(end) = line.strip_prefix(mark.as_bytes()).map(<[u8]>::trim_ascii_end) else { continue };
        if end.is_empty() || end == b"--" {
            parts.extend(start.map(|start| &content[start..at]));
            start = end.is_empty().then(|| content.len() - below.len());
            if !end.is_empty() {
                break;
            }
        }
    }
    // The end is missing.
    parts.extend(start.map(|start| &content[start..]));
    parts
}

fn transferred<'a>(coding: &[u8], content: &'a [u8]) -> Cow<'a, [u8]> {
    match coding {
        b"base64" => base64::decoded(content).into(),
        b"quoted-printable" => quoted(content).into(),
        _ => content.into(),
    }
}

/// Cuts what is too long to show.
fn shown(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_SHOWN_BYTES)]
}
