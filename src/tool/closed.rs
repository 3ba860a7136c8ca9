//! Which paths are open now: a host asks before it sends again what a conversation showed.

use std::mem;

use super::content::open_note;
use super::host::{Answer, Request};
use super::reply::Reply;
use super::{Desk, MAX_FILE_BYTES, Progress, Running};
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::policy::{Granted, Kind, Policy};

/// A question under way. Only paths that are known to be open end up in the reply: what is gone, moved, unreadable or not
/// understood counts as closed.
pub(super) struct WhichOpen {
    /// Paths not asked for yet, as they were given.
    left: std::vec::IntoIter<String>,
    under_way: Vec<(String, Granted)>,
    open: Vec<String>,
}

impl WhichOpen {
    pub fn new(paths: Vec<String>) -> Self {
        Self { left: paths.into_iter(), under_way: Vec::new(), open: Vec::new() }
    }
}

impl Running for WhichOpen {
    fn resume(&mut self, desk: &mut Desk, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        let mut notes = Vec::new();
        for ((given, granted), answer) in mem::take(&mut self.under_way).into_iter().zip(answers) {
            match verdict(&desk.policy, &granted, answer) {
                Verdict::Open => self.open.push(given),
                Verdict::Closed => {}
                Verdict::Unread => notes.push((given, granted)),
            }
        }
        if !notes.is_empty() {
            self.under_way = notes;
            return Ok(Progress::Ask(self.requests(Request::Read)));
        }
        while self.under_way.len() < desk.limits.files_at_once
            && let Some(given) = self.left.next()
        {
            let path = VaultPath::parse(&given).ok();
            let granted = path.and_then(|path| desk.policy.check_as(&path, Kind::File).ok());
            self.under_way.extend(granted.map(|granted| (given, granted)));
        }
        if self.under_way.is_empty() {
            return Ok(Progress::Done(Reply::open(mem::take(&mut self.open))));
        }
        Ok(Progress::Ask(self.requests(Request::Stat)))
    }
}

impl WhichOpen {
    fn requests(&self, request: impl Fn(Granted) -> Request) -> Vec<Request> {
        self.under_way.iter().map(|(_, granted)| request(granted.clone())).collect()
    }
}

/// What one answer says of a path.
enum Verdict {
    Open,
    Closed,
    /// What is in the note may close it.
    Unread,
}

fn verdict(policy: &Policy, granted: &Granted, answer: Answer) -> Verdict {
    let path = granted.path();
    let is_open = match answer {
        Answer::File(stat) if path.is_note() && stat.size <= f64::from(MAX_FILE_BYTES) => return Verdict::Unread,
        Answer::File(_) => !path.is_note(),
        Answer::Folder => policy.check_as(path, Kind::Folder).is_ok(),
        Answer::Text(text) => open_note(policy, path, text.into_bytes()).is_some(),
        Answer::Bytes(bytes) => open_note(policy, path, bytes).is_some(),
        _ => false,
    };
    if is_open { Verdict::Open } else { Verdict::Closed }
}
