//! The files that were read last, cached for their next pages.
//!
//! A text has at most [`MAX_FILE_BYTES`], and is used only while path, size and modification time stay the same.

use lectern_base::Place;

use super::file_text::Content;
use crate::limits::MAX_FILE_BYTES;
use crate::tool::found_file::FoundFile;
use crate::wire::whole_bytes;

/// Maximum number of texts.
const MAX_TEXTS: usize = 8;

/// A cache of a few texts: of files, or of parts of them. The last one was used last.
#[derive(Debug, Default)]
pub(super) struct LastFile(Vec<(FoundFile, Option<Place>, Content)>);

impl LastFile {
    /// The content of `file` at `place`, if it is cached and the file has not changed. If the file has changed, frees what
    /// it had before.
    pub fn get(&mut self, file: &FoundFile, place: Option<&Place>) -> Option<&Content> {
        self.0.retain(|held| held.0 == *file || held.0.granted.path() != file.granted.path());
        let at = self.0.iter().position(|held| held.0 == *file && held.1.as_ref() == place)?;
        self.0[at..].rotate_left(1);
        self.0.last().map(|(.., content)| content)
    }

    /// Adds a text. What exceeds the limits goes, what was not used for longest first.
    pub fn put(&mut self, file: FoundFile, place: Option<Place>, content: Content) {
        self.0.retain(|held| held.0 != file || held.1 != place);
        self.0.push((file, place, content));
        self.shorten(MAX_FILE_BYTES.into());
        self.0.drain(..self.0.len().saturating_sub(MAX_TEXTS));
    }

    /// Frees memory before a file of `size` bytes is read: with it, no more is held than the largest file alone takes.
    pub fn make_room(&mut self, size: f64) {
        self.shorten(u64::from(MAX_FILE_BYTES).saturating_sub(whole_bytes(size)));
    }

    /// Frees all memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Drops the texts that were not used for longest, until the others have at most `bytes`.
    fn shorten(&mut self, bytes: u64) {
        let mut held = 0;
        let fitting = self.0.iter().rev().take_while(|(.., content)| {
            held += content.text.as_bytes().len() as u64;
            held <= bytes
        });
        let fitting = fitting.count();
        self.0.drain(..self.0.len() - fitting);
    }
}

#[cfg(test)]
mod tests {
    use super::LastFile;
    use crate::path::VaultPath;
    use crate::policy::{PathKind, Policy, Rules};
    use crate::text::Text;
    use crate::tool::file_text::Content;
    use crate::tool::found_file::FoundFile;

    fn file(path: &str, mtime: f64) -> FoundFile {
        let policy = Policy::new(&Rules::default()).unwrap();
        let granted = policy.check_as(&VaultPath::parse(path).unwrap(), PathKind::File).unwrap();
        FoundFile { granted, size: 1.0, mtime }
    }

    fn content() -> Content {
        Content {
            text: Text::with_good_head(b"x".to_vec()),
            format: None,
            encoding: None,
            notes: Vec::new(),
            parts: Vec::new(),
            version: None,
            page: None,
            unfinished: false,
        }
    }

    #[test]
    fn what_a_changed_file_had_before_is_freed() {
        let mut cache = LastFile::default();
        cache.put(file("a.md", 1.0), None, content());
        cache.put(file("b.md", 1.0), None, content());
        assert!(cache.get(&file("a.md", 1.0), None).is_some());
        assert!(cache.get(&file("a.md", 2.0), None).is_none());
        assert_eq!(cache.0.len(), 1);
        assert!(cache.get(&file("b.md", 1.0), None).is_some());
    }
}
