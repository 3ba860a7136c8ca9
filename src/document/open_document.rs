//! Reads a document by its format: all at once, or slice by slice, so that one part after another can be asked for.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use lectern_base::kind::{self, FileKind};
use lectern_base::{Document, Fault, Format, Place};

use super::slices::Calls;
use super::{canvas, docx, drawing_note, eml, epub, html, ipynb, legacy, odt, office97, pptx, rtf, sheets, slices};

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
        Format::Xlsx | Format::Ods | Format::Xls => sheets::read(format, bytes, place),
        _ => slices::finish(read_whole(format, bytes, place)),
    }
}

/// The same for all formats but workbooks, of which more is read later. Canvases and older formats are read in
/// one step.
async fn read_whole(format: Format, bytes: &[u8], place: &Place) -> Result<Document, Fault> {
    match format {
        Format::Pdf | Format::Xlsx | Format::Ods | Format::Xls => Err(Fault::Unknown),
        Format::Docx => docx::read(bytes, read_inner).await,
        Format::Pptx => pptx::read(bytes, place).await,
        Format::Odt | Format::Odp => odt::read(format, bytes, place).await,
        // A broken notebook has no cells.
        Format::Ipynb if place.cell.is_some() => ipynb::read(bytes, place.cell).await,
        Format::Ipynb => or_lines(ipynb::read(bytes, None).await, bytes),
        Format::Canvas => or_lines(canvas::read(bytes), bytes),
        Format::Excalidraw => or_lines(drawing_note::read(bytes), bytes),
        Format::Html => Ok(html::read_main_first(bytes).await),
        Format::Epub => epub::read(bytes).await,
        Format::Rtf => rtf::read(bytes).await,
        Format::Eml => or_lines(eml::read(bytes).await, bytes),
        Format::Legacy => legacy::read(bytes),
        Format::Doc => office97::doc::read(bytes),
        Format::Ppt => office97::ppt::read(bytes, place),
        Format::Msg => office97::msg::read(bytes).await,
    }
}

/// Reads a document inside another one. What is inside that one in turn is only named.
fn read_inner(name: &str, bytes: &[u8]) -> Option<Document> {
    match kind::of(name, bytes) {
        FileKind::Document(Format::Docx) => slices::finish(docx::read(bytes, |_, _| None)).ok(),
        FileKind::Document(format) => read(format, bytes).ok(),
        FileKind::Text | FileKind::Legacy => legacy::read(bytes).ok(),
        _ => None,
    }
}

/// What was `read`. If it is broken, such as JSON after a merge with conflicts, its lines are shown as they are.
fn or_lines(read: Result<Document, Fault>, bytes: &[u8]) -> Result<Document, Fault> {
    read.or_else(|fault| {
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

/// An open document. Most formats are read in slices; workbooks keep what all their sheets share.
pub struct OpenDocument {
    calls: Rc<Calls>,
    work: Pin<Box<dyn Future<Output = ()>>>,
}

impl OpenDocument {
    /// Opens a document that has this `format` by its name or content.
    #[must_use]
    pub fn new(format: Format, bytes: Vec<u8>) -> Self {
        let calls = Rc::new(Calls::default());
        let served = Rc::clone(&calls);
        let work = Box::pin(async move {
            if matches!(format, Format::Xlsx | Format::Ods | Format::Xls) {
                return sheets::serve(format, &bytes, &served).await;
            }
            loop {
                let place = served.next().await;
                served.answer(read_whole(format, &bytes, &place).await);
            }
        });
        Self { calls, work }
    }

    /// Asks for the part at `place`.
    pub fn ask(&mut self, place: Place) {
        self.calls.asked.replace(Some(place));
    }

    /// Reads a slice, which takes some milliseconds. Returns the part once it is read.
    pub fn step(&mut self) -> Option<Result<Document, Fault>> {
        match self.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            // It never ends by itself.
            Poll::Ready(()) | Poll::Pending => self.calls.told.take(),
        }
    }
}

impl fmt::Debug for OpenDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenDocument").finish_non_exhaustive()
    }
}
