//! Word's documents that are damaged, or made to do harm: they end in what can be read of them, or in a clear fault.

use crate::support::docx::{docx, docx_with, lines_with, open, p, package};
use lectern_document::Fault;

#[test]
fn what_was_read_before_the_xml_broke_is_kept_and_what_is_missing_said() {
    let broken = docx(&format!("{}<w:p><w:r><w:t>half</w:t></w:x>", p("whole")));
    let document = open(&broken).unwrap();
    assert_eq!(document.text, "whole\nhalf\n");
    assert_eq!(document.notes, ["the text ends early: the XML is broken"]);
    assert!(matches!(open(&docx("<w:p></w:x>")), Err(Fault::Broken(_))));
}

#[test]
fn a_document_that_lacks_its_text_is_broken() {
    let lost = package(&[("word/document.xml.bak", ""), ("word/styles.xml", "<w/>")]);
    assert!(matches!(open(&lost), Err(Fault::Broken(_))));
}

#[test]
fn a_document_cut_off_anywhere_is_broken() {
    let whole = docx(&p("text"));
    for len in 0..whole.len() - 1 {
        assert!(matches!(open(&whole[..len]), Err(Fault::Broken(_))), "{len} bytes");
    }
}

#[test]
fn broken_styles_leave_the_text() {
    let document = open(&docx_with(&p("text"), &[("styles.xml", "<w:styles><w:style></w:styles>")])).unwrap();
    assert_eq!((document.text.as_str(), document.notes.len()), ("text\n", 1));
}

#[test]
fn a_bomb_ends_in_a_fault_or_in_a_cut() {
    let spaces = " ".repeat(65 * 1024 * 1024);
    assert!(matches!(open(&docx(&spaces)), Err(Fault::TooLarge(_))));
    // Comments are neither text nor elements: only the bound on what is inflated stops them.
    let comments = format!("<!--{}-->", "x".repeat(1_000_000)).repeat(68);
    let document = open(&docx(&format!("{}{comments}{}", p("first"), p("last")))).unwrap();
    assert_eq!(document.text, "first\n");
    assert_eq!(document.notes, ["the text ends early: the document takes more than 64 MB unpacked"]);
}

#[test]
fn a_million_elements_are_cut() {
    let document = open(&docx(&format!("{}{}", p("first"), "<w:p/>".repeat(1_100_000)))).unwrap();
    assert_eq!(document.text, "first\n");
    assert!(document.notes[0].contains("2000000 tags"), "{:?}", document.notes);
}

#[test]
fn a_hundred_thousand_levels_are_cut() {
    for (open_tag, close_tag) in
        [("<w:p>", "</w:p>"), ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"), ("<w:x>", "</w:x>")]
    {
        let deep = format!("{}{}{}", p("first"), open_tag.repeat(100_000), close_tag.repeat(100_000));
        let document = open(&docx(&deep)).unwrap();
        assert!(document.text.starts_with("first\n"), "{open_tag}");
        assert_eq!(document.notes.last().unwrap(), "the text ends early: elements are nested more than 512 deep");
    }
}

#[test]
fn one_long_address_pointed_to_again_and_again_does_not_fill_memory() {
    let begin = format!(r"<instrText>HYPERLINK http://a.example/{}</instrText>", "x".repeat(4_000));
    let link = format!(
        "<fldChar fldCharType='begin'/>{begin}<fldChar fldCharType='separate'/><t>a</t><fldChar fldCharType='end'/>"
    );
    let document = open(&docx(&format!("<p>{}</p>", link.repeat(2_000)))).unwrap();
    assert!((2_000_000..3_200_000).contains(&document.text.len()), "{}", document.text.len());
    assert_eq!(document.notes, ["one paragraph or table row was too long and is cut"]);
}

#[test]
fn circular_references_end() {
    let styles = r#"<s><style styleId="A"><basedOn val="B"/></style><style styleId="B"><basedOn val="A"/>
        <pPr><numPr><numId val="1"/></numPr></pPr></style></s>"#;
    let numbering = r#"<n><abstractNum abstractNumId="1"><numStyleLink val="A"/></abstractNum>
        <num numId="1"><abstractNumId val="1"/></num></n>"#;
    let body = r#"<p><pPr><pStyle val="A"/></pPr><r><t>text</t></r></p>"#;
    assert_eq!(lines_with(body, &[("styles.xml", styles), ("numbering.xml", numbering)]), ["text"]);
    // A document that is its own header has no header, and one that is its own notes no notes.
    let own = r#"<Relationships><Relationship Id="a" Type="x/header" Target="document.xml"/>
        <Relationship Id="b" Type="x/footnotes" Target="document.xml"/></Relationships>"#;
    let root =
        r#"<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>"#;
    let parts = [("_rels/.rels", root), ("word/_rels/document.xml.rels", own), ("word/document.xml", &*p("text"))];
    assert_eq!(open(&package(&parts)).unwrap().text, "text\n");
}

#[test]
fn a_directory_that_claims_too_much_is_refused() {
    let names: Vec<String> = (0..10_001).map(|at| format!("word/{at}.xml")).collect();
    let parts: Vec<_> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(open(&package(&parts)), Err(Fault::TooLarge("more than 10000 parts".to_owned())));
}
