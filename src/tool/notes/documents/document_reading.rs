//! Reads documents and indexes them, one after another, the smallest first, until the host says that the time for them
//! is up. The next call goes on.

use std::collections::VecDeque;
use std::mem;
use std::rc::Rc;

use super::document_pieces::{Piece, pieces_of};
use super::{DocumentStanding, named_document, remove_entries};
use crate::document::{Document, Fault, Format};
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::search::index::{Index, Indexing, page_path};
use crate::tool::host::{Answer, Request, Slice};
use crate::tool::judge::{NoteVerdict, judge_note};
use crate::tool::notes::unread::FileState;
use crate::tool::running::Shared;

/// Bytes of text to index in one step, and pending words to add to the dictionary, as for notes.
const STEP_BYTES: usize = 64 * 1024;
const SETTLED_AT_ONCE: usize = 10_000;

/// The most text of one document that is indexed. What follows is not found.
const MAX_TEXT: usize = 8 * 1024 * 1024;

/// How often a host may use all of its time for a PDF without reading a page.
const TRIES: u32 = 3;

/// The time in which a page of a PDF must be read.
const SLICE_MS: u32 = 2000;

/// Documents being read.
#[derive(Debug, Default)]
pub(in crate::tool) struct DocumentReading {
    step: ReadingStep,
    rules: Option<u32>,
    is_over: bool,
}

#[derive(Debug, Default)]
enum ReadingStep {
    #[default]
    Choosing,
    /// The host was asked how much time there is.
    Asking,
    Reading(OneDocument),
    Indexing(OneDocument, Box<Pieces>),
}

/// The document being read.
#[derive(Debug)]
struct OneDocument {
    path: VaultPath,
    state: FileState,
    /// The first page to read, and how long the host may take.
    from: u32,
    ms: u32,
    format: Option<Format>,
    is_converted: bool,
    _mark: Rc<()>,
}

/// Its text, and the pieces that are not indexed yet.
#[derive(Debug)]
struct Pieces {
    document: Document,
    left: VecDeque<Piece>,
    indexing: Option<Indexing>,
    is_cut: bool,
    last: u32,
}

impl DocumentReading {
    /// Processes the host's answers and returns the next requests; an empty list only lets the app run. `None` once
    /// everything that is `wanted` is read, or the time is up.
    pub fn go_on(
        &mut self,
        shared: &mut Shared,
        mut answers: Vec<Answer>,
        wanted: &dyn Fn(&VaultPath) -> bool,
    ) -> Option<Vec<Request>> {
        let rules = shared.catalogue.rules();
        if *self.rules.get_or_insert(rules) != rules {
            *self = Self { rules: Some(rules), ..Self::default() };
            answers.clear();
        }
        let answer = answers.into_iter().next();
        match mem::take(&mut self.step) {
            ReadingStep::Choosing => {}
            ReadingStep::Asking => {
                if let Some(Answer::TimeLeft(ms @ 1..)) = answer {
                    if let Some(requests) = self.read_next(shared, ms, wanted) {
                        return Some(requests);
                    }
                } else {
                    self.is_over = true;
                }
            }
            ReadingStep::Reading(document) => {
                if let Some(requests) = self.take(shared, document, answer.unwrap_or_else(Answer::none)) {
                    return Some(requests);
                }
            }
            ReadingStep::Indexing(document, pieces) => self.step = ReadingStep::Indexing(document, pieces),
        }
        if shared.catalogue.index.is_behind() {
            shared.catalogue.index.settle(SETTLED_AT_ONCE);
            return Some(Vec::new());
        }
        if let ReadingStep::Indexing(document, pieces) = mem::take(&mut self.step) {
            self.index(shared, document, pieces);
            return Some(Vec::new());
        }
        if !self.is_over && shared.catalogue.has_unread_documents(shared.limits.document_bytes, wanted) {
            self.step = ReadingStep::Asking;
            return Some(vec![Request::TimeLeft]);
        }
        self.is_over = true;
        // A search needs every word in the dictionary.
        shared.catalogue.index.settle(SETTLED_AT_ONCE).then(Vec::new)
    }

    /// Asks for the next document.
    fn read_next(&mut self, shared: &mut Shared, ms: u32, wanted: &dyn Fn(&VaultPath) -> bool) -> Option<Vec<Request>> {
        let (path, mark) = shared.catalogue.documents.next(wanted)?;
        let known = shared.catalogue.documents.get(&path)?;
        let DocumentStanding::Unread(from) = known.standing else { return None };
        let format = named_document(&path)?.format();
        let (state, ms) = (known.state, ms.min(SLICE_MS));
        let one = OneDocument { path, state, from, ms, format, is_converted: false, _mark: mark };
        self.ask(shared, one)
    }

    fn ask(&mut self, shared: &mut Shared, mut one: OneDocument) -> Option<Vec<Request>> {
        let Ok(granted) = shared.policy.check_as(&one.path, PathKind::File) else {
            shared.catalogue.forget_document(&one.path);
            return None;
        };
        one.is_converted = one.format.is_some();
        let request = match one.format {
            Some(format) => {
                let slice = (format == Format::Pdf).then_some(Slice { from: one.from, ms: one.ms });
                Request::Convert { path: granted, format, place: None, slice, bytes: None }
            }
            None => Request::Read(granted),
        };
        self.step = ReadingStep::Reading(one);
        Some(vec![request])
    }

    /// Processes the text of a document, or why there is none.
    fn take(&mut self, shared: &mut Shared, mut one: OneDocument, answer: Answer) -> Option<Vec<Request>> {
        let failed = |shared: &mut Shared, one: &OneDocument, why: String| {
            shared.catalogue.document_unreadable(&one.path, one.state, why);
            None
        };
        let document = match answer {
            Answer::Document(document) if one.is_converted => document,
            Answer::Fault(Fault::Other(format)) if one.is_converted && one.format != Some(format) => {
                one.format = Some(format);
                return self.ask(shared, one);
            }
            Answer::Fault(fault) => return failed(shared, &one, fault.to_string()),
            Answer::Failed(reason) => return failed(shared, &one, reason),
            Answer::Missing => {
                shared.catalogue.forget_document(&one.path);
                return None;
            }
            answer => match judge_note(&shared.policy, &one.path, one.is_converted, answer) {
                NoteVerdict::Convert(format) => {
                    one.format = Some(format);
                    return self.ask(shared, one);
                }
                NoteVerdict::Open(text) => Document { text: text.into_string(), ..Document::default() },
                NoteVerdict::Closed | NoteVerdict::Unreadable => {
                    return failed(shared, &one, "it has no text".to_owned());
                }
            },
        };
        let left: VecDeque<Piece> = pieces_of(&document, one.format, one.from).into();
        if document.unfinished && left.is_empty() {
            // There may be more time in the next call.
            self.is_over = one.ms < SLICE_MS;
            if !self.is_over && shared.catalogue.documents.tried(&one.path) >= TRIES {
                return failed(shared, &one, format!("page {} takes too long", one.from));
            }
            return None;
        }
        let last = left.back().map_or(one.from, |piece| piece.entry);
        shared.catalogue.documents.cache(&one.path, one.format, &document.text, &left);
        let pieces = Pieces { document, left, indexing: None, is_cut: false, last };
        self.step = ReadingStep::Indexing(one, Box::new(pieces));
        None
    }

    /// Indexes the text of a document for one step.
    fn index(&mut self, shared: &mut Shared, one: OneDocument, mut pieces: Box<Pieces>) {
        let Shared { catalogue, .. } = shared;
        if !catalogue.is_unread_document(&one.path, one.state, one.from) {
            return;
        }
        let mut left = STEP_BYTES;
        while left > 0
            && !catalogue.index.is_behind()
            && let Some(piece) = pieces.left.front()
        {
            let text = &pieces.document.text[piece.words..piece.span.end];
            // The first one has the document's name.
            let is_blank = piece.entry > 1 && text.trim().is_empty();
            if !is_blank {
                let indexing = pieces.indexing.get_or_insert_with(|| {
                    let path = page_path(one.path.as_str(), piece.entry);
                    let mut indexing = catalogue.index.begin(&path, one.state.size, one.state.mtime);
                    (indexing.ctime, indexing.is_document) = (one.state.ctime, true);
                    indexing
                });
                if !indexing.go_on(text, left) {
                    break;
                }
            }
            left = left.saturating_sub(text.len().max(1));
            let (entry, len) = (piece.entry, text.len());
            pieces.left.pop_front();
            if catalogue.document_piece(&one.path, entry, len, pieces.indexing.take()) > MAX_TEXT {
                (pieces.is_cut, pieces.last) = (!pieces.left.is_empty() || pieces.document.unfinished, entry);
                pieces.left.clear();
            }
        }
        if !pieces.left.is_empty() {
            self.step = ReadingStep::Indexing(one, pieces);
            return;
        }
        let standing = match pieces.document.unfinished {
            _ if pieces.is_cut => DocumentStanding::Cut,
            true => DocumentStanding::Unread(pieces.last + 1),
            false => DocumentStanding::Read,
        };
        catalogue.document_read(&one.path, standing, one.format, pieces.last);
    }
}

impl super::Documents {
    /// Keeps the text that was read, to show what is found in it.
    fn cache(&mut self, path: &VaultPath, format: Option<Format>, text: &str, pieces: &VecDeque<Piece>) {
        if format != Some(Format::Pdf) {
            return self.texts.put(path, None, text);
        }
        for Piece { entry, span, .. } in pieces {
            self.texts.put(path, Some(*entry), &text[span.clone()]);
        }
    }

    /// Whether any that is `wanted` has to be read, and no call reads it.
    pub fn has_unread(&mut self, wanted: &dyn Fn(&VaultPath) -> bool) -> bool {
        self.under_way.retain(|(_, mark)| mark.strong_count() > 0);
        let is_free = |path: &VaultPath| self.under_way.iter().all(|(other, _)| other != path);
        self.known
            .iter()
            .any(|(path, known)| matches!(known.standing, DocumentStanding::Unread(_)) && wanted(path) && is_free(path))
    }

    /// The document at `path` is read as `standing` says, up to the entry `last`.
    pub fn read(
        &mut self,
        path: &VaultPath,
        standing: DocumentStanding,
        format: Option<Format>,
        last: u32,
        index: &mut Index,
    ) {
        let Some(known) = self.known.get_mut(path) else { return };
        known.format = format;
        if !matches!(standing, DocumentStanding::Unread(_)) {
            // Pages of an older version.
            remove_entries(index, path, last + 1, known.entries);
            known.entries = last;
        }
        known.standing = standing;
    }
}
