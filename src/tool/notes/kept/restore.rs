//! Restores the stored index, piece by piece, before the first listing.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::header::{Header, unsealed};
use super::{Restoring, Saved};
use crate::path::VaultPath;
use crate::search::index::{Index, StoredItems};
use crate::stored_bytes::ByteReader;
use crate::tool::host::{Answer, Request};
use crate::tool::notes::catalogue::KnownNote;
use crate::tool::notes::catalogue::stored::{restore_document, restore_standing};
use crate::tool::notes::documents::KnownDocument;
use crate::tool::notes::unread::FileState;

/// Pieces to request at a time. One step restores one of them.
const AT_ONCE: u32 = 8;

/// A restoration in progress.
#[derive(Debug)]
pub(in crate::tool::notes) struct Restore {
    header: Option<Header>,
    /// The pieces to restore next, and the number of the next one to request.
    read: VecDeque<Vec<u8>>,
    next: u32,
    sum: u64,
    index: Index,
    notes: RestoredNotes,
    documents: RestoredDocuments,
    _marker: Rc<Restoring>,
}

/// The restored notes by their paths. Filled piece by piece, because 20,000 take longer than a frame.
pub(in crate::tool::notes) type RestoredNotes = HashMap<VaultPath, KnownNote>;

/// The restored documents by their paths.
pub(in crate::tool::notes) type RestoredDocuments = HashMap<VaultPath, KnownDocument>;

/// What a restoration does next.
pub(in crate::tool::notes) enum RestoreStep {
    Ask(Vec<Request>),
    /// There is none.
    Nothing,
    /// It cannot be used, and has to be forgotten.
    Damaged,
    Done(Box<Index>, RestoredNotes, RestoredDocuments, Saved),
}

impl Restore {
    pub fn new(marker: Rc<Restoring>) -> Self {
        Self {
            header: None,
            read: VecDeque::new(),
            next: 1,
            sum: 0,
            index: Index::default(),
            notes: HashMap::new(),
            documents: HashMap::new(),
            _marker: marker,
        }
    }

    /// Takes the host's answers, and restores the next piece.
    pub fn go_on(&mut self, rules: u64, answers: Vec<Answer>) -> RestoreStep {
        let Some(header) = self.header else { return self.begin(rules, answers) };
        for answer in answers {
            let Answer::Bytes(piece) = answer else { return RestoreStep::Damaged };
            self.read.push_back(piece);
        }
        if let Some(piece) = self.read.pop_front()
            && self.restore(&piece).is_none()
        {
            return RestoreStep::Damaged;
        }
        if !self.read.is_empty() {
            return RestoreStep::Ask(Vec::new());
        }
        let last = header.pieces.min(self.next.saturating_add(AT_ONCE - 1));
        if self.next <= last {
            let requests = (self.next..=last).map(Request::Kept).collect();
            self.next = last + 1;
            return RestoreStep::Ask(requests);
        }
        if self.sum != header.sum || self.index.len() != header.notes as usize || !self.index.is_restored() {
            return RestoreStep::Damaged;
        }
        let (notes, documents) = (std::mem::take(&mut self.notes), std::mem::take(&mut self.documents));
        RestoreStep::Done(Box::new(std::mem::take(&mut self.index)), notes, documents, header.saved)
    }

    fn begin(&mut self, rules: u64, answers: Vec<Answer>) -> RestoreStep {
        match answers.into_iter().next() {
            None => RestoreStep::Ask(vec![Request::Kept(0)]),
            Some(Answer::Bytes(bytes)) => {
                let Some(header) = Header::of(&bytes, rules) else { return RestoreStep::Damaged };
                self.header = Some(header);
                self.notes.reserve(header.notes as usize);
                self.index = Index::to_restore(header.notes as usize);
                RestoreStep::Ask(Vec::new())
            }
            Some(_) => RestoreStep::Nothing,
        }
    }

    /// Restores a piece; `None` if it is damaged.
    fn restore(&mut self, piece: &[u8]) -> Option<()> {
        let mut piece = ByteReader(unsealed(piece, &mut self.sum)?);
        match StoredItems::of(&mut piece)? {
            StoredItems::Notes => {
                while !piece.is_empty() {
                    let note = self.index.restore_note(&mut piece)?;
                    if note.is_document {
                        restore_document(&mut piece, note, &mut self.documents)?;
                        continue;
                    }
                    let state = FileState::of(note);
                    let path = VaultPath::parse(&note.path).ok()?;
                    let mut standing = None;
                    restore_standing(&mut piece, &mut standing)?;
                    self.notes.insert(path, KnownNote { state, standing });
                }
            }
            StoredItems::Dictionary => self.index.restore_dictionary(&mut piece)?,
        }
        Some(())
    }
}
