//! What a change adds that loads something from elsewhere, runs code, or makes another program act.

use lectern_base::sort::sort_by;

use crate::note::{ActivePart, Effect, active_parts};
use crate::path::one_line;

/// How a program reads a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadAs {
    Note,
    /// The views of a base, with formulas.
    Base,
    /// Code that plugins may run.
    Script,
    Other,
}

/// Characters of a part that a warning quotes.
const MAX_QUOTED: usize = 60;

/// A part and what it does: what tells it from others.
type Part = (Effect, String);

/// What `after` has of active parts that `before` has not, one sentence for each kind.
pub(crate) fn added_active_parts(kind: ReadAs, before: &str, after: &str) -> Vec<String> {
    if kind == ReadAs::Script {
        return vec!["this is a script, which plugins may run".to_owned()];
    }
    let mut new = parts(kind, after);
    // Mostly there are none, and the text before need not be read.
    let mut old = if new.is_empty() { Vec::new() } else { parts(kind, before) };
    sort_by(&mut new, Part::cmp);
    sort_by(&mut old, Part::cmp);
    let mut old = old.into_iter().peekable();
    new.retain(|part| {
        while old.next_if(|old| old < part).is_some() {}
        old.next_if_eq(part).is_none()
    });
    let kinds = [
        (Effect::Loads, "this adds something that loads from elsewhere"),
        (Effect::Runs, "this adds something that runs code"),
        (Effect::Opens, "this adds a link that makes a program act"),
    ];
    let warning = |(effect, words): (Effect, &str)| {
        let mut found = new.iter().filter(|(one, _)| *one == effect).map(|(_, text)| text);
        let first = quoted(found.next()?);
        let more = match found.count() {
            0 => String::new(),
            count => format!(", and {count} more"),
        };
        Some(format!("{words}: “{first}”{more}"))
    };
    kinds.into_iter().filter_map(warning).collect()
}

fn parts(kind: ReadAs, text: &str) -> Vec<Part> {
    match kind {
        ReadAs::Note => of_note(text),
        ReadAs::Base => of_base(text),
        ReadAs::Script | ReadAs::Other => Vec::new(),
    }
}

fn of_note(text: &str) -> Vec<Part> {
    let part = |ActivePart { effect, text }: ActivePart<'_>| (effect, text.to_owned());
    active_parts(text).into_iter().map(part).collect()
}

/// The lines with a function that shows a picture or HTML.
fn of_base(text: &str) -> Vec<Part> {
    let is_active = |line: &&str| ["image(", "html(", "image (", "html ("].iter().any(|call| line.contains(call));
    text.lines().filter(is_active).map(|line| (Effect::Loads, line.trim().to_owned())).collect()
}

/// The start of the first line of `text`.
fn quoted(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    let mut chars = line.chars();
    let start: String = chars.by_ref().take(MAX_QUOTED).collect();
    one_line(&start) + if chars.next().is_some() { "…" } else { "" }
}
