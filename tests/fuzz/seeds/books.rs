//! Presentations, texts of `LibreOffice` and books, and what they are made of.

use super::super::grammar::{Grammar, XML_MARKS};
use super::super::seed::Seed;

pub const GRAMMAR: Grammar = Grammar {
    marks: XML_MARKS,
    words: &[
        "<p:sp>",
        "</p:sp>",
        "<p:txBody>",
        "<a:p>",
        "</a:p>",
        "<a:t>x</a:t>",
        "<a:tbl>",
        "<a:tr>",
        "<a:tc>",
        "<p:pic>",
        "<p:ph type=\"title\"/>",
        "<p:ph type=\"ftr\"/>",
        "<mc:AlternateContent>",
        "<mc:Choice>",
        "<m:oMath>",
        "<a:buAutoNum type=\"arabicPeriod\" startAt=\"4294967295\"/>",
        "<p:sldId r:id=\"s\"/>",
        "<text:p>",
        "</text:p>",
        "<text:h text:outline-level=\"255\">",
        "<text:list>",
        "<text:list-item>",
        "<text:s text:c=\"99999999\"/>",
        "<table:table>",
        "<table:table-row>",
        "<table:table-cell table:number-columns-repeated=\"99999999\"/>",
        "<draw:frame>",
        "<draw:text-box>",
        "<draw:page>",
        "<draw:custom-shape>",
        "<text:note>",
        "<office:annotation>",
        "<manifest:encryption-data/>",
        "<item id=\"a\" href=\"a.xhtml\"/>",
        "<itemref idref=\"a\"/>",
        "<navPoint>",
        "<a epub:type=\"noteref\">",
        "<title/>",
        "<content src=\"../../a\"/>",
        "<a href=\"%zz\">",
        "%00",
        "..",
        "../../..",
        "&#x0;",
        "&x;",
        "<![CDATA[",
        "<!--",
        "-->",
        "TargetMode=\"External\"",
    ],
    nests: &[
        ("<p:grpSp>", "</p:grpSp>"),
        ("<a:tbl><a:tr><a:tc>", "</a:tc></a:tr></a:tbl>"),
        ("<text:list><text:list-item>", "</text:list-item></text:list>"),
        ("<draw:frame><draw:text-box><text:p>", "</text:p></draw:text-box></draw:frame>"),
        ("<table:table><table:table-row><table:table-cell>", "</table:table-cell></table:table-row></table:table>"),
        ("<ol><li>", "</li></ol>"),
    ],
};

const ROOT: &str =
    r#"<Relationships><Relationship Id="r" Type="x/officeDocument" Target="ppt/presentation.xml"/></Relationships>"#;
const DECK: &str =
    r#"<p:presentation><p:sldIdLst><p:sldId r:id="s"/><p:sldId r:id="s"/></p:sldIdLst></p:presentation>"#;
const DECK_RELATIONS: &str = r#"<Relationships><Relationship Id="s" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="a" Type="x/commentAuthors" Target="authors.xml"/></Relationships>"#;
const SLIDE: &str = r#"<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Title</a:t></a:r></a:p></p:txBody></p:sp><p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr lvl="1"><a:buAutoNum type="romanLcPeriod" startAt="2"/></a:pPr><a:r><a:rPr baseline="30000"><a:hlinkClick r:id="web"/></a:rPr><a:t>one</a:t></a:r><a:br/></a:p><a:p><a:r><a:t>two</a:t></a:r></a:p></p:txBody></p:sp><p:graphicFrame><a:tbl><a:tblGrid><a:gridCol/></a:tblGrid><a:tr><a:tc gridSpan="2"><a:txBody><a:p><a:r><a:t>cell</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge="1"/></a:tr></a:tbl></p:graphicFrame><p:pic><p:nvPicPr><p:cNvPr descr="A cat"/></p:nvPicPr></p:pic><p:graphicFrame><c:chart r:id="chart"/></p:graphicFrame></p:spTree></p:cSld></p:sld>"#;
const SLIDE_RELATIONS: &str = r#"<Relationships><Relationship Id="web" Type="x/hyperlink" TargetMode="External" Target="https://a.example"/><Relationship Id="chart" Type="x/chart" Target="../chart.xml"/><Relationship Id="n" Type="x/notesSlide" Target="../notes.xml"/><Relationship Id="c" Type="x/comments" Target="../comments.xml"/></Relationships>"#;
const CHART: &str = r#"<c:chartSpace><c:title><a:t>Sales</a:t></c:title><c:barChart><c:ser><c:tx><c:v>A</c:v></c:tx><c:val><c:pt idx="0"><c:v>5</c:v></c:pt></c:val></c:ser></c:barChart></c:chartSpace>"#;
const NOTES: &str = r#"<p:notes><p:sp><p:nvPr><p:ph type="body"/></p:nvPr><p:txBody><a:p><a:r><a:t>Say</a:t></a:r></a:p></p:txBody></p:sp></p:notes>"#;
const COMMENTS: &str = r#"<p:cmLst><p:cm authorId="0"><p:text>Is it?</p:text></p:cm></p:cmLst>"#;
const AUTHORS: &str = r#"<p:cmAuthorLst><p:cmAuthor id="0" name="A. Person"/></p:cmAuthorLst>"#;

/// Presentations of `PowerPoint`.
pub fn decks() -> Vec<Seed> {
    vec![Seed::parts(&[
        ("_rels/.rels", ROOT),
        ("ppt/presentation.xml", DECK),
        ("ppt/_rels/presentation.xml.rels", DECK_RELATIONS),
        ("ppt/slides/slide1.xml", SLIDE),
        ("ppt/slides/_rels/slide1.xml.rels", SLIDE_RELATIONS),
        ("ppt/chart.xml", CHART),
        ("ppt/notes.xml", NOTES),
        ("ppt/comments.xml", COMMENTS),
        ("ppt/authors.xml", AUTHORS),
    ])]
}

const STYLES: &str = r#"<office:document-styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/></text:outline-style><style:master-page><style:header><text:p>Top</text:p></style:header></style:master-page></office:document-styles>"#;
const BODY: &str = r#"<office:document-content><style:style style:name="a" style:family="text" style:parent-style-name="b"><style:text-properties style:text-position="super"/></style:style><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="a" text:display-levels="9"/></text:list-style><text:h text:outline-level="1">One</text:h><text:list text:style-name="L"><text:list-item text:start-value="3"><text:p>item <text:span text:style-name="a">up</text:span><text:s text:c="2"/></text:p></text:list-item></text:list><table:table><table:table-column/><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>cell</text:p></table:table-cell></table:table-row></table:table><text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><text:note><text:note-body><text:p>note</text:p></text:note-body></text:note><office:annotation><dc:creator>A</dc:creator><text:p>Is it?</text:p></office:annotation><text:a xlink:href="https://a.example">link</text:a></text:p><draw:page draw:style-name="a"><draw:frame presentation:class="title"><draw:text-box><text:p>Slide</text:p></draw:text-box></draw:frame><presentation:notes><text:p>Say</text:p></presentation:notes></draw:page></office:document-content>"#;
const MANIFEST: &str = r#"<manifest:manifest><manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.chart"/></manifest:manifest>"#;
const OBJECT: &str = r#"<chart:chart chart:class="chart:bar"><chart:title><text:p>Sales</text:p></chart:title><table:table><table:table-row><table:table-cell/><table:table-cell><text:p>A</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell/><table:table-cell><text:p>5</text:p></table:table-cell></table:table-row></table:table></chart:chart>"#;

/// Texts (`text`) or presentations (`presentation`) of `LibreOffice`.
pub fn open(kind: &str) -> Vec<Seed> {
    let kind = format!("application/vnd.oasis.opendocument.{kind}");
    vec![Seed::parts(&[
        ("mimetype", &kind),
        ("META-INF/manifest.xml", MANIFEST),
        ("styles.xml", STYLES),
        ("Object 1/content.xml", OBJECT),
        ("content.xml", BODY),
    ])]
}

const CONTAINER: &str = r#"<container><rootfiles><rootfile full-path="OPS/a.opf"/></rootfiles></container>"#;
const PACKAGE: &str = r#"<package><metadata><dc:title>Book</dc:title><dc:creator>A</dc:creator></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="n" href="nav.xhtml" properties="nav"/><item id="i" href="i.png" media-type="image/png"/></manifest><spine><itemref idref="a"/><itemref idref="i"/></spine></package>"#;
const PAGE: &str = r##"<html><head><title>x</title></head><body><a id="p"/><p>Fact<sup><a epub:type="noteref" href="#n">1</a></sup></p><ul><li>item</li></ul><script/></body></html>"##;
const NAV: &str = r#"<html><nav epub:type="toc"><ol><li><a href="a.xhtml">One</a></li></ol></nav></html>"#;
const ENCRYPTION: &str = r#"<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherReference URI="OPS/a.xhtml"/></EncryptedData></encryption>"#;

/// Books.
pub fn books() -> Vec<Seed> {
    vec![Seed::parts(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("META-INF/encryption.xml", ENCRYPTION),
        ("OPS/a.opf", PACKAGE),
        ("OPS/nav.xhtml", NAV),
        ("OPS/a.xhtml", PAGE),
        ("OPS/i.png", "x"),
    ])]
}
