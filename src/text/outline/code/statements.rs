//! The statements that are being read, and what is shown of them.

use super::Language;
use super::rules::{GOES_ON, Scope, has};
use super::scanner::is_word;
use crate::text::outline::entries::Id;

/// Maximum number of bytes kept of a statement: more than a label shows or any rule needs.
const HEAD_BYTES: usize = 2000;

/// The statements of all open blocks, one after the other, with one space for all white space.
#[derive(Debug, Default)]
pub(super) struct Statements {
    pub shown: Vec<u8>,
    /// The same with [`TEXT`](super::scanner::TEXT) for strings.
    pub code: Vec<u8>,
    /// Whether white space, and a line break, came before the next piece.
    pub is_spaced: bool,
    pub is_broken: bool,
}

impl Statements {
    /// Adds to the statement that starts at `head`. A line break inside brackets adds no space.
    pub fn push(&mut self, head: usize, shown: &[u8], code: &[u8]) {
        let before = &self.code[head..];
        if before.len() + code.len() > HEAD_BYTES {
            return;
        }
        if self.is_spaced && !before.is_empty() {
            let closes = matches!(code, b")" | b"]" | b"}" | b">");
            let is_opened = matches!(before.last(), Some(b'(' | b'[' | b'{' | b'<'));
            if self.is_broken && closes && before.ends_with(b",") {
                self.truncate(self.code.len() - 1);
            }
            if !(self.is_broken && (closes || is_opened)) {
                self.shown.push(b' ');
                self.code.push(b' ');
            }
        }
        self.shown.extend(shown);
        self.code.extend(code);
    }

    pub fn truncate(&mut self, len: usize) {
        self.shown.truncate(len);
        self.code.truncate(len);
    }
}

/// The column after `before`. Tabs advance to the next multiple of 8, as in Python.
pub(super) fn column(before: &[u8]) -> usize {
    let indent = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let step = |column, &byte: &u8| if byte == b'\t' { column + 8 - column % 8 } else { column + 1 };
    before[before.len() - indent..].iter().fold(0, step)
}

/// Whether a statement goes on in the next line, which starts with `code`.
pub(super) fn goes_on(language: Language, head: &[u8], code: &[u8]) -> bool {
    let word = head.iter().rev().take_while(|&&byte| is_word(byte)).count();
    let after = match head {
        [.., b'=' | b'-', b'>'] => true,
        [.., b'?'] => language == Language::JavaScript,
        [.., b')' | b']' | b'}' | b'!' | b'*' | b'>'] | [] => false,
        _ => word == 0 || has(GOES_ON, &head[head.len() - word..]),
    };
    let with = match code {
        [b'[' | b'#' | b'@' | b'}' | b'*' | b'~'] => false,
        [byte] if !is_word(*byte) => true,
        word => has(GOES_ON, word),
    };
    after || with
}

/// A signature without the sign that starts its value or body.
pub(super) fn trimmed(shown: &[u8]) -> &[u8] {
    let end = shown.iter().rposition(|byte| !matches!(byte, b' ' | b'=' | b':')).map_or(0, |at| at + 1);
    if shown.ends_with(b"=>") { shown } else { &shown[..end] }
}

/// An open block, with the statement that is being read in it.
#[derive(Debug)]
pub(super) struct Frame {
    /// The index in `code` where its statement starts.
    pub head: usize,
    /// The line and column where its statement starts.
    pub first_line: u32,
    pub column: usize,
    /// Number of open brackets other than braces in the statement.
    pub brackets: u32,
    pub scope: Scope,
    /// Whether the enclosing statement continues after this block.
    pub resumes: bool,
    /// The entry of the definition in the statement, once it is known.
    pub entry: Option<Id>,
    /// The column of the definition whose block this is, in a language with indentation.
    pub indent: usize,
    /// The range in `code` of the name of the type whose body this block is.
    pub name: (usize, usize),
}

impl Frame {
    pub fn new(head: usize, scope: Scope) -> Self {
        Self {
            head,
            first_line: 1,
            column: 0,
            brackets: 0,
            scope,
            resumes: false,
            entry: None,
            indent: 0,
            name: (0, 0),
        }
    }
}
