//! Reads notes that a path may mean and that their content may exclude.

use super::Find;
use crate::judge::{NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::policy::{PathKind, Policy};
use crate::tool::call::Host;
use crate::wire::{Answer, Request};

/// How many notes [`Find::first_open`] reads at first, and at most, at once: twice as many each time.
const AT_ONCE: [usize; 2] = [16, 512];

impl Find {
    /// The first of the files that `choose` takes of those listed, in its order, that its content does not exclude.
    pub async fn first_open(
        &mut self,
        host: &Host,
        choose: impl Fn(&[VaultPath]) -> Vec<&VaultPath>,
    ) -> Option<VaultPath> {
        let [least, most] = AT_ONCE;
        loop {
            let chosen = choose(&self.open).into_iter().filter(|path| !self.closed.contains(*path));
            let chosen: Vec<_> = chosen.take(self.checked.len().clamp(least, most)).cloned().collect();
            let first = chosen.first()?;
            if !first.is_note() || self.checked.contains(first) || !self.check(host, &chosen).await {
                return Some(first.clone());
            }
        }
    }

    /// Reads those of `paths` whose content has not been checked yet. Returns whether there are any.
    pub(super) async fn check(&mut self, host: &Host, paths: &[VaultPath]) -> bool {
        let unsure = paths.iter().filter(|path| path.is_note() && !self.checked.contains(*path));
        let policy = host.policy();
        let unsure: Vec<_> = unsure.filter_map(|path| policy.check_as(path, PathKind::File).ok()).collect();
        if unsure.is_empty() {
            return false;
        }
        self.asked = None;
        self.checked.extend(unsure.iter().map(|granted| granted.path().clone()));
        let mut requests: Vec<_> = unsure.into_iter().map(Request::Read).collect();
        while !requests.is_empty() {
            let answers = host.ask(requests.clone()).await;
            requests = self.judge(&host.policy(), requests, answers);
        }
        true
    }

    /// Judges the content of notes. Returns the requests for those that the host has to convert first.
    fn judge(&mut self, policy: &Policy, asked: Vec<Request>, answers: Vec<Answer>) -> Vec<Request> {
        let mut requests = Vec::new();
        for (request, answer) in asked.into_iter().zip(answers) {
            let (note, is_converted) = match request {
                Request::Read(note) => (note, false),
                Request::Convert { path, .. } => (path, true),
                _ => continue,
            };
            match judge_note(policy, note.path(), is_converted, answer) {
                NoteVerdict::Open(_) => {}
                NoteVerdict::Convert(format) => requests.push(Request::convert(note, format)),
                NoteVerdict::Closed | NoteVerdict::Unreadable => {
                    self.closed.insert(note.path().clone());
                }
            }
        }
        requests
    }
}
