//! Reads web pages.
#![allow(clippy::unwrap_used, reason = "a page is always read")]

use lectern_document::{Document, Format, read};

/// What is read of a page.
pub fn page(html: impl AsRef<[u8]>) -> Document {
    read(Format::Html, html.as_ref()).unwrap()
}

/// Its text.
pub fn text(html: &str) -> String {
    page(html).text.trim_end().to_owned()
}

/// What each page is, and what a person reads of it.
pub fn check(cases: &[(&str, &str)]) {
    for (html, expected) in cases {
        assert_eq!(text(html), *expected, "{html}");
    }
}
