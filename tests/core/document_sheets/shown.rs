//! What is shown of a workbook.

use lectern_document::{Document, DocumentPart, Format, read};

use super::made::{ods, package, rows, workbook, xlsx};

#[test]
fn a_sheet_is_a_table_whose_cells_can_be_named() {
    let strings = "<sst><si><t>Item</t></si><si><t>Price</t></si><si><t>Lamp</t></si></sst>";
    let document = xlsx(&workbook(
        r#"<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
               <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12.5</v></c></row>
               <row r="9"><c r="B9"><v>1</v></c></row>"#,
        &[("xl/sharedStrings.xml", strings)],
    ));
    let text =
        "## Sheet: One (A1:B9)\n| | A | B |\n| - | - | - |\n| 1 | Item | Price |\n| 2 | Lamp | 12.5 |\n| 9 | | 1 |\n";
    let parts = vec![DocumentPart { line: 1, level: 1, title: "One".into() }];
    assert_eq!(document, Document { text: text.into(), parts, notes: vec![], ..Document::default() });
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
    let styles = r##"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy&quot; at &quot;hh:mm"/>
            <numFmt numFmtId="165" formatCode="[h]:mm"/><numFmt numFmtId="166" formatCode="#,##0.00\ [$€-407]"/></numFmts>
            <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
            <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="10"/>
            <xf numFmtId="166"/><xf numFmtId="20"/></cellXfs></styleSheet>"##;
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
        "## Sheet: One (A1:C1)\n| | A | C |\n| - | - | - |\n| 1 | wide | next |\n[merged cells: A1:B2]\n"
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
    let book = r#"<Relationships><Relationship Id="p" Type="x/person" Target="persons/person.xml"/></Relationships>"#;
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
