//! Small presentations, built in code.
#![allow(clippy::unwrap_used, reason = "a fixture that cannot be built is a failed test")]

use std::fmt::Write;

pub use super::zip::package;
use lectern_document::{Document, Fault, Format, read};

const ROOT: &str = r#"<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="ppt/presentation.xml"/></Relationships>"#;
/// The relations of every slide.
const RELATIONS: &str = concat!(
    r#"<Relationships><Relationship Id="web" Type="http://x/hyperlink" TargetMode="External" Target="https://a.example/x"/>"#,
    r#"<Relationship Id="chart" Type="http://x/chart" Target="../charts/chart1.xml"/>"#,
    r#"<Relationship Id="data" Type="http://x/diagramData" Target="../diagrams/data1.xml"/>"#,
    r#"<Relationship Id="notes" Type="http://x/notesSlide" Target="../notesSlides/notesSlide1.xml"/>"#,
    r#"<Relationship Id="comments" Type="http://x/comments" Target="../comments/comment1.xml"/></Relationships>"#
);

/// A presentation of slides with these shapes, and these parts in `ppt/`.
pub fn pptx_with(slides: &[&str], parts: &[(&str, &str)]) -> Vec<u8> {
    let (mut ids, mut relations) = (String::new(), String::new());
    let mut all = vec![("_rels/.rels".to_owned(), ROOT.to_owned())];
    for (at, shapes) in slides.iter().enumerate() {
        // The names of the parts say nothing about the order.
        let name = format!("slides/slide{}.xml", slides.len() - at);
        write!(ids, r#"<p:sldId id="{at}" r:id="s{at}"/>"#).unwrap();
        write!(relations, r#"<Relationship Id="s{at}" Type="http://x/slide" Target="{name}"/>"#).unwrap();
        let relations = format!("ppt/slides/_rels/slide{}.xml.rels", slides.len() - at);
        all.push((relations, RELATIONS.to_owned()));
        let slide = if shapes.starts_with("<p:sld") {
            (*shapes).to_owned()
        } else {
            format!("<p:sld><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>")
        };
        all.push((format!("ppt/{name}"), slide));
    }
    relations += r#"<Relationship Id="authors" Type="http://x/commentAuthors" Target="commentAuthors.xml"/>"#;
    let main = format!("<p:presentation><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>");
    all.push(("ppt/presentation.xml".to_owned(), main));
    let relations = format!("<Relationships>{relations}</Relationships>");
    all.push(("ppt/_rels/presentation.xml.rels".to_owned(), relations));
    all.extend(parts.iter().map(|(name, content)| (format!("ppt/{name}"), (*content).to_owned())));
    let all: Vec<_> = all.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect();
    package(&all)
}

/// Reads a presentation.
pub fn open(bytes: &[u8]) -> Result<Document, Fault> {
    read(Format::Pptx, bytes)
}

/// The lines of a presentation.
pub fn lines_with(slides: &[&str], parts: &[(&str, &str)]) -> Vec<String> {
    open(&pptx_with(slides, parts)).unwrap().text.lines().map(ToOwned::to_owned).collect()
}

/// The lines of a slide with these shapes, below its heading.
pub fn lines(shapes: &str) -> Vec<String> {
    lines_with(&[shapes], &[]).into_iter().skip(2).collect()
}

/// A shape that is this placeholder, or none, with these paragraphs.
pub fn shape(placeholder: &str, paragraphs: &str) -> String {
    format!("<p:sp><p:nvSpPr><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:txBody>{paragraphs}</p:txBody></p:sp>")
}

/// A paragraph of plain text.
pub fn p(text: &str) -> String {
    format!("<a:p><a:r><a:t>{text}</a:t></a:r></a:p>")
}
