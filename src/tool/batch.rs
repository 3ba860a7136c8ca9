//! Batches: collects the requests of several parts of a call, asks the host each of them once, and bounds how many
//! files are read at a time.

use crate::wire::{Answer, Request};

/// Requests, and the callers waiting for each of them.
#[derive(Debug)]
pub(super) struct Batch<W> {
    requests: Vec<Request>,
    answers: Vec<Answer>,
    /// How many requests the host is answering now.
    asked: usize,
    waiting: Vec<(W, Vec<usize>)>,
}

impl<W> Default for Batch<W> {
    fn default() -> Self {
        Self { requests: Vec::new(), answers: Vec::new(), asked: 0, waiting: Vec::new() }
    }
}

impl<W> Batch<W> {
    /// Adds requests for `who`. Equal requests are made once.
    pub fn add(&mut self, who: W, requests: Vec<Request>) {
        let place = |request: Request| {
            let known = self.requests.iter().position(|held| *held == request);
            known.unwrap_or_else(|| {
                self.requests.push(request);
                self.requests.len() - 1
            })
        };
        let places = requests.into_iter().map(place).collect();
        self.waiting.push((who, places));
    }

    /// How many requests are not answered.
    pub fn left(&self) -> usize {
        self.requests.len() - self.answers.len()
    }

    /// The next requests, at most `files_at_once` of them for file contents. Empty once all are answered.
    pub fn ask(&mut self, files_at_once: usize) -> Vec<Request> {
        let mut files = 0;
        let fits = |request: &&Request| {
            files += usize::from(request.is_content());
            files <= files_at_once
        };
        let asked: Vec<_> = self.requests[self.answers.len()..].iter().take_while(fits).cloned().collect();
        self.asked = asked.len();
        asked
    }

    /// Processes the host's answers to the last requests. Missing answers count as failures.
    pub fn take(&mut self, mut answers: Vec<Answer>) {
        answers.resize(self.asked, Answer::none());
        self.answers.append(&mut answers);
        self.asked = 0;
    }

    /// The waiting callers, with their answers in the order of their requests.
    pub fn answered(self) -> Vec<(W, Vec<Answer>)> {
        let Self { answers, waiting, .. } = self;
        let mut left = vec![0_usize; answers.len()];
        for place in waiting.iter().flat_map(|(_, places)| places) {
            left[*place] += 1;
        }
        let mut answers: Vec<_> = answers.into_iter().map(Some).collect();
        let mut take = |place: usize| {
            left[place] -= 1;
            // The last one to wait gets the answer without a copy: it may be a large file.
            let answer = if left[place] == 0 { answers[place].take() } else { answers[place].clone() };
            answer.unwrap_or_else(Answer::none)
        };
        waiting.into_iter().map(|(who, places)| (who, places.into_iter().map(&mut take).collect())).collect()
    }
}
