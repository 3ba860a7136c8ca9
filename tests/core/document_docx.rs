//! Word's documents: every element of the format that a person reads, and none that a person does not.

use crate::support::compound::compound;
use crate::support::docx::{docx_with, lines, lines_with, open, p, package};
use lectern_document::{DocumentPart, Fault, Format};

const STYLES: &str = r#"<w:styles>
    <w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>
    <w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift2"/></w:style>
    <w:style w:styleId="Deep"><w:pPr><w:outlineLvl w:val="7"/></w:pPr></w:style>
    <w:style w:styleId="Toc"><w:basedOn w:val="Mine"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
    <w:style w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style>
    <w:style w:styleId="Bullets"><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
</w:styles>"#;

fn styled(style: &str, text: &str) -> String {
    format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"#)
}

#[test]
fn headings_are_known_by_name_by_what_they_stand_upon_and_by_outline_level() {
    let body = [("Title", "A"), ("berschrift2", "B"), ("Mine", "C"), ("Deep", "D"), ("Toc", "E"), ("Heading3", "F")]
        .map(|(style, text)| styled(style, text))
        .concat();
    let document = open(&docx_with(&body, &[("styles.xml", STYLES)])).unwrap();
    assert_eq!(document.text, "# A\n\n## B\n\n## C\n\n###### D\nE\n\n### F\n");
    let titles: Vec<_> = document.parts.iter().map(|part| (part.level, part.title.as_str())).collect();
    assert_eq!(titles, [(1, "A"), (2, "B"), (2, "C"), (6, "D"), (3, "F")]);
    assert_eq!(document.parts[1], DocumentPart { line: 3, level: 2, title: "B".to_owned() });
}

const NUMBERING: &str = r#"<w:numbering>
    <w:abstractNum w:abstractNumId="0">
        <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>
        <w:lvl w:ilvl="1"><w:start w:val="3"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%2)"/></w:lvl>
        <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl/><w:lvlText w:val="%1.%2.%3"/></w:lvl>
    </w:abstractNum>
    <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="x"/></w:lvl>
        <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Bullets"/></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
    <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="0"/>
        <w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
    <w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>
</w:numbering>"#;

fn item(list: u8, level: u8, text: &str) -> String {
    let place = format!(r#"<w:ilvl w:val="{level}"/><w:numId w:val="{list}"/>"#);
    format!("<w:p><w:pPr><w:numPr>{place}</w:numPr></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn list(items: &[(u8, u8)]) -> Vec<String> {
    let body: String = items.iter().map(|(list, level)| item(*list, *level, "x")).collect();
    lines_with(&body, &[("numbering.xml", NUMBERING), ("styles.xml", STYLES)])
}

#[test]
fn a_list_shows_the_numbers_that_word_shows() {
    let shown = list(&[(1, 0), (1, 1), (1, 1), (1, 2), (1, 0), (1, 1)]);
    assert_eq!(shown, ["I. x", "  (c) x", "  (d) x", "    1.4.1 x", "II. x", "  (c) x"]);
}

#[test]
fn lists_of_one_shape_count_on_until_one_starts_anew() {
    assert_eq!(list(&[(1, 0), (3, 0), (3, 0), (1, 0)]), ["I. x", "VII. x", "VIII. x", "IX. x"]);
}

#[test]
fn bullets_are_dashes_also_through_a_style_that_describes_the_list() {
    assert_eq!(list(&[(2, 0), (2, 1), (4, 0), (9, 0)]), ["- x", "  - x", "- x", "x"]);
    let by_style = lines_with(&styled("Bullets", "x"), &[("numbering.xml", NUMBERING), ("styles.xml", STYLES)]);
    assert_eq!(by_style, ["- x"]);
}

fn cell(properties: &str, text: &str) -> String {
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", p(text))
}

fn table(rows: &[String]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("<w:tr>{row}</w:tr>")).collect();
    format!("<w:tbl>{}</w:tbl>", rows.concat())
}

#[test]
fn a_table_stands_apart_and_its_bars_are_escaped() {
    let rows = [cell("", "a|b") + &cell("", "c"), format!("<w:tc>{}{}</w:tc>{}", p("d"), p("e"), cell("", ""))];
    let body = format!("{}{}{}", p("before"), table(&rows), p("after"));
    assert_eq!(lines(&body), ["before", "", r"| a\|b | c |", "| --- | --- |", "| d<br>e | |", "", "after"]);
}

#[test]
fn a_merged_cell_is_shown_once() {
    let rows = [
        cell(r#"<w:gridSpan w:val="2"/>"#, "wide") + &cell(r#"<w:vMerge w:val="restart"/>"#, "tall"),
        cell("", "1") + &cell("", "2") + &cell("<w:vMerge/>", "never"),
    ];
    assert_eq!(lines(&table(&rows)), ["| wide | | tall |", "| --- | --- | --- |", "| 1 | 2 | |"]);
}

#[test]
fn a_table_in_a_cell_is_a_line_for_each_row() {
    let inner = table(&[cell("", "1") + &cell("", "2"), cell("", "3")]);
    let rows = [format!("<w:tc>{}{inner}</w:tc>{}", p("in"), cell("", "x"))];
    assert_eq!(lines(&table(&rows))[0], "| in<br>1; 2<br>3 | x |");
}

#[test]
fn a_deleted_row_is_left_out() {
    let rows = [cell("", "a"), format!("<w:trPr><w:del/></w:trPr>{}", cell("", "b")), cell("", "c")];
    assert_eq!(lines(&table(&rows)), ["| a |", "| --- |", "| c |"]);
}

#[test]
fn notes_are_numbered_as_they_come_and_stand_at_the_end() {
    let footnotes = format!(
        r#"<w:footnotes><w:footnote w:type="separator" w:id="0">{0}</w:footnote>
        <w:footnote w:id="5">{1}{2}</w:footnote><w:footnote w:id="2">{3}</w:footnote></w:footnotes>"#,
        p("line"),
        p(" five"),
        p("more"),
        p("two")
    );
    let endnotes = format!(r#"<w:endnotes><w:endnote w:id="1">{}</w:endnote></w:endnotes>"#, p("end"));
    let body = r#"<w:p><w:r><w:t>a</w:t><w:footnoteReference w:id="2"/><w:t>b</w:t><w:footnoteReference w:id="5"/>
        <w:footnoteReference w:id="2"/><w:footnoteReference w:id="77"/><w:endnoteReference w:id="1"/></w:r></w:p>"#;
    let shown = lines_with(body, &[("footnotes.xml", &footnotes), ("endnotes.xml", &endnotes)]);
    assert_eq!(shown, ["a[^1]b[^2][^1][^e1]", "", "[^1]: two", "[^2]: five", "    more", "[^e1]: end"]);
    assert_eq!(lines_with(body, &[("endnotes.xml", &endnotes)]), ["ab[^1]", "", "[^1]: end"]);
}

#[test]
fn a_comment_stands_where_it_was_made() {
    let comments =
        format!(r#"<w:comments><w:comment w:id="1" w:author="Ann">{}{}</w:comment></w:comments>"#, p("x"), p("y"));
    let body = r#"<w:p><w:r><w:t>word</w:t></w:r><w:r><w:commentReference w:id="1"/></w:r></w:p>"#;
    assert_eq!(lines_with(body, &[("comments.xml", &comments)]), ["word [comment by Ann: x y]"]);
}

#[test]
fn changes_read_as_accepted() {
    let body = concat!(
        "<w:p><w:r><w:t>one</w:t></w:r><w:ins><w:r><w:t>NEW</w:t></w:r></w:ins>",
        "<w:del><w:r><w:delText>old</w:delText><w:t>old</w:t></w:r></w:del>",
        "<w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>HERE</w:t></w:r></w:moveTo></w:p>",
        "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>joined </w:t></w:r></w:p>",
        r#"<w:p><w:pPr><w:pPrChange><w:pPr><w:pStyle w:val="Title"/></w:pPr></w:pPrChange></w:pPr><w:r><w:t>up</w:t></w:r></w:p>"#,
    );
    assert_eq!(lines(body), ["oneNEWHERE", "joinedup"]);
}

#[test]
fn links_show_where_they_lead_once() {
    for (label, expected) in
        [("here", "[here](https://a.example/x)"), ("https://a.example/x", "https://a.example/x"), ("", "")]
    {
        let body = format!(
            r#"<w:p><w:hyperlink r:id="web"><w:r><w:t>{label}</w:t></w:r></w:hyperlink><w:r><w:t>.</w:t></w:r></w:p>"#
        );
        assert_eq!(lines(&body), [format!("{expected}.")]);
    }
    let inner = r#"<w:p><w:hyperlink w:anchor="top"><w:r><w:t>up</w:t></w:r></w:hyperlink></w:p>"#;
    assert_eq!(lines(inner), ["up"]);
}

#[test]
fn a_field_shows_its_result() {
    let part = |kind: &str| format!(r#"<w:fldChar w:fldCharType="{kind}"/>"#);
    let (begin, separate, end) = (part("begin"), part("separate"), part("end"));
    let nested = format!(
        "{begin}<w:instrText>IF </w:instrText>{begin}{separate}<w:t>hidden</w:t>{end}{separate}<w:t>7</w:t>{end}"
    );
    let link =
        format!(r#"{begin}<w:instrText>HYPERLINK "http://b.example/(1)"</w:instrText>{separate}<w:t>b</w:t>{end}"#);
    let body = format!("<w:p><w:r>{nested}</w:r><w:r><w:t>,</w:t>{link}</w:r></w:p>");
    assert_eq!(lines(&body), ["7,[b](<http://b.example/(1)>)"]);
    let open_ended = format!("<w:p><w:r>{begin}<w:t>lost</w:t></w:r></w:p>{}", p("kept"));
    assert_eq!(lines(&open_ended), ["", "kept"][1..]);
}

#[test]
fn what_is_hidden_is_left_out() {
    let run = |properties: &str, text: &str| format!("<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>");
    let body = format!(
        "<w:p>{}{}{}{}</w:p>{}",
        run("<w:vanish/>", "a"),
        run(r#"<w:vanish w:val="0"/>"#, "b"),
        run(r#"<w:rStyle w:val="Ghost"/>"#, "c"),
        run("", "d"),
        styled("Ghost", "e")
    );
    assert_eq!(lines_with(&body, &[("styles.xml", STYLES)]), ["bd"]);
}

#[test]
fn breaks_tabs_hyphens_and_symbols_are_text() {
    let body = concat!(
        r#"<w:p><w:r><w:br w:type="page"/><w:t> a </w:t><w:tab/><w:t xml:space="preserve">b </w:t><w:noBreakHyphen/>"#,
        r#"<w:t>&lt;c&#x41;&gt;<![CDATA[&]]></w:t><w:br/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>"#
    );
    assert_eq!(lines(body), ["a\tb \u{2011}<cA>&", "✓"]);
}

#[test]
fn a_text_box_is_shown_once_and_after_its_paragraph() {
    let inside = |text: &str| format!("<w:txbxContent>{}</w:txbxContent>", p(text));
    let body = format!(
        "<w:p><w:r><mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent><w:t>host</w:t></w:r></w:p>",
        inside("box"),
        inside("again")
    );
    assert_eq!(lines(&body), ["host", "box"]);
    let only =
        format!("<w:p><mc:AlternateContent><mc:Fallback>{}</mc:Fallback></mc:AlternateContent></w:p>", inside("old"));
    assert_eq!(lines(&only), ["old"]);
}

#[test]
fn a_content_control_is_its_content() {
    let control = "<w:sdt><w:sdtPr><w:alias w:val=\"no\"/><w:p><w:t>no</w:t></w:p></w:sdtPr><w:sdtContent>";
    assert_eq!(lines(&format!("{control}{}</w:sdtContent></w:sdt>", p("yes"))), ["yes"]);
}

#[test]
fn headers_and_footers_are_shown_once_each() {
    let (one, two) = (format!("<w:hdr>{}</w:hdr>", p("Top")), format!("<w:ftr>{}{}</w:ftr>", p("Page 1"), p(" ")));
    let parts = [("header1.xml", one.as_str()), ("header2.xml", &one), ("footer1.xml", &two)];
    assert_eq!(lines_with(&p("text"), &parts), ["[header] Top", "", "text", "", "[footer] Page 1"]);
}

#[test]
fn pictures_and_objects_are_named() {
    let picture = |attributes: &str| format!("<w:p><w:drawing><wp:docPr {attributes}/><pic:pic/></w:drawing></w:p>");
    let object =
        r#"<w:p><w:object><v:shape alt="s"/><v:imagedata/><o:OLEObject ProgID="Excel.Sheet.8"/></w:object></w:p>"#;
    let body = format!("{}{}{object}", picture(r#"name="Picture 1" descr="A cat""#), picture(r#"name="Picture 2""#));
    assert_eq!(lines(&body), ["[image: A cat]", "[image: Picture 2]", "[embedded object: Excel.Sheet.8]"]);
}

#[test]
fn the_main_part_is_found_through_the_relationships() {
    let types = r#"<Types><Override PartName="/a/b.xml" ContentType="application/vnd.ms-word.template.macroEnabledTemplate.main+xml"/></Types>"#;
    let relations = r#"<Relationships><Relationship Id="x" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/a/b.xml"/></Relationships>"#;
    let text = r#"<document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><body><p><r><t>found</t></r></p></body></document>"#;
    let parts = [("[Content_Types].xml", types), ("_rels/.rels", relations), ("a/b.xml", text)];
    assert_eq!(open(&package(&parts)).unwrap().text, "found\n");
}

#[test]
fn what_is_no_document_of_word_says_what_it_is() {
    let ods = package(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet")]);
    let xlsx = package(&[("xl/workbook.xml", "<x/>")]);
    assert!(
        matches!(open(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), Err(Fault::Broken(why)) if why.contains("before 2007"))
    );
    assert_eq!(open(&compound(&[("EncryptedPackage", b"x")])), Err(Fault::Locked));
    assert_eq!(open(&ods), Err(Fault::Other(Format::Ods)));
    assert_eq!(open(&xlsx), Err(Fault::Other(Format::Xlsx)));
    assert_eq!(open(b"%PDF-1.7"), Err(Fault::Other(Format::Pdf)));
    for bytes in [&b""[..], b"text", b"PK\x03\x04"] {
        assert!(matches!(open(bytes), Err(Fault::Broken(_))), "{bytes:?}");
    }
}
