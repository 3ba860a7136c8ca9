//! Detects the kind of document in a container from what the container declares.

use super::Package;
use crate::document::xml::Node;
use crate::document::{Fault, Format};

/// The kind of document in a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PackageKind {
    Docx,
    Xlsx,
    Xlsb,
    Pptx,
    Odt,
    Ods,
    Odp,
    Epub,
}

/// The usual names of the main part, for containers that do not declare it.
const MAIN_PARTS: [&str; 5] =
    ["word/document.xml", "xl/workbook.xml", "xl/workbook.bin", "ppt/presentation.xml", "content.xml"];
/// The start of the MIME type of an `OpenDocument` file.
const OPEN_DOCUMENT: &str = "application/vnd.oasis.opendocument.";

impl Package<'_> {
    /// The kind of document, and the name of its main part. `OpenDocument` and EPUB files give no name.
    pub fn contents(&mut self) -> (Option<PackageKind>, Option<String>) {
        let start = self.part("mimetype").ok().flatten().map(super::PartReader::start).unwrap_or_default();
        let mimetype = String::from_utf8_lossy(&start);
        if let Some(kind) = mimetype.trim().strip_prefix(OPEN_DOCUMENT) {
            return (open_document(kind), None);
        }
        if mimetype.trim() == "application/epub+zip" {
            return (Some(PackageKind::Epub), None);
        }
        if self.has("META-INF/container.xml") {
            return (Some(PackageKind::Epub), None);
        }
        let Some(main) = self.main_part() else { return (None, None) };
        (self.kind_by_type(&main).or_else(|| kind_by_name(&main)), Some(main))
    }

    fn main_part(&mut self) -> Option<String> {
        let relations = self.relations("").unwrap_or_default();
        let main = relations.into_values().find(|relation| relation.kind == "officeDocument");
        let main = main.map(|relation| relation.target.to_string()).filter(|name| self.has(name));
        main.or_else(|| MAIN_PARTS.into_iter().find(|name| self.has(name)).map(ToOwned::to_owned))
    }

    /// The kind by the content type that the container declares for its main part.
    fn kind_by_type(&mut self, main: &str) -> Option<PackageKind> {
        let mut xml = self.xml("[Content_Types].xml").ok()??;
        let is_main = |name: &str| name.trim_start_matches('/').eq_ignore_ascii_case(main);
        while let Ok(node @ (Node::Open | Node::Close | Node::Text)) = xml.next() {
            if node == Node::Open && xml.attribute("PartName").is_some_and(|name| is_main(&name)) {
                return kind_of_content(&xml.attribute("ContentType")?);
            }
        }
        None
    }
}

/// The fault for a file of this kind that was read as another format.
pub(crate) fn mistaken(kind: Option<PackageKind>) -> Fault {
    let what = match kind {
        Some(PackageKind::Docx) => return Fault::Other(Format::Docx),
        Some(PackageKind::Pptx) => return Fault::Other(Format::Pptx),
        Some(PackageKind::Xlsx) => return Fault::Other(Format::Xlsx),
        Some(PackageKind::Ods) => return Fault::Other(Format::Ods),
        Some(PackageKind::Epub) => return Fault::Other(Format::Epub),
        Some(PackageKind::Odt) => return Fault::Other(Format::Odt),
        Some(PackageKind::Odp) => return Fault::Other(Format::Odp),
        Some(PackageKind::Xlsb) => "it is a binary workbook (.xlsb); save it as .xlsx",
        None => "it is a ZIP container without a document",
    };
    Fault::Broken(what.to_owned())
}

fn open_document(kind: &str) -> Option<PackageKind> {
    match kind.trim_end_matches("-template") {
        "text" | "text-master" => Some(PackageKind::Odt),
        "spreadsheet" => Some(PackageKind::Ods),
        "presentation" => Some(PackageKind::Odp),
        _ => None,
    }
}

/// The kind for a content type. Documents and templates, with and without macros, all contain the format's name.
fn kind_of_content(content: &str) -> Option<PackageKind> {
    if content.contains("wordprocessingml") || content.contains("ms-word") {
        Some(PackageKind::Docx)
    } else if content.contains("sheet.binary") {
        Some(PackageKind::Xlsb)
    } else if content.contains("spreadsheetml") || content.contains("ms-excel") {
        Some(PackageKind::Xlsx)
    } else if content.contains("presentationml") || content.contains("ms-powerpoint") {
        Some(PackageKind::Pptx)
    } else {
        None
    }
}

fn kind_by_name(name: &str) -> Option<PackageKind> {
    match name.split_once('/') {
        Some(("word", _)) => Some(PackageKind::Docx),
        Some(("ppt", _)) => Some(PackageKind::Pptx),
        _ if name.to_ascii_lowercase().ends_with(".bin") => Some(PackageKind::Xlsb),
        Some(("xl", _)) => Some(PackageKind::Xlsx),
        None if name == "content.xml" => Some(PackageKind::Ods),
        _ => None,
    }
}
