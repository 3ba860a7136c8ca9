//! EPUB books: finds the chapters in order, and reads each as a web page.

mod book_contents;
mod package_file;

use std::collections::BTreeSet;

use lectern_base::{Document, Fault, Format};

use super::html;
use super::package::{Package, mistaken};
use super::part_reader::Limits;
use super::slices::give_way;
use crate::draft::{Draft, Stop};
use book_contents::BookContents;
use package_file::PackageFile;

/// Limits for one book. A long novel has 5 MB of pages, and the Mahabharata 35.
const LIMITS: Limits = Limits {
    entries: 20_000,
    bytes: 64 * 1024 * 1024,
    node_bytes: 0,
    nodes: 2_000_000,
    token: 16 * 1024 * 1024,
    depth: 512,
    relations: 0,
};
/// Maximum number of encrypted parts listed.
const MAX_ENCRYPTED: usize = 20_000;
/// The ways to make fonts unreadable outside a book. Its text stays readable.
const FONT_METHODS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Reads a book.
///
/// # Errors
/// Returns a [`Fault`] if no text could be read, or if its text is encrypted.
pub(crate) async fn read(bytes: &[u8]) -> Result<Document, Fault> {
    let mut package = Package::open_in_slices(bytes, &LIMITS).await?;
    match package.contents()? {
        (Some(Format::Epub), _) => {}
        (kind, _) => return Err(mistaken(kind)),
    }
    let encrypted = encrypted(&mut package);
    let book = PackageFile::read(&mut package)?;
    if book.chapters.iter().any(|chapter| encrypted.contains(&chapter.part)) {
        return Err(Fault::Protected);
    }
    let contents = BookContents::read(&mut package, &book)?;
    let mut draft = Draft::default();
    if !book.title.is_empty() {
        draft.line(&format!("Title: {}", book.title));
    }
    if !book.authors.is_empty() {
        draft.line(&format!("Author: {}", book.authors));
    }
    let (mut failed, mut first_stop, mut has_text) = (0, None, false);
    for chapter in &book.chapters {
        give_way().await;
        match package.bytes(&chapter.part).and_then(|page| page.ok_or(Stop::Missing)) {
            Ok(page) => {
                let page = if chapter.is_page { html::read_chapter(&page).await } else { image() };
                if !page.text.is_empty() {
                    has_text = true;
                    write_chapter(&mut draft, page, contents.label(&chapter.part));
                }
            }
            Err(stop @ Stop::Large(_)) if has_text => {
                draft.note(format!("the text ends early: {stop}"));
                break;
            }
            Err(stop) => {
                first_stop.get_or_insert(stop);
                failed += 1;
            }
        }
        if draft.is_full() {
            break;
        }
    }
    if let Some(stop) = first_stop {
        if !has_text {
            return Err(stop.into());
        }
        draft.note(format!("{failed} of its {} chapters could not be read: {stop}", book.chapters.len()));
    }
    if let Some(stop) = book.stop {
        draft.note(format!("its list of chapters ends early: {stop}"));
    }
    if !has_text {
        draft.note("the book has no text");
    }
    Ok(draft.finish())
}

/// Writes a chapter. `label` is what the table of contents calls it, which counts if the page has no headings.
fn write_chapter(draft: &mut Draft, page: Document, label: Option<(u8, &str)>) {
    draft.blank();
    if let Some((level, label)) = label.filter(|_| page.parts.is_empty()) {
        // The heading of a chapter is often a picture, or a paragraph that is just larger.
        draft.part(level, label);
        if !starts_with(&page.text, label) {
            draft.line(&format!("{} {label}", "#".repeat(usize::from(level))));
            draft.line("");
        }
    }
    draft.append(page);
}

/// A page that is an image.
fn image() -> Document {
    Document { text: "[image]\n".to_owned(), ..Document::default() }
}

/// Whether the first line with text is `label`.
fn starts_with(text: &str, label: &str) -> bool {
    let letters =
        |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| letters(line) == letters(label))
}

/// The encrypted parts that are no fonts, as far as they can be read.
fn encrypted(package: &mut Package<'_>) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    let Ok(Some(mut xml)) = package.xml("META-INF/encryption.xml") else { return parts };
    let mut is_font = false;
    while let Ok(true) = xml.opens(0) {
        match xml.name() {
            "EncryptedData" => is_font = false,
            "EncryptionMethod" => {
                is_font = xml.attribute("Algorithm").is_some_and(|method| FONT_METHODS.contains(&method.trim()));
            }
            "CipherReference" if !is_font && parts.len() < MAX_ENCRYPTED => {
                parts.insert(package_file::part_name("", &xml.attribute("URI").unwrap_or_default()));
            }
            _ => {}
        }
    }
    parts
}
