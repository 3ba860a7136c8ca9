//! What documents hold besides their plain text: tables in frames, documents inside, numbers of other scripts, merged and
//! hidden cells, drawings, and encodings that few programs write.

use std::io::{Cursor, Write};

use ::zip::write::{SimpleFileOptions, ZipWriter};
use lectern_document::{Format, OpenDocument, Place, read};

use crate::document_sheets::made::{ods, package, rows, workbook, xlsx};
use crate::support::docx::{docx, lines, lines_with, p};
use crate::support::odf::odt_with;

fn cell(content: &str) -> String {
    format!("<w:tc>{content}</w:tc>")
}

#[test]
fn a_table_in_a_frame_is_a_table() {
    let row = |name: &str| format!("<w:tr>{}{}</w:tr>", cell(&p(name)), cell(&p("x")));
    let grid = "<w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>";
    let inner = format!("<w:tbl>{grid}{}{}</w:tbl>", row("Ann"), row("Bob"));
    let content = [p("above"), inner.clone(), p("below")].concat();
    let frame =
        |content: &str| format!("<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr>{}</w:tr></w:tbl>", cell(content));
    let table = ["| Ann | x |", "| --- | --- |", "| Bob | x |"];
    assert_eq!(lines(&frame(&content)), [&["above", ""][..], &table, &["", "below"]].concat());
    // The same if the frame does not say how many columns it has.
    assert_eq!(lines(&format!("<w:tbl><w:tblGrid/><w:tr>{}</w:tr></w:tbl>", cell(&inner))), table);
    // A frame in a frame.
    assert_eq!(lines(&frame(&frame(&inner))), table);
    // Beside another cell, a table is a line for each row.
    let two = format!("<w:tbl>{grid}<w:tr>{}{}</w:tr></w:tbl>", cell(&inner), cell(&p("y")));
    assert_eq!(lines(&two), ["| Ann; x<br>Bob; x | y |", "| --- | --- |"]);
}

#[test]
fn documents_inside_a_document_are_read() {
    let body = [p("Main"), r#"<w:altChunk r:id="aFChunk1.html"/>"#.to_owned(), p("after")].concat();
    let shown = lines_with(&body, &[("aFChunk1.html", "<h2>Part</h2><p>Text inside")]);
    assert_eq!(shown, ["Main", "## Part", "", "Text inside", "after"]);
    assert_eq!(lines_with(&body, &[("aFChunk1.html", "\0\u{1}\u{2}")]), ["Main", "[embedded document]", "after"]);
    let object = r#"<w:p><w:r><w:t>Main</w:t><w:object><o:OLEObject ProgID="Word.Document.12" r:id="package1.csv"/></w:object></w:r></w:p>"#;
    let shown = lines_with(object, &[("package1.csv", "a;b")]);
    assert_eq!(shown, ["Main[embedded object: Word.Document.12]", "a;b"]);
}

#[test]
fn lists_count_in_their_script() {
    let list = |format: &str| {
        let numbering = format!(
            r#"<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="{format}"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>"#
        );
        let item = r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"#;
        lines_with(item, &[("numbering.xml", &numbering)]).concat()
    };
    for (format, shown) in [
        ("chineseCounting", "三. x"),
        ("hebrew1", "ג. x"),
        ("thaiLetters", "ค. x"),
        ("none", "x"),
        ("unheardOf", "3. x"),
    ] {
        assert_eq!(list(format), shown);
    }
}

#[test]
fn merged_and_hidden_cells_are_told() {
    let sheet = r#"<worksheet><cols><col min="2" max="2" hidden="1"/><col min="5" max="16384" hidden="1"/></cols><sheetData>
        <row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2" hidden="1"><c r="A2"><v>3</v></c></row>
        <row r="3" hidden="true"><c r="A3"><v>4</v></c></row><row r="4"><c r="A4"><v>5</v></c></row><row r="9" hidden="1"/>
        </sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A3:A4"/></mergeCells></worksheet>"#;
    let document = xlsx(&package(sheet, &[]));
    assert_eq!(rows(&document)[4..], ["[merged cells: A1:B1, A3:A4]", "[hidden: rows 2:3, column B]"]);

    let table = r#"<table:table table:name="T"><table:table-column/><table:table-column table:visibility="collapse"/>
        <table:table-row><table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="1"><text:p>a</text:p></table:table-cell><table:covered-table-cell/></table:table-row>
        <table:table-row table:visibility="filter"><table:table-cell><text:p>b</text:p></table:table-cell><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>"#;
    let document = read(Format::Ods, &ods(table)).unwrap();
    assert_eq!(rows(&document)[2..], ["[merged cells: A1:B1]", "[hidden: row 2, column B]"]);
}

#[test]
fn a_long_number_keeps_its_digits() {
    let document = xlsx(&workbook(r#"<row r="1"><c r="A1"><v>1234567890123456789</v></c></row>"#, &[]));
    assert_eq!(rows(&document), ["| 1 | 1234567890123456789 |"]);
}

#[test]
fn parts_of_a_workbook_may_be_utf_16() {
    let book = r#"<?xml version="1.0" encoding="UTF-16"?><workbook><sheets><sheet name="Größe"/></sheets></workbook>"#;
    let sheet = r#"<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>naïve 🦀</t></is></c></row></sheetData></worksheet>"#;
    for is_little in [true, false] {
        let wide = |text: &str| -> Vec<u8> {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(|unit| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
        };
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in [("xl/workbook.xml", book), ("xl/worksheets/sheet1.xml", sheet)] {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(&wide(text)).unwrap();
        }
        let document = xlsx(&zip.finish().unwrap().into_inner());
        assert_eq!(document.text, "## Sheet: Größe (A1:A1)\n| | A |\n| - | - |\n| 1 | naïve 🦀 |\n");
    }
}

#[test]
fn the_text_of_a_drawing_is_shown() {
    let page = "<p>Sales</p><svg><title>no</title><style>no</style><text x=1>January <tspan>120</tspan></text>\
        <text><tspan x=1 y=1>one</tspan><tspan x=1 y=2>two</tspan></text><path d='M0 0'/>no\
        <foreignObject><div>a <b>label</b></div></foreignObject></svg><p>After</p>";
    let text = read(Format::Html, page.as_bytes()).unwrap().text;
    assert_eq!(text, "Sales\n\nJanuary 120\none two\na label\n\nAfter\n");
}

#[test]
fn a_page_may_declare_its_encoding_late() {
    let page = |declared: &str| {
        let page =
            format!("<head><style>{}</style>{declared}</head><body>привет charset=utf-8</body>", "a".repeat(9000));
        encoding_rs::WINDOWS_1251.encode(&page).0.into_owned()
    };
    for declared in ["<meta charset=windows-1251>", "<META http-equiv=x content='text/html; charset=windows-1251'>"] {
        let document = read(Format::Html, &page(declared)).unwrap();
        assert_eq!(
            (document.text.as_str(), document.encoding.as_deref()),
            ("привет charset=utf-8\n", Some("windows-1251"))
        );
    }
}

#[test]
fn a_star_in_the_middle_of_a_group_leaves_nothing_out() {
    for (rtf, text) in [
        (r"{\rtf1 {\i0\*\cs7\fs24 Whole} line\par}", "Whole line\n"),
        (r"{\rtf1 {\*\cs7 Whole} line\par}", "Whole line\n"),
        (r"{\rtf1 {\*\unheardof Whole}line\par}", "line\n"),
    ] {
        assert_eq!(read(Format::Rtf, rtf.as_bytes()).unwrap().text, text);
    }
}

#[test]
fn a_short_table_in_an_older_encoding_is_text() {
    for (bytes, text) in [(&b"1;2,5;\xe9\n"[..], "1;2,5;é\n"), (b"10 \xb0C;5\n", "10 °C;5\n")] {
        assert_eq!(read(Format::Legacy, bytes).unwrap().text, text);
    }
    assert!(read(Format::Legacy, b"\xff\xd8\xff\xe0").is_err());
}

#[test]
fn shapes_come_from_top_to_bottom_and_hidden_ones_are_marked() {
    use crate::support::pptx::{lines, p};
    let shape = |text: &str, (x, y, width, height): (u32, u32, u32, u32), attributes: &str| {
        let place = format!(r#"<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{width}" cy="{height}"/></a:xfrm>"#);
        let name = format!(r#"<p:nvSpPr><p:cNvPr id="1" name="n" {attributes}/></p:nvSpPr>"#);
        format!("<p:sp>{name}<p:spPr>{place}</p:spPr><p:txBody>{}</p:txBody></p:sp>", p(text))
    };
    let slide = [
        shape("right", (500, 100, 400, 500), ""),
        shape("bottom", (0, 700, 900, 100), ""),
        shape("left 2", (0, 300, 400, 300), r#"hidden="1""#),
        shape("left 1", (0, 100, 400, 190), ""),
        shape("top", (0, 0, 900, 90), ""),
    ];
    let shown = ["top", "left 1", "[hidden] left 2", "right", "bottom"].join("\n\n");
    assert_eq!(lines(&slide.concat()).join("\n"), shown);
}

#[test]
fn long_documents_are_read_in_slices() {
    let text = "word ".repeat(40);
    let odt = odt_with("", &format!("<text:p>{text}</text:p>").repeat(2_000), &[]);
    let rtf = format!(r"{{\rtf1 {}}}", format!(r"{{\b a}}{text}\par ").repeat(5_000));
    for (format, bytes) in [
        (Format::Docx, docx(&p(&text).repeat(2_000))),
        (Format::Odt, odt),
        (Format::Rtf, rtf.into_bytes()),
        (Format::Html, format!("<p>{text}<b>a</b>").repeat(10_000).into_bytes()),
    ] {
        let whole = read(format, &bytes);
        let mut open = OpenDocument::new(format, bytes);
        open.ask(Place::default());
        let steps: Vec<_> = std::iter::repeat_with(|| open.step()).take(1_000).take_while(Option::is_none).collect();
        assert!(steps.len() > 1, "{format:?}");
        open.ask(Place::default());
        assert_eq!(std::iter::repeat_with(|| open.step()).take(1_000).flatten().next(), Some(whole), "{format:?}");
    }
}

/// A notebook with a cell that has these `outputs`.
fn notebook(outputs: &str) -> String {
    format!(r#"{{"cells": [{{"cell_type": "code", "source": "x", "outputs": [{outputs}]}}]}}"#)
}

#[test]
fn one_long_piece_is_read_in_slices() {
    let long = "0123456789abcdef".repeat(200_000);
    for (format, file) in [
        (Format::Html, format!("<p>a<p>{long}")),
        (Format::Html, format!("<p>a<img src='data:{long}'>")),
        (Format::Html, format!("<p>a<img src=data:{long}>")),
        (Format::Html, format!("<p>a<!-- {long} -->")),
        (Format::Html, format!("<p>a<script>{long}</script>")),
        (Format::Html, format!("<p>a<pre>{long}</pre>")),
        (Format::Rtf, format!(r"{{\rtf1 a\par {long}}}")),
        (Format::Ipynb, notebook(&format!(r#"{{"output_type": "display_data", "data": {{"image/png": "{long}"}}}}"#))),
        (Format::Ipynb, notebook(&format!(r#"{{"output_type": "stream", "text": ["{long}"]}}"#))),
        (Format::Ipynb, notebook(&vec!["{}"; 500_000].join(","))),
        (Format::Rtf, format!(r"{{\rtf1 a\par{{\pict\pngblip {long}}}}}")),
        (Format::Eml, format!("Subject: a\nContent-Type: text/plain\n\n{}", "word\n".repeat(300_000))),
        (Format::Eml, format!("Subject: a\nContent-Type: text/html\n\n{long}")),
        (Format::Eml, format!("Subject: a\nContent-Transfer-Encoding: quoted-printable\n\n{long}")),
        (Format::Eml, format!("Subject: a\nContent-Type: a/b\nContent-Transfer-Encoding: base64\n\n{long}")),
        (Format::Eml, format!("Content-Type: multipart/mixed; boundary=x\n\n{}", "--x\n\na\n".repeat(300_000))),
    ] {
        let mut open = OpenDocument::new(format, file.clone().into_bytes());
        open.ask(Place::default());
        let steps = std::iter::repeat_with(|| open.step()).take(1_000).take_while(Option::is_none).count();
        assert!(steps > 20, "{steps} steps for {}", &file[..30]);
    }
}

#[test]
fn slices_of_a_page_may_end_anywhere() {
    let unit = r#"<p title="a &amp; b" lang='en' class=x>One &lt; two<!-- a - <b> --><script>if (a<b) "c"</script> <b>&euro;5</b>"#;
    let file = unit.repeat(30_000);
    let document = read(Format::Html, file.as_bytes()).unwrap();
    assert_eq!(document.text, vec!["One < two \u{20ac}5\n"; 30_000].join("\n"));
}
