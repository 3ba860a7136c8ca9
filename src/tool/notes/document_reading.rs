//! Reads documents and indexes them, one after another, the smallest first, until the host says that the time for them
//! is up. The next call goes on.

use std::collections::VecDeque;
use std::rc::Rc;

use lectern_base::{Document, Fault, Format};

use crate::catalogue::documents::document_pieces::{Piece, pieces_of};
use crate::catalogue::documents::{DocumentStanding, named_document};
use crate::catalogue::unread::FileState;
use crate::judge::{NoteVerdict, judge_note};
use crate::path::VaultPath;
use crate::policy::PathKind;
use crate::search::index::{Indexing, page_path};
use crate::tool::call::Host;
use crate::tool::shared::Shared;
use crate::wire::{Answer, Request, Slice};

/// Bytes of text to index in one step, and pending words to add to the dictionary, as for notes.
const STEP_BYTES: usize = 64 * 1024;
const SETTLED_AT_ONCE: usize = 10_000;

/// The most text of one document that is indexed. What follows is not found.
const MAX_TEXT: usize = 8 * 1024 * 1024;

/// The time for a slice of a PDF. A host that has all of it reads a page at least.
const SLICE_MS: u32 = 2000;

/// A document to be read.
#[derive(Debug)]
struct OneDocument {
    path: VaultPath,
    state: FileState,
    /// The first page to read, and how long the host may take.
    from: u32,
    ms: u32,
    format: Option<Format>,
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

/// What came of reading a document.
enum DocumentRead {
    Text(Document),
    /// It has to be read again, in this format.
    Format(Format),
    Nothing,
}

/// Reads and indexes those documents that are `wanted`, until the time is up. What is read while the rules change does
/// not count.
pub(in crate::tool) async fn read_documents(host: &Host, wanted: impl Fn(&VaultPath) -> bool) {
    host.under_same_rules(|| read_wanted(host, &wanted)).await;
}

async fn read_wanted(host: &Host, wanted: &dyn Fn(&VaultPath) -> bool) {
    let mut is_over = false;
    loop {
        settle(host).await;
        let has_more = |Shared { catalogue, limits, .. }: &mut Shared| {
            catalogue.has_unread_documents(limits.document_bytes, wanted)
        };
        if is_over || !host.shared(has_more) {
            break;
        }
        let Answer::TimeLeft(ms @ 1..) = host.ask_one(Request::TimeLeft).await else { break };
        let Some(mut one) = host.shared(|shared| next(shared, ms, wanted)) else { continue };
        let Some(document) = read(host, &mut one).await else { continue };
        let left: VecDeque<Piece> = pieces_of(&document, one.format, one.from).into();
        if document.unfinished && left.is_empty() {
            // There may be more time in the next call.
            is_over = one.ms < SLICE_MS;
            if !is_over {
                let why = format!("page {} takes too long", one.from);
                host.shared(|shared| shared.catalogue.document_unreadable(&one.path, one.state, why));
            }
            continue;
        }
        index(host, one, document, left).await;
    }
    // A search needs every word in the dictionary.
    while host.shared(|shared| shared.catalogue.index.settle(SETTLED_AT_ONCE)) {
        host.give_way().await;
    }
}

/// Adds pending words to the dictionary, until they are no more than some steps add.
async fn settle(host: &Host) {
    while host.shared(|shared| shared.catalogue.index.is_behind()) {
        host.shared(|shared| shared.catalogue.index.settle(SETTLED_AT_ONCE));
        host.give_way().await;
    }
}

/// The next document, to be read in `ms`.
fn next(shared: &mut Shared, ms: u32, wanted: &dyn Fn(&VaultPath) -> bool) -> Option<OneDocument> {
    let (path, mark) = shared.catalogue.documents.next(wanted)?;
    let known = shared.catalogue.documents.get(&path)?;
    let DocumentStanding::Unread(from) = known.standing else { return None };
    let (state, format) = (known.state, named_document(&path)?.format());
    Some(OneDocument { path, state, from, ms: ms.min(SLICE_MS), format, _mark: mark })
}

/// The text of a document; `None` if there is none.
async fn read(host: &Host, one: &mut OneDocument) -> Option<Document> {
    loop {
        let Ok(path) = host.policy().check_as(&one.path, PathKind::File) else {
            host.shared(|shared| shared.catalogue.forget_document(&one.path));
            return None;
        };
        let request = match one.format {
            Some(format) => {
                let slice = (format == Format::Pdf).then_some(Slice { from: one.from, ms: one.ms });
                Request::Convert { path, format, place: None, slice, enough: None, bytes: None }
            }
            None => Request::Read(path),
        };
        let answer = host.ask_one(request).await;
        match host.shared(|shared| take(shared, one, answer)) {
            DocumentRead::Text(document) => return Some(document),
            DocumentRead::Format(format) => one.format = Some(format),
            DocumentRead::Nothing => return None,
        }
    }
}

/// Judges what the host has read, and remembers why there is no text.
fn take(shared: &mut Shared, one: &OneDocument, answer: Answer) -> DocumentRead {
    let why = match answer {
        Answer::Document(document) if one.format.is_some() => return DocumentRead::Text(document),
        Answer::Fault(Fault::Other(format)) if one.format.is_some_and(|known| known != format) => {
            return DocumentRead::Format(format);
        }
        Answer::Fault(fault) => fault.to_string(),
        Answer::Failed(reason) => reason,
        Answer::Missing => {
            shared.catalogue.forget_document(&one.path);
            return DocumentRead::Nothing;
        }
        answer => match judge_note(&shared.policy, &one.path, one.format.is_some(), answer) {
            NoteVerdict::Convert(format) => return DocumentRead::Format(format),
            NoteVerdict::Open(text) => {
                return DocumentRead::Text(Document { text: text.into_string(), ..Document::default() });
            }
            NoteVerdict::Closed | NoteVerdict::Unreadable => "it has no text".to_owned(),
        },
    };
    shared.catalogue.document_unreadable(&one.path, one.state, why);
    DocumentRead::Nothing
}

/// Indexes the text of a document, step by step.
async fn index(host: &Host, one: OneDocument, document: Document, left: VecDeque<Piece>) {
    let last = left.back().map_or(one.from, |piece| piece.entry);
    host.shared(|shared| shared.catalogue.documents.cache(&one.path, one.format, &document.text, &left));
    let mut pieces = Pieces { document, left, indexing: None, is_cut: false, last };
    loop {
        settle(host).await;
        if host.shared(|shared| pieces.index_some(shared, &one)) {
            // Another call may go on with it.
            drop(one);
            host.give_way().await;
            return;
        }
        host.give_way().await;
    }
}

impl Pieces {
    /// Indexes some pieces of `one`. Returns whether it is done.
    fn index_some(&mut self, Shared { catalogue, .. }: &mut Shared, one: &OneDocument) -> bool {
        if !catalogue.is_unread_document(&one.path, one.state, one.from) {
            return true;
        }
        let mut left = STEP_BYTES;
        while left > 0
            && !catalogue.index.is_behind()
            && let Some(piece) = self.left.front()
        {
            let text = &self.document.text[piece.words..piece.span.end];
            // The first one has the document's name.
            let is_blank = piece.entry > 1 && text.trim().is_empty();
            if !is_blank {
                let indexing = self.indexing.get_or_insert_with(|| {
                    let path = page_path(one.path.as_str(), piece.entry);
                    let mut indexing = catalogue.index.begin(&path, one.state.size, one.state.mtime);
                    (indexing.ctime, indexing.is_document) = (one.state.ctime, true);
                    indexing
                });
                if !indexing.read_more(text, left) {
                    break;
                }
            }
            left = left.saturating_sub(text.len().max(1));
            let (entry, len) = (piece.entry, text.len());
            self.left.pop_front();
            if catalogue.document_piece(&one.path, entry, len, self.indexing.take()) > MAX_TEXT {
                (self.is_cut, self.last) = (!self.left.is_empty() || self.document.unfinished, entry);
                self.left.clear();
            }
        }
        if !self.left.is_empty() {
            return false;
        }
        let standing = match self.document.unfinished {
            _ if self.is_cut => DocumentStanding::Cut,
            true => DocumentStanding::Unread(self.last + 1),
            false => DocumentStanding::Read,
        };
        catalogue.document_read(&one.path, standing, one.format, self.last);
        true
    }
}
