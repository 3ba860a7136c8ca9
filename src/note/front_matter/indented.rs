//! Reads block-style YAML line by line, by its indentation.

use std::mem;

use super::bracketed::{Bracketed, is_blank};
use super::keys::{BLANKS, colons, comment_start, is_tail, key};
use super::pieces::{MERGE, Piece, Role};

/// Reads front matter.
pub(super) struct Reader<'f, 't> {
    /// Not a type parameter: the code would be there once for each caller.
    take: &'t mut dyn FnMut(Piece<'_>),
    /// The open lists and maps, outermost first. The first is the map of properties.
    levels: Vec<Level>,
    property: &'f str,
    value: Value,
    last_line: LineRole<'f>,
}

/// The role of a line in the properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineRole<'f> {
    /// It begins the property of this name.
    Property(&'f str),
    /// It belongs to the value above it, or is not understood.
    Value,
    /// A comment, or blank.
    Between,
}

/// A list or a map, and the column where its entries begin.
struct Level {
    column: usize,
    is_list: bool,
}

/// The value read last, which decides what a deeper line is.
enum Value {
    /// Complete: nothing may follow.
    Complete,
    /// Missing so far: it may follow on a deeper line.
    Awaited,
    /// A plain scalar, which the next line may continue.
    Plain,
    /// A block scalar (`|`, `>`), with its indentation once known.
    Block(Option<usize>),
    Bracketed(Bracketed),
}

impl<'f, 't> Reader<'f, 't> {
    pub fn new(take: &'t mut dyn FnMut(Piece<'_>)) -> Self {
        Self { take, levels: Vec::new(), property: "", value: Value::Complete, last_line: LineRole::Between }
    }

    /// Whether the front matter may end here: no quote or bracket is open.
    pub fn is_complete(&self) -> bool {
        !matches!(self.value, Value::Bracketed(_))
    }

    /// The role of the last line.
    pub fn last_line(&self) -> LineRole<'f> {
        self.last_line
    }

    /// Reads the next line. If it is not understood, skips the rest of its property. Returns whether it was understood.
    pub fn take_or_skip(&mut self, line: &'f str) -> bool {
        let was_complete = self.is_complete();
        let mut is_understood = self.take(line).is_some();
        if !is_understood {
            self.skip();
            // The line may not fit because a quote or bracket above it was never closed.
            is_understood = !was_complete && self.take(line).is_some();
        }
        if !is_understood {
            self.skip();
        }
        is_understood
    }

    /// Drops everything open after a line that was not understood. The next line must be a property.
    fn skip(&mut self) {
        self.levels.clear();
        self.property = "";
        self.value = Value::Complete;
    }

    /// Reads the next line. `None` if it is not understood.
    pub fn take(&mut self, line: &'f str) -> Option<()> {
        self.last_line = LineRole::Value;
        if line.contains(is_odd) {
            return None;
        }
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        if text.is_empty() {
            self.last_line = LineRole::Between;
            return Some(());
        }
        if self.take_deeper(indent, text)? {
            return Some(());
        }
        if text.starts_with('\t') {
            return None;
        }
        if text.starts_with('#') {
            if !matches!(self.value, Value::Awaited) {
                self.value = Value::Complete;
            }
            self.comment(text);
            self.last_line = LineRole::Between;
            return Some(());
        }
        self.entry(indent, text)
    }

    /// Whether the line belongs to the value above it.
    fn take_deeper(&mut self, indent: usize, text: &'f str) -> Option<bool> {
        let is_deeper = self.levels.last().is_some_and(|level| indent > level.column);
        match &mut self.value {
            Value::Plain if is_deeper && !text.starts_with('#') => {
                if comment_start(text).is_some() || colons(text).next().is_some() {
                    return None;
                }
                self.piece(Role::More, text);
                Some(true)
            }
            Value::Block(wanted) if is_deeper => {
                if indent < *wanted.get_or_insert(indent) {
                    return None;
                }
                self.piece(Role::More, text);
                Some(true)
            }
            Value::Bracketed(value) => {
                let closes_only = value.depth() == Some(1) && text.starts_with([']', '}']) && self.levels.len() == 1;
                let is_comment = value.depth().is_some() && text.starts_with('#');
                if !is_deeper && !is_comment && !closes_only {
                    return None;
                }
                let Value::Bracketed(value) = mem::replace(&mut self.value, Value::Complete) else { return None };
                self.bracketed(value, Role::Flow, text)?;
                Some(true)
            }
            _ => Some(false),
        }
    }

    /// Reads a line that starts an entry: `key: value`, `- item`, or a value alone.
    fn entry(&mut self, column: usize, text: &'f str) -> Option<()> {
        if column == 0 && ["---", "..."].iter().any(|mark| text.strip_prefix(mark).is_some_and(is_marker)) {
            return None;
        }
        let depth = self.levels.len();
        while self.levels.last().is_some_and(|level| level.column > column) {
            self.levels.pop();
        }
        let mut is_awaited = matches!(self.value, Value::Awaited) && self.levels.len() == depth;
        self.value = Value::Complete;
        let (column, text) = self.items(column, text.trim_end_matches(BLANKS), &mut is_awaited)?;
        let Some((key, value)) = key(text) else {
            return if is_awaited && self.levels.last()?.column < column { self.value(text) } else { None };
        };
        if let [.., map, list] = &self.levels[..]
            && list.is_list
            && list.column == column
            && !map.is_list
            && map.column == column
        {
            self.levels.pop();
        }
        match self.levels.last() {
            Some(level) if !level.is_list && level.column == column => {}
            Some(level) if is_awaited && level.column < column => self.levels.push(Level { column, is_list: false }),
            None if column == 0 => self.levels.push(Level { column, is_list: false }),
            _ => return None,
        }
        if key == MERGE {
            return None;
        }
        if self.levels.len() == 1 {
            self.property = key;
            self.last_line = LineRole::Property(key);
        } else {
            self.piece(Role::Key, key);
        }
        self.value(value)
    }

    /// Reads the hyphens of list items. Returns the column and the text behind them. `is_awaited`: whether the line above
    /// awaits a value; after a hyphen, that does.
    fn items(&mut self, mut column: usize, mut text: &'f str, is_awaited: &mut bool) -> Option<(usize, &'f str)> {
        while let Some(rest) = text.strip_prefix('-').filter(|rest| is_marker(rest)) {
            match self.levels.last()? {
                level if level.is_list && level.column == column => {}
                // A list may have the same indentation as its key.
                level if *is_awaited && (level.column < column || !level.is_list) => {
                    self.levels.push(Level { column, is_list: true });
                }
                _ => return None,
            }
            let item = rest.trim_start_matches(' ');
            if item.starts_with('\t') {
                return None;
            }
            column += text.len() - item.len();
            *is_awaited = true;
            text = item;
        }
        Some((column, text))
    }

    /// Reads a value, or its first line.
    fn value(&mut self, text: &'f str) -> Option<()> {
        let text = text.trim_start_matches(BLANKS);
        let mut bytes = text.bytes();
        let (first, next) = (bytes.next(), bytes.next());
        match first {
            None => self.value = Value::Awaited,
            Some(b'#') => {
                self.value = Value::Awaited;
                self.comment(text);
            }
            Some(b'"' | b'\'' | b'[' | b'{') => return self.bracketed(Bracketed::new(), Role::Start, text),
            Some(b'|' | b'>') => return self.block(text),
            Some(b'&' | b'*' | b'!' | b',' | b']' | b'}' | b'@' | b'`' | b'%') => return None,
            Some(b'?' | b'-' | b':') if next.is_none_or(is_blank) => return None,
            Some(_) => return self.plain(text),
        }
        Some(())
    }

    fn plain(&mut self, text: &'f str) -> Option<()> {
        let (text, comment) = text.split_at(comment_start(text).unwrap_or(text.len()));
        // `title: One: two` is invalid YAML. Lenient parsers read a map in `title`.
        if colons(text.trim_end_matches(BLANKS)).next().is_some() {
            return None;
        }
        self.piece(Role::Start, text);
        self.value = if comment.is_empty() { Value::Plain } else { Value::Complete };
        self.comment(comment);
        Some(())
    }

    /// Reads the header of a block scalar: `|`, `>-`, `|2 # comment`.
    fn block(&mut self, text: &'f str) -> Option<()> {
        let header = text[1..].trim_start_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        let marks = &text[1..text.len() - header.len()];
        let digits = marks.bytes().filter(u8::is_ascii_digit);
        if marks.len() > digits.clone().count() + 1 || digits.clone().count() > 1 {
            return None;
        }
        let indent = digits.map(|digit| usize::from(digit - b'0')).next();
        // In a list, parsers disagree on where to count from.
        if indent.is_some() && self.levels.len() > 1 {
            return None;
        }
        self.piece(Role::Start, &text[..text.len() - header.len()]);
        self.tail(header)?;
        self.value = Value::Block(indent);
        Some(())
    }

    fn bracketed(&mut self, mut value: Bracketed, role: Role, text: &'f str) -> Option<()> {
        let end = value.take(text)?;
        self.piece(role, &text[..end]);
        if value.is_closed() {
            self.tail(&text[end..])
        } else {
            self.comment(&text[end..]);
            self.value = Value::Bracketed(value);
            Some(())
        }
    }

    /// Reads the rest of a line after a value: nothing, or a comment after a blank.
    fn tail(&mut self, text: &'f str) -> Option<()> {
        self.comment(text.trim_start_matches(BLANKS));
        is_tail(text).then_some(())
    }

    fn piece(&mut self, role: Role, text: &'f str) {
        (self.take)(Piece { property: self.property, text, role });
    }

    fn comment(&mut self, text: &'f str) {
        if !text.is_empty() {
            self.piece(Role::Comment, text);
        }
    }
}

/// Whether `rest` may follow a hyphen or the mark of a document.
fn is_marker(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(BLANKS)
}

/// Whether parsers disagree on whether `c` ends a line or is ignored.
pub(super) fn is_odd(c: char) -> bool {
    (c.is_control() && c != '\t') || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}
