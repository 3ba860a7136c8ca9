//! Long work in slices: an `async` function that gives way to its caller between two of them. There is no executor; the
//! caller polls.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use lectern_base::{Document, Fault, Place};

/// Returns to the caller once. The next poll continues.
pub(crate) async fn give_way() {
    let mut is_back = false;
    poll_fn(|_| if std::mem::replace(&mut is_back, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

/// Maximum bytes of markup in a slice, which takes some milliseconds on a phone.
pub(crate) const SLICE_BYTES: usize = 16 * 1024;

/// Bytes of the first slice: code that has just been compiled is slow.
const FIRST_BYTES: usize = 4 * 1024;

/// Tells how far a slice goes.
#[derive(Debug, Default)]
pub(crate) struct Slices {
    done: usize,
    end: usize,
}

impl Slices {
    /// Counts `bytes` that are read.
    pub fn read(&mut self, bytes: usize) {
        self.done += bytes;
    }

    /// Counts `bytes` that are about to be read, after giving way if the slice is done.
    pub async fn turn(&mut self, bytes: usize) {
        if self.is_done() {
            give_way().await;
        }
        self.read(bytes);
    }

    /// Whether the slice is done. The next one is as long as all before it, at most.
    pub fn is_done(&mut self) -> bool {
        let is_done = self.done >= self.end.max(FIRST_BYTES);
        if is_done {
            self.end = self.done + self.done.min(SLICE_BYTES);
        }
        is_done
    }
}

/// Whether `bytes` are UTF-8, read in slices.
pub(crate) async fn is_utf8(mut bytes: &[u8]) -> bool {
    loop {
        let piece = &bytes[..bytes.len().min(1024 * 1024)];
        let read = match str::from_utf8(piece) {
            Ok(_) => piece.len(),
            // The piece ends in a character.
            Err(error) if error.error_len().is_none() && piece.len() < bytes.len() => error.valid_up_to(),
            Err(_) => return false,
        };
        bytes = &bytes[read..];
        if bytes.is_empty() {
            return true;
        }
        give_way().await;
    }
}

/// Does all slices of `work` at once.
pub(crate) fn finish<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return done;
        }
    }
}

/// The parts that are asked for, and what they hold.
#[derive(Default)]
pub(crate) struct Calls {
    pub asked: RefCell<Option<Place>>,
    pub told: RefCell<Option<Result<Document, Fault>>>,
}

impl Calls {
    /// Waits for the next call.
    pub async fn next(&self) -> Place {
        loop {
            if let Some(place) = self.asked.take() {
                return place;
            }
            give_way().await;
        }
    }

    /// Answers the call.
    pub fn answer(&self, answer: Result<Document, Fault>) {
        self.told.replace(Some(answer));
    }

    /// Answers this and all later calls with a fault.
    pub async fn refuse(&self, fault: Fault) {
        loop {
            self.answer(Err(fault.clone()));
            self.next().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{finish, is_utf8};

    #[test]
    fn utf8_is_checked_over_the_borders_of_slices() {
        let long = "\u{20ac}".repeat(800_000);
        assert!(finish(is_utf8(long.as_bytes())));
        assert!(finish(is_utf8(b"")));
        for cut in [1, 2] {
            assert!(!finish(is_utf8(&long.as_bytes()[..long.len() - cut])));
            assert!(!finish(is_utf8(&long.as_bytes()[cut..])));
        }
    }
}
