//! Converts web pages to Markdown-like text: what a browser would show, in order.
//!
//! `tokenizer` receives tokens, `page_text` handles elements (with `open_elements`, `inline` and `invisible`), `flow`
//! writes lines, `html_table` collects cells. No tree is built, so memory does not grow with the depth of a page.

mod charset;
mod flow;
mod html_table;
mod html_tag;
mod inline;
mod invisible;
mod links;
mod open_elements;
mod page_text;
mod tokenizer;

use std::cell::Cell;

use html5gum::{IoReader, Tokenizer};

use super::Document;

/// Converts a page. Never fails.
pub(crate) fn read(bytes: &[u8]) -> Document {
    let attributes = Cell::new(0);
    let (encoding, source) = charset::source(bytes, &attributes);
    let mut page = page_text::Page::default();
    let mut tokenizer =
        Tokenizer::new_with_emitter(IoReader::new(source), tokenizer::Tokens::new(&mut page, &attributes));
    // A token only means that reading should stop. Errors come from `charset`: too many attributes.
    let is_cut = matches!(tokenizer.next(), Some(Err(_)));
    drop(tokenizer);
    if is_cut {
        page.cut("an element has too many attributes");
    }
    let mut document = page.finish();
    document.encoding = encoding;
    if document.text.is_empty() {
        document.notes.push("the page has no text".to_owned());
    }
    document
}
