//! Finds code fences line by line.

/// The open code fence: its character, and the minimum number of them that closes it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fence(Option<(char, usize)>);

impl Fence {
    /// Whether the next line is code.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.0.is_some()
    }

    /// Continues after `line`.
    pub fn look_at(&mut self, line: &str) {
        let Some(text) = unindented(line) else { return };
        if let Some(mark @ ('`' | '~')) = text.chars().next() {
            let count = text.bytes().take_while(|byte| char::from(*byte) == mark).count();
            match self.0 {
                None if count >= 3 => self.0 = Some((mark, count)),
                Some((open, least)) if open == mark && count >= least && text[count..].trim().is_empty() => {
                    self.0 = None;
                }
                _ => {}
            }
        }
    }
}

/// The line without its indent; `None` if it is indented as code is.
#[must_use]
pub fn unindented(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() <= 3).then_some(text)
}
