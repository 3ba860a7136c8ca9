//! The reply of a search: the notes, best first, each below a line with its path.

use super::cursor::Cursor;
use super::extract::{Extract, ExtractSize, LINE_BYTES, ShownLines};
use super::params::SearchOptions;
use super::second_look::ReadNote;
use super::seeker::{LINES_OF_A_NOTE, Seeker};
use super::task_lines::TASKS_OF_A_NOTE;
use crate::limits::{Bounds, LINE_JOIN, WITHOUT_CONTENT_BYTES};
use crate::note::TaskState;
use crate::path::quoted;
use crate::text::{Amount, Text};
use crate::tool::conditions::time_span::NoteTime;
use crate::tool::unsearched::unsearched;
use crate::wire::reply::{Layout, NextNotes, NoteFound, PassageFound, Reply, counted};

/// Shown for a note in which no word matches.
const SIMILAR: &str = " [similar in meaning]";

/// Shown for a note whose name matches, but no line.
const NAMED: &str = "[its name matches]";

/// A matching note.
pub(super) struct MatchedNote {
    pub path: String,
    /// The page of a PDF that its lines are counted in, and the others that match.
    pub page: Option<u32>,
    pub other_pages: Vec<u32>,
    /// How many of its lines match.
    pub lines: u32,
    /// The first and last line of its best passage.
    pub passage: Option<(u32, u32)>,
    /// The passage, if passages are asked for.
    pub found: Option<PassageFound>,
    /// Whether it was found by its meaning alone.
    pub is_similar: bool,
    pub extract: Extract,
    /// The cursor after this note.
    pub next: Cursor,
}

/// What a reply may show of a note. `next` is the cursor after it.
pub(super) fn matched(options: &SearchOptions, bounds: &Bounds, read: ReadNote, next: Cursor) -> MatchedNote {
    let ReadNote { note, page, other_pages, text, hits, .. } = read;
    let lines = match options.tasks {
        _ if bounds.is_outline_only() => 0,
        Some(_) => TASKS_OF_A_NOTE,
        None => LINES_OF_A_NOTE,
    };
    let wanted = ExtractSize { lines, context: options.context, width: LINE_BYTES };
    let (path, text) = (note.path().as_str(), Text::with_good_head(text.into_bytes()));
    MatchedNote {
        path: path.to_owned(),
        page,
        other_pages,
        lines: hits.count,
        passage: hits.passages.first().map(|best| best.passage.lines),
        found: None,
        is_similar: hits.are_similar,
        extract: Extract::new((path, page), &text, &hits, wanted, bounds.limit),
        next,
    }
}

/// The result of a search.
pub(super) struct SearchOutcome {
    /// At most one more than the limit.
    pub found: Vec<MatchedNote>,
    /// Total number of matching notes, if known.
    pub total: Option<usize>,
    /// How many of them contain all words, if there are several words.
    pub with_all: Option<usize>,
    /// Total number of matching lines, if all notes were searched.
    pub lines: Option<usize>,
    /// How many notes were not searched because the index is full.
    pub left_out: usize,
    /// How many lines were too long to search to their end.
    pub cut_lines: u32,
    /// Whether there are documents among the notes, and those that were not searched.
    pub has_documents: bool,
    pub documents: Option<String>,
    /// How many notes may match, but have properties that are not understood.
    pub unknown: usize,
    /// Why the search could not go by meaning.
    pub not_by_meaning: Option<String>,
}

/// The reply.
pub(super) fn reply(options: &SearchOptions, outcome: SearchOutcome, bounds: &Bounds) -> Reply {
    let SearchOutcome {
        found,
        total,
        with_all,
        lines,
        left_out,
        cut_lines,
        has_documents,
        documents,
        unknown,
        not_by_meaning,
    } = outcome;
    let by_words = not_by_meaning.map(|reason| format!("[searched by words only, not by meaning: {reason}]"));
    let unsearched: Vec<_> =
        unsearched(left_out, cut_lines, unknown).into_iter().chain(documents).chain(by_words).collect();
    let unsearched = (!unsearched.is_empty()).then(|| unsearched.join("\n"));
    let query = quoted(&options.query);
    let first = options.cursor.shown + 1;
    let unit = match () {
        () if options.passages => "passage",
        () if has_documents => "file",
        () => "note",
    };
    if found.is_empty() {
        let text = [nothing(options, &query)].into_iter().chain(unsearched).collect::<Vec<_>>().join("\n");
        return Reply::found(text, format!("Searched {query}: no {unit}"), Vec::new(), None);
    }
    let notice = |shown: usize, next: Cursor| {
        let of = total.map_or_else(|| format!("at least {}", first + shown), |total| total.to_string());
        let with_all = with_all.filter(|&count| count > 0 && Some(count) != total);
        let with_all = with_all.map(|count| format!(", {count} with all the words")).unwrap_or_default();
        let lines = lines.map(|lines| format!(", {lines} lines")).unwrap_or_default();
        format!(
            "[{unit}s {first}-{} of {of}{with_all}{lines}; for more, call search_notes with cursor=\"{next}\"]",
            first + shown - 1
        )
    };
    let longest = notice(usize::MAX / 4, Cursor { looked_at: usize::MAX, shown: usize::MAX });
    let below = line_amount(&longest, bounds) + line_amount(unsearched.as_deref().unwrap_or_default(), bounds);
    let ShownNotes { mut text, notes, next } = show(found, options, below, bounds);
    text.extend(next.map(|next| notice(notes.len(), next)));
    text.extend(unsearched);
    let display = display(&query, unit, notes.len(), total, next.is_some());
    let next = next.map(|next| NextNotes { cursor: next.to_string(), ..options.given.clone() });
    Reply::found(text.join("\n"), display, notes, next)
}

/// The notes that one reply shows.
struct ShownNotes {
    text: Vec<String>,
    notes: Vec<NoteFound>,
    /// Where the next reply starts, if there are more notes.
    next: Option<Cursor>,
}

/// Shows as many notes as there is room for, and leaves room for the lines `below` them.
fn show(found: Vec<MatchedNote>, options: &SearchOptions, below: Amount, bounds: &Bounds) -> ShownNotes {
    let has_words = !matches!(options.seeker, Seeker::Everything(_));
    let limit = if bounds.is_outline_only() { Amount::of_bytes(WITHOUT_CONTENT_BYTES) } else { bounds.limit };
    let mut room = limit.without(below);
    let (count, mut text, mut notes, mut next) = (found.len(), Vec::new(), Vec::new(), None);
    let mut row = 0;
    for found in found {
        let page = found.page.map(|page| format!("#page={page}")).unwrap_or_default();
        let mark = if found.is_similar { SIMILAR } else { "" };
        let header = format!("== {}{page} =={mark}", found.path);
        let others = other_pages(&found.other_pages);
        let fixed =
            [&header].into_iter().chain(&others).fold(Amount::ZERO, |sum, line| sum + line_amount(line, bounds));
        let mut shown = found.extract.shown(room.without(fixed));
        if found.lines == 0 && has_words {
            shown = ShownLines { text: NAMED.to_owned(), taken: line_amount(NAMED, bounds), ..shown };
        }
        // The first note is always named, whatever the limit: otherwise paging would make no progress.
        if notes.len() == options.limit
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
fn nothing(options: &SearchOptions, query: &str) -> String {
    if options.cursor.shown > 0 {
        return format!("[no more notes match {query}]");
    }
    let wider =
        if options.given.path.is_some() || options.given.tag.is_some() { "leave path and tag out, or " } else { "" };
    let help = if options.tasks.is_some() && !matches!(options.seeker, Seeker::Everything(_)) {
        "leave tasks out to search all lines"
    } else if let Some(tasks) = &options.tasks {
        if tasks.state() == TaskState::Open { "try tasks=\"done\"" } else { "try tasks=\"open\"" }
    } else if let Some(span) = &options.span {
        match span.time {
            NoteTime::Date => "notes without a date are not found: try time=\"changed\"",
            NoteTime::Changed | NoteTime::Created => "try an earlier since",
        }
    } else if options.filter.is_some() {
        "ask for less in where"
    } else if options.seeker.looks_at_all() {
        "try a simpler expression"
    } else {
        "try other words, or a part of a word with mode=\"regex\""
    };
    format!("[no note matches {query}; {wider}{help}]")
}

/// One sentence for the user.
fn display(query: &str, unit: &str, shown: usize, total: Option<usize>, has_more: bool) -> String {
    let notes = |count: usize| counted(count, unit);
    match total {
        Some(total) if total > shown => format!("Searched {query}: {shown} of {}", notes(total)),
        None if has_more => format!("Searched {query}: {} and more", notes(shown)),
        _ => format!("Searched {query}: {}", notes(shown)),
    }
}
