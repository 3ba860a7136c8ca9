//! Notes that have to do with another one, for programs.

use serde::Serialize;
use tsify::Tsify;

/// A note that has to do with another one, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct RelatedNote {
    /// Its path.
    pub path: String,
    /// How much it has to do with the other, comparable within one reply.
    pub score: f32,
    /// Its first line that links to the other, 1-indexed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub links_here: Option<u32>,
    /// The first line of the other that links to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub linked_here: Option<u32>,
    /// The paths of files that both link to.
    pub both_link_to: Vec<String>,
    /// The paths of notes that link to both.
    pub both_linked_in: Vec<String>,
    /// Whether both are in the same folder, and few others.
    pub same_folder: bool,
    /// Tags that both have and few other notes, without `#`.
    pub tags: Vec<String>,
    /// Words that both have and few other notes, as the other has them.
    pub words: Vec<String>,
    /// The first and last line of its passage that is most similar in meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub similar: Option<(u32, u32)>,
}
