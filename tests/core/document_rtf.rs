//! Rich Text Format: what a person reads of it, and nothing else.

use lectern_document::kind::{self, FileKind};
use lectern_document::{Document, Fault, Format, read};

fn rtf(content: impl AsRef<[u8]>) -> Document {
    let content = content.as_ref();
    let bytes = [b"{\\rtf1\\ansi\\ansicpg1252 ", content, b"}"].concat();
    read(Format::Rtf, &bytes).expect("it is RTF")
}

/// What each document has, and what a person reads of it.
fn check(cases: &[(&str, &str)]) {
    for (content, expected) in cases {
        assert_eq!(rtf(content).text.trim_end(), *expected, "{content}");
    }
}

#[test]
fn it_is_known_by_its_first_bytes() {
    let rtf = FileKind::Document(Format::Rtf);
    assert_eq!(kind::of("a.rtf", b"{\\rtf1 a}"), rtf);
    assert_eq!(kind::of("a.rtf", b"{\\rtf1 caf\xe9}"), rtf);
    assert_eq!(kind::of("a.doc", b"{\\rtf1 a}"), rtf);
    let large = [b"{\\rtf1{\\pict\\bin3000 ".as_slice(), &[0, 7, 3].repeat(1000), b"}}"].concat();
    assert_eq!(kind::of("a.rtf", &large), rtf);
    assert_eq!(kind::of("a.rtf", b"plain text"), FileKind::Text);
    assert_eq!(kind::of("a.md", b"{\\rtf1 is how RTF begins"), FileKind::Text);
    assert_eq!(read(Format::Rtf, b"text"), Err(Fault::Broken("it does not begin as RTF does".to_owned())));
}

#[test]
fn paragraphs_are_lines() {
    check(&[
        (r"one\par two\par", "one\ntwo"),
        (r"one\par\par two", "one\n\ntwo"),
        ("one\\par\r\ntw\no", "one\ntwo"),
        ("one\\\ntwo", "one\ntwo"),
        (r"a\line b\tab c", "a\nb\tc"),
        (r"\{a\}\\\~b\_c\-d", r"{a}\ b-cd"),
        (r"\b bold\b0  plain {\i x}y", "bold plain xy"),
        (r"\ldblquote a\rdblquote\emdash\bullet", "“a”—•"),
    ]);
}

#[test]
fn letters_are_decoded_by_their_font() {
    let fonts = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Gothic;}{\f3\fcharset2 Symbol;}{\f4\fnil\cpg1253 X;}}";
    for (content, expected) in [
        (r"caf\'e9", "café"),
        (r"\f1\'cf\'f0\'e8\'e2\'e5\'f2\f0  \'e9", "Привет é"),
        (r"{\f1\'e4}\'e4", "дä"),
        (r"\f2\'8a\'bf\'8ez", "漢斯"),
        (r"\f2\'8e\'9a", "字"),
        (r"\f3\'61 \'b7\f4\'e1", "α •α"),
        (r"\f9 a\plain\'e9", "aé"),
    ] {
        assert_eq!(rtf(format!("{fonts}{content}")).text.trim_end(), expected, "{content}");
    }
    assert_eq!(rtf(b"caf\xe9").text, "café\n");
    assert_eq!(rtf("naïve").text, "naïve\n");
    assert_eq!(rtf(r"\mac caf\'8e").text, "café\n");
    let old = rtf(r"\ansicpg850 caf\'e9");
    assert_eq!(old.notes, ["code page 850 is not known, so some letters may be wrong"]);
}

#[test]
fn unicode_replaces_what_stands_for_it() {
    check(&[
        (r"\u1087?\u1088\'3fa", "прa"),
        (r"\uc0\u1087 a", "пa"),
        (r"{\uc2\u1087 xya}\u1088 za", "пaрa"),
        (r"\uc1\u1087{}?", "п?"),
        (r"\u-10179?\u-8704?", "😀"),
        (r"\u-10179?a", "\u{fffd}a"),
        (r"\u8364\uc1 ?", "€?"),
        (r"{\upr{a}{\*\ud{\u1087?}}}b", "пb"),
    ]);
}

#[test]
fn hidden_parts_of_a_document_are_left_out() {
    check(&[
        (r"{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}}{\info{\title T}}a", "a"),
        (r"{\*\generator X;}{\*\unknown{deep}y}a{\*\bkmkstart b}", "a"),
        (r"{\header h\par}{\footerf f\par}a", "a"),
        (r"a{\v hidden}b\v x\v0 c{\v x\plain y}", "abcy"),
        (r"a{\deleted gone}{\xe index}{\tc contents}b", "ab"),
        (r"a{\*\shppict{\pict 00ff}}{\nonshppict{\pict 00ff}}b", "a[image]b"),
        (r"a{\pict\bin5 }}{{\}b", "a[image]b"),
        (r"{\object{\*\objdata 00ff}{\result shown}}", "shown"),
    ]);
}

#[test]
fn lists_show_the_marks_that_word_wrote() {
    check(&[
        (
            r"\pard{\listtext\pard\plain 1.\tab}\ls1 one\par{\listtext 2.\tab}two\par\pard three",
            "1. one\n2. two\nthree",
        ),
        (r"{\listtext\'b7\tab}one\par{\pntext\'95\tab}\ilvl1 two\par", "- one\n  - two"),
    ]);
}

#[test]
fn headings_are_parts() {
    let document = rtf(r"\pard\outlinelevel0 First\par\pard text\par\pard\outlinelevel2\b Third\par");
    assert_eq!(document.text, "# First\ntext\n\n### Third\n");
    let parts: Vec<_> = document.parts.iter().map(|part| (part.line, part.level, &*part.title)).collect();
    assert_eq!(parts, [(1, 1, "First"), (4, 3, "Third")]);
}

#[test]
fn tables_have_rows() {
    check(&[
        (
            r"a\par\trowd\pard\intbl one\cell t|wo\cell\row\trowd\intbl 1\par 2\cell\cell\row\pard b",
            "a\n\n| one | t\\|wo |\n| --- | --- |\n| 1<br>2 | |\n\nb",
        ),
        (
            r"\trowd\pard\intbl a\nestcell b\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}c\cell\row",
            "| a b<br>c |\n| --- |",
        ),
        (r"\pard\intbl cut\cell", "| cut |\n| --- |"),
    ]);
}

#[test]
fn links_notes_comments_and_text_boxes_are_shown() {
    check(&[
        (
            r#"a {\field{\*\fldinst{HYPERLINK "https://e.org/a b"}}{\fldrslt{\ul site}}}."#,
            "a [site](<https://e.org/a b>).",
        ),
        (r"{\field{\*\fldinst HYPERLINK https://e.org}{\fldrslt https://e.org}}", "https://e.org"),
        (r#"{\field{\*\fldinst HYPERLINK \\l "mark"}{\fldrslt there}}"#, "there"),
        (r"page {\field{\*\fldinst PAGE}{\fldrslt 3}}", "page 3"),
        (
            r"a{\super\chftn{\footnote\pard\plain{\super\chftn} the note\par}}b\par c{\footnote\ftnalt two}",
            "a[^1]b\nc[^2]\n\n[^1]: the note\n[^2]: two",
        ),
        (
            r"a{\*\atnid XY}{\*\atnauthor X Y}\chatn{\*\annotation{\*\atnref 1}\pard\plain why?}b",
            "a [comment by X Y: why?]b",
        ),
        (r"a{\shp{\*\shpinst{\sp{\sn n}{\sv 1}}{\shptxt in a box\par two\par}}}b\par c", "ab\nin a box\ntwo\nc"),
        (r"10\super 7\nosupersub  H{\sub 2}O x{\super n+1}", "10^7 H_2O x^{n+1}"),
    ]);
}

#[test]
fn what_is_cut_short_is_shown_as_far_as_it_comes() {
    let document = read(Format::Rtf, br"{\rtf1{\b one\par two").expect("it is RTF");
    assert_eq!((document.text.as_str(), document.notes), ("one\ntwo\n", vec!["the file ends early".to_owned()]));
    assert_eq!(rtf("").notes, ["the document has no text"]);
}

#[test]
fn deep_nesting_is_read_to_its_text() {
    for piece in [
        "{",
        "{\\field",
        "{\\footnote a",
        "{\\*\\annotation a",
        "{\\field{\\*\\fldinst",
        "{\\shp{\\*\\shpinst{\\shptxt a",
    ] {
        let deep = format!("{}deep", piece.repeat(100_000));
        assert!(
            rtf(&deep).notes.contains(&"groups are nested more than 500 deep, and deeper ones are left out".to_owned()),
            "{piece}"
        );
    }
    let long = rtf("word ".repeat(1_000_000));
    assert!(long.text.lines().all(|line| line.len() < 2_200_000));
}
