//! The steps between a file's content and the question: the change is drafted, compared, measured and checked.

use super::call::{ChangeCall, ChangeStep, Source};
use super::draft::{Outcome, Target};
use super::drafted::{Drafted, EXCLUDES};
use super::link_check::LinkCheck;
use super::messages::unsupported;
use super::proposal::{ChangeMade, ChangeOutcome};
use super::reasons::{read_as, steering};
use super::reply::not_made;
use crate::document::kind::{self, FileKind};
use crate::document::{Format, drawing_data};
use crate::edit::{Comparison, LossCount, TextKind, added_active_parts, unreadable, warnings};
use crate::error::ToolError;
use crate::policy::Policy;
use crate::tool::running::Progress;
use crate::vault_links::{LinkWarnings, NoteLinks};

impl ChangeCall {
    /// Drafts the change of `source`, step by step.
    pub(super) fn prepare(&mut self, source: Box<Source>) -> Result<Progress, ToolError> {
        let Source { path, before, version, editable } = &*source;
        let target = Target { path, text: before.as_ref().map(|_| editable), version: version.as_deref() };
        if !self.draft.prepare(&target)? {
            return Ok(self.give_way(ChangeStep::Preparing(source)));
        }
        let (text, is_trashed) = match self.draft.draft(&target)? {
            Outcome::Text(text) => (text, false),
            Outcome::Trashed => (String::new(), true),
        };
        if let Some(bytes) = before
            && !is_trashed
            && kind::of(path.as_str(), bytes) == FileKind::Document(Format::Excalidraw)
            && drawing_data(&editable.text) != drawing_data(&text)
        {
            return Err(unsupported(path, "is a drawing, whose data this would change; only Excalidraw can"));
        }
        // A file has the byte order mark that it had.
        let has_mark = editable.text.starts_with('\u{feff}');
        let text = if has_mark { text } else { text.trim_start_matches('\u{feff}').to_owned() };
        let is_done = before.is_some() && text == editable.text && !is_trashed;
        let Source { path, before, version, editable } = *source;
        let drafted = Box::new(Drafted::new(path, (before, version), editable, text, is_trashed));
        if is_done {
            let change = ChangeMade { diff: String::new(), ..drafted.change(ChangeOutcome::Unchanged) };
            return Ok(Progress::Done(not_made(drafted.path.as_str(), &[], None, change)));
        }
        if drafted.is_trashed {
            return Ok(self.give_way(ChangeStep::Drafted(drafted)));
        }
        self.check_reading(drafted)
    }

    /// Compares more of the texts; then there are hunks.
    pub(super) fn compare(&mut self, mut drafted: Box<Drafted>, mut comparison: Comparison) -> Progress {
        match comparison.step(&drafted.editable.text, &drafted.text) {
            Some(hunks) => {
                let count = LossCount::new(&drafted.editable.text, &drafted.text, &hunks);
                drafted.hunks = hunks;
                let is_trashed = drafted.is_trashed;
                self.give_way(if is_trashed {
                    ChangeStep::Compared(drafted)
                } else {
                    ChangeStep::Measuring(drafted, count)
                })
            }
            None => self.give_way(ChangeStep::Comparing(drafted, comparison)),
        }
    }

    /// Counts more of what the change removes.
    pub(super) fn measure(&mut self, mut drafted: Box<Drafted>, mut count: LossCount) -> Progress {
        match count.step(&drafted.editable.text, &drafted.text) {
            Some(loss) => {
                drafted.loss = loss;
                self.give_way(ChangeStep::Compared(drafted))
            }
            None => self.give_way(ChangeStep::Measuring(drafted, count)),
        }
    }

    /// Finds what the user should know.
    pub(super) fn check(&mut self, policy: &Policy, mut drafted: Box<Drafted>) -> Progress {
        let Drafted { path, editable, text, is_trashed, hunks, loss, .. } = &*drafted;
        if !is_trashed {
            let mut notes: Vec<String> = loss.warning().into_iter().collect();
            notes.extend(warnings(path.is_note(), &editable.text, text, hunks));
            let was_there = drafted.before.is_some().then_some(editable.text.as_str());
            let fault = unreadable(TextKind::of(path.as_str(), path.is_note()), was_there, text);
            notes.extend(fault.clone());
            if policy.closes_content(path, text.as_bytes()) {
                notes.push(EXCLUDES.to_owned());
            }
            (drafted.faults, drafted.unreadable) = (notes, fault);
        }
        self.give_way(ChangeStep::Warned(drafted))
    }

    /// Finds why the user is asked in any case.
    pub(super) fn judge_reasons(&mut self, policy: &Policy, mut drafted: Box<Drafted>) -> Progress {
        let Drafted { path, before, editable, text, is_trashed, .. } = &*drafted;
        let mut reasons = steering(policy, &[path]);
        // Without a question, a model could find out what is excluded.
        let is_taken = before.is_none() && self.is_taken;
        if !is_trashed {
            reasons.extend(added_active_parts(read_as(path), &editable.text, text));
        }
        (drafted.reasons, drafted.is_taken) = (reasons, is_taken);
        let is_needed = LinkCheck::is_needed(&drafted);
        self.give_way(if is_needed { ChangeStep::Judged(drafted) } else { ChangeStep::Checked(drafted) })
    }

    /// Begins to look up links.
    pub(super) fn check_links(
        &mut self,
        policy: &Policy,
        drafted: Box<Drafted>,
        links: [NoteLinks; 2],
    ) -> Result<Progress, ToolError> {
        match LinkCheck::start(policy, &drafted, links)? {
            Some(check) => Ok(self.look_up(drafted, Box::new(check))),
            None => Ok(self.give_way(ChangeStep::Checked(drafted))),
        }
    }

    /// Asks for what has to be known of links.
    pub(super) fn look_up(&mut self, mut drafted: Box<Drafted>, mut check: Box<LinkCheck>) -> Progress {
        let requests = check.ask(self.files_at_once);
        if requests.is_empty() {
            let LinkWarnings { faults, remarks } = check.end();
            drafted.faults.extend(faults);
            drafted.remarks.extend(remarks);
            return self.give_way(ChangeStep::Checked(drafted));
        }
        self.step = ChangeStep::LookingUp(drafted, check);
        Progress::Ask(requests)
    }
}
