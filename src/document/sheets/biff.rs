//! The records of a workbook of Excel 5 to 2003, and their texts and numbers.

use encoding_rs::Encoding;

use crate::compound::{long, number, place, short, wide};

/// A record: its kind, its content, and where the one after it begins.
pub(super) struct Record<'a> {
    pub kind: usize,
    pub content: &'a [u8],
    pub end: usize,
}

/// The record at a place. `None` at the end.
pub(super) fn record(stream: &[u8], at: usize) -> Option<Record<'_>> {
    let head = stream.get(at..at.checked_add(4)?)?;
    let (start, len) = (at + 4, short(head, 2));
    let end = (start + len).min(stream.len());
    Some(Record { kind: short(head, 0), content: &stream[start..end], end })
}

/// How texts are stored.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    /// Since Excel 97, they say whether they are UTF-16. Before, they are in `encoding`.
    pub is_unicode: bool,
    pub encoding: &'static Encoding,
}

impl Letters {
    /// A text behind its length of one byte or two.
    pub fn text(self, content: &[u8], at: usize, has_long_length: bool) -> String {
        let (len, start) = if has_long_length {
            (short(content, at), at + 2)
        } else {
            (content.get(at).copied().unwrap_or_default().into(), at + 1)
        };
        let rest = content.get(start..).unwrap_or_default();
        match rest.split_first() {
            Some((flags, rest)) if self.is_unicode => letters(rest, len, *flags),
            _ => self.encoding.decode_without_bom_handling(&rest[..rest.len().min(len)]).0.into_owned(),
        }
    }
}

fn letters(bytes: &[u8], len: usize, flags: u8) -> String {
    if flags & 1 == 0 {
        // The low halves of UTF-16.
        bytes.iter().take(len).map(|byte| char::from(*byte)).collect()
    } else {
        wide(&bytes[..bytes.len().min(len * 2)])
    }
}

/// A number in four bytes: of a whole number or the first half of a fraction, perhaps times a hundred.
pub(super) fn packed(content: &[u8], at: usize) -> f64 {
    let bits = long(content, at);
    let value =
        if bits & 2 == 0 { f64::from_bits(u64::from(bits & !3) << 32) } else { f64::from(bits.cast_signed() >> 2) };
    if bits & 1 == 0 { value } else { value / 100.0 }
}

pub(super) fn float(content: &[u8], at: usize) -> f64 {
    f64::from_bits(number::<8>(content, at))
}

/// The table of texts, which goes on in further records.
pub(super) struct TextTable<'a> {
    stream: &'a [u8],
    /// What is left of the record, and where the next one begins.
    rest: &'a [u8],
    next: usize,
}

impl<'a> TextTable<'a> {
    pub fn new(stream: &'a [u8], first: &Record<'a>) -> Self {
        Self { stream, rest: first.content.get(8..).unwrap_or_default(), next: first.end }
    }

    /// Goes on in the next record. Returns false if it is another kind of record.
    fn go_on(&mut self) -> bool {
        let Some(next) = record(self.stream, self.next).filter(|next| next.kind == 0x3c) else { return false };
        (self.rest, self.next) = (next.content, next.end);
        true
    }

    fn take(&mut self, mut len: usize) -> Vec<u8> {
        let mut taken = Vec::new();
        while len > 0 {
            let (part, rest) = self.rest.split_at(self.rest.len().min(len));
            taken.extend_from_slice(part);
            self.rest = rest;
            len -= part.len();
            if len > 0 && !self.go_on() {
                break;
            }
        }
        taken
    }

    /// The next text. `None` at the end.
    pub fn text(&mut self) -> Option<String> {
        let head = self.take(3);
        let (mut left, mut flags) = (short(&head, 0), *head.get(2)?);
        let runs = if flags & 8 == 0 { 0 } else { short(&self.take(2), 0) };
        let more = if flags & 4 == 0 { 0 } else { place(&self.take(4), 0) };
        let mut text = String::new();
        loop {
            let width = usize::from(flags & 1) + 1;
            let count = left.min(self.rest.len() / width);
            let (part, rest) = self.rest.split_at(count * width);
            text.push_str(&letters(part, count, flags));
            self.rest = rest;
            left -= count;
            if left == 0 || !self.go_on() {
                break;
            }
            // The rest of a text in the next record begins with its own flags.
            let (first, rest) = self.rest.split_first()?;
            (flags, self.rest) = (*first, rest);
        }
        self.take(runs * 4);
        self.take(more.min(self.stream.len()));
        Some(text)
    }
}
