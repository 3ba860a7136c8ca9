//! A quick look at a note for links that some files may have to do with.

use lectern_base::sort::sort_by;

use super::canvas::{CanvasText, canvas_texts, is_canvas};
use super::vault_files::name_of;
use crate::note::NoteParts;
use crate::path::{VaultPath, last_name_key};

/// The names of some files, as keys, with and without `.md`, sorted.
#[derive(Debug, Default)]
pub(crate) struct FileNames(Vec<String>);

impl FileNames {
    pub fn of(paths: &[&VaultPath]) -> Self {
        let keys = paths.iter().map(|path| name_of(&path.equivalence_key()).to_owned());
        let mut names: Vec<_> =
            keys.flat_map(|key| [key.strip_suffix(".md").map(str::to_owned), Some(key)]).flatten().collect();
        sort_by(&mut names, Ord::cmp);
        Self(names)
    }

    /// Whether some link in `text`, the note or canvas at `path`, ends in one of the names.
    pub fn are_linked_in(&self, path: &VaultPath, text: &str) -> bool {
        let is_linked = |note: &str| NoteParts::read(note).links.iter().any(|link| self.end(&link.path(note)));
        if !is_canvas(path) {
            return is_linked(text);
        }
        canvas_texts(text).iter().any(|named| match named {
            CanvasText::File(file, _) => self.end(&file.text),
            CanvasText::Card(card) => is_linked(&card.text),
        })
    }

    /// Whether a link to `link` ends in one of the names.
    pub fn end(&self, link: &str) -> bool {
        last_name_key(link).is_some_and(|key| self.0.binary_search(&key).is_ok())
    }

    /// The keys of the names.
    pub fn keys(&self) -> &[String] {
        &self.0
    }
}
