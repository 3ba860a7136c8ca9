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
