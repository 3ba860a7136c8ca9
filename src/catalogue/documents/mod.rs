//! The documents of the vault: all files with text that are no notes. They are searched with the notes, and read after
//! them, as long as the host says that the call has time (`Request::TimeLeft`). The texts that were read last, 8 MB, are
//! kept to show what is found.
//!
//! A document is in the index as several entries: the pages of a PDF, or pieces of 8 KB, each with the number behind
//! the path (`page_path`). So a long one ranks by its best part, and of a PDF the page is known without reading it again.
//! No other module takes such a path for a file: `file_and_page` splits it. Documents do not count for the mean length of
//! notes.

mod document_texts;
mod named_document;
pub(crate) mod document_pieces;

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::rc::{Rc, Weak};

use lectern_base::{Format, Place};

use super::unread::FileState;
use crate::path::VaultPath;
use crate::search::index::{Index, file_and_page, page_path};

use self::document_pieces::Piece;
use document_texts::DocumentTexts;
pub(crate) use named_document::{DocumentName, named_document};

/// The documents that are known.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    known: HashMap<VaultPath, KnownDocument>,
    /// Those that calls are reading now.
    under_way: Vec<(VaultPath, Weak<()>)>,
    pub texts: DocumentTexts,
}

/// A document that was listed.
#[derive(Debug)]
pub(crate) struct KnownDocument {
    pub state: FileState,
    pub standing: DocumentStanding,
    /// Its format; `None` for plain text.
    pub format: Option<Format>,
    /// The last of its entries in the index.
    pub entries: u32,
    /// The bytes of its text that are indexed.
    pub bytes: usize,
}

/// How far a document was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DocumentStanding {
    /// It is read from this page on; from the start for other documents than PDF.
    Unread(u32),
    Read,
    /// Its text is too long to be indexed to the end.
    Cut,
    /// Its file is larger than the user allows.
    TooLarge,
    /// It can't be read. The value says why.
    Unreadable(String),
}

/// How many documents are searched, and how many are not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct DocumentCounts {
    pub read: usize,
    pub unread: usize,
    /// Too large to be read, or to be read to the end.
    pub large: usize,
    pub unreadable: usize,
}

/// A document, or a page of one, in the index.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FoundDocument {
    pub path: VaultPath,
    /// The page of a PDF. Its lines are counted in it.
    pub page: Option<u32>,
    pub format: Option<Format>,
    /// The version that is indexed.
    pub state: FileState,
}

impl FoundDocument {
    /// The part of it to read.
    pub fn place(&self) -> Option<Place> {
        self.page.map(|page| Place { page: Some(page), ..Place::default() })
    }
}

impl Documents {
    /// Keeps the text that was read, to show what is found in it.
    pub fn cache(&mut self, path: &VaultPath, format: Option<Format>, text: &str, pieces: &VecDeque<Piece>) {
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

    pub fn get(&self, path: &VaultPath) -> Option<&KnownDocument> {
        self.known.get(path)
    }

    /// The document that has the path `file`, as the index writes it.
    pub fn of_entry(&self, file: &str) -> Option<(&VaultPath, &KnownDocument)> {
        self.known.get_key_value(file)
    }

    /// The document of the entry at `entry_path`.
    pub fn find_entry(&self, entry_path: &str) -> Option<FoundDocument> {
        let (file, entry) = file_and_page(entry_path);
        let (path, known) = self.of_entry(file)?;
        let page = entry.filter(|_| known.format == Some(Format::Pdf));
        Some(FoundDocument { path: path.clone(), page, format: known.format, state: known.state })
    }

    /// Keeps the text of a document that was read again, if it is still the version that is indexed.
    pub fn keep_text(&mut self, document: &FoundDocument, text: &str) {
        if self.get(&document.path).is_some_and(|known| known.state == document.state) {
            self.texts.put(&document.path, document.page, text);
        }
    }

    /// The text of a document, if it is cached.
    pub fn text_of(&self, document: &FoundDocument) -> Option<&str> {
        self.texts.get(&document.path, document.page)
    }

    pub fn paths(&self) -> impl Iterator<Item = &VaultPath> {
        self.known.keys()
    }

    /// The document at `path` is there in this version. One of more than `max_bytes` is not read.
    pub fn found(&mut self, path: &VaultPath, state: FileState, max_bytes: f64, index: &mut Index) {
        let is_too_large = state.size > max_bytes;
        let is_known = |known: &KnownDocument| {
            known.state == state && (known.standing == DocumentStanding::TooLarge) == is_too_large
        };
        if self.known.get(path).is_some_and(is_known) {
            return;
        }
        let Some(format) = named_document(path).map(DocumentName::format) else { return };
        let standing = if is_too_large { DocumentStanding::TooLarge } else { DocumentStanding::Unread(1) };
        let mut entries = self.known.get(path).map_or(0, |known| known.entries);
        self.texts.remove(path);
        if is_too_large {
            remove_entries(index, path, 1, mem::take(&mut entries));
        }
        self.known.insert(path.clone(), KnownDocument { state, standing, format, entries, bytes: 0 });
    }

    /// Counts the piece `entry` of a document, which has `len` bytes. Returns how many are indexed.
    pub fn add(&mut self, path: &VaultPath, entry: u32, len: usize) -> usize {
        let Some(known) = self.known.get_mut(path) else { return 0 };
        known.entries = known.entries.max(entry);
        known.bytes += len;
        known.bytes
    }

    /// The document at `path` can't be read in `state`.
    pub fn unreadable(&mut self, path: &VaultPath, state: FileState, why: String, index: &mut Index) {
        let Some(known) = self.known.get_mut(path).filter(|known| known.state == state) else { return };
        known.standing = DocumentStanding::Unreadable(why);
        remove_entries(index, path, 1, mem::take(&mut known.entries));
    }

    /// Takes the documents whose entries were restored.
    pub fn restored(&mut self, documents: HashMap<VaultPath, KnownDocument>) {
        self.known = documents;
    }

    /// The document at `path` is gone or excluded.
    pub fn forget(&mut self, path: &VaultPath, index: &mut Index) {
        if let Some(known) = self.known.remove(path) {
            remove_entries(index, path, 1, known.entries);
            self.texts.remove(path);
        }
    }

    /// The document at `from` is at `to` now. It is not read again.
    pub fn moved(&mut self, from: &VaultPath, to: &VaultPath, index: &mut Index) {
        self.forget(to, index);
        self.texts.remove(from);
        if let Some(known) = self.known.remove(from) {
            for entry in 1..=known.entries {
                index.rename(&page_path(from.as_str(), entry), &page_path(to.as_str(), entry));
            }
            self.known.insert(to.clone(), known);
        }
    }

    /// The smallest unread document that is `wanted`, and what marks it as being read as long as it is held.
    pub fn next(&mut self, wanted: &dyn Fn(&VaultPath) -> bool) -> Option<(VaultPath, Rc<()>)> {
        self.under_way.retain(|(_, mark)| mark.strong_count() > 0);
        let is_free = |path: &VaultPath| self.under_way.iter().all(|(other, _)| other != path);
        let unread = self.known.iter().filter(|(path, known)| {
            matches!(known.standing, DocumentStanding::Unread(_)) && wanted(path) && is_free(path)
        });
        let first = |(one, a): &(&VaultPath, &KnownDocument), (other, b): &(&VaultPath, &KnownDocument)| {
            a.state.size.total_cmp(&b.state.size).then_with(|| one.cmp(other))
        };
        let path = unread.min_by(first)?.0.clone();
        let mark = Rc::new(());
        self.under_way.push((path.clone(), Rc::downgrade(&mark)));
        Some((path, mark))
    }

    /// Whether some are not in the index yet.
    pub fn are_any_unread(&self) -> bool {
        self.known.iter().any(|(_, known)| matches!(known.standing, DocumentStanding::Unread(_)))
    }

    /// How many entries the index has of documents that had to be converted.
    pub fn converted_entries(&self) -> u64 {
        self.known.values().filter(|known| known.format.is_some()).map(|known| u64::from(known.entries)).sum()
    }

    /// How many of those that are `wanted` are searched.
    pub fn counts(&self, wanted: impl Fn(&VaultPath) -> bool) -> DocumentCounts {
        let mut counts = DocumentCounts::default();
        for (_, known) in self.known.iter().filter(|(path, _)| wanted(path)) {
            *match known.standing {
                DocumentStanding::Unread(_) => &mut counts.unread,
                DocumentStanding::Read => &mut counts.read,
                DocumentStanding::Cut | DocumentStanding::TooLarge => &mut counts.large,
                DocumentStanding::Unreadable(_) => &mut counts.unreadable,
            } += 1;
        }
        counts
    }
}

/// Removes the entries `from` to `last` of a document.
fn remove_entries(index: &mut Index, path: &VaultPath, from: u32, last: u32) {
    for entry in from..=last {
        index.remove(&page_path(path.as_str(), entry));
    }
}
