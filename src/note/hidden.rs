//! What Obsidian adds to hide text from Markdown: comments (`%%`) and formulas (`$$`) that reach over lines.

/// Whether the next line lies in a comment or formula.
#[derive(Debug)]
pub(crate) struct Hidden {
    /// The byte that ends what is open, twice.
    open: Option<u8>,
    /// Where the last marks stand: one that nothing closes any more opens nothing.
    last_comment: usize,
    last_formula: usize,
}

impl Hidden {
    pub fn of(text: &[u8]) -> Self {
        let last = |mark: &[u8]| text.windows(2).rposition(|pair| pair == mark).unwrap_or_default();
        Self { open: None, last_comment: last(b"%%"), last_formula: last(b"$$") }
    }

    /// Whether `line`, which begins at the byte `start`, lies inside a comment or formula; and takes note of what it opens and closes. Lines of code are
    /// not asked about.
    pub fn hides(&mut self, line: &[u8], start: usize) -> bool {
        let was_open = self.open.is_some();
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
                b'`' if self.open.is_none() => {
                    code = if code == run {
                        0
                    } else if code == 0 {
                        run
                    } else {
                        code
                    }
                }
                b'%' | b'$' if run / 2 % 2 == 1 && code == 0 => self.mark(byte, start + at),
                _ => {}
            }
            // A backslash takes the byte behind it along.
            at += if byte == b'\\' { 2 } else { run };
        }
        was_open
    }

    fn mark(&mut self, byte: u8, at: usize) {
        let last = if byte == b'%' { self.last_comment } else { self.last_formula };
        match self.open {
            Some(open) if open == byte => self.open = None,
            None if at < last => self.open = Some(byte),
            _ => {}
        }
    }
}
