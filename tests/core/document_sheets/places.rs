//! Sheets, ranges and formulas that are asked for.

use std::fmt::Write as _;

use lectern_document::{Document, Fault, Format, OpenDocument, Place, read_place};
use proptest::prelude::*;

use super::made::{ROOT, endless};
use super::made::{ods, package, rows, workbook, zip};

fn range(range: &str) -> Place {
    Place { range: Some(range.to_owned()), ..Place::default() }
}

fn sheet(sheet: &str) -> Place {
    Place { sheet: Some(sheet.to_owned()), ..Place::default() }
}

fn formulas() -> Place {
    Place { formulas: true, ..Place::default() }
}

fn xlsx(bytes: &[u8], place: &Place) -> Document {
    read_place(Format::Xlsx, bytes, place).unwrap()
}

/// A workbook with the sheets One (4 by 4 cells), Two and Three (hidden).
fn three() -> Vec<u8> {
    let mut cells = String::new();
    for row in 1..=4 {
        let _ = write!(cells, "<row r=\"{row}\">");
        for column in ["A", "B", "C", "D"] {
            let _ = write!(cells, "<c r=\"{column}{row}\" t=\"str\"><v>{}{row}</v></c>", column.to_lowercase());
        }
        cells.push_str("</row>");
    }
    let links =
        "<hyperlinks><hyperlink ref=\"B2\" location=\"Two!A1\"/><hyperlink ref=\"D4\" location=\"x\"/></hyperlinks>";
    let one = format!("<worksheet><dimension ref=\"A1:D4\"/><sheetData>{cells}</sheetData>{links}</worksheet>");
    let book = "<workbook><sheets><sheet name=\"One\"/><sheet name=\"Two\"/><sheet name=\"Three\" state=\"hidden\"/></sheets></workbook>";
    let other =
        |text: &str| format!("<worksheet><sheetData><row><c t=\"str\"><v>{text}</v></c></row></sheetData></worksheet>");
    zip(&[
        ("_rels/.rels", ROOT),
        ("xl/workbook.xml", book),
        ("xl/worksheets/sheet1.xml", &one),
        ("xl/worksheets/sheet2.xml", &other("two")),
        ("xl/worksheets/sheet3.xml", &other("three")),
    ])
}

#[test]
fn a_range_is_shown_with_its_links_and_the_size_of_the_sheet() {
    let expected = "## Sheet: One (B2:C3 of A1:D4)\n| | B | C |\n| - | - | - |\n| 2 | b2 | c2 |\n| 3 | b3 | c3 |\n[link at B2: #Two!A1]\n";
    for written in ["B2:C3", "c3:b2", "$B$2:$C$3"] {
        assert_eq!(xlsx(&three(), &range(written)).text, expected);
    }
    let text = |written: &str| xlsx(&three(), &range(written)).text;
    assert_eq!(
        text("4:9"),
        "## Sheet: One (A4:D4 of A1:D4)\n| | A | B | C | D |\n| - | - | - | - | - |\n| 4 | a4 | b4 | c4 | d4 |\n[link at D4: #x]\n"
    );
    assert_eq!(text("D:D").lines().nth(3), Some("| 1 | d1 |"));
    assert_eq!(text("A1:XFD1048576").lines().count(), 9);
    assert_eq!(text("F7:G9"), "## Sheet: One (no cells of A1:D4)\n(empty)\n");
}

#[test]
fn a_sheet_is_found_by_its_name_and_an_unknown_one_names_those_there_are() {
    assert_eq!(xlsx(&three(), &sheet("Two")).text, "## Sheet: Two (A1:A1)\n| | A |\n| - | - |\n| 1 | two |\n");
    assert!(xlsx(&three(), &sheet(" three ")).text.starts_with("## Sheet: Three (hidden) (A1:A1)\n"));
    let two = Place { sheet: Some("Two".to_owned()), ..range("A1") };
    assert!(xlsx(&three(), &two).text.contains("| 1 | two |"));
    let fault = read_place(Format::Xlsx, &three(), &sheet("Tow\nx"));
    let (message, help) =
        ("there is no sheet \"Tow x\"".to_owned(), "its sheets are \"One\", \"Two\", \"Three\"".to_owned());
    assert_eq!(fault, Err(Fault::NoPlace { message, help }));
}

#[test]
fn formulas_are_shown_with_their_values_and_shared_ones_are_moved() {
    let bytes = workbook(
        r#"<row r="1"><c r="A1"><v>3</v></c><c r="B1"><f>A1*2</f><v>6</v></c><c r="C1"><f t="shared" ref="C1:C3" si="0">$A1+B$1+SUM(A1:B1)</f><v>18</v></c></row>
           <row r="2"><c r="A2"><v>4</v></c><c r="C2"><f t="shared" si="0"/><v>14</v></c><c r="D2" t="str"><f>"a"&amp;A1</f><v>a3</v></c></row>
           <row r="3"><c r="C3"><f t="shared" si="0"/></c><c r="D3"><f t="shared" si="7"/><v>1</v></c></row>"#,
        &[],
    );
    assert_eq!(
        rows(&xlsx(&bytes, &formulas())),
        [
            "| 1 | 3 | =A1*2 → 6 | =$A1+B$1+SUM(A1:B1) → 18 |",
            "| 2 | 4 | | =$A2+B$1+SUM(A2:B2) → 14 | =\"a\"&A1 → a3 |",
            "| 3 | | | =$A3+B$1+SUM(A3:B3) | =(shared formula) → 1 |",
        ]
    );
    // A formula is shared by cells of a range that it is not in.
    let below = Place { formulas: true, ..range("C2:C2") };
    assert_eq!(rows(&xlsx(&bytes, &below)), ["| 2 | =$A2+B$1+SUM(A2:B2) → 14 |"]);
    assert_eq!(rows(&xlsx(&bytes, &Place::default()))[1], "| 2 | 4 | | 14 | a3 |");
}

#[test]
fn shared_formulas_cost_no_more_than_the_text_that_is_shown() {
    // A formula of 500 KB, shared by 100,000 cells, and cells that share their own.
    let long = "A1+".repeat(170_000);
    let mut cells = format!("<row r=\"1\"><c r=\"A1\"><f t=\"shared\" si=\"0\">{long}</f><v>1</v></c>");
    for column in 0..100_000 {
        let _ = write!(cells, "<c r=\"B{}\"><f t=\"shared\" si=\"{}\"/><v>1</v></c>", column + 2, column % 2);
    }
    let bytes = workbook(&format!("{cells}</row>"), &[]);
    assert!(xlsx(&bytes, &formulas()).text.len() <= 16 * 1024 * 1024);
    assert_eq!(rows(&xlsx(&bytes, &Place { formulas: true, ..range("B3") })), ["| 3 | =(shared formula) → 1 |"]);
    assert!(xlsx(&bytes, &Place::default()).text.len() < 2 * 1024 * 1024);
}

/// Rows as different programs write them, from `sizes`: the space before each row, and how it is written.
fn sheet_of(rows: &[(u32, u8)], prefix: &str) -> String {
    let p = if prefix.is_empty() { String::new() } else { format!("{prefix}:") };
    let mut text = format!("<{p}worksheet xmlns:x=\"u\"><{p}sheetPr codeName=\"row 1\"/><{p}sheetData>");
    let mut number = 0;
    for (gap, style) in rows {
        number += if style % 5 == 1 { 1 } else { 1 + gap };
        let cell =
            format!("<{p}c t=\"inlineStr\"><{p}is><{p}t>a row {number} r=\"7\" &lt;row&gt;</{p}t></{p}is></{p}c>");
        let _ = match style % 5 {
            0 => write!(text, "<{p}row r=\"{number}\">{cell}</{p}row>"),
            1 => write!(text, "<{p}row>{cell}</{p}row>"),
            2 => write!(
                text,
                "<{p}row spans='1:9'\n r='{number}' {p}foo=\"{}\">{cell}</{p}row>",
                "y".repeat(*style as usize)
            ),
            3 => write!(text, "<{p}row r=\"{number}\"/>"),
            _ => write!(text, "<{p}row hidden=\"1\" r=\"{number}\" >{cell}<!-- row --></{p}row  >\r\n"),
        };
    }
    let _ = write!(
        text,
        "</{p}sheetData><{p}hyperlinks><{p}hyperlink ref=\"A1:A99999\" location=\"y\"/></{p}hyperlinks></{p}worksheet>"
    );
    text
}

/// The text of the part, by the index and without it: formulas are never read by the index.
fn both(bytes: &[u8], place: &Place) -> (String, String) {
    (xlsx(bytes, place).text, xlsx(bytes, &Place { formulas: true, ..place.clone() }).text)
}

proptest! {
    #[test]
    fn a_row_is_found_by_the_index_as_by_reading_all(
        sizes in prop::collection::vec((0..9_u32, any::<u8>()), 0..40),
        prefix in prop::sample::select(&["", "x"][..]),
        start in 1..60_u32,
        count in 0..20_u32,
    ) {
        let bytes = package(&sheet_of(&sizes, prefix), &[]);
        let (indexed, whole) = both(&bytes, &range(&format!("A{start}:C{}", start + count)));
        prop_assert_eq!(indexed, whole);
    }
}

#[test]
fn every_row_of_a_large_sheet_is_reached_in_any_order() {
    // 20 MB of XML: more than four marks.
    let sizes: Vec<_> = (0..160_000_u32).map(|row| (row % 3, u8::try_from(row % 250).unwrap())).collect();
    let bytes = package(&sheet_of(&sizes, ""), &[]);
    let whole = xlsx(&bytes, &Place { formulas: true, ..range("A:A") });
    let lines: Vec<_> = whole.text.lines().filter(|line| line.contains("a row")).collect();
    let mut open = OpenDocument::new(Format::Xlsx, bytes);
    let mut ask = |place: Place| {
        open.ask(place);
        let mut steps = 1;
        loop {
            match open.step() {
                Some(done) => return (done.unwrap(), steps),
                None => steps += 1,
            }
        }
    };
    let number = |line: &str| line.split(' ').nth(1).unwrap().parse::<u32>().unwrap();
    let (_, first_steps) = ask(range("300000:300010"));
    assert!(first_steps > 30, "{first_steps} steps");
    for at in [lines.len() - 1, 7, lines.len() / 2, 0, lines.len() / 3] {
        let row = number(lines[at]);
        let (document, steps) = ask(range(&format!("A{row}:A{row}")));
        assert_eq!(document.text.lines().nth(3), Some(lines[at]));
        assert!(steps < 30, "{steps} steps");
    }
    let (all, _) = ask(Place::default());
    assert_eq!(all.text.lines().filter(|line| line.contains("a row")).count(), lines.len());
    open.ask(sheet("none"));
    let refused = std::iter::repeat_with(|| open.step()).find_map(|done| done).unwrap();
    assert!(matches!(refused, Err(Fault::NoPlace { .. })));
}

#[test]
fn a_long_text_in_many_cells_is_written_in_slices() {
    let strings = format!("<sst><si><t>{}</t></si></sst>", "a\n".repeat(100_000));
    let cells = "<row><c t=\"s\"><v>0</v></c></row>".repeat(60);
    let mut open = OpenDocument::new(Format::Xlsx, workbook(&cells, &[("xl/sharedStrings.xml", &strings)]));
    open.ask(Place::default());
    assert!(std::iter::repeat_with(|| open.step()).take_while(Option::is_none).count() > 20);
}

#[test]
fn a_range_of_a_broken_or_odd_sheet_says_so_or_shows_what_is_there() {
    let cut = package("<worksheet><sheetData><row r=\"1\"><c><v>1</v></c></row><row r=\"2\"><c><v>2", &[]);
    assert_eq!(rows(&xlsx(&cut, &range("A1:A1"))), ["| 1 | 1 |"]);
    for odd in ["<worksheet/>", "<worksheet><sheetData/></worksheet>", "<worksheet><sheetData></sheetData></worksheet>"]
    {
        assert_eq!(xlsx(&package(odd, &[]), &range("B2")).text, "## Sheet: One (no cells)\n(empty)\n", "{odd}");
    }
    let long = format!("<worksheet><sheetData><row x=\"{}\"/></sheetData></worksheet>", "y".repeat(2 * 1024 * 1024));
    assert!(read_place(Format::Xlsx, &package(&long, &[]), &range("A2")).is_err());
    let place = range("16777216:16777216");
    let verdict = read_place(Format::Xlsx, &endless(), &place);
    assert_eq!(verdict, Err(Fault::TooLarge("there is more in it than can be taken apart in time".into())));
}

#[test]
fn what_does_not_fit_says_how_to_go_on() {
    let text = "x".repeat(30_000);
    let mut cells = String::new();
    for row in 1..=800 {
        let _ = write!(cells, "<row r=\"{row}\"><c t=\"inlineStr\"><is><t>{text}</t></is></c></row>");
    }
    let sheet = format!("<worksheet><dimension ref=\"A1:A800\"/><sheetData>{cells}</sheetData></worksheet>");
    let document = xlsx(&package(&sheet, &[]), &Place::default());
    let note = document.notes.iter().find(|note| note.contains("for the next rows")).unwrap();
    let next = note.rsplit('"').nth(1).unwrap();
    let last = document.text.lines().last().unwrap().split(' ').nth(1).unwrap().parse::<u32>().unwrap();
    assert_eq!(next, format!("{}:{}", last + 1, last + 500));
    assert!(note.contains("of A1:A800"), "{note}");
    let rest = xlsx(&package(&sheet, &[]), &range(next));
    assert_eq!(rest.text.matches(&text).count(), 800 - last as usize);
    assert_eq!(rest.notes, Vec::<String>::new());
}

#[test]
fn a_libreoffice_sheet_has_ranges_and_formulas_too() {
    let cell = |value: &str| {
        format!(
            "<table:table-cell office:value-type=\"float\" office:value=\"{value}\"><text:p>{value}</text:p></table:table-cell>"
        )
    };
    let row = |cells: &str, more: &str| format!("<table:table-row{more}>{cells}</table:table-row>");
    let repeated =
        "<table:table-cell office:value-type=\"float\" office:value=\"5\" table:number-columns-repeated=\"16384\"/>";
    let tables = [
        format!("<table:table table:name=\"One\">{}</table:table>", row(&cell("1"), "")),
        format!(
            "<table:table table:name=\"Two\">{}{}{}</table:table>",
            row(&(cell("2") + &cell("3")), ""),
            row("<table:table-cell table:formula=\"of:=[.A1]*2\" office:value-type=\"float\" office:value=\"4\"/>", ""),
            row(repeated, " table:number-rows-repeated=\"16000000\""),
        ),
    ];
    let bytes = ods(&tables.concat());
    let read = |place: Place| read_place(Format::Ods, &bytes, &place);
    let two = |text: &str| Place { sheet: Some("two".to_owned()), ..range(text) };
    assert_eq!(read(two("B1:B2")).unwrap().text, "## Sheet: Two (B1:B1)\n| | B |\n| - | - |\n| 1 | 3 |\n");
    assert_eq!(read(Place { formulas: true, ..two("A2") }).unwrap().text.lines().last(), Some("| 2 | =A1*2 → 4 |"));
    assert_eq!(read(two("C15000000:D15000000")).unwrap().text.lines().last(), Some("| 15000000 | 5 | 5 |"));
    assert_eq!(read(range("A1")).unwrap().text.lines().last(), Some("| 1 | 1 |"));
    let help = "its sheets are \"One\", \"Two\"".to_owned();
    assert_eq!(read(sheet("x")), Err(Fault::NoPlace { message: "there is no sheet \"x\"".to_owned(), help }));
}
