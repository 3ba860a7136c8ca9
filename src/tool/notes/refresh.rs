//! Brings the catalogue up to date with the vault, before each search. Only notes that have changed are read.
//!
//! A step processes at most a few hundred KB, and the app runs between steps. If two calls refresh at the same time,
//! they may read a note twice; the second result is dropped.

use std::collections::VecDeque;

use lectern_base::Format;

use super::read_note::{NoteContent, ReadNote};
use super::restore::{NotRestored, read_kept};
use crate::catalogue::kept::Stored;
use crate::catalogue::unread::{FileState, Turn};
use crate::catalogue::walk::VaultWalk;
use crate::error::ToolError;
use crate::limits::NOTE_BATCH_BYTES;
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::tool::call::Host;
use crate::tool::shared::Shared;
use crate::wire::{Answer, Request};

/// Maximum notes to read at a time.
const NOTES_AT_ONCE: usize = 32;

/// Bytes of text to index in one step, which takes some milliseconds in wasm.
const STEP_BYTES: usize = 64 * 1024;

/// Number of pending words to add to the dictionary of the index in one step, which takes some milliseconds.
const SETTLED_AT_ONCE: usize = 20_000;

/// The same while notes are read, which is as many words as some steps add.
const SETTLED_WHILE_READING: usize = 10_000;

/// Maximum listings per call, for a vault that changes during every listing. The next call lists it again.
const LISTINGS: u32 = 3;

/// Maximum rounds of reading per call. Notes that change during a round are read in the next one, and after the last
/// round by the next call: a search must end even if the vault keeps changing.
const READINGS: u32 = 3;

/// Brings the catalogue up to date. What is listed and read while the rules change does not count.
pub(in crate::tool) async fn refresh(host: &Host) -> Result<(), ToolError> {
    host.under_same_rules(|| list_and_read(host)).await
}

async fn list_and_read(host: &Host) -> Result<(), ToolError> {
    restore(host).await;
    host.shared(|shared| shared.catalogue.try_again());
    watch(host).await;
    let mut listings = 0;
    if host.shared(|Shared { catalogue, .. }| catalogue.watched != Some(true) || !catalogue.is_listed) {
        listings += 1;
        list(host).await?;
    }
    let mut notes = host.shared(|shared| NotesToRead::new(shared));
    loop {
        notes.read_all(host).await;
        if !host.shared(|shared| shared.catalogue.is_listed) {
            if listings < LISTINGS {
                listings += 1;
                list(host).await?;
                notes.begin_anew(host);
                continue;
            }
            host.shared(|Shared { policy, catalogue, .. }| catalogue.close(policy));
        }
        // A search needs every word in the dictionary.
        if host.shared(|shared| shared.catalogue.index.settle(SETTLED_AT_ONCE)) {
            host.give_way().await;
            continue;
        }
        // Pending words took memory too. Without them there may be room for more notes.
        if !notes.read_next(host).await {
            host.shared(|shared| shared.catalogue.all_read());
            return Ok(());
        }
    }
}

/// Restores the index that the host has kept, if that is still to be done.
async fn restore(host: &Host) {
    loop {
        let marker = host.shared(|Shared { keeping, catalogue, .. }| {
            let is_wanted = keeping.over.is_some() && catalogue.index.is_empty() && catalogue.kept.is_restorable();
            is_wanted.then(|| catalogue.kept.restore())
        });
        let Some(marker) = marker else { return };
        if marker.is_some() {
            match read_kept(host).await {
                Ok(restored) => host.shared(|shared| shared.catalogue.restored(*restored)),
                Err(why) => {
                    host.shared(|shared| shared.catalogue.kept.stored = Stored::Nothing);
                    if matches!(why, NotRestored::Damaged) {
                        host.ask_one(Request::Forget).await;
                    }
                }
            }
        }
        // Another call may be restoring it.
        host.give_way().await;
    }
}

/// Finds out whether the host reports changes.
async fn watch(host: &Host) {
    if host.shared(|shared| shared.catalogue.watched.is_none()) {
        let is_watched = host.ask_one(Request::Watch).await == Answer::Watched(true);
        // Another call may have asked as well, and the host may have reported changes since then.
        host.shared(|shared| *shared.catalogue.watched.get_or_insert(is_watched));
    }
}

/// Lists the vault.
async fn list(host: &Host) -> Result<(), ToolError> {
    let mut walk = VaultWalk::of(host.policy().check_as(&VaultPath::root(), PathKind::Folder)?);
    let listing = host.shared(|shared| shared.catalogue.list());
    loop {
        let requests = walk.ask();
        if requests.is_empty() {
            host.shared(|shared| shared.catalogue.listed(&listing));
            // No other call may join it any more.
            drop(listing);
            host.give_way().await;
            return Ok(());
        }
        let answers = host.ask(requests).await;
        let files = walk.take(&host.policy(), answers);
        let files = files.map_err(|reason| ToolError::unreadable("the vault", "listed", &reason))?;
        host.shared(|Shared { catalogue, .. }| {
            for file in files {
                if catalogue.is_searched(file.granted.path(), file.size) {
                    catalogue.listed_file(&file);
                }
            }
        });
    }
}

/// The notes that have to be read.
struct NotesToRead {
    /// The last turn of this round of reading, and how many rounds there were since the listing.
    last: Turn,
    readings: u32,
    /// Notes that were read and have to be indexed.
    read: VecDeque<ReadNote>,
    /// Notes that the host has to convert to text first.
    odd: Vec<(VaultPath, FileState, Format)>,
}

impl NotesToRead {
    fn new(shared: &Shared) -> Self {
        Self { last: shared.catalogue.turn(), readings: 1, read: VecDeque::new(), odd: Vec::new() }
    }

    /// Goes on after another listing.
    fn begin_anew(&mut self, host: &Host) {
        (self.last, self.readings) = (host.shared(|shared| shared.catalogue.turn()), 1);
    }

    /// Reads and indexes all of them.
    async fn read_all(&mut self, host: &Host) {
        loop {
            host.shared(|shared| self.take_in(shared));
            if !self.read.is_empty() {
                host.give_way().await;
            } else if !self.convert_next(host).await && !self.read_next(host).await {
                return;
            }
        }
    }

    /// Has the host convert the next one that needs it: one at a time, because its text may be large. Returns whether
    /// there was one.
    async fn convert_next(&mut self, host: &Host) -> bool {
        while let Some((path, state, format)) = self.odd.pop() {
            if let Ok(granted) = host.policy().check_as(&path, PathKind::File) {
                let answer = host.ask_one(Request::convert(granted, format)).await;
                self.read.push_back(ReadNote::new((path, state), NoteContent::Answer(answer, true)));
                return true;
            }
        }
        false
    }

    /// Reads some more. Returns whether there were any.
    async fn read_next(&mut self, host: &Host) -> bool {
        let (notes, requests) = host.shared(|shared| self.next(shared));
        if requests.is_empty() && self.read.is_empty() {
            return false;
        }
        let answers = host.ask(requests).await;
        let read = |(note, answer)| ReadNote::new(note, NoteContent::Answer(answer, false));
        self.read.extend(notes.into_iter().zip(answers).map(read));
        true
    }

    /// The next unread notes, and the requests for them. Notes whose text a listing kept go straight to `read`.
    fn next(&mut self, shared: &mut Shared) -> (Vec<(VaultPath, FileState)>, Vec<Request>) {
        let unread = |last| shared.catalogue.unread(last, NOTES_AT_ONCE, NOTE_BATCH_BYTES, shared.limits.index_bytes);
        let mut notes = unread(self.last);
        if notes.is_empty() && self.readings < READINGS {
            (self.last, self.readings) = (shared.catalogue.turn(), self.readings + 1);
            notes = unread(self.last);
        }
        let (mut asked, mut requests) = (Vec::new(), Vec::new());
        let Shared { policy, catalogue, .. } = shared;
        let mut walk = policy.walk();
        for (path, state) in notes {
            let Ok(granted) = walk.check(&path, PathKind::File) else { continue };
            if let Some(text) = catalogue.take_text(&path, state) {
                self.read.push_back(ReadNote::new((path, state), NoteContent::Judged(text)));
            } else {
                asked.push((path, state));
                requests.push(Request::Read(granted));
            }
        }
        (asked, requests)
    }

    /// Indexes what was read, for one step.
    fn take_in(&mut self, shared: &mut Shared) {
        if shared.catalogue.index.is_behind() {
            shared.catalogue.index.settle(SETTLED_WHILE_READING);
            return;
        }
        let mut left = STEP_BYTES;
        while left > 0
            && !shared.catalogue.index.is_behind()
            && let Some(mut note) = self.read.pop_front()
        {
            let len = note.content.len();
            if note.indexing.is_none()
                && let Some(format) = note.begin(shared)
            {
                self.odd.push((note.path.clone(), note.state, format));
            }
            let ReadNote { text, indexing: Some(indexing), .. } = &mut note else {
                left = left.saturating_sub(len);
                continue;
            };
            if indexing.read_more(text, left) {
                left = left.saturating_sub(text.len());
                if let Some(indexing) = note.indexing {
                    shared.catalogue.read(&note.path, note.state, indexing, note.standing);
                }
            } else {
                self.read.push_front(note);
                return;
            }
        }
    }
}
