//! Splits code into statements and blocks, and keeps the entries of what they define.
//!
//! A statement ends at `;`, at a brace, or in some languages at the end of a line. A block ends at its brace, or, in
//! languages with indentation, before a line that is not indented more than its definition.

use super::head::{Definition, Head};
use super::line_head::{self, Routine};
use super::rules::{LineEnd, Rules, Scope};
use super::scanner::{Piece, Scanner, TEXT};
use super::statements::{Frame, Statements, column, goes_on, trimmed};
use super::{Language, Outline};
use crate::text::outline::entries::{Collector, label};
use crate::text::outline::total_lines;

/// Maximum depth of blocks whose definitions are listed.
const MAX_DEPTH: usize = 250;

/// Maximum number of bytes kept of a string: more than a label shows.
const TEXT_BYTES: usize = 500;

/// The definitions in `text`.
pub(super) fn outline(language: Language, text: &[u8]) -> Outline {
    let rules = Rules::of(language);
    let mut walk = Walk {
        rules,
        collector: Collector::new(),
        statements: Statements::default(),
        frames: vec![Frame::new(0, Scope::Space)],
        beyond: 0,
        last_line: 1,
        last_start: 1,
        ended_line: 1,
        routine: Routine::default(),
    };
    let mut scanner = Scanner::new(rules, text);
    loop {
        let (line, start) = (scanner.line, scanner.at);
        let Some(piece) = scanner.piece() else { break };
        match piece {
            Piece::Space { is_broken } => {
                walk.statements.is_spaced = true;
                walk.statements.is_broken |= is_broken;
            }
            Piece::Code(code) => walk.piece(code, code, line, &text[..start]),
            Piece::Text(shown) => {
                let shown = &shown[..shown.len().min(TEXT_BYTES)];
                walk.piece(shown, &[TEXT; TEXT_BYTES][..shown.len()], line, &text[..start]);
                walk.last_line = scanner.line;
            }
        }
    }
    while !walk.frames.is_empty() {
        walk.end_statement();
        walk.end_definition();
        walk.frames.pop();
    }
    walk.collector.finish(total_lines(text))
}

struct Walk {
    rules: Rules,
    collector: Collector,
    statements: Statements,
    frames: Vec<Frame>,
    /// Number of open blocks beyond the maximum depth.
    beyond: usize,
    last_line: u32,
    /// The line where the last piece starts.
    last_start: u32,
    /// The last line of the statement before.
    ended_line: u32,
    /// The open blocks in the body of a routine.
    routine: Routine,
}

impl Walk {
    /// Takes a piece of code that starts in `line`, after the text `before`.
    fn piece(&mut self, shown: &[u8], code: &[u8], line: u32, before: &[u8]) {
        if self.beyond > 0 {
            self.beyond += usize::from(code == b"{");
            self.beyond -= usize::from(code == b"}");
            return;
        }
        if self.statements.is_broken {
            if self.ends_before(code, before) {
                self.end_statement();
            } else if self.head().is_some_and(|head| head.is_attribute()) {
                self.statements.truncate(self.frames.last().map_or(0, |frame| frame.head));
            }
        }
        let language = self.rules.language;
        let is_indented = self.rules.line_end == LineEnd::Indents;
        let has_braces = !is_indented && language != Language::Sql;
        let Some(frame) = self.frames.last_mut() else { return };
        if self.statements.code.len() == frame.head {
            (frame.first_line, frame.column) = (line, column(before));
        }
        let is_free = frame.brackets == 0;
        match code {
            b"{" if has_braces => self.open(),
            b"}" if has_braces => self.close(line, before.ends_with(b"{")),
            b";" if !is_indented && is_free && self.routine.depth == 0 => {
                self.last_line = line;
                self.end_statement();
            }
            b"," if is_free && frame.scope == Scope::Object => self.end_statement(),
            _ => {
                match code {
                    _ if is_indented && language != Language::Python => {}
                    b"(" | b"[" | b"{" => frame.brackets = frame.brackets.saturating_add(1),
                    b")" | b"]" | b"}" => frame.brackets = frame.brackets.saturating_sub(1),
                    _ => {}
                }
                self.push(shown, code);
            }
        }
        (self.statements.is_spaced, self.statements.is_broken) = (false, false);
        (self.last_line, self.last_start) = (line, line);
    }

    fn push(&mut self, shown: &[u8], code: &[u8]) {
        let Some(frame) = self.frames.last() else { return };
        self.statements.push(frame.head, shown, code);
        if self.rules.language == Language::Sql {
            self.routine.take(&self.statements.code, code);
        }
    }

    /// Whether a statement ends before `code`, the first on its line.
    fn ends_before(&mut self, code: &[u8], before: &[u8]) -> bool {
        let Some(frame) = self.frames.last_mut() else { return false };
        let head = &self.statements.code[frame.head..];
        if frame.brackets > 0 {
            // An unclosed bracket of Python must not hide the rest of the file.
            let is_definition =
                self.rules.language == Language::Python && matches!(code, b"def" | b"class") && before.ends_with(b"\n");
            frame.brackets *= u32::from(!is_definition);
            return is_definition;
        }
        match self.rules.line_end {
            LineEnd::Indents => true,
            LineEnd::Ends => !goes_on(self.rules.language, head, code),
            LineEnd::GoesOn => self.rules.language == Language::Sql && self.routine.ends_before(code),
        }
    }

    fn head(&self) -> Option<Head<'_>> {
        let frame = self.frames.last()?;
        Some(Head {
            rules: self.rules,
            code: &self.statements.code[frame.head..],
            scope: frame.scope,
            type_name: &self.statements.code[frame.name.0..frame.name.1],
            in_brackets: frame.brackets > 0,
            has_lines: frame.first_line < self.last_start,
        })
    }

    /// Adds an entry for the definition, or updates its label after more of the statement was read.
    fn define(&mut self, definition: &Definition) {
        let around = self.frames.iter().rev().skip(1).filter(|frame| frame.entry.is_some()).count();
        let level = u8::try_from(around + 1).unwrap_or(u8::MAX);
        let Some(frame) = self.frames.last_mut() else { return };
        let shown = trimmed(&self.statements.shown[frame.head + definition.from..frame.head + definition.to]);
        if shown.is_empty() {
            return;
        }
        let label = label(shown, level);
        if let Some(id) = frame.entry {
            self.collector.relabel(id, label);
        } else {
            frame.entry = Some(self.collector.open(frame.first_line, level, label));
        }
    }

    fn open(&mut self) {
        let Some(head) = self.head() else { return };
        let definition = head.definition(true);
        let (scope, resumes) = head.block(definition.as_ref());
        let (in_brackets, len, start) =
            (head.in_brackets, head.code.len(), self.statements.code.len() - head.code.len());
        // A function in brackets gets its label again when they close. Other brackets contain no definitions.
        let is_renamed =
            |found: &Definition| self.rules.language == Language::JavaScript && found.scope == Scope::Function;
        if let Some(found) = &definition
            && (!in_brackets || found.to < len || is_renamed(found))
        {
            self.define(found);
        }
        if self.frames.len() >= MAX_DEPTH {
            self.beyond = 1;
            return;
        }
        if resumes || in_brackets {
            self.push(b"{", b"{");
        }
        let mut frame = Frame::new(self.statements.code.len(), scope);
        frame.resumes = resumes || in_brackets;
        frame.name = definition.map_or((0, 0), |found| (start + found.name.0, start + found.name.1));
        self.frames.push(frame);
    }

    fn close(&mut self, line: u32, is_empty: bool) {
        self.end_statement();
        if self.frames.len() < 2 {
            return;
        }
        let Some(closed) = self.frames.pop() else { return };
        self.last_line = line;
        if closed.resumes {
            self.statements.is_spaced = false;
            let (shown, code): (&str, &[u8]) = if is_empty { ("}", b"}") } else { ("…}", &[TEXT, TEXT, TEXT, b'}']) };
            self.push(shown.as_bytes(), code);
        } else {
            self.end_definition();
        }
    }

    /// Ends a statement without a block, or with one that is part of an expression.
    fn end_statement(&mut self) {
        if self.rules.line_end == LineEnd::Indents {
            return self.end_line();
        }
        let Some(head) = self.head() else { return };
        let is_open = self.frames.last().is_some_and(|frame| frame.entry.is_some());
        if !head.code.is_empty()
            && let Some(definition) = head.definition(false)
            && (!is_open || head.is_shown_behind(&definition))
        {
            self.define(&definition);
        }
        self.end_definition();
    }

    fn end_definition(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let head = frame.head;
        frame.brackets = 0;
        if let Some(id) = frame.entry.take() {
            self.collector.close(id, self.last_line);
        }
        self.statements.truncate(head);
        self.routine = Routine::default();
    }

    /// Ends a line of a language with indentation.
    fn end_line(&mut self) {
        let language = self.rules.language;
        let Some(frame) = self.frames.last_mut() else { return };
        let (first, column, is_aligned) = (frame.first_line, frame.column, frame.indent == frame.column);
        frame.brackets = 0;
        let code = &self.statements.code[..];
        if code.is_empty() {
            return;
        }
        let to = line_head::definition(language, code, column);
        let ends = line_head::ends_on_line(language, code);
        if to.is_some() || language == Language::Python {
            self.close_indented(column, self.ended_line);
        } else if is_aligned && line_head::is_end(language, code) {
            self.close_indented(column, self.last_line);
        }
        let level = u8::try_from(self.frames.len()).unwrap_or(u8::MAX);
        if let Some(to) = to
            && self.frames.len() < MAX_DEPTH
        {
            let shown = &self.statements.shown[..to];
            let shown = if language == Language::Python { trimmed(shown) } else { shown };
            let id = self.collector.open(first, level, label(shown, level));
            self.frames.push(Frame { indent: column, entry: Some(id), ..Frame::new(0, Scope::Function) });
            if ends {
                self.close_indented(column, self.last_line);
            }
        }
        self.ended_line = self.last_line;
        self.statements.truncate(0);
    }

    /// Closes the definitions at this column or further right.
    fn close_indented(&mut self, column: usize, last: u32) {
        while let Some(frame) = self.frames.pop_if(|frame| frame.entry.is_some() && frame.indent >= column) {
            if let Some(id) = frame.entry {
                self.collector.close(id, last);
            }
        }
    }
}
