//! Looks up what a change does to links: which notes link to what it removes, and which of its new links open nothing.

use std::mem;

use super::drafted::Drafted;
use crate::note::PartsReader;
use crate::policy::{Denied, Policy};
use crate::tool::host::{Answer, Request};
use crate::tool::notes::scan::NoteScan;
use crate::vault_links::{ChangedLinks, LinkWarnings, NoteLinks};

/// A look-up in progress.
pub(super) struct LinkCheck {
    notes: NoteScan,
    links: ChangedLinks,
    /// Why the vault could not be listed.
    failed: Option<String>,
}

impl LinkCheck {
    /// Whether `drafted` needs a look-up.
    pub fn is_needed(drafted: &Drafted) -> bool {
        drafted.is_trashed || (drafted.path.is_note() && may_matter(drafted))
    }

    /// The look-up for `drafted`, with the links before and after; `None` if there is nothing to look up.
    pub fn start(policy: &Policy, drafted: &Drafted, [old, new]: [NoteLinks; 2]) -> Result<Option<Self>, Denied> {
        let Drafted { path, editable, text, is_trashed, .. } = drafted;
        let links = if *is_trashed {
            ChangedLinks::of_deleted(path)
        } else {
            ChangedLinks::new(path, (&editable.text, old), (text, new))
        };
        if links.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { notes: NoteScan::new(policy)?, links, failed: None }))
    }

    /// The next requests; empty at the end.
    pub fn ask(&mut self, files_at_once: usize) -> Vec<Request> {
        if self.failed.is_some() { Vec::new() } else { self.notes.ask(files_at_once) }
    }

    /// Processes the answers to the last requests.
    pub fn take(&mut self, policy: &Policy, answers: Vec<Answer>) {
        let links = &self.links;
        match self.notes.take(policy, answers, |path| links.needs(path)) {
            Ok(notes) => {
                // A note that is excluded, or can't be read, is as good as not there.
                for (note, text) in notes.into_iter().filter_map(|read| Some((read.note, read.text?))) {
                    self.links.add_note(note.granted.path(), &text.into_string());
                }
            }
            Err(reason) => self.failed = Some(reason),
        }
    }

    /// What the user should know.
    pub fn end(mut self) -> LinkWarnings {
        if let Some(reason) = self.failed {
            let remarks = vec![format!("links could not be checked: {reason}")];
            return LinkWarnings { faults: Vec::new(), remarks };
        }
        for path in self.notes.files().unwrap_or_default().iter().filter(|path| !path.is_note()) {
            self.links.add_file(path);
        }
        self.links.warnings()
    }
}

/// Bytes of a note to read in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 128 * 1024;

/// Reads the links of a note before and after its change.
pub(super) struct BothLinks {
    reader: PartsReader,
    before: Option<NoteLinks>,
}

impl BothLinks {
    pub fn new(drafted: &Drafted) -> Self {
        Self { reader: PartsReader::new(&drafted.editable.text), before: None }
    }

    /// Reads on, for one step. The links before and after, once all are read.
    pub fn go_on(&mut self, Drafted { editable, text, .. }: &Drafted) -> Option<[NoteLinks; 2]> {
        let note = if self.before.is_none() { &editable.text } else { text };
        if !self.reader.go_on(note, STEP_BYTES) {
            return None;
        }
        let parts = mem::replace(&mut self.reader, PartsReader::new(text)).finish(note);
        let links = NoteLinks::of(parts, note);
        if let Some(before) = self.before.take() {
            return Some([before, links]);
        }
        self.before = Some(links);
        None
    }
}

/// Characters without which a change has nothing to do with links, headings and blocks.
const MARKS: [char; 13] = ['[', ']', '#', '^', '=', '-', '`', '~', '%', '<', '>', '$', '|'];

/// Whether the change may have to do with links: reading all of a large note takes long.
fn may_matter(Drafted { editable, text, hunks, .. }: &Drafted) -> bool {
    hunks.iter().any(|hunk| {
        // A heading may be underlined by the next line.
        let below = editable.text[hunk.before_span.end..].trim_start_matches(' ');
        let [old, new] = [&editable.text[hunk.before_span.clone()], &text[hunk.after_span.clone()]];
        below.starts_with(['=', '-']) || old.contains(MARKS) || new.contains(MARKS)
    })
}
