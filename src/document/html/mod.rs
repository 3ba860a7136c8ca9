//! Converts web pages to Markdown-like text: what a browser would show, in order.
//!
//! `tokenizer` receives tokens, `page_text` handles elements (with `page`, `open_elements`, `inline` and `invisible`),
//! `flow` writes lines, `html_table` collects cells, `main_content` tells the main text from menus. No tree is built, so
//! memory does not grow with the depth of a page.

mod charset;
mod flow;
mod html_table;
mod html_tag;
mod inline;
mod invisible;
mod links;
mod main_content;
mod open_elements;
mod page;
mod page_text;
mod tokenizer;

use std::cell::Cell;

use html5gum::{IoReader, Tokenizer};
use lectern_base::Document;

use self::main_content::Containers;
use self::page::Page;
use self::tokenizer::{Sink, Tokens};

/// Converts a page, the main text first. Never fails.
pub(crate) fn read_main_first(bytes: &[u8]) -> Document {
    read_page(bytes, Page { containers: Some(Containers::default()), ..Page::default() })
}

/// Converts a page in its order. Never fails.
pub(crate) fn read(bytes: &[u8]) -> Document {
    read_page(bytes, Page::default())
}

fn read_page(bytes: &[u8], page: Page) -> Document {
    let mut document = read_as(bytes, page);
    if document.text.is_empty() {
        document.notes.push("the page has no text".to_owned());
    }
    document
}

/// Converts a page of a book. Never fails.
pub(crate) fn read_chapter(bytes: &[u8]) -> Document {
    read_as(bytes, Page { is_chapter: true, ..Page::default() })
}

fn read_as(bytes: &[u8], mut page: Page) -> Document {
    let attributes = Cell::new(0);
    let (encoding, source) = charset::source(bytes, &attributes);
    let mut tokenizer = Tokenizer::new_with_emitter(IoReader::new(source), Tokens::new(&mut page, &attributes));
    // The emitter returns a token only to stop the tokenizer, because the document is full.
    let is_cut = matches!(tokenizer.next(), Some(Err(_)));
    drop(tokenizer);
    if is_cut {
        page.cut("an element has too many attributes");
    }
    let mut document = page.finish();
    document.encoding = encoding;
    document
}
