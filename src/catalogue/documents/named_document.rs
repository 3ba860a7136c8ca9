//! What a file is by its name, if it is a document.

use lectern_base::Format;
use lectern_base::kind::{self, FileKind};

use crate::path::VaultPath;
use crate::text::outline::outlined;

/// The extensions of texts that are read, besides those of the languages that are outlined.
const TEXTS: [&str; 16] = [
    "adoc", "base", "bib", "csv", "ics", "log", "opml", "org", "rst", "srt", "text", "tsv", "txt", "vcf", "vtt", "xml",
];

/// What a document is by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DocumentName {
    Text,
    Converted(Format),
}

impl DocumentName {
    /// The format to convert from.
    pub fn format(self) -> Option<Format> {
        if let Self::Converted(format) = self { Some(format) } else { None }
    }
}

/// What the file at `path` is by its name, if it is a document.
pub(crate) fn named_document(path: &VaultPath) -> Option<DocumentName> {
    if path.is_note() {
        return None;
    }
    match kind::by_name(path.as_str()) {
        Some(FileKind::Document(format)) => Some(DocumentName::Converted(format)),
        Some(_) => None,
        None => {
            let (_, ending) = path.as_str().rsplit('/').next()?.rsplit_once('.')?;
            let is = |known: &str| ending.eq_ignore_ascii_case(known);
            (TEXTS.iter().any(|known| is(known)) || outlined().any(is)).then_some(DocumentName::Text)
        }
    }
}
