//! Formulas on one line: signs such as `/`, `^` and `√` replace the layout.

use crate::document::stop::Stop;
use crate::document::xml::Xml;

/// Words of this many bytes or more are parenthesized without examination.
const MAX_WORD: usize = 64;

/// The sign to write before this element of a formula. `None` for elements without a sign.
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

/// `sign` and a piece of a formula, in parentheses unless it is a single letter, word or number: `^2`, `/(a+b)`.
pub(super) fn written(sign: &str, piece: &str) -> String {
    let piece = piece.trim();
    let is_one = piece.len() < MAX_WORD && piece.chars().all(char::is_alphanumeric);
    match piece {
        "" => String::new(),
        piece if is_one => format!("{sign}{piece}"),
        piece => format!("{sign}({piece})"),
    }
}

/// Reads the properties whose start tag was read last. Returns the sign in the child `name`, or `default`.
pub(super) fn sign(xml: &mut Xml<'_>, name: &str, default: &str) -> Result<String, Stop> {
    let (inside, mut sign) = (xml.depth(), None);
    while xml.opens(inside)? {
        if xml.name() == name {
            sign = xml.attribute("val").map(|sign| sign.chars().take(1).collect());
        }
    }
    Ok(sign.unwrap_or_else(|| default.to_owned()))
}

/// Reads the properties of brackets. Returns the opening bracket, and stores the closing one in `end`.
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
