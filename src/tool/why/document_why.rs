//! Why a search finds a document where it does, or not at all: how far it was read, and by which page it is found.

use crate::catalogue::documents::{DocumentStanding, Documents};
use crate::path::{VaultPath, quoted};
use crate::wire::reply::{NoteFound, Reply};

/// How to search in a document that is not indexed.
const ALONE: &str = "to search in it, give its path to search_notes";

/// The reply to a question about the document at `path`, in a search for `query` that found `notes`, best first.
pub(super) fn document_why(
    documents: &Documents,
    path: &VaultPath,
    query: &str,
    notes: &[NoteFound],
    is_searched: bool,
) -> Reply {
    let standing = documents.get(path).map(|known| &known.standing);
    let text = match standing {
        None if is_searched => format!("{path} is not searched: it is no note, and no document with text; {ALONE}"),
        None => format!("{path} is not searched: searching in documents is off; {ALONE}"),
        Some(DocumentStanding::Unread(_)) => format!("{path} is not read yet: search again"),
        Some(DocumentStanding::TooLarge) => {
            format!("{path} is not searched: its file is larger than the settings allow; {ALONE}")
        }
        Some(DocumentStanding::Unreadable(why)) => format!("{path} is not searched: {why}"),
        Some(standing @ (DocumentStanding::Read | DocumentStanding::Cut)) => {
            let found = notes.iter().position(|note| note.path == path.as_str());
            let place = match found {
                Some(at) => {
                    let page = notes[at].page.map(|page| format!(", by page {page}")).unwrap_or_default();
                    format!("{path} ranks {} for {}{page}", at + 1, quoted(query))
                }
                None => format!("{path} is not among the best {} for {}", notes.len(), quoted(query)),
            };
            let is_cut = *standing == DocumentStanding::Cut;
            format!("{place}{}", if is_cut { "; it is too long to be searched to the end" } else { "" })
        }
    };
    Reply::explained(text.clone(), text, None)
}
