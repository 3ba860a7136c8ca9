//! Writes messages and their parts.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use encoding_rs::{Encoding, UTF_8};
use lectern_base::Document;
use lectern_base::encoding::{decode, detect};
use lectern_base::kind::size;

use super::encoded_words::decoded;
use super::header_fields::{SHOWN, first_line};
use super::message_parts::{MAX_PARTS, Open, Part, Use, parts_of};
use super::parameters::Parameters;
use super::transfer::transferred;
use crate::base64;
use crate::draft::Draft;
use crate::slices::{Slices, give_way, is_utf8};
use crate::{html, legacy};

/// Maximum depth of parts. Mailing lists and forwarded messages have about five.
const MAX_DEPTH: usize = 20;
/// How much text is looked through at once.
const PIECE_BYTES: usize = 1024 * 1024;
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
    slices: Slices,
}

impl Body {
    /// Writes a message in slices.
    pub async fn message(&mut self, bytes: &[u8]) {
        let mut open = vec![self.open_message(Rc::new(bytes.into()), 0..bytes.len(), 0)];
        while let Some(last) = open.last_mut() {
            let is_done = last.is_alternative && last.has_text || self.parts > MAX_PARTS || self.draft.is_full();
            let Some(part) = last.parts.next().filter(|_| !is_done) else {
                let has_text = last.has_text;
                open.pop();
                if let Some(outer) = open.last_mut() {
                    outer.has_text |= has_text;
                }
                continue;
            };
            match self.part(part).await {
                Ok(has_text) => last.has_text |= has_text,
                Err(parts) => open.push(parts),
            }
        }
    }

    /// Writes the header of a message that is `depth` parts deep.
    fn open_message<'a>(&mut self, bytes: Rc<Cow<'a, [u8]>>, place: Range<usize>, depth: usize) -> Open<'a> {
        let part = Part::read(bytes, place, "text/plain", depth);
        let value = |name: &str| part.header.get(name).map(decoded).filter(|value| !value.is_empty());
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
        Open { parts: vec![part].into_iter(), is_alternative: false, has_text: true }
    }

    /// Writes a part. Returns whether it has text, or its parts.
    async fn part<'a>(&mut self, part: Part<'a>) -> Result<bool, Open<'a>> {
        self.parts += 1;
        if part.depth > MAX_DEPTH {
            self.draft.note(format!("parts are nested more than {MAX_DEPTH} deep, and deeper ones are left out"));
            return Ok(false);
        }
        if self.parts > MAX_PARTS {
            self.draft.note("only the first 10,000 parts are shown");
            return Ok(false);
        }
        let Part { header, bytes, .. } = &part;
        let mut kind = Parameters::read(header.get("Content-Type"));
        if !kind.value.contains('/') {
            part.default.clone_into(&mut kind.value);
        }
        if let Some(kinds) = kind.value.strip_prefix("multipart/")
            && let Some(boundary) = kind.get("boundary")
            && let Some(parts) = parts_of(&part, kinds, &boundary, &mut self.slices).await
        {
            return Err(parts);
        }
        let content = &bytes[part.content.clone()];
        let coding = header.get("Content-Transfer-Encoding").map(|coding| coding.trim_ascii().to_ascii_lowercase());
        let coding = coding.as_deref().unwrap_or_default();
        let disposition = Parameters::read(header.get("Content-Disposition"));
        let name = disposition.get("filename").or_else(|| kind.get("name"));
        let is_text = kind.value.starts_with("text/")
            || kind.value.starts_with("multipart/")
            || kind.value == "message/delivery-status";
        Ok(match &*kind.value {
            "message/rfc822" | "message/global" => {
                let message = transferred(coding, content).await;
                let len = message.trim_ascii_start().len();
                let (bytes, end) = match message {
                    Cow::Owned(bytes) => {
                        let end = bytes.len();
                        (Rc::new(bytes.into()), end)
                    }
                    Cow::Borrowed(_) => (Rc::clone(bytes), part.content.end),
                };
                let place = end - len..end;
                return Err(self.open_message(bytes, place, part.depth + 1));
            }
            _ if part.role == Use::OfPage && name.is_none() => {
                self.left_out += 1;
                false
            }
            _ if is_text && disposition.value != "attachment" && part.role == Use::Part => {
                let charset = kind.get("charset");
                let bytes = transferred(coding, content).await;
                self.text(bytes, kind.value == "text/html", charset.as_deref()).await
            }
            _ => {
                let len =
                    if coding == b"base64" { base64::decoded_len(content).await } else { content.trim_ascii().len() };
                let (name, kind) = (name.as_deref().unwrap_or("without a name"), shown(&kind.value));
                if !std::mem::replace(&mut self.ends_in_list, true) {
                    self.draft.blank();
                }
                self.draft.line(&format!("[attachment: {}, {kind}, {}]", shown(name), size(len as u64)));
                false
            }
        })
    }

    /// Writes text. Returns whether there is any.
    async fn text(&mut self, mut bytes: Cow<'_, [u8]>, is_html: bool, charset: Option<&str>) -> bool {
        let mut encoding = charset.and_then(|label| Encoding::for_label(label.as_bytes()));
        let mut is_utf8 = is_utf8(&bytes).await;
        for piece in bytes.chunks(PIECE_BYTES) {
            is_utf8 &= !piece.iter().any(|byte| matches!(byte, 0 | 0x1b));
            give_way().await;
        }
        if is_utf8 {
            encoding = Some(UTF_8);
        } else if let Some(wide) = detect(&bytes) {
            // The standard for the web lacks UTF-32, and `utf-16` leaves the order of bytes open.
            bytes = decode(wide, &bytes).0.into_bytes().into();
            encoding = Some(UTF_8);
        }
        if is_html || encoding.is_none() {
            let read = if is_html { Ok(html::read(&bytes, encoding).await) } else { legacy::read(&bytes) };
            if let Ok(document) = read {
                let before = self.lines(document.text.as_bytes(), UTF_8).await;
                if let Some(before) = before {
                    self.draft.append_rest(document, before);
                }
                return before.is_some();
            }
        }
        let encoding = encoding.unwrap_or(UTF_8);
        if !encoding.is_ascii_compatible() {
            // A line may begin in the characters of the line before.
            bytes = encoding.decode_with_bom_removal(&bytes).0.into_owned().into_bytes().into();
            return self.lines(&bytes, UTF_8).await.is_some();
        }
        self.lines(&bytes, encoding).await.is_some()
    }

    /// Writes plain text without the blank lines around it. Returns the line before it, if there is any.
    async fn lines(&mut self, text: &[u8], encoding: &'static Encoding) -> Option<u32> {
        let (mut before, mut blank, mut rest) = (None, 0, text);
        while !rest.is_empty() {
            let (line, below) = first_line(rest);
            rest = below;
            self.slices.turn(line.len() + 1).await;
            let line = encoding.decode_with_bom_removal(line).0;
            let line = line.trim_end();
            if line.is_empty() {
                blank += 1;
                continue;
            }
            if before.is_none() {
                self.draft.blank();
                before = Some(self.draft.lines());
                (self.has_text, self.ends_in_list) = (true, false);
                blank = 0;
            }
            for _ in 0..std::mem::take(&mut blank) {
                self.slices.turn(1).await;
                self.draft.line("");
            }
            self.draft.line(line);
        }
        before
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

/// Cuts what is too long to show.
fn shown(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_SHOWN_BYTES)]
}
