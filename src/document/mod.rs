//! Documents: from a file's bytes to text that can be shown line by line, one file per format.
//!
//! Nothing here knows of tools, paths or replies. What is read was made by strangers: every reader is bounded in what it
//! takes apart, what it keeps and what it writes, and says so in [`Document::notes`] where it left something out.

pub(crate) mod calendar;
mod draft;
mod package;
mod part_reader;
mod stop;
mod xml;
mod json;
mod diagram;
mod docx;
mod sheets;
mod ipynb;
mod canvas;
mod excalidraw;
mod html;
mod legacy;
pub mod kind;

use std::ops::Not;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use tsify::Tsify;

pub use crate::text::encoding::{WideEncoding, decode as decode_wide, detect as detect_wide};
pub(crate) use draft::Draft;

/// A kind of file that is no text, and that text can be made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Portable Document Format. Read by the host, which has pdf.js.
    Pdf,
    /// Word.
    Docx,
    /// Excel.
    Xlsx,
    /// A sheet in the open format that `LibreOffice` writes.
    Ods,
    /// A Jupyter notebook.
    Ipynb,
    /// Obsidian's canvas.
    Canvas,
    /// A drawing of the Excalidraw plugin, as a note or as JSON.
    Excalidraw,
    /// A web page.
    Html,
    /// Text in an encoding older than Unicode.
    Legacy,
}

impl Format {
    /// Its name, as a reply gives it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Ods => "ods",
            Self::Ipynb => "ipynb",
            Self::Canvas => "canvas",
            Self::Excalidraw => "excalidraw",
            Self::Html => "html",
            Self::Legacy => "text",
        }
    }

    /// What is read of it, in words for the README.
    #[must_use]
    pub fn reading(self) -> &'static str {
        match self {
            Self::Pdf => "text by page, columns kept apart; by the app's own pdf.js",
            Self::Docx => "headings, lists with their numbers, tables, notes, comments, changes accepted",
            Self::Xlsx | Self::Ods => "each sheet as a table with its row numbers and column letters",
            Self::Ipynb => "cells with number and kind, text outputs cut short, images named",
            Self::Canvas => "cards, groups and arrows in reading order",
            Self::Excalidraw => "the text of a drawing, from a note (`.excalidraw.md`) too",
            Self::Html => "readable text",
            Self::Legacy => {
                "numbered lines; UTF-8, UTF-16, UTF-32, and older encodings where the evidence is good, which the reply names"
            }
        }
    }
}

/// What was read of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct Document {
    /// Lines, each ended by `\n`; empty where the document holds no text.
    pub text: String,
    /// Its pages, sheets, cells or headings, in order.
    pub parts: Vec<DocumentPart>,
    /// What was left out or could not be read, and why: sentences in lower case without a full stop, one line each.
    pub notes: Vec<String>,
    /// The encoding that was taken, where the file is text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[tsify(optional)]
    pub encoding: Option<String>,
    /// Whether there is more to come: what is here stays as it is, and the next call finds more behind it. Only the host
    /// stops so, when its time is up.
    #[serde(skip_serializing_if = "Not::not", default)]
    #[tsify(optional)]
    pub unfinished: bool,
}

/// A page, sheet, cell, slide or heading of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
pub struct DocumentPart {
    /// The line of the text that it begins with, 1-indexed.
    pub line: u32,
    /// How deep it is nested: 1 is outermost.
    pub level: u8,
    /// What it is called, on one line.
    pub title: String,
}

/// Why no text can be made of a document.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// A password is needed.
    #[error("protected by a password")]
    Locked,
    /// It is not what its format asks for; what is wrong, in lower case, one line.
    #[error("broken: {0}")]
    Broken(String),
    /// Taking it apart would need more than a phone has; what there is too much of, in lower case, one line.
    #[error("too large: {0}")]
    TooLarge(String),
    /// It is really of this format, whatever its name says.
    #[error("another format")]
    Other(Format),
    /// It is none that is known.
    #[error("no known format")]
    Unknown,
}

/// Makes text of `bytes`, which are a document of this `format` by name or by a look at them.
///
/// # Errors
/// [`Fault`]. A PDF is none of ours: the host reads it.
pub fn read(format: Format, bytes: &[u8]) -> Result<Document, Fault> {
    match format {
        Format::Pdf => Err(Fault::Unknown),
        Format::Docx => docx::read(bytes),
        Format::Xlsx | Format::Ods => sheets::read(format, bytes),
        Format::Ipynb => ipynb::read(bytes),
        Format::Canvas => canvas::read(bytes),
        Format::Excalidraw => excalidraw::read(bytes),
        Format::Html => Ok(html::read(bytes)),
        Format::Legacy => legacy::read(bytes),
    }
}
