//! Detects the format of the document in a container from what the container declares.

use lectern_base::{Fault, Format};

use super::container::Package;
use crate::part_reader::PartReader;

/// The usual names of the main part, for containers that do not declare it.
const MAIN_PARTS: [&str; 5] =
    ["word/document.xml", "xl/workbook.xml", "xl/workbook.bin", "ppt/presentation.xml", "content.xml"];
/// The start of the MIME type of an `OpenDocument` file.
const OPEN_DOCUMENT: &str = "application/vnd.oasis.opendocument.";
/// What is in the content type of the main part. Documents and templates, with and without macros, all contain the name
/// of the format. `None` is a binary workbook.
const TYPES: [(&str, Option<Format>); 7] = [
    ("wordprocessingml", Some(Format::Docx)),
    ("ms-word", Some(Format::Docx)),
    ("sheet.binary", None),
    ("spreadsheetml", Some(Format::Xlsx)),
    ("ms-excel", Some(Format::Xlsx)),
    ("presentationml", Some(Format::Pptx)),
    ("ms-powerpoint", Some(Format::Pptx)),
];

impl Package<'_> {
    /// The format of the document, and the name of its main part. `OpenDocument` and EPUB files give no name.
    ///
    /// # Errors
    /// [`Fault::Broken`] if it is a binary workbook.
    pub fn contents(&mut self) -> Result<(Option<Format>, Option<String>), Fault> {
        let start = self.part("mimetype").ok().flatten().map(PartReader::start).unwrap_or_default();
        let mimetype = String::from_utf8_lossy(&start);
        if let Some(kind) = mimetype.trim().strip_prefix(OPEN_DOCUMENT) {
            return Ok((open_document(kind), None));
        }
        if mimetype.trim() == "application/epub+zip" || self.has("META-INF/container.xml") {
            return Ok((Some(Format::Epub), None));
        }
        let Some(main) = self.main_part() else { return Ok((None, None)) };
        let content = self.content_type(&main).unwrap_or_default();
        let format = match TYPES.iter().find(|(part, _)| content.contains(part)) {
            Some((_, Some(format))) => Some(*format),
            None if main.starts_with("word/") => Some(Format::Docx),
            None if main.starts_with("ppt/") => Some(Format::Pptx),
            None if !main.to_ascii_lowercase().ends_with(".bin") => match &*main {
                "content.xml" => Some(Format::Ods),
                main => main.starts_with("xl/").then_some(Format::Xlsx),
            },
            _ => return Err(Fault::Broken("it is a binary workbook (.xlsb); save it as .xlsx".to_owned())),
        };
        Ok((format, Some(main)))
    }

    fn main_part(&mut self) -> Option<String> {
        let relations = self.relations("").unwrap_or_default();
        let main = relations.into_values().find(|relation| relation.kind == "officeDocument");
        let main = main.map(|relation| relation.target.to_string()).filter(|name| self.has(name));
        main.or_else(|| MAIN_PARTS.into_iter().find(|name| self.has(name)).map(ToOwned::to_owned))
    }

    /// The content type that the container declares for a part.
    fn content_type(&mut self, part: &str) -> Option<String> {
        let mut xml = self.xml("[Content_Types].xml").ok()??;
        let is_it = |name: &str| name.trim_start_matches('/').eq_ignore_ascii_case(part);
        while let Ok(true) = xml.opens(0) {
            if xml.attribute("PartName").is_some_and(|name| is_it(&name)) {
                return Some(xml.attribute("ContentType")?.into_owned());
            }
        }
        None
    }
}

/// The fault for a file of this format that was read as another one.
pub(crate) fn mistaken(format: Option<Format>) -> Fault {
    format.map_or_else(|| Fault::Broken("it is a ZIP container without a document".to_owned()), Fault::Other)
}

fn open_document(kind: &str) -> Option<Format> {
    match kind.trim_end_matches("-template") {
        "text" | "text-master" => Some(Format::Odt),
        "spreadsheet" => Some(Format::Ods),
        "presentation" => Some(Format::Odp),
        _ => None,
    }
}
