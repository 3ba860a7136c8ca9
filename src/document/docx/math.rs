//! Formulas: their text in one line, with a few signs in place of their layout.

use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// A word longer than this is put in brackets unseen.
const MAX_WORD: usize = 64;

/// The sign before this part of a formula, if its layout needs one.
pub(super) fn sign_before(name: &str) -> Option<&'static str> {
    match name {
        "num" => Some(""),
        "den" => Some("/"),
        "sup" => Some("^"),
        "sub" => Some("_"),
        "rad" => Some("√"),
        _ => None,
    }
}

/// A piece of a formula as it is written after `sign`: in brackets, unless it is one letter, word or number.
pub(super) fn written(sign: &str, piece: &str) -> String {
    let piece = piece.trim();
    let is_one = piece.len() < MAX_WORD && piece.chars().all(char::is_alphanumeric);
    match piece {
        "" => String::new(),
        piece if is_one => format!("{sign}{piece}"),
        piece => format!("{sign}({piece})"),
    }
}

/// The sign in the properties that began last, or `default`.
pub(super) fn sign(xml: &mut Xml<'_>, name: &str, default: &str) -> Result<String, Stop> {
    let (inside, mut sign) = (xml.depth(), None);
    while xml.opens(inside)? {
        if xml.name() == name {
            sign = xml.attribute("val").map(|sign| sign.chars().take(1).collect());
        }
    }
    Ok(sign.unwrap_or_else(|| default.to_owned()))
}

/// Reads the properties of brackets: gives the one that opens, and sets the one that closes.
pub(super) fn brackets(xml: &mut Xml<'_>, end: Option<&mut String>) -> Result<Option<String>, Stop> {
    let (inside, mut begin, mut other) = (xml.depth(), None, None);
    while xml.opens(inside)? {
        match xml.name() {
            "begChr" => begin = xml.attribute("val").map(|sign| sign.chars().take(1).collect()),
            "endChr" => other = xml.attribute("val").map(|sign| sign.chars().take(1).collect()),
            _ => {}
        }
    }
    if let (Some(end), Some(other)) = (end, other) {
        *end = other;
    }
    Ok(begin)
}
