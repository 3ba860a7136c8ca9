//! Workbooks of Excel's and `LibreOffice`'s, and what they are made of.

use super::super::grammar::{Grammar, XML_MARKS};
use super::super::seed::Seed;
use super::word::compound;

pub const EXCEL: Grammar = Grammar {
    marks: XML_MARKS,
    words: &[
        "<row r=\"1048576\">",
        "<row>",
        "</row>",
        "<c r=\"XFD1048576\" t=\"s\">",
        "<c r=\"ZZZ99999999\">",
        "<c t=\"inlineStr\">",
        "<c t=\"b\">",
        "<c t=\"e\">",
        "<c t=\"str\">",
        "<c t=\"d\">",
        "<c s=\"65535\">",
        "</c>",
        "<v>",
        "</v>",
        "<f>A1</f>",
        "<is>",
        "<t>",
        "</t>",
        "<si>",
        "<r>",
        "<rPh>",
        "<mergeCell ref=\"A1:XFD1048576\"/>",
        "<mergeCell ref=\"B2:A1\"/>",
        "<dimension ref=\"A1:XFD1048576\"/>",
        "<sheet name=\"x\" sheetId=\"1\" r:id=\"rId1\"/>",
        " state=\"veryHidden\"",
        "<hyperlink ref=\"A1\" r:id=\"h\"/>",
        "<hyperlink ref=\"A1:XFD1048576\" location=\"x\"/>",
        "date1904=\"1\"",
        "<numFmt numFmtId=\"164\" formatCode=\"[h]:mm:ss.000\"/>",
        "<xf numFmtId=\"14\"/>",
        "<xf numFmtId=\"4294967295\"/>",
        "yyyy-mm-dd",
        "[$-409]",
        "[Red]",
        "@",
        "\\\"",
        "General",
        "0.00E+00",
        "#,##0.00",
        "# ?/?",
        "0%",
        "_(* ",
        "AM/PM",
        ";;;",
        "[>=100]",
        "[h]",
        "ss.0000000000",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "&#x0;",
        "&x;",
        "&",
        "A0",
        "a1",
        "$A$1",
        "AAAA1",
        "R1C1",
        "xml:space=\"preserve\"",
        "../xl/workbook.xml",
        "/xl/worksheets/sheet1.xml",
        "</sheetData>",
        "<sheetData>",
        "<comment ref=\"A1\" authorId=\"9\">",
        "<threadedComment ref=\"A1\" personId=\"p\">",
        "#DIV/0!",
    ],
    nests: &[
        ("<row>", "</row>"),
        ("<c>", "</c>"),
        ("<row><c t=\"inlineStr\"><is><t>", "</t></is></c></row>"),
        ("<x>", "</x>"),
        ("<r>", "</r>"),
        ("<sheetData>", "</sheetData>"),
        ("<si>", "</si>"),
        ("[", "]"),
        ("\"", "\""),
        ("(", ")"),
        ("<!--", "-->"),
        ("<comment>", "</comment>"),
    ],
};

pub const OPEN: Grammar = Grammar {
    marks: XML_MARKS,
    words: &[
        "<table:table table:name=\"x\">",
        "</table:table>",
        "<table:table-row>",
        "</table:table-row>",
        "<table:table-cell>",
        "</table:table-cell>",
        "<table:table-cell/>",
        "<table:covered-table-cell/>",
        " table:number-rows-repeated=\"1048576\"",
        " table:number-columns-repeated=\"16384\"",
        " table:number-columns-spanned=\"16384\"",
        " table:number-rows-spanned=\"9\"",
        " office:value-type=\"float\"",
        " office:value-type=\"date\"",
        " office:value-type=\"time\"",
        " office:value-type=\"percentage\"",
        " office:value-type=\"currency\"",
        " office:value-type=\"boolean\"",
        " office:value-type=\"string\"",
        " office:value=\"1e300\"",
        " office:date-value=\"2024-02-30T25:61:61\"",
        " office:time-value=\"PT99999999999H\"",
        " office:time-value=\"-P1DT\"",
        "PT",
        "P1Y2M",
        " office:boolean-value=\"true\"",
        " office:string-value=\"x\"",
        " table:formula=\"of:=[.A1]\"",
        "<text:p>",
        "</text:p>",
        "<text:s/>",
        "<text:s text:c=\"99999999\"/>",
        "<text:tab/>",
        "<text:line-break/>",
        "<text:a xlink:href=\"x\">",
        "<office:annotation>",
        "</office:annotation>",
        "<dc:creator>",
        "<table:tracked-changes>",
        "<table:shapes>",
        "<office:forms>",
        "<style:style style:name=\"ta2\"/>",
        " table:style-name=\"ta2\"",
        " table:display=\"false\"",
        "calcext:value-type=\"error\"",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "&#x0;",
        "&x;",
        "<manifest:encryption-data/>",
        "<table:table-header-rows>",
        "<table:table-row-group>",
        "Err:502",
        "<ruby/>",
    ],
    nests: &[
        ("<table:table-row>", "</table:table-row>"),
        ("<table:table-cell>", "</table:table-cell>"),
        ("<text:p>", "</text:p>"),
        ("<table:table-row><table:table-cell><table:table>", "</table:table></table:table-cell></table:table-row>"),
        ("<x>", "</x>"),
        ("<text:span>", "</text:span>"),
        ("<office:annotation>", "</office:annotation>"),
        ("<table:table-row-group>", "</table:table-row-group>"),
    ],
};

const ROOT: &str = r#"<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<workbook xmlns:r="r"><workbookPr date1904="0"/><sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Two &amp; more" sheetId="2" state="hidden" r:id="rId2"/><sheet name="Chart" sheetId="3" r:id="rId3"/><sheet name="Lost" sheetId="4" r:id="rId99"/></sheets><definedNames><definedName name="x">One!$A$1</definedName></definedNames></workbook>"#;
const BOOK_RELATIONS: &str = r#"<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId3" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="rId4" Type="x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId5" Type="x/styles" Target="styles.xml"/><Relationship Id="rId6" Type="x/person" Target="persons/person.xml"/></Relationships>"#;
const STRINGS: &str = r#"<sst count="4" uniqueCount="4"><si><t>plain</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></si><si><t>two
lines | bar _x000D_ _x005F_</t></si><si/></sst>"#;
const STYLES: &str = r#"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="[$-407]#,##0.00\ &quot;kg&quot;;[Red]-0.0"/><numFmt numFmtId="166" formatCode="[h]:mm:ss.00"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="10"/><xf numFmtId="12"/><xf numFmtId="48"/></cellXfs></styleSheet>"#;
const SHEET: &str = r#"<worksheet xmlns:r="r"><dimension ref="A1:H9"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row><row r="2" hidden="1"><c r="A2"><v>42</v></c><c r="B2" s="1"><v>45292</v></c><c r="C2" s="2"><v>45292.75</v></c><c r="D2" s="3"><v>-1234.5</v></c><c r="E2" s="4"><v>1.5</v></c><c r="F2" s="5"><v>0.125</v></c><c r="G2" s="6"><v>0.333</v></c><c r="H2" s="7"><v>123456</v></c></row><row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" t="e"><v>#DIV/0!</v></c><c r="C4" t="str"><f>A1&amp;B1</f><v>calc</v></c><c r="D4" t="inlineStr"><is><t>inline</t></is></c><c r="E4" t="d"><v>2024-01-31T12:00:00</v></c></row><row r="9"><c r="XFD9"><f t="shared" si="0" ref="A1:B2"/><v>7</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells><hyperlinks><hyperlink ref="A1" r:id="h"/><hyperlink ref="B1:C2" location="Two!A1" display="there"/></hyperlinks></worksheet>"#;
const SHEET_RELATIONS: &str = r#"<Relationships><Relationship Id="h" Type="x/hyperlink" Target="https://a.example" TargetMode="External"/><Relationship Id="c" Type="x/comments" Target="../comments1.xml"/><Relationship Id="t" Type="x/threadedComment" Target="../threadedComments/threadedComment1.xml"/></Relationships>"#;
const COMMENTS: &str = r#"<comments><authors><author>A</author></authors><commentList><comment ref="A2" authorId="0"><text><r><t>why?</t></r></text></comment></commentList></comments>"#;
const THREADED: &str = r#"<ThreadedComments><threadedComment ref="B2" personId="p" id="1"><text>so</text></threadedComment></ThreadedComments>"#;
const PERSONS: &str = r#"<personList><person displayName="B" id="p"/></personList>"#;

pub fn excel() -> Vec<Seed> {
    let common = [("_rels/.rels", ROOT), ("xl/workbook.xml", BOOK), ("xl/_rels/workbook.xml.rels", BOOK_RELATIONS)];
    let looks = [("xl/sharedStrings.xml", STRINGS), ("xl/styles.xml", STYLES)];
    let sheets = [("xl/worksheets/sheet1.xml", SHEET), ("xl/worksheets/sheet2.xml", SHEET)];
    let more = [
        ("xl/worksheets/_rels/sheet1.xml.rels", SHEET_RELATIONS),
        ("xl/comments1.xml", COMMENTS),
        ("xl/threadedComments/threadedComment1.xml", THREADED),
        ("xl/persons/person.xml", PERSONS),
    ];
    let row = r#"<row><c><v>1</v></c><c s="2"><v>45000.5</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>x</t></is></c></row>"#;
    let many = format!("<worksheet><sheetData>{}</sheetData></worksheet>", row.repeat(20));
    vec![
        Seed::parts(&[&common[..], &looks, &sheets, &more].concat()),
        Seed::parts(&[&common[..1], &common[1..2], &looks, &[("xl/worksheets/sheet1.xml", SHEET)]].concat()),
        Seed::parts(&[&common[..1], &common[1..2], &looks, &[("xl/worksheets/sheet1.xml", &*many)]].concat()),
        Seed::parts(&[("_rels/.rels", &ROOT.replace(".xml", ".bin")), ("xl/workbook.bin", "x")]),
        Seed::Bytes(compound()),
        Seed::text("<html><table><tr><td>1</td></tr></table>"),
    ]
}

const CONTENT: &str = r#"<office:document-content><office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet><table:tracked-changes/><table:table table:name="One" table:style-name="ta1"><office:forms/><table:shapes><draw:frame><text:p>shape</text:p></draw:frame></table:shapes><table:table-column table:number-columns-repeated="4"/><table:table-header-rows><table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>twice<text:s text:c="3"/>spaced<text:line-break/>on</text:p><text:p>second</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="float" office:value="12.5"><text:p>12.50</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2024-01-31"><text:p>31.01.24</text:p></table:table-cell><table:table-cell office:value-type="time" office:time-value="PT12H30M15.5S"><text:p>12:30</text:p></table:table-cell><table:table-cell office:value-type="percentage" office:value="0.125"/><table:table-cell office:value-type="currency" office:currency="EUR" office:value="3"/><table:table-cell office:value-type="boolean" office:boolean-value="true"/></table:table-row><table:table-row><table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="2" calcext:value-type="error" table:formula="of:=1/0" office:value-type="string"><office:annotation><dc:creator>A</dc:creator><dc:date>2024-01-01</dc:date><text:p>why?</text:p></office:annotation><text:p>Err:502</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated="9"/><table:table-cell><text:p><text:a xlink:href="https://a.example">link</text:a></text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1048560"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table><table:table table:name="Two" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string" office:string-value="attr"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"#;
const MANIFEST: &str = r#"<manifest:manifest><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>"#;

pub fn open() -> Vec<Seed> {
    let mime = ("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
    let row = r#"<table:table-row><table:table-cell office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell><table:table-cell table:number-columns-repeated="3" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>"#;
    let many = format!(
        "<d><b><office:spreadsheet><table:table table:name=\"a\">{}</table:table></office:spreadsheet></b></d>",
        row.repeat(12)
    );
    let locked = MANIFEST.replace("/>", "><manifest:encryption-data/></manifest:file-entry>");
    vec![
        Seed::parts(&[mime, ("content.xml", CONTENT), ("META-INF/manifest.xml", MANIFEST)]),
        Seed::parts(&[mime, ("content.xml", CONTENT)]),
        Seed::parts(&[mime, ("content.xml", &many)]),
        Seed::parts(&[mime, ("META-INF/manifest.xml", &locked), ("content.xml", "\u{1}\u{2}")]),
    ]
}
