//! Obsidian's comments (`%%`) and formulas (`$$`), which hide text from Markdown.

use std::ops::Range;

/// Tracks comments and formulas over lines.
#[derive(Debug, Clone, Default)]
pub(super) struct Hidden {
    /// The open comment or formula: `b'%'` or `b'$'`.
    open: Option<u8>,
    /// What was open where the last line began.
    began_in: Option<u8>,
    /// Where its part of the current line begins.
    from: usize,
    /// The hidden bytes of the last line, in order.
    ranges: Vec<Range<usize>>,
    /// Where the last `%%` and `$$` begin, found at first use. A mark without a later one opens nothing.
    last_comment: Option<usize>,
    last_formula: Option<usize>,
    /// The marks `%%` and `$$` that open nothing.
    unclosed: [usize; 2],
}

impl Hidden {
    /// Whether a comment or formula is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the last line began inside a formula.
    pub fn began_in_formula(&self) -> bool {
        self.began_in == Some(b'$')
    }

    /// The bytes of the last line that lie inside comments and formulas, with their marks.
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// How many marks `%%` and `$$` open nothing, because nothing closes them.
    pub fn unclosed(&self) -> [usize; 2] {
        self.unclosed
    }

    /// Reads the bytes `line` of `text`, which are not code. Returns whether the line begins inside a comment or
    /// formula.
    pub fn hides(&mut self, text: &[u8], line: Range<usize>) -> bool {
        self.began_in = self.open;
        self.ranges.clear();
        self.from = line.start;
        // Without an early exit, so that the compiler can test many bytes at once.
        if text[line.clone()].iter().fold(false, |has, &byte| has | matches!(byte, b'%' | b'$')) {
            self.marks(text, line.clone());
        }
        if self.is_open() {
            self.ranges.push(self.from..line.end);
        }
        self.began_in.is_some()
    }

    /// Opens and closes comments and formulas at the marks in the bytes `line` of `text`.
    fn marks(&mut self, text: &[u8], line: Range<usize>) {
        let (start, line) = (line.start, &text[line]);
        let mut at = 0;
        // The number of backticks that opened the current code span.
        let mut code = 0;
        while let Some(&byte) = line.get(at) {
            if !matches!(byte, b'`' | b'%' | b'$' | b'\\') {
                at += 1;
                continue;
            }
            let run = if byte == b'\\' { 0 } else { line[at..].iter().take_while(|&&next| next == byte).count() };
            match byte {
                b'`' if !self.is_open() => {
                    code = if code == run {
                        0
                    } else if code == 0 {
                        run
                    } else {
                        code
                    }
                }
                b'%' | b'$' if run / 2 % 2 == 1 && code == 0 => self.mark(text, byte, run, start + at + run),
                _ => {}
            }
            // A backslash escapes the byte after it.
            at += if byte == b'\\' { 2 } else { run };
        }
    }

    /// Handles the run of `run` bytes `byte` that ends at `end`.
    fn mark(&mut self, text: &[u8], byte: u8, run: usize, end: usize) {
        let last = if byte == b'%' { &mut self.last_comment } else { &mut self.last_formula };
        match self.open {
            Some(open) if open == byte => {
                self.open = None;
                self.ranges.push(self.from..end);
            }
            None => {
                let find = || text.windows(2).rposition(|pair| pair == [byte; 2]).unwrap_or_default();
                if *last.get_or_insert_with(find) >= end {
                    self.open = Some(byte);
                    self.from = end - run;
                } else {
                    self.unclosed[usize::from(byte == b'$')] += 1;
                }
            }
            Some(_) => {}
        }
    }
}
