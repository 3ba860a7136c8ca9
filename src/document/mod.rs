//! Converts documents to text, with one module per format.
//!
//! Files are untrusted: every reader limits what it unpacks, keeps and writes, and reports omissions in
//! [`Document::notes`].
//!
//! Documents are read only in the second module, `reader`: one instance a document, with 64 MB beyond the file. Every
//! reader is bounded in what it unpacks, keeps and writes. Before that, the core knows only their kinds
//! (`document/kind/`).

pub(crate) mod calendar;
pub(crate) mod cell_range;
mod base64;
mod format;
mod document_place;
mod markup;
mod outcome;
mod package;
mod part_reader;
mod slices;
mod xml;
pub(crate) mod json;
pub(crate) mod json_text;
mod diagram;
mod sheets;
mod rich_text;
mod docx;
mod pptx;
mod odt;
mod headings;
mod ipynb;
mod canvas;
mod lz_string;
mod excalidraw;
mod drawing_note;
mod html;
mod epub;
mod rtf;
mod legacy;
mod eml;
mod open_document;
pub mod kind;

pub use crate::text::encoding::{WideEncoding, decode as decode_wide, detect as detect_wide};
pub use document_place::Place;
pub(crate) use drawing_note::drawing_data;
pub use format::Format;
pub use open_document::{OpenDocument, read, read_place};
pub use outcome::{Document, DocumentPart, Fault};
