//! The reply: each line with links below the note that has it, and what its links open.

use super::arguments::{LinkArguments, LinkOptions};
use super::graph::NoteLink;
use crate::limits::{Bounds, LINE_JOIN, WITHOUT_CONTENT_BYTES};
use crate::path::{VaultPath, quoted};
use crate::text::Amount;
use crate::tool::args::Arguments;
use crate::wire::reply::{LinkFound, Reply, counted};

/// The reply that lists `links`, of which it shows one page. `is_other_name`: whether the caller calls the file otherwise,
/// so that the reply names it.
pub(super) fn reply(
    (file, is_other_name): (&VaultPath, bool),
    options: &LinkOptions,
    links: &[NoteLink],
    bounds: &Bounds,
) -> Reply {
    let name = is_other_name.then(|| format!("[links of {}]", quoted(file.as_str())));
    if links.is_empty() {
        let text = match (options.out, options.incoming) {
            (true, false) => "it has no links",
            (false, _) => "no note links to it",
            _ => "it has no links, and no note links to it",
        };
        let text: Vec<_> = name.as_deref().into_iter().chain([text]).collect();
        return Reply::linked(text.join("\n"), format!("Links of {file}: none"), Vec::new(), None);
    }
    let notice = |first: usize, last: usize| {
        format!("[links {first}-{last} of {}; for more, call links with cursor=\"{last}\"]", links.len())
    };
    let room = if bounds.is_outline_only() { Amount::of_bytes(WITHOUT_CONTENT_BYTES) } else { bounds.limit };
    let mut room = room.without(line_amount(&notice(usize::MAX, usize::MAX), bounds));
    if let Some(name) = &name {
        room = room.without(line_amount(name, bounds));
    }
    let page = links.iter().skip(options.shown).take(options.limit);
    let (mut text, mut last): (Vec<String>, Option<&NoteLink>) = (name.into_iter().collect(), None);
    let mut shown = Vec::new();
    for link in page {
        let rows = rows_of(link, last).join("\n");
        let taken = line_amount(&rows, bounds);
        // The first link is always shown, whatever the limit: otherwise paging would make no progress.
        if !shown.is_empty() && !room.holds(taken) {
            break;
        }
        room = room.without(taken);
        text.push(rows);
        shown.push(link.found());
        last = Some(link);
    }
    let end = options.shown + shown.len();
    if shown.is_empty() {
        text.push(format!("[no more links; there are {}]", links.len()));
    }
    let next = (end < links.len() && !shown.is_empty()).then(|| {
        text.push(notice(options.shown + 1, end));
        LinkArguments { cursor: Some(end.to_string()), ..options.given.clone() }.next_call()
    });
    let of = if shown.len() < links.len() { format!("{} of ", shown.len()) } else { String::new() };
    let display = format!("Links of {file}: {of}{}", counted(links.len(), "link"));
    Reply::linked(text.join("\n"), display, shown, next)
}

/// What `link` adds below `last`: its note, its line, and what it opens.
fn rows_of(link: &NoteLink, last: Option<&NoteLink>) -> Vec<String> {
    let is_below = last.is_some_and(|last| last.from == link.from && last.distance == link.distance);
    let is_same_line = |last: &NoteLink| last.line == link.line && (link.line > 0 || last.text == link.text);
    let is_on_same_line = is_below && last.is_some_and(is_same_line);
    let mut rows = Vec::new();
    if !is_below {
        rows.push(format!("== {} ==", link.from.path()));
    }
    if !is_on_same_line {
        let number = if link.line == 0 { String::new() } else { format!("{}: ", link.line) };
        rows.push(format!("{number}{}", link.text));
    }
    let kind =
        if link.fragment.as_deref().is_some_and(|fragment| fragment.contains('^')) { "block" } else { "heading" };
    let lacks = if link.is_place_found == Some(false) { format!(", which has no such {kind}") } else { String::new() };
    let opens = match (&link.to, link.is_embed) {
        (Some(to), true) => format!("embeds {to}{lacks}"),
        (Some(to), false) => format!("opens {to}{lacks}"),
        (None, _) => "opens no file".to_owned(),
    };
    rows.push(format!("  {} {opens}", link.written));
    rows
}

/// What `text` takes of the reply.
fn line_amount(text: &str, bounds: &Bounds) -> Amount {
    bounds.taken_by(&format!("{text}\n")) + LINE_JOIN
}

impl NoteLink {
    /// The link, for programs.
    fn found(&self) -> LinkFound {
        LinkFound {
            from: self.from.path().to_string(),
            line: self.line,
            link: self.written.clone(),
            to: self.to.as_ref().map(ToString::to_string),
            fragment: self.fragment.clone(),
            fragment_found: self.is_place_found,
            embed: self.is_embed,
            distance: self.distance,
        }
    }
}
