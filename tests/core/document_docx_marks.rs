//! Word's documents: what the look of a run, a form or a picture tells a person is in the text as well.

use crate::support::docx::{docx, docx_with, lines, lines_with, open, p};

/// A run with these properties.
fn run(properties: &str, text: &str) -> String {
    format!(r#"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>"#)
}

fn line(runs: &[String]) -> String {
    lines(&format!("<w:p>{}</w:p>", runs.concat())).join("\n")
}

const UP: &str = r#"<w:vertAlign w:val="superscript"/>"#;
const DOWN: &str = r#"<w:vertAlign w:val="subscript"/>"#;

#[test]
fn superscripts_and_subscripts_are_marked() {
    assert_eq!(line(&[run("", "10"), run(UP, "7"), run("", " H"), run(DOWN, "2"), run("", "O")]), "10^7 H_2O");
    assert_eq!(line(&[run("", "m"), run(UP, "-"), run(UP, "2"), run("", ".")]), "m^-2.", "two runs of one look");
    assert_eq!(line(&[run("", "x"), run(UP, "n+1 "), run(DOWN, "i j")]), "x^{n+1} _{i j}");
    assert_eq!(line(&[run("", "a"), run(UP, " "), run(r#"<w:vertAlign w:val="baseline"/>"#, "b")]), "a b");
}

#[test]
fn a_style_raises_text_but_not_the_mark_of_a_note() {
    let styles = r#"<w:styles><w:style w:styleId="Up"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
        <w:style w:styleId="Done"><w:rPr><w:strike/></w:rPr></w:style></w:styles>"#;
    let notes = format!(r#"<w:footnotes><w:footnote w:id="1">{}</w:footnote></w:footnotes>"#, p("note"));
    let up = r#"<w:rPr><w:rStyle w:val="Up"/></w:rPr>"#;
    let body = format!(
        r#"<w:p><w:r><w:t>a</w:t></w:r><w:r>{up}<w:t>2</w:t><w:footnoteReference w:id="1"/></w:r></w:p>
        <w:p><w:pPr><w:pStyle w:val="Done"/></w:pPr>{}{}</w:p>"#,
        run("", "old"),
        run(r#"<w:strike w:val="0"/>"#, " new")
    );
    let shown = lines_with(&body, &[("styles.xml", styles), ("footnotes.xml", &notes)]);
    assert_eq!(shown, ["a^2[^1]", "~~old~~ new", "", "[^1]: note"]);
}

#[test]
fn struck_text_is_marked() {
    assert_eq!(line(&[run("", "a"), run("<w:strike/>", " b "), run("<w:dstrike/>", "c"), run("", "d")]), "a ~~b c~~d");
    assert_eq!(line(&[run("<w:strike/>", "x"), run(&format!("<w:strike/>{UP}"), "2")]), "~~x^2~~");
    let link = format!(r#"<w:hyperlink r:id="web">{}</w:hyperlink>"#, run("<w:strike/>", "b"));
    assert_eq!(line(&[run("<w:strike/>", "a"), link]), "~~a~~[~~b~~](https://a.example/x)");
}

#[test]
fn a_drop_cap_joins_its_word() {
    let cap = |kind: &str| {
        format!(r#"<w:p><w:pPr><w:framePr w:dropCap="{kind}" w:lines="3"/></w:pPr>{}</w:p>{}"#, run("", "O"), p("nce"))
    };
    assert_eq!(lines(&cap("drop")), ["Once"]);
    assert_eq!(lines(&cap("margin")), ["Once"]);
    assert_eq!(lines(&cap("none")), ["O", "nce"]);
}

#[test]
fn a_link_keeps_the_place_in_its_page() {
    let link = |attributes: &str| format!("<w:hyperlink {attributes}>{}</w:hyperlink>", run("", "up"));
    assert_eq!(line(&[link(r#"r:id="web" w:anchor="top""#)]), "[up](https://a.example/x#top)");
    assert_eq!(line(&[link(r#"w:anchor="top""#)]), "up", "a bookmark has no place in the text");
    let part = |kind: &str| format!(r#"<w:fldChar w:fldCharType="{kind}"/>"#);
    let field = format!(
        r#"<w:r>{}<w:instrText>HYPERLINK "https://b.example" \l "top" \o "tip"</w:instrText>{}<w:t>b</w:t>{}</w:r>"#,
        part("begin"),
        part("separate"),
        part("end")
    );
    assert_eq!(line(&[field]), "[b](https://b.example#top)");
}

/// A content control of this kind.
fn control(kind: &str, content: &str) -> String {
    format!("<w:sdt><w:sdtPr>{kind}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>")
}

#[test]
fn a_check_box_shows_its_state() {
    let check = |val: &str| format!(r#"<w14:checkbox><w14:checked w14:val="{val}"/></w14:checkbox>"#);
    let inline = [control(&check("1"), &run("", "☒")), run("", " yes "), control(&check("0"), &run("", "☐"))];
    assert_eq!(line(&inline), "[x] yes [ ]");
    let picked = r#"<w:r><w:sym w:font="Wingdings" w:char="F04A"/></w:r>"#;
    assert_eq!(line(&[control(&check("true"), picked), run("", " by another sign")]), "[x] by another sign");
    assert_eq!(line(&[control(&check("0"), ""), run("", " empty")]), "[ ] empty");
    let cells = format!("<w:tc>{}</w:tc><w:tc>{}</w:tc>", p("☒"), p("one"));
    let row = format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", control(&check("1"), &cells));
    assert_eq!(lines(&row)[0], "| [x] | one |");
    assert_eq!(lines(&control(&check("1"), &(p("☒ all of it") + &p("next")))), ["[x] all of it", "next"]);
}

#[test]
fn a_drop_down_shows_what_is_chosen_or_what_could_be() {
    let items = r#"<w:listItem w:displayText="Choose one." w:value=""/><w:listItem w:displayText="Red" w:value="1"/>
        <w:listItem w:value="Blue"/>"#;
    let list = format!("<w:dropDownList>{items}</w:dropDownList>");
    assert_eq!(line(&[run("", "is "), control(&list, &(run("", "Re") + &run("", "d")))]), "is [select: Red]");
    assert_eq!(line(&[control(&list, "")]), "[select: none]");
    let unset = format!("<w:showingPlcHdr/><w:comboBox>{items}</w:comboBox>");
    assert_eq!(line(&[control(&unset, &run("", "Choose one."))]), "[select: none of Red, Blue]");
    let long = format!("<w:showingPlcHdr/><w:comboBox>{}</w:comboBox>", r#"<w:listItem w:value="abc"/>"#.repeat(9_000));
    assert!(line(&[control(&long, &run("", "Choose"))]).len() < 1_100);
}

fn legacy(data: &str, result: &str) -> String {
    format!(
        r#"<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="n"/>{data}</w:ffData></w:fldChar>
        <w:instrText>FORM</w:instrText>{result}<w:fldChar w:fldCharType="end"/></w:r>"#
    )
}

#[test]
fn legacy_form_fields_show_their_state() {
    let check = |state: &str| legacy(&format!("<w:checkBox><w:sizeAuto/>{state}</w:checkBox>"), "");
    let fields = [
        check(r#"<w:default w:val="0"/><w:checked/>"#),
        check(r#"<w:default w:val="1"/><w:checked w:val="0"/>"#),
        check(r#"<w:default w:val="1"/>"#),
        check(""),
    ];
    assert_eq!(line(&fields), "[x][ ][x][ ]");
    let entries = r#"<w:listEntry w:val="Red"/><w:listEntry w:val="Blue"/>"#;
    let chosen = format!(r#"<w:ddList><w:result w:val="1"/>{entries}</w:ddList>"#);
    let separate = r#"<w:fldChar w:fldCharType="separate"/><w:t>Blue</w:t>"#;
    assert_eq!(line(&[legacy(&chosen, ""), legacy(&chosen, separate)]), "[select: Blue][select: Blue]");
    assert_eq!(line(&[legacy(&format!("<w:ddList>{entries}</w:ddList>"), "")]), "[select: Red]");
    assert_eq!(line(&[legacy("<w:ddList/>", "")]), "[select: none]");
    assert_eq!(line(&[legacy("<w:textInput/>", r#"<w:fldChar w:fldCharType="separate"/><w:t>Ann</w:t>"#)]), "Ann");
}

#[test]
fn bullets_that_are_boxes_are_boxes() {
    let level = |text: &str, font: &str| {
        format!(
            r#"<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="{text}"/>
            <w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}"/></w:rPr></w:lvl></w:abstractNum>
            <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>"#
        )
    };
    let item = format!(r#"<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>{}</w:p>"#, run("", "milk"));
    for (text, font, expected) in [
        ("\u{F0A8}", "Wingdings", "- [ ] milk"),
        ("q", "Wingdings", "- [ ] milk"),
        ("\u{F0FE}", "Wingdings", "- [x] milk"),
        ("\u{F053}", "Wingdings 2", "- [x] milk"),
        ("☐", "MS Gothic", "- [ ] milk"),
        ("☒", "MS Gothic", "- [x] milk"),
        ("\u{F0FC}", "Wingdings", "- milk"),
        ("\u{F0B7}", "Symbol", "- milk"),
        ("o", "Courier New", "- milk"),
    ] {
        assert_eq!(lines_with(&item, &[("numbering.xml", &level(text, font))]), [expected], "{text} of {font}");
    }
}

#[test]
fn text_in_a_symbol_font_is_what_it_shows() {
    let font = |name: &str| format!(r#"<w:rFonts w:ascii="{name}" w:hAnsi="{name}"/>"#);
    assert_eq!(line(&[run(&font("Wingdings"), "\u{F0A8}"), run("", " a "), run(&font("Symbol"), "\u{F061}")]), "☐ a α");
    assert_eq!(line(&[run(&font("Wingdings"), "ü\u{F041}"), run(&font("Symbol"), "ab 1")]), "✓\u{F041}ab 1");
}

const DIAGRAM: &str = r#"<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/>
    <dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt>
    <dgm:pt modelId="2" type="parTrans"><dgm:t><a:p/></dgm:t></dgm:pt>
    <dgm:pt modelId="3"><dgm:t><a:p><a:r><a:t>Do </a:t></a:r><a:r><a:t>it</a:t></a:r></a:p><a:p><a:r><a:t>now</a:t></a:r></a:p></dgm:t></dgm:pt>
    </dgm:ptLst></dgm:dataModel>"#;

#[test]
fn a_diagram_shows_its_text() {
    let drawing = |id: &str| {
        format!(r#"<w:p><w:drawing><wp:docPr name="Diagram 1"/><dgm:relIds r:dm="{id}" r:lo="x"/></w:drawing></w:p>"#)
    };
    let shown = lines_with(&drawing("diagramData1.xml"), &[("diagramData1.xml", DIAGRAM)]);
    assert_eq!(shown, ["[diagram: Diagram 1: Plan; Do it now]"]);
    assert_eq!(lines(&drawing("none")), ["[diagram: Diagram 1]"]);
}

const CHART: &str = r#"<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>
    <c:plotArea><c:pieChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Last
    year</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt>
    <c:pt idx="1"><c:v>South</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode>
    <c:pt idx="0"><c:v>0.25</c:v></c:pt><c:pt idx="1"><c:v>0.75</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:pieChart>
    </c:plotArea></c:chart></c:chartSpace>"#;

#[test]
fn a_chart_shows_its_title_and_its_values() {
    let drawing = |id: &str| {
        let chart = format!(r#"<c:chart r:id="{id}"/>"#);
        format!(r#"<w:p><w:r><w:drawing><wp:docPr name="Chart 1"/>{chart}</w:drawing></w:r></w:p>{}"#, p("after"))
    };
    let shown = lines_with(&drawing("chart1.xml"), &[("chart1.xml", CHART)]);
    assert_eq!(shown, ["[chart: Chart 1: Sales (pie)]", "[series Last year: North 25%, South 75%]", "after"]);
    assert_eq!(lines(&drawing("none")), ["[chart: Chart 1]", "after"]);
    let broken = &CHART[..CHART.find("<c:cat>").unwrap()];
    assert_eq!(lines_with(&drawing("chart1.xml"), &[("chart1.xml", broken)])[0], "[chart: Chart 1: Sales (pie)]");
}

#[test]
fn marks_stay_bounded() {
    let alternate = (run(UP, "a") + &run("<w:strike/>", "b")).repeat(200_000);
    let document = open(&docx(&format!("<w:p>{alternate}</w:p>"))).unwrap();
    assert!(document.text.len() < 3_200_000, "{}", document.text.len());
    let check = "<w14:checkbox><w14:checked/></w14:checkbox>";
    let deep = format!("<w:sdt><w:sdtPr>{check}</w:sdtPr><w:sdtContent>").repeat(100_000);
    let document = open(&docx(&format!("{}{deep}", p("first")))).unwrap();
    assert_eq!(document.notes, ["the text ends early: elements are nested more than 512 deep"]);
    let pt = format!("<dgm:pt><dgm:t><a:t>{}</a:t></dgm:t></dgm:pt>", "x".repeat(1_000));
    let large = format!("<dgm:dataModel>{}</dgm:dataModel>", pt.repeat(5_000));
    let drawing = r#"<w:drawing><dgm:relIds r:dm="diagramData1.xml"/></w:drawing>"#.repeat(1_000);
    let parts = [("diagramData1.xml", large.as_str())];
    let document = open(&docx_with(&format!("<w:p>{drawing}</w:p>"), &parts)).unwrap();
    assert!(document.text.len() < 3_200_000, "{}", document.text.len());
}
