//! Which paths are open now: a host asks before it sends again what a conversation showed.

use std::mem;

use super::host::{Answer, Request};
use super::judge::{NoteVerdict, judge_note};
use super::reply::Reply;
use super::{MAX_FILE_BYTES, Progress, Running, Shared};
use crate::document::Format;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind, Policy};

/// A question under way. Only paths that are known to be open end up in the reply: what is gone, moved, unreadable or not
/// understood counts as closed.
pub(super) struct WhichOpen {
    /// Paths not asked for yet, as they were given.
    left: std::vec::IntoIter<String>,
    /// Each with whether its text was converted.
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
                Verdict::Open => self.open.push(given),
                Verdict::Closed => {}
                Verdict::Read => {
                    requests.push(Request::Read(granted.clone()));
                    asked.push((given, granted, false));
                }
                Verdict::Convert(format) => {
                    requests.push(Request::Convert { path: granted.clone(), format });
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

/// What one answer says of a path.
enum Verdict {
    Open,
    Closed,
    /// What is in the note may close it.
    Read,
    /// Its text is not UTF-8.
    Convert(Format),
}

fn verdict(policy: &Policy, granted: &Granted, is_converted: bool, answer: Answer) -> Verdict {
    let path = granted.path();
    let is_open = match answer {
        Answer::File(stat) if path.is_note() && stat.size <= f64::from(MAX_FILE_BYTES) => return Verdict::Read,
        Answer::File(_) => !path.is_note(),
        Answer::Folder => policy.check_as(path, PathKind::Folder).is_ok(),
        answer => match judge_note(policy, path, is_converted, answer) {
            NoteVerdict::Open(_) => true,
            NoteVerdict::Convert(format) => return Verdict::Convert(format),
            NoteVerdict::Closed | NoteVerdict::Unreadable => false,
        },
    };
    if is_open { Verdict::Open } else { Verdict::Closed }
}
