//! What Obsidian adds to hide text from Markdown: comments (`%%`) and formulas (`$$`) that reach over lines.

use std::ops::Range;

/// Whether the next line lies in a comment or formula.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    /// The byte that ends what is open, twice.
    open: Option<u8>,
    /// Where the part of the line that is being hidden begins.
    from: usize,
    /// The hidden bytes of the last line, in order.
    ranges: Vec<Range<usize>>,
    /// Where the last `%%` and `$$` begin, once they are looked for: a mark that nothing closes opens nothing.
    last_comment: Option<usize>,
    last_formula: Option<usize>,
}

impl Hidden {
    /// Whether a comment or formula is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The bytes of the last line that lie inside comments and formulas, with their marks.
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// Whether the bytes `line` of `text` lie inside a comment or formula. Keeps track of what they open and close, so
    /// lines of code are not passed in.
    pub fn hides(&mut self, text: &[u8], line: Range<usize>) -> bool {
        let was_open = self.is_open();
        self.ranges.clear();
        self.from = line.start;
        // Without an early exit, so that the compiler can test many bytes at once.
        if text[line.clone()].iter().fold(false, |has, &byte| has | matches!(byte, b'%' | b'$')) {
            self.marks(text, line.clone());
        }
        if self.is_open() {
            self.ranges.push(self.from..line.end);
        }
        was_open
    }

    /// Opens and closes comments and formulas at the marks in the bytes `line` of `text`.
    fn marks(&mut self, text: &[u8], line: Range<usize>) {
        let (start, line) = (line.start, &text[line]);
        let mut at = 0;
        // How many backticks the code span that is open began with.
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
            // A backslash escapes the byte behind it.
            at += if byte == b'\\' { 2 } else { run };
        }
    }

    /// Takes the `run` of `byte` that ends at `end`.
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
                }
            }
            Some(_) => {}
        }
    }
}
