//! Workbooks that are broken, hostile, huge or none at all.

use crate::support::compound::compound;
use std::fmt::Write as _;

use lectern_document::{DocumentPart, Fault, Format, read};
use proptest::prelude::*;

use super::made::{ROOT, endless, ods, package, rows, workbook, xlsx, zip};

#[test]
fn a_far_cell_costs_no_more_than_a_near_one() {
    let document = xlsx(&workbook(
        r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>"#,
        &[],
    ));
    assert_eq!(
        document.text,
        "## Sheet: One (A1:XFD1048576)\n| | A | XFD |\n| - | - | - |\n| 1 | 1 |\n| 1048576 | | 2 |\n"
    );
}

#[test]
fn a_wide_and_sparse_sheet_is_a_list_of_its_cells() {
    let mut cells = String::new();
    for row in 1..=40 {
        let column = char::from(b'A' + u8::try_from(row % 26).unwrap());
        let _ = write!(cells, r#"<row r="{row}"><c r="{column}{column}{row}"><v>{row}</v></c></row>"#);
    }
    cells.push_str(r#"<row r="41"><c r="AB41"><v>5</v></c><c r="AAC41"><v>6</v></c></row>"#);
    let document = xlsx(&workbook(&cells, &[]));
    let lines: Vec<_> = document.text.lines().collect();
    assert_eq!(lines[1], "BB1: 1");
    assert_eq!(lines[41], "AB41: 5 | AAC41: 6");
}

#[test]
fn a_cell_that_comes_twice_or_out_of_order_moves_no_other() {
    let document = xlsx(&workbook(
        r#"<row r="2"><c r="B2"><v>4</v></c><c r="A2"><v>3</v></c></row>
               <row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>9</v></c><c r="B1"><v>2</v></c></row>"#,
        &[],
    ));
    assert_eq!(rows(&document), ["| 1 | 1 | 2 |", "| 2 | 3 | 4 |"]);
}

#[test]
fn what_was_read_of_a_broken_sheet_is_kept() {
    let document = xlsx(&package(r"<worksheet><sheetData><row><c><v>1</v></c></row><row><c><v>2", &[]));
    assert_eq!(rows(&document), ["| 1 | 1 |"]);
    assert_eq!(document.notes, ["sheet \"One\" could not be read after row 1: the XML is cut short"]);

    let nothing = read(Format::Xlsx, &package("<worksheet><sheetData><row", &[]));
    assert!(matches!(nothing, Err(Fault::Broken(_))), "{nothing:?}");
    let missing =
        zip(&[("_rels/.rels", ROOT), ("xl/workbook.xml", "<workbook><sheets><sheet name=\"A\"/></sheets></workbook>")]);
    assert_eq!(read(Format::Xlsx, &missing), Err(Fault::Broken("it is missing from the file".into())));
}

#[test]
fn what_is_no_workbook_is_told_apart() {
    let word = ROOT.replace("xl/workbook.xml", "word/document.xml");
    let word = zip(&[("_rels/.rels", &word), ("word/document.xml", "<w:document/>")]);
    assert_eq!(read(Format::Xlsx, &word), Err(Fault::Other(Format::Docx)));
    assert_eq!(read(Format::Xlsx, b"%PDF-1.7\n"), Err(Fault::Other(Format::Pdf)));
    assert_eq!(read(Format::Xlsx, b"\n<!DOCTYPE html><table>"), Err(Fault::Other(Format::Html)));
    assert_eq!(read(Format::Xlsx, &ods("<table:table/>")), Err(Fault::Other(Format::Ods)));
    assert_eq!(read(Format::Ods, &workbook("", &[])), Err(Fault::Other(Format::Xlsx)));
    assert_eq!(read(Format::Xlsx, b""), Err(Fault::Broken("it is empty".into())));
    assert_eq!(read(Format::Xlsx, b"a,b\n"), Err(Fault::Broken("it is not a ZIP container".into())));

    assert_eq!(read(Format::Xlsx, &compound(&[("Workbook", b"x")])), Err(Fault::Other(Format::Xls)));
    assert_eq!(read(Format::Xlsx, &compound(&[("EncryptedPackage", b"x")])), Err(Fault::Locked));
    let manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>";
    let mimetype = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    let locked = zip(&[mimetype, ("META-INF/manifest.xml", manifest), ("content.xml", "noise")]);
    assert_eq!(read(Format::Ods, &locked), Err(Fault::Locked));
}

#[test]
fn repeated_cells_end_with_the_texts_bound() {
    let cell =
        r#"<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="1048576"/>"#;
    let row = format!(r#"<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row>"#);
    let document = read(Format::Ods, &ods(&format!(r#"<table:table table:name="S">{row}</table:table>"#))).unwrap();
    assert!(document.text.len() < 16 * 1024 * 1024);
    let go_on = "sheet \"S\" is shown up to row 114; for the next rows give sheet=\"S\", range=\"115:614\"";
    assert_eq!(document.notes, [go_on, "only the first 16 MB of its text are shown"]);
}

#[test]
fn nothing_expands_or_nests_without_end() {
    let bomb = r#"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row>
            <c t="str"><v>&b;</v></c></row></sheetData></worksheet>"#;
    assert_eq!(rows(&xlsx(&package(bomb, &[]))), ["| 1 | &b; |"]);

    let deep = format!("<worksheet><sheetData><row><c><v>1</v></c></row>{}", "<a>".repeat(1_000_000));
    let document = xlsx(&package(&deep, &[]));
    assert_eq!(document.notes, ["sheet \"One\" could not be read after row 1: elements are nested more than 128 deep"]);

    let verdict = read(Format::Xlsx, &endless());
    assert_eq!(verdict, Err(Fault::TooLarge("there is more in it than can be taken apart in time".into())));

    let long = format!("<worksheet x=\"{}\"/>", "y".repeat(2 * 1024 * 1024));
    let verdict = read(Format::Xlsx, &package(&long, &[]));
    assert_eq!(verdict, Err(Fault::TooLarge("one piece of text or markup is too long".into())));
}

#[test]
fn a_large_sheet_is_shown_in_blocks_that_name_their_columns() {
    let mut cells = String::new();
    for row in 1..=70_000 {
        let _ = write!(cells, r#"<row r="{row}"><c r="A{row}"><v>{row}</v></c><c r="C{row}"><v>7</v></c></row>"#);
    }
    let sheet = format!(r#"<worksheet><dimension ref="A1:C70000"/><sheetData>{cells}</sheetData></worksheet>"#);
    let document = xlsx(&package(&sheet, &[]));
    assert!(document.text.starts_with("## Sheet: One (A1:C70000)\n| | A | C |\n| - | - | - |\n| 1 | 1 | 7 |\n"));
    assert!(document.text.ends_with("| 70000 | 70000 | 7 |\n"));
    let headers = document.text.lines().filter(|line| *line == "| | A | C |").count();
    // One heading, a header with its rule for each of five blocks, and the rows.
    assert_eq!((headers, document.text.lines().count()), (5, 1 + 5 * 2 + 70_000));
}

#[test]
fn thousands_of_sheets_are_read() {
    let mut list = String::new();
    let mut relations = String::new();
    for sheet in 1..=3000 {
        let _ = write!(list, r#"<sheet name="S{sheet}" r:id="r"/>"#);
    }
    relations.push_str(
        r#"<Relationships><Relationship Id="r" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
    );
    let book = format!("<workbook><sheets>{list}</sheets></workbook>");
    let more = [("xl/workbook.xml", book.as_str()), ("xl/_rels/workbook.xml.rels", relations.as_str())];
    let document = xlsx(&workbook("<row><c><v>1</v></c></row>", &more));
    assert_eq!(document.parts.len(), 3000);
    assert_eq!(document.parts[2999], DocumentPart { line: 14_996, level: 1, title: "S3000".into() });
}

#[test]
fn a_sheet_cannot_forge_a_heading() {
    let book = r#"<workbook><sheets><sheet name="A&#10;## Sheet: B"/></sheets></workbook>"#;
    let cells = r#"<row><c t="str"><v>x
## Sheet: C</v></c></row>"#;
    let document = xlsx(&workbook(cells, &[("xl/workbook.xml", book)]));
    assert_eq!(document.text.lines().filter(|line| line.starts_with("## ")).count(), 1);
}

proptest! {
    #[test]
    fn any_format_code_never_panics(code in "[yYmMdDhHsSgGeEaAPM0#?.,;:%/_*\\\\\\[\\]$€\"@ +-]{0,24}", value in any::<f64>()) {
        let code = code.replace('&', "").replace('"', "&quot;");
        let styles = format!("<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"{code}\"/></numFmts>\
            <cellXfs><xf numFmtId=\"170\"/></cellXfs></styleSheet>");
        let cells = format!("<row><c s=\"0\"><v>{value:e}</v></c></row>");
        let document = xlsx(&workbook(&cells, &[("xl/styles.xml", &styles)]));
        prop_assert_eq!(rows(&document).len(), 1);
    }
}
