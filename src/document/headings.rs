//! Finds Markdown headings and code fences line by line.

use lectern_base::fence::{Fence, unindented};

use crate::draft::Draft;

/// Maximum number of headings listed as parts of a document. Each takes about 100 bytes.
const MAX_HEADINGS: usize = 50_000;

/// Maximum number of bytes shown of a name, kind or language.
pub(super) const MAX_NAME_BYTES: usize = 200;

/// Finds headings.
#[derive(Debug, Default)]
pub(super) struct Headings {
    pub fence: Fence,
    count: usize,
}

impl Headings {
    /// Adds the heading in `line`, if it is one, to the parts of the document.
    pub fn look_at(&mut self, draft: &mut Draft, line: &str) {
        self.fence.look_at(line);
        let Some(text) = unindented(line).filter(|_| !self.fence.is_open()) else { return };
        let level = text.bytes().take_while(|byte| *byte == b'#').count();
        let title = &text[level..];
        if !(1..=6).contains(&level) || !title.starts_with([' ', '\t']) {
            return;
        }
        let title = title.trim();
        let title = title.trim_end_matches('#').strip_suffix([' ', '\t']).unwrap_or(title).trim();
        if !title.is_empty() && self.count < MAX_HEADINGS {
            self.count += 1;
            draft.part(u8::try_from(level).unwrap_or(6) + 1, cut(title));
        }
    }
}

/// Cuts a long name.
pub(super) fn cut(name: &str) -> &str {
    &name[..name.floor_char_boundary(MAX_NAME_BYTES)]
}
