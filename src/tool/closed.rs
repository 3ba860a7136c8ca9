//! Answers which paths are not excluded now. A host asks this before it resends what a conversation showed.

use std::mem;

use super::host::{Answer, Request};
use super::judge::{NoteVerdict, judge_note};
use super::limits::is_readable_size;
use super::reply::Reply;
use super::running::{Progress, Running, Shared};
use crate::document::Format;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind, Policy};

/// A question in progress. Only paths known not to be excluded end up in the reply; missing, moved and unreadable ones
/// count as excluded.
pub(super) struct WhichOpen {
    /// Paths that are still to be checked, as given.
    left: std::vec::IntoIter<String>,
    /// Each with whether the host converts it to text.
    under_way: Vec<(String, Granted, bool)>,
    open: Vec<String>,
}

impl WhichOpen {
    pub fn new(paths: Vec<String>) -> Self {
        Self { left: paths.into_iter(), under_way: Vec::new(), open: Vec::new() }
    }
}

impl Running for WhichOpen {
    fn resume(&mut self, shared: &mut Shared, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let (mut asked, mut requests) = (Vec::new(), Vec::new());
        for ((given, granted, is_converted), answer) in mem::take(&mut self.under_way).into_iter().zip(answers) {
            match verdict(&shared.policy, &granted, is_converted, answer) {
                PathVerdict::Open => self.open.push(given),
                PathVerdict::Closed => {}
                PathVerdict::Read => {
                    requests.push(Request::Read(granted.clone()));
                    asked.push((given, granted, false));
                }
                PathVerdict::Convert(format) => {
                    requests.push(Request::convert(granted.clone(), format));
                    asked.push((given, granted, true));
                }
            }
        }
        while asked.is_empty()
            && requests.len() < shared.limits.files_at_once
            && let Some(given) = self.left.next()
        {
            let path = VaultPath::parse(&given).ok();
            let Some(granted) = path.and_then(|path| shared.policy.check_as(&path, PathKind::File).ok()) else {
                continue;
            };
            requests.push(Request::Stat(granted.clone()));
            self.under_way.push((given, granted, false));
        }
        if requests.is_empty() {
            return Ok(Progress::Done(Reply::open(mem::take(&mut self.open))));
        }
        self.under_way.append(&mut asked);
        Ok(Progress::Ask(requests))
    }
}

/// The result of an answer for a path.
enum PathVerdict {
    Open,
    Closed,
    /// The note's content may exclude it.
    Read,
    /// It is not UTF-8.
    Convert(Format),
}

fn verdict(policy: &Policy, granted: &Granted, is_converted: bool, answer: Answer) -> PathVerdict {
    let path = granted.path();
    let is_open = match answer {
        Answer::File(stat) if path.is_note() && is_readable_size(stat.size) => return PathVerdict::Read,
        Answer::File(_) => !path.is_note(),
        Answer::Folder => policy.check_as(path, PathKind::Folder).is_ok(),
        answer => match judge_note(policy, path, is_converted, answer) {
            NoteVerdict::Open(_) => true,
            NoteVerdict::Convert(format) => return PathVerdict::Convert(format),
            NoteVerdict::Closed | NoteVerdict::Unreadable => false,
        },
    };
    if is_open { PathVerdict::Open } else { PathVerdict::Closed }
}
