//! The formats that are converted to text.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

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
    /// Word 97 to 2003.
    Doc,
    /// Excel 5 to 2003.
    Xls,
    /// `PowerPoint` 97 to 2003.
    Ppt,
    /// A message that Outlook saved.
    Msg,
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
            Self::Doc => "doc",
            Self::Xls => "xls",
            Self::Ppt => "ppt",
            Self::Msg => "msg",
            Self::Legacy => "text",
        }
    }

    /// Whether its files are ZIP containers.
    #[must_use]
    pub fn is_container(self) -> bool {
        matches!(self, Self::Docx | Self::Pptx | Self::Xlsx | Self::Ods | Self::Odt | Self::Odp | Self::Epub)
    }

    /// Whether its files are compound files, as those of Office were before 2007.
    #[must_use]
    pub fn is_compound(self) -> bool {
        matches!(self, Self::Doc | Self::Xls | Self::Ppt | Self::Msg)
    }

    /// What is read of the format, for the README.
    #[must_use]
    pub fn reading(self) -> &'static str {
        match self {
            Self::Pdf => {
                "text by page, columns kept apart, with form fields, comments, links, and the names of attached files; text of layers that are off is left out; a page as an image if `view` is `image`; by the app's own pdf.js"
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
            Self::Doc => "headings, lists, tables, links, footnotes and comments, without the numbers of lists",
            Self::Xls => {
                "each sheet as a table with its row numbers and column letters; comments, and texts of drawings"
            }
            Self::Ppt => "text by slide, with the speaker's notes; `page` is a slide",
            Self::Msg => "sender, recipients, date and subject; the text; attachments by name and size",
            Self::Legacy => {
                "numbered lines; UTF-8, UTF-16, UTF-32, and older encodings where the evidence is good, which the reply names"
            }
        }
    }
}
