//! EPUB books: chapters in order, and what is said of books that cannot be read.

use std::fmt::Write;

use crate::support::zip::package;
use lectern_document::{Document, Fault, Format, OpenDocument, Place, read};

const CONTAINER: &str =
    r#"<container><rootfiles><rootfile full-path="OPS/book%20file.opf" media-type="x"/></rootfiles></container>"#;

/// A book of these pages, whose names say nothing about the order, and these parts in `OPS/`.
fn book(pages: &[&str], parts: &[(&str, &str)]) -> Vec<u8> {
    let (mut items, mut spine) = (String::new(), String::new());
    let mut all = vec![
        ("mimetype".to_owned(), "application/epub+zip".to_owned()),
        ("META-INF/container.xml".to_owned(), CONTAINER.to_owned()),
    ];
    for (at, page) in pages.iter().enumerate() {
        let name = format!("page {}.xhtml", pages.len() - at);
        write!(
            items,
            r#"<item id="p{at}" href="text/{}" media-type="application/xhtml+xml"/>"#,
            name.replace(' ', "%20")
        )
        .unwrap();
        write!(spine, r#"<itemref idref="p{at}"/>"#).unwrap();
        let page = format!("<?xml version=\"1.0\"?><html><head><title>no</title></head><body>{page}</body></html>");
        all.push((format!("OPS/text/{name}"), page));
    }
    let metadata =
        "<metadata><dc:title>A  Book</dc:title><dc:creator>A. Person</dc:creator><dc:creator>B</dc:creator></metadata>";
    let nav = r#"<item id="nav" href="nav.xhtml" properties="x nav"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>"#;
    let file = format!(
        "<package>{metadata}<manifest>{items}{nav}<item id=\"pic\" href=\"a.png\" media-type=\"image/png\"/></manifest><spine>{spine}</spine></package>"
    );
    if !parts.iter().any(|(name, _)| *name == "book file.opf") {
        all.push(("OPS/book file.opf".to_owned(), file));
    }
    all.extend(
        parts
            .iter()
            .map(|(name, content)| (format!("OPS/{name}").replace("OPS/META-INF", "META-INF"), (*content).to_owned())),
    );
    let all: Vec<_> = all.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect();
    package(&all)
}

fn open(bytes: &[u8]) -> Result<Document, Fault> {
    read(Format::Epub, bytes)
}

/// The text of a book of these pages, below its title and authors.
fn text(pages: &[&str], parts: &[(&str, &str)]) -> String {
    let document = open(&book(pages, parts)).unwrap();
    assert!(document.notes.is_empty(), "{:?}", document.notes);
    document.text.strip_prefix("Title: A Book\nAuthor: A. Person, B\n\n").unwrap().to_owned()
}

#[test]
fn chapters_come_in_order_with_their_headings_as_an_outline() {
    let document = open(&book(&["<h1>One</h1><p>a</p><h2>Part</h2>", "", "<h1>Two</h1>"], &[])).unwrap();
    assert_eq!(document.text, "Title: A Book\nAuthor: A. Person, B\n\n# One\n\na\n\n## Part\n\n# Two\n");
    let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, part.title.as_str())).collect();
    assert_eq!(parts, [(4, 1, "One"), (8, 2, "Part"), (10, 1, "Two")]);
}

#[test]
fn chapters_are_read_one_after_another() {
    let book = book(&["<p>first</p>", "<p>second</p>"], &[]);
    let whole = open(&book);
    let mut reading = OpenDocument::new(Format::Epub, book);
    reading.ask(Place::default());
    let steps: Vec<_> = std::iter::repeat_with(|| reading.step()).take(3).collect();
    assert_eq!(steps, [None, None, Some(whole)]);
}

#[test]
fn chapters_without_headings_are_named_by_the_contents() {
    let nav = r#"<html><nav epub:type="landmarks"><ol><li><a href="text/page%202.xhtml">no</a></li></ol></nav><nav epub:type="toc"><ol>
        <li><a href="text/page%202.xhtml#x">The  <b>First</b></a><ol><li><a href="text/page%201.xhtml">Second</a></li></ol></li></ol></nav></html>"#;
    let ncx = r#"<ncx><docTitle><text>x</text></docTitle><navMap><navPoint><navLabel><text>The First</text></navLabel>
        <content src="text/page%202.xhtml"/><navPoint><navLabel><text>Second</text></navLabel><content src="text/page%201.xhtml"/>
        </navPoint></navPoint></navMap></ncx>"#;
    for parts in [[("nav.xhtml", nav)], [("toc.ncx", ncx)]] {
        let document = open(&book(&["<p>THE FIRST</p><p>a</p>", "<p>b</p>"], &parts)).unwrap();
        assert_eq!(document.text.lines().skip(3).collect::<Vec<_>>(), ["THE FIRST", "", "a", "", "## Second", "", "b"]);
        let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, part.title.as_str())).collect();
        assert_eq!(parts, [(4, 1, "The First"), (8, 2, "Second")]);
    }
}

#[test]
fn pages_are_xml() {
    let page = "<script src=\"x\"/><title/><a id=\"p1\"/><p/><div/>text <i/>and <svg><g/><desc>no</desc></svg>more<br/>line<textarea/> end";
    assert_eq!(text(&[page], &[]), "text and more\nline end\n");
}

#[test]
fn notes_are_marked_and_only_links_out_of_the_book_lead_somewhere() {
    let page = r##"<p>Fact<sup><a epub:type="noteref" href="#n1">1</a></sup> and <a role="doc-noteref" href="n.xhtml#n2"><sup> 2 </sup></a>.
        <a href="page%201.xhtml">inside</a> <a href="https://a.example">outside</a> <ruby>東<rp>(</rp><rt>ひがし</rt></ruby></p>
        <aside epub:type="footnote" id="n1"><p>1 Note</p></aside>"##;
    assert_eq!(text(&[page], &[]), "Fact[^1] and [^2]. inside [outside](https://a.example) 東(ひがし)\n\n1 Note\n");
}

#[test]
fn a_page_may_be_an_image() {
    let file = r#"<package><metadata/><manifest><item id="a" href="a.png" media-type="image/png"/></manifest><spine><itemref idref="a"/></spine></package>"#;
    assert_eq!(open(&book(&[], &[("book file.opf", file), ("a.png", "x")])).unwrap().text, "[image]\n");
    assert_eq!(open(&book(&[], &[])).unwrap().notes, ["the book has no text"]);
}

#[test]
fn a_protected_book_is_refused_but_fonts_may_be_hidden() {
    let encryption = |method: &str, part: &str| {
        format!(
            r#"<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="{method}"/><enc:CipherData><enc:CipherReference URI="{part}"/>
            </enc:CipherData></enc:EncryptedData></encryption>"#
        )
    };
    let read = |encryption: &str| open(&book(&["<p>x</p>"], &[("META-INF/encryption.xml", encryption)]));
    let aes = "http://www.w3.org/2001/04/xmlenc#aes128-cbc";
    assert_eq!(read(&encryption(aes, "OPS/text/page%201.xhtml")), Err(Fault::Protected));
    assert!(read(&encryption(aes, "OPS/video.mp4")).is_ok());
    assert!(read(&encryption("http://www.idpf.org/2008/embedding", "OPS/font.otf")).is_ok());
}

#[test]
fn what_is_missing_or_broken_is_said() {
    let file = r#"<package><manifest><item id="a" href="text/page%201.xhtml"/></manifest><spine><itemref idref="none"/><itemref idref="a"/></spine>"#;
    let document = open(&book(&["<p>x</p>"], &[("book file.opf", file)])).unwrap();
    assert_eq!(document.text, "x\n");
    assert_eq!(
        document.notes,
        [
            "1 of its 2 chapters could not be read: it is missing from the file",
            "its list of chapters ends early: the XML is cut short"
        ]
    );
    let empty = package(&[("mimetype", "application/epub+zip")]);
    assert_eq!(open(&empty), Err(Fault::Broken("it is missing from the file".to_owned())));
    let lost = r#"<package><spine><itemref idref="none"/></spine></package>"#;
    assert!(matches!(open(&book(&[], &[("book file.opf", lost)])), Err(Fault::Broken(_))));
    let unmarked = package(&[("META-INF/container.xml", CONTAINER), ("OPS/book file.opf", lost)]);
    assert_eq!(read(Format::Docx, &unmarked), Err(Fault::Other(Format::Epub)));
}

#[test]
fn a_bomb_ends_in_a_fault_or_in_a_cut() {
    let long = format!("<p>{}</p>", " ".repeat(17 * 1024 * 1024));
    assert!(matches!(open(&book(&[&long], &[])), Err(Fault::TooLarge(_))));
    let large = format!("<p>x{}</p>", " ".repeat(15 * 1024 * 1024));
    let document = open(&book(&[&*large; 6], &[])).unwrap();
    assert_eq!(document.notes, ["the text ends early: the document takes more than 64 MB unpacked"]);
    let refs = r#"<itemref idref="a"/>"#.repeat(100_000);
    let file = format!(
        r#"<package><manifest><item id="a" href="text/page%201.xhtml"/></manifest><spine>{refs}</spine></package>"#
    );
    let document = open(&book(&["<p>x</p>"], &[("book file.opf", &file)])).unwrap();
    assert!(document.text.len() < 100_000 && document.notes.len() == 1, "{:?}", document.notes);
}
