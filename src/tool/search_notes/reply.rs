//! The reply of a search: the notes, best first, each below a line with its path.

use std::mem;

use super::arguments::SearchArguments;
use super::asked::AskedFor;
use super::cursor::Cursor;
use super::extract::ShownLines;
use super::page::MatchedNote;
use super::reading::Reading;
use super::understood::asked;
use crate::limits::{Bounds, LINE_JOIN, WITHOUT_CONTENT_BYTES};
use crate::note::TaskState;
use crate::path::quoted;
use crate::text::Amount;
use crate::tool::conditions::time_span::NoteTime;
use crate::tool::shared::Shared;
use crate::tool::unsearched::{unread_documents, unsearched};
use crate::wire::reply::{DatedBy, Layout, NoteFound, Reply, counted};

/// Shown for a note in which no word matches.
const SIMILAR: &str = " [similar in meaning]";

/// Shown for a note whose name matches, but no line.
const NAMED: &str = "[its name matches]";

/// The reply for a search whose candidates are read. `not_by_meaning` is why it could not go by meaning.
pub(super) fn reply(mut search: Reading, not_by_meaning: Option<String>, shared: &Shared) -> Reply {
    let by_words = not_by_meaning.map(|reason| format!("[searched by words only, not by meaning: {reason}]"));
    let unsearched: Vec<_> = not_searched(&search, shared).into_iter().chain(by_words).collect();
    let unsearched = (!unsearched.is_empty()).then(|| unsearched.join("\n"));
    let counts = Counts::of(&search);
    let total = counts.total.unwrap_or_default();
    let found = mem::take(&mut search.page.found);
    let Reading { arguments, bounds, .. } = &search;
    let query = quoted(&arguments.title);
    if found.is_empty() {
        let text = [nothing(arguments, &query)].into_iter().chain(unsearched).collect::<Vec<_>>().join("\n");
        let reply = Reply::found(text, format!("Searched {query}: no {}", counts.unit), Vec::new(), None);
        return reply.asked(asked(arguments, 0));
    }
    let longest = counts.notice(usize::MAX / 4, Cursor { looked_at: usize::MAX, shown: usize::MAX });
    let below = line_amount(&longest, bounds) + line_amount(unsearched.as_deref().unwrap_or_default(), bounds);
    let ShownNotes { mut text, notes, next } = show(found, arguments, below, bounds);
    text.extend(next.map(|next| counts.notice(notes.len(), next)));
    text.extend(unsearched);
    let display = counts.display(&query, notes.len(), next.is_some());
    let next = next.map(|next| arguments.next(next));
    Reply::found(text.join("\n"), display, notes, next)
        .of_total(counts.total.filter(|_| counts.unit != "passage"))
        .asked(asked(arguments, total))
}

/// The notices of what was not searched.
fn not_searched(search: &Reading, shared: &Shared) -> Vec<String> {
    let Reading { arguments, candidates, queue, .. } = search;
    let left_out = shared.catalogue.left_out(shared.limits.index_bytes);
    let notes = unsearched(left_out, arguments.seeker.cut_lines(), candidates.unknown);
    let documents = || {
        let counts = shared.catalogue.document_counts(|path| arguments.within.contains(path));
        let is_full = shared.catalogue.index.document_bytes() >= shared.limits.document_bytes;
        unread_documents(counts.unread + queue.left_out.len(), is_full, counts.large + counts.unreadable)
    };
    let has_documents = arguments.takes_documents() && candidates.document.is_none();
    notes.into_iter().chain(if has_documents { documents() } else { None }).collect()
}

/// How many notes match.
struct Counts {
    /// What is counted.
    unit: &'static str,
    /// The number of the first one shown, from 1.
    first: usize,
    /// The number of all that match, if known.
    total: Option<usize>,
    /// How many of them contain all words, if there are several words.
    with_all: Option<usize>,
    /// The number of matching lines, if all candidates are searched.
    lines: Option<usize>,
}

impl Counts {
    fn of(search: &Reading) -> Self {
        let Reading { arguments, candidates, page, looked_at, .. } = search;
        let (cursor, looks_at_all) = (arguments.cursor, arguments.seeker.looks_at_all());
        let is_list = matches!(arguments.asked, Some(AskedFor::List(_)));
        let (passages, is_strict) = (arguments.passages && !is_list, arguments.is_strict());
        let is_from_start = looks_at_all || cursor.looked_at < candidates.again;
        let before = if is_from_start { 0 } else { cursor.shown };
        // Without further conditions, every note from the index matches.
        let total = match is_strict {
            _ if passages => Some(page.notes),
            false => Some(candidates.len()),
            true if search.has_enough() && *looked_at < candidates.len() => None,
            true => Some(before + page.notes),
        };
        let unit = match () {
            () if passages => "passage",
            () if candidates.has_documents => "file",
            () => "note",
        };
        let with_all = candidates.with_all.filter(|_| !is_strict && !passages);
        Self { unit, first: cursor.shown + 1, total, with_all, lines: looks_at_all.then_some(page.lines) }
    }

    /// The line below `shown` notes; the next page starts at `next`.
    fn notice(&self, shown: usize, next: Cursor) -> String {
        let &Self { unit, first, total, with_all, lines } = self;
        let of = total.map_or_else(|| format!("at least {}", first + shown), |total| total.to_string());
        let with_all = with_all.filter(|&count| count > 0 && Some(count) != total);
        let with_all = with_all.map(|count| format!(", {count} with all the words")).unwrap_or_default();
        let lines = lines.map(|lines| format!(", {lines} lines")).unwrap_or_default();
        format!(
            "[{unit}s {first}-{} of {of}{with_all}{lines}; for more, call search_notes with cursor=\"{next}\"]",
            first + shown - 1
        )
    }

    /// One sentence for the user.
    fn display(&self, query: &str, shown: usize, has_more: bool) -> String {
        let notes = |count: usize| counted(count, self.unit);
        match self.total {
            Some(total) if total > shown => format!("Searched {query}: {shown} of {}", notes(total)),
            None if has_more => format!("Searched {query}: {} and more", notes(shown)),
            _ => format!("Searched {query}: {}", notes(shown)),
        }
    }
}

/// The notes that one reply shows.
struct ShownNotes {
    text: Vec<String>,
    notes: Vec<NoteFound>,
    /// Where the next reply starts, if there are more notes.
    next: Option<Cursor>,
}

/// Shows as many notes as there is room for, and leaves room for the lines `below` them.
fn show(found: Vec<MatchedNote>, arguments: &SearchArguments, below: Amount, bounds: &Bounds) -> ShownNotes {
    let has_words = !arguments.seeker.is_everything();
    let limit = if bounds.is_outline_only() { Amount::of_bytes(WITHOUT_CONTENT_BYTES) } else { bounds.limit };
    let mut room = limit.without(below);
    let (count, mut text, mut notes, mut next) = (found.len(), Vec::new(), Vec::new(), None);
    let mut row = 0;
    for found in found {
        let page = found.page.map(|page| format!("#page={page}")).unwrap_or_default();
        let mark = match found.dated() {
            _ if found.is_similar => SIMILAR,
            Some(DatedBy::Line) => " [dated in this line]",
            Some(DatedBy::Property) => " [dated in its properties or heading]",
            Some(DatedBy::Changed) => " [changed then]",
            _ => "",
        };
        let header = format!("== {}{page} =={mark}", found.path);
        let others = other_pages(&found.other_pages);
        let fixed =
            [&header].into_iter().chain(&others).fold(Amount::ZERO, |sum, line| sum + line_amount(line, bounds));
        let mut shown = found.extract.shown(room.without(fixed));
        if found.lines == 0 && has_words {
            shown = ShownLines { text: NAMED.to_owned(), taken: line_amount(NAMED, bounds), ..shown };
        }
        // The first note is always named, whatever the limit: otherwise paging would make no progress.
        if notes.len() == arguments.limit
            || (!notes.is_empty() && (!room.holds(fixed) || shown.text.is_empty() && found.lines > 0))
        {
            break;
        }
        room = room.without(fixed).without(shown.taken + LINE_JOIN);
        let layout = bounds.layout.then(|| Layout { lines: shown.layout, ..Layout::default() }.placed(0, row, row + 1));
        row += 1 + u32::try_from(shown.text.lines().count()).unwrap_or(u32::MAX) + u32::from(others.is_some());
        text.push(header);
        text.extend(Some(shown.text).filter(|text| !text.is_empty()));
        text.extend(others);
        next = Some(found.next);
        let MatchedNote { path, page, lines, passage, found, is_similar, .. } = found;
        notes.push(NoteFound {
            path,
            page,
            lines,
            passage,
            found,
            similar: is_similar,
            hits: shown.hits,
            suspicious: shown.suspicious,
            layout,
        });
    }
    let next = next.filter(|_| notes.len() < count);
    ShownNotes { text, notes, next }
}

/// The line that names other pages that match.
fn other_pages(pages: &[u32]) -> Option<String> {
    let named: Vec<_> = pages.iter().map(u32::to_string).collect();
    match pages.len() {
        0 => None,
        1 => Some(format!("[page {} matches too]", named.join(""))),
        _ => Some(format!("[pages {} match too]", named.join(", "))),
    }
}

/// What `text` takes as a line of the reply.
fn line_amount(text: &str, bounds: &Bounds) -> Amount {
    bounds.taken_by(&format!("{text}\n")) + LINE_JOIN
}

/// The text if no note matches.
fn nothing(arguments: &SearchArguments, query: &str) -> String {
    if arguments.cursor.shown > 0 {
        return format!("[no more notes match {query}]");
    }
    let wider = if arguments.given.path.is_some() || arguments.given.tag.is_some() {
        "leave path and tag out, or "
    } else {
        ""
    };
    let help = if arguments.tasks.is_some() && arguments.filter.is_some() {
        "ask for less in where"
    } else if arguments.tasks.is_some() && !arguments.seeker.is_everything() {
        "leave tasks out to search all lines"
    } else if let Some(state) = arguments.tasks {
        if state == TaskState::Open { "try tasks=\"done\"" } else { "try tasks=\"open\"" }
    } else if let Some(span) = &arguments.span {
        match span.time {
            NoteTime::Date => "notes without a date are not found: try time=\"changed\"",
            NoteTime::Changed | NoteTime::Created => "try an earlier since",
        }
    } else if arguments.filter.is_some() {
        "ask for less in where"
    } else if arguments.seeker.looks_at_all() {
        "try a simpler expression"
    } else {
        "try other words, or a part of a word with mode=\"regex\""
    };
    format!("[no note matches {query}; {wider}{help}]")
}
