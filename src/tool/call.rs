//! Calls: async functions that ask the host. There is no executor: a call runs whenever the host has answered, until it
//! asks again or ends.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use super::args::{Args, Param};
use super::batch::Batch;
use super::shared::Shared;
use crate::error::ToolError;
use crate::limits::{Bounds, Limits};
use crate::policy::Policy;
use crate::wire::reply::Reply;
use crate::wire::{Answer, Request};

/// A tool: its description, and how to start a call.
pub(super) struct Tool {
    pub name: &'static str,
    pub description: &'static str,
    pub params: &'static [Param],
    /// The optional parameters that a model with a small context is told of.
    pub brief: &'static [&'static str],
    /// The start of the sentence that tells the user of a failed call.
    pub failed: &'static str,
    /// The simplest valid arguments.
    pub example: &'static str,
    pub start: fn(Host, Args, Bounds) -> Work,
}

/// The work of a call.
pub(super) type Work = Pin<Box<dyn Future<Output = Result<Reply, ToolError>>>>;

/// What a call can reach: what it shares with the other calls of its session, and the host.
#[derive(Clone)]
pub(super) struct Host {
    shared: Rc<RefCell<Shared>>,
    exchange: Rc<Exchange>,
}

/// The rules have changed.
struct RulesChanged;

/// What goes between a call and the host.
#[derive(Default)]
struct Exchange {
    requests: Cell<Vec<Request>>,
    answers: Cell<Option<Vec<Answer>>>,
}

impl Host {
    /// The rules. They may change whenever the host is asked: take them anew after that.
    #[inline(never)]
    pub fn policy(&self) -> Rc<Policy> {
        self.shared(|shared| shared.policy.clone())
    }

    #[inline(never)]
    pub fn limits(&self) -> Limits {
        self.shared(|shared| shared.limits)
    }

    /// Works with what the calls share. `work` can't ask the host, so no other call runs meanwhile.
    pub fn shared<T>(&self, work: impl FnOnce(&mut Shared) -> T) -> T {
        work(&mut self.shared.borrow_mut())
    }

    /// Asks the host all `requests` at once. The answers are in their order, each missing one a failure.
    pub fn ask(&self, requests: Vec<Request>) -> Asked<'_, Vec<Answer>> {
        self.asked(requests, |mut answers, count| {
            answers.resize(count, Answer::none());
            answers
        })
    }

    /// Asks the host one request.
    pub fn ask_one(&self, request: Request) -> Asked<'_, Answer> {
        self.asked(vec![request], |answers, _| answers.into_iter().next().unwrap_or_else(Answer::none))
    }

    /// Lets the app run.
    pub fn give_way(&self) -> Asked<'_, ()> {
        self.asked(Vec::new(), |_, _| ())
    }

    #[inline(never)]
    fn asked<T>(&self, requests: Vec<Request>, take: fn(Vec<Answer>, usize) -> T) -> Asked<'_, T> {
        let count = requests.len();
        self.exchange.requests.set(requests);
        Asked { exchange: &self.exchange, count, take }
    }

    /// Does all `works` at the same time. Equal requests are made once, and not more files are read at a time than the
    /// limits say.
    pub async fn all<T, W: Future<Output = T>>(&self, mut works: Vec<impl FnOnce(Self) -> W>) -> Vec<T> {
        if works.len() == 1
            && let Some(work) = works.pop()
        {
            return vec![work(self.clone()).await];
        }
        let mut parts: Vec<_> = works
            .into_iter()
            .map(|work| {
                let exchange = Rc::<Exchange>::default();
                let host = Self { shared: Rc::clone(&self.shared), exchange: Rc::clone(&exchange) };
                (exchange, Box::pin(work(host)), None)
            })
            .collect();
        loop {
            let mut batch = Batch::default();
            for (index, (exchange, work, done)) in parts.iter_mut().enumerate().filter(|(_, part)| part.2.is_none()) {
                match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    Poll::Ready(value) => *done = Some(value),
                    Poll::Pending => batch.add(index, exchange.requests.take()),
                }
            }
            if parts.iter().all(|part| part.2.is_some()) {
                return parts.into_iter().filter_map(|part| part.2).collect();
            }
            loop {
                let requests = batch.ask(self.limits().files_at_once);
                let is_last = requests.len() >= batch.left();
                batch.take(self.ask(requests).await);
                if is_last {
                    break;
                }
            }
            for (index, answers) in batch.answered() {
                parts[index].0.answers.set(Some(answers));
            }
        }
    }

    /// Does `work`, and anew whenever the rules have changed meanwhile: what was found under other rules does not count.
    pub async fn under_same_rules<T, W: Future<Output = T>>(&self, mut work: impl FnMut() -> W) -> T {
        let rules = || self.shared(|shared| shared.catalogue.rules());
        loop {
            let before = rules();
            let is_same = |shared: &Shared| if shared.catalogue.rules() == before { Ok(()) } else { Err(RulesChanged) };
            if let Ok(done) = self.unless(is_same, async { Ok(work().await) }).await {
                return done;
            }
        }
    }

    /// Does `work` until `check` fails, which is asked whenever the host has answered.
    pub async fn unless<T, E>(
        &self,
        check: impl Fn(&Shared) -> Result<(), E>,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let mut work = pin!(work);
        let checked = poll_fn(|context| match self.shared(|shared| check(shared)) {
            Ok(()) => work.as_mut().poll(context),
            Err(fault) => {
                self.exchange.answers.set(None);
                Poll::Ready(Err(fault))
            }
        });
        checked.await
    }
}

/// Waits for the host. No `async` function, whose code would be copied to wherever something is asked.
pub(super) struct Asked<'h, T> {
    exchange: &'h Exchange,
    count: usize,
    take: fn(Vec<Answer>, usize) -> T,
}

impl<T> Future for Asked<'_, T> {
    type Output = T;

    #[inline(never)]
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<T> {
        let answers = self.exchange.answers.take();
        answers.map_or(Poll::Pending, |answers| Poll::Ready((self.take)(answers, self.count)))
    }
}

/// What a call does next.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::large_enum_variant, reason = "each call ends in one reply; in wasm it is smaller")
)]
pub(super) enum Progress {
    Ask(Vec<Request>),
    Done(Reply),
}

/// A call in progress.
pub(super) struct Call {
    work: Work,
    exchange: Rc<Exchange>,
}

impl Call {
    pub fn new(shared: &Rc<RefCell<Shared>>, start: impl FnOnce(Host) -> Work) -> Self {
        let exchange = Rc::<Exchange>::default();
        let host = Host { shared: Rc::clone(shared), exchange: Rc::clone(&exchange) };
        Self { work: start(host), exchange }
    }

    /// Goes on with the host's answers to the last requests; with `None` at the start.
    pub fn resume(&mut self, answers: Option<Vec<Answer>>) -> Result<Progress, ToolError> {
        self.exchange.answers.set(answers);
        match self.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(reply) => reply.map(Progress::Done),
            Poll::Pending => Ok(Progress::Ask(self.exchange.requests.take())),
        }
    }
}
