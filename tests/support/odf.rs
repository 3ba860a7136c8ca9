//! Small texts and presentations in the `OpenDocument` format, built in code.
#![allow(clippy::unwrap_used, reason = "a fixture that cannot be built is a failed test")]

use super::zip::package;
use lectern_document::{Document, Fault, Format, read};

/// A text with this body, these automatic styles, and these parts beside it.
pub fn odt_with(styles: &str, body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    packed("text", styles, body, parts)
}

/// A presentation with these slides, these automatic styles, and these parts beside it.
pub fn odp_with(styles: &str, slides: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    packed("presentation", styles, slides, parts)
}

fn packed(kind: &str, styles: &str, body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let content = format!(
        "<office:document-content><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    );
    let kind = format!("application/vnd.oasis.opendocument.{kind}");
    package(&[&[("mimetype", kind.as_str()), ("content.xml", content.as_str())], parts].concat())
}

/// Reads a text.
pub fn open(bytes: &[u8]) -> Result<Document, Fault> {
    read(Format::Odt, bytes)
}

/// The lines of a text with this body.
pub fn lines(body: &str) -> Vec<String> {
    lines_with("", body, &[])
}

/// The lines of a text with these styles, this body and these parts.
pub fn lines_with(styles: &str, body: &str, parts: &[(&str, &str)]) -> Vec<String> {
    open(&odt_with(styles, body, parts)).unwrap().text.lines().map(ToOwned::to_owned).collect()
}

/// A paragraph of plain text.
pub fn p(text: &str) -> String {
    format!("<text:p>{text}</text:p>")
}
