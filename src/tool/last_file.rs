//! The last file that was read, cached for its next page.
//!
//! The text has at most [`MAX_FILE_BYTES`](super::MAX_FILE_BYTES), and is used only while path, size and modification
//! time stay the same.

use super::file_text::Content;
use super::find::FoundFile;

/// A cache of at most one file.
#[derive(Debug, Default)]
pub(super) struct LastFile(Option<(FoundFile, Content)>);

impl LastFile {
    /// The content of `file`, if it is cached and the file has not changed.
    pub fn get(&self, file: &FoundFile) -> Option<&Content> {
        self.0.as_ref().filter(|(held, _)| held == file).map(|(_, content)| content)
    }

    /// Replaces the cached file.
    pub fn put(&mut self, file: FoundFile, content: Content) {
        self.0 = Some((file, content));
    }

    /// Frees the memory before another file is read.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}
