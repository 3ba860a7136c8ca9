//! The catalogue's part of the stored index.

use std::collections::HashMap;

use lectern_base::{Format, kind};

use super::{Catalogue, Standing};
use crate::catalogue::documents::{DocumentStanding, KnownDocument};
use crate::catalogue::unread::FileState;
use crate::path::VaultPath;
use crate::search::index::{Entry, file_and_page};
use crate::stored_bytes::{ByteReader, ByteWriter};

/// What is stored of a note's standing. Excluded notes are not stored.
const UNKNOWN: u32 = 0;
const NAMED_AS_FILE: u32 = 1;
const TITLED: u32 = 2;

/// The same for an entry of a document: how far it was read, if this entry is of the version that is known.
const OUTDATED: u32 = 3;
const READ: u32 = 4;
const CUT: u32 = 5;
const UNREAD: u32 = 6;

impl Catalogue {
    /// Writes what is known of an indexed note apart from the index.
    pub fn store_standing(&self, note: &Entry, into: &mut ByteWriter) {
        if note.is_document {
            return self.store_document(note, into);
        }
        match self.notes.get(&*note.path).and_then(|known| known.standing.as_ref()) {
            Some(Standing::Open { title: Some(title) }) => {
                into.number(TITLED);
                into.bytes(title.as_bytes());
            }
            Some(Standing::Open { title: None }) => into.number(NAMED_AS_FILE),
            _ => into.number(UNKNOWN),
        }
    }
}

impl Catalogue {
    fn store_document(&self, entry: &Entry, into: &mut ByteWriter) {
        let known = self.documents.of_entry(file_and_page(&entry.path).0).map(|(_, known)| known);
        let Some(known) = known.filter(|known| known.state == FileState::of(entry)) else {
            return into.number(OUTDATED);
        };
        match known.standing {
            DocumentStanding::Read => into.number(READ),
            DocumentStanding::Cut => into.number(CUT),
            DocumentStanding::Unread(from) => {
                into.number(UNREAD);
                into.number(from);
            }
            _ => return into.number(OUTDATED),
        }
        into.bytes(known.format.map_or("", Format::name).as_bytes());
        into.number(known.entries);
        into.count(known.bytes);
    }
}

/// Reads what is stored of the document of `entry`; `None` if it is damaged.
pub fn restore_document(
    from: &mut ByteReader<'_>,
    entry: &Entry,
    documents: &mut HashMap<VaultPath, KnownDocument>,
) -> Option<()> {
    let (file, page) = file_and_page(&entry.path);
    let path = VaultPath::parse(file).ok()?;
    let standing = match from.number()? {
        OUTDATED => None,
        READ => Some(DocumentStanding::Read),
        CUT => Some(DocumentStanding::Cut),
        UNREAD => Some(DocumentStanding::Unread(from.number()?)),
        _ => return None,
    };
    let Some(standing) = standing else {
        // No file has this state, so it is read again.
        let state = FileState { size: -1.0, mtime: 0.0, ctime: 0.0 };
        let outdated = KnownDocument { state, standing: DocumentStanding::Read, format: None, entries: 0, bytes: 0 };
        let known = documents.entry(path).or_insert(outdated);
        known.entries = known.entries.max(page?);
        return Some(());
    };
    let format = match from.text()? {
        "" => None,
        name => Some(documents_by_name().find(|format| format.name() == name)?),
    };
    let (entries, bytes) = (from.number()?, from.number()? as usize);
    let known = KnownDocument { state: FileState::of(entry), standing, format, entries, bytes };
    let entries = documents.get(&path).map_or(0, |before| before.entries);
    documents.insert(path, KnownDocument { entries: entries.max(known.entries), ..known });
    Some(())
}

fn documents_by_name() -> impl Iterator<Item = Format> {
    kind::documents().map(|(_, format)| format).chain([Format::Legacy])
}

/// Reads what [`Catalogue::store_standing`] has written, into `standing`; `None` if it is damaged.
pub fn restore_standing(from: &mut ByteReader<'_>, standing: &mut Option<Standing>) -> Option<()> {
    *standing = match from.number()? {
        UNKNOWN => None,
        NAMED_AS_FILE => Some(Standing::Open { title: None }),
        TITLED => Some(Standing::Open { title: Some(from.text()?.into()) }),
        _ => return None,
    };
    Some(())
}
