//! The reply for several files: each below a line with its path, in the order asked, sharing the space.

use super::notice::not_named;
use super::piece::Piece;
use super::share::fair_share;
use crate::error::{ErrorCode, ToolError};
use crate::limits::{Bounds, LINE_JOIN};
use crate::text::{Amount, rows, stacked};
use crate::wire::reply::{Content, FileShown, Reply, counted};

/// The minimum to show of a file. Instead of less of each, fewer files are shown, and the others are named.
const HEAD: Amount = Amount { bytes: 400, lines: 5, millitokens: 100_000 };

/// How a file appears in the reply.
enum Placement {
    /// It is shown within its share.
    Shown,
    /// Only the call that shows it is named.
    Named,
    /// It is not mentioned.
    Left,
}

/// The reply for one file. `other_name`: its path, if the caller called it otherwise, for a line above it.
pub(super) fn alone(piece: Piece, name: &str, other_name: Option<&str>, bounds: &Bounds) -> Result<Reply, ToolError> {
    let Some(line) = other_name.map(header) else { return piece.alone(name, bounds) };
    let taken = bounds.taken_by(&format!("{line}\n")) + LINE_JOIN;
    let limit = bounds.limit.without(Amount { bytes: 0, ..taken });
    Ok(piece.alone(name, &Bounds { limit, ..*bounds })?.headed(line))
}

/// The parts of the reply, and what it shows of each file.
pub(super) fn several(pieces: Vec<(String, Piece)>, bounds: &Bounds) -> (Vec<Content>, Vec<FileShown>) {
    let (places, share) = places(&pieces, bounds);
    let left = places.iter().filter(|place| matches!(place, Placement::Left)).count();
    let mut parts = ReplyParts { counts_rows: bounds.layout, ..ReplyParts::default() };
    let mut files = Vec::with_capacity(pieces.len());
    for ((name, piece), place) in pieces.into_iter().zip(places) {
        if let Placement::Left = place {
            files.push(piece.not_shown(&name).1);
            continue;
        }
        let above = parts.next_row();
        parts.line(&header(&name));
        let (part, first) = parts.next_row();
        let (shown, mut file) = match place {
            Placement::Shown => piece.shown(share, &name, bounds),
            _ => piece.not_shown(&name),
        };
        for content in shown {
            parts.push(content);
        }
        file.layout = file.layout.map(|layout| layout.placed(part, above.1, first));
        files.push(file);
    }
    if left > 0 {
        parts.line(&not_named(left));
    }
    (parts.content, files)
}

/// The line above a file.
fn header(name: &str) -> String {
    format!("== {name} ==")
}

/// How each file appears, and the share of those that are shown.
fn places(pieces: &[(String, Piece)], bounds: &Bounds) -> (Vec<Placement>, Amount) {
    let line = |text: &str| bounds.taken_by(&format!("{text}\n")) + LINE_JOIN;
    let named: Vec<_> =
        pieces.iter().map(|(name, piece)| line(&header(name)) + line(&piece.not_shown_line(name))).collect();
    let last_line = line(&not_named(pieces.len()));
    // The cost of naming all files from here on. If it is too much, one line replaces them.
    let mut naming = vec![Amount::ZERO; pieces.len() + 1];
    for (index, named) in named.iter().enumerate().rev() {
        naming[index] = naming[index + 1] + *named;
    }
    let mut room = bounds.limit;
    let (mut places, mut demands) = (Vec::with_capacity(pieces.len()), Vec::new());
    for (index, (name, piece)) in pieces.iter().enumerate() {
        let (demand, fixed) = (piece.demand(), line(&header(name)) + piece.fixed(name, &HEAD, bounds));
        let some_left = places.iter().any(|place| matches!(place, Placement::Left));
        let keeps = |taken: Amount| {
            let left = room.without(taken);
            room.holds(taken) && (left.holds(last_line) || (!some_left && left.holds(naming[index + 1])))
        };
        if keeps(fixed + head(demand)) {
            room = room.without(fixed + head(demand));
            demands.push(demand);
            places.push(Placement::Shown);
        } else if keeps(named[index]) {
            room = room.without(named[index]);
            places.push(Placement::Named);
        } else {
            places.push(Placement::Left);
        }
    }
    if places.iter().any(|place| matches!(place, Placement::Left)) {
        room = room.without(last_line);
    }
    let heads = demands.iter().fold(Amount::ZERO, |sum, &demand| sum + head(demand));
    (places, fair_share(&demands, room + heads))
}

/// The part of `demand` that is always shown.
fn head(demand: Amount) -> Amount {
    Amount {
        bytes: demand.bytes.min(HEAD.bytes),
        lines: demand.lines.min(HEAD.lines),
        millitokens: demand.millitokens.min(HEAD.millitokens),
    }
}

/// "Read 3 notes, 412 lines; 1 is excluded". `is_note` tells which of their paths are notes.
pub(super) fn display(files: &[FileShown], is_note: impl Fn(&str) -> bool) -> String {
    let shown: Vec<_> = files.iter().filter(|file| file.error.is_none()).collect();
    let all_notes = shown.iter().all(|file| is_note(&file.path));
    let lines: u32 =
        shown.iter().filter(|file| file.start_line > 0).map(|file| file.end_line - file.start_line + 1).sum();
    let read = match shown.len() {
        0 => "Read nothing".to_owned(),
        count => format!(
            "Read {}, {}",
            counted(count, if all_notes { "note" } else { "file" }),
            counted(lines as usize, "line")
        ),
    };
    let failed = |is: fn(ErrorCode) -> bool| {
        files.iter().filter_map(|file| file.error.as_ref()).filter(|error| is(error.code)).count()
    };
    let said = |count: usize, one: &str, more: &str| {
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { more }))
    };
    let faults = [
        said(failed(|code| code == ErrorCode::Denied), "is excluded", "are excluded"),
        said(failed(|code| code == ErrorCode::NotFound), "was not found", "were not found"),
        said(
            failed(|code| !matches!(code, ErrorCode::Denied | ErrorCode::NotFound)),
            "could not be read",
            "could not be read",
        ),
    ];
    let faults: Vec<_> = faults.into_iter().flatten().collect();
    if faults.is_empty() { read } else { format!("{read}; {}", faults.join(", ")) }
}

/// The parts of a reply; adjacent texts are joined.
#[derive(Default)]
struct ReplyParts {
    content: Vec<Content>,
    /// Whether to count the rows of the last part.
    counts_rows: bool,
    rows: u32,
}

impl ReplyParts {
    fn line(&mut self, text: &str) {
        self.push(Content::text(text.to_owned()));
    }

    /// The part and the row where the next text starts.
    fn next_row(&self) -> (u32, u32) {
        let is_in_last = matches!(self.content.last(), Some(Content::Text { .. }));
        let part = self.content.len() - usize::from(is_in_last);
        (u32::try_from(part).unwrap_or(u32::MAX), self.rows)
    }

    fn push(&mut self, content: Content) {
        self.rows = match &content {
            Content::Text { text } if self.counts_rows => self.rows + rows(text),
            _ => 0,
        };
        match (self.content.pop(), content) {
            (Some(Content::Text { text: above }), Content::Text { text }) => {
                self.content.push(Content::Text { text: stacked(above, &text) });
            }
            (before, content) => self.content.extend(before.into_iter().chain([content])),
        }
    }
}
