//! Texts and presentations in the `OpenDocument` format, as `LibreOffice` writes them.

use crate::support::odf::{lines, lines_with, odp_with, odt_with, open, p};
use lectern_document::{Fault, Format, Place, read, read_place};

/// A style of this family.
fn style(family: &str, name: &str, properties: &str) -> String {
    format!(r#"<style:style style:name="{name}" style:family="{family}">{properties}</style:style>"#)
}

#[test]
fn headings_are_an_outline_and_the_title_is_one() {
    let derived = r#"<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>"#;
    let body = r#"<text:p text:style-name="P1">All</text:p><text:h text:outline-level="2">One</text:h><text:p>x</text:p>
        <text:h>Two</text:h>"#;
    let document = open(&odt_with(derived, body, &[])).unwrap();
    assert_eq!(document.text, "# All\n\n## One\nx\n\n# Two\n");
    let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, part.title.as_str())).collect();
    assert_eq!(parts, [(1, 1, "All"), (3, 2, "One"), (6, 1, "Two")]);
}

#[test]
fn headings_have_the_numbers_of_the_outline() {
    let outline = r#"<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>
        <text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>"#;
    let body = r#"<text:h text:outline-level="1">a</text:h><text:h text:outline-level="2">b</text:h><text:h text:outline-level="2">c</text:h>
        <text:h text:is-list-header="true">d</text:h><text:h>e</text:h><text:h text:outline-level="3">f</text:h>"#;
    assert_eq!(
        lines_with("", body, &[("styles.xml", outline)]).join("\n"),
        "# I. a\n\n## I.1 b\n\n## I.2 c\n\n# d\n\n# II. e\n\n### f"
    );
}

const LIST: &str = r#"<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="3"/>
    <text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/>
    <text:list-level-style-bullet text:level="3" text:bullet-char="•"/></text:list-style>"#;

#[test]
fn lists_have_their_numbers() {
    let item = |text: &str, inner: &str| format!("<text:list-item>{}{inner}</text:list-item>", p(text));
    let list = |attributes: &str, items: &str| format!("<text:list {attributes}>{items}</text:list>");
    let inner = list("", &(item("x", &list("", &item("dot", ""))) + &item("y", "")));
    let body = [
        list(r#"xml:id="one" text:style-name="L1""#, &(item("first", &inner) + &item("second", &p("more")))),
        p("between"),
        list(r#"text:style-name="L1" text:continue-list="one""#, &item("third", "")),
        list(r#"text:style-name="L1" text:continue-numbering="true""#, &item("fourth", "")),
        list(
            r#"text:style-name="L1""#,
            &format!("<text:list-header>{}</text:list-header>{}", p("head"), item("again", "")),
        ),
        list(r#"text:style-name="none""#, &item("plain", "")),
        r#"<text:list text:style-name="L1"><text:list-item text:start-value="9"><text:p>nine</text:p></text:list-item></text:list>"#.to_owned(),
    ];
    assert_eq!(
        lines_with(LIST, &body.concat(), &[]),
        [
            "3. first",
            "  (a) x",
            "    - dot",
            "  (b) y",
            "4. second",
            "more",
            "between",
            "5. third",
            "6. fourth",
            "head",
            "3. again",
            "- plain",
            "9. nine"
        ]
    );
}

#[test]
fn spaces_are_collapsed_and_marks_kept() {
    let styles = [
        style("text", "up", r#"<style:text-properties style:text-position="super 58%"/>"#),
        style("text", "low", r#"<style:text-properties style:text-position="-33% 58%"/>"#),
        style("text", "no", r#"<style:text-properties style:text-line-through-style="solid"/>"#),
        style("text", "hid", r#"<style:text-properties text:display="none"/>"#),
    ];
    let span = |name: &str, text: &str| format!(r#"<text:span text:style-name="{name}">{text}</text:span>"#);
    let text = [
        "\n  a \n b <text:s text:c=\"2\"/>c<text:tab/>d<text:line-break/>10".to_owned(),
        span("up", "7"),
        " H".to_owned(),
        span("low", "2"),
        "O ".to_owned(),
        span("no", "old"),
        span("hid", "secret"),
        r##" <text:a xlink:href="https://a.example">link</text:a> <text:a xlink:href="#top">up</text:a>"##.to_owned(),
        "<text:ruby><text:ruby-base>東</text:ruby-base><text:ruby-text>ひがし</text:ruby-text></text:ruby>".to_owned(),
    ];
    assert_eq!(
        lines_with(&styles.concat(), &p(&text.concat()), &[]),
        ["a b   c\td", "10^7 H_2O ~~old~~ [link](https://a.example) up東(ひがし)"]
    );
}

#[test]
fn notes_comments_and_changes_are_as_in_word() {
    let note = |class: &str, text: &str| {
        format!(
            r#"<text:note text:note-class="{class}"><text:note-citation>9</text:note-citation><text:note-body>{}{}</text:note-body></text:note>"#,
            p(text),
            p("more")
        )
    };
    let comment = "<office:annotation><dc:creator>A. Person</dc:creator><dc:date>2024</dc:date><text:p>Is it?</text:p>\
        <meta:creator-initials>AP</meta:creator-initials></office:annotation>";
    let changes = "<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>A</dc:creator>\
        </office:change-info><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>";
    let text = format!("One{}{comment} two{}", note("footnote", "foot"), note("endnote", "end"));
    assert_eq!(
        lines(&(changes.to_owned() + &p(&text))),
        ["One[^1] [comment by A. Person: Is it?] two[^e1]", "", "[^1]: foot", "    more", "[^e1]: end", "    more"]
    );
}

#[test]
fn tables_are_tables() {
    let body = "<table:table><table:table-column table:number-columns-repeated=\"2\"/><table:table-header-rows><table:table-row>\
        <table:table-cell table:number-columns-spanned=\"2\"><text:p>a|b</text:p></table:table-cell><table:covered-table-cell/>\
        </table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>c</text:p><text:p>d</text:p>\
        </table:table-cell><table:table-cell><table:table><table:table-row><table:table-cell><text:p>in</text:p></table:table-cell>\
        <table:table-cell><text:p>ner</text:p></table:table-cell></table:table-row></table:table></table:table-cell></table:table-row>\
        </table:table><text:p>after</text:p>";
    assert_eq!(lines(body), ["| a\\|b | |", "| --- | --- |", "| c<br>d | in; ner |", "", "after"]);
}

#[test]
fn pictures_boxes_formulas_and_charts_are_told() {
    let frame = |content: &str| format!("<draw:frame>{content}</draw:frame>");
    let picture = r#"<draw:image xlink:href="Pictures/1.png"><text:p/></draw:image><svg:title>A  cat</svg:title><svg:desc>x</svg:desc>"#;
    let object = |name: &str| format!(r#"<draw:object xlink:href="./{name}"/><draw:image xlink:href="./r"/>"#);
    let body = [
        p(&format!("see {}", frame(picture))),
        p(&format!("E: {}", frame(&object("Object 1")))),
        p(&frame(&object("Object 2"))),
        p(&frame(&object("none"))),
        p(&format!("before {}after", frame(&format!("<draw:text-box>{}</draw:text-box>", p("boxed"))))),
        format!("<draw:custom-shape>{}</draw:custom-shape>", p("shape")),
    ];
    let manifest = r#"<manifest:manifest><manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.formula"/>
        <manifest:file-entry manifest:full-path="Object 2/" manifest:media-type="application/vnd.oasis.opendocument.chart"/></manifest:manifest>"#;
    let formula =
        "<math><semantics><mi>E</mi><annotation encoding=\"StarMath 5.0\">E = m c^2 </annotation></semantics></math>";
    let row = |cells: [&str; 3]| {
        let cells = cells.map(|cell| format!("<table:table-cell>{}</table:table-cell>", p(cell)));
        format!("<table:table-row>{}</table:table-row>", cells.concat())
    };
    let chart = format!(
        "<chart:chart chart:class=\"chart:bar\"><chart:title>{}</chart:title><chart:plot-area><chart:axis><chart:title>{}</chart:title>\
         </chart:axis></chart:plot-area><table:table>{}</table:table></chart:chart>",
        p("Sales"),
        p("no"),
        [row(["", "North", ""]), row(["2023", "5", "1"]), row(["2024", "6", ""])].concat()
    );
    let parts = [
        ("META-INF/manifest.xml", manifest),
        ("Object 1/content.xml", formula),
        ("Object 2/content.xml", chart.as_str()),
    ];
    assert_eq!(
        lines_with("", &body.concat(), &parts),
        [
            "see [image: A cat]",
            "E: [formula: E = m c^2]",
            "[chart: Sales (bar)]",
            "[series North: 2023 5, 2024 6]",
            "[series 2: 2023 1]",
            "[embedded object]",
            "before after",
            "boxed",
            "shape"
        ]
    );
}

#[test]
fn headers_and_footers_stand_above_and_below() {
    let styles = "<office:master-styles><style:master-page><style:header><text:p>Our firm</text:p></style:header>\
        <style:header-left><text:p>Our firm</text:p></style:header-left><style:footer><text:p>Page <text:page-number>1</text:page-number>\
        </text:p></style:footer></style:master-page></office:master-styles>";
    assert_eq!(
        lines_with("", &p("text"), &[("styles.xml", styles)]),
        ["[header] Our firm", "", "text", "", "[footer] Page 1"]
    );
}

#[test]
fn slides_come_with_titles_and_notes() {
    let frame = |class: &str, text: &str| {
        format!(r#"<draw:frame presentation:class="{class}"><draw:text-box>{text}</draw:text-box></draw:frame>"#)
    };
    let notes =
        format!("<presentation:notes><draw:page-thumbnail/>{}</presentation:notes>", frame("notes", &p("Say this.")));
    let list = "<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>two</text:p></text:list-item>\
        </text:list></text:list-item></text:list>";
    let slides = [
        format!("<draw:page>{}{}{notes}</draw:page>", frame("outline", list), frame("title", &p("Start"))),
        format!(r#"<draw:page draw:style-name="dp2">{}</draw:page>"#, frame("title", &p("Spare"))),
        "<draw:page/>".to_owned(),
    ];
    let styles = style("drawing-page", "dp2", r#"<style:drawing-page-properties presentation:visibility="hidden"/>"#);
    let deck = odp_with(&styles, &slides.concat(), &[]);
    let document = read(Format::Odp, &deck).unwrap();
    assert_eq!(
        document.text,
        "## Slide 1: Start\n\n- one\n  - two\n\n[notes] Say this.\n\n## Slide 2: Spare (hidden)\n\n## Slide 3\n"
    );
    assert_eq!(document.parts.len(), 3);
    let slide = |page| read_place(Format::Odp, &deck, &Place { page: Some(page), ..Place::default() });
    assert_eq!(slide(2).unwrap().text, "## Slide 2: Spare (hidden)\n");
    assert_eq!(slide(4), Err(Fault::NoPage(3)));
    assert_eq!(read(Format::Odp, &odp_with("", "", &[])).unwrap().notes, ["the presentation has no slides"]);
}

#[test]
fn what_is_another_format_locked_or_broken_is_said() {
    let text = odt_with("", &p("x"), &[]);
    assert_eq!(read(Format::Odp, &text), Err(Fault::Other(Format::Odt)));
    assert_eq!(read(Format::Docx, &text), Err(Fault::Other(Format::Odt)));
    assert_eq!(open(&odp_with("", "", &[])), Err(Fault::Other(Format::Odp)));
    let manifest =
        "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
    assert_eq!(open(&odt_with("", &p("x"), &[("META-INF/manifest.xml", manifest)])), Err(Fault::Locked));
    let document = open(&odt_with("", &format!("{}<text:p>half</text:x>", p("whole")), &[])).unwrap();
    assert_eq!(document.text, "whole\nhalf\n");
    assert_eq!(document.notes, ["the text ends early: the XML is broken"]);
    assert!(matches!(open(&odt_with("", "</x>", &[])), Err(Fault::Broken(_))));
    let broken = "<draw:page/><draw:page><draw:frame></draw:page>";
    assert_eq!(
        read(Format::Odp, &odp_with("", broken, &[])).unwrap().notes,
        ["the text ends early: the XML is broken"]
    );
}

#[test]
fn what_is_deep_repeated_or_long_is_cut() {
    for tag in ["text:list", "text:span", "draw:custom-shape", "text:note", "table:table"] {
        let document =
            open(&odt_with("", &format!("{}{}", p("first"), format!("<{tag}>").repeat(100_000)), &[])).unwrap();
        assert!(document.text.starts_with("first\n"), "{tag}");
        assert_eq!(document.notes.last().unwrap(), "the text ends early: elements are nested more than 512 deep");
    }
    let cell = "<table:table-cell table:number-columns-repeated=\"99999999\"><text:p>x</text:p></table:table-cell>";
    let row = format!("<table:table-row>{}</table:table-row>", cell.repeat(100));
    let document = open(&odt_with("", &format!("<table:table>{}</table:table>", row.repeat(1000)), &[])).unwrap();
    assert!(document.text.len() < 2_000_000, "{}", document.text.len());
    let spaces = r#"<text:s text:c="4000000000"/>"#.repeat(10_000);
    assert!(open(&odt_with("", &p(&format!("a{spaces}b")), &[])).unwrap().text.len() < 3_200_000);
    let circle = r#"<style:style style:name="a" style:family="text" style:parent-style-name="b"/>
        <style:style style:name="b" style:family="text" style:parent-style-name="a"/>"#;
    assert_eq!(lines_with(circle, &p(r#"<text:span text:style-name="a">x</text:span>"#), &[]), ["x"]);
}
