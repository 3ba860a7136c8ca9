//! Small Word documents, built in code.
#![allow(clippy::unwrap_used, reason = "a fixture that cannot be built is a failed test")]

use std::fmt::Write;

pub use super::zip::package;
use lectern_document::{Document, Fault, Format, read};

const TYPES: &str = concat!(
    r#"<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument."#,
    r#"wordprocessingml.document.main+xml"/></Types>"#
);
const ROOT: &str = r#"<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>"#;

/// A document with this body, and these parts in `word/`, each related to it by its name without digits and extension.
pub fn docx_with(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let mut relations = String::new();
    let mut all =
        vec![("[Content_Types].xml".to_owned(), TYPES.to_owned()), ("_rels/.rels".to_owned(), ROOT.to_owned())];
    for (name, content) in parts {
        let kind = name.split('.').next().unwrap_or_default().trim_end_matches(char::is_numeric);
        write!(relations, r#"<Relationship Id="{name}" Type="http://x/{kind}" Target="{name}"/>"#).unwrap();
        all.push((format!("word/{name}"), (*content).to_owned()));
    }
    relations +=
        r#"<Relationship Id="web" Type="http://x/hyperlink" TargetMode="External" Target="https://a.example/x"/>"#;
    all.push(("word/_rels/document.xml.rels".to_owned(), format!("<Relationships>{relations}</Relationships>")));
    all.push((
        "word/document.xml".to_owned(),
        format!(r#"<w:document xmlns:w="w"><w:body>{body}</w:body></w:document>"#),
    ));
    let all: Vec<_> = all.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect();
    package(&all)
}

/// A document with this body alone.
pub fn docx(body: &str) -> Vec<u8> {
    docx_with(body, &[])
}

/// Reads a document of Word's.
pub fn open(bytes: &[u8]) -> Result<Document, Fault> {
    read(Format::Docx, bytes)
}

/// The lines of a document with this body.
pub fn lines(body: &str) -> Vec<String> {
    lines_with(body, &[])
}

/// The lines of a document with this body and these parts.
pub fn lines_with(body: &str, parts: &[(&str, &str)]) -> Vec<String> {
    open(&docx_with(body, parts)).unwrap().text.lines().map(ToOwned::to_owned).collect()
}

/// A paragraph of plain text.
pub fn p(text: &str) -> String {
    format!(r#"<w:p><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>"#)
}
