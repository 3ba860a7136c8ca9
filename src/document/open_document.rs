//! A document that stays open, so that one part after another can be read.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::slices::Calls;
use super::{Document, Fault, Format, Place, read_whole, sheets};

/// An open document. Workbooks, books and presentations of `PowerPoint` are read in slices; workbooks keep what all their
/// sheets share.
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
            if matches!(format, Format::Xlsx | Format::Ods) {
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
