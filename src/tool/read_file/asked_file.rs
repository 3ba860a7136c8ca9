//! The files of a call of `read_file`, and how far each is.

use super::piece::Piece;
use crate::document::Place;
use crate::tool::args::Args;
use crate::tool::find::{Find, FoundFile};
use crate::tool::load::Load;

/// A file as it was requested.
pub(super) struct AskedFile {
    pub args: Args,
    /// Its path as given.
    pub name: String,
    /// The part of it to read.
    pub place: Option<Place>,
    /// `None` if the arguments are invalid.
    pub find: Option<Find>,
    pub state: FileStep,
}

#[expect(clippy::large_enum_variant, reason = "every file asked for ends up as the largest")]
pub(super) enum FileStep {
    Finding,
    Found,
    Ready(Piece),
}

/// A file that was found.
pub(super) struct FileToLoad {
    pub file: FoundFile,
    /// The part of it to read.
    pub place: Option<Place>,
    /// Its indices in `asked`.
    pub asked: Vec<usize>,
    pub load: Option<Load>,
}
