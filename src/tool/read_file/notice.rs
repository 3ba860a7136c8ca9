//! Notices: the lines in brackets below the content. They say what a page left out, which limit cut it, and which call
//! continues.

use crate::limits::Bounds;
use crate::path::quoted;
use crate::text::{Amount, Cut, Limit, Page, Span};
use crate::wire::reply::{FileShown, Next};

/// The file's name in a notice; `None` if it is the only requested file.
pub(super) type Name<'a> = Option<&'a str>;

/// The notices below a part of a file.
#[derive(Clone, Copy)]
pub(super) struct Notices<'a> {
    pub name: Name<'a>,
    /// The lines of the file.
    pub total: u32,
    pub bounds: &'a Bounds,
}

impl Notices<'_> {
    /// The notice below a page, with a line break before it; empty if the page shows all lines. `next`: the call that
    /// continues, if the page is cut.
    pub fn below(&self, span: Span, page: &Page, next: Option<&Next>) -> String {
        let total = self.total;
        let Some((cut, next)) = page.cut.zip(next) else { return range(span, total) };
        let showing = match cut {
            Cut { line, column, .. } if column > 1 => format!("line {line} of {total} up to column {}", column - 1),
            _ => format!("lines {}-{} of {total}", span.first, page.last),
        };
        let (limit, arguments) = (self.limit(cut.limit), arguments(next, self.name));
        format!("\n[... truncated{limit}, showing {showing}; continue with {arguments}]")
    }

    /// The limit that cut the page. The usual one, the byte limit of a single file, is not mentioned.
    fn limit(&self, limit: Limit) -> String {
        let much = match limit {
            Limit::Bytes if self.name.is_none() => return String::new(),
            Limit::Bytes => format!("{} bytes", self.bounds.limit.bytes),
            Limit::Lines => format!("{} lines", self.bounds.limit.lines),
            Limit::Tokens => format!("{} tokens", self.bounds.max_tokens.unwrap_or_default()),
        };
        if self.name.is_some() { format!(", because the files of a reply share {much}") } else { format!(" at {much}") }
    }

    /// The size of the longest notice, and of `remarks`. `start`: the call that reads the file from its first line on.
    pub fn room(&self, start: &Next, remarks: &str) -> Amount {
        let total = self.total;
        let next = Next { start_line: total, end_line: Some(total), start_column: Some(u32::MAX), ..start.clone() };
        let limits = [Limit::Bytes, Limit::Lines, Limit::Tokens];
        let widest = limits.into_iter().map(|of| self.limit(of).len()).max();
        let showing = format!("line {total} of {total} up to column {}", u32::MAX);
        let longest = format!(
            "\n[... truncated{}, showing {showing}; continue with {}]{remarks}",
            "x".repeat(widest.unwrap_or_default()),
            arguments(&next, self.name)
        );
        self.bounds.taken_by(&longest)
    }
}

/// The notice of which of `total` lines are shown, unless it is all of them.
pub(super) fn range(span: Span, total: u32) -> String {
    match span {
        Span { first: 1, column: 1, last } if last == total => String::new(),
        Span { first, last, .. } => format!("\n[lines {first}-{last} of {total}]"),
    }
}

/// The arguments of the next call, in a notice.
fn arguments(next: &Next, name: Name) -> String {
    let path = name.map(|path| format!("path={}, ", quoted(path))).unwrap_or_default();
    let column = next.start_column.map(|column| format!(", start_column={column}")).unwrap_or_default();
    let end = next.end_line.map(|end| format!(", end_line={end}")).unwrap_or_default();
    let page = next.page.map(|page| format!("page={page}, ")).unwrap_or_default();
    format!("{path}{page}start_line={}{column}{end}{}", next.start_line, part(next))
}

/// The arguments that name a part of a document, each with a comma before it.
fn part(next: &Next) -> String {
    let Next { sheet, range, formulas, cell, .. } = next;
    let text = |name, value: &Option<String>| {
        value.as_ref().map(|value| format!(", {name}={}", quoted(value))).unwrap_or_default()
    };
    let formulas = if *formulas { ", formulas=true" } else { "" };
    let cell = cell.map(|cell| format!(", cell={cell}")).unwrap_or_default();
    format!("{}{}{formulas}{cell}", text("sheet", sheet), text("range", range))
}

/// The notice for a file that did not fit.
pub(super) fn no_room(next: &Next, name: &str) -> String {
    format!("[... not shown: no space left in this reply; call read_file with {}]", arguments(next, Some(name)))
}

/// The notice for the last `count` files, if not even their names fit.
pub(super) fn not_named(count: usize) -> String {
    let files = if count == 1 { "1 more file is".to_owned() } else { format!("{count} more files are") };
    format!("[... {files} not shown: no space left in this reply; ask for fewer files at a time]")
}

/// The notes on how a file was read, each with a line break before it.
pub(super) fn remarks(file: &FileShown) -> String {
    let encoding = file.encoding.iter().map(|encoding| format!("\n[decoded as {encoding}]"));
    encoding.chain(file.notes.iter().map(|note| format!("\n[{note}]"))).collect()
}

/// The line with the file's version, with a line break before it; empty if no version is told.
pub(super) fn version(file: &FileShown) -> String {
    file.version.as_ref().map(|version| format!("\n[version {version}]")).unwrap_or_default()
}
