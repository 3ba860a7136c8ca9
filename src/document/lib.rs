//! Converts documents to text, with one module per format.
//!
//! Files are untrusted: every reader limits what it unpacks, keeps and writes, and reports omissions in
//! [`Document::notes`].
//!
//! Documents are read only in a wasm module of their own, the reader: one instance a document, with 64 MB beyond the
//! file. The core knows only their kinds (`base/kind/`).
//!
//! Each module below imports only those above it.

mod slices;
mod base64;
mod code_pages;
mod compound;
mod markup;
mod draft;
mod part_reader;
mod xml;
mod attributes;
mod package;
mod diagram;
mod sheets;
mod rich_text;
mod docx;
mod pptx;
mod odt;
mod headings;
mod canvas;
mod lz_string;
mod excalidraw;
mod drawing_note;
mod html;
mod ipynb;
mod epub;
mod rtf;
mod office97;
mod legacy;
mod eml;
mod open_document;
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod wasm;

pub use lectern_base::encoding::{WideEncoding, decode as decode_wide, detect as detect_wide};
pub use lectern_base::{Document, DocumentPart, Fault, Format, Place, kind};
pub use open_document::{OpenDocument, read, read_place};
