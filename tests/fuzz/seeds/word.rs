//! Documents of Word's, and what they are made of.

use super::super::grammar::{Grammar, XML_MARKS};
use super::super::seed::Seed;

pub const GRAMMAR: Grammar = Grammar {
    marks: XML_MARKS,
    words: &[
        "<w:p>",
        "</w:p>",
        "<w:r>",
        "</w:r>",
        "<w:t>",
        "</w:t>",
        "<w:tbl>",
        "</w:tbl>",
        "<w:tr>",
        "<w:tc>",
        "<w:p/>",
        "<w:br/>",
        "<w:tab/>",
        "<w:vMerge/>",
        "<w:vMerge w:val=\"restart\"/>",
        "<w:gridSpan w:val=\"65535\"/>",
        "<w:gridBefore w:val=\"9\"/>",
        "<w:fldChar w:fldCharType=\"begin\"/>",
        "<w:fldChar w:fldCharType=\"separate\"/>",
        "<w:fldChar w:fldCharType=\"end\"/>",
        "<w:instrText>HYPERLINK \\l \"a\"</w:instrText>",
        "<w:ins>",
        "</w:ins>",
        "<w:del>",
        "<w:delText>",
        "<w:moveFrom>",
        "<w:footnoteReference w:id=\"2\"/>",
        "<w:endnoteReference w:id=\"2\"/>",
        "<w:commentReference w:id=\"1\"/>",
        "<w:pStyle w:val=\"Heading1\"/>",
        "<w:numPr>",
        "<w:ilvl w:val=\"8\"/>",
        "<w:numId w:val=\"1\"/>",
        "<w:outlineLvl w:val=\"9\"/>",
        "<w:sym w:font=\"Wingdings\" w:char=\"F0E0\"/>",
        "<mc:AlternateContent>",
        "<mc:Choice>",
        "<mc:Fallback>",
        "<w:txbxContent>",
        "<m:oMath>",
        "<m:f>",
        "<m:den>",
        "<m:sSup>",
        "<m:m><m:mr>",
        "<m:d><m:dPr><m:begChr m:val='é'/></m:dPr>",
        "<w:sdt>",
        "<w:sdtPr><w14:checkbox/></w:sdtPr>",
        "<w:sdtContent>",
        "<w:fldChar w:fldCharType=\"begin\"><w:ffData><w:checkBox/></w:ffData></w:fldChar>",
        "<w:rPr><w:strike/><w:vertAlign w:val=\"superscript\"/></w:rPr>",
        "<w:hyperlink r:id=\"web\">",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
        "<!DOCTYPE a [<!ENTITY x \"y\">]>",
        "&x;",
        "&#x0;",
        "&#xD800;",
        "&#99999999999;",
        "&amp;",
        "&",
        "xml:space=\"preserve\"",
        " w:val=\"\"",
        " w:val='a",
        "..",
        "../../word/document.xml",
        "/word/document.xml",
        "upperRoman",
        "lowerLetter",
        "ordinalText",
        "chicago",
        "japaneseCounting",
        "bullet",
        "%1.%2.%9",
        "%0%10",
        "TargetMode=\"External\"",
    ],
    nests: &[
        ("<w:p>", "</w:p>"),
        ("<w:r>", "</w:r>"),
        ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"),
        ("<w:ins>", "</w:ins>"),
        (
            "<w:fldChar w:fldCharType=\"begin\"/><w:instrText>REF a</w:instrText><w:fldChar w:fldCharType=\"separate\"/>",
            "<w:fldChar w:fldCharType=\"end\"/>",
        ),
        ("<m:oMath>", "</m:oMath>"),
        ("<m:f><m:num>", "</m:num></m:f>"),
        ("<m:rad><m:e>", "</m:e></m:rad>"),
        ("<a>", "</a>"),
        ("<mc:AlternateContent><mc:Choice>", "</mc:Choice></mc:AlternateContent>"),
        ("<w:r><w:pict><w:txbxContent><w:p>", "</w:p></w:txbxContent></w:pict></w:r>"),
        ("<w:hyperlink r:id=\"web\">", "</w:hyperlink>"),
        ("<!--", "-->"),
        ("&amp;", ";"),
    ],
};

const TYPES: &str = r#"<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
const ROOT: &str = r#"<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>"#;
const RELATIONS: &str = r#"<Relationships><Relationship Id="s" Type="http://x/styles" Target="styles.xml"/><Relationship Id="n" Type="http://x/numbering" Target="numbering.xml"/><Relationship Id="f" Type="http://x/footnotes" Target="footnotes.xml"/><Relationship Id="e" Type="http://x/endnotes" Target="endnotes.xml"/><Relationship Id="c" Type="http://x/comments" Target="comments.xml"/><Relationship Id="h" Type="http://x/header" Target="header1.xml"/><Relationship Id="o" Type="http://x/footer" Target="footer1.xml"/><Relationship Id="web" Type="http://x/hyperlink" TargetMode="External" Target="https://a.example/x"/><Relationship Id="img" Type="http://x/image" Target="media/image1.png"/></Relationships>"#;
const STYLES: &str = r#"<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:styleId="Heading2"><w:name w:val="heading 2"/><w:basedOn w:val="Heading1"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="character" w:styleId="Hid"><w:name w:val="Hid"/><w:basedOn w:val="Hid2"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Hid2"><w:basedOn w:val="Hid"/></w:style></w:styles>"#;
const NUMBERING: &str = r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="3"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2"/><w:lvlRestart w:val="1"/><w:isLgl/></w:lvl><w:lvl w:ilvl="2"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl><w:lvl w:ilvl="3"><w:numFmt w:val="upperLetter"/><w:lvlText w:val="(%4)"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Heading2"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>"#;
const FOOTNOTES: &str = r#"<w:footnotes xmlns:w="w"><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>A note, with a</w:t></w:r><w:hyperlink r:id="web"><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:t>second line</w:t><w:footnoteReference w:id="2"/></w:r></w:p></w:footnote></w:footnotes>"#;
const ENDNOTES: &str = r#"<w:endnotes xmlns:w="w"><w:endnote w:id="2"><w:p><w:r><w:t>At the end</w:t></w:r></w:p></w:endnote></w:endnotes>"#;
const COMMENTS: &str = r#"<w:comments xmlns:w="w"><w:comment w:id="1" w:author="A. Person" w:date="2024-01-01T00:00:00Z"><w:p><w:r><w:t>Is that so?</w:t></w:r></w:p></w:comment></w:comments>"#;
const HEADER: &str = r#"<w:hdr xmlns:w="w"><w:p><w:r><w:t>Title of it all</w:t></w:r></w:p><w:p><w:fldSimple w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple></w:p></w:hdr>"#;
const BODY: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="w" xmlns:r="r"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:bookmarkStart w:id="0" w:name="top"/><w:r><w:t>First &amp; foremost</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Heading2"/></w:pPr><w:r><w:t xml:space="preserve">Second </w:t></w:r><w:r><w:rPr><w:rStyle w:val="Hid"/></w:rPr><w:t>hidden</w:t></w:r></w:p><w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t><w:noBreakHyphen/><w:sym w:font="Symbol" w:char="F061"/></w:r></w:p><w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr><w:ins w:id="4" w:author="x"><w:r><w:t>added</w:t></w:r></w:ins><w:del w:id="5"><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r><w:r><w:commentReference w:id="1"/></w:r></w:p><w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "https://b.example" \o "tip" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>field</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:hyperlink r:id="web"><w:r><w:t>linked</w:t></w:r></w:hyperlink><w:hyperlink w:anchor="top"><w:r><w:t>up</w:t></w:r></w:hyperlink></w:p><w:tbl><w:tblGrid><w:gridCol w:w="1"/><w:gridCol w:w="1"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>wide</w:t></w:r></w:p></w:tc><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr><w:p><w:r><w:t>a | b</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc><w:tbl><w:tr><w:tc><w:p><w:r><w:t>inner</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/></w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr></w:tbl><w:p><w:r><mc:AlternateContent xmlns:mc="mc"><mc:Choice Requires="wps"><w:drawing><wp:docPr id="1" name="Box" descr="A cat"/><a:blip r:embed="img"/><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:t>old</w:t></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p><w:p><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>x</m:t></m:r></m:den></m:f><m:rad><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad><m:nary><m:naryPr><m:chr m:val="&#8721;"/></m:naryPr><m:sub/><m:sup/><m:e/></m:nary></m:oMath></w:p><w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent><w:p><w:ruby><w:rt><w:r><w:t>r</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>b</w:t></w:r></w:rubyBase></w:ruby></w:p></w:sdtContent></w:sdt><w:sectPr><w:headerReference r:id="h"/></w:sectPr></w:body></w:document>"#;

pub fn seeds() -> Vec<Seed> {
    let whole = Seed::parts(&[
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", ROOT),
        ("word/_rels/document.xml.rels", RELATIONS),
        ("word/styles.xml", STYLES),
        ("word/numbering.xml", NUMBERING),
        ("word/footnotes.xml", FOOTNOTES),
        ("word/endnotes.xml", ENDNOTES),
        ("word/comments.xml", COMMENTS),
        ("word/header1.xml", HEADER),
        ("word/footer1.xml", HEADER),
        ("word/document.xml", BODY),
    ]);
    // Where most of the reader is: its body alone, which is damaged each time.
    let plain = Seed::parts(&[("[Content_Types].xml", TYPES), ("_rels/.rels", ROOT), ("word/document.xml", BODY)]);
    let body = |body: &str| {
        let main = format!(r#"<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>"#);
        let defined = [("word/styles.xml", STYLES), ("word/numbering.xml", NUMBERING)];
        let parts = [("word/document.xml", main.as_str()), ("word/_rels/document.xml.rels", RELATIONS)];
        Seed::parts(&[&parts[..], &defined, &[("_rels/.rels", ROOT), ("[Content_Types].xml", TYPES)]].concat())
    };
    let list = r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>"#;
    let row = "<w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc><w:tc><w:tcPr><w:gridSpan w:val=\"3\"/></w:tcPr><w:p/></w:tc></w:tr>";
    let table = format!("<w:tbl>{}</w:tbl>", row.repeat(6));
    vec![whole, plain, body(&list.repeat(8)), body(&table), Seed::text("%PDF-1.7\n"), Seed::Bytes(compound())]
}

/// The beginning of an OLE2 file that names what an encrypted document holds.
pub fn compound() -> Vec<u8> {
    let mut bytes = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
    bytes.resize(512, 0);
    bytes.extend("EncryptedPackage\0EncryptionInfo\0WordDocument\0Workbook".encode_utf16().flat_map(u16::to_le_bytes));
    bytes
}
