//! The shelf: the last file read, so that its next page costs what a page costs.
//!
//! It holds one text, of at most [`MAX_FILE_BYTES`](super::MAX_FILE_BYTES), and only while path, size and time of
//! change are what they were.

use super::content::Content;
use super::find::Found;

/// Place for one file.
#[derive(Debug, Default)]
pub(super) struct Shelf(Option<(Found, Content)>);

impl Shelf {
    /// The content of `file`, if it is at hand and the file has not changed.
    pub fn get(&self, file: &Found) -> Option<&Content> {
        self.0.as_ref().filter(|(held, _)| held == file).map(|(_, content)| content)
    }

    /// Keeps `content`, in place of what was there.
    pub fn put(&mut self, file: Found, content: Content) {
        self.0 = Some((file, content));
    }

    /// Gives the room back, before another large file comes.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}
