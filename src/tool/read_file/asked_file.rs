//! The files of a call of `read_file`, and how far each is.

use lectern_base::Place;

use super::piece::Piece;
use super::range::part_range;
use crate::error::ToolError;
use crate::path::VaultPath;
use crate::text::LineRange;
use crate::tool::call::Host;
use crate::tool::file_text::Content;
use crate::tool::find::Find;
use crate::tool::found_file::FoundFile;
use crate::wire::reply::Next;

/// A file as it was requested.
pub(super) struct AskedFile {
    /// Its path as given.
    pub name: String,
    /// The lines to read, as given.
    pub lines: LineRange,
    /// The part of it to read.
    pub place: Place,
    /// `None` if the arguments are invalid.
    pub find: Option<Find>,
    pub state: FileStep,
}

impl AskedFile {
    /// Finds the file.
    pub async fn search(&mut self, host: Host) {
        if let Some(find) = &mut self.find {
            self.state = match find.file(&host).await {
                Ok(file) => FileStep::Found(file),
                Err(error) => FileStep::Ready(Piece::Failed(error)),
            };
        }
    }

    /// The part of the file at `path` to read: a page, if a link to a PDF names it, as in `[[Report.pdf#page=12]]`.
    pub fn place_in(&self, path: &VaultPath) -> Option<Place> {
        let page = || {
            let is_pdf = path.as_str().rsplit('.').next().is_some_and(|end| end.eq_ignore_ascii_case("pdf"));
            let fragment = self.fragment().filter(|_| is_pdf)?;
            let page = fragment.split(['#', '&']).find_map(|part| part.strip_prefix("page="))?;
            Some(Place { page: page.parse().ok().filter(|page| *page > 0), ..Place::default() })
        };
        let given = Some(&self.place).filter(|place| **place != Place::default()).cloned();
        given.or_else(page).filter(|place| *place != Place::default())
    }

    /// The lines of `content`, the file at `path`, to read: those that the arguments name, else those of the part that a
    /// link names.
    pub fn range(&self, path: &VaultPath, content: &Content) -> Result<LineRange, ToolError> {
        match self.fragment() {
            Some(fragment) if path.is_note() && self.lines == LineRange::default() => {
                part_range(fragment, path.as_str(), content)
            }
            _ => Ok(self.lines),
        }
    }

    /// The path of the file that was found, if the caller calls it otherwise.
    pub fn other_name(&self) -> Option<&str> {
        let FileStep::Ready(piece) = &self.state else { return None };
        let (path, find) = (piece.path()?, self.find.as_ref()?);
        // An outline begins with the path.
        (!matches!(piece, Piece::Outline(_)) && find.is_other_name(path)).then_some(path)
    }

    fn fragment(&self) -> Option<&str> {
        self.find.as_ref().and_then(Find::fragment)
    }
}

#[expect(clippy::large_enum_variant, reason = "every file asked for ends up as the largest")]
pub(super) enum FileStep {
    Finding,
    Found(FoundFile),
    Loading,
    Ready(Piece),
}

/// A file that was found.
pub(super) struct FileToLoad {
    pub file: FoundFile,
    /// The part of it to read.
    pub place: Option<Place>,
    /// Its indices in `asked`.
    pub asked: Vec<usize>,
}

impl FileToLoad {
    /// The call that reads it from its first line on.
    pub fn start(&self) -> Next {
        let next = self.place.as_ref().map_or_else(Next::default, |place| Next::default().at(place));
        Next { path: self.file.granted.path().to_string(), start_line: 1, ..next }
    }
}
