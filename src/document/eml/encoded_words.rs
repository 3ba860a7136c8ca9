//! Text in headers, where other characters than ASCII are written as `=?utf-8?Q?=C3=A9?=` (RFC 2047).

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::transfer::quoted;
use crate::base64;
use crate::markup::one_line;

/// Maximum length of an encoded word in bytes. The standard allows 75, and some programs write whole lines.
const MAX_WORD_BYTES: usize = 2000;

/// An encoding and bytes in it.
type Word = (&'static Encoding, Vec<u8>);

/// The text of a field, on one line.
pub(super) fn decoded(value: &[u8]) -> String {
    let plain = match str::from_utf8(value) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(value).0.into_owned(),
    };
    let mut text = String::new();
    // A character may be torn over two words of one encoding.
    let mut open: Option<Word> = None;
    let mut rest = plain.as_str();
    while let Some((before, word, after)) = next_word(rest) {
        // White space between two encoded words is not shown.
        if open.is_none() || !before.trim().is_empty() {
            close(&mut open, &mut text);
            text.push_str(before);
        }
        match &mut open {
            Some((encoding, bytes)) if *encoding == word.0 => bytes.extend(word.1),
            _ => {
                close(&mut open, &mut text);
                open = Some(word);
            }
        }
        rest = after;
    }
    close(&mut open, &mut text);
    text.push_str(rest);
    one_line(&text)
}

fn close(open: &mut Option<Word>, text: &mut String) {
    if let Some((encoding, bytes)) = open.take() {
        text.push_str(&encoding.decode_without_bom_handling(&bytes).0);
    }
}

/// What is before the next encoded word, its encoding and bytes, and what is after it.
fn next_word(text: &str) -> Option<(&str, Word, &str)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find("=?")?;
        from = start + 2;
        let window = &text[from..text.floor_char_boundary(from.saturating_add(MAX_WORD_BYTES))];
        let mut pieces = window.splitn(3, '?');
        let (Some(charset), Some(kind)) = (pieces.next(), pieces.next()) else { continue };
        let Some((content, behind)) = pieces.next().and_then(|rest| rest.split_once("?=")) else { continue };
        let after = &text[from + window.len() - behind.len()..];
        let bytes = match kind {
            "B" | "b" => base64::decoded(content.as_bytes()),
            "Q" | "q" => quoted(content.replace('_', " ").as_bytes()),
            _ => continue,
        };
        // A language may follow the encoding.
        let label = charset.split('*').next().unwrap_or_default();
        let encoding = Encoding::for_label(label.as_bytes()).unwrap_or(UTF_8);
        return Some((&text[..start], (encoding, bytes), after));
    }
}
