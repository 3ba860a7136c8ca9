//! Long work in slices: an `async` function that gives way to its caller between two of them. There is no executor; the
//! caller polls.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

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
