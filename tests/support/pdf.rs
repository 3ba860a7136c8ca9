//! PDF as tests write it: text with a form feed between pages. What begins with `%locked` needs a password.

use lectern::{Answer, Slice};
use lectern_document::{Document, DocumentPart, Fault, Place};

/// The pages that are read in one slice.
const PAGES_AT_ONCE: usize = 5;

/// What a host answers.
pub fn answer(bytes: &[u8], place: Option<&Place>, slice: Option<Slice>) -> Answer {
    let text = String::from_utf8_lossy(bytes);
    if text.starts_with("%locked") {
        return Answer::Fault(Fault::Locked);
    }
    let pages: Vec<&str> = text.split('\u{c}').collect();
    let index = |page: u32| page as usize - 1;
    let (first, count) = match (place.and_then(|place| place.page), slice) {
        (Some(page), _) if index(page) >= pages.len() => return Answer::Fault(Fault::NoPage(1)),
        (Some(page), _) => (index(page), 1),
        (None, Some(slice)) => (index(slice.from), PAGES_AT_ONCE),
        (None, None) => (0, pages.len()),
    };
    let mut document = Document::default();
    for (number, page) in (1..).zip(&pages).skip(first).take(count) {
        if !document.text.is_empty() {
            document.text.push('\n');
        }
        let line = u32::try_from(document.text.lines().count()).expect("a test's document is small") + 1;
        document.parts.push(DocumentPart { line, level: 1, title: format!("Page {number}") });
        document.text.extend(["## Page ", &number.to_string(), "\n\n", page, "\n"]);
    }
    document.unfinished = slice.is_some() && first + count < pages.len();
    Answer::Document(document)
}
