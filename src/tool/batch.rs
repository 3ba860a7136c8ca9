//! Batches: the requests of several parts of a call, asked of the host once each and no more than so many files at once.

use super::host::{Answer, Request};

/// Questions under way, and who waits for which.
#[derive(Debug)]
pub(super) struct Batch<W> {
    requests: Vec<Request>,
    answers: Vec<Answer>,
    /// How many questions the host has now.
    asked: usize,
    waiting: Vec<(W, Vec<usize>)>,
}

impl<W> Default for Batch<W> {
    fn default() -> Self {
        Self { requests: Vec::new(), answers: Vec::new(), asked: 0, waiting: Vec::new() }
    }
}

impl<W> Batch<W> {
    /// Adds what `who` has to know. What another part asks too is asked once.
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

    /// Whether there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// What to ask next: of the files' contents at most `files_at_once`. Nothing once all has been answered.
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

    /// Takes the host's answers to what was asked last. A host that answers less has failed to.
    pub fn take(&mut self, mut answers: Vec<Answer>) {
        answers.resize(self.asked, Answer::none());
        self.answers.append(&mut answers);
        self.asked = 0;
    }

    /// Who waited, each with its answers in the order of its questions.
    pub fn answered(self) -> Vec<(W, Vec<Answer>)> {
        let Self { answers, waiting, .. } = self;
        let mut left = vec![0_usize; answers.len()];
        for place in waiting.iter().flat_map(|(_, places)| places) {
            left[*place] += 1;
        }
        let mut answers: Vec<_> = answers.into_iter().map(Some).collect();
        let mut take = |place: usize| {
            left[place] -= 1;
            // The last who waits gets the answer itself: it may be a large file.
            let answer = if left[place] == 0 { answers[place].take() } else { answers[place].clone() };
            answer.unwrap_or_else(Answer::none)
        };
        waiting.into_iter().map(|(who, places)| (who, places.into_iter().map(&mut take).collect())).collect()
    }
}
