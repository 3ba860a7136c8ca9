//! The container that Word's documents and sheets have in common: what is seen of it before anything in it is read.

use crate::support::compound::compound;
use std::fmt::Write;

use crate::support::docx::{docx, open, p, package};
use lectern_document::{Fault, Format, read};

const SHEET: &str = "<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>";
const BOOK: &str = r#"<workbook><sheets><sheet name="A" r:id="s"/></sheets></workbook>"#;

fn root(target: &str) -> String {
    format!(r#"<Relationships><Relationship Id="r" Type="x/officeDocument" Target="{target}"/></Relationships>"#)
}

#[test]
fn what_is_no_container_is_told_whatever_was_asked_for() {
    let html = b"\xef\xbb\xbf\n<!DOCTYPE html><table>";
    let late = [b"\r\n".repeat(100), b"%PDF-1.7".to_vec()].concat();
    for format in [Format::Docx, Format::Xlsx, Format::Ods] {
        assert_eq!(read(format, html), Err(Fault::Other(Format::Html)));
        assert_eq!(read(format, &late), Err(Fault::Other(Format::Pdf)));
        assert_eq!(read(format, &compound(&[("EncryptedPackage", b"x")])), Err(Fault::Locked));
        for (stream, other) in [("WordDocument", Format::Doc), ("Workbook", Format::Xls)] {
            assert_eq!(read(format, &compound(&[(stream, b"x")])), Err(Fault::Other(other)));
        }
    }
}

#[test]
fn bytes_before_a_container_do_not_hide_it() {
    let book = package(&[("_rels/.rels", &root("xl/workbook.xml")), ("xl/workbook.xml", BOOK), SHEET_PART]);
    let text = |format, bytes: &[u8]| read(format, &[b"junk", bytes].concat()).unwrap().text;
    assert_eq!(text(Format::Docx, &docx(&p("text"))), "text\n");
    assert!(text(Format::Xlsx, &book).contains("| 1 | 7 |"));
}

const SHEET_PART: (&str, &str) = ("xl/worksheets/sheet1.xml", SHEET);

#[test]
fn a_workbook_may_lie_in_any_folder() {
    let relations = r#"<Relationships><Relationship Id="s" Type="x/worksheet" Target="one.xml"/></Relationships>"#;
    let parts = [
        ("_rels/.rels", &*root("/book.xml")),
        ("book.xml", BOOK),
        ("_rels/book.xml.rels", relations),
        ("one.xml", SHEET),
    ];
    assert!(read(Format::Xlsx, &package(&parts)).unwrap().text.contains("| 1 | 7 |"));
}

#[test]
fn names_of_parts_are_compared_as_office_does() {
    let parts = [("_rels/.rels", &*root("\\XL\\Workbook.xml")), ("xl\\workbook.xml", BOOK), SHEET_PART];
    assert!(read(Format::Xlsx, &package(&parts)).unwrap().text.contains("| 1 | 7 |"));
}

#[test]
fn what_it_holds_is_told_without_a_word_of_its_own() {
    let sheet = package(&[("content.xml", "<x/>")]);
    assert_eq!(open(&sheet), Err(Fault::Other(Format::Ods)));
    let drawing = package(&[("mimetype", "application/vnd.oasis.opendocument.graphics"), ("content.xml", "<x/>")]);
    assert!(matches!(open(&drawing), Err(Fault::Broken(_))));
    let binary = package(&[("_rels/.rels", &root("xl/workbook.bin")), ("xl/workbook.bin", "")]);
    for format in [Format::Docx, Format::Xlsx] {
        assert!(matches!(read(format, &binary), Err(Fault::Broken(why)) if why.contains(".xlsb")));
    }
}

#[test]
fn a_sheet_has_as_many_links_as_excel_lets_it_have() {
    let (mut links, mut relations) = (String::new(), String::new());
    for at in 1..=40_000 {
        let _ = write!(links, r#"<hyperlink ref="A{at}" r:id="r{at}"/>"#);
        let _ =
            write!(relations, r#"<Relationship Id="r{at}" Type="x/hyperlink" TargetMode="External" Target="u:{at}"/>"#);
    }
    let sheet = SHEET.replace("</worksheet>", &format!("<hyperlinks>{links}</hyperlinks></worksheet>"));
    let relations = format!("<Relationships>{relations}</Relationships>");
    let parts = [
        ("xl/workbook.xml", BOOK),
        ("xl/worksheets/sheet1.xml", &*sheet),
        ("xl/worksheets/_rels/sheet1.xml.rels", &*relations),
    ];
    let document = read(Format::Xlsx, &package(&parts)).unwrap();
    assert!(document.text.ends_with("[link at A40000: u:40000]\n"));
}

#[test]
fn the_name_of_an_element_is_bounded() {
    let long = format!("{}<{}/>{}", p("first"), "x".repeat(300), p("last"));
    let document = open(&docx(&long)).unwrap();
    assert_eq!(document.text, "first\n");
    assert_eq!(document.notes, ["the text ends early: one piece of text or markup is too long"]);
}
