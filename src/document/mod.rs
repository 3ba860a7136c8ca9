//! Converts documents to text, with one module per format.
//!
//! Files are untrusted: every reader limits what it unpacks, keeps and writes, and reports omissions in
//! [`Document::notes`].

pub(crate) mod calendar;
pub(crate) mod cell_range;
mod document_place;
mod text_bytes;
mod document_draft;
mod package;
mod part_reader;
mod slices;
mod stop;
mod xml;
pub(crate) mod json;
pub(crate) mod json_text;
mod diagram;
mod sheets;
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
mod superscript;
mod rtf;
mod legacy;
mod eml;
mod open_document;
pub mod kind;

use std::ops::Not;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tsify::Tsify;

pub use crate::text::encoding::{WideEncoding, decode as decode_wide, detect as detect_wide};
pub(crate) use document_draft::Draft;
pub use document_place::Place;
pub(crate) use drawing_note::drawing_data;
pub use open_document::OpenDocument;

/// A format that is converted to text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Portable Document Format. Read by the host with pdf.js.
    Pdf,
    /// Word.
    Docx,
    /// `PowerPoint`.
    Pptx,
    /// Excel.
    Xlsx,
    /// A spreadsheet in the `OpenDocument` format, as `LibreOffice` writes it.
    Ods,
    /// A text in the `OpenDocument` format.
    Odt,
    /// A presentation in the `OpenDocument` format.
    Odp,
    /// A Jupyter notebook.
    Ipynb,
    /// An Obsidian canvas.
    Canvas,
    /// A drawing of the Excalidraw plugin, as a note or as JSON.
    Excalidraw,
    /// A web page.
    Html,
    /// A book.
    Epub,
    /// Rich Text Format.
    Rtf,
    /// An e-mail, or a web page that is saved as one.
    Eml,
    /// Text in an encoding older than Unicode.
    Legacy,
}

impl Format {
    /// The name of the format in replies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Pptx => "pptx",
            Self::Xlsx => "xlsx",
            Self::Ods => "ods",
            Self::Odt => "odt",
            Self::Odp => "odp",
            Self::Ipynb => "ipynb",
            Self::Canvas => "canvas",
            Self::Excalidraw => "excalidraw",
            Self::Html => "html",
            Self::Epub => "epub",
            Self::Rtf => "rtf",
            Self::Eml => "eml",
            Self::Legacy => "text",
        }
    }

    /// Whether its files are ZIP containers.
    fn is_container(self) -> bool {
        matches!(self, Self::Docx | Self::Pptx | Self::Xlsx | Self::Ods | Self::Odt | Self::Odp | Self::Epub)
    }

    /// What is read of the format, for the README.
    #[must_use]
    pub fn reading(self) -> &'static str {
        match self {
            Self::Pdf => {
                "text by page, columns kept apart, with form fields and comments; a page as an image if `view` is `image`; by the app's own pdf.js"
            }
            Self::Docx => {
                "headings, lists with their numbers, tables, notes, comments, forms, charts with their values, formulas as LaTeX, changes accepted"
            }
            Self::Pptx => {
                "text by slide, with lists, tables, the speaker's notes, comments, charts with their values, and what pictures show; `page` is a slide"
            }
            Self::Xlsx => {
                "each sheet as a table with its row numbers and column letters; formulas on request; text boxes and charts with their values as lines"
            }
            Self::Ods => "each sheet as a table with its row numbers and column letters; formulas on request",
            Self::Odt => {
                "headings, lists with their numbers, tables, notes, comments, text boxes, charts, formulas as they were written, changes accepted"
            }
            Self::Odp => "text by slide, with lists, tables, the speaker's notes and comments; `page` is a slide",
            Self::Ipynb => {
                "cells with number and kind, text outputs cut short, images named; if it is broken, its lines"
            }
            Self::Canvas => "cards, groups and arrows in reading order; if it is broken, its lines",
            Self::Excalidraw => {
                "the texts of a drawing, its arrows, and how much else it has; a note with a drawing keeps its line numbers"
            }
            Self::Html => "readable text; of a saved article, the main text first, then menus and footers",
            Self::Epub => "the chapters in order, each as a web page; books with copy protection are refused",
            Self::Rtf => {
                "paragraphs, headings, lists, tables, links, notes, comments and text boxes; `[image]` for an image"
            }
            Self::Eml => {
                "sender, recipients, date and subject; the plain text, or else the web page as text; attachments by name, type and size; attached messages"
            }
            Self::Legacy => {
                "numbered lines; UTF-8, UTF-16, UTF-32, and older encodings where the evidence is good, which the reply names"
            }
        }
    }
}

/// The text of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Document {
    /// Lines, each with `\n`. Empty if the document has no text. JavaScript has it as UTF-8: of a string, wasm-bindgen
    /// would take one letter after the other, and 16 MB would hold up the app.
    #[serde(with = "text_bytes")]
    #[tsify(type = "Uint8Array<ArrayBuffer>")]
    pub text: String,
    /// Its pages, sheets, cells or headings, in order.
    pub parts: Vec<DocumentPart>,
    /// What was left out or could not be read, and why. Each note is one line in lower case without a full stop.
    pub notes: Vec<String>,
    /// The encoding, if the file is text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[tsify(optional)]
    pub encoding: Option<String>,
    /// What the bytes from 0x80 on stand for, of an older encoding with one byte a character; U+FFFD for nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[tsify(optional)]
    pub table: Option<String>,
    /// Whether the host ran out of time. The next call continues after the text so far, which does not change.
    #[serde(skip_serializing_if = "Not::not", default)]
    #[tsify(optional)]
    pub unfinished: bool,
}

/// A page, sheet, cell, slide or heading of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct DocumentPart {
    /// Its first line in the text, 1-indexed.
    pub line: u32,
    /// Its nesting level, 1 being outermost.
    pub level: u8,
    /// Its title, on one line.
    pub title: String,
}

/// Why a document cannot be converted.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A password is needed.
    #[error("protected by a password")]
    Locked,
    /// It can be read only by a program of the shop that sold it.
    #[error("protected against copying")]
    Protected,
    /// The file is invalid. The value describes the error in lower case on one line.
    #[error("broken: {0}")]
    Broken(String),
    /// Reading the file would need more memory than a phone has. The value describes what is too large, in lower case
    /// on one line.
    #[error("too large: {0}")]
    TooLarge(String),
    /// There is no such page. The value is the number of pages.
    #[error("no such page of {0}")]
    NoPage(u32),
    /// The document has no such part.
    #[error("{message}")]
    NoPlace {
        /// What is missing, in lower case on one line.
        message: String,
        /// Which parts there are.
        help: String,
    },
    /// The file has this format, unlike its name suggests.
    #[error("another format")]
    Other(Format),
    /// Its format is unknown.
    #[error("no known format")]
    Unknown,
}

/// Converts `bytes`, a document that has this `format` by its name or content.
///
/// # Errors
/// Returns a [`Fault`] if the document cannot be converted. PDF is read by the host and always fails here.
pub fn read(format: Format, bytes: &[u8]) -> Result<Document, Fault> {
    read_place(format, bytes, &Place::default())
}

/// Converts the part of a document at `place`.
///
/// # Errors
/// Returns a [`Fault`] if the document cannot be converted, or has no such part.
pub fn read_place(format: Format, bytes: &[u8], place: &Place) -> Result<Document, Fault> {
    match format {
        Format::Xlsx | Format::Ods => sheets::read(format, bytes, place),
        _ => slices::finish(read_whole(format, bytes, place)),
    }
}

/// The same for all formats but workbooks, of which more is read later. Gives way after each chapter of a book and each
/// slide of `PowerPoint`.
async fn read_whole(format: Format, bytes: &[u8], place: &Place) -> Result<Document, Fault> {
    match format {
        Format::Pdf | Format::Xlsx | Format::Ods => Err(Fault::Unknown),
        Format::Docx => docx::read(bytes),
        Format::Pptx => pptx::read(bytes, place).await,
        Format::Odt | Format::Odp => odt::read(format, bytes, place),
        // A broken notebook has no cells.
        Format::Ipynb if place.cell.is_some() => ipynb::read(bytes, place.cell),
        Format::Ipynb => or_lines(|bytes| ipynb::read(bytes, None), bytes),
        Format::Canvas => or_lines(canvas::read, bytes),
        Format::Excalidraw => or_lines(drawing_note::read, bytes),
        Format::Html => Ok(html::read_main_first(bytes)),
        Format::Epub => epub::read(bytes).await,
        Format::Rtf => rtf::read(bytes),
        Format::Eml => or_lines(eml::read, bytes),
        Format::Legacy => legacy::read(bytes),
    }
}

/// Reads a document that is JSON. If it is broken, as after a merge with conflicts, its lines are shown as they are.
fn or_lines(read: fn(&[u8]) -> Result<Document, Fault>, bytes: &[u8]) -> Result<Document, Fault> {
    read(bytes).or_else(|fault| {
        let Fault::Broken(what) = &fault else { return Err(fault) };
        let note = format!("these are the lines of the file as they are, because it is broken: {what}");
        let mut document = legacy::read(bytes).map_err(|_| fault.clone())?;
        document.notes.insert(0, note);
        if !document.text.is_empty() && !document.text.ends_with('\n') {
            document.text.push('\n');
        }
        Ok(document)
    })
}
