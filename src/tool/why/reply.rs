//! The reply: of a note, one line for the place, one for each word, one for each note above and each advice; of a
//! document, how far it was read, and by which page it is found.

use crate::catalogue::documents::{DocumentStanding, Documents};
use crate::limits::{Bounds, LINE_JOIN};
use crate::path::{VaultPath, quoted};
use crate::wire::reply::{Asked, AskedKind, Explanation, FormFound, NoteFound, Reply, WordExplained, counted};

/// How to search in a document that is not indexed.
const ALONE: &str = "to search in it, give its path to search_notes";

/// The reply to a question about a note, in a search for `query`.
pub(super) fn reply(query: &str, why: Explanation, bounds: &Bounds) -> Reply {
    let of = counted(why.found as usize, "note");
    let place = match why.rank {
        Some(rank) => format!("{} ranks {rank} of {of}", why.path),
        None if why.found == 0 => format!("No note is found, not {} either,", why.path),
        None => format!("{} is not found, but {of} {},", why.path, if why.found == 1 { "is" } else { "are" }),
    };
    let mut lines = vec![format!("{place} for {}", quoted(query))];
    lines.extend(why.asked.as_ref().map(asked_line));
    lines.extend(why.words.iter().filter(|word| !word.function_word).map(word_line));
    let function: Vec<&str> = why.words.iter().filter(|word| word.function_word).map(|word| &*word.word).collect();
    if !function.is_empty() {
        lines.push(format!("{}: count little beside other words", function.join(", ")));
    }
    if !why.above.is_empty() {
        lines.push("above it:".to_owned());
    }
    for note in &why.above {
        let words = if note.words.is_empty() { "none of the words".to_owned() } else { note.words.join(", ") };
        lines.push(format!("  {}. {} has {words}", note.rank, note.path));
    }
    lines.extend(why.advice.iter().cloned());
    let mut room = bounds.limit;
    let fits = |line: &String| {
        let taken = bounds.taken_by(&format!("{line}\n")) + LINE_JOIN;
        let holds = room.holds(taken);
        room = room.without(taken);
        holds
    };
    let text = lines.into_iter().take_while(fits).collect::<Vec<_>>().join("\n");
    Reply::explained(text, place, Some(why))
}

/// The reply to a question about the document at `path`, in a search for `query` that found `notes`, best first.
pub(super) fn document_reply(
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

/// `read as a question for open tasks about "lamp"`.
fn asked_line(asked: &Asked) -> String {
    let kind = match asked.kind {
        AskedKind::Tasks => "open tasks",
        AskedKind::Days => "notes of some days",
        AskedKind::List => "a list of notes",
        AskedKind::Summary => "a summary",
        AskedKind::Passages => "passages",
    };
    let about = if asked.about.is_empty() { String::new() } else { format!(" about {}", quoted(&asked.about)) };
    format!("read as a question for {kind}{about}")
}

/// `clapper: as written, twice in the text and in a heading; in 3 notes`.
fn word_line(word: &WordExplained) -> String {
    let notes = counted(word.notes as usize, "note");
    if word.forms.is_empty() {
        let where_else = if word.notes == 0 { "in no note".to_owned() } else { format!("not here, in {notes}") };
        return format!("{}: {where_else}", word.word);
    }
    let forms: Vec<String> = word.forms.iter().map(|form| form_text(&word.word, form)).collect();
    format!("{}: {}; in {notes}", word.word, forms.join(", "))
}

fn form_text(word: &str, form: &FormFound) -> String {
    let times = |count: u32| if count == 1 { "once".to_owned() } else { format!("{count} times") };
    let mut places = Vec::new();
    if form.name {
        places.push("in the name".to_owned());
    }
    if form.headings > 0 {
        places.push(format!("{} in headings", times(form.headings)));
    }
    if form.text > 0 {
        places.push(format!("{} in the text", times(form.text)));
    }
    let places = places.join(" and ");
    if form.form == word { places } else { format!("\"{}\" ({}) {places}", form.form, form.kind) }
}
