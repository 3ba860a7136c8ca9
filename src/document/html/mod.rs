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
mod paced;
mod page;
mod page_text;
mod tokenizer;

use std::cell::Cell;
use std::io::ErrorKind;

use encoding_rs::Encoding;
use html5gum::Tokenizer;
use lectern_base::Document;
use lectern_base::encoding::{self, WideEncoding};

use self::main_content::Containers;
use self::paced::Paced;
use self::page::Page;
use self::tokenizer::{Sink, Tokens};
use super::slices::give_way;

/// Converts a page in slices, the main text first. Never fails.
pub(crate) async fn read_main_first(bytes: &[u8]) -> Document {
    read_page(bytes, Page { containers: Some(Containers::default()), ..Page::default() }).await
}

/// Converts a page in slices, in its order. `encoding` is what it is in, if that is known. Never fails.
pub(crate) async fn read(bytes: &[u8], encoding: Option<&'static Encoding>) -> Document {
    read_page(bytes, Page { encoding, ..Page::default() }).await
}

async fn read_page(bytes: &[u8], page: Page) -> Document {
    let mut document = read_as(bytes, page).await;
    if document.text.is_empty() {
        document.notes.push("the page has no text".to_owned());
    }
    document
}

/// Converts a page of a book in slices. Never fails.
pub(crate) async fn read_chapter(bytes: &[u8]) -> Document {
    read_as(bytes, Page { is_chapter: true, ..Page::default() }).await
}

async fn read_as(bytes: &[u8], page: Page) -> Document {
    let utf32 = encoding::detect(bytes).filter(|wide| matches!(wide, WideEncoding::Utf32Le | WideEncoding::Utf32Be));
    if let Some(wide) = utf32 {
        let text = format!("\u{feff}{}", encoding::decode(wide, bytes).0);
        let mut document = read_decoded(text.as_bytes(), page).await;
        document.encoding = Some(wide.name().to_owned());
        return document;
    }
    read_decoded(bytes, page).await
}

/// Converts a page in an encoding that browsers know.
async fn read_decoded(bytes: &[u8], mut page: Page) -> Document {
    let attributes = Cell::new(0);
    let (encoding, source) = charset::source(bytes, page.encoding, &attributes).await;
    let mut tokenizer = Tokenizer::new_with_emitter(Paced::new(source), Tokens::new(&mut page, &attributes));
    // The emitter returns a token only because the document is full.
    let is_cut = loop {
        match tokenizer.next() {
            Some(Err(error)) if error.kind() == ErrorKind::WouldBlock => give_way().await,
            end => break matches!(end, Some(Err(_))),
        }
    };
    drop(tokenizer);
    if is_cut {
        page.cut("an element has too many attributes");
    }
    let mut document = page.finish();
    document.encoding = encoding;
    document
}
