//! Answers which paths are not excluded now. A host asks this before it resends what a conversation showed.

use super::call::Host;
use crate::error::ToolError;
use crate::judge::{NoteVerdict, judge_note};
use crate::limits::is_readable_size;
use crate::path::VaultPath;
use crate::policy::{Granted, PathKind, Policy};
use crate::wire::reply::Reply;
use crate::wire::{Answer, Request};

/// Those of `paths` that are known not to be excluded, as given: missing, moved and unreadable ones count as excluded.
pub(super) async fn which_open(host: Host, paths: Vec<String>) -> Result<Reply, ToolError> {
    let mut open = Vec::new();
    let mut left = paths.into_iter();
    loop {
        let (policy, files_at_once) = (host.policy(), host.limits().files_at_once);
        let checked = left.by_ref().filter_map(|given| {
            let granted = policy.check_as(&VaultPath::parse(&given).ok()?, PathKind::File).ok()?;
            Some((given, Request::Stat(granted.clone()), granted))
        });
        let mut asked: Vec<_> = checked.take(files_at_once).collect();
        if asked.is_empty() {
            return Ok(Reply::open(open));
        }
        while !asked.is_empty() {
            let answers = host.ask(asked.iter().map(|(_, request, _)| request.clone()).collect()).await;
            let (policy, mut next) = (host.policy(), Vec::new());
            for ((given, request, granted), answer) in asked.into_iter().zip(answers) {
                match verdict(&policy, &granted, &request, answer) {
                    PathVerdict::Open => open.push(given),
                    PathVerdict::Closed => {}
                    PathVerdict::Ask(request) => next.push((given, request, granted)),
                }
            }
            asked = next;
        }
    }
}

/// The result of an answer for a path.
enum PathVerdict {
    Open,
    Closed,
    /// The note's content may exclude it.
    Ask(Request),
}

fn verdict(policy: &Policy, granted: &Granted, request: &Request, answer: Answer) -> PathVerdict {
    let path = granted.path();
    let is_open = match answer {
        Answer::File(stat) if path.is_note() && is_readable_size(stat.size) => {
            return PathVerdict::Ask(Request::Read(granted.clone()));
        }
        Answer::File(_) => !path.is_note(),
        Answer::Folder => policy.check_as(path, PathKind::Folder).is_ok(),
        answer => match judge_note(policy, path, matches!(request, Request::Convert { .. }), answer) {
            NoteVerdict::Open(_) => true,
            // It is not UTF-8.
            NoteVerdict::Convert(format) => return PathVerdict::Ask(Request::convert(granted.clone(), format)),
            NoteVerdict::Closed | NoteVerdict::Unreadable => false,
        },
    };
    if is_open { PathVerdict::Open } else { PathVerdict::Closed }
}
