//! Why a search finds a note where it does, for programs.

use serde::Serialize;
use tsify::Tsify;

use super::Asked;

/// Why a search finds a note where it does.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct Explanation {
    /// The note's path.
    pub path: String,
    /// What the query asks for as a question, if passages are searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub asked: Option<Asked>,
    /// Its place in the search, 1 for the best; null if the search does not find it.
    pub rank: Option<u32>,
    /// How many notes the search finds.
    pub found: u32,
    /// Its score for the words in it, relative to that of the best note; 0 if it is not found.
    pub score: f32,
    /// The words of the query, in its order.
    pub words: Vec<WordExplained>,
    /// The best note, and the three above this one, in order.
    pub above: Vec<NoteAbove>,
    /// What would bring it up, one sentence each.
    pub advice: Vec<String>,
}

/// A word of the query.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct WordExplained {
    /// The word, folded as the index has it. In a script without spaces, two characters.
    pub word: String,
    /// Whether it is a word such as `how`, which counts little beside others.
    pub function_word: bool,
    /// How many notes have it, in any form.
    pub notes: u32,
    /// What the note has of it; empty if it is missing.
    pub forms: Vec<FormFound>,
}

/// A form of a word that a note has.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct FormFound {
    /// The form.
    pub form: String,
    /// How it matches, such as `as written` or `another ending`.
    pub kind: String,
    /// How often it is in the text, without headings.
    pub text: u32,
    /// How often it is in headings.
    pub headings: u32,
    /// Whether it is in the name, the title or an alias.
    pub name: bool,
}

/// A note that stands above.
#[derive(Debug, Clone, PartialEq, Serialize, Tsify)]
pub struct NoteAbove {
    /// Its path.
    pub path: String,
    /// Its place in the search.
    pub rank: u32,
    /// The words of the query that it has, without function words.
    pub words: Vec<String>,
}
