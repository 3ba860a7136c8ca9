//! Workbooks of Excel and LibreOffice, made here part by part, read as documents.
#![cfg(not(target_arch = "wasm32"))]

#[cfg(test)]
mod sheets {
    use std::fmt::Write as _;
    use std::io::{Cursor, Write};

    use lectern::document::{Document, Fault, Format, Part, read};
    use proptest::prelude::*;
    use zip::write::{SimpleFileOptions, ZipWriter};

    /// A zip archive of these files.
    fn zip(files: &[(&str, &str)]) -> Vec<u8> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    const ROOT: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
        Target="xl/workbook.xml"/></Relationships>"#;

    /// A workbook of one sheet, whose cells are `rows`, with more parts beside it.
    fn workbook(rows: &str, more: &[(&str, &str)]) -> Vec<u8> {
        let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
        package(&sheet, more)
    }

    fn package(sheet: &str, more: &[(&str, &str)]) -> Vec<u8> {
        let mut files = vec![("_rels/.rels", ROOT), ("xl/worksheets/sheet1.xml", sheet)];
        if !more.iter().any(|(name, _)| *name == "xl/workbook.xml") {
            files.push((
                "xl/workbook.xml",
                r#"<workbook><sheets><sheet name="One" sheetId="1" r:id="a"/></sheets></workbook>"#,
            ));
        }
        files.extend_from_slice(more);
        zip(&files)
    }

    fn xlsx(bytes: &[u8]) -> Document {
        read(Format::Xlsx, bytes).unwrap()
    }

    /// The lines of the only sheet's table, below its heading and the header row.
    fn rows(document: &Document) -> Vec<&str> {
        document.text.lines().skip(3).collect()
    }

    fn ods(tables: &str) -> Vec<u8> {
        let content = format!(
            "<office:document-content><office:automatic-styles><style:style style:name=\"ta2\" style:family=\"table\">\
             <style:table-properties table:display=\"false\"/></style:style></office:automatic-styles>\
             <office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
        );
        zip(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)])
    }

    #[test]
    fn a_sheet_is_a_table_whose_cells_can_be_named() {
        let strings = "<sst><si><t>Item</t></si><si><t>Price</t></si><si><t>Lamp</t></si></sst>";
        let document = xlsx(&workbook(
            r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
               <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12.5</v></c></row>
               <row r="9"><c r="B9"><v>1</v></c></row>"#,
            &[("xl/sharedStrings.xml", strings)],
        ));
        let text = "## Sheet: One (A1:B9)\n| | A | B |\n| - | - | - |\n| 1 | Item | Price |\n| 2 | Lamp | 12.5 |\n| 9 | | 1 |\n";
        let parts = vec![Part { line: 1, level: 1, title: "One".into() }];
        assert_eq!(document, Document { text: text.into(), parts, notes: vec![], encoding: None });
    }

    #[test]
    fn sheets_stand_in_the_workbooks_order_and_hidden_and_empty_ones_say_so() {
        let book = r#"<workbook><sheets><sheet name="Zeta" r:id="b"/><sheet name="Alpha &amp; Co" state="hidden" r:id="a"/>
            <sheet name="Deep" state="veryHidden" r:id="d"/><sheet name="Plot" r:id="c"/></sheets></workbook>"#;
        let relations = r#"<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/sheet1.xml"/>
            <Relationship Id="b" Type="x/worksheet" Target="/xl/worksheets/other.xml"/>
            <Relationship Id="d" Type="x/worksheet" Target="./worksheets/../worksheets/EMPTY.xml"/>
            <Relationship Id="c" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>"#;
        let empty = "<worksheet><sheetData/></worksheet>";
        let document = xlsx(&workbook(
            "<row><c><v>1</v></c></row>",
            &[
                ("xl/workbook.xml", book),
                ("xl/_rels/workbook.xml.rels", relations),
                ("xl/worksheets/other.xml", empty),
                ("xl/worksheets/empty.xml", empty),
            ],
        ));
        assert_eq!(
            document.text,
            "## Sheet: Zeta\n(empty)\n\n## Sheet: Alpha & Co (hidden) (A1:A1)\n| | A |\n| - | - |\n| 1 | 1 |\n\n\
             ## Sheet: Deep (hidden)\n(empty)\n\n## Sheet: Plot\n(a chart)\n"
        );
        let lines: Vec<_> = document.parts.iter().map(|part| (part.line, part.title.as_str())).collect();
        assert_eq!(lines, [(1, "Zeta"), (4, "Alpha & Co"), (9, "Deep"), (12, "Plot")]);
    }

    #[test]
    fn every_kind_of_cell_is_shown_as_people_see_it() {
        let strings = "<sst xmlns:x=\"u\"><si><t>plain</t></si>\
             <x:si><x:r><x:rPr/><x:t>ri</x:t></x:r><x:r><x:t>ch</x:t></x:r><x:rPh><x:t>aside</x:t></x:rPh></x:si></sst>";
        let document = xlsx(&workbook(
            r#"<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c></row>
               <row r="2"><c t="e"><v>#DIV/0!</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>
               <c t="str"><f>A1&amp;"x"</f><v>a &lt; b &amp; c &#x41;</v></c></row>
               <row r="3"><c><f>A1+B1</f></c><c><f>_xlfn.XLOOKUP(1,A:A,B:B)</f><v></v></c><c><f t="shared" si="0"/></c></row>
               <row r="4"><c t="str"><v>one
two_x000D__x000A_three|four_x005F_</v></c><c t="d"><v>2024-03-01</v></c></row>
               <row r="5"><c><v>0.30000000000000004</v></c><c><v>1E3</v></c><c><v>-7.0</v></c></row>
               <row r="6"><c t="s"><v>77</v></c><c t="str"><v><![CDATA[<b>]]></v></c></row>"#,
            &[("xl/sharedStrings.xml", strings)],
        ));
        assert_eq!(
            rows(&document),
            [
                "| 1 | plain | rich | TRUE | FALSE |",
                "| 2 | #DIV/0! | inline | a < b & c A |",
                "| 3 | =A1+B1 | =XLOOKUP(1,A:A,B:B) | =(shared formula) |",
                "| 4 | one<br>two<br>three\\|four_ | 2024-03-01 |",
                "| 5 | 0.3 | 1000 | -7 |",
                "| 6 | (text not kept) | <b> |",
            ]
        );
    }

    #[test]
    fn numbers_are_dates_times_or_shares_by_their_format() {
        let styles = r###"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy&quot; at &quot;hh:mm"/>
            <numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="#,##0.00\ [$€-407]"/></numFmts>
            <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
            <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/>
            <xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>"###;
        let cells = r#"<row><c s="0"><v>45352</v></c><c s="1"><v>45352</v></c><c s="2"><v>45352.604166666664</v></c>
            <c s="3"><v>1.5</v></c><c s="4"><v>0.07</v></c><c s="5"><v>1234.5</v></c><c s="6"><v>0.75</v></c>
            <c s="99"><v>1</v></c><c s="1"><v>-5</v></c></row>"#;
        let document = xlsx(&workbook(cells, &[("xl/styles.xml", styles)]));
        let shown = "| 1 | 45352 | 2024-03-01 | 2024-03-01T14:30 | 36:00 | 7% | 1234.5 € | 18:00 | 1 | -5 |";
        assert_eq!(rows(&document), [shown]);

        let book = r#"<workbook><workbookPr date1904="1"/><sheets><sheet name="One"/></sheets></workbook>"#;
        let cells = r#"<row><c s="1"><v>43890</v></c><c s="3"><v>1.5</v></c></row>"#;
        let document = xlsx(&workbook(cells, &[("xl/styles.xml", styles), ("xl/workbook.xml", book)]));
        assert_eq!(rows(&document), ["| 1 | 2024-03-01 | 36:00 |"]);
    }

    #[test]
    fn a_merged_cell_is_shown_once() {
        let sheet = r#"<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>wide</v></c><c r="B1"/><c r="C1" t="str"><v>next</v></c>
            </row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>"#;
        assert_eq!(
            xlsx(&package(sheet, &[])).text,
            "## Sheet: One (A1:C1)\n| | A | C |\n| - | - | - |\n| 1 | wide | next |\n"
        );
    }

    #[test]
    fn links_and_comments_stand_below_the_table() {
        let sheet = r#"<worksheet><sheetData><row><c t="str"><v>site</v></c></row></sheetData><hyperlinks>
            <hyperlink ref="A1" r:id="l"/><hyperlink ref="B1" location="Two!A1"/></hyperlinks></worksheet>"#;
        let relations = r#"<Relationships><Relationship Id="l" Type="x/hyperlink" Target="https://example.com/?a=1&amp;b=2"
            TargetMode="External"/><Relationship Id="k" Type="x/comments" Target="../comments1.xml"/>
            <Relationship Id="t" Type="x/threadedComment" Target="../threadedComments/t1.xml"/></Relationships>"#;
        let comments = r#"<comments><authors><author>Ann</author><author>tc={1}</author></authors><commentList>
            <comment ref="A1" authorId="0"><text><r><t>Ann:</t></r><r><t>
check] this</t></r></text></comment>
            <comment ref="B2" authorId="1"><text><t>[Threaded comment] old</t></text></comment></commentList></comments>"#;
        let thread = r#"<ThreadedComments><threadedComment ref="B2" personId="{P}"><text>why?</text></threadedComment>
            </ThreadedComments>"#;
        let persons = r#"<personList><person displayName="Bo" id="{P}"/></personList>"#;
        let book =
            r#"<Relationships><Relationship Id="p" Type="x/person" Target="persons/person.xml"/></Relationships>"#;
        let document = xlsx(&package(
            sheet,
            &[
                ("xl/worksheets/_rels/sheet1.xml.rels", relations),
                ("xl/comments1.xml", comments),
                ("xl/threadedComments/t1.xml", thread),
                ("xl/persons/person.xml", persons),
                ("xl/_rels/workbook.xml.rels", book),
            ],
        ));
        assert_eq!(
            document.text,
            "## Sheet: One (A1:A1)\n| | A |\n| - | - |\n| 1 | site |\n[link at A1: https://example.com/?a=1&b=2]\n\
             [link at B1: #Two!A1]\n[comment on B2 by Bo: why?]\n[comment on A1 by Ann: check] this]\n"
        );
    }

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
        assert_eq!(document.notes, ["sheet \"One\" could not be read after row 1: its XML is cut short"]);

        let nothing = read(Format::Xlsx, &package("<worksheet><sheetData><row", &[]));
        assert!(matches!(nothing, Err(Fault::Broken(_))), "{nothing:?}");
        let missing = zip(&[
            ("_rels/.rels", ROOT),
            ("xl/workbook.xml", "<workbook><sheets><sheet name=\"A\"/></sheets></workbook>"),
        ]);
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
        assert_eq!(read(Format::Xlsx, b""), Err(Fault::Broken("an empty file".into())));
        assert_eq!(read(Format::Xlsx, b"a,b\n"), Err(Fault::Broken("no zip archive".into())));

        let old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 W\0o\0r\0k\0b\0o\0o\0k\0";
        let reason = "a workbook of the format before 2007 (.xls); save it as .xlsx";
        assert_eq!(read(Format::Xlsx, old), Err(Fault::Broken(reason.into())));
        let locked: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(Format::Xlsx, &[&old[..8], &locked].concat()), Err(Fault::Locked));
        let manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>";
        let mimetype = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
        let locked = zip(&[mimetype, ("META-INF/manifest.xml", manifest), ("content.xml", "noise")]);
        assert_eq!(read(Format::Ods, &locked), Err(Fault::Locked));
    }

    #[test]
    fn a_libreoffice_sheet_reads_like_one_of_excel() {
        let document = read(
            Format::Ods,
            &ods(concat!(
                r#"<table:table table:name="Bud|get"><table:table-row><table:table-cell office:value-type="string"><text:p>A"#,
                r#" <text:span>b</text:span><text:s text:c="2"/>c</text:p><text:p>two</text:p></table:table-cell>"#,
                r#"<table:table-cell office:value-type="date" office:date-value="2024-03-01T00:00:00"><text:p>1.3.24</text:p></table:table-cell>"#,
                r#"<table:table-cell office:value-type="percentage" office:value="0.125"><text:p>13%</text:p></table:table-cell>"#,
                r#"<table:table-cell office:value-type="currency" office:currency="EUR" office:value="12.50"><text:p>12,50 €</text:p></table:table-cell>"#,
                r#"<table:table-cell office:value-type="time" office:time-value="PT36H30M00S"/>"#,
                r#"<table:table-cell office:value-type="boolean" office:boolean-value="true"/></table:table-row>"#,
                r#"<table:table-row table:number-rows-repeated="7"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#,
                r#"<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="float" office:value="1.50" "#,
                r#"calcext:value-type="x" table:number-columns-repeated="2"><text:p>2</text:p></table:table-cell>"#,
                r#"<table:covered-table-cell><text:p>unseen</text:p></table:covered-table-cell>"#,
                r#"<table:table-cell table:formula="of:=[.A1]*2"/></table:table-row>"#,
                r#"<table:table-row><table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error">"#,
                r#"<office:annotation><dc:creator>Ann</dc:creator><dc:date>2024</dc:date><text:p>why</text:p></office:annotation>"#,
                r#"<text:p><text:a xlink:href="https://example.com">#N/A</text:a></text:p></table:table-cell></table:table-row></table:table>"#,
                r#"<table:table table:name="Two" table:style-name="ta2"/>"#,
            )),
        )
        .unwrap();
        assert_eq!(
            document.text,
            "## Sheet: Bud|get (A1:F11)\n| | A | B | C | D | E | F |\n| - | - | - | - | - | - | - |\n\
             | 1 | A b  c<br>two | 2024-03-01 | 12.5% | 12.5 EUR | 36:30 | TRUE |\n\
             | 9 | 1.5 | 1.5 | | =A1*2 |\n| 10 | 1.5 | 1.5 | | =A1*2 |\n| 11 | #N/A |\n\
             [comment on A11 by Ann: why]\n[link at A11: https://example.com]\n\n## Sheet: Two (hidden)\n(empty)\n"
        );
        assert_eq!(document.notes, Vec::<String>::new());
    }

    #[test]
    fn repeated_cells_end_with_the_texts_bound() {
        let cell =
            r#"<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="1048576"/>"#;
        let row = format!(r#"<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-row>"#);
        let document = read(Format::Ods, &ods(&format!(r#"<table:table table:name="S">{row}</table:table>"#))).unwrap();
        assert!(document.text.len() < 16 * 1024 * 1024);
        assert_eq!(document.notes, ["only the first 16 MB of its text are shown"]);
    }

    #[test]
    fn nothing_expands_or_nests_without_end() {
        let bomb = r#"<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData><row>
            <c t="str"><v>&b;</v></c></row></sheetData></worksheet>"#;
        assert_eq!(rows(&xlsx(&package(bomb, &[]))), ["| 1 | &b; |"]);

        let deep = format!("<worksheet><sheetData><row><c><v>1</v></c></row>{}", "<a>".repeat(1_000_000));
        let document = xlsx(&package(&deep, &[]));
        assert_eq!(document.notes, ["sheet \"One\" could not be read after row 1: nested too deeply"]);

        let blank = format!("<worksheet><sheetData>{}", "<row/>".repeat(8_000_000));
        let verdict = read(Format::Xlsx, &package(&blank, &[]));
        assert_eq!(verdict, Err(Fault::TooLarge("there is more in it than can be taken apart in time".into())));

        let long = format!("<worksheet x=\"{}\"/>", "y".repeat(2 * 1024 * 1024));
        assert!(matches!(read(Format::Xlsx, &package(&long, &[])), Err(Fault::Broken(_))));
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
        // One heading, a header with its rule for each of two blocks, and the rows.
        assert_eq!((headers, document.text.lines().count()), (2, 1 + 2 * 2 + 70_000));
    }

    #[test]
    fn thousands_of_sheets_are_read() {
        let mut list = String::new();
        let mut relations = String::new();
        for sheet in 1..=3000 {
            let _ = write!(list, r#"<sheet name="S{sheet}" r:id="r"/>"#);
        }
        relations.push_str(r#"<Relationships><Relationship Id="r" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#);
        let book = format!("<workbook><sheets>{list}</sheets></workbook>");
        let more = [("xl/workbook.xml", book.as_str()), ("xl/_rels/workbook.xml.rels", relations.as_str())];
        let document = xlsx(&workbook("<row><c><v>1</v></c></row>", &more));
        assert_eq!(document.parts.len(), 3000);
        assert_eq!(document.parts[2999], Part { line: 14_996, level: 1, title: "S3000".into() });
    }

    #[test]
    fn a_sheet_cannot_forge_a_heading() {
        let book = r#"<workbook><sheets><sheet name="A&#10;## Sheet: B"/></sheets></workbook>"#;
        let cells = r#"<row><c t="str"><v>x
## Sheet: C</v></c></row>"#;
        let document = xlsx(&workbook(cells, &[("xl/workbook.xml", book)]));
        assert_eq!(document.text.lines().filter(|line| line.starts_with("## ")).count(), 1);
    }

    /// Packages in which bytes are changed, to look for a panic.
    fn seeds() -> Vec<(Format, Vec<u8>)> {
        let styles = r#"<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>"#;
        let cells =
            r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="0"><v>45352.5</v></c><c><f>A1</f></c></row>"#;
        let strings = "<sst><si><t>a_x000D_b&amp;</t></si></sst>";
        let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in [
            ("_rels/.rels", ROOT),
            ("xl/workbook.xml", "<workbook><sheets><sheet name=\"A\"/></sheets></workbook>"),
            ("xl/worksheets/sheet1.xml", &format!("<worksheet><sheetData>{cells}</sheetData></worksheet>")),
            ("xl/sharedStrings.xml", strings),
            ("xl/styles.xml", styles),
        ] {
            // Stored, so that a changed byte reaches the XML.
            writer.start_file(name, stored).unwrap();
            writer.write_all(content.as_bytes()).unwrap();
        }
        let plain = writer.finish().unwrap().into_inner();
        let table = r#"<table:table table:name="S"><table:table-row table:number-rows-repeated="3"><table:table-cell
            office:value-type="float" office:value="1"><text:p>1 €</text:p></table:table-cell></table:table-row></table:table>"#;
        vec![(Format::Xlsx, plain), (Format::Xlsx, workbook(cells, &[])), (Format::Ods, ods(table))]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn changed_bytes_never_panic(
            which in 0..3_usize,
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
            cut in prop::option::of(any::<prop::sample::Index>()),
        ) {
            let (format, mut bytes) = seeds().swap_remove(which);
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            if let Ok(document) = read(format, &bytes) {
                prop_assert!(document.text.is_empty() || document.text.ends_with('\n'));
                let lines = document.text.lines().count();
                prop_assert!(document.parts.iter().all(|part| part.line as usize <= lines));
            }
        }

        #[test]
        fn any_xml_in_a_sheet_never_panics(pieces in prop::collection::vec(prop::sample::select(&[
            "<row r=\"", "<row>", "</row>", "<c r=\"B2\" t=\"s\">", "<c t=\"b\">", "<c s=\"1\">", "</c>", "<v>", "</v>", "<f>",
            "</f>", "<is><t>", "</t></is>", "1", "-1e308", "45352.5", "\">", "&#0;", "&#x110000;", "&lt", "_x0000_", "é", "\u{1f600}",
            "<![CDATA[", "]]>", "<!--", "-->", "<?", "?>", "<mergeCell/>", "<hyperlink ref=\"A1\"/>", "<c r=\"ZZZ99999999\">",
        ][..]), 0..40)) {
            let sheet = format!("<worksheet><sheetData>{}", pieces.concat());
            let styles = "<styleSheet><cellXfs><xf/><xf numFmtId=\"22\"/></cellXfs></styleSheet>";
            let _ = read(Format::Xlsx, &package(&sheet, &[("xl/styles.xml", styles)]));
        }

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
}
