//! Presentations of `PowerPoint`: what each slide shows.

use crate::support::compound::compound;
use crate::support::docx::docx;
use crate::support::pptx::{lines, lines_with, open, p, package, pptx_with, shape};
use lectern_document::{Fault, Format, OpenDocument, Place, read_place};

const TITLE: &str = r#"<p:ph type="title"/>"#;

#[test]
fn slides_come_in_order_with_their_titles_as_an_outline() {
    let title = format!("{}{}", shape("", &p("Above")), shape(TITLE, &p("One &amp; all")));
    let hidden = format!(r#"<p:sld show="0">{}</p:sld>"#, shape(r#"<p:ph type="ctrTitle"/>"#, &p("Spare")));
    let document = open(&pptx_with(&[&title, &hidden, &shape("", &p("Text"))], &[])).unwrap();
    assert_eq!(document.text, "## Slide 1: One & all\n\nAbove\n\n## Slide 2: Spare (hidden)\n\n## Slide 3\n\nText\n");
    let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, part.title.as_str())).collect();
    assert_eq!(parts, [(1, 1, "Slide 1: One & all"), (5, 1, "Slide 2: Spare (hidden)"), (7, 1, "Slide 3")]);
    assert!(document.notes.is_empty());
}

#[test]
fn one_slide_is_read_alone() {
    let deck = pptx_with(&[&shape("", &p("first")), &shape("", &p("second"))], &[]);
    let slide = |page| read_place(Format::Pptx, &deck, &Place { page: Some(page), ..Place::default() });
    assert_eq!(slide(2).unwrap().text, "## Slide 2\n\nsecond\n");
    assert_eq!(slide(3), Err(Fault::NoPage(2)));
    assert_eq!(slide(0), Err(Fault::NoPage(2)));
}

#[test]
fn slides_are_read_one_after_another() {
    let deck = pptx_with(&[&shape("", &p("first")), &shape("", &p("second")), &shape("", &p("third"))], &[]);
    let whole = open(&deck);
    let mut reading = OpenDocument::new(Format::Pptx, deck);
    reading.ask(Place::default());
    let steps: Vec<_> = std::iter::repeat_with(|| reading.step()).take(4).collect();
    assert_eq!(steps, [None, None, None, Some(whole)]);
}

#[test]
fn main_text_is_a_list_and_other_text_is_not() {
    let item = |properties: &str, text: &str| p(text).replace("<a:p>", &format!("<a:p>{properties}"));
    let body = [
        item("", "one"),
        item(r#"<a:pPr lvl="1"/>"#, "two"),
        item("<a:pPr><a:buNone/></a:pPr>", "plain"),
        item(r#"<a:pPr><a:buAutoNum type="romanUcPeriod" startAt="3"/></a:pPr>"#, "three"),
        item(r#"<a:pPr><a:buAutoNum type="romanUcPeriod" startAt="3"/></a:pPr>"#, "four"),
        item(r#"<a:pPr lvl="1"><a:buAutoNum type="alphaLcParenBoth"/></a:pPr>"#, "five"),
        "<a:p/>".to_owned(),
    ];
    let other = [item("", "alone"), item(r#"<a:pPr><a:buChar char="•"/></a:pPr>"#, "dot")];
    assert_eq!(
        lines(&(shape("<p:ph idx=\"1\"/>", &body.concat()) + &shape("", &other.concat()))),
        ["- one", "  - two", "plain", "III. three", "IV. four", "  (a) five", "", "alone", "- dot"]
    );
    assert_eq!(lines(&shape("<p:ph idx=\"1\"/>", &p("a sentence"))), ["a sentence"]);
}

#[test]
fn runs_keep_what_their_look_says() {
    let run = |properties: &str, text: &str| format!("<a:r>{properties}<a:t>{text}</a:t></a:r>");
    let text = [
        run("", "10"),
        run(r#"<a:rPr baseline="30000"/>"#, "7"),
        run("", " H"),
        run(r#"<a:rPr baseline="-25000"/>"#, "2"),
        run("", "O "),
        run(r#"<a:rPr strike="sngStrike"/>"#, "no"),
        run(r#"<a:rPr><a:hlinkClick r:id="web"/></a:rPr>"#, "link"),
        "<a:br/>".to_owned(),
        run(r#"<a:rPr><a:latin typeface="Wingdings"/></a:rPr>"#, "\u{f0fc}"),
        run(r#"<a:rPr><a:sym typeface="Wingdings"/></a:rPr>"#, "à"),
        run(r#"<a:rPr><a:sym typeface="Wingdings"/></a:rPr>"#, " così è"),
        r#"<a:fld type="datetime1"><a:t> 1/2/2024</a:t></a:fld>"#.to_owned(),
        "<a14:m><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></a14:m>".to_owned(),
    ];
    assert_eq!(
        lines(&shape("", &format!("<a:p>{}</a:p>", text.concat()))),
        ["10^7 H_2O ~~no~~[link](https://a.example/x)", "✓→ così è 1/2/2024$x$"]
    );
}

#[test]
fn tables_are_tables() {
    let cell = |text: &str, how: &str| format!("<a:tc {how}><a:txBody>{}</a:txBody></a:tc>", p(text));
    let rows = [
        format!("<a:tr>{}{}</a:tr>", cell("a|b", "gridSpan=\"2\""), cell("", "hMerge=\"1\"")),
        format!(
            "<a:tr>{}{}</a:tr>",
            cell("c", ""),
            cell("d", "").replace("</a:p>", "</a:p><a:p><a:r><a:t>e</a:t></a:r></a:p>")
        ),
    ];
    let frame = format!(
        "<p:graphicFrame><p:nvPr><p:ph idx=\"1\"/></p:nvPr><a:tbl><a:tblGrid><a:gridCol/><a:gridCol/></a:tblGrid>{}</a:tbl></p:graphicFrame>",
        rows.concat()
    );
    assert_eq!(
        lines(&(frame + &shape("", &p("below")))),
        ["| a\\|b | |", "| --- | --- |", "| c | d<br>e |", "", "below"]
    );
}

#[test]
fn pictures_charts_and_diagrams_are_told() {
    let picture = |name: &str, media: &str| {
        format!(r#"<p:pic><p:nvPicPr><p:cNvPr name="Picture 1" {name}/><p:nvPr>{media}</p:nvPr></p:nvPicPr></p:pic>"#)
    };
    let frame = |content: &str| {
        format!(
            r#"<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr name="x"/></p:nvGraphicFramePr>{content}</p:graphicFrame>"#
        )
    };
    let shapes = [
        picture(r#"descr="A  cat""#, ""),
        picture("", ""),
        picture("", ""),
        picture("", r#"<a:videoFile r:link="v"/>"#),
        frame(r#"<c:chart r:id="chart"/>"#),
        frame(r#"<dgm:relIds r:dm="data"/>"#),
        frame(r#"<p:oleObj progId="Excel.Sheet.12"><p:pic/></p:oleObj>"#),
    ];
    let chart = "<c:chartSpace><c:title><a:t>Sales</a:t></c:title><c:barChart><c:ser><c:tx><c:v>A</c:v></c:tx><c:val>\
        <c:pt idx=\"0\"><c:v>5</c:v></c:pt></c:val></c:ser></c:barChart></c:chartSpace>";
    let data = "<dgm:dataModel><dgm:pt><a:p><a:t>Plan</a:t></a:p></dgm:pt><dgm:pt><a:p><a:t>Do</a:t></a:p></dgm:pt></dgm:dataModel>";
    assert_eq!(
        lines_with(&[&shapes.concat()], &[("charts/chart1.xml", chart), ("diagrams/data1.xml", data)])[2..],
        [
            "[image: A cat]",
            "[video]",
            "[chart: Sales (bar)]",
            "[series A: 5]",
            "[diagram: Plan; Do]",
            "[embedded object: Excel.Sheet.12]",
            "[2 images]"
        ]
    );
}

#[test]
fn notes_comments_and_footers_stand_below() {
    let body = r#"<p:ph type="body" idx="1"/>"#;
    let notes = format!(
        "<p:notes>{}{}{}</p:notes>",
        shape(r#"<p:ph type="sldImg"/>"#, &p("no")),
        shape(body, &(p("Say this.") + &p("Then that."))),
        shape(r#"<p:ph type="sldNum"/>"#, &p("9"))
    );
    let comments = r#"<p:cmLst><p:cm authorId="0"><p:text>Old</p:text></p:cm><p188:cm authorId="none"><p188:replyLst>
        <p188:reply authorId="0"><p188:txBody><a:p><a:r><a:t>Yes</a:t></a:r></a:p></p188:txBody></p188:reply></p188:replyLst>
        <p188:txBody><a:p><a:r><a:t>Is it?</a:t></a:r></a:p></p188:txBody></p188:cm></p:cmLst>"#;
    let slide = [
        shape("", &p("Text")),
        shape(r#"<p:ph type="ftr"/>"#, &p("Our firm")),
        shape(r#"<p:ph type="sldNum"/>"#, &p("7")),
    ]
    .concat();
    let parts = [
        ("notesSlides/notesSlide1.xml", notes.as_str()),
        ("comments/comment1.xml", comments),
        ("commentAuthors.xml", r#"<p:cmAuthorLst><p:cmAuthor id="0" name="A. Person"/></p:cmAuthorLst>"#),
    ];
    assert_eq!(
        lines_with(&[&slide], &parts),
        [
            "## Slide 1",
            "",
            "Text",
            "",
            "[notes] Say this.",
            "[notes] Then that.",
            "",
            "[comment by A. Person: Old]",
            "[comment by unknown: Is it?]",
            "[reply by A. Person: Yes]",
            "",
            "[footer] Our firm"
        ]
    );
    assert_eq!(lines_with(&[&slide, &slide], &[]).iter().filter(|line| line.contains("footer")).count(), 1);
}

#[test]
fn only_the_first_alternative_is_read() {
    let choice =
        format!("<mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback>", shape("", &p("new")), shape("", &p("old")));
    assert_eq!(lines(&format!("<mc:AlternateContent>{choice}</mc:AlternateContent>")), ["new"]);
}

#[test]
fn what_is_missing_or_broken_is_said() {
    let good = shape("", &p("good"));
    let broken = format!("<p:sld><p:cSld>{}<p:sp></p:sld>", shape("", &p("half")));
    let document = open(&pptx_with(&[&good, &broken, &broken], &[])).unwrap();
    assert_eq!(document.text, "## Slide 1\n\ngood\n\n## Slide 2\n\nhalf\n\n## Slide 3\n\nhalf\n");
    assert_eq!(document.notes, ["slide 2 (and 1 more) could not be read to its end: the XML is broken"]);
    assert!(matches!(open(&pptx_with(&["<p:sld><"], &[])), Err(Fault::Broken(_))));
    assert_eq!(open(&pptx_with(&[], &[])).unwrap().notes, ["the presentation has no slides"]);
    let root = r#"<Relationships><Relationship Id="r" Type="x/officeDocument" Target="ppt/presentation.xml"/></Relationships>"#;
    let ids = r#"<p:presentation><p:sldIdLst><p:sldId r:id="none"/></p:sldIdLst></p:presentation>"#;
    let lost = package(&[("_rels/.rels", root), ("ppt/presentation.xml", ids)]);
    assert_eq!(open(&lost), Err(Fault::Broken("it is missing from the file".to_owned())));
    assert_eq!(open(&docx(&crate::support::docx::p("x"))), Err(Fault::Other(Format::Docx)));
    assert_eq!(open(&compound(&[("EncryptedPackage", b"x")])), Err(Fault::Locked));
}

#[test]
fn a_hundred_thousand_slides_that_are_one_are_cut() {
    let slide = shape("", &p("x"));
    let deck = pptx_with(&[&slide], &[]);
    let ids = r#"<p:sldId r:id="s0"/>"#.repeat(100_000);
    let (relations, root) = (
        r#"<Relationships><Relationship Id="s0" Type="x/slide" Target="slides/slide1.xml"/></Relationships>"#,
        r#"<Relationships><Relationship Id="r" Type="x/officeDocument" Target="ppt/presentation.xml"/></Relationships>"#,
    );
    let one = format!("<p:sld><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>");
    let main = format!("<p:presentation><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>");
    let many = package(&[
        ("_rels/.rels", root),
        ("ppt/presentation.xml", &main),
        ("ppt/_rels/presentation.xml.rels", relations),
        ("ppt/slides/slide1.xml", &one),
    ]);
    assert!(open(&deck).unwrap().notes.is_empty());
    let document = open(&many).unwrap();
    assert!(document.notes.contains(&"only the first 20000 slides are shown".to_owned()), "{:?}", document.notes);
    assert!(document.notes.len() <= 3, "{:?}", document.notes);
}

#[test]
fn deep_and_long_slides_are_cut() {
    let deep = format!("{}{}", shape("", &p("first")), "<p:grpSp>".repeat(100_000));
    let document = open(&pptx_with(&[&deep], &[])).unwrap();
    assert_eq!(document.notes, ["slide 1 could not be read to its end: elements are nested more than 512 deep"]);
    let long = shape("", &p(&"x".repeat(1_000_000)).repeat(5));
    let document = open(&pptx_with(&[&long], &[])).unwrap();
    assert_eq!(document.notes, ["one shape was too long and is cut"]);
    assert!((2_000_000..3_200_000).contains(&document.text.len()));
}
