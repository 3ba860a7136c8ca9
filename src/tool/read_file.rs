//! `read_file`: shows a text file, or a part of it, with numbered lines.

use super::args::{Args, Kind, Param};
use super::find::{Find, Finding, Found};
use super::host::{Answer, Request};
use super::reply::{FileShown, Next, Reply};
use super::{Desk, MAX_FILE_BYTES, Progress, Running, Tool};
use crate::error::{ErrorCode, ToolError};
use crate::path::quoted;
use crate::text::{Cut, LineRange, NotText, Page, Span, SpanError, Text, own};

pub(super) const TOOL: Tool = Tool {
    name: "read_file",
    description: "Reads a note or another text file of the vault. Every line comes with its number: `12: text`. \
        Give a path from the vault root, or a note's name as a link would write it. Without a range the file is shown \
        from its start, as far as the size limit of one reply goes; a last line in brackets then names the call that \
        goes on. A range: {\"path\": \"Notes/a.md\", \"start_line\": 40, \"end_line\": 80}. The last 20 lines: \
        {\"path\": \"Notes/a.md\", \"start_line\": -20}. Some paths are closed: do not try other spellings of them.",
    params: &[
        Param {
            name: "path",
            kind: Kind::Text,
            required: true,
            description: "Path from the vault root, such as `Notes/a.md`, or a note's name, such as `a`.",
            help: "give a path from the vault root, such as {\"path\": \"Notes/a.md\"}",
        },
        Param {
            name: "start_line",
            kind: Kind::Line,
            required: false,
            description: "First line to show, counted from 1. Negative counts from the end: -20 begins the last 20 lines.",
            help: "give a whole number: 12 is the 12th line, -20 begins the last 20 lines; leave it out to begin at line 1",
        },
        Param {
            name: "end_line",
            kind: Kind::Line,
            required: false,
            description: "Last line to show, counted from 1, inclusive. Negative counts from the end. Past the end means the end.",
            help: "give a whole number: 80 is the 80th line, -1 the last; leave it out to read to the end",
        },
        Param {
            name: "start_column",
            kind: Kind::Column,
            required: false,
            description: "Where in start_line to go on, counted in characters from 1. Only to continue a line that a reply cut.",
            help: "give start_column as the reply before gave it, with its start_line; leave it out to begin at the line's start",
        },
    ],
    example: r#"{"path": "Notes/a.md"}"#,
    start: |args, desk| {
        let range = range(&args)?;
        let (find, requests) = Find::start(args.text("path").unwrap_or_default(), &desk.policy)?;
        let call = ReadFile { args, range, find, state: State::Finding };
        Ok((Box::new(call), requests))
    },
};

/// A call under way.
struct ReadFile {
    args: Args,
    range: LineRange,
    find: Find,
    state: State,
}

enum State {
    Finding,
    Reading(Found),
}

impl Running for ReadFile {
    fn resume(&mut self, desk: &mut Desk, answers: Vec<Answer>) -> Result<Progress, ToolError> {
        match &self.state {
            State::Finding => match self.find.resume(&desk.policy, answers)? {
                Finding::Ask(requests) => Ok(Progress::Ask(requests)),
                Finding::Found(file) => {
                    if let Some(text) = desk.shelf.get(&file) {
                        return self.show(&file, text, desk.byte_limit).map(Progress::Done);
                    }
                    check_size(&file, file.size)?;
                    desk.shelf.clear();
                    let request = Request::Read(file.granted.clone());
                    self.state = State::Reading(file);
                    Ok(Progress::Ask(vec![request]))
                }
            },
            State::Reading(file) => {
                let bytes = self.bytes(file, answers)?;
                let is_as_told = byte_len(&bytes).to_bits() == file.size.to_bits();
                let text = Text::new(bytes).map_err(|error| unsupported(file, error))?;
                let reply = self.show(file, &text, desk.byte_limit);
                // Only what is known to be the state that size and time of change stand for may be shown once more.
                if is_as_told {
                    desk.shelf.put(file.clone(), text);
                }
                reply.map(Progress::Done)
            }
        }
    }
}

impl ReadFile {
    fn bytes(&self, file: &Found, answers: Vec<Answer>) -> Result<Vec<u8>, ToolError> {
        let bytes = match answers.into_iter().next() {
            Some(Answer::Text(text)) => text.into_bytes(),
            Some(Answer::Bytes(bytes)) => bytes,
            Some(Answer::Missing) => return Err(self.find.not_found()),
            Some(Answer::Failed(reason)) => return Err(self.find.unreadable(&reason)),
            _ => return Err(self.find.unreadable("the host gave no content")),
        };
        // It may have grown since the host looked.
        check_size(file, byte_len(&bytes))?;
        Ok(bytes)
    }

    /// The reply that shows the range of `text`.
    fn show(&self, file: &Found, text: &Text, byte_limit: usize) -> Result<Reply, ToolError> {
        let path = file.granted.path().as_str();
        let total = text.total_lines();
        let span = self.range.resolve(total, |line| text.columns(line));
        let Some(span) = span.map_err(|error| self.range_error(error, path, total))? else {
            let shown = shown(path, text, None);
            return Ok(Reply::shown(own("[empty file]".to_owned()), format!("Read {path}, which is empty"), shown));
        };
        let page = text.page(span, byte_limit).map_err(|error| unsupported(file, error))?;
        let end_line = self.range.end.map(|_| span.last);
        let next = page.cut.map(|cut| Next {
            path: path.to_owned(),
            start_line: cut.line,
            end_line,
            start_column: (cut.column > 1).then_some(cut.column),
        });
        let notice = notice(span, &page, total, next.as_ref());
        let display = display(path, span, &page, total);
        let shown = FileShown { next, ..shown(path, text, Some((span, &page))) };
        Ok(Reply::shown(page.text + &notice, display, shown))
    }

    fn range_error(&self, error: SpanError, path: &str, total: u32) -> ToolError {
        let path = quoted(path);
        let has = match total {
            0 => "which is empty".to_owned(),
            1 => "which has 1 line".to_owned(),
            total => format!("which has {total} lines"),
        };
        let lines = match total {
            0 => "leave start_line out".to_owned(),
            1 => "use start_line 1".to_owned(),
            total => format!("use start_line 1 to {total}"),
        };
        let start = || self.args.given("start_line");
        let end = || self.args.given("end_line");
        let (code, message, help) = match error {
            SpanError::StartPastEnd { .. } => {
                (ErrorCode::PastEnd, format!("start_line {} is past the end of {path}, {has}", start()), lines)
            }
            SpanError::EndBeforeText { .. } => (
                ErrorCode::InvalidArguments,
                format!("end_line {} is before the first line of {path}, {has}", end()),
                format!("use end_line 1 to {total}, or leave it out"),
            ),
            SpanError::EndBeforeStart { .. } => (
                ErrorCode::InvalidArguments,
                format!("end_line {} is before start_line {} in {path}, {has}", end(), start()),
                format!("use start_line {}, end_line {}", end(), start()),
            ),
            SpanError::ColumnPastEnd { line, columns, .. } => (
                ErrorCode::PastEnd,
                format!(
                    "start_column {} is past the end of line {line} of {path}, which has {columns} columns",
                    self.args.given("start_column")
                ),
                format!("leave start_column out to read line {line} from its start"),
            ),
        };
        ToolError::new(code, message, help)
    }
}

/// The range that the arguments name.
fn range(args: &Args) -> Result<LineRange, ToolError> {
    let column = args.whole("start_column").map(|column| u32::try_from(column).unwrap_or(u32::MAX));
    let range = LineRange { start: args.whole("start_line"), end: args.whole("end_line"), column };
    if column.is_some() && range.start.is_none() {
        return Err(ToolError::new(
            ErrorCode::InvalidArguments,
            "start_column is given without start_line",
            "give both as the reply before gave them, or neither",
        ));
    }
    Ok(range)
}

/// As a host tells it: in a float.
#[expect(clippy::cast_precision_loss, reason = "no memory holds that many bytes")]
fn byte_len(bytes: &[u8]) -> f64 {
    bytes.len() as f64
}

fn check_size(file: &Found, size: f64) -> Result<(), ToolError> {
    if size <= f64::from(MAX_FILE_BYTES) {
        return Ok(());
    }
    let path = quoted(file.granted.path().as_str());
    Err(ToolError::new(
        ErrorCode::TooLarge,
        format!("{path} has {size} bytes; at most {MAX_FILE_BYTES} can be read"),
        "tell the user that this file would have to be split",
    ))
}

fn unsupported(file: &Found, error: NotText) -> ToolError {
    let message = format!("{} is {error}", quoted(file.granted.path().as_str()));
    ToolError::new(ErrorCode::Unsupported, message, "only text files in UTF-8 can be read; tell the user")
}

/// The line in brackets that says what a page left out, with the line break before it; nothing when it left out nothing.
fn notice(span: Span, page: &Page, total: u32, next: Option<&Next>) -> String {
    let Some(next) = next else {
        return match span {
            Span { first: 1, column: 1, last } if last == total => String::new(),
            Span { first, last, .. } => format!("\n[lines {first}-{last} of {total}]"),
        };
    };
    let showing = match page.cut {
        Some(Cut { line, column }) if column > 1 => format!("line {line} of {total} up to column {}", column - 1),
        _ => format!("lines {}-{} of {total}", span.first, page.last),
    };
    let column = next.start_column.map(|column| format!(", start_column={column}")).unwrap_or_default();
    let end = next.end_line.map(|end| format!(", end_line={end}")).unwrap_or_default();
    format!("\n[... truncated, showing {showing}; continue with start_line={}{column}{end}]", next.start_line)
}

fn display(path: &str, span: Span, page: &Page, total: u32) -> String {
    let last = page.cut.map(|cut| cut.column - 1).filter(|&column| column > 0);
    match last {
        Some(last) => format!("Read columns {}–{last} of line {} of {total} in {path}", span.column, span.first),
        None if span.first == page.last => format!("Read line {} of {total} in {path}", span.first),
        None => format!("Read lines {}–{} of {total} in {path}", span.first, page.last),
    }
}

fn shown(path: &str, text: &Text, page: Option<(Span, &Page)>) -> FileShown {
    FileShown {
        path: path.to_owned(),
        start_line: page.map_or(0, |(span, _)| span.first),
        end_line: page.map_or(0, |(_, page)| page.last),
        total_lines: text.total_lines(),
        truncated: page.is_some_and(|(_, page)| page.cut.is_some()),
        final_newline: text.final_newline(),
        eol: text.eol(),
        crlf_lines: page.map(|(_, page)| page.crlf.clone()).filter(|lines| !lines.is_empty()),
        next: None,
    }
}
