//! Web pages that are made to do harm.
#![cfg(not(target_arch = "wasm32"))]

use lectern::document::{Document, Format, read};

#[cfg(test)]
fn page(html: impl AsRef<[u8]>) -> Document {
    read(Format::Html, html.as_ref()).expect("every page can be read")
}

#[test]
fn a_tag_with_thousands_of_attributes_ends_the_page_and_not_the_stack() {
    let tag = |count: usize| format!("<p>first<b {}>last", "t=\"\" ".repeat(count));
    let read = move || {
        assert_eq!(page(tag(200)).text, "firstlast\n");
        let document = page(tag(100_000));
        assert_eq!(document.text, "first\n");
        assert_eq!(document.notes, ["only the beginning of the page is shown: an element has too many attributes"]);
    };
    // As many as are let through take 200 KB when optimised, and 5 MB when not.
    let stack = if cfg!(debug_assertions) { 8 } else { 1 } * 1024 * 1024;
    std::thread::Builder::new().stack_size(stack).spawn(read).unwrap().join().unwrap();
}
