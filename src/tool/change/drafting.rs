//! The steps between a file's content and the question: the change is drafted, compared, measured and checked.

use std::ops::ControlFlow;

use lectern_base::Format;
use lectern_base::drawing_parts::drawing_data;
use lectern_base::kind::{self, FileKind};

use super::call::ChangeCall;
use super::draft::{Outcome, Target};
use super::drafted::{Drafted, EXCLUDES};
use super::file_to_change::Source;
use super::link_check;
use super::messages::unsupported;
use super::reasons::{read_as, steering};
use super::reply::not_made;
use crate::edit::{Comparison, LossCount, TextKind, added_active_parts, unreadable, warnings};
use crate::error::ToolError;
use crate::wire::reply::Reply;
use crate::wire::{ChangeMade, ChangeOutcome};

impl ChangeCall {
    /// Drafts the change of `source`; the reply if there is nothing to change.
    pub(super) async fn drafted(&mut self, source: Source) -> Result<ControlFlow<Reply, Box<Drafted>>, ToolError> {
        let Source { path, before, version, editable } = source;
        let target = Target { path: &path, text: before.as_ref().map(|_| &editable), version: version.as_deref() };
        while !self.draft.prepare(&target)? {
            self.host.give_way().await;
        }
        let (text, is_trashed) = match self.draft.draft(&target)? {
            Outcome::Text(text) => (text, false),
            Outcome::Trashed => (String::new(), true),
        };
        if let Some(bytes) = &before
            && !is_trashed
            && kind::of(path.as_str(), bytes) == FileKind::Document(Format::Excalidraw)
            && drawing_data(&editable.text) != drawing_data(&text)
        {
            return Err(unsupported(&path, "is a drawing, whose data this would change; only Excalidraw can"));
        }
        // A file has the byte order mark that it had.
        let has_mark = editable.text.starts_with('\u{feff}');
        let text = if has_mark { text } else { text.trim_start_matches('\u{feff}').to_owned() };
        let is_done = before.is_some() && text == editable.text && !is_trashed;
        let drafted = Box::new(Drafted::new(path, (before, version), editable, text, is_trashed));
        if is_done {
            let change = ChangeMade { diff: String::new(), ..drafted.change(ChangeOutcome::Unchanged) };
            return Ok(ControlFlow::Break(not_made(drafted.path.as_str(), &[], None, change)));
        }
        if !is_trashed {
            self.check_draft(&drafted).await?;
        }
        Ok(ControlFlow::Continue(drafted))
    }

    /// Compares the texts, and counts what the change removes.
    pub(super) async fn compare(&self, drafted: &mut Drafted) {
        self.host.give_way().await;
        let Drafted { editable, text, hunks, loss, is_trashed, .. } = drafted;
        let mut comparison = Comparison::new(&editable.text, text);
        *hunks = loop {
            self.host.give_way().await;
            if let Some(hunks) = comparison.step(&editable.text, text) {
                break hunks;
            }
        };
        if *is_trashed {
            return;
        }
        let mut count = LossCount::new(&editable.text, text, hunks);
        *loss = loop {
            self.host.give_way().await;
            if let Some(loss) = count.step(&editable.text, text) {
                break loss;
            }
        };
    }

    /// Finds what the user should know, and why the user is asked in any case.
    pub(super) async fn check(&self, drafted: &mut Drafted) -> Result<(), ToolError> {
        self.host.give_way().await;
        self.warn(drafted);
        self.host.give_way().await;
        self.judge_reasons(drafted);
        if link_check::is_needed(drafted) {
            let found = link_check::warnings(&self.host, drafted).await?;
            drafted.faults.extend(found.faults);
            drafted.remarks.extend(found.remarks);
        }
        self.host.give_way().await;
        Ok(())
    }

    /// Finds what the user should know, but of links.
    fn warn(&self, drafted: &mut Drafted) {
        let Drafted { path, editable, text, is_trashed, hunks, loss, .. } = &*drafted;
        if *is_trashed {
            return;
        }
        let mut notes: Vec<String> = loss.warning().into_iter().collect();
        notes.extend(warnings(path.is_note(), &editable.text, text, hunks));
        let was_there = drafted.before.is_some().then_some(editable.text.as_str());
        let fault = unreadable(TextKind::of(path.as_str(), path.is_note()), was_there, text);
        notes.extend(fault.clone());
        if self.host.policy().closes_content(path, text.as_bytes()) {
            notes.push(EXCLUDES.to_owned());
        }
        (drafted.faults, drafted.unreadable) = (notes, fault);
    }

    /// Finds why the user is asked in any case.
    fn judge_reasons(&self, drafted: &mut Drafted) {
        let Drafted { path, before, editable, text, is_trashed, .. } = &*drafted;
        let mut reasons = steering(&self.host.policy(), &[path]);
        // Without a question, a model could find out what is excluded.
        let is_taken = before.is_none() && self.is_taken;
        if !is_trashed {
            reasons.extend(added_active_parts(read_as(path), &editable.text, text));
        }
        (drafted.reasons, drafted.is_taken) = (reasons, is_taken);
    }
}
